"""Reduced costs of edges, from families of sets listed by their members.

An edge uv has the reduced cost ``scale * length - nodes[u] - nodes[v] + 2 * both``, where ``both``
is the sum of the multipliers of the sets that contain u and v, and ``nodes`` holds the potential of
each node plus the multipliers of the sets that contain it. All is exact for integers.

Where places may be left out, a cycle crosses a set that holds one of its places, v, twice if it
visits v: the edges that cross it and twice the loop of v are at least 2. So the first node of a set
*stands for it*: its loop counts as one inside the set less than the edges that are inside. Nothing
is taken off where every cycle visits some place of the set.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from icosian._kernels import pricing as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import TimeIsUp
from icosian.tours.shortest.problem.cycle_problem import Family, demand
from icosian.tours.shortest.relaxation.supports import NodeSets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from icosian.tours.shortest.problem.cycle_problem import Family, Order, Visits


class FamilyLists:
    """Families as lists of members, and for each node the sets that contain it."""

    def __init__(self, size: int, families: Sequence[Family], visits: Visits | None = None) -> None:
        self.size = size
        self.sets = NodeSets.of(nodes for family in families for nodes in family)
        self.owner = np.repeat(np.arange(len(families)), [len(family) for family in families])
        stands = [None if visits is None else visits.standing(family) for family in families]
        alone = [(k, first) for k, first in enumerate(stands) if first is not None]
        self._alone, self._standing = np.array(alone, np.int64).reshape(-1, 2).T
        self.at_nodes = self.sets.at_nodes(size)

    def pair_weights(
        self,
        multipliers: NDArray[np.number],
        tails: NDArray[np.int32],
        heads: NDArray[np.int32],
    ) -> NDArray[np.number]:
        """Return the sum of the multipliers of all sets with both ends of each edge.

        Sets for which the place of a loop stands are taken off once.
        """
        sums = np.zeros(len(tails), multipliers.dtype)
        weights = np.append(multipliers[self.owner], np.zeros(1, multipliers.dtype))
        if multipliers.dtype == object:
            inside = members_of(self.sets.tuples(), self.size)
            for row, weight in zip(inside, weights[:-1], strict=True):
                sums[row[tails] & row[heads]] += weight
        else:
            s = np.zeros(kernels.WORDS, np.int64)
            Run(kernels.common, tails, heads, *self.at_nodes, weights, sums, s).finish()
        loops = (tails >= heads).nonzero()[0]
        if len(loops):
            standing = np.zeros(self.size, multipliers.dtype)
            np.add.at(standing, self._standing, multipliers[self._alone])
            u, v = tails[loops], heads[loops]
            sums[loops] -= standing[u] + np.where(u == v, 0, 1) * standing[v]
        return sums


def members_of(sets: Sequence[Sequence[int]], size: int) -> NDArray[np.bool_]:
    """Return a matrix, shape (sets, nodes), of which node is in which set."""
    members = np.zeros((len(sets), size), np.bool_)
    for row, nodes in zip(members, sets, strict=True):
        row[list(nodes)] = True
    return members


# -- The linear program of a tour: degrees, and families of sets, over some of the edges

# HiGHS solves it by the simplex method and starts from its last basis. A set is written by the
# edges inside it, or by those that cross it if they are fewer: twice the former and once the latter
# are the degrees of its nodes. Duals are stated as if all sets were written by the edges inside.

DEVEX, STEEPEST = 1, 2  # how HiGHS prices; the latter takes half as many iterations
OPTIONS: dict[str, bool | int | str] = {
    "output_flag": False,
    "parallel": "off",
    "presolve": "off",  # it would lose the basis
    "solver": "simplex",
    "threads": 1,
    "simplex_dual_edge_weight_strategy": STEEPEST,
}
TYPICAL = 2.0**13
"""Costs are divided by a power of two so that their median is at most this."""
NEGLIGIBLE = 1e-9
"""Multipliers below are zero."""

PATIENCE, WASTE = 12, 0.1
"""Solutions without a multiplier, and the part of such rows, before they are deleted."""
POOL = 2_000
"""Deleted families that are kept in mind."""


class SolverFailure(Exception):
    """HiGHS has neither solved the program nor shown it infeasible."""


class Dual(NamedTuple):
    """A dual solution: an edge uv has the reduced cost cost - y(u) - y(v) + 2 z(sets with uv).

    Costs are lengths above the base of both nodes.
    """

    nodes: NDArray[np.float64]
    """Shape (size,): y, the potential and the multipliers of all sets that contain the node."""
    families: tuple[Family, ...]
    multipliers: NDArray[np.float64]
    """Shape (families,): z, not negative, except of sets that are crossed exactly twice."""


def normalized(family: Family, size: int) -> Family:
    """Return a family with the smaller side of its first set, sorted, to recognize it again."""
    first, *teeth = (tuple(sorted(nodes)) for nodes in family)
    if 2 * len(first) > size:
        chosen = set(first)
        first = tuple(v for v in range(size) if v not in chosen)
    return (first, *sorted(teeth))


class _Row(NamedTuple):
    """The inequality of a family: each set by the edges inside it, or by those that cross it."""

    members: NDArray[np.bool_]
    """Shape (sets, size): the nodes of each set."""
    by_border: NDArray[np.bool_]
    """Shape (sets,): which sets are written by the edges that cross them, each -1/2."""
    stands: int | None
    """The place that stands for the family."""
    most: float
    """The right-hand side."""

    @classmethod
    def of(
        cls,
        family: Family,
        size: int,
        tails: NDArray[np.int32],
        heads: NDArray[np.int32],
        crossed: Visits | Order | None,
        visits: Visits | None,
    ) -> _Row:
        """Write a family; by edges inside only where places may be left out."""
        members = members_of(family, size)
        if visits is None:
            inside, across = _ends(members, tails, heads)
            by_border = across.sum(axis=1) < inside.sum(axis=1)
        else:
            by_border = np.zeros(len(family), np.bool_)
        lengths = np.array([*map(len, family)])
        most = float(lengths[~by_border].sum()) - demand(family, crossed) / 2
        stands = None if visits is None else visits.standing(family)
        return cls(members, by_border, stands, most)

    def entries(self, tails: NDArray[np.int32], heads: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return the coefficients of some edges, shape (edges,)."""
        inside, _ = _ends(self.members[~self.by_border], tails, heads)
        _, across = _ends(self.members[self.by_border], tails, heads)
        found: NDArray[np.float64] = (
            inside.sum(axis=0, dtype=np.int16) - across.sum(axis=0, dtype=np.int16) / 2
        )
        if self.stands is not None:
            found -= (tails >= heads) & ((tails == self.stands) | (heads == self.stands))
        return found


