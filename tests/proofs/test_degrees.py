"""Degree conditions: the true ones pass, the false ones are refused."""

import networkx as nx
from together import together
from true_certificates import (
    CLOSED,
    OPEN,
    refused,
)

from icosian.proofs import (
    DegreeDeficiency,
)


def degrees(*nodes, side="neighbours", **question):
    return DegreeDeficiency(nodes=nodes, side=side, **question)


def test_a_node_with_two_neighbours_is_not_deficient():
    refused(degrees(1, **CLOSED), nx.path_graph(4), "node 1 has enough neighbors")
    refused(degrees(0, 1, 3, **OPEN), nx.path_graph(4), "node 1 has enough neighbors")
    G = nx.DiGraph([(0, 1), (1, 2)])
    refused(degrees(0, side="successors", **CLOSED), G, "node 0 has enough successors")
    refused(degrees(2, side="predecessors", **CLOSED), G, "node 2 has enough predecessors")


def test_a_deficient_node_counts_once():
    star = nx.star_graph(4)
    refused(degrees(1, 2, 2, **OPEN), star, "twice")
    refused(degrees(1, 1, **CLOSED), star, "twice")


def test_a_deficient_node_must_be_a_node():
    for stranger in (9, "1", (1,), None):
        refused(degrees(stranger, **CLOSED), nx.star_graph(4), "is not a node")
        refused(degrees(1, 2, stranger, **OPEN), nx.star_graph(4), "is not a node")


def test_a_path_has_two_ends_for_deficient_nodes():
    star, digraph = nx.star_graph(4), nx.DiGraph([(0, 1), (1, 2)])
    for nodes in ((), (1,), (1, 2)):
        refused(degrees(*nodes, **OPEN), star, "ends enough")
    degrees(1, 2, 3, **OPEN).check(star)
    refused(degrees(0, side="predecessors", **OPEN), digraph, "ends enough")
    refused(degrees(2, side="successors", **OPEN), digraph, "ends enough")
    refused(degrees(**CLOSED), star, "ends enough")


def test_given_ends_may_be_deficient():
    star, fork = nx.star_graph(4), nx.DiGraph([(0, 1), (0, 2)])
    refused(degrees(1, 2, **OPEN, start=1), star, "ends enough")
    refused(degrees(1, 2, **OPEN, end=2), star, "ends enough")
    refused(degrees(1, 2, **OPEN, start=1, end=2), star, "ends enough")
    refused(degrees(1, 2, **OPEN, start=2, end=1), star, "ends enough")
    refused(degrees(1, side="successors", **OPEN, end=1), fork, "ends enough")
    refused(degrees(1, side="successors", **OPEN, start=2), fork, "ends enough")
    refused(degrees(0, side="predecessors", **OPEN, start=0), fork, "ends enough")
    # a node without a way on cannot be the start, but that is not what this kind says
    degrees(1, 2, side="successors", **OPEN, start=1).check(fork)


@together("side", ["predecessors", "successors", "", "degree", None, 2, ["neighbours"]])
def test_an_undirected_graph_counts_neighbours(side):
    refused(degrees(0, side=side, **CLOSED), nx.path_graph(4), "not counted")


@together("side", ["neighbours", "", "degree", None, 2, ["successors"]])
def test_a_digraph_counts_predecessors_or_successors(side):
    refused(degrees(2, side=side, **CLOSED), nx.DiGraph([(0, 1), (1, 2)]), "not counted")


def test_parallel_edges_do_not_make_two_neighbours():
    degrees(0, **CLOSED).check(nx.MultiGraph([(0, 1), (0, 1), (0, 0), (1, 2), (2, 3)]))
    loops = nx.DiGraph([(0, 1), (1, 0), (2, 2), (0, 2)])
    degrees(2, side="successors", **CLOSED).check(loops)


def test_degrees_are_explained_with_counts_and_names():
    star = nx.star_graph(12)
    for proof, words in [
        (degrees(1, **CLOSED), "node 1 has fewer than two neighbors, and a cycle needs two"),
        (degrees(1, 2, **CLOSED), "the 2 nodes 1, 2 have fewer than two neighbors"),
        (degrees(1, 2, 3, **OPEN), "each must be an end of the path, and only 2 can be"),
        (degrees(*range(1, 13), **OPEN), "the 12 nodes 1, 2, 3, 4, 5, 6, 7, 8 and 4 more have"),
        (degrees(1, 2, **OPEN, start=3), "and 3 was asked for"),
        (
            degrees(1, **OPEN, start=3, end=4),
            "it must be an end of the path, and 3, 4 were asked for",
        ),
    ]:
        proof.check(star)
        assert words in proof.explain()
    fork = nx.DiGraph([(0, 1), (0, 2)])
    for proof, words in [
        (
            degrees(1, side="successors", **CLOSED),
            "node 1 has no successors, and a cycle needs one",
        ),
        (degrees(1, 2, side="successors", **OPEN), "each must be the end of the path, and only 1"),
        (
            degrees(0, side="predecessors", **OPEN, start=1),
            "it must be the start of the path, and 1",
        ),
    ]:
        proof.check(fork)
        assert words in proof.explain()


def test_an_explanation_counts_the_ends_there_can_be():
    proof = degrees(4, 2, 3, **OPEN, start=4)
    proof.check(nx.star_graph(4))
    assert "only 1 can be" not in proof.explain()  # 4 can, and one more


def test_a_given_end_is_no_start():
    ways = nx.path_graph(3, nx.DiGraph)
    for end in ({}, {"end": 2}):
        refused(DegreeDeficiency(**OPEN, **end, nodes=(0,), side="predecessors"), ways, "ends")
    for start in ({}, {"start": 0}):
        refused(DegreeDeficiency(**OPEN, **start, nodes=(2,), side="successors"), ways, "ends")
