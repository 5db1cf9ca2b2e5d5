"""SAT solving with lazy cuts: two edges at every node, then borders of the cycles that come out.

A quick solver looks for two edges at every node. If they form several cycles, the borders of these
must be crossed twice, and it goes on until one cycle or nothing is left. If nothing is left, or if
it takes long, a stronger solver goes on with the same borders and logs what it learns; the log is
replayed and cut down to what the contradiction needs.

Both solvers have native cardinality constraints: the edges are the only variables, and unit
propagation over the same constraints can check what is learned.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

from icosian.tours.certify.rup import Fact, Model, refutation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from concurrent.futures import ThreadPoolExecutor

    from icosian._run.clock import Clock
    from icosian.proofs import Refutation
    from icosian.tours.problem import Problem


QUICK, EASY = 20_000, 3_000
"""Steps of the first solver, and up to how many the second needs no thread of its own."""
CONFLICTS, MARKS = 1_000, 500_000
"""Budget of one call of a solver, some 10 ms."""
PATIENCE = 0.02
"""Seconds between looks at the clock during a call of the second solver."""


def satisfy(
    problem: Problem, clock: Clock, *, limit: float = math.inf
) -> list[int] | Refutation | None:
    """Return the node numbers of a tour, an unchecked proof, or None after ``limit`` steps."""
    if problem.size == 1 and not problem.closed:
        return [0]
    model = Model(problem)
    parts: list[set[int]] = []
    borders: list[list[Fact]] = []
    quick, recorder = Solver(clock, min(limit, QUICK)), Recorder(clock, limit)
    for solver in (quick, recorder):
        solver.require(model.degrees())
        for border in borders:
            solver.require(border)
            clock.tick("sat")
        while answer := solver.answer():
            cycles = model.cycles(solver.choice())
            if len(cycles) == 1:
                return _tour(problem, cycles[0])
            for cycle in cycles[: 1 if len(cycles) == 2 else None]:  # two have the same border
                clock.tick("sat")
                parts.append(model.smaller(cycle))
                borders.append(model.border(parts[-1]))
                solver.require(borders[-1])
        recorder.is_quick = answer is False and quick.steps <= EASY
    if answer is None:
        return None
    return refutation(problem, model, parts, borders, recorder.log(), clock)


class Solver:
    """The quick solver, which stops after ``limit`` steps; a call makes ``marks`` propagations."""

    def __init__(self, clock: Clock, limit: float, marks: int = MARKS) -> None:
        self._clock = clock
        self._marks = marks
        self.limit = limit
        self.steps = self._conflicts = 0

    @cached_property
    def _solver(self) -> Any:
        from pysat.solvers import Minicard

        return Minicard()

    def require(self, facts: Iterable[Fact]) -> None:
        """Add facts, each in the form that the solver handles best."""
        for least, literals in self._clock.paced("sat", facts):
            if least == 1:
                self._solver.add_clause(literals)
            elif least >= len(literals):
                for literal in literals:
                    self._solver.add_clause([literal])
                if least > len(literals):
                    self._solver.add_clause([])
            elif least > 1:
                self._solver.add_atmost([-literal for literal in literals], len(literals) - least)

    def answer(self, supposed: Sequence[int] = ()) -> bool | None:
        """Return whether there is a choice with these literals, None if the limit was reached."""
        while self.steps < self.limit:
            self._solver.conf_budget(CONFLICTS)
            self._solver.prop_budget(self._marks)
            answer = self._call(supposed)
            before, self._conflicts = self._conflicts, self._solver.accum_stats()["conflicts"]
            steps = 1 + self._conflicts - before
            self.steps += steps
            self._clock.tick("sat", steps)
            if answer is not None:
                return answer
        return None

    def _call(self, supposed: Sequence[int]) -> bool | None:
        answer: bool | None = self._solver.solve_limited(supposed, expect_interrupt=True)
        return answer

    def choice(self) -> list[int]:
        """Return the literals of the choice."""
        literals: list[int] = self._solver.get_model()
        return literals

    def contradicting(self) -> list[int]:
        """Return those of the literals supposed that cannot hold together, after a no."""
        literals: list[int] = self._solver.get_core() or []
        return literals


class Recorder(Solver):
    """The stronger solver, which writes down what it learns."""

    # It looks at its budget only when it restarts, so it works in a thread of its own, and
    # time-outs and Ctrl-C need not wait for it, unless an answer is near (``is_quick``).

    is_quick = False

    @cached_property
    def _solver(self) -> Any:
        from pysat.solvers import Gluecard4

        return Gluecard4(with_proof=True)

    def _call(self, supposed: Sequence[int]) -> bool | None:
        if self.is_quick:
            return super()._call(supposed)
        # Neither thread nor solver is closed by hand: if the time is up they end with this call.
        call = self._thread.submit(super()._call, supposed)
        while True:
            try:
                return call.result(PATIENCE)
            except TimeoutError:
                self._clock.tick("sat")

    @cached_property
    def _thread(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(1)

    def log(self) -> list[list[int]]:
        """Return the clauses that the solver has learned, in order."""
        lines = (line.split() for line in self._solver.get_proof())
        return [list(map(int, words[:-1])) for words in lines if words[0] != "d"]


def _tour(problem: Problem, cycle: list[int]) -> list[int]:
    """Return a cycle of the model as the nodes of a tour."""
    first = (problem.start or 0) if problem.closed else problem.size
    k = cycle.index(first)
    if problem.closed:
        return cycle[k:] + cycle[:k]
    path = cycle[k + 1 :] + cycle[:k]
    turned = problem.start not in (None, path[0]) or problem.end not in (None, path[-1])
    return path[::-1] if turned else path
