"""Exact lower bounds: duals of the linear program, rounded to integers.

Any multipliers give a valid bound [1]_, so a dual may be rounded at will; edges whose reduced cost
gets negative are paid for. Everything here is exact: 64-bit integers that are shown to fit, or
else Python's.

References
----------
.. [1] D. Applegate, R. Bixby, V. Chvatal, W. Cook, et al., Certification of an optimal TSP tour
   through 85,900 cities, Operations Research Letters 37 (2009), 11-15.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.tours.shortest.problem.cycle_problem import (
    CycleProblem,
    Family,
    Order,
    Visits,
    Weights,
    demand,
)
from icosian.tours.shortest.relaxation.linear_program import Dual, FamilyLists
from icosian.tours.shortest.relaxation.walks import ROUNDS, SHRINKING, Walks

Edge = tuple[int, int]


SCALES = (1, 2, 4, 12, 60, 120, 1_200, 12_000, 120_000, 1_200_000)
"""Scales that are tried; each divides the next, so that weights of two scales fit together."""
LARGEST = 2**61
"""All integers and their partial sums stay below."""


class Rounded(NamedTuple):
    """A dual in integers: the reduced cost is scale * length - y(u) - y(v) + 2 z(sets with uv)."""

    scale: int
    """0 if the lengths do not count."""
    nodes: NDArray[Any]
    """Shape (size,): y, the potential and the multipliers of all sets that contain the node. Of
    64-bit integers, or of Python's as the lengths."""
    families: tuple[Family, ...]
    multipliers: NDArray[Any]
    """Shape (families,): z, at least 1; below 0 only for a set that is crossed exactly twice."""

    @classmethod
    def nothing(cls, base: NDArray[Any]) -> Rounded:
        """Return the dual that is 0 at every node, in integers like those given."""
        return cls(1, 0 * base, (), base[:0])

    @classmethod
    def of(cls, weights: Weights, scale: int, families: Sequence[Family]) -> Rounded:
        """Return weights, of which each names some of the families, in Python's integers."""
        nodes = np.array(weights.potentials, object)
        for f, z in weights.families:
            for members in families[f]:
                nodes[list(members)] += z
        multipliers = np.array([z for _, z in weights.families], object)
        return cls(scale, nodes, tuple(families[f] for f, _ in weights.families), multipliers)

    def constant(self, crossed: Visits | Order | None) -> int:
        """Return twice the potentials, and the multipliers times what their families demand."""
        total = 2 * sum(self.nodes.tolist())
        for family, z in zip(self.families, self.multipliers.tolist(), strict=True):
            total += z * (demand(family, crossed) - 2 * sum(map(len, family)))
        return int(total)

    def potentials(self) -> NDArray[Any]:
        """Return the weights of the nodes alone, shape (size,)."""
        potentials = self.nodes.copy()
        for family, z in zip(self.families, self.multipliers, strict=True):
            for nodes in family:
                potentials[list(nodes)] -= z
        return potentials

    def times(self, factor: int) -> Rounded:
        """Return the same dual at a multiple of its scale."""
        return Rounded(
            self.scale * factor, self.nodes * factor, self.families, self.multipliers * factor
        )

    def plus(self, other: Rounded, factor: int) -> Rounded:
        """Return the sum with a multiple of another dual."""
        total = dict(zip(self.families, self.multipliers.tolist(), strict=True))
        for family, z in zip(other.families, other.multipliers.tolist(), strict=True):
            total[family] = total.get(family, 0) + factor * z
        total = {family: z for family, z in total.items() if z}
        return Rounded(
            self.scale + factor * other.scale,
            self.nodes + factor * other.nodes.astype(self.nodes.dtype),
            tuple(total),
            np.array(list(total.values()), self.multipliers.dtype),
        )

    @property
    def magnitude(self) -> int:
        """The most that the dual changes a scaled length by."""
        sets = sum(
            len(family) * abs(z)
            for family, z in zip(self.families, self.multipliers.tolist(), strict=True)
        )
        return int(2 * sets + 2 * max(map(abs, self.nodes.tolist()), default=0))


