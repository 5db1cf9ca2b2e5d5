"""Branch and cut: a tree of cases.

In a case an edge is used or avoided, or the border of a set is crossed twice or more often [1]_.

References
----------
.. [1] D. L. Applegate, R. E. Bixby, V. Chvatal, W. J. Cook, The Traveling Salesman Problem,
   Princeton 2006, chapter 14.
"""

from __future__ import annotations

import heapq
import math
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from icosian._run.clock import TimeIsUp
from icosian._run.pool import Lost, Queue, finished
from icosian.tours.shortest.improvement import FIRST, GuidedSearch
from icosian.tours.shortest.problem.cycle_problem import Family, Solution, Weights
from icosian.tours.shortest.relaxation.cutting_planes import (
    FRACTION,
    CuttingPlanes,
    Effort,
    Incumbent,
)
from icosian.tours.shortest.relaxation.rounding import LARGEST, SCALES, Rounded, closest, rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.tours.shortest.problem.cycle_problem import Family
    from icosian.tours.shortest.relaxation.linear_program import Dual
    from icosian.tours.shortest.relaxation.rounding import Edge, Edges, Rounded

    Key = tuple[float, int]


EFFORT = Effort(rounds=4, window=2, gain=1e-2, thorough=True)
"""Cutting planes at a node."""
CANDIDATES, ITERATIONS = 8, 100
"""Edges, and as many sets, that are probed before a branching; simplex iterations of each probe."""
WIDE = 0.002
"""The gap, as a part of the length, beyond which cases may split on sets."""
FINE = 1_200
"""The finest scale for cases that are not closed."""
BALANCE = 10
"""How much more the worse side of a branching counts than the better one."""


class Border(NamedTuple):
    """The border of a set, on which cases split."""

    family: Family


@dataclass(eq=False)
class Node:
    """A case: what is assumed of some edges and sets, the bound so far, and its dual."""

    used: tuple[Edge, ...]
    avoided: tuple[Edge, ...]
    bound: float
    dual: Dual
    rounded: Rounded | None = None
    """The dual in integers, of a leaf."""
    families: Sequence[Family] = ()
    """Those of the linear program that left the case open, where that was another."""
    split: Edge | Border | None = None
    children: list[Node] = field(default_factory=list)
    twice: tuple[Family, ...] = ()
    """Sets whose borders are crossed exactly twice."""
    often: tuple[Family, ...] = ()
    """Sets whose borders are crossed at least four times."""

    def branch(self, split: Edge | Border) -> list[Node]:
        """Split on an edge: it is used, or not; or on a border: it is crossed twice, or often."""
        self.split = split
        if isinstance(split, Border):
            self.children = [
                self._child(twice=(*self.twice, split.family)),
                self._child(often=(*self.often, split.family)),
            ]
        else:
            self.children = [
                self._child(used=(*self.used, split)),
                self._child(avoided=(*self.avoided, split)),
            ]
        return self.children

    def alone(self) -> Node:
        """Return the case without those below it."""
        return self._child()

    def _child(self, **more: Any) -> Node:
        return replace(self, rounded=None, families=(), split=None, children=[], **more)

    def take_over(self, other: Node) -> None:
        """Become another node of the same case."""
        self.bound, self.dual, self.rounded = other.bound, other.dual, other.rounded
        self.split, self.children, self.families = other.split, other.children, other.families


