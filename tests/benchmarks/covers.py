"""Path covers: the fewest paths that visit all nodes, next to CP-SAT.

Each cover of icosian is proved to be minimum, and its proof checked off the clock; the peer returns
no proof.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx
from cases import COVER_CP_SAT, NEVER_INTERPRETED, Case, peer
from measure import NoAnswer, clock
from report import Goal

import icosian

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

__all__ = ["COVERS"]

LIMIT = 10.0


def covers(
    search: Callable[..., list[list[Any]] | None], question: tuple[nx.Graph[Any], int]
) -> None:
    """Let a peer find a minimum path cover."""
    G, fewest = question
    paths = search(G)
    if paths is None:
        raise NoAnswer("proved nothing")
    assert sorted(chain.from_iterable(paths)) == sorted(G)
    assert all(G.has_edge(u, v) for path in paths for u, v in pairwise(path))
    assert len(paths) == fewest


def covered(make: Callable[[], nx.Graph[Any]], limit: float | None = LIMIT) -> dict[str, Contender]:
    """Find a minimum path cover, kernels being loaded."""
    G = make()
    with NEVER_INTERPRETED:
        cover = icosian.minimum_path_cover(G)
    assert cover.is_optimal
    cover.proof.check(G)
    ours: dict[str, Contender] = {"icosian": lambda: clock(lambda: icosian.minimum_path_cover(G))}
    if limit is None:
        return ours
    return ours | {COVER_CP_SAT: peer(COVER_CP_SAT, covers, (G, len(cover)), limit)}


def acyclic(n: int, arcs: int) -> nx.DiGraph[Any]:
    """Return a random acyclic digraph."""
    G = nx.gnm_random_graph(n, arcs, seed=1, directed=True)
    G.remove_edges_from([(u, v) for u, v in G.edges if u > v])
    return G


def sparse(n: int, degree: float, **options: Any) -> Callable[[], nx.Graph[Any]]:
    """Return what makes a random graph of a mean degree."""
    return partial(nx.fast_gnp_random_graph, n, degree / n, seed=1, **options)


COVERS = [
    Case(f"path cover, {name}", partial(covered, make), (Goal(seconds=most),))
    for name, make, most in (
        ("random graph, 100 nodes, degree 2.5", sparse(100, 2.5), 0.5),
        ("random graph, 200 nodes, degree 2.5", sparse(200, 2.5), 0.5),
        ("random graph, 300 nodes, degree 3", sparse(300, 3), 3),
        ("geometric graph, 300 nodes", partial(nx.random_geometric_graph, 300, 0.07, seed=4), 3),
        ("random digraph, 200 nodes, degree 2", sparse(200, 2, directed=True), 0.5),
    )
] + [
    Case(f"path cover, {name}", partial(covered, make, None))
    for name, make in (
        ("random graph, 1,000 nodes, degree 3", sparse(1_000, 3)),
        ("random tree, 100,000 nodes", partial(nx.random_labeled_tree, 100_000, seed=3)),
        ("acyclic digraph, 50,000 nodes", partial(acyclic, 50_000, 300_000)),
    )
]
