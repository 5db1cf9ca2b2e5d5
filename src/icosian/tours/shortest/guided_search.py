"""Search of tours among the edges that a linear program finds best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from icosian.tours.shortest.improvement import greedy, improved
from icosian.tours.shortest.relaxation.cutting_planes import MARGIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from icosian.tours.shortest.relaxation.branching import Node
    from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes


NEIGHBORS = 5
"""Neighbors of least reduced cost: the candidates."""
SEARCHES, KICKS = 6, 5
"""Searches at the root, and kicks a node in each; two that agree are enough."""
FIRST = 8
"""Tours are searched again in so many of the first cases, and then in one of so many."""
FEWER = 2
"""A part of the nodes: the kicks of such a search."""


class GuidedSearch:
    """Tour searches that start from a tour of the edges of large value."""

    def __init__(self, seed: int, cases: int = 0) -> None:
        # ``cases`` are those before.
        self._seed, self._cases, self._searches = seed, cases, 0

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:
        """Search some times, until a search finds the best tour again."""
        self._search(planes, node, SEARCHES, KICKS * planes.edges.problem.size)

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:
        """Search once, if that is due."""
        if self._cases < FIRST or not self._cases % FIRST:
            self._search(planes, node, 1, planes.edges.problem.size // FEWER)
        self._cases += 1

    def _search(self, planes: CuttingPlanes, node: Node, searches: int, kicks: int) -> None:
        problem, program = planes.edges.problem, planes.program
        if planes.suffices(node.bound) or problem.size <= NEIGHBORS:
            return
        near = _candidates(planes, node)
        pairs = np.stack((program.tails, program.heads), axis=1).astype(np.int64)
        first = greedy(problem, pairs, planes.clock, -program.values)
        for _ in range(searches):
            self._searches += 1
            tour, length = improved(
                problem,
                planes.clock,
                seed=self._seed + self._searches,
                kicks=kicks,
                goal=math.ceil(node.bound + planes.offset - MARGIN),
                tour=first,
                neighbors=near,
                potentials=node.dual.nodes + planes.edges.base,
            )
            if not planes.incumbent.offer(tour.tolist()) and length == planes.incumbent.length:
                break


def _candidates(planes: CuttingPlanes, node: Node) -> NDArray[np.int32]:
    """Return the neighbors of least reduced cost, shape (size, NEIGHBORS), -1 for none."""
    edges, n = planes.edges, planes.edges.problem.size
    reduced = np.full((n, n), np.inf)
    reduced[edges.tails, edges.heads] = planes.reduced_costs(node.dual)
    reduced = np.minimum(reduced, reduced.T)
    near = np.argpartition(reduced, NEIGHBORS, axis=1)[:, :NEIGHBORS]
    near[np.isinf(np.take_along_axis(reduced, near, axis=1))] = -1
    return near.astype(np.int32)
