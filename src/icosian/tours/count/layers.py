"""Tables of states with their numbers, layer by layer, and joined in the middle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain, product, takewhile
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import size_text
from icosian._kernels import joining, states as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.exceptions import SearchLimitReached

Words = NDArray[np.int64]

METHOD = "states"
"""The name of the method in reports."""
ROOM = 64
"""The least number of rows of a table."""
AHEAD, GROWTH = 2.2, 1.6
"""Rows of a new table for each state that is read; the growth factor of a table that is full."""
QUICK = 1_000
"""States and rows of a table in the first call of machine code, which takes a millisecond."""
LOAD = 0.8
"""The highest load of a table."""
FEW, SPACE = 2_000, 8
"""With so few states many operations go together, with room for so many times as many: what is
between two calls of a kernel takes as long as the kernel with a thousand states."""
NEVER = 1 << 62
"""More states than there ever are."""
STATE_SECONDS = 2.4e-5
"""What a choice of edges takes interpreted for each state, where other programs run beside it."""


class MemoryShort(SearchLimitReached):
    """The tables need more than ``memory_limit``."""


class Memory:
    """The memory budget, in bytes, of all tables."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.halves: list[Half] = []  # those whose layers are in memory
        self.other_bytes = 0  # bytes of anything else
        self.most = 0  # the most bytes needed at a time

    def needed(self, *sizes: int) -> int:
        """Return the bytes needed with new tables of these many words."""
        words = sum(sizes) + sum(len(half.layer) for half in self.halves)
        return 8 * words + self.other_bytes

    def check(self, *sizes: int) -> None:
        """Raise MemoryShort if new tables of these many words exceed the budget."""
        if (needed := self.needed(*sizes)) > self.limit:
            raise MemoryShort(
                f"the states of the count need at least {size_text(needed)},"
                f" and memory_limit is {size_text(self.limit)}"
            )
        self.most = max(self.most, needed)


@dataclass(frozen=True, slots=True)
class SplitChoice:
    """Choose edges from a vertex to all its neighbors, which eliminates it, or the given edges."""

    vertex: int
    edges: tuple[tuple[int, int], ...] | None = None
    """All from this vertex, or disjoint stars, each edge with the leaf as its second end."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Replace each state by the smaller of itself and its image under an involution."""

    symmetry: tuple[int, ...]


Operation = SplitChoice | Fold
"""An operation that makes the next layer."""


def operation(**fields: Any) -> Any:
    """Return the operation that has these JSON fields."""
    if "symmetry" in fields:
        return Fold(tuple(fields["symmetry"]))
    edges = fields["edges"]
    return SplitChoice(fields["vertex"], None if edges is None else tuple(map(tuple, edges)))


class Prepared(NamedTuple):
    """An operation as the kernels read it."""

    operation: Operation
    words: list[int]  # from FIXED on
    tails: list[int]
    heads: list[int]
    options: list[int]  # or images, one for each slot


def is_choice(part: Prepared) -> bool:
    """Return True if an operation chooses edges."""
    return isinstance(part.operation, SplitChoice)


