"""Graphs of boards: the value, published numbers and known identities, chess and hexagons."""

import copy
import io
import itertools
import json
import math
import pickle
from itertools import permutations

import networkx as nx
import pytest
from board_strategies import (
    CHESS,
    PLANE,
    boards,
    boards_and_pieces,
    edge_set,
    every_chess_piece,
    every_generator,
    pieces,
    refusal,
)
from hypothesis import given, strategies as st
from networkx.algorithms.isomorphism import GraphMatcher
from together import examples, together

import icosian
from icosian import (
    BoardGraph,
    board_graph,
    hex_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    rider_graph,
    rook_graph,
    triangular_graph,
)
from icosian.boards.board import Board, board_of
from icosian.boards.piece import Piece
from icosian.proofs import DegreeDeficiency, Disconnection


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
def test_flat_boards_in_space_are_plane_boards(a, b, c):
    layer = knight_graph(a, b).number_of_edges()
    assert board_graph(Board((a, b, 1)), "knight").number_of_edges() == layer
    # two squares of a knight's move share one coordinate, so every edge lies in one layer
    layers = [((a, b), c), ((a, c), b), ((b, c), a)]
    assert board_graph(Board((a, b, c)), "knight").number_of_edges() == sum(
        copies * knight_graph(*sides).number_of_edges() for sides, copies in layers
    )


@examples(10)
@given(
    boards().flatmap(
        lambda board: st.tuples(st.just(board), *[pieces(board.dimensions) for _ in "12"])
    )
)
def test_the_graph_of_a_union_is_the_union_of_the_graphs(case):
    board, p, q = case
    union = edge_set(board_graph(board, p)) | edge_set(board_graph(board, q))
    assert edge_set(board_graph(board, p | q)) == union


@pytest.mark.parametrize("shape", [(2, 3, 4), (3, 3, 2), (1, 4, 3)])
def test_king_and_rook_in_space_are_products_of_three(shape):
    def flat(G):
        return {frozenset(((*u[0], u[1]), (*v[0], v[1]))) for u, v in G.edges}

    paths, complete = (list(map(make, shape)) for make in (nx.path_graph, nx.complete_graph))
    king = nx.strong_product(nx.strong_product(*paths[:2]), paths[2])
    assert edge_set(board_graph(Board(shape), "king")) == flat(king)
    rook = nx.cartesian_product(nx.cartesian_product(*complete[:2]), complete[2])
    assert edge_set(board_graph(Board(shape), "rook")) == flat(rook)


@given(boards_and_pieces())
def test_a_hole_is_a_square_removed_where_the_piece_leaps(case):
    board, piece = case
    leaper = Piece([vector for vector, _ in piece.moves])
    whole = board_graph(Board(board.shape, periodic=board.periodic), leaper)
    whole.remove_nodes_from(board.holes)
    assert edge_set(board_graph(board, leaper)) == edge_set(whole)


@given(boards_and_pieces())
def test_a_graph_keeps_its_recipe_as_plain_text(case):
    board, piece = case
    G = board_graph(board, piece)
    assert isinstance(G, BoardGraph)
    assert all(type(key) is type(value) is str for key, value in G.graph.items())
    assert G.board == board
    assert G.piece == piece


def with_names(G):
    return nx.relabel_nodes(G, {square: G.board.name(square) for square in G})


SURVIVED = {
    "copy": BoardGraph.copy,
    "shallow copy": copy.copy,
    "deep copy": copy.deepcopy,
    "constructor": BoardGraph,
    "subgraph": lambda G: G.subgraph(set(G) - {(0, 0)}),
    "copied subgraph": lambda G: G.subgraph(set(G) - {(0, 0)}).copy(),
    "edge subgraph": lambda G: G.edge_subgraph([e for e in G.edges if e != ((0, 0), (0, 1))]),
    "subgraph view": lambda G: nx.subgraph_view(G, filter_node=lambda v: v != (0, 0)),
    "restricted view": lambda G: nx.restricted_view(G, [(0, 0)], []),
    "relabelling": with_names,
    "pickling": lambda G: pickle.loads(pickle.dumps(G)),
    "composition": lambda G: nx.compose(G, nx.Graph([((0, 0), (3, 3))])),
    "freezing": lambda G: nx.freeze(G.copy()),
}

LOST = {
    "complement": nx.complement,
    "a fresh graph": lambda G: G.__class__(G.edges),
    "line graph": lambda G: nx.line_graph(G, create_using=BoardGraph),
    "integer labels": nx.convert_node_labels_to_integers,
}


@together("change", [*SURVIVED.values(), *LOST.values()], ids=[*SURVIVED, *LOST])
def test_methods_outlive_every_change_of_the_graph(change):
    G = king_graph(4)
    H = change(G)
    assert isinstance(H, BoardGraph)
    tour = H.hamiltonian_cycle()
    assert H.is_hamiltonian_cycle(tour)
    assert H.is_hamiltonian_path(tour)
    assert set(tour) == set(H)
    path = H.hamiltonian_path(start=tour[1])
    assert path[0] == tour[1]
    with pytest.raises(icosian.exceptions.HamiltonianCycleExists):
        H.prove_no_hamiltonian_cycle()
    with pytest.raises(icosian.exceptions.HamiltonianPathExists):
        H.prove_no_hamiltonian_path()
    assert len(G) == 16


