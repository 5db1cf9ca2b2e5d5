"""Shortest tours that visit some places in a given order.

This is the statement of such tours on the machine of shortest ones: a digraph, also where the way
back has the same length, without the arcs that no order allows; and sets that are crossed more
often because of what lies on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.tours.shortest.problem.cycle_problem import CycleForm, CycleProblem, Order
from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes
from icosian.tours.shortest.relaxation.rounding import Edges
from icosian.tours.shortest.selection import (
    LocalSearch,
    Search as SelectionSearch,
    Selection,
)

if TYPE_CHECKING:
    from icosian.proofs.claim import Places
    from icosian.tours.conditions import Chains


METHOD = "order of places"


def relation(
    order: Chains,
    form: CycleForm,
    index: Callable[[Any], int],
    start: Any,
    positions: Places = (),
    selection: Selection | None = None,
) -> Order:
    """Return which stop comes before which; ends that are given come before or after all.

    The start of a closed tour has the number 1. A selection says which stops may be left out.
    """
    places = [v for v, _ in sorted(positions, key=itemgetter(1))]
    before = np.zeros((form.stops, form.stops), np.bool_)
    for chain in (*order.chains, places):
        numbers = [*map(index, chain)]
        before[numbers[:-1], numbers[1:]] = True
    home = form.home
    if home is None:
        home = index(start)
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
    steps = {k - form.closed: index(v) for v, k in positions}
    return Order(before, home, stays, {k: v for k, v in steps.items() if k}, max(least))


class Ordering:
    """The tours that keep to an order of places."""

    def __init__(
        self,
        form: CycleForm,
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

    def search(self, clock: Clock, seed: int) -> Search:
        """Return a search of such tours."""
        return Search(self, clock, seed)


class Search(LocalSearch):
    """A local search: two pieces of a tour that follow each other change places."""

    def __init__(
        self, ordering: Ordering | OrderedSelection, clock: Clock, seed: int, cases: int = 0
    ) -> None:
        super().__init__(ordering, clock, seed, cases)
        self.ordering = ordering
        n = ordering.form.stops
        self._steps = ordering.problem.matrix[:n, n:].astype(float)
        self._small = 1e-9 * max(1.0, float(np.abs(self._steps).max()))
        self._before = ordering.order.before.copy()  # a place with a number stays where it is
        for v in ordering.order.numbers.values():
            self._before[v] = self._before[:, v] = True

    def first(self) -> list[int]:
        """Return the tour that is known, or one that goes to the nearest place that may be next."""
        return self.ordering.start or self.ordering.nodes_of(
            self._greedy(np.zeros(self._steps.shape))
        )

    def following(self, planes: CuttingPlanes) -> list[int]:
        """Return a tour by the arcs that a linear program uses most."""
        program, n = planes.program, len(self._steps)
        values = np.zeros((n, n))
        values[program.tails, program.heads - n] = program.values
        return self._greedy(values)

    def kicked(self, tour: list[int]) -> list[int]:
        """Return a tour after two exchanges at random."""
        for _ in range(2):
            tour = self._exchanged(tour, at_random=True) or tour
        return tour

    def sorted(self, stops: list[int]) -> list[int]:
        """Return stops as a tour, each after the one before it where that is allowed."""
        values = np.zeros(self._steps.shape)
        values[[self.ordering.order.home, *stops[:-1]], stops] = 1
        return self._greedy(values, stops)

    def _greedy(self, values: NDArray[np.float64], stops: Iterable[int] = ()) -> list[int]:
        """Return a tour of some stops, or all, by arcs of large value, the shorter ones first."""
        order, n = self.ordering.order, len(self._steps)
        left, tour, last = (
            [v for v in stops or range(n) if v != order.home],
            list[int](),
            order.home,
        )
        waits, numbered = order.before[left].sum(axis=0), {*order.numbers.values()}
        while left:
            ready = [v for v in left if not waits[v]]
            here = {order.numbers.get(len(tour) + 1)} & {*ready}
            ready = [*(here or {*ready} - numbered)] or ready
            rank = np.lexsort((self._steps[last, ready], -np.round(values[last, ready], 6)))
            last = ready[int(rank[0])]
            waits -= order.before[last]
            tour.append(last)
            left.remove(last)
        return tour

    def cost(self, tour: list[int]) -> float:
        """Return the length of a tour."""
        home = self.ordering.order.home
        return float(self._steps[[home, *tour], [*tour, home]].sum())

    def improved(self, tour: list[int]) -> list[int]:
        """Return a tour that no exchange makes shorter."""
        while (shorter := self._exchanged(tour)) is not None:
            self.clock.tick(METHOD)
            tour = shorter
        return tour

    def _exchanged(self, tour: list[int], *, at_random: bool = False) -> list[int] | None:
        """Return the tour after the best exchange, or one at random; None if there is none."""
        order, size = self.ordering.order, len(tour)
        stops = [order.home, *tour, order.home]
        lengths, before = (table[np.ix_(stops, stops)] for table in (self._steps, self._before))
        steps = lengths[range(size + 1), range(1, size + 2)]
        least, found = -self._small, None
        middles = range(1, size) if not at_random else [int(self._random.integers(1, max(2, size)))]
        for j in middles if size > 1 else ():
            # Pieces i to j and j + 1 to k: no place of the first comes before one of the second.
            change = (
                lengths[:j, j + 1, None] + lengths[j + 1 : -1, 1 : j + 1].T + lengths[j, j + 2 :]
            )
            change -= steps[:j, None] + steps[j] + steps[j + 1 :]
            bad = np.logical_or.accumulate(before[j:0:-1, j + 1 : -1], axis=0)[::-1]
            bad = np.logical_or.accumulate(bad, axis=1)
            if at_random:
                change, least = self._random.random(change.shape), 1.0
            change[bad] = np.inf
            i, k = divmod(int(change.argmin()), change.shape[1])
            if change[i, k] < least:
                least, found = float(change[i, k]), (i, j, j + 1 + k)
        if found is None:
            return None
        i, j, k = found
        return tour[:i] + tour[j:k] + tour[i:j] + tour[k:]


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


class OrderedSearch(SelectionSearch):
    """A local search of tours that leave out places and visit the others in an order."""

    def __init__(
        self, selection: OrderedSelection, clock: Clock, seed: int, cases: int = 0
    ) -> None:
        super().__init__(selection, clock, seed, cases)
        self._orders = Search(selection, clock, seed)

    def _ordered(self, tour: list[int]) -> list[int]:
        """Return the same stops in a better order, which is allowed."""
        k = tour.index(home := self._orders.ordering.order.home)
        inner = tour[k + 1 :] + tour[:k]
        return [home, *self._orders.improved(self._orders.sorted(inner))] if inner else tour
