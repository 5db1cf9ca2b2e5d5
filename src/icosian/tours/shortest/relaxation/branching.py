"""The tree of cases of branch and cut, also side by side."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._run.limits import Clock, Limits, TimeIsUp, Workers
from icosian._run.pool import Lost, Pool, Queue, run_jobs
from icosian.tours.instance import CycleProblem, CycleSolution, Family, Multipliers
from icosian.tours.shortest.one_trees import lowest, nearest
from icosian.tours.shortest.relaxation.cutting_planes import (
    FRACTION,
    CuttingPlanes,
    Effort,
    Incumbent,
)
from icosian.tours.shortest.relaxation.linear_program import (
    LARGEST,
    SCALES,
    Case,
    Dual,
    Edges,
    Rounded,
    SolverFailure,
    closest,
    round_dual,
)
from icosian.tours.shortest.relaxation.numbered_walks import ROOT_ROUNDS, ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from icosian.tours.shortest.relaxation.linear_program import Edge

    Key = tuple[float, int]

METHOD = "branch and cut"
EFFORT = Effort(rounds=4, window=2, gain=1e-2)
"""Cutting planes at a node."""
CANDIDATES, SETS, ITERATIONS = 8, 16, 100
"""Edges and sets that are probed before a branching, half as many of groups; simplex iterations of
each probe."""
WIDE = 1e-4
"""The gap, as a part of the length, beyond which cases may split on sets."""
ROOTED = Effort(rounds=15, window=4, gain=4e-3)
"""The same where places may be left out."""
FINE = 1_200
"""The finest scale for cases that are not closed."""
NUMBERED = 60
"""The coarsest scale where places have numbers."""
DEEPEST = 60
"""The most doublings of the work on a case that are expected."""
STEP = 0.25
"""Bounds are compared in steps of this part of the first gap."""
LESS = 0.8
"""Splits that were worth less than this part of the best one are not probed again."""
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
    proved: float = -math.inf
    """The length that it is known to prove for the edges of a tree."""
    families: Sequence[Family] = ()
    """Those of the linear program that left the case open, where that was another."""
    planes: CuttingPlanes | None = None
    """The linear program of the cases with a place that all tours visit, where some do not."""
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
        """Return the case without those below it, and without a linear program of its own."""
        return self._child(planes=None)

    def _child(self, **more: Any) -> Node:
        more |= {"rounded": None, "proved": -math.inf, "families": (), "split": None}
        return replace(self, children=[], **more)

    def take_over(self, other: Node) -> None:
        """Become another node of the same case."""
        self.bound, self.dual, self.rounded = other.bound, other.dual, other.rounded
        self.split, self.children, self.families = other.split, other.children, other.families


class Pace(NamedTuple):
    """What the cases of a tree have taken so far."""

    cases: int = 0
    gain: float = 0.0
    """What they have raised their bounds by, all together."""
    seconds: float = 0.0

    def plus(self, other: Pace) -> Pace:
        """Return what the cases of two parts of a tree have taken."""
        return Pace(self.cases + other.cases, self.gain + other.gain, self.seconds + other.seconds)


class Tours:
    """A search of tours among the edges that a linear program finds best: here, none."""

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:
        """Search at the root."""

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:
        """Search in a case, if that is due."""

    def later(self) -> Tours:
        """Return such a search for another process, which begins with some case."""
        return self


class Tree:
    """The cases of a problem, searched in the order of their bounds, which count in steps.

    Of cases with the same number of steps the last one is first: its linear program is the one
    before, but for a few rows.
    """

    def __init__(
        self,
        edges: Edges,
        incumbent: Incumbent,
        clock: Clock,
        root: Node,
        *others: Node,
        scale: int = 1,
        planes: CuttingPlanes | None = None,
        trivial: Rounded | None = None,
        columns: NDArray[np.bool_] | None = None,
    ) -> None:
        self.edges, self.incumbent, self.clock, self.root = edges, incumbent, clock, root
        self.scale = max(scale, NUMBERED) if edges.is_numbered else scale
        """The finest scale so far; it divides those of later leaves."""
        self.planes = planes
        """The linear program of all cases, where every node is visited."""
        self.trivial = trivial
        """A dual without a linear program; it is exact where nothing is left to choose."""
        self.columns = np.ones(len(edges.tails), np.bool_) if columns is None else columns
        """The first columns of linear programs of some cases."""
        self._potentials = root.dual.nodes
        self._at_work: dict[Key, Node] = {}
        self._count = 0
        self._last: tuple[Node, int, Case | None] | None = None
        self._worth: dict[Edge | Border, float] = {}  # what splits were worth when probed last
        self.pace = Pace()
        self._wait([root, *others])

    def search(
        self, note: Callable[[Node], object], is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """Work on the first case until none is open, or the search is over; note splits."""
        while not is_over() and (case := self.take()) is not None:
            key, node = case
            before, began = self._gap(node), self.clock.seconds
            self._work(node, note)
            if math.isfinite(before):
                gained = before if node.rounded is not None else before - self._gap(node)
                self.pace = self.pace.plus(Pace(1, gained, self.clock.seconds - began))
            self.finish(key, node, node.children)

    def _wait(self, nodes: Sequence[Node]) -> None:
        """Let some cases wait, and no others."""
        step = STEP * max(map(self._gap, nodes), default=0.0)
        self._step = step if 0 < step < math.inf else 1.0
        self._waiting = [(self._rank(node), k, node) for k, node in enumerate(nodes)]
        heapq.heapify(self._waiting)

    def reopen(self) -> None:
        """Let those leaves wait again whose duals do not prove the goal, as it has risen."""
        self._last = None
        self._at_work.clear()
        leaves = [node for node in preorder(self.root) if not node.children]
        for node in leaves:
            if node.rounded is not None and node.proved == -math.inf:
                node.proved = self._proved(node, node.rounded)
            if node.proved < self.incumbent.goal:
                node.rounded, node.proved = None, -math.inf
        self._wait([node for node in leaves if node.rounded is None])

    def _proved(self, node: Node, dual: Rounded) -> float:
        """Return the length that a dual proves for a leaf: infinity if it has no tour."""
        if (case := self._case(node)) is None:
            return math.inf
        bound = self.edges.bound(dual, case, node.often)
        return -math.inf if bound is None else -(-bound // dual.scale)

    @property
    def left(self) -> float:
        """The seconds that the open cases will take, as far as that can be seen."""
        return sum(map(self._work_left, self.open))

    def _gap(self, node: Node) -> float:
        """Return what the bound of a case is short of the goal."""
        return max(0.0, self.incumbent.goal - 1 - self.edges.offset - node.bound)

    def _rank(self, node: Node) -> float:
        """Return the bound of a case in steps."""
        return node.bound // self._step if math.isfinite(node.bound) else node.bound

    def _work_left(self, node: Node) -> float:
        """Return the seconds that a case will take, with those below it.

        Every split is expected to close as much of the gap as those before did, so the number of
        cases doubles as often as that is needed.
        """
        cases, gain, seconds = self.pace
        if not cases:
            return 0.0
        depth = self._gap(node) * cases / gain if gain > 0 else math.inf
        return float(2 ** min(depth, DEEPEST) * seconds / cases)

    def share(self, seconds: float, parts: int) -> list[tuple[Key, Node]]:
        """Take one of so many parts of the cases, or fewer that will take so many seconds."""
        cases: list[tuple[Key, Node]] = []
        most = -(-len(self._waiting) // parts)
        while (
            len(cases) < most and (seconds > 0 or not cases) and (case := self.take()) is not None
        ):
            cases.append(case)
            seconds -= self._work_left(case[1])
        return cases

    def take(self) -> tuple[Key, Node] | None:
        """Return the first case that the dual above leaves open, at work from now; or None."""
        while self._waiting:
            rank, count, node = heapq.heappop(self._waiting)
            if not self.incumbent.is_met(node.bound, self.edges.offset) or not self.holds(node):
                self._at_work[rank, count] = node
                return (rank, count), node
        return None

    def finish(self, key: Key, result: Node, ahead: Sequence[Node]) -> None:
        """Take the result of a case, with the cases below it that are to be done."""
        node = self._at_work.pop(key)
        for child in reversed(ahead):
            self._count -= 1
            ranked = self._rank(child), self._count, node if child is result else child
            heapq.heappush(self._waiting, ranked)
        if result is not node:
            node.take_over(result)

    def give_back(self) -> None:
        """Let all cases at work wait again."""
        for (rank, count), node in self._at_work.items():
            heapq.heappush(self._waiting, (rank, count, node))
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
        case = self._case(node)
        if case is None:
            self._round(node)
            return
        if (exact := self._exact(node)) is not None:
            node.bound = max(node.bound, float(exact))
            if exact > self.incumbent.goal - 1:
                node.rounded = self.trivial
                return
        planes = node.planes or self.planes
        if planes is None:
            planes = node.planes = self._planes(case)
        if planes is None:
            node.branch(self._root(case))
            return
        if planes is not self.planes:
            self.clock.tick(METHOD)
        planes.program.assume(node.twice, node.often)
        planes.assume(case if planes is self.planes else case.within(planes.kept))
        if not planes.improve(ROOTED if planes.root else EFFORT):
            self.refute(planes, node)
            return
        if planes.program.objective >= node.bound:
            node.bound, node.dual = planes.program.objective, planes.program.dual()
        if not planes.is_enough:
            note(node)
        if planes.is_enough and self.closes(planes, node):
            return
        if self.edges.is_numbered:
            self.tilt(node, case, ROUNDS)
            if self.incumbent.is_met(node.bound, self.edges.offset) and self.holds(node):
                return
        if planes.is_enough and self.trivial is None and self.incumbent.is_vague(node.bound):
            self._round(node)  # floats cannot tell: the case is left to exact refinement
            return
        if len(planes.root) > 1 and not planes.is_fractional:
            # Parts that visit different places of the root are cut off with one of these as root.
            own = self._planes(case)
            if own is not None and len(own.root) == 1:
                node.planes = own
                self._work(node, note)
            else:
                node.branch(self._root(case))
            return
        split = self._split(planes)
        if split is None:
            self._round(node)
        else:
            node.branch(split)

    def tilt(self, node: Node, case: Case, rounds: int) -> None:
        """Raise the bound of a case by walks that have the numbers of places."""
        goal = self.incumbent.goal - self.edges.offset
        dual, bound, tour = self.edges.tilted(self._potentials, case, goal, rounds, self.clock)
        self._potentials = dual.nodes
        if tour:
            self.incumbent.offer(tour)
        if bound > node.bound:
            node.dual, node.bound = dual, bound

    def _case(self, node: Node) -> Case | None:
        """Return what is left in a case, None if it has no tour below the goal."""
        goal = self.incumbent.goal
        if self._last is None or self._last[0] is not node or self._last[1] != goal:
            self._last = node, goal, self.edges.case(node.used, node.avoided, goal)
        return self._last[2]

    def _root(self, case: Case) -> Edge:
        """Return the loop of the place that is visited or not in the first two cases."""
        if self.edges.narrowing is None:
            raise SolverFailure("no place is visited by all tours")
        return self.edges.narrowing.root(self.edges, case, self.clock)

    def _planes(self, case: Case) -> CuttingPlanes | None:
        """Return a linear program for the cases below one; None if it has no root."""
        kept = case.allowed.nonzero()[0]
        edges = self.edges.only(kept)
        if not edges.root:
            return None
        planes = CuttingPlanes(edges, self.columns[kept], self.incumbent, self.clock)
        planes.kept = kept
        return planes

    def _split(self, planes: CuttingPlanes) -> Edge | Border | None:
        """Return the fractional edge or the border whose two cases raise the bound most."""
        program, is_rooted = planes.program, bool(planes.root)
        values = program.values
        fractional = ((values > FRACTION) & (values < 1 - FRACTION)).nonzero()[0]
        if not len(fractional):
            return self._free(planes) if is_rooted or not self.edges.is_whole else None
        # 1. Places that may be left out first, as they decide about many edges. Then edges of value
        #    about one half, and sets that are crossed about three times.
        loops = fractional[program.tails[fractional] >= program.heads[fractional]]
        some = loops if len(loops) else fractional
        lengths = planes.lengths[some]
        middle = np.round(np.abs(values[some] - 0.5), 6)
        columns = some[np.lexsort((some, -lengths, middle))[:CANDIDATES]].tolist()
        is_wide = planes.level - program.objective > WIDE * abs(self.incumbent.length)
        borders = planes.borders(SETS // 2 if is_rooted else SETS) if is_wide else []
        # 2. Some iterations for both cases of each, but for those that were worth less before.
        if program.add_families(borders):
            program.solve()
        ends = program.tails[columns].tolist(), program.heads[columns].tolist()
        splits: list[Edge | Border] = [*zip(*ends, strict=True), *map(Border, borders)]
        known, most = self._worth, -1.0
        best = splits[0]
        with program.probing(ITERATIONS):
            for split in sorted(splits, key=lambda split: -known.get(split, 0.0)):
                if known.get(split, math.inf) < LESS * most:
                    continue
                if isinstance(split, Border):
                    bounds = program.probe_set(program.families.index(split.family))
                else:
                    bounds = program.probe(columns[splits.index(split)], (0.0, 1.0))
                known[split] = worth = self._gain(program.objective, planes.level, bounds)
                if worth > most:
                    best, most = split, worth
        return best

    def _free(self, planes: CuttingPlanes) -> Edge | None:
        """Return the edge that a tour uses of those that the case leaves open, None without any.

        The tour is a known one that is not asked for; or the bound is not below its length, but no
        rounding of the dual shows that: the case of all edges of the tour is closed.
        """
        free = planes.free
        if not len(free):
            return None
        k = free[np.argmax(planes.program.values[planes.column[free]])]
        return int(planes.edges.tails[k]), int(planes.edges.heads[k])

    def _gain(self, objective: float, level: float, bounds: tuple[float, float]) -> float:
        """Return how much two bounds are worth."""
        self.clock.tick("linear program", 1)
        gains = [max(0.0, min(bound, level) - objective) for bound in bounds]
        return BALANCE * min(gains) + max(gains)

    # -- leaves

    def holds(self, node: Node) -> bool:
        """Round the dual of a case so that it excludes the case exactly; return True if it does."""
        found, proved = self._closest(node, self.incumbent.goal - 1)
        if proved:
            node.rounded, self.scale = found, max(self.scale, found.scale)
        return proved

    def _exact(self, node: Node) -> Fraction | None:
        """Return the bound of the trivial dual for a case."""
        if self.trivial is None or (case := self._case(node)) is None:
            return None
        found = self.edges.bound(self.trivial, case)
        return None if found is None else Fraction(found, self.trivial.scale)

    def closes(self, planes: CuttingPlanes, node: Node) -> bool:
        """Do the same where the dual is that of the last basis, which can be corrected."""
        if self.holds(node):
            return True
        case, goal = self._case(node), self.incumbent.goal
        for scale in SCALES[SCALES.index(self.scale) :]:
            found = planes.refined(scale)
            if found is None or case is None:
                return False
            bound = self.edges.bound(found, case, node.often)
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
        exact = self._exact(node)
        if math.isinf(node.bound) and exact is not None:
            node.rounded = self.trivial
            return
        least = math.ceil(max(node.bound, -LARGEST) + self.edges.offset - 1)
        node.rounded, _ = self._closest(node, least, max(FINE, self.scale))
        if exact is not None and (case := self._case(node)) is not None:
            found = self.edges.bound(node.rounded, case, node.often)
            if found is None or found < exact * node.rounded.scale:
                node.rounded = self.trivial

    def _closest(self, node: Node, least: float, finest: int = SCALES[-1]) -> tuple[Rounded, bool]:
        scales = [scale for scale in SCALES if self.scale <= scale <= finest]
        case = self._case(node)
        if case is None:  # any dual is enough
            return Rounded.nothing(self.edges.base), True
        return closest(self.edges, node.dual, least, case, node.often, scales)

    def refute(self, planes: CuttingPlanes, node: Node) -> None:
        """Close an infeasible case: a multiple of the ray raises any dual beyond the goal."""
        edges, goal, case = self.edges, self.incumbent.goal, self._case(node)
        self._round(node)
        ray, base = planes.program.ray(), node.rounded
        if case is None or ray is None or base is None:
            return
        found = edges.bound(base, case, node.often)
        if found is None:
            return
        # As more tours become known, the goal rises: the case is closed for good, if that fits.
        goals = [edges.nothing, goal] if edges.known else [goal]
        for level, scale in product(goals, SCALES):
            step = round_dual(ray, scale)
            if step is None:
                continue
            step = step._replace(scale=0)
            gain = edges.bound(step, case, node.often)
            if gain is not None and gain > 0:
                times = max(0, base.scale * (level - 1) - found) // gain + 1
                fits = base.magnitude + times * step.magnitude < LARGEST // 2
                if fits or edges.lengths.dtype == object:
                    node.rounded = base.plus(step, times)
                return


# -- From a tree of cases with rounded duals to a solution, whose bound is computed here exactly


def certify_bound(
    edges: Edges, incumbent: Incumbent, root: Rounded | None, tree: Node
) -> CycleSolution:
    """Return the best bound that the leaves prove, with its certificate; ``edges`` are all."""
    leaves = [node.rounded for node in preorder(tree) if node.rounded is not None]
    scale = max(dual.scale for dual in (*leaves, *([root] if root else [])))
    bound = _proved(edges, incumbent.length, root, tree)
    if bound < incumbent.goal < incumbent.length:  # with less to prove, more edges are excluded
        bound = max(bound, _proved(edges, incumbent.goal, root, tree))
    families: dict[Family, int] = {}
    weights: dict[Multipliers, int] = {}

    def scaled(dual: Rounded) -> Multipliers:
        factor = scale // dual.scale
        return Multipliers(
            tuple(factor * y for y in dual.potentials().tolist()),
            tuple(
                (families.setdefault(family, len(families)), factor * z)
                for family, z in zip(dual.families, dual.multipliers.tolist(), strict=True)
            ),
        )

    first = None if root is None else scaled(root)
    cases: list[tuple[int, ...] | int] = []
    for node in preorder(tree):
        if isinstance(node.split, Border):
            family = node.split.family
            cases.append((families.setdefault(family, len(families)),))
        elif node.split is not None:
            cases.append(node.split)
        elif node.rounded is not None:
            cases.append(weights.setdefault(scaled(node.rounded), len(weights)))
    return CycleSolution(
        tour=incumbent.tour,
        length=incumbent.length,
        bound=bound,
        scale=scale,
        families=tuple(families),
        root=first,
        weights=tuple(weights),
        tree=tuple(cases),
    )


def preorder(tree: Node) -> Iterator[Node]:
    """Yield the cases of a tree, each before those below it."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def _proved(edges: Edges, length: int, root: Rounded | None, tree: Node) -> int:
    """Return the least length, at most a given one, of tours that the leaves leave possible."""
    if root is not None:
        edges = edges.shorter(root, length)
    for node in preorder(tree):
        if node.rounded is None or node.proved >= length:
            continue
        if (case := edges.case(node.used, node.avoided, length)) is None:
            continue
        least = edges.bound(node.rounded, case, node.often)
        if least is None:
            raise OverflowError
        length = min(length, -(-least // node.rounded.scale))
    return length


# -- Branch and cut: the bound of the linear program at the root, then the cases that it leaves

ROOT_EFFORT, LEAVING_EFFORT, MORE_EFFORT = (
    Effort(rounds=10**9, window=8, gain=gain) for gain in (1e-4, 8e-3, 3e-3)
)
"""Cutting planes at the root; there where places may be left out, whose combs are many; and then
where the gap that is left is large."""
LARGE = 0.01
"""Such a gap, as a part of the length."""
OPEN_SCALES = (1, 60, 1_200)
"""The scales of a proof that leaves a gap."""
LOSS = 0.02
"""What rounding may cost, as a part of the gap."""
FINEST = 12_000
"""The finest scale of a root."""
COLUMNS = 10
"""Edges a node up to which all survivors are columns from the start."""
NEIGHBORS, IN_GROUPS = 5, 12
"""Nearest neighbors whose edges are the first columns, where all pairs are edges, and those in
other groups where there are some."""


@dataclass(frozen=True, kw_only=True)
class Settings(Limits):
    """How a search for a shortest cycle runs, and what it calls."""

    report: Callable[[int, int | None], object] = lambda *_: None
    """Gets the length and the bound whenever one of them improves."""
    keep: Callable[[int, int], object] = lambda *_: None
    """Gets, as the tree grows, the number of its leaves, and of edges and members in each."""


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
            effort = ROOT_EFFORT if self.edges.visits is None else LEAVING_EFFORT
            is_feasible = planes.improve(EFFORT if self.edges.is_numbered else effort)
            gap = planes.level - planes.program.objective if is_feasible and planes.root else 0
            if gap > LARGE * abs(self.incumbent.length):
                self.edges = planes.edges = replace(self.edges, is_hard=True)
                is_feasible = planes.improve(MORE_EFFORT)
        if is_feasible:
            node = Node((), (), planes.program.objective, planes.program.dual())
            self.tree = self._tree(node, planes)
            if self.edges.is_numbered and not planes.is_enough:
                rounds = max(ROUNDS, ROOT_ROUNDS * self.edges.size // 2)
                self.tree.tilt(node, self.edges.whole, rounds)
            self._note(node.bound)
            self._keep(int(self.edges.is_numbered), len(self.edges.tails))
            self.tours.at_root(planes, node)
            return planes.is_enough and self.tree.closes(planes, node)
        node = Node((), (), 0.0, nothing)
        self.tree = self._tree(node, planes)
        self.tree.refute(planes, node)
        return True

    def in_cases(self, executor: Workers = None, gap: float = 0.0) -> None:
        """Exclude edges by the dual at the root, and search the cases of the others.

        Where tours are known the goal may rise: no edge is excluded, and later calls go on with
        the leaves that do not prove the goal.
        """
        if self.tree is None:
            return
        if (before := self.planes) is not None and self.root is None:
            node, goal = self.tree.root, self.incumbent.goal
            # The dual at the root, at the first scale at which little is lost.
            bound = node.bound + self.edges.offset
            least = bound - LOSS * max(0.0, goal - 1 - bound)
            scales = [scale for scale in SCALES if scale <= FINEST]
            self.root = root = closest(self.edges, node.dual, least, scales=scales)[0]
            edges = self.edges if self.edges.known else self.edges.shorter(root, goal)
            columns = np.ones(len(edges.tails), np.bool_)
            if len(columns) > COLUMNS * edges.size:
                columns = before.is_column[before.edges.places(edges.pairs)] | edges.required
            planes = CuttingPlanes(edges, columns, self.incumbent, self.clock)
            planes.program.add_families(before.program.families)
            self.tree = self._tree(node, planes, root.scale)
        self.tree.reopen()
        search(self.tree, self.tours, executor, gap, self._report)

    def _report(self) -> None:
        """Report the bound, and how large the tree is."""
        tree = self.tree
        if tree is not None:
            if tree.bound > -math.inf:  # else a case has had no linear program yet
                self._note(min(tree.bound, self.incumbent.length - self.edges.offset))
            sets = () if tree.planes is None else tree.planes.program.families
            members = sum(map(len, chain.from_iterable(sets)))
            self._keep(tree.leaves, len(tree.edges.tails) + members)

    def solution(self) -> CycleSolution | None:
        """Return the best tour and what the tree proves, None without a tree."""
        if self.tree is None:
            return None
        self.tree.close()
        return certify_bound(self.edges, self.incumbent, self.root, self.tree.root)

    @property
    def dual(self) -> Dual | None:
        """The best dual of the linear programs at the root, None if none was solved."""
        return None if self.planes is None else self.planes.best

    def leaf(self, dual: Dual) -> CycleSolution:
        """Return what a dual proves without cases."""
        is_whole = not dual.families and bool((np.rint(dual.nodes) == dual.nodes).all())
        scales = OPEN_SCALES[:1] if is_whole else OPEN_SCALES
        rounded, _ = closest(self.edges, dual, math.inf, scales=scales)
        return certify_bound(self.edges, self.incumbent, None, Node((), (), 0.0, dual, rounded))

    def _tree(self, root: Node, planes: CuttingPlanes, scale: int = 1) -> Tree:
        return Tree(planes.edges, self.incumbent, self.clock, root, scale=scale, planes=planes)


def first_columns(edges: Edges, problem: CycleProblem, tour: list[int]) -> NDArray[np.bool_]:
    """Return the edges to begin with: all, or the tour, the nearest neighbors, and loops."""
    n = problem.size
    if len(edges.tails) <= COLUMNS * n:
        return np.ones(len(edges.tails), np.bool_)
    groups = [] if edges.visits is None else edges.visits.groups
    count = IN_GROUPS if groups else NEIGHBORS
    if problem.rows is None:
        near = problem.matrix.copy()
        np.fill_diagonal(near, np.iinfo(np.int64).max)
        for group in groups:
            near[np.ix_(group, group)] = np.iinfo(np.int64).max
        near = lowest(near, count)
    else:
        near = nearest(problem, count)
    ends = np.concatenate((np.repeat(np.arange(n), count), tour))
    others = np.concatenate((near.ravel(), [*tour[1:], *tour[:1]]))
    pairs = np.stack((np.minimum(ends, others), np.maximum(ends, others)), axis=1)
    chosen = edges.required | edges.is_loop
    places = edges.places(pairs)
    chosen[places[places >= 0]] = True
    return chosen


# -- Branch and cut on an executor: each job searches some cases and those below them
# A job starts from some cases and the families of the linear programs that left them open. It
# searches them for a while, and returns its part of the tree with the cases that are left, which
# other jobs may take. A shorter tour that one of them finds is known to all that start later.

SEEN, LEFT = 5, 4.0
"""Cases of a tree, and the seconds that are left by what they took, before others go to a pool:
most trees are small."""
SHORT, LONG = 1.0, 5.0
"""The least and the longest time of a job, which begins with a linear program from scratch."""
PARTS = 2
"""Jobs a worker into which the work that is left is divided, within these times."""


def search(
    tree: Tree, tours: Tours, executor: Workers, gap: float, report: Callable[[], object]
) -> None:
    """Search all open cases, here or on an executor, and tours in them; report now and then."""

    def in_case(node: Node) -> None:
        report()
        _look(tree, tours, node)

    if executor is not None:
        tree.search(in_case, lambda: tree.pace.cases >= SEEN and tree.left >= LEFT)
        with Pool(executor) as pool:
            _share(tree, tours, pool, gap, report)
    tree.search(in_case)


def _look(tree: Tree, tours: Tours, node: Node) -> None:
    """Search tours in a case that is split."""
    if (planes := node.planes or tree.planes) is not None:
        tours.at_case(planes, node)


def _share(tree: Tree, tours: Tours, pool: Pool, gap: float, report: Callable[[], object]) -> None:
    """Search the open cases on a pool until none is open, or until the pool is lost."""
    clock, best = tree.clock, tree.incumbent
    queue: Queue[Key] = Queue()
    taken: dict[Key, list[tuple[Key, Node]]] = {}

    def fill() -> None:
        """Add jobs; short ones while there are fewer cases than workers."""
        workers = pool.workers  # some join late
        part = tree.left / (PARTS * workers) if len(tree.open) >= workers else 0.0
        seconds = min(LONG, max(SHORT, part))
        while len(queue.jobs) < workers and (cases := tree.share(seconds, workers)):
            key, _ = cases[0]
            taken[key] = cases
            nodes = [node for _, node in cases]
            families, columns = None, tree.columns
            if tree.planes is not None:
                sets = {id(own): own for node in nodes if (own := node.families)}.values()
                families = [*dict.fromkeys(chain(*(sets or [tree.planes.program.families])))]
                columns = tree.planes.is_column
            alone = [node.alone() for node in nodes]
            known_tour = best.measure, best.tour, best.length, gap
            known = tree.edges, columns, tree.scale, tree.trivial, families
            queue.add(key, (known_tour, known, alone, tours.later(), seconds))

    fill()
    with suppress(Lost), closing(run_jobs(_grown, queue, clock, pool)) as jobs:
        for job in jobs:
            steps = 0
            if job is not None:
                key, grown = job
                if isinstance(grown, Lost):
                    break
                if grown.tour:
                    best.offer(grown.tour)
                tree.pace = tree.pace.plus(grown.pace)
                for (k, _), root, ahead in zip(
                    taken.pop(key), grown.roots, grown.ahead, strict=True
                ):
                    for case in ahead:
                        case.families = grown.families
                    tree.finish(k, root, ahead)
                fill()
                report()
                steps = grown.steps
            clock.tick(METHOD, steps)
    tree.give_back()


class _Grown(NamedTuple):
    """What a job returns."""

    roots: list[Node]
    """Its cases with those below them."""
    ahead: list[list[Node]]
    """Those that are not done, of each case."""
    families: list[Family]
    """The families of the linear program."""
    tour: list[int]
    """The shortest tour that the job knows."""
    steps: int
    pace: Pace


def _grown(
    best: tuple[Callable[[list[int]], int | None], list[int], int, float],
    known: tuple[Edges, NDArray[np.bool_], int, Rounded | None, Sequence[Family] | None],
    nodes: Sequence[Node],
    tours: Tours,
    seconds: float,
    *,
    clock: Clock,
) -> _Grown:
    """Search some cases and those below them for a while: a task for any process.

    Where not all cases have a linear program in common there are no families.
    """
    incumbent = Incumbent(*best, lambda _: None)
    edges, columns, scale, trivial, families = known
    planes = None
    if families is not None:
        planes = CuttingPlanes(edges, columns, incumbent, clock)
        planes.program.add_families(families)
    roots = [node.alone() for node in nodes]  # it may run again
    tree = Tree(
        edges,
        incumbent,
        clock,
        *roots,
        scale=scale,
        planes=planes,
        trivial=trivial,
        columns=columns,
    )
    with suppress(TimeIsUp):
        tree.search(
            lambda node: _look(tree, tours, node),
            lambda: tree.pace.cases > 0 and clock.seconds >= seconds,
        )
    for node in chain(*map(preorder, roots)):
        node.planes = None  # it stays here
    left = set(tree.open)
    ahead = [[node for node in preorder(root) if node in left] for root in roots]
    found = [] if planes is None else planes.program.families
    return _Grown(roots, ahead, found, incumbent.tour, clock.steps, tree.pace)
