"""Knight's tours of huge boards, put together from tiles and strips."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, csr_from_edges
from icosian._io.memory import afford
from icosian._kernels import words as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, check_flag, hinted
from icosian.boards.board import Board, Square
from icosian.boards.piece import Piece, grants_knights_tour, moves
from icosian.exceptions import InvalidTour
from icosian.tours.instance import Instance, NormalForm
from icosian.tours.problem import center_distances
from icosian.tours.solve.functions import hamiltonian_cycle, hamiltonian_path
from icosian.tours.solve.heuristics import WIDE_SIZE, rotate, rotations
from icosian.tours.tour import SquareSequence, Tour

Seam = tuple[Square, Square, Square, Square]  # p, p', q, q'; columns relative to the seam


BLOCK_SEEDS = 8  # attempts for each block
ROTATIONS = 2_000  # steps of an attempt


def thread_tour(board: Board, *, closed: bool, start: Square | None) -> NDArray[np.int32] | None:
    """Return a knight's tour, shape (n,), of a board with 3 or 4 rows, or None."""
    rows, columns = board.shape
    where = None if closed else start
    down = stretches(rows, None)
    across = _with_ends(stretches(columns, None if where is None else where[1]))
    home = len(across)  # the number of the block with the ends of an open tour
    if where is not None:
        home = max(k for k, stretch in enumerate(across) if stretch.begin <= where[1])
    elif not closed:
        home = max(range(len(across)), key=lambda k: across[k].size)
    for first, second in _seams(rows):
        seams = [None, *(first if k < home else second for k in range(len(across) - 1)), None]
        around: dict[tuple[Stretch, Stretch], Around] = {}
        virtual = None
        for k, stretch in enumerate(across):
            inside = (where[0], where[1] - stretch.begin) if where and k == home else None
            block = _block(
                rows, stretch.size, seams[k], seams[k + 1], is_home=k == home, start=inside
            )
            if block is None:
                break
            cycle, ends = block
            around[down[0], stretch] = _around(cycle, seams[k], seams[k + 1], columns)
            if ends is not None:
                begin, end = (row * columns + stretch.begin + column for row, column in ends)
                virtual = begin, end
        else:
            return walk_cycle(fill_board(board, down, across, around), virtual)
    return None


def _with_ends(side: list[Stretch]) -> list[Stretch]:
    """Split off the first and the last block, which are covered differently."""
    first, last = side[0], side[-1]
    end = last.begin + (last.number - 1) * last.size
    cut = []
    for stretch in side:
        begin, number = stretch.begin, stretch.number
        if stretch is first and number > 1:
            cut.append(Stretch(begin, stretch.size, 1))
            begin, number = begin + stretch.size, number - 1
        if stretch is last and number > 1:
            cut.append(Stretch(begin, stretch.size, number - 1))
            begin, number = end, 1
        cut.append(Stretch(begin, stretch.size, number))
    return cut


def _seams(rows: int) -> Iterator[tuple[Seam, Seam]]:
    """Yield the crossings of the seams before and after the block with the ends."""

    def mirrored(square: Square) -> Square:
        return square[0], -1 - square[1]

    steps = product(range(rows), (-2, -1), KNIGHT)
    moves = (((r, c), (r + dr, c + dc)) for r, c, (dr, dc) in steps)
    crossing = [(u, v) for u, v in moves if 0 <= v[0] < rows and v[1] >= 0]
    for (p, p1), (q, q1) in combinations(crossing, 2):
        if p != q and p1 != q1:
            seam = p, p1, q, q1
            yield seam, seam
            yield seam, (mirrored(p1), mirrored(p), mirrored(q1), mirrored(q))


