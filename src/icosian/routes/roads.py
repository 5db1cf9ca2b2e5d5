"""The roads of a map with integer lengths: distances between stops, and ways that have them."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from icosian._arrays.csr import adjacency, selected
from icosian._arrays.weights import EXACT, WeightedCsr, checked_weights
from icosian.exceptions import InvalidArgument
from icosian.routes.array_search import ArraySearch, tails_of
from icosian.routes.dijkstra import SMALL, plain_search
from icosian.tours.shortest.problem.cycle_problem import LARGEST_SUM
from icosian.tours.shortest.problem.units import Unit, common_denominator, kind_of, scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from icosian._arrays.csr import Csr
    from icosian._arrays.weights import Weight
    from icosian._run.clock import Clock

__all__ = ["Roads"]

AFFORDED = 200_000
"""Nodes times stops up to which Python's integers may be used for all distances."""
SPAN = 4
"""No distance between stops is expected to be so many times the longest from the first stop."""


class Roads:
    """The roads of a map, for searches from some of its nodes, the stops.

    Lengths are exact integers in a common unit. If floats cannot hold their sums, and Python's
    integers would take too long, they are rounded down to multiples of a longer unit.
    """

    def __init__(self, G: nx.Graph[Any], weight: Weight, stops: Sequence[Any]) -> None:
        import numpy as np

        self.nodes = list(G)
        index = {v: i for i, v in enumerate(self.nodes)}
        self.stops = [index[v] for v in stops]
        """The numbers of the stops."""
        n = len(self.nodes)
        # 1. Read the arcs that are not hidden, and their exact lengths.
        raw = checked_weights(G, weight).numbers
        degrees, heads = adjacency(G, index)
        is_open = np.fromiter((w is not None and w != math.inf for w in raw), bool, len(raw))
        kept = is_open & (heads != np.repeat(np.arange(n, dtype=np.int32), degrees))
        self._rows = selected(degrees, heads, kept, directed=True)
        numbers = [raw[k] for k in np.flatnonzero(kept).tolist()]
        try:
            denominator = common_denominator(numbers)
        except ValueError:
            raise InvalidArgument("weights have no bearable common denominator") from None
        self._exact = [scaled(number, denominator) for number in numbers]
        self._kind, self._denominator = kind_of(numbers), denominator
        # 2. Round them where that is necessary.
        self._set_unit(Fraction(1, denominator))
        longest = max(self._exact, default=0)
        self._is_plain = n <= SMALL or (n * longest >= EXACT and n * len(stops) <= AFFORDED)
        if not self._is_plain and n * longest >= EXACT:
            self._set_unit(_coarse(Fraction(n * longest, denominator), EXACT))
            if farthest := max(filter(None, self.distances(0)), default=0) * self.unit.size:
                largest = Fraction(LARGEST_SUM, 2 * SPAN * (len(stops) + 1))
                self._set_unit(max(self.unit.size, _coarse(farthest, largest)))

    def _set_unit(self, size: Fraction) -> None:
        """Give the lengths in a unit, rounded down."""
        self.unit = Unit(size=size, kind=self._kind)
        """The unit of distances."""
        up, down = size.denominator, size.numerator * self._denominator
        self.is_rounded = down != up
        """True if lengths are rounded."""
        self._lengths = self._exact
        if self.is_rounded:
            self._lengths = [length * up // down for length in self._exact]
        self.__dict__.pop("_search", None)

    @cached_property
    def directed(self) -> bool:
        """True if the way back on some road has another length."""
        import numpy as np

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
        """The search by kernels."""
        import numpy as np

        weights = np.array(self._lengths, np.float64)
        return ArraySearch(
            WeightedCsr(
                rows=self._rows, weights=weights, integral=True, symmetric=not self.directed
            )
        )

    @cached_property
    def _arcs(self) -> dict[int, dict[int, int]]:
        """The lengths of the arcs from each node."""
        heads, ends = self._rows.indices.tolist(), self._rows.indptr.tolist()
        return {
            u: dict(zip(heads[i:j], self._lengths[i:j], strict=True))
            for u, (i, j) in enumerate(pairwise(ends))
        }

    @property
    def arcs(self) -> int:
        """The number of arcs."""
        return len(self._rows.indices)

    def distances(self, k: int, clock: Clock | None = None) -> list[int | None]:
        """Return the distances from the k-th stop to all stops, None where no way leads."""
        if self._is_plain:
            found = plain_search((self._arcs, int), [self.stops[k]], None, None).distances
            return [found.get(v) for v in self.stops]
        dist, _ = self._from(k, -1, clock)
        return [int(d) if d < math.inf else None for d in dist[self.stops].tolist()]

    def _from(
        self, k: int, goal: int, clock: Clock | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances of all nodes from a stop, and the order of equal ones."""
        import numpy as np

        return self._search.run(np.array([self.stops[k]], np.int32), goal, clock=clock)

    def leg(self, k: int, m: int) -> list[int]:
        """Return a shortest way from the k-th stop to the m-th."""
        u = self.stops[m]
        way = [u]
        if self._is_plain:
            before = plain_search((self._arcs, int), [self.stops[k]], u, None).predecessors
            while before[u]:
                u = min(before[u])
                way.append(u)
            return way[::-1]
        dist, rank = self._from(k, u)
        into = self._search.arrays.reversed()
        while u != self.stops[k]:
            u = int(tails_of(into, dist, rank, u).min())
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
        """Return the length of a walk before rounding, as a number of the user's kind."""
        total = 0
        for u, v in pairwise(nodes):
            i, j = self._rows.indptr[u : u + 2].tolist()
            total += self._exact[i + self._rows.indices[i:j].tolist().index(v)]
        return Unit(size=Fraction(1, self._denominator), kind=self._kind).number(total)


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


def _coarse(longest: Fraction, limit: Fraction | int) -> Fraction:
    """Return a power of ten, as a unit in which a length is below a limit."""
    parts = longest / limit
    magnitude = math.log10(parts.numerator) - math.log10(parts.denominator)
    unit = Fraction(10) ** math.floor(magnitude)
    while longest >= limit * unit:
        unit *= 10
    return unit
