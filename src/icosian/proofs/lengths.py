"""The lengths of a graph's edges, exactly, as a problem of Hamiltonian cycles in integers.

Every question becomes one about cycles of an undirected graph. A path is closed by a further node,
home, joined with length 0 to the nodes that may be an end. A digraph has two nodes a place, for
leaving and for entering, joined by an edge of length 0 that every cycle uses.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, ROUND_UP, Context, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import inf, lcm
from numbers import Rational
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._io.memory import afford
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.certificate import Proof, Tick, is_directed, no_limit, verify, with_ticks
from icosian.proofs.claim import LEFT_OUT, USUAL, Claim, Computed, Named, weight_text
from icosian.proofs.instance import ways_home

if TYPE_CHECKING:
    from icosian.proofs.claim import Number, Streets
    from icosian.proofs.nearby import Boxes, Ends, ReducedPairs
    from icosian.proofs.relaxations import PlaceOrder

ROWS = 20  # rows of edges, places or borders between two ticks

LONGEST = 10_000
"""The largest exponent of decimals; that of the longest floats of NumPy is half of it."""

DIGITS = 40  # more than the digits of any float

Weight = str | Callable[[Any, Any, Any], Any] | None
"""An edge attribute, a function of an edge, or None: every edge has length 1."""

Ratio = tuple[int, int]
"""A numerator and a positive denominator."""

Edge = tuple[int, int]
"""Two nodes by number, the smaller one first."""

Rows = Sequence[dict[int, int]]
"""What belongs to the edges: ``rows[u][v]`` for ``u < v``."""

Table = list[dict[int, int]]
"""The same, with all rows in memory."""


class Omissions(NamedTuple):
    """What cycles may leave out."""

    prices: Mapping[int, int]
    """What it costs to leave out each place that may be."""
    least: int
    """How many places a cycle visits at least."""
    allowances: Sequence[tuple[frozenset[int], int]] = ()
    """Sets of places, of which a cycle leaves out at most so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SymmetricInstance:
    """An undirected graph with integer lengths, and the edges that its cycles have to use.

    Its nodes are places, home included. Where the direction counts, each place is two nodes, for
    leaving and for entering it, with an edge between them that all cycles use.
    """

    lengths: Rows
    """The lengths of the edges, in units; those of many places are read where they matter."""
    required: frozenset[Edge]
    """Edges that every cycle uses."""
    unit: Fraction
    is_doubled: bool = False
    """Whether each place is two nodes."""
    home: int | None = None
    """The number of home."""
    order: PlaceOrder | None = None
    """Which places come before which."""
    omissions: Omissions | None = None
    """Which places may be left out."""

    @property
    def places(self) -> int:
        """The number of places."""
        return len(self.lengths) >> self.is_doubled

    def edge(self, u: int, v: int) -> Edge:
        """Return the edge from a place to another one."""
        return (u, self.places + v) if self.is_doubled else (min(u, v), max(u, v))

    def loop(self, v: int) -> Edge:
        """Return the loop of a place, for cycles that leave it out."""
        return (self.places + v, v) if self.is_doubled else (v, v)

    @property
    def given(self) -> set[int]:
        """The places of the edges that are required."""
        n = self.places
        return {v % n for u, w in self.required if u % n != w % n for v in (u, w)}


