"""How far the distances from each stop matter for a proof: reaches as small as it allows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.tours.shortest.one_trees import least_of_all
from icosian.tours.shortest.problem.cycle_problem import (
    CycleForm,
    CycleProblem,
    Solution,
    Weights,
    demand,
)

LARGEST = 2**61
"""Scaled lengths and what is paid of them stay below, or are Python's integers."""


def reaches(problem: CycleProblem, solution: Solution, form: CycleForm) -> list[int]:
    """Return a reach for each stop with which the proof is expected to hold.

    A pair of stops may count as shorter than its distance if its reduced length stays above all
    that the proof uses: 0 in a linear program, the slack at the root, the longest edge of a 1-tree.
    """
    n = form.places
    weights = solution.weights if solution.root is None else (solution.root,)
    paid = sum(
        4 * max(map(abs, some.potentials))
        + sum(4 * z * len(solution.families[f]) for f, z in some.families)
        for some in weights
    )
    fits = solution.scale * int(abs(problem.matrix).max()) + paid < LARGEST
    matrix = problem.matrix.astype(np.int64 if fits else object)
    least = np.zeros_like(matrix)
    for some in weights:
        np.maximum(least, _least(problem, matrix, solution, some), out=least)
    if form.directed:
        rows = least[:n, form.stops : form.stops + n].copy()
        np.fill_diagonal(rows, 0)
        for u, v in form.require:
            rows[u, v] = 0
        return [int(reach) for reach in rows.max(axis=1).clip(0)]
    rows = least[:n, :n].copy()
    np.fill_diagonal(rows, 0)
    for u, v in form.require:
        rows[u, v] = rows[v, u] = 0
    return _cover(rows)


def _least(
    problem: CycleProblem, matrix: NDArray[Any], solution: Solution, weights: Weights
) -> NDArray[Any]:
    """Return lengths of all pairs, shape (size, size), so short that the weights still do."""
    # 1. The reduced lengths.
    scale = solution.scale
    ends = np.array(weights.potentials, matrix.dtype)
    total = 2 * int(ends.sum())
    refunds = np.zeros_like(matrix)
    for f, z in weights.families:
        total += z * demand(solution.families[f])
        for side in map(list, solution.families[f]):
            ends[side] += z
            refunds[np.ix_(side, side)] += 2 * z
    paid = ends[:, None] + ends - refunds
    rest = scale * matrix - paid
    # 2. The largest one that matters. At the root edges are excluded by more than the slack.
    most = scale * (solution.bound - 1)
    is_edge = matrix < problem.absent
    if weights.families or matrix.dtype == object:  # those of refined duals
        counts = np.triu(is_edge, 1) & (rest < 0)
        for u, v in problem.required:
            counts[u, v] = True
        limit, slack = 0, most - total - int(rest[counts].sum())
    else:
        tree = least_of_all(problem, ends, scale, Clock())
        if tree is None:
            return matrix
        u, v = tree.pairs.T
        limit, slack = int(rest[u, v].max()), most - tree.bound
    if solution.root is not None:
        limit += max(slack, 0)
    limit = max(limit, 0)
    # 3. Above it an edge may be shorter.
    shorter: NDArray[Any] = np.where((rest > limit) | ~is_edge, (limit + paid) // scale + 1, matrix)
    return shorter


def _cover(least: NDArray[Any]) -> list[int]:
    """Return reaches, the larger one of each pair at least a number, shape (stops, stops)."""
    # The stops that need most take on their pairs with all others; this leaves little to the rest.
    order = np.argsort(-least.sum(axis=1), kind="stable")
    found = np.zeros_like(least[0])
    found[order] = np.triu(least[np.ix_(order, order)], 1).max(axis=1)
    return [max(0, reach) for reach in found.tolist()]
