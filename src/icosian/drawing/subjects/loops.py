"""Scenes of loop puzzles and of their solutions."""

from __future__ import annotations

from dataclasses import replace

from icosian._io.text import plural
from icosian.boards.hexagonal import RISE
from icosian.drawing.scene.layout import Label, Line, Point, Scene, Spots, Strokes, widened
from icosian.drawing.scene.squares import squares_of
from icosian.drawing.subjects.tours import sheet_of
from icosian.puzzles.loop_rules import Cell
from icosian.puzzles.loops import LoopPuzzle, LoopSolution

_DOT = 0.06  # the radius of a corner, in cells
_PEARL = 0.34
_END = 0.31
_FONT = 0.42  # the height of numbers
_CROSS = 0.11  # half a side of the cross on an edge that is not used
_PEARLS = {"w": "rest", "b": "crowd"}


def loop_puzzle_scene(puzzle: LoopPuzzle, *, names: bool = False) -> Scene:
    """Return the scene of a loop puzzle: a sheet to fill in."""
    squares = squares_of(puzzle.board, names)
    places = {cell: squares.place(cell) for cell in puzzle.clues}
    title = f"{puzzle.kind} of {plural(len(puzzle), 'cell')} with "
    scene = replace(
        squares.blank(),
        title=title + plural(len(puzzle.clues), "clue"),
        description=", ".join(f"{mark} on {cell}" for cell, mark in puzzle.clues.items()),
        strokes=_known(puzzle),
    )
    if puzzle.kind == "masyu":
        ats = {mark: [at for v, at in places.items() if puzzle.clues[v] == mark] for mark in "wb"}
        spots = [Spots(_PEARLS[mark], at) for mark, at in ats.items() if at]
        return replace(sheet_of(scene, puzzle.graph), spots=spots, spot=_PEARL)
    longest = max(map(len, puzzle.clues.values()), default=1)
    scene = replace(
        scene,
        bold=[Label(at, puzzle.clues[v]) for v, at in places.items()],
        number_font=_FONT * min(1.0, 2.4 / longest),
    )
    if puzzle.kind == "numberlink":
        spots = [Spots("clue", list(places.values()))] if places else []
        return replace(sheet_of(scene, puzzle.graph), spots=spots, spot=_END)
    dots = [_place(puzzle, corner) for corner in puzzle.graph]
    return replace(scene, rows=(), dots=dots, dot=_DOT, box=widened(scene.box, _DOT))


def _place(puzzle: LoopPuzzle, node: Cell) -> Point:
    """Return where a cell is, or a corner in a Slitherlink."""
    r, c = node
    if puzzle.kind != "slitherlink":
        return (c + r / 2, r * RISE) if puzzle.hexagonal else (float(c), float(r))
    if not puzzle.hexagonal:
        return c - 0.5, r - 0.5
    # Every second corner of a line is the top of a hexagon.
    return (c - 1) / 2, r * RISE - (2 if (c - r) % 2 else 1) / (4 * RISE)


def _known(puzzle: LoopPuzzle) -> list[Strokes]:
    """Return known edges: lines, and crosses where one is not used."""
    used: list[Line] = []
    crosses: list[Line] = []
    for edge, is_used in puzzle.known.items():
        one, other = (_place(puzzle, v) for v in edge)
        x, y, d = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, _CROSS
        if is_used:
            used.append([one, other])
        else:
            crosses += [[(x - d, y - d), (x + d, y + d)], [(x - d, y + d), (x + d, y - d)]]
    return [Strokes(*one) for one in (("way", used), ("leap", crosses)) if one[1]]


def loop_solution_scene(solution: LoopSolution, *, names: bool = False) -> Scene:
    """Return the scene of a solution: the loop or the paths on the sheet."""
    puzzle = solution.puzzle
    scene = loop_puzzle_scene(puzzle, names=names)
    return replace(
        scene,
        trail=[[_place(puzzle, v) for v in line] for line in solution.lines],
        title=f"solution: {scene.title}",
    )
