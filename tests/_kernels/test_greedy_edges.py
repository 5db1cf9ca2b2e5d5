"""Greedy edges, compared with a union of paths that is made from scratch."""

from itertools import pairwise

import networkx as nx
import numpy as np
from hypothesis import given, strategies as st

from icosian._kernels import greedy_edges
from icosian._kernels._jit import Run
from icosian.tours.shortest.one_trees import Spaced
from tests.tours.shortest.problems import plane


@given(st.integers(3, 15), st.integers(0, 1000), st.integers(0, 40))
def test_edges_are_taken_in_order_where_they_join_paths(n, seed, count):
    problem = plane(n, seed)
    matrix = problem.matrix
    pairs = sorted(zip(*np.triu_indices(n, 1), strict=True), key=lambda e: matrix[e])[:count]
    G = nx.empty_graph(n)
    for u, v in pairs:
        if G.degree[u] < 2 and G.degree[v] < 2 and not nx.has_path(G, u, v):
            G.add_edge(u, v)
    tour = np.zeros(n, np.int32)
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    Run(
        greedy_edges.join,
        *Spaced.of(problem).arrays,
        ends[:, 0].copy(),
        ends[:, 1].copy(),
        np.full(2 * n, -1, np.int64),
        np.arange(n),
        np.zeros(n, np.int64),
        tour,
        np.zeros(1, np.int64),
    ).finish()
    ring = nx.cycle_graph(tour.tolist())
    assert sorted(ring) == list(range(n))
    assert all(ring.has_edge(u, v) for u, v in G.edges)
    # The path that begins elsewhere is entered at its end nearest to the end before.
    parts = {v: part for part in map(frozenset, nx.connected_components(G)) for v in part}
    order, seen = tour.tolist(), set()
    for u, v in pairwise(order):
        seen |= parts[u]
        if parts[u] != parts[v]:
            free = [w for w in range(n) if w not in seen and G.degree[w] < 2]
            assert matrix[u, v] == min(matrix[u, w] for w in free)
