"""Minimum dominating set: greedy sets and packings, branch and bound, integer programming."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, count, product

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import domination as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import checked_flag
from icosian._run.clock import Clock, TimeIsUp
from icosian.boards.theorems import graph_symmetries
from icosian.exceptions import InvalidArgument, NoPlacement, SearchLimitReached
from icosian.placements._graph import IndexedGraph, paced, undecided
from icosian.placements.bounds import Bound, Exhausted, Packing, patient, verified
from icosian.placements.domination.component import ONE, DominationComponent
from icosian.placements.independent.component import components
from icosian.placements.placement import Placement

_QUICK = 2_000  # steps of a search that tries to shrink a set
# Steps of the first turn, times the square of the nodes, and branches of an integer program, times
# the entries of its matrix: some seconds each. Every turn takes four times as many.
_STEPS, _BRANCHES = 20_000_000_000, 500_000
_SMALL = 50  # nodes of a component whose sets are listed without a linear program
_LARGEST = 5_000  # nodes of a component that is searched; larger ones are left to HiGHS
_BATCH = 4_096  # sets that are found at once, and sorted
_EVEN, _LOSS = 0.1, 0.25  # the share of even weights, at most, and what they may cost
_SEARCH, _PROGRAM = "set cover", "integer programming"
_SOLVED, _INFEASIBLE = 0, 2  # statuses of HiGHS


class DominationSearch:
    """The search for the minimum dominating sets of a graph, component by component."""

    def __init__(
        self, given: IndexedGraph, clock: Clock, *, total: bool, independent: bool
    ) -> None:
        self.clock = clock
        self.given = given
        self._total = checked_flag(total, "total")
        self._independent = checked_flag(independent, "independent")
        if total and independent:
            raise InvalidArgument(
                "total and independent contradict each other: every node of a total dominating set"
                " has a neighbor in it"
            )
        near = given.neighbors()
        if total and set() in near:
            alone = given.nodes[near.index(set())]
            raise NoPlacement(f"there is no total dominating set: {alone!r} has no neighbor")
        spend = paced(clock, _SEARCH)
        self.parts = [
            DominationComponent(near, nodes, total=total, independent=independent, spend=spend)
            for nodes in components(near, ())
        ]

    def minimum(self) -> Placement:
        """Return a minimum dominating set with its bound."""
        return self._placement(self._solved())

    def all(self) -> Iterator[Placement]:
        """Yield all minimum dominating sets with their bound."""
        bound = self._solved()
        try:
            parts = [self._sets(part) for part in self.parts]
            others = [list(sets) for sets in parts[1:]]
            for one in parts[0] if parts else [()]:
                for more in product(*others):
                    yield self.given.placement(chain(one, *more), bound)
        except TimeIsUp:
            raise self._undecided("not all sets were found") from None

    def _solved(self) -> Bound:
        """Search until a minimum set is known, and return the bound."""
        try:
            for method in (self._require_set_up, self._shrink, self._decide):
                for part in self.parts:
                    method(part)
            return self._bound()
        except TimeIsUp:
            least = sum(part.least for part in self.parts)
            raise self._undecided(f"fewer than {least} do not") from None

    def _placement(self, bound: Bound) -> Placement:
        """Return the best set so far, checked, with a bound."""
        given = self.given
        number = given.number
        chosen = set(chain.from_iterable(part.numbers(part.best) for part in self.parts))
        guarded = {number[w] for v in chosen for w in given.G[given.nodes[v]] if number[w] != v}
        everything = set(number.values())
        if (
            chosen | guarded != everything
            or (self._total and guarded != everything)
            or (self._independent and guarded & chosen)
        ):
            raise RuntimeError("the search returned a set that is not dominating as required")
        return given.placement(chosen, bound)

    def _bound(self) -> Bound:
        """Return what is proved, checked: a packing, or an exhaustive search of some parts."""
        if searched := [part for part in self.parts if part.least > len(part.packing)]:
            return Exhausted(
                goal="dominating set",
                best=sum(part.least for part in self.parts),
                method=" and ".join(sorted(set().union(*(part.methods for part in searched)))),
                steps=sum(part.steps for part in searched),
                total=self._total,
                independent=self._independent,
            )
        numbers = sorted(chain.from_iterable(part.numbers(part.packing) for part in self.parts))
        bound = Packing(nodes=tuple(self.given.nodes[v] for v in numbers), total=self._total)
        return verified(bound, self.given.G, patient(self.clock))

    def _undecided(self, state: str) -> SearchLimitReached:
        """Return the error that says what is known when the time is over."""
        try:
            bound = self._bound()
        except TimeIsUp:
            bound = Packing(nodes=(), total=self._total)
        best = self._placement(bound)
        found = f"{len(best)} nodes dominate the graph, {state}"
        return undecided(found, _SEARCH, self.clock, best=best, proof=bound)

    def _sets(self, part: DominationComponent) -> Iterator[tuple[int, ...]]:
        """Yield all sets of a component as small as its best one, in lexicographic order."""
        weight = part.even if len(part.nodes) <= _SMALL else self._dual(part)
        prefixes: list[tuple[int, ...]] = [()]
        while prefixes:
            prefix = prefixes.pop()
            run = part.run(len(part.best), weight, prefix=prefix, room=_BATCH)
            if self.clock.run(_SEARCH, run) == kernels.FULL:
                followers = sorted(part.allowed(prefix), reverse=True)
                prefixes += [(*prefix, v) for v in followers]
                continue
            for members in sorted([*prefix, *sorted(found)] for found in part.found(run)):
                if not part.is_dominated_by(members):
                    raise RuntimeError("the search returned a set that is not dominating")
                yield part.numbers(members)

    @staticmethod
    def _require_set_up(part: DominationComponent) -> None:
        if part.is_cut_short:
            raise TimeIsUp

    def _shrink(self, part: DominationComponent) -> None:
        """Search for smaller sets, for a short time each."""
        while not part.is_settled and len(part.nodes) <= _LARGEST:
            size = len(part.best) - 1
            if not self._search(part, size, part.run(size, part.even), _QUICK):
                return

    def _decide(self, part: DominationComponent) -> None:
        """Search and let HiGHS search in turns, until the best set is known to be minimum."""
        if part.is_settled:
            return
        runs: dict[int, Run] = {}
        for turn in count():
            if len(part.nodes) <= _LARGEST:
                self._deepen(part, runs, (_STEPS << 2 * turn) // len(part.nodes) ** 2)
            if not part.is_settled:
                self._program(part, (_BRANCHES << 2 * turn) // part.matrix.nnz)
            if part.is_settled:
                return

    def _deepen(self, part: DominationComponent, runs: dict[int, Run], limit: int) -> None:
        """Search for sets of growing size, until one is found or the steps are used up."""
        weight, orbits = self._dual(part), self._orbits(part)
        while not part.is_settled:
            size = part.least
            if size not in runs:
                runs[size] = part.run(size, weight, orbits)
            if not self._search(part, size, runs[size], limit):
                return

    def _search(self, part: DominationComponent, size: int, run: Run, limit: int) -> bool:
        """Advance a search for sets of one size; return whether it has ended."""
        before = run.steps
        try:
            status = self.clock.run(_SEARCH, run, limit)
        finally:
            part.steps += run.steps - before
        if status == kernels.FULL:
            (part.best,) = part.found(run)
        elif status == kernels.EXHAUSTED:
            part.least = size + 1
            part.methods.add(_SEARCH)
        return status != kernels.MORE

    def _program(self, part: DominationComponent, branches: int) -> None:
        """Search by HiGHS for a smaller set than the best one."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        self.clock.tick(_PROGRAM)
        n = len(part.nodes)
        constraints = [
            LinearConstraint(part.matrix, lb=1),
            LinearConstraint(np.ones((1, n)), lb=part.least, ub=len(part.best) - 1),
        ]
        if self._independent:
            constraints.append(LinearConstraint(part.edges, ub=1))
        result = milp(
            np.ones(n),
            integrality=np.ones(n),
            bounds=Bounds(0, 1),
            constraints=constraints,
            options={"node_limit": max(1, branches), "mip_rel_gap": 0.0, **self._limits()},
        )
        before, found = part.least, None
        if result.x is not None:
            found = np.flatnonzero(result.x > 0.5).tolist()
            if part.is_dominated_by(found) and len(found) < len(part.best):
                part.best = found
        if result.status == _INFEASIBLE or (result.status == _SOLVED and part.best is found):
            part.least = len(part.best)
        elif result.mip_dual_bound is not None and math.isfinite(result.mip_dual_bound):
            proved = math.ceil(result.mip_dual_bound - 1e-6)
            part.least = min(max(proved, before), len(part.best))
        if part.least > before:
            part.methods.add(_PROGRAM)
        steps = int(result.mip_node_count or 0)
        part.steps += steps
        self.clock.tick(_PROGRAM, steps)

    def _dual(self, part: DominationComponent) -> NDArray[np.int64]:
        """Return weights such that no member covers much more than one, as heavy as possible.

        They mix a fractional packing, the dual of the linear relaxation, with some of the even
        weights: an extreme solution does not prune where its weights are 0.
        """
        from scipy.optimize import linprog

        if part.dual is None:
            n = len(part.nodes)
            dual = even = part.even / ONE
            result = linprog(-np.ones(n), A_ub=part.matrix, b_ub=np.ones(n), options=self._limits())
            self.clock.tick(_SEARCH)
            if result.status == _SOLVED:
                dual = result.x
            share = min(_EVEN, _LOSS / max(dual.sum() - even.sum(), _LOSS))
            part.dual = np.rint((dual + share * (even - dual)) * ONE).astype(np.int64)
        return part.dual

    def _limits(self) -> dict[str, float]:
        """Return the time that is left, as options of HiGHS."""
        left = self.clock.left
        return {} if math.isinf(left) else {"time_limit": max(0.0, left)}

    def _orbits(self, part: DominationComponent) -> NDArray[np.int64]:
        """Return for every node of a component its images under symmetries of the board."""
        images = graph_symmetries(self.given.G)
        rank = {self.given.nodes[v]: k for k, v in enumerate(part.nodes)}
        if not images:
            return part.alone
        return part.words(
            {rank[image[square]] for image in images if image[square] in rank} for square in rank
        )
