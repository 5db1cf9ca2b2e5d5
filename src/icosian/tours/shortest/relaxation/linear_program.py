"""The linear program of a statement, and its duals as exact integers."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import clusters
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, TimeIsUp
from icosian.tours.instance import CycleProblem, Family, Multipliers, Order, Visits, demand, sets_of
from icosian.tours.shortest.relaxation.numbered_walks import SHORTEST, Walks
from icosian.tours.shortest.relaxation.separation import NodeSets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
    def of(cls, weights: Multipliers, scale: int, families: Sequence[Family]) -> Rounded:
        """Return weights, of which each names some of the families, in Python's integers."""
        nodes = np.array(weights.potentials, object)
        for f, z in weights.families:
            for members in sets_of(families[f]):
                nodes[list(members)] += z
        multipliers = np.array([z for _, z in weights.families], object)
        return cls(scale, nodes, tuple(families[f] for f, _ in weights.families), multipliers)

    def constant(self, crossed: Visits | Order | None) -> int:
        """Return twice the potentials, and the multipliers times what their families demand."""
        total = 2 * sum(self.nodes.tolist())
        for family, z in zip(self.families, self.multipliers.tolist(), strict=True):
            total += z * (demand(family, crossed) - 2 * sum(map(len, sets_of(family))))
        return int(total)

    def potentials(self) -> NDArray[Any]:
        """Return the weights of the nodes alone, shape (size,)."""
        potentials = self.nodes.copy()
        for family, z in zip(self.families, self.multipliers, strict=True):
            for nodes in sets_of(family):
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


