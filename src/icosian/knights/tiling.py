"""Divide and conquer: a large knight's tour from tiles that have tours of their own.

The board is cut into tiles. Each tile gets a closed tour; on a board with an odd number of squares
exactly one tile is odd, and it gets an open tour, closed by one *virtual* move. Two cycles become
one when a move (a, b) of the first and a move (c, d) of the second are exchanged for moves (a, c)
and (b, d) across the border: a *joint*. Joints along a spanning tree of the tiles leave one cycle.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from icosian._arrays.csr import csr_from_edges
from icosian._kernels import walk as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.boards.board import Board
from icosian.boards.moves import moves
from icosian.boards.piece import Piece
from icosian.tours.normal_form import normal_form
from icosian.tours.solve import rotations as rotate

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian._arrays.csr import Csr
    from icosian.boards.board import Square

    Around = NDArray[np.int64]  # the neighbours of each square, relative to the tile's corner
    Size = tuple[int, int]

__all__ = [
    "KNIGHT",
    "Part",
    "around_cycle",
    "board_arrays",
    "filled",
    "parts",
    "tiled_tour",
    "walked",
]

TILE = 8
SEEDS = 50

KNIGHT = sorted({(s * a, t * b) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)})


class Part(NamedTuple):
    """A run of equal stretches of one side: where it begins, their size, how many."""

    begin: int
    size: int
    number: int

    def starts(self) -> NDArray[np.int64]:
        """Return where each stretch begins."""
        import numpy as np

        return np.arange(self.number) * self.size + self.begin


def parts(side: int, through: int | None) -> list[Part]:
    """Cut a side into stretches of eight, and one of 8 to 15 that holds what is asked for.

    Parameters
    ----------
    side : int
        The length of the side; one of less than 16 stays whole.
    through : int or None
        What the special stretch must hold; it is the last one by default.

    Returns
    -------
    list of Part
        Up to three runs of stretches.
    """
    if side < 2 * TILE:
        return [Part(0, side, 1)]
    count, rest = divmod(side - TILE, TILE)
    before = count if through is None else min(through // TILE, count)
    special = before * TILE
    cut = [
        Part(0, TILE, before),
        Part(special, TILE + rest, 1),
        Part(special + TILE + rest, TILE, count - before),
    ]
    return [part for part in cut if part.number]


def board_arrays(board: Board) -> Csr:
    """Return the knight's moves of a board as rows.

    Parameters
    ----------
    board : Board
        A plane board.

    Returns
    -------
    Csr
        The graph of the squares by number.
    """
    knight = moves(board, Piece.leaper(1, 2))
    return csr_from_edges(len(board), knight.source, knight.target)


def filled(
    board: Board,
    down: list[Part],
    across: list[Part],
    around: dict[tuple[Part, Part], Around],
) -> NDArray[np.int32]:
    """Return the two neighbours of every square, each tile filled from its template.

    Parameters
    ----------
    board : Board
        The board.
    down, across : list of Part
        Its sides, cut into stretches.
    around : dict
        The template of the tiles where two runs of stretches meet.

    Returns
    -------
    int32 array, shape (2, n)
        Squares by number.
    """
    import numpy as np

    columns = board.shape[1]
    neighbours = np.empty((2, *board.shape), np.int32)
    for d, a in product(down, across):
        corners = d.starts()[:, None, None, None] * columns + a.starts()[None, None, :, None]
        height, width = d.number * d.size, a.number * a.size
        for layer, relative in zip(neighbours, around[d, a], strict=True):
            layer[d.begin : d.begin + height, a.begin : a.begin + width] = (
                corners + relative[None, :, None, :]
            ).reshape(height, width)
    return neighbours.reshape(2, -1)


def around_cycle(squares: list[Square], columns: int) -> Around:
    """Return the two neighbours of every square in a cycle on a tile.

    Parameters
    ----------
    squares : list of squares
        The cycle.
    columns : int
        The width of the board, on which the neighbours are numbered from the tile's corner.

    Returns
    -------
    int64 array, shape (2, height, width)
        Numbers of squares.
    """
    import numpy as np

    rows, cols = np.array(squares).T
    cells = rows * columns + cols
    around = np.empty((2, int(rows.max()) + 1, int(cols.max()) + 1), np.int64)
    around[0, rows, cols] = np.roll(cells, -1)
    around[1, rows, cols] = np.roll(cells, 1)
    return around


def walked(
    neighbours: NDArray[np.int32], virtual: tuple[int, int] | None
) -> NDArray[np.int32] | None:
    """Return the cycle through all squares, from the first end of the virtual move if any.

    Parameters
    ----------
    neighbours : int32 array, shape (2, n)
        What :func:`filled` returned.
    virtual : pair of int or None
        The squares that the virtual move joins.

    Returns
    -------
    int32 array, shape (n,), or None
        Squares by number; None if the cycle closes too early.
    """
    import numpy as np

    one, other = neighbours
    first, last = virtual or (0, int(other[0]))
    order = np.full(len(one), first, np.int32)
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.LAST], s[kernels.HERE] = last, first
    run = Run(kernels.walk, one, other, order, s)
    done = Clock().run("tiles", run) == kernels.DONE
    return run.arrays()[2] if done else None


class _Tile(NamedTuple):
    """A cycle on a tile, as the list of its squares; its last move may be virtual."""

    squares: list[Square]
    virtual: bool

    def moves(self) -> set[tuple[Square, Square]]:
        """Return the real moves, in both directions."""
        cycle = self.squares if self.virtual else [*self.squares, self.squares[0]]
        return {move for u, v in pairwise(cycle) for move in ((u, v), (v, u))}


def tiled_tour(board: Board, start: Square | None) -> NDArray[np.int32] | None:
    """Return a knight's tour of a large board: open if its squares are odd in number, else closed.

    Parameters
    ----------
    board : Board
        A plane board without holes, its sides at least 5 and one of them at least 16.
    start : square or None
        Where an open tour begins.

    Returns
    -------
    int32 array, shape (n,), or None
        Squares by their number, unchecked; None if no joints were found.
    """
    rows, columns = board.shape
    odd = rows * columns % 2 == 1
    down = parts(rows, start[0] if odd and start else None)
    across = parts(columns, start[1] if odd and start else None)
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
            neighbours = filled(board, down, across, around)
            if _join(neighbours, tiles, down, across, columns):
                return walked(neighbours, virtual)
    return None


def _tile(height: int, width: int, start: Square | None, seed: int) -> _Tile | None:
    """Return a cycle on a tile; an odd tile begins at the start and closes by a virtual move."""
    virtual = height * width % 2 == 1
    form = normal_form(
        board_arrays(Board((height, width))),
        closed=not virtual,
        start=None if start is None else start[0] * width + start[1],
    )
    run = rotate.rotations(form, seed=seed)
    cycle = rotate.rotate(run, Clock(), 20_000 + 20 * height * width)
    if cycle is None:
        return None
    return _Tile([divmod(cell, width) for cell in form.decode(cycle).tolist()], virtual)


def _joints(down: list[Part], across: list[Part], columns: int) -> Iterator[Any]:
    """Yield the joints of a spanning tree: all rows of tiles, and the first column.

    A joint is the sizes of both tiles, the shift from one to the other, and the corners of the
    first tile wherever it occurs.
    """
    import numpy as np

    for d, (left, right) in product(down, _meetings(across)):
        corners = np.add.outer(d.starts() * columns, left.starts()).ravel()
        yield (d.size, left.size), (d.size, right.size), (0, left.size), corners
    first = across[0].size
    for upper, lower in _meetings(down):
        yield (upper.size, first), (lower.size, first), (upper.size, 0), upper.starts() * columns


def _meetings(side: list[Part]) -> Iterator[tuple[Part, Part]]:
    """Yield neighbouring stretches of a side, those of the same sizes together."""
    for part in side:
        if part.number > 1:
            fewer = part.number - 1
            yield Part(part.begin, part.size, fewer), Part(part.begin + part.size, part.size, fewer)
    for part, after in pairwise(side):
        yield Part(after.begin - part.size, part.size, 1), Part(after.begin, after.size, 1)


def _join(
    neighbours: NDArray[np.int32],
    tiles: dict[Size, _Tile],
    down: list[Part],
    across: list[Part],
    columns: int,
) -> bool:
    """Exchange moves at every joint; whether all joints were found."""
    import numpy as np

    one, other = neighbours
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
    """Return a, b and c, d: moves of two tiles, the second shifted, with moves a-c and b-d."""
    ours, theirs = first.moves() - used_first, second.moves() - used_second

    def across(square: Square) -> list[Square]:
        row, column = square
        return [(row + dr - shift[0], column + dc - shift[1]) for dr, dc in KNIGHT]

    for a, b in sorted(ours):
        for c, d in product(across(a), across(b)):
            if (c, d) in theirs and not (first is second and {(c, d), (d, c)} & {(a, b)}):
                return a, b, c, d
    return None
