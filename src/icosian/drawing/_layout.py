"""Where everything stands in a picture: the one place that decides geometry, sizes and colours.

A :class:`Layout` is plain numbers and text. The matplotlib and the SVG painter both read it and
decide nothing themselves. On a board the unit is one square and y grows downwards: square
``(row, column)`` has its centre at x = column, y = row. Nodes with positions keep them, so there
y grows upwards, which a box whose top is the larger number says.
"""

from __future__ import annotations

import itertools
import math
import re
import string
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from icosian.boards.board import Board, board_of
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from icosian.tours.tour import Tour

    Point = tuple[float, float]
    Line = list[Point]

__all__ = ["Box", "Label", "Layout", "board_layout", "tour_layout"]

# Line, dark square and light square keep their order in grey; the two marks differ in shape too.
MOVE = "#17408b"
DARK_SQUARE = "#b58863"
LIGHT_SQUARE = "#f0d9b5"
FINE_DARK_SQUARE = "#dcc3a1"  # where squares are many and small, the tour stands out more
FINE_LIGHT_SQUARE = "#f5e9d6"
EDGE_OPACITY = 0.35  # edges are drawn in the colour of moves
NODE = "#fffaf0"
START = "#2bb38a"
END = "#f2a32c"
INK = "#1a1a1a"
NAME = "#4a4a4a"
PAPER = "#ffffff"
PAPER_AT_NIGHT = "#d3cec4"  # still pale, so that everything drawn on it keeps its contrast

NUMBERED_NODES = 144  # with more, numbers and labels are too small to read
NAMED_SIDE = 26  # files and ranks are named on boards up to this side
FAINT_EDGES = 2000  # more edges or dots make a grey blur
SINGLE_SQUARES = 400  # up to here squares are things of their own, above they are a texture
LABEL_LENGTH = 20  # longer labels are cut

DARK, LIGHT, HOLE, GAP = "xo# "  # the characters of Layout.rows

_ARC = 10  # pieces of a bow

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Box(NamedTuple):
    """The sides of a rectangle; top is the upper one on paper, whichever number is larger."""

    left: float
    top: float
    right: float
    bottom: float


class Label(NamedTuple):
    """Text at a point, and the part of the text that stands there."""

    at: Point
    text: str
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A picture as numbers and text, in data coordinates.

    Attributes
    ----------
    box : Box
        What the picture has to show, without its margin.
    unit : float
        The side of a square, or a distance typical of neighbouring nodes.
    rows : sequence of str
        The board as text, one character a unit square: dark, light, hole or gap.
    is_fine : bool
        Whether the squares are so many that they are a texture only.
    weight : float
        A factor for the width of all lines.
    files, ranks : sequence of (float, str)
        Names along the bottom and the left side, and where they stand.
    edges : sequence of lines
        The edges of the graph, drawn pale.
    trail : sequence of lines
        The tour: several lines where it leaves a wrapped board and comes back.
    is_closed : bool
        Whether the tour returns.
    dots, dot : sequence of points, float
        The nodes and their radius.
    start, end, mark : point or None, point or None, float
        The marked nodes and the radius of a mark; a closed tour has no end.
    arrow : sequence of points
        The corners of the arrowhead that shows a closed tour returning.
    numbers, number_font : sequence of Label, float
        What stands on the nodes, and how high.
    labels : sequence of Label
        What stands beside the nodes.
    title : str
        The picture in words.
    """

    box: Box
    unit: float
    rows: Sequence[str] = ()
    is_fine: bool = False
    weight: float = 1.0
    files: Sequence[tuple[float, str]] = ()
    ranks: Sequence[tuple[float, str]] = ()
    edges: Sequence[Line] = ()
    trail: Sequence[Line] = ()
    is_closed: bool = False
    dots: Sequence[Point] = ()
    dot: float = 0.0
    start: Point | None = None
    end: Point | None = None
    mark: float = 0.0
    arrow: Sequence[Point] = ()
    numbers: Sequence[Label] = ()
    number_font: float = 0.0
    labels: Sequence[Label] = ()
    title: str = ""

    @property
    def font(self) -> float:
        """The height of names and labels."""
        return 0.36 * self.unit

    @property
    def margin(self) -> Box:
        """What is kept free around the box, in units."""
        return Box(0.8, 0.3, 0.3, 0.8) if self.files else Box(0.3, 0.3, 0.3, 0.3)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box, in units."""
        left, top, right, bottom = self.box
        return (right - left) / self.unit, abs(bottom - top) / self.unit

    @property
    def pixels(self) -> float:
        """A good length of the unit on a screen: legible on small boards, bounded on huge ones."""
        side = max(self.size)
        return min(44.0, max(720.0, min(5.0 * side, 2400.0)) / side)

    def line_width(self, unit: float) -> float:
        """Return the width of the tour for a length of the unit, both in points or in pixels."""
        return self.weight * min(3.2, max(0.085 * unit, min(0.7, 0.2 * unit)))


