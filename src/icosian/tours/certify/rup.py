"""Refutations from the clauses of a search: reverse unit propagation (RUP) trims them."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._io.memory import collector_paused
from icosian.proofs import HOME, Refutation
from icosian.tours.normal_form import cycles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.proofs import Proof
    from icosian.tours.problem import Problem


WORTHWHILE = 0.3
"""The share of clauses that a replay must have dropped for another one to follow."""

TICK = 1_000
"""Rows or literals between looks at the clock."""

Fact = tuple[int, list[int]]
"""At least so many of these literals hold: ``k``, edge k is used, or ``-k``, it is not."""


def refutation(
    model: Clauses,
    parts: list[set[int]],
    borders: list[list[Fact]],
    clauses: list[list[int]],
    clock: Clock,
) -> Proof:
    """Return a refutation by the sets and clauses needed; a clause replayed is a step."""
    clock.tick("sat")
    facts = [*model.facts(), *model.chosen()]
    clock.tick("sat")
    # The paths rely on the degrees, so these stay even where no clause needs them.
    kept, clauses = trimmed(
        model.variables, facts, clauses, clock, groups=borders, paths=model.paths
    )
    used = sorted({abs(literal) for clause in clauses for literal in clause})
    number = {k: place for place, k in enumerate(used, start=1)}
    renamed = ([number[k] if k > 0 else -number[-k] for k in clause] for clause in clauses)
    return model.certificate(used, [parts[k] for k in kept], tuple(map(tuple, renamed)))


class Clauses:
    """A question in clauses, with cycles that a choice of its variables makes."""

    variables: int
    """The number of variables."""
    marks = 500_000
    """Propagations of a call of a solver, some 10 ms."""

    @property
    def paths(self) -> Callable[[], Paths] | None:
        """What makes paths of used edges, none of them yet; None if only borders are looked at."""
        return None

    def facts(self) -> Iterable[Fact]:
        """Return what holds, but for borders."""
        raise NotImplementedError

    def chosen(self) -> list[Fact]:
        """Return what may be chosen, and narrows the search."""
        return []

    def colored(self, literals: Sequence[int]) -> list[list[list[int]]]:
        """Return the cycles of a choice for each color."""
        raise NotImplementedError

    def smaller(self, part: Iterable[int]) -> set[int]:
        """Return a set or the rest, whichever is smaller; they have the same border."""
        raise NotImplementedError

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed."""
        raise NotImplementedError

    def certificate(
        self, used: list[int], parts: list[set[int]], clauses: tuple[tuple[int, ...], ...]
    ) -> Proof:
        """Return a refutation, unchecked, whose clauses speak of some variables, in their order."""
        raise NotImplementedError


class Model(Clauses):
    """A problem as a cycle through numbered nodes, home last if it is about a path."""

    @collector_paused()
    def __init__(self, problem: Problem) -> None:
        self.problem, arrays = problem, problem.arrays
        self.directed = arrays.directed
        """True if edges have a direction."""
        self.size = problem.size + (not problem.closed)
        """The number of nodes."""
        tails, heads = arrays.sources(), arrays.indices
        if not self.directed:
            tails, heads = tails[tails < heads], heads[tails < heads]
        self.edges = list(zip(tails.tolist(), heads.tolist(), strict=True))
        """The edges; the first one is edge 1."""
        self.given: list[int] = []
        """The edges that a given end has to home."""
        if not problem.closed:
            self._go_home(problem.size, problem.start, problem.end)
        self._out: list[list[int]] = [[] for _ in range(self.size)]
        self._into: list[list[int]] = [[] for _ in range(self.size)]
        for k, (u, v) in enumerate(self.edges, start=1):
            self._out[u].append(k)
            self._into[v].append(k)
        self.variables = len(self.edges)

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

    @collector_paused()
    def facts(self) -> Iterable[Fact]:
        """Return that every node has its two edges, and given ends theirs."""
        facts = [(1, [k]) for k in self.given]
        for sides in zip(self._out, self._into, strict=True):
            for least, edges in self._asked(*sides):
                facts.append((least, edges))
                facts.append((len(edges) - least, [-k for k in edges]))
        return facts

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed."""
        edges, out, into = self.edges, self._out, self._into
        leaving = [k for v in part for k in out[v] if edges[k - 1][1] not in part]
        entering = [k for v in part for k in into[v] if edges[k - 1][0] not in part]
        return self._asked(leaving, entering)

    @property
    def paths(self) -> Callable[[], Paths] | None:
        """What makes paths of used edges, none of them yet; None if only borders are looked at."""
        return self._paths

    def _paths(self) -> Paths:
        """Return paths without edges; edge 0 is none of the graph."""
        two = self.directed
        ports = [(2 * u, 2 * v + 1) for u, v in self.edges] if two else self.edges
        return Paths([(-1, -1), *ports], self.size, directed=self.directed)

    def _asked(self, leaving: list[int], entering: list[int]) -> list[Fact]:
        """Return how many edges a tour has that leave and enter the same place."""
        return [(1, leaving), (1, entering)] if self.directed else [(2, leaving + entering)]

    def smaller(self, part: Iterable[int]) -> set[int]:
        """Return a set or the rest, whichever is smaller; they have the same border."""
        inside = set(part)
        return inside if 2 * len(inside) <= self.size else set(range(self.size)) - inside

    @collector_paused()
    def cycles(self, literals: Sequence[int]) -> list[list[int]]:
        """Return the cycles of a choice of two edges at every node, each in its order."""
        numbers = np.array(literals)
        used = numbers[(numbers > 0) & (numbers <= len(self.edges))]
        return list(cycles(self._ends[used - 1], directed=self.directed))

    def certificate(
        self, used: list[int], parts: list[set[int]], clauses: tuple[tuple[int, ...], ...]
    ) -> Proof:
        """Return a refutation, unchecked, whose clauses speak of some variables."""
        sets, edges = self.sets(parts), self.named(used)
        return self.problem.certificate(Refutation, sets=sets, edges=edges, clauses=clauses)

    def sets(self, parts: Iterable[set[int]]) -> tuple[frozenset[Any], ...]:
        """Return sets of the user's nodes."""
        nodes = [*self.problem.nodes, HOME]
        return tuple(frozenset(nodes[v] for v in part) for part in parts)

    def named(self, used: list[int]) -> tuple[tuple[Any, Any], ...]:
        """Return the edges among some variables, by their nodes."""
        nodes = [*self.problem.nodes, HOME]
        ends = (self.edges[k - 1] for k in used if k <= len(self.edges))
        return tuple((nodes[u], nodes[v]) for u, v in ends)

    def colored(self, literals: Sequence[int]) -> list[list[list[int]]]:
        """Return the cycles of a choice for each color, of which there is one here."""
        return [self.cycles(literals)]

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        return np.array(self.edges)


