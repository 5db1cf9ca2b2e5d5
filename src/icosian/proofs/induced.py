"""Bounds on induced paths and cycles, and on those without edges that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import afford
from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof, Tick
from icosian.proofs.claim import HOME, LEFT_OUT, Exclusive, Pairs
from icosian.proofs.instance import members

FIELDS = 1 << 18  # bytes of a column for each case and node that are looked at together

Digits = NDArray[Any]
"""Small numbers with a column for each case, 0 or 1 where they say what a set holds."""


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
    The check follows the cases by plain code, thousands at once, each a column of small integers.
    It takes some 1.5 microseconds for a case: .1 s for the snakes and coils of the hypercube of
    dimension 6, mostly one second and at most three for paths in random graphs of 60 nodes.

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
        if self.bound < 0:
            raise InvalidProof(f"a number of nodes is at least 0, not {self.bound!r}")
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
                most = max(paths, _most_nodes(row, paths))  # a node is a path
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
                if sum(1 << image[u] for u in members(rows[v])) != rows[w]:
                    raise InvalidProof("a symmetry does not keep the edges")
        n, numbers, masks, keeps = len(near), list[list[int]](), list[int](), list[int]()

        def kept(*path: int) -> list[tuple[int, ...]]:
            return [image for image in self.symmetries if all(image[v] == v for v in path)]

        def add(head: int, other: int, moving: int, free: int) -> None:
            numbers.append([head, other, len({head, other}), moving])
            masks.append(free & ~(1 << head | 1 << other | apart[head] | apart[other]))
            same = kept(head, other)
            keeps.append(sum(1 << k for k, image in enumerate(self.symmetries) if image in same))

        def begin(v: int, free: int) -> None:
            """Add the paths through a node that go on at both ends, with a neighbor as one."""
            free &= ~(1 << v | apart[v])
            tries, same = near[v] & free, kept(v)
            if tries and not self._joined:
                self._meet(2)
            while tries:
                w = tries.bit_length() - 1
                alike = _orbit(w, tries, same)
                add(w, v, 2, free if self._joined else free & ~(near[v] & near[w]))
                tries ^= alike
                free &= ~alike  # what follows does not hold it

        left = (1 << n) - 1
        if not self._joined:
            self._meet(1)
        if len(ends) == 2 and near[ends[0]] >> ends[1] & 1:
            self._meet(2)  # no other path between neighbors is induced
        elif ends:
            add(ends[0], ends[-1], len(ends), left)
        for v in () if ends else range(n):
            if left >> v & 1:
                alike = _orbit(v, left, self.symmetries)
                if not self.closed and alike == left:
                    add(v, v, 1, left)
                else:
                    begin(v, left)
                left &= ~alike
        if numbers:
            sets = _columns(masks, n), _columns(keeps, len(self.symmetries))
            head, other, length, moving = map(np.array, zip(*numbers, strict=True))
            cases = _CaseColumns(head, other, length, moving, *sets)
            self._follow(_PathSteps(near, apart, joined=self._joined), cases, tick)

    @property
    def _joined(self) -> bool:
        """The ends have to meet."""
        return self.closed or None not in (self.start, self.end)

    def _meet(self, length: int) -> None:
        """Refuse the bound if a path or cycle with so many nodes is longer."""
        if length > self._most:
            nodes = length if self.closed else length - self._most + self.bound
            raise InvalidProof(f"there is one of {nodes} nodes")

    def _follow(self, paths: _PathSteps, cases: _CaseColumns, tick: Tick) -> None:
        """Extend the end of a path, or both, by free nodes in all ways."""
        waiting, together = [cases], 1 + FIELDS // len(cases.free)
        while waiting:
            tick()
            some = waiting.pop()
            while waiting and some.size < together:
                some = some.join(waiting.pop())
            if some.size > together:
                waiting.append(some.take(slice(together, None)))
                some = some.take(slice(together))
            some = some.take(paths.may_be_longer(some, self._most))
            following, longest = paths.extend(some, self.symmetries)
            self._meet(longest)
            waiting += [cases for cases in following if cases.size]

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
            self._check_cases(near, apart, [number[home] for home in homes], tick)
            return
        lines: nx.Graph[int] = nx.empty_graph(len(order))
        lines.add_edges_from((k, v) for k, row in enumerate(near) for v in members(row))
        paths = int(not self.closed)
        for part in nx.connected_components(lines):
            tick()
            inside = sum(1 << k for k in part)
            row = [((near[k] | apart[k]) & inside).bit_count() for k in part]
            if max(paths, _most_nodes(row, paths)) > self._most:
                raise InvalidProof("a part has edges enough, and no cases are distinguished")

    def _reason(self) -> str:
        return f"of edges, joined where they share a node, {super()._reason()}"


class _CaseColumns(NamedTuple):
    """Paths that are followed, a column each."""

    head: Digits
    """An end that moves."""
    other: Digits
    length: Digits
    moving: Digits
    """How many ends move."""
    free: Digits
    """Which nodes may be added, shape (nodes, cases)."""
    kept: Digits
    """Which symmetries keep every node of the path, shape (symmetries, cases)."""

    @property
    def size(self) -> int:
        return len(self.head)

    def take(self, which: Any) -> _CaseColumns:
        return _CaseColumns(*(column[..., which] for column in self))

    def join(self, others: _CaseColumns) -> _CaseColumns:
        pairs = zip(self, others, strict=True)
        return _CaseColumns(*(np.concatenate(pair, axis=-1) for pair in pairs))


class _PathSteps:
    """The ways of many paths at once, and their lengths; none has two ``apart`` nodes."""

    def __init__(self, near: list[int], apart: list[int], *, joined: bool) -> None:
        n, self._joined = len(near), joined
        self._near, self._apart = _columns(near, n), _columns(apart, n)
        self._steps = [[*members(row)] for row in near]
        self._rows = [[*members(one | other)] for one, other in zip(near, apart, strict=True)]
        self._too_much = 2 * max(map(len, self._rows)) + 1
        """More than a node costs."""
        self._kind = np.min_scalar_type(2 * n + 2)

    def _reach(self, starts: Digits, free: Digits) -> Digits:
        """Return what nodes reach among free ones."""
        size = starts.shape[1]
        reached, among, before = _integers(starts), _integers(free), list[int]()
        while reached != before:
            before = reached[:]
            for v, row in enumerate(self._steps):
                mine = reached[v]
                for w in row:
                    mine |= reached[w]
                reached[v] = mine & among[v]
        length = -(-size // 8)
        packed = b"".join([row.to_bytes(length) for row in reached])
        rows = np.frombuffer(packed, np.uint8).reshape(len(reached), length)
        return np.unpackbits(rows, axis=1, count=size)

    def may_be_longer(self, cases: _CaseColumns, most: int) -> Digits:
        """Return which cases may lead to more than ``most`` nodes."""
        n, size = cases.free.shape
        column, kind = np.arange(size), self._kind
        # 1. The ends that go on or are met, and what they reach.
        other = np.where(cases.moving == 2, cases.other, cases.head)
        ends = np.zeros((n, size), np.uint8)
        ends[cases.head, column] = 1
        met = ends.copy()
        ends[other, column] = 1
        reached = self._reach(met if self._joined else ends, cases.free | ends)
        alive = (reached >= ends).all(axis=0)
        # 2. Of the nodes next to an end one follows, but two follow the first node.
        inner = reached & ~ends
        later = inner * (cases.length >= 2)
        first = later & self._near.take(cases.head, axis=1)
        second = later & self._near.take(other, axis=1) & ~first
        parts = [part.astype(kind) for part in (reached & ~first & ~second, first, second)]
        sums = [np.zeros((n, size), kind) for _ in parts]
        for v, row in enumerate(self._rows):
            for total, part in zip(sums, parts, strict=True):
                for w in row:
                    total[v] += part[w]
        degrees, joined = sums[0] + sums[1] + sums[2], sums[0] + (sums[1] > 0) + (sums[2] > 0)
        # 3. What the ends leave of all edges, and what other nodes need of them.
        left = (joined * inner).sum(axis=0, dtype=np.int64)
        left -= (degrees * ends).sum(axis=0, dtype=np.int64)
        left += 2 * (cases.length == 2) + 2 * self._joined
        costs = degrees + joined | inner.astype(kind) - 1
        leaf = costs <= 2
        leaves = leaf.sum(axis=0)
        costs |= -leaf.astype(kind)
        one, two = ((costs | part - 1).min(axis=0) for part in parts[1:])
        costs |= -(parts[1] | parts[2])
        # 4. Nodes with one neighbor are ends, others are taken while edges are left for them. By
        #    duality they are too few if that shows at a price that all pay who need fewer edges.
        lack = np.maximum(1, min(n, most) + 1 - cases.length)
        if not self._joined:
            lack -= np.minimum(np.minimum(leaves, cases.moving), lack)

        def taken(price: int) -> Any:
            fits = (costs <= price + 2).view(np.uint8)
            count = np.add.reduce(fits, axis=0, dtype=kind).astype(np.int64)
            return count + (one <= price + 2) + (two <= price + 2)

        alive &= (left >= 0) & (taken(self._too_much - 1) >= lack)
        price, count = 0, np.zeros(size, np.int64)
        while (alive & (count < lack)).any():
            left += count - lack
            alive &= left >= 0
            price += 1
            count = taken(price)
        return np.asarray(alive)

    def extend(
        self, cases: _CaseColumns, symmetries: tuple[tuple[int, ...], ...]
    ) -> tuple[list[_CaseColumns], int]:
        """Return the next cases, and the number of nodes of the longest path that was met."""
        pair = (cases.head != cases.other) & (cases.moving == 2)
        # 1. The end with fewer nodes to try goes on, or it stays where it is.
        near, theirs = (self._near.take(end, axis=1) for end in (cases.head, cases.other))
        fewer = pair & ((theirs & cases.free).sum(axis=0) < (near & cases.free).sum(axis=0))
        head, other = np.where(fewer, cases[1::-1], cases[:2])
        near, theirs = np.where(fewer, theirs, near), np.where(fewer, near, theirs)
        tries = near & cases.free
        cases = cases._replace(head=head, other=other, free=cases.free & ~near)
        stays = cases._replace(head=other, other=head, moving=np.ones_like(head))
        # 2. Next to the other end it has to meet that one, or it is no path.
        meets = tries & theirs if self._joined else tries
        longest = 1 + int(cases.length[meets.any(axis=0)].max(initial=-1))
        # 3. One of those that symmetries make alike is tried.
        if self._joined:
            tries &= ~theirs
        for k in np.flatnonzero(cases.kept.any(axis=0)).tolist():
            kept = [symmetries[j] for j in np.flatnonzero(cases.kept[:, k])]
            inside = sum(1 << node for node in np.flatnonzero(tries[:, k]).tolist())
            while inside:
                node = inside.bit_length() - 1
                alike = _orbit(node, inside, kept)
                inside ^= alike
                tries[[*members(alike ^ 1 << node)], k] = 0
        v, which = tries.nonzero()
        more = cases.take(which)
        free = more.free & ~self._apart.take(v, axis=1)
        free[v, np.arange(len(v))] = 0
        if not self._joined:  # who is next to both would close a cycle
            both = self._near.take(v, axis=1) & self._near.take(more.other, axis=1)
            free &= ~(both * (more.moving == 2))
        images = np.array(symmetries, np.int64).reshape(len(symmetries), len(free))
        still = more.kept & (images[:, v] == v)
        more = more._replace(head=v, length=more.length + 1, free=free, kept=still)
        return [more] if self._joined else [stays.take(pair), more], longest


def _integers(rows: Digits) -> list[int]:
    return [int.from_bytes(row.tobytes()) for row in np.packbits(rows, axis=1)]


def _columns(masks: Iterable[int], size: int) -> Digits:
    """Return sets of numbers below a size as columns, shape (size, sets)."""
    width = size // 8 + 1
    given = b"".join(mask.to_bytes(width, "little") for mask in masks)
    rows = np.frombuffer(given, np.uint8).reshape(-1, width)
    return np.unpackbits(rows, axis=1, count=size, bitorder="little").T.copy()


def _most_nodes(degrees: list[int], paths: int) -> int:
    """Return how many nodes so many paths have at most, by the degrees of all nodes."""
    left = sum(degrees) - 2 * paths
    if left < 0:
        return 0
    size, ends = 0, 2 * paths
    for degree in sorted(degrees):
        if degree > 1:
            left -= 2 * degree - 2
            if left < 0:
                break
            size += 1
        elif ends:
            ends -= 1
            size += 1
    return size


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
