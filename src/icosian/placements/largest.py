"""A largest independent set, or one that is large enough, and why none is larger.

What a neighbour makes superfluous is left out, bipartite parts are matched, and in every other part
a clique cover shrinks while an independent set grows. Where they do not meet, a search decides.
"""

from __future__ import annotations

import random
from collections import deque
from heapq import heapify, heappop, heappush
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian.placements.bounds import CliqueCover, Exhausted
from icosian.placements.covers import clique_covers, members, words
from icosian.tours.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from icosian.placements.bounds import Bound
    from icosian.placements.placement import Placement
    from icosian.placements.reading import Reading
    from icosian.tours.clock import Progress

    Cliques = list[list[int]]

__all__ = ["LargestSet"]

_STEPS = 100_000  # of the first turn of a search; every turn takes four times as many
_BRANCHES = 100  # of the first integer programme
_SPARSE = 10  # neighbours of a node, on average, up to which integer programming may be quicker
_BRANCH_AND_BOUND, _INTEGER = "branch and bound", "integer programming"


class LargestSet:
    """The search for a largest independent set of a graph.

    Parameters
    ----------
    given : Reading
        The graph.
    timeout : float or None
        Seconds.
    progress : callable or None
        Called with a :class:`~icosian.Progress`.

    Attributes
    ----------
    clock : Clock
        The clock of the search.
    """

    def __init__(
        self,
        given: Reading,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> None:
        self.clock = Clock(timeout, progress)
        self._given = given
        self._timeout = timeout
        self._members: list[int] = []  # of the parts that are bipartite, and the cliques there
        self._cliques: Cliques = []
        self._parts: list[_Part] = []
        near = _neighbours(given)
        self._left_out = _leave_out(near)
        for nodes in _components(near, {v for v, _ in self._left_out}):
            if (sides := _sides(near, nodes)) is None:
                self._parts.append(_Part(near, nodes))
            else:
                chosen, cliques = _matched(near, *sides)
                self._members += chosen
                self._cliques += cliques

    @property
    def size(self) -> int:
        """The number of nodes of the best set so far."""
        return len(self._members) + sum(part.size for part in self._parts)

    @property
    def most(self) -> int:
        """The number that is proved to be never exceeded."""
        return len(self._members) + sum(part.most for part in self._parts)

    def run(self, goal: int | None = None) -> None:
        """Search until a largest set is known, or one of ``goal`` nodes, or that there is none.

        Parameters
        ----------
        goal : int, optional
            How many nodes are enough.

        Raises
        ------
        TimeIsUp
            If the time is over; the search can be asked for what it knows.
        """
        for attempt in (self._approach, self._decide):
            for part in self._parts:
                # What the other parts may lack, or have to spare, is asked of this one.
                wanted = self.most if goal is None else goal
                if not self.size < wanted <= self.most:
                    return
                target = min(part.most, part.size + wanted - self.size)
                useless = part.size if goal is None else goal - 1 - (self.most - part.most)
                attempt(part, target, max(part.size, useless))

    def placement(self) -> Placement:
        """Return the best set so far, after a check, with what is proved.

        Returns
        -------
        Placement
            An independent set; its bound is no less than its size.
        """
        numbers = [*self._members, *chain.from_iterable(part.members() for part in self._parts)]
        placement = self._given.placement(numbers, self._bound())
        chosen = set(placement)
        G = self._given.G
        assert len(chosen) == self.size
        assert not any(w in chosen and w != v for v in chosen for w in G[v])
        return placement

    def _bound(self) -> Bound:
        searched = [part for part in self._parts if part.most < len(part.cover)]
        if searched:
            return Exhausted(
                goal="independent set",
                best=self.most,
                method=" and ".join(sorted({part.method for part in searched})),
                steps=sum(part.steps for part in searched),
            )
        cliques = [clique.copy() for clique in self._cliques]
        for part in self._parts:
            cliques += [[part.nodes[k] for k in clique] for clique in part.cover]
        home = {v: clique for clique in cliques for v in clique}
        for v, u in reversed(self._left_out):  # all that u is joined to, v is joined to as well
            home[v] = home[u]
            home[v].append(v)
        nodes = self._given.nodes
        bound = CliqueCover(
            cliques=tuple(tuple(nodes[v] for v in sorted(clique)) for clique in cliques)
        )
        bound.check(self._given.G)
        return bound

    def _approach(self, part: _Part, target: int, useless: int) -> None:  # noqa: ARG002
        """Let a cover shrink and a set grow, in turns."""
        covers = chain.from_iterable(clique_covers(part.near, order) for order in part.orders)
        for cover, found in zip(covers, part.exchanges(), strict=False):
            if len(cover) < part.most:
                part.cover, part.most = cover, len(cover)
            if found.bit_count() > part.size:
                part.best = found
            if part.size >= min(part.most, target):
                return
            self.clock.tick("exchanges and covers", 1)

    def _decide(self, part: _Part, target: int, useless: int) -> None:
        """Search until the part has ``target`` nodes, or cannot have more than ``useless``."""
        runs = part.runs(target, useless)
        for turn in count():
            for run in runs:
                before, state = run.steps, run[-1]
                state[kernels.BEST] = max(part.size, useless)
                try:
                    status = self.clock.run(_BRANCH_AND_BOUND, run.run, _STEPS << 2 * turn)
                finally:
                    part.steps += run.steps - before
                    run.harvest(part)
