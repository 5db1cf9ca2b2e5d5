"""The search of short cycles."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import exchanges, least_cycle

from icosian._run.clock import Clock
from icosian.tours.instance import Instance
from icosian.tours.shortest.local_search import TourSearch, improve_cycle
from tests.tours.shortest.problems import plane, problems


def length_of(problem, tour):
    return sum(int(problem.matrix[u, v]) for u, v in zip(tour, [*tour[1:], tour[0]], strict=True))


def edges_of(tour):
    return {tuple(sorted(e)) for e in zip(tour, [*tour[1:], tour[0]], strict=True)}


@given(problems(), st.integers(0, 2**70))
def test_tours_of_small_problems_are_shortest(drawn, seed):
    problem, lengths, ring = drawn
    tour, length = improve_cycle(problem, seed=seed, tour=ring)
    assert sorted(tour.tolist()) == list(range(problem.size))
    assert set(problem.required) <= edges_of(tour.tolist()) <= set(lengths)
    assert length == length_of(problem, tour.tolist())
    assert length == least_cycle(problem)


@given(st.integers(5, 7), st.integers(0, 1000))
@settings(max_examples=20)
def test_no_exchange_shortens_a_tour_that_the_search_leaves_as_it_is(n, seed):
    problem, before = plane(n, seed), None
    tour, length = improve_cycle(problem, seed=seed, kicks=0)
    while length != before:
        before = length
        tour, length = improve_cycle(problem, seed=seed, kicks=0, tour=tour)
    assert all(length_of(problem, other) >= length for other in exchanges(tuple(tour.tolist())))


@given(st.integers(3, 30), st.integers(0, 1000), st.integers(0, 40))
@settings(max_examples=20)
def test_the_same_seed_and_kicks_give_the_same_tour_in_any_number_of_calls(n, seed, kicks):
    problem = plane(n, seed)
    tour, length = improve_cycle(problem, seed=seed, kicks=2 * kicks)
    search = TourSearch(problem, Clock(), seed=seed)
    for _ in range(2):
        search.advance(kicks=kicks)
    assert search.kicks == 2 * kicks
    assert (search.tour.tolist(), search.length) == (tour.tolist(), length)


def test_a_search_is_never_longer_than_its_start_when_the_time_is_up():
    problem = plane(60, 1)
    start, before = improve_cycle(problem, kicks=5)
    for _ in range(5):
        search = TourSearch(problem, Clock(0), tour=start)
        search.advance(kicks=10**6)
        assert sorted(search.tour.tolist()) == list(range(60))
        assert search.length <= before


def test_a_search_ends_at_its_goal():
    problem = plane(20, 2)
    _, least = improve_cycle(problem, kicks=500)
    search = TourSearch(problem, Clock(), seed=1)
    search.advance(kicks=10**9, goal=least)
    assert search.length <= least
    assert search.kicks < 10**6


def test_a_search_ends_after_too_many_kicks_in_vain():
    search = TourSearch(plane(10, 2), Clock())
    search.advance(kicks=10**9, patience=50)
    last = search.kicks
    assert 50 <= last < 10**4
    search.advance(kicks=50)
    assert search.kicks == last + 50


@pytest.mark.parametrize(("places", "directed"), [(3, False), (2, True), (3, True)])
def test_a_search_of_too_few_nodes_to_kick_ends_in_time(places, directed):
    lengths = np.ones((places, places), np.int64)
    problem = Instance(places=places, directed=directed, closed=True).problem(lengths)
    tour, length = improve_cycle(problem, seconds=0.01)
    assert sorted(tour.tolist()) == list(range(problem.size))
    assert length == places


def test_candidates_may_be_given():
    problem = plane(12, 3)
    ring = np.arange(12, dtype=np.int32)
    beside = np.stack((np.roll(ring, 1), np.roll(ring, -1)), axis=1)
    tour, _ = improve_cycle(problem, kicks=0, tour=ring, neighbors=beside)
    assert edges_of(tour.tolist()) == edges_of(ring.tolist())


@pytest.mark.slow
def test_tours_of_a_thousand_places_are_near_the_bound_of_random_places():
    # The shortest tour of n random places in a unit square is about 0.7124 sqrt(n) [Johnson,
    # McGeoch, 1997], with a boundary term of 0.33.
    problem = plane(1000, 1, side=10**6)
    _, length = improve_cycle(problem, kicks=1000)
    assert length < 1.03 * 0.7124 * (1000 * 1e12) ** 0.5 * (1 + 0.33 / 1000**0.5)
