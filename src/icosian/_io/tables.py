"""Tables in text files: columns by name or by place, separated by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io
import math
import re
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING

from icosian._io.text import Text, quoted
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


PLACE_COLUMNS = (("node", "place", "name"), ("x", "lon", "longitude"), ("y", "lat", "latitude"))
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
    lower = [cell.lower() for cell in cells]
    order = [next((i for i, cell in enumerate(lower) if cell in some), -1) for some in names]
    width = len(cells)
    if -1 in order:  # not names, so a first row of data, if its last cell is a number
        missing = names[order.index(-1)]
        width = len(names)
        order = list(range(width))
        rows = chain([first], rows)
        if len(cells) >= width and read_number(text := cells[width - 1]) is None:
            reason = f"{quoted(text)} is not a number, and no column is named"
            raise wrong(path, line, f"{reason} {' or '.join(missing)}")
    for line, cells in rows:
        if len(cells) != width:
            raise wrong(path, line, f"expected {width} columns, got {len(cells)}")
        chosen = [cells[i] for i in order]
        if not all(chosen[:-1]):
            raise wrong(path, line, "a name is missing")
        yield line, chosen


def rows_of_text(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file that are not empty, with the numbers of their last lines."""
    text = Text(path).whole()
    first = next((line for line in text[:4096].splitlines() if line.strip()), "")
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=max(",;\t", key=first.count), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise wrong(path, reader.line_num, str(error)) from None
