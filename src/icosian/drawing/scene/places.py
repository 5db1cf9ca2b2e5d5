"""Geometry of nodes: squares of a board, given or computed positions, or a circle."""

from __future__ import annotations

import itertools
import math
import re
import string
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from icosian._io.text import decimal_text
from icosian.boards.board import Board, board_of
from icosian.drawing.scene.colors import DARK, GAP, HOLE, LIGHT
from icosian.drawing.scene.graph_layout import planar_positions, positions
from icosian.drawing.scene.labels import Room, beside
from icosian.drawing.scene.layout import (
    FAINT_EDGES,
    NAMED_SIDE,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Label,
    Layout,
    Strokes,
)
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import networkx as nx

    from icosian.drawing.scene.layout import Line, Point

__all__ = [
    "Geometry",
    "Points",
    "Squares",
    "arc_between",
    "are_two",
    "counted",
    "geometry_of",
    "is_crowded",
    "one_line",
    "pale_edges",
    "points_of",
    "rounded",
]

Positions = Mapping[Any, Iterable[float]]

LABEL_LENGTH = 20  # longer labels are shortened

_ARC = 10  # pieces of an arc
_COMPARED = 1000  # of more points not all pairs are compared
_DENSE, _DENSEST = 0.6, 0.35  # the least share of the unit, for given and for computed positions
_FEW_EDGES = 4  # for each node
_IN_A_ROW = 3  # layers side by side
_WEIGHED_LINES = 400  # with more lines, labels do not avoid them: it would be slow

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Squares:
    """The squares of a board.

    The last axis points right and the one before it down; further axes are laid out side by side,
    then one below the other, with a gap. The layers of three dimensions fill rows.
    """

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

    def single_color(self) -> Layout:
        """Return a board of one color, for boards of very many squares."""
        box = Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5)
        left, top, right, bottom = box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return Layout(box=box, unit=self.unit, strokes=[Strokes("field", [], [corners])])

    def blank(self) -> Layout:
        """Return the board without marks."""
        board = self.board
        files, ranks = self._files_and_ranks()
        layout = Layout(
            box=Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5),
            unit=self.unit,
            rows=self._rows(),
            is_fine=len(board) > SINGLE_SQUARES,
            files=files,
            ranks=ranks,
        )
        return self._with_layers(layout) if self.names and board.dimensions > 2 else layout

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

    def _with_layers(self, layout: Layout) -> Layout:
        """Add the coordinates of every layer above it."""
        *outer, _, columns = self.board.shape
        labels = []
        for layer in itertools.product(*map(range, outer)):
            x, y = self.place((*layer, 0, 0))
            labels.append(Label((x + (columns - 1) / 2, y - 0.75), ", ".join(map(str, layer))))
        return replace(layout, labels=labels, box=layout.box._replace(top=-1.0))

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


def _step(side: int) -> int:
    """Return the smallest of 1, 2, 5, 10, … that leaves at most NAMED_SIDE names on a side."""
    steps = (int(f"{digit}{'0' * k}") for k in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if side <= step * NAMED_SIDE)


class Points:
    """Nodes at points of the plane: at positions, y upwards, or on a circle, y downwards."""

    def __init__(
        self, places: dict[Any, Point], unit: float, *, circle: bool, names: bool | None = None
    ) -> None:
        self.places, self.unit, self.circle = places, unit, circle
        self.is_straight = True
        self.lines: Sequence[Line] = ()  # that labels avoid
        self.named = len(places) <= NUMBERED_NODES if names is None else names
        self.down = 1.0 if circle else -1.0
        self.aside = 0.6  # the distance of a label from its node, in units

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

    def blank(self, labels: Sequence[Label] | None = None) -> Layout:
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
        return Layout(box=box, unit=self.unit, labels=labels)

    def labels(self, texts: Iterable[str]) -> list[Label]:
        """Return a label for each node: outside the circle, or where it overlaps little."""
        away = self.aside * self.unit
        font = 0.36 * self.unit
        if not self.circle:
            radius = away - 0.7 * font
            few = len(self.places) <= NUMBERED_NODES
            lines = self.lines if few and len(self.lines) <= _WEIGHED_LINES else ()
            room = Room(((p, radius) for p in self.places.values()), ((line, 1) for line in lines))
            return [
                room.put(beside(place, text, radius, font) if few else [Label(place, text)], font)
                for place, text in zip(self.places.values(), texts, strict=True)
            ]
        labels = []
        for (x, y), text in zip(self.places.values(), texts, strict=True):
            r = math.hypot(x, y) or 1.0
            at = (x + away * x / r, y + away * y / r)
            side: Literal["start", "middle", "end"] = "start" if x > 0 else "end"
            labels.append(Label(at, text, "middle" if abs(x) < 0.2 * r else side))
        return labels


