"""Where to cut a graph in two halves, and in which order to go through each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from icosian._kernels import frontier as kernels
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from icosian.tours.clock import Clock

__all__ = ["Plan", "best_plan"]

STATES = 3.0
"""How many times as many states there are with one vertex more on the frontier, about."""
CHOICES = 1.3
"""How many times as many there are, or as much work, with one edge more in the separator."""
STARTS, SPLITS = 10_000, 6_000
"""How many orders to try and how many places to cut, divided by the number of vertices."""
SPECTRAL = 500
"""Up to so many vertices the eigenvectors of the graph are looked at."""
KEPT = 4
"""How many orders are cut everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Two halves of a graph that meet in a separator.

    Attributes
    ----------
    halves : pair of tuples of int
        The vertices that leave in each half, in order.
    separator : tuple of int
        The others; no edge joins the halves without them.
    width : int
        The most vertices on a frontier at a time, with the one that leaves.
    score : float
        About the work.
    """

    halves: tuple[tuple[int, ...], tuple[int, ...]]
    separator: tuple[int, ...]
    width: int
    score: float


def best_plan(graph: Sequence[set[int]], hints: Iterable[Sequence[int]], clock: Clock) -> Plan:
    """Return the plan that promises the fewest states.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    hints : iterable of sequences of int
        Orders of the vertices to try besides those found here.
    clock : Clock
        The clock.

    Returns
    -------
    Plan
        The best of those tried; deterministic.

    Notes
    -----
    Orders come from the hints, from the second eigenvector of the Laplacian, and from a greedy
    rule that begins anywhere. Wherever an order is cut, the smallest separator is a minimum vertex
    cover of the edges that cross [1]_.

    References
    ----------
    .. [1] Denes Konig, Graphok es matrixok, Matematikai es Fizikai Lapok 38 (1931), 116-119.
    """
    n = len(graph)
    hubs = [2 * len(neighbours) > n for neighbours in graph]
    orders = [sorted(order, key=hubs.__getitem__) for order in (*hints, *_spectral(graph))]
    orders += _greedy(graph, clock)
    # The order as it is, from the first vertex to the last, is the plan with an empty half.
    scored = sorted(
        {tuple(order): _profile(graph, order)[0] for order in orders}.items(),
        key=lambda pair: pair[1],
    )
    plans = []
    for order, _ in scored[:KEPT]:
        clock.tick("plan")
        cuts = range(1, n, max(1, KEPT * n * n // SPLITS // KEPT))
        plans += [_cut(graph, order, cut) for cut in (*cuts, n)]
    return min(plans, key=lambda plan: plan.score)


def _profile(graph: Sequence[set[int]], order: Iterable[int]) -> tuple[float, int]:
    """Return about how many states an order of leaving makes, and the most on the frontier."""
    live: set[int] = set()
    gone: set[int] = set()
    states, width = 0.0, 0
    for v in order:
        live.add(v)
        live |= graph[v] - gone
        width = max(width, len(live))
        live.discard(v)
        gone.add(v)
        states += STATES ** len(live)
    return states, width


def _cut(graph: Sequence[set[int]], order: Sequence[int], cut: int) -> Plan:
    """Return the plan that cuts an order after so many vertices."""
    front, back = set(order[:cut]), set(order[cut:])
    crossing = nx.Graph((v, w) for v in order[:cut] for w in graph[v] if w in back)
    top = front & set(crossing)
    matching = nx.bipartite.hopcroft_karp_matching(crossing, top)
    separator = nx.bipartite.to_vertex_cover(crossing, matching, top)
    halves = (
        tuple(v for v in order[:cut] if v not in separator),
        tuple(v for v in reversed(order[cut:]) if v not in separator),
    )
    profiles = [_profile(graph, half) for half in halves]
    inner = sum(len(graph[v] & separator) for v in separator) / 2
    meeting = STATES ** len(separator) * CHOICES ** (inner / 2) if separator else 0
    return Plan(
        halves=halves,
        separator=tuple(v for v in order if v in separator),
        width=max(len(separator), *(width for _, width in profiles)),
        score=sum(states for states, _ in profiles) + meeting,
    )


def _spectral(graph: Sequence[set[int]]) -> list[list[int]]:
    """Return the order of the vertices along the second eigenvector of the Laplacian."""
    import numpy as np

    n = len(graph)
    if n > SPECTRAL:
        return []
    laplacian = np.zeros((n, n))
    for v, neighbours in enumerate(graph):
        laplacian[v, list(neighbours)] = -1
        laplacian[v, v] = len(neighbours)
    vector = np.linalg.eigh(laplacian)[1][:, 1].round(9)
    return [np.argsort(vector, kind="stable").tolist()]


def _greedy(graph: Sequence[set[int]], clock: Clock) -> list[list[int]]:
    """Return orders in which next leaves whoever brings the fewest others to the frontier."""
    import numpy as np

    n = len(graph)
    degrees = np.array([len(neighbours) for neighbours in graph])
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = np.array([w for neighbours in graph for w in sorted(neighbours)], np.int32)
    orders = []
    for start in range(0, n, max(1, n * n // STARTS)):
        order = np.zeros(n, np.int64)
        s = np.zeros(kernels.ARRANGING, np.int64)
        s[kernels.NEXT], s[kernels.LIMIT] = start, n
        place, pending = np.full(n, -1, np.int64), np.zeros(n + 1, np.int64)
        run = Run(kernels.arrange, indptr, indices, degrees.copy(), place, order, pending, s)
        clock.run("plan", run)
        run.arrays()
        orders.append(order.tolist())
    return orders
