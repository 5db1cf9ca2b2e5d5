"""Violated sets by minimum cuts: of tours that leave out places, or keep to an order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.tours.shortest.problem.cycle_problem import Family, Order, Visits, demand
from icosian.tours.shortest.relaxation.separation import Combs
from icosian.tours.shortest.relaxation.shrinking import DEPTH
from icosian.tours.shortest.relaxation.supports import (
    EPSILON,
    SHORT,
    FamilySets,
    Flows,
    NodeSets,
    Support,
)

CUTS = 60
"""The most sets without the root of a round."""
PARTS = 6
"""The fewest groups of a comb: the parts of its teeth."""


def rooted(
    size: int,
    tails: NDArray[np.int32],
    heads: NDArray[np.int32],
    values: NDArray[np.float64],
    root: frozenset[int],
    visits: Visits,
) -> list[Family]:
    """Return sets without the root that are crossed too little for what is visited of them.

    The root is a place that all tours visit, or some places of which they visit one. The first node
    of each set stands for it. Edges from the larger node to the smaller one, or to itself, are the
    loops of places that may be left out; all edges are given, shape (edges,).
    """
    # 1. A place is one node; in a digraph two, of which the larger one is entered.
    loops = tails >= heads
    directed = bool((tails[loops] > heads[loops]).any())
    n = size // 2 if directed else size
    visited = np.ones(n)
    visited[heads[loops]] = 1 - values[loops]
    ways = ~loops & (heads - tails != n) if directed else ~loops
    u, v, x = tails[ways], heads[ways] - (n if directed else 0), values[ways]
    # 2. Of some places no more than allowed are left out.
    found: list[tuple[float, tuple[int, ...]]] = []
    missed: list[tuple[int, ...]] = []
    for places, most in visits.allowances:
        nodes = tuple(sorted(places))
        if (1 - visited[[*nodes]]).sum() - most > SHORT:
            missed.append(nodes)
    # 3. An edge is used at most as much as each of its ends is visited.
    if not directed:
        for first, other in ((u, v), (v, u)):
            above = x - visited[other]
            found += [
                (float(above[k]), (int(first[k]), int(other[k])))
                for k in (above > SHORT).nonzero()[0].tolist()
            ]
    # 4. Small cuts between the root and places that are visited much, or groups of places.
    for inside in _cuts(n, u, v, x, visited, [*root], visits, directed=directed):
        members = np.flatnonzero(inside)
        if len(members) < 2 or inside[[*root]].any():
            continue
        first = int(members[np.argmax(np.round(visited[members], 6))])
        least = 1.0 if visits.least(members.tolist()) else visited[first]
        above = float(x[inside[u] & inside[v]].sum() - visited[members].sum() + least)
        if above > SHORT:
            found.append((above, (first, *(w for w in members.tolist() if w != first))))
    chosen: list[Family] = [tuple((v, n + v) if directed else (v,) for v in few) for few in missed]
    for _, (first, *rest) in sorted({*found}, key=lambda one: (-round(one[0], 6), one[1]))[:CUTS]:
        ports = (n + w for w in (first, *rest) if directed)
        chosen.append(((first, *sorted((*rest, *ports))),))
    return chosen


def grouped(
    size: int,
    tails: NDArray[np.int32],
    heads: NDArray[np.int32],
    values: NDArray[np.float64],
    visits: Visits,
) -> list[Family]:
    """Return combs of groups that are crossed too little.

    Some place of each group is visited, so each part of a tooth that holds a group is. All edges
    are given, shape (edges,), as to :func:`rooted`.
    """
    # 1. A group becomes one node; groups that share a place become one together.
    loops = tails >= heads
    ports = {0, size // 2 if (tails[loops] > heads[loops]).any() else 0}
    part = np.full(size, -1)
    for k, (places, most) in enumerate(visits.allowances):
        if most + 1 == len(places):
            nodes = [v + port for v in places for port in ports]
            part[np.isin(part, part[nodes][part[nodes] >= 0])] = k
            part[nodes] = k
    part[part >= 0] = np.unique(part[part >= 0], return_inverse=True)[1]
    count = 1 + int(part.max())
    if count < PARTS:
        return []
    # 2. Combs of the edges between them.
    ends = np.sort(np.stack((part[tails], part[heads]), axis=1), axis=1)
    across = (ends[:, 0] >= 0) & (ends[:, 0] < ends[:, 1]) & (values > EPSILON)
    pairs, which = np.unique(ends[across] @ (count, 1), return_inverse=True)
    edges = np.stack(np.divmod(pairs, count), axis=1)
    support = Support(count, edges, np.bincount(which, values[across]).astype(float))
    combs = Combs(support, NodeSets.of(())).families(FamilySets.of(()))
    # 3. Those that the edges to other places do not cross.
    chosen: list[Family] = []
    for comb in combs:
        inside = np.array([np.isin(part, some) for some in comb])
        if (values * (inside[:, tails] != inside[:, heads])).sum() < demand(comb) - DEPTH:
            chosen.append(tuple(tuple(row.nonzero()[0].tolist()) for row in inside))
    return chosen


def _cuts(
    n: int,
    u: NDArray[np.integer],
    v: NDArray[np.integer],
    x: NDArray[np.float64],
    visited: NDArray[np.float64],
    root: list[int],
    visits: Visits,
    *,
    directed: bool,
) -> NDArray[np.bool_]:
    """Return the places that small cuts separate from the root, shape (cuts, places).

    Groups, sets of which one place has to be visited, and the root are further nodes. Each group is
    tried, for with the cuts of a few the linear program has to be solved far more often.
    """
    positive = x > EPSILON
    u, v, x = u[positive], v[positive], x[positive]
    back = np.zeros(len(x)) if directed else x
    groups = [sorted(places) for places, most in visits.allowances if most + 1 == len(places)]
    source, size = root[0], n
    if groups or len(root) > 1:
        joined = [(n, w) for w in root]
        joined += [(w, n + k) for k, places in enumerate(groups, 1) for w in places]
        tails, heads = np.array(joined, np.int64).T
        u, v = np.concatenate((u, tails)), np.concatenate((v, heads))
        x = np.concatenate((x, np.full(len(tails), float(n))))  # more than any cut
        back = np.concatenate((back, np.zeros(len(tails))))
        visited = np.concatenate((visited, np.ones(1 + len(groups))))
        source, size = n, n + 1 + len(groups)
    demand = visited * (1.0 if directed else 2.0)
    targets = np.lexsort((np.arange(size), -np.round(demand, 6)))
    targets = targets[demand[targets] > SHORT]
    return Flows(size, u, v).cuts(x, back, demand, targets, source, n)[:, :n]


def ordered(
    tails: NDArray[np.int32],
    heads: NDArray[np.int32],
    values: NDArray[np.float64],
    order: Order,
    clock: Clock,
) -> list[Family]:
    """Return sets that are crossed too little for an order of the places, the worst first.

    Where a way leads from one place to another and does not pass some others, it leaves each set of
    places with the first and without the second by an arc between two that it may pass.
    """
    n = len(order.before)
    ways = (values > EPSILON) & (heads >= tails) & (heads - tails != n)
    u, v, x = tails[ways], heads[ways] - n, values[ways]
    flows, demand = Flows(n, u, v), np.ones(n)
    found: dict[Family, float] = {}
    for first, last, out in order.cuts:
        clock.tick("separation", 0)
        if len(found) == CUTS:
            break
        inner = np.where(out[u] | out[v], 0.0, x)
        for far in flows.cuts(inner, np.zeros(len(x)), demand, np.array([last]), first, n):
            inside = ~far & ~out
            nodes = np.flatnonzero(np.concatenate((inside, inside | out)))
            crossing = float(inner[inside[u] & ~inside[v]].sum())
            found.setdefault((tuple(nodes.tolist()),), crossing)
    return sorted(found, key=lambda family: (round(found[family], 6), family))
