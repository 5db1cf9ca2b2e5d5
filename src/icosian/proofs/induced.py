"""Bounds on induced paths and cycles, and on those without edges that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import compress, product
from operator import attrgetter, or_
from struct import pack
from typing import Any, ClassVar

import networkx as nx

from icosian._io.memory import afford
from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof, Tick
from icosian.proofs.claim import HOME, LEFT_OUT, Exclusive, Pairs

_Case = tuple[int, int, int, int, int, list[tuple[int, ...]]]
"""An end, the other one, the nodes of the path, how many ends move, free nodes, kept symmetries."""
TOGETHER = 1024
"""Cases that are bounded together: with 128 a check takes twice as long, with 2,048 no less."""

WIDTHS = (2, "H"), (4, "I"), (8, "Q")
"""Bytes of a field, and the letter of such numbers in ``struct``."""


@dataclass(frozen=True, kw_only=True)
class InducedBound(Proof):
    """No induced path or no induced cycle has more nodes than a bound.

    Theorem: let d(v) be the number of neighbors of v in a set C of nodes, and c(v) the most that a
    path P in C can hold of them: of those next to an end, one. A path with k nodes, of which no
    others are joined, has k - 1 edges. All other edges at its nodes lead to the rest of C, to c(v)
    of them at most for a node there. So the sum of d(v) + c(v) - 2 over P is at most the sum of
    c(v) over C, less 2, for a cycle less 0; and only the ends have d(v) = 1. That bounds k: take
    nodes that need few edges first.

    Where this is not enough for the whole graph, the nodes come in an order, and all paths through
    each are followed that hold none before it. An end goes on to a neighbor, and its other
    neighbors are not free any more, or it stays; what both ends reach of the free nodes is C.
    A symmetry of the graph makes nodes alike: one of them comes for all. If all nodes that are left
    are alike, one is an end. An end goes on to one of those nodes for all that symmetries exchange
    which keep every node of the path.

    Attributes
    ----------
    bound : int
        None has more nodes.
    nodes : tuple
        All nodes, in the order in which they come; none if no cases are needed.
    symmetries : tuple of tuple of int
        Permutations of the nodes that keep edges: the number of the image of each, by its number in
        that order, from 0.

    See Also
    --------
    ExclusiveBound : The same about edges, some of which exclude each other.
    LongestBound : Paths and cycles that need not be induced.

    Notes
    -----
    The check follows the cases by plain code, a thousand at once, each a field of bits in integers.
    It takes some 5 microseconds for a case: .1 s for the snakes and coils of the hypercube of
    dimension 6, mostly below three and at most thirteen for paths in random graphs of 60 nodes.

    Examples
    --------
    The coil in the box, three dimensions:

    >>> import networkx as nx
    >>> proof = InducedBound(closed=True, bound=6, nodes=tuple(nx.hypercube_graph(3)))
    >>> proof.check(nx.hypercube_graph(3))
    >>> print(proof.explain())
    No induced cycle has more than 6 nodes: ...
    """

    bound: int
    nodes: tuple[Any, ...] = field(default=(), metadata=LEFT_OUT)
    symmetries: tuple[tuple[int, ...], ...] = field(default=(), metadata=LEFT_OUT)
    induced: ClassVar[bool] = True
    longer_than = property(attrgetter("bound"))

    def _check_form(self) -> None:
        if type(self.bound) is not int or self.bound < 0:
            raise InvalidProof(f"a number of nodes is an integer of at least 0, not {self.bound!r}")
        for image in self.symmetries:
            if any(type(v) is not int for v in image) or sorted(image) != [*range(len(self.nodes))]:
                raise InvalidProof("a symmetry is not a permutation of the numbers of the nodes")

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if G.is_directed():
            raise InvalidProof("induced paths are those of undirected graphs")
        if not self.nodes:
            degrees = {v: len(row) - (v in row) for v, row in G.adjacency()}
            given, paths = {self.start, self.end} - {None}, int(not self.closed)
            for part in nx.connected_components(G):
                tick()
                row = [degrees[v] for v in part]
                most = max(paths, _most_nodes(row, 0, paths, 2 * paths))  # a node is a path
                if given <= part and most > self.bound:
                    raise InvalidProof("a part has edges enough, and no cases are distinguished")
            return
        if len(self.nodes) != len(G) or set(self.nodes) != set(G):
            raise InvalidProof("the order does not hold every node of the graph once")
        afford(len(G) ** 2 // 4, f"a check of induced paths of {len(G):,} nodes")
        number = {v: k for k, v in enumerate(self.nodes)}
        near = [sum({1 << number[w] for w in G[v]}) & ~(1 << k) for v, k in number.items()]
        ends = [number[v] for v in (self.start, self.end) if v is not None]
        self._check_cases(near, [0] * len(near), ends, tick)

    @property
    def _most(self) -> int:
        """The most nodes of a path that is not longer."""
        return self.bound

    def _check_cases(self, near: list[int], apart: list[int], ends: list[int], tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless no path of any case is longer."""
        for image in self.symmetries:
            tick()
            for rows, (v, w) in product((near, apart), enumerate(image)):
                if sum(1 << image[u] for u in _members(rows[v])) != rows[w]:
                    raise InvalidProof("a symmetry does not keep the edges")
        left, cases = (1 << len(near)) - 1, list[_Case]()

        def begin(head: int, other: int, moving: int) -> None:
            length = 1 if head == other else 2
            if not self._joined:
                self._meet(length)
            free = left & ~(1 << head | 1 << other | apart[head] | apart[other])
            kept = [image for image in self.symmetries if image[head] == head]
            kept = [image for image in kept if image[other] == other]
            cases.append((head, other, length, moving, free, kept))

        if len(ends) == 2 and near[ends[0]] >> ends[1] & 1:
            self._meet(2)  # no other path between neighbors is induced
        elif ends:
            begin(ends[0], ends[-1], len(ends))
        for v in () if ends else range(len(near)):
            if left >> v & 1:
                alike = _orbit(v, left, self.symmetries)
                begin(v, v, 1 if not self.closed and alike == left else 2)
                left &= ~alike
        self._follow(near, apart, cases, tick)

    @property
    def _joined(self) -> bool:
        """The ends have to meet."""
        return self.closed or None not in (self.start, self.end)

    def _meet(self, length: int) -> None:
        """Refuse the bound if a path or cycle with so many nodes is longer."""
        if length > self._most:
            nodes = length if self.closed else length - self._most + self.bound
            raise InvalidProof(f"there is one of {nodes} nodes")

    def _follow(self, near: list[int], apart: list[int], cases: list[_Case], tick: Tick) -> None:
        """Extend the end of a path, or both, by free nodes in all ways.

        Neighbors may follow each other, nodes that are ``apart`` are never on one path.
        """
        joined, batch = self._joined, _Batch(near, apart, joined=self._joined)
        while cases:
            tick()
            some = cases[-TOGETHER:]
            del cases[-TOGETHER:]
            for one, two, length, moving, free, kept in batch.keep(some, self._most):
                is_first, is_pair = one == two and moving == 2, one != two and moving == 2
                # 1. The end with fewer nodes to try goes on, or it stays where it is.
                fewer = is_pair and (near[two] & free).bit_count() < (near[one] & free).bit_count()
                head, other = (two, one) if fewer else (one, two)
                tries = near[head] & free
                rest = free if is_first else free & ~near[head]
                if is_pair and not joined:
                    cases.append((other, head, length, 1, rest, kept))
                # 2. Next to the other end it has to meet that one, or it is no path.
                if joined and not is_first and tries & near[other]:
                    self._meet(length + 1)
                    tries &= ~near[other]
                elif tries and not joined:
                    self._meet(length + 1)
                while tries:
                    v = tries.bit_length() - 1
                    alike = _orbit(v, tries, kept) if kept else 1 << v
                    tries ^= alike
                    left = rest & ~(1 << v | apart[v])
                    if not joined and moving == 2:  # who is next to both would close a cycle
                        left &= ~(near[v] & near[other])
                    still = [image for image in kept if image[v] == v] if kept else kept
                    cases.append((v, other, length + 1, moving, left, still))
                    if is_first:  # those that follow do not hold it
                        rest &= ~alike

    def _reason(self) -> str:
        what = "cycle" if self.closed else "path"
        count = f"the other edges at the nodes of a longer {what} are more than other nodes have"
        if not self.nodes:
            return count
        where = f"from each of {len(self.nodes)} nodes in turn"
        if self.start is not None or self.end is not None:
            where = "from the given end" + "s" * (None not in (self.start, self.end))
        alike = ", one for all that symmetries make alike," * bool(self.symmetries)
        return f"all were followed {where}{alike} until they end, or until {count}"

    def _effort(self) -> int:
        return 1000 * len(self.nodes) if self.nodes else 10


