"""A peer that may not be installed: HiGHS by highspy, with subtours cut as they appear."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import highspy
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tsplib import Instance

__all__ = ["shortest_by_subtours"]


def shortest_by_subtours(
    instance: Instance, seconds: float = math.inf, gap: float = 0
) -> list[int] | None:
    """Return a tour that is proved to be shortest, or within a gap; None if time is short.

    The relaxation is solved again with its violated subtour constraints until its support is
    connected; then the integer program is, until its solution is one cycle.
    """
    began = time.perf_counter()
    edges, n = instance.edges, len(instance.matrix)
    highs = _relaxation(instance, gap)
    is_integer = False
    while True:
        left = seconds - (time.perf_counter() - began)
        if left <= 0:
            return None
        if left < math.inf:
            highs.setOptionValue("time_limit", highs.getRunTime() + left)
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        values = np.array(highs.getSolution().col_value)
        chosen = edges[values > (0.5 if is_integer else 1e-6)]
        arcs = coo_array((np.ones(len(chosen)), (chosen[:, 0], chosen[:, 1])), shape=(n, n)).tocsr()
        count, part = connected_components(arcs, directed=False)
        if count > 1:
            _cut(highs, edges, count, part)
        elif is_integer:
            return _cycle(arcs, directed=instance.directed)
        else:
            is_integer = True
            m = len(edges)
            kinds = np.full(m, highspy.HighsVarType.kInteger.value, np.uint8)
            highs.changeColsIntegrality(m, np.arange(m, dtype=np.int32), kinds)


def _relaxation(instance: Instance, gap: float) -> highspy.Highs:
    """Return the linear program of degrees: two edges, or one arc in and one out, at each node."""
    edges, n = instance.edges, len(instance.matrix)
    m, rows = len(edges), 2 * n if instance.directed else n
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)  # noqa: FBT003 - its interface
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("mip_rel_gap", float(gap))
    highs.setOptionValue("mip_abs_gap", 0.999)  # lengths are integers
    degrees = np.full(rows, 1.0 if instance.directed else 2.0)
    none = np.zeros(0, np.int32)
    highs.addRows(rows, degrees, degrees, 0, np.zeros(rows, np.int32), none, none.astype(float))
    ends = edges + ([0, n] if instance.directed else [0, 0])
    highs.addCols(
        m,
        instance.matrix[edges[:, 0], edges[:, 1]].astype(float),
        np.zeros(m),
        np.ones(m),
        2 * m,
        np.arange(0, 2 * m, 2, dtype=np.int32),
        ends.ravel().astype(np.int32),
        np.ones(2 * m),
    )
    return highs


def _cut(
    highs: highspy.Highs, edges: NDArray[np.int64], count: int, part: NDArray[np.int32]
) -> None:
    """Let each part have fewer edges inside than nodes; that of the largest part follows."""
    sizes = np.bincount(part, minlength=count)
    inside = np.flatnonzero(part[edges[:, 0]] == part[edges[:, 1]]).astype(np.int32)
    parts = part[edges[inside, 0]]
    for k in np.argsort(sizes)[:-1]:
        columns = inside[parts == k]
        highs.addRow(
            -highspy.kHighsInf, float(sizes[k] - 1), len(columns), columns, np.ones(len(columns))
        )


def _cycle(arcs: coo_array, *, directed: bool) -> list[int]:
    """Return the nodes of the one cycle in their order."""
    if directed:
        order = breadth_first_order(arcs, 0, return_predecessors=False)
        return [int(v) for v in order]
    both = (arcs + arcs.T).tolil().rows
    tour, last = [0], -1
    while (v := next(w for w in both[tour[-1]] if w != last)) != 0:
        last = tour[-1]
        tour.append(v)
    return tour
