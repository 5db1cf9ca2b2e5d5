"""Styles of layers: colors and pens, on light and dark backgrounds, and outlines of pieces."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from icosian.drawing.scene import Line

# Line, dark square and light square keep their order in gray; the two marks differ in shape too.
MOVE = "#17408b"
RIM = "#123470"
DARK_SQUARE = "#b58863"
LIGHT_SQUARE = "#f0d9b5"
FINE_DARK_SQUARE = "#dcc3a1"  # where squares are many and small, the tour stands out more
FINE_LIGHT_SQUARE = "#f5e9d6"
EDGE_OPACITY = 0.35  # edges are drawn in the color of moves
NODE = "#fffaf0"
START = "#2bb38a"
END = "#f2a32c"
INK = "#1a1a1a"  # text on nodes and squares
TEXT = "#141414"  # text on the background
NAME = "#4a4a4a"
PAPER = "#ffffff"
CLASH = "#c2410c"
ROAD = "#a9b6d2"  # as pale as an edge, but opaque: arrowheads lie on their roads
COAL = "#37322d"
ZONE = "#8fbfe4"
MOAT = "#f9dca6"
OTHER_MOAT = "#f3c878"  # of moats inside each other every second one
FLOOR_COLOR = "#f1efe9"
SHELF_COLOR = "#8b939e"
PIECE = "#352f2a"
PIECE_RIM = "#fffbf2"


class Style(NamedTuple):
    """The style of a layer: its color, that of its rim or halo, the width of its line or rim."""

    color: str
    rim: str = ""
    width: float = 0.6  # in widths of a tour
    dashes: tuple[float, ...] = ()  # in widths of the line
    level: float = 4.5  # what is higher is painted later


def _pen(color: str, width: float, dashes: tuple[float, ...] = ()) -> Style:
    return Style(color, "", width, dashes, level=2)


class Fill(NamedTuple):
    """The style of nodes: the color of the disc, of the text on it, of its rim and its weight."""

    color: str
    ink: str = INK
    rim: str = RIM
    weight: float = 1.0


# Parts and stages are tints on which dark text is legible; numbers and letters distinguish parts
# and sets whose colors are alike or repeat.
_PARTS = ("#7fc4ee", END, "#5cc9a7", "#f3e96b", "#e3a6c9", "#e98f6b", "#b9b4e6")
_SETS = (MOVE, "#8c1c13", "#0b5d3b", "#6a1b7a", "#a3195b", "#00636b")
_STAGES = ("#fdf6d8", "#d3e7bd", "#9fd0bd", "#74b3c6", "#6a96c4")
PARTS, SETS, STAGES = len(_PARTS), len(_SETS), len(_STAGES)
# The legs of a walk go from the first color to the last; on a board, where both modes have them on
# a pale rim, they are darker.
_LEGS = (MOVE, "#7a2a9a", "#c22d62", "#c9540c")
_LEGS_BY_NIGHT = ("#9cbcff", "#d3a5ff", "#ff9ab8", "#ffb066")
_MOVES = ("#163d86", "#742793", "#b4295b", "#b54b0a")
_BETWEEN = 4  # shades of heat from one stage to the next


def _blend(first: str, second: str, part: float) -> str:
    ends = ([int(color[k : k + 2], 16) for k in (1, 3, 5)] for color in (first, second))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(*ends, strict=True))


def _scale(stages: Sequence[str], between: int) -> list[str]:
    pairs = pairwise(stages)
    scale = [_blend(first, second, k / between) for first, second in pairs for k in range(between)]
    return [*scale, stages[-1]]


# Near is pale and far is darker, in gray too; ink stays legible on the darkest.
HEAT = _scale(_STAGES, _BETWEEN)
_LEG_SCALE, _NIGHT_SCALE, _MOVE_SCALE = (
    _scale(some, 3) for some in (_LEGS, _LEGS_BY_NIGHT, _MOVES)
)
LEGS = len(_LEG_SCALE)
WALK = (*_LEG_SCALE, *_MOVE_SCALE)
# The colors of a coloring, each with that of the number on it. Color-blind readers can distinguish
# them; numbers do so where colors repeat, and in gray.
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
MIDDLE_SQUARE = _blend(DARK_SQUARE, LIGHT_SQUARE, 0.5)  # the third shade of hexagons
FIELD = _blend(FINE_DARK_SQUARE, FINE_LIGHT_SQUARE, 0.5)
PENS = {
    "strong": _pen(MOVE, 1.25),
    "absent": _pen(NAME, 0.6, (3.5, 2.5)),
    "split": _pen(CLASH, 1.4),
    "way": _pen(MOVE, 1.0),
    "leap": _pen(MOVE, 0.4),
    "road": _pen(ROAD, 0.6),
    "tied": _pen(MOVE, 0.8, (2.6, 1.8)),
    "tree": _pen(MOVE, 1.0),
    "rim": _pen(NODE, 2.8),
    "zone": _pen(ZONE, 6.5),
    "moat1": _pen(MOAT, 6.5),
    "moat2": _pen(OTHER_MOAT, 6.5),
    "verge": _pen(NODE, 3.6),
    "path": _pen(CLASH, 1.7),
    "field": _pen(FIELD, 1.0),
    "grid": _pen("#8a8a8a", 0.4),
    "leader": _pen(NAME, 0.25),
    "wall": _pen(NAME, 1.6),
    "frame": _pen(NAME, 0.8),
    **{f"leg{k}": _pen(color, 1.25) for k, color in enumerate(_LEG_SCALE)},
    **{f"move{k}": _pen(color, 1.25) for k, color in enumerate(_MOVE_SCALE)},
    **{f"set{k}": _pen(color, 0.65, (4.0, 1.6)) for k, color in enumerate(_SETS, 1)},
    **{f"cover{k}": _pen(color, 1.25) for k, color in enumerate(_SETS, 1)},
}
FILLS = {
    "crowd": Fill(COAL, NODE, NAME),
    "rest": Fill(NODE),
    "removed": Fill(COAL, NODE, NAME),
    "marked": Fill(END),
    "relief": Fill("#8ecbf2"),
    "clash": Fill(CLASH, PAPER),
    "chosen": Fill(START),
    "clue": Fill("#f3e96b", rim=DARK_SQUARE),
    "piece": Fill(PIECE, NODE, PIECE_RIM),
    **{f"part{k}": Fill(color) for k, color in enumerate(_PARTS, 1)},
    **{f"rim{k}": Fill(NODE, rim=color) for k, color in enumerate(_PARTS, 1)},
    **{f"stage{k}": Fill(color) for k, color in enumerate(_STAGES, 1)},
    **{f"color{k}": Fill(color, ink) for k, (color, ink) in enumerate(_COLORS.items())},
    **{f"cover{k}": Fill(color) for k, color in enumerate(_SETS, 1)},
}
LOOKS = {
    "on": Fill(NODE, rim=MOVE),
    "head": Fill(END, rim=MOVE),
    "start": Fill(START, rim=MOVE),
    "open": Fill("#f3e96b", rim=MOVE),
    "left": Fill(CLASH, PAPER, CLASH),
    "again": Fill(NODE, rim=CLASH, weight=2.5),
    "found": Fill("#a9dcc5", rim=MOVE),
    "passed": Fill(NODE, rim=MOVE),
}
AREAS = {"site": ROAD, "zone": ZONE, "moat1": MOAT, "moat2": OTHER_MOAT, "gap": PAPER}
# On a dark background lines are pale, squares dim, and pieces white. Discs, tints and heat are the
# same in both modes, so is the text on them.
DARK_MODE = {
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
    MIDDLE_SQUARE: "#5f4e3f",
    ROAD: "#4d5973",
    FLOOR_COLOR: "#26282c",
    SHELF_COLOR: "#6d7580",
    ZONE: "#336696",
    MOAT: "#433418",
    OTHER_MOAT: "#5a451c",
    CLASH: "#ff8f5e",
    PIECE: "#fff6e6",
    PIECE_RIM: "#1d1915",
    **dict(zip(_LEG_SCALE[1:], _NIGHT_SCALE[1:], strict=True)),
    **dict(zip(_SETS[1:], ("#ff9d91", "#6fd8a8", "#dba2ec", "#ff9ec4", "#6cd3dc"), strict=True)),
}

DARK, LIGHT, MIDDLE, HOLE, GAP = "xo=# "  # the characters of the rows of a board
HEATS = string.ascii_uppercase[: len(HEAT)]  # and these, for squares in the shades of HEAT
TINTS = string.ascii_lowercase[: len(_COLORS)]  # and these, for the colors of a coloring
PALES = string.digits[: len(_COLORS)]  # and these, for the same colors paler, under pieces
_PALE = [_blend(color, NODE, 0.6) for color in _COLORS]
FLOOR, SHELF, PLAIN = ".+_"  # and these, for a floor, what stands on it, and a sheet of paper
NAMED = {DARK: "dark", LIGHT: "light", MIDDLE: "middle", HOLE: "hole"}
NAMED |= {FLOOR: "floor", SHELF: "shelf", PLAIN: "plain"}
SHADES = dict(zip(HEATS + TINTS + PALES, [*HEAT, *_COLORS, *_PALE], strict=True))
SHADES |= {FLOOR: FLOOR_COLOR, SHELF: SHELF_COLOR, PLAIN: PAPER}
SQUARES = {DARK: DARK_SQUARE, LIGHT: LIGHT_SQUARE, MIDDLE: MIDDLE_SQUARE, **SHADES}
FINE_SQUARES = SQUARES | {DARK: FINE_DARK_SQUARE, LIGHT: FINE_LIGHT_SQUARE, MIDDLE: FIELD}


STYLES = {
    "edge": Style(MOVE, width=0.5, level=1),
    "move": Style(MOVE, width=1.0, level=2),
    "line": Style(MOVE, width=1.0, level=2),
    "arrow": Style(MOVE, NODE, 0.8, level=4),
    "node": Style(NODE, RIM, level=3),
    "start": Style(START, RIM),
    "end": Style(END, RIM),
    "piece": Style(PIECE, PIECE_RIM),
    "number": Style(INK, level=5),
    "tag": Style(TEXT, PAPER, level=5.1),
    "heading": Style(TEXT, level=5.2),
    "name": Style(NAME, PAPER, level=5.2),
    **{f"area {kind}": Style(color, level=0.5) for kind, color in AREAS.items()},
    **{f"stroke {kind}": pen for kind, pen in PENS.items()},
    **{f"head {kind}": Style(pen.color, width=0.0, level=2) for kind, pen in PENS.items()},
    **{f"spot {kind}": Style(fill.color, fill.rim) for kind, fill in FILLS.items()},
    **{f"number {kind}": Style(fill.ink) for kind, fill in FILLS.items()},
    **{
        f"mark m-{kind}": Style(f.color, f.rim, 0.6 * f.weight, level=4)
        for kind, f in LOOKS.items()
    },
    **{f"text m-{kind}": Style(look.ink) for kind, look in LOOKS.items()},
    "number clue": Style(INK, level=5),
}
"""The style of each layer, by its role and its kind: its classes in SVG."""

GRID = 20  # outlines are in twentieths of a square, y downwards, around its center
RIM_WIDTH = 0.9  # the width of the stroke under an outline; it also fills the gaps inside


def _ball(x: float, y: float) -> str:
    r, k = 1.1, 0.6  # four arcs of a circle, each a cubic curve whose handles are 0.55 r long
    return (
        f"M{x - r:g} {y:g}C{x - r:g} {y - k:g} {x - k:g} {y - r:g} {x:g} {y - r:g}"
        f"C{x + k:g} {y - r:g} {x + r:g} {y - k:g} {x + r:g} {y:g}"
        f"C{x + r:g} {y + k:g} {x + k:g} {y + r:g} {x:g} {y + r:g}"
        f"C{x - k:g} {y + r:g} {x - r:g} {y + k:g} {x - r:g} {y:g}Z"
    )


_TIPS = ((-7.3, -3.3), (-3.9, -5.6), (0, -6.5), (3.9, -5.6), (7.3, -3.3))
_FOOT = "M-6 7.6C-6 6.3 -5.2 5.7 -4.6 5.4L4.6 5.4C5.2 5.7 6 6.3 6 7.6Z"

# Clockwise, and holes counterclockwise. Only the commands M, L, C and Z.
OUTLINES = {
    "queen": "".join(_ball(x, y) for x, y in _TIPS)
    + "M-7.2 -3L-4.4 0.3L-3.9 -5.2L-1.8 -0.4L0 -6.1L1.8 -0.4L3.9 -5.2L4.4 0.3L7.2 -3L5.4 3"
    "C5 4.4 -5 4.4 -5.4 3Z" + _FOOT,
    "king": "M-0.75 -8.2L0.75 -8.2L0.75 -7L2 -7L2 -5.6L0.75 -5.6L0.75 -3.9L-0.75 -3.9L-0.75 -5.6"
    "L-2 -5.6L-2 -7L-0.75 -7Z"
    "M-5 3.6C-7.6 1.6 -7.6 -2.9 -4.4 -3.2C-2.2 -3.4 -0.6 -2 0 -0.6C0.6 -2 2.2 -3.4 4.4 -3.2"
    "C7.6 -2.9 7.6 1.6 5 3.6C4 4.3 -4 4.3 -5 3.6Z" + _FOOT,
    "rook": "M-5 -6.6L-3 -6.6L-3 -5.2L-1.1 -5.2L-1.1 -6.6L1.1 -6.6L1.1 -5.2L3 -5.2L3 -6.6L5 -6.6"
    "L5 -3.4L3.6 -2.2L4 3.9L-4 3.9L-3.6 -2.2L-5 -3.4Z" + _FOOT,
    "bishop": _ball(0, -7.2) + "M0 -6C2.4 -4.3 4.1 -1.9 4.1 0.4C4.1 2.1 3.4 3.1 2.6 3.9L-2.6 3.9"
    "C-3.4 3.1 -4.1 2.1 -4.1 0.4C-4.1 -1.9 -2.4 -4.3 0 -6Z"
    "M2.2 -3.9L0.3 -0.9L0.9 -0.5L2.8 -3.3Z" + _FOOT,
    "knight": "M-4.2 3.9C-4.6 1.2 -0.9 0.2 -0.5 -2C-1.6 -0.9 -3 -0.9 -3.9 0.2"
    "C-4.6 1.1 -6 1.1 -6.3 -0.1C-6.5 -0.9 -4.6 -3.3 -3.9 -4.4C-3.8 -5.4 -3.4 -6.3 -2.9 -7.7"
    "L-1.3 -6.3C3 -6.6 5.3 -3.2 5.3 0.6C5.3 2 5 3.1 4.6 3.9Z"
    "M-2.3 -4.4L-2.7 -4L-2.3 -3.6L-1.9 -4Z" + _FOOT,
}
"""The pieces that have an outline, as the data of an SVG path."""


def commands(piece: str) -> Iterator[tuple[str, Line]]:
    """Yield the commands M, L, C and Z of an outline, each with its points."""
    for command, text in re.findall("([MLCZ])([^MLCZ]*)", OUTLINES[piece]):
        numbers = list(map(float, text.split()))
        yield command, list(zip(numbers[::2], numbers[1::2], strict=True))


def outline(piece: str) -> tuple[Line, list[int]]:
    """Return the corners and the codes of an outline as a path of matplotlib."""
    codes = {"M": 1, "L": 2, "C": 4, "Z": 79}
    steps = [(codes[command], ends or [(0.0, 0.0)]) for command, ends in commands(piece)]
    return [p for _, ends in steps for p in ends], [code for code, ends in steps for _ in ends]
