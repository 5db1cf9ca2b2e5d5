"""What a walk along streets repeats: least T-joins of graphs, least flows of digraphs.

Lengths are integers, in graphs even ones. Each answer has a level for every node as a certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

import networkx as nx

from icosian._run.clock import TimeIsUp
from icosian.routes.matching import Matching

Street = tuple[int, int, int]
"""Two ends and a length."""


class Repeats(NamedTuple):
    """What to repeat, and levels of nodes which prove that nothing shorter will do."""

    steps: list[tuple[int, int]]
    """The ends of streets, as often as they are repeated; of parallel ones the shortest."""
    levels: list[int]
    """The level of each node."""


# Nodes of odd degree are matched along shortest ways. Known at first are the ways between cells
# that touch; a cell holds the nodes to which a node of odd degree is the nearest. Moats that
# overlap on a street show which other ways matter.


def least_join(
    size: int, streets: Sequence[Street], odd: list[int], tick: Callable[[], object]
) -> Repeats:
    """Return the least streets an odd number of which meets at some nodes, an even one at others.

    With it goes a depth for each node. When the time is up, the streets are not the least, but the
    depths still prove what they prove.
    """
    rows: list[dict[int, int]] = [{} for _ in range(size)]
    for u, v, c in streets:
        if u != v and c <= rows[u].get(v, c):
            rows[u][v] = rows[v][u] = c
    known: list[dict[int, int]] = [{} for _ in odd]
    found, tops = Matching(known), None
    before = found
    try:
        while True:
            depths, cells = _cells(rows, odd, tops)
            # The way from one to another over a street, as long as what their moats have and this:
            rests = [
                (cells[u], cells[v], c - depths[u] - depths[v])
                for u, row in enumerate(rows)
                for v, c in row.items()
                if u < v and (tops is None or depths[u] + depths[v] > c)
            ]
            tops = tops or [0] * len(odd)
            rests += [(cells[v], a, -depths[v] - tops[a]) for a, v in enumerate(odd)]
            is_new = False
            for a, b, rest in rests:
                if a != b and (length := tops[a] + tops[b] + rest) < known[a].get(b, length + 1):
                    known[a][b] = known[b][a] = length
                    is_new = True
            if not is_new:
                break
            before, found = found, Matching(known)
            found.search(tick)
            tops = found.depths
    except TimeIsUp:
        found = found if -1 in before.mates else before
        depths, _ = _cells(rows, odd, found.depths)
    used = set[tuple[int, int]]()
    for a, b in enumerate(found.mates):
        if a < b:
            used ^= _join(_tree(rows, odd[a], odd[b]), {odd[a], odd[b]})
    if waiting := {odd[a] for a, b in enumerate(found.mates) if b < 0}:
        used ^= _join(_tree(rows, min(waiting), -1), waiting)
    return Repeats(sorted(used), depths)


def _cells(
    rows: list[dict[int, int]], odd: list[int], tops: list[int] | None
) -> tuple[list[int], list[int]]:
    """Return the depth of each node, and in which cell it lies; without depths all cells grow."""
    depths, cells = [0] * len(rows), [-1] * len(rows)
    queue = sorted((0 if tops is None else -tops[a], a, v) for a, v in enumerate(odd))
    while queue:
        height, a, u = heappop(queue)
        if cells[u] < 0:
            cells[u], depths[u] = a, -height
            for v, c in rows[u].items():
                if cells[v] < 0 and (tops is None or height + c < 0):
                    heappush(queue, (height + c, a, v))
    return depths, cells


def _tree(rows: list[dict[int, int]], source: int, target: int) -> dict[int, int]:
    """Return the node before each one on shortest ways, in order, until a target is reached."""
    before: dict[int, int] = {}
    queue = [(0, source, source)]
    while queue and target not in before:
        far, u, w = heappop(queue)
        if u not in before:
            before[u] = w
            for v, c in rows[u].items():
                if v not in before:
                    heappush(queue, (far + c, v, u))
    return before


def _join(before: dict[int, int], ends: set[int]) -> set[tuple[int, int]]:
    """Return the streets of a tree an odd number of which meets at some nodes."""
    used, ends = set(), ends.copy()
    for v, u in reversed(before.items()):
        if v in ends and u != v:
            used.add((min(u, v), max(u, v)))
            ends ^= {u, v}
    return used


def least_flow(size: int, streets: Sequence[Street], needs: Sequence[int]) -> Repeats:
    """Return the least streets that end at each node so many times more often than they begin.

    With it goes a level for each node, which rises along a street by no more than its length.
    """
    D: Any = nx.DiGraph()
    D.add_nodes_from((v, {"demand": need}) for v, need in enumerate(needs))
    most = sum(map(abs, needs))  # no street needs more; networkx 3.4 wants to know that
    last = sorted(streets, key=lambda street: -street[2])  # of equal ends the last one stays
    D.add_weighted_edges_from(last, capacity=most)
    flow = [(u, v, k) for u, row in nx.network_simplex(D)[1].items() for v, k in row.items() if k]
    # What flows may flow back: there no way around is negative, and so distances are levels.
    D.add_weighted_edges_from([(v, u, -D[u][v]["weight"]) for u, v, _ in flow])
    D.add_weighted_edges_from((size, v, 0) for v in range(size))
    levels: Any = nx.single_source_bellman_ford_path_length(D, size)
    return Repeats([(u, v) for u, v, k in flow for _ in range(k)], [levels[v] for v in range(size)])
