"""Closing an open tour by reversing parts of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx
import numpy as np

from icosian._run.arguments import checked_seed
from icosian._run.clock import Clock, TimeIsUp
from icosian._run.hints import hinted
from icosian.exceptions import InvalidArgument, NoHamiltonianCycle, SearchLimitReached
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.checking import check_proof, check_tour
from icosian.tours.problem import Problem
from icosian.tours.solve.rotations import rotate, rotations
from icosian.tours.tour import Tour

ROTATIONS = 200_000
"""Rotations before a path is given up, plus a hundred for every node."""


@hinted
def close_path(
    G: nx.Graph[Any],
    path: Iterable[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
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
    clock = Clock(timeout)
    number = checked_seed(seed)
    if isinstance(G, nx.Graph) and G.is_directed():
        raise nx.NetworkXNotImplemented(
            "close_path reverses parts, so it needs an undirected graph"
        )
    try:
        nodes = list(path)
    except TypeError:
        raise InvalidArgument(f"a path is a sequence of nodes, got {path!r:.60}") from None
    check_tour(G, nodes, closed=False)
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
    tour = Tour([problem.nodes[i] for i in closed], is_closed=True, G=G, stats=stats)
    check_tour(G, tour, closed=True)
    return tour
