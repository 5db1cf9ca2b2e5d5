"""Places and their distances: exact lengths, units, grids, and the problem of cycles."""

import itertools
import math
import re
from decimal import Decimal
from fractions import Fraction
from operator import add, mul
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from naive import as_printed
from scipy.spatial.distance import cdist

from icosian import InvalidArgument, Places
from icosian._arrays import Unit, graph_lengths
from icosian.tours.instance import Instance
from icosian.tours.shortest import distances
from icosian.tours.shortest.distances import KINDS
from icosian.tours.shortest.places import true_total
from tests import naive

COORDINATES = st.floats(-90, 90) | st.integers(-90, 90) | st.fractions(-90, 90)
EXACT = ["euclidean", "manhattan", "chebyshev"]
SCIPY = {"euclidean": "euclidean", "manhattan": "cityblock", "chebyshev": "chebyshev"}


def axes_of(kind, most=5):
    return st.just(KINDS[kind].axes) if KINDS[kind].axes else st.integers(1, most)


@st.composite
def some_places(draw, kinds, **limits):
    """Draw a kind of distance, and points with as many coordinates as it takes."""
    kind = draw(st.sampled_from(kinds))
    point = st.tuples(*[COORDINATES] * draw(axes_of(kind)))
    return kind, draw(st.lists(point, **limits))


@given(some_places(list(KINDS), min_size=1, max_size=6))
def test_the_matrix_is_the_length_of_every_pair(given):
    kind, points = given
    places = Places(points, kind)
    n = len(points)
    assert places.matrix().tolist() == [[places.length(i, j) for j in range(n)] for i in range(n)]
    assert (places.matrix() == places.matrix().T).all()


ARRAYS = [(1.0, 0), (1e-12, 0), (1e6, 0), (1.0, 10**9), (1e-9, 1), (1e15, 0), (1e40, 1)]
"""How far apart points are, and how far from the origin."""


@given(st.sampled_from(list(KINDS)), st.sampled_from(ARRAYS), st.integers(0, 2**32), st.booleans())
def test_an_array_is_read_as_the_list_of_its_rows(kind, stretch, seed, are_whole):
    random = np.random.default_rng(seed)
    axes = KINDS[kind].axes or int(random.integers(1, 4))
    points = random.choice([random.random((9, axes)), random.integers(0, 60, (9, axes)) / 8])
    if kind in EXACT or kind[:3] in ("EUC", "MAN"):
        points = points * stretch[0] + stretch[1]
    points = points.astype(np.int64) if are_whole and abs(points).max() < 2**60 else points
    try:
        listed = Places(list(map(tuple, points.tolist())), kind)
    except InvalidArgument as error:
        with pytest.raises(InvalidArgument, match=re.escape(str(error))):
            Places(points, kind)
        return
    places, pairs = Places(points, kind), list(itertools.permutations(range(9), 2))
    assert (places.unit, places.kind, places.nodes) == (listed.unit, listed.kind, listed.nodes)
    lengths = [listed.length(i, j) for i, j in pairs]
    assert [places.length(i, j) for i, j in pairs] == lengths
    assert places.between(*zip(*pairs, strict=True)).tolist() == lengths
    assert [places.true_length(i, j) for i, j in pairs] == [
        listed.true_length(i, j) for i, j in pairs
    ]
    assert places.positions == listed.positions
    assert (points == points.copy()).all()


def test_numbers_are_read_at_once_as_one_by_one(monkeypatch):
    monkeypatch.setattr("icosian.tours.shortest.places.MANY", 4)
    random = np.random.default_rng(1)
    for table in (random.integers(-9, 2**58, (5, 5)), random.random((5, 5)), np.ones((5, 5)) / 8):
        rows = table.tolist()
        other = Places.from_matrix([[Fraction(1), *rows[0][1:]], *rows[1:]])  # in no array
        for one in map(Places.from_matrix, (table, rows, [*map(tuple, rows)])):
            assert (one.matrix() == other.matrix()).all()
            assert (one.unit, one.kind) == (other.unit, other.kind)
        listed = Places([(Decimal(repr(x)), y) for x, y, *_ in rows])
        assert (Places([row[:2] for row in rows]).matrix() == listed.matrix()).all()


@pytest.mark.parametrize("far", [2**52, 2**54, 2**61, 2**62, 2**63, 2**70])
@pytest.mark.parametrize("kind", ["manhattan", "chebyshev"])
def test_lengths_beyond_floats_and_words_are_exact_and_spots_nearly(kind, far):
    # As floats, points on both sides of half a unit in the last place are farther apart.
    middle, corner = far + (far >> 52) // 2, [far * 3 // 2] * 3
    places = Places([(0, 0, 0), corner, (middle - 1, 7, 7), (middle + 1, 7, 7)], kind)
    pairs = list(itertools.permutations(range(4), 2))
    lengths = [places.length(i, j) for i, j in pairs]
    assert places.between(*zip(*pairs, strict=True)).tolist() == lengths
    spots = places.spots()
    near, lost = (math.dist(spots[i], spots[j]) for i, j in pairs), 2.0**-49 * abs(spots).max()
    assert all(d <= 1.000001 * c + 2 + lost for d, c in zip(near, lengths, strict=True))


