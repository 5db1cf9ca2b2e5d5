"""Shortest paths: Dijkstra's algorithm with all tied predecessors, fast, exact, step by step."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._csr import node_of
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run
from icosian._memory import collector_paused
from icosian._weights import EXACT, checked_weights, plain_number, weighted_csr
from icosian.boards.board import board_of
from icosian.exceptions import InvalidArgument, NotANode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from icosian._weights import Weight, WeightedCsr

__all__ = ["DijkstraStep", "PreparedGraph", "ShortestPaths", "dijkstra", "prepare"]

SHOWN = 2_000
"""Nodes of the largest graph that shows itself in a notebook."""
SMALL = 300
"""Nodes up to which a plain loop over the graph is quicker than arrays."""
SKEWED = 1_000
"""The longest weight in parts of the mean, above which buckets would be too many."""
TINY = 1e-290
"""Weights up to here have no reciprocal."""


class DijkstraStep(NamedTuple):
    """One step of Dijkstra's algorithm: a node is settled, and its edges are followed.

    Attributes
    ----------
    node : node
        The node that is settled.
    distance : number
        Its distance, final now.
    tentative : dict
        The distances known after the step, of the nodes not settled yet.
    improved : dict
        Those that the step has lowered, with the node they are now reached from.
    """

    node: Any
    distance: Any
    tentative: dict[Any, Any]
    improved: dict[Any, Any]


_Reader = tuple[Mapping[Any, Mapping[Any, Any]], "Callable[[Any], Any]"]


class _Found:
    """What a search has found, as dictionaries.

    Parameters
    ----------
    distances : dict
        The distances, in the order in which nodes were settled.
    predecessors : dict
        All tied predecessors.
    """

    def __init__(self, distances: dict[Any, Any], predecessors: dict[Any, list[Any]]) -> None:
        self.distances: Mapping[Any, Any] = distances
        self.predecessors: Mapping[Any, list[Any]] = predecessors

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        return list(self.distances.items())[:k]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        with collector_paused():
            predecessors = {v: nodes.copy() for v, nodes in self.predecessors.items()}
        return predecessors, dict(self.distances)


class _FoundArrays:
    """What a search has found, as arrays over the numbers of nodes.

    Parameters
    ----------
    graph : PreparedGraph
        The graph.
    dist : float64 array, shape (n,)
        The distances, infinite where a node was not reached.
    rank : int64 array, shape (n,)
        The order in which nodes were settled, where edges of weight 0 make it matter.
    is_source : int8 array, shape (n,)
        Where the search began.
    """

    def __init__(
        self,
        graph: PreparedGraph,
        dist: NDArray[np.float64],
        rank: NDArray[np.int64],
        is_source: NDArray[np.int8],
    ) -> None:
        self.graph, self.dist, self.rank, self.is_source = graph, dist, rank, is_source
        self.distances: Mapping[Any, Any] = _Distances(self)
        self.predecessors: Mapping[Any, list[Any]] = _Predecessors(self)

    @cached_property
    def reached(self) -> NDArray[np.int64]:
        """The numbers of the nodes that were reached."""
        import numpy as np

        return np.flatnonzero(self.dist < math.inf)

    @cached_property
    def before(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The predecessors of all nodes as compressed rows."""
        import numpy as np

        graph = self.graph.into
        n = len(self.dist)
        starts = np.zeros(n + 1, np.int64)
        found = np.zeros(len(graph.weights), np.int32)
        rows = graph.rows
        arrays = (rows.indptr, rows.indices, graph.weights, self.dist, self.rank, self.is_source)
        run = Run(kernels.predecessors, *arrays, starts, found, np.zeros(kernels.WORDS, np.int64))
        _finish(run)
        return starts, found

    def value(self, distance: float) -> int | float:
        """Return a distance as the kind of number that the weights are."""
        return int(distance) if self.graph.arrays.integral else distance

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        import numpy as np

        numbers = self.reached[np.lexsort((self.rank[self.reached], self.dist[self.reached]))][:k]
        nodes = self.graph.nodes
        return [
            (nodes[i], self.value(d))
            for i, d in zip(numbers.tolist(), self.dist[numbers].tolist(), strict=True)
        ]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        import numpy as np

        numbers = self.reached
        all_reached = len(numbers) == len(self.dist)
        names = self.graph.nodes
        nodes = names if all_reached else [names[i] for i in numbers.tolist()]
        far = self.dist[numbers]
        values = (far.astype(np.int64) if self.graph.arrays.integral else far).tolist()
        starts, found = self.before
        flat = list(map(names.__getitem__, found[: starts[-1]].tolist()))
        first, last = starts[:-1][numbers].tolist(), starts[1:][numbers].tolist()
        rows = map(flat.__getitem__, map(slice, first, last))
        with collector_paused():
            return dict(zip(nodes, rows, strict=True)), dict(zip(nodes, values, strict=True))


