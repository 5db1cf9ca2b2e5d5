"""Divide and conquer for large knight's tours: tiles with tours of their own, joined in a tree.

Each tile gets a closed tour. On a board with an odd number of squares exactly one tile is odd; it
gets an open tour, closed by one *virtual* move. Two cycles become one when moves (a, b) of the
first and (c, d) of the second are exchanged for moves (a, c) and (b, d) across the border: a
*joint*.
Joints along a spanning tree of the tiles leave one cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, csr_from_edges
from icosian._kernels import walk as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.boards.board import Board, Square
from icosian.boards.moves import moves
from icosian.boards.piece import Piece
from icosian.tours.normal_form import normal_form
from icosian.tours.solve.rotations import rotate, rotations

Around = NDArray[np.int64]  # the neighbors of each square, relative to the tile's corner
Size = tuple[int, int]


TILE = 8
SEEDS = 50  # attempts with different tours of the tiles

KNIGHT = sorted({(s * a, t * b) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)})


class Stretch(NamedTuple):
    """A run of equal stretches of one side of a board."""

    begin: int
    size: int  # of each stretch
    number: int  # of stretches

    def starts(self) -> NDArray[np.int64]:
        """Return where each stretch begins."""
        return np.arange(self.number) * self.size + self.begin


def stretches(side: int, through: int | None) -> list[Stretch]:
    """Cut a side into stretches of 8 and one of 8 to 15, the last or the one through a square."""
    if side < 2 * TILE:
        return [Stretch(0, side, 1)]
    count, rest = divmod(side - TILE, TILE)
    before = count if through is None else min(through // TILE, count)
    special = before * TILE
    cut = [
        Stretch(0, TILE, before),
        Stretch(special, TILE + rest, 1),
        Stretch(special + TILE + rest, TILE, count - before),
    ]
    return [stretch for stretch in cut if stretch.number]


def board_arrays(board: Board) -> Csr:
    """Return the knight's graph of a board as arrays."""
    knight = moves(board, Piece.leaper(1, 2))
    return csr_from_edges(len(board), knight.source, knight.target)


def fill_board(
    board: Board,
    down: list[Stretch],
    across: list[Stretch],
    around: dict[tuple[Stretch, Stretch], Around],
) -> NDArray[np.int32]:
    """Return the two neighbors of every square, shape (2, n), each tile a copy of its template."""
    columns = board.shape[1]
    neighbors = np.empty((2, *board.shape), np.int32)
    for d, a in product(down, across):
        corners = d.starts()[:, None, None, None] * columns + a.starts()[None, None, :, None]
        height, width = d.number * d.size, a.number * a.size
        for layer, relative in zip(neighbors, around[d, a], strict=True):
            layer[d.begin : d.begin + height, a.begin : a.begin + width] = (
                corners + relative[None, :, None, :]
            ).reshape(height, width)
    return neighbors.reshape(2, -1)


def around_cycle(squares: list[Square], columns: int) -> Around:
    """Return the two neighbors of every square of a cycle on a tile, shape (2, height, width)."""
    rows, cols = np.array(squares).T
    cells = rows * columns + cols
    around = np.empty((2, int(rows.max()) + 1, int(cols.max()) + 1), np.int64)
    around[0, rows, cols] = np.roll(cells, -1)
    around[1, rows, cols] = np.roll(cells, 1)
    return around


def walk_cycle(
    neighbors: NDArray[np.int32], virtual: tuple[int, int] | None
) -> NDArray[np.int32] | None:
    """Return the cycle through all squares from the first end of the virtual move, or None."""
    one, other = neighbors
    first, last = virtual or (0, int(other[0]))
    order = np.full(len(one), first, np.int32)
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.LAST], s[kernels.HERE] = last, first
    run = Run(kernels.walk, one, other, order, s)
    done = Clock().run("tiles", run) == kernels.DONE
    return run.arrays()[2] if done else None


class _Tile(NamedTuple):
    """A cycle on a tile, as a list of squares; its last move may be virtual."""

    squares: list[Square]
    virtual: bool

    def moves(self) -> set[tuple[Square, Square]]:
        """Return the real moves, in both directions."""
        cycle = self.squares if self.virtual else [*self.squares, self.squares[0]]
        return {move for u, v in pairwise(cycle) for move in ((u, v), (v, u))}


