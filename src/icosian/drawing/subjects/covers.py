"""Layouts of path covers: each path in its color."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from icosian.drawing.scene.colors import SETS
from icosian.drawing.scene.heading import with_heading
from icosian.drawing.scene.layout import (
    ARROWED_NODES,
    SINGLE_SQUARES,
    Spots,
    Strokes,
    arrowhead,
    widened,
    with_names,
)
from icosian.drawing.scene.places import Squares, geometry_of, pale_edges, points_of
from icosian.drawing.subjects.tours import overhang, trail_of
from icosian.exceptions import InvalidArgument
from icosian.tours.cover.path_cover import PathCover

if TYPE_CHECKING:
    from icosian.drawing.scene.layout import Layout, Line
    from icosian.drawing.scene.places import Positions

__all__ = ["cover_layout"]

_DOT = 0.15  # the radius of a node, in units
_HEAD = 0.34  # the length of an arrowhead, in units


def cover_layout(
    cover: PathCover, *, pos: Positions | None = None, names: bool | None = None
) -> Layout:
    """Return the layout of a path cover; colors repeat after the sixth path."""
    if not isinstance(cover, PathCover):
        raise InvalidArgument(f"cover must be a PathCover, got {cover!r}")
    G, nodes = cover.graph, [v for path in cover for v in path]
    geometry = points_of(None, nodes, pos, names) if G is None else geometry_of(G, pos, names)
    on_board = isinstance(geometry, Squares)
    used = {frozenset(edge) for path in cover for edge in path.edges()}
    shown = len(nodes) <= SINGLE_SQUARES
    is_one_way = G is not None and G.is_directed() and len(nodes) <= ARROWED_NODES
    strokes, spots = [], []
    for k, path in enumerate(cover):
        kind = f"cover{k % SETS + 1}"
        trail, leaps = trail_of(geometry, path)
        heads: list[Line] = []
        if is_one_way:
            moves = [line for edge in path.edges() for line in geometry.join(*edge)]
            tips = (arrowhead(line, _DOT * geometry.unit, _HEAD * geometry.unit) for line in moves)
            heads = [head for head in tips if head]
        strokes.append(Strokes(kind, [*trail, *leaps], heads))
        marked = path.nodes if shown else {path[0]: None, path[-1]: None}
        spots.append(Spots(kind, list(map(geometry.place, marked))))
    blank = geometry.blank()
    layout = replace(
        blank,
        box=widened(blank.box, overhang(_DOT) * geometry.unit),
        edges=() if G is None or on_board else pale_edges(geometry, G, used),
        strokes=strokes,
        spots=spots,
        spot=_DOT * geometry.unit,
    )
    return with_heading(with_names(layout), cover.explain())
