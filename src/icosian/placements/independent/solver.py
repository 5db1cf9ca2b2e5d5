"""Maximum independent set: reductions, local search against clique covers, exact searches."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain, count

from icosian._run.clock import Clock, TimeIsUp
from icosian.placements._graph import IndexedGraph, Neighbors, Spend, paced
from icosian.placements.bounds import Bound, CliqueCover, Exhausted, patient, verified
from icosian.placements.independent.branch_and_bound import (
    BranchAndBound,
    integer_program,
    search_orders,
)
from icosian.placements.independent.component import (
    IndependenceComponent,
    bipartite_maximum,
    bipartition,
    components,
    remove_dominated,
)
from icosian.placements.placement import Placement

_STEPS = 200_000  # of the first turn of branch and bound; every turn takes four times as many
_BRANCHES = 200  # of the first turn of integer programming, which starts over in every turn
_FEW = 6  # cliques that hold a node, on average, up to which integer programming may be faster


class IndependenceSearch:
    """The search for a maximum independent set of a graph, component by component."""

    def __init__(self, given: IndexedGraph, clock: Clock) -> None:
        self.clock = clock
        self._given = given
        self._members: list[int] = []  # of the bipartite components
        self._cliques: list[list[int]] = []  # that cover them
        self._parts: list[IndependenceComponent] = []
        self._removed: list[tuple[int, int]] = []
        self._is_cut_short = False
        try:
            self._reduce(given.neighbors(), paced(clock, "reductions"))
        except TimeIsUp:
            self._is_cut_short = True
            self._removed, self._parts = [], []
            self._members = given.maximal_independent_set()
            self._cliques = [[v] for v in range(given.size)]

    def _reduce(self, near: Neighbors, spend: Spend) -> None:
        """Remove dominated nodes, solve bipartite components, set up the others."""
        self._removed = remove_dominated(near, spend)
        for nodes in components(near, {v for v, _ in self._removed}):
            if (sides := bipartition(near, nodes)) is None:
                self._parts.append(IndependenceComponent(near, nodes, spend))
            else:
                chosen, cover = bipartite_maximum(near, *sides)
                self._members += chosen
                self._cliques += cover

    @property
    def size(self) -> int:
        """The number of nodes of the best set so far."""
        return len(self._members) + sum(part.size for part in self._parts)

    @property
    def most(self) -> int:
        """The number of nodes that no set exceeds, as far as is proved."""
        return len(self._cliques) + sum(part.most for part in self._parts)

    def run(self, goal: int | None = None) -> None:
        """Search until a set of ``goal`` nodes, by default a maximum one, is found or excluded."""
        if self._is_cut_short:
            raise TimeIsUp
        for method in (self._approach, self._decide):
            for part in self._parts:
                wanted = self.most if goal is None else goal
                if not self.size < wanted <= self.most:
                    return
                if part.size < part.most:
                    # What the other parts lack at present, and what they might give at best.
                    target = min(part.most, part.size + wanted - self.size)
                    useless = 0 if goal is None else goal - 1 - (self.most - part.most)
                    method(part, target, useless)

    def _approach(self, part: IndependenceComponent, target: int, _: int) -> None:
        part.approach(target, self.clock)

    def _decide(self, part: IndependenceComponent, target: int, useless: int) -> None:
        searches = [BranchAndBound(part, order, target, useless) for order in search_orders(part)]
        for turn in count():
            for search in searches:
                search.advance(self.clock, _STEPS << 2 * turn)
                if not part.size < target <= part.most:
                    return
            if sum(map(len, part.lines)) <= _FEW * len(part.nodes):
                left = None if math.isinf(self.clock.left) else max(0.0, self.clock.left)
                branches = integer_program(part, _BRANCHES << 2 * turn, left)
                self.clock.tick("integer programming", branches)
                if not part.size < target <= part.most:
                    return

    def placement(self, bound: Bound | None = None) -> Placement:
        """Return the best set so far, checked."""
        given = self._given
        numbers = [*self._members, *chain.from_iterable(part.members for part in self._parts)]
        chosen, number = set(numbers), given.number
        if len(chosen) != self.size or any(
            number[w] in chosen and number[w] != v for v in chosen for w in given.G[given.nodes[v]]
        ):
            raise RuntimeError("the search returned a set that is not independent")
        return given.placement(numbers, bound)

    def bound(self) -> Bound:
        """Return what is proved, checked: a clique cover, or an exhaustive search of some parts."""
        if searched := [part for part in self._parts if part.most < len(part.cover)]:
            return Exhausted(
                goal="independent set",
                best=self.most,
                method=" and ".join(sorted({part.method for part in searched})),
                steps=sum(part.steps for part in searched),
            )
        cliques = [
            clique.copy()
            for clique in chain(self._cliques, *(part.cliques for part in self._parts))
        ]
        home = {v: clique for clique in cliques for v in clique}
        for v, u in reversed(self._removed):
            home[v] = home[u]
            home[v].append(v)
        return verified(self._cover(map(sorted, cliques)), self._given.G, patient(self.clock))

    def bound_out_of_time(self) -> Bound:
        """Return what is proved, or a cover by single nodes if its check takes too long."""
        try:
            return self.bound()
        except TimeIsUp:
            return self._cover([v] for v in range(self._given.size))

    def _cover(self, cliques: Iterable[list[int]]) -> CliqueCover:
        nodes = self._given.nodes
        return CliqueCover(cliques=tuple(tuple(nodes[v] for v in clique) for clique in cliques))
