"""Knight's tours of boards with millions of squares, without a graph."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import afford
from icosian._run.clock import Clock
from icosian._run.hints import hinted
from icosian.boards.board import Board
from icosian.boards.theorems import grants_knights_tour
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.knights.strips import threaded_tour
from icosian.knights.tiling import board_arrays, tiled_tour
from icosian.tours.normal_form import normal_form
from icosian.tours.problem import center_distances
from icosian.tours.solve.api import hamiltonian_cycle, hamiltonian_path
from icosian.tours.solve.rotations import WIDE_SIZE, rotate, rotations
from icosian.tours.tour import SquareSequence, Tour

TILED_SIZE = 250_000
"""Larger boards are assembled from tiles."""
THREADED_SIDE = 32
"""Boards of three and four rows are assembled from this length on: they are hard for rotations."""

BYTES = 20
"""Bytes of memory for each square of a tour: its number, its place, and copies."""


@hinted
def knights_tour(
    rows: int, columns: int | None = None, *, closed: bool = True, start: Any = None
) -> Tour:
    """Return a knight's tour of a board without building its graph.

    Parameters
    ----------
    rows, columns : int
        The sides of the board; a square if ``columns`` is not given.
    closed : bool
        Closed or open.
    start : square or name, optional
        Where the tour begins; for an open tour one of its ends.

    Returns
    -------
    Tour
        A checked tour; its squares are stored as numbers and made on demand.

    Raises
    ------
    NoHamiltonianCycle, NoHamiltonianPath
        If there is none, with a checked proof.
    InvalidArgument
        If a side is not an integer of at least 1, or the start is not on the board.

    See Also
    --------
    knight_graph : The board as a graph, for everything else.

    Notes
    -----
    A closed tour of the m x n board, m <= n, exists unless both are odd, or m is 1, 2 or 4, or
    m = 3 and n is 4, 6 or 8 [1]_; an open one exists unless m <= 2, or the board is 3 x 3, 3 x 5,
    3 x 6 or 4 x 4 [2]_ (the 1 x 1 board has the tour of length 0). Up to 250,000 squares a path
    cover by Warnsdorff's rule is repaired by rotations. Larger boards are assembled from tiles
    with closed tours of their own, two neighbors joined by exchanging two moves, and long boards
    of 3 or 4 rows from blocks that two paths run through. The time is linear in the number of
    squares, with one exception: an open tour of a long board of 4 rows from a start far from its
    ends needs a search, which may not finish; ``hamiltonian_path`` takes a time limit.

    References
    ----------
    .. [1] Allen J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics
       Magazine 64 (1991), 325-332.
    .. [2] Chia and Ong, Generalized knight's tours on rectangular chessboards,
       Discrete Applied Mathematics 150 (2005), 80-98.

    Examples
    --------
    >>> tour = knights_tour(50, 51)
    >>> tour
    <closed tour of 2550 nodes from (0, 0)>
    """
    board = Board((rows, rows if columns is None else columns))
    if not isinstance(closed, bool):
        raise InvalidArgument(f"closed must be True or False, got {closed!r}")
    origin = None if start is None else board.square(start)
    afford(BYTES * len(board), f"a tour of {len(board):,} squares")
    clock = Clock()
    first = None if origin is None else origin[0] * board.shape[1] + origin[1]
    order: NDArray[np.int32] | None = None
    method = "tiles"
    if grants_knights_tour(board, closed=closed, start=origin):
        narrow, long = sorted(board.shape)
        if len(board) > TILED_SIZE or (narrow < 5 and long >= THREADED_SIDE):
            order = _assembled(board, closed=closed, start=origin)
        if order is None:
            method = "rotations"
            order = _rotated(board, clock, closed=closed, start=first)
    if order is None:  # no tour by the theorems, or the board is too narrow: search the graph
        from icosian.boardgraphs.chess import knight_graph

        G = knight_graph(rows, columns)
        return hamiltonian_cycle(G, start) if closed else hamiltonian_path(G, start)
    _check(board, order, closed=closed, first=first)
    return Tour(
        SquareSequence(board, order),
        is_closed=closed,
        board=board,
        stats=clock.stats(method),
    )


def _assembled(
    board: Board, *, closed: bool, start: tuple[int, ...] | None
) -> NDArray[np.int32] | None:
    """Return a tour assembled from tiles or blocks, or None if they do not fit."""
    rows, columns = board.shape
    if rows > columns:  # transpose the board
        turned = _assembled(
            Board((columns, rows)), closed=closed, start=start and (start[1], start[0])
        )
        if turned is None:
            return None
        row, column = np.divmod(turned, np.int32(rows))
        return column * np.int32(columns) + row
    if rows < 5:
        closed = closed or (rows == 3 and columns % 2 == 0)  # a closed tour starts anywhere
        order = threaded_tour(board, closed=closed, start=start)
    else:
        order = tiled_tour(board, start)
    if order is None or start is None:
        return order
    return np.roll(order, -int(np.flatnonzero(order == start[0] * columns + start[1])[0]))


def _rotated(
    board: Board, clock: Clock, *, closed: bool, start: int | None
) -> NDArray[np.int32] | None:
    """Return a tour by rotations, or None if they do not finish soon."""
    n = len(board)
    form = normal_form(board_arrays(board), closed=closed, start=start)
    keys = center_distances(np.stack(np.unravel_index(np.arange(n), board.shape), axis=1), board)
    for seed in range(3):
        run = rotations(
            form,
            keys=keys if seed < 2 else None,
            seed=seed,
            guided=form.size >= WIDE_SIZE,
        )
        cycle = rotate(run, clock, 20_000 + 20 * n)
        if cycle is not None:
            return form.decode(cycle)
    return None


def _check(board: Board, order: NDArray[np.int32], *, closed: bool, first: int | None) -> None:
    """Raise InvalidTour unless the numbers are a knight's tour of the board."""
    seen = np.zeros(len(board), bool)
    seen[order] = True
    if len(order) != len(board) or not seen.all():
        raise InvalidTour("a square is missed or visited twice")
    if first is not None and order[0] != first:
        raise InvalidTour("the tour does not begin where it should")
    row, column = np.divmod(order, np.int32(board.shape[1]))
    legal = np.abs(np.diff(row) * np.diff(column)) == 2
    if not legal.all():
        raise InvalidTour(f"step {int(np.argmin(legal)) + 1} is not a knight's move")
    if closed and abs(int(row[0] - row[-1]) * int(column[0] - column[-1])) != 2:
        raise InvalidTour("the last square does not lead back to the first")
