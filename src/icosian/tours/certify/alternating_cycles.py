"""Parity of permutation factors: digraphs whose arcs fall into alternating cycles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import forcing as kernels
from icosian._run.clock import Clock
from icosian.proofs import HOME, AlternatingParity
from icosian.tours.edge_cuts import started
from icosian.tours.normal_form import NormalForm, cycles

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


ARCS = 2.5
"""Arcs a node beyond which it is not tried to come down to two by forced arcs."""


def alternating_parity(problem: Problem, clock: Clock) -> AlternatingParity | None:
    """Return an unchecked proof where the number of cycles of all factors is even."""
    arrays = problem.arrays
    if not arrays.directed or problem.is_tiny or len(arrays.indices) > ARCS * problem.size:
        return None
    # 1. Follow the rules. Where two arcs are left at a port, a factor has one or the other.
    edges = problem.form.edges()
    mark = _marked(problem.form, edges, clock)
    left = edges[mark == kernels.OPEN]
    if not np.isin(np.bincount(left.ravel()), (0, 2)).all():
        return None
    # 2. The arcs left fall into alternating cycles; a factor takes every other arc of each. To take
    #    the others instead is an even permutation if they are odd in number. Then the number of
    #    cycles is even in all factors, or odd in all.
    arcs, halves = _factor(_ordered(problem, _arcs(left)), clock)
    if not halves:
        return None
    # 3. So a factor with an even number of cycles shows that no factor is a single cycle.
    used = _arcs(edges[mark == kernels.USED])
    factor = list(cycles(np.concatenate((used[used[:, 0] != used[:, 1]], arcs)), directed=True))
    if len(factor) % 2:
        return None
    return problem.certificate(
        AlternatingParity, factor=_named(problem, factor), halves=tuple(sorted(halves.items()))
    )


def _marked(form: NormalForm, edges: NDArray[np.int32], clock: Clock) -> NDArray[np.int64]:
    """Return the marks of edges by the rules; no edge is open if they decide the question."""
    if np.diff(form.indptr).min() > 2:  # no arc is the only one at its port: nothing is forced
        fixed = edges[:, 0] // 2 == edges[:, 1] // 2
        return np.where(fixed, kernels.USED, kernels.OPEN)
    run = started(form, edges, room=0)
    run[-1][kernels.PAUSE] = 1
    status = clock.run("parity", run)
    mark: NDArray[np.int64] = run.arrays()[0][kernels.MARK :: kernels.EDGE]
    return mark if status == kernels.SETTLED else np.full_like(mark, kernels.USED)


def _arcs(edges: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return edges of the normal form as tails and heads, shape (m, 2)."""
    arcs: NDArray[np.int32] = np.where(edges[:, :1] % 2, edges, edges[:, ::-1]) // 2
    return arcs


def _ordered(problem: Problem, arcs: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return arcs in the order of the graph, so that those of one generator are taken first."""
    heads = problem.arrays.indices
    width = problem.size + 1
    known = problem.arrays.sources().astype(np.int64) * width + heads
    asked = arcs[:, 0].astype(np.int64) * width + arcs[:, 1]
    of_home = asked[~np.isin(asked, known)]
    keys = np.concatenate((known[np.isin(known, asked)], of_home))
    return np.column_stack(np.divmod(keys, width))


def _factor(arcs: NDArray[np.int64], clock: Clock) -> tuple[NDArray[np.int64], Counter[int]]:
    """Return every other arc of each alternating cycle, and how many have so many of them.

    Each tail and each head has two of the arcs. Nothing is returned if one number is even.
    """
    aside, across = (_twins(ends) for ends in arcs.T)
    following, aside = across[aside].tolist(), aside.tolist()
    is_free = [True] * len(arcs)
    chosen: list[int] = []
    halves: Counter[int] = Counter()
    for first in range(len(arcs)):
        before, e = len(chosen), first
        while is_free[e]:
            is_free[e] = is_free[aside[e]] = False
            chosen.append(e)
            e = following[e]
        if half := len(chosen) - before:
            clock.tick("parity")
            if half % 2 == 0:
                return arcs[:0], Counter()
            halves[half] += 1
    return arcs[chosen], halves


def _twins(ends: NDArray[np.int64]) -> Any:
    """Return the other place of each value, where every value has two."""
    order = np.argsort(ends, kind="stable")
    twins = np.empty_like(order)
    twins[order] = order.reshape(-1, 2)[:, ::-1].ravel()
    return twins


def _named(problem: Problem, cycles: list[list[int]]) -> tuple[tuple[Any, ...], ...]:
    """Return cycles by nodes, with home between the ends of a path."""
    home, given = problem.size, problem.end if problem.start is None else problem.start
    if not problem.closed and given is not None:  # the normal form passes over home
        place = 0 if problem.start == given else 1
        cycle = next(cycle for cycle in cycles if given in cycle)
        cycle.insert(cycle.index(given) + place, home)
    nodes = [*problem.nodes, HOME]
    return tuple(tuple(nodes[v] for v in cycle) for cycle in cycles)
