"""Statements about tours that leave out places, or keep to an order."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise, starmap
from typing import TYPE_CHECKING, Any, NamedTuple, Self

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
from icosian.tours.shortest.local_search import improved
from icosian.tours.shortest.relaxation.branching import BranchAndCut, Node, Tours, first_columns
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, CuttingPlanes, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Case, Dual, Edge, Edges, SolverFailure

if TYPE_CHECKING:
    from icosian.tours.problem import Conditions


METHOD = "selection of places"
LEAST = 5
"""The fewest stops of which the order is searched."""
KICKS = 40
"""Changes of the best tour in a search, at most one for each stop."""
OFTEN = 8
"""Tours are searched in so many of the first cases, and then in one of so many."""
SPAN, SHORT = 4, 300
"""The most stops that a change takes out; more of a short tour, so many over its stops."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Statement:
    """The tours that are asked for: of all places or of some, in an order, besides known ones.

    Tours are cycles of nodes of a cycle problem. Potentials that are taken off lengths cancel at
    the two ends that each node has in a cycle, so tours in rounded lengths have at least three
    stops, in a digraph two.
    """

    problem: CycleProblem
    start: list[int] | None = None
    """A tour to begin with."""
    order: Order | None = None
    """Which stops come before which."""
    prices: Mapping[int, int] = field(default_factory=dict)
    """The stops that may be left out, and what that costs."""
    allowances: tuple[tuple[frozenset[int], int], ...] | None = None
    """Sets of stops of which only so many may be left out; None if all are visited."""
    known: Mapping[frozenset[Edge], list[int]] = field(default_factory=dict)
    """Tours that are not asked for, by their edges and loops."""
    seen: dict[frozenset[Edge], tuple[int, list[int]]] | None = None
    """Where lengths and cycles of all others that are met are noted."""
    is_rounded: bool = False

    @classmethod
    def of(
        cls,
        asked: Conditions,
        problem: CycleProblem,
        unit: Fraction,
        index: Callable[[Any], int],
        places: list[int] | None = None,
    ) -> Statement:
        """Return what is asked, by numbers of places and units, and the order of a first tour."""
        form, prices, allowances = problem.instance, dict[int, int](), None
        if asked.is_partial:
            groups = [frozenset(map(index, group)) for group in asked.groups]
            prices = dict.fromkeys(chain(*groups), 0)
            prices |= {index(v): int(prize / unit) for v, prize in asked.prizes.items()}
            limits = [(group, len(group) - 1) for group in groups]
            if asked.leave_out:
                others = frozenset(range(form.places)).difference(prices)
                prices |= dict.fromkeys(others, 0)
                limits.append((others, asked.leave_out))
            # Of the others all may be left out, and of a group of one none: it has no price.
            stay = {v for group in groups if len(group) == 1 for v in group}
            stay.update(*form.require, *form.either, *form.given)
            prices = {v: price for v, price in prices.items() if v not in stay}
            allowances = tuple((some, most) for some, most in limits if 0 < most < len(some))
        question = cls(
            problem=problem,
            start=None if places is None else form.encoded(places),
            prices=prices,
            allowances=allowances,
        )
        if not asked.is_ordered:
            return question
        return replace(question, order=relation(asked, question, index))

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> Statement:
        """Return the statement for other lengths of its edges and loops, and a tour."""
        edges = self.edges
        loops, ways = edges.is_loop, ~edges.is_loop
        return replace(
            self,
            problem=self.problem.with_lengths(edges.pairs[ways], lengths[ways]),
            prices=dict(zip(edges.heads[loops].tolist(), lengths[loops].tolist(), strict=True)),
            start=tour,
            seen=None,
            is_rounded=True,
        )

    @property
    def form(self) -> Instance:
        """Its instance."""
        return self.problem.instance

    @property
    def is_plain(self) -> bool:
        """True if it is about all tours of all places."""
        return self.order is None and self.allowances is None and not self.known

    @property
    def fits(self) -> bool:
        """True if the search can work on these lengths."""
        largest = max(self.prices.values(), default=0)
        return self.problem.fits and self.problem.size * largest < LARGEST_SUM

    @property
    def visits(self) -> Visits | None:
        """What is visited where places may be left out."""
        return None if self.allowances is None else Visits(self.allowances, self.order)

    @property
    def tours(self) -> list[list[int]]:
        """Tours to begin with; those that are no cycles of edges are among them."""
        tours = [tour for _, tour in sorted((self.seen or {}).values())[:1]]
        tours += [] if self.start is None else [self.start]
        return tours + ([] if self.allowances is None or self.is_rounded else self.few())

    @cached_property
    def edges(self) -> Edges:
        """The edges that some order allows, and the loops."""
        edges, stops = Edges.of(self.problem), self.form.stops
        if self.allowances is not None:
            loops = np.array(sorted(self.prices), np.int32)
            tails = np.append(edges.tails, loops + (stops if self.form.directed else 0))
            heads = np.append(edges.heads, loops)
            kind: Any = np.int64 if self.fits else object
            prices = np.array([self.prices[v] for v in loops.tolist()], kind)
            order = np.lexsort((heads, tails))
            edges = replace(
                edges,
                tails=tails[order].astype(np.int32),
                heads=heads[order].astype(np.int32),
                lengths=np.append(edges.lengths, prices)[order],
                required=np.append(edges.required, np.zeros(len(loops), np.bool_))[order],
                visits=self.visits,
                narrowing=Coverage(stops, self.form.directed, self.allowances, self.prices),
            )
        if self.order is not None:
            kept = edges.required | ~self.order.dropped[edges.tails % stops, edges.heads % stops]
            edges = replace(edges, order=self.order).only(kept)
        return replace(edges, known=tuple(self.known))

    # -- tours

    def stops_of(self, cycle: Sequence[int]) -> list[int]:
        """Return the stops of a cycle; of all in an order those between home and home."""
        stops = self.form.stops_of(cycle)
        if self.order is None or self.allowances is not None:
            return stops
        k = stops.index(self.order.home)
        return stops[k + 1 :] + stops[:k]

    def nodes_of(self, stops: Sequence[int]) -> list[int]:
        """Return the cycle that makes these stops."""
        if self.order is None or self.allowances is not None:
            return self.form.nodes_of([*stops])
        return self.form.nodes_of([self.order.home, *stops])

    def edges_of(self, cycle: Sequence[int]) -> frozenset[Edge]:
        """Return the edges of a cycle, and the loops of what it leaves out."""
        steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        used = {(min(step), max(step)) for step in steps if len({*step}) > 1}
        away = self.form.stops if self.form.directed else 0
        # In a digraph the edge between the two nodes of a place is used with the loop.
        for v in self.prices.keys() - {*cycle}:
            used |= {(v + away, v), (v, v + away)}
        return frozenset(used)

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a cycle and the prices of what it leaves out, None if it may not."""
        edges = self.edges_of(cycle) if self.seen is not None or self.known else frozenset()
        if edges in self.known:
            return None
        length = self._measured(cycle)
        if length is not None and self.seen is not None:
            self.seen[edges] = length, cycle
        return length

    def _measured(self, cycle: list[int]) -> int | None:
        if self.is_plain:
            return self.problem.measured(cycle)
        stops = self.form.stops_of(cycle)
        if self.order is not None:
            k = stops.index(self.order.home)
            if not self.order.allows(stops[k + 1 :] + stops[:k]) or not self.form.has_either(stops):
                return None
        if self.allowances is not None:
            return self._cost(stops)
        return self.problem.measured(cycle) if self.problem.has(cycle) else None

    def _cost(self, stops: Sequence[int]) -> int | None:
        out = set(range(self.form.stops)) - set(stops)
        if not out <= self.prices.keys() or self.missing(stops):
            return None
        ring = [*pairwise(stops), (stops[-1], stops[0])]
        used, lengths = {*starmap(self.form.edge, ring)}, [int(self.steps[pair]) for pair in ring]
        given = {*starmap(self.form.edge, (*self.form.require, *self.form.given))}
        is_single = len(stops) == 1 + (self.form.home is not None)  # one end may be given
        if self.is_rounded and len(stops) < (2 if self.form.directed else 3):
            return None
        if not given <= used or (self.problem.absent in lengths and not is_single):
            return None
        return (0 if is_single else sum(lengths)) + sum(self.prices[v] for v in out)

    @cached_property
    def steps(self) -> NDArray[Any]:
        """The length from each stop to each other, shape (stops, stops); 0 from one to itself."""
        n = self.form.stops
        matrix = self.problem.matrix
        lengths = (matrix[:n, n:] if self.form.directed else matrix).copy()
        np.fill_diagonal(lengths, 0)
        return lengths

    def missing(self, stops: Iterable[int]) -> list[frozenset[int]]:
        """Return the sets of which too many are left out."""
        chosen = set(stops)
        return [some for some, most in self.allowances or () if len(some - chosen) > most]

    def few(self) -> list[list[int]]:
        """Return the best place alone, and the best two there and back, if any will do.

        Neither is a cycle of edges; in a digraph two places are.
        """
        n, home = self.form.places, self.form.home
        ways: NDArray[np.bool_] = self.steps[:n, :n] < self.problem.absent
        enough = ways & ways.T
        stay = [({v}, 0) for v in range(n) if v not in self.prices]
        for some, most in [*(self.allowances or ()), *stay]:
            inside = np.array([v in some for v in range(n)], np.int64)
            both = inside[:, None] + inside
            np.fill_diagonal(both, inside)
            enough &= both >= len(some) - most
        for cycle in self.known.values():
            places = sorted({*self.form.stops_of(cycle)} - {home})
            if len(places) <= 2:
                enough[places[0], places[-1]] = False
        prices = np.array([self.prices.get(v, 0) for v in range(n)], object)
        both = np.where(np.eye(n, dtype=bool), 0, self.steps[:n, :n] + self.steps[:n, :n].T)
        costs = both - prices[:, None] - np.where(np.eye(n, dtype=bool), 0, prices)
        found = []
        for kind in (np.eye(n, dtype=bool), np.triu(np.ones((n, n), bool), 1)):
            fit = np.argwhere(kind & enough)
            if len(fit) and (home is None or kind[0, 0]):
                u, v = min(fit.tolist(), key=lambda pair: (costs[tuple(pair)], pair))
                stops = [*dict.fromkeys((u, v)), *(() if home is None else (home,))]
                found.append(self.form.nodes_of(stops))
        return found

    def search(self, clock: Clock, seed: int) -> Seeking:
        """Return a search of such tours."""
        if self.allowances is not None:
            kind: Any = SelectionSearch if self.order is None else OrderedSearch
        else:
            kind = KnownSearch if self.order is None else OrderSearch
        search: Seeking = kind(self, clock, seed)
        return search


class Coverage(NamedTuple):
    """What is known of cases in which places may be left out."""

    stops: int
    directed: bool
    allowances: tuple[tuple[frozenset[int], int], ...]
    prices: Mapping[int, int]

    def left(self, edges: Edges, case: Case, length: int) -> Case | None:  # noqa: ARG002
        """Return what is left in a case: loops of places that are not known to be visited."""
        n = self.stops
        ends = edges.pairs % n
        loops, ways = edges.is_loop, ends[:, 0] != ends[:, 1]
        out = np.zeros(n, np.bool_)
        out[ends[loops & case.required, 0]] = True
        stays = np.zeros(n, np.bool_)
        stays[ends[ways & case.required].ravel()] = True
        for some, most in self.allowances:
            places = [*some]
            count = out[places].sum()
            if count > most:
                return None
            if count == most:
                stays[[v for v in places if not out[v]]] = True
        if (stays & out).any():
            return None
        if (~out).sum() < (2 if self.directed else 3):
            return None
        allowed = case.allowed & ~(loops & stays[ends[:, 0]]) & ~(ways & out[ends].any(axis=1))
        return Case(allowed, case.required)

    def root(self, edges: Edges, case: Case, clock: Clock) -> Edge:  # noqa: ARG002
        """Return the loop to split on: of a place of which few others will do, or the dearest."""
        free = edges.is_loop & case.allowed & ~case.required
        loops = {int(edges.heads[k]): int(k) for k in free.nonzero()[0]}
        groups = sorted(self.allowances, key=lambda one: (one[1], sorted(one[0])))
        for some, _ in groups:
            if here := sorted(some & loops.keys()):
                return int(edges.tails[loops[here[0]]]), int(edges.heads[loops[here[0]]])
        v = max(loops, key=lambda v: (self.prices[v], -v))
        return int(edges.tails[loops[v]]), int(edges.heads[loops[v]])


# -- Short tours by local search


class Seeking(Tours, ABC):
    """A search of tours, also before there is a linear program."""

    @abstractmethod
    def first(self) -> list[int]:
        """Return some tour, as a cycle of nodes."""

    def begin(self, incumbent: Incumbent) -> None:
        """Improve it."""


class KnownSearch(Seeking):
    """No search: integral solutions of linear programs are enough where tours are known."""

    def __init__(self, question: Any, clock: Clock, seed: int) -> None:  # noqa: ARG002
        self._known: Mapping[Any, list[int]] = question.known

    def first(self) -> list[int]:
        """Return the last tour that is known."""
        return [*self._known.values()][-1]


class PlaceSearch(Seeking):
    """A search that improves tours, given by their stops, and what kicks make of the best."""

    def __init__(self, question: Statement, clock: Clock, seed: int, cases: int = 0) -> None:
        self._question, self.clock, self._seed, self._cases = question, clock, seed, cases
        self._random = np.random.default_rng(seed)

    def begin(self, incumbent: Incumbent) -> None:
        """Improve the best tour, and then what kicks make of it."""
        best = self.improved(self._question.stops_of(incumbent.tour))
        incumbent.offer(self._question.nodes_of(best))
        least = self.cost(best)
        for _ in range(min(KICKS, len(best))):
            tour = self.improved(self.kicked(best))
            if (cost := self.cost(tour)) <= least:
                if cost < least:
                    incumbent.offer(self._question.nodes_of(tour))
                best, least = tour, cost

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Search from what a linear program uses most, and go on while that helps."""
        self._follow(planes)
        before = None
        while before != planes.incumbent.length:
            before = planes.incumbent.length
            self.begin(planes.incumbent)

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Do the same in some cases, without kicks."""
        self._cases += 1
        if self._cases < OFTEN or not self._cases % OFTEN:
            self._follow(planes)

    def later(self) -> Self:
        """Return such a search for another process."""
        return type(self)(self._question, Clock(), self._seed, OFTEN)

    def _follow(self, planes: CuttingPlanes) -> None:
        tour = self.improved(self.following(planes))
        planes.incumbent.offer(self._question.nodes_of(tour))

    @abstractmethod
    def cost(self, tour: list[int]) -> float:
        """Return what tours are compared by."""

    @abstractmethod
    def improved(self, tour: list[int]) -> list[int]:
        """Return a tour that no single change makes better."""

    @abstractmethod
    def kicked(self, tour: list[int]) -> list[int]:
        """Return a tour with changes at random."""

    @abstractmethod
    def following(self, planes: CuttingPlanes) -> list[int]:
        """Return a tour of what a linear program uses most."""


# Stops are taken out, put in and exchanged one at a time while that is shorter, and the order of
# those that are left is improved as that of any tour. Then some stops in a row are taken out.


class SelectionSearch(PlaceSearch):
    """A local search of tours that leave out places."""

    def __init__(self, selection: Statement, clock: Clock, seed: int, cases: int = 0) -> None:
        super().__init__(selection, clock, seed, cases)
        self.selection = selection
        steps, absent = selection.steps, selection.problem.absent
        # Lengths that floats hold; an edge that is given costs nothing, or less, to keep.
        self._steps = steps.astype(float)
        worst = float(absent) if absent < LARGEST_SUM else float(np.abs(self._steps).max())
        for u, v in (*selection.form.require, *selection.form.given):
            self._steps[u, v] -= worst
            if not selection.form.directed:
                self._steps[v, u] -= worst
        self._prices = np.array([float(selection.prices.get(v, np.inf)) for v in range(len(steps))])
        self._small = 1e-9 * max(1.0, float(np.abs(self._steps).max()))

    def first(self) -> list[int]:
        """Return a tour of the places that must be visited, and of those that are cheapest."""
        return self.selection.nodes_of(self._first())

    def _first(self) -> list[int]:
        form = self.selection.form
        stops = [*form.any_order, *(() if form.home is None else (form.home,))]
        stays = [v for v in stops if v not in self.selection.prices]
        return self._repaired(stays)

    def kicked(self, tour: list[int]) -> list[int]:
        """Return what is left of a tour without some stops, and others in their place."""
        most = max(SPAN, SHORT // len(tour))
        k, count = self._random.integers(len(tour)), 1 + self._random.integers(most)
        turned = tour[k:] + tour[:k]
        kept = [v for v in turned[:count] if v not in self.selection.prices] + turned[count:]
        return self._repaired(kept, [v for v in turned[:count] if v not in kept])

    def following(self, planes: CuttingPlanes) -> list[int]:
        """Return a tour of the places that a linear program visits most."""
        program, n = planes.program, len(self._steps)
        loops = (program.tails >= program.heads) & (program.values > 0.5)
        out = {v % n for v in program.heads[loops].tolist()}
        known = self.selection.stops_of(planes.incumbent.tour)
        stops = [v for v in known if v not in out]
        for v in sorted({*range(n)} - out - {*stops}):
            where = self._insertions(stops, [v])[1][0] if stops else 0
            stops.insert(1 + int(where), v)
        return self._ordered(self._repaired(stops))

    def cost(self, stops: list[int]) -> float:
        """Return the length of a tour less the prices of what it visits."""
        prices = [self.selection.prices.get(v, 0) for v in stops]
        return float(self._steps[stops, [*stops[1:], *stops[:1]]].sum()) - float(sum(prices))

    def improved(self, tour: list[int]) -> list[int]:
        """Return a tour that no single change makes better."""
        while True:
            before = self.cost(tour)
            tour = self._ordered(self._exchanged(tour))
            if self.cost(tour) >= before - self._small:
                return tour

    def _repaired(self, stops: list[int], tabu: Collection[int] = ()) -> list[int]:
        """Return a tour with the cheapest places of sets of which too many are left out."""
        tour = list(stops)
        home = self.selection.form.home
        while (some := self.selection.missing(tour)) or not {*tour} - {home}:
            places = sorted(frozenset().union(*some) - {*tour}) or sorted(self.selection.prices)
            fresh = [v for v in places if v not in tabu] or places
            if not tour:
                tour = [int(self._random.choice(fresh))]
                continue
            costs, where = self._insertions(tour, fresh)
            k = int(costs.argmin())
            tour.insert(1 + int(where[k]), fresh[k])
        return tour

    def _insertions(
        self, tour: list[int], places: list[int]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return what each place costs at least, and after which stop."""
        after = [*tour[1:], tour[0]]
        steps = self._steps
        more = steps[np.ix_(tour, places)] + steps[np.ix_(places, after)].T
        more -= steps[tour, after][:, None]
        where = more.argmin(axis=0)
        return more[where, np.arange(len(places))] - self._prices[places], where

    def _exchanged(self, tour: list[int]) -> list[int]:
        """Put places in, take them out, and exchange them, while that is better."""
        prices, least = self.selection.prices, 2 if self.selection.form.home is None else 3
        changed = True
        while changed:
            changed = False
            # 1. The best place to put in, again and again.
            while out := sorted(prices.keys() - {*tour}):
                self.clock.tick(METHOD)
                costs, where = self._insertions(tour, out)
                k = int(costs.argmin())
                if costs[k] >= -self._small:
                    break
                tour.insert(1 + int(where[k]), out[k])
            # 2. Each place is taken out, or another put in for it, wherever that is best.
            for t in [v for v in tour if v in prices]:
                if len(tour) < least:
                    break
                self.clock.tick(METHOD)
                k = tour.index(t)
                rest, u, v = tour[:k] + tour[k + 1 :], tour[k - 1], tour[(k + 1) % len(tour)]
                gain = self._steps[[u, t, u], [t, v, v]] @ (1, 1, -1) - self._prices[t]
                if short := [some for some in self.selection.missing(rest) if t in some]:
                    others = sorted(frozenset.intersection(*short) - {*tour})
                    if not others:
                        continue
                    costs, where = self._insertions(rest, others)
                    k = int(costs.argmin())
                    gain -= costs[k]
                    rest.insert(1 + int(where[k]), others[k])
                if gain > self._small:
                    tour, changed = rest, True
        return tour

    def _ordered(self, tour: list[int]) -> list[int]:
        """Return the same stops in a better order."""
        problem, form = self.selection.problem, self.selection.form
        if len(tour) < LEAST or not problem.fits:
            return tour
        nodes = sorted(form.nodes_of(tour))
        rank = {v: k for k, v in enumerate(nodes)}
        required = (edge for edge in problem.required if rank.keys() >= {*edge})
        part = CycleProblem(
            instance=Instance(
                places=len(nodes),
                directed=False,
                closed=True,
                require=tuple((rank[u], rank[v]) for u, v in required),
            ),
            matrix=problem.matrix[np.ix_(nodes, nodes)],
            edges=None,
            absent=problem.absent,
        )
        start = [rank[v] for v in form.nodes_of(tour)]
        found, _ = improved(part, Clock(), seed=0, kicks=len(nodes), tour=start)
        return form.stops_of([nodes[v] for v in found.tolist()])


