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
    """The moves along one vector after one number of steps.

    Attributes
    ----------
    source, target : int64 array, shape (k,)
        Indices into ``board.squares``.
    steps : int
        How many steps the move takes.
    length : float
        Its Euclidean length.
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    steps: int
    length: float


def moves(board: Board, piece: Piece) -> Iterator[Moves]:
    """Yield the moves of a piece, each unordered pair of squares from one side only.

    Parameters
    ----------
    board : Board
        The board.
    piece : Piece
        The piece, of the board's dimension.

    Yields
    ------
    Moves
        One batch for each vector and number of steps. On wrapped axes, or when one vector is a
        multiple of another, a pair of squares can come more than once.

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
    sides = np.array(board.shape)
    cells = math.prod(board.shape)
    index = np.arange(cells)
    if board.holes:
        hole = np.zeros(cells, bool)
        hole[np.ravel_multi_index(tuple(zip(*board.holes, strict=True)), board.shape)] = True
        index = np.where(hole, -1, np.cumsum(~hole) - 1)
    origin = np.flatnonzero(index >= 0)
    for vector, reach in _one_way(piece):
        start = origin
        position = list(np.unravel_index(start, board.shape))
        steps = 0
        while reach is None or steps < reach:
            steps += 1
            there: list[NDArray[np.int64]] = [
                x + dx for x, dx in zip(position, vector, strict=True)
            ]
            alive = np.ones(len(start), bool)
            for axis, wraps in enumerate(board.periodic):
                if wraps:
                    there[axis] %= sides[axis]
                elif vector[axis]:
                    alive &= (there[axis] >= 0) & (there[axis] < sides[axis])
            start, position = start[alive], [x[alive] for x in there]
            target = np.ravel_multi_index(tuple(position), board.shape)
            alive = (index[target] >= 0) & (target != start)
            start, target = start[alive], target[alive]
            position = [x[alive] for x in position]
            if not len(start):
                break
            yield Moves(index[start], index[target], steps, steps * math.hypot(*vector))


def _one_way(piece: Piece) -> list[tuple[Vector, int | None]]:
    """Keep one of each vector and its reverse, with the longer reach of the two."""
    reaches: dict[Vector, int | None] = {}
    for vector, reach in piece.moves:
        forward = max(vector, tuple(-x for x in vector))
        known = reaches.get(forward, 0)
        reaches[forward] = None if known is None or reach is None else max(known, reach)
    return list(reaches.items())
