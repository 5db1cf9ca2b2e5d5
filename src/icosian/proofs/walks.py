"""Proofs about walks that visit some nodes, or pass some edges, of a map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, compress, permutations
from operator import add, attrgetter, sub
from typing import Any, NamedTuple

import networkx as nx

from icosian._io.memory import afford
from icosian._io.text import decimal_text, plural
from icosian.exceptions import InvalidProof
from icosian.proofs.bounds import LowerBound
from icosian.proofs.certificate import Tick, check_graph, no_limit, verify, with_ticks
from icosian.proofs.claim import (
    LEFT_OUT,
    LONGEST,
    USUAL,
    Claim,
    Groups,
    Named,
    Number,
    Pairs,
    Prizes,
    Streets,
)
from icosian.proofs.lengths import (
    PAIR,
    LengthProof,
    Ratio,
    Weight,
    reader,
    road_length,
    street_lengths,
)

Arcs = list[dict[int, int]]
"""The length of every arc, by the numbers of its ends."""


class WeightedMap(NamedTuple):
    """A map with numbered nodes and lengths that are integers."""

    number: dict[Any, int]
    """The number of every node."""
    arcs: Arcs
    """The arcs, an undirected edge as two."""
    unit: Fraction
    streets: tuple[tuple[int, int, int], ...] = ()
    """The ends and the length of every street that a walk has to pass."""
    directed: bool = False
    """True if these have a direction."""


def roads_of(G: nx.Graph[Any], weight: Weight, tick: Tick, streets: Streets = ()) -> WeightedMap:
    """Return the arcs of a map with their exact lengths, in a common unit."""
    number = {v: i for i, v in enumerate(G)}
    exact: list[tuple[int, int, Ratio]] = []
    passed: list[tuple[Any, Any, Ratio | None]] = []
    if streets:  # each of parallel edges has a length of its own
        passed = every = [*with_ticks(street_lengths(G, weight), tick)]
        if streets != "all":
            passed = [*street_lengths(G, weight, streets)]
        exact = [(number[u], number[v], ratio) for u, v, ratio in every if ratio is not None]
        exact += [] if G.is_directed() else [(j, i, ratio) for i, j, ratio in exact]
    else:
        lengths = reader(G, weight)
        for u, row in with_ticks(G.adjacency(), tick):
            for v, data in row.items():
                least = _least(u, v, lengths(u, v, data))
                if least is not None and number[u] != number[v]:
                    exact.append((number[u], number[v], least))
    common = math.lcm(*{below for *_, (_, below) in exact})
    arcs: Arcs = [{} for _ in number]
    for i, j, (above, below) in exact:
        if i != j:
            length = above * (common // below)
            arcs[i][j] = min(length, arcs[i].get(j, length))
    if streets != "all" and any(ratio is None for *_, ratio in passed):
        raise InvalidProof("a street that the walk has to pass has no length")
    asked = ((number[u], number[v], r[0] * (common // r[1])) for u, v, r in passed if r)
    is_directed = bool(streets) and G.is_directed()
    return WeightedMap(number, arcs, Fraction(1, common), tuple(asked), is_directed)


def _least(u: Any, v: Any, lengths: Iterable[Any]) -> Ratio | None:
    """Return the least of the lengths of parallel edges, None if all are hidden."""
    ratios = [ratio for c in lengths if (ratio := road_length(u, v, c)) is not None]
    if len(ratios) == 1:
        return ratios[0]
    return min(ratios, key=lambda ratio: Fraction(*ratio), default=None)


def _number(v: Any, roads: WeightedMap) -> int:
    if v not in roads.number:
        raise InvalidProof(f"{v!r} is not a node of the map")
    return roads.number[v]


def _by_ends(pairs: Iterable[tuple[int, int]], size: int) -> list[list[tuple[int, int]]]:
    """Return the pairs at each node."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for pair in pairs:
        for v in pair:
            at[v].append(pair)
    return at