def board_layout(G: Board | nx.Graph[Any]) -> Layout:
    """Lay out a board, or a graph with its nodes and edges."""
    if isinstance(G, Board):
        return _Squares(G).blank()
    if not hasattr(G, "number_of_edges"):
        raise InvalidArgument(f"G must be a Board or a networkx graph, got {G!r}")
    board = board_of(G)
    on_board = board is not None and all(node in board for node in G)
    ground = _Squares(board) if board is not None and on_board else _points(G, list(G))
    return replace(
        ground.blank(),
        edges=_faint(ground, G),
        dots=[ground.place(node) for node in G] if len(G) <= FAINT_EDGES else (),
        dot=0.13 * ground.unit,
    )


def tour_layout(tour: Tour, *, numbers: bool | None = None) -> Layout:
    """Lay out a tour, by default with numbers where they can be read."""
    board, G, n = tour.board, tour.graph, len(tour)
    ground = _points(G, tour.nodes) if board is None else _Squares(board)
    points = [ground.place(node) for node in tour]
    trail = _trail(ground, tour)
    returns = tour.is_closed and n > 1
    numbered = n <= NUMBERED_NODES if numbers is None else numbers
    dotted = numbered or (board is None and n <= SINGLE_SQUARES)
    unit, blank = ground.unit, ground.blank()
    mark = (0.36 if numbered else max(0.36, 0.02 * max(blank.size))) * unit
    return replace(
        blank,
        box=_widened(blank.box, _overhang(mark / unit) * unit),
        edges=_faint(ground, G, tour) if board is None and G is not None else (),
        trail=trail,
        is_closed=tour.is_closed,
        dots=points[1 : n if returns else n - 1] if dotted else (),
        dot=(0.31 if numbered else 0.13) * unit,
        start=points[0] if points else None,
        end=points[-1] if n > 1 and not returns else None,
        mark=mark,
        arrow=_arrow(trail[-1], mark, (0.9 if numbered else 1.3) * mark) if returns else (),
        numbers=[Label(p, str(k)) for k, p in enumerate(points, 1)] if numbered else (),
        number_font=0.36 * unit * min(1.0, 2.4 / len(str(n))),
        title=_title(tour, ground),
    )


class _Squares:
    """The squares of a board.

    The last axis runs to the right and the one before it downwards; further axes lay what there
    is so far side by side, then one below the other, with a gap. So an axis is a vector on paper,
    and the place of a square a linear function of its coordinates.
    """

    unit = 1.0

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
        return [_bow(*ends) if u[:-2] != v[:-2] else list(ends)]

    def _border(self, square: Sequence[int], step: Sequence[int]) -> Point:
        """Return where the way from a square along a step leaves the board."""
        x, y = self.place(square)
        dx, dy = self.place(step)
        ways: list[tuple[float, float, int]] = [*zip(square, step, self.board.shape, strict=True)]
        ways += [(x, dx, self.width), (y, dy, self.height)]  # from layer to layer it is far
        t = min((side - 0.5 - c if d > 0 else c + 0.5) / abs(d) for c, d, side in ways if d)
        return x + t * dx, y + t * dy

    def name(self, square: Any) -> str:
        return self.board.name(square) if self.board.has_names else _plain(square)

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


class _Points:
    """Nodes at points of the plane, on a circle round the origin or at positions of their own."""

    def __init__(self, places: dict[Any, Point], unit: float, *, circle: bool) -> None:
        self.places, self.unit, self.circle = places, unit, circle

    def __contains__(self, node: object) -> bool:
        return node in self.places

    def place(self, node: Any) -> Point:
        return self.places[node]

    def join(self, u: Any, v: Any) -> list[Line]:
        return [[self.places[u], self.places[v]]]

    def name(self, node: Any) -> str:
        return _plain(node)

    def blank(self) -> Layout:
        labels = self._labels() if len(self.places) <= NUMBERED_NODES else []
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

    def _labels(self) -> list[Label]:
        """Return what the nodes are called: outside the circle, or else below the nodes."""
        away = 0.6 * self.unit
        labels = []
        for node, (x, y) in self.places.items():
            if self.circle:
                r = math.hypot(x, y) or 1.0
                at = (x + away * x / r, y + away * y / r)
                side: Literal["start", "middle", "end"] = "start" if x > 0 else "end"
                labels.append(Label(at, _plain(node), "middle" if abs(x) < 0.2 * r else side))
            else:
                labels.append(Label((x, y - away), _plain(node)))
        return labels


