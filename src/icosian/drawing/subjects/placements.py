"""Layouts of placements and of colorings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from icosian._io.text import plural
from icosian.boards.board import Board
from icosian.boards.piece import piece_of
from icosian.drawing.scene.colors import TINTS
from icosian.drawing.scene.layout import FAINT_EDGES, NUMBERED_NODES, Layout, Point, Spots, widened
from icosian.drawing.scene.pieces import OUTLINES
from icosian.drawing.scene.places import (
    Geometry,
    Points,
    Positions,
    geometry_of,
    pale_edges,
    points_of,
)
from icosian.drawing.scene.squares import Squares, squares_of
from icosian.drawing.subjects.tours import overhang
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring import Coloring
from icosian.placements.placement import Placement

_LISTED = 12  # nodes that a title names
_SMALL = 12.0  # pixels of a square; below, a disc is drawn instead of an outline
_LEAST = 2.6  # pixels of the radius of a disc, however small the squares are
_MOST_SQUARES = 1_000_000  # squares of larger boards are smaller than pixels
_NUMBERED_SQUARES = 900  # with more, numbers are too small to read
_DISC = 0.34  # the radius of discs on squares, in units
_SPOT = 0.36  # and of highlighted nodes
_ASIDE = 0.72  # the distance of their labels


def placement_layout(
    placement: Placement, *, pos: Positions | None = None, names: bool | None = None
) -> Layout:
    """Return the layout of pieces on their board, or of the chosen nodes of a graph."""
    if placement.board is not None and pos is None:
        return _on_board(placement, squares_of(placement.board, names))
    G = placement.graph
    geometry = points_of(G, placement.nodes if G is None else list(G), pos, names)
    places = _places(geometry, placement, "a node of the graph")
    chosen = set(placement)
    others = [place for node, place in geometry.places.items() if node not in chosen]
    size = _spot_size(geometry)
    geometry.aside = _ASIDE
    what = f"{len(places)} of {plural(len(G), 'node')}" if G else plural(len(places), "node")
    return replace(
        geometry.blank(),
        edges=() if G is None else pale_edges(geometry, G),
        dots=others if len(others) <= FAINT_EDGES else (),
        dot=0.4 * size,
        spots=[Spots("chosen", places)] if places else (),
        spot=size,
        title=what + _list(geometry, placement),
    )


def _on_board(placement: Placement, geometry: Squares) -> Layout:
    board = geometry.board
    places = _places(geometry, placement, f"on the {board.size} board")
    kind = _kind(placement)
    title = f"{plural(len(places), kind or 'piece')} on {_the(board)}{_list(geometry, placement)}"
    blank = geometry.blank() if len(board) <= _MOST_SQUARES else geometry.single_color()
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
    """Return the name of the pieces if they have an outline."""
    if placement.graph is None:
        return "queen"
    piece = piece_of(placement.graph)
    return piece.name if piece is not None and piece.name in OUTLINES else None


def coloring_layout(
    coloring: Coloring, *, pos: Positions | None = None, names: bool | None = None
) -> Layout:
    """Return the layout of squares or nodes in their colors, each with its number."""
    G = coloring.graph
    geometry = (
        points_of(None, list(coloring), pos, names) if G is None else geometry_of(G, pos, names)
    )
    classes = [_places(geometry, nodes, "a node of the graph") for nodes in coloring.classes]
    colors = plural(len(classes), "color")
    if isinstance(geometry, Squares):
        size, most = _SPOT, _NUMBERED_SQUARES
        blank = geometry.blank()
        layout = replace(
            blank,
            rows=geometry.painted(
                blank.rows,
                (
                    (square, TINTS[k % len(TINTS)])
                    for k, squares in enumerate(coloring.classes)
                    for square in squares
                ),
            ),
            title=f"{plural(len(coloring), 'square')} of {_the(geometry.board)} in {colors}",
        )
    else:
        size, most = _spot_size(geometry), NUMBERED_NODES
        geometry.aside = _ASIDE
        layout = replace(
            geometry.blank(),
            edges=() if G is None else pale_edges(geometry, G),
            spot=size,
            title=f"{plural(len(coloring), 'node')} in {colors}",
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


def _places(geometry: Geometry, nodes: Iterable[Any], what: str) -> list[Point]:
    """Return the positions of nodes; raise InvalidArgument if the geometry lacks one."""
    nodes = list(nodes)
    for node in nodes:
        if node not in geometry:
            raise InvalidArgument(f"{node!r} is not {what}")
    return list(map(geometry.place, nodes))


def _spot_size(geometry: Points) -> float:
    """Return the radius of highlighted nodes: neighbors on a circle do not touch."""
    if not geometry.circle or len(geometry.places) < 2:
        return _SPOT * geometry.unit
    first, second, *_ = geometry.places.values()
    return min(_SPOT * geometry.unit, 0.45 * math.dist(first, second))


def _the(board: Board) -> str:
    return f"the {'wrapped ' * any(board.periodic)}{board.size} board"


def _list(geometry: Geometry, nodes: Sequence[Any]) -> str:
    """Return the names of the first nodes."""
    names = list(map(geometry.name, nodes[:_LISTED])) + ["…"] * (len(nodes) > _LISTED)
    return f": {', '.join(names)}" if names else ""
