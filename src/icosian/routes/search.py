"""Shortest paths from a source by Dijkstra's algorithm, with its steps, and between stops."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import localcontext
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import (
    EXACT,
    EXACT_SUMS,
    ArcWeights,
    Csr,
    Unit,
    Weight,
    WeightedCsr,
    adjacency,
    csr_with_weights,
    hidden_edges,
    plain_number,
    read_known,
    read_weights,
    select_arcs,
)
from icosian._io.memory import collector_paused, pause_collector
from icosian._io.text import plural, shown
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run, loaded
from icosian._run.limits import Clock, check_graph, hinted
from icosian.boards.board import node_of
from icosian.exceptions import InvalidArgument, NotANode
from icosian.routes.shortest_paths import ShortestPaths

METHOD = "shortest paths"
SKEWED = 1_000
"""The largest ratio of longest to mean weight for buckets; beyond, there would be too many."""
TO_MEAN = 8
"""Buckets to a mean weight: with fewer, nodes are relaxed more often."""
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

        def distances(kernel: Any, inverse: float, queue: Any) -> NDArray[np.float64]:
            dist = np.full(self._size, np.inf)
            dist[first] = 0
            s = np.zeros(kernels.WORDS, np.int64)
            s[kernels.QUEUED], s[kernels.TARGET] = len(first), goal
            graph = kernels.WeightedRows(rows.indptr, rows.indices, weights)
            run = Run(kernel, graph, dist, queue, np.array([farthest, inverse]), s)
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
        return distances(kernels.heaped, 0.0, kernels.HeapQueue(rank, heap, place)), rank

    def _buckets(self, first: NDArray[np.int32]) -> tuple[float, kernels.BucketQueue]:
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
        return 1 / width, kernels.BucketQueue(head, node, following)

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
    _asked: list[int] = field(default_factory=lambda: [0], init=False, repr=False)
    """How often the predecessors of one node were found alone."""

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
    def _rows(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The predecessors of all nodes as compressed sparse rows."""
        into = self.graph.reversed()
        starts = np.zeros(len(self.dist) + 1, np.int64)
        found = np.zeros(len(into.weights), np.int32)
        problem = kernels.WeightedRows(into.rows.indptr, into.rows.indices, into.weights)
        s = np.zeros(kernels.WORDS, np.int64)
        Run(kernels.predecessors, problem, self.dist, starts, found, s).finish()
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


# -- Dijkstra's algorithm with all tied predecessors, on arrays or with exact numbers

LOADED, UNLOADED = 2_000, 100_000
"""Up to this number of nodes a search of the graph is faster than one of arrays: once the kernels
are loaded, and before. Loading takes far longer than a search."""
OBJECTS = 5
"""How many objects a search makes for a node."""


