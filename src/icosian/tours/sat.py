"""Deciding by SAT: two edges at every node, the borders of the pieces that come out, and a proof.

A solver looks for two edges at every node. What it finds falls into cycles; their borders are then
required to be crossed, and it goes on, until a single cycle comes out or nothing. In the second
case, or if it takes long, a stronger solver goes on with the borders found so far and writes down
what it learns; that is replayed and cut down to what the contradiction needs.

Both solvers count natively: there are no variables but the edges, at nodes of any degree, and what
is learned is what unit propagation over the same counts can check.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

from icosian.proofs.base import HOME
from icosian.proofs.refutation import Refutation

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import ThreadPoolExecutor

    from icosian.tours.clock import Clock
    from icosian.tours.problem import Problem

__all__ = ["EASY", "QUICK", "Fact", "Recorder", "Solver", "satisfy", "trimmed"]

QUICK, EASY = 20_000, 3_000
"""Steps of the first solver, and up to how many the second needs no thread of its own."""
CONFLICTS, MARKS = 1_000, 500_000
"""Budget of one call of a solver, some 10 ms."""
PATIENCE = 0.02
"""Seconds between looks at the clock during a call of the second solver."""
WORTHWHILE = 0.3
"""The share of clauses that a replay must have dropped for another one to follow."""

Fact = tuple[int, list[int]]
"""At least so many of these literals hold: ``k``, edge k is used, or ``-k``, it is not."""


def satisfy(
    problem: Problem, question: dict[str, Any], clock: Clock, *, limit: float = math.inf
) -> list[int] | Refutation | None:
    """Decide a question by SAT.

    Parameters
    ----------
    problem : Problem
        The question.
    question : dict
        The same question as the fields of a proof.
    clock : Clock
        The clock of the search; its steps are conflicts, calls of a solver and clauses replayed.
    limit : float
        After how many steps each of the solvers gives up.

    Returns
    -------
    list of int, Refutation or None
        The numbers of the nodes in the order of a tour, or a proof that there is none, unchecked,
        or None if the limit was reached.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    if problem.size == 1 and not problem.closed:
        return [0]
    model = _Model(problem)
    parts: list[set[int]] = []
    quick, recorder = Solver(clock, min(limit, QUICK)), Recorder(clock, limit)
    for solver in (quick, recorder):
        solver.require(model.degrees())
        for part in parts:
            solver.require(model.border(part))
            clock.tick("sat")
        while answer := solver.answer():
            cycles = model.cycles(solver.choice())
            if len(cycles) == 1:
                return _tour(problem, cycles[0])
            for cycle in cycles[: 1 if len(cycles) == 2 else None]:  # two have the same border
                parts.append(model.smaller(cycle))
                solver.require(model.border(parts[-1]))
        recorder.is_quick = answer is False and quick.steps <= EASY
    if answer is None:
        return None
    parts, clauses = _trimmed(model, parts, recorder.log(), clock)
    return _certificate(problem, question, model, parts, clauses)


