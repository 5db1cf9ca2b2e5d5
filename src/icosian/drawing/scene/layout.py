"""Where everything stands in a picture: the one place that decides geometry, sizes and colours.

A :class:`Layout` is plain numbers and text. The matplotlib and the SVG painter both read it and
decide nothing themselves. On a board the unit is one square and y grows downwards: square
``(row, column)`` has its centre at x = column, y = row. Nodes with positions keep them, so there
y grows upwards, which a box whose top is the larger number says.

The layouts themselves are made in ``_tours``, ``_proofs``, ``_routes`` and ``_placements``, on the
ground of ``_ground``.
"""

from __future__ import annotations

import math
import string
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Box",
    "Label",
    "Layout",
    "Line",
    "Point",
    "Spots",
    "Strokes",
    "arrowhead",
    "widened",
    "with_names",
]

Point = tuple[float, float]
Line = list[Point]

# Line, dark square and light square keep their order in grey; the two marks differ in shape too.
MOVE = "#17408b"
RIM = "#123470"
DARK_SQUARE = "#b58863"
LIGHT_SQUARE = "#f0d9b5"
FINE_DARK_SQUARE = "#dcc3a1"  # where squares are many and small, the tour stands out more
FINE_LIGHT_SQUARE = "#f5e9d6"
EDGE_OPACITY = 0.35  # edges are drawn in the colour of moves
NODE = "#fffaf0"
START = "#2bb38a"
END = "#f2a32c"
INK = "#1a1a1a"  # text on nodes and squares
TEXT = "#141414"  # and on paper
NAME = "#4a4a4a"
PAPER = "#ffffff"
CLASH = "#c2410c"
ROAD = "#a9b6d2"  # as pale as an edge, but a solid colour: arrowheads lie on their roads
COAL = "#37322d"
PIECE = "#352f2a"
PIECE_RIM = "#fffbf2"


class Pen(NamedTuple):
    """How lines of a kind look: colour, width in widths of a tour, dashes in widths of the line."""

    color: str
    width: float
    dashes: tuple[float, ...] = ()


class Fill(NamedTuple):
    """How nodes of a kind look: their colour, that of the text on them, and that of their rim."""

    color: str
    ink: str = INK
    rim: str = RIM


# Parts and stages are tints that dark text is read on; numbers and letters tell parts and sets
# apart where their colours do not, or come round again.
_PARTS = ("#7fc4ee", END, "#5cc9a7", "#f3e96b", "#e3a6c9", "#e98f6b", "#b9b4e6")
_SETS = (MOVE, "#8c1c13", "#0b5d3b", "#6a1b7a", "#a3195b", "#00636b")
_STAGES = ("#fdf6d8", "#d3e7bd", "#9fd0bd", "#74b3c6", "#6a96c4")
PARTS, SETS, STAGES = len(_PARTS), len(_SETS), len(_STAGES)
_BETWEEN = 4  # shades of heat from one stage to the next


def _blend(first: str, second: str, part: float) -> str:
    """Return the colour that lies between two at a part of the way."""
    ends = ([int(color[k : k + 2], 16) for k in (1, 3, 5)] for color in (first, second))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(*ends, strict=True))


# Near is pale and far is darker, in grey too; ink stays readable on the darkest.
HEAT = [
    *(
        _blend(first, second, k / _BETWEEN)
        for first, second in pairwise(_STAGES)
        for k in range(_BETWEEN)
    ),
    _STAGES[-1],
]
# The colours of a colouring, each with that of the number on it. Colour-blind readers tell them
# apart, too; the numbers do where they come round again, and in grey.
_COLORS = {
    "#9cc3e6": INK,
    "#f2a32c": INK,
    "#3a67b1": NODE,
    "#faeac4": INK,
    "#b93c55": NODE,
    "#35b597": INK,
    "#af99f8": INK,
    "#8d6014": NODE,
    "#cefb93": INK,
    "#4a2765": NODE,
}
FIELD = _blend(FINE_DARK_SQUARE, FINE_LIGHT_SQUARE, 0.5)
PENS = {
    "strong": Pen(MOVE, 1.25),
    "absent": Pen(NAME, 0.6, (3.5, 2.5)),
    "split": Pen(CLASH, 1.4),
    "way": Pen(MOVE, 1.0),
    "leap": Pen(MOVE, 0.4),
    "road": Pen(ROAD, 0.6),
    "tied": Pen(MOVE, 0.8, (2.6, 1.8)),
    "tree": Pen(MOVE, 1.0),
    "rim": Pen(NODE, 2.8),
    "path": Pen(CLASH, 1.7),
    "field": Pen(FIELD, 1.0),
    **{f"set{k}": Pen(color, 0.65, (4.0, 1.6)) for k, color in enumerate(_SETS, 1)},
}
FILLS = {
    "crowd": Fill(COAL, NODE, NAME),
    "rest": Fill(NODE),
    "removed": Fill(COAL, NODE, NAME),
    "marked": Fill(END),
    "relief": Fill("#8ecbf2"),
    "clash": Fill(CLASH, PAPER),
    "chosen": Fill(START),
    "piece": Fill(PIECE, NODE, PIECE_RIM),
    **{f"part{k}": Fill(color) for k, color in enumerate(_PARTS, 1)},
    **{f"stage{k}": Fill(color) for k, color in enumerate(_STAGES, 1)},
    **{f"color{k}": Fill(color, ink) for k, (color, ink) in enumerate(_COLORS.items())},
}
# On dark paper lines turn pale, squares dim, and pieces white. Discs, tints and heat stay as they
# are: what stands on them is read the same by day and by night.
NIGHT = {
    PAPER: "#15171c",
    TEXT: "#f2efe8",
    NAME: "#b9b5ac",
    MOVE: "#b3ceff",
    RIM: "#0d1420",
    DARK_SQUARE: "#4a3b30",
    LIGHT_SQUARE: "#75614e",
    FINE_DARK_SQUARE: "#2a2622",
    FINE_LIGHT_SQUARE: "#383129",
    FIELD: "#312c26",
    ROAD: "#4d5973",
    CLASH: "#ff8f5e",
    PIECE: "#fff6e6",
    PIECE_RIM: "#1d1915",
    **dict(zip(_SETS[1:], ("#ff9d91", "#6fd8a8", "#dba2ec", "#ff9ec4", "#6cd3dc"), strict=True)),
}

