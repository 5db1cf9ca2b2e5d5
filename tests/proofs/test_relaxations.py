"""Relaxations of tours: what they exclude no tour needs, whatever the weights are."""

import random
import tracemalloc
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from random import Random

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import event, given, strategies as st
from together import together

from icosian import InvalidArgument, InvalidProof
from icosian.proofs import Computed, DualWeights, LongestBound, LowerBound
from icosian.proofs.bounds import leaves
from icosian.proofs.certificate import no_limit
from icosian.proofs.lengths import Omissions, SymmetricInstance
from icosian.proofs.relaxations import PartialTours, PlaceOrder, ShorterTours, borders
from icosian.tours.instance import Order

# -- Families of borders


def cycles(size):
    """Return the edges of every cycle on nodes 0..size - 1."""
    orders = ((0, *order) for order in permutations(range(1, size)))
    return [list(zip(order, order[1:] + order[:1], strict=True)) for order in orders]


CYCLES = {size: cycles(size) for size in range(3, 8)}


def crossings(family, cycle):
    """Count how often a cycle crosses the borders of all sets of a family."""
    return sum((u in part) != (v in part) for part in map(set, family) for u, v in cycle)


def fewest(family, size):
    return min(crossings(family, cycle) for cycle in CYCLES[size])


@pytest.mark.parametrize("size", CYCLES)
@given(st.integers(0, 2**32).map(Random))
def test_no_cycle_crosses_a_family_less_often_than_is_claimed(size, random):
    if random.random() < 0.3:
        family = (tuple(random.sample(range(size), random.randint(0, size))),)
    else:
        nodes = random.sample(range(size), size)
        cuts = sorted(random.sample(range(size + 1), random.randint(2, min(6, size))))
        teeth = [tuple(nodes[a:b]) for a, b in pairwise(cuts)]
        if random.random() < 0.2:
            teeth.append(tuple(random.sample(range(size), 2)))
        family = (tuple(random.sample(range(size), random.randint(0, size))), *teeth)
    try:
        sides, least = borders(family, size)
    except InvalidProof:
        return
    assert fewest(family, size) >= least
    assert fewest([tuple(side) for side in sides], size) >= least
    for part, side in zip(family, sides, strict=True):
        assert side in (set(part), set(range(size)) - set(part))
        assert 2 * len(side) <= size


@together("size", CYCLES)
def test_every_set_of_some_nodes_is_crossed_twice(size):
    for count in range(1, size):
        part = tuple(range(count))
        assert borders((part,), size).crossings == 2 == fewest((part,), size)
    for part in ((), tuple(range(size))):
        with pytest.raises(InvalidProof, match="some nodes, but not all"):
            borders((part,), size)


@together("handle", [(0, 2, 4), (1, 2, 5), (0, 2, 4, 6), (1, 3, 5)])
@together("teeth", [((0, 1), (2, 3), (4, 5)), ((0, 1, 6), (2, 3), (4, 5))])
def test_a_comb_of_three_teeth_is_crossed_ten_times(handle, teeth):
    family = (handle, *teeth)
    assert borders(family, 7).crossings == 10 == fewest(family, 7)


COMB = ((0, 2, 4), (0, 1), (2, 3), (4, 5))


# -- Tours below a bound


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


def cycles_of(problem):
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
    least = min((length(problem, cycle) for cycle in cycles_of(problem)), default=20)
    most = scale * (least + random.choice((-10, -1, 0, 3, 10)))
    tours = ShorterTours(problem, families, scale, most, no_limit)
    return problem, families, tours, {"scale": scale, "most": most}


@given(randoms)
def test_cycles_within_the_limit_keep_their_edges(random):
    problem, families, tours, limits = random_tours(random)
    tours.exclude(random_weights(random, len(problem.lengths), families))
    left = {(u, v) for u, row in enumerate(tours.edges) for v in row}
    for cycle in cycles_of(problem):
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
        for cycle in cycles_of(problem):
            if used <= cycle and not unused & cycle:
                assert limits["scale"] * length(problem, cycle) > limits["most"]


def times_crossed(part, cycle):
    return sum((u in part) != (v in part) for u, v in cycle)


