"""Dijkstra's algorithm on arrays: by buckets where weights are of similar size, or by a heap.

A result stays in arrays over the numbers of nodes, and is translated where it is read.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.weights import EXACT, WeightedCsr
from icosian._io.memory import collector_paused
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock

METHOD = "shortest paths"
SKEWED = 1_000
"""The largest ratio of longest to mean weight for buckets; beyond, there would be too many."""
TO_MEAN = 8
"""Buckets to a mean weight: with fewer, nodes are relaxed more often."""
CACHED = 1 << 24
"""Bytes of weights up to which a processor may hold a graph in its caches."""
TINY = 1e-290
"""Longest weights up to here are too small for a reciprocal."""
SHARE = 100
"""The predecessors of one in so many nodes are found alone, in the time that those of all take."""


class ArraySearch:
    """Searches from any sources on the same arrays."""

    def __init__(self, arrays: WeightedCsr) -> None:
        self.arrays = arrays
        self._size = len(arrays.rows.indptr) - 1

    def run(
        self,
        first: NDArray[np.int32],
        goal: int = -1,
        farthest: float = math.inf,
        clock: Clock | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return distances from sources, and the order in which nodes of equal ones were settled.

        Both of shape (n,). The search ends at a goal, or beyond the farthest distance. A clock
        stops it by :exc:`TimeIsUp`.
        """
        rows, weights = self.arrays.rows, self.arrays.weights
        if goal < 0 and math.isinf(farthest) and weights.nbytes <= CACHED:
            # Reading the graph in order fills the caches sooner than a search, which jumps.
            for array in (rows.indptr, rows.indices, weights):
                array.max(initial=0)

        def distances(kernel: Any, inverse: float, *queue: NDArray[Any]) -> NDArray[np.float64]:
            dist = np.full(self._size, np.inf)
            dist[first] = 0
            s = np.zeros(kernels.WORDS, np.int64)
            s[kernels.QUEUED], s[kernels.TARGET] = len(first), goal
            state = dist, *queue, np.array([farthest, inverse]), s
            run = Run(kernel, rows.indptr, rows.indices, weights, *state)
            status = run.finish() if clock is None else clock.run(METHOD, run)
            run.arrays()
            if status == kernels.FULL:
                raise OverflowError
            if goal >= 0:
                dist[dist > dist[goal]] = np.inf
            return dist

        if self._is_even:
            with suppress(OverflowError):
                dist = distances(kernels.buckets, *self._buckets(first))
                return dist, np.zeros(len(dist), np.int64)
        rank = np.arange(self._size)
        heap, place = np.zeros(len(rank), np.int32), np.full(len(rank), -1, np.int32)
        heap[: len(first)] = first
        place[first] = np.arange(len(first))
        return distances(kernels.heaped, 0.0, rank, heap, place), rank

    def _buckets(self, first: NDArray[np.int32]) -> tuple[float, *tuple[NDArray[np.int32], ...]]:
        """Return the number of buckets to a unit of distance, and those that hold the sources."""
        longest, mean, _ = self._spread
        width = mean / TO_MEAN
        head = np.full(1 << (int(longest / width) + 3).bit_length(), -1, np.int32)
        room = 2 * len(self.arrays.weights) + len(first) + 1
        node, following = np.empty(room, np.int32), np.empty(room, np.int32)
        node[: len(first)] = first
        following[: len(first)] = np.arange(1, len(first) + 1)
        following[len(first) - 1] = -1
        head[0] = 0
        return 1 / width, head, node, following

    @cached_property
    def _is_even(self) -> bool:
        """True if weights are of similar size, and no sum of weights loses one by rounding."""
        longest, mean, shortest = self._spread
        lossless = shortest > 2 * longest * self._size / EXACT
        return lossless and longest <= SKEWED * mean and longest > TINY

    @cached_property
    def _spread(self) -> tuple[float, float, float]:
        """The longest, the mean and the shortest weight."""
        weights = self.arrays.weights
        if not len(weights):
            return 1.0, 1.0, 1.0
        longest = float(weights.max())
        mean = longest * float((weights / longest).mean()) if longest else 0.0
        return longest, mean, float(weights.min())


