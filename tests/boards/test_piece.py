"""Pieces and their moves, on squares and hexagons."""

import itertools
import math
import pickle
from collections import Counter
from functools import partial

import networkx as nx
import numpy as np
import pytest
from board_strategies import boards_and_pieces, pieces, refusal
from hypothesis import example, given, settings, strategies as st
from together import together

import icosian
from icosian import knight_graph
from icosian._io import memory
from icosian.boardgraphs.graph import board_graph
from icosian.boards import piece as theorems
from icosian.boards.board import STEPS, Board, lattice_length, lattice_symmetries
from icosian.boards.piece import EDGE, MOVE, NAMES, NODE, Piece, least_memory, moves
from icosian.exceptions import InvalidArgument

CHESS = ("knight", "king", "queen", "rook", "bishop")


def vectors(piece):
    return {vector for vector, _ in piece.moves}


def any_piece():
    return st.integers(1, 3).flatmap(pieces)


# what pieces are


@given(any_piece())
def test_a_piece_is_its_sorted_distinct_vectors(piece):
    steps = [vector for vector, _ in piece.moves]
    assert steps == sorted(set(steps))
    assert {len(step) for step in steps} == {piece.dimensions}


def test_pieces_are_values():
    knight = Piece([[1, 2], (2, 1), (1, 2), (2, -1), (1, -2)])
    assert knight == Piece(iter([(2, -1), (1, -2), (1, 2), (2, 1)]), reach=1)
    assert hash(knight) == hash(Piece(vectors(knight)))
    assert knight != Piece(vectors(knight), reach=2)
    assert knight != "knight"
    assert knight is not None


@given(any_piece())
def test_pieces_survive_text_and_pickling(piece):
    assert Piece.from_json(piece.to_json()) == piece
    assert pickle.loads(pickle.dumps(piece)) == piece
    assert eval(repr(piece), {"Piece": Piece}) == piece


@together("dimensions", [2, 3])
@together("name", CHESS)
def test_a_chess_piece_shows_its_name(name, dimensions):
    plane = "" if dimensions == 2 else ", dimensions=3"
    assert repr(Piece.named(name, dimensions=dimensions)) == f"Piece.named({name!r}{plane})"


@together("name", NAMES)
def test_a_piece_with_a_name_shows_it(name):
    assert repr(Piece.named(name)) == f"Piece.named({name!r})"


def test_fairy_leapers_have_the_steps_of_problemists():
    steps = {name: Piece.named(name).moves[-1] for name in NAMES if name not in CHESS}
    assert steps.pop("nightrider") == ((2, 1), None)
    assert {reach for _, reach in steps.values()} == {1}
    assert {name: step for name, (step, _) in steps.items()} == {
        "wazir": (1, 0),
        "ferz": (1, 1),
        "dabbaba": (2, 0),
        "alfil": (2, 2),
        "threeleaper": (3, 0),
        "camel": (3, 1),
        "zebra": (3, 2),
        "tripper": (3, 3),
        "giraffe": (4, 1),
        "stag": (4, 2),
        "antelope": (4, 3),
    }


# chess pieces


@pytest.mark.parametrize("d", [2, 3, 4])
def test_chess_pieces_have_the_vectors_of_their_geometry(d):
    around = [step for step in itertools.product(range(-2, 3), repeat=d) if any(step)]
    lengths = {step: sorted(map(abs, step), reverse=True) for step in around}

    def of_form(*form):
        return {s for s, length in lengths.items() if length == [*form, *[0] * (d - len(form))]}

    assert vectors(Piece.named("knight", dimensions=d)) == of_form(2, 1)
    assert vectors(Piece.named("rook", dimensions=d)) == of_form(1)
    assert vectors(Piece.named("bishop", dimensions=d)) == of_form(1, 1)
    everywhere = {step for step in around if max(map(abs, step)) == 1}
    assert len(everywhere) == 3**d - 1
    assert vectors(Piece.named("king", dimensions=d)) == everywhere
    assert vectors(Piece.named("queen", dimensions=d)) == everywhere


def test_leapers_take_one_step_and_riders_any_number():
    assert {reach for _, reach in Piece.named("king").moves} == {1}
    assert {reach for _, reach in Piece.named("knight").moves} == {1}
    for name in ("queen", "rook", "bishop"):
        assert {reach for _, reach in Piece.named(name).moves} == {None}


