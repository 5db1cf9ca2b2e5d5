"""Scene: a picture as plain numbers and text, which every backend draws.

On a board the unit is one square and y grows downwards: square ``(row, column)`` has its center at
x = column, y = row; a hexagon, at x = column + row / 2. Nodes with positions keep them, so there y
grows upwards: the top of the box is the larger number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from icosian.boards.hexagonal import RISE
from icosian.drawing.scene.colors import GAP, HOLE

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

_ARC = 10  # pieces of an arc


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


class Strokes(NamedTuple):
    """Lines of one kind, one of PENS, and the arrowheads on them."""

    kind: str
    lines: Sequence[Line]
    heads: Sequence[Line] = ()


class Spots(NamedTuple):
    """Nodes of one kind, one of FILLS, as discs, each with an optional text."""

    kind: str
    at: Sequence[Point]
    texts: Sequence[str] = ()


class Areas(NamedTuple):
    """Discs of one kind, one of AREAS, with their radii, painted over earlier ones."""

    kind: str
    at: Sequence[Point]
    radii: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture as numbers and text, in data coordinates."""

    box: Box  # what the picture shows, without its margin
    unit: float  # the side of a square, or a typical distance between neighbors
    rows: Sequence[str] = ()  # the board as text: DARK, LIGHT, HOLE, GAP or one of SHADES a square
    are_hexagons: bool = False  # True if each row is half a unit further right than the one above
    is_fine: bool = False  # True if there are too many squares to tell apart
    areas: Sequence[Areas] = ()  # colored ground under everything else
    are_diamonds: bool = False  # True if areas are squares on a corner instead of discs
    files: Sequence[tuple[float, str]] = ()  # names along the bottom, with their x
    ranks: Sequence[tuple[float, str]] = ()  # names along the left side, with their y
    edges: Sequence[Line] = ()  # the edges of the graph, drawn pale
    trail: Sequence[Line] = ()  # the tour: several lines where it crosses the border of a torus
    is_closed: bool = False
    dots: Sequence[Point] = ()  # the nodes
    dot: float = 0.0  # and their radius
    starts: Sequence[Point] = ()  # nodes marked as a start
    end: Point | None = None  # the node marked as the end; a closed tour has none
    mark: float = 0.0  # the radius of a start or an end
    arrow: Sequence[Point] = ()  # the corners of the arrowhead of a closed tour
    numbers: Sequence[Label] = ()  # text on the nodes
    bold: Sequence[Label] = ()  # bold text on the nodes
    number_font: float = 0.0  # its height, as of all fonts below
    labels: Sequence[Label] = ()  # text next to the nodes
    strokes: Sequence[Strokes] = ()  # highlighted edges and outlines, over the pale edges
    spots: Sequence[Spots] = ()  # highlighted nodes; their text has the height of numbers
    spot: float = 0.0  # their radius; if 0, only the text is drawn
    piece: str = ""  # one of OUTLINES
    pieces: Sequence[Point] = ()  # where that piece is drawn
    tags: Sequence[Label] = ()  # small text on edges and outlines
    tag_font: float = 0.0
    heading: Sequence[Label] = ()  # the claim, line by line above the picture
    heading_font: float = 0.0
    legend: Sequence[Label] = ()  # how to read the picture
    legend_font: float = 0.0
    side: float = 0.0  # the longer side in pixels, if it was asked for
    inks: Mapping[str, str] = field(default_factory=dict)  # colors that replace others
    title: str = ""  # the picture in words
    description: str = ""  # further words for those who cannot see it

    @property
    def font(self) -> float:
        """The height of names and labels."""
        return 0.36 * self.unit

    @property
    def coordinates(self) -> list[Label]:
        """The names along the bottom and the left side as labels."""
        files = [Label((x, self.box.bottom + 0.4), text) for x, text in self.files]
        return files + [Label((self.box.left - 0.4, y), text) for y, text in self.ranks]

    @property
    def margin(self) -> Box:
        """The margin around the box, in units."""
        return Box(0.8, 0.3, 0.3, 0.8) if self.files else Box(0.3, 0.3, 0.3, 0.3)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box, in units."""
        left, top, right, bottom = self.box
        return (right - left) / self.unit, abs(bottom - top) / self.unit

    @property
    def full_size(self) -> tuple[float, float]:
        """Width and height of the box with its margin, in units."""
        (width, height), margin = self.size, self.margin
        return width + margin.left + margin.right, height + margin.top + margin.bottom

    @property
    def pixels(self) -> float:
        """The length of the unit on a screen: legible on small boards, bounded on huge ones."""
        if self.side:
            return self.side / max(self.full_size)
        side = max(self.size)
        return min(44.0, max(720.0, min(5.0 * side, 2400.0)) / side)

    def line_width(self, unit: float) -> float:
        """Return the line width of a tour for a length of the unit, both in points or in pixels."""
        return min(3.2, max(0.085 * unit, min(0.7, 0.2 * unit)))


class Discs(NamedTuple):
    """Discs, squares, or squares on a corner, with their radii."""

    at: Sequence[Point]
    radii: Sequence[float]
    form: Literal["disc", "square", "diamond"] = "disc"

    def moved(self, place: Place, scale: float) -> Discs:
        """Return the discs at other places, in another scale; so do lines, texts and glyphs."""
        return Discs(list(map(place, self.at)), [scale * r for r in self.radii], self.form)


class Lines(NamedTuple):
    """Lines, open or closed; closed ones of the roles arrow and head are filled."""

    lines: Sequence[Line]
    are_closed: bool = False

    def moved(self, place: Place, _: float) -> Lines:
        """Return the lines at other places."""
        return Lines([list(map(place, line)) for line in self.lines], self.are_closed)


class Texts(NamedTuple):
    """Labels with their height; names along a board are ticks where there are axes."""

    labels: Sequence[Label]
    height: float
    are_ticks: bool = False

    def moved(self, place: Place, scale: float) -> Texts:
        """Return the labels at other places, in another scale."""
        return Texts(
            [label._replace(at=place(label.at)) for label in self.labels], scale * self.height
        )


class Glyphs(NamedTuple):
    """Chess pieces of one kind, as large as squares of a side."""

    piece: str
    at: Sequence[Point]
    unit: float

    def moved(self, place: Place, scale: float) -> Glyphs:
        """Return the pieces at other places, in another scale."""
        return Glyphs(self.piece, list(map(place, self.at)), scale * self.unit)


class Layer(NamedTuple):
    """Shapes of one style, one of STYLES."""

    style: str
    shapes: Discs | Lines | Texts | Glyphs

    @property
    def role(self) -> str:
        """The first word of the style."""
        return self.style.partition(" ")[0]


def layers_of(scene: Scene) -> Iterator[Layer]:
    """Yield what is on the board of a picture, in the order in which it is painted."""

    def discs(style: str, at: Sequence[Point], radius: float, form: Any = "disc") -> Layer:
        return Layer(style, Discs(at, len(at) * [radius], form))

    for kind, at, radii in scene.areas:
        form: Any = "diamond" if scene.are_diamonds else "disc"
        yield Layer(f"area {kind}", Discs(at, radii, form))
    if names := scene.coordinates:
        yield Layer("name", Texts(names, scene.font, are_ticks=True))
    if scene.edges:
        yield Layer("edge", Lines(scene.edges))
    for kind, lines, heads in scene.strokes:
        if lines:
            yield Layer(f"stroke {kind}", Lines(lines))
        if heads:
            yield Layer(f"head {kind}", Lines(heads, are_closed=True))
    if scene.is_closed and len(scene.trail) == 1:
        yield Layer("move closed", Lines([scene.trail[0][:-1]], are_closed=True))
    elif scene.trail:
        yield Layer("move closed" if scene.is_closed else "move open", Lines(scene.trail))
    if scene.dots:
        yield discs("node", scene.dots, scene.dot)
    if scene.arrow:
        yield Layer("arrow", Lines([[*scene.arrow]], are_closed=True))
    if scene.starts:
        yield discs("start", scene.starts, scene.mark)
    if scene.end:
        yield discs("end", [scene.end], 0.9 * scene.mark, "square")
    for kind, at, texts in scene.spots:
        if scene.spot and at:
            yield discs(f"spot {kind}", at, scene.spot)
        if labels := [Label(p, text) for p, text in zip(at, texts, strict=False) if text]:
            yield Layer(f"number {kind}", Texts(labels, scene.number_font))
    if scene.pieces:
        yield Layer("piece", Glyphs(scene.piece, scene.pieces, scene.unit))
    for style, written, font in (
        ("number", scene.numbers, scene.number_font),
        ("number clue", scene.bold, scene.number_font),
        ("tag", scene.tags, scene.tag_font),
        ("name", scene.labels, scene.font),
        ("heading", scene.heading, scene.heading_font),
        ("name", scene.legend, scene.legend_font),
    ):
        if written:
            yield Layer(style, Texts(written, font))


def projection(scene: Scene, unit: float, corner: Point = (0.0, 0.0)) -> tuple[Place, float]:
    """Return the map from data to pixels, y downwards, for a length of the unit, and its scale."""
    left, top, _, bottom = scene.box
    scale = unit / scene.unit
    down = scale if bottom > top else -scale
    x0 = corner[0] + unit * scene.margin.left - scale * left
    y0 = corner[1] + unit * scene.margin.top - down * top
    return lambda point: (x0 + scale * point[0], y0 + down * point[1]), scale


def hexagon_center(row: float, column: float) -> Point:
    """Return the center of a hexagon of a board."""
    return column + row / 2, RISE * row


def hexagon(center: Point) -> Line:
    """Return the corners of a hexagon as wide as a unit, from the upper one clockwise."""
    x, y = center
    tip, side = 0.5 / RISE, 0.25 / RISE
    corners = ((0, -tip), (0.5, -side), (0.5, side), (0, tip), (-0.5, side), (-0.5, -side))
    return [(x + dx, y + dy) for dx, dy in corners]


def cells_by_shade(scene: Scene) -> dict[str, list[Line]]:
    """Return the corners of the squares or hexagons of a board by their characters."""
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    shades: dict[str, list[Line]] = {}
    for y, text in enumerate(scene.rows):
        for x, shade in enumerate(text):
            if shade in (HOLE, GAP):
                continue
            cell = [(x + dx, y + dy) for dx, dy in corners]
            if scene.are_hexagons:
                cell = hexagon(hexagon_center(y, x))
            shades.setdefault(shade, []).append(cell)
    return shades


def diamond(at: Point, radius: float) -> Line:
    """Return the corners of a square on a corner: the disc of the Manhattan distance."""
    x, y = at
    return [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)]


def arrowhead(line: Line, mark: float, length: float) -> Line:
    """Return the corners of an arrowhead at the end of a line, pointing at the mark there."""
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


def widened(box: Box, by: float) -> Box:
    """Return a box that is wider on all four sides, narrower by a negative number."""
    down = by * math.copysign(1, box.bottom - box.top)
    return Box(box.left - by, box.top - down, box.right + by, box.bottom + down)


def with_names(scene: Scene) -> Scene:
    """Return the scene with files and ranks as labels, and room for more below the board."""
    left, top, right, bottom = scene.box
    names = scene.coordinates
    box = Box(left - 0.7, top, right + 0.7, bottom + 0.7) if names else scene.box
    return replace(scene, box=box, files=(), ranks=(), labels=[*scene.labels, *names])
