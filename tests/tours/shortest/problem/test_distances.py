import math
import re
from decimal import Decimal
from fractions import Fraction
from operator import add, mul
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.spatial.distance import cdist
from together import together

from icosian import InvalidArgument, Places
from icosian.tours.shortest.distances import KINDS

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


def test_euclidean_distances_have_about_nine_digits():
    for scale in (1e-20, 1, 1e20):
        places = Places([(0, 0), (scale, scale), (0, scale)])
        assert 10**8 <= places.matrix().max() < 10**9
        assert math.isclose(places.true_length(0, 1), scale * math.sqrt(2), rel_tol=1e-12)


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


def test_meters_on_the_globe_of_tsplib_are_a_thousandth_of_its_kilometers():
    places = Places([(0, 0), (0, 90), (90, 0), (0, 180), (0.5, 0.5)], "GEOM")
    quarter = 6_378_388 * math.pi / 2
    assert [places.length(0, j) for j in (1, 2, 3)] == [int(k * quarter + 1) for k in (1, 1, 2)]
    degrees = Places([(0, 0), (0, 90), (90, 0), (0, 180), (0.3, 0.3)], "GEO")
    assert all(abs(places.length(0, j) / 1000 - degrees.length(0, j)) <= 1 for j in range(1, 5))


@together(
    ("kind", "points", "message"),
    [
        (
            "EUC_2D",
            [(1, 2, 3)],
            "a place has 2 coordinates for EUC_2D distances, but 0 has (1, 2, 3)",
        ),
        ("EUC_3D", [(1, 2)], "a place has 3 coordinates for EUC_3D distances, but 0 has (1, 2)"),
        ("haversine", [(1, 2, 3)], "a place has 2 coordinates for haversine distances"),
        ("euclidean", [(1, 2), (1, 2, 3)], "a place has 2 coordinates for euclidean distances"),
        ("chebyshev", [()], "a place has 1 coordinate for chebyshev distances, but 0 has ()"),
        ("cityblock", [(1, 2)], "distance must be one of euclidean, manhattan, chebyshev"),
    ],
)
def test_a_place_has_as_many_coordinates_as_its_distance_takes(kind, points, message):
    with pytest.raises(InvalidArgument, match=re.escape(message)):
        Places(points, kind)


def test_a_degree_of_latitude_is_111_kilometers():
    places = Places({"a": (0, 0), "b": (1, 0), "c": (0, 180)}, "haversine")
    assert math.isclose(places.true_length(0, 1), 111_195, rel_tol=1e-5)
    assert math.isclose(places.true_length(0, 2), 20_015_114, rel_tol=1e-5)
    assert places.positions["b"] == (0.0, 1.0)


def test_rational_distances_are_exact_whatever_their_size():
    places = Places([(0, 0), (Decimal("0.1"), Fraction(1, 3))], "manhattan")
    assert places.true_length(0, 1) == Fraction(13, 30)
    places = Places([(0, 0), (0.1, 1 / 3), (10**30, 0)], "manhattan")
    assert places.is_exact
    assert places.matrix()[0, 1] * places.unit == Fraction("0.1") + Fraction("0.3333333333333333")
    assert places.near(0, places.length(0, 1)) == {1: places.length(0, 1)}
    places = Places.from_matrix([[0, 0.1, 10**20], [0.1, 0, 7], [10**20, 7, 0]])
    assert places.is_exact
    assert places.true_length(0, 1) == Fraction(1, 10)
    assert places.length(0, 2) * places.unit == 10**20
    assert places.near(1) == {0: places.length(1, 0), 2: places.length(1, 2)}


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


def test_near_places_of_a_matrix_are_those_of_short_distances():
    places = Places.from_matrix([[9, 2, -4], [1, 9, 6], [15, 7, 9]])
    assert [places.near(0), places.near(1), places.near(2, 14)] == [
        {1: 2, 2: -4},
        {0: 1, 2: 6},
        {1: 7},
    ]
    assert [places.near(0, -4), places.near(0, -5)] == [{2: -4}, {}]


def test_points_beyond_a_right_angle_are_on_the_other_side_of_the_globe():
    points = [(89.3, 10.1), (95.2, -170.2), (170.5, 30), (9.1, -150), (-100, 3)]
    places = Places(points, "GEO")
    for i in range(5):
        for most in range(0, 20_000, 500):
            near = places.near(i, most)
            assert near == {j: c for j, c in places.near(i).items() if c <= most}