@given(randoms)
def test_where_none_is_claimed_with_known_crossings_there_is_none(random):
    problem, families, _, limits = random_tours(random)
    scale = limits["scale"]
    part = families[0][0]
    twice, often = random.choice((({0}, ()), ((), {0})))
    classes = [
        cycle for cycle in cycles_of(problem) if (times_crossed(part, cycle) == 2) == bool(twice)
    ]
    # 1. Weights near the best for these cycles, maybe negative at the border.
    base = random_weights(random, len(problem.lengths), families)
    z = random.randint(-20 if twice else 1, 20) or 1
    weights = DualWeights(
        potentials=base.potentials, families=((0, z), *((f, w) for f, w in base.families if f))
    )
    # 2. The bound of the theorem; one more is not proved, and no such cycle is shorter.
    lower = bound_of(problem, families, weights, scale) + (2 * z if often else 0)
    for most, is_closed in ((lower - 1, True), (lower, False)):
        tours = ShorterTours(problem, families, scale, most, no_limit)
        stuck = ShorterTours(problem, families, scale, 10**9, no_limit)
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
    tours = ShorterTours(problem, families, scale, most, no_limit)
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
        tours = ShorterTours(problem, families, limits["scale"], most, no_limit)
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
    least = naive.least_one_tree(len(potentials), rests, problem.required)
    return None if least is None else 2 * sum(potentials) + least


@given(randoms)
def test_1_trees_are_minimum(random):
    problem = random_problem(random, most=5)
    potentials = random_weights(random, len(problem.lengths), ()).potentials
    weights, scale = DualWeights(potentials=potentials), random.choice((1, 2))
    least = least_one_tree(problem, potentials, scale)

    def are_none(most):
        return ShorterTours(problem, (), scale, most, no_limit).are_none(weights, set(), set())

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
    tours = ShorterTours(problem, (), 1, most, no_limit)
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
    tours = ShorterTours(problem, (), 1, 10**9, no_limit)
    assert not is_stuck(problem)
    assert tours.are_none(weights, set(), set())
    tours.exclude(weights)
    assert tours.edges == [{}] * 5
    whole = SymmetricInstance(lengths=[*ring[:2], {3: 1}, *ring[3:]], required=frozenset(), unit=1)
    assert not ShorterTours(whole, (), 1, 10**9, no_limit).are_none(weights, set(), set())


ALL = SymmetricInstance(
    lengths=[dict.fromkeys(range(u + 1, 6), 1) for u in range(6)], required=frozenset(), unit=1
)


@pytest.mark.parametrize("multiplier", [-1, -5])
def test_only_where_a_border_is_crossed_twice_a_multiplier_may_be_negative(multiplier):
    weights = DualWeights(potentials=(0,) * 6, families=((0, multiplier),))
    tours = ShorterTours(ALL, [((0, 1, 2),)], 1, 5, no_limit)
    for known in ({}, {"often": {0}}, {"twice": {1}}):
        with pytest.raises(InvalidProof, match="must be positive"):
            tours.are_none(weights, set(), set(), **known)
    tours.are_none(weights, set(), set(), twice={0})


def test_an_edge_that_is_not_used_is_left_out_with_and_without_families():
    # Five edges of length 0 make a path; whoever leaves one out pays at least 2.
    rows = [{v: int(v != u + 1) for v in range(u + 1, 6)} for u in range(6)]
    problem = SymmetricInstance(lengths=rows, required=frozenset(), unit=1)
    tours = ShorterTours(problem, [((0, 1, 2),)], 1, 1, no_limit)
    weights = DualWeights(potentials=(0,) * 6)
    assert not tours.are_none(weights, set(), set())
    assert tours.are_none(weights, set(), {(2, 3)})


# -- Tours that may leave out places


NONE = DualWeights()


def longest_bound(G, most, *, closed=True, **fields):
    form = {"scale": 1, "weights": (NONE,), "tree": (0,)} | fields
    return LongestBound(closed=closed, bound=most, nodes=tuple(G), **form)


def partial_tours(G, most, tick=no_limit, **fields):
    return longest_bound(G, most, **fields)._tours(G, None, tick)


