"""Trees that hang on a graph: covered by a greedy rule, which is exact, in linear time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian._arrays.csr import Csr


@dataclass(frozen=True, kw_only=True)
class Trimmed:
    """An undirected graph whose hanging trees are covered as far as they determine the paths."""

    paths: list[list[int]]
    """Paths that some minimum cover has."""
    removed: set[int]
    """Nodes inside these paths, without which the other nodes of each path are parts."""
    parts: list[list[int]]
    """The other parts of the graph without these nodes: at a node hangs at most a path."""


def trimmed(arrays: Csr) -> Trimmed:
    """Cover the trees of an undirected graph, from their leaves on.

    An arm is a path that only its last node joins to other nodes, and these to one node only. If
    two arms hang on a node, some minimum cover joins them there: where it does not, an edge at the
    node is exchanged for that to the arm. Then the node is removed, and what else hangs on it is
    covered without it. If one arm hangs on a node, it is extended by that node likewise.
    """
    bounds, heads = arrays.indptr.tolist(), arrays.indices.tolist()
    near = [heads[i:j] for i, j in pairwise(bounds)]
    degree = [len(row) for row in near]
    arms: list[list[list[int]]] = [[] for _ in near]
    is_left = [True] * len(near)
    paths, removed = [], set()
    ready = [v for v, d in enumerate(degree) if d <= 1]
    for v in ready:
        if not is_left[v]:
            continue
        is_left[v] = False
        mine = arms[v]
        if len(mine) > 1:
            first, second, *others = mine
            paths += [[*first, v, *reversed(second)], *others]
            if others or degree[v]:
                removed.add(v)
        else:
            arm = mine[0] if mine else []
            arm.append(v)
            if not degree[v]:
                paths.append(arm)
        for u in near[v]:
            if is_left[u]:
                degree[u] -= 1
                if len(mine) <= 1:
                    arms[u].append(arm)
                if degree[u] <= 1 or len(arms[u]) > 1:
                    ready.append(u)
    parts = []
    for v in range(len(near)):
        if is_left[v]:
            is_left[v] = False
            part = [v]
            for u in part:
                for w in near[u]:
                    if is_left[w]:
                        is_left[w] = False
                        part.append(w)
            parts.append(sorted(part + [w for u in part for arm in arms[u] for w in arm]))
    return Trimmed(paths=paths, removed=removed, parts=parts)
