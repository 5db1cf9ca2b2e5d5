"""The queens puzzle: one queen in each row, column and region, none touching another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from random import Random
from types import MappingProxyType
from typing import Any

import networkx as nx

from icosian._run.limits import Clock, check_flag
from icosian.boardgraphs.graph import grid_graph
from icosian.boards.board import Board, Square
from icosian.boards.text import text_of
from icosian.exceptions import InvalidArgument, NoPlacement
from icosian.placements.bounds import ClauseBound
from icosian.placements.placement import Placement
from icosian.placements.queens_count import QueensQuestions, attack_graph
from icosian.placements.queens_search import QueensProblem, region_rows
from icosian.puzzles.pencil import PencilPuzzle, PuzzleQuestions

QUEEN, NONE = "*", "-"
"""What follows the label of a region on a square that is known to have a queen, or none."""
MOST_TOGETHER = 4  # the most lines that a hint looks at together
NAMED = 6  # the most squares that a hint lists


@dataclass(frozen=True, slots=True, kw_only=True)
class QueensHint:
    """Squares that are decided, and the reason.

    Attributes
    ----------
    squares : mapping of (row, column) to bool
        The squares: True where a queen stands in every solution, False where none does.
    way : {"only square", "one line", "blocked", "lines together", "search"}
        How they are found, from easy to hard: a line has one square left; all squares left of a
        line are in another one; a queen would leave no square of a line; some lines are within as
        many others; none of these. Lines are rows, columns and regions.
    reason : str
        The reason in words.

    See Also
    --------
    QueensPuzzle.hint : Find one.
    """

    squares: Mapping[Square, bool]
    way: str
    reason: str
    _names: str

    def __str__(self) -> str:
        what = "a queen" if any(self.squares.values()) else "no queen"
        return f"{what} on {self._names}: {self.reason}."


class QueensPuzzle(PencilPuzzle["QueensSolution", QueensHint, ClauseBound]):
    """A board in colored regions, for one queen in each row, column and region, none touching.

    Queens may stand on a common diagonal, but not on squares with a common corner.

    Parameters
    ----------
    regions : str, rows of labels, or mapping of squares to labels
        The region of each square of a board with as many rows and columns as regions. A text has
        blanks between labels, which may be left out if all are single characters. In a text,
        ``*`` after a label says that a queen stands there, and ``-`` that none does.
    known : mapping of square to bool, optional
        Squares that are known to have a queen, or none; on a board also by their names.

    Raises
    ------
    InvalidArgument
        If the board is not square or has another number of regions, or a square is not on it.

    See Also
    --------
    read_puzzle : Read one from a file.
    make_puzzle : Make one with exactly one solution.
    queens : The same as a placement, also with other conditions.

    Examples
    --------
    >>> puzzle = QueensPuzzle(["aabb", "acbb", "ccdb", "cddd"])
    >>> print(puzzle.hint())
    no queen on b3: a queen there would leave no square of region a.
    >>> print(puzzle.solve())
    a  a* b  b
    a  c  b  b*
    c* c  d  b
    c  d  d* d
    >>> puzzle.is_unique()
    True
    """

    kind = "queens"

    def __init__(self, regions: Any, *, known: Mapping[Any, bool] | None = None) -> None:
        marked: dict[Square, bool] = {}
        if not isinstance(regions, Mapping):
            rows = region_rows(regions, "a queens puzzle")
            labels = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
            for square, mark in labels.items():
                if isinstance(mark, str) and mark[1:].endswith((QUEEN, NONE)):
                    marked[square] = mark.endswith(QUEEN)
                    labels[square] = mark[:-1]
            if len(rows) != len(rows[0]):
                raise InvalidArgument(
                    f"a queens puzzle has as many rows as columns, got {len(rows)} x {len(rows[0])}"
                )
            regions = labels
        n = max(1, math.isqrt(len(regions)))
        self.board = Board((n, n))
        """The board."""
        self.problem = QueensProblem.of(n, regions=regions)
        """The rules, without what is known."""
        named = {self.board.square(v): label for v, label in regions.items()}
        self.regions: Mapping[Square, Any] = MappingProxyType(dict(sorted(named.items())))
        """The label of each square's region, row by row."""
        self._known = marked
        more = self._joined({} if known is None else known)
        self._known = {v: check_flag(x, "known") for v, x in more.items()}
        fixed = frozenset(v for v, has_queen in self._known.items() if has_queen)
        forbid = frozenset(self._known).difference(fixed)
        self.left = replace(self.problem, fixed=fixed, forbid=forbid)
        """The rules, with what is known."""

    task = "Place a queen in each row, column and region, none next to another, not even diagonally"
    """What to do, in words."""

    @property
    def known(self) -> Mapping[Square, bool]:
        """The squares that are known to have a queen, or none."""
        return MappingProxyType(self._known)

    clues = known

    @property
    def graph(self) -> nx.Graph[Square]:
        """The graph that proofs are about: the squares, joined if queens would attack."""
        return attack_graph(self.problem)

    def _place(self, name: Any) -> Square:
        return self.board.square(name)

    def _name_of(self, place: Square) -> str:
        return self.name(place)

    def _knowing(self, known: Mapping[Any, bool]) -> QueensPuzzle:
        return QueensPuzzle(self.regions, known=known)

    def with_hint(self, hint: QueensHint) -> QueensPuzzle:
        """Return the puzzle with the squares of a hint."""
        return self.with_known(hint.squares)

    def name(self, square: Square) -> str:
        """Return what a square is called."""
        return self.board.name(square) if self.board.has_names else str(square)

    def _asking(self, clock: Clock) -> PlacedQueens:
        return PlacedQueens(self, clock)

    def _next_hint(self, solution: QueensSolution, asked: Any) -> QueensHint:
        if sum(self._known.values()) == len(solution):
            raise InvalidArgument("there is no hint where all queens are known")
        if (hint := QueensLines(self).hint()) is not None:
            return hint
        literals = [asked.number[v] * (1 if v in solution else -1) for v in asked.squares]
        left = set(QueensQuestions(self.left, asked.clock).squares)
        for x, _ in asked.backbone(y for y in literals if asked.squares[abs(y) - 1] in left):
            square, has_queen = asked.squares[abs(x) - 1], x > 0
            reason = f"a search finds no solution with{'out' * has_queen} a queen there"
            return _decide(self, "search", reason, [square], has=has_queen)
        raise InvalidArgument("no further square is the same in all solutions")

    def __len__(self) -> int:
        return len(self.regions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QueensPuzzle):
            return NotImplemented
        return (self.problem, self._known) == (other.problem, other._known)

    def __hash__(self) -> int:
        return hash(self.problem)

    def __repr__(self) -> str:
        return f"<queens puzzle of {self.problem.n} regions>"

    def __str__(self) -> str:
        signs = {v: QUEEN if has_queen else NONE for v, has_queen in self._known.items()}
        width = max(len(str(label)) for label in self.regions.values()) + bool(signs)
        marks = {v: f"{label}{signs.get(v, '')}" for v, label in self.regions.items()}
        return text_of(self.board, lambda v: marks[v].ljust(width))


