"""Exact lengths, and the cycle problem: its cycles are the tours, with their lengths."""

import math
from bisect import bisect_left
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import tours
from together import examples, together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TO_0

from icosian import InvalidArgument, InvalidProof, Places
from icosian.proofs import Claim, Computed, DualWeights, LowerBound, lengths as rules
from icosian.proofs.certificate import no_limit
from icosian.proofs.claim import lengths_text
from icosian.proofs.lengths import (
    Omissions,
    PlaceLengths,
    cycle_problem,
    lengths_given,
    lengths_meant,
)
from icosian.proofs.nearby import Boxes, ReducedPairs
from icosian.proofs.relaxations import PartialTours, PlaceOrder, ShorterTours

# -- Lengths of edges


def problem_of(G, nodes=None, *, unit=None, weight="weight", **question):
    nodes = G.nodes if nodes is None else nodes
    return cycle_problem(G, Claim(**question), nodes, unit, weight, no_limit)


def lengths_of_cycles(problem):
    """Return the sorted lengths of all cycles that use the required edges, each once."""
    rows, found = problem.lengths, []
    for order in permutations(range(1, len(rows))):
        cycle = {(min(pair), max(pair)) for pair in pairwise((0, *order, 0))}
        fits = problem.required <= cycle and all(v in rows[u] for u, v in cycle)
        if order[0] < order[-1] and fits:
            found.append(sum(rows[u][v] for u, v in cycle))
    return sorted(found)


def lengths_of_tours(G, **question):
    """Return the sorted lengths of all tours, each once."""
    seen = {}
    for order in tours(G, **question):
        ring = [*pairwise(order), *([(order[-1], order[0])] if question["closed"] else [])]
        key = frozenset(ring if G.is_directed() else map(frozenset, ring))
        seen[key] = sum(G[u][v]["weight"] for u, v in ring)
    return sorted(seen.values())


@pytest.mark.slow
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("question", [CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1])
@given(st.integers(0, 2**32).map(Random))
@examples(8)
def test_cycles_of_the_problem_are_the_tours(directed, question, random):
    n = (
        random.randint(2, 4)
        if directed and question["closed"]
        else random.randint(2, 3 + (not directed))
    )
    G = nx.gnp_random_graph(n, 0.8, seed=random.randrange(2**32), directed=directed)
    for u, v in G.edges:
        G[u][v]["weight"] = random.randint(-9, 30)
    edges, conditions = list(G.edges), {}
    if edges and random.random() < 0.4:
        conditions["require"] = (random.choice(edges),)
    if random.random() < 0.4:
        pair = tuple(random.sample(range(n), 2))
        if {pair, pair[::-1]}.isdisjoint(conditions.get("require", ())):
            conditions["forbid"] = (pair,)
    problem = problem_of(G, random.sample(list(G), n), **question, **conditions)
    if len(problem.lengths) > 2:
        assert lengths_of_cycles(problem) == lengths_of_tours(G, **question, **conditions)


@together(
    ("length", "exact"),
    [
        (3, 3),
        (True, 1),
        (-2, -2),
        (0.1, Fraction(1, 10)),
        (1e300, 10**300),
        (5e-324, Fraction(5, 10**324)),
        (Fraction(2, 3), Fraction(2, 3)),
        (Decimal("0.1"), Fraction(1, 10)),
        (np.int8(-7), -7),
        (np.uint64(2**63 + 1), 2**63 + 1),
        (np.float32(0.1), Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (np.longdouble(0.5), Fraction(1, 2)),
        (2**2000 + 1, 2**2000 + 1),
    ],
)
def test_lengths_are_exact(length, exact):
    G = nx.Graph([(0, 1, {"weight": length}), (1, 2, {"weight": 1}), (2, 0, {})])
    problem = problem_of(G, **CLOSED)
    assert problem.lengths[0][1] * problem.unit == exact
    assert problem.lengths[0][2] * problem.unit == problem.lengths[1][2] * problem.unit == 1
    assert all(type(c) is int for row in problem.lengths for c in row.values())


@together("length", ["7", b"7", math.nan, math.inf, 1j, [1], Decimal("sNaN"), object()])
def test_what_is_not_a_finite_number_is_refused_with_its_edge(length):
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph):
        G = kind()
        G.add_edge("a", "b", weight=length)
        with pytest.raises(InvalidArgument, match=r"edge \('a', 'b'\) has "):
            problem_of(G, **CLOSED)


