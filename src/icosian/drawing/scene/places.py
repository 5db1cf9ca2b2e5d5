"""Geometry of nodes: squares of a board, given or computed positions, or a circle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import networkx as nx

from icosian._io.text import decimal_text
from icosian._io.tracks import node_positions, point_of
from icosian.boards.board import board_of
from icosian.drawing.scene.graph_layout import labeled_positions, positions, regular_positions
from icosian.drawing.scene.labels import Room, beside, one_line
from icosian.drawing.scene.layout import (
    FAINT_EDGES,
    NUMBERED_NODES,
    Box,
    Label,
    Line,
    Point,
    Scene,
)
from icosian.drawing.scene.squares import Squares, squares_of
from icosian.exceptions import InvalidArgument

Positions = Mapping[Any, Iterable[float]]

_COMPARED = 1000  # of more points not all pairs are compared
_DENSE, _DENSEST = 0.6, 0.35  # the least share of the unit, for given and for computed positions
_FAR = 10_000  # meters are kilometers from here on
_FEW_EDGES = 4  # for each node
_WEIGHED_LINES = 400  # with more lines, labels do not avoid them: it would be slow


class NodePositions:
    """Nodes at points of the plane: at positions, y upwards, or on a circle, y downwards."""

    noun = "node"

    def __init__(
        self, places: dict[Any, Point], unit: float, *, circle: bool, names: bool | None = None
    ) -> None:
        self.places, self.unit, self.circle = places, unit, circle
        self.is_straight = True
        self.lines: Sequence[Line] = ()  # that labels avoid
        self.named = len(places) <= NUMBERED_NODES if names is None else names
        self.down = 1.0 if circle else -1.0
        self.aside = 0.6  # the distance of a label from its node, in units
        self.radii: dict[Any, float] = {}  # of nodes that labels have to be farther from

    def __contains__(self, node: object) -> bool:
        return node in self.places

    def place(self, node: Any) -> Point:
        """Return the position of a node."""
        return self.places[node]

    def join(self, u: Any, v: Any) -> list[Line]:
        """Return the line between two nodes."""
        return [[self.places[u], self.places[v]]]

    def name(self, node: Any) -> str:
        """Return the label of a node."""
        return one_line(node)

    def blank(self, labels: Sequence[Label] | None = None) -> Scene:
        """Return a picture with labels only, by default the names of the nodes."""
        if labels is None:
            labels = self.labels(map(one_line, self.places)) if self.named else []
        xs, ys = zip(*self.places.values(), strict=True) if self.places else ((0.0,), (0.0,))
        pad = 0.5 * self.unit
        left, right, low, high = min(xs) - pad, max(xs) + pad, min(ys) - pad, max(ys) + pad
        for (x, y), text, anchor in labels:
            width = 0.25 * self.unit * len(text)  # a letter is about 0.7 times as wide as high
            start = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
            left, right = min(left, start), max(right, start + width)
            low, high = min(low, y - 0.25 * self.unit), max(high, y + 0.25 * self.unit)
        box = Box(left, low, right, high) if self.circle else Box(left, high, right, low)
        return Scene(box=box, unit=self.unit, labels=labels)

    def labels(self, texts: Iterable[str]) -> list[Label]:
        """Return a label for each node: outside the circle, or where it overlaps little."""
        away = self.aside * self.unit
        font = 0.36 * self.unit
        if not self.circle:
            if len(self.places) > NUMBERED_NODES:
                return list(map(Label, self.places.values(), texts))
            radii = dict.fromkeys(self.places, away - 0.7 * font) | self.radii
            lines = self.lines if len(self.lines) <= _WEIGHED_LINES else ()
            room = Room(((self.places[v], r) for v, r in radii.items()), ((x, 1) for x in lines))
            return [
                room.put(beside(place, text, radii[v], font), font, place)
                for (v, place), text in zip(self.places.items(), texts, strict=True)
            ]
        labels = []
        for (x, y), text in zip(self.places.values(), texts, strict=True):
            r = math.hypot(x, y) or 1.0
            at = (x + away * x / r, y + away * y / r)
            side: Literal["start", "middle", "end"] = "start" if x > 0 else "end"
            labels.append(Label(at, text, "middle" if abs(x) < 0.2 * r else side))
        return labels


def node_points(
    G: nx.Graph[Any] | None,
    nodes: Sequence[Any],
    pos: Positions | None = None,
    names: bool | None = None,
    *,
    in_turn: bool = False,
) -> NodePositions:
    """Return positions of nodes: `pos`, ``pos`` of each, their labels, computed ones, or a circle.

    The circle starts at the top and goes clockwise. It is used without a graph, for a dense graph,
    for one that is named around it, and for a tour (`in_turn`) of a graph without a usual picture.
    """
    if pos is not None:
        places = _given(pos, nodes)
    else:
        places = {} if G is None else _attributes(G) or labeled_positions(G)
    if not (places and all(node in places for node in nodes)):
        find = regular_positions if in_turn else positions
        found = {} if G is None or set(G) != set(nodes) else find(G)
        unit = _spacing(list(found.values()), _DENSEST) if found else 1.0
        places = {node: (x / unit, y / unit) for node, (x, y) in found.items()}
        unit = 1.0  # as on a circle
    else:
        unit = _spacing(list(places.values()), _DENSE)
    if places:
        points = NodePositions(places, unit, circle=False, names=names)
        if G is not None:
            points.lines = [[places[u], places[v]] for u, v in G.edges() if are_two(u, v)]
        return points
    n = len(nodes)
    radius = min(16.0, 0.7 / math.sin(math.pi / n)) if n > 1 else 0.0
    circle = {}
    for k, node in enumerate(nodes):
        angle = 2 * math.pi * k / n
        circle[node] = (radius * math.sin(angle), -radius * math.cos(angle))
    return NodePositions(circle, 1.0, circle=True, names=names)


def _given(pos: Positions, nodes: Sequence[Any]) -> dict[Any, Point]:
    """Return the positions that were given, checked."""
    if not isinstance(pos, Mapping):
        raise InvalidArgument(f"pos must map nodes to points, got {pos!r}")
    places = {}
    for node in nodes:
        place = point_of(pos.get(node))
        if place is None:
            raise InvalidArgument(f"pos must have two numbers for {node!r}, got {pos.get(node)!r}")
        places[node] = place
    return places


def _attributes(G: nx.Graph[Any]) -> dict[Any, Point]:
    """Return the positions in the attributes of the nodes, if all have one.

    Where OSMnx says that they are degrees, those of longitude are as much shorter as in the middle.
    """
    places = node_positions(G)
    if not places or "4326" not in str(G.graph.get("crs")):
        return places
    south, north = (end(y for _, y in places.values()) for end in (min, max))
    width = math.cos(math.radians((south + north) / 2))
    return {node: (width * x, y) for node, (x, y) in places.items()}


def _spacing(points: list[Point], dense: float) -> float:
    """Return half the mean distance of points, less where some are close, by at most `dense`."""
    n = len(points)
    xs, ys = zip(*points, strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    unit = 0.5 * max(math.sqrt(width * height / n), width / n, height / n) or 1.0
    if n > _COMPARED:
        return unit
    nearest = min(itertools.starmap(math.dist, itertools.combinations(points, 2)), default=unit)
    return min(unit, max(1.3 * nearest, dense * unit))


Geometry = Squares | NodePositions


def geometry_of(
    G: nx.Graph[Any], pos: Positions | None = None, names: bool | None = None
) -> Geometry:
    """Return the squares of a graph on a board, or else points."""
    board = board_of(G) if pos is None else None
    if board is not None and all(node in board for node in G):
        return squares_of(board, names)
    return node_points(G, list(G), pos, names)


def pale_edges(
    geometry: Geometry, G: nx.Graph[Any], without: Collection[frozenset[Any]] = ()
) -> list[Line]:
    """Return the lines of all edges but some; no lines if there are too many edges."""
    if G.number_of_edges() > FAINT_EDGES:
        return []
    return [
        line
        for u, v in G.edges()
        if are_two(u, v) and frozenset((u, v)) not in without and u in geometry and v in geometry
        for line in geometry.join(u, v)
    ]


def is_crowded(G: nx.Graph[Any]) -> bool:
    """Return True if all edges together would hide what is drawn over them."""
    return G.number_of_edges() > _FEW_EDGES * len(G)


def are_two(u: Any, v: Any) -> bool:
    """Return True if two labels differ; hashes come first, as ``u != v`` may be an array."""
    return len({u, v}) == 2


def rounded(length: Any, found: Any = None, *, up: bool | None = None) -> str:
    """Return a length as text: an integer, or 7 digits up, down or nearest; on the globe a unit."""
    distance = getattr(getattr(found, "places", None), "distance", "")
    unit = {"haversine": " m", "GEO": " km"}.get(distance, "")
    if unit == " m" and abs(length) >= _FAR:
        length, unit = Fraction(length) / 1000, " km"
    return decimal_text(length, 7, up=up) + unit
