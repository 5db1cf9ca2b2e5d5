"""Write a film as animated SVG text, without scripts.

Every line and every state of a node is an element, and one animated attribute shows and hides it.
Where reduced motion is preferred, and in programs without animation, the last frame is shown.
"""

from __future__ import annotations

import html
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from icosian.drawing.backends.svg import document, frame_of
from icosian.drawing.scene import colors as _colors
from icosian.drawing.scene.colors import LOOKS
from icosian.drawing.scene.film import ALONE, EMPTY, MARKS, Change
from icosian.drawing.scene.pieces import GRID, OUTLINES, RIM

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from icosian.drawing.scene.film import Film

    Spans = dict[Change, list[int]]
    """For each state the frames where it begins and ends, in turn."""

__all__ = ["moving_svg"]

_HOLD = 2.5  # seconds for the last frame


def _color_rules(night: Mapping[str, str]) -> str:
    """Return the rules for all colors, those of dark mode if they are given."""
    rules = [f".icosian .film .line{{stroke:{night.get(_colors.MOVE, _colors.MOVE)}}}"]
    rules.append(f".icosian .film.heated .line{{stroke:{_colors.MOVE}}}")
    for mark, look in LOOKS.items():
        color, ink, rim = (night.get(c, c) for c in (look.color, look.ink, look.rim))
        rules.append(f".icosian .film .m-{mark} circle{{fill:{color};stroke:{rim}}}")
        rules.append(f".icosian .film .m-{mark} text{{fill:{ink}}}")
    return "".join(rules)


_STYLE = (
    "<style>"
    ".icosian .film .line{fill:none;stroke-linejoin:round}"
    ".icosian .film circle{paint-order:stroke}"
    f"{_color_rules({})}@media (prefers-color-scheme:dark){{{_color_rules(_colors.DARK_MODE)}}}"
    "@media (prefers-reduced-motion:reduce){"
    ".icosian .film *{visibility:hidden!important}"
    ".icosian .film .last,.icosian .film .last *{visibility:visible!important}}"
    "</style>"
)


def moving_svg(film: Film, *, frames: int, fps: float) -> str:
    """Return a film as an SVG document that loops."""
    spans, total = _spans(film, frames)
    seconds = (total + 1) / fps + _HOLD
    group = "film heated" if film.is_heated else "film"
    parts = [_STYLE, f'<g class="{group}">', *_lines(film, spans, seconds, fps)]
    parts += _marks(film, spans, seconds, fps)
    picture = document(replace(film.layout, title=film.title))
    return "".join([picture.removesuffix("</svg>"), *parts, "</g></svg>"])


def _spans(film: Film, frames: int) -> tuple[Spans, int]:
    """Return when each state of a node begins and ends, and the number of the last frame."""
    spans: Spans = defaultdict(list)
    now: dict[int, Change] = {}
    k = 0
    for k, frame in enumerate(film.frames(frames), start=1):
        for change in frame.changes:
            if change.node in now:
                spans[now.pop(change.node)].append(k)
            if change.mark != EMPTY:
                now[change.node] = change
                spans[change].append(k)
    return spans, k


def _merged(spans: Iterable[list[int]]) -> list[int]:
    """Join consecutive spans: a line stays visible while the mark at its end changes."""
    joined: list[int] = []
    for span in sorted(part for some in spans for part in _pairs(some)):
        if joined and joined[-1] == span[0]:
            joined.pop()
            joined += span[1:]
        else:
            joined += span
    return joined


def _pairs(span: list[int]) -> list[list[int]]:
    return [span[k : k + 2] for k in range(0, len(span), 2)]


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


def _lines(film: Film, spans: Spans, seconds: float, fps: float) -> Iterable[str]:
    place, _, width = frame_of(film.layout)
    found: dict[tuple[int, int], list[list[int]]] = defaultdict(list)
    for change, span in spans.items():
        if change.origin != ALONE:
            found[change.origin, change.node].append(span)
    for (origin, node), some in found.items():
        data = "".join(
            "M" + " ".join([f"{x:.4g} {y:.4g}" for x, y in map(place, line)])
            for line in film.line(origin, node)
        )
        attributes, animation = _shown(_merged(some), seconds, fps, "line")
        yield f'<path {attributes} stroke-width="{width:.3g}" d="{data}">{animation}</path>'


def _marks(film: Film, spans: Spans, seconds: float, fps: float) -> Iterable[str]:
    place, scale, width = frame_of(film.layout)
    unit = scale * film.layout.unit
    found: dict[tuple[int, int, str], list[list[int]]] = defaultdict(list)
    for change, span in spans.items():
        text = change.text if film.has_texts else ""
        found[change.node, change.mark, text].append(span)
    radius = f'r="{film.radius * unit * (1.2 if film.piece else 1):.4g}"'
    for (node, mark, text), some in found.items():
        x, y = place(film.geometry.place(film.nodes[node]))
        rim = 0.6 * width * LOOKS[MARKS[mark]].weight
        attributes, animation = _shown(_merged(some), seconds, fps, f"m-{MARKS[mark]}")
        disc = f'<circle cx="{x:.4g}" cy="{y:.4g}" {radius} stroke-width="{rim:.3g}"/>'
        inner = disc if film.has_disc(mark) else ""
        if film.piece:
            inner += (
                f'<path class="piece {film.piece}" stroke-width="{unit / GRID * RIM:.3g}"'
                f' transform="translate({x:.4g} {y:.4g})" d="{OUTLINES[film.piece]}"/>'
            )
        elif text:
            size = film.radius * unit * min(1.0, 2.4 / len(text))
            inner += (
                f'<text x="{x:.4g}" y="{y + 0.36 * size:.4g}" font-size="{size:.3g}">'
                f"{html.escape(text)}</text>"
            )
        if inner:
            yield f"<g {attributes}>{inner}{animation}</g>"