@every_generator
@pytest.mark.parametrize("weight", [None, "steps", "euclidean"])
def test_graphml_keeps_the_recipe(make, weight):
    G = make(4, 5, holes=["b2"], weight=weight)
    buffer = io.BytesIO()
    nx.write_graphml(G, buffer)
    buffer.seek(0)
    H = nx.read_graphml(buffer)
    assert {frozenset(map(str, edge)) for edge in G.edges} == edge_set(H)
    assert board_of(H) == G.board
    assert BoardGraph(H).piece == G.piece


@pytest.mark.filterwarnings("ignore::FutureWarning")  # of networkx 3.4 and 3.5
@every_generator
@pytest.mark.parametrize("weight", [None, "steps", "euclidean"])
def test_node_link_json_keeps_the_whole_graph(make, weight):
    G = make(4, 5, holes=["b2"], weight=weight)
    H = nx.node_link_graph(json.loads(json.dumps(nx.node_link_data(G))))
    assert nx.utils.graphs_equal(nx.Graph(G), H)
    assert board_of(H) == G.board


@every_chess_piece
def test_methods_are_the_functions(name):
    G = CHESS[name](4)
    for method in ("hamiltonian_cycle", "hamiltonian_path", "is_hamiltonian_cycle", "backtrack"):
        assert getattr(type(G), method) is getattr(icosian, method)


def preserves(G, image):
    return {frozenset((image[u], image[v])) for u, v in G.edges} == edge_set(G)


@every_chess_piece
@together("options", [{}, {"holes": ["c3"]}, {"holes": ["a1"]}, {"periodic": True}])
@together("sides", [(4, 4), (5, 5), (3, 6), (1, 5)])
def test_symmetries_of_the_board_are_automorphisms_of_chess_graphs(name, sides, options):
    if options.get("holes") == ["c3"] and sides[0] < 3:
        options = {}
    G = CHESS[name](*sides, **options)
    found = G.symmetries()
    assert len(found) == len(G.board.symmetries())
    assert all(preserves(G, image) for image in found)


@given(boards_and_pieces())
def test_symmetries_are_those_of_the_board_that_keep_the_edges(case):
    G = board_graph(*case)
    found = G.symmetries()
    assert found == [image for image in G.board.symmetries() if preserves(G, image)]
    for f, g in itertools.product(found[:8], repeat=2):
        assert {square: f[g[square]] for square in G} in found


def test_a_corner_left_with_one_edge_has_no_closed_tour():
    G = knight_graph(6)
    assert G.is_hamiltonian_cycle(G.hamiltonian_cycle())
    G.remove_edge((0, 0), (1, 2))
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        G.hamiltonian_cycle()
    assert isinstance(caught.value.proof, DegreeDeficiency)
    assert caught.value.proof.nodes == ((0, 0),)
    caught.value.proof.check(G)
    with pytest.raises(icosian.InvalidProof):
        caught.value.proof.check(knight_graph(6))
    path = G.hamiltonian_path()
    assert (0, 0) in (path[0], path[-1])


def test_a_corner_cut_off_leaves_no_tour_at_all():
    G = knight_graph(6)
    G.remove_edges_from(list(G.edges((0, 0))))
    with pytest.raises(icosian.NoHamiltonianPath) as caught:
        G.hamiltonian_path()
    assert isinstance(caught.value.proof, Disconnection)


def test_a_tour_avoids_removed_edges_and_uses_added_ones():
    G = king_graph(4)
    tour = G.hamiltonian_cycle()
    cut = next(tour.edges())
    G.remove_edge(*cut)
    assert not G.is_hamiltonian_cycle(tour)
    other = G.hamiltonian_cycle()
    assert frozenset(cut) not in map(frozenset, other.edges())

    G = knight_graph(5)  # 13 dark squares and 12 light ones: no closed tour
    with pytest.raises(icosian.NoHamiltonianCycle):
        G.hamiltonian_cycle()
    G.add_edge((0, 0), (4, 4))  # joins two dark corners
    tour = G.hamiltonian_cycle()
    assert frozenset(((0, 0), (4, 4))) in map(frozenset, tour.edges())


def test_an_added_node_must_be_visited():
    G = knight_graph(6)
    G.add_node("x")
    with pytest.raises(icosian.NoHamiltonianPath):
        G.hamiltonian_path()
    G.add_edges_from([("x", (0, 0)), ("x", (5, 4))])  # corners of two colours
    path = G.hamiltonian_path("x")
    assert path[0] == "x"
    assert len(path) == 37
    assert path.board is None


# Generators for chess boards: published numbers and known identities of their graphs.


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


