"""The layout of placements and of colourings."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from icosian.boards.piece import Piece, piece_of
from icosian.drawing.scene.layout import FAINT_EDGES, NUMBERED_NODES, TINTS, Spots, widened
from icosian.drawing.scene.pieces import OUTLINES
from icosian.drawing.scene.places import Squares, counted, faint, ground_of, points_of
from icosian.drawing.subjects.tours import overhang
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring.api import Coloring
from icosian.placements.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from icosian.boards.board import Board
    from icosian.drawing.scene.layout import Layout, Point
    from icosian.drawing.scene.places import Ground, Points, Positions

__all__ = ["coloring_layout", "placement_layout"]

_LISTED = 12  # nodes that a title names
_SMALL = 12.0  # pixels of a square below which an outline is a blot, and a disc is drawn
_LEAST = 2.6  # pixels of the radius of a disc, however small the squares are
_MOST_SQUARES = 1_000_000  # of a larger board the squares are smaller than pixels
_NUMBERED_SQUARES = 900  # with more, numbers are too small to read
_DISC = 0.34  # the radius of discs on squares, in units
_SPOT = 0.36  # and of nodes that stand out
_ASIDE = 0.72  # how far from them their labels stand


def placement_layout(
    placement: Placement, *, pos: Positions | None = None, names: bool | None = None
) -> Layout:
    """Lay out pieces on their board, or the chosen nodes of a graph."""
    if not isinstance(placement, Placement):
        raise InvalidArgument(f"placement must be a Placement, got {placement!r}")
    if placement.board is not None and pos is None:
        return _on_board(placement, Squares(placement.board, names))
    G = placement.graph
    ground = points_of(G, placement.nodes if G is None else list(G), pos, names)
    places = _places(ground, placement, "a node of the graph")
    chosen = set(placement)
    others = [place for node, place in ground.places.items() if node not in chosen]
    size = _spot_size(ground)
    ground.aside = _ASIDE
    what = f"{len(places)} of {counted(len(G), 'node')}" if G else counted(len(places), "node")
    return replace(
        ground.blank(),
        edges=() if G is None else faint(ground, G),
        dots=others if len(others) <= FAINT_EDGES else (),
        dot=0.4 * size,
        spots=[Spots("chosen", places)] if places else (),
        spot=size,
        title=what + _list(ground, placement),
    )


def _on_board(placement: Placement, ground: Squares) -> Layout:
    board = ground.board
    places = _places(ground, placement, f"on the {board.size} board")
    kind = _kind(placement)
    title = f"{counted(len(places), kind or 'piece')} on {_the(board)}{_list(ground, placement)}"
    blank = ground.blank() if len(board) <= _MOST_SQUARES else ground.field()
    layout = replace(blank, title=title)
    if kind is not None and layout.pixels >= _SMALL:
        return replace(layout, piece=kind, pieces=places)
    radius = max(_DISC, _LEAST / layout.pixels)
    return replace(
        layout,
        box=widened(layout.box, overhang(radius)),
        spots=[Spots("piece", places)] if places else (),
        spot=radius,
    )


def _kind(placement: Placement) -> str | None:
    """Return the name of the pieces, if they have an outline."""
    if placement.graph is None:
        return "queen"
    piece = piece_of(placement.graph)
    if piece is None or piece.dimensions < 2:
        return None
    names = (name for name in OUTLINES if piece == Piece.named(name, dimensions=piece.dimensions))
    return next(names, None)


def coloring_layout(
    coloring: Coloring, *, pos: Positions | None = None, names: bool | None = None
) -> Layout:
    """Lay out squares or nodes in their colours, each with its number."""
    if not isinstance(coloring, Coloring):
        raise InvalidArgument(f"coloring must be a Coloring, got {coloring!r}")
    G = coloring.graph
    ground = points_of(None, list(coloring), pos, names) if G is None else ground_of(G, pos, names)
    classes = [_places(ground, nodes, "a node of the graph") for nodes in coloring.classes]
    colors = counted(len(classes), "colour")
    if isinstance(ground, Squares):
        size, most = _SPOT, _NUMBERED_SQUARES
        blank = ground.blank()
        layout = replace(
            blank,
            rows=_tinted(blank.rows, classes),
            title=f"{counted(len(coloring), 'square')} of {_the(ground.board)} in {colors}",
        )
    else:
        size, most = _spot_size(ground), NUMBERED_NODES
        ground.aside = _ASIDE
        layout = replace(
            ground.blank(),
            edges=() if G is None else faint(ground, G),
            spot=size,
            title=f"{counted(len(coloring), 'node')} in {colors}",
        )
    numbered = len(coloring) <= most
    return replace(
        layout,
        spots=[
            Spots(f"color{k % len(TINTS)}", places, [str(k)] * len(places) if numbered else ())
            for k, places in enumerate(classes)
        ],
        number_font=1.16 * size * min(1.0, 2.4 / len(str(len(classes)))),
    )


def _tinted(rows: Sequence[str], classes: Iterable[Iterable[Point]]) -> list[str]:
    """Return the rows of a board with its squares in the colours of their classes."""
    grid = list(map(list, rows))
    for color, places in enumerate(classes):
        for x, y in places:
            grid[round(y)][round(x)] = TINTS[color % len(TINTS)]
    return list(map("".join, grid))


def _places(ground: Ground, nodes: Iterable[Any], what: str) -> list[Point]:
    """Return where nodes stand, all of which the ground must have."""
    nodes = list(nodes)
    for node in nodes:
        if node not in ground:
            raise InvalidArgument(f"{node!r} is not {what}")
    return list(map(ground.place, nodes))


def _spot_size(ground: Points) -> float:
    """Return the radius of nodes that stand out: neighbours on a circle do not touch."""
    if not ground.circle or len(ground.places) < 2:
        return _SPOT * ground.unit
    first, second, *_ = ground.places.values()
    return min(_SPOT * ground.unit, 0.45 * math.dist(first, second))


def _the(board: Board) -> str:
    return f"the {'wrapped ' * any(board.periodic)}{board.size} board"


def _list(ground: Ground, nodes: Sequence[Any]) -> str:
    """Return the first nodes by their names."""
    names = list(map(ground.name, nodes[:_LISTED])) + ["…"] * (len(nodes) > _LISTED)
    return f": {', '.join(names)}" if names else ""
