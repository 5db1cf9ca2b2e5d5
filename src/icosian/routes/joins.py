"""Least T-joins by matching, and least flows: what walks along streets repeat."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

import networkx as nx

from icosian._run.limits import TimeIsUp

Contact = tuple[int, int]
"""A point of a set and one outside, whose moats touch."""

ROOT = (-1, -1)
"""The contact of the set that a tree grows from."""


class Matching:
    """A least perfect matching of points with even integer distances, of which some are known.

    A distance may lead over other points, as in a map, and each is found when a moat
    that lies in between has become narrow enough.
    """

    def __init__(self, known: list[dict[int, int]]) -> None:
        n = len(known)
        self._known = known
        self.mates = [-1] * n
        """The partner of each point, -1 of those that wait for one."""
        self._depths = [min(row.values(), default=0) // 2 for row in known]
        # Points and sets, by number; a set is a ring of an odd number of them, its base the first.
        self._width = self._depths.copy()  # in a search as of its beginning
        self._label = [0] * n  # in a tree: 1 if moats get wider, -1 if they get narrower
        self._entry = [ROOT] * n
        self._base = list(range(n))
        self._ring: list[list[int]] = [[]] * n
        self._links: list[list[Contact]] = [[]] * n  # from each member to the next
        self._within = [-1] * n
        # A set takes over the list of points and the holder of its largest member. A holder has the
        # name of its set, and the part of the depths that its points share.
        self._points = [[u] for u in range(n)]
        self._size = [1] * n
        self._holds = list(range(n))
        self._holder = list(range(n))
        self._name = list(range(n))
        self._shared = [0] * n
        self._tree: list[int] = []
        self._events: list[tuple[int, int, int, int]] = []
        self._grown = 0

    def depth(self, u: int) -> int:
        """Return the width of all moats around a point."""
        return self._depths[u] + self._shared[self._holder[u]]

    @property
    def depths(self) -> list[int]:
        """The depths of all points."""
        return [self.depth(u) for u in range(len(self.mates))]

    def search(self, tick: Callable[[], object]) -> None:
        """Match all points."""
        # 1. Points that touch are matched.
        depths, mates = self._depths, self.mates
        for u, row in enumerate(self._known):
            if mates[u] < 0:
                for v, c in row.items():
                    if mates[v] < 0 and c == depths[u] + depths[v]:
                        mates[u], mates[v] = v, u
                        break
        # 2. From each of the others a tree grows until it reaches another one.
        for u in range(len(mates)):
            if mates[u] < 0:
                tick()
                self._grow(self._set(u))

    def _set(self, u: int) -> int:
        """Return the largest set that holds a point."""
        return self._name[self._holder[u]]

    def _shift(self, b: int, more: int) -> None:
        """Change the depths of all points of a set, and its width."""
        self._width[b] += more
        self._shared[self._holds[b]] += more

    # -- Trees

    def _grow(self, root: int) -> None:
        """Grow a tree of sets from one without a partner, until another one is reached."""
        self._grown, self._events, self._tree = 0, [], []
        self._put(root, 1, ROOT)
        while self._events:
            time, _, u, v = heappop(self._events)
            if v < 0:
                if self._within[u] < 0 and self._label[u] == -1 and self._width[u] == time:
                    self._grown = time
                    (self._expand if self._ring[u] else self._bypass)(u)
                continue
            if self._label[self._set(u)] != 1:
                u, v = v, u
            a, b = self._set(u), self._set(v)
            if a == b or self._label[a] != 1 or self._label[b] < 0:
                continue
            gap = self._known[u][v] - self.depth(u) - self.depth(v)
            if (at := gap // (1 + self._label[b])) > time:
                heappush(self._events, (at, 0, u, v))
                continue
            self._grown = time
            if self._label[b]:
                self._unite(u, v)
            elif (mate := self.mates[self._base[b]]) >= 0:
                self._put(b, -1, (u, v))
                self._put(self._set(mate), 1, (self._base[b], mate))
            else:
                self._augment(u, v)
                break
        for b in self._tree:
            if self._within[b] < 0 and self._label[b]:
                self._shift(b, self._label[b] * self._grown)
                self._label[b] = 0

    def _put(self, b: int, label: int, entry: Contact) -> None:
        self._label[b], self._entry[b] = label, entry
        self._tree.append(b)
        self._shift(b, -label * self._grown)
        if label > 0:
            self._look(self._points[b])
        else:
            heappush(self._events, (self._width[b], 1, b, -1))

    def _look(self, points: Iterable[int]) -> None:
        """Note when points and others of which one is in a widening set will touch."""
        for u in points:
            depth, a = self.depth(u), self._holder[u]
            label = self._label[self._name[a]]
            for v, c in self._known[u].items():
                b = self._holder[v]
                speed = label + self._label[self._name[b]]
                if a != b and speed > 0:
                    gap = c - depth - self._depths[v] - self._shared[b]
                    heappush(self._events, (gap // speed, 0, u, v))

    def _bypass(self, v: int) -> None:
        """Note the distance between the neighbors of a point without a moat in the tree."""
        u, w = self._entry[v][0], self.mates[v]
        length = self.depth(u) + self.depth(w) + 2 * self._grown
        self._known[u][w] = self._known[w][u] = length
        heappush(self._events, (self._grown, 0, u, w))

    # -- Sets

    def _unite(self, u: int, v: int) -> None:
        """Make a set of the ring that a contact of two widening sets closes."""
        # 1. The ring: from the last common set to one end, and from the other one back.
        here, there = self._to_root(u), self._to_root(v)
        last = here[-1]
        while here and there and here[-1] == there[-1]:
            last = here.pop()
            there.pop()
        ring = [last, *reversed(here), *there]
        links = [self._entry[b] for b in reversed(here)]
        links += [(u, v), *(self._entry[b][::-1] for b in there)]
        # 2. Moats that were getting narrower are inside now, and their points begin to look.
        new, grown = len(self._ring), self._grown
        fresh = [w for b in ring if self._label[b] < 0 for w in self._points[b]]
        for b in ring:
            if self._label[b] < 0:
                self._shift(b, -2 * grown)
            self._width[b] += grown  # from now on it stays
            self._label[b], self._within[b] = 0, new
        # 3. The largest member takes the others over.
        largest = max(ring, key=self._size.__getitem__)
        self._ring.append(ring)
        self._links.append(links)
        self._base.append(self._base[last])
        self._entry.append(self._entry[last])
        self._width.append(-grown)
        self._label.append(1)
        self._within.append(-1)
        self._tree.append(new)
        self._points.append(self._points[largest])
        self._holds.append(self._holds[largest])
        for b in ring:
            if b != largest:
                self._move(b, self._holds[b], self._holds[new])
                self._points[new] += self._points[b]
        self._size.append(len(self._points[new]))
        self._name[self._holds[new]] = new
        self._look(fresh)

    def _move(self, b: int, source: int, target: int) -> None:
        """Give the points of a set to another holder."""
        more = self._shared[source] - self._shared[target]
        for u in self._points[b]:
            self._holder[u] = target
            self._depths[u] += more

    def _to_root(self, u: int) -> list[int]:
        sets = [self._set(u)]
        while (entry := self._entry[sets[-1]]) != ROOT:
            sets.append(self._set(entry[0]))
        return sets

    def _expand(self, b: int) -> None:
        """Take a set apart whose moat has no width left."""
        u, v = self._entry[b]
        ring, holder = self._ring[b], self._holds[b]
        self._shared[holder] -= self._grown
        for k in ring:
            self._within[k] = -1
            if self._holds[k] == holder:
                del self._points[k][self._size[k] :]
            else:
                self._move(k, holder, self._holds[k])
            self._name[self._holds[k]] = k
        self._label[b], self._within[b], self._points[b] = 0, b, []  # no set any more
        # The tree goes through an odd number of members; the others are matched to each other.
        links = self._around(b, ring.index(self._set(v)))
        self._put(self._set(v), -1, (u, v))
        for k, (p, q) in enumerate(links):
            self._put(self._set(q), -1 if k % 2 else 1, (p, q))
        self._look([w for k in ring if not self._label[k] for w in self._points[k]])

    def _around(self, b: int, i: int) -> list[Contact]:
        """Return an even number of contacts along a ring, from a member to the first one."""
        links = self._links[b]
        return links[i:] if i % 2 else [link[::-1] for link in reversed(links[:i])]

    def _augment(self, u: int, v: int) -> None:
        """Match along the way from the root to a point in a set without a partner."""
        self._rebase(self._set(v), v)
        self.mates[v] = u
        while True:
            b = self._set(u)
            entry = self._entry[b]
            self._rebase(b, u)
            self.mates[u] = v
            if entry == ROOT:
                return
            b = self._set(entry[0])
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
            k = self._member(v, b)
            i = ring.index(k)
            for p, q in self._around(b, i)[1::2]:
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


# -- Least T-joins of graphs, least flows of digraphs
# Lengths are integers, in graphs even ones. Each answer has a level for every node as a
# certificate.

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
            used ^= _tree_join(shortest_paths(rows, odd[a], {odd[b]}), {odd[a], odd[b]})
    if waiting := {odd[a] for a, b in enumerate(found.mates) if b < 0}:
        used ^= _tree_join(shortest_paths(rows, min(waiting), ()), waiting)
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


def shortest_paths(
    rows: Sequence[Mapping[int, float]], source: int, targets: Container[int]
) -> dict[int, int]:
    """Return the node before each one on shortest ways, in order, the last one a target if any."""
    before: dict[int, int] = {}
    queue: list[tuple[float, int, int]] = [(0, source, source)]
    while queue:
        far, u, w = heappop(queue)
        if u not in before:
            before[u] = w
            if u in targets:
                break
            for v, c in rows[u].items():
                if v not in before:
                    heappush(queue, (far + c, v, u))
    return before


def _tree_join(before: dict[int, int], ends: set[int]) -> set[tuple[int, int]]:
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
