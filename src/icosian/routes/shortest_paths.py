"""Results of Dijkstra's algorithm: distances, predecessors, paths and steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._arrays.weights import Weight
from icosian._io.text import shown
from icosian._run.arguments import checked_int
from icosian._show import Shown
from icosian._steps import Steps
from icosian.boards.board import board_of
from icosian.boards.lookup import node_of
from icosian.exceptions import IcosianError, NotANode

if TYPE_CHECKING:
    from icosian.routes.dijkstra import Arcs, Found


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
    _arcs: Callable[[], Arcs]
    _target: Any
    _cutoff: float | None
    _found: Found

    @property
    def distances(self) -> Mapping[Any, Any]:
        """The distance of every node that was reached: a mapping from nodes.

        On a board the name of a square finds its node. A key that is not a node raises
        :exc:`NotANode`, a node that was not reached :exc:`networkx.NetworkXNoPath`; both are also
        a :exc:`KeyError`.
        """
        return _ByNode(self.graph, self._found, self._found.distance)

    @property
    def predecessors(self) -> Mapping[Any, list[Any]]:
        """The nodes before each reached node on its shortest paths; keys as for distances."""
        return _ByNode(self.graph, self._found, self._found.before)

    def _reached(self, target: Any) -> Any:
        node = node_of(self.graph, target, "target")
        try:
            self._found.distance(node)
        except KeyError:
            raise _NotReached(f"no path leads to {shown(target)}") from None
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
        while before := self._found.before(node):
            node = before[0] if len(before) == 1 else self._first(before)
            path.append(node)
        return path[::-1]

    def _first(self, before: list[Any]) -> Any:
        """Return the predecessor that is nearest to the source, of ties the first."""
        far = list(map(self._found.distance, before))
        least = min(far)
        nearest = [node for node, d in zip(before, far, strict=True) if d == least]
        return nearest[0] if len(nearest) == 1 else min(nearest, key=self._places.__getitem__)

    def _order(self, node: Any) -> tuple[Any, int]:
        return self._found.distance(node), self._places[node]

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
            before = self._found.before(node)
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
        search = partial(_steps, self._arcs(), self.sources, self._target, self._cutoff)
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
    arcs: Arcs, sources: Sequence[Any], target: Any, cutoff: float | None
) -> Iterator[DijkstraStep]:
    """Run the algorithm as in textbooks: settle the nearest node, of ties the first."""
    rows, key, _ = arcs
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
            far = d + data[key]
            if (
                far != math.inf
                and (cutoff is None or far <= cutoff)
                and (v not in tentative or far < tentative[v])
            ):
                tentative[v] = far
                improved[v] = u
        yield DijkstraStep(u, d, dict(tentative), improved)


class _ByNode(Mapping[Any, Any]):
    """A read-only mapping of the reached nodes, with the names of squares as further keys."""

    def __init__(self, G: nx.Graph[Any], found: Found, read: Callable[[Any], Any]) -> None:
        self._graph = G
        self._found = found
        self._read = read

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._read(key)
        except (KeyError, TypeError):  # unknown or unhashable
            pass
        try:
            return self._read(node_of(self._graph, key, "node"))
        except NotANode as error:
            raise _NotAKey(*error.args) from None
        except KeyError:
            raise _NotReached(f"no path leads to {shown(key)}") from None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._found.reached)

    def __len__(self) -> int:
        return len(self._found.reached)

    def __repr__(self) -> str:
        return repr(dict(self.items()))
