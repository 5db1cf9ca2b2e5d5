"""Public functions for n queens: construct, list, count; completion, tori and regions."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, combinations, islice, product, repeat
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import afford
from icosian._io.text import shown
from icosian._kernels import queens as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import (
    Clock,
    TimeIsUp,
    Watch,
    Workers,
    check_executor,
    check_flag,
    check_int,
    hinted,
)
from icosian._run.pool import check_resume, is_stored, open_pool
from icosian._show import Steps, one_by_one
from icosian.boards.board import MOST_SQUARES, Board, Square
from icosian.boards.text import Grid
from icosian.exceptions import IncompleteRun, InvalidArgument, NoPlacement, SearchLimitReached
from icosian.placements.bounds import ClauseBound, CliqueCover
from icosian.placements.placement import Placement, limit_error, until_late
from icosian.placements.queens_count import (
    QueensQuestions,
    attack_graph,
    count_all,
    count_classes,
    count_completions,
)

QUEEN = 100  # about the bytes per queen while they are placed by formula
QUICK = 2_000_000
"""Steps of a search in lexicographic order, some 20 ms, before a SAT solver is asked."""
MOST_COUNTED = 31  # the largest board whose placements are counted; 27 is the largest ever counted


@hinted
def queens(
    n: int,
    *,
    fixed: Iterable[Any] = (),
    forbid: Iterable[Any] = (),
    periodic: bool = False,
    regions: Regions | None = None,
    besides: Iterable[Iterable[Any]] = (),
    timeout: float | None = None,
    progress: Watch = None,
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
    besides : iterable of placements
        Known ones, as squares or names; then a further one is returned, or it is proved that there
        is none.
    timeout : float, optional
        Time limit in seconds.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        One queen in each row. Without further conditions it is constructed; otherwise it is the
        first in lexicographic order, or, where that takes more than 2 million steps, what a SAT
        solver finds.

    Raises
    ------
    NoPlacement
        If there is none; ``.proof`` says why, but for tori without further conditions. With
        conditions it is a :class:`ClauseBound` about the graph of the squares, joined where queens
        attack each other.
    InvalidArgument
        If n < 1 or the memory is too small for n queens, a square is not on the board or both fixed
        and forbidden, fixed queens attack each other, the regions do not cover the board, or what
        is said to be known is not a placement.
    SearchLimitReached
        If the time is over.

    See Also
    --------
    all_queens : All of them.
    place : Pieces of any kind on any graph.

    Notes
    -----
    The construction takes the even columns, then the odd ones, and exchanges a few [1]_; it takes
    time linear in n, well under a second for n = 10^6. On a torus every queen stands a knight's
    move from the one above if n has no factor 2 or 3; otherwise there is no placement [2]_. With
    further conditions the search is exponential; boards up to side 62 are searched, most of
    which a SAT solver answers in tenths of a second.

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
    icosian.exceptions.NoPlacement: 3 queens do not fit on a 3 x 3 board. No independent set has
    more than 2 nodes: 2 cliques cover the graph, and each holds at most one.

    A puzzle with a unique solution:

    >>> found = queens(4, regions="aabb ccbb ccdd dddd")
    >>> found.columns
    (1, 3, 0, 2)
    >>> queens(4, regions="aabb ccbb ccdd dddd", besides=[found])
    Traceback (most recent call last):
        ...
    icosian.exceptions.NoPlacement: no further placement of 4 queens on the 4 x 4 board fits these
    regions. No independent set has more than 3 nodes, apart from 1 known set: ...
    """
    clock = Clock(timeout, progress)
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    known = problem.known(besides)
    if problem.is_plain and not known and not problem.is_hopeless:
        afford(QUEEN * problem.n, f"a placement of {problem.n:,} queens")
        return problem.placement(_constructed(problem))
    return _some(problem, 1, clock, known)[0]


