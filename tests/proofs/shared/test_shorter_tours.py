"""The tours below a bound: which edges are left out and required, and minimum 1-trees."""

from itertools import combinations, pairwise, permutations
from random import Random

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st

from icosian import InvalidProof
from icosian.proofs import DualWeights
from icosian.proofs.certificate import unlimited
from icosian.proofs.lengths import SymmetricInstance
from icosian.proofs.relaxations import ShorterTours

randoms = st.integers(0, 2**32).map(Random)


def random_problem(random, most=6):
    """Return a problem with some required edges."""
    size = random.randint(3, most)
    density = random.choice((0.7, 0.9, 1))
    lengths = [
        {v: random.randint(-5, 20) for v in range(u + 1, size) if random.random() < density}
        for u in range(size)
    ]
    edges = [(u, v) for u, row in enumerate(lengths) for v in row]
    required = frozenset(random.sample(edges, min(len(edges), random.choice((0, 0, 1, 2, 4)))))
    return SymmetricInstance(lengths=lengths, required=required, unit=1)


def cycles(problem):
    """Yield the edges of all cycles that use the required edges."""
    for order in permutations(range(1, len(problem.lengths))):
        ring = pairwise((0, *order, 0))
        cycle = {(min(pair), max(pair)) for pair in ring}
        if problem.required <= cycle and all(v in problem.lengths[u] for u, v in cycle):
            yield cycle


def length(problem, edges):
    return sum(problem.lengths[u][v] for u, v in edges)


def random_weights(random, size, families):
    spread = random.choice((0, 5, 20))
    return DualWeights(
        potentials=tuple(random.randint(-spread, spread) + 15 for _ in range(size)),
        families=tuple(
            (f, random.randint(1, 9)) for f in range(len(families)) if random.random() < 0.5
        ),
    )


def random_tours(random):
    problem = random_problem(random)
    size = len(problem.lengths)
    families = [(tuple(random.sample(range(size), random.randint(1, size - 1))),) for _ in range(2)]
    if size == 6:
        families.append(((0, 2, 4), (0, 1), (2, 3), (4, 5)))
    scale = random.choice((1, 2, 3))
    least = min((length(problem, cycle) for cycle in cycles(problem)), default=20)
    most = scale * (least + random.choice((-10, -1, 0, 3, 10)))
    tours = ShorterTours(problem, families, scale, most, unlimited)
    return problem, families, tours, {"scale": scale, "most": most}


@given(randoms)
def test_cycles_within_the_limit_keep_their_edges(random):
    problem, families, tours, limits = random_tours(random)
    tours.exclude(random_weights(random, len(problem.lengths), families))
    left = {(u, v) for u, row in enumerate(tours.edges) for v in row}
    for cycle in cycles(problem):
        if limits["scale"] * length(problem, cycle) <= limits["most"]:
            event("a shorter cycle")
            assert tours.required <= cycle <= left
    for u, v in left:
        assert tours.edges[u][v] == problem.lengths[u][v]


@given(randoms)
def test_where_none_is_claimed_there_is_none(random):
    problem, families, tours, limits = random_tours(random)
    weights = random_weights(random, len(problem.lengths), families)
    if random.random() < 0.5:
        tours.exclude(random_weights(random, len(problem.lengths), families))
    edges = [(u, v) for u, row in enumerate(problem.lengths) for v in row]
    used = set(random.sample(edges, random.randint(0, min(2, len(edges)))))
    unused = set(random.sample(edges, random.randint(0, min(2, len(edges)))))
    if tours.are_none(weights, used, unused):
        event("none")
        for cycle in cycles(problem):
            if used <= cycle and not unused & cycle:
                assert limits["scale"] * length(problem, cycle) > limits["most"]


def crossings(part, cycle):
    return sum((u in part) != (v in part) for u, v in cycle)


