"""How many tours there are: states from both sides of a graph, joined in the middle."""

from __future__ import annotations

import os
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from icosian._run.arguments import checked_flag, checked_memory
from icosian._run.clock import Clock, TimeIsUp
from icosian._run.ledger import checked_resume
from icosian._run.pool import checked_executor, opened
from icosian.exceptions import IncompleteRun, SearchLimitReached
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.count import degree_slices as slices
from icosian.tours.count.checkpoint import Checkpoint
from icosian.tours.count.plans import plans
from icosian.tours.count.symmetry_classes import class_count
from icosian.tours.enumeration.search import few
from icosian.tours.problem import Problem
from icosian.tours.symmetries import board_symmetries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian._run.pool import Pool
    from icosian.tours.count.plans import Plan, Symmetry

__all__ = ["count_hamiltonian_cycles", "count_hamiltonian_paths"]

METHOD = "states"
"""What reports and errors call it."""
FEW = 100
"""The steps for each node in which tours are listed at first: by measurement on 10 to 200 nodes,
about a tenth of what plans and states take where these are few."""


def count_hamiltonian_cycles(
    G: nx.Graph[Any],
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    distinct: bool = False,
    memory_limit: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
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
        Count only cycles that use these edges, and not those; in a digraph the direction counts.
    distinct : bool
        Count cycles as one that are images of each other under the rotations and reflections of
        the board that keep the graph and the conditions.
    memory_limit : int, optional
        Bytes that the count may take, by default half of what is free. Where that is too little for
        all states together, they are counted in slices, one after the other.
    executor : concurrent.futures.Executor or callable, optional
        Threads that do the steps of a larger count together; or workers of another kind, which
        count slices of it, each with its share of the memory. By default all is done here. It is
        not shut down. A callable makes an executor, and another if that breaks.
    checkpoint : path, optional
        A folder that takes what has been done, at times and when the count is interrupted, even by
        a power cut; the same call goes on from it, on any machine. In the end it keeps the number.
    resume : IncompleteRun, optional
        What the same call raised before; slices that are finished are not counted again.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    int
        The exact number. Cycles with the same edges are one: neither start nor, in an undirected
        graph, direction matters.

    Raises
    ------
    IncompleteRun
        If the executor breaks, and there is no other.
    SearchLimitReached
        If the time is over, the memory too small, or the graph too wide.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also if the checkpoint is damaged, or of
        another question, and for ``distinct`` if the graph does not know its board.

    See Also
    --------
    count_hamiltonian_paths : Open tours.
    hamiltonian_cycle : One of them.

    Notes
    -----
    At first tours are listed, for a hundred steps a node. Where there are more, the vertices leave
    one after the other; of all choices of edges so far only the states of the *frontier* are
    kept, the vertices between those that left and the others: who is the end of a path, whose other
    end is who, and how many choices lead there [1]_, [2]_. Two such programmes, from two sides,
    meet in a separator; several plans compete at first. Time and memory grow exponentially with the
    width of the frontier, which may be up to 31, but only linearly with the length of a graph. A
    digraph is twice as wide. The 8 x 8 board of knights takes a minute and 2 GB.

    Slices fix how many edges of the first half some vertices of the separator have; with
    two such vertices the largest slice takes a third of the memory. Threads share the states of
    each layer by what a step leaves as it is, and the pairs of groups that are joined; other
    executors count slices. Nothing of a slice at work there is in the checkpoint, only those that
    are finished; the halves are joined in one go. For classes, the tours that each symmetry keeps
    are counted too, in the graph of its orbits. The number depends on none of these.

    References
    ----------
    .. [1] Donald E. Knuth, The Art of Computer Programming, volume 4, pre-fascicle 8a,
       Hamiltonian Paths and Cycles, 2025.
    .. [2] Brendan D. McKay, Knight's tours of an 8 x 8 chessboard, technical report
       TR-CS-97-03, Australian National University, 1997.

    Examples
    --------
    The dodecahedron of the Icosian Game, and the board of 6 x 6 squares:

    >>> import networkx as nx, icosian
    >>> icosian.count_hamiltonian_cycles(nx.dodecahedral_graph())
    30
    >>> icosian.count_hamiltonian_cycles(icosian.knight_graph(6))
    9862
    >>> icosian.count_hamiltonian_cycles(icosian.knight_graph(6), distinct=True)
    1245
    """
    conditions = require, forbid
    means = memory_limit, executor, checkpoint, resume
    return _count(G, conditions, distinct, means, timeout, progress, closed=True)


def count_hamiltonian_paths(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    distinct: bool = False,
    memory_limit: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
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
    require, forbid : iterable of (node, node), optional
        Count only paths that use these edges, and not those; in a digraph the direction counts.
    distinct : bool
        Count paths as one that are images of each other under the rotations and reflections of
        the board that keep the graph, the ends and the conditions.
    memory_limit : int, optional
        Bytes that the count may take, by default half of what is free. Where that is too little for
        all states together, they are counted in slices, one after the other.
    executor : concurrent.futures.Executor or callable, optional
        Threads that do the steps of a larger count together; or workers of another kind, which
        count slices of it, each with its share of the memory. By default all is done here. It is
        not shut down. A callable makes an executor, and another if that breaks.
    checkpoint : path, optional
        A folder that takes what has been done, at times and when the count is interrupted, even by
        a power cut; the same call goes on from it, on any machine. In the end it keeps the number.
    resume : IncompleteRun, optional
        What the same call raised before; slices that are finished are not counted again.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    int
        The exact number. In an undirected graph a path and its reverse are the same, so those that
        leave ``start`` sum up to twice the number of all.

    Raises
    ------
    IncompleteRun
        If the executor breaks, and there is no other.
    SearchLimitReached
        If the time is over, the memory too small, or the graph too wide.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also if the checkpoint is damaged, or of
        another question, and for ``distinct`` if the graph does not know its board.

    See Also
    --------
    count_hamiltonian_cycles : Closed tours, and notes on the method.
    hamiltonian_path : One of them.

    Notes
    -----
    Where an end is free, paths are cycles through a new vertex joined to all; it never leaves the
    frontier, so there are many times as many states as for cycles.

    Examples
    --------
    Paths of a knight on 5 x 5 squares, and those from a corner:

    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> icosian.count_hamiltonian_paths(G), icosian.count_hamiltonian_paths(G, "a1")
    (864, 304)
    """
    conditions = require, forbid
    means = memory_limit, executor, checkpoint, resume
    ends = {"start": start, "end": end}
    return _count(G, conditions, distinct, means, timeout, progress, closed=False, **ends)


def _count(
    G: nx.Graph[Any],
    conditions: tuple[Any, ...],
    distinct: bool,
    means: tuple[Any, ...],
    timeout: float | None,
    progress: Callable[[Progress], object] | None,
    **question: Any,
) -> int:
    """Check the arguments of a public function and count."""
    memory_limit, executor, folder, resume = means
    checked_executor(executor)
    checked_resume(resume, executor, folder, "checkpoint")
    memory_limit = checked_memory(memory_limit)
    clock = Clock(timeout, progress)
    require, forbid = conditions
    asked = Problem.of(G, **question, require=require, forbid=forbid)
    symmetries = board_symmetries(asked) if checked_flag(distinct, "distinct") else None
    try:
        with opened(executor) as pool:
            number = _number(asked, clock, memory_limit, pool, folder, resume)
        if symmetries is None or number < 2:
            return number
        return class_count(
            asked,
            symmetries,
            number,
            lambda one: _number(one, clock, memory_limit),
            clock,
            memory_limit,
        )
    except IncompleteRun:
        raise
    except (TimeIsUp, SearchLimitReached) as error:
        stats = clock.stats(METHOD)
        why = str(error) or f"the {timeout:.3g} s are over"
        go_on = "" if folder is None else f"; the same call goes on from {os.fspath(folder)}"
        raise SearchLimitReached(f"not counted: {why}{go_on}", stats=stats) from None


def _number(
    asked: Problem,
    clock: Clock,
    memory_limit: int,
    pool: Pool | None = None,
    folder: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
) -> int:
    """Return how many tours keep the conditions."""
    problem = asked.unconditional
    tiny = problem.size <= (1 if problem.arrays.directed else 2)
    graph = [] if tiny else problem.form.subdivided()
    checkpoint = Checkpoint(folder, graph)
    if proof := cheap_proof(problem, clock):
        proof.check(problem.G)
        checkpoint.finish(0)
        return 0
    if tiny:
        return 1  # no cheap proof, so a path
    if resume is None and checkpoint.is_new:
        number = few(asked, clock, FEW * asked.size)
        if number is not None:
            checkpoint.finish(number)
            return number
    found = partial(promising_plans, problem, graph, clock)
    return slices.count(graph, found, clock, memory_limit, pool, checkpoint, resume)


def promising_plans(problem: Problem, graph: Sequence[set[int]], clock: Clock) -> list[Plan]:
    """Return plans for the cycles of the normal form of a question.

    Parameters
    ----------
    problem : Problem
        The question.
    graph : sequence of sets of int
        The graph whose cycles are counted.
    clock : Clock
        The clock.

    Returns
    -------
    list of Plan
        The most promising first.
    """
    return plans(graph, _hints(problem, graph), _symmetries(problem, graph), clock)


def _hints(problem: Problem, graph: Sequence[set[int]]) -> list[list[int]]:
    """Return orders of the vertices: that of the nodes, and on boards along the sides."""
    n = problem.size
    given: list[list[Any]] = [list(range(n))]
    squares = [v for v in problem.nodes if _is_square(v)]
    dimensions = {len(square) for square in squares}
    if len(dimensions) == 1 and 2 * len(squares) > n:
        d = dimensions.pop()
        for first in range(d):
            for shift in (0, 1):  # it may be better to begin with the last square of each row
                sides = [max(square[k] for square in squares) + 1 for k in range(d)]
                given.append(
                    [
                        (v[first], *((v[k] + shift) % sides[k] for k in range(d) if k != first))
                        if v in squares
                        else (sides[first],)
                        for v in problem.nodes
                    ]
                )
    hints = []
    for keys in given:
        place = [0] * n
        for i, v in enumerate(sorted(range(n), key=keys.__getitem__)):
            place[v] = i
        places = [
            place[v // 2 if problem.arrays.directed else v] if v < n else n
            for v in range(len(graph))
        ]
        hints.append(sorted(range(len(graph)), key=lambda v: (places[v], v)))
    return hints


def _symmetries(problem: Problem, graph: Sequence[set[int]]) -> list[Symmetry]:
    """Return the reflections of a board that are automorphisms, and their products of two.

    Parameters
    ----------
    problem : Problem
        The question.
    graph : sequence of sets of int
        The neighbours of each vertex of its normal form.

    Returns
    -------
    list of tuple of int
        The images of all vertices.
    """
    if problem.arrays.directed or not all(_is_square(v) for v in problem.nodes):
        return []
    nodes = problem.nodes
    number = {v: i for i, v in enumerate(nodes)}
    axes = list(zip(*nodes, strict=False))
    found = []
    for size in (1, 2):
        for chosen in combinations(range(len(axes)), size):
            images = [
                number.get(
                    tuple(
                        min(axes[k]) + max(axes[k]) - x if k in chosen else x
                        for k, x in enumerate(v)
                    ),
                    -1,
                )
                for v in nodes
            ]
            images += range(len(nodes), len(graph))
            if -1 not in images and all(
                {images[w] for w in near} == graph[images[v]] for v, near in enumerate(graph)
            ):
                found.append(tuple(images))
    return found


def _is_square(node: Any) -> bool:
    return isinstance(node, tuple) and all(type(x) is int for x in node)
