"""The kernel of tours in an order: paths keep to it, and have the length that is noted."""

import random
from itertools import combinations, permutations

import numpy as np
from hypothesis import given, strategies as st

from icosian._kernels import segments as kernels
from icosian._run.clock import Clock
from icosian.tours.shortest.local_search import SegmentSearch
from tests._kernels.runs import finish


def started(seed, *, most=9, share=0.3):
    """Return a random order of stops around home, a search, and what it starts from."""
    rng = random.Random(seed)
    n = rng.randint(3, most)
    home, rest = rng.randrange(n), list(range(n))
    rest.remove(home)
    rng.shuffle(rest)
    before = np.zeros((n, n), bool)
    for u, v in combinations(rest, 2):
        before[u, v] = rng.random() < share
    for v in range(n):
        before |= before[:, v, None] & before[v]
    lengths = np.array([[rng.randint(-3, 30) for _ in range(n)] for _ in range(n)])
    fixed = [rng.randrange(1, n)] if rng.random() < 0.3 else []
    ways = np.array([[rng.random() < 0.9 for _ in range(n)] for _ in range(n)])
    search = SegmentSearch(lengths, ways, before, home, fixed, seed)
    search.start(rest)
    return rng, search, rest, (lengths, ways, before, home, fixed)


def cost(lengths, ways, home, tour):
    """Return how many steps of a tour are no ways, and its length."""
    tails, heads = [home, *tour], [*tour, home]
    return int((~ways[tails, heads]).sum()), int(lengths[tails, heads].sum())


@given(st.integers(0, 10**6), st.integers(1, 30))
def test_a_path_keeps_to_the_order_and_its_length_is_noted(seed, budget):
    rng, search, rest, (_, _, before, _, fixed) = started(seed, share=random.Random(seed).random())
    run, costs, n = search._run, search._costs, len(rest) + 2
    run[-1][kernels.LIMIT], run[-2][:] = 30, [rng.choice((0.0, 3.0, 50.0)), 0.9]
    status = kernels.MORE
    while status == kernels.MORE:
        status = run.advance(budget)
        _, _, _, tour, position, kept, best, *_, waiting, _, _, _, s = map(np.array, run.arrays())
        stops = search._stops[tour[1:-1]]
        assert sorted(tour) == list(range(n))
        assert tour[0] == 0
        assert tour[-1] == n - 1
        assert position[tour].tolist() == list(range(n))
        assert not any(before[v, u] for u, v in combinations(stops, 2))
        assert all(stops[k - 1] == rest[k - 1] for k in fixed)
        assert sum(waiting) == s[kernels.QUEUED]
        assert costs[tour[:-1], tour[1:]].sum() == s[kernels.LENGTH] + s[kernels.CHANGE]
        assert costs[kept[:-1], kept[1:]].sum() == s[kernels.LENGTH]
        assert costs[best[:-1], best[1:]].sum() == s[kernels.BEST] <= s[kernels.LENGTH]
        changed = np.flatnonzero(tour != kept)
        assert all(s[kernels.LOW] <= x <= s[kernels.HIGH] for x in changed)
    assert s[kernels.KICKS] == 30


@given(st.integers(0, 10**6))
def test_an_exchange_is_allowed_if_no_pair_changes_its_order_and_can_be_undone(seed):
    rng, search, rest, (_, _, before, _, fixed) = started(seed, most=12)
    _, _, _, tour, position, _, _, rows, arcs, steady, spare, *_ = map(
        np.array, search._run.arrays()
    )
    n = len(tour)
    if n < 4:
        return
    i, j, k = sorted(rng.sample(range(n - 1), 3))
    left, right = rest[i:j], rest[j:k]
    is_allowed = not any(before[u, v] for u in left for v in right)
    is_allowed &= not any(i < x <= k for x in fixed)
    assert kernels.is_allowed(tour, position, rows, arcs, steady, i, j, k) == is_allowed
    old = tour.copy()
    kernels.exchange(tour, position, spare, i, j, k)
    assert search._stops[tour[1:-1]].tolist() == [*rest[:i], *right, *left, *rest[k:]]
    kernels.exchange(tour, position, spare, i, i + k - j, k)
    assert tour.tolist() == old.tolist()
    assert position[tour].tolist() == list(range(n))


def test_the_best_of_all_orders_is_found_in_some_kicks():
    for seed in range(40):
        _, search, rest, (lengths, ways, before, home, fixed) = started(seed, most=7)
        tours = [
            tour
            for tour in permutations(rest)
            if not any(before[v, u] for u, v in combinations(tour, 2))
            # What comes before a stop that stays, and what after it, are searched apart.
            and all({*tour[:k]} == {*rest[:k]} and tour[k - 1] == rest[k - 1] for k in fixed)
        ]
        search.advance(400, Clock())
        least = min(cost(lengths, ways, home, tour) for tour in tours)
        assert cost(lengths, ways, home, search.stops) == least, seed


def test_kicks_give_the_same_path_interpreted_and_compiled():
    found = []
    for is_compiled in (False, True):
        _, search, *_ = started(3, most=40)
        search._run[-1][kernels.LIMIT], search._run[-2][:] = 50, [20.0, 0.98]
        status, arrays = finish(search._run, 40, compiled=is_compiled)
        found.append((status, [array.tolist() for array in arrays[:-2]]))
    assert found[0] == found[1]
