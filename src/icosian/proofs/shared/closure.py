"""The arcs of a map, exactly, and the distances between stops, none of them overestimated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.lengths import Ratio, Weight, reader, road_length, street_lengths

if TYPE_CHECKING:
    from icosian.proofs.shared.claim import Streets


Arcs = list[dict[int, int]]
"""The length of every arc, by the numbers of its ends."""


class Roads(NamedTuple):
    """A map with numbered nodes and lengths that are integers."""

    number: dict[Any, int]
    """The number of every node."""
    arcs: Arcs
    """The arcs, an undirected edge as two."""
    unit: Fraction
    """The unit of the lengths."""
    streets: tuple[tuple[int, int, int], ...] = ()
    """The ends and the length of every street that a walk has to pass."""
    directed: bool = False
    """True if these have a direction."""


def roads_of(G: nx.Graph[Any], weight: Weight, tick: Tick, streets: Streets = ()) -> Roads:
    """Return the arcs of a map with their exact lengths, in a common unit."""
    number = {v: i for i, v in enumerate(G)}
    if streets:
        return _with_streets(G, weight, tick, number, streets)
    exact = [
        {
            number[v]: least
            for v, data in row.items()
            if (least := _least(u, v, lengths(u, v, data))) is not None and number[u] != number[v]
        }
        for lengths in (reader(G, weight),)
        for u, row in paced(G.adjacency(), tick)
    ]
    common = math.lcm(*{below for row in exact for _, below in row.values()})
    arcs = [
        {v: above * (common // below) for v, (above, below) in row.items()}
        for row in paced(exact, tick)
    ]
    return Roads(number, arcs, Fraction(1, common))


def _with_streets(
    G: nx.Graph[Any], weight: Weight, tick: Tick, number: dict[Any, int], streets: Streets
) -> Roads:
    """Return the arcs of a map of which each of parallel edges has a length of its own."""

    def exact(some: Streets) -> Iterator[tuple[int, int, Ratio | None]]:
        for u, v, ratio in paced(street_lengths(G, weight, some), tick):
            yield number[u], number[v], ratio

    every = [(i, j, ratio) for i, j, ratio in exact("all") if ratio is not None]
    common = math.lcm(*{below for *_, (_, below) in every})
    arcs: Arcs = [{} for _ in number]
    for i, j, (above, below) in every:
        length = above * (common // below)
        for u, v in {(i, j)} if G.is_directed() else {(i, j), (j, i)}:
            if i != j:
                arcs[u][v] = min(length, arcs[u].get(v, length))
    passed = []
    for i, j, ratio in exact(streets):
        if ratio is not None:
            passed.append((i, j, ratio[0] * (common // ratio[1])))
        elif streets != "all":
            raise InvalidProof("a street that the walk has to pass has no length")
    return Roads(number, arcs, Fraction(1, common), tuple(passed), G.is_directed())


def _least(u: Any, v: Any, lengths: Iterable[Any]) -> Ratio | None:
    """Return the least of the lengths of parallel edges, None if all are hidden."""
    ratios = [ratio for c in lengths if (ratio := road_length(u, v, c)) is not None]
    return min(ratios, key=lambda ratio: Fraction(*ratio), default=None)


class Closure:
    """The distances between stops; one beyond the reaches of its ends counts as the larger reach.

    Streets follow the stops: each is two places at its ends, joined by an edge of its length that
    every tour has to use.

    It has what :meth:`LowerBound.check` reads of places. The distance that is known from a stop
    rises along an arc by no more than its length, whatever the reach: nothing is overestimated.
    """

    def __init__(
        self,
        roads: Roads,
        stops: Sequence[int],
        reaches: Sequence[int],
        tick: Tick,
        *,
        closed: bool,
    ) -> None:
        arcs, stops, n = roads.arcs, list(stops), len(stops)
        self._pairs: dict[tuple[int, int], int] = {}
        for u, v, length in roads.streets:
            self._pairs[len(stops), len(stops) + 1] = length
            stops += [u, v]
        if len(reaches) != len(stops):
            raise InvalidProof(
                f"{len(reaches)} reaches for {n} stops and {len(self._pairs)} streets"
            )
        if len(stops) == 2 and self._pairs:
            raise InvalidProof("a walk along a single street has other bounds")
        self.nodes = tuple(range(len(stops)))
        """The numbers of the stops."""
        self.require = tuple(self._pairs)
        """The pairs that every tour has to use."""
        # A cycle of an undirected graph has three nodes, one of a digraph may have two.
        is_short = closed and len(stops) == 2
        self.directed = roads.directed or is_short or not _is_symmetric(arcs)
        """True if the way back may have another length."""
        self.unit = roads.unit
        """The unit of the lengths."""
        self._reaches = reaches
        place: dict[int, list[int]] = {}
        for k, v in enumerate(stops):
            place.setdefault(v, []).append(k)
        self._near = [
            _nearer(arcs, v, reach, place, tick) for v, reach in zip(stops, reaches, strict=True)
        ]

    def length(self, i: int, j: int) -> int:
        """Return a length that no way from stop i to stop j goes below, in units."""
        pair = (i, j) if self.directed else (min(i, j), max(i, j))
        if pair in self._pairs:
            return self._pairs[pair]
        there = self._near[i].get(j, self._reaches[i])
        return there if self.directed else max(there, self._near[j].get(i, self._reaches[j]))


def _is_symmetric(arcs: Arcs) -> bool:
    """Return True if every arc has the same length in both directions."""
    return all(arcs[v].get(u) == length for u, row in enumerate(arcs) for v, length in row.items())


def _nearer(
    arcs: Arcs, source: int, reach: int, place: dict[int, list[int]], tick: Tick
) -> dict[int, int]:
    """Return the distances of the stops that are nearer than a reach, by Dijkstra's algorithm."""
    known = {source: 0}
    queue = [(0, source)]
    near: dict[int, int] = {}
    settled = 0
    while queue:
        distance, u = heappop(queue)
        if distance > known[u]:
            continue
        if not (settled := settled + 1) % 1_000:
            tick()
        if u in place:
            near |= dict.fromkeys(place[u], distance)
        for v, length in arcs[u].items():
            far = distance + length
            if far < reach and (v not in known or far < known[v]):
                known[v] = far
                heappush(queue, (far, v))
    tick()
    return near
