"""Streets that are passed in either direction: branch and bound."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._run.limits import TimeIsUp
from icosian.proofs import StreetCase
from icosian.proofs.walks import FINE
from icosian.routes.joins import Street, shortest_paths
from icosian.tours.shortest.relaxation.linear_program import SolverFailure, new_solver, run_solver
from icosian.tours.shortest.relaxation.separation import Flows

# One pass of each street counts as its own, in one direction; the others are passes of roads, the
# shortest from one node to another. If the directions are known, and the streets hang together,
# the others are a flow of least cost. So what is left to choose are directions, and passes of roads
# where streets lie apart. The linear program balances the flow at each node. Rows are added for
# sets of nodes whose border is crossed too seldom: the others cross it once if an odd number of
# streets does, and twice if none does and both sides have something to pass.

BITS = 900
"""Floats hold numbers of so many, and some more; of longer lengths the last ones are cut off."""
LITTLE = 1e-6
"""What solutions of linear programs are wrong by at most."""
VIOLATED = 1e-4
"""Rows are added that are violated by so much."""
DIGITS = 1_000_000
"""The largest length in linear programs, which compare lengths to 1e-7."""
LARGE = 10.0 * DIGITS
"""What linear programs take for a length that is larger."""
MOMENT = 0.1
"""Seconds that a linear program has in any case: small ones are solved in it."""

Often = dict[int, int]
"""How often what variables stand for is passed, at least or at most."""


class MixedStreets(NamedTuple):
    """Roads, and streets of which some may be passed in either direction, by numbers of nodes."""

    size: int
    """The number of nodes."""
    roads: Sequence[Street]
    """The shortest ones from one node to another."""
    streets: Sequence[tuple[int, int, int, int | None]]
    """The ends and the length of each, and its length back if either direction will do."""
    stops: Sequence[int]
    """Nodes to visit besides."""
    ends: Sequence[int | None] | None
    """Where an open walk starts and ends, None if that is free."""


class RelaxedPasses(NamedTuple):
    """A solution of a linear program, and its dual."""

    x: NDArray[np.float64]
    """What variables are; empty if there is none."""
    value: float
    """The length of the walk besides the streets in their better direction."""
    dual: NDArray[np.float64]
    """Of each equation, and of each row, as lengths."""


class PassSearch:
    """The least passes that make a walk, and the cases that prove it, by branch and bound.

    Variables are how often each road is passed besides; for each street with two directions, 1 if
    it counts as it is given, or 0; and 1 for the node that is a free end of the walk.
    """

    def __init__(self, asked: MixedStreets, left: Callable[[], float]) -> None:
        self._left = left
        most = sum(c for *_, c in asked.roads) + sum(c + (b or 0) for *_, c, b in asked.streets)
        self._lost = cut = max(0, most.bit_length() - BITS)
        roads = [(u, v, c >> cut) for u, v, c in asked.roads]
        streets = [(u, v, c >> cut, b and b >> cut) for u, v, c, b in asked.streets]
        asked = asked._replace(roads=roads, streets=streets)
        self._asked, n, m = asked, asked.size, len(asked.roads)
        either = [street for street in asked.streets if street[3] is not None]
        ends = [] if asked.ends is None else [*zip((-1, 1), asked.ends, strict=True)]
        given, free = [[end for end in ends if (end[1] is None) == k] for k in (False, True)]
        # 1. Equations: each node is left as often as it is reached, and a walk has two ends.
        lines = [(u, v, j, 1) for j, (u, v, _) in enumerate(asked.roads)]
        lines += [(u, v, j, 2) for j, (u, v, *_) in enumerate(either, m)]
        self._ends = m + len(either)
        terms = [(v, j, k * sign) for u, w, j, k in lines for v, sign in ((u, 1), (w, -1))]
        for i, (sign, _) in enumerate(free):
            first = self._ends + i * n
            terms += [(v, first + v, sign) for v in range(n)]
            terms += [(n + i, first + v, 1) for v in range(n)]
        self._terms = terms
        """The equation, the variable and its factor of each entry."""
        self._size = self._ends + n * len(free)
        self._sums = np.concatenate((np.zeros(n), np.ones(len(free))))
        for u, v, _, back in asked.streets:
            self._sums[u] -= 1 if back is None else -1
            self._sums[v] += 1 if back is None else -1
        for sign, w in given:
            self._sums[w] -= sign
        # 2. Lengths.
        self._either = [(there, back or 0) for *_, there, back in either]
        self._least = sum(c if back is None else min(c, back) for *_, c, back in asked.streets)
        self._length = math.inf
        self._measure()
        # 3. What crosses a border. Free ends are joined to home, a node that is in no set.
        self._streets = np.array([street[:2] for street in asked.streets])
        home = [np.stack((np.arange(n), np.full(n, n)), axis=1) for _ in free]
        self._pairs = np.concatenate((np.array([road[:2] for road in asked.roads]), *home))
        self._columns = np.r_[:m, self._ends : self._size]
        self._visited = np.zeros(n + 1, bool)
        self._visited[[*self._streets.flat, *asked.stops]] = True
        self._odd = np.bincount([*self._streets.flat, *(v for _, v in given)], minlength=n + 1) % 2
        self._odd[n] = self._odd.sum() % 2
        self._is_apart = len({*_parts(n + 1, self._streets)[self._visited].tolist()}) > 1
        # 4. Rows, their sets and how often these are crossed at least; the tree of cases.
        self._rows: list[NDArray[np.int64]] = []
        self._needs: list[int] = []
        self._sets: dict[bytes, NDArray[np.int64]] = {}
        self._relaxed, self._flow = (self._balanced() for _ in range(2))
        self._more: dict[int, int] = {}
        """The columns of passes of roads beyond the limit of a case."""
        self._surplus: list[int] = []
        """The column of each row, how often it is crossed beyond its need."""
        self._cases: list[Any] = [StreetCase()]
        """The case of each node, or the variable that is split, its limit and the next nodes."""
        self.best: list[int] | None = None
        """How often what variables stand for is passed in the best walk so far."""

    def _measure(self) -> None:
        """Set what passes cost besides the streets in their better direction.

        What costs more than the best walk is on no better one, and lengths of its size count.
        """
        ways = [(min(c, back), c, back) for c, back in self._either]
        self._costs = [min(c, self._length) for *_, c in self._asked.roads]
        turned = [min(back - least, self._length) for least, _, back in ways]
        self._costs += [
            min(c - least, self._length) - more
            for (least, c, _), more in zip(ways, turned, strict=True)
        ]
        self._most, self._constant = max(1, *map(abs, self._costs)), sum(turned)
        self._unit = max(1, self._most / DIGITS)

    def search(self, tick: Callable[[], object], gap: float) -> None:
        """Search until no walk is shorter than the best one, but for a part of its length."""
        left: list[tuple[float, int, Often, Often]] = [(-math.inf, 0, {}, {})]
        while left and left[0][0] < self._enough(gap):
            _, number, low, high = heappop(left)
            found = again = self._solve(low, high)
            if not len(found.x):  # a numerical failure
                continue
            try:
                while again.value < self._enough(gap):
                    most = self._most
                    if self.best is None:
                        self._repair(found.x)
                    tick()
                    if self._most == most and not self._separate(found.x):
                        break
                    again = self._solve(low, high)
                    found = again if len(again.x) else found
            finally:
                self._cases[number] = case = self._case(found, high)
            if again.value >= self._enough(gap):
                continue
            self._repair(found.x)
            off = np.abs(found.x - np.rint(found.x))
            off[self._ends :] = 0  # whole if the others are
            # Directions decide passes, but less so where streets have to be joined.
            off[len(self._asked.roads) :] *= 0.1 if self._is_apart else 2
            if off.max() <= LITTLE:
                self._keep(found.x)
                if self._most < most:  # solved in too large a unit
                    heappush(left, (-math.inf, number, low, high))
            elif found.value < self._enough(gap):
                j = int(off.argmax())
                k, last = math.floor(found.x[j]), len(self._cases)
                self._cases[number] = j, k, last
                self._cases += [case, case]
                heappush(left, (found.value, last, low, {**high, j: k}))
                heappush(left, (found.value, last + 1, {**low, j: k + 1}, high))

    def _enough(self, gap: float) -> float:
        """Return the value of linear programs from which on no walk is shorter."""
        whole = self._length - 1 + max(1e-3, 1e-9 * self._length)
        return min(whole, self._length * (1 - max(gap, 1e-10)) - gap * self._least)

    # -- Linear programs

    def _balanced(self) -> Any:
        """Return the linear program without rows, to go on from its last solution each time."""
        from scipy.sparse import csr_array

        highs, sums = new_solver(), self._sums
        highs.addCols(self._size, *np.zeros((3, self._size)), 0, [], [], [])
        rows, columns, factors = (np.array(some) for some in zip(*self._terms, strict=True))
        matrix = csr_array((factors, (rows, columns)), shape=(len(sums), self._size))
        some = matrix.nnz, matrix.indptr[:-1], matrix.indices, matrix.data
        highs.addRows(len(sums), sums, sums, *some)
        return highs

    def _solve(self, low: Often, high: Often, *, relaxed: bool = True) -> RelaxedPasses:
        """Return the solution of the linear program of a case, without rows if not relaxed.

        More passes of a road than a case has are possible, but longer than the best walk.
        """
        highs, roads = self._relaxed if relaxed else self._flow, len(self._asked.roads)
        self._extend(j for j in high if j < roads)
        size = highs.getNumCol()
        lower, upper = np.zeros(size), np.full(size, np.inf)
        upper[roads : self._size] = 1
        lower[[*low]], upper[[*high]] = [*low.values()], [*high.values()]
        costs = np.zeros(size)
        costs[: self._ends] = [cost / self._unit for cost in self._costs]
        for j, more in self._more.items() if relaxed else ():
            costs[more] = costs[j] + 2 * self._length / self._unit + 1
            upper[more] = np.inf if j in high else 0
        highs.changeColsBounds(size, np.arange(size, dtype=np.int32), lower, upper)
        try:
            dual = self._unit * self._run(highs, costs)
        except SolverFailure:
            return RelaxedPasses(np.empty(0), math.inf, np.empty(0))
        value = highs.getObjectiveValue() * self._unit + self._constant
        return RelaxedPasses(np.array(highs.getSolution().col_value)[: self._size], value, dual)

    def _run(self, highs: Any, costs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Solve a linear program, and return its dual."""
        highs.changeColsCost(len(costs), np.arange(len(costs), dtype=np.int32), costs)
        if not run_solver(highs, max(MOMENT, self._left())):
            raise SolverFailure("no passes balance the flow")
        return np.array(highs.getSolution().row_dual)

    def _extend(self, limited: Iterable[int]) -> None:
        """Add rows that the linear program lacks, and what roads are passed beyond a limit."""
        highs = self._relaxed
        known = len(self._surplus)
        for row, need in zip(self._rows[known:], self._needs[known:], strict=True):
            crossing = [*row.tolist(), *(self._more[j] for j in row.tolist() if j in self._more)]
            self._surplus.append(highs.getNumCol())
            highs.addCol(0, 0, math.inf, 0, [], [])
            entries = np.array([*crossing, self._surplus[-1]]), np.array([*[1] * len(crossing), -1])
            highs.addRow(need, need, len(crossing) + 1, *entries)
        for j in limited:
            if j not in self._more:
                held = [(i, factor) for i, k, factor in self._terms if k == j]
                held += [(f, 1) for f, row in enumerate(self._rows, len(self._sums)) if j in row]
                self._more[j] = highs.getNumCol()
                highs.addCol(0, 0, 0, len(held), *np.array(held).T)

    def _rest(self, dual: list[int]) -> list[float]:
        """Return what is left of lengths, in parts, when a dual is taken off."""
        rest: list[float] = [FINE * cost for cost in self._costs]
        rest += [0] * (self._relaxed.getNumCol() - len(rest))
        for i, j, factor in self._terms:
            rest[j] -= factor * dual[i]
        for f, width in enumerate(dual[len(self._sums) :]):
            for j in self._rows[f].tolist():
                rest[j] -= width
            rest[self._surplus[f]] = width
        for j, more in self._more.items():
            rest[more] = rest[j] + FINE * (2 * self._length + 1)
        return rest

    def _exact(self, found: RelaxedPasses) -> list[int]:
        """Return the dual in parts, to all digits that lengths have.

        What it leaves of lengths is solved again, in smaller units, for what the dual lacks [1]_.

        .. [1] A. Gleixner, D. Steffy, K. Wolter, Iterative refinement for linear programming,
           INFORMS Journal on Computing 28 (2016), 449-464.
        """
        unit = self._unit
        dual = [round(FINE * y) for y in found.dual.tolist()]
        with suppress(SolverFailure, TimeIsUp):
            while unit > 1:
                unit = max(1.0, unit / DIGITS)
                costs = [c / (unit * FINE) for c in self._rest(dual)]
                more = self._run(self._relaxed, np.clip(costs, -LARGE, LARGE)).tolist()
                dual = [y + round(unit * FINE * z) for y, z in zip_longest(dual, more, fillvalue=0)]
        return dual

    def _case(self, found: RelaxedPasses, high: Often) -> StreetCase:
        """Return the levels of nodes and the widths of moats in integers, such that they hold."""
        roads, dual = self._asked.roads, self._exact(found)
        widths = [*enumerate(dual[len(self._sums) :])]
        for margin in (0, 1e-9, 1e-6, 1e-3, math.inf):  # with less, no way around is below 0
            levels = [-y for y in dual[: self._asked.size]]
            less = 1 + margin * self._unit * FINE
            factors = tuple((f, width - math.ceil(less)) for f, width in widths if width > less)
            rest = [FINE * c for *_, c in roads]
            for f, width in factors:
                for j in self._rows[f].tolist():
                    if j < len(roads):
                        rest[j] -= width
            # Levels fall where they rise by more than what is left of a road, as in shortest ways.
            left = [(*roads[j][:2], c) for j, c in enumerate(rest) if j not in high]
            for _ in levels:
                steep = [(u, v, c) for u, v, c in left if levels[v] > levels[u] + c]
                if not steep:
                    own = tuple(v << self._lost for v in levels)
                    factors = tuple((f, width << self._lost) for f, width in factors)
                    return StreetCase(levels=own, factors=factors)
                for u, v, c in steep:
                    levels[v] = min(levels[v], levels[u] + c)
        return StreetCase()

    # -- Rounding

    def _repair(self, x: NDArray[np.float64]) -> None:
        """Pass streets in the better direction, and keep the walk if it is the best.

        Where these lie apart, it goes on to the nearest one by the roads that are passed anyway.
        """
        roads = len(self._asked.roads)
        chosen = {j: round(x[j]) for j in range(roads, self._ends)}
        flow = self._solve(chosen, chosen, relaxed=False).x
        if len(flow) and np.abs(flow - np.rint(flow))[: self._ends].max() <= LITTLE:
            pairs = self._pairs[np.flatnonzero(flow[:roads] > 0.5)]
            part = _parts(self._asked.size + 1, np.concatenate((self._streets, pairs)))
            if len(np.unique(part[self._visited])) == 1:
                self._keep(flow)
                return
        self.improvise(x)

    def improvise(self, known: NDArray[np.float64] | None = None) -> None:
        """Keep the walk that always goes on to the nearest street left, if it gets through."""
        asked, x = self._asked, np.zeros(self._ends + 1)
        number = {(u, v): j for j, (u, v, _) in enumerate(asked.roads)}
        rows: list[dict[int, float]] = [{} for _ in range(asked.size)]
        for j, (u, v, c) in enumerate(asked.roads):
            rows[u][v] = c if known is None else c * max(0.0, 1 - known[j])
        # Of each street at a node: where it leads, its variable, and what that is if passed so.
        left: dict[int, dict[int, tuple[int, int, int]]] = {}
        turned = iter(range(len(asked.roads), self._ends))
        for i, (u, v, _, back) in enumerate(asked.streets):
            j = self._ends if back is None else next(turned)
            left.setdefault(u, {})[i] = v, j, 1
            if back is not None:
                left.setdefault(v, {})[i] = u, j, 0
        ends: Any = asked.ends or [next(iter((*asked.stops, *left)))] * 2
        at = next(iter(left)) if ends[0] is None else ends[0]
        while goal := left or {ends[1]} - {None, at}:
            before = shortest_paths(rows, at, goal)
            at = v = next(reversed(before))
            if at not in goal:
                return
            while v != (u := before[v]):
                x[number[u, v]] += 1
                v = u
            if left:
                i, (v, j, is_given) = next(iter(left[at].items()))
                x[j] = is_given
                for u in {at, v} & left.keys():
                    left[u].pop(i, None)
                    if not left[u]:
                        del left[u]
                at = v
        self._keep(x)

    def _keep(self, x: NDArray[np.float64]) -> None:
        passes = [round(value) for value in x[: self._ends].tolist()]
        length = self._constant + sum(c * k for c, k in zip(self._costs, passes, strict=True))
        if length < self._length:
            self._length, self.best = length, passes
            if 2 * length < self._most:
                self._measure()

    # -- Separation

    def _separate(self, x: NDArray[np.float64]) -> bool:
        """Add rows that a solution violates; return whether there are any."""
        known = len(self._rows)
        self._separate_sets(x, 1, self._odd.astype(bool), self._streets[:0])
        if self._is_apart:
            self._separate_sets(x, 2, self._visited, self._streets)
        return len(self._rows) > known

    def _separate_sets(
        self, x: NDArray[np.float64], most: int, marked: NDArray[np.bool_], glued: NDArray[np.int64]
    ) -> None:
        """Add rows of sets with marked nodes whose border is crossed less often than so."""
        known, shares = len(self._rows), x[self._columns]
        # 1. Parts that are joined.
        part = _parts(len(marked), np.concatenate((self._pairs[shares > LITTLE], glued)))
        for k in np.unique(part[marked]).tolist():
            self._add(part == k, x)
        if len(self._rows) > known:
            return
        # 2. Minimum cuts between what is left when all is contracted that they do not separate.
        whole = shares > most - VIOLATED
        part = _parts(len(marked), np.concatenate((self._pairs[whole], glued)))
        free = (shares > LITTLE) & ~whole
        (u, v), size = part[self._pairs[free]].T, part.max() + 1
        demand, nodes = np.full(size, float(most)), np.arange(size)
        given = [shares[free]] * 2, demand, nodes, 0, 0
        for inside in Flows(size, u, v).cuts(*given, nested=True):
            self._add(inside[part], x)

    def _add(self, side: NDArray[np.bool_], x: NDArray[np.float64]) -> None:
        """Add the row of a set of nodes, or of all others if it holds home, if it is violated."""
        inside = (~side if side[-1] else side)[:-1]
        across = side[self._pairs[:, 0]] != side[self._pairs[:, 1]]
        row = self._columns[across]
        streets = int((side[self._streets[:, 0]] != side[self._streets[:, 1]]).sum())
        visited = self._visited[:-1]
        need = int(self._odd[:-1][inside].sum()) % 2
        if not streets and (visited & inside).any() and (visited & ~inside).any():
            need = 2 - need
        if x[row].sum() < need - VIOLATED and inside.tobytes() not in self._sets:
            self._sets[inside.tobytes()] = np.flatnonzero(inside)
            self._rows.append(row)
            self._needs.append(need)

    # -- The proof

    def cases(self) -> tuple[list[list[int]], list[StreetCase | tuple[int, int]]]:
        """Return the sets, and depth first the cases, or the variables that are split."""
        sets = [nodes.tolist() for nodes in self._sets.values()]
        cases: list[StreetCase | tuple[int, int]] = []
        left = [0]
        while left:
            case = self._cases[left.pop()]
            if not isinstance(case, StreetCase):
                j, k, number = case
                left += [number, number + 1]
                case = j, k
            cases.append(case)
        return sets, cases


def _parts(size: int, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the part of each node, if these are joined by pairs."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    graph = csr_array((np.ones(len(pairs), bool), pairs.T), shape=(size, size))
    labels: NDArray[np.int64] = connected_components(graph, directed=False)[1]
    return labels
