"""How the marks of a film look, in every painter."""

from __future__ import annotations

from typing import NamedTuple

from icosian.drawing.scene.layout import CLASH, END, INK, MOVE, NODE, PAPER, START

__all__ = ["LOOKS", "Look"]


class Look(NamedTuple):
    """The colour of a mark, that of the text on it, that of its rim, and the weight of the rim."""

    color: str
    ink: str = INK
    rim: str = MOVE
    weight: float = 1.0


LOOKS = {
    "on": Look(NODE),
    "head": Look(END),
    "start": Look(START),
    "open": Look("#f3e96b"),
    "left": Look(CLASH, PAPER, CLASH),
    "again": Look(NODE, INK, CLASH, 2.5),
    "found": Look("#a9dcc5"),
}
