"""Bounds on induced paths and cycles, and on those without edges that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from operator import attrgetter
from typing import Any, ClassVar

import networkx as nx

from icosian._io.memory import afford
from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof, Tick
from icosian.proofs.claim import HOME, LEFT_OUT, Exclusive, Pairs


@dataclass(frozen=True, kw_only=True)
class InducedBound(Proof):
    """No induced path or no induced cycle has more nodes than a bound.

    Theorem: let d(v) be the number of neighbors of v in a set C of nodes. A path P in C with k
    nodes, of which no others are joined, has k - 1 edges. All other edges at its nodes lead to the
    rest of C, and an edge counts at most once for each node there. So the sum of 2 d(v) - 2 over P
    is at most the sum of d(v) over C, less 2, for a cycle less 0; and only the ends have d(v) = 1.
    That bounds k: take nodes with small d(v) first.

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
    The check follows the cases by plain code; it keeps no more than one path. It takes some 20
    microseconds for a case: a second for the snakes and coils of the hypercube of dimension 6.

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
        left = (1 << len(near)) - 1
        if len(ends) == 2 and near[ends[0]] >> ends[1] & 1:
            self._meet(2)  # no other path between neighbors is induced
        elif ends:
            self._follow(near, apart, (ends[0], ends[-1]), len(ends), left, tick)
        for v in () if ends else range(len(near)):
            if left >> v & 1:
                alike = _orbit(v, left, self.symmetries)
                is_end = not self.closed and alike == left
                self._follow(near, apart, (v, v), 1 if is_end else 2, left, tick)
                left &= ~alike

    def _meet(self, length: int) -> None:
        """Refuse the bound if a path or cycle with so many nodes is longer."""
        if length > self._most:
            nodes = length if self.closed else length - self._most + self.bound
            raise InvalidProof(f"there is one of {nodes} nodes")

    def _follow(
        self,
        near: list[int],
        apart: list[int],
        ends: tuple[int, int],
        moving: int,
        free: int,
        tick: Tick,
    ) -> None:
        """Extend a node, or two ends of a path, by free nodes in all ways.

        Neighbors may follow each other, nodes that are ``apart`` are never on one path.
        """
        head, other = ends
        joined = self.closed or None not in (self.start, self.end)  # the ends have to meet
        kept = [image for image in self.symmetries if (image[head], image[other]) == ends]
        length = 1 if head == other else 2
        free &= ~(1 << head | 1 << other | apart[head] | apart[other])
        cases = [(head, other, length, moving, free, kept)]
        while cases:
            tick()
            head, other, length, moving, free, kept = cases.pop()
            # 1. Both ends are the first node, or they are joined by an edge, or by more.
            is_first = head == other and moving == 2
            is_pair = head != other and moving == 2
            if not joined:
                self._meet(length)
                if is_pair:  # who is next to both would close a cycle
                    free &= ~(near[head] & near[other])
            # 2. What the ends reach, and whether that leaves room for a longer one.
            queue = [head, other] if is_pair and not joined else [head]
            reached = sum(1 << v for v in queue)
            free |= 1 << other if joined else 0
            for v in queue:
                if more := near[v] & free & ~reached:
                    reached |= more
                    queue += _members(more)
            given = 2 if is_pair else 1
            need = self._most + 1 - length + given
            if len(queue) < need or (joined and not reached >> other & 1):
                continue
            if is_pair and joined:
                queue.remove(other)
                queue.insert(1, other)
            paths = 1 if joined else given
            if joined and is_first:
                paths = 0
            elif is_pair and near[head] >> other & 1:
                paths -= 1
            stops = 0 if joined else 2 if is_first else given
            degrees = [((near[v] | apart[v]) & reached).bit_count() for v in queue]
            if _most_nodes(degrees, given, paths, stops) < need:
                continue
            # 3. The end with fewer nodes to try goes on, or it stays where it is.
            free &= reached & ~(1 << other)
            if is_pair and (near[other] & free).bit_count() < (near[head] & free).bit_count():
                head, other = other, head
            if is_pair and not joined:
                cases.append((other, head, length, 1, free & ~near[head], kept))
            tries = near[head] & free
            while tries:
                v = (tries & -tries).bit_length() - 1
                alike = _orbit(v, tries, kept) if kept else 1 << v
                tries &= ~alike
                if joined and not is_first and near[other] >> v & 1:
                    self._meet(length + 1)
                    continue
                still = [image for image in kept if image[v] == v] if kept else kept
                rest = free & ~(1 << v | apart[v]) & (-1 if is_first else ~near[head])
                cases.append((v, other, length + 1, moving, rest, still))
                if is_first:  # those that follow do not hold it
                    free &= ~alike

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
