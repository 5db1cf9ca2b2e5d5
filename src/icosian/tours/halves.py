"""Half of a count: some edges of a graph, and how many sets of paths they make for each state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._kernels import states as kernels
from icosian._kernels._jit import Run
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.clock import Clock

__all__ = ["Half", "Memory", "constants"]

METHOD = "states"
"""What reports call it."""
ROOM = 64
"""Rows that a table has at least."""
AHEAD, GROWTH = 2.2, 1.6
"""Rows of a new table for each state that is read; how many times as many one has that was full."""
LOAD = 0.8


class Memory:
    """The bytes that all tables together may take.

    Parameters
    ----------
    limit : int
        How many.

    Attributes
    ----------
    halves : list of Half
        Whose layers are in memory.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.halves: list[Half] = []

    def check(self, *sizes: int) -> None:
        """Refuse tables that are too large.

        Parameters
        ----------
        *sizes : int
            Words of the tables that are needed beside the layers.

        Raises
        ------
        SearchLimitReached
            If all together take too much.
        """
        needed = 8 * (sum(sizes) + sum(len(half.layer) for half in self.halves))
        if needed > self._limit:
            raise SearchLimitReached(
                f"the states of the count need at least {needed / 1e6:,.0f} MB,"
                f" and memory_limit is {self._limit / 1e6:,.0f} MB"
            )


