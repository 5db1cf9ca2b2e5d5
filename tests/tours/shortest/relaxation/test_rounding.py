import random
from itertools import pairwise

import numpy as np
import pytest
from naive import least_cycle

from icosian.tours.shortest.relaxation.linear_program import (
    SCALES,
    Dual,
    Edges,
    Rounded,
    closest,
    round_dual,
)
from tests.tours.shortest.cycle_problems import (
    bound_of,
    cycle_problem,
    plane_problem,
    random_problem,
)

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


@pytest.mark.parametrize("density", [1.0, 0.7])
def test_a_bound_is_that_of_its_definition(density):
    rng = random.Random(density)
    problem = random_problem(rng, 8, density=density, required=2)
    edges = Edges.of(problem)
    pairs = [tuple(pair) for pair in edges.pairs.tolist()]
    for scale in SCALES[:6]:
        dual = round_dual(some_dual(rng, problem), scale, edges.base)
        assert bound_of(edges, dual) == bound_by_crossings(problem, dual, (), ())
        case = pairs[:1], pairs[5:7]
        assert bound_of(edges, dual, *case) == bound_by_crossings(problem, dual, *case)


def test_no_bound_exceeds_the_shortest_cycle():
    rng = random.Random(1)
    for _ in range(20):
        problem = random_problem(rng, 8)
        edges, least = Edges.of(problem), least_cycle(problem)
        dual = round_dual(some_dual(rng, problem), 12, edges.base)
        assert bound_of(edges, dual) <= 12 * least


def test_each_scale_divides_the_next():
    assert all(fine % coarse == 0 for coarse, fine in pairwise(SCALES))


def test_multiples_and_sums_of_duals_have_the_bounds_that_they_should():
    rng = random.Random(2)
    problem = random_problem(rng, 8)
    edges = Edges.of(problem)
    one, other = (round_dual(some_dual(rng, problem), 60, edges.base) for _ in range(2))
    assert bound_of(edges, one.times(7)) == 7 * bound_of(edges, one)
    assert bound_of(edges, one.plus(other, 3)) >= bound_of(edges, one) + 3 * bound_of(edges, other)


def test_integers_that_would_not_fit_are_refused():
    problem = plane_problem(random.Random(0), 8)
    edges = Edges.of(problem)
    huge = Dual(np.full(8, 1e18), (), np.zeros(0))
    assert round_dual(huge, 12) is None
    assert edges.reduced_costs(Rounded(2**60, edges.base, (), np.zeros(0, np.int64))) is None
    dual, proved = closest(edges, huge, 0)
    assert not proved
    assert bound_of(edges, dual) == 2 * int(edges.base.sum())


def test_the_closest_scale_is_the_first_that_proves_enough():
    problem = cycle_problem(3, {(0, 1): 1, (0, 2): 1, (1, 2): 1})
    edges = Edges.of(problem)
    half = Dual(np.full(3, 0.5), (), np.zeros(0))
    dual, proved = closest(edges, half, 2)
    assert proved
    assert dual.scale == 2
    assert bound_of(edges, dual) == 2 * 3
    assert not closest(edges, half, 3)[1]


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


def test_edges_are_found_by_their_nodes():
    problem = cycle_problem(4, {(0, 1): 1, (2, 3): 1, (1, 2): 5, (0, 3): 2})
    edges = Edges.of(problem)
    assert edges.places([(2, 3), (0, 2), (0, 1)]).tolist() == [3, -1, 0]
    assert edges.places([]).tolist() == []


def test_a_sum_beyond_64_bits_is_exact():
    problem = cycle_problem(
        5,
        dict.fromkeys([(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)], 2**55),
        [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)],
    )
    edges = Edges.of(problem)
    zero = Rounded(32, np.zeros(5, np.int64), (), np.zeros(0, np.int64))
    assert bound_of(edges, zero) == 5 * 32 * 2**55


def test_multipliers_that_cancel_each_other_name_no_set():
    some, other = ((0, 1),), ((2, 3),)
    nodes = np.zeros(5, np.int64)
    first = Rounded(2, nodes, (some, other), np.array([-3, 1]))
    total = first.plus(Rounded(0, nodes, (some,), np.array([1])), 3)
    assert dict(zip(total.families, total.multipliers.tolist(), strict=True)) == {other: 1}
