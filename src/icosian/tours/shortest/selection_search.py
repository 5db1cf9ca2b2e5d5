"""Local search of tours that leave out places."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from icosian._kernels import directed_groups as directed, groups, segments
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, TimeIsUp, random_state
from icosian.tours.instance import CycleProblem
from icosian.tours.shortest.local_search import (
    FEWER_RIVALS,
    FEWEST,
    KICKS,
    METHOD,
    PART,
    POOL,
    UNLIMITED,
    Leaving,
    OrderSearch,
    StatementSearch,
    TourSearch,
    arcs_of,
    candidate_arcs,
    greedy,
)
from icosian.tours.shortest.one_trees import (
    Spaced,
    assignment_potentials,
    nearest,
    pairs_of,
    with_required,
)
from icosian.tours.shortest.relaxation.branching import Node
from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes, Effort, Incumbent

LEAVING_PART = 0.25
"""The part of a time limit in which they are searched first: linear programs find more."""
TOLLS, CLOSE = 10, 0.05
"""Tolls that are tried without a time limit, and by how many places, as a part of all, a tour
leaves out more or fewer than may be that is worth a search without.
"""
VAIN = 20
"""Tolls in vain after which a search with a time limit ends."""
EXCHANGES, EXCHANGE_KICKS, EXCHANGE_HEAT = 6, 10, 0.2
"""Exchanges of places in a turn, one for each ten nodes at most, the kicks after each, and the
temperature, in mean edges."""
LARGEST_EXCHANGE = 40
"""The most places that are exchanged at a time."""
MOST_STEPS = 10_000_000
"""The most steps in which all places are found that a tour of all is to leave out."""
GROUPS_NEAR = 10
"""Candidates of a place: groups."""
GROUP_STEP = 100
"""Pairs of places of the largest group that count as a step."""
MOST_NEAR = 400
"""Places near one among which they are sought."""
GROUP_KICKS, GROUP_ROUND = 1_000, 1_000
"""Kicks a group, and those between two temperatures."""
GROUP_HEAT = 0.5
"""The first temperature, in edges of mean length."""
GROUP_PART = 0.75
"""The part of a time limit after which such a search ends."""
DIRECTED_PART, PASSING_PART, PASSING_PATIENCE = 0.2, 0.4, 5
"""The same in a digraph; then the part of the rest in which tours may pass places of a group, and
how many times longer than without a time limit that may be in vain."""
DIVE, DIVES, DIVE_PART = Effort(rounds=0, window=1, gain=0.0), 200, 0.75
"""A dive has so many linear programs, without rows as long as they are fractional, and takes a part
of the time that is left."""
GROUP_BOUND = 4e-6
"""Seconds for each two places that bounds by linear programs take, before they help."""
GROUP_CHANGES = 1_000
"""The changes since a kick that can be undone."""


class GroupSearch(ABC):
    """An annealed search of cycles through one node of each of some groups.

    The kernel of the run has the cycle and its words as last arguments.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    def advance(self, clock: Clock) -> None:
        """Anneal until the time is up, or so many kicks were made."""
        run, limit = self._run, GROUP_KICKS * len(self.cycle)
        began, seconds = clock.seconds, clock.left
        with suppress(TimeIsUp):
            clock.run(METHOD, run)
            hottest = self._heat
            while (s := run[-1])[groups.KICKS] < limit:
                done = max(s[groups.KICKS] / limit, (clock.seconds - began) / seconds)
                run[-2].heat[0] = hottest * max(0.0, 1 - done)
                s[groups.LIMIT] = s[groups.KICKS] + GROUP_ROUND
                clock.run(METHOD, run)

    @property
    @abstractmethod
    def _heat(self) -> float:
        """The first temperature."""

    @property
    @abstractmethod
    def cycle(self) -> list[int]:
        """The nodes of the shortest cycle so far."""


