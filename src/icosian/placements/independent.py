"""Independent sets of any graph: maximum, of a given size, listed, counted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, repeat
from typing import Any

import networkx as nx
import numpy as np

from icosian._arrays import bit_rows, members, words_of
from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian._kernels.words import BITS
from icosian._run.limits import Clock, TimeIsUp, Watch, check_int, hinted
from icosian._show import one_by_one
from icosian.exceptions import NoPlacement
from icosian.placements.bounds import RowBound
from icosian.placements.independence_search import IndependenceSearch, clique_covers
from icosian.placements.placement import (
    IndexedGraph,
    Placement,
    Spend,
    index_graph,
    limit_error,
    pace_setup,
    until_late,
    zeros,
)
from icosian.placements.rows import best_set

_BUFFER = 256  # sets fetched from the kernel at once, after a slow start
_METHOD = "independent sets"


@one_by_one
def independent_sets(
    G: nx.Graph[Any], size: int, *, timeout: float | None = None, progress: Watch = None
) -> Iterator[Placement]:
    """Generate the independent sets of one size: all ways to place non-attacking pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph without loops; parallel edges do not matter. It is read at the call.
    size : int
        The number of nodes.
    timeout : float, optional
        Time limit in seconds from the call; the time between two sets counts too.
    progress : callable or True, optional
        Called about ten times a second of search with a :class:`Progress`.

    Yields
    ------
    Placement
        Every set of ``size`` pairwise non-adjacent nodes once: its nodes in the order of the
        graph, and the sets in lexicographic order.

    Raises
    ------
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, at the call.
    SearchLimitReached
        If the time is over, after all sets found by then.

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
    clock = Clock(timeout, progress)
    found = _listed(index_graph(G), check_int(size, "size", 0), clock)
    return chain.from_iterable(until_late(found, _METHOD, clock))


