"""Tours with numbers given to nodes: a variable says that a node has a number.

All pairs are variables. Which numbers a node cannot have at all follows by unit propagation, along
the same walks as in :class:`~icosian.proofs.positions.Timetable`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from icosian.proofs.pseudo_boolean.formula import Formula, header, printable
from icosian.proofs.pseudo_boolean.log import Log
from icosian.proofs.pseudo_boolean.value import finished
from icosian.proofs.shared.codec import label_writer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    import networkx as nx

    from icosian.proofs.pseudo_boolean.value import PseudoBoolean
    from icosian.proofs.shared.claim import Claim


class Numbers:
    """The formula of a claim about numbered nodes, and the proof about it."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, name: Callable[[Any], str]) -> None:
        self._claim, self._name, self._label = claim, name, label_writer(G)
        self._nodes, self._directed = list(G), G.is_directed()
        self._formula, self._log = Formula(header(claim, "numbers", self._label)), Log()
        size = len(self._nodes)
        self._all = range(1, size + 1)
        self._variable = {(v, k): self._formula.variable((v, k)) for v in G for k in self._all}
        self._node_of = [
            self._one([(v, k) for v in G], f"a node has number {k}") for k in self._all
        ]
        self._number_of = {
            v: self._one([(v, k) for k in self._all], f"node {name(v)} has a number") for v in G
        }
        given = list(claim.positions)
        if not claim.closed:
            given += [(v, k) for v, k in ((claim.start, 1), (claim.end, size)) if v is not None]
        for v, k in dict.fromkeys(given):
            self._state(f"node {name(v)} has number {k}", [(1, (v, k))], 1)
        self._steps(G)
        for u, v in claim.require:
            self._used(u, v)
        for tour in claim.besides:
            self._not(tour)
            if not self._directed:
                self._not(tour[:1] + tour[:0:-1] if claim.closed else tour[::-1])

    def _state(self, statement: str, terms: Iterable[tuple[int, Any]], least: int) -> int:
        row = [(factor, self._variable[place]) for factor, place in terms]
        return self._formula.state(statement, row, least)

    def _one(self, places: list[tuple[Any, int]], statement: str) -> tuple[int, int]:
        """State that one place is taken, at least and at most."""
        return (
            self._state(statement, [(1, place) for place in places], 1),
            self._state(f"only one: {statement}", [(-1, place) for place in places], -1),
        )

    def _place(self, k: int) -> int | None:
        """Return a number, counted on around a cycle, None if there is none."""
        size = len(self._nodes)
        return (k - 1) % size + 1 if self._claim.closed or 1 <= k <= size else None

    def _follows(self, v: Any, k: int, others: Collection[tuple[Any, int]]) -> None:
        """State that a node has a number only if one of some others is the next or the last."""
        names = " or ".join(f"{self._name(w)} {number}" for w, number in others)
        statement = f"if {self._name(v)} has number {k}: {names}"
        self._state(statement, [(-1, (v, k)), *((1, place) for place in others)], 0)

    def _steps(self, G: nx.Graph[Any]) -> None:
        """State that nodes with consecutive numbers are joined."""
        forbid = set(self._claim.forbid)
        if not self._directed:
            forbid |= {(v, u) for u, v in forbid}
        arcs = {(u, v): None for u in G for v in G.adj[u] if u != v and (u, v) not in forbid}
        ahead: dict[Any, list[Any]] = {v: [] for v in G}
        behind: dict[Any, list[Any]] = {v: [] for v in G}
        for u, v in arcs:
            ahead[u].append(v)
            behind[v].append(u)
        for step, near in ((1, ahead), (-1, behind)):
            for v, k in self._variable:
                if (other := self._place(k + step)) is not None:
                    self._follows(v, k, [(w, other) for w in near[v]])

    def _used(self, u: Any, v: Any) -> None:
        """State that an edge is used: its ends have consecutive numbers."""
        for w, partner, step in ((u, v, 1), (v, u, -1)):
            steps = (step,) if self._directed else (1, -1)
            for k in self._all:
                near = dict.fromkeys(self._place(k + step) for step in steps)
                self._follows(w, k, [(partner, number) for number in near if number is not None])

    def _not(self, tour: Sequence[Any]) -> None:
        """State that the numbers are not all those of a known tour."""
        places = [(-1, (v, k)) for k, v in enumerate(tour, start=1)]
        self._state("not a known tour", places, 1 - len(places))

    def crowd(self, numbers: Iterable[int], nodes: Iterable[Any]) -> None:
        """Write that some numbers have too few nodes; the others cannot have these numbers."""
        lines = [self._node_of[k - 1][0] for k in numbers] + [self._number_of[v][1] for v in nodes]
        self._log.add((line, 1) for line in lines)
        self._log.imply(())

    def clauses(self, places: Sequence[tuple[Any, int]], clauses: Iterable[Iterable[int]]) -> None:
        """Write clauses on places, counted from 1, and that there is no choice left."""
        for clause in clauses:
            literals = {self._variable[places[abs(k) - 1]] * (k // abs(k)): None for k in clause}
            self._log.imply(literals)
        self._log.imply(())

    def finished(self) -> PseudoBoolean:
        """Return the two texts."""

        def meaning(place: tuple[Any, int]) -> str:
            v, k = place
            return f"{json.dumps([self._label(v), k])} {printable(self._name(v))} has number {k}"

        return finished(self._formula, self._log, meaning)
