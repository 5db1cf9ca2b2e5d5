"""The hunt for a cycle of one form: every finder in turn, each for longer than the turn before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from icosian._kernels import cdcl, frontier
from icosian.tours.solve.cdcl import Learning
from icosian.tours.solve.frontier import Frontier
from icosian.tours.solve.rotations import rotate, rotations

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.normal_form import NormalForm
    from icosian.tours.problem import Problem

__all__ = ["Hunt"]

NARROW = 9, 15
"""Vertices pending at a time in the frontier programmes of the first turns."""
STATES, KEPT = 2_000_000, 1 << 25
"""States that a frontier programme reads in the first turn, and the most that it may keep."""
WALKS = 200, 10, 1_000
"""How long the paths are that the conflict-driven searches keep from closing: long paths give
strong reasons where vertices have few neighbours, and swamp the clauses where they have many."""
CONFLICT_STEPS, EVERY = 1_000_000, 500
"""Steps of such a search in the first turn, and more of them for every vertex."""
ALONE = 50_000
"""Vertices from which only one such search is begun at a time."""
ROTATIONS = 20
"""Rotations a vertex, doubled in every turn from the second on."""


class Hunt:
    """The search for a Hamiltonian cycle of a form.

    Parameters
    ----------
    problem : Problem
        The question that the form comes from.
    form : NormalForm
        The form.
    seed : int
        The seed of all random choices.

    Attributes
    ----------
    cycle : int array or None
        The cycle, once there is one.
    is_over : bool
        Whether there is none.
    method : str
        The method that answered.
    """

    def __init__(self, problem: Problem, form: NormalForm, seed: int) -> None:
        self.cycle: NDArray[np.int32] | None = None
        self.is_over = False
        self.method = ""
        self._problem = problem
        self._form = form
        self._seed = seed
        self._frontier: Frontier | None = None
        self._learning: dict[int, Learning] = {}

    def search(self, clock: Clock, turn: int) -> bool:
        """Take a turn.

        Parameters
        ----------
        clock : Clock
            The clock of the search.
        turn : int
            Which one, from 0; each may take about twice as long as the one before.

        Returns
        -------
        bool
            Whether the hunt has ended.

        Raises
        ------
        TimeIsUp
            If the time is over.
        """
        self._follow_frontier(clock, turn)
        small = self._form.size <= ALONE
        for k in range(len(WALKS) if small else min(turn + 1, len(WALKS))):
            if not self._has_ended:
                self._learn(clock, turn, k)
        if small and turn and not self._has_ended:
            self._rotate(clock, turn)
        return self._has_ended

    @property
    def _has_ended(self) -> bool:
        return self.cycle is not None or self.is_over

    def _follow_frontier(self, clock: Clock, turn: int) -> None:
        if self._frontier is None or self._frontier.width == math.inf:
            if turn >= len(NARROW):
                return
            self._frontier = Frontier(
                self._problem, self._form, clock, width=NARROW[turn], states=KEPT
            )
        status = self._frontier.search(clock, STATES << turn)
        self.is_over = status == frontier.EXHAUSTED
        if status == frontier.FOUND:
            self.cycle, self.method = self._frontier.cycle(), "frontier"

    def _learn(self, clock: Clock, turn: int, k: int) -> None:
        if k not in self._learning:
            self._learning[k] = Learning(
                self._problem, self._form, walk=WALKS[k], seed=self._seed + k
            )
        limit = CONFLICT_STEPS + EVERY * self._form.size << turn
        status = self._learning[k].search(clock, limit)
        self.is_over = status == cdcl.EXHAUSTED
        if status == cdcl.FOUND:
            self.cycle, self.method = self._learning[k].cycle(), "cdcl"

    def _rotate(self, clock: Clock, turn: int) -> None:
        run = rotations(self._form, seed=self._seed + turn)
        self.cycle = rotate(run, clock, self._form.size * (1 + (ROTATIONS << turn)))
        self.method = "rotations"