NUMBERED_NODES = 144  # with more, numbers and labels are too small to read
ARROWED_NODES = 400  # and with more, arrowheads
NAMED_SIDE = 26  # files and ranks are named on boards up to this side
SHOWN = 2000  # larger graphs do not show themselves in a notebook
SHOWN_TOUR = 100_000  # nor do longer tours: their pictures take megabytes
FAINT_EDGES = 2000  # more edges or dots make a grey blur
SINGLE_SQUARES = 400  # up to here squares are things of their own, above they are a texture
DARK, LIGHT, HOLE, GAP = "xo# "  # the characters of Layout.rows
HEATS = string.ascii_uppercase[: len(HEAT)]  # and these, for squares in the shades of HEAT
TINTS = string.ascii_lowercase[: len(_COLORS)]  # and these, for the colours of a colouring
SHADES = dict(zip(HEATS + TINTS, [*HEAT, *_COLORS], strict=True))


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


class Strokes(NamedTuple):
    """Lines of one kind, one of PENS, and the arrowheads on them."""

    kind: str
    lines: Sequence[Line]
    heads: Sequence[Line] = ()


class Spots(NamedTuple):
    """Nodes of one kind, one of FILLS, as discs, and the text on each of them, if there is any."""

    kind: str
    at: Sequence[Point]
    texts: Sequence[str] = ()


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
        The board as text, one character a unit square: dark, light, hole, gap or one of SHADES.
    is_fine : bool
        Whether the squares are so many that they are a texture only.
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
    starts, end, mark : sequence of points, point or None, float
        The marked nodes and the radius of a mark; a closed tour has no end.
    arrow : sequence of points
        The corners of the arrowhead that shows a closed tour returning.
    numbers, number_font : sequence of Label, float
        What stands on the nodes, and how high.
    labels : sequence of Label
        What stands beside the nodes.
    strokes : sequence of Strokes
        Edges and outlines that stand out, over the pale edges.
    spots, spot : sequence of Spots, float
        Nodes that stand out and their radius; their text is as high as numbers. Without a radius
        there is the text only, on squares of their colour.
    piece, pieces : str, sequence of points
        An outline, one of OUTLINES, and the squares where it stands.
    tags, tag_font : sequence of Label, float
        Small text on edges and outlines, and how high.
    heading, heading_font : sequence of Label, float
        What the picture claims, line by line above it, and how high.
    legend, legend_font : sequence of Label, float
        How to read it, and how high.
    title, description : str
        The picture in words, and more of it for those who cannot see it.
    """

    box: Box
    unit: float
    rows: Sequence[str] = ()
    is_fine: bool = False
    files: Sequence[tuple[float, str]] = ()
    ranks: Sequence[tuple[float, str]] = ()
    edges: Sequence[Line] = ()
    trail: Sequence[Line] = ()
    is_closed: bool = False
    dots: Sequence[Point] = ()
    dot: float = 0.0
    starts: Sequence[Point] = ()
    end: Point | None = None
    mark: float = 0.0
    arrow: Sequence[Point] = ()
    numbers: Sequence[Label] = ()
    number_font: float = 0.0
    labels: Sequence[Label] = ()
    strokes: Sequence[Strokes] = ()
    spots: Sequence[Spots] = ()
    spot: float = 0.0
    piece: str = ""
    pieces: Sequence[Point] = ()
    tags: Sequence[Label] = ()
    tag_font: float = 0.0
    heading: Sequence[Label] = ()
    heading_font: float = 0.0
    legend: Sequence[Label] = ()
    legend_font: float = 0.0
    title: str = ""
    description: str = ""

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
        return min(3.2, max(0.085 * unit, min(0.7, 0.2 * unit)))


def arrowhead(line: Line, mark: float, length: float) -> Line:
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


def widened(box: Box, by: float) -> Box:
    """Return a box that is wider on all four sides."""
    down = math.copysign(by, box.bottom - box.top)
    return Box(box.left - by, box.top - down, box.right + by, box.bottom + down)


def with_names(layout: Layout) -> Layout:
    """Turn files and ranks into labels: the picture gets room beside and below the board."""
    left, top, right, bottom = layout.box
    names = [Label((x, bottom + 0.4), text) for x, text in layout.files]
    names += [Label((left - 0.4, y), text) for y, text in layout.ranks]
    box = Box(left - 0.7, top, right + 0.7, bottom + 0.7) if names else layout.box
    return replace(layout, box=box, files=(), ranks=(), labels=[*layout.labels, *names])
