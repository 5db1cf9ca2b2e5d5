"""Looking up nodes: a node stands for itself first, then for a square of the board."""

import networkx as nx
import numpy as np
import pytest
from together import together

import icosian
from icosian.boards.piece import node_of, ranks_of
from icosian.exceptions import NotANode


@together("given", [(7, 1), "b1", " B1 ", [7, 1], np.array([7, 1]), (np.int8(7), True)], ids=str)
def test_a_square_is_given_by_itself_its_name_or_its_coordinates(given):
    assert node_of(icosian.knight_graph(8), given, "start") == (7, 1)


def test_a_node_that_looks_like_a_name_is_the_node():
    G = icosian.knight_graph(8)
    G.add_node("b1")
    assert node_of(G, "b1", "start") == "b1"
    assert node_of(G, "c1", "start") == (7, 2)


@together(
    ("node", "reason"),
    [
        ("i9", "start: 'i9' is not on the 8 x 8 board"),
        ("b", "start: the name of a square is a letter and a number such as b1, got 'b'"),
        ((8, 0), r"start: \(8, 0\) is not on the 8 x 8 board"),
        (5, "start: a square is a tuple of 2 integers or a name such as b1, got 5"),
        (-(10**5000), "an unprintable int"),
    ],
    ids=["outside", "letter", "tuple", "number", "huge"],
)
def test_what_is_not_a_square_of_the_board_is_refused_with_the_reason(node, reason):
    with pytest.raises(NotANode, match=reason):
        node_of(icosian.knight_graph(8), node, "start")


def test_a_square_that_was_removed_is_not_a_node():
    G = icosian.knight_graph(8)
    G.remove_node((7, 1))
    with pytest.raises(NotANode, match="start 'b1' is not a node of the graph"):
        node_of(G, "b1", "start")


def test_without_a_board_there_are_only_nodes():
    G = nx.path_graph(3)
    assert node_of(G, 1, "end") == 1
    with pytest.raises(NotANode, match="end 'b1' is not a node of the graph"):
        node_of(G, "b1", "end")
    with pytest.raises(NotANode, match=r"end \[1\] is unhashable"):
        node_of(G, [1], "end")


def test_ranks_are_those_of_a_plane_board_whose_squares_are_the_nodes():
    G = icosian.knight_graph(5, 4)
    assert ranks_of(G) == 5
    assert ranks_of(icosian.knight_graph(3, 40)) is None  # its squares have no names
    assert ranks_of(nx.path_graph(3)) is None
    G.add_node("home")
    assert ranks_of(G) is None
