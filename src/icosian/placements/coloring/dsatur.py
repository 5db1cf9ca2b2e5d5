"""Greedy colorings and cliques: DSATUR, smallest-last order, greedy extension."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import count

import numpy as np
from numpy.typing import NDArray

from icosian.placements._graph import Neighbors, Spend, unpaced

_DENSE = 8  # with more than 1 / _DENSE of all edges, scans of arrays are faster than heaps


def smallest_last(near: Neighbors, spend: Spend = unpaced) -> tuple[list[int], list[int]]:
    """Return the nodes in smallest-last order, and the core number of each in this order.

    The node with the fewest neighbors left is removed again and again; the order is the reverse
    (D. W. Matula, L. L. Beck, Journal of the ACM 30 (1983), 417-427). Every k-core, a largest set
    of nodes with at least k neighbors in the set each, comes before all other nodes.
    """
    if _is_dense(near):
        return _smallest_last_dense(near, spend)
    degree = list(map(len, near))
    heap = [(d, -v) for v, d in enumerate(degree)]
    heapify(heap)
    gone: list[int] = []
    cores: list[int] = []
    while heap:
        d, minus = heappop(heap)
        v = -minus
        if degree[v] != d:
            continue  # an old entry: it has lost neighbors since
        degree[v] = -1
        spend(1 + len(near[v]))
        gone.append(v)
        cores.append(max(d, cores[-1] if cores else 0))
        for w in near[v]:
            if degree[w] > 0:
                degree[w] -= 1
                heappush(heap, (degree[w], -w))
    return gone[::-1], cores[::-1]


def _is_dense(near: Neighbors) -> bool:
    return _DENSE * sum(map(len, near)) > len(near) ** 2


def _array(row: set[int]) -> NDArray[np.int64]:
    return np.fromiter(row, np.int64, len(row))


def _smallest_last_dense(near: Neighbors, spend: Spend) -> tuple[list[int], list[int]]:
    n = len(near)
    degree = np.array(list(map(len, near)), np.int64)
    gone: list[int] = []
    cores: list[int] = []
    for _ in near:
        spend(n)
        v = n - 1 - int(degree[::-1].argmin())  # the last one of fewest neighbors
        gone.append(v)
        cores.append(max(int(degree[v]), cores[-1] if cores else 0))
        degree[_array(near[v])] -= 1
        degree[v] = 2 * n  # more than any node that is left has, also later
    return gone[::-1], cores[::-1]


def dsatur(near: Neighbors, spend: Spend = unpaced) -> list[int]:
    """Return the colors of DSATUR: the node with the most colors among its neighbors is next."""
    if _is_dense(near):
        return _dsatur_dense(near, spend)
    colors = [-1] * len(near)
    adjacent: list[set[int]] = [set() for _ in near]
    heap = [(0, -len(row), v) for v, row in enumerate(near)]
    heapify(heap)
    while heap:
        _, _, v = heappop(heap)
        if colors[v] >= 0:
            continue
        spend(1 + len(near[v]))
        colors[v] = color = _least(adjacent[v])
        for w in near[v]:
            if colors[w] < 0 and color not in adjacent[w]:
                adjacent[w].add(color)
                heappush(heap, (-len(adjacent[w]), -len(near[w]), w))
    return colors


def _dsatur_dense(near: Neighbors, spend: Spend) -> list[int]:
    n = len(near)
    colors = np.full(n, -1)
    key = np.array(list(map(len, near)), np.int64)  # colors among the neighbors * n + degree
    seen: list[NDArray[np.bool_]] = []  # for every color, the nodes with a neighbor of it
    for _ in near:
        spend(n)
        v = int(key.argmax())
        row = _array(near[v])
        taken = np.zeros(len(seen) + 2, np.bool_)
        taken[colors[row]] = True  # the last entry for neighbors without a color
        color = int(taken[:-1].argmin())
        if color == len(seen):
            seen.append(np.zeros(n, np.bool_))
        fresh = row[~seen[color][row]]
        seen[color][fresh] = True
        key[fresh] += n
        colors[v] = color
        key[v] = -n * n - n  # less than 0, also later
    return [int(color) for color in colors]


def extended(near: Neighbors, colors: Sequence[int]) -> list[int]:
    """Return a coloring of the first nodes, extended to the others by the least free colors."""
    done = list(colors)
    for v in range(len(done), len(near)):
        done.append(_least({done[w] for w in near[v] if w < v}))
    return done


def greedy_clique(near: Neighbors, v: int) -> list[int]:
    """Return a clique that holds v: the first common neighbor joins, again and again."""
    clique, common = [v], near[v]
    while common:
        clique.append(min(common))
        common = common & near[clique[-1]]
    return clique


def _least(taken: set[int]) -> int:
    return next(color for color in count() if color not in taken)
