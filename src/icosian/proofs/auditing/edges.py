"""Judges of constraints on edges: of tours, covers, disjoint cycles, and tours in an order."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, pairwise, product
from math import ceil, log10
from numbers import Rational
from operator import index, itemgetter
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.auditing.text import Row, least_sum
from icosian.proofs.claim import HOME, Claim
from icosian.proofs.lengths import USUAL, Weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Pair = tuple[int, int]

LONGEST = 10_000
"""The largest exponent of decimals."""
DIGITS = 40
"""More than the digits of any float."""


class Edges:
    """Statements about edges; a path is closed by home, whose edges lead to the ends."""

    def __init__(
        self, G: Any, claim: Claim, meanings: list[Any], unit: Fraction, weight: Weight
    ) -> None:
        if unit <= 0:
            raise InvalidProof("the unit must be positive")
        self._claim, self._unit = claim, unit
        self._number = number = {v: i for i, v in enumerate(G.nodes)}
        self._directed = G.is_directed() if isinstance(G, nx.Graph) else bool(G.directed)
        self._lengths = self._exact(G, weight)
        self._avoided = {self._pair(u, v) for u, v in claim.forbid}
        for pair in self._avoided:
            self._lengths.pop(pair, None)
        self._used = {self._pair(u, v) for u, v in claim.require}
        needed = set(self._lengths)
        if not claim.closed:
            needed |= self._go_home()
        self._edges = [pair and self._pair(*pair) for pair in meanings]
        known = [edge for edge in self._edges if edge is not None]
        self._known = set(known)
        may = self._lengths.keys() | self._avoided
        if not needed <= self._known <= may or len(self._known) < len(known):
            raise InvalidProof("the variables are not the edges that tours may use, each once")
        self._tours = [self._steps(tour) for tour in claim.besides]
        self._ports: dict[Pair, set[Pair]] = {
            (v, side): set() for v in number.values() for side in range(1 + self._directed)
        }
        for edge in known:
            for port in self._ports_of(edge):
                self._ports[port].add(edge)

    def _pair(self, u: Any, v: Any) -> Pair:
        i, j = self._number[u], self._number[v]
        return (i, j) if self._directed or i < j else (j, i)

    def _ports_of(self, edge: Pair) -> tuple[Pair, Pair]:
        return (edge[0], 0), (edge[1], int(self._directed))

    def _exact(self, G: Any, weight: Weight) -> dict[Pair, Fraction]:
        """Return the exact lengths of all edges; without a bound they do not matter."""
        lengths: dict[Pair, Fraction] = {}
        for u, v, length in _arcs(G, self._claim, weight):
            pair = self._pair(u, v)
            lengths[pair] = min(length, lengths.get(pair, length))
        return lengths

    def _go_home(self) -> set[Pair]:
        """Add the edges between home and the nodes that may be an end; return the needed ones."""
        number, start, end = self._number, self._claim.start, self._claim.end
        if HOME in number or len(number) < 2:
            raise InvalidProof("a path has at least two nodes, and none of them is home")
        everyone = list(number)
        number[HOME] = len(number)
        starts = everyone if start is None else [start]
        ends = everyone if end is None else [end]
        if not self._directed and None in {start, end}:
            starts = ends = everyone
        ways = [(HOME, v) for v in starts] + [(v, HOME) for v in ends]
        self._lengths.update(dict.fromkeys((self._pair(*way) for way in ways), Fraction(0)))
        self._used |= {self._pair(HOME, start)} if start is not None else set()
        self._used |= {self._pair(end, HOME)} if end is not None else set()
        wrong = {(HOME, end), (start, HOME)} if self._directed else set()
        return {self._pair(*way) for way in ways if way not in wrong}

    def holds(self, row: Row, least: int) -> bool:
        """Return True if every tour of the claim is known to have at least such a sum."""
        terms = {e: w for x, w in row.items() if (e := self._edges[x - 1]) is not None}
        weights = set(terms.values())
        if len(self._number) < 2:
            return True  # there is no tour of a single node
        if weights <= {1} and self._atleast_sum(set(terms), least):
            return True
        if weights <= {-1} and self._at_most(set(terms), -least):
            return True
        used = {edge for edge, weight in terms.items() if weight == -1}
        is_clause = weights <= {1, -1} and least <= 1 - len(used)
        if is_clause and self._is_excluded(used | self._used, {*terms} - used):
            return True
        return self._is_short(terms, least)

    def _atleast_sum(self, some: set[Pair], least: int) -> bool:
        if least <= 0 or (least == 1 and some & self._used):
            return True
        if least > (1 if self._directed else 2):
            return False
        near = {port for edge in some for port in self._ports_of(edge)}
        ports = near if some else set(self._ports)
        if any(self._ports[port] <= some for port in ports):
            return True
        # Every tour crosses from one part of what is left to another.
        H: nx.Graph[int] = nx.DiGraph() if self._directed else nx.Graph()
        H.add_nodes_from(self._number.values())
        H.add_edges_from(edge for edge in self._edges if edge is not None and edge not in some)
        if isinstance(H, nx.DiGraph):
            return not nx.is_strongly_connected(H)
        return not nx.is_connected(H)

    def _at_most(self, some: set[Pair], most: int) -> bool:
        if len(some) <= most or not some:
            return len(some) <= most
        need = 1 if self._directed else 2
        for port in self._ports_of(next(iter(some))):
            if some <= self._ports[port]:
                return most >= need
        ports = {port for edge in some for port in self._ports_of(edge)}
        nodes = {v for v, _ in ports}
        return len(ports) < len(self._ports) and most >= len(nodes) - 1

    def _is_excluded(self, used: set[Pair], dropped: set[Pair]) -> bool:
        """Return True if it is plain that no tour of the claim has some edges, and not others.

        These are the rules: at least and at most two edges at each node, in a digraph one arc in
        and one out; no cycle that misses nodes; two edges, or one arc each way, across each border,
        an even number, or as many arcs one way as the other; and none of the known tours.
        """
        dropped = dropped | self._avoided
        if used & dropped or any(tour <= used for tour in self._tours):
            return True
        need, left = 1 if self._directed else 2, self._known - dropped
        for port in self._ports.values():
            if len(port & used) > need or len(port & left) < need:
                return True
        for nodes in _parts({v for edge in used for v in edge}, used):  # of paths and cycles
            if len(nodes) < len(self._number) and sum(u in nodes for u, _ in used) == len(nodes):
                return True
        if self._directed:
            arcs: nx.DiGraph[int] = nx.DiGraph(left)
            return not nx.is_strongly_connected(arcs) or not self._has_factor(used, left)
        edges: nx.Graph[int] = nx.Graph(left)
        if not nx.is_connected(edges) or nx.has_bridges(edges):
            return True
        return any(
            sum((u in part) != (v in part) for u, v in used) % 2
            for part in _parts(self._number.values(), left - used)
        )

    def _has_factor(self, used: set[Pair], left: set[Pair]) -> bool:
        """Return True if one arc into and one out of each node can be chosen, with those used."""
        tails, heads = ({edge[side] for edge in used} for side in (0, 1))
        free = {(u, v) for u, v in left if u not in tails and v not in heads}
        ways: nx.Graph[Pair] = nx.Graph(((u, 0), (v, 1)) for u, v in used | free)
        top = {port for port in ways if not port[1]}
        return len(nx.bipartite.maximum_matching(ways, top)) == 2 * len(self._number)

    def _steps(self, tour: tuple[Any, ...]) -> set[Pair]:
        """Return the edges of a known tour."""
        return {self._pair(u, v) for u, v in pairwise([*tour, *tour[: self._claim.closed]])}

    def _is_short(self, terms: dict[Pair, int], least: int) -> bool:
        """Return True if this says that a tour is shorter than the bound."""
        bound = self._claim.shorter_than
        if bound is None or -least < ceil(bound / self._unit) - 1:
            return False
        known = (edge for edge in self._edges if edge is not None)
        return all(-terms.get(edge, 0) * self._unit <= self._lengths[edge] for edge in known)


class Covers(Edges):
    """Statements about the edges of covers by fewer disjoint paths than a bound."""

    def _go_home(self) -> set[Pair]:
        return set()  # the paths end anywhere

    def holds(self, row: Row, least: int) -> bool:
        """Return True if every cover of the claim is known to have at least such a sum."""
        terms = {e: w for x, w in row.items() if (e := self._edges[x - 1]) is not None}
        edges, weights = set(terms), set(terms.values())
        if weights <= {1} and edges >= self._lengths.keys():  # one edge less than nodes for a path
            return least <= max(0, len(self._number) + 1 - (self._claim.fewer_than or 0))
        nodes = {v for edge in edges for v in edge}
        return weights <= {-1} and (
            self._at_most(edges, -least) or -least >= max(0, len(nodes) - 1)
        )


class Cycles(Edges):
    """Statements about disjoint cycles: which edge is in which of them."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, members: list[tuple[Any, Any, Any]]) -> None:
        cycle, self._several = Claim(closed=True), claim.disjoint
        if G.is_multigraph() or replace(claim, disjoint=1, every_edge=False) != cycle:
            raise InvalidProof("disjoint cycles have no conditions, and no edge is there twice")
        super().__init__(G, cycle, [(u, v) for u, v, c in members if c == 1], Fraction(1), USUAL)
        x = {edge: x for x, edge in enumerate(self._edges, start=1)}
        self._members = [(x[self._pair(u, v)], c) for u, v, c in members]
        if Counter(self._members) != Counter(product(x.values(), range(1, self._several + 1))):
            raise InvalidProof("the variables are not the edges of each cycle, each once")
        need = self._several * (1 if self._directed else 2)
        self._full = [{x[e] for e in port} for port in self._ports.values() if len(port) == need]
        """The edges at each node without a spare one: each is in a cycle."""
        if claim.every_edge and len(self._full) < len(self._ports):
            raise InvalidProof("a decomposition does not have so many cycles")
        self._chosen: set[Pair] = set()
        """Edges, each with the cycle that is given: the cycles can be numbered so."""

    def holds(self, row: Row, least: int) -> bool:
        """Return True if a clause is known to hold for some numbering, the same for all clauses."""
        if {*row.values()} - {1, -1} or least > least_sum(row):
            return False
        parts: dict[int, Row] = {}
        for x, weight in row.items():
            edge, c = self._members[x - 1]
            parts.setdefault(c, {})[edge] = weight
        if any(super(Cycles, self).holds(part, least_sum(part)) for part in parts.values()):
            return True
        full = set().union(*self._full)
        for (edge, weight), n in Counter(chain(*map(dict.items, parts.values()))).items():
            if n >= (2 if weight < 0 else self._several) and (weight < 0 or edge in full):
                return True
        if [*row.values()] != [1]:
            return False
        chosen = self._chosen | {self._members[x - 1] for x in row}
        edges, cycles = {e for e, _ in chosen}, {c for _, c in chosen}
        # Each arc at a node is in a cycle of its own; of two edges this is not known.
        fits = len(edges) == len(cycles) == len(chosen) <= (self._several if self._directed else 1)
        if fits := fits and any(edges <= port for port in self._full):
            self._chosen = chosen
        return fits


