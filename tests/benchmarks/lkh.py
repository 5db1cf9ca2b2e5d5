"""A peer that may not be installed: LKH, the local search for short tours, by elkai."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import elkai
from peers import checked

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx
    from tsplib import Instance

__all__ = ["lkh", "short_by_lkh"]


def lkh(G: nx.Graph[Any]) -> list[Any] | None:
    """Return a Hamiltonian cycle, or None if the tour of one run uses what is no edge."""
    nodes = list(G)
    costs = [[0 if G.has_edge(u, v) else 1 for v in nodes] for u in nodes]
    tour = elkai.DistanceMatrix(costs).solve_tsp(runs=1)
    if any(costs[u][v] for u, v in pairwise(tour)):
        return None
    return checked(G, [nodes[v] for v in tour[:-1]])


def short_by_lkh(instance: Instance, _: float) -> Callable[[], list[int]]:
    """Return what finds a short tour in one run, which takes its time."""
    matrix = elkai.DistanceMatrix(instance.whole.tolist())
    return lambda: matrix.solve_tsp(runs=1)[:-1]
