import math
import random

import networkx as nx
import numpy as np
import pytest
from naive import least_cycle, proved_bound

from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.shortest import exact as optimize
from icosian.tours.shortest.exact import solve
from icosian.tours.shortest.local_search import TourSearch
from icosian.tours.shortest.relaxation import cutting_planes
from icosian.tours.shortest.relaxation.branching import Settings
from icosian.tours.shortest.relaxation.linear_program import SolverFailure
from tests.tours.problems import LateClock
from tests.tours.shortest.cycle_problems import cycle_problem, plane_problem, random_problem


def answer(problem, clock=None, *, gap=0.0, tour=None):
    return solve(problem, Settings(clock=clock or Clock(), gap=gap), tour)


def check(problem, solution):
    assert sorted(solution.tour) == list(range(problem.size))
    assert solution.length == problem.length(solution.tour)
    assert proved_bound(problem, solution) == solution.bound <= solution.length


@pytest.fixture(params=[True, False], ids=["1-trees", "programs"])
def any_method(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(optimize, "SMALL", 0)
        monkeypatch.setattr(
            optimize, "ascent", lambda problem, *_, **__: (-math.inf, np.zeros(problem.size))
        )


@pytest.mark.slow
@pytest.mark.usefixtures("any_method")
@pytest.mark.parametrize("density", [1.0, 0.8, 0.5])
@pytest.mark.parametrize("required", [0, 1, 3])
def test_lengths_are_those_of_held_and_karp(density, required):
    rng = random.Random(f"{density} {required}")
    for size in (3, 4, 5, 6, 7, 8, 9, 10):
        problem = random_problem(rng, size, density=density, required=required)
        least = least_cycle(problem)
        solution = answer(problem)
        check(problem, solution)
        assert solution.bound == solution.length
        if least is not None:
            assert solution.length == least


def components(size, edges, values, tour, known):
    graph = nx.Graph(edges[values > 1e-6].tolist())
    parts = [tuple(sorted(part)) for part in nx.connected_components(graph)]
    return [(part,) for part in parts] if len(parts) > 1 else []


def test_the_tree_does_what_cuts_leave_to_it(monkeypatch):
    monkeypatch.setattr(cutting_planes, "separate", components)
    monkeypatch.setattr(optimize, "SMALL", 0)
    rng, leaves = random.Random(3), 0
    for density in (0.4, 0.5, 0.7, 1.0) * 3:
        problem = random_problem(rng, 11, density=density, longest=10)
        solution = answer(problem)
        check(problem, solution)
        assert solution.bound == solution.length
        least = least_cycle(problem)
        assert least is None or least == solution.length
        leaves = max(leaves, sum(isinstance(case, int) for case in solution.tree))
    assert leaves > 1


@pytest.mark.slow
@pytest.mark.usefixtures("any_method")
def test_a_graph_without_a_tour_has_a_bound_beyond_all_tours():
    petersen = {(i, (i + 1) % 5): 1 for i in range(5)}
    petersen |= {(i, i + 5): 2 for i in range(5)}
    petersen |= {(5 + i, 5 + (i + 2) % 5): 3 for i in range(5)}
    lengths = {(min(pair), max(pair)): length for pair, length in petersen.items()}
    problem = cycle_problem(10, lengths)
    solution = answer(problem)
    check(problem, solution)
    assert solution.bound == solution.length > 10 * 3


def test_a_given_tour_is_the_start():
    problem = plane_problem(random.Random(0), 30)
    first = answer(problem)
    second = answer(problem, tour=first.tour)
    assert second.length == second.bound == first.length


@pytest.mark.usefixtures("any_method")
def test_the_gap_ends_the_search_with_a_valid_bound():
    problem = plane_problem(random.Random(1), 40)
    best = answer(problem).length
    solution = answer(problem, gap=0.1)
    check(problem, solution)
    assert solution.bound <= best <= solution.length
    assert solution.length - solution.bound <= 0.1 * solution.length


@pytest.mark.usefixtures("any_method")
@pytest.mark.parametrize("looks", [1, 2, 3, 5, 8, 12, 20, 40])
def test_a_time_limit_leaves_a_tour_and_a_proved_bound(looks):
    problem = random_problem(random.Random(5), 12, density=0.5, longest=10)
    solution = answer(problem, LateClock(looks))
    check(problem, solution)


@pytest.mark.usefixtures("any_method")
def test_long_lengths_are_exact():
    rng = random.Random(7)
    small = plane_problem(rng, 12)
    far = 2**44
    lengths = {(u, v): far + int(small.matrix[u, v]) for u in range(12) for v in range(u + 1, 12)}
    problem = cycle_problem(12, lengths)
    solution = answer(problem)
    check(problem, solution)
    assert solution.length == solution.bound == least_cycle(small) + 12 * far


def test_the_same_seed_gives_the_same_certificate():
    problem = plane_problem(random.Random(2), 40)
    assert answer(problem) == answer(problem)


def test_reports_are_bounds_and_lengths():
    problem, reports = plane_problem(random.Random(4), 30), []
    settings = Settings(clock=Clock(), report=lambda *pair: reports.append(pair))
    solution = solve(problem, settings)
    assert reports[-1][0] == solution.length
    assert all(bound is None or bound <= solution.length <= length for length, bound in reports)


def test_large_problems_have_a_tour_and_the_bound_of_a_tree(monkeypatch):
    problem = plane_problem(random.Random(6), 12)
    least = answer(problem).length
    monkeypatch.setattr(optimize, "LARGE", 11)
    solution = answer(problem)
    check(problem, solution)
    assert 0.9 * least < solution.bound <= least <= solution.length
    assert not solution.families


@pytest.mark.parametrize("size", [3, 10, 40])
def test_without_a_proof_the_time_goes_into_the_tour(size):
    problem = plane_problem(random.Random(1), size)
    solution = solve(problem, Settings(clock=Clock(0.05)), ending=1.0)
    assert solution.length == problem.length(solution.tour)
    assert sorted(solution.tour) == list(range(size))
    assert solution.bound < solution.length
    assert solution.tree == ()


@pytest.mark.slow
@pytest.mark.parametrize("cut_off", [TimeIsUp, SolverFailure])
def test_tours_have_the_rest_of_a_limit_that_a_linear_program_does_not_keep(cut_off, monkeypatch):
    problem, seen = plane_problem(random.Random(1), 150), []

    def improve(self, _effort):
        seen.append(self.clock.left)
        raise cut_off

    def advance(self, *, seconds, **_):
        seen.append(seconds)

    monkeypatch.setattr(cutting_planes.CuttingPlanes, "improve", improve)
    monkeypatch.setattr(TourSearch, "advance", advance)
    check(problem, answer(problem, Clock(1e6)))
    first, program, second = seen
    assert first == pytest.approx(5e5, rel=0.01)
    assert program == pytest.approx(7.5e5, rel=0.01)
    assert second == pytest.approx(1e6, rel=0.01)
    seen.clear()
    check(problem, answer(problem))
    assert seen == [math.inf, math.inf]  # without a limit there is no second search


@pytest.mark.slow
def test_no_bound_is_below_that_of_1_trees(monkeypatch):
    problem = plane_problem(random.Random(1), 150)
    monkeypatch.setattr(optimize._RootSearch, "cutting_planes", lambda *_: None)
    trees = answer(problem, LateClock(1)).bound
    monkeypatch.undo()
    # A solver that runs out of time may call a program infeasible that is not.
    monkeypatch.setattr(cutting_planes.CuttingPlanes, "improve", lambda *_: False)
    solution = answer(problem)
    check(problem, solution)
    assert solution.bound == trees


def test_large_problems_use_all_of_a_limit_for_the_tour(monkeypatch):
    seconds = []
    monkeypatch.setattr(optimize, "LARGE", 11)
    monkeypatch.setattr(
        TourSearch, "advance", lambda _self, **asked: seconds.append(asked["seconds"])
    )
    problem = plane_problem(random.Random(6), 40)
    check(problem, answer(problem, Clock(1e6)))
    assert seconds == pytest.approx([5e5, 1e6], rel=0.01)


def test_time_is_kept_for_every_leaf_as_the_tree_grows(monkeypatch):
    monkeypatch.setattr(cutting_planes, "separate", components)
    monkeypatch.setattr(optimize, "SMALL", 0)
    kept = []
    problem = plane_problem(random.Random(3), 40)
    settings = Settings(clock=Clock(), keep=lambda leaves, each: kept.append((leaves, each)))
    solution = optimize.solve(problem, settings)
    leaves = sum(isinstance(entry, int) for entry in solution.tree)
    assert [count for count, _ in kept] == [0, 1, *range(1, leaves)]
    assert all(each > problem.size for _, each in kept[1:])
