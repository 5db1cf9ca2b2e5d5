"""A peer that may not be installed: the routing library of OR-tools, guided local search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
from ortools.constraint_solver import pywrapcp, routing_enums_pb2
from scipy.sparse import csgraph

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsplib import Instance
    from walks import Round

__all__ = ["short_by_routing", "walk_by_routing"]


def short_by_routing(instance: Instance, seconds: float) -> Callable[[], list[int]]:
    """Return what finds a short tour in so many seconds, with a model that is ready."""
    return _search(instance.whole.tolist(), seconds)


def walk_by_routing(subject: Round, seconds: float) -> Callable[[], list[Any]]:
    """Return what finds a short closed walk; distances and ways are computed in its time."""
    nodes = list(subject.G)
    roads = nx.to_scipy_sparse_array(subject.G)
    stops = [nodes.index(v) for v in subject.stops]

    def walk() -> list[Any]:
        far, before = csgraph.dijkstra(roads, indices=stops, return_predecessors=True)
        order = _search(far[:, stops].astype(int).tolist(), seconds)()
        way = [stops[order[0]]]
        for source, target in zip([order[0], *order[:0:-1]], order[::-1], strict=True):
            v = stops[source]  # back from each stop to the one before
            while v != stops[target]:
                v = int(before[target, v])
                way.append(v)
        return [nodes[v] for v in way]

    return walk


def _search(lengths: list[list[int]], seconds: float) -> Callable[[], list[int]]:
    """Return the search for a short tour."""
    manager = pywrapcp.RoutingIndexManager(len(lengths), 1, 0)
    model = pywrapcp.RoutingModel(manager)
    transit = model.RegisterTransitMatrix(lengths)
    model.SetArcCostEvaluatorOfAllVehicles(transit)
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    enums = routing_enums_pb2
    parameters.first_solution_strategy = enums.FirstSolutionStrategy.PATH_CHEAPEST_ARC
    parameters.local_search_metaheuristic = enums.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    parameters.time_limit.FromMilliseconds(round(1000 * seconds))

    def search() -> list[int]:
        solution = model.SolveWithParameters(parameters)
        if solution is None:
            return []
        tour, index = [], model.Start(0)
        while not model.IsEnd(index):
            tour.append(manager.IndexToNode(index))
            index = solution.Value(model.NextVar(index))
        return tour

    return search
