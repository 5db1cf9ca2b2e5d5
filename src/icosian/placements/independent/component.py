"""Iterated greedy clique covers of a graph that is given as masks."""

from __future__ import annotations

import random
from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain

import numpy as np

from icosian._run.clock import Clock
from icosian.placements._bits import members
from icosian.placements._graph import Neighbors, Spend, paced, unpaced


def clique_covers(
    near: Sequence[int], order: Sequence[int], *, rounds: int = 50, spend: Spend = unpaced
) -> Iterator[list[list[int]]]:
    """Yield partitions into cliques, the first greedy in ``order``, none larger than the last.

    A greedy cover that takes the nodes clique by clique is at most as large as the cover before,
    and often smaller (J. C. Culberson, Iterated greedy graph coloring and the difficulty landscape,
    University of Alberta, TR 92-07, 1992). In the order of a board the first cover is its rows.
    """
    rng = random.Random(0)  # noqa: S311 - no secrets here
    cliques = _greedy(near, order, spend)
    yield cliques
    for turn in range(rounds):
        again = cliques[::-1]
        if turn % 4 == 1:
            again.sort(key=len, reverse=True)
        elif turn % 4 == 3:
            rng.shuffle(again)
        cliques = _greedy(near, list(chain.from_iterable(again)), spend)
        yield cliques


def _greedy(near: Sequence[int], order: Sequence[int], spend: Spend) -> list[list[int]]:
    rank = [0] * len(order)
    for k, v in enumerate(order):
        rank[v] = k
    left = (1 << len(order)) - 1
    cliques = []
    for v in order:
        if not left >> v & 1:
            continue
        spend(1 + (near[v] & left).bit_count())
        left ^= 1 << v
        clique, common = [v], near[v] & left
        for w in sorted(members(common), key=rank.__getitem__):
            if common >> w & 1:
                common &= near[w]
                left ^= 1 << w
                clique.append(w)
        cliques.append(clique)
    return cliques


# -- Reductions for independent sets: dominated nodes, components, bipartite components


def remove_dominated(near: Neighbors, spend: Spend = unpaced) -> list[tuple[int, int]]:
    """Remove the nodes whose closed neighborhood holds that of a neighbor.

    Some maximum independent set has none of them. They are returned in turn, each with that
    neighbor: a clique that holds the neighbor has room for the node. In a forest, in any chordal
    graph and on a king's board single nodes are left. ``near`` is changed.
    """
    removed = []
    closed = [row | {v} for v, row in enumerate(near)]  # the subset test is fast on closed ones
    stack = list(range(len(near)))
    while stack:
        u = stack.pop()
        for v in sorted(near[u]):
            spend(1)
            if len(closed[u]) <= len(closed[v]) and closed[u] <= closed[v]:
                spend(len(near[v]))
                removed.append((v, u))
                stack += sorted(near[v])
                for w in near[v]:
                    near[w].remove(v)
                    closed[w].remove(v)
                near[v], closed[v] = set(), {v}
    return removed


def components(near: Neighbors, without: Container[int]) -> Iterator[list[int]]:
    """Yield the connected components, except for some isolated nodes."""
    seen = [v in without for v in range(len(near))]
    for first in range(len(near)):
        if seen[first]:
            continue
        seen[first] = True
        part = [first]
        for v in part:
            for w in near[v]:
                if not seen[w]:
                    seen[w] = True
                    part.append(w)
        yield sorted(part)