@dataclass(frozen=True, kw_only=True)
class ExclusiveBound(InducedBound):
    """No path or cycle without two edges that exclude each other has more nodes than a bound.

    Theorem: the edges of a path, in their order, are a path of the line graph, in which edges are
    joined that share a node, and no others of its nodes are joined: it is induced. The same holds
    for a cycle of more than three edges. If edges that exclude each other are never on one path,
    all is as for an :class:`InducedBound`, whose counts take them for joined as well.

    Attributes
    ----------
    bound : int
        None has more nodes.
    exclusive : tuple of pairs of (node, node)
        Pairs of edges of which a path uses at most one.
    nodes : tuple of (node, node)
        All edges in the order in which they come, and one from home to each given end; none if no
        cases are needed.
    symmetries : tuple of tuple of int
        Permutations of them that keep what is joined, and what excludes each other.

    See Also
    --------
    LongestBound : Paths and cycles with any edges.

    Examples
    --------
    A knight on 4 x 4 squares that does not cross its way:

    >>> import icosian
    >>> G = icosian.knight_graph(4)
    >>> proof = G.longest_path(exclusive=G.crossings()).proof
    >>> proof.check(G)
    >>> print(proof.explain())
    No path that does not use both ... has more than 6 nodes: ...
    """

    nodes: Pairs = field(default=(), metadata=LEFT_OUT)
    exclusive: Exclusive
    induced: ClassVar[bool] = False

    @property
    def _most(self) -> int:
        """The most edges, with those of home; a star of three is none of more than three."""
        if self.closed:
            return max(3, self.bound)
        return self.bound - 1 + (self.start is not None) + (self.end is not None)

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if G.is_directed():
            raise InvalidProof("edges that exclude each other are those of undirected graphs")
        # 1. Numbers of edges, and of those from home to given ends.
        pairs = [frozenset(edge) for edge in G.edges() if len({*edge}) == 2]
        homes = [frozenset((HOME, v)) for v in (self.start, self.end) if v is not None]
        if HOME in G:
            raise InvalidProof(f"{HOME!r} is a node of the graph")
        edges = [*dict.fromkeys(pairs), *homes]
        order = [frozenset(edge) for edge in self.nodes] or edges
        if len(order) != len(edges) or {*order} != {*edges}:
            raise InvalidProof("the order does not hold every edge of the graph once")
        afford(len(edges) ** 2 // 2, f"a check of paths of {len(edges):,} edges")
        number = {edge: k for k, edge in enumerate(order)}
        # 2. What shares a node is joined, unless it excludes each other.
        apart, at = [0] * len(order), dict.fromkeys(G, 0)
        for pair in self.exclusive:
            e, f = (number.get(frozenset(edge), -1) for edge in pair)
            if min(e, f) < 0 or e == f:
                raise InvalidProof(f"{pair!r} is not a pair of edges of the graph")
            apart[e] |= 1 << f
            apart[f] |= 1 << e
        for edge, k in number.items():
            for v in edge - {HOME}:
                at[v] |= 1 << k
        near = [0] * len(order)
        for edge, k in number.items():
            for v in edge - {HOME}:
                near[k] |= at[v]
            near[k] &= ~(1 << k | apart[k])
        # 3. A node alone, and triangles, which look as three edges at a node do.
        if not self.closed and None in (self.start, self.end) and self.bound < 1:
            raise InvalidProof("there is one of 1 node")
        for edge, k in number.items() if self.closed and self.bound < 3 else ():
            tick()
            for w in nx.common_neighbors(G, *edge):
                e, f = (number[frozenset((v, w))] for v in edge)
                if not (apart[k] >> e & 1 or apart[k] >> f & 1 or apart[e] >> f & 1):
                    raise InvalidProof("there is one of 3 nodes")
        # 4. Longer ones.
        if self.nodes:
            ends = [number[home] for home in homes]
            self._check_cases(near, apart, ends, tick)
            return
        lines: nx.Graph[int] = nx.Graph((k, v) for k, row in enumerate(near) for v in _members(row))
        lines.add_nodes_from(range(len(order)))
        paths = int(not self.closed)
        for part in nx.connected_components(lines):
            tick()
            inside = sum(1 << k for k in part)
            row = [((near[k] | apart[k]) & inside).bit_count() for k in part]
            if max(paths, _most_nodes(row, 0, paths, 2 * paths)) > self._most:
                raise InvalidProof("a part has edges enough, and no cases are distinguished")

    def _reason(self) -> str:
        return f"of edges, joined where they share a node, {super()._reason()}"


class _Batch:
    """The bound of many cases at once.

    A column is an integer with a field of bits for each case, which hold 1 for yes or a number: a
    sum of columns adds up in each case, and the first bit of a field is the sign of a difference.
    """

    def __init__(self, near: list[int], apart: list[int], *, joined: bool) -> None:
        self._joined, self._near = joined, [[*_members(row)] for row in near]
        self._rows = [[*_members(one | other)] for one, other in zip(near, apart, strict=True)]
        self._most_cost = 2 * max(map(len, self._rows))
        most = 2 * len(near) * (self._most_cost + 2)  # more than is ever left, or lacking
        self._bytes, self._letter = next((k, a) for k, a in WIDTHS if most < 1 << 8 * k - 1)

    def _column(self, numbers: Sequence[int]) -> int:
        return int.from_bytes(pack(f"<{len(numbers)}{self._letter}", *numbers), "little")

    def _marks(self, nodes: Sequence[int]) -> list[int]:
        """Return for each node where it is that of the case."""
        marks = [bytearray(len(nodes) * self._bytes) for _ in self._near]
        for k, v in enumerate(nodes):
            marks[v][k * self._bytes] = 1
        return [int.from_bytes(mark, "little") for mark in marks]

    def _sets(self, masks: Sequence[int], one: int) -> list[int]:
        """Return for each node where it is in the set of the case."""
        n, columns, marks = len(self._near), list[int](), bytearray(len(masks) * self._bytes)
        text = "".join([format(mask, f"0{n}b") for mask in masks]).encode()
        for k in reversed(range(n)):
            marks[:: self._bytes] = text[k::n]  # digits, whose last bits they are
            columns.append(int.from_bytes(marks, "little") & one)
        return columns

    def keep(self, cases: Sequence[_Case], most: int) -> Iterable[_Case]:
        """Return the cases that may lead to more than so many nodes."""
        heads, others, lengths, moving, masks, _ = zip(*cases, strict=True)
        n, bits, shift = len(self._near), 8 * self._bytes, 8 * self._bytes - 1
        one = self._column([1] * len(cases))
        sign = one << shift

        def at_least(column: int, least: int) -> int:
            return column + sign - least >> shift & one

        def any_of(columns: list[int], row: list[int]) -> int:
            return reduce(or_, map(columns.__getitem__, row), 0)

        def sum_of(columns: list[int], row: list[int]) -> int:
            return sum(map(columns.__getitem__, row))

        # 1. The ends that go on or are met, and what they reach.
        head, pairs = self._marks(heads), zip(heads, others, moving, strict=True)
        other = self._marks([w if k == 2 else v for v, w, k in pairs])
        ends = [*map(or_, head, other)]
        free = [*map(or_, self._sets(masks, one), ends)]
        reached, before = head[:] if self._joined else ends[:], list[int]()
        while reached != before:
            before = reached[:]
            for v, row in enumerate(self._near):
                reached[v] |= any_of(reached, row) & free[v]
        alive = one
        for mine, end in zip(reached, ends, strict=True):
            alive &= ~(end & ~mine)
        # 2. Of the nodes next to an end one follows, but two follow the first node.
        length = self._column(lengths)
        later = at_least(length, 2 * one)
        inner = [mine & ~end for mine, end in zip(reached, ends, strict=True)]
        first, second, rest = list[int](), list[int](), list[int]()
        for v, row in enumerate(self._near):
            first.append(inner[v] & later & any_of(head, row))
            second.append(inner[v] & later & ~first[v] & any_of(other, row))
            rest.append(reached[v] & ~first[v] & ~second[v])
        # 3. What the ends leave of all edges, and what other nodes need of them.
        left = sign + 2 * (self._joined * one + (at_least(2 * one, length) & later))
        leaves, needs = 0, list[tuple[int, ...]]()
        for v, row in enumerate(self._rows):
            degree = sum_of(reached, row)
            joined = sum_of(rest, row) + any_of(first, row) + any_of(second, row)
            left += joined & (inner[v] << bits) - inner[v]
            left -= degree & (ends[v] << bits) - ends[v]
            leaf = inner[v] & at_least(2 * one, degree + joined)
            leaves += leaf
            kinds = (column[v] & inner[v] & ~leaf for column in (rest, first, second))
            needs.append((degree + joined, *kinds))
        alive &= left >> shift
        # 4. Nodes with one neighbor are ends, others are taken while edges are left for them. By
        #    duality they are too few if that shows at a price that all pay who need fewer edges.
        lack = self._column([max(1, min(n, most) + 1 - k) for k in lengths])
        stops = 0 if self._joined else self._column(moving)
        lack -= sum(
            at_least(leaves, k) & at_least(stops, k) & at_least(lack, k) for k in (one, 2 * one)
        )

        def taken(price: int) -> int:
            count = at_first = at_second = 0
            top = sign + (price + 2) * one
            for need, others_of, first_of, second_of in needs:
                fits = top - need >> shift
                count += fits & others_of
                at_first |= fits & first_of
                at_second |= fits & second_of
            return count + at_first + at_second

        alive &= at_least(taken(self._most_cost), lack)
        price = count = 0
        while alive & ~at_least(count, lack):
            left += count - lack
            alive &= left >> shift
            price += 1
            count = taken(price)
        return compress(cases, alive.to_bytes(len(cases) * self._bytes, "little")[:: self._bytes])


def _most_nodes(degrees: list[int], given: int, paths: int, ends: int) -> int:
    """Return how many nodes so many paths have, by their degrees; the first ones are given."""
    left = sum(degrees) - 2 * paths - sum(degrees[:given]) * 2 + 2 * given
    if left < 0:
        return 0
    size = given
    for degree in sorted(degrees[given:]):
        if degree > 1:
            left -= 2 * degree - 2
            if left < 0:
                break
            size += 1
        elif ends:
            ends -= 1
            size += 1
    return size


def _members(mask: int) -> Iterable[int]:
    """Yield the members of a set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _orbit(v: int, inside: int, symmetries: Iterable[tuple[int, ...]]) -> int:
    """Return the nodes of a set that symmetries make of a node."""
    orbit, queue = 1 << v, [v]
    for u in queue:
        for image in symmetries:
            w = image[u]
            if inside >> w & 1 and not orbit >> w & 1:
                orbit |= 1 << w
                queue.append(w)
    return orbit
