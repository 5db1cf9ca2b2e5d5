"""The graph of a fractional solution, and sets of nodes that few of its edges cross."""

from __future__ import annotations

from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from icosian._kernels import blocks, clusters, combs as comb_search, min_cuts
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from icosian.tours.shortest.problem.cycle_problem import Family


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

    def shrunk(self, tight: NodeSets) -> Iterator[NDArray[np.int64]]:
        """Yield numberings of the nodes: those with equal numbers are one atom.

        A path of whole edges is two atoms, one of them its smaller end. Then disjoint tight sets
        are atoms, the largest first, up to sizes that grow.
        """
        whole = self.values > 1 - EPSILON
        tails, heads = self.tails[whole], self.heads[whole]
        paths = self._joined(tails, heads)
        degrees = np.bincount(np.concatenate((tails, heads)), minlength=self.size)
        ends = np.flatnonzero(degrees == 1)
        first = np.full(self.size, self.size)
        np.minimum.at(first, paths[ends], ends)
        kept = (first[paths[tails]] != tails) & (first[paths[heads]] != heads)
        atoms = self._joined(tails[kept], heads[kept])
        tight = tight.take((tight.lengths > 1) & (2 * tight.lengths <= self.size))
        tight = tight.take(self.crossed(tight) < 2 + EPSILON).distinct(self.keys)
        tight = tight.take(np.argsort(-tight.lengths, kind="stable"))
        fewest = self.size + 1
        for largest in ATOMS:
            label, free = atoms.copy(), np.ones(self.size, np.bool_)
            for k in np.flatnonzero(tight.lengths <= largest).tolist():
                members = tight.members[tight.indptr[k] : tight.indptr[k + 1]]
                if free[members].all():
                    free[members] = False
                    label[members] = self.size + k
            atom = np.unique(label, return_inverse=True)[1]
            if 4 <= atom.max() < fewest - 1:
                fewest = int(atom.max()) + 1
                yield atom

    def _joined(self, tails: NDArray[np.int64], heads: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a representative of each node's component of some edges."""
        label, s = np.empty(self.size, np.int64), np.zeros(2, np.int64)
        values, low, high = np.ones(len(tails)), np.zeros(1), np.ones(1)
        Run(clusters.components, tails, heads, values, low, high, label, s).finish()
        return label

    def balls(self, radius: int) -> NodeSets:
        """Return balls of radius 1 and more in the graph of fractional edges."""
        bounds = np.array([radius, max(3, self.size // 2)])
        return self._listed(clusters.balls, bounds)

    def clusters(self) -> NodeSets:
        """Return sets of 3 to 12 nodes that are crossed less than three times."""
        return self._listed(clusters.clusters, np.zeros(self.size), np.array([12]))

    def _listed(self, kernel: Any, *arrays: NDArray[Any]) -> NodeSets:
        """Return the sets that a kernel lists."""
        n = self.size
        indptr, members = np.zeros(8 * n + 1, np.int64), np.empty(128 * n, np.int64)
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


# -- Inequalities that a solution of the linear program violates: subtours and combs

# The edges of a tour cross the border of every set of nodes at least twice, and the borders of a
# comb with k teeth at least 3k + 1 times. Sets come from components, small cuts and segments of
# the best tour; combs from a search for handles, with teeth from edges of large value and tight
# sets.

DEPTH = 1e-3
"""The least violation of a comb."""
NEAR = 0.6
"""Combs below their bound plus this are tried for moves of single nodes."""
TOOTH = 0.35
"""The least value of an edge that is a tooth."""
RANGES = (
    *((low + EPSILON, 1 - low + EPSILON) for low in (2 * EPSILON, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)),
    *((low + EPSILON, 9.0) for low in (0.3, 0.5, 0.7)),
)
"""Components of the edges with values in these ranges are handles."""
MOVES = 60
"""The moves of a handle in a search."""
ENOUGH = 50
"""Violated sets that are returned without a search for combs."""
FEW = 3
"""Families beside which the combs of blocks are not enumerated."""
BLOCK, ATOMS = 10, (1, 4, 10, 30, 100)
"""Atoms of a block; the most nodes of a tight set that is an atom."""
BLOCK_STEPS = 50_000
"""Steps for the combs of a block."""
MOST = 40
"""Combs of a separation, if there are no more than four times as many nodes."""


AWAY = 0.8
"""The most that the crossings of a set on which cases split are away from 3."""


RADIUS = 3
"""The largest radius of a ball that is a handle."""
TEETH = 4
"""A tooth is one of so many that are best for one of its nodes."""


def separate(
    size: int,
    edges: NDArray[np.int32],
    values: NDArray[np.float64],
    tour: NDArray[np.int64],
    known: Sequence[Family],
) -> list[Family]:
    """Return families that the values of the edges violate, the most violated first.

    ``edges`` has shape (m, 2); ``known`` are the families of the program.
    """
    support = Support(size, edges, values)
    parts = support.components(((EPSILON, 9.0),))
    if len(parts.lengths) > 1:
        return support.families(parts.smaller(size))
    segments, crossed = support.segments(tour)
    sets = NodeSets.joined((support.small_cuts(), segments.take(crossed < VIOLATED)))
    families = support.families(sets)
    if len(families) >= ENOUGH:
        return families
    listed = FamilySets.of(known)
    tight, combs = NodeSets.joined((segments, listed.sets)), listed.combs()
    families += Combs(support, tight).families(combs)
    if len(families) < FEW:
        families += [comb for comb in block_combs(support, tight) if comb not in families]
    return families


def borders(
    size: int,
    edges: NDArray[np.int32],
    values: NDArray[np.float64],
    tour: NDArray[np.int64],
    known: Sequence[Family],
    count: int,
) -> list[Family]:
    """Return sets whose borders are crossed about three times, where a tour has two or four."""
    support = Support(size, edges, values)
    sets = (support.segments(tour)[0], support.clusters(), FamilySets.of(known).sets)
    found = NodeSets.joined(sets).smaller(size)
    found = found.take(found.lengths >= 3).distinct(support.keys)
    away = np.round(np.abs(support.crossed(found) - 3), 6)
    order = np.lexsort((found.lengths, away))
    return [(nodes,) for nodes in found.take(order[away[order] < AWAY][:count]).tuples()]


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


class Combs:
    """A search for violated combs in a graph."""

    def __init__(self, support: Support, tight: NodeSets) -> None:
        self.support = support
        n, keys = support.size, support.keys
        sets = NodeSets.joined((tight, support.clusters())).distinct(keys)
        sets = sets.take((sets.lengths >= 3) & (sets.lengths <= n - 3))
        crossed = support.crossed(sets)
        # 1. Teeth: edges of large value and sets that are crossed little, the best first.
        large = support.values > TOOTH
        ends = np.stack((support.tails[large], support.heads[large]), axis=1)
        pairs = NodeSets(2 * np.arange(len(ends) + 1), ends.ravel())
        small = crossed < TIGHT
        teeth = NodeSets.joined((pairs, sets.take(small)))
        value = np.concatenate((1 - 2 * support.values[large], crossed[small] - 3))
        order = np.lexsort((teeth.lengths, np.round(value, 6)))
        self.teeth, self.values = teeth.take(order), value[order]
        at_nodes = self.teeth.at_nodes(n)
        rank = np.arange(len(at_nodes.members)) - np.repeat(at_nodes.indptr[:-1], at_nodes.lengths)
        best = np.full(len(order), TEETH)
        np.minimum.at(best, at_nodes.members, rank)
        kept = best < TEETH
        self.teeth, self.values = self.teeth.take(kept), self.values[kept]
        self._at_nodes = self.teeth.at_nodes(n)
        # 2. Handles: components of edges of some value, balls, and sets that are crossed little.
        components = support.components(RANGES).smaller(n)
        components = components.take(components.lengths >= 3)
        handles = (components, support.balls(RADIUS), sets.take(crossed < TIGHT + 1))
        self.handles = NodeSets.joined(handles).distinct(keys)
        self._keys = np.append(keys, np.bitwise_xor.reduce(keys))
        self._states = np.zeros(1 << (16 * len(self.handles.lengths)).bit_length(), np.int64)
        self._met = 0

    def families(self, known: FamilySets) -> list[Family]:
        """Return violated combs that differ from each other, the most violated first."""
        found: dict[Family, float] = {}
        self._tighten(known, found)
        if len(self.handles.lengths) and len(self.values):
            self._tighten(self.search(self.handles, MOVES)[1], found)
        chosen: list[Family] = []
        taken: set[tuple[int, ...]] = set()
        for comb in sorted(found, key=lambda comb: (round(found[comb], 6), comb)):
            teeth = comb[1:]
            if 2 * sum(tooth in taken for tooth in teeth) <= len(teeth):
                taken.update(teeth)
                chosen.append(comb)
        return chosen[: max(MOST, self.support.size // 4)]

    def search(self, handles: NodeSets, moves: int) -> tuple[NDArray[np.float64], FamilySets]:
        """Return by how much each handle is above its bound, and combs that a search finds."""
        n, count, room = self.support.size, len(self.values), len(handles.lengths)
        comb_indptr, set_indptr = np.zeros(room + 1, np.int64), np.zeros(16 * room + 1, np.int64)
        members, excess = np.empty(256 * n, np.int64), np.empty(room)
        s = np.zeros(comb_search.WORDS, np.int64)
        s[comb_search.STATES] = self._met
        Run(
            comb_search.search,
            *self.support.rows,
            self.support.degree,
            *self.teeth,
            self.values,
            *self._at_nodes,
            *handles,
            self._keys,
            self._states,
            np.zeros(n, np.int64),  # inside
            np.zeros(n),  # strength
            *(np.zeros(n, np.int64) for _ in range(2)),  # listed, touched
            *(np.zeros(count, np.int64) for _ in range(3)),  # count, active, spare
            *(np.zeros(n, np.int64) for _ in range(2)),  # used, chosen
            excess,
            comb_indptr,
            set_indptr,
            members,
            np.array([moves, 3]),
            np.array([0.0, NEAR]),
            s,
        ).finish()
        self._met = int(s[comb_search.STATES])
        return excess, _listed(s[comb_search.FOUND], comb_indptr, set_indptr, members)

    def _tighten(self, combs: FamilySets, found: dict[Family, float]) -> None:
        """Improve combs by moves of single nodes, and add the violated ones to those found."""
        n, room = self.support.size, len(combs.indptr) - 1
        comb_indptr = np.zeros(room + 1, np.int64)
        set_indptr = np.zeros(len(combs.sets.indptr), np.int64)
        members = np.empty(2 * n + 2 * len(combs.sets.members), np.int64)
        values, s = np.empty(room), np.zeros(comb_search.WORDS, np.int64)
        Run(
            comb_search.tighten,
            *self.support.rows,
            self.support.degree,
            combs.indptr,
            *combs.sets,
            *(np.zeros(n, np.int64) for _ in range(4)),  # inside, tooth, within, without
            np.zeros(n),  # near
            *(np.zeros(n, np.int64) for _ in range(2)),  # listed, touched
            comb_indptr,
            set_indptr,
            members,
            values,
            np.array([-DEPTH]),
            s,
        ).finish()
        count = s[comb_search.FOUND]
        families = _listed(count, comb_indptr, set_indptr, members).families()
        found.update(zip(families, values[:count].tolist(), strict=True))


def block_combs(support: Support, tight: NodeSets) -> list[Family]:
    """Return violated combs of the blocks of shrunk graphs.

    Of each block it is the most violated one; they are sorted by their violation.
    """
    found: dict[Family, float] = {}
    for atom in support.shrunk(tight):
        n, words = int(atom.max()) + 1, 1 << BLOCK
        # 1. The shrunk graph: parallel edges are one.
        tails, heads = atom[support.tails], atom[support.heads]
        apart = tails != heads
        pairs = (np.minimum(tails, heads) * n + np.maximum(tails, heads))[apart]
        pairs, place = np.unique(pairs, return_inverse=True)
        values = np.bincount(place, support.values[apart]).astype(np.float64)
        nodes, combs = np.empty(n * (BLOCK - 1), np.int64), np.zeros(n * (BLOCK + 1), np.int64)
        excess, s = np.empty(n), np.array([0, 0, 0, BLOCK_STEPS])
        Run(
            blocks.best_combs,
            *rows(n, pairs // n, pairs % n, values),
            support.keys[:n],
            np.zeros(1 << n.bit_length(), np.int64),  # seen
            np.full(n, -1),  # mark
            np.zeros(n),  # strength
            *(np.zeros(n, np.int64) for _ in range(2)),  # queue, place
            *(np.zeros(size) for size in (BLOCK * BLOCK, words)),  # within, crossed
            np.zeros(words, np.int64),  # teeth
            np.zeros(words),  # values
            *(np.zeros(size, np.int64) for size in (words, BLOCK)),  # after, first
            np.zeros(BLOCK + 1),  # ahead
            np.zeros(BLOCK, np.int64),  # chosen
            nodes,
            combs,
            excess,
            s,
        ).finish()
        # 2. The nodes of each set. Its word has bit 0 for the rest, and one for each other atom.
        count = s[blocks.FOUND]
        listed = nodes.reshape(n, -1)[:count], combs.reshape(n, -1)[:count].tolist()
        for block, sets, above in zip(*listed, excess.tolist(), strict=False):
            bits = np.zeros(n + 1, np.int64)
            bits[block] = np.arange(1, BLOCK)  # the last entry is that of no atom, -1
            bit = bits[atom]
            handle, *teeth = (word >> bit & 1 for word in takewhile(bool, sets))
            if 2 * handle.sum() > support.size:
                handle = 1 - handle
            first, *rest = (tuple(np.flatnonzero(x).tolist()) for x in (handle, *teeth))
            found[first, *sorted(rest)] = above
    return sorted(found, key=lambda comb: (round(found[comb], 6), comb))


def _listed(
    count: int,
    comb_indptr: NDArray[np.int64],
    set_indptr: NDArray[np.int64],
    members: NDArray[np.int64],
) -> FamilySets:
    """Return the combs that a kernel has listed."""
    indptr = comb_indptr[: count + 1]
    sets = set_indptr[: indptr[-1] + 1]
    return FamilySets(indptr, NodeSets(sets, members[: sets[-1]]))
