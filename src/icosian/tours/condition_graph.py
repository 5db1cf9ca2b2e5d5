"""Required and forbidden edges as a graph whose tours keep them, for the search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidArgument
from icosian.proofs import HOME, Middle


def conditioned(
    G: nx.Graph[Any],
    require: Iterable[Any],
    forbid: Iterable[Any],
    *,
    closed: bool,
    start: Any = None,
    end: Any = None,
    home: bool = False,
) -> tuple[nx.Graph[Any], bool]:
    """Return a graph with the same tours and no conditions, and whether these are cycles there.

    A question about a path becomes one about a cycle through home if it has to, or with ``home``.
    """
    directed = G.is_directed()
    key = tuple if directed else frozenset  # nodes are not compared: == of labels may be an array
    edges = {key(pair): pair for pair in G.edges()}
    for pair in forbid:
        edges.pop(key(pair), None)
    used = list(require)
    given = [v for v in (start, end) if v is not None]
    goes_home = not closed and (home or bool(used and len(given) < 2))
    if goes_home:
        _refuse(G, HOME)
        if directed:
            ways = [(HOME, v) for v in (G if start is None else [start])]
            ways += [(v, HOME) for v in (G if end is None else [end])]
        elif len(given) == 2:
            ways = [(v, HOME) for v in given]
        else:
            ways = [(v, HOME) for v in G]
            used += [(HOME, v) for v in given]
        edges |= {key(pair): pair for pair in ways}
    for u, v in used:
        _refuse(G, Middle(u, v))
        edges.pop(key((u, v)), None)
        edges |= {key(half): half for half in ((u, Middle(u, v)), (Middle(u, v), v))}
    H: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(G)
    H.add_edges_from(edges.values())
    return H, closed or goes_home


def _refuse(G: nx.Graph[Any], node: Any) -> None:
    if node in G:
        raise InvalidArgument(f"{node!r} is a node of the graph, and conditions need it")
