"""Generators for chess boards: published numbers and known identities of their graphs."""

import itertools
import math

import networkx as nx
from board_generators import CHESS, PLANE, edge_set, every_chess_piece, every_generator
from board_strategies import boards, refusal
from hypothesis import given, strategies as st
from together import together

from icosian import (
    bishop_graph,
    board_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rider_graph,
    rook_graph,
)
from icosian.boards.board import Board
from icosian.boards.piece import Piece

EDGES = {
    "knight": lambda n: 4 * (n - 1) * (n - 2),  # OEIS A033996, shifted
    "king": lambda n: 2 * (n - 1) * (2 * n - 1),
    "rook": lambda n: n * n * (n - 1),
    "bishop": lambda n: n * (n - 1) * (2 * n - 1) // 3,
    "queen": lambda n: n * (n - 1) * (5 * n - 1) // 3,
    "wazir": lambda n: 2 * n * (n - 1),
}


@together("n", range(1, 13))
@every_chess_piece
def test_square_boards_have_the_known_number_of_edges(name, n):
    G = CHESS[name](n)
    assert len(G) == n * n
    assert G.number_of_edges() == EDGES[name](n)


@together(("m", "n"), list(itertools.combinations_with_replacement(range(5, 9), 2)))
def test_a_knight_on_a_torus_always_has_8_moves(m, n):
    G = knight_graph(m, n, periodic=True)
    assert set(dict(G.degree).values()) == {8}
    assert G.number_of_edges() == 4 * m * n


# Knight on a cylinder, rows open and columns wrapped, rows: {columns: edges of the simple graph},
# computed by a separate program.
CYLINDER = {
    1: {3: 0, 4: 0, 5: 0, 6: 0, 7: 0},
    2: {2: 2, 3: 6, 4: 4, 5: 10, 6: 12, 7: 14},
    3: {1: 3, 2: 6, 3: 18, 4: 16, 5: 30, 6: 36, 7: 42},
    4: {1: 5, 2: 10, 3: 30, 4: 28, 5: 50, 6: 60},
    5: {1: 7, 2: 14, 3: 42, 4: 40},
}


@together("rows", CYLINDER)
def test_knight_cylinders_have_the_known_number_of_edges(rows):
    for columns, edges in CYLINDER[rows].items():
        cylinder = knight_graph(rows, columns, periodic=(False, True))
        turned = knight_graph(columns, rows, periodic=(True, False))
        assert cylinder.number_of_edges() == turned.number_of_edges() == edges


@given(st.integers(2, 9), st.integers(5, 9))
def test_wide_knight_cylinders_have_2n_times_2m_minus_3_edges(m, n):
    assert knight_graph(m, n, periodic=(False, True)).number_of_edges() == 2 * n * (2 * m - 3)


# Knight in three dimensions: edges, by the same program.
SPACE = {
    (2, 2, 2): 0,
    (2, 2, 3): 8,
    (2, 2, 4): 16,
    (2, 2, 5): 24,
    (2, 2, 6): 32,
    (2, 3, 3): 28,
    (2, 3, 4): 48,
    (2, 3, 5): 68,
    (2, 3, 6): 88,
}


@together(("shape", "edges"), SPACE.items())
def test_knights_in_space_have_the_known_number_of_edges(shape, edges):
    for order in set(itertools.permutations(shape)):
        assert board_graph(Board(order), "knight").number_of_edges() == edges


def test_the_knight_graph_of_the_4_x_4_torus_is_the_hypercube():
    assert nx.is_isomorphic(knight_graph(4, periodic=True), nx.hypercube_graph(4))


def test_the_3_x_3_knight_graph_is_a_cycle_and_its_center():
    G = knight_graph(3)
    assert G.degree[1, 1] == 0
    assert nx.is_isomorphic(G.subgraph(set(G) - {(1, 1)}), nx.cycle_graph(8))
    assert nx.is_isomorphic(knight_graph(3, holes=["b2"]), nx.cycle_graph(8))


@given(boards())
def test_queen_is_rook_or_bishop(board):
    if board.dimensions == 2:
        queen, rook, bishop = (board_graph(board, name) for name in ("queen", "rook", "bishop"))
        assert edge_set(queen) == edge_set(nx.compose(rook, bishop))


@given(st.integers(1, 7), st.integers(1, 7))
def test_king_is_the_strong_product_of_paths(m, n):
    product = nx.strong_product(nx.path_graph(m), nx.path_graph(n))
    assert nx.utils.edges_equal(king_graph(m, n).edges, product.edges)


@given(st.integers(1, 7), st.integers(1, 7), st.booleans())
def test_rook_is_the_cartesian_product_of_complete_graphs_flat_or_wrapped(m, n, periodic):
    product = nx.cartesian_product(nx.complete_graph(m), nx.complete_graph(n))
    assert nx.utils.edges_equal(rook_graph(m, n, periodic=periodic).edges, product.edges)


