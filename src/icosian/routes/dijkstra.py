"""Dijkstra's algorithm with all tied predecessors, on arrays or with exact numbers."""

from __future__ import annotations

import heapq
import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._arrays.weights import (
    EXACT,
    checked_weights,
    known_weight,
    plain_number,
    weighted_csr,
)
from icosian._io.memory import collector_paused, paused_for
from icosian._io.text import shown
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import loaded
from icosian._run.arguments import checked_graph
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument, NotANode
from icosian.routes.array_search import ArraySearch
from icosian.routes.shortest_paths import Found, FoundArrays, FoundTree, ShortestPaths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import networkx as nx

    from icosian._arrays.weights import ArcWeights, Weight, WeightedCsr
    from icosian.routes.shortest_paths import Reader


SMALL = 300
"""Up to this number of nodes a loop over the graph is faster than arrays."""
LEAN, UNLOADED = 2_000, 100_000
"""The same for positive weights that are stored in the graph or 1: once the kernels are loaded, and
before. Loading takes far longer than a search."""
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
        self.graph = checked_graph(G)
        self.weight = weight = known_weight(G, weight)
        self.nodes = list(G)
        self.index = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        self._arrays = weighted_csr(G, self.index, weight)
        self._exact = None
        if self._arrays is None:
            self._exact = _kept(_reader(G, checked_weights(G, weight)))

    @property
    def arrays(self) -> WeightedCsr:
        """The arcs and their weights, where sums of the weights are exact as floats."""
        if self._arrays is None:
            raise InvalidArgument("sums of these weights are not exact as floats")
        return self._arrays

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
        if self._arrays is None:
            found: Found | FoundArrays = plain_search(self._reader(), sources, end, cutoff)
        else:
            found = self._search(sources, end, cutoff)
        return ShortestPaths(sources, self.graph, self.weight, self._reader, end, cutoff, found)

    def _reader(self) -> Reader:
        """Return the arcs from each node, with the weights as they were."""
        if self._exact is not None:
            return self._exact
        rows, nodes = self.arrays.rows, self.nodes
        heads = list(map(nodes.__getitem__, rows.indices.tolist()))
        numbers = self.arrays.weights.tolist()
        weights = list(map(int, numbers)) if self.arrays.integral else numbers
        ends = rows.indptr.tolist()
        return {
            u: dict(zip(heads[i:j], weights[i:j], strict=True))
            for u, i, j in zip(nodes, ends, ends[1:], strict=False)
        }, _itself

    def _search(self, sources: Sequence[Any], target: Any, cutoff: float | None) -> FoundArrays:
        """Search the arrays."""
        first = np.array(sorted(self.index[v] for v in sources), np.int32)
        is_source = np.zeros(len(self.nodes), np.int8)
        is_source[first] = 1
        farthest = math.inf if cutoff is None else _below(cutoff)
        goal = -1 if target is None else self.index[target]
        dist, rank = self._searches.run(first, goal, farthest)
        return FoundArrays(self.arrays, self.nodes, self.index, dist, rank, is_source)

    @cached_property
    def _searches(self) -> ArraySearch:
        return ArraySearch(self.arrays)

    def __repr__(self) -> str:
        return f"<{len(self.nodes)} nodes prepared for shortest paths>"


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
        The edge attribute that holds the weight, 1 where it is missing; or ``f(u, v, data)``, where
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
    integers stay exact. Predecessors differ from networkx where edges have weight 0: a node
    precedes another only if it was settled before, so predecessors form no cycle, and sources
    have none.

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
    sources, end, cutoff = _question(checked_graph(G), source, target, cutoff)
    weight = known_weight(G, weight)
    if len(G) > LEAN and (len(G) > UNLOADED or kernels.buckets in loaded()):
        return prepare(G, weight).dijkstra(list(sources), target=end, cutoff=cutoff)
    weights = checked_weights(G, weight)
    found: Found | FoundTree | None = lean_search(G, weights, sources, end, cutoff)
    if found is None and len(G) > SMALL:
        return prepare(G, weight).dijkstra(list(sources), target=end, cutoff=cutoff)
    if found is None:
        found = plain_search(_reader(G, weights), sources, end, cutoff)

    def reader() -> Reader:
        return _reader(G, checked_weights(G, weight))

    return ShortestPaths(sources, G, weight, reader, end, cutoff, found)


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


