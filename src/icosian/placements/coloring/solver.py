"""The search for few colours: colourings get better, and reasons against better ones stronger.

Nodes are renumbered, densest first. Those that are in no k-core can always be coloured after the
others if there are k colours, so what is searched is the first nodes only.
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from icosian._kernels import cliques, exactcover, tabucol
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian._run.clock import Clock, TimeIsUp
from icosian._run.rng import random_state
from icosian.placements.bounds import Clique, EqualShares, Exhausted
from icosian.placements.coloring.dsatur import clique_with, colours_after, densest_first, saturated
from icosian.placements.coloring.exact_cover import Cover, symmetric_families
from icosian.placements.coloring.sat_encoding import ColorClauses
from icosian.placements.independent.api import independent_sets
from icosian.placements.independent.clique_cover import words
from icosian.placements.independent.reductions import neighbours
from icosian.placements.independent.solver import LargestSet

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.placements._graph import Reading
    from icosian.placements.bounds import Bound

__all__ = ["ColorSearch"]

_STEPS = 1_000
"""Steps of every method in the first round; each round has twice as many."""
_CONFLICTS, _DEAR = 1_000, 16
"""Conflicts of one call of the SAT solver, some 10 ms, and how many steps each of them counts."""
_SHARED, _LISTED = 1_000, 100_000
"""Nodes of the largest graph whose independent sets are bounded, and how many are listed."""


class ColorSearch:
    """The search for a colouring with as few colours as possible.

    Parameters
    ----------
    given : Reading
        The graph.
    clock : Clock
        The clock of the search.
    seed : int
        Seed of all random choices.
    timeout : float, optional
        The seconds of the clock.

    Attributes
    ----------
    upper : int
        The number of colours of the best colouring so far.
    lower : Bound
        Why fewer colours are not enough, as far as is proved.
    """

    upper: int
    lower: Bound

    def __init__(
        self, given: Reading, clock: Clock, seed: int = 0, timeout: float | None = None
    ) -> None:
        self._given = given
        self._clock = clock
        self._random = random_state(seed)
        self._timeout = timeout
        self._limit = _STEPS
        near = neighbours(given)
        self._nodes, self._cores = densest_first(near)
        rank = [0] * len(near)
        for k, v in enumerate(self._nodes):
            rank[v] = k
        self._near = [{rank[w] for w in near[v]} for v in self._nodes]
        self._colour(saturated(self._near))
        self._clique: list[int] = []
        self.lower = Clique(nodes=())
        for v in range(len(near)):
            if self.is_settled:
                break
            self._accept_clique(clique_with(self._near, v))

    @property
    def is_settled(self) -> bool:
        """Whether fewer colours are known not to be enough."""
        return self.upper == self.lower.value

    def coloring(self) -> dict[Any, int]:
        """Return the best colouring so far, in the order of the graph."""
        colours = dict(zip(self._nodes, self._colours, strict=True))
        return {node: colours[number] for number, node in enumerate(self._given.nodes)}

    def decide(self) -> None:
        """Search until fewer colours are known not to be enough; all methods have their turns.

        Raises
        ------
        TimeIsUp
            If the time is over before; what was found and proved is kept.
        """
        larger_cliques = self._cliques()
        methods = [larger_cliques, self._repairs(), self._shares(), self._models()]
        while not self.is_settled:
            for method in methods:
                next(method, None)
                if self.is_settled:
                    break
            self._limit *= 2
        with suppress(TimeIsUp):  # a clique is the best of reasons, and of this size soon found
            while not isinstance(self.lower, Clique) and next(larger_cliques, self) is not self:
                self._limit *= 2

    # Every method is a generator: it yields when the steps of the round are used up, and ends
    # when there is nothing left for it to do.

    def _cliques(self) -> Iterator[None]:
        """Look for a larger clique: in what each node is joined to among those before it."""
        for v in range(len(self._near)):
            before = sorted(w for w in self._near[v] if w < v)
            if len({self._colours[w] for w in before}) < self._useless:
                continue
            run = self._clique_search(before)
            while True:
                best = run[-1][cliques.BEST]
                run[-1][cliques.BEST] = max(best, self._useless - 1)
                status = self._clock.run("cliques", run, self._limit)
                if status == cliques.EXHAUSTED:
                    break
                if status == cliques.FOUND:
                    found = run[_PATH][: run[-1][cliques.BEST]]
                    self._accept_clique([v, *(before[k] for k in found)])
                else:
                    yield

    @property
    def _useless(self) -> int:
        """The number of nodes up to which a clique says nothing new."""
        return self.lower.value - (not isinstance(self.lower, Clique))

    def _accept_clique(self, clique: Sequence[int]) -> None:
        if len(clique) > self._useless:
            self._clique = sorted(clique)
            numbers = sorted(self._nodes[v] for v in clique)
            self.lower = Clique(nodes=tuple(self._given.nodes[k] for k in numbers))
            self.lower.check(self._given.G)

    def _clique_search(self, nodes: Sequence[int]) -> Run:
        """Return a search for cliques among some nodes, all joined to another one."""
        n, most = len(nodes), self.upper
        width = -(-n // BITS)
        rank = {v: k for k, v in enumerate(nodes)}
        rows = [sum(1 << rank[w] for w in self._near[v] if w in rank) for v in nodes]
        free = _zeros(most * width)
        free[:width] = words([(1 << n) - 1], width)
        s = _zeros(cliques.WORDS)
        s[cliques.NODES] = n
        return Run(
            cliques.grow,
            words(rows, width),
            free,
            _zeros(most * n),  # choice
            _zeros(most * n),  # bound
            _zeros(most),  # count
            _zeros(most),  # path
            _zeros(width),  # left
            _zeros(width),  # shade
            s,
        )

    def _repairs(self) -> Iterator[None]:
        """Repair colourings that lack a colour, by TabuCol."""
        while not self.is_settled:
            k = self.upper - 1
            run = self._tabucol(k)
            while self._clock.run("TabuCol", run, self._limit) == tabucol.MORE:
                yield
                if self.upper <= k:
                    break
            else:
                self._accept(run[_COLOUR])
                self._random = run[-1][tabucol.RANDOM]

    def _tabucol(self, k: int) -> Run:
        """Return a run that repairs the best colouring when its last colour is taken away."""
        import numpy as np

        size = self._size(k)
        near = [sorted(w for w in row if w < size) for row in self._near[:size]]
        starts = np.cumsum([0, *map(len, near)], dtype=np.int64)
        heads = np.array([w for row in near for w in row], np.int64)
        nodes = np.arange(size)
        colour = np.array(self._colours[:size], np.int64)
        for v in np.flatnonzero(colour == k).tolist():
            beside = colour[near[v]]
            colour[v] = np.bincount(beside[beside < k], minlength=k).argmin()
        pairs = np.repeat(nodes, np.diff(starts)) * k + colour[heads]
        table = np.bincount(pairs, minlength=size * k).astype(np.int64)
        clashes = table[nodes * k + colour]
        listed = np.flatnonzero(clashes)
        clashing, place = _zeros(size), _zeros(size) - 1
        clashing[: len(listed)] = listed
        place[listed] = np.arange(len(listed))
        s = _zeros(tabucol.WORDS)
        s[tabucol.RANDOM] = self._random
        s[tabucol.COLOURS] = k
        s[tabucol.CLASHES] = s[tabucol.FEWEST] = clashes.sum() // 2
        s[tabucol.LISTED] = len(listed)
        tabu = _zeros(size * k)
        return Run(tabucol.repair, starts, heads, colour, table, tabu, clashing, place, s)

    def _size(self, k: int) -> int:
        """Return how many nodes are in the k-core; they are the first."""
        return bisect_right(self._cores, -k, key=operator.neg)

    def _accept(self, colours: Sequence[int]) -> None:
        """Take a better colouring of the first nodes; the others follow."""
        self._colour(colours_after(self._near, list(map(int, colours))))

    def _colour(self, colours: list[int]) -> None:
        self._colours = colours
        self.upper = max(colours, default=-1) + 1

    def _shares(self) -> Iterator[None]:
        """Bound the colours by the size of independent sets; if that is tight, seek a cover.

        With k colours some colour has at least every k-th node, and if none has more, all have
        as many.
        """
        n = self._given.size
        while n <= _SHARED and not self.is_settled:
            k = self.lower.value
            share = -(-n // k)
            if (yield from self._are_smaller(share)):
                self._sets.clock = _Ration(self._clock, self._limit)
                with suppress(_RationIsUp):  # perhaps they are still smaller
                    self._sets.run()
                bound = EqualShares(order=n, largest=self._sets.bound())
                if bound.value > self.lower.value:
                    self.lower = bound
            elif n == k * share and (yield from self._are_smaller(share + 1)):
                yield from self._covers(k, share)
            if self.lower.value == k:
                return

    def _are_smaller(self, size: int) -> Generator[None, None, bool]:
        """Return whether all independent sets have less than ``size`` nodes."""
        if max(Counter(self._colours).values()) >= size:
            return False
        while self._sets.size < size <= self._sets.most:
            self._sets.clock = _Ration(self._clock, self._limit)
            try:
                self._sets.run(size)
            except _RationIsUp:
                yield
        return self._sets.most < size

    @cached_property
    def _sets(self) -> LargestSet:
        """The search for large independent sets."""
        return LargestSet(self._given, self._timeout)

    def _covers(self, k: int, size: int) -> Iterator[None]:
        """Seek an exact cover by k independent sets, if there are not too many of this size."""
        number = {node: k for k, node in enumerate(self._given.nodes)}
        sets = []
        for placement in independent_sets(self._given.G, size):
            sets.append(tuple(number[node] for node in placement))
            self._clock.tick("exact covers", 1)
            if len(sets) % self._limit == 0:
                yield
            if len(sets) > _LISTED:
                return
        every = Cover([[members] for members in sets], self._given.size, k)
        symmetric = symmetric_families(self._given, sets)
        covers = [every, *(Cover(families, self._given.size, k) for families in symmetric)]
        while True:
            for cover in covers.copy():
                status = self._clock.run("exact covers", cover.run, self._limit)
                if status == exactcover.FOUND:
                    self._accept_cover(cover)
                    return
                if status == exactcover.EXHAUSTED:
                    covers.remove(cover)
            if every not in covers:
                self._exclude(k, "exact covers by largest independent sets", every.run.steps)
                return
            yield

    def _accept_cover(self, cover: Cover) -> None:
        """Take the sets of a cover as the classes of colours."""
        colours = [0] * self._given.size
        for colour, members in enumerate(cover.sets()):
            for number in members:
                colours[number] = colour
        self._accept([colours[number] for number in self._nodes])

    def _exclude(self, k: int, method: str, steps: int) -> None:
        """Note that k colours are not enough, unless more is known."""
        if self.lower.value <= k:
            self.lower = Exhausted(goal="coloring", best=k + 1, method=method, steps=steps)

    def _models(self) -> Iterator[None]:
        """Ask a SAT solver for as many colours as are not excluded yet."""
        from pysat.solvers import Cadical153

        while not self.is_settled:
            k = self.lower.value
            logic = ColorClauses(self._near[: self._size(k)], self._clique, k)
            solver = Cadical153()
            for clause in logic.clauses():
                solver.add_clause(clause)
                self._clock.tick("SAT")
            answer, conflicts = None, 0
            end = self._limit // _DEAR
            while answer is None and self.lower.value == k:
                if conflicts > end:
                    yield
                    end += self._limit // _DEAR
                solver.conf_budget(_CONFLICTS)
                answer = solver.solve_limited()
                before, conflicts = conflicts, solver.accum_stats()["conflicts"]
                self._clock.tick("SAT", conflicts - before)
            if answer:
                self._accept(logic.colours(solver.get_model()))
            elif answer is False:
                self._exclude(k, "SAT", conflicts)


_PATH, _COLOUR = 5, 2  # places among the arrays of runs


class _RationIsUp(TimeIsUp):
    """The steps given are used up."""


class _Ration(Clock):
    """A clock for a part of a call that may take some steps only.

    Parameters
    ----------
    clock : Clock
        The clock of the call, which knows the time and counts all steps.
    steps : int
        The steps of the part.
    """

    def __init__(self, clock: Clock, steps: int) -> None:
        super().__init__()
        self._clock = clock
        self._end = clock.steps + steps

    @property
    def seconds(self) -> float:
        """The time since the start of the call."""
        return self._clock.seconds

    def tick(self, method: str, steps: int = 0) -> None:
        """Count steps; there may have been enough of them."""
        self._clock.tick(method, steps)
        if self._clock.steps >= self._end:
            raise _RationIsUp

    def run(self, method: str, run: Run, limit: float = math.inf) -> int:
        """Advance a run, by no more steps than are left."""
        status = self._clock.run(method, run, min(limit, self._end - self._clock.steps))
        if not status:
            self.tick(method)
        return status


def _zeros(size: int) -> NDArray[np.int64]:
    import numpy as np

    return np.zeros(size, np.int64)
