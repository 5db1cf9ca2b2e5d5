"""Labels of edges: sums of zero are cuts."""

import itertools

import networkx as nx
import numpy as np
from hypothesis import given, settings, strategies as st

from icosian._run.clock import Clock
from icosian.tours.edge_cuts import cut_labels
from icosian.tours.problem import Problem


@settings(deadline=None)
@given(st.integers(3, 9), st.integers(0, 6), st.integers(0, 1 << 20))
def test_two_labels_are_equal_exactly_for_a_cut_of_two_edges(n, more, seed):
    rng = np.random.default_rng(seed)
    G = nx.cycle_graph(n)
    G.add_edges_from(rng.integers(0, n, (more, 2)).tolist())
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    form = Problem.of(G, closed=True).form
    labels, edges = cut_labels(form, Clock()), form.edges().tolist()
    assert (labels != 0).all()  # a graph with a Hamiltonian cycle has no bridge
    for (a, one), (b, other) in itertools.combinations(enumerate(edges), 2):
        H = G.copy()
        H.remove_edges_from([one, other])
        assert (labels[a] == labels[b]) == (not nx.is_connected(H))


def test_a_bridge_has_the_label_zero_and_a_graph_in_parts_has_none():
    bridged = nx.barbell_graph(3, 0)
    form = Problem.of(bridged, closed=True).form
    assert form.edges()[cut_labels(form, Clock()) == 0].tolist() == [[2, 3]]
    apart = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    assert cut_labels(Problem.of(apart, closed=True).form, Clock()) is None
