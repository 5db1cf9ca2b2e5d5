"""Lower bounds of walks along streets: levels of nodes, and the moats that they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, compress
from typing import Any

import networkx as nx

from icosian._io.text import decimal_text
from icosian.exceptions import InvalidProof
from icosian.proofs.shared.claim import Named, Streets
from icosian.proofs.shared.closure import Roads, roads_of
from icosian.proofs.shared.codec import LEFT_OUT, LONGEST, Number
from icosian.proofs.shared.evidence import Tick, paced, unlimited
from icosian.proofs.shared.lengths import Weight
from icosian.proofs.shared.meaning import USUAL, lengths_text
from icosian.proofs.shared.walk_proof import WalkProof

Way = tuple[int, int, int]
"""The ends of a road, and twice its length."""

STEEP = "the level rises along a road by more than its length"


@dataclass(frozen=True, kw_only=True)
class StreetBound(WalkProof):
    """No walk along some streets, or all, is shorter than a bound, by a level for every node.

    Theorem for graphs: a closed walk crosses the border of every set of nodes an even number of
    times, so it passes one more road where an odd number of streets leads out. Let the water sink.
    The nodes above it, joined by the roads that have come out from both ends, are islands; a road
    between levels a and b comes out at (a + b - length) / 2. Each island that an odd number of
    streets leaves makes a moat as wide as the water sinks while it lasts. The moats that a road
    crosses are together no wider than its length, so what a walk passes besides each street once
    is at least as long as all moats are wide. A given end of an open walk counts as one more
    street, and a free one as a street to home, a node that the walk leaves once, by a road of some
    length to any other node.

    Theorem for digraphs: where levels rise along a road by no more than its length, what a walk
    passes besides is at least as long as the sum of the levels where these roads end, less those
    where they begin. This sum is known: a walk leaves every node as often as it comes there.

    Attributes
    ----------
    bound : int or Fraction
        No walk is shorter.
    levels : tuple of (node, int)
        The levels of nodes, in halves of the greatest common unit of all lengths; others have 0.
    homes : tuple of int
        In a graph, the levels of home for each free end of an open walk.
    directed : bool
        True if the map is a digraph.
    weight, hidden
        As for :class:`WalkBound`; each of parallel edges counts.

    See Also
    --------
    icosian.routes.postman_walk : Find a walk with its proof.

    References
    ----------
    .. [1] J. Edmonds, E. L. Johnson, Matching, Euler tours and the Chinese postman, Mathematical
       Programming 5 (1973), 88-124.
    .. [2] A. Sebo, Undirected distances and the postman-structure of graphs, Journal of
       Combinatorial Theory B 49 (1990), 10-39.

    Examples
    --------
    Two squares share a street, and at its ends three streets meet:

    >>> import networkx as nx
    >>> G = nx.ladder_graph(3)
    >>> proof = StreetBound(closed=True, bound=8, levels=((1, 2),), weight=None)
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no closed walk along all streets shorter than 8 (each edge counts 1): ...
    """

    streets: Streets = "all"
    bound: Number = 0
    levels: tuple[tuple[Any, int], ...] = field(default=(), metadata=LEFT_OUT)
    homes: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)
    directed: bool = field(default=False, metadata=LEFT_OUT)
    weight: Named = field(default=USUAL, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)

    @property
    def shorter_than(self) -> Number:
        """The bound, as the claim has it."""
        return self.bound

    def _check_form(self) -> None:
        for level in (*self.homes, *(level for _, level in self.levels)):
            if type(level) is not int or abs(level) >= LONGEST:
                raise InvalidProof("levels are integers with less than 1,000 digits")
        if not (type(self.bound) is int or isinstance(self.bound, Fraction)):
            raise InvalidProof(f"a bound is exact, {self.bound!r} is not")
        if not self.streets:
            raise InvalidProof("there are no streets to pass")
        if len(dict(self.levels)) < len(self.levels):
            raise InvalidProof("a node has two levels")

    def _check_map(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> None:
        if (bound := self.proved(G, weight, tick)) < self.bound:
            raise InvalidProof(f"the levels prove only {decimal_text(bound)}")

    def proved(self, G: nx.Graph[Any], weight: Weight, tick: Tick = unlimited) -> Fraction:
        """Return the largest bound that the levels prove."""
        roads = roads_of(G, weight, tick, self.streets)
        if self.directed is not roads.directed:
            raise InvalidProof("one is directed, the map or the proof, the other is not")
        free = 0 if self.closed else (self.start is None) + (self.end is None)
        if len(self.homes) != (0 if self.directed else free):
            raise InvalidProof("home has a level for each free end of a walk in a graph")
        levels = [0] * len(roads.number)
        for v, level in self.levels:
            if v not in roads.number:
                raise InvalidProof(f"{v!r} is not a node of the map")
            levels[roads.number[v]] = level
        # Lengths are integers in units, levels in halves of them.
        ways = [
            (u, v, 2 * length)
            for u, row in enumerate(paced(roads.arcs, tick))
            for v, length in row.items()
            if self.directed or u < v
        ]
        again = (self._by_balance if self.directed else self._by_moats)(roads, ways, levels, tick)
        return (sum(length for *_, length in roads.streets) - (-again // 2)) * roads.unit

    def _by_moats(self, roads: Roads, ways: list[Way], levels: list[int], tick: Tick) -> int:
        """Return how wide all moats are."""
        # 1. Home, so far from all nodes that the best walk leaves it once.
        size, far = len(levels), sum(length for *_, length in ways) + 2
        levels = [*levels, *self.homes]
        ways = [*ways, *((v, h, far) for h in range(size, len(levels)) for v in range(size))]
        # 2. Nodes with an odd number of streets.
        odd = [False] * size + [True] * len(self.homes)
        ends = [roads.number[v] for v in (self.start, self.end) if v is not None]
        for v in (*ends, *chain.from_iterable((u, v) for u, v, _ in roads.streets)):
            odd[v] = not odd[v]
        # 3. An odd island counts from where it comes out down to where it is joined to another.
        width = sum(compress(levels, odd)) - far * len(self.homes)
        islands: Any = nx.utils.UnionFind(range(len(levels)))
        heights = sorted(((levels[u] + levels[v] - c, u, v, c) for u, v, c in ways), reverse=True)
        for height, u, v, length in paced(heights, tick):
            if abs(levels[u] - levels[v]) > length:
                raise InvalidProof(STEEP)
            i, j = islands[u], islands[v]
            if i != j:
                if odd[i] and odd[j]:
                    width -= height
                is_odd = odd[i] != odd[j]
                odd[i] = odd[j] = False
                islands.union(i, j)
                odd[islands[i]] = is_odd
        if any(odd):
            raise InvalidProof("a part of the map has an odd number of ends of streets and walk")
        return width

    def _by_balance(self, roads: Roads, ways: list[Way], levels: list[int], tick: Tick) -> int:
        """Return how much levels rise along what is passed besides."""
        if any(levels[v] - levels[u] > length for u, v, length in paced(ways, tick)):
            raise InvalidProof(STEEP)
        rise = sum(levels[u] - levels[v] for u, v, _ in roads.streets)
        if not self.closed:
            rise -= max(levels) if self.start is None else levels[roads.number[self.start]]
            rise += min(levels) if self.end is None else levels[roads.number[self.end]]
        return rise

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        bound = f"{decimal_text(self.bound)}{lengths_text(self.weight, self.hidden)}"
        return f"{super().claim} shorter than {bound}"

    def _reason(self) -> str:
        if self.directed:
            return (
                "levels of nodes rise along a road by no more than its length, and a walk leaves"
                " each as often as it comes there; so what it passes besides each street once is at"
                " least as long as the levels rise along that"
            )
        ends = "" if self.closed else ", and so do the ends of the walk"
        return (
            "a walk crosses the border of a set of nodes once more than there are streets if these"
            f" are odd in number{ends}. The levels of {len(self.levels)} nodes make moats around"
            " such sets, which no road crosses over more than its length, so what the walk passes"
            " besides each street once is at least as long as all moats are wide"
        )

    def _effort(self) -> int:
        return len(self.levels) + 1
