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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from icosian._run.clock import Clock
from icosian.clauses.solver import EASY, Recorder, Solver
from icosian.clauses.trimming import Fact
from icosian.proofs import Positioned, Proof
from icosian.proofs.claim import Claim
from icosian.tours.certify.rup import Clauses, Model, refutation

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


QUICK = 20_000
"""Steps of the first solver."""


def satisfy(
    problem: Problem, clock: Clock, *, limit: float = math.inf, model: Model | None = None
) -> list[int] | Proof | None:
    """Return the node numbers of a tour, an unchecked proof, or None after ``limit`` steps."""
    if problem.size == 1 and not problem.closed:
        return [0]
    found = decide(model or Model(problem), clock, limit=limit)
    return tour_of(problem, found[0]) if isinstance(found, list) else found


def decide(
    model: Clauses, clock: Clock, *, limit: float = math.inf
) -> list[list[int]] | Proof | None:
    """Return a cycle of each color, an unchecked proof, or None after ``limit`` steps."""
    parts: list[set[int]] = []
    borders: list[list[Fact]] = []
    quick = Solver(clock, min(limit, QUICK), model.marks)
    recorder = Recorder(clock, limit, model.marks)
    for solver in (quick, recorder):
        # 1. Two edges at every node, and two across the borders that the other solver needed.
        solver.require(model.facts())
        if solver is recorder:  # the quick one finds cycles sooner without
            solver.require(model.chosen())
        for border in borders:
            solver.require(border)
            clock.tick("sat")
        # 2. A choice of edges makes cycles. One cycle is a tour; the border of each of several must
        #    be crossed. These are the few borders that matter, of exponentially many.
        while answer := solver.answer():
            colors = model.colored(solver.choice())
            if all(len(cycles) == 1 for cycles in colors):
                return [cycle for (cycle,) in colors]
            for cycles in colors:
                for cycle in cycles[:-1] if len(cycles) < 3 else cycles:  # two have the same border
                    clock.tick("sat")
                    parts.append(model.smaller(cycle))
                    borders.append(model.border(parts[-1]))
                    solver.require(borders[-1])
        recorder.is_quick = answer is False and quick.steps <= EASY
    # 3. No choice is left: what the second solver has learned, cut down, is the proof.
    if answer is None:
        return None
    return refutation(model, parts, borders, recorder.log(), clock)


def tour_of(problem: Problem, cycle: list[int]) -> list[int]:
    """Return a cycle of the model as the nodes of a tour."""
    first = (problem.start or 0) if problem.closed else problem.size
    k = cycle.index(first)
    if problem.closed:
        return cycle[k:] + cycle[:k]
    path = cycle[k + 1 :] + cycle[:k]
    turned = problem.start not in (None, path[0]) or problem.end not in (None, path[-1])
    return path[::-1] if turned else path


# -- Encoding of numbered nodes for SAT: which node may have which number, and what must hold

AtLeast = tuple[int, list[int]]
"""At least so many of these literals hold; ``-x`` denies variable x."""


