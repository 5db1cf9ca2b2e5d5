"""Encoding of numbered nodes for SAT: which node may have which number, and what must hold."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import networkx as nx

    from icosian.proofs.shared.claim import Claim


Fact = tuple[int, list[int]]
"""At least so many of these literals hold; ``-x`` denies variable x."""


class Timetable:
    """The variables "node v has number k" of a claim, counted from 1, and the facts about them."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, pause: Callable[[], object]) -> None:
        self.nodes = list(G)
        """The nodes; below, nodes are their places in this list, and numbers count from 0."""
        place = {v: i for i, v in enumerate(self.nodes)}
        n: int = len(self.nodes)
        self.n = n
        self._closed, self._directed = claim.closed, G.is_directed()
        self._require = [(place[u], place[v]) for u, v in claim.require]
        self._besides = [[place[v] for v in tour] for tour in claim.besides]
        forbid = {(place[u], place[v]) for u, v in claim.forbid}
        forbid |= set() if self._directed else {(v, u) for u, v in forbid}
        self._near: dict[int, list[set[int]]] = {k: [set() for _ in range(n)] for k in (1, -1)}
        for v, row in G.adjacency():
            for w in row:
                i, j = place[v], place[w]
                if i != j and (i, j) not in forbid:
                    self._near[1][i].add(j)
                    self._near[-1][j].add(i)
        ends = [(claim.start, 1), (claim.end, n)]
        given = {k - 1: place[v] for v, k in (*claim.positions, *ends) if v is not None}
        free = set(range(n)) - set(given.values())
        self.fits = [{given[k]} if k in given else set(free) for k in range(n)]
        """The nodes that may have each number: walks with one step a number lead to them."""
        self.empty = self._narrow(pause)
        """A number that no node can have."""
        pairs = [(v, k) for k, fits in enumerate(self.fits) for v in sorted(fits)]
        self.variables = {pair: x for x, pair in enumerate(pairs, start=1)}
        """The variable of each pair of a node and one of its numbers."""

    def _narrow(self, pause: Callable[[], object]) -> int | None:
        """Keep the nodes that walks to and from all other numbers meet; return a number without."""
        ring: list[int] = [*range(self.n), 0] if self._closed else [*range(self.n)]
        for step, order in ((1, ring), (-1, ring[::-1])):
            for k, following in pairwise(order):
                pause()
                reached = (self._near[step][v] for v in self.fits[k])
                self.fits[following] &= set[int]().union(*reached)
                if not self.fits[following]:
                    return following
        return None

    def facts(self) -> Iterator[Fact]:
        """Yield facts that only the tours meet."""
        own: list[list[int]] = [[] for _ in self.nodes]
        for v, k in self.variables:
            own[v].append(k)
        # 1. Every number has one node, every node one number.
        for k, fits in enumerate(self.fits):
            yield from _exactly_one([self.variables[v, k] for v in fits])
        for v, numbers in enumerate(own):
            yield from _exactly_one([self.variables[v, k] for k in numbers])
        # 2. A neighbor of a node has the next number, and one the number before.
        for v, k in self.variables:
            for step, near in self._near.items():
                if (other := self._after(k, step)) is not None:
                    yield self._implied(v, k, [(w, other) for w in near[v]])
        # 3. The ends of an edge to use have numbers one apart.
        for u, v in self._require:
            for w, partner, ahead in ((u, v, 1), (v, u, -1)):
                steps = (ahead,) if self._directed else (1, -1)
                for k in own[w]:
                    others = [self._after(k, step) for step in steps]
                    yield self._implied(w, k, [(partner, j) for j in others if j is not None])
        # 4. It is another tour than the known ones.
        for tour in self._besides:
            mirrored = tour[:1] + tour[:0:-1] if self._closed else tour[::-1]
            for order in [tour] if self._directed else [tour, mirrored]:
                places = [(v, k) for k, v in enumerate(order)]
                if all(pair in self.variables for pair in places):
                    yield 1, [-self.variables[pair] for pair in places]

    def _after(self, k: int, step: int) -> int | None:
        """Return the number after or before another one."""
        if self._closed:
            return (k + step) % self.n
        return k + step if 0 <= k + step < self.n else None

    def _implied(self, v: int, k: int, others: list[tuple[int, int]]) -> Fact:
        """Return that a node has a number only if one of some pairs holds."""
        found = [self.variables[other] for other in others if other in self.variables]
        return 1, [-self.variables[v, k], *found]


def _exactly_one(variables: list[int]) -> list[Fact]:
    return [(1, variables), (len(variables) - 1, [-x for x in variables])]
