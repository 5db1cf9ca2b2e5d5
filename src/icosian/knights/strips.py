"""Knight's tours of long boards with three or four rows, from blocks joined at fixed seams.

Tiles of three or four rows cannot be joined by exchanging moves: their closed tours are forced at
the borders, or do not exist. Instead every tour crosses each seam between two blocks by the same
two moves (p, p') and (q, q'). A middle block is covered by two paths that lead from one seam to the
other, a block at an end by one path back to its seam. An open tour has both ends in one block,
joined there by a *virtual* move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import csr_from_edges
from icosian._run.clock import Clock
from icosian.boards.board import Board, Square
from icosian.knights.tiling import (
    KNIGHT,
    Around,
    Stretch,
    around_cycle,
    board_arrays,
    fill_board,
    stretches,
    walk_cycle,
)
from icosian.tours.normal_form import NormalForm
from icosian.tours.solve.rotations import rotate, rotations

Seam = tuple[Square, Square, Square, Square]  # p, p', q, q'; columns relative to the seam


SEEDS = 8  # attempts for each block
ROTATIONS = 2_000  # steps of an attempt


def threaded_tour(board: Board, *, closed: bool, start: Square | None) -> NDArray[np.int32] | None:
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

    crossing = [
        ((row, column), (row + dr, column + dc))
        for row in range(rows)
        for column in (-2, -1)
        for dr, dc in KNIGHT
        if 0 <= row + dr < rows and column + dc >= 0
    ]
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
    for seed in range(SEEDS):
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
