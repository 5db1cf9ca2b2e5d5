"""Film: an animation as plain numbers and text, which every backend draws.

The state of a node is a mark, a text and the node that a line leads from. So a tour, a search that
backtracks, queens that are placed and removed, and Dijkstra's algorithm are all the same: some
nodes change at every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian.drawing.scene.colors import HEATS
from icosian.drawing.scene.layout import NUMBERED_NODES, SINGLE_SQUARES, Line, Scene

if TYPE_CHECKING:
    from icosian.drawing.scene.places import Geometry

MOST_NODES = 40_000
"""The largest graph that is animated."""
FRAMES = 600
"""The most frames, unless another number is asked for."""
FPS = 10.0
"""Frames a second, unless another number is asked for."""

MARKS = ("empty", "on", "head", "start", "open", "left", "again", "found", "passed")
EMPTY, ON, HEAD, START, OPEN, LEFT, AGAIN, FOUND, PASSED = range(len(MARKS))
"""Not there; there; there, the newest; there, the first; reachable; just taken off; taken off and
put on again since the last frame; part of what was found; there, but only its line is drawn."""

ALONE = -1  # the origin of a node that no line leads to


class Change(NamedTuple):
    """The new state of a node."""

    node: int
    mark: int = EMPTY
    text: str = ""
    origin: int = ALONE


class FilmStep(NamedTuple):
    """One step: the index of its kind in the kinds of the film or -1, and what changes."""

    kind: int
    changes: Sequence[Change]


class FilmFrame(NamedTuple):
    """One frame: the number of steps of each kind so far, and what changes."""

    counts: tuple[int, ...]
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A sequence of steps on the nodes of a board or a graph; nodes are numbers, by `nodes`."""

    geometry: Geometry
    nodes: list[Any]
    graph: nx.Graph[Any] | None
    scene: Scene  # the picture before the first step
    steps: list[FilmStep]
    kinds: tuple[str, ...] = ()  # the names of the kinds of steps that are counted
    counted: str = "visited"  # what nodes that are on are called
    most: int  # how many nodes may be on at once
    piece: str = ""  # the outline that marks a node that is on, instead of a disc
    is_tour: bool = False
    is_closed: bool = False
    mark: float = 0.0  # the radius of a stop of a walk, in units; the nodes are then its visits
    title: str = ""  # the film in words

    @property
    def is_walk(self) -> bool:
        """True if the nodes are the visits of a walk, not places."""
        return self.mark > 0

    @property
    def is_heated(self) -> bool:
        """True if the ground has the shades of heat, which are pale in dark mode as well."""
        return any(not set(HEATS).isdisjoint(row) for row in self.scene.rows)

    @property
    def has_texts(self) -> bool:
        """True if text on the nodes is legible."""
        return self.is_walk or len(self.nodes) <= NUMBERED_NODES

    def has_disc(self, mark: int) -> bool:
        """Return True if a mark has a disc; where nodes are many, the line shows who is on."""
        crowded = len(self.nodes) > SINGLE_SQUARES and not self.is_walk
        return mark != PASSED and (mark != ON or not (self.piece or crowded))

    @property
    def radius(self) -> float:
        """The radius of a mark, in units."""
        return self.mark or (0.36 if self.has_texts else 0.28)

    def line(self, origin: int, node: int) -> list[Line]:
        """Return the line that leads to a node, in one or more pieces."""
        return self.geometry.join(self.nodes[origin], self.nodes[node])

    def frames(self, most: int) -> Iterator[FilmFrame]:
        """Yield at most so many frames; a node removed within a frame is marked in it."""
        state: dict[int, Change] = {}
        shown: dict[int, Change] = {}
        counts = [0] * len(self.kinds)
        unlike: set[int] = set()  # nodes that the last frame showed in another state
        begin = 0
        for end in _ends(self.steps, most, len(self.kinds) - 1):
            changed, left = unlike, set()
            for kind, changes in self.steps[begin:end]:
                if kind >= 0:
                    counts[kind] += 1
                for change in changes:
                    state[change.node] = change
                    changed.add(change.node)
                    if change.mark == LEFT:
                        left.add(change.node)
            begin, unlike, news = end, set(), []
            for node in sorted(changed):
                now = state[node]
                if node in left and now.mark != LEFT:
                    now = now._replace(mark=AGAIN if now.mark else LEFT)
                    unlike.add(node)
                if now != shown.get(node, Change(node)):
                    shown[node] = now
                    news.append(now)
            yield FilmFrame(tuple(counts), news)


def _ends(steps: Sequence[FilmStep], most: int, found: int) -> list[int]:
    """Return the steps that end a frame: evenly spaced, and those that found something."""
    n = len(steps)
    if n <= most:
        return list(range(1, n + 1))
    special = [k for k, step in enumerate(steps, start=1) if step.kind == found >= 0 and k < n]
    if len(special) > most // 2:
        special = []
    frames = most - len(special)
    return sorted({*special, *(-(-n * k // frames) for k in range(1, frames + 1))})
