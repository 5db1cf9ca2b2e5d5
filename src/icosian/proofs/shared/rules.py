"""Forcing rules on used and unused edges, followed to the end or to a contradiction.

- A port has exactly as many used edges as it needs.
- A tour crosses the border of a set an even number of times and at least twice; in a digraph it
  leaves the set as often as it enters it, and at least once.
- Used edges that form a path are not closed to a cycle before the path holds every node.

The first two are bounds ``least <= used edges <= most`` on a list of edges, a *row*: if only
``least`` edges are left they are all used, if ``most`` are used the others are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian._io.memory import Holding
from icosian.proofs.shared.evidence import unlimited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.network import Network


OPEN, USED, UNUSED = 0, 1, -1
CROSSING = 40
"""Bytes that an edge takes for each border that it crosses."""
TICK = 1_000
"""Rows looked at between two ticks."""


class Contradiction(Exception):
    """No tour agrees with the marks."""


class Marks:
    """Edges marked as used or unused, and what the rules say; borders of ``sets`` are watched."""

    def __init__(self, net: Network, sets: Iterable[set[int]] = (), tick: Tick = unlimited) -> None:
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
        for e in net.given:
            self.use(e)

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
        return (
            self._degree[u] > 0
            and self._other[u] == v
            and self._other[v] == u
            and self._total < self._last
        )

    @property
    def size(self) -> int:
        """The number of marked edges."""
        return len(self._trail)

    def settle(self) -> None:
        """Follow the rules as far as they lead; raise Contradiction if they end in one."""
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