class SymmetricGroupSearch(GroupSearch):
    """A search of such cycles whose steps exchange up to three links, of at least eight groups.

    Parameters
    ----------
    problem : CycleProblem
    cycle : sequence of int
        A cycle to begin with; groups that it lacks come last.
    members : sequence of int sequences
        The nodes of each group. They do not meet; nodes in none are left out.
    seed : int
    """

    def __init__(
        self,
        problem: CycleProblem,
        cycle: Sequence[int],
        members: Sequence[Sequence[int]],
        seed: int,
    ) -> None:
        n, m = problem.size, len(members)
        sizes, nodes = np.array([*map(len, members)]), np.array([*chain(*members)], np.int64)
        own = np.full(n, -1)
        own[nodes] = np.repeat(np.arange(m), sizes)
        # 1. Required edges are worth more than any others.
        distances = Spaced.of(problem, required=-problem.absent).distances
        if problem.required and len(distances.lengths):
            matrix = problem.matrix.copy()
            u, v = np.array(problem.required).T
            matrix[u, v] = matrix[v, u] = -problem.absent
            distances = distances._replace(lengths=matrix.reshape(-1))
        # 2. The groups whose nearest nodes are nearest to each node.
        width = min(GROUPS_NEAR, m - 1)
        close = nearest(problem, min(MOST_NEAR, 8 * width * max(1, n // m)))
        far = problem.between(np.arange(n)[:, None], close)
        order = np.argsort(far, axis=1, kind="stable")
        close, far = (np.take_along_axis(a, order, axis=1) for a in (close, far))
        near, low = np.full((n, width), -1), np.zeros((n, width), np.int64)
        listed = zip(own.tolist(), own[close].tolist(), far.tolist(), strict=True)
        for v, (group, row, away) in enumerate(listed):
            first = dict[int, int]()
            for g, least in zip(row, away, strict=True):
                if len(first) == width:
                    break
                if g not in (-1, group):
                    first.setdefault(g, least)
            near[v, : len(first)], low[v, : len(first)] = [*first], [*first.values()]
        # 3. The first node of each group on the cycle.
        tour, chosen = _first_of_each(cycle, members), np.zeros(m, np.int64)
        chosen[own[tour]] = tour
        s = np.zeros(groups.WORDS, np.int64)
        s[groups.RANDOM], s[groups.WIDTH] = random_state(seed), width
        s[groups.QUEUED], s[groups.WORK] = m, 1 + int(sizes.max()) ** 2 // GROUP_STEP
        self._problem = problem
        cycle = groups.GroupCycle(
            order=2 * own[tour],
            position=np.argsort(own[tour]),
            chosen=chosen,
            shortest=tour,
            log=np.zeros(2 * GROUP_CHANGES, np.int64),
            queue=own[tour],
            waiting=np.ones(m, np.int64),
            move=np.zeros(groups.MOVE, np.int64),
            ends=np.zeros(8, np.int64),
            heat=np.zeros(1),
        )
        some = groups.NodeGroups(nodes, np.cumsum([0, *sizes]), near.ravel(), low.ravel())
        super().__init__(Run(groups.anneal, distances, some, cycle, s))

    @property
    def _heat(self) -> float:
        return GROUP_HEAT * abs(self._problem.length(np.array(self.cycle))) / len(self.cycle)

    @property
    def cycle(self) -> list[int]:
        """The shortest cycle so far."""
        return list(map(int, self._run[-2].shortest))


class DirectedGroupSearch(GroupSearch):
    """A search of those of a digraph, by steps to any stops; it begins with the nearest ones."""

    def __init__(
        self,
        problem: CycleProblem,
        cycle: Sequence[int],
        members: Sequence[Sequence[int]],
        seed: int,
    ) -> None:
        m, sizes = len(members), [*map(len, members)]
        self._stops = order = np.array([*chain(*members)])
        own, rows = np.repeat(np.arange(m), sizes), np.cumsum([0, *sizes])
        # Every group is left once and entered once, so potentials shorten all cycles alike.
        lengths, ways = (table[order[:, None], order] for table in arcs_of(problem))
        ways &= own[:, None] != own
        costs = np.where(ways, lengths, 2 * m * int(np.abs(lengths[ways]).max(initial=0)) + 1)
        least = np.minimum.reduceat(np.minimum.reduceat(costs, rows[:-1]), rows[:-1], axis=1)
        leave, enter = assignment_potentials(least)
        costs -= leave[own][:, None] + enter[own]
        near, weights, _, self._mean = candidate_arcs(costs, ways)
        known = order == _first_of_each(cycle, members)[:, None]
        tour = known.argmax(axis=1) if cycle else _to_nearest(costs, own)
        position, chosen, length = own.copy(), tour.copy(), costs[tour, np.roll(tour, -1)].sum()
        position[tour], chosen[own[tour]] = np.arange(m), tour
        s = np.zeros(segments.WORDS, np.int64)
        s[[segments.RANDOM, segments.WIDTH]] = random_state(seed), near.shape[1]
        s[[segments.QUEUED, segments.LENGTH, segments.BEST]] = m, length, length
        moves, log = (np.zeros(k, np.int64) for k in (directed.MOVES, directed.LOG))
        chosen_cycle = directed.ChosenCycle(
            *(tour, position, chosen, tour.copy(), tour.copy()),
            *(np.zeros(m, np.int64), own[tour], np.ones(m, np.int64), moves, log, np.zeros(1)),
        )
        arcs = directed.GroupArcs(costs.ravel(), near.ravel(), weights.ravel(), rows, own)
        super().__init__(Run(directed.anneal, arcs, chosen_cycle, s))

    @property
    def _heat(self) -> float:
        # Arcs of mean reduced length; where edges are missing, the cycle may have some of those.
        return min(self._mean, float(self._run[-1][segments.BEST]) / len(self.cycle))

    @property
    def cycle(self) -> list[int]:
        """The stops of the shortest cycle so far."""
        return list(map(int, self._stops[np.array(self._run[-2].shortest)]))


def _first_of_each(cycle: Sequence[int], members: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Return the first node of each group on a cycle; those that it lacks come last."""
    own = {v: k for k, some in enumerate(members) for v in some}
    first = dict[int, int]()
    for v in [*cycle, *own]:
        if v in own:
            first.setdefault(own[v], v)
    return np.array([*first.values()])


def _to_nearest(costs: NDArray[np.int64], own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a node of each group, each the nearest to the one before."""
    tour, taken = [0], np.zeros_like(own)
    while len(tour) <= own[-1]:
        taken[own == own[tour[-1]]] = UNLIMITED
        tour.append(int((costs[tour[-1]] + taken).argmin()))
    return np.array(tour)


class ExchangeSearch:
    """A search that exchanges the places of one set that are left out, not too many.

    Tours that pay a toll for each of them, their Lagrangian multiplier, larger the more they are,
    change two places far apart together; exchanges change whole clusters.
    """

    def __init__(
        self, question: Any, search: TourSearch, incumbent: Incumbent, clock: Clock, seed: int
    ) -> None:
        ((self._some, self._most),) = question.allowances
        self._question, self._search, self._clock = question, search, clock
        self._incumbent, self._kicks = incumbent, question.problem.size // 2
        self._stops, self._cost = question.form.stops_of(incumbent.tour), incumbent.length
        self._places = sorted(self._some & question.prices.keys())
        self._tour, self._rng = search.tour, np.random.default_rng(seed)
        self._free = TourSearch(
            question.problem,
            clock,
            seed=seed + 1,
            tour=search.tour,
            leaving=Leaving.of(question.problem, question.prices, ()),
        )
        out = sorted(self._some.difference(self._stops))
        self._toll = max(1.0, float(self._detours(self._stops, out).min())) if out else math.inf

    @property
    def is_open(self) -> bool:
        """True if the best tour leaves out some places, and not too many."""
        return self._toll < math.inf and len(self._stops) >= FEWEST

    def advance_with_toll(self) -> None:
        """Search a tour with a toll; then without it, if it leaves out about so many."""
        part, free = self._question, self._free
        free.charge(self._places, round(self._toll))
        free.start(self._tour)
        free.advance(kicks=self._kicks, seconds=self._clock.left)
        self._tour = free.tour
        stops = part.form.stops_of(self._tour.tolist())
        more = len(self._some.difference(stops)) - self._most
        toll = max(1.0, self._toll * math.exp(more / len(self._some)))
        self._toll = min(toll, 2.0 * part.problem.largest + 1)
        if abs(more) <= CLOSE * len(self._some):
            self._search.start(part.form.nodes_of(self._filled(stops)))
        self._search.advance(kicks=self._kicks, seconds=self._clock.left)

    def advance(self) -> None:
        """Search from a tour of all without those that save most; exchanges keep its order."""
        part, free, rng = self._question, self._free, self._rng
        if self._incumbent.length < self._cost:
            self._stops = part.form.stops_of(self._incumbent.tour)
            self._cost = self._incumbent.length
        if not self.is_open:
            return
        free.charge(self._places, 2 * part.problem.largest + 1)
        free.start(part.form.nodes_of(self._stops))
        free.advance(kicks=self._kicks, seconds=self._clock.left)
        ring = np.array(self._filled(part.form.stops_of(free.tour.tolist())))
        ring = np.roll(ring, -int((ring == rng.choice(self._stops)).argmax()))
        stays = ~np.isin(ring, self._places)
        less = self._most - len(self._some.difference(ring.tolist()))
        is_soon = 0 <= less <= len(ring) - FEWEST and len(ring) * less**2 <= MOST_STEPS
        for k in range(not is_soon, 1 + min(EXCHANGES, part.problem.size // 10)):
            if self._clock.left <= 0 or not self.is_open:
                break
            kept = self._exchanged(self._stops, ring[~stays]) if k else None
            self._search.start(
                part.form.nodes_of(kept or leave_out_in_order(part, ring, less, stays))
            )
            kicks = EXCHANGE_KICKS if k else self._kicks
            self._search.advance(kicks=kicks, seconds=self._clock.left)
            found = self._search.tour.tolist()
            self._incumbent.offer(found)
            heat = EXCHANGE_HEAT * abs(self._cost) / len(self._stops) * math.log(1 - rng.random())
            length = part.measured(found)
            if length is not None and length < self._cost - heat:
                self._stops, self._cost = part.form.stops_of(found), length

    def _exchanged(self, stops: list[int], order: NDArray[np.int64]) -> list[int]:
        """Return stops with some places near each other, and without others that save most."""
        problem, form = self._question.problem, self._question.form
        shift = form.size - form.stops
        # 1. Places near a random one that is left out, in their order, make a run.
        out = order[~np.isin(order, stops)]
        if not len(out):
            return stops
        far = problem.between(self._rng.choice(out), out + shift)
        count = min(int(self._rng.integers(1, LARGEST_EXCHANGE + 1)), len(out))
        run = out[np.sort(far.argsort(kind="stable")[:count])]
        run = np.roll(run, -1 - problem.between(run, np.roll(run, -1) + shift).argmax())
        # 2. It is visited where the way to it and back is shortest.
        here = np.array(stops)
        there = np.roll(here, -1) + shift
        ways = [
            problem.between(here, some[0] + shift)
            + problem.between(some[-1], there)
            - problem.between(here, there)
            for some in (run, run[::-1])[: 2 - form.directed]
        ]
        which, k = np.unravel_index(np.argmin(ways), (len(ways), len(here)))
        ring = np.concatenate((run[:: 1 - 2 * int(which)], here[k + 1 :], here[: k + 1]))
        stays = ~np.isin(ring, order)
        stays[:count] = True
        return leave_out_in_order(self._question, ring, count, stays)

    def _detours(self, stops: list[int], places: list[int]) -> NDArray[Any]:
        """Return how much longer a tour becomes if it visits each place after each stop."""
        problem, form = self._question.problem, self._question.form
        out, shift = np.array(places), form.size - form.stops
        here, there = np.array(stops)[:, None], np.array([*stops[1:], stops[0]])[:, None] + shift
        before, after = problem.between(here, out + shift), problem.between(out, there)
        longer: NDArray[Any] = before + after - problem.between(here, there)
        return longer

    def _filled(self, stops: list[int]) -> list[int]:
        """Return stops with as many places as may not be left out: half of them at a time."""
        while (more := len(out := sorted(self._some.difference(stops))) - self._most) > 0:
            longer = self._detours(stops, out)
            least = longer.min(axis=0).argsort(kind="stable")[: (more + 1) // 2]
            after = longer.argmin(axis=0)[least] + 1
            stops = list(map(int, np.insert(stops, after, np.array(out)[least])))
        return stops


def leave_out_in_order(
    question: Any, ring: NDArray[np.int64], count: int, stays: NDArray[np.bool_]
) -> list[int]:
    """Return a shortest cycle of stops in their order without so many; the first one stays."""
    problem, form = question.problem, question.form
    # 1. From each stop to a later one, past so many that may be left out.
    past, last = np.arange(count + 1), np.arange(1, len(ring) + 1)[:, None]
    first = last - 1 - past
    heads = ring[last % len(ring)] + form.size - form.stops
    steps = problem.between(ring[first], heads).astype(float)
    prices = [float(question.prices.get(v, 0)) for v in ring.tolist()]
    sums, fixed = np.cumsum([0.0, *prices]), np.cumsum([0, *stays])
    after = np.maximum(first, 0) + 1
    steps += sums[last] - sums[after]
    steps[(first < 0) | (fixed[last] > fixed[after])] = np.inf
    # 2. The shortest way to each stop, by the number that was left out before.
    least = np.full((len(ring) + count + 1, 2 * count + 1), np.inf)
    least[count, count] = 0
    row, one = least.strides
    shape = (len(ring), count + 1, count + 1)
    ahead = as_strided(least[count:, count:], shape, (row, -row - one, one), writeable=False)
    for k, lengths in enumerate(steps):
        least[count + k + 1, count:] = (ahead[k] + lengths[:, None]).min(axis=0)
    kept, k, left = [], len(ring), count
    while k:
        skipped = int((ahead[k - 1, :, left] + steps[k - 1]).argmin())
        k, left = k - 1 - skipped, left - skipped
        kept.append(int(ring[k]))
    return kept[::-1]


class SelectionSearch(StatementSearch):
    """A search of tours that leave out places, by Lin-Kernighan and changes of places."""

    part = LEAVING_PART

    @property
    def patience(self) -> int:
        """How many times longer than without a time limit kicks may be in vain."""
        size: int = self._question.problem.size
        return size

    @cached_property
    def _tours(self) -> TourSearch:
        part, start = self._question, self._question.start
        start = start if start and len(part.stops_of(start)) >= FEWEST else None
        leaving = Leaving.of(part.problem, part.prices, part.allowances)
        return TourSearch(part.problem, self.clock, seed=self._seed, tour=start, leaving=leaving)

    def first(self) -> list[int]:
        """Return the tour that is known, or a greedy one without some of its places."""
        self._tours.advance(kicks=0)
        tour: list[int] = self._tours.tour.tolist()
        return tour

    def begin(self, incumbent: Incumbent) -> None:
        """Improve the best tour, in a part of a time limit."""
        search, size = self._tours, self._question.problem.size
        clock = self.clock.within(self.part * self.clock.left)
        is_limited, has_toll = clock.left < math.inf, len(self._question.allowances) == 1
        patience = min(UNLIMITED, search.patience * (self.patience if is_limited else 1))
        kicks = size if has_toll else UNLIMITED if is_limited else KICKS * size
        search.advance(kicks=kicks, patience=patience, seconds=clock.left)
        self._offer(incumbent)
        if has_toll:
            exchange = ExchangeSearch(self._question, search, incumbent, clock, self._seed)
            vain = 0
            for _ in range(UNLIMITED if is_limited else TOLLS):
                if clock.left <= 0 or not exchange.is_open or vain == VAIN:
                    break
                clock.stage, before = self.clock.stage, incumbent.length
                exchange.advance_with_toll()
                self._offer(incumbent)
                exchange.advance()
                vain = 0 if incumbent.length != before else vain + 1

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Search from what a linear program uses most, with kicks."""
        self._follow(planes, self._question.problem.size)

    def _follow(self, planes: CuttingPlanes, kicks: int = 0) -> None:
        part, program = self._question, planes.program
        # 1. What is left out by half, the most first, as far as it may be.
        is_loop = program.tails % part.form.stops == program.heads % part.form.stops
        is_out = is_loop & (program.values > 0.5)
        stops = {*range(part.form.stops)}
        for k in np.flatnonzero(is_out)[np.argsort(-program.values[is_out], kind="stable")]:
            v = int(program.heads[k] % part.form.stops)
            if v in part.prices and not part.missing(stops - {v}) and len(stops) > FEWEST:
                stops.discard(v)
        # 2. A greedy cycle of large values, without those.
        pairs = np.stack((program.tails, program.heads), axis=1)[~is_loop].astype(np.int64)
        cycle = greedy(part.problem, pairs, self.clock, -program.values[~is_loop])
        self._tours.start(cycle[np.isin(cycle % part.form.stops, [*stops])])
        self._tours.advance(kicks=kicks)
        self._offer(planes.incumbent)

    def _offer(self, incumbent: Incumbent) -> None:
        incumbent.offer(self._tours.tour.tolist())


class OneOfEachSearch(SelectionSearch):
    """A search of tours through one place of each of some groups, by annealing."""

    part, patience = PASSING_PART, PASSING_PATIENCE

    @cached_property
    def _groups(self) -> GroupSearch:
        part, problem = self._question, self._question.problem
        first = part.form.stops_of(part.start) if part.start else []
        if part.form.directed:
            return DirectedGroupSearch(problem, first, part.one_of_each, self._seed)
        pairs = pairs_of(with_required(problem, nearest(problem, POOL)))
        first = first or greedy(problem, pairs, self.clock).tolist()
        return SymmetricGroupSearch(problem, first, part.one_of_each, self._seed)

    def first(self) -> list[int]:
        """Return the tour that is known, or the best one so far."""
        tour: list[int] = self._question.nodes_of(self._groups.cycle)
        return tour

    def begin(self, incumbent: Incumbent) -> None:
        """Improve it, in a part of a time limit."""
        question, left = self._question, self.clock.left
        part = DIRECTED_PART if question.form.directed else GROUP_PART
        is_short = (1 - part) * left < GROUP_BOUND * question.problem.size**2
        is_last = question.is_large or is_short
        self._groups.advance(self.clock.within((1.0 if is_last else part) * left))
        incumbent.offer(self.first())
        if question.form.directed and not is_last:  # two places of a group may be better
            self._tours.start(incumbent.tour)
            super().begin(incumbent)

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:
        """Search from what a linear program uses most; in a digraph also dive for a tour."""
        super().at_root(planes, node)
        if self._question.form.directed:
            planes.dive(DIVE, DIVES, DIVE_PART)


class OrderedSearch(SelectionSearch):
    """A search of tours that leave out places and visit the others in an order.

    What is left out is chosen as if there were no order, and then by single changes.
    """

    @cached_property
    def _orders(self) -> OrderSearch:
        return OrderSearch(self._question, self.clock, self._seed)

    def first(self) -> list[int]:
        """Return the tour that is known, or one of all places in the order."""
        start: list[int] | None = self._question.start
        return start or self._in_order([*range(self._question.form.stops)])

    def begin(self, incumbent: Incumbent) -> None:
        """Improve the best tour; then change one place after the other, as long as that helps."""
        super().begin(incumbent)
        part, clock = self._question, self.clock.within(PART * self.clock.left)
        before = None
        with suppress(TimeIsUp):
            while before != incumbent.length:
                before = incumbent.length
                for v in sorted(part.prices):
                    clock.tick(METHOD)
                    stops = part.form.stops_of(incumbent.tour)
                    tours = [[*stops, v]]
                    if v in stops:
                        k, rest = stops.index(v), [u for u in stops if u != v]
                        short = part.missing(rest)
                        others = frozenset(part.prices).intersection(*short) - {*stops}
                        tours = [[*stops[:k], u, *stops[k + 1 :]] for u in sorted(others)]
                        tours += [] if short else [rest]
                    for tour in tours[:FEWER_RIVALS]:
                        incumbent.offer(self._in_order(tour))

    def _offer(self, incumbent: Incumbent) -> None:
        """Offer the stops of the best tour in a good order."""
        incumbent.offer(self._in_order(self._question.stops_of(self._tours.tour.tolist())))

    def _in_order(self, stops: list[int]) -> list[int]:
        """Return a cycle of nodes through stops, in a good order that is allowed."""
        k = stops.index(home := self._question.order.home)
        inner = stops[k + 1 :] + stops[:k]
        better = self._orders.ordered(inner) if inner else inner
        cycle: list[int] = self._question.nodes_of([home, *better])
        return cycle
