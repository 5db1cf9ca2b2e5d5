"""Statements about tours that leave out places, or keep to an order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise, starmap
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock, TimeIsUp
from icosian._run.pool import Pool
from icosian.tours.instance import (
    LARGEST_SUM,
    CycleProblem,
    CycleSolution,
    Instance,
    Order,
    Visits,
)
from icosian.tours.shortest.local_search import OrderedSearch, OrderSearch, SelectionSearch
from icosian.tours.shortest.relaxation.branching import BranchAndCut, first_columns
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Case, Dual, Edge, Edges, SolverFailure

if TYPE_CHECKING:
    from icosian.tours.problem import Conditions


class Selection:
    """The places of a question that may be left out, and at which prices."""

    def __init__(
        self,
        form: Instance,
        problem: CycleProblem,
        prices: dict[int, int],
        allowances: Sequence[tuple[frozenset[int], int]],
        start: list[int] | None = None,
        *,
        is_rounded: bool = False,
    ) -> None:
        given = {v for edge in (*form.require, *form.either, *form.given) for v in edge}
        self.form, self.problem = form, problem
        self.prices = {v: price for v, price in prices.items() if v not in given}
        self.visits = Visits(tuple(allowances))
        self.start, self.is_rounded = start, is_rounded
        self._known: list[list[int]] = []
        largest = max(self.prices.values(), default=0)
        self.fits = problem.fits and problem.size * largest < LARGEST_SUM

    @classmethod
    def of(
        cls,
        asked: Conditions,
        form: Instance,
        problem: CycleProblem,
        unit: Fraction,
        index: Callable[[Any], int],
    ) -> Selection:
        """Return the statement, with the unit of the problem and the number of each place."""
        groups = [frozenset(map(index, group)) for group in asked.groups]
        prices = dict.fromkeys(chain(*groups), 0)
        prices |= {index(v): int(prize / unit) for v, prize in asked.prizes.items()}
        allowances = [(group, len(group) - 1) for group in groups]
        others = frozenset(range(form.places)).difference(prices)
        if asked.leave_out:
            prices |= dict.fromkeys(others, 0)
            allowances.append((others, asked.leave_out))
        alone = {v for group in groups if len(group) == 1 for v in group}
        prices = {v: price for v, price in prices.items() if v not in alone}
        # Of the others all may be left out, and of a group of one none: its place has no price.
        limits = [(some, most) for some, most in allowances if 0 < most < len(some)]
        return cls(form, problem, prices, limits)

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> Selection:
        """Return the statement for other lengths of its edges and loops, and a tour.

        Its tours have at least three stops, in a digraph two: potentials that are taken off cancel
        at the two ends that each node has in a cycle.
        """
        edges = self.statement
        loops, ways = edges.is_loop, ~edges.is_loop
        problem = self.problem.with_lengths(edges.pairs[ways], lengths[ways])
        prices = dict(zip(edges.heads[loops].tolist(), lengths[loops].tolist(), strict=True))
        return Selection(self.form, problem, prices, self.visits.allowances, tour, is_rounded=True)

    @property
    def tours(self) -> list[list[int]]:
        """The tour that is known; of the exact lengths those that are no cycles of edges."""
        if self.is_rounded:
            return [] if self.start is None else [self.start]
        return [self.nodes_of(few) for few in self.few()]

    @cached_property
    def statement(self) -> Edges:
        """The edges of the problem, and the loops."""
        edges, stops = Edges.of(self.problem), self.form.stops
        kind: Any = np.int64 if self.fits else object
        loops = np.array(sorted(self.prices), np.int32)
        tails = np.append(edges.tails, loops + (stops if self.form.directed else 0))
        heads = np.append(edges.heads, loops)
        prices = np.array([self.prices[v] for v in loops.tolist()], kind)
        order = np.lexsort((heads, tails))
        return Edges(
            size=edges.size,
            tails=tails[order].astype(np.int32),
            heads=heads[order].astype(np.int32),
            lengths=np.append(edges.lengths, prices)[order],
            required=np.append(edges.required, np.zeros(len(loops), np.bool_))[order],
            base=edges.base,
            visits=self.visits,
            narrowing=self,
            limit=edges.limit,
        )

    # -- tours

    @cached_property
    def steps(self) -> NDArray[Any]:
        """The length from each stop to each other, shape (stops, stops); 0 from one to itself."""
        n = self.form.stops
        matrix = self.problem.matrix
        lengths = (matrix[:n, n:] if self.form.directed else matrix).copy()
        np.fill_diagonal(lengths, 0)
        return lengths

    @cached_property
    def given(self) -> set[Edge]:
        """The edges between stops that a tour has to use."""
        return {*starmap(self.form.edge, (*self.form.require, *self.form.given))}

    def cost(self, stops: Sequence[int]) -> int | None:
        """Return the length of a cycle and the prices of what it leaves out, None if it may not."""
        out = set(range(self.form.stops)) - set(stops)
        if not out <= self.prices.keys() or self.missing(stops):
            return None
        ring = [*pairwise(stops), (stops[-1], stops[0])]
        used, lengths = {*starmap(self.form.edge, ring)}, [int(self.steps[pair]) for pair in ring]
        is_single = len(stops) == 1 + (self.form.home is not None)  # one end may be given
        if self.is_rounded and len(stops) < (2 if self.form.directed else 3):
            return None
        if not self.given <= used or (self.problem.absent in lengths and not is_single):
            return None
        return (0 if is_single else sum(lengths)) + sum(self.prices[v] for v in out)

    def measured(self, cycle: list[int]) -> int | None:
        """Return the cost of a cycle of nodes, None if the question does not allow it."""
        return self.cost(self.stops_of(cycle))

    def stops_of(self, cycle: list[int]) -> list[int]:
        """Return the stops of a cycle of nodes."""
        return self.form.stops_of(cycle)

    def nodes_of(self, stops: list[int]) -> list[int]:
        """Return the cycle of nodes that makes these stops."""
        return self.form.nodes_of(stops)

    def missing(self, stops: Iterable[int]) -> list[frozenset[int]]:
        """Return the sets of which too many are left out."""
        chosen = set(stops)
        return [some for some, most in self.visits.allowances if len(some - chosen) > most]

    def know(self, cycle: list[int]) -> None:
        """Note that a tour is known, and not asked for."""
        places = sorted({*self.stops_of(cycle)} - {self.form.home})
        self._known += [places] if len(places) <= 2 else []

    def few(self) -> list[list[int]]:
        """Return the best place alone, and the best two there and back, if any will do.

        Neither is a cycle of edges; in a digraph two places are.
        """
        n, home = self.form.places, self.form.home
        ways: NDArray[np.bool_] = self.steps[:n, :n] < self.problem.absent
        enough = ways & ways.T
        for some, most in [*self.visits.allowances, *(({v}, 0) for v in self._stays)]:
            inside = np.array([v in some for v in range(n)], np.int64)
            both = inside[:, None] + inside
            np.fill_diagonal(both, inside)
            enough &= both >= len(some) - most
        for places in self._known:
            enough[places[0], places[-1]] = False
        prices = np.array([self.prices.get(v, 0) for v in range(n)], object)
        both = np.where(np.eye(n, dtype=bool), 0, self.steps[:n, :n] + self.steps[:n, :n].T)
        costs = both - prices[:, None] - np.where(np.eye(n, dtype=bool), 0, prices)
        found = []
        for kind in (np.eye(n, dtype=bool), np.triu(np.ones((n, n), bool), 1)):
            fit = np.argwhere(kind & enough)
            if len(fit) and (home is None or kind[0, 0]):
                u, v = min(fit.tolist(), key=lambda pair: (costs[tuple(pair)], pair))
                found.append([*dict.fromkeys((u, v)), *(() if home is None else (home,))])
        return found

    @property
    def _stays(self) -> list[int]:
        """The places that must be visited."""
        return [v for v in range(self.form.places) if v not in self.prices]

    def search(self, clock: Clock, seed: int) -> SelectionSearch:
        """Return a search of such tours."""
        return SelectionSearch(self, clock, seed)

    # -- cases

    def left(self, edges: Edges, case: Case, length: int) -> Case | None:  # noqa: ARG002
        """Return what is left in a case: loops of places that are not known to be visited."""
        n = self.form.stops
        ends = edges.pairs % n
        loops, ways = edges.is_loop, ends[:, 0] != ends[:, 1]
        out = np.zeros(n, np.bool_)
        out[ends[loops & case.required, 0]] = True
        stays = np.zeros(n, np.bool_)
        stays[ends[ways & case.required].ravel()] = True
        for some, most in self.visits.allowances:
            places = [*some]
            count = out[places].sum()
            if count > most:
                return None
            if count == most:
                stays[[v for v in places if not out[v]]] = True
        if (stays & out).any():
            return None
        if (~out).sum() < (2 if self.form.directed else 3):
            return None
        allowed = case.allowed & ~(loops & stays[ends[:, 0]]) & ~(ways & out[ends].any(axis=1))
        return Case(allowed, case.required)

    def root(self, edges: Edges, case: Case, clock: Clock) -> Edge:  # noqa: ARG002
        """Return the loop to split on: of a place of which few others will do, or the dearest."""
        free = edges.is_loop & case.allowed & ~case.required
        loops = {int(edges.heads[k]): int(k) for k in free.nonzero()[0]}
        groups = sorted(self.visits.allowances, key=lambda one: (one[1], sorted(one[0])))
        for some, _ in groups:
            if here := sorted(some & loops.keys()):
                return int(edges.tails[loops[here[0]]]), int(edges.heads[loops[here[0]]])
        v = max(loops, key=lambda v: (self.prices[v], -v))
        return int(edges.tails[loops[v]]), int(edges.heads[loops[v]])


def solve(
    question: Any,
    clock: Clock,
    *,
    most: int | None = None,
    gap: float = 0.0,
    seed: int = 0,
    report: Callable[[int, int | None], object] = lambda *_: None,
    keep: Callable[[int, int], object] = lambda *_: None,
    pool: Pool | None = None,
) -> CycleSolution:
    """Return the cheapest cycle of nodes with its proof, or what is known when the time is up.

    The question is a statement with a local search, and its lengths fit. Its length is that of a
    known tour, ``most``, or above those of all tours, if no shorter one was found.
    """
    search, edges, bounds = question.search(clock, seed), question.statement, list[int]()
    tours = [search.first(), *question.tours]
    measured = question.measured
    costs = [(cost, k) for k, tour in enumerate(tours) if (cost := measured(tour)) is not None]
    cost, k = min(costs, default=(edges.nothing, -1))
    if most is not None:
        cost = min(cost, most)

    def note(objective: float) -> None:
        bounds.append(math.ceil(objective + edges.offset - MARGIN))
        report(incumbent.length, max(bounds))

    incumbent = Incumbent(
        measured, tours[k], cost, gap, lambda length: report(length, max(bounds, default=None))
    )
    cases = BranchAndCut(edges, incumbent, clock, search, note=note, keep=keep)
    with suppress(TimeIsUp, SolverFailure):
        search.begin(incumbent)
        columns = first_columns(edges, question.problem, incumbent.tour)
        if not cases.at_root(columns):
            cases.in_cases(pool, gap)
    if (found := cases.solution()) is not None:
        return found
    simple = Dual(search.potentials - edges.base.astype(float), (), np.zeros(0))
    leaves = [cases.leaf(dual) for dual in (simple, cases.dual) if dual is not None]
    return max(leaves, key=attrgetter("bound"))


# -- Shortest tours that visit some places in a given order
# This is the statement of such tours on the machine of shortest ones: a digraph, also where the way
# back has the same length, without the arcs that no order allows; and sets that are crossed more
# often because of what lies on both sides.


def relation(
    asked: Conditions,
    form: Instance,
    index: Callable[[Any], int],
    selection: Selection | None = None,
) -> Order:
    """Return which stop comes before which; ends that are given come before or after all.

    The start of a closed tour has the number 1. A selection says which stops may be left out.
    """
    places = [v for v, _ in asked.positions]
    before = np.zeros((form.stops, form.stops), np.bool_)
    for some in (*asked.chains, places):
        numbers = [*map(index, some)]
        before[numbers[:-1], numbers[1:]] = True
    home = form.home
    if home is None:
        home = index(asked.start)
    elif form.start is not None:
        before[form.start, : form.places] = True
        before[form.start, form.start] = False
    if form.end is not None:
        before[: form.places, form.end] = True
        before[form.end, form.end] = False
    for v in range(form.stops):
        before |= before[:, v, None] & before[v]
    before[home] = False
    stays = np.ones(form.stops, np.bool_)
    least = [form.stops - 1]
    if selection is not None:
        stays[[*selection.prices]] = False
        always = {*np.flatnonzero(stays).tolist()} - {home}
        sets = [(some - {home}, most) for some, most in selection.visits.allowances]
        least = [len(always), *(len(some) - most + len(always - some) for some, most in sets)]
    steps = {k - form.closed: index(v) for v, k in asked.positions}
    return Order(before, home, stays, {k: v for k, v in steps.items() if k}, max(least))


class Ordering:
    """The tours that keep to an order of places."""

    def __init__(
        self,
        form: Instance,
        problem: CycleProblem,
        order: Order,
        start: list[int] | None = None,
    ) -> None:
        self.form, self.problem, self.order, self.start = form, problem, order, start
        self.fits = problem.fits
        self.tours = [] if start is None else [start]

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> Ordering:
        """Return the statement for other lengths of its edges, and a tour."""
        problem = self.problem.with_lengths(self.statement.pairs, lengths)
        return Ordering(self.form, problem, self.order, tour)

    @cached_property
    def statement(self) -> Edges:
        """The edges of the problem that some order allows."""
        edges, stops = Edges.of(self.problem), self.form.stops
        kept = edges.required | ~self.order.dropped[edges.tails, edges.heads - stops]
        return replace(edges, order=self.order).only(kept)

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a cycle of nodes, None if it breaks the order."""
        length, stops = self.problem.measured(cycle), self.stops_of(cycle)
        if (
            length is None
            or not self.order.allows(stops)
            or not self.form.has_either([self.order.home, *stops])
        ):
            return None
        return None if length >= self.problem.absent else length

    def stops_of(self, cycle: Sequence[int]) -> list[int]:
        """Return the stops of a cycle between home and home."""
        stops = self.form.stops_of(cycle)
        k = stops.index(self.order.home)
        return stops[k + 1 :] + stops[:k]

    def nodes_of(self, places: Sequence[int]) -> list[int]:
        """Return the cycle of nodes that visits places from home to home."""
        return self.form.nodes_of([self.order.home, *places])

    def search(self, clock: Clock, seed: int) -> OrderSearch:
        """Return a search of such tours."""
        return OrderSearch(self, clock, seed)


