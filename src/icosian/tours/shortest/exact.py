"""Exact answers of a search that rounds: one way from exact lengths to rounded ones, and back.

The search works with 64-bit integers and linear programs in floats. Where lengths do not fit, they
are rounded for it; what it leaves open is completed in Python's integers. This holds for all
statements: tours of all places, in an order, besides known ones, and those that leave out places at
a price, which is the length of a loop.

1. *Shift.* Every tour has two ends of edges or loops at each node. So potentials, taken off at both
   ends of each edge, make all tours shorter by the same: twice their sum. What is left of a length
   is its reduced length.
2. *Clip.* A tour is at least as long as twice all potentials and all negative reduced lengths
   together; what a known tour exceeds this bound by is the gap. No shorter tour has an edge of a
   reduced length above the gap, and all of them have the edges below minus the gap. So reduced
   lengths count up to the gap only: an entry of 10**30 in a matrix, for a missing road, changes
   nothing.
3. *Round* what is left down to about nine digits, and search. Where the gap turns out to be few of
   these units, the potentials that were found are those of the next shift, and the search is
   repeated.
4. *Refine* the duals of all cases step by step, as in [1]_, but for the dual side only: the primal
   solution is a tour, or of no interest. What a dual leaves of the gap is a linear program again:
   its costs are the reduced lengths, scaled so that the gap is a number of moderate size (the
   paper's scaling factor), on the few edges whose reduced length is not much larger. Its dual,
   scaled back and added to the first, leaves about a millionth. A case that stays open is split:
   without a time limit, all cases are closed, of at most two million edges. Their bound is computed
   exactly.

References
----------
.. [1] A. M. Gleixner, D. E. Steffy, K. Wolter, Iterative refinement for linear programming, INFORMS
   Journal on Computing 28 (2016), 449-464.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.shortest.problem.cycle_problem import (
    LARGEST_SUM,
    CycleProblem,
    Family,
    Solution,
    Weights,
)
from icosian.tours.shortest.relaxation.branching import Border, Node, certified
from icosian.tours.shortest.relaxation.cutting_planes import (
    Incumbent,
    cycle_of,
    violated_families,
)
from icosian.tours.shortest.relaxation.linear_program import Dual, SolverFailure, members_of
from icosian.tours.shortest.relaxation.rounding import Case, Edge, Edges, Rounded

Exact = Callable[[int], int]
"""From a length of a rounded problem to one of the problem, about."""
Search = Callable[..., Solution]
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
OUT_OF_TIME = 1
"""What SciPy calls a linear program that was stopped."""
SPACE = 4
"""The scale is at least so many times the number of nodes, so that rounding costs little."""


class Statement(Protocol):
    """A question about tours: edges and loops, what tours cost, and some to begin with.

    What else tours have to keep to, the statement knows alone: here it counts only that some cycles
    have no cost, and that cases and families are those of its :class:`Edges`.
    """

    problem: CycleProblem

    @property
    def fits(self) -> bool:
        """True if the search can work on these lengths."""

    @property
    def tours(self) -> list[list[int]]:
        """Tours to begin with, as cycles of nodes; there may be none."""

    @property
    def statement(self) -> Edges:
        """The edges, with all that is known of them."""

    def measured(self, cycle: list[int]) -> int | None:
        """Return the cost of a cycle of nodes, None if the question does not allow it."""

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> Self:
        """Return the question with other lengths of all edges and loops, and a tour."""


class AllPlaces:
    """The tours of all places of a problem."""

    def __init__(self, problem: CycleProblem, tour: list[int] | None) -> None:
        self.problem, self.fits = problem, problem.fits
        self.tours = [] if tour is None else [tour]

    @cached_property
    def statement(self) -> Edges:
        """The edges of the problem."""
        return Edges.of(self.problem)

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a cycle of nodes, None if it lacks a required edge."""
        return self.problem.measured(cycle)

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> AllPlaces:
        """Return the same for other lengths of the edges."""
        return AllPlaces(self.problem.with_lengths(self.statement.pairs, lengths), tour)


def solve_exactly(question: Statement, search: Search, clock: Clock, gap: float) -> Solution:
    """Return the shortest tour of a statement, whatever its lengths are, with its exact bound.

    Where no tour was found, that of the solution is empty, and its length is above all lengths;
    that there is none is proved where the bound is as large. While time is left, a bound is refined
    until no more than a part of the length, the gap, is open.
    """
    found = _solved(question, search, clock, gap)
    return found if question.measured(found.tour) is not None else replace(found, tour=[])


