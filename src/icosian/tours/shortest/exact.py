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

import operator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.shortest.problem.cycle_problem import (
    LARGEST_SUM,
    CycleProblem,
    Solution,
    Weights,
    demand,
)
from icosian.tours.shortest.relaxation.separation import separate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from icosian.tours.shortest.problem.cycle_problem import Family

    Edge = tuple[int, int]
    Exact = Callable[[int], int]
    """From a length of a rounded problem to one of the problem, about."""
    Search = Callable[[CycleProblem, list[int] | None, Exact], Solution]


WORKING = 2**30
"""Rounded lengths reach up to here: floats of linear programs hold them with nine digits."""
ENOUGH = 2**16
"""Units of rounding in a gap with which the search is not repeated."""
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
        is_settled = clock.left <= 0 or problem.size >= LARGE or not is_open(found)
        return found if is_settled else _refined(problem, found, clock)
    base = np.zeros(problem.size, object)
    while True:
        part = _Part.of(problem, base, tour)
        found = search(part.problem, part.tour, part.exact)
        tour = min(tour, found.tour, key=problem.length)
        if part.unit == 1 or clock.left <= 0:
            break
        finer = base + part.potentials(found)
        if _gap(problem, finer, tour) >= ENOUGH * part.unit:
            break
        base = finer
    lifted = part.lifted(found, tour, problem.length(tour))
    is_left = clock.left <= 0 or problem.size >= LARGE or (gap > 0 and not is_open(lifted))
    if not found.families and len(found.tree) == 1 and (is_left or not is_open(lifted)):
        return lifted  # the bound of one 1-tree
    return _refined(problem, lifted, Clock(0) if is_left else clock)