@given(randoms)
def test_where_none_is_claimed_with_known_crossings_there_is_none(random):
    problem, families, _, limits = random_tours(random)
    scale = limits["scale"]
    part = families[0][0]
    twice, often = random.choice((({0}, ()), ((), {0})))
    classes = [cycle for cycle in cycles(problem) if (crossings(part, cycle) == 2) == bool(twice)]
    # 1. Weights near the best for these cycles, maybe negative at the border.
    base = random_weights(random, len(problem.lengths), families)
    z = random.randint(-20 if twice else 1, 20) or 1
    weights = DualWeights(
        potentials=base.potentials,
        families=((0, z), *((f, w) for f, w in base.families if f)),
    )
    # 2. The bound of the theorem; one more is not proved, and no such cycle is shorter.
    lower = bound_of(problem, families, weights, scale) + (2 * z if often else 0)
    for most, is_closed in ((lower - 1, True), (lower, False)):
        tours = ShorterTours(problem, families, scale, most, unlimited)
        stuck = ShorterTours(problem, families, scale, 10**9, unlimited)
        is_stuck = stuck.are_none(weights, set(), set(), twice, often)
        assert tours.are_none(weights, set(), set(), twice, often) == (is_closed or is_stuck)
    for cycle in classes:
        assert scale * length(problem, cycle) >= lower
        event("a cycle")


def reduced(problem, families, weights, scale):
    """Return the reduced lengths of all edges, as the theorem says."""
    rests = {}
    for u, row in enumerate(problem.lengths):
        for v, c in row.items():
            rest = scale * c - weights.potentials[u] - weights.potentials[v]
            for f, z in weights.families:
                rest -= z * sum((u in part) != (v in part) for part in families[f])
            rests[u, v] = rest
    return rests


def bound_of(problem, families, weights, scale):
    """Return the bound of the theorem, scaled."""
    total = 2 * sum(weights.potentials)
    total += sum(z * (2 if len(families[f]) == 1 else 10) for f, z in weights.families)
    for edge, rest in reduced(problem, families, weights, scale).items():
        total += rest if edge in problem.required else min(rest, 0)
    return total


@given(randoms)
def test_what_the_root_excludes_and_requires_is_as_the_theorem_says(random):
    problem, families, _, limits = random_tours(random)
    weights = random_weights(random, len(problem.lengths), families)
    if not weights.families:
        return
    scale = limits["scale"]
    lower = bound_of(problem, families, weights, scale)
    rests = reduced(problem, families, weights, scale)
    most = lower + random.choice((-1, 0, 0, 1, 3, 10, 30))
    tours = ShorterTours(problem, families, scale, most, unlimited)
    tours.exclude(weights)
    left = {(u, v) for u, row in enumerate(tours.edges) for v in row}
    assert left == problem.required | {e for e in rests if lower + max(0, rests[e]) <= most}
    needed = {e for e in left if rests[e] < 0 and lower - rests[e] > most}
    assert tours.required == problem.required | needed
    event(f"{len(needed) > 0} {len(left) < len(rests)}")


@given(randoms)
def test_a_case_is_closed_if_its_bound_is_above_the_limit(random):
    problem, families, _, limits = random_tours(random)
    weights = random_weights(random, len(problem.lengths), families)
    if not weights.families:
        return
    edges = [(u, v) for u, row in enumerate(problem.lengths) for v in row]
    some = random.sample(edges, min(len(edges), random.randint(0, 3)))
    k = random.randint(0, len(some))
    used, unused = set(some[:k]), set(some[k:]) - problem.required
    rows = [
        {v: c for v, c in row.items() if (u, v) not in unused}
        for u, row in enumerate(problem.lengths)
    ]
    case = SymmetricInstance(lengths=rows, required=problem.required | used, unit=1)
    lower = bound_of(case, families, weights, limits["scale"])
    for most in (lower - 1, lower):
        tours = ShorterTours(problem, families, limits["scale"], most, unlimited)
        assert tours.are_none(weights, used, unused) == (most < lower or is_stuck(case))


def is_stuck(problem):
    """Say whether a node has three required edges, or fewer than two edges."""
    edges = [(u, v) for u, row in enumerate(problem.lengths) for v in row]
    return any(
        sum(v in edge for edge in problem.required) > 2 or sum(v in edge for edge in edges) < 2
        for v in range(len(problem.lengths))
    )


def least_one_tree(problem, potentials, scale):
    """Return the least scaled length that 1-trees show, by trying all; None if there is none."""
    rests = {
        (u, v): scale * c - potentials[u] - potentials[v]
        for u, row in enumerate(problem.lengths)
        for v, c in row.items()
    }
    at_first = [edge for edge in rests if edge[0] == 0]
    others = [edge for edge in rests if edge[0] > 0]
    n = len(potentials)
    best = None
    for two in combinations(at_first, 2):
        for tree in combinations(others, n - 2):
            chosen = {*two, *tree}
            H = nx.Graph(tree)
            H.add_nodes_from(range(1, n))
            if problem.required <= chosen and nx.is_tree(H):
                total = 2 * sum(potentials) + sum(rests[edge] for edge in chosen)
                best = total if best is None else min(best, total)
    return best


