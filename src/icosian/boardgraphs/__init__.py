"""Boards as networkx graphs: BoardGraph and the generators."""

from icosian.boardgraphs.graph import (
    BoardGraph,
    bishop_graph,
    board_graph,
    grid_graph,
    hex_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rider_graph,
    rook_graph,
    triangular_graph,
)

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
