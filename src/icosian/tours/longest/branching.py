"""Branch and cut: a tree of cases, in each of which a place is visited or an edge used, or not."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from icosian.tours.longest.improvement import improved
from icosian.tours.longest.linear_program import LinearProgram
from icosian.tours.longest.network import Case
from icosian.tours.longest.rounding import NO_WEIGHTS, SCALES, Weights, bound, rounded, simple
from icosian.tours.shortest.relaxation.linear_program import SolverFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.longest.improvement import Best
    from icosian.tours.longest.linear_program import Dual
    from icosian.tours.longest.network import Network, Part


METHOD = "branch and cut"
FRACTION = 1e-5
ROUNDS, PATIENCE, GAIN = 60, 4, (0.02, 0.005)
"""Rounds of cuts in a case, and those that together have to lower the bound by so much: in units of
the program, and as a part of the gap."""
CANDIDATES, ITERATIONS = 6, 30
"""Columns that are probed before a branching, and the simplex iterations of each probe."""
BALANCE = 10
"""How much more the worse side of a branching counts than the better one."""
ROOTS = 24
"""Places that are tried as the first to split on, those with the most edges."""
STEPS = 60
"""Steps of the local search after a linear program, for each place."""
FINE = 1_200
"""The scale for cases that are not closed."""
FACTORS = tuple(1000**k for k in range(6))
"""Multiples of a ray that are tried to close an infeasible case."""


@dataclass(eq=False)
class Node:
    """A case, the bound so far, and what proves it."""

    case: Case
    bound: float
    dual: Dual | None = None
    program: LinearProgram | None = None
    weights: Weights = NO_WEIGHTS
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
        seeds: Iterator[int],
        clock: Clock,
        report: Callable[[int, float], object],
    ) -> None:
        self.network, self.best, self.clock = network, best, clock
        self._seeds, self._report = seeds, report
        self._simple = simple(network)
        self._scale = SCALES[0]  # the finest that was needed
        self.root = Node(Case(), math.inf)
        self._open = [(-self.root.bound, 0, self.root)]
        self._count = 0

    def search(self) -> None:
        """Work on the case with the largest bound until none is open."""
        while self._open:
            node = self._open[0][2]  # stays among the open ones if the time is up
            self._report(self.best.value, node.bound)
            self.clock.tick(METHOD, 1)
            self._work(node)
            heapq.heappop(self._open)
            for child in node.children:
                self._count -= 1
                heapq.heappush(self._open, (-child.bound, self._count, child))

    def _work(self, node: Node) -> None:
        """Close a case or split it."""
        network, goal = self.network, self.best.value
        part = network.part(node.case, goal)
        if part is None:
            return
        # Simple weights suffice where nothing is left to choose, whatever rounding does to floats.
        trivial = bound(network, part, self._simple)
        node.bound = min(node.bound, trivial)
        if trivial <= goal:
            node.weights = self._simple
            return
        if self._closes(node, part):
            return
        if not part.visited:
            node.branch((self._root(part),))
            return
        if node.program is None:
            root = min(part.visited) if network.home is None else network.home
            node.program = LinearProgram(network, part, root)
        program = node.program
        program.assume(part)
        if not self._cut(node, program, part):
            node.branch(self._split(program, part))

    def _cut(self, node: Node, program: LinearProgram, part: Part) -> bool:
        """Lower the bound of a case by cuts; return True if it is closed."""
        history: list[float] = []
        for _ in range(ROUNDS):
            self.clock.tick(METHOD)
            if not program.solve(self.clock.left):
                return self._refute(node, program, part)
            if program.objective < node.bound:
                node.bound, node.dual = program.objective, program.dual()
            if self._closes(node, part):
                return True
            found = program.violated()
            if not program.add(found):
                break
            history.append(program.objective)
            least = max(GAIN[0] * program.unit, GAIN[1] * (program.objective - self.best.value))
            slow = len(history) > PATIENCE and history[-1 - PATIENCE] - history[-1] < least
            if slow and len(self._fractional(program)):
                break
        self._guess(program)
        return self._closes(node, part)

    def _fractional(self, program: LinearProgram) -> NDArray[np.int64]:
        """Return the columns with fractional values."""
        values = np.concatenate((program.used, program.visited))
        return ((values > FRACTION) & (values < 1 - FRACTION)).nonzero()[0]

    def _guess(self, program: LinearProgram) -> None:
        """Follow the largest edges of a solution to a cycle, and improve it."""
        network = self.network
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
        while len(path) >= network.least:
            if network.is_cycle(path):
                self.best.offer(path)
                steps = STEPS * network.size
                tour = improved(network, path, steps, next(self._seeds), self.clock)
                self.best.offer(tour)
                return
            path.pop()

    def _root(self, part: Part) -> int:
        """Return a place without which the blocks that are left are smallest."""
        degree: dict[int, int] = {}
        for edge in part.edges:
            for v in edge:
                degree[v] = degree.get(v, 0) + 1
        some = sorted(degree, key=lambda v: (-degree[v], v))[:ROOTS]

        def rest(v: int) -> tuple[int, int]:
            self.clock.tick(METHOD)
            blocks = self.network.blocks(edge for edge in part.edges if v not in edge)
            return max(map(len, blocks), default=0), -degree[v]

        return min(some, key=rest)

    def _split(self, program: LinearProgram, part: Part) -> tuple[int, ...]:
        """Return the place or the edge to split on: places first, by the bounds of both cases."""
        m = len(program.edges)
        free = sorted(part.edges - part.used)
        if not free:
            raise SolverFailure("no choice is left, but the case is not closed")
        if not program.is_solved:
            return free[0]
        fractional = self._fractional(program)
        if not len(fractional):
            # A tour, and the bound is not below it: the case of all its edges is closed.
            return max(free, key=lambda edge: program.used[program.column[edge]])
        places = fractional[fractional >= m]
        some = places if len(places) else fractional
        values = np.concatenate((program.used, program.visited))[some]
        order = some[np.lexsort((some, np.round(np.abs(values - 0.5), 6)))][:CANDIDATES]
        best, chosen = -math.inf, int(order[0])
        for k in order.tolist() if len(order) > 1 else []:
            self.clock.tick(METHOD)
            losses = [
                program.objective - max(reached, self.best.value)
                for reached in program.probe(k, ITERATIONS)
            ]
            score = BALANCE * min(losses) + max(losses)
            if score > best:
                best, chosen = score, k
        return (chosen - m,) if chosen >= m else program.edges[chosen]

    # -- leaves

    def _closes(self, node: Node, part: Part) -> bool:
        """Round the dual of a case so that it excludes better cycles; return True if it does."""
        if node.dual is None or node.bound >= self.best.value + 1:
            return False
        for scale in SCALES[SCALES.index(self._scale) :]:
            node.weights = rounded(node.dual, scale)
            if bound(self.network, part, node.weights) <= self.best.value:
                self._scale = scale
                return True
        return False

    def _refute(self, node: Node, program: LinearProgram, part: Part) -> bool:
        """Close an infeasible case by a multiple of the ray."""
        ray = program.ray()
        if ray is None:
            return False
        for scale in SCALES[2:]:
            step = rounded(ray, scale)
            for factor in FACTORS:
                node.weights = step.times(factor)._replace(scale=1)
                if bound(self.network, part, node.weights) <= self.best.value:
                    return True
        return False

    def close(self) -> int:
        """Round the duals of all open cases; return a gain that no cycle exceeds."""
        most = self.best.value
        for _, _, node in self._open:
            part = self.network.part(node.case, self.best.value)
            choices = [self._simple]
            if node.dual is not None:
                choices.append(rounded(node.dual, FINE))
            if part is not None:
                bounds = [bound(self.network, part, weights) for weights in choices]
                node.weights = choices[bounds.index(min(bounds))]
                most = max(most, min(bounds))
        return most

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
