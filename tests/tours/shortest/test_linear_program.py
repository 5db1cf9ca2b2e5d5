"""Linear programs, their rounded duals, and cutting planes."""

import math
import random
from itertools import combinations

import numpy as np
import pytest
from naive import least_cycle

from icosian.tours.shortest.relaxation.cutting_planes import Effort
from icosian.tours.shortest.relaxation.linear_program import (
    PATIENCE,
    Dual,
    Edges,
    LinearProgram,
    round_dual,
)
from tests.tours.shortest.cases import cycle_problem, plane_problem, planes_of, random_problem

TRIANGLES = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
BRIDGES = [(0, 3), (1, 4), (2, 5)]


def program(costs, size=6):
    edges = np.array(sorted(costs), np.int32)
    return LinearProgram(size, edges, np.array([costs[tuple(edge)] for edge in edges.tolist()]))


def two_triangles():
    """Two triangles of short edges, joined by three edges of length 10."""
    return program(dict.fromkeys(TRIANGLES, 1) | dict.fromkeys(BRIDGES, 10))


def value_of(program, dual):
    """The value of a dual, by its definition."""
    total = 2 * dual.nodes.sum()
    for family, z in zip(dual.families, dual.multipliers, strict=True):
        total -= z * (2 * sum(map(len, family)) - (2 if len(family) == 1 else 3 * len(family) - 2))
    return total


def test_a_set_is_left_twice():
    lp = two_triangles()
    lp.solve()
    assert lp.add_families([((0, 1, 2),)]) == 1
    assert lp.solve()
    assert lp.objective == pytest.approx(2 * 10 + 4 * 1)
    chosen = dict(
        zip(zip(lp.tails.tolist(), lp.heads.tolist(), strict=True), lp.values, strict=True)
    )
    assert sum(chosen[edge] for edge in BRIDGES) == pytest.approx(2)


def reduced(lp, costs):
    """The reduced costs of edges by the dual of a program, by their definition."""
    dual = lp.dual()
    found = []
    for (u, v), cost in sorted(costs.items()):
        both = sum(
            z * sum(u in nodes and v in nodes for nodes in family)
            for family, z in zip(dual.families, dual.multipliers, strict=True)
        )
        found.append(cost - dual.nodes[u] - dual.nodes[v] + 2 * both)
    return np.array(found)


def test_sets_that_few_edges_cross_have_the_same_dual():
    # A prism over a clique of five nodes: 10 edges inside each clique, 5 across. The comb has its
    # handle written by the edges across and its teeth by those inside.
    sides = [(u + k, v + k) for u, v in combinations(range(5), 2) for k in (0, 5)]
    costs = {edge: 1 + (7 * edge[0] + 3 * edge[1]) % 5 for edge in sides}
    costs |= {(u, u + 5): 20 + u % 2 for u in range(5)}
    comb = ((0, 1, 2, 3, 4), (0, 5), (1, 6), (2, 7))
    lp = program(costs, 10)
    lp.add_families([((0, 1, 2, 3, 4),), comb])
    assert lp.solve()
    dual = lp.dual()
    assert dual.families
    found = reduced(lp, costs)
    paid = np.minimum(0.0, found).sum()
    assert value_of(lp, dual) + paid == pytest.approx(lp.objective)
    assert found[(lp.values > 1e-6) & (lp.values < 1 - 1e-6)] == pytest.approx(0)
    assert lp.correction(found, lp.rows_dual) == pytest.approx(0)
    step = np.append(np.arange(10.0), (3, 0))
    inside = np.isin(lp.tails, lp.families[0]) & np.isin(lp.heads, lp.families[0])
    other = found - step[lp.tails] - step[lp.heads] - step[10] * inside
    assert lp.correction(other, lp.rows_dual + step) == pytest.approx(-step)


def test_edges_that_are_added_later_are_counted_in_the_sets():
    costs = dict.fromkeys(combinations(range(6), 2), 5)
    whole = program(costs)
    whole.add_families([((0, 1, 2),), ((0, 1),)])
    part = program(dict.fromkeys([*TRIANGLES, *BRIDGES], 5))
    part.add_families([((0, 1, 2),), ((0, 1),)])
    missing = sorted(set(costs) - {*TRIANGLES, *BRIDGES})
    part.add_edges(np.array(missing, np.int32), np.full(len(missing), 5))
    for lp in (whole, part):
        assert lp.solve()
    assert part.objective == pytest.approx(whole.objective)
    assert len(part.tails) == len(whole.tails)


def test_idle_rows_are_dropped_and_the_dual_stays():
    lp = two_triangles()
    lp.add_families([((0, 1, 2),), ((0, 3),), ((1, 4),), ((2, 5),)])
    for _ in range(PATIENCE):
        assert lp.solve()
    before, objective = lp.dual(), lp.objective
    lp.drop_idle()
    assert len(lp.families) < 4
    after = lp.dual()
    assert after.families == before.families
    assert (after.multipliers == before.multipliers).all()
    assert lp.solve()
    assert lp.objective == pytest.approx(objective)


def test_a_ray_shows_a_program_infeasible():
    lp = program({(0, 1): 1, (1, 2): 1, (2, 3): 1, (0, 3): 1, (3, 4): 1}, size=5)
    assert not lp.solve()
    ray = lp.ray()
    gain = value_of(lp, ray)
    for u, v in zip(lp.tails, lp.heads, strict=True):
        gain += min(0.0, -ray.nodes[u] - ray.nodes[v])
    assert gain > 1e-6


