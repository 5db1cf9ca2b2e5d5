"""Questions about tours as clauses, and refutations from what a search learns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import collector_paused
from icosian._run.clock import Clock
from icosian.clauses.solver import MARKS
from icosian.clauses.trimming import Fact, Ports, renamed, trimmed
from icosian.proofs import HOME, Proof, Refutation
from icosian.tours.normal_form import cycles

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


def refutation(
    model: Clauses,
    parts: list[set[int]],
    borders: list[list[Fact]],
    clauses: list[list[int]],
    clock: Clock,
) -> Proof:
    """Return a refutation by the sets and clauses needed; a clause replayed is a step."""
    clock.tick("sat")
    facts = [*model.facts(), *model.chosen()]
    clock.tick("sat")
    # The paths rely on the degrees, so these stay even where no clause needs them.
    kept, clauses, until = trimmed(
        model.variables, facts, clauses, clock, groups=borders, ports=model.ports
    )
    used, clauses = renamed(clauses)
    steps = {"clauses": tuple(map(tuple, clauses)), "until": until}
    return model.certificate(used, [parts[k] for k in kept], **steps)


class Clauses:
    """A question in clauses, with cycles that a choice of its variables makes."""

    variables: int
    """The number of variables."""
    marks = MARKS
    """Propagations of a call of a solver, some 10 ms."""

    @property
    def ports(self) -> Ports | None:
        """The ends of the edges that variables are; None if only borders are looked at."""
        return None

    def facts(self) -> Iterable[Fact]:
        """Return what holds, but for borders."""
        raise NotImplementedError

    def chosen(self) -> list[Fact]:
        """Return what may be chosen, and narrows the search."""
        return []

    def colored(self, literals: Sequence[int]) -> list[list[list[int]]]:
        """Return the cycles of a choice for each color."""
        raise NotImplementedError

    def smaller(self, part: Iterable[int]) -> set[int]:
        """Return a set or the rest, whichever is smaller; they have the same border."""
        raise NotImplementedError

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed."""
        raise NotImplementedError

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Proof:
        """Return a refutation by steps, unchecked, that speak of some variables, in their order."""
        raise NotImplementedError


class Model(Clauses):
    """A problem as a cycle through numbered nodes, home last if it is about a path."""

    @collector_paused()
    def __init__(self, problem: Problem) -> None:
        self.problem, arrays = problem, problem.arrays
        self.directed = arrays.directed
        """True if edges have a direction."""
        self.size = problem.size + (not problem.closed)
        """The number of nodes."""
        tails, heads = arrays.sources(), arrays.indices
        if not self.directed:
            tails, heads = tails[tails < heads], heads[tails < heads]
        self.edges = list(zip(tails.tolist(), heads.tolist(), strict=True))
        """The edges; the first one is edge 1."""
        self.given: list[int] = []
        """The edges that a given end has to home."""
        if not problem.closed:
            self._go_home(problem.size, problem.start, problem.end)
        self._out: list[list[int]] = [[] for _ in range(self.size)]
        self._into: list[list[int]] = [[] for _ in range(self.size)]
        for k, (u, v) in enumerate(self.edges, start=1):
            self._out[u].append(k)
            self._into[v].append(k)
        self.variables = len(self.edges)

    def _go_home(self, home: int, start: int | None, end: int | None) -> None:
        everyone = range(home)
        if self.directed:
            fixed = {(home, start), (end, home)}
            ways = [(home, v) for v in everyone if start in (None, v)]
            ways += [(v, home) for v in everyone if end in (None, v)]
        else:
            fixed = {(start, home), (end, home)}
            both = start is not None and end is not None
            ways = [(v, home) for v in everyone if not both or v in (start, end)]
        self.given = [k for k, way in enumerate(ways, start=len(self.edges) + 1) if way in fixed]
        self.edges += ways

    @collector_paused()
    def facts(self) -> Iterable[Fact]:
        """Return that every node has its two edges, and given ends theirs."""
        facts = [(1, [k]) for k in self.given]
        for sides in zip(self._out, self._into, strict=True):
            for least, edges in self._asked(*sides):
                facts.append((least, edges))
                facts.append((len(edges) - least, [-k for k in edges]))
        return facts

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed."""
        edges, out, into = self.edges, self._out, self._into
        leaving = [k for v in part for k in out[v] if edges[k - 1][1] not in part]
        entering = [k for v in part for k in into[v] if edges[k - 1][0] not in part]
        return self._asked(leaving, entering)

    @property
    def ports(self) -> Ports | None:
        """The ends of the edges that variables are; None if only borders are looked at."""
        two = self.directed
        ports = [(2 * u, 2 * v + 1) for u, v in self.edges] if two else self.edges
        return Ports([(-1, -1), *ports], self.size, two)

    def _asked(self, leaving: list[int], entering: list[int]) -> list[Fact]:
        """Return how many edges a tour has that leave and enter the same place."""
        return [(1, leaving), (1, entering)] if self.directed else [(2, leaving + entering)]

    def smaller(self, part: Iterable[int]) -> set[int]:
        """Return a set or the rest, whichever is smaller; they have the same border."""
        inside = set(part)
        return inside if 2 * len(inside) <= self.size else set(range(self.size)) - inside

    @collector_paused()
    def cycles(self, literals: Sequence[int]) -> list[list[int]]:
        """Return the cycles of a choice of two edges at every node, each in its order."""
        numbers = np.array(literals)
        used = numbers[(numbers > 0) & (numbers <= len(self.edges))]
        return list(cycles(self._ends[used - 1], directed=self.directed))

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Proof:
        """Return a refutation, unchecked, whose clauses speak of some variables."""
        sets, edges = self.sets(parts), self.named(used)
        return self.problem.certificate(Refutation, sets=sets, edges=edges, **steps)

    def sets(self, parts: Iterable[set[int]]) -> tuple[frozenset[Any], ...]:
        """Return sets of the user's nodes."""
        nodes = [*self.problem.nodes, HOME]
        return tuple(frozenset(nodes[v] for v in part) for part in parts)

    def named(self, used: list[int]) -> tuple[tuple[Any, Any], ...]:
        """Return the edges among some variables, by their nodes."""
        nodes = [*self.problem.nodes, HOME]
        ends = (self.edges[k - 1] for k in used if k <= len(self.edges))
        return tuple((nodes[u], nodes[v]) for u, v in ends)

    def colored(self, literals: Sequence[int]) -> list[list[list[int]]]:
        """Return the cycles of a choice for each color, of which there is one here."""
        return [self.cycles(literals)]

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        return np.array(self.edges)
