"""Generators of boards by the names of their pieces."""

from together import together

from icosian import (
    bishop_graph,
    grid_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rider_graph,
    rook_graph,
)

CHESS = {
    "knight": knight_graph,
    "king": king_graph,
    "queen": queen_graph,
    "rook": rook_graph,
    "bishop": bishop_graph,
    "wazir": grid_graph,
}
PLANE = {
    **CHESS,
    "camel": lambda *sides, **options: leaper_graph(1, 3, *sides, **options),
    "nightrider": lambda *sides, **options: rider_graph(1, 2, *sides, **options),
}
every_chess_piece = together("name", CHESS)
every_generator = together("make", PLANE.values(), ids=PLANE)


def edge_set(G):
    return set(map(frozenset, G.edges))