def test_the_last_basis_corrects_a_dual():
    lp = two_triangles()
    lp.add_families([((0, 1, 2),)])
    lp.solve()
    wrong = lp.rows_dual + np.linspace(-1, 1, 7)
    costs = np.array(
        [1.0 if (u < 3) == (v < 3) else 10.0 for u, v in zip(lp.tails, lp.heads, strict=True)]
    )
    inside = np.array([float(v < 3) for v in lp.heads])
    reduced = costs - wrong[lp.tails] - wrong[lp.heads] - wrong[6] * inside
    right = wrong + lp.correction(reduced, wrong)
    again = costs - right[lp.tails] - right[lp.heads] - right[6] * inside
    assert right == pytest.approx(lp.rows_dual)
    assert again[(lp.values > 1e-6) & (lp.values < 1 - 1e-6)] == pytest.approx(0)


def test_what_is_assumed_of_a_set_counts_and_is_forgotten():
    lp = two_triangles()
    family = ((0, 1, 2),)
    lp.add_families([family])
    lp.solve()
    free = lp.objective
    lp.assume([family], [])
    lp.solve()
    assert lp.objective == pytest.approx(free)
    lp.assume([], [family])
    assert not lp.solve()  # there are three bridges
    for twice, often in (((), ()), ([((0, 3),)], [((1, 4),)]), ((), ())):
        lp.assume(twice, often)
        assert lp.solve()
        for nodes, low, high in ((((0, 3),), 2, 2), (((1, 4),), 4, 6)):
            if [nodes] in (twice, often):
                crossed = sum(
                    x * ((u in nodes[0]) != (v in nodes[0]))
                    for u, v, x in zip(lp.tails, lp.heads, lp.values, strict=True)
                )
                assert low - 1e-9 <= crossed <= high + 1e-9
    assert lp.objective == pytest.approx(free)


def test_assumed_rows_are_not_dropped():
    lp = two_triangles()
    lp.add_families([((0, 1, 2),), ((0, 3),), ((1, 4),), ((2, 5),)])
    lp.assume([], [((0, 3),)])
    for _ in range(PATIENCE):
        assert lp.solve()
    lp.drop_idle()
    assert ((0, 3),) in lp.families


def test_a_probe_of_a_set_bounds_both_cases_and_changes_nothing():
    lp = two_triangles()
    lp.add_families([((0, 3),)])
    lp.solve()
    before = lp.objective
    found = lp.probe_set(0)
    for bound, assumed in zip(found, (([((0, 3),)], []), ([], [((0, 3),)])), strict=True):
        lp.assume(*assumed)
        assert bound == pytest.approx(lp.objective if lp.solve() else math.inf)
    lp.assume([], [])
    lp.solve()
    assert lp.objective == pytest.approx(before)


COMB = ((0, 1, 2), (0, 3), (1, 4), (2, 5))


def some_dual(rng, problem):
    nodes = np.array([rng.uniform(0, 20) for _ in range(problem.size)])
    families = (((0, 1),), ((2, 3, 4),), COMB)
    return Dual(nodes, families, np.array([rng.uniform(0.1, 3) for _ in families]))


def bound_by_crossings(problem, dual, used, avoided):
    """Return a bound from the definition: potentials, families and the borders that edges cross."""
    edges = Edges.of(problem)
    potentials = dual.potentials().tolist()
    total = 2 * sum(potentials)
    for family, z in zip(dual.families, dual.multipliers.tolist(), strict=True):
        total += z * (2 if len(family) == 1 else 3 * len(family) - 2)
    for u, v in edges.pairs.tolist():
        cost = dual.scale * int(problem.matrix[u, v]) - potentials[u] - potentials[v]
        for family, z in zip(dual.families, dual.multipliers.tolist(), strict=True):
            cost -= z * sum((u in nodes) != (v in nodes) for nodes in family)
        if (u, v) in used or (u, v) in problem.required:
            total += cost
        elif (u, v) not in avoided:
            total += min(0, cost)
    return total


def test_edges_of_shorter_cycles_are_kept_and_required():
    rng = random.Random(3)
    for _ in range(10):
        problem = random_problem(rng, 8)
        edges, least = Edges.of(problem), least_cycle(problem)
        dual = round_dual(some_dual(rng, problem), 12, edges.base)
        left = edges.shorter(dual, least + 1)
        lengths = {(u, v): int(problem.matrix[u, v]) for u, v in left.pairs.tolist()}
        required = [tuple(pair) for pair in left.pairs[left.required].tolist()]
        assert least_cycle(cycle_problem(8, lengths, required)) == least


def test_contradictions_are_seen():
    square = cycle_problem(
        5, {(0, 1): 1, (1, 2): 1, (2, 3): 1, (3, 4): 1, (0, 4): 1, (0, 2): 1, (0, 3): 1}
    )
    edges = Edges.of(square)
    for used, avoided in (((), ()), ([(0, 2)], [(0, 3)]), ((), [(1, 3)])):
        assert edges.case(used, avoided, 0) is not None
    for used, avoided in (
        ([(0, 1), (0, 2), (0, 3)], ()),
        ([(1, 3)], ()),
        ((), [(0, 1)]),
        ([(0, 2)], [(0, 2)]),
    ):
        assert edges.case(used, avoided, 0) is None


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


def test_columns_are_added_until_none_has_a_negative_reduced_cost():
    problem = plane_problem(random.Random(2), 9)
    all_edges, few = planes_of(problem), planes_of(problem, ring(9))
    for planes in (all_edges, few):
        assert planes.improve(LONG)
    assert few.program.objective == pytest.approx(all_edges.program.objective)
    missing = ~few.is_column
    assert (few.reduced_costs(few.program.dual())[missing] > -1e-6).all()
    assert few.is_column.sum() > 9
