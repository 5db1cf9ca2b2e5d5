"""The one mind: which methods are tried on a question, in which order, for how long.

``decide`` ends in a checked :class:`Tour` or a checked :class:`Proof`, or it raises
:exc:`SearchLimitReached`. The public finders and provers are its faces. Slices are measured in
steps, not seconds, so an answer depends on the graph and the seed only.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from icosian._kernels import backtracking as kernels
from icosian.exceptions import (
    DeadEnd,
    HamiltonianCycleExists,
    HamiltonianPathExists,
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    SearchLimitReached,
)
from icosian.proofs import Proof
from icosian.tours import backtracking, refute, rotate
from icosian.tours.check import check_tour
from icosian.tours.clock import Clock, TimeIsUp
from icosian.tours.problem import Problem
from icosian.tours.seeds import checked_seed
from icosian.tours.tour import SearchStats, Tour
from icosian.tours.warnsdorff import warnsdorff_path

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.clock import Progress
    from icosian.tours.problem import NormalForm

__all__ = [
    "METHODS",
    "decide",
    "hamiltonian_cycle",
    "hamiltonian_path",
    "prove_no_hamiltonian_cycle",
    "prove_no_hamiltonian_path",
]

METHODS = ("auto", "warnsdorff", "rotations", "backtrack")

NARROW, EXHAUSTIBLE = 12, 300_000
"""Nodes pending and states made by a frontier programme that is tried before the exact search."""
ROUND = 5_000
"""Steps of the exact search in the first round; every round has twice as many."""


class _Search:
    """One question on its way to an answer."""

    def __init__(self, problem: Problem, clock: Clock, seed: int) -> None:
        self.problem = problem
        self.clock = clock
        self.seed = seed
        self.form: NormalForm = problem.normal_form()
        self.keys = problem.keys()
        self.cover: Any = None
        """The latest run of rotations, the source of what a search that gives up can show."""

    def rotations(self, limit: float, turn: int = 0) -> NDArray[np.int32] | None:
        """Look for a tour by rotations; the cover by Roth's rule at the first turn only."""
        keys = self.keys if turn == 0 else None
        self.cover = rotate.rotations(self.form, keys=keys, seed=self.seed + turn)
        return rotate.rotate(self.cover, self.clock, limit)

    def backtracking(self, limit: float, turn: int) -> tuple[int, NDArray[np.int32] | None]:
        """Search exactly; a status of the kernel, and a tour if it says so."""
        order = kernels.SHUFFLED if turn else kernels.DEGREE
        run = backtracking.backtracking(
            self.form, root=self.form.root, order=order, seed=self.seed + turn
        )
        status = self.clock.run("backtrack", run, limit)
        return status, run.arrays()[3] if status == kernels.FOUND else None

    def tour(self, cycle: NDArray[np.int32], method: str) -> Tour:
        """Translate a cycle of the normal form, and check it against the graph."""
        problem = self.problem
        return _checked(problem, problem.decode(cycle).tolist(), method, self.clock)


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


def decide(problem: Problem, clock: Clock, *, method: str = "auto", seed: int = 0) -> Tour | Proof:
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
        proof = refute.cheap_proof(problem, clock)
        if proof is None:
            if tour := _trivial(problem, clock):
                return tour
            if method == "warnsdorff":
                return _by_rule(problem)
            search = _Search(problem, clock, seed)
            answer = {"auto": _portfolio, "rotations": _rotations, "backtrack": _backtrack}[method](
                search
            )
            if isinstance(answer, Tour):
                return answer
            proof = answer
        proof.check(problem.G)
    except TimeIsUp:
        raise SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: "
            f"no Hamiltonian {'cycle' if problem.closed else 'path'} found, none excluded",
            stats=SearchStats(method=method, steps=clock.steps, seconds=clock.seconds),
            partial=_partial(search),
        ) from None
    return proof


