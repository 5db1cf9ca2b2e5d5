"""Public functions that find Hamiltonian cycles without a common edge."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import networkx as nx

from icosian._io.text import shown
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian.exceptions import (
    InvalidArgument,
    InvalidTour,
    NoDisjointCycles,
    NoHamiltonianDecomposition,
    SearchLimitReached,
)
from icosian.proofs import DisjointRefutation, Proof
from icosian.tours.checking import check_proof, check_tour
from icosian.tours.conditions import edge_key
from icosian.tours.disjoint.disjoint_cycles import DisjointCycles
from icosian.tours.disjoint.search import degrees, disjoint
from icosian.tours.problem import Problem

METHOD = "disjoint cycles"


@hinted
def edge_disjoint_hamiltonian_cycles(
    G: nx.Graph[Any],
    k: int | None = None,
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> DisjointCycles:
    """Return k Hamiltonian cycles without a common edge, or as many as there are.

    Parameters
    ----------
    G : networkx graph
        Any graph or digraph, but no multigraph. Self-loops do not matter.
    k : int, optional
        How many; by default the most.
    timeout : float, optional
        Seconds. The most cycles so far are returned with a bound if ``k`` is not given.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    DisjointCycles
        The cycles, each a :class:`Tour`. If ``k`` is not given, with ``bound``, ``is_optimal`` and
        ``proof``, checked against ``G``; there may be none.

    Raises
    ------
    NoDisjointCycles
        If there are fewer than ``k``; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before ``k`` are found or excluded.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, or the graph has no nodes, before any work.

    See Also
    --------
    hamiltonian_decomposition : Cycles that have all edges together.
    hamiltonian_cycle : One of them.

    Notes
    -----
    A clause says that an edge is in one of the cycles, or is not. A solver finds two edges of each
    cycle at every node; where they form several cycles, their borders must be crossed in every
    cycle, and it goes on. Where it finds that there is no choice, the clauses that it has learned
    are the proof, a :class:`~icosian.proofs.DisjointRefutation`. Exponential time at worst.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cycles = icosian.tours.edge_disjoint_hamiltonian_cycles(nx.hypercube_graph(4))
    >>> print(cycles.explain())
    2 Hamiltonian cycles with all edges.
    >>> icosian.tours.edge_disjoint_hamiltonian_cycles(nx.petersen_graph(), 1)
    Traceback (most recent call last):
        ...
    icosian.exceptions.NoDisjointCycles: There is no Hamiltonian cycle: ...
    """
    if k is not None and (type(k) is not int or k < 1):
        raise InvalidArgument(f"k is a number of cycles, at least 1, got {shown(k)}")
    problem, clock = _asked(G), Clock(timeout, progress)
    if k is not None:
        return _found(problem, k, clock, NoDisjointCycles)
    bound, cycles = min(degrees(problem)), list[list[int]]()
    proof: Proof = DisjointRefutation(closed=True, ranks=problem.ranks, disjoint=bound + 1)
    check_proof(G, proof, Clock())
    with suppress(TimeIsUp, SearchLimitReached):
        # One first, so that there is an answer in time; then from the most downward.
        for count in dict.fromkeys([1, *range(bound, 1, -1)]) if bound else ():
            found = disjoint(problem, count, clock)
            if isinstance(found, Proof):
                check_proof(G, found, clock)
                bound, proof = count - 1, found
            else:
                cycles = found
            if len(cycles) == bound:
                break
    return _checked(problem, cycles, clock, bound=bound, proof=proof)


@hinted
def hamiltonian_decomposition(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> DisjointCycles:
    """Return Hamiltonian cycles that have every edge of a graph once.

    Parameters
    ----------
    G : networkx graph
        Any graph or digraph, but no multigraph. Self-loops do not matter.
    timeout, progress : optional
        As for :func:`edge_disjoint_hamiltonian_cycles`.

    Returns
    -------
    DisjointCycles
        The cycles; a graph without edges has none.

    Raises
    ------
    NoHamiltonianDecomposition
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, or the graph has no nodes, before any work.

    See Also
    --------
    edge_disjoint_hamiltonian_cycles : As many as there are, or so many, and the method.

    References
    ----------
    .. [1] B. Alspach, J.-C. Bermond, D. Sotteau, Decomposition into cycles I: Hamilton
       decompositions, Cycles and Rays, Kluwer, 1990, 9-18.

    Examples
    --------
    Seven guests at a round table on three evenings: nobody sits beside a guest twice.

    >>> import networkx as nx, icosian
    >>> evenings = icosian.tours.hamiltonian_decomposition(nx.complete_graph(7))
    >>> len(evenings), [len(evening) for evening in evenings]
    (3, [7, 7, 7])
    """
    problem, clock = _asked(G), Clock(timeout, progress)
    counts = degrees(problem)
    if not len(problem.arrays.indices):
        return DisjointCycles((), G=G)
    return _found(problem, max(1, *counts), clock, NoHamiltonianDecomposition)


def _asked(G: nx.Graph[Any]) -> Problem:
    """Return the problem of a graph whose edges can be told apart."""
    problem = Problem.of(G, closed=True)
    if G.is_multigraph():
        raise InvalidArgument("cycles without a common edge are for graphs, not multigraphs")
    return problem


def _found(
    problem: Problem, count: int, clock: Clock, kind: type[NoDisjointCycles]
) -> DisjointCycles:
    """Return so many cycles, or raise an error with its proof."""
    every_edge = kind is NoHamiltonianDecomposition
    try:
        found = disjoint(problem, count, clock, every_edge=every_edge)
        if isinstance(found, Proof):
            check_proof(problem.G, found, clock)
            raise kind(found)
        return _checked(problem, found, clock)
    except TimeIsUp:
        raise SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s: {count} cycles are neither found nor excluded",
            stats=clock.stats(METHOD),
        ) from None


def _checked(
    problem: Problem, cycles: list[list[int]], clock: Clock, **proved: Any
) -> DisjointCycles:
    """Return cycles that were checked against the graph, and against each other."""
    tours = [[problem.nodes[v] for v in cycle] for cycle in cycles]
    found = DisjointCycles(tours, G=problem.G, stats=clock.stats(METHOD), **proved)
    used = set()
    for tour in found:
        check_tour(problem.G, tour)
        used |= {edge_key(edge, directed=problem.arrays.directed) for edge in tour.edges()}
    if len(used) < sum(map(len, found)):
        raise InvalidTour("two cycles have an edge in common")
    return found
