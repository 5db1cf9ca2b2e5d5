"""Cut vertices: the true certificates pass, the false ones are refused."""

from dataclasses import replace

import networkx as nx
from true_certificates import CLOSED, OPEN, by_rows, refused

from icosian.proofs import (
    CutVertex,
)


def hanging(*parts, **question):
    return CutVertex(parts=tuple((v, frozenset(part)) for v, part in parts), **question)


MILL = nx.windmill_graph(3, 3)  # three triangles 0, 1, 2 and 0, 3, 4 and 0, 5, 6

A, B, C = ((0, (k, k + 1)) for k in (1, 3, 5))


def test_a_part_hangs_on_its_cut_vertex_alone():
    hanging(A, **CLOSED).check(MILL)
    for cut, part_ in [(0, (1,)), (0, (1, 3)), (1, (2,)), (3, (1, 2))]:
        refused(hanging((cut, part_), **CLOSED), MILL, "leads out of a part")
    arcs = MILL.to_directed()
    for extra in ((1, 5), (5, 1)):
        D = arcs.copy()
        hanging(A, **CLOSED).check(D)
        D.add_edge(*extra)
        refused(hanging(A, **CLOSED), D, "out of a part|into a part")
        hanging(B, **CLOSED).check(D)


def test_something_is_left_to_visit_beside_a_part_and_its_cut_vertex():
    triangle = nx.cycle_graph(3)
    refused(hanging((0, (1, 2)), **CLOSED), triangle, "leave something to visit")
    refused(hanging((0, ()), **CLOSED), triangle, "leave something to visit")
    refused(hanging((0, (1,)), **CLOSED), nx.Graph([(0, 1)]), "leave something to visit")
    hanging((0, (1,)), **CLOSED).check(nx.path_graph([1, 0, 2]))


def test_parts_and_their_cut_vertices_are_nodes_and_do_not_overlap():
    for wrong in [(9, (1, 2)), (0, (1, 2, 9)), (0, ("1", "2")), (None, (1, 2))]:
        refused(hanging(wrong, **CLOSED), MILL, "not of the graph")
    refused(hanging(A, A, B, **OPEN), MILL, "share a node")
    refused(hanging(A, (0, (1, 2, 3, 4)), C, **OPEN), MILL, "share a node")
    refused(hanging((0, (0, 1, 2)), **CLOSED), MILL, "is in a part")
    refused(hanging((1, (3, 4)), A, **CLOSED), MILL, "is in a part")


def test_a_path_ends_in_two_parts_that_hang_on_a_node():
    for ends in ({}, {"start": 1}, {"end": 1}, {"start": 1, "end": 3}, {"start": 1, "end": 2}):
        hanging(A, B, C, **OPEN, **ends).check(MILL)
    for ends in ({}, {"start": 1}, {"end": 1}, {"start": 1, "end": 3}):
        refused(hanging(A, B, **OPEN, **ends), MILL, "ends enough")
    for ends in ({"start": 5}, {"end": 0}, {"start": 5, "end": 1}, {"start": 1, "end": 2}):
        hanging(A, B, **OPEN, **ends).check(MILL)
    for ends in ({}, {"start": 5}, {"end": 1}, {"start": 2, "end": 1}, {"start": 1, "end": 5}):
        refused(hanging(A, **OPEN, **ends), MILL, "ends enough")
    hanging(A, **OPEN, start=3, end=4).check(MILL)
    refused(hanging(**OPEN), MILL, "ends enough")
    refused(hanging(**CLOSED), MILL, "ends enough")


def test_cut_vertices_are_explained():
    assert hanging(A, **CLOSED).explain() == (
        "There is no Hamiltonian cycle: node 0 is the only way to a part of 2 nodes (1, 2), and a"
        " cycle would have to pass it twice."
    )
    text = hanging(A, B, (0, (5,)), **OPEN).explain()
    assert "0 is the only way to a part of 2 nodes (3, 4);" in text
    assert "0 is the only way to a part of 1 node (5)." in text
    assert text.endswith("must end in each of these 3 parts, and it has only two ends.")
    assert "of which 5 was given." in hanging(A, B, **OPEN, start=5).explain()
    assert "of which 5, 0 were given." in hanging(A, **OPEN, start=5, end=0).explain()
    squares = replace(hanging(((0, 1), ((0, 0),)), **CLOSED), ranks=3).explain()
    assert "There is no Hamiltonian cycle: b3 is the only way to a part of 1 node (a3)" in squares


def test_a_part_that_holds_an_end_needs_no_other():
    parts = (1, frozenset({0})), (1, frozenset({2}))
    for ends in ({"start": 0, "end": 2}, {"start": 2, "end": 0}):
        refused(CutVertex(**OPEN, **ends, parts=parts), nx.path_graph(3), "ends enough")


def test_an_end_that_is_free_is_in_no_part():
    star = by_rows({0: [None, 1, 2], None: [0], 1: [0], 2: [0]})
    parts = tuple((0, frozenset({v})) for v in (None, 1, 2))
    CutVertex(**OPEN, parts=parts).check(star)
    refused(CutVertex(**OPEN, parts=parts[:2]), star, "ends enough")


def test_a_part_is_a_set_of_nodes_though_a_node_has_the_same_name():
    F = frozenset({1, 2})
    ring = nx.Graph([(F, 1), (F, 2), (1, 3), (2, 3)])
    refused(CutVertex(**CLOSED, parts=((F, F),)), ring, "leads out of a part")
    ring.remove_node(3)
    ring.add_edges_from([(F, 3), (F, 4)])
    CutVertex(**CLOSED, parts=((F, F),)).check(ring)
