"""Three textbook searches for n queens, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Literal, NamedTuple

from icosian._run.hints import hinted
from icosian._steps import Steps
from icosian.exceptions import InvalidArgument
from icosian.placements.queens.rules import QueensProblem


class PlacementStep(NamedTuple):  # a tuple, because searches make millions of them
    """One step of a search for placements of queens.

    Attributes
    ----------
    kind : {"reject", "place", "remove", "found"}
        A board or a square was tried and rejected, a queen was placed, the last queen was removed,
        or a board is a placement.
    columns : tuple of int
        The columns of the queens on the board after the step, row by row; for "reject" including
        the rejected one.
    tried : int
        How many squares have been tried so far; in brute force, complete boards.
    removed : int
        How many queens have been removed.
    found : int
        How many placements have been found.
    """

    kind: Literal["reject", "place", "remove", "found"]
    columns: tuple[int, ...]
    tried: int
    removed: int
    found: int


@hinted
def placement_search(
    n: int, *, method: Literal["brute-force", "backtracking", "bitmask"] = "backtracking"
) -> Steps[PlacementStep]:
    """Search for all placements of n queens, and yield every step.

    Parameters
    ----------
    n : int
        The side of the board.
    method : {"brute-force", "backtracking", "bitmask"}
        Test every board with one queen a row; place row by row, and backtrack where a queen is
        attacked; or keep the attacked columns and diagonals as bits, and try free squares only.

    Yields
    ------
    PlacementStep
        Every step. All methods find the placements in the same, lexicographic order.

    Raises
    ------
    InvalidArgument
        If n < 1 or the method is unknown, before the first step.

    See Also
    --------
    all_queens : The same placements, much faster.
    backtrack : The same for tours.
    animate, to_html : Watch the search.

    Notes
    -----
    Brute force tests n^n boards. The other methods try far fewer squares, as the steps show.

    Examples
    --------
    >>> for method in "brute-force", "backtracking", "bitmask":
    ...     steps = list(placement_search(5, method=method))
    ...     print(method, steps[-1].tried, steps[-1].found)
    brute-force 3125 10
    backtracking 220 10
    bitmask 53 10
    >>> next(step.columns for step in placement_search(5) if step.kind == "found")
    (0, 2, 4, 1, 3)
    """
    problem = QueensProblem.of(n)
    if method not in _METHODS:
        raise InvalidArgument(f"method must be one of {', '.join(_METHODS)}, got {method!r}")
    return Steps(partial(_METHODS[method], problem.n), problem.board)


def _brute_force(n: int) -> Iterator[PlacementStep]:
    found = 0
    for tried, columns in enumerate(product(range(n), repeat=n), start=1):
        is_placement = not any(
            _attack(columns, above, row) for row in range(n) for above in range(row)
        )
        found += is_placement
        yield PlacementStep("found" if is_placement else "reject", columns, tried, 0, found)


def _backtracking(n: int) -> Iterator[PlacementStep]:
    columns: list[int] = []
    tried = removed = found = 0
    column = 0
    while True:
        row = len(columns)
        if row < n and column < n:
            tried += 1
            columns.append(column)
            if any(_attack(columns, above, row) for above in range(row)):
                yield PlacementStep("reject", tuple(columns), tried, removed, found)
                columns.pop()
                column += 1
                continue
            yield PlacementStep("place", tuple(columns), tried, removed, found)
            if row == n - 1:
                found += 1
                yield PlacementStep("found", tuple(columns), tried, removed, found)
            column = 0
        elif columns:
            column = columns.pop() + 1
            removed += 1
            yield PlacementStep("remove", tuple(columns), tried, removed, found)
        else:
            return


def _bitmask(n: int) -> Iterator[PlacementStep]:
    everything = (1 << n) - 1
    columns: list[int] = []
    used, falling, rising, free = [0], [0], [0], [everything]
    tried = removed = found = 0
    while free:
        if len(columns) < n and free[-1]:
            bit = free[-1] & -free[-1]
            free[-1] ^= bit
            columns.append(bit.bit_length() - 1)
            tried += 1
            yield PlacementStep("place", tuple(columns), tried, removed, found)
            if len(columns) == n:
                found += 1
                yield PlacementStep("found", tuple(columns), tried, removed, found)
            used.append(used[-1] | bit)
            falling.append((falling[-1] | bit) << 1)
            rising.append((rising[-1] | bit) >> 1)
            free.append(everything & ~(used[-1] | falling[-1] | rising[-1]))
            continue
        for stack in (used, falling, rising, free):
            stack.pop()
        if columns:
            columns.pop()
            removed += 1
            yield PlacementStep("remove", tuple(columns), tried, removed, found)


def _attack(columns: tuple[int, ...] | list[int], above: int, row: int) -> bool:
    """Return whether the queens of two rows attack each other."""
    across = columns[row] - columns[above]
    return across in (0, row - above, above - row)


_METHODS: dict[str, Callable[[int], Iterator[PlacementStep]]] = {
    "brute-force": _brute_force,
    "backtracking": _backtracking,
    "bitmask": _bitmask,
}
