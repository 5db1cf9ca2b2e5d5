"""The functions of networkx that icosian answers, under their names there.

networkx fills in the defaults of arguments; results and errors are those of networkx. What icosian
would answer in another way raises :exc:`NotImplementedError`, and networkx answers itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import networkx as nx

import icosian

if TYPE_CHECKING:
    from icosian.routes import PreparedGraph, ShortestPaths

SMALL = 200
"""From this number of nodes on, repeated searches take less time than those of networkx."""


class Converted:
    """A graph of networkx and the weights that were read of it, kept in the cache of networkx."""

    __networkx_backend__ = "icosian"

    def __init__(self, graph: nx.Graph[Any]) -> None:
        self.graph = graph
        self._prepared: dict[Any, PreparedGraph | str] = {}  # by attribute; or why it is not

    def __reduce__(self) -> tuple[type[Converted], tuple[nx.Graph[Any]]]:
        return Converted, (self.graph,)  # the weights are read again

    @cached_property
    def loops(self) -> int:
        """The number of nodes with an edge to themselves."""
        return sum(v in row for v, row in self.graph.adjacency())

    def attribute(self, weight: Any) -> Any:
        """Return the attribute with the weights; None if no edge has it, so that each counts 1."""
        if callable(weight):
            raise NotImplementedError("weights are given by a function")
        return weight if any(weight in data for *_, data in self.graph.edges(data=True)) else None

    def prepared(self, weight: Any) -> PreparedGraph:
        """Return the graph prepared for searches, at the first call by reading its weights."""
        if callable(weight) or weight not in self._prepared:
            self._prepared[weight] = self._read(self.attribute(weight))
        prepared = self._prepared[weight]
        if isinstance(prepared, str):
            raise NotImplementedError(prepared)
        return prepared

    def _read(self, name: Any) -> PreparedGraph | str:
        try:
            prepared = icosian.prepare(self.graph, name)
            read = len(prepared.arrays.weights)
        except icosian.InvalidArgument as error:
            return str(error)
        # networkx follows edges of infinite weight, which icosian hides.
        arcs = sum(len(row) for _, row in self.graph.adjacency()) - self.loops
        return prepared if read == arcs else "some weights are infinite or None"

    def search(self, sources: Any, weight: Any, cutoff: Any, target: Any = None) -> ShortestPaths:
        """Return the shortest paths from some nodes, to all others or to a target."""
        if not sources:
            raise ValueError("sources must not be empty")
        for v in sources:
            if v not in self.graph:
                raise nx.NodeNotFound(f"Node {v} not found in graph")
        if target is not None and target not in self.graph:
            raise nx.NetworkXNoPath(f"No path to {target}.")
        try:
            return self.prepared(weight).dijkstra(list(sources), target=target, cutoff=cutoff)
        except icosian.InvalidArgument as error:
            raise NotImplementedError(str(error)) from error


def convert_from_nx(graph: nx.Graph[Any], **_: Any) -> Converted:
    """Return a graph that reads its weights when they are first needed."""
    return Converted(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Return a graph as a graph of networkx, and other results as they are."""
    return result.graph if isinstance(result, Converted) else result


def should_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """Leave searches of small graphs to networkx: they take less time than a call of a backend."""
    graph = args[0] if args else kwargs["G"]
    return "dijkstra" not in name or len(graph) >= SMALL or f"fewer than {SMALL} nodes"


# -- Shortest paths


def multi_source_dijkstra(G: Converted, sources: Any, target: Any, cutoff: Any, weight: Any) -> Any:
    """Return lengths and paths from the nearest of some nodes, to all others or to a target."""
    found = G.search(sources, weight, cutoff, target)
    if target is not None:
        try:
            return found.distances[target], found.path(target)
        except nx.NetworkXNoPath:
            raise nx.NetworkXNoPath(f"No path to {target}.") from None
    lengths = dict(found.nearest())
    before, _ = found.to_dicts()
    paths: dict[Any, list[Any]] = {v: [v] for v in found.sources}
    for v in lengths:
        if v not in paths:  # a node before it was settled earlier
            paths[v] = [*next(paths[u] for u in before[v] if u in paths), v]
    return lengths, paths


def multi_source_dijkstra_path(G: Converted, sources: Any, cutoff: Any, weight: Any) -> Any:
    """Return paths from the nearest of some nodes."""
    return multi_source_dijkstra(G, sources, None, cutoff, weight)[1]


def multi_source_dijkstra_path_length(G: Converted, sources: Any, cutoff: Any, weight: Any) -> Any:
    """Return the lengths of paths from the nearest of some nodes."""
    return dict(G.search(sources, weight, cutoff).nearest())


def single_source_dijkstra(G: Converted, source: Any, target: Any, cutoff: Any, weight: Any) -> Any:
    """Return lengths and paths from a node, to all others or to a target."""
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(G: Converted, source: Any, cutoff: Any, weight: Any) -> Any:
    """Return paths from a node."""
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