def solve(
    question: Statement,
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
    search, edges, bounds = question.search(clock, seed), question.edges, list[int]()
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
    nothing = Dual(np.zeros(edges.size), (), np.zeros(0))
    return cases.solution() or cases.leaf(cases.dual or nothing)


# -- Shortest tours that visit some places in a given order
# This is the statement of such tours on the machine of shortest ones: a digraph, also where the way
# back has the same length, without the arcs that no order allows; and sets that are crossed more
# often because of what lies on both sides.

ORDERING = "order of places"


def relation(asked: Conditions, question: Statement, index: Callable[[Any], int]) -> Order:
    """Return which stop comes before which; ends that are given come before or after all.

    The start of a closed tour has the number 1. The question says which stops may be left out.
    """
    form, places = question.form, [v for v, _ in asked.positions]
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
    stays[[*question.prices]] = False
    always = {*np.flatnonzero(stays).tolist()} - {home}
    sets = [(some - {home}, most) for some, most in question.allowances or ()]
    least = [len(always), *(len(some) - most + len(always - some) for some, most in sets)]
    steps = {k - form.closed: index(v) for v, k in asked.positions}
    return Order(before, home, stays, {k: v for k, v in steps.items() if k}, max(least))


class OrderSearch(PlaceSearch):
    """A local search: two pieces of a tour that follow each other change places."""

    def __init__(self, ordering: Any, clock: Clock, seed: int, cases: int = 0) -> None:
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
        known: list[int] | None = self.ordering.start
        return known or self._question.nodes_of(self._greedy(np.zeros(self._steps.shape)))

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
            self.clock.tick(ORDERING)
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


class OrderedSearch(SelectionSearch):
    """A local search of tours that leave out places and visit the others in an order."""

    def __init__(self, selection: Statement, clock: Clock, seed: int, cases: int = 0) -> None:
        super().__init__(selection, clock, seed, cases)
        self._orders = OrderSearch(selection, clock, seed)

    def _ordered(self, tour: list[int]) -> list[int]:
        """Return the same stops in a better order, which is allowed."""
        k = tour.index(home := self._orders.ordering.order.home)
        inner = tour[k + 1 :] + tour[:k]
        return [home, *self._orders.improved(self._orders.sorted(inner))] if inner else tour
