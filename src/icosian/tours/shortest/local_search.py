"""Local search of short tours, with the moves that a statement about them allows."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import lin_kernighan as kernels, segments
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, TimeIsUp, random_state
from icosian.tours.instance import CycleProblem, has_between
from icosian.tours.shortest.one_trees import (
    FINEST,
    EdgeList,
    Spaced,
    apart,
    assignment_potentials,
    best_candidates,
    lowest,
    nearest,
    pairs_of,
    reduce_lengths,
    with_required,
)
from icosian.tours.shortest.relaxation.branching import Node, Tours
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, CuttingPlanes, Incumbent

METHOD = "tour search"
POOL, SMALL_POOL = 12, 8
"""Nearest nodes from which the candidates of a node are chosen, and of one of many."""
CANDIDATES = 7
"""Candidate edges of a node: those of least length less potentials."""
APART = 3
"""Candidate edges of a node in different directions."""
TREES = 30
"""The 1-trees that make potentials."""
FEWER_TREES, SHORTER = 10, 0.4
"""The trees of many nodes, and how long their steps are: the first cycle of these is longer."""
DEPTH = 5
"""The most exchanges that follow each other in a step."""
IDLE = 3_000
"""Kicks in vain after which the search begins anew, or three a node if that is more."""
SLACK = 0.1
"""How much longer a cycle may become than the best since then, in edges of mean length."""
REVERSALS = 50_000
"""The reversals since a kick that can be undone."""
KICKS = 5
"""Kicks a node in a search at the root of the tree, or of tours that may leave places out."""
PATIENCE, LEAST_PATIENCE = 2, 200
"""Kicks a node, and in all, without a shorter cycle, where no time is given."""
RIVALS, FEWER_RIVALS = 40, 16
"""Places that may come in for one, the nearest of its sets, and where each takes a search. With 16
tours that leave out 40 of 200 places were .6 % longer after 1 s; 100 do not shorten them."""
MOST_TIMES = 4
"""Where most places are left out, a place has so many times more candidates."""
LOOSE = 1.0
"""The slack, where places may be left out."""
MANY, FAR, HASTY, CLOSE = 5_000, 50_000, 20_000, 1_000
"""With more points than the first, moves reach so far in the cycle, so far where time is short and
candidates are given, and so far once there are kicks: twice as far whenever they were everywhere.
"""
REPORTED = 100_000
"""Steps between two reports of the length."""
BLOCK = 2**16
"""Nodes whose candidates, and pairs whose lengths, are ordered at a time."""
WINDOW, TOGETHER = 1_000, 100
"""Then kicks begin at one of so many nodes, and so many kicks at about the same ones."""
JOINED = 5
"""A first cycle has edges to so many nodes near each, then to so many ends of paths near an end.
Other paths follow a curve: were all joined, near nodes would be where moves do not reach."""
UNLIMITED = 2**62
"""More kicks, and a greater gain, than any search has."""
_CYCLE, _OUT = 1, 2  # arguments of the kernel


class Leaving(NamedTuple):
    """What a tour may leave out."""

    out: kernels.LeftOut
    """For each node of a problem, as the kernel reads it."""
    rivals: int
    """Those of a node."""
    times: int
    """How many places there are for each that a tour visits, about."""

    @classmethod
    def of(
        cls,
        problem: CycleProblem,
        prices: Mapping[int, int],
        allowances: Sequence[tuple[frozenset[int], int]],
    ) -> Leaving:
        """Return it for places with prices, and sets of which so many may be left out."""
        form = problem.instance
        n, shift = form.stops, form.size - form.stops
        nodes = np.arange(form.size)
        own = np.full(form.size, kernels.STAYS, np.int64)
        rivals = np.full((form.size, RIVALS), -1, np.int64)
        inside: list[list[int]] = [[] for _ in nodes]
        out = len(prices.keys() - frozenset().union(*(some for some, _ in allowances)))
        out += sum(most for _, most in allowances)
        for k, (some, _) in enumerate(allowances):
            for v in some:
                inside[v].append(k)
        alike: dict[tuple[int, ...], list[int]] = {}
        for v, price in prices.items():
            own[[v, v + shift]] = price
            alike.setdefault(tuple(inside[v]), []).append(v)
        for sets, members in alike.items():
            common = frozenset().union(*(allowances[k][0] for k in sets))
            others = np.array(sorted(prices.keys() & common), np.int64)
            count = min(RIVALS, len(others) - 1)
            if count <= 0:
                continue
            height = max(1, BLOCK // len(others))
            for k in range(0, len(members), height):
                here = np.array(members[k : k + height])
                far = problem.between(here[:, None], others + shift)
                far[here[:, None] == others] = UNLIMITED
                order = lowest(far, count)
                far = np.take_along_axis(far, order, axis=1)
                order = np.take_along_axis(order, np.argsort(far, axis=1, kind="stable"), axis=1)
                rivals[here, :count] = others[order]
                rivals[here + shift, :count] = others[order] + shift
        arrays = kernels.LeftOut(
            mates=(nodes + shift) % form.size if shift else nodes,
            prices=own,
            rows=np.cumsum([0, *map(len, inside)]),
            sets=np.array([*chain(*inside)], np.int64),
            rivals=rivals.reshape(-1),
            room=np.array([most for _, most in allowances], np.int64),
        )
        return cls(arrays, RIVALS, min(MOST_TIMES, n // max(1, n - out)))


_STAY = Leaving(kernels.LeftOut(*np.zeros((6, 0), np.int64)), 0, 1)


class TourSearch:
    """A chained Lin-Kernighan search that goes on, also from known candidates and potentials."""

    def __init__(
        self,
        problem: CycleProblem,
        clock: Clock,
        *,
        seed: int = 0,
        tour: Sequence[int] | NDArray[np.int32] | None = None,
        known: tuple[NDArray[np.int32], NDArray[np.float64]] | None = None,
        leaving: Leaving | None = None,
    ) -> None:
        self._problem, self._clock, n = problem, clock, problem.size
        self.report: Callable[[int], object] = lambda length: None  # noqa: ARG005
        """What is called with the length from time to time."""
        self._leaving = few = _STAY if leaving is None else leaving
        near, potentials = known or (None, None)
        kept = np.zeros((n, 0), np.int32)
        if near is None:
            near = nearest(problem, few.times * (POOL if n <= MANY else SMALL_POOL))
            with suppress(TimeIsUp):
                kept = apart(problem, APART, clock)
            near = np.concatenate((kept, near), axis=1)
        first = begin_cycle(problem, near, clock) if tour is None else np.array(tour, np.int32)
        near = with_required(problem, near)
        if potentials is None and leaving is None:
            potentials = _potentials(problem, near, first, clock)
        # Without potentials all is integral, and prices may be large.
        lengths = reduce_lengths(problem, potentials, FINEST if leaving is None else 1)
        self._scale = lengths.scale
        blocks = [slice(k, k + BLOCK) for k in range(0, n, BLOCK)]  # temporary arrays are small
        own = (lengths.at(problem, near, rows) for rows in blocks)
        near = np.concatenate(
            [
                best_candidates(near[rows], costs, lengths, kept[rows], few.times * CANDIDATES)
                for rows, costs in zip(blocks, own, strict=True)
            ]
        )
        costs = np.concatenate([lengths.at(problem, near, rows) for rows in blocks])
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.RANDOM] = random_state(seed)
        s[kernels.WIDTH], s[kernels.RIVALS] = near.shape[1], few.rivals
        s[kernels.FLOOR] = lengths.least
        slack = SLACK if leaving is None else LOOSE
        s[kernels.SLACK] = int(slack * lengths.scale * abs(problem.length(first)) / len(first))
        s[kernels.IDLE] = max(IDLE, 3 * n)
        s[kernels.FAR] = s[kernels.CLOSE] = s[kernels.WINDOW] = n
        if problem.points is not None and n > MANY:  # numbered along a curve
            s[kernels.FAR], s[kernels.CLOSE] = FAR if known is None else HASTY, CLOSE
            s[kernels.STRIDE], s[kernels.WINDOW] = WINDOW // TOGETHER, WINDOW
        self._run = Run(
            kernels.chain,
            kernels.TourGraph(*lengths.spaced.distances, near.reshape(-1), costs.reshape(-1)),
            kernels.KickedCycle._make(
                [
                    *np.zeros((4, n), np.int32),  # cycle, positions, best cycle, queue
                    np.zeros(n, np.int8),  # nodes in the queue
                    np.zeros(2 * REVERSALS, np.int32),
                    np.zeros(DEPTH * kernels.MOVE, np.int64),
                    np.zeros(4, np.int64),  # where a kick cuts
                ]
            ),
            few.out._replace(prices=few.out.prices.copy(), room=few.out.room.copy()),
            s,
        )
        self.start(first)

    def start(self, tour: Sequence[int] | NDArray[np.int32]) -> None:
        """Begin with a cycle, of all nodes or those that are not left out."""
        run, few, n = self._run, self._leaving, self._problem.size
        first, room = np.array(tour, np.int32), few.out.room.copy()
        self._begun = self._problem.length(first)
        out = np.setdiff1d(np.arange(n, dtype=np.int32), first) if len(first) < n else first[:0]
        for v in out.tolist():
            np.subtract.at(room, few.out.sets[few.out.rows[v] : few.out.rows[v + 1]], 1)
        whole = np.append(first, out)
        cycle, s = run[_CYCLE], run[-1]
        for array in (cycle.tour, cycle.shortest, cycle.queue):
            array[:] = whole.tolist()
        cycle.position[:], cycle.waiting[:] = np.argsort(whole).tolist(), [1] * n
        run[_OUT].room[:] = room.tolist()
        s[kernels.QUEUED], s[kernels.SIZE], s[kernels.SHORTEST] = n, len(first), len(first)
        s[kernels.HEAD] = s[kernels.LOGGED] = s[kernels.MARK] = s[kernels.LOST] = 0
        s[kernels.GAIN] = 0
        s[kernels.SAVED] = s[kernels.RECORD] = s[kernels.BEST] = 0
        s[kernels.LAST] = s[kernels.BEGUN] = s[kernels.KICKS]

    def charge(self, places: list[int], toll: int) -> None:
        """Make it cost so much more to leave out places, as long as a search lasts."""
        form, own = self._problem.instance, self._leaving.out.prices.copy()
        for shift in {0, form.size - form.stops}:
            own[np.array(places) + shift] += toll
        self._run[_OUT].prices[:] = own.tolist()

    @property
    def tour(self) -> NDArray[np.int32]:
        """The shortest cycle so far."""
        return np.array(self._run[_CYCLE].shortest[: self._run[-1][kernels.SHORTEST]], np.int32)

    @property
    def length(self) -> int:
        """Its length."""
        return self._problem.length(self.tour)

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
            while not clock.run(METHOD, run, REPORTED):
                s = run[-1]
                gain = max(s[kernels.RECORD], s[kernels.SAVED] + s[kernels.GAIN])
                self.report(self._begun - int(gain) // self._scale)
                clock.stage = self._clock.stage
        except TimeIsUp:  # in the middle of a kick, perhaps
            run.load()
            run[-1][kernels.STOP] = 1
            run.advance(1)
            run[-1][kernels.STOP] = 0


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
    upper = float(problem.length(tour))
    trees, factor = (TREES, 1.0) if problem.size <= MANY else (FEWER_TREES, SHORTER)
    return edges.ascend(
        potentials, clock, upper=upper, goal=upper, trees=trees, factor=factor, patience=5
    )


def begin_cycle(problem: CycleProblem, near: NDArray[np.int32], clock: Clock) -> NDArray[np.int32]:
    """Return a first cycle: of the shortest edges, and of points of those between ends of paths."""
    n, points = problem.size, problem.points
    if points is None:
        return greedy(problem, pairs_of(with_required(problem, near)), clock)
    pairs = pairs_of(with_required(problem, near[:, :JOINED]))
    tour = greedy(problem, pairs, clock)
    # Steps that are none of the pairs lead from one path to another.
    steps = np.stack((tour, np.roll(tour, -1)), axis=1).astype(np.int64)
    steps.sort(axis=1)
    keys, own = pairs @ (n, 1), steps @ (n, 1)
    is_joint = keys.take(np.searchsorted(keys, own), mode="clip") != own
    ends = np.unique(steps[is_joint])
    ends = ends[ends < len(points.spots)]
    if len(ends) <= 2:
        return tour
    found = ends[pairs_of(points.around(ends, JOINED))]
    costs = np.append(np.full(n - is_joint.sum(), -math.inf), problem.between(*found.T))
    return greedy(problem, np.concatenate((steps[~is_joint], found)), clock, costs)


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
        kernels.greedy,
        Spaced.of(problem).distances,
        kernels.SortedEdges(tails[order], heads[order]),
        kernels.JoinedPaths(np.full(2 * n, -1, np.int64), np.arange(n), np.zeros(n, np.int64)),
        tour,
        np.zeros(1, np.int64),
    )
    try:
        clock.run(METHOD, run)
    except TimeIsUp:  # a tour is returned whatever the time limit
        Clock().run(METHOD, run)
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
            found = TourSearch(
                problem,
                planes.clock,
                seed=self._seed + self._searches,
                tour=first,
                known=(near, node.dual.nodes + planes.edges.base),
            )
            goal = math.ceil(node.bound + planes.offset - MARGIN)
            found.advance(kicks=kicks, patience=found.patience, goal=goal)
            best = planes.incumbent
            if not best.offer(found.tour.tolist()) and found.length == best.length:
                break


def _candidates(planes: CuttingPlanes, node: Node) -> NDArray[np.int32]:
    """Return the neighbors of least reduced cost, shape (size, NEIGHBORS), -1 for none."""
    edges, n = planes.edges, planes.edges.size
    reduced = np.full((n, n), np.inf)
    reduced[edges.tails, edges.heads] = planes.reduced_costs(node.dual)
    reduced = np.minimum(reduced, reduced.T)
    near = lowest(reduced, NEIGHBORS)
    near[np.isinf(np.take_along_axis(reduced, near, axis=1))] = -1
    return near.astype(np.int32)


# -- Searches of tours that leave out places, or keep to an order

FEWEST = 3
"""The fewest stops of a cycle."""
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


class KnownSearch(Seeking):
    """No search: integral solutions of linear programs are enough where tours are known."""

    def __init__(self, question: Any, clock: Clock, seed: int) -> None:  # noqa: ARG002
        self._known: Mapping[Any, list[int]] = question.known

    def first(self) -> list[int]:
        """Return the last tour that is known."""
        return [*self._known.values()][-1]


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
ROUND, ROUNDS, DOUBLED = 100, 4, 2**9
"""Kicks a stop in the first round; of fewer stops there are as many for each as stops. Rounds in
vain after which no tour is sought where edges are missing, and how kicks grow without a limit."""
LAST, MOST_ROUNDS, TICK = 0.9, 5, 1e-6
"""One that time would cut short stays too hot: if less than so many times the time of a round is
left, the next is the last, and takes this part of it; seconds that each takes."""
THOROUGH = 5
"""Kicks for the stops cubed, beyond which rounds end with the first that does not help."""
WARM, COLD = 2.0, 0.1
"""The temperatures at which a round begins and ends, in mean reduced lengths of candidates."""
PART = 0.5
"""The part of a time limit in which tours are searched first."""
REPAIR = 0.2
"""The seconds for which a first tour is improved, however short a time limit is; interpreted, 100
places take some hundredths of a second."""


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
        covers = order & ~has_between(order, np.ones(n, np.bool_))
        arc = np.zeros((n + 1, n + 1), np.bool_)
        arc[:n, 1:] = ways[np.ix_(leave, enter)]
        arc[:n, :n] &= ~order.T & (covers | ~order) & ~np.eye(n, dtype=bool)
        arc[0, n] = False
        # 2. Reduced by potentials all ways are shorter by the same, and candidates are better ones.
        costs = np.zeros((n + 1, n + 1), np.int64)
        costs[:n, 1:] = lengths[np.ix_(leave, enter)]
        longest = int(np.abs(costs[arc]).max(initial=0))
        rows, columns = assignment_potentials(np.where(arc, costs, 2 * n * longest + 1)[:n, 1:])
        self.potentials = np.zeros(2 * n, np.int64)
        """Of leaving each stop, and then of entering it."""
        self.potentials[leave], self.potentials[n + enter] = rows, columns
        # Twice the costs have potentials that are the same of both, if lengths are.
        same = (lengths == lengths.T) & (ways == ways.T) | before | before.T
        if turns := bool(same.all()):
            both = self.potentials.reshape(2, n).sum(axis=0)
            rows, columns, costs = both[leave], both[enter], 2 * costs
        costs[:n] -= rows[:, None]
        costs[:, 1:] -= columns
        near, weights, never, self._heat = candidate_arcs(costs, arc)
        # 3. The arcs of the transitive reduction, and the stops that stay.
        both = np.zeros((2, n + 1, n + 1), np.bool_)
        both[:, :n, :n] = covers, covers.T
        counts = both.sum(axis=2).ravel()
        fixed = np.zeros(n + 1, np.int64)
        fixed[[*numbers]] = 1
        slots = np.flatnonzero(fixed == 0)
        ahead = np.where(np.diff(slots, append=n + 1) > 1, np.arange(len(slots)), n)
        s = np.zeros(segments.WORDS, np.int64)
        s[segments.RANDOM], s[segments.WIDTH] = random_state(seed), near.shape[1]
        s[segments.NEVER], s[segments.TURNS] = never, turns
        self._costs = costs
        arcs = segments.OrderedArcs(
            costs=costs.reshape(-1),
            near=near.reshape(-1),
            weights=weights.reshape(-1),
            rows=np.concatenate(([0], np.cumsum(counts))),
            arcs=both.nonzero()[2],
            fixed=np.cumsum(fixed),
            slots=slots,
            ahead=np.minimum.accumulate(ahead[::-1])[::-1],
        )
        log, moves = np.zeros(3 * segments.DEPTH, np.int64), np.zeros(7, np.int64)
        path = segments.AnnealedPath._make([*np.zeros((7, n + 1), np.int64), log, moves])
        self._run = Run(segments.anneal, arcs, path, np.zeros(2), s)

    def start(self, stops: Sequence[int]) -> None:
        """Begin with a way from home through other stops and back."""
        rank = {v: k for k, v in enumerate(self._stops.tolist())}
        n = len(rank)
        tour = [0, *map(rank.__getitem__, stops), n]
        places = np.argsort(tour).tolist()
        length = int(self._costs[tour[:-1], tour[1:]].sum())
        path, s = self._run[1], self._run[-1]
        for array in (path.tour, path.kept, path.shortest, path.queue):
            array[:] = tour
        path.position[:], path.waiting[:] = places, [1] * len(tour)
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
        return self._without_home(self._run[1].shortest)

    @property
    def repaired(self) -> list[int]:
        """The way as far as it is repaired, without home."""
        return self._without_home(self._run[1].tour)

    def _without_home(self, tour: Any) -> list[int]:
        stops: list[int] = self._stops[np.array(tour)[1:-1]].tolist()
        return stops


def arcs_of(problem: CycleProblem) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the lengths between the stops of a digraph, and which steps tours may make."""
    n = problem.instance.stops
    lengths = problem.matrix[:n, n:]
    ways = lengths < problem.absent
    for u, v in problem.required:
        if v - n != u:
            is_way = ways[u, v - n]
            ways[u] = ways[:, v - n] = False
            ways[u, v - n] = is_way
    return lengths, ways