class PositionClauses:
    """The variables "node v has number k" of a claim, counted from 1, and the facts about them."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, pause: Callable[[], object]) -> None:
        self.nodes = list(G)
        """The nodes; below, nodes are their places in this list, and numbers count from 0."""
        place = {v: i for i, v in enumerate(self.nodes)}
        n: int = len(self.nodes)
        self.n = n
        self._closed, self._directed = claim.closed, G.is_directed()
        self._require = [(place[u], place[v]) for u, v in claim.require]
        self._besides = [[place[v] for v in tour] for tour in claim.besides]
        forbid = {(place[u], place[v]) for u, v in claim.forbid}
        forbid |= set() if self._directed else {(v, u) for u, v in forbid}
        self._near: dict[int, list[set[int]]] = {k: [set() for _ in range(n)] for k in (1, -1)}
        for v, row in G.adjacency():
            for w in row:
                i, j = place[v], place[w]
                if i != j and (i, j) not in forbid:
                    self._near[1][i].add(j)
                    self._near[-1][j].add(i)
        ends = [(claim.start, 1), (claim.end, n)]
        given = {k - 1: place[v] for v, k in (*claim.positions, *ends) if v is not None}
        free = set(range(n)) - set(given.values())
        self.fits = [{given[k]} if k in given else set(free) for k in range(n)]
        """The nodes that may have each number: walks with one step a number lead to them."""
        self.empty = self._narrow(pause)
        """A number that no node can have."""
        pairs = [(v, k) for k, fits in enumerate(self.fits) for v in sorted(fits)]
        self.variables = {pair: x for x, pair in enumerate(pairs, start=1)}
        """The variable of each pair of a node and one of its numbers."""

    def _narrow(self, pause: Callable[[], object]) -> int | None:
        """Keep the nodes that walks to and from all other numbers meet; return a number without."""
        ring: list[int] = [*range(self.n), 0] if self._closed else [*range(self.n)]
        for step, order in ((1, ring), (-1, ring[::-1])):
            for k, following in pairwise(order):
                pause()
                reached = (self._near[step][v] for v in self.fits[k])
                self.fits[following] &= set[int]().union(*reached)
                if not self.fits[following]:
                    return following
        return None

    def facts(self) -> Iterator[AtLeast]:
        """Yield facts that only the tours meet."""
        own: list[list[int]] = [[] for _ in self.nodes]
        for v, k in self.variables:
            own[v].append(k)
        # 1. Every number has one node, every node one number.
        for k, fits in enumerate(self.fits):
            yield from _exactly_one([self.variables[v, k] for v in fits])
        for v, numbers in enumerate(own):
            yield from _exactly_one([self.variables[v, k] for k in numbers])
        # 2. A neighbor of a node has the next number, and one the number before.
        for v, k in self.variables:
            for step, near in self._near.items():
                if (other := self._after(k, step)) is not None:
                    yield self._implied(v, k, [(w, other) for w in near[v]])
        # 3. The ends of an edge to use have numbers one apart.
        for u, v in self._require:
            for w, partner, ahead in ((u, v, 1), (v, u, -1)):
                steps = (ahead,) if self._directed else (1, -1)
                for k in own[w]:
                    others = [self._after(k, step) for step in steps]
                    yield self._implied(w, k, [(partner, j) for j in others if j is not None])
        # 4. It is another tour than the known ones.
        for tour in self._besides:
            mirrored = tour[:1] + tour[:0:-1] if self._closed else tour[::-1]
            for order in [tour] if self._directed else [tour, mirrored]:
                places = [(v, k) for k, v in enumerate(order)]
                if all(pair in self.variables for pair in places):
                    yield 1, [-self.variables[pair] for pair in places]

    def _after(self, k: int, step: int) -> int | None:
        """Return the number after or before another one."""
        if self._closed:
            return (k + step) % self.n
        return k + step if 0 <= k + step < self.n else None

    def _implied(self, v: int, k: int, others: list[tuple[int, int]]) -> AtLeast:
        """Return that a node has a number only if one of some pairs holds."""
        found = [self.variables[other] for other in others if other in self.variables]
        return 1, [-self.variables[v, k], *found]


def _exactly_one(variables: list[int]) -> list[AtLeast]:
    return [(1, variables), (len(variables) - 1, [-x for x in variables])]


# -- Numbers given to some nodes, decided by SAT: a variable says that a node has a number


def numbered(G: nx.Graph[Any], question: Positioned, clock: Clock) -> tuple[Any, ...] | Proof:
    """Return the nodes in an order with the given numbers, or an unchecked proof."""
    table = PositionClauses(G, question.statement, lambda: clock.tick("sat"))
    if crowd := _crowd(table):
        return replace(question, crowd=crowd)
    found = decide(_PositionClauses(table, question, clock), clock) or []
    return tuple(found[0]) if isinstance(found, list) else found


class _PositionClauses(Clauses):
    """A timetable, whose choices are a single cycle or path."""

    marks = 100_000  # the clauses are long

    def __init__(self, table: PositionClauses, question: Positioned, clock: Clock) -> None:
        self._table, self._question = table, question
        self._places = list(table.variables)
        self.variables = len(self._places)
        self._facts = list(clock.paced("sat", table.facts()))

    def facts(self) -> list[Fact]:
        """Return the facts of the timetable."""
        return self._facts

    def colored(self, literals: Sequence[int]) -> list[list[list[Any]]]:
        """Return the nodes in their order."""
        chosen = [self._places[x - 1] for x in literals if x > 0]
        return [[[self._table.nodes[v] for v, _ in sorted(chosen, key=itemgetter(1))]]]

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Positioned:
        """Return the question with evidence, unchecked; there are no borders."""
        del parts
        named = ((self._table.nodes[v], k + 1) for v, k in (self._places[x - 1] for x in used))
        return replace(self._question, places=tuple(named), **steps)


def _crowd(table: PositionClauses) -> tuple[int, ...]:
    """Return numbers for which there are too few nodes, if a matching leaves one without."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    if table.empty is not None:
        return (table.empty + 1,)
    n = len(table.nodes)
    nodes, numbers = np.array(list(table.variables)).T
    may = csr_array((np.ones(len(nodes), bool), (numbers, nodes)), shape=(n, n))
    node_of = maximum_bipartite_matching(may, perm_type="column").tolist()  # of every number
    if -1 not in node_of:
        return ()
    number_of = {v: k for k, v in enumerate(node_of) if v >= 0}
    crowd = [node_of.index(-1)]
    seen: set[int] = set()
    for k in crowd:
        for v in table.fits[k] - seen:
            seen.add(v)
            crowd.append(number_of[v])  # or the matching were not largest
    return tuple(sorted(k + 1 for k in crowd))
