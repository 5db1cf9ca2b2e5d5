"""The tours that are shorter than a bound: which edges they use, and that there are none.

All numbers are Python integers: lengths in units, times the scale of the weights.
"""

from __future__ import annotations

import math
from collections import Counter
from heapq import heapify, heappop
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Tick, paced
from icosian.proofs.lengths import ROWS, CycleProblem, Edge, PlaceLengths, Rows, Table
from icosian.proofs.shared.families import Borders, Family, borders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from icosian.proofs.bounds.dual_bound import DualWeights
    from icosian.proofs.shared.ordered_tours import PlaceOrder


_Refund = tuple[frozenset[int], int]
_Branch = tuple[bool, int, int, int]


class _OneTree(NamedTuple):
    """A minimum 1-tree with the required edges."""

    bound: int
    """The least scaled length of a cycle, by the 1-tree."""
    branches: list[_Branch]
    """The edges of the tree: whether it may be another, reduced length, nodes."""
    ends: list[_Branch]
    """The two edges at node 0, likewise."""


class _Paid(NamedTuple):
    """What a cycle pays by dual weights."""

    total: int
    """What every cycle pays at least, less its reduced lengths."""
    ends: list[int]
    """What an edge pays at each node."""
    refunds: list[_Refund]
    """What it gets back if both nodes are in a set, since it does not cross the border."""
    tolls: dict[Edge, int]
    """What loops pay besides for the sets for which their nodes stand."""