def single_source_dijkstra_path_length(G: Converted, source: Any, cutoff: Any, weight: Any) -> Any:
    """Return the lengths of paths from a node."""
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def dijkstra_path(G: Converted, source: Any, target: Any, weight: Any) -> Any:
    """Return a path from a node to another."""
    return single_source_dijkstra(G, source, target, None, weight)[1]


def dijkstra_path_length(G: Converted, source: Any, target: Any, weight: Any) -> Any:
    """Return the length of a path from a node to another."""
    return single_source_dijkstra(G, source, target, None, weight)[0]


def bidirectional_dijkstra(G: Converted, source: Any, target: Any, weight: Any) -> Any:
    """Return the length of a path from a node to another, and the path."""
    if target not in G.graph:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    return single_source_dijkstra(G, source, target, None, weight)


def dijkstra_predecessor_and_distance(G: Converted, source: Any, cutoff: Any, weight: Any) -> Any:
    """Return all tied predecessors, and the lengths of paths from a node."""
    if G.loops:  # by a loop of weight 0 a node of networkx precedes itself
        raise NotImplementedError("there are loops")
    found = G.search({source}, weight, cutoff)
    return found.to_dicts()[0], dict(found.nearest())


def _from_each(search: Callable[..., Any], G: Converted, *arguments: Any) -> Any:
    """Search from each node: at once from the first, so that it declines before it returns."""
    found = ((v, search(G, v, *arguments)) for v in G.graph)
    return chain(list(islice(found, 1)), found)


def all_pairs_dijkstra(G: Converted, cutoff: Any, weight: Any) -> Any:
    """Return every node with the lengths and paths from it."""
    return _from_each(single_source_dijkstra, G, None, cutoff, weight)


def all_pairs_dijkstra_path(G: Converted, cutoff: Any, weight: Any) -> Any:
    """Return every node with the paths from it."""
    return _from_each(single_source_dijkstra_path, G, cutoff, weight)


def all_pairs_dijkstra_path_length(G: Converted, cutoff: Any, weight: Any) -> Any:
    """Return every node with the lengths of the paths from it."""
    return _from_each(single_source_dijkstra_path_length, G, cutoff, weight)


# -- Exact answers


def _timeout() -> Any:
    return nx.config.backends["icosian"].timeout


def traveling_salesman_problem(
    G: Converted, weight: Any, nodes: Any, cycle: Any, method: Any, **kwargs: Any
) -> list[Any]:
    """Return the shortest walk that visits some nodes; other methods are left to networkx."""
    if method is not None or kwargs:
        raise NotImplementedError("a method is given")
    how: Any = {"cycle": bool(cycle), "weight": G.attribute(weight), "timeout": _timeout()}
    try:
        return list(icosian.traveling_salesman(G.graph, nodes, **how))
    except icosian.NoWalk as error:
        raise nx.NetworkXError(str(error)) from error
    except (icosian.InvalidArgument, nx.NetworkXPointlessConcept) as error:
        raise NotImplementedError(str(error)) from error


def hamiltonian_path(G: Converted) -> list[Any]:
    """Return a Hamiltonian path of a tournament, which closes if it is strongly connected."""
    graph: Any = G.graph
    if not nx.is_tournament(graph):
        raise NotImplementedError("the graph is not a tournament")
    is_closed = len(graph) > 2 and nx.is_strongly_connected(graph)
    find = icosian.hamiltonian_cycle if is_closed else icosian.hamiltonian_path
    return list(find(graph)) if graph else []


def maximum_independent_set(G: Converted) -> set[Any]:
    """Return a maximum independent set; where nodes have loops, networkx answers."""
    if G.loops:
        raise NotImplementedError("there are loops")
    return set(icosian.maximum_independent_set(G.graph, timeout=_timeout()))


def max_clique(G: Converted) -> set[Any]:
    """Return a maximum clique."""
    return maximum_independent_set(Converted(nx.complement(G.graph)))


def min_weighted_dominating_set(G: Converted, weight: Any) -> set[Any]:
    """Return a minimum dominating set; nodes with weights are left to networkx."""
    if weight is not None:
        raise NotImplementedError("nodes have weights")
    return set(icosian.minimum_dominating_set(G.graph, timeout=_timeout()))


def on_start_tests(items: list[Any]) -> None:
    """Mark the tests of networkx that expect one of several answers, or an approximation."""
    import pytest

    reasons = {
        "test_TSP_incomplete_graph_short_path": "the shortest walk has 12 nodes, not 13",
        "TestMinimumCycleBasis": "some cycles are listed from another node, as paths are tied",
    }
    for item in items:
        for name in filter(item.nodeid.__contains__, reasons):
            item.add_marker(pytest.mark.xfail(reason=reasons[name], strict=False))
