"""Counting queens: all placements, completions of partial ones, classes under symmetry."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import queens as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian._run.ledger import total
from icosian.placements.queens.subproblems import (
    Subproblems,
    border_subproblems,
    count_run,
    half_subproblems,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from icosian._run.pool import Pool
    from icosian.exceptions import IncompleteRun
    from icosian.placements.queens.rules import QueensProblem


BORDERS_FROM = 15
"""From this side on the border queens are placed first; below, that takes longer than counting."""
PART_SECONDS = 0.1
"""The time that a part of a count may take."""
PARTS = 8
"""The least number of parts where borders are placed, so that 2, 4 or 8 workers share evenly."""
BORDER_SECONDS = 16e-6
"""The time of one border subproblem on the board of side 16."""
GROWTH = 5.0
"""The factor for one more row."""


def _subproblems(n: int, *, borders: bool) -> tuple[Subproblems, int]:
    """Return the subproblems of a board, and the number of their columns."""
    return (border_subproblems(n), n - 2) if borders else (half_subproblems(n), n)


def _count_part(
    n: int, borders: bool, begin: int, step: int, first: int, *, clock: Clock | None = None
) -> int:
    """Count the placements of every ``step``-th subproblem of a board: a task for any process.

    ``first`` are the columns, as bits, that are tried in the first row without a queen.
    """
    subproblems, columns = _subproblems(n, borders=borders)
    run = count_run(subproblems.part(begin, step, first), columns)
    (clock or Clock()).run("queens", run)
    return int(run[-1][kernels.TOTAL])


def count_all(
    n: int,
    clock: Clock,
    pool: Pool | None,
    journal: str | os.PathLike[str] | None,
    resume: IncompleteRun | None = None,
) -> int:
    """Count the placements of n queens, part by part."""
    borders = n >= BORDERS_FROM
    subproblems, _ = _subproblems(n, borders=borders)
    size = int(PART_SECONDS / (BORDER_SECONDS * GROWTH ** (n - 16)))
    # neighbors in the list take similar time, so each part takes some from everywhere
    number = len(subproblems)
    step = min(number, max(PARTS if borders else 1, ceil(number / max(1, size))))
    parts: list[tuple[int, bool, int, int, int]] = []
    for begin in range(step):
        free = int(subproblems.allowed[begin, 0])
        # a subproblem that takes too long for a part is cut into one for each column
        firsts = [-1] if size else [1 << k for k in range(n) if free >> k & 1]
        parts += [(n, borders, begin, step, first) for first in firsts]
    return total(
        _count_part,
        parts,
        name=f"queens {n}",
        clock=clock,
        pool=pool if borders else None,  # milliseconds are not worth a task
        journal=journal,
        resume=resume,
    )


def count_classes(n: int, number: int, clock: Clock) -> int:
    """Return the number of classes of ``number`` placements, by Burnside's lemma.

    No placement of more than one queen is its own mirror image: two queens would share a line.
    """
    if n == 1:
        return 1
    last = n - 1
    half = _count_symmetric(n, lambda r, c: (last - r, last - c), clock)
    quarter = _count_symmetric(n, lambda r, c: (c, last - r), clock)
    classes, rest = divmod(number + half + 2 * quarter, 8)
    if rest:
        raise RuntimeError(f"{number} placements of {n} queens are not a union of classes")
    return classes


def _count_symmetric(n: int, turn: Callable[[int, int], tuple[int, int]], clock: Clock) -> int:
    """Count the placements that a rotation maps to themselves."""
    firsts, words = [0], []
    for row in range(n):
        for column in range(n):
            orbit = [(row, column)]
            while (square := turn(*orbit[-1])) != orbit[0]:
                orbit.append(square)
            if min(orbit)[0] != row or min(c for r, c in orbit if r == row) != column:
                continue
            lines = [
                {r for r, _ in orbit},
                {c for _, c in orbit},
                {r + c for r, c in orbit},
                {r - c + n for r, c in orbit},
            ]
            if all(len(line) == len(orbit) for line in lines):
                words += [sum(1 << place for place in line) for line in lines]
        firsts.append(len(words) // 4)
    run = Run(
        kernels.count_symmetric,
        np.array(firsts, np.int64),
        np.array(words, np.int64),
        np.zeros(4 * n + 8, np.int64),
        np.zeros(n + 2, np.int64),
        np.zeros(3, np.int64),
    )
    clock.run("queens", run)
    return int(run[-1][kernels.FOUND])


def count_completions(problem: QueensProblem, clock: Clock) -> int:
    """Count the placements that hold the fixed queens and avoid the forbidden squares."""
    taken = {row for row, _ in problem.fixed}
    empty = np.array([[row not in taken for row in range(problem.n)]])
    subproblems = Subproblems.of(np.array([problem.allowed], np.int64), empty, np.ones(1, np.int64))
    if not len(subproblems):
        return 0
    run = count_run(subproblems, problem.n)
    clock.run("queens", run)
    return int(run[-1][kernels.TOTAL])
