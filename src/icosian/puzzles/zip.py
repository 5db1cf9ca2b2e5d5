"""Zip puzzles: a path through all nodes that passes some of them in the order of their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import networkx as nx

from icosian._run.clock import Clock
from icosian.boards.lookup import called, node_of
from icosian.exceptions import InvalidArgument, NoHamiltonianPath
from icosian.proofs import Ordered, Proof
from icosian.puzzles.hint import Hint
from icosian.puzzles.puzzle import Puzzle, Solution
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.conditions import checked_edges
from icosian.tours.problem import Problem
from icosian.tours.solve.answer import count_few_numbered
from icosian.tours.solve.api import hamiltonian_path

SAID = {
    "with a node in the middle of each edge to use, ": "",
    "without the edges to avoid": "without this step",
}
"""What a proof says of the steps that it is about, and what a hint does."""


class Zip(Puzzle):
    r"""A graph with numbers on some nodes, which a Hamiltonian path passes in their order.

    The path begins at the least number and ends at the greatest. On a board it goes to the four
    sides, and not through walls, which are edges that the graph does not have.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    clues : mapping of node to int
        The numbers, at least two; on a board nodes may also be names of squares.
    steps : iterable of (node, node)
        Edges of the path that are drawn already.

    Raises
    ------
    InvalidArgument, NotANode, networkx.NetworkXPointlessConcept
        As for :class:`icosian.Puzzle`; also if a step is not an edge.

    See Also
    --------
    icosian.Puzzle : All nodes are numbered.

    Examples
    --------
    >>> import icosian
    >>> puzzle = icosian.read_puzzle("1 . .\n-\n. 3|.\n. . 2", kind="zip")
    >>> print(puzzle.solve())
    1 2 3
    8 9 4
    7 6 5
    >>> puzzle.is_unique()
    True
    >>> print(puzzle.hint())
    2 on b3: the path goes there from a3, for without this step, no edge leads from the ...
    """

    def __init__(
        self, G: nx.Graph[Any], clues: Mapping[Any, int], *, steps: Iterable[tuple[Any, Any]] = ()
    ) -> None:
        super().__init__(G, clues)
        if len(self._clues) < min(2, len(G)):
            raise InvalidArgument("a Zip has a number where its path begins and one where it ends")
        self.steps, _ = checked_edges(
            partial(node_of, G), G.has_edge, steps, (), directed=G.is_directed()
        )
        """Edges of the path that are drawn already."""

    @property
    def _question(self) -> dict[str, Any]:
        places = list(self._clues)
        return {"start": places[0], "end": places[-1], "order": [places], "require": self.steps}

    @property
    def _largest(self) -> int:
        return max(self._clues.values(), default=1)

    @property
    def _is_twofold(self) -> bool:
        return False

    def with_hint(self, hint: Hint) -> Zip:
        """Return the puzzle with the step of a hint drawn."""
        more = () if hint.step is None else (hint.step,)
        return Zip(self.graph, self._clues, steps=(*self.steps, *more))

    def _with(self, clues: Mapping[Any, int]) -> Zip:
        return Zip(self.graph, clues, steps=self.steps)

    def _count(self, **limits: Any) -> int:
        if len(self) == 1:
            return 1
        problem = Problem.of(self.graph, closed=False, **self._question)
        return count_few_numbered(problem, Clock(*limits.values()), math.inf) or 0

    def _core(self, clock: Clock) -> dict[Any, int]:
        clues = dict(self._clues)
        for left_out in list(clues)[1:-1]:
            fewer = {v: k for v, k in clues.items() if v != left_out}
            try:
                self._with(fewer).solve(timeout=max(0.0, clock.left), progress=clock.progress)
            except NoHamiltonianPath:
                clues = fewer
        return clues

    def _next_hint(self, solution: Solution, clock: Clock) -> Hint:
        drawn = {frozenset(step) for step in self.steps}
        steps = [step for step in solution.edges() if frozenset(step) not in drawn]
        if not steps:
            raise InvalidArgument("there is no hint where all steps are drawn")
        problem = Problem.of(self.graph, closed=False, **self._question)
        simple = (
            s for s in steps if cheap_proof(replace(problem, forbid=(s,)).unconditional, clock)
        )
        for step in chain(simple, steps):
            proof = self._without(step, clock)
            if isinstance(proof, Ordered):
                reason = "for a search finds no solution without this step"
                return self._forced(step, solution, reason, clock)
            if proof is not None:
                why = proof.explain().partition(": ")[2]
                for words, others in SAID.items():
                    why = why.replace(words, others)
                return self._forced(step, solution, f"for {why}", clock)
        reason = "but there are several solutions, and this is one of them"
        return self._made(steps[0], solution, reason, is_forced=False)

    def _forced(self, step: Any, path: Any, reason: str, clock: Clock) -> Hint:
        """Return a step of all solutions; if there are several they may differ in all else."""
        hint = self._made(step, path, reason)
        if self.is_unique(timeout=max(0.0, clock.left), progress=clock.progress):
            return hint
        ends = " - ".join(called(self.graph, v) for v in step)
        reason = f"a step of each of several solutions, {reason.rstrip('.')}"
        return replace(hint, number=None, reason=reason, _name=ends)

    def _without(self, step: tuple[Any, Any], clock: Clock) -> Proof | None:
        """Return why there is no solution without a step, if there is none."""
        try:
            hamiltonian_path(
                self.graph,
                **self._question,
                forbid=[step],
                timeout=max(0.0, clock.left),
                progress=clock.progress,
            )
        except NoHamiltonianPath as error:
            return error.proof
        return None

    def _made(self, step: Any, path: Any, reason: str, *, is_forced: bool = True) -> Hint:
        origin, name = (called(self.graph, v) for v in step)
        return Hint(
            node=step[1],
            number=path.nodes.index(step[1]) + 1,
            is_forced=is_forced,
            reason=f"the path goes there from {origin}, {reason.rstrip('.')}",
            step=step,
            _name=name,
        )