def test_floats_of_arcs_are_as_near_as_is_assumed_also_on_the_other_side_of_the_earth():
    random, m = np.random.default_rng(3), 20_000
    y, x = random.uniform(-89, 89, m), random.uniform(-179, 179, m)
    angle, turn = 10 ** random.uniform(-2.3, 1, m), random.uniform(0, 2 * math.pi, m)
    other = np.clip(angle * np.sin(turn) - y, -90, 90), x + 180 - 360 * (x > 0)
    there = zip(other[0].tolist(), (other[1] + angle * np.cos(turn)).tolist(), strict=True)
    arcs = Places([*zip(y.tolist(), x.tolist(), strict=True), *there], "haversine")._measure
    nearly = arcs._distances(np.arange(m), np.arange(m) + m)
    exact = np.array([arcs._arc(k, k + m) for k in range(m)])
    is_known = nearly != np.rint(nearly)
    assert is_known.any()
    error, most = abs(nearly - exact), np.maximum(arcs._doubt, exact * 2.0**-47)
    assert (error[is_known] <= most[is_known]).all()


def test_a_sum_of_many_lengths_of_an_array_is_right_to_13_digits(monkeypatch):
    points = np.random.default_rng(1).random((300, 2)) * 1e6
    steps = list(itertools.pairwise(range(300)))
    exact = true_total(Places(points), steps)
    assert exact == true_total(Places(list(map(tuple, points.tolist()))), steps)
    monkeypatch.setattr(distances, "MANY", 5)
    assert abs(true_total(Places(points), steps) - exact) < exact / 10**13


@given(some_places([*EXACT, "haversine"], min_size=2, max_size=5, unique=True))
def test_a_length_is_the_distance_rounded_down(given):
    kind, points = given
    places = Places(points, kind)
    for i in range(len(points)):
        for j in range(len(points)):
            above = places.true_length(i, j) / places.unit - places.length(i, j)
            assert 0 <= above < 1
            assert above == 0 or not places.is_exact


@given(st.sampled_from(EXACT), st.integers(1, 6), st.integers(0, 2**32))
def test_distances_in_any_number_of_dimensions_are_those_of_scipy(kind, axes, seed):
    points = np.random.default_rng(seed).integers(-1000, 1000, (7, axes)) / 8
    places = Places(points, kind)
    lengths = places.matrix() * float(places.unit)
    expected = cdist(points, points, SCIPY[kind])
    if places.is_exact:
        assert (lengths == expected).all()
    else:
        assert ((expected - float(places.unit) < lengths) & (lengths <= expected + 1e-12)).all()


@given(st.lists(st.tuples(COORDINATES, COORDINATES), min_size=2, max_size=5, unique=True))
def test_the_unit_does_not_depend_on_the_order(points):
    units = {Places(some, "euclidean").unit for some in (points, points[::-1], sorted(points))}
    assert len(units) == 1


def test_distances_of_tsplib_follow_its_formulas():
    points = [(0, 0), (3, 4.5), (10, 0)]  # 5.408..., and 10
    for kind, lengths in {
        "EUC_2D": (5, 10),
        "CEIL_2D": (6, 10),
        "MAN_2D": (8, 10),
        "ATT": (2, 4),
    }.items():
        places = Places(points, kind)
        assert (places.length(0, 1), places.length(0, 2)) == lengths
        assert (places.unit, places.is_exact, places.kind) == (1, True, int)


FORMULAS = {
    "EUC": lambda *x: math.floor(math.sqrt(sum(map(mul, x, x))) + 0.5),
    "CEIL": lambda *x: math.ceil(math.sqrt(sum(map(mul, x, x)))),
    "FLOOR": lambda *x: math.floor(math.sqrt(sum(map(mul, x, x)))),
    "MAN": lambda *x: math.floor(sum(x) + 0.5),
    "MAX": lambda *x: max(math.floor(side + 0.5) for side in x),
    "XRAY1": lambda x, y, z: int(100 * max(min(x, abs(x - 360)), y, z) + 0.5),
    "XRAY2": lambda x, y, z: int(100 * max(min(x, abs(x - 360)) / 1.25, y / 1.5, z / 1.15) + 0.5),
}
"""The formulas of TSPLIB for offsets of at least 0; of integers so that sums are exact."""


