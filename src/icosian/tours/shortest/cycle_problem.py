"""Exact lengths, and tours as the shortest cycles of a symmetric problem."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.weights import Number, best_of, check_weight, plain_number, ratio_of
from icosian._io.memory import afford, collector_paused
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from icosian.tours.shortest.distances import Points


Exact = Number
Weight = str | Callable[[Any, Any, Any], Any] | None


LARGEST_EXPONENT = 400
"""Decimals are about as large and as small as floats; longer integers take too long."""
LONGEST_DENOMINATOR = 4096
"""The most bits of a common denominator; that of all floats has 1,074."""
LONGEST_SUM = 3_000
"""The most bits of a sum, 900 digits: a proof has integers of less than 1,000 digits."""
LONGEST_WORD = 2**62
"""Integers in words of 64 bits stay below, and so do differences of two of them."""
SHORTEST = 1e15
"""Decimals of fewer digits are the shortest of the floats that they denote."""
POWERS = [10.0**k for k in range(16)]
"""Powers of ten that are exact as floats."""
DIGITS = 9
"""The digits of the longest of rounded lengths: linear programs in floats hold as many."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The unit of integers that stand for lengths, and the type of the user's numbers."""

    size: Fraction = Fraction(1)
    kind: type = int

    @classmethod
    def of(
        cls, numbers: Sequence[Exact], what: str = "weights", *, count: int = 0
    ) -> tuple[Unit, list[int]]:
        """Return the largest unit of which numbers are multiples, and the multiples.

        They are refused if a sum of ``count`` of them may be too large.
        """
        kinds = {*map(type, numbers)}
        lengths: list[Any] = list(numbers)
        parts = 1
        try:
            if not kinds <= {int}:
                lengths, parts = (kinds <= {int, float} and _short(numbers)) or _long(numbers)
        except ValueError:
            raise InvalidArgument(f"{what} have no bearable common denominator") from None
        unit = cls(size=Fraction(1, parts), kind=kind_of(kinds))
        unit.check_sum(lengths, count)
        return unit, lengths

    def number(self, value: int | Fraction, *, down: bool = False) -> Any:
        """Return a number of units as the user's kind of number, a float rounded (or down)."""
        exact = value * self.size
        if self.kind is float:
            try:
                nearest = float(exact)
            except OverflowError:
                nearest = math.inf if exact > 0 else -math.inf
            printed = nearest if math.isinf(nearest) else Fraction(*ratio_of(nearest))
            return math.nextafter(nearest, -math.inf) if down and printed > exact else nearest
        if self.kind is Decimal:  # the denominator is a product of twos and fives
            digits = exact.numerator.bit_length() + exact.denominator.bit_length() + 1
            context = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
            return context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
        return exact.numerator if exact.denominator == 1 else exact

    def check_sum(self, lengths: Iterable[int], count: int) -> None:
        """Refuse lengths in this unit if so many of them may be beyond what a sum can be."""
        total = count * max(map(abs, lengths), default=0)
        if total.bit_length() > LONGEST_SUM or self.number(total) == math.inf:
            most = "floating point numbers" if self.kind is float else "900 digits"
            raise InvalidArgument(f"lengths are too large: their sum is beyond {most}")


