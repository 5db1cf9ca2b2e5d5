"""Greedy colorings and cliques: DSATUR, smallest-last order, greedy extension."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from icosian.placements._graph import Neighbors

__all__ = ["dsatur", "extended", "greedy_clique", "smallest_last"]


def smallest_last(near: Neighbors) -> tuple[list[int], list[int]]:
    """Return the nodes in smallest-last order, and the core number of each in this order.

    The node with the fewest neighbors left is removed again and again; the order is the reverse
    (D. W. Matula, L. L. Beck, Journal of the ACM 30 (1983), 417-427). Every k-core, a largest set
    of nodes with at least k neighbors in the set each, comes before all other nodes.
    """
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
        gone.append(v)
        cores.append(max(d, cores[-1] if cores else 0))
        for w in near[v]:
            if degree[w] > 0:
                degree[w] -= 1
                heappush(heap, (degree[w], -w))
    return gone[::-1], cores[::-1]


def dsatur(near: Neighbors) -> list[int]:
    """Return the colors of DSATUR: the node with the most colors among its neighbors is next."""
    colors = [-1] * len(near)
    adjacent: list[set[int]] = [set() for _ in near]
    heap = [(0, -len(row), v) for v, row in enumerate(near)]
    heapify(heap)
    while heap:
        _, _, v = heappop(heap)
        if colors[v] >= 0:
            continue
        colors[v] = color = _least(adjacent[v])
        for w in near[v]:
            if colors[w] < 0 and color not in adjacent[w]:
                adjacent[w].add(color)
                heappush(heap, (-len(adjacent[w]), -len(near[w]), w))
    return colors


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
