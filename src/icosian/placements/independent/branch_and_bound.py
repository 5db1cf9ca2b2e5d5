"""Exact searches for a largest independent set of one part of a graph."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian.placements.independent.clique_cover import members, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.placements.independent.component import Part

__all__ = ["BranchAndBound", "integer_programme", "search_orders"]


def search_orders(part: Part) -> list[list[int]]:
    """Return two orders of the nodes for branch and bound, which branches on the last ones first.

    Clique by clique of the cover, which suits boards, and thinned, which suits random graphs: on
    each kind the one order can be a hundred times quicker than the other.
    """
    cliques = sorted(map(sorted, part.cover))
    return [list(chain.from_iterable(cliques)), list(range(len(part.near)))]


class BranchAndBound:
    """A search that tells the part what it finds.

    Parameters
    ----------
    part : Part
        Where to search.
    order : list of int
        The order of its nodes.
    target : int
        How many nodes are enough.
    useless : int
        How many are not worth finding.
    """

    def __init__(self, part: Part, order: Sequence[int], target: int, useless: int) -> None:
        import numpy as np

        n, depth = len(order), len(part.cover)
        width = -(-n // BITS)
        rank = {v: k for k, v in enumerate(order)}
        near = [sum(1 << rank[w] for w in members(part.near[v])) for v in order]

        def zeros(size: int) -> NDArray[np.int64]:
            return np.zeros(size, np.int64)

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
        """Search on, and let the part know.

        Parameters
        ----------
        clock : Clock
            The clock.
        effort : int
            How many steps to take, fewer if they are long.

        Raises
        ------
        TimeIsUp
            If the time is over.
        """
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


def integer_programme(part: Part, branches: int, seconds: float | None) -> int:
    """Ask HiGHS for a largest set, and let the part know; this cannot be interrupted.

    Parameters
    ----------
    part : Part
        Where to search.
    branches : int
        After how many branches to give up.
    seconds : float or None
        After what time.

    Returns
    -------
    int
        How many branches there were.
    """
    import numpy as np
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
    if any(part.near[v] & best for v in found):  # floating-point numbers went astray
        return steps
    if len(found) > part.size:
        part.best = best
    if result.status == 0:
        part.most, part.method, part.steps = part.size, "integer programming", steps
    return steps
