"""Distances between points and from matrices, in integers; those of TSPLIB by its formulas.

Every kind has a formula for one pair, in exact integers or in floats of the standard library, and
the same formula in NumPy for all pairs: where the latter is so close to an integer that its
rounding is doubtful, the former decides.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import chain, pairwise, starmap
from operator import add, mul, sub, xor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import (
    LONGEST_WORD,
    Number,
    Unit,
    exact_number,
    fault_of,
    integers,
    power_of_ten,
    ratio_of,
)
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument
from icosian.tours.instance import LARGEST_SUM

Point = tuple[Number, ...]

ROOT, SUM, LONGEST = 0.0, 1.0, 2.0
"""The norms of a :class:`Rule`, as :mod:`.spaces` has them."""
SPACE = 3
"""The most axes that kernels and grids of points have; lengths may have more."""

LEAF = 4
"""No box that is not halved has fewer points, and none has four times as many."""
BITS = 20
"""How often a Hilbert curve halves each axis."""
CLOSEST = 12
"""Spots near each one that are looked up for all together."""
ROWS, SPOTS = 256, 2**16
"""Rows of a matrix of distances that are computed together, and spots that are looked up."""
FINER = 10**9
"""How many times more exactly the length of a tour is computed than lengths for the search."""
MANY = 10_000
"""More steps between points of an array are added as floats, each with an error below MARGIN."""
FARTHEST = 2**62
"""No distance that is looked up in a grid is longer."""
FEW_NEAR = 3
"""The nearest points of each that show how long the steps of a tour are at least."""
MARGIN = 1e-6
"""More than the part of a length that errors of floats are, where it is at least 1."""
SLACK, SPHERE = 2e-5, 1e-12
"""More than errors of floats are in lengths below 10**11, and those on a sphere as a part of its
diameter."""
EARTH = 6_371_008.8
"""The mean radius of the earth in meters (IUGG)."""
RADIUS, PI = 6378.388, 3.141592
"""Kilometers of TSPLIB's globe, and its circle."""
FINEST = 1e-140
"""Radians. Squares of much smaller angles are 0 as floats."""
METERS = 6_378_388.0
"""The radius of the same globe in meters."""


class Rule(NamedTuple):
    """How kernels compute a length from the offsets of two points along the axes."""

    norm: float = ROOT
    """ROOT, the root of the sum of their squares, ..., SUM, their sum, or LONGEST of them."""
    divisor: float = 1.0
    """... which are divided by this."""
    offset: float = 0.0
    """What is added before a length is rounded down."""
    is_up: bool = False
    """True if a length that is rounded to less than before is one more."""
    slack: float = 0.0
    """What is taken off, so that errors of floats make no length longer."""
    diameter: float = 0.0
    """That of a sphere where lengths are arcs."""

    @property
    def power(self) -> float:
        """The power of the norm, as SciPy names it."""
        return {ROOT: 2.0, SUM: 1.0, LONGEST: math.inf}[self.norm]

    @property
    def is_straight(self) -> bool:
        """True for roots of sums of squares that are rounded in some way, but not up."""
        return self == Rule(offset=self.offset, slack=self.slack)


