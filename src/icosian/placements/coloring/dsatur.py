"""Colourings and cliques that are found in one go, and the order of nodes they like."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from icosian.placements.independent.reductions import Near

__all__ = ["clique_with", "colours_after", "densest_first", "saturated"]


def densest_first(near: Near) -> tuple[list[int], list[int]]:
    """Return an order of the nodes in which few neighbours of a node come before it.

    Parameters
    ----------
    near : list of set of int
        The neighbours of every node.

    Returns
    -------
    list of int
        The nodes in the reverse of the order in which they go, always one with the fewest
        neighbours among those that are left [1]_.
    list of int
        For each of them, in this order, the largest k such that it is in the k-core: the largest
        set of nodes with at least k neighbours in the set each. So every k-core comes before all
        other nodes.

    References
    ----------
    .. [1] D. W. Matula, L. L. Beck, Smallest-last ordering and clustering and graph coloring
       algorithms, Journal of the ACM 30 (1983), 417-427.
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
            continue  # it has lost neighbours since
        degree[v] = -1
        gone.append(v)
        cores.append(max(d, cores[-1] if cores else 0))
        for w in near[v]:
            if degree[w] > 0:
                degree[w] -= 1
                heappush(heap, (degree[w], -w))
    return gone[::-1], cores[::-1]


def saturated(near: Near) -> list[int]:
    """Return the colours of DSATUR: next comes the node with the most colours beside it.

    Parameters
    ----------
    near : list of set of int
        The neighbours of every node.

    Returns
    -------
    list of int
        The colour of every node.
    """
    colours = [-1] * len(near)
    beside: list[set[int]] = [set() for _ in near]
    heap = [(0, -len(row), v) for v, row in enumerate(near)]
    heapify(heap)
    while heap:
        _, _, v = heappop(heap)
        if colours[v] >= 0:
            continue
        colours[v] = colour = _least(beside[v])
        for w in near[v]:
            if colours[w] < 0 and colour not in beside[w]:
                beside[w].add(colour)
                heappush(heap, (-len(beside[w]), -len(near[w]), w))
    return colours


def colours_after(near: Near, colours: Sequence[int]) -> list[int]:
    """Return given colours of the first nodes, and of the others the least that are free.

    Parameters
    ----------
    near : list of set of int
        The neighbours of every node.
    colours : sequence of int
        The colours of the first nodes.

    Returns
    -------
    list of int
        The colour of every node.
    """
    done = list(colours)
    for v in range(len(done), len(near)):
        done.append(_least({done[w] for w in near[v] if w < v}))
    return done


def clique_with(near: Near, v: int) -> list[int]:
    """Return a clique, grown from a node by the first that is joined to all, again and again.

    Parameters
    ----------
    near : list of set of int
        The neighbours of every node.
    v : int
        The node.

    Returns
    -------
    list of int
        The clique.
    """
    clique, common = [v], near[v]
    while common:
        clique.append(min(common))
        common = common & near[clique[-1]]
    return clique


def _least(taken: set[int]) -> int:
    """Return the least colour that is not taken."""
    return next(colour for colour in count() if colour not in taken)
