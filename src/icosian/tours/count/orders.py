"""Elimination orders of the vertices of a graph, and the states expected along each.

Candidates are the order of the nodes, those along the sides of a board, that along the second
eigenvector of the Laplacian, and those of a greedy rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set as AbstractSet
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._kernels import frontier as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


# Estimates of states: factors measured on boards of knights.
CHOSEN_EDGE, PENDING = 1.155, 1.34  # while there are few: for each edge, and each pending vertex
STATES = 3.0
"""The most states for each vertex more on the frontier."""
ONCE = 2.0
"""The same for a vertex that only one eliminated vertex is next to: it cannot be saturated."""

STARTS = 10_000  # greedy orders, divided by the number of vertices
SPECTRAL = 500  # the largest graph whose eigenvectors are computed


def profile(graph: Sequence[AbstractSet[int]], order: Iterable[int]) -> tuple[list[float], int]:
    """Estimate the states after each vertex of an order; also return the widest frontier."""
    states, pending = frontiers(neighbor_masks(graph), order)
    return states, 1 + max(pending, default=-1)


def neighbor_masks(graph: Sequence[AbstractSet[int]]) -> list[int]:
    """Return the neighbors of each vertex as the bits of a number."""
    return [sum(1 << w for w in neighbors) for neighbors in graph]


def frontiers(
    masks: Sequence[int], order: Iterable[int], *, plane: bool = False
) -> tuple[list[float], list[int]]:
    """Return the expected states and the number of pending vertices after each vertex.

    Those of wide ``plane`` graphs such as grids are counted better, at the expense of others.
    """
    live, left, several = 0, -1, 0  # on the frontier, not eliminated, and next to several that are
    states, pending, edges = [], [], 0
    for v in order:
        bit = 1 << v
        near = masks[v] & left
        several |= near & live
        live = (live | near | bit) ^ bit
        left ^= bit
        edges += near.bit_count()
        number = live.bit_count()
        pending.append(number)
        states.append(_estimate(edges, number, (several & live).bit_count(), plane))
    return states, pending


@lru_cache(1 << 16)
def _estimate(edges: int, pending: int, several: int, plane: bool) -> float:
    """Estimate the states after so many edges, with so many vertices pending, several of them."""
    few = power(CHOSEN_EDGE, edges) * power(PENDING, pending)
    once = pending - several
    # Paths of a plane graph join ends without crossings: Motzkin numbers, 1.5 (3^n) / n^1.5.
    ends = 1.5 * power(STATES, once) / (1 + once) ** 1.5 if plane else power(ONCE, once)
    return min(few, power(STATES, several) * ends)


def power(base: float, exponent: int) -> float:
    """Return a power, or infinity if it is too large for a float."""
    try:
        return base**exponent
    except OverflowError:
        return inf


def given_orders(problem: Problem, graph: Sequence[set[int]]) -> list[list[int]]:
    """Return orders of the vertices: that of the nodes, and on boards along the sides."""
    n = problem.size
    given: list[list[Any]] = [list(range(n))]
    squares = [v for v in problem.nodes if is_square(v)]
    dimensions = {len(square) for square in squares}
    if len(dimensions) == 1 and 2 * len(squares) > n:
        d = dimensions.pop()
        sides = [max(axis) + 1 for axis in zip(*squares, strict=True)]
        for first in range(d):
            for shift in (0, 1):  # it may be better to begin with the last square of each row
                keys = [
                    (v[first], *((v[k] + shift) % sides[k] for k in range(d) if k != first))
                    if is_square(v)
                    else (sides[first],)
                    for v in problem.nodes
                ]
                given.append(keys)
    hints = []
    for keys in given:
        place = [0] * n
        for i, v in enumerate(sorted(range(n), key=keys.__getitem__)):
            place[v] = i
        places = [
            place[v // 2 if problem.arrays.directed else v] if v < n else n
            for v in range(len(graph))
        ]
        hints.append(sorted(range(len(graph)), key=lambda v: (places[v], v)))
    return hints


def spectral_order(graph: Sequence[AbstractSet[int]]) -> list[list[int]]:
    """Return the order along the second eigenvector of the Laplacian, or none if it is large."""
    n = len(graph)
    if n > SPECTRAL:
        return []
    laplacian = np.zeros((n, n))
    for v, neighbors in enumerate(graph):
        laplacian[v, list(neighbors)] = -1
        laplacian[v, v] = len(neighbors)
    vector = np.linalg.eigh(laplacian)[1][:, 1].round(9)
    return [np.argsort(vector, kind="stable").tolist()]


def greedy_orders(graph: Sequence[set[int]], clock: Clock) -> list[list[int]]:
    """Return orders by fewest new frontier vertices, from several first vertices."""
    n = len(graph)
    degrees = np.array([len(neighbors) for neighbors in graph])
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = np.array([w for neighbors in graph for w in sorted(neighbors)], np.int32)
    orders = []
    for start in range(0, n, max(1, n * n // STARTS)):
        order = np.zeros(n, np.int64)
        s = np.zeros(kernels.ARRANGING, np.int64)
        s[kernels.NEXT], s[kernels.LIMIT] = start, n
        place, pending = np.full(n, -1, np.int64), np.zeros(n + 1, np.int64)
        run = Run(kernels.arrange, indptr, indices, degrees.copy(), place, order, pending, s)
        clock.run("plan", run)
        run.arrays()
        orders.append(order.tolist())
    return orders


def best_order(
    graph: Sequence[set[int]], separator: Iterable[int], clock: Clock
) -> tuple[list[int], int]:
    """Return the best order of the vertices outside a separator, and its frontier width."""
    stays = set(separator)
    rated = []
    for order in (list(range(len(graph))), *greedy_orders(graph, clock)):
        left = [v for v in order if v not in stays]
        states, width = profile(graph, left)
        rated.append((sum(states), width, left))
    _, width, best = min(rated)
    return best, width


def is_square(node: Any) -> bool:
    """Return True if a node is a tuple of integers."""
    return isinstance(node, tuple) and all(type(x) is int for x in node)
