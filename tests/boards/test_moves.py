import itertools
import math
from collections import Counter

import pytest
from board_strategies import boards_and_pieces
from hypothesis import example, given
from together import together

from icosian._io import memory
from icosian.boardgraphs.graph import board_graph
from icosian.boards.board import Board
from icosian.boards.piece import EDGE, MOVE, NODE, Piece, least_memory, moves
from icosian.exceptions import InvalidArgument


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