def test_rounding_goes_down():
    G = nx.Graph([(0, 1, {"weight": 7.75}), (1, 2, {"weight": -7.75}), (2, 0, {"weight": 8})])
    problem = problem_of(G, unit=2, **CLOSED)
    assert problem.lengths == [{1: 3, 2: 4}, {2: -4}, {}]
    problem = problem_of(G, unit=Fraction(2, 3), **CLOSED)
    assert problem.lengths == [{1: 11, 2: 12}, {2: -12}, {}]


def test_hidden_parallel_and_looping_edges():
    G = nx.MultiGraph()
    G.add_edge(0, 1, weight=None)
    G.add_edge(0, 1, weight=4)
    G.add_edge(0, 1, weight=2.5)
    G.add_edge(1, 2, weight=None)
    G.add_edge(2, 2, weight="no number")
    G.add_edge(2, 0)
    assert problem_of(G, **CLOSED).lengths == [{1: 5, 2: 2}, {}, {}]
    assert problem_of(G, weight=None, **CLOSED).lengths == [{1: 1, 2: 1}, {2: 1}, {}]
    assert problem_of(G, weight=lambda u, v, data: len(data), **CLOSED).lengths == [
        {1: 3, 2: 1},
        {2: 1},
        {},
    ]
    assert problem_of(G, weight=lambda u, v, data: None, **CLOSED).lengths == [{}, {}, {}]
    with pytest.raises(InvalidArgument, match="name of an attribute"):
        problem_of(G, weight=("weight",), **CLOSED)


class Corner:
    """Three places whose way back has another length."""

    nodes, directed, unit = ("a", "b", "c"), True, Fraction(1, 2)

    def length(self, i, j):
        return 10 * i + j


def test_places_are_read_in_the_order_of_the_proof():
    problem = problem_of(Corner(), ["b", "c", "a"], **CLOSED)
    assert problem.lengths[:3] == [{3: 0, 4: 12, 5: 10}, {3: 21, 4: 0, 5: 20}, {3: 1, 4: 2, 5: 0}]
    assert problem.unit == Fraction(1, 2)
    there = Corner()
    there.directed = False
    assert problem_of(there, ["b", "c", "a"], **CLOSED).lengths == [{1: 12, 2: 1}, {2: 2}, {}]
    for unit in (1, Fraction(1, 3)):
        with pytest.raises(InvalidProof, match="have the unit 1/2"):
            problem_of(there, unit=unit, **CLOSED)


def test_a_loop_is_not_an_edge():
    D = nx.DiGraph([(0, 0), (0, 1), (1, 2), (2, 0)])
    for G, node in ((D, 0), (D.to_undirected(), 0), (Corner(), "a")):
        with pytest.raises(InvalidProof, match="is not an edge"):
            problem_of(G, require=((node, node),), **CLOSED)
        assert problem_of(G, forbid=((node, node),), **CLOSED) == problem_of(G, **CLOSED)


def test_home_and_directions():
    G = nx.complete_graph(3)
    nx.set_edge_attributes(G, 5, "weight")
    assert problem_of(G, **OPEN).lengths == [{1: 5, 2: 5, 3: 0}, {2: 5, 3: 0}, {3: 0}, {}]
    problem = problem_of(G, **FROM_0_TO_1)
    assert problem.lengths == [{1: 5, 2: 5, 3: 0}, {2: 5, 3: 0}, {}, {}]
    assert problem.required == {(0, 3), (1, 3)}
    D = nx.DiGraph([(0, 1, {"weight": 5}), (1, 0, {"weight": 6})])
    problem = problem_of(D, **CLOSED)
    assert problem.lengths == [{2: 0, 3: 5}, {2: 6, 3: 0}, {}, {}]
    assert problem.required == {(0, 2), (1, 3)}
    problem = problem_of(D, **FROM_0)
    assert problem.lengths == [{3: 0, 4: 5}, {3: 6, 4: 0, 5: 0}, {3: 0, 5: 0}, {}, {}, {}]
    assert problem.required == {(0, 3), (1, 4), (2, 5), (2, 3)}
    problem = problem_of(D, **TO_0)
    assert problem.lengths == [{3: 0, 4: 5, 5: 0}, {3: 6, 4: 0}, {4: 0, 5: 0}, {}, {}, {}]
    assert problem.required == {(0, 3), (1, 4), (2, 5), (0, 5)}