class Closure:
    """The distances between stops; one beyond the reaches of its ends counts as the larger reach.

    Streets follow the stops: each is two places at its ends, joined by an edge of its length that
    every tour has to use.

    It has what :meth:`LowerBound.check` reads of places. The distance that is known from a stop
    rises along an arc by no more than its length, whatever the reach: nothing is overestimated.
    """

    def __init__(
        self,
        roads: WeightedMap,
        stops: Sequence[int],
        reaches: Sequence[int],
        tick: Tick,
        *,
        closed: bool,
    ) -> None:
        arcs, stops = roads.arcs, list(stops)
        pairs: dict[tuple[int, int], int] = {}
        for u, v, length in roads.streets:
            pairs[len(stops), len(stops) + 1] = length
            stops += [u, v]
        if len(reaches) != len(stops):
            raise InvalidProof(
                f"each stop and each end of a street has a reach, {len(stops)} in all, not"
                f" {len(reaches)}"
            )
        if len(stops) == 2 and pairs:
            raise InvalidProof("a walk along a single street has other bounds")
        self.nodes = tuple(range(len(stops)))
        """The numbers of the stops."""
        self.require = tuple(pairs)
        """The pairs that every tour has to use."""
        # A cycle of an undirected graph has three nodes, one of a digraph may have two.
        is_short = closed and len(stops) == 2
        ways = ((u, v, length) for u, row in enumerate(arcs) for v, length in row.items())
        one_way = any(arcs[v].get(u) != length for u, v, length in ways)
        self.directed = roads.directed or is_short or one_way
        """True if the way back may have another length."""
        self.unit = roads.unit
        self._reaches = reaches
        place: dict[int, list[int]] = {}
        for k, v in enumerate(stops):
            place.setdefault(v, []).append(k)
        self._near = [
            _nearer(arcs, v, reach, place, tick) for v, reach in zip(stops, reaches, strict=True)
        ]
        for (i, j), length in pairs.items():
            self._near[i][j] = length

    @cached_property
    def _table(self) -> Any:
        from icosian.proofs.nearby import table_of

        afford(PAIR * len(self.nodes) ** 2, f"a check of the lengths of {len(self.nodes):,} stops")
        return table_of(self._near, self._reaches, directed=self.directed)

    def between(self, i: Any, j: Any) -> Any:
        """Return the lengths of pairs of stops, for arrays of many of them."""
        return self._table[i, j]

    def length(self, i: int, j: int) -> int:
        """Return a length that no way from stop i to stop j goes below, in units."""
        there = self._near[i].get(j, self._reaches[i])
        return there if self.directed else max(there, self._near[j].get(i, self._reaches[j]))


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


# -- Common base of certificates about walks that visit some nodes, or pass some edges, of a map


@dataclass(frozen=True, kw_only=True)
class WalkProof(LengthProof):
    """A statement about all walks that visit some nodes, and pass some edges in any direction.

    They may pass any node and any edge, and again; in a digraph, only as an arc points.

    Attributes
    ----------
    stops : tuple of nodes
        The nodes that a walk visits, at least one if it has no streets to pass.
    streets : tuple of edges or "all"
        The edges that it passes, by their ends and in multigraphs their key. Parallel edges are
        different streets. Where there are any, a function of lengths sees each of parallel edges.
    either : bool
        True: in a digraph an arc of the streets and the one back, with the same key, are one
        street, which is passed in either direction.
    """

    stops: tuple[Any, ...] = field(default=(), metadata=LEFT_OUT)
    streets: Streets = field(default=(), metadata=LEFT_OUT)
    either: bool = field(default=False, metadata=LEFT_OUT)

    def _check_question(self, G: nx.Graph[Any]) -> None:
        check_graph(G)
        stops = self.stops
        if strange := [v for v in stops if v not in G]:
            raise InvalidProof(f"the stop {strange[0]!r} is not a node of the map")
        if len(set(stops)) < max(0 if self.streets else 1, len(stops)):
            raise InvalidProof("there must be at least one stop, each listed once")
        if self.streets != "all":
            self._check_streets(G)
        super()._check_question(G)
        if any(end is not None and end not in set(stops) for end in (self.start, self.end)):
            raise InvalidProof("the ends of a walk are among its stops")

    def _check_streets(self, G: nx.Graph[Any]) -> None:
        many, known = G.is_multigraph(), set()
        edges: Any = G.edges  # has_edge takes the key None for any
        for street in self.streets:
            is_edge = isinstance(street, tuple) and len(street) == 2 + many
            if not is_edge or street not in edges:
                raise InvalidProof(f"{street!r} is not an edge of the map")
            ends = street[:2] if G.is_directed() and not self.either else frozenset(street[:2])
            known.add((ends, *street[2:]))
        if len(known) < len(self.streets):
            raise InvalidProof("a street is listed twice")


