"""Scene: a picture as layers of numbers and text, which every painter draws.

On a board the unit is one square and y grows downwards: square ``(row, column)`` has its center at
x = column, y = row; a hexagon, at x = column + row / 2. Nodes with positions keep them, so there y
grows upwards: the top of the box is the larger number.
"""

from __future__ import annotations

import itertools
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from icosian.boards.board import RISE
from icosian.drawing.styles import GAP, HOLE, STYLES, Style

Point = tuple[float, float]
Line = list[Point]
Place = Callable[[Point], Point]

NUMBERED_NODES = 144  # with more, numbers and labels are too small to read
ARROWED_NODES = 400  # and with more, arrowheads
NAMED_SIDE = 26  # files and ranks are named on boards up to this side
SHOWN = 2000  # larger graphs are not shown automatically in a notebook
SHOWN_TOUR = 100_000  # nor are longer tours: their pictures take megabytes
FAINT_EDGES = 2000  # more edges or dots make a gray blur
SINGLE_SQUARES = 400  # above, squares are a texture and not single elements

MARGIN = 0.3  # around a picture, in units
AHEAD = 0.6  # of a line is before an arrowhead on it
_ARC = 10  # pieces of an arc
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))  # clockwise
_TIP = 0.5 / RISE  # from the center of a hexagon to a corner
_HEXAGON = [
    (x, y * _TIP) for x, y in ((0, -1), (0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5))
]


class Box(NamedTuple):
    """The sides of a rectangle; top is the upper side, whichever number is larger."""

    left: float
    top: float
    right: float
    bottom: float


class Label(NamedTuple):
    """Text at a point, and the part of the text that is placed there."""

    at: Point
    text: str
    anchor: Literal["start", "middle", "end"] = "middle"
    leader: tuple[Point, ...] = ()  # the line from what it names, where that is not beside it


class Tiles(NamedTuple):
    """A board as text: DARK, LIGHT, HOLE, GAP or one of SHADES a square, or a hexagon."""

    rows: Sequence[str] = ()
    are_hexagons: bool = False  # True if each row is half a unit further right than the one above
    is_fine: bool = False  # True if there are too many squares to tell apart
    corner: Point = (-0.5, -0.5)  # of the first square
    side: float = 1.0

    def faces(self) -> dict[str, list[Line]]:
        """Return the corners of the squares or hexagons by their characters."""
        (x0, y0), side = self.corner, self.side
        faces: dict[str, list[Line]] = {}
        for r, text in enumerate(self.rows):
            for c, shade in enumerate(text):
                if shade not in (HOLE, GAP):
                    corners = cell_corners(r, c, are_hexagons=self.are_hexagons)
                    shape = [(x0 + side * (x + 0.5), y0 + side * (y + 0.5)) for x, y in corners]
                    faces.setdefault(shade, []).append(shape)
        return faces


class Discs(NamedTuple):
    """Discs, squares, or squares on a corner, with their radii."""

    at: Sequence[Point]
    radii: Sequence[float]
    form: Literal["disc", "square", "diamond"] = "disc"

    def corners(self) -> list[Line]:
        """Return the corners of each square; one on a corner is a disc of Manhattan distances."""
        sides = _SQUARE if self.form == "square" else ((-0.5, 0), (0, -0.5), (0.5, 0), (0, 0.5))
        pairs = zip(self.at, self.radii, strict=True)
        return [[(x + 2 * r * dx, y + 2 * r * dy) for dx, dy in sides] for (x, y), r in pairs]


class Lines(NamedTuple):
    """Lines, open or closed; closed ones of the roles arrow and head are filled."""

    lines: Sequence[Line]
    are_closed: bool = False


class Texts(NamedTuple):
    """Labels with their height."""

    labels: Sequence[Label]
    height: float


class Glyphs(NamedTuple):
    """Chess pieces of one kind, as large as squares of a side."""

    at: Sequence[Point]
    piece: str
    unit: float


