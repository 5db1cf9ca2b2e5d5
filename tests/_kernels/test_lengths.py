"""Lengths of points, least 1-trees, greedy edges and shortest paths, against slow twins."""

import math
from dataclasses import replace
from itertools import combinations, pairwise, permutations
from random import Random

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import least_cycle, least_one_tree
from together import examples

from icosian import Places
from icosian._arrays import csr_with_weights
from icosian._kernels import dijkstra, lin_kernighan, spaces as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.tours.instance import Instance
from icosian.tours.shortest.distances import KINDS
from icosian.tours.shortest.exact import shortest_of_few
from icosian.tours.shortest.one_trees import (
    EdgeList,
    Spaced,
    apart,
    least_of_all,
    nearest,
    reduce_lengths,
)
from tests._kernels.runs import executed
from tests.tours.shortest.cases import both, cycle_problem, plane, problems

# Minimum 1-trees, compared with all 1-trees of small graphs


POTENTIALS = st.lists(st.integers(-20, 20), min_size=6, max_size=6)


@given(problems(most=6), POTENTIALS, st.sampled_from((1, 3, 10)), st.sampled_from((int, float)))
@examples(20)
def test_least_one_trees_are_those_of_the_twin(drawn, potentials, scale, number):
    problem, lengths, _ = drawn
    n = problem.size
    potentials = np.array(potentials[:n], number)
    reduced = {
        (u, v): scale * c - int(potentials[u] + potentials[v]) for (u, v), c in lengths.items()
    }
    least = least_one_tree(n, reduced, problem.required)
    tree = least_of_all(problem, potentials, scale, Clock())
    assert (tree is None) == (least is None)
    if tree is not None:
        assert tree.bound == least + 2 * potentials.sum()
        pairs = [tuple(sorted(e)) for e in tree.pairs.tolist()]
        assert len(set(pairs)) == n
        assert set(pairs) <= set(lengths)
        assert sum(reduced[e] for e in pairs) == least
        assert np.bincount(tree.pairs.reshape(-1), minlength=n).tolist() == tree.degree.tolist()
        assert [min(e) == 0 for e in pairs] == [False] * (n - 2) + [True] * 2


@given(problems(most=6), POTENTIALS, st.data())
def test_edges_that_are_left_out_are_not_in_the_tree(drawn, potentials, data):
    problem, lengths, _ = drawn
    free = [e for e in lengths if e not in problem.required]
    out = {e for e in free if data.draw(st.booleans())}
    edges = EdgeList(problem, np.array(sorted(lengths)))
    edges.state[[tuple(e) in out for e in zip(edges.tails, edges.heads, strict=True)]] = -1
    potentials = np.array(potentials[: problem.size])
    tree = edges.least(potentials, 1, Clock())
    reduced = {
        (u, v): c - int(potentials[u] + potentials[v])
        for (u, v), c in lengths.items()
        if (u, v) not in out
    }
    least = least_one_tree(problem.size, reduced, problem.required)
    found = None if tree is None else tree.bound - 2 * potentials.sum()
    assert found == least


@given(problems(most=6), st.integers(1, 60))
def test_an_ascent_never_gets_worse(drawn, trees):
    problem, lengths, ring = drawn
    edges = EdgeList(problem, np.array(sorted(lengths)))
    first = edges.least(np.zeros(problem.size), 1, Clock())
    upper = float(problem.matrix[ring, np.roll(ring, -1)].sum())
    potentials = edges.ascend(
        np.zeros(problem.size), Clock(), upper=upper, goal=upper, trees=trees, factor=1.0
    )
    last = edges.least(potentials, 1, Clock())
    if first is None:
        assert last is None
    else:
        assert last.bound >= first.bound
        assert last.bound <= upper + 1e-6


