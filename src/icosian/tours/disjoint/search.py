"""Several Hamiltonian cycles without a common edge, as clauses: which edge is in which cycle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from icosian._run.clock import Clock
from icosian.clauses.trimming import Fact
from icosian.proofs import DisjointRefutation, Proof
from icosian.tours.certify.rup import Model
from icosian.tours.problem import Problem
from icosian.tours.solve.answer import answer
from icosian.tours.solve.sat import decide


class Colored(Model):
    """A problem as cycles of several colors: edge k in color c is variable c m + k of m edges."""

    def __init__(self, problem: Problem, colors: int, *, every_edge: bool) -> None:
        super().__init__(problem)
        self.colors, self.every_edge = colors, every_edge
        self.variables = colors * len(self.edges)
        self._need = colors * (1 if self.directed else 2)
        ports = zip(self._out, self._into, strict=True)
        self._ports = [p for a, b in ports for p in ((a, b) if self.directed else (a + b,))]
        full = [edges for edges in self._ports if len(edges) == self._need]
        self._used = {k for edges in full for k in edges}
        self.first = full[0][: colors if self.directed else 1] if full else []
        """Edges in the first, the second, ... color, as chosen at a node that has no spare edge."""

    def facts(self) -> list[Fact]:
        """Return the two edges of each color at every node, and one color at most of each edge."""
        if self.is_hopeless:
            return [(1, [])]
        m = len(self.edges)
        facts = [*self._in_all(super().facts())]
        for k in range(1, m + 1):
            own = [c * m + k for c in range(self.colors)]
            facts.append((self.colors - 1, [-x for x in own]))
            if k in self._used:
                facts.append((1, own))
        return facts

    def chosen(self) -> list[Fact]:
        """Return the colors of the first edges."""
        return [(1, [c * len(self.edges) + k]) for c, k in enumerate(self.first)]

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed in every color, nothing if it is too small."""
        facts = super().border(part)
        lacks = any(len(edges) < self.colors * least for least, edges in facts)
        return [(1, [])] if lacks else [*self._in_all(facts)]

    @property
    def is_hopeless(self) -> bool:
        """True if some node has too few edges, or too many for a decomposition."""
        counts = {*map(len, self._ports)}
        return min(counts) < self._need or (self.every_edge and counts != {self._need})

    def colored(self, literals: Sequence[int]) -> list[list[list[int]]]:
        """Return the cycles of each color of a choice."""
        m = len(self.edges)
        rows: list[list[int]] = [[] for _ in range(self.colors)]
        for x in literals:
            if x > 0:
                rows[(x - 1) // m].append((x - 1) % m + 1)
        return list(map(self.cycles, rows))

    @property
    def ports(self) -> None:
        """Nothing: only borders are looked at."""

    def certificate(
        self, used: list[int], parts: list[set[int]], **steps: Any
    ) -> DisjointRefutation:
        """Return a refutation, unchecked, whose clauses speak of some variables."""
        m, nodes = len(self.edges), self.problem.nodes
        ends = ((*self.edges[(x - 1) % m], (x - 1) // m + 1) for x in used)
        return self.problem.certificate(
            DisjointRefutation,
            disjoint=self.colors,
            every_edge=self.every_edge,
            sets=self.sets(parts),
            first=self.named([] if self.is_hopeless else self.first),
            members=tuple((nodes[u], nodes[v], c) for u, v, c in ends),
            **steps,
        )

    def _in_all(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Yield facts about one color for each."""
        for by in range(0, self.colors * len(self.edges), len(self.edges)):
            for least, literals in facts:
                yield least, [x + by if x > 0 else x - by for x in literals]


def disjoint(
    problem: Problem, count: int, clock: Clock, *, every_edge: bool = False
) -> list[list[int]] | Proof:
    """Return so many cycles as numbers of nodes, or an unchecked proof."""
    if count == 1 and not every_edge:  # the usual question
        one = answer(problem, clock)
        return one if isinstance(one, Proof) else [[problem.index[v] for v in one]]
    model = Colored(problem, count, every_edge=every_edge)
    found = decide(model, clock)
    return found or []


def degrees(problem: Problem) -> list[int]:
    """Return how many cycles the edges at each node allow."""
    arrays, n = problem.arrays, problem.size
    leaving: list[int] = np.bincount(arrays.sources(), minlength=n).tolist()
    if not arrays.directed:
        return [count // 2 for count in leaving]
    return [*leaving, *np.bincount(arrays.indices, minlength=n).tolist()]
