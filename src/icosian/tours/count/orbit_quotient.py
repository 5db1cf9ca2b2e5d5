"""Cycles that a symmetry of a graph keeps, found in the graph of its orbits."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx

from icosian._kernels import states as kernels
from icosian.tours.count import plans as separators
from icosian.tours.count.join import joined
from icosian.tours.count.layers import Half
from icosian.tours.enumeration.search import orders
from icosian.tours.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.count.layers import Memory

    Edge = tuple[int, int]

__all__ = ["Quotient", "reflected", "turned"]

WIDEST = kernels.WIDE
"""The most vertices on a frontier."""
STAR = 3
"""The most edges within the separator that are chosen at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotient:
    """A graph with parallel edges, each with a *voltage*.

    Attributes
    ----------
    size : int
        The number of vertices.
    modulus : int
        Voltages are numbers modulo this one.
    edges : dict of (int, int) to list of int
        The voltages of the edges from a vertex to one that is no smaller; the other way round,
        they have the opposite sign.
    """

    size: int
    modulus: int
    edges: dict[Edge, list[int]]

    def cycles(self, count: Callable[[Problem], int], clock: Clock, memory: Memory) -> int:
        """Return how many Hamiltonian cycles have a sum of voltages that is prime to the modulus.

        Parameters
        ----------
        count : callable
            Returns how many tours a question has.
        clock : Clock
            The clock.
        memory : Memory
            What the tables may take.

        Returns
        -------
        int
            The exact number.

        Raises
        ------
        SearchLimitReached
            If the memory is too small, or the graph too wide.
        TimeIsUp
            If the time is over.

        Notes
        -----
        For the modulus 1 all cycles count; for powers of 2, those with an odd number of edges with
        an odd voltage. Some of the edges are in one half of a count, the others in the other: the
        second ones of parallel edges, or the odd ones. A state of a half knows the number of its
        edges, which is half the sum of its degrees. For other moduli, and where the vertices that
        have edges in both halves are too many, the cycles are listed.
        """
        if self.modulus & self.modulus - 1:
            return self._listed(clock)
        if self.modulus == 1:
            first = Counter(dict.fromkeys(self.edges, 1))
            second = Counter({e: len(s) - 1 for e, s in self.edges.items() if len(s) > 1})
            if not second:
                return count(self._simple())
            number = self._joined(first, second, clock, memory)
            return self._listed(clock) if number is None else number + count(self._simple())
        even, odd = (
            Counter({e: k for e, s in self.edges.items() if (k := sum(x % 2 == r for x in s))})
            for r in range(2)
        )
        ends = len(self.odd_ends())
        if ends == 0:
            return 0
        if ends == self.size:  # then a half could close a cycle
            return self._split().cycles(count, clock, memory) // 2
        number = self._joined(even, odd, clock, memory)
        return self._listed(clock) if number is None else number

    def odd_ends(self) -> set[int]:
        """Return the vertices that have edges with an odd voltage.

        Returns
        -------
        set of int
            The vertices.
        """
        odd = [edge for edge, voltages in self.edges.items() if any(s % 2 for s in voltages)]
        return {v for edge in odd for v in edge}

    def _simple(self) -> Problem:
        """Return the question about the graph without loops and parallel edges."""
        G: nx.Graph[Any] = nx.Graph()
        G.add_nodes_from(range(self.size))
        G.add_edges_from((a, b) for a, b in self.edges if a != b)
        return Problem.of(G, closed=True)

    def _split(self) -> Quotient:
        """Return the same with two vertices in the place of the first, and a path between them.

        Every cycle is there twice, and loops and pairs of parallel edges are among them.
        """
        n = self.size
        edges = {(0, n + 1): [0], (n, n + 1): [0]}
        for (a, b), voltages in self.edges.items():
            if a == b:
                edges[a, n] = voltages
                continue
            edges[a, b] = voltages
            if a == 0:
                edges[b, n] = [-s for s in voltages]
        return Quotient(size=n + 2, modulus=self.modulus, edges=edges)

    def _listed(self, clock: Clock) -> int:
        """Count the cycles by listing those of the graph without parallel edges."""
        if self.size < 3:
            return self._split()._listed(clock) // 2  # noqa: SLF001 - one of us
        ways = {e: Counter(voltages) for e, voltages in self.edges.items()}
        ways |= {(b, a): Counter(-s for s in voltages) for (a, b), voltages in self.edges.items()}
        number = 0
        for found in orders(self._simple(), clock):
            for order in found.tolist():
                sums = Counter({0: 1})
                for edge in pairwise([*order, order[0]]):
                    further: Counter[int] = Counter()
                    for x, k in sums.items():
                        for y, way in ways[edge].items():
                            further[(x + y) % self.modulus] += k * way
                    sums = further
                number += sum(k for x, k in sums.items() if math.gcd(x, self.modulus) == 1)
        return number

    def _joined(
        self, first: Counter[Edge], second: Counter[Edge], clock: Clock, memory: Memory
    ) -> int | None:
        """Count the cycles with edges of the second half, an odd number if the modulus is even.

        No half may have a cycle through all vertices alone. None if the frontier is too wide.
        """
        separator = sorted(
            {v for edge in second for v in edge} | {v for e, k in first.items() if k > 1 for v in e}
        )
        order, width = self._order(first, separator, clock)
        width = max(width, len(separator) + 1)
        if width > WIDEST:
            return None
        slots = kernels.NARROW if width <= kernels.NARROW else kernels.WIDE
        one, other = (
            Half(self._near(edges, others, separator), slots, clock, memory)
            for edges, others in ((first, second), (second, first))
        )
        for a, near in _stars(second, separator):
            other.choose(a, near)
        edges_used = _edges_used(other)
        kept = edges_used > 0 if self.modulus == 1 else edges_used % 2 == 1
        other.layer = other.layer.reshape(-1, other.row)[kept].ravel()
        for v in order:
            one.choose(v)
        for a, near in _stars(first, separator):
            min(one, other, key=lambda half: half.size).choose(a, near)
        if not (one.size and other.size):
            return 0
        return joined(one, [(other, separator)], separator, clock, memory)

    def _near(
        self, edges: Counter[Edge], others: Counter[Edge], separator: Sequence[int]
    ) -> list[set[int]]:
        """Return the neighbours of each vertex in a half.

        The last two vertices stand for edges that are in the other half or come a second time.
        They never enter, so no cycle is closed.
        """
        n = self.size
        near: list[set[int]] = [set() for _ in range(n + 2)]
        free = Counter[int]()
        for (a, b), k in edges.items():
            near[a].add(b)
            near[b].add(a)
            free.update({a: k - 1, b: k - 1})
        for (a, b), k in others.items():
            free.update({a: k, b: k})
        for v in separator:
            near[v].update(range(n, n + min(2, free[v])))
        return near

    def _order(
        self, edges: Iterable[Edge], separator: Sequence[int], clock: Clock
    ) -> tuple[list[int], int]:
        """Return a good order in which the other vertices leave, and the width of the frontier."""
        graph: list[set[int]] = [set() for _ in range(self.size)]
        for a, b in edges:
            graph[a].add(b)
            graph[b].add(a)
        stays = set(separator)
        rated = []
        for order in (list(range(len(graph))), *separators.greedy_orders(graph, clock)):
            left = [v for v in order if v not in stays]
            states, width = separators.profile(graph, left)
            rated.append((sum(states), width, left))
        _, width, best = min(rated)
        return best, width


