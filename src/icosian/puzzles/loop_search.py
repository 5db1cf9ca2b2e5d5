"""The search of loop puzzles: SAT with lazy cuts, hints and proofs."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian.clauses.solver import Recorder, Solver
from icosian.clauses.trimming import Fact, trimmed
from icosian.exceptions import InvalidArgument, InvalidProof, NoLoop, SearchLimitReached
from icosian.proofs import LoopRefutation
from icosian.puzzles.loop_rules import Cell, Cut, Edge, in_words
from icosian.tours.solve.sat import EASY

if TYPE_CHECKING:
    from icosian.puzzles.loops import LoopPuzzle


TRIED = 12
"""Edges whose reasons a hint makes as short as it can."""
METHOD = "sat"


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
        words += [f"{u} - {v} {in_words(on)}" for (u, v), on in self.known.items()]
        return f"forced by {', '.join(words)}" if words else "forced by the rules alone"

    def __str__(self) -> str:
        u, v = self.edge
        return f"{u} - {v} is {in_words(self.is_used)}: {self.reason}."


@contextmanager
def searching(
    puzzle: LoopPuzzle, timeout: float | None, progress: Callable[[Progress], object] | None
) -> Iterator[Search]:
    """Let a search end with the error that the time is over."""
    clock = Clock(timeout, progress)
    try:
        yield Search(puzzle, clock)
    except TimeIsUp:
        raise SearchLimitReached(f"not decided: {clock.over}", stats=clock.stats(METHOD)) from None


class Search:
    """Questions about a puzzle with some of what it gives; what the solver learns serves the next.

    A literal says that an edge is used (or not, if it is negative), or that a clue holds.
    """

    def __init__(self, puzzle: LoopPuzzle, clock: Clock, effort: float = math.inf) -> None:
        self._puzzle, self._rules, self._effort = puzzle, puzzle.rules, effort
        self._clock, self._solver = clock, Solver(clock, math.inf)
        rules, last = puzzle.rules, puzzle.rules.variables
        self._cells = dict(enumerate(rules.clues, start=last + 1))
        self._other = last + len(rules.clues) + 1
        self.given = [*self._cells, *self._literals(rules.known)]
        """All clues and known edges."""
        self._facts = [*rules.facts()]
        for x, cell in self._cells.items():
            self._facts += [(1, [-x, *c]) for c in rules.clauses(cell, rules.clues[cell])]
        self._solver.require(self._facts)
        self._cuts: list[Cut] = []
        self.used: list[Edge] = []
        """The edges of the solution that was found."""

    def _literals(self, edges: Mapping[Edge, bool]) -> list[int]:
        """Return that some edges are used, or not."""
        return [self._rules.number[edge] * (1 if on else -1) for edge, on in edges.items()]

    def has(self, supposed: Sequence[int]) -> bool | None:
        """Return whether there is a solution with some literals, None if it is hard."""
        self._solver.limit = self._solver.steps + self._effort
        while answer := self._solver.answer(supposed):
            if not (cuts := self._cut(self._solver, supposed)):
                return True
            self._solver.require(fact for _, fact in cuts)
        return answer

    def _cut(self, solver: Solver, supposed: Iterable[int]) -> list[Cut]:
        """Return what excludes the choice of a solver, nothing if it is a solution."""
        edges = self._rules.edges
        self.used = [edges[x - 1] for x in solver.choice()[: len(edges)] if x > 0]
        holds = {self._cells[x]: x for x in supposed if x in self._cells}
        cuts = self._rules.cuts(self.used, holds)
        self._cuts += cuts
        return cuts

    def refutation(self, besides: Sequence[Sequence[Edge]] = ()) -> LoopRefutation | None:
        """Return why there is no solution but some that are known, None if there is one."""
        # 1. A stronger solver writes down what it learns. It begins with the cuts found so far.
        puzzle, rules, solver = self._puzzle, self._rules, Recorder(self._clock, math.inf)
        facts: list[Fact] = [*self._facts, *((1, [x]) for x in self.given)]
        facts += [(1, [-rules.number[edge] for edge in used]) for used in besides]
        solver.require([*facts, *(fact for _, fact in self._cuts)])
        solver.is_quick = self._solver.steps <= EASY
        while solver.answer():
            cuts = self._cut(solver, self.given)
            if not cuts:
                return None
            solver.require(fact for _, fact in cuts)
        # 2. What the contradiction rests on is the proof.
        groups = [[fact] for _, fact in self._cuts]
        kept, clauses, until = trimmed(self._other, facts, solver.log(), self._clock, groups=groups)
        names = rules.names()
        used = sorted({abs(x) for clause in clauses for x in clause})
        number = {x: k for k, x in enumerate(used, start=1)}
        return LoopRefutation(
            kind=puzzle.kind,
            rows=puzzle.rows,
            hexagonal=puzzle.hexagonal,
            known=tuple(rules.known.items()),
            besides=tuple(map(tuple, besides)),
            borders=tuple(
                (frozenset(part), tuple(names[x - 1][0] for x in literals if x > len(rules.edges)))
                for part, (_, literals) in (self._cuts[k] for k in kept)
            ),
            names=tuple(names[x - 1] for x in used),
            clauses=tuple(tuple(number[x] if x > 0 else -number[-x] for x in c) for c in clauses),
            until=until,
        )

    def solution(self) -> list[Edge]:
        """Return a solution with all that is given."""
        if not self.has(self.given):
            raise NoLoop("the puzzle has no solution", proof=self.refutation())
        return self.checked()

    def checked(self) -> list[Edge]:
        """Return the solution that was found, if the rules accept it."""
        reason = self._rules.refusal(self.used)
        if reason is not None:
            raise InvalidProof(f"the solver's solution is wrong: {reason}")
        return self.used

    def other(self, used: Collection[Edge]) -> int:
        """Return the literal that excludes a solution, and those of earlier calls."""
        self._solver.require([(1, [-self._other, *(-self._rules.number[edge] for edge in used)])])
        return self._other

    def core(self) -> list[int]:
        """Return the literals, of clues first, that contradict each other, after a no."""
        return sorted(self._solver.contradicting(), key=lambda x: (x not in self._cells, x))

    def shortened(self, core: list[int], *more: int) -> list[int]:
        """Leave out literals as long as there is no solution with them and some more."""
        left = [x for x in core if x not in more]
        for x in list(left):
            fewer = [y for y in left if y != x]
            if x in left and not self.has([*more, *fewer]):
                left = [y for y in fewer if y in self._solver.contradicting()]
        return left

    def named(self, literals: Iterable[int]) -> tuple[dict[Cell, str], dict[Edge, bool]]:
        """Return the clues and the edges of some literals."""
        clues, edges = self._rules.clues, self._rules.edges
        cells = sorted(self._cells[x] for x in literals if x in self._cells)
        known = {edges[abs(x) - 1]: x > 0 for x in literals if x not in self._cells}
        return {cell: clues[cell] for cell in cells}, known

    def hint(self) -> LoopHint:
        """Return the edge that the fewest clues and known edges force."""
        # 1. Which edges are the same in all solutions, and why?
        number, used = self._rules.number, set(self.solution())
        literals = self._literals({edge: edge in used for edge in self._rules.edges})
        open_ = [x for x in literals if x not in self.given]
        forced = []
        while open_:
            x = open_.pop(0)
            if self.has([-x, *self.given]):
                same = {number[edge] for edge in self.used}
                open_ = [y for y in open_ if (abs(y) in same) == (y > 0)]
            else:
                core = [y for y in self.core() if y != -x]
                forced.append((x, core))
                if len(core) <= 1:  # it need not be compared
                    forced = forced[-1:]
                    break
        # 2. The shortest reasons are made shorter still.
        shortest = sorted(forced, key=lambda one: len(one[1]))[:TRIED]
        reasons = [(x, self.shortened(core, -x)) for x, core in shortest]
        if not reasons:
            raise InvalidArgument("no further edge is the same in all solutions")
        x, reason = min(reasons, key=lambda one: (len(one[1]), abs(one[0])))
        clues, known = self.named(reason)
        ((edge, is_used),) = self.named([x])[1].items()
        return LoopHint(edge=edge, is_used=is_used, clues=clues, known=known)
