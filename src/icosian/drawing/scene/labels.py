"""Placement of text: next to nodes, on edges, and above the picture, wrapped to its width."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from icosian.drawing.scene.layout import Box, Label, Line, Point, Scene

ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)  # where on an edge its number may stand
LABEL_LENGTH = 20  # longer labels are shortened
_HIGH = 1.1  # the height of a line of text, in heights of a letter
_CLEARLY = 1.25  # a label is so many times as far from other nodes as from its own
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CHARACTER = 0.57  # the width of a letter, in heights
_LINE = 44  # the least length of a line of the legend, in letters


class _Area(NamedTuple):
    """A rectangle, low below high, whichever way y grows."""

    left: float
    low: float
    right: float
    high: float


class Room:
    """The free space between nodes with radii, lines with widths, and earlier text."""

    def __init__(
        self, nodes: Iterable[tuple[Point, float]], lines: Iterable[tuple[Line, float]]
    ) -> None:
        at = list(nodes)
        self._nodes = [p for p, _ in at]
        self._taken = [_Area(x - r, y - r, x + r, y + r) for (x, y), r in at]
        self._pieces = [
            (_hull(p, q), p, q, width) for line, width in lines for p, q in pairwise(line)
        ]

    def put(self, choices: Iterable[Label], font: float, node: Point | None = None) -> Label:
        """Return the label that overlaps least, the first of the best, and occupy its place.

        That of a node is nearer to it than to any other, if there is such a place.
        """
        areas = [(label, _area(label, font)) for label in choices]
        best, area = min(
            areas, key=lambda pair: self._hidden(pair[1], font) + self._astray(pair[1], node)
        )
        self._taken.append(area)
        return best

    def _hidden(self, area: _Area, font: float) -> float:
        """Return the penalty of an area for overlaps: high for nodes and text, low for lines."""
        hidden = 0.0
        for other in self._taken:
            wide = min(area.right, other.right) - max(area.left, other.left)
            tall = min(area.high, other.high) - max(area.low, other.low)
            if wide > 0 and tall > 0:
                hidden += 3 + 8 * wide * tall / font**2
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


def along(line: Line, t: float) -> Point:
    """Return the point of a polyline at a fraction of its segments."""
    k = min(int(t * (len(line) - 1)), len(line) - 2)
    (x0, y0), (x1, y1) = line[k : k + 2]
    rest = t * (len(line) - 1) - k
    return x0 + rest * (x1 - x0), y0 + rest * (y1 - y0)


def beside(at: Point, text: str, radius: float, font: float) -> list[Label]:
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


def _area(label: Label, font: float) -> _Area:
    (x, y), wide, tall = label.at, font * text_width(label.text), font * _HIGH
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * wide
    return _Area(left, y - tall / 2, left + wide, y + tall / 2)


def _away(area: _Area, p: Point) -> float:
    """Return the distance of a point from an area."""
    x, y = p
    return math.hypot(
        max(area.left - x, 0.0, x - area.right), max(area.low - y, 0.0, y - area.high)
    )


def _hull(p: Point, q: Point) -> _Area:
    (x0, y0), (x1, y1) = p, q
    return _Area(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _meet(a: _Area, b: _Area) -> bool:
    return a.left < b.right and b.left < a.right and a.low < b.high and b.low < a.high


def _cuts(area: _Area, p: Point, q: Point) -> bool:
    """Return True if a segment whose bounding box meets an area crosses it."""
    (x0, y0), (x1, y1) = p, q
    sides = [
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        for x in (area.left, area.right)
        for y in (area.low, area.high)
    ]
    return min(sides) < 0 < max(sides)


def one_line(text: Any, most: int = LABEL_LENGTH) -> str:
    """Return text on one line, shortened, without characters that XML forbids."""
    line = _NOT_XML.sub("\ufffd", " ".join(str(text).split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def with_heading(scene: Scene, claim: str, notes: Sequence[str] = ()) -> Scene:
    """Add a claim and a legend above the picture, wrapped to its width, and as its title."""
    left, top, right, bottom = scene.box
    large = max(0.34 * scene.unit, (right - left) / 60)
    small = 0.76 * large
    width = max(right - left, _LINE * _CHARACTER * small)
    middle, up = (left + right) / 2, math.copysign(1.0, top - bottom)
    above = 0.4 * large
    rows: dict[float, list[Label]] = {small: [], large: []}
    for font, text in [*((small, text) for text in reversed(notes)), (large, claim)]:
        for line in reversed(_wrapped(text, int(width / (_CHARACTER * font)))):
            rows[font].insert(0, Label((middle, top + (above + 0.6 * font) * up), line))
            above += 1.35 * font
    return replace(
        scene,
        box=Box(middle - width / 2, top + above * up, middle + width / 2, bottom),
        heading=rows[large],
        heading_font=large,
        legend=rows[small],
        legend_font=small,
        title=". ".join([claim, *notes]),
    )


def _wrapped(text: str, most: int) -> list[str]:
    """Break text into as few lines as possible, of about equal length."""
    lines = textwrap.wrap(text, most, break_on_hyphens=False)
    for shorter in range(most - 1, max(map(len, text.split())) - 1, -1):
        if len(evener := textwrap.wrap(text, shorter, break_on_hyphens=False)) > len(lines):
            break
        lines = evener
    return lines
