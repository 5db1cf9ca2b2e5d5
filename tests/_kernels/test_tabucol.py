"""The TabuCol kernel against its naive twin."""

import itertools
from collections import Counter

from hypothesis import given, strategies as st
from naive import tabu_coloring
from placement_graphs import (
    sparse_or_dense,
)

from icosian._kernels import tabucol
from icosian._run.clock import Clock
from icosian.placements.coloring import ColoringSearch
from icosian.placements.placement import index_graph


@given(sparse_or_dense(most=30), st.integers(0, 100), st.integers(1, 20))
def test_the_tables_of_a_repair_are_true_after_every_slice(G, seed, budget):
    search = ColoringSearch(index_graph(G), Clock(), seed)
    k = search.upper - 1
    if k < 1:
        return
    run = search._tabucol(k)
    for _ in range(5):
        status = run.advance(budget)
        starts, heads, color, table, _, conflicting, place, s = map(list, run.arrays())
        rows = [heads[a:b] for a, b in itertools.pairwise(starts)]
        for v, row in enumerate(rows):
            beside = Counter(color[w] for w in row)
            assert table[v * k : v * k + k] == [beside[c] for c in range(k)]
        conflicts = [v for v, row in enumerate(rows) if any(color[w] == color[v] for w in row)]
        assert sorted(conflicting[: s[tabucol.LISTED]]) == conflicts
        assert all((place[v] >= 0) == (v in conflicts) for v in range(len(rows)))
        assert all(conflicting[place[v]] == v for v in conflicts)
        assert 2 * s[tabucol.CONFLICTS] == sum(table[v * k + color[v]] for v in range(len(rows)))
        if status:
            assert s[tabucol.CONFLICTS] == 0
            break


@given(sparse_or_dense(most=12), st.integers(0, 100), st.integers(1, 40))
def test_every_step_is_that_of_the_twin(G, seed, steps):
    search = ColoringSearch(index_graph(G), Clock(), seed)
    k = search.upper - 1
    if k < 1:
        return
    run = search._tabucol(k)
    starts, heads, colors = (list(map(int, run[i])) for i in range(3))
    near = [heads[a:b] for a, b in itertools.pairwise(starts)]
    expected = tabu_coloring(near, colors, k, int(run[-1][tabucol.RANDOM]), steps)
    run.advance(steps)
    assert list(run[2]) == expected
