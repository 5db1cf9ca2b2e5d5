"""Existence theorems on knight's tours, which order the methods but prove nothing."""

from __future__ import annotations

from typing import Any

import networkx as nx

from icosian.boards.board import Board, Square, board_of
from icosian.boards.piece import Piece, piece_of


def grants_knights_tour(
    board: Board, *, closed: bool, start: tuple[int, ...] | None = None
) -> bool:
    """Return True if a theorem guarantees a knight's tour of a plane board without holes.

    References
    ----------
    .. [1] Allen J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics
       Magazine 64 (1991), 325-332.
    .. [2] Chia and Ong, Generalized knight's tours on rectangular chessboards,
       Discrete Applied Mathematics 150 (2005), 80-98.

    Examples
    --------
    >>> from icosian import Board
    >>> [n for n in range(3, 13) if not grants_knights_tour(Board((3, n)), closed=True)]
    [3, 4, 5, 6, 7, 8, 9, 11]
    """
    m, n = sorted(board.shape)
    if closed:
        return not (m * n % 2 or m in {1, 2, 4} or (m == 3 and n in {4, 6, 8}))
    if m <= 2 or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)}:
        return False
    return start is None or m * n % 2 == 0 or sum(start) % 2 == 0


def is_hopeless(G: nx.Graph[Any], *, closed: bool) -> bool:
    """Return True if a theorem excludes a tour, unless edges of the graph have been changed."""
    board = board_of(G)
    if board is None or board.dimensions != 2 or board.holes or any(board.periodic):
        return False
    if len(G) != len(board) or grants_knights_tour(board, closed=closed):
        return False
    return piece_of(G) == Piece.named("knight")


# -- Symmetries of graphs that know their board


def square_symmetries(G: nx.Graph[Any]) -> list[dict[Square, Square]]:
    """Return the symmetries of a graph's board, the identity first, whatever its edges are.

    There are none if the graph does not know its board, or has nodes that are not its squares.
    Squares that the graph lacks are holes.
    """
    board = board_of(G)
    if board is None or not set(board.squares) >= set(G):
        return []
    kept = [image for image in board.symmetries() if all(image[v] in G for v in G)]
    found = [{v: image[v] for v in G} for image in kept]
    return list({tuple(image.values()): image for image in found}.values())


def graph_symmetries(G: nx.Graph[Any]) -> list[dict[Square, Square]]:
    """Return those symmetries of a graph's board that keep the edges of the graph."""
    return [
        image
        for image in square_symmetries(G)
        if all(G.has_edge(image[u], image[v]) for u, v in G.edges())
    ]
