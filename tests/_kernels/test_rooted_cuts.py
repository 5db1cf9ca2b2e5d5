"""Cuts between a root and other nodes, against enumeration."""

import itertools
import random

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st

from icosian.tours.shortest.problem.cycle_problem import Visits
from icosian.tours.shortest.relaxation.separation import _labels


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**9))
def test_a_cut_is_found_for_every_node_that_has_one_or_it_lies_in_another(directed, seed):
    rng = random.Random(seed)
    n = rng.randint(3, 6)
    pairs = [(u, v) for u, v in itertools.permutations(range(n), 2) if directed or u < v]
    capacity = {pair: rng.choice((0.25, 0.5, 1.0)) for pair in pairs if rng.random() < 0.5}
    visited = [1.0, *(rng.choice((0.0, 0.25, 0.5, 1.0)) for _ in range(n - 1))]
    tails, heads = np.array([*capacity], np.int64).reshape(-1, 2).T
    values = np.array([*capacity.values()])
    asked = np.array(visited), [0], Visits()
    found, count = _labels(n, tails, heads, values, *asked, directed=directed)
    label = found.tolist()
    assert label[0] == 0
    assert set(label) <= set(range(count + 1))
    for v in range(1, n):
        least = naive.separating_cut(n, capacity, 0, v, directed=directed)
        demand = visited[v] * (1 if directed else 2)
        if demand > 1e-3 and least < demand - 1e-3:
            assert label[v]  # separated, by its own cut or by that of another
        if not label[v]:
            assert least > demand - 1e-3 or demand < 1e-3
