"""The network of a question: places to visit or not, edges with gains, and cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


Edge = tuple[int, int]
"""Two places, in an undirected network the smaller one first."""


class Case(NamedTuple):
    """What is assumed of a tour."""

    visited: frozenset[int] = frozenset()
    avoided: frozenset[int] = frozenset()
    used: frozenset[Edge] = frozenset()
    unused: frozenset[Edge] = frozenset()

    def split(self, name: tuple[int, ...]) -> tuple[Case, Case]:
        """Return the case that a place is visited, or an edge used, and the other case."""
        if len(name) == 1:
            place = frozenset(name)
            return (
                self._replace(visited=self.visited | place),
                self._replace(avoided=self.avoided | place),
            )
        edge = frozenset(((name[0], name[1]),))
        return self._replace(used=self.used | edge), self._replace(unused=self.unused | edge)


class Part(NamedTuple):
    """What a case leaves of the network: a tour that is long enough stays in it."""

    edges: frozenset[Edge]
    visited: frozenset[int]
    used: frozenset[Edge]


@dataclass(frozen=True, kw_only=True, eq=False)
class Network:
    """Cycles of a graph of places; every cycle is a path or a cycle of the user's graph."""

    size: int
    """The number of places, home included."""
    gains: dict[Edge, int]
    """The gain of each edge, in units; a sum that is to be as large as possible."""
    directed: bool
    home: int | None
    """The place that closes a path, visited by every tour."""
    given: frozenset[Edge]
    """The edges between home and the ends that were asked for."""
    counts: bool
    """The gain is 1 for every edge but those of home."""

    @cached_property
    def edges(self) -> frozenset[Edge]:
        """All edges."""
        return frozenset(self.gains)

    @cached_property
    def neighbors(self) -> list[list[int]]:
        """The neighbors of each place, in a digraph the heads of its arcs."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for u, v in self.gains:
            rows[u].append(v)
            if not self.directed:
                rows[v].append(u)
        return rows

    @cached_property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Compressed rows: offsets, neighbors, and gains as floats."""
        indptr = np.cumsum([0, *map(len, self.neighbors)])
        indices = np.array([*chain.from_iterable(self.neighbors)], np.int64)
        gains = [self.gain(u, v) for u, row in enumerate(self.neighbors) for v in row]
        return indptr, indices, np.array(gains, float)

    @property
    def least(self) -> int:
        """The places of the shortest cycles."""
        return 2 if self.directed else 3

    @property
    def ends_are_given(self) -> bool:
        """Return True if both ends of a path were asked for."""
        return len(self.given) == 2

    def edge(self, u: int, v: int) -> Edge:
        """Return the edge between two places."""
        return (u, v) if self.directed or u < v else (v, u)

    def gain(self, u: int, v: int) -> int:
        """Return the gain of an edge."""
        return self.gains[self.edge(u, v)]

    def value(self, tour: list[int]) -> int:
        """Return the gain of a cycle."""
        return sum(self.gain(u, v) for u, v in pairwise([*tour, tour[0]]))

    def is_cycle(self, tour: list[int]) -> bool:
        """Return True if a list of different places is a cycle that a question allows."""
        steps = {self.edge(u, v) for u, v in pairwise([*tour, tour[0]])}
        return self.given <= steps <= self.edges

    def ports(self, edge: Edge) -> tuple[int, int]:
        """Return where an edge begins and ends: in a digraph, arrivals are numbered apart."""
        return (edge[0], edge[1] + self.size) if self.directed else edge

    def part(self, case: Case, most: int) -> Part | None:
        """Return what a case leaves for tours of a larger gain; None if there are none."""
        used = self.given | case.used
        home = () if self.home is None else (self.home,)
        visited = case.visited.union(home, chain.from_iterable(used))
        if visited & case.avoided or used & case.unused:
            return None
        need = 1 if self.directed else 2
        count = Counter(port for edge in used for port in self.ports(edge))
        full = {port for port, times in count.items() if times >= need}
        edges = frozenset(
            edge
            for edge in self.edges - case.unused
            if not case.avoided.intersection(edge)
            and (edge in used or not full.intersection(self.ports(edge)))
        )
        least = self.least
        if self.counts:  # a path of k edges has k + 1 nodes, and home
            least = max(least, most + (1 if self.home is None else 3))
        blocks = [block for block in self.blocks(edges) if len(block) >= least and visited <= block]
        owners: dict[int, set[int]] = {}
        for k, block in enumerate(blocks):
            for v in block:
                owners.setdefault(v, set()).add(k)
        none: set[int] = set()
        left = frozenset(e for e in edges if owners.get(e[0], none) & owners.get(e[1], none))
        if not left or not used <= left:
            return None
        if len(blocks) == 1 and len(blocks[0]) == least:
            visited |= blocks[0]
        return Part(left, visited, used)

    def blocks(self, edges: Iterable[Edge]) -> list[set[int]]:
        """Return the blocks of some edges, in a digraph those of each strong component."""
        if not self.directed:
            graphs = [nx.Graph(edges)]
        else:
            H = nx.DiGraph(edges)
            graphs = [nx.Graph(H.subgraph(part)) for part in nx.strongly_connected_components(H)]
        blocks: list[set[int]] = []
        for graph in graphs:
            found: Iterable[Any] = nx.biconnected_components(graph)
            blocks += map(set, found)
        return blocks
