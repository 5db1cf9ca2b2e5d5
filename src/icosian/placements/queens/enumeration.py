"""Enumeration of queens in lexicographic order, by a resumable backtracking kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import queens as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.placements.queens.rules import MOST_ROWS, QueensProblem

BUFFER = 256
"""The largest batch."""


def batches(
    problem: QueensProblem, clock: Clock, *, distinct: bool = False
) -> Iterator[NDArray[np.int64]]:
    """Yield the columns of the placements, shape (some, n): first one, then growing batches."""
    problem.check_searched()
    if problem.is_hopeless:
        return
    n, allowed = problem.n, problem.allowed
    symmetries = problem.symmetries() if distinct else []
    room = 1
    rule = np.array(
        [
            n,
            room,
            0 if problem.regions is not None else -1,
            problem.periodic,
            problem.regions is not None,
        ],
        np.int64,
    )
    index = np.zeros(67, np.int64)
    index[[(1 << k) % 67 for k in range(MOST_ROWS)]] = np.arange(MOST_ROWS)
    stack = np.zeros(5 * n, np.int64)
    stack[0] = allowed[0]
    run = Run(
        kernels.list_placements,
        rule,
        np.array(allowed, np.int64),
        np.array(problem.regions or [0], np.int64),
        index,
        stack,
        np.zeros(n, np.int64),
        np.zeros(BUFFER * n, np.int64),
        np.zeros(3, np.int64),
    )
    done = False
    while not done:
        done = clock.run("queens", run) == kernels.DONE
        number = int(run[-1][kernels.FOUND])
        found = np.array(run[-2][: number * n], np.int64).reshape(number, n)
        _check(problem, found)
        if distinct:
            found = found[_is_first(found, symmetries)]
        if len(found):
            yield found
        run[-1][kernels.FOUND] = 0
        room = min(16 * room, BUFFER)
        run[0][1] = room


def _check(problem: QueensProblem, found: NDArray[np.int64]) -> None:
    """Check that no queen breaks the rules, independently of the search."""
    n, rows = problem.n, np.arange(problem.n)
    if problem.regions is not None:
        lines = np.stack((found, np.array(problem.regions)[rows * n + found]))
        if (abs(np.diff(found, axis=1)) <= 1).any():
            raise RuntimeError("the search returned queens that touch")
    else:
        lines = np.stack((found, found + rows, found - rows))
        if problem.periodic:
            lines %= n
    lines.sort(axis=2)
    if (lines[..., 1:] == lines[..., :-1]).any():
        raise RuntimeError("the search returned queens that attack each other")


def _is_first(
    found: NDArray[np.int64], symmetries: Sequence[Callable[[Any, Any], tuple[Any, Any]]]
) -> NDArray[np.bool_]:
    """Return which placements are lexicographically first among their images."""
    number, n = found.shape
    rows = np.broadcast_to(np.arange(n), found.shape)
    first = np.ones(number, bool)
    each = np.arange(number)[:, None]
    for image in symmetries[1:]:
        row, column = image(rows, found)
        other = np.empty_like(found)
        other[each, row] = column
        differs = other - found
        where = (differs != 0).argmax(axis=1)
        first &= differs[each[:, 0], where] >= 0
    return first