@given(st.integers(0, 9), st.integers(0, 9), st.integers(2, 4))
def test_a_leaper_has_all_its_steps(a, b, d):
    if not a and not b:
        assert "(0, 0)" in refusal(Piece.leaper, a, b, dimensions=d)
        return
    piece = Piece.leaper(a, b, dimensions=d)
    assert piece == Piece.leaper(b, a, dimensions=d)
    assert piece == Piece.rider(a, b, dimensions=d, reach=1)
    assert all(math.hypot(*step) == math.hypot(a, b) for step in vectors(piece))
    # choose the axes and the signs of the lengths that are not 0
    moving = sum(map(bool, (a, b)))
    orders = d if moving == 1 else d * (d - 1) // (2 if a == b else 1)
    assert len(piece.moves) == orders * 2**moving


def test_a_leaper_of_one_length_lives_on_a_line():
    assert vectors(Piece.leaper(0, 3, dimensions=1)) == {(3,), (-3,)}
    assert vectors(Piece.leaper(3, 0, dimensions=1)) == {(3,), (-3,)}


# unions


def test_queen_is_rook_or_bishop_and_king_is_wazir_or_ferz():
    assert Piece.named("queen") == Piece.named("rook") | Piece.named("bishop")
    assert Piece.named("king") == Piece.leaper(0, 1) | Piece.leaper(1, 1)


@settings(max_examples=10)
@given(st.integers(1, 3).flatmap(lambda d: st.tuples(*[pieces(d)] * 3)))
def test_uniting_is_associative_commutative_and_idempotent(three):
    p, q, r = three
    assert p | p == p
    assert p | q == q | p
    assert (p | q) | r == p | (q | r)
    assert vectors(p | q) == vectors(p) | vectors(q)


def test_the_longer_reach_of_a_shared_vector_counts():
    def reaching(reach):
        return Piece([(0, 1)], reach=reach)

    assert reaching(2) | reaching(3) == reaching(3)
    assert reaching(None) | reaching(3) == reaching(None)


def test_only_pieces_of_one_dimension_unite():
    message = refusal(lambda: Piece.named("rook") | Piece.named("rook", dimensions=3))
    assert "2" in message
    assert "3" in message
    with pytest.raises(TypeError):
        Piece.named("rook") | "bishop"


# bad pieces


@together(
    "steps", [None, 0, -1, 2.5, "12", True, math.nan, [1, 2], [(1, 2.5)], [("1", 2)], [(1, None)]]
)
def test_vectors_that_are_not_tuples_of_integers_are_refused(steps):
    message = refusal(Piece, steps)
    assert repr(steps) in message
    assert "tuples of integers" in message


@together("steps", [[], [()], [(0, 0)], [(1, 2), (0, 0)]])
def test_a_piece_that_stands_still_is_refused(steps):
    assert str(sorted(steps)) in refusal(Piece, steps)


def test_vectors_of_different_dimensions_are_refused():
    assert "one dimension" in refusal(Piece, [(1, 2), (1, 2, 3)])


@together("reach", [0, -1, 2.5, 1.0, "8", True, False, math.nan, math.inf, (1,)])
def test_a_reach_that_is_not_an_integer_of_at_least_1_is_refused(reach):
    for call in (
        lambda: Piece([(0, 1)], reach=reach),
        lambda: Piece.rider(0, 1, reach=reach),
    ):
        message = refusal(call)
        assert repr(reach) in message
        assert "reach must be an integer of at least 1" in message


@together("length", [-1, 2.5, 1.0, "8", True, None, math.nan, (1,)])
@together("make", [Piece.leaper, Piece.rider])
def test_a_length_that_is_not_an_integer_of_at_least_0_is_refused(make, length):
    for pair in ((length, 2), (1, length)):
        message = refusal(make, *pair)
        assert repr(length) in message
        assert "an integer of at least 0" in message


@together("name", ["pawn", "Knight", " king", "", "8", None, 0, 2.5, True, math.nan])
def test_an_unknown_piece_is_refused_with_the_known_ones(name):
    message = refusal(Piece.named, name)
    assert repr(name) in message
    assert "knight, king, queen, rook, bishop, wazir, ferz" in message


def test_a_piece_needs_axes_enough():
    for name in ("knight", "bishop"):
        assert "two axes, got 1" in refusal(Piece.named, name, dimensions=1)
    for name in CHESS:
        refusal(Piece.named, name, dimensions=0)


