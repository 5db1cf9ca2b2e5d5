"""The methods that find a tour or a proof, their order and their budgets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import backtracking as exact, cdcl, forcing, frontier
from icosian._kernels._jit import Run
from icosian._kernels.frontier import SLOTS
from icosian._run.limits import Clock
from icosian.boards.piece import is_hopeless
from icosian.exceptions import DeadEnd, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.certify.division import Contracted, Divider, contract_tight_sets
from icosian.tours.certify.necessary_conditions import (
    Subtours,
    cheap_proof,
    cut_vertex,
    toughness,
    weighing,
)
from icosian.tours.cover.path_cover import Paths, path_cover
from icosian.tours.instance import NormalForm
from icosian.tours.problem import Problem
from icosian.tours.solve import heuristics
from icosian.tours.solve.clauses import satisfy
from icosian.tours.solve.forced_edges import Forcing, FormPieces, Learning, simplify_form
from icosian.tours.solve.frontier import STATES, Frontier, FrontierTree
from icosian.tours.solve.heuristics import WIDE_SIZE
from icosian.tours.tour import Tour


class Excluded(Enum):
    """The answer of a search that has excluded all cycles without a proof."""

    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Found:
    """A tour of the problem, or a cycle of the normal form, and the method that found it."""

    method: str
    order: list[int] | None = None
    cycle: NDArray[np.int32] | None = None


Outcome = Found | Tour | Proof | Excluded


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
        self._learning: dict[int, Learning | None] = {}  # by the length of walks; None: no room
        self._forcing: Forcing | None = None
        self._frontier: Frontier | None = None
        self._tree: FrontierTree | None = None
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
        return heuristics.is_far(self.problem.arrays)

    @cached_property
    def _pieces(self) -> FormPieces | None:
        return simplify_form(self.form, self.clock)

    @property
    def is_reduced(self) -> bool:
        """Return True if rules and cuts of two edges settle some of the form."""
        pieces = self._pieces
        return pieces is None or sum(part.form.size for part in pieces.pieces) < self.form.size

    @cached_property
    def _subtours(self) -> Subtours:
        return Subtours(self.problem)

    @cached_property
    def _contracted(self) -> tuple[Contracted, Search] | None:
        found = contract_tight_sets(self.problem, self.clock)
        return None if found is None else (found, Search(found.small, self.clock, self.seed))

    def first(self, schedule: Iterable[Attempt]) -> Outcome | None:
        """Make attempts until one answers; None if none does."""
        answers = map(self.attempt, schedule)
        return next((found for found in answers if found is not None), None)

    def attempt(self, attempt: Attempt) -> Outcome | None:
        """Let a method take its steps; None if they do not suffice."""
        return self._STEPS[attempt.method](self, attempt)

    def prove(self) -> Proof:
        """Return a proof of what the search has found out without one."""
        self._searches = []  # their memory is needed
        found = self.first(evidence(self))
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
        best = min(self._covers, key=heuristics.holes)
        return path_cover(self.problem.arrays, self.problem.nodes, best)

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
            return heuristics.warnsdorff_path(problem.G, start)
        except DeadEnd as error:
            raise SearchLimitReached(str(error), partial=tuple(error.partial)) from None

    def _rotations(self, attempt: Attempt) -> Found | None:
        """Cover and rotate, or go on in a turn; of the whole form by Roth's rule in the first."""
        turn = attempt.turn
        if self._rotating is None or self._rotating[0] != turn:
            keys = self.problem.center_distances if self.is_whole and turn == 0 else None
            guided = self.is_whole and self.is_wide and turn % 2 == 0
            run = heuristics.rotations(self.form, keys=keys, seed=self.seed + turn, guided=guided)
            self._rotating = turn, run
            if self.is_whole:
                self._covers = [*sorted(self._covers, key=heuristics.holes)[:1], run]
        cycle = heuristics.rotate(self._rotating[1], self.clock, attempt.limit)
        return None if cycle is None else Found("rotations", cycle=cycle)

    def _take_pieces(self, attempt: Attempt) -> Found | Excluded | None:
        """Seek a cycle of every piece that rules and cuts of two edges leave."""
        if self._pieces is None:
            return Excluded.KNOWN
        if not self._searches:
            self._searches = [
                Search(self.problem, self.clock, self.seed, piece.form)
                for piece in self._pieces.pieces
            ]
        for k, search in enumerate(self._searches):
            if k in self._found:
                continue
            found = search.first(piece(search, attempt.turn))
            if found is Excluded.KNOWN:
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
        found = search.first(part(search, turn))
        if isinstance(found, Proof):
            return replace(found, ranks=self.problem.ranks)
        if isinstance(found, Found):
            return [search.problem.nodes[v] for v in search.order(found)]
        return None

    def _contract(self, attempt: Attempt) -> Found | Proof | None:
        """Contract tight sets, and ask for a cycle of what is left."""
        if self._loose or self._contracted is None:
            return None
        contracted, small = self._contracted
        found = small.first(left(small, attempt.turn))
        if found is Excluded.KNOWN:
            found = small.prove()
        if isinstance(found, Proof):
            return contracted.lifted(found)
        if isinstance(found, Found):
            # A tour that is this cycle once tight sets are contracted, if that is easy to find.
            whole = contracted.restricted(small.order(found))
            search = Search(whole, self.clock, self.seed)
            tour = search.first(EXPANSION)
            self._loose = not isinstance(tour, Found)
            if isinstance(tour, Found):
                return Found(found.method, order=contracted.opened(search.order(tour)))
        return None

    def _force(self, attempt: Attempt) -> Found | Proof | None:
        """Force edges, and split where that ends."""
        if self._forcing is None or attempt.room > self._forcing.room:
            self._forcing = Forcing(self.problem, self.clock, room=attempt.room, cuts=attempt.cuts)
        status = self._forcing.search(self.clock, attempt.limit)
        if status == forcing.FOUND:
            return Found("forcing", cycle=self._forcing.cycle())
        return self._forcing.proof(self.clock) if status == forcing.EXHAUSTED else None

    def _learn(self, attempt: Attempt) -> Found | Proof | Excluded | None:
        if attempt.walk not in self._learning:
            seed = self.seed + WALKS.index(attempt.walk)
            self._learning[attempt.walk] = Learning(self.form, walk=attempt.walk, seed=seed)
        if (search := self._learning[attempt.walk]) is None:
            return None
        try:
            status = search.search(self.clock, attempt.limit)
        except MemoryError:
            self._learning[attempt.walk] = None
            return None
        if status == cdcl.FOUND:
            return Found("cdcl", cycle=search.cycle())
        if status == cdcl.EXHAUSTED:
            return search.proof(self.problem, self.clock) if self.is_whole else Excluded.KNOWN
        return None

    def _weigh(self, attempt: Attempt) -> Proof | None:
        """Look for a weighing; a step adds sets to the linear program."""
        weights = self._subtours.weights(self.clock, attempt.limit)
        return None if weights is None else weighing(self.problem, weights)

    def _follow_frontier(self, attempt: Attempt) -> Found | Proof | Excluded | None:
        """Follow all choices along a narrow order, if there is one."""
        width, known = attempt.width, self._frontier
        if known is None or (known.width == math.inf and known.limit < min(width, SLOTS)):
            if not width:
                return None
            known = Frontier(self.form, self.clock, width=width, states=attempt.states)
            self._frontier = known
        status = known.search(self.clock, attempt.limit)
        if status == frontier.FOUND:
            return Found("frontier", cycle=known.cycle())
        if status == frontier.EXHAUSTED:
            return known.proof(self.problem) if self.is_whole else Excluded.KNOWN
        return None

    def _follow_tree(self, attempt: Attempt) -> Found | Excluded | None:
        """Follow all choices along a tree, if there is a narrow one."""
        if self._tree is None:
            self._tree = FrontierTree(self.form, self.clock)
        status = self._tree.search(self.clock, attempt.limit)
        if status == frontier.FOUND:
            return Found("frontier", cycle=self._tree.cycle())
        # Of the whole, others give a proof.
        return Excluded.KNOWN if status == frontier.EXHAUSTED and not self.is_whole else None

    def _backtrack(self, attempt: Attempt) -> Found | Excluded | None:
        run = heuristics.backtracking(self.form, root=self.form.root, order=exact.DEGREE)
        status = self.clock.run("backtrack", run, attempt.limit)
        if status == exact.FOUND:
            return Found("backtrack", cycle=run.arrays()[1].path)
        return Excluded.KNOWN if status == exact.EXHAUSTED else None

    def _ask_solver(self, attempt: Attempt) -> Found | Proof | None:
        found = satisfy(self.problem, self.clock, limit=attempt.limit)
        return Found("sat", order=found) if isinstance(found, list) else found

    _STEPS: ClassVar[dict[str, Callable[[Search, Attempt], Outcome | None]]] = {
        "conditions": lambda self, _: cheap_proof(self.problem, self.clock),
        "trivial": _settle_tiny,
        "rotations": _rotations,
        "warnsdorff": _warnsdorff,
        "blocks": lambda self, _: cut_vertex(self.problem, self.clock),
        "structure": lambda self, _: next(toughness(self.problem, self.clock), None),
        "forcing": _force,
        "frontier": _follow_frontier,
        "tree": _follow_tree,
        "weighing": _weigh,
        "sat": _ask_solver,
        "cdcl": _learn,
        "pieces": _take_pieces,
        "division": _divide,
        "contraction": _contract,
        "backtrack": _backtrack,
    }