class Half:
    """The layers of one half: frontier states, each with the number of its edge sets."""

    # Graph and operations determine everything but the layer: ``replay`` brings a new half to the
    # state of another one, whose ``layer``, ``limbs`` and ``closed`` can then be handed over. What
    # is in ``ahead`` has changed the graph and the slots, but not yet the layer.
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
        self.choices = 0  # how many of these chose edges
        self.ahead: deque[Prepared] = deque()  # the next ones
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
        self.apply(SplitChoice(v, None if near is None else tuple((v, w) for w in near)))

    def can_fold(self, symmetry: Sequence[int]) -> bool:
        """Return True if the image of each state has the same continuations."""
        return {symmetry[v] for v in self.slot} == set(self.slot) and all(
            {symmetry[w] for w in near} == self._left[symmetry[v]]
            for v, near in enumerate(self._left)
        )

    def apply(self, operation: Operation) -> None:
        """Make the next layer."""
        self.prepare(operation)
        while self.ahead:
            self.advance()

    def replay(self, operation: Operation) -> None:
        """Apply an operation to everything but the layer."""
        if not self.ahead:
            self.prepare(operation)
        if self.ahead.popleft().operation != operation:
            raise RuntimeError("another operation is prepared")
        self.operations.append(operation)
        self.choices += isinstance(operation, SplitChoice)

    def state(self) -> dict[str, Any]:
        """Return everything but the layer as JSON values."""
        operations = [asdict(operation) for operation in self.operations]
        return {"operations": operations, "limbs": self.limbs, "closed": hex(self.closed)}

    def resume(self, state: dict[str, Any], layer: NDArray[np.int64]) -> None:
        """Restore a state and a layer in a new half."""
        for fields in state["operations"]:
            self.replay(operation(**fields))
        self.layer, self.limbs, self.closed = layer, state["limbs"], int(state["closed"], 16)

    def prepare(self, operation: Operation) -> Prepared:
        """Update the graph and the slots by an operation that is to come."""
        if isinstance(operation, Fold):
            images = list(range(self.slots))
            for v, i in self.slot.items():
                images[i] = self.slot[operation.symmetry[v]]
            words = [-1, *[0] * (kernels.MOST - kernels.EDGES), 1]
            self.ahead.append(Prepared(operation, words, [], [], images))
            return self.ahead[-1]
        # 1. Assign slots, remove the chosen edges, and free the slot of an eliminated vertex.
        v, edges = operation.vertex, operation.edges
        leaves = edges is None
        if edges is None:
            edges = tuple((v, w) for w in sorted(self._left[v]))
        self.enter((v, *chain(*edges)))
        for tail, head in edges:
            self._drop(tail, (head,))
        place = self.slot[v]
        tails, heads = ([self.slot[edge[k]] for edge in edges] for k in range(2))
        if leaves:
            self._free.append(self.slot.pop(v))
        # 2. The remaining options of each slot. In a slice, the edges that the vertex must have in
        #    the other half count as outside options.
        slot, limits = self.slot, self.limits
        options, live = [0] * self.slots, 0
        for w, i in slot.items():
            near, outside = self._left[w], 0
            if w in limits:
                degree, here = limits[w]
                near, outside = near & here, 2 - degree
            for x in near:
                if x in slot and not (x in limits and w not in limits[x][1]):  # mutual
                    options[i] |= 1 << slot[x]
                else:
                    outside += 1
            options[i] |= ((1 << min(2, outside)) - 1) << self.slots
            live |= 1 << i
        # 3. The words of the kernel.
        once = [w for w, (degree, _) in limits.items() if degree == 1 and w in slot]
        moved, stars = 0, set(tails)
        for i in (place, *stars, *heads):
            moved |= 1 << i
        fixed = ~(moved | moved << self.slots)
        most = prod(1 + k * (k + 1) // 2 for k in map(tails.count, stars))
        words = [fixed, len(edges), place, leaves, live, self._entering == 0]
        words += [sum(1 << slot[w] for w in once), most]
        self.ahead.append(Prepared(operation, words, tails, heads, options))
        return self.ahead[-1]

    def _drop(self, v: int, near: Iterable[int]) -> None:
        for w in near:
            self._left[v].discard(w)
            self._left[w].discard(v)

    def enter(self, vertices: Iterable[int]) -> None:
        """Assign slots to the vertices that have none."""
        for w in vertices:
            if w not in self.slot:
                self.slot[w] = self._free.pop()
                self._entering -= 1

    def advance(
        self, largest: int = NEVER, limit: int = NEVER, expected: Callable[[], float] = lambda: 0.0
    ) -> int:
        """Make the next layers of what is prepared, at least one; return the states that were read.

        Stop before a choice from more than ``largest`` states, or after so many were read.
        ``expected`` tells how many will be, in these layers and later ones.
        """
        read = 0
        while self.ahead and (not read or not is_choice(self.ahead[0])):
            # 1. Room for the next operation; for few states, room for many in two new arrays, of
            #    which the budget of the memory has only to hold what the next one needs.
            most = self.ahead[0].words[kernels.MOST - kernels.FIXED]
            chooses = is_choice(self.ahead[0])
            parts = [*takewhile(is_choice, self.ahead)] if chooses else [self.ahead[0]]
            least = int(max(ROOM, AHEAD * self.size, (2 * most + kernels.BATCH) / LOAD)) * self.row
            space = max(SPACE * (ROOM + self.size) * self.row, least)
            self._memory.check(least)
            if self.size <= FEW and self._memory.needed(2 * space) <= self._memory.limit:
                arrays = [np.empty(space, np.int64) for _ in range(2)]
                arrays[0][: len(self.layer)] = self.layer
            else:
                del parts[1:]
                arrays = [np.require(self.layer, requirements="W"), np.empty(least, np.int64)]
            # 2. Carry them out. Only what is complete counts.
            s = np.zeros(kernels.ADVANCING, np.int64)
            s[kernels.SIZE], s[kernels.NUMBER] = self.size, len(parts)
            s[kernels.LARGEST], s[kernels.LIMIT] = largest, limit - read
            closed, status = self._advance(parts, arrays, s, expected)
            del parts[s[kernels.AT] :]
            if parts:
                layer = arrays[s[kernels.SIDE]]
                layer.resize(int(s[kernels.SIZE]) * self.row, refcheck=False)
                operations = [*self.operations, *(part.operation for part in parts)]
                # Nothing is called between these: an interrupt finds all old or all new.
                self.operations, self.layer, self.closed = operations, layer, self.closed + closed
            for _ in parts:
                self.ahead.popleft()
                self.choices += chooses
            read += chooses * int(s[kernels.READ])
            if status == kernels.OVERFLOW:
                self._heighten()
        return read

    def _advance(
        self,
        parts: Sequence[Prepared],
        arrays: list[Words],
        s: Words,
        expected: Callable[[], float],
    ) -> tuple[int, int]:
        """Carry out operations; return the number of closed cycles, and the status."""

        def run(kernel: Any, *arrays: Any) -> int:
            run = Run(kernel, *arrays, left=lambda: STATE_SECONDS * expected())
            status = self._clock.run(METHOD, run, first=QUICK if run.is_compiled else 0)
            run.arrays()
            return status

        step, total = np.zeros(kernels.EXTENDING, np.int64), np.zeros(self.limbs, np.int64)
        step[kernels.SLOTS], step[kernels.LIMBS] = self.slots, self.limbs
        given = schedule_of(parts), state_mates(self.slots)
        kernel = kernels.advance if is_choice(parts[0]) else kernels.advance_folds
        while (status := run(kernel, *given, state_rows(*arrays), total, step, s)) == kernels.FULL:
            # Continue with a larger table.
            full, k = step[kernels.ROWS], 1 - s[kernels.SIDE]
            step[kernels.ROWS] = GROWTH * full
            size = int(step[kernels.ROWS]) * self.row
            self._memory.check(size, len(arrays[k]))
            words = step[: kernels.FILLING].copy()
            words[kernels.STEPS] = words[kernels.USED] = 0
            words[kernels.STATES] = full
            table = np.full(size, kernels.EMPTY, np.int64)
            run(kernels.rehash, state_rows(arrays[k], table), words)
            arrays[k] = table
        if status == kernels.OVERFLOW:
            return 0, status
        return sum(int(x) << kernels.LIMB * k for k, x in enumerate(total)), status

    def _heighten(self) -> None:
        """Add a limb to the counts of the layer."""
        self._memory.check(self.size * (self.row + 1))
        layer, limbs = widen_rows(self.layer, self.row), self.limbs + 1
        self.layer, self.limbs = layer, limbs  # as in ``advance``


def widen_rows(rows: NDArray[np.int64], row: int) -> NDArray[np.int64]:
    """Return rows with a zero word appended to each."""
    wider = np.zeros(len(rows) // row * (row + 1), np.int64)
    wider.reshape(-1, row + 1)[:, :row] = rows.reshape(-1, row)
    return wider


def merge_layers(pieces: Iterable[tuple[Words, int]], words: int) -> tuple[Words, int]:
    """Return the rows of several arrays in one, and the limbs of all counts."""
    found = list(pieces)
    most = max(limbs for _, limbs in found)
    layers = []
    for rows, given in found:
        layer = rows
        for limbs in range(given, most):
            layer = widen_rows(layer, words + limbs)
        layers.append(layer)
    return layers[0] if len(layers) == 1 else np.concatenate(layers), most


def schedule_of(parts: Sequence[Prepared]) -> kernels.Schedule:
    """Return operations one after the other, as the kernels read them."""
    _, *fields = zip(*parts, strict=True)
    arrays = (np.array([*chain(*field)], np.int64) for field in fields)
    room = max(len(parts[0].options), kernels.TRAIL * max(map(len, fields[1])))
    return kernels.Schedule._make([*arrays, np.zeros(room, np.int64)])


def state_rows(layer: Words, table: Words) -> kernels.StateRows:
    """Return rows that are read and a table that is written, with an empty queue."""
    return kernels.StateRows(np.zeros(kernels.BATCH * kernels.WAITING, np.int64), layer, table)


def state_mates(slots: int) -> kernels.StateMates:
    """Return where the digits of a matching begin, and room for mates."""
    return kernels.StateMates(shifts_of(slots), np.arange(slots + 2))


@cache
def shifts_of(slots: int) -> Words:
    """Return where the digits of a matching begin."""
    return np.concatenate(([0], np.cumsum([(2 * k).bit_length() for k in range(slots // 2)])))


# -- The join of meet in the middle: the sum over all pairs of states that form one cycle
# Two states fit if the path ends of one are the path ends of the other, and the vertices untouched
# in one are saturated in the other. States with the same degrees form a *group*, so whole groups
# fit. Two fitting matchings of k paths form one cycle or several; there are up to ((2k - 1)!!)^2
# pairs, and the contraction of a trie needs about k^2 (2k - 1)!! steps for all of them.

JOIN = "join"
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
        pairs, first, last = part.pairs.copy(), *part.pairs[:, [joining.FIRST, joining.LAST]].T
        pairs[:, joining.FIRST] = first + (last - first) * k // portions
        pairs[:, joining.LAST] = first + (last - first) * (k + 1) // portions
        is_empty = pairs[:, joining.FIRST] == pairs[:, joining.LAST]
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
        a, b = pairs[:, joining.FIRST].min(), pairs[:, joining.LAST].max()
        c, d = pairs[:, joining.OTHER_FIRST].min(), pairs[:, joining.OTHER_LAST].max()
        pairs = pairs.copy()
        pairs[:, [joining.FIRST, joining.LAST]] -= a
        pairs[:, [joining.OTHER_FIRST, joining.OTHER_LAST]] -= c
        total = 0
        for (shift, counts), (other_shift, other_counts) in product(here.counts, there.counts):
            states_1 = here.matchings[a:b], counts[a:b]
            states_2 = there.matchings[c:d], other_counts[c:d]
            states = joining.HalfStates(pairs.ravel(), *states_1, *states_2, place)
            total += self._tables.join(states, self._clock) << shift + other_shift
        return total


class Groups:
    """The states of one half, grouped by their degrees."""

    def __init__(self, half: Half, clock: Clock) -> None:
        self._slots, self._clock = half.slots, clock
        table = np.full(4 * GROUPS, kernels.EMPTY, np.int64)
        degrees, sizes = np.zeros((2, GROUPS), np.int64)
        self._s = s = np.zeros(joining.GROUPING, np.int64)  # of the kernels that read the layer
        s[kernels.SLOTS], s[kernels.LIMBS] = half.slots, half.limbs
        rows = half.layer
        while clock.call(JOIN, joining.group, rows, table, degrees, sizes, s) != joining.DONE:
            degrees, sizes = (np.concatenate((a, np.zeros_like(a))) for a in (degrees, sizes))
            larger = np.full(2 * len(table), kernels.EMPTY, np.int64)
            clock.call(JOIN, joining.rehash_groups, table, larger, np.zeros(1, np.int64))
            table = larger
        used = int(s[kernels.USED])
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
        its, s = np.full(len(needed), -1), np.zeros(1, np.int64)
        self._clock.call(JOIN, joining.find_groups, other._table, needed, its, s)
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
            s[joining.LIMB_READ], s[joining.HALVES], s[kernels.STEPS] = limb, part, 0
            place = np.where(self.wanted, self._first, -1)
            grouped = joining.GroupedStates(place, self.matchings, counts)
            self._clock.call(JOIN, joining.scatter, half.layer, self._table, grouped, s)
            if counts.any():
                self.counts.append((kernels.LIMB * limb + joining.HALF * (part == 2), counts))
        half.layer = half.layer[:0].copy()

    def count(self, i: int) -> int:
        """Return the count of the state at a place."""
        return sum(int(counts[i]) << shift for shift, counts in self.counts)

    def state(self, group: int, i: int) -> tuple[int, ...]:
        """Return the words of the state at a place, as the layer had them."""
        degrees, matching = int(self.degrees[group]), int(self.matchings[i])
        if self._slots == kernels.NARROW:
            return (degrees << kernels.MATCHING | matching,)
        return degrees, matching

    def pairs(
        self, mine: NDArray[np.int64], other: Groups, its: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return pairs of groups as the kernel reads them, shape (pairs, PAIR)."""
        pairs = np.zeros((len(mine), joining.PAIR), np.int64)
        pairs[:, joining.ENDS] = self.degrees[mine] >> self._slots
        pairs[:, joining.OTHER_ENDS] = other.degrees[its] >> self._slots
        pairs[:, joining.FIRST], pairs[:, joining.LAST] = self._first[mine], self._last[mine]
        pairs[:, joining.OTHER_FIRST] = other._first[its]
        pairs[:, joining.OTHER_LAST] = other._last[its]
        return pairs


_swaps: dict[int, NDArray[np.int32]] = {}
"""The swap tables up to each depth: those of a large count take half a second, and 50 MB."""


class _ContractionTables:
    """The constants and tables of the trie contraction."""

    def __init__(self, pairs: NDArray[np.int64], clock: Clock) -> None:
        self._odd = odd = np.ones(kernels.WIDE // 2 + 1, np.int64)
        for k in range(1, len(odd)):
            odd[k] = odd[k - 1] * (2 * k - 1)
        paths, products = _sizes(pairs)
        lengths = [
            k * (2 * k - 1) * int(odd[k]) if k >= joining.SMALL else 0 for k in range(len(odd))
        ]
        depth = joining.SMALL
        for k in range(depth + 1, joining.DENSE + 1):
            several = products[paths == k]
            if several[joining.is_dense(several, k, odd)].sum() > ENTRY * lengths[k - 1]:
                depth = k
        self._depth = depth
        self._tables = tables = np.concatenate(([0], np.cumsum(lengths[:depth])))
        if depth not in _swaps:
            swaps = np.zeros(tables[-1], np.int32)
            room = joining.RankedMatching(*np.zeros((3, 2 * len(odd)), np.int64))
            for k in range(joining.SMALL, depth):
                s = np.zeros(joining.SWAPPING, np.int64)
                s[joining.PAIRS] = k
                part = swaps[tables[k] : tables[k + 1]]
                clock.call(JOIN, joining.tabulate_swaps, odd, room, part, s)
            _swaps[depth] = swaps
        self._swaps = _swaps[depth]

    def join(self, states: joining.HalfStates, clock: Clock) -> int:
        """Return the sum of the products of one digit of the counts with another."""
        odd, depth, total = self._odd, self._depth, np.zeros(2, np.int64)
        offsets = np.concatenate(([0], np.cumsum(odd[: depth + 1])))
        shifts = shifts_of(kernels.WIDE)
        trie = joining.RankTables(shifts, odd, self._swaps, self._tables, offsets)
        room = joining.JoinRoom._make(
            [
                np.zeros((joining.BLOCKED + 1) * 2 * len(odd), np.int64),  # mates
                *np.zeros((4, 2 * len(odd)), np.int64),
                np.zeros(offsets[-1], np.int64),  # vectors
                *np.zeros((2, depth + 1), np.int64),
                np.zeros(odd[depth], np.int64),  # dense
                total,
            ]
        )
        s = np.zeros(joining.JOINING, np.int64)
        clock.call(JOIN, joining.join_groups, states, trie, room, s)
        return (int(total[1]) << kernels.LIMB) + int(total[0])

    def costs(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the work for each pair of groups."""
        paths, products = _sizes(pairs)
        dense = joining.is_dense(products, paths, self._odd)
        dense &= (paths > joining.SMALL) & (paths <= self._depth)
        work: NDArray[np.int64] = paths * np.where(dense, self._odd[paths], products) + 1
        return work


def _sizes(pairs: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of paths and of pairs of states for each pair of groups."""
    fields = pairs.T
    paths = sum(fields[joining.ENDS] >> i & 1 for i in range(kernels.WIDE)) // 2
    products = (fields[joining.LAST] - fields[joining.FIRST]) * (
        fields[joining.OTHER_LAST] - fields[joining.OTHER_FIRST]
    )
    return paths, products
