"""Least perfect matchings of points by a blossom method, with depths of points as dual solution.

Around each odd set of points lies a moat. Those around two points together are never wider than
the way between them, and the matching is as long as all moats are wide. The depth of a point is
the width of all moats around it; only depths are stored, and the widths of sets that are united.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Way = tuple[int, int]
    """A point on this side and one on the other."""

ROOT = (-1, -1)
"""The way to a set that a tree grows from."""


class Matching:
    """A least perfect matching of points with even integer distances, of which some are known.

    A way may lead over other points: distances are as in a map, and each is found when a moat
    that lies in between has become narrow enough.
    """

    def __init__(self, known: list[dict[int, int]], tick: Callable[[], object]) -> None:
        n = len(known)
        self._known, self._tick = known, tick
        self.mates = [-1] * n
        """The partner of each point."""
        self.depths = [min(row.values(), default=0) // 2 for row in known]
        """The width of all moats around each point; in a search as of its beginning."""
        # Points and sets, by number; a set is a ring of an odd number of them, its base the first.
        self._width = [0] * n
        self._label = [0] * n  # in a tree: 1 if moats get wider, -1 if they get narrower
        self._entry = [ROOT] * n
        self._base = list(range(n))
        self._ring: list[list[int]] = [[]] * n
        self._points = [[u] for u in range(n)]
        self._links: list[list[Way]] = [[]] * n  # the way from each member to the next
        self._within = [-1] * n
        self._top = list(range(n))
        self._tree: list[int] = []
        self._events: list[tuple[int, int, int, int]] = []
        self._grown = 0
        # 1. Points that touch are matched.
        depths, mates = self.depths, self.mates
        for u, row in enumerate(known):
            if mates[u] < 0:
                for v, c in row.items():
                    if mates[v] < 0 and c == depths[u] + depths[v]:
                        mates[u], mates[v] = v, u
                        break
        # 2. From each of the others a tree grows until it reaches another one.
        for u in range(n):
            if mates[u] < 0:
                tick()
                self._search(self._top[u])

    def _shift(self, b: int, more: int) -> None:
        """Change the depths of all points of a set, and its width."""
        self._width[b] += more
        depths = self.depths
        for u in self._points[b]:
            depths[u] += more

    # -- Trees

    def _search(self, root: int) -> None:
        """Grow a tree of sets from one without a partner, until another one is reached."""
        self._grown, self._events, self._tree = 0, [], []
        self._widen(root, ROOT)
        while self._events:
            time, _, u, v = heappop(self._events)
            if v < 0:
                if self._top[self._base[u]] == u and self._is_narrow(u, time):
                    self._grown = time
                    (self._expand if self._ring[u] else self._bypass)(u)
                continue
            if self._label[self._top[u]] != 1:
                u, v = v, u
            a, b = self._top[u], self._top[v]
            if a == b or self._label[a] != 1 or self._label[b] < 0:
                continue
            gap = self._known[u][v] - self.depths[u] - self.depths[v]
            at = gap // 2 if self._label[b] else gap
            if at > time:
                heappush(self._events, (at, 0, u, v))
                continue
            self._grown = time
            if self._label[b]:
                self._unite(u, v)
            elif self.mates[self._base[b]] >= 0:
                self._narrow(b, (u, v))
                base = self._base[b]
                mate = self.mates[base]
                self._widen(self._top[mate], (base, mate))
            else:
                self._augment(u, v)
                break
        for b in self._tree:
            if self._within[b] < 0 and self._label[b]:
                self._shift(b, self._label[b] * self._grown)
                self._label[b] = 0

    def _is_narrow(self, b: int, time: int) -> bool:
        width = self._width[b] if self._ring[b] else self.depths[b]
        return self._label[b] == -1 and width == time

    def _widen(self, b: int, entry: Way) -> None:
        self._label[b], self._entry[b] = 1, entry
        self._tree.append(b)
        self._shift(b, -self._grown)
        self._look(self._points[b])

    def _narrow(self, b: int, entry: Way) -> None:
        self._label[b], self._entry[b] = -1, entry
        self._tree.append(b)
        self._shift(b, self._grown)
        width = self._width[b] if self._ring[b] else self.depths[b]
        heappush(self._events, (width, 1, b, -1))

    def _look(self, points: Iterable[int]) -> None:
        """Note when points of widening sets will touch others."""
        top, label, depths = self._top, self._label, self.depths
        for u in points:
            a = top[u]
            for v, c in self._known[u].items():
                b = top[v]
                if a != b and label[b] >= 0:
                    gap = c - depths[u] - depths[v]
                    heappush(self._events, (gap // 2 if label[b] else gap, 0, u, v))

    def _bypass(self, v: int) -> None:
        """Note the distance between the neighbors of a point without a moat in the tree."""
        u, w = self._entry[v][0], self.mates[v]
        length = self.depths[u] + self.depths[w] + 2 * self._grown
        self._known[u][w] = self._known[w][u] = length
        heappush(self._events, (self._grown, 0, u, w))

    # -- Sets

    def _unite(self, u: int, v: int) -> None:
        """Make a set of the ring that a way between two widening sets closes."""
        ways = [self._to_root(u), self._to_root(v)]
        while len(ways[0]) > 1 and len(ways[1]) > 1 and ways[0][-2] == ways[1][-2]:
            ways[0].pop()
            ways[1].pop()
        last = ways[0].pop()
        ways[1].pop()
        ring = [last]
        links: list[Way] = []
        for b in reversed(ways[0]):
            links.append(self._entry[b])
            ring.append(b)
        links.append((u, v))
        for b in ways[1]:
            links.append(self._entry[b][::-1])
            ring.append(b)
        new = len(self._ring)
        self._ring.append(ring)
        self._links.append(links)
        self._points.append([w for b in ring for w in self._points[b]])
        self._base.append(self._base[last])
        self._entry.append(self._entry[last])
        self._width.append(-self._grown)
        self._label.append(1)
        self._within.append(-1)
        self._tree.append(new)
        fresh: list[int] = []
        for b in ring:
            points = self._points[b]
            if self._label[b] < 0:
                self._shift(b, -2 * self._grown)
                fresh += points
            self._width[b] += self._grown  # from now on it stays
            self._label[b], self._within[b] = 0, new
            for w in points:
                self._top[w] = new
        self._look(fresh)

    def _to_root(self, u: int) -> list[int]:
        way = [self._top[u]]
        while (entry := self._entry[way[-1]]) != ROOT:
            way.append(self._top[entry[0]])
        return way

    def _expand(self, b: int) -> None:
        """Take a set apart whose moat has no width left."""
        u, v = self._entry[b]
        ring = self._ring[b]
        for k in ring:
            self._within[k] = -1
            for w in self._points[k]:
                self._top[w] = k
                self.depths[w] -= self._grown
        self._label[b], self._within[b], self._points[b] = 0, b, []  # no set any more
        # The tree goes through an odd number of members; the others are matched to each other.
        ways = self._round(b, ring.index(self._top[v]))
        self._narrow(self._top[v], (u, v))
        for k, (p, q) in enumerate(ways):
            (self._narrow if k % 2 else self._widen)(self._top[q], (p, q))
        for k in ring:
            if not self._label[k]:
                for w in self._points[k]:
                    for x, c in self._known[w].items():
                        if self._label[self._top[x]] == 1:
                            gap = c - self.depths[w] - self.depths[x]
                            heappush(self._events, (gap, 0, x, w))

    def _round(self, b: int, i: int) -> list[Way]:
        """Return an even number of ways along a ring, from a member to the first one."""
        links = self._links[b]
        if i % 2:
            return links[i:]
        return [links[k][::-1] for k in reversed(range(i))]

    def _augment(self, u: int, v: int) -> None:
        """Match along the way from the root to a point in a set without a partner."""
        self._rebase(self._top[v], v)
        self.mates[v] = u
        while True:
            b = self._top[u]
            entry = self._entry[b]
            self._rebase(b, u)
            self.mates[u] = v
            if entry == ROOT:
                return
            b = self._top[entry[0]]
            u, v = self._entry[b]
            self._rebase(b, v)
            self.mates[v] = u

    def _rebase(self, b: int, v: int) -> None:
        """Match the points of a set but one."""
        ahead = [(b, v)]
        while ahead:
            b, v = ahead.pop()
            self._base[b] = v
            if not (ring := self._ring[b]):
                continue
            k = v
            while self._within[k] != b:
                k = self._within[k]
            i = ring.index(k)
            for p, q in self._round(b, i)[1::2]:
                self.mates[p], self.mates[q] = q, p
                ahead += [(self._member(p, b), p), (self._member(q, b), q)]
            ahead.append((k, v))
            self._ring[b] = ring[i:] + ring[:i]
            self._links[b] = self._links[b][i:] + self._links[b][:i]

    def _member(self, u: int, b: int) -> int:
        """Return the member of a set that holds a point."""
        while self._within[u] != b:
            u = self._within[u]
        return u
