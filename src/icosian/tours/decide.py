"""The one mind: which methods are tried on a question, in which order, for how long.

``decide`` ends in a checked :class:`Tour` or a checked :class:`Proof`, or it raises
:exc:`SearchLimitReached`. The public finders and provers are its faces. Slices are measured in
steps, not seconds, so an answer depends on the graph and the seed only.
"""

from __future__ import annotations

import math
from itertools import count, pairwise
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
    from collections.abc import Callable, Iterator

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from icosian._kernels._jit import Run
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

NARROW, EXHAUSTIBLE = 12, 5_000
"""Nodes pending, and states a node, of a frontier programme tried before the exact search."""
ROUND = 5_000
"""Steps of the exact search in the first round, beyond one a node; each round has twice as many."""


class _Search:
    """One question on its way to an answer: every attempt ends in a tour, a proof or None."""

    def __init__(self, problem: Problem, clock: Clock, seed: int) -> None:
        self.problem = problem
        self.clock = clock
        self.seed = seed
        self.form: NormalForm = problem.normal_form()
        self.keys = problem.keys()
        self.cover: Run | None = None
        """The latest run of rotations, the source of what a search that gives up can show."""

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
        self.cover = rotate.rotations(self.form, keys=keys, seed=self.seed + turn)
        # Most successes come early.
        cycle = rotate.rotate(self.cover, self.clock, (min(100 * n, 20_000) + 20 * n) << turn)
        return None if cycle is None else self._tour(cycle, "rotations")

    def exhaustion(self) -> Proof | None:
        """Try to prove by a frontier programme that there is none, if that is cheap."""
        limit = EXHAUSTIBLE * max(self.problem.size, 60)
        return refute.exhaustion(self.problem, self.clock, limit=limit, width=NARROW)

    def backtracking(self, turn: int, limit: float | None = None) -> Tour | Proof | None:
        """Search exactly, from the second turn on with ties broken at random."""
        order = kernels.SHUFFLED if turn else kernels.DEGREE
        run = backtracking.backtracking(
            self.form, root=self.form.root, order=order, seed=self.seed + turn
        )
        if limit is None:
            limit = (ROUND + self.form.size) << turn
        status = self.clock.run("backtrack", run, limit)
        if status == kernels.FOUND:
            return self._tour(run.arrays()[3], "backtrack")
        if status == kernels.EXHAUSTED:
            proof = refute.exhaustion(self.problem, self.clock)
            assert proof is not None, "the exact search and the frontier programme disagree"
            return proof
        return None

    def _tour(self, cycle: NDArray[np.int32], method: str) -> Tour:
        """Translate a cycle of the normal form, and check it against the graph."""
        problem = self.problem
        return _checked(problem, problem.decode(cycle).tolist(), method, self.clock)


def _portfolio(search: _Search) -> Iterator[Tour | Proof | None]:
    for turn in count():
        if not search.problem.arrays.directed:  # a rotation turns arcs round
            yield search.rotations(turn)
        if turn == 0:
            yield search.exhaustion()
        yield search.backtracking(turn)


METHODS: dict[str, Callable[[_Search], Iterator[Tour | Proof | None]]] = {
    "auto": _portfolio,
    "warnsdorff": lambda search: iter([search.warnsdorff()]),
    "rotations": lambda search: map(search.rotations, count()),
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
        answer = _easy(problem, clock)
        if answer is None:
            search = _Search(problem, clock, seed)
            answer = next(found for found in METHODS[method](search) if found is not None)
        if isinstance(answer, Proof):
            answer.check(problem.G)
    except TimeIsUp:
        raise SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: "
            f"no Hamiltonian {'cycle' if problem.closed else 'path'} found, none excluded",
            stats=SearchStats(method=method, steps=clock.steps, seconds=clock.seconds),
            partial=_partial(search),
        ) from None
    return answer


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


def _partial(search: _Search | None) -> tuple[Any, ...]:
    """Return the longest path of the graph that the rotations held."""
    if search is None or search.cover is None:
        return ()
    nodes, G = search.problem.nodes, search.problem.G
    piece = rotate.longest_piece(search.cover).tolist()
    ends = [0]  # the piece is cut where the normal form added a vertex or an edge
    for k, (u, v) in enumerate(pairwise(piece), start=1):
        if max(u, v) >= len(nodes) or nodes[v] not in G.adj[nodes[u]]:
            ends.append(k)
    parts = [piece[i:j] for i, j in pairwise([*ends, len(piece)])]
    return tuple(nodes[v] for v in max(parts, key=len) if v < len(nodes))


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
        "auto" chooses and combines; the others name one method. Rotations need an undirected
        graph, and never end where there is no cycle, unless a simple reason is seen at once.
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
    problem = Problem.of(G, **question)
    if method == "warnsdorff" and (problem.closed or problem.end is not None):
        raise InvalidArgument("method 'warnsdorff' finds open tours without a given end only")
    if method == "rotations" and problem.arrays.directed:
        raise InvalidArgument("method 'rotations' turns parts round: not in a directed graph")
    return decide(problem, clock, method=method, seed=number)
