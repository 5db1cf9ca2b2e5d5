"""Attempts at a count: plans compete until it is clear which makes the fewest states."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from icosian._kernels import states as kernels
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.tours.count.join import joined
from icosian.tours.count.layers import AHEAD, METHOD, Choice, Half, MemoryShort, operation
from icosian.tours.count.plans import CHOICES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.tours.count.layers import Memory
    from icosian.tours.count.plans import Plan

    Degrees = Mapping[int, int]

__all__ = ["Attempt", "Watcher", "best_attempt"]

STAR = 3
"""The most edges within the separator that are chosen at once."""
SURE = 20_000
"""If so few states are expected, the most promising plan is taken at once."""
JOIN = 0.25
"""The part of the time that the halves take to be joined, about."""
FIRST, LATER = 1 / 500, 6
"""The part of the states expected that each attempt may read in the first round, and how many times
as many in later ones."""


class Watcher(Protocol):
    """Whoever keeps what an attempt makes."""

    def watch(self, attempt: Attempt) -> object:
        """Hear of a step; the halves are whole."""

    def forget(self) -> object:
        """Hear that the halves are whole no longer."""


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
    degrees : mapping of int to int, optional
        Count only cycles that have so many edges of the first half at these vertices of the
        separator. With a mirror, the image of such a vertex must be one, too.
    pool : Pool, optional
        Threads that do larger steps together.

    Attributes
    ----------
    plan : Plan
        The plan.
    degrees : mapping of int to int
        The degrees that were given.
    watcher : Watcher or None
        Is told of each step.
    halves : list of Half
        One for each half of the graph, but the mirror image of the only one is left out.
    """

    def __init__(
        self,
        graph: Sequence[AbstractSet[int]],
        plan: Plan,
        clock: Clock,
        memory: Memory,
        degrees: Degrees | None = None,
        pool: Pool | None = None,
    ) -> None:
        self.plan = plan
        self.degrees = degrees or {}
        self.watcher: Watcher | None = None
        self._graph = graph
        self._clock = clock
        self._memory = memory
        self._pool = pool
        self._spent = 0
        self._steps = [[Choice(v) for v in half] for half in plan.halves]
        self._shared = False
        shares: list[Any] = [None, None]
        if degrees:
            profiles = zip(plan.profiles, plan.halves, strict=True)
            self._share([profile[len(half) - 1] if half else 1.0 for profile, half in profiles])
            shares = self._shares(degrees)
        elif plan.mirror is not None:
            del self._steps[1:]
        slots = kernels.NARROW if plan.width <= kernels.NARROW else kernels.WIDE
        self.halves = [
            Half(graph, slots, clock, memory, share, pool)
            for _, share in zip(self._steps, shares, strict=False)
        ]
        self._turn = None if degrees else plan.turn

    def _share(self, sizes: list[float]) -> None:
        """Append the choice of the edges within the separator to the steps of the smaller half."""
        plan, steps = self.plan, [list(half) for half in self._steps]
        turn = plan.turn or range(len(self._graph))
        inner = self.inner()
        while any(inner.values()):
            first = max(inner, key=lambda v: len(inner[v]))
            for v in dict.fromkeys((first, turn[first])):  # both, so that states can be folded
                while near := sorted(inner[v])[:STAR]:
                    i = 0 if plan.mirror is not None else min((0, 1), key=sizes.__getitem__)
                    steps[i].append(Choice(v, tuple(near)))
                    sizes[i] *= CHOICES ** len(near)
                    for w in near:
                        inner[v].discard(w)
                        inner[w].discard(v)
        self._steps, self._shared = steps, True

    def inner(self) -> dict[int, set[int]]:
        """Return the edges within the separator, but for those that the mirror makes.

        Returns
        -------
        dict of int to set of int
            The neighbours of each vertex along these edges.

        Notes
        -----
        Of an edge and its image that one is left whose ends have fewer edges in the first half:
        8 x 7 squares have half as many states then as with the other ones.
        """
        plan = self.plan
        separator, gone = set(plan.separator), set(plan.halves[0])
        inner = {v: set(self._graph[v] & separator) for v in plan.separator}
        if (mirror := plan.mirror) is None:
            return inner
        turn = plan.turn or range(len(self._graph))
        edges = sorted((v, w) for v, near in inner.items() for w in near if v < w)
        edges.sort(key=lambda edge: sum(len(self._graph[v] & gone) for v in edge))
        for v, w in edges:
            if w in inner[v]:
                for x, y in ((mirror[v], mirror[w]), (mirror[turn[v]], mirror[turn[w]])):
                    inner[x].discard(y)
                    inner[y].discard(x)
        return inner

    def _shares(self, degrees: Degrees) -> list[dict[int, tuple[int, set[int]]]]:
        """Return what the halves know of vertices with given degrees, and leave void steps out."""
        there = {v: 2 - degree for v, degree in degrees.items()}
        if (mirror := self.plan.mirror) is not None:
            # The other half is an image of states that have these degrees at the images.
            there = {mirror[v]: degree for v, degree in there.items()}
            self._steps[1:] = [self._steps[0]] * (there != degrees)
        shares = []
        for i, given in enumerate((degrees, there)[: len(self._steps)]):
            near: dict[int, set[int]] = {v: set() for v in given}
            steps = []
            for step in self._steps[i]:
                v, ends = step.vertex, step.near
                for w in self._graph[v] if ends is None else ends:
                    for x, y in ((v, w), (w, v)):
                        if x in near:
                            near[x].add(y)
                if ends is not None:
                    ends = tuple(w for w in ends if given.get(v) != 0 and given.get(w) != 0)
                if ends != ():
                    steps.append(Choice(v, ends))
            self._steps[i] = steps
            shares.append({v: (degree, near[v]) for v, degree in given.items()})
        return shares

    def _done(self, i: int) -> int:
        """Return how many of its steps a half has taken."""
        return sum(isinstance(operation, Choice) for operation in self.halves[i].operations)

    def advance(self, limit: float) -> bool:
        """Choose edges until that has cost so many states.

        Parameters
        ----------
        limit : float
            The most states to read, from the beginning.

        Returns
        -------
        bool
            Whether the edges of all vertices are chosen, but for those within the separator; or
            there is nothing left to choose.
        """
        while all(half.size for half in self.halves) and (
            waiting := [
                (half.size, i, self._done(i))
                for i, half in enumerate(self.halves)
                if self._done(i) < len(self._steps[i])
            ]
        ):
            _, i, done = min(waiting)
            half = self.halves[i]
            if self._spent + half.size > limit:
                return False
            self._spent += half.size
            half.apply(self._steps[i][done])
            if self._turn is not None:
                half.fold(self._turn)
            self._tell()
        return True

    def _tell(self) -> None:
        """Tell how far it is."""
        self._clock.done((1 - JOIN) * self.part)
        self._clock.stage = f"{sum(half.size for half in self.halves):,} states"
        if self.watcher is not None:
            self.watcher.watch(self)
        self._clock.tick(METHOD)

    def _ahead(self) -> list[list[float]]:
        """Return about how many states each half has now, and after each of its steps to come."""
        ahead = []
        for i, half in enumerate(self.halves):
            k = 0 if self.plan.mirror is not None else i
            profile, leaving = self.plan.profiles[k], len(self.plan.halves[k])
            edges = len(profile) - leaving  # within the separator; some are chosen at once
            stars = len(self._steps[i]) - leaving if self._shared else -(-edges // STAR)
            places = [leaving - 1 + (j + 1) * edges // stars for j in range(stars)]
            states = [*profile[:leaving], *(profile[j] if j >= 0 else 1.0 for j in places)]
            done = self._done(i)
            growth = half.size / (states[done - 1] if done else 1)
            ahead.append([half.size, *(growth * number for number in states[done:])])
        return ahead

    @property
    def estimate(self) -> float:
        """About what the states to come cost, by the plan and what it has made so far."""
        return self.plan.weight * sum(sum(states[:-1]) for states in self._ahead())

    @property
    def part(self) -> float:
        """About which part of the states is behind."""
        return self._spent / max(1.0, self._spent + self.estimate / self.plan.weight)

    @property
    def needed(self) -> float:
        """About how many bytes the states need at most."""
        most = [max(states) for states in self._ahead()]
        return 8 * self.halves[0].row * (sum(most) + AHEAD * max(most))

    def finish(self) -> int:
        """Go on to the end.

        Returns
        -------
        int
            The number of cycles.
        """
        self.complete()
        closed = sum(half.closed for half in self.halves)  # where all vertices are in one half
        if not (others := self.others()):
            return closed
        met = joined(*self.meeting(), self._clock, self._memory, self._pool)
        cycles, rest = divmod(met, len(others))
        if rest:  # all counts made here are right, so those that were restored are not
            raise InvalidArgument("the checkpoint is damaged: its states are not those of a count")
        return closed + cycles

    def complete(self) -> None:
        """Choose all edges; nothing is left but to join the halves."""
        self.advance(float("inf"))
        if not self._shared:
            self._share([half.size for half in self.halves])
            self.advance(float("inf"))
        if self.watcher is not None:
            self.watcher.watch(self)
            self.watcher.forget()
        self._clock.stage = f"joining {sum(half.size for half in self.halves):,} states"

    def others(self) -> list[tuple[int, Sequence[int]]]:
        """Return what the first half is joined with.

        Returns
        -------
        list of (int, sequence of int)
            Halves by their places, and the images of their vertices. Together they make each cycle
            as many times as there are halves here.
        """
        mirror, turn = self.plan.mirror, self._turn
        if not self.plan.separator or not all(half.size for half in self.halves):
            return []
        last = len(self.halves) - 1
        if mirror is None:
            return [(last, range(len(self._graph)))]
        if turn is None:
            return [(last, mirror)]
        # All states are half the sum of the folded ones and their images.
        return [(last, mirror), (last, [mirror[v] for v in turn])]

    def meeting(self) -> tuple[Half, list[tuple[Half, list[int]]], tuple[int, ...]]:
        """Return what is to be joined.

        Returns
        -------
        tuple
            The first arguments of :func:`icosian.tours.count.join.joined`.
        """
        separator = self.plan.separator
        seen = [(self.halves[i], [images[v] for v in separator]) for i, images in self.others()]
        return self.halves[0], seen, separator

    def state(self) -> dict[str, Any]:
        """Return all but the layers.

        Returns
        -------
        dict
            Values of JSON, for :meth:`resume`.
        """
        return {
            "steps": [[asdict(step) for step in steps] for steps in self._steps],
            "shared": self._shared,
            "spent": self._spent,
            "halves": [half.state() for half in self.halves],
        }

    def resume(self, state: dict[str, Any], layers: Sequence[NDArray[np.int64]]) -> None:
        """Come, from the beginning, to where another attempt at the same was.

        Parameters
        ----------
        state : dict
            Its state.
        layers : sequence of int64 arrays
            The layers of its halves.
        """
        self._steps = [[operation(**step) for step in steps] for steps in state["steps"]]
        self._shared, self._spent = state["shared"], state["spent"]
        for half, known, layer in zip(self.halves, state["halves"], layers, strict=True):
            half.resume(known, layer)

    def give_up(self) -> None:
        """Give the memory away."""
        for half in self.halves:
            self._memory.halves.remove(half)


def best_attempt(
    graph: Sequence[AbstractSet[int]],
    plans: Sequence[Plan],
    clock: Clock,
    memory: Memory,
    pool: Pool | None = None,
) -> tuple[Attempt, float]:
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
    pool : Pool, optional
        Threads that do larger steps together.

    Returns
    -------
    attempt : Attempt
        As far as it got. In each round the worse half is given up. A race ends when the memory is
        full, and all memory is given away: the attempt is a new one then.
    needed : float
        About how many bytes it will need.

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
    attempts = [Attempt(graph, plan, clock, memory, pool=pool) for plan in narrow]
    limit = FIRST * score
    try:
        while len(attempts) > 1:
            for attempt in attempts:
                if attempt.advance(limit):
                    return attempt, attempt.needed
            attempts.sort(key=lambda attempt: attempt.estimate)
            kept = (len(attempts) + 1) // 2
            for attempt in attempts[kept:]:
                attempt.give_up()
            del attempts[kept:]
            limit *= LATER
    except MemoryShort:
        best = min(attempts, key=lambda attempt: attempt.estimate)
        for attempt in attempts:
            attempt.give_up()
        return Attempt(graph, best.plan, clock, memory, pool=pool), best.needed
    return attempts[0], attempts[0].needed
