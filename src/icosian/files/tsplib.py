"""Reading of traveling salesman problems in the format of TSPLIB."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import chain
from typing import Any

import numpy as np

from icosian._io.memory import afford, collector_paused
from icosian._io.tables import exact_decimal
from icosian._io.text import MOST_NODES, Text, checked_path, number, quoted
from icosian._run.hints import hinted
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.problem.places import Places

TSP_SUFFIXES = (".atsp", ".sop", ".tsp")
"""The suffixes of traveling salesman problems, each maybe followed by ``.gz``."""

Row = list[Any]


@hinted
def read_tsplib(path: str | os.PathLike[str]) -> Places:
    r"""Read a traveling salesman problem in the format of TSPLIB.

    Parameters
    ----------
    path : str or path-like
        The file, ``.tsp``, ``.atsp`` or ``.sop`` by custom; it is decompressed if its name ends in
        ``.gz``.

    Returns
    -------
    Places
        The places, whose names are the integers from 1 to DIMENSION, with the distances of the
        file and, if it has any, the positions for pictures and the ``order``.

    Raises
    ------
    InvalidArgument
        If the file is malformed; the message names the line and the reason.
    OSError
        If the file cannot be read.

    See Also
    --------
    shortest_tour : The shortest tour of the places.
    read_hcp : Graphs without distances, in the same format.

    Notes
    -----
    TYPE is TSP (also if missing), ATSP or SOP, the sequential ordering problem. There an entry of
    -1 says that the place of the column comes before that of the row; such pairs, but for those
    that follow from others, are the ``order`` of the places. No tour in the order uses that step,
    so its length is one that is longer than any such tour. EDGE_WEIGHT_TYPE is EUC_2D, CEIL_2D,
    MAN_2D, ATT or GEO, by the formulas of [1]_, or EXPLICIT in any EDGE_WEIGHT_FORMAT of a matrix;
    the diagonal of a matrix is ignored. Other keywords are ignored; other sections, such as fixed
    edges, are refused, since they may change the problem.

    A file of more than 100,000 places has at least as many bytes, and a matrix at least as many
    numbers as the format asks for, so a short file claims little memory.

    References
    ----------
    .. [1] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> import pathlib, tempfile, icosian
    >>> rows = ["NAME : square", "TYPE : TSP", "DIMENSION : 4", "EDGE_WEIGHT_TYPE : EUC_2D"]
    >>> rows += ["NODE_COORD_SECTION", "1 0 0", "2 30 40", "3 0 40", "4 30 0", "EOF"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "square.tsp")
    ...     _ = path.write_text("\n".join(rows), encoding="utf-8")
    ...     places = icosian.read_tsplib(path)
    >>> icosian.shortest_tour(places).length
    140
    """
    return places(Text(path))


def places(text: Text) -> Places:
    """Read the places of a text; every error names the file."""
    with collector_paused():
        file = _File(text)
        try:
            return file.places()
        except InvalidArgument as error:
            reason = str(error)
            if not reason.startswith(str(text.path)):
                reason = f"{text.path}: {reason}"
            raise InvalidArgument(reason) from None


def is_tsp_file(path: str | os.PathLike[str]) -> bool:
    """Return True if a file is named as a traveling salesman problem."""
    return checked_path(path).name.lower().removesuffix(".gz").endswith(TSP_SUFFIXES)


class _File:
    """The keywords and sections of a file."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._keywords: dict[str, str] = {}
        self._sections: dict[str, Any] = {}
        lines = iter(text)
        for line in lines:
            key, colon, value = line.partition(":")
            key, value = key.strip().upper(), value.strip()
            if key == "EOF":
                break
            if key in _SECTIONS and not value:
                if key in self._sections:
                    raise text.wrong(f"{key} is given twice")
                self._sections[key] = _SECTIONS[key](self, lines)
            elif colon and key and not key.endswith("_SECTION"):
                self._note(key, value)
            elif line.strip():
                raise text.wrong(f"expected 'KEYWORD : value' or a section, got {quoted(line)}")

    def _note(self, key: str, value: str) -> None:
        """Check and keep a keyword."""
        if key in self._keywords and key != "COMMENT":
            raise self._text.wrong(f"{quoted(key)} is given twice")
        if key == "DIMENSION":
            self._text.promise(number(self._text, key, value, MOST_NODES))
        elif allowed := _VALUES.get(key):
            value = (value.upper().split() or [""])[0]  # TYPE may have an author behind it
            if value not in allowed:
                raise self._text.wrong(f"{key} must be {', '.join(allowed)}, got {quoted(value)}")
        self._keywords[key] = value

    def _needed(self, key: str) -> str:
        """Return the value of a keyword that must stand before the line that is read."""
        if key not in self._keywords:
            raise self._text.wrong(f"{key} is missing")
        return self._keywords[key]

    @property
    def _size(self) -> int:
        return int(self._needed("DIMENSION"))

    def _points(self, lines: Iterator[str]) -> dict[int, Row]:
        """Read two coordinates of each place, which may have any order."""
        points: dict[int, Row] = {}
        size = self._size
        while len(points) < size:
            line = next(lines, None)
            if line is None:
                raise self._text.wrong(
                    f"the file ends after {len(points):,} of {size:,} places: is it cut short?"
                )
            words = line.split()
            if not words:
                continue
            if len(words) != 3:
                raise self._text.wrong(f"a place is a number and x, y, got {quoted(line)}")
            name = number(self._text, "a place", words[0], size)
            if name in points:
                raise self._text.wrong(f"place {name} is given twice")
            points[name] = [self._number(word) for word in words[1:]]
        return points

    def _weights(self, lines: Iterator[str]) -> Row:
        """Read the numbers of a matrix, as many as its format has."""
        n, form = self._size, self._needed("EDGE_WEIGHT_FORMAT")
        if form not in _MATRICES:
            raise self._text.wrong(f"EDGE_WEIGHT_FORMAT {form} has no matrix")
        most = n * n if form == "FULL_MATRIX" else n * (n + (1 if "DIAG" in form else -1)) // 2
        weights: Row = []
        if self._is_sop and next(lines, "").split() != [str(n)]:
            raise self._text.wrong(f"the matrix of a SOP begins with its DIMENSION {n:,}")
        while len(weights) < most:
            line = next(lines, None)
            if line is None:
                raise self._text.wrong(
                    f"the file ends after {len(weights):,} of {most:,} numbers: is it cut short?"
                )
            weights += map(self._number, line.split())
        if len(weights) > most:
            raise self._text.wrong(f"the matrix has {most:,} numbers, got more")
        return weights

    def _number(self, word: str) -> int | Decimal:
        """Return the exact number that a word spells."""
        value = exact_decimal(word)
        if value is None:
            raise self._text.wrong(f"{quoted(word)} is not a number")
        return value

    @property
    def _is_sop(self) -> bool:
        return self._keywords.get("TYPE") == "SOP"

    def places(self) -> Places:
        """Return the places that the file describes."""
        kind, size = self._needed("EDGE_WEIGHT_TYPE"), self._size
        names = range(1, size + 1)
        sections = self._sections
        given = sections.get("NODE_COORD_SECTION")
        if kind != "EXPLICIT":
            if given is None:
                raise self._text.wrong("NODE_COORD_SECTION is missing")
            if self._keywords.get("TYPE") in ("ATSP", "SOP"):
                raise self._text.wrong(f"an ATSP or SOP has EXPLICIT distances, got {kind}")
            return Places([given[name] for name in names], kind, names=names)
        if "EDGE_WEIGHT_SECTION" not in sections:
            raise self._text.wrong("EDGE_WEIGHT_SECTION is missing")
        drawn = sections.get("DISPLAY_DATA_SECTION", given)
        rows = self._matrix(sections["EDGE_WEIGHT_SECTION"], size)
        order = self._order(rows) if self._is_sop else ()
        places = Places.from_matrix(rows, names=names, positions=drawn)
        places.order = order
        return places

    def _order(self, rows: list[Row]) -> tuple[tuple[int, int], ...]:
        """Return the order that entries of -1 state; they become longer than all tours in it."""
        before = np.array([[length == -1 for length in row] for row in rows]).T
        np.fill_diagonal(before, False)  # noqa: FBT003 - a fill value
        beyond = 1 + sum(max(map(abs, row)) for row in rows)
        for i, j in np.argwhere(before).tolist():
            rows[j][i] = beyond
        for v in range(len(rows)):
            before |= before[:, v, None] & before[v]
        if before.diagonal().any():
            raise self._text.wrong("the order contradicts itself")
        steps = before.astype(np.float32)
        pairs = np.argwhere(before & (steps @ steps == 0)) + 1
        return tuple((u, v) for u, v in pairs.tolist())

    def _matrix(self, weights: Row, n: int) -> list[Row]:
        """Return the rows of a matrix from its numbers."""
        form = self._keywords["EDGE_WEIGHT_FORMAT"]
        if form == "FULL_MATRIX":
            return [weights[k : k + n] for k in range(0, n * n, n)]
        if self._keywords.get("TYPE") in ("ATSP", "SOP"):
            raise self._text.wrong(f"an ATSP or SOP has a FULL_MATRIX, got {form}")
        afford(16 * n * n, f"{self._text.path}: a matrix of {n:,} places")
        # The columns of the upper half are the rows of the lower one, and the other way round.
        upper = form in ("UPPER_ROW", "UPPER_DIAG_ROW", "LOWER_COL", "LOWER_DIAG_COL")
        own = "DIAG" in form
        rows: list[Row] = [[0] * n for _ in range(n)]
        places = chain.from_iterable(
            ((i, j) for j in (range(i + 1 - own, n) if upper else range(i + own))) for i in range(n)
        )
        for (i, j), weight in zip(places, weights, strict=True):
            rows[i][j] = rows[j][i] = weight
        return rows


_MATRICES = (
    "FULL_MATRIX",
    *(f"{half}_{way}" for half in ("UPPER", "LOWER") for way in ("ROW", "COL")),
    *(f"{half}_DIAG_{way}" for half in ("UPPER", "LOWER") for way in ("ROW", "COL")),
)
_VALUES = {
    "TYPE": ("TSP", "ATSP", "SOP"),
    "EDGE_WEIGHT_TYPE": ("EXPLICIT", "EUC_2D", "CEIL_2D", "MAN_2D", "ATT", "GEO"),
    "EDGE_WEIGHT_FORMAT": (*_MATRICES, "FUNCTION"),
    "NODE_COORD_TYPE": ("TWOD_COORDS", "NO_COORDS"),
}
"""The values of keywords that change how the file is read."""
_SECTIONS: dict[str, Callable[[_File, Iterator[str]], Any]] = {
    "NODE_COORD_SECTION": _File._points,  # noqa: SLF001 - the table belongs to the class
    "DISPLAY_DATA_SECTION": _File._points,  # noqa: SLF001
    "EDGE_WEIGHT_SECTION": _File._weights,  # noqa: SLF001
}