def _ends(
    members: NDArray[np.bool_], tails: NDArray[np.int32], heads: NDArray[np.int32]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which edges are inside each set, and which cross it."""
    first, second = members.take(tails, axis=1), members.take(heads, axis=1)
    return first & second, first != second


class LinearProgram:
    """The program over some edges, its columns, with rows for the nodes and for families."""

    def __init__(
        self,
        size: int,
        edges: NDArray[np.int32],
        costs: NDArray[Any],
        visits: Visits | None = None,
        order: Order | None = None,
    ) -> None:
        import highspy

        self.size = n = size
        self.tails = np.zeros(0, np.int32)
        self.heads = np.zeros(0, np.int32)
        self.families: list[Family] = []
        self._known: set[Family] = set()
        self._rows: list[_Row] = []
        self._row_dual = np.zeros(0)
        self._idle = np.zeros(0, np.int64)  # solutions since a family had a multiplier
        self.dropped: tuple[Family, ...] = ()
        """Families whose rows were deleted, the last ones; they may be violated again."""
        self._twice: set[Family] = set()  # sets that are crossed exactly twice
        self._often: set[Family] = set()  # sets that are crossed at least four times
        self.iterations = 0
        self.is_solved = False
        """There is a solution, the last one that was found."""
        self.visits, self._crossed = visits, order if visits is None else visits
        """What is visited where places may be left out; then no set contains the root."""
        is_rooted = visits is not None
        # Loops cost nothing; with them, the largest cost is what counts.
        typical = 8.0 * max(map(abs, costs.tolist()), default=0) if is_rooted else np.median(costs)
        self.unit = 2.0 ** max(0, math.ceil(math.log2(max(1.0, float(typical)) / TYPICAL)))
        self._highs: Any = highspy.Highs()
        for option, value in OPTIONS.items():
            self._highs.setOptionValue(option, value)
        self._highs.addRows(
            n, np.full(n, 2.0), np.full(n, 2.0), 0, np.zeros(n, np.int32), np.zeros(0, np.int32), []
        )
        self.add_edges(edges, costs)

    # -- changing it

    def add_edges(self, edges: NDArray[np.int32], costs: NDArray[np.int64]) -> None:
        """Add edges between 0 and 1, shape (k, 2), with their costs, shape (k,)."""
        k, n = len(edges), self.size
        if not k:
            return
        tails, heads = np.ascontiguousarray(edges.T, np.int32)
        once = (tails == heads).nonzero()[0]  # a loop at one node has both its ends there
        ends = np.delete(np.arange(k), once)
        columns, rows = [np.arange(k), ends], [tails, heads[ends]]
        entries = [np.where(tails == heads, 2.0, 1.0), np.ones(len(ends))]
        for number, row in enumerate(self._rows, n):
            found = row.entries(tails, heads)
            hit = found.nonzero()[0]
            columns.append(hit)
            rows.append(np.full(len(hit), number, np.int32))
            entries.append(found[hit])
        column = np.concatenate(columns)
        order = np.argsort(column, kind="stable")
        starts = np.searchsorted(column[order], np.arange(k)).astype(np.int32)
        self._highs.addCols(
            k,
            (costs / self.unit).astype(float),
            np.zeros(k),
            np.ones(k),
            len(order),
            starts,
            np.concatenate(rows)[order].astype(np.int32),
            np.concatenate(entries)[order],
        )
        self.tails = np.concatenate((self.tails, tails))
        self.heads = np.concatenate((self.heads, heads))

    def add_families(self, families: Iterable[Family]) -> int:
        """Add a row for each new family; return how many were new."""
        before = len(self.families)
        columns, entries, starts = [], [], []
        filled = 0
        for family in families:
            key = family if self.visits is not None else normalized(family, self.size)
            if key in self._known:
                continue
            self._known.add(key)
            self.families.append(key)
            edges = self.tails, self.heads
            row = _Row.of(key, self.size, *edges, self._crossed, self.visits)
            self._rows.append(row)
            found = row.entries(*edges)
            hit = found.nonzero()[0]
            columns.append(hit.astype(np.int32))
            entries.append(found[hit])
            starts.append(filled)
            filled += len(hit)
        k = len(self.families) - before
        if k:
            self._highs.addRows(
                k,
                np.full(k, -math.inf),
                np.array([row.most for row in self._rows[before:]]),
                filled,
                np.array(starts, np.int32),
                np.concatenate(columns),
                np.concatenate(entries),
            )
        return k

    def drop_idle(self) -> None:
        """Delete the rows that have had no multiplier for a while, if they are many."""
        idle = self._idle >= PATIENCE
        assumed = self._twice | self._often
        idle &= np.array([family not in assumed for family in self.families], np.bool_)
        if idle.sum() <= WASTE * len(idle):
            return
        rows = (self.size + idle.nonzero()[0]).astype(np.int32)
        self._highs.deleteRows(len(rows), rows)
        dropped = (self.families[k] for k in idle.nonzero()[0])
        self.dropped = tuple(dict.fromkeys((*self.dropped, *dropped)))[-POOL:]
        self.families = [f for f, out in zip(self.families, idle, strict=True) if not out]
        self._rows = [row for row, out in zip(self._rows, idle, strict=True) if not out]
        self._known = set(self.families)
        self._row_dual, self._idle = self._row_dual[~idle], self._idle[~idle]

    def bound(
        self, columns: NDArray[np.int32], low: NDArray[np.float64], high: NDArray[np.float64]
    ) -> None:
        """Set the bounds of some columns; all have shape (columns,)."""
        if len(columns):
            self._highs.changeColsBounds(len(columns), columns, low, high)

    def assume(self, twice: Iterable[Family], often: Iterable[Family]) -> None:
        """Let some sets be crossed exactly twice, and others at least four times; no more."""
        before = self._twice | self._often
        self._twice, self._often = set(twice), set(often)
        self.add_families((*twice, *often))
        for family in before | self._twice | self._often:
            self._bound_row(self.families.index(family))

    def _bound_row(self, row: int) -> None:
        """Set the bounds of a family to what is assumed of it."""
        family, most = self.families[row], self._rows[row].most
        low = most if family in self._twice else -math.inf
        high = most - 1 if family in self._often else most
        self._highs.changeRowBounds(self.size + row, low, high)

    # -- solving it

    def solve(self, seconds: float = math.inf) -> bool:
        """Solve it and read the solution; return False if it is infeasible."""
        from highspy import HighsModelStatus

        # HiGHS counts the seconds of all its runs together.
        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + max(0.0, seconds))
        self._highs.run()
        status = self._highs.getModelStatus()
        decided = HighsModelStatus.kOptimal, HighsModelStatus.kInfeasible
        if status not in (*decided, HighsModelStatus.kTimeLimit):
            self._highs.clearSolver()
            self._highs.run()
            status = self._highs.getModelStatus()
        info = self._highs.getInfo()
        self.iterations += info.simplex_iteration_count
        if status == HighsModelStatus.kTimeLimit:
            raise TimeIsUp
        if status == HighsModelStatus.kInfeasible:
            return False
        if status != HighsModelStatus.kOptimal:
            raise SolverFailure(str(status))
        solution = self._highs.getSolution()
        rows = np.array(solution.row_dual)
        self.values = np.array(solution.col_value)
        self.is_solved = True
        self.objective = info.objective_function_value * self.unit
        self._nodes, self._row_dual = rows[: self.size] * self.unit, rows[self.size :]
        idle = np.zeros(len(self._row_dual), np.int64)
        idle[: len(self._idle)] = self._idle
        self._idle = np.where(np.abs(self._row_dual) < NEGLIGIBLE, idle + 1, 0)
        return True

    def dual(self) -> Dual:
        """Return the dual of the last solution."""
        return self._dual(self._nodes, self._row_dual * self.unit)

    def ray(self) -> Dual | None:
        """Return the direction of duals that shows the program infeasible, if HiGHS has one."""
        _, found, values = self._highs.getDualRay()
        if not found:
            return None
        ray = np.array(values)
        ray /= np.abs(ray).max()
        return self._dual(ray[: self.size], ray[self.size :])

    def _dual(self, nodes: NDArray[np.float64], rows: NDArray[np.float64]) -> Dual:
        is_exact = self.is_exact[: len(rows)]  # families that came later have no multiplier yet
        multipliers = np.where(is_exact, -rows / 2, np.maximum(0.0, -rows / 2))
        used = (np.abs(multipliers) > NEGLIGIBLE).nonzero()[0]
        families = tuple(self.families[k] for k in used)
        return Dual(nodes + self._shift(multipliers), families, multipliers[used])

    def _shift(self, multipliers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the sets that are written by their borders add to each node."""
        shift = np.zeros(self.size)
        for k in multipliers.nonzero()[0].tolist():
            row = self._rows[k]
            for nodes in row.members[row.by_border]:
                shift[nodes] += multipliers[k]
        return shift

    @property
    def is_exact(self) -> NDArray[np.bool_]:
        """The families that are crossed exactly as often as they demand, shape (families,)."""
        return np.array([family in self._twice for family in self.families], np.bool_)

    def correction(
        self, costs: NDArray[np.float64], dual: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return what to add to the dual of rows, so that basic variables have no cost.

        ``costs`` are the reduced costs of the columns; ``dual`` has shape (size + families,).
        """
        basic = np.array(self._highs.getBasicVariables()[1])
        own = self._shifted(dual, -1)
        rest = np.where(basic >= 0, costs[np.maximum(basic, 0)], -own[np.maximum(~basic, 0)])
        return self._shifted(np.array(self._highs.getBasisTransposeSolve(rest)[1]), 1)

    def _shifted(self, dual: NDArray[np.float64], sign: int) -> NDArray[np.float64]:
        """Return a dual of the rows as if all sets were written by the edges inside, or back."""
        nodes, families = dual[: self.size], dual[self.size :]
        return np.concatenate((nodes + sign * self._shift(-families / 2), families))

    @property
    def rows_dual(self) -> NDArray[np.float64]:
        """The dual of the last solution, of nodes and families, shape (size + families,)."""
        return self._shifted(np.concatenate((self._nodes, self._row_dual * self.unit)), 1)

    @contextmanager
    def probing(self, iterations: int) -> Iterator[None]:
        """Let each probe take so many simplex steps for each side.

        They price by Devex: the weights of steepest edges would be computed again for each.
        """
        basis = self._highs.getBasis()
        self._priced_by(DEVEX, iterations)
        self._highs.setBasis(basis)
        try:
            yield
        finally:
            self._priced_by(STEEPEST, 2**31 - 1)
            self._highs.setBasis(basis)

    def _priced_by(self, strategy: int, iterations: int) -> None:
        """Forget the basis, and set how the simplex method goes on: only then HiGHS reads it."""
        self._highs.clearSolver()
        self._highs.setOptionValue("simplex_dual_edge_weight_strategy", strategy)
        self._highs.setOptionValue("simplex_iteration_limit", iterations)

    def probe(self, column: int, bounds: tuple[float, float]) -> tuple[float, float]:
        """Return bounds without and with an edge."""
        change = partial(self._highs.changeColBounds, column)
        return self._probed(change, ((0.0, 0.0), (1.0, 1.0)), bounds)

    def probe_set(self, row: int) -> tuple[float, float]:
        """Return bounds where a set is crossed twice and where more often."""
        change, most = partial(self._highs.changeRowBounds, self.size + row), self._rows[row].most
        sides = ((most, most), (-math.inf, most - 1))
        return self._probed(change, sides, (-math.inf, most))

    def _probed(
        self,
        change: Callable[[float, float], object],
        sides: tuple[tuple[float, float], tuple[float, float]],
        bounds: tuple[float, float],
    ) -> tuple[float, float]:
        """Return bounds on both sides of a change, and undo it."""
        from highspy import HighsModelStatus

        basis = self._highs.getBasis()
        found = []
        for side in sides:
            change(*side)
            self._highs.run()
            info = self._highs.getInfo()
            self.iterations += info.simplex_iteration_count
            infeasible = self._highs.getModelStatus() == HighsModelStatus.kInfeasible
            found.append(math.inf if infeasible else info.objective_function_value * self.unit)
            self._highs.setBasis(basis)
        change(*bounds)
        return found[0], found[1]
