"""Random Hamiltonian cycles and paths: uniform ones, and scrambled ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import gcd
from random import Random
from typing import Any, overload

import networkx as nx
import numpy as np

from icosian._arrays import ring
from icosian._kernels import backbite as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import (
    Clock,
    Limits,
    TimeIsUp,
    Watch,
    check_flag,
    check_int,
    check_memory,
    hinted,
    random_state,
)
from icosian.exceptions import SearchLimitReached, no_tour
from icosian.proofs import Proof
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.count.degree_slices import check_disk, check_runs
from icosian.tours.count.layers import METHOD, Memory
from icosian.tours.count.plans import plans_to_race, promising_plans, race_plans
from icosian.tours.enumeration import canonical, kept_symmetries, tour_batches
from icosian.tours.problem import Problem, conditions_in, start_of
from icosian.tours.sample.draws import COUNTED, Draws
from icosian.tours.solve.outcome import answer
from icosian.tours.symmetries import Numbers, problem_symmetries
from icosian.tours.tour import N, Tour

SCRAMBLE = "backbite moves"
FEWEST_BLOCKS = 64
"""At least so many blocks hold the path; sqrt(n) are enough for n nodes."""


@hinted
def scrambled_hamiltonian_path(
    G: nx.Graph[N],
    start: Any = None,
    *,
    steps: int | None = None,
    seed: int | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    progress: Watch = None,
) -> Tour[N]:
    """Return a Hamiltonian path that looks random, at once also on large graphs.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    start : node, optional
        Where the path begins; on a board also the name of a square. Free by default.
    steps : int, optional
        How many moves to try, by default (log2 n)²/4 for each of n nodes. With 0 the path is the
        one that :func:`hamiltonian_path` finds.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same path.
    require, forbid : iterable of (node, node), optional
        Edges that the path must use, and edges that it must not use.
    timeout : float, optional
        Time limit in seconds. Compiling the kernels, once on a machine, does not count.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour
        An open tour, checked against ``G``.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` is the reason, checked against ``G``.
    SearchLimitReached
        If the time is over.
    networkx.NetworkXNotImplemented
        If the graph is directed: a move reverses a part of the path.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If another argument is not valid, before any work.

    See Also
    --------
    random_hamiltonian_path : Exactly uniform, for graphs that are small or narrow.
    scrambled_hamiltonian_cycle : Closed tours.

    Notes
    -----
    A backbite move [1]_ adds an edge from an end of the path to any neighbor w, and removes the
    edge of the path at w that would close a cycle. A path whose ends are adjacent is a cycle, and
    may be cut anywhere. Moves to ends of higher degree are accepted less often, so that moves in
    both directions are equally likely. If moves lead from each path to every other, the
    distribution converges to the uniform one. They do in all grids of at most 20 nodes, as a list
    of all paths shows; for grids in general this is not known [2]_, and some graphs of 6 nodes are
    counterexamples. After finitely many steps the distribution is not uniform in any case. With
    ``start``, the path is the last one met that begins there.

    The ends wander about like random walks, which visit all n nodes of a grid in O(n log² n)
    steps. The default was chosen by measurement: after half as many steps a path of a grid is as
    straight as after ten times as many. Of 100 x 100 nodes 41 % lie in the middle of a straight
    line, of the path that was found first 98 %. A step takes O(sqrt(n)) time; all 441,000 steps
    take 0.06 s, and the whole call less than 0.1 s.

    References
    ----------
    .. [1] Marc L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt, Journal
       of Chemical Physics 77 (1982), 1554-1559.
    .. [2] Richard Oberdorf, Allison Ferguson, Jesper L. Jacobsen, Jane Kondev, Secondary structures
       in long compact polymers, Physical Review E 74 (2006), 051801.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> G = nx.grid_2d_graph(10, 10)
    >>> path = icosian.scrambled_hamiltonian_path(G, (0, 0), seed=1)
    >>> icosian.is_hamiltonian_path(G, path), path[0]
    (True, (0, 0))
    """
    limits = Limits.of(locals())
    asked = {"start": start_of(G, start), "require": require, "forbid": forbid}
    return _scrambled(_question(G, closed=False, **asked), steps, limits)


@hinted
def scrambled_hamiltonian_cycle(
    G: nx.Graph[N],
    start: Any = None,
    *,
    steps: int | None = None,
    seed: int | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    progress: Watch = None,
) -> Tour[N]:
    """Return a Hamiltonian cycle that looks random, at once also on large graphs.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    start : node, optional
        Where the cycle begins, by default the first node of the graph.
    steps, seed, require, forbid, timeout, progress : optional
        As for :func:`scrambled_hamiltonian_path`.

    Returns
    -------
    Tour
        A closed tour, checked against ``G``.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` is the reason, checked against ``G``.
    SearchLimitReached
        If the time is over.
    networkx.NetworkXNotImplemented
        If the graph is directed: a move reverses a part of the path.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If another argument is not valid, before any work.

    See Also
    --------
    random_hamiltonian_cycle : Exactly uniform, for graphs that are small or narrow.
    scrambled_hamiltonian_path : Open tours, and notes on the method.

    Notes
    -----
    A cycle is found, cut anywhere, and scrambled as a path. Whenever the ends of the path are
    joined, it is a cycle; the last one that is met is returned. Where cycles are rare among
    the paths, as in sparse graphs, it may be the first one.

    Examples
    --------
    >>> import icosian
    >>> icosian.knight_graph(20).scrambled_hamiltonian_cycle("a1", seed=1)
    <closed tour of 400 nodes from (19, 0)>
    """
    limits = Limits.of(locals())
    return _scrambled(_question(G, closed=True, **conditions_in(locals())), steps, limits)


def _question(G: nx.Graph[Any], **asked: Any) -> Problem:
    """Return the problem that is asked about an undirected graph."""
    if isinstance(G, nx.Graph) and G.is_directed():
        raise nx.NetworkXNotImplemented(
            "backbite moves reverse parts of a path, so they need an undirected graph"
        )
    return Problem.of(G, **asked)


def _scrambled(asked: Problem, steps: int | None, limits: Limits) -> Tour:
    tries = None if steps is None else check_int(steps, "steps", 0)
    number, clock = limits.seed, limits.clock
    problem = asked.unconditional  # required edges have a node in their middle there
    try:
        found = answer(problem, clock, seed=number)
        if isinstance(found, Proof) and problem is not asked:
            found = answer(asked, clock, seed=number)  # with the proof in terms of the graph
        if isinstance(found, Proof):
            raise no_tour(found)
        if tries is None:
            tries = round(problem.size * math.log2(problem.size) ** 2 / 4)
        run = _chain(problem, [problem.index[v] for v in found], number)
        clock.run(SCRAMBLE, run, tries)
    except (TimeIsUp, SearchLimitReached) as error:
        why = str(error) or clock.over
        raise SearchLimitReached(f"no tour scrambled: {why}", stats=clock.stats(SCRAMBLE)) from None
    walk = run.arrays()[-2]
    is_free = not problem.closed and problem.start is None
    order = walk.path if is_free else walk.kept
    nodes = asked.restored(problem.nodes[v] for v in order.tolist())
    return asked.tour(nodes, clock.stats(SCRAMBLE))


def _chain(problem: Problem, tour: list[int], seed: int) -> Run:
    n = len(tour)
    order = np.array(tour, np.int32)
    pos = np.empty_like(order)
    pos[order] = np.arange(n)
    first = np.zeros(max(FEWEST_BLOCKS, math.isqrt(n)), np.int32)
    last = first.copy()
    last[0] = n - 1
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.RANDOM] = random_state(seed)
    s[kernels.BLOCKS] = 1
    s[kernels.START] = -1 if problem.closed or problem.start is None else problem.start
    graph = problem.arrays.indptr, problem.arrays.indices
    walk = kernels.BlockedPath(order, pos, first, last, path=order.copy(), kept=order.copy())
    return Run(kernels.backbite, *graph, walk, s)


# -- Uniformly random Hamiltonian cycles and paths: count them all, draw a rank, unrank it

Pairs = Iterable[tuple[Any, Any]]


@overload
def random_hamiltonian_cycle(
    G: nx.Graph[N],
    start: Any = None,
    *,
    seed: int | None = None,
    n: None = None,
    require: Pairs = (),
    forbid: Pairs = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Tour[N]: ...
@overload
def random_hamiltonian_cycle(
    G: nx.Graph[N],
    start: Any = None,
    *,
    seed: int | None = None,
    n: int,
    require: Pairs = (),
    forbid: Pairs = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> list[Tour[N]]: ...
@hinted
def random_hamiltonian_cycle(
    G: nx.Graph[N],
    start: Any = None,
    *,
    seed: int | None = None,
    n: int | None = None,
    require: Pairs = (),
    forbid: Pairs = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Tour[N] | list[Tour[N]]:
    """Return a Hamiltonian cycle at random, each with exactly the same probability.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start : node, optional
        Where the cycle begins, by default the first node of the graph. It does not change the
        cycle itself.
    seed : int, optional
        Seed of the draw; the same graph, memory limit and seed give the same cycle, and so does
        any limit that suffices for the whole count.
    n : int, optional
        How many to draw, independently of each other; the result is then a list. Many draws cost
        little more than one.
    require, forbid : iterable of (node, node), optional
        Draw only cycles that use all required and no forbidden edges; in a digraph the direction
        matters.
    symmetric : str or mapping of nodes, optional
        Draw only cycles that a symmetry maps to themselves, as for :func:`hamiltonian_cycle`. All
        of them are listed.
    distinct : bool
        Draw each class of cycles under the symmetries that keep the conditions with the same
        probability: symmetric cycles more often. The symmetries are those of
        :func:`count_hamiltonian_cycles`.
    memory_limit : int, optional
        Bytes of memory to use, by default half of the free memory. Where they do not hold the
        states of the whole count, it is taken in slices. Much more may be written to the folder
        for temporary files.
    timeout : float, optional
        Time limit in seconds. Compiling the kernels, once on a machine, does not count.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour or list of Tour
        Closed tours, checked against ``G``. In an undirected graph a cycle goes first to the one of
        the two neighbors of its start that comes first in the graph.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` is the reason, checked against ``G``.
    SearchLimitReached
        If the time is over, the memory too small, or the frontier of the graph too wide.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument is not valid, before any work.

    See Also
    --------
    random_hamiltonian_path : Open tours.
    count_hamiltonian_cycles : How many there are.
    hamiltonian_cycle : Any of them, at once.

    Notes
    -----
    All cycles are counted, as :func:`count_hamiltonian_cycles` does it, and the layers of states
    are kept. So each cycle has a rank, and a rank is drawn. It selects a pair of states where the
    two halves of the count meet, and from each of them the edges are traced back layer by layer:
    a state is reached from some states of the layer before, whose counts add up to its own. Only
    integers are compared, so the distribution is exactly uniform [1]_. Each step of the count is
    repeated once, for all draws together: it takes less than twice the time of the count.

    Where memory is short, slices of the count are counted one after the other. Each draw first
    selects a slice, by the numbers of cycles, and then a cycle in it; selected slices are counted
    once more, with their layers kept. A seed then gives other cycles than the whole count does.

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
    limits, asked = Limits.of(locals()), Problem.of(G, closed=True, **conditions_in(locals()))
    return _random(asked, limits, n, memory_limit, distinct=distinct)


@overload
def random_hamiltonian_path(
    G: nx.Graph[N],
    start: Any = None,
    end: Any = None,
    *,
    seed: int | None = None,
    n: None = None,
    require: Pairs = (),
    forbid: Pairs = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Tour[N]: ...
@overload
def random_hamiltonian_path(
    G: nx.Graph[N],
    start: Any = None,
    end: Any = None,
    *,
    seed: int | None = None,
    n: int,
    require: Pairs = (),
    forbid: Pairs = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> list[Tour[N]]: ...
@hinted
def random_hamiltonian_path(
    G: nx.Graph[N],
    start: Any = None,
    end: Any = None,
    *,
    seed: int | None = None,
    n: int | None = None,
    require: Pairs = (),
    forbid: Pairs = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Tour[N] | list[Tour[N]]:
    """Return a Hamiltonian path at random, each with exactly the same probability.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    seed, n, require, forbid, symmetric, distinct, memory_limit, timeout, progress : optional
        As for :func:`random_hamiltonian_cycle`.

    Returns
    -------
    Tour or list of Tour
        Open tours, checked against ``G``. In an undirected graph a path and its reverse are the
        same: without given ends, it begins at that end which comes first in the graph.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` is the reason, checked against ``G``.
    SearchLimitReached
        If the time is over, the memory too small, or the frontier of the graph too wide.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument is not valid, before any work.

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
    limits, asked = Limits.of(locals()), Problem.of(G, closed=False, **conditions_in(locals()))
    return _random(asked, limits, n, memory_limit, distinct=distinct)


