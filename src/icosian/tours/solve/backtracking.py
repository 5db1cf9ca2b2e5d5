"""Exact search by backtracking, also step by step for teaching."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import backtracking as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import random_state
from icosian._run.hints import hinted
from icosian._steps import Steps
from icosian.exceptions import InvalidArgument
from icosian.tours.checking import check_tour
from icosian.tours.normal_form import NormalForm
from icosian.tours.problem import Problem

_ORDERS = {"given": kernels.GIVEN, "degree": kernels.DEGREE}
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
    problem = Problem.of(G, closed=closed, start=start)
    search = partial(_steps, problem, order=_ORDERS[order], prune=prune)
    return Steps(search, problem.G, closed=closed)


def _steps(problem: Problem, *, order: int, prune: bool) -> Iterator[SearchStep]:
    n, directed = problem.size, problem.arrays.directed
    nodes = problem.nodes
    depth = visits = retreats = found = 0
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
        depth = visits = 1
        yield SearchStep("visit", nodes[shown[root]], 1, 1, 0, 0)
    room, status = 1, kernels.MORE
    while status != kernels.EXHAUSTED:
        run[_WORDS][kernels.ROOM] = room
        status = run.advance(1 << 14)
        recorded = np.array(run[_EVENTS][: 2 * run[_WORDS][kernels.EVENTS]], np.int64)
        for event, v in recorded.reshape(-1, 2).tolist():
            if shown[v] == n:
                continue
            if event == kernels.VISIT:
                depth += 1
                visits += 1
                yield SearchStep("visit", nodes[shown[v]], depth, visits, retreats, found)
            else:
                depth -= 1
                retreats += 1
                yield SearchStep("retreat", nodes[shown[v]], depth, visits, retreats, found)
        run[_WORDS][kernels.EVENTS] = 0
        if status == kernels.FOUND:
            numbers = form.decode(np.array(run[_PATH], np.int32)).tolist()
            tour = tuple(nodes[i] for i in numbers)
            check_tour(problem.G, tour, closed=problem.closed)
            found += 1
            yield SearchStep("found", tour[-1], depth, visits, retreats, found, tour)
        room = min(2 * room, _BUFFER)
    if shown[root] < n:
        yield SearchStep("retreat", nodes[shown[root]], 0, visits, retreats + 1, found)


_PATH, _EVENTS, _WORDS = 3, 12, 13  # places among the arrays of a run


def backtracking(
    form: NormalForm, *, root: int, order: int, prune: bool = True, seed: int = 0
) -> Run:
    """Return a run of the backtracking kernel from a root; array 3 is the path."""
    n = form.size
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.RANDOM] = random_state(seed)
    s[kernels.ORDER] = order
    s[kernels.PRUNE] = prune

    def vector(size: int) -> NDArray[np.int32]:
        return np.zeros(size, np.int32)

    path, visited, rootward = vector(n), vector(n), vector(n)
    path[0] = root
    visited[root] = 1
    rootward[form.indices[form.indptr[root] : form.indptr[root + 1]]] = 1
    live = np.diff(form.indptr)
    s[kernels.TIGHT] = np.count_nonzero((rootward == 1) & (live == 2))
    return Run(
        kernels.backtrack,
        form.indptr,
        form.indices,
        form.mate,
        path,
        visited,
        live,
        rootward,
        vector(len(form.indices)),  # choice
        vector(n),  # count
        vector(n),  # cursor
        vector(n),  # queue
        vector(n),  # seen
        vector(2 * _BUFFER),  # events
        s,
    )
