"""What the weights of a lower bound say, by nodes instead of numbers: edges, sets, a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import HOME
from icosian.proofs.shared.families import borders

if TYPE_CHECKING:
    from fractions import Fraction

    from icosian.proofs.bounds.lower_bound import LowerBound
    from icosian.proofs.shared.lengths import CycleProblem, Edge, Rows

__all__ = ["Dual"]

_TIGHT = 10**6  # edges are tight up to this part of the mean length: weights are rounded


class Dual:
    """The weights at the root of a bound, or else of its first case."""

    def __init__(self, proof: LowerBound, problem: CycleProblem) -> None:
        size = len(problem.lengths)
        duals = [dual for dual in (proof.root, *proof.weights) if dual is not None]
        if not duals or len(duals[0].potentials) != size:
            raise InvalidProof("its weights are not those of as many nodes")
        dual, unit = duals[0], problem.unit / proof.scale
        self._problem = problem
        self._stops = [*proof.nodes] if proof.closed else [*proof.nodes, HOME]
        self.is_directed = size > len(self._stops)
        # 1. Reduced lengths, and what every cycle pays.
        ends, total = [*dual.potentials], 2 * sum(dual.potentials)
        reduced = [{v: proof.scale * c for v, c in row.items()} for row in problem.lengths]
        nearly = sum(map(sum, map(dict.values, reduced))) // (_TIGHT * sum(map(len, reduced)) or 1)
        self.nodes = {v: p * unit for v, p in zip(proof.nodes, ends, strict=False)}
        """The weights of nodes; in a digraph, on leaving."""
        self.families: list[tuple[list[set[Any]], Fraction]] = []
        """Sets with the weight of each border, the heaviest first; several sets are a comb."""
        for f, weight in sorted(dual.families, key=lambda pair: -pair[1]):
            sides, crossings = borders(proof.families[f], size)
            total += weight * crossings
            for side in sides:
                for u in side:
                    ends[u] += weight
                    for v in reduced[u].keys() & side:
                        reduced[u][v] += 2 * weight
            parts = [self._inside(side) for side in sides]
            if all(parts):
                self.families.append((parts, weight * unit))
        for u, row in enumerate(reduced):
            for v in row:
                row[v] -= ends[u] + ends[v]
        # 2. The bound by the signs of reduced lengths, or by a 1-tree.
        paid = sum(
            rest
            for u, row in enumerate(reduced)
            for v, rest in row.items()
            if rest < 0 or (u, v) in problem.required
        )
        edges = [(u, v) for u, row in enumerate(reduced) for v in row if row[v] <= nearly]
        self.is_tree = False
        """True if `edges` are a minimum 1-tree of the reduced lengths, not all tight ones."""
        if not dual.families:
            tree = _one_tree(reduced, problem.required)
            least = sum(reduced[u][v] for u, v in tree)
            if least > paid:
                edges, paid, self.is_tree = tree, least, True
        stops = len(self._stops)
        self.edges = [(self._stops[u], self._stops[v % stops]) for u, v in edges if v != u + stops]
        """The edges that make the bound."""
        self.bound = (total + paid) * unit
        """What the weights prove alone."""

    def length(self, tail: Any, head: Any) -> Fraction:
        """Return the length of an edge."""
        u, v = self._stops.index(tail), self._stops.index(head)
        if self.is_directed:
            v += len(self._stops)
        return self._problem.lengths[min(u, v)][max(u, v)] * self._problem.unit

    def _inside(self, side: frozenset[int]) -> set[Any]:
        """Return the nodes inside a border, without home; none if it divides a node in two."""
        stops = len(self._stops)
        inside = {v for v in side if v < stops and (v + stops in side or not self.is_directed)}
        if len(side) != len(inside) * (2 if self.is_directed else 1):
            return set()
        nodes = {self._stops[v] for v in inside}
        return set(self._stops) - nodes if HOME in nodes else nodes


def _one_tree(reduced: Rows, required: frozenset[Edge]) -> list[Edge]:
    """Return two edges at node 0 and a minimum spanning tree of the others, with required edges."""
    edges = [(u, v) for u, row in enumerate(reduced) for v in row]
    edges.sort(key=lambda edge: (edge not in required, reduced[edge[0]][edge[1]]))
    tree = [edge for edge in edges if not edge[0]][:2]
    parts = nx.utils.UnionFind(range(1, len(reduced)))
    for u, v in edges:
        if u and parts[u] != parts[v]:
            parts.union(u, v)
            tree.append((u, v))
    return tree
