"""Places and the distances between them: coordinates or a matrix, measured in integers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Sized
from copy import copy
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import EXACT, exact_number
from icosian._io.memory import afford
from icosian._io.tables import (
    are_columns,
    are_empty,
    check_plane,
    frame_matrix,
    frame_of,
    full_matrix,
    is_frame,
    items,
    read_number,
    records_of,
    require_matrix,
    row_labels,
    table_of,
    unknown_columns,
)
from icosian._io.text import decimal_text, is_missing, plural, shown, spelling, twice
from icosian._run.limits import hinted, meant
from icosian._show import explain_with_picture
from icosian.exceptions import InvalidArgument, NotANode
from icosian.tours.instance import LARGEST_SUM
from icosian.tours.shortest.distances import KINDS, MANY, SPACE, Matrix, Points, number_near

MOST_POINTS = 3
"""As many rows of as many numbers may be points."""
MATRIX = 24
"""Bytes for a pair of places in a search with a matrix."""


class Places:
    """Places and the distances between them, which are integers in a stated unit.

    Parameters
    ----------
    coordinates : sequence or array of (x, y), shape (n, 2), mapping of names to (x, y), or table
        Where the places are, in any number of dimensions for "euclidean", "manhattan" and
        "chebyshev"; for "haversine", "GEO" and "GEOM" (latitude, longitude) in degrees. A table
        is a DataFrame with the columns x and y, or lat and lon, a GeoDataFrame of points, or a
        list of records with such keys or of (name, x, y).
    distance : str, optional
        "euclidean", "manhattan" (the sum of the offsets along the axes), "chebyshev" (the longest
        of them) or "haversine" (meters on a sphere), or a distance of TSPLIB, a whole number:
        "EUC_2D", "CEIL_2D", "FLOOR_2D", "MAN_2D", "MAX_2D", each also with "_3D" for three
        coordinates, "ATT", "GEO" (kilometers), "GEOM" (meters), "XRAY1", "XRAY2". By default
        "euclidean", and "haversine" for a table of latitudes and longitudes.
    names : iterable of n hashable objects, optional
        What the places are called; by default 0 to n - 1, the keys of the mapping, or the index of
        the table.

    Raises
    ------
    InvalidArgument
        If a coordinate is not a finite number, the distance is unknown, or the names are not n
        different hashable objects.

    See Also
    --------
    shortest_tour : The shortest tour of the places.
    read_tsplib : Read places from a file.

    Notes
    -----
    Coordinates are exact: a float is the shortest decimal that denotes it, as Python prints it.
    Distances are exact integers in a common unit, of whatever size, if they are rational: entries
    of a matrix, "manhattan", "chebyshev", and those of TSPLIB, which follow the formulas of [1]_,
    or (FLOOR, CEIL_3D, GEOM) those of the program LKH. "euclidean" and "haversine" distances are
    irrational. They are rounded down to a multiple of ``unit``, a
    power of ten so small that the longest distance has about nine digits; then ``is_exact`` is
    False. No distance of these is longer than a tour, so the rounding is about one part in 10**9
    of a tour for each place. The length of more than 10,000 steps between points is a sum of
    floats, right to about 13 digits.

    References
    ----------
    .. [1] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> places = Places({"a": (0, 0), "b": (3, 4), "c": (1, 1)})
    >>> places.nodes, places.length(0, 1) * places.unit
    (('a', 'b', 'c'), Fraction(5, 1))
    >>> float(places.length(0, 2) * places.unit)
    1.41421356
    """

    nodes: tuple[Any, ...]
    """The names of the places, in order."""
    distance: str
    """The name of the distance, or "matrix"."""
    rows: Sequence[Any]
    """What the rows of a data frame are called, by default 0 to n - 1."""
    directed: bool
    """True if the way back may have another length."""
    unit: Fraction
    """The length of one unit."""
    is_exact: bool
    """False if distances are irrational, and so rounded down."""
    kind: type
    """The type of sums of distances: float if they are rounded."""
    order: tuple[tuple[Any, ...], ...] = ()
    """Chains of places that :func:`shortest_tour` visits in this order, as a file states them."""
    groups: tuple[tuple[Any, ...], ...] = ()
    """Groups of places of which it visits at least one each, as a file states them."""
    require: tuple[tuple[Any, Any], ...] = ()
    """Steps that it makes, as a file states them."""
    closed: bool = True
    """False if a file states that tours are open."""
    name: str = ""
    """What a file calls the problem."""
    _drawn: Sequence[tuple[Any, ...]] | NDArray[np.float64]

    @hinted
    def __init__(
        self, coordinates: Any, distance: str | None = None, *, names: Iterable[Any] | None = None
    ) -> None:
        _check_distance(distance)
        coordinates = frame_of(coordinates)
        if isinstance(coordinates, Mapping) and "features" in coordinates:
            raise InvalidArgument(
                "this is GeoJSON D, as files.read_places reads a file; the places are"
                " [f['geometry']['coordinates'][::-1] for f in D['features']], with 'haversine'"
            )
        table, given = None, coordinates
        floats = _floats(coordinates, distance)
        if is_frame(coordinates):
            table = table_of(coordinates, are_points=True)
            if distance is None:
                check_plane(coordinates)
        elif not isinstance(coordinates, Mapping):
            if floats is None:
                coordinates = _listed(coordinates, "coordinates")
                table = records_of(coordinates)
        elif all(isinstance(row, Mapping) for row in coordinates.values()):
            found = records_of([{**row, "name": name} for name, row in coordinates.items()])
            table = found if found is not None and found.has_coordinates() else None
        elif are_columns(coordinates) and any(
            isinstance(row, Sized) and len(row) != 2 for row in coordinates.values()
        ):
            raise InvalidArgument(
                f"{shown(list(coordinates))} may be columns of a table or names of places:"
                " pandas.DataFrame(D) is a table, Places(list(D.values()), names=list(D)) places"
            )
        if table is not None:
            index, coordinates, distance, _ = table.places(distance)
            names = index if names is None else names
        distance = "euclidean" if distance is None else distance
        kind = KINDS[distance]
        if isinstance(coordinates, Mapping):
            if names is not None:
                raise InvalidArgument("the keys of a mapping are the names of the places")
            names, coordinates = list(coordinates), list(coordinates.values())
        rows: Any = floats
        if floats is None or not kind.reads_floats or kind.axes not in (None, floats.shape[1]):
            rows = _listed(coordinates, "coordinates")
        self.nodes = check_names(names, len(rows))
        if isinstance(rows, list):
            rows = [_point(row, name) for row, name in zip(rows, self.nodes, strict=True)]
            axes = kind.axes or max(1, len(rows[0]) if rows else 2)
            for name, point in zip(self.nodes, rows, strict=True):
                if len(point) != axes:
                    raise InvalidArgument(
                        f"a place has {plural(axes, 'coordinate')} for {distance} distances, but"
                        f" {shown(name)} has {shown(point)}"
                    )
        self._take(kind.measure(rows), distance, given)
        self._drawn = rows

    @classmethod
    @hinted
    def from_matrix(
        cls,
        matrix: Any,
        *,
        names: Iterable[Any] | None = None,
        positions: Mapping[Any, tuple[float, float]] | None = None,
        zero: str | None = None,
    ) -> Self:
        """Return places with a matrix of distances.

        Parameters
        ----------
        matrix : sequence of sequences, array or DataFrame, shape (n, n)
            ``matrix[i][j]`` is the distance from place i to place j, any finite number. The
            diagonal is ignored. If it is not symmetric, the way back has another length.
        names : iterable of n hashable objects, optional
            What the places are called, by default 0 to n - 1, or as the rows of a DataFrame.
        positions : mapping of names to (x, y), optional
            Where the places are drawn.
        zero : "length", optional
            States that 0 is a length. By default 0 is one between places with the same distances
            to and from all others, unless all entries are 0 and 1; elsewhere it is refused, as it
            may mean that there is no road.

        Returns
        -------
        Places
            The places.

        Raises
        ------
        InvalidArgument
            If the matrix is not a square table of finite numbers, it is not clear what 0 means, or
            names or positions do not fit it.

        Examples
        --------
        >>> places = Places.from_matrix([[0, 2, 9], [1, 0, 6], [15, 7, 0]], names="abc")
        >>> places.directed, places.length(0, 2), places.length(2, 0)
        (True, 9, 15)
        """
        given = matrix
        if is_frame(matrix):
            index, matrix = require_matrix(matrix)
            names = index if names is None else names
        rows: Any = _square(matrix)
        if rows is None:
            rows = full_matrix([_row(row) for row in _listed(matrix, "a matrix")])
        self = cls.__new__(cls)
        self.nodes = check_names(names, len(rows))
        measure = Matrix(rows)
        if zero not in (None, "length"):
            raise InvalidArgument(
                f"zero must be 'length', got {shown(zero)}; route_map_from_matrix makes a graph"
            )
        if zero is None and (pair := measure.doubtful_zero()):
            u, v = (shown(self.nodes[k]) for k in pair)
            raise InvalidArgument(
                f"the distance from {u} to {v} is 0: zero='length' states that this is a length"
                " (Places.from_matrix), zero='none' that there is no road (route_map_from_matrix)"
            )
        self._take(measure, "matrix", given)
        if positions is not None:
            self._drawn = [_point(positions.get(name), name) for name in self.nodes]
        return self

    @cached_property
    def positions(self) -> dict[Any, tuple[float, float]] | None:
        """Where the places are drawn: (x, y) by name, y upward; None if that is unknown."""
        if not len(self._drawn):
            return None
        turn = -1 if self._measure.is_geographic else 1
        drawn = ((*map(float, point), 0.0)[:2][::turn] for point in self._drawn)
        return {v: (x, y) for v, (x, y) in zip(self.nodes, drawn, strict=True)}

    @property
    def note(self) -> str:
        """What a file states about tours, and what is striking about the distances."""
        stated = []
        if self.order:
            stated.append(f"{plural(len(self.order), 'condition')} of order")
        if self.groups:
            stated.append(plural(len(self.groups), "group"))
        if self.require:
            fixed = true_total(self, ((self.index(u), self.index(v)) for u, v in self.require))
            edges = plural(len(self.require), "fixed edge")
            stated.append(f"{edges} of length {decimal_text(fixed)}")
        if not self.closed:
            stated.append("open tours")
        said = ", ".join(stated)
        return f"{f'The file states {said}.' if said else ''} {self._measure.note}".strip()

    def check_plain(self, *, closed: bool) -> None:
        """Refuse what a file states about tours, for a search that would ignore it."""
        stated: dict[str, Any] = {"an order": self.order, "groups": self.groups}
        stated |= {"fixed edges": self.require, "open tours": closed and not self.closed}
        if some := [what for what, is_there in stated.items() if is_there]:
            raise InvalidArgument(
                f"the file of these places states {' and '.join(some)}, which only shortest_tour"
                " and shortest_tours keep"
            )

    def _take(self, measure: Points | Matrix, distance: str, given: Any) -> None:
        """Measure the distances between what is given in this way."""
        self.rows = row_labels(given) if is_frame(given) else range(len(self.nodes))
        self._measure = measure
        self.distance, self.directed = distance, measure.directed
        self.unit, self.is_exact = measure.unit, measure.is_exact
        self.kind = measure.kind
        self._drawn = []

    @cached_property
    def _index(self) -> dict[Any, int]:
        return {name: k for k, name in enumerate(self.nodes)}

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<{plural(len(self), 'place')}, {self.distance} distances>"

    def _repr_html_(self) -> str | None:
        return explain_with_picture(self)

    def length(self, i: int, j: int) -> int:
        """Return the distance from the i-th place to the j-th, in units.

        Parameters
        ----------
        i, j : int
            Indices of ``nodes``.

        Returns
        -------
        int
            The distance divided by ``unit``, rounded down unless ``is_exact``; 0 if i = j.
        """
        return 0 if i == j else self._measure.length(i, j)

    def true_length(self, i: int, j: int) -> Fraction:
        """Return the distance from the i-th place to the j-th before it is rounded down.

        Parameters
        ----------
        i, j : int
            Indices of ``nodes``.

        Returns
        -------
        Fraction
            The distance; if it is irrational, to nine digits more than ``length``, or as a float.

        Examples
        --------
        >>> float(Places([(0, 0), (1, 1)]).true_length(0, 1))
        1.4142135623730951
        """
        return Fraction(0) if i == j else self._measure.true_length(i, j)

    def between(self, i: Any, j: Any) -> NDArray[Any]:
        """Return the distances of many pairs, in units.

        Parameters
        ----------
        i, j : array or sequence of int, shape (m,)
            Indices of ``nodes``.

        Returns
        -------
        array, shape (m,)
            ``length(i[k], j[k])`` for each k: 64-bit integers, or Python's if they are longer.

        See Also
        --------
        length : The distance of one pair.
        matrix : The distances of all pairs.

        Notes
        -----
        They are exact. Distances that are rounded are computed as floats; where these are within
        their error of an integer, ``length`` decides.

        Examples
        --------
        >>> Places([(0, 0), (3, 4), (6, 8)], "EUC_2D").between([0, 0], [1, 2]).tolist()
        [5, 10]
        """
        return self._measure.between(np.asarray(i, np.int64), np.asarray(j, np.int64))

    def near(self, i: int, most: int | None = None) -> dict[int, int]:
        """Return the distances from the i-th place to all others that are near.

        Parameters
        ----------
        i : int
            An index of ``nodes``.
        most : int, optional
            The longest distance, in units; by default there is no limit.

        Returns
        -------
        dict
            ``length(i, j)`` for every other index j where it is at most ``most``.

        See Also
        --------
        length : The distance of one pair.

        Notes
        -----
        Places with coordinates are looked up in a tree of their spots, on the globe in space. So
        few others are measured.

        Examples
        --------
        >>> places = Places([(0, 0), (3, 4), (60, 80), (1, 0)], "EUC_2D")
        >>> places.near(0, most=5)
        {1: 5, 3: 1}
        """
        return self._measure.near(i, most)

    def spots(self) -> NDArray[np.float64]:
        """Return points that show how long a distance is at least.

        Returns
        -------
        array, shape (n, 1), (n, 2) or (n, 3)
            No two places are more than 1.000001 times their ``length`` and 2 apart, but for what
            floats of that size lose. Empty for a matrix.

        Examples
        --------
        >>> Places([(0, 0), (3, 4)], "EUC_2D").spots().tolist()
        [[0.0, 0.0], [3.0, 4.0]]
        """
        if isinstance(self._measure, Matrix):
            return np.zeros((0, 1))
        rule, spots = self._measure.rule, self._measure.spots
        # A length may be only as long as the longest side of an offset.
        is_longest = rule.power > 2 or not self._measure.is_spatial
        stretch = math.sqrt(rule.divisor * (spots.shape[1] if is_longest else 1))
        stretched: NDArray[np.float64] = spots / stretch
        return stretched

    def matrix(self) -> NDArray[Any]:
        """Return all distances in units.

        Returns
        -------
        array, shape (n, n)
            ``length(i, j)`` in row i and column j: 64-bit integers, or Python's if they are longer.

        Examples
        --------
        >>> Places([(0, 0), (3, 4)], "EUC_2D").matrix().tolist()
        [[0, 5], [5, 0]]
        """
        afford(MATRIX * len(self) ** 2, f"the distances of {len(self):,} places")
        return self._measure.matrix(len(self))

    def index(self, name: Any, role: str = "name") -> int:
        """Return the index of a place.

        Parameters
        ----------
        name : object
            One of ``nodes``.
        role : str
            What it is called in an error.

        Returns
        -------
        int
            Where it stands in ``nodes``.

        Raises
        ------
        NotANode
            If it is not one of the places.

        Examples
        --------
        >>> Places({"a": (0, 0), "b": (3, 4)}).index("b")
        1
        """
        try:
            return self._index[name]
        except (KeyError, TypeError):
            hint = meant(name, self.nodes)
            raise NotANode(f"{role} {shown(name)} is not one of the places{hint}") from None


def true_total(places: Places, steps: Iterable[tuple[int, int]]) -> Fraction:
    """Return the length of steps between places, before it is rounded down."""
    ends = np.fromiter(chain.from_iterable(steps), np.int64).reshape(-1, 2)
    return places._measure.total(*ends.T)  # noqa: SLF001 - its own module


def by_neighborhood(places: Places, points: Points) -> tuple[Places, Points]:
    """Return the same places and points in an order in which near ones are near."""
    found = copy(places)
    points, order = number_near(points)
    found.nodes = tuple(places.nodes[k] for k in order.tolist())
    found._measure = copy(points)  # noqa: SLF001 - its own module; a search looks up much more
    found.__dict__.pop("_index", None)
    return found, points


def points_of(places: Places) -> Points | None:
    """Return what measures places with coordinates, None if a search needs a matrix of lengths."""
    measure = places._measure  # noqa: SLF001 - its own module
    if isinstance(measure, Matrix) or not measure.is_spatial:
        return None
    try:
        return measure if len(places) * measure.farthest < LARGEST_SUM else None
    except OverflowError:  # beyond floats
        return None


def coordinates_of(places: Places) -> list[tuple[float, ...]] | None:
    """Return the coordinates of places with a distance of TSPLIB, None for others."""
    return getattr(places._measure, "points", None)  # noqa: SLF001 - its own module


def places_of(given: Any, distance: str | None) -> Places:
    """Return places from coordinates or a matrix; without a distance, refuse what may be both."""
    if distance == "matrix":
        return Places.from_matrix(given)
    _check_distance(distance)
    if distance is not None or isinstance(given, Mapping):
        return Places(given, distance)
    given = frame_of(given)
    if (floats := _floats(given)) is not None and floats.shape[1] < len(floats):
        return Places(floats)
    if (matrix := _square(given)) is not None:
        return Places.from_matrix(matrix)
    if not is_frame(given):
        listed = _listed(given, "places")
        if (rows := _spelled(listed)) is not None and _is_matrix(rows, are_text=True):
            return Places.from_matrix(rows)
        if records_of(listed) is not None:
            return Places(listed)
        rows = list(map(_row, listed))
        return Places.from_matrix(rows) if _is_matrix(rows) else Places(rows)
    names, rows, is_sure = frame_matrix(given) or (None, [], False)
    rows = list(map(list, rows))
    if not is_sure and (names is None or table_of(given, are_points=True).has_coordinates()):
        return Places(given)
    header = list(given.columns)
    if not is_sure and header == list(range(len(header))) and not _is_matrix(rows):
        return Places(given)
    if not (is_sure or are_empty(row[k] for k, row in enumerate(rows))):
        raise unknown_columns(header)
    return Places.from_matrix(rows, names=names)


def _floats(given: Any, distance: str | None = None) -> NDArray[np.float64] | None:
    """Return an array of exact floats for one with few axes, or for many rows; None for others."""
    if type(given) is list and (len(given) <= MANY or distance not in (None, "euclidean")):
        return None
    given = _table(given)
    if given is None or not given.size or given.shape[1] > SPACE:
        return None
    return given.astype(float) if ((given > -EXACT) & (given < EXACT)).all() else None


def _square(given: Any) -> NDArray[Any] | None:
    """Return an array of finite numbers for one that can only be a matrix, None for all else."""
    found = _table(given)
    if found is None or not MOST_POINTS < len(found) == found.shape[1]:
        return None
    return found if np.isfinite(found).all() else None


def _table(given: Any) -> NDArray[Any] | None:
    """Return an array of numbers for one, or for rows of Python's; None for all else."""
    if type(given) is list:
        if not {*map(type, given)} <= {list, tuple} or len({*map(len, given)}) != 1:
            return None
        kinds = {*map(type, chain.from_iterable(given))}
        if len(kinds) != 1 or not kinds <= {int, float}:
            return None
        try:
            given = np.array(given, np.int64 if int in kinds else np.float64)
        except OverflowError:
            return None
    # Of other classes of arrays, entries may be masked or have a unit.
    if type(given) is not np.ndarray or given.dtype not in (np.float64, np.int64):
        return None
    return given if given.ndim == 2 else None


