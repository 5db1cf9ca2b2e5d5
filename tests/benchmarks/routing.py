"""A peer that may not be installed: the routing library of OR-tools, guided local search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.constraint_solver import pywrapcp, routing_enums_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsplib import Instance

__all__ = ["short_by_routing"]


def short_by_routing(instance: Instance, seconds: float) -> Callable[[], list[int]]:
    """Return what finds a short tour in so many seconds, with a model that is ready."""
    manager = pywrapcp.RoutingIndexManager(len(instance.matrix), 1, 0)
    model = pywrapcp.RoutingModel(manager)
    transit = model.RegisterTransitMatrix(instance.whole.tolist())
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
