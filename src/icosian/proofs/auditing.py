"""Audits of formulas: every constraint has to hold for every tour that a claim is about.

The judgement rests on the constraint alone, not on its comment. Of the comments only the claim and
the meaning of the variables are read. With the code that writes formulas this room shares how
labels of nodes are written, and the rules of loop puzzles, which are those of their checker.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import chain, count, pairwise, product
from math import ceil, log10
from numbers import Rational
from operator import index, itemgetter
from typing import Any, NamedTuple

import networkx as nx

from icosian._io.text import parse_json, reason_of, shown
from icosian.exceptions import IcosianError, InvalidArgument, InvalidProof
from icosian.proofs.certificate import is_directed, no_limit
from icosian.proofs.claim import HOME, USUAL, Claim, beyond_formulas, codec, label_reader
from icosian.proofs.lengths import Weight, lengths_meant
from icosian.proofs.loops import GRIDS, LoopRefutation

SIZE = re.compile(r"\* #variable= ([0-9]{1,9}) #constraint= ([0-9]{1,9})", re.ASCII)

CLAUSES = re.compile(r"p cnf ([0-9]{1,9}) ([0-9]{1,9})", re.ASCII)

VARIABLE = re.compile(r"x([1-9][0-9]{0,8}) (.*)", re.ASCII)

ROW = re.compile(r"((?:[+-]?[0-9]+ x[1-9][0-9]{0,8} )+)>= (-?[0-9]+) ;", re.ASCII)

CLAUSE = re.compile(r"((?:-?[1-9][0-9]{0,8} )*)0", re.ASCII)

PARTS = {"edges": {2}, "numbers": {2}, "cycles": {3}, "order": {2, 3}, "statements": {2}}
"""The kinds of variables, and of how many parts their meanings consist."""

Row = dict[int, int]
"""The coefficients of variables."""


class FormulaText(NamedTuple):
    """What a formula consists of."""

    claim: str
    kind: str
    unit: str
    meanings: list[Any]
    rows: list[tuple[int, Row, int]]
    """The number of the line, the coefficients, and the least sum."""


def read_formula(formula: str) -> FormulaText:
    """Return what a formula says, without a look at the graph."""
    if re.fullmatch(r"[\n -~]*", formula) is None:  # other programs may end a line elsewhere
        raise InvalidProof("a formula consists of lines of printable ASCII characters")
    lines = formula.removesuffix("\n").split("\n")
    before = next((k for k, line in enumerate(lines) if not line.startswith("c ")), 0)
    has_clauses = lines[before].startswith("p")
    size = (CLAUSES if has_clauses else SIZE).fullmatch(lines[before])
    if size is None or (before and not has_clauses):
        raise InvalidProof(
            f"line {before + 1}: an OPB file begins with the numbers of variables and constraints,"
            " a DIMACS file with comments and these numbers"
        )
    head: dict[str, str] = {}
    meanings: dict[int, Any] = {}
    rows: list[tuple[int, Row, int]] = []
    for number, line in enumerate(lines, start=1):
        if number == before + 1:
            continue
        if number <= before or (line.startswith("*") and not has_clauses):
            said = line.removeprefix("c " if has_clauses else "* ")
            if found := VARIABLE.fullmatch(said):
                x = int(found[1])
                if x in meanings:
                    raise InvalidProof(f"line {number}: x{x} has two meanings")
                meanings[x], _ = json.JSONDecoder().raw_decode(found[2])
            elif not rows:
                word, _, rest = said.partition(" ")
                if word in head:
                    raise InvalidProof(f"line {number}: a second {word}")
                if word in {"claim", "variables", "unit"}:
                    head[word] = rest
        else:
            rows.append((number, *(_clause if has_clauses else _row)(line, number)))
    if len(rows) != int(size[2]):
        raise InvalidProof(f"the formula has {len(rows)} constraints, not {size[2]}")
    if meanings.keys() != set(range(1, int(size[1]) + 1)):
        raise InvalidProof("the comments do not give every variable a meaning")
    for number, row, _ in rows:
        if not row.keys() <= meanings.keys():
            raise InvalidProof(f"line {number}: a variable without a meaning")
    parts = PARTS.get(head["variables"])
    if parts is None:
        raise InvalidProof(f"the variables are neither {' nor '.join(PARTS)}")
    for x, meaning in meanings.items():
        if meaning is not None and (type(meaning) is not list or len(meaning) not in parts):
            raise InvalidProof(f"x{x} is none of the {head['variables']}")
    some = [meaning and tuple(meaning) for _, meaning in sorted(meanings.items())]
    return FormulaText(head["claim"], head["variables"], head.get("unit", "1"), some, rows)


def _row(line: str, number: int) -> tuple[Row, int]:
    match = ROW.fullmatch(line)
    if match is None:
        raise InvalidProof(f"line {number}: not a constraint of the form '+1 x1 -1 x2 >= 1 ;'")
    words = match[1].split()
    row: Row = {}
    for factor, name in zip(words[::2], words[1::2], strict=True):
        x = int(name[1:])
        if x in row:
            raise InvalidProof(f"line {number}: {name} occurs twice")
        row[x] = int(factor)
    return row, int(match[2])


def _clause(line: str, number: int) -> tuple[Row, int]:
    """Return the sum of a clause: its least value leaves no literal that holds, one more does."""
    match = CLAUSE.fullmatch(line)
    if match is None:
        raise InvalidProof(f"line {number}: not a clause of the form '1 -2 0'")
    row: Row = {}
    for literal in map(int, match[1].split()):
        if abs(literal) in row:
            raise InvalidProof(f"line {number}: x{abs(literal)} occurs twice")
        row[abs(literal)] = 1 if literal > 0 else -1
    return row, least_sum(row)


def least_sum(clause: Row) -> int:
    """Return the least sum of a clause that holds."""
    return 1 - sum(factor < 0 for factor in clause.values())


# -- Judges of constraints on edges: of tours, covers, disjoint cycles, and tours in an order

Pair = tuple[int, int]

LONGEST = 10_000  # the largest exponent of decimals

DIGITS = 40  # more than the digits of any float


class EdgeJudge:
    """Statements about edges; a path is closed by home, whose edges lead to the ends."""

    def __init__(
        self, G: Any, claim: Claim, meanings: list[Any], unit: Fraction, weight: Weight
    ) -> None:
        if unit <= 0:
            raise InvalidProof("the unit must be positive")
        self._claim, self._unit = claim, unit
        self._number = number = {v: i for i, v in enumerate(G.nodes)}
        self._directed = is_directed(G, closed=claim.closed)
        self._is_alone = len(number) < 2  # no cycle of a graph, but a path and a tour of places
        is_tour = not (claim.closed and isinstance(G, nx.Graph)) and claim.fewer_than is None
        if self._is_alone and is_tour and (claim.shorter_than is None or claim.shorter_than > 0):
            raise InvalidProof("a tour of one place has length 0")
        self._lengths: dict[Pair, Fraction] = {}  # without a bound they do not matter
        for u, v, length in _arcs(G, claim, weight):
            pair = self._pair(u, v)
            self._lengths[pair] = min(length, self._lengths.get(pair, length))
        self._used: set[Pair] = set()
        needed = set(self._lengths)
        if not claim.closed:
            needed |= self._go_home()
        self._avoided = {self._pair(u, v) for u, v in claim.edges_avoided}
        for pair in self._avoided:
            self._lengths.pop(pair, None)
        needed -= self._avoided
        self._used |= {self._pair(u, v) for u, v in claim.edges_used}
        self._exclusive = [{self._pair(*e), self._pair(*f)} for e, f in claim.exclusive]
        if any(len(pair) < 2 for pair in self._exclusive):
            raise InvalidProof("an edge is said to exclude itself")
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

    def _go_home(self) -> set[Pair]:
        """Add the edges between home and the nodes that may be an end; return the needed ones."""
        number, start, end = self._number, self._claim.start, self._claim.end
        if HOME in number:
            raise InvalidProof("no node of a path is home")
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
        if self._is_alone or (weights <= {1} and self._atleast_sum(set(terms), least)):
            return True  # nothing is shorter than a tour of a single place
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
        H: Any = nx.DiGraph() if self._directed else nx.Graph()
        H.add_nodes_from(self._number.values())
        H.add_edges_from(self._known - some)
        return not (nx.is_strongly_connected(H) if self._directed else nx.is_connected(H))

    def _at_most(self, some: set[Pair], most: int) -> bool:
        if len(some) <= most or not some:
            return len(some) <= most
        need = 1 if self._directed else 2
        for port in self._ports_of(next(iter(some))):
            if some <= self._ports[port]:
                return most >= need
        ports = {port for edge in some for port in self._ports_of(edge)}
        return len(ports) < len(self._ports) and most >= len({v for v, _ in ports}) - 1

    def _is_excluded(self, used: set[Pair], dropped: set[Pair]) -> bool:
        """Return True if it is plain that no tour of the claim has some edges, and not others.

        These are the rules: at least and at most two edges at each node, in a digraph one arc in
        and one out; no cycle that misses nodes; two edges, or one arc each way, across each border,
        an even number, or as many arcs one way as the other; none of the known tours, and no two
        edges that exclude each other.
        """
        dropped = dropped | self._avoided
        if used & dropped or any(some <= used for some in (*self._tours, *self._exclusive)):
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
        parts = _parts(self._number.values(), left - used)
        return any(sum((u in part) != (v in part) for u, v in used) % 2 for part in parts)

    def _has_factor(self, used: set[Pair], left: set[Pair]) -> bool:
        """Return True if one arc into and one out of each node can be chosen, with those used."""
        tails, heads = ({edge[side] for edge in used} for side in (0, 1))
        free = {(u, v) for u, v in left if u not in tails and v not in heads}
        ways: nx.Graph[Pair] = nx.Graph([((u, 0), (v, 1)) for u, v in used | free])
        top = {port for port in ways if not port[1]}
        return len(nx.bipartite.maximum_matching(ways, top)) == 2 * len(self._number)

    def _steps(self, tour: tuple[Any, ...]) -> set[Pair]:
        return {self._pair(u, v) for u, v in pairwise([*tour, *tour[: self._claim.closed]])}

    def _is_short(self, terms: dict[Pair, int], least: int) -> bool:
        """Return True if this says that a tour is shorter than the bound."""
        bound = self._claim.shorter_than
        if bound is None or -least < ceil(bound / self._unit) - 1:
            return False
        may = self._known - self._avoided
        return all(-terms.get(edge, 0) * self._unit <= self._lengths[edge] for edge in may)


class CoverJudge(EdgeJudge):
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


class CycleJudge(EdgeJudge):
    """Statements about disjoint cycles: which edge is in which of them."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, members: list[tuple[Any, Any, Any]]) -> None:
        cycle, self._several = Claim(closed=True), claim.disjoint
        if G.is_multigraph():
            raise InvalidProof("of disjoint cycles no edge is there twice")
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
        if any(super(CycleJudge, self).holds(part, least_sum(part)) for part in parts.values()):
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


