"""The tours of a statement besides those that are known, each the shortest of the rest.

Nothing is enumerated: the known tours are part of the statement. They are not tours any more when
they are measured, and a case is closed as well if its edges leave no tour but a known one. So the
tree of cases splits the rest on edges of known tours, as Lawler (1972) does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import SearchLimitReached
from icosian.tours.shortest.exact import AllPlaces, Statement
from icosian.tours.shortest.improvement import improved
from icosian.tours.shortest.problem.cycle_problem import Solution
from icosian.tours.shortest.relaxation.rounding import Edge, Edges
from icosian.tours.shortest.selection import Seeking, Selection

METHOD = "next best"
KICKS = 5
"""Kicks of a search of tours without an edge."""


class NoOtherTour(Exception):
    """All tours are known."""


class Ranking:
    """The tours of a question that are known, the shortest first, and how the next one is found."""

    def __init__(self, clock: Clock, seed: int) -> None:
        self._clock, self._seed = clock, seed
        self.tours: tuple[tuple[Any, ...], ...] = ()
        """The nodes of those that are known, for their proofs."""
        self.found: Solution | None = None
        """The last of them; None before a tour was searched."""
        self._others: Others | None = None

    def next(self, question: Statement, solve: Callable[[Statement], Solution]) -> Solution:
        """Return the shortest tour besides those that were returned before.

        The statement is that of all tours, and the same each time.
        """
        if self.found is None:
            self.found = solve(question)
            return self.found
        if self._others is None:
            self._others = Others(question)
        self._others.know(self.found.tour, self._clock, self._seed)
        length, cycle = min(self._others.seen.values(), default=(None, []))
        if length == self.found.bound:  # what proves the last one proves this one
            self.found = replace(self.found, tour=cycle)
        else:
            self.found = solve(self._others)
        if not self.found.tour:
            raise NoOtherTour if self.found.is_shortest else self.time_is_up()
        return self.found

    def time_is_up(self) -> SearchLimitReached:
        """Return the exception that says how many tours are proved to be the first ones."""
        return SearchLimitReached(
            f"not all tours are known after {self._clock.seconds:.3g} s: {len(self.tours)} so far"
            " in the order of their lengths",
            stats=self._clock.stats(METHOD),
        )


class Others(Seeking):
    """The tours of a statement besides those that are known, as a statement.

    Some of them are seen before they are needed. It is also the search of tours of all places in
    any order: integral solutions of linear programs are enough.
    """

    def __init__(self, question: Any) -> None:
        self.question, self.problem, self.fits = question, question.problem, question.fits
        self.edges: Edges = question.statement
        self._pairs = {*map(tuple, self.edges.pairs.tolist())}
        self._loops = [pair for pair in self._pairs if pair[0] >= pair[1]]
        self.known: dict[frozenset[Edge], list[int]] = {}
        self.seen: dict[frozenset[Edge], tuple[int, list[int]]] = {}
        """Lengths and cycles of others, by their edges and loops."""

    def know(self, cycle: list[int], clock: Clock, seed: int) -> None:
        """Note that a tour is known, and look for others without one of its edges each."""
        edges = self._edges(cycle)
        self.known[edges] = cycle
        self.seen.pop(edges, None)
        if isinstance(self.question, Selection):
            self.question.know(cycle)
        if not (isinstance(self.question, AllPlaces) and self.fits):
            return
        with suppress(TimeIsUp):
            for u, v in edges.difference(self.problem.required):
                clock.tick(METHOD)
                matrix = self.problem.matrix.copy()
                matrix[[u, v], [v, u]] = self.problem.absent
                part = replace(self.problem, matrix=matrix)
                found, _ = improved(part, Clock(), seed=seed, kicks=KICKS, tour=cycle)
                self.measured(found.tolist())

    def _edges(self, cycle: list[int]) -> frozenset[Edge]:
        """Return the edges of a cycle of nodes, and the loops of what it leaves out."""
        steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        edges, visited = {(min(step), max(step)) for step in steps if len({*step}) > 1}, {*cycle}
        out = [loop for loop in self._loops if loop[0] not in visited]
        # In a digraph the edge between the two nodes of a place is used with the loop.
        return frozenset(edges.union(out, (loop[::-1] for loop in out)))

    # -- as a statement and its search

    @property
    def tours(self) -> list[list[int]]:
        """The shortest tour that was seen, and those that the statement begins with."""
        return [*(cycle for _, cycle in sorted(self.seen.values())[:1]), *self.question.tours]

    @property
    def statement(self) -> Edges:
        """The edges, with the tours that are known."""
        return replace(self.edges, known=tuple(self.known))

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a tour, None if it breaks a condition or is known."""
        edges = self._edges(cycle)
        if edges in self.known or (not self._loops and not edges <= self._pairs):
            return None
        length: int | None = self.question.measured(cycle)
        if length is not None:
            self.seen[edges] = length, cycle
        return length

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> Others:
        """Return the statement for other lengths of its edges, and a tour."""
        part = Others(self.question.rounded(lengths, tour))
        part.known = self.known
        return part

    def search(self, clock: Clock, seed: int) -> Seeking:
        """Return the search of tours of the statement."""
        if isinstance(self.question, AllPlaces):
            return self
        search: Seeking = self.question.search(clock, seed)
        return search

    def first(self) -> list[int]:
        """Return some cycle of nodes, a known one."""
        return [*self.known.values()][-1]
