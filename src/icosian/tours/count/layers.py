"""The frontier dynamic program over one half of the edges, layer by layer.

A layer maps each state of the frontier to the number of edge sets that lead to it. Each operation
makes the next layer: it chooses the remaining edges of a vertex, or folds states with their images
under a symmetry of the graph. See :mod:`icosian._kernels.states` for the encoding of states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import size_text
from icosian._kernels import states as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.exceptions import SearchLimitReached

Words = NDArray[np.int64]


METHOD = "states"
"""The name of the method in reports."""
ROOM = 64
"""The least number of rows of a table."""
AHEAD, GROWTH = 2.2, 1.6
"""Rows of a new table for each state that is read; the growth factor of a table that is full."""
LOAD = 0.8
"""The highest load of a table."""


class MemoryShort(SearchLimitReached):
    """The tables need more than ``memory_limit``."""


class Memory:
    """The memory budget, in bytes, of all tables."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.halves: list[Half] = []  # those whose layers are in memory
        self.other_bytes = 0  # bytes of anything else
        self.most = 0  # the most bytes needed at a time

    def check(self, *sizes: int) -> None:
        """Raise MemoryShort if new tables of these many words exceed the budget."""
        words = sum(sizes) + sum(len(half.layer) for half in self.halves)
        needed = 8 * words + self.other_bytes
        if needed > self.limit:
            raise MemoryShort(
                f"the states of the count need at least {size_text(needed)},"
                f" and memory_limit is {size_text(self.limit)}"
            )
        self.most = max(self.most, needed)


@dataclass(frozen=True, slots=True)
class Choice:
    """Choose edges from a vertex to some neighbors, or to all (None), which eliminates it."""

    vertex: int
    near: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """Replace each state by the smaller of itself and its image under an involution."""

    symmetry: tuple[int, ...]


Operation = Choice | Fold
"""An operation that makes the next layer."""


def operation(**fields: Any) -> Any:
    """Return the operation that has these JSON fields."""
    if "symmetry" in fields:
        return Fold(tuple(fields["symmetry"]))
    near = fields["near"]
    return Choice(fields["vertex"], None if near is None else tuple(near))


