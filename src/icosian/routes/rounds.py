"""Answer questions about walks through stops: a checked walk with a checked bound."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.weights import Weight, known_weight
from icosian._io.memory import afford, collector_paused
from icosian._io.text import shown
from icosian._run.arguments import checked_flag, checked_graph
from icosian._run.clock import Clock, TimeIsUp
from icosian.boards.lookup import called, named_ranks, node_of
from icosian.exceptions import (
    InvalidArgument,
    InvalidProof,
    InvalidTour,
    NoWalk,
    SearchLimitReached,
)
from icosian.proofs import Computed, LowerBound, Proof, Unreachable, WalkBound
from icosian.routes.reaches import reaches
from icosian.routes.roads import Roads
from icosian.routes.walk import Walk
from icosian.tours.checking import check_proof
from icosian.tours.conditions import Chains
from icosian.tours.shortest.answer import Limits, check_conditions, evidence_of, solved
from icosian.tours.shortest.exact import Statement
from icosian.tours.shortest.ordering import Ordering, relation
from icosian.tours.shortest.problem.cycle_problem import CycleForm, CycleProblem, Solution
from icosian.tours.shortest.problem.lengths import integers
from icosian.tours.shortest.selection import Choice

Table = list[list[int | None]]
"""The distance from each stop to each, None where no way leads."""


METHOD = "shortest paths, branch and cut"
BYTES = 100
"""The memory for a distance, twice in a table and once in a list of pairs."""


CHECK_ARC = 1e-5
"""Seconds that the check of a proof takes for each arc of the map."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """Which stops are visited, where the walk starts and where it ends."""

    G: nx.Graph[Any]
    weight: Weight
    closed: bool
    start: Any
    end: Any
    stops: tuple[Any, ...]
    choice: Choice
    order: Chains

    @classmethod
    def of(
        cls,
        G: Any,
        nodes: Iterable[Any] | None,
        start: Any,
        end: Any,
        *,
        cycle: Any,
        weight: Weight,
        groups: Any = (),
        prizes: Any = None,
        leave_out: Any = 0,
        order: Any = (),
    ) -> Question:
        """Check the arguments."""
        checked_graph(G)
        if not (nodes is None or hasattr(nodes, "__iter__")) or isinstance(nodes, str | bytes):
            raise InvalidArgument(
                f"nodes must be a sequence of nodes, got {shown(nodes)}; networkx has weight before"
                " nodes: name them, traveling_salesman(G, nodes=nodes, weight=weight, cycle=False)"
            )
        closed = checked_flag(cycle, "cycle")
        if closed and end is not None:
            raise InvalidArgument(
                f"a closed walk has no end, got end={shown(end)}; an open one has cycle=False"
            )
        first, last = (
            None if node is None else node_of(G, node, role)
            for node, role in ((start, "start"), (end, "end"))
        )
        named = partial(node_of, G, role="stop")
        choice = Choice.of(groups, prizes, leave_out, named)
        chains = Chains.of(order, closed=closed, start=first, place=named)
        asked = {*chain(choice.prizes, *choice.groups, *chains.chains, chains.alone)}
        stops = map(named, asked or G) if nodes is None else map(named, nodes)
        if choice and first is not None:
            choice = replace(choice, groups=(*choice.groups, (first,)))
        # The start first, then in the order of the graph: equal questions get equal answers.
        chosen = {*stops, *asked, *(v for v in (first, last) if v is not None)}
        if not chosen:
            raise nx.NetworkXPointlessConcept("a walk without stops is pointless")
        if first is not None and first == last and len(chosen) > 1:
            raise InvalidArgument(
                f"start and end must differ, got {called(G, first)} twice;"
                " a closed walk has cycle=True"
            )
        check_conditions(choice, chains, (), (), len(chosen))
        return cls(
            G=G,
            weight=known_weight(G, weight),
            closed=closed,
            start=first,
            end=last,
            stops=tuple(v for v in G if v in chosen),
            choice=choice,
            order=chains,
        )

    @property
    def has_conditions(self) -> bool:
        """True if stops may be left out or have an order."""
        return bool(self.choice or self.order)

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of each stop."""
        return {v: k for k, v in enumerate(self.stops)}

    @property
    def needed(self) -> set[int]:
        """The numbers of the stops that every walk visits."""
        choice, ends = self.choice, {self.start, self.end}
        alone = {group[0] for group in choice.groups if len(group) == 1}
        free = {*self.stops} if choice.leave_out else {*chain(choice.prizes, *choice.groups)}
        return {k for v, k in self.numbers.items() if v not in free or v in alone or v in ends}

    @property
    def claim(self) -> dict[str, Any]:
        """The fields that all proofs about the question share."""
        return {
            "closed": self.closed,
            "start": None if self.closed else self.start,
            "end": self.end,
            "stops": self.stops,
            "ranks": named_ranks(self.G),
        }

    def lengths(self, roads: Roads) -> dict[str, Any]:
        """Return the fields of a proof that say what its lengths are."""
        named: Any = Computed() if callable(self.weight) else self.weight
        return {"weight": named, "hidden": roads.hidden}

    def number(self, node: Any) -> int | None:
        """Return the number of a stop, None of None."""
        return None if node is None else self.numbers[node]

    def conditions(self, index: Callable[[Any], Any] = lambda v: v) -> dict[str, Any]:
        """Return the fields of a bound that say which stops are visited in which order."""
        fields = self.choice.fields
        chains = {"groups": fields["groups"], "chains": self.order.chains}
        named = {
            name: tuple(tuple(map(index, one)) for one in some) for name, some in chains.items()
        }
        prizes = tuple((index(v), prize) for v, prize in fields["prizes"])
        return {**named, "prizes": prizes, "leave_out": self.choice.leave_out}

    def check(self, proof: Proof) -> None:
        """Check a proof against the map."""
        check_proof(self.G, proof, Clock(), weight=self.weight)


