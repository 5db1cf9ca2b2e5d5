"""What a search for shortest paths has found: distances, predecessors, paths, and the steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._io.memory import collector_paused
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run
from icosian._run.steps import Steps
from icosian._show import Shown
from icosian.boards.board import board_of
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._arrays.weights import Weight, WeightedCsr

    Reader = tuple[Mapping[Any, Mapping[Any, Any]], Callable[[Any], Any]]
    """The neighbours of each node with something, and what reads a weight from that."""

__all__ = ["DijkstraStep", "Found", "FoundArrays", "ShortestPaths"]


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


@dataclass(frozen=True, eq=False)
class ShortestPaths(Shown):
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
    _reader: Callable[[], Reader]
    _target: Any
    _cutoff: float | None
    _found: Found | FoundArrays

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
        predecessors = self.predecessors
        while before := predecessors[node]:
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
        predecessors = self.predecessors
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
            before = predecessors[node]
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
    def steps(self) -> Steps[DijkstraStep]:
        """The algorithm step by step, run again slowly: ties are settled in the graph's order."""
        steps = _steps(self._reader(), self.sources, self._target, self._cutoff)
        return Steps(steps, self.graph)

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

    def __repr__(self) -> str:
        whence = ", ".join(map(repr, self.sources))
        return f"<shortest paths from {whence} to {len(self.distances)} nodes>"


def _steps(
    reader: Reader, sources: Sequence[Any], target: Any, cutoff: float | None
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


@dataclass(frozen=True, eq=False)
class Found:
    """What a search has found, as dictionaries.

    Attributes
    ----------
    distances : dict
        The distances, in the order in which nodes were settled.
    predecessors : dict
        All tied predecessors.
    """

    distances: dict[Any, Any]
    predecessors: dict[Any, list[Any]]

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        return list(self.distances.items())[:k]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        with collector_paused():
            predecessors = {v: nodes.copy() for v, nodes in self.predecessors.items()}
        return predecessors, dict(self.distances)


@dataclass(frozen=True, eq=False)
class FoundArrays:
    """What a search has found, as arrays over the numbers of nodes.

    Attributes
    ----------
    graph : WeightedCsr
        The arcs and their weights.
    nodes : list
        The nodes by their numbers.
    index : dict
        The number of every node.
    dist : float64 array, shape (n,)
        The distances, infinite where a node was not reached.
    rank : int64 array, shape (n,)
        The order in which nodes were settled, where edges of weight 0 make it matter.
    is_source : int8 array, shape (n,)
        Where the search began.
    """

    graph: WeightedCsr
    nodes: list[Any]
    index: dict[Any, int]
    dist: NDArray[np.float64]
    rank: NDArray[np.int64]
    is_source: NDArray[np.int8]

    @property
    def distances(self) -> Mapping[Any, Any]:
        """The distances, as a view: one that were kept would keep the arrays alive in a circle."""
        return _Distances(self)

    @property
    def predecessors(self) -> Mapping[Any, list[Any]]:
        """All tied predecessors, as a view."""
        return _Predecessors(self)

    @cached_property
    def reached(self) -> NDArray[np.int64]:
        """The numbers of the nodes that were reached."""
        import numpy as np

        return np.flatnonzero(self.dist < math.inf)

    @cached_property
    def before(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The predecessors of all nodes as compressed rows."""
        import numpy as np

        into = self.graph.reversed()
        starts = np.zeros(len(self.dist) + 1, np.int64)
        found = np.zeros(len(into.weights), np.int32)
        problem = (into.rows.indptr, into.rows.indices, into.weights)
        state = (self.dist, self.rank, self.is_source, starts, found)
        Run(kernels.predecessors, *problem, *state, np.zeros(kernels.WORDS, np.int64)).finish()
        return starts, found

    def value(self, distance: float) -> int | float:
        """Return a distance as the kind of number that the weights are."""
        return int(distance) if self.graph.integral else distance

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        import numpy as np

        numbers = self.reached[np.lexsort((self.rank[self.reached], self.dist[self.reached]))][:k]
        return [
            (self.nodes[i], self.value(d))
            for i, d in zip(numbers.tolist(), self.dist[numbers].tolist(), strict=True)
        ]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        import numpy as np

        numbers = self.reached
        all_reached = len(numbers) == len(self.dist)
        nodes = self.nodes if all_reached else [self.nodes[i] for i in numbers.tolist()]
        far = self.dist[numbers]
        values = (far.astype(np.int64) if self.graph.integral else far).tolist()
        starts, found = self.before
        flat = list(map(self.nodes.__getitem__, found[: starts[-1]].tolist()))
        first, last = starts[:-1][numbers].tolist(), starts[1:][numbers].tolist()
        rows = map(flat.__getitem__, map(slice, first, last))
        with collector_paused():
            return dict(zip(nodes, rows, strict=True)), dict(zip(nodes, values, strict=True))


class _View(Mapping[Any, Any]):
    """What all views of a search over arrays have in common."""

    def __init__(self, found: FoundArrays) -> None:
        self._found = found

    def __iter__(self) -> Iterator[Any]:
        nodes = self._found.nodes
        return (nodes[i] for i in self._found.reached.tolist())

    def __len__(self) -> int:
        return len(self._found.reached)

    def _number(self, node: Any) -> int:
        number: int = self._found.index[node]
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
        nodes = self._found.nodes
        return [nodes[i] for i in found[starts[number] : starts[number + 1]].tolist()]