def partial_cycles(G, *, closed):
    """Yield the places of all tours, home included, with their edges and loops by number."""
    directed, home = G.is_directed(), len(G)
    places, shift = len(G) + (not closed), (len(G) + (not closed)) * directed
    for size in range(1, len(G) + 1):
        for order in permutations(G, size):
            if not all(G.has_edge(u, v) for u, v in pairwise(order)):
                continue
            if closed and (size < 3 - directed or not G.has_edge(order[-1], order[0])):
                continue
            if not closed and size == 1 and not directed:
                continue  # not a cycle through home
            around = order if closed else (*order, home)
            ways = {(u, v + shift) for u, v in pairwise((*around, around[0]))}
            loops = {(v + shift, v) for v in range(places) if v not in around}
            yield around, loops | (ways if directed else {tuple(sorted(way)) for way in ways})


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_no_weights_close_a_case_that_has_a_longer_tour(directed, seed):
    random = Random(seed)
    n, closed = random.randint(2, 5), random.random() < 0.5
    G = nx.gnp_random_graph(n, 0.6, seed=seed, directed=directed)
    width = (n + (not closed)) * (1 + directed)
    sets = [tuple(random.sample(range(width), random.randrange(1, width))) for _ in range(4)]
    for around, edges in partial_cycles(G, closed=closed):
        if (nodes := len(around) - (not closed)) == 1:
            continue  # a path that no bound of a path denies
        most = random.choice((nodes - 1, random.randrange(not closed, nodes)))
        longer = partial_tours(G, most, closed=closed, families=tuple((s,) for s in sets))
        others = {(u, v) for u, row in enumerate(longer.edges) for v in row}
        others -= edges | longer.required
        used = set(random.sample(sorted(edges), random.randint(0, len(edges))))
        unused = set(random.sample(sorted(others), random.randint(0, len(others))))
        potentials = tuple(random.randint(-4, 2) for _ in range(width))
        weights = DualWeights(potentials=potentials, families=((random.randrange(4), 2), (0, 1)))
        for some in (NONE, DualWeights(potentials=(-1,) * width), weights):
            assert not longer.are_none(some, used, unused), (around, most)


def grouped_problem(random):
    """Return a problem without directions whose tours visit a place of each of some sets."""
    size = random.randint(4, 6)
    lengths = [
        {v: random.randint(1, 6) for v in range(u + 1, size) if random.random() < 0.9}
        for u in range(size)
    ]
    sets = [frozenset(random.sample(range(size), random.randint(2, 3))) for _ in range(3)]
    allowances = [(some, min(len(some) - 1, random.choice((1, 2)))) for some in sets]
    prices = {v: random.choice((0, 0, 0, 1)) for some in sets for v in some}
    omissions = Omissions(prices, 3, allowances)
    return SymmetricInstance(lengths=lengths, required=frozenset(), unit=1, omissions=omissions)


def costs_of_sets(problem, edges):
    """Yield the costs of cycles by some edges, and of two places there and back."""
    prices, allowances = problem.omissions.prices, problem.omissions.allowances
    for count in range(2, problem.places + 1):
        for order in permutations(range(problem.places), count):
            out = {*range(problem.places)} - {*order}
            steps = {(min(way), max(way)) for way in pairwise((*order, order[0]))}
            is_allowed = all(len(some & out) <= most for some, most in allowances)
            if out <= prices.keys() and is_allowed and (count == 2 or steps <= edges):
                lengths = [problem.lengths[u].get(v) for u, v in steps]
                if None not in lengths:
                    yield sum(lengths) * (2 if count == 2 else 1) + sum(prices[v] for v in out)


def test_without_the_edges_of_groups_that_are_left_out_no_tour_gets_longer():
    random, fewer = Random(0), 0
    for _ in range(150):
        problem = grouped_problem(random)
        tours = PartialTours(problem, (), 1, 0, no_limit)
        every = {(u, v) for u, row in enumerate(problem.lengths) for v in row}
        left = {(u, v) for u, row in enumerate(tours._table()) for v in row if u != v}
        fewer += len(every - left)
        assert left <= every
        found, least = (min(costs_of_sets(problem, some), default=None) for some in (left, every))
        assert found == least
    assert fewer > 50


