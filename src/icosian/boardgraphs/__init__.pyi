# The public names of this room, and their homes.

from .graph import (
    BoardGraph as BoardGraph,
    bishop_graph as bishop_graph,
    board_graph as board_graph,
    grid_graph as grid_graph,
    hex_graph as hex_graph,
    king_graph as king_graph,
    knight_graph as knight_graph,
    leaper_graph as leaper_graph,
    queen_graph as queen_graph,
    rider_graph as rider_graph,
    rook_graph as rook_graph,
    triangular_graph as triangular_graph,
)
