"""All moves of a piece on a board at once, as arrays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian.boards.board import Board
    from icosian.boards.piece import Piece, Vector

__all__ = ["Moves", "moves"]


class Moves(NamedTuple):
    """Moves as parallel arrays, in the order of their sources.

    Attributes
    ----------
    source, target : int64 array, shape (k,)
        Indices into ``board.squares``.
    steps : int64 array, shape (k,)
        How many steps each move takes.
    length : float64 array, shape (k,)
        Its Euclidean length.
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    steps: NDArray[np.int64]
    length: NDArray[np.float64]


def moves(board: Board, piece: Piece) -> Moves:
    """Return the moves of a piece, each unordered pair of squares from one side only.

    Parameters
    ----------
    board : Board
        The board.
    piece : Piece
        The piece, of the board's dimension.

    Returns
    -------
    Moves
        On wrapped axes, or when one vector is a multiple of another, a pair of squares can come
        more than once.

    Raises
    ------
    InvalidArgument
        If the dimensions differ.

    Notes
    -----
    A ride goes on while the squares under way are on the board and no holes, and ends before it
    is back at its origin.
    """
    import numpy as np

    if piece.dimensions != board.dimensions:
        raise InvalidArgument(
            f"a piece of dimension {piece.dimensions} cannot move on a {board.size} board"
        )
    cells = math.prod(board.shape)
    index = np.arange(cells)
    if board.holes:
        hole = np.zeros(cells, bool)
        hole[np.ravel_multi_index(tuple(zip(*board.holes, strict=True)), board.shape)] = True
        index = np.where(hole, -1, np.cumsum(~hole) - 1)
    batches = [
        (index[source], index[target], steps, steps * math.hypot(*vector))
        for vector, reach in _one_way(piece)
        for source, target, steps in _ride(board, index, vector, reach)
    ]
    sizes = [len(source) for source, *_ in batches]
    source = np.concatenate([index[:0], *(batch[0] for batch in batches)])
    target = np.concatenate([index[:0], *(batch[1] for batch in batches)])
    by_source = np.argsort(source, kind="stable")  # networkx fills such a graph fastest
    return Moves(
        source[by_source],
        target[by_source],
        np.repeat(np.array([batch[2] for batch in batches], np.int64), sizes)[by_source],
        np.repeat(np.array([batch[3] for batch in batches], np.float64), sizes)[by_source],
    )


def _ride(
    board: Board, index: NDArray[np.int64], vector: Vector, reach: int | None
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
    """Yield the cells where moves along one vector begin and end, after 1, 2, ... steps."""
    import numpy as np

    axes = list(zip(vector, board.shape, board.periodic, strict=True))
    if any(abs(dx) >= side and not wraps for dx, side, wraps in axes):
        return
    start = np.flatnonzero(index >= 0)
    position = list(np.unravel_index(start, board.shape))
    steps = 0
    while reach is None or steps < reach:
        steps += 1
        alive = np.ones(len(start), bool)
        for axis, (dx, side, wraps) in enumerate(axes):
            if wraps:
                position[axis] = (position[axis] + dx % side) % side
            elif dx:
                position[axis] = position[axis] + dx
                alive &= (position[axis] >= 0) & (position[axis] < side)
        start, position = start[alive], [x[alive] for x in position]
        target = np.ravel_multi_index(tuple(position), board.shape)
        alive = (index[target] >= 0) & (target != start)
        start, position = start[alive], [x[alive] for x in position]
        if not len(start):
            return
        yield start, target[alive], steps


def _one_way(piece: Piece) -> list[tuple[Vector, int | None]]:
    """Keep one of each vector and its reverse, with the longer reach of the two."""
    reaches: dict[Vector, int | None] = {}
    for vector, reach in piece.moves:
        forward = max(vector, tuple(-x for x in vector))
        known = reaches.get(forward, 0)
        reaches[forward] = None if known is None or reach is None else max(known, reach)
    return list(reaches.items())
