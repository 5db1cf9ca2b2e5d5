"""Answer questions about walks through stops: a checked walk with a checked bound."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
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
from icosian.boards.lookup import named_ranks, node_of
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
from icosian.tours.shortest.answer import Limits, evidence_of, solved
from icosian.tours.shortest.problem.cycle_problem import CycleForm, CycleProblem, Solution
from icosian.tours.shortest.problem.lengths import integers
from icosian.tours.shortest.question import Conditions

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
    stops: tuple[Any, ...]
    asked: Conditions

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
        given = None if nodes is None else [node_of(G, v, "stop") for v in nodes]
        asked = Conditions.of(
            lambda v, role: node_of(G, v, role if role in ("start", "end") else "stop"),
            closed=closed,
            start=start,
            end=end,
            groups=groups,
            prizes=prizes,
            leave_out=leave_out,
            order=order,
        )
        some = given if given is not None else asked.named or G
        # The start first, then in the order of the graph: equal questions get equal answers.
        chosen = {*some, *asked.named, *(v for v in (asked.start, asked.end) if v is not None)}
        if not chosen:
            raise nx.NetworkXPointlessConcept("a walk without stops is pointless")
        asked.check_size(len(chosen))
        return cls(
            G=G,
            weight=known_weight(G, weight),
            stops=tuple(v for v in G if v in chosen),
            asked=asked,
        )

    @property
    def has_conditions(self) -> bool:
        """True if stops may be left out or have an order."""
        return bool(self.asked.choice or self.asked.order)

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of each stop."""
        return {v: k for k, v in enumerate(self.stops)}

    @property
    def needed(self) -> set[int]:
        """The numbers of the stops that every walk visits."""
        choice, ends = self.asked.choice, {self.asked.start, self.asked.end}
        alone = {group[0] for group in choice.groups if len(group) == 1}
        free = {*self.stops} if choice.leave_out else {*chain(choice.prizes, *choice.groups)}
        return {k for v, k in self.numbers.items() if v not in free or v in alone or v in ends}

    @property
    def claim(self) -> dict[str, Any]:
        """The fields that all proofs about the question share."""
        return {
            "closed": self.asked.closed,
            "start": None if self.asked.closed else self.asked.start,
            "end": self.asked.end,
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

    def check(self, proof: Proof) -> None:
        """Check a proof against the map."""
        check_proof(self.G, proof, Clock(), weight=self.weight)


def walk_of(question: Question, limits: Limits) -> Walk:
    """Return the shortest walk, or the best one in time, with what is proved of it."""
    clock, n = limits.clock, len(question.stops)
    with collector_paused():
        roads = Roads(question.G, question.weight, question.stops)
        asked, choice, number = question.asked, question.asked.choice, question.numbers.__getitem__
        # A cycle of an undirected graph has three nodes, one of a digraph may have two.
        is_directed = roads.directed or (asked.closed and n == 2)
        form = asked.form(number, n, directed=is_directed)
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

    choose = partial(asked.statement, form, unit, number) if question.has_conditions else None
    first = None if question.has_conditions else _first_order(table, form)
    given = limits, first, CHECK_ARC * roads.arcs, choose
    problem = form.problem(lengths, present)
    solution = solved(form, problem, unit, *given)
    order = form.decoded(solution.tour)
    if question.asked.closed:
        k = order.index(question.numbers.get(question.asked.start, order[0]))
        order = [*order[k:], *order[: k + 1]]
    proof, bound, is_shortest = None, None, solution.is_shortest
    if solution.tree:
        own = asked.fields(number)
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
        is_closed=question.asked.closed,
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
        is_closed=question.asked.closed,
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
    start, end = question.number(question.asked.start), question.number(question.asked.end)
    needed = sorted(question.needed)
    missing = {(i, j) for i in needed for j in needed if table[i][j] is None}
    apart = [
        (i, j)
        for i, j in sorted(missing)
        if question.asked.closed or i == start or j == end or (j, i) in missing
    ]
    if not apart:
        return
    i, j = apart[0]
    is_one_enough = question.asked.closed or i == start or j == end
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
    around = [*legs, legs[0]] if form.closed else legs
    joined = all(leg[-1] == after[0] for leg, after in pairwise(around))
    if not joined:
        raise InvalidTour("the walk does not visit each stop in its turn")
    question.asked.check([roads.nodes[v] for v in dict.fromkeys(order)], question.stops)
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
    claim = {**question.claim, **question.asked.fields(), **question.lengths(roads)}
    proof = WalkBound(**evidence, **claim)
    question.check(proof)
    return proof