class PreparedGraph:
    """A graph whose weights were read once, for many queries.

    Later changes of the graph have no effect.

    Parameters
    ----------
    G : networkx graph
        The graph.
    weight : str, callable or None
        As for :func:`dijkstra`.

    See Also
    --------
    prepare : Prepare a graph.
    """

    def __init__(self, G: nx.Graph[Any], weight: Weight = "weight") -> None:
        self.graph = check_graph(G)
        self.weight, weights = read_known(G, weight)
        self.nodes = list(G)
        self.index = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        self._arrays = csr_with_weights(G, self.index, self.weight, weights)
        self._exact = arcs_of(G, self.weight, weights).copy() if self._arrays is None else None

    @property
    def arrays(self) -> WeightedCsr:
        """The arcs and their weights, where sums of the weights are exact as floats."""
        if self._arrays is None:
            raise InvalidArgument("sums of these weights are not exact as floats")
        return self._arrays

    @hinted
    def dijkstra(
        self, source: Any, *, target: Any = None, cutoff: float | None = None
    ) -> ShortestPaths:
        """Return the shortest paths from a source, as :func:`dijkstra` does.

        Parameters
        ----------
        source : node, or list or set of nodes
            The nodes where the paths begin.
        target : node, optional
            Stop when this node is settled.
        cutoff : float, optional
            Omit nodes that are farther.

        Returns
        -------
        ShortestPaths
            The paths.
        """
        sources, end, cutoff = _question(self.graph, source, target, cutoff)
        for role, v in (*(("source", v) for v in sources), ("target", end)):
            if v is not None and v not in self.index:
                raise NotANode(f"{role} {shown(v)} was not a node when the graph was prepared")
        if self._exact is not None:
            found: Found = search(self._exact, sources, end, cutoff)
        else:
            first = np.array(sorted(self.index[v] for v in sources), np.int32)
            farthest = math.inf if cutoff is None else _below(cutoff)
            goal = -1 if end is None else self.index[end]
            dist, rank = self._searches.run(first, goal, farthest)
            found = FoundNumbers(self.arrays, self.nodes, self.index, dist, rank)
        return ShortestPaths(sources, self.graph, self.weight, self._arcs, end, cutoff, found)

    def _arcs(self) -> Arcs:
        """Return the arcs from each node, with the weights as they were."""
        if self._exact is not None:
            return self._exact
        rows, nodes = self.arrays.rows, self.nodes
        heads = list(map(nodes.__getitem__, rows.indices.tolist()))
        numbers = self.arrays.weights.tolist()
        weights = list(map(int, numbers)) if self.arrays.integral else numbers
        pairs = zip(nodes, pairwise(rows.indptr.tolist()), strict=True)
        arcs = ((u, zip(heads[i:j], weights[i:j], strict=True)) for u, (i, j) in pairs)
        return Arcs.of(arcs, is_positive=False)

    @cached_property
    def _searches(self) -> ArraySearch:
        return ArraySearch(self.arrays)

    def __repr__(self) -> str:
        return f"<{plural(len(self.nodes), 'node')} prepared for shortest paths>"


@hinted
def prepare(G: nx.Graph[Any], weight: Weight = "weight") -> PreparedGraph:
    """Read the weights of a graph once, for many queries.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    weight : str, callable or None
        As for :func:`dijkstra`.

    Returns
    -------
    PreparedGraph
        Its method ``dijkstra`` answers like :func:`dijkstra`; later changes of ``G`` have no
        effect.

    Raises
    ------
    InvalidArgument
        If ``G`` is not a graph, ``weight`` is of another type or names what no edge has, or if a
        weight is negative, NaN or not a number.

    See Also
    --------
    dijkstra : One query.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> roads = icosian.prepare(nx.cycle_graph(6))
    >>> [roads.dijkstra(v).distances[0] for v in range(6)]
    [0, 1, 2, 3, 2, 1]
    """
    return PreparedGraph(G, weight)


