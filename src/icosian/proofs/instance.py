"""The instance that a claim is about, and what follows from marks and counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any

import networkx as nx

from icosian._io.memory import Holding
from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Tick, no_limit, with_ticks
from icosian.proofs.claim import HOME, ON_EDGES, Claim, Middle, beyond

OPEN, USED, UNUSED = 0, 1, -1

CROSSING = 40  # bytes that an edge takes for each border that it crosses

TICK = 1_000  # rows looked at between two ticks


class Contradiction(Exception):
    """No tour agrees with the marks."""


class Marks:
    """Edges marked as used or unused, and what the rules say; borders of ``sets`` are watched."""

    def __init__(
        self, net: CycleInstance, sets: Iterable[set[int]] = (), tick: Tick = no_limit
    ) -> None:
        self.net = net
        self._tick = tick
        self.mark = [OPEN] * len(net.edges)
        self.rows = list(map(list, net.ports))
        self._first_border = len(self.rows)
        self._need = (net.need, net.need)
        self._rows_of: list[list[int]] = [list(net.ports_of(e)) for e in range(len(net.edges))]
        self._concerned = list(map(list, self._rows_of))
        self.used = [0] * len(self.rows)
        self.left = list(map(len, self.rows))  # edges not marked unused
        self._degree = [0] * len(net.nodes)  # used edges
        self._other = list(range(len(net.nodes)))  # the other end of the path that ends here
        self._total = 0
        self._last = len(net.nodes) - 1  # edges of a path through all nodes
        self._trail: list[int] = []
        self._pending = list(range(len(self.rows)))
        self._crossings = 0
        self._memory = Holding("the list of borders of a check")
        self._joined: list[tuple[int, int]] = []  # ends of paths that an edge may close
        for part in sets:
            self.watch(part)
        self._is_refuted = False
        try:
            for e in net.given:
                self.use(e)
        except Contradiction:  # conditions that clash
            self._is_refuted = True

    def watch(self, part: set[int]) -> tuple[int, ...]:
        """Watch the border of a set from now on; return its rows."""
        self._tick()
        leaving, entering = self.net.crossing(part)
        borders = [leaving, entering] if self.net.directed else [leaving + entering]
        self._crossings += len(leaving) + len(entering)
        self._memory.grow(CROSSING * self._crossings)
        rows = range(len(self.rows), len(self.rows) + len(borders))
        for row, edges in zip(rows, borders, strict=True):
            self.rows.append(edges)
            self.used.append(sum(self.mark[e] == USED for e in edges))
            self.left.append(sum(self.mark[e] != UNUSED for e in edges))
            for e in edges:
                self._rows_of[e].append(row)
                self._concerned[e] += rows  # what leaves a set bounds what enters it
        self._pending += rows
        return tuple(rows)

    # The rules of Rubin (1974) for the edges at a node, and for borders also that a cycle crosses
    # each an even number of times, or leaves a set of a digraph as often as it enters it.

    def bounds(self, row: int) -> tuple[int, int]:
        """Return how many edges of a row a tour uses, at least and at most."""
        if row < self._first_border:
            return self._need
        used, left = self.used[row], self.left[row]
        if not self.net.directed:
            return max(2, used + used % 2), left - left % 2
        twin = row + 1 if (row - self._first_border) % 2 == 0 else row - 1
        return max(1, used, self.used[twin]), min(left, self.left[twin])

    def verdict(self, row: int) -> int:
        """Return the mark that a row gives its open edges, OPEN if it gives none."""
        least, most = self.bounds(row)
        if self.left[row] == least:
            return USED
        return UNUSED if self.used[row] == most else OPEN

    def use(self, e: int) -> None:
        """Mark an edge as used."""
        if self.mark[e] == USED:
            return
        if self.mark[e] == UNUSED:
            raise Contradiction
        used, degree, other = self.used, self._degree, self._other
        rows = self._rows_of[e]
        if used[rows[0]] == self.net.need or used[rows[1]] == self.net.need:
            raise Contradiction  # one edge too many at a port
        u, v = self.net.edges[e]
        if degree[u] and other[u] == v and self._total < self._last:
            raise Contradiction  # a short cycle
        self.mark[e] = USED
        self._trail.append(e)
        for row in rows:
            used[row] += 1
        self._pending += self._concerned[e]
        a, b = other[u] if degree[u] else u, other[v] if degree[v] else v
        degree[u] += 1
        degree[v] += 1
        other[a], other[b] = b, a
        self._total += 1
        self._joined.append((a, b))

    def drop(self, e: int) -> None:
        """Mark an edge as unused."""
        if self.mark[e] == UNUSED:
            return
        if self.mark[e] == USED:
            raise Contradiction
        self.mark[e] = UNUSED
        self._trail.append(e)
        for row in self._rows_of[e]:
            self.left[row] -= 1
        self._pending += self._concerned[e]

    def closes(self, e: int) -> bool:
        """Return True if an edge would close a path of used edges too early."""
        u, v = self.net.edges[e]
        return self._other[u] == v and self._other[v] == u and self._total < self._last

    @property
    def size(self) -> int:
        """The number of marked edges."""
        return len(self._trail)

    def settle(self) -> None:
        """Follow the rules as far as they lead; raise Contradiction if they end in one."""
        if self._is_refuted:
            raise Contradiction
        pending, joined, apply = self._pending, self._joined, self._apply
        count = 0
        while pending or joined:
            count += 1
            if count % TICK == 0:
                self._tick()
            if pending:
                apply(pending.pop())
            elif self._total < self._last:
                self._keep_open(*joined.pop())
            else:
                joined.clear()

    def _apply(self, row: int) -> None:
        used, left = self.used[row], self.left[row]
        least, most = self._need if row < self._first_border else self.bounds(row)
        if left < least or used > most or least > most:
            raise Contradiction
        if left > used and (left == least or used == most):
            mark, conclude = self.mark, self.use if left == least else self.drop
            for e in self.rows[row]:
                if mark[e] == OPEN:
                    conclude(e)

    def _keep_open(self, a: int, b: int) -> None:
        for u, v in ((a, b), (b, a)) if self.net.directed else ((a, b),):
            e = self.net.find(u, v)
            if e is not None and self.mark[e] == OPEN and self.closes(e):
                self.drop(e)

    def undo(self, size: int) -> None:
        """Take back all marks but the first ``size``, from which everything had been concluded."""
        trail, mark, degree, other = self._trail, self.mark, self._degree, self._other
        while len(trail) > size:
            e = trail.pop()
            if mark[e] == UNUSED:
                for row in self._rows_of[e]:
                    self.left[row] += 1
            else:
                for row in self._rows_of[e]:
                    self.used[row] -= 1
                u, v = self.net.edges[e]
                degree[u] -= 1
                degree[v] -= 1
                self._total -= 1
                # The nodes inside a path still know its ends of the time they were joined.
                a, b = other[u] if degree[u] else u, other[v] if degree[v] else v
                other[a], other[b] = u, v
            mark[e] = OPEN

    def forget(self) -> None:
        """Drop the conclusions that are still to be drawn, after a contradiction."""
        self._pending.clear()
        self._joined.clear()


# -- Statements "at least so many of these literals hold", and unit propagation on them

LITERAL, WATCHED = 8, 72  # bytes that a literal of a statement takes, and one that is watched

Why = str | tuple[str, int]
"""What a statement says, before the port if it is about one."""


def members(mask: int) -> Iterable[int]:
    """Yield the members of a set, which has a bit for each."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def literals_of(clause: Iterable[Any], known: Sequence[int], what: str) -> list[int]:
    """Return a clause on the k-th items as literals: number k is 2 k, its denial 2 k + 1."""
    literals = []
    for literal in clause:
        if type(literal) is not int or not 1 <= abs(literal) <= len(known):
            raise InvalidProof(f"{literal!r} is not the number of {what} in the list")
        literals.append(2 * known[abs(literal) - 1] + (literal < 0))
    return list(dict.fromkeys(literals))


