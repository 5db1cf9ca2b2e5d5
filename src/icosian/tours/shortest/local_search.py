"""Search of short Hamiltonian cycles: chained Lin-Kernighan on candidate edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import greedy_edges, lin_kernighan as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import random_state
from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.instance import CycleProblem
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
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, CuttingPlanes

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
