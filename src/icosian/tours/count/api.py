"""Counting Hamiltonian cycles and paths: a frontier dynamic program that meets in the middle.

A short search lists the tours if they are few. Otherwise :mod:`.plans` cuts the graph in halves,
:mod:`.plan_race` runs the best plans, :mod:`.layers` makes the states of each half, :mod:`.join`
joins them. :mod:`.exchange` shares them among the workers of an executor, and
:mod:`.degree_slices` divides counts that are too large for the memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_flag, checked_memory
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian._run.ledger import checked_resume
from icosian._run.pool import Pool, Workers, checked_executor, opened
from icosian.exceptions import IncompleteRun, InvalidArgument, SearchLimitReached
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.count.checkpoint import Checkpoint, is_stored
from icosian.tours.count.degree_slices import CycleCount
from icosian.tours.count.plans import CUT, Plan, given_plans, promising_plans
from icosian.tours.count.symmetry_classes import class_count
from icosian.tours.enumeration.search import count_if_few, tour_batches
from icosian.tours.problem import Problem
from icosian.tours.solve.answer import count_few_numbered
from icosian.tours.symmetries import problem_symmetries

METHOD = "states"
"""The name of the method in reports and errors."""
FEW = 100
"""Steps per node of the search that lists a small number of tours."""
FIRST, LISTED = 1_000, 0.25
"""It takes at most so many steps, and this part of the expected states more. As measured on graphs
of 10 to 200 nodes, that adds at most a fifth to the time of plans and states."""

LISTED_CLASSES = 20
"""Tours for each symmetry that are listed rather than counted for all symmetries."""
NUMBERED = 20
"""Tours with given positions that a SAT solver looks for; more are listed."""


@hinted
def count_hamiltonian_cycles(
    G: nx.Graph[Any],
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    executor: Workers = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> int:
    """Return how many Hamiltonian cycles a graph has.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    require, forbid : iterable of (node, node), optional
        Count only cycles that use all required and no forbidden edges; in a digraph the direction
        matters.
    positions : mapping of node to int, optional
        Count only cycles on which nodes have these numbers, from 1; one node must have number 1.
        More than a few tours are listed, so their number should not be large.
    distinct : bool
        Count cycles up to the symmetries that keep the conditions: the rotations and reflections
        of the board, or all automorphisms of a graph without one.
    memory_limit : int, optional
        Bytes that the count may use, by default half of the free memory. If all states together
        need more, they are counted in slices, one after the other.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        The workers of a larger count own the states in turn, each with its share of the memory. By
        default the count runs on the calling thread. The executor is not shut down. A callable
        makes an executor, and another one if that breaks.
    checkpoint : path, optional
        A folder in which the progress is stored from time to time and when the count is
        interrupted, or whenever workers hand on their states. The same call resumes from it, on any
        machine, even after a power cut. At the end the folder holds the number.
    resume : IncompleteRun, optional
        The error that the same call raised before; finished slices are not counted again.
    timeout : float, optional
        Time limit in seconds. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    int
        The exact number. Cycles with the same edges count once: neither the start nor, in an
        undirected graph, the direction matters.

    Raises
    ------
    IncompleteRun
        If the executor breaks and cannot be replaced.
    SearchLimitReached
        If the time is over, the memory too small, or the frontier of the graph too wide; also for
        ``distinct`` if there are more than 50,000 symmetries and more than 300,000 tours.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument is not valid, before any work; also if the checkpoint is damaged or of
        another problem.

    See Also
    --------
    count_hamiltonian_paths : Open tours.
    hamiltonian_cycle : One of them.

    Notes
    -----
    A search of up to a hundred steps a node lists the tours if they are few. Otherwise vertices are
    eliminated one after the other. Of the edges chosen so far only the state of the *frontier*
    matters, the vertices that have both chosen and undecided edges: which of them are ends of
    paths, and which ends belong to the same path. Each state is kept once, with the number of edge
    sets that lead to it [1]_, [2]_. Two such dynamic programs, from two sides of the graph, meet
    in a separator; several plans compete at first. Time and memory grow exponentially with the
    width of the frontier, which may be up to 31, but only linearly with the length of a graph. A
    digraph is twice as wide. The 8 x 8 board of knights takes a minute and 2 GB.

    Slices fix how many edges of the first half some vertices of the separator have; with two such
    vertices the largest slice needs a third of the memory. Workers take some of the states through
    a few steps, by what these leave unchanged, and hand them on. A checkpoint holds the states of a
    layer or, if the memory is short, the finished slices. The number does not depend on any of
    these.

    For ``distinct``, the tours that each symmetry keeps are counted too, in the graph of its
    orbits; where tours are few for their symmetries, they are listed. A board has the symmetries of
    its squares; its graph may have more, which ``nx.Graph(G.edges)`` has instead. Neither
    attributes nor parallel edges of a graph matter to its automorphisms. If nodes have
    ``positions``, symmetries keep each of these nodes, and given ends of a path as well; otherwise
    they may swap the ends of an undirected path.

    References
    ----------
    .. [1] Donald E. Knuth, The Art of Computer Programming, volume 4, pre-fascicle 8a,
       Hamiltonian Paths and Cycles, 2025.
    .. [2] Brendan D. McKay, Knight's tours of an 8 x 8 chessboard, technical report
       TR-CS-97-03, Australian National University, 1997.

    Examples
    --------
    The dodecahedron of the Icosian Game, and the 6 x 6 board:

    >>> import networkx as nx, icosian
    >>> icosian.count_hamiltonian_cycles(nx.dodecahedral_graph())
    30
    >>> icosian.count_hamiltonian_cycles(icosian.knight_graph(6))
    9862
    >>> icosian.count_hamiltonian_cycles(icosian.knight_graph(6), distinct=True)
    1245

    The 4-cube has 1344 cycles, or 9 up to symmetry (OEIS A159344):

    >>> G = nx.hypercube_graph(4)
    >>> icosian.count_hamiltonian_cycles(G), icosian.count_hamiltonian_cycles(G, distinct=True)
    (1344, 9)
    """
    clock = Clock(timeout, progress)
    asked = Problem.of(G, closed=True, require=require, forbid=forbid, positions=positions)
    return _count(asked, clock, distinct, memory_limit, executor, checkpoint, resume)


@hinted
def count_hamiltonian_paths(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    executor: Workers = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> int:
    """Return how many Hamiltonian paths a graph has.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the paths; on a board also names of squares. Free by default.
    require, forbid, positions, distinct, memory_limit, executor, checkpoint : optional
        As for :func:`count_hamiltonian_cycles`.
    resume, timeout, progress : optional
        As for :func:`count_hamiltonian_cycles`.

    Returns
    -------
    int
        The exact number. In an undirected graph a path and its reverse count once, so the numbers
        of the paths from each node sum up to twice the number of all.

    Raises
    ------
    IncompleteRun
        If the executor breaks and cannot be replaced.
    SearchLimitReached
        If the time is over, the memory too small, or the frontier of the graph too wide; also for
        ``distinct`` if there are more than 50,000 symmetries and more than 300,000 tours.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument is not valid, before any work; also if the checkpoint is damaged or of
        another problem.

    See Also
    --------
    count_hamiltonian_cycles : Closed tours, and notes on the method.
    hamiltonian_path : One of them.

    Notes
    -----
    If an end is free, paths are cycles through a new vertex joined to all others. It stays on the
    frontier, so there are many times as many states as for cycles.

    Examples
    --------
    Paths of a knight on 5 x 5 squares, and those from a corner:

    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> icosian.count_hamiltonian_paths(G), icosian.count_hamiltonian_paths(G, "a1")
    (864, 304)
    >>> icosian.count_hamiltonian_paths(G, positions={"a1": 1, "c3": 13})
    48
    """
    clock = Clock(timeout, progress)
    asked = Problem.of(
        G, closed=False, start=start, end=end, require=require, forbid=forbid, positions=positions
    )
    return _count(asked, clock, distinct, memory_limit, executor, checkpoint, resume)


def _count(
    asked: Problem,
    clock: Clock,
    distinct: bool,
    memory_limit: int | None,
    executor: Workers,
    folder: str | os.PathLike[str] | None,
    resume: IncompleteRun | None,
) -> int:
    """Check the other arguments of a public function and count."""
    checked_executor(executor)
    checked_resume(resume, executor, folder, "checkpoint")
    memory_limit = checked_memory(memory_limit)
    checked_flag(distinct, "distinct")
    try:
        group = problem_symmetries(asked, clock) if distinct else None
        is_listed = bool(asked.positions) or not (group is None or group.is_listed)
        if is_listed and folder is not None:
            why = "positions" if asked.positions else f"{group and group.order} symmetries"
            raise InvalidArgument(f"a count with {why} lists the tours and has no checkpoint")
        with opened(executor) as pool:
            if is_listed:
                few = count_few_numbered(asked, clock, NUMBERED) if group is None else None
                found = tour_batches(asked, clock, group, pool=pool, resume=resume)
                return sum(map(len, found)) if few is None else few
            number = _number(asked, clock, memory_limit, pool, folder, resume)
        if group is None or number < 2:
            return number
        if number < LISTED_CLASSES * group.order:
            return sum(map(len, tour_batches(asked, clock, group)))
        count = partial(_number, clock=clock, memory_limit=memory_limit)
        return class_count(asked, group.images, number, count, clock, memory_limit)
    except IncompleteRun:
        raise
    except (TimeIsUp, SearchLimitReached) as error:
        stats = clock.stats(METHOD)
        why = str(error) or clock.over
        go_on = f"; the same call goes on from {folder}" if is_stored(folder) else ""
        raise SearchLimitReached(f"not counted: {why}{go_on}", stats=stats) from None


def _number(
    asked: Problem,
    clock: Clock,
    memory_limit: int,
    pool: Pool | None = None,
    folder: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
) -> int:
    """Return how many tours keep the conditions: none by a proof, few by a list, else by states."""
    problem = asked.unconditional
    graph = [] if problem.is_tiny else problem.form.subdivided()
    checkpoint = Checkpoint(folder, graph)
    if proof := cheap_proof(problem, clock):
        proof.check(problem.G)
        checkpoint.finish(0)
        return 0
    if problem.is_tiny:
        return 1  # no cheap proof, so a path
    given: list[Plan] = []
    if resume is None and checkpoint.is_new:
        given = given_plans(problem, graph, clock) if len(graph) <= CUT else []
        most = [FIRST + LISTED * plan.score for plan in given[:1]]
        number = count_if_few(asked, clock, int(min((FEW * asked.size, *most))))
        if number is not None:
            checkpoint.finish(number)
            return number
    plans = partial(promising_plans, problem, graph, clock, given)
    count = CycleCount(
        graph=graph, clock=clock, limit=memory_limit, pool=pool, checkpoint=checkpoint
    )
    return count.run(plans, resume)
