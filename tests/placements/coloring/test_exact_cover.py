"""Exact covers by independent sets."""

import networkx as nx

import icosian
from icosian import (
    queen_graph,
)
from icosian.placements._graph import indexed
from icosian.placements.coloring.exact_cover import symmetric_families


def test_families_are_whole_orbits_of_disjoint_sets():
    G = queen_graph(6)
    read = indexed(G)
    number = {node: k for k, node in enumerate(G)}
    sets = [tuple(number[v] for v in s) for s in icosian.independent_sets(G, 5)]
    listed = list(symmetric_families(read, sets))
    assert len(listed) == 7  # symmetries of the square, the identity apart
    for families in listed:
        assert families
        for family in families:
            assert set(map(len, family)) == {5}
            assert len(set().union(*family)) == 5 * len(family)
        flat = [members for family in families for members in family]
        assert len(flat) == len(set(flat))
        assert set(flat) <= set(sets)


def test_a_graph_that_is_not_as_symmetric_as_its_board_has_no_families():
    G = queen_graph(4)
    sets = [(1, 7, 8, 14), (2, 4, 11, 13)]
    assert len(list(symmetric_families(indexed(G), sets))) == 7
    G.remove_edge((0, 0), (0, 1))
    assert list(symmetric_families(indexed(G), sets)) == []
    G = queen_graph(4)
    G.remove_node((0, 0))
    assert list(symmetric_families(indexed(G), [])) == []
    assert list(symmetric_families(indexed(nx.path_graph(4)), [])) == []
