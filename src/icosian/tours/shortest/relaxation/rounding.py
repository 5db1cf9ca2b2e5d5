"""Exact lower bounds: duals of the linear program, rounded to integers.

Any multipliers give a valid bound [1]_, so a dual may be rounded at will; edges whose reduced cost
gets negative are paid for. Everything here is exact: 64-bit integers that are shown to fit.

References
----------
.. [1] D. Applegate, R. Bixby, V. Chvatal, W. Cook, et al., Certification of an optimal TSP tour
   through 85,900 cities, Operations Research Letters 37 (2009), 11-15.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from icosian.tours.shortest.problem.cycle_problem import Family, demand
from icosian.tours.shortest.relaxation.linear_program import FamilyLists

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from icosian.tours.shortest.problem.cycle_problem import CycleProblem
    from icosian.tours.shortest.relaxation.linear_program import Dual

    Edge = tuple[int, int]


SCALES = (1, 2, 4, 12, 60, 120, 1_200, 12_000, 120_000, 1_200_000)
"""Scales that are tried; each divides the next, so that weights of two scales fit together."""
LARGEST = 2**61
"""All integers and their partial sums stay below."""


class Rounded(NamedTuple):
    """A dual in integers: the reduced cost is scale * length - y(u) - y(v) + 2 z(sets with uv)."""

    scale: int
    """0 if the lengths do not count."""
    nodes: NDArray[np.int64]
    """Shape (size,): y, the potential and the multipliers of all sets that contain the node."""
    families: tuple[Family, ...]
    multipliers: NDArray[np.int64]
    """Shape (families,): z, at least 1; below 0 only for a set that is crossed exactly twice."""

    @property
    def constant(self) -> int:
        """Twice the potentials, and the multipliers times what their families demand."""
        total = 2 * sum(self.nodes.tolist())
        for family, z in zip(self.families, self.multipliers.tolist(), strict=True):
            total += z * (demand(family) - 2 * sum(map(len, family)))
        return int(total)

    def potentials(self) -> NDArray[np.int64]:
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
        return Rounded(
            self.scale + factor * other.scale,
            self.nodes + factor * other.nodes,
            tuple(total),
            np.array(list(total.values()), np.int64),
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
    lowest = 0 if base is None else base
    if scale * int(np.abs(lowest).max()) >= LARGEST / 8:
        return None
    largest = max(np.abs(dual.nodes).max(), np.abs(dual.multipliers).max(initial=0.0))
    if largest * scale >= LARGEST / 8:
        return None
    multipliers = np.rint(dual.multipliers * scale).astype(np.int64)
    used = multipliers.nonzero()[0]
    return Rounded(
        scale,
        np.rint(dual.nodes * scale).astype(np.int64) + scale * lowest,
        tuple(dual.families[k] for k in used),
        multipliers[used],
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Edges:
    """Edges that a cycle shorter than some length may use, and those that it must use."""

    problem: CycleProblem
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]
    required: NDArray[np.bool_]
    base: NDArray[np.int64]
    """Shape (size,): potentials that leave no reduced cost negative, half of the least lengths."""

    @classmethod
    def of(cls, problem: CycleProblem) -> Edges:
        """Return all edges of a problem, in lexicographic order."""
        n = problem.size
        if problem.edges is None:
            tails, heads = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
        else:
            order = np.lexsort((problem.edges[:, 1], problem.edges[:, 0]))
            tails, heads = np.ascontiguousarray(problem.edges[order].T, np.int32)
        least = np.full(n, problem.absent)
        for ends in (tails, heads):
            np.minimum.at(least, ends, problem.matrix[tails, heads])
        edges = cls(
            problem=problem,
            tails=tails,
            heads=heads,
            required=np.zeros(len(tails), np.bool_),
            base=least // 2,
        )
        edges.required[edges.places(problem.required)] = True
        return edges

    @property
    def pairs(self) -> NDArray[np.int32]:
        """The two nodes of each edge, shape (edges, 2)."""
        return np.stack((self.tails, self.heads), axis=1)

    @cached_property
    def _keys(self) -> NDArray[np.int64]:
        return self.tails.astype(np.int64) * self.problem.size + self.heads

    def places(self, pairs: Collection[Edge] | NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of edges given by their nodes, u < v; -1 where it is not one."""
        if not len(pairs) or not len(self.tails):
            return np.full(len(pairs), -1, np.int64)
        u, v = np.asarray(pairs if isinstance(pairs, np.ndarray) else list(pairs), np.int64).T
        keys = u * self.problem.size + v
        found = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[found] == keys, found, -1)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Their lengths, shape (edges,)."""
        lengths: NDArray[np.int64] = self.problem.matrix[self.tails, self.heads]
        return lengths

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """Their lengths above the base of both nodes, shape (edges,)."""
        costs: NDArray[np.int64] = self.lengths - self.base[self.tails] - self.base[self.heads]
        return costs

    @cached_property
    def _longest(self) -> int:
        return int(abs(self.lengths).max(initial=0))

    def reduced_costs(self, dual: Rounded) -> NDArray[np.int64] | None:
        """Return the exact reduced costs, shape (edges,); None if the integers are too large."""
        if dual.scale * self._longest + dual.magnitude >= LARGEST:
            return None
        lists = FamilyLists(self.problem.size, dual.families)
        both: Any = lists.pair_weights(dual.multipliers, self.tails, self.heads)
        ends = dual.nodes[self.tails] + dual.nodes[self.heads]
        reduced: NDArray[np.int64] = dual.scale * self.lengths - ends + 2 * both
        return reduced

    def bound(
        self,
        dual: Rounded,
        used: Collection[Edge] = (),
        avoided: Collection[Edge] = (),
        often: Collection[Family] = (),
    ) -> int | None:
        """Return a scaled bound of the cycles that use and avoid some of these edges.

        The cycles cross the sets ``often`` at least four times.
        """
        reduced = self.reduced_costs(dual)
        if reduced is None:
            return None
        weighed = zip(dual.families, dual.multipliers.tolist(), strict=True)
        more = sum(2 * z for family, z in weighed if family in often)
        return dual.constant + int(more) + self._cost(reduced, used, avoided)

    def _cost(
        self, reduced: NDArray[np.int64], used: Collection[Edge], avoided: Collection[Edge]
    ) -> int:
        paid = reduced * (self.required | (reduced < 0))
        need, without = self.places(used), self.places(avoided)
        paid[need] = reduced[need]
        paid[without[without >= 0]] = 0
        return _sum(paid)

    def contradict(self, used: Collection[Edge], avoided: Collection[Edge]) -> bool:
        """Return True if no Hamiltonian cycle of these edges uses and avoids those."""
        need, without = self.places(used), self.places(avoided)
        if (need < 0).any():
            return True
        required, allowed = self.required.copy(), np.ones(len(self.tails), np.bool_)
        required[need] = True
        allowed[without[without >= 0]] = False
        if (required & ~allowed).any():
            return True
        most = np.bincount(self.tails[required], minlength=self.problem.size)
        most += np.bincount(self.heads[required], minlength=self.problem.size)
        least = np.bincount(self.tails[allowed], minlength=self.problem.size)
        least += np.bincount(self.heads[allowed], minlength=self.problem.size)
        return bool((most > 2).any() or (least < 2).any())

    def shorter(self, root: Rounded, length: int) -> Edges:
        """Return the edges that weights leave to the cycles shorter than a length."""
        reduced = self.reduced_costs(root)
        if reduced is None:
            return self
        goal = root.scale * (length - 1)
        slack = goal - root.constant - self._cost(reduced, (), ())
        kept = self.required | (np.maximum(reduced, 0) <= slack)
        required = self.required | ((reduced < 0) & (-reduced > slack))
        return replace(
            self, tails=self.tails[kept], heads=self.heads[kept], required=required[kept]
        )


def closest(
    edges: Edges,
    dual: Dual,
    least: float,
    used: Collection[Edge] = (),
    avoided: Collection[Edge] = (),
    often: Collection[Family] = (),
    scales: Sequence[int] = SCALES,
) -> tuple[Rounded, bool]:
    """Return a dual at the first scale that proves more than a bound, or at the best; and if so."""
    base = scales[0] * edges.base
    best, proved = Rounded(scales[0], base, (), np.zeros(0, np.int64)), None
    for scale in scales:
        found = rounded(dual, scale, edges.base)
        bound = None if found is None else edges.bound(found, used, avoided, often)
        if found is None or bound is None:
            break
        if bound > scale * least:
            return found, True
        if proved is None or bound * best.scale > proved * scale:
            best, proved = found, bound
    return best, False


def _sum(values: NDArray[np.int64]) -> int:
    """Return the sum, where that of all values may not fit into 64 bits."""
    high, low = values >> 31, values & (2**31 - 1)
    return (int(high.sum()) << 31) + int(low.sum())