def _block(
    rows: int,
    width: int,
    left: Seam | None,
    right: Seam | None,
    *,
    is_home: bool,
    start: Square | None,
) -> tuple[list[Square], tuple[Square, Square] | None] | None:
    """Return a cycle on a block, with fixed edges for the world beyond its seams, and its ends."""
    n = rows * width
    detours = [(u[0] * width + u[1], v[0] * width + v[1]) for u, v in _detours(left, right, width)]
    fixed = list(detours)
    arrays = board_arrays(Board((rows, width)))
    tails, heads = arrays.sources(), arrays.indices
    once = tails < heads
    tails, heads = tails[once], heads[once]
    known = set(zip(tails.tolist(), heads.tolist(), strict=True))
    added = [pair for pair in fixed if tuple(sorted(pair)) not in known]
    if is_home:  # a new vertex whose neighbors will be the ends
        added += [(v, n) for v in range(n)]
        if start is not None:
            fixed.append((start[0] * width + start[1], n))
    mate = np.full(n + is_home, -1, np.int32)
    for u, v in fixed:
        if mate[u] >= 0 or mate[v] >= 0:  # the start is a port of a seam
            return None
        mate[u], mate[v] = v, u
    extra = np.array(added, np.int32).reshape(-1, 2).T
    arrays = csr_from_edges(
        len(mate), np.concatenate((tails, extra[0])), np.concatenate((heads, extra[1]))
    )
    form = NormalForm(indptr=arrays.indptr, indices=arrays.indices, mate=mate, root=len(mate) - 1)
    for seed in range(BLOCK_SEEDS):
        found = rotate(rotations(form, seed=seed), Clock(), ROTATIONS)
        if found is None or not _leads_through(found.tolist(), detours):
            continue
        cycle = found.tolist()
        ends = None
        if is_home:
            k = cycle.index(n)
            cycle = cycle[k + 1 :] + cycle[:k]
            ends = divmod(cycle[0], width), divmod(cycle[-1], width)
            if start is not None and ends[0] != start:
                ends = ends[1], ends[0]
        return [divmod(cell, width) for cell in cycle], ends
    return None


def _detours(left: Seam | None, right: Seam | None, width: int) -> list[tuple[Square, Square]]:
    """Return the pairs of ports that a block's cycle joins in place of the world beyond."""
    ours = [(square[0], square[1] + width) for square in right[::2]] if right else []
    theirs = list(left[1::2]) if left else []
    if ours and theirs:
        return [(ours[0], theirs[1]), (ours[1], theirs[0])]
    return [(ports[0], ports[1]) for ports in (ours, theirs) if ports]


def _leads_through(cycle: list[int], detours: list[tuple[int, int]]) -> bool:
    """Return True if each path leads from one seam to the other."""
    if len(detours) < 2:
        return True
    (p, _), (q, _) = detours
    ports = [v for v in cycle if any(v in pair for pair in detours)]
    return ports[(ports.index(p) + 2) % 4] == q


def _around(cycle: list[Square], left: Seam | None, right: Seam | None, columns: int) -> Around:
    """Return the neighbors of every square, those beyond the seams in place of the detours."""
    around = around_cycle(cycle, columns)
    width = around.shape[2]
    beyond: dict[Square, Square] = {}
    if right:
        here = [(row, column + width) for row, column in right]
        beyond |= {here[0]: here[1], here[2]: here[3]}
    if left:
        beyond |= {left[1]: left[0], left[3]: left[2]}
    for pair in _detours(left, right, width):
        for port, detour in (pair, pair[::-1]):
            side = int(around[1][port] == detour[0] * columns + detour[1])
            around[side][port] = beyond[port][0] * columns + beyond[port][1]
    return around


# -- Divide and conquer for large knight's tours: tiles with tours of their own, joined in a tree
# Each tile gets a closed tour. On a board with an odd number of squares exactly one tile is odd; it
# gets an open tour, closed by one *virtual* move. Two cycles become one when moves (a, b) of the
# first and (c, d) of the second are exchanged for moves (a, c) and (b, d) across the border: a
# *joint*.
# Joints along a spanning tree of the tiles leave one cycle.

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
        down_to = (d.starts() * columns).astype(np.int32)[:, None, None]
        for layer, relative in zip(neighbors, around[d, a], strict=True):
            strip = (np.tile(relative, a.number) + np.repeat(a.starts(), a.size)).astype(np.int32)
            tiles = (down_to + strip).reshape(-1, strip.shape[1])
            layer[d.begin :, a.begin :][: tiles.shape[0], : tiles.shape[1]] = tiles
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
    return run.arrays()[2] if Clock().run("tiles", run) == kernels.DONE else None


