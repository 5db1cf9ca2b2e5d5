"""Public functions for n queens: construct, list, count; completion, tori and regions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from icosian._io.memory import afford
from icosian._run.arguments import checked_flag
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian._run.ledger import checked_resume, is_stored
from icosian._run.pool import Workers, checked_executor, opened
from icosian.exceptions import IncompleteRun, InvalidArgument, SearchLimitReached
from icosian.placements.placement import Placement
from icosian.placements.queens.count import count_all, count_classes, count_completions
from icosian.placements.queens.enumeration import batches
from icosian.placements.queens.rules import QueensProblem, Regions

QUEEN = 100
"""About the bytes per queen while they are placed by formula."""
MOST_COUNTED = 31
"""The largest board whose placements are counted; 27 is the largest ever counted."""


@hinted
def queens(
    n: int,
    *,
    fixed: Iterable[Any] = (),
    forbid: Iterable[Any] = (),
    periodic: bool = False,
    regions: Regions | None = None,
) -> Placement:
    """Return a placement of n non-attacking queens.

    Parameters
    ----------
    n : int
        The side of the board.
    fixed : iterable of squares or names
        Squares where a queen must stand.
    forbid : iterable of squares or names
        Squares where none may stand.
    periodic : bool
        Whether the board is a torus: rows, columns and diagonals wrap around.
    regions : str, rows of labels, or mapping of squares to labels, optional
        The rules of the newspaper puzzle: every row, column and region takes one queen, no two
        queens touch, and diagonals do not matter. There must be n regions.

    Returns
    -------
    Placement
        One queen in each row. Without further conditions it is constructed; otherwise it is the
        first in lexicographic order.

    Raises
    ------
    NoPlacement
        If there is none; ``.proof`` says why on the boards of side 2 and 3.
    InvalidArgument
        If n < 1 or the memory is too small for n queens, a square is not on the board or both fixed
        and forbidden, fixed queens attack each other, or the regions do not cover the board.

    See Also
    --------
    all_queens : All of them.
    place : Pieces of any kind on any graph.

    Notes
    -----
    The construction takes the even columns, then the odd ones, and exchanges a few [1]_; it takes
    time linear in n, well under a second for n = 10^6. On a torus every queen stands a knight's
    move from the one above if n has no factor 2 or 3; otherwise there is no placement [2]_. With
    further conditions the search is exponential; boards up to side 62 are searched.

    References
    ----------
    .. [1] E. Pauls, Das Maximalproblem der Damen auf dem Schachbrete, Deutsche Schachzeitung 29,
       1874.
    .. [2] G. Pólya, Über die "doppelt-periodischen" Lösungen des n-Damen-Problems, in W. Ahrens,
       Mathematische Unterhaltungen und Spiele, 1918.

    Examples
    --------
    >>> queens(8).columns
    (1, 3, 5, 7, 2, 0, 6, 4)
    >>> queens(8, fixed=["a8", "b4"]).columns
    (0, 6, 4, 7, 1, 3, 5, 2)
    >>> queens(3)
    Traceback (most recent call last):
        ...
    icosian.exceptions.NoPlacement: 3 queens do not fit on a 3 x 3 board. At most 2 nodes are
    independent: 2 cliques cover the graph, and each holds at most one.

    A puzzle with a unique solution:

    >>> queens(4, regions="aabb ccbb ccdd dddd").columns
    (1, 3, 0, 2)
    """
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    if problem.is_hopeless:
        raise problem.impossible()
    if problem.is_plain:
        afford(QUEEN * problem.n, f"a placement of {problem.n:,} queens")
        return problem.placement(_constructed(problem.n, periodic=problem.periodic))
    problem.check_searched()
    for placement in _listed(problem):
        return placement
    raise problem.impossible()


@hinted
def all_queens(
    n: int,
    *,
    distinct: bool = False,
    fixed: Iterable[Any] = (),
    forbid: Iterable[Any] = (),
    periodic: bool = False,
    regions: Regions | None = None,
) -> Iterator[Placement]:
    """Yield all placements of n non-attacking queens.

    Parameters
    ----------
    n : int
        The side of the board, at most 62.
    distinct : bool
        Yield one of each class under the rotations and reflections of the board that keep the
        conditions: the first of its class.
    fixed, forbid, periodic, regions : optional
        As for :func:`queens`.

    Yields
    ------
    Placement
        In lexicographic order of their columns, row 0 first; the first few are found at once.

    Raises
    ------
    InvalidArgument
        As for :func:`queens`, before the first placement; or if n is larger than 62.

    See Also
    --------
    count_queens : How many there are, much faster.
    independent_sets : The same for any graph.
    placement_search : Textbook searches, step by step.

    Notes
    -----
    Backtracking by rows with the attacked squares as bits. The number of placements is OEIS
    A000170, of classes A002562, on a torus A007705.

    Examples
    --------
    >>> [placement.columns for placement in all_queens(6)][:2]
    [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3)]
    >>> sum(1 for _ in all_queens(8)), sum(1 for _ in all_queens(8, distinct=True))
    (92, 12)

    They are the independent sets of n nodes of the queen graph:

    >>> import icosian
    >>> list(all_queens(6)) == list(icosian.independent_sets(icosian.queen_graph(6), 6))
    True
    """
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    problem.check_searched()
    return _listed(problem, distinct=checked_flag(distinct, "distinct"))


@hinted
def count_queens(
    n: int,
    *,
    distinct: bool = False,
    fixed: Iterable[Any] = (),
    forbid: Iterable[Any] = (),
    periodic: bool = False,
    regions: Regions | None = None,
    executor: Workers = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> int:
    """Count the placements of n non-attacking queens.

    Parameters
    ----------
    n : int
        The side of the board, at most 31.
    distinct : bool
        Count classes under the rotations and reflections of the board that keep the conditions.
    fixed, forbid, periodic, regions : optional
        As for :func:`queens`.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where the parts of the count are computed; threads are enough, since the kernel releases the
        lock. By default, and on boards below 15, in this thread. A callable makes an executor, and
        another one if that breaks. Only for counts without further conditions.
    checkpoint : path, optional
        A file for the results of the parts, from which the same call goes on after an
        interruption. Only for counts without further conditions.
    resume : IncompleteRun, optional
        The error that the same call raised before; its results are not computed again.
    timeout : float, optional
        Seconds after which to give up.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`, whose ``part`` is the part of the
        work that is done.

    Returns
    -------
    int
        The exact number.

    Raises
    ------
    InvalidArgument
        As for :func:`queens`; if n is larger than 31; if executor or checkpoint are given with
        further conditions; if the checkpoint is not a path or belongs to another count.
    IncompleteRun
        If the executor breaks and cannot be replaced.
    SearchLimitReached
        If the time is over.

    See Also
    --------
    all_queens : The placements themselves.
    count_independent_sets : The same for any graph and any size.

    Notes
    -----
    The queens on the border are placed first, once for each class under the 8 symmetries [1]_; on
    boards below 15, the first queen on half of the first row. Each of these subproblems is searched
    level by level, many nodes at a time, without branches: in vector instructions where the
    processor can compress lanes (AVX-512, AVX2). Time grows by a factor of about 7 with each row:
    about 0.1 s for n = 16, 4 s for n = 18. Classes are counted by Burnside's lemma: no placement of
    two or more queens is its own mirror image, and those that a rotation maps to themselves are
    counted by two small searches. Numbers: OEIS A000170, A002562 (classes), A007705 (torus).

    References
    ----------
    .. [1] T. B. Preußer and M. R. Engelhardt, Putting Queens in Carry Chains, No. 27, Journal of
       Signal Processing Systems 88, 2017 (borders are called coronals there).

    Examples
    --------
    >>> [count_queens(n) for n in range(1, 13)]
    [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
    >>> count_queens(8, distinct=True), count_queens(7, periodic=True)
    (12, 28)
    >>> count_queens(8, fixed=["a1"]), count_queens(8, forbid=["a1"])
    (4, 88)
    """
    clock = Clock(timeout, progress)
    checked_flag(distinct, "distinct")
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    if problem.n > MOST_COUNTED:
        raise InvalidArgument(f"placements are counted up to n = {MOST_COUNTED}, got {n}")
    plain = problem.is_plain and not problem.periodic
    if not plain and (executor is not None or checkpoint is not None):
        raise InvalidArgument(
            "executor and checkpoint are for counts without fixed or forbidden squares, regions or"
            " a torus"
        )
    checked_executor(executor)
    checked_resume(resume, executor, checkpoint, "checkpoint")
    try:
        if plain:
            with opened(executor) as pool:
                number = count_all(problem.n, clock, pool, checkpoint, resume)
            return count_classes(problem.n, number, clock) if distinct else number
        if distinct or problem.periodic or problem.regions is not None:
            return sum(len(found) for found in batches(problem, clock, distinct=distinct))
        return count_completions(problem, clock)
    except TimeIsUp:
        stats = clock.stats("queens")
        go_on = "; the same call goes on from the checkpoint" if is_stored(checkpoint) else ""
        raise SearchLimitReached(f"not counted: {clock.over}{go_on}", stats=stats) from None


@hinted
def has_unique_queens(
    n: int,
    *,
    fixed: Iterable[Any] = (),
    forbid: Iterable[Any] = (),
    periodic: bool = False,
    regions: Regions | None = None,
) -> bool:
    """Return True if exactly one placement of n queens keeps the conditions.

    Parameters
    ----------
    n : int
        The side of the board, at most 62.
    fixed, forbid, periodic, regions : optional
        As for :func:`queens`.

    Returns
    -------
    bool
        True if the puzzle has one solution, False if it has more.

    Raises
    ------
    NoPlacement
        If there is none; as for :func:`queens`.
    InvalidArgument
        As for :func:`queens`.

    See Also
    --------
    queens : The solution.

    Notes
    -----
    The search ends with the second placement.

    Examples
    --------
    >>> has_unique_queens(8, fixed=["a8"]), has_unique_queens(8, fixed=["a8", "e7"])
    (False, True)
    """
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    problem.check_searched()
    found = _listed(problem)
    if next(found, None) is None:
        raise problem.impossible()
    return next(found, None) is None


def _constructed(n: int, *, periodic: bool) -> tuple[int, ...]:
    """Return the columns of a placement by formula, checked."""
    if periodic:
        columns = 2 * np.arange(n) % n
    else:
        evens, odds = np.arange(1, n, 2), np.arange(0, n, 2)
        if n % 6 == 2:  # 3, 1, 7, 9, …, 5 in columns counted from 1
            odds = np.concatenate(([2, 0], odds[3:], [4]))
        elif n % 6 == 3:
            evens = np.append(evens[1:], 1)
            odds = np.concatenate((odds[2:], [0, 2]))
        columns = np.concatenate((evens, odds))
    lines = [np.arange(n) + columns, np.arange(n) - columns + n, columns]
    if periodic:
        lines = [line % n for line in lines]
    if any(np.bincount(line).max() > 1 for line in lines):
        raise RuntimeError("the construction returned queens that attack each other")
    return tuple(columns.tolist())


def _listed(problem: QueensProblem, *, distinct: bool = False) -> Iterator[Placement]:
    make, board = Placement.of_columns, problem.board
    for found in batches(problem, Clock(), distinct=distinct):
        for columns in found.tolist():
            yield make(tuple(columns), board)
