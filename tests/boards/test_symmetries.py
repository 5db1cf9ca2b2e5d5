"""Symmetries of graphs that know their board."""

import networkx as nx
import pytest

import icosian
from icosian import IcosianError, queen_graph
from icosian.boards.piece import graph_symmetries, square_symmetries


def test_a_graph_keeps_the_symmetries_that_keep_its_edges():
    G = queen_graph(4)
    assert graph_symmetries(G) == square_symmetries(G) == G.symmetries()
    assert len(graph_symmetries(G)) == 8
    G.remove_edge((0, 0), (0, 1))
    assert len(square_symmetries(G)) == 8
    assert graph_symmetries(G) == G.symmetries() == [{v: v for v in G}]


def test_a_copy_of_another_class_is_as_symmetric():
    G = queen_graph(4)
    for kind in (nx.Graph, nx.MultiGraph):
        assert graph_symmetries(kind(G)) == G.symmetries()


def test_squares_that_a_graph_lacks_are_holes():
    G = queen_graph(4)
    G.remove_node((0, 0))
    assert len(square_symmetries(G)) == len(graph_symmetries(G)) == len(G.symmetries()) == 2
    assert all(set(image) == set(image.values()) == set(G) for image in G.symmetries())


@pytest.mark.parametrize("change", ["nodes", "board"])
def test_without_the_squares_of_a_board_there_are_no_symmetries(change):
    G = icosian.king_graph(3)
    if change == "nodes":
        G.add_node("x")
    else:
        G.graph.clear()
    assert graph_symmetries(G) == square_symmetries(G) == []
    with pytest.raises(IcosianError, match="squares of a board"):
        G.symmetries()
