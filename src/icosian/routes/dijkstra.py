"""Searches for shortest paths: Dijkstra's algorithm with all tied predecessors, fast and exact."""

from __future__ import annotations

import heapq
import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._arrays.weights import EXACT, checked_weights, plain_number, weighted_csr
from icosian._io.memory import collector_paused
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument, NotANode
from icosian.routes.shortest_paths import Found, FoundArrays, ShortestPaths

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._arrays.weights import Weight, WeightedCsr
    from icosian.routes.shortest_paths import Reader

__all__ = ["PreparedGraph", "dijkstra", "prepare"]

SMALL = 300
"""Nodes up to which a plain loop over the graph is quicker than arrays."""
SKEWED = 1_000
"""The longest weight in parts of the mean, above which buckets would be too many."""
TINY = 1e-290
"""Weights up to here have no reciprocal."""


class PreparedGraph:
    """A graph whose weights were read once, for many queries.

    Later changes of the graph are not seen.

    Parameters
    ----------
    G : networkx graph
        The graph.
    weight : str, callable or None
        As for :func:`dijkstra`.

    See Also
    --------
    prepare : What makes one.
    """

    def __init__(self, G: nx.Graph[Any], weight: Weight = "weight") -> None:
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"G must be a networkx graph, got {type(G).__name__}")
        self.graph = G
        self.weight = weight
        self.nodes = list(G)
        self.index = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        self._arrays = weighted_csr(G, self.index, weight)
        self._exact = None if self._arrays is not None else _kept(_reader(G, weight))

    @property
    def arrays(self) -> WeightedCsr:
        """The arcs and their weights."""
        if self._arrays is None:
            raise RuntimeError("exact weights have no arrays")
        return self._arrays

    def dijkstra(
        self, source: Any, *, target: Any = None, cutoff: float | None = None
    ) -> ShortestPaths:
        """Return the shortest paths from a source, as :func:`dijkstra` does.

        Parameters
        ----------
        source : node, or list or set of nodes
            Where the paths begin.
        target : node, optional
            Stop at its distance.
        cutoff : float, optional
            Stop at this distance.

        Returns
        -------
        ShortestPaths
            The paths.
        """
        sources, end, cutoff = _question(self.graph, source, target, cutoff)
        for role, v in (*(("source", v) for v in sources), ("target", end)):
            if v is not None and v not in self.index:
                raise NotANode(f"{role} {v!r} was not a node when the graph was prepared")
        if self._arrays is None:
            found: Found | FoundArrays = _plain(self._reader(), sources, end, cutoff)
        else:
            found = self._search(sources, end, cutoff)
        return ShortestPaths(sources, self.graph, self.weight, self._reader, end, cutoff, found)

    def _reader(self) -> Reader:
        """Return the neighbours of each node, and the weights as they were."""
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
        import numpy as np

        n = len(self.nodes)
        first = np.array(sorted(self.index[v] for v in sources), np.int32)
        is_source = np.zeros(n, np.int8)
        is_source[first] = 1
        farthest = math.inf if cutoff is None else _below(cutoff)
        goal = -1 if target is None else self.index[target]
        found = self._by_buckets(first, goal, farthest) if self._is_even else None
        dist, rank = self._by_heap(first, goal, farthest) if found is None else found
        if target is not None:
            dist[dist > dist[goal]] = np.inf
        return FoundArrays(self.arrays, self.nodes, self.index, dist, rank, is_source)

    @cached_property
    def _is_even(self) -> bool:
        """Whether weights are of one order of magnitude, and never vanish in a sum."""
        longest, mean, shortest = self._spread
        lossless = shortest > 2 * longest * len(self.nodes) / EXACT
        return lossless and longest <= SKEWED * mean and longest > TINY

    def _by_buckets(
        self, first: NDArray[np.int32], goal: int, farthest: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]] | None:
        """Return distances, and ranks that never matter; None if the buckets overflow."""
        import numpy as np

        longest, mean, _ = self._spread
        head = np.full(1 << (int(longest / mean) + 3).bit_length(), -1, np.int32)
        last = np.zeros_like(head)
        room = 2 * len(self.arrays.weights) + len(first) + 1
        node, following = np.empty(room, np.int32), np.empty(room, np.int32)
        node[: len(first)] = first
        following[: len(first)] = np.arange(1, len(first) + 1)
        following[len(first) - 1] = -1
        head[0], last[0] = 0, len(first) - 1
        dist, s = self._beginning(first, goal)
        done = np.full(len(dist), -1.0)
        bounds = np.array([farthest, 1 / mean])
        if not self._run(kernels.buckets, dist, done, head, last, node, following, bounds, s):
            return None
        return dist, np.zeros(len(dist), np.int64)

    def _by_heap(
        self, first: NDArray[np.int32], goal: int, farthest: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return distances, and the order in which nodes were settled."""
        import numpy as np

        dist, s = self._beginning(first, goal)
        n = len(dist)
        rank, heap, place = np.arange(n), np.zeros(n, np.int32), np.full(n, -1, np.int32)
        heap[: len(first)] = first
        place[first] = np.arange(len(first))
        self._run(kernels.heaped, dist, rank, heap, place, np.array([farthest, 0.0]), s)
        return dist, rank

    def _beginning(
        self, first: NDArray[np.int32], goal: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        import numpy as np

        dist = np.full(len(self.nodes), np.inf)
        dist[first] = 0
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.QUEUED] = len(first)
        s[kernels.TARGET] = goal
        return dist, s

    def _run(self, kernel: Any, *state: NDArray[Any]) -> bool:
        """Whether a kernel comes to its end."""
        rows = self.arrays.rows
        run = Run(kernel, rows.indptr, rows.indices, self.arrays.weights, *state)
        return run.finish() == kernels.DONE

    @cached_property
    def _spread(self) -> tuple[float, float, float]:
        """The longest, mean and shortest weight."""
        weights = self.arrays.weights
        if not len(weights):
            return 1.0, 1.0, 1.0
        longest = float(weights.max())
        mean = longest * float((weights / longest).mean()) if longest else 0.0
        return longest, mean, float(weights.min())

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
        Its method ``dijkstra`` answers like :func:`dijkstra`. Later changes of ``G`` are not seen.

    Raises
    ------
    InvalidArgument
        If ``G`` is no graph or ``weight`` is of another kind, or if a weight is negative, not a
        number, or NaN.

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
        Where the paths begin; on a board also names of squares. From several sources, each node
        is reached from the nearest.
    weight : str, callable or None
        The edge attribute that holds the weight, 1 where it is missing; or ``f(u, v, data)``, where
        None hides the edge; None for 1 on every edge. Infinity hides an edge, too. Of parallel
        edges the least weight counts.
    target : node, optional
        Stop when the target is settled: only nodes no farther than it are in the result.
    cutoff : float, optional
        Leave out nodes that are farther.

    Returns
    -------
    ShortestPaths
        Distances, predecessors, paths, and the steps of the algorithm.

    Raises
    ------
    NotANode
        If a source or the target is no node.
    InvalidArgument
        If ``G`` is no graph or ``weight`` is of another kind, or if a weight is negative, not a
        number, or NaN (the message names the edge, and nothing was searched), or the cutoff is.

    See Also
    --------
    prepare : One conversion for many queries.
    networkx.dijkstra_predecessor_and_distance : The same as dictionaries.

    Notes
    -----
    Dijkstra's algorithm [1]_ with a queue of buckets [2]_ where weights are positive and of one
    order of magnitude, with a heap otherwise; time O(m + n) for such weights, O(m log n) in
    general. Distances are equal to those of networkx, integers where all weights are integers;
    fractions, decimals and large integers stay exact. Predecessors differ from networkx where
    edges weigh 0: there a node comes before another only if it was settled before, so that
    predecessors never run in circles, and sources have none.

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
    if not isinstance(G, nx.Graph):
        raise InvalidArgument(f"G must be a networkx graph, got {type(G).__name__}")
    sources, end, cutoff = _question(G, source, target, cutoff)
    if len(G) > SMALL:
        return prepare(G, weight).dijkstra(list(sources), target=end, cutoff=cutoff)
    found = _plain(_reader(G, weight), sources, end, cutoff)
    return ShortestPaths(sources, G, weight, lambda: _reader(G, weight), end, cutoff, found)


def _question(
    G: nx.Graph[Any], source: Any, target: Any, cutoff: Any
) -> tuple[tuple[Any, ...], Any, Any]:
    """Return sources in the order of the graph, the target, and the cutoff as a plain number."""
    several = isinstance(source, list | set | frozenset)
    if several and not (isinstance(source, frozenset) and source in G):
        sources = list(dict.fromkeys(node_of(G, v, "source") for v in source))
        if not sources:
            raise InvalidArgument("there must be a source, got none")
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
            raise InvalidArgument(f"cutoff must be a number of at least 0, got {cutoff!r}")
        cutoff = farthest
    return tuple(sources), None if target is None else node_of(G, target, "target"), cutoff


def _below(cutoff: Any) -> float:
    """Return the largest float that is no larger than a number."""
    try:
        near = float(cutoff)
    except OverflowError:
        return math.inf
    return near if near <= cutoff else math.nextafter(near, 0)


def _plain(reader: Reader, sources: Sequence[Any], target: Any, cutoff: float | None) -> Found:
    """Search over the graph itself, with whatever numbers its weights are."""
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


def _reader(G: nx.Graph[Any], weight: Weight) -> Reader:
    """Return the neighbours of each node with something, and what reads a weight from that."""
    weights, are_stored = checked_weights(G, weight)
    hides = None in weights or math.inf in weights
    if are_stored and not hides:
        return dict(G.adjacency()), lambda data: data.get(weight, 1)
    following = iter(weights)
    return {
        u: {v: w for v, w in zip(row, following, strict=False) if w is not None and w != math.inf}
        for u, row in G.adjacency()
    }, _itself


def _kept(reader: Reader) -> Reader:
    """Return a reader that sees no later changes."""
    rows, read = reader
    return {u: {v: read(data) for v, data in row.items()} for u, row in rows.items()}, _itself


def _itself(weight: Any) -> Any:
    return weight