class _Model:
    """The question as a cycle through numbered nodes, home last if it is about a path.

    Parameters
    ----------
    problem : Problem
        The question.

    Attributes
    ----------
    size : int
        The number of nodes.
    directed : bool
        Whether edges have a direction.
    edges : list of (int, int)
        The edges; the first one is edge 1.
    given : list of int
        The edges that an end asked for.
    """

    def __init__(self, problem: Problem) -> None:
        arrays = problem.arrays
        self.directed = arrays.directed
        self.size = problem.size + (not problem.closed)
        arcs = zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True)
        self.edges = [(u, v) for u, v in arcs if self.directed or u < v]
        self.given: list[int] = []
        if not problem.closed:
            self._go_home(problem.size, problem.start, problem.end)
        self._out: list[list[int]] = [[] for _ in range(self.size)]
        self._into: list[list[int]] = [[] for _ in range(self.size)]
        for k, (u, v) in enumerate(self.edges, start=1):
            self._out[u].append(k)
            self._into[v].append(k)

    def _go_home(self, home: int, start: int | None, end: int | None) -> None:
        everyone = range(home)
        if self.directed:
            fixed = {(home, start), (end, home)}
            ways = [(home, v) for v in everyone if start in (None, v)]
            ways += [(v, home) for v in everyone if end in (None, v)]
        else:
            fixed = {(start, home), (end, home)}
            both = start is not None and end is not None
            ways = [(v, home) for v in everyone if not both or v in (start, end)]
        self.given = [k for k, way in enumerate(ways, start=len(self.edges) + 1) if way in fixed]
        self.edges += ways

    def degrees(self) -> list[Fact]:
        """Return that every node has its two edges, and given ends theirs."""
        facts = [(1, [k]) for k in self.given]
        for sides in zip(self._out, self._into, strict=True):
            for least, edges in self._asked(*sides):
                facts.append((least, edges))
                facts.append((len(edges) - least, [-k for k in edges]))
        return facts

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed."""
        leaving = [k for v in part for k in self._out[v] if self.edges[k - 1][1] not in part]
        entering = [k for v in part for k in self._into[v] if self.edges[k - 1][0] not in part]
        return self._asked(leaving, entering)

    def _asked(self, leaving: list[int], entering: list[int]) -> list[Fact]:
        """Return how many edges a tour has that leave and enter the same place."""
        return [(1, leaving), (1, entering)] if self.directed else [(2, leaving + entering)]

    def smaller(self, part: Iterable[int]) -> set[int]:
        """Return a set or the rest, whichever is smaller; they have the same border."""
        inside = set(part)
        return inside if 2 * len(inside) <= self.size else set(range(self.size)) - inside

    def cycles(self, literals: Iterable[int]) -> list[list[int]]:
        """Return the cycles of a choice of two edges at every node, each in its order."""
        ahead: list[list[int]] = [[] for _ in range(self.size)]
        for k in literals:
            if k > 0:
                u, v = self.edges[k - 1]
                ahead[u].append(v)
                if not self.directed:
                    ahead[v].append(u)
        cycles = []
        seen = [False] * self.size
        for first in range(self.size):
            cycle = []
            following = [first]
            while fresh := [v for v in following if not seen[v]]:
                cycle.append(fresh[0])
                seen[fresh[0]] = True
                following = ahead[fresh[0]]
            if cycle:
                cycles.append(cycle)
        return cycles


class Solver:
    """The quick solver, which knows precisely when a call has to end.

    Parameters
    ----------
    clock : Clock
        The clock of the search.
    limit : float
        How many steps it may take.
    marks : int
        Propagations of one call, some 10 ms; statements with many literals make them dear.

    Attributes
    ----------
    steps : int
        Steps taken so far.
    """

    def __init__(self, clock: Clock, limit: float, marks: int = MARKS) -> None:
        self._clock = clock
        self._marks = marks
        self._limit = limit
        self.steps = self._conflicts = 0

    @cached_property
    def _solver(self) -> Any:
        from pysat.solvers import Minicard

        return Minicard()

    def require(self, facts: Iterable[Fact]) -> None:
        """Add facts, each in the form that the solver likes best."""
        for least, literals in facts:
            if least == 1:
                self._solver.add_clause(literals)
            elif least >= len(literals):
                for literal in literals:
                    self._solver.add_clause([literal])
                if least > len(literals):
                    self._solver.add_clause([])
            elif least > 1:
                self._solver.add_atmost([-literal for literal in literals], len(literals) - least)

    def answer(self) -> bool | None:
        """Return whether there is a choice of edges, or None if the limit was reached."""
        while self.steps < self._limit:
            self._solver.conf_budget(CONFLICTS)
            self._solver.prop_budget(self._marks)
            answer = self._call()
            before, self._conflicts = self._conflicts, self._solver.accum_stats()["conflicts"]
            steps = 1 + self._conflicts - before
            self.steps += steps
            self._clock.tick("sat", steps)
            if answer is not None:
                return answer
        return None

    def _call(self) -> bool | None:
        answer: bool | None = self._solver.solve_limited(expect_interrupt=True)
        return answer

    def choice(self) -> list[int]:
        """Return the literals of the choice."""
        literals: list[int] = self._solver.get_model()
        return literals


class Recorder(Solver):
    """The stronger solver, which writes down what it learns.

    It looks at its budget only when it restarts, so it works in a thread of its own, and time-outs
    and Ctrl-C need not wait for it.

    Attributes
    ----------
    is_quick : bool
        Whether an answer is near, so that a thread is not worth its cost.
    """

    is_quick = False

    @cached_property
    def _solver(self) -> Any:
        from pysat.solvers import Gluecard4

        return Gluecard4(with_proof=True)

    def _call(self) -> bool | None:
        if self.is_quick:
            return super()._call()
        # Neither thread nor solver is closed by hand: if the time is up they end with this call.
        call = self._thread.submit(super()._call)
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


def _trimmed(
    model: _Model, parts: list[set[int]], clauses: list[list[int]], clock: Clock
) -> tuple[list[set[int]], list[list[int]]]:
    """Return the parts and the shortened clauses that the contradiction needs."""
    facts = model.degrees()
    owners: list[int | None] = [None] * len(facts)
    for owner, part in enumerate(parts):
        border = model.border(part)
        facts += border
        owners += [owner] * len(border)
    needed, clauses = trimmed(len(model.edges), facts, clauses, clock)
    kept = dict.fromkeys(owners[row] for row in needed)
    return [parts[owner] for owner in kept if owner is not None], clauses


def trimmed(
    variables: int, facts: list[Fact], clauses: list[list[int]], clock: Clock
) -> tuple[list[int], list[list[int]]]:
    """Replay clauses as long as that drops many of them.

    Parameters
    ----------
    variables : int
        The number of variables.
    facts : list of (int, list of int)
        What the clauses follow from.
    clauses : list of list of int
        What a solver has learned, in order, up to a contradiction.
    clock : Clock
        The clock of the search; each clause is a step.

    Returns
    -------
    (list of int, list of list of int)
        The places of the facts that the contradiction needs, and the clauses that it needs,
        without the literals that they do not need.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    rows = list(range(len(facts)))
    before = math.inf
    while len(clauses) < (1 - WORTHWHILE) * before:
        before = len(clauses)
        replay = _Replay(variables, [facts[row] for row in rows])
        for clause in clauses:
            if replay.clash is not None:
                break
            replay.learn(clause)
            clock.tick("sat", 1)
        needed = replay.needed()
        clauses = [replay.clause(row) for row in needed if row >= len(rows)]
        rows = [rows[row] for row in needed if row < len(rows)]
    return rows, clauses


