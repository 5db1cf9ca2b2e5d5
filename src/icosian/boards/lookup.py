"""Look up nodes of a graph, also by the names of squares."""

from __future__ import annotations

from typing import Any

import networkx as nx

from icosian._io.text import shown
from icosian.boards.board import board_of
from icosian.boards.piece import Piece, piece_of
from icosian.exceptions import InvalidArgument, NotANode


def node_of(G: nx.Graph[Any], node: Any, role: str) -> Any:
    """Return a node given by itself or as a square of the board, by coordinates or by name."""
    if node in G:
        return node
    reason = f"{role} {shown(node)} is not a node of the graph"
    board = board_of(G)
    if board is not None:
        try:
            square = board.square(node)
        except InvalidArgument as error:
            reason = f"{role}: {error}"
        else:
            if square in G:
                return square
    else:
        try:
            hash(node)
        except TypeError:
            reason = f"{role} {shown(node)} is unhashable, so it cannot be a node"
    raise NotANode(reason)


def named_ranks(G: nx.Graph[Any]) -> int | None:
    """Return the number of rows of a plane board whose squares have names and are the nodes."""
    board = board_of(G)
    if board is None or not board.has_names or not all(node in board for node in G):
        return None
    return board.shape[0]


def walls(G: nx.Graph[Any]) -> list[tuple[Any, Any]]:
    """Return the squares next to each other that a wazir's graph of a plane board does not join."""
    board = board_of(G)
    if board is None or board.dimensions != 2 or any(board.periodic) or board.hexagonal:
        return []
    if piece_of(G) != Piece.named("wazir", dimensions=2):
        return []
    squares = [v for v in G if v in board]
    sides = [((r, c), (r + i, c + 1 - i)) for r, c in squares for i in (0, 1)]
    return [(u, v) for u, v in sides if v in G and not G.has_edge(u, v)]


def called(G: nx.Graph[Any], node: Any) -> str:
    """Return what a node is called in an error: the name of a square on a board."""
    board = board_of(G)
    if board is not None and board.has_names and node in board:
        return board.name(node)
    return shown(node)
