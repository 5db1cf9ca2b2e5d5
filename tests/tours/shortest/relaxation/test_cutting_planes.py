import random
from itertools import combinations

import pytest
from naive import least_cycle

from icosian._run.clock import TimeIsUp
from icosian.tours.shortest.relaxation.cutting_planes import Effort
from tests.tours.problems import LateClock
from tests.tours.shortest.cycle_problems import (
    bound_of,
    cycle_problem,
    incumbent_of,
    plane_problem,
    planes_of,
    random_problem,
)

LONG = Effort(rounds=1000, window=100, gain=0.0)


def ring(size):
    return [(v, v + 1) for v in range(size - 1)] + [(0, size - 1)]


def test_the_objective_is_at_most_the_shortest_cycle():
    rng = random.Random(0)
    for density in (1.0, 1.0, 0.7):
        problem = random_problem(rng, 9, density=density, required=1)
        planes, least = planes_of(problem), least_cycle(problem)
        if planes.improve(LONG):
            assert least is None or planes.program.objective + planes.offset <= least + 1e-6


def test_a_tour_among_the_solutions_becomes_the_incumbent():
    problem = plane_problem(random.Random(1), 8)
    planes = planes_of(problem)
    assert planes.improve(LONG)
    assert planes.is_enough
    assert planes.incumbent.length == least_cycle(problem)


def test_columns_are_added_until_none_has_a_negative_reduced_cost():
    problem = plane_problem(random.Random(2), 9)
    all_edges, few = planes_of(problem), planes_of(problem, ring(9))
    for planes in (all_edges, few):
        assert planes.improve(LONG)
    assert few.program.objective == pytest.approx(all_edges.program.objective)
    missing = ~few.is_column
    assert (few.reduced_costs(few.program.dual())[missing] > -1e-6).all()
    assert few.is_column.sum() > 9


def test_columns_are_added_where_the_first_have_no_solution():
    lengths = dict.fromkeys(combinations(range(6), 2), 3)
    planes = planes_of(cycle_problem(6, lengths), [(0, v) for v in range(1, 6)])
    assert planes.improve(LONG)
    assert planes.program.objective + planes.offset == pytest.approx(18)


def test_a_graph_without_a_solution_is_infeasible():
    star = {(0, v): 1 for v in range(1, 5)} | {(1, 2): 1, (3, 4): 1}
    assert not planes_of(cycle_problem(5, star)).improve(LONG)


def test_required_edges_are_used():
    lengths = dict.fromkeys(combinations(range(5), 2), 1) | {(0, 1): 100}
    planes = planes_of(cycle_problem(5, lengths, [(0, 1)]))
    planes.improve(LONG)
    assert planes.program.objective + planes.offset == pytest.approx(104)


def test_the_goal_is_less_than_the_length_by_the_gap():
    problem = plane_problem(random.Random(3), 6)
    assert incumbent_of(problem).goal == incumbent_of(problem).length
    tenth = incumbent_of(problem, gap=0.1)
    assert 0 <= 0.1 * tenth.length - (tenth.length - tenth.goal) < 1


def test_only_shorter_tours_are_taken():
    problem = cycle_problem(4, {(0, 1): 1, (1, 2): 1, (2, 3): 1, (0, 3): 1, (0, 2): 5, (1, 3): 5})
    lengths = []
    incumbent = incumbent_of(problem, [0, 2, 1, 3], report=lengths.append)
    assert incumbent.offer([0, 1, 2, 3])
    assert not incumbent.offer([3, 2, 1, 0])
    assert not incumbent.offer([0, 2, 1, 3])
    assert lengths == [12, 4]


def test_a_refined_dual_is_as_good_as_the_objective():
    problem = plane_problem(random.Random(4), 9, side=10**9)
    planes = planes_of(problem)
    planes.improve(LONG)
    dual = planes.refined(12)
    loss = 12 * (planes.program.objective + planes.offset) - bound_of(planes.edges, dual)
    assert abs(loss) < 100


def test_numbers_beyond_64_bits_are_not_refined():
    planes = planes_of(plane_problem(random.Random(4), 9, side=10**9))
    planes.improve(LONG)
    assert planes.refined(2**40) is None


def test_the_time_limit_is_seen():
    with pytest.raises(TimeIsUp):
        planes_of(plane_problem(random.Random(5), 9), clock=LateClock(1)).improve(LONG)


def test_rounds_are_limited():
    problem = plane_problem(random.Random(4), 12)
    limited, long = planes_of(problem), planes_of(problem)
    limited.improve(Effort(rounds=0, window=8, gain=0.0))
    long.improve(LONG)
    assert limited.program.objective < long.program.objective
    assert not limited.program.families


def test_only_tours_with_the_required_edges_are_taken():
    lengths = dict.fromkeys(combinations(range(5), 2), 1) | {(0, 1): 100}
    problem = cycle_problem(5, lengths | {(2, 3): 7}, [(0, 1)])
    incumbent = incumbent_of(problem)
    assert not incumbent.offer([0, 2, 1, 3, 4])
    assert incumbent.offer([1, 0, 2, 4, 3])
