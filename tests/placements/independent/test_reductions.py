"""Reductions: chordal graphs, trees, bipartite graphs."""

import itertools

import networkx as nx
from hypothesis import given, strategies as st
from naive import independence_number
from placement_graphs import is_proved, sparse_or_dense

from icosian import (
    maximum_independent_set,
)
from icosian.placements import CliqueCover
from icosian.placements.independence_search import components, remove_dominated
from icosian.placements.placement import index_graph


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 200), st.integers(0, 10**6))
def test_bipartite_graphs_have_a_set_and_a_cover_of_one_size(m, n, edges, seed):
    G = nx.bipartite.gnmk_random_graph(m, n, min(edges, m * n), seed=seed)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert isinstance(placement.proof, CliqueCover)
    assert max(map(len, placement.proof.cliques)) <= 2
    matching = nx.max_weight_matching(G, maxcardinality=True)
    assert len(placement) == m + n - len(matching)


def intervals(ends):
    """Return the graph of intervals that overlap, which is chordal."""
    G = nx.empty_graph(len(ends))
    pairs = itertools.combinations(enumerate(ends), 2)
    G.add_edges_from((i, j) for (i, a), (j, b) in pairs if max(a[0], b[0]) <= min(a[1], b[1]))
    return G


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), min_size=1, max_size=40))
def test_nothing_is_left_of_a_chordal_graph(pairs):
    G = intervals([(begin, begin + length) for begin, length in pairs])
    given = index_graph(G)
    near = given.neighbors()
    out = remove_dominated(near)
    left = list(components(near, {v for v, _ in out}))
    assert all(len(part) == 1 for part in left)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert isinstance(placement.proof, CliqueCover)
    assert len(left) == len(placement)


@given(st.integers(1, 200), st.integers(0, 10**6))
def test_nothing_is_left_of_a_tree(n, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    near = index_graph(G).neighbors()
    assert len(remove_dominated(near)) == n - len(maximum_independent_set(G))
    assert not any(near)


@given(sparse_or_dense())
def test_what_is_left_out_is_not_missed(G):
    near = index_graph(G).neighbors()
    rest = set(G) - {v for v, _ in remove_dominated(near)}
    assert independence_number(G.subgraph(rest)) == independence_number(G)
    assert all(near[v] == (set(G[v]) & rest if v in rest else set()) for v in G)
