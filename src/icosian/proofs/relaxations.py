"""Relaxations of tours: cuts, 1-trees of dual weights, left out places, orders."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Tick, with_ticks
from icosian.proofs.lengths import ROWS, Edge, PlaceLengths, Rows, SymmetricInstance, Table

if TYPE_CHECKING:
    from icosian.proofs.bounds import DualWeights

Family = tuple[tuple[int, ...], ...]
"""One set of nodes, or a comb: its handle, then its teeth, and rests of their parts."""


class Borders(NamedTuple):
    """The borders of a family, and how often a cycle crosses all of them together."""

    sides: list[frozenset[int]]
    """One side of each border, the smaller one."""
    crossings: int
    """The least number of crossings."""


def borders(family: Family, size: int) -> Borders:
    """Return the borders of a family in a graph with nodes ``0..size - 1``, or refuse it.

    A cycle crosses the border of a set of some but not all nodes an even number of times, at least
    twice. Let T be a tooth of a comb and H its handle. The two parts of T, in H and outside, and T
    itself have borders that are crossed twice each; the first two count an edge from part to part
    twice, but no such edge crosses that of T. So the crossings of T and the edges from part to part
    are at least 3. The latter cross the border of H, and disjoint teeth do not share them. So the
    borders of k teeth and of the handle are crossed at least 3 k times in all, an even number of
    times, and for an odd k at least 3 k + 1 times (Chvatal 1973; Groetschel and Padberg 1979).
    """
    sets = [_members(part, size) for part in family]
    if len(sets) == 1:
        if not 0 < len(sets[0]) < size:
            raise InvalidProof("a set must hold some nodes, but not all that a tour visits")
        crossings = 2
    else:
        if len(sets) < 4 or len(sets) % 2:
            raise InvalidProof("a comb has a handle and an odd number of teeth, at least 3")
        handle, *teeth = sets
        if sum(map(len, teeth)) > len(frozenset().union(*teeth)):
            raise InvalidProof("two teeth of a comb share a node")
        if not all(tooth & handle and tooth - handle for tooth in teeth):
            raise InvalidProof("a tooth of a comb must lie in its handle in part")
        crossings = 3 * len(teeth) + 1
    sides = [part if 2 * len(part) <= size else frozenset(range(size)) - part for part in sets]
    return Borders(sides, crossings)


def _members(part: tuple[int, ...], size: int) -> frozenset[int]:
    members = frozenset(part)
    if len(members) < len(part):
        raise InvalidProof("a member of a set is listed twice")
    if not all(type(v) is int and 0 <= v < size for v in members):
        raise InvalidProof("a set holds what is not the number of a node")
    return members


# -- The tours that are shorter than a bound: which edges they use, and that there are none

_Refund = tuple[frozenset[int], int]

_Branch = tuple[bool, int, int, int]


class _LeastOneTree(NamedTuple):
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
        problem: SymmetricInstance,
        families: Collection[Family],
        scale: int,
        most: int,
        tick: Tick,
    ) -> None:
        self._order = order = problem.order
        self.known: list[frozenset[Edge]] = []
        """The edges, and the loops, of tours that may be shorter."""
        self._lengths, self.required = problem.lengths, set(problem.required)
        if order is not None:
            self._lengths = order.allowed(problem.lengths)
        self.edges = self._lengths
        self._families: list[Borders] = [self._borders(f) for f in with_ticks(families, tick, ROWS)]
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
        if not 0 <= u < len(self._lengths) or _length(self._lengths, u, v) is None:
            raise InvalidProof(f"a case is split on {pair!r}, which is not an edge")
        return u, v

    def exclude(self, weights: DualWeights) -> None:
        """Leave out edges that no shorter tour uses, and require those that all of them use."""
        self.exclude_by_sums(weights)
        if not weights.families:
            self.exclude_by_tree(weights)

    def exclude_by_sums(self, weights: DualWeights) -> None:
        """Exclude by all reduced lengths below 0: reduced cost fixing (Dantzig et al. 1954)."""
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
        if required & unused or any(_length(self.edges, u, v) is None for u, v in required):
            return True
        return self._is_refuted(weights, required, unused, often)

    def _is_refuted(
        self, weights: DualWeights, required: set[Edge], unused: set[Edge], often: Collection[int]
    ) -> bool:
        """Return True if no shorter tour uses those edges and avoids others."""
        paid, edges, order = self._paid(weights, often), self.edges, self._order
        # 1. All reduced lengths below 0, which are few: of places they are looked up.
        has_few = weights.families or order is not None or paid.total > self._most
        if has_few and not unused and self._bound(paid, edges, required) > self._most:
            return True
        # 2. The same without some edges, or a 1-tree.
        if weights.families or unused or order is not None:
            edges = table = self._table()
            for u, v in unused:
                table[u] = {w: c for w, c in table[u].items() if w != v}
        if order is not None and order.excludes(table, required):
            return True
        is_closed = bool(unused) and self._bound(paid, edges, required) > self._most
        if not (is_closed or weights.families):
            tree = self._one_tree(paid, edges, required)
            is_closed = tree is None or tree.bound > self._most
        # Last what may take long.
        return (
            is_closed
            or is_stuck(edges, required)
            or self._only_known(edges, required)
            or self._are_walks_longer(paid, edges, required)
        )

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
        return order.are_longer(rests, required, self._most - paid.total - others, self._tick)

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

    def _paid(self, weights: DualWeights, often: Collection[int] = ()) -> _Paid:
        """Return what a cycle pays that crosses some borders two times more than it must."""
        total, ends = 2 * sum(weights.potentials), list(weights.at(len(self._lengths)))
        refunds = []
        tolls: Counter[Edge] = Counter()
        for f, multiplier in weights.families:
            sides, crossings = self._families[f]
            total += multiplier * (crossings + 2 * (f in often))
            for side in sides:
                for v in side:
                    ends[v] += multiplier
                refunds.append((side, 2 * multiplier))
            for loop in self._loops_for(f):
                tolls[loop] += 2 * multiplier
        return _Paid(total, ends, refunds, tolls)

    def _loops_for(self, family: int) -> list[Edge]:  # noqa: ARG002 - others have some
        """Return the loops without which a set is crossed."""
        return []

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
        return enumerate(with_ticks(edges, self._tick, ROWS))

    def _rests(
        self, paid: _Paid, edges: Rows, required: set[Edge], most: float = math.inf
    ) -> Table:
        """Return reduced lengths of edges up to ``most`` and of required ones, without refunds."""
        _, ends, refunds, tolls = paid
        scale, rows = self._scale, []
        for u, row in self._near(edges, ends, most):
            own = ends[u]
            rows.append(
                {v: rest for v, c in row.items() if (rest := scale * c - own - ends[v]) <= most}
            )
        for u, v in chain(required, tolls):
            if (c := _length(edges, u, v)) is not None:
                rows[u][v] = scale * c - ends[u] - ends[v]
        for side, refund in with_ticks(refunds, self._tick, ROWS):
            for u in side:
                row = rows[u]
                for v in row.keys() & side:
                    row[v] += refund
        for (u, v), toll in tolls.items():
            if v in rows[u]:
                rows[u][v] -= toll
        return rows

    def _bound(self, paid: _Paid, edges: Rows, required: set[Edge]) -> int:
        """Return a scaled length that no cycle goes below."""
        if isinstance(edges, PlaceLengths) and edges.is_plain and not paid.refunds:
            ends, scale, total = paid.ends, self._scale, paid.total
            for u, v in required:
                total += max(scale * (edges.length(u, v) or 0) - ends[u] - ends[v], 0)
            return total + edges.below(ends, scale, self._tick)
        most = -1 - sum(min(refund, 0) for _, refund in paid.refunds)  # negative ones come later
        rests = self._rests(paid, edges, required, most=most)
        total = paid.total + sum(rests[u].pop(v) for u, v in required)
        return total + sum(min(rest, 0) for row in rests for rest in row.values())

    def _one_tree(self, paid: _Paid, edges: Rows, required: set[Edge]) -> _LeastOneTree | None:
        """Return a minimum 1-tree by Kruskal's algorithm, None if there is none.

        Of many places there is only the bound, and no more of it than is needed.
        """
        scale, ends, size = self._scale, paid.ends, len(edges)
        near = (self._most - paid.total) // size + abs(self._most) // size + 1  # twice the mean
        if isinstance(edges, PlaceLengths) and edges.is_plain:
            asked = ends, scale, required, near, self._most - paid.total
            sum_of_tree = edges.one_tree(*asked, self._tick)
            return None if sum_of_tree is None else _LeastOneTree(paid.total + sum_of_tree, [], [])
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
            if u and not joins((False, rest_of(u, v, _length(edges, u, v) or 0), u, v)):
                return None
        # 2. The two shortest edges at node 0, required ones first.
        first = sorted(
            ((0, v) not in required, rest_of(0, v, c), 0, v) for v, c in edges[0].items()
        )
        if len(first) < 2:
            return None
        paid_first = paid.total + sum(rest for _, rest, _, _ in first[:2])
        # 3. The shortest edges that join two parts: first of short ones, which mostly are enough.
        for most in (*(4**k * max(1, near) for k in range(1, 5)), math.inf):
            ahead = (
                (True, rest_of(u, v, c), u, v)
                for u, row in self._near(edges, ends, most)
                for v, c in row.items()
                if u and v
            )
            short = sorted(branch for branch in ahead if branch[1] <= most)
            if any(joins(branch) and len(branches) == size - 2 for branch in short):
                break
        if len(branches) < size - 2:
            return None
        bound = paid_first + sum(rest for _, rest, _, _ in branches)
        return _LeastOneTree(bound, branches, first[:2])

    def exclude_by_tree(self, weights: DualWeights) -> None:
        """Leave out edges with which even the least 1-tree is too long for a shorter tour."""
        paid, edges, required = self._paid(weights), self._table(), self.required
        if any(v not in edges[u] for u, v in required):
            return
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
        # In the least 1-tree with an edge it replaces the longest edge on its cycle that is not
        # required (Volgenant and Jonker 1982).
        first = max((rest + slack for is_free, rest, _, _ in tree.ends if is_free), default=lowest)
        kept = []
        for u, row in enumerate(with_ticks(edges, self._tick, ROWS)):
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


def is_apart(family: Family) -> bool:
    """Return True for a set and a node that stands for what is outside of it."""
    return len(family) == 2 and len(family[1]) == 1 < len(family[0])


def _length(edges: Rows, u: int, v: int) -> int | None:
    return edges.length(u, v) if isinstance(edges, PlaceLengths) else edges[u].get(v)


def is_stuck(edges: Rows, required: set[Edge]) -> bool:
    """Return True if a node has three required edges, or fewer than two edges."""
    used = Counter(chain.from_iterable(required))
    left = Counter(chain.from_iterable((u, v) for u, row in enumerate(edges) for v in row))
    return max(used.values(), default=0) > 2 or any(left[v] < 2 for v in range(len(edges)))


# -- Tours that may leave out places: those that are shorter than a bound, if there are any


class PartialTours(ShorterTours):
    """The cycles through some places whose scaled length is at most a number."""

    def __init__(
        self,
        problem: SymmetricInstance,
        families: Collection[Family],
        scale: int,
        most: int,
        tick: Tick,
    ) -> None:
        self._prices: Mapping[int, int]
        self._allowances: Sequence[tuple[frozenset[int], int]]
        self._prices, self._least, self._allowances = problem.omissions or ({}, 0, ())
        self._problem, self._directed, self._places = problem, problem.is_doubled, problem.places
        super().__init__(problem, families, scale, most, tick)
        self._is_reduced = problem.is_doubled or problem.home is not None  # or nothing is left out
        self._loops: dict[int, Edge] = {}
        """The loop at each node of a place that may be left out."""
        self._stands = [
            family[0][:1] if len(family) == 1 or is_apart(family) else () for family in families
        ]
        self._apart = [family[1] if is_apart(family) else () for family in families]
        self._insides = [frozenset(family[0]) for family in families]
        order = problem.order
        self._is_crossed = [
            self._least_of(inside) > 0
            or (len(family) == 1 and order is not None and order.crossings(inside) > 1)
            for family, inside in zip(families, self._insides, strict=True)
        ]
        """The sets that are crossed without a node that stands for them."""
        loops: Table = [{} for _ in range(len(self._lengths))]
        for place, price in self._prices.items():
            loop = problem.loop(place)
            loops[loop[0]][loop[1]] = price
            self._loops |= dict.fromkeys(loop, loop)
        if isinstance(self._lengths, PlaceLengths):
            self._lengths = self._lengths.plus(loops)
        else:
            self._lengths = [a | b for a, b in zip(self._lengths, loops, strict=True)]
        self.edges = self._lengths

    def _table(self) -> Table:
        """Return the edges that shorter tours need, with all their lengths in memory.

        Let tours with an edge vw get no longer without v, and w be in each set of v. Then a shorter
        tour of the fewest places does not use vw: without v it would be another, and of fewer, or
        two places there and back, which are looked at apart.
        """
        table = super()._table()
        if not (self._is_reduced or self.known):
            self._is_reduced = True
            out, rows = self._needless(table), enumerate(table)
            self.edges = [{v: c for v, c in row.items() if (u, v) not in out} for u, row in rows]
        return list(self.edges)

    def _needless(self, table: Table) -> set[Edge]:
        """Return the edges of which tours may leave out an end, and get no longer."""
        from icosian.proofs.nearby import table_of

        numbers = chain(self._prices.values(), *(row.values() for row in table))
        none, out = -1 - max(map(abs, numbers), default=0), set[Edge]()
        lengths = table_of(table, [none] * len(table), directed=False)
        for v, price in with_ticks(self._prices.items(), self._tick, ROWS):
            sets = [self._allowances[k] for k in self._meeting.get(v, ())]
            if sets and all(most + 1 >= len(some) for some, most in sets):
                ends = sorted(set(sets[0][0]).intersection(*(some for some, _ in sets)) - {v})
                a, b, away = lengths[v], lengths[ends], lengths[v, ends][:, None]
                fit = (a == none) | ((b != none) & (b + price <= a + away))
                fit[:, v] = fit[range(len(ends)), ends] = True
                out |= {(min(v, w), max(v, w)) for w in compress(ends, fit.all(axis=1))}
        return out

    def _borders(self, family: Family) -> Borders:
        """Return the borders of one set, of a comb, or of the nodes of each of some places.

        Of a set and a node outside of it these are those of the set. Sets that do not cross the
        handle of a comb are rests: each part of a tooth that may be missed takes the next of them,
        until some place of it or of these is visited, and some place outside of each of these.

        Let a cycle miss m parts of the k teeth. Then it visits m rests or more, and crosses the
        border of each twice at least. (1) For m = 0 what it visits is a comb. (2) Let m > 0, and
        let no tooth hold all that it visits. The border of a tooth and the edges from part to part,
        which cross the handle, are at least 3 if it visits both parts, and 2 if it visits one. With
        p teeth of one part and q of none the comb is crossed 3 k - p - 3 q times or more, which is
        at least 3 k + 1 - 2 m, as m = p + 2 q and p + q > 0. (3) Let a tooth hold all that it
        visits, so that m is at least 2 k - 2. If it visits both parts of this tooth, it crosses the
        handle twice, and 3 k + 1 - 2 m is at most 5 - k <= 2; else m = 2 k - 1, and that is at most
        3 - k <= 0. So all borders together are crossed at least 3 k + 1 times (generalized combs of
        Fischetti, Salazar Gonzalez and Toth 1995, whose rests are the others of a group).
        """
        if is_apart(family):
            found = borders(family[:1], len(self._lengths))
            if not _members(family[1], len(self._lengths)).isdisjoint(family[0]):
                raise InvalidProof("a node that stands for what is outside of a set is in it")
            return found
        places = {part[0] for part in family if part}
        ports = ((v, v + self._places)[: 1 + self._directed] for v in range(self._places))
        if len(places) == len(family) > 1 and {*ports}.issuperset(family):
            return Borders([frozenset(part) for part in family], 2 * self._least_of(places))
        if len(family) == 1:
            return super()._borders(family)
        every = frozenset(range(len(self._lengths)))
        handle, *others = (_members(part, len(every)) for part in family)
        teeth = [some for some in others if some & handle and some - handle]
        rests = [some for some in others if some <= handle or some <= every - handle]
        if not teeth:
            raise InvalidProof("a comb without teeth is no family")
        found = borders(tuple(map(tuple, (handle, *teeth))), len(every))
        for part in chain.from_iterable((some & handle, some - handle) for some in teeth):
            met = part
            while not self._meets(met):
                if not (rests and self._meets(every - rests[0])):
                    why = "where places may be left out, both parts of a tooth are visited"
                    raise InvalidProof(f"{why}, or a place of their rests")
                found.sides.append(rests[0])
                met |= rests.pop(0)
        return found

    def _loops_for(self, family: int) -> list[Edge]:
        """Return the loops of the nodes that stand for a set, if it needs one, and for the rest."""
        stands = () if self._is_crossed[family] else self._stands[family]
        nodes = (*stands, *self._apart[family])
        return [self._loops[v] for v in nodes if v in self._loops]

    def _least_of(self, nodes: Collection[int]) -> int:
        """Return how many places of some nodes a cycle visits at least."""
        met = Counter(chain.from_iterable(self._meeting.get(v, ()) for v in nodes))
        return max((times - self._allowances[k][1] for k, times in met.items()), default=0)

    def _meets(self, nodes: Collection[int]) -> bool:
        """Return True if every cycle visits some of them."""
        may_be_out = {v % self._places for v in nodes} <= self._prices.keys() - self._used
        return not may_be_out or self._least_of(nodes) > 0

    @cached_property
    def _used(self) -> set[int]:
        """The places at the ends of edges to use."""
        return {v % self._places for edge in self.required if self._is_way(edge) for v in edge}

    @cached_property
    def _meeting(self) -> dict[int, list[int]]:
        """The sets of which only so many may be left out, by number, that hold each place."""
        found: dict[int, list[int]] = {}
        for k, (some, _) in enumerate(self._allowances):
            for v in some:
                found.setdefault(v, []).append(k)
        return found

    def has_few(self, known: Collection[frozenset[int]], limit: int) -> bool:
        """Return True if one place alone, or two there and back, cost at most so much.

        Those whose places are known do not count. The edge between two places is
        used twice there, so this is no cycle; in a digraph it is. Where one end of a path is asked
        for, only another place is joined with home as the other.
        """
        prices, n, home = self._prices, self._places, self._problem.home
        numbers = () if self._order is None else self._order.numbers
        if any(step > (home is not None) for step in numbers):
            return False  # another place comes before
        must = {v for v in range(n) if v not in prices} - {home}
        # More than two places are visited where enough sets of them do not meet.
        visited, seen = len(must), set(must)
        for some, most in self._allowances:
            if some.isdisjoint(seen):
                visited, seen = visited + len(some) - most, seen | some
        if visited > 2:
            return False
        rows: Iterable[tuple[int, dict[int, int]]] = enumerate(self.edges)
        total, costs = sum(prices.values()), []

        def consider(places: set[int], length: int) -> None:
            out = [len(some) - len(some & places) - most for some, most in self._allowances]
            if must <= places and max(out, default=0) <= 0 and places not in known:
                costs.append(length + total - sum(prices.get(v, 0) for v in places))

        for v in range(n):
            pairs = ((v, home), (home, v)) if home is not None else ()
            ends = (_length(self.edges, *self._problem.edge(*pair)) for pair in pairs)
            if v != home and (home is None or any(c is not None for c in ends)):
                consider({v}, 0)
        if not self._directed and home is None:
            if isinstance(self.edges, PlaceLengths):
                lost = [prices.get(v, 0) for v in range(n)]
                rows = self.edges.within(lost, 2, limit - total, self._tick)
            for u, row in with_ticks(rows, self._tick, ROWS):
                for v, c in row.items():
                    if u < v:
                        consider({u, v}, 2 * c)
        return min(costs, default=limit + 1) <= limit

    def edge(self, pair: tuple[int, ...]) -> Edge:
        """Return an edge or a loop that a proof names."""
        u, v = pair
        return (u, v) if (u, v) == self._loops.get(u) else super().edge(pair)

    def border(self, family: int) -> int:
        """Return the number of a set that a proof names; some place on both sides is visited."""
        number, some = super().border(family), self._insides[family]
        if not (self._meets(some) and self._meets(frozenset(range(self._places)) - some)):
            raise InvalidProof(f"a cycle need not cross the border of family {family!r}")
        if self._loops_for(family):
            raise InvalidProof(f"a node that may be left out stands for family {family!r}")
        return number

    def _is_refuted(
        self, weights: DualWeights, required: set[Edge], unused: set[Edge], often: Collection[int]
    ) -> bool:
        is_lazy = isinstance(self.edges, PlaceLengths) and not unused
        if is_lazy and self._reached(weights, self.edges, required, often):
            return True
        rows = [dict(row) for row in self._table()]
        for u, v in unused:
            rows[u].pop(v, None)
        if self._order is not None and self._order.excludes(rows, required):
            return True
        if is_stuck(rows, required) or self._reached(weights, rows, required, often):
            return True
        left = self._left(rows, required)
        if left is None or is_stuck(*left) or self._reached(weights, *left, often):
            return True
        return self._only_known(*left)

    def _reached(
        self, weights: DualWeights, rows: Rows, required: set[Edge], often: Collection[int]
    ) -> bool:
        """Return True if weights show that no tour of some edges is shorter."""
        is_valid = self._are_left(weights, rows, required)
        paid = self._paid(weights, often)
        return is_valid and (
            self._bound(paid, rows, required) > self._most
            or self._are_walks_longer(paid, rows, required)
        )

    def _are_left(self, weights: DualWeights, rows: Rows, required: set[Edge]) -> bool:
        """Return True if no cycle lies within a set that weights name alone, not as in a comb."""
        visited = self._visited(rows, required)
        for f, _ in weights.families:
            inside, is_alone = self._insides[f], self._stands[f] and not self._apart[f]
            is_left = any(len(some - inside) > most for some, most in self._allowances)
            if is_alone and len(inside) > 2 and visited <= inside and not is_left:
                return False
        return True

    def exclude(self, weights: DualWeights) -> None:
        """Leave out edges that no shorter tour uses, and require those that all of them use."""
        if not self._are_left(weights, self._table(), self.required):
            raise InvalidProof("a cycle may lie within a set that the root weighs")
        super().exclude(weights)

    def exclude_by_tree(self, weights: DualWeights) -> None:
        """Leave out nothing: a cycle through some of the places has no 1-tree of all."""

    def _visited(self, rows: Rows, required: set[Edge]) -> set[int]:
        """Return the nodes that every cycle visits.

        They have no loop, or a required edge, or no other of a set may be left out.
        """
        loops = rows.more if isinstance(rows, PlaceLengths) else rows
        free = {v for v, (tail, head) in self._loops.items() if head in loops[tail]}
        found = set(range(len(rows))) - free
        ways = (edge for edge in required if self._is_way(edge))
        both = {v % self._places for v in chain.from_iterable(ways)}
        out = self._out(required)
        for some, most in self._allowances:
            if len(some & out) == most:
                both |= some - out
        return found.union(both, (v + self._places for v in both if self._directed))

    def _out(self, required: set[Edge]) -> set[int]:
        """Return the places whose loops are required."""
        return {u % self._places for u, v in required if u >= v}

    def _is_way(self, edge: Edge) -> bool:
        """Return True if an edge joins two places."""
        return edge[0] % self._places != edge[1] % self._places

    def _left(self, rows: Table, required: set[Edge]) -> tuple[Table, set[Edge]] | None:
        """Return the edges that shorter tours can use, and those that they use; None without any.

        A cycle lies in one block, in a digraph also in one strong component. It visits at most as
        many places as the block has, and all of them if it has to visit as many.
        """
        n = self._places
        used = {edge for edge in required if self._is_way(edge)}
        visited = {v % n for v in self._visited(rows, required)}
        out = self._out(required)
        if visited & out or any(len(some & out) > most for some, most in self._allowances):
            return None
        # 1. Edges between places that are not left out; of a node with all its edges only those.
        need = 1 if self._directed else 2
        full = {v for v, times in Counter(chain.from_iterable(used)).items() if times >= need}
        ways = ((u, v) for u, row in enumerate(rows) for v in row if self._is_way((u, v)))
        edges = {(u, v) for u, v in ways if out.isdisjoint((u % n, v % n))}
        edges = {edge for edge in edges if edge in used or full.isdisjoint(edge)}
        # 2. Blocks that hold all visited places, and are large enough.
        found = self._blocks([(u % n, v % n) for u, v in edges])
        blocks = [some for some in found if len(some) >= self._least and visited <= some]
        self._tick()
        owners: list[set[int]] = [set() for _ in range(n)]
        for k, block in enumerate(blocks):
            for v in block:
                owners[v].add(k)
        edges = {(u, v) for u, v in edges if not owners[u % n].isdisjoint(owners[v % n])}
        if not edges or not used <= edges:
            return None
        if len(blocks) == 1 and len(blocks[0]) == self._least:
            visited |= blocks[0]
        # 3. No loop of a place that is visited; that of each place without edges.
        met = {v % n for v in chain.from_iterable(edges)}
        kept: Table = [{} for _ in rows]
        more = set(used)
        for u, row in enumerate(rows):
            for v, c in row.items():
                is_loop = u >= v
                if self._is_way((u, v)):
                    if (u, v) in edges:
                        kept[u][v] = c
                elif not is_loop or v % n not in visited:
                    kept[u][v] = c
                    if not is_loop or v % n not in met:
                        more.add((u, v))
        return kept, more

    def _blocks(self, edges: list[tuple[int, int]]) -> Iterable[set[int]]:
        """Return the blocks of some edges, in a digraph those of its strong components."""
        graphs: list[nx.Graph[Any]]
        if self._directed:
            H = nx.DiGraph(edges)
            graphs = [nx.Graph(H.subgraph(part)) for part in nx.strongly_connected_components(H)]
        else:
            graphs = [nx.Graph(edges)]
        for graph in graphs:
            yield from map(set, nx.biconnected_components(graph))


# -- Tours that visit some places in a given order, on the way from home through them and back


class PlaceOrder:
    """Which places come before which, and which ones have a number, of so many with home.

    Each pair in ``order`` is of a place and one that comes after it where both are visited; home is
    in none. A number is that of the steps from home to a place; the places that have one are
    visited. Those that are ``free`` may be left out, of some sets of them so many at most.
    """

    def __init__(
        self,
        places: int,
        home: int,
        order: Iterable[tuple[int, int]],
        numbers: Mapping[int, int],
        free: Collection[int],
        allowances: Iterable[tuple[frozenset[int], int]] = (),
    ) -> None:
        self._home, self._places, self.numbers = home, places, numbers
        H: nx.DiGraph[int] = nx.DiGraph(order)
        H.add_nodes_from(range(places))
        if not nx.is_directed_acyclic_graph(H):
            raise InvalidProof("the order contradicts itself")
        self._after = {v: set(nx.descendants(H, v)) for v in H}
        self._before = {v: set(nx.ancestors(H, v)) for v in H}
        self._stays, self._is_whole = set(range(places)).difference(free), not free
        always = self._stays - {home}
        others = ((some - {home}, most) for some, most in allowances)
        visited = (len(some) - most + len(always - some) for some, most in others)
        self._least = max((len(always), *visited, *numbers, 1))

    def allowed(self, rows: Rows) -> Rows:
        """Return the arcs that some order allows, and all edges within places."""
        n = self._places
        barred = [self._barred(u) - {u} for u in range(n)]
        known = rows.more if isinstance(rows, PlaceLengths) else rows
        kept = [
            {v: c for v, c in row.items() if v - n not in some}
            for row, some in zip(known[:n], barred, strict=True)
        ]
        kept += map(dict, known[n:])
        return rows.without(barred, kept) if isinstance(rows, PlaceLengths) else kept

    def _barred(self, u: int) -> set[int]:
        """Return the places that may not follow right after a place."""
        if u == self._home:
            return {v for v in self._before if not self._before[v].isdisjoint(self._stays)}
        later = self._after[u] & self._stays
        barred = self._before[u].union(*(self._after[v] for v in later))
        return barred - {self._home} | ({self._home} if later else set())

    # -- borders

    def crossings(self, nodes: frozenset[int]) -> int:
        """Return how often the border of a set is crossed at least, by the places on both sides.

        A cycle leaves the set in each split place, if all of them are entered in it and left
        outside. It leaves it elsewhere between a place inside and a later one outside, if no split
        place can be between; and again, if the latter comes before another such pair.
        """
        n = self._places
        leave, enter = ({v for v in range(n) if v + first in nodes} for first in (0, n))
        if leave - enter and enter - leave:
            return 2 * self._is_whole
        if leave - enter:  # the other side has the same border
            every = set(range(n))
            leave, enter = every - leave, every - enter
        inside, outside, split = leave, set(range(n)) - enter, enter - leave
        inside, outside = inside & self._stays, outside & self._stays
        count, places = len(split), inside
        while left := self._left_for(places, outside, split - {self._home}):
            places = {a for a in inside if not left.isdisjoint(self._before[a])}
            count += 1
        return 2 * count

    def _left_for(self, inside: set[int], outside: set[int], split: set[int]) -> set[int]:
        """Return the places outside that come after one inside, with no split one between."""
        left = set[int]()
        for a in inside:
            if a == self._home:
                later, after = outside, split
            else:
                later, after = self._after[a] & outside, split - self._before[a]
                if not after:
                    left |= outside & {self._home}
            left.update(b for b in later if after <= self._after[b])
        return left

    # -- cases

    def excludes(self, rows: Table, required: Iterable[Edge]) -> bool:
        """Return True if no tour of some edges, with those that are required, keeps to it."""
        used = [arc for arc in required if self.is_arc(*arc)]
        if self._breaks({u: v - self._places for u, v in used}):
            return True
        if not self.numbers:
            return False
        arcs = self._arcs([dict.fromkeys(row, 0) for row in rows], used)
        return self._home not in self._left(arcs)[0]

    def is_arc(self, u: int, v: int) -> bool:
        """Return True if an edge leads from one place to another."""
        return u < self._places <= v != u + self._places

    def _breaks(self, after: dict[int, int]) -> bool:
        """Return True if places that follow each other break the order."""
        entered = set(after.values())
        for first, second in after.items():
            if first in entered and first != self._home:
                continue
            piece, last = [first], second
            while last not in (self._home, first):
                if last in piece:
                    return True  # it would be entered twice
                piece.append(last)
                if last not in after:
                    break
                last = after[last]
            # 1. What comes before a place is not in the piece from there on.
            if any(not self._before[v].isdisjoint(piece[k:]) for k, v in enumerate(piece)):
                return True
            # 2. Nothing else comes before a piece from home, or after one that ends there.
            others = self._stays.difference(piece)
            if first == self._home and any(self._before[v] & others for v in piece):
                return True
            if last == self._home != first and any(self._after[v] & others for v in piece):
                return True
        return False

    def are_longer(self, rests: Table, required: Iterable[Edge], most: int, tick: Tick) -> bool:
        """Return True if all tours with the numbers are longer than that, by the lengths of arcs.

        It passes all states, a place and which others were visited before, from which the least way
        home is not too long, and keeps the least length of each (Held and Karp 1962). A place is
        visited after those that come before it, and none that comes after it.
        """
        n, home = self._places, self._home
        arcs = self._arcs(rests, required)
        left = self._left(arcs)
        later = [sum(1 << w for w in self._after[v]) for v in range(n)]
        earlier = [sum(1 << w for w in self._before[v] & self._stays) for v in range(n)]
        stays = sum(1 << v for v in self._stays - {home})
        at = {(home, 0): 0}
        for step in range(1, n):
            reached: dict[tuple[int, int], int] = {}
            for (u, seen), total in with_ticks(at.items(), tick, ROWS):
                for v, rest in arcs[u]:
                    if (
                        v == home
                        or v not in left[step]
                        or seen & (1 << v | later[v])
                        or earlier[v] & ~seen
                    ):
                        continue
                    state, length = (v, seen | 1 << v), total + rest
                    if length + left[step][v][0] <= most and length <= reached.get(state, length):
                        reached[state] = length
            at = reached
            if self._may_end(step) and any(
                v == home and total + rest <= most and not stays & ~seen
                for (u, seen), total in at.items()
                for v, rest in arcs[u]
            ):
                return False
        return True

    def _arcs(self, rests: Table, required: Iterable[Edge]) -> list[list[tuple[int, int]]]:
        """Return where each place may be left to, and how far; a required arc is the only one."""
        n = self._places
        ahead = {u: v for u, v in required if self.is_arc(u, v)}
        entered = {v: u for u, v in ahead.items()}
        return [
            [
                (v - n, rest)
                for v, rest in row.items()
                if self.is_arc(u, v) and ahead.get(u, v) == v and entered.get(v, u) == u
            ]
            for u, row in enumerate(rests[:n])
        ]

    def _left(self, arcs: list[list[tuple[int, int]]]) -> list[dict[int, tuple[float, int, float]]]:
        """Return what is left of walks from places after so many steps until home.

        This is the least length, the next place, and the least length by another. A place with a
        number comes after as many steps, and no other does. A walk may pass places often, but it
        does not go from one to another and straight back, which no tour does.
        """
        home, numbers, nothing = self._home, self.numbers, (math.inf, -1, math.inf)
        ways = [sorted(row, key=lambda arc: arc[1]) for row in arcs]
        others = set(range(self._places)) - {home, *numbers.values()}
        left = [dict[int, tuple[float, int, float]]() for _ in range(self._places + 1)]
        for step in range(self._places - 1, -1, -1):
            after = left[step + 1]
            if self._may_end(step):
                after[home] = 0, home, 0
            lowest = min((least for least, *_ in after.values()), default=0)
            for u in {numbers[step]} if step in numbers else others if step else {home}:
                least, ahead, second = nothing
                for v, rest in ways[u]:
                    if rest + lowest >= second:
                        break  # so are all further ones, which are longer
                    way, back, other = after.get(v, nothing)
                    onward = other if back == u != home else way
                    if onward == math.inf:
                        continue  # to which no large integer may be added
                    if (length := rest + onward) < least:
                        least, ahead, second = length, v, least
                    elif length < second:
                        second = length
                if least < math.inf:
                    left[step][u] = least, ahead, second
        return left

    def _may_end(self, step: int) -> bool:
        """Return True if a tour may go home after so many steps."""
        return step >= self._least
