"""Local search of short tours, with the moves that a statement about them allows."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import greedy_edges, lin_kernighan as kernels, segments
from icosian._kernels._jit import Run
from icosian._run.arguments import random_state
from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.instance import LARGEST_SUM, CycleProblem
from icosian.tours.shortest.one_trees import (
    EdgeList,
    ReducedLengths,
    Spaced,
    apart,
    nearest,
    pairs_of,
    reduced_lengths,
    with_required,
)
from icosian.tours.shortest.relaxation.branching import Node, Tours
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, CuttingPlanes, Incumbent

METHOD = "tour search"
POOL = 12
"""Nearest nodes from which the candidates of a node are chosen."""
CANDIDATES = 7
"""Candidate edges of a node: those of least length less potentials."""
APART = 3
"""Candidate edges of a node in different directions."""
TREES = 30
"""The 1-trees that make potentials."""
DEPTH = 5
"""The most exchanges that follow each other in a step."""
IDLE = 3_000
"""Kicks in vain after which the search begins anew, or three a node if that is more."""
SLACK = 0.1
"""How much longer a cycle may become than the best since then, in edges of mean length."""
REVERSALS = 50_000
"""The reversals since a kick that can be undone."""
KICKS = 5
"""Kicks a node, where neither a number nor a time is given."""
PATIENCE, LEAST_PATIENCE = 2, 200
"""Kicks a node, and in all, without a shorter cycle, where no time is given."""
UNLIMITED = 2**62
"""More kicks, and a greater gain, than any search has."""
_BEST = 7


def improved(
    problem: CycleProblem,
    clock: Clock | None = None,
    *,
    seed: int = 0,
    kicks: int | None = None,
    seconds: float = math.inf,
    goal: int | None = None,
    tour: Sequence[int] | NDArray[np.int32] | None = None,
    neighbors: NDArray[np.int32] | None = None,
    potentials: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.int32], int]:
    """Return a short cycle and its length, from a given cycle or a greedy one."""
    # The search ends after so many kicks, or too many in vain; or after so many seconds; at the
    # goal; or when the clock runs out, which is no error here. The same seed and number of kicks
    # give the same cycle.
    clock = Clock() if clock is None else clock
    began = clock.seconds
    search = TourSearch(
        problem,
        clock,
        seed=seed,
        tour=tour,
        neighbors=neighbors,
        potentials=potentials,
    )
    patience = search.patience if math.isinf(seconds) else UNLIMITED
    if kicks is None:
        kicks = KICKS * problem.size if math.isinf(seconds) else UNLIMITED
    left = seconds - (clock.seconds - began)
    search.advance(kicks=kicks, patience=patience, seconds=left, goal=goal)
    return search.tour, search.length


class TourSearch:
    """A chained Lin-Kernighan search that can be continued."""

    def __init__(
        self,
        problem: CycleProblem,
        clock: Clock,
        *,
        seed: int = 0,
        tour: Sequence[int] | NDArray[np.int32] | None = None,
        neighbors: NDArray[np.int32] | None = None,
        potentials: NDArray[np.float64] | None = None,
    ) -> None:
        self._problem, self._clock, n = problem, clock, problem.size
        near, kept = neighbors, np.zeros((n, 0), np.int32)
        if near is None:
            near, kept = nearest(problem, POOL), apart(problem, APART)
            near = np.concatenate((kept, near), axis=1)
        near = with_required(problem, near)
        first = greedy(problem, pairs_of(near), clock) if tour is None else np.array(tour, np.int32)
        if potentials is None:
            potentials = _potentials(problem, near, first, clock)
        lengths = reduced_lengths(problem, potentials)
        self._scale = lengths.scale
        near = _ordered(near, lengths.at(problem, near), lengths, kept)
        position = np.empty(n, np.int32)
        position[first] = np.arange(n, dtype=np.int32)
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.RANDOM] = random_state(seed)
        s[kernels.WIDTH] = near.shape[1]
        s[kernels.QUEUED], s[kernels.FLOOR] = n, lengths.least
        s[kernels.SLACK] = int(SLACK * lengths.scale * abs(_length(problem, first)) / n)
        s[kernels.IDLE] = max(IDLE, 3 * n)
        costs = lengths.at(problem, near)
        self._run = Run(
            kernels.chain,
            *lengths.spaced.arrays,
            near.reshape(-1),
            costs.reshape(-1),
            first,
            position,
            first.copy(),  # the best tour
            first.copy(),  # the queue
            np.ones(n, np.int8),  # nodes in the queue
            np.zeros(2 * REVERSALS, np.int32),
            np.zeros(DEPTH * kernels.MOVE, np.int64),
            np.zeros(4, np.int64),  # where a kick cuts
            s,
        )

    @property
    def tour(self) -> NDArray[np.int32]:
        """The shortest cycle so far."""
        return np.array(self._run[_BEST], np.int32)

    @property
    def length(self) -> int:
        """Its length."""
        return _length(self._problem, self.tour)

    @property
    def patience(self) -> int:
        """Kicks in vain after which more are not worth their time."""
        return max(LEAST_PATIENCE, PATIENCE * self._problem.size)

    @property
    def kicks(self) -> int:
        """The kicks so far."""
        return int(self._run[-1][kernels.KICKS])

    def advance(
        self,
        *,
        kicks: int,
        patience: int = UNLIMITED,
        seconds: float = math.inf,
        goal: int | None = None,
    ) -> None:
        """Go on for so many kicks, those in vain, or seconds, or until the goal is reached."""
        run, clock = self._run, self._clock.within(seconds)
        s = run[-1]
        s[kernels.LIMIT] = min(UNLIMITED, self.kicks + kicks)
        s[kernels.LAST], s[kernels.PATIENCE] = self.kicks, patience
        enough = UNLIMITED if goal is None else self._scale * (self.length - goal)
        s[kernels.ENOUGH] = min(UNLIMITED, s[kernels.RECORD] + enough)
        try:
            clock.run(METHOD, run)
        except TimeIsUp:  # in the middle of a kick, perhaps
            run.load()
            run[-1][kernels.STOP] = 1
            run.advance(1)
            run[-1][kernels.STOP] = 0
        self._clock.steps += clock.steps


def _length(problem: CycleProblem, tour: NDArray[np.int32]) -> int:
    """Return the length of a cycle."""
    return int(problem.between(tour, np.roll(tour, -1)).sum(dtype=np.int64))


def _potentials(
    problem: CycleProblem, near: NDArray[np.int32], tour: NDArray[np.int32], clock: Clock
) -> NDArray[np.float64]:
    """Return potentials of the candidate edges: a few 1-trees do."""
    # Lengths less potentials show which edges short tours have better than lengths do [K. Helsgaun,
    # An effective implementation of the Lin-Kernighan traveling salesman heuristic, European
    # Journal of Operational Research 126 (2000), 106-130]. With the cycle there is a 1-tree.
    potentials, following = np.zeros(problem.size), np.empty((problem.size, 1), np.int32)
    following[tour, 0] = np.roll(tour, -1)
    ring = with_required(problem, following)
    if (ring[:, -1] < 0).any():
        return potentials
    edges = EdgeList(problem, pairs_of(np.concatenate((near, ring), axis=1)))
    upper = float(_length(problem, tour))
    return edges.ascend(
        potentials, clock, upper=upper, goal=upper, trees=TREES, factor=1.0, patience=5
    )


def _ordered(
    near: NDArray[np.int32],
    own: NDArray[Any],
    lengths: ReducedLengths,
    kept: NDArray[np.int32],
) -> NDArray[np.int32]:
    """Return the best candidates by length, among them those to be kept; required edges first."""
    is_kept = (near[:, :, None] == kept[:, None, :]).any(axis=2)
    again = np.triu(near[:, :, None] == near[:, None, :], 1).any(axis=1)
    own[again | (near < 0)] = lengths.never
    order = np.argsort(
        np.where(is_kept & (own < lengths.never), lengths.least, own), axis=1, kind="stable"
    )[:, :CANDIDATES]
    near, own = (np.take_along_axis(a, order, axis=1) for a in (near, own))
    near = np.where(own < lengths.never, near, -1)
    return np.take_along_axis(near, np.argsort(own, axis=1, kind="stable"), axis=1)


def greedy(
    problem: CycleProblem,
    pairs: NDArray[np.int64],
    clock: Clock,
    costs: NDArray[np.float64] | None = None,
) -> NDArray[np.int32]:
    """Return a cycle of required edges and of those that cost least, by default the short ones."""
    n = problem.size
    tails, heads = pairs.T
    is_free = ~np.isin(tails * n + heads, [u * n + v for u, v in problem.required])
    order = np.lexsort((problem.between(tails, heads) if costs is None else costs, is_free))
    tour = np.zeros(n, np.int32)
    run = Run(
        greedy_edges.join,
        *Spaced.of(problem).arrays,
        tails[order],
        heads[order],
        np.full(2 * n, -1, np.int64),  # neighbors on paths
        np.arange(n),  # other ends
        np.zeros(n, np.int64),  # ends
        tour,
        np.zeros(1, np.int64),
    )
    clock.run(METHOD, run)
    run.arrays()
    return tour


# -- Search of tours among the edges that a linear program finds best

NEIGHBORS = 5
"""Neighbors of least reduced cost: the candidates."""
SEARCHES = 6
"""Searches at the root; two that agree are enough."""
FIRST = 8
"""Tours are searched again in so many of the first cases, and then in one of so many."""
FEWER = 2
"""A part of the nodes: the kicks of such a search."""


class GuidedSearch(Tours):
    """Tour searches that start from a tour of the edges of large value."""

    def __init__(self, problem: CycleProblem, seed: int, cases: int = 0) -> None:
        # ``cases`` are those before.
        self._problem, self._seed, self._cases, self._searches = problem, seed, cases, 0

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:
        """Search some times, until a search finds the best tour again."""
        self._search(planes, node, SEARCHES, KICKS * planes.edges.size)

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:
        """Search once, if that is due."""
        if self._cases < FIRST or not self._cases % FIRST:
            self._search(planes, node, 1, planes.edges.size // FEWER)
        self._cases += 1

    def later(self) -> GuidedSearch:
        """Return such a search for another process."""
        return GuidedSearch(self._problem, self._seed, FIRST)

    def _search(self, planes: CuttingPlanes, node: Node, searches: int, kicks: int) -> None:
        problem, program = self._problem, planes.program
        if planes.suffices(node.bound) or problem.size <= NEIGHBORS:
            return
        near = _candidates(planes, node)
        pairs = np.stack((program.tails, program.heads), axis=1).astype(np.int64)
        first = greedy(problem, pairs, planes.clock, -program.values)
        for _ in range(searches):
            self._searches += 1
            tour, length = improved(
                problem,
                planes.clock,
                seed=self._seed + self._searches,
                kicks=kicks,
                goal=math.ceil(node.bound + planes.offset - MARGIN),
                tour=first,
                neighbors=near,
                potentials=node.dual.nodes + planes.edges.base,
            )
            if not planes.incumbent.offer(tour.tolist()) and length == planes.incumbent.length:
                break


def _candidates(planes: CuttingPlanes, node: Node) -> NDArray[np.int32]:
    """Return the neighbors of least reduced cost, shape (size, NEIGHBORS), -1 for none."""
    edges, n = planes.edges, planes.edges.size
    reduced = np.full((n, n), np.inf)
    reduced[edges.tails, edges.heads] = planes.reduced_costs(node.dual)
    reduced = np.minimum(reduced, reduced.T)
    near = np.argpartition(reduced, NEIGHBORS, axis=1)[:, :NEIGHBORS]
    near[np.isinf(np.take_along_axis(reduced, near, axis=1))] = -1
    return near.astype(np.int32)


# -- Searches of tours that leave out places, or keep to an order

OFTEN = 8
"""Tours are searched in so many of the first cases, and then in one of so many."""


class Seeking(Tours, ABC):
    """A search of tours, also before there is a linear program."""

    @abstractmethod
    def first(self) -> list[int]:
        """Return some tour, as a cycle of nodes."""

    def begin(self, incumbent: Incumbent) -> None:
        """Improve it."""

    @property
    def potentials(self) -> NDArray[Any] | float:
        """Potentials of the nodes that prove something without a linear program."""
        return 0.0


class StatementSearch(Seeking):
    """A search that follows what linear programs use most."""

    def __init__(self, question: Any, clock: Clock, seed: int, cases: int = 0) -> None:
        self._question, self.clock, self._seed, self._cases = question, clock, seed, cases

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Search in some cases, without kicks."""
        self._cases += 1
        if self._cases < OFTEN or not self._cases % OFTEN:
            self._follow(planes)

    def later(self) -> Self:
        """Return such a search for another process."""
        return type(self)(self._question, Clock(), self._seed, OFTEN)

    @abstractmethod
    def _follow(self, planes: CuttingPlanes) -> None:
        """Improve a tour of what a linear program uses most."""