def walk_of(question: Question, limits: Limits) -> Walk:
    """Return the shortest walk, or the best one in time, with what is proved of it."""
    clock, n = limits.clock, len(question.stops)
    with collector_paused():
        roads = Roads(question.G, question.weight, question.stops)
        choice, chains = question.choice, question.order
        form = CycleForm(
            places=n,
            # A cycle of an undirected graph has three nodes, one of a digraph may have two.
            directed=roads.directed or bool(chains) or (question.closed and n == 2),
            closed=question.closed,
            start=None if question.closed else question.number(question.start),
            end=question.number(question.end),
        )
        ends = question.start, question.end
        before = relation(chains, form, question.numbers.__getitem__, *ends)
        if n == 1:
            return _standing(question)
        table = distances(roads, clock)
        _check_ways(question, roads, table)
        parts = choice.parts(roads.unit.size)
        unit = choice.unit(roads.unit)
        # Where a stop may be left out, or may not be next, a way that does not exist is long.
        beyond = 4 * sum(max(filter(None, row), default=0) for row in table) + 1
        beyond += math.ceil(sum(choice.prizes.values()) / roads.unit.size)
        lengths, present = known(table, beyond if question.has_conditions else 0)
        lengths = (lengths.astype(object) if choice.prizes else lengths) * parts

    def choose(problem: CycleProblem) -> Statement:
        if before is not None:
            return Ordering(form, problem, before)
        return choice.selection(form, problem, unit.size, question.numbers.__getitem__)

    first = None if question.has_conditions else _first_order(table, form)
    given = limits, first, CHECK_ARC * roads.arcs, choose if question.has_conditions else None
    problem = form.problem(lengths, present)
    solution = solved(form, problem, unit, *given)
    order = form.decoded(solution.tour)
    if question.closed:
        k = order.index(question.numbers.get(question.start, order[0]))
        order = [*order[k:], *order[: k + 1]]
    proof, bound, is_shortest = None, None, solution.is_shortest
    if solution.tree:
        own = question.conditions(question.numbers.__getitem__)
        proof = proved(
            form,
            table,
            unit.size,
            problem,
            solution,
            partial(_checked, question, roads),
            own if question.has_conditions else None,
            beyond,
        )
    if any(table[i][j] is None for i, j in pairwise(order)):
        if proof is not None and is_shortest:
            raise NoWalk(proof)
        raise SearchLimitReached("no walk was found in time", stats=clock.stats(METHOD))
    legs = [roads.leg(i, j) for i, j in pairwise(order) if i != j] or [[roads.stops[order[0]]]]
    length = _checked_length(legs, roads, form, question)
    visited = {roads.nodes[v] for v in chain(*legs)}
    lost = choice.lost(visited)
    exact = sum(table[i][j] or 0 for i, j in pairwise(order))
    cost = unit.number(parts * exact + lost / unit.size)
    if solution.tree:
        is_exact = solution.bound == solution.length
        bound = cost if is_exact else unit.number(solution.bound, down=True)
    return Walk(
        [[roads.nodes[v] for v in leg] for leg in legs],
        is_closed=question.closed,
        length=length,
        lost=unit.number(lost / unit.size),
        cost=cost,
        skipped=tuple(v for v in question.stops if v not in visited),
        bound=bound,
        is_optimal=is_shortest and proof is not None,
        proof=proof,
        G=question.G,
        stats=clock.stats(METHOD),
        weight=question.weight if isinstance(question.weight, str) else None,
    )


def _standing(question: Question) -> Walk:
    """Return the walk through a single stop."""
    return Walk(
        [question.stops],
        is_closed=question.closed,
        length=0,
        bound=0,
        is_optimal=True,
        G=question.G,
    )