def round_dual(dual: Dual, scale: int, base: NDArray[np.int64] | None = None) -> Rounded | None:
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
    known: Collection[frozenset[Edge]] = ()
    """The edges of tours that are not asked for."""
    limit: int | None = None
    """All tours are shorter, if that is known."""
    is_hard: bool = False
    """The linear program of all cases has left a large gap."""

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
            tails, heads = np.ascontiguousarray(problem.edges.T, np.int32)
        edges = cls(
            size=n,
            tails=tails,
            heads=heads,
            lengths=problem.between(tails, heads),
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
        every = range(self.size) if self.visits.is_apart else ()
        return frozenset(min(some, key=len, default=every))

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """A number for each edge, in ascending order."""
        return self.tails.astype(np.int64) * self.size + self.heads

    def places(self, pairs: Collection[Edge] | NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of edges, u < v, or of loops; -1 where it is not one."""
        if not len(pairs) or not len(self.tails):
            return np.full(len(pairs), -1, np.int64)
        u, v = np.asarray(pairs if isinstance(pairs, np.ndarray) else list(pairs), np.int64).T
        keys = u * self.size + v
        found = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[found] == keys, found, -1)

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
        reduced: NDArray[Any] = dual.scale * self.lengths - dual.nodes[self.tails]
        reduced -= dual.nodes[self.heads]
        if dual.families:
            lists = FamilyLists(self.size, dual.families, self.visits)
            reduced += 2 * lists.pair_weights(dual.multipliers, self.tails, self.heads)
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
        # The edges between places are those of a walk, and the others are paid as they are.
        if not (self.is_numbered and (walks := self.walks(reduced, case))):
            return constant + paid
        within = ~self._joins  # the edges and loops that join no two places
        others = constant + _paid(reduced, Case(case.allowed & within, case.required & within))
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

    def tilted(
        self, nodes: NDArray[np.float64], case: Case, goal: float, rounds: int, clock: Clock
    ) -> tuple[Dual, float, list[int]]:
        """Return potentials with which walks that have the numbers are longer, and their bound.

        Goal and bound are objectives of a linear program. There may be a tour, as a cycle of nodes:
        the shortest one, if it is below the goal.
        """
        n, best, tour = self.size // 2, -math.inf, list[int]()
        found, walks, others = nodes, None, 0.0
        began, seconds, done = clock.seconds, clock.left, 0.0
        while done < 1:
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
            nodes[n:] += SHORTEST**done * max(1.0, goal - bound) / (slope @ slope) * slope
            done = max(done + 1 / rounds, (clock.seconds - began) / seconds if seconds > 0 else 1)
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
        """Return what is left if edges are used and avoided, None without a shorter cycle."""
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
    values = reduced[case.required | (case.allowed & (reduced < 0))]
    if values.dtype == object:
        return int(values.sum())
    high, low = values >> 31, values & (2**31 - 1)  # the sum of all may not fit into 64 bits
    return (int(high.sum()) << 31) + int(low.sum())


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
        found = round_dual(dual, scale, edges.base)
        bound = None if found is None else edges.bound(found, case, often)
        if found is None or bound is None:
            break
        if bound > scale * least:
            return found, True
        if proved is None or bound * best.scale > proved * scale:
            best, proved = found, bound
    return best, False


# -- Reduced costs of edges, from families of sets listed by their members
# An edge uv has the reduced cost ``scale * length - nodes[u] - nodes[v] + 2 * both``, where
# ``both`` is the sum of the multipliers of the sets that contain u and v, and ``nodes`` holds the
# potential of each node plus the multipliers of the sets that contain it. All is exact for
# integers.
#
# Where places may be left out, a cycle crosses a set that holds one of its places, v, twice if it
# visits v: the edges that cross it and twice the loop of v are at least 2. So the first node of a
# set *stands for it*: its loop counts as one inside the set less than the edges that are inside.
# Nothing is taken off where every cycle visits some place of the set.


class FamilyLists:
    """Families as lists of members, and for each node the sets that contain it."""

    def __init__(self, size: int, families: Sequence[Family], visits: Visits | None = None) -> None:
        self.size = size
        crossed = [*map(sets_of, families)]
        self.sets = NodeSets.of(chain(*crossed))
        self.owner = np.repeat(np.arange(len(families)), [*map(len, crossed)])
        stands = [() if visits is None else visits.standing(family) for family in families]
        alone = [(k, node) for k, nodes in enumerate(stands) for node in nodes]
        self._alone, self._standing = np.array(alone, np.int64).reshape(-1, 2).T
        self.at_nodes = self.sets.at_nodes(size)

    def pair_weights(
        self, multipliers: NDArray[np.number], tails: NDArray[np.int32], heads: NDArray[np.int32]
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
            s = np.zeros(clusters.NEXT + 1, np.int64)
            weighed = clusters.WeighedSets(*self.at_nodes, weights)
            Run(clusters.common, tails, heads, weighed, sums, s).finish()
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


# -- Programs that differ in a few rows and columns

OPTIONS: dict[str, bool | int | str] = {
    "output_flag": False,
    "parallel": "off",
    "presolve": "off",  # it would lose the basis
    "solver": "simplex",
    "threads": 1,
}


class SolverFailure(Exception):
    """HiGHS has neither solved the program nor shown it infeasible."""


def new_solver() -> Any:
    """Return HiGHS without a program; each run goes on from the basis of the last."""
    import highspy

    highs: Any = highspy.Highs()
    for option, value in OPTIONS.items():
        highs.setOptionValue(option, value)
    return highs


def run_solver(highs: Any, seconds: float) -> bool:
    """Solve a program; return False if it is infeasible."""
    from highspy import HighsModelStatus as Status

    # HiGHS counts the seconds of all its runs together.
    highs.setOptionValue("time_limit", highs.getRunTime() + max(0.0, seconds))
    highs.run()
    if highs.getModelStatus() not in (Status.kOptimal, Status.kInfeasible, Status.kTimeLimit):
        highs.clearSolver()
        highs.run()
    status = highs.getModelStatus()
    if status == Status.kTimeLimit:
        raise TimeIsUp
    if status not in (Status.kOptimal, Status.kInfeasible):
        raise SolverFailure(str(status))
    return bool(status == Status.kOptimal)


class ElasticProgram:
    """Edges between 0 and 1, and rows that may be exceeded or missed at a price.

    So there always is a solution, and the dual of a row lies between minus the price of an excess
    and the price of a lack.
    """

    def __init__(self, costs: NDArray[np.float64]) -> None:
        self.highs, self._edges = new_solver(), np.arange(len(costs), dtype=np.int32)
        self.highs.addCols(len(costs), costs, 0 * costs, 0 * costs + 1, 0, [], [], [])

    def add_rows(
        self, entries: Sequence[NDArray[Any]], needs: Sequence[float], excess: Any, lack: float
    ) -> None:
        """Add rows with what they need, and prices of an excess, one or (rows,), and of a lack.

        The entries, whose rows, edges and values have the shape (entries,), add up.
        """
        k, m, first = len(needs), len(self._edges), self.highs.getNumRow()
        keys, own = np.unique(entries[0] * m + entries[1], return_inverse=True)
        starts = np.searchsorted(keys, m * np.arange(k)).astype(np.int32)
        hit, sums = (keys % m).astype(np.int32), np.bincount(own, entries[2])
        self.highs.addRows(k, needs, needs, len(keys), starts, hit, sums)
        each, none = np.arange(2 * k, dtype=np.int32), np.zeros(2 * k)
        prices = np.concatenate((np.full(k, excess), np.full(k, lack)))
        ends, signs = first + each % k, np.repeat([-1.0, 1.0], k)
        self.highs.addCols(2 * k, prices, none, none + math.inf, 2 * k, each, ends, signs)

    def solve(
        self, low: NDArray[np.bool_], high: NDArray[np.bool_], seconds: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the values of the edges between these bounds, and the dual of the rows."""
        m = len(self._edges)
        self.highs.changeColsBounds(m, self._edges, low.astype(float), high.astype(float))
        if not run_solver(self.highs, seconds):
            raise SolverFailure("an edge is required and forbidden")
        solution = self.highs.getSolution()
        return np.array(solution.col_value)[:m], np.array(solution.row_dual)


# -- The linear program of a tour: degrees, and families of sets, over some of the edges

# HiGHS solves it by the simplex method and starts from its last basis. A set is written by the
# edges inside it, or by those that cross it if they are fewer: twice the former and once the latter
# are the degrees of its nodes. Duals are stated as if all sets were written by the edges inside.

DEVEX, STEEPEST = 1, 2  # how HiGHS prices; the latter takes half as many iterations
TYPICAL = 2.0**13
"""Costs are divided by a power of two so that their median is at most this."""
NEGLIGIBLE = 1e-9
"""Multipliers below are zero."""

PATIENCE, LESS_PATIENCE, WASTE = 12, 4, 0.1
"""Solutions without a multiplier, fewer where there are groups, as their rows have more entries,
and the part of such rows, before they are deleted."""
POOL = 2_000
"""Deleted families that are kept in mind."""


class Dual(NamedTuple):
    """A dual solution: an edge uv has the reduced cost cost - y(u) - y(v) + 2 z(sets with uv).

    Costs are lengths above the base of both nodes.
    """

    nodes: NDArray[np.float64]
    """Shape (size,): y, the potential and the multipliers of all sets that contain the node."""
    families: tuple[Family, ...]
    multipliers: NDArray[np.float64]
    """Shape (families,): z, not negative, except of sets that are crossed exactly twice."""


def normalize_family(family: Family, size: int) -> Family:
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
    stands: tuple[int, ...]
    """The nodes that stand for the family."""
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
        """Write a family."""
        members = members_of(sets_of(family), size)
        inside, across = _ends(members, tails, heads)
        by_border = across.sum(axis=1) < inside.sum(axis=1)
        most = float(members.sum(axis=1)[~by_border].sum()) - demand(family, crossed) / 2
        stands = () if visits is None else visits.standing(family)
        return cls(members, by_border, stands, most)

    def entries(self, tails: NDArray[np.int32], heads: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return the coefficients of some edges, shape (edges,)."""
        inside, _ = _ends(self.members[~self.by_border], tails, heads)
        _, across = _ends(self.members[self.by_border], tails, heads)
        found: NDArray[np.float64] = (
            inside.sum(axis=0, dtype=np.int16) - across.sum(axis=0, dtype=np.int16) / 2
        )
        for node in self.stands:
            found -= (tails >= heads) & ((tails == node) | (heads == node))
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
        self._is_solved = False
        self.visits, self._crossed = visits, order if visits is None else visits
        """What is visited where places may be left out; then no set contains the root."""
        is_rooted = visits is not None
        # Loops cost nothing; with them, the largest cost is what counts.
        typical = 8.0 * max(map(abs, costs.tolist()), default=0) if is_rooted else np.median(costs)
        self.unit = 2.0 ** max(0, math.ceil(math.log2(max(1.0, float(typical)) / TYPICAL)))
        self._highs = new_solver()
        self._highs.setOptionValue("simplex_dual_edge_weight_strategy", STEEPEST)
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
        self._highs.addCols(
            k,
            (costs / self.unit).astype(float),
            np.zeros(k),
            np.ones(k),
            len(order),
            np.searchsorted(column[order], np.arange(k)).astype(np.int32),
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
            key = family if self.visits is not None else normalize_family(family, self.size)
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
        idle = self._idle >= (LESS_PATIENCE if self.visits and self.visits.groups else PATIENCE)
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
            row = self.families.index(family)
            most = self._rows[row].most
            low = most if family in self._twice else -math.inf
            high = most - 1 if family in self._often else most
            self._highs.changeRowBounds(self.size + row, low, high)

    # -- solving it

    def solve(self, seconds: float = math.inf) -> bool:
        """Solve it and read the solution; return False if it is infeasible."""
        return run_solver(self._highs, seconds) and self.read()

    def read(self) -> bool:
        """Read the solution, or the dual so far if time was up; return False if there is none."""
        solution = self._highs.getSolution()
        if not solution.dual_valid:
            return self._is_solved
        rows = np.array(solution.row_dual)
        self.values = np.array(solution.col_value)
        self._is_solved = True
        self.objective = self._highs.getObjectiveValue() * self.unit
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
        return self._probed(change, ((most, most), (-math.inf, most - 1)), (-math.inf, most))

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
            infeasible = self._highs.getModelStatus() == HighsModelStatus.kInfeasible
            found.append(math.inf if infeasible else info.objective_function_value * self.unit)
            self._highs.setBasis(basis)
        change(*bounds)
        return found[0], found[1]
