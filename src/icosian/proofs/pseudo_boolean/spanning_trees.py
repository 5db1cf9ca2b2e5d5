"""Minimum 1-trees as sums of statements: the sets that Kruskal's algorithm joins one by one.

Every edge within a set that a spanning tree joins is at least as long as the longest edge that
joined it. A cycle without its first node is a path, with at most one edge less than nodes within
every set. So the differences of these lengths, times the sets, prove the length of the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from icosian.proofs.shared.lengths import Edge, Rows


Level = tuple[frozenset[int], int]


class Forest(NamedTuple):
    """What a spanning forest of all nodes but the first proves."""

    top: int
    """The length of the last edge that joined two parts."""
    end: int
    """The length of the second edge at the first node."""
    steps: list[Level]
    """Sets, and how much longer the edge is that joins them to others than all that joined them."""
    parts: list[frozenset[int]]
    """The parts: one if the forest is a tree."""
    circle: frozenset[int] | None
    """A part with a cycle of required edges, if there is one."""


def forest(rests: Rows, required: Collection[Edge], most: int) -> Forest:
    """Return the minimum spanning forest with the required edges.

    ``rests`` are the reduced lengths of edges. Required ones count as shorter than others, by more
    than ``most``, so that no other edge within them is left.
    """
    lengths = [rest for row in rests for rest in row.values()]
    low = min(lengths, default=0) - max(most, 0) - 1
    edges = sorted(
        (low if (u, v) in required else rest, u, v)
        for u, row in enumerate(rests)
        for v, rest in row.items()
    )
    part = {v: frozenset([v]) for v in range(1, len(rests))}
    level = dict.fromkeys(part.values(), low)
    steps: list[Level] = []
    top = low
    circle = None
    for length, u, v in edges:
        if u == 0:
            continue
        if part[u] is part[v]:
            circle = circle or (part[u] if (u, v) in required else None)
            continue
        steps += [
            (some, length - level[some])
            for some in (part[u], part[v])
            if len(some) > 1 and length > level[some]
        ]
        joined = part[u] | part[v]
        level[joined] = top = length
        part.update(dict.fromkeys(joined, joined))
    ends = sorted(((0, v) not in required, rest) for v, rest in rests[0].items())
    end = ends[min(1, len(ends) - 1)][1] if ends else 0
    return Forest(top, end, steps, list(dict.fromkeys(part.values())), circle)
