"""What a walk along all streets repeats: least T-joins of graphs, least flows of digraphs.

Lengths are integers, in graphs even ones. Each answer has a level for every node as a certificate.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from icosian.exceptions import InvalidTour
from icosian.routes.matching import Matching

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Street = tuple[int, int, int]
    """Two ends and a length."""
    Rows = list[list[Street]]
    """The other end, the length and the number of the streets at each node."""


class Repeats(NamedTuple):
    """The streets to repeat, and levels of nodes which prove that no others are shorter."""

    streets: list[int]
    """Their numbers, as often as they are repeated."""
    levels: list[int]
    """The level of each node."""


# -- Graphs

# Nodes of odd degree are matched along shortest ways. Known at first are the ways between cells
# that touch; a cell holds the nodes to which a node of odd degree is the nearest. Moats that
# overlap on a street show which other ways matter.


def least_join(
    size: int, streets: Sequence[Street], odd: list[int], tick: Callable[[], object]
) -> Repeats:
    """Return the least streets an odd number of which meets at some nodes, an even one at others.

    With it goes a depth for each node.
    """
    rows: Rows = [[] for _ in range(size)]
    for k, (u, v, c) in enumerate(streets):
        rows[u].append((v, c, k))
        rows[v].append((u, c, k))
    known: list[dict[int, int]] = [{} for _ in odd]
    found = None
    while True:
        depths, cells = _cells(rows, odd, None if found is None else found.depths, tick)
        tops = [0] * len(odd) if found is None else found.depths
        ways = [
            (cells[u], cells[v], c - depths[u] - depths[v])
            for u, v, c in streets
            if found is None or depths[u] + depths[v] > c
        ]
        ways += [(cells[v], a, -depths[v] - tops[a]) for a, v in enumerate(odd)]
        is_new = False
        for a, b, rest in ways:
            if a != b and (length := tops[a] + tops[b] + rest) < known[a].get(b, length + 1):
                known[a][b] = known[b][a] = length
                is_new = True
        if not is_new:
            break
        found = Matching(known, tick)
    used = set[int]()
    for a, b in enumerate(found.mates if found else ()):
        if a < b:
            tick()
            used ^= _way(rows, odd[a], odd[b])
    return Repeats(sorted(used), depths)


def _cells(
    rows: Rows, odd: list[int], tops: list[int] | None, tick: Callable[[], object]
) -> tuple[list[int], list[int]]:
    """Return the depth of each node, and in which cell it lies; without depths all cells grow."""
    depths, cells = [0] * len(rows), [-1] * len(rows)
    queue = [(0 if tops is None else -tops[a], a, v) for a, v in enumerate(odd)]
    queue.sort()
    while queue:
        height, a, u = heappop(queue)
        if cells[u] < 0:
            cells[u], depths[u] = a, -height
            for v, c, _ in rows[u]:
                if cells[v] < 0 and (tops is None or height + c < 0):
                    heappush(queue, (height + c, a, v))
    tick()
    return depths, cells


def _way(rows: Rows, source: int, target: int) -> set[int]:
    """Return the streets of a shortest way."""
    before: dict[int, tuple[int, int]] = {}
    queue = [(0, source, -1, -1)]
    while queue:
        far, u, k, w = heappop(queue)
        if u in before:
            continue
        before[u] = k, w
        if u == target:
            break
        for v, c, i in rows[u]:
            if v not in before:
                heappush(queue, (far + c, v, i, u))
    way, u = set[int](), target
    while u != source:
        k, u = before[u]
        way.add(k)
    return way


# -- Digraphs


def least_flow(
    size: int, streets: Sequence[Street], needs: Sequence[int], tick: Callable[[], object]
) -> Repeats:
    """Return the least streets that end at each node so many times more often than they begin.

    With it goes a level for each node, which rises along a street by no more than its length.
    """
    rows: Rows = [[] for _ in range(size)]
    back: Rows = [[] for _ in range(size)]
    for k, (u, v, c) in enumerate(streets):
        rows[u].append((v, c, k))
        back[v].append((u, -c, k))
    flow, levels, left = [0] * len(streets), [0] * size, list(needs)
    for source in range(size):
        while left[source] < 0:
            tick()
            # 1. The nearest node in need, by what is left of the lengths between the levels.
            before: dict[int, tuple[int, int, int]] = {}
            far: dict[int, int] = {}
            queue = [(0, source, -1, 0, -1)]
            while queue:
                distance, u, k, sign, w = heappop(queue)
                if u in far:
                    continue
                far[u], before[u] = distance, (k, sign, w)
                if left[u] > 0:
                    break
                for sign, some in ((1, rows), (-1, back)):
                    for v, c, k in some[u]:
                        if v not in far and (sign > 0 or flow[k]):
                            reduced = distance + c + levels[u] - levels[v]
                            heappush(queue, (reduced, v, k, sign, u))
            else:
                raise InvalidTour("a part of the map cannot be left")
            # 2. As much as possible goes there.
            way, target = [], u
            while u != source:
                k, sign, u = before[u]
                way.append((k, sign))
            most = min([-left[source], left[target], *(flow[k] for k, sign in way if sign < 0)])
            for k, sign in way:
                flow[k] += sign * most
            left[source] += most
            left[target] -= most
            for v, distance in far.items():
                levels[v] += distance - far[target]
    return Repeats([k for k, times in enumerate(flow) for _ in range(times)], levels)