class Half:
    """The layers of one half: frontier states, each with the number of its edge sets."""

    # Graph and operations determine everything but the layer: ``replay`` brings a new half to the
    # state of another one, whose ``layer``, ``limbs`` and ``closed`` can then be handed over.
    # ``limits`` is for slices: for vertices that are never eliminated, the number of edges that
    # they must have in this half, and their neighbors along all edges of this half.

    def __init__(
        self,
        graph: Sequence[AbstractSet[int]],
        slots: int,
        clock: Clock,
        memory: Memory,
        limits: Mapping[int, tuple[int, AbstractSet[int]]] | None = None,
    ) -> None:
        self.slot: dict[int, int] = {}  # of each vertex of the frontier
        self.limbs = 1  # words of a count
        self.closed = 0  # the number of closed cycles
        self.operations: list[Operation] = []  # each made a layer of the one before it
        self.words = 1 if slots == kernels.NARROW else 2
        self._left = [set(neighbors) for neighbors in graph]  # along undecided edges
        self.limits = limits or {}
        for v, (degree, near) in self.limits.items():
            if degree == 0:
                self._drop(v, near)
        self._entering = len(graph)
        self.slots = slots
        self._free = list(range(slots))[::-1]
        self._clock = clock
        self._memory = memory
        self.layer: NDArray[np.int64] = np.zeros(self.row, np.int64)
        self.layer[self.words] = 1  # no edge chosen: one empty edge set
        memory.halves.append(self)

    @property
    def row(self) -> int:
        """The number of words of a state and its count."""
        return self.words + self.limbs

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.layer) // self.row

    def choose(self, v: int, near: Iterable[int] | None = None) -> None:
        """Choose edges from a vertex, by default all its remaining ones."""
        self.apply(Choice(v, None if near is None else tuple(near)))

    def fold(self, symmetry: Sequence[int]) -> None:
        """Fold states with their images, if that is possible."""
        if self.can_fold(symmetry):
            self.apply(Fold(tuple(symmetry)))

    def can_fold(self, symmetry: Sequence[int]) -> bool:
        """Return True if the image of each state has the same continuations."""
        return {symmetry[v] for v in self.slot} == set(self.slot) and all(
            {symmetry[w] for w in near} == self._left[symmetry[v]]
            for v, near in enumerate(self._left)
        )

    def apply(self, operation: Operation) -> None:
        """Make the next layer."""
        layer, closed = self._advanced(*self.prepare(operation))
        operations = [*self.operations, operation]
        # Nothing is called between these assignments: an interrupt finds all old or all new.
        self.operations, self.layer, self.closed = operations, layer, closed

    def replay(self, operation: Operation) -> None:
        """Apply an operation to everything but the layer."""
        self.prepare(operation)
        self.operations.append(operation)

    def state(self) -> dict[str, Any]:
        """Return everything but the layer as JSON values."""
        operations = [asdict(operation) for operation in self.operations]
        return {"operations": operations, "limbs": self.limbs, "closed": hex(self.closed)}

    def resume(self, state: dict[str, Any], layer: NDArray[np.int64]) -> None:
        """Restore a state and a layer in a new half."""
        for fields in state["operations"]:
            self.replay(operation(**fields))
        self.layer, self.limbs, self.closed = layer, state["limbs"], int(state["closed"], 16)

    def prepare(
        self, operation: Operation
    ) -> tuple[Any, list[NDArray[np.int64]], NDArray[np.int64]]:
        """Update the graph and the slots; return the kernel, its first arguments and its words."""
        if isinstance(operation, Fold):
            images = np.arange(self.slots)
            for v, i in self.slot.items():
                images[i] = self.slot[operation.symmetry[v]]
            return kernels.fold, [images, images.copy()], np.zeros(kernels.FOLDING, np.int64)
        # 1. Assign slots, remove the chosen edges, and free the slot of an eliminated vertex.
        v, near = operation.vertex, operation.near
        leaves = near is None
        heads = sorted(self._left[v] if near is None else near)
        self.enter((v, *heads))
        self._drop(v, heads)
        place = self.slot[v]
        if leaves:
            self._free.append(self.slot.pop(v))
        # 2. The remaining options of each slot. In a slice, the edges that the vertex must have in
        #    the other half count as outside options.
        options = np.zeros(self.slots, np.int64)
        for w, i in self.slot.items():
            left, elsewhere = self._left[w], 0
            if w in self.limits:
                degree, here = self.limits[w]
                left, elsewhere = left & here, 2 - degree
            # Options must be mutual within the frontier; other edges count as outside of it.
            strange = {x for x, (_, here) in self.limits.items() if w not in here}
            inside = [self.slot[x] for x in left - strange if x in self.slot]
            outside = min(2, elsewhere + len(left) - len(inside))
            options[i] = sum(1 << k for k in inside) | ((1 << outside) - 1) << self.slots
        # 3. The words of the kernel.
        s = np.zeros(kernels.EXTENDING, np.int64)
        s[kernels.VERTEX], s[kernels.LEAVES] = place, leaves
        s[kernels.LIVE] = sum(1 << i for i in self.slot.values())
        s[kernels.ENTERED] = self._entering == 0
        once = [w for w, (degree, _) in self.limits.items() if degree == 1 and w in self.slot]
        s[kernels.ONCE] = sum(1 << self.slot[w] for w in once)
        slots = np.array([self.slot[w] for w in heads], np.int64)
        moved = 1 << place | sum(1 << self.slot[w] for w in heads)
        s[kernels.FIXED] = ~(moved | moved << self.slots)
        return kernels.extend, [slots, options], s

    def _drop(self, v: int, near: Iterable[int]) -> None:
        """Remove edges of a vertex from the graph."""
        for w in near:
            self._left[v].discard(w)
            self._left[w].discard(v)

    def enter(self, vertices: Iterable[int]) -> None:
        """Assign slots to the vertices that have none."""
        for w in vertices:
            if w not in self.slot:
                self.slot[w] = self._free.pop()
                self._entering -= 1

    def _advanced(self, kernel: Any, given: list[Words], s: Words) -> tuple[Words, int]:
        """Return the next layer and the number of closed cycles."""
        while True:
            s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, self.limbs
            if (made := self._made(kernel, given, s.copy())) is not None:
                return made
            self._heighten()

    def _made(self, kernel: Any, given: list[Words], s: Words) -> tuple[Words, int] | None:
        """Return the next layer and closed cycles, or None if counts need another limb."""

        def table(rows: float, extra: int = 0) -> Words:
            size = int(rows) * self.row
            self._memory.check(size + extra)
            return np.full(size, kernels.EMPTY, np.int64)

        def run(kernel: Any, *arrays: Words) -> int:
            run = Run(kernel, *arrays)
            status = self._clock.run(METHOD, run)
            run.arrays()
            return status

        # 1. Make a table for the expected number of states.
        most = 1 + len(given[0]) * (len(given[0]) + 1) // 2
        rows = table(max(ROOM, AHEAD * self.size, (2 * most + kernels.BATCH) / LOAD))
        total = np.zeros(self.limbs, np.int64)
        work = [*(array.copy() for array in given), *constants(self.slots), self.layer]
        # 2. Run the kernel; whenever the table is full, continue with a larger one.
        while (status := run(kernel, *work, rows, total, s)) == kernels.FULL:
            words = s[: kernels.FILLING].copy()
            words[kernels.STEPS] = words[kernels.USED] = 0
            larger = table(GROWTH * (len(rows) // self.row), len(rows))
            run(kernels.rehash, constants(self.slots)[-1], rows, larger, words)
            rows = larger
        if status == kernels.OVERFLOW:
            return None
        # 3. Move the rows together, and release the rest of the table.
        words = s[: kernels.FILLING].copy()
        words[kernels.STEPS] = words[kernels.USED] = 0
        run(kernels.compact, rows, words)
        rows.resize(int(words[kernels.USED]) * self.row, refcheck=False)
        closed = sum(int(x) << kernels.LIMB * k for k, x in enumerate(total))
        return rows, self.closed + closed

    def _heighten(self) -> None:
        """Add a limb to the counts of the layer."""
        self._memory.check(self.size * (self.row + 1))
        layer, limbs = widened(self.layer, self.row), self.limbs + 1
        self.layer, self.limbs = layer, limbs  # as in ``apply``


def widened(rows: NDArray[np.int64], row: int) -> NDArray[np.int64]:
    """Return rows with a zero word appended to each."""
    wider = np.zeros(len(rows) // row * (row + 1), np.int64)
    wider.reshape(-1, row + 1)[:, :row] = rows.reshape(-1, row)
    return wider


def merged(pieces: Iterable[tuple[Words, int]], words: int) -> tuple[Words, int]:
    """Return the rows of several arrays in one, and the limbs of all counts."""
    found = list(pieces)
    most = max(limbs for _, limbs in found)
    layers = []
    for rows, given in found:
        layer = rows
        for limbs in range(given, most):
            layer = widened(layer, words + limbs)
        layers.append(layer)
    return layers[0] if len(layers) == 1 else np.concatenate(layers), most


def constants(slots: int) -> list[NDArray[np.int64]]:
    """Return the arrays ``shifts``, ``mates`` and ``queue`` that the state kernels need."""
    queue = np.zeros(kernels.BATCH * kernels.WAITING, np.int64)
    return [_shifts(slots), np.arange(slots + 2), queue]


@cache
def _shifts(slots: int) -> NDArray[np.int64]:
    """Return where the digits of a matching begin."""
    widths = [(2 * k).bit_length() for k in range(slots // 2)]
    return np.concatenate(([0], np.cumsum(widths)))
