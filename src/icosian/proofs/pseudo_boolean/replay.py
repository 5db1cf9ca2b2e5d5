"""The rules and the paths of the checkers, which state what they use as a checker follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian.proofs.shared.paths import Paths
from icosian.proofs.shared.rules import OPEN, USED, Marks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from icosian.proofs.pseudo_boolean.view import View

__all__ = ["StatedMarks", "StatedPaths"]


class StatedMarks(Marks):
    """Marks that state which paths would close too early, and which borders have a parity."""

    def __init__(self, view: View, sets: Iterable[Collection[Any]]) -> None:
        self._view = view
        self._parts: dict[int, frozenset[int]] = {}
        self._odd: set[tuple[frozenset[int], frozenset[int]]] = set()
        sets = list(sets)
        super().__init__(view.net, map(view.net.inside, sets))
        width = 2 if view.net.directed else 1
        for k, nodes in enumerate(sets):
            if lines := view.border(nodes):
                self._parts[self._first_border + width * k] = view.numbers(nodes)
                if len(lines) > 1:
                    _balance(view, view.numbers(nodes))

    def use(self, e: int) -> None:
        """Mark an edge as used."""
        self._state(e)
        super().use(e)

    def drop(self, e: int) -> None:
        """Mark an edge as unused."""
        self._state(e)
        super().drop(e)

    def _state(self, e: int) -> None:
        """State that the path between the ends of an edge does not close, if there is one."""
        u, v = self.net.edges[e]
        if self.mark[e] != OPEN or not self.closes(e) or self._degree[u] + self._degree[v] > 2:
            return
        path, ahead = {u}, [u]
        for node in ahead:
            for port in (2 * node, 2 * node + 1) if self.net.directed else (node,):
                for used in self.rows[port]:
                    if self.mark[used] == USED:
                        for w in self.net.edges[used]:
                            if w not in path:
                                path.add(w)
                                ahead.append(w)
        self._view.path(path)

    def _apply(self, row: int) -> None:
        used, left = self.used[row], self.left[row]
        if row in self._parts and left > 2 and left - used < 2 and not self.net.directed:
            marks = {USED} if used % 2 else {USED, OPEN}
            some = (self._view.variables[e] for e in self.rows[row] if self.mark[e] in marks)
            self._limit(self._parts[row], frozenset(some))
        super()._apply(row)

    def _limit(self, part: frozenset[int], some: frozenset[int]) -> None:
        """Derive that some edges, if their number is odd, are not all that cross a border."""
        edges = self._view.edges
        border = edges.crossing(part)
        odd = some.intersection(border)  # without the halves of an edge that does not cross it
        if len(odd) % 2 == 0 or (part, odd) in self._odd:
            return
        self._odd.add((part, odd))
        others = [x for x in border if x not in odd]
        # Twice the edges within and the odd ones are at most an odd number; half of it, rounded.
        half = edges.log.add(
            [edges.port(v, -1) for v in sorted(part)],
            [*((-x, 1) for x in sorted(odd)), *((x, 1) for x in others)],
            ["2", "d"],
        )
        edges.log.add([(half, 2), *(edges.port(v, 1) for v in sorted(part))])


class StatedPaths(Paths):
    """Paths that state which of them would close too early."""

    def __init__(self, view: View) -> None:
        net = view.net
        super().__init__(net.joined, len(net.nodes), directed=net.directed)
        self._view, self._directed = view, net.directed
        self._near: list[list[int]] = [[] for _ in net.nodes]

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        count = len(self)
        closing = super().join(e)
        u, v = self._view.net.edges[e]
        if len(self) > count:
            self._near[u].append(v)
            self._near[v].append(u)
        if closing is not None:
            path, ahead = {u}, [u]
            for node in ahead:
                new = [w for w in self._near[node] if w not in path]
                path.update(new)
                ahead += new
            self._view.path(path)
        return closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ones."""
        for p, q, *_ in reversed(self._joined[count:]):
            self._near[p >> self._directed].pop()
            self._near[q >> self._directed].pop()
        super().take_back(count)


def _balance(view: View, part: frozenset[int]) -> None:
    """Derive that tours of a digraph leave some nodes as often as they enter them."""
    edges = view.edges
    for sign in (1, -1):
        edges.log.add(
            [edges.port(2 * v + side, sign * (1 - 2 * side)) for v in part for side in (0, 1)]
        )
