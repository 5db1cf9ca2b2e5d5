"""Methods of a search: one step function for each, which goes on where its last attempt ended."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from icosian._kernels import backtracking as exact, cdcl, forcing, frontier
from icosian.exceptions import DeadEnd, SearchLimitReached
from icosian.tours.certify.cut_sets import cut_vertex, toughness
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.solve import portfolio
from icosian.tours.solve.backtracking import backtracking
from icosian.tours.solve.cdcl import Learning
from icosian.tours.solve.contraction import simplified
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.frontier import Frontier
from icosian.tours.solve.path_cover import path_cover
from icosian.tours.solve.rotations import holes, is_wide, rotate, rotations
from icosian.tours.solve.sat import satisfy
from icosian.tours.solve.warnsdorff import warnsdorff_path

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from icosian._kernels._jit import Run
    from icosian._run.clock import Clock
    from icosian.proofs import Proof
    from icosian.tours.normal_form import NormalForm
    from icosian.tours.problem import Problem
    from icosian.tours.solve.contraction import FormPieces
    from icosian.tours.solve.path_cover import Paths
    from icosian.tours.solve.portfolio import Attempt
    from icosian.tours.tour import Tour


__all__ = ["Found", "NoCycle", "Search"]


class NoCycle(Enum):
    """The answer of a search that has excluded all cycles without a proof."""

    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Found:
    """A tour of the problem, or a cycle of the normal form, and the method that found it."""

    method: str
    order: list[int] | None = None
    cycle: NDArray[np.int32] | None = None


class Search:
    """The methods on the normal form of a problem, or on a piece, where none gives a proof."""

    def __init__(
        self, problem: Problem, clock: Clock, seed: int, form: NormalForm | None = None
    ) -> None:
        self.problem = problem
        self.clock = clock
        self.seed = seed
        self.is_whole = form is None
        self.form = problem.form if form is None else form
        self._covers: list[Run] = []  # the best run of rotations and the latest
        self._rotating: tuple[int, Run] | None = None  # the turn of a run, and the run
        self._learning: dict[int, Learning] = {}  # by the length of walks
        self._forcing: Forcing | None = None
        self._frontier: Frontier | None = None
        self._pieces: FormPieces | None = None
        self._searches: list[Search] = []  # one for each piece
        self._found: dict[int, Found] = {}  # cycles of pieces

    @cached_property
    def is_wide(self) -> bool:
        """Return True if the graph is large and has nodes far from each other."""
        return is_wide(self.problem.arrays)

    @cached_property
    def _subtours(self) -> Subtours:
        return Subtours(self.problem)

    def attempt(self, attempt: Attempt) -> Found | Tour | Proof | NoCycle | None:
        """Let a method take its steps; None if they do not suffice."""
        steps: dict[str, Callable[[Attempt], Found | Tour | Proof | NoCycle | None]] = {
            "rotations": self._rotations,
            "warnsdorff": self._warnsdorff,
            "structure": self._structure,
            "forcing": self._force,
            "frontier": self._follow_frontier,
            "weighing": self._weigh,
            "sat": self._ask_solver,
            "cdcl": self._learn,
            "pieces": self._take_pieces,
            "backtrack": self._backtrack,
        }
        return steps[attempt.method](attempt)

    def release(self) -> None:
        """Give the memory of the pieces back."""
        self._searches = []

    def cover(self) -> Paths:
        """Return the best path cover that the rotations hold."""
        if not self._covers:
            return ()
        return path_cover(self.problem.arrays, self.problem.nodes, min(self._covers, key=holes))

    def _warnsdorff(self, _: Attempt) -> Tour:
        """Follow the rule alone."""
        problem = self.problem
        start = None if problem.start is None else problem.nodes[problem.start]
        try:
            return warnsdorff_path(problem.G, start)
        except DeadEnd as error:
            raise SearchLimitReached(str(error), partial=tuple(error.partial)) from None

    def _rotations(self, attempt: Attempt) -> Found | None:
        """Cover and rotate, or go on in a turn; of the whole form by Roth's rule in the first."""
        turn = attempt.turn
        if self._rotating is None or self._rotating[0] != turn:
            keys = self.problem.center_distances if self.is_whole and turn == 0 else None
            guided = self.is_whole and self.is_wide and turn % 2 == 0
            run = rotations(self.form, keys=keys, seed=self.seed + turn, guided=guided)
            self._rotating = turn, run
            if self.is_whole:
                self._covers = [*sorted(self._covers, key=holes)[:1], run]
        cycle = rotate(self._rotating[1], self.clock, attempt.limit)
        return None if cycle is None else Found("rotations", cycle=cycle)

    def _take_pieces(self, attempt: Attempt) -> Found | NoCycle | None:
        """Seek a cycle of every piece that rules and cuts of two edges leave."""
        if self._pieces is None:
            self._pieces = simplified(self.form, self.clock)
            if self._pieces is None:
                return NoCycle.KNOWN
            self._searches = [
                Search(self.problem, self.clock, self.seed, piece.form)
                for piece in self._pieces.pieces
            ]
        for k, search in enumerate(self._searches):
            if k in self._found:
                continue
            for step in portfolio.piece(search.form.size, attempt.turn):
                outcome = search.attempt(step)
                if outcome is NoCycle.KNOWN:
                    return outcome
                if isinstance(outcome, Found):
                    self._found[k] = outcome
                    break
        if len(self._found) < len(self._searches):
            return None
        found = [self._found[k] for k in range(len(self._searches))]
        cycle = self._pieces.unite([one.cycle for one in found if one.cycle is not None])
        return Found(found[-1].method if found else "forcing", cycle=cycle)

    def _structure(self, _: Attempt) -> Proof | None:
        """Look for cut vertices and for sets of nodes that leave too many parts."""
        proof = cut_vertex(self.problem, self.clock)
        return proof or next(toughness(self.problem, self.clock), None)

    def _force(self, attempt: Attempt) -> Found | Proof | None:
        """Force edges, and split where that ends."""
        if len(self.problem.arrays.indices) > attempt.largest:
            return None
        if self._forcing is None or attempt.cuts > self._forcing.seeks_cuts:
            self._forcing = Forcing(self.problem, self.clock, room=attempt.room, cuts=attempt.cuts)
        status = self._forcing.search(self.clock, attempt.limit)
        if status == forcing.FOUND:
            return Found("forcing", cycle=self._forcing.cycle())
        return self._forcing.proof(self.clock) if status == forcing.EXHAUSTED else None

    def _learn(self, attempt: Attempt) -> Found | Proof | NoCycle | None:
        """Learn from conflicts."""
        if attempt.walk not in self._learning:
            seed = self.seed + portfolio.WALKS.index(attempt.walk)
            self._learning[attempt.walk] = Learning(self.form, walk=attempt.walk, seed=seed)
        search = self._learning[attempt.walk]
        status = search.search(self.clock, attempt.limit)
        if status == cdcl.FOUND:
            return Found("cdcl", cycle=search.cycle())
        if status == cdcl.EXHAUSTED:
            return search.proof(self.problem, self.clock) if self.is_whole else NoCycle.KNOWN
        return None

    def _weigh(self, attempt: Attempt) -> Proof | None:
        """Look for a weighing, where the linear program is not too large."""
        if len(self._subtours.tails) > attempt.largest:
            return None
        weights = self._subtours.weights(self.clock, attempt.limit)
        return None if weights is None else weighing(self.problem, weights)

    def _follow_frontier(self, attempt: Attempt) -> Found | Proof | NoCycle | None:
        """Follow all choices along a narrow order, if there is one."""
        if self._frontier is None or self._frontier.width == math.inf:
            if not attempt.width:
                return None
            self._frontier = Frontier(
                self.form, self.clock, width=attempt.width, states=attempt.states
            )
        status = self._frontier.search(self.clock, attempt.limit)
        if status == frontier.FOUND:
            return Found("frontier", cycle=self._frontier.cycle())
        if status == frontier.EXHAUSTED:
            return self._frontier.proof(self.problem) if self.is_whole else NoCycle.KNOWN
        return None

    def _backtrack(self, attempt: Attempt) -> Found | NoCycle | None:
        """Search exactly, from the second turn on with ties broken at random."""
        order = exact.SHUFFLED if attempt.turn else exact.DEGREE
        seed = self.seed + attempt.turn
        run = backtracking(self.form, root=self.form.root, order=order, seed=seed)
        status = self.clock.run("backtrack", run, attempt.limit)
        if status == exact.FOUND:
            return Found("backtrack", cycle=run.arrays()[3])
        return NoCycle.KNOWN if status == exact.EXHAUSTED else None

    def _ask_solver(self, attempt: Attempt) -> Found | Proof | None:
        """Ask a SAT solver, where the graph is not too large."""
        if len(self.problem.arrays.indices) > attempt.largest:
            return None
        found = satisfy(self.problem, self.clock, limit=attempt.limit)
        return Found("sat", order=found) if isinstance(found, list) else found
