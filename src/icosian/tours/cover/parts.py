"""Parts of graphs as arrays: induced subgraphs and connected components."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from icosian._arrays.csr import selected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from icosian._arrays.csr import Csr


def induced(arrays: Csr, nodes: Sequence[int]) -> Csr:
    """Return the subgraph of some nodes, which are in order, and numbered in it."""
    chosen = np.array(nodes, np.int64)
    begins, degrees = arrays.indptr[chosen], np.diff(arrays.indptr)[chosen]
    # The places of the arcs, row after row.
    shifts = np.repeat(begins - (np.cumsum(degrees) - degrees), degrees)
    heads = arrays.indices[shifts + np.arange(len(shifts))]
    number = np.searchsorted(chosen, heads).clip(max=len(chosen) - 1).astype(np.int32)
    return selected(degrees, number, chosen[number] == heads, directed=arrays.directed)


def components(arrays: Csr) -> list[list[int]]:
    """Return the nodes of each component, of a digraph without its directions, in order."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = arrays.size
    ones = np.ones(len(arrays.indices), np.int8)
    graph = csr_array((ones, arrays.indices, arrays.indptr), shape=(n, n))
    count, label = connected_components(graph, directed=arrays.directed, connection="weak")
    parts: list[list[int]] = [[] for _ in range(count)]
    for v, k in enumerate(label.tolist()):
        parts[k].append(v)
    return parts
