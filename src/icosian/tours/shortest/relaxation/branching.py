"""Branch and cut: a tree of cases, in each of which an edge is used or avoided."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from icosian.tours.shortest.relaxation.cutting_planes import FRACTION, Effort
from icosian.tours.shortest.relaxation.rounding import LARGEST, SCALES, Rounded, closest, rounded

if TYPE_CHECKING:
    from collections.abc import Callable

    from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes
    from icosian.tours.shortest.relaxation.linear_program import Dual
    from icosian.tours.shortest.relaxation.rounding import Edge

__all__ = ["Node", "Tree"]

EFFORT = Effort(rounds=12, window=4, gain=2e-3, thorough=True)
"""Cutting planes at a node."""
CANDIDATES, ITERATIONS = 8, 40
"""Edges that are probed before a branching, and the simplex iterations of each probe."""
FINE = 1_200
"""The finest scale for cases that are not closed."""
BALANCE = 10
"""How much more the worse side of a branching counts than the better one."""


@dataclass(eq=False)
class Node:
    """A case: what is assumed of some edges, the bound so far, and its dual."""

    used: tuple[Edge, ...]
    avoided: tuple[Edge, ...]
    bound: float
    dual: Dual
    rounded: Rounded | None = None
    """The dual in integers, of a leaf."""
    split: Edge | None = None
    children: list[Node] = field(default_factory=list)

    def branch(self, edge: Edge) -> list[Node]:
        """Split on an edge: first it is used, then avoided."""
        self.split = edge
        self.children = [
            Node((*self.used, edge), self.avoided, self.bound, self.dual),
            Node(self.used, (*self.avoided, edge), self.bound, self.dual),
        ]
        return self.children


class Tree:
    """The cases of a problem, searched in the order of their bounds."""

    def __init__(self, planes: CuttingPlanes, root: Node, scale: int) -> None:
        import numpy as np

        self.planes, self.root = planes, root
        self._scale = scale  # the finest so far; it divides those of later leaves
        self._open = [(root.bound, 0, root)]
        self._count = 0
        self._fixed = np.zeros(0, np.int64)

    def search(self, note: Callable[[Node], object]) -> None:
        """Work on the case with the least bound until none is open; note those that are split."""
        while self._open:
            node = self._open[0][2]  # stays among the open ones if the time is up
            self._work(node, note)
            heapq.heappop(self._open)
            for child in reversed(node.children):
                self._count -= 1
                heapq.heappush(self._open, (child.bound, self._count, child))

    @property
    def bound(self) -> float:
        """The bound of the case at work, which is the least of all."""
        return self._open[0][0]

    def _work(self, node: Node, note: Callable[[Node], object]) -> None:
        """Close a case or split it."""
        planes = self.planes
        if planes.suffices(node.bound) and self.holds(node):
            return
        if planes.edges.contradict(node.used, node.avoided):
            self._round(node)
            return
        self._assume(node)
        if not planes.improve(EFFORT):
            self.refute(node)
            return
        if planes.program.objective >= node.bound:
            node.bound, node.dual = planes.program.objective, planes.program.dual()
        if not planes.is_enough:
            note(node)
        if planes.is_enough and self.closes(node):
            return
        edge = self._branching_edge()
        if edge is None:
            self._round(node)
        else:
            node.branch(edge)

    def _assume(self, node: Node) -> None:
        """Set the bounds of the columns to what a case assumes."""
        import numpy as np

        planes = self.planes
        changed, values = self._fixed, planes.edges.required[self._fixed].astype(float)
        planes.program.bound(planes.column[changed], values, np.ones(len(changed)))
        used, avoided = planes.edges.places(node.used), planes.edges.places(node.avoided)
        avoided = avoided[avoided >= 0]
        for places, value in ((used, 1.0), (avoided, 0.0)):
            values = np.full(len(places), value)
            planes.program.bound(planes.column[places], values, values)
        self._fixed = np.concatenate((used, avoided))

    def _branching_edge(self) -> Edge | None:
        """Return the fractional edge whose two values raise the bound most."""
        import numpy as np

        program, edges = self.planes.program, self.planes.edges
        values, level = program.values.copy(), self.planes.level
        objective = program.objective
        fractional = ((values > FRACTION) & (values < 1 - FRACTION)).nonzero()[0]
        if not len(fractional):
            return None
        tails, heads = program.tails[fractional], program.heads[fractional]
        lengths = edges.problem.matrix[tails, heads]
        middle = np.round(np.abs(values[fractional] - 0.5), 6)
        order = np.lexsort((fractional, -lengths, middle))[:CANDIDATES]
        best, chosen = -1.0, -1
        for k in fractional[order].tolist() if len(order) > 1 else []:
            self.planes.clock.tick("linear program", 1)
            gains = [
                max(0.0, min(bound, level) - objective)
                for bound in program.probe(k, (0.0, 1.0), ITERATIONS)
            ]
            score = BALANCE * min(gains) + max(gains)
            if score > best:
                best, chosen = score, k
        k = chosen if chosen >= 0 else int(fractional[0])
        return int(program.tails[k]), int(program.heads[k])

    # -- leaves

    def holds(self, node: Node) -> bool:
        """Round the dual of a case so that it excludes the case exactly; return True if it does."""
        found, proved = self._closest(node, self.planes.incumbent.goal - 1)
        if proved:
            node.rounded, self._scale = found, found.scale
        return proved

    def closes(self, node: Node) -> bool:
        """Do the same where the dual is that of the last basis, which can be corrected."""
        if self.holds(node):
            return True
        edges, goal = self.planes.edges, self.planes.incumbent.goal
        for scale in SCALES[SCALES.index(self._scale) :]:
            found = self.planes.refined(scale)
            if found is None:
                return False
            bound = edges.bound(found, node.used, node.avoided)
            if bound is not None and bound > scale * (goal - 1):
                node.rounded, self._scale = found, scale
                return True
        return False

    def close(self) -> None:
        """Round the duals of all open cases."""
        for _, _, node in self._open:
            if node.rounded is None:
                self._round(node)

    def _round(self, node: Node) -> None:
        """Round the dual of a case so that it proves what it can."""
        least = math.ceil(node.bound + self.planes.offset - 1)
        node.rounded, _ = self._closest(node, least, max(FINE, self._scale))

    def _closest(self, node: Node, least: float, finest: int = SCALES[-1]) -> tuple[Rounded, bool]:
        scales = [scale for scale in SCALES if self._scale <= scale <= finest]
        return closest(self.planes.edges, node.dual, least, node.used, node.avoided, scales)

    def refute(self, node: Node) -> None:
        """Close an infeasible case: a multiple of the ray raises any dual beyond the goal."""
        edges, goal = self.planes.edges, self.planes.incumbent.goal
        self._round(node)
        ray, base = self.planes.program.ray(), node.rounded
        found = None if base is None else edges.bound(base, node.used, node.avoided)
        if ray is None or base is None or found is None:
            return
        for scale in SCALES:
            step = rounded(ray, scale)
            if step is None:
                return
            step = step._replace(scale=0)
            gain = edges.bound(step, node.used, node.avoided)
            if gain is not None and gain > 0:
                times = max(0, base.scale * (goal - 1) - found) // gain + 1
                if base.magnitude + times * step.magnitude < LARGEST // 2:
                    node.rounded = base.plus(step, times)
                return