@given(st.integers(1, 7), st.integers(1, 7))
def test_the_wazir_graph_is_the_grid_and_its_torus(m, n):
    assert nx.utils.edges_equal(leaper_graph(0, 1, m, n).edges, nx.grid_2d_graph(m, n).edges)
    if m > 2 and n > 2:  # networkx keeps the loops of a ring of one node
        torus = nx.grid_2d_graph(m, n, periodic=True)
        assert edge_set(leaper_graph(0, 1, m, n, periodic=True)) == edge_set(torus)


@given(st.sampled_from(list(PLANE)), boards(dimensions=2))
def test_transposing_a_board_transposes_its_graph(name, board):
    turned = Board(
        board.shape[::-1], periodic=board.periodic[::-1], holes=[h[::-1] for h in board.holes]
    )
    options = {"periodic": board.periodic, "holes": board.holes}
    G = PLANE[name](*board.shape, **options)
    H = PLANE[name](*turned.shape, periodic=turned.periodic, holes=turned.holes)
    assert {frozenset((u[::-1], v[::-1])) for u, v in G.edges} == edge_set(H)


@every_generator
def test_columns_default_to_rows(make):
    assert nx.utils.graphs_equal(make(5), make(5, 5))


@every_chess_piece
def test_a_generator_is_the_board_graph_of_its_piece(name):
    options = {"holes": ["b2"], "periodic": (True, False)}
    G = CHESS[name](5, 6, weight="steps", **options)
    assert nx.utils.graphs_equal(G, board_graph(Board((5, 6), **options), name, weight="steps"))
    by_piece = board_graph(Board((5, 6), **options), Piece.named(name))
    assert edge_set(G) == edge_set(by_piece)
    assert G.name == f"{name} graph 5 x 6"


def test_leapers_and_riders_include_the_chess_pieces():
    assert edge_set(leaper_graph(2, 1, 6, 7)) == edge_set(knight_graph(6, 7))
    assert edge_set(rider_graph(1, 2, 6, 7, reach=1)) == edge_set(knight_graph(6, 7))
    assert edge_set(rider_graph(1, 1, 6, 7)) == edge_set(bishop_graph(6, 7))
    assert edge_set(rider_graph(0, 1, 6, 7)) == edge_set(rook_graph(6, 7))


def leapers():
    for s in range(1, 6):
        for r in range(s):
            for n in range(1, 2 * s + 3):
                for m in range(1, n + 1):
                    if n > 1:  # one square is connected by itself
                        yield r, s, m, n


def test_a_leaper_graph_is_connected_exactly_as_in_knuths_theorem():
    # D. E. Knuth, Leaper graphs, The Mathematical Gazette 78 (1994), 274-297
    answers = set()
    for r, s, m, n in leapers():
        answer = math.gcd(r + s, s - r) == 1 and n >= 2 * s and m >= r + s
        assert nx.is_connected(leaper_graph(r, s, m, n)) == answer, (r, s, m, n)
        answers.add(answer)
    assert answers == {True, False}


def test_a_bishop_stays_on_its_color_and_a_rook_needs_two_moves():
    assert nx.number_connected_components(bishop_graph(8)) == 2
    assert nx.diameter(rook_graph(8)) == nx.diameter(queen_graph(8)) == 2
    assert nx.diameter(king_graph(8)) == 7


# OEIS A232007: moves that a knight needs to reach every square of the n x n board from the worst
# start, -1 where it cannot.
@together(
    ("n", "diameter"), [(1, 0), (2, -1), (3, -1), (4, 5), (5, 4), (6, 4), (7, 5), (8, 6), (9, 6)]
)
def test_the_knight_crosses_boards_in_the_known_number_of_moves(n, diameter):
    G = knight_graph(n)
    assert (nx.diameter(G) if nx.is_connected(G) else -1) == diameter


def test_the_knight_needs_6_moves_from_corner_to_corner():
    board = Board((8, 8))
    a1, b2, h8 = map(board.square, ("a1", "b2", "h8"))
    moves = nx.single_source_shortest_path_length(knight_graph(8), a1)
    assert moves[h8] == 6 == max(moves.values())
    assert moves[b2] == 4


@every_generator
@together("side", [0, -1, 2.5, "8", True, math.nan, (8,), [8]])
def test_bad_sides_are_refused(make, side):
    for sides in ((side,), (side, 5), (5, side)):
        message = refusal(make, *sides)
        assert str(side) in message
        assert "board sides must be integers of at least 1" in message
    assert "None x 5" in refusal(make, None, 5)


@together("make", [leaper_graph, rider_graph])
@together("length", [-1, 2.5, "8", True, None, math.nan])
def test_bad_lengths_are_refused(make, length):
    for pair in ((length, 1), (1, length)):
        assert repr(length) in refusal(make, *pair, 8)
    assert "must move" in refusal(make, 0, 0, 8)


@together("reach", [0, -1, 2.5, "8", True, math.nan])
def test_a_bad_reach_is_refused(reach):
    message = refusal(rider_graph, 1, 2, 8, reach=reach)
    assert repr(reach) in message
    assert "integer of at least 1 or None" in message
