"""A peer that may not be installed: the circuit constraint of CP-SAT, one worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model
from peers import checked

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["circuit"]


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
    tour = [next(iter(G))]
    while (v := after[tour[-1]]) != tour[0]:
        tour.append(v)
    return checked(G, tour)
