"""Reductions for independent sets: dominated nodes, components, bipartite components."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from icosian.placements._graph import unpaced

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from icosian.placements._graph import Neighbors, Spend


def remove_dominated(near: Neighbors, spend: Spend = unpaced) -> list[tuple[int, int]]:
    """Remove the nodes whose closed neighborhood holds that of a neighbor.

    Some maximum independent set has none of them. They are returned in turn, each with that
    neighbor: a clique that holds the neighbor has room for the node. In a forest, in any chordal
    graph and on a king's board single nodes are left. ``near`` is changed.
    """
    removed = []
    closed = [row | {v} for v, row in enumerate(near)]  # the subset test is fast on closed ones
    stack = list(range(len(near)))
    while stack:
        u = stack.pop()
        for v in sorted(near[u]):
            spend(1)
            if len(closed[u]) <= len(closed[v]) and closed[u] <= closed[v]:
                spend(len(near[v]))
                removed.append((v, u))
                stack += sorted(near[v])
                for w in near[v]:
                    near[w].remove(v)
                    closed[w].remove(v)
                near[v], closed[v] = set(), {v}
    return removed


def components(near: Neighbors, without: Container[int]) -> Iterator[list[int]]:
    """Yield the connected components, except for some isolated nodes."""
    seen = [v in without for v in range(len(near))]
    for first in range(len(near)):
        if seen[first]:
            continue
        seen[first] = True
        part = [first]
        for v in part:
            for w in near[v]:
                if not seen[w]:
                    seen[w] = True
                    part.append(w)
        yield sorted(part)


def bipartition(near: Neighbors, part: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the two sides of a connected component, or None if it is not bipartite."""
    side = {part[0]: 0}
    queue = [part[0]]
    for v in queue:
        for w in near[v]:
            if w not in side:
                side[w] = 1 - side[v]
                queue.append(w)
            elif side[w] == side[v]:
                return None
    return [v for v in part if side[v] == 0], [v for v in part if side[v] == 1]


def bipartite_maximum(
    near: Neighbors, left: Sequence[int], right: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return a maximum independent set of a bipartite component, and an equally large clique cover.

    By a maximum matching (J. E. Hopcroft, R. M. Karp, SIAM Journal on Computing 2 (1973)) and
    König's theorem: follow the alternating paths from unmatched left nodes. The left nodes that are
    reached and the right nodes that are not are independent, and hold one node of every matched
    pair. The cover is the matching with its unmatched nodes.
    """
    if not right:  # a single node
        return list(left), [[v] for v in left]
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    place = {w: k for k, w in enumerate(right)}
    rows = [sorted(place[w] for w in near[v]) for v in left]
    heads = np.array([k for row in rows for k in row], np.int32)
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    graph = csr_array((np.ones(len(heads), np.int8), heads, starts), (len(left), len(right)))
    partner = maximum_bipartite_matching(graph, perm_type="column").tolist()
    owner = {k: i for i, k in enumerate(partner) if k >= 0}
    reached = [i for i, k in enumerate(partner) if k < 0]
    passed: set[int] = set()
    for i in reached:
        fresh = [k for k in rows[i] if k not in passed]
        passed.update(fresh)
        reached += [owner[k] for k in fresh]  # matched, or the matching would not be maximum
    chosen = [left[i] for i in reached] + [w for k, w in enumerate(right) if k not in passed]
    cover = [[v] if k < 0 else [v, right[k]] for v, k in zip(left, partner, strict=True)]
    cover += [[w] for k, w in enumerate(right) if k not in owner]
    return chosen, cover