class _Replay:
    """Rows "at least so many of these literals hold", what follows, and what that rests on.

    A literal and its denial are the numbers 2 k and 2 k + 1. The first ``least + 1`` literals of a
    row are watched; only when one of them fails and no other can take its place, the rest follow.
    What follows without a supposition is the ground and holds for good.

    Parameters
    ----------
    edges : int
        The number of edges.
    facts : iterable of (int, list of int)
        The first rows.

    Attributes
    ----------
    clash : int or None
        A row that cannot be fulfilled.
    """

    def __init__(self, edges: int, facts: Iterable[Fact]) -> None:
        size = 2 * edges + 2
        self.clash: int | None = None
        self._rows: list[list[int]] = []
        self._least: list[int] = []
        self._basis: dict[int, tuple[list[int], list[int]]] = {}
        self._watchers: list[list[int]] = [[] for _ in range(size)]
        self._failed = [False] * size
        self._holding: list[int] = []
        self._place = [0] * size
        self._reason: list[int | None] = [None] * size
        self._ground = 0
        for least, literals in facts:
            self._append(least, list(map(_coded, literals)))
        self._settle()

    def learn(self, clause: Iterable[int]) -> None:
        """Append those literals of a clause that are needed to deny it, if it follows."""
        failed = self._failed
        literals = list(map(_coded, clause))
        if any(failed[literal ^ 1] for literal in literals):
            return
        found = None
        for literal in literals:
            if failed[literal ^ 1]:  # it holds if the literals before it do not
                rows, ground, supposed = self._trace({literal})
                found = rows, ground, [*supposed, literal ^ 1]
                break
            if not failed[literal]:
                self._hold(literal ^ 1, None)
                clash = self._conclude(len(self._holding) - 1)
                if clash is not None:
                    rows, ground, supposed = self._trace(self._against(clash))
                    found = [*rows, clash], ground, supposed
                    break
        for literal in self._holding[self._ground :]:
            failed[literal ^ 1] = False
        del self._holding[self._ground :]
        if found is not None:
            rows, ground, supposed = found
            self._basis[len(self._rows)] = rows, ground
            self._append(1, [literal ^ 1 for literal in supposed])
            self._settle()

    def needed(self) -> list[int]:
        """Return the rows that the clash rests on, in order."""
        assert self.clash is not None, "the solver refutes what unit propagation does not"
        rows, literals = {self.clash}, self._against(self.clash)
        ahead, ground = [self.clash], list(literals)
        while ahead or ground:
            if ahead:
                below, under = self._basis.get(ahead.pop(), ([], []))
            else:
                literal = ground.pop()
                reason = self._reason[literal]
                assert reason is not None
                below, under = [reason], list(self._against(reason, literal))
            ahead += {*below} - rows
            rows.update(below)
            ground += {*under} - literals
            literals.update(under)
        return sorted(rows)

    def clause(self, row: int) -> list[int]:
        """Return a row as a clause over the numbers of edges."""
        return [-(literal >> 1) if literal & 1 else literal >> 1 for literal in self._rows[row]]

    def _append(self, least: int, literals: list[int]) -> None:
        row = len(self._rows)
        self._rows.append(literals)
        self._least.append(least)
        if least >= len(literals):
            for literal in literals:
                if not self._failed[literal ^ 1]:
                    self._hold(literal, row)
            if least > len(literals) or any(self._failed[literal] for literal in literals):
                self.clash = row
        elif least > 0:
            for literal in literals[: least + 1]:
                self._watchers[literal].append(row)

    def _settle(self) -> None:
        """Draw all conclusions for good."""
        if self.clash is None:
            self.clash = self._conclude(self._ground)
            self._ground = len(self._holding)

    def _hold(self, literal: int, reason: int | None) -> None:
        self._failed[literal ^ 1] = True
        self._place[literal] = len(self._holding)
        self._reason[literal] = reason
        self._holding.append(literal)

    def _conclude(self, first: int) -> int | None:
        """Draw conclusions from the literals that hold, from one of them on; return a clash."""
        failed, holding = self._failed, self._holding
        watchers, all_rows, all_least = self._watchers, self._rows, self._least
        while first < len(holding):
            literal = holding[first] ^ 1
            first += 1
            watching = watchers[literal]
            k = len(watching)
            while k:
                k -= 1
                number = watching[k]
                row, least = all_rows[number], all_least[number]
                for place in range(least + 1, len(row)):
                    other = row[place]
                    if not failed[other]:
                        row[row.index(literal)], row[place] = other, literal
                        watchers[other].append(number)
                        watching[k] = watching[-1]
                        watching.pop()
                        break
                else:
                    for other in row[: least + 1]:
                        if other != literal:
                            if failed[other]:
                                return number
                            if not failed[other ^ 1]:
                                self._hold(other, number)
        return None

    def _against(self, row: int, literal: int | None = None) -> set[int]:
        """Return what a row clashes with, or what left it no choice but a literal."""
        failed, place = self._failed, self._place
        before = len(self._holding) if literal is None else place[literal]
        return {x ^ 1 for x in self._rows[row] if failed[x] and place[x ^ 1] < before}

    def _trace(self, wanted: set[int]) -> tuple[list[int], list[int], list[int]]:
        """Return the rows, ground literals and suppositions that some literals rest on."""
        rows, supposed = [], []
        for literal in reversed(self._holding[self._ground :]):
            if literal in wanted:
                reason = self._reason[literal]
                if reason is None:
                    supposed.append(literal)
                else:
                    rows.append(reason)
                    wanted |= self._against(reason, literal)
        return rows, [x for x in wanted if self._place[x] < self._ground], supposed


def _coded(literal: int) -> int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


def _certificate(
    problem: Problem,
    question: dict[str, Any],
    model: _Model,
    parts: list[set[int]],
    clauses: list[list[int]],
) -> Refutation:
    """Return a refutation over the user's nodes."""
    nodes = [*problem.nodes, HOME]
    used = sorted({abs(literal) for clause in clauses for literal in clause})
    number = {k: place for place, k in enumerate(used, start=1)}
    return Refutation(
        sets=tuple(frozenset(nodes[v] for v in part) for part in parts),
        edges=tuple((nodes[u], nodes[v]) for u, v in (model.edges[k - 1] for k in used)),
        clauses=tuple(
            tuple(number[k] if k > 0 else -number[-k] for k in clause) for clause in clauses
        ),
        **question,
    )
