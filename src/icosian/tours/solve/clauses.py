"""Tours as clauses: a SAT solver finds one, or a refutation that a checker follows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import cycles, match_rows
from icosian._io.memory import afford, collector_paused
from icosian._run.limits import Clock
from icosian.clauses import MARKS, Fact, Ports, Recorder, Solver, renumber_clauses, trim_clauses
from icosian.proofs import HOME, Ordered, Positioned, Proof, Refutation, SymmetricRefutation
from icosian.proofs.claim import Claim

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


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
    kept, clauses, until = trim_clauses(
        model.variables, facts, clauses, clock, groups=borders, ports=model.ports
    )
    used, clauses = renumber_clauses(clauses)
    steps = {"clauses": tuple(map(tuple, clauses)), "until": until}
    return model.certificate(used, [parts[k] for k in kept], **steps)


class Clauses:
    """A question in clauses, with cycles that a choice of its variables makes."""

    variables: int
    """The number of variables."""
    marks = MARKS
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
        self.problem, self.instance = problem, problem.instance
        self.directed = self.instance.directed
        """True if edges have a direction."""
        self.size = self.instance.stops
        """The number of nodes."""
        self.edges = [(u, v) for u, v in self.instance.pairs.tolist()]
        """The edges; the first one is edge 1."""
        self._out: list[list[int]] = [[] for _ in range(self.size)]
        self._into: list[list[int]] = [[] for _ in range(self.size)]
        for k, (u, v) in enumerate(self.edges, start=1):
            self._out[u].append(k)
            self._into[v].append(k)
        self.variables = len(self.edges)

    @collector_paused()
    def facts(self) -> Iterable[Fact]:
        """Return that every node has its two edges, and given ends theirs."""
        facts = [(1, [k + 1]) for k in self.instance.fixed]
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

    @cached_property
    def ports(self) -> Ports | None:
        """The ends of the edges that variables are; None if only borders are looked at."""
        ports = [(u, v) for u, v in self.instance.ports.tolist()]
        return Ports([(-1, -1), *ports], self.size, self.directed)

    def _asked(self, leaving: list[int], entering: list[int]) -> list[Fact]:
        """Return how many edges a tour has that leave and enter the same place."""
        return [(1, leaving), (1, entering)] if self.directed else [(2, leaving + entering)]

    def smaller(self, part: Iterable[int]) -> set[int]:
        """Return a set or the rest, whichever is smaller; they have the same border."""
        inside = set(part)
        return inside if 2 * len(inside) <= self.size else set(range(self.size)) - inside

    @collector_paused()
    def cycles(self, literals: Sequence[int] | NDArray[np.int64]) -> list[list[int]]:
        """Return the cycles of a choice of two edges at every node, each in its order."""
        numbers = np.array(literals)
        used = numbers[(numbers > 0) & (numbers <= len(self.edges))]
        return list(cycles(self.instance.pairs[used - 1], directed=self.directed))

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


class SymmetricModel(Model):
    """The cycles of a model that a symmetry maps to themselves."""

    def facts(self) -> Iterator[Fact]:
        """Yield what holds for edges, and that each has its image."""
        yield from super().facts()
        number = self.instance.number
        yield from ((1, [1 + number[pair]]) for pair in self.instance.require)
        yield from ((1, [-1 - number[pair]]) for pair in self.instance.forbid)
        index = self.problem.index
        image = {index[v]: index[w] for v, w in self.problem.conditions.symmetry}  # home stays
        for k, (u, v) in enumerate(self.edges, start=1):
            other = number.get((image.get(u, u), image.get(v, v)))
            yield 1, [-k, *([] if other is None else [1 + other])]

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Proof:
        """Return a refutation, unchecked, whose clauses speak of some variables."""
        evidence = {"sets": self.sets(parts), "edges": self.named(used), **steps}
        fields = self.problem.conditions.fields()
        return self.problem.certificate(SymmetricRefutation, **evidence, **fields)


# -- SAT solving with lazy cuts: two edges at every node, then borders of the cycles that come out
# A quick solver looks for two edges at every node. If they form several cycles, the borders of
# these must be crossed twice, and it goes on until one cycle or nothing is left. If nothing is
# left, or if it takes long, a stronger solver goes on with the same borders and logs what it
# learns; the log is replayed and cut down to what the contradiction needs.
#
# Both solvers have native cardinality constraints: the edges are the only variables, and unit
# propagation over the same constraints can check what is learned.

QUICK = 20_000
"""Steps of the first solver."""


def satisfy(
    problem: Problem, clock: Clock, *, limit: float = math.inf, model: Model | None = None
) -> list[int] | Proof | None:
    """Return the node numbers of a tour, an unchecked proof, or None after ``limit`` steps."""
    if problem.size == 1 and not problem.closed:
        return [0]
    found = decide(model or Model(problem), clock, limit=limit)
    return problem.instance.tour(found[0]) if isinstance(found, list) else found


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
        solver.require(list(clock.paced("sat", model.facts())))
        if solver is recorder:  # the quick one finds rings sooner without
            solver.require(model.chosen())
        for border in borders:
            solver.require(border)
            clock.tick("sat")
        # 2. A choice of edges makes rings. One cycle is a tour; the border of each of several must
        #    be crossed. These are the few borders that matter, of exponentially many.
        while answer := solver.answer():
            colors = model.colored(solver.choice())
            if all(len(rings) == 1 for rings in colors):
                return [cycle for (cycle,) in colors]
            for rings in colors:
                for cycle in rings[:-1] if len(rings) < 3 else rings:  # two have the same border
                    clock.tick("sat")
                    parts.append(model.smaller(cycle))
                    borders.append(model.border(parts[-1]))
                    solver.require(borders[-1])
        recorder.is_quick = answer is False and quick.is_easy
    # 3. No choice is left: what the second solver has learned, cut down, is the proof.
    return None if answer is None else refutation(model, parts, borders, recorder.log(), clock)


# -- Encoding of numbered nodes for SAT: which node may have which number, and what must hold

AtLeast = tuple[int, list[int]]
"""At least so many of these literals hold; ``-x`` denies variable x."""


class PositionVariables:
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
        afford(FITTING * n * len(free), f"a tour of {n:,} nodes with positions")
        self.fits = [{given[k]} if k in given else free for k in range(n)]
        """The nodes that may have each number: walks with one step a number lead to them."""
        self.empty = self._narrow(pause)
        """A number that no node can have."""

    @cached_property
    def variables(self) -> dict[tuple[int, int], int]:
        """The variable of each pair of a node and one of its numbers."""
        afford(STATED * sum(map(len, self.fits)), f"a tour of {self.n:,} nodes with positions")
        pairs = ((v, k) for k, fits in enumerate(self.fits) for v in sorted(fits))
        return {pair: x for x, pair in enumerate(pairs, start=1)}

    def _narrow(self, pause: Callable[[], object]) -> int | None:
        """Keep the nodes that walks to and from all other numbers meet; return a number without."""
        ring: list[int] = [*range(self.n), 0] if self._closed else [*range(self.n)]
        for step, order in ((1, ring), (-1, ring[::-1])):
            for k, following in pairwise(order):
                pause()
                left, back = self.fits[k].isdisjoint, self._near[-step]
                self.fits[following] = {v for v in self.fits[following] if not left(back[v])}
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


def refute_numbers(G: nx.Graph[Any], question: Positioned, clock: Clock) -> Positioned | None:
    """Return an unchecked proof that numbers have too few nodes, None if they have enough."""
    crowd = _crowd(PositionVariables(G, question.statement, lambda: clock.tick("sat")))
    return replace(question, crowd=crowd) if crowd else None


def decide_numbers(G: nx.Graph[Any], question: Positioned, clock: Clock) -> tuple[Any, ...] | Proof:
    """Return the nodes in an order with the given numbers, or an unchecked proof."""
    table = PositionVariables(G, question.statement, lambda: clock.tick("sat"))
    if crowd := _crowd(table):
        return replace(question, crowd=crowd)
    found = decide(_PositionClauses(table, question, clock), clock) or []
    return tuple(found[0]) if isinstance(found, list) else found


class _PositionClauses(Clauses):
    """A timetable, whose choices are a single cycle or path."""

    marks = 100_000  # the clauses are long

    def __init__(self, table: PositionVariables, question: Positioned, clock: Clock) -> None:
        self._table, self._question = table, question
        self._places = list(table.variables)
        self.variables = len(self._places)
        self._facts = list(clock.paced("sat", table.facts()))

    def facts(self) -> Iterable[Fact]:
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


def _crowd(table: PositionVariables) -> tuple[int, ...]:
    """Return numbers for which there are too few nodes, if a matching leaves one without."""
    if table.empty is not None:
        return (table.empty + 1,)
    found = match_rows(list(map(sorted, table.fits)), len(table.nodes))
    crowd, seen = found.rows[:1], set[int]()
    for k in crowd:
        fresh = table.fits[k] - seen
        seen |= fresh
        crowd += [found.row[v] for v in fresh]  # or the matching were not largest
    return tuple(sorted(k + 1 for k in crowd))


# -- Tours in an order, by SAT: further variables say which nodes come after those of the order

FITTING, STATED = 32, 200
"""The least bytes of a number that a node may have; of what is stated about it, or about an edge
and a node of an order."""


class OrderedModel(Model):
    """The cycles of a model whose nodes keep to chains and numbers, without those of a question."""

    ports = None  # not all variables are edges

    def __init__(self, problem: Problem, question: Ordered) -> None:
        super().__init__(problem)
        self._index = index = problem.index
        self._root = problem.start if problem.closed else problem.size
        self._asked_ends = [None if problem.closed else v for v in (problem.start, problem.end)]
        numbers = [(index[v], k) for v, k in question.positions]
        self._later = {v: problem.size - k for v, k in numbers if v != problem.start}
        """How many nodes come after those with a number."""
        self._chains = [[index[v] for v in one] for one in question.chains]
        self._chains.append([v for v, _ in sorted(numbers, key=lambda place: place[1])])
        ends = problem.start, None if problem.closed else problem.end
        self._chains = [
            one[one[:1] == [ends[0]] : len(one) - (one[-1:] == [ends[1]])] for one in self._chains
        ]  # what is before or after all others needs no variables
        named = dict.fromkeys(chain(*self._chains))
        self.places = list(named)
        afford(STATED * len(self.edges) * len(named), "the statements about an order")
        self._inner = [v for v in range(problem.size) if v != self._root]
        self._question = question
        self.after: dict[tuple[int, int], int] = {}
        """The literal of each pair: the first node comes after the second one, of the order."""
        self.names = dict[int, tuple[Any, Any]]()
        """The nodes of each further variable."""
        for c in self.places:
            for v in self._inner:
                if v != c and (v, c) not in self.after:
                    self.variables += 1
                    self.after[v, c] = x = self.variables
                    self.names[x] = problem.nodes[v], problem.nodes[c]
                    if v in named:
                        self.after[c, v] = -x

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Ordered:
        """Return the question with evidence, unchecked."""
        after = tuple(self.names[k] for k in used if k in self.names)
        sets, edges = self.sets(parts), self.named(used)
        return replace(self._question, sets=sets, edges=edges, after=after, **steps)

    def facts(self) -> Iterator[Fact]:
        """Yield what every tour in this order keeps to besides borders."""
        asked = self._question
        yield from super().facts()
        yield from ((1, [self.edge(pair)]) for pair in asked.edges_used)
        yield from ((1, [-self.edge(pair)]) for pair in asked.edges_avoided)
        yield from ((1, [-self.edge(e), -self.edge(f)]) for e, f in asked.exclusive)
        for tour in asked.besides:
            steps = pairwise([*tour, tour[0]] if asked.closed else tour)
            yield 1, [-self.edge(pair) for pair in steps]
        yield from self._sides()
        yield from self._order()

    def unless(self, one: int, other: int) -> list[int]:
        """Return literals one of which holds if two nodes need not keep to their order."""
        del one, other
        return []

    def edge(self, pair: Sequence[Any]) -> int:
        """Return the variable of an edge between two nodes of the user."""
        u, v = pair
        return 1 + self.instance.number[self._index[u], self._index[v]]

    def _sides(self) -> Iterator[Fact]:
        """Yield that edges lead past no node, its two both ways, and one to the root to an end."""
        after = self.after
        for c in self.places:
            sides = []
            others = [after[v, c] for v in self._inner if v != c]
            for e, (u, v) in enumerate(self.edges, start=1):
                if self._root in (u, v):
                    if c in (u, v) and self.directed:  # the first node, or the last one
                        yield from ((1, [-e, x if v == c else -x]) for x in others)
                    elif c in (u, v):
                        for one, other in pairwise(others):
                            yield 1, [-e, -one, other]
                            yield 1, [-e, one, -other]
                elif c not in (u, v):
                    one, other = after[u, c], after[v, c]
                    yield 1, [-e, -one, other]
                    yield 1, [-e, one, -other]
                elif self.directed:
                    yield 1, [-e, after[v, c] if u == c else -after[u, c]]
                else:
                    sides.append((e, after[v if u == c else u, c]))
            for (e, one), (f, other) in combinations(sides, 2):
                yield 1, [-e, -f, one, other]
                yield 1, [-e, -f, -one, -other]

    def _order(self) -> Iterator[Fact]:
        """Yield what ends, chains and numbers say."""
        after = self.after
        for sign, end in zip((-1, 1), self._asked_ends, strict=True):
            if end is not None:
                yield from ((1, [sign * after[end, c]]) for c in self.places)
        for one in self._chains:
            yield from ((1, [after[b, a], *self.unless(a, b)]) for a, b in combinations(one, 2))
            for a, b in pairwise(one):
                yield from (
                    (1, [-after[v, b], after[v, a], *self.unless(a, b)])
                    for v in self._inner
                    if v not in (a, b)
                )
        for c, later in self._later.items():
            literals = [after[v, c] for v in self._inner if v != c]
            yield later, literals
            yield len(literals) - later, [-x for x in literals]
