"""Refutations from the clauses of a search: reverse unit propagation (RUP) trims them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import collector_paused
from icosian._kernels import replay as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.proofs import HOME, Proof, Refutation
from icosian.tours.normal_form import cycles

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


WORTHWHILE = 0.3
"""The share of clauses that a replay must have dropped for another one to follow."""

MANY = 100
"""Clauses from which a check gains by forgetting some."""

BASIS, WORDS = 6, 32
"""The place of the basis among the arrays of the kernel, and its words a clause at first."""

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
    kept, clauses, until = trimmed(
        model.variables, facts, clauses, clock, groups=borders, ports=model.ports
    )
    used = sorted({abs(literal) for clause in clauses for literal in clause})
    number = {k: place for place, k in enumerate(used, start=1)}
    renamed = ([number[k] if k > 0 else -number[-k] for k in clause] for clause in clauses)
    steps = {"clauses": tuple(map(tuple, renamed)), "until": until}
    return model.certificate(used, [parts[k] for k in kept], **steps)


class Clauses:
    """A question in clauses, with cycles that a choice of its variables makes."""

    variables: int
    """The number of variables."""
    marks = 500_000
    """Propagations of a call of a solver, some 10 ms."""

    @property
    def ports(self) -> Ports | None:
        """The ends of the edges that variables are; None if only borders are looked at."""
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

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Proof:
        """Return a refutation by steps, unchecked, that speak of some variables, in their order."""
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
    def ports(self) -> Ports | None:
        """The ends of the edges that variables are; None if only borders are looked at."""
        two = self.directed
        ports = [(2 * u, 2 * v + 1) for u, v in self.edges] if two else self.edges
        return Ports([(-1, -1), *ports], self.size, two)

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

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Proof:
        """Return a refutation, unchecked, whose clauses speak of some variables."""
        sets, edges = self.sets(parts), self.named(used)
        return self.problem.certificate(Refutation, sets=sets, edges=edges, **steps)

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


def trimmed(
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
        np.zeros(words, np.int64),  # the pool
        np.zeros(2 * words, np.int64),  # cells
        np.zeros(kernels.ROW * (len(facts) + len(clauses) + 2), np.int64),  # rows
        literals.ravel(),
        np.zeros(variables + 1, np.int64),  # the trail
        np.array(entries, np.int64),
        np.zeros(s[kernels.ROOM] + WORDS * len(clauses), np.int64),  # the basis
        both,
        arcs,
        ends,
        np.zeros(len(ends), np.int64),  # joins
        np.zeros(max(variables, len(ends), longest) + 2, np.int64),
        s,
    )
    while clock.run("sat", run) == kernels.FULL:
        arrays = list(run.arrays())
        arrays[BASIS] = np.concatenate((arrays[BASIS], np.zeros_like(arrays[BASIS])))
        run = Run(kernels.replay, *arrays)
    pool, _, rows, literals, _, _, basis, both, _, ends, _, why, s = run.arrays()
    if s[kernels.CLASH] == kernels.NONE:
        raise RuntimeError("the solver refutes what unit propagation does not")
    kept = np.zeros(s[kernels.ROWS], np.int64)
    stack = np.zeros(len(kept) + 2 * variables + 2, np.int64)
    Run(kernels.collect, pool, rows, literals, basis, both, ends, stack, kept, why, s).finish()
    needed = kept.nonzero()[0]
    later = needed[needed >= len(facts)]
    shortened = [
        [-(x >> 1) if x & 1 else x >> 1 for x in pool[begin:end].tolist()]
        for begin, end in zip(
            rows[kernels.ROW * later], rows[kernels.ROW * (later + 1)], strict=True
        )
    ]
    until = np.searchsorted(later, kept[later])  # how many come before the next row
    return needed[needed < len(facts)].tolist(), shortened, tuple(until.tolist())