def points_of(
    G: nx.Graph[Any] | None,
    nodes: Sequence[Any],
    pos: Positions | None = None,
    names: bool | None = None,
    *,
    in_turn: bool = False,
) -> Points:
    """Return positions of nodes: `pos`, their attribute ``pos``, computed ones, or a circle.

    The circle starts at the top and goes clockwise. It is used without a graph, for a dense graph,
    and for a tour (`in_turn`) of a graph that is not planar.
    """
    places = _attributes(G) if pos is None else _given(pos, nodes)
    if not (places and all(node in places for node in nodes)):
        find = planar_positions if in_turn else positions
        found = {} if G is None or set(G) != set(nodes) else find(G)
        unit = _spacing(list(found.values()), _DENSEST) if found else 1.0
        places = {node: (x / unit, y / unit) for node, (x, y) in found.items()}
        unit = 1.0  # as on a circle
    else:
        unit = _spacing(list(places.values()), _DENSE)
    if places:
        points = Points(places, unit, circle=False, names=names)
        if G is not None:
            points.lines = [[places[u], places[v]] for u, v in G.edges() if are_two(u, v)]
        return points
    n = len(nodes)
    radius = min(16.0, 0.7 / math.sin(math.pi / n)) if n > 1 else 0.0
    circle = {}
    for k, node in enumerate(nodes):
        angle = 2 * math.pi * k / n
        circle[node] = (radius * math.sin(angle), -radius * math.cos(angle))
    return Points(circle, 1.0, circle=True, names=names)


def _given(pos: Positions, nodes: Sequence[Any]) -> dict[Any, Point]:
    """Return the positions that were given, checked."""
    if not isinstance(pos, Mapping):
        raise InvalidArgument(f"pos must map nodes to points, got {pos!r}")
    places = {}
    for node in nodes:
        place = _point(pos.get(node))
        if place is None:
            raise InvalidArgument(f"pos must have two numbers for {node!r}, got {pos.get(node)!r}")
        places[node] = place
    return places


def _attributes(G: nx.Graph[Any] | None) -> dict[Any, Point]:
    """Return the positions in the attributes of the nodes, if all have one."""
    places = {}
    for node, pos in () if G is None else G.nodes(data="pos"):
        place = _point(pos)
        if place is None:
            return {}
        places[node] = place
    return places


def _point(pos: Any) -> Point | None:
    try:
        x, y = map(float, pos)
    except (TypeError, ValueError):
        return None
    return (x, y) if math.isfinite(x + y) else None


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


Geometry = Squares | Points


def geometry_of(
    G: nx.Graph[Any], pos: Positions | None = None, names: bool | None = None
) -> Geometry:
    """Return the squares of a graph on a board, or else points."""
    board = board_of(G) if pos is None else None
    if board is not None and all(node in board for node in G):
        return Squares(board, names)
    return points_of(G, list(G), pos, names)


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


def arc_between(p: Point, q: Point, height: float) -> Line:
    """Return an arc of a given height; the one from q to p is on the other side."""
    (x0, y0), (x1, y1) = p, q
    rise = height / (math.dist(p, q) or 1.0)
    dx, dy = rise * (y1 - y0), rise * (x0 - x1)
    arc = [p]
    for k in range(1, _ARC):
        t = k / _ARC
        h = 4 * t * (1 - t)
        arc.append((x0 + t * (x1 - x0) + h * dx, y0 + t * (y1 - y0) + h * dy))
    return [*arc, q]


def counted(number: int, noun: str) -> str:
    """Return a number and a noun in the right form."""
    return f"{number} {noun}{'s' * (number != 1)}"


def rounded(number: Any, *, up: bool = False) -> str:
    """Return a number as text for a caption, not an integer rounded down, or up, to 7 digits."""
    return decimal_text(number, 7, up=up)


def one_line(text: Any, most: int = LABEL_LENGTH) -> str:
    """Return text on one line, shortened, without characters that XML forbids."""
    line = _NOT_XML.sub("\ufffd", " ".join(str(text).split()))
    return line if len(line) <= most else line[: most - 1] + "…"
