"""Symmetries of a problem: permutations of its nodes, those of its board."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import Board, Piece, board_graph, knight_graph
from icosian.exceptions import InvalidArgument
from icosian.tours.problem import Problem
from icosian.tours.symmetries import board_symmetries


def images(G):
    problem = Problem.of(G, closed=True)
    return problem, board_symmetries(problem)


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


@pytest.mark.parametrize("n", [4, 9])
def test_a_graph_that_knows_no_board_is_refused(n):
    with pytest.raises(InvalidArgument, match="a board it knows, such as knight_graph"):
        images(nx.cycle_graph(n))


def test_a_graph_of_some_squares_of_its_board_is_refused():
    G = knight_graph(4)
    G.remove_node((0, 0))
    with pytest.raises(InvalidArgument, match="distinct needs a graph"):
        images(G)
