"""Pictures as SVG text; the peer is the same picture written by matplotlib."""

from __future__ import annotations

from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from cases import Case
from matplotlib.figure import Figure
from measure import clock
from report import Goal

import icosian

if TYPE_CHECKING:
    from measure import Contender

__all__ = ["PICTURES"]

SMALLER, MATPLOTLIB = 4, "matplotlib"


def as_svg(tour: icosian.Tour) -> str:
    """Return a tour as matplotlib writes it."""
    figure = Figure(figsize=(5, 5))
    icosian.draw(tour, ax=figure.add_subplot())
    text = StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()


def svg(side: int) -> dict[str, Contender]:
    """Make the SVG text of a tour; of a small one, ours must also be a quarter as long."""
    tour = icosian.knights_tour(side)
    ours, theirs = len(icosian.to_svg(tour)), len(as_svg(tour))
    assert side > 8 or SMALLER * ours <= theirs
    return {
        "icosian": lambda: clock(lambda: icosian.to_svg(tour)),
        MATPLOTLIB: lambda: clock(lambda: as_svg(tour)),
    }


def figure(side: int) -> dict[str, Contender]:
    """Draw a tour and write it as SVG, both with matplotlib: a large board takes seconds."""
    tour = icosian.knights_tour(side)
    return {"icosian": lambda: clock(lambda: as_svg(tour))}


PICTURES = [
    Case("SVG of a tour 8 x 8", partial(svg, 8), (Goal(MATPLOTLIB, 50),)),
    Case("SVG of a tour 200 x 200", partial(svg, 200)),
    Case("figure of a tour 200 x 200", partial(figure, 200), (Goal(seconds=5),)),
]