# -- Portfolio: the order of the methods and their budgets, and the graphs that each is tried on
# This is the only place that decides. A schedule is a list of attempts, each a method with its
# budget; the first that answers ends the search. Budgets are steps, not seconds, so an answer
# depends on the graph and the seed only. The size of a graph is the number of edges of its normal
# form.
#
# =============  ==================================================================================
# schedule       who reads it
# =============  ==================================================================================
# ``schedule``   a question with ``method=``: necessary conditions, then its row of ``METHODS``
# ``METHODS``    the methods that users name; "auto" is the portfolio of all
# ``piece``      each piece that forced paths and cuts of two edges leave, in every turn
# ``left``       what is left when tight sets are contracted, in every turn
# ``EXPANSION``  the way back from a cycle of what is left to one of the graph
# ``part``       each side of a cut of three or four edges, with edges in place of the other
# ``evidence``   the search for a proof, where it is known that there is no cycle
# ``readable``   the search for a shorter proof, by the methods of ``shortest_proof``
# ``EXPORTABLE`` the search for a proof that other checkers read
# ``runners``    the race on an executor
# =============  ==================================================================================


class Attempt(NamedTuple):
    """A method and its budget."""

    method: str
    limit: float = math.inf
    """The steps that it may take."""
    turn: int = 0
    """How many turns came before; it varies seeds and orders."""
    width: int = 0
    """The most pending vertices of a frontier order; 0: no new order."""
    states: int = STATES
    """The most states that a frontier search may keep."""
    walk: int = 200
    """The longest path that a conflict-driven search keeps from closing."""
    room: int = 1 << 15
    """The most entries of a tree of cases; "forcing" begins again with more."""
    cuts: bool = True
    """True if "forcing" also looks for cuts of two and three edges."""


