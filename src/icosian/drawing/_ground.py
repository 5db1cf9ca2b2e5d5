"""Where nodes stand: on the squares of their board, at positions of their own, or on a circle."""

from __future__ import annotations

import itertools
import math
import re
import string
from typing import TYPE_CHECKING, Any, Literal

from icosian.boards.board import Board, board_of
from icosian.drawing._layout import (
    DARK,
    FAINT_EDGES,
    GAP,
    HOLE,
    LIGHT,
    NAMED_SIDE,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Label,
    Layout,
    Strokes,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import networkx as nx

    from icosian.drawing._layout import Line, Point

__all__ = ["Ground", "Points", "Squares", "bow", "faint", "ground_of", "plain", "points_of"]

LABEL_LENGTH = 20  # longer labels are cut

_ARC = 10  # pieces of a bow

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Squares:
    """The squares of a board.

    The last axis runs to the right and the one before it downwards; further axes lay what there
    is so far side by side, then one below the other, with a gap. So an axis is a vector on paper,
    and the place of a square a linear function of its coordinates.
    """

    unit = 1.0
    down = 1.0

    def __init__(self, board: Board) -> None:
        self.board = board
        extent = [1, 1]
        axes = []
        for k, side in enumerate(reversed(board.shape)):
            stride = extent[k % 2] + k // 2
            extent[k % 2] += stride * (side - 1)
            axes.append((0, stride) if k % 2 else (stride, 0))
        self.axes = axes[::-1]
        self.width, self.height = extent

    def __contains__(self, node: object) -> bool:
        return node in self.board

    def place(self, square: Sequence[float]) -> Point:
        if len(square) == 2:
            return square[1], square[0]
        pairs = list(zip(square, self.axes, strict=True))
        return sum(c * dx for c, (dx, _) in pairs), sum(c * dy for c, (_, dy) in pairs)

    def join(self, u: Sequence[int], v: Sequence[int]) -> list[Line]:
        """Return the line of a move, or its two ends at the border where it wraps round."""
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
        ends = self.place(u), self.place(v)
        # At most half way to the next row of squares: straight, it would hide behind others.
        return [bow(*ends, 0.45) if u[:-2] != v[:-2] else list(ends)]

    def _border(self, square: Sequence[int], step: Sequence[int]) -> Point:
        """Return where the way from a square along a step leaves the board."""
        x, y = self.place(square)
        dx, dy = self.place(step)
        ways: list[tuple[float, float, int]] = [*zip(square, step, self.board.shape, strict=True)]
        ways += [(x, dx, self.width), (y, dy, self.height)]  # from layer to layer it is far
        t = min((side - 0.5 - c if d > 0 else c + 0.5) / abs(d) for c, d, side in ways if d)
        return x + t * dx, y + t * dy

    def name(self, square: Any) -> str:
        return self.board.name(square) if self.board.has_names else plain(square)

    def field(self) -> Layout:
        """Return a board of one colour: so many squares look like it."""
        box = Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5)
        left, top, right, bottom = box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return Layout(box=box, unit=self.unit, strokes=[Strokes("field", [], [corners])])

    def blank(self) -> Layout:
        board = self.board
        named = board.has_names and max(board.shape) <= NAMED_SIDE
        rows, columns = board.shape if named else (0, 0)
        return Layout(
            box=Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5),
            unit=self.unit,
            rows=self._rows(),
            is_fine=len(board) > SINGLE_SQUARES,
            weight=1.0 if board.dimensions <= 2 else 0.6,  # moves from layer to layer are long
            files=list(enumerate(string.ascii_lowercase[:columns])),
            ranks=[(row, str(rows - row)) for row in range(rows)],
        )

    def _rows(self) -> list[str]:
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


