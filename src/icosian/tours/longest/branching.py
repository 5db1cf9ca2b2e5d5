"""Branch and cut: a tree of cases, in each of which a place is visited or an edge used, or not."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from icosian.tours.longest.improvement import cycle_through, improved
from icosian.tours.longest.linear_program import LinearProgram
from icosian.tours.longest.network import Case
from icosian.tours.longest.rounding import SCALES, Weights, bound, rounded, simple

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from icosian._run.clock import Clock
    from icosian.tours.longest.improvement import Best
    from icosian.tours.longest.linear_program import Dual
    from icosian.tours.longest.network import Network, Part

__all__ = ["Node", "Tree"]

METHOD = "branch and cut"
FRACTION = 1e-5
ROUNDS, PATIENCE, GAIN = 60, 4, 0.02
"""Rounds of cuts in a case, and those that together have to lower the bound by so many units."""
CANDIDATES, ITERATIONS = 6, 30
"""Columns that are probed before a branching, and the simplex iterations of each probe."""
ROOTS = 24
"""Places that are tried as the first to split on."""
STEPS = 60
"""Steps of the local search after a linear program, for each place."""
FINE = 1_200
"""The finest scale for cases that are not closed."""


@dataclass(eq=False)
class Node:
    """A case, the bound so far, and what proves it."""

    case: Case
    bound: float
    dual: Dual | None = None
    program: LinearProgram | None = None
    weights: Weights | None = None
    """Of a leaf."""
    split: tuple[int, ...] | None = None
    children: list[Node] = field(default_factory=list)

    def branch(self, name: tuple[int, ...]) -> None:
        """Split on a place or an edge."""
        self.split = name
        self.children = [
            Node(case, self.bound, self.dual, self.program) for case in self.case.split(name)
        ]
        self.program = None


class Tree:
    """The cases of a network, searched in the order of their bounds."""

    def __init__(
        self,
        network: Network,
        best: Best,
        random: Random,
        clock: Clock,
        report: Callable[[float], object],
    ) -> None:
        self.network, self.best, self.random, self.clock = network, best, random, clock
        self.simple = simple(network)
        self.root = Node(Case(), float("inf"))
        self._open = [(-self.root.bound, 0, self.root)]
        self._count = 0
        self._report = report

    @property
    def goal(self) -> int:
        """The gain of the best cycle: cases without a better one are closed."""
        return self.best.value

    def search(self) -> None:
        """Work on the case with the largest bound until none is open."""
        while self._open:
            node = self._open[0][2]  # stays among the open ones if the time is up
            self._report(node.bound)
            self.clock.tick(METHOD, 1)
            self._work(node)
            heapq.heappop(self._open)
            for child in node.children:
                self._count -= 1
                heapq.heappush(self._open, (-child.bound, self._count, child))

    def _work(self, node: Node) -> None:
        """Close a case or split it."""
        network = self.network
        part = network.part(node.case, self.goal)
        if part is None:
            node.weights = Weights(1, {}, ())
            return
        trivial = bound(network, part, self.simple)
        node.bound = min(node.bound, trivial)
        if trivial <= self.goal:
            node.weights = self.simple
            return
        if node.dual is not None and node.bound < self.goal + 1 and self._closes(node, part):
            return
        if not part.visited:
            node.branch((self._root(part),))
            return
        if node.program is None:
            root = network.home if network.home is not None else min(part.visited)
            node.program = LinearProgram(network, part, root)
        node.program.assume(part)
        if not self._cut(node, part):
            if self._refute(node, part):
                return
        elif self._closes(node, part):
            return
        node.branch(self._split(node.program, part))

    def _cut(self, node: Node, part: Part) -> bool:
        """Lower the bound of a case by cuts; return False if the program is infeasible."""
        program = node.program
        if program is None:
            raise RuntimeError("a case without a program")
        history: list[float] = []
        for _ in range(ROUNDS):
            self.clock.tick(METHOD)
            if not program.solve():
                program.objective = float("-inf")
                return False
            if program.objective < node.bound:
                node.bound, node.dual = program.objective, program.dual()
            if program.objective < self.goal + 1 - 1e-6 and self._closes(node, part):
                return True
            found = program.violated()
            if not found or not program.add(found):
                break
            history.append(program.objective / program.unit)
            slow = len(history) > PATIENCE and history[-1 - PATIENCE] - history[-1] < GAIN
            if slow and self._fractional(program).size:
                break
        self._guess(program)
        return True

    def _fractional(self, program: LinearProgram) -> NDArray[np.int64]:
        """Return the columns with fractional values."""
        import numpy as np

        values = np.concatenate((program.used, program.visited))
        return ((values > FRACTION) & (values < 1 - FRACTION)).nonzero()[0]

    def _guess(self, program: LinearProgram) -> None:
        """Follow the largest edges of a solution to a cycle, and improve it."""
        network, values = self.network, {}
        rows: dict[int, list[tuple[float, int]]] = {}
        for (u, v), x in zip(program.edges, program.used.tolist(), strict=True):
            if x > FRACTION:
                rows.setdefault(u, []).append((-round(x, 6), v))
                if not network.directed:
                    rows.setdefault(v, []).append((-round(x, 6), u))
        path, seen = [program.root], {program.root}
        while ahead := sorted(one for one in rows.get(path[-1], ()) if one[1] not in seen):
            path.append(ahead[0][1])
            seen.add(path[-1])
        values = {*program.edges}
        while len(path) >= network.least:
            if network.edge(path[-1], path[0]) in values and self._keeps(path):
                self.best.offer(path)
                steps = STEPS * network.size
                self.best.offer(improved(network, path, steps, self.random, self.clock))
                return
            path.pop()

    def _keeps(self, tour: list[int]) -> bool:
        """Return True if a cycle uses the edges that are given."""
        steps = {self.network.edge(u, v) for u, v in zip(tour, tour[1:] + tour[:1], strict=True)}
        return self.network.given <= steps

    def _root(self, part: Part) -> int:
        """Return a place without which the blocks that are left are smallest."""
        degree: dict[int, int] = {}
        for edge in part.edges:
            for v in edge:
                degree[v] = degree.get(v, 0) + 1
        some = sorted(degree, key=lambda v: (-degree[v], v))[:ROOTS]

        def rest(v: int) -> tuple[int, int]:
            blocks = self.network.blocks(e for e in part.edges if v not in e)
            return max(map(len, blocks), default=0), -degree[v]

        return min(some, key=rest)

    def _split(self, program: LinearProgram, part: Part) -> tuple[int, ...]:
        """Return the place or the edge to split on."""
        import numpy as np

        m = len(program.edges)
        if program.objective > float("-inf"):
            values = np.concatenate((program.used, program.visited))
            fractional = self._fractional(program)
            some = fractional[fractional >= m]
            if not len(some):
                some = fractional
            middle = np.round(np.abs(values[some] - 0.5), 6)
            order = some[np.lexsort((some, middle))[:CANDIDATES]].tolist()
            best, chosen = -1.0, order[0] if order else -1
            for k in order if len(order) > 1 else ():
                self.clock.tick(METHOD)
                losses = [
                    min(program.objective - max(reached, self.goal), 1e300)
                    for reached in program.probe(k, ITERATIONS)
                ]
                score = 10 * min(losses) + max(losses)
                if score > best:
                    best, chosen = score, k
            if chosen >= 0:
                return (chosen - m,) if chosen >= m else program.edges[chosen]
            # A tour whose bound is as large: the case is closed when it uses all its edges.
            for k in (program.used > 0.5).nonzero()[0].tolist():
                if program.edges[k] not in part.used:
                    return program.edges[k]
        return min(part.edges - part.used)

    # -- leaves

    def _closes(self, node: Node, part: Part) -> bool:
        """Round the dual of a case so that it excludes better cycles; return True if it does."""
        if node.dual is None or node.bound >= self.goal + 1:
            return False
        for scale in SCALES:
            weights = rounded(node.dual, scale)
            if bound(self.network, part, weights) <= self.goal:
                node.weights = weights
                return True
        return False

    def _refute(self, node: Node, part: Part) -> bool:
        """Close an infeasible case by a multiple of the ray."""
        ray = None if node.program is None else node.program.ray()
        if ray is None:
            return False
        for scale in SCALES[2:]:
            step = rounded(ray, scale)
            for sign in (1, -1):
                if sign < 0 and step.families:
                    continue
                times = 1
                while times < 10**15:
                    weights = Weights(
                        1, {port: sign * times * p for port, p in step.ports.items()},
                        tuple((f, times * z) for f, z in step.families),
                    )
                    if bound(self.network, part, weights) <= self.goal:
                        node.weights = weights
                        return True
                    times *= 1000
        return False

    def close(self) -> None:
        """Round the duals of all open cases, which prove what they can."""
        for _, _, node in self._open:
            part = self.network.part(node.case, self.goal)
            if part is None:
                node.weights = Weights(1, {}, ())
                continue
            choices = [self.simple]
            if node.dual is not None:
                choices += [rounded(node.dual, scale) for scale in SCALES if scale <= FINE]
            node.weights = min(choices, key=lambda one: bound(self.network, part, one))

    def leaves(self) -> tuple[list[Node], list[tuple[int, ...] | int]]:
        """Return the leaves, and the tree in preorder, in which a number stands for a leaf."""
        leaves: list[Node] = []
        tree: list[tuple[int, ...] | int] = []
        ahead = [self.root]
        while ahead:
            node = ahead.pop()
            if node.split is None:
                tree.append(len(leaves))
                leaves.append(node)
            else:
                tree.append(node.split)
                ahead += reversed(node.children)
        return leaves, tree

    def bound(self) -> int:
        """Return the gain that is proved to be exceeded by no cycle, when all leaves have weights."""
        found = [self.goal]
        for node in self.leaves()[0]:
            part = self.network.part(node.case, self.goal)
            if part is not None and node.weights is not None:
                found.append(bound(self.network, part, node.weights))
        return max(found)