@hinted
def dijkstra(
    G: nx.Graph[Any],
    source: Any,
    *,
    weight: Weight = "weight",
    target: Any = None,
    cutoff: float | None = None,
) -> ShortestPaths:
    """Return the shortest paths from a source to all nodes, with all tied predecessors.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    source : node, or list or set of nodes
        The nodes where the paths begin; on a board also names of squares. Each node is reached
        from the nearest of several sources.
    weight : str, callable or None
        The edge attribute that holds the weight, which no edge lacks; or ``f(u, v, data)``, where
        None hides the edge; None for 1 on every edge. Infinity hides an edge as well. Of parallel
        edges the least weight counts. A name that no edge has is an error; where it is "weight",
        every edge counts 1, with a warning if all edges have other numbers.
    target : node, optional
        Stop when the target is settled: the result has only nodes at most as far away.
    cutoff : float, optional
        Omit nodes that are farther.

    Returns
    -------
    ShortestPaths
        Distances, predecessors, paths, and the steps of the algorithm.

    Raises
    ------
    NotANode
        If a source or the target is not a node.
    InvalidArgument
        If ``G`` is not a graph, ``weight`` is of another type or names what no edge has, or if a
        weight or the cutoff is negative, NaN or not a number. All weights are checked first; the
        message names the edge.

    See Also
    --------
    prepare : Convert a graph once for many queries.
    networkx.dijkstra_predecessor_and_distance : The same results as dictionaries.

    Notes
    -----
    Dijkstra's algorithm [1]_ with a queue of buckets [2]_ if weights are positive and of similar
    size, with a heap otherwise; time O(m + n) for such weights, O(m log n) in general. Distances
    equal those of networkx, and are integers if all weights are; fractions, decimals and large
    integers stay exact. Predecessors are those of networkx, but for loops: nodes joined by an edge
    of weight 0 precede each other.

    References
    ----------
    .. [1] E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1
       (1959), 269-271.
    .. [2] R. B. Dial, Algorithm 360: shortest-path forest with topological ordering,
       Communications of the ACM 12 (1969), 632-633.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> roads = [("A", "B", 10), ("A", "D", 20), ("B", "C", 10), ("C", "E", 20), ("D", "E", 20)]
    >>> G = nx.Graph()
    >>> G.add_weighted_edges_from(roads)
    >>> paths = icosian.dijkstra(G, "A")
    >>> paths.distances["E"], paths.path("E")
    (40, ['A', 'D', 'E'])
    >>> sorted(paths.predecessors["E"])
    ['C', 'D']
    """
    sources, end, cutoff = _question(check_graph(G), source, target, cutoff)
    if len(G) > LOADED and (len(G) > UNLOADED or kernels.buckets in loaded()):
        return prepare(G, weight).dijkstra(list(sources), target=end, cutoff=cutoff)
    weight, weights = read_known(G, weight)
    arcs = partial(arcs_of, G, weight)
    found = search(arcs(weights), sources, end, cutoff)
    return ShortestPaths(sources, G, weight, arcs, end, cutoff, found)


def _question(
    G: nx.Graph[Any], source: Any, target: Any, cutoff: Any
) -> tuple[tuple[Any, ...], Any, Any]:
    """Return sources in the order of the graph, the target, and the cutoff as a plain number."""
    several = isinstance(source, list | set | frozenset)
    if several and not (isinstance(source, frozenset) and source in G):
        sources = list(dict.fromkeys(node_of(G, v, "source") for v in source))
        if not sources:
            raise InvalidArgument("there must be at least one source, got none")
    else:
        sources = [node_of(G, source, "source")]
    if len(sources) > 1:
        wanted = set(sources)
        sources = [v for v in G if v in wanted]
    if cutoff is not None:
        try:
            farthest = -1 if isinstance(cutoff, bool) else plain_number(cutoff)
        except ValueError:
            farthest = -1
        if farthest < 0:
            raise InvalidArgument(f"cutoff must be a number of at least 0, got {shown(cutoff)}")
        cutoff = farthest
    return tuple(sources), None if target is None else node_of(G, target, "target"), cutoff


def _below(cutoff: Any) -> float:
    """Return the largest float that is not above a number."""
    try:
        near = float(cutoff)
    except OverflowError:
        return math.inf
    return near if near <= cutoff else math.nextafter(near, 0)


class Arcs(NamedTuple):
    """The arcs from each node: ``rows[u][v][key]`` is the weight of the arc from u to v."""

    rows: Mapping[Any, Mapping[Any, Any]]
    key: Any
    is_positive: bool
    """Every sum of weights is larger than its parts: no weight is 0, or lost by rounding."""

    @classmethod
    def of(
        cls, rows: Iterable[tuple[Any, Iterable[tuple[Any, Any]]]], *, is_positive: bool
    ) -> Arcs:
        """Return the arcs with these weights, but for None and infinity, which hide an arc."""
        kept = {u: {v: (w,) for v, w in row if w is not None and w != math.inf} for u, row in rows}
        return cls(kept, 0, is_positive)

    def copy(self) -> Arcs:
        """Return the arcs with the weights that they have now."""
        rows, key, is_positive = self
        weights = ((u, ((v, data[key]) for v, data in row.items())) for u, row in rows.items())
        return Arcs.of(weights, is_positive=is_positive)


