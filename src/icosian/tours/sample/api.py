"""Tours at random, each as probable as any other: drawn by number from all of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, overload

from icosian._run.arguments import checked_memory, checked_seed
from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    SearchLimitReached,
)
from icosian.proofs import Proof
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.count.api import METHOD, promising_plans
from icosian.tours.count.layers import Memory
from icosian.tours.count.plan_race import best_attempt
from icosian.tours.normal_form import ring
from icosian.tours.problem import Problem
from icosian.tours.sample.backtrace import KeptLayers
from icosian.tours.sample.unranking import Numbering
from icosian.tours.solve.answer import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian.tours.tour import Tour

    Pairs = Iterable[tuple[Any, Any]]

__all__ = ["random_hamiltonian_cycle", "random_hamiltonian_path"]

COUNTED = 0.6
"""The part of the work that is done when all tours are counted, about."""


@overload
def random_hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    seed: int | None = None,
    n: None = None,
    require: Pairs = (),
    forbid: Pairs = (),
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tour: ...
@overload
def random_hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    seed: int | None = None,
    n: int,
    require: Pairs = (),
    forbid: Pairs = (),
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> list[Tour]: ...
def random_hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    seed: int | None = None,
    n: int | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tour | list[Tour]:
    """Return a Hamiltonian cycle at random, each with exactly the same probability.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start : node, optional
        Where the cycle begins, by default the first node of the graph. It changes nothing else.
    seed : int, optional
        Seed of the draw; the same graph and seed give the same cycle.
    n : int, optional
        How many to draw, independently of each other; the result is a list then. Many cost little
        more than one.
    require, forbid : iterable of (node, node), optional
        Draw from the cycles that use these edges, and not those; in a digraph the direction counts.
    memory_limit : int, optional
        Bytes of memory that it may take, by default half of what is free. Much more may go to the
        folder for temporary files.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour or list of Tour
        Closed tours, checked against ``G``. In an undirected graph a cycle goes first to the one of
        the two neighbours of its start that comes first in the graph.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over, the memory too small, or the graph too wide.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    random_hamiltonian_path : Open tours.
    count_hamiltonian_cycles : How many there are.
    hamiltonian_cycle : Any of them, at once.

    Notes
    -----
    All cycles are counted, as :func:`count_hamiltonian_cycles` does it, and the states of all steps
    are kept: the cycles have numbers then, and one of these is drawn. Where the two halves of the
    count meet, it falls upon a pair of states, and from each of them the way back is found step by
    step: each state is reached from some earlier ones, whose counts add up to its own. Only
    integers are compared, so the distribution is exactly uniform. Each step of the count is done
    once more, with all draws together. Time is less than twice that of the count.

    References
    ----------
    .. [1] Albert Nijenhuis, Herbert S. Wilf, Combinatorial Algorithms, 2nd edition, Academic Press,
       1978.

    Examples
    --------
    One of the 13,267,364,410,532 closed knight's tours of a chessboard takes about two minutes, 2.6
    GB of memory and some GB of temporary files. One of the 9862 on 6 x 6 squares:

    >>> import icosian
    >>> G = icosian.knight_graph(6)
    >>> tour = icosian.random_hamiltonian_cycle(G, seed=7)
    >>> icosian.is_hamiltonian_cycle(G, tour)
    True
    >>> tours = icosian.random_hamiltonian_cycle(G, n=100)
    """
    given = seed, n, (require, forbid), memory_limit, timeout, progress
    return _random(G, *given, closed=True, start=start)


@overload
def random_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    seed: int | None = None,
    n: None = None,
    require: Pairs = (),
    forbid: Pairs = (),
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tour: ...
@overload
def random_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    seed: int | None = None,
    n: int,
    require: Pairs = (),
    forbid: Pairs = (),
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> list[Tour]: ...
def random_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    seed: int | None = None,
    n: int | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tour | list[Tour]:
    """Return a Hamiltonian path at random, each with exactly the same probability.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default.
    seed : int, optional
        Seed of the draw; the same graph and seed give the same path.
    n : int, optional
        How many to draw, independently of each other; the result is a list then. Many cost little
        more than one.
    require, forbid : iterable of (node, node), optional
        Draw from the paths that use these edges, and not those; in a digraph the direction counts.
    memory_limit : int, optional
        Bytes of memory that it may take, by default half of what is free. Much more may go to the
        folder for temporary files.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour or list of Tour
        Open tours, checked against ``G``. In an undirected graph a path and its reverse are the
        same: without given ends, it begins at that end which comes first in the graph.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over, the memory too small, or the graph too wide.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    random_hamiltonian_cycle : Closed tours, and notes on the method.
    count_hamiltonian_paths : How many there are.

    Examples
    --------
    One of the 304 open knight's tours of 5 x 5 squares that leave a corner:

    >>> import icosian
    >>> tour = icosian.knight_graph(5).random_hamiltonian_path("a1", seed=1)
    >>> tour[0], len(tour)
    ((4, 0), 25)
    """
    given = seed, n, (require, forbid), memory_limit, timeout, progress
    return _random(G, *given, closed=False, start=start, end=end)


def _random(
    G: nx.Graph[Any],
    seed: int | None,
    n: int | None,
    conditions: tuple[Any, ...],
    memory_limit: int | None,
    timeout: float | None,
    progress: Callable[[Progress], object] | None,
    **question: Any,
) -> Tour | list[Tour]:
    """Check the arguments of a public function and draw."""
    if n is not None and (type(n) is not int or n < 1):
        raise InvalidArgument(f"n must be None or a positive integer, got {n!r}")
    limit = checked_memory(memory_limit)
    draw = Random(checked_seed(seed)).randrange  # noqa: S311 - no secret
    clock = Clock(timeout, progress)
    require, forbid = conditions
    asked = Problem.of(G, **question, require=require, forbid=forbid)
    times = 1 if n is None else n
    try:
        orders = _orders(asked.unconditional, times, draw, clock, limit)
    except (TimeIsUp, SearchLimitReached) as error:
        stats = clock.stats(METHOD)
        why = str(error) or f"the {timeout:.3g} s are over"
        raise SearchLimitReached(f"no tour drawn: {why}", stats=stats) from None
    stats = clock.stats(METHOD)
    if orders is None:
        found = answer(asked, clock)
        if isinstance(found, Proof):
            raise (NoHamiltonianCycle if asked.closed else NoHamiltonianPath)(found)
        tours = [found] * times  # of a node or two
    else:
        tours = [asked.tour(_turned(asked, asked.restored(order)), stats) for order in orders]
    return tours[0] if n is None else tours


def _orders(
    problem: Problem, n: int, draw: Callable[[int], int], clock: Clock, limit: int
) -> list[list[Any]] | None:
    """Draw tours of a question without conditions; None if there is no choice."""
    import numpy as np

    few = problem.size == 1 or (problem.size == 2 and not problem.arrays.directed)
    if few or cheap_proof(problem, clock):
        return None
    form = problem.form
    graph = form.subdivided()
    memory = Memory(limit)
    with KeptLayers(memory) as kept:
        with clock.portion(0.0, COUNTED):
            attempt, _ = best_attempt(graph, promising_plans(problem, graph, clock), clock, memory)
            attempt.give_up()  # it begins anew, and keeps its layers
            numbering = Numbering(graph, attempt.plan, clock, memory, kept)
        if numbering.size == 0:
            return None
        with clock.portion(COUNTED, 1.0):
            cycles = numbering.cycles([draw(numbering.size) for _ in range(n)])
    orders = []
    for edges in clock.paced(METHOD, cycles, every=100):
        cycle = ring(np.array(edges))
        numbers = form.decode(cycle[cycle < form.size])
        orders.append([problem.nodes[v] for v in numbers.tolist()])
    return orders


def _turned(asked: Problem, nodes: list[Any]) -> list[Any]:
    """Return the nodes of a tour from where it begins by convention, in that direction."""
    problem = asked
    place = {v: k for k, v in enumerate(problem.nodes)}
    if problem.closed:
        k = nodes.index(problem.nodes[problem.start or 0])
        nodes = nodes[k:] + nodes[:k]
    elif problem.start is not None or problem.end is not None:
        return nodes
    if problem.arrays.directed:
        return nodes
    if problem.closed and place[nodes[1]] > place[nodes[-1]]:
        return [nodes[0], *nodes[:0:-1]]
    if not problem.closed and place[nodes[0]] > place[nodes[-1]]:
        return nodes[::-1]
    return nodes
