"""Shortest paths; peers are networkx, scipy, rustworkx and igraph.

Each map is asked four questions: distances on arrays that are ready; all tied predecessors and
distances as dictionaries, from the graph and from a prepared one; and views of a prepared one.
Small maps are asked for dictionaries from the graph, and for one path; some of 10,000 nodes also
for dictionaries in a process whose kernels are not loaded.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

import networkx as nx
import numpy as np
from cases import NEVER_INTERPRETED, Case
from measure import clock
from report import Goal

import icosian
from icosian._kernels import _jit

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

__all__ = ["ROUTES"]

NETWORKX, SCIPY = "dijkstra_predecessor_and_distance", "scipy.sparse.csgraph"
RUSTWORKX, IGRAPH = "rustworkx", "igraph"
ONE_PATH, TWO_ENDED = "dijkstra_path", "bidirectional_dijkstra"
BESIDE_COMPILED = (Goal(SCIPY, 2.5), Goal(RUSTWORKX, 5), Goal(IGRAPH, 6))


class Map(NamedTuple):
    """A graph of about ``size`` nodes, and how many times as fast a cold search should be."""

    name: str
    size: int
    make: Callable[[int], nx.Graph[Any]]
    cold: float = 2


def weighted(G: nx.Graph[Any], *, whole: bool) -> nx.Graph[Any]:
    """Give the edges weights from 1 to 9 at random."""
    random = np.random.default_rng(1)
    weights = random.integers(1, 10, G.size()) if whole else random.uniform(1, 9, G.size())
    for (_, _, data), weight in zip(G.edges(data=True), weights.tolist(), strict=True):
        data["weight"] = weight
    return G


def grid(size: int, *, whole: bool) -> nx.Graph[Any]:
    """Return streets at right angles."""
    side = math.isqrt(size)
    return weighted(nx.grid_2d_graph(side, side), whole=whole)


def knight(size: int) -> nx.Graph[Any]:
    """Return the graph of the knight, whose moves have whole weights."""
    return weighted(nx.Graph(icosian.knight_graph(math.isqrt(size))), whole=True)


def road(size: int) -> nx.Graph[Any]:
    """Return towns with names and lengths of roads: to the 4 nearest, 2.4 edges to a node."""
    from scipy.spatial import KDTree

    points = np.random.default_rng(1).random((size, 2))
    _, near = KDTree(points).query(points, 5)
    pairs = np.column_stack((np.repeat(near[:, 0], 4), near[:, 1:].ravel()))
    pairs = np.unique(np.sort(pairs), axis=0)
    lengths = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1).tolist()
    names = [f"town {k:06d}" for k in range(size)]
    G: nx.Graph[Any] = nx.Graph()
    G.add_weighted_edges_from(
        (names[u], names[v], w) for (u, v), w in zip(pairs.tolist(), lengths, strict=True)
    )
    return G.subgraph(max(nx.connected_components(G), key=len)).copy()


@lru_cache(maxsize=1)
def ready(place: Map) -> tuple[nx.Graph[Any], Any, icosian.routes.PreparedGraph]:
    """Return a map, a node in its midst, and the map prepared; kernels are loaded."""
    G = place.make(place.size)
    source = list(G)[(len(G) + math.isqrt(len(G))) // 2]
    prepared = icosian.prepare(G)
    with NEVER_INTERPRETED:
        prepared.dijkstra(source).to_dicts()
    return G, source, prepared


def distances(place: Map) -> dict[str, Contender]:
    """Search arrays that are ready, each library its own."""
    _, source, prepared = ready(place)
    start = prepared.index[source]

    @cache
    def edges() -> tuple[list[tuple[int, int]], list[float]]:
        arrays = prepared.arrays
        tails, heads = arrays.rows.sources(), arrays.rows.indices
        once = tails < heads
        return list(zip(tails[once].tolist(), heads[once].tolist(), strict=True)), arrays.weights[
            once
        ].tolist()

    @cache
    def scipy_search() -> Callable[[], Any]:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        rows = prepared.arrays.rows
        matrix = csr_array((prepared.arrays.weights, rows.indices, rows.indptr.astype(np.int32)))
        return lambda: dijkstra(matrix, indices=start)

    @cache
    def rustworkx_search() -> Callable[[], Any]:
        from rustworkx import PyGraph, graph_dijkstra_shortest_path_lengths

        graph = PyGraph(multigraph=False)
        graph.add_nodes_from(range(len(prepared.nodes)))
        pairs, weights = edges()
        graph.add_edges_from([(u, v, w) for (u, v), w in zip(pairs, weights, strict=True)])
        return lambda: graph_dijkstra_shortest_path_lengths(graph, start, float)

    @cache
    def igraph_search() -> Callable[[], Any]:
        from igraph import Graph

        pairs, weights = edges()
        graph = Graph(len(prepared.nodes), pairs)
        return lambda: graph.distances([start], weights=weights)[0]

    def peer(search: Callable[[], Callable[[], Any]], read: Callable[[Any], Any]) -> Contender:
        @cache
        def agreed() -> None:
            lengths = prepared.dijkstra(source).distances
            assert np.array_equal(read(search()()), [lengths[v] for v in prepared.nodes])

        def run() -> float:
            agreed()
            return clock(search())

        return run

    def in_order(lengths: Any) -> list[float]:
        return [0.0 if v == start else lengths[v] for v in range(len(prepared.nodes))]

    return {
        "icosian": lambda: clock(lambda: prepared.dijkstra(source)),
        SCIPY: peer(scipy_search, np.asarray),
        RUSTWORKX: peer(rustworkx_search, in_order),
        IGRAPH: peer(igraph_search, np.asarray),
    }


def beside_networkx(
    question: Callable[[Map], Callable[[], Any]], place: Map
) -> dict[str, Contender]:
    """Answer a question; the peer is the function of networkx that returns the same."""
    G, source, _ = ready(place)
    ours = question(place)
    return {
        "icosian": lambda: clock(ours),
        NETWORKX: lambda: clock(lambda: nx.dijkstra_predecessor_and_distance(G, source)),
    }


def cold(place: Map) -> Callable[[], Any]:
    """Search the graph, and return dictionaries."""
    G, source, _ = ready(place)
    return lambda: icosian.dijkstra(G, source).to_dicts()


def first(place: Map) -> Callable[[], Any]:
    """Do the same as the first question of a process, whose kernels are not loaded."""
    search = cold(place)

    def unloaded() -> Any:
        with patch.object(_jit, "_codes", {}):
            return search()

    return unloaded


def one_path(place: Map) -> dict[str, Contender]:
    """Find a shortest path to the last node."""
    G, source, prepared = ready(place)
    far = prepared.nodes[-1]
    return {
        "icosian": lambda: clock(lambda: icosian.dijkstra(G, source, target=far).path(far)),
        ONE_PATH: lambda: clock(lambda: nx.dijkstra_path(G, source, far)),
        TWO_ENDED: lambda: clock(lambda: nx.bidirectional_dijkstra(G, source, far)),
    }


def warm(place: Map) -> Callable[[], Any]:
    """Search the prepared graph, and return dictionaries."""
    _, source, prepared = ready(place)
    return lambda: prepared.dijkstra(source).to_dicts()


def views(place: Map) -> Callable[[], Any]:
    """Search the prepared graph, find all tied predecessors, and look at one node."""
    _, source, prepared = ready(place)
    far = prepared.nodes[-1]

    def look() -> Any:
        paths = prepared.dijkstra(source)
        return paths.distances[far], paths.predecessors[far], paths

    return look


MAPS = [
    *(
        place
        for size in (10_000, 100_000)
        for place in (
            Map("grid", size, partial(grid, whole=True)),
            Map("grid, float weights", size, partial(grid, whole=False)),
            Map("knight", size, knight),
            Map("road, string labels", size, road, cold=1),
        )
    ),
    Map("grid", 1_000_000, partial(grid, whole=True)),
]

SMALL_MAPS = [
    Map("knight", size, knight, cold)
    for size, cold in ((16, 1.5), (100, 1.5), (400, 1.5), (900, 1.5), (2_500, 2))
]

ROUTES = [
    case
    for place in SMALL_MAPS
    for name in [f"{place.name}, {place.size:,} nodes"]
    for case in (
        Case(
            f"dictionaries cold, {name}",
            partial(beside_networkx, cold, place),
            (Goal(NETWORKX, place.cold),),
        ),
        Case(f"one path, {name}", partial(one_path, place), (Goal(ONE_PATH, 1.5),)),
    )
]
ROUTES += [
    Case(
        f"dictionaries as the first question, {place.name}, {place.size:,} nodes",
        partial(beside_networkx, first, place),
        (Goal(NETWORKX, 1.5),),
    )
    for place in MAPS
    if place.size == 10_000 and place.name in ("grid", "knight")
]
ROUTES += list(
    chain.from_iterable(
        (
            Case(f"distances, {name}", partial(distances, place), BESIDE_COMPILED),
            *(
                Case(
                    f"{title}, {name}",
                    partial(beside_networkx, question, place),
                    (Goal(NETWORKX, goal),),
                )
                for title, question, goal in (
                    ("dictionaries cold", cold, place.cold),
                    ("dictionaries prepared", warm, 6),
                    ("views prepared", views, 35),
                )
            ),
        )
        for place in MAPS
        for name in [f"{place.name}, {place.size:,} nodes"]
    )
)