def distances(roads: Roads, clock: Clock) -> Table:
    """Return the distances between all stops."""
    n = len(roads.stops)
    afford(BYTES * n**2, f"the distances of {n:,} stops")
    table: Table = []
    try:
        while len(table) < n - (not roads.directed):
            clock.stage = f"distances from {len(table)} of {n} stops"
            clock.tick(METHOD, 1)
            table.append(roads.distances(len(table), clock))
    except TimeIsUp:
        raise SearchLimitReached(
            f"the time is over before all distances are known, those from {len(table)} of {n}"
            " stops are",
            stats=clock.stats(METHOD),
        ) from None
    if not roads.directed:
        table.append([*(row[-1] for row in table), 0])
    return table


def _check_ways(question: Question, roads: Roads, table: Table) -> None:
    """Raise :exc:`NoWalk` with a proof if no walk visits all stops."""
    start, end = question.number(question.start), question.number(question.end)
    needed = sorted(question.needed)
    missing = {(i, j) for i in needed for j in needed if table[i][j] is None}
    apart = [
        (i, j)
        for i, j in sorted(missing)
        if question.closed or i == start or j == end or (j, i) in missing
    ]
    if not apart:
        return
    i, j = apart[0]
    is_one_enough = question.closed or i == start or j == end
    parts = [roads.trap(a, b) for a, b in ([(i, j)] if is_one_enough else [(i, j), (j, i)])]
    proof = Unreachable(
        parts=tuple(frozenset(roads.nodes[v] for v in part) for part in parts),
        **question.claim | {"stops": tuple(question.stops[k] for k in needed)},
        **(question.lengths(roads) if roads.hidden else {}),
    )
    question.check(proof)
    raise NoWalk(proof)


def known(table: Table, beyond: int = 0) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return the distances, and which there are, shape (stops, stops).

    All are there if what is ``beyond`` counts as a number.
    """
    n = len(table)
    lengths = [beyond if far is None else far for row in table for far in row]
    present = [far is not None for row in table for far in row]
    there = None if beyond else np.array(present, np.bool_).reshape(n, n)
    return integers(lengths).reshape(n, n), there


def _first_order(table: Table, form: CycleForm) -> list[int] | None:
    """Return an order of the stops that goes from each to the next, None if every order does."""
    ways = [sum(far is not None for far in row) for row in table]
    if sum(ways) == len(table) ** 2:
        return None
    # Of two stops one leads to the other, and then to all stops to which the other one leads.
    return sorted(range(len(table)), key=lambda k: (k != form.start, k == form.end, -ways[k]))


def _checked_length(
    legs: list[list[int]], roads: Roads, form: CycleForm, question: Question
) -> Any:
    """Return the length of a walk, after a check that it is one of those that were asked for."""
    order = [leg[0] for leg in legs] + ([] if form.closed else [legs[-1][-1]])
    ends = [None if k is None else roads.stops[k] for k in (form.start, form.end)]
    around = [*legs, legs[0]] if form.closed else legs
    joined = all(leg[-1] == after[0] for leg, after in pairwise(around))
    if not joined or (not question.choice and sorted(order) != sorted(roads.stops)):
        raise InvalidTour("the walk does not visit each stop in its turn")
    made = [roads.nodes[v] for v in dict.fromkeys(order)]
    if question.choice:
        question.choice.check(made, question.stops)
    question.order.check(made)
    if ends[0] not in (None, order[0]) or ends[1] not in (None, order[-1]):
        raise InvalidTour("the walk does not have the ends given")
    return roads.length(chain(legs[0][:1], *(leg[1:] for leg in legs)))


def proved(
    form: CycleForm,
    table: Table,
    unit: Fraction,
    problem: CycleProblem,
    solution: Solution,
    checked: Callable[..., WalkBound],
    conditions: dict[str, Any] | None = None,
    beyond: int | None = None,
) -> WalkBound:
    """Return the certificate, checked, with reaches as small as it allows.

    With conditions, what is ``beyond`` counts as a distance, and reaches are not made smaller.
    """
    inner = LowerBound(
        closed=form.closed,
        start=form.start,
        end=form.end,
        nodes=tuple(range(form.places)),
        require=form.require,
        **(conditions or {}),
        **evidence_of(solution, unit),
    )
    if not conditions:
        with suppress(InvalidProof):
            return checked(reaches=tuple(reaches(problem, solution, form)), inner=inner)
    if beyond is None:
        beyond = 4 * sum(max(filter(None, row), default=0) for row in table) + 1
    full = tuple(max(beyond if far is None else far for far in row) for row in table)
    return checked(reaches=full, inner=inner)


def _checked(question: Question, roads: Roads, **evidence: Any) -> WalkBound:
    """Return the certificate of a question, checked."""
    claim = {**question.claim, **question.conditions(), **question.lengths(roads)}
    proof = WalkBound(**evidence, **claim)
    question.check(proof)
    return proof