class _View(Mapping[Any, Any]):
    """What all views of a search over arrays have in common."""

    def __init__(self, found: _FoundArrays) -> None:
        self._found = found

    def __iter__(self) -> Iterator[Any]:
        nodes = self._found.graph.nodes
        return (nodes[i] for i in self._found.reached.tolist())

    def __len__(self) -> int:
        return len(self._found.reached)

    def _number(self, node: Any) -> int:
        number: int = self._found.graph.index[node]
        if not self._found.dist[number] < math.inf:
            raise KeyError(node)
        return number

    def __repr__(self) -> str:
        return repr(dict(self))


class _Distances(_View):
    def __getitem__(self, node: Any) -> int | float:
        return self._found.value(float(self._found.dist[self._number(node)]))


class _Predecessors(_View):
    def __getitem__(self, node: Any) -> list[Any]:
        number = self._number(node)
        starts, found = self._found.before
        nodes = self._found.graph.nodes
        return [nodes[i] for i in found[starts[number] : starts[number + 1]].tolist()]


@dataclass(frozen=True, eq=False)
class ShortestPaths:
    """The shortest paths from a source, or from several, to all nodes that can be reached.

    Attributes
    ----------
    sources : tuple
        Where the paths begin.
    graph : networkx graph
        The graph.

    See Also
    --------
    dijkstra : What makes them.

    Examples
    --------
    >>> import icosian
    >>> paths = icosian.dijkstra(icosian.knight_graph(8), "a1")
    >>> paths.distances[0, 7]
    6
    >>> sum(1 for _ in paths.paths("h8"))
    108
    """

    sources: tuple[Any, ...]
    graph: nx.Graph[Any]
    _weight: Weight
    _reader: Callable[[], _Reader]
    _target: Any
    _cutoff: float | None
    _found: _Found | _FoundArrays

    @property
    def distances(self) -> Mapping[Any, Any]:
        """The distance of every node that was reached, as a mapping that is read on demand."""
        return self._found.distances

    @property
    def predecessors(self) -> Mapping[Any, list[Any]]:
        """For every node that was reached, all nodes before it on some shortest path."""
        return self._found.predecessors

    def _reached(self, target: Any) -> Any:
        node = node_of(self.graph, target, "target")
        if node not in self.distances:
            raise nx.NetworkXNoPath(f"no path leads to {target!r}")
        return node

    def path(self, target: Any) -> list[Any]:
        """Return a shortest path.

        Parameters
        ----------
        target : node
            Where it leads; on a board also the name of a square.

        Returns
        -------
        list
            The nodes from a source to the target. Of tied predecessors the one settled first is
            taken: the nearest, and of these the first in the order of the graph.

        Raises
        ------
        NotANode
            If the target is no node.
        networkx.NetworkXNoPath
            If it was not reached.
        """
        node = self._reached(target)
        path = [node]
        while before := self.predecessors[node]:
            node = before[0] if len(before) == 1 else min(before, key=self._order)
            path.append(node)
        return path[::-1]

    def _order(self, node: Any) -> tuple[Any, int]:
        return self.distances[node], self._places[node]

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {v: k for k, v in enumerate(self.graph)}

    def paths(self, target: Any) -> Iterator[list[Any]]:
        """Yield every shortest path, one at a time.

        Parameters
        ----------
        target : node
            Where they lead; on a board also the name of a square.

        Yields
        ------
        list
            The nodes from a source to the target.

        Raises
        ------
        NotANode
            If the target is no node.
        networkx.NetworkXNoPath
            If it was not reached.
        """
        return self._paths(self._reached(target))

    def _paths(self, target: Any) -> Iterator[list[Any]]:
        ahead = [iter([target])]
        path: list[Any] = []
        while ahead:
            node = next(ahead[-1], ahead)
            if node is ahead:
                ahead.pop()
                if path:
                    path.pop()
                continue
            path.append(node)
            before = self.predecessors[node]
            if not before:
                yield path[::-1]
            ahead.append(iter(before))

    def nearest(self, k: int | None = None) -> list[tuple[Any, Any]]:
        """Return the nearest nodes.

        Parameters
        ----------
        k : int, optional
            How many; all that were reached by default.

        Returns
        -------
        list of (node, distance)
            The nearest first, beginning with the sources.
        """
        if k is not None and (isinstance(k, bool) or not isinstance(k, int) or k < 0):
            raise InvalidArgument(f"k must be an integer of at least 0, got {k!r}")
        return self._found.nearest(k)

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances as dictionaries.

        Returns
        -------
        dict of lists, dict
            The pair that :func:`networkx.dijkstra_predecessor_and_distance` returns.
        """
        return self._found.to_dicts()

    @property
    def steps(self) -> Iterator[DijkstraStep]:
        """The algorithm step by step, run again slowly: ties are settled in the graph's order."""
        return _steps(self._reader(), self.sources, self._target, self._cutoff)

    def table(self) -> str:
        """Return the table of textbooks: a row a step, a column a node.

        Returns
        -------
        str
            After each step, the distances known of the nodes not settled yet, with the node that
            they are reached from; a dash where none is known, nothing where a node is settled.
        """
        nodes = list(self.graph)
        board = board_of(self.graph)
        named = board is not None and board.has_names and all(v in board for v in nodes)
        name = {v: board.name(v) if board and named else str(v) for v in nodes}
        rows = [["step", "settled", *name.values()]]
        known: dict[Any, str] = dict.fromkeys(self.sources, "0")
        rows.append(["0", "", *(known.get(v, "-") for v in nodes)])
        for k, step in enumerate(self.steps, start=1):
            known |= {v: f"{step.tentative[v]} {name[step.node]}" for v in step.improved}
            known[step.node] = ""
            settled = f"{name[step.node]} {step.distance}"
            rows.append([str(k), settled, *(known.get(v, "-") for v in nodes)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )

    def draw(self, *, target: Any = None, ax: Axes | None = None) -> list[Artist]:
        """Draw the map with these paths, as :func:`icosian.draw_route_map` does.

        Parameters
        ----------
        target : node, optional
            The path to it stands out.
        ax : matplotlib axes, optional
            Where to draw; the current axes by default.

        Returns
        -------
        list of matplotlib artists
            What was drawn.
        """
        from icosian.drawing import draw_route_map

        return draw_route_map(self.graph, self, target=target, ax=ax)

    def to_svg(self, *, target: Any = None) -> str:
        """Return the map with these paths as SVG text.

        Parameters
        ----------
        target : node, optional
            The path to it stands out.

        Returns
        -------
        str
            The picture.
        """
        from icosian.drawing import route_svg

        return route_svg(self.graph, self, target=target)

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if len(self.graph) <= SHOWN else None

    def __repr__(self) -> str:
        whence = ", ".join(map(repr, self.sources))
        return f"<shortest paths from {whence} to {len(self.distances)} nodes>"


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
        assert self._arrays is not None
        return self._arrays

    @cached_property
    def into(self) -> WeightedCsr:
        """The same with every arc turned round."""
        return self.arrays.reversed()

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
        sources, end = _question(self.graph, source, target, cutoff)
        for role, v in (*(("source", v) for v in sources), ("target", end)):
            if v is not None and v not in self.index:
                raise NotANode(f"{role} {v!r} was not a node when the graph was prepared")
        if self._arrays is None:
            found: _Found | _FoundArrays = _plain(self._reader(), sources, end, cutoff)
        else:
            found = self._search(sources, end, cutoff)
        return ShortestPaths(sources, self.graph, self.weight, self._reader, end, cutoff, found)

    def _reader(self) -> _Reader:
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

    def _search(self, sources: Sequence[Any], target: Any, cutoff: float | None) -> _FoundArrays:
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
        return _FoundArrays(self, dist, rank, is_source)

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
        return _finish(run) == kernels.DONE

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
        If a weight is negative, not a number, or NaN.

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
        If a weight is negative, not a number, or NaN (the message names the edge, and nothing was
        searched), or the cutoff is.

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
    sources, end = _question(G, source, target, cutoff)
    if len(G) > SMALL:
        return prepare(G, weight).dijkstra(list(sources), target=end, cutoff=cutoff)
    found = _plain(_reader(G, weight), sources, end, cutoff)
    return ShortestPaths(sources, G, weight, lambda: _reader(G, weight), end, cutoff, found)


def _question(
    G: nx.Graph[Any], source: Any, target: Any, cutoff: float | None
) -> tuple[tuple[Any, ...], Any]:
    """Check the arguments of a search; return the sources in the order of the graph."""
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
            fine = not isinstance(cutoff, bool) and plain_number(cutoff) >= 0
        except ValueError:
            fine = False
        if not fine:
            raise InvalidArgument(f"cutoff must be a number of at least 0, got {cutoff!r}")
    return tuple(sources), None if target is None else node_of(G, target, "target")


def _below(cutoff: Any) -> float:
    """Return the largest float that is no larger than a number."""
    try:
        near = float(cutoff)
    except OverflowError:
        return math.inf
    return near if near <= cutoff else math.nextafter(near, 0)


def _finish(run: Run) -> int:
    """Advance a run to its end, in calls short enough for Ctrl-C; return its status."""
    run.load()
    while not (status := run.advance(200_000)):
        run.load()
    run.arrays()
    return status


def _plain(reader: _Reader, sources: Sequence[Any], target: Any, cutoff: float | None) -> _Found:
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
    return _Found(distances, {v: before[v] for v in distances})


def _reader(G: nx.Graph[Any], weight: Weight) -> _Reader:
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


def _kept(reader: _Reader) -> _Reader:
    """Return a reader that sees no later changes."""
    rows, read = reader
    return {u: {v: read(data) for v, data in row.items()} for u, row in rows.items()}, _itself


def _itself(weight: Any) -> Any:
    return weight


def _steps(
    reader: _Reader, sources: Sequence[Any], target: Any, cutoff: float | None
) -> Iterator[DijkstraStep]:
    """Run the algorithm as textbooks do: always settle the nearest node, the first of ties."""
    rows, read = reader
    place = {v: k for k, v in enumerate(rows)}
    tentative: dict[Any, Any] = dict.fromkeys(sources, 0)
    settled: dict[Any, Any] = {}
    while tentative:
        u = min(tentative, key=lambda v: (tentative[v], place[v]))
        d = tentative.pop(u)
        if target is not None and target in settled and d > settled[target]:
            return
        settled[u] = d
        improved = {}
        for v, data in rows[u].items():
            if v in settled:
                continue
            far = d + read(data)
            if (
                far != math.inf
                and (cutoff is None or far <= cutoff)
                and (v not in tentative or far < tentative[v])
            ):
                tentative[v] = far
                improved[v] = u
        yield DijkstraStep(u, d, dict(tentative), improved)
