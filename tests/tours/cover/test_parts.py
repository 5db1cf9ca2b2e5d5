"""Parts of graphs as arrays."""

import networkx as nx
import pytest

from icosian._arrays.csr import csr
from icosian.tours.cover.path_cover import components, induce_subgraph


@pytest.mark.parametrize("directed", [False, True])
def test_induced_subgraphs_are_those_of_networkx(directed):
    G = nx.gnp_random_graph(12, 0.3, seed=1, directed=directed)
    nodes = [0, 2, 4, 5, 7, 11]
    part = induce_subgraph(csr(G, {v: v for v in G}), nodes)
    arcs = {(nodes[u], nodes[v]) for u, v in zip(part.sources(), part.indices, strict=True)}
    expected = set(G.subgraph(nodes).edges)
    assert part.directed == directed
    assert arcs == expected | (set() if directed else {(v, u) for u, v in expected})


@pytest.mark.parametrize("directed", [False, True])
def test_components_are_those_of_networkx(directed):
    G = nx.gnp_random_graph(30, 0.05, seed=2, directed=directed)
    find = nx.weakly_connected_components if directed else nx.connected_components
    assert components(csr(G, {v: v for v in G})) == sorted(map(sorted, find(G)))
