"""Results of Dijkstra's algorithm: distances, predecessors, paths and steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

from icosian._io.memory import collector_paused, paused_for
from icosian._io.text import shown
from icosian._kernels import dijkstra as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import checked_int
from icosian._show import Shown
from icosian._steps import Steps
from icosian.boards.board import board_of
from icosian.boards.lookup import node_of
from icosian.exceptions import IcosianError, NotANode
from icosian.routes.array_search import tails_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from icosian._arrays.weights import Weight, WeightedCsr

    Reader = tuple[Mapping[Any, Mapping[Any, Any]], Callable[[Any], Any]]
    """The data of the arcs from each node, and the function that reads a weight from them."""


SHARE = 100
"""The predecessors of one in so many nodes are found alone, in the time that those of all take."""


class DijkstraStep(NamedTuple):
    """A step of Dijkstra's algorithm: a node is settled and its edges are relaxed.

    Attributes
    ----------
    node : node
        The node that is settled.
    distance : number
        Its distance.
    tentative : dict
        The tentative distances after the step, of nodes that are not settled.
    improved : dict
        The nodes whose distance the step has lowered, with their new predecessor.
    """

    node: Any
    distance: Any
    tentative: dict[Any, Any]
    improved: dict[Any, Any]


class _NotReached(IcosianError, nx.NetworkXNoPath, KeyError):
    """There is no path to a node: an error of networkx, and of a mapping that lacks a key."""

    __str__ = Exception.__str__


class _NotAKey(NotANode, KeyError):
    """A key of a mapping is not a node."""

    __str__ = Exception.__str__


@dataclass(frozen=True, eq=False)
class ShortestPaths(Shown):
    """The shortest paths from one or several sources to all nodes that can be reached.

    Attributes
    ----------
    sources : tuple
        The nodes where the paths begin.
    graph : networkx graph
        The graph.

    See Also
    --------
    dijkstra : Find shortest paths.

    Examples
    --------
    >>> import icosian
    >>> paths = icosian.dijkstra(icosian.knight_graph(8), "a1")
    >>> paths.distances["h8"], paths.predecessors["c2"]
    (6, [(7, 0)])
    >>> sum(1 for _ in paths.paths("h8"))
    108
    """

    sources: tuple[Any, ...]
    graph: nx.Graph[Any]
    _weight: Weight
    _reader: Callable[[], Reader]
    _target: Any
    _cutoff: float | None
    _found: Found | FoundTree | FoundArrays

    @property
    def distances(self) -> Mapping[Any, Any]:
        """The distance of every node that was reached: a mapping from nodes.

        On a board the name of a square finds its node. A key that is not a node raises
        :exc:`NotANode`, a node that was not reached :exc:`networkx.NetworkXNoPath`; both are also
        a :exc:`KeyError`.
        """
        return _ByNode(self.graph, self._found.distances)

    @property
    def predecessors(self) -> Mapping[Any, list[Any]]:
        """The nodes before each reached node on its shortest paths; keys as for distances."""
        return _ByNode(self.graph, self._found.predecessors)

    def _reached(self, target: Any) -> Any:
        node = node_of(self.graph, target, "target")
        if node not in self._found.distances:
            raise _NotReached(f"no path leads to {shown(target)}")
        return node

    def path(self, target: Any) -> list[Any]:
        """Return a shortest path.

        Parameters
        ----------
        target : node
            The end of the path; on a board also the name of a square.

        Returns
        -------
        list
            The nodes from a source to the target. Ties are broken by the predecessor that is
            nearest to the source, then by the order of the graph.

        Raises
        ------
        NotANode
            If the target is not a node.
        networkx.NetworkXNoPath
            If it was not reached.
        """
        node = self._reached(target)
        path = [node]
        predecessors = self._found.predecessors
        while before := predecessors[node]:
            node = before[0] if len(before) == 1 else self._first(before)
            path.append(node)
        return path[::-1]

    def _first(self, before: list[Any]) -> Any:
        """Return the predecessor that is nearest to the source, of ties the first."""
        far = self._found.distances
        least = min(far[node] for node in before)
        nearest = [node for node in before if far[node] == least]
        return nearest[0] if len(nearest) == 1 else min(nearest, key=self._places.__getitem__)

    def _order(self, node: Any) -> tuple[Any, int]:
        return self._found.distances[node], self._places[node]

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {v: k for k, v in enumerate(self.graph)}

    def paths(self, target: Any) -> Iterator[list[Any]]:
        """Yield every shortest path, one at a time.

        Parameters
        ----------
        target : node
            The end of the paths; on a board also the name of a square.

        Yields
        ------
        list
            The nodes from a source to the target; the first is that of :meth:`path`, and the others
            follow by the same rule.

        Raises
        ------
        NotANode
            If the target is not a node.
        networkx.NetworkXNoPath
            If it was not reached.
        """
        return self._paths(self._reached(target))

    def _paths(self, target: Any) -> Iterator[list[Any]]:
        predecessors = self._found.predecessors
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
            ahead.append(iter(sorted(before, key=self._order) if len(before) > 1 else before))

    def nearest(self, k: int | None = None) -> list[tuple[Any, Any]]:
        """Return the nearest nodes.

        Parameters
        ----------
        k : int, optional
            The number of nodes; by default all that were reached.

        Returns
        -------
        list of (node, distance)
            The nearest first, beginning with the sources.
        """
        return self._found.nearest(None if k is None else checked_int(k, "k", 0))

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
        """The steps of the algorithm, run again slowly; ties are settled in the graph's order."""
        search = partial(_steps, self._reader(), self.sources, self._target, self._cutoff)
        return Steps(search, self.graph)

    def table(self) -> str:
        """Return the table of textbooks, with a row for each step and a column for each node.

        Returns
        -------
        str
            The tentative distances after each step with the predecessors; a dash before a node is
            reached, nothing after it is settled.
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
        sources = ", ".join(map(repr, self.sources))
        return f"<shortest paths from {sources} to {len(self.distances)} nodes>"


def _steps(
    reader: Reader, sources: Sequence[Any], target: Any, cutoff: float | None
) -> Iterator[DijkstraStep]:
    """Run the algorithm as in textbooks: settle the nearest node, of ties the first."""
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
    """Results of a search as dictionaries."""

    distances: dict[Any, Any]
    predecessors: dict[Any, list[Any]]

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        return sorted(self.distances.items(), key=itemgetter(1))[:k]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        with collector_paused():
            copies = map(list.copy, self.predecessors.values())
            predecessors = dict(zip(self.predecessors, copies, strict=True))
        return predecessors, dict(self.distances)


@dataclass(frozen=True, eq=False)
class FoundTree:
    """Results of a search as dictionaries: a tree of shortest paths, and ties."""

    distances: dict[Any, Any]
    parents: dict[Any, Any]
    """The first predecessor of every reached node but the sources, maybe of others."""
    ties: list[tuple[Any, Any, Any]]
    """A node, a distance and another predecessor; valid if that is the distance of the node."""
    sources: Sequence[Any]

    @cached_property
    def predecessors(self) -> dict[Any, list[Any]]:
        """All tied predecessors."""
        return self._lists()

    def _lists(self) -> dict[Any, list[Any]]:
        """Return new lists of all tied predecessors."""
        far, parents = self.distances, self.parents
        lists = {v: [parents[v]] for v in far}
        for v in self.sources:
            lists[v] = []
        for v, distance, u in self.ties:
            if v in far and far[v] == distance:
                lists[v].append(u)
        return lists

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        return sorted(self.distances.items(), key=itemgetter(1))[:k]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
        with paused_for(len(self.distances)):
            return self._lists(), dict(self.distances)


@dataclass(frozen=True, eq=False)
class FoundArrays:
    """Results of a search as arrays over the numbers of nodes."""

    graph: WeightedCsr
    nodes: list[Any]
    index: dict[Any, int]
    """The number of every node."""
    dist: NDArray[np.float64]
    """Shape (n,): the distances, infinite for nodes that were not reached."""
    rank: NDArray[np.int64]
    """Shape (n,): the order in which nodes were settled; zeros if all weights are positive."""
    is_source: NDArray[np.int8]
    """Shape (n,)."""

    @property
    def distances(self) -> Mapping[Any, Any]:
        """The distances, as a view; a view that is kept would be a reference cycle."""
        return _Distances(self)

    @property
    def predecessors(self) -> Mapping[Any, list[Any]]:
        """All tied predecessors, as a view."""
        return _Predecessors(self)

    @cached_property
    def reached(self) -> NDArray[np.int64]:
        """The numbers of the reached nodes."""
        return np.flatnonzero(self.dist < math.inf)

    @cached_property
    def before(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The predecessors of all nodes as compressed sparse rows."""
        into = self.graph.reversed()
        starts = np.zeros(len(self.dist) + 1, np.int64)
        found = np.zeros(len(into.weights), np.int32)
        problem = (into.rows.indptr, into.rows.indices, into.weights)
        state = (self.dist, self.rank, self.is_source, starts, found)
        Run(kernels.predecessors, *problem, *state, np.zeros(kernels.WORDS, np.int64)).finish()
        return starts, found

    def before_of(self, number: int) -> list[int]:
        """Return the predecessors of a node; those of all are only found if many are asked for."""
        if "before" not in self.__dict__ and self._asked[0] * SHARE < len(self.dist):
            self._asked[0] += 1
            if self.is_source[number]:
                return []
            tails = tails_of(self.graph.reversed(), self.dist, self.rank, number)
            return [*map(int, tails)]
        starts, found = self.before
        numbers: list[int] = found[starts[number] : starts[number + 1]].tolist()
        return numbers

    @cached_property
    def _asked(self) -> list[int]:
        """How often the predecessors of one node were asked for."""
        return [0]

    def value(self, distance: float) -> int | float:
        """Return a distance as an integer if all weights are integers."""
        return int(distance) if self.graph.integral else distance

    def nearest(self, k: int | None) -> list[tuple[Any, Any]]:
        """Return nodes with their distances, the nearest first."""
        numbers = self.reached[np.lexsort((self.rank[self.reached], self.dist[self.reached]))][:k]
        return [
            (self.nodes[i], self.value(d))
            for i, d in zip(numbers.tolist(), self.dist[numbers].tolist(), strict=True)
        ]

    def to_dicts(self) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
        """Return predecessors and distances."""
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
    """A mapping of the reached nodes that reads arrays on demand."""

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


class _Distances(_View):
    def __getitem__(self, node: Any) -> int | float:
        return self._found.value(float(self._found.dist[self._number(node)]))


class _Predecessors(_View):
    def __getitem__(self, node: Any) -> list[Any]:
        nodes = self._found.nodes
        return [nodes[i] for i in self._found.before_of(self._number(node))]


class _ByNode(Mapping[Any, Any]):
    """A read-only mapping of the reached nodes, with the names of squares as further keys."""

    def __init__(self, G: nx.Graph[Any], values: Mapping[Any, Any]) -> None:
        self._graph = G
        self._values = values

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._values[key]
        except (KeyError, TypeError):  # unknown or unhashable
            pass
        try:
            return self._values[node_of(self._graph, key, "node")]
        except NotANode as error:
            raise _NotAKey(*error.args) from None
        except KeyError:
            raise _NotReached(f"no path leads to {shown(key)}") from None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self._values))
