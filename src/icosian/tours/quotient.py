"""Cycles that a symmetry of a graph keeps: those of the graph of its orbits, and how many unroll."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx

from icosian._kernels import states as kernels
from icosian.tours import separators
from icosian.tours.conditions import Conditions
from icosian.tours.enumerate import orders
from icosian.tours.halves import Half
from icosian.tours.meeting import joined
from icosian.tours.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from icosian.tours.clock import Clock
    from icosian.tours.halves import Memory

    Edge = tuple[int, int]

__all__ = ["Quotient", "reflected", "turned"]

STAR = 3
"""The most edges within the separator that are chosen at once."""
METHOD = "symmetric tours"
"""What reports call it."""


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

    def cycles(self, count: Callable[[Conditions], int], clock: Clock, memory: Memory) -> int:
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
        For the modulus 1 all cycles count; for 2 and 4, those with an odd number of edges with an
        odd voltage. Some of the edges are in one half of a count, the others in the other: the
        second ones of parallel edges, or the odd ones. A state of a half knows the number of its
        edges, which is half the sum of its degrees. For other moduli, and where the vertices that
        have edges in both halves are too many, the cycles are listed.
        """
        if self.modulus == 1:
            first = Counter(dict.fromkeys(self.edges, 1))
            second = Counter({e: len(s) - 1 for e, s in self.edges.items() if len(s) > 1})
            number = count(self._simple())
            return number + self._joined(first, second, clock, memory) if second else number
        if self.modulus not in (2, 4):
            return self._listed(clock)
        even, odd = (
            Counter({e: k for e, s in self.edges.items() if (k := sum(x % 2 == r for x in s))})
            for r in range(2)
        )
        ends = len(self.odd_ends())
        if ends == 0:
            return 0
        if ends == self.size:  # then a half could close a cycle
            return self._split().cycles(count, clock, memory) // 2
        return self._joined(even, odd, clock, memory)

    def odd_ends(self) -> set[int]:
        """Return the vertices that have edges with an odd voltage.

        Returns
        -------
        set of int
            The vertices.
        """
        odd = [edge for edge, voltages in self.edges.items() if any(s % 2 for s in voltages)]
        return {v for edge in odd for v in edge}

    def _simple(self) -> Conditions:
        """Return the question about the graph without loops and parallel edges."""
        G: nx.Graph[Any] = nx.Graph()
        G.add_nodes_from(range(self.size))
        G.add_edges_from((a, b) for a, b in self.edges if a != b)
        return Conditions.of(Problem.of(G, closed=True))

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
        ways |= {(b, a): Counter({-s: 1 for s in self.edges[a, b]}) for a, b in self.edges}
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
    ) -> int:
        """Count the cycles that have edges from both halves, an odd number if the modulus is even.

        No half is to have a cycle through all vertices alone.
        """
        separator = sorted(
            {v for edge in second for v in edge} | {v for e, k in first.items() if k > 1 for v in e}
        )
        order, width = self._order(first, separator, clock)
        width = max(width, len(separator))
        if width > kernels.WIDE:
            return self._listed(clock)
        slots = kernels.NARROW if width <= kernels.NARROW else kernels.WIDE
        halves = []
        for edges, others in ((first, second), (second, first)):
            half = Half(self._near(edges, others, separator), slots, clock, memory)
            for v in order if edges is first else ():
                half.choose(v)
            _choose_all(half, edges, separator)
            halves.append(half)
        one, other = halves
        if self.modulus > 1:
            other.layer = _with_odd_edges(other)
        number = 0
        if one.size and other.size:
            number = joined(one, [(other, separator)], separator, clock, memory)
        for half in halves:
            memory.halves.remove(half)
        return number

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


def _choose_all(half: Half, edges: Counter[Edge], separator: Sequence[int]) -> None:
    """Choose all edges between vertices that stay."""
    stays = set(separator)
    for time in range(max(edges.values())):
        for v in separator:
            near = [b for (a, b), k in edges.items() if a == v and b in stays and k > time]
            for i in range(0, len(near), STAR):
                half.choose(v, near[i : i + STAR])


def _with_odd_edges(half: Half) -> Any:
    """Return the states of a half that have an odd number of edges."""
    rows = half.layer.reshape(-1, half.row)
    words = rows[:, 0] >> kernels.RANK if half.slots == kernels.NARROW else rows[:, 0]
    # The degrees of an end and of a saturated vertex are 1 and 2, and their sum is even.
    degrees = sum((words >> i & 1) * (1 if i >= half.slots else 2) for i in range(2 * half.slots))
    return rows[degrees // 2 % 2 == 1].ravel()


def turned(
    graph: Sequence[set[int]], image: Sequence[int], order: Sequence[int]
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

    Returns
    -------
    Quotient or None
        The orbits, with an edge for each orbit of edges: from the representative of one to the
        image of that of the other under the power of the automorphism that is its voltage. None if
        orbits differ in length; then no cycle is turned.
    """
    orbits = _orbits(image, order)
    m = len(orbits[0])
    if any(len(orbit) != m for orbit in orbits):
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