@together(
    "text",
    [
        None,
        5,
        "",
        "[",
        "[]",
        "{}",
        "null",
        "[[]]",
        '"knight"',
        '{"a": 1}',
        "[[[0, 1]]]",
        "[[[0, 0], 1]]",
        "[[[0, 1], 0]]",
        "[[[0, 1.5], 1]]",
        '[[[0, 1], "1"]]',
        "[[[0, 1], 1], [[1], 1]]",
    ],
)
def test_text_that_does_not_describe_a_piece_is_refused(text):
    assert "not the description of a piece" in refusal(Piece.from_json, text)


@pytest.mark.parametrize("text", ["[" * 10**5, [], {}])
def test_hostile_text_is_refused_as_a_piece(text):
    assert "not the description of a piece" in refusal(Piece.from_json, text)


@pytest.mark.parametrize("name", [["knight"], {"knight": 1}])
def test_an_unhashable_name_is_an_unknown_piece(name):
    assert repr(name) in refusal(Piece.named, name)


@together("dimensions", [0, -1, 2.5, "8", True, None, math.nan])
@together("name", [*CHESS, "leaper", "rider"])
def test_bad_dimensions_are_refused(name, dimensions):
    makers = {"leaper": partial(Piece.leaper, 0, 1), "rider": partial(Piece.rider, 0, 1)}
    message = refusal(makers.get(name, partial(Piece.named, name)), dimensions=dimensions)
    assert repr(dimensions) in message
    assert "dimension" in message


def test_numbers_of_numpy_make_the_same_piece():
    one, two, three = (np.int64(k) for k in (1, 2, 3))
    assert Piece.leaper(one, two, dimensions=three) == Piece.leaper(1, 2, dimensions=3)
    assert Piece.rider(one, two, reach=three) == Piece.rider(1, 2, reach=3)
    assert Piece(np.array([[1, 2]]), reach=two).to_json() == "[[[1, 2], 2]]"
    assert Piece.named("king", dimensions=three) == Piece.named("king", dimensions=3)


def test_a_knight_has_528_moves_in_12_dimensions_and_none_in_13():
    assert len(Piece.named("knight", dimensions=12).moves) == 528
    for dimensions in (13, 10**400):
        assert "at most 12 axes" in refusal(Piece.named, "king", dimensions=dimensions)


@together("name", [np.zeros(3), np.zeros((2, 2)), b"king", 10**5000], ids=type)
def test_other_objects_are_unknown_pieces(name):
    assert "knight, king, queen, rook, bishop" in refusal(Piece.named, name)


@pytest.mark.parametrize("step", [10**1001, -(10**5000)], ids=["long", "longer"])
def test_a_step_of_thousands_of_digits_is_refused(step):
    assert "at most 1,000 digits" in refusal(Piece, [(step, 1)])


def naive_moves(board, piece):
    """Yield every move as (pair of squares, steps, length), one square and step at a time."""
    for square in board.squares:
        for vector, reach in piece.moves:
            here = square
            for steps in itertools.count(1):
                if reach is not None and steps > reach:
                    break
                here = tuple(x + dx for x, dx in zip(here, vector, strict=True))
                here = tuple(
                    x % side if wraps else x
                    for x, side, wraps in zip(here, board.shape, board.periodic, strict=True)
                )
                if here not in board or here == square:
                    break
                yield frozenset((square, here)), steps, steps * math.hypot(*vector)


def lightest(triples):
    best = {}
    for pair, value in triples:
        best[pair] = min(value, best.get(pair, value))
    return best


def weights(G):
    return {frozenset((u, v)): weight for u, v, weight in G.edges(data="weight")}


@given(boards_and_pieces())
@example((Board((4, 4), periodic=True), Piece.named("knight")))
@example((Board((1, 5), periodic=True), Piece.named("king")))
@example((Board((2, 2), periodic=True), Piece.named("queen")))
@example((Board((6,), holes=[(2,)]), Piece([(1,)], reach=None) | Piece([(2,)], reach=2)))
def test_edges_are_what_a_slow_double_loop_finds(case):
    board, piece = case
    found = list(naive_moves(board, piece))
    G = board_graph(board, piece)
    assert list(G) == list(board.squares)
    assert all(u != v for u, v in G.edges)
    assert set(map(frozenset, G.edges)) == {pair for pair, _, _ in found}
    assert not any(data for _, _, data in G.edges(data=True))