def _random(
    asked: Problem, limits: Limits, n: int | None, memory_limit: int | None, *, distinct: bool
) -> Tour | list[Tour]:
    """Check the other arguments of a public function and draw."""
    clock, limit = limits.clock, check_memory(memory_limit)
    draw = Random(limits.seed).randrange  # noqa: S311 - not a secret
    times = 1 if n is None else check_int(n, "n")
    check_flag(distinct, "distinct")
    method = METHOD if asked.symmetry is None else "listing"
    try:
        if asked.symmetry is not None:
            orders = _drawn_symmetric(asked, times, draw, clock, distinct=distinct)
        elif distinct:
            orders = _drawn_classes(asked, times, draw, clock, limit)
        else:
            orders = _orders(asked, times, draw, clock, limit)
    except (TimeIsUp, SearchLimitReached) as error:
        why = f"no tour drawn: {str(error) or clock.over}"
        if asked.symmetry is None and asked.conditions.end is None:
            other = f"scrambled_hamiltonian_{'cycle' if asked.closed else 'path'}"
            why += f"; {other} (--scrambled) draws one that looks random, at once"
        raise SearchLimitReached(why, stats=clock.stats(method)) from None
    stats = clock.stats(method)
    if orders is None:
        found = answer(asked, clock)
        if isinstance(found, Proof):
            raise no_tour(found)
        tours = [found] * times  # a graph of one or two nodes
    else:
        tours = [asked.tour(order, stats) for order in orders]
    return tours[0] if n is None else tours


