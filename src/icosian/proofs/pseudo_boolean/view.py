"""The formula of a claim, seen from the graph that a proof speaks of.

This is the graph of the claim itself, but for the proof inside a
:class:`~icosian.proofs.Conditional`, whose graph has a node in the middle of each edge to use. The
two halves of such an edge are the same variable, and the formula says that it is 1. So what the
middle adds to a sum, the halves take back, and a statement about a set of nodes follows from the
statement about those of them that are no middles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.proofs.shared.claim import Middle
from icosian.proofs.shared.network import Network

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.shared.claim import Claim


class View:
    """The nodes and edges of a proof's graph, and what they are in the formula."""

    def __init__(self, edges: Edges, graph: nx.Graph[Any], claim: Claim) -> None:
        self.edges, self.log = edges, edges.log
        self.net = Network(graph, claim)
        """The graph of the proof."""
        self.variables = [self._variable(u, v) for u, v in self.net.edges]
        """The variable of each of its edges."""

    def _variable(self, u: int, v: int) -> int:
        pair = self.net.nodes[u], self.net.nodes[v]
        for node in pair:
            if isinstance(node, Middle) and node not in self.edges.number:
                pair = node.tail, node.head
        a, b = map(self.edges.number.__getitem__, pair)
        return self.edges.variable[a, b]

    def numbers(self, nodes: Iterable[Any]) -> frozenset[int]:
        """Return the numbers that nodes have in the formula, without middles."""
        number = self.edges.number
        return frozenset(number[v] for v in nodes if v in number)

    def border(self, nodes: Iterable[Any]) -> tuple[int, ...]:
        """Return the statements about the border of a set; none if it is about middles only."""
        numbers = self.numbers(nodes)
        if not 0 < len(numbers) < len(self.edges.nodes):
            return ()
        return self.edges.border(numbers)

    def path(self, numbers: Iterable[int]) -> None:
        """State that there is no cycle within some nodes of the proof's graph."""
        own = self.numbers(self.net.nodes[v] for v in numbers)
        if 1 < len(own) < len(self.edges.nodes):
            self.edges.path(self.edges.all_ports(own))