def _is_matrix(rows: list[Any], *, are_text: bool = False) -> bool:
    """Return True for rows that can only be a matrix, False for points; refuse what can be both."""
    if not all(isinstance(row, list) for row in rows):
        return len(rows) > 1 and not any(isinstance(row, list) for row in rows)
    n, widths = len(rows), [len(row) for row in rows]
    if widths != [n] * n:
        return len({*widths}) > 1 and widths in (
            [*range(1, n + 1)],
            [*range(n)],
            [*range(n, 0, -1)],
            [*range(n - 1, -1, -1)],
        )
    is_zero = are_empty(row[k] for k, row in enumerate(rows))
    if n > MOST_POINTS or n == 1 or (n == MOST_POINTS and is_zero and not are_text):
        return True  # a text may be a name
    if n == 0 or (n == 2 and not is_zero):
        return False
    raise InvalidArgument(
        f"{n} rows of {n} numbers are a matrix, distance='matrix', or points with {n} coordinates,"
        " distance='euclidean' or another: name the distance"
    )


def _spelled(rows: list[Any]) -> list[Any] | None:
    """Return the numbers that rows of text spell, a blank as None; None for all else."""
    cells = [items(row) for row in rows]
    if not all(type(row) in (list, tuple) and {*map(type, row)} == {str} for row in cells):
        return None
    numbers = [[read_number(x) for x in row] for row in cells]
    pairs = zip(chain(*numbers), chain(*cells), strict=True)
    return numbers if all(x is not None or not cell.strip() for x, cell in pairs) else None


