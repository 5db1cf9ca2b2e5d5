"""The paths or cycles that are longer than a bound, in a graph of which they visit some nodes.

A path is closed by a further place, home, which every tour visits. All numbers are Python integers:
gains of edges in units, times the scale of the weights.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain
from math import gcd
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.claim import Claim
from icosian.proofs.shared.evidence import paced
from icosian.proofs.shared.lengths import ROWS, Edge, cycle_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Set as AbstractSet

    from icosian.proofs.bounds.longest_bound import LongestBound, LongestWeights
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.lengths import Weight


class Assumptions(NamedTuple):
    """What a case assumes."""

    visited: AbstractSet[int] = frozenset()
    avoided: AbstractSet[int] = frozenset()
    used: AbstractSet[Edge] = frozenset()
    unused: AbstractSet[Edge] = frozenset()


class _Network(NamedTuple):
    """What is left of the network in a case."""

    edges: set[Edge]
    visited: set[int]
    """Places that every longer tour visits."""
    used: set[Edge]
    """Edges that every longer tour uses."""


class LongerTours:
    """The tours of a claim that are longer than the bound of a proof."""

    def __init__(self, G: Any, proof: LongestBound, weight: Weight, tick: Tick) -> None:
        claim = Claim(closed=proof.closed, start=proof.start, end=proof.end)
        nodes = proof.nodes
        problem = cycle_problem(G, claim, nodes, None, _negative(G, weight), tick)
        self.directed = G.is_directed()
        self._scale, self._tick, self._closed = proof.scale, tick, proof.closed
        self._counts = weight is None
        self.places = len(nodes) + (not proof.closed)
        home = len(nodes)
        shift = self.places if self.directed else 0
        self._gains: dict[Edge, int] = {}
        for u, row in enumerate(problem.lengths):
            for v, length in row.items():
                if u != v - shift:
                    self._gains[u, v - shift] = -length
        common = gcd(*self._gains.values()) or 1
        self._gains = {edge: gain // common for edge, gain in self._gains.items()}
        given = {(u, v - shift) for u, v in problem.required if u != v - shift}
        visited = {*chain.from_iterable(given), *(() if proof.closed else (home,))}
        self._all = _Network(set(self._gains), visited, given)
        self._families = [
            _family(family, self.places) for family in paced(proof.families, tick, ROWS)
        ]
        # A path of k edges has k + 1 nodes.
        shift = self._counts and not proof.closed
        self._most = (proof.bound - shift) // (common * problem.unit)
        if not proof.closed and (proof.start is None or proof.end is None) and self._most < 0:
            raise InvalidProof("one node is a path, and not below the bound")
        self._neighbors: list[set[int]] = [set() for _ in range(self.places)]
        for u, v in self._gains:
            self._neighbors[u].add(v)
            self._neighbors[v].add(u)

    def name(self, entry: tuple[int, ...]) -> tuple[int, ...]:
        """Return a place or an edge that a proof names."""
        if len(entry) == 1 and 0 <= entry[0] < self.places:
            return entry
        edge = entry if self.directed else tuple(sorted(entry))
        if edge not in self._gains:
            raise InvalidProof(f"a case is split on {entry!r}, which is not a node or an edge")
        return edge

    def are_none(self, weights: LongestWeights, case: Assumptions) -> bool:
        """Return True if no longer tour fits a case, as weights show."""
        self._tick()
        rest = self._left(case)
        if self._reached(weights, rest):
            return True
        smaller = self._narrowed(rest)
        return smaller is None or (smaller != rest and self._reached(weights, smaller))

    def _left(self, case: Assumptions) -> _Network:
        """Return what a case leaves; in a contradiction, a used edge or visited node is missing."""
        used = self._all.used | case.used
        visited = self._all.visited | case.visited | set(chain.from_iterable(used))
        edges = self._all.edges - case.unused
        for v in case.avoided:
            edges -= {e for u in self._neighbors[v] for e in ((u, v), (v, u))}
        return _Network(edges, visited, used)

    def _reached(self, weights: LongestWeights, rest: _Network) -> bool:
        """Return True if weights show that no tour in a network is longer than the bound."""
        families = [(self._families[f], z) for f, z in weights.families]
        if any(not self._is_left(nodes, rest.visited) for nodes, z in families):
            return False
        ports = dict(weights.potentials)
        width = 2 * self.places if self.directed else self.places
        if not all(0 <= port < width for port in ports):
            raise InvalidProof("a potential belongs to no node")
        # An edge in a family pays its multiplier; a visited node gets it back, but for the first.
        taken: Counter[Edge] = Counter()
        gets: Counter[int] = Counter()
        for nodes, z in paced(families, self._tick, ROWS):
            inside = frozenset(nodes)
            for v in nodes[1:]:
                gets[v] += z
            for u in inside:
                for v in self._neighbors[u] & inside:
                    taken[u, v] += z
        total = 0
        arrival = self.places if self.directed else 0
        for u, v in rest.edges:
            worth = self._scale * self._gains[u, v] - taken[u, v]
            worth += ports.get(u, 0) + ports.get(arrival + v, 0)
            if worth > 0 or (u, v) in rest.used:
                total += worth
        for v in {*chain.from_iterable(rest.edges), *rest.visited}:
            both = ports.get(v, 0) + ports.get(arrival + v, 0)  # in a graph, twice the same
            worth = gets[v] - both
            if worth > 0 or v in rest.visited:
                total += worth
        return total < self._scale * (self._most + 1)

    def _is_left(self, nodes: tuple[int, ...], visited: set[int]) -> bool:
        """Return True if every tour has a node outside a set."""
        return (not self.directed and len(nodes) <= 2) or not visited <= {*nodes}

    def _narrowed(self, rest: _Network) -> _Network | None:
        """Return the part of a network that longer tours can use, None if there is none.

        A cycle lies in one block, in a digraph also in one strong component. It has at most as many
        edges as the block has nodes, and misses none if it needs as many.
        """
        visited = set(rest.visited)
        edges = self._without_full(rest.edges, rest.used)
        least = 2 if self.directed else 3
        if self._counts:  # a path of k edges has k + 1 nodes, and home
            least = max(least, self._most + (1 if self._closed else 3))
        blocks = [block for block in self._blocks(edges) if len(block) >= least]
        blocks = [block for block in blocks if visited <= block]
        left = edges.intersection(
            (u, v) for block in blocks for u in block for v in self._neighbors[u] & block
        )
        self._tick()
        if not left or not rest.used <= left:
            return None
        if len(blocks) == 1 and len(blocks[0]) == least:
            visited |= blocks[0]
        return _Network(left, visited, rest.used)

    def _without_full(self, edges: set[Edge], used: set[Edge]) -> set[Edge]:
        """Return edges without those at a node, or end of arcs, that has all its edges."""
        need = 1 if self.directed else 2
        at = Counter(port for edge in used for port in self._ports(edge))
        full = {port for port, count in at.items() if count >= need}
        return {e for e in edges if e in used or not full.intersection(self._ports(e))}

    def _ports(self, edge: Edge) -> tuple[int, int]:
        u, v = edge
        return (u, v + self.places) if self.directed else edge

    def _blocks(self, edges: Iterable[Edge]) -> Iterable[set[int]]:
        """Return the blocks of a network, in a digraph those of its strong components."""
        graphs = [nx.Graph(edges)]
        if self.directed:
            H = nx.DiGraph(edges)
            graphs = [nx.Graph(H.subgraph(part)) for part in nx.strongly_connected_components(H)]
        for graph in graphs:
            yield from map(set, nx.biconnected_components(graph))


def _family(family: tuple[int, ...], places: int) -> tuple[int, ...]:
    """Return the nodes of a family, or refuse it."""
    if not family or len(set(family)) < len(family):
        raise InvalidProof("a set is empty, or lists a node twice")
    if not all(type(v) is int and 0 <= v < places for v in family):
        raise InvalidProof("a set holds what is not the number of a node")
    return family


def _negative(G: nx.Graph[Any], weight: Weight) -> Callable[[Any, Any, Any], Any] | str:
    """Return lengths that are shortest where weights are heaviest."""
    if weight is None:
        return lambda u, v, data: -1  # noqa: ARG005 - the signature of a function of edges
    if callable(weight):
        return lambda u, v, data: _opposite(weight(u, v, data))
    if not isinstance(weight, str):
        return weight  # refused with its value by what reads lengths

    def heaviest(u: Any, v: Any, data: Any) -> Any:  # noqa: ARG001
        some = data.values() if G.is_multigraph() else (data,)
        lengths = [_opposite(edge.get(weight, 1)) for edge in some]
        known = [length for length in lengths if length is not None]
        strange = [length for length in known if not isinstance(length, Fraction)]
        return strange[0] if strange else min(known, default=None)

    return heaviest


def _opposite(weight: Any) -> Any:
    """Return a number with the other sign, exactly; what is not a number as it is."""
    try:
        if hasattr(weight, "as_integer_ratio"):
            return -Fraction(*weight.as_integer_ratio())
        return -Fraction(index(weight))
    except (ArithmeticError, TypeError, ValueError):
        return weight