class Layer(NamedTuple):
    """Shapes of one style, one of STYLES; without any shape it is not painted."""

    style: str
    shapes: Tiles | Discs | Lines | Texts | Glyphs

    @property
    def role(self) -> str:
        """The first word of the style."""
        return self.style.partition(" ")[0]

    @property
    def parts(self) -> Sequence[Any]:
        """What it consists of: points, lines or labels."""
        return self.shapes[0]

    @property
    def look(self) -> Style:
        """How it is painted, and on which level."""
        return STYLES.get(self.style) or STYLES[self.role]

    def moved(self, place: Place, scale: float) -> Layer:
        """Return the layer at another place, in another scale."""
        match self.shapes:
            case Tiles() as tiles:
                shapes: Any = tiles._replace(corner=place(tiles.corner), side=scale * tiles.side)
            case Discs(at, radii, form):
                shapes = Discs(list(map(place, at)), [scale * r for r in radii], form)
            case Lines(lines, are_closed):
                shapes = Lines([list(map(place, line)) for line in lines], are_closed)
            case Texts(labels, height):
                moved = [label._replace(at=place(label.at)) for label in labels]
                shapes = Texts(moved, scale * height)
            case Glyphs(at, piece, unit):
                shapes = Glyphs(list(map(place, at)), piece, scale * unit)
        return Layer(self.style, shapes)

    # Layers of the usual kinds

    @staticmethod
    def discs(style: str, at: Iterable[Point], radius: float, form: Any = "disc") -> Layer:
        """Return equal discs, or squares."""
        places = list(at)
        return Layer(style, Discs(places, len(places) * [radius], form))

    @staticmethod
    def lines(style: str, lines: Sequence[Line], *, are_closed: bool = False) -> Layer:
        """Return lines, but of those without any point."""
        return Layer(style, Lines([line for line in lines if line], are_closed))

    @staticmethod
    def texts(style: str, labels: Sequence[Label], height: float) -> Layer:
        """Return labels."""
        return Layer(style, Texts(labels, height))

    @staticmethod
    def moves(trail: Sequence[Line], *, closed: bool) -> Layer:
        """Return a tour, several lines where it crosses the border of a torus."""
        is_ring = closed and len(trail) == 1
        lines = [trail[0][:-1]] if is_ring else trail
        return Layer.lines(f"move {'closed' if closed else 'open'}", lines, are_closed=is_ring)

    @staticmethod
    def spots(
        spots: Iterable[tuple[str, Point, str]], radius: float, height: float = 0.0
    ) -> list[Layer]:
        """Return highlighted nodes, each of a kind, with a text; without a radius only texts."""
        found: dict[str, list[Label]] = {}
        for kind, at, text in spots:
            found.setdefault(kind, []).append(Label(at, text))
        layers = []
        for kind, some in found.items():
            places = (label.at for label in some) if radius else ()
            layers.append(Layer.discs(f"spot {kind}", places, radius))
            layers.append(Layer.texts(f"number {kind}", [one for one in some if one.text], height))
        return layers

    @staticmethod
    def strokes(kind: str, lines: Sequence[Line], heads: Sequence[Line] = ()) -> list[Layer]:
        """Return highlighted lines, and the arrowheads on them."""
        arrows = Layer.lines(f"head {kind}", heads, are_closed=True)
        return [Layer.lines(f"stroke {kind}", lines), arrows]

    @staticmethod
    def ends(first: Iterable[Point], last: Iterable[Point], mark: float) -> list[Layer]:
        """Return the marks of first nodes and of last ones."""
        squares = Layer.discs("end", last, 0.9 * mark, "square")
        return [Layer.discs("start", first, mark), squares]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture as numbers and text, in data coordinates."""

    box: Box  # what the picture shows, without its margin
    unit: float  # the side of a square, or a typical distance between neighbors
    board: Tiles = field(default_factory=Tiles)
    layers: Sequence[Layer] = ()  # what is on the board; of one level later ones are over others
    side: float = 0.0  # the longer side in pixels, if it was asked for
    inks: Mapping[str, str] = field(default_factory=dict)  # colors that replace others
    title: str = ""  # the picture in words
    description: str = ""  # further words for those who cannot see it

    @property
    def font(self) -> float:
        """The height of names and labels."""
        return 0.36 * self.unit

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box, in units."""
        left, top, right, bottom = self.box
        return (right - left) / self.unit, abs(bottom - top) / self.unit

    @property
    def full_size(self) -> tuple[float, float]:
        """Width and height of the box with its margin, in units."""
        width, height = self.size
        return width + 2 * MARGIN, height + 2 * MARGIN

    @property
    def pixels(self) -> float:
        """The length of the unit on a screen: legible on small boards, bounded on huge ones."""
        if self.side:
            return self.side / max(self.full_size)
        side = max(self.size)
        return min(44.0, max(720.0, min(5.0 * side, 2400.0)) / side)

    def add(self, *layers: Layer, **changes: Any) -> Scene:
        """Return the scene with further layers, and other changes."""
        return replace(self, layers=[*self.layers, *layers], **changes)

    def below(self, *layers: Layer) -> Scene:
        """Return the scene with further layers under those of the same level."""
        return replace(self, layers=[*layers, *self.layers])

    def with_margin(self, mark: float) -> Scene:
        """Return the scene with room for marks of a radius on its border, in half units."""
        by = max(0, math.ceil(2.3 * mark / self.unit - 1)) / 2
        return replace(self, box=widen(self.box, by * self.unit))

    def painted(self) -> list[Layer]:
        """Return the board and all layers in the order of painting."""
        layers = sorted(self.layers, key=lambda layer: layer.look.level)
        return [one for one in (Layer("board", self.board), *layers) if one.parts]

    def with_rows(self, rows: Sequence[str], **changes: Any) -> Scene:
        """Return the scene with other rows of its board, and other changes."""
        return replace(self, board=self.board._replace(rows=rows), **changes)

    def line_width(self, unit: float) -> float:
        """Return the line width of a tour for a length of the unit, both in points or in pixels."""
        return min(3.2, max(0.085 * unit, min(0.7, 0.2 * unit)))


