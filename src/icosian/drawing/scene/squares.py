"""Geometry of boards: squares of any dimension, and hexagons."""

from __future__ import annotations

import itertools
import math
import string
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from icosian.boards.board import Board
from icosian.boards.hexagonal import RISE
from icosian.boards.names import FILES
from icosian.drawing.scene.colors import DARK, GAP, HOLE, LIGHT, MIDDLE
from icosian.drawing.scene.labels import one_line
from icosian.drawing.scene.layout import (
    NAMED_SIDE,
    SINGLE_SQUARES,
    Box,
    Label,
    Line,
    Point,
    Scene,
    Strokes,
    arc_between,
    hexagon,
    hexagon_center,
)

_BESIDE = 0.85  # the distance of the name of a row of hexagons from its first one
_IN_A_ROW = 3  # layers side by side
_AROUND = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))  # clockwise, as the sides


class Squares:
    """The squares of a board.

    The last axis points right and the one before it down; further axes are laid out side by side,
    then one below the other, with a gap. The layers of three dimensions fill rows.
    """

    noun = "square"
    unit = 1.0
    down = 1.0

    def __init__(self, board: Board, names: bool | None = None) -> None:
        self.board, self.names = board, names
        self.is_straight = board.dimensions <= 2 and not any(board.periodic)
        shape = board.shape
        self._folds = 1  # layers of three dimensions that are side by side
        if board.dimensions == 3:
            layers, rows, columns = shape
            if layers <= _IN_A_ROW:
                self._folds = layers
            else:
                self._folds = math.ceil(math.sqrt(layers * (rows + 1) / (columns + 1)))
            shape = (-(-layers // self._folds), self._folds, rows, columns)
        extent = [1, 1]
        axes = []
        for k, side in enumerate(reversed(shape)):
            stride = extent[k % 2] + k // 2
            extent[k % 2] += stride * (side - 1)
            axes.append((0, stride) if k % 2 else (stride, 0))
        self._axes = axes[::-1]
        self.width, self.height = extent

    def __contains__(self, node: object) -> bool:
        return node in self.board

    def place(self, square: Sequence[float]) -> Point:
        """Return the center of a square."""
        if len(square) == 2:
            return square[1], square[0]
        if len(square) == 3:
            square = (*divmod(square[0], self._folds), *square[1:])
        pairs = list(zip(square, self._axes[-len(square) :], strict=True))
        return sum(c * dx for c, (dx, _) in pairs), sum(c * dy for c, (_, dy) in pairs)

    def cell(self, square: Sequence[int]) -> tuple[int, int]:
        """Return where a square is in the rows of a scene: line and character."""
        x, y = self.place(square)
        return round(y), round(x)

    def painted(self, rows: Sequence[str], shades: Iterable[tuple[Any, str]]) -> list[str]:
        """Return the rows of a scene with some squares in other shades."""
        grid = list(map(list, rows))
        for square, shade in shades:
            y, x = self.cell(square)
            grid[y][x] = shade
        return list(map("".join, grid))

    def outline(self, squares: Iterable[Sequence[int]], inset: float) -> list[Line]:
        """Return the outline of a set of squares, inside it by an inset."""
        cells = map(self.cell, squares)
        return _square_outline({(x, y) for y, x in cells}, inset)

    def sides(self, squares: Sequence[Sequence[int]]) -> list[tuple[Point, Point]]:
        """Return the pairs of squares of a set that have a side in common, as places."""
        places = {self.place(square) for square in squares}
        beside = [(p, (p[0] + dx, p[1] + dy)) for p in places for dx, dy in ((0, 1), (1, 0))]
        return [(p, q) for p, q in beside if q in places]

    def changes_layer(self, u: Sequence[int], v: Sequence[int]) -> bool:
        """Return True if a move leads to another layer."""
        return u[:-2] != v[:-2]

    def join(self, u: Sequence[int], v: Sequence[int]) -> list[Line]:
        """Return the line of a move, or its two ends at the border where it wraps around."""
        if self.changes_layer(u, v):
            # An arc, at most half way to the next row of squares: straight lines would overlap.
            return [arc_between(self.place(u), self.place(v), 0.45)]
        sides, periodic = self.board.shape, self.board.periodic
        if any(periodic):
            direct = [b - a for a, b in zip(u, v, strict=True)]
            short = [
                (d - side if d > 0 else d + side) if wraps and 2 * abs(d) > side else d
                for d, side, wraps in zip(direct, sides, periodic, strict=True)
            ]
            if short != direct:
                back = [-d for d in short]
                return [
                    [self.place(u), self._border(u, short)],
                    [self._border(v, back), self.place(v)],
                ]
        return [[self.place(u), self.place(v)]]

    def _border(self, square: Sequence[int], step: Sequence[int]) -> Point:
        """Return the point where a step from a square leaves its layer."""
        x, y = self.place(square)
        dy, dx = step[-2:] if len(step) > 1 else (0, step[0])
        ways = zip(square, step, self.board.shape, strict=True)
        t = min((side - 0.5 - c if d > 0 else c + 0.5) / abs(d) for c, d, side in ways if d)
        return x + t * dx, y + t * dy

    def name(self, square: Any) -> str:
        """Return the chess name of a square, or its coordinates."""
        return self.board.name(square) if self.board.has_names else one_line(square)

    def single_color(self) -> Scene:
        """Return a board of one color, for boards of very many squares."""
        box = Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5)
        left, top, right, bottom = box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return Scene(box=box, unit=self.unit, strokes=[Strokes("field", [], [corners])])

    def blank(self) -> Scene:
        """Return the board without marks."""
        board = self.board
        files, ranks = self._files_and_ranks()
        scene = Scene(
            box=Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5),
            unit=self.unit,
            rows=self._rows(),
            is_fine=len(board) > SINGLE_SQUARES,
            files=files,
            ranks=ranks,
        )
        return self._with_layers(scene) if self.names and board.dimensions > 2 else scene

    def _files_and_ranks(self) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
        """Return the names along the board: files and ranks, or coordinates."""
        board = self.board
        fits = board.has_names and max(board.shape) <= NAMED_SIDE
        if not (fits if self.names is None else self.names):
            return [], []
        *_, rows, columns = (1, *board.shape)
        if board.dimensions == 1:
            rows = 0
        if board.has_names:
            step = _step(rows)
            files = list(string.ascii_lowercase[:columns])
            named = [row for row in range(rows) if (rows - row) % step == 0]
            return list(enumerate(files)), [(row, str(rows - row)) for row in named]
        x_step, y_step = _step(columns), _step(rows)
        return (
            [(x, str(x)) for x in range(0, columns, x_step)],
            [(y, str(y)) for y in range(0, rows, y_step)],
        )

    def _with_layers(self, scene: Scene) -> Scene:
        """Add the coordinates of every layer above it."""
        *outer, _, columns = self.board.shape
        labels = []
        for layer in itertools.product(*map(range, outer)):
            x, y = self.place((*layer, 0, 0))
            labels.append(Label((x + (columns - 1) / 2, y - 0.75), ", ".join(map(str, layer))))
        return replace(scene, labels=labels, box=scene.box._replace(top=-1.0))

    def _rows(self) -> list[str]:
        """Return the board as text, one character a unit square."""
        *outer, side = self.board.shape
        shades = (DARK + LIGHT) * (side // 2 + 1)
        bottom = outer[-1] - 1 if outer else 0  # the rank of a1, which is dark
        grid = [[GAP] * self.width for _ in range(self.height)]
        for line in itertools.product(*map(range, outer)):
            x, y = map(int, self.place((*line, 0)))
            shade = (bottom + sum(line)) % 2
            grid[y][x : x + side] = shades[shade : shade + side]
        for hole in self.board.holes:
            x, y = map(int, self.place(hole))
            grid[y][x] = HOLE
        return list(map("".join, grid))


class Hexagons(Squares):
    """The hexagons of a board, as wide as a unit; a row leads right, a column right and down."""

    def __init__(self, board: Board, names: bool | None = None) -> None:
        super().__init__(board, names)
        xs, ys = zip(*(map(self.place, board.squares) if len(board) else [(0.0, 0.0)]), strict=True)
        tip = 0.5 / RISE
        self._box = Box(min(xs) - 0.5, min(ys) - tip, max(xs) + 0.5, max(ys) + tip)

    def place(self, square: Sequence[float]) -> Point:
        """Return the center of a hexagon."""
        row, column = square
        return hexagon_center(row, column)

    def cell(self, square: Sequence[int]) -> tuple[int, int]:
        """Return where a hexagon is in the rows of a scene."""
        row, column = square
        return row, column

    def outline(self, squares: Iterable[Sequence[int]], inset: float) -> list[Line]:
        """Return the outline of a set of hexagons, inside it by an inset."""
        return _hexagon_outline(set(map(self.cell, squares)), inset)

    def sides(self, squares: Sequence[Sequence[int]]) -> list[tuple[Point, Point]]:
        """Return the pairs of hexagons of a set that have a side in common, as places."""
        members = set(map(self.cell, squares))
        return [
            (self.place((row, column)), self.place((row + down, column + right)))
            for row, column in members
            for down, right in ((0, 1), (1, 0), (1, -1))
            if (row + down, column + right) in members
        ]

    def single_color(self) -> Scene:
        """Return the board: hexagons differ from their neighbors however many there are."""
        return self.blank()

    def blank(self) -> Scene:
        """Return the board without marks; the names of rows and columns are at its sides."""
        labels = self._labels()
        left, top, right, bottom = self._box
        for (x, y), *_ in labels:
            left, right, bottom = min(left, x - 0.4), max(right, x + 0.4), max(bottom, y + 0.3)
        return Scene(
            box=Box(left, top, right, bottom),
            unit=self.unit,
            rows=self._rows(),
            are_hexagons=True,
            is_fine=len(self.board) > SINGLE_SQUARES,
            labels=labels,
        )

    def _labels(self) -> list[Label]:
        """Return the names of rows on the left of the first hexagon, of columns below the last."""
        board = self.board
        rows, columns = board.shape
        fits = board.has_names and max(board.shape) <= NAMED_SIDE
        if not (fits if self.names is None else self.names):
            return []
        firsts = {row: column for row, column in reversed(board.squares)}  # noqa: C416
        lasts = {column: row for row, column in board.squares}
        y_step, x_step = _step(rows), 1 if board.has_names else _step(columns)
        number = {row: rows - row if board.has_names else row for row in firsts}
        return [
            *(
                Label(self.place((row, column - _BESIDE)), str(number[row]))
                for row, column in sorted(firsts.items())
                if number[row] % y_step == 0
            ),
            *(
                Label(
                    self.place((row + _BESIDE, column)),
                    FILES[column] if board.has_names else str(column),
                )
                for column, row in sorted(lasts.items())
                if column % x_step == 0
            ),
        ]

    def _rows(self) -> list[str]:
        """Return the board as text; three shades, so that neighbors differ."""
        rows, columns = self.board.shape
        shades = (DARK + LIGHT + MIDDLE) * (columns // 3 + 2)
        grid = [list(shades[-row % 3 :][:columns]) for row in range(rows)]
        for row, column in self.board.holes:
            grid[row][column] = HOLE
        return list(map("".join, grid))


def squares_of(board: Board, names: bool | None = None) -> Squares:
    """Return the squares of a board, or its hexagons."""
    return (Hexagons if board.hexagonal else Squares)(board, names)


def _step(side: int) -> int:
    """Return the smallest of 1, 2, 5, 10, … that leaves at most NAMED_SIDE names on a side."""
    steps = (int(f"{digit}{'0' * k}") for k in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if side <= step * NAMED_SIDE)


def _square_outline(squares: Collection[tuple[int, int]], inset: float) -> list[Line]:
    """Return the outline of a union of unit squares, inside it by an inset, a line a side."""
    depth = 0.5 - inset
    outline = []
    for x, y in sorted(squares):
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            out = (x + dy, y - dx)  # the neighbor across this side, which runs along dx, dy
            if out in squares:
                continue
            ends = []
            for way in (-1, 1):
                ahead = (x + way * dx, y + way * dy) in squares
                aside = (out[0] + way * dx, out[1] + way * dy) in squares
                reach = way * (depth if not ahead else 0.5 + inset if aside else 0.5)
                ends.append((x + dy * depth + reach * dx, y - dx * depth + reach * dy))
            outline.append(ends)
    return outline


def _hexagon_outline(cells: Collection[tuple[int, int]], inset: float) -> list[Line]:
    """Return the outline of a union of hexagons, inside it by an inset, a line a side."""
    outline = []
    for row, column in sorted(cells):
        center = hexagon_center(row, column)
        corners = hexagon(center)
        around = [(row + down, column + right) for down, right in _AROUND]
        for k, out in enumerate(around):
            if out in cells:
                continue
            line = []
            for corner, beside in (
                (corners[k], around[k - 1]),
                (corners[(k + 1) % 6], around[k - 5]),
            ):
                # Three cells meet at a corner. The outline turns around the one inside or outside.
                turns = beside in cells
                x, y = hexagon_center(*out) if turns else center
                t = inset / RISE / math.dist(corner, (x, y)) * (1 if turns else -1)
                line.append((corner[0] + t * (corner[0] - x), corner[1] + t * (corner[1] - y)))
            outline.append(line)
    return outline
