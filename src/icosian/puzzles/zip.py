"""Zip puzzles: a path through all nodes that passes some of them in the order of their numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from icosian._run.clock import Clock
from icosian.boards.lookup import called
from icosian.exceptions import HamiltonianPathExists, InvalidArgument, NoHamiltonianPath
from icosian.proofs import Ordered
from icosian.puzzles.hint import Hint
from icosian.puzzles.puzzle import Puzzle
from icosian.tours.conditions import checked_edges
from icosian.tours.problem import Problem
from icosian.tours.solve.answer import count_few_numbered
from icosian.tours.solve.api import hamiltonian_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian.proofs import Proof


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
        self.steps, _ = checked_edges(G, steps, ())
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

    def with_clues(self, more: Mapping[Any, int]) -> Zip:
        """Return the puzzle with further numbers; see :meth:`icosian.Puzzle.with_clues`."""
        return Zip(self.graph, super().with_clues(more).clues, steps=self.steps)

    def with_hint(self, hint: Hint) -> Zip:
        """Return the puzzle with the step of a hint drawn."""
        more = () if hint.step is None else (hint.step,)
        return Zip(self.graph, self._clues, steps=(*self.steps, *more))

    def count(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> int:
        """Return how many solutions there are; each is found by one more question.

        Parameters
        ----------
        timeout, progress : optional
            As for :func:`hamiltonian_path`.

        Returns
        -------
        int
            The number of paths.

        Raises
        ------
        SearchLimitReached
            If the time is over.
        """
        if len(self) == 1:
            return 1
        problem = Problem.of(self.graph, closed=False, **self._question)
        return count_few_numbered(problem, Clock(timeout, progress), math.inf) or 0

    def conflict(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Zip:
        """Return numbers that contradict each other; besides the ends none can be left out.

        Parameters
        ----------
        timeout, progress : optional
            As for :func:`hamiltonian_path`.

        Returns
        -------
        Zip
            A puzzle with these numbers only, which has no solution.

        Raises
        ------
        HamiltonianPathExists
            If there is a solution; ``.tour`` is it.
        SearchLimitReached
            If the time is over.
        """
        clock = Clock(timeout, progress)
        clues = dict(self._clues)
        for left_out in [None, *list(clues)[1:-1]]:
            fewer = {v: k for v, k in clues.items() if v != left_out}
            try:
                found = Zip(self.graph, fewer, steps=self.steps).solve(
                    timeout=max(0.0, clock.left), progress=progress
                )
            except NoHamiltonianPath:
                clues = fewer
            else:
                if left_out is None:
                    raise HamiltonianPathExists(found)
        return Zip(self.graph, clues, steps=self.steps)

    def hint(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Hint:
        """Return a step of the path, and the reason.

        Parameters
        ----------
        timeout, progress : optional
            As for :func:`hamiltonian_path`.

        Returns
        -------
        Hint
            The step, and the number of its second node on the path, from 1.

        Raises
        ------
        InvalidArgument
            If all steps are drawn.
        NoHamiltonianPath
            If the puzzle has no solution; ``.proof`` says why.
        SearchLimitReached
            If the time is over.
        """
        clock = Clock(timeout, progress)
        solution = self.solve(timeout=clock.allowed, progress=progress)
        drawn = {frozenset(step) for step in self.steps}
        steps = [step for step in solution.edges() if frozenset(step) not in drawn]
        if not steps:
            raise InvalidArgument("there is no hint where all steps are drawn")
        forced: tuple[Any, Any] | None = None
        for step in steps:
            proof = self._without(step, clock)
            if proof is not None and not isinstance(proof, Ordered):
                why = proof.explain().partition(": ")[2]
                for words, others in SAID.items():
                    why = why.replace(words, others)
                return self._made(step, solution, f"for {why}")
            if forced is None and proof is not None:
                forced = step
        if forced is None:
            reason = "but there are several solutions, and this is one of them"
            return self._made(steps[0], solution, reason, is_forced=False)
        return self._made(forced, solution, "for a search finds no solution without this step")

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