# -- Where places may be left out, too


class OrderedSelection(Selection):
    """The tours that may leave out places, and visit the others in an order."""

    def __init__(self, selection: Selection, order: Order) -> None:
        some = selection.prices, selection.visits.allowances, selection.start
        super().__init__(selection.form, selection.problem, *some, is_rounded=selection.is_rounded)
        self.order, self.visits = order, self.visits._replace(order=order)

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> OrderedSelection:
        """Return the statement for other lengths of its edges and loops, and a tour."""
        return OrderedSelection(super().rounded(lengths, tour), self.order)

    @cached_property
    def statement(self) -> Edges:
        """The edges and loops that some order allows."""
        edges, stops = super().statement, self.form.stops
        kept = edges.required | ~self.order.dropped[edges.tails % stops, edges.heads % stops]
        return replace(edges, order=self.order).only(kept)

    def cost(self, stops: Sequence[int]) -> int | None:
        """Return the length of a cycle and the prices of what it leaves out, None if it may not."""
        k = [*stops].index(self.order.home)
        is_allowed = self.order.allows([*stops[k + 1 :], *stops[:k]])
        return super().cost(stops) if is_allowed and self.form.has_either(stops) else None

    def search(self, clock: Clock, seed: int) -> SelectionSearch:
        """Return a search of such tours."""
        return OrderedSearch(self, clock, seed)
