"""Path covers: what a search that gives up can show."""

from __future__ import annotations

from itertools import pairwise
from operator import contains
from typing import TYPE_CHECKING, Any

from icosian.tours.rotate import held

if TYPE_CHECKING:
    from icosian._kernels._jit import Run
    from icosian.tours.problem import Problem

__all__ = ["Paths", "path_cover"]

Paths = tuple[tuple[Any, ...], ...]
"""Paths of a graph without a node in common, the longest first."""


def path_cover(problem: Problem, run: Run) -> Paths:
    """Return the paths that a run of rotations holds.

    Parameters
    ----------
    problem : Problem
        The question.
    run : Run
        A run of rotations on its normal form, stopped anywhere.

    Returns
    -------
    tuple of tuples of nodes
        Paths of the graph without a node in common, the longest first; of all nodes, if the run
        was beyond its first cover. The cost is linear in the number of nodes.
    """
    import numpy as np

    order = held(run)
    forward = np.ones(len(order), bool)
    if problem.arrays.directed:  # the two sides of a node stand side by side
        if len(order) > 1 and order[0] ^ 1 != order[1]:
            order = np.roll(order, -1)
        order, forward = order[: len(order) // 2 * 2 : 2] // 2, order[:-1:2] % 2 == 0
    if not len(order):
        return ()
    after, same = np.roll(order, -1), forward == np.roll(forward, -1)
    # Home is no node of the graph: it stands where a path ends.
    may = np.flatnonzero(same & (np.maximum(order, after) < problem.size))
    tails, heads = np.where(forward, (order, after), (after, order))[:, may].tolist()
    nodes, rows = problem.nodes, dict(problem.G.adjacency())
    label = nodes.__getitem__
    joined = np.zeros(len(order), bool)
    joined[may] = list(map(contains, map(rows.__getitem__, map(label, tails)), map(label, heads)))
    # The order is cyclic, a list is not: it begins behind a pair that no edge joins.
    begin = int(np.argmin(joined)) + 1
    order, forward, joined = (np.roll(a, -begin) for a in (order, forward, joined))
    ends = np.flatnonzero(~joined[:-1]) + 1
    paths = []
    for i, j in pairwise([0, *ends.tolist(), len(order)]):
        path = tuple(label(v) for v in order[i:j].tolist() if v < problem.size)
        paths.append(path if forward[i] else path[::-1])
    return tuple(sorted(filter(None, paths), key=len, reverse=True))
