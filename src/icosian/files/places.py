"""Places in text tables and in GeoJSON: coordinates and matrices of distances."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import networkx as nx

from icosian._io.memory import collector_paused
from icosian._io.tables import (
    TABLE_SUFFIXES,
    Cells,
    Source,
    Table,
    already,
    exact_decimal,
    full_matrix,
    is_entry,
    is_nothing,
    is_table_file,
    no_number,
    read_cells,
    wrong,
)
from icosian._io.text import Text, check_file_path, file_named, plural, quote, spelling, twice
from icosian._run.limits import hinted
from icosian.exceptions import InvalidArgument
from icosian.files.graphs import read_json, refuse_name
from icosian.tours.shortest.places import Places, check_names


@hinted
def read_places(path: str | os.PathLike[str], distance: str | None = None) -> Places:
    r"""Read places from a table of coordinates, or from GeoJSON.

    Parameters
    ----------
    path : str or path-like
        A table, ``.csv``, ``.tsv`` or ``.txt``, with the columns x and y, or name, x and y; or
        ``.geojson`` or ``.json`` with points, which may have a ``name``, or with a list of records.
        The first line of a table may name the columns, as for :func:`read_route_map`. Without names
        they are x and y, or latitude and longitude where the distance asks for them.
    distance : str, optional
        As for :class:`Places`; by default "euclidean", and "haversine" for columns lat and lon.

    Returns
    -------
    Places
        The places.

    Raises
    ------
    InvalidArgument
        If the file is malformed; the message names the line and the reason.
    OSError
        If it cannot be read.

    See Also
    --------
    read_tsplib : Read a file of TSPLIB.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian.files import read_places
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "towns.csv")
    ...     _ = file.write_text("name,lat,lon\nBonn,50.7,7.1\nUlm,48.4,10\n", encoding="utf-8")
    ...     read_places(file)
    <2 places, haversine distances>
    """
    places = read_coordinates(path, distance).value
    if isinstance(places, Places):
        return places
    raise InvalidArgument(f"{path}: this is a graph: read_graph reads it")


def read_coordinates(
    path: str | os.PathLike[str], distance: str | None = None, content: bytes | None = None
) -> Source:
    """Read what :func:`read_places` reads, or the graph in a file of JSON, maybe read already."""
    path = check_file_path(path)
    if is_table_file(path):
        return _source(path, read_cells(path).table("x", "y"), distance)
    if content is None and not is_json_file(path):
        refuse_name(path, "a file of places", (*TABLE_SUFFIXES, ".geojson", ".json"))
    with collector_paused():
        found = read_json(Text(path, content=content))
    return Source(value=found) if isinstance(found, nx.Graph) else _source(path, found, distance)


def is_json_file(path: Path) -> bool:
    """Return True if the name of a file ends as that of a file of JSON."""
    return path.name.lower().removesuffix(".gz").endswith((".geojson", ".json"))


def _source(path: Path, table: Table, distance: str | None) -> Source:
    """Return the places of a table; an error about one says where it is."""
    with file_named(path):
        names, points, distance, notes = table.places(distance)
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
    cells = read_cells(check_file_path(path))
    rows, names = list(cells.rows), None
    while rows and len(rows) > len(rows[0]) and not any(rows[-1]):
        rows.pop()
    first = rows[0] if rows else []
    below = [row[0] for row in rows[1:]]
    is_corner = first and not first[0] and all(below)
    is_bare = not any(row[k] for k, row in enumerate(rows) if k < len(row))
    if is_corner and is_bare and all(map(is_entry, [*first, *below])):
        raise cells.wrong(
            0,
            "the first row and column are names of places, or distances with an empty diagonal:"
            " write 0 there",
        )
    skip = 1 if first and ((not first[0] and any(below)) or not any(map(is_entry, first))) else 0
    columns = first if skip else None
    if (len(rows) > skip and not any(is_entry(row[0]) for row in rows[skip:])) or (
        skip and not first[0]
    ):
        names = [str(row[0]) for row in rows[skip:]]
        is_cornered = len(first) > len(names)
        columns = first[is_cornered:] if skip else None
        rows = [row[1:] for row in rows]
    matrix: list[Any] = [
        [_entry(cells, i, k + bool(names), cell) for k, cell in enumerate(row)]
        for i, row in enumerate(rows)
        if i >= skip
    ]
    if names and (pair := twice(map(spelling, names))):
        line, again = (cells.lines[k + skip] for k in pair)
        raise wrong(cells.path, again, already(names, *pair, f"line {line}"))
    with file_named(cells.path):
        matrix = full_matrix(matrix[0] if len(matrix) == 1 and len(matrix[0]) > 1 else matrix)
        check_names(names or columns, len(matrix))
    n = len(matrix)
    if wide := [(i, len(row)) for i, row in enumerate(matrix) if len(row) != n]:
        row, width = wide[0]
        raise cells.wrong(row + skip, f"a matrix of {n} rows has {n} columns, got {width}")
    if names is None or columns is None or names == columns:
        return names or columns, matrix, cells.notes
    if sorted(names) != sorted(columns):
        counts = {name: (names.count(name), columns.count(name)) for name in [*names, *columns]}
        name, (one, other) = next((name, pair) for name, pair in counts.items() if pair != (1, 1))
        raise cells.wrong(
            0, f"{quote(name)} names {plural(one, 'row')} and {plural(other, 'column')}"
        )
    order = [columns.index(name) for name in names]
    return names, [[row[k] for k in order] for row in matrix], cells.notes


def _entry(cells: Cells, row: int, column: int, cell: str) -> int | Decimal | None:
    """Return the exact number in a cell, None where there is no way."""
    number = exact_decimal(cell)
    if number is None and not is_nothing(cell):
        raise cells.wrong(row, no_number(cell, column + 1, cells.notes))
    return number
