"""What walks along streets repeat: least T-joins, least flows, and passes in either direction."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import TimeIsUp
from icosian.proofs import StreetCase
from icosian.proofs.walks import FINE

Way = tuple[int, int]
"""A point on this side and one on the other."""

ROOT = (-1, -1)
"""The way to a set that a tree grows from."""


class Matching:
    """A least perfect matching of points with even integer distances, of which some are known.

    A way may lead over other points: distances are as in a map, and each is found when a moat
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
        self._links: list[list[Way]] = [[]] * n  # the way from each member to the next
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

    def _put(self, b: int, label: int, entry: Way) -> None:
        """Put a set into the tree."""
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
        """Make a set of the ring that a way between two widening sets closes."""
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
        way = [self._set(u)]
        while (entry := self._entry[way[-1]]) != ROOT:
            way.append(self._set(entry[0]))
        return way

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
        ways = self._round(b, ring.index(self._set(v)))
        self._put(self._set(v), -1, (u, v))
        for k, (p, q) in enumerate(ways):
            self._put(self._set(q), -1 if k % 2 else 1, (p, q))
        self._look([w for k in ring if not self._label[k] for w in self._points[k]])

    def _round(self, b: int, i: int) -> list[Way]:
        """Return an even number of ways along a ring, from a member to the first one."""
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


# -- What a walk along streets repeats: least T-joins of graphs, least flows of digraphs
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


# -- Streets that are passed in either direction: branch and bound
#
# One pass of each street counts as its own, in one direction; the others are passes of roads, the
# shortest from one node to another. If the directions are known, and the streets hang together,
# the others are a flow of least cost. So what is left to choose are directions, and passes of roads
# where streets lie apart. The linear program balances the flow at each node. Rows are added for
# sets of nodes whose border is crossed too seldom: the others cross it once if an odd number of
# streets does, and twice if none does and both sides have something to pass.

LITTLE = 1e-6
"""What solutions of linear programs are wrong by at most."""
VIOLATED = 1e-4
"""Rows are added that are violated by so much."""
CAPACITY = 1_000_000
"""Parts of a pass in maximum flows."""

Often = dict[int, int]
"""How often what variables stand for is passed, at least or at most."""


class Ways(NamedTuple):
    """Roads, and streets of which some may be passed in either direction, by numbers of nodes."""

    size: int
    """The number of nodes."""
    roads: Sequence[Street]
    """The shortest ones from one node to another."""
    streets: Sequence[tuple[int, int, int, int | None]]
    """The ends and the length of each, and its length back if either direction will do."""
    stops: Sequence[int]
    """Nodes to visit besides."""
    ends: Sequence[int | None] | None
    """Where an open walk starts and ends, None if that is free."""


class RelaxedPasses(NamedTuple):
    """A solution of a linear program, and its dual."""

    x: NDArray[np.float64]
    """What variables are; empty if there is none."""
    value: float
    """The length of the walk."""
    levels: NDArray[np.float64]
    """Of each node."""
    widths: NDArray[np.float64]
    """Of the moat of each set."""


