"""Walks made by hand, so that pictures are tested without any search."""

from itertools import pairwise

import networkx as nx

from icosian.boardgraphs.graph import board_graph, knight_graph
from icosian.boards.board import Board
from icosian.routes.maps import route_map, terrain_map
from icosian.routes.rounds import Walk

TOWNS = {"A": (0, 0), "B": (4, 0), "C": (8, 0), "D": (8, 4), "E": (4, 5), "F": (0, 6)}
ROADS = [("A", "B", 4), ("B", "C", 4), ("C", "D", 4), ("D", "E", 4), ("E", "B", 5), ("A", "F", 6)]


def walk_on(G, *stops, closed=True, **proved):
    """The walk by shortest paths through some stops in their order."""
    ends = [*stops, stops[0]] if closed else stops
    legs = [nx.shortest_path(G, u, v) for u, v in pairwise(ends)] or [stops]
    length = sum(len(leg) - 1 for leg in legs)
    return Walk(legs, is_closed=closed, length=length, G=G, **proved)


def towns(*stops, directed=False, **options):
    return walk_on(route_map(ROADS, pos=TOWNS, directed=directed), *stops, **options)


def hill():
    return terrain_map([[1 + min(r, c) for c in range(10)] for r in range(6)])


def large():
    G = nx.grid_2d_graph(45, 45)
    nx.set_node_attributes(G, {v: v for v in G}, "pos")
    return G


WALKS = {
    "there and back": towns("A", "C", "D"),
    "open": towns("D", "A", "F", closed=False),
    "one stop": towns("B"),
    "one stop, open": towns("B", closed=False),
    "no map": Walk(["abc", "cbd", "dba"], is_closed=True, length=6),
    "circle": walk_on(nx.complete_graph(9), 0, 4, 2),
    "laid out": walk_on(nx.star_graph(5), 1, 2, 3),
    "one way": walk_on(
        route_map([*ROADS, ("C", "A", 1), ("B", "A", 4)], pos=TOWNS, directed=True), "A", "D"
    ),
    "board": walk_on(knight_graph(8), (0, 0), (7, 7), (3, 4)),
    "terrain": walk_on(hill(), (0, 0), (5, 9), (5, 0)),
    "torus": walk_on(board_graph(Board((5, 6), periodic=True), "king"), (0, 0), (2, 3), (4, 5)),
    "layers": walk_on(board_graph(Board((2, 3, 4)), "rook"), (0, 0, 0), (1, 2, 3)),
    "large": walk_on(large(), (0, 0), (44, 44), (44, 43), (0, 3)),
}
