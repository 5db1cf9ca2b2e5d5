"""Frontier programme along an order of the nodes: the checker follows every choice of edges."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import networkx as nx

from icosian._io.memory import Holding
from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.evidence import Tick

REMEMBERED = 1 << 18
"""States in the sets that are remembered; with more, all are forgotten."""
STATE, MATE = 160, 8
"""About how many bytes a state takes in a set, and each pending node of it."""
DONE = -1
"""The mate of a node that has both its edges."""

Neighbors = dict[Any, set[Any]]
"""The neighbors of every node of an undirected graph."""
State = tuple[int, ...]
"""The mate of each pending node, both as places among the pending nodes: a node without edges is
its own mate, and the ends of a path are each other's."""


@dataclass(frozen=True, kw_only=True)
class FrontierExhausted(Proof):
    """An order of the nodes along which no partial tour survives.

    Theorem: remove the nodes one after the other, choosing for each the two edges of the cycle.
    What matters of the choices so far is only, for every node still to come, whether it has none,
    one or two of its edges, and which ends of paths belong together. If no such state is left,
    there is no cycle. The check is that programme itself, with a plain set of states; its cost is
    the number of states, small where the order keeps few nodes pending; it ends with an
    :exc:`~icosian.InvalidArgument` where the memory does not hold them. What one removal makes of
    a set of states is remembered: where a graph repeats itself, nearly all was met before.

    Attributes
    ----------
    order : tuple
        All nodes.

    Notes
    -----
    The method is the frontier or plug-in dynamic programme, e.g. Knuth, The Art of Computer
    Programming 4A, 7.1.4, and pre-fascicle 8A. A path becomes a cycle through one further node;
    a digraph is split into an in-node, a middle and an out-node for each node.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = FrontierExhausted(closed=True, order=tuple(range(10)))
    >>> proof.check(nx.petersen_graph())
    """

    order: tuple[Any, ...]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        for _ in self.states(G):
            tick()

    def states(self, G: nx.Graph[Any]) -> Iterator[int]:
        """Run the check in small pieces.

        Parameters
        ----------
        G : networkx graph
            The graph.

        Yields
        ------
        int
            The number of states made so far.

        Raises
        ------
        InvalidArgument
            If the states take more memory than is free.
        InvalidProof
            As soon as a tour is met, or at once if the order is not one of the graph.
        """
        if len(self.order) != len(G) or set(self.order) != set(G):
            raise InvalidProof("the order does not hold every node of the graph once")
        yield from frontier_states(*self._as_cycle_question(G))

    def _as_cycle_question(self, G: nx.Graph[Any]) -> tuple[Neighbors, list[Any]]:
        """Return an undirected graph with a Hamiltonian cycle exactly if the tour exists."""
        number = {v: k for k, v in enumerate(self.order)}
        everyone = range(len(number))
        sides = ("in", "middle", "out") if G.is_directed() else ("in",)
        out = sides[-1]
        order: list[Any] = [(side, v) for v in everyone for side in sides]
        arcs = ((number[u], number[v]) for u, v in G.edges())
        joined = [((out, u), ("in", v)) for u, v in arcs if u != v]
        joined += [((side, v), (then, v)) for side, then in pairwise(sides) for v in everyone]
        link: list[Any] = []
        if not self.closed:  # a path from start to end goes home through the link
            both_free = not G.is_directed() and self.start is None and self.end is None
            link += [("link", side) for side in ("end", "middle", "start")[: 1 if both_free else 3]]
            ends = everyone if self.end is None else [number[self.end]]
            starts = everyone if self.start is None else [number[self.start]]
            joined += [*pairwise(link), *((link[0], (out, v)) for v in ends)]
            joined += [(link[-1], ("in", v)) for v in starts]
        H: Neighbors = {v: set() for v in [*order, *link]}
        for u, v in joined:
            H[u].add(v)
            H[v].add(u)
        # What leaves no choice comes first, what is joined to all nodes last.
        given = [v for v in link if len(H[v]) == 2]
        order = given + order + [v for v in link if v not in given]
        return H, order

    def _reason(self) -> str:
        return (
            f"every choice of edges was followed along an order of all {len(self.order)} nodes,"
            " and none can be completed"
        )

    def _effort(self) -> int:
        return 1000 * len(self.order)  # no reader follows it


def frontier_states(H: Mapping[Any, Iterable[Any]], order: list[Any]) -> Iterator[int]:
    """Remove the nodes in an order, following all partial cycles; yield the states so far."""
    place = {v: k for k, v in enumerate(order)}
    frontier: list[int] = []  # the pending nodes in the order of their removal
    states: frozenset[State] = frozenset([()])
    known = {states: states}
    after: dict[Any, frozenset[State]] = {}
    seen = made = remembered = 0
    holding = Holding("the check of a search along an order of the nodes")
    for k, v in enumerate(order):
        fresh, near = [], []
        for p in sorted({k, *(place[w] for w in H[v] if place[w] > k)}):
            i = bisect_left(frontier, p)
            if i == len(frontier) or frontier[i] != p:
                frontier.insert(i, p)
                fresh.append(i)
            near.append(i)
        seen += len(fresh)
        del frontier[0]
        size = STATE + MATE * len(frontier)
        step = states, tuple(fresh), tuple(near), seen == len(order)
        if step not in after:
            survivors: set[State] = set()
            for number, survivor in enumerate(_removals(*step), start=1):
                survivors.add(survivor)
                if number % 1000 == 0:
                    holding.grow(size * (remembered + len(survivors)))
                    yield made + len(survivors)
            remembered += len(survivors)
            if remembered > REMEMBERED:
                known, after, remembered = {}, {}, len(survivors)
            found = frozenset(survivors)
            after[step] = known.setdefault(found, found)
        states = after[step]
        made += len(states)
        yield made
        if not states:
            return


def _removals(
    states: Iterable[State], fresh: Sequence[int], near: Sequence[int], whole: bool
) -> Iterator[State]:
    """Yield what becomes of states when the first pending node is removed, with repetitions."""
    last = len(next(iter(states))) + len(fresh) - 1  # the first node counts as the last here
    moved = [i - 1 if i else last for i in range(last + 1) if i not in fresh] + [DONE]
    is_new = 0 in fresh
    added = [i - 1 for i in fresh if i]
    others = [i - 1 for i in near[1:]]
    for state in states:
        mates = [moved[mate] for mate in state]
        first = last if is_new else mates.pop(0)
        for i in added:
            mates.insert(i, i)
        if first == DONE:
            yield tuple(mates)
            continue
        open_ = [w for w in others if mates[w] != DONE]
        joins: Iterable[tuple[int, int]]
        if first == last:  # it joins two of its neighbors
            joins = combinations(open_, 2)
        else:  # it joins the other end of its path, which loses it, and a neighbor
            mates[first] = first
            joins = [(first, w) for w in open_]
        for v, w in joins:
            a, b = mates[v], mates[w]
            if a == w:  # they are the ends of one path: this closes it
                if whole and mates.count(DONE) == last - len({v, w}):
                    raise InvalidProof("a tour was met along the order")
                continue
            after = mates[:]
            if a != v:
                after[v] = DONE
            if b != w:
                after[w] = DONE
            after[a], after[b] = b, a
            yield tuple(after)
