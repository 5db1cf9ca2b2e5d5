"""Backtracing through the layers of a frontier dynamic program: from a state to its edges.

Each state is reached from states of the layer before, whose counts add up to its own. A number
below the count selects one of them, and so on back to the first layer.
"""

from __future__ import annotations

import tempfile
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import states as kernels
from icosian._kernels._jit import Run, variant
from icosian._run.clock import Clock
from icosian.tours.count.layers import METHOD, ROOM, Choice, Half, Memory, constants, widened

Rows = NDArray[np.int64]


INSERT = variant(kernels.insert, "recording", flush=kernels.record_sources)
PRUNE_AND_INSERT = variant(kernels.prune_and_insert, "recording", insert=INSERT)
EXTEND = variant(
    kernels.extend, "recording", prune_and_insert=PRUNE_AND_INSERT, flush=kernels.record_sources
)
"""The transitions of a layer, with those to wanted states recorded instead of carried out."""

KEPT = 0.125
"""The part of the memory that layers may use before they are written to disk."""


class KeptLayers:
    """Storage of layers: in memory while they are small, then in a temporary folder."""

    def __init__(self, memory: Memory) -> None:
        self.words = self.loaded = 0
        self._memory = memory
        self._left = int(KEPT * memory.limit)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def keep(self, layer: Rows) -> Rows | Path:
        """Store a layer and return its key."""
        self.words += len(layer)
        if layer.nbytes <= self._left:
            self._left -= layer.nbytes
            self._memory.other_bytes += layer.nbytes
            return layer
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="icosian-")
        path = Path(self._folder.name, f"{self._files}.npy")
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
class _Step:
    """What it takes to repeat a choice of edges."""

    vertex: int
    names: dict[int, int]  # the vertex of each slot afterwards
    near: Rows  # the arguments of the kernel ``extend``, with the next two
    options: Rows
    s: Rows
    layer: Rows | Path  # the key of the layer before it
    limbs: tuple[int, int]  # of a count before and after it
    closed: int  # the number of cycles that it closed
    images: Rows | None = None  # of each slot, in the fold that followed


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
        self._steps: list[_Step] = []
        self.words, self.slots = half.words, half.slots

    def store(self) -> None:
        """Store what the half has made: a choice, and the fold that follows it."""
        half, twin = self._half, self._twin
        new = half.operations[len(twin.operations) :]
        for operation in new:
            _, given, s = twin.prepare(operation)
            twin.operations.append(operation)
            if isinstance(operation, Choice):
                step = _Step(
                    vertex=operation.vertex,
                    names={i: v for v, i in twin.slot.items()},
                    near=given[0],
                    options=given[1],
                    s=s,
                    layer=self._layer,
                    limbs=(twin.limbs, half.limbs),
                    closed=half.closed - twin.closed,
                )
                self._steps.append(step)
            else:
                self._steps[-1].images = given[0]
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
                layer = widened(layer, self.words + limbs)
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
        step: _Step,
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

    def _image(self, state: tuple[int, ...], place: Rows) -> tuple[int, ...]:
        """Return the image of a state under a permutation of the slots."""
        slots, (shifts, mates, _) = self.slots, constants(self.slots)
        places, images = place.tolist(), mates.tolist()
        word = kernels.degree_word(state[0], slots)
        ends = kernels.image_mask(places, word >> slots)
        saturated = kernels.image_mask(places, word & (1 << slots) - 1)
        kernels.image_mates(places, state, 0, shifts.tolist(), mates.tolist(), images, slots)
        word, matching = ends << slots | saturated, kernels.encode(images, ends, shifts.tolist())
        return (word << kernels.MATCHING | matching,) if self.words == 1 else (word, matching)

    def _sources(self, step: _Step, layer: Rows, rows: Rows) -> tuple[Rows, Rows]:
        """Return the places of counts that lead to wanted rows, and the numbers of these."""
        limbs = step.limbs[1]
        most = 1 + len(step.near) * (len(step.near) + 1) // 2
        size = max(ROOM, 2 * len(rows), 2 * (kernels.BATCH + most))
        table = np.full(size * (self.words + limbs), kernels.EMPTY, np.int64)
        s = np.zeros(kernels.FILLING, np.int64)
        s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, limbs
        run = Run(kernels.rehash, constants(self.slots)[-1], rows.ravel(), table, s)
        self._clock.run(METHOD, run)
        run.arrays()
        s = np.concatenate((step.s, np.zeros(2 * size, np.int64)))
        s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, limbs
        work = [step.near, step.options, *constants(self.slots), layer, table]
        notes = []
        status = kernels.FULL
        while status == kernels.FULL:
            s[kernels.USED] = 0
            run = Run(EXTEND, *work, np.zeros(limbs, np.int64), s)
            status = self._clock.run(METHOD, run)
            run.arrays()
            notes.append(s[kernels.NOTES :][: 2 * s[kernels.USED]].copy())
        if status != kernels.DONE:
            raise RuntimeError(f"a repeated choice of edges ended with status {status}")
        at, number = np.concatenate(notes).reshape(-1, 2).T
        return at, number

    def _reopen(
        self, step: _Step, layer: Rows, closed: list[EdgeSet], found: dict[int, list[EdgeSet]]
    ) -> None:
        """Find the rows in which cycles were closed, and the closing edges."""
        # Cycles are closed in states with a single path, whose ends the chosen edges join; all
        # other vertices are saturated.
        row = self.words + step.limbs[1]
        v, live = int(step.s[kernels.VERTEX]), int(step.s[kernels.LIVE])
        live |= 1 << v
        near = step.near.tolist()
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
            before = degrees[at[i] // row].item()
            self._choose(step, edge_set, before, live)
            found[at[i].item()].append(edge_set)

    def _choose(self, step: _Step, edge_set: EdgeSet, before: int, after: int) -> None:
        """Add the edges that change degrees between two degree words."""
        for i in step.near.tolist():
            if _degree(after, i, self.slots) > _degree(before, i, self.slots):
                edge = step.vertex, step.names[i]
                if edge_set.turned and self._turn is not None:
                    edge = self._turn[edge[0]], self._turn[edge[1]]
                edge_set.edges.append(edge)

    def _counts(self, layer: Rows, at: Rows, limbs: int) -> list[int]:
        """Return counts as Python integers."""
        digits = [layer[at + k].tolist() for k in range(limbs)]
        return [
            sum(x << kernels.LIMB * k for k, x in enumerate(limbs))
            for limbs in zip(*digits, strict=True)
        ]


def _degree(degrees: int, i: int, slots: int) -> int:
    """Return the degree of the vertex of a slot."""
    return 2 if degrees >> i & 1 else degrees >> slots + i & 1
