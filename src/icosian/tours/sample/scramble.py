"""Random-looking Hamiltonian paths and cycles by backbite moves, a Markov chain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import networkx as nx
import numpy as np

from icosian._kernels import backbite as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import checked_int, checked_seed, random_state
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.problem import Problem
from icosian.tours.solve.answer import answer
from icosian.tours.tour import N, Tour

METHOD = "backbite moves"
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
    progress: Callable[[Progress], object] | None = None,
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
    progress : callable, optional
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
    asked = _question(G, closed=False, start=start, require=require, forbid=forbid)
    return _scrambled(asked, steps, seed, timeout, progress)


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
    progress: Callable[[Progress], object] | None = None,
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
    asked = _question(G, closed=True, start=start, require=require, forbid=forbid)
    return _scrambled(asked, steps, seed, timeout, progress)


def _question(G: nx.Graph[Any], **asked: Any) -> Problem:
    """Return the problem that is asked about an undirected graph."""
    if isinstance(G, nx.Graph) and G.is_directed():
        raise nx.NetworkXNotImplemented(
            "backbite moves reverse parts of a path, so they need an undirected graph"
        )
    return Problem.of(G, **asked)


def _scrambled(
    asked: Problem,
    steps: int | None,
    seed: int | None,
    timeout: float | None,
    progress: Callable[[Progress], object] | None,
) -> Tour:
    """Find a tour and scramble it."""
    tries = None if steps is None else checked_int(steps, "steps", 0)
    number = checked_seed(seed)
    clock = Clock(timeout, progress)
    problem = asked.unconditional  # required edges have a node in their middle there
    try:
        found = answer(problem, clock, seed=number)
        if isinstance(found, Proof) and problem is not asked:
            found = answer(asked, clock, seed=number)  # with the proof in terms of the graph
        if isinstance(found, Proof):
            raise (NoHamiltonianCycle if asked.closed else NoHamiltonianPath)(found)
        if tries is None:
            tries = round(problem.size * math.log2(problem.size) ** 2 / 4)
        run = _chain(problem, [problem.index[v] for v in found], number)
        clock.run(METHOD, run, tries)
    except (TimeIsUp, SearchLimitReached) as error:
        why = str(error) or clock.over
        raise SearchLimitReached(f"no tour scrambled: {why}", stats=clock.stats(METHOD)) from None
    *_, path, kept, _ = run.arrays()
    is_free = not problem.closed and problem.start is None
    order = path if is_free else kept
    nodes = asked.restored(problem.nodes[v] for v in order.tolist())
    return asked.tour(_from_start(asked, nodes), clock.stats(METHOD))


def _from_start(asked: Problem, nodes: list[Any]) -> list[Any]:
    """Return the nodes of a tour from its start: a cycle turned, a path reversed if need be."""
    if asked.closed:
        k = nodes.index(asked.nodes[asked.start or 0])
        return nodes[k:] + nodes[:k]
    reverse = asked.start is not None and asked.index[nodes[0]] != asked.start
    return nodes[::-1] if reverse else nodes


def _chain(problem: Problem, tour: list[int], seed: int) -> Run:
    """Return a run of the kernel that begins with a tour; the last arrays are path and kept."""
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
    return Run(kernels.backbite, *graph, order, pos, first, last, order.copy(), order.copy(), s)
