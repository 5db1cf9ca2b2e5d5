"""Independent sets: pieces that do not attack each other, on any graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._arrays.csr import bit_rows
from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import NoPlacement, SearchLimitReached
from icosian.placements._graph import checked_size, reading
from icosian.placements.independent.clique_cover import clique_covers, words
from icosian.placements.independent.polynomial import coefficient, polynomial
from icosian.placements.independent.solver import LargestSet
from icosian.placements.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Progress
    from icosian.placements._graph import Reading

__all__ = [
    "count_independent_sets",
    "independence_polynomial",
    "independent_sets",
    "maximum_independent_set",
    "place",
]

_ROUNDS = 10  # attempts at a smaller clique cover
_BUFFER = 256  # sets fetched from the kernel at once, after a slow start


def independent_sets(G: nx.Graph[Any], size: int) -> Iterator[Placement]:
    """Generate the independent sets of one size: all ways to place so many peaceful pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter. It is read at the call.
    size : int
        The number of nodes.

    Yields
    ------
    Placement
        Every set of ``size`` nodes no two of which are joined, once: each in the order of the
        graph, and the sets in lexicographic order by it.

    Raises
    ------
    InvalidArgument
        If the size is no integer of at least 0, at the call.
    networkx.NetworkXNotImplemented
        If the graph is directed, at the call.

    See Also
    --------
    count_independent_sets : How many there are, mostly in much less time.
    all_queens : The same for n queens.

    Notes
    -----
    A search with backtracking, which turns back where too few free nodes are left, or too few of
    the cliques of a cover hold one. Time is exponential in the worst case, and short between two
    sets where there are many; memory is the square of the number of nodes, in bits.

    Examples
    --------
    >>> import icosian
    >>> [queens.columns for queens in independent_sets(icosian.queen_graph(4), 4)]
    [(1, 3, 0, 2), (2, 0, 3, 1)]

    The largest sets of Petersen's graph:

    >>> import networkx as nx
    >>> len(list(independent_sets(nx.petersen_graph(), 4)))
    5
    """
    return _listed(reading(G), checked_size(size))


def _listed(given: Reading, size: int) -> Iterator[Placement]:
    import numpy as np

    if size == 0:
        yield given.placement(())
        return
    # Among covers that are equally small the first is best: it is greedy in the order of the sets.
    cover = min(clique_covers(given.near(), range(given.size), rounds=_ROUNDS), key=len)
    if size > len(cover):
        return
    width = -(-given.size // BITS)

    def zeros(length: int) -> NDArray[np.int64]:
        return np.zeros(length, np.int64)

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
        In how many ways ``size`` pieces can stand so that none attacks another.

    Raises
    ------
    SearchLimitReached
        If the time is over.
    InvalidArgument
        If the size is no integer of at least 0, or the time-out is no such number.
    networkx.NetworkXNotImplemented
        If the graph is directed.

    See Also
    --------
    independence_polynomial : The numbers for all sizes, with notes on the method.
    independent_sets : The sets themselves.
    count_queens : The same for n queens, for larger boards.

    Examples
    --------
    Rooks do not attack each other if they are a permutation, and bishops on n x n squares stand
    in 2^n ways if there are as many as possible:

    >>> import icosian
    >>> count_independent_sets(icosian.rook_graph(6), 6)
    720
    >>> count_independent_sets(icosian.bishop_graph(6), 10)
    64
    """
    given, size, clock = reading(G), checked_size(size), Clock(timeout)
    try:
        return coefficient(given.near(), size, clock)
    except TimeIsUp:
        raise _undecided("not counted", "frontier", clock) from None


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
        Entry k is the number of independent sets with k nodes. So the last index is the size of a
        largest one, and the sum counts them all, the Merrifield-Simmons index of chemistry.

    Raises
    ------
    SearchLimitReached
        If the time is over.
    InvalidArgument
        If the time-out is no number of at least 0.
    networkx.NetworkXNotImplemented
        If the graph is directed.

    See Also
    --------
    count_independent_sets : One size only.
    maximum_independent_set : A largest one.

    Notes
    -----
    The coefficients of the polynomial of Gutman and Harary [1]_. The nodes are decided one after
    the other, in an order that keeps a narrow frontier between those behind and those ahead.
    Choices that block the same nodes ahead are one state, so time and memory grow with the number
    of different neighbourhoods across the frontier: at most exponentially in its width, whatever
    the length of the graph, and never with more states than there are independent sets.

    References
    ----------
    .. [1] I. Gutman, F. Harary, Generalizations of the matching polynomial, Utilitas Mathematica
       24 (1983), 97-106.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> independence_polynomial(icosian.queen_graph(6))
    (1, 36, 340, 1024, 982, 248, 4)

    All in all, paths have as many as the Fibonacci numbers say, and cycles the Lucas numbers:

    >>> [sum(independence_polynomial(nx.path_graph(n))) for n in range(1, 9)]
    [2, 3, 5, 8, 13, 21, 34, 55]
    >>> [sum(independence_polynomial(nx.cycle_graph(n))) for n in range(3, 9)]
    [4, 7, 11, 18, 29, 47]
    """
    given, clock = reading(G), Clock(timeout)
    try:
        return tuple(polynomial(given.near(), clock))
    except TimeIsUp:
        raise _undecided("not counted", "frontier", clock) from None


def maximum_independent_set(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Placement:
    """Return a largest independent set: as many pieces as possible, none attacking another.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        The nodes, in the order of the graph. Its ``bound`` says why none is larger: as many
        cliques as it has nodes cover the graph, where such cliques are found, which is always so
        for bipartite and chordal graphs; otherwise an exhausted search.

    Raises
    ------
    SearchLimitReached
        If the time is over; ``.best`` is the largest set found, ``.bound`` what is proved.
    InvalidArgument
        If the time-out is no number of at least 0, or the progress cannot be called.
    networkx.NetworkXNotImplemented
        If the graph is directed.

    See Also
    --------
    place : As many as are wanted.
    independence_polynomial : How many sets there are, of every size.

    Notes
    -----
    In turn: nodes are left out that a neighbour makes superfluous; bipartite parts are solved by
    a matching, in polynomial time [1]_; in the others an iterated local search [2]_ and an
    iterated greedy clique cover close in on each other. What is left open is decided by branch
    and bound over sets of bits, with clique covers and unit propagation as bounds, as the best
    programs for cliques have them [3]_ [4]_, and, where nodes have few neighbours, by an integer
    programme with cliques as constraints in between; that one runs in slices that cannot be
    interrupted. The problem is NP-hard; random graphs with 200 nodes take seconds. Memory is the
    square of the number of nodes that are left, in bits. The result is deterministic.

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
    >>> knights.bound.explain()
    'At most 32 nodes are independent, because 32 cliques cover the graph.'
    >>> print(maximum_independent_set(icosian.king_graph(3)))
    +-+-+-+
    |O| |O|
    +-+-+-+
    | | | |
    +-+-+-+
    |O| |O|
    +-+-+-+

    The independence number of a Kneser graph, by Erdős, Ko and Rado:

    >>> import math
    >>> len(maximum_independent_set(nx.kneser_graph(8, 3))) == math.comb(7, 2)
    True
    """
    search = LargestSet(reading(G), timeout, progress)
    _run(search)
    return search.placement()


def place(G: nx.Graph[Any], k: int, *, timeout: float | None = None) -> Placement:
    """Return a placement of k pieces, none of which attacks another.

    Parameters
    ----------
    G : networkx graph
        An undirected graph, such as a board; loops and parallel edges do not matter.
    k : int
        The number of pieces.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.

    Returns
    -------
    Placement
        An independent set of k nodes, in the order of the graph.

    Raises
    ------
    NoPlacement
        If there is none; the message and ``.bound`` say why.
    SearchLimitReached
        If the time is over; ``.best`` is the largest set found, ``.bound`` what is proved.
    InvalidArgument
        If k is no integer of at least 0, or the time-out is no such number.
    networkx.NetworkXNotImplemented
        If the graph is directed.

    See Also
    --------
    maximum_independent_set : As many as possible, with notes on the method.
    independent_sets : All such placements.
    queens : Queens, n of them on boards of any size.

    Examples
    --------
    >>> import icosian
    >>> len(place(icosian.king_graph(8), 16))
    16
    >>> place(icosian.king_graph(8), 17)
    Traceback (most recent call last):
        ...
    icosian.exceptions.NoPlacement: 17 pieces do not fit. At most 16 nodes are independent,
    because 16 cliques cover the graph.
    """
    k = checked_size(k, "k")
    search = LargestSet(reading(G), timeout)
    _run(search, k)
    if search.size < k:
        bound = search.bound()
        raise NoPlacement(f"{k} pieces do not fit. {bound.explain()}", bound=bound)
    return Placement(search.placement()[:k], G=G)


def _run(search: LargestSet, goal: int | None = None) -> None:
    try:
        search.run(goal)
    except TimeIsUp:
        raise _undecided(
            f"{search.size} independent nodes found, at most {search.most} possible",
            "independent set",
            search.clock,
            best=search.placement(),
            bound=search.bound(),
        ) from None


def _undecided(state: str, method: str, clock: Clock, **known: Any) -> SearchLimitReached:
    return SearchLimitReached(
        f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: {state}",
        stats=clock.stats(method),
        **known,
    )
