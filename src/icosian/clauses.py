"""SAT solvers with counts and suppositions, and refutations from what they learn."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import collector_paused
from icosian._kernels import replay as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock

WORTHWHILE = 0.3
"""The share of clauses that a replay must have dropped for another one to follow."""

MANY = 100
"""Clauses from which a check gains by forgetting some."""

WORDS = 32
"""Words of the basis a clause at first."""

Fact = tuple[int, list[int]]
"""At least so many of these literals hold: ``k``, edge k is used, or ``-k``, it is not."""


class Ports(NamedTuple):
    """The ends of edges whose paths may not close before they meet all nodes."""

    of_edges: list[tuple[int, int]]
    """Those of each edge; edge 0 is none of the graph."""
    nodes: int
    directed: bool
    """Every node has two ports next to each other; else it has one, which takes two edges."""


def paths(ports: Ports | None) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the ports of edges, the edges at ports, and ports without used edges, as arrays."""
    of_edges, nodes, directed = ports or ([(0, 0)], 0, False)
    count = nodes << directed
    both = np.array(of_edges, np.int64)
    sides = both[1:].ravel()
    ends = np.full((count + 1, kernels.PORT), kernels.NONE, np.int64)
    ends[:, kernels.ARCS] = np.cumsum([0, *np.bincount(sides, minlength=count)])
    ends[:, kernels.OTHER] = np.arange(count + 1) ^ directed
    ends[:, kernels.LENGTH] = 1
    return both.ravel(), 1 + np.argsort(sides, kind="stable") // 2, ends.ravel()


def trim_clauses(
    variables: int,
    facts: list[Fact],
    clauses: list[list[int]],
    clock: Clock,
    *,
    groups: Sequence[list[Fact]] = (),
    ports: Ports | None = None,
) -> tuple[list[int], list[list[int]], tuple[int, ...]]:
    """Replay clauses as long as that drops many; return the groups and clauses needed."""
    # ``facts`` hold anyway, those in a group of ``groups`` for the same reason; groups are returned
    # by their places, clauses without the literals that they do not need, and of each clause, if
    # they are many, the number of the last one that needs it. ``ports`` are given if the variables
    # are edges whose paths may not close too early.
    kept = list(range(len(groups)))
    before = math.inf
    while len(clauses) < (1 - WORTHWHILE) * before:
        # 1. Replay the clauses until the facts and those before contradict each other.
        before = len(clauses)
        owners = [owner for owner in kept for _ in groups[owner]]
        rows = [*facts, *(fact for owner in kept for fact in groups[owner])]
        clock.tick("sat")
        # 2. Keep what the contradiction rests on. With fewer rows others conclude first, and what
        #    they rest on is often less: so again.
        needed, clauses, until = _replayed(variables, rows, clauses, ports, clock)
        places = (row - len(facts) for row in needed if row >= len(facts))
        kept = list(dict.fromkeys(owners[place] for place in places))
    return kept, clauses, until if len(clauses) >= MANY else ()


def renumber_clauses(clauses: list[list[int]]) -> tuple[list[int], list[list[int]]]:
    """Return the variables of clauses, and the clauses with their places among them, from 1."""
    used = sorted({abs(literal) for clause in clauses for literal in clause})
    number = {x: k for k, x in enumerate(used, start=1)}
    return used, [[number[x] if x > 0 else -number[-x] for x in clause] for clause in clauses]


@collector_paused()
def _replayed(
    variables: int, facts: list[Fact], clauses: list[list[int]], ports: Ports | None, clock: Clock
) -> tuple[list[int], list[list[int]], tuple[int, ...]]:
    """Return the facts that refute themselves with clauses, and the clauses, as far as needed."""
    entries: list[int] = []
    counts = ((max(0, least), literals) for least, literals in facts)
    learned = ((kernels.LEARNED, clause) for clause in (*clauses, ()))
    for least, row in clock.paced("sat", chain(counts, learned)):
        entries += (least, len(row), *[2 * x if x > 0 else 1 - 2 * x for x in row])
    words = len(entries)
    literals = np.zeros((2 * variables + 2, kernels.LITERAL), np.int64)
    literals[:, [kernels.WATCH, kernels.PLACE]] = -1
    both, arcs, ends = paths(ports)
    longest = max(map(len, chain(clauses, (row for _, row in facts))), default=0)
    s = np.zeros(kernels.WORDS, np.int64)
    if ports is not None:
        s[kernels.NODES], s[kernels.TURN] = ports.nodes, ports.directed
    s[kernels.CLASH] = s[kernels.STACKED] = kernels.NONE
    s[kernels.ROOM] = 2 * variables + 4
    run = Run(
        kernels.replay,
        kernels.Store(
            pool=np.zeros(words, np.int64),
            cells=np.zeros(2 * words, np.int64),
            rows=np.zeros(kernels.ROW * (len(facts) + len(clauses) + 2), np.int64),
        ),
        kernels.Held(
            literals.ravel(),
            trail=np.zeros(variables + 1, np.int64),
            why=np.zeros(max(variables, len(ends), longest) + 2, np.int64),
        ),
        kernels.Replayed(
            np.array(entries, np.int64),
            basis=np.zeros(s[kernels.ROOM] + WORDS * len(clauses), np.int64),
        ),
        kernels.OpenPaths(both, arcs, ends, joined=np.zeros(len(ends), np.int64)),
        s,
    )
    while clock.run("sat", run) == kernels.FULL:
        store, held, log, routes, s = run.arrays()
        log = log._replace(basis=np.concatenate((log.basis, np.zeros_like(log.basis))))
        run = Run(kernels.replay, store, held, log, routes, s)
    store, held, log, routes, s = run.arrays()
    if s[kernels.CLASH] == kernels.NONE:
        raise RuntimeError("the solver refutes what unit propagation does not")
    kept = np.zeros(s[kernels.ROWS], np.int64)
    stack = np.zeros(len(kept) + 2 * variables + 2, np.int64)
    Run(kernels.collect, store, held, routes, kernels.Needed(log.basis, stack, kept), s).finish()
    needed = kept.nonzero()[0]
    later = needed[needed >= len(facts)]
    shortened = [
        [-(x >> 1) if x & 1 else x >> 1 for x in store.pool[begin:end].tolist()]
        for begin, end in zip(
            store.rows[kernels.ROW * later], store.rows[kernels.ROW * (later + 1)], strict=True
        )
    ]
    until = np.searchsorted(later, kept[later])  # how many come before the next row
    return needed[needed < len(facts)].tolist(), shortened, tuple(until.tolist())


