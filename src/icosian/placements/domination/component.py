"""A connected component with its smallest dominating set so far, and the set-up of searches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush, heapreplace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import starts
from icosian._kernels import domination as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian._run.clock import TimeIsUp
from icosian.placements._bits import words
from icosian.placements._graph import Spend, unpaced

ONE = 1 << 20
"""The weight that a member may cover, as an integer."""


class DominationComponent:
    """A connected component of a graph, with its nodes renumbered."""

    def __init__(
        self,
        near: list[set[int]],
        nodes: list[int],
        *,
        total: bool,
        independent: bool,
        spend: Spend = unpaced,
    ) -> None:
        rank = {v: k for k, v in enumerate(nodes)}
        self.nodes = nodes
        # The nodes that every node dominates, in ascending order; they also dominate it.
        self.reach = [sorted(rank[w] for w in (near[v] if total else near[v] | {v})) for v in nodes]
        self.is_cut_short = False
        self.best = list(range(len(nodes)))
        self.packing = [0]  # no two of them have a dominator in common
        try:
            self.best = _greedy(self.reach, spend, independent=independent)
            self.packing = _packed(self.reach, spend)
        except TimeIsUp:
            self.is_cut_short = True
            if independent and len(self.best) == len(nodes):
                self.best = _maximal(self.reach)
        self.least = len(self.packing)  # no set has fewer nodes, as far as is proved
        self.methods: set[str] = set()  # that proved more than the packing
        self.steps = 0
        self.dual: NDArray[np.int64] | None = None  # the weights for long searches, shape (n,)
        self._independent = independent

    @property
    def is_settled(self) -> bool:
        """Whether the best set is known to be minimum."""
        return self.least == len(self.best)

    def numbers(self, members: Iterable[int]) -> tuple[int, ...]:
        """Return nodes of the component as nodes of the graph."""
        return tuple(self.nodes[k] for k in members)

    def is_dominated_by(self, members: Sequence[int]) -> bool:
        """Return whether these nodes are a dominating set of the required kind."""
        covered: set[int] = set()
        for k in members:
            if self._independent and k in covered:
                return False
            covered.update(self.reach[k])
        return len(covered) == len(self.nodes)

    def allowed(self, prefix: Sequence[int]) -> set[int]:
        """Return the nodes that may follow some members."""
        behind = set(range(prefix[-1] + 1 if prefix else 0, len(self.nodes)))
        return behind.difference(*(self.reach[k] for k in prefix if self._independent))

    @cached_property
    def even(self) -> NDArray[np.int64]:
        """Weights such that no member covers more than one: 1 / the largest reach of a neighbor."""
        sizes = [len(row) for row in self.reach]
        return np.array([ONE // max(sizes[k] for k in row) for row in self.reach], np.int64)

    @cached_property
    def alone(self) -> NDArray[np.int64]:
        """The sets of single nodes in words."""
        return self.words([k] for k in range(len(self.nodes)))

    def words(self, sets: Iterable[Iterable[int]]) -> NDArray[np.int64]:
        """Return sets of nodes in words of 62 bits."""
        return words(
            [sum(1 << k for k in members) for members in sets], -(-len(self.nodes) // BITS)
        )

    def run(
        self,
        size: int,
        weight: NDArray[np.int64],
        orbits: NDArray[np.int64] | None = None,
        *,
        prefix: tuple[int, ...] = (),
        room: int = 1,
    ) -> Run:
        """Return a search for sets of ``size`` nodes.

        ``orbits``, shape (n * words,), are the nodes that are symmetric to every node, by default
        only itself. The members begin with ``prefix``, the others come after it in the order of
        the nodes. The search stops when it has found ``room`` sets.
        """
        n, rest = len(self.nodes), size - len(prefix)
        missing = set(range(n)).difference(*(self.reach[k] for k in prefix))
        indptr, indices = self._arrays
        longest = int(np.diff(indptr).max())

        def levels(*first: NDArray[np.int64]) -> NDArray[np.int64]:
            return np.concatenate((*first, np.zeros(rest * len(first[0]), np.int64)))

        lack = np.zeros(n, np.int64)
        lack[sorted(missing)] = weight[sorted(missing)]
        state = np.zeros(kernels.NUMBERS, np.int64)
        state[kernels.SIZE] = rest
        state[kernels.WORDS] = len(self._rows) // n
        state[kernels.WIDTH] = longest
        state[kernels.INDEPENDENT] = self._independent
        state[kernels.ROOM] = room
        return Run(
            kernels.dominate,
            indptr,
            indices,
            self._rows,
            self.alone if orbits is None else orbits,
            weight,
            levels(self.words([missing])),
            levels(self.words([self.allowed(prefix)])),
            levels(np.add.reduceat(lack[indices], indptr[:-1])),  # gain
            levels(lack.sum(keepdims=True)),
            np.zeros(rest * longest, np.int64),  # choice
            np.zeros(rest + 1, np.int64),  # count
            np.zeros(rest + 1, np.int64),  # cursor
            np.zeros(rest, np.int64),  # tops
            np.zeros(n, np.int64),  # covers
            np.zeros(room * rest, np.int64),
            state,
        )

    @staticmethod
    def found(run: Run) -> list[list[int]]:
        """Return the sets that a run has found, without the prefix."""
        state, flat = run[-1], run[-2]
        size = int(state[kernels.SIZE])
        sets = [flat[size * k : size * (k + 1)] for k in range(int(state[kernels.FOUND]))]
        return [[int(k) for k in members if k >= 0] for members in sets]

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The reach of every node as compressed rows."""
        lengths = np.fromiter(map(len, self.reach), np.int64)
        return starts(lengths), np.fromiter(chain.from_iterable(self.reach), np.int64)

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """The reach of every node in words."""
        return self.words(self.reach)

    @cached_property
    def matrix(self) -> Any:
        """The reach of every node as a sparse matrix."""
        from scipy.sparse import csr_array

        indptr, indices = self._arrays
        return csr_array((np.ones(len(indices)), indices, indptr))

    @cached_property
    def edges(self) -> Any:
        """Both ends of every edge, a row of a sparse matrix each."""
        from scipy.sparse import csr_array

        ends = [(k, j) for k, row in enumerate(self.reach) for j in row if k < j]
        columns = np.fromiter(chain.from_iterable(ends), np.int64)
        rows = np.arange(0, len(columns) + 1, 2)
        return csr_array((np.ones(len(columns)), columns, rows), (len(ends), len(self.nodes)))


