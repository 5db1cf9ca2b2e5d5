"""Shortest paths; peers are networkx, scipy, rustworkx and igraph.

Each map is asked four questions: distances on arrays that are ready; all tied predecessors and
distances as dictionaries, from the graph and from a prepared one; and views of a prepared one.
Small maps are asked for dictionaries from the graph, and for one path; some of 10,000 nodes also
for dictionaries as the first question of a process.
"""

import math
import sys
from functools import lru_cache, partial
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from instances import weighted
from race import Program, asks, once

import icosian

NETWORKX, SCIPY = "dijkstra_predecessor_and_distance", "scipy.sparse.csgraph"
RUSTWORKX, IGRAPH = "rustworkx", "igraph"
ONE_PATH, TWO_ENDED = "dijkstra_path", "bidirectional_dijkstra"


def grid(size, *, whole=True):
    """Return streets at right angles."""
    side = math.isqrt(size)
    return weighted(nx.grid_2d_graph(side, side), 9, whole=whole)


def knight(size):
    """Return the graph of the knight, whose moves have whole weights."""
    return weighted(nx.Graph(icosian.knight_graph(math.isqrt(size))), 9)


def road(size):
    """Return towns with names and lengths of roads: to the 4 nearest, 2.4 edges to a node."""
    from scipy.spatial import KDTree

    points = np.random.default_rng(1).random((size, 2))
    _, near = KDTree(points).query(points, 5)
    pairs = np.column_stack((np.repeat(near[:, 0], 4), near[:, 1:].ravel()))
    pairs = np.unique(np.sort(pairs), axis=0)
    lengths = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1).tolist()
    names = [f"town {k:06d}" for k in range(size)]
    G = nx.Graph()
    G.add_weighted_edges_from(
        (names[u], names[v], w) for (u, v), w in zip(pairs.tolist(), lengths, strict=True)
    )
    return G.subgraph(max(nx.connected_components(G), key=len)).copy()


class Map(NamedTuple):
    """A graph, a node in its midst, the last node, and the graph prepared."""

    G: nx.Graph
    source: Any
    far: Any
    prepared: icosian.routes.PreparedGraph

    @property
    def edges(self):
        """The pairs of numbers of nodes, and their weights, as lists."""
        number = self.prepared.index
        ends = [(number[u], number[v]) for u, v in self.G.edges]
        return ends, [weight for _, _, weight in self.G.edges(data="weight")]


@lru_cache(maxsize=1)
def ready(make, size):
    """Return a map."""
    G = make(size)
    nodes = list(G)
    return Map(G, nodes[(len(G) + math.isqrt(len(G))) // 2], nodes[-1], icosian.prepare(G))


def by_scipy(place):
    """Search a sparse matrix."""
    from scipy.sparse.csgraph import dijkstra

    matrix = nx.to_scipy_sparse_array(place.G, nodelist=place.prepared.nodes, dtype=float)
    return partial(dijkstra, matrix, indices=place.prepared.index[place.source])


def by_rustworkx(place):
    """Search a graph of rustworkx; its answer leaves out the source."""
    from rustworkx import PyGraph, graph_dijkstra_shortest_path_lengths

    graph = PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(place.G)))
    graph.add_edges_from([(u, v, w) for (u, v), w in zip(*place.edges, strict=True)])
    start = place.prepared.index[place.source]
    return partial(graph_dijkstra_shortest_path_lengths, graph, start, float)


def by_igraph(place):
    """Search a graph of igraph."""
    from igraph import Graph

    pairs, weights = place.edges
    graph, start = Graph(len(place.G), pairs), place.prepared.index[place.source]
    return lambda: graph.distances([start], weights=weights)[0]


def agrees(run):
    """Compare the distances of a peer with ours."""
    if run.ours is None:
        return
    nodes, found = run.subject.prepared.nodes, run.answer
    if hasattr(found, "keys"):
        found = {run.subject.prepared.index[run.subject.source]: 0.0} | dict(found.items())
        found = [found[v] for v in range(len(nodes))]
    assert np.allclose(found, [run.ours.distances[v] for v in nodes], rtol=1e-12)


def has_distances(run):
    """Check the last of the distances that were asked for."""
    if run.ours is not None:
        ours, theirs = ([*answer][1] for answer in (run.ours, run.answer))
        assert ours[run.subject.far] == theirs[run.subject.far]


def by_networkx(place):
    """Return the same dictionaries by networkx."""
    return lambda: nx.dijkstra_predecessor_and_distance(place.G, place.source)


def cold(place):
    """Search the graph, and return dictionaries."""
    return lambda: icosian.dijkstra(place.G, place.source).to_dicts()


def warm(place):
    """Search the prepared graph, and return dictionaries."""
    return lambda: place.prepared.dijkstra(place.source).to_dicts()


def views(place):
    """Search the prepared graph, find all tied predecessors, and look at one node."""

    def look():
        paths = place.prepared.dijkstra(place.source)
        return paths.distances[place.far], paths.predecessors[place.far], paths

    return look


def dictionaries(ask, check=has_distances):
    """Return what makes a case; the peer is networkx's function that returns the same."""
    return asks(ask, check, peers={NETWORKX: by_networkx})


def first_question(name):
    """Return what makes the case of dictionaries as the first question of a process."""
    head = f"""import sys, time, networkx as nx, icosian
sys.path[:0] = {sys.path[:2]}
import dijkstra
place = dijkstra.ready(dijkstra.{name}, 10_000)
began = time.perf_counter()
"""
    tail = "\nprint(time.perf_counter() - began)"
    ours, theirs = (
        Program("-c", f"{head}dijkstra.{ask.__name__}(place)(){tail}", tells=True)
        for ask in (cold, by_networkx)
    )
    return asks(ours, peers={NETWORKX: theirs})


one_path = asks(
    lambda m: lambda: icosian.dijkstra(m.G, m.source, target=m.far).path(m.far),
    peers={
        ONE_PATH: lambda m: partial(nx.dijkstra_path, m.G, m.source, m.far),
        TWO_ENDED: lambda m: partial(nx.bidirectional_dijkstra, m.G, m.source, m.far),
    },
)
distances = asks(
    lambda m: once(m.prepared.dijkstra)(m.source),
    agrees,
    peers={SCIPY: by_scipy, RUSTWORKX: by_rustworkx, IGRAPH: by_igraph},
)
SMALL = ("dictionaries cold", dictionaries(cold), None), ("one path", one_path, {ONE_PATH: 1.5})
LARGE = (
    ("distances", distances, {SCIPY: 2.5, RUSTWORKX: 5, IGRAPH: 6}),
    ("dictionaries cold", dictionaries(cold), None),
    ("dictionaries prepared", dictionaries(warm), {NETWORKX: 6}),
    ("views prepared", dictionaries(views, None), {NETWORKX: 35}),
)
"""What maps are asked, and the goals where they are not those of the map."""
MAPS = [
    *(
        (name, make, size, times)
        for size in (10_000, 100_000)
        for name, make, times in (
            ("grid", grid, 2),
            ("grid, float weights", partial(grid, whole=False), 2),
            ("knight", knight, 2),
            ("road, string labels", road, 1),
        )
    ),
    ("grid", grid, 1_000_000, 2),
]
"""Names, what makes them, sizes, and how many times as fast as networkx dictionaries are."""
