import math
from itertools import combinations

import numpy as np
import pytest

from icosian._run.clock import TimeIsUp
from icosian.tours.shortest.relaxation.linear_program import (
    PATIENCE,
    LinearProgram,
    normalize_family,
)

TRIANGLES = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
BRIDGES = [(0, 3), (1, 4), (2, 5)]


def program(costs, size=6):
    edges = np.array(sorted(costs), np.int32)
    return LinearProgram(size, edges, np.array([costs[tuple(edge)] for edge in edges.tolist()]))


def two_triangles():
    """Two triangles of short edges, joined by three edges of length 10."""
    return program(dict.fromkeys(TRIANGLES, 1) | dict.fromkeys(BRIDGES, 10))


def bound_of(program, dual):
    """The value of a dual, by its definition."""
    total = 2 * dual.nodes.sum()
    for family, z in zip(dual.families, dual.multipliers, strict=True):
        total -= z * (2 * sum(map(len, family)) - (2 if len(family) == 1 else 3 * len(family) - 2))
    return total


def test_degrees_alone_leave_two_cycles():
    lp = two_triangles()
    assert lp.solve()
    assert lp.objective == pytest.approx(6)


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


def test_a_family_is_added_once_whichever_side_it_is_written_by():
    lp = two_triangles()
    assert lp.add_families([((0, 1, 2),), ((2, 1, 0),)]) == 1
    assert lp.add_families([((0, 1, 2),)]) == 0
    assert lp.add_families([((5, 4, 3, 2),)]) == 1
    assert lp.families[-1] == ((0, 1),)


def test_a_comb_keeps_its_teeth():
    comb = ((0, 1, 2, 6, 7), (2, 3), (0, 5), (1, 4))
    assert normalize_family(comb, 8) == ((3, 4, 5), (0, 5), (1, 4), (2, 3))
    assert normalize_family(comb, 12) == ((0, 1, 2, 6, 7), (0, 5), (1, 4), (2, 3))


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


def test_the_dual_proves_the_objective():
    costs = dict.fromkeys(TRIANGLES, 1) | dict.fromkeys(BRIDGES, 10)
    lp = program(costs)
    lp.add_families([((0, 1, 2),)])
    lp.solve()
    assert bound_of(lp, lp.dual()) <= lp.objective + 1e-9
    paid = np.minimum(0.0, reduced(lp, costs)).sum()
    assert bound_of(lp, lp.dual()) + paid == pytest.approx(lp.objective)


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
    assert bound_of(lp, dual) + paid == pytest.approx(lp.objective)
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


def test_a_program_without_sets_has_no_idle_rows():
    lp = two_triangles()
    assert lp.solve()
    lp.drop_idle()
    assert lp.families == []
    assert lp.objective == pytest.approx(6)


def test_a_ray_shows_a_program_infeasible():
    lp = program({(0, 1): 1, (1, 2): 1, (2, 3): 1, (0, 3): 1, (3, 4): 1}, size=5)
    assert not lp.solve()
    ray = lp.ray()
    gain = bound_of(lp, ray)
    for u, v in zip(lp.tails, lp.heads, strict=True):
        gain += min(0.0, -ray.nodes[u] - ray.nodes[v])
    assert gain > 1e-6


def test_a_probe_bounds_both_values_of_an_edge_and_changes_nothing():
    lp = two_triangles()
    lp.add_families([((0, 1, 2),)])
    lp.solve()
    objective = lp.objective
    without, with_it = lp.probe(0, (0.0, 1.0))
    assert without >= objective - 1e-9
    assert with_it >= objective - 1e-9
    assert lp.solve()
    assert lp.objective == pytest.approx(objective)


def test_a_probe_finds_an_edge_that_is_needed():
    lp = program({(0, 1): 1, (1, 2): 2, (2, 3): 3, (0, 3): 4}, size=4)
    lp.solve()
    assert lp.probe(0, (0.0, 1.0)) == (math.inf, pytest.approx(10))


def test_large_costs_are_scaled():
    costs = {edge: 2**40 + 2**30 * k for k, edge in enumerate(combinations(range(6), 2))}
    lp = program(costs)
    assert lp.unit > 1
    assert lp.solve()
    assert lp.objective == pytest.approx(
        sum(
            costs[int(u), int(v)] * x for u, v, x in zip(lp.tails, lp.heads, lp.values, strict=True)
        )
    )


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


def test_a_time_limit_reaches_into_a_solution():
    rng = np.random.default_rng(1)
    lengths = rng.integers(1, 10**6, (90, 90))
    lp = program({pair: int(lengths[pair]) for pair in combinations(range(90), 2)}, 90)
    with pytest.raises(TimeIsUp):
        lp.solve(0.0)
    assert not lp.is_solved
    assert lp.solve(60)


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


def test_a_set_that_is_crossed_twice_may_have_a_negative_multiplier():
    costs = dict.fromkeys(TRIANGLES, 10) | dict.fromkeys(BRIDGES, 1)
    lp = program(costs)
    assert lp.solve()
    free = lp.objective
    lp.assume([((0, 1, 2),)], [])
    assert lp.solve()
    assert lp.objective > free
    assert lp.dual().multipliers.min() < 0


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


def test_families_that_came_after_the_last_solution_have_no_multiplier():
    lp = two_triangles()
    assert lp.solve()
    before = lp.dual()
    lp.add_families([((0, 1, 2),), ((0, 3),)])
    assert lp.dual().families == before.families == ()
    assert lp.dual().nodes.tolist() == before.nodes.tolist()