@given(st.data())
def test_distances_in_space_follow_the_formulas_of_tsplib(data):
    kind = data.draw(st.sampled_from([k for k in KINDS if k.partition("_")[0] in FORMULAS]))
    side = st.integers(0, 3000).map(lambda k: k / 8)
    offsets = data.draw(st.tuples(*[side] * KINDS[kind].axes))
    start = data.draw(st.tuples(*[side] * KINDS[kind].axes))
    places = Places([start, tuple(map(add, start, offsets))], kind)
    expected = FORMULAS[kind.partition("_")[0]](*offsets)
    assert places.length(0, 1) == places.length(1, 0) == places.matrix()[0, 1] == expected


@given(st.sampled_from(list(KINDS)), st.integers(0, 2**32).map(Random), st.data())
def test_near_points_are_those_of_short_distances(kind, random, data):
    # Points stand in clusters, perhaps far from the origin, or at the poles.
    spread, factor, shift = random.choice([(1e-3, 1, 0), (1, 1000, 10**15), (90, 1, 0)])
    axes = data.draw(axes_of(kind))
    around = [[random.uniform(-90, 90) for _ in range(axes)] for _ in range(3)]
    if on_globe := kind in ("haversine", "GEO", "GEOM"):
        factor, shift = 1, 0
    points = []
    for _ in range(random.randint(1, 20)):
        point = [
            max(-90, min(90, middle + random.uniform(-spread, spread))) * factor + shift
            for middle in random.choice(around)
        ]
        points.append((point[0], 4 * point[1]) if on_globe else point)
    places, i = Places(points, kind), random.randrange(len(points))
    row = {j: places.length(i, j) for j in range(len(points)) if j != i}
    assert places.near(i) == row
    some = st.sampled_from([*row.values(), 0, 10**400])
    most = data.draw(some) + data.draw(st.integers(-1, 1))
    assert places.near(i, most) == {j: c for j, c in row.items() if c <= most}
    everyone = range(len(points))
    assert places.between([i] * len(points), everyone).tolist() == [row.get(j, 0) for j in everyone]
    spots = places.spots()
    assert all(math.dist(spots[i], spots[j]) <= 1.000001 * c + 2 for j, c in row.items())


def exact(lengths):
    """Return the exact length of each pair of numbers."""
    pairs = map(tuple, lengths.pairs.tolist())
    return {pair: c * lengths.unit.size for pair, c in zip(pairs, lengths.exact, strict=True)}


@pytest.mark.parametrize(
    "weight", [math.nan, math.inf, -math.inf, "7", [1], Decimal("NaN"), Decimal("1e9999"), 1j]
)
@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiDiGraph])
def test_what_is_not_a_finite_number_is_refused_with_its_edge(weight, kind):
    G = kind([("a", "b", {"weight": 1}), ("b", "c", {"weight": weight})])
    with pytest.raises(InvalidArgument, match=rf"edge \('b', 'c'\).*{re.escape(repr(weight))}"):
        graph_lengths(G, "weight")


@given(st.fractions() | st.floats(-1e308, 1e308).map(Fraction))
def test_a_float_is_rounded_down_where_that_is_asked(exact):
    unit = Unit(size=Fraction(1), kind=float)
    nearest, down = unit.number(exact), unit.number(exact, down=True)
    assert nearest == float(exact)
    assert as_printed(down) <= exact
    assert down == nearest or as_printed(nearest) > exact


