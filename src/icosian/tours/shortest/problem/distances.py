"""Distances between points and from matrices, in integers; those of TSPLIB by its formulas.

Every kind has a formula for one pair, in exact integers or in floats of the standard library, and
the same formula in NumPy for all pairs: where the latter is so close to an integer that its
rounding is doubtful, the former decides.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.problem.cycle_problem import LARGEST_SUM
from icosian.tours.shortest.problem.lengths import (
    Exact,
    Unit,
    exact_number,
    integers,
    power_of_ten,
)

Point = tuple[Exact, Exact]


LEAF = 4
"""No box that is not halved has fewer points, and none has four times as many."""
ROWS = 256
"""Rows of a matrix of distances that are computed together."""
FINER = 10**9
"""How many times more exactly the length of a tour is computed than lengths for the search."""
FARTHEST = 2**62
"""No distance that is looked up in a grid is longer."""
MARGIN = 1e-6
"""More than the part of a length that errors of floats are, where it is at least 1."""
SLACK, SPHERE = 2e-5, 1e-12
"""More than errors of floats are in lengths below 10**11, and those on a sphere as a part of its
diameter."""
EARTH = 6_371_008.8
"""The mean radius of the earth in meters (IUGG)."""
RADIUS, PI = 6378.388, 3.141592
"""Kilometers of TSPLIB's globe, and its circle."""


class Rule(NamedTuple):
    """How kernels compute a length from the offsets of two points along the axes."""

    is_blocks: bool = False
    """True if the offsets are added; otherwise it is the root of the sum of their squares, ..."""
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