def _drawn_symmetric(
    asked: Problem, n: int, draw: Callable[[int], int], clock: Clock, *, distinct: bool
) -> list[list[Any]] | None:
    """Draw from the list of all tours that a symmetry keeps, or of one of each class."""
    group = problem_symmetries(asked, clock) if distinct else None
    chosen, total = np.zeros((n, asked.size), np.int64), 0
    for found in tour_batches(asked, clock, group):
        total += len(found)
        for k in range(n):  # each of all so far is as probable
            place = draw(total)
            if place < len(found):
                chosen[k] = found[place]
    return [[asked.nodes[v] for v in tour] for tour in chosen.tolist()] if total else None


def _drawn_classes(
    asked: Problem, n: int, draw: Callable[[int], int], clock: Clock, limit: int
) -> list[list[Any]] | None:
    """Draw tours and keep each as often as symmetries keep it; None if there is at most one."""
    # A class has order / kept tours. Those that keep a tour are some rotations and reflections of
    # it, so their number divides ``most``.
    group = problem_symmetries(asked, clock)
    listed = kept_symmetries(asked, group.images) if group.is_listed else None
    order = group.order if listed is None else len(listed) + 1
    most = gcd(order, 2 * asked.size if asked.closed else 2)
    found: list[list[Any]] = []
    while len(found) < n:
        orders = _orders(asked, 2 * most * n, draw, clock, limit)
        if orders is None:
            return None
        for nodes in clock.paced(METHOD, orders, every=10):
            tour = np.array([asked.index[v] for v in nodes])
            images = _turned(asked, tour) if listed is None else listed
            same = canonical(asked, images[:, tour]) == canonical(asked, tour[None])
            if draw(most) <= same.all(axis=1).sum():
                found.append(nodes)
    return found[:n]