def test_edges_of_groups_stay_where_a_detour_is_shorter_or_a_tour_is_known():
    lengths = [{1: 1, 2: 3, 3: 1}, {2: 1, 3: 3}, {3: 1}, {}]
    pair = frozenset({0, 1})
    problem = SymmetricInstance(
        lengths=lengths,
        required=frozenset(),
        unit=1,
        omissions=Omissions({0: 0, 1: 0}, 3, [(pair, 1)]),
    )

    def is_left(known=(), **changes):
        tours = PartialTours(replace(problem, **changes), (), 1, 0, no_limit)
        tours.known = [*known]
        return 1 in tours._table()[0]

    assert is_left()  # 0 and 1 are on the way from 3 to 2
    short = [{1: 1, 2: 2, 3: 1}, {2: 1, 3: 2}, {3: 1}, {}]
    assert not is_left(lengths=short)
    assert is_left(known=[frozenset({(0, 1)})], lengths=short)
    assert is_left(lengths=short, home=3)
    assert is_left(lengths=short, omissions=Omissions({0: 1, 1: 1}, 3, [(pair, 1)]))
    assert is_left(lengths=short, omissions=Omissions({0: 0, 1: 0}, 3, [(pair, 0)]))
    others = [(pair, 1), (frozenset({0, 2}), 1), (frozenset({1, 3}), 1)]
    some = Omissions(dict.fromkeys(range(4), 0), 3, others)
    assert is_left(lengths=short, omissions=some)


TRIANGLES = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)])
"""Two triangles with a node in common."""
FOUR = nx.complete_graph(4)


@together(
    ("G", "most", "used", "unused", "none"),
    [
        (TRIANGLES, 2, (), (), False),  # one triangle or the other
        (TRIANGLES, 3, (), (), True),
        (TRIANGLES, 0, (), [(0, 0), (4, 4)], True),
        (TRIANGLES, 2, [(1, 1)], [(0, 0)], True),
        (TRIANGLES, 2, [(1, 1)], (), False),
        (TRIANGLES, 2, [(1, 1), (3, 3)], (), True),
        (TRIANGLES, 0, [(0, 0)], [(0, 0)], True),
        (TRIANGLES, 0, [(0, 0), (0, 1)], (), True),
        (TRIANGLES, 0, [(0, 1)], [(0, 1)], True),
        (TRIANGLES, 0, [(0, 1)], [(1, 2)], True),
        (FOUR, 0, [(0, 1)], [(0, 1)], True),
        (FOUR, 3, [(0, 1), (1, 2), (0, 2)], (), True),
        (FOUR, 2, [(0, 1), (1, 2), (0, 2)], (), False),
        (FOUR, 2, [(0, 1), (0, 2), (0, 3)], (), True),
        (FOUR, 2, [(0, 0), (1, 1)], (), True),
        (nx.complete_graph(3, nx.DiGraph), 2, [(0, 4), (0, 5)], (), True),
        (nx.complete_graph(3, nx.DiGraph), 1, [(0, 4), (1, 3)], (), False),
        (nx.complete_graph(3, nx.DiGraph), 1, [(0, 4), (1, 3)], [(5, 2)], True),
        (nx.complete_graph(3, nx.DiGraph), 0, (), [(0, 3)], True),  # no place lacks that edge
    ],
)
def test_what_blocks_and_degrees_show_needs_no_weights(G, most, used, unused, none):
    longer = partial_tours(G, most)
    assert longer.are_none(NONE, {*map(longer.edge, used)}, {*map(longer.edge, unused)}) == none


def test_numbers_of_arrivals_follow_those_of_departures():
    G = nx.DiGraph([("a", "b"), ("b", "a")])
    longer = partial_tours(G, 2)
    assert [sorted(row) for row in longer.edges] == [[2, 3], [2, 3], [0], [1]]
    assert longer.required == {(0, 2), (1, 3)}
    assert longer.edge((3, 0)) == (0, 3)
    assert (longer.edge((2, 0)), longer.edge((0, 2))) == ((2, 0), (0, 2))
    graph = partial_tours(nx.Graph(G), 2)
    assert (graph.edge((1, 0)), graph.edge((1, 1))) == ((0, 1), (1, 1))


def test_a_case_can_be_stopped_before_and_after_it_is_narrowed():
    calls = []
    longer = partial_tours(TRIANGLES, 3, lambda: calls.append(0))
    calls.clear()
    assert longer.are_none(NONE, set(), set())
    assert len(calls) == 2