class Points(ABC):
    """Distances between points, computed on demand."""

    directed = False
    rule: Rule
    is_geographic = False
    unit = Fraction(1)
    is_exact = True
    kind: type = int
    """The type of sums of lengths, for the user."""

    @abstractmethod
    def length(self, i: int, j: int) -> int:
        """Return the distance of two different points in units."""

    def true_length(self, i: int, j: int) -> Fraction:
        """Return the distance of two different points, if it is rounded down, nearly exact."""
        return self.length(i, j) * self.unit

    @abstractmethod
    def between(self, i: Any, j: Any) -> NDArray[Any]:
        """Return the distances of pairs of points in units, for arrays that fit each other."""

    def matrix(self, n: int) -> NDArray[Any]:
        """Return the distances of all n points in units, shape (n, n)."""
        every = np.arange(n)
        lengths = np.empty((n, n), self.between(every[:1], every[:1]).dtype)
        for top in range(0, n, ROWS):
            lengths[top : top + ROWS] = self.between(every[top : top + ROWS, None], every)
        return lengths

    @cached_property
    def spots(self) -> NDArray[np.float64]:
        """Where the points are, shape (n, 2) or (n, 3), for lengths by the rule."""
        return np.array(self._spots(), float).reshape(len(self._spots()), -1)

    @abstractmethod
    def _spots(self) -> list[tuple[float, ...]]: ...

    @cached_property
    def _grid(self) -> Grid:
        return Grid(self.spots.tolist())

    @cached_property
    def boxes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The points, and boxes around them, shape (2 * leaves, 6), as :mod:`.spaces` has them."""
        spots = np.zeros((len(self.spots), 3))
        spots[:, : self.spots.shape[1]] = self.spots
        # 1. Halve the points along the longest side, until few are left.
        order = np.arange(len(spots))
        leaves = 1 << max(0, (len(spots) // LEAF).bit_length() - 1)
        bounds = np.arange(leaves + 1) * len(spots) // leaves
        width = leaves
        while width > 1:
            for k in range(0, leaves, width):
                a, middle, b = bounds[[k, k + width // 2, k + width]]
                part = order[a:b]
                side = spots[part, np.ptp(spots[part], axis=0).argmax()]
                order[a:b] = part[np.argpartition(side, middle - a)]
            width //= 2
        # 2. The boxes, leaves first.
        boxes = np.zeros((2 * leaves, 6))
        boxes[leaves:, :3] = np.minimum.reduceat(spots[order], bounds[:-1])
        boxes[leaves:, 3:] = np.maximum.reduceat(spots[order], bounds[:-1])
        for k in range(leaves - 1, 0, -1):
            boxes[k, :3] = boxes[2 * k : 2 * k + 2, :3].min(axis=0)
            boxes[k, 3:] = boxes[2 * k : 2 * k + 2, 3:].max(axis=0)
        return order, boxes

    @property
    def farthest(self) -> float:
        """A length that no distance exceeds."""
        span = float(np.linalg.norm(np.ptp(self.spots, axis=0))) if len(self.spots) else 0.0
        return span * math.pi / 2 / math.sqrt(self.rule.divisor) + 2

    def near(self, i: int, most: int | None) -> dict[int, int]:
        """Return the other points at most so many units from a point, with their distances."""
        if most is None:
            most = FARTHEST
        if most < 0:
            return {}
        # An offset along an axis is at most a length and 1, but for errors.
        reach = (min(most, FARTHEST) * (1 + MARGIN) + 2) * math.sqrt(self.rule.divisor)
        around = self._grid.around(i, reach)
        length = self.length
        return {j: c for j in around if j != i and (c := length(i, j)) <= most}


class _RoundedDown(Points):
    """Distances rounded down, computed in floats where these leave no doubt."""

    @abstractmethod
    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        """Return the distances in units, nearly; an integer is a doubt."""

    def between(self, i: Any, j: Any) -> NDArray[np.int64]:
        exact = self._distances(i, j) + self.rule.offset
        lengths = np.floor(exact).astype(np.int64)
        doubt = np.abs(exact - np.rint(exact)) <= np.maximum(1e-6, exact * 2.0**-47)
        i, j = np.broadcast_arrays(i, j)
        for k in zip(*np.nonzero(doubt), strict=True):
            u, v = int(i[k]), int(j[k])
            lengths[k] = 0 if u == v else self.length(u, v)
        return lengths


class _Plane(Points):
    """Distances in the plane, whose coordinates are integers in parts of the unit."""

    def __init__(self, points: list[Point]) -> None:
        numbers = [number for point in points for number in point]
        unit, exact = Unit.of(numbers, "coordinates")
        self.kind, self._parts = unit.kind, unit.size.denominator
        sides = exact[::2], exact[1::2]
        least = [min(side, default=0) for side in sides]
        self._x, self._y = ([x - low for x in side] for side, low in zip(sides, least, strict=True))
        self._width, self._height = max(self._x, default=0), max(self._y, default=0)
        unit.check_sum([self._width + self._height], len(points))

    def _apart(self, i: int, j: int) -> tuple[int, int]:
        return abs(self._x[i] - self._x[j]), abs(self._y[i] - self._y[j])


class _Straight(_RoundedDown, _Plane):
    """The straight line, rounded down."""

    def __init__(self, points: list[Point]) -> None:
        super().__init__(points)
        diagonal = math.isqrt(self._width**2 + self._height**2)
        self.unit = power_of_ten(Fraction(diagonal, self._parts))
        self.is_exact, self.kind = False, float
        self._over, self._under = (1 / (self.unit * self._parts)).as_integer_ratio()
        self.rule = Rule(slack=SLACK)

    def length(self, i: int, j: int) -> int:
        return self._root(i, j, 1)

    def true_length(self, i: int, j: int) -> Fraction:
        return Fraction(self._root(i, j, FINER), FINER) * self.unit

    def _root(self, i: int, j: int, finer: int) -> int:
        """Return a distance in parts of a unit."""
        x, y = self._apart(i, j)
        return math.isqrt((x * x + y * y) * (self._over * finer) ** 2 // self._under**2)

    def _spots(self) -> list[tuple[float, ...]]:
        over, under = self._over, self._under
        return [(x * over / under, y * over / under) for x, y in zip(self._x, self._y, strict=True)]

    def _distances(self, i: Any, j: Any) -> NDArray[np.float64]:
        x, y = (side[i] - side[j] for side in self.spots.T)
        distances: NDArray[np.float64] = np.hypot(x, y)
        return distances


class _Blocks(_Plane):
    """The sum of both sides, as on a grid of streets."""

    def __init__(self, points: list[Point]) -> None:
        super().__init__(points)
        self.unit = Fraction(1, self._parts)
        self.rule = Rule(is_blocks=True)

    def length(self, i: int, j: int) -> int:
        return sum(self._apart(i, j))

    def near(self, i: int, most: int | None) -> dict[int, int]:
        if self._width + self._height < FARTHEST:
            return super().near(i, most)
        lengths = ((j, self.length(i, j)) for j in range(len(self._x)) if j != i)
        return {j: c for j, c in lengths if most is None or c <= most}

    def _spots(self) -> list[tuple[float, ...]]:
        return [(float(x), float(y)) for x, y in zip(self._x, self._y, strict=True)]

    @cached_property
    def _sides(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return integers(self._x), integers(self._y)

    def between(self, i: Any, j: Any) -> NDArray[Any]:
        x, y = self._sides
        lengths: NDArray[Any] = abs(x[i] - x[j]) + abs(y[i] - y[j])
        return lengths


class _Tsplib(Points):
    """Distances of TSPLIB in the plane, in floats as all its programs compute them.

    Roots are correctly rounded, so a formula gives the same for numbers and for arrays.
    """

    def __init__(self, points: list[Point]) -> None:
        self._x, self._y = ([float(point[k]) for point in points] for k in (0, 1))
        span = sum(max(side, default=0) - min(side, default=0) for side in (self._x, self._y))
        if not span * (len(points) + 1) < LARGEST_SUM:
            raise InvalidArgument("the places are too far apart for distances in whole numbers")

    @abstractmethod
    def _formula(self, m: Any, x: Any, y: Any) -> Any:
        """Return a distance from its offsets, with the functions of ``math`` or NumPy."""

    def _spots(self) -> list[tuple[float, ...]]:
        return list(zip(self._x, self._y, strict=True))

    def length(self, i: int, j: int) -> int:
        return int(self._formula(math, self._x[i] - self._x[j], self._y[i] - self._y[j]))

    def between(self, i: Any, j: Any) -> NDArray[np.int64]:
        x, y = (side[i] - side[j] for side in self.spots.T)
        lengths: NDArray[np.int64] = self._formula(np, x, y).astype(np.int64)
        return lengths


class _Euclidean2d(_Tsplib):
    """EUC_2D: the straight line, rounded to the nearest integer."""

    rule = Rule(offset=0.5)

    def _formula(self, m: Any, x: Any, y: Any) -> Any:
        return m.floor(m.sqrt(x * x + y * y) + 0.5)


class _Ceiling2d(_Tsplib):
    """CEIL_2D: the straight line, rounded up."""

    rule = Rule(is_up=True)

    def _formula(self, m: Any, x: Any, y: Any) -> Any:
        return m.ceil(m.sqrt(x * x + y * y))


class _Pseudo(_Tsplib):
    """ATT: the root of a tenth of the square, rounded to the nearest integer that is no less."""

    rule = Rule(divisor=10.0, offset=0.5, is_up=True)

    def _formula(self, m: Any, x: Any, y: Any) -> Any:
        root = m.sqrt((x * x + y * y) / 10.0)
        nearest = m.floor(root + 0.5)
        return nearest + (nearest < root)


class _Manhattan2d(_Tsplib):
    """MAN_2D: the sum of both sides, rounded to the nearest integer."""

    rule = Rule(is_blocks=True, offset=0.5)

    def _formula(self, m: Any, x: Any, y: Any) -> Any:
        return m.floor(abs(x) + abs(y) + 0.5)


class _Haversine(_RoundedDown):
    """The shorter arc on a sphere of the size of the earth, rounded down."""

    is_exact = False
    kind = float
    is_geographic = True

    def __init__(self, points: list[Point]) -> None:
        for latitude, longitude in points:
            if abs(float(latitude)) > 90 or abs(float(longitude)) > 360:
                raise InvalidArgument(
                    "a place is (latitude, longitude) in degrees, at most 90 and 360, got"
                    f" ({shown(latitude)}, {shown(longitude)})"
                )
        self._angles = [(math.radians(y), math.radians(x)) for y, x in points]
        heights, sides = ([angle[k] for angle in self._angles] for k in (0, 1))
        height, side = (max(some, default=0) - min(some, default=0) for some in (heights, sides))
        self.unit = power_of_ten(Fraction(EARTH * min(math.pi, math.hypot(height, side))))

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
        # The sine says little about arcs to the other side of the earth.
        nearly: NDArray[np.float64] = np.where(squares > 1 - 1e-6, np.rint(arcs), arcs)
        return nearly


class _Geographic(_RoundedDown):
    """GEO: kilometers on TSPLIB's globe; coordinates are degrees and, as decimals, minutes."""

    is_geographic = True
    rule = Rule(offset=1.0, slack=SLACK, diameter=2 * RADIUS)

    def __init__(self, points: list[Point]) -> None:
        for point in points:
            if max(map(abs, map(float, point))) > 360:
                raise InvalidArgument(
                    "a place is (latitude, longitude) in degrees, at most 360, got"
                    f" ({shown(point[0])}, {shown(point[1])})"
                )
        self._angles = [(_tsplib_angle(float(y)), _tsplib_angle(float(x))) for y, x in points]

    def _spots(self) -> list[tuple[float, ...]]:
        return _on_sphere(RADIUS, self._angles)

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