class ShorterTours:
    """The cycles whose scaled length is at most a number."""

    def __init__(
        self,
        problem: CycleProblem,
        families: Collection[Family],
        scale: int,
        most: int,
        tick: Tick,
        order: PlaceOrder | None = None,
    ) -> None:
        self._order = order
        self.known: list[frozenset[Edge]] = []
        """The edges, and the loops, of tours that may be shorter."""
        self._lengths, self.required = problem.lengths, set(problem.required)
        if order is not None:
            self._lengths = order.allowed(list(problem.lengths))
        self.edges = self._lengths
        self._families: list[Borders] = [self._borders(f) for f in paced(families, tick, ROWS)]
        self._scale, self._most, self._tick = scale, most, tick

    def _borders(self, family: Family) -> Borders:
        """Return the borders of a family, and how often they are crossed in any order."""
        found = borders(family, len(self._lengths))
        if self._order is None or len(family) > 1:
            return found
        return found._replace(crossings=max(2, self._order.crossings(frozenset(family[0]))))

    def edge(self, pair: tuple[int, ...]) -> Edge:
        """Return an edge of the problem that a proof names."""
        u, v = sorted(pair)
        if not (0 <= u < len(self._lengths) and v in self._lengths[u]):
            raise InvalidProof(f"a case is split on {pair!r}, which is not an edge")
        return u, v

    def exclude(self, weights: DualWeights) -> None:
        """Leave out edges that no shorter tour uses, and require those that all of them use."""
        self._check_size(weights)
        paid, edges, required = self._paid(weights), self._table(), self.required
        if any(v not in edges[u] for u, v in required):
            return  # there is no tour, and every case is closed
        slack = self._most - self._bound(paid, edges, required)
        rests = self._rests(paid, edges, required, most=slack)
        self.edges = [
            {v: edges[u][v] for v, rest in row.items() if 0 <= slack >= rest or (u, v) in required}
            for u, row in enumerate(rests)
        ]
        self.required = required | {
            (u, v) for u, row in enumerate(rests) for v, rest in row.items() if rest < -slack <= 0
        }
        if not weights.families:
            self._exclude_by_tree(paid)

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
        self._check_size(weights)
        # A multiplier below 0 is right only where crossings are not just bounded, but known.
        if any(z < 0 and f not in twice for f, z in weights.families):
            raise InvalidProof("the multiplier of a family must be positive")
        required = self.required | used
        if required & unused or any(v not in self.edges[u] for u, v in required):
            return True
        paid, edges, order = self._paid(weights), self.edges, self._order
        if weights.families or unused or order is not None:
            edges = table = self._table()
            for u, v in unused:
                table[u] = {w: c for w, c in table[u].items() if w != v}
        if order is not None and order.excludes(table, required):
            return True
        more = sum(2 * z for f, z in weights.families if f in often)
        paid = paid._replace(total=paid.total + more)
        if self._are_walks_longer(paid, edges, required):
            return True
        if weights.families:
            is_closed = self._bound(paid, table, required) > self._most
        else:
            tree = self._one_tree(paid, edges, required)
            is_closed = tree is None or tree.bound > self._most
        return is_closed or is_stuck(edges, required) or self._only_known(edges, required)

    def _are_walks_longer(self, paid: _Paid, edges: Rows, required: set[Edge]) -> bool:
        """Return True if no tour that has the numbers of an order is shorter by what it pays."""
        order = self._order
        if order is None or not order.numbers:
            return False
        rests = self._rests(paid, list(edges), required)
        others = sum(
            rest if (u, v) in required else min(rest, 0)
            for u, row in enumerate(rests)
            for v, rest in row.items()
            if not order.is_arc(u, v)
        )
        most = self._most - paid.total - others
        return order.are_longer(rests, required, most, self._tick)

    def _only_known(self, edges: Rows, required: set[Edge]) -> bool:
        """Return True if no tour but a known one uses some edges and otherwise only some others.

        A tour uses no third edge at a node with two that are required; a loop counts as two.
        """
        if not self.known:
            return False
        used = Counter(chain.from_iterable(required))
        pairs = ((u, v) for u, row in enumerate(edges) for v in row)
        left = required | {(u, v) for u, v in pairs if used[u] < 2 and used[v] < 2}
        return any(left <= tour for tour in self.known)

    def border(self, family: int) -> int:
        """Return the number of a family that a proof names, which must be a single set."""
        if not (0 <= family < len(self._families) and len(self._families[family].sides) == 1):
            raise InvalidProof(f"a case is split on family {family!r}, which is not a set")
        return family

    def _check_size(self, weights: DualWeights) -> None:
        """Refuse weights that are not those of all nodes, also where a contradiction is enough."""
        count, size = len(weights.potentials), len(self._lengths)
        if count not in (0, size):
            raise InvalidProof(f"{count} potentials for {size} nodes")

    def _paid(self, weights: DualWeights) -> _Paid:
        """Return what a cycle pays."""
        total, ends = 2 * sum(weights.potentials), list(weights.at(len(self._lengths)))
        refunds = []
        tolls: Counter[Edge] = Counter()
        for f, multiplier in weights.families:
            sides, crossings = self._families[f]
            total += multiplier * crossings
            for side in sides:
                for v in side:
                    ends[v] += multiplier
                refunds.append((side, 2 * multiplier))
            if (loop := self._loop_for(f)) is not None:
                tolls[loop] += 2 * multiplier
        return _Paid(total, ends, refunds, tolls)

    def _loop_for(self, family: int) -> Edge | None:
        """Return the loop without which a set is crossed, None if it always is."""

    def _table(self) -> Table:
        """Return the edges with all their lengths in memory."""
        if isinstance(self.edges, PlaceLengths):
            self.edges = self.edges.table(self._tick)
        return list(self.edges)

    def _near(
        self, edges: Rows, ends: list[int], most: float
    ) -> Iterable[tuple[int, dict[int, int]]]:
        """Return rows with all edges of reduced length up to ``most``, without families."""
        if isinstance(edges, PlaceLengths) and isinstance(most, int):
            return edges.within(ends, self._scale, most, self._tick)
        return enumerate(paced(edges, self._tick, ROWS))

    def _rounds(self, paid: _Paid, edges: Rows) -> Iterator[float]:
        """Yield reduced lengths up to which edges are read for a 1-tree; all, in the end."""
        if isinstance(edges, PlaceLengths):  # about twice the mean of a tree
            size = len(edges)
            yield (self._most - paid.total) // size + abs(self._most) // size + 1
        yield math.inf

    def _rests(
        self, paid: _Paid, edges: Table, required: set[Edge], most: int | None = None
    ) -> Table:
        """Return the reduced lengths of edges, at least of all required ones and up to ``most``."""
        _, ends, refunds, tolls = paid
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
        for u, v in chain(required, tolls):
            if v in edges[u]:
                rows[u][v] = scale * edges[u][v] - ends[u] - ends[v]
        for side, refund in paced(refunds, self._tick, ROWS):
            for u in side:
                row = rows[u]
                for v in row.keys() & side:
                    row[v] += refund
        for (u, v), toll in tolls.items():
            if v in rows[u]:
                rows[u][v] -= toll
        return rows

    def _bound(self, paid: _Paid, edges: Table, required: set[Edge]) -> int:
        """Return a scaled length that no cycle goes below."""
        most = -1 - sum(min(refund, 0) for _, refund in paid.refunds)  # negative ones come later
        rests = self._rests(paid, edges, required, most=most)
        total = paid.total + sum(rests[u].pop(v) for u, v in required)
        return total + sum(min(rest, 0) for row in rests for rest in row.values())

    def _one_tree(self, paid: _Paid, edges: Rows, required: set[Edge]) -> _OneTree | None:
        """Return a minimum 1-tree by Kruskal's algorithm, None if there is none."""
        scale, ends, size = self._scale, paid.ends, len(edges)
        branches: list[_Branch] = []
        part = list(range(size))

        def part_of(v: int) -> int:
            while part[v] != v:
                part[v] = v = part[part[v]]
            return v

        def joins(branch: _Branch) -> bool:
            a, b = map(part_of, branch[2:])
            if a != b:
                part[a] = b
                branches.append(branch)
            return a != b

        def rest_of(u: int, v: int, c: int) -> int:
            return scale * c - ends[u] - ends[v]

        # 1. The required edges, which must not close a cycle without node 0.
        for u, v in required:
            if u and not joins((False, rest_of(u, v, edges[u][v]), u, v)):
                return None
        # 2. The shortest edges that join two parts. Of places the short ones are read first; what
        #    is left are the shortest edges that leave each part (Boruvka 1926).
        for most in self._rounds(paid, edges):
            parts = [part_of(v) if v else -1 for v in range(size)]
            if most == math.inf and isinstance(edges, PlaceLengths):
                while ways := edges.ways(ends, scale, parts, self._tick):
                    for rest, u, v in ways:
                        joins((True, rest, u, v))
                    parts = [part_of(v) if v else -1 for v in range(size)]
                if len(branches) >= size - 2:
                    break
            ahead = [
                (True, rest, u, v)
                for u, row in self._near(edges, ends, most)
                for v, c in row.items()
                if parts[u] != parts[v] and u and v and (rest := rest_of(u, v, c)) <= most
            ]
            heapify(ahead)
            while ahead and len(branches) < size - 2:
                joins(heappop(ahead))
            if len(branches) >= size - 2:
                break
        if len(branches) < size - 2:
            return None
        # 3. The two shortest edges at node 0, required ones first.
        first = sorted(
            ((0, v) not in required, rest_of(0, v, c), 0, v) for v, c in edges[0].items()
        )
        if len(first) < 2:
            return None
        bound = paid.total + sum(rest for _, rest, _, _ in chain(branches, first[:2]))
        return _OneTree(bound, branches, first[:2])

    def _exclude_by_tree(self, paid: _Paid) -> None:
        """Leave out edges with which even the least 1-tree is too long for a shorter tour."""
        edges, required = self._table(), self.required
        tree = self._one_tree(paid, edges, required)
        if tree is None:
            self.edges = [{} for _ in edges]
            return
        slack = self._most - tree.bound
        rests = self._rests(paid, edges, required)
        lowest = min(rest for row in rests for rest in row.values()) - 1  # a 1-tree has edges
        near: list[list[tuple[int, int | None]]] = [[] for _ in edges]
        for is_free, rest, u, v in tree.branches:
            limit = rest + slack if is_free else None
            near[u].append((v, limit))
            near[v].append((u, limit))
        # An edge replaces the longest edge on its cycle that is not required.
        first = max((rest + slack for is_free, rest, _, _ in tree.ends if is_free), default=lowest)
        kept = []
        for u, row in enumerate(paced(edges, self._tick, ROWS)):
            limits = _limits(near, u, lowest) if u else [first] * len(edges)
            kept.append(
                {v: c for v, c in row.items() if rests[u][v] <= limits[v] or (u, v) in required}
            )
        self.edges = kept


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


def is_stuck(edges: Rows, required: set[Edge]) -> bool:
    """Return True if a node has three required edges, or fewer than two edges."""
    used = Counter(chain.from_iterable(required))
    left = Counter(chain.from_iterable((u, v) for u, row in enumerate(edges) for v in row))
    return max(used.values(), default=0) > 2 or any(left[v] < 2 for v in range(len(edges)))