def projection(scene: Scene, unit: float, corner: Point = (0.0, 0.0)) -> tuple[Place, float]:
    """Return the map from data to pixels, y downwards, for a length of the unit, and its scale."""
    left, top, _, bottom = scene.box
    scale = unit / scene.unit
    down = scale if bottom > top else -scale
    x0 = corner[0] + unit * MARGIN - scale * left
    y0 = corner[1] + unit * MARGIN - down * top
    return lambda point: (x0 + scale * point[0], y0 + down * point[1]), scale


def hexagon_center(row: float, column: float) -> Point:
    """Return the center of a hexagon of a board."""
    return column + row / 2, RISE * row


def cell_corners(row: int, column: int, *, are_hexagons: bool) -> Line:
    """Return the corners of a square or a hexagon, clockwise from the left or upper one on top."""
    x, y = hexagon_center(row, column) if are_hexagons else (column, row)
    return [(x + dx, y + dy) for dx, dy in (_HEXAGON if are_hexagons else _SQUARE)]


def fitting(height: float, characters: int) -> float:
    """Return the height of text on a disc, less where it has many characters."""
    return height * min(1.0, 2.4 / max(1, characters))


def arrowhead(line: Line, length: float, mark: float | None = None) -> Line:
    """Return the corners of an arrowhead on a line, or pointing at a mark at its end.

    That on a line is a bit after the middle, so opposite ones are not side by side; on a piece
    without a length there is none.
    """
    k = (len(line) - 1) // 2 if mark is None else len(line) - 2
    (x0, y0), (x1, y1) = line[k : k + 2] if len(line) > 1 else 2 * line
    way = math.dist((x0, y0), (x1, y1))
    if not way:
        return []
    dx, dy = (x1 - x0) / way, (y1 - y0) / way
    before = (1 - AHEAD) * way - length / 2 if mark is None else 1.2 * mark
    corners = ((0.0, 0.0), (1.0, 0.4), (0.75, 0.0), (1.0, -0.4))  # back from the tip, and aside
    return [
        (
            x1 - dx * (before + back * length) - dy * aside * length,
            y1 - dy * (before + back * length) + dx * aside * length,
        )
        for back, aside in corners
    ]


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


def widen(box: Box, by: float) -> Box:
    """Return a box that is wider on all four sides, narrower by a negative number."""
    down = by * math.copysign(1, box.bottom - box.top)
    return Box(box.left - by, box.top - down, box.right + by, box.bottom + down)


def holding(box: Box, points: Iterable[Point]) -> Box:
    """Return the box, enlarged to contain points."""
    xs, ys = zip(*points, (box.left, box.top), (box.right, box.bottom), strict=True)
    top, bottom = (min(ys), max(ys)) if box.bottom > box.top else (max(ys), min(ys))
    return Box(min(xs), top, max(xs), bottom)


ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)  # where on an edge its number may stand
LABEL_LENGTH = 20  # longer labels are shortened
_HIGH = 1.1  # the height of a line of text, in heights of a letter
_WEIGHED_POINTS = 2000  # on more lines, labels do not avoid them: it would be slow
_AIR = 1.2  # times the height of a name is free around it
_WRITTEN = 3.0  # the penalty of text on text or on a node
_LEADER = 0.3  # and of a leader line: less than that of text on a line
_CLEARLY = 1.25  # a label is so many times as far from other nodes as from its own
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CHARACTER = 0.57  # the width of a letter, in heights
_HEADING = 48  # a claim is at least as high as this part of the picture
_LINE = 44  # the least length of a line of the legend, in letters