class Tree:
    """The cases of a problem, searched in the order of their bounds."""

    def __init__(self, planes: CuttingPlanes, root: Node, scale: int) -> None:
        self.planes, self.root = planes, root
        self.scale = scale
        """The finest scale so far; it divides those of later leaves."""
        self._waiting = [(root.bound, 0, root)]
        self._at_work: dict[Key, Node] = {}
        self._count = 0
        self._fixed = np.zeros(0, np.int64)

    def search(self, note: Callable[[Node], object], steps: float = math.inf) -> None:
        """Work on the case with the least bound until none is open; note those that are split.

        The search ends as well after so many linear programs, then between two cases.
        """
        end = self.planes.clock.steps + steps
        while self.planes.clock.steps < end and (case := self.take()) is not None:
            key, node = case
            self._work(node, note)
            self.finish(key, node, node.children)

    def take(self) -> tuple[Key, Node] | None:
        """Return the case with the least bound, None if none waits; it is at work until finished.

        Cases that the dual of the case above closes are closed.
        """
        while self._waiting:
            bound, count, node = heapq.heappop(self._waiting)
            if not self.planes.suffices(bound) or not self.holds(node):
                self._at_work[bound, count] = node
                return (bound, count), node
        return None

    def finish(self, key: Key, result: Node, ahead: Sequence[Node]) -> None:
        """Take the result of a case, with the cases below it that are to be done."""
        node = self._at_work.pop(key)
        for child in reversed(ahead):
            self._count -= 1
            heapq.heappush(
                self._waiting, (child.bound, self._count, node if child is result else child)
            )
        if result is not node:
            node.take_over(result)

    def give_back(self) -> None:
        """Let all cases at work wait again."""
        for (bound, count), node in self._at_work.items():
            heapq.heappush(self._waiting, (bound, count, node))
        self._at_work.clear()

    @property
    def open(self) -> list[Node]:
        """The cases that wait or are at work."""
        return [*self._at_work.values(), *(node for _, _, node in self._waiting)]

    @property
    def leaves(self) -> int:
        """The number of cases that are not split."""
        return 1 - self._count // 2

    @property
    def bound(self) -> float:
        """The least bound of an open case, infinity if there is none."""
        return min((node.bound for node in self.open), default=math.inf)

    def _work(self, node: Node, note: Callable[[Node], object]) -> None:
        """Close a case or split it."""
        planes = self.planes
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
        split = self._split()
        if split is None:
            self._round(node)
        else:
            node.branch(split)

    def _assume(self, node: Node) -> None:
        """Set the bounds of the columns to what a case assumes."""
        planes = self.planes
        changed, values = self._fixed, planes.edges.required[self._fixed].astype(float)
        planes.program.bound(planes.column[changed], values, np.ones(len(changed)))
        used, avoided = planes.edges.places(node.used), planes.edges.places(node.avoided)
        avoided = avoided[avoided >= 0]
        planes.program.assume(node.twice, node.often)
        for places, value in ((used, 1.0), (avoided, 0.0)):
            values = np.full(len(places), value)
            planes.program.bound(planes.column[places], values, values)
        self._fixed = np.concatenate((used, avoided))

    def _split(self) -> Edge | Border | None:
        """Return the fractional edge or the border whose two cases raise the bound most."""
        program, edges = self.planes.program, self.planes.edges
        values = program.values
        fractional = ((values > FRACTION) & (values < 1 - FRACTION)).nonzero()[0]
        if not len(fractional):
            return None
        # 1. Edges of value about one half, and sets that are crossed about three times.
        tails, heads = program.tails[fractional], program.heads[fractional]
        lengths = edges.problem.matrix[tails, heads]
        middle = np.round(np.abs(values[fractional] - 0.5), 6)
        order = np.lexsort((fractional, -lengths, middle))[:CANDIDATES]
        columns = fractional[order].tolist()
        gap = self.planes.level - program.objective
        is_wide = gap > WIDE * abs(self.planes.incumbent.length)
        borders = self.planes.borders(CANDIDATES) if is_wide else []
        # 2. Some iterations for both cases of each.
        gain = partial(self._gain, program.objective, self.planes.level)
        best: Edge | Border = int(program.tails[columns[0]]), int(program.heads[columns[0]])
        most = -1.0
        for k in columns:
            if (found := gain(program.probe(k, (0.0, 1.0), ITERATIONS))) > most:
                best, most = (int(program.tails[k]), int(program.heads[k])), found
        if program.add_families(borders):
            program.solve()
        for family in borders:
            if (
                found := gain(program.probe_set(program.families.index(family), ITERATIONS))
            ) > most:
                best, most = Border(family), found
        return best

    def _gain(self, objective: float, level: float, bounds: tuple[float, float]) -> float:
        """Return how much two bounds are worth."""
        self.planes.clock.tick("linear program", 1)
        gains = [max(0.0, min(bound, level) - objective) for bound in bounds]
        return BALANCE * min(gains) + max(gains)

    # -- leaves

    def holds(self, node: Node) -> bool:
        """Round the dual of a case so that it excludes the case exactly; return True if it does."""
        found, proved = self._closest(node, self.planes.incumbent.goal - 1)
        if proved:
            node.rounded, self.scale = found, found.scale
        return proved

    def closes(self, node: Node) -> bool:
        """Do the same where the dual is that of the last basis, which can be corrected."""
        if self.holds(node):
            return True
        edges, goal = self.planes.edges, self.planes.incumbent.goal
        for scale in SCALES[SCALES.index(self.scale) :]:
            found = self.planes.refined(scale)
            if found is None:
                return False
            bound = edges.bound(found, node.used, node.avoided, node.often)
            if bound is not None and bound > scale * (goal - 1):
                node.rounded, self.scale = found, scale
                return True
        return False

    def close(self) -> None:
        """Round the duals of all open cases."""
        for node in self.open:
            if node.rounded is None:
                self._round(node)

    def _round(self, node: Node) -> None:
        """Round the dual of a case so that it proves what it can."""
        least = math.ceil(node.bound + self.planes.offset - 1)
        node.rounded, _ = self._closest(node, least, max(FINE, self.scale))

    def _closest(self, node: Node, least: float, finest: int = SCALES[-1]) -> tuple[Rounded, bool]:
        scales = [scale for scale in SCALES if self.scale <= scale <= finest]
        return closest(
            self.planes.edges, node.dual, least, node.used, node.avoided, node.often, scales
        )

    def refute(self, node: Node) -> None:
        """Close an infeasible case: a multiple of the ray raises any dual beyond the goal."""
        edges, goal = self.planes.edges, self.planes.incumbent.goal
        self._round(node)
        ray, base = self.planes.program.ray(), node.rounded
        found = None if base is None else edges.bound(base, node.used, node.avoided, node.often)
        if ray is None or base is None or found is None:
            return
        for scale in SCALES:
            step = rounded(ray, scale)
            if step is None:
                return
            step = step._replace(scale=0)
            gain = edges.bound(step, node.used, node.avoided, node.often)
            if gain is not None and gain > 0:
                times = max(0, base.scale * (goal - 1) - found) // gain + 1
                if base.magnitude + times * step.magnitude < LARGEST // 2:
                    node.rounded = base.plus(step, times)
                return


