"""Labels of edges, compared with the cuts that taking edges out shows."""

import networkx as nx
from hypothesis import given, strategies as st
from naive import two_edge_cuts

from icosian._run.clock import Clock
from icosian.tours.instance import cut_labels
from icosian.tours.problem import Problem


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