@given(boards_and_pieces())
def test_weights_are_those_of_the_lightest_of_parallel_moves(case):
    board, piece = case
    found = list(naive_moves(board, piece))
    steps = board_graph(board, piece, weight="steps")
    assert weights(steps) == lightest((pair, steps) for pair, steps, _ in found)
    euclidean = board_graph(board, piece, weight="euclidean")
    assert weights(euclidean) == pytest.approx(lightest((p, length) for p, _, length in found))
    assert all(type(weight) is int for _, _, weight in steps.edges(data="weight"))
    assert all(type(weight) is float for _, _, weight in euclidean.edges(data="weight"))


@given(boards_and_pieces())
def test_moves_are_the_multiset_of_one_way_steps(case):
    board, piece = case
    reaches = {}
    for vector, reach in piece.moves:  # a step and its reverse are one, with the longer reach
        forward = max(vector, tuple(-x for x in vector))
        known = reaches.get(forward, 0)
        reaches[forward] = None if known is None or reach is None else max(known, reach)
    expected = Counter()
    for vector, reach in reaches.items():
        expected.update(naive_moves(board, Piece([vector], reach=reach)))
    source, target, steps, lengths = (array.tolist() for array in moves(board, piece))
    assert source == sorted(source)
    pairs = [
        frozenset((board.squares[i], board.squares[j])) for i, j in zip(source, target, strict=True)
    ]
    assert all(len(pair) == 2 for pair in pairs)
    found = Counter(zip(pairs, steps, lengths, strict=True))
    assert found == expected


@together("name", ["knight", "king", "queen", "rook", "bishop"])
@together("shape", [(1, 1), (1, 6), (5, 5), (3, 7), (3, 3, 3)])
def test_chess_moves_on_a_flat_board_join_no_pair_twice(name, shape):
    board = Board(shape)
    piece = Piece.named(name, dimensions=len(shape))
    found = moves(board, piece)
    pairs = list(map(frozenset, zip(found.source.tolist(), found.target.tolist(), strict=True)))
    assert len(pairs) == len(set(pairs)) == board_graph(board, piece).number_of_edges()


def test_a_rider_stops_before_a_hole_and_a_leaper_jumps_over_it():
    board = Board((1, 6), holes=[(0, 2)])
    rook = board_graph(board, "rook")
    assert set(rook.edges) == {
        ((0, 0), (0, 1)),
        ((0, 3), (0, 4)),
        ((0, 3), (0, 5)),
        ((0, 4), (0, 5)),
    }
    dabbaba = board_graph(board, Piece.leaper(0, 2))
    assert set(dabbaba.edges) == {((0, 1), (0, 3)), ((0, 3), (0, 5))}


@together("reach", range(1, 8))
def test_a_rider_goes_no_further_than_its_reach(reach):
    G = board_graph(Board((1, 8)), Piece.rider(0, 1, reach=reach))
    assert {abs(u[1] - v[1]) for u, v in G.edges} == set(range(1, reach + 1))


def test_a_ride_round_a_torus_is_as_short_as_the_shorter_way():
    # vectors wrap: a rook reaches the square before it by 7 steps forward or 1 step back
    G = board_graph(Board((1, 8), periodic=True), "rook", weight="steps")
    for u, v, weight in G.edges(data="weight"):
        distance = abs(u[1] - v[1])
        assert weight == min(distance, 8 - distance)


def test_where_a_callable_weighs_parallel_moves_differently_the_lighter_counts():
    def diagonal(u, v):
        return max(abs(x - y) for x, y in zip(u, v, strict=True))

    king = board_graph(Board((4, 4)), "king", weight=diagonal)
    assert set(weights(king).values()) == {1}
    torus = board_graph(Board((1, 3), periodic=True), "rook", weight=lambda u, v: 10 * u[1] + v[1])
    # on this ring every pair is joined both ways round
    assert weights(torus) == {
        frozenset({(0, 0), (0, 1)}): 1,
        frozenset({(0, 0), (0, 2)}): 2,
        frozenset({(0, 1), (0, 2)}): 12,
    }


def test_a_move_around_the_whole_board_is_omitted():
    assert board_graph(Board((1, 4), periodic=True), Piece.leaper(0, 4)).number_of_edges() == 0
    assert board_graph(Board((3, 1), periodic=True), Piece([(0, 1)])).number_of_edges() == 0


def test_a_board_of_holes_only_has_no_moves():
    assert len(board_graph(Board((1, 2), holes=["a1", "b1"]), "queen")) == 0