def arcs_of(G: nx.Graph[Any], weight: Weight, weights: ArcWeights | None = None) -> Arcs:
    """Check the weights of a graph, and return its arcs: where they can be read, without a copy."""
    weights = weights or read_weights(G, weight)
    is_positive = _is_positive(weights, len(G))
    rows: dict[Any, Any] = dict(G.adjacency())
    name = weights.stored
    if name is None and weight is None:
        return Arcs({u: dict.fromkeys(row, (1,)) for u, row in rows.items()}, 0, is_positive)
    if name is None or weights.hides:
        numbers = iter(weights.numbers)
        pairs = ((u, zip(row, numbers, strict=False)) for u, row in rows.items())
        return Arcs.of(pairs, is_positive=is_positive)
    return Arcs(rows, name, is_positive)


def _is_positive(weights: ArcWeights, n: int) -> bool:
    """Return True if sums of weights along paths of n nodes are surely larger than their parts."""
    if weights.least <= 0 or not weights.kinds <= {int, float, Fraction}:
        return False
    is_exact = float not in weights.kinds
    return is_exact or bool(weights.least * EXACT > 2 * n * max(weights.numbers))


def search(arcs: Arcs, sources: Sequence[Any], target: Any, cutoff: float | None) -> FoundNodes:
    """Search a graph by buckets of equal distances, with weights of any numeric type."""
    rows, key, is_positive = arcs
    known: dict[Any, Any] = dict.fromkeys(rows, math.inf)
    parents: dict[Any, Any] = dict.fromkeys(rows)
    ties: list[tuple[Any, Any, Any]] = []
    rank: dict[Any, int] = {}
    place = {} if is_positive else {v: k for k, v in enumerate(rows)}
    for v in sources:
        known[v] = 0
    farthest = math.inf if cutoff is None else cutoff
    distances: list[Any] = [0]
    buckets: dict[Any, list[Any]] = {0: list(sources)}
    pop, push = heapq.heappop, heapq.heappush
    with pause_collector(OBJECTS * len(rows)), localcontext(EXACT_SUMS):
        while distances and distances[0] <= farthest:
            d = pop(distances)
            bucket = buckets[d]
            for u in bucket if is_positive else _in_order(bucket, place, rank):
                near = known[u]
                if near != d:  # a shorter way was found since
                    continue
                for v, data in rows[u].items():
                    far = near + data[key]
                    old = known[v]
                    if far > old:  # the most frequent case
                        continue
                    if far < old:
                        known[v] = far
                        parents[v] = u
                        if far in buckets:
                            buckets[far].append(v)
                        else:
                            buckets[far] = [v]
                            push(distances, far)
                    else:
                        ties.append((v, far, u))
            if target is not None and known[target] == d:
                farthest = d
        if farthest < math.inf:
            known = {v: d for v, d in known.items() if d <= farthest}
        elif math.inf in known.values():
            known = {v: d for v, d in known.items() if d < math.inf}
    return FoundNodes(known, parents, ties, sources, rank)


def _in_order(bucket: list[Any], place: dict[Any, int], rank: dict[Any, int]) -> Iterator[Any]:
    """Yield the nodes of a bucket in the order of the graph, while arcs of weight 0 add to it."""
    queue: list[tuple[int, Any]] = []
    taken = 0
    while True:
        for v in bucket[taken:]:
            heapq.heappush(queue, (place[v], v))
        taken = len(bucket)
        if not queue:
            return
        _, v = heapq.heappop(queue)
        rank.setdefault(v, len(rank))
        yield v


