"""The question as a checker reads it: always a Hamiltonian cycle, through places that need edges.

A path becomes a cycle through one further node, :data:`HOME`: the edge from home to a node says
that the node is an end of the path. A node of an undirected graph is one *port* that needs two
edges. A node of a digraph is two ports, one for leaving and one for entering, and each needs one
arc. Everything that follows is said of ports and edges, and so holds for graphs and digraphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidProof
from icosian.proofs.base import HOME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    import networkx as nx

    from icosian.proofs.base import Proof

__all__ = ["Network"]


class Network:
    """Numbered nodes, ports and edges of a question.

    Parameters
    ----------
    G : networkx graph
        The graph; self-loops and parallel edges are left out.
    question : Proof
        Whose question it is: closed or not, and the ends.

    Attributes
    ----------
    nodes : list
        The nodes, home last if the question is about a path.
    number : dict
        The number of each node.
    directed : bool
        Whether edges have a direction.
    edges : list of (int, int)
        Tail and head of each edge, by number.
    given : list of int
        The edges that every tour uses because an end was asked for.
    ports : list of list of int
        The edges at each port. Node ``i`` is port ``i``, or the ports ``2 i`` (leaving) and
        ``2 i + 1`` (entering).
    need : int
        How many edges a tour has at each port.
    """

    def __init__(self, G: nx.Graph[Any], question: Proof) -> None:
        self.directed = G.is_directed()
        self.need = 1 if self.directed else 2
        self.nodes = list(G)
        self.number = {v: i for i, v in enumerate(self.nodes)}
        number = self.number
        pairs = {(number[u], number[v]) for u, v in G.edges() if u != v}
        if not self.directed:
            pairs = {(min(pair), max(pair)) for pair in pairs}
        self.edges = sorted(pairs)
        self.given: list[int] = []
        if not question.closed:
            self._go_home(question.start, question.end)
        self._edge = {pair: e for e, pair in enumerate(self.edges)}
        if not self.directed:
            self._edge |= {(v, u): e for e, (u, v) in enumerate(self.edges)}
        width = 2 if self.directed else 1
        self.ports: list[list[int]] = [[] for _ in range(width * len(self.nodes))]
        for e in range(len(self.edges)):
            for port in self.ports_of(e):
                self.ports[port].append(e)

    def _go_home(self, start: Any, end: Any) -> None:
        home = len(self.nodes)
        everyone = range(home)
        first = None if start is None else self.number[start]
        last = None if end is None else self.number[end]
        self.nodes.append(HOME)
        self.number[HOME] = home
        if self.directed:
            begins = everyone if first is None else [first]
            stops = everyone if last is None else [last]
            ways = [(home, v) for v in begins] + [(v, home) for v in stops]
        else:
            both = first is not None and last is not None
            ways = [(v, home) for v in everyone if not both or v in (first, last)]
        fixed = {
            *([] if first is None else [(home, first) if self.directed else (first, home)]),
            *([] if last is None else [(last, home)]),
        }
        self.given = [len(self.edges) + k for k, way in enumerate(ways) if way in fixed]
        self.edges += ways

    def ports_of(self, e: int) -> tuple[int, int]:
        """Return the two ports that an edge joins."""
        u, v = self.edges[e]
        return (2 * u, 2 * v + 1) if self.directed else (u, v)

    def find(self, u: int, v: int) -> int | None:
        """Return the edge from one node to another, by number, if there is one."""
        return self._edge.get((u, v))

    def edge(self, pair: Any) -> int:
        """Return the edge that a proof names by its nodes."""
        try:
            u, v = pair
            return self._edge[self.number[u], self.number[v]]
        except (TypeError, ValueError, KeyError):
            raise InvalidProof(f"{pair!r} is not an edge of the question") from None

    def node(self, v: Any) -> int:
        """Return the number of a node that a proof names."""
        if v not in self.number:
            raise InvalidProof(f"{v!r} is not a node of the graph")
        return self.number[v]

    def inside(self, part: Collection[Any]) -> set[int]:
        """Return the numbers of a set that every tour must leave and enter."""
        numbers = {self.node(v) for v in part}
        if not numbers or len(numbers) == len(self.nodes):
            raise InvalidProof("a set must hold some nodes, but not all that a tour visits")
        return numbers

    def crossing(self, numbers: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the edges that leave a set of numbers and those that enter it."""
        part = set(numbers)
        leaving = [e for e, (u, v) in enumerate(self.edges) if u in part and v not in part]
        entering = [e for e, (u, v) in enumerate(self.edges) if u not in part and v in part]
        return leaving, entering