def rounded(dual: Dual, scale: int, base: NDArray[np.int64] | None = None) -> Rounded | None:
    """Return a dual at a scale, above a base; None if the integers would be too large."""
    lowest = np.zeros(len(dual.nodes), np.int64) if base is None else base
    if lowest.dtype == object:
        nodes, multipliers = (_integers(values, scale) for values in (dual.nodes, dual.multipliers))
    else:
        if scale * int(np.abs(lowest).max()) >= LARGEST / 8:
            return None
        largest = max(np.abs(dual.nodes).max(), np.abs(dual.multipliers).max(initial=0.0))
        if largest * scale >= LARGEST / 8:
            return None
        nodes = np.rint(dual.nodes * scale).astype(np.int64)
        multipliers = np.rint(dual.multipliers * scale).astype(np.int64)
    used = multipliers.nonzero()[0]
    families = tuple(dual.families[k] for k in used)
    return Rounded(scale, nodes + scale * lowest, families, multipliers[used])


def _integers(values: NDArray[np.float64], scale: int) -> NDArray[Any]:
    """Return multiples of numbers, rounded to Python's integers."""
    found = np.empty(len(values), object)
    found[:] = [round(scale * Fraction(value)) for value in values.tolist()]
    return found


class Case(NamedTuple):
    """What is left in a case; both have shape (edges,)."""

    allowed: NDArray[np.bool_]
    required: NDArray[np.bool_]
    length: int | None = None
    """Only shorter tours matter."""

    def within(self, edges: NDArray[np.int64]) -> Case:
        """Return the same for some of the edges, in their order."""
        return Case(self.allowed[edges], self.required[edges])


