"""Outlines of chess pieces, so that no font is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian.drawing.scene.layout import Line

GRID = 20  # outlines are in twentieths of a square, y downwards, around its center
RIM = 0.9  # the width of the stroke under an outline; it also fills the gaps inside


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
