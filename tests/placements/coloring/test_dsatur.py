"""Greedy colorings and cliques."""

import math
from unittest.mock import patch

import networkx as nx
from hypothesis import given, strategies as st
from placement_graphs import sparse_or_dense

from icosian.placements import coloring
from icosian.placements.coloring import (
    dsatur,
    extend_coloring,
    greedy_clique,
    smallest_last,
)
from icosian.placements.placement import index_graph


@given(sparse_or_dense(most=30))
def test_nodes_of_every_core_come_first(G):
    near = index_graph(G).neighbors()
    nodes, cores = smallest_last(near)
    assert dict(zip(nodes, cores, strict=True)) == nx.core_number(G)
    assert cores == sorted(cores, reverse=True)
    for v, core in zip(nodes, cores, strict=True):
        before = set(nodes[: nodes.index(v)])
        assert len(near[v] & before) <= core


@given(sparse_or_dense(most=30))
def test_greedy_colorings_are_proper(G):
    near = index_graph(G).neighbors()
    for colors in (dsatur(near), extend_coloring(near, []), extend_coloring(near, [0])):
        assert all(colors[u] != colors[v] for u, v in G.edges)
        assert set(colors) == set(range(max(colors) + 1))
        assert max(colors) <= max(map(len, near))


@given(sparse_or_dense(most=30))
def test_arrays_and_heaps_give_the_same_orders_and_colors(G):
    near = index_graph(G).neighbors()
    found = []
    for dense in (0, len(G) ** 2):
        with patch.object(coloring, "_DENSE", dense):
            found.append((smallest_last(near), dsatur(near)))
    assert found[0] == found[1]


@given(sparse_or_dense(most=30), st.data())
def test_a_greedy_clique_is_one_that_nothing_can_join(G, data):
    near = index_graph(G).neighbors()
    clique = greedy_clique(near, data.draw(st.sampled_from(list(G))))
    assert G.subgraph(clique).size() == math.comb(len(clique), 2)
    assert not set.intersection(*(near[v] for v in clique))
