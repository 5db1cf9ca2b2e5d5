"""Statements about tours that leave out places, or keep to an order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise, starmap
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels.groups import FEWEST
from icosian._run.limits import Clock, TimeIsUp
from icosian.tours.instance import (
    LARGEST_SUM,
    CycleProblem,
    CycleSolution,
    Instance,
    Multipliers,
    Order,
    Visits,
)
from icosian.tours.shortest.local_search import KnownSearch, OrderSearch, Seeking
from icosian.tours.shortest.one_trees import assignment_potentials, bound_degrees, nearest
from icosian.tours.shortest.relaxation.branching import BranchAndCut, Settings, first_columns
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Case, Dual, Edge, Edges, SolverFailure
from icosian.tours.shortest.selection_search import OneOfEachSearch, OrderedSearch, SelectionSearch

if TYPE_CHECKING:
    from icosian.tours.problem import Conditions


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
    has_walks: bool = True
    """Whether bounds are also those of walks that have the numbers of an order."""

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
        if self.allowances is None:
            return None
        is_apart = not self.allowances and len(self.prices) == self.form.stops
        always = tuple(v for v in range(self.form.stops) if v not in self.prices)
        return Visits(self.allowances, self.order, is_apart, always)

    @property
    def tours(self) -> list[list[int]]:
        """Tours to begin with; those that are no cycles of edges are among them."""
        tours = [tour for _, tour in sorted((self.seen or {}).values())[:1]]
        tours += [] if self.start is None else [self.start]
        has_few = self.allowances is not None and not (self.is_rounded or self.is_large)
        return tours + (self.few() if has_few else [])

    @property
    def is_large(self) -> bool:
        """True if there is no matrix of lengths."""
        return self.problem.points is not None

    @cached_property
    def edges(self) -> Edges:
        """The edges that some order allows, and the loops."""
        edges, stops = Edges.of(self.problem), self.form.stops
        if self.allowances is not None:
            loops = np.array(sorted(self.prices), np.int32)
            tails = loops + np.int32(stops if self.form.directed else 0)
            kind: Any = np.int64 if self.fits else object
            prices = np.array([self.prices[v] for v in loops.tolist()], kind)
            at = np.searchsorted(edges.keys, tails.astype(np.int64) * edges.size + loops)
            edges = replace(
                edges,
                tails=np.insert(edges.tails, at, tails),
                heads=np.insert(edges.heads, at, loops),
                lengths=np.insert(edges.lengths.astype(kind), at, prices),
                required=np.insert(edges.required, at, values=False),
                visits=self.visits,
                narrowing=Coverage(stops, self.form.directed, self.allowances, self.prices),
            )
            if (needless := self._needless(edges)).any():
                edges = edges.only(~needless)
        if self.order is not None:
            kept = edges.required | ~self.order.dropped[edges.tails % stops, edges.heads % stops]
            known = self.order if self.has_walks else replace(self.order, numbers={})
            edges = replace(edges, order=known).only(kept)
        return replace(edges, known=self.known)

    def _needless(self, edges: Edges) -> NDArray[np.bool_]:
        """Return the edges in groups of which tours may leave an end, and get no longer."""
        found, is_whole = np.zeros(len(edges.tails), np.bool_), self.problem.edges is None
        is_whole &= self.form.home is None and not self.form.directed
        if is_whole and not (self.is_rounded or self.known):
            for group in self.one_of_each:
                for v in group:
                    detours = self.steps[v] + self.steps[v, group][:, None]
                    ends = np.array(group)[(self.steps[group] <= detours).all(axis=1)]
                    pairs = np.sort(np.stack((np.full(len(ends), v), ends), axis=1), axis=1)
                    found[edges.places(pairs[ends != v])] = True
        return found

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
        if not cycle:
            return None
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
        used, ends = {*starmap(self.form.edge, ring)}, np.array(ring).T
        lengths = (self.problem.between(*ends) if self.is_large else self.steps[*ends]).tolist()
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

    @property
    def one_of_each(self) -> list[list[int]]:
        """The groups of which one stop each is visited; none if more is asked than that."""
        allowances = self.allowances or ()
        sets = [sorted(some) for some, _ in allowances if some <= self.prices.keys()]
        alone = [[v] for v in range(self.form.stops) if v not in self.prices]
        is_plain = all(most == len(some) - 1 for some, most in allowances)
        is_plain &= len({*chain(*sets)}) == sum(map(len, sets)) and not any(self.prices.values())
        is_plain &= self.order is None
        return sets + alone if is_plain else []

    def few(self) -> list[list[int]]:
        """Return the best place alone, and the best two there and back, if any will do.

        Neither is a cycle of edges; in a digraph two places are.
        """
        n, home = self.form.places, self.form.home
        if any(len(some) > most + 2 for some, most in self.allowances or ()):
            return []
        ways: NDArray[np.bool_] = self.steps[:n, :n] < self.problem.absent
        enough = ways & ways.T
        stay = [({v}, 0) for v in range(n) if v not in self.prices]
        for some, most in [*(self.allowances or ()), *stay]:
            inside, least = np.array([v in some for v in range(n)]), len(some) - most
            if least > 0:
                enough &= inside[:, None] | inside if least < 2 else inside[:, None] & inside
            if least > 1:
                np.fill_diagonal(enough, val=False)
            if not enough.any():
                return []
        for cycle in self.known.values():
            places = sorted({*self.form.stops_of(cycle)} - {home})
            if len(places) <= 2:
                enough[places, places[::-1]] = False
        number: Any = np.int64 if self.fits else object
        prices = np.array([self.prices.get(v, 0) for v in range(n)], number)
        costs = self.steps[:n, :n] + self.steps[:n, :n].T - prices[:, None] - prices
        beyond, single = max(0, costs.max(), -prices.min()) + 1, enough.diagonal().copy()
        np.fill_diagonal(enough, val=False)
        found = [[int(np.where(single, -prices, beyond).argmin())]] if single.any() else []
        if enough.any() and home is None:  # of equal ones the first, from the lesser place
            found.append([*divmod(int(np.where(enough, costs, beyond).argmin()), n)])
        return [self.form.nodes_of(stops if home is None else [*stops, home]) for stops in found]

    def search(self, clock: Clock, seed: int) -> Seeking:
        """Return a search of such tours."""
        if self.allowances is not None:
            kind: Any = SelectionSearch if self.order is None else OrderedSearch
            if len(self.one_of_each) >= FEWEST and not self.known:
                kind = OneOfEachSearch
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
        loops, (out, stays) = edges.is_loop, np.zeros((2, n), np.bool_)
        out[edges.tails[loops & case.required] % n] = True
        ends = edges.pairs[~loops & case.required] % n
        stays[ends[ends[:, 0] != ends[:, 1]].ravel()] = True
        for some, most in self.allowances:
            places = [*some]
            count = out[places].sum()
            if count > most:
                return None
            if count == most:
                stays[[v for v in places if not out[v]]] = True
        if (stays & out).any() or (~out).sum() < (2 if self.directed else 3):
            return None
        allowed = case.allowed.copy()
        if stays.any():
            allowed[loops] &= ~stays[edges.tails[loops] % n]
        if out.any():
            tails, heads = edges.tails % n, edges.heads % n
            allowed &= (tails == heads) | ~(out[tails] | out[heads])
        return Case(allowed, case.required)

    def root(self, edges: Edges, case: Case, clock: Clock) -> Edge:  # noqa: ARG002
        """Return the loop to split on: of a place of which few others will do, or the dearest."""
        free = edges.is_loop & case.allowed & ~case.required
        loops = {int(edges.heads[k]): int(k) for k in free.nonzero()[0]}
        for some, _ in sorted(self.allowances, key=lambda one: (one[1], sorted(one[0]))):
            if here := sorted(some & loops.keys()):
                return int(edges.tails[loops[here[0]]]), int(edges.heads[loops[here[0]]])
        v = max(loops, key=lambda v: (self.prices[v], -v))
        return int(edges.tails[loops[v]]), int(edges.heads[loops[v]])


def solve(
    question: Statement, settings: Settings, most: int | None, before: list[BranchAndCut]
) -> CycleSolution:
    """Return the cheapest cycle of nodes with its proof, or what is known when the time is up.

    The question is a statement with a local search, and its lengths fit. Its length is that of a
    known tour, ``most``, or above those of all tours, if no shorter one was found. It goes on with
    the cases ``before``, of the same statement with fewer known tours, and leaves its own there.
    """
    clock, gap, report = settings.clock, settings.gap, settings.report
    search = question.search(clock, settings.seed)
    if question.is_large:
        return solve_large(question, search, settings)
    edges, measured = question.edges, question.measured
    bounds = list[int]()
    cases = None
    if before and question.has_walks and np.array_equal(before[0].edges.lengths, edges.lengths):
        cases = before[0]
    tours = [search.first() if cases is None else cases.incumbent.tour, *question.tours]
    costs = [(cost, k) for k, tour in enumerate(tours) if (cost := measured(tour)) is not None]
    cost, k = min(costs, default=(edges.nothing, -1))
    if most is not None:
        cost = min(cost, most)

    def note(objective: float) -> None:
        bounds.append(math.ceil(objective + edges.offset - MARGIN))
        report(incumbent.length, max(bounds))

    if cases is None:
        incumbent = Incumbent(
            measured, tours[k], cost, gap, lambda length: report(length, max(bounds, default=None))
        )
        cases = BranchAndCut(edges, incumbent, clock, search, note=note, keep=settings.keep)
        settings.keep(int(edges.is_numbered), len(edges.tails))
    incumbent, is_done = cases.incumbent, False
    incumbent.tour, incumbent.length = tours[k], cost
    with suppress(TimeIsUp, SolverFailure):
        if cases.tree is None:
            search.begin(incumbent)
            clock.tick("branch and cut")
            is_done = cases.at_root(first_columns(edges, question.problem, incumbent.tour))
        if not is_done:
            cases.in_cases(settings.executor, gap)
    if question.known and cases.tree is not None and not before:
        before.append(cases)
    if (found := cases.solution()) is not None:
        leaves = [found]
    else:
        simple = bound_selection(question, edges)
        if simple is None:
            simple = Dual(search.potentials - edges.base.astype(float), (), np.zeros(0))
        leaves = [cases.leaf(dual) for dual in (simple, cases.dual) if dual is not None]
        if max(leaf.bound for leaf in leaves) <= 0:  # 0 is exact also where lengths are rounded
            leaves.insert(0, cases.leaf(Dual(-edges.base.astype(float), (), np.zeros(0))))
    is_plain = isinstance(search, OneOfEachSearch) and not question.is_rounded
    if is_plain and not question.form.directed and edges.lengths.min() >= 0:
        leaves.append(bound_groups(question, incumbent.tour, incumbent.length))
    return max(leaves, key=attrgetter("bound"))


NEAR = 8
"""Nearest places by which the degrees of places are bounded."""


def bound_selection(question: Statement, edges: Edges) -> Dual | None:
    """Return what follows from the degrees of places that may be left out.

    The potential of a place is at most half its price, and what all of a set pay for the places of
    it that are visited in any case: so that leaving out more than it may does not pay. In a digraph
    each group may be one place instead, whose border is crossed twice.
    """
    problem, n, directed = question.problem, question.form.stops, question.form.directed
    if question.allowances is None or (edges.lengths.min(initial=0) < 0 and not directed):
        return None
    most, turns, groups = np.full(n, math.inf), np.zeros(n), list[frozenset[int]]()
    places = np.array(sorted(question.prices), np.int64)
    most[places] = [question.prices[v] / 2 for v in places.tolist()]
    if directed:
        potentials, turns, groups = _assigned(question)
    else:
        found = bound_degrees(problem, nearest(problem, NEAR))
        potentials = found.potentials / found.scale
    families, tolls = [], []
    for some, count in question.allowances:
        members = np.array(sorted(some))
        ports = [(v, v + n)[: 1 + directed] for v in members.tolist()]
        toll = np.sort((potentials - most)[members])[::-1][0 if some in groups else count]
        if toll > 0:
            most[members] += toll
            families.append(((*chain(*ports),),) if some in groups else tuple(ports))
            tolls.append(float(toll))
    nodes = np.minimum(potentials, most)
    nodes = np.concatenate((nodes + turns, nodes - turns)) if directed else nodes
    return Dual(nodes - edges.base.astype(float), tuple(families), np.array(tolls))


def _assigned(
    question: Statement,
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[frozenset[int]]]:
    """Return means and half differences of potentials by an assignment, and groups in one place.

    A group that shares no place with another is one, where tours visit something else, and is not
    left out. Others of sets may be left out for what an arc costs at most.
    """
    problem, n, prices = question.problem, question.form.stops, question.prices
    allowances = question.allowances or ()
    times = Counter(chain(*(some for some, _ in allowances)))
    groups = [
        some
        for some, most in allowances
        if most + 1 == len(some) and not any(times[v] > 1 or prices.get(v, 1) for v in some)
    ]
    groups = groups if len(groups) + n - len(prices) > 1 else []
    own = np.arange(n)
    for group in groups:
        own[[*group]] = min(group)
    first, own = np.unique(own, return_inverse=True)
    order, alone = np.argsort(own, kind="stable"), np.bincount(own) == 1
    begin = np.searchsorted(own[order], np.arange(len(first)))
    costs = np.minimum.reduceat(problem.matrix[order[:, None], n + order], begin)
    costs = np.minimum.reduceat(costs, begin, axis=1)
    loops = [
        prices[v] + (problem.largest if times[v] else 0) if v in prices else problem.absent
        for v in first.tolist()
    ]
    np.fill_diagonal(costs, np.where(alone, loops, problem.absent))
    ahead, back = assignment_potentials(costs)
    means = np.where(alone, ahead + back, np.maximum(ahead + back, 0)) / 2
    return means[own], (ahead - back)[own] / 2, groups


CANDIDATES = 1_000_000
"""About the most pairs of near places from which the potentials of groups are found."""


def bound_groups(question: Statement, tour: list[int], length: int) -> CycleSolution:
    """Return a tour with what follows from the degrees of groups, each of which has two edges."""
    members, part = question.one_of_each, np.zeros(question.problem.size, np.int64)
    for k, group in enumerate(members):
        part[group] = k
    count = min(8 * -(-len(part) // len(members)), max(8, CANDIDATES // len(part)))
    found = bound_degrees(question.problem, nearest(question.problem, count), part)
    prices = found.potentials.tolist()
    sets = [k for k, group in enumerate(members) if len(group) > 1 and prices[k]]
    alone = {group[0]: prices[k] for k, group in enumerate(members) if len(group) == 1}
    potentials = tuple(alone.get(v, 0) for v in range(len(part)))
    return CycleSolution(
        tour=tour,
        length=length,
        bound=min(found.bound, length),
        scale=found.scale,
        families=tuple((tuple(members[k]),) for k in sets),
        weights=(Multipliers(potentials, tuple((f, prices[k]) for f, k in enumerate(sets))),),
        tree=(0,),
    )


def solve_large(question: Statement, search: Seeking, settings: Settings) -> CycleSolution:
    """Return the best tour of so many places that their pairs are not listed, with a bound."""
    tour, report = search.first(), settings.report
    known = bound_groups(question, tour, question.problem.length(tour))
    found = Incumbent(
        question.measured,
        tour,
        known.length,
        settings.gap,
        lambda length: report(length, known.bound),
    )
    settings.keep(0, 0)
    with suppress(TimeIsUp):
        search.begin(found)
    return replace(known, tour=found.tour, length=found.length)


# -- Shortest tours that visit some places in a given order
# This is the statement of such tours on the machine of shortest ones: a digraph, also where the way
# back has the same length, without the arcs that no order allows; and sets that are crossed more
# often because of what lies on both sides.


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
        before[before[:, v]] |= before[v]
    before[home] = False
    stays = np.ones(form.stops, np.bool_)
    stays[[*question.prices]] = False
    always = {*np.flatnonzero(stays).tolist()} - {home}
    sets = [(some - {home}, most) for some, most in question.allowances or ()]
    least = [len(always), *(len(some) - most + len(always - some) for some, most in sets)]
    steps = {k - form.closed: index(v) for v, k in asked.positions}
    return Order(before, home, stays, {k: v for k, v in steps.items() if k}, max(least))
