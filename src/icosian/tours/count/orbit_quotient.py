"""Cycles that are invariant under a symmetry, counted in the graph of its orbits.

A cycle that a symmetry rotates projects to a cycle through all orbits; one that it reflects
projects to a path. The quotient may have parallel edges, each with a *voltage*: the power of the
symmetry that the edge applies.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import states as kernels
from icosian._run.clock import Clock
from icosian.tours.count.join import join_halves
from icosian.tours.count.layers import Half, Memory
from icosian.tours.count.orders import best_order
from icosian.tours.enumeration.search import tour_batches
from icosian.tours.problem import Problem

Edge = tuple[int, int]


WIDEST = kernels.WIDE
"""The widest frontier."""
STAR = 3
"""The most edges within the separator that are chosen at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotient:
    """A multigraph with voltages modulo a number, as orbit pairs (a, b), a <= b."""

    size: int
    modulus: int
    edges: dict[Edge, list[int]]

    def cycles(self, count: Callable[[Problem], int], clock: Clock, memory: Memory) -> int:
        """Return the number of Hamiltonian cycles whose voltages sum to a unit of the modulus."""
        # 1. Moduli that are not powers of 2: list the cycles and add up voltages.
        if self.modulus & self.modulus - 1:
            return self._listed(clock)
        # 2. Two halves of the edges. Modulus 1, where all cycles count: those of the simple graph,
        #    and further parallel edges, of which the others use one. Powers of 2: even and odd
        #    voltages, of which a cycle uses an odd number.
        if self.modulus == 1:
            first = Counter(dict.fromkeys(self.edges, 1))
            second = Counter({e: len(s) - 1 for e, s in self.edges.items() if len(s) > 1})
        else:
            first, second = (
                Counter({e: k for e, s in self.edges.items() if (k := sum(x % 2 == r for x in s))})
                for r in range(2)
            )
        number: int | None = 0
        if second:
            ends = (*second, *(e for e, k in first.items() if k > 1))
            separator = sorted({v for e in ends for v in e})
            if len(separator) == self.size:  # a half could close a cycle
                return self._split().cycles(count, clock, memory) // 2
            number = self._joined(first, second, separator, clock, memory)
        if number is None:
            return self._listed(clock)
        return number + (count(self._simple()) if self.modulus == 1 else 0)

    def odd_ends(self) -> int:
        """Return the number of vertices that have edges of odd voltage."""
        return len(
            {v for e, voltages in self.edges.items() if any(s % 2 for s in voltages) for v in e}
        )

    def _simple(self) -> Problem:
        """Return the problem of the graph without loops and parallel edges."""
        G: nx.Graph[Any] = nx.Graph()
        G.add_nodes_from(range(self.size))
        G.add_edges_from((a, b) for a, b in self.edges if a != b)
        return Problem.of(G, closed=True)

    def _split(self) -> Quotient:
        """Split vertex 0 in two, joined by a path, so that every cycle occurs twice."""
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
        """Count by listing the cycles of the graph without parallel edges."""
        if self.size < 3:
            return self._split()._listed(clock) // 2  # noqa: SLF001 - the same class
        ways = {e: Counter(voltages) for e, voltages in self.edges.items()}
        ways |= {(b, a): Counter(-s for s in voltages) for (a, b), voltages in self.edges.items()}
        number = 0
        for found in tour_batches(self._simple(), clock):
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
        self,
        first: Counter[Edge],
        second: Counter[Edge],
        separator: Sequence[int],
        clock: Clock,
        memory: Memory,
    ) -> int | None:
        """Count cycles with edges of the second half, an odd number for an even modulus."""
        # A state has half as many edges as the sum of its degrees.
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
        return join_halves(one, [(other, separator)], separator, clock, memory)

    def _near(
        self, edges: Counter[Edge], others: Counter[Edge], separator: Sequence[int]
    ) -> list[set[int]]:
        """Return the neighbors of each vertex in a half; two extra vertices never enter."""
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
        """Return a good elimination order of the other vertices, and its frontier width."""
        graph: list[set[int]] = [set() for _ in range(self.size)]
        for a, b in edges:
            graph[a].add(b)
            graph[b].add(a)
        return best_order(graph, separator, clock)


def _stars(edges: Counter[Edge], separator: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield all edges within the separator, a few of one vertex at a time."""
    for time in range(max(edges.values())):
        for v in separator:
            near = [b for (a, b), k in edges.items() if a == v and b in separator and k > time]
            for i in range(0, len(near), STAR):
                yield v, near[i : i + STAR]


def _edges_used(half: Half) -> NDArray[np.int64]:
    """Return the number of edges of each state of a half: half the sum of its degrees."""
    words: NDArray[np.int64] = kernels.degree_word(half.layer[:: half.row], half.slots)
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
    """Return the quotient whose cycles lift to those an automorphism rotates, or None."""
    # Vertices are the orbits, each represented by its first vertex in ``order``. Each orbit of
    # edges is an edge, whose voltage is the power of the automorphism at its other end. None if the
    # orbits differ in length, or the bipartition forbids a rotation.
    orbits = _orbits(image, order)
    m = len(orbits[0])
    if any(len(orbit) != m for orbit in orbits):
        return None
    # For even m, a closed walk through all orbits leads to the image under an odd power.
    if sides and m % 2 == 0 and (len(orbits) + sides[0] + sides[image[0]]) % 2:
        return None
    place = {v: (i, s) for i, orbit in enumerate(orbits) for s, v in enumerate(orbit)}
    edges: dict[Edge, list[int]] = {}
    for i, (v, *_) in enumerate(orbits):
        for j, s in sorted(place[w] for w in graph[v]):
            if i < j or len(orbits) == 1:  # loops are used only if there is no other orbit
                edges.setdefault((i, j), []).append(s)
    return Quotient(size=len(orbits), modulus=m, edges=edges)


def reflected(
    graph: Sequence[set[int]], image: Sequence[int], order: Sequence[int]
) -> Quotient | None:
    """Return the quotient whose cycles are halves of those an automorphism reflects, or None."""
    # Vertices are the orbits and the *axis*, where the half paths end: next to a fixed vertex, or
    # to two neighbors that are images of each other.
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
    """Return the orbits of a permutation, each from its first member, image by image."""
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
