"""Tours in an order, by SAT: further variables say which nodes come after those of the order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING, Any

from icosian._io.memory import afford
from icosian.clauses.trimming import Fact
from icosian.proofs import Ordered
from icosian.tours.certify.rup import Model

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


STATED = 200
"""The least bytes of what is stated about an edge and a node of an order."""


class OrderedModel(Model):
    """The cycles of a model whose nodes keep to chains and numbers, without those of a question."""

    def __init__(self, problem: Problem, question: Ordered) -> None:
        super().__init__(problem)
        index = problem.index
        self._root = problem.start if problem.closed else problem.size
        self._asked_ends = [None if problem.closed else v for v in (problem.start, problem.end)]
        numbers = [(index[v], k) for v, k in question.positions]
        self._later = {v: problem.size - k for v, k in numbers if v != problem.start}
        """How many nodes come after those with a number."""
        self._chains = [[index[v] for v in one] for one in question.chains]
        self._chains.append([v for v, _ in sorted(numbers, key=lambda place: place[1])])
        ends = problem.start, None if problem.closed else problem.end
        self._chains = [
            one[one[:1] == [ends[0]] : len(one) - (one[-1:] == [ends[1]])] for one in self._chains
        ]  # what is before or after all others needs no variables
        self.places = named = list(dict.fromkeys(chain(*self._chains)))
        afford(STATED * len(self.edges) * len(named), "the statements about an order")
        self._inner = [v for v in range(problem.size) if v != self._root]
        self._question = question
        self.after: dict[tuple[int, int], int] = {}
        """The literal of each pair: the first node comes after the second one, of the order."""
        self.names = dict[int, tuple[Any, Any]]()
        """The nodes of each further variable."""
        x = len(self.edges)
        for c in self.places:
            for v in self._inner:
                if v != c and (v, c) not in self.after:
                    x += 1
                    self.after[v, c] = x
                    self.names[x] = problem.nodes[v], problem.nodes[c]
                    if v in named:
                        self.after[c, v] = -x
        self.variables = x
        self._number = {pair: e for e, pair in enumerate(self.edges, start=1)}
        if not self.directed:
            self._number |= {(v, u): e for e, (u, v) in enumerate(self.edges, start=1)}
        self._index = index

    @property
    def ports(self) -> None:
        """None: not all variables are edges."""

    def certificate(self, used: list[int], parts: list[set[int]], **steps: Any) -> Ordered:
        """Return the question with evidence, unchecked."""
        after = tuple(self.names[k] for k in used if k in self.names)
        sets, edges = self.sets(parts), self.named(used)
        return replace(self._question, sets=sets, edges=edges, after=after, **steps)

    def facts(self) -> Iterator[Fact]:
        """Yield what every tour in this order keeps to besides borders."""
        yield from super().facts()
        yield from self._conditions()
        yield from self._sides()
        yield from self._order()

    def _conditions(self) -> Iterator[Fact]:
        """Yield the conditions on edges."""
        asked = self._question
        yield from ((1, [self.edge(pair)]) for pair in asked.require)
        yield from ((1, [-self.edge(pair)]) for pair in asked.forbid)
        for tour in asked.besides:
            steps = pairwise([*tour, tour[0]] if asked.closed else tour)
            yield 1, [-self.edge(pair) for pair in steps]

    def unless(self, one: int, other: int) -> list[int]:
        """Return literals one of which holds if two nodes need not keep to their order."""
        del one, other
        return []

    def edge(self, pair: Sequence[Any]) -> int:
        """Return the variable of an edge between two nodes of the user."""
        u, v = pair
        return self._number[self._index[u], self._index[v]]

    def _sides(self) -> Iterator[Fact]:
        """Yield that an edge does not lead past a node, and that its two edges lead both ways."""
        after = self.after
        inner = [
            (e, u, v) for e, (u, v) in enumerate(self.edges, start=1) if self._root not in (u, v)
        ]
        for c in self.places:
            sides = []
            for e, u, v in inner:
                if c not in (u, v):
                    one, other = after[u, c], after[v, c]
                    yield 1, [-e, -one, other]
                    yield 1, [-e, one, -other]
                elif self.directed:
                    yield 1, [-e, after[v, c] if u == c else -after[u, c]]
                else:
                    sides.append((e, after[v if u == c else u, c]))
            for (e, one), (f, other) in combinations(sides, 2):
                yield 1, [-e, -f, one, other]
                yield 1, [-e, -f, -one, -other]

    def _order(self) -> Iterator[Fact]:
        """Yield what ends, chains and numbers say."""
        after = self.after
        for sign, end in zip((-1, 1), self._asked_ends, strict=True):
            if end is not None:
                yield from ((1, [sign * after[end, c]]) for c in self.places)
        for one in self._chains:
            yield from ((1, [after[b, a], *self.unless(a, b)]) for a, b in combinations(one, 2))
            for a, b in pairwise(one):
                yield from (
                    (1, [-after[v, b], after[v, a], *self.unless(a, b)])
                    for v in self._inner
                    if v not in (a, b)
                )
        for c, later in self._later.items():
            literals = [after[v, c] for v in self._inner if v != c]
            yield later, literals
            yield len(literals) - later, [-x for x in literals]