class _Area(NamedTuple):
    """A rectangle, low below high, whichever way y grows."""

    left: float
    low: float
    right: float
    high: float


class Room:
    """The free space between nodes with radii, the lines of layers, and earlier text."""

    def __init__(
        self, nodes: Iterable[tuple[Point, float]] = (), layers: Iterable[Layer] = ()
    ) -> None:
        at = list(nodes)
        self._nodes = [p for p, _ in at]
        self._taken = [_Area(x - r, y - r, x + r, y + r) for (x, y), r in at]
        self._pieces: list[tuple[_Area, Point, Point, float]] = []
        self.avoid(layers)

    def avoid(self, layers: Iterable[Layer]) -> None:
        """Keep text that is put from now on off lines, the more the wider; not if they are many."""
        some: list[Any] = [layer for layer in layers if layer.role != "head"]
        if sum(len(line) for layer in some for line in layer.parts) <= _WEIGHED_POINTS:
            self._pieces += [
                (_hull(p, q), p, q, layer.look.width)
                for layer in some
                for line in layer.parts
                for p, q in pairwise([*line, *line[: layer.shapes.are_closed]])
            ]

    def occupy(self, labels: Iterable[Label], font: float) -> None:
        """Keep text that is put from now on off labels."""
        self._taken += [area_of(label, font) for label in labels]

    def _best(
        self, choices: Iterable[Label], font: float, node: Point | None = None
    ) -> tuple[Label, _Area]:
        """Return the label that overlaps least, and that a node has nearer than others do."""
        areas = [(label, area_of(label, font)) for label in choices]
        return min(
            areas, key=lambda pair: self._hidden(pair[1], font) + self._astray(pair[1], node)
        )

    def put(self, choices: Iterable[Label], font: float) -> Label:
        """Return the label that overlaps least, and occupy its place."""
        label, area = self._best(choices, font)
        self._taken.append(area)
        return label

    def free(self, choices: Iterable[Label], font: float) -> list[Label]:
        """Return the label that overlaps least; none if it is hidden all the same."""
        label, area = self._best(choices, font)
        if self._hidden(area, font) >= _WRITTEN:
            return []
        self._taken.append(area)
        return [label]

    def name(self, at: Point, text: str, radius: float, font: float) -> Label:
        """Return the name of a node: near it, else at a leader line; empty if none is free."""
        wide = _AIR * font
        label, area = self._best(labels_around(at, text, radius, font), wide, at)
        if not (hidden := self._hidden(area, wide)):
            self._taken.append(area)
            return label
        far = [
            one._replace(leader=(at, _nearest(area_of(one, font), at)))
            for times in (2.0, 3.5)
            for one in labels_around(at, text, radius + times * font, font)
        ]
        found = [(self._hidden(area_of(one, wide), wide) + self._led(one), one) for one in far]
        least, best = min(found, key=lambda pair: pair[0])
        if least < min(hidden, _WRITTEN):
            label = best
        elif hidden >= _WRITTEN:
            return label._replace(text="")
        self._taken.append(area_of(label, wide))
        self.avoid([Layer.lines("stroke leader", [list(label.leader)])])
        return label

    def _led(self, label: Label) -> float:
        """Return the penalty of a leader line: for itself and for what it crosses."""
        p, q = label.leader
        crossed = sum(
            _meet(area, _hull(p, q)) and _cuts(area, p, q) for area in self._taken if _away(area, p)
        )
        return _LEADER + _WRITTEN * crossed

    def _hidden(self, area: _Area, font: float) -> float:
        """Return the penalty of an area for overlaps: high for nodes and text, low for lines."""
        hidden = 0.0
        for other in self._taken:
            wide = min(area.right, other.right) - max(area.left, other.left)
            tall = min(area.high, other.high) - max(area.low, other.low)
            if wide > 0 and tall > 0:
                hidden += _WRITTEN + 8 * (wide / font) * (tall / font)
        return hidden + sum(
            width for hull, p, q, width in self._pieces if _meet(area, hull) and _cuts(area, p, q)
        )

    def _astray(self, area: _Area, node: Point | None) -> float:
        """Return the penalty of the label of a node that is as near to other nodes."""
        if node is None:
            return 0.0
        near = _CLEARLY * _away(area, node)
        return 3.0 * sum(_away(area, other) < near for other in self._nodes if other != node)