class Points:
    """Nodes at points of the plane, on a circle round the origin or at positions of their own."""

    def __init__(self, places: dict[Any, Point], unit: float, *, circle: bool) -> None:
        self.places, self.unit, self.circle = places, unit, circle
        self.down = 1.0 if circle else -1.0
        self.aside = 0.6  # how far from a node its label stands, in units

    def __contains__(self, node: object) -> bool:
        return node in self.places

    def place(self, node: Any) -> Point:
        return self.places[node]

    def join(self, u: Any, v: Any) -> list[Line]:
        return [[self.places[u], self.places[v]]]

    def name(self, node: Any) -> str:
        return plain(node)

    def blank(self, labels: Sequence[Label] | None = None) -> Layout:
        """Return a picture of nothing but labels, by default the names of the nodes."""
        if labels is None:
            named = len(self.places) <= NUMBERED_NODES
            labels = self.labels(map(plain, self.places)) if named else []
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
        """Put a text at each node: outside the circle, or else below the nodes."""
        away = self.aside * self.unit
        labels = []
        for (x, y), text in zip(self.places.values(), texts, strict=True):
            if self.circle:
                r = math.hypot(x, y) or 1.0
                at = (x + away * x / r, y + away * y / r)
                side: Literal["start", "middle", "end"] = "start" if x > 0 else "end"
                labels.append(Label(at, text, "middle" if abs(x) < 0.2 * r else side))
            else:
                labels.append(Label((x, y - away), text))
        return labels


def points_of(G: nx.Graph[Any] | None, nodes: Sequence[Any]) -> Points:
    """Put nodes at their ``pos``, or where one has none, on a circle, clockwise from the top."""
    places = {} if G is None else _positions(G)
    if places and all(node in places for node in nodes):
        return Points(places, _spacing(list(places.values())), circle=False)
    n = len(nodes)
    radius = min(16.0, 0.7 / math.sin(math.pi / n)) if n > 1 else 0.0
    circle = {}
    for k, node in enumerate(nodes):
        angle = 2 * math.pi * k / n
        circle[node] = (radius * math.sin(angle), -radius * math.cos(angle))
    return Points(circle, 1.0, circle=True)


def _positions(G: nx.Graph[Any]) -> dict[Any, Point]:
    places = {}
    for node, pos in G.nodes(data="pos"):
        try:
            x, y = map(float, pos)
        except (TypeError, ValueError):
            return {}
        if not math.isfinite(x + y):
            return {}
        places[node] = (x, y)
    return places


def _spacing(points: list[Point]) -> float:
    """Return a unit for scattered points: half their mean distance, less where some are close."""
    n = len(points)
    xs, ys = zip(*points, strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    unit = 0.5 * max(math.sqrt(width * height / n), width / n, height / n) or 1.0
    if n > NUMBERED_NODES:
        return unit
    nearest = min(itertools.starmap(math.dist, itertools.combinations(points, 2)), default=unit)
    return min(unit, max(1.4 * nearest, 0.6 * unit))


Ground = Squares | Points


def ground_of(G: nx.Graph[Any]) -> Ground:
    """Return the board of a graph if its nodes are squares, or else points."""
    board = board_of(G)
    if board is not None and all(node in board for node in G):
        return Squares(board)
    return points_of(G, list(G))


def faint(ground: Ground, G: nx.Graph[Any], without: Collection[frozenset[Any]] = ()) -> list[Line]:
    """Return the edges of a graph but some, if they can be told apart at all."""
    if G.number_of_edges() > FAINT_EDGES:
        return []
    return [
        line
        for u, v in G.edges()
        if u != v and frozenset((u, v)) not in without and u in ground and v in ground
        for line in ground.join(u, v)
    ]


def bow(p: Point, q: Point, height: float) -> Line:
    """Return an arc of a given height; the one back from q to p lies on the other side."""
    (x0, y0), (x1, y1) = p, q
    rise = height / (math.dist(p, q) or 1.0)
    dx, dy = rise * (y1 - y0), rise * (x0 - x1)
    arc = [p]
    for k in range(1, _ARC):
        t = k / _ARC
        h = 4 * t * (1 - t)
        arc.append((x0 + t * (x1 - x0) + h * dx, y0 + t * (y1 - y0) + h * dy))
    return [*arc, q]


def plain(text: Any, most: int = LABEL_LENGTH) -> str:
    """Return a label on one line, short, and of characters that any document may hold."""
    line = _NOT_XML.sub("\ufffd", " ".join(str(text).split()))
    return line if len(line) <= most else line[: most - 1] + "…"