def _listed(given: IndexedGraph, size: int, clock: Clock) -> Iterator[list[Placement]]:
    if size == 0:
        yield [given.placement(())]
        return
    # Of equally small covers the first is best: it is greedy in the order of the sets.
    spend = pace_setup(clock, _METHOD)
    near, order = given.neighbor_masks(), range(given.size)
    cover = min(clique_covers(near, order, rounds=_COVERS, spend=spend), key=len)
    if size > len(cover):
        return
    width = -(-given.size // BITS)

    free, state = zeros(size * width), zeros(kernels.LIST_WORDS)
    free[:width] = words_of([(1 << given.size) - 1], width)
    run = Run(
        kernels.listing,
        bit_rows(given.arrays),
        words_of([sum(1 << v for v in clique) for clique in cover], width),
        free,
        zeros(size),  # chosen
        zeros(size * _BUFFER),  # listed
        state,
    )
    room = run[-1][kernels.ROOM] = 1
    for _ in clock.fill(_METHOD, run, kernels.DONE):
        sets = np.array(run[-2][: size * run[-1][kernels.LISTED]], np.int64).reshape(-1, size)
        run[-1][kernels.LISTED] = 0
        yield [Placement(map(given.nodes.__getitem__, row), G=given.G) for row in sets.tolist()]
        room = run[-1][kernels.ROOM] = min(4 * room, _BUFFER)


@hinted
def count_independent_sets(
    G: nx.Graph[Any], size: int, *, timeout: float | None = None, progress: Watch = None
) -> int:
    """Return the number of independent sets of one size, exactly.

    Parameters
    ----------
    G : networkx graph
        An undirected graph without loops; parallel edges do not matter.
    size : int
        The number of nodes.
    timeout : float, optional
        Seconds after which to give up.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

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
    clock = Clock(timeout, progress)
    given, size = index_graph(G), check_int(size, "size", 0)
    try:
        return coefficient(given.neighbor_masks(), size, clock)
    except TimeIsUp:
        raise limit_error("not counted", "frontier", clock) from None


@hinted
def independence_polynomial(
    G: nx.Graph[Any], *, timeout: float | None = None, progress: Watch = None
) -> tuple[int, ...]:
    """Return the numbers of independent sets of all sizes, exactly.

    Parameters
    ----------
    G : networkx graph
        An undirected graph without loops; parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

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
    clock = Clock(timeout, progress)
    given = index_graph(G)
    try:
        return tuple(polynomial(given.neighbor_masks(), clock))
    except TimeIsUp:
        raise limit_error("not counted", "frontier", clock) from None


@hinted
def maximum_independent_set(
    G: nx.Graph[Any],
    *,
    weight: str | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Placement:
    """Return a maximum independent set: as many non-attacking pieces as possible.

    Parameters
    ----------
    G : networkx graph
        An undirected graph without loops; parallel edges do not matter.
    weight : str, optional
        The attribute of nodes that is their weight, a number of at least 0: the set weighs as much
        as possible. By default every node counts 1.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        The nodes, in the order of the graph. Its ``bound`` says why no set is larger: a
        :class:`CliqueCover` with as many cliques where one is found, as in all bipartite and
        chordal graphs, and else :class:`Exhausted`; with a weight, a :class:`RowBound`.

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
    with cliques as constraints, whose turns cannot be interrupted. Sets with a weight are found as
    in :func:`minimum_dominating_set`, with cliques as conditions. The problem is NP-hard; random
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
    >>> print(knights.proof.explain())
    No independent set has more than 32 nodes: 32 cliques cover the graph, and each holds at most
    one.
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

    Most weight in the middle of a path:

    >>> G = nx.path_graph(5)
    >>> nx.set_node_attributes(G, {0: 1, 1: 0.5, 2: 0.25, 3: 1.5, 4: 1}, "gain")
    >>> chosen = maximum_independent_set(G, weight="gain")
    >>> chosen.nodes, chosen.weight, chosen.bound
    ((0, 3), 2.5, 2.5)
    """
    clock = Clock(timeout, progress)
    if weight is not None:
        return best_set(index_graph(G), RowBound(goal="independent set", weight=weight), clock)
    return _searched(IndependenceSearch(index_graph(G), clock))


@hinted
def place(
    G: nx.Graph[Any], k: int, *, timeout: float | None = None, progress: Watch = None
) -> Placement:
    """Return a placement of k non-attacking pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph, such as a board, without loops; parallel edges do not matter.
    k : int
        The number of pieces.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

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
    icosian.exceptions.NoPlacement: 17 pieces do not fit. No independent set has more than 16
    nodes: 16 cliques cover the graph, and each holds at most one.
    """
    clock = Clock(timeout, progress)
    k = check_int(k, "k", 0)
    return Placement(_searched(IndependenceSearch(index_graph(G), clock), k)[:k], G=G)


def _searched(search: IndependenceSearch, goal: int | None = None) -> Placement:
    """Return a set of at least ``goal`` nodes, by default a maximum one with its bound."""
    try:
        search.run(goal)
        if goal is None or search.size < goal:
            bound = search.bound()
    except TimeIsUp:
        bound = search.bound_out_of_time()
        raise limit_error(
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


# -- Counting independent sets by size, by dynamic programming along a frontier

_COVERS = 10  # attempts at a smaller clique cover
_BATCH = 1 << 14  # states between two looks at the clock
_STATES = 1 << 12  # of the first attempt; every turn allows four times as many


def polynomial(near: Sequence[int], clock: Clock) -> list[int]:
    """Return the numbers of independent sets with 0, 1, 2, ... nodes, the last one not 0."""
    field = _field(near)
    order = _narrow_order(near, pace_setup(clock, "frontier"))
    sizes = _follow(near, order, repeat(-1), clock, math.inf)
    return [sizes >> k & (1 << field) - 1 for k in range(0, sizes.bit_length(), field)]


def coefficient(near: Sequence[int], size: int, clock: Clock) -> int:
    """Return the number of independent sets with ``size`` nodes.

    Where the size is near the largest possible, few states can reach it if the frontier moves
    clique by clique through a small cover. Both orders are tried in turns, with a growing limit on
    the states.
    """
    spend = pace_setup(clock, "frontier")
    cover = min(clique_covers(near, range(len(near)), rounds=_COVERS, spend=spend), key=len)
    if size > len(cover):
        return 0
    orders = list(chain.from_iterable(cover)), _narrow_order(near, spend)
    windows = [_windows(order, cover, size) for order in orders]
    limit = _STATES
    while True:
        for order, window in zip(orders, windows, strict=True):
            with suppress(_TooManyStates):
                return _follow(near, order, window, clock, limit) >> size * _field(near)
        limit *= 4


class _TooManyStates(Exception):
    """The limit on states is reached."""


def _field(near: Sequence[int]) -> int:
    """Return the bits for one number of sets, which is at most max(1, 2**n - 1)."""
    return max(len(near), 1)


def _follow(
    near: Sequence[int], order: Sequence[int], windows: Iterable[int], clock: Clock, limit: float
) -> int:
    """Decide the nodes in order; return the polynomial.

    A state is the set of undecided nodes that the chosen nodes block. Its value is the polynomial
    of the sizes of the choices that lead to it, as one integer with a field of bits for each size:
    to add polynomials is to add integers, to choose a node is to shift by one field. Between two
    components there is a single state, so their polynomials multiply. Sizes outside the window of
    a step are dropped.
    """
    field = _field(near)
    batch_size = max(1, _BATCH >> (field**2 >> 12).bit_length())  # sizes have field ** 2 bits
    ahead = (1 << len(near)) - 1
    states = {0: 1}
    for v, window in zip(order, windows, strict=False):
        bit = 1 << v
        ahead ^= bit
        blocks = near[v] & ahead
        after: dict[int, int] = {}
        pending = iter(states.items())
        while batch := list(islice(pending, batch_size)):
            for blocked, sizes in batch:
                state = blocked & ~bit
                if kept := sizes & window:
                    after[state] = after.get(state, 0) + kept
                if state == blocked and (more := sizes << field & window):
                    state |= blocks
                    after[state] = after.get(state, 0) + more
            clock.tick("frontier", len(batch))
        states = after
        limit -= len(states)
        if limit < 0:
            raise _TooManyStates
    return states.get(0, 0)


def _windows(order: Sequence[int], cover: Sequence[Sequence[int]], size: int) -> list[int]:
    """Return for every step the fields of the sizes from which ``size`` can be reached.

    A clique with undecided nodes adds at most one node.
    """
    field = len(order)
    rank = {v: k for k, v in enumerate(order)}
    ends = {max(map(rank.__getitem__, clique)) for clique in cover}
    left = len(cover)
    windows = []
    for k in range(len(order)):
        left -= k in ends
        least = max(size - left, 0)
        windows.append((1 << (size + 1 - least) * field) - 1 << least * field)
    return windows


def _narrow_order(near: Sequence[int], spend: Spend) -> Sequence[int]:
    """Return the order with the least bound on states, of some greedy ones and the given one."""
    orders: list[Sequence[int]] = [range(len(near))]
    start = 0
    for _ in range(3):  # from ends of the graph
        orders.append(_greedy_order(near, start, spend))
        start = orders[-1][-1] if orders[-1] else 0
    return min(orders, key=lambda order: _states(near, order, spend))


def _greedy_order(near: Sequence[int], start: int, spend: Spend) -> list[int]:
    """Return a greedy order: next is the oldest node that adds the fewest to the frontier."""
    ahead = (1 << len(near)) - 1
    order: list[int] = []
    reached = 0  # nodes ahead with a neighbor behind
    pending: dict[int, None] = {}
    while ahead:
        if not pending:
            v = start if not order else next(members(ahead))
            pending[v] = None
            reached |= 1 << v
        spend(len(pending) * (1 + len(near) // BITS))
        v = min(pending, key=lambda v: (near[v] & ahead & ~reached).bit_count())
        del pending[v]
        ahead ^= 1 << v
        order.append(v)
        pending.update(dict.fromkeys(members(near[v] & ahead & ~reached)))
        reached |= near[v]
    return order


def _states(near: Sequence[int], order: Sequence[int], spend: Spend) -> int:
    """Return a bound on the number of states.

    Undecided nodes with the same decided neighbors are blocked together, and decided nodes with the
    same undecided neighbors block the same: a state is a set of such classes, on either side.
    """
    ahead = (1 << len(near)) - 1
    total = 0
    behind: list[int] = []
    for v in order:
        ahead ^= 1 << v
        behind = [u for u in (*behind, v) if near[u] & ahead]
        spend(len(behind) * (1 + len(near) // BITS))
        reached = 0
        for u in behind:
            reached |= near[u]
        done = {near[w] & ~ahead for w in members(reached & ahead)}
        total += 1 << min(len({near[u] & ahead for u in behind}), len(done))
    return total
