"""SAT solvers with counts, and questions with suppositions to them.

A quick solver answers; a stronger one writes down what it learns, for proofs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from icosian._run.clock import Clock
from icosian.clauses.trimming import Fact, renamed, trimmed

CONFLICTS = 1_000
"""Conflicts of one call of a solver, some 10 ms."""
PATIENCE = 0.02
"""Seconds between looks at the clock during a call of the second solver."""
MARKS = 500_000
"""Propagations of a call of a solver, some 10 ms."""
EASY, HARD = 3_000, 10_000
"""Steps of the quick solver up to which the stronger one needs no thread of its own, and steps on
one question after which it takes over."""
TRIED = 12
"""Literals whose reasons are made as short as they can be, to find the shortest one."""


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


# -- Questions


class Questions:
    """Questions about an answer with some literals; what the solver learns serves the next ones.

    Literals supposed stand for clues, for what is known already, and for guesses. An answer is a
    choice of literals that meets the facts, and that nothing cuts off.
    """

    given: list[int]
    """What is supposed of every answer."""
    variables: int
    """The number of variables."""

    def __init__(self, clock: Clock, effort: float = math.inf) -> None:
        self.clock = clock
        self._effort = effort
        self.choice: list[int] = []
        """The literals of the last answer."""
        self._supposed: list[int] = []
        self._cuts: list[Fact] = []
        self._others: list[Fact] = []

    def facts(self) -> Iterable[Fact]:
        """Yield what holds for every answer."""
        raise NotImplementedError

    def cuts(self, supposed: Collection[int]) -> list[Fact]:
        """Return what every answer with some literals meets and the choice does not."""
        del supposed
        return []

    @cached_property
    def _facts(self) -> list[Fact]:
        return list(self.clock.paced("sat", self.facts()))

    @cached_property
    def _solver(self) -> Solver:
        solver = Solver(self.clock, math.inf)
        solver.require(self._facts)
        self._last = self.variables
        return solver

    def has(self, supposed: Sequence[int]) -> bool | None:
        """Return whether there is an answer with some literals, None if that takes long."""
        self._supposed = list(supposed)
        is_quick = not isinstance(self._solver, Recorder)
        self._solver.limit = self._solver.steps + min(self._effort, HARD if is_quick else math.inf)
        answer = self._decided(self._solver, self._supposed, supposed)
        if answer is None and is_quick and self._effort > HARD:
            self._solver = Recorder(self.clock, math.inf)
            self._solver.require([*self._facts, *self._cuts, *self._others])
            answer = self.has(supposed)
        return answer

    def _decided(
        self, solver: Solver, asked: Sequence[int], supposed: Collection[int]
    ) -> bool | None:
        while answer := solver.answer(asked):
            self.choice = solver.choice()
            if not (cuts := self.cuts(supposed)):
                return True
            self._cuts += cuts
            solver.require(cuts)
        return answer

    def core(self) -> list[int]:
        """Return those literals that contradict each other, in their order, after a no."""
        used = set(self._solver.contradicting())
        return [x for x in self._supposed if x in used]

    def smallest(
        self, literals: Sequence[int], more: Sequence[int] = (), kept: Collection[int] = ()
    ) -> list[int]:
        """Leave out literals, in their order, as long as there is no answer with these and more."""
        left = dict.fromkeys(literals)
        for x in literals:
            if x not in left or x in kept:
                continue
            if self.has([*more, *sorted(y for y in left if y != x)]) is False:
                core = {*self.core(), *kept}
                left = {y: None for y in left if y in core and y != x}
        return list(left)

    def besides(self, answer: Iterable[int], literal: int | None = None) -> int:
        """Return a literal that excludes an answer, and what it excluded before."""
        if literal is None:
            self._solver  # noqa: B018 - its variables are counted
            self._last = literal = self._last + 1
        self._others.append((1, [*(-x for x in answer), -literal]))
        self._solver.require(self._others[-1:])
        return literal

    def backbone(self, answer: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield the literals of an answer that all answers share, and what given ones force each.

        Every other answer that is found strikes out where it differs.
        """
        given = set(self.given)
        left = [x for x in answer if x not in given]
        while left:
            x = left.pop(0)
            if self.has([-x, *self.given]):
                same = set(self.choice)
                left = [y for y in left if y in same]
            else:
                yield x, [y for y in self.core() if y != -x]

    def easiest(self, answer: Iterable[int]) -> tuple[int, list[int]] | None:
        """Return the literal of all answers that the fewest of the given force, and these."""
        forced = []
        for x, core in self.backbone(answer):
            forced.append((x, core))
            if len(core) <= 1:  # it need not be compared
                return x, self.smallest(core, [-x])
        shortest = sorted(forced, key=lambda one: len(one[1]))[:TRIED]
        reasons = [(x, self.smallest(core, [-x])) for x, core in shortest]
        return min(reasons, key=lambda one: len(one[1]), default=None)

    def refutation(
        self, more: Iterable[Fact] = ()
    ) -> tuple[list[int], list[int], dict[str, Any]] | None:
        """Return why there is no answer with the given and more facts, None if there is one.

        These are the places of the cuts needed, the variables of the clauses, and the clauses.
        """
        # 1. A stronger solver writes down what it learns. It begins with the cuts found so far.
        facts = [*self._facts, *((1, [x]) for x in self.given), *more]
        recorder = Recorder(self.clock, math.inf)
        recorder.require([*facts, *self._cuts])
        recorder.is_quick = not isinstance(self._solver, Recorder) and self._solver.steps <= EASY
        if self._decided(recorder, (), self.given):
            return None
        # 2. What the contradiction rests on is the proof.
        kept, clauses, until = trimmed(
            self.variables, facts, recorder.log(), self.clock, groups=[[cut] for cut in self._cuts]
        )
        used, clauses = renamed(clauses)
        return kept, used, {"clauses": tuple(map(tuple, clauses)), "until": until}
