"""Queens under conditions by clauses, and how many placements there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations, product
from math import ceil
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import lanes, queens as kernels
from icosian._kernels._jit import Run, is_forbidden
from icosian._run.limits import Clock
from icosian._run.pool import Ledger, Pool, total
from icosian.boards.board import Square
from icosian.clauses import Fact, Questions
from icosian.exceptions import IncompleteRun
from icosian.placements.bounds import ClauseBound, patient
from icosian.proofs.certificate import verify

if TYPE_CHECKING:
    from icosian.placements.queens_search import QueensProblem

Lines = list[list[Square]]


class QueensQuestions(Questions):
    """Questions about placements of queens: a literal says that one stands on a square."""

    def __init__(self, problem: QueensProblem, clock: Clock) -> None:
        super().__init__(clock)
        self._problem, n = problem, problem.n
        every = list(product(range(n), repeat=2))
        self.squares: list[Square] = list(filter(problem.allows, every))
        """The squares where a queen may stand."""
        self.number = {square: x for x, square in enumerate(self.squares, start=1)}
        """The literal of each."""
        self.variables = len(self.squares)
        self.given = []

    @cached_property
    def covers(self) -> list[Lines]:
        """Lines that cover the board and take one queen each."""
        n, (covers, _) = self._problem.n, _lines(self._problem, self.squares)
        return [[*lines, *([] for _ in range(n - len(lines)))] for lines in covers]

    @cached_property
    def lines(self) -> Lines:
        """Further lines, which take one queen at most."""
        return [line for line in chain(*_lines(self._problem, self.squares)[1]) if len(line) > 1]

    def facts(self) -> Iterator[Fact]:
        """Yield how many queens stand on each line."""
        for line in chain(*self.covers):
            yield 1, [self.number[square] for square in line]
        for line in chain(*self.covers, self.lines):
            yield len(line) - 1, [-self.number[square] for square in line]

    def literals(self, placement: Iterable[Square]) -> list[int]:
        """Return where the queens of a placement stand."""
        return [self.number[square] for square in placement]

    def columns(self) -> tuple[int, ...]:
        """Return the placement of the last choice, checked."""
        queens = [self.squares[x - 1] for x in self.choice[: self.variables] if x > 0]
        if [row for row, _ in queens] != list(range(self._problem.n)):
            raise RuntimeError("the search returned rows without a queen, or with several")
        columns = tuple(column for _, column in queens)
        self._problem.check_found(np.array([columns]))
        return columns

    def bound(self, besides: Sequence[Iterable[Square]] = ()) -> ClauseBound | None:
        """Return the checked proof that there is no placement but known ones, or None."""
        known = [[-x for x in self.literals(placement)] for placement in besides]
        if (refuted := self.refutation((1, one) for one in known)) is None:
            return None
        _, used, steps = refuted
        problem = self._problem
        board = QueensQuestions(problem.without_givens(), self.clock)
        bound = ClauseBound(
            best=problem.n - 1,
            covers=tuple(tuple(map(tuple, cover)) for cover in board.covers),
            cliques=tuple(map(tuple, board.lines)),
            nodes=tuple(self.squares[x - 1] for x in used),
            besides=tuple(map(tuple, besides)),
            fixed=tuple(sorted(problem.fixed)),
            forbid=tuple(sorted(problem.forbid)),
            **steps,
        )
        verify(bound, attack_graph(problem), patient(self.clock))
        return bound


def _lines(problem: QueensProblem, squares: Sequence[Square]) -> list[list[Lines]]:
    """Return the lines of some squares by their direction, of each kind that a problem has."""
    rows, columns = np.array(squares, np.int64).reshape(-1, 2).T

    def line_up(numbers: NDArray[np.int64]) -> Lines:
        lines: dict[int, list[Square]] = {}
        for square, number in zip(squares, numbers.tolist(), strict=True):
            lines.setdefault(number, []).append(square)
        return list(lines.values())

    return [list(map(line_up, kind)) for kind in problem.lines(rows, columns)]


def attack_graph(problem: QueensProblem) -> nx.Graph[Square]:
    """Return the graph of the squares, which are joined if queens on them attack each other."""
    squares = list(product(range(problem.n), repeat=2))
    G: nx.Graph[Square] = nx.Graph()
    G.add_nodes_from(squares)
    for line in chain.from_iterable(chain(*_lines(problem, squares))):
        G.add_edges_from(combinations(line, 2))
    return G


# -- Subproblems of counting queens: boards on which some queens are placed
# A subproblem is the rows without a queen and the free columns of each. The counts of subproblems
# add up, in any order, in any process.

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
        allowed = np.take_along_axis(np.where(empty, allowed, 0), order, axis=1)
        rows, gaps = empty.sum(axis=1), np.diff(order, axis=1, append=0)
        return cls(rows=rows, weights=weights, allowed=allowed, gaps=gaps)

    def part(self, begin: int, step: int, first: int) -> Subproblems:
        """Return every ``step``-th subproblem, with the columns ``first`` of its first row."""
        rows, weights, gaps = (x[begin::step] for x in (self.rows, self.weights, self.gaps))
        allowed = self.allowed[begin::step].copy()
        allowed[:, 0] &= first
        return Subproblems(rows=rows, weights=weights, allowed=allowed, gaps=gaps)

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
    weights = np.array([2, 1 if n == 1 else 2][: len(boards)], np.int64)
    return Subproblems.of(np.array(boards, np.int64), np.ones((len(boards), n), bool), weights)


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
    for a, b in combinations(range(4), 2):
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
    allowed = (within & ~attacked) >> 1  # the border's columns need no bits
    return Subproblems.of(allowed, (distance != 0).all(axis=0), weights)


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


# -- Counting queens: all placements, completions of partial ones, classes under symmetry

BORDERS_FROM = 15
"""From this side on the border queens are placed first; below, that takes longer than counting."""
PART_SECONDS = 0.1  # the time that a part of a count may take
PARTS = 8
"""The least number of parts where borders are placed, so that 2, 4 or 8 workers share evenly."""
BORDER_SECONDS = 16e-6  # the time of one border subproblem on the board of side 16
GROWTH = 5.0  # the factor for one more row


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
    parts: list[tuple[Any, ...]] = []
    for begin in range(step):
        free = int(subproblems.allowed[begin, 0])
        # a subproblem that takes too long for a part is cut into one for each column
        firsts = [-1] if size else [1 << k for k in range(n) if free >> k & 1]
        parts += [(n, borders, begin, step, first) for first in firsts]
    return total(
        _count_part,
        Ledger(name=f"queens {n}", jobs=parts),
        clock,
        pool if borders else None,  # milliseconds are not worth a task
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
            squares = [(r, c, r + c, r - c + n) for r, c in orbit]
            lines = list(map(set, zip(*squares, strict=True)))
            if all(len(line) == len(orbit) for line in lines):
                words += [sum(1 << place for place in line) for line in lines]
        firsts.append(len(words) // 4)
    orbits = [np.array(some, np.int64) for some in (firsts, words)]
    state = [np.zeros(size, np.int64) for size in (4 * n + 8, n + 2, 3)]
    run = Run(kernels.count_symmetric, *orbits, *state)
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