class Facts:
    """Statements "at least ``least`` of these literals hold", and unit propagation on them."""

    # A literal and its denial are the numbers 2 k and 2 k + 1. Of a statement the first least + 1
    # literals are watched (Moskewicz et al. 2001, for clauses the first two): only if one of them
    # fails and no other can take its place, the rest of them is forced. So nothing but failed
    # literals has to be taken back. ``paths`` are those of
    # used edges, none of which may close too early; they ask for statements that no port takes more
    # edges than it needs. The reason why a literal holds is the number of a statement, ``~e`` if
    # edge e would close a path, or 0, a statement without literals, for a supposition.

    def __init__(self, variables: int, tick: Tick, paths: Paths | None = None) -> None:
        self.contradictory = False
        self._tick = tick
        self._paths = paths
        self._failed = [False] * (2 * variables)
        self._rows: list[list[int]] = [[]]
        self._watchers: list[list[tuple[int, list[int], int]]] = [[] for _ in self._failed]
        self._holding: list[int] = []  # literals, in the order in which they were concluded
        self._reasons: list[int] = []  # why each of them holds
        self._concluded = 0
        self._size = 0
        self._memory = Holding("the list of statements of a check")

    def add(self, least: int, literals: list[int], why: Why = "") -> None:  # noqa: ARG002
        """Add a statement; call :meth:`conclude` before the next question.

        ``why`` is for those that write it down: what it says of all tours.
        """
        possible = [literal for literal in literals if not self._failed[literal]]
        number = len(self._rows)
        self._rows.append(possible)
        self._size += WATCHED * (2 + max(0, min(least, len(possible)))) + LITERAL * len(possible)
        self._memory.grow(self._size)
        if len(possible) < least:
            self.contradictory = self._clashes(number)
        elif len(possible) == least:
            self._hold(possible, number)
        elif least > 0:
            for literal in possible[: least + 1]:
                self._watchers[literal].append((least, possible, number))

    def conclude(self) -> None:
        """Draw the conclusions for good."""
        if not self.contradictory:
            self.contradictory = self._clashes(self._clash(self._concluded))
            self._concluded = len(self._holding)

    def refute(self, clauses: Sequence[list[int]], until: Sequence[int] = ()) -> None:
        """Raise :exc:`InvalidProof` unless the clauses follow in order, up to a contradiction.

        ``until`` says after which clause each is forgotten, which no conclusion can gain by.
        """
        over: dict[int, list[int]] = {}
        if until and len(until) != len(clauses):
            raise InvalidProof("it is said of each clause when it is forgotten, or of none")
        for k, last in enumerate(until, start=1):
            if type(last) is not int or last < k:
                raise InvalidProof(f"clause {k} is forgotten before it follows")
            over.setdefault(last, []).append(len(self._rows) + k - 1)
        self.conclude()
        # Reverse unit propagation (Goldberg and Novikov 2003), forward and with deletions.
        for k, clause in enumerate(clauses, start=1):
            self._tick()
            if not self.imply(clause):
                raise InvalidProof(f"clause {k} does not follow from what comes before it")
            self.add(1, clause)
            self.conclude()
            for number in over.get(k, ()):
                self._rows[number].clear()
        if not self.contradictory:
            raise InvalidProof("the clauses do not end in a contradiction")

    def imply(self, clause: list[int]) -> bool:
        """Return True if denying all literals of a clause leads to a contradiction."""
        if self.contradictory:
            return True
        before, joined = len(self._holding), 0 if self._paths is None else len(self._paths)
        clashes = self._clashes(self._deny(clause))
        for literal in self._holding[before:]:
            self._failed[literal ^ 1] = False
        del self._holding[before:], self._reasons[before:]
        if self._paths is not None:
            self._paths.take_back(joined)
        return clashes

    def _clashes(self, reason: int | None) -> bool:
        return reason is not None

    def _deny(self, clause: list[int]) -> int | None:
        """Suppose that no literal of a clause holds; return the reason why this clashes."""
        for literal in clause:
            if self._failed[literal ^ 1]:
                return self._reasons[self._holding.index(literal)]
            if not self._failed[literal]:
                self._hold([literal ^ 1], 0)
                clash = self._clash(len(self._holding) - 1)
                if clash is not None:
                    return clash
        return None

    def _hold(self, literals: Iterable[int], reason: int) -> None:
        for literal in literals:
            if not self._failed[literal ^ 1]:
                self._failed[literal ^ 1] = True
                self._holding.append(literal)
                self._reasons.append(reason)

    def _clash(self, first: int) -> int | None:
        """Draw the conclusions from the literals that hold, from one of them on, until a clash."""
        joined = first
        while (clash := self._count(first)) is None and self._paths is not None:
            first = len(self._holding)
            while len(self._holding) == first:
                if joined == first:
                    return None
                literal = self._holding[joined]
                joined += 1
                # The counts at its ports have not clashed, so a used edge finds them free.
                closing = None if literal & 1 else self._paths.join(literal >> 1)
                if closing is not None:
                    if self._failed[2 * closing + 1]:
                        return ~closing
                    self._hold([2 * closing + 1], ~closing)
        return clash

    def _count(self, first: int) -> int | None:
        """Draw the conclusions that statements allow."""
        failed, watchers, holding = self._failed, self._watchers, self._holding
        reasons = self._reasons
        while first < len(holding):
            literal = holding[first] ^ 1
            first += 1
            if first % TICK == 0:
                self._tick()
            watching = watchers[literal]
            k = len(watching)
            while k:
                k -= 1
                statement = watching[k]
                least, row, number = statement
                if not row:  # it is forgotten
                    watching[k] = watching[-1]
                    watching.pop()
                    continue
                if least == 1 and failed[row[row[0] == literal] ^ 1]:  # the other one holds
                    continue
                for place in range(least + 1, len(row)):
                    other = row[place]
                    if not failed[other]:
                        row[row.index(literal)], row[place] = other, literal
                        watchers[other].append(statement)
                        watching[k] = watching[-1]
                        watching.pop()
                        break
                else:
                    for other in row[: least + 1]:
                        if other != literal:
                            if failed[other]:
                                return number
                            if not failed[other ^ 1]:
                                failed[other ^ 1] = True
                                holding.append(other)
                                reasons.append(number)
        return None