def tiled_tour(board: Board, start: Square | None) -> NDArray[np.int32] | None:
    """Return a knight's tour, open if the number of squares is odd, or None if no joints fit."""
    rows, columns = board.shape
    odd = rows * columns % 2 == 1
    down = stretches(rows, start[0] if odd and start else None)
    across = stretches(columns, start[1] if odd and start else None)
    for seed in range(SEEDS):
        tiles: dict[Size, _Tile] = {}
        virtual = None
        for d, a in product(down, across):
            open_ = d.size * a.size % 2 == 1
            inside = (start[0] - d.begin, start[1] - a.begin) if open_ and start else None
            tile = _tile(d.size, a.size, inside, seed)
            if tile is None:
                break
            tiles[d.size, a.size] = tile
            if open_:
                first, last = (
                    (d.begin + row) * columns + a.begin + column
                    for row, column in (tile.squares[0], tile.squares[-1])
                )
                virtual = first, last
        else:
            around = {
                (d, a): around_cycle(tiles[d.size, a.size].squares, columns)
                for d, a in product(down, across)
            }
            neighbors = fill_board(board, down, across, around)
            if _join(neighbors, tiles, down, across, columns):
                return walk_cycle(neighbors, virtual)
    return None


def _tile(height: int, width: int, start: Square | None, seed: int) -> _Tile | None:
    """Return a cycle on a tile; an odd tile begins at the start and closes by a virtual move."""
    virtual = height * width % 2 == 1
    form = normal_form(
        board_arrays(Board((height, width))),
        closed=not virtual,
        start=None if start is None else start[0] * width + start[1],
    )
    run = rotations(form, seed=seed)
    cycle = rotate(run, Clock(), 20_000 + 20 * height * width)
    if cycle is None:
        return None
    return _Tile([divmod(cell, width) for cell in form.decode(cycle).tolist()], virtual)


def _joints(down: list[Stretch], across: list[Stretch], columns: int) -> Iterator[Any]:
    """Yield the joints of a spanning tree: two tile sizes, their shift, and all corners."""
    for d, (left, right) in product(down, _adjacent(across)):
        corners = np.add.outer(d.starts() * columns, left.starts()).ravel()
        yield (d.size, left.size), (d.size, right.size), (0, left.size), corners
    first = across[0].size
    for upper, lower in _adjacent(down):
        yield (upper.size, first), (lower.size, first), (upper.size, 0), upper.starts() * columns


def _adjacent(side: list[Stretch]) -> Iterator[tuple[Stretch, Stretch]]:
    """Yield neighboring stretches of a side, those of the same sizes together."""
    for stretch in side:
        if stretch.number > 1:
            fewer = stretch.number - 1
            yield (
                Stretch(stretch.begin, stretch.size, fewer),
                Stretch(stretch.begin + stretch.size, stretch.size, fewer),
            )
    for stretch, after in pairwise(side):
        yield (
            Stretch(after.begin - stretch.size, stretch.size, 1),
            Stretch(after.begin, after.size, 1),
        )


def _join(
    neighbors: NDArray[np.int32],
    tiles: dict[Size, _Tile],
    down: list[Stretch],
    across: list[Stretch],
    columns: int,
) -> bool:
    """Exchange moves at every joint; return True if all joints were found."""
    one, other = neighbors
    used: dict[Size, set[tuple[Square, Square]]] = {size: set() for size in tiles}
    for first, second, shift, corners in _joints(down, across, columns):
        joint = _joint(tiles[first], tiles[second], shift, used[first], used[second])
        if joint is None:
            return False
        a, b, c, d = joint
        used[first] |= {(a, b), (b, a)}
        used[second] |= {(c, d), (d, c)}
        c, d = ((x[0] + shift[0], x[1] + shift[1]) for x in (c, d))
        at = [corners + row * columns + column for row, column in (a, b, c, d)]
        for v, old, new in ((0, 1, 2), (1, 0, 3), (2, 3, 0), (3, 2, 1)):
            here = at[v]
            is_one = one[here] == at[old]
            one[here] = np.where(is_one, at[new], one[here])
            other[here] = np.where(is_one, other[here], at[new])
    return True


def _joint(
    first: _Tile,
    second: _Tile,
    shift: Square,
    used_first: set[tuple[Square, Square]],
    used_second: set[tuple[Square, Square]],
) -> tuple[Square, Square, Square, Square] | None:
    """Return moves (a, b) and (c, d) of two tiles, the second shifted, with moves a-c and b-d."""
    ours, theirs = first.moves() - used_first, second.moves() - used_second

    def across(square: Square) -> list[Square]:
        row, column = square
        return [(row + dr - shift[0], column + dc - shift[1]) for dr, dc in KNIGHT]

    for a, b in sorted(ours):
        for c, d in product(across(a), across(b)):
            if (c, d) in theirs and not (first is second and {(c, d), (d, c)} & {(a, b)}):
                return a, b, c, d
    return None
