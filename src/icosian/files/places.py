"""Places in text tables: coordinates and matrices of distances."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

from icosian._io.tables import exact_decimal, place_columns, rows_of_text, wrong
from icosian._io.text import checked_path, quoted
from icosian.tours.shortest.problem.places import Places


def read_coordinates(path: str | os.PathLike[str], distance: str | None = None) -> Places:
    """Read places from a table with the columns x and y, or name, x and y.

    The first line may name the columns, as for :func:`read_route_map`. Without names the columns
    are x and y, or latitude and longitude where the distance asks for them. The distance is
    euclidean by default, and haversine where the columns are named latitude and longitude.
    """
    file = checked_path(path)
    rows = list(rows_of_text(file))
    names: list[Any] | None = None
    order = None
    if rows and exact_decimal(rows[0][1][-1]) is None:
        line, cells = rows.pop(0)
        found = place_columns(cells, distance)
        if found is None:
            reason = f"{quoted(cells[-1])} is not a number, and no columns are named x and y"
            raise wrong(file, line, reason)
        name, order, distance = found
        names = [cells[name] for _, cells in rows] if name >= 0 else None
    elif rows and len(rows[0][1]) == 3:
        names = [cells[0] for _, cells in rows]
    points = []
    for line, cells in rows:
        if len(cells) != len(rows[0][1]) or len(cells) < 2:
            raise wrong(file, line, f"expected {max(2, len(rows[0][1]))} columns, got {len(cells)}")
        chosen = cells[-2:] if order is None else [cells[k] for k in order]
        points.append([_number(file, line, cell) for cell in chosen])
    return Places(points, distance, names=names)


def read_distances(path: str | os.PathLike[str]) -> Places:
    """Read places from a table of distances; the first row and column may hold their names."""
    file = checked_path(path)
    rows = list(rows_of_text(file))
    names = None
    first = rows[0][1] if rows else []
    if first and (not first[0] or all(exact_decimal(cell) is None for cell in first)):
        if all(len(cells) == len(rows) for _, cells in rows):  # a column of names as well
            rows = [(line, cells[1:]) for line, cells in rows]
        _, names = rows.pop(0)
    matrix = [
        [0 if i == j else _number(file, line, cell) for j, cell in enumerate(cells)]
        for i, (line, cells) in enumerate(rows)
    ]
    return Places.from_matrix(matrix, names=names)


def _number(path: Path, line: int, text: str) -> int | Decimal:
    """Return the exact number in a cell."""
    number = exact_decimal(text)
    if number is None:
        raise wrong(path, line, f"{quoted(text)} is not a number")
    return number
