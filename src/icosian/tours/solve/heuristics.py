"""Searches for a tour that show their steps: rotations, Warnsdorff's rule, backtracking."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, unset
from icosian._kernels import backtracking as backtrack_kernels, rotations as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import (
    Clock,
    TimeIsUp,
    Watch,
    check_flag,
    check_seed,
    hinted,
    nodes_of,
    random_state,
)
from icosian._show import Steps
from icosian.exceptions import DeadEnd, InvalidArgument, NoHamiltonianCycle, SearchLimitReached
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.instance import NormalForm
from icosian.tours.problem import Problem, start_of
from icosian.tours.tour import N, Tour, check_proof, check_tour, squares_of

ROUND_ABOUT = 5
"""How often of ten times a move of the second kind is preferred, in digraphs."""
WIDE_SIZE, FAR = 20_000, 4
"""A graph of so many nodes is wide if some are far: further from the first than so often the
binary logarithm of their number."""


def rotations(
    form: NormalForm,
    *,
    keys: NDArray[np.int64] | None = None,
    seed: int = 0,
    guided: bool = False,
    tour: NDArray[np.int32] | None = None,
) -> Run:
    """Return a run of the kernel on a form of at least 3 vertices; array 4 is the tour."""
    # Ties of Warnsdorff's rule are broken in favor of large ``keys`` (one a node), at random
    # without. ``guided`` leads the last holes towards each other: good on wide graphs, bad on
    # others. ``tour`` is a cyclic order to begin with, holes included; its neighbors include all
    # fixed edges.
    n = form.size
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.RANDOM] = random_state(seed)
    s[kernels.TIES] = kernels.ANY
    s[kernels.GUIDED] = guided
    if not np.count_nonzero(form.mate < 0):  # a digraph: parts cannot be turned round
        s[kernels.SECOND] = ROUND_ABOUT
    key = np.zeros(n, np.int64)
    if keys is not None:
        s[kernels.TIES] = kernels.FARTHEST
        key[: len(keys)] = keys
    order = np.zeros(n, np.int32)
    pos = unset(n)
    free = form.degrees
    if tour is not None:
        order[:] = tour
        pos[order] = np.arange(n)
        s[kernels.COVERED] = n
    else:
        # The end that was asked for comes first, then its mate: the rule takes care of the rest.
        order[0] = form.root
        pos[form.root] = 0
        s[kernels.COVERED] = 1
        free[form.indices[form.indptr[form.root] : form.indptr[form.root + 1]]] -= 1
    return Run(
        kernels.rotate,
        kernels.MatedGraph(form.indptr, form.indices, form.mate),
        kernels.Ranks(key, free),
        kernels.CyclicOrder(order, pos),
        kernels.HoleList(gap=unset(2 * n), holes=np.zeros(2 * n, np.int32)),
        kernels.Seen(*np.zeros((2, n), np.int32)),
        kernels.Front(*np.zeros((2, n), np.int32)),
        s,
    )


def is_far(arrays: Csr) -> bool:
    """Return True if nodes are far from the first for the size, as on boards and maps."""
    indptr, indices, n = arrays.indptr, arrays.indices, arrays.size
    front = np.zeros(1, np.int64)
    is_new = np.ones(n, bool)
    is_new[0] = False
    place = np.empty(n, np.int64)
    for _ in range(int(FAR * math.log2(n)) + 1):
        # The arcs that leave the nodes at one distance lead to those at the next.
        first, degrees = indptr[front], indptr[front + 1] - indptr[front]
        row = np.repeat(first - np.cumsum(degrees) + degrees, degrees)
        heads = indices[row + np.arange(len(row))]
        heads = heads[is_new[heads]]
        place[heads] = np.arange(len(heads))
        front = heads[place[heads] == np.arange(len(heads))]  # each once
        if not len(front):
            return False
        is_new[front] = False
    return True


def rotate(run: Run, clock: Clock, limit: float = math.inf) -> NDArray[np.int32] | None:
    """Advance a run of :func:`rotations`; return a Hamiltonian cycle of the form, if found."""
    return current_order(run) if clock.run("rotations", run, limit) else None


def current_order(run: Run) -> NDArray[np.int32]:
    """Return the vertices in the present cyclic order; some only during the first cover."""
    tour: NDArray[np.int32] = run.arrays()[2].tour
    return tour[: run[-1][kernels.COVERED]]


def holes(run: Run) -> int:
    """Return how many consecutive pairs are not known to be joined by an edge."""
    s = run[-1]
    return int(s[kernels.HOLES] + len(run[2].tour) - s[kernels.FILLED])


# -- Warnsdorff's rule alone: always go where the fewest ways lead on

_TIES = {
    "first": kernels.FIRST,
    "random": kernels.ANY,
    "pohl": kernels.POHL,
    "roth": kernels.FARTHEST,
}


@hinted
def warnsdorff_path(
    G: nx.Graph[N],
    start: Any = None,
    *,
    tie_break: Literal["auto", "first", "random", "pohl", "roth"] = "auto",
    seed: int | None = None,
) -> Tour[N]:
    """Return a Hamiltonian path by Warnsdorff's rule alone, without any backtracking.

    Parameters
    ----------
    G : networkx graph
        Any graph; in a digraph the ways on are the successors.
    start : node, optional
        Where to begin; the first node by default.
    tie_break : {"auto", "first", "random", "pohl", "roth"}
        Which of several equally good nodes to take: the first in the order of the graph, a random
        one, the one whose neighbors have the fewest ways on (Pohl), or the one farthest from the
        center of the board (Roth). "auto" is "roth" on a board, otherwise "pohl".
    seed : int, optional
        For "random"; the same seed gives the same path.

    Returns
    -------
    Tour
        An open tour.

    Raises
    ------
    DeadEnd
        If the rule gets stuck; ``.partial`` is the path up to there.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule.

    See Also
    --------
    hamiltonian_path : Repairs what the rule leaves open, and always answers.

    Notes
    -----
    H. C. von Warnsdorf, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823. Linear in
    the number of edges ("pohl": times the degree). The tie rules are those of I. Pohl, A method
    for finding Hamilton paths and knight's tours, CACM 10 (1967), and of A. Roth. On knight
    boards "roth" succeeds almost always, but on 7 x 7 it is the worst of the four; "first" and
    "random" fail more and more often as the board grows.

    Examples
    --------
    >>> import networkx as nx
    >>> warnsdorff_path(nx.dodecahedral_graph(), 0)
    <open tour of 20 nodes from 0 to ...>
    """
    if not isinstance(tie_break, str) or tie_break not in {"auto", *_TIES}:
        raise InvalidArgument(
            f"tie_break must be 'auto', 'first', 'random', 'pohl' or 'roth', got {tie_break!r}"
        )
    problem = Problem.of(G, closed=False, start=start_of(G, start))
    keys = problem.center_distances
    if tie_break == "auto":
        tie_break = "pohl" if keys is None else "roth"
    if tie_break == "roth" and keys is None:
        raise InvalidArgument("tie_break 'roth' needs a board: the graph's nodes are not squares")
    n, arrays = problem.size, problem.arrays
    back = arrays.reversed()
    first = problem.start or 0
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.RANDOM] = random_state(check_seed(seed))
    s[kernels.TIES] = _TIES[tie_break]
    s[kernels.COVERED] = 1
    order = np.zeros(n, np.int32)
    order[0] = first
    pos = unset(n)
    pos[first] = 0
    free = arrays.degrees
    free[back.indices[back.indptr[first] : back.indptr[first + 1]]] -= 1
    clock = Clock()
    clock.call(
        "warnsdorff",
        kernels.extend,
        kernels.MatedGraph(arrays.indptr, arrays.indices, unset(n)),
        kernels.PathRows(back.indptr, back.indices),
        kernels.Ranks(np.zeros(n, np.int64) if keys is None else keys, free),
        kernels.CyclicOrder(order, pos),
        s,
    )
    length = int(s[kernels.COVERED])
    tour = Tour(
        [problem.nodes[i] for i in order[:length].tolist()],
        is_closed=False,
        G=G,
        stats=replace(clock.stats("warnsdorff"), steps=length),
    )
    if length < n:
        raise DeadEnd(
            f"Warnsdorff's rule got stuck at {tour[-1]!r} after {length} of {n} nodes"
            " (see .partial; hamiltonian_path repairs this)",
            partial=tour,
        )
    check_tour(G, tour, closed=False)
    return tour


# -- Closing an open tour by reversing parts of it

ROTATIONS = 200_000
"""Rotations before a path is given up, plus a hundred for every node."""


@hinted
def close_path(
    G: nx.Graph[Any],
    path: Iterable[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Tour:
    """Turn an open tour into a closed one by reversing parts of it.

    Parameters
    ----------
    G : networkx graph
        An undirected graph.
    path : iterable of nodes
        A Hamiltonian path of ``G``.
    timeout : float, optional
        Seconds after which to give up.
    seed : int, optional
        Seed of all random choices.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour
        A closed tour that starts where the path starts, checked against ``G``; the path itself if
        its ends are adjacent.

    Raises
    ------
    InvalidTour
        If ``path`` is not a Hamiltonian path of ``G``.
    NoHamiltonianCycle
        If the graph has no Hamiltonian cycle for a simple reason; ``.proof`` says why.
    SearchLimitReached
        If no rotation closed it; that proves nothing.
    networkx.NetworkXNotImplemented
        If the graph is directed: there a part cannot be reversed.

    See Also
    --------
    hamiltonian_cycle : Find a closed tour from nothing.

    Notes
    -----
    If t is the last node of the path and has an edge to s, then reversing what follows s makes
    another path, with a new last node. Such rotations (L. Posa, 1976) go on until the ends of the
    path are adjacent.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.knight_graph(8)
    >>> icosian.close_path(G, icosian.warnsdorff_path(G, "a1"))
    <closed tour of 64 nodes from (7, 0)>
    """
    clock = Clock(timeout, progress)
    number = check_seed(seed)
    if isinstance(G, nx.Graph) and G.is_directed():
        raise nx.NetworkXNotImplemented(
            "close_path reverses parts, so it needs an undirected graph"
        )
    nodes = nodes_of(path, "a path")
    check_tour(G, nodes, closed=False)
    nodes = squares_of(G, nodes)
    problem = Problem.of(G, closed=True, start=nodes[0])
    order = np.array([problem.index[node] for node in nodes], np.int32)
    try:
        if proof := cheap_proof(problem, clock):
            check_proof(G, proof, clock)
            raise NoHamiltonianCycle(proof)
        run = rotations(problem.form, seed=number, tour=order)
        cycle = rotate(run, clock, ROTATIONS + 100 * len(nodes))
    except TimeIsUp:
        cycle = None
    stats = clock.stats("rotations")
    if cycle is None:
        raise SearchLimitReached(
            f"the path was not closed by {clock.steps} rotations, which proves nothing;"
            " hamiltonian_cycle decides",
            stats=stats,
            partial=tuple(nodes),
        )
    closed = problem.form.decode(cycle).tolist()
    if len(closed) > 2 and closed[-1] == order[1]:
        closed[1:] = closed[:0:-1]  # in the direction of the path, where that is kept
    return problem.tour([problem.nodes[i] for i in closed], stats)


# -- Exact search by backtracking, also step by step for teaching

_ORDERS = {"given": backtrack_kernels.GIVEN, "degree": backtrack_kernels.DEGREE}
_BUFFER = 4096  # steps fetched from the kernel at once, after a slow start


class SearchStep(NamedTuple):  # a tuple, because searches make millions of them
    """One step of a backtracking search.

    Attributes
    ----------
    kind : {"visit", "retreat", "found"}
        What happened: a node was put on the path, the last node was taken off it, or the path is
        a tour.
    node : node
        The node put on or taken off; the last of the tour.
    depth : int
        The number of nodes on the path after the step.
    visits, retreats, found : int
        How many steps of each kind there have been, this one included.
    tour : tuple or None
        The nodes of the tour, for "found".
    """

    kind: Literal["visit", "retreat", "found"]
    node: Any
    depth: int
    visits: int
    retreats: int
    found: int
    tour: tuple[Any, ...] | None = None


@hinted
def backtrack(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    closed: bool = False,
    order: Literal["degree", "given"] = "degree",
    prune: bool = True,
) -> Steps[SearchStep]:
    """Search all Hamiltonian paths or cycles by backtracking, and show every step.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    start : node, optional
        Where every path begins; all nodes in turn by default. A cycle begins at the first node by
        default.
    closed : bool
        Look for cycles instead of paths.
    order : {"degree", "given"}
        Which neighbors are tried first: those with the fewest ways on (Warnsdorff), or those
        that come first in the graph.
    prune : bool
        Turn back as soon as an unvisited node has too few ways left, two nodes claim the same
        end, or the unvisited part falls apart; and go at once where only one way can be right.

    Yields
    ------
    SearchStep
        Every visit, retreat and tour, in order. The search goes on after a tour until all are
        found: every path once from each of its ends (once, if ``start`` is given), every cycle of
        an undirected graph in both directions.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before the first step.

    See Also
    --------
    hamiltonian_path, hamiltonian_cycle : The quick way to one tour.
    animate, to_html : Watch the search.

    Notes
    -----
    This is the exact search of the finders, opened up. Time is exponential in the worst case;
    memory is linear in the number of edges.

    Examples
    --------
    The 5 x 5 board has 304 open knight's tours from a corner (OEIS A165134 counts all 1728), and
    pruning saves most of the steps:

    >>> import icosian
    >>> def effort(**options):
    ...     steps = list(icosian.backtrack(icosian.knight_graph(5), (0, 0), **options))
    ...     return steps[-1].found, steps[-1].visits
    >>> effort(prune=True)[0]
    304
    """
    if not isinstance(order, str) or order not in _ORDERS:
        raise InvalidArgument(f"order must be 'degree' or 'given', got {order!r}")
    problem = Problem.of(G, closed=closed, start=start if closed else start_of(G, start))
    prune = check_flag(prune, "prune")
    search = partial(_steps, problem, order=_ORDERS[order], prune=prune)
    return Steps(search, problem.G, closed=closed)


def _steps(problem: Problem, *, order: int, prune: bool) -> Iterator[SearchStep]:
    n, directed = problem.size, problem.arrays.directed
    nodes = problem.nodes
    visits = retreats = found = 0
    first = problem.start or 0
    if problem.closed and n < (2 if directed else 3):
        yield SearchStep("visit", nodes[first], 1, 1, 0, 0)
        yield SearchStep("retreat", nodes[first], 0, 1, 1, 0)
        return
    form = problem.form
    root = (2 * first if directed else first) if problem.closed else form.root
    # A node of a digraph shows itself when its in-vertex is visited; a new vertex never does.
    shown = [v // 2 if v % 2 == 0 else n for v in range(form.size)] if directed else [*range(n), n]
    run = backtracking(form, root=root, order=order, prune=prune)
    if shown[root] < n:
        visits = 1
        yield SearchStep("visit", nodes[shown[root]], 1, 1, 0, 0)
    room, status = 1, backtrack_kernels.MORE
    while status != backtrack_kernels.EXHAUSTED:
        run[-1][backtrack_kernels.ROOM] = room
        status = run.advance(1 << 14)
        recorded = np.array(run[1].events[: 2 * run[-1][backtrack_kernels.EVENTS]], np.int64)
        for event, v in recorded.reshape(-1, 2).tolist():
            if shown[v] == n:
                continue
            is_visit = event == backtrack_kernels.VISIT
            visits, retreats = visits + is_visit, retreats + (not is_visit)
            kind: Literal["visit", "retreat"] = "visit" if is_visit else "retreat"
            yield SearchStep(kind, nodes[shown[v]], visits - retreats, visits, retreats, found)
        run[-1][backtrack_kernels.EVENTS] = 0
        if status == backtrack_kernels.FOUND:
            tour = tuple(nodes[i] for i in form.decode(np.array(run[1].path, np.int32)).tolist())
            check_tour(problem.G, tour, closed=problem.closed)
            found += 1
            yield SearchStep("found", tour[-1], visits - retreats, visits, retreats, found, tour)
        room = min(2 * room, _BUFFER)
    if shown[root] < n:
        yield SearchStep("retreat", nodes[shown[root]], 0, visits, retreats + 1, found)


def backtracking(form: NormalForm, *, root: int, order: int, prune: bool = True) -> Run:
    """Return a run of the backtracking kernel from a root."""
    n = form.size
    s = np.zeros(backtrack_kernels.WORDS, np.int64)
    s[backtrack_kernels.ORDER] = order
    s[backtrack_kernels.PRUNE] = prune

    def vector(size: int) -> NDArray[np.int32]:
        return np.zeros(size, np.int32)

    path, visited, rootward = vector(n), vector(n), vector(n)
    path[0] = root
    visited[root] = 1
    rootward[form.indices[form.indptr[root] : form.indptr[root + 1]]] = 1
    live = form.degrees
    s[backtrack_kernels.TIGHT] = np.count_nonzero((rootward == 1) & (live == 2))
    return Run(
        backtrack_kernels.backtrack,
        kernels.MatedGraph(form.indptr, form.indices, form.mate),
        backtrack_kernels.GrownPath(
            path,
            visited,
            live,
            rootward,
            choice=vector(len(form.indices)),
            count=vector(n),
            cursor=vector(n),
            queue=vector(n),
            seen=vector(n),
            events=vector(2 * _BUFFER),
        ),
        s,
    )
