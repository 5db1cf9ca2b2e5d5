"""Tours that visit some places in a given order: those that are shorter than a bound, if any.

Such a tour is a way from home through all places and back, in a digraph: a place is entered by one
node and left by another. Its arcs are those that some order allows. A set of nodes *splits* a place
if it has one of the two. Let it split k places, all of them by having the node that is entered, or
all by the other. From each to the next, and from one side to the other in each, the tour crosses
the border: at least 2 k times. Let place a be in the set and b outside, with a before b, and let
each split place come before a or after b. Then nothing between a and b is split, the tour leaves
the set there once more than that, and has to return: it crosses the border at least 2 k + 2 times.
Home is before and after all places, so it may be a or b, and it is never between two others.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.families import Borders, Family, borders
from icosian.proofs.shared.shorter_tours import ShorterTours

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from icosian.proofs.certificate import Tick
    from icosian.proofs.lengths import CycleProblem


class OrderedTours(ShorterTours):
    """The ways from home and back whose scaled length is at most a number, in some order.

    Each pair in ``order`` is of a place and one that comes after it; home is in none. The problem
    has two nodes a place, the one to leave it first.
    """

    def __init__(
        self,
        problem: CycleProblem,
        order: Iterable[tuple[int, int]],
        home: int,
        families: Collection[Family],
        scale: int,
        most: int,
        tick: Tick,
    ) -> None:
        places = len(problem.lengths) // 2
        self._home, self._places = home, places
        H: nx.DiGraph[Any] = nx.DiGraph(order)
        H.add_nodes_from(range(places))
        if not nx.is_directed_acyclic_graph(H):
            raise InvalidProof("the order contradicts itself")
        self._after = {v: set(nx.descendants(H, v)) for v in H}
        self._before = {v: set(nx.ancestors(H, v)) for v in H}
        tick()
        rows = [
            {v: c for v, c in row.items() if self._allows(u, v - places)}
            for u, row in enumerate(problem.lengths[:places])
        ]
        rows += [{} for _ in range(places)]
        super().__init__(replace(problem, lengths=rows), families, scale, most, tick)

    def _allows(self, u: int, v: int) -> bool:
        """Return True if a place may follow right after another one."""
        if u == v:
            return True
        if self._home in (u, v):
            return not (self._before[v] if u == self._home else self._after[u])
        return u not in self._after[v] and self._after[u].isdisjoint(self._before[v])

    def _borders(self, family: Family) -> Borders:
        """Return the borders of a family, and how often they are crossed in any order."""
        found = borders(family, 2 * self._places)
        if len(family) > 1:
            return found
        return found._replace(crossings=max(2, self._crossings(frozenset(family[0]))))

    def _crossings(self, nodes: frozenset[int]) -> int:
        """Return how often the border of a set is crossed at least, by the places on both sides."""
        n = self._places
        leave, enter = (
            {v for v in range(n) if v in nodes},
            {v for v in range(n) if v + n in nodes},
        )
        if leave - enter and enter - leave:
            return 2
        if leave - enter:  # the other side has the same border
            every = set(range(n))
            leave, enter = every - leave, every - enter
        inside, outside, split = leave, set(range(n)) - enter, enter - leave
        return 2 * len(split) + 2 * self._leaves(inside, outside, split - {self._home})

    def _leaves(self, inside: set[int], outside: set[int], split: set[int]) -> bool:
        """Return True if a place inside comes before one outside, and no split one between."""
        for a in inside:
            if a == self._home:
                later, after = outside, split
            else:
                later, after = self._after[a] & outside, split - self._before[a]
                if not after and self._home in outside:
                    return True
            if any(after <= self._after[b] for b in later):
                return True
        return False


def pairs_of(chains: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    """Return the places that follow each other in chains."""
    return list(chain.from_iterable(map(pairwise, chains)))
