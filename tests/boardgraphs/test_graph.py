import copy
import io
import itertools
import json
import math
import pickle

import networkx as nx
import numpy as np
import pytest
from board_generators import CHESS, edge_set, every_chess_piece, every_generator
from board_strategies import boards, boards_and_pieces, pieces, refusal
from hypothesis import given, settings, strategies as st
from together import together

import icosian
from icosian import (
    BoardGraph,
    board_graph,
    king_graph,
    knight_graph,
    leaper_graph,
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


@settings(max_examples=10)
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


def test_nodes_are_tuples_of_python_integers_and_weights_python_numbers():
    G = knight_graph(4, periodic=True, weight="euclidean")
    assert {type(node) for node in G} == {tuple}
    assert {type(x) for node in G for x in node} == {int}
    assert {type(weight) for *_, weight in G.edges(data="weight")} == {float}


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


@together("change", SURVIVED.values(), ids=SURVIVED)
def test_the_recipe_survives_copies_subgraphs_and_pickling(change):
    H = change(king_graph(4))
    assert H.board == Board((4, 4))
    assert H.piece == Piece.named("king")


@pytest.mark.parametrize("change", [nx.complement, lambda G: BoardGraph(G.edges), nx.line_graph])
def test_a_graph_that_lost_its_recipe_says_so(change):
    H = BoardGraph(change(king_graph(4)))
    assert H.board is None
    assert H.piece is None
    with pytest.raises(icosian.IcosianError, match="no longer"):
        H.symmetries()


def test_an_empty_board_graph_is_a_null_graph():
    G = BoardGraph()
    assert len(G) == 0
    assert G.board is G.piece is None
    with pytest.raises(nx.NetworkXPointlessConcept):
        G.hamiltonian_cycle()


@together("recipe", [None, 5, "", "{}", "[]", {"shape": [4, 4]}])
def test_a_damaged_recipe_is_ignored(recipe):
    G = king_graph(4)
    G.graph["board"] = G.graph["piece"] = recipe
    assert G.board is None
    assert G.piece is None
    assert G.is_hamiltonian_cycle(G.hamiltonian_cycle())


def test_directed_copies_are_ordinary_digraphs_that_know_their_board():
    D = king_graph(4).to_directed()
    assert type(D) is nx.DiGraph
    assert board_of(D) == Board((4, 4))
    ring = king_graph(4).hamiltonian_cycle("a4")
    D.remove_edges_from([(v, u) for u, v in ring.edges()])
    assert icosian.is_hamiltonian_cycle(D, ring)
    assert not icosian.is_hamiltonian_cycle(D, ring[::-1])
    path = icosian.hamiltonian_path(D, "a4")
    assert path[0] == (0, 0)
    assert icosian.is_hamiltonian_path(D, path)


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


def test_a_removed_edge_breaks_symmetries_and_its_return_restores_them():
    G = knight_graph(8)
    assert len(G.symmetries()) == 8
    G.remove_edge((0, 0), (1, 2))
    assert len(G.symmetries()) == 1
    G.remove_edge((0, 0), (2, 1))  # its mirror image in the long diagonal
    assert len(G.symmetries()) == 2
    G.add_edges_from([((0, 0), (1, 2)), ((0, 0), (2, 1))])
    assert len(G.symmetries()) == 8


def test_symmetries_need_squares_as_nodes():
    for change in (
        lambda G: G.add_node("x"),
        lambda G: G.graph.clear(),
    ):
        G = king_graph(3)
        change(G)
        with pytest.raises(icosian.IcosianError, match="squares of a board"):
            G.symmetries()


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


def test_a_removed_square_is_not_visited():
    G = knight_graph(5)
    G.remove_node((0, 0))
    with pytest.raises(icosian.NotANode):
        G.hamiltonian_path("a5")
    tour = G.hamiltonian_cycle()
    assert len(tour) == 24
    assert icosian.is_hamiltonian_cycle(knight_graph(5, holes=["a5"]), tour)


def test_names_of_squares_are_understood_while_the_nodes_are_squares():
    G = knight_graph(5)
    assert G.hamiltonian_path("a1", "e5")[0] == (4, 0)
    H = with_names(G)
    assert H.hamiltonian_path("a1", "e5")[-1] == "e5"
    with pytest.raises(icosian.NotANode):
        nx.convert_node_labels_to_integers(G).hamiltonian_path("a1")


@every_generator
@together("holes", [[(9, 9)], ["z1"], [(-1, 0)], [None], [2.5], [True], (0, 0), "x"])
def test_bad_holes_are_refused(make, holes):
    message = refusal(make, 8, holes=holes)
    assert repr(holes[0]) in message


@every_generator
@together("periodic", [None, 0, 2.5, "8", math.nan, (True,), (True, None)])
def test_bad_flags_are_refused(make, periodic):
    message = refusal(make, 8, periodic=periodic)
    assert repr(periodic) in message
    assert "periodic is True, False or one of them for each of the 2 axes" in message


@every_generator
@together("weight", ["length", "", 0, -1, 2.5, True, math.nan, ["steps"]])
def test_an_unknown_weight_is_refused(make, weight):
    message = refusal(make, 8, weight=weight)
    assert repr(weight) in message
    assert "weight must be 'steps', 'euclidean', a callable or None" in message


@together("board", [None, 8, (8, 8), "...", math.nan, True])
def test_what_is_not_a_board_is_refused(board):
    message = refusal(board_graph, board, "knight")
    assert repr(board) in message
    assert "must be a Board" in message


@together("piece", [None, 0, 2.5, True, math.nan, [(1, 2)], ["knight"], Piece])
def test_what_is_not_a_piece_is_refused(piece):
    message = refusal(board_graph, Board((8, 8)), piece)
    assert repr(piece) in message
    assert "must be a Piece" in message


@together("piece", ["pawn", "", "8", "Knight"])
def test_an_unknown_piece_is_refused(piece):
    message = refusal(board_graph, Board((8, 8)), piece)
    assert repr(piece) in message
    assert "knight, king, queen, rook, bishop" in message


def test_a_piece_of_another_dimension_is_refused():
    assert "8 x 8" in refusal(board_graph, Board((8, 8)), Piece.named("rook", dimensions=3))
    assert "two axes, got 1" in refusal(board_graph, Board((8,)), "knight")


@every_generator
def test_an_unknown_weight_is_refused_even_where_nothing_is_weighed(make):
    assert "'length'" in refusal(make, 1, weight="length")


@pytest.mark.parametrize("holes", [None, 5, 2.5])
@every_generator
def test_holes_that_are_not_iterable_are_refused(make, holes):
    assert repr(holes) in refusal(make, 8, holes=holes)


@together("step", [10**9, 2**62, 2**63 - 1, 2**63, 10**30])
def test_a_huge_step_leaves_a_flat_board_and_wraps_round_a_torus_by_its_remainder(step):
    assert leaper_graph(1, step, 8).number_of_edges() == 0
    for side in (3, 5, 7, 8):
        torus = leaper_graph(1, step, side, periodic=True)
        assert edge_set(torus) == edge_set(leaper_graph(1, step % side, side, periodic=True))


def test_a_recipe_of_nested_brackets_is_ignored():
    G = king_graph(4)
    G.graph["board"] = G.graph["piece"] = "[" * 10**5
    assert G.is_hamiltonian_cycle(G.hamiltonian_cycle())
    assert G.board is G.piece is None


@pytest.mark.parametrize("weight", [np.zeros(3), 10**5000, {}], ids=type)
def test_a_weight_of_another_kind_is_refused(weight):
    assert "weight must be 'steps', 'euclidean'" in refusal(knight_graph, 4, weight=weight)


@together("value", ["1", math.nan, np.zeros(2), 1j, np.True_], ids=repr)
def test_the_weight_of_a_move_is_a_number(value):
    message = refusal(knight_graph, 3, weight=lambda u, v: value)
    assert "the weight of (0, 0), (2, 1) must be a number" in message


def test_weights_of_numpy_become_numbers_of_python():
    G = knight_graph(np.int64(4), np.int64(5), weight=lambda u, v: np.float32(2.5))
    assert {type(w) for *_, w in G.edges(data="weight")} == {float}
    assert {type(x) for square in G for x in square} == {int}


def test_a_step_beyond_floating_point_numbers_is_infinitely_long():
    step = 10**400
    torus = leaper_graph(1, step, 7, periodic=True, weight="euclidean")
    assert edge_set(torus) == edge_set(leaper_graph(1, step % 7, 7, periodic=True))
    assert {w for *_, w in torus.edges(data="weight")} == {math.inf}
