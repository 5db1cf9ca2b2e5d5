"""Tours that may leave out places: those that are shorter than a bound, if there are any.

A place that may be left out has a *loop*: an edge from its node to itself. In a digraph, whose
places are two nodes joined by an edge that every cycle uses, it is a second edge between the two,
from the node for entering to that for leaving. What is asked for are edges that have two ends at
every node: those of one cycle, and the loops of the places that it leaves out. The first node of a
set stands for the set: a cycle that visits it and a node outside crosses the border at least twice,
so the crossings and twice its loop are at least 2.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.shorter_tours import ShorterTours, is_stuck

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from icosian.proofs.bounds.dual_bound import DualWeights
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.families import Family
    from icosian.proofs.shared.lengths import CycleProblem, Edge, Table


class PartialTours(ShorterTours):
    """The cycles through some places whose scaled length is at most a number.

    They visit at least so many places as ``least`` says.
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
    ) -> None:
        if any(len(family) > 1 for family in families):
            raise InvalidProof("where places may be left out, a family is one set")
        super().__init__(problem, families, scale, most, tick)
        self._directed, self._least = directed, least
        self._places = len(problem.lengths) // (2 if directed else 1)
        self._lengths = [dict(row) for row in problem.lengths]
        self.edges = self._lengths
        for place, price in prices.items():
            loop = (place + self._places, place) if directed else (place, place)
            self._lengths[loop[0]][loop[1]] = price
            self._loops |= dict.fromkeys(loop, loop)

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
        if is_stuck(rows, required) or self._reached(weights, rows, required):
            return True
        left = self._left(rows, required)
        return left is None or is_stuck(*left) or self._reached(weights, *left)

    def _reached(self, weights: DualWeights, rows: Table, required: set[Edge]) -> bool:
        """Return True if weights show that no tour of some edges is shorter."""
        visited = self._visited(rows, required)
        for f, _ in weights.families:
            (side,) = self._families[f].sides
            inside = side if self._standing[f] in side else set(range(len(rows))) - side
            if len(inside) > 2 and visited <= inside:
                return False  # a cycle may lie in the set
        return self._bound(self._paid(weights), rows, required) > self._most

    def _visited(self, rows: Table, required: set[Edge]) -> set[int]:
        """Return the nodes that every cycle visits: without a loop, or on a required edge."""
        found = {v for v in range(len(rows)) if not self._is_free(rows, v)}
        ways = (edge for edge in required if self._is_way(edge))
        both = {v % self._places for v in chain.from_iterable(ways)}
        return found.union(both, (v + self._places for v in both if self._directed))

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
        out = {u % n for u, v in required if u >= v}
        if visited & out:
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