# -- From a tree of cases with rounded duals to a solution, whose bound is computed here exactly


def certified(edges: Edges, incumbent: Incumbent, root: Rounded | None, tree: Node) -> Solution:
    """Return the best bound that the leaves prove, with its certificate; ``edges`` are all."""
    leaves = [node.rounded for node in _preorder(tree) if node.rounded is not None]
    scale = max(dual.scale for dual in (*leaves, *([root] if root else [])))
    bound = _proved(edges, incumbent.length, root, tree)
    if bound < incumbent.goal < incumbent.length:  # with less to prove, more edges are excluded
        bound = max(bound, _proved(edges, incumbent.goal, root, tree))
    families: dict[Family, int] = {}
    weights: dict[Weights, int] = {}

    def scaled(dual: Rounded) -> Weights:
        factor = scale // dual.scale
        return Weights(
            tuple(factor * y for y in dual.potentials().tolist()),
            tuple(
                (families.setdefault(family, len(families)), factor * z)
                for family, z in zip(dual.families, dual.multipliers.tolist(), strict=True)
            ),
        )

    first = None if root is None else scaled(root)
    cases: list[tuple[int, ...] | int] = []
    for node in _preorder(tree):
        if isinstance(node.split, Border):
            family = node.split.family
            cases.append((families.setdefault(family, len(families)),))
        elif node.split is not None:
            cases.append(node.split)
        elif node.rounded is not None:
            cases.append(weights.setdefault(scaled(node.rounded), len(weights)))
    return Solution(
        tour=incumbent.tour,
        length=incumbent.length,
        bound=bound,
        scale=scale,
        families=tuple(families),
        root=first,
        weights=tuple(weights),
        tree=tuple(cases),
    )


