"""Boards and puzzles as text, and the names of squares."""

from __future__ import annotations

import itertools
import re
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Self

from icosian._io.text import quote, shown
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from icosian.boards.board import Board, Square

    Drawn = list[re.Match[str]]

FILES = "abcdefghijklmnopqrstuvwxyz"


def square_name(ranks: int, row: int, column: int) -> str:
    """Return file and rank, such as ``b1``, of a square of a board with ``ranks`` rows."""
    return f"{FILES[column]}{ranks - row}"


# -- Boards as text: a mark a square, rows of hexagons half a mark further right

FREE, HOLE = ".", "#"
SIDE, BELOW = "|", "-"
"""Walls between squares, right of a square and below it."""
_ALONE = re.compile(r"[0-9]+|_+|[.#X?]")


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A board as text: rows of marks, all of the same length."""

    rows: list[list[Any]]
    """The marks: ``FREE`` on every empty square, ``HOLE`` for every hole."""
    places: list[str]
    """What an error calls each row, such as "line 3"."""
    walls: list[tuple[Square, Square]]
    """Neighbors that have a wall between them."""

    @classmethod
    def of(
        cls,
        source: Any,
        what: str,
        *,
        free: str = "._0",
        holes: str = "#X",
        hexagonal: bool = False,
        walls: bool = False,
        words: bool = False,
        columns: bool = False,
    ) -> Self:
        """Read a text, rows of text, or rows of marks.

        Marks are characters, with or without blanks between them; with ``words``, what stands
        between blanks is one mark. With ``columns``, so are numbers of several lengths with no
        other mark in their rows. Characters of ``free`` and ``holes`` are empty squares and holes,
        also repeated, as ``__`` or ``00``. Rows of hexagons have blanks between marks, and begin
        where their indentation shows.
        """
        if not isinstance(source, str):
            try:
                listed = list(source)
                if not all(isinstance(row, str) for row in listed):
                    rows = [[_meaning(mark, free, holes) for mark in row] for row in listed]
                    return cls._level(rows, "row", [*range(len(rows))])
            except TypeError:
                raise InvalidArgument(f"{what} is a text or rows, got {shown(source)}") from None
            source, hexagonal = "\n".join(listed), False
        apart = rf"\s{re.escape(SIDE)}" if walls else r"\s"
        lines = (source := source.removeprefix("\ufeff")).splitlines()
        is_tabbed = not (hexagonal or {*free} & {*source.split()})
        is_tabbed = is_tabbed and bool(re.search(r"(?m)^\t|\t\t|\t$", dedent(source)))
        filled = [line for line in lines if line.strip(" " if is_tabbed else None)]
        marks = ",;\t" if is_tabbed else ",;"
        if filled and (mark := next((m for m in marks if all(m in v for v in filled)), None)):
            # A sheet: its empty cells are empty squares.
            lines = [" ".join(cell.strip() or FREE for cell in row.split(mark)) for row in filled]
        lines = [line.expandtabs() for line in lines]
        below = [k for k, line in enumerate(lines) if walls and {BELOW} <= {*line} <= {BELOW, " "}]
        spaced = {k: re.findall(f"[^{apart}]+", line) for k, line in enumerate(lines)}
        numbers = [k for k, row in spaced.items() if row and k not in below]
        if not numbers:
            raise InvalidArgument(f"{what} as text needs at least one row of marks, as '{FREE}'")
        steps = [after - before for before, after in pairwise(numbers)]
        if not below and len({*steps}) > 1:
            blank = numbers[steps.index(max(steps))] + 2
            raise InvalidArgument(f"line {blank} is blank: {what} as text is one block of rows")
        alone = [spaced[k][0] for k in numbers if len(spaced[k]) == 1]
        is_column = columns and len({*map(len, alone)}) > 1 and all(map(_ALONE.fullmatch, alone))
        is_spaced = hexagonal or is_column or len(alone) < len(numbers)
        mark = f"[^{apart}]+" if words and is_spaced else f"{'__+|' * is_spaced}[^{apart}]"
        rows = [re.findall(mark, lines[k]) for k in numbers]
        usual = {mark: _meaning(mark, free, holes) for mark in {*chain(*rows)}}
        rows = [[usual[mark] for mark in row] for row in rows]
        is_placed = hexagonal or walls
        drawn = {k: list(re.finditer(mark, lines[k])) for k in numbers if is_placed}
        if hexagonal:
            begins = _indents(drawn)
            rows = [[HOLE] * begin + row for begin, row in zip(begins, rows, strict=True)]
            width = max(map(len, rows))
            rows = [row + [HOLE] * (width - len(row)) for row in rows]
        grid = cls._level(rows, "line", numbers)
        if not (is_placed or {*free} & {*source} or any(len(some) > 1 for some in chain(*rows))):
            for k in numbers:  # where blanks may be empty squares, marks stand in columns
                if len({_columns(lines[j]) for j in (numbers[0], k)}) > 1:
                    raise InvalidArgument(
                        f"line {k + 1}: its marks are not below those of line {numbers[0] + 1}, so"
                        f" blanks may be empty squares; write these as '{FREE}'"
                    )
        for r, (k, row) in enumerate(drawn.items()):
            for c, (u, v) in enumerate(pairwise(row)):
                if SIDE in lines[k][u.end() : v.start()]:
                    grid.walls.append(((r, c), (r, c + 1)))
        for k in below:
            if r := bisect(numbers, k):
                above = _above(k, lines[k], drawn[numbers[r - 1]])
                grid.walls.extend(((r - 1, c), (r, c)) for c in above)
        return grid

    @classmethod
    def _level(cls, rows: list[list[Any]], unit: str, numbers: list[int]) -> Self:
        """Return the grid of rows, which must have one length."""
        places = [f"{unit} {number + 1}" for number in numbers]
        for place, row in zip(places, rows, strict=True):
            if len(row) != len(rows[0]):
                raise InvalidArgument(
                    f"{place}: every row must have as many squares as the first,"
                    f" got {len(row)} after {len(rows[0])}"
                )
        return cls(rows=rows, places=places, walls=[])

    def check(self, known: str, is_known: Callable[[str], bool]) -> None:
        """Refuse other marks than those of empty squares and holes and the known ones."""
        for place, row in zip(self.places, self.rows, strict=True):
            for mark in sorted({*row} - {FREE, HOLE}):
                if not is_known(mark):
                    raise InvalidArgument(f"{place}: {known}, got {quote(mark)}")

    def squares(self, mark: str) -> list[Square]:
        """Return the squares with a mark."""
        rows = enumerate(self.rows)
        return [(r, c) for r, row in rows for c, own in enumerate(row) if own == mark]


def _columns(line: str) -> tuple[int, ...]:
    """Return where marks are, counted from the first one."""
    begin = len(line) - len(line.lstrip())
    return tuple(k - begin for k, mark in enumerate(line) if not mark.isspace())


def _meaning(mark: Any, free: str, holes: str) -> Any:
    """Return a mark, as the usual one if it stands for an empty square or a hole."""
    if isinstance(mark, str) and mark:
        one = mark[0] if not mark.strip(mark[0]) else mark
        for usual, others in ((FREE, free), (HOLE, holes)):
            if len(one) == 1 and one in others:
                return usual
    return mark


def _above(number: int, line: str, row: Drawn) -> list[int]:
    """Return the columns of squares that have a wall of a line below them."""
    columns = []
    for wall in re.finditer(f"{BELOW}+", line):
        begin, end = wall.span()
        above = [c for c, mark in enumerate(row) if mark.start() < end and begin < mark.end()]
        if not above:
            raise InvalidArgument(f"line {number + 1}: {quote(wall[0])} stands below no square")
        columns += above
    return columns


def _indents(drawn: dict[int, Drawn]) -> list[int]:
    """Return the first column of each row of hexagons: it is further left or right than before."""
    begins = [0]
    for (_, before), (number, row) in pairwise(drawn.items()):
        if row[0].end() == before[0].end():
            raise InvalidArgument(
                f"line {number + 1}: a row of hexagons begins half a hexagon further left or"
                " further right than the one above, as its indentation shows"
            )
        # Rows lean right by half a hexagon each, so the one that begins further left goes back.
        begins.append(begins[-1] - (row[0].end() < before[0].end()))
    least = min(begins)
    return [begin - least for begin in begins]


def text_of(board: Board, mark: Callable[[Square], str], width: int = 1) -> str:
    """Return a board as text, layer by layer, with a mark of at most the width for each square."""
    *outer, rows, columns = board.shape
    if board.hexagonal:
        width += 1 - width % 2  # so that half a mark, with its space, is whole
    lean = (width + 1) // 2 if board.hexagonal else 0

    def line(*row: int) -> str:
        marks = (mark((*row, column)).rjust(width) for column in range(columns))
        return (" " * (lean * row[-1]) + " ".join(marks)).rstrip()

    layers = itertools.product(*map(range, outer))
    return "\n\n".join("\n".join(line(*layer, row) for row in range(rows)) for layer in layers)