# The order of magnitude of a budget is what counts. With four times or a quarter of any one, 196
# graphs (named ones, boards, random ones, small ones of the FHCP challenge set), most of which are
# answered in the first turn, have the same verdicts in about the same time. Three matter: with 9
# for NARROW it takes 2.3 times as long, with four times READ 0.6 and CONTRACTED 1.4 times.

NARROW, EXHAUSTIBLE, BRIEF = 12, 5_000, 10_000
"""Width of a frontier search before the exact search, and its steps: a node, and at first."""
EASY = 5
"""Steps of rotations, a vertex, within which almost all graphs with tours show one."""
PROBE, PROBED, READ = 800, 10_000, 50
"""Marks of a first exact search, beyond some a vertex, the size of the largest graph that it is
made on, and the states a vertex that a first frontier search reads: both take less than a
millisecond on a hundred vertices."""
BRANCHED, JOINED = 4_000, 50_000
"""Steps of a frontier search along a tree, a node, and the size of the largest graph for one."""
ROUND = 5_000
"""Steps of an exact search in the first turn, beyond some a node; each turn has twice as many."""
CHEAP = 16
"""Average degree up to which the budget of rotations is not reduced."""
SPARSE = 4.2
"""Average degree below which graphs are sparse."""
WEIGHED, SETS = 2_000, 20
"""Size of the largest graph that is weighed in the first turn, and how often sets are added."""
CONFLICTS, SOLVED = 1_000, 50_000
"""Conflicts of the SAT solver in the first turn, and the size of the largest graph it is given."""
LEARNT, EVERY = 200_000, 500
"""Steps of a conflict-driven search for a proof in the first turn, and more a vertex."""
DIVIDED, DOUBLED, QUESTIONS = 1_000, 2, 200
"""Size of the largest graph whose cuts of three and four edges are sought in the first turn, the
turns in which that doubles, as all pairs of edges are sorted, and questions about parts."""
CONTRACTED = 2_000
"""Size of the largest graph whose tight sets are contracted in the first turn."""
LARGE = 100
"""Nodes from which on a tour is sought before a proof."""
LEAST, LOOSE, DECISIONS = 5_000, 3.2, 60
"""Nodes and average degree of graphs without far nodes where conflicts find a tour sooner than
rotations, and their steps a vertex: random cubic graphs take 5 to 50. Each rotation reverses a
fraction of the tour."""
FLIPPED, FLIPS = 50_000, 400_000_000
"""From so many vertices on, rotations take at most so many steps times vertices."""