class OrderJudge(EdgeJudge):
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
        # What is next to where the tour is read comes before or after all others.
        inner = [pair for pair in before if self._root not in pair]
        for edge in (edge for edge in used if self._root in edge):
            c = next(v for v in edge if v != self._root)
            late, early = (any(pair[k] == c for pair in inner) for k in (1, 0))
            if (late and early) or (self._directed and (late if edge[1] == c else early)):
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
        between: nx.DiGraph[int] = nx.DiGraph([(i, j) for (i, _), (j, _) in steps if i != j])
        return len(ways) == len({i for i, _ in ways}) and nx.is_directed_acyclic_graph(between)


def _parts(nodes: Iterable[int], edges: Iterable[Pair]) -> Iterable[set[int]]:
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
        if len({u, v}) < 2:
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


# -- Judges of constraints on numbers of nodes, and on loop puzzles


class PositionJudge:
    """Statements about which node has which number."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, meanings: list[Any]) -> None:
        self._claim, self._size, self._directed = claim, len(G), G.is_directed()
        self._places = meanings
        numbers = range(1, self._size + 1)
        known = [place for place in meanings if place is not None]
        if len(set(known)) < len(known) or any(
            v not in G or type(k) is not int or k not in numbers for v, k in known
        ):
            raise InvalidProof("the variables are not nodes of the graph and their numbers")
        forbid = {*claim.forbid, *(() if self._directed else ((v, u) for u, v in claim.forbid))}
        self._ahead: dict[Any, set[Any]] = {v: set() for v in G}
        self._behind: dict[Any, set[Any]] = {v: set() for v in G}
        for u in G:
            for v in G.adj[u]:
                if u != v and (u, v) not in forbid:
                    self._ahead[u].add(v)
                    self._behind[v].add(u)
        ends = ((v, k) for v, k in ((claim.start, 1), (claim.end, self._size)) if v is not None)
        self._given = {*claim.positions, *ends}

    def holds(self, row: Row, least: int) -> bool:
        """Return True if every tour of the claim is known to have at least such a sum."""
        terms = {place: w for x, w in row.items() if (place := self._places[x - 1]) is not None}
        more = {place for place, w in terms.items() if w == 1}
        less = {place for place, w in terms.items() if w == -1}
        if len(more) + len(less) < len(terms):
            return False
        if not less:
            return least <= 0 or (least == 1 and (bool(more & self._given) or self._is_full(more)))
        if more or (least == 0 and len(less) == 1):
            return len(less) == 1 and least <= 0 and self._follows(next(iter(less)), more)
        nodes, numbers = {v for v, _ in less}, {k for _, k in less}
        if least == -1 and (len(nodes) == 1 or len(numbers) == 1):
            return True
        return least <= 1 - len(less) and (least <= -len(less) or self._is_known(less))

    def _is_full(self, places: set[Any]) -> bool:
        """Return True if these are all places of one number, or of one node."""
        by_node, by_number = Counter(v for v, _ in places), Counter(k for _, k in places)
        return self._size in {*by_node.values(), *by_number.values()}

    def _follows(self, place: Any, others: set[Any]) -> bool:
        """Return True if a node with a number must come before or after one of others."""
        v, k = place
        for step, near in ((1, self._ahead), (-1, self._behind)):
            number = self._place(k + step)
            if number is not None and {(w, number) for w in near[v]} <= others:
                return True
        for tail, head in self._claim.require:
            for w, partner, step in ((tail, head, 1), (head, tail, -1)):
                steps = (step,) if self._directed else (1, -1)
                around = {self._place(k + step) for step in steps} - {None}
                if v == w and {(partner, number) for number in around} <= others:
                    return True
        return False

    def _place(self, k: int) -> int | None:
        if self._claim.closed:
            return (k - 1) % self._size + 1
        return k if 1 <= k <= self._size else None

    def _is_known(self, places: set[Any]) -> bool:
        for tour in self._claim.besides:
            orders = [tour]
            if not self._directed:
                orders.append(tour[:1] + tour[:0:-1] if self._claim.closed else tour[::-1])
            if any(places == set(zip(order, count(1), strict=False)) for order in orders):
                return True
        return False


class LoopJudge:
    """Statements about a loop puzzle; literals are as those of its rules."""

    def __init__(self, puzzle: Any, claim: LoopRefutation, meanings: list[Any]) -> None:
        claim._check_fit(puzzle)  # noqa: SLF001 - our own
        if claim != claim.statement:
            raise InvalidProof("the claim about a loop puzzle has no borders and no clauses")
        self._grid = grid = GRIDS[claim.kind](claim.rows, hexagonal=claim.hexagonal)
        self._paths = claim.kind.startswith("numberlink")
        self._is_apart, self._is_open = (getattr(grid, f"is_{x}", False) for x in ("apart", "open"))
        names = [(tuple(v), tuple(x) if type(x) is list else x) for v, x in filter(None, meanings)]
        known = iter([grid.variable(name) for name in names])
        self._variables = [None if meaning is None else next(known) for meaning in meanings]
        known_edges = dict(claim.known).items()
        given = [(1, [2 * grid.edge(edge) + (not is_used)]) for edge, is_used in known_edges]
        rules = [*((least, literals) for least, literals, _ in grid.facts()), *given]
        self._is_impossible = any(len(literals) < least for least, literals in rules)
        self._rules: dict[int, list[tuple[int, list[int]]]] = {}
        for least, literals in rules:
            for literal in literals:
                self._rules.setdefault(literal, []).append((least, literals))
        self._besides = [{2 * grid.edge(edge) + 1 for edge in edges} for edges in claim.besides]
        for solution in self._besides:  # nothing can be added to a loop, or to whole paths
            used = frozenset(literal // 2 for literal in solution)
            degrees = {v: sum(e in used for e in own) for v, own in grid.at.items()}
            fits = all(degree == self._degree(v, degree) for v, degree in degrees.items())
            if not (fits and grid.is_whole(used)):
                raise InvalidProof("what is said to be a known solution is none")

    def _degree(self, v: Any, degree: int) -> int:
        """Return how many edges a node has that has some."""
        if self._paths and (v in self._grid.clues or not self._is_open):
            return 1 if v in self._grid.clues else 2
        return 2 * (degree > 0)

    def holds(self, row: Row, least: int) -> bool:
        """Return True if a clause is known to hold for every solution but the known ones."""
        if {*row.values()} - {1, -1} or least > least_sum(row):
            return False
        clause = {
            2 * k + (weight < 0)
            for x, weight in row.items()
            if (k := self._variables[x - 1]) is not None
        }
        if self._is_impossible or any(solution <= clause for solution in self._besides):
            return True
        rules = (rule for literal in clause for rule in self._rules.get(literal, ()))
        if any(
            len(literals) - len(clause) < least and len({*literals} - clause) < least
            for least, literals in rules
        ):
            return True
        if self._is_apart and self._touches(clause):
            return True
        return not self._is_open and self._is_crossed(clause)

    def _touches(self, clause: set[int]) -> bool:
        """Return True if a path touches itself if no literal of a clause holds."""
        used = [edge for e, edge in enumerate(self._grid.edges) if 2 * e + 1 in clause]
        H: nx.Graph[Any] = nx.Graph(used)
        return any(self._grid.touches(part) for part in nx.connected_components(H))

    def _is_crossed(self, clause: set[int]) -> bool:
        """Return True if a border is crossed by too few edges if no literal of a clause holds."""
        grid = self._grid
        left = [edge for e, edge in enumerate(grid.edges) if 2 * e not in clause]
        H: nx.Graph[Any] = nx.Graph(left)
        H.add_nodes_from(grid.nodes)
        parts = list(nx.connected_components(H))
        if self._paths:  # a part without an end is entered and left, so by two edges
            for u, v in list(nx.bridges(H)):
                H.remove_edge(u, v)
                parts += [nx.node_connected_component(H, w) for w in (u, v)]
                H.add_edge(u, v)
            return any(part.isdisjoint(grid.clues) for part in parts)
        nodes = {v for v in grid.nodes if 2 * grid.variable((v, "left out")) in clause}
        return len([part for part in parts if nodes & part or grid.is_visited(part)]) > 1


# -- Audits of formulas: every constraint has to hold for every tour that a claim is about

Label = Callable[[Any], Any]

EXACT = r"-?[0-9]{1,1100}(/[0-9]{1,1100})?"


def audit(G: Any, formula: str, *, weight: Weight = USUAL) -> Claim | LoopRefutation:
    """Confirm that a formula says nothing but what holds for every tour of its claim.

    If a checker accepts a refutation of the formula, the claim that is returned is proved.

    Parameters
    ----------
    G : networkx graph, places or LoopPuzzle
        The graph, places with their lengths, or the loop puzzle.
    formula : str
        The text of an OPB file, as :meth:`icosian.Proof.to_pseudo_boolean` writes it, or of a
        DIMACS file, as :meth:`icosian.Proof.to_lrat` does.
    weight : str, callable or None
        The lengths that are meant if the claim is about lengths, as for
        :meth:`icosian.proofs.LowerBound.check`.

    Returns
    -------
    Claim or LoopRefutation
        The claim; compare it with the ``statement`` of a proof.

    Raises
    ------
    InvalidArgument
        If it is none of these, or a length is not a finite number.
    InvalidProof
        If the text is not such a formula, or a constraint is none of the known kinds for this
        graph; the message names the line.

    See Also
    --------
    icosian.Proof.to_pseudo_boolean, icosian.Proof.to_lrat : Write a formula.

    Notes
    -----
    A constraint is accepted if it bounds the edges at a node, or those within a set of nodes; if it
    states that edges are crossed without which the graph is not connected, that a given edge is
    used, or how long a shorter tour is; if the claim is about covers by paths, how many edges these
    have. In a formula about numbers it may state that one node has a number, that a node has one
    number, or which nodes come next. A clause excludes a choice: edges that are used, and edges
    that are not. It is accepted if the choice leaves a node too few edges or gives it too many,
    closes a cycle that misses nodes, leaves a border with too few edges or uses an odd number of
    them, or is a known tour; in digraphs, if no arcs are left to leave and enter each node once.
    Of disjoint cycles one cannot make the choice, or an edge is in two cycles, or in none at a node
    without a spare edge; such an edge, or arcs out of such a node or into it, may be given cycles.
    In an order paths are passed without a break, and nothing comes before itself. In a loop puzzle
    a clause follows from one rule of the puzzle, as :class:`LoopRefutation` states them, or from
    the border of a set, or excludes a known solution. Comments on constraints are not read. Cost:
    linear in the text, and in the graph for each border of a set and for each clause, in digraphs
    that of a matching.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> from icosian.proofs import audit
    >>> G = nx.petersen_graph()
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> audit(G, proof.to_pseudo_boolean(G).formula) == proof.statement
    True
    >>> audit(G, proof.to_lrat(G).formula) == proof.statement
    True
    """
    is_graph, is_puzzle = isinstance(G, nx.Graph), isinstance(getattr(G, "kind", None), str)
    are_places = all(hasattr(G, name) for name in ("nodes", "directed", "length"))
    if not (is_graph or is_puzzle or are_places):
        raise InvalidArgument(
            f"a formula is about a networkx graph, places or a loop puzzle, got {shown(G)}"
        )
    if not isinstance(formula, str):
        raise InvalidArgument(f"a formula is a text, got {shown(formula)}")
    label = label_reader(G if is_graph else None)
    try:
        text = read_formula(formula)
        if is_puzzle != (text.kind == "statements"):
            raise InvalidProof("statements are said of a loop puzzle, and nothing else is")
        claim: Claim | LoopRefutation
        judge: LoopJudge | EdgeJudge | PositionJudge
        if is_puzzle:
            claim = about = LoopRefutation.from_json(text.claim)
            judge = LoopJudge(G, about, text.meanings)
        else:
            claim = said = codec(Claim).read(parse_json(text.claim), label)
            _check_claim(G, said, text.kind)
            if said.shorter_than is not None or said.weight is not None or said.hidden:
                weight = lengths_meant(said, G, weight, no_limit)
            judge = _judge(G, said, text, label, weight)
    except IcosianError:
        raise
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InvalidProof(f"not a formula about tours of this graph: {reason_of(error)}") from None
    every = "every solution of this puzzle" if is_puzzle else "every such tour"
    for number, row, least in text.rows:
        if not judge.holds(row, least):
            raise InvalidProof(f"line {number}: this is not known to hold for {every}")
    return claim


def _judge(
    G: Any, claim: Claim, text: FormulaText, label: Label, weight: Weight
) -> EdgeJudge | PositionJudge:
    meanings = [meaning and tuple(map(label, meaning)) for meaning in text.meanings]
    if text.kind == "edges":
        kind = EdgeJudge if claim.fewer_than is None else CoverJudge
        return kind(G, claim, meanings, _number(text.unit), weight)
    if claim.fewer_than is not None:
        raise InvalidProof("a formula about covers is about their edges")
    if not isinstance(G, nx.Graph):
        raise InvalidProof("this is said of nodes of a graph, not of places")
    kinds: dict[str, type[PositionJudge | CycleJudge | OrderJudge]]
    kinds = {"numbers": PositionJudge, "cycles": CycleJudge, "order": OrderJudge}
    return kinds[text.kind](G, claim, meanings)


def _number(text: str) -> Fraction:
    if re.fullmatch(EXACT, text, re.ASCII) is None:
        raise InvalidProof(f"not an exact number: {shown(text)}")
    return Fraction(text)


def _check_claim(G: Any, claim: Claim, kind: str) -> None:
    """Raise :exc:`InvalidProof` unless formulas of a kind can be about a claim, for a graph."""
    if lost := beyond_formulas(claim, kind):
        raise InvalidProof(f"a formula about {kind} says nothing of {' and '.join(lost)}")
    if kind == "cycles" and (not claim.closed or claim.disjoint < 1):
        raise InvalidProof("the claim about disjoint cycles names their number")
    if claim.fewer_than is not None and claim != Claim(closed=False, fewer_than=claim.fewer_than):
        raise InvalidProof("the claim about covers names a number of paths, and nothing else")
    ends = [v for v in (claim.start, claim.end) if v is not None]
    if claim.closed and ends:
        raise InvalidProof("the claim is about a cycle without ends, or about a path")
    nodes = set(G.nodes)
    if not nodes or not nodes.issuperset(ends) or len(set(ends)) < len(ends):
        raise InvalidProof("the ends of a path are different nodes of the graph")
    if any(len(tour) != len(nodes) or set(tour) != nodes for tour in claim.besides):
        raise InvalidProof("a known tour must hold every node once")