class _Tile(NamedTuple):
    """A cycle on a tile, as a list of squares; its last move may be virtual."""

    squares: list[Square]
    virtual: bool

    def moves(self) -> set[tuple[Square, Square]]:
        """Return the real moves, in both directions."""
        cycle = self.squares if self.virtual else [*self.squares, self.squares[0]]
        return {move for u, v in pairwise(cycle) for move in ((u, v), (v, u))}


def tile_tour(board: Board, start: Square | None) -> NDArray[np.int32] | None:
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
    square = None if start is None else start[0] * width + start[1]
    arrays = board_arrays(Board((height, width)))
    form = Instance.of(arrays, closed=not virtual, start=square).mates
    cycle = rotate(rotations(form, seed=seed), Clock(), 20_000 + 20 * height * width)
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
            first = Stretch(stretch.begin, stretch.size, stretch.number - 1)
            yield first, first._replace(begin=stretch.begin + stretch.size)
    for stretch, after in pairwise(side):
        before = Stretch(after.begin - stretch.size, stretch.size, 1)
        yield before, Stretch(after.begin, after.size, 1)


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


# -- Knight's tours of boards with millions of squares, without a graph

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
    closed = check_flag(closed, "closed")
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
        from icosian.boardgraphs.graph import knight_graph

        G = knight_graph(rows, columns)
        return hamiltonian_cycle(G, start) if closed else hamiltonian_path(G, start)
    _check(board, order, closed=closed, first=first)
    squares = SquareSequence(board, order)
    return Tour(squares, is_closed=closed, board=board, stats=clock.stats(method))


def _assembled(
    board: Board, *, closed: bool, start: tuple[int, ...] | None
) -> NDArray[np.int32] | None:
    """Return a tour assembled from tiles or blocks, or None if they do not fit."""
    rows, columns = board.shape
    if rows > columns:  # transpose the board
        origin = start and (start[1], start[0])
        turned = _assembled(Board((columns, rows)), closed=closed, start=origin)
        if turned is None:
            return None
        row, column = np.divmod(turned, np.int32(rows))
        return column * np.int32(columns) + row
    if rows < 5:
        closed = closed or (rows == 3 and columns % 2 == 0)  # a closed tour starts anywhere
        order = thread_tour(board, closed=closed, start=start)
    else:
        order = tile_tour(board, start)
    if order is None or start is None:
        return order
    return np.roll(order, -int(np.flatnonzero(order == start[0] * columns + start[1])[0]))


def _rotated(
    board: Board, clock: Clock, *, closed: bool, start: int | None
) -> NDArray[np.int32] | None:
    """Return a tour by rotations, or None if they do not finish soon."""
    n = len(board)
    form = Instance.of(board_arrays(board), closed=closed, start=start).mates
    keys = center_distances(np.stack(np.unravel_index(np.arange(n), board.shape), axis=1), board)
    for seed in range(3):
        run = rotations(
            form, keys=keys if seed < 2 else None, seed=seed, guided=form.size >= WIDE_SIZE
        )
        cycle = rotate(run, clock, 20_000 + 20 * n)
        if cycle is not None:
            return form.decode(cycle)
    return None


def _check(board: Board, order: NDArray[np.int32], *, closed: bool, first: int | None) -> None:
    """Raise InvalidTour unless the numbers are a knight's tour of the board."""
    seen = np.zeros(len(board), bool)
    seen[order.astype(np.intp)] = True  # numpy takes thrice as long to look up 32 bits
    if len(order) != len(board) or not seen.all():
        raise InvalidTour("a square is missed or visited twice")
    if first is not None and order[0] != first:
        raise InvalidTour("the tour does not begin where it should")
    row = order // np.int32(board.shape[1])
    column = order - row * np.int32(board.shape[1])  # half the time of divmod
    legal = np.abs(np.diff(row) * np.diff(column)) == 2
    if not legal.all():
        raise InvalidTour(f"step {int(np.argmin(legal)) + 1} is not a knight's move")
    if closed and abs(int(row[0] - row[-1]) * int(column[0] - column[-1])) != 2:
        raise InvalidTour("the last square does not lead back to the first")