class Points(ABC):
    """Distances between points, computed on demand."""

    directed = False
    rule: Rule
    is_geographic = False
    is_spatial = True
    """False if lengths do not follow from the rule and the spots, which then are only a hint."""
    unit = Fraction(1)
    is_exact = True
    kind: type = int
    """The type of sums of lengths, for the user."""
    note = ""
    """What is striking about the lengths, such as their unit on the globe, as a sentence."""

    @abstractmethod
    def length(self, i: int, j: int) -> int:
        """Return the distance of two different points in units."""

    def true_length(self, i: int, j: int) -> Fraction:
        """Return the distance of two different points, if it is rounded down, nearly exact."""
        return self.length(i, j) * self.unit

    def total(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> Fraction:
        """Return the length of steps before it is rounded down, of many as a sum of floats."""
        parts: Counter[int] = Counter()  # few denominators are quicker than sums of fractions
        for length in map(self.true_length, i.tolist(), j.tolist()):
            parts[length.denominator] += length.numerator
        return sum(starmap(Fraction, map(reversed, parts.items())), Fraction(0))

    @abstractmethod
    def between(self, i: Any, j: Any) -> NDArray[Any]:
        """Return the distances of pairs of points in units, for arrays that fit each other."""

    def matrix(self, n: int) -> NDArray[Any]:
        """Return the distances of all n points in units, shape (n, n)."""
        every, lengths = np.arange(n), np.zeros((n, n), np.int64)
        for top in range(0, n, ROWS):
            rows = self.between(every[top : top + ROWS, None], every)
            lengths = lengths.astype(rows.dtype, copy=False)
            lengths[top : top + ROWS] = rows
        return lengths

    @cached_property
    def spots(self) -> NDArray[np.float64]:
        """Where the points are, shape (n, 1), (n, 2) or (n, 3), for lengths by the rule."""
        spots = self._spots()
        return np.array(spots, float).reshape(len(spots), -1)[:, :SPACE]

    @abstractmethod
    def _spots(self) -> Any: ...

    @cached_property
    def tree(self) -> Any:
        """The spots as a tree of SciPy."""
        from scipy.spatial import KDTree

        return KDTree(self.spots)

    def closest(self, count: int) -> NDArray[np.int32]:
        """Return so many other spots near each one, the nearest first, and then their number."""
        near = self._closest
        near = near if count <= near.shape[1] else self._look_around(count)
        return near[:, :count].copy()

    @cached_property
    def _closest(self) -> NDArray[np.int32]:
        return self._look_around(min(CLOSEST, len(self.spots) - 1))

    def _look_around(self, count: int) -> NDArray[np.int32]:
        near = np.empty((len(self.spots), count), np.int32)
        for first in range(0, len(near), SPOTS):
            some = self.curve[first : first + SPOTS]  # what is read together lies together
            found = self.tree.query(self.spots[some], range(1, count + 2), p=self.rule.power)[1]
            # A spot is not near itself; if it is not found among others at the same, the last goes.
            own = found == some[:, None]
            own[:, -1] |= ~own.any(axis=1)
            near[some] = found[~own].reshape(len(some), count)
        return near

    def around(self, some: NDArray[np.int64], count: int) -> NDArray[np.int32]:
        """Return the nearest of some points to each of them, by their places there.

        Shape (len(some), count + 1) where there are as many; -1 is the point itself.
        """
        from scipy.spatial import KDTree

        spots, ranks = self.spots[some], np.arange(len(some))[:, None]
        near = KDTree(spots).query(
            spots, range(1, min(count + 1, len(some)) + 1), p=self.rule.power
        )
        return np.where(near[1] == ranks, -1, near[1]).astype(np.int32)

    @cached_property
    def curve(self) -> NDArray[np.int64]:
        """The points in the order of a Hilbert curve, on which near numbers are near points [1]_.

        References
        ----------
        .. [1] J. Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707 (2004),
           381-387.
        """
        sides = np.zeros((max(2, self.spots.shape[1]), len(self.spots)))
        sides[: self.spots.shape[1]] = (self.spots - self.spots.min(axis=0)).T
        x = (sides * ((2**BITS - 1) / (sides.max() or 1.0))).astype(np.int64)
        bits = 1 << np.arange(BITS - 1, -1, -1)
        # 1. Undo the turns of each halving, the coarsest first.
        for bit in bits[:-1].tolist():
            for side in x:
                turned = np.where(side & bit, 0, (x[0] ^ side) & (bit - 1))
                x[0] ^= np.where(side & bit, bit - 1, turned)
                np.bitwise_xor(side, turned, out=side)
        # 2. The Gray code, and its bits from all axes in turn.
        for before, side in pairwise(x):
            np.bitwise_xor(side, before, out=side)
        x ^= reduce(xor, (np.where(x[-1] & bit, bit - 1, 0) for bit in bits[:-1].tolist()))
        rank = np.zeros(len(self.spots), np.int64)
        for bit in bits.tolist():
            for side in x:
                rank = 2 * rank + ((side & bit) > 0)
        return np.argsort(rank, kind="stable")

    @cached_property
    def boxes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The points, and boxes around them, shape (2 * leaves, 6), as :mod:`.spaces` has them."""
        order, n = self.curve, len(self.spots)
        leaves = 1 << max(0, (n // LEAF).bit_length() - 1)
        first = np.arange(leaves) * n // leaves
        boxes = np.zeros((2 * leaves, 6))
        for axis, side in enumerate(self.spots[order].T):
            boxes[leaves:, axis] = np.minimum.reduceat(side, first)
            boxes[leaves:, 3 + axis] = np.maximum.reduceat(side, first)
        while leaves > 1:
            halves = boxes[leaves : 2 * leaves].reshape(-1, 2, 6)
            leaves //= 2
            boxes[leaves : 2 * leaves, :3] = halves[:, :, :3].min(axis=1)
            boxes[leaves : 2 * leaves, 3:] = halves[:, :, 3:].max(axis=1)
        return order, boxes

    @property
    def farthest(self) -> float:
        """A length that no distance exceeds."""
        order = 1 if self.rule.norm == SUM else 2  # a maximum is less than either
        span = float(np.linalg.norm(np.ptp(self.spots, axis=0), order)) if len(self.spots) else 0.0
        return span * math.pi / 2 / math.sqrt(self.rule.divisor) + 2

    def near(self, i: int, most: int | None) -> dict[int, int]:
        """Return the other points at most so many units from a point, with their distances."""
        most = FARTHEST if most is None else min(most, FARTHEST)
        length, reach = self.length, self._reach(most)
        around = self.tree.query_ball_point(self.spots[i], reach, p=self.rule.power)
        return {j: c for j in around if j != i and (c := length(i, j)) <= most}

    @property
    def nearby(self) -> int:
        """How far each point is at most from the few that are nearest to it."""
        near = self.closest(min(FEW_NEAR, len(self.spots) - 1))
        return int(self.between(np.arange(len(near))[:, None], near).max(initial=0))

    def count(self, most: int) -> int:
        """Return how many pairs of points are about so many units apart at most."""
        ends = self.tree.count_neighbors(self.tree, self._reach(most), self.rule.power)
        return int(ends - len(self.spots)) // 2

    def within(self, most: int) -> NDArray[np.int64]:
        """Return pairs of points, shape (m, 2), with all those at most so many units apart."""
        found: NDArray[np.int64] = self.tree.query_pairs(
            self._reach(most), self.rule.power, output_type="ndarray"
        )
        return found

    def _reach(self, most: int) -> float:
        """Return how far apart spots are at a length: at most 1 more, but for errors."""
        return (most * (1 + MARGIN) + 2) * math.sqrt(self.rule.divisor)


class _Numbered(Points):
    """Points by other numbers."""

    def __init__(self, points: Points, order: NDArray[np.int64]) -> None:
        self._points, self._order, self.rule = points, order, points.rule

    def length(self, i: int, j: int) -> int:
        return self._points.length(int(self._order[i]), int(self._order[j]))

    def true_length(self, i: int, j: int) -> Fraction:
        return self._points.true_length(int(self._order[i]), int(self._order[j]))

    def total(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> Fraction:
        return self._points.total(self._order[i], self._order[j])

    def between(self, i: Any, j: Any) -> NDArray[Any]:
        return self._points.between(self._order[i], self._order[j])

    def _spots(self) -> Any:
        return self._points.spots[self._order]

    @cached_property
    def curve(self) -> NDArray[np.int64]:
        return np.argsort(self._order)[self._points.curve]


def number_near(points: Points) -> tuple[Points, NDArray[np.int64]]:
    """Return points, near ones together in memory, the first one first; and their old numbers."""
    order = points.curve
    order = np.concatenate((order[order == 0], order[order != 0]))
    return _Numbered(points, order), order


class _RoundedDown(Points):
    """Distances rounded down, computed in floats where these leave no doubt."""

    _doubt = MARGIN
    """More than the error of distances in units that are no integers, where they are short."""

    @abstractmethod
    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        """Return the distances in units, nearly; an integer is a doubt."""

    def between(self, i: Any, j: Any) -> NDArray[np.int64]:
        exact = self._distances(i, j) + self.rule.offset
        lengths = np.where(i == j, 0, np.floor(exact).astype(np.int64))
        doubt = np.abs(exact - np.rint(exact)) <= np.maximum(self._doubt, exact * 2.0**-47)
        doubt &= i != j
        if doubt.any():
            i, j = np.broadcast_arrays(i, j)
            for k in zip(*np.nonzero(doubt), strict=True):
                lengths[k] = self.length(int(i[k]), int(j[k]))
        return lengths


class _Space(Points):
    """Distances in the plane, or in any number of dimensions, of exact coordinates."""

    def __init__(self, points: Any) -> None:
        self._given, axes = points, len(points[0]) if len(points) else 2
        is_array = isinstance(points, np.ndarray)
        corners = [np.min(points, axis=0), np.max(points, axis=0)] if is_array else []
        unit, exact = _exactly([side.tolist() for side in corners] or points)
        self.kind, self._parts = unit.kind, unit.size.denominator
        self._spans = list(map(max, zip(*exact, strict=True)))
        unit.check_sum([sum(self._spans)], len(points))
        self.is_spatial = axes <= SPACE
        self._exact = [] if is_array else exact


def _exactly(points: Any) -> tuple[Unit, list[tuple[int, ...]]]:
    """Return the largest unit of coordinates, and their multiples, each at least 0."""
    axes = len(points[0]) if points else 2
    unit, exact = Unit.of(list(chain.from_iterable(points)), "coordinates")
    sides = [exact[k::axes] for k in range(axes)]
    least = [min(side, default=0) for side in sides]
    rows = ([x - low for x in side] for side, low in zip(sides, least, strict=True))
    return unit, list(zip(*rows, strict=True))


class _Straight(_RoundedDown, _Space):
    """The straight line, rounded down."""

    def __init__(self, points: Any) -> None:
        super().__init__(points)
        diagonal = math.isqrt(sum(span * span for span in self._spans))
        self.unit = power_of_ten(Fraction(diagonal, self._parts))
        self.is_exact, self.kind = False, float
        self.rule = Rule(slack=SLACK)
        if isinstance(points, np.ndarray):
            # In parts of 2**-53, a side of ``_sides`` is off by twice the largest coordinate (its
            # decimals, and those of the least one) and three spans (a difference, a quotient, the
            # unit); an offset by twice as much, and a span. Roots of squares of at most three
            # offsets are off by less than eight times both for each axis.
            high = float(np.abs(points).max()) + float(np.ptp(points, axis=0).max())
            unit, doubt = float(self.unit), math.inf
            if unit >= sys.float_info.min:  # less has fewer digits, as have spans like that
                doubt = max(MARGIN, 8 * points.shape[1] * high / unit * 2.0**-53)
            if 2 * doubt > SLACK:
                self.__init__(list(map(tuple, points.tolist())))  # type: ignore[misc]
            else:
                self._doubt = doubt

    def length(self, i: int, j: int) -> int:
        return self._root(i, j, 1)

    def true_length(self, i: int, j: int) -> Fraction:
        above, below = self.unit.as_integer_ratio()
        return Fraction(self._root(i, j, FINER) * above, FINER * below)

    def total(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> Fraction:
        if isinstance(self._given, np.ndarray) and len(i) > MANY:
            return Fraction(math.fsum(self._distances(i, j))) * self.unit
        roots = map(partial(self._root, finer=FINER), i.tolist(), j.tolist())
        return sum(roots) * self.unit / FINER

    def _root(self, i: int, j: int, finer: int) -> int:
        """Return a distance in parts of a unit."""
        parts, ends = self._parts, [self._exact[k] for k in (i, j) if self._exact]
        if not ends:  # few points of an array need decimals
            ratios = [ratio_of(x) for k in (i, j) for x in self._given[k].tolist()]
            parts = math.lcm(*(below for _, below in ratios))
            sides = [above * (parts // below) for above, below in ratios]
            ends = [tuple(sides[: len(sides) // 2]), tuple(sides[len(sides) // 2 :])]
        offsets = list(map(sub, *ends))
        square = sum(map(mul, offsets, offsets))
        above, below = self.unit.as_integer_ratio()
        return math.isqrt(square * (below * finer) ** 2 // (above * parts) ** 2)

    def _spots(self) -> NDArray[np.float64]:
        return self._sides.T

    @cached_property
    def _sides(self) -> NDArray[np.float64]:
        if isinstance(self._given, np.ndarray):
            sides: NDArray[np.float64] = (self._given - self._given.min(axis=0)) / float(self.unit)
            return np.ascontiguousarray(sides.T)
        over, under = (1 / (self.unit * self._parts)).as_integer_ratio()
        exact = zip(*self._exact, strict=True)
        return np.array([[x * over / under for x in side] for side in exact])

    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        distances: NDArray[np.float64] = reduce(
            np.hypot, (side[i] - side[j] for side in self._sides)
        )
        return abs(distances)  # along a single axis


class _Rational(_Space):
    """Distances that are as exact as the coordinates.

    They are the sum of all sides, as on a grid of streets, or the longest side, as a machine takes
    that moves along all axes at once.
    """

    def __init__(self, points: list[Point], *, norm: float) -> None:
        super().__init__(points)
        self.unit, self.rule = Fraction(1, self._parts), Rule(norm=norm)
        self._together: Any = sum if norm == SUM else max
        self._in_turn: Any = add if norm == SUM else np.maximum

    def near(self, i: int, most: int | None) -> dict[int, int]:
        if sum(self._spans) < FARTHEST:
            return super().near(i, most)
        lengths = ((j, self.length(i, j)) for j in range(len(self._exact)) if j != i)
        return {j: c for j, c in lengths if most is None or c <= most}

    def _spots(self) -> list[tuple[float, ...]]:
        return [tuple(map(float, point)) for point in self._exact]

    @cached_property
    def _sides(self) -> list[NDArray[Any]]:
        kind = np.int64 if sum(self._spans) < LONGEST_WORD else object  # a sum of sides must fit
        return [np.array(side, kind) for side in zip(*self._exact, strict=True)]

    def length(self, i: int, j: int) -> int:
        length: int = self._together(map(abs, map(sub, self._exact[i], self._exact[j])))
        return length

    def between(self, i: Any, j: Any) -> NDArray[Any]:
        return reduce(self._in_turn, (abs(side[i] - side[j]) for side in self._sides))


class _Tsplib(Points):
    """Distances of TSPLIB by a rule, in floats as all its programs compute them.

    Roots are correctly rounded, so a formula gives the same for numbers and for arrays.
    """

    def __init__(self, points: list[Point] | NDArray[np.float64], *, rule: Rule) -> None:
        self.rule = rule
        given = np.array(points, float).reshape(len(points), -1 if len(points) else 0)
        self._axes = given.shape[1]
        self._sides = np.zeros((SPACE, len(points)))
        self._sides[: self._axes] = given.T
        with np.errstate(over="ignore"):
            spans = np.ptp(self._sides, axis=1) if len(points) else np.zeros(1)
            most = self._stretch * spans.sum() * (len(points) + 1)
        if not most < LARGEST_SUM:
            raise InvalidArgument("the places are too far apart for distances in whole numbers")
        if 0 < spans.max() < 1:
            self.note = (
                "All places are less than 1 apart along each axis, and their distances are rounded"
                " to whole numbers."
            )

    @property
    def points(self) -> list[tuple[float, ...]]:
        """The coordinates."""
        return list(map(tuple, self._sides[: self._axes].T.tolist()))

    _stretch = 1.0
    """The most that a distance is longer than the sum of the offsets."""

    def _measure(self, m: Any, x: Any, y: Any, z: Any) -> Any:
        """Return a distance from its offsets, with the functions of ``math`` or NumPy."""
        if self.rule.norm == SUM:
            return abs(x) + abs(y) + abs(z)
        if self.rule.norm == LONGEST:
            return _longest(m, abs(x), abs(y), abs(z))
        return m.sqrt((x * x + y * y + z * z) / self.rule.divisor)

    def _round(self, m: Any, exact: Any) -> Any:
        """Return a distance as a whole number."""
        whole = m.floor(exact + self.rule.offset)
        return whole + (whole < exact) if self.rule.is_up else whole

    def _spots(self) -> NDArray[np.float64]:
        return self._sides[: self._axes].T

    def length(self, i: int, j: int) -> int:
        offsets = (self._sides[:, i] - self._sides[:, j]).tolist()
        return int(self._round(math, self._measure(math, *offsets)))

    def between(self, i: Any, j: Any) -> NDArray[np.int64]:
        offsets = (side[i] - side[j] for side in self._sides)
        lengths: NDArray[np.int64] = self._round(np, self._measure(np, *offsets)).astype(np.int64)
        return lengths


class _Xray(_Tsplib):
    """XRAY1, XRAY2: the time of the slowest of three motors; the first turns in degrees."""

    is_spatial = False  # a turn of 359 degrees is one of 1
    _stretch = 100.0

    def __init__(self, points: Any, *, speeds: tuple[float, float, float]) -> None:
        super().__init__(points, rule=Rule(norm=LONGEST, offset=0.5))
        self._speeds = speeds

    def _spots(self) -> NDArray[np.float64]:
        # Far from the origin a quotient has an error that a difference has not.
        sides = self._sides[1:] - self._sides[1:].min(axis=1, initial=np.inf, keepdims=True)
        spots: NDArray[np.float64] = (100 * sides / np.array(self._speeds)[1:, None]).T
        return spots

    def _measure(self, m: Any, x: Any, y: Any, z: Any) -> Any:
        a, b, c = self._speeds
        turn, back = abs(x), abs(abs(x) - 360.0)
        turn = min(turn, back) if m is math else np.minimum(turn, back)
        return 100.0 * _longest(m, turn / a, abs(y) / b, abs(z) / c)


def _longest(m: Any, x: Any, y: Any, z: Any) -> Any:
    """Return the longest of three sides, numbers or arrays."""
    return max(x, y, z) if m is math else np.maximum(np.maximum(x, y), z)


TO_DEGREES = "to_crs(4326) of GeoPandas makes degrees of other coordinates"


class _Haversine(_RoundedDown):
    """The shorter arc on a sphere of the size of the earth, rounded down."""

    is_exact = False
    kind = float
    is_geographic = True
    note = "Lengths are in meters."

    def __init__(self, points: list[Point]) -> None:
        for latitude, longitude in points:
            if abs(float(latitude)) > 90 or abs(float(longitude)) > 360:
                is_turned = abs(float(longitude)) <= 90 and abs(float(latitude)) <= 180
                hint = "are the columns swapped?" if is_turned else TO_DEGREES
                raise InvalidArgument(
                    "a place is (latitude, longitude) in degrees, at most 90 and 360, got"
                    f" ({latitude!s:.40}, {longitude!s:.40}); {hint}"
                )
        self._angles = [(math.radians(y), math.radians(x)) for y, x in points]
        heights, sides = ([angle[k] for angle in self._angles] for k in (0, 1))
        height, side = (max(some, default=0) - min(some, default=0) for some in (heights, sides))
        span = math.hypot(height, side) and max(FINEST, math.hypot(height, side))
        self.unit = power_of_ten(Fraction(EARTH * min(math.pi, span)))
        diameter = 2 * EARTH / float(self.unit)
        self.rule = Rule(slack=SLACK + SPHERE * diameter, diameter=diameter)

    def _spots(self) -> list[tuple[float, ...]]:
        return _on_sphere(EARTH / float(self.unit), self._angles)

    def _arc(self, i: int, j: int) -> float:
        """Return the length of an arc in units."""
        (a, b), (c, d) = self._angles[min(i, j)], self._angles[max(i, j)]
        square = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
        return 2 * EARTH / float(self.unit) * math.asin(min(1.0, math.sqrt(square)))

    def length(self, i: int, j: int) -> int:
        return math.floor(self._arc(i, j))

    def true_length(self, i: int, j: int) -> Fraction:
        return Fraction(self._arc(i, j)) * self.unit

    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        a, b = np.array(self._angles).reshape(-1, 2).T
        squares = (
            np.sin((a[j] - a[i]) / 2) ** 2
            + np.cos(a[j]) * np.cos(a[i]) * np.sin((b[j] - b[i]) / 2) ** 2
        )
        arcs = 2 * EARTH / float(self.unit) * np.arcsin(np.minimum(1.0, np.sqrt(squares)))
        # The sine says little about arcs to the other side of the earth: before these the error is
        # below 2**-52 / sqrt(1 - squares) of its diameter.
        nearly: NDArray[np.float64] = np.where(squares > 1 - 1e-3, np.rint(arcs), arcs)
        return nearly


class _Geographic(_RoundedDown):
    """GEO: kilometers on TSPLIB's globe; coordinates are degrees and, as decimals, minutes."""

    is_geographic = True
    note = "Lengths are in kilometers."
    rule = Rule(offset=1.0, slack=SLACK, diameter=2 * RADIUS)

    _radius = RADIUS

    def __init__(self, points: list[Point]) -> None:
        for point in points:
            if max(map(abs, map(float, point))) > 360:
                raise InvalidArgument(
                    "a place is (latitude, longitude) in degrees, at most 360, got"
                    f" ({shown(point[0])}, {shown(point[1])})"
                )
        self.points = [(float(y), float(x)) for y, x in points]
        self._angles = [(self._angle(y), self._angle(x)) for y, x in self.points]

    def _angle(self, coordinate: float) -> float:
        """Return the angle of a coordinate such as 16.47, 16 degrees and 47 minutes."""
        degrees = math.trunc(coordinate)
        return PI * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0

    def _spots(self) -> list[tuple[float, ...]]:
        return _on_sphere(self._radius, self._angles)

    def length(self, i: int, j: int) -> int:
        (a, b), (c, d) = self._angles[i], self._angles[j]
        q1, q2, q3 = math.cos(b - d), math.cos(a - c), math.cos(a + c)
        cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)
        return int(RADIUS * math.acos(max(-1.0, min(1.0, cosine))) + 1.0)

    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        (a, c), (b, d) = ((side[j], side[i]) for side in np.array(self._angles).reshape(-1, 2).T)
        q1, q2, q3 = np.cos(b - d), np.cos(a - c), np.cos(a + c)
        cosines = np.clip(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3), -1, 1)
        arcs = RADIUS * np.arccos(cosines)
        # The cosine says little about short arcs, and about those to the other side.
        nearly: NDArray[np.float64] = np.where(np.abs(cosines) > 1 - 1e-6, np.rint(arcs), arcs)
        return nearly


