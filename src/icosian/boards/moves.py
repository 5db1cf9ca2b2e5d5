"""Moves of a piece on a board, as arrays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import EDGE, NODE, Holding
from icosian.boards.hexagonal import lattice_length
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from icosian.boards.board import Board
    from icosian.boards.piece import Piece, Vector


MOVE = 64
"""Bytes that a move takes among the arrays, while they are put in order."""
ENDLESS = 1 << 34
"""Moves that no memory holds."""


class Moves(NamedTuple):
    """Moves as parallel arrays of shape (k,), in the order of their sources."""

    source: NDArray[np.int64]
    """Indices into ``board.squares``."""
    target: NDArray[np.int64]
    """Indices into ``board.squares``."""
    steps: NDArray[np.int64]
    """Numbers of steps."""
    length: NDArray[np.float64]
    """Euclidean lengths."""


def moves(board: Board, piece: Piece) -> Moves:
    """Return the moves of a piece, each in one direction; parallel moves are possible."""
    vectors = _one_way(board, piece)
    cells = math.prod(board.shape)
    index = np.arange(cells)
    if board.holes:
        hole = np.zeros(cells, bool)
        hole[np.ravel_multi_index(tuple(zip(*board.holes, strict=True)), board.shape)] = True
        index = np.where(hole, -1, np.cumsum(~hole) - 1)
    holding = Holding(f"the list of moves on a board of {len(board):,} squares")
    batches, total = [], 0
    for vector, reach in vectors:
        for source, target, steps in _ride(board, index, vector, reach):
            batches.append((index[source], index[target], steps, steps * _length(vector, board)))
            total += len(source)
            holding.grow(MOVE * total)
    sizes = [len(source) for source, *_ in batches]
    source = np.concatenate([index[:0], *(batch[0] for batch in batches)])
    target = np.concatenate([index[:0], *(batch[1] for batch in batches)])
    by_source = np.argsort(source, kind="stable")  # networkx adds edges fastest in this order
    return Moves(
        source[by_source],
        target[by_source],
        np.repeat(np.array([batch[2] for batch in batches], np.int64), sizes)[by_source],
        np.repeat(np.array([batch[3] for batch in batches], np.float64), sizes)[by_source],
    )


def least_memory(board: Board, piece: Piece) -> int:
    """Return how many bytes the graph of a piece's moves takes at least."""
    vectors = _one_way(board, piece)
    least = NODE * len(board)
    if board.holes:  # they may be in the way of all moves
        return least
    count = 0
    for vector, reach in vectors:
        for more in _counted(board, vector, reach):
            count += more
            if count > ENDLESS:
                break
    lines = {tuple(x // math.gcd(*vector) for x in vector) for vector, _ in vectors}
    is_simple = len(lines) == len(vectors) and not any(board.periodic)
    return least + count * (EDGE if is_simple else MOVE)  # several moves may be one edge


def _counted(board: Board, vector: Vector, reach: int | None) -> Iterator[int]:
    """Yield how many moves of 1, 2, ... steps a board without holes has along one vector."""
    axes = list(zip(vector, board.shape, board.periodic, strict=True))
    period = math.lcm(*(side // math.gcd(dx, side) for dx, side, wraps in axes if wraps))
    plane = [(abs(dx), side) for dx, side, wraps in axes if not wraps]
    ahead = math.prod(side for _, side, wraps in axes if wraps)
    ends = any(dx for dx, _ in plane)
    steps = 0
    while (reach is None or steps < reach) and (ends or steps + 1 < period):
        steps += 1
        count = ahead * math.prod(max(0, side - steps * dx) for dx, side in plane)
        if not count:
            return
        yield count


def _ride(
    board: Board, index: NDArray[np.int64], vector: Vector, reach: int | None
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
    """Yield sources and targets of the moves along one vector, after 1, 2, ... steps.

    A ride ends before a hole, at the edge of the board, and before it returns to its source.
    """
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


def _length(vector: Vector, board: Board) -> float:
    try:
        return lattice_length(vector) if board.hexagonal else math.hypot(*vector)
    except OverflowError:  # an integer beyond floating point numbers
        return math.inf


def _one_way(board: Board, piece: Piece) -> list[tuple[Vector, int | None]]:
    """Keep one of each vector and its reverse, with the longer reach of the two."""
    if piece.dimensions != board.dimensions:
        raise InvalidArgument(
            f"a piece of dimension {piece.dimensions} cannot move on a {board.size} board"
        )
    reaches: dict[Vector, int | None] = {}
    for vector, reach in piece.moves:
        forward = max(vector, tuple(-x for x in vector))
        known = reaches.get(forward, 0)
        reaches[forward] = None if known is None or reach is None else max(known, reach)
    return list(reaches.items())