# -- Lower bounds of walks through stops: distances that are known up to a reach, and a tour bound


@dataclass(frozen=True, kw_only=True)
class WalkBound(WalkProof):
    """No walk through some stops is shorter than a bound.

    Theorem: a walk visits the stops in some order, for the first time each or when the order that
    is asked for says so, and its part from one to the next is at least as long as their distance.
    So it is at least as long as a tour of the stops that it visits by their distances, or by
    lengths that are not above them. Such lengths are the distances up to the reach of a stop, and
    the reach itself beyond: they rise along a road by at most its length. A street that has to be
    passed is two stops at its ends, and every tour uses the edge between them, which has its
    length.

    Attributes
    ----------
    reaches : tuple of int
        How far the distances from each stop matter, in the greatest common unit of all roads.
    inner : LowerBound
        The bound of tours of the stops, which are numbered from 0 in their order, and of the ends
        of streets, which follow.
    groups, prizes, leave_out, chains
        Which stops may be left out, and in which order they are visited, as in a
        :class:`LowerBound`. A walk may pass a stop before its turn.
    depot, rounds : node, int
        The stop where several closed walks begin and end, and how many these are. Together they
        are a tour that comes to the depot so often, never twice in a row: to the depot and to
        copies of it, which follow the stops.

    See Also
    --------
    LowerBound : Bounds of tours, and what they consist of.
    icosian.traveling_salesman : Find a walk with its proof.

    Notes
    -----
    The check runs Dijkstra's algorithm from each stop up to its reach, in integers, and gives the
    distances to the inner bound. Pairs that are farther from each other than their reaches count
    with the larger one of them; on a map with one-way roads, that of the stop that is left. Of
    parallel edges only the lightest counts.

    Examples
    --------
    Three towns on the rim of a wheel, whose spokes are shorter:

    >>> import icosian
    >>> spokes = [("hub", town, 2) for town in "ABC"]
    >>> rim = [("A", "B", 5), ("B", "C", 5), ("C", "A", 5)]
    >>> G = icosian.route_map([*spokes, *rim])
    >>> walk = icosian.traveling_salesman(G, ["A", "B", "C"])
    >>> walk.proof.bound, walk.proof.stops
    (12, ('A', 'B', 'C'))
    >>> walk.proof.check(G)
    """

    reaches: tuple[int, ...]
    inner: LowerBound
    groups: Groups = field(default=(), metadata=LEFT_OUT)
    prizes: Prizes = field(default=(), metadata=LEFT_OUT)
    leave_out: int = field(default=0, metadata=LEFT_OUT)
    chains: Groups = field(default=(), metadata=LEFT_OUT)
    depot: Any = field(default=None, metadata=LEFT_OUT)
    rounds: int = field(default=1, metadata=LEFT_OUT)
    shorter_than = property(attrgetter("bound"))

    @property
    def bound(self) -> Number:
        """No walk is shorter."""
        return self.inner.bound

    def _check_form(self) -> None:
        if not isinstance(self.inner, LowerBound):
            raise InvalidProof("the inner proof is not a bound of tours")
        if not all(type(reach) is int and 0 <= reach < LONGEST for reach in self.reaches):
            raise InvalidProof("reaches are integers of at least 0, with less than 1,000 digits")
        if self.inner.ranks is not None:
            raise InvalidProof("the inner proof names squares of a board")
        if self.streets and (self.groups or self.prizes or self.leave_out or self.chains):
            raise InvalidProof("a walk along streets has no order, and leaves out no stops")
        if self.either:
            raise InvalidProof("a street in either direction is no pair of stops")
        if not 1 <= self.rounds < max(2, len(self.stops)):
            raise InvalidProof("a round has a stop of its own besides the depot")
        if (self.depot in set(self.stops)) is not (self.rounds > 1):
            raise InvalidProof("several rounds begin at a depot, which is a stop")
        others = self.streets or self.groups or self.prizes or self.leave_out or self.chains
        if self.rounds > 1 and (others or not self.closed):
            raise InvalidProof("several rounds are closed, visit all stops, and have no order")
        self.inner._check_form()  # noqa: SLF001 - our own kinds

    def _inner_claim(self, require: Pairs, forbid: Pairs) -> Claim:
        """Return the only claim that the inner proof may make."""
        number = {v: i for i, v in enumerate(self.stops)}
        start, end = (None if v is None else number.get(v) for v in (self.start, self.end))
        groups, chains = (
            tuple(tuple(map(number.get, some)) for some in named)
            for named in (self.groups, self.chains)
        )
        return Claim(
            closed=self.closed,
            start=start,
            end=end,
            require=require,
            forbid=forbid,
            shorter_than=self.inner.bound,
            weight=USUAL,
            groups=groups,
            prizes=tuple((number.get(v), prize) for v, prize in self.prizes),
            leave_out=self.leave_out,
            chains=chains,
        )

    def _check(self, G: nx.Graph[Any], tick: Tick, weight: Weight = USUAL) -> None:
        roads = roads_of(G, weight, tick, self.streets)
        n, more = len(self.stops), self.rounds - 1
        numbers = [roads.number[v] for v in (*self.stops, *[self.depot] * more)]
        closure = Closure(roads, numbers, self.reaches, tick, closed=self.closed)
        depots = [self.stops.index(self.depot), *range(n, n + more)] if more else []
        apart = tuple((u, v) for u, v in permutations(depots, 2) if closure.directed or u < v)
        inner_claim = self._inner_claim(closure.require, apart)
        if self.inner.statement != inner_claim or self.inner.unit is not None:
            raise InvalidProof("the inner proof makes another claim")
        verify(self.inner, closure, tick)

    def _reason(self) -> str:
        return (
            "it is at least as long as a tour of the stops by their distances; those beyond the"
            " reaches of both stops may count as the larger reach."
            f" For tours of the stops, numbered from 0: {self.inner._reason()}"  # noqa: SLF001 - our own kinds
        )

    def _effort(self) -> int:
        return len(self.reaches) + self.inner.effort


