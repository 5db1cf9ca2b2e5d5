"""Lower bounds by 1-trees: the ascent, the exclusion of edges, and branch and bound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import one_trees as kernels, spaces
from icosian._kernels._jit import Run
from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.shortest.candidates import Spaced, nearest, pairs_of, with_required
from icosian.tours.shortest.problem.cycle_problem import CycleProblem, Solution, Weights

if TYPE_CHECKING:
    from icosian.tours.shortest.problem.distances import Points


METHOD = "1-trees"
CANDIDATES = 8
"""Edges of a node from which an ascent begins, where all pairs are edges."""
ROUNDS = 6
"""How often the edges that a least 1-tree of all edges has in addition are taken in."""
TREES, NODES = 2_000, 10_000_000
"""The most 1-trees of a round at the root, and nodes in all of them."""
FEWER = 3
"""A part of these in the next round where there are many nodes."""
CASE_TREES = 50
"""The most at a node of the tree of cases."""
CASES = 400
"""The most nodes of the tree of cases: larger ones are left to cutting planes."""
TRIAL, CLOSED = 40, 0.001
"""After so many nodes, this part of all cases is closed, or the tree is given up."""
SCALES = (1_000, 100, 10, 1)
"""Integer potentials are multiples of one part in so many of a unit, as fine as 62 bits allow."""
LARGEST = 2**60


class OneTree(NamedTuple):
    """A least 1-tree."""

    bound: Any
    """No cycle is shorter, times the scale."""
    pairs: NDArray[np.int64]
    """Shape (n, 2): its edges in the order they joined, the last two those at node 0."""
    degree: NDArray[np.int64]


class Edges:
    """Edges as the kernels take them; ``state`` is 1 for required ones, -1 for those left out."""

    def __init__(self, problem: CycleProblem, pairs: NDArray[Any]) -> None:
        n, m = problem.size, len(pairs)
        self.size = n
        self.tails, self.heads = (np.array(pairs[:, k], np.int64) for k in range(2))
        self.lengths = problem.between(self.tails, self.heads).astype(np.int64)
        self.state = np.zeros(m, np.int8)
        if problem.required:
            keys = [u * n + v for u, v in problem.required]
            self.state[np.isin(self.tails * n + self.heads, keys)] = 1
        ends = np.concatenate((self.tails, self.heads))
        order = np.argsort(ends, kind="stable")
        self._rows = (
            np.searchsorted(ends[order], np.arange(n + 1)),
            np.concatenate((self.heads, self.tails))[order],
            order % max(m, 1),
        )

    def least(self, potentials: NDArray[Any], scale: Any, clock: Clock) -> OneTree | None:
        """Return the least 1-tree, exactly for integers; None if there is none."""
        f = np.zeros(kernels.NUMBERS, potentials.dtype)
        f[kernels.SCALE] = scale
        s = np.zeros(kernels.WORDS, np.int64)
        chosen, degree = (np.zeros(self.size, np.int64) for _ in range(2))
        run = self._run(kernels.evaluate, (potentials,), chosen, degree, f, s)
        status = clock.run(METHOD, run)
        run.arrays()
        kept = np.count_nonzero(self.state[chosen] > 0)
        if status == kernels.NONE or kept < np.count_nonzero(self.state > 0):
            return None
        pairs = np.stack((self.tails[chosen], self.heads[chosen]), axis=1)
        return OneTree(f[kernels.BEST].item(), pairs, degree)

    def ascend(
        self,
        potentials: NDArray[np.float64],
        clock: Clock,
        *,
        upper: float,
        goal: float,
        trees: int,
        factor: float,
        patience: int = 10,
    ) -> NDArray[np.float64]:
        """Return potentials with a better bound; stop above the goal or when the time is up."""
        f = np.zeros(kernels.NUMBERS)
        f[kernels.SCALE] = 1
        f[kernels.UPPER], f[kernels.GOAL] = upper, goal
        f[kernels.FACTOR], f[kernels.DECAY] = factor, 0.7
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.LIMIT], s[kernels.PATIENCE] = trees, patience
        best = potentials.copy()
        chosen, degree = (np.zeros(self.size, np.int64) for _ in range(2))
        moving = potentials.copy(), best, np.zeros(self.size)
        run = self._run(kernels.ascend, moving, chosen, degree, f, s)
        with suppress(TimeIsUp):
            clock.run(METHOD, run)
        run.arrays()
        return best

    def _run(self, kernel: Any, potentials: tuple[NDArray[Any], ...], *results: Any) -> Run:
        """Return a run of a kernel on these edges."""
        n, m = self.size, len(self.tails)
        return Run(
            kernel,
            *self._rows,
            self.tails,
            self.heads,
            self.lengths,
            self.state,
            *potentials,
            np.zeros(m, potentials[0].dtype),  # reduced lengths
            np.zeros(n, np.int64),  # edges into the tree
            np.zeros(2 * m, np.int64),  # a heap of edges
            *results,
        )


def least_of_all(
    problem: CycleProblem, potentials: NDArray[Any], scale: Any, clock: Clock
) -> OneTree | None:
    """Return the least 1-tree of all edges, exactly for integers; None if there is none."""
    if problem.edges is not None:
        return Edges(problem, problem.edges).least(potentials, scale, clock)
    if problem.points is not None:
        return _least_of_points(problem, problem.points, potentials, scale, clock)
    n = problem.size
    mates = np.full((n, 2), -1, np.int64)
    for edge in problem.required:
        for u, v in (edge, edge[::-1]):
            mates[u, int(mates[u, 0] >= 0)] = v
    f = np.zeros(kernels.NUMBERS, potentials.dtype)
    f[kernels.SCALE] = scale
    chosen, degree = np.zeros(2 * n, np.int64), np.zeros(n, np.int64)
    run = Run(
        kernels.evaluate_all,
        problem.matrix.reshape(-1),
        mates.reshape(-1),
        potentials,
        np.zeros(n, potentials.dtype),  # reduced lengths to the tree
        np.zeros(n, np.int64),  # nearest nodes in the tree
        np.zeros(n, np.int64),  # nodes outside
        chosen,
        degree,
        f,
        np.zeros(kernels.WORDS, np.int64),
    )
    clock.run(METHOD, run)
    run.arrays()
    return OneTree(f[kernels.BEST].item(), chosen.reshape(-1, 2), degree)


def _least_of_points(
    problem: CycleProblem, points: Points, potentials: NDArray[Any], scale: Any, clock: Clock
) -> OneTree:
    """Return the least 1-tree of points, of lengths that are not more than the exact ones."""
    n, kind, given = problem.size, potentials.dtype, [e for e in problem.required if 0 not in e]
    order, boxes = points.boxes
    part, chosen, degree = np.arange(n), np.zeros(2 * n, np.int64), np.zeros(n, np.int64)
    part[[u for u, _ in given]] = n - 1  # home
    chosen[: 2 * len(given)] = np.array(given, np.int64).reshape(-1)
    f, s = np.zeros(spaces.NUMBERS, kind), np.zeros(spaces.WORDS, np.int64)
    f[spaces.FACTOR], s[spaces.JOINED] = scale, len(given)
    run = Run(
        spaces.span,
        *Spaced.of(problem).arrays[1:],
        order,
        boxes.reshape(-1),
        np.zeros(len(boxes), kind),  # greatest potentials in boxes
        np.zeros(len(boxes), np.int64),  # parts of boxes
        part,
        potentials,
        np.zeros(n, kind),  # keys of the edges that leave parts
        np.zeros(n, np.int64),  # their nodes inside
        np.zeros(n, np.int64),  # and outside
        np.zeros(64, np.int64),  # boxes to be visited
        chosen,
        degree,
        f,
        s,
    )
    # A second at 50,000 nodes; potentials whose time is up would be lost without it.
    Clock(None, clock.progress).run(METHOD, run)
    run.arrays()
    return OneTree(f[spaces.BEST].item(), chosen.reshape(-1, 2), degree)


def ascent(
    problem: CycleProblem,
    upper: float,
    clock: Clock | None = None,
    *,
    seconds: float = math.inf,
    goal: float = math.inf,
) -> tuple[float, NDArray[np.float64]]:
    """Return a lower bound of all cycles, and the potentials whose least 1-tree proves it."""
    # ``upper`` is the length of a cycle. The bound holds up to errors of floats; it is infinite if
    # there is no 1-tree. The ascent runs on few edges; those that a least 1-tree of all edges has
    # in addition are taken in, until there are none.
    part = (Clock() if clock is None else clock).within(seconds)
    n = problem.size
    best = potentials = np.zeros(n)
    tree = least_of_all(problem, potentials, 1, part)
    if tree is None:
        return math.inf, potentials
    bound, factor, trees = tree.bound, 2.0, min(TREES, NODES // n)
    pairs = pairs_of(with_required(problem, nearest(problem, CANDIDATES)))
    keys = np.union1d(_keys(n, pairs), _keys(n, tree.pairs))
    for _ in range(ROUNDS):
        edges = Edges(problem, np.stack((keys // n, keys % n), axis=1))
        potentials = edges.ascend(
            best, part, upper=upper, goal=min(goal, upper), trees=trees, factor=factor
        )
        tree = least_of_all(problem, potentials, 1, part)
        if tree is None:
            break
        if tree.bound > bound:
            bound, best = tree.bound, potentials
        grown = np.union1d(keys, _keys(n, tree.pairs))
        if len(grown) == len(keys) or bound > goal or part.left <= 0:
            break
        keys, factor = grown, 0.5
        if problem.points is not None:
            trees //= FEWER
    return float(bound), best


def _keys(n: int, pairs: NDArray[Any]) -> NDArray[np.int64]:
    """Return a number for each pair."""
    pairs = pairs.astype("int64")
    keys: NDArray[np.int64] = pairs.min(axis=1) * n + pairs.max(axis=1)
    return keys


def branch_and_bound(
    problem: CycleProblem,
    tour: Sequence[int],
    length: int,
    clock: Clock,
    *,
    cases: int = CASES,
) -> Solution | None:
    """Return the shortest cycle with its proof, None if that takes too many cases."""
    bound, floats = ascent(problem, length, clock, goal=length - 0.9)
    if not math.isfinite(bound):
        return None
    highest = max(problem.largest, 2 * math.ceil(np.abs(floats).max()))
    scale = next((q for q in SCALES if 2 * q * highest * problem.size < LARGEST), None)
    if scale is None:
        return None
    potentials = np.rint(floats * scale).astype(np.int64)
    tree = least_of_all(problem, potentials, scale, clock)
    search = _Cases(problem, clock, list(map(int, tour)), length, scale)
    if tree is None or not search.solve(tree, potentials, cases):
        return None
    return search.solution()


class _Case(NamedTuple):
    """A case to be closed."""

    state: NDArray[np.int8]
    """The state of the edges."""
    potentials: NDArray[np.float64]
    """Those to begin with."""
    part: float
    """The part of all cases that this is, each split making halves."""


class _Cases:
    """A depth-first search of cases, each with an edge that is required or left out."""

    def __init__(
        self, problem: CycleProblem, clock: Clock, tour: list[int], length: int, scale: int
    ) -> None:
        self._problem, self._clock, self._scale = problem, clock, scale
        self._tour, self._length = tour, length
        self._root: NDArray[np.int64] | None = None
        self._weights: list[NDArray[np.int64]] = []
        self._tree: list[tuple[int, int] | int] = []

    @property
    def _goal(self) -> int:
        """What the bound of a case has to exceed."""
        return self._scale * (self._length - 1)

    def solution(self) -> Solution:
        """Return the shortest cycle and the cases that prove it."""

        def weights(potentials: NDArray[np.int64]) -> Weights:
            return Weights(tuple(potentials.tolist()), ())

        return Solution(
            tour=self._tour,
            length=self._length,
            bound=self._length,
            scale=self._scale,
            families=(),
            root=None if self._root is None else weights(self._root),
            weights=tuple(map(weights, self._weights)),
            tree=tuple(self._tree),
        )

    def solve(self, tree: OneTree, potentials: NDArray[np.int64], cases: int) -> bool:
        """Close all cases, with at most so many nodes; return True if that is done."""
        self._weights.append(potentials)
        if tree.bound > self._goal:
            self._tree.append(0)
            return True
        self._root = potentials
        edges = Edges(self._problem, self._survivors(tree, potentials))
        ahead, closed = [_Case(edges.state, potentials / self._scale, 1.0)], 0.0
        while ahead:
            self._clock.tick(METHOD, 1)
            visited = len(self._tree)
            if visited + len(ahead) > cases or (visited == TRIAL and closed < CLOSED):
                return False
            case = ahead.pop()
            edges.state = case.state
            if (found := self._refute(edges, case)) is None:
                closed += case.part
                continue
            e, floats = found
            self._tree.append((int(edges.tails[e]), int(edges.heads[e])))
            for value in (-1, 1):  # the case that uses the edge comes first
                state = case.state.copy()
                state[e] = value
                ahead.append(_Case(state, floats, case.part / 2))
        return True

    def _survivors(self, tree: OneTree, potentials: NDArray[np.int64]) -> NDArray[Any]:
        """Return the edges that a 1-tree may have that is short enough."""
        problem, n = self._problem, self._problem.size
        reduced = self._scale * problem.matrix.astype(np.int64) - potentials[:, None] - potentials
        # 1. The longest edge between two nodes in the tree, for each node as it joins.
        longest = np.full((n, n), -LARGEST)
        joined = [1]
        for u, v in tree.pairs[: n - 2].tolist():
            old, new = (v, u) if v in joined else (u, v)
            way = np.maximum(longest[old, joined], reduced[u, v])
            longest[new, joined] = longest[joined, new] = way
            joined.append(new)
        longest[0] = longest[:, 0] = reduced[0, tree.pairs[n - 2 :].max(axis=1)].max()
        # 2. An edge replaces that one, at best.
        kept = tree.bound + reduced - longest <= self._goal
        for u, v in problem.required:
            kept[u, v] = True
        pairs = problem.edges
        if pairs is None:
            pairs = np.stack(np.triu_indices(n, 1), axis=1)
        survivors: NDArray[Any] = pairs[kept[pairs[:, 0], pairs[:, 1]]]
        return survivors

    def _refute(self, edges: Edges, case: _Case) -> tuple[int, NDArray[np.float64]] | None:
        """Close a case, or return an edge to split it on with better potentials."""
        # 1. Weights of cases before may do, or the state contradicts itself.
        for index in {0, len(self._weights) - 1}:
            tree = self._least(edges, self._weights[index])
            if tree is None or tree.bound > self._goal:
                self._tree.append(index)
                return None
        # 2. Otherwise better potentials are sought for this case.
        floats = edges.ascend(
            case.potentials,
            self._clock,
            upper=self._length,
            goal=self._length - 0.9,
            trees=CASE_TREES,
            factor=1.0,
            patience=5,
        )
        potentials = np.rint(floats * self._scale).astype(np.int64)
        tree = self._least(edges, potentials)
        if tree is None or tree.bound > self._goal:
            self._tree.append(len(self._weights))
            self._weights.append(potentials)
            return None
        return self._split(edges, tree, potentials), floats

    def _least(self, edges: Edges, potentials: NDArray[np.int64]) -> OneTree | None:
        """Return the least 1-tree of a case, None if no cycle fits it; a tour is kept."""
        # A checker refuses three required edges at a node, and fewer than two that are left.
        ends = np.concatenate((edges.tails, edges.heads))
        state = np.tile(edges.state, 2)
        if np.bincount(ends[state > 0], minlength=1).max() > 2:
            return None
        if np.bincount(ends[state >= 0], minlength=edges.size).min() < 2:
            return None
        tree = edges.least(potentials, self._scale, self._clock)
        if tree is not None and (tree.degree == 2).all():
            length = int(self._problem.matrix[tree.pairs[:, 0], tree.pairs[:, 1]].sum())
            if length < self._length:
                self._tour, self._length = _cycle(tree.pairs), length
        return tree

    def _split(self, edges: Edges, tree: OneTree, potentials: NDArray[np.int64]) -> int:
        """Return an edge of the tree, where there are too many, without which it is longest."""
        n, state = edges.size, edges.state
        keys = _keys(n, tree.pairs)
        chosen = np.flatnonzero(np.isin(edges.tails * n + edges.heads, keys) & (state == 0))
        crowd = np.maximum(tree.degree[edges.tails[chosen]], tree.degree[edges.heads[chosen]])
        best, most = -1, -math.inf
        for e in chosen[crowd == crowd.max()].tolist():
            state[e] = -1
            without = edges.least(potentials, self._scale, self._clock)
            state[e] = 0
            if (bound := math.inf if without is None else without.bound) > most:
                best, most = e, bound
        return best


def _cycle(pairs: NDArray[np.int64]) -> list[int]:
    """Return the nodes in the order of a cycle that is given by its edges."""
    near: dict[int, list[int]] = {}
    for u, v in pairs.tolist():
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    tour, last = [0], near[0][1]
    while len(tour) < len(pairs):
        a, b = near[tour[-1]]
        last, following = tour[-1], b if a == last else a
        tour.append(following)
    return tour