def _trivial(problem: Problem, clock: Clock) -> Tour | None:
    """Answer the questions that are too small to be a cycle of the normal form."""
    if problem.closed or problem.size > (1 if problem.arrays.directed else 2):
        return None
    order = list(range(problem.size))
    if problem.start == 1 or problem.end == 0:
        order.reverse()
    return _checked(problem, order, "trivial", clock)


def _portfolio(search: _Search) -> Tour | Proof:
    # A rotation turns a part of the tour round, which arcs do not allow.
    reversible = not search.problem.arrays.directed
    for turn in count():
        if (
            reversible
            and (cycle := search.rotations(_patience(search.form.size, turn), turn)) is not None
        ):
            return search.tour(cycle, "rotations")
        if turn == 0 and (
            proof := refute.exhaustion(
                search.problem, search.clock, limit=EXHAUSTIBLE, width=NARROW
            )
        ):
            return proof
        limit = (ROUND + search.form.size) << turn
        status, cycle = search.backtracking(limit, turn)
        if cycle is not None:
            return search.tour(cycle, "backtrack")
        if status == kernels.EXHAUSTED:
            return _exhausted(search)
    raise AssertionError


def _patience(n: int, turn: int) -> int:
    """Return how many rotations a turn may take: most successes come early."""
    return (min(100 * n, 20_000) + 20 * n) << turn


def _rotations(search: _Search) -> Tour:
    for turn in count():
        cycle = search.rotations(_patience(search.form.size, turn), turn)
        if cycle is not None:
            return search.tour(cycle, "rotations")
    raise AssertionError


def _backtrack(search: _Search) -> Tour | Proof:
    status, cycle = search.backtracking(float("inf"), 0)
    if cycle is not None:
        return search.tour(cycle, "backtrack")
    assert status == kernels.EXHAUSTED
    return _exhausted(search)


def _exhausted(search: _Search) -> Proof:
    """Return a proof where the exact search says that there is none."""
    proof = refute.exhaustion(search.problem, search.clock)
    assert proof is not None, "the exact search and the frontier programme disagree"
    return proof


def _by_rule(problem: Problem) -> Tour:
    ends = "end" if problem.end is not None else "closed" if problem.closed else None
    if ends:
        raise InvalidArgument(
            f"method 'warnsdorff' finds open tours without a given end, not {ends}"
        )
    start = None if problem.start is None else problem.nodes[problem.start]
    try:
        return warnsdorff_path(problem.G, start)
    except DeadEnd as error:
        raise SearchLimitReached(str(error), partial=tuple(error.partial)) from None


