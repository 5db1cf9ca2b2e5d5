"""Exact bounds where lengths were rounded for the search: duals refined step by step [1]_.

The rounded problem has a dual whose bound is nearly the length of the tour. What is missing is a
linear program again: that of the reduced costs, on the few edges whose reduced cost is not larger
than the missing part. Its dual, added to the first, leaves about a millionth of it missing, and
after a few steps less than the unit of the exact lengths.

References
----------
.. [1] A. M. Gleixner, D. E. Steffy, K. Wolter, Iterative refinement for linear programming, INFORMS
   Journal on Computing 28 (2016), 449-464.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from icosian.tours.shortest.relaxation.separation import separate
from icosian.tours.shortest.solution import Weights, demand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.shortest.problem.cycle_problem import CycleProblem
    from icosian.tours.shortest.solution import Family, Solution

    Edge = tuple[int, int]

__all__ = ["refined"]

SUPPORT = 1e-9
"""Values below are zero."""
FRACTION = 1e-6
"""Values closer to an integer are integral."""
PRICE = 8
"""Weights change by at most so many gaps, then by so many times more, ..."""
MOST_PRICE = PRICE**4
WIDTH = 8
"""Edges with a reduced cost of up to so many prices are columns of a linear program."""
PROGRESS = 0.5
"""A case is split where a linear program leaves more than this part of the gap."""
MOST_CASES = 500
"""Entries of a tree after which no case is split."""
COSTS = 2.0**12
"""What a gap costs in a linear program, whose tolerances are small beside it."""
SPACE = 4
"""The scale is at least so many times the number of nodes, so that rounding costs little."""


def refined(
    problem: CycleProblem,
    solution: Solution,
    exact: Callable[[int, int], int],
    coarseness: int,
    clock: Clock,
) -> Solution | None:
    """Return a solution in exact lengths whose tour is proved to be shortest, None if it fails.

    ``exact`` is the exact length of an edge; the problem has ``exact(u, v) // coarseness``. A tour
    that is longer in rounded lengths, but shorter in exact ones, replaces the first.
    """
    if solution.bound < solution.length:
        return None
    if any(not isinstance(entry, int) and len(entry) == 1 for entry in solution.tree):
        return None  # cases that split on sets
    if not solution.families:  # minimum 1-trees, whose cases are of no use here
        solution = replace(solution, root=None, tree=(0,))
    graph = _Graph.of(problem, exact)
    while True:
        refinement = _Refinement(graph, solution, coarseness, clock)
        try:
            return refinement.solution()
        except _ShorterTour as error:
            solution = replace(solution, tour=error.cycle)
        except _TooManyCases:
            return None


class _ShorterTour(Exception):
    """A tour that is shorter in exact lengths."""

    def __init__(self, cycle: list[int]) -> None:
        super().__init__(cycle)
        self.cycle = cycle


class _TooManyCases(Exception):
    """The gap cannot be closed by a few linear programs."""


class _Refinement:
    """The cases of a solution, with weights that become finer until they close them."""

    def __init__(self, graph: _Graph, solution: Solution, coarseness: int, clock: Clock) -> None:
        factor = -(-SPACE * graph.size // solution.scale)
        self._given, self._clock = solution, clock
        self._length = graph.length(solution.tour)
        self._scale = solution.scale * factor
        self._families = list(solution.families)
        self._weights = [_times(some, factor * coarseness) for some in solution.weights]
        self._root = None
        if solution.root is not None:
            self._root = _times(solution.root, factor * coarseness)
        elif len(solution.tree) == 1:
            self._root = self._weights[0]
        self._graph = graph
        if self._root is not None:
            self._graph = graph.shorter(self._dual(self._root), self._length)
        self._closing: list[Weights] = []
        self._tree: list[Edge | int] = []

    def solution(self) -> Solution:
        """Return the solution; raise if there is a shorter tour, or the proof is too long."""
        for entry, used, avoided in _cases(self._given.tree):
            if isinstance(entry, int):
                self._close(used, avoided, self._weights[entry])
            else:
                self._tree.append(entry)
        return replace(
            self._given,
            length=self._length,
            bound=self._length,
            scale=self._scale,
            families=tuple(self._families),
            root=self._root,
            weights=tuple(self._closing),
            tree=tuple(self._tree),
        )

    def _dual(self, weights: Weights) -> _Dual:
        return _Dual(self._scale, self._families, weights)

    def _close(self, used: tuple[Edge, ...], avoided: tuple[Edge, ...], weights: Weights) -> None:
        """Close a case by finer weights, or split it."""
        case, split = self._graph.case(used, avoided), None
        dual, price = self._dual(weights), PRICE
        while case is not None and (gap := case.gap(dual, self._length)) >= self._scale:
            values, finer = case.improved(dual, self._given.tour, self._length, price, self._clock)
            cycle = case.cycle(values)
            if cycle is not None and self._graph.length(cycle) < self._length:
                raise _ShorterTour(cycle)
            before, gap = gap, case.gap(finer, self._length)
            if gap <= before:
                dual = finer
            if gap <= PROGRESS * before:
                price = PRICE
            elif price < MOST_PRICE:
                price *= PRICE
            else:
                split = case.fractional(values)
                if split is None or len(self._tree) > MOST_CASES:
                    raise _TooManyCases
                break
        if split is None:
            self._tree.append(len(self._closing))
            self._closing.append(dual.weights)
            return
        self._tree.append(split)
        self._close((*used, split), avoided, dual.weights)
        self._close(used, (*avoided, split), dual.weights)


def _times(weights: Weights, factor: int) -> Weights:
    return Weights(
        tuple(factor * y for y in weights.potentials),
        tuple((f, factor * z) for f, z in weights.families),
    )


def _cases(
    tree: tuple[tuple[int, ...] | int, ...],
) -> Iterator[tuple[Edge | int, tuple[Edge, ...], tuple[Edge, ...]]]:
    """Yield the entries of a tree with the edges that are assumed to be used, or avoided."""
    assumed: list[tuple[tuple[Edge, ...], tuple[Edge, ...]]] = [((), ())]
    for entry in tree:
        used, avoided = assumed.pop()
        if isinstance(entry, int):
            yield entry, used, avoided
            continue
        u, v = entry  # what is assumed of borders is not refined
        yield (u, v), used, avoided
        assumed += [(used, (*avoided, (u, v))), ((*used, (u, v)), avoided)]


class _Dual(NamedTuple):
    """Weights with what their numbers mean."""

    scale: int
    families: list[Family]
    """Shared by all; further ones are added at the end."""
    weights: Weights

    @property
    def constant(self) -> int:
        """Return what every cycle pays: twice the potentials, and the families' demands."""
        tolls = sum(z * demand(self.families[f]) for f, z in self.weights.families)
        return 2 * sum(self.weights.potentials) + tolls


