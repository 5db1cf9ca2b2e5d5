"""Symmetries of a problem: permutations of its nodes, of its board or its graph."""

from collections import Counter
from math import factorial

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import Board, Piece, board_graph, knight_graph
from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.problem import Problem
from icosian.tours.symmetries import MOST_LISTED, problem_symmetries


def images(G):
    problem = Problem.of(G, closed=True)
    return problem, problem_symmetries(problem, Clock()).images


@together(
    ("shape", "periodic", "number"),
    [((4, 4), False, 8), ((3, 4), False, 4), ((5,), False, 2), ((3, 3), True, 8)],
    ids=["square", "rectangle", "row", "torus"],
)
def test_all_rotations_and_reflections_but_the_identity_are_there(shape, periodic, number):
    board = Board(shape, periodic=periodic)
    problem, found = images(board_graph(board, "king"))
    assert found.shape == (number - 1, problem.size)
    assert found.dtype == np.int64
    assert len({tuple(row) for row in found.tolist()}) == number - 1
    assert list(range(problem.size)) not in found.tolist()


@given(st.sampled_from([(3, 3), (2, 4), (4, 4), (2, 2, 2)]), st.data())
def test_a_symmetry_permutes_the_nodes_and_moves_stay_moves(shape, data):
    squares = Board(shape).squares
    board = Board(shape, holes=data.draw(st.lists(st.sampled_from(squares), max_size=2)))
    problem, found = images(board_graph(board, Piece.leaper(0, 1, dimensions=len(shape))))
    G, nodes = problem.G, problem.nodes
    for row in found.tolist():
        assert sorted(row) == list(range(problem.size))
        image = dict(zip(nodes, (nodes[k] for k in row), strict=True))
        assert all(G.has_edge(image[u], image[v]) for u, v in G.edges)


def test_symmetries_compose_to_symmetries():
    problem, found = images(knight_graph(4))
    group = {tuple(range(problem.size)), *map(tuple, found.tolist())}
    assert all(tuple(one[k] for k in other) in group for one in group for other in group)


def test_a_hole_leaves_the_symmetries_that_keep_it():
    corner, middle, edge = (
        images(board_graph(Board((3, 3), holes=[hole]), "king"))[1]
        for hole in ((0, 0), (1, 1), (0, 1))
    )
    assert [len(found) for found in (corner, middle, edge)] == [1, 7, 1]


def test_a_board_without_symmetries_has_an_empty_list():
    problem, found = images(board_graph(Board((2, 4), holes=[(0, 1)]), "king"))
    assert found.shape == (0, problem.size)


def test_removed_squares_are_holes():
    holes = [(0, 0), (1, 2)]
    G = knight_graph(4)
    G.remove_nodes_from(holes)
    _, found = images(G)
    H = board_graph(Board((4, 4), holes=holes), "knight")
    assert {tuple(row) for row in found.tolist()} == {tuple(row) for row in images(H)[1].tolist()}
    assert knight_graph(4).subgraph([(0, 0)]).symmetries() == [{(0, 0): (0, 0)}]


def order(G, *, closed=True, **question):
    """Return the order of the group, which has as many elements, or generators of them."""
    problem = Problem.of(G, closed=closed, **question)
    group = problem_symmetries(problem, Clock())
    rows = {tuple(row) for row in group.images.tolist()}
    assert group.is_listed == (group.order <= MOST_LISTED)
    assert group.images.dtype == np.int64
    assert len(rows) == len(group.images)
    if group.is_listed:
        assert len(rows) == group.order - 1
        assert tuple(range(problem.size)) not in rows
    for row in list(rows)[:50]:
        moved = nx.relabel_nodes(G, dict(zip(G, (problem.nodes[k] for k in row), strict=True)))
        kind = tuple if G.is_directed() else frozenset
        assert Counter(map(kind, G.edges())) == Counter(map(kind, moved.edges()))
    return group.order


@together(
    ("G", "number"),
    [
        (nx.empty_graph(1), 1),
        (nx.frucht_graph(), 1),
        (nx.path_graph(9), 2),
        (nx.cycle_graph(300), 600),
        (nx.cycle_graph(9, nx.DiGraph), 9),
        (nx.tutte_graph(), 3),
        (nx.petersen_graph(), 120),
        (nx.dodecahedral_graph(), 120),
        (nx.icosahedral_graph(), 120),
        (nx.heawood_graph(), 336),
        (nx.paley_graph(13), 39 * 2),
        (nx.hypercube_graph(5), 3840),
        (nx.hoffman_singleton_graph(), 252000),
        (nx.complete_bipartite_graph(6, 6), 2 * factorial(6) ** 2),
        (nx.complete_graph(40), factorial(40)),
        (nx.disjoint_union_all([nx.cycle_graph(4)] * 3), 8**3 * 6),
        (nx.relabel_nodes(nx.petersen_graph(), str), 120),
    ],
)
def test_the_order_of_a_group_is_the_published_one(G, number):
    assert order(G) == number


def test_only_symmetries_that_keep_the_conditions_are_left():
    K = nx.complete_graph(6)
    assert order(K, closed=False, start=0) == order(K, require=[(0, 1), (1, 2)]) * 10 == 120
    assert order(K, closed=False, start=0, end=1) == order(K, forbid=[(0, 1)]) == 48
    assert order(K, closed=False, start=0, end=1, positions={2: 3}) == 6
    assert order(K.to_directed(), closed=False, start=0, end=1) == 24
    assert order(K.to_directed(), require=[(0, 1)]) == 24
    assert order(K, require=[(0, 1)], forbid=[(2, 3)]) == 8
    assert order(K, positions={0: 1}) == 720
    assert order(K, positions={0: 1, 3: 2}) == 24


def test_the_search_ends_with_the_time():
    asked = Problem.of(nx.complete_graph(60), closed=True)
    with pytest.raises(TimeIsUp):
        problem_symmetries(asked, Clock(0))