@together("number", [3, np.int64(3), 3.0, Fraction(3), Decimal(3)])
@together("is_named", [True, False])
def test_a_length_of_any_type_counts_with_its_sign(number, is_named):
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, number, "miles")
    weight = "miles" if is_named else lambda u, v, data: data["miles"]
    name = "miles" if is_named else Computed()
    longest_bound(G, 12, weight=name).check(G, weight=weight)
    with pytest.raises(InvalidProof, match="room"):
        longest_bound(G, 11, weight=name).check(G, weight=weight)


def test_a_loop_does_not_change_the_unit():
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, 6, "weight")
    weights = (DualWeights(potentials=(-1,) * 4),)
    proof = longest_bound(G, 24, weight="weight", scale=2, weights=weights)
    proof.check(G, weight="weight")
    G.add_edge(0, 0, weight=1)
    proof.check(G, weight="weight")


def test_the_first_length_that_is_no_number_is_named():
    G = nx.MultiGraph([(0, 1, {"weight": w}) for w in (1, "far", "off")] + [(1, 2), (2, 0)])
    with pytest.raises(InvalidArgument, match="'far'"):
        longest_bound(G, 9, weight="weight").check(G, weight="weight")


# -- Tours that keep to an order


CROSSING = DualWeights(families=((0, 1),))


def ways(n, home, order):
    """Return all ways from home to home that keep to an order."""
    others = [v for v in range(n) if v != home]
    for way in permutations(others):
        rank = {v: k for k, v in enumerate(way)}
        if all(rank[u] < rank[v] for u, v in order):
            yield (home, *way, home)


def ordered_tours(n, home, order, inside, most):
    """Return the tours that cross the border of a set at most so often: that is their length."""
    lengths = [{n + v: int((u in inside) != (n + v in inside)) for v in range(n)} for u in range(n)]
    required = frozenset((v, n + v) for v in range(n))
    problem = SymmetricInstance(
        lengths=lengths + [{} for _ in range(n)],
        required=required,
        unit=Fraction(1),
        is_doubled=True,
        order=PlaceOrder(n, home, order, {}, ()),
    )
    return ShorterTours(problem, [(tuple(inside),)], 1, most, no_limit)


@pytest.mark.slow
def test_every_tour_crosses_a_set_as_often_as_the_checker_says():
    rng, tight = random.Random(2), 0
    for _ in range(1500):
        n = rng.randint(2, 6)
        home = rng.randrange(n)
        rest = rng.sample([v for v in range(n) if v != home], n - 1)
        pairs = [(u, v) for k, u in enumerate(rest) for v in rest[k + 1 :]]
        order = rng.sample(pairs, rng.randint(0, len(pairs)))
        some = set(rng.sample(range(n), rng.randint(0, n - 1)))
        split = {v for v in range(n) if rng.random() < 0.3} - some
        inside = sorted(some | {n + v for v in some | split} ^ {rng.randrange(2 * n)})
        if rng.random() < 0.8:
            inside = sorted(some | {n + v for v in some | split})
        if not 0 < len(inside) < 2 * n:
            continue
        least = min(
            sum((u in inside) != (v in inside) for u, v in pairwise([*steps, steps[0]]))
            for way in ways(n, home, order)
            for steps in [[port for v in way[1:] for port in (n + v, v)]]
        )
        assert not ordered_tours(n, home, order, inside, least).are_none(CROSSING, set(), set())
        tight += ordered_tours(n, home, order, inside, least - 1).are_none(CROSSING, set(), set())
    assert tight > 1330


