"""Enumeration of the Hamiltonian cycles and paths of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_flag
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian._run.ledger import checked_resume
from icosian._run.pool import Workers, checked_executor, opened
from icosian.exceptions import IncompleteRun, SearchLimitReached
from icosian.tours.enumeration.search import tour_batches
from icosian.tours.problem import Problem
from icosian.tours.symmetries import problem_symmetries
from icosian.tours.tour import N, Tour


@hinted
def hamiltonian_cycles(
    G: nx.Graph[N],
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    distinct: bool = False,
    executor: Workers = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[Tour[N]]:
    """Generate the Hamiltonian cycles of a graph, each once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not; self-loops and parallel edges do not matter. It must not change
        during the iteration.
    require, forbid : iterable of (node, node), optional
        Edges that the tours must use, and edges that they must not use; in a digraph the direction
        matters.
    positions : mapping of node to int, optional
        Numbers of nodes on the tour, from 1; one node must have number 1.
    distinct : bool
        Generate only one tour of each class under the symmetries that keep the conditions: the
        rotations and reflections of the board, or all automorphisms of a graph without one.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where branches of a longer search are searched; the order of the tours is the same. The
        executor is not shut down. A callable makes an executor, and another one if that breaks.
    resume : IncompleteRun, optional
        The error that ended the same call before: the remaining tours are generated.
    timeout : float, optional
        Time limit in seconds from the call; the time between two tours counts too.
    progress : callable, optional
        Called about ten times a second of search with a :class:`Progress`.

    Yields
    ------
    Tour
        Every cycle once, checked against ``G``; in an undirected graph both directions are the
        same cycle. Tours begin at the node of number 1, or else at the first node of the graph.
        Nothing is searched ahead of the first few.

    Raises
    ------
    InvalidArgument, NotANode, networkx.NetworkXPointlessConcept
        If an argument is not valid, at the call.
    IncompleteRun
        If the executor breaks and cannot be replaced, after all tours found by then.
    SearchLimitReached
        If the time is over, after all tours found by then; also for ``distinct`` if there are too
        many symmetries and tours.

    See Also
    --------
    hamiltonian_cycle : One, or the proof that there is none.
    hamiltonian_paths : The same for paths.
    backtrack : A plain search, step by step.

    Notes
    -----
    The search marks edges as used or unused. It applies the rules of
    :class:`icosian.proofs.ForcedEdges` (two edges at every node, no cycle that closes early) as
    long as they decide anything, then branches on an edge of the node with the fewest ways to be
    completed: an idea of Selby's, and Algorithm H of Knuth [1]_. Time is exponential in the worst
    case, and a few microseconds a tour where there are many; each branching visits all nodes.
    Memory is linear in the number of edges. With ``positions``, the search also checks that each
    node can be reached in time from those with a given position; memory is then quadratic, and
    branching follows the tour.

    The tours come in the order of this search: tours with the edge of a branching come before those
    without. That edge depends on the order of the nodes of ``G`` and nothing else. ``distinct``
    keeps the first tour of each class. Up to 50,000 symmetries are listed; of more, only generators
    are used, and up to 300,000 tours are stored.

    References
    ----------
    .. [1] Donald E. Knuth, The Art of Computer Programming, pre-fascicle 8a, 7.2.2.4, Hamiltonian
       Paths and Cycles.

    Examples
    --------
    The 6 x 6 board has 9862 closed knight's tours (OEIS A001230), the 3 x 10 board 16:

    >>> import icosian
    >>> G = icosian.knight_graph(3, 10)
    >>> len(list(hamiltonian_cycles(G))), len(list(hamiltonian_cycles(G, distinct=True)))
    (16, 6)

    The icosahedron has 1280 cycles, in 17 classes under its 120 symmetries:

    >>> import networkx as nx
    >>> G = nx.icosahedral_graph()
    >>> len(list(hamiltonian_cycles(G))), len(list(hamiltonian_cycles(G, distinct=True)))
    (1280, 17)

    Every edge of a dodecahedron is in two thirds of its 30 cycles, since it is cubic and looks the
    same from all edges:

    >>> G = nx.dodecahedral_graph()
    >>> len(list(hamiltonian_cycles(G))), len(list(hamiltonian_cycles(G, require=[(0, 1)])))
    (30, 20)
    """
    asked = Problem.of(G, closed=True, require=require, forbid=forbid, positions=positions)
    return _tours(asked, distinct, executor, resume, Clock(timeout, progress))


@hinted
def hamiltonian_paths(
    G: nx.Graph[N],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    distinct: bool = False,
    executor: Workers = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[Tour[N]]:
    """Generate the Hamiltonian paths of a graph, each once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not; self-loops and parallel edges do not matter. It must not change
        during the iteration.
    start, end : node, optional
        The ends of the paths; on a board also the names of squares. Free by default.
    require, forbid, positions, distinct, executor, resume, timeout, progress : optional
        As for :func:`hamiltonian_cycles`.

    Yields
    ------
    Tour
        Every path once, checked against ``G``, from the start and to the end where these are given.
        In an undirected graph a path and its reverse are the same: without given ends, it begins at
        that end which comes first in the graph, or where ``positions`` make it begin.

    Raises
    ------
    InvalidArgument, NotANode, networkx.NetworkXPointlessConcept
        If an argument is not valid, at the call.
    IncompleteRun
        If the executor breaks and cannot be replaced, after all tours found by then.
    SearchLimitReached
        If the time is over, after all tours found by then.

    See Also
    --------
    hamiltonian_path : One, or the proof that there is none.
    hamiltonian_cycles : The same for cycles, with notes on the method and the order.

    Examples
    --------
    The 5 x 5 board has 1728 open knight's tours (OEIS A165134), or 864 if a tour and its reverse
    are one; 304 leave a corner:

    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> len(list(hamiltonian_paths(G))), len(list(hamiltonian_paths(G, "a1")))
    (864, 304)

    A Hidato has one solution:

    >>> board = icosian.king_graph(3)
    >>> print(*hamiltonian_paths(board, "a3", positions={"b2": 3, "c1": 6, "c3": 8}))
    1 9 8
    2 3 7
    4 5 6
    """
    asked = Problem.of(
        G, closed=False, start=start, end=end, require=require, forbid=forbid, positions=positions
    )
    return _tours(asked, distinct, executor, resume, Clock(timeout, progress))


def _tours(
    asked: Problem,
    distinct: bool,
    executor: Workers,
    resume: IncompleteRun | None,
    clock: Clock,
) -> Iterator[Tour]:
    """Check what the conditions leave to be checked, and return the iterator."""
    checked_executor(executor)
    checked_resume(resume, executor)
    return _generated(asked, checked_flag(distinct, "distinct"), executor, resume, clock)


def _generated(
    asked: Problem,
    distinct: bool,
    executor: Workers,
    resume: IncompleteRun | None,
    clock: Clock,
) -> Iterator[Tour]:
    G, nodes, closed = asked.G, asked.nodes, asked.closed
    number = 0
    try:
        with opened(executor) as pool:
            group = problem_symmetries(asked, clock) if distinct else None
            for found in tour_batches(asked, clock, group, pool=pool, resume=resume):
                stats = clock.stats("listing")
                number += len(found)
                for order in found.tolist():
                    yield Tour([nodes[v] for v in order], is_closed=closed, G=G, stats=stats)
    except TimeIsUp:
        raise SearchLimitReached(
            f"not all tours are listed after {clock.seconds:.3g} s and {clock.steps} steps: "
            f"{number} so far",
            stats=clock.stats("listing"),
        ) from None