def test_an_ascent_closes_the_gap_of_a_star_with_a_ring():
    # Node 1 is near to all others: the least 1-tree is a star until its potential falls.
    n = 8
    lengths = {(u, v): 10 if 1 not in (u, v) else 6 for u in range(n) for v in range(u + 1, n)}
    problem = cycle_problem(n, lengths)
    edges = EdgeList(problem, np.array(sorted(lengths)))
    assert edges.least(np.zeros(n), 1, Clock()).bound == 6 * (n - 1) + 10
    potentials = edges.ascend(np.zeros(n), Clock(), upper=72.0, goal=72.0, trees=500, factor=2.0)
    assert edges.least(potentials, 1, Clock()).bound == pytest.approx(72, abs=0.05)


# Lengths of points and least 1-trees of all pairs, compared with those of matrices


NEARLY = {"euclidean", "haversine", "GEO", "GEOM"}
"""The distances of which kernels may compute one less."""
SPATIAL = [kind for kind in KINDS if "XRAY" not in kind]
ENDS = [{}, {"closed": False}, {"closed": False, "start": 0}, {"closed": False, "end": 2}]


def random_places(random, most):
    """Return places of some kind, some of them at the same spot."""
    kind, n = random.choice(SPATIAL), random.randint(4, most)
    side, axes = random.choice((3, 60)), KINDS[kind].axes or random.randint(1, 3)
    spots = [
        (random.randint(-side, side), *(random.randint(-8 * side, 8 * side) / 8 for _ in range(2)))
        for _ in range(n)
    ]
    return Places([spot[:axes] for spot in spots], kind), kind not in NEARLY


@given(st.integers(0, 2**32).map(Random), st.sampled_from(ENDS))
def test_lengths_are_those_of_the_matrix_or_a_unit_less(random, question):
    places, is_exact = random_places(random, 9)
    few, whole = both(places, **question)
    n, distances = few.size, Spaced.of(few).distances
    for u, v in combinations(range(n), 2):
        exact = int(whole.matrix[u, v])
        assert few.between(np.array([v]), np.array([u])) == [exact]
        if (u, v) not in few.required:
            found = kernels.length(*distances, n, u, v)
            assert kernels.length(*Spaced.of(whole).distances, n, u, v) == exact
            assert 0 <= exact - found <= (0 if is_exact else 1)
    assert whole.largest <= few.largest


@given(st.integers(0, 2**32).map(Random), st.sampled_from(ENDS))
def test_pairs_of_points_to_avoid_are_as_long_as_what_is_no_edge(random, question):
    places, _ = random_places(random, 9)
    points = both(places, **question)[0]
    forbid = tuple(random.sample([*permutations(range(len(places)), 2)], 3))
    some = replace(points, instance=replace(points.instance, forbid=forbid))
    lengths = reduce_lengths(some)
    for u, v in permutations(range(some.size), 2):
        found = kernels.length(*lengths.spaced.distances, some.size, u, v)
        if {(u, v), (v, u)} & {*forbid}:
            assert some.between(np.array([u]), np.array([v])) == [some.absent]
            assert found == lengths.never
        else:
            plain = lengths.spaced._replace(matrix=np.zeros((0, 0)))
            assert found == kernels.length(*plain.distances, some.size, u, v)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("asked", ENDS)
