"""SAT solvers with counts: a quick one, and a stronger one that writes down what it learns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from icosian._run.clock import Clock
from icosian.clauses.trimming import Fact

CONFLICTS = 1_000
"""Conflicts of one call of a solver, some 10 ms."""
PATIENCE = 0.02
"""Seconds between looks at the clock during a call of the second solver."""
MARKS = 500_000
"""Propagations of a call of a solver, some 10 ms."""


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
        return ThreadPoolExecutor(1)

    def log(self) -> list[list[int]]:
        """Return the clauses that the solver has learned, in order."""
        lines = (line.split() for line in self._solver.get_proof())
        return [list(map(int, words[:-1])) for words in lines if words[0] != "d"]
