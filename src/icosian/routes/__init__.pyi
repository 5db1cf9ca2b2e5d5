# The public names of this room, and their homes.

from .maps import (
    fill_lengths as fill_lengths,
    read_route_map as read_route_map,
    route_map as route_map,
    route_map_from_matrix as route_map_from_matrix,
    terrain_map as terrain_map,
)
from .postman import (
    postman_walk as postman_walk,
)
from .rounds import (
    Walk as Walk,
    traveling_salesman as traveling_salesman,
)
from .search import (
    PreparedGraph as PreparedGraph,
    dijkstra as dijkstra,
    prepare as prepare,
)
from .shortest_paths import (
    DijkstraStep as DijkstraStep,
    ShortestPaths as ShortestPaths,
)
from .turns import (
    read_turns as read_turns,
    shortest_route as shortest_route,
)
