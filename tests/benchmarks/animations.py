"""Animations as GIF; the peer is matplotlib's writer."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cases import Case
from measure import clock
from report import Goal

import icosian

if TYPE_CHECKING:
    from measure import Contender

    from icosian import Tour

__all__ = ["ANIMATIONS"]

WRITER = "matplotlib, PillowWriter"
FAST = (Goal(WRITER, 20),)


def film(subject: Any) -> dict[str, Contender]:
    """Write a GIF; the peer writes the same animation, of about as many pixels."""

    def ours() -> float:
        with TemporaryDirectory() as folder:
            return clock(lambda: icosian.save(subject(), Path(folder, "film.gif")))

    def theirs() -> float:
        from matplotlib.animation import PillowWriter
        from matplotlib.figure import Figure

        ax = Figure((4, 4), dpi=100).add_axes((0.09, 0.09, 0.88, 0.88))
        shown = subject()
        draw = icosian.animate
        animation = draw(shown, ax=ax)
        with TemporaryDirectory() as folder:
            writer = PillowWriter(fps=10)
            return clock(lambda: animation.save(Path(folder, "film.gif"), writer=writer))

    return {"icosian": ours, WRITER: theirs}


def eight() -> Tour:
    """Return a closed tour of the chess board."""
    return icosian.knights_tour(8)


SEARCH = partial(icosian.placement_search, 6)
ANIMATIONS = [
    Case("GIF of a tour 8 x 8", partial(film, eight), FAST),
    Case("GIF of the search for 6 queens", partial(film, SEARCH), FAST),
]
