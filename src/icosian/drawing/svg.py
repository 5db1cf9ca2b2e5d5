"""Write a scene or a film as SVG text, with the standard library only.

In a film every line and every state of a node is an element, and one animated attribute shows and
hides it. Where reduced motion is preferred, and in programs without animation, the last frame is
shown.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from icosian.drawing import styles
from icosian.drawing.films import ALONE, EMPTY, FPS, FRAMES, HOLD, Change, Film
from icosian.drawing.scene import (
    Discs,
    Glyphs,
    Layer,
    Line,
    Lines,
    Place,
    Scene,
    Texts,
    Tiles,
    projection,
)

Spans = dict[Any, list[int]]
"""For each mark, or line by its two nodes, the frames where it begins and ends, in turn."""

_PAPER = '<rect class="paper" width="100%" height="100%"/>'
_CELL = 200.0  # the larger side of a picture on a sheet, in pixels
_UNIT = 20  # the side of a square in SVG coordinates: centers are whole numbers
_CLASSES = {
    character: f"{kind}{k}"
    for kind, characters in (
        ("heat", styles.HEATS),
        ("color", styles.TINTS),
        ("pale", styles.PALES),
    )
    for k, character in enumerate(characters)
} | styles.NAMED
_SHAPE = (
    ".icosian{font-family:sans-serif;text-anchor:middle}"
    ".icosian .hole,.icosian .edge,.icosian .move,.icosian .stroke{fill:none}"
    ".icosian .move,.icosian .stroke,.icosian .piece{stroke-linejoin:round}"
    ".icosian .arrow,.icosian .piece,.icosian .name,.icosian .tag{paint-order:stroke}"
    f".icosian .edge{{opacity:{styles.EDGE_OPACITY}}}"
)
_INSIDE = dict.fromkeys(("edge", "line", "move", "stroke"), "stroke")
_COLORS = [
    (".paper", "fill", styles.PAPER),
    (".light", "fill", styles.LIGHT_SQUARE),
    (".dark", "fill", styles.DARK_SQUARE),
    ("path.light", "stroke", styles.FINE_LIGHT_SQUARE),
    ("path.dark", "stroke", styles.FINE_DARK_SQUARE),
    *(
        (f"path.hex{fine}.{name}", what, color)
        for fine, shades in (
            ("", styles.SQUARES),
            (".fine", dict(islice(styles.FINE_SQUARES.items(), 3))),
        )
        for name, color in ((_CLASSES[key], color) for key, color in shades.items())
        for what in ("fill", "stroke")
    ),
    *(
        (f".{'.'.join(name.split())}", what, color)
        for name, style in styles.STYLES.items()
        for what, color in (
            (_INSIDE.get(name.split()[0], "fill"), style.color),
            ("stroke", style.rim),
        )
        if color
    ),
    (".number.clue", "font-weight", "bold"),
    *((f"rect.{_CLASSES[square]}", "fill", color) for square, color in styles.SHADES.items()),
    *((f"path.{_CLASSES[square]}", "stroke", color) for square, color in styles.SHADES.items()),
]
"""The style in light mode: selector, property, color or weight."""


def document(scene: Scene, moving: str = "") -> str:
    """Return a scene, and what moves on it, as an SVG document."""
    width, height = scene.full_size
    box = f"{_UNIT * width:g} {_UNIT * height:g}"
    pixels = scene.pixels
    words = f"<title>{html.escape(scene.title)}</title>{_description(scene)}"
    body = _PAPER + _body(scene) + moving
    return _svg(box, (width * pixels, height * pixels), words, body, scene.inks)


def sheet_document(scenes: Sequence[Scene], columns: int) -> str:
    """Return scenes in rows as one SVG document."""
    wide, high = sheet_cell(scenes)
    rows = -(-len(scenes) // columns)
    parts = []
    for k, scene in enumerate(scenes):
        row, column = divmod(k, columns)
        width, height = scene.full_size
        parts.append(
            f'<svg class="sheet" x="{column * wide:g}" y="{row * high:g}" width="{wide:g}"'
            f' height="{high:g}" viewBox="0 0 {_UNIT * width:g} {_UNIT * height:g}">'
            f"<title>{html.escape(scene.title)}</title>{_description(scene)}"
            f"{_body(scene)}</svg>"
        )
    size = columns * wide, rows * high
    words = f"<title>a sheet of {len(scenes)} pictures</title>"
    body = _PAPER + "".join(parts)
    return _svg(f"{size[0]:g} {size[1]:g}", size, words, body, scenes[0].inks)


def sheet_cell(scenes: Sequence[Scene]) -> tuple[float, float]:
    """Return width and height of the pictures of a sheet, in pixels."""
    width = max(scene.full_size[0] for scene in scenes)
    height = max(scene.full_size[1] for scene in scenes)
    pixels = (scenes[0].side or _CELL) / max(width, height)
    return pixels * width, pixels * height


def _svg(
    box: str, size: tuple[float, float], words: str, body: str, inks: Mapping[str, str]
) -> str:
    width, height = size
    used = {name for names in re.findall('class="([^"]+)"', body) for name in names.split()}
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="icosian" role="img"',
            f' viewBox="0 0 {box}" width="{width:.0f}" height="{height:.0f}">',
            f"{words}<style>{style_sheet(used, inks)}</style>{body}</svg>",
        ]
    )


def _body(scene: Scene) -> str:
    place, scale, line = frame_of(scene)
    return _painted((layer.moved(place, scale) for layer in scene.painted()), line)


def _painted(layers: Iterable[Layer], line: float) -> str:
    """Return layers in SVG coordinates as elements, for a width of the line of a tour."""
    shown = (layer for layer in layers if layer.parts)
    return "".join(part for layer in shown for part in _PAINT[type(layer.shapes)](layer, line))


def frame_of(scene: Scene) -> tuple[Place, float, float]:
    """Return the map from data to SVG coordinates, its scale, and the width of lines."""
    pixels = scene.pixels
    return (*projection(scene, _UNIT), _UNIT * scene.line_width(pixels) / pixels)


def _description(scene: Scene) -> str:
    return f"<desc>{html.escape(scene.description)}</desc>" if scene.description else ""


def style_sheet(used: set[str], inks: Mapping[str, str]) -> str:
    """Return the rules for the classes in use; all are scoped to the class icosian."""
    day, night = [], []
    for where, what, color in _COLORS:
        if used.issuperset(_classes_of(where)):
            day.append(f".icosian {where}{{{what}:{inks.get(color, color)}}}")
            if color in styles.DARK_MODE and color not in inks:
                night.append(f".icosian {where}{{{what}:{styles.DARK_MODE[color]}}}")
    return f"{_SHAPE}{''.join(day)}@media (prefers-color-scheme:dark){{{''.join(night)}}}"


@cache
def _classes_of(selector: str) -> list[str]:
    return re.findall(r"\.([\w-]+)", selector)


def _cells(layer: Any, _: float) -> Iterable[str]:
    rows, are_hexagons, is_fine, (x0, y0), _side = layer.shapes
    if are_hexagons:
        # Rims in the color of the hexagons close the gaps that rounding would leave.
        fine = "fine " * is_fine
        for shade, lines in layer.shapes.faces().items():
            yield _path(f"hex {fine}{_CLASSES[shade]}", lines, 0.3, "z")
        return
    if not is_fine:
        size = f'width="{_UNIT}" height="{_UNIT}"'
        for r, row in enumerate(rows):
            y = y0 + _UNIT * r
            for c, square in enumerate(row):
                if square != styles.GAP:
                    x = x0 + _UNIT * c
                    yield f'<rect class="{_CLASSES[square]}" x="{x:g}" y="{y:g}" {size}/>'
        return
    # A run of squares is a stroke: of one shade, or a light one below a dashed dark one, one dash a
    # square.
    runs: dict[str, list[str]] = {}
    for r, row in enumerate(rows):
        y = y0 + _UNIT * (r + 0.5)
        for run in re.finditer(
            rf"[{styles.DARK}{styles.LIGHT}]+|([{re.escape(''.join(styles.SHADES))}])\1*", row
        ):
            first, end = run.span()
            starts = (
                {run[1]: first}
                if run[1]
                else {styles.LIGHT: first, styles.DARK: first + (run[0][0] == styles.LIGHT)}
            )
            for square, start in starts.items():
                if start < end:
                    data = f"M{x0 + _UNIT * start:g} {y:g}h{_UNIT * (end - start)}"
                    runs.setdefault(square, []).append(data)
    for square, pieces in runs.items():
        dash = f' stroke-dasharray="{_UNIT}"' if square == styles.DARK else ""
        stroke = f'fill="none" stroke-width="{_UNIT}" shape-rendering="crispEdges"{dash}'
        yield f'<path class="{_CLASSES[square]}" {stroke} d="{"".join(pieces)}"/>'


def _discs(layer: Any, line: float) -> Iterable[str]:
    rim = "" if layer.role == "area" else f' stroke-width="{layer.look.width * line:.3g}"'
    together = layer.role in {"area", "node"}
    own = "" if together else f' class="{layer.style}"'
    if together:
        yield f'<g class="{layer.style}"{rim}>'
    end = "/>" if together else f"{rim}/>"
    at, radii, form = layer.shapes
    if form == "disc":
        for (x, y), r in zip(at, radii, strict=True):
            yield f'<circle{own} cx="{x:g}" cy="{y:g}" r="{r:g}"{end}'
    else:
        for corners in layer.shapes.corners():
            points = " ".join(f"{x:g},{y:g}" for x, y in corners)
            yield f'<polygon{own} points="{points}"{end}'
    if together:
        yield "</g>"


def _lines(layer: Any, line: float) -> Iterable[str]:
    lines, are_closed = layer.shapes
    width = layer.look.width * line
    dash = " ".join(f"{width * part:.3g}" for part in layer.look.dashes)
    yield _path(layer.style, lines, width, "z" * are_closed, dash)


def _path(classes: str, lines: Sequence[Line], width: float, end: str = "", dash: str = "") -> str:
    data = "".join("M" + " ".join([f"{x:g} {y:g}" for x, y in line]) + end for line in lines)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{classes}" stroke-width="{width:.3g}"{dashed} d="{data}"/>'


def _glyphs(layer: Any, _: float) -> Iterable[str]:
    at, piece, _unit = layer.shapes
    for x, y in at:
        yield (
            f'<path class="piece {piece}" stroke-width="{_UNIT / styles.GRID * styles.RIM_WIDTH:g}"'
            f' transform="translate({x:g} {y:g})" d="{styles.OUTLINES[piece]}"/>'
        )


def _texts(layer: Any, _: float) -> Iterable[str]:
    size = layer.shapes.height
    yield f'<g class="{layer.style}" font-size="{size:.4g}" stroke-width="{0.3 * size:.3g}">'
    for (x, y), text, anchor, *_ in layer.shapes.labels:
        aside = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        yield (f'<text x="{x:g}" y="{y + 0.36 * size:.5g}"{aside}>{html.escape(text)}</text>')
    yield "</g>"


_PAINT: dict[type, Callable[[Any, float], Iterable[str]]] = {
    Tiles: _cells,
    Discs: _discs,
    Lines: _lines,
    Texts: _texts,
    Glyphs: _glyphs,
}


_FILM_STYLE = (
    "<style>"
    ".icosian .film .line{fill:none;stroke-linejoin:round}"
    ".icosian .film circle{paint-order:stroke}"
    "@media (prefers-reduced-motion:reduce){"
    ".icosian .film *{visibility:hidden!important}"
    ".icosian .film .last,.icosian .film .last *{visibility:visible!important}}"
    "</style>"
)


def moving_svg(film: Film, *, frames: int = FRAMES, fps: float = FPS) -> str:
    """Return a film as an SVG document that loops."""
    spans, total = _spans(film, frames)
    parts = _moving(film, spans, (total + 1) / fps + HOLD, fps)
    # The shades of heat are pale in dark mode as well.
    inks = {styles.MOVE: styles.MOVE} if film.is_heated else film.scene.inks
    scene = replace(film.scene, title=film.title, inks=inks)
    return document(scene, f'{_FILM_STYLE}<g class="film">{"".join(parts)}</g>')


def _spans(film: Film, frames: int) -> tuple[Spans, int]:
    """Return when each line and each mark begins and ends, and the number of the last frame."""
    spans: Spans = defaultdict(list)
    shown: dict[int, list[Any]] = defaultdict(list)
    k = 0
    for k, frame in enumerate(film.frames(frames), start=1):
        for node, mark, text, origin in frame.changes:
            before = shown[node]
            after: list[Any] = []
            if mark != EMPTY:
                after.append(Change(node, mark, text if film.has_texts else ""))
                after += [(origin, node)] if origin != ALONE else []
            for one in (*before, *after):
                if one not in before or one not in after:
                    spans[one].append(k)
            shown[node] = after
    return spans, k


def _shown(span: list[int], seconds: float, fps: float, classes: str) -> tuple[str, str]:
    """Return the attributes of an element, and the animation of its visibility."""
    last = len(span) % 2
    name = f"{classes} last" if last else classes
    seen = "" if last else ' visibility="hidden"'
    values = ";".join(["hidden", *(("visible", "hidden")[k % 2] for k in range(len(span)))])
    times = ";".join(["0", *(f"{k / fps / seconds:.6g}" for k in span)])
    animation = (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{seconds:g}s"'
        f' repeatCount="indefinite" values="{values}" keyTimes="{times}"/>'
    )
    return f'class="{name}"{seen}', animation


def _moving(film: Film, spans: Spans, seconds: float, fps: float) -> list[str]:
    """Return the lines of a film, and the marks over them, each with its animation."""
    place, scale, width = frame_of(film.scene)
    lines, marks = [], []
    for one, span in spans.items():
        if isinstance(one, Change):
            at = place(film.geometry.position(film.nodes[one.node]))
            if inner := _painted(film.mark_of(one, at, scale * film.scene.unit), width):
                attributes, animation = _shown(span, seconds, fps, "state")
                marks.append(f"<g {attributes}>{inner}{animation}</g>")
        else:
            parts = ([f"{x:.4g} {y:.4g}" for x, y in map(place, line)] for line in film.line(*one))
            data = "".join("M" + " ".join(points) for points in parts)
            attributes, animation = _shown(span, seconds, fps, film.style(one[1]))
            path = f'<path {attributes} stroke-width="{width:.3g}" d="{data}">'
            lines.append(f"{path}{animation}</path>")
    return lines + marks
