"""Unranking: from a number below the count to the Hamiltonian cycle of that rank.

The ranks of a join are split by its pairs of groups, then by halves of their states, until one pair
of states is left; each state is then traced back to its edges.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import joining as kernels
from icosian._run.clock import Clock
from icosian.tours.count.join import Join, JoinPart
from icosian.tours.count.layers import Memory
from icosian.tours.count.plan_race import Degrees, PlanRun
from icosian.tours.count.plans import Plan
from icosian.tours.sample.backtrace import Backtrace, EdgeSet, KeptLayers

Numbers = NDArray[np.int64]
Edge = tuple[int, int]
Draw = tuple[int, int]  # a rank, and the index of the draw
End = tuple[tuple[int, ...], int]  # the words of a state, and the rank of an edge set there


BLOCKS = 4096
"""The number of blocks of group pairs whose sums are kept."""


class _Pair(NamedTuple):
    """Two states that form a cycle, their group pair and places, and the remaining rank."""

    draw: int
    pair: int
    one: int
    other: int
    number: int


class Unranking:
    """All Hamiltonian cycles of a graph, or of a slice, each with the same number of ranks."""

    # One rank for each cycle, or four if states are folded. A fold keeps one of the edge sets x of
    # a state and their images x'. Let h be 2 for a kept set, 0 for its image, and 1 for both if
    # both are kept, so h(x) + h(x') = 2. A cycle of edge sets x and y occurs h(x) h(y) times in the
    # direct join and h(x) h(y') times in the join with the turned second half, together 2 h(x)
    # times, and its image 2 h(x') times. One more bit of the rank says whether the cycle that was
    # found is turned. So each cycle has 2 h(x) + 2 h(x') = 4 ranks.

    def __init__(
        self,
        graph: Sequence[set[int]],
        plan: Plan,
        clock: Clock,
        memory: Memory,
        kept: KeptLayers,
        degrees: Degrees | None = None,
    ) -> None:
        run = PlanRun(graph, plan, clock, memory, degrees)
        run.observer = self
        self._turn = run.turn
        self._backtraces = [Backtrace(graph, half, run.turn, clock, kept) for half in run.halves]
        run.complete()
        self._sizes = [half.closed for half in run.halves]
        self._others = run.join_partners()
        self._parts: list[_PartUnranking] = []
        if self._others:
            join = Join(*run.join_arguments(), clock, memory)
            self._parts = [_PartUnranking(join, part) for part in join.parts]
            self._sizes += [part.size for part in self._parts]
        self.size = sum(self._sizes) * (1 if self._turn is None else 2)

    def watch(self, _: PlanRun) -> None:
        """Store the new layers."""
        for backtrace in self._backtraces:
            backtrace.store()

    def forget(self) -> None:
        """Do nothing: all layers are stored."""

    def cycles(self, numbers: Sequence[int]) -> list[list[Edge]]:
        """Return the edges of the cycles of some ranks; can be called once."""
        # 1. Sort the ranks, and divide them among the cycles closed in each half and the join.
        bits = 0 if self._turn is None else 1
        draws = sorted((number >> bits, k) for k, number in enumerate(numbers))
        parts = [between(draws, a, b) for a, b in pairwise(accumulate(self._sizes, initial=0))]
        # 2. Each cycle is one edge set that a half closed, or one of each half.
        edges: list[list[Edge]] = [[] for _ in numbers]
        wanted = [defaultdict[tuple[int, ...], list[EdgeSet]](list) for _ in self._backtraces]
        closings: list[list[EdgeSet]] = [[] for _ in self._backtraces]
        pieces: list[tuple[int, EdgeSet, Sequence[int] | None]] = []
        for closed in closings:
            part = parts.pop(0)
            closed += [EdgeSet(number) for number, _ in part]
            pieces += [(k, edge_set, None) for edge_set, (_, k) in zip(closed, part, strict=True)]
        for ranked, part in zip(self._parts, parts, strict=True):
            other, images = self._others[ranked.part.other]
            for k, one, another in ranked.ends(part):
                edge_sets = EdgeSet(one[1]), EdgeSet(another[1])
                wanted[0][one[0]].append(edge_sets[0])
                wanted[other][another[0]].append(edge_sets[1])
                pieces += [(k, edge_sets[0], None), (k, edge_sets[1], images)]
        # 3. Trace all edge sets back, and put the cycles together.
        self._parts.clear()
        for backtrace, states, closed in zip(self._backtraces, wanted, closings, strict=True):
            backtrace.trace_back(states, closed)
        for k, edge_set, through in pieces:
            if through is not None:
                edge_set.turn(through)
            if self._turn is not None and numbers[k] & 1:
                edge_set.turn(self._turn)
            edges[k] += edge_set.edges
        return edges


class _PartUnranking:
    """The ranks of the cycles of one part of a join."""

    def __init__(self, join: Join, part: JoinPart) -> None:
        self.part = part
        self._join = join
        bounds = np.linspace(0, len(part.pairs), min(len(part.pairs), BLOCKS) + 1).astype(np.int64)
        self._bounds = bounds.tolist()
        self._sums = [join.sum(part, part.pairs[a:b]) for a, b in pairwise(self._bounds)]
        self.size = part.times * sum(self._sums)

    def ends(self, draws: list[Draw]) -> Iterator[tuple[int, End, End]]:
        """Yield, for sorted ranks, their key and the two states, each with a rank of its own."""
        join, once = self._join, self.size // self.part.times
        there = join.others[self.part.other]
        for swapped in range(self.part.times):
            left = between(draws, swapped * once, (swapped + 1) * once)
            begins = accumulate(self._sums, initial=0)
            for (a, b), (begin, end) in zip(pairwise(self._bounds), pairwise(begins), strict=True):
                inside = between(left, begin, end)
                for pair in self._pairs(a, self.part.pairs[a:b], inside):
                    mine, its = self.part.groups[:, pair.pair].tolist()
                    number, rest = divmod(pair.number, there.count(pair.other))
                    one = join.one.state(mine, pair.one), number
                    another = there.state(its, pair.other), rest
                    yield (pair.draw, another, one) if swapped else (pair.draw, one, another)

    def _pairs(self, k: int, pairs: Numbers, draws: list[Draw]) -> Iterator[_Pair]:
        """Split pairs of groups, from pair k on, and then the states of one."""
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
        begin = self._join.sum(self.part, parts[0][1])
        i = bisect_left(draws, (begin,))
        yield from self._pairs(*parts[0], draws[:i])
        yield from self._pairs(*parts[1], [(number - begin, draw) for number, draw in draws[i:]])


def between(draws: list[Draw], begin: int, end: int) -> list[Draw]:
    """Return the draws whose rank is in a range, with ranks from its beginning."""
    i, j = (bisect_left(draws, (number,)) for number in (begin, end))
    return [(number - begin, draw) for number, draw in draws[i:j]]
