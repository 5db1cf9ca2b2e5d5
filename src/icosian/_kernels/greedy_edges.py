"""Greedy edges: a first Hamiltonian cycle from the shortest edges.

References
----------
.. [1] J. L. Bentley, Fast algorithms for geometric traveling salesman problems, ORSA Journal on
   Computing 4 (1992), 387-411.
"""

from typing import Any, NamedTuple

from icosian._kernels._jit import kernel
from icosian._kernels.spaces import length

MORE, DONE = 0, 1  # statuses


class SortedEdges(NamedTuple):
    """The ends of edges, the shortest first."""

    tails: Any
    heads: Any


class JoinedPaths(NamedTuple):
    """The neighbors of nodes on paths, the other ends of these, and a list of ends."""

    links: Any
    other: Any
    ends: Any


@kernel
def join(distances, edges, paths, tour, s, budget):
    """Join the shortest edges to paths, and the paths to a cycle; in one call.

    The edges are sorted. ``links`` has the two neighbors of every node, first -1; ``other`` is the
    other end of the path that a node ends, first the node itself. Without a matrix there are many
    nodes, numbered so that near ones have near numbers: then the paths follow each other by these.
    """
    tails, heads = edges
    links, other, ends = paths
    lengths, points, rule = distances
    if budget <= 0:
        return MORE
    # 1. Take every edge that joins the ends of two paths [1].
    n = len(tour)
    for e in range(len(tails)):
        u = tails[e]
        v = heads[e]
        if links[2 * u + 1] < 0 and links[2 * v + 1] < 0 and other[u] != v:
            links[2 * u + (1 if links[2 * u] >= 0 else 0)] = v
            links[2 * v + (1 if links[2 * v] >= 0 else 0)] = u
            a = other[u]
            b = other[v]
            other[a] = b
            other[b] = a
    left = 0
    for v in range(n):
        if links[2 * v + 1] < 0:
            ends[left] = v
            left += 1
    # 2. Walk along a path, then go to the nearest end of another, or the first.
    current = ends[0]
    filled = used = 0
    while True:
        other[other[current]] = -1  # a used end
        other[current] = -1
        last = -1
        while current >= 0:
            tour[filled] = current
            filled += 1
            a = links[2 * current]
            b = links[2 * current + 1]
            following = a if a != last else b
            last = current
            current = following
        if filled == n:
            s[0] += n
            return DONE
        if len(lengths) == 0:
            while other[ends[used]] < 0:
                used += 1
            current = ends[used]
            continue
        kept = 0
        least = 0
        for k in range(left):
            v = ends[k]
            if other[v] >= 0:
                ends[kept] = v
                kept += 1
                away = length(lengths, points, rule, n, last, v)
                if current < 0 or away < least:
                    current = v
                    least = away
        left = kept
