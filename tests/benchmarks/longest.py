"""Longest paths and cycles next to CP-SAT.

Each answer of icosian is proved, and its proof checked off the clock; the peer returns no proof.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx
from cases import LONGEST_CP_SAT, NEVER_INTERPRETED, Case, peer
from measure import NoAnswer, clock
from report import Goal

import icosian

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

__all__ = ["LONGEST"]

LIMIT = 10.0


def most_nodes(
    closed: bool,
    search: Callable[..., int | None],
    question: tuple[nx.Graph[Any], int],
) -> None:
    """Let a peer find how many nodes a longest cycle or path has."""
    G, size = question
    found = search(G, closed=closed)
    if found is None:
        raise NoAnswer("proved nothing")
    assert found == size


def longest(make: Callable[[], nx.Graph[Any]], *, closed: bool) -> dict[str, Contender]:
    """Find a longest cycle or path, kernels being loaded."""
    G = make()
    search = icosian.longest_cycle if closed else icosian.longest_path
    with NEVER_INTERPRETED:
        tour = search(G)
    assert tour.is_longest
    tour.proof.check(G)
    verb = partial(most_nodes, closed)
    return {
        "icosian": lambda: clock(lambda: search(G)),
        LONGEST_CP_SAT: peer(LONGEST_CP_SAT, verb, (G, tour.size), LIMIT),
    }


def largest_component(make: Callable[[], nx.Graph[Any]]) -> nx.Graph[Any]:
    """Return the largest component of a graph."""
    G = make()
    return G.subgraph(max(nx.connected_components(G), key=len)).copy()


def random_graph(n: int, p: float, seed: int) -> Callable[[], nx.Graph[Any]]:
    """Return what makes the largest component of a random graph."""
    return partial(largest_component, partial(nx.gnp_random_graph, n, p, seed=seed))


def geometric(n: int, radius: float) -> Callable[[], nx.Graph[Any]]:
    """Return what makes the largest component of a geometric graph."""
    return partial(largest_component, partial(nx.random_geometric_graph, n, radius, seed=4))


LONGEST = [
    Case(
        f"longest {kind}, {name}",
        partial(longest, make, closed=kind == "cycle"),
        (Goal(seconds=2), Goal(LONGEST_CP_SAT, 1)),
    )
    for name, make in (
        ("Tutte's graph", nx.tutte_graph),
        ("9 x 9 grid", partial(nx.grid_2d_graph, 9, 9)),
        ("random graph, 88 nodes", random_graph(100, 0.025, 2)),
        ("random graph, 175 nodes", random_graph(200, 0.012, 2)),
        ("geometric graph, 42 nodes", geometric(150, 0.1)),
        ("geometric graph, 156 nodes", geometric(300, 0.07)),
    )
    for kind in ("cycle", "path")
]