def _points(G: nx.Graph[Any] | None, nodes: Sequence[Any]) -> _Points:
    """Put nodes at their ``pos``, or where one has none, on a circle, clockwise from the top."""
    places = {} if G is None else _positions(G)
    if places and all(node in places for node in nodes):
        return _Points(places, _spacing(list(places.values())), circle=False)
    n = len(nodes)
    radius = min(16.0, 0.7 / math.sin(math.pi / n)) if n > 1 else 0.0
    circle = {}
    for k, node in enumerate(nodes):
        angle = 2 * math.pi * k / n
        circle[node] = (radius * math.sin(angle), -radius * math.cos(angle))
    return _Points(circle, 1.0, circle=True)


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


def _faint(ground: _Squares | _Points, G: nx.Graph[Any], tour: Tour | None = None) -> list[Line]:
    """Return the edges that are not moves of the tour, if they can be told apart at all."""
    if G.number_of_edges() > FAINT_EDGES:
        return []
    moves = set(map(frozenset, tour.edges())) if tour else set()
    return [
        line
        for u, v in G.edges()
        if u != v and frozenset((u, v)) not in moves and u in ground and v in ground
        for line in ground.join(u, v)
    ]


def _trail(ground: _Squares | _Points, tour: Tour) -> list[Line]:
    """Return the tour as one line, broken only where it leaves a wrapped board."""
    trail = [[ground.place(node)] for node in tour[:1]]
    for u, v in tour.edges():
        first, *others = ground.join(u, v)
        trail[-1] += first[1:]
        trail += others
    return trail


def _bow(p: Point, q: Point) -> Line:
    """Return a slight arc: a straight line from layer to layer would hide behind others."""
    (x0, y0), (x1, y1) = p, q
    rise = 0.45 / math.dist(p, q)  # at most half way to the next row of squares
    dx, dy = rise * (y1 - y0), rise * (x0 - x1)
    arc = []
    for k in range(_ARC + 1):
        t = k / _ARC
        h = 4 * t * (1 - t)
        arc.append((x0 + t * (x1 - x0) + h * dx, y0 + t * (y1 - y0) + h * dy))
    return arc


def _arrow(line: Line, mark: float, length: float) -> list[Point]:
    """Return an arrowhead at the end of a line, pointing at the mark there."""
    (x0, y0), (x1, y1) = line[-2:]
    way = math.dist((x0, y0), (x1, y1))
    if not way:
        return []
    dx, dy = (x1 - x0) / way, (y1 - y0) / way
    corners = ((0.0, 0.0), (1.0, 0.4), (0.75, 0.0), (1.0, -0.4))  # back from the tip, and aside
    return [
        (
            x1 - dx * (1.2 * mark + back * length) - dy * aside * length,
            y1 - dy * (1.2 * mark + back * length) + dx * aside * length,
        )
        for back, aside in corners
    ]


def _overhang(mark: float) -> float:
    """Return how far the mark of a border square sticks out of it, in half squares."""
    return max(0, math.ceil(2.3 * mark - 1)) / 2


def _widened(box: Box, by: float) -> Box:
    down = math.copysign(by, box.bottom - box.top)
    return Box(box.left - by, box.top - down, box.right + by, box.bottom + down)


def _title(tour: Tour, ground: _Squares | _Points) -> str:
    if not len(tour):
        return "empty tour"
    noun = "square" if isinstance(ground, _Squares) else "node"
    kind = "closed" if tour.is_closed else "open"
    route = f"from {ground.name(tour[0])}"
    if not tour.is_closed:
        route += f" to {ground.name(tour[-1])}"
    return f"{kind} tour of {len(tour)} {noun}{'s' * (len(tour) != 1)}, {route}"


def _plain(node: Any) -> str:
    """Return a label on one line, short, and of characters that any document may hold."""
    text = _NOT_XML.sub("\ufffd", " ".join(str(node).split()))
    return text if len(text) <= LABEL_LENGTH else text[: LABEL_LENGTH - 1] + "…"
