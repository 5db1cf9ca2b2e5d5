"""Warnsdorff's rule alone: always go where the fewest ways lead on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import networkx as nx
import numpy as np

from icosian._kernels import rotations as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import checked_seed, random_state
from icosian._run.clock import Clock
from icosian._run.hints import hinted
from icosian.exceptions import DeadEnd, InvalidArgument
from icosian.tours.checking import check_tour
from icosian.tours.problem import Problem
from icosian.tours.tour import N, Tour

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
    problem = Problem.of(G, closed=False, start=start)
    keys = problem.center_distances
    if tie_break == "auto":
        tie_break = "pohl" if keys is None else "roth"
    if tie_break == "roth" and keys is None:
        raise InvalidArgument("tie_break 'roth' needs a board: the graph's nodes are not squares")
    n, arrays = problem.size, problem.arrays
    back = arrays.reversed()
    first = problem.start or 0
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.RANDOM] = random_state(checked_seed(seed))
    s[kernels.TIES] = _TIES[tie_break]
    s[kernels.COVERED] = 1
    order = np.zeros(n, np.int32)
    order[0] = first
    pos = np.full(n, -1, np.int32)
    pos[first] = 0
    free = np.diff(arrays.indptr)
    free[back.indices[back.indptr[first] : back.indptr[first + 1]]] -= 1
    run = Run(
        kernels.extend,
        arrays.indptr,
        arrays.indices,
        back.indptr,
        back.indices,
        np.full(n, -1, np.int32),
        np.zeros(n, np.int64) if keys is None else keys,
        order,
        pos,
        free,
        s,
    )
    clock = Clock()
    clock.run("warnsdorff", run)
    run.arrays()
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
