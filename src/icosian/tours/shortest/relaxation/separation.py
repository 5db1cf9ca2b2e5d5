"""Sets and combs that a fractional tour violates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import clusters, combs as comb_search, group_combs, min_cuts
from icosian._kernels._jit import Run
from icosian._kernels.clusters import GrowingSet, SupportGraph, WeightedEdges
from icosian._run.limits import Clock, random_state
from icosian.tours.instance import Family, Order, Visits, demand

DEPTH = 1e-3
"""The least violation of a comb."""
ATOMS = 1, 4, 10, 30, 100
"""The most nodes of a tight set that is an atom."""


class Shrunk(NamedTuple):
    """A shrunk graph, whose parallel edges are one."""

    atom: NDArray[np.int64]
    """Shape (nodes,): the atom of each node."""
    size: int
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, support: Support, atom: NDArray[np.int64]) -> Shrunk:
        """Return the graph of some atoms."""
        n = int(atom.max()) + 1
        tails, heads = atom[support.tails], atom[support.heads]
        apart = tails != heads
        pairs = (np.minimum(tails, heads) * n + np.maximum(tails, heads))[apart]
        pairs, place = np.unique(pairs, return_inverse=True)
        values = np.bincount(place, support.values[apart]).astype(np.float64)
        return cls(atom, n, pairs // n, pairs % n, values)

    def comb(self, sets: Iterable[NDArray[np.bool_]]) -> Family:
        """Return the comb of a handle and teeth that are given by their atoms."""
        handle, *teeth = (some[self.atom] for some in sets)
        if 2 * handle.sum() > len(handle):
            handle = ~handle
        first, *rest = (tuple(np.flatnonzero(part).tolist()) for part in (handle, *teeth))
        return first, *sorted(rest)


def shrunk(support: Support, tight: NodeSets) -> Iterator[Shrunk]:
    """Yield shrunk graphs, smaller and smaller.

    A path of whole edges is two atoms, one of them its smaller end. Then disjoint tight sets
    are atoms, the largest first, up to sizes that grow.
    """
    whole = support.values > 1 - EPSILON
    tails, heads = support.tails[whole], support.heads[whole]
    paths = support.joined(tails, heads)
    degrees = np.bincount(np.concatenate((tails, heads)), minlength=support.size)
    ends = np.flatnonzero(degrees == 1)
    first = np.full(support.size, support.size)
    np.minimum.at(first, paths[ends], ends)
    kept = (first[paths[tails]] != tails) & (first[paths[heads]] != heads)
    atoms = support.joined(tails[kept], heads[kept])
    tight = tight.take((tight.lengths > 1) & (2 * tight.lengths <= support.size))
    tight = tight.take(support.crossed(tight) < 2 + EPSILON).distinct(support.keys)
    tight = tight.take(np.argsort(-tight.lengths, kind="stable"))
    fewest = support.size + 1
    for largest in ATOMS:
        label, free = atoms.copy(), np.ones(support.size, np.bool_)
        for k in np.flatnonzero(tight.lengths <= largest).tolist():
            members = tight.members[tight.indptr[k] : tight.indptr[k + 1]]
            if free[members].all():
                free[members] = False
                label[members] = support.size + k
        atom = np.unique(label, return_inverse=True)[1]
        if 4 <= atom.max() < fewest - 1:
            fewest = int(atom.max()) + 1
            yield Shrunk.of(support, atom)


def blossoms(graphs: Iterable[Shrunk]) -> list[Family]:
    """Return combs whose teeth are two atoms each, from minimum cuts [1]_; not all are violated.

    An edge of value x that crosses the handle counts x, or 1 - x if it is a tooth, and a comb is
    violated if all together count less than 1. So each edge counts the less of both at least.
    """
    found: dict[Family, None] = {}
    for graph in graphs:
        n, tails, heads, values = graph.size, graph.tails, graph.heads, graph.values
        counts = np.maximum(0.0, np.minimum(values, 1 - values))
        some = counts > EPSILON
        x, flows = counts[some], Flows(n, tails[some], heads[some])
        cuts = flows.cuts((x, x), np.ones(n), np.arange(n), 0, 0, nested=True)
        for handle, crossed in zip(cuts, cuts[:, tails] != cuts[:, heads], strict=True):
            # 1. For an odd number of teeth, change the edge for which that costs least.
            across = crossed.nonzero()[0]
            if not len(across):
                continue
            is_tooth = values[across] > 0.5
            total = counts[across].sum()
            if is_tooth.sum() % 2 == 0:
                most = np.abs(2 * values[across] - 1)
                k = np.argmin(most)
                is_tooth[k] = not is_tooth[k]
                total += most[k]
            if total > 1 - DEPTH:
                continue
            # 2. Of two teeth with a common atom neither is needed if that changes sides.
            teeth: dict[int, int] = {}  # the tooth at each atom
            for e in across[is_tooth].tolist():
                ends = int(tails[e]), int(heads[e])
                if (shared := next((v for v in ends if v in teeth), None)) is None:
                    teeth.update(dict.fromkeys(ends, e))
                else:
                    other = teeth[shared]
                    handle[shared] = not handle[shared]
                    for v in (int(tails[other]), int(heads[other])):
                        del teeth[v]
            chosen = sorted({*teeth.values()})
            if len(chosen) >= 3 and all(handle[tails[e]] != handle[heads[e]] for e in chosen):
                atoms = np.arange(n)
                sets = (handle, *((atoms == tails[e]) | (atoms == heads[e]) for e in chosen))
                found[graph.comb(sets)] = None
    return [*found]


# -- The graph of a fractional solution, and sets of nodes that few of its edges cross

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

    def __init__(
        self, size: int, edges: NDArray[np.integer[Any]], values: NDArray[np.float64]
    ) -> None:
        positive = values > EPSILON / 10
        self.size, self.values = size, values[positive].astype(np.float64)
        self.tails, self.heads = np.ascontiguousarray(edges[positive].astype(np.int64).T)
        self.edges = WeightedEdges(self.tails, self.heads, self.values)
        self.graph = support_graph(size, *self.edges)
        self.keys = np.random.default_rng(0).integers(1, 1 << 62, size)

    def components(self, ranges: tuple[tuple[float, float], ...]) -> NodeSets:
        """Return the components of the edges with values in each range."""
        low, high = np.array(ranges, float).T.copy()
        label = np.empty(len(ranges) * self.size, np.int64)
        Run(clusters.components, self.edges, low, high, label, np.zeros(2, np.int64)).finish()
        return NodeSets.classes(label.reshape(len(ranges), self.size))

    def crossed(self, sets: NodeSets) -> NDArray[np.float64]:
        """Return the sum of the values of the edges that cross the border of each set."""
        values = np.zeros(len(sets.lengths))
        mark, s = np.full(self.size, -1, np.int64), np.zeros(2, np.int64)
        Run(clusters.crossings, self.graph, sets, mark, values, s).finish()
        return values

    def excess(self, families: FamilySets, demands: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return by how much each family is crossed more often than it demands, rounded."""
        above = np.add.reduceat(self.crossed(families.sets), families.indptr[:-1]) - demands
        return np.round(above, 6)

    def families(self, sets: NodeSets) -> list[Family]:
        """Return sets as families, without repetitions, the most violated first."""
        sets = sets.take(sets.lengths > 1).distinct(self.keys)
        order = np.lexsort((sets.lengths, np.round(self.crossed(sets), 6)))
        return [(nodes,) for nodes in sets.take(order).tuples()]

    def small_cuts(self) -> NodeSets:
        """Return sets that are crossed less than twice, one for each two nodes that one separates.

        Nodes are crossed twice or more.
        """
        # An edge with half of the weight at an end: to move that end across a cut that the edge
        # crosses makes the cut no larger [M. Padberg, G. Rinaldi, An efficient algorithm for the
        # minimum capacity cut problem, Mathematical Programming 47 (1990), 19-36]. Those with half
        # at both ends make paths, along which ends are moved one after the other.
        degree, (tails, heads, values) = self.graph.degree, self.edges
        heavy = 2 * values > np.maximum(degree[tails], degree[heads]) - EPSILON
        atom = np.unique(self.joined(tails[heavy], heads[heavy]), return_inverse=True)[1]
        _, n, tails, heads, x = Shrunk.of(self, atom)
        cuts = Flows(n, tails, heads).cuts((x, x), np.full(n, 2.0), np.arange(n), 0, 0, nested=True)
        return NodeSets.rows(cuts[:, atom]).smaller(self.size)

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
        graph = support_graph(len(first), block[u[across]], block[v[across]], self.values[across])
        # 2. Segments are runs of blocks.
        room = len(first) * (SEGMENTS + 1)
        begin, blocks = np.empty(room, np.int64), np.empty(room, np.int64)
        crossed = np.empty(room)
        found = min_cuts.SegmentList(begin, blocks, crossed, np.array([VIOLATED, TIGHT]))
        s = np.array([0, 0, 0, SEGMENTS, n])
        Run(min_cuts.segments, graph, length, found, s).finish()
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
        edges = WeightedEdges(tails, heads, np.ones(len(tails)))
        Run(clusters.components, edges, np.zeros(1), np.ones(1), label, s).finish()
        return label

    def balls(self, radius: int) -> NodeSets:
        """Return balls of at least 3 nodes, of radius 1 and more, in the fractional edges."""
        n, some = self.size, self.values < 1 - EPSILON
        near = support_graph(n, self.tails[some], self.heads[some], self.values[some])
        pairs, balls = np.arange(n) * (n + 1), list[NodeSets]()  # n times a center, and a node
        for _ in range(radius):
            centers, nodes = np.divmod(pairs, n)
            first, lengths = near.indptr[nodes], np.diff(near.indptr)[nodes]
            places = np.arange(lengths.sum()) + np.repeat(first - _offsets(lengths)[:-1], lengths)
            around = np.repeat(centers, lengths) * n + near.indices[places]
            pairs = np.unique(np.concatenate((pairs, around)))
            balls.append(NodeSets(_offsets(np.bincount(pairs // n, minlength=n)), pairs % n))
        found = NodeSets.joined(balls)
        return found.take((found.lengths >= 3) & (2 * found.lengths <= n))

    def clusters(self, most: int = 12, *, split: bool = False) -> NodeSets:
        """Return sets of at least 3 nodes that are crossed less than three times, or about so."""
        n = self.size
        sets, s = NodeSets.empty(8 * n, 256 * n), np.zeros(3, np.int64)
        grown = GrowingSet(np.empty(n, np.int64), np.full(n, -1, np.int64), np.zeros(n))
        Run(clusters.clusters, self.graph, sets, grown, np.array([most, split]), s).finish()
        return sets.first(s[clusters.SETS])


def support_graph(
    size: int, tails: NDArray[np.int64], heads: NDArray[np.int64], values: NDArray[np.float64]
) -> SupportGraph:
    """Return the graph of some edges."""
    sources = np.concatenate((tails, heads))
    order = np.argsort(sources, kind="stable")
    indptr = _offsets(np.bincount(sources, minlength=size))
    weights = np.tile(values, 2)[order]
    sums = np.concatenate((np.zeros(1), np.cumsum(weights)))
    degree = sums[indptr[1:]] - sums[indptr[:-1]]
    return SupportGraph(indptr, np.concatenate((heads, tails))[order], weights, degree)


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
    def empty(cls, sets: int, members: int) -> NodeSets:
        """Return room for some sets and their nodes."""
        return cls(np.zeros(sets + 1, np.int64), np.empty(members, np.int64))

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

    def first(self, count: int) -> NodeSets:
        """Return the first sets, where the room is larger."""
        return NodeSets(self.indptr[: count + 1], self.members[: self.indptr[count]])

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
        return self.take(np.sort(np.unique(sums, return_index=True)[1]))

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
        capacities: Sequence[NDArray[np.float64]],
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
        capacity = np.concatenate(capacities)[self._order]
        size = len(self._indptr) - 1
        inside, s = np.zeros(len(targets) * size, np.int64), np.zeros(3, np.int64)
        Run(
            min_cuts.rooted_cuts,
            min_cuts.DemandNetwork(self._indptr, self._heads, self._twins, capacity, demand),
            targets,
            min_cuts.FlowMarks._make(
                [
                    capacity.copy(),
                    np.full(size, root),
                    *np.zeros((3, size), np.int64),
                    np.full(size, -1),
                    inside,
                ]
            ),
            np.array([SHORT, places, nested]),
            s,
        ).finish()
        return inside.reshape(-1, size)[: s[min_cuts.FOUND]] > 0


# -- Violated sets by minimum cuts: of tours that leave out places, or keep to an order

CUTS = 60
"""The most sets without the root of a round, if there are no more than twice as many places."""
PARTS = 6
"""The fewest groups of a comb: the parts of its teeth."""
PLACE_MOVES, ALL_MOVES, RUNS, FEWEST_RUNS = 300, 2_000_000, 25, 8
"""The moves of each place of a comb of groups, of all in a round, and how many combs there are."""


class PartialTour(NamedTuple):
    """A fractional tour that may leave out places.

    Edges from the larger node to the smaller one, or to itself, are the loops of places that may be
    left out; all edges are given, shape (edges,).
    """

    size: int
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]
    values: NDArray[np.float64]
    visits: Visits

    def places(self) -> tuple[int, NDArray[np.float64], NDArray[np.bool_]]:
        """Return the number of places, how much each is visited, and which edges join places.

        A place is one node; in a digraph two, of which the larger one is entered.
        """
        loops = self.tails >= self.heads
        n = self.size // 2 if (self.tails[loops] > self.heads[loops]).any() else self.size
        visited = np.ones(n)
        visited[self.heads[loops]] = 1 - self.values[loops]
        return n, visited, self.tails % n != self.heads % n

    def groups(self) -> tuple[NDArray[np.int64], Support]:
        """Return the part of each node, and the edges between parts: groups as one node each.

        Groups that share a place are one together, and places that are always visited are each one;
        others of no group have part -1.
        """
        n, visits, part = self.places()[0], self.visits, np.full(self.size, -1)
        ports = {0, self.size - n}
        for k, v in enumerate(visits.always, len(visits.allowances)):
            part[[v + port for port in ports]] = k
        for k, (places, most) in enumerate(visits.allowances):
            if most + 1 == len(places):
                nodes = [v + port for v in places for port in ports]
                part[np.isin(part, part[nodes][part[nodes] >= 0])] = k
                part[nodes] = k
        part[part >= 0] = np.unique(part[part >= 0], return_inverse=True)[1]
        count = 1 + int(part.max())
        ends = np.sort(np.stack((part[self.tails], part[self.heads]), axis=1), axis=1)
        across = (ends[:, 0] >= 0) & (ends[:, 0] < ends[:, 1]) & (self.values > EPSILON)
        pairs, which = np.unique(ends[across] @ (max(1, count), 1), return_inverse=True)
        edges = np.stack(np.divmod(pairs, max(1, count)), axis=1)
        return part, Support(count, edges, np.bincount(which, self.values[across]).astype(float))

    def crossed(self, sets: Iterable[NDArray[np.bool_]]) -> float:
        """Return how often some sets are crossed together, given as masks of nodes."""
        return float(
            sum(self.values[inside[self.tails] != inside[self.heads]].sum() for inside in sets)
        )


def separate_from_root(point: PartialTour, root: frozenset[int], rank: int = 0) -> list[Family]:
    """Return sets without the root that are crossed too little for what is visited of them.

    The root is a place that all tours visit, or some places of which they visit one; without one it
    is a place that is visited much, by its rank, and stands for what is outside of a set. The first
    node of each set stands for it.
    """
    # 1. The graph of the places.
    (n, visited, ways), visits = point.places(), point.visits
    directed = n < point.size
    u, v, x = point.tails[ways], point.heads[ways] % n, point.values[ways]
    is_known = bool(root)
    root = root or frozenset({int(np.argsort(-np.round(visited, 6), kind="stable")[rank])})
    # 2. Of some places no more than allowed are left out.
    found: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []
    missed: list[tuple[int, ...]] = []
    for places, most in visits.allowances:
        nodes = tuple(sorted(places))
        if (1 - visited[[*nodes]]).sum() - most > SHORT:
            missed.append(nodes)
    # 3. An edge is used at most as much as each of its ends is visited; and the edges between a
    #    place and a group together at most as much as the place.
    is_free = np.ones(n, np.bool_)
    for group in visits.groups:
        if root.isdisjoint(group):
            is_free[group] = False
            inside = np.zeros(n, np.bool_)
            inside[group] = True
            ways_in = np.bincount(u, x * inside[v], n) + np.bincount(v, x * inside[u], n)
            spare = float(visited[group].sum() - ways_in[group].sum() / 2) - 1
            if spare < -SHORT:
                found.append((-spare, (*group,), ()))
            excess = np.where(inside, 0.0, ways_in - visited - max(0.0, spare))
            excess[[*root]] = 0
            fans = (excess > SHORT).nonzero()[0].tolist()
            found += [(float(excess[w]), (group[0], *sorted((*group[1:], w))), ()) for w in fans]
    if not directed:
        for ends, others in ((u, v), (v, u)):
            excess = np.where(is_free[ends], x - visited[others], 0.0)
            found += [
                (float(excess[k]), (int(ends[k]), int(others[k])), ())
                for k in (excess > SHORT).nonzero()[0].tolist()
            ]
    # 4. Small cuts between the root and places that are visited much, or groups of places.
    is_wide = visits.least(root) > 0 or not is_known
    cuts = _cuts((u, v), x, visited, [*root], visits, directed=directed)
    sides = zip(cuts, visits.are_met(cuts).tolist(), visits.are_met(~cuts).tolist(), strict=True)
    for side in sides:
        inside, is_crossed, is_met = side
        members = np.flatnonzero(inside)
        if len(members) < 2 or inside[[*root]].any():
            continue
        if 2 * len(members) > n and is_wide and is_crossed:
            inside = ~inside  # the root is visited as well, and the row is shorter
            members = np.flatnonzero(inside)
            is_crossed, is_met = is_known or is_met, is_crossed
        first = int(members[np.argmax(np.round(visited[members], 6))])
        least = 1.0 if is_crossed else visited[first]
        apart = () if is_known or is_met else (*root,)
        if apart:
            least -= 1 - visited[[*root]].sum()
        above = float(x[inside[u] & inside[v]].sum() - visited[members].sum() + least)
        if above > SHORT:
            found.append((above, (first, *(w for w in members.tolist() if w != first)), apart))
    chosen: list[Family] = [tuple((v, n + v) if directed else (v,) for v in few) for few in missed]
    most = max(CUTS, n // 2)
    worst = sorted({*found}, key=lambda one: (-round(one[0], 6), one[1:]))[:most]
    for _, (first, *rest), apart in worst:
        ports = (n + w for w in (first, *rest) if directed)
        chosen.append(((first, *sorted((*rest, *ports))), *([apart] if apart else ())))
    return chosen


def separate_groups(point: PartialTour, tour: NDArray[np.int64]) -> list[Family]:
    """Return combs of groups and of places always visited that are crossed too little."""
    part, support = point.groups()
    if support.size < PARTS:
        return []
    ring = dict.fromkeys(chain(part[tour].tolist(), range(support.size)))
    ring.pop(-1, None)
    tight, _ = support.segments(np.array([*ring]))
    # Those that the edges to other places do not cross.
    chosen: list[Family] = []
    for comb in _combs(support, tight, 0):
        inside = np.array([np.isin(part, some) for some in comb])
        if point.crossed(inside) < demand(comb) - DEPTH:
            chosen.append(tuple(tuple(row.nonzero()[0].tolist()) for row in inside))
    return chosen


def anneal_combs(point: PartialTour, known: Sequence[Family]) -> list[Family]:
    """Return combs whose sets may cut groups, found by annealing.

    After the teeth come the rests of parts that may be missed: some place of a part or of its rests
    is visited. ``known`` are the families of the program: its last combs are where some begin.
    """
    part, support = point.groups()
    if support.size < PARTS:
        return []
    # 1. The graph of the places with edges. Those of no group have one that counts for nothing.
    n, visited, ways = point.places()
    ways &= point.values > EPSILON
    ends = np.stack((point.tails[ways], point.heads[ways])) % n
    active, numbers = np.unique(ends, return_inverse=True)
    first, last = numbers.reshape(ends.shape)
    graph = support_graph(len(active), first, last, point.values[ways])
    own = np.where(part[:n] < 0, support.size, part[:n])
    totals = np.bincount(own[active], visited[active], support.size + 1).astype(float)
    totals[-1] = 2 * point.size
    # 2. Their labels in each run.
    steps = PLACE_MOVES * len(active)
    runs = min(RUNS, max(FEWEST_RUNS, ALL_MOVES // steps))
    handles, teeth = np.zeros((2, runs, len(active)), np.int64)
    begun = 0
    for handle, *others in reversed(known):
        inner = np.isin(active, handle)
        marks = [np.isin(active, some) for some in others if begun < runs // 2]
        marks = [mark for mark in marks if (mark & inner).any() and (mark & ~inner).any()]
        if len(marks) in (group_combs.FEWEST, group_combs.MOST):
            handles[begun], teeth[begun] = inner, np.arange(1, 1 + len(marks)) @ marks
            begun += 1
    found = group_combs.LabelList(handles.ravel(), teeth.ravel(), excess := np.zeros(runs))
    parts = 2 * group_combs.MOST
    own_handle, own_tooth = np.zeros((2, len(active)), np.int64)
    inside, missed = np.zeros(parts * len(totals)), np.zeros(parts)
    labels = group_combs.CombLabels(own_handle, own_tooth, inside, missed)
    places = group_combs.VisitedPlaces(own[active], visited[active], totals)
    s = np.zeros(group_combs.WORDS, np.int64)
    s[group_combs.RANDOM], s[group_combs.LENGTH] = random_state(len(known)), steps
    s[group_combs.GROUPS] = len(totals)
    Run(group_combs.anneal, graph, places, labels, found, s).finish()
    # 3. Places without edges go with the place of their group that is visited most.
    most = np.zeros(len(totals), np.int64)
    order = np.argsort(visited[active], kind="stable")
    most[own[active][order]] = order
    lead = most[own]
    lead[active] = np.arange(len(active))
    combs: dict[Family, float] = {}
    for k in (excess < -DEPTH).nonzero()[0].tolist():
        sets = _with_rests(handles[k, lead] > 0, teeth[k, lead], own, support.size, visited)
        masks = np.tile(np.array(sets, np.bool_).reshape(-1, n), point.size // n)
        count = int(teeth[k].max())  # even if the last tooth has lost its places: then no comb
        above = point.crossed(masks) - 3 * count - 1
        if sets and count % 2 and above < -DEPTH:
            combs[tuple(tuple(row.nonzero()[0].tolist()) for row in masks)] = round(above, 6)
    # 4. Those of which most sets differ, the most violated first.
    chosen: list[Family] = []
    taken: set[tuple[int, ...]] = set()
    for comb in sorted(combs, key=lambda comb: (combs[comb], comb)):
        if 2 * sum(some in taken for some in comb[1:]) < len(comb):
            taken.update(comb[1:])
            chosen.append(comb)
    return chosen


def _with_rests(
    handle: NDArray[np.bool_],
    tooth: NDArray[np.int64],
    own: NDArray[np.int64],
    count: int,
    visited: NDArray[np.float64],
) -> list[NDArray[np.bool_]]:
    """Return a handle, its teeth and the rests of their parts, as masks; nothing without a group.

    The rests of a part are those of the group, of so many, of which least is visited elsewhere, in
    the handle and outside; some have none.
    """
    teeth, rests = [tooth == j for j in range(1, 1 + int(tooth.max()))], list[NDArray[np.bool_]]()
    for some in teeth:
        for part in (some & handle, some & ~handle):
            left = [(own == k) & ~part for k in np.unique(own[part]).tolist() if k < count]
            if not left:
                return []
            rest = min(left, key=lambda rest: (round(float(visited[rest].sum()), 6), rest.sum()))
            rests += [rest & handle, rest & ~handle]
    return [handle, *teeth, *(rest for rest in rests if rest.any())]


def group_borders(point: PartialTour, count: int) -> list[Family]:
    """Return sets of groups whose borders are crossed about three times."""
    part, support = point.groups()
    if support.size < PARTS:
        return []
    pairs = NodeSets.of(np.stack((support.tails, support.heads), axis=1).tolist())
    found = NodeSets.joined((pairs, support.clusters(LARGEST, split=True))).smaller(support.size)
    inside = [np.isin(part, nodes) for nodes in found.distinct(support.keys).tuples()]
    # Edges to places of no group count as well.
    crossed = np.array([point.crossed([nodes]) for nodes in inside])
    return [(tuple(inside[k].nonzero()[0].tolist()),) for k in _about_thrice(crossed, count)]


def _cuts(
    ends: tuple[NDArray[np.integer], NDArray[np.integer]],
    x: NDArray[np.float64],
    visited: NDArray[np.float64],
    root: list[int],
    visits: Visits,
    *,
    directed: bool,
) -> NDArray[np.bool_]:
    """Return the places that small cuts separate from the root, shape (cuts, places).

    Groups, sets of which one place has to be visited, and the root are further nodes. Each group is
    tried, for with the cuts of a few the linear program has to be solved far more often.
    """
    positive, n = x > EPSILON, len(visited)
    u, v, x = ends[0][positive], ends[1][positive], x[positive]
    back = np.zeros(len(x)) if directed else x
    groups, source, size = visits.groups, root[0], n
    if groups or len(root) > 1:
        joined = [(n, w) for w in root]
        joined += [(w, n + k) for k, places in enumerate(groups, 1) for w in places]
        tails, heads = np.array(joined, np.int64).T
        u, v = np.concatenate((u, tails)), np.concatenate((v, heads))
        x = np.concatenate((x, np.full(len(tails), float(n))))  # more than any cut
        back = np.concatenate((back, np.zeros(len(tails))))
        visited = np.concatenate((visited, np.ones(1 + len(groups))))
        source, size = n, n + 1 + len(groups)
    demand = visited * (1.0 if directed else 2.0)
    targets = np.lexsort((np.arange(size), -np.round(demand, 6)))
    targets = targets[demand[targets] > SHORT]
    return Flows(size, u, v).cuts((x, back), demand, targets, source, n)[:, :n]


def separate_by_order(
    tails: NDArray[np.int32],
    heads: NDArray[np.int32],
    values: NDArray[np.float64],
    order: Order,
    clock: Clock,
) -> list[Family]:
    """Return sets that are crossed too little for an order of the places, the worst first.

    Where a way leads from one place to another and does not pass some others, it leaves each set of
    places with the first and without the second by an arc between two that it may pass.
    """
    n = len(order.before)
    ways = (values > EPSILON) & (heads >= tails) & (heads - tails != n)
    u, v, x = tails[ways], heads[ways] - n, values[ways]
    flows, demand = Flows(n, u, v), np.ones(n)
    found: dict[Family, float] = {}
    for first, last, out in order.cuts:
        clock.tick("separation", 0)
        if len(found) == CUTS:
            break
        inner = np.where(out[u] | out[v], 0.0, x)
        for far in flows.cuts((inner, np.zeros(len(x))), demand, np.array([last]), first, n):
            inside = ~far & ~out
            nodes = np.flatnonzero(np.concatenate((inside, inside | out)))
            found.setdefault((tuple(nodes.tolist()),), float(inner[inside[u] & ~inside[v]].sum()))
    return sorted(found, key=lambda family: (round(found[family], 6), family))


# -- Inequalities that a solution of the linear program violates: subtours and combs
# The edges of a tour cross the border of every set of nodes at least twice, and the borders of a
# comb with k teeth at least 3k + 1 times. Sets come from components, small cuts and segments of the
# best tour; combs from a search for handles, with teeth from edges of large value and tight sets,
# and from shrunk graphs.

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
"""Families beside which no combs of shrunk graphs are searched."""
MOST = 40
"""Combs of a separation, if there are no more than four times as many nodes."""

AWAY = 0.8
"""The most that the crossings of a set on which cases split are away from 3."""

LARGEST = 95
"""The most nodes of a set that is grown for such a split."""

RADIUS = 3
"""The largest radius of a ball that is a handle: without any, the 783 places of rat783 take twice
as many rounds at the root."""
TEETH = 4
"""A tooth is one of so many that are best for one of its nodes."""


COMBED = 20
"""Fewer nodes are split into cases sooner than their combs are found."""


def separate(support: Support, tour: NDArray[np.int64], known: Sequence[Family]) -> list[Family]:
    """Return what a solution of the ``known`` families violates, the most violated first."""
    parts = support.components(((EPSILON, 9.0),))
    if len(parts.lengths) > 1:
        return support.families(parts.smaller(support.size))
    segments, crossed = support.segments(tour)
    sets = NodeSets.joined((support.small_cuts(), segments.take(crossed < VIOLATED)))
    families = support.families(sets)
    if len(families) >= ENOUGH or support.size < COMBED:
        return families
    tight = NodeSets.joined((segments, FamilySets.of(known).sets))
    return families + _combs(support, tight, len(families))


def _combs(support: Support, tight: NodeSets, found: int) -> list[Family]:
    """Return violated combs; those of shrunk graphs if few families were found besides."""
    combs = Combs(support, tight)
    families = combs.families()
    if found + len(families) < FEW:
        families += combs.violated(FamilySets.of(blossoms(shrunk(support, tight))))
    return families


def borders(
    support: Support, tour: NDArray[np.int64], known: Sequence[Family], count: int
) -> list[Family]:
    """Return sets whose borders are crossed about three times, where a tour has two or four."""
    sets = (
        support.segments(tour)[0],
        support.clusters(LARGEST, split=True),
        FamilySets.of(known).sets,
    )
    found = NodeSets.joined(sets).smaller(support.size)
    found = found.take(found.lengths >= 3).distinct(support.keys)
    found = found.take(np.argsort(-found.lengths, kind="stable"))
    chosen = found.take(_about_thrice(support.crossed(found), count))
    return [(nodes,) for nodes in chosen.tuples()]


def _about_thrice(crossed: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """Return the numbers of sets that are crossed about three times, the nearest to that first."""
    away = np.round(np.abs(crossed - 3), 2)
    order = np.argsort(away, kind="stable")
    return order[away[order] < AWAY][:count]


class CutPool(NamedTuple):
    """Families that may be violated again."""

    families: tuple[Family, ...]
    listed: FamilySets
    demands: NDArray[np.int64]

    @classmethod
    def of(cls, families: tuple[Family, ...], order: Order | None) -> CutPool:
        """Return the pool of some families."""
        demands = np.array([demand(family, order) for family in families], np.int64)
        return cls(families, FamilySets.of(families), demands)

    def violated(self, support: Support) -> list[Family]:
        """Return those that a solution violates, the most violated first."""
        above = support.excess(self.listed, self.demands)
        order = np.argsort(above, kind="stable")
        return [self.families[k] for k in order[above[order] < -DEPTH][:MOST]]


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
        # 2. Handles: components of edges of some value, balls, and sets that are crossed little.
        components = support.components(RANGES).smaller(n)
        components = components.take(components.lengths >= 3)
        handles = components, support.balls(RADIUS), sets.take(crossed < TIGHT + 1)
        self.handles = NodeSets.joined(handles).distinct(keys)
        self._keys = np.append(keys, np.bitwise_xor.reduce(keys))
        self._states = np.zeros(1 << (16 * len(self.handles.lengths)).bit_length(), np.int64)
        self._met = 0

    def families(self) -> list[Family]:
        """Return violated combs that differ from each other, the most violated first."""
        if not len(self.handles.lengths) or not len(self.values):
            return []
        return self.violated(self.search(self.handles, MOVES)[1])

    def violated(self, combs: FamilySets) -> list[Family]:
        """Return the violated ones of some combs that differ from each other."""
        above = self.support.excess(combs, 3 * np.diff(combs.indptr) - 2)
        found = sorted(zip(above.tolist(), combs.families(), strict=True))
        chosen: list[Family] = []
        taken: set[tuple[int, ...]] = set()
        for value, comb in found:
            teeth = comb[1:]
            if value < -DEPTH and 2 * sum(tooth in taken for tooth in teeth) <= len(teeth):
                taken.update(teeth)
                chosen.append(comb)
        return chosen[: max(MOST, self.support.size // 4)]

    def search(self, handles: NodeSets, moves: int) -> tuple[NDArray[np.float64], FamilySets]:
        """Return by how much each handle is above its bound, and combs that a search finds."""
        n, count, room = self.support.size, len(self.values), len(handles.lengths)
        s = np.zeros(comb_search.WORDS, np.int64)
        s[comb_search.STATES] = self._met
        s[comb_search.MOVES], s[comb_search.SMALLEST] = moves, 3
        teeth = comb_search.ToothList(
            *self.teeth,
            self.values,
            *self.teeth.at_nodes(n),
            *(np.zeros(count, np.int64) for _ in range(3)),  # count, active, spare
            *(np.zeros(n, np.int64) for _ in range(2)),  # used, chosen
        )
        state = comb_search.Handles(
            *handles,
            excess := np.empty(room),
            self._keys,
            self._states,
            np.zeros(n, np.int64),  # inside
            np.zeros(n),  # strength
            np.zeros(n, np.int64),  # listed
            np.zeros(n, np.int64),  # touched
            np.array([0.0, -DEPTH]),
        )
        found = comb_search.CombList(
            np.zeros(room + 1, np.int64), *NodeSets.empty(16 * room, 256 * n)
        )
        Run(comb_search.search, self.support.graph, teeth, state, found, s).finish()
        self._met = int(s[comb_search.STATES])
        ends = found.indptr[: s[comb_search.FOUND] + 1]
        return excess, FamilySets(ends, NodeSets(found.set_indptr, found.members).first(ends[-1]))
