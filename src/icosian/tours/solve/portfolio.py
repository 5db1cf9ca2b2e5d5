"""The one mind: which methods are tried on a question, in which order, for how long.

``decide`` ends in a checked :class:`Tour` or a checked :class:`Proof`, or it raises
:exc:`SearchLimitReached`. The public finders and provers are its faces. Slices are measured in
steps, not seconds, so an answer depends on the graph and the seed only.
"""

from __future__ import annotations

import math
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from icosian._io.memory import collector_paused
from icosian._kernels import backtracking as exact, cdcl, forcing, frontier
from icosian._run.clock import TimeIsUp
from icosian._run.stats import SearchStats
from icosian.boards import theorems
from icosian.exceptions import DeadEnd, SearchLimitReached
from icosian.proofs import Proof
from icosian.proofs.evidence import verify
from icosian.tours.certify import necessary_conditions as refute
from icosian.tours.certify.cut_sets import cut_vertex, toughness
from icosian.tours.certify.shortest_proof import shortened
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.checking import check_tour
from icosian.tours.solve import backtracking, rotations as rotate
from icosian.tours.solve.cdcl import Learning
from icosian.tours.solve.contraction import simplified
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.frontier import Frontier
from icosian.tours.solve.path_cover import path_cover
from icosian.tours.solve.piecewise import Hunt
from icosian.tours.solve.sat import satisfy
from icosian.tours.solve.warnsdorff import warnsdorff_path
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from icosian._kernels._jit import Run
    from icosian._run.clock import Clock
    from icosian.tours.normal_form import NormalForm
    from icosian.tours.problem import Problem
    from icosian.tours.solve.contraction import Pieces
    from icosian.tours.solve.path_cover import Paths

__all__ = ["METHODS", "decide"]

NARROW, EXHAUSTIBLE, BRIEF = 12, 5_000, 10_000
"""Vertices pending, and steps a node, of a frontier programme tried before the exact search; and
steps of it at first."""
ROUND = 5_000
"""Steps of an exact search in the first round, beyond some a node; each round has twice as many."""
CHEAP = 16
"""Neighbours of a vertex, on average, that a rotation looks at without its slice being cut."""
SPARSE = 4.2
"""Neighbours of a node, on average, below which graphs are sparse."""
WEIGHED, SETS = 2_000, 20
"""Edges of the largest graph that is weighed in the first round, and how often sets are added."""
CASES = 1 << 15
"""The room for a tree of cases."""
CONFLICTS, SOLVED = 1_000, 100_000
"""Conflicts of the SAT solver in its first round, and the arcs of the largest graph it is given."""
LEARNT, EVERY = 200_000, 500
"""Steps of our own conflict-driven search in the first round, and more of them a vertex."""
LARGE = 100
"""Nodes from which on a tour is sought before a proof."""
FLIPPED, FLIPS = 50_000, 400_000_000
"""From so many vertices on, rotations take at most so many steps times vertices."""
SPENT = 1
"""Rotations a vertex in a digraph: where they fail, conflicts teach more."""

Answer = Tour | Proof | None