# -- Lower bounds of walks along streets: levels of nodes, and the moats that they make

Way = tuple[int, int, int]
"""The ends of a road, and its length in parts of a unit."""
Passage = tuple[int, int, int, int | None]
"""The ends of a street, its length there, and back if either direction will do."""
Often = dict[tuple[Any, ...], int]
"""How often roads are passed besides, by their ends, or a street as it is named, ``(street,)``."""

STEEP = "the level rises along a road by more than its length"
HALVES, FINE = 2, 1 << 20
"""Parts of a unit in levels, and in those of streets that are passed in either direction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetCase:
    """What settles a case of a bound of walks along streets.

    Attributes
    ----------
    levels : tuple of int
        What is added to the levels of the bound, in their order; nothing if empty.
    factors : tuple of (int, int)
        The index of a set among those of the bound, and the width of its moat.
    """

    levels: tuple[int, ...] = ()
    factors: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class StreetBound(WalkProof):
    """No walk along some streets, or all, is shorter than a bound, by a level for every node.

    Theorem for graphs, and for digraphs of which all streets and roads are as long there and back,
    if streets are passed in either direction: a closed walk crosses the border of every set of
    nodes an even number of times, so it passes one more road where an odd number of streets leads
    out. Let the water sink. The nodes above it, joined by the roads that have come out from both
    ends, are islands; a road between levels a and b comes out at (a + b - length) / 2. Each island
    that an odd number of streets leaves makes a moat as wide as the water sinks while it lasts. The
    moats that a road crosses are together no wider than its length, so what a walk passes besides
    each street once is at least as long as all moats are wide. A given end of an open walk counts
    as one more street, and a free one as a street to home, a node that the walk leaves once, by a
    road of some length to any other node.

    Theorem for digraphs: a walk leaves every node as often as it comes there, so that its length is
    the same if each pass counts its length less what levels rise along it. One pass of each street
    counts at least that, in the better direction if either will do. The others cross the border of
    a set once if an odd number of streets leads over it, and twice if none does and both sides have
    something to pass. A set may have a moat, whose width is taken off each of the others that cross
    it, and counts as often as they cross it at least. What is left of a road is at least 0, or a
    case says how often it is passed at most. A free end of an open walk is one more crossing.

    Attributes
    ----------
    bound : int or Fraction
        No walk is shorter.
    levels : tuple of (node, int)
        The levels of nodes, in halves of the greatest common unit of all lengths, or in parts of
        2^-20 in a digraph whose streets are passed in either direction; others have 0.
    homes : tuple of int
        In a graph, the levels of home for each free end of an open walk.
    directed : bool
        True if the theorem for digraphs is used.
    sets : tuple of frozenset
        In a digraph, the sets that may have moats.
    turns : tuple of edges
        Streets that are passed in either direction, for the cases.
    cases : tuple
        In a digraph, depth first: the index in ``turns`` of a street, which counts as it is named
        in the cases that follow, and the other way in those after them; or ``(i, j, k)``: from the
        node with index i in ``levels`` to that with index j there are more than k passes besides in
        the cases that follow, and at most k in those after them; or a :class:`StreetCase`, which
        settles one. The levels settle the only case if there are none.

    See Also
    --------
    icosian.routes.postman_walk : Find a walk with its proof.

    References
    ----------
    .. [1] J. Edmonds, E. L. Johnson, Matching, Euler tours and the Chinese postman, Mathematical
       Programming 5 (1973), 88-124.
    .. [2] A. Sebo, Undirected distances and the postman-structure of graphs, Journal of
       Combinatorial Theory B 49 (1990), 10-39.
    .. [3] A. Corberan, I. Plana, J. M. Sanchis, A branch & cut algorithm for the windy general
       routing problem and special cases, Networks 49 (2007), 245-257.

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
    sets: tuple[frozenset[Any], ...] = field(default=(), metadata=LEFT_OUT)
    turns: tuple[tuple[Any, ...], ...] = field(default=(), metadata=LEFT_OUT)
    cases: tuple[int | tuple[int, int, int] | StreetCase, ...] = field(
        default=(), metadata=LEFT_OUT
    )
    shorter_than = property(attrgetter("bound"))

    def _check_form(self) -> None:
        settled = [case for case in self.cases if isinstance(case, StreetCase)]
        widths = [width for case in settled for _, width in case.factors]
        levels = chain((level for _, level in self.levels), *(case.levels for case in settled))
        for level in (*self.homes, *levels, *widths):
            if type(level) is not int or abs(level) >= LONGEST:
                raise InvalidProof("levels are integers with less than 1,000 digits")
        if min(widths, default=0) < 0:
            raise InvalidProof("no moat has a width below 0")
        if not (type(self.bound) is int or isinstance(self.bound, Fraction)):
            raise InvalidProof(f"a bound is exact, {self.bound!r} is not")
        if not self.streets:
            raise InvalidProof("there are no streets to pass")
        if len(dict(self.levels)) < len(self.levels):
            raise InvalidProof("a node has two levels")
        if not self.directed and (self.sets or self.turns or self.cases):
            raise InvalidProof("sets and cases are for digraphs")

    def _check(self, G: nx.Graph[Any], tick: Tick, weight: Weight = USUAL) -> None:
        if (bound := self.proved(G, weight, tick)) < self.bound:
            raise InvalidProof(f"the levels prove only {decimal_text(bound)}")

    def proved(self, G: nx.Graph[Any], weight: Weight, tick: Tick = no_limit) -> Fraction:
        """Return the largest bound that the levels prove."""
        roads = roads_of(G, weight, tick, self.streets)
        if (self.directed or self.either) is not roads.directed:
            raise InvalidProof("one is directed, the map or the proof, the other is not")
        free = 0 if self.closed else (self.start is None) + (self.end is None)
        if len(self.homes) != (0 if self.directed else free):
            raise InvalidProof("home has a level for each free end of a walk in a graph")
        levels = [0] * len(roads.number)
        for v, level in self.levels:
            levels[_number(v, roads)] = level
        # Lengths are integers in units, levels in parts of them.
        parts = FINE if self.either and self.directed else HALVES
        ways = [
            (u, v, parts * length)
            for u, row in enumerate(with_ticks(roads.arcs, tick))
            for v, length in row.items()
            if self.directed or u < v
        ]
        if self.directed:
            passages = self._passages(G, weight, roads, parts)
            total = min(self._by_cases(roads, ways, passages, levels, tick))
        else:
            if self.either:
                roads = self._as_graph(roads, self._passages(G, weight, roads, 1).values())
            total = parts * sum(length for *_, length in roads.streets)
            total += self._by_moats(roads, ways, levels, tick)
        return -(-total // parts) * roads.unit

    def _as_graph(self, roads: WeightedMap, passages: Iterable[Passage]) -> WeightedMap:
        """Return the map with each street once, if all is as long there as back."""
        pairs = [way[2:] for way in passages if way[0] != way[1]]
        for u, row in enumerate(roads.arcs):
            pairs += [(length, roads.arcs[v].get(u)) for v, length in row.items()]
        if any(there != back for there, back in pairs):
            raise InvalidProof("not all streets and roads are as long there as back")
        return roads._replace(streets=tuple(way[:3] for way in passages))

    def _by_moats(self, roads: WeightedMap, ways: list[Way], levels: list[int], tick: Tick) -> int:
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
        for height, u, v, length in with_ticks(heights, tick):
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

    def _passages(
        self, G: nx.Graph[Any], weight: Weight, roads: WeightedMap, parts: int
    ) -> dict[tuple[Any, ...], Passage]:
        """Return the streets to pass, one of two arcs that are one street."""
        passages: dict[tuple[Any, ...], Passage] = {}
        lengths: dict[tuple[Any, ...], int | None] = {}
        whole = parts * roads.unit.denominator
        for street, (*_, ratio) in zip(G.edges, street_lengths(G, weight), strict=True):
            lengths[street] = None if ratio is None else ratio[0] * whole // ratio[1]
        named: Any = self.streets
        if self.streets == "all":  # those that cases name stand for those back
            named = [*(street for street in self.turns if street in lengths), *lengths]
        for street in named:
            u, v, *key = street
            there, other = lengths[street], (v, u, *key)
            is_either = self.either and len({u, v}) == 2 and other in lengths
            if there is not None and not (is_either and other in passages):
                back = lengths[other] if is_either else None
                passages[street] = roads.number[u], roads.number[v], there, back
        return passages

    def _by_cases(
        self,
        roads: WeightedMap,
        ways: list[Way],
        passages: dict[tuple[Any, ...], Passage],
        levels: list[int],
        tick: Tick,
    ) -> Iterator[int]:
        """Yield what a walk has at least in each case."""
        first, last = (None if v is None else roads.number[v] for v in (self.start, self.end))
        moats = list(self._moats(roads, ways, passages, tick))
        listed = [roads.number[v] for v, _ in self.levels]
        left: list[tuple[Often, Often]] = [({}, {})]  # at least, and at most
        for case in with_ticks(self.cases or (StreetCase(),), tick, 10):
            if not left:
                raise InvalidProof("there are more cases than those that are distinguished")
            low, high = left.pop()
            if not isinstance(case, StreetCase):
                name, k = self._split(case, listed, passages)
                left += [(low, {**high, name: k}), ({**low, name: k + 1}, high)]
                continue
            # 1. Levels, and moats with their widths.
            own, total, under = levels.copy(), 0, [0] * len(levels)
            if len(case.levels) not in (0, len(listed)):
                raise InvalidProof("a case has as many levels as are listed, or none")
            for v, more in zip(listed, case.levels, strict=False):
                own[v] += more
            rest = {(u, v): length + own[u] - own[v] for u, v, length in ways}
            for index, width in case.factors:
                if index not in range(len(moats)):
                    raise InvalidProof(f"no set has the index {index!r}")
                inside, crossing, often = moats[index]
                total += often * width
                for v in inside:
                    under[v] += width
                for way in crossing:
                    rest[way] -= width
            # 2. What is passed besides each street once.
            for way, length in rest.items():
                if length < 0 and way not in high:
                    raise InvalidProof(STEEP)
                total += length * (high[way] if length < 0 else low.get(way, 0))
            # 3. One pass of each street, in a direction that the case allows.
            for street, (u, v, there, back) in passages.items():
                ahead = [] if (street,) in high else [there + own[u] - own[v]]
                if back is not None and (street,) not in low:
                    ahead.append(back + own[v] - own[u])
                if not ahead:
                    raise InvalidProof("a case is that a street has no direction")
                total += min(ahead)
            # 4. The ends.
            if not self.closed:
                total -= max(map(add, own, under)) if first is None else own[first]
                total += min(map(sub, own, under)) if last is None else own[last]
            yield total
        if left:
            raise InvalidProof("cases are missing")

    def _split(
        self, case: Any, listed: list[int], passages: dict[tuple[Any, ...], Passage]
    ) -> tuple[tuple[Any, ...], int]:
        """Return what two cases differ in, and how often it is passed in one of them at most."""
        if type(case) is int and case in range(len(self.turns)):
            street = self.turns[case]
            if street in passages and passages[street][3] is not None:
                return (street,), 0
        elif isinstance(case, tuple) and len(case) == 3 and all(type(k) is int for k in case):
            i, j, k = case
            if i in range(len(listed)) and j in range(len(listed)) and k >= 0:
                return (listed[i], listed[j]), k
        raise InvalidProof(f"{case!r} is no street with two directions, nor a road and a number")

    def _moats(
        self,
        roads: WeightedMap,
        ways: list[Way],
        passages: dict[tuple[Any, ...], Passage],
        tick: Tick,
    ) -> Iterator[tuple[set[int], list[tuple[int, int]], int]]:
        """Yield the nodes in a moat, the roads across, and how often these are passed besides."""
        pairs = [(u, v) for u, v, _ in ways], [(u, v) for u, v, *_ in passages.values()]
        roads_at, streets_at = (_by_ends(some, len(roads.number)) for some in pairs)
        ends = [roads.number[v] for v in (self.start, self.end) if v is not None]
        visited = {*chain.from_iterable(pairs[1]), *(roads.number[v] for v in self.stops)}
        for some in with_ticks(self.sets, tick):
            inside = {_number(v, roads) for v in some}
            # What crosses the border has one end inside, and is found there.
            crossing, streets = (
                [pair for w in inside for pair in at[w] if not inside.issuperset(pair)]
                for at in (roads_at, streets_at)
            )
            is_odd = (len(streets) + sum(v in inside for v in ends)) % 2
            is_between = not streets and 0 < len(visited & inside) < len(visited)
            yield inside, crossing, 2 - is_odd if is_between else is_odd

    def _reason(self) -> str:
        if self.sets or self.cases:
            count = sum(isinstance(case, StreetCase) for case in self.cases)
            cases = f" in each of {count} cases" if count > 1 else ""
            return (
                "a walk leaves each node as often as it comes there, so levels of nodes change no"
                " length; it passes each street once, in the better direction if either will do,"
                f" and what it passes besides crosses moats around {plural(len(self.sets), 'set')}"
                " once or more if an odd number of streets leads out, twice if none does; what that"
                f" adds up to{cases} is at least the bound"
            )
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
        return len(self.levels) + len(self.sets) + len(self.cases) + 1


# -- Stops and streets that no walk visits together: parts of a map that cannot be left


@dataclass(frozen=True, kw_only=True)
class Unreachable(WalkProof):
    """No walk visits all stops, because parts of the map cannot be left.

    Theorem: if no road leads out of a part, a walk visits the stops outside before those inside.
    It is then not closed, does not start inside, and does not end outside. With two parts and a
    stop that only the first one holds, and another that only the second one holds, each of the
    two would have to be visited before the other. A street that has to be passed is a stop in its
    middle; if it leads into a part, it counts as inside or as outside, as needed.

    Attributes
    ----------
    parts : tuple of frozenset
        One or two sets of nodes.
    weight : str, Computed or None
        The lengths; None means that all edges are roads, whatever their lengths.

    See Also
    --------
    icosian.traveling_salesman : Raises it with :exc:`icosian.NoWalk`.

    Examples
    --------
    >>> import networkx as nx
    >>> island = frozenset("cd")
    >>> proof = Unreachable(closed=False, stops=("a", "c"), parts=(island, frozenset("ab")))
    >>> proof.check(nx.Graph(["ab", "cd"]))
    >>> print(proof.explain())
    There is no walk through the 2 stops 'a', 'c': no road leads out of the 2 nodes ...
    """

    parts: tuple[frozenset[Any], ...]
    weight: Named = field(default=None, metadata=LEFT_OUT)

    def _check_form(self) -> None:
        if len(self.parts) not in (1, 2):
            raise InvalidProof("there are one or two parts")

    def _check(self, G: nx.Graph[Any], tick: Tick, weight: Weight = USUAL) -> None:
        if any(part - G.nodes for part in self.parts):
            raise InvalidProof("a part holds what is not a node of the map")
        roads = roads_of(G, weight, tick, self.streets)
        for part in self.parts:
            inside = {roads.number[v] for v in part}
            if any(not roads.arcs[u].keys() <= inside for u in inside):
                raise InvalidProof("a road leads out of a part")
        # A stop that is entered and left at different nodes is the middle of a street.
        first, last = ({roads.number[v] for v in self.parts[k]} for k in (0, -1))
        ends = chain.from_iterable((u, v) for u, v, _ in roads.streets)
        stops = [(v, v) for v in (*ends, *(roads.number[v] for v in self.stops))]
        stops += [(u, v) for u, v, _ in roads.streets]
        here = {k for k, (_, head) in enumerate(stops) if head in first}
        there = {k for k, (tail, _) in enumerate(stops) if tail not in first}
        if len(self.parts) == 2:
            here = {k for k in here if stops[k][0] not in last}
            there = {k for k in there if stops[k][1] in last}
        elif not self.closed and self.start not in part and self.end in {None, *part}:
            raise InvalidProof("a walk may lead into the part and end there")
        if not here or not there or len(here | there) < 2:
            raise InvalidProof("a part must separate stops")

    def _reason(self) -> str:
        parts = [
            f"the {len(part)} nodes {self._listed(self._ordered(part))}"
            if len(part) > 1
            else f"the node {self._listed(part)}"
            for part in self.parts
        ]
        if self.streets:
            reason = " and none out of ".join(parts)
            return f"no road leads out of {reason}, and the walk has something to pass elsewhere"
        first = self.parts[0]
        outside = [v for v in self.stops if v not in first]
        if len(parts) == 2:
            outside = [v for v in outside if v in self.parts[1]]
        name = "stop" if len(outside) == 1 else "stops"
        away = f"to the {name} {self._listed(outside)}"
        if len(parts) == 1:
            return f"no road leads out of {parts[0]}, and so none {away}"
        return f"no road leads out of {parts[0]} {away}, and none out of {parts[1]} back"

    def _effort(self) -> int:
        return 2 * len(self.parts)
