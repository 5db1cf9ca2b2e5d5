"""The questions that users ask: four faces of one decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.exceptions import (
    HamiltonianCycleExists,
    HamiltonianPathExists,
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
)
from icosian.proofs import Proof
from icosian.tours.clock import Clock
from icosian.tours.decide import METHODS, decide
from icosian.tours.problem import Problem
from icosian.tours.seeds import checked_seed
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

    from icosian.tours.clock import Progress

__all__ = [
    "hamiltonian_cycle",
    "hamiltonian_path",
    "prove_no_hamiltonian_cycle",
    "prove_no_hamiltonian_path",
]


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
    method : {"auto", "rotations", "forcing", "cdcl", "backtrack"}
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
    method : {"auto", "warnsdorff", "rotations", "forcing", "cdcl", "backtrack"}
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
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
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
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

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
    answer = _ask(G, "auto", timeout, seed, progress, readable=True, closed=True)
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
    progress: Callable[[Progress], object] | None = None,
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
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

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
    There is no Hamiltonian path from a1 to c1: ...
    """
    answer = _ask(
        G, "auto", timeout, seed, progress, readable=True, closed=False, start=start, end=end
    )
    if isinstance(answer, Tour):
        raise HamiltonianPathExists(answer)
    return answer


def _ask(
    G: nx.Graph[Any],
    method: str,
    timeout: float | None,
    seed: int | None,
    progress: Callable[[Progress], object] | None,
    *,
    readable: bool = False,
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
    return decide(problem, clock, method=method, seed=number, readable=readable)