class Orders(Edges):
    """Statements about edges, and about what comes after what from where a tour is read."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, meanings: list[Any]) -> None:
        edges = [pair if pair and len(pair) == 2 else None for pair in meanings]
        super().__init__(G, claim, edges, Fraction(1), USUAL)
        number, roots = self._number, {v for v, *_ in claim.chains} if claim.closed else {HOME}
        if len(roots) != 1 or any(type(k) is not int for _, k in claim.positions):
            raise InvalidProof("nodes are not numbered from where all chains of a cycle begin")
        chains = [*claim.chains, [v for v, _ in sorted({*claim.positions}, key=itemgetter(1))]]
        if any(len({*chain}) < len(chain) or not {*chain} <= {*G} for chain in chains):
            raise InvalidProof("the order has other nodes than the graph, or one twice")
        self._numbers = [(number[v], k, len(G) - k) for v, k in claim.positions]
        self._root = number[root := roots.pop()]
        first, last = (root, None) if claim.closed else (claim.start, claim.end)
        pairs = [*product([first], G), *product(G, [last]), *chain(*map(pairwise, chains))]
        steps = [(number[a], number[b]) for a, b in pairs if not (a is None or b is None)]
        self._before = {(i, j) for i, j in steps if i != j}
        """Which nodes come before which others in every tour."""
        said = {x: pair for x, pair in enumerate(meanings, start=1) if pair and len(pair) == 3}
        if any(after != "after" or v == c or not {v, c} <= {*G} for v, after, c in said.values()):
            raise InvalidProof("a variable does not say which of two nodes comes first")
        self._after = {x: (number[c], number[v]) for x, (v, _, c) in said.items()}

    def holds(self, row: Row, least: int) -> bool:
        """Return True if a statement is known to hold for every tour of the claim."""
        part = {x: weight for x, weight in row.items() if x not in self._after}
        if len(part) == len(row):
            return super().holds(row, least)
        if {*row.values()} - {1, -1} or least > least_sum(row):
            return False
        used = {self._edges[x - 1] for x, weight in part.items() if weight < 0} | self._used
        before = self._before.union(self._after[x][:: -row[x]] for x in row.keys() - part)
        return super().holds(part, least_sum(part)) or not self._may_be(used - {None}, before)

    def _may_be(self, used: set[Any], before: set[tuple[int, ...]]) -> bool:
        """Return False if it is plain that no tour has some paths, and nodes before others."""
        for i, k, later in self._numbers:
            if sum(a == i for a, _ in before) > later or sum(b == i for _, b in before) >= k:
                return False
        # A path of used edges is passed without a break, but for where the tour is read.
        arcs = {edge for edge in used if self._root not in edge}
        H: nx.Graph[int] = nx.Graph(arcs)
        H.add_nodes_from(chain(*before))
        place: dict[int, Pair] = {}
        for i, path in enumerate(nx.connected_components(H)):
            end = next(v for v in path if H.degree[v] < 2)
            place |= {v: (i, k) for k, v in enumerate(nx.dfs_preorder_nodes(H, end))}
        steps = [(place[a], place[b]) for a, b in before | (arcs if self._directed else set())]
        ways = {(i, k < m) for (i, k), (j, m) in steps if i == j}
        between: nx.DiGraph[int] = nx.DiGraph((i, j) for (i, _), (j, _) in steps if i != j)
        return len(ways) == len({i for i, _ in ways}) and nx.is_directed_acyclic_graph(between)


def _parts(nodes: Iterable[int], edges: Iterable[Pair]) -> Iterable[set[int]]:
    """Return the components of a graph."""
    H: nx.Graph[int] = nx.Graph(edges)
    H.add_nodes_from(nodes)
    return nx.connected_components(H)


def _arcs(G: Any, claim: Claim, weight: Weight) -> Iterator[tuple[Any, Any, Fraction]]:
    """Yield all edges with their lengths, undirected ones maybe both ways."""
    if not isinstance(G, nx.Graph):
        names = list(G.nodes)
        for i, u in enumerate(names):
            for j, v in enumerate(names):
                if i != j:
                    yield u, v, Fraction(index(G.length(i, j))) * Fraction(G.unit)
        return
    for u, v, data in G.edges(data=True):
        if u == v:
            continue
        if claim.shorter_than is None or weight is None:
            yield u, v, Fraction(1)
            continue
        ways = [(u, v)] if G.is_directed() else [(u, v), (v, u)]
        if callable(weight):
            found = [weight(a, b, G[a][b]) for a, b in ways]
        else:
            found = [data.get(weight, 1)]
        for length in found:
            if length is not None:
                yield u, v, _exact(length)


def _exact(length: Any) -> Fraction:
    """Return a length exactly, a float as Python or NumPy prints it."""
    with suppress(ArithmeticError, AttributeError, TypeError, ValueError):
        if isinstance(length, Rational):
            return Fraction(int(length.numerator), int(length.denominator))
        if isinstance(length, float):
            return Fraction(float.__repr__(length))
        if not isinstance(length, Decimal):
            return _printed(length)
        if abs(length.adjusted()) <= LONGEST:
            return Fraction(length)
    raise InvalidArgument(f"lengths are finite numbers, got {shown(length)}")


def _printed(length: Any) -> Fraction:
    """Return the decimal of the fewest digits that NumPy reads as a float of another precision."""
    exact = Fraction(*length.as_integer_ratio())
    bits = abs(exact.numerator).bit_length() - exact.denominator.bit_length() + 1
    highest = ceil(bits * log10(2))  # where no digit is
    for power in range(highest, highest - DIGITS, -1):
        place = Fraction(10) ** power
        low = exact // place
        for n in sorted((low, low + 1), key=lambda n: (abs(n * place - exact), n % 2)):
            # What is not below the next power of two is another number, maybe none of the type.
            if abs(n * place) < Fraction(2) ** bits and type(length)(f"{n}e{power}") == length:
                return n * place
    raise ValueError(length)
