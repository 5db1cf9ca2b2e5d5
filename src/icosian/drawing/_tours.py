"""The layout of boards and of tours."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from icosian.boards.board import Board
from icosian.drawing._ground import Squares, faint, ground_of, points_of
from icosian.drawing._layout import (
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Label,
    Layout,
    arrowhead,
    widened,
)
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from icosian.drawing._ground import Ground
    from icosian.drawing._layout import Line
    from icosian.tours.tour import Tour

__all__ = ["board_layout", "overhang", "tour_layout", "trail_of"]


def board_layout(G: Board | nx.Graph[Any]) -> Layout:
    """Lay out a board, or a graph with its nodes and edges."""
    if isinstance(G, Board):
        return Squares(G).blank()
    if not hasattr(G, "number_of_edges"):
        raise InvalidArgument(f"G must be a Board or a networkx graph, got {G!r}")
    ground = ground_of(G)
    return replace(
        ground.blank(),
        edges=faint(ground, G),
        dots=[ground.place(node) for node in G] if len(G) <= FAINT_EDGES else (),
        dot=0.13 * ground.unit,
    )


def tour_layout(tour: Tour, *, numbers: bool | None = None) -> Layout:
    """Lay out a tour, by default with numbers where they can be read."""
    board, G, n = tour.board, tour.graph, len(tour)
    ground = points_of(G, tour.nodes) if board is None else Squares(board)
    points = [ground.place(node) for node in tour]
    returns = tour.is_closed and n > 1
    trail = trail_of(ground, [*tour, tour[0]] if returns else tour)
    numbered = n <= NUMBERED_NODES if numbers is None else numbers
    dotted = numbered or (board is None and n <= SINGLE_SQUARES)
    moves = set(map(frozenset, tour.edges()))
    unit, blank = ground.unit, ground.blank()
    mark = (0.36 if numbered else max(0.36, 0.02 * max(blank.size))) * unit
    return replace(
        blank,
        box=widened(blank.box, overhang(mark / unit) * unit),
        edges=faint(ground, G, moves) if board is None and G is not None else (),
        trail=trail,
        is_closed=tour.is_closed,
        dots=points[1 : n if returns else n - 1] if dotted else (),
        dot=(0.31 if numbered else 0.13) * unit,
        starts=points[:1],
        end=points[-1] if n > 1 and not returns else None,
        mark=mark,
        arrow=arrowhead(trail[-1], mark, (0.9 if numbered else 1.3) * mark) if returns else (),
        numbers=[Label(p, str(k)) for k, p in enumerate(points, 1)] if numbered else (),
        number_font=0.36 * unit * min(1.0, 2.4 / len(str(n))),
        title=_title(tour, ground),
    )


def trail_of(ground: Ground, nodes: Sequence[Any]) -> list[Line]:
    """Return a way as one line, broken only where it leaves a wrapped board."""
    trail = [[ground.place(node)] for node in nodes[:1]]
    for u, v in pairwise(nodes):
        first, *others = ground.join(u, v)
        trail[-1] += first[1:]
        trail += others
    return trail


def overhang(mark: float) -> float:
    """Return how far the mark of a border square sticks out of it, in half squares."""
    return max(0, math.ceil(2.3 * mark - 1)) / 2


def _title(tour: Tour, ground: Ground) -> str:
    if not len(tour):
        return "empty tour"
    noun = "square" if isinstance(ground, Squares) else "node"
    kind = "closed" if tour.is_closed else "open"
    route = f"from {ground.name(tour[0])}"
    if not tour.is_closed:
        route += f" to {ground.name(tour[-1])}"
    return f"{kind} tour of {len(tour)} {noun}{'s' * (len(tour) != 1)}, {route}"