class Paths:
    """The paths that used edges form, each with the edge that would make a cycle of it."""

    def __init__(self, ports: Sequence[tuple[int, int]], nodes: int, *, directed: bool) -> None:
        self._nodes = nodes
        self._turn = int(directed)  # what leads from a port to the other one of its node
        self._ports = ports
        self._between = {pair: e for e, pair in enumerate(ports)}
        self._between |= {(q, p): e for e, (p, q) in enumerate(ports)}
        self._other_end = [p ^ self._turn for p in range(nodes << self._turn)]
        self._length = [1] * len(self._other_end)  # in nodes, where the port is an end
        self._used: list[list[int]] = [[] for _ in self._other_end]
        self._joined: list[tuple[int, int, int, int, int]] = []

    def __len__(self) -> int:
        """Return how many edges were joined."""
        return len(self._joined)

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        p, q = self._ports[e]
        a, b = self._other_end[p], self._other_end[q]
        length = self._length[p]
        if a == q:
            return e if length < self._nodes else None
        self._joined.append((e, a, b, length, self._length[q]))
        length += self._length[q]
        self._other_end[a], self._other_end[b] = b, a
        self._length[a] = self._length[b] = length
        self._used[p].append(e)
        self._used[q].append(e)
        closing = self._between.get((a, b)) if length < self._nodes else None
        return None if closing == e else closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ``count``."""
        while len(self._joined) > count:
            e, a, b, one, two = self._joined.pop()
            p, q = self._ports[e]
            self._used[p].pop()
            self._used[q].pop()
            self._other_end[a], self._other_end[b] = p, q
            self._length[a], self._length[b] = one, two

    def closed_by(self, e: int) -> list[int]:
        """Return the edges of the path that an edge would close, one that :meth:`join` returned."""
        v, last = self._ports[e]
        path = []
        came = None
        while (v := v ^ self._turn) != last:
            came = next(f for f in self._used[v] if f != came)
            path.append(came)
            p, q = self._ports[came]
            v = q if v == p else p
        return path


def trimmed(
    variables: int,
    facts: list[Fact],
    clauses: list[list[int]],
    clock: Clock,
    *,
    groups: Sequence[list[Fact]] = (),
    paths: Callable[[], Paths] | None = None,
) -> tuple[list[int], list[list[int]]]:
    """Replay clauses as long as that drops many; return the groups and clauses needed."""
    # ``facts`` hold anyway, those in a group of ``groups`` for the same reason; groups are returned
    # by their places, clauses without the literals that they do not need. ``paths`` makes empty
    # paths, if the variables are edges whose paths may not close too early.
    kept = list(range(len(groups)))
    before = math.inf
    while len(clauses) < (1 - WORTHWHILE) * before:
        # 1. Replay the clauses until the facts and those before contradict each other.
        before = len(clauses)
        owners = [owner for owner in kept for _ in groups[owner]]
        rows = [*facts, *(fact for owner in kept for fact in groups[owner])]
        joined = None if paths is None else paths()
        clock.tick("sat")
        replay = _Replay(variables, clock.paced("sat", rows), joined)
        for clause in clauses:
            if replay.clash is not None:
                break
            replay.learn(clause)
            clock.tick("sat", 1)
        # 2. Keep what the contradiction rests on. With fewer rows others conclude first, and what
        #    they rest on is often less: so again.
        needed = replay.needed(clock)
        clauses = [replay.clause(row) for row in needed if row >= len(rows)]
        places = (row - len(facts) for row in needed if len(facts) <= row < len(rows))
        kept = list(dict.fromkeys(owners[place] for place in places))
    return kept, clauses


class _Replay:
    """Rows "at least so many of these literals hold", what follows, and what that rests on."""

    # A literal and its denial are the numbers 2 k and 2 k + 1. A row watches least + 1 of its
    # literals; only when one of them fails and no spare one can take its place, the rest follow.
    # What follows without a supposition is the ground and holds for good. ``clash`` is None, a row
    # that cannot be satisfied, or ``-e``: edge e is used but closes a path.

    @collector_paused()
    def __init__(self, variables: int, facts: Iterable[Fact], paths: Paths | None = None) -> None:
        size = 2 * variables + 2
        self.clash: int | None = None
        self._paths = paths
        self._watched: list[list[int]] = []
        self._spare: list[list[int]] = []
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
        joined = 0 if self._paths is None else len(self._paths)
        literals = list(map(_coded, clause))
        if any(failed[literal ^ 1] for literal in literals):
            return
        # 1. Suppose that none of the literals holds, one after the other, until that contradicts.
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
        # 2. Take everything back to the ground.
        for literal in self._holding[self._ground :]:
            failed[literal ^ 1] = False
        del self._holding[self._ground :]
        if self._paths is not None:
            self._paths.take_back(joined)
        # 3. The suppositions that the contradiction needs are a clause, which may conclude at once.
        if found is not None:
            rows, ground, supposed = found
            self._basis[len(self._watched)] = rows, ground
            self._append(1, [literal ^ 1 for literal in supposed])
            self._settle()

    def needed(self, clock: Clock) -> list[int]:
        """Return the rows that the clash rests on, in order."""
        if self.clash is None:
            raise RuntimeError("the solver refutes what unit propagation does not")
        rows, literals = {self.clash}, self._against(self.clash)
        ahead, ground, looked = [self.clash], list(literals), 0
        while ahead or ground:
            looked += 1
            if not looked % TICK:
                clock.tick("sat")
            if ahead:
                below, under = self._basis.get(ahead.pop(), ([], []))
            else:
                literal = ground.pop()
                reason = self._reason[literal]
                if reason is None:
                    raise RuntimeError("a supposition is not a conclusion")
                below, under = [reason], list(self._against(reason, literal))
            ahead += {*below} - rows
            rows.update(below)
            ground += {*under} - literals
            literals.update(under)
        return sorted(row for row in rows if row >= 0)

    def clause(self, row: int) -> list[int]:
        """Return a row as a clause over the variables."""
        return [-(literal >> 1) if literal & 1 else literal >> 1 for literal in self._literals(row)]

    def _literals(self, row: int) -> list[int]:
        return self._watched[row] + self._spare[row]

    def _append(self, least: int, literals: list[int]) -> None:
        row = len(self._watched)
        self._watched.append(literals[: least + 1])
        self._spare.append(literals[least + 1 :])
        if least >= len(literals):
            for literal in literals:
                if not self._failed[literal ^ 1]:
                    self._hold(literal, row)
            if least > len(literals) or any(self._failed[literal] for literal in literals):
                self.clash = row
        elif least > 0:
            for literal in self._watched[row]:
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
        watchers, all_watched, all_spare = self._watchers, self._watched, self._spare
        while first < len(holding):
            literal = holding[first] ^ 1
            first += 1
            rows = watchers[literal]
            for k in reversed(range(len(rows))):
                row = rows[k]
                watched, spare = all_watched[row], all_spare[row]
                for i, other in enumerate(spare):
                    if not failed[other]:  # it is watched from now on
                        watchers[other].append(row)
                        watched[watched.index(literal)], spare[i] = other, literal
                        rows[k] = rows[-1]
                        rows.pop()
                        break
                else:
                    for other in watched:
                        if other != literal:
                            if failed[other]:
                                return row
                            if not failed[other ^ 1]:
                                self._hold(other, row)
            # The counts at its ports have not clashed, so a used edge finds them free.
            if self._paths is not None and literal & 1:
                closing = self._paths.join(literal >> 1)
                if closing is not None:
                    if failed[2 * closing + 1]:
                        return -closing
                    if not failed[2 * closing]:
                        self._hold(2 * closing + 1, -closing)
        return None

    def _against(self, row: int, literal: int | None = None) -> set[int]:
        """Return what a row clashes with, or what left it no choice but a literal."""
        if row < 0:
            closed = () if self._paths is None else self._paths.closed_by(-row)
            path = {2 * e for e in closed}
            return path if literal is not None else path | {-2 * row}
        failed, place = self._failed, self._place
        before = len(self._holding) if literal is None else place[literal]
        return {x ^ 1 for x in self._literals(row) if failed[x] and place[x ^ 1] < before}

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
