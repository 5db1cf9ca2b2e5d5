"""Walks that pass streets: the postman's round, by T-joins of least length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeVar

import networkx as nx

from icosian._arrays import Unit, Weight, length_reader
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.arguments import hinted
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.pool import Limits, Workers
from icosian.boards.piece import node_of
from icosian.exceptions import InvalidArgument, InvalidTour, NoWalk
from icosian.proofs import Computed, StreetBound, Unreachable, WalkBound
from icosian.routes.rounds import (
    CHECK_ARC,
    Question,
    Walk,
    distances,
    inner_bound,
    known,
    prove_walk,
    reaches,
)
from icosian.routes.search import Roads
from icosian.tours.instance import Instance
from icosian.tours.problem import plain
from icosian.tours.shortest.exact import Ending
from icosian.tours.shortest.question import CHECK_PAIR, solve_question
from icosian.tours.shortest.selection import Statement

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


# -- The streets of a map, exactly, and whether any walk passes those that are asked for

T = TypeVar("T", StreetBound, Unreachable, WalkBound)


class Town:
    """The streets that a question is about, by numbers of nodes and with integer lengths."""

    def __init__(self, question: Question, some: Iterable[Any] | None) -> None:
        G, self.nodes = question.G, list(question.G)
        number = {v: i for i, v in enumerate(self.nodes)}
        # 1. The streets: edges, by their ends and in multigraphs their keys, with a length.
        edges: Any = G.edges
        read = length_reader(G, question.weight, are_roads=True)
        every = [(name, read(name[0], name[1], edges[name])) for name in edges]
        self.names = [name for name, length in every if length is not None]
        self.hidden = len(every) - len(self.names)
        exact = [length for _, length in every if length is not None]
        self.unit, lengths = Unit.of(exact, count=len(number) * len(exact))
        self.streets = [
            (number[u], number[v], c) for (u, v, *_), c in zip(self.names, lengths, strict=True)
        ]
        """The ends and the length of each."""
        self.least: dict[tuple[int, int], int] = {}
        """The number of the shortest street from one node to another."""
        for k in sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True):
            u, v, _ = self.streets[k]
            if u != v:
                self.least |= {(u, v): k} if G.is_directed() else {(u, v): k, (v, u): k}
        # 2. Those to pass.
        self.is_all = some is None
        known = {name: k for k, name in enumerate(self.names)}
        if not (self.is_all or G.is_directed()):
            known |= {(v, u, *key): k for (u, v, *key), k in known.items()}
        tuples = (
            tuple(edge) if isinstance(edge, Iterable) and not isinstance(edge, str) else (edge,)
            for edge in some or ()
        )
        wanted = [
            (*(node_of(G, v, "end of a street") for v in edge[:2]), *edge[2:]) for edge in tuples
        ]
        if strange := [edge for edge in wanted if edge not in known]:
            key = " and its key" * G.is_multigraph()
            raise InvalidArgument(
                f"{shown(strange[0])} is not a street: an edge with a length, by its ends{key}"
            )
        numbers = known.values() if some is None else [known[edge] for edge in wanted]
        self.asked = list(dict.fromkeys(numbers))
        """The numbers of the streets to pass."""
        if not self.asked:
            raise nx.NetworkXPointlessConcept("a walk along no streets is pointless")
        # 3. The ends. A closed walk passes a start on its streets anyway.
        asked = question.asked
        if asked.start == asked.end:  # on a map with a single node
            question = replace(question, asked=replace(asked, end=None))
        self.start, self.end = number.get(asked.start), number.get(question.asked.end)
        passed = self.ends_of(self.asked) if question.asked.closed else ()
        self.stops = [v for v in (self.start, self.end) if v is not None and v not in passed]
        self.question = replace(question, stops=tuple(self.nodes[v] for v in self.stops))

    def ends_of(self, streets: Iterable[int]) -> set[int]:
        """Return the ends of some streets."""
        return {v for k in streets for v in self.streets[k][:2]}

    @property
    def directed(self) -> bool:
        """True if streets have a direction."""
        return self.question.G.is_directed()

    def length(self, streets: Iterable[int]) -> int:
        """Return the length of some streets, in units."""
        return sum(self.streets[k][2] for k in streets)

    def checked(self, kind: type[T], **evidence: Any) -> T:
        """Return a proof about the question, checked against the map."""
        named: Any = Computed() if callable(self.question.weight) else self.question.weight
        proof = kind(
            **self.question.claim,
            streets="all" if self.is_all else tuple(self.names[k] for k in self.asked),
            weight=None if kind is Unreachable and not self.hidden else named,
            hidden=self.hidden,
            **evidence,
        )
        if isinstance(proof, StreetBound) and "bound" not in evidence:
            bound = proof.proved(self.question.G, self.question.weight)
            return self.checked(kind, **evidence, bound=plain(bound))
        self.question.check(proof)
        return proof

    def check_ways(self) -> None:
        """Raise :exc:`NoWalk` with a proof if no walk passes all streets."""
        # 1. Parts whose nodes reach each other. In a digraph, the middle of a street is a node too.
        n, start, end = len(self.nodes), self.start, self.end
        D: Any = nx.DiGraph(list(self.least))
        visited = {*self.ends_of(self.asked), *self.stops}
        if self.directed:
            visited |= {n + k for k in self.asked}
            for k in self.asked:
                D.add_edges_from([(self.streets[k][0], n + k), (n + k, self.streets[k][1])])
        D.add_nodes_from(visited)
        C = nx.condensation(D)
        part_of = C.graph["mapping"]
        parts = {part_of[v] for v in visited}
        if len(parts) == 1:
            return
        # 2. A walk goes through them in the only order that there may be.
        order = [part for part in nx.topological_sort(C) if part in parts]
        traps: Any = next((pair for pair in pairwise(order) if not nx.has_path(C, *pair)), ())
        if self.question.asked.closed or (end is not None and part_of[end] != order[-1]):
            traps = order[-1:]
        elif start is not None and part_of[start] != order[0]:
            traps = [part_of[start]]
        if traps:
            closures = [{trap, *nx.descendants(C, trap)} for trap in traps]
            raise NoWalk(
                self.checked(
                    Unreachable,
                    parts=tuple(
                        frozenset(self.nodes[v] for v, c in part_of.items() if c in some and v < n)
                        for some in closures
                    ),
                )
            )


# -- Walks along streets of a map: the postman's walk, with its proof

Step = tuple[int, int, int]
"""A node, the next one, and the street that is passed."""

METHOD = "least repetition of streets"
CHECK_STREET = 5e-5
"""Seconds that it takes to read off a walk, and to check its proof, for each street."""


@hinted
def postman_walk(
    G: nx.Graph[Any],
    edges: Iterable[Any] | None = None,
    *,
    start: Any = None,
    end: Any = None,
    cycle: bool = True,
    weight: Weight = "weight",
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Walk:
    """Return the shortest walk along all streets of a map, or along some, with a proof.

    It passes each of these edges once or more often, in a digraph as the arc points.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Parallel edges are different streets, and a self-loop is one.
    edges : iterable of edges, optional
        The streets to pass, by their ends, in a multigraph with their key; the walk may use others
        as well. All by default.
    start : node, optional
        Where the walk starts, on a board also the name of a square. Free by default.
    end : node, optional
        Where an open walk ends, likewise.
    cycle : bool
        If True, the walk returns to where it starts.
    weight : str, callable or None
        The edge attribute with the lengths, which no edge lacks; or a function ``f(u, v, data)``
        of each edge, also of each of parallel ones. An edge with None or infinity is not a street.
        None counts 1 for every edge.
    timeout, gap, executor, seed, progress
        As for :func:`traveling_salesman`.

    Returns
    -------
    Walk
        A sequence of nodes, in one leg, with ``length``, ``extra``, which is the length of what is
        passed besides each street once, ``bound``, ``proof`` and ``edges(keys=True)``.

    Raises
    ------
    NoWalk
        If no walk passes these streets; ``.proof`` has parts of the map that cannot be left.
    SearchLimitReached
        If the time is over before the distances between some streets are known.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any search; lengths are numbers of at least 0, and
        those of an undirected edge are the same in both directions.

    See Also
    --------
    traveling_salesman : Visit nodes, along whatever streets.
    networkx.eulerize : Repeat edges, not always the shortest.

    Notes
    -----
    A closed walk in a graph comes to each node as often as it leaves it, so edges are repeated
    until all degrees are even: a least T-join, found by a matching of the nodes of odd degree with
    a blossom method [1]_. In a digraph it is a flow of least cost. Both are exact, for lengths of
    any size. Streets that this leaves apart become stops of a tour, which is found as by
    :func:`traveling_salesman`.

    Streets to be passed in one direction among others that are passed once in any direction are
    not in scope. In a digraph with two arcs for a street ``edges`` says which are passed:
    ``G.edges`` means both.

    References
    ----------
    .. [1] J. Edmonds, E. L. Johnson, Matching, Euler tours and the Chinese postman, Mathematical
       Programming 5 (1973), 88-124.

    Examples
    --------
    A square with both diagonals is not drawn in one stroke; with a roof it is:

    >>> import networkx as nx
    >>> from icosian.routes import postman_walk
    >>> square = nx.complete_graph(4)
    >>> walk = postman_walk(square, cycle=False)
    >>> walk.length, walk.extra
    (7, 1)
    >>> walk.proof.check(square)
    >>> house = nx.Graph([*square.edges, (0, "roof"), ("roof", 1)])
    >>> postman_walk(house, cycle=False).extra
    0
    >>> postman_walk(house, [(2, 3), (0, "roof")]).length
    5
    """
    question = Question.of(G, None, start=start, end=end, cycle=cycle, weight=weight)
    limits = Limits.of(locals())
    with collector_paused():
        town = Town(question, None if edges is G.edges else edges)
        both = [way for *way, _ in town.streets if (*way[::-1],) in town.least]
        if edges is None and town.directed and both:
            raise InvalidArgument(
                "are streets that lead both ways, such as"
                f" {shown(tuple(town.nodes[v] for v in both[0]))}, to be passed in both?"
                " edges=G.edges, or --streets both, does; a list of edges names the ways"
            )
        town.check_ways()
        with limits.clock.reserved(CHECK_STREET * len(town.streets)):
            found = _repeats(town, partial(limits.clock.tick, METHOD, 1))
        n = len(town.nodes)
        proof: StreetBound | WalkBound = town.checked(
            StreetBound,
            levels=tuple((v, c) for v, c in zip(town.nodes, found.levels, strict=False) if c),
            homes=() if town.directed else tuple(found.levels[n:]),
            directed=town.directed,
        )
        again = [town.least[step] for step in found.steps if step in town.least]
        trails = _trails(town, [*town.asked, *again])
        steps = trails[0]
        if len(trails) > 1:
            steps, better = _tour(town, trails, limits)
            proof = max(proof, better or proof, key=lambda some: some.bound)
    return _walk_of(town, steps, proof, limits.clock)


def _repeats(town: Town, tick: Callable[[], object]) -> Repeats:
    """Return what is repeated; streets beyond those of the map lead to or from free ends."""
    n, is_open = len(town.nodes), not town.question.asked.closed
    streets = [
        (u, v, 2 * town.streets[k][2]) for (u, v), k in town.least.items() if town.directed or u < v
    ]
    if town.directed:
        needs = [0] * (n + 2)
        for k in town.asked:
            u, v, _ = town.streets[k]
            needs[u] += 1
            needs[v] -= 1
        if is_open:
            first = n if town.start is None else town.start
            last = n + 1 if town.end is None else town.end
            needs[first] -= 1
            needs[last] += 1
            streets += [(n, v, 0) for v in range(n) if first == n]
            streets += [(v, n + 1, 0) for v in range(n) if last == n + 1]
        return least_flow(n + 2, streets, needs)
    # Home is so far from all nodes that the best walk leaves it once.
    given = [v for v in (town.start, town.end) if v is not None and is_open]
    homes = range(n, n + 2 * is_open - len(given))
    far = sum(c for *_, c in streets) + 2
    streets += [(v, home, far) for home in homes for v in range(n)]
    degrees = Counter(chain(*(town.streets[k][:2] for k in town.asked), given, homes))
    odd = [v for v, degree in sorted(degrees.items()) if degree % 2]
    return least_join(n + len(homes), streets, odd, tick)


def _trails(town: Town, passes: list[int]) -> list[list[Step]]:
    """Return a walk along each part of the streets that are passed, empty at a stop on none."""
    H: Any = nx.MultiDiGraph() if town.directed else nx.MultiGraph()
    H.add_edges_from((*town.streets[k][:2], i) for i, k in enumerate(passes))
    ends = [v for v in (town.start, town.end) if v is not None]
    H.add_nodes_from(ends)
    # A way between free ends may touch no street to pass: then it has length 0, and goes.
    visited = {*ends, *town.ends_of(town.asked)}
    every = nx.connected_components(H.to_undirected(as_view=True))
    parts = [part for part in every if not part.isdisjoint(visited)]
    parts.sort(key=lambda part: part.isdisjoint(ends))
    trails = []
    for part in parts:
        K = H if len(part) == len(H) else H.subgraph(part).copy()
        if town.directed:
            odd = [v for v in K if K.out_degree(v) > K.in_degree(v)]
        else:
            odd = [v for v, degree in K.degree if degree % 2 and v != town.end]
        first = next(v for v in (town.start, *odd, town.end, *K) if v in K)
        trail = nx.eulerian_path(K, first, keys=True) if K.size() else ()
        trails.append([(u, v, passes[i]) for u, v, i in trail])
    return trails


def _tour(
    town: Town, trails: list[list[Step]], limits: Limits
) -> tuple[list[Step], WalkBound | None]:
    """Return the shortest walk as a tour of streets, and its bound if there was time for one."""
    # 1. The places, as in the closure of WalkBound: stops, and the two ends of each street.
    closed, places = town.question.asked.closed, [*town.stops]
    street: dict[int, int] = {}
    for k in town.asked:
        street |= dict.fromkeys((len(places), len(places) + 1), k)
        places += town.streets[k][:2]
    # 2. The distances between them.
    H: Any = nx.DiGraph() if town.directed else nx.Graph()
    H.add_nodes_from(range(len(town.nodes)))
    H.add_weighted_edges_from((*way, town.streets[k][2]) for way, k in town.least.items())
    roads = Roads(H, "weight", places)
    table = distances(roads, limits.clock)
    form = Instance(
        places=len(places),
        directed=town.directed,
        closed=closed,
        start=None if closed or town.start is None else 0,
        end=None if town.end is None else len(town.stops) - 1,
        require=tuple((i, i + 1) for i in range(len(town.stops), len(places), 2)),
    )
    priced = [[*row] for row in table]
    for i, j in form.require:
        priced[i][j] = town.streets[street[i]][2]
        if not town.directed:
            priced[j][i] = priced[i][j]
    # 3. The tour: at first along one part after the other, in the order in which they are reached.
    begins = {street[i]: (i, j) for i, j in form.require}
    strokes: dict[int, tuple[int, ...]] = {}
    for u, _, k in chain(*trails):
        if k in begins and k not in strokes:
            strokes[k] = begins[k][:: 1 if u == town.streets[k][0] else -1]
    ways = [-sum(far is not None for far in row) for row in table]
    some = sorted(strokes.values(), key=lambda ends: (ways[ends[0]], ways[ends[1]]))
    first = [i for i in range(len(town.stops)) if i != form.end] + [*chain(*some)]
    first += [] if form.end is None else [form.end]
    lengths, present = known(priced)
    checking = CHECK_ARC * roads.arcs + CHECK_PAIR * len(places) ** 2
    problem = form.problem(lengths, present)
    question = Statement(problem=problem, start=form.encoded(first))
    solution = solve_question(question, town.unit, limits, Ending.of(checking))
    proof = None
    if solution.tree:
        inner, small = inner_bound(form, solution, town.unit), reaches(problem, solution)
        proof = prove_walk(partial(town.checked, WalkBound), inner, table, small)
    # 4. Its streets, and the ways between them.
    tour = form.decoded(solution.tour)
    steps: list[Step] = []
    for i, j in pairwise([*tour, tour[0]] if closed else tour):
        if street.get(i, -1) == street.get(j):
            steps.append((places[i], places[j], street[i]))
        else:
            way = pairwise(roads.leg(i, j))
            steps += [(u, v, town.least[u, v]) for u, v in way]
    if closed and town.start is not None:
        at = next(at for at, (u, *_) in enumerate(steps) if u == town.start)
        steps = steps[at:] + steps[:at]
    return steps, proof


def _walk_of(town: Town, steps: list[Step], proof: StreetBound | WalkBound, clock: Clock) -> Walk:
    """Return a walk with what is proved of it, after a check that it is as was asked."""
    question, unit = town.question, town.unit
    if not {k for *_, k in steps} >= {*town.asked}:
        raise InvalidTour("the walk does not pass all streets")
    walk = [steps[0][0], *(v for _, v, _ in steps)]
    ways = [town.streets[k][:2] for *_, k in steps]
    if not town.directed:
        ways = [way if way[0] == u else way[::-1] for way, u in zip(ways, walk, strict=False)]
    if ways != [*pairwise(walk)] or ways != [step[:2] for step in steps]:
        raise InvalidTour("the streets of the walk are not joined")
    is_back = walk[0] == walk[-1] or not question.asked.closed
    if not is_back or town.start not in (None, walk[0]) or town.end not in (None, walk[-1]):
        raise InvalidTour("the walk does not have the ends given")
    length = town.length(k for *_, k in steps)
    bound = proof.bound / unit.size
    return Walk(
        [[town.nodes[v] for v in walk]],
        is_closed=question.asked.closed,
        length=unit.number(length),
        extra=unit.number(length - town.length(town.asked)),
        bound=unit.number(bound, down=bound < length),
        is_optimal=bound == length,
        proof=proof,
        G=question.G,
        stats=clock.stats(METHOD),
        weight=question.weight if isinstance(question.weight, str) else None,
        keys=[town.names[k][2] for *_, k in steps] if question.G.is_multigraph() else (),
    )
