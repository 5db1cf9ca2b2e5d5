"""Independent sets of most weight and dominating sets of least, by branch and bound over rows.

A row says that some nodes have at least one member (a node is dominated, a cut is hit), or at most
one (a clique). Sums of rows, each with a factor, are bounds; the factors of the dual of the linear
relaxation give the best one. Where it does not exclude a better set than the best so far, the
search branches on a node. Bounds are exact integers, whatever the errors of linear programs are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from heapq import heappop, heappush, heapreplace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import around, members, node_weights, pieces
from icosian._run.limits import Clock, TimeIsUp
from icosian.placements.bounds import SCALE, RowBound, RowCases, confirm_bound
from icosian.placements.independence_search import components, edge_cliques
from icosian.placements.placement import IndexedGraph, Placement, limit_error, matrix_of, time_left
from icosian.proofs.certificate import no_limit

_METHOD = "linear programs"
_LITTLE = 1e-6  # a share below is none


def best_set(given: IndexedGraph, claim: RowBound, clock: Clock) -> Placement:
    """Return the best set of the kind that a claim is about, with what is proved of it."""
    unit, costs = node_weights(given.G, claim.weight)
    if not claim.dominates:
        costs = [-cost for cost in costs]
    before = near = given.neighbors()
    if given.arrays.directed:
        before = replace(given, arrays=given.arrays.reversed()).neighbors()
        near = [ins | outs for ins, outs in zip(before, near, strict=True)]
    parts = [RowSearch(before, near, nodes, costs, claim) for nodes in components(near, ())]
    is_late = False
    try:
        for part in parts:
            part.run(clock)
    except TimeIsUp:
        is_late = True
        for part in parts:
            part.bound_evenly()
    best = unit.number(abs(sum(part.bound for part in parts)))
    proof = replace(claim, best=best, parts=tuple(part.proof(given.nodes) for part in parts))
    value = unit.number(abs(sum(part.value for part in parts)))
    best = given.placement(
        (part.nodes[k] for part in parts for k in members(part.best)),
        confirm_bound(proof, given.G, no_limit),  # quick next to the search
        None if claim.weight is None else value,
        dominating=claim.dominates,
        total=claim.total,
        independent=claim.independent or not claim.dominates,
        connected=claim.connected,
    )
    if is_late and value != proof.best:
        found = f"the best set found has {value}, and none is better than {proof.best}"
        raise limit_error(found, _METHOD, clock, best=best, proof=proof)
    return best


class RowSearch:
    """The search for the best set of a connected component, with its nodes renumbered."""

    def __init__(
        self,
        before: Sequence[set[int]],
        near: Sequence[set[int]],
        nodes: list[int],
        costs: Sequence[int],
        claim: RowBound,
    ) -> None:
        rank = {v: k for k, v in enumerate(nodes)}
        self.nodes, self._claim = nodes, claim
        self._costs = [costs[v] for v in nodes]
        self._near = [sum(1 << rank[w] for w in near[v]) for v in nodes]
        self._all = (1 << len(nodes)) - 1
        # 1 for at least one member or -1 for at most one, of which nodes, the kind, whom it names.
        self._rows: list[tuple[int, int, str, int]] = []
        for k, v in enumerate(nodes) if claim.dominates else ():
            row = self._near[k] if before is near else sum(1 << rank[w] for w in before[v])
            by_others = claim.total or (claim.connected and row | 1 << k != self._all)
            self._rows.append((1, row if by_others else row | 1 << k, "dominated", 1 << k))
        self._known: tuple[Any, NDArray[np.float64], Any] | None = None
        self._cases: tuple[Any, ...] = ()
        self._root: tuple[tuple[int, int], ...] = ()  # the first case
        self.bound = sum(cost for cost in self._costs if cost < 0)
        self._is_independent = claim.independent or not claim.dominates
        self.best, self.value = self._all, sum(map(abs, self._costs))
        self.value += self._is_independent  # then not all nodes are a set
        if claim.connected:
            self._keep(self._inner())
        else:
            self._round([0.0] * len(nodes), 0, 0, Clock())

    def run(self, clock: Clock) -> None:
        """Search until the best set is known to be best."""
        for clique in edge_cliques(self._near) if self._is_independent else ():
            clock.tick(_METHOD)
            row = sum(1 << k for k in clique)
            self._rows.append((-1, row, "clique", row))
        cases, left = [], [(0, 0)]  # settled and not: which nodes are in the set, which are not
        while left and self.bound < self.value:
            cases.append(self._case(*left.pop(), left, clock))
        self._cases, self.bound = () if left else tuple(cases), self.value

    def bound_evenly(self) -> None:
        """Let each node pay the rows that hold it alike, if nothing better is proved."""
        if self._cases or self._root or not self._claim.dominates or min(self._costs) < 0:
            return
        rows = [list(members(row)) for _, row, *_ in self._rows]
        held = Counter(chain.from_iterable(rows))
        paid = [min(SCALE * self._costs[v] // held[v] for v in row) for row in rows]
        factors = [max(sign, 0) * most for (sign, *_), most in zip(self._rows, paid, strict=True)]
        bound = self._sum(factors, 0, 0)
        if bound > self.bound:
            self.bound, self._root = bound, tuple((r, z) for r, z in enumerate(factors) if z)

    def proof(self, names: Sequence[Any]) -> RowCases:
        """Return the cases, or the first bound if some are left."""
        nodes = tuple(names[v] for v in self.nodes)
        rows = tuple(
            (kind, tuple(nodes[k] for k in members(named))) for *_, kind, named in self._rows
        )
        return RowCases(nodes=nodes, rows=rows, cases=self._cases or (self._root,))

    def _case(self, inside: int, outside: int, left: list[tuple[int, int]], clock: Clock) -> Any:
        """Return factors of rows that settle a case, or the node whose cases are left then."""
        while True:
            clock.tick(_METHOD, 1)
            factors, shares = self._relax(inside, outside, clock)
            bound = self._sum(factors, inside, outside)
            settled = tuple((r, factor) for r, factor in enumerate(factors) if factor)
            if not inside | outside and bound > self.bound:
                self.bound, self._root = bound, settled
            self._round(shares, inside, outside, clock)
            if bound >= self.value:
                return settled
            if not self._claim.connected or not self._separate(shares, clock):
                break
        free = members(self._all & ~(inside | outside))
        v = max(free, key=lambda v: (min(shares[v], 1 - shares[v]), self._near[v].bit_count(), -v))
        left += [(inside, outside | 1 << v), (inside | 1 << v, outside)]
        return v

    def _sum(self, factors: Sequence[int], inside: int, outside: int) -> int:
        """Return what all sets of a case cost at least, exactly."""
        rest = [SCALE * cost for cost in self._costs]
        total = 0
        for (sign, row, *_), factor in zip(self._rows, factors, strict=True):
            if factor:
                total += sign * factor
                for v in members(row):
                    rest[v] -= sign * factor
        for v, cost in enumerate(rest):
            if inside >> v & 1 or (cost < 0 and not outside >> v & 1):
                total += cost
        return -(-total // SCALE)

    def _relax(self, inside: int, outside: int, clock: Clock) -> tuple[list[int], list[float]]:
        """Return factors of the rows, and the shares of nodes in the linear relaxation.

        This is the dual program. Its first variables are the factors, no larger than where one of
        them is enough to exclude all sets; the others are what factors exceed the costs of nodes
        by. That counts for nodes that are free, and for nodes in the set even if it is below 0.
        """
        from scipy.optimize import linprog

        n, m = len(self.nodes), len(self._rows)
        rows, signs, matrix = self._program(clock)
        masks = inside, self._all & ~(inside | outside)
        taken, free = (np.array([mask >> v & 1 for v in range(n)], float) for mask in masks)
        unit = max(1, *map(abs, self._costs))
        tops = np.full(m + n, np.inf)
        tops[:m] = (sum(map(abs, self._costs)) + 1) / unit
        result = linprog(
            np.concatenate((rows @ taken - signs, free)),
            matrix,
            [cost / unit for cost in self._costs],
            bounds=np.stack((np.zeros(m + n), tops), axis=1),
            options=time_left(clock),
        )
        clock.tick(_METHOD)
        if result.x is None:  # a numerical failure: branch without a bound
            return [0] * m, [0.5] * n
        factors = np.rint(np.maximum(result.x[:m], 0) * SCALE).astype(np.int64)
        shares = np.where(free > 0, -result.ineqlin.marginals, taken)
        return [unit * factor for factor in factors.tolist()], shares.tolist()

    def _program(self, clock: Clock) -> tuple[Any, NDArray[np.float64], Any]:
        """Return the rows and their signs, and the matrix of the dual."""
        from scipy.sparse import diags_array, eye_array, hstack

        if self._known is None or len(self._known[1]) < len(self._rows):
            signs = np.array([sign for sign, *_ in self._rows], float)
            held = []
            for _, row, *_ in self._rows:
                clock.tick(_METHOD)
                held.append(list(members(row)))
            rows = diags_array(signs) @ matrix_of(held, len(self.nodes))
            self._known = rows, signs, hstack([rows.T, -eye_array(len(self.nodes))], format="csc")
        return self._known

    def _round(self, shares: Sequence[float], inside: int, outside: int, clock: Clock) -> None:
        """Make a set of the nodes with large shares, and keep it if it is the best so far."""
        free = members(self._all & ~(inside | outside))
        order = sorted(free, key=lambda v: (-shares[v], self._costs[v], v))
        if self._is_independent:
            chosen, blocked = inside, around(inside, self._near)
            for v in order:
                if not blocked >> v & 1:
                    chosen |= 1 << v
                    blocked |= self._near[v]
            self._keep(chosen)
            return
        chosen = self._all & ~outside
        try:
            for v in reversed(order):
                less = chosen ^ 1 << v
                if not all(self._rows[k][1] & less for k in members(self._near[v] | 1 << v)):
                    continue
                if self._claim.connected:
                    clock.tick(_METHOD)
                    ring = (self._near[v] | around(self._near[v], self._near)) & less
                    if not (self._is_whole(ring) or self._is_whole(less)):
                        continue
                chosen = less
        finally:
            self._keep(chosen)

    def _inner(self) -> int:
        """Return connected nodes that dominate the others: that with most new neighbors is next."""
        first = max(range(len(self.nodes)), key=lambda v: self._near[v].bit_count())
        inner, seen, heap = 0, 1 << first, [(0, first)]
        while seen != self._all:
            v = heap[0][1]
            more = self._near[v] & ~seen
            if more and -more.bit_count() > heap[0][0] < 0:
                heapreplace(heap, (-more.bit_count(), v))
                continue
            heappop(heap)
            inner |= 1 << v if more else 0
            seen |= more
            for w in members(more):
                heappush(heap, (-(self._near[w] & ~seen).bit_count(), w))
        return inner

    def _keep(self, chosen: int) -> None:
        """Keep a set if it is as asked, and the best so far."""
        cost = sum(self._costs[v] for v in members(chosen))
        if (
            cost < self.value
            and not (self._is_independent and chosen & around(chosen, self._near))
            and all(row & chosen for sign, row, *_ in self._rows if sign > 0)
            and self._is_whole(chosen)
        ):
            self.best, self.value = chosen, cost

    def _is_whole(self, chosen: int) -> bool:
        return not self._claim.connected or len([*pieces(chosen, self._near)]) == 1

    def _separate(self, shares: Sequence[float], clock: Clock) -> bool:
        """Add cuts between the pieces of what has a share; return whether it has several."""
        some = sum(1 << v for v, share in enumerate(shares) if share > _LITTLE)
        cuts: set[int] = set()
        for piece in pieces(some, self._near):
            clock.tick(_METHOD)
            beyond = pieces(self._all & ~(piece | around(piece, self._near)), self._near)
            cuts.update(around(far, self._near) & ~far for far in beyond if far & some)
        new = cuts.difference(row for _, row, *_ in self._rows)
        self._rows += [(1, cut, "cut", cut) for cut in sorted(new)]
        return bool(new)
