"""Peers for closed tours: the search of textbooks, and a SAT solver with lazy subtour cuts.

They return a checked tour, or None if there is none, without a proof.
"""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx
from measure import NoAnswer
from naive import textbook_tour
from pysat.solvers import Cadical153

if TYPE_CHECKING:
    from collections.abc import Callable

    Peer = Callable[[nx.Graph[Any]], list[Any] | None]

__all__ = ["checked", "excludes", "finds", "sat", "textbook", "textbook_from_b1"]


def finds(peer: Peer, G: nx.Graph[Any]) -> None:
    """Let a peer find a tour."""
    if peer(G) is None:
        raise NoAnswer("found no tour")


def excludes(peer: Peer, G: nx.Graph[Any]) -> None:
    """Let a peer find out that there is no tour."""
    if peer(G) is not None:
        raise NoAnswer("found a tour")


def textbook(G: nx.Graph[Any], start: Any = (0, 0)) -> list[Any] | None:
    """Search for a closed tour of a board by recursion in Warnsdorff's order."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1_000 + 2 * len(G)))
    tour = textbook_tour(G, start, closed=True)
    return None if tour is None else checked(G, tour)


def textbook_from_b1(G: nx.Graph[Any]) -> list[Any] | None:
    """Do the same from a square where the search is quick on the 8 x 8 board."""
    return textbook(G, (max(G)[0], 1))


def sat(G: nx.Graph[Any]) -> list[Any] | None:
    """Search by CaDiCaL: 2-factors, cut at their cycles until one is whole."""
    if G.is_directed():
        return _sat_directed(G)
    number = {edge: k for k, (u, v) in enumerate(G.edges, start=1) for edge in ((u, v), (v, u))}
    with Cadical153() as solver:
        for u in G:
            edges = [number[u, v] for v in G.adj[u]]
            for one in edges:  # at least two: all but any one hold another
                solver.add_clause([edge for edge in edges if edge != one])
            for three in combinations(edges, 3):  # at most two
                solver.add_clause([-edge for edge in three])
        while solver.solve():
            model = solver.get_model()
            cycles = _cycles({u: [v for v in G.adj[u] if model[number[u, v] - 1] > 0] for u in G})
            if len(cycles) == 1:
                return checked(G, cycles[0])
            for inside in map(set, cycles):  # an edge must leave it
                leaving = [number[u, v] for u in inside for v in G.adj[u] if v not in inside]
                solver.add_clause(leaving)
    return None


def _sat_directed(G: nx.Graph[Any]) -> list[Any] | None:
    """Search the graph in which every node is a path of three, entered at its first."""
    threefold: nx.Graph[Any] = nx.Graph()
    for v in G:
        nx.add_path(threefold, ((v, 0), (v, 1), (v, 2)))
    threefold.add_edges_from(((u, 2), (v, 0)) for u, v in G.edges)
    cycle = sat(threefold)
    if cycle is None:
        return None
    tour = [v for v, place in cycle if place == 1]
    return checked(G, tour if cycle[1][1] == 1 else tour[::-1])


def _cycles(mates: dict[Any, list[Any]]) -> list[list[Any]]:
    cycles = []
    fresh = dict.fromkeys(mates)
    while fresh:
        v: Any = next(iter(fresh))
        cycles.append([])
        while v is not None:
            del fresh[v]
            cycles[-1].append(v)
            v = next((w for w in mates[v] if w in fresh), None)
    return cycles


def checked(G: nx.Graph[Any], tour: list[Any]) -> list[Any]:
    """Return a tour after a look at each of its edges."""
    assert len(tour) == len(G) == len(set(tour))
    assert all(G.has_edge(u, v) for u, v in pairwise([*tour, tour[0]]))
    return tour
