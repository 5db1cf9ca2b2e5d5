"""Independent sets of most weight and dominating sets of least, by branch and bound over rows.

A row says that some nodes have at least one member (a node is dominated, a cut is hit), or at most
one (a clique). Sums of rows, each with a factor, are bounds; the factors of the dual of the linear
relaxation give the best one. Where it does not exclude a better set than the best so far, the
search branches on a node. Bounds are exact integers, whatever the errors of linear programs are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.weights import node_weights
from icosian._run.clock import Clock, TimeIsUp
from icosian.placements.bounds import SCALE, RowBound, RowCases, confirm_bound
from icosian.placements.independence_search import components, edge_cliques
from icosian.placements.placement import (
    IndexedGraph,
    Placement,
    limit_error,
    matrix_of,
    members,
    time_left,
)
from icosian.proofs.certificate import unlimited

_METHOD = "linear programs"
_LITTLE = 1e-6  # a share below is none


def best_set(given: IndexedGraph, claim: RowBound, clock: Clock) -> Placement:
    """Return the best set of the kind that a claim is about, with what is proved of it."""
    unit, costs = node_weights(given.G, claim.weight)
    if not claim.dominates:
        costs = [-cost for cost in costs]
    reach, near = given.neighbors(), given.neighbors()
    for v, row in enumerate(reach):
        for w in row:
            near[w].add(v)
    parts = [RowSearch(reach, near, nodes, costs, claim) for nodes in components(near, ())]
    is_late = False
    try:
        for part in parts:
            part.run(clock)
    except TimeIsUp:
        is_late = True
    proof = replace(
        claim,
        best=unit.number(abs(sum(part.bound for part in parts))),
        parts=tuple(part.proof(given.nodes) for part in parts),
    )
    value = unit.number(abs(sum(part.value for part in parts)))
    best = given.placement(
        (part.nodes[k] for part in parts for k in members(part.best)),
        confirm_bound(proof, given.G, unlimited),  # quick next to the search
        None if claim.weight is None else value,
        dominating=claim.dominates,
        total=claim.total,
        independent=claim.independent or not claim.dominates,
        connected=claim.connected,
    )
    if is_late:
        found = f"the best set found has {value}, and none is better than {proof.best}"
        raise limit_error(found, _METHOD, clock, best=best, proof=proof)
    return best


class RowSearch:
    """The search for the best set of a connected component, with its nodes renumbered."""

    def __init__(
        self,
        reach: Sequence[set[int]],
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
        self._covers: list[list[int]] = [[] for _ in nodes]  # the rows of the first kind of a node
        if claim.dominates:
            dominators = [0] * len(nodes)
            for v in nodes:
                for w in reach[v]:
                    dominators[rank[w]] |= 1 << rank[v]
            for k, row in enumerate(dominators):
                if claim.connected and row | 1 << k != self._all:
                    self._add(1, row, "cut")
                else:
                    self._add(1, row if claim.total else row | 1 << k, "dominated", 1 << k)
        self._is_independent = claim.independent or not claim.dominates
        self.bound = sum(cost for cost in self._costs if cost < 0)
        self.value = sum(map(abs, self._costs)) + 1  # of the best set so far
        self.best = 0
        self._round([0.0] * len(nodes), 0, 0)
        self._known: tuple[Any, NDArray[np.float64], Any] | None = None
        self._root: tuple[tuple[int, int], ...] = ()
        self._cases: list[Any] = []
        self._open = [(0, 0)]  # the cases that are left: which nodes are in the set, which are not

    def run(self, clock: Clock) -> None:
        """Search until the best set is known to be best."""
        for clique in edge_cliques(self._near) if self._is_independent else ():
            clock.tick(_METHOD)
            self._add(-1, sum(1 << k for k in clique), "clique")
        while self._open and self.bound < self.value:
            case = self._open.pop()
            try:
                self._cases.append(self._case(*case, clock))
            except TimeIsUp:
                self._open.append(case)
                raise
        self.bound = self.value

    def proof(self, names: Sequence[Any]) -> RowCases:
        """Return the cases, or only the first bound if some are left, with the rows they use."""
        cases = [self._root] if self._open else self._cases
        leaves = [case for case in cases if not isinstance(case, int)]
        place = {r: k for k, r in enumerate(sorted({r for case in leaves for r, _ in case}))}
        nodes = tuple(names[v] for v in self.nodes)
        return RowCases(
            nodes=nodes,
            rows=tuple(
                (kind, tuple(nodes[k] for k in members(named)))
                for _, _, kind, named in (self._rows[r] for r in place)
            ),
            cases=tuple(
                case if isinstance(case, int) else tuple((place[r], f) for r, f in case)
                for case in cases
            ),
        )

    def _add(self, sign: int, row: int, kind: str, named: int | None = None) -> None:
        self._rows.append((sign, row, kind, row if named is None else named))
        if sign > 0:
            for k in members(row):
                self._covers[k].append(row)

    def _case(self, inside: int, outside: int, clock: Clock) -> Any:
        """Return factors of rows that settle a case, or the node to branch on."""
        while True:
            clock.tick(_METHOD, 1)
            factors, shares = self._relax(inside, outside, clock)
            self._round(shares, inside, outside)
            bound = self._sum(factors, inside, outside)
            settled = tuple((r, factor) for r, factor in enumerate(factors) if factor)
            if not inside | outside and bound > self.bound:
                self.bound, self._root = min(bound, self.value), settled
            if bound >= self.value:
                return settled
            if not self._claim.connected or not self._separate(shares):
                break
        free = members(self._all & ~(inside | outside))
        v = max(free, key=lambda v: (min(shares[v], 1 - shares[v]), self._near[v].bit_count(), -v))
        self._open += [(inside, outside | 1 << v), (inside | 1 << v, outside)]
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
        rows, signs, matrix = self._program
        taken, free = (
            np.array([mask >> v & 1 for v in range(n)], float)
            for mask in (inside, self._all & ~(inside | outside))
        )
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

    @property
    def _program(self) -> tuple[Any, NDArray[np.float64], Any]:
        """The rows and their signs, and the matrix of the dual."""
        from scipy.sparse import diags_array, eye_array, hstack

        if self._known is None or len(self._known[1]) < len(self._rows):
            signs = np.array([sign for sign, *_ in self._rows], float)
            plain = matrix_of([list(members(row)) for _, row, *_ in self._rows], len(self.nodes))
            rows = diags_array(signs) @ plain
            matrix = hstack([rows.T, -eye_array(len(self.nodes))], format="csc")
            self._known = rows, signs, matrix
        return self._known

    def _round(self, shares: Sequence[float], inside: int, outside: int) -> None:
        """Make a set of the nodes with large shares, and keep it if it is the best so far."""
        free = members(self._all & ~(inside | outside))
        order = sorted(free, key=lambda v: (-shares[v], self._costs[v], v))
        if self._is_independent:
            chosen, blocked = inside, self._around(inside)
            for v in order:
                if not blocked >> v & 1:
                    chosen |= 1 << v
                    blocked |= self._near[v]
        else:
            chosen = self._all & ~outside
            for v in reversed(order):
                less = chosen ^ 1 << v
                if all(row & less for row in self._covers[v]) and self._is_whole(less):
                    chosen = less
        cost = sum(self._costs[v] for v in members(chosen))
        if (
            cost < self.value
            and not (self._is_independent and chosen & self._around(chosen))
            and all(row & chosen for sign, row, *_ in self._rows if sign > 0)
            and self._is_whole(chosen)
        ):
            self.best, self.value = chosen, cost

    def _is_whole(self, chosen: int) -> bool:
        return not self._claim.connected or len(self._pieces(chosen)) == 1

    def _separate(self, shares: Sequence[float]) -> bool:
        """Add cuts between the pieces of what has a share; return whether it has several."""
        some = sum(1 << v for v, share in enumerate(shares) if share > _LITTLE)
        pieces = self._pieces(some)
        cuts = {
            self._around(far) & ~far
            for piece in pieces
            for far in self._pieces(self._all & ~(piece | self._around(piece)))
            if far & some
        }
        new = cuts.difference(row for _, row, *_ in self._rows)
        for cut in sorted(new):
            self._add(1, cut, "cut")
        return bool(new)

    def _pieces(self, chosen: int) -> list[int]:
        """Return the connected components of a set."""
        pieces = []
        while chosen:
            piece = fresh = chosen & -chosen
            while fresh:
                fresh = self._around(fresh) & chosen & ~piece
                piece |= fresh
            chosen ^= piece
            pieces.append(piece)
        return pieces

    def _around(self, chosen: int) -> int:
        """Return the neighbors of some nodes."""
        around = 0
        for v in members(chosen):
            around |= self._near[v]
        return around
