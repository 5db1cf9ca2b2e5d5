"""The join of meet in the middle: the sum over all pairs of states that form one cycle.

Two states fit if the path ends of one are the path ends of the other, and the vertices untouched in
one are saturated in the other. States with the same degrees form a *group*, so whole groups fit.
Two fitting matchings of k paths form one cycle or several; there are up to ((2k - 1)!!)^2 pairs,
and the contraction of a trie needs about k^2 (2k - 1)!! steps for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import joining as kernels, states
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.tours.count.layers import Half, Memory, constants

METHOD = "join"
"""The name of the method in reports."""
GROUPS = 1 << 10
"""The initial capacity for groups."""
ENTRY = 5
"""The cost of a word of a swap table, in pairs of states joined directly."""
LARGE = 1 << 26
"""The least work of a pair of groups that workers share, a few tenths of a second."""
UNEVEN = -1
"""Instead of a number, if the work is to be shared in this way."""


def join_halves(
    one: Half,
    others: Sequence[tuple[Half, Sequence[int]]],
    separator: Sequence[int],
    clock: Clock,
    memory: Memory,
) -> int:
    """Return the number of cycles that the states of one half form with those of others."""
    join = Join(one, others, separator, clock, memory)
    return sum(part.times * join.sum(part, part.pairs) for part in join.parts)


def join_portion(join: Join, k: int, portions: int) -> int:
    """Return the sum over the k-th portion of each group of the first half, and all of the others.

    UNEVEN asks for several portions, where a pair of groups has most of the work.
    """
    total = 0
    for part in join.parts:
        costs = join.costs(part)
        if portions == 1 and costs.max(initial=0) > max(LARGE, costs.sum() / 2):
            return UNEVEN
        pairs, first, last = part.pairs.copy(), *part.pairs[:, [kernels.FIRST, kernels.LAST]].T
        pairs[:, kernels.FIRST] = first + (last - first) * k // portions
        pairs[:, kernels.LAST] = first + (last - first) * (k + 1) // portions
        is_empty = pairs[:, kernels.FIRST] == pairs[:, kernels.LAST]
        total += part.times * join.sum(part, pairs[~is_empty])
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinPart:
    """Fitting pairs of groups of the first half and one other half."""

    times: int  # 2 if each pair of states also counts with its halves exchanged
    other: int  # the index of the other half
    groups: NDArray[np.int64]  # the groups of the first half and of the other, shape (2, pairs)
    pairs: NDArray[np.int64]  # the same for the kernel, shape (pairs, PAIR)


class Join:
    """Halves whose states are grouped and ready to be joined."""

    def __init__(
        self,
        one: Half,
        others: Sequence[tuple[Half, Sequence[int]]],
        separator: Sequence[int],
        clock: Clock,
        memory: Memory,
    ) -> None:
        self._clock = clock
        # ``others`` are halves and their vertices in the order of the separator. A half that is
        # joined with itself is so by a map that is its own inverse.
        # 1. Group the states of each half, each half once.
        halves = {id(half): half for half in (one, *(other for other, _ in others))}
        for half, vertices in ((one, separator), *others):
            half.enter(vertices)
        groups = {key: Groups(half, clock) for key, half in halves.items()}
        self.one, self.others = groups[id(one)], [groups[id(other)] for other, _ in others]
        # 2. Find the groups that fit.
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
        # 3. Write their states side by side, in place of the layers.
        for key, half in halves.items():
            memory.check(*(2 * int(group.states) for group in groups.values()))
            groups[key].scatter(half)
        # 4. List the pairs of groups.
        self.parts: list[JoinPart] = []
        for k, (there, (mine, its)) in enumerate(zip(self.others, fits, strict=True)):
            if there is self.one:  # each pair comes twice, but those of one group
                chosen = [(2, mine < its), (1, mine == its)]
            else:
                chosen = [(1, np.ones(len(mine), bool))]
            for times, some in chosen:
                pairs = self.one.pairs(mine[some], there, its[some])
                both = np.array([mine[some], its[some]])
                self.parts.append(JoinPart(times=times, other=k, groups=both, pairs=pairs))
        self._tables = _ContractionTables(np.concatenate([p.pairs for p in self.parts]), clock)

    def costs(self, part: JoinPart) -> NDArray[np.int64]:
        """Return the work for each pair of groups of a part."""
        return self._tables.costs(part.pairs)

    def sum(self, part: JoinPart, pairs: NDArray[np.int64]) -> int:
        """Return how many cycles some pairs of groups, or parts of these, form."""
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
            arrays = [pairs.ravel(), *states_1, *states_2, place, *self._tables.work()]
            total += _join_digits(arrays, self._clock) << shift + other_shift
        return total


class Groups:
    """The states of one half, grouped by their degrees."""

    def __init__(self, half: Half, clock: Clock) -> None:
        self._slots, self._clock = half.slots, clock
        table = np.full(4 * GROUPS, states.EMPTY, np.int64)
        degrees, sizes = np.zeros((2, GROUPS), np.int64)
        self._s = s = np.zeros(kernels.GROUPING, np.int64)  # of the kernels that read the layer
        s[states.SLOTS], s[states.LIMBS] = half.slots, half.limbs
        while _run(clock, kernels.group, half.layer, table, degrees, sizes, s) != kernels.DONE:
            degrees, sizes = (np.concatenate((a, np.zeros_like(a))) for a in (degrees, sizes))
            larger = np.full(2 * len(table), states.EMPTY, np.int64)
            _run(clock, kernels.rehash_groups, table, larger, np.zeros(1, np.int64))
            table = larger
        used = int(s[states.USED])
        self._table, self.degrees, self._sizes = table, degrees[:used], sizes[:used]
        self.wanted = np.zeros(used, bool)

    @property
    def states(self) -> int:
        """The number of states in the wanted groups."""
        return int(self._sizes[self.wanted].sum())

    def fitting(
        self, other: Groups, slots: Sequence[tuple[int, int]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the fitting groups of this half and another; slots pair up the vertices."""
        ends, untouched = np.zeros((2, len(self.degrees)), np.int64)
        for i, j in slots:
            end = self.degrees >> self._slots + i & 1
            ends |= end << j
            untouched |= (1 - end - (self.degrees >> i & 1)) << j
        needed = ends << self._slots | untouched
        its = np.full(len(needed), -1)
        _run(self._clock, kernels.find_groups, other._table, needed, its, np.zeros(1, np.int64))
        mine = np.flatnonzero(its >= 0)
        return mine, its[mine]

    def scatter(self, half: Half) -> None:
        """Write the states of the wanted groups group by group; the layer is used up."""
        sizes = np.where(self.wanted, self._sizes, 0)
        self._last = np.cumsum(sizes)
        self._first = self._last - sizes
        self.matchings = np.zeros(self.states, np.int64)
        self.counts: list[tuple[int, NDArray[np.int64]]] = []  # a shift and the digits there
        for limb, part in product(range(half.limbs), (0,) if half.limbs == 1 else (1, 2)):
            counts = np.zeros(self.states, np.int64)
            s = self._s.copy()
            s[kernels.LIMB_READ], s[kernels.HALVES], s[states.STEPS] = limb, part, 0
            place = np.where(self.wanted, self._first, -1)
            rows = half.layer, self._table, place, self.matchings, counts
            _run(self._clock, kernels.scatter, *rows, s)
            if counts.any():
                self.counts.append((states.LIMB * limb + kernels.HALF * (part == 2), counts))
        half.layer = half.layer[:0].copy()

    def count(self, i: int) -> int:
        """Return the count of the state at a place."""
        return sum(int(counts[i]) << shift for shift, counts in self.counts)

    def state(self, group: int, i: int) -> tuple[int, ...]:
        """Return the words of the state at a place, as the layer had them."""
        degrees, matching = int(self.degrees[group]), int(self.matchings[i])
        if self._slots == states.NARROW:
            return (degrees << states.MATCHING | matching,)
        return degrees, matching

    def pairs(
        self, mine: NDArray[np.int64], other: Groups, its: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return pairs of groups as the kernel reads them, shape (pairs, PAIR)."""
        pairs = np.zeros((len(mine), kernels.PAIR), np.int64)
        pairs[:, kernels.ENDS] = self.degrees[mine] >> self._slots
        pairs[:, kernels.OTHER_ENDS] = other.degrees[its] >> self._slots
        pairs[:, kernels.FIRST], pairs[:, kernels.LAST] = self._first[mine], self._last[mine]
        pairs[:, kernels.OTHER_FIRST] = other._first[its]
        pairs[:, kernels.OTHER_LAST] = other._last[its]
        return pairs


class _ContractionTables:
    """The constants and tables of the trie contraction."""

    def __init__(self, pairs: NDArray[np.int64], clock: Clock) -> None:
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
            _run(clock, kernels.tabulate_swaps, odd, mates, order, position, part, s)

    def work(self) -> list[NDArray[Any]]:
        """Return the tables, and working memory for one thread."""
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

    def costs(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the work for each pair of groups."""
        paths, products = _sizes(pairs)
        dense = kernels.is_dense(products, paths, self._odd)
        dense &= (paths > kernels.SMALL) & (paths <= self._depth)
        work: NDArray[np.int64] = paths * np.where(dense, self._odd[paths], products) + 1
        return work


def _sizes(pairs: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of paths and of pairs of states for each pair of groups."""
    fields = pairs.T
    paths = sum(fields[kernels.ENDS] >> i & 1 for i in range(states.WIDE)) // 2
    products = (fields[kernels.LAST] - fields[kernels.FIRST]) * (
        fields[kernels.OTHER_LAST] - fields[kernels.OTHER_FIRST]
    )
    return paths, products


def _join_digits(arrays: list[NDArray[Any]], clock: Clock) -> int:
    """Return the sum of the products of one digit of the counts with another."""
    total = np.zeros(2, np.int64)
    _run(clock, kernels.join_groups, *arrays, total, np.zeros(kernels.JOINING, np.int64))
    return (int(total[1]) << states.LIMB) + int(total[0])


def _run(clock: Clock, kernel: Any, *arrays: NDArray[Any]) -> int:
    """Run a kernel to its end and return its status."""
    run = Run(kernel, *arrays)
    status = clock.run(METHOD, run)
    run.arrays()
    return status