NUMBERS = (
    st.integers(-(10**20), 10**20)
    | st.integers(-(10**6), 10**6).map(lambda k: k / 1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(allow_nan=False, allow_infinity=False, min_value=-9, max_value=9)
    | st.fractions(max_denominator=99)
)


@given(st.lists(NUMBERS))
@example([0.1, 0.25, 5])
@example([5e-324, 1e308])
@example([1e22, 1e23, 2.0**53, 2.0**53 + 2])
@example([10**400, 0.5])
@example([123456789012.345, 999999999999999.9])
def test_numbers_are_the_least_multiples_of_a_common_unit(numbers):
    unit, multiples = Unit.of(numbers)
    exact = [as_printed(number) for number in numbers]
    assert [c * unit.size for c in multiples] == exact
    assert unit.size == Fraction(1, math.lcm(*(number.denominator for number in exact)))
    assert {*map(type, multiples)} <= {int}


def random_table(n, seed, symmetric):
    table = np.random.default_rng(seed).integers(-9, 30, (n, n))
    return np.triu(table, 1) + np.triu(table, 1).T if symmetric else table


def cycles(problem):
    """Yield the cycles of a problem that use its edges, and the required ones among them."""
    edges = problem.edges
    G = nx.complete_graph(problem.size)
    if edges is not None:
        G.remove_edges_from(list(G.edges))
        G.add_edges_from(edges.tolist())
    for cycle in naive.hamiltonian_cycles(G):
        used = {frozenset(pair) for pair in zip(cycle, (*cycle[1:], cycle[0]), strict=True)}
        if all(frozenset(pair) in used for pair in problem.required):
            yield list(cycle)


QUESTIONS = [
    {"closed": True},
    {"closed": False},
    {"closed": False, "start": 2},
    {"closed": False, "end": 1},
    {"closed": False, "start": 2, "end": 0},
    {"closed": True, "require": ((1, 2),), "forbid": ((0, 1),)},
    {"closed": False, "start": 0, "require": ((3, 2),), "forbid": ((1, 3), (2, 0))},
]


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("directed", [False, True])
def test_cycles_of_the_problem_are_the_tours_with_the_same_lengths(question, directed):
    n = 3 if directed and not question["closed"] and "require" not in question else 4
    table = random_table(n, 1, symmetric=not directed)
    form = Instance(places=n, directed=directed, **question)
    problem = form.problem(table)
    assert problem.size == form.size
    assert (problem.matrix == problem.matrix.T).all()
    G = nx.complete_graph(n, nx.DiGraph if directed else nx.Graph)
    wanted = {tuple(tour) for tour in naive.tours(G, **question)}
    found = set()
    for cycle in cycles(problem):
        order = form.decoded(cycle)
        steps = zip(
            order, [*order[1:], order[0]] if question["closed"] else order[1:], strict=False
        )
        assert problem.length(cycle) == sum(int(table[step]) for step in steps)
        assert {*cycle} == {*form.encoded(order)}
        assert problem.length(form.encoded(order)) == problem.length(cycle)
        k = order.index(0) if question["closed"] else 0
        found.add(tuple(order[k:] + order[:k]))
    if not directed and not question["closed"]:
        free = "start" not in question and "end" not in question
        found |= {tour[::-1] for tour in found} if free else set()
    assert found == wanted


@pytest.mark.parametrize("directed", [False, True])
def test_a_cycle_with_an_absent_edge_is_longer_than_all_without(directed):
    n = 4
    present = np.ones((n, n), bool)
    present[0, 1] = present[1, 0] = False
    form = Instance(places=n, directed=directed, closed=True)
    problem = form.problem(random_table(n, 3, symmetric=not directed), present)
    longest = max(map(problem.length, cycles(problem)))
    edges = {tuple(edge) for edge in problem.edges.tolist()}
    for cycle in map(list, itertools.permutations(range(problem.size))):
        pairs = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        if any((min(pair), max(pair)) not in edges for pair in pairs):
            assert problem.length(cycle) > longest
            break


def test_only_problems_in_which_all_pairs_are_edges_have_no_list_of_edges():
    table = random_table(5, 4, symmetric=True)
    for question, complete in [
        ({"closed": True}, True),
        ({"closed": False, "start": 1}, True),
        ({"closed": False, "start": 1, "end": 2}, False),
        ({"closed": True, "forbid": ((0, 1),)}, False),
    ]:
        problem = Instance(places=5, directed=False, **question).problem(table)
        assert (problem.edges is None) == complete


@given(st.data(), st.integers(3, 5), st.booleans(), st.booleans())
def test_some_order_has_the_edges_to_use_unless_none_has(data, n, closed, directed):
    pairs = list(itertools.permutations(range(n), 2))
    require = data.draw(st.lists(st.sampled_from(pairs), max_size=4, unique_by=frozenset))
    question = {"closed": closed, "require": tuple(require)}
    if not closed and data.draw(st.booleans()):
        question |= {"start": n - 1, "end": 0}
    order = Instance(places=n, directed=directed, **question).any_order
    wanted = [*naive.tours(nx.complete_graph(n, nx.DiGraph if directed else nx.Graph), **question)]
    assert (order is None) == (not wanted)
    if order is not None:
        k = order.index(0) if closed else 0
        assert [*order[k:], *order[:k]] in [list(tour) for tour in wanted]


@given(st.data(), st.integers(3, 8), st.booleans(), st.booleans())
def test_some_order_has_no_edge_to_avoid_where_few_are(data, n, closed, directed):
    pairs = list(itertools.permutations(range(n), 2))
    some = data.draw(st.lists(st.sampled_from(pairs), max_size=2 * n, unique_by=frozenset))
    count = data.draw(st.integers(0, min(2, len(some))))
    require, some = tuple(some[:count]), some[count:]
    question = {"closed": closed, "require": require, "forbid": tuple(some)}
    order = Instance(places=n, directed=directed, **question).any_order
    if order is None:
        assert len(require) > 1 or len(some) + len(require) >= n // 2 - 1
        return
    assert sorted(order) == list(range(n))
    steps = {*itertools.pairwise([*order, *order[: 1 if closed else 0]])}
    either = steps if directed else steps | {step[::-1] for step in steps}
    assert either.isdisjoint(some)
    assert either >= {*require}
