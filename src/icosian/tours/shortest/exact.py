"""Shortest cycles whose lengths are too long for the search: exact answers from rounded lengths.

The search works with 64-bit integers. Where lengths do not fit, they are rounded for it, and what
it finds is completed in Python's integers:

1. *Shift.* Every cycle has two edges at each node, so potentials may be taken off the lengths.
2. *Clip.* With potentials pi a cycle is at least as long as twice their sum and all negative
   reduced lengths together; what a known cycle exceeds this bound by is the gap. No shorter cycle
   has an edge of a reduced length above the gap, and all of them have the edges below minus the
   gap. So reduced lengths count up to the gap only: an entry of 10**30 in a matrix, for a missing
   road, changes nothing.
3. *Round* what is left to about nine digits, and search. Where the gap turns out to be few of these
   units, the potentials that were found are those of the next shift, and the search is repeated.
4. *Refine* the duals step by step [1]_. What a dual leaves of the gap is a linear program again:
   that of the reduced lengths, on the few edges whose reduced length is not larger. Its dual, added
   to the first, leaves about a millionth. Where cases stay open, their bound is computed exactly.

References
----------
.. [1] A. M. Gleixner, D. E. Steffy, K. Wolter, Iterative refinement for linear programming, INFORMS
   Journal on Computing 28 (2016), 449-464.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.shortest.problem.cycle_problem import (
    LARGEST_SUM,
    CycleProblem,
    Family,
    Solution,
    Weights,
    demand,
)
from icosian.tours.shortest.relaxation.branching import Border, Node, certified
from icosian.tours.shortest.relaxation.cutting_planes import Incumbent, cycle_of
from icosian.tours.shortest.relaxation.linear_program import Dual, SolverFailure, members_of
from icosian.tours.shortest.relaxation.rounding import Case, Edges, Rounded
from icosian.tours.shortest.relaxation.separation import separate

if TYPE_CHECKING:
    from icosian.tours.shortest.selection import Statement


Edge = tuple[int, int]
Exact = Callable[[int], int]
"""From a length of a rounded problem to one of the problem, about."""
Search = Callable[[CycleProblem, list[int] | None, Exact], Solution]


WORKING = 2**30
"""Rounded lengths reach up to here: floats of linear programs hold them with nine digits."""
ENOUGH = 2**16
"""Units of rounding in a gap with which the search is not repeated."""
LITTLE = 10**6
"""A tour is called shortest if rounding costs less than such a part of its length."""
LARGE = 2_000
"""Nodes from which no bound is refined."""
SUPPORT = 1e-9
"""Values below are zero."""
FRACTION = 1e-6
"""Values closer to an integer are integral."""
PRICE = 8
"""Weights change by at most so many gaps, then by so many times more, ..."""
MOST_PRICE = PRICE**4
WIDTH = 8
"""Edges with a reduced cost of up to so many prices are columns of a linear program."""
PROGRESS = 2
"""A case is split where linear programs do not divide the gap by this."""
MOST_CASES = 500
"""Entries of a tree after which no case is split."""
COSTS = 2.0**12
"""What a gap costs in a linear program, whose tolerances are small beside it."""
SPACE = 4
"""The scale is at least so many times the number of nodes, so that rounding costs little."""


def solved_exactly(
    problem: CycleProblem, tour: list[int] | None, search: Search, clock: Clock, gap: float
) -> Solution:
    """Return a solution of a problem whose lengths may be too long for the search.

    Such a search needs some Hamiltonian cycle to begin with. What it proves is refined while time
    is left and more than a part of the length, the gap, is open.
    """

    def is_open(found: Solution) -> bool:
        return found.length - found.bound > Fraction(gap) * abs(found.length)

    if problem.fits or tour is None:
        found = search(problem, tour, int)
        is_settled = clock.left <= 0 or problem.size >= LARGE or not (found.tree and is_open(found))
        return found if is_settled else _refined(problem, found, clock)
    base = np.zeros(problem.size, object)
    while True:
        part = _Part.of(problem, base, tour)
        found = search(part.problem, part.tour, part.exact)
        tour = min(tour, found.tour, key=problem.length)
        if part.unit == 1 or clock.left <= 0 or not found.tree:
            break
        finer = base + part.potentials(found)
        if _gap(problem, finer, tour) >= ENOUGH * part.unit:
            break
        base = finer
    lifted = part.lifted(found, tour, problem.length(tour))
    is_left = clock.left <= 0 or problem.size >= LARGE or (gap > 0 and not is_open(lifted))
    if not found.tree:
        return lifted  # without a bound
    if not found.families and len(found.tree) == 1 and (is_left or not is_open(lifted)):
        return lifted  # the bound of one 1-tree
    return _refined(problem, lifted, Clock(0) if is_left else clock)


def solved_roughly(
    problem: CycleProblem,
    exact: Statement,
    search: Callable[[Statement, Exact], Solution],
    seed: int,
) -> Solution:
    """Return a solution of a statement, of rounded lengths where they are too long for the search.

    What no better tour can use is clipped, and the rest is rounded down. So the proof holds for the
    exact lengths, up to what rounding costs.
    """
    if problem.fits:
        return search(exact, int)
    # Where all places are visited, a half of the least length is taken off at both ends of edges.
    size, edge = problem.size, _is_edge(problem)
    half = 0 if exact.statement.visits else int(problem.matrix[edge].min()) // 2
    lengths, rest = problem.matrix - 2 * half, 2 * half * size
    least, most = int(lengths[edge].min()), int(lengths[edge].max())
    length, unit = exact.measured(exact.search(Clock(), seed).first()), 0
    while True:
        if length is not None:
            most = 2 * (length - rest - size * min(0, least)) + 1
        finer = max(-least, most) // min(WORKING, LARGEST_SUM // (2 * size)) + 1
        if unit and 2 * finer > unit:
            break
        unit = finer
        rounded = CycleProblem.of(np.minimum(lengths, most) // unit, edge, problem.required)
        part = exact.rounded(rounded, most, unit)
        found = search(part, lambda length: unit * length + rest)  # noqa: B023 - for this unit
        length = exact.measured(found.tour)
    if length is None:
        raise SolverFailure("no tour is found")
    bound = min(length, unit * (found.bound - 1) + 1 + rest)
    # Rounding costs up to a unit for each edge; floats may fail to prove the last few units. That
    # is little beside the length unless lengths cancel each other.
    is_settled = found.length - found.bound <= (size if unit > 1 else 0)
    is_little = (length - bound) * LITTLE <= abs(length)
    loss = length - bound if is_settled and is_little else 0
    lifted = _times(found, unit, [found.scale * half] * size)
    return replace(lifted, length=length, bound=bound, loss=loss)


def _times(found: Solution, unit: int, base: list[int]) -> Solution:
    """Return a solution with weights that are so many times as large, potentials plus a base."""

    def larger(weights: Weights) -> Weights:
        return Weights(
            tuple(b + unit * y for b, y in zip(base, weights.potentials, strict=True)),
            tuple((f, unit * z) for f, z in weights.families),
        )

    root = None if found.root is None else larger(found.root)
    return replace(found, root=root, weights=tuple(map(larger, found.weights)))


def _is_edge(problem: CycleProblem) -> NDArray[np.bool_]:
    """Return which pairs are edges, shape (size, size)."""
    edge = np.ones((problem.size, problem.size), np.bool_)
    if problem.edges is not None:
        edge[:] = False
        u, v = problem.edges.T
        edge[u, v] = edge[v, u] = True
    np.fill_diagonal(edge, False)  # noqa: FBT003 - a fill value
    return edge


def _rests(problem: CycleProblem, base: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return reduced lengths, shape (size, size), and which are those of edges left to choose."""
    edge = _is_edge(problem)
    if problem.required:
        u, v = np.array(problem.required).T
        edge[u, v] = edge[v, u] = False
    rests: NDArray[Any] = problem.matrix - base[:, None] - base
    rests[~edge] = 0  # required edges are in all cycles, and add the same to each
    return rests, edge


