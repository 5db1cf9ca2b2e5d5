"""The Hamiltonian cycles of a graph by numbers: a count that kept its layers, read backwards."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from icosian._kernels import joining as kernels
from icosian.tours.count.join import Meeting
from icosian.tours.count.plan_race import Attempt
from icosian.tours.sample.backtrace import Trace, Trail

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.count.join import Part
    from icosian.tours.count.layers import Memory
    from icosian.tours.count.plans import Plan
    from icosian.tours.sample.backtrace import KeptLayers

    Numbers = NDArray[np.int64]
    Edge = tuple[int, int]
    Draw = tuple[int, int]  # a number, and what it stands for
    End = tuple[tuple[int, ...], int]

__all__ = ["Numbering"]

BLOCKS = 4096
"""How many blocks the pairs of groups in a join are divided into, whose sums are kept."""


class _Pair(NamedTuple):
    """Two states that make a cycle: their groups, their places, and which of all their cycles."""

    draw: int
    pair: int
    one: int
    other: int
    number: int


class Numbering:
    """All Hamiltonian cycles of a graph, each under as many numbers as any other.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    plan : Plan
        The plan of a count.
    clock : Clock
        The clock.
    memory : Memory
        What the arrays may take.
    kept : KeptLayers
        Where the layers go.

    Attributes
    ----------
    size : int
        The numbers are those below: one for each cycle, or four where states are folded.

    Notes
    -----
    Where a turn folds the states, a set x of paths of the first half and its image x' have together
    two numbers, h(x) + h(x') = 2: whoever is less stands for both, and of sets whose states are
    their own images, an earlier fold has decided. A cycle of the sets x and y has h(x) h(y) numbers
    as a pair that fits, and h(x) h(y') as one that fits when the second is turned: 2 h(x). The
    image of the cycle has 2 h(x'). One bit more says whether to turn the cycle that was found, and
    each has 2 h(x) + 2 h(x') = 4 numbers.
    """

    def __init__(
        self,
        graph: Sequence[set[int]],
        plan: Plan,
        clock: Clock,
        memory: Memory,
        kept: KeptLayers,
    ) -> None:
        attempt = Attempt(graph, plan, clock, memory)
        attempt.watcher = self
        self._turn = plan.turn
        self._trails = [Trail(graph, half, plan.turn, clock, kept) for half in attempt.halves]
        attempt.complete()
        self._sizes = [half.closed for half in attempt.halves]
        self._others = attempt.others()
        self._parts: list[_Numbers] = []
        if self._others:
            meeting = Meeting(*attempt.meeting(), clock, memory)
            self._parts = [_Numbers(meeting, part) for part in meeting.parts]
            self._sizes += [part.size for part in self._parts]
        self.size = sum(self._sizes) * (1 if self._turn is None else 2)

    def watch(self, _: Attempt) -> None:
        """Keep what the halves have made."""
        for trail in self._trails:
            trail.note()

    def forget(self) -> None:
        """Do nothing: all that is needed is kept."""

    def cycles(self, numbers: Sequence[int]) -> list[list[Edge]]:
        """Return the cycles of some numbers; this can be asked once.

        Parameters
        ----------
        numbers : sequence of int
            The numbers, in any order.

        Returns
        -------
        list of lists of (int, int)
            The edges of each.
        """
        bits = 0 if self._turn is None else 1
        draws = sorted((number >> bits, k) for k, number in enumerate(numbers))
        parts = [between(draws, a, b) for a, b in pairwise(accumulate(self._sizes, initial=0))]
        edges: list[list[Edge]] = [[] for _ in numbers]
        wanted = [defaultdict[tuple[int, ...], list[Trace]](list) for _ in self._trails]
        closings: list[list[Trace]] = [[] for _ in self._trails]
        pieces: list[tuple[int, Trace, Sequence[int] | None]] = []
        for closed in closings:
            part = parts.pop(0)
            closed += [Trace(number) for number, _ in part]
            pieces += [(k, trace, None) for trace, (_, k) in zip(closed, part, strict=True)]
        for joined, part in zip(self._parts, parts, strict=True):
            other, images = self._others[joined.part.other]
            for k, one, another in joined.ends(part):
                traces = Trace(one[1]), Trace(another[1])
                wanted[0][one[0]].append(traces[0])
                wanted[other][another[0]].append(traces[1])
                pieces += [(k, traces[0], None), (k, traces[1], images)]
        self._parts.clear()
        for trail, states, closed in zip(self._trails, wanted, closings, strict=True):
            trail.retrace(states, closed)
        for k, trace, through in pieces:
            if through is not None:
                trace.turn(through)
            if self._turn is not None and numbers[k] & 1:
                trace.turn(self._turn)
            edges[k] += trace.edges
        return edges


class _Numbers:
    """The cycles of a part of a join by numbers.

    Attributes
    ----------
    part : Part
        The part.
    size : int
        The number of cycles.
    """

    def __init__(self, meeting: Meeting, part: Part) -> None:
        import numpy as np

        self.part = part
        self._meeting = meeting
        bounds = np.linspace(0, len(part.pairs), min(len(part.pairs), BLOCKS) + 1).astype(np.int64)
        self._bounds = bounds.tolist()
        self._sums = [meeting.sum(part, part.pairs[a:b]) for a, b in pairwise(self._bounds)]
        self.size = part.times * sum(self._sums)

    def ends(self, draws: list[Draw]) -> Iterator[tuple[int, End, End]]:
        """Return the states that make the cycles of some numbers, and which sets of paths.

        Parameters
        ----------
        draws : list of (int, int)
            The numbers in order, each with what it stands for.

        Yields
        ------
        draw : int
            What a number stands for.
        one, other : tuples
            The words of a state of each half, and which of the sets of paths that lead there.
        """
        meeting, once = self._meeting, self.size // self.part.times
        there = meeting.others[self.part.other]
        for swapped in range(self.part.times):
            left = between(draws, swapped * once, (swapped + 1) * once)
            begins = accumulate(self._sums, initial=0)
            for (a, b), (begin, end) in zip(pairwise(self._bounds), pairwise(begins), strict=True):
                inside = between(left, begin, end)
                for pair in self._pairs(a, self.part.pairs[a:b], inside):
                    mine, its = self.part.groups[:, pair.pair].tolist()
                    number, rest = divmod(pair.number, there.count(pair.other))
                    one = meeting.one.state(mine, pair.one), number
                    another = there.state(its, pair.other), rest
                    yield (pair.draw, another, one) if swapped else (pair.draw, one, another)

    def _pairs(self, k: int, pairs: Numbers, draws: list[Draw]) -> Iterator[_Pair]:
        """Halve pairs of groups, from pair k on, and then the states of one."""
        if not draws:
            return
        if len(pairs) > 1:
            m = len(pairs) // 2
            parts = [(k, pairs[:m]), (k + m, pairs[m:])]
        else:
            for first, last in (
                (kernels.FIRST, kernels.LAST),
                (kernels.OTHER_FIRST, kernels.OTHER_LAST),
            ):
                if pairs[0, last] - pairs[0, first] > 1:
                    front, back = pairs.copy(), pairs.copy()
                    front[0, last] = back[0, first] = (pairs[0, first] + pairs[0, last]) // 2
                    parts = [(k, front), (k, back)]
                    break
            else:
                for number, draw in draws:
                    fields = pairs[0].tolist()
                    one, other = fields[kernels.FIRST], fields[kernels.OTHER_FIRST]
                    yield _Pair(draw, k, one, other, number)
                return
        begin = self._meeting.sum(self.part, parts[0][1])
        i = bisect_left(draws, (begin,))
        yield from self._pairs(*parts[0], draws[:i])
        yield from self._pairs(*parts[1], [(number - begin, draw) for number, draw in draws[i:]])


def between(draws: list[Draw], begin: int, end: int) -> list[Draw]:
    """Return the draws from one number to another, numbered from there."""
    i, j = (bisect_left(draws, (number,)) for number in (begin, end))
    return [(number - begin, draw) for number, draw in draws[i:j]]