def tails_of(into: WeightedCsr, dist: NDArray[np.float64], v: int) -> NDArray[np.int32]:
    """Return the tails of arcs to a node that end shortest paths; ``into`` has reversed arcs."""
    i, j = into.rows.indptr[v : v + 2].tolist()
    tails = into.rows.indices[i:j]
    found: NDArray[np.int32] = tails[dist[tails] + into.weights[i:j] == dist[v]]
    return found


@dataclass(frozen=True, eq=False)
class FoundNumbers:
    """What a search of arrays found."""

    graph: WeightedCsr
    nodes: list[Any]
    index: dict[Any, int]
    """The number of every node."""
    dist: NDArray[np.float64]
    """Shape (n,): the distances, infinite for nodes that were not reached."""
    rank: NDArray[np.int64]
    """Shape (n,): the order in which nodes were settled; zeros if all weights are positive."""

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of the reached nodes."""
        return np.flatnonzero(self.dist < math.inf)

    @cached_property
    def reached(self) -> list[Any]:
        """The nodes that were reached, in the order of the graph."""
        nodes, numbers = self.nodes, self.numbers
        return nodes if len(numbers) == len(nodes) else [nodes[i] for i in numbers.tolist()]

    def _values(self, numbers: NDArray[np.int64]) -> list[Any]:
        """Return the distances of some nodes, as integers if all weights are integers."""
        far = self.dist[numbers]
        values: list[Any] = (far.astype(np.int64) if self.graph.integral else far).tolist()
        return values

    def _number(self, node: Any) -> int:
        number = self.index[node]
        if not self.dist[number] < math.inf:
            raise KeyError(node)
        return number

    def distance(self, node: Any) -> int | float:
        """Return the distance of a node; raise KeyError if it was not reached."""
        distance = float(self.dist[self._number(node)])
        return int(distance) if self.graph.integral else distance

    def order(self, node: Any) -> tuple[Any, ...]:
        """Return what is less for a node that was settled before another."""
        number = self.index[node]
        return self.dist[number], self.rank[number], number

    def before(self, node: Any) -> list[Any]:
        """Return all tied predecessors of a node; raise KeyError if it was not reached."""
        number = self._number(node)
        if "_rows" not in self.__dict__ and self._asked[0] * SHARE < len(self.dist):
            self._asked[0] += 1
            tails = tails_of(self.graph.reversed(), self.dist, number)
        else:
            starts, found = self._rows
            tails = found[starts[number] : starts[number + 1]]
        return [self.nodes[i] for i in tails.tolist()]

    @cached_property
    def _asked(self) -> list[int]:
        """How often the predecessors of one node were found alone."""
        return [0]

    @cached_property
    def _rows(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The predecessors of all nodes as compressed sparse rows."""
        into = self.graph.reversed()
        starts = np.zeros(len(self.dist) + 1, np.int64)
        found = np.zeros(len(into.weights), np.int32)
        problem = (into.rows.indptr, into.rows.indices, into.weights)
        s = np.zeros(kernels.WORDS, np.int64)
        Run(kernels.predecessors, *problem, self.dist, starts, found, s).finish()
        return starts, found

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        numbers = self.numbers[np.lexsort((self.rank[self.numbers], self.dist[self.numbers]))][:k]
        nodes = [self.nodes[i] for i in numbers.tolist()]
        return list(zip(nodes, self._values(numbers), strict=True))

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        starts, found = self._rows
        flat = list(map(self.nodes.__getitem__, found[: starts[-1]].tolist()))
        first, last = starts[:-1][self.numbers].tolist(), starts[1:][self.numbers].tolist()
        rows = map(flat.__getitem__, map(slice, first, last))
        nodes, values = self.reached, self._values(self.numbers)
        with collector_paused():
            return dict(zip(nodes, rows, strict=True)), dict(zip(nodes, values, strict=True))