def _tsplib_angle(coordinate: float) -> float:
    """Return the angle of a coordinate such as 16.47, 16 degrees and 47 minutes."""
    degrees = math.trunc(coordinate)
    return PI * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0


KINDS: dict[str, Callable[[list[Point]], Points]] = {
    "euclidean": _Straight,
    "manhattan": _Blocks,
    "haversine": _Haversine,
    "EUC_2D": _Euclidean2d,
    "CEIL_2D": _Ceiling2d,
    "MAN_2D": _Manhattan2d,
    "ATT": _Pseudo,
    "GEO": _Geographic,
}
"""The distances of coordinates, by name."""


class Matrix:
    """Distances from a table, exact."""

    is_geographic = False
    is_exact = True

    def __init__(self, rows: list[list[Any]]) -> None:
        n = len(rows)
        for i, row in enumerate(rows):
            if len(row) != n:
                raise InvalidArgument(
                    f"a matrix of distances is square, but of {n} rows row {i} has {len(row)}"
                    " entries"
                )
        numbers = [
            0 if i == j else _entry(value, i, j)
            for i, row in enumerate(rows)
            for j, value in enumerate(row)
        ]
        unit, entries = Unit.of(numbers, "distances", count=n)
        self.unit, self.kind = unit.size, unit.kind
        self._lengths = integers(entries).reshape(n, n)
        self.directed = not bool((self._lengths == self._lengths.T).all())

    def length(self, i: int, j: int) -> int:
        """Return the distance of two different places in units."""
        return int(self._lengths[i, j])

    def true_length(self, i: int, j: int) -> Fraction:
        """Return the distance of two different places."""
        return self.length(i, j) * self.unit

    def near(self, i: int, most: int | None) -> dict[int, int]:
        """Return the other places at most so many units from a place, with their distances."""
        row: list[int] = self._lengths[i].tolist()
        return {j: c for j, c in enumerate(row) if j != i and (most is None or c <= most)}

    def matrix(self, n: int) -> NDArray[Any]:  # noqa: ARG002 - as for points
        """Return all distances in units, shape (n, n)."""
        return self._lengths.copy()


