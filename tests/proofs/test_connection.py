"""Disconnections: the true ones pass, the false ones are refused."""

import networkx as nx
import pytest
from true_certificates import CLOSED, OPEN, refused

import icosian
from icosian.exceptions import InvalidProof
from icosian.proofs import (
    Disconnection,
)


def part(*nodes, **question):
    return Disconnection(part=frozenset(nodes), **question)


@pytest.mark.parametrize("question", [OPEN, CLOSED])
def test_a_part_is_neither_empty_nor_everything_nor_strange(question):
    G = nx.empty_graph(4)
    for nodes in ((), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 9), ("0",), (None,)):
        refused(part(*nodes, **question), G, "some nodes of the graph, but not all")
    part(0, **question).check(G)


@pytest.mark.parametrize("question", [OPEN, CLOSED])
def test_an_edge_out_of_the_part_joins_it_to_the_rest(question):
    G = nx.path_graph(4)
    for nodes in ((0,), (0, 1), (0, 1, 2), (3,), (1, 2)):
        refused(part(*nodes, **question), G, "an edge leads out")
    # only the arcs out of the part are in the way of a cycle
    D = nx.DiGraph([(0, 1), (1, 2), (2, 3)])
    refused(part(0, 1, **question), D, "an edge leads out")


def test_a_directed_path_may_end_in_a_part_without_a_way_out():
    D = nx.DiGraph([(0, 1), (1, 2), (2, 3)])
    part(2, 3, **CLOSED).check(D)
    refused(part(2, 3, **OPEN), D, "may lead into the part and end there")
    refused(part(2, 3, **OPEN, start=0), D, "may lead into the part and end there")
    refused(part(2, 3, **OPEN, end=3), D, "may lead into the part and end there")
    refused(part(2, 3, **OPEN, start=1, end=2), D, "may lead into the part and end there")
    part(2, 3, **OPEN, start=2).check(D)
    part(2, 3, **OPEN, end=1).check(D)
    part(2, 3, **OPEN, start=0, end=1).check(D)


def test_a_part_of_a_digraph_without_any_edge_to_the_rest_excludes_all_paths():
    D = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2)])
    for ends in ({}, {"start": 0}, {"end": 3}, {"start": 0, "end": 3}):
        part(0, 1, **OPEN, **ends).check(D)
        part(2, 3, **OPEN, **ends).check(D)


def test_disconnection_is_explained_with_counts_and_names():
    assert part(0, 1, 2, 3, **CLOSED).explain() == (
        "There is no Hamiltonian cycle: no edge leads from the 4 nodes 0, 1, 2, 3 to the rest."
    )
    assert part(0, 1, 2, 3, **OPEN).explain() == (
        "There is no Hamiltonian path: no edge joins the 4 nodes 0, 1, 2, 3 and the rest."
    )
    assert "no edge joins the node 1 and the rest" in part(1, **OPEN).explain()
    many = part(*range(10), **OPEN).explain()
    assert "the 10 nodes 0, 1, 2, 3, 4, 5, 6, 7 and 2 more and the rest" in many
    trap = part(0, 1, **OPEN, start=0)
    trap.check(nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (2, 0)]))
    assert "no edge leads from the 2 nodes 0, 1 to the rest" in trap.explain()
    mixed = part("a", 1, **OPEN)  # labels without an order
    mixed.check(nx.Graph([("a", 1), (2, 3)]))
    assert "the 2 nodes 'a', 1" in mixed.explain()


def test_a_square_without_moves_is_named():
    G = icosian.knight_graph(3)
    square = frozenset({(1, 1)})
    for closed in (True, False):
        proof = Disconnection(closed=closed, ranks=3, part=square)
        proof.check(G)
        assert proof.explain().endswith(": no move leads to b2.")
        assert proof.effort == 1
    D = G.to_directed()
    D.add_edge((0, 0), (1, 1))
    with pytest.raises(InvalidProof, match="a move leads to the square"):
        Disconnection(closed=True, ranks=3, part=square).check(D)
    Disconnection(closed=True, part=square).check(D)  # which says only that none leads away
