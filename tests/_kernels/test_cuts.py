"""Cuts, clusters and combs of points, and cuts of graphs, against brute force."""

import itertools
import random
from collections import Counter

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import two_coloring, two_edge_cuts
from together import examples

from icosian._arrays import csr
from icosian._kernels import combs as kernels, cuts, group_combs
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.tours.certify.division import cut_labels
from icosian.tours.instance import Visits
from icosian.tours.problem import Problem
from icosian.tours.shortest.relaxation.separation import (
    Combs,
    Flows,
    NodeSets,
    Support,
    _cuts,
    blossoms,
    shrunk,
)
from tests._kernels import runs
from tests.tours.shortest.cases import arrays, check, covers, cycle_cover, mean

# Breadth-first colorings and labels of edges, compared with slow twins


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


# Small cuts and segments, against enumeration


@given(covers())
def test_small_cuts_are_violated_and_one_is_found_if_there_is_one(point):
    n, values = point
    violated = naive.violated_sets(n, values, least=1e-3)
    for nodes in (found := Support(n, *arrays(values)).small_cuts().tuples()):
        assert 0 < 2 * len(nodes) <= n
        assert naive.crossed(values, nodes) < 2 - 1e-5
    assert bool(found) == bool(violated)
    if violated:
        least = min(naive.crossed(values, nodes) for nodes in violated)
        assert np.isclose(min(naive.crossed(values, nodes) for nodes in found), least)


@given(covers(), st.randoms())
def test_the_least_segment_from_each_start_is_found(point, random):
    n, values = point
    tour = random.sample(range(n), n)
    segments, crossed = Support(n, *arrays(values)).segments(np.array(tour))
    found = dict(zip(map(frozenset, segments.tuples()), crossed.tolist(), strict=True))
    runs = [frozenset((tour * 2)[i : i + k]) for i in range(n) for k in range(1, n // 2 + 1)]
    for nodes, value in found.items():
        assert nodes in runs
        assert np.isclose(value, naive.crossed(values, nodes))
    least = min(naive.crossed(values, nodes) for nodes in runs)
    if least < 2 - 1e-3:
        assert np.isclose(min(found.values()), least)


# Cuts between a root and other nodes, against enumeration


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**9))
def test_a_cut_is_found_for_every_node_that_has_one_or_it_lies_in_another(directed, seed):
    rng = random.Random(seed)
    n, capacity = random_capacities(rng, directed=directed)
    visited = [1.0, *(rng.choice((0.0, 0.25, 0.5, 1.0)) for _ in range(n - 1))]
    cuts = cuts_of(n, capacity, visited, Visits(), directed=directed)
    assert not any(inside[0] for inside in cuts)
    for v in range(1, n):
        least = naive.separating_cut(n, capacity, 0, v, directed=directed)
        demand = visited[v] * (1 if directed else 2)
        if demand > 1e-3 and least < demand - 1e-3:
            assert any(inside[v] for inside in cuts)
        if not any(inside[v] for inside in cuts):
            assert least > demand - 1e-3 or demand < 1e-3


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**9))
def test_a_cut_is_found_for_every_group_that_has_one(directed, seed):
    rng = random.Random(seed)
    n, capacity = random_capacities(rng, directed=directed)
    groups = [frozenset(rng.sample(range(1, n), rng.randint(1, n - 1))) for _ in range(3)]
    visits = Visits(tuple((group, len(group) - 1) for group in groups))
    cuts = cuts_of(n, capacity, [1.0, *([0.0] * (n - 1))], visits, directed=directed)
    for group in groups:
        wide = capacity | {(v, n): float(n) for v in group} | {(n, v): float(n) for v in group}
        least = naive.separating_cut(n + 1, wide, 0, n, directed=directed)
        has_one = least < (1 if directed else 2) - 1e-3
        found = [inside for inside in cuts if all(inside[v] for v in group)]
        assert any(entered(inside, capacity, directed=directed) == least for inside in found) or (
            not has_one
        )