@one_by_one
def all_queens(
    n: int,
    *,
    distinct: bool = False,
    fixed: Iterable[Any] = (),
    forbid: Iterable[Any] = (),
    periodic: bool = False,
    regions: Regions | None = None,
    timeout: float | None = None,
    progress: Watch = None,
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
    timeout : float, optional
        Time limit in seconds from the call; the time between two placements counts too.
    progress : callable or True, optional
        Called about ten times a second of search with a :class:`Progress`.

    Yields
    ------
    Placement
        In lexicographic order of their columns, row 0 first; the first few are found at once.

    Raises
    ------
    InvalidArgument
        As for :func:`queens`, before the first placement; or if n is larger than 62.
    SearchLimitReached
        If the time is over, after all placements found by then.

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
    clock = Clock(timeout, progress)
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    problem.check_searched()
    found = batches(problem, clock, distinct=check_flag(distinct, "distinct"))
    return _placements(problem, until_late(found, "queens", clock))


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
    progress: Watch = None,
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
    progress : callable or True, optional
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
    check_flag(distinct, "distinct")
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    if problem.n > MOST_COUNTED:
        raise InvalidArgument(f"placements are counted up to n = {MOST_COUNTED}, got {n}")
    plain = problem.is_plain and not problem.periodic
    if not plain and (executor is not None or checkpoint is not None):
        raise InvalidArgument(
            "executor and checkpoint are for counts without fixed or forbidden squares, regions or"
            " a torus"
        )
    check_executor(executor)
    check_resume(resume, executor, checkpoint, "checkpoint")
    try:
        if plain:
            with open_pool(executor) as pool:
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
    timeout: float | None = None,
    progress: Watch = None,
) -> bool:
    """Return True if exactly one placement of n queens keeps the conditions.

    Parameters
    ----------
    n : int
        The side of the board, at most 62.
    fixed, forbid, periodic, regions, timeout, progress : optional
        As for :func:`queens`.

    Returns
    -------
    bool
        True if the puzzle has one solution, False if it has more.

    Raises
    ------
    NoPlacement
        If there is none; as for :func:`queens`.
    InvalidArgument, SearchLimitReached
        As for :func:`queens`.

    See Also
    --------
    queens : The solution; with ``besides`` the proof that there is no other one.

    Notes
    -----
    The search ends with the second placement.

    Examples
    --------
    >>> has_unique_queens(8, fixed=["a8"]), has_unique_queens(8, fixed=["a8", "e7"])
    (False, True)
    """
    problem = QueensProblem.of(n, fixed, forbid, periodic=periodic, regions=regions)
    return len(_some(problem, 2, Clock(timeout, progress))) == 1


def _some(
    problem: QueensProblem, most: int, clock: Clock, known: Sequence[tuple[Square, ...]] = ()
) -> list[Placement]:
    """Return some placements, the first ones if these are found soon; raise why there is none."""
    if problem.is_hopeless:
        raise problem.impossible()
    problem.check_searched()
    try:
        with suppress(TooManySteps):
            listed = _placements(problem, batches(problem, clock, limit=QUICK))
            if found := list(islice((one for one in listed if tuple(one) not in known), most)):
                return found
        asked, found, others = QueensQuestions(problem, clock), [], list[int]()
        for one in known:
            others = [asked.besides(asked.literals(one), *others)]
        while len(found) < most and asked.has(others):
            found.append(problem.placement(asked.columns()))
            others = [asked.besides(asked.literals(found[-1]), *others)]
        if not found:
            raise problem.impossible(asked.bound(known))
    except TimeIsUp:
        raise limit_error("no placement found, none excluded", "sat", clock) from None
    return found


def _constructed(problem: QueensProblem) -> tuple[int, ...]:
    """Return the columns of a placement by formula, checked."""
    n = problem.n
    if problem.periodic:
        columns = 2 * np.arange(n) % n
    else:
        evens, odds = np.arange(1, n, 2), np.arange(0, n, 2)
        if n % 6 == 2:  # 3, 1, 7, 9, …, 5 in columns counted from 1
            odds = np.concatenate(([2, 0], odds[3:], [4]))
        elif n % 6 == 3:
            evens = np.append(evens[1:], 1)
            odds = np.concatenate((odds[2:], [0, 2]))
        columns = np.concatenate((evens, odds))
    rows = np.arange(n)
    for line in columns, rows + columns, rows - columns:
        is_held = np.zeros(2 * n, bool)
        is_held[line % n if problem.periodic else line] = True
        if np.count_nonzero(is_held) < n:
            raise RuntimeError("the construction returned queens that attack each other")
    return tuple(columns.tolist())


def _placements(problem: QueensProblem, found: Iterable[NDArray[np.int64]]) -> Iterator[Placement]:
    columns = map(tuple, chain.from_iterable(map(np.ndarray.tolist, found)))
    if problem.regions is None:  # hundreds of thousands are made
        return map(Placement.of_columns, columns, repeat(problem.board))
    return map(problem.placement, columns)


# -- The n-queens problem with its conditions: reading the arguments, and the rules

Regions = str | Sequence[Sequence[Any]] | Mapping[Any, Any]

MOST_ROWS = 62  # the largest board that is searched: a row is a word of bits


