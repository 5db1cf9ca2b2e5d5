import random

import numpy as np
import pytest

from icosian._run.clock import Clock
from icosian.tours.shortest import local_search as guided_search
from icosian.tours.shortest.exact import solve
from icosian.tours.shortest.local_search import FIRST, NEIGHBORS, GuidedSearch
from icosian.tours.shortest.relaxation.branching import ROOT_EFFORT, Node, Settings
from tests.tours.shortest.cycle_problems import plane_problem, planes_of, random_problem


def root(problem):
    """Return the linear program at the root, with a bad tour, and its case."""
    planes = planes_of(problem)
    assert planes.improve(ROOT_EFFORT)
    return planes, Node((), (), planes.program.objective, planes.program.dual())


def least(problem):
    return solve(problem, Settings(clock=Clock())).length


@pytest.mark.parametrize("seed", range(3))
def test_the_edges_of_the_program_lead_to_the_shortest_tour(seed):
    problem = plane_problem(random.Random(seed), 25)
    planes, node = root(problem)
    planes.incumbent.tour = list(range(25))
    planes.incumbent.length = problem.length(planes.incumbent.tour)
    GuidedSearch(problem, 0).at_root(planes, node)
    assert planes.incumbent.length == problem.length(planes.incumbent.tour) == least(problem)


def test_searches_become_rare(monkeypatch):
    problem = plane_problem(random.Random(3), 12)
    planes, node = root(problem)
    node.bound = 0.0
    calls = []
    monkeypatch.setattr(
        guided_search,
        "improve_cycle",
        lambda *_, seed, **__: calls.append(seed) or (np.arange(12), 10**6),
    )
    search = GuidedSearch(problem, 7)
    for _ in range(3 * FIRST):
        search.at_case(planes, node)
    assert calls == list(range(8, 8 + FIRST + 2))


def test_a_case_without_a_better_tour_has_no_search(monkeypatch):
    problem = plane_problem(random.Random(3), 12)
    planes, node = root(problem)
    node.bound = float(planes.incumbent.length)
    monkeypatch.setattr(guided_search, "improve_cycle", None)
    GuidedSearch(problem, 0).at_root(planes, node)


def test_candidates_are_edges_of_least_reduced_cost():
    problem = random_problem(random.Random(2), 14, density=0.5)
    planes, node = root(problem)
    near = guided_search._candidates(planes, node)
    reduced = dict(
        zip(map(tuple, planes.edges.pairs.tolist()), planes.reduced_costs(node.dual), strict=True)
    )
    for u, row in enumerate(near.tolist()):
        at_node = {
            v: reduced[min(u, v), max(u, v)] for v in range(14) if (min(u, v), max(u, v)) in reduced
        }
        chosen = [v for v in row if v >= 0]
        assert len(chosen) == min(NEIGHBORS, len(at_node))
        assert sorted(at_node[v] for v in chosen) == sorted(at_node.values())[: len(chosen)]
