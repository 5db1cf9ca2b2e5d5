"""Subproblems of counting queens: boards on which some queens are placed.

A subproblem is the rows without a queen and the free columns of each. The counts of subproblems add
up, in any order, in any process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import lanes, queens as kernels
from icosian._kernels._jit import Run, is_forbidden

if TYPE_CHECKING:
    from numpy.typing import NDArray


PLAIN_ROWS = 11
"""Up to so many free rows, counting interpreted takes 0.05 s, less than loading vector code."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Subproblems:
    """Subproblems as arrays."""

    # The number of rows without a queen, shape (subproblems,).
    rows: NDArray[np.int64]
    # How many placements of the board each placement stands for.
    weights: NDArray[np.int64]
    # The free columns of each such row, as bits, shape (subproblems, n).
    allowed: NDArray[np.int64]
    # The distance from each such row to the next one.
    gaps: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def of(
        cls, allowed: NDArray[np.int64], empty: NDArray[np.bool_], weights: NDArray[np.int64]
    ) -> Subproblems:
        """Return the boards in which every row without a queen (``empty``) has a free column."""
        alive = ((allowed != 0) | ~empty).all(axis=1)
        allowed, empty, weights = allowed[alive], empty[alive], weights[alive]
        order = np.argsort(~empty, axis=1, kind="stable")
        return cls(
            rows=empty.sum(axis=1),
            weights=weights,
            allowed=np.take_along_axis(np.where(empty, allowed, 0), order, axis=1),
            gaps=np.diff(order, axis=1, append=0),
        )

    def part(self, begin: int, step: int, first: int) -> Subproblems:
        """Return every ``step``-th subproblem, with the columns ``first`` of its first row."""
        chosen = slice(begin, None, step)
        allowed = self.allowed[chosen].copy()
        allowed[:, 0] &= first
        return Subproblems(
            rows=self.rows[chosen],
            weights=self.weights[chosen],
            allowed=allowed,
            gaps=self.gaps[chosen],
        )

    def records(self) -> NDArray[np.int64]:
        """Return the records of the kernel: rows, weight, and the columns and gap of each row."""
        lines = np.stack((self.allowed, self.gaps), axis=2).reshape(len(self), -1)
        records: NDArray[np.int64] = np.column_stack((self.rows, self.weights, lines)).ravel()
        return records


def half_subproblems(n: int) -> Subproblems:
    """Return the boards whose first queen is left of the middle, with weight 2, and the middle one.

    With a queen in the middle of the first row, the second row is halved instead.
    """
    half = (1 << n // 2) - 1
    everything = (1 << n) - 1
    boards = [[half] + [everything] * (n - 1)]
    if n % 2:
        middle = [1 << n // 2] + [everything] * (n - 1)
        if n > 1:
            middle[1] = half
        boards.append(middle)
    return Subproblems.of(
        np.array(boards, np.int64),
        np.ones((len(boards), n), bool),
        np.array([2, 1 if n == 1 else 2][: len(boards)], np.int64),
    )


@lru_cache(maxsize=4)
def border_subproblems(n: int) -> Subproblems:
    """Return the settings of the queens on the border, one of each class under the 8 symmetries.

    The weight is the size of the class, so no placement needs to be compared with its images. The
    columns are those within the border; n is at least 4.
    """
    last = n - 1
    # the columns of the queens in the first and the last row, the rows of those in the first and
    # the last column; a queen in a corner is both
    top, bottom, left, right = np.indices((n,) * 4).reshape(4, -1)
    least = np.minimum.reduce([bottom, last - bottom, left, last - left, right, last - right])
    first = (top <= least) & (top <= last - top)  # a corner is nearest to the queen on top
    top, bottom, left, right = (side[first] for side in (top, bottom, left, right))
    rows = np.stack((np.zeros_like(top), np.full_like(top, last), left, right))
    columns = np.stack((top, bottom, np.zeros_like(top), np.full_like(top, last)))
    fits = np.ones(len(top), bool)
    for a in range(4):
        for b in range(a):
            across, down = columns[a] - columns[b], rows[a] - rows[b]
            same = (across == 0) & (down == 0)
            fits &= same | ((across != 0) & (down != 0) & (abs(across) != abs(down)))

    images = [(top, bottom, left, right)]
    images += [(last - t, last - b, r, le) for t, b, le, r in images]
    images += [(b, t, last - le, last - r) for t, b, le, r in images]
    images += [(le, r, t, b) for t, b, le, r in images]
    keys = np.stack([((a * n + b) * n + c) * n + d for a, b, c, d in images])
    fits &= keys[0] == keys.min(axis=0)
    rows, columns, keys = rows[:, fits], columns[:, fits], keys[:, fits]
    weights = 8 // (keys == keys[0]).sum(axis=0)

    row = np.arange(n)
    distance = row - rows[..., None]  # (queens of the border, subproblems, rows)
    attacked = np.zeros(distance.shape[1:], np.int64)
    for a in range(4):
        for step in (-1, 0, 1):
            column = columns[a][:, None] + step * distance[a]
            on_board = (column >= 0) & (column < n)
            attacked |= np.where(on_board, 1 << np.where(on_board, column, 0), 0)
    within = (1 << n) - 2 - (1 << last)
    return Subproblems.of(
        (within & ~attacked) >> 1,  # the border's columns need no bits
        (distance != 0).all(axis=0),
        weights,
    )


def count_run(subproblems: Subproblems, columns: int) -> Run:
    """Return a run that counts subproblems; the count is in its last array at ``TOTAL``."""
    depth = subproblems.allowed.shape[1]
    work = np.zeros(8, np.int64)
    work[[kernels.END, kernels.FRESH]] = len(subproblems), 1
    kernel, word = kernels.count_subproblems, np.dtype(np.int64)
    if depth > PLAIN_ROWS and not is_forbidden() and (found := lanes.lanes_for(columns)):
        kernel, word = lanes.counting(found), np.dtype(f"u{found.bits // 8}")
    nodes = np.zeros(depth * 4 * kernels.CAPACITY, word)
    return Run(kernel, subproblems.records(), nodes, np.zeros(depth, np.int64), work)