class QueensSolution(Placement):
    """The queens that solve a puzzle, checked; their picture shows its regions.

    It is a :class:`icosian.Placement` in every other respect.

    Parameters
    ----------
    puzzle : QueensPuzzle
        The puzzle.
    squares : iterable of (row, column)
        Where queens stand.

    Raises
    ------
    InvalidArgument
        If they do not solve the puzzle.

    See Also
    --------
    QueensPuzzle.solve : Find one.
    """

    def __init__(self, puzzle: QueensPuzzle, squares: Iterable[Square]) -> None:
        super().__init__(sorted(squares), board=puzzle.board)
        self.puzzle = puzzle
        """The puzzle."""
        self.regions = puzzle.regions
        n, attacks = puzzle.problem.n, puzzle.problem.attacks
        if len(self) != n or any(attacks(*pair) for pair in combinations(self, 2)):
            raise InvalidArgument(
                "not a solution: there is one queen in each row, column and region, none touching"
            )
        taken = set(self)
        for square, has_queen in puzzle.known.items():
            if (square in taken) != has_queen:
                raise InvalidArgument(f"not a solution: {puzzle.name(square)} is known otherwise")

    def __str__(self) -> str:
        return str(QueensPuzzle(self.puzzle.regions, known=dict.fromkeys(self, True)))


class PlacedQueens(QueensQuestions, PuzzleQuestions[QueensSolution]):
    """Questions about a queens puzzle: a literal says that a queen stands on a square."""

    def __init__(self, puzzle: QueensPuzzle, clock: Clock) -> None:
        super().__init__(puzzle.problem, clock)
        self._puzzle = puzzle
        self.given = [self.number[v] * (1 if on else -1) for v, on in puzzle.known.items()]

    def solution(self) -> QueensSolution:
        """Return a solution; raise the error that there is none, with the proof."""
        if self.fits():
            return self.found()
        if (proof := self.proof()) is None:
            raise AssertionError
        raise NoPlacement(f"the puzzle has no solution. {proof.explain()}", proof=proof)

    def found(self) -> QueensSolution:
        """Return the solution of the last choice, checked."""
        return QueensSolution(self._puzzle, enumerate(self.columns()))

    def named(self, literals: Iterable[int]) -> dict[Square, bool]:
        """Return the squares of some literals, and whether queens stand there."""
        return {self.squares[abs(x) - 1]: x > 0 for x in literals}

    def proof(self, besides: Sequence[QueensSolution] = ()) -> ClauseBound | None:
        """Return why there is no solution but some that are known, None if there is one."""
        return QueensQuestions(self._puzzle.left, self.clock).bound(besides)


# -- Hints: what lines with few squares left say


def _decide(
    puzzle: QueensPuzzle, way: str, reason: str, squares: Iterable[Square], *, has: bool = False
) -> QueensHint:
    found = sorted(squares)
    names = [puzzle.name(v) for v in found]
    if (more := len(names) - NAMED) > 1:
        names = [*names[:NAMED], f"{more} more"]
    known = dict.fromkeys(found, has)
    return QueensHint(squares=known, way=way, reason=reason, _names=", ".join(names))


