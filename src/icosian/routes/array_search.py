"""Dijkstra's algorithm on arrays: by buckets where weights are of similar size, or by a heap."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._arrays.weights import EXACT
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from icosian._arrays.weights import WeightedCsr
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
        if goal < 0 and math.isinf(farthest) and self.arrays.weights.nbytes <= CACHED:
            self._read_ahead()
        question = first, goal, farthest, clock
        found = self._by_buckets(*question) if self._is_even else None
        dist, rank = self._by_heap(*question) if found is None else found
        if goal >= 0:
            dist[dist > dist[goal]] = np.inf
        return dist, rank

    def _read_ahead(self) -> None:
        """Read the graph in order: that fills the caches sooner than a search, which jumps."""
        for array in (self.arrays.rows.indptr, self.arrays.rows.indices, self.arrays.weights):
            array.max(initial=0)

    @cached_property
    def _is_even(self) -> bool:
        """True if weights are of similar size, and no sum of weights loses one by rounding."""
        longest, mean, shortest = self._spread
        lossless = shortest > 2 * longest * self._size / EXACT
        return lossless and longest <= SKEWED * mean and longest > TINY

    def _by_buckets(
        self, first: NDArray[np.int32], goal: int, farthest: float, clock: Clock | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]] | None:
        """Return distances and ranks (all 0); None if the buckets overflow."""
        longest, mean, _ = self._spread
        width = mean / TO_MEAN
        head = np.full(1 << (int(longest / width) + 3).bit_length(), -1, np.int32)
        room = 2 * len(self.arrays.weights) + len(first) + 1
        node, following = np.empty(room, np.int32), np.empty(room, np.int32)
        node[: len(first)] = first
        following[: len(first)] = np.arange(1, len(first) + 1)
        following[len(first) - 1] = -1
        head[0] = 0
        dist, s = self._beginning(first, goal)
        bounds = np.array([farthest, 1 / width])
        state = dist, head, node, following, bounds, s
        if not self._run(kernels.buckets, clock, *state):
            return None
        return dist, np.zeros(len(dist), np.int64)

    def _by_heap(
        self, first: NDArray[np.int32], goal: int, farthest: float, clock: Clock | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return distances and the order in which nodes were settled, each of shape (n,)."""
        dist, s = self._beginning(first, goal)
        n = len(dist)
        rank, heap, place = np.arange(n), np.zeros(n, np.int32), np.full(n, -1, np.int32)
        heap[: len(first)] = first
        place[first] = np.arange(len(first))
        self._run(kernels.heaped, clock, dist, rank, heap, place, np.array([farthest, 0.0]), s)
        return dist, rank

    def _beginning(
        self, first: NDArray[np.int32], goal: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return initial distances and the state of a kernel."""
        dist = np.full(self._size, np.inf)
        dist[first] = 0
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.QUEUED] = len(first)
        s[kernels.TARGET] = goal
        return dist, s

    def _run(self, kernel: Any, clock: Clock | None, *state: NDArray[Any]) -> bool:
        """Run a kernel to its end; return False if it had too little room."""
        rows = self.arrays.rows
        run = Run(kernel, rows.indptr, rows.indices, self.arrays.weights, *state)
        status = run.finish() if clock is None else clock.run(METHOD, run)
        run.arrays()
        return status == kernels.DONE

    @cached_property
    def _spread(self) -> tuple[float, float, float]:
        """The longest, the mean and the shortest weight."""
        weights = self.arrays.weights
        if not len(weights):
            return 1.0, 1.0, 1.0
        longest = float(weights.max())
        mean = longest * float((weights / longest).mean()) if longest else 0.0
        return longest, mean, float(weights.min())


def tails_of(
    into: WeightedCsr, dist: NDArray[np.float64], rank: NDArray[np.int64], v: int
) -> NDArray[np.int32]:
    """Return the tails of the arcs to a node that end shortest paths; ``into`` has reversed arcs.

    A node comes later than those before it, by distance or by rank.
    """
    i, j = into.rows.indptr[v : v + 2].tolist()
    tails = into.rows.indices[i:j]
    is_before = (dist[tails] < dist[v]) | (rank[tails] < rank[v])
    found: NDArray[np.int32] = tails[is_before & (dist[tails] + into.weights[i:j] == dist[v])]
    return found
