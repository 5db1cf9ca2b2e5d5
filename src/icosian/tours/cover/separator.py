"""Sets of nodes without which an undirected graph falls into many parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from icosian.tours.cover.arms import trimmed
from icosian.tours.cover.matching import matched
from icosian.tours.cover.parts import components, induced

if TYPE_CHECKING:
    from collections.abc import Collection

    from icosian._arrays.csr import Csr
    from icosian._run.clock import Clock


ROUNDS = 5
"""How often nodes are removed from what is left."""


class Cut(NamedTuple):
    """What is left out of a graph, and the least number of paths of its covers for that reason."""

    bound: int
    removed: Collection[int] = ()
    """Nodes."""
    leaving: Collection[int] = ()
    entering: Collection[int] = ()
    """Nodes of a digraph: the arcs out of the first, and those into the second."""


def separator(arrays: Csr, clock: Clock) -> Cut:
    """Return the best nodes to remove from a connected graph by greedy steps, maybe none.

    A step removes the nodes on which several arms hang. If there are none, it removes the neighbors
    of an independent set whose size exceeds their number as much as possible: the nodes that a
    minimum vertex cover holds both as tails and as heads, where each edge is two arcs.
    """
    removed: set[int] = set()
    best = Cut(bound=1)
    left, part = list(range(arrays.size)), arrays
    for _ in range(ROUNDS):
        clock.tick("separator")
        found = trimmed(part).removed
        if not found:
            arcs = matched(part)
            found = arcs.leaving & arcs.entering
        if not found:
            break
        removed |= {left[v] for v in found}
        left = [v for v in left if v not in removed]
        part = induced(arrays, left)
        bound = len(components(part)) - len(removed)
        if bound > best.bound:
            best = Cut(bound=bound, removed=frozenset(removed))
    return best
