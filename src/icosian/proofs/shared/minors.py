"""Paths of used edges, and the edges that would close them to short cycles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.claim import HOME, Claim, Middle
from icosian.proofs.shared.evidence import Tick, paced, unlimited

if TYPE_CHECKING:
    from icosian.proofs.base import Proof


class Paths:
    """The paths that used edges form, each with the edge that would make a cycle of it."""

    def __init__(self, ports: Sequence[tuple[int, int]], nodes: int, *, directed: bool) -> None:
        self._nodes = nodes
        turn = int(directed)  # from a port to the other one of its node
        self._ports = ports
        self._between = {pair: e for e, pair in enumerate(ports)}
        self._between |= {(q, p): e for e, (p, q) in enumerate(ports)}
        self._other_end = [p ^ turn for p in range(nodes << turn)]
        self._length = [1] * len(self._other_end)  # in nodes, where the port is an end
        self._joined: list[tuple[int, int, int, int, int, int]] = []

    def __len__(self) -> int:
        """Return how many edges were joined."""
        return len(self._joined)

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        p, q = self._ports[e]
        a, b = self._other_end[p], self._other_end[q]
        length = self._length[p]
        if a == q:
            return e if length < self._nodes else None
        self._joined.append((p, q, a, b, length, self._length[q]))
        length += self._length[q]
        self._other_end[a], self._other_end[b] = b, a
        self._length[a] = self._length[b] = length
        closing = self._between.get((a, b)) if length < self._nodes else None
        return None if closing == e else closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ones."""
        while len(self._joined) > count:
            p, q, a, b, one, two = self._joined.pop()
            self._other_end[a], self._other_end[b] = p, q
            self._length[a], self._length[b] = one, two


# -- Graphs that a checker derives from a graph, and the proofs about them within other proofs

# A new node is :data:`HOME` or a :class:`Middle`, and a contracted set is called by one of its own
# nodes. So no names are made up, and a derived graph can be the start of another one.

NESTED = 50
"""Proofs that may stand within each other."""


def check_nesting(proof: Proof) -> None:
    """Raise :exc:`InvalidProof` if too many proofs stand within each other."""
    level = {id(proof): proof}
    for _ in range(NESTED):
        proofs = [inner for outer in level.values() for inner in outer._within()]  # noqa: SLF001
        level = {id(inner): inner for inner in proofs}
        if not level:
            return
    raise InvalidProof(f"more than {NESTED} proofs stand within each other")


def check_inner(outer: Proof, inner: Proof, claim: Claim) -> None:
    """Raise :exc:`InvalidProof` unless a proof within another one makes exactly a claim."""
    if inner.statement != claim:
        raise InvalidProof("the inner proof makes another claim")
    if inner.ranks != outer.ranks:
        raise InvalidProof("the inner proof names squares of another board")
    inner._check_form()  # noqa: SLF001 - our own kinds


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
