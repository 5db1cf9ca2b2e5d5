"""Finding certificates: the cheap truths, and exhaustion along a frontier.

What is found here is only proposed; :mod:`icosian.tours.decide` has every proof checked before it
is believed.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from icosian._csr import csr_from_edges
from icosian._kernels import sweep as kernels
from icosian._kernels._jit import Run
from icosian.boards.board import board_of
from icosian.exceptions import InvalidProof
from icosian.proofs import (
    BipartitionImbalance,
    DegreeDeficiency,
    Disconnection,
    FrontierExhausted,
)

if TYPE_CHECKING:
    import networkx as nx

    from icosian.proofs import Proof
    from icosian.tours.clock import Clock
    from icosian.tours.problem import Problem

__all__ = ["cheap_proof", "exhaustion"]


def cheap_proof(problem: Problem, clock: Clock) -> Proof | None:
    """Return a proof that takes linear time to find, if there is one.

    Parameters
    ----------
    problem : Problem
        The question.
    clock : Clock
        The clock of the search.

    Returns
    -------
    Proof or None
        Degrees, connectivity or parity, unchecked.
    """
    return _degrees(problem) or _connection_and_parity(problem, clock)


def _question(problem: Problem) -> dict[str, Any]:
    if problem.closed:
        return {"closed": True}
    ends = {"start": problem.start, "end": problem.end}
    return {
        "closed": False,
        **{role: None if i is None else problem.nodes[i] for role, i in ends.items()},
    }


def _degrees(problem: Problem) -> Proof | None:
    import numpy as np

    n, arrays = problem.size, problem.arrays
    if n == 1 and not problem.closed:
        return None
    degrees = np.diff(arrays.indptr)
    start, end = problem.start, problem.end
    if not arrays.directed:
        given = [] if problem.closed else [v for v in (start, end) if v is not None]
        return _deficient(problem, degrees < 2, "neighbours", given, 0 if problem.closed else 2)
    ends = 0 if problem.closed else 1
    sources = np.bincount(arrays.indices, minlength=n) < 1
    given_start = [] if problem.closed or start is None else [start]
    given_end = [] if problem.closed or end is None else [end]
    return _deficient(problem, sources, "predecessors", given_start, ends) or _deficient(
        problem, degrees < 1, "successors", given_end, ends
    )


def _deficient(
    problem: Problem,
    few: Any,
    side: Literal["neighbours", "predecessors", "successors"],
    given: list[int],
    ends: int,
) -> Proof | None:
    if not few.any():
        return None
    candidates = (int(v) for v in few.nonzero()[0] if v not in given)
    witnesses = list(islice(candidates, ends - len(given) + 1))
    if len(witnesses) <= ends - len(given):
        return None
    nodes = tuple(problem.nodes[v] for v in witnesses)
    return DegreeDeficiency(nodes=nodes, side=side, **_question(problem))


def _connection_and_parity(problem: Problem, clock: Clock) -> Proof | None:
    import numpy as np

    n, arrays = problem.size, problem.arrays
    if arrays.directed:
        if proof := _strong_connection(problem):
            return proof
        arrays = csr_from_edges(n, arrays.sources(), arrays.indices)
    side = np.full(n, -1, np.int32)
    side[0] = 0
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.TAIL] = 1
    run = Run(kernels.sweep, arrays.indptr, arrays.indices, side, np.zeros(n, np.int32), s)
    clock.run("connection", run)
    run.arrays()
    if s[kernels.TAIL] < n:
        return Disconnection(part=_nodes(problem, side >= 0), **_question(problem))
    if s[kernels.CLASH]:
        return None
    ends = [] if problem.closed else [v for v in (problem.start, problem.end) if v is not None]
    for k in (0, 1):
        crowd = side == k
        size = int(crowd.sum())
        room = n - size + (0 if problem.closed else 1 - sum(not crowd[v] for v in ends))
        if size > room:
            parts = _nodes(problem, crowd), _nodes(problem, ~crowd)
            names = _colours(problem, *parts)
            proof = BipartitionImbalance(crowd=parts[0], others=parts[1], **_question(problem))
            return proof if names is None else replace(proof, names=names)
    return None


def _nodes(problem: Problem, chosen: Any) -> frozenset[Any]:
    return frozenset(problem.nodes[v] for v in chosen.nonzero()[0].tolist())


def _colours(problem: Problem, *parts: frozenset[Any]) -> tuple[str, str] | None:
    """Return what a chess player calls the two sides; a1 is dark."""
    board = board_of(problem.G)
    if board is None or not all(node in board for part in parts for node in part):
        return None
    parities = [{(board.shape[0] - 1 + sum(square)) % 2 for square in part} for part in parts]
    if any(len(parity) > 1 for parity in parities) or parities[0] == parities[1]:
        return None
    dark = parities[0] == {0} or parities[1] == {1}
    return ("dark squares", "light squares") if dark else ("light squares", "dark squares")


def _strong_connection(problem: Problem) -> Proof | None:
    """Return a part of a digraph that a tour would have to leave, but cannot."""
    import networkx as nx

    G: Any = problem.G
    question = _question(problem)
    components = list(nx.strongly_connected_components(G))
    if len(components) == 1:
        return None
    home = {v: k for k, component in enumerate(components) for v in component}
    leaving = {home[u] for u, v in G.edges() if home[u] != home[v]}
    entered = {home[v] for u, v in G.edges() if home[u] != home[v]}
    start, end = question.get("start"), question.get("end")
    for k, part in enumerate(components):
        if k in leaving:
            continue
        alone = k not in entered
        if problem.closed or alone or start in part or (end is not None and end not in part):
            return Disconnection(part=frozenset(part), **question)
    return None


def exhaustion(
    problem: Problem, clock: Clock, *, limit: float = math.inf, width: float = math.inf
) -> Proof | None:
    """Try to prove by a frontier programme that there is no tour.

    Parameters
    ----------
    problem : Problem
        The question.
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
    proof = FrontierExhausted(order=order, **_question(problem))
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
