"""Forced edges: steps, each of which decides edges for every tour, to a contradiction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import Tick
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import OPEN, UNUSED, USED, Contradiction, Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One conclusion: edges that every tour uses, or that none does.

    Attributes
    ----------
    edges : tuple of (node, node)
        The edges; none in the last step, where there is no choice left at all.
    used : bool
        Whether the edges are used. In the last step, whether too many are, not too few left.
    node : node or None
        The node whose edges decide it: it has two, in a digraph one in and one out.
    border : frozenset or None
        The set of nodes whose border decides it: a tour crosses it an even number of times and at
        least twice. With neither, the edge would close a cycle too early.
    """

    edges: tuple[tuple[Any, Any], ...]
    used: bool = False
    node: Any = field(default=None, metadata=LEFT_OUT)
    border: frozenset[Any] | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True, kw_only=True)
class ForcedEdges(Proof):
    """Edges that are forced one after the other, until a node or a border cannot be served.

    Theorem: every node has exactly two edges of the cycle, so the edges of a node with two
    possible ones are used, and those of a node with two used ones are not; the border of every set
    is crossed an even number of times and at least twice; an edge that would close a path of used
    edges is not used before the path holds every node. A node or border for which too few edges
    are possible, or too many are used, excludes every cycle. In a digraph every node has one arc
    in and one out, and a set is left as often as it is entered.

    Attributes
    ----------
    steps : tuple of Step
        The conclusions in order. The last one has no edges, or ends with an edge that closes a
        cycle too early.

    References
    ----------
    .. [1] F. Rubin, A search procedure for Hamilton paths and circuits, Journal of the ACM 21
       (1974), 576-580.

    Examples
    --------
    Three paths between two corners:

    >>> import networkx as nx
    >>> G = nx.Graph(["aw", "wx", "xb", "ac", "ce", "eb", "ad", "db"])
    >>> steps = [
    ...     Step(edges=(("a", "c"), ("c", "e")), used=True, node="c"),
    ...     Step(edges=(("a", "d"), ("d", "b")), used=True, node="d"),
    ...     Step(edges=(("a", "w"),), node="a"),
    ...     Step(edges=(), node="w"),
    ... ]
    >>> proof = ForcedEdges(closed=True, steps=tuple(steps))
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle: (1) 'c' has no other edges left: 'a'-'c', 'c'-'e' are used.
    (2) 'd' has no other edges left: 'a'-'d', 'd'-'b' are used. (3) 'a' has all its edges:
    'a'-'w' is not used. (4) 'w' has too few edges left.
    """

    steps: tuple[Step, ...]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = Network(G, self.statement, tick)
        marks = Marks(net, tick=tick)
        borders: dict[frozenset[Any], tuple[int, ...]] = {}
        for k, step in enumerate(self.steps, start=1):
            tick()
            rows = self._rows(step, marks, borders)
            if not step.edges:
                if k < len(self.steps) or not any(self._fails(step, marks, r) for r in rows):
                    raise InvalidProof("the last step is no contradiction")
                return
            for place, pair in enumerate(step.edges, start=1):
                e = net.edge(pair)
                if marks.mark[e] != OPEN:
                    raise InvalidProof(f"edge {pair!r} was decided before")
                if rows:
                    verdict = USED if step.used else UNUSED
                    follows = any(e in marks.rows[r] and marks.verdict(r) == verdict for r in rows)
                else:
                    follows = not step.used and marks.closes(e)
                if not follows:
                    raise InvalidProof(f"the mark of edge {pair!r} does not follow")
                try:
                    (marks.use if step.used else marks.drop)(e)
                except Contradiction:
                    if place < len(step.edges):
                        raise InvalidProof("the steps go on after a contradiction") from None
                    self._end(e, k, marks, borders)
                    return
        raise InvalidProof("the steps do not end in a contradiction")

    def _end(
        self, e: int, k: int, marks: Marks, borders: dict[frozenset[Any], tuple[int, ...]]
    ) -> None:
        """Check what may follow an edge that closes a cycle too early or overfills a node."""
        if k == len(self.steps):
            return
        last = self.steps[k]
        rows = [r for r in self._rows(last, marks, borders) if e in marks.rows[r]]
        overfilled = any(marks.used[r] == marks.bounds(r)[1] for r in rows)
        if last.edges or not last.used or k + 1 < len(self.steps) or not overfilled:
            raise InvalidProof("the steps go on after a contradiction")

    @staticmethod
    def _fails(step: Step, marks: Marks, row: int) -> bool:
        """Return True if a row has too many used edges, or too few left."""
        least, most = marks.bounds(row)
        if step.used:
            return marks.used[row] > most
        return marks.left[row] < least or least > most

    def _rows(
        self, step: Step, marks: Marks, borders: dict[frozenset[Any], tuple[int, ...]]
    ) -> tuple[int, ...]:
        """Return the rows of the node or border that decides a step."""
        if step.border is not None:
            if step.border not in borders:
                borders[step.border] = marks.watch(marks.net.inside(step.border))
            return borders[step.border]
        if step.node is None:
            return ()
        v = marks.net.node(step.node)
        return (2 * v, 2 * v + 1) if marks.net.directed else (v,)

    def _reason(self) -> str:
        steps = [f"({k}) {self._step_text(step)}" for k, step in enumerate(self.steps, start=1)]
        closes = ", which closes a cycle too early" if self.steps and self.steps[-1].edges else ""
        return ". ".join(steps) + closes

    def _step_text(self, step: Step) -> str:
        edges = ", ".join(self._edge(u, v) for u, v in step.edges)
        are = "is" if len(step.edges) == 1 else "are"
        if step.border is not None:
            names = self._listed(self._ordered(step.border), most=24)
            where = f"the border of {{{names}}}"
            if not step.edges:
                return f"{where} cannot be crossed an even number of times, at least twice"
            fate = "used" if step.used else "not used"
            return (
                f"{where} is crossed an even number of times, at least twice: {edges} {are} {fate}"
            )
        if step.node is None:
            return f"{edges} would close a cycle too early and {are} not used"
        name = self._name(step.node)
        if not step.edges:
            return f"{name} has {'too many used edges' if step.used else 'too few edges left'}"
        if step.used:
            return f"{name} has no other edges left: {edges} {are} used"
        return f"{name} has all its edges: {edges} {are} not used"

    def _effort(self) -> int:
        return 2 * len(self.steps) + sum(len(step.border or ()) for step in self.steps)