def text_width(text: str) -> float:
    """Return the approximate width of text, in heights of a letter."""
    return sum({" ": 0.35, "/": 0.35}.get(c, 0.64 if c.isascii() else 0.9) for c in text)


def point_along(line: Line, t: float) -> Point:
    """Return the point of a polyline at a fraction of its length."""
    lengths = list(itertools.starmap(math.dist, pairwise(line)))
    rest = t * sum(lengths)
    for (p, q), length in zip(pairwise(line), lengths, strict=True):
        if rest <= length and length:
            t = rest / length
            return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
        rest -= length
    return line[-1]


def labels_around(at: Point, text: str, radius: float, font: float) -> list[Label]:
    """Return labels around a node: below, above, at its sides, at its corners."""
    x, y = at
    up, aside, slant = radius + 0.7 * font, radius + 0.35 * font, 0.75 * radius + 0.35 * font
    return [
        Label((x, y - up), text),
        Label((x, y + up), text),
        Label((x + aside, y), text, "start"),
        Label((x - aside, y), text, "end"),
        Label((x + slant, y - slant), text, "start"),
        Label((x + slant, y + slant), text, "start"),
        Label((x - slant, y - slant), text, "end"),
        Label((x - slant, y + slant), text, "end"),
    ]


def area_of(label: Label, font: float) -> _Area:
    """Return the rectangle of a label, for a height of text."""
    (x, y), wide, tall = label.at, font * text_width(label.text), font * _HIGH
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * wide
    return _Area(left, y - tall / 2, left + wide, y + tall / 2)


def _away(area: _Area, p: Point) -> float:
    x, y = p
    return math.hypot(
        max(area.left - x, 0.0, x - area.right), max(area.low - y, 0.0, y - area.high)
    )


def _nearest(area: _Area, p: Point) -> Point:
    return min(max(p[0], area.left), area.right), min(max(p[1], area.low), area.high)


def _hull(p: Point, q: Point) -> _Area:
    (x0, y0), (x1, y1) = p, q
    return _Area(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _meet(a: _Area, b: _Area) -> bool:
    return a.left < b.right and b.left < a.right and a.low < b.high and b.low < a.high


def _cuts(area: _Area, p: Point, q: Point) -> bool:
    """Return True if a segment whose bounding box meets an area crosses it."""
    (x0, y0), (x1, y1) = p, q
    corners = ((x, y) for x in (area.left, area.right) for y in (area.low, area.high))
    sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in corners]
    return min(sides) < 0 < max(sides)


def one_line(text: Any, most: int = LABEL_LENGTH) -> str:
    """Return text on one line, shortened, without characters that XML forbids."""
    line = _NOT_XML.sub("\ufffd", " ".join(str(text).split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def with_heading(scene: Scene, claim: str, notes: Sequence[str] = (), *, title: str = "") -> Scene:
    """Add a claim and a legend above the picture, wrapped to its width, and to its title."""
    left, top, right, bottom = scene.box
    large = max(0.34 * scene.unit, max(right - left, 1.3 * abs(bottom - top)) / _HEADING)
    small = 0.76 * large
    width = max(right - left, _LINE * _CHARACTER * small)
    middle, up = (left + right) / 2, math.copysign(1.0, top - bottom)
    above = 0.4 * large
    rows: dict[float, list[Label]] = {small: [], large: []}
    for font, text in [*((small, text) for text in reversed(notes)), (large, claim)]:
        for line in reversed(_wrapped(text, int(width / (_CHARACTER * font)))):
            rows[font].insert(0, Label((middle, top + (above + 0.6 * font) * up), line))
            above += 1.35 * font
    return scene.add(
        Layer.texts("heading", rows[large], large),
        Layer.texts("name", rows[small], small),
        box=Box(middle - width / 2, top + above * up, middle + width / 2, bottom),
        title=". ".join([*filter(None, [title]), claim, *notes]),
    )


def _wrapped(text: str, most: int) -> list[str]:
    """Break text into as few lines as possible, of about equal length."""
    lines = textwrap.wrap(text, most, break_on_hyphens=False)
    for shorter in range(most - 1, max(map(len, text.split())) - 1, -1):
        if len(evener := textwrap.wrap(text, shorter, break_on_hyphens=False)) > len(lines):
            break
        lines = evener
    return lines
