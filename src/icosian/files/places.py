"""Places in text tables: coordinates and matrices of distances."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

from icosian._io.source import Source
from icosian._io.tables import (
    Cells,
    Table,
    exact_decimal,
    full_matrix,
    is_nothing,
    read_cells,
    twice,
    wrong,
)
from icosian._io.text import checked_path, file_named, quoted
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.places import Places, checked_names


def read_coordinates(path: str | os.PathLike[str], distance: str | None = None) -> Source:
    """Read places from a table with the columns x and y, or name, x and y.

    The first line may name the columns, as for :func:`read_route_map`. Without names the columns
    are x and y, or latitude and longitude where the distance asks for them. The distance is
    euclidean by default, and haversine where the columns are named latitude and longitude.
    """
    path = checked_path(path)
    return _source(path, read_cells(path).table("x", "y"), distance)


def _source(path: Path, table: Table, distance: str | None) -> Source:
    """Return the places of a table; an error about one says where it is."""
    names, points, distance, notes = table.places(distance)
    with file_named(path):
        Places([], distance)
        try:
            return Source(value=Places(points, distance, names=names), notes=notes)
        except InvalidArgument:
            for row, point in enumerate(points):
                try:
                    Places([point], distance, names=names and names[row : row + 1])
                except InvalidArgument as error:
                    raise table.wrong(row, str(error)) from None
            raise


def read_distances(
    path: str | os.PathLike[str],
) -> tuple[list[Any] | None, list[list[Any]], tuple[str, ...]]:
    """Return names of places or None, a matrix of distances, and notes on the table.

    The first row and column may hold the names. A half of the matrix may be left out, as the rows
    of a triangle, as empty cells, or as a single row. None stands where there is no way.
    """
    cells = read_cells(checked_path(path))
    rows, names = list(cells.rows), None
    while rows and len(rows) > len(rows[0]) and not any(rows[-1]):
        rows.pop()
    first = rows[0] if rows else []
    below = [row[0] for row in rows[1:]]
    is_corner = first and not first[0] and all(below)
    is_bare = not any(row[k] for k, row in enumerate(rows) if k < len(row))
    if is_corner and is_bare and all(map(_is_entry, [*first, *below])):
        raise cells.wrong(
            0,
            "the first row and column are names of places, or distances with an empty diagonal:"
            " write 0 there",
        )
    skip = 1 if first and ((not first[0] and any(below)) or not any(map(_is_entry, first))) else 0
    columns = first if skip else None
    if (len(rows) > skip and not any(_is_entry(row[0]) for row in rows[skip:])) or (
        skip and not first[0]
    ):
        names = [row[0] for row in rows[skip:]]
        columns = first[1:] if skip else None
        rows = [row[1:] for row in rows]
    matrix: list[Any] = [
        [_entry(cells, i, cell) for cell in row] for i, row in enumerate(rows) if i >= skip
    ]
    if names and (pair := twice(names)):
        line, again = (cells.lines[k + skip] for k in pair)
        raise wrong(cells.path, again, f"place {names[pair[0]]!r} is in line {line} already")
    with file_named(cells.path):
        matrix = full_matrix(matrix[0] if len(matrix) == 1 and len(matrix[0]) > 1 else matrix)
        checked_names(names or columns, len(matrix))
    n = len(matrix)
    if wide := [(i, len(row)) for i, row in enumerate(matrix) if len(row) != n]:
        row, width = wide[0]
        raise cells.wrong(row + skip, f"a matrix of {n} rows has {n} columns, got {width}")
    if names is None or columns is None or names == columns:
        return names or columns, matrix, cells.notes
    if sorted(names) != sorted(columns):
        raise cells.wrong(0, "the names of rows and columns differ")
    order = [columns.index(name) for name in names]
    return names, [[row[k] for k in order] for row in matrix], cells.notes


def _is_entry(cell: str) -> bool:
    """Return True for a cell that may be an entry of a matrix."""
    return is_nothing(cell) or exact_decimal(cell) is not None


def _entry(cells: Cells, row: int, cell: str) -> int | Decimal | None:
    """Return the exact number in a cell, None where there is no way."""
    number = exact_decimal(cell)
    if number is None and not is_nothing(cell):
        raise cells.wrong(row, f"{quoted(cell)} is not a number")
    return number
