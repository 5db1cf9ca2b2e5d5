"""The local search for long cycles: every state is a cycle, and has the value that is noted."""

import random
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st

from icosian._kernels import detours
from icosian._kernels._jit import Run


def started(G, tour, seed, temperature, mates=(), kept=()):
    """Return a run that begins with a cycle of a graph with nodes 0 to n - 1."""
    n = len(G)
    rows = [list(G[v]) for v in range(n)]
    indptr = np.cumsum([0, *map(len, rows)])
    indices = np.array([v for row in rows for v in row], np.int64)
    gains = np.array([G[u][v].get("weight", 1) for u in range(n) for v in rows[u]], float)
    edges, place = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    order = np.zeros(n, np.int64)
    order[: len(tour)] = tour
    for k, (u, v) in enumerate(pairwise([*tour, tour[0]])):
        edges[k] = indptr[u] + rows[u].index(v)
        place[u] = k
    partner, stays = np.full(n, -1, np.int64), np.zeros(n, np.int64)
    for u, v in mates:
        partner[u] = v
    for v in kept:
        stays[v] = 1
    value = gains[edges[: len(tour)]].sum()
    values = np.array([value, value, temperature])
    s = np.array([0, 1 + seed, len(tour), len(tour), int(G.is_directed())])
    spare = n + detours.DEPTH + 2
    arrays = (indptr, indices, gains, partner, stays, order, edges, place, order.copy())
    room = np.zeros(spare, np.int64), np.zeros(spare, np.int64)
    return Run(detours.search, *arrays, *room, values, s), gains


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_whatever_is_done_a_cycle_stays_one(directed, seed):
    rng = random.Random(seed)
    n = rng.randint(5, 14)
    G = nx.gnp_random_graph(n, 0.4, seed=seed, directed=directed)
    size = rng.randint(3, n)
    nx.add_cycle(G, range(size))
    for *_, data in G.edges(data=True):
        data["weight"] = rng.randint(-3, 9)
    mates = [(0, 1)] if directed else [(0, 1), (1, 0)]
    run, gains = started(G, list(range(size)), seed, rng.choice((0.0, 2.0, 20.0)), mates, [0])
    for _ in range(4):
        run.advance(40)
        _, _, _, _, _, tour, edges, place, best, _, _, values, s = run.arrays()
        order = tour[: s[detours.LENGTH]].tolist()
        steps = list(pairwise([*order, order[0]]))
        assert len({*order}) == len(order) >= 3 - directed
        assert all(G.has_edge(u, v) for u, v in steps)
        assert [place[v] for v in order] == list(range(len(order)))
        assert (place >= 0).sum() == len(order)
        assert any({u, v} == {0, 1} for u, v in steps)
        assert values[detours.VALUE] == sum(G[u][v]["weight"] for u, v in steps)
        assert values[detours.VALUE] == gains[edges[: len(order)]].sum()
        found = best[: s[detours.BEST]].tolist()
        total = sum(G[u][v]["weight"] for u, v in pairwise([*found, found[0]]))
        assert values[detours.BEST_VALUE] == total >= values[detours.VALUE]


def test_a_search_finds_the_longest_cycle_of_a_small_graph():
    G = nx.petersen_graph()
    run, _ = started(G, [0, 1, 2, 3, 4], 3, 0.5)
    run.advance(5_000)
    assert run.arrays()[-1][detours.BEST] == 9