# -- Lengths of places, which are read where they matter


randoms = st.integers(0, 2**32).map(Random)


class Line:
    """Places on a line; they count how many lengths are asked for."""

    directed, unit = False, 1

    def __init__(self, spots):
        self.nodes, self._spots = tuple(range(len(spots))), spots
        self.asked = 0

    def length(self, i, j):
        return abs(self._spots[i] - self._spots[j])

    def between(self, i, j):
        self.asked += len(i)
        spots = np.array(self._spots, object if max(self._spots) > 2**60 else np.int64)
        return abs(spots[i] - spots[j])

    def spots(self):
        return [(spot,) for spot in self._spots]


class Hidden(Line):
    """The same places, of which nobody knows where they are."""

    spots = property()


class Silent(Line):
    """The same places, all of whose lengths are read one by one."""

    between = property()


class Slope(Line):
    """Places on a slope, where the way up counts thrice."""

    directed = True

    def length(self, i, j):
        up = self._spots[j] - self._spots[i]
        return max(3 * up, -up)

    def between(self, i, j):
        spots = np.array(self._spots, object if max(self._spots) > 2**60 else np.int64)
        return np.maximum(3 * (spots[j] - spots[i]), spots[i] - spots[j])

    spots = property()


class SilentSlope(Slope):
    """The same places, all of whose lengths are read one by one."""

    between = property()


KINDS = pytest.mark.parametrize("kinds", [(Line, Hidden, Silent), (Slope, Slope, SilentSlope)])


@pytest.fixture(autouse=True, scope="module")
def few_are_many():
    """Read the lengths of few places as those of many."""
    few, rules.FEW = rules.FEW, 0
    yield
    rules.FEW = few


def random_places(random, most=8):
    spread = random.choice((9, 100, 10**6))
    return [random.randrange(spread) for _ in range(random.randint(3, most))]


def problem_of_places(places, question, random):
    order = random.sample(places.nodes, len(places.nodes))
    return cycle_problem(places, Claim(**question), order, None, "weight", no_limit)


QUESTIONS = [
    {"closed": True, "start": None, "end": None},
    {"closed": False, "start": None, "end": None},
    {"closed": False, "start": 0, "end": None},
    {"closed": False, "start": 2, "end": 1},
    {"closed": True, "start": None, "end": None, "require": ((2, 0),)},
    {"closed": False, "start": 1, "end": None, "require": ((1, 2), (2, 0))},
    {"closed": True, "start": None, "end": None, "forbid": ((2, 0),)},
    {"closed": False, "start": 1, "end": None, "require": ((1, 2),), "forbid": ((2, 0), (0, 1))},
]
ORDERED = [
    {"closed": True, "start": None, "end": None, "chains": ((0, 1),)},
    {"closed": False, "start": None, "end": 2, "chains": ((0, 1),)},
    {"closed": True, "start": None, "end": None, "chains": ((0, 1),), "forbid": ((2, 1),)},
]


def in_an_order(problem, random):
    """Return a problem of which some places come in an order, and perhaps one is left out."""
    n = problem.places
    home = n - 1 if problem.home is None else problem.home
    others = random.sample([v for v in range(n) if v != home], n - 1)
    pairs = [pair for pair in pairwise(others) if random.random() < 0.5]
    free = {v: random.randint(0, 9) for v in others[: random.randint(0, 1)]}
    omissions = Omissions(free, 2, [(frozenset(free), 1)]) if free else None
    order = PlaceOrder(n, home, pairs, {}, free, omissions.allowances if free else ())
    return replace(problem, order=order, omissions=omissions)


@KINDS
@pytest.mark.parametrize("question", QUESTIONS + ORDERED)
@given(randoms)
def test_rows_are_those_of_all_lengths(question, kinds, random):
    spots, seed = random_places(random), random.random()
    lazy = problem_of_places(kinds[0](spots), question, Random(seed))
    whole = problem_of_places(kinds[-1](spots), question, Random(seed))
    assert isinstance(lazy.lengths, PlaceLengths)
    assert isinstance(whole.lengths, list)
    assert list(lazy.lengths) == whole.lengths
    assert (lazy.required, lazy.unit) == (whole.required, whole.unit)


