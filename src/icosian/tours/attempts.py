"""Attempts at a count: plans compete until it is clear which makes the fewest states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian._kernels import states as kernels
from icosian.exceptions import SearchLimitReached
from icosian.tours.halves import Half
from icosian.tours.meeting import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from icosian.tours.clock import Clock
    from icosian.tours.halves import Memory
    from icosian.tours.separators import Plan

__all__ = ["best_attempt"]

STAR = 3
"""The most edges within the separator that are chosen at once."""
SURE = 20_000
"""If so few states are expected, the most promising plan is taken at once."""
FIRST, LATER = 1 / 500, 6
"""The part of the states expected that each attempt may read in the first round, and how many times
as many in later ones."""


class Attempt:
    """A plan on its way.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    plan : Plan
        The plan, of at most ``WIDE`` vertices on a frontier.
    clock : Clock
        The clock.
    memory : Memory
        What the tables may take.
    """

    def __init__(self, graph: Sequence[set[int]], plan: Plan, clock: Clock, memory: Memory) -> None:
        slots = kernels.NARROW if plan.width <= kernels.NARROW else kernels.WIDE
        self.plan = plan
        self._graph = graph
        self._halves = [Half(graph, slots, clock, memory) for _ in range(1 if plan.mirror else 2)]
        self._done = [0, 0]
        self._spent = 0
        self._clock = clock
        self._memory = memory
        self._inner = {v: graph[v].intersection(plan.separator) for v in plan.separator}
        if plan.mirror is not None:
            self._share(plan.mirror, plan.turn or range(len(graph)))

    def _share(self, mirror: Sequence[int], turn: Sequence[int]) -> None:
        """Leave the edges within the separator of which the mirror makes the others.

        Each or its image: rather the one whose ends have fewer edges in this half, since where
        one end has many it is saturated in most states anyway.
        """
        gone = set(self.plan.halves[0])
        edges = sorted((v, w) for v, near in self._inner.items() for w in near if v < w)
        edges.sort(key=lambda edge: sum(len(self._graph[v] & gone) for v in edge))
        for v, w in edges:
            if w in self._inner[v]:
                for x, y in ((mirror[v], mirror[w]), (mirror[turn[v]], mirror[turn[w]])):
                    self._inner[x].discard(y)
                    self._inner[y].discard(x)

    def advance(self, limit: float) -> bool:
        """Choose edges until that has cost so many states.

        Parameters
        ----------
        limit : float
            The most states to read, from the beginning.

        Returns
        -------
        bool
            Whether the edges of all vertices are chosen, but for those within the separator.
        """
        while waiting := [
            (half.size, i)
            for i, half in enumerate(self._halves)
            if self._done[i] < len(self.plan.halves[i])
        ]:
            i = min(waiting)[1]
            half = self._halves[i]
            if self._spent + half.size > limit:
                return False
            self._spent += half.size
            self._choose(half, self.plan.halves[i][self._done[i]])
            self._done[i] += 1
        return True

    @property
    def estimate(self) -> float:
        """About what the states to come cost, by the plan and what it has made so far."""
        total = 0.0
        for half, done, profile in zip(self._halves, self._done, self.plan.profiles, strict=False):
            if rest := sum(profile[done:]):
                total += half.size * rest / (profile[done - 1] if done else 1)
        return self.plan.weight * total

    def finish(self) -> int:
        """Go on to the end.

        Returns
        -------
        int
            The number of cycles.
        """
        self.advance(float("inf"))
        turn = self.plan.turn or range(len(self._graph))
        while any(self._inner.values()):
            v = max(self._inner, key=lambda v: len(self._inner[v]))
            for v in {v: 0, turn[v]: 0}:
                near = sorted(self._inner[v])[:STAR]
                if near:
                    self._choose(min(self._halves, key=lambda half: half.size), v, near)
                for w in near:
                    self._inner[v].discard(w)
                    self._inner[w].discard(v)
        closed = sum(half.closed for half in self._halves)  # where all vertices are in one half
        return closed + self._joined() if self.plan.separator else closed

    def _choose(self, half: Half, v: int, near: Sequence[int] | None = None) -> None:
        half.choose(v, near)
        if self.plan.turn is not None:
            half.fold(self.plan.turn)

    def _joined(self) -> int:
        """Return how many cycles the two halves make."""
        separator, mirror, turn = self.plan.separator, self.plan.mirror, self.plan.turn
        one, other = self._halves[0], self._halves[-1]
        if mirror is None:
            return joined(one, [(other, separator)], separator, self._clock, self._memory)
        others = [(one, [mirror[v] for v in separator])]
        if turn is None:
            return joined(one, others, separator, self._clock, self._memory)
        # All states are half the sum of the folded ones and their images.
        others.append((one, [mirror[turn[v]] for v in separator]))
        twice = joined(one, others, separator, self._clock, self._memory)
        assert twice % 2 == 0
        return twice // 2

    def give_up(self) -> None:
        """Give the memory away."""
        for half in self._halves:
            self._memory.halves.remove(half)


def best_attempt(
    graph: Sequence[set[int]], plans: Sequence[Plan], clock: Clock, memory: Memory
) -> Attempt:
    """Return the attempt that promises the fewest states after a race.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    plans : sequence of Plan
        The plans to try.
    clock : Clock
        The clock.
    memory : Memory
        What the tables may take.

    Returns
    -------
    Attempt
        As far as it got. In each round the worse half is given up.

    Raises
    ------
    SearchLimitReached
        If all plans are too wide.
    """
    narrow = [plan for plan in plans if plan.width <= kernels.WIDE]
    if not narrow:
        width = min(plan.width for plan in plans)
        raise SearchLimitReached(
            f"the best frontier found has {width} vertices, and {kernels.WIDE} is the most"
        )
    score = narrow[0].score
    if score < SURE:
        del narrow[1:]
    attempts = [Attempt(graph, plan, clock, memory) for plan in narrow]
    limit = FIRST * score
    while len(attempts) > 1:
        for attempt in attempts:
            if attempt.advance(limit):
                return attempt
        attempts.sort(key=lambda attempt: attempt.estimate)
        kept = (len(attempts) + 1) // 2
        for attempt in attempts[kept:]:
            attempt.give_up()
        del attempts[kept:]
        limit *= LATER
    return attempts[0]