def plain_search(
    reader: Reader, sources: Sequence[Any], target: Any, cutoff: float | None
) -> Found:
    """Search the graph itself, with weights of any numeric type."""
    rows, read = reader
    place = {v: k for k, v in enumerate(rows)} if len(rows) <= SMALL else None
    distances: dict[Any, Any] = {}
    known: dict[Any, Any] = dict.fromkeys(sources, 0)
    before: dict[Any, list[Any]] = {v: [] for v in sources}
    count = len(known)
    queue = [(0, k if place is None else place[v], v) for k, v in enumerate(sources)]
    heapq.heapify(queue)
    first = set(sources)
    farthest = math.inf if cutoff is None else cutoff
    pop, push = heapq.heappop, heapq.heappush
    with collector_paused():
        while queue:
            d, _, u = pop(queue)
            if u in distances:
                continue
            if target in distances and d > distances[target]:
                break
            distances[u] = d
            for v, data in rows[u].items():
                if v in distances:
                    continue
                far = d + read(data)
                if v in known:
                    if far > known[v]:
                        continue
                    if far == known[v]:
                        if v not in first:
                            before[v].append(u)
                        continue
                if far <= farthest and far != math.inf:
                    known[v] = far
                    before[v] = [u]
                    count += 1
                    push(queue, (far, count if place is None else place[v], v))
    return Found(distances, {v: before[v] for v in distances})


def lean_search(
    G: nx.Graph[Any],
    weights: ArcWeights,
    sources: Sequence[Any],
    target: Any,
    cutoff: float | None,
) -> FoundTree | None:
    """Search the graph itself, by buckets of equal distances; None if weights are not suited.

    They must be stored or 1, positive, finite, and large enough that no sum loses one by rounding.
    """
    is_computed = weights.stored is None and weights.numbers != [1] * len(weights.numbers)
    if is_computed or weights.hides or weights.least <= 0:
        return None
    if float in weights.kinds and weights.least * EXACT <= 2 * len(G) * max(weights.numbers):
        return None
    name = weights.stored or ""
    rows = _with_weights(G, weights, name)
    known: dict[Any, Any] = dict.fromkeys(rows, math.inf)
    parents: dict[Any, Any] = dict.fromkeys(rows)
    ties: list[tuple[Any, Any, Any]] = []
    for v in sources:
        known[v] = 0
    farthest = math.inf if cutoff is None else cutoff
    distances: list[Any] = [0]
    buckets: dict[Any, list[Any]] = {0: list(sources)}
    pop, push = heapq.heappop, heapq.heappush
    with paused_for(OBJECTS * len(rows)):
        while distances and distances[0] <= farthest:
            d = pop(distances)
            if target is not None and known[target] == d:
                farthest = d
            for u in buckets.pop(d):
                if known[u] != d:  # a shorter way was found since
                    continue
                for v, data in rows[u].items():
                    far = d + data[name]
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
        if farthest < math.inf:
            known = {v: d for v, d in known.items() if d <= farthest}
        elif math.inf in known.values():
            known = {v: d for v, d in known.items() if d < math.inf}
    return FoundTree(known, parents, ties, sources)


def _with_weights(
    G: nx.Graph[Any], weights: ArcWeights, name: str
) -> dict[Any, Mapping[Any, Mapping[Any, Any]]]:
    """Return the neighbors of each node with data that have a weight, 1 where it is missing."""
    rows: dict[Any, Any] = dict(G.adjacency())
    unit = {name: 1}
    if weights.stored is None:  # all are 1
        return {u: dict.fromkeys(row, unit) for u, row in rows.items()}
    if weights.is_missing:
        return {
            u: {v: data if name in data else unit for v, data in row.items()}
            for u, row in rows.items()
        }
    return rows


def _reader(G: nx.Graph[Any], weights: ArcWeights) -> Reader:
    """Return the data of the arcs from each node, and the function that reads their weights."""
    if weights.stored is not None and not weights.hides:
        return dict(G.adjacency()), lambda data: data.get(weights.stored, 1)
    following = iter(weights.numbers)
    return {
        u: {v: w for v, w in zip(row, following, strict=False) if w is not None and w != math.inf}
        for u, row in G.adjacency()
    }, _itself


def _kept(reader: Reader) -> Reader:
    """Return a reader with a copy of the weights."""
    rows, read = reader
    return {u: {v: read(data) for v, data in row.items()} for u, row in rows.items()}, _itself


def _itself(weight: Any) -> Any:
    return weight
