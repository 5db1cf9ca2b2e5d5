"""What is easy about independent sets: superfluous nodes, separate parts, bipartite parts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from icosian.placements._graph import Reading

    Near = list[set[int]]

__all__ = ["components", "leave_out", "matched", "neighbours", "sides"]


def neighbours(given: Reading) -> Near:
    """Return the set of neighbours of every node."""
    starts, heads = given.arrays.indptr.tolist(), given.arrays.indices.tolist()
    return [set(heads[begin:end]) for begin, end in pairwise(starts)]


def leave_out(near: Near) -> list[tuple[int, int]]:
    """Take away nodes that no largest independent set needs.

    Parameters
    ----------
    near : list of set of int
        The neighbours of every node; those that are left out disappear from it.

    Returns
    -------
    list of (int, int)
        The nodes left out, in turn, each with a neighbour that may stand for it: whatever that is
        joined to at this moment, the node is joined to as well. So a clique that holds the
        neighbour has room for the node.

    Notes
    -----
    This leaves single nodes of a forest, of any chordal graph, and of a king's board.
    """
    out = []
    closed = [row | {v} for v, row in enumerate(near)]  # a subset of a closed one fails early
    stack = list(range(len(near)))
    while stack:
        u = stack.pop()
        for v in sorted(near[u]):
            if len(closed[u]) <= len(closed[v]) and closed[u] <= closed[v]:
                out.append((v, u))
                stack += sorted(near[v])
                for w in near[v]:
                    near[w].remove(v)
                    closed[w].remove(v)
                near[v], closed[v] = set(), {v}
    return out


def components(near: Near, without: Container[int]) -> Iterator[list[int]]:
    """Yield the connected parts, without some nodes that are joined to none."""
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


def sides(near: Near, part: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the two sides of a connected part, or None if it is not bipartite."""
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


def matched(
    near: Near, left: Sequence[int], right: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return a largest independent set of a bipartite part, and a cover as small as it is large.

    Parameters
    ----------
    near : list of set of int
        The neighbours of every node.
    left, right : sequence of int
        The two sides.

    Returns
    -------
    list of int
        The independent set.
    list of list of int
        The cover: the edges of a matching, and the nodes that it leaves over.

    Notes
    -----
    By Hopcroft and Karp [1]_, and König's theorem: from left nodes without a partner go along
    alternating paths; left nodes that are reached and right ones that are not are independent,
    and of every pair of the matching one of them.

    References
    ----------
    .. [1] J. E. Hopcroft, R. M. Karp, An n^(5/2) algorithm for maximum matchings in bipartite
       graphs, SIAM Journal on Computing 2 (1973), 225-231.
    """
    if not right:  # a single node
        return list(left), [[v] for v in left]
    import numpy as np
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
        reached += [owner[k] for k in fresh]  # it has one, or the matching could grow
    chosen = [left[i] for i in reached] + [w for k, w in enumerate(right) if k not in passed]
    cover = [[v] if k < 0 else [v, right[k]] for v, k in zip(left, partner, strict=True)]
    cover += [[w] for k, w in enumerate(right) if k not in owner]
    return chosen, cover