@pytest.mark.parametrize("kind", [Line, Slope])
@given(randoms)
def test_no_edge_within_the_limit_is_left_out(kind, random):
    lengths = problem_of_places(
        kind(random_places(random)), random.choice(QUESTIONS + ORDERED), random
    ).lengths
    scale, most = random.choice((1, 3)), random.randint(-30, 30)
    ends = [random.randint(-30, 60) for _ in lengths]
    found = {}
    for u, row in lengths.within(ends, scale, most, no_limit):
        for v, c in row.items():
            found[min(u, v), max(u, v)] = c
    for u, row in enumerate(lengths):
        for v, c in row.items():
            assert found.get((u, v), c) == c
            assert (u, v) in found or scale * c - ends[u] - ends[v] > most


@pytest.mark.parametrize("kind", [Line, Slope])
def test_a_scale_beyond_words_does_no_harm_where_all_lengths_are_0(kind):
    lengths = problem_of_places(kind([5, 5, 5]), QUESTIONS[0], Random(0)).lengths
    found = [row for _, row in lengths.within([0] * len(lengths), 10**30, 0, no_limit)]
    assert found == list(lengths)


def test_a_scale_beyond_words_does_no_harm_where_no_pair_is_near():
    boxes, scale = Boxes(Line([0, 10, 20]), 3), 10**30
    pairs = ReducedPairs(boxes, [scale, -scale, -scale], scale, no_limit)
    assert not any(len(u) for u, *_ in pairs.short(-1))


@KINDS
@pytest.mark.parametrize("question", QUESTIONS + ORDERED)
@given(randoms)
def test_what_is_proved_does_not_depend_on_how_lengths_are_read(question, kinds, random):
    spots, seed = random_places(random), random.random()
    problems = [problem_of_places(kind(spots), question, Random(seed)) for kind in kinds]
    kind = ShorterTours
    if question in ORDERED:
        problems = [in_an_order(problem, Random(seed)) for problem in problems]
        kind = ShorterTours if problems[0].omissions is None else PartialTours
    size, scale = len(problems[0].lengths), random.choice((1, 2))
    families = [(tuple(random.sample(range(size), random.randint(1, size - 1))),)]

    def weights():
        high = random.choice((1, 9, scale * max(spots)))
        return DualWeights(
            potentials=tuple(random.randint(-high, high) for _ in range(size)),
            families=((0, random.randint(1, high + 1)),) if random.random() < 0.5 else (),
        )

    root, leaf = random.choice((None, weights())), weights()
    u, v = sorted(random.sample(range(size), 2))
    cases = [(set(), set())]
    if v in problems[1].lengths[u]:
        cases += [({(u, v)}, set()), (set(), {(u, v)})]
    most = random.randint(-9, scale * 3 * max(spots))
    for used, unused in cases:
        answers = []
        for problem in problems:
            tours = kind(problem, families, scale, most, no_limit)
            try:
                if root is not None:
                    tours.exclude(root)
            except InvalidProof as error:
                answers.append(str(error))
                continue
            answer = tours.are_none(leaf, used, unused)
            answers.append((answer, list(tours.edges), tours.required))
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("kind", [Line, Hidden, Silent])
@given(randoms)
def test_what_a_place_alone_or_two_cost_is_not_overlooked(kind, random):
    spots = random_places(random)
    problem = problem_of_places(kind(spots), QUESTIONS[0], random)
    n = len(spots)
    prices = {v: random.randint(0, 2 * max(spots)) for v in range(n) if random.random() < 0.9}
    problem = replace(problem, omissions=Omissions(prices, 3, []))
    total, stay = sum(prices.values()), {*range(n)} - {*prices}
    costs = [total - prices.get(v, 0) for v in range(n) if stay <= {v}]
    costs += [
        2 * c + total - prices.get(u, 0) - prices.get(v, 0)
        for u, row in enumerate(problem.lengths)
        for v, c in row.items()
        if stay <= {u, v}
    ]
    tours = PartialTours(problem, [], 1, 0, no_limit)
    least = min(costs, default=3 * total)
    assert tours.has_few(set(), least) == bool(costs)
    assert not tours.has_few(set(), least - 1)


