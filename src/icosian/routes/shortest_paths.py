"""Results of Dijkstra's algorithm: distances, predecessors, paths and steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import localcontext
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._arrays import EXACT_SUMS, Weight
from icosian._io.text import plural, shown
from icosian._run.limits import check_int
from icosian._show import Shown, Steps
from icosian.boards.board import board_of, node_of
from icosian.exceptions import IcosianError, NotANode

if TYPE_CHECKING:
    from icosian.routes.search import Arcs, Found


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


class NotReached(IcosianError, nx.NetworkXNoPath, KeyError):
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
    >>> paths.count("h8")
    108
    """

    sources: tuple[Any, ...]
    graph: nx.Graph[Any]
    _weight: Weight
    _arcs: Callable[[], Arcs]
    _target: Any
    _cutoff: float | None
    _found: Found
    _known: dict[Any, tuple[list[Any], ...]] = field(default_factory=lambda: {None: ([], [])})

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
            raise NotReached(f"no path leads to {shown(target)}") from None
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
            The nodes from a source to the target. Ties are broken by the predecessor that was
            settled first: by distance, then by the order of the graph among the nodes then reached.

        Raises
        ------
        NotANode
            If the target is not a node.
        networkx.NetworkXNoPath
            If it was not reached.
        """
        node = self._reached(target)
        path = [node]
        while node not in self._starts:
            node = self._first(node)
            path.append(node)
        return path[::-1]

    def _first(self, node: Any) -> Any:
        """Return the predecessor that was settled first."""
        before = self._found.before(node)
        if len(before) > 1:  # few are equally near, and only these need an order
            least = min(map(self._found.distance, before))
            before = [u for u in before if self._found.distance(u) == least]
        return before[0] if len(before) == 1 else min(before, key=self._found.order)

    @cached_property
    def _starts(self) -> frozenset[Any]:
        return frozenset(self.sources)

    def paths(self, target: Any) -> Iterator[list[Any]]:
        """Yield every shortest path, one at a time.

        A path has no node twice, also across edges of weight 0, and parallel edges make one path.
        The time from one path to the next is polynomial.

        Parameters
        ----------
        target : node
            The end of the paths; on a board also the name of a square.

        Yields
        ------
        list
            The nodes from a source to the target; the first is that of :meth:`path`, and the others
            follow by the same rule: seen from the target, predecessors are tried in the order in
            which they were settled. A path may run through other sources at distance 0.

        Raises
        ------
        NotANode
            If the target is not a node.
        networkx.NetworkXNoPath
            If it was not reached.
        """
        ways = self._ways_back(self._reached(target), is_level=False)
        return (way[-2::-1] for way in ways if way[-1] is None)

    def count(self, target: Any) -> int:
        """Return the number of shortest paths, without listing them where weights are positive.

        Parameters
        ----------
        target : node
            The end of the paths, as for :meth:`paths`, which yields so many.

        Returns
        -------
        int
            The number of paths.

        Notes
        -----
        Numbers of ways to the target are added from node to node, in time O(m log n). Ways across
        edges of weight 0 are listed, of which there may be exponentially many, but only within the
        nodes of one distance.
        """
        ways = {None: 0, self._reached(target): 1}
        for node in (v for v, _ in reversed(self.nearest()) if v in ways):
            for way in self._ways_back(node, is_level=True):
                for u in self._before(way[-1])[0]:
                    ways[u] = ways.get(u, 0) + ways[node]
        return ways[None]

    def _before(self, node: Any) -> tuple[list[Any], ...]:
        """Return the predecessors that are nearer and those as near, as they were settled.

        None is nearer than a source, and has none itself.
        """
        if node not in self._known:
            found, far = self._found, self._found.distance(node)
            before = found.before(node)
            before = sorted(before, key=found.order) if len(before) > 1 else before
            nearer = [u for u in before if found.distance(u) < far]
            level = before[len(nearer) :]
            self._known[node] = [None] if node in self._starts else nearer, level
        return self._known[node]

    def _ways_back(self, node: Any, *, is_level: bool) -> Iterator[list[Any]]:
        """Yield ways back from a node, or those of equal distances alone, as one list that changes.

        They are found depth first, and each leads on to a source without passing a node twice.
        """
        way: list[Any] = []
        ahead = [iter([node])]
        while ahead:
            for v in ahead[-1]:
                way.append(v)
                yield way
                nearer, level = self._before(v)
                if level:
                    closed = set(way)
                    level = [u for u in level if not self._is_dead_end(u, closed)]
                ahead.append(iter(level if is_level else nearer + level))
                break
            else:
                ahead.pop()
                del way[-1:]

    def _is_dead_end(self, node: Any, closed: set[Any]) -> bool:
        """Return True if closed nodes bar all ways back to a source; then close all nodes met."""
        met = {node} - closed
        ahead = list(met)
        for v in ahead:
            nearer, level = self._before(v)
            if nearer:
                return False
            fresh = set(level) - met - closed
            met |= fresh
            ahead += fresh
        closed |= met
        return True

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
        return self._found.nearest(None if k is None else check_int(k, "k", 0))

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
        board = board_of(self.graph, nodes)
        name_of = board.name if board is not None and board.has_names else str
        name = {v: name_of(v) for v in nodes}
        rows = [["step", "settled", *name.values()]]
        known: dict[Any, str] = dict.fromkeys(self.sources, "0")
        rows.append(["0", "", *(known.get(v, "-") for v in nodes)])
        for k, step in enumerate(self.steps, start=1):
            known |= {v: f"{step.tentative[v]} {name[step.node]}" for v in step.improved}
            known[step.node] = ""
            settled = f"{name[step.node]} {step.distance}"
            rows.append([str(k), settled, *(known.get(v, "-") for v in nodes)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
        return "\n".join(lines)

    def __repr__(self) -> str:
        sources = ", ".join(map(repr, self.sources))
        return f"<shortest paths from {sources} to {plural(len(self.distances), 'node')}>"


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
            with localcontext(EXACT_SUMS):
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
            raise NotReached(f"no path leads to {shown(key)}") from None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._found.reached)

    def __len__(self) -> int:
        return len(self._found.reached)

    def __repr__(self) -> str:
        return repr(dict(self.items()))
