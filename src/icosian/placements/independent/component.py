"""A connected component with its clique cover and its best independent set so far."""

from __future__ import annotations

import random
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import TYPE_CHECKING

from icosian.placements._bits import members
from icosian.placements._graph import paced, unpaced
from icosian.placements.independent.clique_cover import clique_covers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from icosian._run.clock import Clock
    from icosian.placements._graph import Spend


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
