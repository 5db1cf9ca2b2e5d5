"""A first cycle of a network, and longer ones by local search."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import detours
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from icosian._run.clock import Clock
    from icosian.tours.longest.network import Edge, Network


METHOD = "detours"
COOLING = (1.0, 0.6, 0.4, 0.25, 0.15, 0.0)
"""Temperatures, in average gains, for equal parts of a search."""


def cycle_through(network: Network, edge: Edge, edges: Iterable[Edge]) -> list[int]:
    """Return a cycle of the edges of a block through one of them, with the fewest places."""
    rows: dict[int, list[int]] = {}
    for u, v in edges:
        if (u, v) != edge:
            rows.setdefault(u, []).append(v)
            if not network.directed:
                rows.setdefault(v, []).append(u)
    last, first = edge
    parent, queue = {first: first}, [first]
    for u in queue:
        for v in rows.get(u, ()):
            if v not in parent:
                parent[v] = u
                queue.append(v)
    tour = [last]
    while tour[-1] != first:
        tour.append(parent[tour[-1]])
    return tour[::-1]


def improved(network: Network, tour: list[int], steps: int, seed: int, clock: Clock) -> list[int]:
    """Return the best cycle of a local search that begins with a cycle."""
    indptr, indices, gains = network.arrays
    n, length = network.size, len(tour)
    scale = max(1.0, float(np.abs(gains).max()))
    gains = gains / scale
    starts, heads = indptr.tolist(), indices.tolist()
    rows = np.full(n, -1, np.int64)
    edges, place = rows.copy(), rows.copy()
    for k, (u, v) in enumerate(pairwise([*tour, tour[0]])):
        edges[k] = heads.index(v, starts[u], starts[u + 1])
        place[u] = k
    order, mates, kept = np.zeros(n, np.int64), rows.copy(), np.zeros(n, np.int64)
    order[:length] = tour
    for u, v in network.given:
        mates[u] = v
        if not (network.directed or network.ends_are_given):
            mates[v] = u
    if network.home is not None:
        kept[network.home] = 1
    value = float(gains[edges[:length]].sum())
    values = np.array([value, value, 0.0])
    s = np.zeros(5, np.int64)
    s[detours.RANDOM] = seed
    s[detours.LENGTH] = s[detours.BEST] = length
    s[detours.DIRECTED] = network.directed
    spare = n + detours.DEPTH + 2
    run = Run(
        detours.search,
        indptr,
        indices,
        gains,
        mates,
        kept,
        order,
        edges,
        place,
        order.copy(),
        np.zeros(spare, np.int64),
        np.zeros(spare, np.int64),
        values,
        s,
    )
    average = float(np.abs(gains).mean())
    for temperature in COOLING:
        run[-2][detours.TEMPERATURE] = temperature * average
        clock.run(METHOD, run, max(1, steps // len(COOLING)))
    arrays = run.arrays()
    return [int(v) for v in arrays[8][: s[detours.BEST]]]
