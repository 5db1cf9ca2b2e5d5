"""Uniform draws from the tables of a count."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import joining, states as kernels
from icosian._kernels._jit import lists_of
from icosian._run.limits import Clock
from icosian.tours.count import layers
from icosian.tours.count.degree_slices import deepest, depth_needed, images, slices
from icosian.tours.count.layers import Half, Join, Memory, MemoryShort, Prepared, SplitChoice
from icosian.tours.count.plans import Degrees, Plan, PlanRun

Rows = NDArray[np.int64]

KEPT = 0.125
"""The part of the memory that layers may use before they are written to disk."""


class KeptLayers(ExitStack[None]):
    """Storage of layers: in memory while they are small, then in a temporary folder."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.words = self.loaded = 0
        self._memory = memory
        self._left = int(KEPT * memory.limit)
        self._folder = ""
        self._files = 0

    def keep(self, layer: Rows) -> Rows | Path:
        """Store a layer and return its key."""
        self.words += len(layer)
        if layer.nbytes <= self._left:
            self._left -= layer.nbytes
            self._memory.other_bytes += layer.nbytes
            return layer
        if not self._folder:
            self._folder = self.enter_context(TemporaryDirectory(prefix="icosian-"))
        path = Path(self._folder, f"{self._files}.npy")
        self._files += 1
        np.save(path, layer)
        return path

    def load(self, kept: Rows | Path) -> Rows:
        """Return the layer of a key."""
        layer: Rows = np.load(kept) if isinstance(kept, Path) else kept
        self.loaded += len(layer)
        return layer


@dataclass(slots=True)
class EdgeSet:
    """One of the edge sets that lead to a state, being traced back."""

    number: int  # its rank among the edge sets that lead to the state
    edges: list[tuple[int, int]] = field(default_factory=list)
    turned: bool = False  # True if earlier edges are to be mapped by the symmetry of the folds

    def turn(self, images: Sequence[int]) -> None:
        """Replace the vertices of all known edges by their images."""
        self.edges = [(images[v], images[w]) for v, w in self.edges]


@dataclass(slots=True, kw_only=True)
class _DrawStep:
    """What it takes to repeat a choice of edges."""

    vertex: int
    names: dict[int, int]  # the vertex of each slot afterwards
    part: Prepared
    layer: Rows | Path  # the key of the layer before it
    limbs: tuple[int, int]  # of a count before and after it
    closed: int  # the number of cycles that it closed
    images: list[int] | None = None  # of each slot, in the fold that followed