@dataclass(frozen=True, kw_only=True)
class QueensProblem:
    """A board of side n, and the conditions on its queens; all functions share it."""

    n: int
    fixed: frozenset[Square]
    forbid: frozenset[Square]
    periodic: bool
    regions: tuple[int, ...] | None
    """The number of each square's region, row by row."""

    @classmethod
    def of(
        cls,
        n: Any,
        fixed: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        *,
        periodic: bool = False,
        regions: Regions | None = None,
    ) -> QueensProblem:
        """Read the arguments of :func:`icosian.queens`, and check them."""
        n = check_int(n, "n")
        periodic = check_flag(periodic, "periodic")
        if periodic and regions is not None:
            raise InvalidArgument("regions are for plain boards, not for periodic ones")
        problem = cls(
            n=n,
            fixed=_squares(n, fixed, "fixed"),
            forbid=_squares(n, forbid, "forbid"),
            periodic=periodic,
            regions=None if regions is None else number_regions(n, regions),
        )
        if both := sorted(problem.fixed & problem.forbid):
            raise InvalidArgument(f"{_name(n, both[0])} is both fixed and forbidden")
        for a, b in combinations(sorted(problem.fixed), 2):
            if problem.attacks(a, b):
                raise InvalidArgument(
                    f"the fixed queens on {_name(n, a)} and {_name(n, b)}"
                    f" {'break the rules' if problem.regions else 'attack each other'}"
                )
        return problem

    def check_searched(self) -> None:
        """Refuse a board whose rows do not fit into a word of bits."""
        if self.n > MOST_ROWS:
            raise InvalidArgument(
                f"boards are searched up to n = {MOST_ROWS}, got {self.n};"
                " queens(n) without conditions is for larger ones"
            )

    @property
    def is_plain(self) -> bool:
        """Whether there are no conditions on single squares."""
        return not self.fixed and not self.forbid and self.regions is None

    @property
    def is_hopeless(self) -> bool:
        """Whether there is no placement by a theorem."""
        if self.periodic:
            return math.gcd(self.n, 6) > 1
        return self.regions is None and self.n in (2, 3)

    def impossible(self, bound: ClauseBound | None = None) -> NoPlacement:
        """Return the error that says why there is no placement."""
        size = f"{self.n} x {self.n}"
        if self.periodic and self.is_hopeless:
            return NoPlacement(
                f"{self.n} queens do not fit on a {size} torus: they do only if the side has no"
                " factor 2 or 3 (Pólya 1918)"
            )
        if self.is_hopeless:
            squares = list(product(range(self.n), repeat=2))
            light, dark = ([(r, c) for r, c in squares if (r + c) % 2 == k] for k in (0, 1))
            cliques = [squares] if self.n == 2 else [light, dark]
            cover = CliqueCover(cliques=tuple(map(tuple, cliques)))
            cover.check(attack_graph(self))
            why = f"{self.n} queens do not fit on a {size} board. {cover.explain()}"
            return NoPlacement(why, proof=cover)
        names = "fixed squares", "forbidden squares", "regions"
        given = zip(names, (self.fixed, self.forbid, self.regions), strict=True)
        conditions = [name for name, squares in given if squares]
        further = "further " * bool(bound and bound.besides)
        fits = f" fits these {' and '.join(conditions)}" * bool(conditions)
        return NoPlacement(
            f"no {further}placement of {self.n} queens on the {size}"
            f" {'torus' * self.periodic or 'board'}{fits}. {bound and bound.explain()}",
            proof=bound,
        )

    def known(self, placements: Iterable[Iterable[Any]]) -> list[tuple[Square, ...]]:
        """Return the columns of placements that are known."""
        if isinstance(placements, str) or not hasattr(placements, "__iter__"):
            raise InvalidArgument(f"besides is a list of placements, got {shown(placements)}")
        known = dict[tuple[Square, ...], None]()
        for one in placements:
            squares = tuple(sorted(_squares(self.n, one, "a placement of besides")))
            clashes = any(self.attacks(*two) for two in combinations(squares, 2))
            if len(squares) != self.n or clashes or not all(map(self.allows, squares)):
                raise InvalidArgument(
                    f"besides holds placements of {self.n} queens that keep the conditions,"
                    f" got {shown(one)}"
                )
            known[squares] = None
        return list(known)

    def allows(self, square: Square) -> bool:
        """Return whether a square is neither forbidden nor attacked."""
        return bool(self.allowed[square[0]] >> square[1] & 1)

    def lines(self, r: Any, c: Any) -> tuple[list[Any], list[Any]]:
        """Return the numbers of a square's lines that take one queen, and of others; or of many."""
        n, own = self.n, [r, c]
        if self.regions is not None:  # squares that touch are in a block of two rows and columns
            blocks = [(r + i) // 2 * n + (c + j) // 2 for i, j in product(range(2), repeat=2)]
            return [*own, self._region_of[r * n + c]], blocks
        if self.periodic:
            return [*own, (r + c) % n, (r - c) % n], []
        return own, [r + c, r - c]

    @cached_property
    def _region_of(self) -> NDArray[np.int64]:
        return np.array(self.regions)

    def attacks(self, a: Square, b: Square) -> bool:
        """Return whether two queens break the rules together."""
        return any(map(operator.eq, chain(*self.lines(*a)), chain(*self.lines(*b))))

    @cached_property
    def allowed(self) -> list[int]:
        """The columns of each row that are neither forbidden nor attacked, as bits."""
        if not self.fixed and not self.forbid:
            return [(1 << self.n) - 1] * self.n
        rows = []
        for row in range(self.n):
            free = [
                (row, column) in self.fixed
                or (
                    (row, column) not in self.forbid
                    and not any(self.attacks((row, column), queen) for queen in self.fixed)
                )
                for column in range(self.n)
            ]
            rows.append(sum(1 << column for column, is_free in enumerate(free) if is_free))
        return rows

    @cached_property
    def board(self) -> Board | None:
        """The board, or None if it has too many squares."""
        n = self.n
        return Board((n, n), periodic=self.periodic) if n * n <= MOST_SQUARES else None

    def without_givens(self) -> QueensProblem:
        """Return the rules without fixed and forbidden squares."""
        return replace(self, fixed=frozenset(), forbid=frozenset())

    def placement(self, columns: tuple[int, ...]) -> Placement:
        """Return a placement on this board."""
        placement = Placement.of_columns(columns, self.board)
        placement.regions = self._labels if self.regions else None
        return placement

    @cached_property
    def _labels(self) -> dict[Square, int]:
        """The region of each square, if there are regions."""
        return dict(zip(product(range(self.n), repeat=2), self.regions or (), strict=False))

    def check_found(self, found: NDArray[np.int64]) -> None:
        """Check that no queens break the rules, by their columns, shape (placements, n)."""
        _, *lines = chain(*self.lines(np.arange(self.n), found))  # but rows, with a queen each
        lined_up = np.sort(lines, axis=2)
        if (lined_up[..., 1:] == lined_up[..., :-1]).any():
            raise RuntimeError("the search returned queens that attack each other")

    def symmetries(self) -> list[NDArray[np.int64]]:
        """Return where rotations and reflections that keep the conditions take each square.

        The identity comes first; squares are numbered row by row.
        """
        n, labels = self.n, self._labels
        squares = list(product(range(n), repeat=2))
        return [
            np.array([n * row + column for row, column in map(image.__getitem__, squares)])
            for image in Board((n, n)).symmetries()
            if all({image[v] for v in some} == some for some in (self.fixed, self.forbid))
            and len({(labels[v], labels[image[v]]) for v in labels}) == len(set(labels.values()))
        ]


def _name(n: int, square: Square) -> str:
    board = Board((n, n))
    return board.name(square) if board.has_names else str(square)


def _squares(n: int, squares: Iterable[Any], name: str) -> frozenset[Square]:
    if isinstance(squares, str) or not hasattr(squares, "__iter__"):
        raise InvalidArgument(f"{name} is a list of squares, got {shown(squares)}")
    listed = list(squares)
    return frozenset(map(Board((n, n)).square, listed)) if listed else frozenset()


def region_rows(regions: str | Sequence[Sequence[Any]], what: str) -> list[list[Any]]:
    """Return the labels of regions in rows; in a text of one line blanks separate these."""
    if isinstance(regions, str) and "\n" not in regions.strip():
        regions = regions.split()
    return Grid.of(regions, what, free="", holes="", words=True).rows


def number_regions(n: int, regions: Regions) -> tuple[int, ...]:
    """Return the number of each square's region."""
    if isinstance(regions, Mapping):
        board = Board((n, n))
        labels = {board.square(square): label for square, label in regions.items()}
        if missing := [square for square in board.squares if square not in labels]:
            raise InvalidArgument(
                f"the regions must cover the board: {_name(n, missing[0])} is in none"
            )
        flat = [labels[square] for square in board.squares]
    else:
        rows = region_rows(regions, "regions")
        if len(rows) != n or len(rows[0]) != n:
            raise InvalidArgument(
                f"the regions must cover the board: {n} rows of {n} labels, got {len(rows)} of"
                f" {len(rows[0])}"
            )
        flat = [label for row in rows for label in row]
    try:
        numbers = {label: k for k, label in enumerate(dict.fromkeys(flat))}
    except TypeError as error:
        raise InvalidArgument(f"a region's label must be hashable: {error}") from None
    if len(numbers) != n:
        raise InvalidArgument(f"{n} queens need {n} regions, got {len(numbers)}")
    return tuple(numbers[label] for label in flat)


# -- Enumeration of queens in lexicographic order, by a resumable backtracking kernel

BUFFER = 256  # the largest batch
NUMBERS = np.zeros(67, np.int64)
"""The number of each bit, at its remainder modulo 67."""
NUMBERS[[(1 << k) % 67 for k in range(MOST_ROWS)]] = np.arange(MOST_ROWS)


class TooManySteps(Exception):
    """The limit on the steps of a search is reached."""


def batches(
    problem: QueensProblem, clock: Clock, *, distinct: bool = False, limit: float = math.inf
) -> Iterator[NDArray[np.int64]]:
    """Yield the columns of the placements, shape (some, n): first one, then growing batches."""
    problem.check_searched()
    if problem.is_hopeless:
        return
    n, allowed = problem.n, problem.allowed
    symmetries = problem.symmetries() if distinct else []
    has_regions = problem.regions is not None
    rule = np.array([n, 1, has_regions - 1, problem.periodic, has_regions], np.int64)
    stack = np.zeros(5 * n, np.int64)
    stack[0] = allowed[0]
    rows, regions = np.array(allowed, np.int64), np.array(problem.regions or [0], np.int64)
    state = [np.zeros(size, np.int64) for size in (n, BUFFER * n, 3)]
    run = Run(kernels.list_placements, rule, rows, regions, NUMBERS, stack, *state)
    for status in clock.fill("queens", run, kernels.DONE, limit):
        if not status:
            raise TooManySteps
        found = np.array(run[-2][: n * run[-1][kernels.FOUND]], np.int64).reshape(-1, n)
        problem.check_found(found)
        if distinct:
            found = found[_is_first(found, symmetries)]
        if len(found):
            yield found
        run[-1][kernels.FOUND] = 0
        run[0][1] = min(16 * run[0][1], BUFFER)  # room


def _is_first(
    found: NDArray[np.int64], symmetries: Sequence[NDArray[np.int64]]
) -> NDArray[np.bool_]:
    """Return which placements are lexicographically first among their images."""
    number, n = found.shape
    squares = n * np.arange(n) + found
    first = np.ones(number, bool)
    for image in symmetries[1:]:
        differs = np.sort(image[squares], axis=1) - squares
        where = (differs != 0).argmax(axis=1)
        first &= differs[np.arange(number), where] >= 0
    return first


# -- Three textbook searches for n queens, step by step


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
    found, pairs = 0, list(combinations(range(n), 2))
    for tried, columns in enumerate(product(range(n), repeat=n), start=1):
        is_placement = not any(
            abs(columns[row] - columns[above]) in (0, row - above) for above, row in pairs
        )
        found += is_placement
        yield PlacementStep("found" if is_placement else "reject", columns, tried, 0, found)


def _by_rows(n: int, *, rejects: bool) -> Iterator[PlacementStep]:
    """Try all squares of a row and reject the attacked ones, or try the free ones alone."""
    everything = (1 << n) - 1
    columns: list[int] = []
    rows = [(0, 0, 0, everything)]  # which columns are attacked, by direction; which are left
    tried = removed = found = 0
    while rows:
        used, falling, rising, left = rows[-1]
        if len(columns) < n and left:
            bit = left & -left
            rows[-1] = used, falling, rising, left ^ bit
            columns.append(bit.bit_length() - 1)
            tried += 1
            if bit & (used | falling | rising):
                yield PlacementStep("reject", tuple(columns), tried, removed, found)
                columns.pop()
                continue
            yield PlacementStep("place", tuple(columns), tried, removed, found)
            if len(columns) == n:
                found += 1
                yield PlacementStep("found", tuple(columns), tried, removed, found)
            used, falling, rising = used | bit, (falling | bit) << 1, (rising | bit) >> 1
            attacked = 0 if rejects else used | falling | rising
            rows.append((used, falling, rising, everything & ~attacked))
            continue
        rows.pop()
        if columns:
            columns.pop()
            removed += 1
            yield PlacementStep("remove", tuple(columns), tried, removed, found)


_METHODS: dict[str, Callable[[int], Iterator[PlacementStep]]] = {
    "brute-force": _brute_force,
    "backtracking": partial(_by_rows, rejects=True),
    "bitmask": partial(_by_rows, rejects=False),
}
