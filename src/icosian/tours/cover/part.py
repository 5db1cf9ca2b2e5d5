"""Path covers of one connected part: rotations, then a shortest tour through edges and gaps."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from icosian._io.memory import collector_paused
from icosian._run.clock import TimeIsUp
from icosian.tours.normal_form import normal_form
from icosian.tours.shortest import optimize
from icosian.tours.shortest.problem.cycle_problem import CycleForm
from icosian.tours.solve.path_cover import path_cover
from icosian.tours.solve.rotations import rotate, rotations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from icosian._arrays.csr import Csr
    from icosian._run.clock import Clock
    from icosian.tours.shortest.solution import Solution


ROTATIONS = 20
"""Rotations a node."""
FLIPS = 20_000_000_000
"""Rotations times nodes: one reverses up to half of the order."""


class Covered(NamedTuple):
    """A path cover with the proof that no cover has fewer paths than the bound of its length."""

    paths: list[list[int]]
    solution: Solution


def greedy_cover(arrays: Csr) -> list[list[int]]:
    """Return a path cover: each path goes on to a new node of least degree while there is one."""
    near = _rows(arrays)
    degree = [len(row) for row in near]
    is_left = [True] * len(near)
    paths = []
    for first in sorted(range(len(near)), key=degree.__getitem__):
        path: list[int] = []
        v: int | None = first if is_left[first] else None
        while v is not None:
            is_left[v] = False
            path.append(v)
            v = min((w for w in near[v] if is_left[w]), key=degree.__getitem__, default=None)
        if path:
            paths.append(path)
    return paths


def rotated_cover(arrays: Csr, clock: Clock, seed: int) -> list[list[int]]:
    """Return a path cover of a few paths, a single one if rotations find it soon."""
    form = normal_form(arrays, closed=False)
    run = rotations(form, seed=seed)
    with suppress(TimeIsUp):
        n = form.size
        cycle = rotate(run, clock, n + min(ROTATIONS * n, FLIPS // n))
        if cycle is not None:
            return [form.decode(cycle).tolist()]
    paths = path_cover(arrays, range(arrays.size), run)
    if sum(map(len, paths)) < arrays.size:
        return greedy_cover(arrays)
    return list(map(list, paths))


def best_cover(
    arrays: Csr,
    paths: list[list[int]],
    clock: Clock,
    seed: int,
    report: Callable[[int, int | None], object],
) -> Covered | None:
    """Return the best path cover that the time allows, from a first one; None if it is too large.

    It is a shortest path through all nodes, on which an edge has length 0, and a gap, the step from
    path to path, length 1.
    """
    n = arrays.size
    form = CycleForm(places=n, directed=arrays.directed, closed=False)
    if form.size > optimize.LARGE:
        return None
    gaps = np.ones((n, n), np.int64)
    gaps[arrays.sources(), arrays.indices] = 0
    problem = form.problem(gaps)
    with collector_paused():
        solution = optimize.solve(
            problem,
            clock,
            gap=0.0,
            seed=seed,
            tour=form.encoded([v for path in paths for v in path]),
            report=report,
        )
    return Covered(_pieces(arrays, form.decoded(solution.tour)), solution)


def _pieces(arrays: Csr, order: Sequence[int]) -> list[list[int]]:
    """Return the paths that an order of the nodes consists of."""
    near = list(map(set, _rows(arrays)))
    paths = [[order[0]]]
    for u, v in pairwise(order):
        if v in near[u]:
            paths[-1].append(v)
        else:
            paths.append([v])
    return paths


def _rows(arrays: Csr) -> list[list[int]]:
    """Return the neighbors of every node, in a digraph its successors."""
    heads = arrays.indices.tolist()
    return [heads[i:j] for i, j in pairwise(arrays.indptr.tolist())]
