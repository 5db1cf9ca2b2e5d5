"""Path covers of digraphs by maximum matchings of tails and heads; exact if they are acyclic."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from icosian._arrays.csr import Csr


@dataclass(frozen=True, kw_only=True)
class Matched:
    """Arcs of a digraph, as many as possible with at most one out of and one into each node."""

    paths: list[list[int]]
    """The paths that they make, single nodes included."""
    cycles: list[list[int]]
    """The cycles that they make."""
    leaving: set[int]
    entering: set[int]
    """Every arc leaves one of the first or enters one of the second, and these are as many as the
    arcs of the matching."""


def matched(arrays: Csr) -> Matched:
    """Return a maximum matching and a minimum vertex cover by the theorem of Konig."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    n = arrays.size
    ones = np.ones(len(arrays.indices), np.int8)
    graph = csr_array((ones, arrays.indices, arrays.indptr), shape=(n, n))
    after = maximum_bipartite_matching(graph, perm_type="column").tolist()
    before = [-1] * n
    for u, v in enumerate(after):
        if v >= 0:
            before[v] = u
    # What alternating paths reach from the tails without a partner.
    heads = arrays.indices.tolist()
    near = [heads[i:j] for i, j in pairwise(arrays.indptr.tolist())]
    reached = [u for u in range(n) if after[u] < 0]
    leaving, entering = set(range(n)).difference(reached), set()
    for u in reached:
        for v in near[u]:
            if v not in entering:
                entering.add(v)
                leaving.discard(before[v])
                reached.append(before[v])
    paths = [_followed(after, v) for v in range(n) if before[v] < 0]
    on_paths = {v for path in paths for v in path}
    cycles = []
    for v in range(n):
        if v not in on_paths:
            cycles.append(_followed(after, v))
            on_paths.update(cycles[-1])
    return Matched(paths=paths, cycles=cycles, leaving=leaving, entering=entering)


def _followed(after: list[int], first: int) -> list[int]:
    """Return the nodes from a first one on, up to the end of a path or once around a cycle."""
    walk = [first]
    while (v := after[walk[-1]]) not in (-1, first):
        walk.append(v)
    return walk