class _Meters(_Geographic):
    """GEOM: meters on TSPLIB's globe; coordinates are degrees with decimals."""

    note = _Haversine.note
    rule = Rule(offset=1.0, slack=SLACK + SPHERE * 2 * METERS, diameter=2 * METERS)
    _radius = METERS

    def _angle(self, coordinate: float) -> float:
        return math.radians(coordinate)

    def length(self, i: int, j: int) -> int:
        here, there = self._angles[min(i, j)], self._angles[max(i, j)]
        return int(self._arc(math, math.atan2, *here, *there) + 1.0)

    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        heights, sides = np.array(self._angles).reshape(-1, 2).T
        arcs: NDArray[np.float64] = self._arc(
            np, np.arctan2, heights[i], sides[i], heights[j], sides[j]
        )
        return arcs

    def _arc(self, m: Any, atan2: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        """Return the length of an arc, which is well conditioned for short and for long ones."""
        q3, q4 = m.sin((b - d) / 2.0), m.cos((b - d) / 2.0)
        q1 = m.cos(c) * m.sin(b - d)
        q2 = m.sin(a + c) * q3 * q3 - m.sin(a - c) * q4 * q4
        q5 = m.cos(a - c) * q4 * q4 - m.cos(a + c) * q3 * q3
        return METERS * atan2(m.sqrt(q1 * q1 + q2 * q2), q5)


def _on_sphere(radius: float, angles: list[tuple[float, float]]) -> list[tuple[float, ...]]:
    """Return where latitudes and longitudes are in space."""
    return [
        (
            radius * math.cos(a) * math.cos(b),
            radius * math.cos(a) * math.sin(b),
            radius * math.sin(a),
        )
        for a, b in angles
    ]


class Kind(NamedTuple):
    """A kind of distance."""

    axes: int | None
    """The number of coordinates, None for any."""
    measure: Callable[[Any], Points]
    """From a list of points, or an array of coordinates if they are read as floats."""
    reads_floats: bool = True


KINDS = {
    "euclidean": Kind(None, _Straight),
    "manhattan": Kind(None, partial(_Rational, norm=SUM), reads_floats=False),
    "chebyshev": Kind(None, partial(_Rational, norm=LONGEST), reads_floats=False),
    "haversine": Kind(2, _Haversine, reads_floats=False),
    **{
        f"{name}_{axes}D": Kind(axes, partial(_Tsplib, rule=rule))
        for name, rule in {
            # Rounded to the nearest integer, those of CEIL up and of FLOOR down.
            "EUC": Rule(offset=0.5),
            "CEIL": Rule(is_up=True),
            "FLOOR": Rule(),
            "MAN": Rule(norm=SUM, offset=0.5),
            "MAX": Rule(norm=LONGEST, offset=0.5),
        }.items()
        for axes in (2, 3)
    },
    # The root of a tenth of the square, rounded to the nearest integer that is no less.
    "ATT": Kind(2, partial(_Tsplib, rule=Rule(divisor=10.0, offset=0.5, is_up=True))),
    "GEO": Kind(2, _Geographic, reads_floats=False),
    "GEOM": Kind(2, _Meters, reads_floats=False),
    "XRAY1": Kind(3, partial(_Xray, speeds=(1.0, 1.0, 1.0))),
    "XRAY2": Kind(3, partial(_Xray, speeds=(1.25, 1.5, 1.15))),
}
"""The distances of coordinates, by name."""


class Matrix:
    """Distances from a table, exact."""

    is_geographic = False
    is_exact = True
    note = ""

    def __init__(self, rows: list[list[Any]] | NDArray[Any]) -> None:
        n = len(rows)
        if isinstance(rows, np.ndarray):
            numbers: Any = rows.ravel().copy()
            numbers[:: n + 1] = 0
        else:
            numbers = self._listed(rows)
        unit, entries = Unit.of(numbers, "distances", count=n)
        self.unit, self.kind = unit.size, unit.kind
        self._lengths = integers(entries).reshape(n, n)
        self.directed = not bool((self._lengths == self._lengths.T).all())

    def _listed(self, rows: list[list[Any]]) -> list[Number]:
        """Return the entries of a square, row by row."""
        n = len(rows)
        for i, row in enumerate(rows):
            if len(row) != n:
                raise InvalidArgument(
                    f"a matrix of distances is square, but of {n} rows row {i} has {len(row)}"
                    " entries"
                )
        numbers = [*chain(*rows)]
        numbers[:: n + 1] = [0] * n
        if {*map(type, numbers)} != {int}:
            numbers = [_entry(value, k // n, k % n) for k, value in enumerate(numbers)]
        return numbers

    def doubtful_zero(self) -> tuple[int, int] | None:
        """Return two places with a 0 that may mean no road, None if there are none.

        Their distances to others differ, or all entries are 0 and 1.
        """
        lengths = self._lengths
        zeros = [(i, j) for i, j in np.argwhere(lengths == 0).tolist() if i != j]
        if not zeros:
            return None
        spots = {i: hash((*lengths[i].tolist(), *lengths[:, i].tolist())) for i in {*chain(*zeros)}}
        is_adjacency = {*np.unique(lengths).tolist()} == {0, 1} and self.unit == 1
        return next(((i, j) for i, j in zeros if is_adjacency or spots[i] != spots[j]), None)

    def length(self, i: int, j: int) -> int:
        """Return the distance of two different places in units."""
        return int(self._lengths[i, j])

    def true_length(self, i: int, j: int) -> Fraction:
        """Return the distance of two different places."""
        return self.length(i, j) * self.unit

    def between(self, i: Any, j: Any) -> NDArray[Any]:
        """Return the distances of pairs of places in units, for arrays that fit each other."""
        lengths: NDArray[Any] = self._lengths[i, j]
        return lengths

    def total(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> Fraction:
        """Return the length of steps."""
        return int(self._lengths[i, j].sum(dtype=object)) * self.unit

    def near(self, i: int, most: int | None) -> dict[int, int]:
        """Return the other places at most so many units from a place, with their distances."""
        row: list[int] = self._lengths[i].tolist()
        return {j: c for j, c in enumerate(row) if j != i and (most is None or c <= most)}

    def matrix(self, n: int) -> NDArray[Any]:  # noqa: ARG002 - as for points
        """Return all distances in units, shape (n, n)."""
        return self._lengths.copy()


def _entry(value: Any, i: int, j: int) -> Number:
    """Return a distance as an exact number."""
    try:
        return exact_number(value)
    except ValueError:
        raise InvalidArgument(
            fault_of("distances are finite numbers", f"row {i}, column {j}", value) + ";"
            " where no road leads, route_map_from_matrix(matrix, names) makes a graph, which has"
            " shortest_hamiltonian_cycle and shortest_hamiltonian_path"
        ) from None
