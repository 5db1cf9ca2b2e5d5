"""Answer questions about walks through stops: a checked walk with a checked bound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from icosian._arrays.weights import known_weight, missing_note
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
from icosian.proofs import Computed, LowerBound, Unreachable, WalkBound
from icosian.routes.reaches import reaches
from icosian.routes.roads import Roads
from icosian.routes.walk import Walk
from icosian.tours.checking import check_proof
from icosian.tours.shortest.answer import evidence_of, solved
from icosian.tours.shortest.problem.cycle_problem import CycleForm
from icosian.tours.shortest.problem.lengths import integers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

    from numpy.typing import NDArray

    from icosian._arrays.weights import Weight
    from icosian.proofs import Proof
    from icosian.tours.shortest.answer import Limits
    from icosian.tours.shortest.problem.cycle_problem import CycleProblem, Solution

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
        stops = list(G) if nodes is None else [node_of(G, v, "stop") for v in nodes]
        # The start first, then in the order of the graph: equal questions get equal answers.
        chosen = {*stops, *(v for v in (first, last) if v is not None)}
        if not chosen:
            raise nx.NetworkXPointlessConcept("a walk without stops is pointless")
        if first is not None and first == last and len(chosen) > 1:
            raise InvalidArgument(
                f"start and end must differ, got {called(G, first)} twice;"
                " a closed walk has cycle=True"
            )
        return cls(
            G=G,
            weight=known_weight(G, weight),
            closed=closed,
            start=first,
            end=last,
            stops=tuple(v for v in G if v in chosen),
        )

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
        return None if node is None else self.stops.index(node)

    def check(self, proof: Proof) -> None:
        """Check a proof against the map."""
        check_proof(self.G, proof, Clock(), weight=self.weight)


def walk_of(question: Question, limits: Limits) -> Walk:
    """Return the shortest walk, or the best one in time, with what is proved of it."""
    clock, n = limits.clock, len(question.stops)
    with collector_paused():
        roads = Roads(question.G, question.weight, question.stops)
        if n == 1:
            return _standing(question)
        table = distances(roads, clock)
        _check_ways(question, roads, table)
        form = CycleForm(
            places=n,
            # A cycle of an undirected graph has three nodes, one of a digraph may have two.
            directed=roads.directed or (question.closed and n == 2),
            closed=question.closed,
            start=None if question.closed else question.number(question.start),
            end=question.number(question.end),
        )
        lengths, present = known(table)
    first = _first_order(table, form)
    checking = CHECK_ARC * roads.arcs
    problem, solution = solved(form, lengths, present, roads.unit, limits, first, checking)
    order = form.decoded(solution.tour)
    if question.closed:
        k = order.index(question.number(question.start) or 0)
        order = [*order[k:], *order[: k + 1]]
    legs = [roads.leg(i, j) for i, j in pairwise(order)]
    length = _checked_length(legs, roads, form)
    proof, bound, is_shortest = None, None, False
    if solution.tree:
        proof = proved(
            form, table, roads.unit.size, problem, solution, partial(_checked, question, roads)
        )
        is_shortest = solution.bound == solution.length
        bound = length if is_shortest else roads.unit.number(solution.bound, down=True)
    return Walk(
        [[roads.nodes[v] for v in leg] for leg in legs],
        is_closed=question.closed,
        length=length,
        bound=bound,
        is_optimal=is_shortest,
        proof=proof,
        G=question.G,
        stats=clock.stats(METHOD),
        note=missing_note(question.G, question.weight),
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
    missing = {(i, j) for i, row in enumerate(table) for j, far in enumerate(row) if far is None}
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
        **question.claim,
        **(question.lengths(roads) if roads.hidden else {}),
    )
    question.check(proof)
    raise NoWalk(proof)


def known(table: Table) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the distances, and which there are, shape (stops, stops)."""
    n = len(table)
    lengths = [far or 0 for row in table for far in row]
    present = [far is not None for row in table for far in row]
    return integers(lengths).reshape(n, n), np.array(present, np.bool_).reshape(n, n)


def _first_order(table: Table, form: CycleForm) -> list[int] | None:
    """Return an order of the stops that goes from each to the next, None if every order does."""
    ways = [sum(far is not None for far in row) for row in table]
    if sum(ways) == len(table) ** 2:
        return None
    # Of two stops one leads to the other, and then to all stops to which the other one leads.
    return sorted(range(len(table)), key=lambda k: (k != form.start, k == form.end, -ways[k]))


def _checked_length(legs: list[list[int]], roads: Roads, form: CycleForm) -> Any:
    """Return the length of a walk, after a check that it is one with the ends that were asked."""
    order = [leg[0] for leg in legs] + ([] if form.closed else [legs[-1][-1]])
    ends = [None if k is None else roads.stops[k] for k in (form.start, form.end)]
    around = [*legs, legs[0]] if form.closed else legs
    joined = all(leg[-1] == after[0] for leg, after in pairwise(around))
    if not joined or sorted(order) != sorted(roads.stops):
        raise InvalidTour("the walk does not visit each stop in its turn")
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
) -> WalkBound:
    """Return the certificate, checked, with reaches as small as it allows."""
    inner = LowerBound(
        closed=form.closed,
        start=form.start,
        end=form.end,
        nodes=tuple(range(form.places)),
        require=form.require,
        **evidence_of(solution, unit),
    )
    try:
        return checked(reaches=tuple(reaches(problem, solution, form)), inner=inner)
    except InvalidProof:
        beyond = 4 * sum(max(filter(None, row), default=0) for row in table) + 1
        full = tuple(max(beyond if far is None else far for far in row) for row in table)
        return checked(reaches=full, inner=inner)


def _checked(question: Question, roads: Roads, **evidence: Any) -> WalkBound:
    """Return the certificate of a question, checked."""
    proof = WalkBound(**evidence, **question.claim, **question.lengths(roads))
    question.check(proof)
    return proof