def _check_distance(distance: Any) -> None:
    """Refuse what names no distance of coordinates."""
    if distance is not None and (not isinstance(distance, str) or distance not in KINDS):
        raise InvalidArgument(
            f"distance must be one of {', '.join(KINDS)}, or 'matrix' for rows of distances, got"
            f" {shown(distance)}"
        )


def _row(row: Any) -> Any:
    """Return a row of a matrix as a list, a number of a list of distances as it is."""
    if type(row) is not list and isinstance(row, Real | Decimal):
        return row
    return _listed(row, "a row of a matrix")


def _listed(values: Any, what: str) -> list[Any]:
    """Return the items of a sequence, those of NumPy as Python objects."""
    if type(values) is list:
        return [*values]
    if hasattr(values, "toarray"):
        raise InvalidArgument(
            "a sparse matrix has no length where it has no entry: routes.route_map_from_matrix"
            " makes a graph of it"
        )
    values = values.coords[0] if getattr(values, "geom_type", "") == "Point" else items(values)
    if isinstance(values, str | bytes | Mapping | set) or not isinstance(values, Iterable):
        hint = "; a set has no order" * isinstance(values, set)
        if isinstance(values, Mapping):
            hint = (
                "; lengths to others are roads: routes.route_map({(u, v): c for u, row in"
                " D.items() for v, c in row.items()}, directed=True)"
            )
        raise InvalidArgument(f"{what} must be a sequence, got {shown(values)}{hint}")
    return list(values)


