"""The graph of a fractional solution, and sets of nodes that few of its edges cross."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import clusters, min_cuts, rooted_cuts
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from icosian.tours.shortest.problem.cycle_problem import Family


EPSILON = 1e-6
VIOLATED = 2 - 1e-4
"""Sets that are crossed less are violated."""
TIGHT = 2.4
"""Sets that are crossed less may be teeth."""
SHORT = 1e-4
"""The least by which a cut between two nodes is below the demand."""
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
        Run(clusters.components, self.tails, self.heads, self.values, low, high, label, s).finish()
        return NodeSets.classes(label.reshape(len(ranges), self.size))

    def crossed(self, sets: NodeSets) -> NDArray[np.float64]:
        """Return the sum of the values of the edges that cross the border of each set."""
        values = np.zeros(len(sets.lengths))
        mark, s = np.full(self.size, -1, np.int64), np.zeros(2, np.int64)
        Run(clusters.crossings, *self.rows, *sets, mark, values, s).finish()
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

    def joined(self, tails: NDArray[np.int64], heads: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a representative of each node's component of some edges."""
        label, s = np.empty(self.size, np.int64), np.zeros(2, np.int64)
        values, low, high = np.ones(len(tails)), np.zeros(1), np.ones(1)
        Run(clusters.components, tails, heads, values, low, high, label, s).finish()
        return label

    def balls(self, radius: int) -> NodeSets:
        """Return balls of radius 1 and more in the graph of fractional edges."""
        bounds = np.array([radius, max(3, self.size // 2)])
        return self._listed(clusters.balls, bounds)

    def clusters(self, most: int = 12, *, split: bool = False) -> NodeSets:
        """Return sets of at least 3 nodes that are crossed less than three times, or about so."""
        return self._listed(clusters.clusters, np.zeros(self.size), np.array([most, split]))

    def _listed(self, kernel: Any, *arrays: NDArray[Any]) -> NodeSets:
        """Return the sets that a kernel lists."""
        n = self.size
        indptr, members = np.zeros(8 * n + 1, np.int64), np.empty(256 * n, np.int64)
        queue, mark = np.empty(n, np.int64), np.full(n, -1, np.int64)
        s = np.zeros(3, np.int64)
        Run(kernel, *self.rows, indptr, members, queue, mark, *arrays, s).finish()
        count = s[clusters.SETS]
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


# -- Lists of sets of nodes, as compressed rows of members


class NodeSets(NamedTuple):
    """Sets of nodes: set k is ``members[indptr[k]:indptr[k + 1]]``."""

    indptr: NDArray[np.int64]
    members: NDArray[np.int64]

    @classmethod
    def of(cls, sets: Iterable[Sequence[int]]) -> NodeSets:
        """Return sets given by their nodes."""
        sets = list(sets)
        lengths = np.fromiter(map(len, sets), np.int64, len(sets))
        members = np.fromiter(chain.from_iterable(sets), np.int64, int(lengths.sum()))
        return cls(_offsets(lengths), members)

    @classmethod
    def rows(cls, matrix: NDArray[np.bool_]) -> NodeSets:
        """Return the sets that are the rows of a matrix, shape (sets, nodes)."""
        rows, members = np.nonzero(matrix)
        return cls(_offsets(np.bincount(rows, minlength=len(matrix))), members)

    @classmethod
    def classes(cls, labels: NDArray[np.int64]) -> NodeSets:
        """Return the sets of nodes with equal labels, in each row of a matrix of labels."""
        rows, size = labels.shape
        flat = (labels + size * np.arange(rows)[:, None]).ravel()
        lengths = np.bincount(flat, minlength=rows * size)
        return cls(_offsets(lengths[lengths > 0]), np.argsort(flat, kind="stable") % size)

    @classmethod
    def joined(cls, parts: Iterable[NodeSets]) -> NodeSets:
        """Return the sets of several lists as one list."""
        parts = list(parts)
        lengths = np.concatenate([part.lengths for part in parts])
        return cls(_offsets(lengths), np.concatenate([part.members for part in parts]))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of nodes of each set."""
        lengths: NDArray[np.int64] = self.indptr[1:] - self.indptr[:-1]
        return lengths

    def take(self, chosen: NDArray[np.int64] | NDArray[np.bool_]) -> NodeSets:
        """Return the chosen sets, given by their numbers or by a mask."""
        lengths, starts = self.lengths[chosen], self.indptr[:-1][chosen]
        indptr = _offsets(lengths)
        places = np.arange(indptr[-1]) + np.repeat(starts - indptr[:-1], lengths)
        return NodeSets(indptr, self.members[places])

    def smaller(self, size: int) -> NodeSets:
        """Return the sets, with those of more than half of the nodes replaced by the others."""
        large = 2 * self.lengths > size
        if not large.any():
            return self
        inside = np.zeros((int(large.sum()), size), bool)
        parts = self.take(large)
        inside[np.repeat(np.arange(len(inside)), parts.lengths), parts.members] = True
        return NodeSets.joined((self.take(~large), NodeSets.rows(~inside)))

    def distinct(self, keys: NDArray[np.int64]) -> NodeSets:
        """Return the sets without repetitions; a set and its complement count as the same."""
        # Random keys of the nodes: sums (exclusive or) of different sets almost never agree.
        if not len(self.members):
            return self
        sums = np.bitwise_xor.reduceat(keys[self.members], self.indptr[:-1])
        sums = np.minimum(sums, sums ^ np.bitwise_xor.reduce(keys))
        first = np.unique(sums, return_index=True)[1]
        return self.take(np.sort(first))

    def at_nodes(self, size: int) -> NodeSets:
        """Return the transpose: for each node the numbers of the sets that have it, ascending."""
        owners = np.repeat(np.arange(len(self.indptr) - 1), self.lengths)
        order = np.argsort(self.members, kind="stable")
        return NodeSets(_offsets(np.bincount(self.members, minlength=size)), owners[order])

    def tuples(self) -> list[tuple[int, ...]]:
        """Return the sets as sorted tuples."""
        ends, members = self.indptr.tolist(), self.members.tolist()
        return [tuple(sorted(members[ends[k] : ends[k + 1]])) for k in range(len(ends) - 1)]


def _offsets(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places at which rows of these lengths begin, and the end of the last."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))


class FamilySets(NamedTuple):
    """Families: family c has the sets ``indptr[c]`` to ``indptr[c + 1] - 1``, a handle first."""

    indptr: NDArray[np.int64]
    sets: NodeSets

    @classmethod
    def of(cls, families: Sequence[Family]) -> FamilySets:
        """Return families given by their sets."""
        indptr = np.cumsum([0, *map(len, families)])
        return cls(indptr, NodeSets.of(nodes for family in families for nodes in family))

    def combs(self) -> FamilySets:
        """Return the families of more than one set."""
        lengths = np.diff(self.indptr)
        indptr = np.cumsum(np.append(0, lengths[lengths > 1]))
        return FamilySets(indptr, self.sets.take(np.repeat(lengths > 1, lengths)))

    def families(self) -> list[Family]:
        """Return them as tuples, with sorted teeth."""
        ends, sets = self.indptr.tolist(), self.sets.tuples()
        combs = [sets[ends[k] : ends[k + 1]] for k in range(len(ends) - 1)]
        return [(handle, *sorted(teeth)) for handle, *teeth in combs]


# -- Minimum cuts between nodes


class Flows:
    """A network in which minimum cuts are found, as compressed rows."""

    def __init__(self, size: int, u: NDArray[np.integer[Any]], v: NDArray[np.integer[Any]]) -> None:
        m, sources = len(u), np.concatenate((u, v), dtype=np.int64)
        self._order = order = np.argsort(sources, kind="stable")
        inverse = np.empty(2 * m, np.int64)
        inverse[order] = np.arange(2 * m)
        self._twins = inverse[(order + m) % (2 * m)] if m else inverse
        self._indptr = np.zeros(size + 1, np.int64)
        np.cumsum(np.bincount(sources, minlength=size), out=self._indptr[1:])
        self._heads = np.concatenate((v, u), dtype=np.int64)[order]

    def cuts(
        self,
        x: NDArray[np.float64],
        back: NDArray[np.float64],
        demand: NDArray[np.float64],
        targets: NDArray[np.int64],
        root: int,
        places: int,
        *,
        nested: bool = False,
    ) -> NDArray[np.bool_]:
        """Return what cuts below the demand of a target separate from the root, a row for each.

        Edges have a capacity in their direction, and another one back. A place in a cut is no
        further target; the nodes after the places are. If ``nested``, the targets are all nodes,
        ascending: then there is a cut between each two that one below the demand separates.
        """
        capacity = np.concatenate((x, back))[self._order]
        size = len(self._indptr) - 1
        inside, s = np.zeros(len(targets) * size, np.int64), np.zeros(3, np.int64)
        Run(
            rooted_cuts.cuts,
            self._indptr,
            self._heads,
            self._twins,
            capacity,
            capacity.copy(),
            demand,
            targets,
            np.full(size, root),
            *(np.zeros(size, np.int64) for _ in range(3)),  # parent, queue, met
            inside,
            np.array([SHORT, places, nested]),
            s,
        ).finish()
        return inside.reshape(-1, size)[: s[rooted_cuts.CUTS]] > 0
