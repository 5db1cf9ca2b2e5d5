"""Exhaustion along a frontier: an order of the nodes that keeps few of them pending."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidProof
from icosian.proofs import FrontierExhausted

if TYPE_CHECKING:
    import networkx as nx

    from icosian.proofs import Proof
    from icosian.tours.clock import Clock
    from icosian.tours.problem import Problem

__all__ = ["exhaustion"]


def exhaustion(
    problem: Problem,
    question: dict[str, Any],
    clock: Clock,
    *,
    limit: float = math.inf,
    width: float = math.inf,
) -> Proof | None:
    """Try to prove by a frontier programme that there is no tour.

    Parameters
    ----------
    problem : Problem
        The question.
    question : dict
        The question of the proof.
    clock : Clock
        The clock of the search.
    limit : float
        How many states it may make.
    width : float
        How many nodes may be pending at a time; a node of a digraph counts twice.

    Returns
    -------
    Proof or None
        The proof, or None if there is a tour or a limit is too low.
    """
    order = _narrow_order(problem, width / 2 if problem.arrays.directed else width, clock)
    if order is None:
        return None
    proof = FrontierExhausted(order=order, **question)
    try:
        made = 0
        for states in proof.states(problem.G):
            clock.tick("frontier", states - made)
            made = states
            if made > limit:
                return None
    except InvalidProof:
        return None
    return proof


def _narrow_order(problem: Problem, width: float, clock: Clock) -> tuple[Any, ...] | None:
    """Return an order of the nodes that keeps few of them pending, never more than ``width``.

    It is greedy: next comes the node that makes the fewest others pending, the oldest of them.
    """
    import networkx as nx

    G: nx.Graph[Any] = nx.Graph(problem.G.to_undirected(as_view=True))
    best: tuple[tuple[int, int], list[Any]] | None = None
    place = {v: k for k, v in enumerate(G)}
    for start in _corners(G):
        order: list[Any] = []
        pending, ahead = {start: 0}, set(G)
        widths = []
        while ahead and len(pending) <= width:
            clock.tick("frontier")
            if not pending:
                pending[min(ahead, key=place.__getitem__)] = len(order)
            v = min(
                pending,
                key=lambda v: (sum(w in ahead and w not in pending for w in G[v]), pending[v]),
            )
            del pending[v]
            ahead.remove(v)
            order.append(v)
            for w in G[v]:
                if w in ahead and w not in pending:
                    pending[w] = len(order)
            widths.append(len(pending))
        score = (max(widths), sum(widths))
        if not ahead and (best is None or score < best[0]):
            best = score, order
    return None if best is None else tuple(best[1])


def _corners(G: nx.Graph[Any]) -> list[Any]:
    """Return a few nodes far from each other."""
    from networkx import single_source_shortest_path_length

    corner = next(iter(G))
    found: list[Any] = []
    while corner not in found and len(found) < 4:
        found.append(corner)
        corner = list(single_source_shortest_path_length(G, corner))[-1]
    return found