class _Search:
    """One question on its way to an answer: every attempt ends in a tour, a proof or None."""

    def __init__(self, problem: Problem, clock: Clock, seed: int) -> None:
        self.problem = problem
        self.clock = clock
        self.seed = seed
        self.form: NormalForm = problem.normal_form()
        self.keys = problem.keys()
        self.covers: list[Run] = []
        """The best run of rotations and the latest: what a search that gives up can show."""
        self._forcing: Forcing | None = None
        self._frontier: Frontier | None = None
        self._subtours: Subtours | None = None
        self._learning: Learning | None = None
        self._pieces: Pieces | None = None
        self._hunts: list[Hunt] = []

    @cached_property
    def question(self) -> dict[str, Any]:
        """The question as proofs state it."""
        return refute.question(self.problem)

    @cached_property
    def is_wide(self) -> bool:
        """Whether the graph is large and has nodes far from each other."""
        return rotate.is_wide(self.problem.arrays)

    def warnsdorff(self) -> Tour | None:
        """Follow the rule alone."""
        problem = self.problem
        start = None if problem.start is None else problem.nodes[problem.start]
        try:
            return warnsdorff_path(problem.G, start)
        except DeadEnd as error:
            raise SearchLimitReached(str(error), partial=tuple(error.partial)) from None

    def rotations(self, turn: int) -> Tour | None:
        """Cover and rotate; the cover by Roth's rule at the first turn only."""
        n = self.form.size
        keys = self.keys if turn == 0 else None
        run = rotate.rotations(
            self.form, keys=keys, seed=self.seed + turn, guided=self.is_wide and turn % 2 == 0
        )
        self.covers = [*sorted(self.covers, key=rotate.holes)[:1], run]
        # Most successes come early; a step looks at all neighbours, so many make it dear.
        dear = max(1, len(self.form.indices) // (CHEAP * n))
        limit = 3 * n + (min(100 * n, 20_000) + 20 * n) // dear << turn
        if self.problem.arrays.directed:
            limit = n + SPENT * n << turn
        if n > FLIPPED and not self.is_wide:  # half the tour is reversed again and again
            limit = n + FLIPS // n << turn
        cycle = rotate.rotate(run, self.clock, limit)
        return None if cycle is None else self._tour(cycle, "rotations")

    def hunts(self, turn: int) -> Answer:
        """Hunt for a cycle of every piece that rules and cuts of two edges leave."""
        if self._pieces is None:
            self._pieces = simplified(self.form, self.clock)
            if self._pieces is None:
                return self._evidence()
            self._hunts = [
                Hunt(self.problem, piece.form, self.seed) for piece in self._pieces.pieces
            ]
        for hunt in self._hunts:
            if hunt.cycle is None and hunt.search(self.clock, turn) and hunt.is_over:
                return self._evidence()
        cycles = [hunt.cycle for hunt in self._hunts if hunt.cycle is not None]
        if len(cycles) < len(self._hunts):
            return None
        method = self._hunts[-1].method if cycles else "forcing"
        return self._tour(self._pieces.unite(cycles), method)

    def structure(self) -> Proof | None:
        """Look for cut vertices and for sets of nodes that leave too many parts."""
        question = self.problem, self.question, self.clock
        return cut_vertex(*question) or next(toughness(*question), None)

    def forcing(self, limit: float, room: int = CASES) -> Answer:
        """Force edges, and split where that ends; the next call goes on."""
        if self._forcing is None:
            self._forcing = Forcing(self.problem, self.form, room=room)
        status = self._forcing.search(self.clock, limit)
        if status == forcing.FOUND:
            return self._tour(self._forcing.cycle(), "forcing")
        if status == forcing.EXHAUSTED:
            return self._forcing.proof(self.question, self.clock)
        return None

    def learning(self, limit: float) -> Answer:
        """Learn from conflicts; the next call goes on."""
        if self._learning is None:
            self._learning = Learning(self.problem, self.form, seed=self.seed)
        status = self._learning.search(self.clock, limit)
        if status == cdcl.FOUND:
            return self._tour(self._learning.cycle(), "cdcl")
        if status == cdcl.EXHAUSTED:
            return self._learning.proof(self.question, self.clock)
        return None

    def weighing(self, turn: int) -> Proof | None:
        """Look for a weighing, where the linear programme is not too large for this turn."""
        if self._subtours is None:
            self._subtours = Subtours(self.problem)
        if len(self._subtours.tails) > WEIGHED << turn // 2:
            return None
        weights = self._subtours.weights(self.clock, SETS << turn // 2)
        return None if weights is None else weighing(self.problem, weights, self.question)

    def frontier(self, limit: float, width: int = NARROW) -> Answer:
        """Follow all choices along an order so narrow, if there is one; the next call goes on."""
        if self._frontier is None or self._frontier.width == math.inf:
            self._frontier = Frontier(self.problem, self.form, self.clock, width=width)
        status = self._frontier.search(self.clock, limit)
        if status == frontier.FOUND:
            return self._tour(self._frontier.cycle(), "frontier")
        return self._frontier.proof(self.question) if status == frontier.EXHAUSTED else None

    def backtracking(self, turn: int, limit: float | None = None) -> Answer:
        """Search exactly, from the second turn on with ties broken at random."""
        order = exact.SHUFFLED if turn else exact.DEGREE
        run = backtracking.backtracking(
            self.form, root=self.form.root, order=order, seed=self.seed + turn
        )
        if limit is None:
            limit = (ROUND + self.form.size) << turn
        status = self.clock.run("backtrack", run, limit)
        if status == exact.FOUND:
            return self._tour(run.arrays()[3], "backtrack")
        return self._evidence() if status == exact.EXHAUSTED else None

    def sat(self, limit: float, arcs: float = math.inf) -> Answer:
        """Ask a SAT solver, with cuts added as they are needed, unless there are more arcs."""
        if len(self.problem.arrays.indices) > arcs:
            return None
        found = satisfy(self.problem, self.question, self.clock, limit=limit)
        if isinstance(found, list):
            return _checked(self.problem, found, "sat", self.clock)
        return found

    def _evidence(self) -> Proof:
        """Return a proof of what a search has found out without one."""
        self._hunts = []  # their memory is needed now
        turn = 0
        while True:
            for found in self._proofs(turn):
                assert not isinstance(found, Tour), "the exact searches disagree"
                if found is not None:
                    return found
            turn += 1

    def _proofs(self, turn: int) -> Iterator[Answer]:
        """Ask one method after the other for a proof."""
        yield self.weighing(turn)
        yield self.forcing(ROUND << turn)
        yield self.sat(CONFLICTS << turn, SOLVED << turn)
        yield self.frontier(ROUND << turn, NARROW + turn)
        yield self.learning(LEARNT + EVERY * self.form.size << turn)

    def _tour(self, cycle: NDArray[Any], method: str) -> Tour:
        """Translate a cycle of the normal form, and check it against the graph."""
        problem = self.problem
        return _checked(problem, problem.decode(cycle).tolist(), method, self.clock)


def _portfolio(search: _Search) -> Iterator[Answer]:
    problem = search.problem
    hopeless = theorems.is_hopeless(problem)
    sides = _proving, _finding
    if problem.size > LARGE:
        sides = _finding, _proving
    for turn in count():
        # A rotation finds nothing where there is nothing.
        if not (hopeless and turn == 0):
            yield search.rotations(turn)
        for side in sides:
            yield from side(search, turn)


def _finding(search: _Search, turn: int) -> Iterator[Answer]:
    """Methods that are best at tours; all but rotations can also say no."""
    if turn == 0:
        yield search.frontier(EXHAUSTIBLE * max(search.problem.size, 60))
    yield search.hunts(turn)


def _proving(search: _Search, turn: int) -> Iterator[Answer]:
    """Methods that are best at proofs."""
    sparse = len(search.problem.arrays.indices) < SPARSE * search.problem.size
    if turn == 0:
        yield search.structure()
    yield search.forcing((ROUND + 20 * search.form.size) << turn + 2 * sparse)
    if turn == 0:  # where an order is narrow, all of it takes less than a hundred conflicts
        yield search.frontier(BRIEF)
    # A linear programme says little where nodes have three neighbours, the others much.
    if not sparse:
        yield search.weighing(turn)
    yield search.sat(CONFLICTS << turn, SOLVED << turn)
    if sparse:
        yield search.weighing(turn)
    yield search.backtracking(turn)


METHODS: dict[str, Callable[[_Search], Iterator[Answer]]] = {
    "auto": _portfolio,
    "warnsdorff": lambda search: iter([search.warnsdorff()]),
    "rotations": lambda search: map(search.rotations, count()),
    "forcing": lambda search: iter([search.forcing(math.inf, room=1 << 22)]),
    "frontier": lambda search: iter([search.frontier(math.inf, frontier.SLOTS)]),
    "cdcl": lambda search: iter([search.learning(math.inf)]),
    "sat": lambda search: iter([search.sat(math.inf)]),
    "backtrack": lambda search: iter([search.backtracking(0, limit=math.inf)]),
}
"""Attempts in their order; the first that ends in an answer ends the search."""


def _checked(problem: Problem, order: list[int], method: str, clock: Clock) -> Tour:
    tour = Tour(
        list(map(problem.nodes.__getitem__, order)),
        is_closed=problem.closed,
        G=problem.G,
        stats=SearchStats(method=method, steps=clock.steps, seconds=clock.seconds),
    )
    check_tour(problem.G, tour, closed=problem.closed)
    ends = (problem.start, problem.end)
    assert problem.closed or all(
        v is None or order[k] == v for v, k in zip(ends, (0, -1), strict=True)
    )
    return tour


def decide(
    problem: Problem,
    clock: Clock,
    *,
    method: str = "auto",
    seed: int = 0,
    readable: bool = False,
) -> Tour | Proof:
    """Answer a question with evidence.

    Parameters
    ----------
    problem : Problem
        The question.
    clock : Clock
        The clock of the search.
    method : str
        One of ``METHODS``.
    seed : int
        Seed of all random choices.
    readable : bool
        Whether to spend some more time on a proof that is shorter to read.

    Returns
    -------
    Tour or Proof
        The tour, or the proof that there is none; either was checked against the graph.

    Raises
    ------
    SearchLimitReached
        If the time is over, or the only method allowed has failed.
    """
    search = None
    try:
        answer = _easy(problem, clock)
        if answer is None:
            search = _Search(problem, clock, seed)
            attempts = METHODS[method](search)
            answer = next((found for found in attempts if found is not None), None)
            if answer is None:
                raise SearchLimitReached(
                    f"method {method!r} has no room left to go on",
                    stats=SearchStats(method=method, steps=clock.steps, seconds=clock.seconds),
                )
        if isinstance(answer, Proof):
            _check(answer, problem, clock)
            if readable:
                answer = shortened(problem, answer, clock)
    except TimeIsUp:
        cover = _cover(search)
        raise SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: "
            f"no Hamiltonian {'cycle' if problem.closed else 'path'} found, none excluded",
            stats=SearchStats(method=method, steps=clock.steps, seconds=clock.seconds),
            partial=cover[0] if cover else (),
            cover=cover,
        ) from None
    return answer


def _check(proof: Proof, problem: Problem, clock: Clock) -> None:
    """Check a proof within the time that is left."""
    with collector_paused():
        verify(proof, problem.G, lambda: clock.tick("check"))


def _easy(problem: Problem, clock: Clock) -> Tour | Proof | None:
    """Answer what a cheap truth settles, or what is too small to be a cycle of the normal form."""
    if proof := refute.cheap_proof(problem, clock):
        return proof
    if problem.closed or problem.size > (1 if problem.arrays.directed else 2):
        return None
    order = list(range(problem.size))
    if problem.start == 1 or problem.end == 0:
        order.reverse()
    return _checked(problem, order, "trivial", clock)


def _cover(search: _Search | None) -> Paths:
    """Return the best path cover that the rotations held."""
    if search is None or not search.covers:
        return ()
    return path_cover(search.problem, min(search.covers, key=rotate.holes))