def test_edges_alone_have_the_lengths_of_the_matrix(asked, directed):
    random = Random(str(asked))
    pairs = [pair for pair in permutations(range(7), 2) if directed or pair[0] < pair[1]]
    pairs = np.array(random.sample(pairs, 10))
    lengths = np.array([random.randint(-9, 30) for _ in pairs])
    table, present = np.zeros((7, 7), int), np.zeros((7, 7), bool)
    for u, v in (pairs.T, pairs.T[::-1])[: 2 - directed]:
        table[u, v], present[u, v] = lengths, True
    fixed = [tuple(pair) for pair in pairs[:3].tolist()]
    more = {"require": fixed[:1], "forbid": fixed[1:]}
    form = Instance(**{"places": 7, "directed": directed, "closed": True} | more | asked)
    whole, few = form.problem(table, present), form.sparse_problem(pairs, lengths)
    n, (u, v) = whole.size, np.indices((whole.size, whole.size))
    assert few.edges.tolist() == whole.edges.tolist()
    assert (few.absent, few.largest) == (whole.absent, whole.largest)
    assert few.between(u, v).tolist() == whole.matrix.tolist()
    potentials = np.array([random.randint(-9, 9) for _ in range(n)], float)
    spaced = [Spaced.of(few), reduce_lengths(few, potentials).spaced]
    twins = [Spaced.of(whole), reduce_lengths(whole, potentials).spaced]
    for some, twin in zip(spaced, twins, strict=True):
        for a, b in combinations(range(n), 2):
            expected = kernels.length(*twin.distances, n, a, b)
            assert kernels.length(*some.distances, n, b, a) == expected
    near, ends = nearest(few, 3), nearest(whole, 3)
    for v in range(n):
        found = [few.between(v, w) for w in near[v] if w >= 0]
        assert sorted(found) == sorted(x for x in whole.matrix[v, ends[v]] if x < few.absent)


@given(st.integers(0, 2**32).map(Random), st.sampled_from(ENDS), st.sampled_from((int, float)))
@examples(20)
def test_least_one_trees_are_those_of_the_matrix(random, question, number):
    places, is_exact = random_places(random, 40)
    few, whole = both(places, **question)
    n, scale = few.size, random.choice((1, 3))
    high = scale * few.largest
    potentials = np.array([random.randint(-high, high) for _ in range(n)], number)
    found, expected = (least_of_all(some, potentials, scale, Clock()) for some in (few, whole))
    assert expected.bound - (0 if is_exact else scale * n) <= found.bound <= expected.bound
    assert len({tuple(sorted(e)) for e in found.pairs.tolist()}) == n
    assert np.bincount(found.pairs.reshape(-1), minlength=n).tolist() == found.degree.tolist()
    assert {tuple(sorted(e)) for e in found.pairs.tolist()} >= {*few.required}


@given(st.integers(0, 2**32).map(Random))
@examples(8)
def test_least_one_trees_of_points_are_those_of_the_twin(random):
    spots = [(random.randint(0, 9), random.randint(0, 9)) for _ in range(6)]
    few, whole = both(Places(spots, "EUC_2D"))
    lengths = {e: int(whole.matrix[e]) for e in combinations(range(6), 2)}
    assert least_of_all(few, np.zeros(6, int), 1, Clock()).bound == least_one_tree(6, lengths)


@pytest.mark.parametrize("question", ENDS)
def test_candidates_of_points_are_as_near_as_those_of_the_matrix(question):
    for seed in range(20):
        few, whole = both(random_places(Random(seed), 30)[0], **question)
        nodes, near = np.arange(few.size)[:, None], nearest(few, 3)
        assert not (near == nodes).any()
        assert all(len({*row}) == len(row) for row in near.tolist())
        own, least = (np.sort(whole.between(nodes, some)) for some in (near, nearest(whole, 3)))
        assert (own <= least).all()
        among = apart(few, 3, Clock())
        assert not (among == nodes).any()
        assert set(among.reshape(-1).tolist()) <= set(range(-1, few.size))


# Greedy edges, compared with a union of paths that is made from scratch


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
        lin_kernighan.greedy,
        Spaced.of(problem).distances,
        lin_kernighan.SortedEdges(ends[:, 0].copy(), ends[:, 1].copy()),
        lin_kernighan.JoinedPaths(
            np.full(2 * n, -1, np.int64), np.arange(n), np.zeros(n, np.int64)
        ),
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


# Kernels of Dijkstra's algorithm, interpreted, against a slow twin


ROOM = 10_000


def weighted(n, seed, least=1):
    """Return a random digraph with integer weights, and its rows."""
    rng = np.random.default_rng(seed)
    G = nx.gnp_random_graph(n, 3 / n, seed=seed, directed=True)
    for *_, data in G.edges(data=True):
        data["weight"] = int(rng.integers(least, 10))
    return G, csr_with_weights(G, {v: v for v in G}, "weight")