# -- SAT solvers with counts, and questions with suppositions to them
# A quick solver answers; a stronger one writes down what it learns, for proofs.

CONFLICTS = 1_000
"""Conflicts of one call of a solver, some 10 ms."""
PATIENCE = 0.02
"""Seconds between looks at the clock during a call of the second solver."""
MARKS = 500_000
"""Propagations of a call of a solver, some 10 ms."""
EASY, HARD = 3_000, 10_000
"""Steps of the quick solver up to which a question is easy, and steps on one question after which
the stronger one takes over."""
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

    @property
    def is_easy(self) -> bool:
        """True if it has taken so few steps that the stronger solver needs no thread of its own."""
        return self.steps <= EASY

    def prefer(self, literals: list[int]) -> None:
        """Guess these literals first."""
        self._solver.set_phases(literals)

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
        self._held: Sequence[int] = ()  # what is supposed always, and so a fact for the solver
        self._cuts: list[Fact] = []
        self._others: list[Fact] = []

    def facts(self) -> Iterable[Fact]:
        """Yield what holds for every answer."""
        raise NotImplementedError

    def cuts(self) -> list[Fact]:
        """Return what every answer meets and the choice does not."""
        return []

    @cached_property
    def _facts(self) -> list[Fact]:
        return list(self.clock.paced("sat", self.facts()))

    @cached_property
    def _solver(self) -> Solver:
        solver = Solver(self.clock, math.inf)
        solver.require([*self._facts, *self._cuts])
        self._last = self.variables
        return solver

    def has(self, supposed: Sequence[int], held: Sequence[int] = ()) -> bool | None:
        """Return whether there is an answer with some literals, None if that takes long."""
        self._supposed = list(supposed)
        is_quick = not isinstance(self._solver, Recorder)
        if self._held and not held:
            self._strengthen(())
        self._solver.limit = self._solver.steps + min(self._effort, HARD if is_quick else math.inf)
        answer = self._decided(self._solver, [x for x in supposed if x not in self._held])
        if answer is None and is_quick and self._effort > HARD:
            self._strengthen(held)
            answer = self.has(supposed, held)
        return answer

    def fits(self, more: Sequence[int] = ()) -> bool | None:
        """Return whether there is an answer with what is given and more; a no has no core."""
        # Facts are up to five times as fast as suppositions: each restart begins with these.
        return self.has([*more, *self.given], self.given)

    def prefer(self, choice: list[int]) -> None:
        """Let an answer that is known be the choice: others are looked for near it first."""
        self.choice = choice
        self._solver.prefer(choice)

    def _strengthen(self, held: Sequence[int]) -> None:
        """Let the stronger solver answer, which holds some literals for facts."""
        self._held = held
        self._solver = Recorder(self.clock, math.inf)
        facts = ((1, [x]) for x in held)
        self._solver.require([*self._facts, *facts, *self._cuts, *self._others])

    def _decided(self, solver: Solver, asked: Sequence[int]) -> bool | None:
        while answer := solver.answer(asked):
            self.choice = solver.choice()
            if not (cuts := self.cuts()):
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
        # 1. A stronger solver writes down what it learns. It begins with the cuts found so far, or
        #    it has answered the same question already.
        facts = [*self._facts, *((1, [x]) for x in self.given), *more]
        is_hard = isinstance(recorder := self._solver, Recorder)
        if not isinstance(recorder, Recorder) or len(facts) > len(self._facts) or self._others:
            recorder = Recorder(self.clock, math.inf)
            recorder.require([*facts, *self._cuts])
            recorder.is_quick = not is_hard and self._solver.is_easy
        recorder.limit = math.inf
        if self._decided(recorder, ()):
            return None
        # 2. What the contradiction rests on is the proof.
        kept, clauses, until = trim_clauses(
            self.variables, facts, recorder.log(), self.clock, groups=[[cut] for cut in self._cuts]
        )
        used, clauses = renumber_clauses(clauses)
        return kept, used, {"clauses": tuple(map(tuple, clauses)), "until": until}
