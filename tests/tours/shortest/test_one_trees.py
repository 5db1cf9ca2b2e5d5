"""Bounds and proofs by 1-trees, compared with all cycles of small problems."""

import math

import numpy as np
from hypothesis import given, settings, strategies as st
from naive import least_cycle

from icosian._run.clock import Clock
from icosian.tours.shortest.local_search import improve_cycle
from icosian.tours.shortest.one_trees import ascent, branch_and_bound
from tests.tours.shortest.cycle_problems import proved_bound
from tests.tours.shortest.problems import plane, problems


@given(problems(most=6))
@settings(max_examples=20)
def test_proofs_by_cases_are_complete_and_their_tours_shortest(drawn):
    problem, _, ring = drawn
    first = int(problem.matrix[ring, np.roll(ring, -1)].sum())
    solution = branch_and_bound(problem, ring, first, Clock())
    least = least_cycle(problem)
    assert solution.length == solution.bound == least
    assert sorted(solution.tour) == list(range(problem.size))
    assert int(problem.matrix[solution.tour, np.roll(solution.tour, -1)].sum()) == least
    assert proved_bound(problem, solution) == least


@given(problems(most=7), st.floats(0, 10))
def test_bounds_of_an_ascent_are_below_all_cycles(drawn, more):
    problem, _, _ = drawn
    least = least_cycle(problem)
    bound, potentials = ascent(problem, least + more)
    assert bound <= least + 1e-6
    assert potentials.shape == (problem.size,)


def test_the_bound_of_random_places_is_near_the_shortest_tour():
    problem = plane(40, 5)
    _, length = improve_cycle(problem, kicks=200)
    bound, _ = ascent(problem, length)
    assert 0.97 * length < bound <= length


def test_too_many_cases_prove_nothing():
    problem = plane(25, 7)
    tour = list(range(25))
    length = int(problem.matrix[tour, np.roll(tour, -1)].sum())
    assert branch_and_bound(problem, tour, length, Clock(), cases=3) is None


def test_an_ascent_that_has_no_time_still_gives_a_bound():
    problem = plane(30, 1)
    bound, _ = ascent(problem, 10**6, Clock(), seconds=0)
    assert 0 < bound < math.inf
