"""Symmetries of graphs that know their board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.boards.board import board_of

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Square


def square_symmetries(G: nx.Graph[Any]) -> list[dict[Square, Square]]:
    """Return the symmetries of a graph's board, the identity first, whatever its edges are.

    There are none if the graph does not know its board, or has other nodes than its squares.
    """
    board = board_of(G)
    if board is None or set(board.squares) != set(G):
        return []
    return board.symmetries()


def graph_symmetries(G: nx.Graph[Any]) -> list[dict[Square, Square]]:
    """Return those symmetries of a graph's board that keep the edges of the graph."""
    return [
        image
        for image in square_symmetries(G)
        if all(G.has_edge(image[u], image[v]) for u, v in G.edges())
    ]
