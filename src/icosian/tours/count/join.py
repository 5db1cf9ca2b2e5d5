"""Where two halves of a count meet: the sum over all pairs of states that make one cycle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from icosian._kernels import joining as kernels, states
from icosian._kernels._jit import Run
from icosian._run.threads import shares, together
from icosian.tours.count.layers import SHARE, constants

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.tours.count.layers import Half, Memory

__all__ = ["Groups", "Meeting", "Part", "joined"]

METHOD = "join"
"""What reports call it."""
GROUPS = 1 << 10
"""Groups that there is room for at first."""
PAIRS, PARTS = 1 << 9, 4
"""Pairs of groups that a thread joins at least, and in how many parts, for some are larger."""
ENTRY = 5
"""A word of a table costs as much as joining so many pairs of states."""


def joined(
    one: Half,
    others: Sequence[tuple[Half, Sequence[int]]],
    separator: Sequence[int],
    clock: Clock,
    memory: Memory,
    pool: Pool | None = None,
) -> int:
    """Return how many cycles the states of a half and those of others make.

    Parameters
    ----------
    one : Half
        A half; its layer is used up.
    others : sequence of (Half, sequence of int)
        Halves to join it with, one after the other, and which of its vertices are those of the
        separator, in order. If it is the same half, they are so by a map that is its own inverse.
    separator : sequence of int
        The vertices where they meet.
    clock : Clock
        The clock.
    memory : Memory
        What the arrays may take.
    pool : Pool, optional
        Threads that do larger joins together.

    Returns
    -------
    int
        The number of pairs, times their counts.

    Notes
    -----
    Two states fit if what is an end in one is an end in the other, and what is untouched in one is
    saturated in the other. Of two matchings of k paths that fit, there are up to ((2k - 1)!!)²
    pairs; a trie needs about k² (2k - 1)!! steps.
    """
    meeting = Meeting(one, others, separator, clock, memory, pool)
    return sum(part.times * meeting.sum(part, part.pairs) for part in meeting.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a join: some pairs of groups that fit.

    Attributes
    ----------
    times : int
        Two, if with each pair of states the exchanged one counts as well.
    other : int
        Which of the others the first half is joined with.
    groups : int64 array, shape (2, pairs)
        The groups in the first half, and those in the other.
    pairs : int64 array, shape (pairs, PAIR)
        What the kernel is told of them.
    """

    times: int
    other: int
    groups: NDArray[np.int64]
    pairs: NDArray[np.int64]


class Meeting:
    """Halves whose states are ready to be joined; the arguments are those of :func:`joined`.

    Attributes
    ----------
    parts : list of Part
        The pairs of groups that fit.
    """

    def __init__(
        self,
        one: Half,
        others: Sequence[tuple[Half, Sequence[int]]],
        separator: Sequence[int],
        clock: Clock,
        memory: Memory,
        pool: Pool | None = None,
    ) -> None:
        import numpy as np

        self._clock, self._pool = clock, pool
        self._worked: Part | None = None
        halves = {id(half): half for half in (one, *(other for other, _ in others))}
        for half, vertices in ((one, separator), *others):
            half.enter(vertices)
        groups = {key: Groups(half, clock, pool) for key, half in halves.items()}
        self.one, self.others = groups[id(one)], [groups[id(other)] for other, _ in others]
        self._places = []
        fits = []
        for there, (other, vertices) in zip(self.others, others, strict=True):
            slots = [(one.slot[v], other.slot[w]) for v, w in zip(separator, vertices, strict=True)]
            fits.append(self.one.fitting(there, slots))
            self._places.append(np.zeros(one.slots, np.int64))
            for i, j in slots:
                self._places[-1][j] = i
        for there, (mine, its) in zip(self.others, fits, strict=True):
            self.one.wanted[mine] = True
            there.wanted[its] = True
        for key, half in halves.items():
            memory.check(*(2 * int(group.states) for group in groups.values()))
            groups[key].scatter(half)
        self.parts: list[Part] = []
        for k, (there, (mine, its)) in enumerate(zip(self.others, fits, strict=True)):
            if there is self.one:  # each pair comes twice, but those of one group
                chosen = [(2, mine < its), (1, mine == its)]
            else:
                chosen = [(1, np.ones(len(mine), bool))]
            for times, some in chosen:
                pairs = self.one.pairs(mine[some], there, its[some])
                both = np.array([mine[some], its[some]])
                self.parts.append(Part(times=times, other=k, groups=both, pairs=pairs))

    def sum(self, part: Part, pairs: NDArray[np.int64]) -> int:
        """Return how many cycles some pairs of groups make, or of parts of these.

        Parameters
        ----------
        part : Part
            The part that they belong to.
        pairs : int64 array, shape (pairs, PAIR)
            The pairs.

        Returns
        -------
        int
            The sum of the products of the counts, each pair of states once.
        """
        if self._worked is not part:
            self._tables, self._worked = _Tables(part.pairs, self._clock), part
        jobs = [(part, some, self._tables) for some in self._tables.divided(pairs, self._pool)]
        return sum(together(METHOD, self._sum, jobs, self._clock, self._pool))

    def _sum(self, part: Part, pairs: NDArray[np.int64], tables: _Tables, *, clock: Clock) -> int:
        """Return how many cycles some pairs of groups make."""
        if not len(pairs):
            return 0
        here, there, place = self.one, self.others[part.other], self._places[part.other]
        a, b = pairs[:, kernels.FIRST].min(), pairs[:, kernels.LAST].max()
        c, d = pairs[:, kernels.OTHER_FIRST].min(), pairs[:, kernels.OTHER_LAST].max()
        pairs = pairs.copy()
        pairs[:, [kernels.FIRST, kernels.LAST]] -= a
        pairs[:, [kernels.OTHER_FIRST, kernels.OTHER_LAST]] -= c
        total = 0
        for (shift, counts), (other_shift, other_counts) in product(here.counts, there.counts):
            states_1 = here.matchings[a:b], counts[a:b]
            states_2 = there.matchings[c:d], other_counts[c:d]
            arrays = [pairs.ravel(), *states_1, *states_2, place, *tables.work()]
            total += _met(arrays, clock) << shift + other_shift
        return total


