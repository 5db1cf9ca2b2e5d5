"""Cuts between a root and other nodes, against enumeration."""

import itertools
import random

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st

from icosian.tours.instance import Visits
from icosian.tours.shortest.relaxation.separation import Flows, _cuts


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
        assert any(crossed(inside, capacity, directed=directed) == least for inside in found) or (
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
    assert all(crossed(inside, capacity, directed=False) < 1 for inside in cuts)
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


def crossed(inside, capacity, *, directed):
    """Return what enters a set; of edges, what crosses its border."""
    return sum(
        x
        for (u, v), x in capacity.items()
        if inside[v] > inside[u] or (inside[u] > inside[v] and not directed)
    )