def candidate_arcs(
    costs: NDArray[np.int64], arc: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64], int, float]:
    """Return heads of the cheapest arcs out of every node, then tails of those into it.

    They are -1 for none. Also return their costs, what missing arcs cost now, and the mean cost.
    """
    n, near, weights = len(costs), list[Any](), list[Any]()
    never = min(1 + n * int(np.abs(costs[arc]).max(initial=0)), UNLIMITED // (8 * n))
    costs[~arc] = never
    for table in (costs, costs.T):
        some = lowest(table, min(CHEAPEST, n))
        own = np.take_along_axis(table, some, axis=1)
        order = np.argsort(own, axis=1, kind="stable")
        some, own = (np.take_along_axis(a, order, axis=1) for a in (some, own))
        near.append(np.where(own < never, some, -1))
        weights.append(own)
    heads, least = np.concatenate(near), np.concatenate(weights)
    mean = float(least[heads >= 0].mean()) if (heads >= 0).any() else 0.0
    return heads, least, never, mean


class OrderSearch(StatementSearch):
    """A search of tours in an order."""

    def __init__(self, question: Any, clock: Clock, seed: int, cases: int = 0) -> None:
        super().__init__(question, clock, seed, cases)
        self._order = question.order
        self._lengths, self._ways = arcs_of(question.problem)

    def first(self) -> list[int]:
        """Return the tour that is known, or an improved one to the nearest places allowed next."""
        start: list[int] | None = self._question.start
        if start is None:
            self._repair(self._greedy(np.zeros(self._lengths.shape)))
            start = self._question.nodes_of(self._segments.repaired)
        return start

    def rounds(self) -> Iterator[list[int] | None]:
        """Yield None after each round of kicks, and then a tour if they find one.

        Some edges are missing, so that not every order of the stops is a tour.
        """
        if self._order.before.diagonal().any():
            return  # it contradicts itself
        tour, clock = self.first(), self.clock.within(PART * self.clock.left)
        kicks, vain, length = self._round, 0, math.inf
        most = kicks * DOUBLED if clock.left == math.inf else UNLIMITED
        with suppress(TimeIsUp):
            while vain < ROUNDS and kicks <= most and self._question.measured(tour) is None:
                self._segments.start(self._question.stops_of(tour))
                try:
                    self._segments.advance(kicks, clock)
                finally:
                    tour = self._question.nodes_of(self._segments.stops)
                before, length = length, self._question.problem.length(tour)
                vain += length >= before
                kicks *= 2
                yield None
        if self._question.measured(tour) is not None:
            yield tour

    def begin(self, incumbent: Incumbent, most: float = UNLIMITED) -> None:
        """Anneal the tour, in rounds of more and more kicks.

        They end with a part of a time limit; without one, or from rounds of ``most`` kicks on, or
        of enough for so few stops, with the first that does not help. Each but the last in time
        begins anew, as no heat leads out of some tours; that one with the best.
        """
        first = self._question.stops_of(incumbent.tour)
        self._repair(first)
        incumbent.offer(self._question.nodes_of(self._segments.stops))
        clock = self.clock.within(PART * self.clock.left)
        kicks, is_limited = self._round, clock.left < math.inf
        most = min(most, THOROUGH * len(self._lengths) ** 3)
        with suppress(TimeIsUp):
            before = None
            while (is_limited and kicks <= most) or before != incumbent.length:
                before, began = incumbent.length, clock.seconds
                self._segments.start(first)
                self._advance(kicks, clock, incumbent)
                rounds = LAST * clock.left / max(clock.seconds - began, TICK)
                if is_last := is_limited and 1 < rounds < MOST_ROUNDS:
                    first = self._question.stops_of(incumbent.tour)
                kicks = int(kicks * (rounds if is_last else 2))

    def _repair(self, stops: Sequence[int]) -> None:
        """Improve a tour without kicks, in a part of a time limit that is not too short."""
        self._segments.start(stops)
        left = self.clock.left
        with suppress(TimeIsUp):
            self._segments.advance(0, Clock(max(REPAIR, PART * left) if left < math.inf else None))

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
        return len(self._lengths) * min(len(self._lengths), ROUND)

    @cached_property
    def _segments(self) -> SegmentSearch:
        return self._among(np.arange(len(self._lengths)))

    def _among(self, stops: NDArray[np.int64]) -> SegmentSearch:
        """Return the search of ways through some stops, of which home is one."""
        order, some = self._order, np.ix_(stops, stops)
        home = stops.tolist().index(order.home)
        given = self._lengths[some], self._ways[some], order.before[some]
        numbers = [k for k in order.numbers if k < len(stops)]
        return SegmentSearch(*given, home, numbers, self._seed)

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
        is_left = np.zeros(len(lengths), np.bool_)
        is_left[[*(stops or range(len(lengths)))]] = True
        is_left[order.home] = False
        is_free = np.ones(len(lengths), np.bool_)
        is_free[[*order.numbers.values()]] = False
        waits = order.before[is_left].sum(axis=0)
        tour, last = list[int](), order.home
        for k in range(1, 1 + np.count_nonzero(is_left)):
            ready = np.flatnonzero(is_left & (waits == 0))
            here = ready[ready == order.numbers.get(k, -1)]
            here = here if len(here) else ready[is_free[ready]]
            ready = here if len(here) else ready
            worth = np.round(values[last, ready], 6)
            ready = ready[worth == worth.max()]
            last = int(ready[lengths[last, ready].argmin()])
            waits -= order.before[last]
            tour.append(last)
            is_left[last] = False
        return tour
