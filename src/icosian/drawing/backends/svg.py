"""Write a layout as SVG text, with the standard library only."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from icosian.drawing.scene import colors as _colors
from icosian.drawing.scene.colors import (
    DARK,
    DARK_MODE,
    GAP,
    HEATS,
    HOLE,
    LIGHT,
    MIDDLE,
    SHADES,
    TINTS,
)
from icosian.drawing.scene.layout import Label, diamond, hexagons_by_shade
from icosian.drawing.scene.pieces import GRID, OUTLINES, RIM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from icosian.drawing.scene.layout import Layout, Line, Point

    Place = Callable[[Point], Point]

__all__ = ["document", "frame_of", "sheet_cell", "sheet_document"]

_PAPER = '<rect class="paper" width="100%" height="100%"/>'
_CELL = 200.0  # the larger side of a picture on a sheet, in pixels
_UNIT = 20  # the side of a square in SVG coordinates: centers are whole numbers
_CLASSES = {DARK: "dark", LIGHT: "light", MIDDLE: "middle", HOLE: "hole"}
_CLASSES |= {square: f"heat{k}" for k, square in enumerate(HEATS)}
_CLASSES |= {square: f"color{k}" for k, square in enumerate(TINTS)}
_SHAPE = (
    ".icosian{font-family:sans-serif;text-anchor:middle}"
    ".icosian .hole,.icosian .edge,.icosian .move,.icosian .stroke{fill:none}"
    ".icosian .move,.icosian .stroke,.icosian .piece{stroke-linejoin:round}"
    ".icosian .arrow,.icosian .piece,.icosian .name,.icosian .tag{paint-order:stroke}"
    f".icosian .edge{{opacity:{_colors.EDGE_OPACITY}}}"
)
_HEXAGONS = {
    "dark": _colors.DARK_SQUARE,
    "light": _colors.LIGHT_SQUARE,
    "middle": _colors.MIDDLE_SQUARE,
} | {_CLASSES[square]: color for square, color in SHADES.items()}
_FINE_HEXAGONS = {
    "dark": _colors.FINE_DARK_SQUARE,
    "light": _colors.FINE_LIGHT_SQUARE,
    "middle": _colors.FINE_MIDDLE_SQUARE,
}
_COLORS = [
    (".paper", "fill", _colors.PAPER),
    (".light", "fill", _colors.LIGHT_SQUARE),
    (".dark", "fill", _colors.DARK_SQUARE),
    ("path.light", "stroke", _colors.FINE_LIGHT_SQUARE),
    ("path.dark", "stroke", _colors.FINE_DARK_SQUARE),
    *(
        (f"path.hex{fine}.{name}", what, color)
        for fine, shades in (("", _HEXAGONS), (".fine", _FINE_HEXAGONS))
        for name, color in shades.items()
        for what in ("fill", "stroke")
    ),
    (".edge", "stroke", _colors.MOVE),
    (".move", "stroke", _colors.MOVE),
    (".arrow", "fill", _colors.MOVE),
    (".arrow", "stroke", _colors.NODE),
    (".node", "fill", _colors.NODE),
    (".node", "stroke", _colors.RIM),
    (".start", "fill", _colors.START),
    (".start", "stroke", _colors.RIM),
    (".end", "fill", _colors.END),
    (".end", "stroke", _colors.RIM),
    (".piece", "fill", _colors.PIECE),
    (".piece", "stroke", _colors.PIECE_RIM),
    (".number", "fill", _colors.INK),
    (".number.clue", "font-weight", "bold"),
    (".heading", "fill", _colors.TEXT),
    (".name", "fill", _colors.NAME),
    (".name", "stroke", _colors.PAPER),
    (".tag", "fill", _colors.TEXT),
    (".tag", "stroke", _colors.PAPER),
    *((f"rect.{_CLASSES[square]}", "fill", color) for square, color in SHADES.items()),
    *((f"path.{_CLASSES[square]}", "stroke", color) for square, color in SHADES.items()),
    *((f".area.{kind}", "fill", color) for kind, color in _colors.AREAS.items()),
    *((f".stroke.{kind}", "stroke", pen.color) for kind, pen in _colors.PENS.items()),
    *((f".head.{kind}", "fill", pen.color) for kind, pen in _colors.PENS.items()),
    *((f".spot.{kind}", "fill", fill.color) for kind, fill in _colors.FILLS.items()),
    *((f".spot.{kind}", "stroke", fill.rim) for kind, fill in _colors.FILLS.items()),
    *((f".number.{kind}", "fill", fill.ink) for kind, fill in _colors.FILLS.items()),
]
"""The style in light mode: selector, property, color or weight."""


def document(layout: Layout) -> str:
    """Return a layout as an SVG document."""
    width, height = layout.full_size
    box = f"{_UNIT * width:g} {_UNIT * height:g}"
    pixels = layout.pixels
    words = f"<title>{html.escape(layout.title)}</title>{_description(layout)}"
    return _svg(box, (width * pixels, height * pixels), words, _PAPER + _body(layout))


def sheet_document(layouts: Sequence[Layout], columns: int) -> str:
    """Return layouts in rows as one SVG document."""
    wide, high = sheet_cell(layouts)
    rows = -(-len(layouts) // columns)
    parts = []
    for k, layout in enumerate(layouts):
        row, column = divmod(k, columns)
        width, height = layout.full_size
        parts.append(
            f'<svg class="sheet" x="{column * wide:g}" y="{row * high:g}" width="{wide:g}"'
            f' height="{high:g}" viewBox="0 0 {_UNIT * width:g} {_UNIT * height:g}">'
            f"<title>{html.escape(layout.title)}</title>{_description(layout)}"
            f"{_body(layout)}</svg>"
        )
    size = columns * wide, rows * high
    words = f"<title>a sheet of {len(layouts)} pictures</title>"
    return _svg(f"{size[0]:g} {size[1]:g}", size, words, _PAPER + "".join(parts))


def sheet_cell(layouts: Sequence[Layout]) -> tuple[float, float]:
    """Return width and height of the pictures of a sheet, in pixels."""
    width = max(layout.full_size[0] for layout in layouts)
    height = max(layout.full_size[1] for layout in layouts)
    pixels = _CELL / max(width, height)
    return pixels * width, pixels * height


def _svg(box: str, size: tuple[float, float], words: str, body: str) -> str:
    width, height = size
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="icosian" role="img"',
            f' viewBox="0 0 {box}" width="{width:.0f}" height="{height:.0f}">',
            f"{words}<style>{_style(body)}</style>{body}</svg>",
        ]
    )


def _body(layout: Layout) -> str:
    """Return what an SVG document of a layout shows, without its paper."""
    place, scale, line = frame_of(layout)
    return "".join(
        [
            *_squares(layout, place),
            *_areas(layout, place, scale),
            *_texts("name", layout.coordinates, place, _UNIT * layout.font),
            _path("edge", layout.edges, place, 0.5 * line),
            *_strokes(layout, place, line),
            _moves(layout, place, line),
            *_marks(layout, place, scale, line),
            *_spots(layout, place, scale, line),
            *_pieces(layout, place),
            *_texts("number", layout.numbers, place, scale * layout.number_font),
            *_texts("number clue", layout.bold, place, scale * layout.number_font),
            *_texts("tag", layout.tags, place, scale * layout.tag_font),
            *_texts("name", layout.labels, place, scale * layout.font),
            *_texts("heading", layout.heading, place, scale * layout.heading_font),
            *_texts("name", layout.legend, place, scale * layout.legend_font),
        ]
    )


def frame_of(layout: Layout) -> tuple[Place, float, float]:
    """Return the map from data to SVG coordinates, its scale, and the width of lines."""
    left, top, _, bottom = layout.box
    scale = _UNIT / layout.unit
    down = scale if bottom > top else -scale
    x0, y0 = _UNIT * layout.margin.left - scale * left, _UNIT * layout.margin.top - down * top

    def place(point: Point) -> Point:
        return x0 + scale * point[0], y0 + down * point[1]

    pixels = layout.pixels
    return place, scale, _UNIT * layout.line_width(pixels) / pixels


def _description(layout: Layout) -> str:
    return f"<desc>{html.escape(layout.description)}</desc>" if layout.description else ""


def _style(body: str) -> str:
    """Return the rules for the classes in use; all are scoped to the class icosian."""
    used = {f".{name}" for names in re.findall('class="([^"]+)"', body) for name in names.split()}
    day, night = [], []
    for where, what, color in _COLORS:
        if used.issuperset(re.findall(r"\.\w+", where)):
            day.append(f".icosian {where}{{{what}:{color}}}")
            if color in DARK_MODE:
                night.append(f".icosian {where}{{{what}:{DARK_MODE[color]}}}")
    return f"{_SHAPE}{''.join(day)}@media (prefers-color-scheme:dark){{{''.join(night)}}}"


def _squares(layout: Layout, place: Place) -> Iterable[str]:
    if layout.are_hexagons:
        # Rims in the color of the hexagons close the gaps that rounding would leave.
        fine = "fine " * layout.is_fine
        for shade, lines in hexagons_by_shade(layout).items():
            yield _path(f"hex {fine}{_CLASSES[shade]}", lines, place, 0.3, "z")
        return
    x0, y0 = place((-0.5, -0.5))
    if not layout.is_fine:
        size = f'width="{_UNIT}" height="{_UNIT}"'
        for r, row in enumerate(layout.rows):
            y = y0 + _UNIT * r
            for c, square in enumerate(row):
                if square != GAP:
                    x = x0 + _UNIT * c
                    yield f'<rect class="{_CLASSES[square]}" x="{x:g}" y="{y:g}" {size}/>'
        return
    # A run of squares is a stroke: of one shade, or a light one below a dashed dark one, one dash a
    # square.
    runs: dict[str, list[str]] = {}
    for r, row in enumerate(layout.rows):
        y = y0 + _UNIT * (r + 0.5)
        for run in re.finditer(rf"[{DARK}{LIGHT}]+|([{''.join(SHADES)}])\1*", row):
            first, end = run.span()
            starts = (
                {run[1]: first} if run[1] else {LIGHT: first, DARK: first + (run[0][0] == LIGHT)}
            )
            for square, start in starts.items():
                if start < end:
                    data = f"M{x0 + _UNIT * start:g} {y:g}h{_UNIT * (end - start)}"
                    runs.setdefault(square, []).append(data)
    for square, pieces in runs.items():
        dash = f' stroke-dasharray="{_UNIT}"' if square == DARK else ""
        stroke = f'fill="none" stroke-width="{_UNIT}" shape-rendering="crispEdges"{dash}'
        yield f'<path class="{_CLASSES[square]}" {stroke} d="{"".join(pieces)}"/>'


def _areas(layout: Layout, place: Place, scale: float) -> Iterable[str]:
    for kind, at, radii in layout.areas:
        yield f'<g class="area {kind}">'
        for point, radius in zip(at, radii, strict=True):
            if layout.are_diamonds:
                corners = " ".join(f"{x:g},{y:g}" for x, y in map(place, diamond(point, radius)))
                yield f'<polygon points="{corners}"/>'
            else:
                x, y = place(point)
                yield f'<circle cx="{x:g}" cy="{y:g}" r="{scale * radius:g}"/>'
        yield "</g>"


def _path(
    classes: str,
    lines: Sequence[Line],
    place: Place,
    width: float,
    end: str = "",
    dash: str = "",
) -> str:
    if not lines:
        return ""
    data = "".join(
        "M" + " ".join([f"{x:g} {y:g}" for x, y in map(place, line)]) + end for line in lines
    )
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{classes}" stroke-width="{width:.3g}"{dashed} d="{data}"/>'


def _strokes(layout: Layout, place: Place, line: float) -> Iterable[str]:
    for kind, lines, heads in layout.strokes:
        _, factor, dashes = _colors.PENS[kind]
        width = factor * line
        dash = " ".join(f"{width * part:.3g}" for part in dashes)
        yield _path(f"stroke {kind}", lines, place, width, dash=dash)
        yield _path(f"head {kind}", heads, place, 0, "z")


def _spots(layout: Layout, place: Place, scale: float, line: float) -> Iterable[str]:
    stroke = f'stroke-width="{0.6 * line:.3g}"'
    for kind, at, texts in layout.spots:
        for x, y in map(place, at if layout.spot else ()):
            yield (
                f'<circle class="spot {kind}" cx="{x:g}" cy="{y:g}"'
                f' r="{scale * layout.spot:g}" {stroke}/>'
            )
        labels = [Label(p, text) for p, text in zip(at, texts, strict=False) if text]
        yield from _texts(f"number {kind}", labels, place, scale * layout.number_font)


def _pieces(layout: Layout, place: Place) -> Iterable[str]:
    for x, y in map(place, layout.pieces):
        yield (
            f'<path class="piece {layout.piece}" stroke-width="{_UNIT / GRID * RIM:g}"'
            f' transform="translate({x:g} {y:g})" d="{OUTLINES[layout.piece]}"/>'
        )


def _moves(layout: Layout, place: Place, width: float) -> str:
    if layout.is_closed:
        whole = len(layout.trail) == 1
        lines = [layout.trail[0][:-1]] if whole else layout.trail
        return _path("move closed", lines, place, width, "z" if whole else "")
    return _path("move open", layout.trail, place, width)


def _marks(layout: Layout, place: Place, scale: float, line: float) -> Iterable[str]:
    stroke = f'stroke-width="{0.6 * line:.3g}"'
    if layout.dots:
        radius = f'r="{scale * layout.dot:g}"'
        dots = [f'<circle cx="{x:g}" cy="{y:g}" {radius}/>' for x, y in map(place, layout.dots)]
        yield f'<g class="node" {stroke}>{"".join(dots)}</g>'
    if layout.arrow:
        corners = " ".join(f"{x:.4g},{y:.4g}" for x, y in map(place, layout.arrow))
        yield f'<polygon class="arrow" points="{corners}" stroke-width="{0.8 * line:.3g}"/>'
    mark = scale * layout.mark
    for x, y in map(place, layout.starts):
        yield f'<circle class="start" cx="{x:g}" cy="{y:g}" r="{mark:g}" {stroke}/>'
    if layout.end:
        x, y = place(layout.end)
        side = 0.9 * mark
        yield (
            f'<rect class="end" x="{x - side:g}" y="{y - side:g}" width="{2 * side:g}"'
            f' height="{2 * side:g}" {stroke}/>'
        )


def _texts(name: str, labels: Sequence[Label], place: Place, size: float) -> Iterable[str]:
    if not labels:
        return
    yield f'<g class="{name}" font-size="{size:.4g}" stroke-width="{0.3 * size:.3g}">'
    for at, text, anchor in labels:
        x, y = place(at)
        aside = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        yield (f'<text x="{x:g}" y="{y + 0.36 * size:.5g}"{aside}>{html.escape(text)}</text>')
    yield "</g>"
