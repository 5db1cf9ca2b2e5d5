"""The Hamiltonian cycles of a graph by numbers: a count that kept its layers, read backwards."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate, pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from icosian._kernels import states as kernels
from icosian.tours.attempts import Attempt
from icosian.tours.meeting import Groups, pairs_met, tries
from icosian.tours.retracing import Trace, Trail, renamed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.clock import Clock
    from icosian.tours.halves import Memory
    from icosian.tours.retracing import KeptLayers
    from icosian.tours.separators import Plan

    Numbers = NDArray[np.int64]
    Edge = tuple[int, int]
    Draw = tuple[int, int]  # a number, and what it stands for
    Digits = list[tuple[int, tuple[Numbers, Numbers]]]

__all__ = ["Numbering"]

PARTS = 4096
"""How many parts the groups of a join are divided into, whose sums are kept."""


class End(NamedTuple):
    """One side of a cycle.

    Attributes
    ----------
    draw : int
        Which cycle is meant.
    half : int
        The half, by its place in the list.
    state : tuple of int
        The words of the state that the half ends with.
    number : int
        Which set of paths that leads there.
    images : sequence of int or None
        The vertices of the cycle that those of the half stand for, if others.
    """

    draw: int
    half: int
    state: tuple[int, ...]
    number: int
    images: Sequence[int] | None


class _Pair(NamedTuple):
    """Two states that make a cycle: their group, their places, and which of all their cycles."""

    draw: int
    group: int
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
        self._halves = attempt.halves
        self._turn = plan.turn
        self._trails = [Trail(graph, half, plan.turn, clock, kept) for half in attempt.halves]
        attempt.complete()
        self._meeting = _Meeting(attempt, self._trails, clock, memory)
        self._sizes = [*(half.closed for half in self._halves), *self._meeting.sizes]
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
        wanted = [defaultdict[tuple[int, ...], list[Trace]](list) for _ in self._halves]
        closings: list[list[Trace]] = [[] for _ in self._halves]
        pieces: list[tuple[int, Trace, Sequence[int] | None]] = []
        for closed in closings:
            part = parts.pop(0)
            closed += [Trace(number) for number, _ in part]
            pieces += [(k, trace, None) for trace, (_, k) in zip(closed, part, strict=True)]
        for term, part in enumerate(parts):
            for end in self._meeting.ends(term, part):
                trace = Trace(end.number)
                wanted[end.half][end.state].append(trace)
                pieces.append((end.draw, trace, end.images))
        self._meeting.clear()
        for trail, states, closed in zip(self._trails, wanted, closings, strict=True):
            trail.retrace(states, closed)
        for k, trace, images in pieces:
            if images is not None:
                trace.turn(images)
            if self._turn is not None and numbers[k] & 1:
                trace.turn(self._turn)
            edges[k] += trace.edges
        return edges


class _Meeting:
    """The pairs of states that make one cycle, by numbers.

    Attributes
    ----------
    sizes : list of int
        How many cycles the first half makes with each of the others.
    """

    def __init__(
        self, attempt: Attempt, trails: Sequence[Trail], clock: Clock, memory: Memory
    ) -> None:
        import numpy as np

        self._clock = clock
        self._memory = memory
        self._halves = attempt.halves
        self._trails = trails
        self._separator = attempt.plan.separator
        self._others = attempt.others()
        self.sizes: list[int] = []
        if not self._others:
            return
        one = self._halves[0]
        one.relabel(self._separator, 0, clock)
        groups = self._groups = Groups(one, clock)
        self._statuses, self._paths = groups.statuses(), groups.pairs()
        self._first = np.concatenate(([0], np.cumsum(groups.sizes)))
        memory.check(2 * int(self._first[-1]))
        self._digits = groups.scattered(one, self._first, clock)
        self._whole = (1 << len(self._separator)) - 1
        self._seen = -1
        bounds = np.linspace(0, len(groups.sizes), min(len(groups.sizes), PARTS) + 1)
        self._bounds = bounds.astype(np.int64).tolist()
        self._sums: list[list[int]] = []
        for k in range(len(self._others)):
            self._look(k)
            self._sums.append(
                [
                    self._sum(a, self._first[a : b + 1], self._second[a : b + 1])
                    for a, b in pairwise(self._bounds)
                ]
            )
            self.sizes.append(sum(self._sums[k]))

    def _look(self, k: int) -> None:
        """Put the states of another half in the groups of the first."""
        import numpy as np

        if self._seen == k:
            return
        self._seen = k
        i, images = self._others[k]
        other, groups = self._halves[i], self._groups
        other.relabel([images[v] for v in self._separator], self._whole, self._clock)
        self._whole = 0  # seen from the other side it is from now on
        sizes = groups.added(other, self._clock)
        self._second = np.concatenate(([0], np.cumsum(sizes)))
        self._memory.check(2 * int(self._first[-1]), 2 * int(self._second[-1]))
        self._others_digits = groups.scattered(other, self._second, self._clock)
        self._work = tries(self._paths, groups.sizes * sizes, self._clock)

    def _sum(self, g: int, first: Numbers, second: Numbers) -> int:
        """Return how many cycles some groups make, from group g on, or parts of one."""
        a, b, c, d = first[0], first[-1], second[0], second[-1]
        if a == b or c == d:
            return 0
        paths = self._paths[g : g + len(first) - 1]
        total = 0
        for (shift, one), (other_shift, other) in product(self._digits, self._others_digits):
            here = [first - a, *(x[a:b] for x in one)]
            there = [second - c, *(x[c:d] for x in other)]
            met = pairs_met([paths, *here, *there, *self._work], self._clock)
            total += met << shift + other_shift
        return total

    def ends(self, k: int, draws: list[Draw]) -> Iterator[End]:
        """Return the states that make the cycles of some numbers, and which sets of paths.

        Parameters
        ----------
        k : int
            Which of the other halves to join with.
        draws : list of (int, int)
            The numbers in order, each with what it stands for.

        Yields
        ------
        End
            Two for each number.
        """
        if not draws:
            return
        self._look(k)
        begins = list(accumulate(self._sums[k], initial=0))
        pairs: list[_Pair] = []
        for (a, b), (begin, end) in zip(pairwise(self._bounds), pairwise(begins), strict=True):
            if inside := between(draws, begin, end):
                first, second = self._first[a : b + 1], self._second[a : b + 1]
                pairs += self._pairs(a, first, second, inside)
        i, images = self._others[k]
        seen = [images[v] for v in self._separator]
        whole = sum(1 << slot for slot in self._trails[i].slot.values())
        ones = self._states(0, self._separator, 0, [(p.group, p.one) for p in pairs], self._digits)
        others = self._states(
            i, seen, whole, [(p.group, p.other) for p in pairs], self._others_digits
        )
        for pair, one, other in zip(pairs, ones, others, strict=True):
            number, rest = divmod(pair.number, _count(self._others_digits, pair.other))
            yield End(pair.draw, 0, one, number, None)
            yield End(pair.draw, i, other, rest, images)

    def clear(self) -> None:
        """Give the memory away, that of the layers as well."""
        self._digits, self._others_digits, self._work = [], [], []
        for half in self._halves:
            half.layer = half.layer[:0].copy()

    def _pairs(
        self, group: int, first: Numbers, second: Numbers, draws: list[Draw]
    ) -> Iterator[_Pair]:
        """Halve groups, and then the states of one, until a pair is left."""
        import numpy as np

        groups, ones, others = len(first) - 1, first[-1] - first[0], second[-1] - second[0]
        if groups > 1:
            m = groups // 2
            parts = [
                (group, first[: m + 1], second[: m + 1]),
                (group + m, first[m:], second[m:]),
            ]
        elif ones > 1:
            m = first[0] + ones // 2
            parts = [
                (group, np.array([first[0], m]), second),
                (group, np.array([m, first[1]]), second),
            ]
        elif others > 1:
            m = second[0] + others // 2
            parts = [
                (group, first, np.array([second[0], m])),
                (group, first, np.array([m, second[1]])),
            ]
        else:
            for number, draw in draws:
                yield _Pair(draw, group, int(first[0]), int(second[0]), number)
            return
        begin = self._sum(*parts[0])
        k = bisect_left(draws, (begin,))
        if k > 0:
            yield from self._pairs(*parts[0], draws[:k])
        if k < len(draws):
            yield from self._pairs(*parts[1], [(x - begin, draw) for x, draw in draws[k:]])

    def _states(
        self,
        i: int,
        vertices: Sequence[int],
        whole: int,
        places: list[tuple[int, int]],
        digits: Digits,
    ) -> list[tuple[int, ...]]:
        """Return the words of states as a half made them, from groups and places in these."""
        import numpy as np

        half, slot = self._halves[i], self._trails[i].slot
        groups, rows = np.array(places).T
        status, number = self._statuses[groups], digits[0][1][0][rows]
        states = np.zeros((len(places), half.row), np.int64)
        if half.slots == kernels.NARROW:
            states[:, 0] = status << kernels.RANK | number
        else:
            states[:, 0], states[:, 1] = status, number
        free = iter(set(range(half.slots)) - set(slot.values()))
        place = [slot[v] if v in slot else next(free) for v in vertices]
        renamed(states, np.array([*place, *free]), half.slots, half.limbs, self._clock, whole)
        return list(map(tuple, states[:, : half.words].tolist()))


def _count(digits: Digits, i: int) -> int:
    """Return the count of a state."""
    return sum(int(counts[i]) << shift for shift, (_, counts) in digits)


def between(draws: list[Draw], begin: int, end: int) -> list[Draw]:
    """Return the draws from one number to another, numbered from there."""
    i, j = (bisect_left(draws, (number,)) for number in (begin, end))
    return [(number - begin, draw) for number, draw in draws[i:j]]