def check_names(names: Iterable[Any] | None, n: int, what: str = "names") -> tuple[Any, ...]:
    """Return the names of n places, by default their numbers."""
    if names is None:
        return tuple(range(n))
    try:
        given = tuple(names)
        fit = len(given) == n and not any(map(is_missing, given))
        pair = twice(map(spelling, given))
    except TypeError:  # not iterable, or not hashable
        given, fit, pair = (names,), False, None
    if fit and pair:
        twins = "{} and {} are".format(*pair)
        how = "" if len({*given}) < n else ", spelled in other Unicode characters"
        raise InvalidArgument(f"{what} must differ, but {twins} {shown(given[pair[0]], 999)}{how}")
    if not fit:
        raise InvalidArgument(
            f"{what} must be {n} different hashable objects, none missing, got {shown(given)}"
        )
    return given


def _point(row: Any, name: Any) -> tuple[Any, ...]:
    """Return coordinates as exact numbers."""
    numbers = row if type(row) is list else _listed(row, f"the coordinates of place {shown(name)}")
    try:
        if all(type(x) in (int, float) and math.isfinite(x) for x in numbers):
            return tuple(numbers)
        point = tuple(map(exact_number, numbers))
        for x in point:
            math.ceil(float(x))  # decimals may be infinite as floats
    except (OverflowError, ValueError) as error:
        has_comma = any(isinstance(x, str) and "," in x for x in numbers)
        hint = "; pandas.read_csv(..., decimal=',') reads decimal commas" * has_comma
        hint += ", beyond floats" * isinstance(error, OverflowError)
        raise InvalidArgument(
            f"coordinates are finite numbers, but place {shown(name)} has {shown(row)}{hint}"
        ) from None
    return point
