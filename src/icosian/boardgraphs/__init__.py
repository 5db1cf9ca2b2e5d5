"""Boards as networkx graphs: BoardGraph and the generators."""

from icosian.boardgraphs.chess import (
    bishop_graph,
    grid_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rider_graph,
    rook_graph,
)
from icosian.boardgraphs.graph import BoardGraph, board_graph
from icosian.boardgraphs.hexagonal import hex_graph, triangular_graph

__all__ = [
    "BoardGraph",
    "bishop_graph",
    "board_graph",
    "grid_graph",
    "hex_graph",
    "king_graph",
    "knight_graph",
    "leaper_graph",
    "queen_graph",
    "rider_graph",
    "rook_graph",
    "triangular_graph",
]
