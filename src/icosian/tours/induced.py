"""Longest induced paths and cycles, with a bound for all others, and lists of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import networkx as nx
import numpy as np

from icosian._run.limits import Clock, Limits, TimeIsUp, Watch, check_int, hinted
from icosian._show import one_by_one
from icosian.exceptions import InvalidTour, SearchLimitReached
from icosian.proofs import InducedBound
from icosian.tours.longest.functions import LongestTour, longest, longest_of
from icosian.tours.longest.induced_search import (
    METHOD,
    BitGraph,
    InducedSearch,
    PathCases,
    given_ends,
    symmetries_of,
)
from icosian.tours.problem import Problem, conditions_in
from icosian.tours.tour import Tour, check_tour


def shortest(problem: Problem) -> list[int]:
    """Return a shortest path between ends, or cycle with some edge, which are induced, or none."""
    H = nx.empty_graph(problem.size)
    H.add_edges_from(
        zip(problem.arrays.sources().tolist(), problem.arrays.indices.tolist(), strict=True)
    )
    ends = given_ends(problem) or [0]
    with suppress(nx.NetworkXNoCycle, nx.NetworkXNoPath):
        if problem.closed:
            ends = nx.find_cycle(H)[0]
            H.remove_edge(*ends)
        path: list[int] = nx.shortest_path(H, ends[0], ends[-1])
        return path
    return []


def check_induced(problem: Problem, path: list[int]) -> list[Any]:
    """Return the nodes of a path from its start; raise :exc:`InvalidTour` unless it is induced."""
    first, last = problem.start, problem.end
    if path[-1] == first or (first is None and path[0] == last):
        path = [*reversed(path)]
    nodes = [problem.nodes[v] for v in path]
    H = problem.G.subgraph(nodes)
    check_tour(H, nodes, closed=problem.closed)
    problem.conditions.check_order(nodes)
    index = problem.index
    joined = {frozenset(map(index.__getitem__, edge)) for edge in H.edges()}
    if sum(len(pair) == 2 for pair in joined) > len(nodes) - (not problem.closed):
        raise InvalidTour("an edge joins two nodes that do not follow each other")
    return nodes


# -- Public functions


def longest_induced(G: nx.Graph[Any], limits: Limits, **asked: Any) -> LongestTour:
    """Answer a question: search, and check what comes of it."""
    problem, clock = problem_of(G, **asked), limits.clock
    if not (first := shortest(problem)) or problem.size == 1:
        return longest(G, None, limits, **asked)  # one node, or a proof that there is none
    graph = BitGraph.of(problem, symmetries_of(problem, clock))
    search = InducedSearch(graph, limits, first, closed=problem.closed, ends=given_ends(problem))
    with suppress(TimeIsUp):
        search.run()
    nodes = check_induced(problem, search.best)

    def claim(bound: int, **evidence: Any) -> InducedBound:
        return problem.certificate(InducedBound, bound=bound, **evidence)

    return longest_of(problem, nodes, search.bound(G, problem.nodes, claim), clock)


def problem_of(G: nx.Graph[Any], **asked: Any) -> Problem:
    """Return the problem of an undirected graph."""
    problem = Problem.of(G, **asked)
    if problem.arrays.directed:
        raise nx.NetworkXNotImplemented(
            "induced paths and cycles are those of undirected graphs, got a digraph:"
            " G.to_undirected() is one"
        )
    return problem


def list_induced(problem: Problem, size: int | None, clock: Clock) -> Iterator[Tour]:
    """Yield all induced paths or cycles, or those with so many nodes."""
    cases = PathCases(
        BitGraph.of(problem, np.zeros((0, problem.size), np.int64)),
        range(problem.size),
        closed=problem.closed,
        ends=given_ends(problem),
    )
    if size is not None:
        cases.least = cases.most = min(size, problem.size + 1)
    number = 0
    try:
        for found in cases.found(clock, math.inf):
            if found is not None:
                yield Tour(check_induced(problem, found), is_closed=problem.closed, G=problem.G)
                number += 1
    except TimeIsUp:
        raise SearchLimitReached(
            f"{number} found, not all: {clock.over}", stats=clock.stats(METHOD)
        ) from None


@hinted
def longest_induced_cycle(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> LongestTour:
    """Return the longest induced cycle, or the best one that the time allows.

    Only the edges of the cycle join its nodes: a "coil in the box" if the graph is a hypercube. It
    comes with a proved bound on the number of nodes of all of them.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which the best cycle so far is returned. Compiling kernels does not count;
        checking a proof by cases does.
    seed : int, optional
        Seed of all random choices; without a time limit the same graph and seed give the same
        cycle.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds the length.

    Returns
    -------
    LongestTour
        A closed tour of some nodes, with ``length``, its number of nodes, ``bound``, ``gap``,
        ``is_longest`` and ``proof``, an :class:`~icosian.proofs.InducedBound`, checked against
        ``G``.

    Raises
    ------
    NoCycle
        If the graph has no cycle; ``.proof`` was checked against ``G``.
    InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    longest_induced_path : Open tours, and those with given ends.
    icosian.tours.induced_cycles : All of them, or one with a given number of nodes.
    longest_cycle : A cycle that other edges may shorten.

    Notes
    -----
    Three methods take turns: branch and bound on both ends of a path, with a bound by degrees and
    one case for all that symmetries of the graph make alike; a beam search [1]_; and the search for
    cycles that a symmetry turns, among its orbits. The check of the proof takes two to
    three times as long. Random graphs of 60 nodes and hypercubes up to dimension 6 are proved; in
    dimension 7 and 8 the longest coils, 48 and 96, are found in two seconds, with a weak bound.

    References
    ----------
    .. [1] S. J. Meyerson, T. E. Drapela, W. E. Whiteside, W. D. Potter, Finding longest paths in
       hypercubes: 11 new lower bounds for snakes, coils, and symmetrical coils, Current Approaches
       in Applied Artificial Intelligence (2015), 275-284.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> [icosian.longest_induced_cycle(nx.hypercube_graph(d)).length for d in (2, 3, 4, 5)]
    [4, 6, 8, 14]
    >>> coil = icosian.longest_induced_cycle(nx.hypercube_graph(4))
    >>> print(coil.explain())
    An induced cycle of length 8, proved to be the longest.
    """
    return longest_induced(G, Limits.of(locals()), closed=True)


@hinted
def longest_induced_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> LongestTour:
    """Return the longest induced path, or the best one that the time allows.

    No edge joins two of its nodes but those that follow each other: a "snake in the box" if the
    graph is a hypercube.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    timeout, seed, progress : optional
        As for :func:`longest_induced_cycle`.

    Returns
    -------
    LongestTour
        An open tour of some nodes, with ``length``, its number of nodes, ``bound``, ``gap``,
        ``is_longest`` and ``proof``, an :class:`~icosian.proofs.InducedBound`, checked against
        ``G``. One node is a path.

    Raises
    ------
    NoPath
        If no path joins the ends given; ``.proof`` was checked against ``G``.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    longest_induced_cycle : Closed tours, and notes on the methods.
    icosian.tours.induced_paths : All of them, or one with a given number of nodes.

    Examples
    --------
    The snakes of the hypercubes (OEIS A099155, which counts edges):

    >>> import networkx as nx, icosian
    >>> [icosian.longest_induced_path(nx.hypercube_graph(d)).length - 1 for d in (2, 3, 4, 5)]
    [2, 4, 7, 13]

    A king who never comes next to where he was:

    >>> print(icosian.king_graph(5).longest_induced_path().explain())
    An induced path of length 13, proved to be the longest.
    """
    return longest_induced(G, Limits.of(locals()), closed=False, **conditions_in(locals()))


@one_by_one
def induced_cycles(
    G: nx.Graph[Any],
    nodes: int | None = None,
    *,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Tour]:
    """Generate all induced cycles, or those with a given number of nodes.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    nodes : int, optional
        The number of nodes of a cycle, at least 3; any by default.
    timeout : float, optional
        Time limit in seconds from the call; the time between two cycles counts too.
    progress : callable or True, optional
        Called about ten times a second of search with a :class:`Progress`.

    Yields
    ------
    Tour
        Every such cycle once, checked against ``G``, always in the same order.

    Raises
    ------
    InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, at the call.
    SearchLimitReached
        If the time is over, after all cycles found by then.

    See Also
    --------
    longest_induced_cycle : One with the most nodes, and a proof of that.
    networkx.chordless_cycles : The same without a number of nodes, and digraphs.

    Notes
    -----
    Backtracking from each node through later ones, as long as enough nodes are left for the number
    that is asked for. There is a cycle with so many nodes if ``next`` finds one.

    Examples
    --------
    >>> import networkx as nx
    >>> [len(list(induced_cycles(nx.petersen_graph(), k))) for k in range(3, 10)]
    [0, 0, 12, 10, 0, 0, 0]
    """
    clock, problem = Clock(timeout, progress), problem_of(G, closed=True)
    return list_induced(problem, None if nodes is None else check_int(nodes, "nodes", 3), clock)


@one_by_one
def induced_paths(
    G: nx.Graph[Any],
    nodes: int | None = None,
    *,
    start: Any = None,
    end: Any = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Tour]:
    """Generate all induced paths, or those with a given number of nodes.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    nodes : int, optional
        The number of nodes of a path, at least 1; any by default.
    start, end : node, optional
        The ends of the paths; free by default, or as a drawn board marks them.
    timeout, progress : optional
        As for :func:`induced_cycles`.

    Yields
    ------
    Tour
        Every such path once, not its reverse too, checked against ``G``, always in the same order.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, at the call.
    SearchLimitReached
        If the time is over, after all paths found by then.

    See Also
    --------
    longest_induced_path : One with the most nodes, and a proof of that.
    induced_cycles : Closed ones, with notes on the method.

    Examples
    --------
    All shortest paths are induced, and others may be:

    >>> import networkx as nx
    >>> [list(path) for path in induced_paths(nx.cycle_graph(5), start=0, end=2)]
    [[0, 1, 2], [0, 4, 3, 2]]
    >>> sum(1 for _ in induced_paths(nx.hypercube_graph(3), 5))
    24
    """
    problem = problem_of(G, closed=False, **conditions_in(locals()))
    clock = Clock(timeout, progress)
    return list_induced(problem, None if nodes is None else check_int(nodes, "nodes", 1), clock)