@given(randoms)
def test_1_trees_are_minimum(random):
    problem = random_problem(random, most=5)
    potentials = random_weights(random, len(problem.lengths), ()).potentials
    weights, scale = DualWeights(potentials=potentials), random.choice((1, 2))
    least = least_one_tree(problem, potentials, scale)

    def are_none(most):
        return ShorterTours(problem, (), scale, most, unlimited).are_none(weights, set(), set())

    if least is None:
        assert are_none(10**6)
    else:
        assert are_none(least - 1)
        assert are_none(least) == is_stuck(problem)


@given(randoms)
def test_the_1_tree_at_the_root_leaves_out_what_no_1_tree_can_afford(random):
    problem = random_problem(random, most=5)
    potentials = random_weights(random, len(problem.lengths), ()).potentials
    weights = DualWeights(potentials=potentials)
    least = least_one_tree(problem, potentials, 1)
    if least is None:
        return
    most = least + random.randint(0, 12)
    tours = ShorterTours(problem, (), 1, most, unlimited)
    tours.exclude(weights)
    for u, row in enumerate(problem.lengths):
        for v in row:
            forced = SymmetricInstance(
                lengths=problem.lengths, required=problem.required | {(u, v)}, unit=1
            )
            bound = least_one_tree(forced, potentials, 1)
            if bound is None or bound > most:
                assert v not in tours.edges[u] or (u, v) in tours.required


def test_where_only_the_first_node_joins_two_parts_there_is_no_1_tree():
    ring = [{1: 1, 2: 1, 3: 1, 4: 1}, {2: 1}, {}, {4: 1}, {}]
    problem = SymmetricInstance(lengths=ring, required=frozenset(), unit=1)
    weights = DualWeights(potentials=(0,) * 5)
    tours = ShorterTours(problem, (), 1, 10**9, unlimited)
    assert not is_stuck(problem)
    assert tours.are_none(weights, set(), set())
    tours.exclude(weights)
    assert tours.edges == [{}] * 5
    whole = SymmetricInstance(lengths=[*ring[:2], {3: 1}, *ring[3:]], required=frozenset(), unit=1)
    assert not ShorterTours(whole, (), 1, 10**9, unlimited).are_none(weights, set(), set())


COMB = ((0, 2, 4), (0, 1), (2, 3), (4, 5))
ALL = SymmetricInstance(
    lengths=[dict.fromkeys(range(u + 1, 6), 1) for u in range(6)], required=frozenset(), unit=1
)


@pytest.mark.parametrize("multiplier", [-1, -5])
def test_only_where_a_border_is_crossed_twice_a_multiplier_may_be_negative(multiplier):
    weights = DualWeights(potentials=(0,) * 6, families=((0, multiplier),))
    tours = ShorterTours(ALL, [((0, 1, 2),)], 1, 5, unlimited)
    for known in ({}, {"often": {0}}, {"twice": {1}}):
        with pytest.raises(InvalidProof, match="must be positive"):
            tours.are_none(weights, set(), set(), **known)
    tours.are_none(weights, set(), set(), twice={0})


def test_cases_are_split_on_the_border_of_one_set():
    tours = ShorterTours(ALL, [((0, 1, 2),), COMB], 1, 5, unlimited)
    assert tours.border(0) == 0
    for family in (1, -1, -2, 2):
        with pytest.raises(InvalidProof, match="not a set"):
            tours.border(family)


def test_an_edge_that_is_not_used_is_left_out_with_and_without_families():
    # Five edges of length 0 make a path; whoever leaves one out pays at least 2.
    rows = [{v: int(v != u + 1) for v in range(u + 1, 6)} for u in range(6)]
    problem = SymmetricInstance(lengths=rows, required=frozenset(), unit=1)
    tours = ShorterTours(problem, [((0, 1, 2),)], 1, 1, unlimited)
    weights = DualWeights(potentials=(0,) * 6)
    assert not tours.are_none(weights, set(), set())
    assert tours.are_none(weights, set(), {(2, 3)})
