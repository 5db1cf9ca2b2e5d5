"""The roads of a map with integer lengths: exact distances between stops, and ways that have them.

Where floats hold all sums of lengths, or the map is small, the distances are those of Dijkstra's
algorithm. Elsewhere that algorithm finds a tree of ways with lengths in floats, which is then made
exact: the lengths of the ways are summed up in integers, by pointer jumping, and wherever an arc
still leads to a shorter way, which only ties to the last bits leave, its end is relaxed again.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, adjacency, select_arcs
from icosian._arrays.weights import EXACT, Unit, Weight, WeightedCsr, hidden_edges, read_weights
from icosian._run.clock import Clock
from icosian.routes.search import Arcs, ArraySearch, search, tails_of

SMALL = 300
"""Up to this number of nodes a search of the graph is faster than one of arrays."""
DIGIT = 40
"""Bits of a digit of long integers: sums of eight million digits fit in words of 64 bits."""
KEPT = 2**26
"""Nodes times stops up to which trees of ways are kept, for the legs."""


class Roads:
    """The roads of a map, for searches from some of its nodes, the stops.

    Lengths and distances are exact integers in a common unit.
    """

    def __init__(self, G: nx.Graph[Any], weight: Weight, stops: Sequence[Any]) -> None:
        self.nodes = list(G)
        index = {v: i for i, v in enumerate(self.nodes)}
        self.stops = [index[v] for v in stops]
        """The numbers of the stops."""
        n = len(self.nodes)
        # 1. Read the arcs that are not hidden, and their exact lengths.
        weights = read_weights(G, weight)
        raw = weights.numbers
        self.hidden = hidden_edges(G, weights)
        """The number of edges that are no roads."""
        degrees, heads = adjacency(G, index)
        is_open = np.fromiter((w is not None and w != math.inf for w in raw), bool, len(raw))
        kept = is_open & (heads != np.repeat(np.arange(n, dtype=np.int32), degrees))
        self._rows = select_arcs(degrees, heads, kept, directed=True)
        numbers = [raw[k] for k in np.flatnonzero(kept).tolist()]
        self.unit, self._lengths = Unit.of(numbers, count=n * len(stops))
        """The unit of lengths, and those of the arcs."""
        # 2. Choose how to search.
        self._longest = max(self._lengths, default=0)
        self._is_plain = n <= SMALL
        self._is_exact = n * self._longest < EXACT
        self._trees: dict[int, NDArray[np.int32]] = {}

    @cached_property
    def directed(self) -> bool:
        """True if the way back on some road has another length."""
        n = len(self.nodes)
        tails, heads = self._rows.sources().astype(np.int64), self._rows.indices.astype(np.int64)
        there, back = tails * n + heads, heads * n + tails
        one, other = np.argsort(there), np.argsort(back)
        if not np.array_equal(there[one], back[other]):
            return True
        lengths = self._lengths
        return any(
            lengths[i] != lengths[j] for i, j in zip(one.tolist(), other.tolist(), strict=True)
        )

    @cached_property
    def _search(self) -> ArraySearch:
        """The search by kernels, with lengths in floats."""
        weights = self._lengths if self._is_exact else [c / self._longest for c in self._lengths]
        return ArraySearch(
            WeightedCsr(
                rows=self._rows,
                weights=np.array(weights, np.float64),
                integral=self._is_exact,
                symmetric=not self.directed,
            )
        )

    @cached_property
    def _digits(self) -> NDArray[np.int64]:
        """The digits of the lengths, shape (digits, arcs), the lowest first."""
        count = self._longest.bit_length() // DIGIT + 1
        mask = 2**DIGIT - 1
        rows = [[c >> DIGIT * k & mask for c in self._lengths] for k in range(count)]
        return np.array(rows, np.int64)

    @cached_property
    def _arcs(self) -> dict[int, dict[int, int]]:
        """The lengths of the arcs from each node."""
        heads, ends = self._rows.indices.tolist(), self._rows.indptr.tolist()
        return {
            u: dict(zip(heads[i:j], self._lengths[i:j], strict=True))
            for u, (i, j) in enumerate(pairwise(ends))
        }

    @cached_property
    def _plain(self) -> Arcs:
        """The same for a search without kernels."""
        rows = ((u, row.items()) for u, row in self._arcs.items())
        return Arcs.of(rows, is_positive=min(self._lengths, default=1) > 0)

    @property
    def arcs(self) -> int:
        """The number of arcs."""
        return len(self._rows.indices)

    def distances(self, k: int, clock: Clock | None = None) -> list[int | None]:
        """Return the distances from the k-th stop to all stops, None where no way leads."""
        if self._is_plain:
            found = search(self._plain, [self.stops[k]], None, None).reached
            return [found.get(v) for v in self.stops]
        if self._is_exact:
            dist, _ = self._from(k, -1, clock)
            return [int(d) if d < math.inf else None for d in dist[self.stops].tolist()]
        exact, nodes = self._exact_from(k, clock)
        if len(self.nodes) * len(self.stops) <= KEPT:
            self._trees[k] = nodes
        return [exact.get(v) for v in self.stops]

    def _from(
        self, k: int, goal: int, clock: Clock | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances of all nodes from a stop, and the order of equal ones."""
        return self._search.run(np.array([self.stops[k]], np.int32), goal, clock=clock)

    def _exact_from(
        self, k: int, clock: Clock | None = None
    ) -> tuple[dict[int, int], NDArray[np.int32]]:
        """Return the distances of stops, at least, from one, and the node before each node."""
        # 1. A tree of ways that are shortest in floats.
        source, n = self.stops[k], len(self.nodes)
        dist, rank = self._from(k, -1, clock)
        rows, weights = self._rows, self._search.arrays.weights
        tails, heads = rows.sources(), rows.indices
        reached = dist[tails] < math.inf
        is_before = (dist[tails] < dist[heads]) | (rank[tails] < rank[heads])
        chosen = np.flatnonzero(reached & is_before & (dist[tails] + weights == dist[heads]))
        arc = np.full(n, -1)
        arc[heads[chosen]] = chosen
        arc[source] = -1
        before = np.where(arc < 0, np.arange(n, dtype=np.int32), tails[arc])
        # 2. The lengths of the ways: each node adds what the node has to which it points, and then
        #    points to where that one does.
        digits = np.where(arc < 0, 0, self._digits[:, arc])
        ahead = before
        while (ahead[ahead] != ahead).any():
            digits += digits[:, ahead]
            ahead = ahead[ahead]
        _carry(digits)
        # 3. What follows from arcs that lead to shorter ways than those of the tree.
        less = digits[:, tails] + self._digits - digits[:, heads]
        _carry(less)
        shorter = np.flatnonzero(reached & (less[-1] < 0)).tolist()
        known = np.flatnonzero(dist < math.inf).tolist() if shorter else self.stops
        exact = {v: _number(digits[:, v].tolist()) for v in known if dist[v] < math.inf}
        queue = [
            (exact[u] + self._lengths[j], int(heads[j]), u)
            for j, u in zip(shorter, tails[shorter].tolist(), strict=True)
        ]
        heapq.heapify(queue)
        while queue:
            far, v, u = heapq.heappop(queue)
            if far < exact[v]:
                exact[v], before[v] = far, u
                for w, c in self._arcs[v].items():
                    if far + c < exact[w]:
                        heapq.heappush(queue, (far + c, w, v))
        return exact, before

    def leg(self, k: int, m: int) -> list[int]:
        """Return a shortest way from the k-th stop to the m-th."""
        u = self.stops[m]
        way = [u]
        if self._is_plain:
            found = search(self._plain, [self.stops[k]], u, None)
            while u != self.stops[k]:
                u = min(v for v in found.before(u) if found.order(v) < found.order(u))
                way.append(u)
            return way[::-1]
        if not self._is_exact:
            nodes = self._trees[k] if k in self._trees else self._exact_from(k)[1]
            while u != self.stops[k]:
                u = int(nodes[u])
                way.append(u)
            return way[::-1]
        dist, rank = self._from(k, u)
        into = self._search.arrays.reversed()
        while u != self.stops[k]:
            tails = tails_of(into, dist, u)
            u = int(tails[(dist[tails] < dist[u]) | (rank[tails] < rank[u])].min())
            way.append(u)
        return way[::-1]

    def trap(self, k: int, m: int) -> set[int]:
        """Return nodes that no road leaves, with the k-th stop, but without the m-th."""
        # The nodes to which a way leads from one, or those from which none leads to the other.
        size = len(self.nodes)
        away = _reached(self._rows, self.stops[k])
        home = set(range(size)) - _reached(self._rows.reversed(), self.stops[m])
        return min(away, home, key=len)

    def length(self, nodes: Iterable[int]) -> Any:
        """Return the length of a walk, as a number of the user's kind."""
        total = 0
        for u, v in pairwise(nodes):
            i, j = self._rows.indptr[u : u + 2].tolist()
            total += self._lengths[i + self._rows.indices[i:j].tolist().index(v)]
        return self.unit.number(total)


def _reached(rows: Csr, start: int) -> set[int]:
    """Return the nodes to which ways lead."""
    heads, ends = rows.indices.tolist(), rows.indptr.tolist()
    reached, ahead = {start}, [start]
    while ahead:
        u = ahead.pop()
        more = set(heads[ends[u] : ends[u + 1]]) - reached
        reached |= more
        ahead += more
    return reached


def _number(digits: list[int]) -> int:
    """Return the integer with some digits, the lowest first."""
    return sum(digit << DIGIT * k for k, digit in enumerate(digits))


def _carry(digits: NDArray[np.int64]) -> None:
    """Bring digits into their range but for the highest, which has the sign."""
    for k in range(len(digits) - 1):
        digits[k + 1] += digits[k] >> DIGIT
        digits[k] &= 2**DIGIT - 1
