"""The linear program of a case: edges that are used, places that are visited, and cuts.

At every place the edges match its visit. In a set of places outside which the tour has one, the
edges are at most as many as the visited places but the first. HiGHS solves the program by the
simplex method and starts from its last basis.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from icosian._kernels import rooted_cuts
from icosian._kernels._jit import Run
from icosian._run.clock import TimeIsUp
from icosian.tours.longest.improvement import improved
from icosian.tours.longest.network import NO_WEIGHTS, SCALES, Case, Weights, bound, rounded, simple
from icosian.tours.shortest.relaxation.linear_program import NEGLIGIBLE, OPTIONS, SolverFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.longest.improvement import Best
    from icosian.tours.longest.network import Edge, Network, Part


Family = tuple[int, ...]
"""A set of places; the first is the one whose visit does not count."""
EPSILON = 1e-6
VIOLATED = 1e-4
"""The least violation of a cut."""
MOST = 60
"""The most cuts of a round."""
TYPICAL = 2.0**10
"""Gains are divided by a power of two so that the largest is at most this."""


class Dual(NamedTuple):
    """A dual solution, in units."""

    ports: NDArray[np.float64]
    """The potential of each place, in a digraph of leaving and then of arriving."""
    families: tuple[Family, ...]
    multipliers: NDArray[np.float64]


class LinearProgram:
    """The program of a part of a network in which every tour visits a root."""

    def __init__(self, network: Network, part: Part, root: int) -> None:
        import highspy

        self.network, self.root = network, root
        self.edges: list[Edge] = sorted(part.edges)
        self.column = {edge: k for k, edge in enumerate(self.edges)}
        self.tails, self.heads = np.array(self.edges, np.int64).T
        self.is_solved = False
        """The last attempt has found a solution."""
        self.families: list[Family] = []
        self._known: set[Family] = set()
        m, n = len(self.edges), network.size
        gains = [network.gains[edge] for edge in self.edges]
        largest = max(1, *map(abs, gains))
        self.unit = 2.0 ** max(0, math.ceil(math.log2(largest / TYPICAL)))
        directed = network.directed
        self.rows = 2 * n if directed else n
        self._highs: Any = highspy.Highs()
        for option, value in OPTIONS.items():
            self._highs.setOptionValue(option, value)
        zeros = np.zeros(self.rows)
        empty = np.zeros(0)
        self._highs.addRows(
            self.rows, zeros, zeros, 0, np.zeros(self.rows, np.int32), np.zeros(0, np.int32), empty
        )
        # Columns: edges, then places.
        arrivals = self.heads + (n if directed else 0)
        ends = np.stack((self.tails, arrivals), axis=1).ravel()
        places = np.arange(n)
        own = np.stack((places, places + n), axis=1).ravel() if directed else places
        each = 2 if directed else 1
        starts = np.concatenate((2 * np.arange(m), 2 * m + each * places))
        entries = np.concatenate((np.ones(2 * m), np.full(len(own), -1.0 if directed else -2.0)))
        costs = np.concatenate((-np.array(gains, float) / self.unit, np.zeros(n)))
        self._highs.addCols(
            m + n,
            costs,
            np.zeros(m + n),
            np.ones(m + n),
            len(entries),
            starts.astype(np.int32),
            np.concatenate((ends, own)).astype(np.int32),
            entries,
        )

    def assume(self, part: Part) -> None:
        """Set the bounds of the columns to what a part of the network allows."""
        m, n = len(self.edges), self.network.size
        low, high = np.zeros(m + n), np.zeros(m + n)
        for edge in part.edges:
            k = self.column[edge]
            high[k] = high[m + edge[0]] = high[m + edge[1]] = 1.0
            if edge in part.used:
                low[k] = 1.0
        for v in part.visited:
            low[m + v] = high[m + v] = 1.0
        self._highs.changeColsBounds(m + n, np.arange(m + n, dtype=np.int32), low, high)

    def add(self, families: Iterable[Family]) -> int:
        """Add the rows of new families; return how many were new."""
        m = len(self.edges)
        columns, entries, starts = [], [], []
        filled = 0
        for family in families:
            if family in self._known:
                continue
            self._known.add(family)
            self.families.append(family)
            inside = np.zeros(self.network.size, bool)
            inside[list(family)] = True
            within = np.flatnonzero(inside[self.tails] & inside[self.heads])
            rest = np.array(family[1:], np.int64) + m
            starts.append(filled)
            columns += [within, rest]
            entries += [np.full(len(within), -1.0), np.ones(len(rest))]
            filled += len(within) + len(rest)
        if starts:
            k = len(starts)
            self._highs.addRows(
                k,
                np.zeros(k),
                np.full(k, math.inf),
                filled,
                np.array(starts, np.int32),
                np.concatenate(columns).astype(np.int32),
                np.concatenate(entries),
            )
        return len(starts)

    def solve(self, seconds: float = math.inf) -> bool:
        """Solve it and read the solution; return False if it is infeasible.

        Raises ``TimeIsUp`` after so many seconds.
        """
        from highspy import HighsModelStatus

        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + seconds)
        self._highs.run()
        status = self._highs.getModelStatus()
        if status == HighsModelStatus.kTimeLimit:
            raise TimeIsUp
        if status not in (HighsModelStatus.kOptimal, HighsModelStatus.kInfeasible):
            self._highs.clearSolver()
            self._highs.run()
            status = self._highs.getModelStatus()
        self.is_solved = status == HighsModelStatus.kOptimal
        if status == HighsModelStatus.kInfeasible:
            return False
        if status != HighsModelStatus.kOptimal:
            raise SolverFailure(str(status))
        solution = self._highs.getSolution()
        values = np.array(solution.col_value)
        self.used, self.visited = values[: len(self.edges)], values[len(self.edges) :]
        self.objective = -self._highs.getInfo().objective_function_value * self.unit
        self._dual = np.array(solution.row_dual) * self.unit
        return True

    def dual(self) -> Dual:
        """Return the dual of the last solution."""
        return self._selected(self._dual, NEGLIGIBLE * self.unit)

    def _selected(self, rows: NDArray[np.float64], least: float) -> Dual:
        """Return the dual of the rows, of families above a least value."""
        multipliers = rows[self.rows :]
        used = (multipliers > least).nonzero()[0]
        families = tuple(self.families[k] for k in used)
        return Dual(rows[: self.rows], families, multipliers[used])

    def ray(self) -> Dual | None:
        """Return the direction of duals that shows the program infeasible, if HiGHS has one."""
        _, found, values = self._highs.getDualRay()
        if not found:
            return None
        ray = np.array(values)
        return self._selected(ray / np.abs(ray).max(), NEGLIGIBLE)

    def probe(self, column: int, iterations: int) -> tuple[float, float]:
        """Return bounds with a column at 1 and at 0, after so many simplex steps each."""
        from highspy import HighsModelStatus

        basis = self._highs.getBasis()
        self._highs.setOptionValue("simplex_iteration_limit", iterations)
        found = []
        for value in (1.0, 0.0):
            self._highs.changeColBounds(column, value, value)
            self._highs.run()
            infeasible = self._highs.getModelStatus() == HighsModelStatus.kInfeasible
            objective = -self._highs.getInfo().objective_function_value * self.unit
            found.append(-math.inf if infeasible else objective)
            self._highs.setBasis(basis)
        self._highs.changeColBounds(column, 0.0, 1.0)
        self._highs.setOptionValue("simplex_iteration_limit", 2**31 - 1)
        return found[0], found[1]

    # -- cuts

    def violated(self) -> list[Family]:
        """Return families that the last solution violates, the most violated first."""
        x, y = self.used, self.visited
        found: list[tuple[float, Family]] = []
        if not self.network.directed:
            for u, v in ((self.tails, self.heads), (self.heads, self.tails)):
                above = x - y[v]
                found += [
                    (float(above[k]), (int(u[k]), int(v[k])))
                    for k in (above > VIOLATED).nonzero()[0].tolist()
                ]
        for label in range(1, 1 + self._cut()):
            members = np.flatnonzero(self._label == label)
            if self.root in members or len(members) < 2:
                continue
            inside = np.zeros(self.network.size, bool)
            inside[members] = True
            first = int(members[np.argmax(np.round(y[members], 6))])
            within = x[inside[self.tails] & inside[self.heads]].sum()
            above = float(within - y[members].sum() + y[first])
            if above > VIOLATED:
                others = (v for v in members.tolist() if v != first)
                found.append((above, (first, *others)))
        found.sort(key=lambda one: (-round(one[0], 6), one[1]))
        return [family for _, family in found[:MOST]]

    def _cut(self) -> int:
        """Label the places by small cuts between them and the root; return the number of cuts."""
        n, directed = self.network.size, self.network.directed
        positive = self.used > EPSILON
        u, v, x = self.tails[positive], self.heads[positive], self.used[positive]
        m = len(u)
        sources = np.concatenate((u, v))
        order = np.argsort(sources, kind="stable")
        inverse = np.empty(2 * m, np.int64)
        inverse[order] = np.arange(2 * m)
        twins = inverse[(order + m) % (2 * m)] if m else inverse
        indptr = np.concatenate(
            (np.zeros(1, np.int64), np.cumsum(np.bincount(sources, minlength=n)))
        )
        capacity = np.concatenate((x, np.zeros(m) if directed else x))[order]
        demand = self.visited * (1.0 if directed else 2.0)
        targets = np.lexsort((np.arange(n), -np.round(demand, 6)))
        targets = targets[demand[targets] > VIOLATED]
        self._label = np.zeros(n, np.int64)
        s = np.zeros(3, np.int64)
        Run(
            rooted_cuts.cuts,
            indptr,
            np.concatenate((v, u))[order],
            twins,
            capacity,
            capacity.copy(),
            demand,
            targets,
            np.array([self.root]),
            *(np.zeros(n, np.int64) for _ in range(2)),  # parent, queue
            self._label,
            np.array([VIOLATED, MOST]),
            s,
        ).finish()
        return int(s[rooted_cuts.CUTS])


# -- Branch and cut: a tree of cases, in each of which a place is visited or an edge used, or not

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
