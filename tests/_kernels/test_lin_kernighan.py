"""The kernel of chained Lin-Kernighan search: its state, and its kicks and turns."""

import os
import random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from icosian._kernels import lin_kernighan as kernels
from icosian._run.clock import Clock
from icosian.tours.instance import Instance
from icosian.tours.shortest.local_search import Leaving, TourSearch
from icosian.tours.shortest.one_trees import Spaced
from tests._kernels.runs import finish
from tests.tours.shortest.problems import plane, problems

NO_SETS = (np.zeros(0, np.int64),) * 3
"""The sets of places of which some may be left out, where all are visited."""
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def total(problem, tour):
    return int(problem.matrix[tour, np.roll(tour, -1)].sum())


@given(st.integers(3, 25), st.integers(0, 1000), st.integers(1, 30), st.integers(0, 12))
@settings(max_examples=10)
def test_tour_positions_and_gain_agree_after_every_slice(n, seed, budget, idle):
    problem = plane(n, seed)
    search = TourSearch(problem, Clock(), seed=seed)
    scale, run = search._scale, search._run
    before = scale * search.length
    for word in (kernels.ENOUGH, kernels.PATIENCE):
        run[-1][word] = 2**62
    run[-1][kernels.LIMIT], run[-1][kernels.IDLE] = 20, idle
    for _ in range(40):
        status = run.advance(budget)
        *_, tour, position, best, queue, waiting, log = map(np.array, run.arrays()[:11])
        s = np.array(run[-1])
        assert sorted(tour) == list(range(n))
        assert position[tour].tolist() == list(range(n))
        assert scale * total(problem, tour) == before - s[kernels.SAVED] - s[kernels.GAIN]
        assert scale * total(problem, best) == before - s[kernels.RECORD]
        assert s[kernels.RECORD] >= s[kernels.SAVED] >= s[kernels.BEST] - s[kernels.SLACK]
        places = (s[kernels.HEAD] + np.arange(s[kernels.QUEUED])) % n
        assert sorted(queue[places]) == np.flatnonzero(waiting).tolist()
        # Undoing the reversals since the last kick gives the tour before it.
        if s[kernels.KICKS]:
            old, where = tour.copy(), position.copy()
            kernels.retreat(old, where, log, *NO_SETS, 0, s)
            assert scale * total(problem, old) == before - s[kernels.SAVED]
        if status:
            assert s[kernels.KICKS] == 20
            break


@given(st.integers(8, 30), st.integers(1, 2**32 - 1))
def test_a_kick_is_a_double_bridge(n, random):
    problem = plane(n, 0)
    s = np.zeros(kernels.WORDS, np.int64)
    near = np.stack([(np.arange(n) + k) % n for k in (1, 2, -1)], axis=1).reshape(-1)
    s[kernels.RANDOM], s[kernels.WIDTH], s[kernels.SIZE] = random, 3, n
    tour, position = np.arange(n), np.arange(n)
    log, cuts = np.zeros(20, np.int64), np.zeros(4, np.int64)
    queue, waiting = np.zeros(n, np.int64), np.zeros(n, np.int8)
    lengths = Spaced.of(problem).arrays
    kernels.kick(*lengths, near, tour, position, queue, waiting, log, cuts, s)
    a, b, c, d = (int(cut) for cut in cuts)
    rest = [(d + 1 + k) % n for k in range((a - d) % n)]
    assert len(rest) >= max((b - a) % n, (c - b) % n, (d - c) % n)
    first, second, third = (
        [(low + 1 + k) % n for k in range((high - low) % n)]
        for low, high in ((a, b), (b, c), (c, d))
    )
    k = tour.tolist().index(rest[0])
    assert [*tour[k:], *tour[:k]] == [*rest, *third, *second, *first]
    assert s[kernels.GAIN] == total(problem, np.arange(n)) - total(problem, tour)
    assert set(np.flatnonzero(waiting)) == {(cut + i) % n for cut in (a, b, c, d) for i in (0, 1)}
    kernels.retreat(tour, position, log, *NO_SETS, 0, s)
    assert tour.tolist() == list(range(n))


@pytest.mark.parametrize(("free", "kicks"), [(3, False), (4, True)])
def test_a_kick_needs_four_edges_that_are_not_required(free, kicks):
    n = 9
    lengths = Spaced.of(plane(n, 0)).arrays
    lengths[0][:] = 1
    for k in range(0, 2 * free, 2):
        lengths[0].reshape(n, n)[k, k + 1] = lengths[0].reshape(n, n)[k + 1, k] = 5
    s = np.zeros(kernels.WORDS, np.int64)
    near = np.stack([(np.arange(n) + k) % n for k in (1, 2, -1)], axis=1).reshape(-1)
    s[kernels.RANDOM], s[kernels.WIDTH], s[kernels.FLOOR] = 1, 3, 5
    s[kernels.SIZE] = n
    tour, position, queue = np.arange(n), np.arange(n), np.zeros(n, np.int64)
    log, cuts, waiting = np.zeros(20, np.int64), np.zeros(4, np.int64), np.zeros(n, np.int8)
    for _ in range(10):
        if not s[kernels.LOGGED]:
            kernels.kick(*lengths, near, tour, position, queue, waiting, log, cuts, s)
    assert bool(s[kernels.LOGGED]) is kicks
    assert (tour.tolist() != list(range(n))) is kicks


