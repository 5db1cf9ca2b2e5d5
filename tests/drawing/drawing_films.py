"""What is animated: tours, searches, and the steps of Dijkstra's algorithm."""

from drawing_tours import ring, six, snake

import icosian


def romania():
    return icosian.dijkstra(icosian.route_map([("A", "B", 2), ("B", "C", 3), ("A", "C", 9)]), "A")


SUBJECTS = {
    "closed": six,
    "open": lambda: six(is_closed=False),
    "graph": lambda: ring(9),
    "layers": lambda: snake(2, 3, 3),
    "torus": lambda: icosian.knight_graph(5, periodic=True).hamiltonian_cycle("a1"),
    "many": lambda: snake(13, 14),
    "large": lambda: snake(20, 21),
    "search": lambda: icosian.knight_graph(5).backtrack("a1", order="given"),
    "queens": lambda: icosian.placement_search(5),
    "paths": lambda: romania().steps,
}