@dataclass(frozen=True, eq=False)
class FoundNodes:
    """What a search of a graph found."""

    reached: dict[Any, Any]
    """The distances of the nodes that were reached, in the order of the graph."""
    parents: dict[Any, Any]
    """The first predecessor of every reached node but the sources, maybe of others."""
    ties: list[tuple[Any, Any, Any]]
    """A node, a distance and another predecessor; valid if that is the distance of the node."""
    sources: Sequence[Any]
    rank: dict[Any, int]
    """The order in which nodes were settled; empty if all weights are positive."""

    def distance(self, node: Any) -> Any:
        """Return the distance of a node; raise KeyError if it was not reached."""
        return self.reached[node]

    def order(self, node: Any) -> tuple[Any, int]:
        """Return what is less for a node that was settled before another."""
        return self.reached[node], (self.rank or self._places)[node]

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {v: k for k, v in enumerate(self.reached)}

    def before(self, node: Any) -> list[Any]:
        """Return all tied predecessors of a node; raise KeyError if it was not reached."""
        return self._before[node]

    @cached_property
    def _before(self) -> dict[Any, list[Any]]:
        return self._lists()

    def _lists(self) -> dict[Any, list[Any]]:
        """Return new lists of all tied predecessors; a loop makes none."""
        far, parents, rank = self.reached, self.parents, self.rank
        lists = {v: [parents[v]] for v in far}
        for v in self.sources:
            lists[v] = []
        for v, distance, u in self.ties:
            if v in far and far[v] == distance and (not rank or rank[u] != rank[v]):
                lists[v].append(u)
        return lists

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        rank = self.rank
        order = (lambda item: (item[1], rank[item[0]])) if rank else itemgetter(1)
        return sorted(self.reached.items(), key=order)[:k]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        with pause_collector(len(self.reached)):
            return self._lists(), dict(self.reached)


Found = FoundNodes | FoundNumbers
"""What a search found, in dictionaries or in arrays."""


# -- The roads of a map with integer lengths: exact distances between stops
# Where floats hold all sums of lengths, or the map is small, the distances are those of Dijkstra's
# algorithm. Elsewhere that algorithm finds a tree of ways with lengths in floats, which is then
# made exact: the lengths of the ways are summed up in integers, by pointer jumping, and wherever an
# arc still leads to a shorter way, which only ties to the last bits leave, its end is relaxed
# again.

SMALL = 300
"""Up to this number of nodes a search of the graph is faster than one of arrays."""
DIGIT = 40
"""Bits of a digit of long integers: sums of eight million digits fit in words of 64 bits."""
KEPT = 2**26
"""Nodes times stops up to which trees of ways are kept, for the legs."""