class Backtrace:
    """The stored layers of a half, and the way back through them."""

    def __init__(
        self,
        graph: Sequence[set[int]],
        half: Half,
        turn: Sequence[int] | None,
        clock: Clock,
        kept: KeptLayers,
    ) -> None:
        self._half = half
        # The twin repeats the operations without layers, to recover the arguments of the kernel.
        self._twin = Half(graph, half.slots, clock, Memory(0), half.limits)
        self._turn = turn
        self._clock = clock
        self._kept = kept
        self._layer = kept.keep(half.layer)
        self._steps: list[_DrawStep] = []
        self.words, self.slots = half.words, half.slots

    def store(self) -> None:
        """Store what the half has made: a choice, and the fold that follows it."""
        half, twin = self._half, self._twin
        new = half.operations[len(twin.operations) :]
        for operation in new:
            part = twin.prepare(operation)
            twin.replay(operation)
            if isinstance(operation, SplitChoice):
                step = _DrawStep(
                    vertex=operation.vertex,
                    names={i: v for v, i in twin.slot.items()},
                    part=part,
                    layer=self._layer,
                    limbs=(twin.limbs, half.limbs),
                    closed=half.closed - twin.closed,
                )
                self._steps.append(step)
            else:
                self._steps[-1].images = part.options
            twin.limbs, twin.closed = half.limbs, half.closed
        if new:
            self._layer = self._kept.keep(half.layer)

    def trace_back(
        self, wanted: Mapping[tuple[int, ...], list[EdgeSet]], closings: list[EdgeSet]
    ) -> None:
        """Find the edges of the edge sets of wanted states and of closed cycles."""
        # Each layer is read once more by the kernel that made the next one, which now records the
        # transitions to wanted states. All states together take as long as one.
        begin = self._twin.closed
        for step in reversed(self._steps):
            begin -= step.closed
            # 1. The cycles that this step closed.
            closed = []
            while closings and closings[-1].number >= begin:
                edge_set = closings.pop()
                edge_set.number -= begin
                closed.append(edge_set)
            if not wanted and not closed:
                continue
            # 2. The layer before it, its counts with as many limbs as those after it.
            layer = self._kept.load(step.layer)
            states = len(layer) // (self.words + step.limbs[0])
            self._clock.stage = f"going back through {states:,} states"
            for limbs in range(*step.limbs):
                layer = layers.widen_rows(layer, self.words + limbs)
            # 3. The rows that the edge sets come from; these are the states wanted next.
            found: dict[int, list[EdgeSet]] = defaultdict(list)
            if wanted:
                self._step_back(step, layer, wanted, found)
            if closed:
                self._reopen(step, layer, closed, found)
            wanted = {
                tuple(layer[at : at + self.words].tolist()): edge_sets
                for at, edge_sets in found.items()
            }
            self._clock.done(self._kept.loaded / self._kept.words)

    def _step_back(
        self,
        step: _DrawStep,
        layer: Rows,
        wanted: Mapping[tuple[int, ...], list[EdgeSet]],
        found: dict[int, list[EdgeSet]],
    ) -> None:
        """Find the rows that lead to wanted states, and the edges chosen there."""
        # 1. Number the wanted states 0, 2, 4, ... A folded state represents itself and its image,
        #    which gets the odd number.
        words, limbs = self.words, step.limbs[1]
        rows = np.zeros((len(wanted), words + limbs), np.int64)
        rows[:, :words] = list(wanted)
        rows[:, words] = np.arange(0, 2 * len(wanted), 2)
        if step.images is not None:
            images = rows.copy()
            images[:, :words] = [self._image(state, step.images) for state in wanted]
            images[:, words] += 1
            rows = np.concatenate((rows, images[(images != rows)[:, :words].any(axis=1)]))
        degrees = kernels.degree_word(rows[:, 0], self.slots).tolist()
        after = dict(zip(rows[:, words].tolist(), degrees, strict=True))
        # 2. Find the rows that lead there, sorted by wanted state, and their counts.
        at, number = self._sources(step, layer, rows)
        order = np.lexsort((at, number >> 1))
        at, number = at[order], number[order]
        counts = self._counts(layer, at, limbs)
        at -= words
        before = kernels.degree_word(layer[at], self.slots).tolist()
        bounds = np.searchsorted(number >> 1, np.arange(len(wanted) + 1)).tolist()
        at, number = at.tolist(), number.tolist()
        # 3. The rank of an edge set among those of a state selects a row, and its rank there.
        for k, edge_sets in enumerate(wanted.values()):
            first, last = bounds[k : k + 2]
            sums = list(accumulate(counts[first:last]))
            for edge_set in edge_sets:
                i = bisect_right(sums, edge_set.number)
                edge_set.number -= sums[i] - counts[first + i]
                i += first
                edge_set.turned ^= number[i] & 1 == 1
                self._choose(step, edge_set, before[i], after[number[i]])
                found[at[i]].append(edge_set)

    def _image(self, state: tuple[int, ...], places: list[int]) -> tuple[int, ...]:
        """Return the image of a state under a permutation of the slots."""
        slots, pairs = self.slots, kernels.StateMates(*lists_of(layers.state_mates(self.slots)))
        images = pairs.mates.copy()
        word = kernels.degree_word(state[0], slots)
        ends = kernels.image_mask(places, word >> slots)
        saturated = kernels.image_mask(places, word & (1 << slots) - 1)
        kernels.image_mates(places, images, pairs, state, 0, slots)
        word, matching = ends << slots | saturated, kernels.encode(images, ends, pairs.shifts)
        return (word << kernels.MATCHING | matching,) if self.words == 1 else (word, matching)

    def _sources(self, step: _DrawStep, layer: Rows, rows: Rows) -> tuple[Rows, Rows]:
        """Return the places of counts that lead to wanted rows, and the numbers of these."""
        limbs = step.limbs[1]
        schedule = layers.schedule_of([step.part])
        most = schedule.words[kernels.MOST - kernels.FIXED]
        size = max(layers.ROOM, 2 * len(rows), 2 * int(kernels.BATCH + most))
        table = np.full(size * (self.words + limbs), kernels.EMPTY, np.int64)
        s = np.zeros(kernels.FILLING, np.int64)
        s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, limbs
        s[kernels.STATES], s[kernels.ROWS] = len(rows), size
        self._clock.call(layers.METHOD, kernels.rehash, layers.state_rows(rows.ravel(), table), s)
        s = np.zeros(kernels.NOTES + 2 * size, np.int64)
        s[kernels.FIXED : kernels.EXTENDING] = schedule.words
        s[kernels.SLOTS], s[kernels.LIMBS], s[kernels.RECORDS] = self.slots, limbs, True
        s[kernels.STATES], s[kernels.ROWS] = len(layer) // (self.words + limbs), size
        edges = kernels.EdgeOptions(*schedule[1:5])
        work = [edges, layers.state_mates(self.slots), layers.state_rows(layer, table)]
        notes = []
        status = kernels.FULL
        while status == kernels.FULL:
            s[kernels.USED] = 0
            total = np.zeros(limbs, np.int64)
            status = self._clock.call(layers.METHOD, kernels.extend, *work, total, s)
            notes.append(s[kernels.NOTES :][: 2 * s[kernels.USED]].copy())
        if status != kernels.DONE:
            raise RuntimeError(f"a repeated choice of edges ended with status {status}")
        at, number = np.concatenate(notes).reshape(-1, 2).T
        return at, number

    def _reopen(
        self, step: _DrawStep, layer: Rows, closed: list[EdgeSet], found: dict[int, list[EdgeSet]]
    ) -> None:
        """Find the rows in which cycles were closed, and the closing edges."""
        # Cycles are closed in states with a single path, whose ends the chosen edges join; all
        # other vertices are saturated.
        row = self.words + step.limbs[1]
        v, live = (step.part.words[k - kernels.FIXED] for k in (kernels.VERTEX, kernels.LIVE))
        live |= 1 << v
        near = step.part.heads
        last = [*((v, w) for w in near), *combinations(near, 2)]  # the ends of the only path
        ends = [1 << i | 1 << j for i, j in last]
        wanted = [mask << self.slots | live & ~mask & ~(1 << v) for mask in ends]
        degrees = kernels.degree_word(layer[::row], self.slots)
        at = np.flatnonzero(np.isin(degrees, wanted)) * row
        counts = self._counts(layer, at + self.words, step.limbs[1])
        sums = list(accumulate(counts))
        if sums[-1] != step.closed:
            raise RuntimeError("the cycles closed in a layer are not those of the count")
        for edge_set in closed:
            i = bisect_right(sums, edge_set.number)
            edge_set.number -= sums[i] - counts[i]
            self._choose(step, edge_set, degrees[at[i] // row].item(), live)
            found[at[i].item()].append(edge_set)

    def _choose(self, step: _DrawStep, edge_set: EdgeSet, before: int, after: int) -> None:
        """Add the edges that change degrees between two degree words."""
        for i, j in zip(step.part.tails, step.part.heads, strict=True):
            if _degree(after, j, self.slots) > _degree(before, j, self.slots):
                edge = step.names.get(i, step.vertex), step.names[j]
                if edge_set.turned and self._turn is not None:
                    edge = self._turn[edge[0]], self._turn[edge[1]]
                edge_set.edges.append(edge)

    def _counts(self, layer: Rows, at: Rows, limbs: int) -> list[int]:
        digits = [layer[at + k].tolist() for k in range(limbs)]
        return [
            sum(x << kernels.LIMB * k for k, x in enumerate(limbs))
            for limbs in zip(*digits, strict=True)
        ]


def _degree(degrees: int, i: int, slots: int) -> int:
    return 2 if degrees >> i & 1 else degrees >> slots + i & 1


# -- Unranking: from a number below the count to the Hamiltonian cycle of that rank
# The ranks of a join are split by its pairs of groups, then by halves of their states, until one
# pair of states is left; each state is then traced back to its edges.

Edge = tuple[int, int]
Draw = tuple[int, int]  # a rank, and the index of the draw
End = tuple[tuple[int, ...], int]  # the words of a state, and the rank of an edge set there

BLOCKS, WORK = 4096, 10_000
"""The number of blocks of group pairs whose sums are kept, fewer where they would take less work
than some microseconds, which a call takes."""


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

    def __init__(self, join: Join, part: layers.JoinPart) -> None:
        self.part = part
        self._join = join
        blocks = min(len(part.pairs), BLOCKS, 1 + int(join.costs(part).sum()) // WORK)
        self._bounds = np.linspace(0, len(part.pairs), blocks + 1).astype(np.int64).tolist()
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
                for pair in self._pairs(a, self.part.pairs[a:b], between(left, begin, end)):
                    mine, its = self.part.groups[:, pair.pair].tolist()
                    number, rest = divmod(pair.number, there.count(pair.other))
                    one = join.one.state(mine, pair.one), number
                    another = there.state(its, pair.other), rest
                    yield (pair.draw, another, one) if swapped else (pair.draw, one, another)

    def _pairs(self, k: int, pairs: Rows, draws: list[Draw]) -> Iterator[_Pair]:
        """Split pairs of groups, from pair k on, and then the states of one."""
        if not draws:
            return
        if len(pairs) > 1:
            m = len(pairs) // 2
            parts = [(k, pairs[:m]), (k + m, pairs[m:])]
        else:
            for first, last in (
                (joining.FIRST, joining.LAST),
                (joining.OTHER_FIRST, joining.OTHER_LAST),
            ):
                if pairs[0, last] - pairs[0, first] > 1:
                    front, back = pairs.copy(), pairs.copy()
                    front[0, last] = back[0, first] = (pairs[0, first] + pairs[0, last]) // 2
                    parts = [(k, front), (k, back)]
                    break
            else:
                for number, draw in draws:
                    fields = pairs[0].tolist()
                    one, other = fields[joining.FIRST], fields[joining.OTHER_FIRST]
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


# -- Draws from all Hamiltonian cycles of a graph: from a whole count, or from one in slices

COUNTED = 0.6
"""The estimated part of the work that the count takes."""
SLACK = 1 << 20
"""Bytes that a count may seem to need beyond the memory: the estimates are rough."""


class _Slice(NamedTuple):
    """Some of the cycles: those with given degrees, and their images under symmetries."""

    degrees: dict[int, int]
    symmetries: list[Sequence[int]]
    number: int  # of the cycles with these degrees


@dataclass(frozen=True, slots=True)
class Draws:
    """Cycles of a graph that are drawn independently of each other, all equally probable."""

    graph: Sequence[set[int]]
    plan: Plan
    clock: Clock
    limit: int  # bytes
    draw: Callable[[int], int]

    def cycles(self, n: int, needed: float) -> list[list[Edge]]:
        """Return the edges of n cycles, or an empty list if there are none.

        Where the memory does not hold the states of the whole, slices are counted one after the
        other; those from which something is drawn are counted once more, with their layers kept.
        """
        depth = 0
        if needed > self.limit + SLACK:
            depth = depth_needed(self.graph, self.plan, needed, self.limit, 1)
        while True:
            try:
                return self._from_slices(n, depth) if depth else self._from_all(n)
            except MemoryShort:
                least = max(needed, self.limit + 1)
                first = depth_needed(self.graph, self.plan, least, self.limit, 1)
                depth = depth + 1 if depth else first
                if not 0 < depth <= deepest(self.graph, self.plan):
                    raise

    def _from_all(self, n: int) -> list[list[Edge]]:
        with KeptLayers(memory := Memory(self.limit)) as kept:
            with self.clock.portion(0.0, COUNTED):
                found = Unranking(self.graph, self.plan, self.clock, memory, kept)
            if found.size == 0:
                return []
            with self.clock.portion(COUNTED, 1.0):
                return found.cycles([self.draw(found.size) for _ in range(n)])

    def _from_slices(self, n: int, depth: int) -> list[list[Edge]]:
        """Draw a slice for each cycle, by their numbers of cycles, and a cycle of that slice."""
        # 1. Count the slices. One stands for its images under symmetries.
        found = slices(self.graph, self.plan, depth)
        parts = []
        for k, (given, _) in enumerate(found):
            begin, end = (COUNTED * i / len(found) for i in (k, k + 1))
            with self.clock.portion(begin, end):
                parts.append(self._counted(dict(given)))
        sums = list(accumulate(len(part.symmetries) * part.number for part in parts))
        if sums[-1] == 0:
            return []
        # 2. Draw ranks in the sequence of all slices and their images.
        wanted: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for k in range(n):
            rank = self.draw(sums[-1])
            i = bisect_right(sums, rank)
            wanted[i].append((rank - sums[i] + len(parts[i].symmetries) * parts[i].number, k))
        # 3. Find the cycles of each slice together, and turn them into those of the images.
        edges: list[list[Edge]] = [[] for _ in range(n)]
        for done, (i, ranks) in enumerate(wanted.items()):
            begin, end = (COUNTED + (1 - COUNTED) * j / len(wanted) for j in (done, done + 1))
            with self.clock.portion(begin, end):
                cycles = self._unranked(parts[i], [rank % parts[i].number for rank, _ in ranks])
            for (rank, k), cycle in zip(ranks, cycles, strict=True):
                image = parts[i].symmetries[rank // parts[i].number]
                edges[k] = [(image[v], image[w]) for v, w in cycle]
        return edges

    def _counted(self, degrees: dict[int, int]) -> _Slice:
        """Return a slice with its number of cycles, and one symmetry for each of its images."""
        different = {
            tuple(sorted(image.items())): symmetry
            for symmetry, image in reversed(images(self.plan, degrees))
        }
        memory = Memory(self.limit)
        number = PlanRun(self.graph, self.plan, self.clock, memory, degrees).finish()
        return _Slice(degrees, list(different.values()), number)

    def _unranked(self, part: _Slice, ranks: list[int]) -> list[list[Edge]]:
        with KeptLayers(memory := Memory(self.limit)) as kept:
            found = Unranking(self.graph, self.plan, self.clock, memory, kept, part.degrees)
            if found.size != part.number:
                raise RuntimeError("a slice that was counted twice has two numbers of cycles")
            return found.cycles(ranks)