# Knight on a cylinder, rows open and columns wrapped, rows: {columns: edges of the simple graph},
# computed by a separate program.
CYLINDER = {
    1: {3: 0, 4: 0, 5: 0, 6: 0, 7: 0},
    2: {2: 2, 3: 6, 4: 4, 5: 10, 6: 12, 7: 14},
    3: {1: 3, 2: 6, 3: 18, 4: 16, 5: 30, 6: 36, 7: 42},
    4: {1: 5, 2: 10, 3: 30, 4: 28, 5: 50, 6: 60},
    5: {1: 7, 2: 14, 3: 42, 4: 40},
}


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


# Generators for boards of hexagons: numbers, symmetries, and tours up to symmetry.


SHAPES = {
    "hexagon": hex_graph(3),
    "triangle": triangular_graph(5),
    "small triangle": triangular_graph(4),
    "rhombus": hex_graph(3, 3),
    "parallelogram": hex_graph(3, 4),
    "with a hole": hex_graph(3, holes=[(2, 2)]),
    "crooked": hex_graph(3, holes=[(0, 2)]),
}

every_shape = together("G", SHAPES.values(), ids=SHAPES)


@every_shape
def test_neighbors_are_at_distance_one(G):
    at = {(r, c): (c + r / 2, r * math.sqrt(3) / 2) for r, c in G}
    near = {frozenset((u, v)) for u in G for v in G if u != v and math.dist(at[u], at[v]) < 1.1}
    assert set(map(frozenset, G.edges)) == near
    weighted = icosian.board_graph(G.board, G.piece, weight="euclidean")
    assert {round(weight, 9) for *_, weight in weighted.edges(data="weight")} == {1.0}


@every_shape
def test_symmetries_are_the_automorphisms_of_the_lattice(G):
    symmetries = G.symmetries()
    assert symmetries[0] == {v: v for v in G}
    all_of_them = [frozenset(image.items()) for image in GraphMatcher(G, G).isomorphisms_iter()]
    assert {frozenset(image.items()) for image in symmetries} == set(all_of_them)
    assert len(symmetries) == len(all_of_them)


@every_shape
def test_the_board_survives_json_and_text(G):
    board = G.board
    assert board.hexagonal
    assert Board.from_json(board.to_json()) == board
    assert Board.from_text(str(board), hexagonal=True) == board
    assert board != Board(board.shape, holes=board.holes)


def test_a_proof_does_not_speak_of_dark_squares():
    path = hex_graph(1, 3)
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        path.hamiltonian_cycle()
    assert "dark" not in str(caught.value)


# -- pieces of hexagonal chess

CUBE = {
    "rook": ((1, -1, 0), False),
    "bishop": ((2, -1, -1), False),
    "knight": ((3, -1, -2), True),
    "wazir": ((1, -1, 0), True),
    "ferz": ((2, -1, -1), True),
}
"""A vector of each piece, whose coordinates have the sum 0, and whether it makes one step only."""
UNIONS = {"king": ("wazir", "ferz"), "queen": ("rook", "bishop")}


def cube_edges(cells, name):
    """Return the moves of a piece by cube coordinates: row, column and their negative sum."""
    vector, leaps = CUBE[name]
    edges = set()
    for step in {*permutations(vector), *permutations(-x for x in vector)}:
        for r, c in cells:
            k = 1
            while (at := (r + k * step[0], c + k * step[1])) in cells:
                edges.add(frozenset(((r, c), at)))
                k += 1
                if leaps:
                    break
    return edges


def test_the_knight_in_the_middle_has_the_published_moves():
    # https://codegolf.stackexchange.com/questions/116131, in the notation of Gliński
    published = ["c4", "c5", "d3", "d7", "e3", "e8", "g3", "g8", "h3", "h7", "i4", "i5"]
    cells = {
        f"{name}{column + 1 + min(row - 5, 0)}": (row, column)
        for row, name in enumerate("abcdefghikl")
        for column in range(11)
    }
    G = icosian.board_graph(hex_graph(6).board, "knight")
    assert set(G[cells["f6"]]) == set(map(cells.get, published))


def test_a_knight_that_goes_to_the_least_number_is_trapped_where_the_oeis_says():
    # A327131: the cells of a hexagon are numbered in a spiral
    clockwise = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    for n, last in enumerate([1, 1, 1, 34, 45, 76, 98, 135, 181, 234], start=1):
        spiral = [(n - 1, n - 1)]
        for ring in range(1, n):
            r, c = n - 1 - ring, n - 1 + ring
            for dr, dc in clockwise:
                for _ in range(ring):
                    r, c = r + dr, c + dc
                    spiral.append((r, c))
        number = {cell: k for k, cell in enumerate(spiral, start=1)}
        G = icosian.board_graph(hex_graph(n).board, "knight")
        assert set(G) == set(spiral)
        here, left = spiral[0], set(spiral[1:])
        while ahead := [v for v in G[here] if v in left]:
            here = min(ahead, key=number.get)
            left.remove(here)
        assert number[here] == last
