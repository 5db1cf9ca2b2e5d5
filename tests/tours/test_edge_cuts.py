"""Labels of edges: sums of zero are cuts."""

import itertools

import networkx as nx
import numpy as np
from hypothesis import given, settings, strategies as st

from icosian._run.clock import Clock
from icosian.tours.instance import MOST, cut_labels, small_cuts
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


def borders(G):
    """Return the borders of all sets of nodes that have three or four edges without common ends."""
    nodes, found = list(G), set()
    for size in range(1, len(nodes)):
        for part in itertools.combinations(nodes, size):
            border = [e for e in G.edges if (e[0] in part) != (e[1] in part)]
            ends = {v for e in border for v in e}
            if len(border) in (3, 4) and len(ends) == 2 * len(border):
                found.add(frozenset(map(frozenset, border)))
    return found


@settings(deadline=None)
@given(st.integers(3, 4), st.integers(0, 1 << 20))
def test_cuts_of_three_and_four_edges_are_found(n, seed):
    G = nx.random_regular_graph(3, 2 * n, seed=seed)
    if nx.is_connected(G) and nx.edge_connectivity(G) == 3:
        form = Problem.of(G, closed=True).form
        nodes, edges = list(G), form.edges().tolist()
        cuts = [[edges[e] for e in cut] for cut in small_cuts(form, Clock())]
        found = {frozenset(frozenset(nodes[v] for v in e) for e in cut) for cut in cuts}
        assert len(found) == len(cuts)
        assert found == borders(G)


def test_of_very_many_cuts_only_some_are_listed():
    form = Problem.of(nx.circular_ladder_graph(80), closed=True).form
    assert len(small_cuts(form, Clock())) == MOST
    apart = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    assert small_cuts(Problem.of(apart, closed=True).form, Clock()) == []
