"""Attempts at a count: plans compete until it is clear which makes the fewest states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from icosian._kernels import states as kernels
from icosian.exceptions import SearchLimitReached
from icosian.tours.halves import Half
from icosian.tours.meeting import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from icosian.tours.clock import Clock
    from icosian.tours.halves import Memory
    from icosian.tours.separators import Plan

__all__ = ["best_attempt"]

H = TypeVar("H", bound=Half)

STAR = 3
"""The most edges within the separator that are chosen at once."""
SURE = 20_000
"""If so few states are expected, the most promising plan is taken at once."""
FIRST, LATER = 1 / 500, 6
"""The part of the states expected that each attempt may read in the first round, and how many times
as many in later ones."""


class Attempt(Generic[H]):
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
    half : callable
        What makes a half, from the arguments of :class:`Half`.

    Attributes
    ----------
    halves : list of Half
        The halves; one where a mirror makes the other.
    """

    def __init__(
        self,
        graph: Sequence[set[int]],
        plan: Plan,
        clock: Clock,
        memory: Memory,
        half: Callable[..., H] = Half,  # type: ignore[assignment]
    ) -> None:
        slots = kernels.NARROW if plan.width <= kernels.NARROW else kernels.WIDE
        self.plan = plan
        self.halves = [half(graph, slots, clock, memory) for _ in range(1 if plan.mirror else 2)]
        self._identity = range(len(graph))
        self._done = [0, 0]
        self._spent = 0
        self._clock = clock
        self._memory = memory
        self._inner = {v: graph[v].intersection(plan.separator) for v in plan.separator}
        if plan.mirror is not None:
            self._share(plan.mirror, plan.turn or range(len(graph)))

    def _share(self, mirror: Sequence[int], turn: Sequence[int]) -> None:
        """Leave the edges within the separator of which the mirror makes the others."""
        for v, neighbours in self._inner.items():
            for w in sorted(neighbours):
                if w in neighbours:
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
            for i, half in enumerate(self.halves)
            if self._done[i] < len(self.plan.halves[i])
        ]:
            i = min(waiting)[1]
            half = self.halves[i]
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
        for half, done, profile in zip(self.halves, self._done, self.plan.profiles, strict=False):
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
        self.complete()
        closed = sum(half.closed for half in self.halves)  # where all vertices are in one half
        if not self.plan.separator:
            return closed
        separator, others = self.plan.separator, []
        for k, images in self.others():
            others.append((self.halves[k], [images[v] for v in separator]))
        met = joined(self.halves[0], others, separator, self._clock, self._memory)
        assert met % len(others) == 0
        return closed + met // len(others)

    def complete(self) -> None:
        """Choose all edges, so that nothing is left but to join the halves."""
        self.advance(float("inf"))
        for v, neighbours in self._inner.items():
            while neighbours:
                near = sorted(neighbours)[:STAR]
                self._choose(min(self.halves, key=lambda half: half.size), v, near)
                for w in near:
                    neighbours.discard(w)
                    self._inner[w].discard(v)

    def _choose(self, half: Half, v: int, near: Sequence[int] | None = None) -> None:
        half.choose(v, near)
        if self.plan.turn is not None:
            half.fold(self.plan.turn)

    def others(self) -> list[tuple[int, Sequence[int]]]:
        """Return what the first half is joined with.

        Returns
        -------
        list of (int, sequence of int)
            Halves by their places, and the images of their vertices. All together make each cycle
            as often as there are halves in the list.
        """
        mirror, turn = self.plan.mirror, self.plan.turn
        if mirror is None:
            return [(1, self._identity)]
        if turn is None:
            return [(0, mirror)]
        # All states are half the sum of the folded ones and their images.
        return [(0, mirror), (0, [mirror[v] for v in turn])]

    def give_up(self) -> None:
        """Give the memory away."""
        for half in self.halves:
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
