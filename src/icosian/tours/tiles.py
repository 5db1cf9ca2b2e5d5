"""Divide and conquer: a large knight's tour from tiles that have tours of their own.

The board is cut into tiles. Each tile gets a closed tour; on a board with an odd number of squares
exactly one tile is odd, and it gets an open tour, closed by one *virtual* move. Two cycles become
one when a move (a, b) of the first and a move (c, d) of the second are exchanged for moves (a, c)
and (b, d) across the border: a *joint*. Joints along a spanning tree of the tiles leave one cycle.
Boards of four rows, whose tiles have no closed tours, are threaded by two strands instead.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from icosian._csr import csr_from_edges
from icosian._kernels import walk as kernels
from icosian._kernels._jit import Run
from icosian.boards.board import Board
from icosian.boards.moves import moves
from icosian.boards.piece import Piece
from icosian.tours import rotate
from icosian.tours.clock import Clock
from icosian.tours.problem import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian.boards.board import Square

__all__ = ["tiled_tour"]

TILE = 8
STRIP_TILE = 10  # the narrowest closed tour on three rows is 3 x 10
SEEDS = 50

_KNIGHT = sorted({(s * a, t * b) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)})


class _Part(NamedTuple):
    """A run of ``count`` equal stretches of one side, from ``begin`` on."""

    begin: int
    size: int
    count: int


class _Tile(NamedTuple):
    """A cycle on a tile, as the list of its squares; its last move may be virtual."""

    squares: list[Square]
    virtual: bool

    def moves(self) -> set[tuple[Square, Square]]:
        """Return the real moves, in both directions."""
        cycle = self.squares if self.virtual else [*self.squares, self.squares[0]]
        return {move for u, v in pairwise(cycle) for move in ((u, v), (v, u))}


def tiled_tour(
    board: Board, *, closed: bool, start: Square | None
) -> NDArray[np.int32] | None:
    """Return a knight's tour of a large board.

    Parameters
    ----------
    board : Board
        A plane board without holes that has a tour, the longer side at least 20.
    closed : bool
        Closed or open; a closed tour is also cut open.
    start : square or None
        Where it begins.

    Returns
    -------
    int32 array, shape (n,), or None
        Squares by their number, unchecked; None if no tiles were found.
    """
    import numpy as np

    rows, columns = board.shape
    if rows > columns:  # lay it on its side: tiles are joined along the columns
        flipped = tiled_tour(
            Board((columns, rows)), closed=closed, start=start[::-1] if start else None
        )
        if flipped is None:
            return None
        row, column = np.divmod(flipped, rows)
        return (column * columns + row).astype(np.int32)
    if rows == 4:
        return None
    down, across = _parts(rows, start and start[0]), _parts(columns, start and start[1], rows == 3)
    for seed in range(SEEDS):
        order = _assembled(board, down, across, start if len(board) % 2 else None, seed)
        if order is not None:
            if start is not None:
                first = start[0] * columns + start[1]
                order = np.roll(order, -int(np.flatnonzero(order == first)[0]))
            return order
    return None


def _parts(side: int, through: int | None, strip: bool = False) -> list[_Part]:
    """Cut a side into tiles, one of them of a special size; it holds the row asked for."""
    size = STRIP_TILE if strip else TILE
    if side < 2 * size:
        return [_Part(0, side, 1)]
    count, rest = divmod(side - size, size)
    special = size + rest
    before = count if through is None else min(through // size, count)
    parts = [
        _Part(0, size, before),
        _Part(before * size, special, 1),
        _Part(before * size + special, size, count - before),
    ]
    return [part for part in parts if part.count]


def _assembled(
    board: Board, down: list[_Part], across: list[_Part], start: Square | None, seed: int
) -> NDArray[np.int32] | None:
    """Return the tour, or None if these tiles cannot be joined."""
    import numpy as np

    columns = board.shape[1]
    sizes = {(d.size, a.size) for d, a in product(down, across)}
    tiles = {}
    for height, width in sorted(sizes):
        inside = None
        if start is not None and height * width % 2:
            d, a = (next(p for p in parts if p.size % 2) for parts in (down, across))
            inside = (start[0] - d.begin, start[1] - a.begin)
        tile = _tile(height, width, inside, seed)
        if tile is None:
            return None
        tiles[height, width] = tile
    neighbours = np.empty((2, *board.shape), np.int32)
    for d, a in product(down, across):
        corners = (
            (np.arange(d.count) * d.size + d.begin)[:, None, None, None] * columns
            + (np.arange(a.count) * a.size + a.begin)[None, None, :, None]
        )
        around = _around(tiles[d.size, a.size], d.size, a.size, columns)
        for layer, relative in zip(neighbours, around, strict=True):
            block = corners + relative[None, :, None, :]
            layer[d.begin : d.begin + d.count * d.size, a.begin : a.begin + a.count * a.size] = (
                block.reshape(d.count * d.size, a.count * a.size)
            )
    one, other = neighbours.reshape(2, -1)
    if not _join(one, other, tiles, down, across, columns):
        return None
    first, last = 0, int(other[0])
    virtual = _virtual(tiles, down, across, columns)
    if virtual is not None:
        first, last = virtual
    order = np.full(len(board), first, np.int32)
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.LAST], s[kernels.HERE] = last, first
    status = Clock().run("tiles", Run(kernels.walk, one, other, order, s))
    return order if status == kernels.DONE else None


def _tile(height: int, width: int, start: Square | None, seed: int) -> _Tile | None:
    """Return a cycle on a tile; an odd tile begins at the start and closes by a virtual move."""
    import numpy as np

    virtual = height * width % 2 == 1
    batches = list(moves(Board((height, width)), Piece.leaper(1, 2)))
    question = Question(
        arrays=csr_from_edges(
            height * width,
            np.concatenate([batch.source for batch in batches]),
            np.concatenate([batch.target for batch in batches]),
        ),
        closed=not virtual,
        start=start and start[0] * width + start[1],
    )
    run = rotate.rotations(question.normal_form(), seed=seed)
    cycle = rotate.rotate(run, Clock(), 20_000 + 20 * height * width)
    if cycle is None:
        return None
    return _Tile([divmod(cell, width) for cell in question.decode(cycle).tolist()], virtual)


def _around(tile: _Tile, height: int, width: int, columns: int) -> NDArray[np.int64]:
    """Return the two neighbours of every square of a tile, as numbers on the whole board."""
    import numpy as np

    cells = np.array([row * columns + column for row, column in tile.squares])
    rows, cols = np.array(tile.squares).T
    around = np.empty((2, height, width), np.int64)
    around[0, rows, cols] = np.roll(cells, -1)
    around[1, rows, cols] = np.roll(cells, 1)
    return around


def _joints(
    tiles: dict[tuple[int, int], _Tile], down: list[_Part], across: list[_Part]
) -> Iterator[Any]:
    """Yield which kinds of tiles meet where: two sizes, and the corners of all such pairs."""
    import numpy as np

    for d in down:
        tops = np.arange(d.count) * d.size + d.begin
        for left, right in _meetings(across):
            yield (d.size, left.size), (d.size, right.size), (0, left.size), (tops, left, right)
    a = across[0]
    for upper, lower in _meetings(down):
        yield (upper.size, a.size), (lower.size, a.size), (upper.size, 0), (None, upper, lower)


def _meetings(parts: list[_Part]) -> Iterator[tuple[_Part, _Part]]:
    """Yield pairs of neighbouring stretches, equal ones as parts of several."""
    for part in parts:
        if part.count > 1:
            yield part._replace(count=part.count - 1), part._replace(
                begin=part.begin + part.size, count=part.count - 1
            )
    for part, after in pairwise(parts):
        last = part.begin + (part.count - 1) * part.size
        yield _Part(last, part.size, 1), _Part(after.begin, after.size, 1)


def _join(
    one: NDArray[np.int32],
    other: NDArray[np.int32],
    tiles: dict[tuple[int, int], _Tile],
    down: list[_Part],
    across: list[_Part],
    columns: int,
) -> bool:
    """Exchange moves along a spanning tree of the tiles: all rows, and the first column."""
    import numpy as np

    used: dict[tuple[int, int], set[tuple[Square, Square]]] = {size: set() for size in tiles}
    for first, second, shift, (tops, before, _) in _joints(tiles, down, across):
        joint = _joint(tiles[first], tiles[second], shift, used[first], used[second])
        if joint is None:
            return False
        a, b, c, d = joint
        used[first] |= {(a, b), (b, a)}
        used[second] |= {(c, d), (d, c)}
        along = np.arange(before.count) * before.size + before.begin
        if tops is None:
            corners = along * columns
        else:
            corners = (tops[:, None] * columns + along[None, :]).ravel()
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
        return [(row + dr - shift[0], column + dc - shift[1]) for dr, dc in _KNIGHT]

    for a, b in sorted(ours):
        for c, d in product(across(a), across(b)):
            if (c, d) in theirs and not (first is second and {(c, d), (d, c)} & {(a, b)}):
                return a, b, c, d
    return None


def _virtual(
    tiles: dict[tuple[int, int], _Tile], down: list[_Part], across: list[_Part], columns: int
) -> tuple[int, int] | None:
    """Return the ends of the one open tile, by number; the first is where the tour begins."""
    for d, a in product(down, across):
        tile = tiles[d.size, a.size]
        if tile.virtual:
            first, last = (
                (d.begin + row) * columns + a.begin + column
                for row, column in (tile.squares[0], tile.squares[-1])
            )
            return first, last
    return None