def _solved(question: Statement, search: Search, clock: Clock, gap: float) -> Solution:
    is_large = question.problem.pairs >= MOST_EDGES
    if question.fits:
        found = search(question, most=None, gap=gap, exact=int)
        if found.tree and not is_large and clock.left > 0 and _is_open(found, gap):
            return _refined(question, found, clock)
        return found
    edges, tour = question.statement, None
    length = edges.nothing
    for known in question.tours:
        if (cost := question.measured(known)) is not None and cost < length:
            tour, length = known, cost
    part = _Part.of(edges, edges.base.astype(object), length)
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
        finer = _Part.of(edges, part.base + part.potentials(found), length)
        if finer.gap >= ENOUGH * part.unit:
            break
        part = finer
    if not tour and found.is_shortest:
        return replace(found, length=length, bound=length)
    lifted = part.lifted(found, tour or found.tour, length)
    if not found.tree:
        return lifted  # without a bound
    # The bound of one 1-tree is as exact as it is.
    is_tree = not found.families and len(found.tree) == 1 and isinstance(question, AllPlaces)
    is_done = clock.left <= 0 or is_large or (gap > 0 and not _is_open(lifted, gap))
    if is_tree and (is_done or not _is_open(lifted, gap)):
        return lifted
    return _refined(question, lifted, Clock(0) if is_done else clock)


def _is_open(found: Solution, gap: float) -> bool:
    return found.length - found.bound > Fraction(gap) * abs(found.length)


