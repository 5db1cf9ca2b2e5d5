"""Minimum dominating sets of any graph: one, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx

from icosian._run.clock import Clock, Progress
from icosian._run.hints import hinted
from icosian.placements._graph import indexed
from icosian.placements.domination.solver import DominationSearch
from icosian.placements.placement import Placement


@hinted
def minimum_dominating_set(
    G: nx.Graph[Any],
    *,
    total: bool = False,
    independent: bool = False,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Placement:
    """Return a minimum dominating set: as few pieces as possible that guard the whole board.

    Every node is in the set or adjacent to a node of the set.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    total : bool
        Whether nodes of the set need a neighbor in it, too: the pieces guard each other.
    independent : bool
        Whether no two nodes of the set may be adjacent: no piece attacks another.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        The nodes, in the order of the graph. Its ``bound`` says why no set is smaller: a
        :class:`Packing` of as many nodes where one is found, as on all boards of kings, and else
        :class:`Exhausted`.

    Raises
    ------
    NoPlacement
        If ``total``, and some node has no neighbor.
    SearchLimitReached
        If the time is over; ``.best`` is the smallest set found, ``.proof`` what is proved.
    InvalidArgument, networkx.NetworkXNotImplemented
        If ``total`` and ``independent``, which contradict each other, if an argument breaks its
        rule, or the graph is directed.

    See Also
    --------
    minimum_dominating_sets : All of them.
    maximum_independent_set : As many non-attacking pieces as possible.

    Notes
    -----
    Every connected component is solved by itself. A greedy set and a greedy packing, nodes no two
    of which share a dominator, give bounds from both sides. Where these differ, a branch and bound
    looks for sets of k nodes, for growing k: it branches on the dominators of the node that has the
    fewest, and excludes each of them after its turn. It prunes where the members that are left to
    choose cannot cover all that is missing; a missing node counts what it weighs in the dual of the
    linear relaxation, a fractional packing [1]_. Of squares that are symmetric on the board, one is
    tried as the first member. After some seconds integer programming (HiGHS [2]_, through scipy)
    takes turns with the search, each turn four times as long as the one before: on some graphs the
    one is a hundred times faster, on some the other. A turn of HiGHS cannot be interrupted, except
    by the time-out.

    The problem is NP-hard. Queens take a second on boards up to 13 x 13, knights some seconds up
    to 12 x 12. Memory is the square of the number of nodes, in bits. The result is
    deterministic.

    Domination numbers of n x n boards in the OEIS: A075458 (queens), A075324 (queens,
    independent), A006075 (knights), A342576 (knights, independent), A261752 (knights, total),
    A075561 (kings).

    References
    ----------
    .. [1] J. E. Beasley, An algorithm for set covering problem, European Journal of Operational
       Research 31 (1987), 85-93.
    .. [2] Q. Huangfu, J. A. J. Hall, Parallelizing the dual revised simplex method, Mathematical
       Programming Computation 10 (2018), 119-142.

    Examples
    --------
    Five queens guard a chess board, even if none may attack another, or if each must be guarded,
    too:

    >>> import networkx as nx, icosian
    >>> G = icosian.queen_graph(8)
    >>> rules = {}, {"independent": True}, {"total": True}
    >>> [len(minimum_dominating_set(G, **rule)) for rule in rules]
    [5, 5, 5]

    A king guards nine squares, so never two of the squares that are three apart:

    >>> kings = minimum_dominating_set(icosian.king_graph(6))
    >>> print(kings)
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    | |O| | |O| |
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    | |O| | |O| |
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    >>> kings.proof.value, len(minimum_dominating_set(icosian.king_graph(20)))
    (4, 49)

    A perfect code is a minimum dominating set, as the Hamming code in the cube:

    >>> len(minimum_dominating_set(nx.hypercube_graph(3))), 2**3 // (3 + 1)
    (2, 2)
    """
    clock = Clock(timeout, progress)
    return DominationSearch(indexed(G), clock, total=total, independent=independent).minimum()


@hinted
def minimum_dominating_sets(
    G: nx.Graph[Any],
    *,
    total: bool = False,
    independent: bool = False,
    timeout: float | None = None,
) -> Iterator[Placement]:
    """Generate the minimum dominating sets: all ways to guard a board with the fewest pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter. It is read at the call.
    total, independent, timeout : optional
        As for :func:`minimum_dominating_set`.

    Yields
    ------
    Placement
        Every minimum set once: its nodes in the order of the graph, and the sets in lexicographic
        order. If the graph is not connected, they are ordered by their nodes in the first
        component, then by those in the next one, and so on.

    Raises
    ------
    NoPlacement, SearchLimitReached, InvalidArgument, networkx.NetworkXNotImplemented
        As for :func:`minimum_dominating_set`; all but the time limit at the call.

    See Also
    --------
    minimum_dominating_set : One of them, with notes on the method.

    Notes
    -----
    When the size is known, the search finds some thousand sets at a time and sorts them: all of a
    component, or, if they are more, those with the same first node, or the same first two, and so
    on. The sets of all components but the first are kept in memory.

    References
    ----------
    .. [1] A. M. Yaglom, I. M. Yaglom, Challenging Mathematical Problems with Elementary Solutions
       1, Holden-Day, 1964.

    Examples
    --------
    Dominating rooks stand in every row or in every column, in 2 n^n - n! ways [1]_:

    >>> import icosian
    >>> [sum(1 for _ in minimum_dominating_sets(icosian.rook_graph(n))) for n in range(1, 6)]
    [1, 6, 48, 488, 6130]

    Six kings dominate 3 x 18 squares in one way, four 3 x 10 squares in 13 (OEIS A350815):

    >>> [len(list(minimum_dominating_sets(icosian.king_graph(3, n)))) for n in (18, 10)]
    [1, 13]
    """
    clock = Clock(timeout)
    return DominationSearch(indexed(G), clock, total=total, independent=independent).all()
