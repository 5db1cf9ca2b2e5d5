"""A peer that may not be installed: CP-SAT's circuit with loops at nodes that are not visited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["longest_by_loops"]


def longest_by_loops(G: nx.Graph[Any], *, closed: bool) -> int | None:
    """Return the most nodes of a cycle or path, one worker, if that is proved."""
    model = cp_model.CpModel()
    number = {v: i for i, v in enumerate(G, start=not closed)}  # node 0 closes a path
    ways = list(G.to_directed(as_view=True).edges)
    visits = [model.new_bool_var("") for _ in G]
    arcs = [(number[u], number[v], model.new_bool_var("")) for u, v in ways]
    arcs += [(number[v], number[v], ~visit) for v, visit in zip(G, visits, strict=True)]
    if not closed:
        for v in G:
            arcs += [(0, number[v], model.new_bool_var("")), (number[v], 0, model.new_bool_var(""))]
    model.add_circuit(arcs)
    model.maximize(sum(visits))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2  # quicker here than the default
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    return round(solver.objective_value)
