"""Breadth-first colorings and labels of edges, compared with slow twins."""

import networkx as nx
import numpy as np
from hypothesis import given, strategies as st
from naive import two_coloring, two_edge_cuts

from icosian._arrays.csr import csr
from icosian._kernels import cuts
from icosian._run.clock import Clock
from icosian.tours.instance import cut_labels
from icosian.tours.problem import Problem


@given(st.integers(1, 12), st.integers(0, 10**6), st.integers(1, 20))
def test_a_component_is_colored_as_the_slow_twin_colors_it(n, seed, budget):
    G = nx.gnp_random_graph(n, 1.5 / n, seed=seed)
    arrays = csr(G, {v: v for v in G})
    side, queue, s = np.full(n, -1), np.zeros(n, np.int64), np.zeros(cuts.WORDS, np.int64)
    side[0], s[cuts.TAIL] = 0, 1
    while not cuts.sweep(arrays.indptr, arrays.indices, side, queue, s, budget):
        pass
    colors, two_are_enough = two_coloring(G, 0)
    assert side.tolist() == [colors.get(v, -1) for v in G]
    assert s[cuts.CLASH] == (not two_are_enough)
    assert s[cuts.STEPS] == s[cuts.TAIL] == len(colors)


@given(st.integers(3, 9), st.integers(0, 6), st.integers(0, 1000))
def test_equal_labels_are_cuts_of_two_edges_and_zero_is_a_bridge(n, more, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, more, seed=seed).edges)
    form = Problem.of(G, closed=True).form
    labels = cut_labels(form, Clock()).tolist()
    label = {frozenset(e): x for e, x in zip(form.edges().tolist(), labels, strict=True)}
    assert {e for e, x in label.items() if x == 0} == {frozenset(e) for e in nx.bridges(G)}
    equal = {frozenset((e, f)) for e in label for f in label if e != f and label[e] == label[f]}
    assert {pair for pair in equal if all(label[e] for e in pair)} == two_edge_cuts(G)