@dataclass(slots=True, kw_only=True)
class _Portion:
    """Some groups of a half: those of a part of its states.

    Attributes
    ----------
    s : int64 array
        The last argument of the kernels that read the states.
    table : int64 array
        Where groups are found.
    statuses, sizes : int64 arrays
        The ends and the saturated vertices of each group, and how many states it has.
    first : int
        The number of the first one, among all groups.
    """

    s: NDArray[np.int64]
    table: NDArray[np.int64]
    statuses: NDArray[np.int64]
    sizes: NDArray[np.int64]
    first: int = 0

    @property
    def last(self) -> int:
        """The number that follows the last group."""
        return self.first + len(self.sizes)


class Groups:
    """The groups of the states of one half.

    Parameters
    ----------
    half : Half
        The half.
    clock : Clock
        The clock.
    pool : Pool, optional
        Threads, each for the groups of a part of the states.

    Attributes
    ----------
    wanted : bool array
        The groups that are to be scattered.
    states : int
        How many states these have.
    matchings : int64 array
        Their matchings, group by group.
    counts : list of (int, int64 array)
        Their counts, digit by digit, and what each digit is shifted by.
    statuses : int64 array
        The ends and the saturated vertices of all groups.
    """

    def __init__(self, half: Half, clock: Clock, pool: Pool | None = None) -> None:
        import numpy as np

        self._slots, self._clock, self._pool = half.slots, clock, pool
        threads = shares(half.size, SHARE, pool)
        bounds = [(1 << states.HASH) * k // threads for k in range(1, threads)]
        parts = pairwise([0, *bounds, 1 << states.HASH]) if bounds else [(0, 0)]
        jobs = [(half, begin, end) for begin, end in parts]
        self._portions: list[_Portion] = together(METHOD, _grouped, jobs, clock, pool)
        for one, following in pairwise(self._portions):
            following.first = one.last
        self.statuses = np.concatenate([portion.statuses for portion in self._portions])
        self._sizes = np.concatenate([portion.sizes for portion in self._portions])
        self.wanted = np.zeros(len(self._sizes), bool)

    @property
    def states(self) -> int:
        """How many states the groups have that are wanted."""
        return int(self._sizes[self.wanted].sum())

    def fitting(
        self, other: Groups, slots: Sequence[tuple[int, int]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the groups of this half and of another that fit.

        ``slots`` are those of each vertex in both halves.
        """
        import numpy as np

        jobs = [(portion, other, slots) for portion in self._portions]
        its = np.concatenate(together(METHOD, self._fitting, jobs, self._clock, self._pool))
        mine = np.flatnonzero(its >= 0)
        return mine, its[mine]

    def _fitting(
        self, portion: _Portion, other: Groups, slots: Sequence[tuple[int, int]], *, clock: Clock
    ) -> NDArray[np.int64]:
        """Return which group of another half each one fits, or -1."""
        import numpy as np

        statuses = portion.statuses
        ends, untouched = np.zeros((2, len(statuses)), np.int64)
        for i, j in slots:
            end = statuses >> self._slots + i & 1
            ends |= end << j
            untouched |= (1 - end - (statuses >> i & 1)) << j
        needed = ends << self._slots | untouched
        found = np.full(len(needed), -1)
        for theirs in other._portions:
            s = np.zeros(kernels.FITTING, np.int64)
            s[kernels.BASE] = theirs.first
            _run(clock, kernels.fit, theirs.table, needed, found, s)
        return found

    def scatter(self, half: Half) -> None:
        """Write the states of the groups that are wanted side by side; the layer is used up."""
        import numpy as np

        sizes = np.where(self.wanted, self._sizes, 0)
        self._last = np.cumsum(sizes)
        self._first = self._last - sizes
        self.matchings = np.zeros(self.states, np.int64)
        self.counts = []
        for limb, part in product(range(half.limbs), (0,) if half.limbs == 1 else (1, 2)):
            counts = np.zeros(self.states, np.int64)
            jobs = [(half, portion, limb, part, counts) for portion in self._portions]
            together(METHOD, self._scattered, jobs, self._clock, self._pool)
            if counts.any():
                self.counts.append((states.LIMB * limb + kernels.HALF * (part == 2), counts))
        half.layer = half.layer[:0].copy()

    def _scattered(
        self,
        half: Half,
        portion: _Portion,
        limb: int,
        part: int,
        counts: NDArray[np.int64],
        *,
        clock: Clock,
    ) -> None:
        """Write the states of some groups, and one digit of their counts."""
        import numpy as np

        if portion.first == portion.last:
            return
        mine = slice(portion.first, portion.last)
        begin, end = int(self._first[mine][0]), int(self._last[mine][-1])
        place = np.where(self.wanted[mine], self._first[mine] - begin, -1)
        s = portion.s.copy()
        s[kernels.LIMB_READ], s[kernels.HALVES], s[states.STEPS] = limb, part, 0
        rows = self.matchings[begin:end], counts[begin:end]
        _run(clock, kernels.scatter, half.layer, portion.table, place, *rows, s)

    def count(self, i: int) -> int:
        """Return the count of a state by its place.

        Parameters
        ----------
        i : int
            The place.

        Returns
        -------
        int
            The count.
        """
        return sum(int(counts[i]) << shift for shift, counts in self.counts)

    def state(self, group: int, i: int) -> tuple[int, ...]:
        """Return the words of a state as the layer had them.

        Parameters
        ----------
        group : int
            Its group.
        i : int
            Its place.

        Returns
        -------
        tuple of int
            One word, or two.
        """
        status, matching = int(self.statuses[group]), int(self.matchings[i])
        if self._slots == states.NARROW:
            return (status << states.MATCHING | matching,)
        return status, matching

    def pairs(
        self, mine: NDArray[np.int64], other: Groups, its: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the fields of pairs of groups, as the kernel reads them."""
        import numpy as np

        pairs = np.zeros((len(mine), kernels.PAIR), np.int64)
        pairs[:, kernels.ENDS] = self.statuses[mine] >> self._slots
        pairs[:, kernels.OTHER_ENDS] = other.statuses[its] >> self._slots
        pairs[:, kernels.FIRST], pairs[:, kernels.LAST] = self._first[mine], self._last[mine]
        pairs[:, kernels.OTHER_FIRST] = other._first[its]
        pairs[:, kernels.OTHER_LAST] = other._last[its]
        return pairs


def _grouped(half: Half, begin: int, end: int, *, clock: Clock) -> _Portion:
    """Return the groups of a part of the states of a half."""
    import numpy as np

    table = np.full(4 * GROUPS, states.EMPTY, np.int64)
    statuses, sizes = np.zeros((2, GROUPS), np.int64)
    s = np.zeros(kernels.GROUPING, np.int64)
    s[states.SLOTS], s[states.LIMBS] = half.slots, half.limbs
    s[states.FIXED], s[states.FROM], s[states.TO] = -1, begin, end
    while _run(clock, kernels.group, half.layer, table, statuses, sizes, s) != kernels.DONE:
        statuses, sizes = (np.concatenate((a, np.zeros_like(a))) for a in (statuses, sizes))
        larger = np.full(2 * len(table), states.EMPTY, np.int64)
        _run(clock, kernels.regroup, table, larger, np.zeros(1, np.int64))
        table = larger
    used = int(s[states.USED])
    return _Portion(s=s, table=table, statuses=statuses[:used], sizes=sizes[:used])


class _Tables:
    """The constants and the tables that joining needs.

    Parameters
    ----------
    pairs : int64 array, shape (pairs, PAIR)
        The pairs of groups to be joined.
    clock : Clock
        The clock.
    """

    def __init__(self, pairs: NDArray[np.int64], clock: Clock) -> None:
        import numpy as np

        self._odd = odd = np.ones(states.WIDE // 2 + 1, np.int64)
        for k in range(1, len(odd)):
            odd[k] = odd[k - 1] * (2 * k - 1)
        paths, products = _sizes(pairs)
        lengths = [
            k * (2 * k - 1) * int(odd[k]) if k >= kernels.SMALL else 0 for k in range(len(odd))
        ]
        depth = kernels.SMALL
        for k in range(depth + 1, kernels.DENSE + 1):
            several = products[paths == k]
            if several[kernels.is_dense(several, k, odd)].sum() > ENTRY * lengths[k - 1]:
                depth = k
        self._depth = depth
        self._tables = tables = np.concatenate(([0], np.cumsum(lengths[:depth])))
        self._swaps = swaps = np.zeros(tables[-1], np.int32)
        mates, order, position = np.zeros((3, 2 * len(odd)), np.int64)
        for k in range(kernels.SMALL, depth):
            s = np.zeros(kernels.SWAPPING, np.int64)
            s[kernels.PAIRS] = k
            part = swaps[tables[k] : tables[k + 1]]
            _run(clock, kernels.swap, odd, mates, order, position, part, s)

    def work(self) -> list[NDArray[Any]]:
        """Return arguments of the kernel that joins: the tables, and room for one thread."""
        import numpy as np

        odd, depth = self._odd, self._depth
        mates = np.zeros((kernels.BLOCKED + 1) * 2 * len(odd), np.int64)
        images, turned, order, position = np.zeros((4, 2 * len(odd)), np.int64)
        offsets = np.concatenate(([0], np.cumsum(odd[: depth + 1])))
        turns, bases = np.zeros((2, depth + 1), np.int64)
        vectors, dense = np.zeros(offsets[-1], np.int64), np.zeros(odd[depth], np.int64)
        shifts = constants(states.WIDE)[0]
        return [
            *(shifts, odd, mates, images, turned, order, position, self._swaps, self._tables),
            *(vectors, offsets, turns, bases, dense),
        ]

    def divided(self, pairs: NDArray[np.int64], pool: Pool | None) -> list[NDArray[np.int64]]:
        """Return the pairs of groups in parts of about the same work, if threads may share them."""
        import numpy as np

        if (threads := shares(len(pairs), PAIRS, pool)) == 1:
            return [pairs]
        paths, products = _sizes(pairs)
        dense = kernels.is_dense(products, paths, self._odd)
        dense &= (paths > kernels.SMALL) & (paths <= self._depth)
        work = np.cumsum(paths * np.where(dense, self._odd[paths], products) + 1)
        parts = PARTS * threads
        bounds = np.searchsorted(work, [work[-1] * k // parts for k in range(1, parts)])
        return np.split(pairs, bounds)


def _sizes(pairs: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the paths of the states in each pair of groups, and how many pairs of states it is."""
    fields = pairs.T
    paths = sum(fields[kernels.ENDS] >> i & 1 for i in range(states.WIDE)) // 2
    products = (fields[kernels.LAST] - fields[kernels.FIRST]) * (
        fields[kernels.OTHER_LAST] - fields[kernels.OTHER_FIRST]
    )
    return paths, products


def _met(arrays: list[NDArray[Any]], clock: Clock) -> int:
    """Return the sum of the products of one digit of the counts with another."""
    import numpy as np

    total = np.zeros(2, np.int64)
    _run(clock, kernels.meet, *arrays, total, np.zeros(kernels.JOINING, np.int64))
    return (int(total[1]) << states.LIMB) + int(total[0])


def _run(clock: Clock, kernel: Any, *arrays: NDArray[Any]) -> int:
    run = Run(kernel, *arrays)
    status = clock.run(METHOD, run)
    run.arrays()
    return status
