"""Half of a count: some edges of a graph, and how many sets of paths they make for each state."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from icosian._io.memory import size_text
from icosian._kernels import states as kernels
from icosian._kernels._jit import Run
from icosian._run.threads import shares, together
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool

    Words = NDArray[np.int64]

__all__ = [
    "Choice",
    "Fold",
    "Half",
    "Memory",
    "MemoryShort",
    "Operation",
    "constants",
    "operation",
    "widened",
]

METHOD = "states"
"""What reports call it."""
ROOM = 64
"""Rows that a table has at least."""
AHEAD, GROWTH = 2.2, 1.6
"""Rows of a new table for each state that is read; how many times as many one has that was full."""
LOAD = 0.8
"""The part of a table that is taken at most."""
SHARE, SAMPLE = 1 << 13, 1 << 13
"""States of a layer that a thread reads at least, and how many say what parts are even."""
PIECE = 1 << 20
"""Words that are moved at a time."""


class MemoryShort(SearchLimitReached):
    """Tables are needed that are larger than ``memory_limit``."""


class Memory:
    """The bytes that all tables together may take.

    Parameters
    ----------
    limit : int
        How many.

    Attributes
    ----------
    limit : int
        How many.
    halves : list of Half
        Whose layers are in memory.
    beside : int
        Bytes that are taken by something else.
    most : int
        The most that were asked for at a time.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.halves: list[Half] = []
        self.beside = 0
        self.most = 0

    def check(self, *sizes: int) -> None:
        """Refuse tables that are too large.

        Parameters
        ----------
        *sizes : int
            Words of the tables that are needed beside the layers.

        Raises
        ------
        MemoryShort
            If all together take too much.
        """
        words = sum(sizes) + sum(len(half.layer) for half in self.halves)
        needed = 8 * words + self.beside
        if needed > self.limit:
            raise MemoryShort(
                f"the states of the count need at least {size_text(needed)},"
                f" and memory_limit is {size_text(self.limit)}"
            )
        self.most = max(self.most, needed)


@dataclass(frozen=True, slots=True)
class Choice:
    """Choose edges from a vertex.

    Attributes
    ----------
    vertex : int
        The vertex.
    near : tuple of int or None
        Its neighbours along these edges; None for all that are left, and the vertex leaves.
    """

    vertex: int
    near: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """Count each state together with its image.

    Attributes
    ----------
    symmetry : tuple of int
        The image of each vertex.
    """

    symmetry: tuple[int, ...]


Operation = Choice | Fold
"""What makes the next layer of the states of one."""


