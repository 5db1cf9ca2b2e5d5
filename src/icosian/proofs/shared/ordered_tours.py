"""Tours that visit some places in a given order, on the way from home through them and back.

They are tours of a digraph: a place is entered by one node and left by another. Its arcs are those
that some order allows. A set of nodes *splits* a place if it has one of the two. Let it split k
places, all of them by having the node that is entered, or all by the other. From each that is
visited to the next, and from one side to the other in each, the tour crosses the border; where a
place that is left out is split, its loop and the edge beside it do so: at least 2 k times in all.
Let place a be in the set and b outside, both visited, with a before b, and let each split place
come before a or after b. Then nothing between a and b is split, the tour leaves the set there once
more than that, and has to return: it crosses the border at least 2 k + 2 times. Home is before and
after all places, so it may be a or b, and it is never between two others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain, pairwise

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Tick, paced
from icosian.proofs.lengths import ROWS, Edge, Table


class PlaceOrder:
    """Which places come before which, and which ones have a number, of so many with home.

    Each pair in ``order`` is of a place and one that comes after it where both are visited; home is
    in none. A number is that of the steps from home to a place; the places that have one are
    visited. Those that are ``free`` may be left out, of some sets of them so many at most.
    """

    def __init__(
        self,
        places: int,
        home: int,
        order: Iterable[tuple[int, int]],
        numbers: Mapping[int, int],
        free: Collection[int],
        allowances: Iterable[tuple[frozenset[int], int]] = (),
    ) -> None:
        self._home, self._places, self.numbers = home, places, numbers
        H: nx.DiGraph[int] = nx.DiGraph(order)
        H.add_nodes_from(range(places))
        if not nx.is_directed_acyclic_graph(H):
            raise InvalidProof("the order contradicts itself")
        self._after = {v: set(nx.descendants(H, v)) for v in H}
        self._before = {v: set(nx.ancestors(H, v)) for v in H}
        self._stays, self._is_whole = set(range(places)).difference(free), not free
        always = self._stays - {home}
        others = ((some - {home}, most) for some, most in allowances)
        visited = (len(some) - most + len(always - some) for some, most in others)
        self._least = max((len(always), *visited, *numbers, 1))

    def allowed(self, rows: Table) -> Table:
        """Return the arcs that some order allows, and all edges within places."""
        n = self._places
        kept = [
            {v: c for v, c in row.items() if self._allows(u, v - n)}
            for u, row in enumerate(rows[:n])
        ]
        return [*kept, *map(dict, rows[n:])]

    def _allows(self, u: int, v: int) -> bool:
        """Return True if a place may follow right after another one."""
        if u == v:
            return True
        if self._home in (u, v):
            others = self._before[v] if u == self._home else self._after[u]
            return others.isdisjoint(self._stays)
        between = self._before[v] & self._stays
        return u not in self._after[v] and self._after[u].isdisjoint(between)

    # -- borders

    def crossings(self, nodes: frozenset[int]) -> int:
        """Return how often the border of a set is crossed at least, by the places on both sides."""
        n = self._places
        leave, enter = (
            {v for v in range(n) if v in nodes},
            {v for v in range(n) if v + n in nodes},
        )
        if leave - enter and enter - leave:
            return 2 * self._is_whole
        if leave - enter:  # the other side has the same border
            every = set(range(n))
            leave, enter = every - leave, every - enter
        inside, outside, split = leave, set(range(n)) - enter, enter - leave
        inside, outside = inside & self._stays, outside & self._stays
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

    # -- cases

    def excludes(self, rows: Table, required: Iterable[Edge]) -> bool:
        """Return True if no tour of some edges, with those that are required, keeps to it."""
        used = [arc for arc in required if self.is_arc(*arc)]
        if self._breaks({u: v - self._places for u, v in used}):
            return True
        if not self.numbers:
            return False
        arcs = self._arcs([dict.fromkeys(row, 0) for row in rows], used)
        return self._left(arcs)[0].get(self._home) is None

    def is_arc(self, u: int, v: int) -> bool:
        """Return True if an edge leads from one place to another."""
        return u < self._places <= v != u + self._places

    def _breaks(self, after: dict[int, int]) -> bool:
        """Return True if places that follow each other break the order."""
        entered = set(after.values())
        for first, second in after.items():
            if first in entered and first != self._home:
                continue
            piece, last = [first], second
            while last not in (self._home, first):
                if last in piece:
                    return True  # it would be entered twice
                piece.append(last)
                if last not in after:
                    break
                last = after[last]
            # 1. What comes before a place is not in the piece from there on.
            if any(not self._before[v].isdisjoint(piece[k:]) for k, v in enumerate(piece)):
                return True
            # 2. Nothing else comes before a piece from home, or after one that ends there.
            others = self._stays.difference(piece)
            if first == self._home and any(self._before[v] & others for v in piece):
                return True
            if last == self._home != first and any(self._after[v] & others for v in piece):
                return True
        return False

    def are_longer(self, rests: Table, required: Iterable[Edge], most: int, tick: Tick) -> bool:
        """Return True if all tours with the numbers are longer than that, by the lengths of arcs.

        It passes all states, a place and which others were visited before, from which the least way
        home is not too long, and keeps the least length of each. A place is visited after those
        that come before it, and none that comes after it.
        """
        n, home = self._places, self._home
        arcs = self._arcs(rests, required)
        left = self._left(arcs)
        later = [sum(1 << w for w in self._after[v]) for v in range(n)]
        earlier = [sum(1 << w for w in self._before[v] & self._stays) for v in range(n)]
        stays = sum(1 << v for v in self._stays - {home})
        at = {(home, 0): 0}
        for step in range(1, n):
            reached: dict[tuple[int, int], int] = {}
            for (u, seen), total in paced(at.items(), tick, ROWS):
                for v, rest in arcs[u]:
                    if v not in left[step] or seen & (1 << v | later[v]) or earlier[v] & ~seen:
                        continue
                    state, length = (v, seen | 1 << v), total + rest
                    if length + left[step][v] <= most and length <= reached.get(state, length):
                        reached[state] = length
            at = reached
            if self._may_end(step) and any(
                v == home and total + rest <= most and not stays & ~seen
                for (u, seen), total in at.items()
                for v, rest in arcs[u]
            ):
                return False
        return True

    def _arcs(self, rests: Table, required: Iterable[Edge]) -> list[list[tuple[int, int]]]:
        """Return where each place may be left to, and the length of that.

        An arc that is required is the only one that leaves, or enters, its places.
        """
        n = self._places
        ahead = {u: v for u, v in required if self.is_arc(u, v)}
        entered = {v: u for u, v in ahead.items()}
        return [
            [
                (v - n, rest)
                for v, rest in row.items()
                if self.is_arc(u, v) and ahead.get(u, v) == v and entered.get(v, u) == u
            ]
            for u, row in enumerate(rests[:n])
        ]

    def _left(self, arcs: list[list[tuple[int, int]]]) -> list[dict[int, int]]:
        """Return the least length from places after so many steps until home, by any places.

        A place with a number comes after as many steps, and no other does.
        """
        home, numbers = self._home, self.numbers
        named = {home, *numbers.values()}
        left: list[dict[int, int]] = [{} for _ in range(self._places + 1)]
        for step in range(self._places - 1, -1, -1):
            here = set(range(self._places)) - named if step else {home}
            for u in {numbers[step]} if step in numbers else here:
                sums = [rest + left[step + 1][v] for v, rest in arcs[u] if v in left[step + 1]]
                if self._may_end(step):
                    sums += [rest for v, rest in arcs[u] if v == home]
                if sums:
                    left[step][u] = min(sums)
        return left

    def _may_end(self, step: int) -> bool:
        """Return True if a tour may go home after so many steps."""
        return step >= self._least


def pairs_of(chains: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    """Return the places that follow each other in chains."""
    return list(chain.from_iterable(map(pairwise, chains)))