def _stars(edges: Counter[Edge], separator: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield all edges between vertices that stay, some of one vertex at a time."""
    for time in range(max(edges.values())):
        for v in separator:
            near = [b for (a, b), k in edges.items() if a == v and b in separator and k > time]
            for i in range(0, len(near), STAR):
                yield v, near[i : i + STAR]


def _edges_used(half: Half) -> NDArray[np.int64]:
    """Return the number of edges of each state of a half: half the sum of its degrees."""
    import numpy as np

    words: NDArray[np.int64] = kernels.status_of(half.layer[:: half.row], half.slots)
    degrees = np.zeros_like(words)
    for i in range(half.slots):
        degrees += (words >> half.slots + i & 1) + 2 * (words >> i & 1)
    return degrees // 2


def turned(
    graph: Sequence[set[int]],
    image: Sequence[int],
    order: Sequence[int],
    sides: Sequence[int] | None,
) -> Quotient | None:
    """Return the graph whose cycles unroll to those that an automorphism turns.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    image : sequence of int
        The image of each vertex.
    order : sequence of int
        The vertices in an order; the first of an orbit represents it.
    sides : sequence of int or None
        The side of each vertex, 0 or 1, if the graph is bipartite.

    Returns
    -------
    Quotient or None
        The orbits, with an edge for each orbit of edges: from the representative of one to the
        image of that of the other under the power of the automorphism that is its voltage. None if
        orbits differ in length, or sides forbid it; then no cycle is turned.
    """
    orbits = _orbits(image, order)
    m = len(orbits[0])
    if any(len(orbit) != m for orbit in orbits):
        return None
    # A walk through all orbits leads to an odd power's image of its start if m is even.
    if sides and m % 2 == 0 and (len(orbits) + sides[0] + sides[image[0]]) % 2:
        return None
    place = {v: (i, s) for i, orbit in enumerate(orbits) for s, v in enumerate(orbit)}
    edges: dict[Edge, list[int]] = {}
    for i, (v, *_) in enumerate(orbits):
        for j, s in sorted(place[w] for w in graph[v]):
            if i < j or len(orbits) == 1:  # only where there is no other orbit, loops are used
                edges.setdefault((i, j), []).append(s)
    return Quotient(size=len(orbits), modulus=m, edges=edges)


def reflected(
    graph: Sequence[set[int]], image: Sequence[int], order: Sequence[int]
) -> Quotient | None:
    """Return the graph whose cycles are halves of those that an automorphism reflects.

    Parameters
    ----------
    graph, image, order
        As for :func:`turned`.

    Returns
    -------
    Quotient or None
        The orbits, and a further vertex where the paths that are halves end: next to a vertex that
        is its own image, or to two that are images and neighbours of each other. None if no cycle
        is reflected.
    """
    orbits = _orbits(image, order)
    axis = len(orbits)
    fixed = [i for i, orbit in enumerate(orbits) if len(orbit) == 1]
    if max(map(len, orbits)) != 2 or len(fixed) > 2:
        return None
    place = {v: i for i, orbit in enumerate(orbits) for v in orbit}
    edges: dict[Edge, list[int]] = {}
    for i, (v, *others) in enumerate(orbits):
        for j in sorted(place[w] for w in graph[v]) if others else ():
            if i == j:
                edges[i, axis] = [0]
            elif i < j or j in fixed:
                edges.setdefault((min(i, j), max(i, j)), []).append(0)
    for k, i in enumerate(fixed, start=axis + 1):  # every half ends there
        edges[i, k] = edges[axis, k] = [0]
    return Quotient(size=axis + 1 + len(fixed), modulus=1, edges=edges)


def _orbits(image: Sequence[int], order: Iterable[int]) -> list[list[int]]:
    """Return the orbits of a permutation, each from its first member on, image by image."""
    seen: set[int] = set()
    orbits = []
    for v in order:
        if v not in seen:
            orbit = [v]
            while (w := image[orbit[-1]]) != v:
                orbit.append(w)
            seen.update(orbit)
            orbits.append(orbit)
    return orbits
