"""The kernel of breadth-first search."""

import networkx as nx
import numpy as np
from hypothesis import given, strategies as st
from naive import two_coloring

from icosian._arrays.csr import csr
from icosian._kernels import sweep


@given(st.integers(1, 12), st.integers(0, 10**6), st.integers(1, 20))
def test_a_component_is_colored_as_the_slow_twin_colors_it(n, seed, budget):
    G = nx.gnp_random_graph(n, 1.5 / n, seed=seed)
    arrays = csr(G, {v: v for v in G})
    side, queue, s = np.full(n, -1), np.zeros(n, np.int64), np.zeros(sweep.WORDS, np.int64)
    side[0], s[sweep.TAIL] = 0, 1
    while not sweep.sweep(arrays.indptr, arrays.indices, side, queue, s, budget):
        pass
    colors, two_are_enough = two_coloring(G, 0)
    assert side.tolist() == [colors.get(v, -1) for v in G]
    assert s[sweep.CLASH] == (not two_are_enough)
    assert s[sweep.STEPS] == s[sweep.TAIL] == len(colors)
