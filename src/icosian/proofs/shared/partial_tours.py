"""Tours that may leave out places: those that are shorter than a bound, if there are any.

A place that may be left out has a *loop*: an edge from its node to itself. In a digraph, whose
places are two nodes joined by an edge that every cycle uses, it is a second edge between the two,
from the node for entering to that for leaving. What is asked for are edges that have two ends at
every node: those of one cycle, and the loops of the places that it leaves out. The first node of a
set stands for the set: a cycle that visits it and a node outside crosses the border at least twice,
so the crossings and twice its loop are at least 2. Of some sets of places only so many may be left
out. A set with more of these places needs no node that stands for it; the borders of single places
are crossed together twice for each that has to be visited; and a comb holds if both parts of its
teeth have more.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Tick, paced
from icosian.proofs.lengths import ROWS, CycleProblem, Edge, Table
from icosian.proofs.shared.families import Borders, Family
from icosian.proofs.shared.shorter_tours import ShorterTours, _Paid, is_stuck

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from icosian.proofs.bounds.dual_bound import DualWeights
    from icosian.proofs.shared.ordered_tours import PlaceOrder


class PartialTours(ShorterTours):
    """The cycles through some places whose scaled length is at most a number.

    They visit at least so many places as ``least`` says. Of each set in ``allowances`` they leave
    out at most so many.
    """

    def __init__(
        self,
        problem: CycleProblem,
        prices: dict[int, int],
        families: Collection[Family],
        scale: int,
        most: int,
        least: int,
        tick: Tick,
        *,
        directed: bool,
        allowances: Collection[tuple[frozenset[int], int]] = (),
        home: int | None = None,
        order: PlaceOrder | None = None,
    ) -> None:
        self._directed, self._least, self._allowances = directed, least, allowances
        self._home = home
        self._places = len(problem.lengths) // (2 if directed else 1)
        super().__init__(problem, families, scale, most, tick, order=order)
        self._loops: dict[int, Edge] = {}
        """The loop at each node of a place that may be left out."""
        self._first = [family[0][0] if len(family) == 1 else None for family in families]
        self._insides = [frozenset(family[0]) for family in families]
        self._is_crossed = [
            self._least_of(inside) > 0
            or (len(family) == 1 and order is not None and order.crossings(inside) > 1)
            for family, inside in zip(families, self._insides, strict=True)
        ]
        """The sets that are crossed without a node that stands for them."""
        self._lengths = [dict(row) for row in self._table()]
        self.edges = self._lengths
        for place, price in prices.items():
            loop = (place + self._places, place) if directed else (place, place)
            self._lengths[loop[0]][loop[1]] = price
            self._loops |= dict.fromkeys(loop, loop)

    def _borders(self, family: Family) -> Borders:
        """Return the borders of one set, of a comb, or of the nodes of each of some places.

        A comb holds for the cycles that visit both parts of each tooth, whatever they leave out.
        """
        places = {part[0] for part in family if part}
        ports = {(v, v + self._places)[: 1 + self._directed] for v in range(self._places)}
        if len(places) == len(family) > 1 and ports.issuperset(family):
            return Borders([frozenset(part) for part in family], 2 * self._least_of(places))
        found = super()._borders(family)
        handle, *teeth = map(frozenset, family)
        if any(self._least_of(part) < 1 for t in teeth for part in (t & handle, t - handle)):
            raise InvalidProof("where places may be left out, both parts of a tooth are visited")
        return found

    def _loop_for(self, family: int) -> Edge | None:
        """Return the loop of the node that stands for a set, None if it needs none."""
        first = self._first[family]
        if first is None or self._is_crossed[family]:
            return None
        return self._loops.get(first)

    def _least_of(self, nodes: Collection[int]) -> int:
        """Return how many places of some nodes a cycle visits at least."""
        return max((len(some.intersection(nodes)) - k for some, k in self._allowances), default=0)

    def few(self, known: Collection[frozenset[int]] = ()) -> int | None:
        """Return the least cost of one place alone, or of two there and back; None if none will do.

        Those whose places are known do not count. The edge between two places is
        used twice there, so this is no cycle; in a digraph it is. Where one end of a path is asked
        for, only another place is joined with home as the other.
        """
        rows, n, home = self._lengths, self._places, self._home
        numbers = () if self._order is None else self._order.numbers
        if any(step > (home is not None) for step in numbers):
            return None  # another place comes before
        prices = {v: rows[loop[0]][loop[1]] for v, loop in self._loops.items() if v < n}
        must = {v for v in range(n) if v not in prices} - {home}
        total, costs = sum(prices.values()), []

        def consider(places: set[int], length: int) -> None:
            out = [len(some) - len(some & places) - most for some, most in self._allowances]
            if must <= places and max(out, default=0) <= 0 and places not in known:
                costs.append(length + total - sum(prices.get(v, 0) for v in places))

        if len(must) > 2:
            return None
        for v in range(n):
            ends = ((v, home), (v, home + n), (home, v + n)) if home is not None else ()
            if v != home and (home is None or any(b in rows[a] for a, b in ends)):
                consider({v}, 0)
        if not self._directed and home is None:
            for u, row in enumerate(paced(rows, self._tick, ROWS)):
                for v, c in row.items():
                    if u < v:
                        consider({u, v}, 2 * c)
        return min(costs, default=None)

    def edge(self, pair: tuple[int, ...]) -> Edge:
        """Return an edge or a loop that a proof names."""
        u, v = pair
        if (u, v) == self._loops.get(u):
            return u, v
        return super().edge(pair)

    def border(self, family: int) -> int:
        """Refuse a split on a border, which a cycle need not cross."""
        raise InvalidProof(f"a case is split on family {family!r}, but places may be left out")

    def are_none(
        self,
        weights: DualWeights,
        used: set[Edge],
        unused: set[Edge],
        twice: Collection[int] = (),
        often: Collection[int] = (),
    ) -> bool:
        """Return True if no shorter tour uses some edges and avoids others, as weights show."""
        self._tick()
        self._check_size(weights)
        if twice or often:
            raise InvalidProof("a case assumes how often a border is crossed")
        if any(z < 0 for _, z in weights.families):
            raise InvalidProof("the multiplier of a family must be positive")
        required = self.required | used
        if required & unused or any(v not in self.edges[u] for u, v in required):
            return True
        rows: Table = [dict(row) for row in self.edges]
        for u, v in unused:
            rows[u].pop(v, None)
        if self._order is not None and self._order.excludes(rows, required):
            return True
        if is_stuck(rows, required) or self._reached(weights, rows, required):
            return True
        left = self._left(rows, required)
        if left is None or is_stuck(*left) or self._reached(weights, *left):
            return True
        return self._only_known(*left)

    def _reached(self, weights: DualWeights, rows: Table, required: set[Edge]) -> bool:
        """Return True if weights show that no tour of some edges is shorter."""
        is_valid = self._are_left(weights, rows, required)
        paid = self._paid(weights)
        return is_valid and (
            self._bound(paid, rows, required) > self._most
            or self._are_walks_longer(paid, rows, required)
        )

    def _are_left(self, weights: DualWeights, rows: Table, required: set[Edge]) -> bool:
        """Return True if no cycle lies within a set that weights name."""
        visited, every = self._visited(rows, required), frozenset(range(len(rows)))
        for f, _ in weights.families:
            inside = self._insides[f]
            if len(inside) > 2 and visited <= inside and self._least_of(every - inside) < 1:
                return False
        return True

    def exclude(self, weights: DualWeights) -> None:
        """Leave out edges that no shorter tour uses, and require those that all of them use."""
        if not self._are_left(weights, self._table(), self.required):
            raise InvalidProof("a cycle may lie within a set that the root weighs")
        super().exclude(weights)

    def _exclude_by_tree(self, paid: _Paid) -> None:
        """Leave out nothing: a cycle through some of the places has no 1-tree of all."""

    def _visited(self, rows: Table, required: set[Edge]) -> set[int]:
        """Return the nodes that every cycle visits.

        They have no loop, or a required edge, or no other of a set may be left out.
        """
        found = {v for v in range(len(rows)) if not self._is_free(rows, v)}
        ways = (edge for edge in required if self._is_way(edge))
        both = {v % self._places for v in chain.from_iterable(ways)}
        out = self._out(required)
        for some, most in self._allowances:
            if len(some & out) == most:
                both |= some - out
        return found.union(both, (v + self._places for v in both if self._directed))

    def _out(self, required: set[Edge]) -> set[int]:
        """Return the places whose loops are required."""
        return {u % self._places for u, v in required if u >= v}

    def _is_free(self, rows: Table, node: int) -> bool:
        """Return True if the place of a node may be left out."""
        loop = self._loops.get(node)
        return loop is not None and loop[1] in rows[loop[0]]

    def _is_way(self, edge: Edge) -> bool:
        """Return True if an edge joins two places."""
        return edge[0] % self._places != edge[1] % self._places

    def _left(self, rows: Table, required: set[Edge]) -> tuple[Table, set[Edge]] | None:
        """Return the edges that shorter tours can use, and those that they use; None without any.

        A cycle lies in one block, in a digraph also in one strong component. It visits at most as
        many places as the block has, and all of them if it has to visit as many.
        """
        n = self._places
        used = {edge for edge in required if self._is_way(edge)}
        visited = {v % n for v in self._visited(rows, required)}
        out = self._out(required)
        if visited & out or any(len(some & out) > most for some, most in self._allowances):
            return None
        # 1. Edges between places that are not left out; of a node with all its edges only those.
        need = 1 if self._directed else 2
        full = {v for v, times in Counter(chain.from_iterable(used)).items() if times >= need}
        edges = {
            (u, v)
            for u, row in enumerate(rows)
            for v in row
            if self._is_way((u, v)) and out.isdisjoint((u % n, v % n))
        }
        edges = {edge for edge in edges if edge in used or full.isdisjoint(edge)}
        # 2. Blocks that hold all visited places, and are large enough.
        blocks = [
            block
            for block in self._blocks((u % n, v % n) for u, v in edges)
            if len(block) >= self._least and visited <= block
        ]
        self._tick()
        owners: list[set[int]] = [set() for _ in range(n)]
        for k, block in enumerate(blocks):
            for v in block:
                owners[v].add(k)
        edges = {(u, v) for u, v in edges if not owners[u % n].isdisjoint(owners[v % n])}
        if not edges or not used <= edges:
            return None
        if len(blocks) == 1 and len(blocks[0]) == self._least:
            visited |= blocks[0]
        # 3. No loop of a place that is visited; that of each place without edges.
        met = {v % n for v in chain.from_iterable(edges)}
        kept: Table = [{} for _ in rows]
        more = set(used)
        for u, row in enumerate(rows):
            for v, c in row.items():
                is_loop = u >= v
                if self._is_way((u, v)):
                    if (u, v) in edges:
                        kept[u][v] = c
                elif not is_loop or v % n not in visited:
                    kept[u][v] = c
                    if not is_loop or v % n not in met:
                        more.add((u, v))
        return kept, more

    def _blocks(self, edges: Iterable[tuple[int, int]]) -> Iterable[set[int]]:
        """Return the blocks of some edges, in a digraph those of its strong components."""
        graphs: list[nx.Graph[Any]]
        if self._directed:
            H = nx.DiGraph(edges)
            graphs = [nx.Graph(H.subgraph(part)) for part in nx.strongly_connected_components(H)]
        else:
            graphs = [nx.Graph(edges)]
        for graph in graphs:
            yield from map(set, nx.biconnected_components(graph))


def given_places(problem: CycleProblem, size: int) -> set[int]:
    """Return the places of the edges that are required, of so many places."""
    ways = (edge for edge in problem.required if edge[0] % size != edge[1] % size)
    return {v % size for v in chain.from_iterable(ways)}