def _rests(problem: CycleProblem, base: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return reduced lengths, shape (size, size), and which are those of edges left to choose."""
    edge = np.ones((problem.size, problem.size), np.bool_)
    if problem.edges is not None:
        edge[:] = False
        u, v = problem.edges.T
        edge[u, v] = edge[v, u] = True
    np.fill_diagonal(edge, False)  # noqa: FBT003 - a fill value
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
        base = (found.scale * self.base).tolist()

        def lifted(weights: Weights) -> Weights:
            return Weights(
                tuple(b + self.unit * y for b, y in zip(base, weights.potentials, strict=True)),
                tuple((f, self.unit * z) for f, z in weights.families),
            )

        return replace(
            found,
            tour=tour,
            length=length,
            # A cycle of the rounded problem is longer than its bound less 1; it is no integer here.
            bound=min(length, self.exact(found.bound - 1) + 1),
            root=None if found.root is None else lifted(found.root),
            weights=tuple(map(lifted, found.weights)),
        )


def _refined(problem: CycleProblem, solution: Solution, clock: Clock) -> Solution:
    """Return a solution with the bound that its weights prove, or finer ones while time is left.

    A cycle that is longer in rounded lengths, but shorter in exact ones, replaces the first.
    """
    if not solution.families:  # minimum 1-trees, whose cases are of no use here
        solution = replace(solution, root=None, tree=(0,))
    graph = _Graph.of(problem)
    while True:
        try:
            return _Refinement(graph, solution, clock).solution()
        except _ShorterTour as error:
            solution = replace(solution, tour=error.cycle, length=problem.length(error.cycle))


class _ShorterTour(Exception):
    """A cycle that is shorter in exact lengths."""

    def __init__(self, cycle: list[int]) -> None:
        super().__init__(cycle)
        self.cycle = cycle


class _Case(NamedTuple):
    """What is assumed in a case."""

    used: tuple[Edge, ...] = ()
    avoided: tuple[Edge, ...] = ()
    twice: tuple[int, ...] = ()
    """Families of one set that is crossed exactly twice."""
    often: tuple[int, ...] = ()
    """Families of one set that is crossed at least four times."""

    def split(self, entry: tuple[int, ...]) -> tuple[_Case, _Case]:
        """Return both cases of an edge or a family."""
        if len(entry) == 2:
            edge = entry[0], entry[1]
            used, avoided = (*self.used, edge), (*self.avoided, edge)
            return self._replace(used=used), self._replace(avoided=avoided)
        twice, often = (*self.twice, *entry), (*self.often, *entry)
        return self._replace(twice=twice), self._replace(often=often)


class _Refinement:
    """The cases of a solution, with weights that become finer until they close them."""

    def __init__(self, graph: _Graph, solution: Solution, clock: Clock) -> None:
        factor = -(-SPACE * graph.size // solution.scale)
        self._given, self._clock, self._improving = solution, clock, True
        self._scale = solution.scale * factor
        self._families = list(solution.families)
        self._weights = [_times(some, factor) for some in solution.weights]
        self._root = None
        if solution.root is not None:
            self._root = _times(solution.root, factor)
        elif len(solution.tree) == 1:
            self._root = self._weights[0]
        self._graph = graph
        if self._root is not None:
            self._graph = graph.shorter(self._dual(self._root, _Case()), solution.length)
        self._bound = solution.length
        self._closing: list[Weights] = []
        self._tree: list[tuple[int, ...] | int] = []

    def solution(self) -> Solution:
        """Return the solution; raise if there is a shorter cycle."""
        ahead = [_Case()]
        for entry in self._given.tree:
            case = ahead.pop()
            if isinstance(entry, int):
                self._close(case, self._weights[entry])
            else:
                self._tree.append(entry)
                ahead += reversed(case.split(entry))
        return replace(
            self._given,
            bound=self._bound,
            scale=self._scale,
            families=tuple(self._families),
            root=self._root,
            weights=tuple(self._closing),
            tree=tuple(self._tree),
        )

    def _dual(self, weights: Weights, case: _Case) -> _Dual:
        return _Dual(self._scale, self._families, weights, case)

    def _close(self, case: _Case, weights: Weights) -> None:
        """Close a case by finer weights, split it, or note what it leaves of the bound."""
        graph = self._graph.case(case)
        length = self._given.length
        dual, price, gap = self._dual(weights, case), PRICE, 0
        split = None
        while graph is not None and (gap := graph.gap(dual, length)) >= self._scale:
            try:
                if not self._improving:
                    break
                values, finer = graph.improved(dual, self._given.tour, gap, price, self._clock)
            except TimeIsUp:
                self._improving = False
                break
            cycle = graph.cycle(values)
            if cycle is not None and graph.length(cycle) < length:
                raise _ShorterTour(cycle)
            before, gap = gap, graph.gap(finer, length)
            if gap <= before:
                dual = finer
            if PROGRESS * gap <= before:
                price = PRICE
            elif price < MOST_PRICE:
                price *= PRICE
            else:
                split = graph.fractional(values)
                if split is None or len(self._tree) > MOST_CASES:
                    self._improving, split = False, None
                    continue
                break
        if split is None:
            if graph is not None:
                self._bound = min(self._bound, length - gap // self._scale)
            self._tree.append(len(self._closing))
            self._closing.append(dual.weights)
            return
        self._tree.append(split)
        for part in case.split(split):
            self._close(part, dual.weights)


def _times(weights: Weights, factor: int) -> Weights:
    return Weights(
        tuple(factor * y for y in weights.potentials),
        tuple((f, factor * z) for f, z in weights.families),
    )


class _Dual(NamedTuple):
    """Weights with what their numbers mean."""

    scale: int
    families: list[Family]
    """Shared by all; further ones are added at the end."""
    weights: Weights
    case: _Case

    def demand(self, family: int) -> int:
        """Return how often the cycles of the case cross a family at least."""
        return demand(self.families[family]) + 2 * (family in self.case.often)

    @property
    def constant(self) -> int:
        """Return what every cycle pays: twice the potentials, and the families' demands."""
        tolls = sum(z * self.demand(f) for f, z in self.weights.families)
        return 2 * sum(self.weights.potentials) + tolls


@dataclass(frozen=True, kw_only=True, eq=False)
class _Graph:
    """Edges with exact lengths, which are Python integers in arrays of objects."""

    problem: CycleProblem
    tails: NDArray[np.integer]
    heads: NDArray[np.integer]
    required: NDArray[np.bool_]
    lengths: NDArray[np.object_] = field(init=False)

    def __post_init__(self) -> None:
        lengths = self.problem.matrix[self.tails, self.heads].astype(object)
        object.__setattr__(self, "lengths", lengths)

    @classmethod
    def of(cls, problem: CycleProblem) -> _Graph:
        """Return all edges of a problem."""
        n, edges = problem.size, problem.edges
        tails, heads = np.triu_indices(n, 1) if edges is None else edges.T
        required = np.zeros((n, n), np.bool_)
        for u, v in problem.required:
            required[u, v] = True
        return cls(problem=problem, tails=tails, heads=heads, required=required[tails, heads])

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.problem.size

    def length(self, cycle: list[int]) -> int:
        """Return the exact length of a cycle."""
        return self.problem.length(cycle)

    def _chosen(self, kept: NDArray[np.bool_], required: NDArray[np.bool_]) -> _Graph:
        return _Graph(
            problem=self.problem,
            tails=self.tails[kept],
            heads=self.heads[kept],
            required=required[kept],
        )

    def shorter(self, root: _Dual, length: int) -> _Graph:
        """Return the edges that weights leave to shorter cycles."""
        reduced = self.reduced(root)
        slack = root.scale * (length - 1) - self._paid(root, reduced)
        kept = self.required | (reduced <= slack)
        return self._chosen(kept, self.required | (reduced < min(0, -slack)))

    def case(self, case: _Case) -> _Graph | None:
        """Return the edges of a case, None if its assumptions contradict each other."""
        pairs = zip(self.tails.tolist(), self.heads.tolist(), strict=True)
        number = {pair: k for k, pair in enumerate(pairs)}
        kept, required = np.ones(len(self.tails), np.bool_), self.required.copy()
        kept[[number[edge] for edge in case.avoided if edge in number]] = False
        if not all(edge in number for edge in case.used):
            return None
        required[[number[edge] for edge in case.used]] = True
        chosen = self._chosen(kept, required)
        degrees, most = (
            np.bincount(chosen.tails[some], minlength=self.size)
            + np.bincount(chosen.heads[some], minlength=self.size)
            for some in (slice(None), chosen.required)
        )
        lost = (required & ~kept).any() or (degrees < 2).any() or (most > 2).any()
        return None if lost else chosen

    def crossings(self, family: Family) -> NDArray[np.int64]:
        """Return how often each edge crosses the sets of a family, shape (edges,)."""
        total = np.zeros(len(self.tails), np.int64)
        for nodes in family:
            inside = np.zeros(self.size, np.bool_)
            inside[list(nodes)] = True
            total += inside[self.tails] != inside[self.heads]
        return total

    def reduced(self, dual: _Dual) -> NDArray[np.object_]:
        """Return the reduced costs, shape (edges,)."""
        potentials = np.array(dual.weights.potentials, object)
        reduced: NDArray[np.object_]
        reduced = dual.scale * self.lengths - potentials[self.tails] - potentials[self.heads]
        for f, z in dual.weights.families:
            crossings = self.crossings(dual.families[f])
            crossed = crossings.nonzero()[0]
            reduced[crossed] -= z * crossings[crossed].astype(object)
        return reduced

    def _paid(self, dual: _Dual, reduced: NDArray[np.object_]) -> int:
        return int(dual.constant + reduced[self.required | (reduced < 0)].sum())

    def gap(self, dual: _Dual, length: int) -> int:
        """Return by how much cycles may be shorter than a length, at the scale of the dual."""
        return dual.scale * length - self._paid(dual, self.reduced(dual))

    def improved(
        self, dual: _Dual, tour: list[int], gap: int, price: int, clock: Clock
    ) -> tuple[NDArray[np.float64], _Dual]:
        """Return the solution of a linear program, shape (edges,), and a better dual.

        ``gap`` is what the dual leaves, and ``price`` how many gaps the weight of a node or a
        family may change by.
        """
        # 1. The edges whose reduced cost is at most some gaps. A family may be crossed more often
        #    than it must be, and pays its multiplier then; one that is crossed exactly twice may
        #    not. What costs much more than the gap costs that much more.
        reduced = self.reduced(dual)
        widest = round(WIDTH * price) * gap
        inside = self.required | (reduced <= widest)
        edges = self._chosen(inside, self.required)
        costs = [COSTS * (min(max(c, -widest), widest) / gap) for c in reduced[inside].tolist()]
        known, twice = dict(dual.weights.families), set(dual.case.twice)
        most = price * gap

        def excess(family: int) -> float:
            toll = most if family in twice else min(known.get(family, 0), most)
            return COSTS * (toll / gap)

        # 2. The program, with families that are found as they are violated.
        pairs = np.stack((edges.tails, edges.heads), axis=1)
        fresh: list[Family] = []
        while True:
            clock.tick("refinement")
            dual.families.extend(fresh)
            count = range(len(dual.families))
            needs = [2] * self.size + [dual.demand(f) for f in count]
            tolls = [excess(f) for f in count]
            values, prices = edges.program(costs, dual.families, needs, tolls, COSTS * price)
            if edges.cycle(values) is not None:
                break
            used = values > SUPPORT
            found = separate(
                self.size, pairs[used], values[used], np.array(tour), dual.families, thorough=True
            )
            # A row that is not worth its price may stay violated.
            fresh = [family for family in found if family not in dual.families]
            if not fresh:
                break
        # 3. The sum of both duals.
        steps = [round(Fraction(step) * gap / int(COSTS)) for step in prices.tolist()]
        total = {f: known.get(f, 0) + z for f, z in enumerate(steps[self.size :])}
        weights = Weights(
            tuple(map(operator.add, dual.weights.potentials, steps)),
            tuple((f, z) for f, z in total.items() if z > 0 or (z and f in twice)),
        )
        every = np.zeros(len(self.tails))
        every[inside] = values
        return every, dual._replace(weights=weights)

    def program(
        self,
        costs: list[float],
        families: list[Family],
        needs: list[int],
        excess: list[float],
        price: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the solution of a linear program and its dual: of all nodes, then of families.

        ``needs`` is how often nodes and families are crossed at least, ``excess`` what families
        pay for further crossings, and ``price`` what any row pays for not being met.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, eye_array, hstack, vstack

        n, m, k = self.size, len(costs), len(needs)
        ends = np.concatenate((self.tails, self.heads)), np.tile(np.arange(m), 2)
        rows = [csr_array((np.ones(2 * m), ends), shape=(n, m))]
        rows += [csr_array(self.crossings(family)[None, :]) for family in families]
        solved = linprog(
            np.concatenate((costs, np.full(n, price), excess, np.full(k, price))),
            A_eq=hstack((vstack(rows), -eye_array(k), eye_array(k)), format="csr"),
            b_eq=needs,
            bounds=np.stack(
                (
                    np.concatenate((self.required, np.zeros(2 * k))),
                    np.concatenate((np.ones(m), np.full(2 * k, np.inf))),
                ),
                axis=1,
            ),
            method="highs-ds",
        )
        return solved.x[:m], solved.eqlin.marginals

    def fractional(self, values: NDArray[np.float64]) -> Edge | None:
        """Return the edge whose value is farthest from an integer, None if all are integers."""
        k = int(np.argmin(np.abs(values - 0.5)))
        if abs(values[k] - 0.5) > 0.5 - FRACTION:
            return None
        return int(self.tails[k]), int(self.heads[k])

    def cycle(self, values: NDArray[np.float64]) -> list[int] | None:
        """Return the Hamiltonian cycle that a solution is, or None."""
        if self.fractional(values) is not None:
            return None
        near: list[list[int]] = [[] for _ in range(self.size)]
        for k in (values > 0.5).nonzero()[0].tolist():
            u, v = int(self.tails[k]), int(self.heads[k])
            near[u].append(v)
            near[v].append(u)
        if any(len(row) != 2 for row in near):
            return None
        cycle, back = [0], near[0][1]
        while (ahead := near[cycle[-1]][near[cycle[-1]][0] == back]) != 0:
            back = cycle[-1]
            cycle.append(ahead)
        return cycle if len(cycle) == self.size else None
