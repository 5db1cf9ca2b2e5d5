"""The linear program with rows and columns added as they are needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._run.limits import Clock
from icosian.tours.instance import Family
from icosian.tours.shortest.relaxation.linear_program import (
    LARGEST,
    Case,
    Dual,
    Edge,
    Edges,
    FamilyLists,
    LinearProgram,
    Rounded,
    normalize_family,
)
from icosian.tours.shortest.relaxation.separation import (
    CutPool,
    PartialTour,
    Support,
    anneal_combs,
    borders,
    group_borders,
    separate,
    separate_by_order,
    separate_from_root,
    separate_groups,
)

FRACTION = 1e-6
"""Values closer to an integer are integral."""
PRICE = 1e-7
"""An edge is added if its reduced cost is less than minus this part of the unit of lengths."""
MARGIN = 0.05
"""By what a bound must exceed an integer, in units of length, to be rounded up."""
PRECISION = 1e-9
"""The relative error of an objective."""
FAR = 0.05
"""Gaps beyond this part of the bound say that no good tour is known."""
REFINEMENTS = 3
"""Corrections of a dual; each adds about ten digits."""
MANY = 15
"""Violated sets of an order beside which no others are searched."""
FEW = 6
"""Violated sets in a round, where places may be left out, below which combs are searched."""
SEVERAL, MORE = 20, 60
"""Those below which combs are annealed, as sets alone soon gain little; more if gaps are large."""
ROOTS, MUCH = 6, 4
"""The most groups that stand for the root in a round, more than one where few sets are found; and
the places that do without groups, of one part in so many that are visited most."""
DROP = 3
"""Rounds between two deletions of idle rows."""
EARLY = 5
"""Rounds after which columns are added before no rows are found, where places may be left out."""


@dataclass(frozen=True)
class Effort:
    """When cutting planes end: after so many rounds, or where the last few gained too little."""

    rounds: int
    window: int
    """The number of last rounds."""
    gain: float
    """What each of them must gain, as a part of the gap."""


class Incumbent:
    """The shortest tour that is known, and the length below which no tour is of interest.

    ``measure`` returns the length of a tour, None if it is not one.
    """

    def __init__(
        self,
        measure: Callable[[list[int]], int | None],
        tour: list[int],
        length: int,
        gap: float,
        report: Callable[[int], object],
    ) -> None:
        self.measure, self._gap, self._report = measure, gap, report
        self.tour, self.length = tour, length
        report(self.length)

    @property
    def goal(self) -> int:
        """The bound that is to be proved."""
        return self.length - int(self._gap * abs(self.length)) if self._gap else self.length

    def is_met(self, objective: float, offset: int) -> bool:
        """Return True if a case has no tour below the goal, bounds being higher by ``offset``."""
        return bool(objective > self.goal - offset - 1 + MARGIN - PRECISION * abs(objective))

    @staticmethod
    def is_vague(objective: float) -> bool:
        """Return True if the error of an objective may be a unit of length."""
        return PRECISION * abs(objective) > MARGIN

    def offer(self, tour: list[int]) -> bool:
        """Take a tour if it is shorter."""
        length = self.measure(tour)
        if length is None or length >= self.length:
            return False
        self.tour, self.length = tour, length
        self._report(length)
        return True


def cycle_of(size: int, edges: NDArray[np.integer]) -> list[int] | None:
    """Return the cycle that edges (m, 2), two at every node but for loops, are; or None."""
    near: list[list[int]] = [[] for _ in range(size)]
    for u, v in edges.tolist():
        near[u].append(v)
        near[v].append(u)
    if any(len(row) != 2 for row in near):
        return None
    out = {*edges[edges[:, 0] >= edges[:, 1]].ravel().tolist()}  # nodes of loops
    if (start := next((v for v in range(size) if v not in out), None)) is None:
        return None
    cycle, last = [start], near[start][1]
    while (after := near[cycle[-1]][near[cycle[-1]][0] == last]) != start:
        last = cycle[-1]
        cycle.append(after)
    return cycle if len(cycle) == size - len(out) else None


def find_families(
    edges: Edges,
    values: NDArray[np.float64],
    tour: NDArray[np.int64],
    families: list[Family],
    root: frozenset[int],
    clock: Clock,
) -> list[Family]:
    """Return families that values of edges violate; without a root, none of single sets."""
    tails, heads, visits = edges.tails, edges.heads, edges.visits
    if visits is None:
        found = []
        if edges.order is not None:
            found = separate_by_order(tails, heads, values, edges.order, clock)
        if len(found) >= MANY:
            return found
        return found + separate(Support(edges.size, edges.pairs, values), tour, families)
    found, point = list[Family](), PartialTour(edges.size, tails, heads, values, visits)
    if len(root) > 1 and not visits.groups:
        # Places that are visited much stand for the others, by turns.
        most = max(1, point.places()[0] // MUCH)
        ranks = [(len(families) + k * most // ROOTS) % most for k in range(ROOTS)]
        for rank in dict.fromkeys((0, *ranks)):
            found += separate_from_root(point, frozenset(), rank)
        found = [*dict.fromkeys(found)]
    elif root:
        # Sets that hold a part of the root are found from other groups, by turns.
        others = [group for group in visits.groups if root.isdisjoint(group)]
        turn = len(families) % max(1, len(others))
        for k, some in enumerate((root, *map(frozenset, (others[turn:] + others)[:ROOTS]))):
            if k < 2 or len(found) < FEW:
                found += separate_from_root(point, some)
    if edges.order is not None:
        found += separate_by_order(tails, heads, values, edges.order, clock)
    if len(found) < FEW:
        found += separate_groups(point, tour)
    if len(found) < (MORE if edges.is_hard else SEVERAL):
        clock.tick("separation", 0)
        found += anneal_combs(point, families)
    return found


class CuttingPlanes:
    """A linear program over the edges that tours may use, and how it is made tighter."""

    def __init__(
        self, edges: Edges, columns: NDArray[np.bool_], incumbent: Incumbent, clock: Clock
    ) -> None:
        self.edges, self.incumbent, self.clock = edges, incumbent, clock
        self.root = edges.root
        """Where places may be left out: one that all tours visit, or some of which they visit one;
        the smaller node of each."""
        self.kept = np.arange(len(columns))
        """The numbers of the edges in a tree whose other edges have been left out."""
        self.is_column = columns.copy()
        self._numbers = columns.nonzero()[0]
        self._column = np.full(len(columns), -1, np.int32)
        self.program = LinearProgram(
            edges.size, edges.pairs[columns], edges.costs[columns], edges.visits, edges.order
        )
        self.offset = edges.offset
        """What bounds exceed the objective by."""
        self._column[columns] = np.arange(columns.sum())
        self._case = Case(np.ones(len(columns), np.bool_), np.zeros(len(columns), np.bool_))
        self._dropped = CutPool.of((), edges.order)
        self._best: tuple[float, Dual] | None = None
        self.assume(edges.whole)

    @property
    def column(self) -> NDArray[np.int32]:
        """The column of each edge, -1 where it has none."""
        return self._column

    @property
    def lengths(self) -> NDArray[Any]:
        """The length of the edge of each column."""
        lengths: NDArray[Any] = self.edges.lengths[self._numbers]
        return lengths

    def assume(self, case: Case) -> None:
        """Set the bounds of the columns to what a case assumes."""
        changed = (case.allowed != self._case.allowed) | (case.required != self._case.required)
        self._case = case
        self._bound((changed & self.is_column).nonzero()[0])

    @property
    def free(self) -> NDArray[np.int64]:
        """The edges that the case neither requires nor leaves out."""
        return (self._case.allowed & ~self._case.required & self.is_column).nonzero()[0]

    def _bound(self, edges: NDArray[np.int64]) -> None:
        """Set the bounds of the columns of some edges."""
        low, high = self._case.required[edges], self._case.allowed[edges]
        self.program.bound(self._column[edges], low.astype(float), high.astype(float))

    @property
    def is_enough(self) -> bool:
        """Return True if the objective shows that no tour below the goal exists."""
        return self.suffices(self.program.objective)

    def suffices(self, objective: float) -> bool:
        """Return True if a case with this objective has no tour below the goal."""
        return self.incumbent.is_met(objective, self.offset)

    @property
    def level(self) -> int:
        """The objective that would prove the goal."""
        return self.incumbent.goal - self.offset

    def improve(self, effort: Effort) -> bool:
        """Add rows and columns until little is gained; return False if there is no tour."""
        program, history = self.program, list[float]()
        rounds = 0
        while True:
            self.clock.tick("linear program", 1)
            if not program.solve(self.clock.left):
                ray = None if self.is_column.all() else program.ray()
                # Edges that may make the program feasible.
                if ray is not None and self._add(-self._covered(ray), -FRACTION):
                    continue
                return False
            history.append(program.objective)
            if self.is_enough:
                if self._price():
                    history.clear()
                    continue
                self._offer()  # lengths may differ by less than floats can tell
                return True
            tour = self._offer()
            is_late = rounds >= effort.rounds or self._stalls(history, effort)
            tired = is_late and self.is_fractional
            # A tour, which may be a known one, violates nothing but what places and orders demand.
            is_done = tour is not None and self.edges.crossed is None
            if not (tired or is_done or self.is_enough):
                rounds += 1
                if not rounds % DROP:
                    program.drop_idle()
                if self.root and not rounds % EARLY and self._price():
                    history.clear()
                    continue
                if program.add_families(self._separated()):
                    continue
            if self._price():
                history.clear()
                continue
            return True

    def _stalls(self, history: list[float], effort: Effort) -> bool:
        if len(history) <= effort.window:
            return False
        gap = min(self.level - history[-1], FAR * abs(history[-1]))
        return history[-1] - history[-1 - effort.window] < effort.gain * effort.window * max(
            1.0, gap
        )

    def _separated(self) -> list[Family]:
        """Return families that the solution violates, those first whose rows were deleted."""
        program, pool = self.program, self._pool()
        again = pool.violated(self._support()) if pool.families else []
        columns, tour = self.edges.only(self._numbers), np.array(self.incumbent.tour)
        return again + find_families(
            columns, program.values, tour, program.families, self.root, self.clock
        )

    def _pool(self) -> CutPool:
        """Return the families whose rows were deleted."""
        dropped = self.program.dropped
        if self._dropped.families is not dropped:
            self._dropped = CutPool.of(dropped, self.edges.order)
        return self._dropped

    def borders(self, count: int) -> list[Family]:
        """Return sets on which cases may split, as families of the program."""
        program, visits = self.program, self.edges.visits
        if visits is not None:
            ends = program.tails, program.heads
            return group_borders(PartialTour(program.size, *ends, program.values, visits), count)
        found = borders(self._support(), np.array(self.incumbent.tour), program.families, count)
        return [normalize_family(family, program.size) for family in found]

    def _support(self) -> Support:
        """Return the edges of the solution."""
        program = self.program
        edges = np.stack((program.tails, program.heads), axis=1)
        return Support(program.size, edges, program.values)

    @property
    def is_fractional(self) -> bool:
        """Return True if the solution is not of integers."""
        values = self.program.values
        return bool(((values > FRACTION) & (values < 1 - FRACTION)).any())

    def dive(self, effort: Effort, programs: int, part: float) -> None:
        """Search tours depth first, by so many programs and in a part of the time that is left.

        Each step requires an edge of the largest fractional value, and those of value 1; where that
        leads to no shorter tour, the edge is avoided. Bounds stay as they are.
        """
        best, rest = self._best, (1 - part) * self.clock.left
        waiting: list[tuple[list[Edge], list[Edge]]] = [([], [])]  # what is required, and avoided
        try:
            for _ in range(programs):
                if not waiting or self.clock.left < rest:
                    break
                used, avoided = waiting.pop()
                if (case := self.edges.case(used, avoided, self.incumbent.goal)) is None:
                    continue
                self.assume(case)
                if self.improve(effort) and not self.is_enough and self.is_fractional:
                    *ones, edge = self._most_used(case)
                    used = used + ones
                    waiting += [(used, [*avoided, edge]), ([*used, edge], avoided)]
        finally:
            self.assume(self.edges.whole)
            self._best = best
        self.program.solve(self.clock.left)

    def _most_used(self, case: Case) -> list[Edge]:
        """Return edges of value 1 that a case does not require, and one of the next value."""
        program = self.program
        values = np.where(case.required[self._numbers], 0.0, program.values)
        is_one = values > 1 - FRACTION
        some = [*np.flatnonzero(is_one), np.where(is_one, 0.0, values).argmax()]
        return [*zip(program.tails[some].tolist(), program.heads[some].tolist(), strict=True)]

    def _offer(self) -> list[int] | None:
        """Return the tour that the solution is, which is offered; None if it is none."""
        program = self.program
        if self.is_fractional:
            return None
        chosen = np.stack((program.tails, program.heads), axis=1)[program.values > 0.5]
        if (tour := cycle_of(program.size, chosen)) is not None:
            self.incumbent.offer(tour)
        return tour

    def refined(self, scale: int) -> Rounded | None:
        """Return the dual of the last basis, corrected until it is exact at a scale."""
        program, n = self.program, self.program.size
        if self.edges.lengths.dtype == object:
            return None
        columns = replace(
            self.edges,
            tails=program.tails,
            heads=program.heads,
            lengths=self.lengths,
            required=np.zeros(len(program.tails), np.bool_),
        )
        program.solve()  # deleting rows may have changed the basis
        weights = np.repeat((1.0, 2.0), (n, len(program.families)))  # a multiplier counts twice
        dual = np.rint(program.rows_dual * scale / weights)
        if np.abs(dual).max() + scale * int(np.abs(self.edges.base).max()) >= LARGEST / 8:
            return None
        start = np.concatenate((scale * self.edges.base, np.zeros(len(dual) - n, np.int64)))
        dual = start + dual.astype(np.int64)
        for _ in range(REFINEMENTS):
            found = Rounded(scale, dual[:n], tuple(program.families), -dual[n:])
            costs = columns.reduced_costs(found)
            if costs is None:
                return None
            change = program.correction(costs.astype(float), (dual - start) * weights)
            dual += np.rint(change / weights).astype(np.int64)
        used = ((dual[n:] < 0) | program.is_exact & (dual[n:] > 0)).nonzero()[0]
        return Rounded(scale, dual[:n], tuple(program.families[k] for k in used), -dual[n + used])

    # -- columns

    def _price(self) -> bool:
        """Add edges of negative reduced cost; return True if there were some."""
        if self.is_column.all():
            return False
        return self._add(self._noted(), -PRICE * self.program.unit)

    def _noted(self) -> NDArray[np.float64]:
        """Return the reduced costs of all edges; note the dual if its bound is the best so far."""
        dual = self.program.dual()
        reduced = self.reduced_costs(dual)
        bound = self.program.objective + float(reduced[~self.is_column & (reduced < 0)].sum())
        if self._best is None or bound > self._best[0]:
            self._best = bound, dual
        return reduced

    @property
    def best(self) -> Dual | None:
        """The dual with the best bound by all edges, None without any."""
        if self.program.read():
            self._noted()
        return None if self._best is None else self._best[1]

    def reduced_costs(self, dual: Dual) -> NDArray[np.float64]:
        """Return the reduced costs of all edges, shape (edges,)."""
        return self.edges.costs - self._covered(dual)

    def _covered(self, dual: Dual) -> NDArray[np.float64]:
        """Return the part of the costs that a dual covers, shape (edges,)."""
        edges = self.edges
        lists = FamilyLists(edges.size, dual.families)
        both: Any = lists.pair_weights(dual.multipliers, edges.tails, edges.heads)
        ends = dual.nodes[edges.tails] + dual.nodes[edges.heads]
        covered: NDArray[np.float64] = ends - 2 * both
        return covered

    def _add(self, reduced: NDArray[np.float64], below: float) -> bool:
        """Add the edges that cost least, at most a batch."""
        found = (~self.is_column & (reduced < below)).nonzero()[0]
        if not len(found):
            return False
        found = found[np.argsort(reduced[found], kind="stable")][: max(200, self.program.size)]
        found = np.sort(found)
        self.is_column[found] = True
        self._column[found] = len(self.program.tails) + np.arange(len(found))
        self._numbers = np.concatenate((self._numbers, found))
        self.program.add_edges(self.edges.pairs[found], self.edges.costs[found])
        self._bound(found)
        return True
