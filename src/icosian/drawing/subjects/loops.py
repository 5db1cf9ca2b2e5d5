"""Layouts of loop puzzles and of their solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from icosian.boards.board import Board
from icosian.drawing.scene.layout import Label, Spots, widened
from icosian.drawing.scene.places import counted
from icosian.drawing.scene.squares import squares_of
from icosian.drawing.subjects.tours import sheet_of

if TYPE_CHECKING:
    from icosian.drawing.scene.layout import Layout
    from icosian.puzzles.loops import LoopPuzzle, LoopSolution

_DOT = 0.06  # the radius of a corner, in cells
_PEARL = 0.34
_END = 0.31
_FONT = 0.42  # the height of numbers
_PEARLS = {"w": "rest", "b": "crowd"}


def loop_puzzle_layout(puzzle: LoopPuzzle, *, names: bool = False) -> Layout:
    """Return the layout of a loop puzzle: a sheet to fill in."""
    shape = len(puzzle.rows), len(puzzle.rows[0])
    places = {cell: (float(cell[1]), float(cell[0])) for cell in puzzle.clues}
    cells = puzzle.rules.cells
    board = Board(shape, holes=set(product(*map(range, shape))) - set(cells))
    title = f"{puzzle.kind} of {counted(len(puzzle), 'cell')} with "
    layout = replace(
        squares_of(board, names).blank(),
        title=title + counted(len(puzzle.clues), "clue"),
        description=", ".join(f"{mark} on {cell}" for cell, mark in puzzle.clues.items()),
    )
    if puzzle.kind == "masyu":
        ats = {mark: [at for v, at in places.items() if puzzle.clues[v] == mark] for mark in "wb"}
        spots = [Spots(_PEARLS[mark], at) for mark, at in ats.items() if at]
        return replace(sheet_of(layout, puzzle.graph), spots=spots, spot=_PEARL)
    longest = max(map(len, puzzle.clues.values()), default=1)
    layout = replace(
        layout,
        bold=[Label(at, puzzle.clues[v]) for v, at in places.items()],
        number_font=_FONT * min(1.0, 2.4 / longest),
    )
    if puzzle.kind == "numberlink":
        spots = [Spots("clue", list(places.values()))] if places else []
        return replace(sheet_of(layout, puzzle.graph), spots=spots, spot=_END)
    dots = [(c - 0.5, r - 0.5) for r, c in puzzle.graph]
    return replace(layout, rows=(), dots=dots, dot=_DOT, box=widened(layout.box, _DOT))


def loop_solution_layout(solution: LoopSolution, *, names: bool = False) -> Layout:
    """Return the layout of a solution: the loop or the paths on the sheet."""
    layout = loop_puzzle_layout(solution.puzzle, names=names)
    by = 0.5 if solution.puzzle.kind == "slitherlink" else 0.0
    return replace(
        layout,
        trail=[[(c - by, r - by) for r, c in line] for line in solution.lines],
        title=f"solution: {layout.title}",
    )