@KINDS
@pytest.mark.parametrize("question", ORDERED)
@given(randoms)
def test_weights_in_an_order_prove_as_much_by_near_places_as_by_all(question, kinds, random):
    spots, seed = random_places(random, most=9), random.random()
    near, whole = (
        in_an_order(problem_of_places(kind(spots), question, Random(seed)), Random(seed))
        for kind in (kinds[0], kinds[-1])
    )
    kind = ShorterTours if near.omissions is None else PartialTours
    size, scale, high = len(near.lengths), random.choice((1, 3)), random.choice((9, max(spots)))
    families = [(tuple(random.sample(range(size), random.randint(2, size - 1))),)]
    weights = DualWeights(
        potentials=tuple(random.randint(-high, high) for _ in range(size)),
        families=((0, random.randint(1, high + 1)),) if random.random() < 0.5 else (),
    )

    def are_none(problem, most):
        return kind(problem, families, scale, most, no_limit).are_none(weights, set(), set())

    longest = scale * 4 * (max(spots) + high + 9) * size
    some = range(-longest, longest)
    least = some[0] + bisect_left(some, 1, key=lambda most: not are_none(whole, most))
    assert are_none(near, least - 1) == are_none(whole, least - 1)
    assert are_none(near, least) == are_none(whole, least)


@given(randoms)
def test_the_best_ways_from_all_parts_but_one_are_found(random):
    spots = random_places(random, most=40)
    n, scale, high = len(spots), random.choice((1, 3, 10**30)), random.choice((60, 10**30))
    ends = [random.randint(-30, high) for _ in spots]
    part = [random.randint(-1, min(3, n - 1)) for _ in spots]
    best = {}
    for u, v in combinations(range(n), 2):
        if part[u] != part[v] and -1 not in (part[u], part[v]):
            for p in (part[u], part[v]):
                rest = scale * abs(spots[u] - spots[v]) - ends[u] - ends[v]
                best[p] = min(rest, best.get(p, rest))
    places = random.choice((Line, Hidden))(spots)
    pairs = ReducedPairs(Boxes(places, n), ends, scale, no_limit)
    nothing = (np.zeros(0, int),) * 3
    found = (
        []
        if len(best) < 2
        else [
            *zip(
                *map(np.ndarray.tolist, pairs.ways(np.array(part), np.arange(n), nothing)),
                strict=True,
            )
        ]
    )
    assert all(part[u] != part[v] and -1 not in (part[u], part[v]) for u, v, _ in found)
    assert all(scale * abs(spots[u] - spots[v]) - ends[u] - ends[v] == c for u, v, c in found)
    least = {
        p: min((c for u, v, c in found if p in (part[u], part[v])), default=None) for p in best
    }
    assert sum(least[p] != best[p] for p in best) <= 1


@given(randoms)
def test_short_edges_are_those_of_all_pairs_each_once(random):
    spots = random_places(random, most=40)
    n, scale = len(spots), random.choice((1, 3, 10**30))
    ends = [random.randint(-30, random.choice((60, 10**30))) for _ in spots]
    rests = {
        (u, v): scale * abs(spots[u] - spots[v]) - ends[u] - ends[v]
        for u, v in combinations(range(n), 2)
    }
    most = random.choice([*rests.values()]) + random.randint(-1, 1)
    places = random.choice((Line, Hidden))(spots)
    found = [
        (min(u, v), max(u, v), rest)
        for some in ReducedPairs(Boxes(places, n), ends, scale, no_limit).short(most)
        for u, v, rest in zip(*map(np.ndarray.tolist, some), strict=True)
    ]
    assert sorted(found) == [(u, v, rest) for (u, v), rest in sorted(rests.items()) if rest <= most]


def bound_of(places, potentials, bound):
    weights = DualWeights(potentials=tuple(potentials))
    asked = {"closed": True, "nodes": places.nodes, "unit": None, "scale": 3, "tree": (0,)}
    return LowerBound(bound=bound, weights=(weights,), **asked)