PIECE_WIDTHS = 9, SLOTS
"""Widths of the frontier searches of a piece in the first turns."""
PIECE_STATES, KEPT = 2_000_000, 1 << 25
"""States that a frontier search reads in the first turn, and the most that it keeps."""
WALKS = 200, 10, 1_000, 40
"""Longest paths kept from closing, one conflict-driven search each: long paths give strong
reasons where vertices have few neighbors, and too many clauses where they have many. Digraphs in
disguise, whose vertices all have mates, take 25 to 60."""
PIECE_LEARNT = 1_000_000
"""Steps of such a search in the first turn, beyond some a vertex."""
ALONE = 50_000
"""Vertices from which on only one such search is begun in a turn."""
PIECE_ROTATIONS = 20
"""Rotations a vertex, doubled in every turn from the second on."""

READABLE = 3_000
"""Size of the largest graph whose proof is made shorter: one linear program may be too much."""
REMOVED, WEIGHTS = 8_000_000, 4_000_000
"""Nodes and arcs read of what removals leave, and steps of linear programs for that."""
MARKED, TOLD = 200_000, 2_000
"""Marks of a search for a short tree of cases, and its entries."""
REFUTED, SAT_STEPS = 2_000, 3_000_000
"""Steps of the SAT solvers for a short refutation, and the same times nodes and arcs."""
SPLIT_CASES = 100
"""Entries of a tree whose cases are closed by weights."""
SHORT, LENGTHY = 250, frozenset(("sat", "cases"))
"""The effort of a proof that is read in a minute, and methods that find none as short."""


def schedule(search: Search, method: str) -> Iterator[Attempt]:
    """Yield what answers a question by a method that the user names."""
    yield Attempt("conditions")
    if search.problem.is_tiny:
        yield Attempt("trivial")
    else:
        yield from METHODS[method](search)


def turn(search: Search, turn: int) -> Iterator[Attempt]:
    """Yield the methods of a turn: rotations or conflicts, then tours or proofs first by size."""
    rotating = _rotations(search, turn)
    if turn == 0:
        easy = min(rotating.limit, EASY * search.form.size)
        problem = search.problem
        if problem.board is not None and is_hopeless(problem.G, closed=problem.closed):
            easy = rotating.limit  # rotations find nothing where a theorem excludes tours
        else:
            if _is_loose(search):
                yield Attempt("cdcl", DECISIONS * search.form.size)
            yield rotating._replace(limit=easy)
        yield from _probes(search)
        rotating = rotating._replace(limit=rotating.limit - easy)
    yield from _contraction(search, turn)
    long = [rotating] if rotating.limit else []
    finding, proving = _finding(search, turn), _proving(search, turn)
    if search.problem.size <= LARGE:
        yield from (*long, *proving, *finding)
    elif search.is_reduced:  # its pieces take less time than long rotations of the whole
        if turn and search.problem.size < WIDE_SIZE:  # they are rotated, and no rotation is guided
            long = []
        yield from (*finding, *long, *proving)
    else:
        yield from (*long, *finding, *proving)