@pytest.mark.parametrize(("shape", "dimensions"), [((8,), 2), ((4, 4), 3), ((2, 2, 2), 2)])
def test_a_piece_of_another_dimension_cannot_move(shape, dimensions):
    piece = Piece.named("rook", dimensions=dimensions)
    with pytest.raises(
        InvalidArgument, match=f"dimension {dimensions} .* {' x '.join(map(str, shape))} "
    ):
        board_graph(Board(shape), piece)


@given(boards_and_pieces())
@example((Board((4, 4), periodic=True), Piece.named("queen")))
@example((Board((2,) * 6), Piece.named("king", dimensions=6)))
@example((Board((5, 6)), Piece([(1, 1)], reach=None) | Piece([(2, 2)], reach=1)))
def test_the_memory_of_a_graph_is_known_before_its_first_node(case):
    board, piece = case
    least = least_memory(board, piece) - NODE * len(board)
    G = board_graph(board, piece)
    if board.holes:
        assert least == 0
    elif least == EDGE * G.number_of_edges():
        return
    else:
        assert least == MOVE * len(moves(board, piece).source)
        assert any(board.periodic) or len(piece.moves) > 1


@together("periodic", [False, True])
@together("shape", [(2, 10**6), (30_000, 1)])
def test_the_moves_of_riders_on_large_boards_are_counted_in_few_steps(shape, periodic):
    assert least_memory(Board(shape, periodic=periodic), Piece.named("queen")) > 10**10


def test_moves_around_holes_are_refused_as_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(memory, "SMALL", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 2_000_000)
    with pytest.raises(InvalidArgument, match="the list of moves on a board of 2,499 squares"):
        board_graph(Board((50, 50), holes=[(0, 0)]), "queen")
    with pytest.raises(InvalidArgument, match="the graph of a board of 2,500 squares needs"):
        board_graph(Board((50, 50)), "queen")


# The hexagonal lattice: steps, lengths, symmetries.


cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1)


def test_the_six_steps_have_length_one():
    assert [lattice_length(step) for step in STEPS] == pytest.approx([1] * 6)
    assert {(-row, -column) for row, column in STEPS} == set(STEPS)


@given(cells)
def test_symmetries_are_a_group_that_keeps_distances(cells):
    cells = sorted(cells)
    found = lattice_symmetries(cells)
    assert found[0] == {cell: cell for cell in cells}
    images = {tuple(image[cell] for cell in cells) for image in found}
    assert len(images) == len(found)
    assert 12 % len(found) == 0 or len(cells) < 3
    for image in found:
        assert set(image.values()) == set(cells)
        assert tuple(image[image[cell]] for cell in cells) in images
        for a, b in cells:
            for c, d in cells:
                (p, q), (r, s) = image[a, b], image[c, d]
                assert lattice_length((r - p, s - q)) == pytest.approx(
                    lattice_length((c - a, d - b))
                )


# Existence theorems on knight's tours, against searches on small boards.


def test_the_theorems_agree_with_the_evidence():
    for m in range(1, 7):
        for n in range(m, 7):
            if m * n > 1:
                G = knight_graph(m, n)
                for closed, ask in ((True, G.hamiltonian_cycle), (False, G.hamiltonian_path)):
                    granted = theorems.grants_knights_tour(Board((m, n)), closed=closed)
                    if granted:
                        ask()
                    else:
                        with pytest.raises(icosian.IcosianError) as caught:
                            ask()
                        caught.value.proof.check(G)


def test_a_theorem_about_another_graph_does_no_harm():
    G = knight_graph(4, 6)
    assert theorems.is_hopeless(G, closed=True)
    G.add_edges_from(list(zip(list(G), list(G)[1:] + list(G)[:1], strict=True)))
    assert theorems.is_hopeless(G, closed=True)  # it says that it is a knight's graph
    assert icosian.is_hamiltonian_cycle(G, G.hamiltonian_cycle())
    for other in (icosian.king_graph(3), nx.path_graph(9), knight_graph(8)):
        assert not theorems.is_hopeless(other, closed=True)


@together("start", list(itertools.product(range(5), repeat=2)))
def test_an_open_tour_of_5_x_5_starts_on_the_color_of_the_corners(start):
    G = knight_graph(5)
    if theorems.grants_knights_tour(Board((5, 5)), closed=False, start=start):
        assert G.hamiltonian_path(start)[0] == start
    else:
        with pytest.raises(icosian.NoHamiltonianPath):
            G.hamiltonian_path(start)
