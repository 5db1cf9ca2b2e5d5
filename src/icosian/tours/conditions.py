"""Conditions on a tour: edges to use, edges to avoid, numbers of nodes."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument
from icosian.proofs import HOME, Middle

if TYPE_CHECKING:
    import networkx as nx

    from icosian.proofs.shared.claim import Pairs


def edge_key(edge: tuple[Any, Any], *, directed: bool) -> Any:
    """Return what is equal for both ways of writing an edge."""
    return edge if directed else frozenset(edge)


def checked_edges(
    G: nx.Graph[Any], require: Iterable[Any], forbid: Iterable[Any]
) -> tuple[Pairs, Pairs]:
    """Return the edges to use and to avoid, each once; pairs to avoid need not be edges."""
    used, avoided = _pairs(G, require, "require"), _pairs(G, forbid, "forbid")
    for key, (u, v) in used.items():
        if not G.has_edge(u, v):
            raise InvalidArgument(f"require must hold edges of the graph, got {(u, v)!r}")
        if key in avoided:
            raise InvalidArgument(f"edge {(u, v)!r} is both required and forbidden")
        if len({u, v}) < 2:  # == of two labels may be an array
            raise InvalidArgument(f"require: a tour never uses the loop {(u, v)!r}")
    return tuple(used.values()), tuple(pair for pair in avoided.values() if G.has_edge(*pair))


def _pairs(G: nx.Graph[Any], pairs: Iterable[Any], role: str) -> dict[Any, tuple[Any, Any]]:
    """Return pairs of nodes, each once, by their keys."""
    try:
        given = [tuple(pair) for pair in pairs]
    except TypeError:
        given = [()]
    found: dict[Any, tuple[Any, Any]] = {}
    for pair in given:
        if len(pair) != 2:
            raise InvalidArgument(f"{role} must hold pairs of nodes, got {pairs!r}")
        u, v = (node_of(G, node, role) for node in pair)
        found.setdefault(edge_key((u, v), directed=G.is_directed()), (u, v))
    return found


def checked_numbers(
    G: nx.Graph[Any],
    positions: Mapping[Any, int],
    index: Mapping[Any, int],
    ends: Mapping[int, int | None],
    *,
    closed: bool,
) -> dict[int, int]:
    """Return the node of every number, nodes by place; ``ends`` are numbers given already."""
    if not isinstance(positions, Mapping):
        raise InvalidArgument(f"positions must map nodes to numbers, got {positions!r}")
    n, nodes = len(index), list(index)
    given = [(v, k) for k, v in ends.items() if v is not None]
    for node, number in positions.items():
        try:
            k = 0 if isinstance(number, bool) else operator.index(number)
        except TypeError:
            k = 0
        if not 1 <= k <= n:
            raise InvalidArgument(
                f"positions must be integers from 1 to {n}, got {number!r} for {node!r}"
            )
        given.append((index[node_of(G, node, "positions")], k))
    numbers: dict[int, int] = {}
    places: dict[int, int] = {}
    for v, k in given:
        if numbers.setdefault(k, v) != v:
            raise InvalidArgument(
                f"number {k} is given to {nodes[numbers[k]]!r} and to {nodes[v]!r}"
            )
        if places.setdefault(v, k) != k:
            raise InvalidArgument(f"{nodes[v]!r} is given the numbers {places[v]} and {k}")
    if closed and 1 not in numbers:
        raise InvalidArgument(
            f"positions on a cycle count from its start, got {positions!r} and none"
        )
    return numbers


def original_order(nodes: Iterable[Any]) -> tuple[list[Any], bool]:
    """Return a tour without the further nodes of conditions, and whether home was one of them."""
    order = [v for v in nodes if not isinstance(v, Middle)]
    home = next((k for k, v in enumerate(order) if v is HOME), None)
    return (order, False) if home is None else (order[home + 1 :] + order[:home], True)


def original_paths(cover: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return the paths of the graph from paths of the graph with its conditions built in."""
    paths = []
    for path in cover:
        nodes = [HOME, *(v for v in path if not isinstance(v, Middle)), HOME]
        homes = [k for k, v in enumerate(nodes) if v is HOME]
        paths += [tuple(nodes[i + 1 : j]) for i, j in pairwise(homes) if j > i + 1]
    return tuple(sorted(paths, key=len, reverse=True))