@pytest.mark.parametrize("seed", range(3))
def test_tours_that_leave_out_places_cross_a_set_and_use_arcs_as_the_order_says(seed):
    rng, tight, excluded = random.Random(seed), 0, 0
    for _ in range(150):
        n = rng.randint(3, 6)
        home, *rest = rng.sample(range(n), n)
        pairs = list(combinations(rest, 2))
        order = rng.sample(pairs, rng.randint(1, len(pairs)))
        free = set(rng.sample(rest, rng.randint(1, n - 1)))
        some = set(rng.sample(range(n), rng.randint(0, n - 1)))
        inside = some | {n + v for v in some | set(rng.sample(range(n), 2))}
        if not 0 < len(inside) < 2 * n:
            continue
        kept = PlaceOrder(n, home, order, {}, free)
        checked = kept.crossings(frozenset(inside))
        steps = [*pairwise((home, *rng.sample(rest, rng.randint(1, n - 1)), home))]
        arcs, used = {*rng.sample(steps, rng.randint(1, len(steps)))}, []
        before = np.zeros((n, n), bool)
        before[tuple(zip(*nx.transitive_closure(nx.DiGraph(order)).edges, strict=True))] = True
        stays = np.array([v not in free for v in range(n)])
        assert Order(before, home, stays).demand((tuple(inside),)) == checked
        counts = []
        for way in ways(n, home, [(u, v) for u, v in np.argwhere(before).tolist()]):
            for out in (set(out) for k in range(len(free) + 1) for out in combinations(free, k)):
                steps = [port for v in way[1:] if v not in out for port in (n + v, v)]
                loops = 2 * sum((v in inside) != (n + v in inside) for v in out)
                around = pairwise([*steps, steps[0]])
                counts.append(loops + sum((u in inside) != (v in inside) for u, v in around))
                used.append(arcs <= {*pairwise(v for v in way if v not in out)})
        is_excluded = kept.excludes([], [(u, n + v) for u, v in arcs])
        assert not (is_excluded and any(used))
        excluded += is_excluded
        assert checked <= min(counts)
        tight += checked == min(counts)
    assert tight > 100
    assert excluded > 20


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_node_apart_from_a_set_stands_for_what_is_outside(directed, seed):
    rng, tight = random.Random(seed), 0
    for _ in range(150):
        n = rng.randint(4, 6)
        some = set(rng.sample(range(n), rng.randint(2, n - 1)))
        apart = rng.choice([v for v in range(n) if v not in some])
        inside = [*some, *(n + v for v in some if directed)]
        rng.shuffle(inside)
        # Ways within the set and its complement are short, and it costs little to leave one out.
        rows = [{} for _ in range(2 * n if directed else n)]
        for u, v in permutations(range(n), 2):
            if directed or u < v:
                rows[u][v + n * directed] = rng.randint(0, 1) + 8 * ((u in some) != (v in some))
        if directed:
            for v in range(n):
                rows[v][n + v] = 0
        top = rng.choice((2, 30))
        prices = {v: rng.randint(top - 2, top) for v in range(n) if rng.random() < 0.9}
        problem = SymmetricInstance(
            lengths=rows,
            required=frozenset((v, n + v) for v in range(n) if directed),
            unit=Fraction(1),
            is_doubled=directed,
            omissions=Omissions(prices, 2 if directed else 3),
        )
        weights = DualWeights(
            potentials=tuple(rng.randint(-1, 0) for _ in rows), families=((0, rng.randint(1, 8)),)
        )
        costs = []
        for k in range(2 if directed else 3, n + 1):
            for way in permutations(range(n), k):
                out = set(range(n)) - {*way}
                if way[0] == min(way) and out <= prices.keys():
                    steps = [problem.edge(u, v) for u, v in pairwise((*way, way[0]))]
                    costs.append(sum(rows[u][v] for u, v in steps) + sum(map(prices.get, out)))
        family = tuple(inside), (apart + n * directed * rng.randint(0, 1),)
        tours = PartialTours(problem, (family,), 1, min(costs), no_limit)
        assert not tours.are_none(weights, set(), set())
        tours = PartialTours(problem, (family,), 1, min(costs) // 2, no_limit)
        tight += tours.are_none(weights, set(), set())
    assert tight > 0


def test_a_node_that_stands_for_what_is_outside_is_outside():
    rows = [dict.fromkeys(range(u + 1, 4), 1) for u in range(4)]
    omissions = Omissions(dict.fromkeys(range(4), 1), 3)
    problem = SymmetricInstance(
        lengths=rows, required=frozenset(), unit=Fraction(1), omissions=omissions
    )
    with pytest.raises(InvalidProof, match="is in it"):
        PartialTours(problem, (((0, 1, 2), (2,)),), 1, 9, no_limit)
    with pytest.raises(InvalidProof, match="not the number of a node"):
        PartialTours(problem, (((0, 1, 2), (4,)),), 1, 9, no_limit)
    with pytest.raises(InvalidProof, match="odd number of teeth"):
        ShorterTours(replace(problem, omissions=None), (((0, 1, 2), (3,)),), 1, 9, no_limit)


def test_numbers_count_the_places_that_are_visited():
    rests = [{4 + v: 1 + (u + v) % 3 for v in range(4) if v != u} for u in range(4)]
    for numbers, free in (({1: 2}, {1}), ({2: 3}, {1, 2}), ({3: 1}, {2}), ({1: 1, 2: 3}, ())):
        sets = [(frozenset({0}), 0), (frozenset({0, *free}), len(free))]  # home is visited anyway
        kept, lengths = PlaceOrder(4, 0, [], numbers, free, sets), []
        for k in range(4):
            for way in permutations([1, 2, 3], k):
                fits = all(way[i - 1 : i] == (v,) for i, v in numbers.items())
                if fits and {1, 2, 3} - set(way) <= set(free):
                    lengths.append(sum(rests[u][4 + v] for u, v in pairwise((0, *way, 0))))
        assert lengths
        assert kept.are_longer(rests, [], min(lengths) - 1, no_limit)
        assert not kept.are_longer(rests, [], min(lengths), no_limit)


def test_arcs_that_no_order_allows_are_left_out():
    for n, home, order in ((4, 3, [(0, 1), (1, 2)]), (4, 0, [(1, 2), (1, 3)]), (3, 2, [])):
        used = {(u, n + v) for way in ways(n, home, order) for u, v in pairwise(way)}
        left = ordered_tours(n, home, order, [0], 9).edges
        assert {(u, v) for u, row in enumerate(left) for v in row if v != u + n} == used


# -- Trees of cases


DEPTH = 2_000


def test_a_leaf_has_the_assumptions_of_its_path_and_no_others():
    assumed, denied = set(), set()
    seen = [
        (leaf, set(assumed), set(denied))
        for leaf in leaves(((1,), (2,), 0, 1, (3,), 2, 3), lambda entry: (*entry, assumed, denied))
    ]
    assert seen == [(0, {1, 2}, set()), (1, {1}, {2}), (2, {3}, {1}), (3, set(), {1, 3})]


@together(
    ("tree", "why"),
    [
        ((), "left out"),
        (((1,), 0), "left out"),
        ((0, 0), "more cases"),
        (((1,), 0, 0, 0), "more cases"),
        (((1,), (1,), 0, 0, 0), "split twice"),
        (((1,), 0, (1,), 0, 0), "split twice"),
    ],
)
def test_a_tree_with_other_cases_than_its_splits_make_is_refused(tree, why):
    assumed, denied = set(), set()
    with pytest.raises(InvalidProof, match=why):
        list(leaves(tree, lambda entry: (*entry, assumed, denied)))


class Border(int):
    """The number of a border that counts how often it is looked up."""

    looks = 0

    def __hash__(self):
        Border.looks += 1
        return int.__hash__(self)


class Tours:
    """Tours of which no case has any."""

    def border(self, family):
        return Border(family)

    def are_none(self, *_):
        return True


DEEP_FIRST = tuple((f,) for f in range(DEPTH)) + (0,) * (DEPTH + 1)
DEEP_LAST = (*(entry for f in range(DEPTH) for entry in ((f,), 0)), 0)


@pytest.mark.parametrize("tree", [DEEP_FIRST, DEEP_LAST], ids=["first", "last"])
def test_a_tree_of_nested_borders_takes_a_few_steps_for_each(monkeypatch, tree):
    proof = LowerBound(
        closed=True,
        bound=1,
        nodes=(0, 1, 2),
        scale=1,
        weights=(DualWeights(potentials=(0, 0, 0)),),
        tree=tree,
    )
    monkeypatch.setattr(Border, "looks", 0)
    proof._check_cases(Tours())
    assert Border.looks <= 10 * DEPTH


def test_a_tree_of_nested_nodes_takes_memory_for_its_path_only():
    G = nx.path_graph(DEPTH)
    proof = LongestBound(
        closed=False,
        bound=1,
        nodes=tuple(G),
        scale=1,
        weights=(DualWeights(),),
        tree=tuple((v, v) for v in G),
    )
    tracemalloc.start()
    try:
        with pytest.raises(InvalidProof, match="left out"):
            proof.check(G)
        assert tracemalloc.get_traced_memory()[1] < 5_000 * DEPTH
    finally:
        tracemalloc.stop()