def _entry(value: Any, i: int, j: int) -> Exact:
    """Return a distance as an exact number."""
    try:
        return exact_number(value)
    except ValueError:
        raise InvalidArgument(
            f"distances are finite numbers, but row {i}, column {j} has {shown(value)};"
            " route_map_from_matrix(matrix, zero='length') makes a graph where a road is missing,"
            " which has shortest_hamiltonian_cycle"
        ) from None


# -- A grid of square cells over points, to find those that are near

CROWD = 2.0
"""Points in a cell, in the mean."""


class Grid:
    """Points in the plane or in space."""

    def __init__(self, points: Iterable[Sequence[float]]) -> None:
        sides = list(zip(*points, strict=True))
        first = [min(side) for side in sides]
        spans = [max(side) - low for side, low in zip(sides, first, strict=True)]
        self._points = [
            tuple(x - low for x, low in zip(point, first, strict=True)) for point in points
        ]
        cells = max(1.0, len(self._points) / CROWD)
        self._extent = max(spans, default=0.0)
        faces = sum(a * b for a, b in combinations(spans, 2))
        self._side = max(math.sqrt(faces / cells), self._extent / cells) or 1.0
        self._most = [self._cell(span) for span in spans]
        self._cells: dict[tuple[int, ...], list[int]] = {}
        for k, point in enumerate(self._points):
            self._cells.setdefault(tuple(map(self._cell, point)), []).append(k)

    def _cell(self, offset: float) -> int:
        return int(offset // self._side)

    def around(self, k: int, reach: float) -> Iterable[int]:
        """Return all points at most ``reach`` from a point along each axis, and some others."""
        if reach >= self._extent:
            return range(len(self._points))
        ranges = (
            range(max(0, self._cell(offset - reach)), min(most, self._cell(offset + reach)) + 1)
            for offset, most in zip(self._points[k], self._most, strict=True)
        )
        cells = (self._cells.get(cell, ()) for cell in product(*ranges))
        return chain.from_iterable(cells)