def _partial(search: _Search | None) -> tuple[Any, ...]:
    """Return the longest path of the graph that the search held."""
    if search is None or search.cover is None:
        return ()
    piece = rotate.longest_piece(search.cover).tolist()
    problem = search.problem
    if problem.arrays.directed:
        piece = [v // 2 for v in piece if v % 2 == 0]
    nodes = [problem.nodes[v] if v < problem.size else None for v in piece]
    G = problem.G
    best: list[Any] = []
    run: list[Any] = []
    for node in nodes:  # cut where the normal form added an edge
        joined = node is not None and (not run or node in G.adj[run[-1]])
        run = [*run, node] if joined else [] if node is None else [node]
        best = max(best, run, key=len)
    return tuple(best)


def hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    method: str = "auto",
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tour:
    """Return a Hamiltonian cycle: a closed tour that visits every node once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start : node, optional
        The node that the tour is numbered from; on a board also the name of a square.
    method : {"auto", "rotations", "backtrack"}
        "auto" chooses and combines; the others name one method. Rotations never end where there
        is no cycle, unless a simple reason is seen at once.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same tour.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour
        A closed tour, checked against ``G``.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over; ``.partial`` is the longest path that was held.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_path : Open tours.
    prove_no_hamiltonian_cycle : The same question, expecting a no.
    knights_tour : Boards of millions of squares, without a graph.

    Notes
    -----
    Degrees, connectivity and parity are looked at first. Then a path cover by Warnsdorff's rule
    is repaired by Posa rotations [1]_, and if that fails, frontier exhaustion and backtracking
    decide. Deciding is NP-complete: easy graphs take time about linear in their size, hard ones
    can take exponential time.

    References
    ----------
    .. [1] Lajos Posa, Hamiltonian circuits in random graphs, Discrete Mathematics 14 (1976),
       359-364.

    Examples
    --------
    The Icosian Game, Hamilton's puzzle of 1857:

    >>> import networkx as nx, icosian
    >>> tour = icosian.hamiltonian_cycle(nx.dodecahedral_graph(), 0)
    >>> icosian.is_hamiltonian_cycle(nx.dodecahedral_graph(), tour)
    True
    """
    answer = _ask(G, method, timeout, seed, progress, closed=True, start=start)
    if isinstance(answer, Proof):
        raise NoHamiltonianCycle(answer)
    return answer


def hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    method: str = "auto",
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tour:
    """Return a Hamiltonian path: an open tour that visits every node once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default.
    method : {"auto", "warnsdorff", "rotations", "backtrack"}
        "auto" chooses and combines; the others name one method.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same tour.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour
        An open tour, checked against ``G``. One node is a path of length 0.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over; ``.partial`` is the longest path that was held.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_cycle : Closed tours, and notes on the methods.
    warnsdorff_path : The rule alone.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> icosian.hamiltonian_path(nx.petersen_graph(), start=0, end=2)
    <open tour of 10 nodes from 0 to 2>
    """
    answer = _ask(G, method, timeout, seed, progress, closed=False, start=start, end=end)
    if isinstance(answer, Proof):
        raise NoHamiltonianPath(answer)
    return answer


def prove_no_hamiltonian_cycle(
    G: nx.Graph[Any], *, timeout: float | None = None, seed: int | None = None
) -> Proof:
    """Return a proof that a graph has no Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    timeout : float, optional
        Seconds after which to give up.
    seed : int, optional
        Seed of all random choices.

    Returns
    -------
    Proof
        Checked against ``G``; ``check(G)`` does it again, ``explain()`` tells it.

    Raises
    ------
    HamiltonianCycleExists
        If there is one; ``.tour`` is it.
    SearchLimitReached
        If the time is over.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_cycle : The same question, expecting a yes.

    Examples
    --------
    >>> import icosian
    >>> proof = icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(7))
    >>> proof.check(icosian.knight_graph(7))
    """
    answer = _ask(G, "auto", timeout, seed, None, closed=True)
    if isinstance(answer, Tour):
        raise HamiltonianCycleExists(answer)
    return answer


def prove_no_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    timeout: float | None = None,
    seed: int | None = None,
) -> Proof:
    """Return a proof that a graph has no Hamiltonian path with these ends.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    start, end : node, optional
        The ends of the path; free by default.
    timeout : float, optional
        Seconds after which to give up.
    seed : int, optional
        Seed of all random choices.

    Returns
    -------
    Proof
        Checked against ``G``; ``check(G)`` does it again, ``explain()`` tells it.

    Raises
    ------
    HamiltonianPathExists
        If there is one; ``.tour`` is it.
    SearchLimitReached
        If the time is over.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_path : The same question, expecting a yes.

    Examples
    --------
    >>> import icosian
    >>> print(icosian.prove_no_hamiltonian_path(icosian.knight_graph(4), "a1", "c1").explain())
    There is no Hamiltonian path from (3, 0) to (3, 2): ...
    """
    answer = _ask(G, "auto", timeout, seed, None, closed=False, start=start, end=end)
    if isinstance(answer, Tour):
        raise HamiltonianPathExists(answer)
    return answer


def _ask(
    G: nx.Graph[Any],
    method: str,
    timeout: float | None,
    seed: int | None,
    progress: Callable[[Progress], object] | None,
    **question: Any,
) -> Tour | Proof:
    """Check the arguments of a public function and put its question."""
    if method not in METHODS:
        raise InvalidArgument(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    clock = Clock(timeout, progress)
    number = checked_seed(seed)
    return decide(Problem.of(G, **question), clock, method=method, seed=number)