@given(st.integers(0, 10**9))
def test_nested_cuts_separate_each_two_nodes_that_a_small_cut_does(seed):
    n, capacity = random_capacities(random.Random(seed), directed=False)
    (tails, heads), x = (
        np.array([*capacity], np.int64).reshape(-1, 2).T,
        np.array([*capacity.values()]),
    )
    cuts = Flows(n, tails, heads).cuts((x, x), np.ones(n), np.arange(n), 0, 0, nested=True)
    assert all(entered(inside, capacity, directed=False) < 1 for inside in cuts)
    for u, v in itertools.combinations(range(n), 2):
        is_small = naive.separating_cut(n, capacity, u, v, directed=False) < 1
        assert any(inside[u] != inside[v] for inside in cuts) or not is_small


def random_capacities(rng, *, directed):
    """Return some nodes, and capacities of some edges between them."""
    n = rng.randint(3, 6)
    pairs = [(u, v) for u, v in itertools.permutations(range(n), 2) if directed or u < v]
    return n, {pair: rng.choice((0.25, 0.5, 1.0)) for pair in pairs if rng.random() < 0.5}


def cuts_of(n, capacity, visited, visits, *, directed):
    """Return the cuts between node 0 and others, as lists of whether a node is inside."""
    tails, heads = np.array([*capacity], np.int64).reshape(-1, 2).T
    values = np.array([*capacity.values()])
    asked = np.array(visited), [0], visits
    return _cuts((tails, heads), values, *asked, directed=directed).tolist()


def entered(inside, capacity, *, directed):
    """Return what enters a set; of edges, what crosses its border."""
    return sum(
        x
        for (u, v), x in capacity.items()
        if inside[v] > inside[u] or (inside[u] > inside[v] and not directed)
    )


# Components, balls and clusters, against networkx


def graph(n, values, low, high):
    G = nx.Graph()
    G.add_nodes_from(range(n))
    G.add_edges_from(edge for edge, x in values.items() if low <= x <= high)
    return G


@given(covers(), st.floats(0.01, 0.5), st.floats(0.5, 1.0))
def test_components_are_those_of_the_edges_in_each_range(point, low, high):
    n, values = point
    ranges = ((low, high), (low, 9.0))
    expected = [c for r in ranges for c in nx.connected_components(graph(n, values, *r))]
    found = Support(n, *arrays(values)).components(ranges).tuples()
    assert sorted(found) == sorted(tuple(sorted(nodes)) for nodes in expected)


@given(covers())
def test_clusters_are_crossed_less_than_three_times(point):
    n, values = point
    support = Support(n, *arrays(values))
    clusters = support.clusters()
    for nodes, value in zip(clusters.tuples(), support.crossed(clusters).tolist(), strict=True):
        assert len(nodes) >= 3
        assert np.isclose(value, naive.crossed(values, nodes))
        assert value < 3


@given(covers(24))
def test_sets_to_split_on_have_up_to_so_many_nodes_and_are_crossed_less_than_six_times(point):
    n, values = point
    found = Support(n, *arrays(values)).clusters(n // 2, split=True).tuples()
    assert all(3 <= len(nodes) <= n // 2 and naive.crossed(values, nodes) < 6 for nodes in found)


# The search for combs, against a slow choice of teeth and brute force


def search(n, values):
    return Combs(Support(n, *arrays(values)), NodeSets.of(()))


@given(covers())
def test_the_excess_of_a_handle_is_that_of_a_greedy_choice_of_teeth(point):
    n, values = point
    combs = search(n, values)
    if not len(combs.values) or not len(combs.handles.lengths):
        return
    teeth = list(zip(combs.values.tolist(), map(frozenset, combs.teeth.tuples()), strict=True))
    teeth = [(value, nodes) for value, nodes in sorted(teeth, key=lambda tooth: tooth[0] >= 0)]
    excess, found = combs.search(combs.handles, 0)
    assert found.families() == []
    for nodes, above in zip(combs.handles.tuples(), excess.tolist(), strict=True):
        total, count = naive.greedy_teeth(teeth, frozenset(nodes))
        if count < 3:
            assert above >= kernels.NEVER / 2
        else:
            assert np.isclose(above, naive.crossed(values, nodes) - 1 + total)


# Annealed combs of groups, against a slow sum


def comb_annealing(seed):
    """Return a run that anneals combs of some groups, and the groups, visits and edges of it."""
    rng = random.Random(seed)
    n, m = rng.randint(7, 14), rng.randint(3, 6)
    own = [v % m for v in range(n)]
    visited = {v: rng.choice((0.25, 0.5, 1.0)) for v in range(n)}
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, n, seed=seed).edges)
    values = {edge: rng.choice((0.25, 0.5, 1.0)) for edge in G.edges}
    s, parts = np.zeros(group_combs.WORDS, np.int64), 2 * group_combs.MOST
    s[group_combs.RANDOM], s[group_combs.LENGTH], s[group_combs.GROUPS] = 1 + seed, 40, m
    totals = np.bincount(own, list(visited.values()))
    run = Run(
        group_combs.anneal,
        Support(n, *arrays(values)).graph,
        group_combs.VisitedPlaces(np.array(own), np.array([*visited.values()]), totals),
        group_combs.CombLabels(*np.zeros((2, n), np.int64), np.zeros(parts * m), np.zeros(parts)),
        group_combs.LabelList(*np.zeros((2, 6 * n), np.int64), np.zeros(6)),
        s,
    )
    return run, [{v for v in range(n) if own[v] == k} for k in range(m)], visited, values