def _greedy(reach: Sequence[Sequence[int]], spend: Spend, *, independent: bool) -> list[int]:
    """Return a greedy dominating set: the node that dominates most missing ones is next."""
    missing = set(range(len(reach)))
    heap = [(-len(row), v) for v, row in enumerate(reach)]
    heapify(heap)
    chosen = []
    while missing:
        gain, v = heap[0]
        spend(len(reach[v]))
        now = -sum(w in missing for w in reach[v])
        if independent and v not in missing:
            heappop(heap)  # it is adjacent to a chosen node
        elif now > gain:
            heapreplace(heap, (now, v))
        else:
            heappop(heap)
            chosen.append(v)
            missing.difference_update(reach[v])
    return chosen


def _maximal(reach: Sequence[Sequence[int]]) -> list[int]:
    """Return the first maximal independent set; it is dominating."""
    covered: set[int] = set()
    chosen = []
    for v, row in enumerate(reach):
        if v not in covered:
            chosen.append(v)
            covered.update(row)
    return chosen


def _packed(reach: Sequence[Sequence[int]], spend: Spend) -> list[int]:
    """Return a greedy packing: the node that shares dominators with fewest free ones is next."""
    free = [True] * len(reach)
    rivals = []  # the number of nodes with a common dominator, counted once for each
    for row in reach:
        spend(len(row))
        rivals.append(sum(len(reach[w]) for w in row))
    heap = [(number, v) for v, number in enumerate(rivals)]
    heapify(heap)
    chosen = []
    while heap:
        number, v = heappop(heap)
        if not free[v] or number > rivals[v]:
            continue
        chosen.append(v)
        gone: set[int] = set()
        for w in reach[v]:
            spend(len(reach[w]))
            gone.update(u for u in reach[w] if free[u])
        for u in gone:
            free[u] = False
        lost = Counter[int]()
        for u in gone:
            spend(len(reach[u]))
            lost.update(reach[u])
        changed = Counter[int]()
        for w, number in lost.items():
            spend(len(reach[w]))
            for u in reach[w]:
                if free[u]:
                    changed[u] += number
        for u, number in changed.items():
            rivals[u] -= number
            heappush(heap, (rivals[u], u))
    return chosen
