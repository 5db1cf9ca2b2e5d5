"""Searches on arrays, several on the same ones; test_dijkstra.py compares all ways to search."""

import networkx as nx
import numpy as np
import pytest

from icosian.routes.search import ArraySearch, prepare


@pytest.mark.parametrize("lengths", [(1, 2, 3), (0, 1, 5)], ids=["buckets", "heap"])
def test_searches_do_not_disturb_each_other(lengths):
    G = nx.grid_2d_graph(5, 5)
    for k, (u, v) in enumerate(G.edges):
        G[u][v]["weight"] = lengths[k % 3]
    search, nodes = ArraySearch(prepare(G).arrays), list(G)
    for source in (0, 12, 0):
        dist, _ = search.run(np.array([source], np.int32))
        far = nx.single_source_dijkstra_path_length(G, nodes[source])
        assert dist.tolist() == [far[v] for v in nodes]
    near, _ = search.run(np.array([0], np.int32), goal=6)
    assert near[6] == max(d for d in near if d < np.inf)
    few, _ = search.run(np.array([0], np.int32), farthest=2)
    assert few.max(where=few < np.inf, initial=0) <= 2
