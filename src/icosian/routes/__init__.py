"""Route maps and shortest paths."""

from icosian.routes.maps import (
    fill_lengths,
    read_route_map,
    route_map,
    route_map_from_matrix,
    terrain_map,
)
from icosian.routes.postman import postman_walk
from icosian.routes.rounds import Walk, traveling_salesman
from icosian.routes.search import PreparedGraph, dijkstra, prepare
from icosian.routes.shortest_paths import DijkstraStep, ShortestPaths

__all__ = [
    "DijkstraStep",
    "PreparedGraph",
    "ShortestPaths",
    "Walk",
    "dijkstra",
    "fill_lengths",
    "postman_walk",
    "prepare",
    "read_route_map",
    "route_map",
    "route_map_from_matrix",
    "terrain_map",
    "traveling_salesman",
]