@pytest.mark.parametrize("are_clustered", [False, True])
@pytest.mark.parametrize("n", [5, 60, pytest.param(300, marks=pytest.mark.slow)])
def test_a_bound_of_many_places_is_the_least_1_tree_and_no_more(n, are_clustered):
    random = np.random.default_rng(n)
    points = random.integers(0, 10_000, (n, 2))
    if are_clustered:
        points = random.integers(0, 20, (n, 2)) + points[random.integers(0, 1 + n // 20, n)]
    places = Places(points, "EUC_2D")
    potentials = random.integers(-300, 300, n).tolist()
    G = nx.Graph()
    for u, v in combinations(range(n), 2):
        G.add_edge(u, v, weight=3 * places.length(u, v) - potentials[u] - potentials[v])
    two = sorted(data["weight"] for data in G[0].values())[:2]
    G.remove_node(0)
    tree = nx.minimum_spanning_tree(G).size(weight="weight")
    bound = -(-(2 * sum(potentials) + sum(two) + int(tree)) // 3)
    bound_of(places, potentials, bound).check(places)
    with pytest.raises(InvalidProof, match="leave room for a shorter tour"):
        bound_of(places, potentials, bound + 1).check(places)
    for false in (
        potentials[1:],
        [*potentials, 0],
        [0.5, *potentials[1:]],
        [*potentials[1:], 10**9],
    ):
        with pytest.raises(InvalidProof):
            bound_of(places, false, bound).check(places)


@pytest.mark.parametrize("bits", [56, 61, 66])
@pytest.mark.parametrize("kind", ["manhattan", "chebyshev"])
def test_places_that_floats_take_for_distant_are_near(kind, bits):
    # Pairs of points on both sides of half a unit in the last place, along a ring.
    gap = 2 ** (bits - 52)
    side, middle, half = gap - 2, 2**bits + gap // 2, gap // 2 - 3
    ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    points = [(0, 0, 0)]
    for k, (y, z) in enumerate(ring):
        turn = (-1) ** k
        points += [(middle + x * turn, side * y, side * z) for x in (-1, 1)]
    places, n = Places(points, kind), len(points)
    tour = sum(places.length(k, (k + 1) % n) for k in range(n))
    first = min(places.length(0, k) for k in range(1, n)) - half
    potentials = [first, *[half] * (n - 1)]
    assert 2 * sum(potentials) > tour or bits == 56
    asked = {"closed": True, "nodes": places.nodes, "unit": places.unit, "scale": 1, "tree": (0,)}
    weights = (DualWeights(potentials=tuple(potentials)),)
    with pytest.raises(InvalidProof, match="leave room for a shorter tour"):
        LowerBound(bound=tour + 1, weights=weights, **asked).check(places)


@pytest.mark.parametrize("scale", [1, 2**6, 2**30, 2**58])
@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint8, np.uint64, object])
def test_short_words_of_lengths_do_not_wrap(kind, scale):
    places, spots = Line([0, 5, 9, 14, 100]), np.array([0, 5, 9, 14, 100])
    places.between = lambda i, j: abs(spots[i] - spots[j]).astype(kind)
    weights = DualWeights(potentials=(0,) * 5)
    asked = {"closed": True, "nodes": places.nodes, "unit": None, "weights": (weights,)}
    proof = LowerBound(bound=114, scale=scale, tree=(0,), **asked)  # two at 0, 4 + 5 + 86
    with pytest.raises(InvalidProof, match="leave room for a shorter tour"):
        proof.check(places)
    replace(proof, bound=109).check(places)


@given(randoms)
def test_lengths_below_0_count_where_nobody_knows_where_places_are(random):
    n, low = random.randint(3, 9), random.choice((-1, -50, -(10**20)))
    rows = [[0] * n for _ in range(n)]
    for u, v in combinations(range(n), 2):
        rows[u][v] = rows[v][u] = random.randint(low, random.choice((0, 9, 10**20)))
    places = Places.from_matrix(rows, zero="length")
    potentials = [random.choice((0, 0, random.randint(low, -low))) for _ in range(n)]
    G = nx.Graph()
    for u, v in combinations(range(n), 2):
        G.add_edge(u, v, weight=3 * rows[u][v] - potentials[u] - potentials[v])
    two = sorted(data["weight"] for data in G[0].values())[:2]
    below = sum(min(0, rest) for _, _, rest in G.edges(data="weight"))
    G.remove_node(0)
    tree = sum(data["weight"] for *_, data in nx.minimum_spanning_edges(G))
    bound = -(-(2 * sum(potentials) + max(below, sum(two) + tree)) // 3)
    bound_of(places, potentials, bound).check(places)
    with pytest.raises(InvalidProof, match="leave room for a shorter tour"):
        bound_of(places, potentials, bound + 1).check(places)


def test_a_proof_that_asks_for_lengths_that_are_no_integers_is_refused():
    places = Line([0, 5, 9, 14, 20])
    bound_of(places, [0] * 5, 20).check(places)
    places.between = lambda i, j: abs(np.array(places._spots)[i] - np.array(places._spots)[j]) + 0.5
    with pytest.raises(TypeError, match="integer"):
        bound_of(places, [0] * 5, 20).check(places)


@pytest.mark.parametrize("question", QUESTIONS)
@given(randoms)
def test_1_trees_of_near_places_prove_as_much_as_those_of_all(question, random):
    spots, seed = random_places(random, most=40), random.random()
    near, hidden, whole = (
        problem_of_places(kind(spots), question, Random(seed)) for kind in (Line, Hidden, Silent)
    )
    scale, high = random.choice((1, 3)), random.choice((0, 9, max(spots)))
    weights = DualWeights(potentials=tuple(random.randint(-high, high) for _ in near.lengths))

    def are_none(problem, most):
        return ShorterTours(problem, (), scale, most, no_limit).are_none(weights, set(), set())

    longest = scale * 4 * (max(spots) + high + 1) * len(near.lengths)
    some = range(-longest, longest)
    least = some[0] + bisect_left(some, 1, key=lambda most: not are_none(whole, most))
    for problem in (near, hidden):
        assert are_none(problem, least - 1)
        assert are_none(problem, least) == are_none(whole, least)


@pytest.mark.parametrize("question", QUESTIONS)
@given(randoms)
def test_weights_prove_what_follows_from_degrees_and_no_more_than_is_true(question, random):
    spots, seed = random_places(random, most=6), random.random()
    near, whole = (
        problem_of_places(kind(spots), question, Random(seed)) for kind in (Line, Silent)
    )
    scale, high = random.choice((1, 3)), random.choice((1, 9, max(spots), 10**30))
    potentials = tuple(random.randint(-high, high) for _ in near.lengths)

    edges = {(u, v): c for u, row in enumerate(whole.lengths) for v, c in row.items()}
    used = {*random.sample([*edges], random.randint(0, 2))}

    def are_none(most):
        tours = ShorterTours(near, (), scale, most, no_limit)
        return tours.are_none(DualWeights(potentials=potentials), used, set())

    asked = replace(whole, required=whole.required | used)
    rests = {(u, v): scale * c - potentials[u] - potentials[v] for (u, v), c in edges.items()}
    least = [rest if edge in asked.required else min(rest, 0) for edge, rest in rests.items()]
    assert are_none(2 * sum(potentials) + sum(least) - 1)
    for length in lengths_of_cycles(asked)[:1]:
        assert not are_none(scale * length)


def test_a_1_tree_of_many_places_is_checked_with_few_lengths():
    random = Random(1)
    places = Line(random.sample(range(10**6), 400))
    problem = problem_of_places(places, QUESTIONS[0], random)
    span = max(places._spots) - min(places._spots)
    none = DualWeights(potentials=(0,) * 400)
    near_half = ShorterTours(problem, (), 1, span // 2, no_limit)
    assert near_half.are_none(none, set(), set())
    assert places.asked < 20_000
    assert not ShorterTours(problem, (), 1, 2 * span, no_limit).are_none(none, set(), set())


# -- The lengths that a claim is about


KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def one(u, v, data):
    return 1


def map_of(kind, **data):
    G = nx.path_graph(4, kind)
    G.add_edges_from([(0, 1, data), (1, 2, data)])
    return G


def meant(G, reader, **claim):
    return lengths_meant(Claim(closed=True, **claim), G, reader, no_limit)


@together("kind", KINDS)
@together("named", ["weight", "miles", None, Computed()])
def test_the_lengths_of_a_bound_are_those_that_are_meant(kind, named):
    G = map_of(kind, weight=2, miles=3)
    for weight in ("weight", "miles", None, one):
        if weight == named or (callable(weight) and isinstance(named, Computed)):
            assert meant(G, weight, shorter_than=1, weight=named) is weight
        else:
            with pytest.raises(InvalidProof, match="names the lengths that are meant"):
                meant(G, weight, shorter_than=1, weight=named)


@together("kind", KINDS)
def test_without_weights_every_edge_counts_1(kind):
    G = map_of(kind, miles=3)
    assert meant(G, "weight", shorter_than=1) == "weight"
    assert meant(G, None, shorter_than=1) is None
    with pytest.raises(InvalidProof, match="'weight', but 1 for each edge is meant"):
        meant(G, "weight", shorter_than=1, weight="weight")
    with pytest.raises(InvalidArgument, match="no edge has the attribute 'mile'"):
        meant(G, "mile", shorter_than=1)
    nothing = nx.empty_graph(3, kind)
    for name in ("weight", "miles"):
        assert meant(nothing, name, shorter_than=1, weight=name) == name


def test_a_claim_without_lengths_holds_for_all():
    G = map_of(nx.Graph, weight=None)
    for weight in ("weight", None, one, "weight"):
        assert meant(G, weight, stops=(0, 1)) is None
        with pytest.raises(InvalidProof, match="without a length is 0, the proof says 2"):
            meant(G, weight, stops=(0, 1), hidden=2)
    with pytest.raises(InvalidArgument, match="weight must be"):
        meant(G, 5, stops=(0, 1))


@together("kind", KINDS)
def test_edges_without_a_length_are_counted(kind):
    G = kind([(0, 1, {"weight": None}), (1, 2, {"weight": 3}), (2, 3, {"weight": math.inf})])
    G.add_edge(0, 0, weight=None)
    assert meant(G, "weight", shorter_than=1, weight="weight", hidden=1) == "weight"
    assert meant(G, "weight", stops=(0, 1), weight="weight", hidden=2) == "weight"
    for wrong in (0, 2, None):
        with pytest.raises(InvalidProof, match="without a length is 1, the proof says"):
            meant(G, "weight", shorter_than=1, weight="weight", hidden=wrong)
    G.add_edge(1, 0, weight=None)
    count = 2 if G.is_directed() else 1
    assert meant(G, "weight", shorter_than=1, weight="weight", hidden=count) == "weight"
    if G.is_multigraph():  # of parallel edges one has a length
        G.add_edge(0, 1, weight=5)
        assert meant(G, "weight", shorter_than=1, weight="weight", hidden=count - 1) == "weight"


def test_an_edge_with_a_length_in_one_direction_is_not_hidden():
    def one_way(u, v, data):
        return 1 if u < v else None

    for kind, hidden in ((nx.Graph, 0), (nx.DiGraph, 3)):
        G = nx.path_graph(4, nx.Graph).to_directed() if kind is nx.DiGraph else nx.path_graph(4)
        named = {"weight": Computed(), "hidden": hidden}
        assert meant(G, one_way, shorter_than=1, **named) is one_way


def test_lengths_to_draw_are_those_given_or_those_of_the_proof():
    assert lengths_given(None, "miles") == "miles"
    assert lengths_given(None, None) is None
    for named in ("miles", Computed(), None):
        assert lengths_given("weight", named) == "weight"
        assert lengths_given(one, named) is one
    with pytest.raises(InvalidArgument, match="come from a function: pass it as weight"):
        lengths_given(None, Computed())


@together(
    ("weight", "hidden", "words"),
    [
        ("weight", 0, ""),
        ("weight", 1, " (1 edge without a length left out)"),
        (None, 0, " (each edge counts 1)"),
        ("miles", 0, " (lengths from the edge attribute 'miles')"),
        ("x); all is well (", 0, " (lengths from the edge attribute 'x); all is well (')"),
        (Computed(), 3, " (lengths from a function; 3 edges without a length left out)"),
    ],
)
def test_a_claim_says_what_is_not_usual(weight, hidden, words):
    assert lengths_text(weight, hidden) == words


@pytest.mark.parametrize("forbid", [(), ((1, 2),)])
def test_an_edge_to_use_from_a_place_to_itself_or_to_avoid_is_refused(forbid):
    require = forbid or ((1, 1),)
    question = Claim(closed=True, start=None, end=None, require=require, forbid=forbid)
    for kind in (Line, Silent, Slope, SilentSlope):
        with pytest.raises(InvalidProof, match="is not an edge"):
            cycle_problem(kind([3, 1, 4, 1]), question, range(4), None, "weight", no_limit)


def test_directed_places_that_hide_a_distance_are_refused(monkeypatch):
    monkeypatch.setattr(rules, "FEW", 3)

    class Hiding(Places):
        def near(self, i, most=None):
            return dict([*super().near(i, most).items()][1:])

    rows = [[0, 1, 9], [2, 0, 3], [4, 5, 0]]
    question = Claim(closed=True, start=None, end=None)
    cycle_problem(Places.from_matrix(rows), question, range(3), None, "weight", no_limit)
    with pytest.raises(InvalidProof, match="a distance from place 0 is missing"):
        cycle_problem(Hiding.from_matrix(rows), question, range(3), None, "weight", no_limit)
