"""A peer that may not be installed: the circuit constraint of CP-SAT, one worker."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model
from peers import checked

if TYPE_CHECKING:
    import networkx as nx
    from tsplib import Instance

__all__ = ["circuit", "cover_by_circuits", "shortest_circuit"]


def circuit(G: nx.Graph[Any]) -> list[Any] | None:
    """Return a Hamiltonian cycle of a graph or digraph, or None if there is none."""
    model = cp_model.CpModel()
    number = {v: i for i, v in enumerate(G)}
    ways = list(G.to_directed(as_view=True).edges)
    taken = {way: model.new_bool_var("") for way in ways}
    model.add_circuit([(number[u], number[v], taken[u, v]) for u, v in ways])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE}
    after = {u: v for u, v in ways if solver.boolean_value(taken[u, v])}
    return checked(G, _followed(after, next(iter(G))))


def shortest_circuit(
    instance: Instance, seconds: float = math.inf, gap: float = 0
) -> list[int] | None:
    """Return a tour that is proved to be shortest, or within a gap; None if time is short."""
    model = cp_model.CpModel()
    ways = instance.edges.tolist()
    if not instance.directed:
        ways += [[v, u] for u, v in ways]
    taken = [model.new_bool_var("") for _ in ways]
    model.add_circuit([(u, v, one) for (u, v), one in zip(ways, taken, strict=True)])
    lengths = [int(instance.matrix[u, v]) for u, v in ways]
    model.minimize(cp_model.LinearExpr.weighted_sum(taken, lengths))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2  # much quicker here than the default
    solver.parameters.relative_gap_limit = gap
    if seconds < math.inf:
        solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) != cp_model.OPTIMAL:  # within the gap, that is
        return None
    after = {u: v for (u, v), one in zip(ways, taken, strict=True) if solver.boolean_value(one)}
    return _followed(after, 0)


def cover_by_circuits(G: nx.Graph[Any]) -> list[list[Any]] | None:
    """Return the fewest disjoint paths that visit all nodes: circuits through one further node."""
    model = cp_model.CpModel()
    number = {v: i for i, v in enumerate(G, start=1)}
    ways = list(G.to_directed(as_view=True).edges)
    taken = {way: model.new_bool_var("") for way in ways}
    starts = {v: model.new_bool_var("") for v in G}
    model.add_multiple_circuit(
        [(number[u], number[v], taken[u, v]) for u, v in ways]
        + [(0, number[v], starts[v]) for v in G]
        + [(number[v], 0, model.new_bool_var("")) for v in G]
    )
    model.minimize(sum(starts.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2  # quicker here than the default
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    after = {u: v for u, v in ways if solver.boolean_value(taken[u, v])}
    paths = [[v] for v in G if solver.boolean_value(starts[v])]
    for path in paths:
        while path[-1] in after:
            path.append(after[path[-1]])
    return paths


def _followed(after: dict[Any, Any], first: Any) -> list[Any]:
    """Return the cycle that goes on from each node to the one after it."""
    tour = [first]
    while (v := after[tour[-1]]) != first:
        tour.append(v)
    return tour