# -- Tours in an order

ORDERING = "order of places"
CHEAPEST = 8
"""Candidates of a place, out of it and into it."""
ROUND = 100
"""Kicks a stop in the first round; of fewer stops there are as many for each as stops."""
WARM, COLD = 2.0, 0.1
"""The temperatures at which a round begins and ends, in mean reduced lengths of candidates."""
PART = 0.5
"""The part of a time limit in which tours are searched first."""
ROUNDS = 100
"""Steps to potentials; they settle in some tens of them."""
_PATH, _PLACES, _KEPT, _BEST_PATH, _QUEUE, _WAITING = 3, 4, 5, 6, 11, 12


class SegmentSearch:
    """An annealed search of ways from home through stops in an order, and back.

    Parameters
    ----------
    lengths : int64 array, shape (n, n)
        From each stop to each other.
    ways : bool array, shape (n, n)
        Which steps there are; others count as longer than all of them together.
    before : bool array, shape (n, n)
        Which stop comes before which: transitive, home in neither.
    home : int
        The stop where the way begins and ends.
    numbers : iterable of int
        The steps from home after which a stop stays where it is.
    seed : int
    """

    def __init__(
        self,
        lengths: NDArray[np.int64],
        ways: NDArray[np.bool_],
        before: NDArray[np.bool_],
        home: int,
        numbers: Iterable[int],
        seed: int,
    ) -> None:
        n = len(lengths)
        others = np.flatnonzero(np.arange(n) != home)
        # 1. Node 0 leaves home, and node n enters it. A step from one stop to another that is after
        #    it, but not right after it in the order, would pass over those between.
        self._stops = leave = np.concatenate(([home], others))
        enter = np.append(others, home)
        order = before[np.ix_(leave, leave)]
        steps = order.astype(np.float32)
        covers = order & ~(steps @ steps > 0)
        arc = np.zeros((n + 1, n + 1), np.bool_)
        arc[:n, 1:] = ways[np.ix_(leave, enter)]
        arc[:n, :n] &= ~order.T & (covers | ~order) & ~np.eye(n, dtype=bool)
        arc[0, n] = False
        # 2. Reduced by potentials all ways are shorter by the same, and candidates are better ones.
        costs = np.zeros((n + 1, n + 1), np.int64)
        costs[:n, 1:] = lengths[np.ix_(leave, enter)]
        longest = int(np.abs(costs[arc]).max(initial=0))
        rows, columns = _assignment_potentials(np.where(arc, costs, 2 * n * longest + 1)[:n, 1:])
        costs[:n] -= rows[:, None]
        costs[:, 1:] -= columns
        self.potentials = np.zeros(2 * n, np.int64)
        """Of leaving each stop, and then of entering it."""
        self.potentials[leave], self.potentials[n + enter] = rows, columns
        never = 1 + n * int(np.abs(costs[arc]).max(initial=0))
        costs[~arc] = never = min(never, UNLIMITED // (8 * n))
        near, weights = (
            np.concatenate(both)
            for both in zip(*(_cheapest(table, never) for table in (costs, costs.T)), strict=True)
        )
        self._heat = float(weights[near >= 0].mean()) if (near >= 0).any() else 0.0
        # 3. The arcs of the transitive reduction, and the stops that stay.
        both = np.zeros((2, n + 1, n + 1), np.bool_)
        both[:, :n, :n] = covers, covers.T
        counts = both.sum(axis=2).ravel()
        fixed = np.zeros(n + 1, np.int64)
        fixed[[*numbers]] = 1
        s = np.zeros(segments.WORDS, np.int64)
        s[segments.RANDOM], s[segments.WIDTH] = random_state(seed), near.shape[1]
        s[segments.NEVER] = never
        self._costs = costs
        self._run = Run(
            segments.anneal,
            costs.reshape(-1),
            near.reshape(-1),
            weights.reshape(-1),
            *np.zeros((4, n + 1), np.int64),  # the tour, positions, the tour before, and the best
            np.concatenate(([0], np.cumsum(counts))),
            both.nonzero()[2],
            np.cumsum(fixed),
            *np.zeros((3, n + 1), np.int64),  # a segment, the queue, and who waits in it
            np.zeros(3 * segments.DEPTH, np.int64),
            np.zeros(7, np.int64),
            np.zeros(2),
            s,
        )

    def start(self, stops: Sequence[int]) -> None:
        """Begin with a way from home through other stops and back."""
        rank = {v: k for k, v in enumerate(self._stops.tolist())}
        n = len(rank)
        tour = [0, *map(rank.__getitem__, stops), n]
        places = np.argsort(tour).tolist()
        length = int(self._costs[tour[:-1], tour[1:]].sum())
        for k in (_PATH, _KEPT, _BEST_PATH, _QUEUE):
            self._run[k][:] = tour
        self._run[_PLACES][:], self._run[_WAITING][:] = places, [1] * len(tour)
        s = self._run[-1]
        s[segments.QUEUED] = s[segments.LOW] = n + 1
        s[segments.HIGH] = s[segments.CHANGE] = 0
        s[segments.LENGTH] = s[segments.BEST] = length

    def advance(self, kicks: int, clock: Clock) -> None:
        """Repair the way, and kick it so often, the more boldly the earlier."""
        if len(self._stops) < 3:
            return
        heat = self._run[-2]
        heat[0] = self._heat * WARM if kicks else 0.0
        heat[1] = (COLD / WARM) ** (1 / max(1, kicks))
        s = self._run[-1]
        s[segments.LIMIT] = s[segments.KICKS] + kicks
        clock.run(ORDERING, self._run)

    @property
    def stops(self) -> list[int]:
        """The shortest way since the start, without home."""
        stops: list[int] = self._stops[np.array(self._run[_BEST_PATH])[1:-1]].tolist()
        return stops


def _assignment_potentials(
    costs: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return potentials of rows and columns that make an assignment of least costs free."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(costs)
    # Those of the columns follow; between rows this is a shortest path problem.
    more = costs[:, columns] - costs[rows, columns]
    potentials = np.zeros(len(costs), np.int64)
    for _ in range(ROUNDS):
        least = (more + potentials).min(axis=1)
        if (least == potentials).all():
            break
        potentials = least
    return potentials, (costs - potentials[:, None]).min(axis=0)


def _cheapest(costs: NDArray[np.int64], never: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the heads of the cheapest arcs out of every node, -1 for none, and their costs."""
    width = min(CHEAPEST, len(costs))
    near = np.argpartition(costs, width - 1, axis=1)[:, :width]
    near = np.sort(near, axis=1)
    own = np.take_along_axis(costs, near, axis=1)
    order = np.argsort(own, axis=1, kind="stable")
    near, own = (np.take_along_axis(a, order, axis=1) for a in (near, own))
    return np.where(own < never, near, -1), own


class OrderSearch(StatementSearch):
    """A search of tours in an order."""

    def __init__(self, question: Any, clock: Clock, seed: int, cases: int = 0) -> None:
        super().__init__(question, clock, seed, cases)
        self._order, problem, n = question.order, question.problem, question.form.stops
        self._lengths = problem.matrix[:n, n:]
        self._ways = self._lengths < problem.absent
        for u, v in problem.required:
            if v - n != u:
                is_way = self._ways[u, v - n]
                self._ways[u] = self._ways[:, v - n] = False
                self._ways[u, v - n] = is_way

    def first(self) -> list[int]:
        """Return the tour that is known, or one that goes to the nearest place that may be next."""
        start: list[int] | None = self._question.start
        return start or self._question.nodes_of(self._greedy(np.zeros(self._lengths.shape)))

    def begin(self, incumbent: Incumbent) -> None:
        """Anneal the best tour, in rounds of more and more kicks.

        The rounds end with the first that does not help, or a part of a time limit.
        """
        clock = self.clock.within(PART * self.clock.left)
        kicks, is_limited = self._round, clock.left < math.inf
        self._segments.start(self._question.stops_of(incumbent.tour))
        with suppress(TimeIsUp):
            before = None
            while is_limited or before != incumbent.length:
                before = incumbent.length
                self._advance(kicks, clock, incumbent)
                kicks *= 2
        self.clock.steps += clock.steps

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Search from what a linear program uses most, with kicks."""
        self._follow(planes, self._round)

    @property
    def potentials(self) -> NDArray[Any]:
        """Those of an assignment."""
        return self._segments.potentials

    def _follow(self, planes: CuttingPlanes, kicks: int = 0) -> None:
        program, n = planes.program, len(self._lengths)
        values = np.zeros((n, n))
        values[program.tails, program.heads - n] = program.values
        self._segments.start(self._greedy(values))
        self._advance(kicks, self.clock, planes.incumbent)

    @property
    def _round(self) -> int:
        """The kicks of the first round."""
        n = len(self._lengths)
        return n * min(n, ROUND)

    @cached_property
    def _segments(self) -> SegmentSearch:
        return self._among(np.arange(len(self._lengths)))

    def _among(self, stops: NDArray[np.int64]) -> SegmentSearch:
        """Return the search of ways through some stops, of which home is one."""
        order, some = self._order, np.ix_(stops, stops)
        home = stops.tolist().index(order.home)
        given = self._lengths[some], self._ways[some], order.before[some]
        return SegmentSearch(*given, home, order.numbers, self._seed)

    def _advance(self, kicks: int, clock: Clock, incumbent: Incumbent) -> None:
        """Go on, and offer the best tour, also when the time is up."""
        try:
            self._segments.advance(kicks, clock)
        finally:
            incumbent.offer(self._question.nodes_of(self._segments.stops))

    def ordered(self, stops: list[int]) -> list[int]:
        """Return stops in a better order, which is allowed, from one that need not be."""
        values = np.zeros(self._lengths.shape)
        values[[self._order.home, *stops[:-1]], stops] = 1
        chosen = np.sort([self._order.home, *stops])
        search = self._among(chosen)
        rank = {v: k for k, v in enumerate(chosen.tolist())}
        search.start([rank[v] for v in self._greedy(values, stops)])
        search.advance(0, Clock())
        better: list[int] = chosen[search.stops].tolist()
        return better

    def _greedy(self, values: NDArray[np.float64], stops: Iterable[int] = ()) -> list[int]:
        """Return a tour of some stops, or all, by arcs of large value, the shorter ones first."""
        order, lengths = self._order, self._lengths
        left = [v for v in stops or range(len(lengths)) if v != order.home]
        tour, last = list[int](), order.home
        waits, numbered = order.before[left].sum(axis=0), {*order.numbers.values()}
        while left:
            ready = [v for v in left if not waits[v]]
            here = {order.numbers.get(len(tour) + 1)} & {*ready}
            ready = [*(here or {*ready} - numbered)] or ready
            rank = np.lexsort((lengths[last, ready], -np.round(values[last, ready], 6)))
            last = ready[int(rank[0])]
            waits -= order.before[last]
            tour.append(last)
            left.remove(last)
        return tour


# -- Tours that leave out places
# Stops are taken out, put in and exchanged one at a time while that is shorter, and the order of
# those that are left is improved as that of any tour. Then some stops in a row are taken out.

SELECTION = "selection of places"
LEAST = 5
"""The fewest stops of which the order is searched."""
CHANGES = 40
"""Changes of the best tour in a search, at most one for each stop."""
SPAN, SHORT = 4, 300
"""The most stops that a change takes out; more of a short tour, so many over its stops."""


class SelectionSearch(StatementSearch):
    """A local search of tours that leave out places."""

    def __init__(self, selection: Any, clock: Clock, seed: int, cases: int = 0) -> None:
        super().__init__(selection, clock, seed, cases)
        self._random = np.random.default_rng(seed)
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
        tour: list[int] = self.selection.nodes_of(self._first())
        return tour

    def _first(self) -> list[int]:
        form = self.selection.form
        stops = [*form.any_order, *(() if form.home is None else (form.home,))]
        stays = [v for v in stops if v not in self.selection.prices]
        return self._repaired(stays)

    def begin(self, incumbent: Incumbent) -> None:
        """Improve the best tour, and then what kicks make of it."""
        best = self._improved(self._question.stops_of(incumbent.tour))
        incumbent.offer(self._question.nodes_of(best))
        least = self.cost(best)
        for _ in range(min(CHANGES, len(best))):
            tour = self._improved(self._kicked(best))
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

    def _follow(self, planes: CuttingPlanes) -> None:
        tour = self._improved(self._following(planes))
        planes.incumbent.offer(self._question.nodes_of(tour))

    def _kicked(self, tour: list[int]) -> list[int]:
        """Return what is left of a tour without some stops, and others in their place."""
        most = max(SPAN, SHORT // len(tour))
        k, count = self._random.integers(len(tour)), 1 + self._random.integers(most)
        turned = tour[k:] + tour[:k]
        kept = [v for v in turned[:count] if v not in self.selection.prices] + turned[count:]
        return self._repaired(kept, [v for v in turned[:count] if v not in kept])

    def _following(self, planes: CuttingPlanes) -> list[int]:
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

    def _improved(self, tour: list[int]) -> list[int]:
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
                self.clock.tick(SELECTION)
                costs, where = self._insertions(tour, out)
                k = int(costs.argmin())
                if costs[k] >= -self._small:
                    break
                tour.insert(1 + int(where[k]), out[k])
            # 2. Each place is taken out, or another put in for it, wherever that is best.
            for t in [v for v in tour if v in prices]:
                if len(tour) < least:
                    break
                self.clock.tick(SELECTION)
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
            size=len(nodes),
            matrix=problem.matrix[np.ix_(nodes, nodes)],
            edges=None,
            required=tuple((rank[u], rank[v]) for u, v in required),
            absent=problem.absent,
        )
        start = [rank[v] for v in form.nodes_of(tour)]
        found, _ = improved(part, Clock(), seed=0, kicks=len(nodes), tour=start)
        stops: list[int] = form.stops_of([nodes[v] for v in found.tolist()])
        return stops


class OrderedSearch(SelectionSearch):
    """A local search of tours that leave out places and visit the others in an order."""

    def __init__(self, selection: Any, clock: Clock, seed: int, cases: int = 0) -> None:
        super().__init__(selection, clock, seed, cases)
        self._orders = OrderSearch(selection, clock, seed)

    def _ordered(self, tour: list[int]) -> list[int]:
        """Return the same stops in a better order, which is allowed."""
        k = tour.index(home := self.selection.order.home)
        inner = tour[k + 1 :] + tour[:k]
        return [home, *self._orders.ordered(inner)] if inner else tour
