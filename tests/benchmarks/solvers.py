"""Peers for sets of nodes and colorings: HiGHS by scipy, and CP-SAT, which may be missing."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

__all__ = ["color_by_cp_sat", "dominate_by_cp_sat", "dominate_by_highs"]


def rows_of(G: nx.Graph[Any]) -> Any:
    """Return the closed neighbourhoods as a matrix."""
    from scipy import sparse

    return sparse.csr_array(nx.to_scipy_sparse_array(G) + sparse.eye_array(len(G)))


def dominate_by_highs(G: nx.Graph[Any]) -> None:
    """Find a minimum dominating set by integer programming."""
    from scipy.optimize import LinearConstraint, milp

    result = milp(
        np.ones(len(G)), integrality=1, bounds=(0, 1), constraints=LinearConstraint(rows_of(G), 1)
    )
    assert result.status == 0


def dominate_by_cp_sat(G: nx.Graph[Any]) -> None:
    """Find a minimum dominating set by CP-SAT."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = {v: model.new_bool_var("") for v in G}
    for v in G:
        model.add_bool_or(chosen[v], *(chosen[w] for w in G[v]))
    model.minimize(sum(chosen.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2  # quicker here than the default
    assert solver.solve(model) == cp_model.OPTIMAL


def color_by_cp_sat(G: nx.Graph[Any], least: int) -> None:
    """Show that one color less is not enough, and find a coloring."""
    from ortools.sat.python import cp_model

    lines = list(nx.find_cliques(G))
    for number, answer in ((least - 1, cp_model.INFEASIBLE), (least, cp_model.OPTIMAL)):
        model = cp_model.CpModel()
        has = {v: [model.new_bool_var("") for _ in range(number)] for v in G}
        for v in G:
            model.add_exactly_one(has[v])
        for line in lines:
            for k in range(number):
                model.add_at_most_one(has[v][k] for v in line)
        for k, v in enumerate(max(lines, key=len)):
            model.add(has[v][k] == 1)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == answer