def search(kernel, graph, queue, *, budget, source=0, target=-1, cutoff=math.inf):
    """Run a search in slices and return its status, distances and state."""
    n = graph.rows.size
    dist = np.full(n, np.inf)
    dist[source] = 0
    s = np.zeros(dijkstra.WORDS, np.int64)
    s[dijkstra.QUEUED], s[dijkstra.TARGET] = 1, target
    rows = dijkstra.WeightedRows(graph.rows.indptr, graph.rows.indices, graph.weights)
    bounds = np.array([cutoff, 0.2])
    while not (status := kernel(rows, dist, queue, bounds, s, budget)):
        pass
    return status, dist, s


def by_buckets(graph, *, room=ROOM, **options):
    head = np.full(8, -1, np.int32)
    node, following = np.zeros(room, np.int32), np.full(room, -1, np.int32)
    head[0] = 0
    node[0] = options.get("source", 0)
    return search(dijkstra.buckets, graph, dijkstra.BucketQueue(head, node, following), **options)


def by_heap(graph, **options):
    n = graph.rows.size
    rank, heap, place = np.arange(n), np.zeros(n, np.int32), np.full(n, -1, np.int32)
    source = options.get("source", 0)
    heap[0], place[source] = source, 0
    status, dist, s = search(
        dijkstra.heaped, graph, dijkstra.HeapQueue(rank, heap, place), **options
    )
    return status, dist, s, rank


def expected(G):
    return {node: distance for node, distance, *_ in naive.shortest_path_steps(G, [0])}


@given(st.integers(1, 30), st.integers(0, 10**6), st.integers(1, 50))
def test_buckets_in_slices_of_any_size_have_the_distances_of_the_twin(n, seed, budget):
    G, graph = weighted(n, seed)
    status, dist, _ = by_buckets(graph, budget=budget)
    assert status == dijkstra.DONE
    assert {v: d for v, d in enumerate(dist.tolist()) if d < math.inf} == expected(G)


@given(st.integers(1, 30), st.integers(0, 10**6), st.integers(1, 50))
def test_the_heap_settles_nodes_in_the_order_of_the_twin(n, seed, budget):
    G, graph = weighted(n, seed, least=0)
    status, dist, s, rank = by_heap(graph, budget=budget)
    order = list(expected(G))
    assert status == dijkstra.DONE
    assert s[dijkstra.STEPS] == len(order)
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


@given(st.integers(1, 20), st.integers(0, 10**6), st.integers(1, 9))
def test_predecessors_are_all_nodes_by_which_a_path_is_as_short(n, seed, budget):
    G, graph = weighted(n, seed, least=0)
    _, dist, *_ = by_heap(graph, budget=100)
    into = graph.reversed()
    starts, found = np.zeros(n + 1, np.int64), np.zeros(len(into.weights), np.int32)
    s = np.zeros(dijkstra.WORDS, np.int64)
    rows = dijkstra.WeightedRows(into.rows.indptr, into.rows.indices, into.weights)
    while not dijkstra.predecessors(rows, dist, starts, found, s, budget):
        pass
    for v in G:
        before = {
            u
            for u in set(G.predecessors(v)) - {v}
            if dist[u] + G[u][v]["weight"] == dist[v] < math.inf
        }
        assert set(found[starts[v] : starts[v + 1]].tolist()) == before


# Sets of few nodes


@given(problems(), st.booleans())
@examples(40)
def test_sets_of_few_nodes_give_the_shortest_cycle_of_the_twin_in_any_time(drawn, compiled):
    problem = drawn[0]
    with executed(compiled=compiled):
        cycle = shortest_of_few(problem, Clock(0))
    assert sorted(cycle) == list(range(problem.size))
    assert problem.has(cycle)
    assert problem.measured(cycle) == least_cycle(problem)