class QueensLines:
    """The lines that have no queen yet: rows, columns and regions, with the squares left."""

    def __init__(self, puzzle: QueensPuzzle) -> None:
        self._puzzle, self._attacks = puzzle, puzzle.problem.attacks
        board, known = puzzle.board, puzzle.known
        done = {v for v, has_queen in known.items() if has_queen}
        self._free = [v for v in puzzle.regions if v not in done and puzzle.left.allows(v)]
        self._kinds: list[dict[str, set[Square]]] = [{}, {}, {}]
        """The squares left of each row, each column and each region, by their names."""
        for square in self._free:
            name = board.name(square) if board.has_names else ""
            lines = (
                f"row {name[1:] or square[0]}",
                f"column {name[:1] or square[1]}",
                f"region {puzzle.regions[square]}",
            )
            for lines_of, line in zip(self._kinds, lines, strict=True):
                lines_of.setdefault(line, set()).add(square)

    @property
    def _lines(self) -> list[tuple[str, set[Square]]]:
        every = (line for kind in self._kinds for line in kind.items())
        return sorted(every, key=lambda line: len(line[1]))

    def hint(self) -> QueensHint | None:
        """Return the hint with the easiest reason, if lines show one."""
        ways = self._single(), self._together(1), self._blocked()
        more = (self._together(k) for k in range(2, MOST_TOGETHER + 1))
        return next((hint for way in (*ways, *more) for hint in way), None)

    def _single(self) -> Iterator[QueensHint]:
        """Yield a line with one square left."""
        for line, squares in self._lines:
            if len(squares) == 1:
                reason = f"the only square left of {line}"
                yield _decide(self._puzzle, "only square", reason, squares, has=True)

    def _blocked(self) -> Iterator[QueensHint]:
        """Yield squares where a queen would leave none of a line."""
        for line, squares in self._lines:
            others = (v for v in self._free if v not in squares)
            out = [v for v in others if all(self._attacks(v, w) for w in squares)]
            if out:
                reason = f"a queen there would leave no square of {line}"
                yield _decide(self._puzzle, "blocked", reason, out)

    def _together(self, k: int) -> Iterator[QueensHint]:
        """Yield the other squares of k lines that hold all squares left of k others."""
        for inner, outer in permutations(self._kinds, 2):
            line_of = {v: line for line, squares in outer.items() for v in squares}
            within = {line: {line_of[v] for v in squares} for line, squares in inner.items()}
            few = [line for line, others in within.items() if len(others) <= k]
            for lines in combinations(few, k):
                others = sorted(set[str]().union(*(within[line] for line in lines)))
                if len(others) > k:
                    continue
                held = set[Square]().union(*(inner[line] for line in lines))
                if out := set[Square]().union(*(outer[line] for line in others)) - held:
                    way = "one line" if k == 1 else "lines together"
                    reason = f"all squares left of {_listed(lines)} are in {_listed(others)}"
                    yield _decide(self._puzzle, way, reason, out)


def _listed(lines: Sequence[str]) -> str:
    """Return lines of one kind in words."""
    kind, _, first = lines[0].partition(" ")
    if len(lines) == 1:
        return lines[0]
    names = [first, *(line.partition(" ")[2] for line in lines[1:])]
    return f"{kind}s {', '.join(names[:-1])} and {names[-1]}"


# -- Random queens, and regions that grow around them


EVEN = 10  # the largest board whose regions have similar sizes at first


def random_queens(n: int, random: Random) -> list[Square]:
    """Return queens in all rows and columns that do not touch, at random."""
    columns: list[int] = []
    rests = [random.sample(range(n), n)]
    while rests:
        if len(columns) == n:
            return list(enumerate(columns))
        if not rests[-1]:
            rests.pop()
            del columns[-1:]
            continue
        column = rests[-1].pop()
        if column not in columns and (not columns or abs(column - columns[-1]) > 1):
            columns.append(column)
            rests.append(random.sample(range(n), n))
    raise InvalidArgument(f"no {n} queens on a {n} x {n} board do not touch")


def random_regions(queens: Sequence[Square], random: Random) -> dict[Square, int]:
    """Return regions in one piece around queens, of several sizes."""
    n = len(queens)
    G = grid_graph(n)
    region = {queen: k for k, queen in enumerate(queens)}
    # On large boards, small regions are needed that leave few choices.
    least = 1.0 if n <= EVEN else 0.03
    weights = {k: random.random() ** 2 + least for k in range(n)}
    near = [list(G[queen]) for queen in queens]
    while len(region) < len(G):
        pulls = [weight * (1 + len(near[k])) for k, weight in weights.items()]
        (k,) = random.choices([*weights], pulls)
        while near[k] and near[k][-1] in region:
            near[k].pop()
        if not near[k]:
            del weights[k]
            continue
        place = random.randrange(len(near[k]))
        v, near[k][place] = near[k][place], near[k][-1]
        near[k].pop()
        if v not in region:
            region[v] = k
            near[k] += G[v]
    return region
