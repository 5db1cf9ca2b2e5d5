"""The claim as numbered nodes, edges and ports: always about Hamiltonian cycles.

A path becomes a cycle through one further node, :data:`HOME`: the edge from home to a node means
that the node is an end of the path. A node of an undirected graph is one *port* that needs two
edges. A node of a digraph is two ports, one for leaving and one for entering, and each needs one
arc. Statements about ports and edges hold for graphs and digraphs.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Tick, paced, unlimited
from icosian.proofs.claim import HOME, Claim, Middle

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class CycleInstance:
    """Numbered nodes, ports and edges; self-loops and parallel edges are left out."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, tick: Tick = unlimited) -> None:
        if claim.has_conditions:
            raise InvalidProof("this kind of proof is not about tours with conditions")
        self.directed = G.is_directed()
        """Whether edges have a direction."""
        self.need = 1 if self.directed else 2
        """How many edges a tour has at each port."""
        what = "one arc" if self.directed else "two edges"
        self.bounds = f"at least {what}", f"at most {what}"
        """The same in words."""
        self.nodes = list(G)
        """The nodes, home last if the claim is about a path."""
        self.number = {v: i for i, v in enumerate(self.nodes)}
        """The number of each node."""
        number = self.number
        tick()
        arcs = ((number[u], map(number.__getitem__, row)) for u, row in G.adjacency())
        if self.directed:
            pairs = {(u, v) for u, heads in arcs for v in heads if u != v}
        else:  # both arcs of an edge
            pairs = {(u, v) if u < v else (v, u) for u, heads in arcs for v in heads if u != v}
        tick()
        self.edges = sorted(pairs)
        """Tail and head of each edge, by number."""
        tick()
        self.given: list[int] = []
        """The edges that every tour uses because an end was asked for."""
        if not claim.closed:
            self._go_home(claim)
        self._edge = {pair: e for e, pair in enumerate(self.edges)}
        if not self.directed:
            self._edge |= {(v, u): e for e, (u, v) in enumerate(self.edges)}
        tick()
        width = 2 if self.directed else 1
        self.ports: list[list[int]] = [[] for _ in range(width * len(self.nodes))]
        """The edges at each port: node i is port i, or the ports 2 i (leaving) and 2 i + 1."""
        for e, (p, q) in enumerate(self.joined):
            self.ports[p].append(e)
            self.ports[q].append(e)

    def _go_home(self, claim: Claim) -> None:
        """Add home, and the edges between it and the nodes that may be an end."""
        if HOME in self.number:
            raise InvalidProof(f"{HOME!r} is a node of the graph")
        home = len(self.nodes)
        everyone = range(home)
        first, last = (None if v is None else self.number[v] for v in (claim.start, claim.end))
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

    @property
    def joined(self) -> list[tuple[int, int]]:
        """The two ports of each edge."""
        return [(2 * u, 2 * v + 1) for u, v in self.edges] if self.directed else self.edges

    def find(self, u: int, v: int) -> int | None:
        """Return the edge from one node to another, by number, if there is one."""
        return self._edge.get((u, v))

    def edge(self, pair: Any) -> int:
        """Return the edge that a proof names by its nodes."""
        try:
            u, v = pair
            return self._edge[self.number[u], self.number[v]]
        except (TypeError, ValueError, KeyError):
            raise InvalidProof(f"{pair!r} is not an edge of the graph") from None

    def node(self, v: Any) -> int:
        """Return the number of a node that a proof names."""
        try:
            return self.number[v]
        except (TypeError, KeyError):
            raise InvalidProof(f"{v!r} is not a node of the graph") from None

    def inside(self, part: Collection[Any]) -> set[int]:
        """Return the numbers of a set that every tour must leave and enter."""
        numbers = {self.node(v) for v in part}
        if not numbers or len(numbers) == len(self.nodes):
            raise InvalidProof("a set must hold some nodes, but not all that a tour visits")
        return numbers

    def crossing(self, numbers: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the edges that leave a set of numbers and those that enter it."""
        part = set(numbers)
        leaving, entering = [], []
        step = len(self.ports) // len(self.nodes)
        for i in part:
            for e in chain(*self.ports[step * i : step * i + step]):
                u, v = self.edges[e]
                if v not in part:
                    leaving.append(e)
                elif u not in part:
                    entering.append(e)
        return sorted(leaving), sorted(entering)


# -- Graphs that a checker derives from a graph

# A new node is :data:`HOME` or a :class:`Middle`, and a contracted set is called by one of its own
# nodes. So no names are made up, and a derived graph can be the start of another one.


def changed_graph(
    G: nx.Graph[Any], claim: Claim, tick: Tick = unlimited, *, home: bool
) -> nx.Graph[Any]:
    """Return a simple graph whose tours keep the conditions; with home, its cycles do."""
    H: nx.Graph[Any] = nx.DiGraph() if G.is_directed() else nx.Graph()
    H.add_nodes_from(G)
    H.graph.update(G.graph)  # its squares are called as before
    key = tuple if G.is_directed() else frozenset
    edges = {key(pair): pair for pair in paced(G.edges(), tick)}
    for pair in claim.forbid:
        edges.pop(key(pair), None)
    required = {key(pair): pair for pair in claim.require}
    if home:
        _check_new(H, HOME)
        ways, ends = _ways_home(G, claim)
        edges |= {key(pair): pair for pair in ways}
        required |= {key(pair): pair for pair in ends}
    for name, pair in required.items():
        del edges[name]
        middle = Middle(*pair)
        _check_new(H, middle)
        for half in ((middle.tail, middle), (middle, middle.head)):
            edges[key(half)] = half
    H.add_edges_from(edges.values())
    return H


def _ways_home(
    G: nx.Graph[Any], claim: Claim
) -> tuple[list[tuple[Any, Any]], list[tuple[Any, Any]]]:
    """Return the edges between home and the nodes that may be an end, and those that are used."""
    given = [v for v in (claim.start, claim.end) if v is not None]
    if G.is_directed():
        starts = G if claim.start is None else [claim.start]
        ends = G if claim.end is None else [claim.end]
        return [*((HOME, v) for v in starts), *((v, HOME) for v in ends)], []
    if len(given) == 2:
        return [(v, HOME) for v in given], []
    return [(v, HOME) for v in G], [(HOME, v) for v in given]


def _check_new(H: nx.Graph[Any], node: Any) -> None:
    if node in H:
        raise InvalidProof(f"{node!r} is a node of the graph")


def contracted_graph(
    G: nx.Graph[Any], sets: Iterable[tuple[Any, Collection[Any]]], tick: Tick = unlimited
) -> nx.Graph[Any]:
    """Return an undirected graph with each of some disjoint sets contracted to the node before it.

    If a cycle crosses the border of each set twice, then it is a cycle of the derived graph: that
    is why three nodes must be left.
    """
    if G.is_directed():
        raise InvalidProof("the sets of a digraph are not contracted")
    name = {v: v for v in G}
    taken: set[Any] = set()
    for node, part in paced(sets, tick):
        if node not in part:
            raise InvalidProof(f"a set is called {node!r}, which is not one of its nodes")
        for v in part:
            if v not in name:
                raise InvalidProof(f"{v!r} is not a node of the graph")
            if v in taken:
                raise InvalidProof(f"{v!r} is in two sets")
            taken.add(v)
            name[v] = node
    H: nx.Graph[Any] = nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(name.values())
    ends = ((name[u], name[v]) for u, v in paced(G.edges(), tick))
    H.add_edges_from((u, v) for u, v in ends if u is not v)
    if len(H) < 3:
        raise InvalidProof(f"{len(H)} nodes are left, and a cycle has at least three")
    return H
