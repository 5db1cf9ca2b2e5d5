"""Placements of queens one after the other, in lexicographic order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._kernels import queens as kernels
from icosian._kernels._jit import Run
from icosian.placements.queens.rules import MOST_ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.placements.queens.rules import Question

__all__ = ["batches"]

BUFFER = 256
"""The most placements that the search fetches at once."""


def batches(
    question: Question, clock: Clock, *, distinct: bool = False
) -> Iterator[NDArray[np.int64]]:
    """Yield the columns of the placements, some at a time, at first one."""
    import numpy as np

    question.check_searched()
    if question.is_hopeless:
        return
    n, allowed = question.n, question.allowed
    symmetries = question.symmetries() if distinct else []
    room = 1
    rule = np.array(
        [
            n,
            room,
            0 if question.regions is not None else -1,
            question.periodic,
            question.regions is not None,
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
        np.array(question.regions or [0], np.int64),
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
        _check(question, found)
        if distinct:
            found = found[_is_first(found, symmetries)]
        if len(found):
            yield found
        run[-1][kernels.FOUND] = 0
        room = min(16 * room, BUFFER)
        run[0][1] = room


def _check(question: Question, found: NDArray[np.int64]) -> None:
    """Check that no piece breaks the rules, by other means than the search."""
    import numpy as np

    n, rows = question.n, np.arange(question.n)
    if question.regions is not None:
        lines = np.stack((found, np.array(question.regions)[rows * n + found]))
        assert (abs(np.diff(found, axis=1)) > 1).all()
    else:
        lines = np.stack((found, found + rows, found - rows))
        if question.periodic:
            lines %= n
    lines.sort(axis=2)
    assert (lines[..., 1:] != lines[..., :-1]).all()


def _is_first(
    found: NDArray[np.int64], symmetries: Sequence[Callable[[Any, Any], tuple[Any, Any]]]
) -> NDArray[np.bool_]:
    """Return which placements come first, by their columns, among their images."""
    import numpy as np

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
