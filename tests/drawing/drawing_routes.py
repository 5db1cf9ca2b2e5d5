"""Maps and boards with shortest paths, made by hand."""

import math

import networkx as nx

from icosian.boardgraphs.graph import board_graph, king_graph, knight_graph
from icosian.boards.board import Board
from icosian.routes.maps import route_map, terrain_map
from icosian.routes.search import dijkstra

ROADS = "AB 10, AD 20, AH 30, BC 10, CE 20, DF 20, EH 20, FG 10, GH 10"
EIGHT = [(road[0], road[1], int(road[3:])) for road in ROADS.split(", ")]
PLACES = {
    "A": (0, 0),
    "B": (2, 2),
    "C": (5, 2.4),
    "D": (2, -1.5),
    "E": (7.5, 1),
    "F": (4.6, -2),
    "G": (6.6, -1.2),
    "H": (4, 0.3),
}
SQUARE = [("A", "B", 1), ("A", "C", 1), ("B", "D", 1), ("C", "D", 1), ("D", "E", 2)]


def eight(**options):
    return route_map(EIGHT, **options)


def scattered(n, radius, seed=1):
    G = nx.random_geometric_graph(n, radius, seed=seed)
    for u, v, data in G.edges(data=True):
        data["weight"] = round(100 * math.dist(G.nodes[u]["pos"], G.nodes[v]["pos"]))
    return G


def two_ways():
    roads = [("A", "B", 3), ("B", "A", 3), ("B", "C", 4), ("C", "B", 5), ("C", "D", 6)]
    return route_map(roads, directed=True)


def walled():
    """A board whose last column nobody reaches."""
    return terrain_map("12#1\n11#1\n29#1")


def question(G, source, target=None, **options):
    return G, dijkstra(G, source, **options), target


ROUTES = {
    "circle": question(eight(), "A", "E"),
    "positions": question(eight(pos=PLACES), "A", "E"),
    "digraph": question(two_ways(), "A", "D"),
    "ties": question(route_map(SQUARE), "A", "E"),
    "no paths": (eight(), None, None),
    "no target": question(eight(), "A"),
    "several sources": question(eight(pos=PLACES), ["A", "E", "G"], "F"),
    "a source as target": question(eight(), "A", "A"),
    "unreached": question(nx.disjoint_union(nx.path_graph(3), nx.path_graph(3)), 0, 2),
    "scattered": question(scattered(40, 0.25), 0),
    "crowd": question(scattered(300, 0.1), 0),
    "one place": question(nx.empty_graph(1), 0, 0),
    "one spot": question(
        nx.create_empty_copy(route_map([(0, 1, 2)], pos={0: (1, 1), 1: (1, 1)})), 0
    ),
    "board": question(knight_graph(8), "a1", "h8"),
    "terrain": question(walled(), (0, 0), (2, 0)),
    "bare terrain": (walled(), None, None),
    "torus": question(board_graph(Board((5, 6), periodic=True), "king"), (0, 0), (4, 5)),
    "layers": question(board_graph(Board((3, 4, 5)), "knight"), (0, 0, 0), (2, 3, 4)),
    "scale": question(knight_graph(13), "a1", "m13"),
    "large board": question(king_graph(30, 40), (0, 0), (29, 39)),
    "narrow board": question(king_graph(150, 2), (0, 0), (149, 1)),
    "board of one square": question(knight_graph(1), "a1", "a1"),
    "cut off": question(knight_graph(8), "a1", cutoff=2),
}


def asked(G, paths, target=None):
    """The arguments for a picture of a map, with or without paths."""
    if paths is None:
        return {"subject": G, "weight": "weight"}
    return {"subject": paths, "G": G, "target": target}
