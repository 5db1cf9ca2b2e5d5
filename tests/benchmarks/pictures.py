"""Pictures: our SVG text beside the same picture written by matplotlib."""

from __future__ import annotations

from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from cases import Case, Goal
from matplotlib.figure import Figure
from measure import NoAnswer, clock

import icosian

if TYPE_CHECKING:
    from measure import Contender

__all__ = ["PICTURES"]

SMALLER = 4  # times


def as_svg(tour: icosian.Tour) -> str:
    """Return a tour as matplotlib writes it."""
    figure = Figure(figsize=(5, 5))
    icosian.draw_tour(tour, ax=figure.add_subplot())
    text = StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()


def svg(side: int) -> dict[str, Contender]:
    """Make the SVG text of a tour; of a small one, ours must also be a quarter as long."""
    tour = icosian.knights_tour(side)
    ours, theirs = len(icosian.tour_svg(tour)), len(as_svg(tour))
    if side == 8 and SMALLER * ours > theirs:
        raise NoAnswer(f"{ours} bytes are over a quarter of {theirs}")
    name = f"matplotlib, {theirs / ours:.1f} x as long"
    return {
        "icosian": lambda: clock(lambda: icosian.tour_svg(tour)),
        name: lambda: clock(lambda: as_svg(tour)),
    }


def figure(side: int) -> dict[str, Contender]:
    """Draw a tour and write it as SVG, both with matplotlib: a large board takes seconds."""
    tour = icosian.knights_tour(side)
    return {"icosian": lambda: clock(lambda: as_svg(tour))}


FAST = Goal(
    "50 times as fast as matplotlib",
    lambda peers: next(time for name, time in peers.items() if name != "icosian") / 50,
)
PICTURES = [
    Case("SVG of a tour 8 x 8", 21, partial(svg, 8), FAST),
    Case("SVG of a tour 200 x 200", 3, partial(svg, 200)),
    Case("figure of a tour 200 x 200", 3, partial(figure, 200), Goal("at most 5 s", lambda _: 5.0)),
]
