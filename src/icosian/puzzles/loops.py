"""Loop puzzles: Slitherlink, Masyu and Numberlink, decided by SAT with lazy cuts."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.text import quoted
from icosian._run.arguments import checked_int
from icosian._run.clock import Clock, TimeIsUp
from icosian._show import Shown
from icosian.exceptions import InvalidArgument, InvalidProof, NoLoop, SearchLimitReached
from icosian.proofs import LoopRefutation
from icosian.puzzles.fillings import FREE
from icosian.puzzles.kinds import RULES, checked_kind
from icosian.puzzles.loop_rules import Cell, Edge, Slitherlink
from icosian.tours.certify.rup import trimmed
from icosian.tours.solve.sat import EASY, Recorder, Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from icosian._run.clock import Progress
    from icosian.puzzles.loop_rules import Cut, Rules
    from icosian.tours.certify.rup import Fact


TRIED = 12
"""Edges whose reasons a hint makes as short as it can."""
METHOD = "sat"


class LoopPuzzle(Shown):
    """A Slitherlink, a Masyu or a Numberlink: edges of a grid are to be found.

    In a *Slitherlink* one loop follows sides of cells, and a number says how many sides of its cell
    are in the loop. In a *Masyu* one loop visits cells: at a white pearl it goes straight on, and
    turns in the cell before or after; at a black one it turns, and goes straight on in the cells
    before and after. In a *Numberlink* paths join equal numbers and visit every cell once.

    Parameters
    ----------
    kind : str
        "slitherlink", "masyu" or "numberlink".
    rows : sequence of sequences of str
        The marks of the cells, row by row: "." if there is no clue, "#" for a wall; a number from 0
        to 4; "w" for a white pearl, "b" for a black one; the two ends of each path have the same
        number or word, or "?" if it is not given.

    Raises
    ------
    InvalidArgument
        If the kind is not one of these, rows differ in length, there is no cell, or a mark is not
        one of the kind.

    See Also
    --------
    read_puzzle : Read one from a text.
    make_puzzle : Make one with exactly one solution.

    Notes
    -----
    A SAT solver decides whether there is a solution, and whether there is another one; if a choice
    of edges has several loops, the border of each must be crossed, unless one side has none. Every
    solution is checked by the rules. That there is none, or no other one, has a proof, a
    :class:`~icosian.proofs.LoopRefutation`.

    Examples
    --------
    >>> puzzle = LoopPuzzle("slitherlink", ["3.", ".1"])
    >>> print(puzzle)
    3 .
    . 1
    >>> puzzle.is_unique(), puzzle.count()
    (False, 2)
    """

    def __init__(self, kind: str, rows: Sequence[Sequence[str]]) -> None:
        self.kind: Any = checked_kind(kind, RULES)
        """The kind."""
        self.rows = tuple(tuple(map(str, row)) for row in rows)
        """The marks of the cells."""
        for r, row in enumerate(self.rows, start=1):
            if len(row) != len(self.rows[0]):
                raise InvalidArgument(
                    f"row {r}: every row must have as many cells as the first,"
                    f" got {len(row)} after {len(self.rows[0])}"
                )
        self._rules = RULES[kind](self.rows)
        if not self._rules.cells:
            raise InvalidArgument("a loop puzzle needs at least one cell")

    @property
    def rules(self) -> Rules:
        """What the kind asks for, in this grid."""
        return self._rules

    @property
    def graph(self) -> nx.Graph[Cell]:
        """The graph whose edges may be used: of corners in a Slitherlink, of cells otherwise."""
        return self._rules.graph

    @property
    def clues(self) -> Mapping[Cell, str]:
        """The marks that are clues, by (row, column)."""
        return MappingProxyType(self._rules.clues)

    def with_only(self, cells: Collection[Cell]) -> LoopPuzzle:
        """Return the puzzle with the clues of some cells only.

        Parameters
        ----------
        cells : collection of (row, column)
            Where clues stay.

        Returns
        -------
        LoopPuzzle
            A new puzzle. In a Numberlink the other ends stay ends, with any number: "?".

        Examples
        --------
        >>> print(LoopPuzzle("slitherlink", ["3.", ".1"]).with_only([(0, 0)]))
        3 .
        . .
        """
        gone = "?" if self.kind == "numberlink" else FREE
        return LoopPuzzle(
            self.kind,
            [
                [gone if (r, c) in self.clues and (r, c) not in cells else mark for c, mark in row]
                for r, row in enumerate(map(enumerate, self.rows))
            ],
        )

    def solve(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopSolution:
        """Return a solution.

        Parameters
        ----------
        timeout : float, optional
            Time limit in seconds.
        progress : callable, optional
            Called about ten times a second with a :class:`Progress`.

        Returns
        -------
        LoopSolution
            The edges, checked by the rules.

        Raises
        ------
        NoLoop
            If there is none, with the proof; :meth:`conflict` says which clues contradict each
            other.
        SearchLimitReached
            If the time is over.
        """
        with _searching(self, timeout, progress) as search:
            return LoopSolution(self, search.solution())

    def is_unique(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> bool:
        """Return True if there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        bool
            True if the solver finds no second solution after a search that is complete.

        Raises
        ------
        NoLoop
            If there is none at all.
        SearchLimitReached
            If the time is over.
        """
        with _searching(self, timeout, progress) as search:
            return not search.has(self.clues, search.others(search.solution()))

    def prove_unique(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopRefutation:
        """Return a proof that there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        LoopRefutation
            The solution, and why there is no other one; ``check`` compares it with the puzzle.

        Raises
        ------
        InvalidArgument
            If there is another one.
        NoLoop
            If there is none at all.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> puzzle = LoopPuzzle("slitherlink", ["3.1"])
        >>> puzzle.prove_unique().check(puzzle)
        """
        with _searching(self, timeout, progress) as search:
            proof = search.refutation([search.solution()])
        if proof is None:
            raise InvalidArgument("there is nothing to prove: there is more than one solution")
        return proof

    def count(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> int:
        """Return how many solutions there are, found one after the other.

        Parameters
        ----------
        limit : int, optional
            Stop at so many.
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        int
            The number of solutions, at most the limit.

        Raises
        ------
        SearchLimitReached
            If the time is over.
        """
        most = math.inf if limit is None else checked_int(limit, "limit")
        with _searching(self, timeout, progress) as search:
            number = 0
            excluded: list[int] = []
            while number < most and search.has(self.clues, *excluded):
                number += 1
                excluded = [search.others(search.checked())]
            return number

    def conflict(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopPuzzle:
        """Return clues that contradict each other, none of which can be left out.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        LoopPuzzle
            A puzzle with these clues only, which has no solution.

        Raises
        ------
        InvalidArgument
            If there is a solution.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> print(LoopPuzzle("slitherlink", ["32.", "3.0", "..."]).conflict())
        . 2 .
        . . 0
        . . .
        """
        with _searching(self, timeout, progress) as search:
            if search.has(self.clues):
                raise InvalidArgument("no clues contradict each other: there is a solution")
            return self.with_only(search.shortened(search.core())[0])

    def hint(
        self,
        *,
        known: Mapping[Edge, bool] | None = None,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopHint:
        """Return an edge that is in all solutions or in none, with the fewest clues that force it.

        Parameters
        ----------
        known : mapping of edge to bool, optional
            Edges that are known to be used or not; they may be part of the reason.
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        LoopHint
            The edge, and clues none of which can be left out: the fewest of those that were found.

        Raises
        ------
        InvalidArgument
            If no further edge is forced, or a known one is not an edge.
        NoLoop
            If there is no solution with the known edges.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> print(LoopPuzzle("slitherlink", ["3...", "..0.", "...."]).hint())
        (0, 0) - (0, 1) is used: forced by 3 on (0, 0).
        """
        with _searching(self, timeout, progress) as search:
            number = self._rules.number
            for edge in known or {}:
                if edge not in number:
                    raise InvalidArgument(f"{edge!r} is not an edge of the puzzle")
            given = [number[e] if is_used else -number[e] for e, is_used in (known or {}).items()]
            return search.hint(given)

    def __len__(self) -> int:
        return len(self._rules.cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LoopPuzzle):
            return NotImplemented
        return (self.kind, self.rows) == (other.kind, other.rows)

    def __hash__(self) -> int:
        return hash((self.kind, self.rows))

    def __repr__(self) -> str:
        return f"<{self.kind} of {len(self)} cells with {len(self.clues)} clues>"

    def __str__(self) -> str:
        width = max(len(mark) for row in self.rows for mark in row)
        lines = (" ".join(mark.rjust(width) for mark in row) for row in self.rows)
        return "\n".join(lines)


class LoopSolution(Shown):
    """The loop, or the paths, that solve a puzzle.

    Parameters
    ----------
    puzzle : LoopPuzzle
        The puzzle.
    edges : iterable of edges
        The edges used.

    Raises
    ------
    InvalidArgument
        If they do not solve the puzzle, with the reason.

    See Also
    --------
    LoopPuzzle.solve : Find one.

    Examples
    --------
    >>> solution = LoopPuzzle("numberlink", ["1.1", "2.2"]).solve()
    >>> solution.lines
    [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)]]
    >>> print(solution)
    1─────1
    2─────2
    """

    def __init__(self, puzzle: LoopPuzzle, edges: Iterable[Edge]) -> None:
        self.puzzle = puzzle
        """The puzzle."""
        self.edges = frozenset(_edge(*edge) for edge in edges)
        """The edges used."""
        stray = next((edge for edge in self.edges if not puzzle.graph.has_edge(*edge)), None)
        reason = puzzle.rules.refusal(set(self.edges)) if stray is None else f"{stray} is no edge"
        if reason is not None:
            raise InvalidArgument(f"not a solution: {reason}")

    @property
    def lines(self) -> list[list[Cell]]:
        """The nodes of the loop, which ends where it begins, or of each path."""
        H = nx.Graph(sorted(self.edges))
        parts = map(sorted, nx.connected_components(H))
        lines = []
        for part in parts:
            first = next((v for v in part if H.degree[v] == 1), part[0])
            line = list(nx.dfs_preorder_nodes(H, first))
            lines.append(line if H.degree[first] == 1 else [*line, first])
        return lines

    def __len__(self) -> int:
        return len(self.puzzle)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LoopSolution):
            return NotImplemented
        return self.puzzle == other.puzzle and self.edges == other.edges

    def __hash__(self) -> int:
        return hash(self.edges)

    def __repr__(self) -> str:
        return f"<solution of a {self.puzzle.kind} with {len(self.edges)} edges>"

    def __str__(self) -> str:
        puzzle, edges = self.puzzle, self.edges
        doubled = isinstance(puzzle.rules, Slitherlink)
        marks = puzzle.clues if puzzle.kind == "numberlink" else {}
        width = 4 if doubled else max(2, *map(len, marks.values())) + 1 if marks else 2
        text = []
        for r in range(len(puzzle.rows) + doubled):
            line = between = ""
            for c in range(len(puzzle.rows[0]) + doubled):
                ways = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
                bits = sum(1 << k for k, w in enumerate(ways) if _edge((r, c), w) in edges)
                joint = JOINTS[bits] if (r, c) in puzzle.graph else " "
                line += marks.get((r, c), joint).ljust(width, "─" if bits & 2 else " ")
                between += f"{'│' if bits & 4 else ' '} {puzzle.clues.get((r, c), ' ')} "
            text += [line.rstrip(), between.rstrip()] if doubled else [line.rstrip()]
        return "\n".join(text[: 2 * len(puzzle.rows) + 1])


def _edge(u: Cell, v: Cell) -> Edge:
    return (u, v) if u < v else (v, u)


JOINTS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""What edges up, right, down and left, as bits, look like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopHint:
    """An edge that is forced, and the clues that force it.

    Attributes
    ----------
    edge : pair of (row, column)
        The edge.
    is_used : bool
        True if it is in every solution, False if it is in none.
    clues : mapping of (row, column) to str
        Clues that force it, none of which can be left out.
    known : mapping of edge to bool
        Known edges that force it together with these clues.

    See Also
    --------
    LoopPuzzle.hint : Find one.
    """

    edge: Edge
    is_used: bool
    clues: Mapping[Cell, str]
    known: Mapping[Edge, bool]

    @property
    def reason(self) -> str:
        """The reason in words."""
        words = [f"{mark} on {cell}" for cell, mark in self.clues.items()]
        words += [f"{u} - {v} {_in_words(on)}" for (u, v), on in self.known.items()]
        return f"forced by {', '.join(words)}" if words else "forced by the rules alone"

    def __str__(self) -> str:
        u, v = self.edge
        return f"{u} - {v} is {_in_words(self.is_used)}: {self.reason}."


def _in_words(is_used: bool) -> str:
    return "used" if is_used else "not used"


@contextmanager
def _searching(
    puzzle: LoopPuzzle, timeout: float | None, progress: Callable[[Progress], object] | None
) -> Iterator[Search]:
    """Let a search end with the error that the time is over."""
    clock = Clock(timeout, progress)
    try:
        yield Search(puzzle, clock)
    except TimeIsUp:
        raise SearchLimitReached(
            f"not decided within {clock.allowed:g} s", stats=clock.stats(METHOD)
        ) from None


class Search:
    """Questions about a grid with some of its clues; what the solver learns serves the next."""

    def __init__(self, puzzle: LoopPuzzle, clock: Clock, effort: float = math.inf) -> None:
        self._puzzle, self._rules, self._effort = puzzle, puzzle.rules, effort
        self._clock, self._solver = clock, Solver(clock, math.inf)
        rules, last = puzzle.rules, puzzle.rules.variables
        self._holds = {cell: x for x, cell in enumerate(rules.clues, start=last + 1)}
        self._cells = {x: cell for cell, x in self._holds.items()}
        self._other = last + len(self._holds) + 1
        self._facts = [*rules.facts()]
        for cell, mark in rules.clues.items():
            self._facts += [(1, [-self._holds[cell], *c]) for c in rules.clauses(cell, mark)]
        self._solver.require(self._facts)
        self._cuts: list[Cut] = []
        self.used: list[Edge] = []
        """The edges of the solution that was found."""

    def has(self, clues: Iterable[Cell], *more: int) -> bool | None:
        """Return whether there is a solution with some clues and literals, None if it is hard."""
        self._solver.limit = self._solver.steps + self._effort
        holds = {cell: self._holds[cell] for cell in clues}
        supposed = [*more, *holds.values()]
        while answer := self._solver.answer(supposed):
            if not (cuts := self._cut(self._solver, holds)):
                return True
            self._solver.require(fact for _, fact in cuts)
        return answer

    def _cut(self, solver: Solver, holds: Mapping[Cell, int]) -> list[Cut]:
        """Return what excludes the choice of a solver, nothing if it is a solution."""
        edges = self._rules.edges
        self.used = [edges[x - 1] for x in solver.choice()[: len(edges)] if x > 0]
        cuts = self._rules.cuts(self.used, holds)
        self._cuts += cuts
        return cuts

    def refutation(self, besides: Sequence[Sequence[Edge]] = ()) -> LoopRefutation | None:
        """Return why all clues have no solution but some that are known, None if they have."""
        # 1. A stronger solver writes down what it learns. It begins with the cuts found so far.
        puzzle, rules, solver = self._puzzle, self._rules, Recorder(self._clock, math.inf)
        facts: list[Fact] = [*self._facts, *((1, [x]) for x in self._holds.values())]
        facts += [(1, [-rules.number[edge] for edge in used]) for used in besides]
        solver.require([*facts, *(fact for _, fact in self._cuts)])
        solver.is_quick = self._solver.steps <= EASY
        while solver.answer():
            cuts = self._cut(solver, self._holds)
            if not cuts:
                return None
            solver.require(fact for _, fact in cuts)
        # 2. What the contradiction rests on is the proof.
        groups = [[fact] for _, fact in self._cuts]
        kept, clauses = trimmed(self._other, facts, solver.log(), self._clock, groups=groups)
        names = rules.names()
        used = sorted({abs(x) for clause in clauses for x in clause})
        number = {x: k for k, x in enumerate(used, start=1)}
        return LoopRefutation(
            kind=puzzle.kind,
            rows=puzzle.rows,
            besides=tuple(map(tuple, besides)),
            borders=tuple(
                (frozenset(part), tuple(names[x - 1][0] for x in literals if x > len(rules.edges)))
                for part, (_, literals) in (self._cuts[k] for k in kept)
            ),
            names=tuple(names[x - 1] for x in used),
            clauses=tuple(tuple(number[x] if x > 0 else -number[-x] for x in c) for c in clauses),
        )

    def solution(self) -> list[Edge]:
        """Return a solution with all clues."""
        if not self.has(self._holds):
            raise NoLoop("the puzzle has no solution", proof=self.refutation())
        return self.checked()

    def checked(self) -> list[Edge]:
        """Return the solution that was found, if the rules accept it."""
        reason = self._rules.refusal(set(self.used))
        if reason is not None:
            raise InvalidProof(f"the solver's solution is wrong: {reason}")
        return self.used

    def others(self, used: Iterable[Edge]) -> int:
        """Return what excludes a solution, and those of earlier calls."""
        self._solver.require([(1, [-self._other, *(-self._rules.number[edge] for edge in used)])])
        return self._other

    def core(self) -> list[int]:
        """Return the literals, of clues and others, that contradict each other, after a no."""
        return sorted(self._solver.contradicting(), key=lambda x: (abs(x) not in self._cells, x))

    def shortened(self, core: list[int], *more: int) -> tuple[list[Cell], list[int]]:
        """Leave out literals as long as there is no solution; return clues and other literals."""
        left = [x for x in core if x not in more]
        for x in list(left):
            fewer = [y for y in left if y != x]
            others = [y for y in fewer if y not in self._cells]
            if x in left and not self.has(self.clues(fewer), *more, *others):
                left = [y for y in fewer if y in self._solver.contradicting()]
        return self.clues(left), [x for x in left if x not in self._cells]

    def clues(self, literals: Iterable[int]) -> list[Cell]:
        """Return the cells whose clues are among some literals."""
        return [self._cells[x] for x in literals if x in self._cells]

    def hint(self, given: list[int]) -> LoopHint:
        """Return the edge that the fewest clues and given edges force."""
        if not self.has(self._holds, *given):
            raise NoLoop("the puzzle has no solution with the edges that are known")
        # 1. Which edges are the same in all solutions, and why?
        rules, number = self._rules, self._rules.number
        used = set(self.used)
        literals = [number[edge] if edge in used else -number[edge] for edge in rules.edges]
        open_ = [x for x in literals if x not in given]
        forced = []
        while open_:
            x = open_.pop(0)
            if self.has(self._holds, *given, -x):
                same = {number[edge] for edge in self.used}
                open_ = [y for y in open_ if (abs(y) in same) == (y > 0)]
            else:
                core = [y for y in self.core() if y != -x]
                forced.append((x, core))
                if len(core) <= 1:  # it need not be compared
                    forced = forced[-1:]
                    break
        # 2. The shortest reasons are made shorter still.
        reasons = []
        for x, core in sorted(forced, key=lambda one: len(one[1]))[:TRIED]:
            cells, others = self.shortened(core, -x)
            reasons.append((len(cells) + len(others), x, cells, others))
        if not reasons:
            raise InvalidArgument("no further edge is the same in all solutions")
        _, x, cells, others = min(reasons, key=lambda one: (one[0], abs(one[1])))
        return LoopHint(
            edge=rules.edges[abs(x) - 1],
            is_used=x > 0,
            clues={cell: rules.clues[cell] for cell in sorted(cells)},
            known={rules.edges[abs(y) - 1]: y > 0 for y in others},
        )


def parsed_loop(text: str, kind: Any) -> LoopPuzzle:
    """Return the puzzle that a text draws, with or without spaces between cells."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InvalidArgument(f"a {quoted(kind)} as text needs at least one row of marks")
    spaced = any(len(line.split()) > 1 for line in lines)
    return LoopPuzzle(kind, [line.split() if spaced else line for line in lines])
