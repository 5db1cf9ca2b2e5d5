"""A largest independent set, or one that is large enough, and why none is larger.

Superfluous nodes are left out, bipartite parts are matched, and in every other part a clique cover
shrinks while an independent set grows. Where these do not meet, searches decide.
"""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING

from icosian._run.clock import Clock
from icosian.placements.bounds import CliqueCover, Exhausted
from icosian.placements.independent.branch_and_bound import (
    BranchAndBound,
    integer_programme,
    search_orders,
)
from icosian.placements.independent.component import Part
from icosian.placements.independent.reductions import (
    components,
    leave_out,
    matched,
    neighbours,
    sides,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from icosian._run.clock import Progress
    from icosian.placements._graph import Reading
    from icosian.placements.bounds import Bound
    from icosian.placements.placement import Placement

__all__ = ["LargestSet"]

_STEPS = 200_000  # of the first turn of branch and bound; every turn takes four times as many
_BRANCHES = 200  # of the first integer programme, which begins anew every time
_FEW = 6  # cliques that hold a node, on average, up to which integer programming may be quicker


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
        self._members: list[int] = []  # of the bipartite parts
        self._cliques: list[list[int]] = []  # that cover them
        self._parts: list[Part] = []
        near = neighbours(given)
        self._left_out = leave_out(near)
        for nodes in components(near, {v for v, _ in self._left_out}):
            if (two := sides(near, nodes)) is None:
                self._parts.append(Part(near, nodes))
            else:
                chosen, cover = matched(near, *two)
                self._members += chosen
                self._cliques += cover

    @property
    def size(self) -> int:
        """The number of nodes of the best set so far."""
        return len(self._members) + sum(part.size for part in self._parts)

    @property
    def most(self) -> int:
        """The number of nodes that no set exceeds, as far as is proved."""
        return len(self._members) + sum(part.most for part in self._parts)

    def run(self, goal: int | None = None) -> None:
        """Search until a set of ``goal`` nodes is found or excluded, or a largest one is known.

        Parameters
        ----------
        goal : int, optional
            How many nodes are enough; by default as many as possible.

        Raises
        ------
        TimeIsUp
            If the time is over; what was found and proved is kept.
        """
        for attempt in (self._approach, self._decide):
            for part in self._parts:
                wanted = self.most if goal is None else goal
                if not self.size < wanted <= self.most:
                    return
                if part.size < part.most:
                    # What the other parts lack at present, and what they might give at best.
                    target = min(part.most, part.size + wanted - self.size)
                    useless = 0 if goal is None else goal - 1 - (self.most - part.most)
                    attempt(part, target, useless)

    def _approach(self, part: Part, target: int, _: int) -> None:
        part.approach(target, self.clock)

    def _decide(self, part: Part, target: int, useless: int) -> None:
        """Search by several methods in turn until the part has or cannot have ``target`` nodes."""
        searches = [BranchAndBound(part, order, target, useless) for order in search_orders(part)]
        for turn in count():
            for search in searches:
                search.advance(self.clock, _STEPS << 2 * turn)
                if not part.size < target <= part.most:
                    return
            if sum(map(len, part.lines)) <= _FEW * len(part.nodes):
                left = None
                if self._timeout is not None:
                    left = max(0.0, self._timeout - self.clock.seconds)
                branches = integer_programme(part, _BRANCHES << 2 * turn, left)
                self.clock.tick("integer programming", branches)
                if not part.size < target <= part.most:
                    return

    def placement(self) -> Placement:
        """Return the best set so far, checked, with what is proved."""
        numbers = [*self._members, *chain.from_iterable(part.members for part in self._parts)]
        placement = self._given.placement(numbers, self.bound())
        chosen, G = set(placement), self._given.G
        assert len(chosen) == self.size
        assert not any(w in chosen and w != v for v in chosen for w in G[v])
        return placement

    def bound(self) -> Bound:
        """Return what is proved: by the cliques of all parts, unless a search said more of one."""
        if searched := [part for part in self._parts if part.most < len(part.cover)]:
            return Exhausted(
                goal="independent set",
                best=self.most,
                method=" and ".join(sorted({part.method for part in searched})),
                steps=sum(part.steps for part in searched),
            )
        cliques = [
            clique.copy()
            for clique in chain(self._cliques, *(part.cliques for part in self._parts))
        ]
        home = {v: clique for clique in cliques for v in clique}
        for v, u in reversed(self._left_out):
            home[v] = home[u]
            home[v].append(v)
        nodes = self._given.nodes
        bound = CliqueCover(
            cliques=tuple(tuple(nodes[v] for v in sorted(clique)) for clique in cliques)
        )
        bound.check(self._given.G)
        return bound
