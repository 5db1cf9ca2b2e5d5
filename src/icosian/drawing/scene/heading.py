"""Headings: sentences above a picture, wrapped to its width."""

from __future__ import annotations

import math
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING

from icosian.drawing.scene.layout import Box, Label, Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["with_heading"]

_CHARACTER = 0.57  # the width of a letter, in heights
_LINE = 44  # the least length of a line of the legend, in letters


def with_heading(layout: Layout, claim: str, notes: Sequence[str] = ()) -> Layout:
    """Add a claim and a legend above the picture, wrapped to its width, and as its title."""
    left, top, right, bottom = layout.box
    large = max(0.34 * layout.unit, (right - left) / 60)
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
        layout,
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
