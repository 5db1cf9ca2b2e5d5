"""Independent sets of any graph: maximum, of a given size, listed, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from icosian._arrays.csr import bit_rows
from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian.exceptions import NoPlacement
from icosian.placements._bits import words, zeros
from icosian.placements._graph import IndexedGraph, checked_size, indexed, undecided
from icosian.placements.independent.component import clique_covers
from icosian.placements.independent.polynomial import coefficient, polynomial
from icosian.placements.independent.solver import IndependenceSearch
from icosian.placements.placement import Placement

_ROUNDS = 10  # attempts at a smaller clique cover
_BUFFER = 256  # sets fetched from the kernel at once, after a slow start


@hinted
def independent_sets(G: nx.Graph[Any], size: int) -> Iterator[Placement]:
    """Generate the independent sets of one size: all ways to place non-attacking pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter. It is read at the call.
    size : int
        The number of nodes.

    Yields
    ------
    Placement
        Every set of ``size`` pairwise non-adjacent nodes once: its nodes in the order of the
        graph, and the sets in lexicographic order.

    Raises
    ------
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, at the call.

    See Also
    --------
    count_independent_sets : How many there are, usually in much less time.
    all_queens : The same for n queens.

    Notes
    -----
    Backtracking, pruned where too few free nodes are left, or too few cliques of a cover hold one.
    Time is exponential in the worst case, and short between two sets where there are many; memory
    is the square of the number of nodes, in bits.

    Examples
    --------
    >>> import icosian
    >>> [queens.columns for queens in independent_sets(icosian.queen_graph(4), 4)]
    [(1, 3, 0, 2), (2, 0, 3, 1)]

    The maximum independent sets of the Petersen graph:

    >>> import networkx as nx
    >>> len(list(independent_sets(nx.petersen_graph(), 4)))
    5
    """
    return _listed(indexed(G), checked_size(size))


def _listed(given: IndexedGraph, size: int) -> Iterator[Placement]:
    if size == 0:
        yield given.placement(())
        return
    # Of equally small covers the first is best: it is greedy in the order of the sets.
    cover = min(clique_covers(given.neighbor_masks(), range(given.size), rounds=_ROUNDS), key=len)
    if size > len(cover):
        return
    width = -(-given.size // BITS)

    free, state = zeros(size * width), zeros(kernels.LIST_WORDS)
    free[:width] = words([(1 << given.size) - 1], width)
    run = Run(
        kernels.listing,
        bit_rows(given.arrays),
        words([sum(1 << v for v in clique) for clique in cover], width),
        free,
        zeros(size),  # chosen
        zeros(size * _BUFFER),  # listed
        state,
    )
    clock, room, status = Clock(), 1, kernels.MORE
    while status != kernels.DONE:
        run[-1][kernels.ROOM] = room
        status = clock.run("independent sets", run)
        number = int(run[-1][kernels.LISTED])
        sets = np.array(run[-2][: number * size], np.int64).reshape(-1, size)
        run[-1][kernels.LISTED] = 0
        for chosen in sets.tolist():
            yield Placement(map(given.nodes.__getitem__, chosen), G=given.G)
        room = min(4 * room, _BUFFER)


@hinted
def count_independent_sets(G: nx.Graph[Any], size: int, *, timeout: float | None = None) -> int:
    """Return the number of independent sets of one size, exactly.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    size : int
        The number of nodes.
    timeout : float, optional
        Seconds after which to give up.

    Returns
    -------
    int
        The number of ways to place ``size`` non-attacking pieces.

    Raises
    ------
    SearchLimitReached, InvalidArgument, networkx.NetworkXNotImplemented
        As for :func:`independence_polynomial`, or if the size is not an integer of at least 0.

    See Also
    --------
    independence_polynomial : The numbers for all sizes, with notes on the method.
    independent_sets : The sets themselves.
    count_queens : The same for n queens, for larger boards.

    Examples
    --------
    Non-attacking rooks are permutations, and as many bishops as possible on n x n squares are
    placed in 2^n ways:

    >>> import icosian
    >>> count_independent_sets(icosian.rook_graph(6), 6)
    720
    >>> count_independent_sets(icosian.bishop_graph(6), 10)
    64
    """
    given, size, clock = indexed(G), checked_size(size), Clock(timeout)
    try:
        return coefficient(given.neighbor_masks(), size, clock)
    except TimeIsUp:
        raise undecided("not counted", "frontier", clock) from None


@hinted
def independence_polynomial(G: nx.Graph[Any], *, timeout: float | None = None) -> tuple[int, ...]:
    """Return the numbers of independent sets of all sizes, exactly.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up.

    Returns
    -------
    tuple of int
        Entry k is the number of independent sets with k nodes. So the last index is the
        independence number, and the sum is the Merrifield-Simmons index of chemistry.

    Raises
    ------
    SearchLimitReached
        If the time is over.
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed.

    See Also
    --------
    count_independent_sets : A single size.
    maximum_independent_set : A maximum one.

    Notes
    -----
    The coefficients of the polynomial of Gutman and Harary [1]_, by dynamic programming along a
    frontier. The nodes are decided one after the other, in an order that keeps the frontier between
    decided and undecided nodes narrow. Choices that block the same undecided nodes are one state,
    so time and memory are at most exponential in the width of the frontier, and linear in the
    length of the graph.

    References
    ----------
    .. [1] I. Gutman, F. Harary, Generalizations of the matching polynomial, Utilitas Mathematica
       24 (1983), 97-106.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> independence_polynomial(icosian.queen_graph(6))
    (1, 36, 340, 1024, 982, 248, 4)

    The sums are the Fibonacci numbers for paths and the Lucas numbers for cycles:

    >>> [sum(independence_polynomial(nx.path_graph(n))) for n in range(1, 9)]
    [2, 3, 5, 8, 13, 21, 34, 55]
    >>> [sum(independence_polynomial(nx.cycle_graph(n))) for n in range(3, 9)]
    [4, 7, 11, 18, 29, 47]
    """
    given, clock = indexed(G), Clock(timeout)
    try:
        return tuple(polynomial(given.neighbor_masks(), clock))
    except TimeIsUp:
        raise undecided("not counted", "frontier", clock) from None


@hinted
def maximum_independent_set(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Placement:
    """Return a maximum independent set: as many non-attacking pieces as possible.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        The nodes, in the order of the graph. Its ``bound`` says why no set is larger: a
        :class:`CliqueCover` with as many cliques where one is found, as in all bipartite and
        chordal graphs, and else :class:`Exhausted`.

    Raises
    ------
    SearchLimitReached
        If the time is over; ``.best`` is the largest set found, ``.proof`` what is proved.
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed.

    See Also
    --------
    place : A given number of nodes.
    independence_polynomial : How many sets there are, of every size.

    Notes
    -----
    Dominated nodes are removed. Bipartite components are solved by a matching, in polynomial time
    [1]_; in the others, an iterated local search [2]_ and an iterated greedy clique cover give
    bounds from both sides. Where these differ, branch and bound decides, with clique covers and
    unit propagation as bounds [3]_ [4]_; on sparse graphs it takes turns with integer programming
    with cliques as constraints, whose turns cannot be interrupted. The problem is NP-hard; random
    graphs with 200 nodes take seconds. Memory is the square of the number of nodes that are left,
    in bits. The result is deterministic.

    References
    ----------
    .. [1] J. E. Hopcroft, R. M. Karp, An n^(5/2) algorithm for maximum matchings in bipartite
       graphs, SIAM Journal on Computing 2 (1973), 225-231.
    .. [2] D. V. Andrade, M. G. C. Resende, R. F. Werneck, Fast local search for the maximum
       independent set problem, Journal of Heuristics 18 (2012), 525-547.
    .. [3] P. San Segundo, A. Nikolaev, M. Batsyn, Infra-chromatic bound for exact maximum clique
       search, Computers & Operations Research 64 (2015), 293-303.
    .. [4] C.-M. Li, Z. Quan, An efficient branch-and-bound algorithm based on MaxSAT for the
       maximum clique problem, AAAI 2010, 128-133.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> knights = maximum_independent_set(icosian.knight_graph(8))
    >>> len(knights), len({(row + column) % 2 for row, column in knights})
    (32, 1)
    >>> knights.proof.explain()
    'At most 32 nodes are independent: 32 cliques cover the graph, and each holds at most one.'
    >>> print(maximum_independent_set(icosian.king_graph(3)))
    +-+-+-+
    |O| |O|
    +-+-+-+
    | | | |
    +-+-+-+
    |O| |O|
    +-+-+-+

    The independence number of a Kneser graph is known (Erdős, Ko and Rado):

    >>> import math
    >>> len(maximum_independent_set(nx.kneser_graph(8, 3))) == math.comb(7, 2)
    True
    """
    return _searched(IndependenceSearch(indexed(G), Clock(timeout, progress)))


@hinted
def place(G: nx.Graph[Any], k: int, *, timeout: float | None = None) -> Placement:
    """Return a placement of k non-attacking pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph, such as a board; loops and parallel edges do not matter.
    k : int
        The number of pieces.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.

    Returns
    -------
    Placement
        An independent set of k nodes, in the order of the graph.

    Raises
    ------
    NoPlacement
        If there is none; the message and ``.proof`` say why not.
    SearchLimitReached
        If the time is over; ``.best`` is the largest set found, ``.proof`` what is proved.
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed.

    See Also
    --------
    maximum_independent_set : As many as possible, with notes on the method.
    independent_sets : All such placements.
    queens : Place n queens, on boards of any size.

    Examples
    --------
    >>> import icosian
    >>> len(place(icosian.king_graph(8), 16))
    16
    >>> place(icosian.king_graph(8), 17)
    Traceback (most recent call last):
        ...
    icosian.exceptions.NoPlacement: 17 pieces do not fit. At most 16 nodes are independent:
    16 cliques cover the graph, and each holds at most one.
    """
    k = checked_size(k, "k")
    search = IndependenceSearch(indexed(G), Clock(timeout))
    return Placement(_searched(search, k)[:k], G=G)


def _searched(search: IndependenceSearch, goal: int | None = None) -> Placement:
    """Return a set of at least ``goal`` nodes, by default a maximum one with its bound."""
    try:
        search.run(goal)
        if goal is None or search.size < goal:
            bound = search.bound()
    except TimeIsUp:
        bound = search.bound_out_of_time()
        raise undecided(
            f"{search.size} independent nodes found, at most {search.most} possible",
            "independent set",
            search.clock,
            best=search.placement(bound),
            proof=bound,
        ) from None
    if goal is None:
        return search.placement(bound)
    if search.size < goal:
        raise NoPlacement(f"{goal} pieces do not fit. {bound.explain()}", proof=bound)
    return search.placement()
