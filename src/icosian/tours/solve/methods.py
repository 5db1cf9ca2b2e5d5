"""Methods of a search: one step function for each, which goes on where its last attempt ended."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import backtracking as exact, cdcl, forcing, frontier
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.exceptions import DeadEnd, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.certify.cut_sets import cut_vertex, toughness
from icosian.tours.certify.division import Divider
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.certify.tight_sets import Contracted, contracted
from icosian.tours.cover.path_cover import Paths, path_cover
from icosian.tours.normal_form import NormalForm
from icosian.tours.problem import Problem
from icosian.tours.solve import portfolio
from icosian.tours.solve.backtracking import backtracking
from icosian.tours.solve.cdcl import Learning
from icosian.tours.solve.contraction import FormPieces, simplified
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.frontier import Frontier, FrontierTree
from icosian.tours.solve.portfolio import Attempt
from icosian.tours.solve.rotations import WIDE_SIZE, holes, is_far, rotate, rotations
from icosian.tours.solve.sat import satisfy
from icosian.tours.solve.warnsdorff import warnsdorff_path
from icosian.tours.tour import Tour


class NoCycle(Enum):
    """The answer of a search that has excluded all cycles without a proof."""

    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Found:
    """A tour of the problem, or a cycle of the normal form, and the method that found it."""

    method: str
    order: list[int] | None = None
    cycle: NDArray[np.int32] | None = None


Outcome = Found | Tour | Proof | NoCycle


class Search:
    """The methods on the normal form of a problem, or on a piece, where none gives a proof."""

    def __init__(
        self, problem: Problem, clock: Clock, seed: int, form: NormalForm | None = None
    ) -> None:
        self.problem = problem
        self.clock = clock
        self.seed = seed
        self.is_whole = form is None
        self._piece = form
        self._covers: list[Run] = []  # the best run of rotations and the latest
        self._rotating: tuple[int, Run] | None = None  # the turn of a run, and the run
        self._learning: dict[int, Learning] = {}  # by the length of walks
        self._forcing: Forcing | None = None
        self._frontier: Frontier | None = None
        self._tree: FrontierTree | None = None
        self._pieces: FormPieces | None = None
        self._searches: list[Search] = []  # one for each piece
        self._found: dict[int, Found] = {}  # cycles of pieces
        self._divider: Divider | None = None
        self._loose = False  # whether a cycle of the contracted graph came of none

    @cached_property
    def form(self) -> NormalForm:
        """The normal form of the problem, or of the piece."""
        return self.problem.form if self._piece is None else self._piece

    @property
    def size(self) -> int:
        """The number of edges of the normal form: what methods are limited by."""
        return len(self.form.indices) // 2

    @cached_property
    def is_wide(self) -> bool:
        """Return True if the graph is large and has nodes far from each other."""
        return self.problem.size >= WIDE_SIZE and self.is_far

    @cached_property
    def is_far(self) -> bool:
        """Return True if some nodes of the graph are far from the first."""
        return is_far(self.problem.arrays)

    @cached_property
    def _subtours(self) -> Subtours:
        return Subtours(self.problem)

    @cached_property
    def _contracted(self) -> Contracted | None:
        return contracted(self.problem, self.clock)

    @cached_property
    def _small(self) -> Search | None:
        found = self._contracted
        return None if found is None else Search(found.small, self.clock, self.seed)

    def first(self, schedule: Iterable[Attempt]) -> Outcome | None:
        """Make attempts until one answers; None if none does."""
        answers = map(self.attempt, schedule)
        return next((found for found in answers if found is not None), None)

    def attempt(self, attempt: Attempt) -> Outcome | None:
        """Let a method take its steps; None if they do not suffice."""
        steps: dict[str, Callable[[Attempt], Outcome | None]] = {
            "conditions": self._check_conditions,
            "trivial": self._settle_tiny,
            "rotations": self._rotations,
            "warnsdorff": self._warnsdorff,
            "structure": self._structure,
            "forcing": self._force,
            "frontier": self._follow_frontier,
            "tree": self._follow_tree,
            "weighing": self._weigh,
            "sat": self._ask_solver,
            "cdcl": self._learn,
            "pieces": self._take_pieces,
            "division": self._divide,
            "contraction": self._contract,
            "backtrack": self._backtrack,
        }
        return steps[attempt.method](attempt)

    def release(self) -> None:
        """Give the memory of the pieces back."""
        self._searches = []

    def prove(self) -> Proof:
        """Return a proof of what the search has found out without one."""
        self.release()
        found = self.first(portfolio.evidence(self))
        if isinstance(found, Proof):
            return found
        raise RuntimeError("the exact searches disagree")

    def order(self, found: Found) -> list[int]:
        """Return the nodes of the problem on a tour."""
        if found.cycle is None:
            return found.order or []
        order: list[int] = self.problem.form.decode(found.cycle).tolist()
        return order

    def cover(self) -> Paths:
        """Return the best path cover that the rotations hold."""
        if not self._covers:
            return ()
        return path_cover(self.problem.arrays, self.problem.nodes, min(self._covers, key=holes))

    def _check_conditions(self, _: Attempt) -> Proof | None:
        """Look at degrees, connection and parity."""
        return cheap_proof(self.problem, self.clock)

    def _settle_tiny(self, _: Attempt) -> Found:
        """Return the path of a connected graph that is too small for a normal form."""
        order = list(range(self.problem.size))
        if self.problem.start == 1 or self.problem.end == 0:
            order.reverse()
        return Found("trivial", order=order)

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
            found = search.first(portfolio.piece(search, attempt.turn))
            if found is NoCycle.KNOWN:
                return found
            if isinstance(found, Found):
                self._found[k] = found
        if len(self._found) < len(self._searches):
            return None
        parts = [self._found[k] for k in range(len(self._searches))]
        cycle = self._pieces.unite([one.cycle for one in parts if one.cycle is not None])
        return Found(parts[-1].method if parts else "forcing", cycle=cycle)

    def _divide(self, attempt: Attempt) -> Found | Proof | None:
        """Replace parts at cuts of three and four edges; not of digraphs, nor of free paths."""
        problem = self.problem
        free = not problem.closed and None in (problem.start, problem.end)
        if free or problem.arrays.directed:
            return None
        if self._divider is None:
            self._divider = Divider(problem, self._settled, self.clock)
        found = self._divider.search(attempt.turn, attempt.limit)
        return Found("division", order=found) if isinstance(found, list) else found

    def _settled(self, G: nx.Graph[Any], turn: int) -> Proof | list[Any] | None:
        """Return a proof about the cycles of a small graph, or a cycle."""
        search = Search(Problem.of(G, closed=True), self.clock, self.seed)
        found = search.first(portfolio.part(search, turn))
        if isinstance(found, Proof):
            return replace(found, ranks=self.problem.ranks)
        if isinstance(found, Found):
            return [search.problem.nodes[v] for v in search.order(found)]
        return None

    def _contract(self, attempt: Attempt) -> Found | Proof | None:
        """Contract tight sets, and ask for a cycle of what is left."""
        if self._loose or self._contracted is None or self._small is None:
            return None
        found = self._small.first(portfolio.left(self._small, attempt.turn))
        if found is NoCycle.KNOWN:
            found = self._small.prove()
        if isinstance(found, Proof):
            return self._contracted.lifted(found)
        if isinstance(found, Found):
            order = self._expanded(self._contracted, self._small.order(found))
            self._loose = order is None
            return None if order is None else Found(found.method, order=order)
        return None

    def _expanded(self, whole: Contracted, cycle: list[int]) -> list[int] | None:
        """Return a tour that is a given cycle once tight sets are contracted, if that is easy."""
        search = Search(whole.restricted(cycle), self.clock, self.seed)
        found = search.first(portfolio.EXPANSION)
        return whole.opened(search.order(found)) if isinstance(found, Found) else None

    def _structure(self, _: Attempt) -> Proof | None:
        """Look for cut vertices and for sets of nodes that leave too many parts."""
        proof = cut_vertex(self.problem, self.clock)
        return proof or next(toughness(self.problem, self.clock), None)

    def _force(self, attempt: Attempt) -> Found | Proof | None:
        """Force edges, and split where that ends."""
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
        """Look for a weighing; a step adds sets to the linear program."""
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

    def _follow_tree(self, attempt: Attempt) -> Found | NoCycle | None:
        """Follow all choices along a tree, if there is a narrow one."""
        if self._tree is None:
            self._tree = FrontierTree(self.form, self.clock)
        status = self._tree.search(self.clock, attempt.limit)
        if status == frontier.FOUND:
            return Found("frontier", cycle=self._tree.cycle())
        # Of the whole, others give a proof.
        return NoCycle.KNOWN if status == frontier.EXHAUSTED and not self.is_whole else None

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
        """Ask a SAT solver."""
        found = satisfy(self.problem, self.clock, limit=attempt.limit)
        return Found("sat", order=found) if isinstance(found, list) else found
