"""The tours that are shorter than a bound: which edges they use, and that there are none.

All numbers are Python integers: lengths in units, times the scale of the weights.
"""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.evidence import paced
from icosian.proofs.shared.families import Borders, Family, borders
from icosian.proofs.shared.lengths import ROWS

if TYPE_CHECKING:
    from collections.abc import Collection

    from icosian.proofs.lower_bound import DualWeights
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.lengths import CycleProblem, Edge, Rows

__all__ = ["ShorterTours"]

_Refund = tuple[frozenset[int], int]
_Branch = tuple[bool, int, int, int]


class _OneTree(NamedTuple):
    """A minimum 1-tree with the required edges."""

    bound: int
    """The least scaled length of a cycle, by the 1-tree."""
    branches: list[_Branch]
    """The edges of the tree: whether it may be another, reduced length, nodes."""
    ends: list[_Branch]
    """The two edges at node 0, likewise; fewer if there are no more."""


class ShorterTours:
    """The cycles whose scaled length is at most a number."""

    def __init__(
        self,
        problem: CycleProblem,
        families: Collection[Family],
        scale: int,
        most: int,
        tick: Tick,
    ) -> None:
        self._lengths, self.required = problem.lengths, set(problem.required)
        self.edges = problem.lengths
        size = len(problem.lengths)
        self._families: list[Borders] = [borders(f, size) for f in paced(families, tick, ROWS)]
        self._scale, self._most, self._tick = scale, most, tick

    def edge(self, pair: tuple[int, ...]) -> Edge:
        """Return an edge of the problem that a proof names."""
        u, v = sorted(pair)
        if not (0 <= u < len(self._lengths) and v in self._lengths[u]):
            raise InvalidProof(f"a case is split on {pair!r}, which is not an edge")
        return u, v

    def exclude(self, weights: DualWeights) -> None:
        """Leave out edges that no shorter tour uses, and require those that all of them use."""
        edges, required = self.edges, self.required
        slack = self._most - self._bound(weights, edges, required)
        rests = self._rests(weights, edges, required, most=slack)
        self.edges = [
            {v: edges[u][v] for v, rest in row.items() if 0 <= slack >= rest or (u, v) in required}
            for u, row in enumerate(rests)
        ]
        self.required = required | {
            (u, v) for u, row in enumerate(rests) for v, rest in row.items() if rest < -slack <= 0
        }
        if not weights.families:
            self._exclude_by_tree(weights)

    def are_none(
        self,
        weights: DualWeights,
        used: set[Edge],
        unused: set[Edge],
        twice: Collection[int] = (),
        often: Collection[int] = (),
    ) -> bool:
        """Return True if no shorter tour uses some edges and avoids others, as weights show.

        ``twice`` are families of one set whose border such a tour crosses twice, ``often`` those
        whose border it crosses at least four times.
        """
        self._tick()
        # A multiplier below 0 is right only where crossings are not just bounded, but known.
        if any(z < 0 and f not in twice for f, z in weights.families):
            raise InvalidProof("the multiplier of a family must be positive")
        required = self.required | used
        if required & unused or any(v not in self.edges[u] for u, v in required):
            return True
        edges = self.edges.copy()
        for u, v in unused:
            edges[u] = {w: c for w, c in edges[u].items() if w != v}
        if weights.families:
            more = sum(2 * z for f, z in weights.families if f in often)
            is_closed = self._bound(weights, edges, required) + more > self._most
        else:
            tree = self._one_tree(weights, edges, required)
            is_closed = tree is None or tree.bound > self._most
        return is_closed or _is_stuck(edges, required)

    def border(self, family: int) -> int:
        """Return the number of a family that a proof names, which must be a single set."""
        if not (0 <= family < len(self._families) and len(self._families[family].sides) == 1):
            raise InvalidProof(f"a case is split on family {family!r}, which is not a set")
        return family

    def _paid(self, weights: DualWeights) -> tuple[int, list[int], list[_Refund]]:
        """Return what every cycle pays, what an edge pays at each end, and gets back in sets."""
        total, ends = 2 * sum(weights.potentials), list(weights.potentials)
        if len(ends) != len(self._lengths):
            raise InvalidProof(f"{len(ends)} potentials for {len(self._lengths)} nodes")
        refunds = []
        for f, multiplier in weights.families:
            sides, crossings = self._families[f]
            total += multiplier * crossings
            for side in sides:
                for v in side:
                    ends[v] += multiplier
                refunds.append((side, 2 * multiplier))  # an edge within does not cross the border
        return total, ends, refunds

    def _rests(
        self, weights: DualWeights, edges: Rows, required: set[Edge], most: int | None = None
    ) -> Rows:
        """Return the reduced lengths of edges, at least of all required ones and up to ``most``."""
        _, ends, refunds = self._paid(weights)
        scale, rows = self._scale, []
        for u, row in enumerate(paced(edges, self._tick, ROWS)):
            own = ends[u]
            if most is None:
                rests = {v: scale * c - own - ends[v] for v, c in row.items()}
            else:
                rests = {
                    v: rest for v, c in row.items() if (rest := scale * c - own - ends[v]) <= most
                }
            rows.append(rests)
        for u, v in required:
            rows[u][v] = scale * edges[u][v] - ends[u] - ends[v]
        for side, refund in paced(refunds, self._tick, ROWS):
            for u in side:
                row = rows[u]
                for v in row.keys() & side:
                    row[v] += refund
        return rows

    def _bound(self, weights: DualWeights, edges: Rows, required: set[Edge]) -> int:
        """Return a scaled length that no cycle goes below."""
        total, _, refunds = self._paid(weights)
        most = -1 - sum(min(refund, 0) for _, refund in refunds)  # negative ones come later
        rests = self._rests(weights, edges, required, most=most)
        total += sum(rests[u].pop(v) for u, v in required)
        return total + sum(min(rest, 0) for row in rests for rest in row.values())

    def _one_tree(self, weights: DualWeights, edges: Rows, required: set[Edge]) -> _OneTree | None:
        """Return a minimum 1-tree by Kruskal's algorithm, None if there is none."""
        rests = self._rests(weights, edges, required)
        total, _, _ = self._paid(weights)
        ends: list[_Branch] = []
        branches: list[_Branch] = []
        part = list(range(len(edges)))

        def part_of(v: int) -> int:
            while part[v] != v:
                part[v] = v = part[part[v]]
            return v

        ahead = [
            ((u, v) not in required, rest, u, v)
            for u, row in enumerate(rests)
            for v, rest in row.items()
        ]
        heapify(ahead)
        while ahead:
            is_free, rest, u, v = branch = heappop(ahead)
            if is_free and len(ends) + len(branches) == len(edges):
                break
            if u == 0:
                if len(ends) < 2:
                    ends.append(branch)
                    total += rest
            elif (a := part_of(u)) != (b := part_of(v)):
                part[a] = b
                branches.append(branch)
                total += rest
            elif not is_free:
                return None
        if len(branches) < len(edges) - 2:
            return None
        return _OneTree(total, branches, ends)

    def _exclude_by_tree(self, weights: DualWeights) -> None:
        """Leave out edges with which even the least 1-tree is too long for a shorter tour."""
        edges, required = self.edges, self.required
        tree = self._one_tree(weights, edges, required)
        if tree is None:
            self.edges = [{} for _ in edges]
            return
        slack = self._most - tree.bound
        rests = self._rests(weights, edges, required)
        lowest = min(rest for row in rests for rest in row.values()) - 1
        near: list[list[tuple[int, int | None]]] = [[] for _ in edges]
        for is_free, rest, u, v in tree.branches:
            limit = rest + slack if is_free else None
            near[u].append((v, limit))
            near[v].append((u, limit))
        # An edge replaces the longest edge on its cycle that is not required.
        first = max((rest + slack for is_free, rest, _, _ in tree.ends if is_free), default=lowest)
        self.edges = []
        for u, row in enumerate(paced(edges, self._tick, ROWS)):
            limits = _limits(near, u, lowest) if u else [first] * len(edges)
            self.edges.append(
                {v: c for v, c in row.items() if rests[u][v] <= limits[v] or (u, v) in required}
            )


def _limits(near: list[list[tuple[int, int | None]]], u: int, lowest: int) -> list[int]:
    """Return the greatest number on the way from a node to each other one in a tree."""
    limits = [lowest] * len(near)
    ahead = [(u, -1)]
    for v, before in ahead:
        for w, limit in near[v]:
            if w != before:
                limits[w] = limits[v] if limit is None else max(limits[v], limit)
                ahead.append((w, v))
    return limits


def _is_stuck(edges: Rows, required: set[Edge]) -> bool:
    """Return True if a node has three required edges, or fewer than two edges."""
    used = Counter(chain.from_iterable(required))
    left = Counter(chain.from_iterable((u, v) for u, row in enumerate(edges) for v in row))
    return max(used.values(), default=0) > 2 or any(left[v] < 2 for v in range(len(edges)))