def _turned(asked: Problem, tour: Numbers) -> Numbers:
    """Return the automorphisms that turn or reverse a tour, without the identity."""
    turned = [np.roll(tour, k) for k in range(asked.size if asked.closed else 1)]
    turned += [] if asked.arrays.directed else [image[::-1] for image in turned]
    images = np.empty((len(turned), asked.size), np.int64)
    images[:, tour] = turned
    return kept_symmetries(asked, images[1:])


def _orders(
    asked: Problem, n: int, draw: Callable[[int], int], clock: Clock, limit: int
) -> list[list[Any]] | None:
    """Draw tours that keep the conditions; None if there is no tour or only one."""
    problem = asked.unconditional
    if problem.is_tiny or cheap_proof(problem, clock):
        return None
    form = problem.form
    graph = form.subdivided()
    memory = Memory(limit)
    with clock.portion(0.0, COUNTED):
        plans = promising_plans(problem, graph, clock)
        check_disk(graph, plans_to_race(plans)[0], limit)
        check = partial(check_runs, graph, limit=limit)
        winner, needed = race_plans(graph, plans, clock, memory, check=check)
        winner.release()  # the plan runs again, and its layers are kept
    cycles = Draws(graph, winner.plan, clock, limit, draw).cycles(n, needed)
    if not cycles:
        return None
    orders = []
    for edges in clock.paced(METHOD, cycles, every=100):
        cycle = ring(np.array(edges))
        numbers = form.decode(cycle[cycle < form.size])
        order = asked.restored([problem.nodes[v] for v in numbers.tolist()])
        if not asked.arrays.directed and (asked.closed or asked.start is asked.end is None):
            back = [order[0], *order[:0:-1]] if asked.closed else order[::-1]
            order = min(order, back, key=lambda tour: [asked.index[v] for v in tour[:2]])
        orders.append(order)
    return orders
