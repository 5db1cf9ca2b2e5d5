"""From exact lengths to rounded ones and back, for every statement; the next best tours."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import subsets
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, TimeIsUp
from icosian.exceptions import SearchLimitReached
from icosian.tours.instance import (
    LARGEST_SUM,
    CycleProblem,
    CycleSolution,
    Family,
    Multipliers,
    Order,
    sets_of,
)
from icosian.tours.shortest.local_search import GuidedSearch, OrderSearch, TourSearch, begin_cycle
from icosian.tours.shortest.one_trees import (
    CANDIDATES,
    PotentialBound,
    ascent,
    assignment_potentials,
    bound_degrees,
    least_of_all,
    nearest,
)
from icosian.tours.shortest.relaxation.branching import (
    LOSS,
    Border,
    BranchAndCut,
    Node,
    Settings,
    certify_bound,
    first_columns,
)
from icosian.tours.shortest.relaxation.cutting_planes import (
    MARGIN,
    Incumbent,
    cycle_of,
    find_families,
)
from icosian.tours.shortest.relaxation.linear_program import (
    LARGEST,
    SCALES,
    Case,
    Dual,
    Edge,
    Edges,
    ElasticProgram,
    Rounded,
    SolverFailure,
    members_of,
)
from icosian.tours.shortest.selection import Statement

KICKS, MOST_KICKS = 6, 1_000
"""Kicks a node in the first search for tours, and where it goes on until the time is up."""
FEW = 12
"""Nodes up to which all sets of them are gone through: 0.1 ms for ten, 0.5 for twelve."""
SHARE = 0.5
"""The part of a time limit that the first search may take."""
ASCENT = 3e-4
"""Seconds that potentials take for each node."""
TREES = 0.5
"""The part of the time left in which potentials are sought."""
BOUND = 2.0
"""A linear program is begun only if the time of what follows a bound is left twice, and this many
times that of potentials."""
REST = 0.25
"""The part of the time left that the linear program at the root leaves to the tour search, which
has no less than above."""
DIRECTED, EXCHANGES = 500, 1_000
"""Stops of a digraph from which segments of a tour are exchanged as well, and the kicks of each in
a round up to which there is another one in any case."""
EXCHANGED = 1e-6
"""If fewer seconds are left for each arc, those of a tour of short edges are, without a search."""
LARGE = 3_000
"""Nodes beyond which all pairs of them are too many for a linear program."""
POTENTIALS, PLAIN_SEARCH = 2e-4, 5e-6
"""Seconds for each of many nodes from which potentials are worth their time and memory, for tours
and for a bound by a 1-tree, and those to begin a search for tours without."""
CHECKED = 0.8
"""The part of the time of a bound by degrees that its check takes."""


class Ending(NamedTuple):
    """Seconds that follow a search, as its bound is found."""

    degrees: float = 0.0
    """Where it follows from the degrees of nodes: the time to find it, too."""
    tree: float = 0.0
    """From a least 1-tree."""
    cases: float = -math.inf
    """From cases of a linear program."""

    @classmethod
    def of(cls, seconds: float) -> Ending:
        """Return the same for all bounds."""
        return cls(seconds, seconds, seconds)


NOTHING = Ending()


def solve(
    problem: CycleProblem,
    settings: Settings,
    tour: list[int] | None = None,
    ending: Ending = NOTHING,
) -> CycleSolution:
    """Return the shortest cycle with its proof, or what is known of it when the time is up.

    What is left of a time limit after the first search for tours decides whether its bound is that
    of a linear program, of a least 1-tree, or of the degrees of nodes, which is found however
    short the limit is. All of it is used where it ends before the proof.
    """
    clock, keep = settings.clock, settings.keep
    search = _RootSearch(problem, settings, tour, ending)
    if search.is_hopeless:
        keep(0, 0)
        return search.solution()
    search.exchange_segments()
    if search.is_hasty:
        found = search.by_degrees()
        search.reserve(CHECKED * ending.degrees)
        search.more_tours()
        return search.of_one_case(found)
    search.reserve(ending.tree)
    least = ending.cases + BOUND * ASCENT * problem.size
    with suppress(TimeIsUp, SolverFailure):
        if (solution := search.one_trees()) is not None:
            return solution
        keep(0, 0)
        if not search.is_large and clock.left >= least:
            return search.cutting_planes(least) or search.branching()
        search.reserve(ending.tree)
    search.more_tours()
    return search.solution()


class _RootSearch:
    """What the methods hand on: the best tour, the dual at the root, and the tree."""

    def __init__(
        self, problem: CycleProblem, settings: Settings, tour: list[int] | None, ending: Ending
    ) -> None:
        self.problem, self.settings, self.clock = problem, settings, settings.clock
        self._relaxed = problem
        """The problem whose 1-trees and degrees give bounds: points have all pairs as edges."""
        if len(problem.avoided):
            self._relaxed = replace(problem, instance=replace(problem.instance, forbid=()))
        self.bound: int | None = None
        form = problem.instance
        self.is_large = problem.points is not None or (
            problem.edges is None and problem.size > LARGE
        )
        self._first: TourSearch | None = None
        self._assigned: NDArray[np.int64] | None = None
        """Potentials of an assignment of the places of a digraph."""
        self._ending = ending
        if self.is_large:
            self.reserve(ending.degrees)
        first = self._first_tour(tour)
        if not problem.is_whole and not problem.has(first) and form.any_order:
            first, self._first = form.encoded(form.any_order), None
        length = problem.measured(first)
        is_cycle = length is not None and (problem.edges is None or problem.has(first))
        self.is_hopeless = not (is_cycle or self.is_large) and self.edges.case((), (), 0) is None
        self.potentials, self.by_trees = np.zeros(problem.size), -math.inf
        length = problem.length(first) if length is None else length
        self.incumbent = Incumbent(problem.measured, first, length, settings.gap, self._shorter)
        self.cases: BranchAndCut | None = None

    def _first_tour(self, tour: list[int] | None) -> list[int]:
        """Return a short tour, within a part of the time that leaves enough for a bound."""
        problem, clock = self.problem, self.clock
        is_brief = self._exchanges and clock.left < EXCHANGED * problem.instance.stops**2
        if is_brief or (self.is_large and clock.left < POTENTIALS * problem.size):
            if tour is None:
                tour = begin_cycle(problem, self._near, clock.unlimited()).tolist()
            return tour
        if problem.size <= FEW:
            return shortest_of_few(problem, clock)
        self._first = search = TourSearch(problem, clock, seed=self.settings.seed, tour=tour)
        search.report = self._shorter
        seconds = SHARE * clock.left
        if self.is_large and clock.left > self._more_seconds:
            seconds = min(seconds, clock.left - self._more_seconds)
        search.advance(kicks=KICKS * problem.size, patience=search.patience, seconds=seconds)
        found: list[int] = search.tour.tolist()
        return found

    @cached_property
    def edges(self) -> Edges:
        """All edges."""
        return Edges.of(self.problem)

    @cached_property
    def _near(self) -> NDArray[np.int32]:
        """The nearest nodes."""
        return nearest(self.problem, CANDIDATES)

    def reserve(self, seconds: float) -> None:
        """Keep so many seconds of the time limit, or more beside other work."""
        self.clock.kept = max(0.0, self.clock.load * seconds)

    @property
    def _more_seconds(self) -> float:
        """What a better bound takes more than one by degrees."""
        degrees, tree, cases = self._ending
        if self.is_large:
            return self.clock.load * (tree - degrees) + POTENTIALS * self.problem.size
        return self.clock.load * (cases - degrees) + cases + BOUND * ASCENT * self.problem.size

    @property
    def is_hasty(self) -> bool:
        """True if only a bound by degrees can be had in time."""
        degrees, tree, _ = self._ending
        return degrees < tree and self.clock.left < self._more_seconds

    @property
    def _exchanges(self) -> bool:
        """True if segments of the tour are exchanged while time is left."""
        problem, n = self.problem, self.problem.instance.stops
        fits = problem.instance.directed and n >= DIRECTED and problem.rows is None
        return self.is_limited and fits and not problem.required[n:]

    # -- the methods

    def exchange_segments(self) -> None:
        """Improve a tour of a large digraph as one in an order, without turning anything round."""
        problem, form = self.problem, self.problem.instance
        n = form.stops
        if self._exchanges:
            home = 0 if form.home is None else form.home
            order = Order(np.zeros((n, n), np.bool_), home, np.ones(n, np.bool_))
            question = Statement(problem=problem, order=order)
            search = OrderSearch(question, self.clock, self.settings.seed)
            search.begin(self.incumbent, EXCHANGES * n)
            self._assigned = search.potentials

    def one_trees(self) -> CycleSolution | None:
        """Find potentials; return the best tour if their least 1-tree proves it."""
        problem, incumbent, clock = self._relaxed, self.incumbent, self.clock
        seconds, goal = TREES * clock.left, incumbent.goal - 0.9
        bound, self.potentials = ascent(
            problem, incumbent.length, clock, seconds=seconds, goal=goal
        )
        self.by_trees = bound
        if bound <= incumbent.goal - 1 and not self.is_large:
            return None
        found = self._least_one_tree()
        return found if found.bound >= incumbent.goal else None

    def by_degrees(self) -> PotentialBound:
        """Return a bound that follows from the degrees of nodes: two, or one in and one out."""
        problem, stops = self._relaxed, self.problem.instance.stops
        if problem.points is not None:
            return bound_degrees(problem, self._near)
        if self._assigned is None:
            costs = problem.matrix[:stops, stops:].copy()
            np.fill_diagonal(costs, problem.absent)
            self._assigned = np.concatenate(assignment_potentials(costs))
        return PotentialBound(int(self._assigned.sum()), self._assigned, 1)

    def cutting_planes(self, least: float) -> CycleSolution | None:
        """Solve the program at the root, search its good edges, and leave ``least`` seconds."""
        self.cases = self._cases()
        columns = first_columns(self.edges, self.problem, self.incumbent.tour)
        rest = max(least, REST * self.clock.left) if self.is_limited else 0.0
        return self.solution() if self.cases.at_root(columns, rest) else None

    def branching(self) -> CycleSolution:
        """Exclude edges by the dual at the root, and search the cases of the others."""
        if self.cases is not None:
            self.cases.in_cases(self.settings.executor, self.settings.gap)
        return self.solution()

    def _cases(self) -> BranchAndCut:
        tours = GuidedSearch(self.problem, self.settings.seed)
        asked = self.edges, self.incumbent, self.clock, tours
        return BranchAndCut(*asked, note=self._note, keep=self.settings.keep)

    def solution(self) -> CycleSolution:
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
        problem, clock, search = self.problem, self.clock, self._first
        if search is None and clock.left > PLAIN_SEARCH * problem.size:
            search = TourSearch(
                problem,
                clock,
                seed=self.settings.seed,
                tour=self.incumbent.tour,
                known=(self._near, np.zeros(problem.size)),
            )
        if search is not None and self.is_limited:
            search.report = self._shorter
            search.advance(kicks=MOST_KICKS * problem.size, seconds=clock.left)
            self.incumbent.offer(search.tour.tolist())

    # -- their parts

    def _least_one_tree(self) -> CycleSolution:
        """Return what the potentials prove, by the least 1-tree."""
        problem, incumbent = self._relaxed, self.incumbent
        largest = problem.largest + 2 * math.ceil(np.abs(self.potentials).max(initial=0.0))
        loss = max(MARGIN, LOSS * (incumbent.length - self.by_trees))
        enough = min(incumbent.goal, self.by_trees - loss)
        for scale in (q for q in SCALES if q == 1 or q * largest * problem.size < LARGEST):
            potentials = np.rint(scale * self.potentials).astype(np.int64)
            tree = least_of_all(problem, potentials, scale, Clock())
            bound = incumbent.length if tree is None else -(-tree.bound // scale)
            if bound >= enough:
                break
        return self.of_one_case(PotentialBound(bound, potentials, scale))

    def of_one_case(self, found: PotentialBound) -> CycleSolution:
        """Return the best tour with what potentials alone prove."""
        incumbent = self.incumbent
        return CycleSolution(
            tour=incumbent.tour,
            length=incumbent.length,
            bound=min(incumbent.length, found.bound),
            scale=found.scale,
            weights=(Multipliers(tuple(found.potentials.tolist()), ()),),
            tree=(0,),
        )

    def _shorter(self, length: int) -> None:
        """Report a tour."""
        self.settings.report(length, self.bound)

    def _note(self, objective: float) -> None:
        """Report a bound, as the linear program sees it."""
        objective = min(objective, self.incumbent.length - self.edges.offset)
        found = math.ceil(objective + self.edges.offset - MARGIN)
        if self.bound is None or found > self.bound:
            self.bound = found
            self.settings.report(self.incumbent.length, found)


def shortest_of_few(problem: CycleProblem, clock: Clock) -> list[int]:
    """Return the shortest cycle from node 0, whatever the time limit is."""
    n, nodes = problem.size, np.arange(problem.size)
    lengths = problem.between(nodes[:, None], nodes)
    for u, v in problem.required:  # each is worth more than all that a cycle without it saves
        lengths[[u, v], [v, u]] -= 2 * n * problem.absent
    best, cycle = np.zeros((n - 1) << (n - 1), np.int64), np.zeros(n, np.int64)
    run = Run(subsets.shortest, lengths.reshape(-1), best, cycle, np.zeros(1, np.int64))
    try:
        clock.run("subsets", run)
    except TimeIsUp:
        Clock().run("subsets", run)
    run.arrays()
    found: list[int] = np.roll(cycle, -int(cycle.argmin())).tolist()
    return found


# -- Exact answers of a search that rounds: one way from exact lengths to rounded ones, and back
# The search works with 64-bit integers and linear programs in floats. Where lengths do not fit,
# they are rounded for it; what it leaves open is completed in Python's integers. This holds for all
# statements: tours of all places, in an order, besides known ones, and those that leave out places
# at a price, which is the length of a loop.
#
# 1. *Shift.* Every tour has two ends of edges or loops at each node. So potentials, taken off at
#    both ends of each edge, make all tours shorter by the same: twice their sum. What is left of a
#    length is its reduced length.
# 2. *Clip.* A tour is at least as long as twice all potentials and all negative reduced lengths
#    together; what a known tour exceeds this bound by is the gap. No shorter tour has an edge of a
#    reduced length above the gap, and all of them have the edges below minus the gap. So reduced
#    lengths count up to the gap only: an entry of 10**30 in a matrix, for a missing road, changes
#    nothing.
# 3. *Round* what is left down to about nine digits, and search. Where the gap turns out to be few
#    of these units, the potentials that were found are those of the next shift, and the search is
#    repeated.
# 4. *Refine* the duals of all cases step by step, as in [1]_, but for the dual side only: the
#    primal solution is a tour, or of no interest. What a dual leaves of the gap is a linear program
#    again: its costs are the reduced lengths, scaled so that the gap is a number of moderate size
#    (the paper's scaling factor), on the few edges whose reduced length is not much larger. Its
#    dual, scaled back and added to the first, leaves about a millionth. A case that stays open is
#    split: without a time limit, all cases are closed, of at most two million edges. Their bound is
#    computed exactly.
#
# References ----------
# .. [1] A. M. Gleixner, D. E. Steffy, K. Wolter, Iterative refinement for linear programming,
#    INFORMS Journal on Computing 28 (2016), 449-464.

Exact = Callable[[int], int]
"""From a length of a rounded problem to one of the problem, about."""
Search = Callable[..., CycleSolution]
"""Solve a statement whose lengths fit: only tours shorter than ``most`` are of interest, ``gap`` is
the part of their length that may be left open, and ``exact`` is for reports."""

WORKING = 2**30
"""Rounded lengths reach up to here: floats of linear programs hold them with nine digits."""
ENOUGH = 2**16
"""Units of rounding in a gap with which the search is not repeated."""
MOST_GAP = 1_000_000
"""No gap that is asked for is larger, as a part of a rounded length."""
MOST_EDGES = 2_000_000
"""Edges from which no bound is refined."""
FRACTION = 1e-6
"""Values closer to an integer are integral."""
PRICE = 8
"""Weights change by at most so many gaps in a step; by so many times more where that is too few."""
MOST_PRICE = PRICE**4
"""Where so many gaps are too few as well, the case is split."""
WIDTH = 8
"""Edges with a reduced cost of up to so many prices are columns of a linear program: two for two
nodes, and the rest for families. What an edge beyond that loses more, the exact bound counts."""
PROGRESS = 2
"""A case is split where linear programs do not divide the gap by this."""
COSTS = 2.0**12
"""What a gap costs in a linear program: its tolerances are small beside that, and as a power of two
it scales floats without an error."""
SPACE = 4
"""The scale is at least so many times the number of nodes, so that rounding costs little."""


def solve_exactly(question: Statement, search: Search, clock: Clock, gap: float) -> CycleSolution:
    """Return the shortest tour of a statement, whatever its lengths are, with its exact bound.

    Where no tour was found, that of the solution is empty, and its length is above all lengths;
    that there is none is proved where the bound is as large. While time is left, a bound is refined
    until no more than a part of the length, the gap, is open.
    """
    found = _solved(question, search, clock, gap)
    return found if question.measured(found.tour) is not None else replace(found, tour=[])


def _solved(question: Statement, search: Search, clock: Clock, gap: float) -> CycleSolution:
    is_large = question.is_large or question.problem.pairs >= MOST_EDGES
    if question.fits:
        found = search(question, most=None, gap=gap, exact=int)
        if found.tree and not is_large and clock.left > 0 and _is_open(found, gap):
            return _refined(question, found, clock)
        return found
    edges, tour = question.edges, None
    length = edges.nothing
    for known in question.tours:
        if (cost := question.measured(known)) is not None and cost < length:
            tour, length = known, cost
    # Besides known tours, all are rounded alike: the next search goes on with the same cases.
    most = edges.nothing if question.known else length
    part = _Rounding.of(edges, edges.base.astype(object), most)
    while True:
        share = Fraction(gap) * abs(length) / (part.unit * max(1, abs(part.most)))
        found = search(
            question.rounded(part.lengths, tour),
            most=part.most if tour else None,
            gap=float(min(share, Fraction(MOST_GAP))) if tour else 0.0,
            exact=part.exact,
        )
        cost = question.measured(found.tour)
        if cost is not None and cost < length:
            tour, length = found.tour, cost
        if part.unit == 1 or clock.left <= 0 or not found.tree:
            break
        # Those of prices far above the tour are rounded more than it is long.
        bases = part.base + part.potentials(found), edges.base.astype(object)
        finer = min((_Rounding.of(edges, base, length) for base in bases), key=attrgetter("gap"))
        if finer.gap >= ENOUGH * part.unit:
            break
        part = finer
    lifted = part.lifted(found, tour or found.tour, length)
    if not found.tree:
        return lifted  # without a bound
    # The bound of one 1-tree is as exact as it is.
    is_tree = not found.families and len(found.tree) == 1 and question.is_plain
    is_done = clock.left <= 0 or is_large or (gap > 0 and not _is_open(lifted, gap))
    if is_tree and (is_done or not _is_open(lifted, gap)):
        return lifted
    return _refined(question, lifted, Clock(0) if is_done else clock)


def _is_open(found: CycleSolution, gap: float) -> bool:
    return found.length - found.bound > Fraction(gap) * abs(found.length)


class _Rounding(NamedTuple):
    """What is left of the lengths of a statement, rounded down to multiples of a unit."""

    lengths: NDArray[Any]
    """Shape (edges,), of edges and loops."""
    base: NDArray[Any]
    """Potentials that were taken off, shape (size,)."""
    gap: int
    """By how much the known length exceeds the bound of the potentials."""
    unit: int
    """What lengths were rounded down to multiples of."""
    rest: int
    """What the tours that matter are longer by than their lengths in units."""
    most: int
    """The least length in units that no tour below the known length has."""

    @classmethod
    def of(cls, edges: Edges, base: NDArray[Any], length: int) -> _Rounding:
        """Shift, clip and round lengths as far as a known length allows."""
        rests = edges.lengths.astype(object) - base[edges.tails] - base[edges.heads]
        paid = 2 * int(base.sum()) + int(rests[edges.required].sum())
        rests[edges.required] = 0  # they are in all tours, and add the same to each
        # A known tour of one place, or of two there and back, may be shorter than all cycles.
        gap = max(0, length - paid - int(np.minimum(rests, 0).sum()))
        clipped = np.clip(rests, -gap, gap)
        limit = min(WORKING, LARGEST_SUM // (2 * edges.size))
        longest = int(abs(clipped).max(initial=0))
        unit = 1 if edges.size * longest < LARGEST_SUM else longest // limit + 1
        rest = paid + int(np.minimum(rests + gap, 0).sum())  # all tours use what is below
        most = -((rest - length) // unit) if gap else 0
        return cls(clipped // unit, base, gap, unit, rest, most)

    def exact(self, length: int) -> int:
        """Return about how long a tour of the statement is, or a bound."""
        return self.unit * length + self.rest

    def potentials(self, found: CycleSolution) -> NDArray[Any]:
        """Return those of a solution in the units of the statement, rounded."""
        weights = found.weights[0] if found.root is None else found.root
        return np.array([self.unit * y // found.scale for y in weights.potentials], object)

    def lifted(self, found: CycleSolution, tour: list[int], length: int) -> CycleSolution:
        """Return what a solution of the rounded lengths proves of the exact ones."""
        # The search may have rounded the bound up: its weights prove more than the bound less 1.
        bound = min(length, self.exact(found.bound - 1) + 1)
        base = (found.scale * self.base).tolist()

        def larger(weights: Multipliers) -> Multipliers:
            return Multipliers(
                tuple(b + self.unit * y for b, y in zip(base, weights.potentials, strict=True)),
                tuple((f, self.unit * z) for f, z in weights.families),
            )

        return replace(
            found,
            tour=tour,
            length=length,
            bound=bound,
            root=None if found.root is None else larger(found.root),
            weights=tuple(map(larger, found.weights)),
        )


def _refined(question: Statement, solution: CycleSolution, clock: Clock) -> CycleSolution:
    """Return a solution with the bound that its weights prove, or finer ones while time is left.

    A tour that is longer in rounded lengths, but shorter in exact ones, replaces the first.
    """
    edges = question.edges
    if question.is_plain and not solution.families:
        # Minimum 1-trees, whose cases are of no use here.
        solution = replace(solution, root=None, tree=(0,))
    edges = replace(edges, lengths=edges.lengths.astype(object), base=np.zeros(edges.size, object))
    while True:
        try:
            return _Refinement(question, edges, solution, clock).solution()
        except _ShorterTour as error:
            solution = replace(solution, tour=error.args[0], length=error.args[1])


class _ShorterTour(Exception):
    """A tour that is shorter in exact lengths, and its length."""


class _Refinement:
    """The cases of a solution, with duals that become finer until they close them."""

    def __init__(
        self, question: Statement, edges: Edges, solution: CycleSolution, clock: Clock
    ) -> None:
        self._question, self._all, self._given, self._clock = question, edges, solution, clock
        self._is_time_left = True
        factor = -(-SPACE * edges.size // solution.scale)
        self._scale = solution.scale * factor
        self._weights = [
            Rounded.of(weights, solution.scale, solution.families).times(factor)
            for weights in solution.weights
        ]
        self._edges, self._root = edges, None
        if solution.root is not None:
            self._root = Rounded.of(solution.root, solution.scale, solution.families).times(factor)
        elif len(solution.tree) == 1:
            self._root = self._weights[0]
        if self._root is not None:
            self._root = self._valid(self._root, edges.whole)
            self._edges = edges.shorter(self._root, solution.length)
        self._families = list(solution.families)

    def solution(self) -> CycleSolution:
        """Return the solution; raise if there is a shorter tour."""
        given = self._given
        root = Node((), (), 0.0, Dual(np.zeros(self._all.size), (), np.zeros(0)))
        ahead, leaves = [root], list[Node]()
        for entry in given.tree:
            node = ahead.pop()
            if isinstance(entry, int):
                node.rounded = self._weights[entry]
                leaves.append(node)
            elif len(entry) == 1:
                ahead += reversed(node.branch(Border(given.families[entry[0]])))
            else:
                ahead += reversed(node.branch((entry[0], entry[1])))
        while leaves:
            leaves += self._close(leaves.pop())
        best = Incumbent(self._question.measured, given.tour, given.length, 0.0, lambda _: None)
        return certify_bound(self._all, best, self._root, root)

    def _gap(self, dual: Rounded, case: Case, node: Node) -> int:
        """Return by how much tours of a case may be shorter, at the scale of the dual."""
        return self._scale * self._given.length - (self._edges.bound(dual, case, node.often) or 0)

    def _close(self, node: Node) -> list[Node]:
        """Close a case by a finer dual, or split it and return the cases below it."""
        edges, length, price = self._edges, self._given.length, PRICE
        case = edges.case(node.used, node.avoided, length)
        if case is not None and node.rounded is not None:
            node.rounded = self._valid(node.rounded, case)
        if case is not None and (edges.is_numbered or not (case.allowed & ~case.required).any()):
            # Nothing is left to choose, or the least walk is a tour: lengths alone are exact.
            nothing = Rounded.nothing(self._all.base).times(self._scale)
            if self._gap(nothing, case, node) < self._scale:
                node.rounded = nothing
        if case is not None and edges.is_numbered and (walks := edges.walks(edges.lengths, case)):
            _, places = walks.least_tour(length - 1) or (0, [])
            tour = [w for v in (walks.home, *places) for w in (edges.size // 2 + v, v)]
            if places and (cost := self._question.measured(tour)) is not None and cost < length:
                raise _ShorterTour(tour, cost)
        while (
            self._is_time_left
            and case is not None
            and node.rounded is not None
            and (gap := self._gap(node.rounded, case, node)) >= self._scale
        ):
            # A dual improves while that pays, then by higher prices; what stays open is split.
            try:
                values, finer = self._improved(node, node.rounded, case, gap, price)
            except TimeIsUp:
                self._is_time_left = False
                break
            except SolverFailure:  # nothing finer: the case is split
                values, finer, price = np.zeros(len(edges.tails)), node.rounded, MOST_PRICE
            cycle = self._cycle(values)
            cost = None if cycle is None else self._question.measured(cycle)
            if cycle is not None and cost is not None and cost < length:
                raise _ShorterTour(cycle, cost)
            left = self._gap(finer, case, node)
            if left <= gap:
                node.rounded = finer
            if PROGRESS * left <= gap:
                price = PRICE
            # No price pays for a cycle that is not asked for, such as a known tour: that is split.
            elif price < MOST_PRICE and (cycle is None or cost is not None):
                price *= PRICE
            elif (split := self._split(case, values)) is None:
                break
            else:
                dual, node.rounded = node.rounded, None
                children = node.branch(split)
                for child in children:
                    child.rounded = dual
                return children
        return []

    def _improved(
        self, node: Node, dual: Rounded, case: Case, gap: int, price: int
    ) -> tuple[NDArray[np.float64], Rounded]:
        """Return the solution of a linear program, shape (edges,), and a better dual.

        This is one step of refinement. ``gap`` is what the dual of the node leaves, and ``price``
        how many gaps the weight of a node or a family may change by.
        """
        # 1. The edges whose reduced cost is at most some gaps. A family may be crossed more often
        #    than it must be, and pays its multiplier then; one that is crossed exactly twice may
        #    not. What costs much more than the gap costs that much more.
        edges = self._edges
        if (reduced := edges.reduced_costs(dual)) is None:
            raise OverflowError  # cannot happen: these are Python's integers, not 64-bit ones
        widest = round(WIDTH * price) * gap
        inside = case.required | (case.allowed & (reduced <= widest))
        part = replace(edges.only(inside), required=case.required[inside])
        costs = [COSTS * (min(max(c, -widest), widest) / gap) for c in reduced[inside].tolist()]
        known = dict(zip(dual.families, dual.multipliers.tolist(), strict=True))
        most = price * gap

        def excess(family: Family) -> float:
            toll = most if family in node.twice else min(known.get(family, 0), most)
            return COSTS * (toll / gap)

        # 2. The program, with families that are found as they are violated.
        root = frozenset[int]() if edges.visits is None else edges.only(case.allowed).root
        families: list[Family] = []
        fresh = [*dict.fromkeys((*dual.families, *filter(self._is_valid(case), self._families)))]
        n, m, lack = edges.size, len(costs), COSTS * price
        program = ElasticProgram(np.array(costs))
        ends = part.pairs.ravel(), np.repeat(np.arange(m), 2), np.ones(2 * m)
        program.add_rows(ends, [2.0] * n, lack, lack)
        while True:
            self._clock.tick("refinement")
            if fresh:
                needs = [edges.demand(family) + 2.0 * (family in node.often) for family in fresh]
                crossings = np.array([_crossings(part, family) for family in fresh])
                hit = crossings.nonzero()
                program.add_rows((*hit, crossings[hit]), needs, [*map(excess, fresh)], lack)
                families += fresh
            values, prices = program.solve(part.required, np.ones(m, bool), self._clock.left)
            whole = np.zeros(len(edges.tails))
            whole[inside] = values
            cycle = self._cycle(whole)
            if cycle is not None and self._question.measured(cycle) is not None:
                break
            tour = np.array(self._given.tour)
            found = find_families(part, values, tour, families, root, self._clock)
            # A row that is not worth its price may stay violated.
            fresh = [family for family in found if family not in families]
            if not fresh:
                break
            self._families += fresh
        # 3. The sum of both duals.
        steps = [round(Fraction(step) * gap / int(COSTS)) for step in prices.tolist()]
        total = {f: known.get(f, 0) + z for f, z in zip(families, steps[edges.size :], strict=True)}
        kept = {f: z for f, z in total.items() if z > 0 or (z and f in node.twice)}
        potentials = [y + z for y, z in zip(dual.potentials().tolist(), steps, strict=False)]
        weights = Multipliers(tuple(potentials), tuple(enumerate(kept.values())))
        return whole, Rounded.of(weights, self._scale, tuple(kept))

    def _is_valid(self, case: Case) -> Callable[[Family], bool]:
        """Return whether a family holds in a case: some place outside of a set is visited.

        Rounded lengths may leave fewer loops, with which a set held that does not now.
        """
        edges, visits = self._edges, self._edges.visits
        if visits is None:
            return lambda family: True  # noqa: ARG005 - the signature
        nodes = frozenset(range(edges.size))
        stay = nodes.difference(edges.pairs[edges.is_loop & case.allowed].ravel().tolist())

        def is_valid(family: Family) -> bool:
            few = len(family) > 1 or len(family[0]) < 3
            return few or not stay <= {*family[0]} or visits.least(nodes - {*family[0]}) > 0

        return is_valid

    def _valid(self, dual: Rounded, case: Case) -> Rounded:
        """Return a dual without the families that do not hold in a case."""
        is_valid = self._is_valid(case)
        if all(map(is_valid, dual.families)):
            return dual
        known = zip(dual.families, dual.multipliers.tolist(), strict=True)
        kept = {family: z for family, z in known if is_valid(family)}
        weights = Multipliers(tuple(dual.potentials().tolist()), tuple(enumerate(kept.values())))
        return Rounded.of(weights, dual.scale, tuple(kept))

    def _split(self, case: Case, values: NDArray[np.float64]) -> Edge | None:
        """Return the edge whose value is farthest from an integer, or one that is not decided."""
        edges = self._edges
        k = int(np.argmin(np.abs(values - 0.5)))
        if abs(values[k] - 0.5) > 0.5 - FRACTION:
            free = (case.allowed & ~case.required).nonzero()[0]
            if not len(free):
                return None
            if edges.narrowing is not None and not edges.only(case.allowed).root:
                return edges.narrowing.root(edges, case, self._clock)
            k = int(free[np.argmax(values[free])])
        return int(edges.tails[k]), int(edges.heads[k])

    def _cycle(self, values: NDArray[np.float64]) -> list[int] | None:
        if (np.abs(values - 0.5) < 0.5 - FRACTION).any():
            return None
        return cycle_of(self._edges.size, self._edges.pairs[values > 0.5])


def _crossings(edges: Edges, family: Family) -> NDArray[np.int64]:
    """Return how often each edge crosses a family; a loop that stands for it, twice more."""
    tails, heads = edges.tails, edges.heads
    inside = members_of(sets_of(family), edges.size)
    found: NDArray[np.int64] = (inside[:, tails] != inside[:, heads]).sum(axis=0)
    for node in () if edges.visits is None else edges.visits.standing(family):
        found += 2 * (edges.is_loop & ((tails == node) | (heads == node)))
    return found


# -- The tours of a statement besides those that are known, each the shortest of the rest
# Nothing is enumerated: the known tours are part of the statement. They are not tours any more when
# they are measured, and a case is closed as well if its edges leave no tour but a known one. So the
# tree of cases splits the rest on edges of known tours, as Lawler (1972) does. It grows on.

METHOD = "next best"


class NoOtherTour(Exception):
    """All tours are known."""


class Ranking:
    """The tours of a question that are known, the shortest first, and how the next one is found."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.tours: tuple[tuple[Any, ...], ...] = ()
        """The nodes of those that are known, for their proofs."""
        self.found: CycleSolution | None = None
        """The last of them; None before a tour was searched."""
        self.cases: list[BranchAndCut] = []
        """What the search of the next one goes on with, at most one."""
        self._known: dict[frozenset[Edge], list[int]] = {}
        self._seen: dict[frozenset[Edge], tuple[int, list[int]]] = {}

    def next(
        self, question: Statement, solve: Callable[[Statement], CycleSolution]
    ) -> CycleSolution:
        """Return the shortest tour of the same statement besides those returned before."""
        if self.found is None:
            self.found = solve(question)
            return self.found
        edges = question.edges_of(self.found.tour)
        self._known[edges] = self.found.tour
        self._seen.pop(edges, None)
        length, cycle = min(self._seen.values(), default=(None, []))
        if length == self.found.bound:  # what proves the last one proves this one
            self.found = replace(self.found, tour=cycle)
        else:
            self.found = solve(replace(question, known=self._known, seen=self._seen))
        if not self.found.tour:
            raise NoOtherTour if self.found.is_shortest else self.time_is_up()
        return self.found

    def time_is_up(self) -> SearchLimitReached:
        """Return the exception that says how many tours are proved to be the first ones."""
        return SearchLimitReached(
            f"not all tours are known after {self._clock.seconds:.3g} s: {len(self.tours)} so far"
            " in the order of their lengths",
            stats=self._clock.stats(METHOD),
        )
