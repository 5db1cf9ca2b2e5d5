"""Longest paths of acyclic digraphs and of forests, with potentials that prove them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import networkx as nx

from icosian.tours.longest.rounding import Weights

if TYPE_CHECKING:
    from icosian.tours.longest.network import Network


def acyclic_path(network: Network) -> tuple[list[int], Weights] | None:
    """Return a longest path of an acyclic digraph, closed by home; None if it has a cycle.

    A node has as potential, for leaving, the largest gain of a path that ends there [1]_.

    References
    ----------
    .. [1] R. Sedgewick, K. Wayne, Algorithms, 4th edition, Addison-Wesley, 2011, section 4.4.
    """
    home = network.home
    if home is None or not network.directed:
        return None
    H: nx.DiGraph[int] = nx.DiGraph()
    H.add_nodes_from(range(home))
    H.add_edges_from(edge for edge in network.edges if home not in edge)
    try:
        order = list(nx.topological_sort(H))
    except nx.NetworkXUnfeasible:
        return None
    starts = set(network.neighbors[home])
    losses = sum(-gain for gain in network.gains.values() if gain < 0)
    # Elsewhere values begin so low that they stay below those of all paths from a start.
    below = -1 - sum(map(abs, network.gains.values()))
    reached = {v: 0 if v in starts else below for v in order}
    before: dict[int, int] = {}
    for u in order:
        for v in H[u]:
            through = reached[u] + network.gains[u, v]
            if through > reached[v]:
                reached[v], before[v] = through, u
    last = max(H, key=lambda v: (reached[v] if (v, home) in network.gains else 2 * below, -v))
    if reached[last] < -losses:
        return None  # no path joins the ends that are given
    path = [last]
    while path[-1] in before:
        path.append(before[path[-1]])
    arrivals = {network.size + v: -d for v, d in reached.items()}
    potentials = reached | arrivals | {network.size + home: -reached[last]}
    return [home, *path[::-1]], Weights(1, {port: p for port, p in potentials.items() if p}, ())


def forest_path(network: Network) -> tuple[list[int], Weights] | None:
    """Return a longest path of a forest without negative gains, closed by home; else None.

    Twice the distance of a node from the middle of the path, or from the end that is given, is its
    potential, and the multiplier of the edge that leads there.
    """
    home = network.home
    if home is None or network.directed or min(network.gains.values(), default=0) < 0:
        return None
    H: nx.Graph[int] = nx.Graph()
    H.add_nodes_from(range(home))
    H.add_edges_from(edge for edge in network.edges if home not in edge)
    if H.number_of_edges() >= home or not nx.is_forest(H):
        return None
    given = sorted(set(chain.from_iterable(network.given)) - {home})
    paths = []
    if given:
        distance, before = _distances(network, H, given[0])
        if given[-1] not in distance:
            return None
        last = given[1] if len(given) == 2 else max(distance, key=lambda v: (distance[v], -v))
        paths.append(_path(before, last)[::-1])
        potentials = {v: 2 * d for v, d in distance.items()}
        families = [((u, v), 2 * potentials[v]) for v, u in before.items()]
        top = 2 * distance[last]
    else:
        potentials, families, top = {}, [], 0
        for part in nx.connected_components(H):
            distance, _ = _distances(network, H, min(part))
            first = max(distance, key=lambda v: (distance[v], -v))
            distance, before = _distances(network, H, first)
            last = max(distance, key=lambda v: (distance[v], -v))
            path, length = _path(before, last), distance[last]
            paths.append(path)
            # The path is cut in the middle: both ends of its edge there are roots.
            k = next(k for k, v in enumerate(path) if 2 * distance[v] <= length)
            roots = {path[k]: length - 2 * distance[path[k]]}
            if k:
                roots[path[k - 1]] = 2 * distance[path[k - 1]] - length
            more, own = _potentials(network, H, roots)
            potentials |= more
            families += own
            top = max(top, length)
    best = max(paths, key=lambda path: sum(map(network.gain, path, path[1:])))
    potentials[home] = -top
    ports = {v: p for v, p in potentials.items() if p}
    return [home, *best], Weights(2, ports, tuple((f, z) for f, z in families if z))


def _distances(
    network: Network, H: nx.Graph[int], root: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the distances from a node of a forest, and the node before each."""
    distance, before = {root: 0}, {}
    queue = [root]
    for u in queue:
        for v in H[u]:
            if v not in distance:
                distance[v], before[v] = distance[u] + network.gain(u, v), u
                queue.append(v)
    return distance, before


def _potentials(
    network: Network, H: nx.Graph[int], roots: dict[int, int]
) -> tuple[dict[int, int], list[tuple[tuple[int, int], int]]]:
    """Return twice the distances from the middle, and multipliers of edges; roots are adjacent."""
    potentials, families = dict(roots), []
    queue = list(roots)
    if len(roots) == 2:
        a, b = roots
        families += [((a, b), 2 * roots[b]), ((b, a), 2 * roots[a])]
    for u in queue:
        for v in H[u]:
            if v not in potentials:
                potentials[v] = potentials[u] + 2 * network.gain(u, v)
                families.append(((u, v), 2 * potentials[v]))
                queue.append(v)
    return potentials, families


def _path(before: dict[int, int], last: int) -> list[int]:
    """Return the path that leads to a node, from its end."""
    path = [last]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path
