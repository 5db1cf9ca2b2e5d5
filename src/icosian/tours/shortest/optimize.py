"""The shortest Hamiltonian cycle and its proof: the methods, their order and their budgets.

This is the only place that decides. The methods run one after the other, and the first that proves
that no tour is shorter than the goal ends the search. Budgets are steps, not seconds, so an answer
depends on the problem and the seed only.

==============  ===================================================================================
method          what it does
==============  ===================================================================================
tour search     a short tour, after ``KICKS`` a node
1-trees         a bound by potentials; branch and bound up to ``SMALL`` nodes, where the gap is
                small
cutting planes  the bound of the linear program; a second search of tours among its best edges
branching       branch and cut over the edges that the bound leaves; tours are searched again now
                and then
==============  ===================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from operator import attrgetter

import numpy as np

from icosian._run.clock import Clock, TimeIsUp
from icosian._run.pool import Pool
from icosian.tours.shortest.improvement import GuidedSearch, TourSearch
from icosian.tours.shortest.one_trees import ascent, branch_and_bound, least_of_all
from icosian.tours.shortest.problem.cycle_problem import CycleProblem, Solution, Weights
from icosian.tours.shortest.relaxation.branch_and_cut import LOSS, BranchAndCut, first_columns
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Dual, SolverFailure
from icosian.tours.shortest.relaxation.rounding import LARGEST, SCALES, Edges

KICKS, MOST_KICKS = 6, 1_000
"""Kicks a node in the first search for tours, and where it goes on until the time is up."""
SHARE = 0.5
"""The part of a time limit that the first search may take."""
ASCENT = 3e-4
"""Seconds that potentials take for each node."""
BOUND = 2.0
"""A bound is begun only if this many times what one by potentials takes is left."""
REST = 0.25
"""The part of the time left that the linear program at the root leaves to the tour search, which
has no less than above."""
SMALL, CLOSE = 120, 0.01
"""Nodes, and the gap as a part of the length, up to which cases are searched with 1-trees."""
LARGE = 3_000
"""Nodes beyond which all pairs of them are too many for a linear program."""


def solve(
    problem: CycleProblem,
    clock: Clock,
    *,
    gap: float,
    seed: int,
    tour: list[int] | None,
    report: Callable[[int, int | None], object],
    keep: Callable[[int, int], object] = lambda leaves, each: None,  # noqa: ARG005 - the signature
    ending: float = -math.inf,
    pool: Pool | None = None,
) -> Solution:
    """Return the shortest cycle with its proof, or what is known of it when the time is up.

    The search ends when the bound is within the fraction ``gap`` of the length. ``report`` is
    called with the length and the bound whenever one of them improves, and ``keep``, as the tree
    grows, with the number of its leaves and that of edges and members of sets in each. Cases are
    searched on the pool if they are many. What follows a bound takes so many seconds as ``ending``:
    if less than twice that is left after the first search for tours, that goes on instead, and
    nothing is proved. All of a time limit is used where it ends before the proof.
    """
    search = _Search(problem, clock, gap, seed, tour, report, keep, pool)
    least = BOUND * (ending + ASCENT * problem.size)
    if not search.is_hopeless and clock.left < least:
        return search.unproved()
    keep(0, 0)
    if search.is_hopeless:
        return search.solution()
    with suppress(TimeIsUp, SolverFailure):
        if (solution := search.one_trees()) is not None:
            return solution
        if not search.is_large:
            return search.cutting_planes(least) or search.branching()
    search.more_tours()
    return search.solution()


class _Search:
    """What the methods hand on: the best tour, the dual at the root, and the tree."""

    def __init__(
        self,
        problem: CycleProblem,
        clock: Clock,
        gap: float,
        seed: int,
        tour: list[int] | None,
        report: Callable[[int, int | None], object],
        keep: Callable[[int, int], object],
        pool: Pool | None,
    ) -> None:
        self.problem, self.clock, self.report = problem, clock, report
        self.gap, self.pool = gap, pool
        self.bound: int | None = None
        self.is_large = problem.edges is None and problem.size > LARGE
        has_conditions = problem.edges is not None or (problem.required and not self.is_large)
        self.is_hopeless = bool(has_conditions) and self.edges.case((), (), 0) is None
        if not self.is_hopeless:
            self._first = search = TourSearch(problem, clock, seed=seed, tour=tour)
            kicks, seconds = KICKS * problem.size, SHARE * clock.left
            search.advance(kicks=kicks, patience=search.patience, seconds=seconds)
            tour = search.tour.tolist()
        self.potentials, self.by_trees = np.zeros(problem.size), -math.inf
        first = list(range(problem.size)) if tour is None else tour
        length = problem.length(first)
        self.incumbent = Incumbent(problem.measured, first, length, gap, self._shorter)
        self._keep, self._seed = keep, seed
        self.cases: BranchAndCut | None = None

    @cached_property
    def edges(self) -> Edges:
        """All edges."""
        return Edges.of(self.problem)

    # -- the methods

    def one_trees(self) -> Solution | None:
        """Find potentials; search cases with them where nodes are few and the gap is small."""
        problem, incumbent, clock = self.problem, self.incumbent, self.clock
        bound, self.potentials = ascent(problem, incumbent.length, clock, goal=incumbent.goal - 0.9)
        self.by_trees = bound
        if bound > incumbent.goal - 1 or self.is_large:
            found = self._least_one_tree()
            return found if found.bound >= incumbent.goal else None
        is_close = incumbent.length - bound <= CLOSE * abs(incumbent.length)
        if problem.size > SMALL or not is_close:
            return None
        return branch_and_bound(problem, incumbent.tour, incumbent.length, clock)

    def cutting_planes(self, least: float) -> Solution | None:
        """Solve the linear program at the root, and look for tours among its good edges.

        It leaves at least ``least`` seconds of a time limit to the tour search.
        """
        self.cases = self._cases()
        columns = first_columns(self.edges, self.problem, self.incumbent.tour)
        rest = max(least, REST * self.clock.left) if self.is_limited else 0.0
        return self.solution() if self.cases.at_root(columns, rest) else None

    def branching(self) -> Solution:
        """Exclude edges by the dual at the root, and search the cases of the others."""
        if self.cases is not None:
            self.cases.in_cases(self.pool, self.gap)
        return self.solution()

    def _cases(self) -> BranchAndCut:
        tours = GuidedSearch(self.problem, self._seed)
        asked = self.edges, self.incumbent, self.clock, tours
        return BranchAndCut(*asked, note=self._note, keep=self._keep)

    def solution(self) -> Solution:
        """Return the best tour, and what is proved of it."""
        if self.is_hopeless:
            return self._cases().leaf(Dual(np.zeros(self.problem.size), (), np.zeros(0)))
        if self.cases is None:
            return self._least_one_tree()
        found = self.cases.solution()
        if found is None and (dual := self.cases.dual) is not None:
            found = self.cases.leaf(dual)
        if found is None:
            return self._least_one_tree()
        if found.bound >= self.by_trees:
            return found
        return max(found, self._least_one_tree(), key=attrgetter("bound"))

    @property
    def is_limited(self) -> bool:
        """True if there is a time limit."""
        return self.clock.left < math.inf

    def more_tours(self) -> None:
        """Go on with the first search for tours until the time is up."""
        if self.is_limited:
            kicks = MOST_KICKS * self.problem.size
            self._first.advance(kicks=kicks, seconds=self.clock.left)
            self.incumbent.offer(self._first.tour.tolist())

    def unproved(self) -> Solution:
        """Return the best tour when the time is up, without a proof."""
        self.more_tours()
        return Solution(
            tour=self.incumbent.tour,
            length=self.incumbent.length,
            bound=-self.problem.largest * self.problem.size,
            scale=1,
            families=(),
            root=None,
            weights=(),
            tree=(),
        )

    # -- their parts

    def _least_one_tree(self) -> Solution:
        """Return what the potentials prove, by the least 1-tree."""
        problem, incumbent = self.problem, self.incumbent
        largest = problem.largest + 2 * math.ceil(np.abs(self.potentials).max(initial=0.0))
        loss = max(MARGIN, LOSS * (incumbent.length - self.by_trees))
        enough = min(incumbent.goal, self.by_trees - loss)
        for scale in (q for q in SCALES if q == 1 or q * largest * problem.size < LARGEST):
            potentials = np.rint(scale * self.potentials).astype(np.int64)
            tree = least_of_all(problem, potentials, scale, Clock())
            bound = incumbent.length if tree is None else -(-tree.bound // scale)
            if bound >= enough:
                break
        return Solution(
            tour=incumbent.tour,
            length=incumbent.length,
            bound=min(incumbent.length, bound),
            scale=scale,
            families=(),
            root=None,
            weights=(Weights(tuple(potentials.tolist()), ()),),
            tree=(0,),
        )

    def _shorter(self, length: int) -> None:
        """Report a tour."""
        self.report(length, self.bound)

    def _note(self, objective: float) -> None:
        """Report a bound, as the linear program sees it."""
        objective = min(objective, self.incumbent.length - self.edges.offset)
        found = math.ceil(objective + self.edges.offset - MARGIN)
        if self.bound is None or found > self.bound:
            self.bound = found
            self.report(self.incumbent.length, found)
