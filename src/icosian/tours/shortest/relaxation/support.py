"""The graph of a fractional solution, and sets of nodes that few of its edges cross."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._kernels import clusters as kernels, min_cuts
from icosian._kernels._jit import Run
from icosian.tours.shortest.relaxation.node_sets import NodeSets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from icosian.tours.shortest.solution import Family


EPSILON = 1e-6
VIOLATED = 2 - 1e-4
"""Sets that are crossed less are violated."""
TIGHT = 2.4
"""Sets that are crossed less may be teeth."""
SEGMENTS = 8
"""Tight segments of a tour from each start."""


class Support:
    """The edges of positive value, as compressed rows."""

    def __init__(self, size: int, edges: NDArray[np.int32], values: NDArray[np.float64]) -> None:
        positive = values > EPSILON / 10
        self.size, self.values = size, values[positive].astype(np.float64)
        ends = edges[positive].astype(np.int64)
        self.tails, self.heads = np.ascontiguousarray(ends.T)
        self.indptr, self.indices, self.weights = rows(size, self.tails, self.heads, self.values)
        self.degree = self.degrees(self.indptr, self.weights)
        self.keys = np.random.default_rng(0).integers(1, 1 << 62, size)

    @staticmethod
    def degrees(indptr: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of each row."""
        sums = np.concatenate((np.zeros(1), np.cumsum(weights)))
        degrees: NDArray[np.float64] = sums[indptr[1:]] - sums[indptr[:-1]]
        return degrees

    @property
    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """The offsets, neighbors and weights of the rows."""
        return self.indptr, self.indices, self.weights

    def components(self, ranges: tuple[tuple[float, float], ...]) -> NodeSets:
        """Return the components of the edges with values in each range."""
        low, high = np.array(ranges, float).T.copy()
        label = np.empty(len(ranges) * self.size, np.int64)
        s = np.zeros(2, np.int64)
        Run(kernels.components, self.tails, self.heads, self.values, low, high, label, s).finish()
        return NodeSets.classes(label.reshape(len(ranges), self.size))

    def crossed(self, sets: NodeSets) -> NDArray[np.float64]:
        """Return the sum of the values of the edges that cross the border of each set."""
        values = np.zeros(len(sets.lengths))
        mark, s = np.full(self.size, -1, np.int64), np.zeros(2, np.int64)
        Run(kernels.crossings, *self.rows, *sets, mark, values, s).finish()
        return values

    def families(self, sets: NodeSets) -> list[Family]:
        """Return sets as families, without repetitions, the most violated first."""
        sets = sets.take(sets.lengths > 1).distinct(self.keys)
        order = np.lexsort((sets.lengths, np.round(self.crossed(sets), 6)))
        return [(nodes,) for nodes in sets.take(order).tuples()]

    def small_cuts(self) -> NodeSets:
        """Return sets that are crossed less than twice; at least one if there is one."""
        n, m = self.size, len(self.values)
        limits = np.array([VIOLATED, VIOLATED])
        cut_indptr, cut_members = np.zeros(4 * n + 1, np.int64), np.empty(64 * n, np.int64)
        s = np.zeros(4, np.int64)
        s[min_cuts.NODES], s[min_cuts.EDGES] = n, m
        Run(
            min_cuts.small_cuts,
            self.tails.copy(),
            self.heads.copy(),
            self.values.copy(),
            np.arange(n),  # label
            *(np.zeros(n, np.int64) for _ in range(2)),  # parent, fresh
            np.zeros(n + 1, np.int64),  # indptr
            np.empty(2 * m, np.int64),
            np.empty(2 * m),
            *(np.zeros(n) for _ in range(2)),  # degree, strength
            *(np.zeros(n, np.int64) for _ in range(3)),  # rank, heap, place
            cut_indptr,
            cut_members,
            np.empty(4 * n),
            limits,
            s,
        ).finish()
        count = s[min_cuts.CUTS]
        return NodeSets(cut_indptr[: count + 1], cut_members[: cut_indptr[count]])

    def segments(self, tour: NDArray[np.int64]) -> tuple[NodeSets, NDArray[np.float64]]:
        """Return violated and tight segments of a tour, and by how much each is crossed."""
        # 1. Consecutive nodes joined by a whole edge form a block; the tour begins with a block.
        n = self.size
        place = np.empty(n, np.int64)
        place[tour] = np.arange(n)
        u, v = place[self.tails], place[self.heads]
        u, v = np.minimum(u, v), np.maximum(u, v)
        whole = np.zeros(n, bool)  # the edge before each place
        is_whole = self.values > 1 - EPSILON
        whole[v[is_whole & (v == u + 1)]] = True
        whole[u[is_whole & (u == 0) & (v == n - 1)]] = True
        first = np.flatnonzero(~whole)
        if len(first) < 2:
            return NodeSets.of(()), np.zeros(0)
        block = (np.cumsum(~whole) - 1) % len(first)  # the last may run over the end of the tour
        length = np.bincount(block)
        across = block[u] != block[v]
        network = rows(len(first), block[u[across]], block[v[across]], self.values[across])
        # 2. Segments are runs of blocks.
        most = np.array([SEGMENTS, n])
        room = len(first) * (SEGMENTS + 1)
        begin, blocks = np.empty(room, np.int64), np.empty(room, np.int64)
        crossed = np.empty(room)
        limits = np.array([VIOLATED, TIGHT])
        s = np.zeros(3, np.int64)
        Run(
            min_cuts.segments,
            *network,
            self.degrees(network[0], network[2]),
            length,
            begin,
            blocks,
            crossed,
            most,
            limits,
            s,
        ).finish()
        count = s[min_cuts.SEGMENTS]
        begin, blocks = begin[:count], blocks[:count]
        # 3. Their nodes follow each other in the tour.
        total = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.tile(length, 2))))
        lengths = total[begin + blocks] - total[begin]
        indptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
        places = np.arange(indptr[-1]) + np.repeat(first[begin] - indptr[:-1], lengths)
        return NodeSets(indptr, tour[places % n].astype(np.int64)), crossed[:count]

    def balls(self, radius: int) -> NodeSets:
        """Return balls of radius 1 and more in the graph of fractional edges."""
        bounds = np.array([radius, max(3, self.size // 2)])
        return self._listed(kernels.balls, bounds)

    def clusters(self) -> NodeSets:
        """Return sets of 3 to 12 nodes that are crossed less than three times."""
        return self._listed(kernels.clusters, np.zeros(self.size), np.array([12]))

    def _listed(self, kernel: Any, *arrays: NDArray[Any]) -> NodeSets:
        """Return the sets that a kernel lists."""
        n = self.size
        indptr, members = np.zeros(8 * n + 1, np.int64), np.empty(128 * n, np.int64)
        queue, mark = np.empty(n, np.int64), np.full(n, -1, np.int64)
        s = np.zeros(3, np.int64)
        Run(kernel, *self.rows, indptr, members, queue, mark, *arrays, s).finish()
        count = s[kernels.SETS]
        return NodeSets(indptr[: count + 1], members[: indptr[count]])


def rows(
    size: int, tails: NDArray[np.int64], heads: NDArray[np.int64], values: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return offsets, neighbors and weights of the compressed rows of a graph."""
    sources = np.concatenate((tails, heads))
    order = np.argsort(sources, kind="stable")
    counts = np.bincount(sources, minlength=size)
    indptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
    return indptr, np.concatenate((heads, tails))[order], np.tile(values, 2)[order]
