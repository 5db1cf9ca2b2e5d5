"""Branch and cut: the bound of the linear program at the root, then the cases that it leaves."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian._run.pool import Pool
from icosian.tours.shortest.problem.cycle_problem import CycleProblem, Solution
from icosian.tours.shortest.relaxation.branching import Node, Tours, Tree, certified
from icosian.tours.shortest.relaxation.cutting_planes import (
    CuttingPlanes,
    Effort,
    Incumbent,
)
from icosian.tours.shortest.relaxation.linear_program import Dual
from icosian.tours.shortest.relaxation.rounding import SCALES, Edges, Rounded, closest
from icosian.tours.shortest.relaxation.sharing import search

EFFORT = Effort(rounds=10**9, window=8, gain=1e-4)
"""Cutting planes at the root."""
OPEN_SCALES = (1, 60, 1_200)
"""The scales of a proof that leaves a gap."""
LOSS = 0.02
"""What rounding may cost, as a part of the gap."""
FINEST = 12_000
"""The finest scale of a root."""
COLUMNS = 10
"""Edges a node up to which all survivors are columns from the start."""
NEIGHBORS = 5
"""Nearest neighbors whose edges are the first columns, where all pairs are edges."""


class BranchAndCut:
    """The linear program of a statement, its dual at the root, and the tree of its cases."""

    def __init__(
        self,
        edges: Edges,
        incumbent: Incumbent,
        clock: Clock,
        tours: Tours,
        *,
        note: Callable[[float], object],
        keep: Callable[[int, int], object],
    ) -> None:
        self.edges, self.incumbent, self.clock, self.tours = edges, incumbent, clock, tours
        self._note, self._keep = note, keep
        self.planes: CuttingPlanes | None = None
        self.root: Rounded | None = None
        self.tree: Tree | None = None

    def at_root(self, columns: NDArray[np.bool_], rest: float = 0.0) -> bool:
        """Solve the linear program, and look for tours; return True if that is enough.

        The program ends ``rest`` seconds before a time limit. Without a root there is no program of
        all cases.
        """
        nothing = Dual(np.zeros(self.edges.size), (), np.zeros(0))
        if self.edges.visits is not None and not self.edges.root:
            node = Node((), (), -math.inf, nothing)
            self.tree = Tree(self.edges, self.incumbent, self.clock, node, columns=columns)
            return False
        self.planes = planes = CuttingPlanes(self.edges, columns, self.incumbent, self.clock)
        with self.clock.reserved(rest):
            is_feasible = planes.improve(EFFORT)
        if is_feasible:
            node = Node((), (), planes.program.objective, planes.program.dual())
            self.tree = self._tree(node, planes)
            self._note(node.bound)
            self._keep(1, len(self.edges.tails))
            self.tours.at_root(planes, node)
            return planes.is_enough and self.tree.closes(planes, node)
        node = Node((), (), 0.0, nothing)
        self.tree = self._tree(node, planes)
        self.tree.refute(planes, node)
        return True

    def in_cases(self, pool: Pool | None = None, gap: float = 0.0) -> None:
        """Exclude edges by the dual at the root, and search the cases of the others."""
        if self.tree is None:
            return
        if (before := self.planes) is not None:
            node = self.tree.root
            self.root = root = self._rounded_root(node)
            edges = self.edges.shorter(root, self.incumbent.goal)
            columns = np.ones(len(edges.tails), np.bool_)
            if len(columns) > COLUMNS * edges.size:
                columns = before.is_column[before.edges.places(edges.pairs)] | edges.required
            planes = CuttingPlanes(edges, columns, self.incumbent, self.clock)
            planes.program.add_families(before.program.families)
            self.tree = self._tree(node, planes, root.scale)
        search(self.tree, self.tours, pool, gap, self._report)

    def _report(self) -> None:
        """Report the bound, and how large the tree is."""
        tree = self.tree
        if tree is not None:
            if tree.bound > -math.inf:  # else a case has had no linear program yet
                self._note(min(tree.bound, self.incumbent.length - self.edges.offset))
            sets = () if tree.planes is None else tree.planes.program.families
            members = sum(map(len, chain.from_iterable(sets)))
            self._keep(tree.leaves, len(tree.edges.tails) + members)

    def solution(self) -> Solution | None:
        """Return the best tour and what the tree proves, None without a tree."""
        if self.tree is None:
            return None
        self.tree.close()
        return certified(self.edges, self.incumbent, self.root, self.tree.root)

    @property
    def dual(self) -> Dual | None:
        """The dual of the last linear program at the root, None if none was solved."""
        planes = self.planes
        return planes.program.dual() if planes is not None and planes.program.is_solved else None

    def leaf(self, dual: Dual) -> Solution:
        """Return what a dual proves without cases."""
        rounded, _ = closest(self.edges, dual, math.inf, scales=OPEN_SCALES)
        return certified(self.edges, self.incumbent, None, Node((), (), 0.0, dual, rounded))

    def _tree(self, root: Node, planes: CuttingPlanes, scale: int = 1) -> Tree:
        """Return a tree of cases."""
        return Tree(planes.edges, self.incumbent, self.clock, root, scale=scale, planes=planes)

    def _rounded_root(self, node: Node) -> Rounded:
        """Return the dual at the root at the first scale at which little is lost."""
        bound = node.bound + self.edges.offset
        gap = max(0.0, self.incumbent.goal - 1 - bound)
        scales = [scale for scale in SCALES if scale <= FINEST]
        return closest(self.edges, node.dual, bound - LOSS * gap, scales=scales)[0]


def first_columns(edges: Edges, problem: CycleProblem, tour: list[int]) -> NDArray[np.bool_]:
    """Return the edges to begin with: all, or the tour, the nearest neighbors, and loops."""
    n = problem.size
    if len(edges.tails) <= COLUMNS * n:
        return np.ones(len(edges.tails), np.bool_)
    near = problem.matrix.copy()
    np.fill_diagonal(near, np.iinfo(np.int64).max)
    near = np.argpartition(near, NEIGHBORS, axis=1)[:, :NEIGHBORS]
    ends = np.concatenate((np.repeat(np.arange(n), NEIGHBORS), tour))
    others = np.concatenate((near.ravel(), [*tour[1:], *tour[:1]]))
    pairs = np.stack((np.minimum(ends, others), np.maximum(ends, others)), axis=1)
    chosen = edges.required | edges.is_loop
    places = edges.places(pairs)
    chosen[places[places >= 0]] = True
    return chosen