# -- Paths of used edges


class Paths:
    """The paths that used edges form, each with the edge that would make a cycle of it."""

    def __init__(self, ports: Sequence[tuple[int, int]], nodes: int, *, directed: bool) -> None:
        self._nodes = nodes
        turn = int(directed)  # from a port to the other one of its node
        self._ports = ports
        self._between = {pair: e for e, pair in enumerate(ports)}
        self._between |= {(q, p): e for e, (p, q) in enumerate(ports)}
        self._other_end = [p ^ turn for p in range(nodes << turn)]
        self._length = [1] * len(self._other_end)  # in nodes, where the port is an end
        self._joined: list[tuple[int, int, int, int, int, int]] = []

    def __len__(self) -> int:
        """Return how many edges were joined."""
        return len(self._joined)

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        p, q = self._ports[e]
        a, b = self._other_end[p], self._other_end[q]
        length = self._length[p]
        if a == q:
            return e if length < self._nodes else None
        self._joined.append((p, q, a, b, length, self._length[q]))
        length += self._length[q]
        self._other_end[a], self._other_end[b] = b, a
        self._length[a] = self._length[b] = length
        closing = self._between.get((a, b)) if length < self._nodes else None
        return None if closing == e else closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ones."""
        while len(self._joined) > count:
            p, q, a, b, one, two = self._joined.pop()
            self._other_end[a], self._other_end[b] = p, q
            self._length[a], self._length[b] = one, two


# -- The claim as numbered nodes, edges and ports: always about Hamiltonian cycles
# A path becomes a cycle through one further node, :data:`HOME`: the edge from home to a node means
# that the node is an end of the path. A node of an undirected graph is one *port* that needs two
# edges. A node of a digraph is two ports, one for leaving and one for entering, and each needs one
# arc. Statements about ports and edges hold for graphs and digraphs.


class CycleInstance:
    """Numbered nodes, ports and edges; self-loops and parallel edges are left out.

    Edges to avoid are left out, too, and those to use are given.
    """

    def __init__(self, G: nx.Graph[Any], claim: Claim, tick: Tick = no_limit) -> None:
        if beyond(claim, ON_EDGES):
            raise InvalidProof("this kind of proof is not about tours with conditions")
        self.directed = G.is_directed()
        """Whether edges have a direction."""
        self.need = 1 if self.directed else 2
        """How many edges a tour has at each port."""
        what = "one arc" if self.directed else "two edges"
        self.bounds = f"at least {what}", f"at most {what}"
        """The same in words."""
        self.nodes = list(G)
        """The nodes, home last if the claim is about a path."""
        self.number: dict[Any, int] = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        number = self.number
        tick()
        arcs = ((number[u], map(number.__getitem__, row)) for u, row in G.adjacency())
        if self.directed:
            pairs = {(u, v) for u, heads in arcs for v in heads if u != v}
        else:  # both arcs of an edge
            pairs = {(u, v) if u < v else (v, u) for u, heads in arcs for v in heads if u != v}
        tick()
        self.edges = sorted(pairs)
        """Tail and head of each edge, by number; without direction, the lower number is first."""
        tick()
        fixed: list[tuple[int, int]] = []
        self.home: int | None = None
        """The number of home, which only a claim about a path adds."""
        if not claim.closed:
            home = self.home = self.number.setdefault(HOME, len(self.nodes))
            if home < len(self.nodes):
                raise InvalidProof(f"{HOME!r} is a node of the graph")
            self.nodes.append(HOME)
            start, end = (None if v is None else number[v] for v in (claim.start, claim.end))
            ways, fixed = ways_home(home, start, end, directed=self.directed)
            self.edges += ways
        avoided = {(self.node(u), self.node(v)) for u, v in claim.edges_avoided}
        if avoided:
            avoided |= set() if self.directed else {(v, u) for u, v in avoided}
            self.edges = [pair for pair in self.edges if pair not in avoided]
        self._edge = dict(zip(self.edges, range(len(self.edges)), strict=True))
        tick()
        ends = ((self.nodes[u], self.nodes[v]) for u, v in fixed)
        given = [*sorted(map(self.edge, ends)), *map(self.edge, claim.edges_used)]
        self.given = list(dict.fromkeys(given))
        """The edges that every tour uses: to the ends that were asked for, and those to use."""
        width = 2 if self.directed else 1
        self.ports: list[list[int]] = [[] for _ in range(width * len(self.nodes))]
        """The edges at each port: node i is port i, or the ports 2 i (leaving) and 2 i + 1."""
        for e, (p, q) in enumerate(self.joined):
            self.ports[p].append(e)
            self.ports[q].append(e)

    def ports_of(self, e: int) -> tuple[int, int]:
        """Return the two ports that an edge joins."""
        u, v = self.edges[e]
        return (2 * u, 2 * v + 1) if self.directed else (u, v)

    @property
    def joined(self) -> list[tuple[int, int]]:
        """The two ports of each edge."""
        return [(2 * u, 2 * v + 1) for u, v in self.edges] if self.directed else self.edges

    def find(self, u: int, v: int) -> int | None:
        """Return the edge from one node to another, by number, if there is one."""
        return self._edge.get((u, v) if u < v or self.directed else (v, u))

    def edge(self, pair: Any) -> int:
        """Return the edge that a proof names by its nodes."""
        try:
            u, v = map(self.number.__getitem__, pair)
            return self._edge[(u, v) if u < v or self.directed else (v, u)]
        except (TypeError, ValueError, KeyError):
            raise InvalidProof(f"{pair!r} is not an edge of the graph") from None

    def node(self, v: Any) -> int:
        """Return the number of a node that a proof names."""
        try:
            return self.number[v]
        except (TypeError, KeyError):
            raise InvalidProof(f"{v!r} is not a node of the graph") from None

    def inside(self, part: Collection[Any]) -> set[int]:
        """Return the numbers of a set that every tour must leave and enter."""
        numbers = {self.node(v) for v in part}
        if not numbers or len(numbers) == len(self.nodes):
            raise InvalidProof("a set must hold some nodes, but not all that a tour visits")
        return numbers

    def crossing(self, numbers: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the edges that leave a set of numbers and those that enter it."""
        part = set(numbers)
        leaving, entering = [], []
        step = len(self.ports) // len(self.nodes)
        for i in part:
            for e in chain(*self.ports[step * i : step * i + step]):
                u, v = self.edges[e]
                if v not in part:
                    leaving.append(e)
                elif u not in part:
                    entering.append(e)
        return sorted(leaving), sorted(entering)

    def subdivided(self) -> dict[Any, set[Any]]:
        """Return the neighbors in an undirected graph that has a cycle exactly if there is a tour.

        A node of a digraph is its two ports there, joined by an edge that is used. Each edge that
        is used has a further node in its middle, unless one of its ports has no other choice.
        """
        joined = self.joined
        turns = [(2 * v + 1, 2 * v) for v in range(len(self.nodes) if self.directed else 0)]
        H: dict[Any, set[Any]] = {p: set() for p in range(len(self.ports))}
        for p, q in (*joined, *turns):
            H[p].add(q)
            H[q].add(p)
        for p, q in (*(joined[e] for e in self.given), *turns):
            if len(H[p]) > 2 and len(H[q]) > 2:
                H[p, q] = {p, q}
                H[p] ^= {q, (p, q)}
                H[q] ^= {p, (p, q)}
        return H