def bipartition(near: Neighbors, part: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the two sides of a connected component, or None if it is not bipartite."""
    side = {part[0]: 0}
    queue = [part[0]]
    for v in queue:
        for w in near[v]:
            if w not in side:
                side[w] = 1 - side[v]
                queue.append(w)
            elif side[w] == side[v]:
                return None
    return [v for v in part if side[v] == 0], [v for v in part if side[v] == 1]


def bipartite_maximum(
    near: Neighbors, left: Sequence[int], right: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return a maximum independent set of a bipartite component, and an equally large clique cover.

    By a maximum matching (J. E. Hopcroft, R. M. Karp, SIAM Journal on Computing 2 (1973)) and
    König's theorem: follow the alternating paths from unmatched left nodes. The left nodes that are
    reached and the right nodes that are not are independent, and hold one node of every matched
    pair. The cover is the matching with its unmatched nodes.
    """
    if not right:  # a single node
        return list(left), [[v] for v in left]
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    place = {w: k for k, w in enumerate(right)}
    rows = [sorted(place[w] for w in near[v]) for v in left]
    heads = np.array([k for row in rows for k in row], np.int32)
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    graph = csr_array((np.ones(len(heads), np.int8), heads, starts), (len(left), len(right)))
    partner = maximum_bipartite_matching(graph, perm_type="column").tolist()
    owner = {k: i for i, k in enumerate(partner) if k >= 0}
    reached = [i for i, k in enumerate(partner) if k < 0]
    passed: set[int] = set()
    for i in reached:
        fresh = [k for k in rows[i] if k not in passed]
        passed.update(fresh)
        reached += [owner[k] for k in fresh]  # matched, or the matching would not be maximum
    chosen = [left[i] for i in reached] + [w for k, w in enumerate(right) if k not in passed]
    cover = [[v] if k < 0 else [v, right[k]] for v, k in zip(left, partner, strict=True)]
    cover += [[w] for k, w in enumerate(right) if k not in owner]
    return chosen, cover


# -- A connected component with its clique cover and its best independent set so far


class IndependenceComponent:
    """A connected component of a graph, with its nodes renumbered."""

    def __init__(self, near: list[set[int]], nodes: list[int], spend: Spend = unpaced) -> None:
        self.nodes = _largest_degree_last(near, nodes, spend)
        rank = {v: k for k, v in enumerate(self.nodes)}
        self.near = []  # the neighbors of every node under its new number, as bits
        for v in self.nodes:
            spend(len(near[v]))
            self.near.append(sum(1 << rank[w] for w in near[v]))
        self._given = [rank[v] for v in nodes]
        self.best = self._improved(0, spend)  # the largest independent set so far, as bits
        self.cover = next(clique_covers(self.near, self._given, spend=spend))
        self.most = len(self.cover)  # no set has more nodes, as far as is proved
        self.method, self.steps = "", 0  # of the search that proved it, if not the cover

    @property
    def size(self) -> int:
        """The number of nodes of the best set so far."""
        return self.best.bit_count()

    @property
    def members(self) -> list[int]:
        """The best set so far, by the numbers of the graph."""
        return [self.nodes[k] for k in members(self.best)]

    @property
    def cliques(self) -> list[list[int]]:
        """The cover, by the numbers of the graph."""
        return [[self.nodes[k] for k in clique] for clique in self.cover]

    @cached_property
    def lines(self) -> list[list[int]]:
        """Cliques that together hold every edge, found greedily; on boards they are its lines."""
        left = self.near.copy()  # the other ends of edges that no clique holds yet
        cliques = []
        for v in range(len(left)):
            while left[v]:
                clique, common = [v], self.near[v]
                while common:
                    some = left[v] & common or common
                    w = (some & -some).bit_length() - 1
                    clique.append(w)
                    common &= self.near[w]
                held = sum(1 << w for w in clique)
                for w in clique:
                    left[w] &= ~held
                cliques.append(clique)
        return cliques

    def approach(self, target: int, clock: Clock) -> None:
        """Improve the cover and the set in turns, for some rounds or until they meet."""
        orders: list[Sequence[int]] = [self._given, range(len(self.near))]
        spend = paced(clock, "covers and exchanges")
        covers = chain.from_iterable(
            clique_covers(self.near, order, spend=spend) for order in orders
        )
        for cover, found in zip(covers, self._exchanges(spend), strict=False):
            if len(cover) < self.most:
                self.cover, self.most = cover, len(cover)
            if found.bit_count() > self.size:
                self.best = found
            if self.size >= min(target, self.most):
                return
            clock.tick("covers and exchanges", 1)

    def _exchanges(self, spend: Spend) -> Iterator[int]:
        """Yield independent sets without end, by iterated local search.

        A random node is forced in and its neighbors out; then nodes are added, and two exchanged
        for one, as long as possible (D. V. Andrade, M. G. C. Resende, R. F. Werneck, Journal of
        Heuristics 18 (2012), 525-547).
        """
        rng = random.Random(0)  # noqa: S311 - no secrets here
        now, most = self.best, self.size
        while True:
            yield now
            v = rng.randrange(len(self.near))
            if now >> v & 1:
                continue
            found = self._improved(now & ~self.near[v] | 1 << v, spend)
            worse = now.bit_count() - found.bit_count()
            if worse <= 0 or rng.random() * (1 + worse * (most - found.bit_count())) < 1:
                now = found
                most = max(most, now.bit_count())

    def _improved(self, found: int, spend: Spend = unpaced) -> int:
        """Return a set improved until no node can be added, nor two exchanged for one."""
        near = self.near
        everything = (1 << len(near)) - 1
        words = 1 + len(near) // 64
        while True:
            once = twice = 0  # nodes with a neighbor in the set, and with several
            for v in members(found):
                spend(words)
                twice |= once & near[v]
                once |= near[v]
            while free := everything & ~(once | found):
                spend(words)
                low = free & -free
                v = low.bit_length() - 1
                found |= low
                twice |= once & near[v]
                once |= near[v]
            for v in members(found):
                spend(words)
                if pair := _pair(near, once & ~twice & near[v]):
                    found ^= 1 << v | pair
                    break
            else:
                return found


def _pair(near: Sequence[int], among: int) -> int:
    """Return two of some nodes that are not adjacent, or 0."""
    for v in members(among):
        if rest := among & ~(near[v] | 1 << v):
            return 1 << v | rest & -rest
    return 0


def _largest_degree_last(near: list[set[int]], nodes: list[int], spend: Spend) -> list[int]:
    """Return the nodes in reverse order of removal; one of most neighbors left is removed first."""
    degree = {v: len(near[v]) for v in nodes}
    heap = [(-degree[v], v) for v in nodes]
    heapify(heap)
    gone: list[int] = []
    while heap:
        minus, v = heappop(heap)
        if degree[v] != -minus:
            continue  # an old entry: it has lost neighbors since
        spend(1 + len(near[v]))
        degree[v] = -1
        gone.append(v)
        for w in near[v]:
            if degree[w] > 0:
                degree[w] -= 1
                heappush(heap, (-degree[w], w))
    return gone[::-1]