def cycle_problem(
    G: Any, claim: Claim, nodes: Iterable[Any], unit: Number | None, weight: Weight, tick: Tick
) -> SymmetricInstance:
    """Return the cycles that a claim is about; ``nodes`` are the nodes in order of their numbers.

    Lengths, in a claim about the longest with the other sign, are rounded down to multiples of the
    unit; without one nothing is rounded. In an order the direction counts also in a graph without
    directions: there an edge to use is one of two arcs, and neither is required.
    """
    number = _numbers(nodes, G)
    one_way = directed = is_directed(G, closed=claim.closed)
    if isinstance(G, nx.Graph):
        exact = _lengths(G, number, weight, tick, 1 if claim.longer_than is None else -1)
        if (claim.chains or claim.positions) and not directed:  # the direction counts
            directed = True
            for i, row in enumerate(exact):
                for j, length in row.items():
                    if i < j:
                        exact[j][i] = length
        if unit is None:
            unit = Fraction(1, lcm(*{below for row in exact for _, below in row.values()}))
        up, down = unit.denominator, unit.numerator
        arcs = [
            {v: above * up // (below * down) for v, (above, below) in row.items()}
            for row in with_ticks(exact, tick, ROWS)
        ]
    else:
        directed = bool(one_way or claim.chains or claim.positions)
        if unit is not None and unit != G.unit:
            raise InvalidProof(f"the lengths have the unit {G.unit}, the proof has {unit}")
        unit = G.unit
        is_many = len(number) > FEW and hasattr(G, "between")
        # A toll for edges to use, of which the direction is not known, changes many lengths.
        has_tolls = bool(claim.require) and directed and not one_way
        if is_many and not has_tolls:
            rest = _closed(None, claim, number, Fraction(unit), directed=directed, one_way=one_way)
            order, barred = [number[v] for v in G.nodes], [set[int]() for _ in rest.lengths]
            for u, v in claim.forbid:
                barred[number[u]].add(number[v])
                if not one_way:
                    barred[number[v]].add(number[u])
            lengths = PlaceLengths(G, order, rest.lengths, barred, is_doubled=directed)
            return replace(rest, lengths=lengths)
        arcs = _lengths_of_places(G, number, tick, directed=directed)
    return _closed(arcs, claim, number, Fraction(unit), directed=directed, one_way=one_way)


def _numbers(nodes: Iterable[Any], G: Any) -> dict[Any, int]:
    """Return the number of each node; the nodes have to be those of the graph."""
    names = list(nodes)
    try:
        number = {v: i for i, v in enumerate(names)}
    except TypeError as error:
        raise InvalidProof(f"the proof lists what cannot be a node: {error}") from None
    if len(number) < len(names):
        raise InvalidProof("a node is listed twice")
    if number.keys() != set(G.nodes):
        raise InvalidProof("the nodes that are listed are not those of the graph")
    return number


def _lengths(
    G: nx.Graph[Any], number: dict[Any, int], weight: Weight, tick: Tick, sign: int
) -> list[dict[int, Ratio]]:
    """Return the exact length of every edge with a sign, undirected ones by the smaller number."""
    read = reader(G, weight)
    directed = G.is_directed()
    both = directed or callable(weight)  # a function may see the two directions differently
    rows: list[dict[int, Ratio]] = [{} for _ in number]
    for u, row in with_ticks(G.adjacency(), tick, ROWS):
        for v, data in row.items():
            i, j = number[u], number[v]
            if i == j or (i > j and not both):
                continue
            if not directed and i > j:
                i, j = j, i
            for length in read(u, v, data):
                if length is not None:
                    above, below = ratio_of(u, v, length)
                    ratio = sign * above, below
                    if j not in rows[i] or Fraction(*ratio) < Fraction(*rows[i][j]):
                        rows[i][j] = ratio
    return rows


def reader(G: nx.Graph[Any], weight: Weight) -> Callable[[Any, Any, Any], Iterable[Any]]:
    """Return what reads the lengths of an edge, of all parallel ones in a multigraph."""
    if weight is None:
        return lambda u, v, data: (1,)  # noqa: ARG005 - the signature of a function of edges
    if callable(weight):
        return lambda u, v, data: (weight(u, v, data),)
    if not isinstance(weight, str):
        raise InvalidArgument(
            f"weight must be the name of an attribute, a function or None, got {shown(weight)}"
        )
    if G.is_multigraph():
        return lambda u, v, data: [some.get(weight, 1) for some in data.values()]  # noqa: ARG005
    return lambda u, v, data: (data.get(weight, 1),)  # noqa: ARG005


def street_lengths(
    G: nx.Graph[Any], weight: Weight, streets: Streets = "all"
) -> Iterator[tuple[Any, Any, Ratio | None]]:
    """Yield the ends of some edges, of parallel ones each, and their lengths as those of roads."""
    reader(G, weight)  # refuses what cannot be a weight
    edges: Any = G.edges
    for street in edges if streets == "all" else streets:
        u, v, data = street[0], street[1], edges[street]
        if callable(weight):
            length = road_length(u, v, weight(u, v, data))
            if not G.is_directed() and road_length(u, v, weight(v, u, data)) != length:
                raise InvalidArgument(
                    f"edge ({shown(u)}, {shown(v)}) has another length in each direction: walks"
                    " along all streets need a digraph with one arc for each way to pass"
                )
        else:
            length = road_length(u, v, 1 if weight is None else data.get(weight, 1))
        yield u, v, length


def road_length(u: Any, v: Any, length: Any) -> Ratio | None:
    """Return the length of a road exactly, None if there is none: None, or infinity."""
    if length is None or is_infinite(length):
        return None
    ratio = ratio_of(u, v, length)
    if ratio[0] < 0:
        raise InvalidArgument(
            f"lengths of roads are at least 0, but edge ({shown(u)}, {shown(v)}) has"
            f" {shown(length)}"
        )
    return ratio


def ratio_of(u: Any, v: Any, length: Any) -> Ratio:
    """Return a length exactly, a float as the shortest decimal that denotes it."""
    try:
        return exact_ratio(length)
    except (ArithmeticError, AttributeError, TypeError, ValueError):
        raise InvalidArgument(
            f"lengths are finite numbers, but edge ({shown(u)}, {shown(v)}) has {shown(length)}"
        ) from None


def exact_ratio(number: Any) -> Ratio:
    """Return a number of Python, NumPy or the decimal module exactly, or raise an error."""
    if type(number) is int:
        return number, 1
    if isinstance(number, float):
        if number.is_integer() and abs(number) < 2**53:  # from there on it has others nearby
            return int(number), 1
        number = Decimal(float.__repr__(number))
    elif isinstance(number, Rational):
        return int(number.numerator), int(number.denominator)
    elif not isinstance(number, Decimal):
        number = _shortest(number)
    if abs(number.adjusted()) > LONGEST:
        raise ValueError(number)
    ratio: Ratio = number.as_integer_ratio()
    return ratio


def _shortest(number: Any) -> Decimal:
    """Return the shortest decimal that NumPy reads as this float of another precision."""
    above, below = number.as_integer_ratio()
    size = abs(above)
    # Up to a power of two floats are denser, so there not only the nearest decimal may do.
    ways = (ROUND_HALF_EVEN, ROUND_UP) if size & (size - 1) == 0 else (ROUND_HALF_EVEN,)
    # No decimal from the next power of two on denotes it; such a one may be beyond its type.
    top = Fraction(2) ** (size.bit_length() - below.bit_length() + 1)
    for digits, way in product(range(1, DIGITS), ways):
        near = Context(prec=digits, rounding=way).divide(Decimal(above), Decimal(below))
        if near.copy_abs() < top and type(number)(str(near)) == number:
            return near
    raise ValueError(number)


def is_infinite(length: Any) -> bool:
    """Return True for positive infinity, of Python's floats and decimals or of NumPy."""
    if type(length) in (int, float):
        return bool(length == inf)
    if isinstance(length, Decimal):  # a signaling NaN cannot be compared
        return length.is_infinite() and length > 0
    is_real = hasattr(length, "as_integer_ratio") and not isinstance(length, Rational)
    return is_real and bool(length == inf)


def _lengths_of_places(places: Any, number: dict[Any, int], tick: Tick, *, directed: bool) -> Table:
    order = [number[v] for v in places.nodes]
    pairs = len(order) * (len(order) - 1) // (1 if directed else 2)
    afford(PAIR * pairs, f"a check of the lengths between {len(order):,} places")
    rows: Table = [{} for _ in order]
    near = getattr(places, "near", None) if places.directed else None
    for k, i in enumerate(with_ticks(order, tick, ROWS)):
        if near is not None:  # all of them at once
            rows[i] = {order[m]: index(length) for m, length in near(k).items()}
            if len(rows[i]) < len(order) - 1:
                raise InvalidProof(f"a distance from place {shown(places.nodes[k])} is missing")
            continue
        for m, j in enumerate(order[k + 1 :], k + 1):
            length = index(places.length(k, m))
            if not directed:
                rows[min(i, j)][max(i, j)] = length
                continue
            rows[i][j] = length
            rows[j][i] = index(places.length(m, k)) if places.directed else length
    return rows


def _closed(
    arcs: Table | None,
    claim: Claim,
    number: dict[Any, int],
    unit: Fraction,
    *,
    directed: bool = False,
    one_way: bool = False,
) -> SymmetricInstance:
    """Return the problem with conditions, with home if there are ends, and without directions.

    Without lengths of arcs all pairs are some, and it has only the others.
    """
    is_complete = arcs is None
    arcs = [{} for _ in number] if arcs is None else arcs

    def arc(pair: Any) -> Edge:
        try:
            i, j = (number[v] for v in pair)
        except (TypeError, ValueError, KeyError):
            raise InvalidProof(f"{pair!r} is not a pair of nodes of the graph") from None
        return (i, j) if directed else (min(i, j), max(i, j))

    avoided = set(map(arc, claim.forbid))
    if directed and not one_way:
        avoided |= {(j, i) for i, j in avoided}
    for i, j in avoided:
        arcs[i].pop(j, None)
    required = set()
    for pair in claim.require:
        i, j = arc(pair)
        if i == j or (i, j) in avoided or not (is_complete or j in arcs[i]):
            raise InvalidProof(f"{pair!r} is not an edge, or its conditions clash")
        if one_way or not directed:
            required.add((i, j))
    home = None
    if not claim.closed:
        home = len(arcs)
        start, end = (None if v is None else number[v] for v in (claim.start, claim.end))
        ways, fixed = ways_home(home, start, end, directed=directed)
        arcs.append({})
        for u, v in ways:
            # The way back of a path of one arc, which could only weaken the bound of a certificate.
            if not directed or (u, v) not in ((home, end), (start, home)):
                arcs[u][v] = 0
        required |= {*fixed}
    if directed:
        places = len(arcs)
        arcs = [{places + j: c for j, c in row.items()} for row in arcs]
        required = {(i, places + j) for i, j in required}
        for i in range(places):
            arcs[i][places + i] = 0
            required.add((i, places + i))
        arcs += [{} for _ in range(places)]
    return SymmetricInstance(
        lengths=arcs, required=frozenset(required), unit=unit, is_doubled=directed, home=home
    )


# -- The lengths between places, read only where they can matter

FEW = 100  # so many places have all their lengths in memory

PAIR = 60  # the least bytes that the length of a pair of places takes


class PlaceLengths(Sequence[dict[int, int]]):
    """The lengths of all pairs of places, and of some more edges: row u has those to v > u.

    The places offer ``between(k, m)``, the lengths of arrays of pairs or, if ``directed``, of arcs,
    which there are only where each place is two nodes; and perhaps ``spots()``,
    whose distance tells how long a length is at least. Without spots lengths may be below 0.
    Where each place is two nodes, an edge is an arc, and some places may not follow others.
    """

    def __init__(
        self,
        places: Any,
        order: list[int],
        more: Sequence[dict[int, int]],
        barred: Sequence[Collection[int]] = (),
        *,
        is_doubled: bool = False,
    ) -> None:
        self._places, self._order, self._barred = places, order, barred or [()] * len(more)
        self.more = more
        """The edges that are no pairs of places."""
        self._half = len(more) >> 1 if is_doubled else 0
        """The number of nodes for leaving, if each place has two."""

    @cached_property
    def _place(self) -> dict[int, int]:
        return {number: k for k, number in enumerate(self._order)}

    def __len__(self) -> int:
        return len(self.more)

    def __getitem__(self, u: Any) -> Any:
        half, row = self._half, dict[int, int]()
        if (k := self._place.get(u)) is not None:
            some = [v for v in self._order if v != u and (half or v > u)]
            some = [v for v in some if v not in self._barred[u]]
            if some:
                found = self._places.between([k] * len(some), [self._place[v] for v in some])
                row = {half + v: index(c) for v, c in zip(some, found.tolist(), strict=True)}
        return row | self.more[u]

    @property
    def is_plain(self) -> bool:
        """True if each place is one node, and all pairs of places are edges."""
        return not self._half and not any(self._barred)

    def plus(self, rows: Table) -> PlaceLengths:
        """Return the same with some more edges."""
        return self.without(self._barred, [a | b for a, b in zip(self.more, rows, strict=True)])

    def without(self, barred: Sequence[Collection[int]], more: Table) -> PlaceLengths:
        """Return the same with other further edges, also without arcs from each place to some."""
        both = [{*some, *others} for some, others in zip(self._barred, barred, strict=False)]
        return PlaceLengths(self._places, self._order, more, both, is_doubled=self._half > 0)

    def length(self, u: int, v: int) -> int | None:
        """Return the length of an edge, None if there is none; u < v."""
        if v in self.more[u]:
            return self.more[u][v]
        k, m = map(self._place.get, (u, v - self._half))
        if k is None or m is None or k == m or v - self._half in self._barred[u]:
            return None
        return index(self._places.length(k, m))

    def table(self, tick: Tick) -> list[dict[int, int]]:
        """Return all rows."""
        size = len(self._order)
        afford(PAIR * size * (size - 1) // 2, f"a check of the lengths between {size:,} places")
        return [self[u] for u in with_ticks(range(len(self)), tick, ROWS)]

    def within(
        self, ends: Sequence[int], scale: int, most: int, tick: Tick
    ) -> Iterator[tuple[int, dict[int, int]]]:
        """Yield rows with all edges uv whose scale * length - ends[u] - ends[v] is <= ``most``.

        They may have others too.
        """
        order, half = self._order, self._half
        rows: Table = [{} for _ in self.more]
        for k, m in self._near(ends, scale, most, tick):
            lengths = self._places.between(k, m).tolist()
            for i, j, c in zip(k.tolist(), m.tolist(), lengths, strict=True):
                u, v = order[i], order[j]
                if not half and u > v:
                    u, v = v, u
                if v not in self._barred[u]:
                    rows[u][half + v] = index(c)
        yield from enumerate(row | more for row, more in zip(rows, self.more, strict=True))

    def _near(self, ends: Sequence[int], scale: int, most: int, tick: Tick) -> Iterator[Ends]:
        """Yield those pairs of places, arcs where each place is two nodes."""
        order, half = self._order, self._half
        if self._places.directed:
            from icosian.proofs.nearby import short_arcs

            out, into = [ends[u] for u in order], [ends[half + u] for u in order]
            yield from short_arcs(self._places, out, into, scale, most, tick)
            return
        tops = list(ends) if not half else [max(ends[u], ends[half + u]) for u in range(half)]
        for k, m, _ in self._reduced(tops, scale, tick).short(most):
            yield k, m
            if half:
                yield m, k

    def below(self, ends: Sequence[int], scale: int, tick: Tick) -> int:
        """Return the sum of all scale * length - ends[u] - ends[v] below 0; there are no arcs."""
        total = sum(min(rest, 0) for _, _, rest in self._others(ends, scale))
        for _, _, rests in self._reduced(ends, scale, tick).short(-1):
            total += sum(rests.tolist())
        return total

    def one_tree(
        self,
        ends: Sequence[int],
        scale: int,
        required: set[Edge],
        near: int,
        enough: int,
        tick: Tick,
    ) -> int | None:
        """Return the sum of scale * length - ends[u] - ends[v] in a least 1-tree, None if none is.

        There are no arcs. Where the sum of a tree is above ``enough``, so is what is returned, but
        edges above ``near`` need not be read for that, and it may be less.
        """
        # 1. The two shortest edges at node 0, required ones first.
        first = sorted(
            ((0, v) not in required, scale * c - ends[0] - ends[v]) for v, c in self[0].items()
        )
        if len(first) < 2:
            return None
        total = sum(rest for _, rest in first[:2])
        # 2. A tree of the others with the required edges.
        inner = ((u, v, self.length(u, v) or 0) for u, v in required if u)
        given = [(u, v, scale * c - ends[u] - ends[v]) for u, v, c in inner]
        others = list(self._others(ends, scale))
        reduced = self._reduced(ends, scale, tick)
        rest = reduced.least_tree(self._order, given, others, near, enough - total)
        return None if rest is None else total + rest

    def _others(self, ends: Sequence[int], scale: int) -> Iterator[tuple[int, int, int]]:
        """Yield the edges that are no pairs of places, with scale * length - ends[u] - ends[v]."""
        for u, row in enumerate(self.more):
            for v, c in row.items():
                yield u, v, scale * c - ends[u] - ends[v]

    @cached_property
    def _boxes(self) -> Boxes:
        from icosian.proofs.nearby import Boxes

        return Boxes(self._places, len(self._order))

    def _reduced(self, ends: Sequence[int], scale: int, tick: Tick) -> ReducedPairs:
        from icosian.proofs.nearby import ReducedPairs

        return ReducedPairs(self._boxes, [ends[u] for u in self._order], scale, tick)


# -- The lengths that a claim is about


def lengths_meant(claim: Claim, G: Any, weight: Weight, tick: Tick) -> Weight:
    """Return the lengths of a claim; raise InvalidProof unless they are those that are meant."""
    if not isinstance(G, nx.Graph):  # places have lengths of their own
        if weight != USUAL:
            raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
        if claim.weight != USUAL or claim.hidden:
            raise InvalidProof("a proof about places names no lengths of edges")
        return weight
    reader(G, weight)  # refuses what cannot be a weight
    if claim.weight is None and claim.shorter_than is None:
        weight = None  # it is about all edges, whatever their lengths
    else:
        meant = _meant(G, weight)
        if claim.weight != meant:
            raise InvalidProof(
                f"the lengths of the proof are {weight_text(claim.weight)}, but"
                f" {weight_text(meant)} is meant; weight= names the lengths that are meant"
            )
    hidden = _hidden(G, weight, tick, claim)
    if claim.hidden != hidden:
        raise InvalidProof(
            f"the number of edges without a length is {hidden}, the proof says {claim.hidden!r}"
        )
    return weight


def _meant(G: nx.Graph[Any], weight: Weight) -> Named:
    """Return what a reader means by a weight: without any such attribute every edge counts 1."""
    if callable(weight):
        return Computed()
    if weight is None or any(weight in data for *_, data in G.edges(data=True)) or not G.size():
        return weight
    if weight != USUAL:
        raise InvalidArgument(f"no edge has the attribute {shown(weight)}")
    return None


def _hidden(G: nx.Graph[Any], weight: Weight, tick: Tick, claim: Claim) -> int:
    """Return how many edges have no length, in a digraph how many arcs.

    Of parallel edges one with a length is enough, and loops do not count, unless each is a street.
    """
    if weight is None:
        return 0
    if claim.streets:
        return sum(length is None for *_, length in with_ticks(street_lengths(G, weight), tick))
    is_walk = bool(claim.stops)
    lengths = reader(G, weight)
    arcs = {
        (u, v)
        for u, row in with_ticks(G.adjacency(), tick)
        for v, data in row.items()
        if len({u, v}) == 2  # == of two labels may be an array
        and all(w is None or (is_walk and is_infinite(w)) for w in lengths(u, v, data))
    }
    return len(arcs) if G.is_directed() else sum((v, u) in arcs for u, v in arcs) // 2


def lengths_given(weight: Weight, named: Named) -> Weight:
    """Return lengths that are given, or those that a proof names if None is given."""
    if weight is not None:
        return weight
    if isinstance(named, Computed):
        raise InvalidArgument("the lengths of the proof come from a function: pass it as weight")
    return named


# -- Common base of certificates about lengths


@dataclass(frozen=True, kw_only=True)
class LengthProof(Proof):
    """A proof about the lengths of the edges of a graph, or of the ways between places.

    Attributes
    ----------
    weight : str, Computed or None
        The edge attribute with the lengths; an edge without it has length 1, one with None is left
        out, for walks also one with infinity. :class:`Computed` lengths come from a function; None
        means that each edge has length 1, or that nothing is asked of lengths.
    hidden : int
        How many edges are left out because they have no length.
    """

    weight: Named = field(default=USUAL, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)

    def check(self, G: Any, *, weight: Weight = USUAL) -> None:
        """Check the statement against a graph or places, by exact code independent of the search.

        Parameters
        ----------
        G : networkx graph or places
            The graph, or for bounds of tours places with their lengths.
        weight : str, callable or None
            The lengths that are meant: an edge attribute, a function of the two nodes and the data
            of an edge, or None for 1 on every edge. A proof about others is refused. Places have
            lengths of their own.

        Raises
        ------
        InvalidArgument
            If it is neither, or a length is not a finite number, or below 0 for a walk.
        InvalidProof
            If the statement is about other lengths, or is not proved; the message says why.
        """
        verify(self, G, no_limit, weight=weight)

    def _verify(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        are_places = all(hasattr(G, name) for name in ("nodes", "directed", "unit", "length"))
        if not isinstance(G, nx.Graph) and not are_places:
            raise InvalidArgument(
                f"a bound is checked against a networkx graph or places, got {shown(G)}"
            )
        self._check_question(G)
        self._check_form()
        self._check(G, tick, lengths_meant(self.statement, G, weight, tick))

    @abstractmethod
    def _check(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        """Raise :exc:`InvalidProof` unless the certificate proves the claim for these lengths."""