class Passes:
    """The least passes that make a walk, and the cases that prove it, by branch and bound.

    Variables are how often each road is passed besides; for each street with two directions, 1 if
    it counts as it is given, or 0; and 1 for the node that is a free end of the walk.
    """

    def __init__(self, ways: Ways) -> None:
        from scipy.sparse import csr_array

        self._ways, n, m = ways, ways.size, len(ways.roads)
        either = [street for street in ways.streets if street[3] is not None]
        ends = [] if ways.ends is None else [*zip((-1, 1), ways.ends, strict=True)]
        given, free = [[end for end in ends if (end[1] is None) == k] for k in (False, True)]
        # 1. Equations: each node is left as often as it is reached, and a walk has two ends.
        lines = [(u, v, j, 1) for j, (u, v, _) in enumerate(ways.roads)]
        lines += [(u, v, j, 2) for j, (u, v, *_) in enumerate(either, m)]
        self._ends = m + len(either)
        terms = [(v, j, k * sign) for u, w, j, k in lines for v, sign in ((u, 1), (w, -1))]
        for i, (sign, _) in enumerate(free):
            first = self._ends + i * n
            terms += [(v, first + v, sign) for v in range(n)]
            terms += [(n + i, first + v, 1) for v in range(n)]
        rows, columns, factors = (np.array(some) for some in zip(*terms, strict=True))
        self._size = self._ends + n * len(free)
        shape = n + len(free), self._size
        self._equations = csr_array((factors.astype(float), (rows, columns)), shape=shape)
        self._sums = np.concatenate((np.zeros(n), np.ones(len(free))))
        for u, v, _, back in ways.streets:
            self._sums[u] -= 1 if back is None else -1
            self._sums[v] += 1 if back is None else -1
        for sign, w in given:
            self._sums[w] -= sign
        # 2. Lengths.
        costs = [c for *_, c in ways.roads] + [there - (back or 0) for *_, there, back in either]
        self._costs, self._unit = costs, max(1, *map(abs, costs))
        self._base = sum(there if back is None else back for *_, there, back in ways.streets)
        # 3. What crosses a border. Free ends are joined to home, a node that is in no set.
        self._streets = np.array([street[:2] for street in ways.streets])
        home = [np.stack((np.arange(n), np.full(n, n)), axis=1) for _ in free]
        self._pairs = np.concatenate((np.array([way[:2] for way in ways.roads]), *home))
        self._columns = np.r_[:m, self._ends : self._size]
        self._visited = np.zeros(n + 1, bool)
        self._visited[[*self._streets.flat, *ways.stops]] = True
        self._odd = np.bincount([*self._streets.flat, *(v for _, v in given)], minlength=n + 1) % 2
        self._odd[n] = self._odd.sum() % 2
        self._is_apart = len({*_parts(n + 1, self._streets)[self._visited].tolist()}) > 1
        # 4. Rows, their sets and how often these are crossed at least; the tree of cases.
        self._rows: list[NDArray[np.int64]] = []
        self._needs: list[int] = []
        self._sets: dict[bytes, NDArray[np.int64]] = {}
        self._tree: list[Any] = [StreetCase()]
        """The case of each node, or the variable that is split, its limit and the next nodes."""
        self.best: list[int] | None = None
        """How often what variables stand for is passed in the best walk so far."""
        self._length = math.inf

    def search(self, tick: Callable[[], object], gap: float) -> None:
        """Search until no walk is shorter than the best one, but for a part of its length."""
        left: list[tuple[float, int, Often, Often]] = [(-math.inf, 0, {}, {})]
        while left and left[0][0] < self._enough(gap):
            _, number, low, high = heappop(left)
            found = self._solve(low, high)
            if not len(found.x):  # a numerical failure
                continue
            try:
                while found.value < self._enough(gap):
                    if self.best is None:
                        self._round(found.x)
                    tick()
                    if not self._separate(found.x):
                        break
                    found = self._solve(low, high)
            finally:
                self._tree[number] = case = self._case(found, high)
            if found.value >= self._enough(gap):
                continue
            self._round(found.x)
            off = np.abs(found.x - np.rint(found.x))
            off[self._ends :] = 0  # whole if the others are
            # Directions decide passes, but less so where streets have to be joined.
            off[len(self._ways.roads) :] *= 0.1 if self._is_apart else 2
            if off.max() <= LITTLE:
                self._keep(found.x)
            elif found.value < self._enough(gap):
                j = int(off.argmax())
                k, last = math.floor(found.x[j]), len(self._tree)
                self._tree[number] = j, k, last
                self._tree += [case, case]
                heappush(left, (found.value, last, low, {**high, j: k}))
                heappush(left, (found.value, last + 1, {**low, j: k + 1}, high))

    def _enough(self, gap: float) -> float:
        """Return the value of linear programs from which on no walk is shorter."""
        whole = self._length - 1 + max(1e-3, 1e-9 * self._length)
        return min(whole, self._length * (1 - max(gap, 1e-10)))

    # -- Linear programs

    def _solve(self, low: Often, high: Often, *, relaxed: bool = True) -> RelaxedPasses:
        """Return the solution of the linear program of a case, without rows if not relaxed.

        More passes of a road than a case has are possible, but longer than the best walk.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, hstack

        size, roads, rows = self._size, len(self._ways.roads), None
        if relaxed and self._rows:
            begin = np.cumsum([0, *map(len, self._rows)])
            ones = np.ones(begin[-1])
            rows = csr_array(
                (ones, np.concatenate(self._rows), begin), shape=(len(begin) - 1, size)
            )
        limited = [j for j in high if j < roads]
        costs = np.zeros(size + len(limited))
        costs[: self._ends] = [cost / self._unit for cost in self._costs]
        equations = self._equations
        if limited:
            costs[size:] = costs[limited] + 2 * self._length / self._unit + 1
            equations = hstack((equations, equations[:, limited]))
            rows = None if rows is None else hstack((rows, rows[:, limited]))
        bounds = np.zeros((len(costs), 2))
        bounds[:, 1] = np.inf
        bounds[roads:size, 1] = 1
        bounds[[*low], 0], bounds[[*high], 1] = [*low.values()], [*high.values()]
        needs = None if rows is None else -np.array(self._needs, float)
        less = None if rows is None else -rows
        result = linprog(costs, less, needs, equations, self._sums, bounds)
        if result.x is None:
            return RelaxedPasses(np.empty(0), math.inf, np.empty(0), np.empty(0))
        value = result.fun * self._unit + self._base
        duals = (-self._unit * some.marginals for some in (result.eqlin, result.ineqlin))
        return RelaxedPasses(result.x[:size], value, *duals)

    def _case(self, found: RelaxedPasses, high: Often) -> StreetCase:
        """Return the levels of nodes and the widths of moats in integers, such that they hold."""
        roads = self._ways.roads
        widths = [(f, math.floor(width * FINE)) for f, width in enumerate(found.widths.tolist())]
        for margin in (1e-9, 1e-6, math.inf):  # with a little less, no way around is below 0
            levels = [round(level * FINE) for level in found.levels[: self._ways.size].tolist()]
            less = 1 + margin * self._unit * FINE
            factors = tuple((f, width - math.ceil(less)) for f, width in widths if width > less)
            rest = [FINE * c for *_, c in roads]
            for f, width in factors:
                for j in self._rows[f].tolist():
                    if j < len(roads):
                        rest[j] -= width
            # Levels fall where they rise by more than what is left of a road, as in shortest ways.
            ways = [(*roads[j][:2], c) for j, c in enumerate(rest) if j not in high]
            for _ in levels:
                steep = [(u, v, c) for u, v, c in ways if levels[v] > levels[u] + c]
                if not steep:
                    return StreetCase(levels=tuple(levels), factors=factors)
                for u, v, c in steep:
                    levels[v] = min(levels[v], levels[u] + c)
        return StreetCase()

    # -- Rounding

    def _round(self, x: NDArray[np.float64]) -> None:
        """Pass streets in the better direction, join them, and keep the walk if it is the best."""
        roads, n = self._ways.roads, self._ways.size
        first = len(roads)
        chosen = {j: round(x[j]) for j in range(first, self._ends)}
        H: Any = nx.DiGraph()
        nearest: Any = nx.multi_source_dijkstra
        for j, (u, v, c) in enumerate(roads):
            H.add_edge(u, v, road=j, weight=c * max(0.0, 1 - x[j]))
        joined: Often = {}
        while True:
            flow = self._solve({**chosen, **joined}, chosen, relaxed=False).x
            if not len(flow) or np.abs(flow - np.rint(flow))[: self._ends].max() > LITTLE:
                return
            used = np.flatnonzero(flow[:first] > 0.5)
            part = _parts(n + 1, np.concatenate((self._streets, self._pairs[used])))
            parts = np.unique(part[self._visited]).tolist()
            if len(parts) == 1:
                self._keep(flow)
                return
            # From each part that is visited, the shortest way to another one.
            known = len(joined)
            for k in parts:
                far, ways = nearest(H, {*np.flatnonzero(part == k).tolist()} & {*H})
                others = [v for v in far if part[v] != k and self._visited[v]]
                if others:
                    way = ways[min(others, key=lambda v: (far[v], v))]
                    joined |= {H.edges[step]["road"]: 1 for step in pairwise(way)}
            if len(joined) == known:
                return

    def _keep(self, x: NDArray[np.float64]) -> None:
        """Keep a walk if it is the best so far."""
        passes = [round(value) for value in x[: self._ends].tolist()]
        length = self._base + sum(c * k for c, k in zip(self._costs, passes, strict=True))
        if length < self._length:
            self._length, self.best = length, passes

    # -- Separation

    def _separate(self, x: NDArray[np.float64]) -> bool:
        """Add rows that a solution violates; return whether there are any."""
        known = len(self._rows)
        self._cut(x, 1, self._odd.astype(bool), self._streets[:0])
        if self._is_apart:
            self._cut(x, 2, self._visited, self._streets)
        return len(self._rows) > known

    def _cut(
        self, x: NDArray[np.float64], most: int, marked: NDArray[np.bool_], glued: NDArray[np.int64]
    ) -> None:
        """Add rows of sets with marked nodes whose border is crossed less often than so."""
        from scipy.sparse import csr_array

        known, shares = len(self._rows), x[self._columns]
        # 1. Parts that are joined by large shares.
        for least in (LITTLE, 0.3, 0.6):
            part = _parts(len(marked), np.concatenate((self._pairs[shares > least], glued)))
            for k in np.unique(part[marked]).tolist():
                self._add(part == k, x)
            if len(self._rows) > known:
                return
        # 2. Minimum cuts between what is left when all is contracted that they do not separate.
        whole = shares > most - VIOLATED
        part = _parts(len(marked), np.concatenate((self._pairs[whole], glued)))
        ends = part[self._pairs[(shares > LITTLE) & ~whole]]
        parts = (CAPACITY * shares[(shares > LITTLE) & ~whole]).astype(np.int32)
        size = part.max() + 1
        graph = csr_array((parts, ends.T), shape=(size, size)) + csr_array(
            (parts, ends[:, ::-1].T), shape=(size, size)
        )
        count = np.bincount(part, marked)
        terminals = count % 2 > 0 if most == 1 else count > 0
        areas = _parts(size, ends)
        for k in np.unique(areas[terminals]).tolist():
            area = np.flatnonzero(areas == k)
            ranks = np.flatnonzero(terminals[area]).tolist()
            for side in _small_cuts(graph[area][:, area], ranks, most):
                self._add(np.isin(part, area[side]), x)

    def _add(self, side: NDArray[np.bool_], x: NDArray[np.float64]) -> None:
        """Add the row of a set of nodes, or of all others if it holds home, if it is violated."""
        inside = (~side if side[-1] else side)[:-1]
        across = side[self._pairs[:, 0]] != side[self._pairs[:, 1]]
        row = self._columns[across]
        streets = int((side[self._streets[:, 0]] != side[self._streets[:, 1]]).sum())
        visited = self._visited[:-1]
        need = int(self._odd[:-1][inside].sum()) % 2
        if not streets and (visited & inside).any() and (visited & ~inside).any():
            need = 2 - need
        if x[row].sum() < need - VIOLATED and inside.tobytes() not in self._sets:
            self._sets[inside.tobytes()] = np.flatnonzero(inside)
            self._rows.append(row)
            self._needs.append(need)

    # -- The proof

    def cases(self) -> tuple[list[list[int]], list[StreetCase | tuple[int, int]]]:
        """Return the sets, and depth first the cases, or the variables that are split."""
        sets = [nodes.tolist() for nodes in self._sets.values()]
        cases: list[StreetCase | tuple[int, int]] = []
        left = [0]
        while left:
            case = self._tree[left.pop()]
            if not isinstance(case, StreetCase):
                j, k, number = case
                left += [number, number + 1]
                case = j, k
            cases.append(case)
        return sets, cases


def _parts(size: int, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the part of each node, if these are joined by pairs."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    graph = csr_array((np.ones(len(pairs), bool), pairs.T), shape=(size, size))
    labels: NDArray[np.int64] = connected_components(graph, directed=False)[1]
    return labels


def _small_cuts(graph: Any, terminals: list[int], most: int) -> Iterator[NDArray[np.int64]]:
    """Yield a side of each cut of a cut tree of the terminals that is small (Gusfield)."""
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    parent = dict.fromkeys(terminals, terminals[0])
    for i in terminals[1:]:
        j = parent[i]
        result = maximum_flow(graph, i, j)
        rest = graph - result.flow
        rest.eliminate_zeros()
        side = breadth_first_order(rest, i, return_predecessors=False)
        members = {*side.tolist()}
        parent |= {k: i for k in terminals if parent[k] == j and k in members and k != i}
        if j != terminals[0] and parent[j] in members:
            parent[i], parent[j] = parent[j], i
        if result.flow_value < (most - VIOLATED) * CAPACITY:
            yield side
