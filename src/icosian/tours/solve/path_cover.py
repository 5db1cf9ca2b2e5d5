"""Path covers of a graph, read from an unfinished run of rotations."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian.proofs import HOME
from icosian.tours.solve.rotations import current_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from icosian._arrays.csr import Csr
    from icosian._kernels._jit import Run


Paths = tuple[tuple[Any, ...], ...]
"""Paths of a graph without a node in common, the longest first."""


def path_cover(arrays: Csr, nodes: Sequence[Any], run: Run) -> Paths:
    """Return disjoint paths, the longest first; of all nodes if the run is beyond its cover."""
    order = current_order(run)
    forward = np.ones(len(order), bool)
    if arrays.directed:  # the two sides of a node stand side by side
        if len(order) > 1 and order[0] ^ 1 != order[1]:
            order = np.roll(order, -1)
        order, forward = order[: len(order) // 2 * 2 : 2] // 2, order[:-1:2] % 2 == 0
    if not len(order):
        return ()
    n = arrays.size + 1
    after, same = np.roll(order, -1).astype(np.int64), forward == np.roll(forward, -1)
    tails, heads = np.where(forward, (order, after), (after, order))
    # Home is no node of the graph: it stands where a path ends.
    arcs = arrays.sources() * np.int64(n) + arrays.indices
    joined = same & np.isin(tails * n + heads, arcs, assume_unique=True)
    # The order is cyclic, a list is not: it begins behind a pair that no edge joins.
    begin = int(np.argmin(joined)) + 1
    order, forward, joined = (np.roll(a, -begin) for a in (order, forward, joined))
    ends = np.flatnonzero(~joined[:-1]) + 1
    names = [*nodes, HOME]
    labels = list(map(names.__getitem__, order.tolist()))
    pieces = [labels[i:j] for i, j in pairwise([0, *ends.tolist(), len(order)])]
    turned = ~forward[[0, *ends]]
    paths = [
        tuple(piece[::-1] if back else piece)
        for piece, back in zip(pieces, turned.tolist(), strict=True)
        if piece[0] is not HOME
    ]
    return tuple(sorted(paths, key=len, reverse=True))
