"""Weighings from the dual of the subtour linear program, rounded to small integers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.proofs import HOME, Weighing, Weights

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 840, 10**6)
EPSILON = 1e-6
PROGRAM, FLOW, GAIN, BORDER = 20_000, 500, 100, 50
"""Steps, of about 0.2 microseconds: a program, a flow and a gain each, and a border in a gain."""


def weighing(problem: Problem, weights: Weights) -> Weighing:
    """Return an unchecked weighing with its totals."""
    proof = problem.certificate(Weighing, weights=weights)
    return replace(proof, totals=proof.balance(problem.G))


class Subtours:
    """The subtour linear program of a problem, in its elastic form."""

    # Edges are numbers between 0 and 1, every port has as many as it needs, and at least two cross
    # the border of each set found so far. What is missing costs, so there always is a solution; if
    # the least cost is positive, the dual is a weighing. All calls of ``weights`` together take
    # about ``limit`` steps.

    def __init__(self, problem: Problem, limit: float = math.inf) -> None:
        self.problem = problem
        self._left = limit
        arrays, n = problem.arrays, problem.size
        tails, heads = arrays.sources().astype(np.int64), arrays.indices.astype(np.int64)
        if not arrays.directed:
            tails, heads = tails[tails < heads], heads[tails < heads]
        given = []
        if not problem.closed:
            everyone = np.arange(n)
            first = everyone if problem.start is None else np.array([problem.start])
            last = everyone if problem.end is None else np.array([problem.end])
            if not arrays.directed:
                some = problem.start is not None and problem.end is not None
                first, last = everyone[:0], np.concatenate((first, last)) if some else everyone
                given = [len(tails) + int(v) for v in (problem.start, problem.end) if v is not None]
                if some:
                    given = [len(tails), len(tails) + 1]
            tails = np.concatenate((tails, np.full(len(first), n), last))
            heads = np.concatenate((heads, first, np.full(len(last), n)))
            if arrays.directed:
                if problem.start is not None:
                    given.append(len(tails) - len(last) - 1)
                if problem.end is not None:
                    given.append(len(tails) - 1)
        self.tails, self.heads = tails, heads
        self.used = np.zeros(len(tails), bool)
        self.used[given] = True
        self.unused = np.zeros(len(tails), bool)
        self.nodes = n + (not problem.closed)
        self.need = 1 if arrays.directed else 2
        if arrays.directed:
            self.ports = (2 * tails, 2 * heads + 1)
        else:
            self.ports = (tails, heads)
        self.sets: list[NDArray[np.bool_]] = []
        self.solution: NDArray[np.float64] | None = None

    def places(self, edges: list[tuple[int, int] | None]) -> NDArray[np.int64]:
        """Return the places of edges given by their nodes (``size`` for home), -1 for None."""
        pairs = list(zip(self.tails.tolist(), self.heads.tolist(), strict=True))
        place: dict[tuple[int, int] | None, int] = {pair: k for k, pair in enumerate(pairs)}
        if not self.problem.arrays.directed:
            place |= {(v, u): k for k, (u, v) in enumerate(pairs)}
        place[None] = -1
        return np.array([place[edge] for edge in edges], np.int64)

    def weights(self, clock: Clock, rounds: float = math.inf) -> Weights | None:
        """Return unchecked weights that no tour reaches, or None; ``solution`` is a free one."""
        self.solution = None
        while rounds > 0 and self._left > 0:
            rounds -= 1
            clock.tick("weighing", 1)
            x, cost, dual = self._solve(clock)
            if cost > EPSILON:
                exact = self._exact(*dual)
                return None if exact is None else self._labels(*self._shrunk(*exact, clock))
            found = self._violated(x, clock)
            if not found and self._left > 0:
                self.solution = x
                return None
            self.sets += found
        return None

    def _crossing(self, part: NDArray[np.bool_]) -> NDArray[np.bool_]:
        crossing: NDArray[np.bool_] = part[self.tails] != part[self.heads]
        return crossing

    def _solve(self, clock: Clock) -> tuple[Any, float, tuple[Any, Any]]:
        """Solve the program; return the edges, the cost, and the dual of ports and sets."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, eye_array, hstack

        m, ports = len(self.tails), self.need_ports
        everyone = np.arange(m)
        ones = np.ones(2 * m)
        rows, columns = np.concatenate(self.ports), np.concatenate((everyone, everyone))
        degree = csr_array((ones, (rows, columns)), shape=(ports, m))
        missing = eye_array(ports, format="csr")
        k = len(self.sets)
        equal = hstack([degree, missing, -missing, csr_array((ports, k))])
        above = None
        if k:
            border = csr_array(np.array([self._crossing(part) for part in self.sets], float))
            above = -hstack([border, csr_array((k, 2 * ports)), eye_array(k)])
        bounds = np.zeros((m + 2 * ports + k, 2))
        bounds[:m, 0] = self.used
        bounds[:m, 1] = ~self.unused
        bounds[m:, 1] = np.inf
        cost = np.ones(m + 2 * ports + k)
        cost[:m] = 0
        result = linprog(
            cost,
            A_eq=equal,
            b_eq=np.full(ports, float(self.need)),
            A_ub=above,
            b_ub=np.full(k, -2.0) if k else None,
            bounds=bounds,
            method="highs",
            options={"time_limit": max(0.0, clock.left)} if math.isfinite(clock.left) else {},
        )
        clock.tick("weighing")  # the solver stops where the time is up
        self._left -= PROGRAM + result.nit * (ports + k)
        if result.status:
            return np.zeros(m), 0.0, (np.zeros(ports), np.zeros(k))
        borders = -result.ineqlin.marginals if k else np.zeros(0)
        return result.x[:m], float(result.fun), (result.eqlin.marginals, borders)

    @property
    def need_ports(self) -> int:
        """The number of ports."""
        return self.nodes * (2 if self.problem.arrays.directed else 1)

    def _violated(self, x: Any, clock: Clock) -> list[NDArray[np.bool_]]:
        """Return sets whose border the edges cross less than twice."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        n = self.nodes

        def components(chosen: Any) -> tuple[int, Any]:
            edges = np.ones(int(chosen.sum()))
            graph = coo_array((edges, (self.tails[chosen], self.heads[chosen])), shape=(n, n))
            count, home = connected_components(graph, directed=False)
            return int(count), home

        count, home = components(x > EPSILON)
        if count == 1:
            # Whole edges never cross a border that is crossed less than twice.
            count, home = components(x > 1 - EPSILON)
            return self._small_cuts(x, count, home, clock)
        parts = [home == k for k in range(count)]
        return parts[1:] if count == 2 else parts

    def _small_cuts(self, x: Any, count: int, home: Any, clock: Clock) -> list[NDArray[np.bool_]]:
        """Return sets of components whose border is crossed less than twice, by maximum flows."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow

        scale = 10**6
        u, v = home[self.tails], home[self.heads]
        across = (u != v) & (x > EPSILON)
        capacity = np.rint(x[across] * scale).astype(np.int32)
        ends = (np.concatenate((u[across], v[across])), np.concatenate((v[across], u[across])))
        network = csr_array((np.tile(capacity, 2), ends), shape=(count, count), dtype=np.int32)
        network.sum_duplicates()
        found: list[NDArray[np.bool_]] = []
        apart = np.zeros(count, bool)  # what a set found before has cut off
        for k in range(1, count):
            if apart[k]:
                continue
            if self._left <= 0:
                break
            self._left -= FLOW + count + len(capacity)
            clock.tick("weighing")
            flow = maximum_flow(network, 0, k)
            if flow.flow_value < 2 * scale - 10 * count:
                left = network - flow.flow
                left.data[left.data < 0] = 0
                left.eliminate_zeros()
                reached = breadth_first_order(left, 0, return_predecessors=False)
                beyond = np.ones(count, bool)
                beyond[reached] = False
                apart |= beyond
                found.append(beyond[home])
        return found

    def _exact(self, y: Any, z: Any) -> tuple[Any, Any] | None:
        """Return the dual in integers: the first common denominator that is fine enough."""
        for denominator in DENOMINATORS:
            weights = np.rint(y * denominator).astype(np.int64)
            borders = np.maximum(np.rint(z * denominator).astype(np.int64), 0)
            if self._gain(weights, borders) > 0:
                divisor = math.gcd(*weights.tolist(), *borders.tolist())
                return weights // divisor, borders // divisor
        return None

    def _gain(self, y: Any, z: Any) -> int:
        """Return by how much a tour would weigh more than there is."""
        edges = y[self.ports[0]] + y[self.ports[1]]
        for k in np.flatnonzero(z):
            edges = edges + z[k] * self._crossing(self.sets[k])
        free = ~(self.used | self.unused)
        supply = edges[self.used].sum() + np.maximum(edges[free], 0).sum()
        return int(self.need * y.sum() + 2 * z.sum() - supply)

    def _shrunk(self, y: Any, z: Any, clock: Clock) -> tuple[Any, Any]:
        """Leave out weights that are not needed, of the largest sets first."""
        sizes = [min(part.sum(), self.nodes - part.sum()) for part in self.sets]
        order = [(z, k) for k in sorted(range(len(z)), key=lambda k: -sizes[k])]
        order += [(y, p) for p in range(len(y))]
        before = None
        while before != (y.tolist(), z.tolist()):
            before = y.tolist(), z.tolist()
            for weights, k in order:
                if not weights[k] or self._left <= 0:
                    continue
                self._left -= GAIN + BORDER * int((z != 0).sum())
                clock.tick("weighing")
                kept, weights[k] = weights[k], 0
                if self._gain(y, z) <= 0:
                    weights[k] = kept
        divisor = math.gcd(*y.tolist(), *z.tolist())
        return y // divisor, z // divisor

    def _labels(self, y: Any, z: Any) -> Weights:
        """Return the weights of numbers as weights of nodes."""
        nodes = [*self.problem.nodes, HOME][: self.nodes]

        def weighed(numbers: Any) -> tuple[tuple[Any, int], ...]:
            return tuple((v, k) for v, k in zip(nodes, numbers.tolist(), strict=True) if k)

        directed = self.problem.arrays.directed
        sets = []
        for part, weight in zip(self.sets, z.tolist(), strict=True):
            if weight:
                small = part if part.sum() <= self.nodes // 2 else ~part
                if not self.problem.closed and small[-1]:
                    small = ~small
                sets.append((frozenset(nodes[i] for i in small.nonzero()[0].tolist()), weight))
        return Weights(
            nodes=weighed(y[::2] if directed else y),
            entering=weighed(y[1::2]) if directed else (),
            sets=tuple(sets),
        )
