"""Tables in text files, separated by commas, semicolons or tabs, and data frames.

Columns have names or places. A data frame is known by what it offers: pandas, GeoPandas and Polars
are not imported.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any

from icosian._io.text import Text, quoted, shown
from icosian.exceptions import InvalidArgument

PLACE_COLUMNS = (
    ("node", "place", "name"),
    ("x", "lon", "lng", "longitude"),
    ("y", "lat", "latitude"),
)
"""Names of the columns of a table of positions."""


def read_number(text: str) -> int | float | None:
    """Return the number that a text spells; None for NaN and other text."""
    if "_" in text:
        return None
    try:
        return int(text)
    except ValueError:
        try:
            number = float(text)
        except ValueError:
            return None
        return None if math.isnan(number) else number


def exact_decimal(word: str) -> int | Decimal | None:
    """Return the exact number that a word of at most some dozens of digits spells, else None."""
    if not _DECIMAL.fullmatch(word):
        return None
    number = Decimal(word)
    return int(number) if number == number.to_integral_value() else number


_DECIMAL = re.compile(r"[-+]?(?:[0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,2})?")


def wrong(path: Path, line: int, reason: str) -> InvalidArgument:
    """Return the error for a line of a file."""
    return InvalidArgument(f"{path}, line {line}: {reason}")


def table(path: Path, names: Sequence[Sequence[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file with their line numbers, the columns in the order of their names."""
    rows = rows_of_text(path)
    first = next(rows, None)
    if first is None:
        return
    line, cells = first
    order = _found(cells, names)
    width = len(cells)
    if -1 in order:  # not names, so a first row of data, if its last cell is a number
        missing = names[order.index(-1)]
        width = len(names)
        order = list(range(width))
        rows = chain([first], rows)
        if len(cells) >= width and read_number(text := cells[width - 1]) is None:
            reason = f"{quoted(text)} is not a number, and no column is named"
            hint = "; icosian tsp --points reads places" * (place_columns(cells, None) is not None)
            hint += "; icosian tsp --matrix reads a matrix" * (not cells[0])
            raise wrong(path, line, f"{reason} {' or '.join(missing)}{hint}")
    for line, cells in rows:
        if len(cells) != width:
            hint = "; icosian tsp --matrix reads a matrix" * (len(cells) > width)
            raise wrong(path, line, f"expected {width} columns, got {len(cells)}{hint}")
        chosen = [cells[i] for i in order]
        if not all(chosen[:-1]):
            raise wrong(path, line, "a name is missing")
        yield line, chosen


def rows_of_text(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file that are not empty, with the numbers of their last lines."""
    text = Text(path).whole()
    first = next((line for line in text[:4096].splitlines() if line.strip()), "")
    if len(first.split()) > 1 and not {*",;\t"} & {*first}:
        reason = "columns are separated by commas, semicolons or tabs, not by blanks"
        line = 1 + text[: text.index(first)].count("\n")
        raise wrong(path, line, f"{reason}, got {quoted(first.strip())}")
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=max(",;\t", key=first.count), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise wrong(path, reader.line_num, str(error)) from None


def _found(header: Iterable[Any], names: Sequence[Sequence[str]]) -> list[int]:
    """Return where the columns with some names are, the first of each; -1 where there is none."""
    lower = [str(name).lower() for name in header]
    return [next((i for i, name in enumerate(lower) if name in some), -1) for some in names]


def place_columns(
    header: Sequence[Any], distance: str | None
) -> tuple[int, list[int], str | None] | None:
    """Return where names are (or -1) and coordinates, and the distance; None without these.

    The distance is haversine by default where the columns are latitude and longitude. It takes the
    latitude first, and so does GEO.
    """
    name, *point = _found(header, PLACE_COLUMNS)
    if -1 in point:
        return None
    if distance is None and not {str(header[k]).lower() for k in point} & {"x", "y"}:
        distance = "haversine"
    return name, point[::-1] if distance in ("haversine", "GEO") else point, distance


# -- Data frames


def is_frame(value: Any) -> bool:
    """Return True for a table with named columns, such as a DataFrame of pandas."""
    return hasattr(value, "columns") and hasattr(value, "to_numpy")


def frame_places(
    frame: Any, distance: str | None
) -> tuple[list[Any], list[Any], str | None] | None:
    """Return the index of a table of places, their coordinates and the distance; None of others."""
    points: Any = getattr(frame, "geometry", None)
    columns: Any = frame
    if hasattr(points, "crs"):  # of GeoPandas
        is_globe = getattr(points.crs, "is_geographic", False)
        header: list[Any] = ["lon", "lat"] if is_globe else ["x", "y"]
        try:
            columns = dict(zip(header, (points.x, points.y), strict=True))
        except ValueError:
            raise InvalidArgument("the geometry of places must be points") from None
    elif not is_frame(frame):
        return None
    else:
        header = list(frame.columns)
    names = _index(frame)
    is_plain = header == [0, 1]
    if set(names) == set(header) and not is_plain:  # a matrix, whatever its places are called
        return None
    if (found := place_columns(header, distance)) is not None:
        _, order, distance = found
    elif is_plain:
        order = header
    else:
        return None
    return names, list(zip(*(items(columns[header[k]]) for k in order), strict=True)), distance


def frame_matrix(frame: Any) -> tuple[list[Any], list[Any]]:
    """Return the names of places and the rows of a square table of distances between them."""
    header = order = list(frame.columns)
    names, numbers = _index(frame), list(range(len(header)))
    if set(names) == set(header):
        order = names
    elif names == numbers != [0, 1]:  # the rows are only numbered
        names = header
    elif header != numbers or len(names) != len(header):
        raise unknown_columns(frame)
    return names, list(zip(*(items(frame[name]) for name in order), strict=True))


def unknown_columns(frame: Any) -> InvalidArgument:
    """Return the error for a table that has neither coordinates nor distances."""
    return InvalidArgument(
        "a table of places has the columns x and y, or lat and lon, or is a matrix with the same"
        f" names of rows and columns; its columns are {shown(list(frame.columns))}"
    )


def frame_rows(frame: Any, names: Sequence[Sequence[str]]) -> Iterable[tuple[Any, ...]]:
    """Return the rows of a table, columns in the order of their names; some may be its index."""
    order = _found(header := list(frame.columns), names)
    if -1 in order and hasattr(frame, "reset_index"):
        frame = frame.reset_index()
        order = _found(header := list(frame.columns), names)
    if -1 in order:
        missing = " or ".join(names[order.index(-1)])
        raise InvalidArgument(f"no column is named {missing}, got {shown(header)}")
    rows = zip(*(items(frame[header[k]]) for k in order), strict=True)
    return (
        tuple(None if isinstance(x, float) and math.isnan(x) else x for x in row) for row in rows
    )


def items(values: Any) -> Any:
    """Return values, of arrays as Python objects but for short floats, which lose decimals so."""
    if str(getattr(values, "dtype", "")).lower() in ("float16", "float32") and values.shape:
        return values.to_numpy() if hasattr(values, "to_numpy") else values
    return values.tolist() if hasattr(values, "tolist") else values


def _index(frame: Any) -> list[Any]:
    """Return the names of the rows, their numbers if they have none."""
    return list(getattr(frame, "index", range(len(frame))))