def ways_home(
    home: int, start: int | None, end: int | None, *, directed: bool
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the edges between home and the nodes before it that may be an end, and those used."""
    if directed:
        starts, ends = (range(home) if v is None else [v] for v in (start, end))
        fixed = [] if start is None else [(home, start)]
        fixed += [] if end is None else [(end, home)]
        return [*((home, v) for v in starts), *((v, home) for v in ends)], fixed
    given = sorted(v for v in (start, end) if v is not None)
    fixed = [(v, home) for v in given]
    return fixed if len(given) == 2 else [(v, home) for v in range(home)], fixed


# -- Graphs that a checker derives from a graph

# A new node is :data:`HOME` or a :class:`Middle`, and a contracted set is called by one of its own
# nodes. So no names are made up, and a derived graph can be the start of another one.


def derive_graph(
    G: nx.Graph[Any], claim: Claim, tick: Tick = no_limit, *, home: bool
) -> nx.Graph[Any]:
    """Return a simple graph whose tours keep the conditions; with home, its cycles do."""
    net = CycleInstance(G, claim, tick)
    H: nx.Graph[Any] = nx.DiGraph() if net.directed else nx.Graph()
    H.add_nodes_from(G)
    H.graph.update(G.graph)  # its squares are called as before
    required = {net.edge(pair): pair for pair in claim.edges_used}
    given = [v for v in (claim.start, claim.end) if v is not None]
    if home and not net.directed and len(given) == 1:  # else home has no choice
        required |= {net.edge((HOME, v)): (HOME, v) for v in given}
    left = None if home else net.home
    H.add_edges_from(
        (net.nodes[u], net.nodes[v])
        for e, (u, v) in enumerate(with_ticks(net.edges, tick))
        if e not in required and left not in (u, v)
    )
    for tail, head in required.values():
        middle = Middle(tail, head)
        if middle in H:
            raise InvalidProof(f"{middle!r} is a node of the graph")
        H.add_edges_from([(tail, middle), (middle, head)])
    return H


def contract_sets(
    G: nx.Graph[Any], sets: Iterable[tuple[Any, Collection[Any]]], tick: Tick = no_limit
) -> nx.Graph[Any]:
    """Return an undirected graph with each of some disjoint sets contracted to the node before it.

    If a cycle crosses the border of each set twice, then it is a cycle of the derived graph: that
    is why three nodes must be left.
    """
    if G.is_directed():
        raise InvalidProof("the sets of a digraph are not contracted")
    name = {v: v for v in G}
    taken: set[Any] = set()
    for node, part in with_ticks(sets, tick):
        if node not in part:
            raise InvalidProof(f"a set is called {node!r}, which is not one of its nodes")
        for v in part:
            if v not in name:
                raise InvalidProof(f"{v!r} is not a node of the graph")
            if v in taken:
                raise InvalidProof(f"{v!r} is in two sets")
            taken.add(v)
            name[v] = node
    H: nx.Graph[Any] = nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(name.values())
    ends = ((name[u], name[v]) for u, v in with_ticks(G.edges(), tick))
    H.add_edges_from((u, v) for u, v in ends if u is not v)
    if len(H) < 3:
        raise InvalidProof(f"{len(H)} nodes are left, and a cycle has at least three")
    return H


def components_without(
    G: nx.Graph[Any],
    removed: Collection[Any],
    tick: Tick = no_limit,
    *,
    leaving: Collection[Any] = (),
    entering: Collection[Any] = (),
) -> list[frozenset[Any]]:
    """Return the components without some nodes, edges out of some, and edges into some others."""
    kept = dict.fromkeys(v for v in G if v not in removed)
    left: nx.Graph[Any] = nx.empty_graph(kept)
    left.add_edges_from(
        (u, v)
        for u, v in with_ticks(G.edges(), tick)
        if u in kept and v in kept and u not in leaving and v not in entering
    )
    return list(map(frozenset, nx.connected_components(left)))