class Half:
    """States on a frontier, and how many sets of paths of the edges chosen so far lead to each.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    slots : int
        ``NARROW`` or ``WIDE``: the most vertices of the frontier.
    clock : Clock
        The clock.
    memory : Memory
        What the tables may take.

    Attributes
    ----------
    slot : dict of int to int
        The slot of each vertex of the frontier.
    layer : int64 array
        States and counts, as :mod:`icosian._kernels.states` explains them.
    limbs : int
        Words of a count.
    closed : int
        The cycles that were closed.
    """

    def __init__(self, graph: Sequence[set[int]], slots: int, clock: Clock, memory: Memory) -> None:
        import numpy as np

        self.slot: dict[int, int] = {}
        self.limbs = 1
        self.closed = 0
        self.words = 1 if slots == kernels.NARROW else 2
        self._left = [set(neighbours) for neighbours in graph]
        self._entering = len(graph)
        self.slots = slots
        self._free = list(range(slots))[::-1]
        self._clock = clock
        self._memory = memory
        self.layer: NDArray[np.int64] = np.zeros(self.row, np.int64)
        self.layer[self.words] = 1  # nothing chosen: one way
        memory.halves.append(self)

    @property
    def row(self) -> int:
        """The words of a state and its count."""
        return self.words + self.limbs

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.layer) // self.row

    def choose(self, v: int, near: Iterable[int] | None = None) -> None:
        """Choose edges from a vertex.

        Parameters
        ----------
        v : int
            The vertex.
        near : iterable of int, optional
            Its neighbours along these edges; by default all that are left, and the vertex leaves.
        """
        import numpy as np

        leaves = near is None
        heads = sorted(self._left[v] if near is None else near)
        self.enter((v, *heads))
        for w in heads:
            self._left[v].discard(w)
            self._left[w].discard(v)
        place = self.slot.pop(v) if leaves else self.slot[v]
        options = np.zeros(self.slots, np.int64)
        for w, i in self.slot.items():
            inside = [self.slot[x] for x in self._left[w] if x in self.slot]
            outside = min(2, len(self._left[w]) - len(inside))
            options[i] = sum(1 << k for k in inside) | ((1 << outside) - 1) << self.slots
        s = np.zeros(kernels.EXTENDING, np.int64)
        s[kernels.VERTEX], s[kernels.LEAVES] = place, leaves
        s[kernels.LIVE] = sum(1 << i for i in self.slot.values())
        s[kernels.TOUCHED] = sum(1 << self.slot[w] for w in (v, *heads) if w in self.slot)
        s[kernels.ENTERED] = self._entering == 0
        self._advance(
            kernels.extend, [np.array([self.slot[w] for w in heads], np.int64), options], s
        )
        if leaves:
            self._free.append(place)

    def fold(self, symmetry: Sequence[int]) -> None:
        """Count each state and its image together, if the image has the same continuations.

        Parameters
        ----------
        symmetry : sequence of int
            The image of each vertex under an automorphism that is its own inverse.
        """
        import numpy as np

        if {symmetry[v] for v in self.slot} != set(self.slot) or any(
            {symmetry[w] for w in near} != self._left[symmetry[v]]
            for v, near in enumerate(self._left)
        ):
            return
        place = np.arange(self.slots)
        for v, i in self.slot.items():
            place[i] = self.slot[symmetry[v]]
        self._advance(kernels.fold, [place, place.copy()], np.zeros(kernels.FILLING, np.int64))

    def enter(self, vertices: Iterable[int]) -> None:
        """Give slots to vertices that have none.

        Parameters
        ----------
        vertices : iterable of int
            Vertices that did not leave; there must be slots for them.
        """
        for w in vertices:
            if w not in self.slot:
                self.slot[w] = self._free.pop()
                self._entering -= 1

    def _advance(self, kernel: Any, given: list[Any], s: NDArray[np.int64]) -> None:
        """Make the next layer with a kernel that reads this one."""
        import numpy as np

        most = 1 + len(given[0]) * (len(given[0]) + 1) // 2
        rows = int(max(ROOM, AHEAD * self.size, 2 * (most + kernels.BATCH) / LOAD))
        table = self._table(rows)
        total = np.zeros(self.limbs, np.int64)
        work = [*given, *constants(self.slots)]
        while True:
            s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, self.limbs
            run = Run(kernel, *work, self.layer, table, total, s)
            status = self._clock.run(METHOD, run)
            run.arrays()
            if status == kernels.DONE:
                break
            if status == kernels.FULL:
                table = self._enlarged(table, s)
            else:
                self.layer, table = (_widened(rows, self.row) for rows in (self.layer, table))
                total = _widened(total, self.limbs)
                self.limbs += 1
                s[kernels.TOP] = 0
        self.closed += sum(int(x) << kernels.LIMB * k for k, x in enumerate(total))
        self.layer = self._packed(table)

    def _table(self, rows: int, beside: int = 0) -> NDArray[np.int64]:
        """Return an empty table; so many words are needed beside it."""
        import numpy as np

        self._memory.check(rows * self.row, beside)
        return np.full(rows * self.row, kernels.EMPTY, np.int64)

    def _enlarged(self, table: NDArray[np.int64], s: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a larger table with the same rows."""
        rows = int(GROWTH * (len(table) // self.row))
        larger = self._table(rows, len(table))
        words = s[: kernels.FILLING].copy()
        words[kernels.STEPS] = words[kernels.USED] = 0
        queue = constants(self.slots)[-1]
        run = Run(kernels.pour, queue, table, larger, words)
        self._clock.run(METHOD, run)
        run.arrays()
        return larger

    def _packed(self, table: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of a table; it gives its memory away."""
        import numpy as np

        s = np.zeros(kernels.FILLING, np.int64)
        s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, self.limbs
        run = Run(kernels.pack, table, s)
        self._clock.run(METHOD, run)
        run.arrays()
        table.resize(int(s[kernels.USED]) * self.row, refcheck=False)
        return table


def _widened(rows: NDArray[np.int64], row: int) -> NDArray[np.int64]:
    """Return rows with a further word, 0, at the end of each."""
    import numpy as np

    wider = np.zeros(len(rows) // row * (row + 1), np.int64)
    wider.reshape(-1, row + 1)[:, :row] = rows.reshape(-1, row)
    return wider


def constants(slots: int) -> list[NDArray[np.int64]]:
    """Return the constant of the kernels, and room for mates and for what waits.

    Parameters
    ----------
    slots : int
        The slots of a frontier.

    Returns
    -------
    list of int64 arrays
        The arrays ``shifts``, ``mates`` and ``queue`` of :mod:`icosian._kernels.states`.
    """
    import numpy as np

    widths = [(2 * k).bit_length() for k in range(slots // 2)]
    shifts = np.concatenate(([0], np.cumsum(widths)))
    return [shifts, np.arange(slots + 2), np.zeros(kernels.BATCH * kernels.WAITING, np.int64)]