class _Part(NamedTuple):
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
    def of(cls, edges: Edges, base: NDArray[Any], length: int) -> _Part:
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

    def potentials(self, found: Solution) -> NDArray[Any]:
        """Return those of a solution in the units of the statement, rounded."""
        weights = found.weights[0] if found.root is None else found.root
        return np.array([self.unit * y // found.scale for y in weights.potentials], object)

    def lifted(self, found: Solution, tour: list[int], length: int) -> Solution:
        """Return what a solution of the rounded lengths proves of the exact ones."""
        # The search may have rounded the bound up: its weights prove more than the bound less 1.
        bound = min(length, self.exact(found.bound - 1) + 1)
        base = (found.scale * self.base).tolist()

        def larger(weights: Weights) -> Weights:
            return Weights(
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


def _refined(question: Statement, solution: Solution, clock: Clock) -> Solution:
    """Return a solution with the bound that its weights prove, or finer ones while time is left.

    A tour that is longer in rounded lengths, but shorter in exact ones, replaces the first.
    """
    edges = question.statement
    if isinstance(question, AllPlaces) and not solution.families:
        # Minimum 1-trees, whose cases are of no use here.
        solution = replace(solution, root=None, tree=(0,))
    edges = replace(edges, lengths=edges.lengths.astype(object), base=np.zeros(edges.size, object))
    while True:
        try:
            return _Refinement(question, edges, solution, clock).solution()
        except _ShorterTour as error:
            solution = replace(solution, tour=error.cycle, length=error.length)


class _ShorterTour(Exception):
    """A tour that is shorter in exact lengths."""

    def __init__(self, cycle: list[int], length: int) -> None:
        super().__init__(cycle)
        self.cycle, self.length = cycle, length


class _Refinement:
    """The cases of a solution, with duals that become finer until they close them."""

    def __init__(self, question: Statement, edges: Edges, solution: Solution, clock: Clock) -> None:
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

    def solution(self) -> Solution:
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
        return certified(self._all, best, self._root, root)

    def _gap(self, dual: Rounded, case: Case, node: Node) -> int:
        """Return by how much tours of a case may be shorter, at the scale of the dual."""
        bound = self._edges.bound(dual, case, node.often)
        return self._scale * self._given.length - (bound or 0)

    def _close(self, node: Node) -> list[Node]:
        """Close a case by a finer dual, or split it and return the cases below it."""
        edges, length, price = self._edges, self._given.length, PRICE
        case = edges.case(node.used, node.avoided, length)
        if case is not None and node.rounded is not None:
            node.rounded = self._valid(node.rounded, case)
        if case is not None and not (case.allowed & ~case.required).any():
            # Nothing is left to choose: lengths alone are exact.
            nothing = Rounded.nothing(self._all.base).times(self._scale)
            if self._gap(nothing, case, node) < self._scale:
                node.rounded = nothing
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
        root = frozenset[int]()
        if edges.visits is not None:
            root = edges.only(case.allowed).root
        families = [*dict.fromkeys((*dual.families, *filter(self._is_valid(case), self._families)))]
        while True:
            self._clock.tick("refinement")
            needs = [edges.demand(family) + 2 * (family in node.often) for family in families]
            tolls = [excess(family) for family in families]
            limits = COSTS * price, self._clock.left
            values, prices = _program(part, costs, families, needs, tolls, *limits)
            whole = np.zeros(len(edges.tails))
            whole[inside] = values
            cycle = self._cycle(whole)
            if cycle is not None and self._question.measured(cycle) is not None:
                break
            tour = np.array(self._given.tour)
            found = violated_families(part, values, tour, families, root, self._clock)
            # A row that is not worth its price may stay violated.
            fresh = [family for family in found if family not in families]
            if not fresh:
                break
            families += fresh
            self._families += fresh
        # 3. The sum of both duals.
        steps = [round(Fraction(step) * gap / int(COSTS)) for step in prices.tolist()]
        total = {f: known.get(f, 0) + z for f, z in zip(families, steps[edges.size :], strict=True)}
        kept = {f: z for f, z in total.items() if z > 0 or (z and f in node.twice)}
        potentials = [y + z for y, z in zip(dual.potentials().tolist(), steps, strict=False)]
        weights = Weights(tuple(potentials), tuple(enumerate(kept.values())))
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
        weights = Weights(tuple(dual.potentials().tolist()), tuple(enumerate(kept.values())))
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
        """Return the cycle that a solution is, or None."""
        if (np.abs(values - 0.5) < 0.5 - FRACTION).any():
            return None
        return cycle_of(self._edges.size, self._edges.pairs[values > 0.5])


def _program(
    edges: Edges,
    costs: list[float],
    families: list[Family],
    needs: list[int],
    excess: list[float],
    price: float,
    seconds: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the solution of a linear program and its dual: of all nodes, then of families.

    ``needs`` is how often families are crossed at least, ``excess`` what they pay for further
    crossings, and ``price`` what any row pays for not being met. So the program always has a
    solution, and duals lie between minus the excess, at nodes minus the price, and the price.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    n, m, k = edges.size, len(costs), edges.size + len(families)
    tails, heads, visits = edges.tails, edges.heads, edges.visits
    # The rows: ends at nodes; crossings of families, of which a loop that stands for one counts as
    # two; and what rows are crossed further, and lack.
    each = np.arange(m)
    entries: list[tuple[NDArray[Any], ...]] = [
        (tails, each, np.ones(m)),
        (heads, each, np.ones(m)),
    ]
    for row, family in enumerate(families, n):
        inside = members_of(family, n)
        crossings = (inside[:, tails] != inside[:, heads]).sum(axis=0)
        if visits is not None and (stands := visits.standing(family)) is not None:
            crossings += 2 * (edges.is_loop & ((tails == stands) | (heads == stands)))
        hit = crossings.nonzero()[0]
        entries.append((np.full(len(hit), row), hit, crossings[hit]))
    entries += [
        (np.arange(k), m + np.arange(k), np.full(k, -1.0)),
        (np.arange(k), m + k + np.arange(k), np.ones(k)),
    ]
    rows, columns, values = map(np.concatenate, zip(*entries, strict=True))
    solved = linprog(
        np.concatenate((costs, np.full(n, price), excess, np.full(k, price))),
        A_eq=csr_array((values, (rows, columns)), shape=(k, m + 2 * k)),
        b_eq=[2] * n + needs,
        bounds=np.stack(
            (
                np.concatenate((edges.required, np.zeros(2 * k))),
                np.concatenate((np.ones(m), np.full(2 * k, np.inf))),
            ),
            axis=1,
        ),
        method="highs-ds",
        options={} if math.isinf(seconds) else {"time_limit": max(0.0, seconds)},
    )
    if solved.status == OUT_OF_TIME:
        raise TimeIsUp
    if solved.x is None:
        raise SolverFailure(solved.message)
    return solved.x[:m], solved.eqlin.marginals
