"""The rules and the paths of the checkers, which state what they use as a checker follows them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from icosian.proofs.cases import closed
from icosian.proofs.shared.evidence import unlimited
from icosian.proofs.shared.minors import Paths
from icosian.proofs.shared.rules import OPEN, USED, Facts, Marks

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean.value import View
    from icosian.proofs.shared.network import Network
    from icosian.proofs.weighing import Weights


Case = tuple[tuple[int, bool], ...]
"""The edges of the splits above a case, each with whether the case is that it is not used."""


def leaves(
    marks: Marks, tree: Iterable[tuple[Any, Any] | Weights | None]
) -> Iterator[tuple[Weights | None, Case]]:
    """Follow the rules in each case of a valid tree; yield the leaves, with weights if need be."""
    ahead: list[tuple[int, Callable[[int], None] | None, int, Case]] = [(marks.size, None, 0, ())]
    for entry in tree:
        size, assume, e, case = ahead.pop()
        if closed(marks, size, assume, e):
            yield None, case
        elif isinstance(entry, tuple):
            e = marks.net.edge(entry)
            ahead += [
                (marks.size, marks.drop, e, (*case, (e, True))),
                (marks.size, marks.use, e, (*case, (e, False))),
            ]
        else:
            yield entry, case


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


class StatedFacts(Facts):
    """Facts that state which paths would close too early, where a clash rests on it."""

    def __init__(self, view: View) -> None:
        self._view, self._known = view, KnownPaths(view.net)
        super().__init__(len(view.net.edges), unlimited, self._known)

    def conclude(self) -> None:
        """Draw the conclusions for good."""
        first = self._concluded
        super().conclude()
        for reason in self._reasons[first:]:
            self._stated(reason)

    def _clashes(self, reason: int | None) -> bool:
        """Return True if there is a reason for a clash, and state what it rests on."""
        ahead = [] if reason is None else [reason]
        reasons = dict(zip(self._holding, self._reasons, strict=True))
        for some in ahead:
            ahead += [reasons.pop(literal, 0) for literal in self._stated(some)]
        return super()._clashes(reason)

    def _stated(self, reason: int) -> list[int]:
        """State that a path does not close, if that is a reason; return the literals behind it."""
        if reason >= 0:
            return [literal ^ 1 for literal in self._rows[reason] if self._failed[literal]]
        nodes, edges = self._known.between(~reason)
        self._view.path(nodes)
        return [2 * used for used in (~reason, *edges)]


class KnownPaths(Paths):
    """Paths that know their nodes and edges."""

    def __init__(self, net: Network) -> None:
        super().__init__(net.joined, len(net.nodes), directed=net.directed)
        self._ends = net.edges
        self._trail: list[int] = []
        self._near: list[list[tuple[int, int]]] = [[] for _ in net.nodes]

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        count = len(self)
        closing = super().join(e)
        if len(self) > count:
            u, v = self._ends[e]
            self._near[u].append((e, v))
            self._near[v].append((e, u))
            self._trail.append(e)
        return closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ones."""
        while len(self._trail) > count:
            for v in self._ends[self._trail.pop()]:
                self._near[v].pop()
        super().take_back(count)

    def between(self, e: int) -> tuple[list[int], list[int]]:
        """Return the nodes and edges of the path between the ends of an edge."""
        last, first = self._ends[e]
        came = {first: (e, last)}
        ahead = [first]
        for v in ahead:
            for used, w in self._near[v]:
                if w not in came:
                    came[w] = used, v
                    ahead.append(w)
        nodes, edges = [last], []
        while nodes[-1] != first:
            used, v = came[nodes[-1]]
            edges.append(used)
            nodes.append(v)
        return nodes, edges


def _balance(view: View, part: frozenset[int]) -> None:
    """Derive that tours of a digraph leave some nodes as often as they enter them."""
    edges = view.edges
    for sign in (1, -1):
        edges.log.add(
            [edges.port(2 * v + side, sign * (1 - 2 * side)) for v in part for side in (0, 1)]
        )