def _preorder(tree: Node) -> Iterator[Node]:
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def _proved(edges: Edges, length: int, root: Rounded | None, tree: Node) -> int:
    """Return the least length, at most a given one, of tours that the leaves leave possible."""
    if root is not None:
        edges = edges.shorter(root, length)
    for node in _preorder(tree):
        if node.rounded is None or edges.contradict(node.used, node.avoided):
            continue
        least = edges.bound(node.rounded, node.used, node.avoided, node.often)
        if least is None:
            raise OverflowError
        length = min(length, -(-least // node.rounded.scale))
    return length


# -- Branch and cut on an executor: each job searches one case and some of those below it

# A job starts from a case and the families of the linear program that left it open. It returns
# its part of the tree with the cases that are left, and these are jobs again. So no job takes
# long, and a shorter tour that one of them finds is known to all that start later.

METHOD = "branch and cut"
STEPS = 400
"""Linear programs after which a job returns."""
AHEAD = 2
"""Jobs that wait for a worker each."""


class _Grown(NamedTuple):
    """What a job returns."""

    node: Node
    """The case with the cases below it."""
    ahead: list[Node]
    """Those that are not done."""
    families: list[Family]
    """The families of the linear program."""
    tour: list[int]
    """The shortest tour that the job knows."""
    steps: int


def grow(tree: Tree, pool: Pool, *, gap: float, seed: int, note: Callable[[], object]) -> None:
    """Search the open cases on a pool until none is open, or until the pool is lost."""
    planes, clock = tree.planes, tree.planes.clock
    queue: Queue[Key] = Queue()
    most = AHEAD * pool.workers

    def fill() -> None:
        """Add jobs; short ones while there are fewer cases than workers."""
        steps = STEPS if len(tree.open) >= pool.workers else 1
        while len(queue.jobs) < most and (case := tree.take()) is not None:
            key, node = case
            families = node.families or planes.program.families
            known = families, tree.scale, planes.incumbent.tour
            given = planes.edges, planes.is_column, node, *known, gap, seed, steps
            queue.add(key, given)

    fill()
    with suppress(Lost), closing(finished(_grown, queue, clock, pool, most)) as jobs:
        for job in jobs:
            steps = 0
            if job is not None:
                key, grown = job
                if isinstance(grown, Lost):
                    break
                planes.incumbent.offer(grown.tour)
                for case in grown.ahead:
                    case.families = grown.families
                tree.finish(key, grown.node, grown.ahead)
                fill()
                note()
                steps = grown.steps
            clock.tick(METHOD, steps)
    tree.give_back()


def _grown(
    edges: Edges,
    columns: NDArray[np.bool_],
    node: Node,
    families: Sequence[Family],
    scale: int,
    tour: list[int],
    gap: float,
    seed: int,
    steps: int,
    *,
    clock: Clock,
) -> _Grown:
    """Search a case and those below it for some steps: a task for any process."""
    incumbent = Incumbent(edges.problem, tour, gap, lambda _: None)
    planes = CuttingPlanes(edges, columns, incumbent, clock)
    planes.program.add_families(families)
    root = node.alone()  # threads share the node given
    tree = Tree(planes, root, scale)
    search = GuidedSearch(seed, FIRST)
    with suppress(TimeIsUp):
        tree.search(lambda case: search.at_case(planes, case), steps)
    return _Grown(root, tree.open, planes.program.families, incumbent.tour, clock.steps)