def _short(numbers: Sequence[Any]) -> tuple[list[int], int] | None:
    """Return floats of at most 15 digits as parts of one; None if they are longer.

    No two decimals of 15 digits denote the same float, so one that denotes it is the shortest.
    """
    with suppress(OverflowError):  # of integers
        floats = np.array(numbers, np.float64)
        longest = float(np.abs(floats).max())
        for parts in takewhile(lambda parts: longest * parts < SHORTEST, POWERS):
            exact = np.rint(floats * parts)
            if (exact / parts == floats).all():
                lengths = exact.astype(np.int64)
                common = math.gcd(int(parts), int(np.gcd.reduce(lengths)))
                return (lengths // common).tolist(), int(parts) // common
    return None


def _long(numbers: Sequence[Exact]) -> tuple[list[int], int]:
    """Return numbers as parts of one, or raise ValueError if these are far too many."""
    ratios = [ratio_of(exact_number(number)) for number in numbers]
    parts = 1
    for below in {below for _, below in ratios}:
        parts = math.lcm(parts, below)
        if parts.bit_length() > LONGEST_DENOMINATOR:
            raise ValueError(below)
    return [above * (parts // below) for above, below in ratios], parts


def exact_number(value: Any) -> Exact:
    """Return a finite number in a type of Python, or raise ValueError."""
    if type(value) is int:
        return value
    number = plain_number(value)
    if isinstance(number, float | Decimal) and not math.isfinite(number):
        raise ValueError(value)
    if isinstance(number, Decimal) and abs(number.adjusted()) > LARGEST_EXPONENT:
        raise ValueError(value)
    return number


def integers(numbers: Sequence[int]) -> NDArray[Any]:
    """Return an array of 64-bit integers, or of Python's where these do not fit."""
    longest = max(map(abs, numbers), default=0)
    return np.array(numbers, np.int64 if longest < LONGEST_WORD else object)


def power_of_ten(longest: Fraction) -> Fraction:
    """Return the unit in which a length has about ``DIGITS`` digits."""
    if not longest:
        return Fraction(1)
    magnitude = math.log10(longest.numerator) - math.log10(longest.denominator)
    return Fraction(10) ** (math.floor(magnitude) + 1 - DIGITS)


def kind_of(kinds: Collection[type]) -> type:
    """Return the type of sums of numbers of some types, the least exact of them."""
    return max(kinds, key=[int, Decimal, Fraction, float].index, default=int)


# -- Exact lengths of the edges of a graph, and integers in a common unit that stand for them


@dataclass(frozen=True, kw_only=True, eq=False)
class Lengths:
    """The lengths of all edges of a graph, as exact integers in a common unit."""

    pairs: NDArray[np.int32]
    """Shape (m, 2): each edge that has a length once, by the numbers of its nodes."""
    exact: list[int]
    """The lengths of the pairs."""
    unit: Unit
    hidden: tuple[tuple[Any, Any], ...]
    """The edges that None hides."""
    directed: bool

    def table(self, n: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return the lengths of all pairs of n nodes, and which pairs have one, shape (n, n)."""
        exact = integers(self.exact)
        table, present = np.zeros((n, n), exact.dtype), np.zeros((n, n), bool)
        u, v = self.pairs.T
        for tails, heads in ((u, v),) if self.directed else ((u, v), (v, u)):
            table[tails, heads] = exact
            present[tails, heads] = True
        return table, present

    def known(self) -> dict[tuple[int, int], int]:
        """Return the exact length of every pair of numbers, of edges in both directions."""
        pairs = list(map(tuple, self.pairs.tolist()))
        known = dict(zip(pairs, self.exact, strict=True))
        if not self.directed:
            known |= {(v, u): known[u, v] for u, v in pairs}
        return known

    def of(self, steps: Iterable[tuple[int, int]]) -> list[int]:
        """Return the exact lengths of the steps of a tour, in any order, in units."""
        wanted = np.array(list(steps), np.int64).reshape(-1, 2)
        if not self.directed:
            wanted.sort(axis=1)
        keys = self.pairs.astype(np.int64) @ (2**32, 1)
        found = np.flatnonzero(np.isin(keys, wanted @ (2**32, 1)))
        return [self.exact[k] for k in found.tolist()]


def graph_lengths(G: nx.Graph[Any], weight: Weight, best: Callable[..., Any] = min) -> Lengths:
    """Return the exact length of each edge but loops; of parallel ones the best counts."""
    number, directed = {v: k for k, v in enumerate(G)}, G.is_directed()
    read = length_reader(G, weight)
    is_bundle = G.is_multigraph() and isinstance(weight, str)
    pairs, numbers, hidden = [], [], []
    with collector_paused():
        for i, (u, row) in enumerate(G.adjacency()):
            for v, data in row.items():
                j = number[v]
                if i < j or (directed and i != j):
                    if is_bundle:
                        known = (read(u, v, edge) for edge in data.values())
                        length = best_of((w for w in known if w is not None), best)
                    else:
                        length = read(u, v, data)
                    if length is None:
                        hidden.append((u, v))
                    else:
                        pairs.append((i, j))
                        numbers.append(length)
        unit, exact = Unit.of(numbers, count=len(G))
    return Lengths(
        pairs=np.array(pairs, np.int32).reshape(-1, 2),
        exact=exact,
        unit=unit,
        hidden=tuple(hidden),
        directed=directed,
    )


def length_reader(
    G: nx.Graph[Any], weight: Weight, *, are_roads: bool = False
) -> Callable[[Any, Any, Any], Exact | None]:
    """Return what reads the exact length of an edge, None if it has none.

    A road may also have none by infinity, and none is negative.
    """
    check_weight(weight)

    def exact(u: Any, v: Any, given: Any) -> Exact | None:
        if given is None or (type(given) is int and given >= 0):
            return given
        if isinstance(given, bool) and callable(weight):  # what a function compares
            return int(given)
        try:
            if are_roads and plain_number(given) == math.inf:
                return None
            number = exact_number(given)
            if not are_roads or number >= 0:
                return number
        except ValueError:
            pass
        raise InvalidArgument(
            f"weights are {'numbers of at least 0' if are_roads else 'finite numbers'}, but edge"
            f" ({shown(u)}, {shown(v)}) has {shown(given)}"
        )

    if weight is None:
        return lambda u, v, data: 1  # noqa: ARG005 - the signature of a function of edges
    if isinstance(weight, str):
        return lambda u, v, data: exact(u, v, data.get(weight, 1))
    if G.is_directed():
        return lambda u, v, data: exact(u, v, weight(u, v, data))

    def both(u: Any, v: Any, data: Any) -> Exact | None:
        given = weight(u, v, data), weight(v, u, data)
        there, back = (exact(u, v, w) for w in given)
        if len({w if w is None else ratio_of(w) for w in (there, back)}) > 1:
            raise InvalidArgument(
                f"an undirected edge has one length, but weight gives {shown(given[0])} from"
                f" {shown(u)} to {shown(v)} and {shown(given[1])} back; a digraph has an arc each"
                " way"
            )
        return there

    return both


# -- Reduction of shortest cycles and paths of graphs and digraphs to shortest undirected cycles

PLACE = 8_000
"""Bytes that a search takes for a place without a matrix."""
LARGEST_SUM = 2**50
"""Cycles of the search are shorter, so that a float and sums of floats hold their lengths."""

Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True, eq=False)
class CycleProblem:
    """The shortest Hamiltonian cycle that is asked for: an undirected graph, lengths integers."""

    size: int
    """The number of nodes, at least 3."""
    matrix: NDArray[Any]
    """Shape (size, size), symmetric: the length of every edge, ``absent`` where there is none. Of
    64-bit integers where ``size * max(abs(length)) < 2**50``, or else of Python's. Empty where all
    lengths are those of ``points``."""
    edges: NDArray[np.int32] | None
    """Shape (m, 2), u < v in each row: the edges; None if every pair of nodes is an edge."""
    required: tuple[Pair, ...]
    """Edges that the cycle uses, u < v in each."""
    absent: int
    """A length so large that a cycle of edges is shorter than any with another pair."""
    points: Points | None = None
    """What measures lengths where a matrix would be too large. A last node that is no point is
    home, at length 0 from all."""

    limit: int | None = None
    """All tours are shorter that have one arc of each pair that they have to, and no others."""

    def between(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        """Return the lengths of pairs."""
        if self.points is None:
            lengths: NDArray[Any] = self.matrix[u, v]
            return lengths
        last = len(self.points.spots) - 1
        lengths = self.points.between(np.minimum(u, last), np.minimum(v, last))
        return np.where((u > last) | (v > last), 0, lengths)

    @cached_property
    def largest(self) -> int:
        """No edge is longer, nor shorter than minus this."""
        if self.points is not None:
            return math.ceil(self.points.farthest)
        is_edge = self.matrix < self.absent
        return max(int(self.matrix.max(where=is_edge, initial=0)), -int(self.matrix.min(initial=0)))

    def length(self, cycle: Sequence[int]) -> int:
        """Return the length of a cycle."""
        nodes = np.array(cycle)
        return int(self.between(nodes, np.roll(nodes, -1)).sum())

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a cycle, None if it lacks a required edge."""
        ring = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        if self.required and not {*self.required} <= {(min(edge), max(edge)) for edge in ring}:
            return None
        return self.length(cycle)

    @property
    def pairs(self) -> int:
        """The number of edges."""
        return self.size * (self.size - 1) // 2 if self.edges is None else len(self.edges)

    @property
    def fits(self) -> bool:
        """True if the search can work on these lengths."""
        return self.matrix.dtype != object

    @classmethod
    def of(
        cls, length: NDArray[Any], edge: NDArray[np.bool_], required: tuple[Pair, ...]
    ) -> CycleProblem:
        """Return the problem with some lengths of pairs, of which some are edges."""
        size = len(edge)
        lengths = length[edge]
        least, most = int(lengths.min(initial=0)), int(lengths.max(initial=0))
        # A cycle with an absent edge is longer than every cycle without.
        absent = size * (most - least) + 1
        kind = np.int64 if size * max(-least, most) < LARGEST_SUM else object
        complete = int(edge.sum()) == size * (size - 1)
        return cls(
            size=size,
            matrix=np.where(edge, np.where(edge, length, 0).astype(kind), absent),
            edges=None if complete else np.argwhere(np.triu(edge)).astype(np.int32),
            required=required,
            absent=absent,
        )

    def with_lengths(self, pairs: NDArray[np.int32], lengths: NDArray[Any]) -> CycleProblem:
        """Return the problem of some edges, shape (m, 2), with other lengths, shape (m,)."""
        matrix = np.zeros((self.size, self.size), lengths.dtype)
        edge = np.zeros(matrix.shape, np.bool_)
        for u, v in (pairs.T, pairs.T[::-1]):
            matrix[u, v], edge[u, v] = lengths, True
        return CycleProblem.of(matrix, edge, self.required)


@dataclass(frozen=True, kw_only=True)
class CycleForm:
    """A shortest cycle or path on numbered places as a :class:`CycleProblem`.

    A path becomes a cycle through one more place, home, whose number is ``places``. In a digraph
    place i becomes the nodes i, to leave it, and ``self.nodes // 2 + i``, to enter it.
    """

    places: int
    directed: bool
    closed: bool
    start: int | None = None
    end: int | None = None
    """The given ends of a path."""
    require: tuple[Pair, ...] = ()
    forbid: tuple[Pair, ...] = ()
    either: tuple[Pair, ...] = ()
    """Pairs of places of which tours use one of the two arcs, where the direction counts only for
    an order."""

    def in_order(self) -> CycleForm:
        """Return the form of tours in some order, for which the direction counts."""
        if self.directed:
            return self
        back = ((v, u) for u, v in self.forbid)
        return replace(
            self, directed=True, require=(), forbid=(*self.forbid, *back), either=self.require
        )

    @property
    def stops(self) -> int:
        """The number of places with home."""
        return self.places + (not self.closed)

    @property
    def size(self) -> int:
        """The number of nodes of the cycle problem."""
        return self.stops * (2 if self.directed else 1)

    @property
    def home(self) -> int | None:
        """The stop that closes a path, None for a cycle."""
        return None if self.closed else self.places

    @cached_property
    def ways(self) -> list[Pair]:
        """The arcs from home to where a path may start, and from where it may end to home."""
        if self.closed:
            return []
        home, every = self.places, range(self.places)
        starts = [v for v in every if v != self.end] if self.start is None else [self.start]
        ends = [v for v in every if v != self.start] if self.end is None else [self.end]
        return [(home, v) for v in starts] + [(v, home) for v in ends]

    @cached_property
    def given(self) -> list[Pair]:
        """Those of these arcs that are used because an end was asked for."""
        asked = (self.places, self.start), (self.end, self.places)
        return [] if self.closed else [arc for arc in asked if None not in arc]  # type: ignore[misc]

    def edge(self, u: int, v: int) -> Pair:
        """Return the edge of the cycle problem that an arc between two stops is."""
        return (u, self.stops + v) if self.directed else (min(u, v), max(u, v))

    def problem(
        self, lengths: NDArray[Any], present: NDArray[np.bool_] | None = None, prizes: int = 0
    ) -> CycleProblem:
        """Return the cycle problem for the lengths of all pairs, shape (places, places).

        ``present`` says which of them are edges; by default all are. ``prizes`` are all that a tour
        may lose.
        """
        n, stops, size = self.places, self.stops, self.size
        afford(
            (10 if lengths.dtype != object else 60) * size**2, f"a shortest tour of {n:,} places"
        )
        # 1. The arcs between stops: those of the graph that are not forbidden, and those of home.
        arc = np.zeros((stops, stops), bool)
        arc[:n, :n] = True if present is None else present
        np.fill_diagonal(arc, False)  # noqa: FBT003 - a fill value
        for u, v in self.forbid:
            arc[u, v] = False
            arc[v, u] &= self.directed
        length = lengths
        if not self.closed:
            length = np.zeros((stops, stops), lengths.dtype)
            length[:n, :n] = lengths
            for u, v in self.ways:
                arc[u, v] = True
                arc[v, u] |= not self.directed
        # A tour that leaves u by u-v pays nothing more, one that enters it by v-u gets back what it
        # pays for leaving, and any other is longer than the shortest one.
        limit = None
        if self.either:
            longest = int(abs(lengths[arc[:n, :n]]).max(initial=0))
            limit = 1 + n * longest + prizes
            toll = limit + n * longest
            length = length.astype(object)
            for u, v in map(sorted, self.either):
                length[u] += toll
                length[[u, v], [v, u]] -= toll
        # 2. Leaving and entering a place are different nodes of a digraph.
        edge = arc
        if self.directed:
            edge = np.zeros((size, size), bool)
            edge[:stops, stops:] = arc | np.eye(stops, dtype=bool)
            edge[stops:, :stops] = edge[:stops, stops:].T
            weights = np.where(np.eye(stops, dtype=bool), 0, length)
            length = np.zeros((size, size), weights.dtype)
            length[:stops, stops:] = weights
            length[stops:, :stops] = weights.T
        problem = CycleProblem.of(length, edge, tuple(sorted(self._required())))
        return replace(problem, limit=limit)

    def problem_of(self, points: Points) -> CycleProblem:
        """Return the cycle problem for places of which all pairs are edges, without a matrix.

        With both ends given, home has edges of length 0 to all other places, too; a cycle cannot
        use them.
        """
        afford(PLACE * self.size, f"a shortest tour of {self.places:,} places")
        return CycleProblem(
            size=self.size,
            matrix=np.zeros((0, 0), np.int64),
            edges=None,
            required=tuple(sorted(self._required())),
            absent=LARGEST_SUM,
            points=points,
        )

    def has_either(self, ring: Sequence[int]) -> bool:
        """Return True if a cycle of stops has all pairs of which it uses one of the two arcs."""
        steps = {*map(frozenset, zip(ring, [*ring[1:], *ring[:1]], strict=True))}
        return all(frozenset(pair) in steps for pair in self.either)

    def _required(self) -> set[Pair]:
        """Return the edges of the cycle problem that the cycle uses."""
        twins = [(i, i) for i in range(self.stops)] if self.directed else []
        return {self.edge(u, v) for u, v in (*self.require, *self.given, *twins)}

    @property
    def any_order(self) -> list[int]:
        """Some order of the places with the given ends."""
        return sorted(range(self.places), key=lambda v: (v == self.end, v != self.start))

    def encoded(self, order: Sequence[int]) -> list[int]:
        """Return the cycle of the problem that visits the places in this order."""
        return self.nodes_of(list(order) if self.closed else [*order, self.places])

    def nodes_of(self, stops: list[int]) -> list[int]:
        """Return the cycle of the problem that makes these stops."""
        return [v for k in stops for v in (self.stops + k, k)] if self.directed else stops

    def stops_of(self, cycle: Sequence[int]) -> list[int]:
        """Return the stops of a cycle of the problem, in the direction of the arcs."""
        order = list(cycle)
        if not self.directed:
            return order
        # A place is left right after it is entered; read the other way round, before.
        k = next(k for k, v in enumerate(order) if v < self.stops)
        if order[k - 1] != self.stops + order[k]:
            order.reverse()
        return [v for v in order if v < self.stops]

    def decoded(self, cycle: Sequence[int]) -> list[int]:
        """Return the order of the places on a cycle of the problem, a path from its start."""
        order = self.stops_of(cycle)
        if self.closed:
            return order
        k = order.index(self.places)
        path = order[k + 1 :] + order[:k]
        wrong = (self.start is not None and path[0] != self.start) or (
            self.end is not None and path[-1] != self.end
        )
        return path[::-1] if wrong and not self.directed else path


# -- The shortest cycle that was found, and the exact proof that none is shorter, in integers

Family = tuple[tuple[int, ...], ...]
"""Sets of nodes: one alone is crossed at least twice by every Hamiltonian cycle. More are a comb: a
handle, then an odd number k >= 3 of disjoint teeth, each with nodes inside and outside the handle;
together they are crossed at least 3k + 1 times."""


class Multipliers(NamedTuple):
    """A dual solution in integers, at the scale of its solution."""

    potentials: tuple[int, ...]
    """One for each node."""
    families: tuple[tuple[int, int], ...]
    """Indices into the families of the solution, and multipliers: at least 1, or below 0 for a set
    that the cycles of the case cross exactly twice."""


@dataclass(frozen=True, kw_only=True)
class CycleSolution:
    """A Hamiltonian cycle of a problem, with a lower bound on the length of all of them."""

    tour: list[int]
    length: int
    bound: int
    """No cycle is shorter; the tour is shortest where this is its length."""
    scale: int
    """What lengths are multiplied by before they are compared with weights."""
    families: tuple[Family, ...]
    root: Multipliers | None
    """Weights that exclude edges before the tree is read."""
    weights: tuple[Multipliers, ...]
    """The weights of the leaves."""
    tree: tuple[tuple[int, ...] | int, ...]
    """In preorder: an edge splits, first the cycles that use it; a family of one set, by its number
    alone, splits, first the cycles that cross it twice; a number is a leaf's weights. Empty where
    nothing is proved."""

    @property
    def is_shortest(self) -> bool:
        """True if no tour is shorter."""
        return self.bound == self.length


def demand(family: Family, crossed: Visits | Order | None = None) -> int:
    """Return how often every cycle crosses the sets of a family, at least.

    Without more that is known, these are Hamiltonian cycles.
    """
    if crossed is not None:
        return crossed.demand(family)
    return 2 if len(family) == 1 else 3 * len(family) - 2


@dataclass(frozen=True, eq=False)
class Order:
    """Which place comes before which, on the way from home back to it, in a digraph.

    Place v is the node v, to leave it, and ``places + v``, to enter it. A set *splits* a place if
    it has one of the two. Let it split k places, all of them by having the node for entering, and
    none by that for leaving. From each of these to the next, and there, a cycle crosses the border
    once or more often: 2 k times in all. If a place in the set comes before one outside, and no
    place that is split can lie between, it leaves the set once more, and returns: 2 k + 2 times. A
    place that is split and left out is crossed twice as well, by its loop and the edge beside it.
    With k = 0 this is a border that is crossed at least twice, and it is one of the inequalities of
    Balas, Fischetti and Pulleyblank (1995) where home, what precedes or what follows is split.
    """

    before: NDArray[np.bool_]
    """Shape (places, places), transitive: the first comes before the second where both are visited;
    home is in neither."""
    home: int
    """Where the way begins and ends."""
    stays: NDArray[np.bool_]
    """Which places are always visited, shape (places,); home is."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """Which place comes after so many steps from home; it is visited."""
    least: int = 0
    """How many places besides home are visited at least."""
    _known: dict[Family, int] = field(default_factory=dict)

    @cached_property
    def after(self) -> NDArray[np.bool_]:
        """Which of two visited places comes first; home is both before and after all places."""
        after = self.before.copy()
        after[self.home] = after[:, self.home] = True
        return after & self.stays & self.stays[:, None]

    @property
    def is_whole(self) -> bool:
        """True if sets that are crossed often enough say all: it is an order of visited places."""
        return not self.numbers and bool(self.stays.all())

    @property
    def dropped(self) -> NDArray[np.bool_]:
        """Which arcs no order allows, shape (places, places)."""
        before, home, stays = self.before, self.home, self.stays
        found = before.T | (before & stays) @ before
        found[home] |= before[stays].any(axis=0)
        found[:, home] |= before[:, stays].any(axis=1)
        return found

    @cached_property
    def cuts(self) -> list[tuple[int, int, NDArray[np.bool_]]]:
        """Two visited places and those that a way from one to the other does not pass."""
        before, home = self.before, self.home
        around, stay = np.arange(len(before)) == home, np.flatnonzero(self.stays).tolist()
        found = [(v, home, before[:, v]) for v in stay if before[:, v].any()]
        found += [(home, v, before[v]) for v in stay if before[v].any()]
        pairs = np.argwhere(before & self.after).tolist()
        return found + [(u, v, around | before[:, u] | before[v]) for u, v in pairs]

    def allows(self, places: Sequence[int]) -> bool:
        """Return True if places in this order, from home to home, keep to it."""
        if any(places[step - 1 : step] != [v] for step, v in self.numbers.items()):
            return False
        return not np.tril(self.before[np.ix_(places, places)]).any()

    def is_broken(self, ways: Iterable[Pair]) -> bool:
        """Return True if no tour that keeps to it uses all of these arcs between places.

        Arcs that follow each other are a piece of the tour. What comes before a place of a piece
        does not come later in it; nor, where the piece begins at home, outside of it.
        """
        after = dict(ways)
        for first in after.keys() - {*after.values()} | (after.keys() & {self.home}):
            piece, v = [first], after[first]
            while v in after and v not in (first, self.home):
                piece.append(v)
                v = after[v]
            piece += [v] * (v not in (first, self.home))
            if np.tril(self.before[np.ix_(piece, piece)]).any():
                return True
            stay = self.stays.copy()
            stay[piece] = False
            others = np.flatnonzero(stay).tolist()
            if first == self.home and self.before[np.ix_(others, piece)].any():
                return True
            if v == self.home != first and self.before[np.ix_(piece, others)].any():
                return True
        return False

    def demand(self, family: Family) -> int:
        """Return how often every cycle that keeps to it crosses the sets of a family, at least.

        Where places may be left out, that of one set may be below 2.
        """
        if len(family) > 1:
            return demand(family)
        if (found := self._known.get(family)) is None:
            found = self._known[family] = self._demand(family[0])
        return found

    def _demand(self, nodes: Sequence[int]) -> int:
        n = len(self.before)
        chosen = np.zeros(2 * n, np.bool_)
        chosen[list(nodes)] = True
        leave, enter = chosen[:n], chosen[n:]
        if (leave & ~enter).any():
            leave, enter = ~leave, ~enter
        if (leave & ~enter).any():
            return 2 * bool(self.stays.all())
        split, inside, outside = enter & ~leave, leave, ~enter
        pairs = self.after[np.ix_(inside, outside)]
        for v in np.flatnonzero(split).tolist():
            if v != self.home:
                pairs = pairs & (self.before[v, inside][:, None] | self.before[outside, v])
        return 2 * int(split.sum()) + 2 * bool(pairs.any())


class Visits(NamedTuple):
    """What every tour visits where places may be left out.

    A family is then one set; or a comb, of whose teeth both parts are visited; or, of sets that do
    not meet, the nodes of one place each.
    """

    allowances: tuple[tuple[frozenset[int], int], ...] = ()
    """Sets of places, by their smaller nodes, and how many of each may be left out."""
    order: Order | None = None
    """Which places come before which."""

    def least(self, nodes: Iterable[int]) -> int:
        """Return how many places of some nodes every tour visits, at least."""
        if not self.allowances:
            return 0
        inside = frozenset(nodes)
        return max(0, *(len(inside & places) - most for places, most in self.allowances))

    def demand(self, family: Family) -> int:
        """Return how often every tour crosses the sets of a family, at least."""
        if len(family) == 1:
            return max(2, self._ordered(family))
        if not {*family[0]}.isdisjoint(family[1]):
            return demand(family)
        return 2 * self.least(place for place, *_ in family)

    def standing(self, family: Family) -> int | None:
        """Return the node that stands for a set, None if some place of it is visited."""
        if len(family) > 1 or self.least(family[0]) or self._ordered(family) >= 2:
            return None
        return family[0][0]

    def _ordered(self, family: Family) -> int:
        """Return how often a set is crossed because of the order."""
        return 0 if self.order is None else self.order.demand(family)
