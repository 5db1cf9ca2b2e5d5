"""Necessary conditions of linear cost: degrees, connection and parity.

The proofs are candidates: whoever asks for one checks it before it leaves the library.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import csr_from_edges
from icosian._kernels import sweep as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock
from icosian.proofs import BipartitionImbalance, DegreeDeficiency, Disconnection, Proof
from icosian.tours.certify.alternating_cycles import alternating_parity

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


def cheap_proof(problem: Problem, clock: Clock) -> Proof | None:
    """Return an unchecked proof by degrees, connection or parity, if there is one."""
    degrees = _degrees(problem)
    if degrees is None:
        return _connection_and_parity(problem, clock) or alternating_parity(problem, clock)
    part = _separate_part(problem, _sweep(problem, clock)[0])
    # A separate part is the plainer reason, unless it is a node without neighbors or a name.
    single = part is not None and part.ranks is None and len(part.part) == len(degrees.nodes) == 1
    return degrees if part is None or single else part


def _degrees(problem: Problem) -> DegreeDeficiency | None:
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
) -> DegreeDeficiency | None:
    if not few.any():
        return None
    candidates = (int(v) for v in few.nonzero()[0] if v not in given)
    witnesses = list(islice(candidates, ends - len(given) + 1))
    if len(witnesses) <= ends - len(given):
        return None
    nodes = tuple(problem.nodes[v] for v in witnesses)
    return problem.certificate(DegreeDeficiency, nodes=nodes, side=side)


def _connection_and_parity(problem: Problem, clock: Clock) -> Proof | None:
    if problem.arrays.directed and (proof := _strong_connection(problem)):
        return proof
    side, has_odd_cycle = _sweep(problem, clock)
    if part := _separate_part(problem, side):
        return part
    if has_odd_cycle:
        return None
    n = problem.size
    ends = [] if problem.closed else [v for v in (problem.start, problem.end) if v is not None]
    for k in (0, 1):
        crowd = side == k
        size = int(crowd.sum())
        room = n - size + (0 if problem.closed else 1 - sum(not crowd[v] for v in ends))
        if size > room:
            parts = _nodes(problem, crowd), _nodes(problem, ~crowd)
            names = _colors(problem, *parts)
            proof = problem.certificate(BipartitionImbalance, crowd=parts[0], others=parts[1])
            return proof if names is None else replace(proof, names=names)
    return None


def _sweep(problem: Problem, clock: Clock) -> tuple[NDArray[np.int32], bool]:
    """Return the sides of the first node's component, -1 elsewhere, and whether they clash."""
    n, arrays = problem.size, problem.arrays
    if arrays.directed:
        arrays = csr_from_edges(n, arrays.sources(), arrays.indices)
    side = np.full(n, -1, np.int32)
    side[0] = 0
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.TAIL] = 1
    run = Run(kernels.sweep, arrays.indptr, arrays.indices, side, np.zeros(n, np.int32), s)
    clock.run("connection", run)
    run.arrays()
    return side, bool(s[kernels.CLASH])


def _separate_part(problem: Problem, side: NDArray[np.int32]) -> Disconnection | None:
    """Return the first node's component or the rest, whichever is smaller, if there is a rest."""
    part = side >= 0
    if part.all():
        return None
    smaller = part if 2 * part.sum() <= len(part) else ~part
    return problem.certificate(Disconnection, part=_nodes(problem, smaller))


def _nodes(problem: Problem, chosen: Any) -> frozenset[Any]:
    return frozenset(problem.nodes[v] for v in chosen.nonzero()[0].tolist())


def _colors(problem: Problem, *parts: frozenset[Any]) -> tuple[str, str] | None:
    """Return what a chess player calls the two sides; a1 is dark."""
    board = problem.board
    if (
        board is None
        or board.hexagonal
        or not all(node in board for part in parts for node in part)
    ):
        return None
    parities = [{(board.shape[0] - 1 + sum(square)) % 2 for square in part} for part in parts]
    if any(len(parity) > 1 for parity in parities) or parities[0] == parities[1]:
        return None
    dark = parities[0] == {0} or parities[1] == {1}
    return ("dark squares", "light squares") if dark else ("light squares", "dark squares")


def _strong_connection(problem: Problem) -> Proof | None:
    """Return a part of a digraph that a tour would have to leave, but cannot."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, arrays = problem.size, problem.arrays
    ones = np.ones(len(arrays.indices), np.int8)
    graph = csr_array((ones, arrays.indices, arrays.indptr), shape=(n, n))
    count, home = connected_components(graph, connection="strong")
    if count == 1:
        return None
    tails, heads = home[arrays.sources()], home[arrays.indices]
    leaving = np.bincount(tails[tails != heads], minlength=count) > 0
    entered = np.bincount(heads[tails != heads], minlength=count) > 0
    start, end = (None if v is None else home[v] for v in (problem.start, problem.end))
    for k in np.flatnonzero(~leaving).tolist():
        alone = not entered[k]
        if problem.closed or alone or start == k or end not in (None, k):
            return problem.certificate(Disconnection, part=_nodes(problem, home == k))
    return None
