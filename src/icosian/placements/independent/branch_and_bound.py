"""Exact searches for a maximum independent set of a component: branch and bound, HiGHS."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian._run.clock import Clock
from icosian.placements._bits import members, words, zeros

if TYPE_CHECKING:
    from icosian.placements.independent.component import IndependenceComponent


def search_orders(part: IndependenceComponent) -> list[list[int]]:
    """Return orders for branch and bound, last first: for boards, and for random graphs."""
    cliques = sorted(map(sorted, part.cover))
    return [list(chain.from_iterable(cliques)), list(range(len(part.near)))]


class BranchAndBound:
    """A search of a component for a set of ``target`` nodes, or more than ``useless`` ones."""

    def __init__(
        self, part: IndependenceComponent, order: Sequence[int], target: int, useless: int
    ) -> None:
        n, depth = len(order), len(part.cover)
        width = -(-n // BITS)
        rank = {v: k for k, v in enumerate(order)}
        near = [sum(1 << rank[w] for w in members(part.near[v])) for v in order]

        free = zeros((depth + 1) * width)
        free[:width] = words([(1 << n) - 1], width)
        state = zeros(kernels.WORDS)
        state[kernels.BEST] = useless
        state[kernels.TARGET] = target
        state[kernels.COST] = 1 + depth * width // 1024
        self._part = part
        self._order = order
        self._run = Run(
            kernels.largest,
            words(near, width),
            free,
            zeros((depth + 1) * width),  # left
            zeros(width),  # untested
            zeros(depth),  # chosen
            zeros(depth),  # best
            zeros(depth * width),  # cliques
            zeros(depth),  # used
            zeros(2 * depth),  # units
            zeros(depth),  # culprits
            zeros(width),  # alive
            state,
        )

    def advance(self, clock: Clock, effort: int) -> None:
        """Search on for about ``effort`` steps, and update the component."""
        part, run = self._part, self._run
        run[-1][kernels.BEST] = max(run[-1][kernels.BEST], part.size)
        before, status = run.steps, kernels.MORE
        limit = -(-effort // int(run[-1][kernels.COST]))
        try:
            status = clock.run("branch and bound", run, limit)
        finally:
            part.steps += run.steps - before
            if (size := int(run[-1][kernels.SIZE])) > part.size:
                part.best = sum(1 << self._order[k] for k in run[_FOUND][:size])
        if status == kernels.DONE:
            part.most, part.method = int(run[-1][kernels.BEST]), "branch and bound"


_FOUND = 5  # place of the best set among the arrays


def integer_program(part: IndependenceComponent, branches: int, seconds: float | None) -> int:
    """Search by HiGHS, which cannot be interrupted; return the number of branches."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    n, m = len(part.near), len(part.lines)
    columns = np.concatenate(part.lines)
    starts = np.cumsum([0, *map(len, part.lines)])
    options = {"node_limit": branches, "mip_rel_gap": 0.0}
    if seconds is not None:
        options["time_limit"] = seconds
    result = milp(
        -np.ones(n),
        integrality=np.ones(n),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(
            csr_array((np.ones(len(columns)), columns, starts), (m, n)), ub=1
        ),
        options=options,
    )
    steps = int(result.mip_node_count or 0)
    found = [] if result.x is None else np.flatnonzero(result.x > 0.5).tolist()
    best = sum(1 << v for v in found)
    if any(part.near[v] & best for v in found):  # a numerical error
        return steps
    if len(found) > part.size:
        part.best = best
    if result.status == 0:
        part.most, part.method, part.steps = part.size, "integer programming", steps
    return steps
