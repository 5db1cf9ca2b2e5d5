"""A peer that may not be installed: the backtracking heuristic of Sage, by passagemath-graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peers import checked
from sage.graphs.graph import Graph

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["sage"]


def sage(G: nx.Graph[Any]) -> list[Any] | None:
    """Return a Hamiltonian cycle, or None if the heuristic ends without one."""
    graph = Graph([list(G), list(G.edges)], format="vertices_and_edges")
    found, cycle = graph.hamiltonian_cycle(algorithm="backtrack")
    return checked(G, list(cycle)) if found else None