@dataclass(frozen=True, kw_only=True, eq=False)
class _Graph:
    """Edges with exact lengths, which are Python integers in arrays of objects."""

    size: int
    tails: NDArray[np.integer]
    heads: NDArray[np.integer]
    lengths: NDArray[np.object_]
    required: NDArray[np.bool_]

    @classmethod
    def of(cls, problem: CycleProblem, exact: Callable[[int, int], int]) -> _Graph:
        """Return all edges of a problem."""
        import numpy as np

        n = problem.size
        edges = problem.edges
        tails, heads = np.triu_indices(n, 1) if edges is None else edges.T
        required = {*problem.required}
        pairs = list(zip(tails.tolist(), heads.tolist(), strict=True))
        return cls(
            size=n,
            tails=tails,
            heads=heads,
            lengths=np.array([exact(u, v) for u, v in pairs], object),
            required=np.array([pair in required for pair in pairs], np.bool_),
        )

    def _number(self) -> dict[Edge, int]:
        """Return the number of every edge."""
        pairs = zip(self.tails.tolist(), self.heads.tolist(), strict=True)
        return {pair: k for k, pair in enumerate(pairs)}

    def length(self, tour: list[int]) -> int:
        """Return the exact length of a cycle."""
        number = self._number()
        steps = zip(tour, [*tour[1:], tour[0]], strict=True)
        return sum(self.lengths[number[min(step), max(step)]] for step in steps)

    def _chosen(self, kept: NDArray[np.bool_], required: NDArray[np.bool_]) -> _Graph:
        return _Graph(
            size=self.size,
            tails=self.tails[kept],
            heads=self.heads[kept],
            lengths=self.lengths[kept],
            required=required[kept],
        )

    def shorter(self, root: _Dual, length: int) -> _Graph:
        """Return the edges that weights leave to shorter cycles."""
        reduced = self.reduced(root)
        slack = root.scale * (length - 1) - self._paid(root, reduced)
        kept = self.required | (reduced <= slack)
        return self._chosen(kept, self.required | (reduced < min(0, -slack)))

    def case(self, used: tuple[Edge, ...], avoided: tuple[Edge, ...]) -> _Graph | None:
        """Return the edges of a case, None if its assumptions contradict each other."""
        import numpy as np

        number = self._number()
        kept, required = np.ones(len(self.tails), np.bool_), self.required.copy()
        kept[[number[edge] for edge in avoided if edge in number]] = False
        if not all(edge in number for edge in used):
            return None
        required[[number[edge] for edge in used]] = True
        case = self._chosen(kept, required)
        degrees, most = (
            np.bincount(case.tails[some], minlength=self.size)
            + np.bincount(case.heads[some], minlength=self.size)
            for some in (slice(None), case.required)
        )
        lost = (required & ~kept).any() or (degrees < 2).any() or (most > 2).any()
        return None if lost else case

    def crossings(self, family: Family) -> NDArray[np.int64]:
        """Return how often each edge crosses the sets of a family, shape (edges,)."""
        import numpy as np

        total = np.zeros(len(self.tails), np.int64)
        for nodes in family:
            inside = np.zeros(self.size, np.bool_)
            inside[list(nodes)] = True
            total += inside[self.tails] != inside[self.heads]
        return total

    def reduced(self, dual: _Dual) -> NDArray[np.object_]:
        """Return the reduced costs, shape (edges,)."""
        import numpy as np

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
        self, dual: _Dual, tour: list[int], length: int, price: int, clock: Clock
    ) -> tuple[NDArray[np.float64], _Dual]:
        """Return the solution of a linear program, shape (edges,), and a better dual.

        ``price`` is how many gaps the weight of a node or a family may change by.
        """
        import numpy as np

        # 1. The edges whose reduced cost is at most some gaps. A family may be crossed more often
        #    than it must be, and pays its multiplier then.
        reduced = self.reduced(dual)
        gap = dual.scale * length - self._paid(dual, reduced)
        width = WIDTH * price
        inside = self.required | (reduced <= round(width) * gap)
        edges = self._chosen(inside, self.required)
        costs = [COSTS * max(cost / gap, -width) for cost in reduced[inside].tolist()]
        known = dict(dual.weights.families)
        # 2. The program, with families that are found as they are violated.
        pairs = np.stack((edges.tails, edges.heads), axis=1)
        fresh: list[Family] = []
        while True:
            clock.tick("refinement")
            dual.families.extend(fresh)
            excess = [COSTS * min(known.get(f, 0) / gap, price) for f in range(len(dual.families))]
            values, prices = edges.program(costs, dual.families, excess, COSTS * price)
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
        tolls = {f: known.get(f, 0) + z for f, z in enumerate(steps[self.size :])}
        weights = Weights(
            tuple(map(operator.add, dual.weights.potentials, steps)),
            tuple((f, z) for f, z in tolls.items() if z > 0),
        )
        every = np.zeros(len(self.tails))
        every[inside] = values
        return every, dual._replace(weights=weights)

    def program(
        self, costs: list[float], families: list[Family], excess: list[float], price: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the solution of a linear program and its dual: of all nodes, then of families.

        ``excess`` is what families pay for further crossings, and ``price`` what any row pays for
        not being met.
        """
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, eye_array, hstack, vstack

        n, m = self.size, len(costs)
        ends = np.concatenate((self.tails, self.heads)), np.tile(np.arange(m), 2)
        rows = [csr_array((np.ones(2 * m), ends), shape=(n, m))]
        rows += [csr_array(self.crossings(family)[None, :]) for family in families]
        needs = [2] * n + [demand(family) for family in families]
        k = len(needs)
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
        import numpy as np

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
