"""Required and forbidden edges as a graph whose tours keep them, for the search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidArgument
from icosian.proofs import HOME, Middle

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["conditioned"]


def conditioned(
    G: nx.Graph[Any],
    require: Iterable[Any],
    forbid: Iterable[Any],
    *,
    closed: bool,
    start: Any = None,
    end: Any = None,
) -> tuple[nx.Graph[Any], dict[str, Any]]:
    """Return a graph with the same tours and no conditions, and the question about it.

    Forbidden edges are left out, a required one gets a node in its middle. A path with a free end
    becomes a cycle through home then: it must not end in the middle of an edge.
    """
    H: nx.Graph[Any] = nx.DiGraph() if G.is_directed() else nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(G)
    H.add_edges_from(G.edges())
    H.remove_edges_from(forbid)
    used = list(require)
    question = {"closed": closed, "start": start, "end": end}
    if used and not closed and (start is None or end is None):
        question = {"closed": True, "start": None, "end": None}
        _refuse(H, HOME)
        if H.is_directed():
            H.add_edges_from([(HOME, v) for v in (G if start is None else [start])])
            H.add_edges_from([(v, HOME) for v in (G if end is None else [end])])
        else:
            H.add_edges_from([(v, HOME) for v in G])
            used += [(HOME, v) for v in (start, end) if v is not None]
    H.remove_edges_from(used)
    for u, v in used:
        _refuse(H, Middle(u, v))
        nx.add_path(H, (u, Middle(u, v), v))
    return H, question


def _refuse(H: nx.Graph[Any], node: Any) -> None:
    if node in H:
        raise InvalidArgument(f"{node!r} is a node of the graph, and conditions need it")
