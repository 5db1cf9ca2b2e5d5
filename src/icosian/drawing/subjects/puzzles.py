"""Layouts of number puzzles and their solutions: clues are bold."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from icosian.drawing.scene.colors import GAP, HOLE, LIGHT
from icosian.drawing.scene.layout import Label, Spots, Strokes, hexagons_by_shade
from icosian.drawing.scene.places import Squares, counted, geometry_of, pale_edges
from icosian.drawing.subjects.tours import tour_layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from icosian.drawing.scene.layout import Layout
    from icosian.drawing.scene.places import Geometry, Positions
    from icosian.puzzles.puzzle import Puzzle, Solution

__all__ = ["puzzle_layout", "solution_layout"]

_DISC = 0.31  # the radius of discs, in units, as in pictures of tours
_FONT = 0.36  # the height of numbers


def puzzle_layout(
    puzzle: Puzzle, *, pos: Positions | None = None, names: bool | None = None
) -> Layout:
    """Return the layout of a puzzle: a sheet to fill in, or a graph with numbers on its nodes."""
    G = puzzle.graph
    geometry = geometry_of(G, pos, names)
    layout = _sheet(geometry.blank())
    if not isinstance(geometry, Squares):
        free = [geometry.place(v) for v in G if v not in puzzle.clues]
        layout = replace(layout, edges=pale_edges(geometry, G), dots=free)
    noun = "square" if isinstance(geometry, Squares) else "node"
    layout = replace(
        layout,
        dot=_DISC * geometry.unit,
        number_font=_FONT * geometry.unit * min(1.0, 2.4 / len(str(len(G)))),
        title=f"puzzle of {counted(len(G), noun)} with {counted(len(puzzle.clues), 'clue')}",
        description=_listed(geometry, puzzle.clues),
    )
    return _with_clues(layout, geometry, puzzle.clues)


def solution_layout(solution: Solution, **options: Any) -> Layout:
    """Return the layout of a solution: that of a tour, with its clues in bold."""
    layout = tour_layout(solution, **options)
    if not layout.numbers or solution.graph is None:
        return layout
    names = options.get("names")
    geometry = geometry_of(solution.graph, options.get("pos"), names)
    layout = replace(_sheet(layout), title=f"solution of a puzzle: {layout.title}")
    return _with_clues(layout, geometry, solution.clues)


def _with_clues(layout: Layout, geometry: Geometry, clues: Mapping[Any, int]) -> Layout:
    """Add the clues in bold on discs of their own; ends keep their marks."""
    at = {geometry.place(node): str(k) for node, k in clues.items()}
    marked = {*layout.starts, layout.end}
    return replace(
        layout,
        spots=[Spots("clue", [place for place in at if place not in marked])] if at else (),
        spot=_DISC * geometry.unit,
        numbers=[label for label in layout.numbers if label.at not in at],
        bold=[Label(place, text) for place, text in at.items()],
    )


def _sheet(layout: Layout) -> Layout:
    """Return a board with squares of one color and lines between them."""
    rows = [re.sub(f"[^{HOLE}{GAP}]", LIGHT, row) for row in layout.rows]
    layout = replace(layout, rows=rows)
    if layout.are_hexagons:
        cells = hexagons_by_shade(layout).get(LIGHT, [])
    else:
        cells = [
            [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
            for y, row in enumerate(rows)
            for x, square in enumerate(row)
            if square == LIGHT
        ]
    frames = [[*corners, corners[0]] for corners in cells]
    return replace(
        layout, strokes=[Strokes("grid", frames), *layout.strokes] if frames else layout.strokes
    )


def _listed(geometry: Geometry, clues: Mapping[Any, int]) -> str:
    """Return the clues in words."""
    return ", ".join(f"{k} on {geometry.name(node)}" for node, k in clues.items())
