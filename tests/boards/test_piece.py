"""Pieces and their moves, on squares and hexagons."""

import itertools
import math
import pickle
from collections import Counter

import pytest
from board_strategies import boards_and_pieces, pieces, refusal
from hypothesis import example, given, strategies as st
from together import examples, together

import icosian
from icosian import knight_graph
from icosian._io import memory
from icosian.boardgraphs.graph import board_graph
from icosian.boards import piece as theorems
from icosian.boards.board import Board, lattice_length, lattice_symmetries
from icosian.boards.piece import EDGE, MOVE, NODE, Piece, least_memory, moves
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


@given(any_piece())
def test_pieces_survive_text_and_pickling(piece):
    assert Piece.from_json(piece.to_json()) == piece
    assert pickle.loads(pickle.dumps(piece)) == piece
    assert eval(repr(piece), {"Piece": Piece}) == piece


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


# unions


@examples(10)
@given(st.integers(1, 3).flatmap(lambda d: st.tuples(*[pieces(d)] * 3)))
def test_uniting_is_associative_commutative_and_idempotent(three):
    p, q, r = three
    assert p | p == p
    assert p | q == q | p
    assert (p | q) | r == p | (q | r)
    assert vectors(p | q) == vectors(p) | vectors(q)


# bad pieces


def test_a_piece_needs_axes_enough():
    for name in ("knight", "bishop"):
        assert "two axes, got 1" in refusal(Piece.named, name, dimensions=1)
    for name in CHESS:
        refusal(Piece.named, name, dimensions=0)


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


def test_moves_around_holes_are_refused_as_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(memory, "SMALL", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 2_000_000)
    with pytest.raises(InvalidArgument, match="the list of moves on a board of 2,499 squares"):
        board_graph(Board((50, 50), holes=[(0, 0)]), "queen")
    with pytest.raises(InvalidArgument, match="the graph of a board of 2,500 squares needs"):
        board_graph(Board((50, 50)), "queen")


# The hexagonal lattice: steps, lengths, symmetries.


cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1)


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


@together("start", list(itertools.product(range(5), repeat=2)))
def test_an_open_tour_of_5_x_5_starts_on_the_color_of_the_corners(start):
    G = knight_graph(5)
    if theorems.grants_knights_tour(Board((5, 5)), closed=False, start=start):
        assert G.hamiltonian_path(start)[0] == start
    else:
        with pytest.raises(icosian.NoHamiltonianPath):
            G.hamiltonian_path(start)