def operation(**fields: Any) -> Any:
    """Return the operation with these fields, as JSON has them.

    Parameters
    ----------
    **fields : object
        What :func:`dataclasses.asdict` gives; lists for tuples.

    Returns
    -------
    Operation
        A choice or a fold.
    """
    if "symmetry" in fields:
        return Fold(tuple(fields["symmetry"]))
    near = fields["near"]
    return Choice(fields["vertex"], None if near is None else tuple(near))


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
    shares : mapping of int to (int, set of int), optional
        For some vertices that never leave, how many edges they shall have in this half, and their
        neighbours along all edges of this half.
    pool : Pool, optional
        Threads that make larger layers together.

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
    operations : list of Operation
        What was done, in order; each made a layer of the one before it.

    Notes
    -----
    Graph and operations decide everything but the layer. With :meth:`replay` a half comes to where
    another one was, without any work; then that one's ``layer``, ``limbs`` and ``closed`` may be
    handed over.
    """

    def __init__(
        self,
        graph: Sequence[AbstractSet[int]],
        slots: int,
        clock: Clock,
        memory: Memory,
        shares: Mapping[int, tuple[int, AbstractSet[int]]] | None = None,
        pool: Pool | None = None,
    ) -> None:
        import numpy as np

        self.slot: dict[int, int] = {}
        self.limbs = 1
        self.closed = 0
        self.operations: list[Operation] = []
        self.words = 1 if slots == kernels.NARROW else 2
        self._left = [set(neighbours) for neighbours in graph]
        self._shares = shares or {}
        for v, (degree, near) in self._shares.items():
            if degree == 0:
                self._drop(v, near)
        self._entering = len(graph)
        self.slots = slots
        self._free = list(range(slots))[::-1]
        self._clock = clock
        self._memory = memory
        self._pool = pool
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
        self.apply(Choice(v, None if near is None else tuple(near)))

    def fold(self, symmetry: Sequence[int]) -> None:
        """Count each state and its image together, if the image has the same continuations.

        Parameters
        ----------
        symmetry : sequence of int
            The image of each vertex under an automorphism that is its own inverse.
        """
        if {symmetry[v] for v in self.slot} == set(self.slot) and all(
            {symmetry[w] for w in near} == self._left[symmetry[v]]
            for v, near in enumerate(self._left)
        ):
            self.apply(Fold(tuple(symmetry)))

    def apply(self, operation: Operation) -> None:
        """Perform an operation: make the next layer.

        Parameters
        ----------
        operation : Operation
            The operation.
        """
        layer, closed = self._advanced(*self.prepare(operation))
        operations = [*self.operations, operation]
        # Nothing is called between these, so an interrupt finds all of them old or all new.
        self.operations, self.layer, self.closed = operations, layer, closed

    def replay(self, operation: Operation) -> None:
        """Perform an operation in all but the layer.

        Parameters
        ----------
        operation : Operation
            The operation.
        """
        self.prepare(operation)
        self.operations.append(operation)

    def state(self) -> dict[str, Any]:
        """Return all but the layer.

        Returns
        -------
        dict
            Values of JSON, for :meth:`resume`.
        """
        operations = [asdict(operation) for operation in self.operations]
        return {"operations": operations, "limbs": self.limbs, "closed": hex(self.closed)}

    def resume(self, state: dict[str, Any], layer: NDArray[np.int64]) -> None:
        """Come, from the beginning, to where another half was.

        Parameters
        ----------
        state : dict
            Its state.
        layer : int64 array
            Its layer.
        """
        for fields in state["operations"]:
            self.replay(operation(**fields))
        self.layer, self.limbs, self.closed = layer, state["limbs"], int(state["closed"], 16)

    def prepare(
        self, operation: Operation
    ) -> tuple[Any, list[NDArray[np.int64]], NDArray[np.int64]]:
        """Take the vertices and edges of an operation into account.

        Parameters
        ----------
        operation : Operation
            The operation.

        Returns
        -------
        kernel : function
            The kernel that reads this layer and makes the next one.
        given : list of int64 arrays
            Its first arguments.
        s : int64 array
            Its last one.
        """
        import numpy as np

        if isinstance(operation, Fold):
            images = np.arange(self.slots)
            for v, i in self.slot.items():
                images[i] = self.slot[operation.symmetry[v]]
            s = np.zeros(kernels.FOLDING, np.int64)
            s[kernels.FIXED] = -1
            return kernels.fold, [images, images.copy()], s
        v, near = operation.vertex, operation.near
        leaves = near is None
        heads = sorted(self._left[v] if near is None else near)
        self.enter((v, *heads))
        self._drop(v, heads)
        place = self.slot[v]
        if leaves:
            self._free.append(self.slot.pop(v))
        options = np.zeros(self.slots, np.int64)
        for w, i in self.slot.items():
            left, elsewhere = self._left[w], 0
            if w in self._shares:
                degree, here = self._shares[w]
                left, elsewhere = left & here, 2 - degree
            # The kernel takes it that options are mutual; other edges count as outside.
            strange = {x for x, (_, here) in self._shares.items() if w not in here}
            inside = [self.slot[x] for x in left - strange if x in self.slot]
            outside = min(2, elsewhere + len(left) - len(inside))
            options[i] = sum(1 << k for k in inside) | ((1 << outside) - 1) << self.slots
        s = np.zeros(kernels.EXTENDING, np.int64)
        s[kernels.VERTEX], s[kernels.LEAVES] = place, leaves
        s[kernels.LIVE] = sum(1 << i for i in self.slot.values())
        s[kernels.ENTERED] = self._entering == 0
        once = [w for w, (degree, _) in self._shares.items() if degree == 1 and w in self.slot]
        s[kernels.ONCE] = sum(1 << self.slot[w] for w in once)
        slots = np.array([self.slot[w] for w in heads], np.int64)
        moved = 1 << place | sum(1 << self.slot[w] for w in heads)
        s[kernels.FIXED] = ~(moved | moved << self.slots)
        return kernels.extend, [slots, options], s

    def _drop(self, v: int, near: Iterable[int]) -> None:
        """Take edges of a vertex away."""
        for w in near:
            self._left[v].discard(w)
            self._left[w].discard(v)

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

    def _advanced(self, kernel: Any, given: list[Words], s: Words) -> tuple[Words, int]:
        """Return the next layer, made by a kernel that reads this one, and the cycles closed."""
        while True:
            s[kernels.SLOTS], s[kernels.LIMBS] = self.slots, self.limbs
            tables: dict[int, int] = {}
            jobs = [(kernel, given, *part, tables) for part in self._parts(kernel, given, s)]
            made = together(METHOD, self._made, jobs, self._clock, self._pool)
            if None not in made:
                layer = _joined([rows for rows, _ in made])
                return layer, self.closed + sum(closed for _, closed in made)
            self._heighten()

    def _parts(self, kernel: Any, given: list[Words], s: Words) -> list[tuple[Words, float]]:
        """Return the last argument of a kernel for each thread, and about how many states it reads.

        No two of these parts lead to the same state.
        """
        import numpy as np

        if (threads := shares(self.size, SHARE, self._pool)) == 1:
            return [(s, self.size)]
        some = self.layer[:: self.row * max(1, self.size // SAMPLE)]
        some = kernels.status_of(some, self.slots)
        if kernel is kernels.fold:
            images = np.zeros_like(some)
            for i, place in enumerate(given[0].tolist()):
                for mask in (0, self.slots):
                    images |= (some >> mask + i & 1) << mask + place
            some = np.minimum(some, images)
        hashes = np.sort(kernels.lot(some, s[kernels.FIXED]))
        inner = hashes[[len(hashes) * k // threads for k in range(1, threads)]]
        bounds = np.unique([0, *inner, 1 << kernels.HASH])
        numbers = np.diff(np.searchsorted(hashes, bounds)) * (self.size / len(hashes))
        parts = []
        for begin, end, number in zip(bounds[:-1], bounds[1:], numbers.tolist(), strict=True):
            words = s.copy()
            words[kernels.FROM], words[kernels.TO] = begin, end
            parts.append((words, number))
        return parts

    def _made(
        self,
        kernel: Any,
        given: list[Words],
        s: Words,
        states: float,
        tables: dict[int, int],
        *,
        clock: Clock,
    ) -> tuple[Words, int] | None:
        """Return what a kernel makes of a part of this layer: rows, and the cycles closed.

        It is None if the counts need one more limb. ``tables`` has the words of the tables of each
        part.
        """
        import numpy as np

        def table(rows: float, beside: int = 0) -> Words:
            size = int(rows) * self.row
            tables[int(s[kernels.FROM])] = size + beside
            self._memory.check(*tables.values())
            return np.full(size, kernels.EMPTY, np.int64)

        def run(kernel: Any, *arrays: Words) -> int:
            run = Run(kernel, *arrays)
            status = clock.run(METHOD, run)
            run.arrays()
            return status

        s = s.copy()
        most = 1 + len(given[0]) * (len(given[0]) + 1) // 2
        rows = table(max(ROOM, AHEAD * states, (2 * most + kernels.BATCH) / LOAD))
        total = np.zeros(self.limbs, np.int64)
        work = [*(array.copy() for array in given), *constants(self.slots), self.layer]
        while (status := run(kernel, *work, rows, total, s)) == kernels.FULL:
            words = s[: kernels.FILLING].copy()
            words[kernels.STEPS] = words[kernels.USED] = 0
            larger = table(GROWTH * (len(rows) // self.row), len(rows))
            run(kernels.pour, constants(self.slots)[-1], rows, larger, words)
            rows = larger
        if status == kernels.TALL:
            return None
        words = s[: kernels.FILLING].copy()
        words[kernels.STEPS] = words[kernels.USED] = 0
        run(kernels.pack, rows, words)
        tables[int(s[kernels.FROM])] = int(words[kernels.USED]) * self.row
        rows.resize(tables[int(s[kernels.FROM])], refcheck=False)
        return rows, sum(int(x) << kernels.LIMB * k for k, x in enumerate(total))

    def _heighten(self) -> None:
        """Give the counts of the layer one more limb."""
        self._memory.check(self.size * (self.row + 1))
        layer, limbs = widened(self.layer, self.row), self.limbs + 1
        self.layer, self.limbs = layer, limbs  # as in ``apply``


def _joined(parts: list[Words]) -> Words:
    """Return the rows of all parts, which give their memory away meanwhile."""
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    end = sum(map(len, parts))
    layer = np.empty(end, np.int64)
    while parts:
        part = parts.pop()
        while left := len(part):
            size = min(left, PIECE)
            layer[end - size : end] = part[left - size :]
            end -= size
            part.resize(left - size, refcheck=False)
    return layer


def widened(rows: NDArray[np.int64], row: int) -> NDArray[np.int64]:
    """Return rows with a further word, 0, at the end of each.

    Parameters
    ----------
    rows : int64 array
        The rows.
    row : int
        The words of each.

    Returns
    -------
    int64 array
        New rows.
    """
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