class Narrowing(Protocol):
    """What is known of cases in which places may be left out, besides the degrees of nodes."""

    def left(self, edges: Edges, case: Case, length: int) -> Case | None:
        """Return what is left to the cycles shorter than a length, None if nothing is."""

    def root(self, edges: Edges, case: Case, clock: Clock) -> Edge:
        """Return the loop to split on where no place is visited by all cycles of a case."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Edges:
    """The statement: edges that a cycle shorter than some length may use, or must use.

    A place that may be left out has a *loop* in addition. In a graph it leads from its node to
    itself; in a digraph, whose places are two nodes joined by a required edge, it is a second edge
    between the two, written from the larger node to the smaller one. What is asked for are then
    edges that have two ends at every node and form one cycle, and loops: a loop has both its ends
    at the place that is left out, and its length is the price of that.
    """

    size: int
    """The number of nodes."""
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]
    lengths: NDArray[Any]
    """Shape (edges,): 64-bit integers, or Python's where those do not hold sums of lengths."""
    required: NDArray[np.bool_]
    base: NDArray[Any]
    """Shape (size,): potentials that are taken off the lengths before a linear program has them."""
    visits: Visits | None = None
    """What is visited where places may be left out, None if all are visited."""
    narrowing: Narrowing | None = None
    """What else is known of cases in which places may be left out."""
    order: Order | None = None
    """Which places come before which."""
    known: tuple[frozenset[Edge], ...] = ()
    """The edges of tours that are not asked for."""
    limit: int | None = None
    """All tours are shorter, if that is known."""

    @property
    def crossed(self) -> Visits | Order | None:
        """What says how often families are crossed."""
        return self.order if self.visits is None else self.visits

    @property
    def is_numbered(self) -> bool:
        """True if some places have numbers."""
        return self.order is not None and bool(self.order.numbers)

    @property
    def is_whole(self) -> bool:
        """True if an integral solution that violates no set is a tour that is asked for."""
        return not self.known and (self.order is None or self.order.is_whole)

    @classmethod
    def of(cls, problem: CycleProblem) -> Edges:
        """Return all edges of a problem, in lexicographic order; no node may be left out."""
        n = problem.size
        if problem.edges is None:
            tails, heads = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
        else:
            order = np.lexsort((problem.edges[:, 1], problem.edges[:, 0]))
            tails, heads = np.ascontiguousarray(problem.edges[order].T, np.int32)
        edges = cls(
            size=n,
            tails=tails,
            heads=heads,
            lengths=problem.matrix[tails, heads],
            required=np.zeros(len(tails), np.bool_),
            base=np.zeros(n, problem.matrix.dtype),
            limit=problem.limit,
        )
        edges.required[edges.places(problem.required)] = True
        free = ~edges.required
        lengths = edges.lengths[free]
        least = np.full(n, lengths.max(initial=0), lengths.dtype)
        for ends in (tails[free], heads[free]):
            np.minimum.at(least, ends, lengths)
        # No edge that is left to choose costs less than nothing then.
        return replace(edges, base=least // 2)

    @property
    def pairs(self) -> NDArray[np.int32]:
        """The two nodes of each edge, shape (edges, 2)."""
        return np.stack((self.tails, self.heads), axis=1)

    @cached_property
    def is_loop(self) -> NDArray[np.bool_]:
        """Which of them are loops, shape (edges,)."""
        found: NDArray[np.bool_] = self.tails >= self.heads
        return found

    @cached_property
    def root(self) -> frozenset[int]:
        """A place that all tours visit, or some places of which they visit one, if that is known.

        By the smaller node of each; empty also where no place may be left out.
        """
        if self.visits is None:
            return frozenset()
        loops, stay = self.pairs[self.is_loop], np.ones(self.size, np.bool_)
        stay[loops.ravel()] = False
        if stay.any():  # home is the last place
            places = self.size // 2 if (loops[:, 0] > loops[:, 1]).any() else self.size
            return frozenset({int(stay.nonzero()[0][-1]) % places})
        sets = ((most + 1, sorted(places)) for places, most in self.visits.allowances)
        some = [places[:count] for count, places in sets if count <= len(places)]
        return frozenset(min(some, key=len, default=()))

    @cached_property
    def _keys(self) -> NDArray[np.int64]:
        return self.tails.astype(np.int64) * self.size + self.heads

    def places(self, pairs: Collection[Edge] | NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of edges, u < v, or of loops; -1 where it is not one."""
        if not len(pairs) or not len(self.tails):
            return np.full(len(pairs), -1, np.int64)
        u, v = np.asarray(pairs if isinstance(pairs, np.ndarray) else list(pairs), np.int64).T
        keys = u * self.size + v
        found = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[found] == keys, found, -1)

    @cached_property
    def costs(self) -> NDArray[Any]:
        """Their lengths above the base of both nodes, shape (edges,)."""
        costs: NDArray[Any] = self.lengths - self.base[self.tails] - self.base[self.heads]
        return costs

    @cached_property
    def offset(self) -> int:
        """What bounds exceed the objectives of linear programs by."""
        return 2 * int(self.base.sum())

    def demand(self, family: Family) -> int:
        """Return how often every cycle crosses the sets of a family, at least."""
        return demand(family, self.crossed)

    @cached_property
    def _longest(self) -> int:
        return int(abs(self.lengths).max(initial=0))

    @property
    def nothing(self) -> int:
        """A length that stands for no tour: all tours are shorter."""
        return self.size * self._longest + 1 if self.limit is None else self.limit

    def reduced_costs(self, dual: Rounded) -> NDArray[Any] | None:
        """Return the exact reduced costs, shape (edges,); None if the integers are too large."""
        fits = self.lengths.dtype != object
        if fits and dual.scale * self._longest + dual.magnitude >= LARGEST:
            return None
        lists = FamilyLists(self.size, dual.families, self.visits)
        both: Any = lists.pair_weights(dual.multipliers, self.tails, self.heads)
        ends = dual.nodes[self.tails] + dual.nodes[self.heads]
        reduced: NDArray[Any] = dual.scale * self.lengths - ends + 2 * both
        return reduced

    def bound(self, dual: Rounded, case: Case, often: Collection[Family] = ()) -> int | None:
        """Return a scaled bound of the cycles of a case; None if the integers are too large.

        The cycles cross the sets ``often`` at least four times.
        """
        reduced = self.reduced_costs(dual)
        if reduced is None:
            return None
        weighed = zip(dual.families, dual.multipliers.tolist(), strict=True)
        more = sum(2 * z for family, z in weighed if family in often)
        constant, paid = dual.constant(self.crossed) + int(more), _paid(reduced, case)
        if not self.is_numbered:
            return constant + paid
        # The edges between places are those of a walk, and the others are paid as they are.
        if not (walks := self.walks(reduced, case)):
            return constant + paid
        others = constant + _paid(reduced, self._within_places(case))
        found = max(constant + paid, others + int(walks.least))
        limit = dual.scale * (case.length - 1) if case.length is not None else found
        if found <= limit and (tour := walks.least_tour(limit - others)) is not None:
            found = others + int(tour[0])
        return found

    def walks(self, costs: NDArray[Any], case: Case) -> Walks:
        """Return the walks of a case that have the numbers of the order, by some costs."""
        n, some = self.size // 2, self._walks(case)
        far = 4 * (n + 1) * (1 + max(map(abs, costs[some].tolist()), default=0))
        steps = np.full((n, n), far, object if far >= LARGEST else costs.dtype)
        steps[self.tails[some], self.heads[some] - n] = costs[some]
        if self.order is None:
            raise TypeError
        return Walks(self.order, steps)

    def _within_places(self, case: Case) -> Case:
        """Return the edges and loops of a case that join no two places."""
        return Case(case.allowed & ~self._joins, case.required & ~self._joins)

    def tilted(
        self, nodes: NDArray[np.float64], case: Case, goal: float
    ) -> tuple[Dual, float, list[int]]:
        """Return potentials with which walks that have the numbers are longer, and their bound.

        Goal and bound are objectives of a linear program. There may be a tour, as a cycle of nodes:
        the shortest one, if it is below the goal.
        """
        n, best, tour, reach = self.size // 2, -math.inf, list[int](), 1.0
        found, walks, others = nodes, None, 0.0
        for _ in range(ROUNDS):
            rests = self.costs - nodes[self.tails] - nodes[self.heads]
            if not (some := self.walks(rests, case)):
                break
            paid = ~self._joins & (case.required | (case.allowed & (rests < 0)))
            fixed = float(2 * nodes.sum() + rests[paid].sum())
            bound = fixed + float(some.least)
            if bound > best:
                best, found, walks, others = bound, nodes, some, fixed
            slope = 1.0 - np.bincount(
                [*some.least_walk(), *self.heads[paid & self.is_loop]], minlength=n
            )
            slope[some.home] = 0
            if best > goal or not slope.any():
                break
            nodes = nodes.copy()
            nodes[n:] += reach * max(1.0, goal - bound) / (slope @ slope) * slope
            reach *= SHRINKING
        if walks and best <= goal and (least := walks.least_tour(goal - others)) is not None:
            cost, places = least
            best = max(best, min(goal, others + float(cost)))
            stops = [walks.home, *places] if places else []
            tour = [w for v in stops for w in (n + v, v)]
        return Dual(found, (), np.zeros(0)), best, tour

    @cached_property
    def _joins(self) -> NDArray[np.bool_]:
        """Which edges join two places of a digraph, shape (edges,)."""
        found: NDArray[np.bool_] = ~self.is_loop & (self.heads - self.tails != self.size // 2)
        return found

    def _walks(self, case: Case) -> NDArray[np.bool_]:
        """Return which arcs a tour of a case may use, as one that is required has no other."""
        used = case.required & self._joins
        left, met = np.ones((2, self.size), np.bool_)
        left[self.tails[used]] = met[self.heads[used]] = False
        found: NDArray[np.bool_] = used | (
            case.allowed & self._joins & left[self.tails] & met[self.heads]
        )
        return found

    def _breaks(self, order: Order, case: Case) -> bool:
        """Return True if no tour of a case keeps to an order that is more than crossed sets."""
        if order.numbers and not self.walks(np.zeros(len(self.tails), np.int64), case):
            return True
        used = self.pairs[case.required & self._joins] - (0, self.size // 2)
        return order.is_broken(map(tuple, used.tolist()))

    @cached_property
    def whole(self) -> Case:
        """The case that assumes nothing."""
        return Case(np.ones(len(self.tails), np.bool_), self.required)

    def case(self, used: Collection[Edge], avoided: Collection[Edge], length: int) -> Case | None:
        """Return what is left if some edges are used and others avoided.

        None means that no cycle shorter than a length is left.
        """
        need, without = self.places(used), self.places(avoided)
        if (need < 0).any():
            return None
        allowed, required = self.whole.allowed.copy(), self.required.copy()
        required[need] = True
        allowed[without[without >= 0]] = False
        if (required & ~allowed).any():
            return None
        if (self._degrees(required) > 2).any() or (self._degrees(allowed) < 2).any():
            return None
        found = Case(allowed, required, length)
        if self.order and not self.order.is_whole and self._breaks(self.order, found):
            return None
        left = found if self.narrowing is None else self.narrowing.left(self, found, length)
        if left is None or self._only_known(left.allowed, left.required):
            return None
        return left._replace(length=length)

    def _only_known(self, allowed: NDArray[np.bool_], required: NDArray[np.bool_]) -> bool:
        """Return True if what is left has no tour but a known one."""
        if not self.known:
            return False
        full = self._degrees(required) == 2
        left = required | (allowed & ~full[self.tails] & ~full[self.heads])
        if left.sum() > self.size:
            return False
        some = {*map(tuple, self.pairs[left].tolist())}
        return any(some <= tour for tour in self.known)

    def _degrees(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        degrees = np.bincount(self.tails[chosen], minlength=self.size)
        return degrees + np.bincount(self.heads[chosen], minlength=self.size)

    def shorter(self, root: Rounded, length: int) -> Edges:
        """Return the edges that weights leave to the cycles shorter than a length."""
        reduced = self.reduced_costs(root)
        if reduced is None:
            return self
        goal = root.scale * (length - 1)
        slack = goal - root.constant(self.crossed) - _paid(reduced, self.whole)
        kept = self.required | (np.maximum(reduced, 0) <= slack)
        required = self.required | ((reduced < 0) & (-reduced > slack))
        return replace(self, required=required).only(kept)

    def only(self, kept: NDArray[Any]) -> Edges:
        """Return some of the edges, given by their numbers or by a mask."""
        return replace(
            self,
            tails=self.tails[kept],
            heads=self.heads[kept],
            lengths=self.lengths[kept],
            required=self.required[kept],
        )


def _paid(reduced: NDArray[Any], case: Case) -> int:
    """Return what the cycles of a case pay at least beyond the constant."""
    return _sum(reduced[case.required | (case.allowed & (reduced < 0))])


def closest(
    edges: Edges,
    dual: Dual,
    least: float,
    case: Case | None = None,
    often: Collection[Family] = (),
    scales: Sequence[int] = SCALES,
) -> tuple[Rounded, bool]:
    """Return a dual at the first scale that proves more than a bound, or at the best; and if so."""
    case = edges.whole if case is None else case
    base = scales[0] * edges.base
    best, proved = Rounded(scales[0], base, (), np.zeros(0, base.dtype)), None
    for scale in scales:
        found = rounded(dual, scale, edges.base)
        bound = None if found is None else edges.bound(found, case, often)
        if found is None or bound is None:
            break
        if bound > scale * least:
            return found, True
        if proved is None or bound * best.scale > proved * scale:
            best, proved = found, bound
    return best, False


def _sum(values: NDArray[Any]) -> int:
    """Return the sum, where that of all values may not fit into 64 bits."""
    if values.dtype == object:
        return int(values.sum())
    high, low = values >> 31, values & (2**31 - 1)
    return (int(high.sum()) << 31) + int(low.sum())