def _is_loose(search: Search) -> bool:
    """Return True if the graph is large, has few edges and no far nodes."""
    form = search.form
    is_sparse = form.size >= LEAST and len(form.indices) <= LOOSE * form.size
    return is_sparse and not search.problem.arrays.directed and not search.is_far


def _probes(search: Search) -> Iterator[Attempt]:
    """Yield short exact searches, which settle most small graphs before long rotations would."""
    n = search.form.size
    yield Attempt("blocks")
    if search.problem.size <= LARGE:
        yield Attempt("structure")
    if search.size <= PROBED:
        yield Attempt("forcing", PROBE + EASY * n, cuts=False, room=PROBE)
    yield Attempt("frontier", READ * n, width=NARROW)
    if search.problem.size > LARGE:
        yield from _tree(search, search.problem.size, 0)


def _rotations(search: Search, turn: int) -> Attempt:
    """Most successes come early; a step looks at all neighbors, so many make it expensive."""
    n = search.form.size
    cost = max(1, len(search.form.indices) // (CHEAP * n))
    limit = 3 * n + (min(100 * n, 20_000) + 20 * n) // cost << turn
    if search.problem.arrays.directed:  # where rotations fail there, conflicts teach more
        limit = n + n << turn
    if n > FLIPPED and not search.is_wide:  # a rotation reverses up to half of the tour
        limit = n + FLIPS // n << turn
    return Attempt("rotations", limit, turn)


def _finding(search: Search, turn: int) -> Iterator[Attempt]:
    """Yield methods that are best at tours; they also prove that there is none."""
    if turn == 0:
        yield Attempt("frontier", EXHAUSTIBLE * max(search.problem.size, 60), width=NARROW)
    yield Attempt("pieces", turn=turn)


def _tree(search: Search, nodes: int, turn: int) -> Iterator[Attempt]:
    if search.size <= JOINED:
        yield Attempt("tree", BRANCHED * nodes << turn)


def _proving(search: Search, turn: int) -> Iterator[Attempt]:
    """Yield methods that are best at proofs."""
    n = search.form.size
    sparse = _is_sparse(search)
    if turn == 0 and search.problem.size > LARGE:  # smaller graphs were probed
        yield Attempt("structure")
    yield Attempt("forcing", (ROUND + 20 * n) << turn + sparse)
    if turn == 0:  # a narrow order is exhausted in less time than a hundred conflicts take
        yield Attempt("frontier", BRIEF, width=NARROW)
    if turn or search.problem.size > LARGE:
        yield from _division(search, turn)
    # A linear program says little where nodes have three neighbors, the others much.
    if not sparse:
        yield from _weighing(search, turn)
    yield from _sat(search, turn)
    if sparse:
        yield from _weighing(search, turn)


def _contraction(search: Search, turn: int) -> Iterator[Attempt]:
    if search.size <= CONTRACTED << 2 * turn:
        yield Attempt("contraction", turn=turn)


def _is_sparse(search: Search) -> bool:
    return len(search.problem.arrays.indices) < SPARSE * search.problem.size


def _division(search: Search, turn: int) -> Iterator[Attempt]:
    if _is_sparse(search) and search.size <= DIVIDED << min(turn, DOUBLED):
        yield Attempt("division", QUESTIONS << turn, turn)


def _weighing(search: Search, turn: int) -> Iterator[Attempt]:
    if search.size <= WEIGHED << turn // 2:  # time grows as the size squared, or faster
        most = (SETS * WEIGHED**2 << turn) // max(1, search.size) ** 2
        yield Attempt("weighing", min(SETS << turn // 2, most))


def _sat(search: Search, turn: int) -> Iterator[Attempt]:
    if search.size <= SOLVED << turn:
        yield Attempt("sat", CONFLICTS << turn)


def evidence(search: Search) -> Iterator[Attempt]:
    """Yield methods that prove what a search has found out without a proof."""
    for turn in count():
        yield from _contraction(search, turn)
        yield from _weighing(search, turn)
        yield Attempt("forcing", ROUND << turn)
        yield from _division(search, turn)
        yield from _sat(search, turn)
        yield Attempt("frontier", ROUND << turn, width=NARROW + turn)
        yield Attempt("cdcl", LEARNT + EVERY * search.form.size << turn)


def piece(search: Search, turn: int) -> Iterator[Attempt]:
    """Yield the methods of a turn for a piece."""
    n = search.form.size
    yield from _tree(search, n, turn)
    width = PIECE_WIDTHS[turn] if turn < len(PIECE_WIDTHS) else 0
    yield Attempt("frontier", PIECE_STATES << turn, width=width, states=KEPT)
    small = n <= ALONE
    for walk in WALKS if small else WALKS[: turn + 1]:
        yield Attempt("cdcl", PIECE_LEARNT + EVERY * n << turn, walk=walk)
    if small and turn:
        yield Attempt("rotations", n * (1 + (PIECE_ROTATIONS << turn)), turn)


def left(search: Search, number: int) -> Iterator[Attempt]:
    """Yield the methods of a turn for what is left when tight sets are contracted."""
    yield Attempt("conditions")
    yield from turn(search, number)


def part(search: Search, turn: int) -> Iterator[Attempt]:
    """Yield the methods for a part with edges in place of the rest, where a proof is needed."""
    yield Attempt("conditions")
    yield Attempt("forcing", ROUND << turn)
    yield Attempt("frontier", BRIEF << turn, width=NARROW)
    yield from _sat(search, turn)


def readable(problem: Problem) -> Iterator[Attempt]:
    """Yield the methods for proofs that are shorter to read, each for about a second."""
    if len(problem.form.indices) // 2 > READABLE:
        return
    yield Attempt("contraction")
    yield Attempt("removals", REMOVED)
    yield Attempt("weighing", WEIGHTS)
    yield Attempt("forcing", MARKED, room=TOLD)
    reading = problem.size + len(problem.arrays.indices)
    yield Attempt("sat", min(REFUTED, SAT_STEPS // reading))
    yield Attempt("cases", room=SPLIT_CASES)


def runners(workers: int) -> list[tuple[str, int]]:
    """Return the methods of a race, and what is added to the seed of each."""
    further = [("auto", 3 + k) for k in range(workers - len(RUNNERS))]
    return [*RUNNERS[: max(2, workers)], *further]


METHODS: dict[str, Callable[[Search], Iterator[Attempt]]] = {
    "auto": lambda search: (attempt for number in count() for attempt in turn(search, number)),
    "warnsdorff": lambda _: iter([Attempt("warnsdorff")]),
    "rotations": lambda search: (_rotations(search, turn) for turn in count()),
    "forcing": lambda _: iter([Attempt("forcing", ROUND), Attempt("forcing", room=1 << 22)]),
    "frontier": lambda _: iter([Attempt("frontier", width=SLOTS)]),
    "cdcl": lambda _: iter([Attempt("cdcl")]),
    "sat": lambda _: iter([Attempt("sat")]),
    "backtrack": lambda _: iter([Attempt("backtrack")]),
}
"""The methods that users name, and their schedules."""

RUNNERS = [
    ("auto", 0),
    ("cdcl", 0),
    ("auto", 1),
    ("forcing", 0),
    ("frontier", 0),
    ("sat", 0),
    ("auto", 2),
]
"""The first methods of a race; more workers run "auto" again."""

EXPANSION = Attempt("conditions"), Attempt("pieces")
"""What is tried to find a tour that passes known sets of nodes in a known order."""

EXPORTABLE = Attempt("sat", 50_000)
"""What is tried if a proof has no form for other checkers; Wiener and Araya's graph takes 4,000."""