def _gap(problem: CycleProblem, base: NDArray[Any], tour: list[int]) -> int:
    """Return by how much a cycle is longer than the bound of potentials."""
    rests, _ = _rests(problem, base)
    return int(_length(rests, tour) - np.minimum(rests, 0).sum() // 2)


def _length(matrix: NDArray[Any], cycle: Sequence[int]) -> int:
    return int(matrix[cycle, [*cycle[1:], cycle[0]]].sum())


class _Part(NamedTuple):
    """What is left of the lengths of a problem, rounded down to multiples of a unit."""

    problem: CycleProblem
    tour: list[int]
    base: NDArray[Any]
    """Potentials that were taken off, shape (size,)."""
    unit: int
    rest: int
    """What the cycles that matter are longer by than their lengths in units."""

    @classmethod
    def of(cls, problem: CycleProblem, base: NDArray[Any], tour: list[int]) -> _Part:
        """Shift, clip and round lengths as far as a given cycle allows."""
        size = problem.size
        rests, edge = _rests(problem, base)
        gap = int(_length(rests, tour) - np.minimum(rests, 0).sum() // 2)
        clipped = np.clip(rests, -gap, gap)
        limit = min(WORKING, LARGEST_SUM // (2 * size))
        longest = int(abs(clipped).max(initial=0))
        unit = 1 if size * longest < LARGEST_SUM else longest // limit + 1
        required = np.zeros_like(edge)
        if problem.required:
            u, v = np.array(problem.required).T
            required[u, v] = required[v, u] = True
        rounded = CycleProblem.of(clipped // unit, edge | required, problem.required)
        rest = problem.length(tour) - _length(clipped, tour)
        return cls(rounded, tour, base, unit, rest)

    def exact(self, length: int) -> int:
        """Return about how long a cycle of the problem is, or a bound."""
        return self.unit * length + self.rest

    def potentials(self, found: Solution) -> NDArray[Any]:
        """Return those of a solution in the units of the problem, rounded."""
        weights = found.weights[0] if found.root is None else found.root
        return np.array([self.unit * y // found.scale for y in weights.potentials], object)

    def lifted(self, found: Solution, tour: list[int], length: int) -> Solution:
        """Return what a solution of the rounded problem proves of the problem."""
        # A cycle of the rounded problem is longer than its bound less 1; it is no integer here.
        bound = min(length, self.exact(found.bound - 1) + 1)
        found = replace(found, tour=tour, length=length, bound=bound)
        return _times(found, self.unit, (found.scale * self.base).tolist())


def _refined(problem: CycleProblem, solution: Solution, clock: Clock) -> Solution:
    """Return a solution with the bound that its weights prove, or finer ones while time is left.

    A cycle that is longer in rounded lengths, but shorter in exact ones, replaces the first.
    """
    if not solution.families:  # minimum 1-trees, whose cases are of no use here
        solution = replace(solution, root=None, tree=(0,))
    edges = Edges.of(problem)
    edges = replace(
        edges, lengths=edges.lengths.astype(object), base=np.zeros(problem.size, object)
    )
    while True:
        try:
            return _Refinement(problem, edges, solution, clock).solution()
        except _ShorterTour as error:
            solution = replace(solution, tour=error.cycle, length=problem.length(error.cycle))


class _ShorterTour(Exception):
    """A cycle that is shorter in exact lengths."""

    def __init__(self, cycle: list[int]) -> None:
        super().__init__(cycle)
        self.cycle = cycle


class _Refinement:
    """The cases of a solution, with duals that become finer until they close them."""

    def __init__(
        self, problem: CycleProblem, edges: Edges, solution: Solution, clock: Clock
    ) -> None:
        self._problem, self._all, self._given, self._clock = problem, edges, solution, clock
        self._improving = True
        factor = -(-SPACE * edges.size // solution.scale)
        self._scale = solution.scale * factor
        self._weights = [
            Rounded.of(weights, solution.scale, solution.families).times(factor)
            for weights in solution.weights
        ]
        self._root = None
        if solution.root is not None:
            self._root = Rounded.of(solution.root, solution.scale, solution.families).times(factor)
        elif len(solution.tree) == 1:
            self._root = self._weights[0]
        self._edges = edges
        if self._root is not None:
            self._edges = edges.shorter(self._root, solution.length)
        self._families = list(solution.families)
        self._cases = len(solution.tree)

    def solution(self) -> Solution:
        """Return the solution; raise if there is a shorter cycle."""
        given = self._given
        root = Node((), (), 0.0, Dual(np.zeros(self._all.size), (), np.zeros(0)))
        ahead = [root]
        for entry in given.tree:
            node = ahead.pop()
            if isinstance(entry, int):
                self._close(node, self._weights[entry])
            elif len(entry) == 1:
                ahead += reversed(node.branch(Border(given.families[entry[0]])))
            else:
                ahead += reversed(node.branch((entry[0], entry[1])))
        best = Incumbent(self._problem.measured, given.tour, given.length, 0.0, lambda _: None)
        return certified(self._all, best, self._root, root)

    def _gap(self, dual: Rounded, case: Case, node: Node) -> int:
        """Return by how much cycles of a case may be shorter, at the scale of the dual."""
        bound = self._edges.bound(dual, case, node.often)
        return self._scale * self._given.length - (bound or 0)

    def _close(self, node: Node, dual: Rounded) -> None:
        """Close a case by a finer dual, or split it."""
        edges, length, price = self._edges, self._given.length, PRICE
        node.rounded = dual
        case = edges.case(node.used, node.avoided, length)
        while case is not None and (gap := self._gap(node.rounded, case, node)) >= self._scale:
            try:
                if not self._improving:
                    break
                values, finer = self._improved(node, case, gap, price)
            except TimeIsUp:
                self._improving = False
                break
            cycle = self._cycle(values)
            if cycle is not None and self._problem.length(cycle) < length:
                raise _ShorterTour(cycle)
            left = self._gap(finer, case, node)
            if left <= gap:
                node.rounded = finer
            if PROGRESS * left <= gap:
                price = PRICE
            elif price < MOST_PRICE:
                price *= PRICE
            elif (split := self._fractional(values)) is None or self._cases > MOST_CASES:
                self._improving = False
            else:
                self._cases += 2
                dual, node.rounded = node.rounded, None
                for child in node.branch(split):
                    self._close(child, dual)
                return

    def _improved(
        self, node: Node, case: Case, gap: int, price: int
    ) -> tuple[NDArray[np.float64], Rounded]:
        """Return the solution of a linear program, shape (edges,), and a better dual.

        ``gap`` is what the dual of the node leaves, and ``price`` how many gaps the weight of a
        node or a family may change by.
        """
        # 1. The edges whose reduced cost is at most some gaps. A family may be crossed more often
        #    than it must be, and pays its multiplier then; one that is crossed exactly twice may
        #    not. What costs much more than the gap costs that much more.
        edges, dual = self._edges, node.rounded
        if dual is None or (reduced := edges.reduced_costs(dual)) is None:
            raise TimeIsUp
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
        fresh: list[Family] = []
        while True:
            self._clock.tick("refinement")
            self._families.extend(fresh)
            families = self._families
            needs = [2] * edges.size
            needs += [demand(family) + 2 * (family in node.often) for family in families]
            tolls = [excess(family) for family in families]
            values, prices = _program(part, costs, families, needs, tolls, COSTS * price)
            whole = np.zeros(len(edges.tails))
            whole[inside] = values
            if self._cycle(whole) is not None:
                break
            used = values > SUPPORT
            tour = np.array(self._given.tour)
            found = separate(edges.size, part.pairs[used], values[used], tour, families)
            # A row that is not worth its price may stay violated.
            fresh = [family for family in found if family not in families]
            if not fresh:
                break
        # 3. The sum of both duals.
        steps = [round(Fraction(step) * gap / int(COSTS)) for step in prices.tolist()]
        total = {f: known.get(f, 0) + z for f, z in zip(families, steps[edges.size :], strict=True)}
        used_ = {f: z for f, z in total.items() if z > 0 or (z and f in node.twice)}
        potentials = [y + z for y, z in zip(dual.potentials().tolist(), steps, strict=False)]
        weights = Weights(tuple(potentials), tuple(enumerate(used_.values())))
        return whole, Rounded.of(weights, self._scale, tuple(used_))

    def _fractional(self, values: NDArray[np.float64]) -> Edge | None:
        """Return the edge whose value is farthest from an integer, None if all are integers."""
        k = int(np.argmin(np.abs(values - 0.5)))
        if abs(values[k] - 0.5) > 0.5 - FRACTION:
            return None
        return int(self._edges.tails[k]), int(self._edges.heads[k])

    def _cycle(self, values: NDArray[np.float64]) -> list[int] | None:
        """Return the Hamiltonian cycle that a solution is, or None."""
        if self._fractional(values) is not None:
            return None
        return cycle_of(self._edges.size, self._edges.pairs[values > 0.5])


def _program(
    edges: Edges,
    costs: list[float],
    families: list[Family],
    needs: list[int],
    excess: list[float],
    price: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the solution of a linear program and its dual: of all nodes, then of families.

    ``needs`` is how often nodes and families are crossed at least, ``excess`` what families pay for
    further crossings, and ``price`` what any row pays for not being met.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, eye_array, hstack, vstack

    n, m, k = edges.size, len(costs), len(needs)
    ends = np.concatenate((edges.tails, edges.heads)), np.tile(np.arange(m), 2)
    rows = [csr_array((np.ones(2 * m), ends), shape=(n, m))]
    for family in families:
        inside = members_of(family, n)
        crossings = (inside[:, edges.tails] != inside[:, edges.heads]).sum(axis=0)
        rows.append(csr_array(crossings[None, :]))
    solved = linprog(
        np.concatenate((costs, np.full(n, price), excess, np.full(k, price))),
        A_eq=hstack((vstack(rows), -eye_array(k), eye_array(k)), format="csr"),
        b_eq=needs,
        bounds=np.stack(
            (
                np.concatenate((edges.required, np.zeros(2 * k))),
                np.concatenate((np.ones(m), np.full(2 * k, np.inf))),
            ),
            axis=1,
        ),
        method="highs-ds",
    )
    return solved.x[:m], solved.eqlin.marginals