@pytest.mark.parametrize(
    "compiled", [False, pytest.param(True, marks=[runs.compiled_only, pytest.mark.slow])]
)
@given(st.integers(0, 10**9))
@examples(8)
def test_the_excess_of_annealed_labels_is_that_of_a_slow_twin(compiled, seed):
    def annealed(budget):
        run, *given = comb_annealing(seed)
        runs.finish(run, budget, compiled=compiled)
        return run.arrays()[-2], given

    found, (groups, visited, values) = annealed(1000)
    for budget in (1, 7):
        assert all(map(np.array_equal, annealed(budget)[0], found))
    n = len(visited)
    rows = zip(found.handles.reshape(-1, n), found.teeth.reshape(-1, n), strict=True)
    for k, (above, labels) in enumerate(zip(found.excess.tolist(), rows, strict=True)):
        handle, tooth = (dict(enumerate(row.tolist())) for row in labels)
        count = group_combs.MOST if k % 3 == 2 else group_combs.FEWEST
        assert max(tooth.values()) <= count
        expected = naive.comb_excess(values, handle, tooth, count, groups, visited)
        assert np.isclose(above, expected)


# Combs of shrunk graphs, against brute force


def near_a_blossom(seed):
    """Return a mean of a violated blossom and some tours on 6 or 7 nodes."""
    rng = np.random.default_rng(seed)
    n, share = int(rng.integers(6, 8)), rng.uniform(0.4, 1)
    name = rng.permutation(n).tolist()
    paths = [[0, 3], [1, 4], [2, 6, 5] if n == 7 else [2, 5]]
    blossom = {pair: 1.0 for path in paths for pair in itertools.pairwise(path)}
    blossom |= dict.fromkeys([(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)], 0.5)
    values = Counter(
        {tuple(sorted((name[u], name[v]))): share * x for (u, v), x in blossom.items()}
    )
    tours = mean([cycle_cover(rng, n, n) for _ in range(2)])
    values.update({edge: (1 - share) * x for edge, x in tours.items()})
    return n, dict(values)


@pytest.mark.parametrize("seed", range(5))
def test_combs_that_are_found_are_violated(seed):
    found = 0
    for k in range(20):
        n, values = near_a_blossom(20 * seed + k)
        families = search(n, values).families()
        found += len(families)
        assert all(check(n, values, family) for family in families)
    assert found


@given(st.integers(0, 10**6).map(near_a_blossom))
@examples(25)
def test_minimum_cuts_show_a_violated_blossom_if_there_is_one(point):
    n, values = point
    if naive.violated_sets(n, values):
        return
    combs = blossoms(shrunk(Support(n, *arrays(values)), NodeSets.of(())))
    assert all(check(n, values, comb) for comb in combs)
    if naive.violated_combs_of_pairs(n, values, 2e-3):
        assert combs