@given(problems(), st.integers(1, 2**32 - 1))
def test_a_kick_keeps_required_edges(drawn, random):
    problem, _, ring = drawn
    run = TourSearch(problem, Clock(), seed=random, tour=ring)._run
    *lengths, near, _, tour, position, _, queue, waiting, log = (
        array.copy() for array in run.arrays()[:11]
    )
    cuts, s = run[-2], run[-1]
    s[kernels.QUEUED], waiting[:] = 0, 0
    kernels.kick(*lengths, near, tour, position, queue, waiting, log, cuts, s)
    steps = {frozenset(e) for e in zip(tour.tolist(), np.roll(tour, -1).tolist(), strict=True)}
    assert {frozenset(e) for e in problem.required} <= steps


@given(st.integers(3, 12), st.data())
def test_turning_a_part_replaces_two_edges(n, data):
    tour = np.array(data.draw(st.permutations(range(n))))
    position = np.argsort(tour)
    i, length = data.draw(st.integers(0, n - 1)), data.draw(st.integers(1, n - 1))
    step = data.draw(st.sampled_from((1, -1)))
    ring = [int(tour[(i + step * k) % n]) for k in range(n)]
    a, part, rest = ring[0], ring[1 : length + 1], ring[length + 1 :]
    s, log = np.zeros(kernels.WORDS, np.int64), np.zeros(2, np.int64)
    s[kernels.SIZE] = n
    kernels.turn(tour, position, log, a, part[0], part[-1], s)
    k, expected = int(position[a]), [a, *part[::-1], *rest]
    found = [int(v) for v in (*tour[k:], *tour[:k])]
    assert found in (expected, [a, *expected[:0:-1]])
    assert position[tour].tolist() == list(range(n))


def selected(seed):
    """Return a random question about places that may be left out, and a search of its tours."""
    rng = random.Random(seed)
    n, directed, closed = rng.randint(5, 9), rng.random() < 0.5, rng.random() < 0.5
    lengths = np.array([[rng.randint(0, 20) for _ in range(n)] for _ in range(n)])
    form = Instance(places=n, directed=directed, closed=closed)
    problem = form.problem(lengths if directed else lengths + lengths.T)
    prices = {v: rng.choice((0, 5, 30)) for v in range(n) if rng.random() < 0.8}
    allowances = []
    for _ in range(rng.randint(0, 3)):
        some = frozenset(rng.sample(range(n), rng.randint(2, n))) & prices.keys()
        if len(some) > 1:
            allowances.append((some, rng.randint(1, len(some) - 1)))
    leaving = Leaving.of(problem, prices, allowances)
    return form, prices, allowances, TourSearch(problem, Clock(), seed=seed, leaving=leaving)


@given(st.integers(0, 10**6), st.integers(1, 30))
def test_a_tour_that_leaves_out_places_is_allowed_and_its_cost_noted(seed, budget):
    form, prices, allowances, search = selected(seed)
    run, scale, problem = search._run, search._scale, search._problem

    def cost(tour, size):
        """Return the length of a tour with the prices of what it leaves out, and the room left."""
        out = {v % form.stops for v in tour[size:].tolist()}
        assert out <= prices.keys()
        assert {v for v in range(form.size) if v % form.stops in out} == {*tour[size:].tolist()}
        room = [count - len(some & out) for some, count in allowances]
        assert min(room, default=0) >= 0
        return total(problem, tour[:size]) + sum(prices[v] for v in out), room

    before, _ = cost(np.array(run[5]), problem.size)
    for word in (kernels.ENOUGH, kernels.PATIENCE):
        run[-1][word] = 2**62
    run[-1][kernels.LIMIT], run[-1][kernels.IDLE] = 20, 5
    status = kernels.MORE
    while status == kernels.MORE:
        status = run.advance(budget)
        tour, position, best, _, _, log = map(np.array, run.arrays()[5:11])
        room, s = np.array(run[16]), np.array(run[-1])
        found, left = cost(tour, s[kernels.SIZE])
        assert position[tour].tolist() == list(range(problem.size))
        assert room.tolist() == left
        assert scale * (before - found) == s[kernels.SAVED] + s[kernels.GAIN]
        assert scale * (before - cost(best, s[kernels.SHORTEST])[0]) == s[kernels.RECORD]
        if status == kernels.MORE:
            rows, sets = run.arrays()[13:15]
            kernels.retreat(tour, position, log, rows, sets, room, 0, s)
            old, left = cost(tour, s[kernels.SIZE])
            assert scale * (before - old) == s[kernels.SAVED]
            assert room.tolist() == left
            assert position[tour].tolist() == list(range(problem.size))


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
@pytest.mark.exhaustive
def test_interpreted_and_compiled_searches_are_the_same():
    problem, ends = plane(50, 4), []
    for compiled in (False, True):
        run = TourSearch(problem, Clock(), seed=1)._run
        for word in (kernels.ENOUGH, kernels.PATIENCE):
            run[-1][word] = 2**62
        run[-1][kernels.LIMIT] = 60
        ends.append(finish(run, 7, compiled=compiled)[1])
    assert all(map(np.array_equal, *ends))
