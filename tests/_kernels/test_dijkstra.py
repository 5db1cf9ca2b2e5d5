"""Kernels of Dijkstra's algorithm, interpreted, against a slow twin."""

import math

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st

from icosian._arrays.weights import csr_with_weights
from icosian._kernels import dijkstra as kernels

ROOM = 10_000


def weighted(n, seed, least=1):
    """Return a random digraph with integer weights, and its rows."""
    rng = np.random.default_rng(seed)
    G = nx.gnp_random_graph(n, 3 / n, seed=seed, directed=True)
    for *_, data in G.edges(data=True):
        data["weight"] = int(rng.integers(least, 10))
    return G, csr_with_weights(G, {v: v for v in G}, "weight")


def search(kernel, graph, *arrays, budget, source=0, target=-1, cutoff=math.inf):
    """Run a search in slices and return its status, distances and state."""
    n = graph.rows.size
    dist = np.full(n, np.inf)
    dist[source] = 0
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.QUEUED], s[kernels.TARGET] = 1, target
    rows = graph.rows.indptr, graph.rows.indices, graph.weights
    bounds = np.array([cutoff, 0.2])
    while not (status := kernel(*rows, dist, *arrays, bounds, s, budget)):
        pass
    return status, dist, s


def by_buckets(graph, *, room=ROOM, **options):
    head = np.full(8, -1, np.int32)
    node, following = np.zeros(room, np.int32), np.full(room, -1, np.int32)
    head[0] = 0
    node[0] = options.get("source", 0)
    return search(kernels.buckets, graph, head, node, following, **options)


def by_heap(graph, **options):
    n = graph.rows.size
    rank, heap, place = np.arange(n), np.zeros(n, np.int32), np.full(n, -1, np.int32)
    source = options.get("source", 0)
    heap[0], place[source] = source, 0
    status, dist, s = search(kernels.heaped, graph, rank, heap, place, **options)
    return status, dist, s, rank


def expected(G):
    return {node: distance for node, distance, *_ in naive.shortest_path_steps(G, [0])}


@given(st.integers(1, 30), st.integers(0, 10**6), st.integers(1, 50))
def test_buckets_in_slices_of_any_size_have_the_distances_of_the_twin(n, seed, budget):
    G, graph = weighted(n, seed)
    status, dist, _ = by_buckets(graph, budget=budget)
    assert status == kernels.DONE
    assert {v: d for v, d in enumerate(dist.tolist()) if d < math.inf} == expected(G)


@given(st.integers(1, 30), st.integers(0, 10**6), st.integers(1, 50))
def test_the_heap_settles_nodes_in_the_order_of_the_twin(n, seed, budget):
    G, graph = weighted(n, seed, least=0)
    status, dist, s, rank = by_heap(graph, budget=budget)
    order = list(expected(G))
    assert status == kernels.DONE
    assert s[kernels.STEPS] == len(order)
    assert sorted(order, key=rank.tolist().__getitem__) == order
    assert {v: d for v, d in enumerate(dist.tolist()) if d < math.inf} == expected(G)


@given(st.integers(2, 30), st.integers(0, 10**6), st.integers(0, 30))
def test_a_cutoff_and_a_target_end_both_searches(n, seed, cutoff):
    G, graph = weighted(n, seed)
    known = expected(G)
    for search_by in (by_buckets, by_heap):
        dist = search_by(graph, budget=7, cutoff=cutoff)[1]
        near = {v: d for v, d in enumerate(dist.tolist()) if d < math.inf}
        assert near == {v: d for v, d in known.items() if d <= cutoff}
        dist = search_by(graph, budget=7, target=n - 1)[1]
        assert dist[n - 1] == known.get(n - 1, math.inf)


@pytest.mark.parametrize("room", [1, 2, 3])
def test_buckets_without_room_for_all_entries_say_so(room):
    G = nx.star_graph(9)
    graph = csr_with_weights(G, {v: v for v in G}, None)
    assert by_buckets(graph, budget=100, room=room)[0] == kernels.FULL
    assert by_buckets(graph, budget=100, room=100)[0] == kernels.DONE


@given(st.integers(1, 20), st.integers(0, 10**6), st.integers(1, 9))
def test_predecessors_are_all_nodes_by_which_a_path_is_as_short(n, seed, budget):
    G, graph = weighted(n, seed, least=0)
    _, dist, *_ = by_heap(graph, budget=100)
    into = graph.reversed()
    starts, found = np.zeros(n + 1, np.int64), np.zeros(len(into.weights), np.int32)
    s = np.zeros(kernels.WORDS, np.int64)
    rows = into.rows.indptr, into.rows.indices, into.weights
    while not kernels.predecessors(*rows, dist, starts, found, s, budget):
        pass
    for v in G:
        before = {
            u
            for u in set(G.predecessors(v)) - {v}
            if dist[u] + G[u][v]["weight"] == dist[v] < math.inf
        }
        assert set(found[starts[v] : starts[v + 1]].tolist()) == before