class Roads:
    """The roads of a map, for searches from some of its nodes, the stops.

    Lengths and distances are exact integers in a common unit.
    """

    def __init__(self, G: nx.Graph[Any], weight: Weight, stops: Sequence[Any]) -> None:
        self.nodes = list(G)
        index = {v: i for i, v in enumerate(self.nodes)}
        self.stops = [index[v] for v in stops]
        """The numbers of the stops."""
        n = len(self.nodes)
        # 1. Read the arcs that are not hidden, and their exact lengths.
        weights = read_weights(G, weight)
        raw = weights.numbers
        self.hidden = hidden_edges(G, weights)
        """The number of edges that are no roads."""
        degrees, heads = adjacency(G, index)
        is_open = np.fromiter((w is not None and w != math.inf for w in raw), bool, len(raw))
        kept = is_open & (heads != np.repeat(np.arange(n, dtype=np.int32), degrees))
        self._rows = select_arcs(degrees, heads, kept, directed=True)
        numbers = [raw[k] for k in np.flatnonzero(kept).tolist()]
        self.unit, self._lengths = Unit.of(numbers, count=n * len(stops))
        """The unit of lengths, and those of the arcs."""
        # 2. Choose how to search.
        self._longest = max(self._lengths, default=0)
        self._is_plain = n <= SMALL
        self._is_exact = n * self._longest < EXACT
        self._trees: dict[int, NDArray[np.int32]] = {}

    @cached_property
    def directed(self) -> bool:
        """True if the way back on some road has another length."""
        n = len(self.nodes)
        tails, heads = self._rows.sources().astype(np.int64), self._rows.indices.astype(np.int64)
        there, back = tails * n + heads, heads * n + tails
        one, other = np.argsort(there), np.argsort(back)
        if not np.array_equal(there[one], back[other]):
            return True
        lengths = self._lengths
        pairs = zip(one.tolist(), other.tolist(), strict=True)
        return any(lengths[i] != lengths[j] for i, j in pairs)

    @cached_property
    def _search(self) -> ArraySearch:
        """The search by kernels, with lengths in floats."""
        weights = self._lengths if self._is_exact else [c / self._longest for c in self._lengths]
        return ArraySearch(
            WeightedCsr(
                rows=self._rows,
                weights=np.array(weights, np.float64),
                integral=self._is_exact,
                symmetric=not self.directed,
            )
        )

    @cached_property
    def _digits(self) -> NDArray[np.int64]:
        """The digits of the lengths, shape (digits, arcs), the lowest first."""
        count = self._longest.bit_length() // DIGIT + 1
        mask = 2**DIGIT - 1
        rows = [[c >> DIGIT * k & mask for c in self._lengths] for k in range(count)]
        return np.array(rows, np.int64)

    @cached_property
    def _arcs(self) -> dict[int, dict[int, int]]:
        heads, ends = self._rows.indices.tolist(), self._rows.indptr.tolist()
        parts = enumerate(pairwise(ends))
        return {u: dict(zip(heads[i:j], self._lengths[i:j], strict=True)) for u, (i, j) in parts}

    @cached_property
    def _plain(self) -> Arcs:
        """The same for a search without kernels."""
        rows = ((u, row.items()) for u, row in self._arcs.items())
        return Arcs.of(rows, is_positive=min(self._lengths, default=1) > 0)

    @property
    def arcs(self) -> int:
        """The number of arcs."""
        return len(self._rows.indices)

    def distances(self, k: int, clock: Clock | None = None) -> list[int | None]:
        """Return the distances from the k-th stop to all stops, None where no way leads."""
        if self._is_plain:
            found = search(self._plain, [self.stops[k]], None, None).reached
            return [found.get(v) for v in self.stops]
        if self._is_exact:
            far: Any = self._from(k, -1, clock)[0][self.stops]
            if far.max() == math.inf:
                return [int(d) if d < math.inf else None for d in far.tolist()]
            return list(far.astype(np.int64).tolist())
        exact, nodes = self._exact_from(k, clock)
        if len(self.nodes) * len(self.stops) <= KEPT:
            self._trees[k] = nodes
        return [exact.get(v) for v in self.stops]

    def _from(
        self, k: int, goal: int, clock: Clock | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances of all nodes from a stop, and the order of equal ones."""
        return self._search.run(np.array([self.stops[k]], np.int32), goal, clock=clock)

    def _exact_from(
        self, k: int, clock: Clock | None = None
    ) -> tuple[dict[int, int], NDArray[np.int32]]:
        """Return the distances of stops, at least, from one, and the node before each node."""
        # 1. A tree of ways that are shortest in floats.
        source, n = self.stops[k], len(self.nodes)
        dist, rank = self._from(k, -1, clock)
        rows, weights = self._rows, self._search.arrays.weights
        tails, heads = rows.sources(), rows.indices
        reached = dist[tails] < math.inf
        is_before = (dist[tails] < dist[heads]) | (rank[tails] < rank[heads])
        chosen = np.flatnonzero(reached & is_before & (dist[tails] + weights == dist[heads]))
        arc = np.full(n, -1)
        arc[heads[chosen]] = chosen
        arc[source] = -1
        before = np.where(arc < 0, np.arange(n, dtype=np.int32), tails[arc])
        # 2. The lengths of the ways: each node adds what the node has to which it points, and then
        #    points to where that one does.
        digits = np.where(arc < 0, 0, self._digits[:, arc])
        ahead = before
        while (ahead[ahead] != ahead).any():
            digits += digits[:, ahead]
            ahead = ahead[ahead]
        _carry(digits)
        # 3. What follows from arcs that lead to shorter ways than those of the tree.
        less = digits[:, tails] + self._digits - digits[:, heads]
        _carry(less)
        shorter = np.flatnonzero(reached & (less[-1] < 0)).tolist()
        known = np.flatnonzero(dist < math.inf).tolist() if shorter else self.stops
        exact = {v: _number(digits[:, v].tolist()) for v in known if dist[v] < math.inf}
        pairs = zip(shorter, tails[shorter].tolist(), strict=True)
        queue = [(exact[u] + self._lengths[j], int(heads[j]), u) for j, u in pairs]
        heapq.heapify(queue)
        while queue:
            far, v, u = heapq.heappop(queue)
            if far < exact[v]:
                exact[v], before[v] = far, u
                for w, c in self._arcs[v].items():
                    if far + c < exact[w]:
                        heapq.heappush(queue, (far + c, w, v))
        return exact, before

    def leg(self, k: int, m: int) -> list[int]:
        """Return a shortest way from the k-th stop to the m-th."""
        start, end = self.stops[k], self.stops[m]
        before = self._before(k, end)
        way = [end]
        while way[-1] != start:
            way.append(before(way[-1]))
        return way[::-1]

    def _before(self, k: int, end: int) -> Callable[[int], int]:
        """Return what finds the node before one on a shortest way from a stop to an end."""
        if self._is_plain:
            found = search(self._plain, [self.stops[k]], end, None)
            return lambda u: min(v for v in found.before(u) if found.order(v) < found.order(u))
        if not self._is_exact:
            nodes = self._trees[k] if k in self._trees else self._exact_from(k)[1]
            return lambda u: int(nodes[u])
        dist, rank = self._from(k, end)
        into = self._search.arrays.reversed()

        def nearer(u: int) -> int:
            tails = tails_of(into, dist, u)
            return int(tails[(dist[tails] < dist[u]) | (rank[tails] < rank[u])].min())

        return nearer

    def trap(self, k: int, m: int) -> set[int]:
        """Return nodes that no road leaves, with the k-th stop, but without the m-th."""
        # The nodes to which a way leads from one, or those from which none leads to the other.
        size = len(self.nodes)
        away = _reached(self._rows, self.stops[k])
        home = set(range(size)) - _reached(self._rows.reversed(), self.stops[m])
        return min(away, home, key=len)

    def length(self, nodes: Iterable[int]) -> Any:
        """Return the length of a walk, as a number of the user's kind."""
        total = 0
        for u, v in pairwise(nodes):
            i, j = self._rows.indptr[u : u + 2].tolist()
            total += self._lengths[i + self._rows.indices[i:j].tolist().index(v)]
        return self.unit.number(total)


def _reached(rows: Csr, start: int) -> set[int]:
    """Return the nodes to which ways lead."""
    from scipy.sparse.csgraph import breadth_first_order

    return {*breadth_first_order(rows.matrix(), start, return_predecessors=False).tolist()}


def _number(digits: list[int]) -> int:
    """Return the integer with some digits, the lowest first."""
    return sum(digit << DIGIT * k for k, digit in enumerate(digits))


def _carry(digits: NDArray[np.int64]) -> None:
    """Bring digits into their range but for the highest, which has the sign."""
    for k in range(len(digits) - 1):
        digits[k + 1] += digits[k] >> DIGIT
        digits[k] &= 2**DIGIT - 1
