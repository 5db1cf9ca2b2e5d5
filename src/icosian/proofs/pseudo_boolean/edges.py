"""Statements about the edges of tours: the formula that refutations of edges start from.

As in :class:`~icosian.proofs.shared.network.Network`, an undirected node is one port and a node of
a digraph is two, ``2 v`` for leaving it and ``2 v + 1`` for entering it. Every statement holds for
every tour that the claim is about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

import networkx as nx

from icosian.proofs.pseudo_boolean.formula import Formula, edge_meaning, header
from icosian.proofs.pseudo_boolean.value import Log, Part, PseudoBoolean, finished
from icosian.proofs.shared.claim import Claim
from icosian.proofs.shared.codec import label_writer
from icosian.proofs.shared.network import Network


def tour_edges(G: nx.Graph[Any], claim: Claim, name: Callable[[Any], str]) -> Edges:
    """Return the statements about nodes and conditions that hold for all tours of a claim."""
    net = Network(G, Claim(closed=claim.closed, start=claim.start, end=claim.end))
    number = net.number

    def numbers(pairs: Iterable[tuple[Any, Any]]) -> list[tuple[int, int]]:
        return [(number[u], number[v]) for u, v in pairs]

    avoided = set(numbers(claim.forbid))
    if not net.directed:
        avoided |= {(v, u) for u, v in avoided}
    return Edges(
        header(claim, "edges", label_writer(G)),
        net.nodes,
        [pair for pair in net.edges if pair not in avoided],
        [*(net.edges[e] for e in net.given), *numbers(claim.require)],
        name,
        directed=net.directed,
    )


class Edges:
    """A formula with a variable for each edge, and the proof about it."""

    def __init__(
        self,
        head: list[str],
        nodes: list[Any],
        edges: Iterable[tuple[int, int]],
        used: Iterable[tuple[int, int]],
        name: Callable[[Any], str],
        *,
        directed: bool,
    ) -> None:
        self.nodes, self.directed, self._name = nodes, directed, name
        self.formula, self.log = Formula(head), Log()
        self.number = {v: i for i, v in enumerate(nodes)}
        """The number of each node."""
        self.variable: dict[tuple[int, int], int] = {}
        """The variable of each edge by the numbers of its nodes, undirected ones both ways."""
        self.ports: list[list[tuple[int, int]]] = [[] for _ in range(len(nodes) << directed)]
        """The edges at each port: their variables, and the ports at their other ends."""
        for u, v in edges:
            x = self.variable[u, v] = self.formula.variable((nodes[u], nodes[v]))
            if not directed:
                self.variable[v, u] = x
            p, q = (2 * u, 2 * v + 1) if directed else (u, v)
            self.ports[p].append((x, q))
            self.ports[q].append((x, p))
        self._counts = [self._count(port) for port in range(len(self.ports))]
        self.given: dict[int, int] = {}
        """The statements about edges that every tour uses, by variable."""
        for x in dict.fromkeys(self.variable[pair] for pair in used):
            edge = "-".join(map(name, self.formula.variables[x - 1]))
            self.given[x] = self.formula.state(f"edge {edge} is used", [(1, x)], 1)
        self._borders: dict[frozenset[int], tuple[int, ...]] = {}
        self._paths: dict[frozenset[int], int] = {}

    def _count(self, port: int) -> tuple[int, int]:
        """State how many edges a tour has at a port, at least and at most."""
        node = self._name(self.nodes[port >> self.directed])
        where, need = f"two edges at node {node}", 2
        if self.directed:
            where, need = f"one arc {'into' if port % 2 else 'out of'} node {node}", 1
        row = [x for x, _ in self.ports[port]]
        return (
            self.formula.state(f"at least {where}", [(1, x) for x in row], need),
            self.formula.state(f"at most {where}", [(-1, x) for x in row], -need),
        )

    def port(self, port: int, times: int) -> Part:
        """Return the statement about a port a number of times; less than 0 times the other way."""
        least, most = self._counts[port]
        return (least, times) if times > 0 else (most, -times)

    def border(self, numbers: frozenset[int]) -> tuple[int, ...]:
        """State that tours cross the border of some nodes; a digraph has two such statements."""
        if numbers not in self._borders:
            names = self._listed(numbers)
            sides: tuple[tuple[str, int], ...] = ((f"at least two edges leave {names}", 2),)
            if self.directed:
                sides = (
                    (f"at least one arc leaves {names}", 1),
                    (f"at least one arc enters {names}", 1),
                )
            self._borders[numbers] = tuple(
                self.formula.state(statement, [(1, x) for x in self.crossing(numbers, side)], least)
                for side, (statement, least) in enumerate(sides)
            )
        return self._borders[numbers]

    def crossing(self, numbers: Collection[int], side: int = 0) -> list[int]:
        """Return the edges that cross the border of nodes; of arcs those that leave, or enter."""
        return [
            x
            for v in sorted(numbers)
            for x, q in self.ports[2 * v + side if self.directed else v]
            if q >> self.directed not in numbers
        ]

    def path(self, ports: frozenset[int]) -> int | None:
        """State that there is no cycle within some but not all ports, if they have inner edges."""
        if ports not in self._paths:
            inner, nodes = self.within(ports)
            if not inner:
                return None
            statement = f"no cycle within {self.listed_ports(ports)}"
            self._paths[ports] = self.formula.state(statement, [(-1, x) for x in inner], 1 - nodes)
        return self._paths[ports]

    def within(self, ports: frozenset[int]) -> tuple[list[int], int]:
        """Return the edges within some ports, and how many nodes these belong to."""
        leaving = [p for p in sorted(ports) if not (self.directed and p % 2)]
        inner = [(p, x, q) for p in leaving for x, q in self.ports[p] if q in ports]
        nodes = len({p >> self.directed for p in ports})
        return [x for p, x, q in inner if self.directed or p < q], nodes

    def all_ports(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return the ports of some nodes."""
        if not self.directed:
            return frozenset(numbers)
        return frozenset(2 * v + side for v in numbers for side in (0, 1))

    def finished(self, label: Callable[[Any], Any]) -> PseudoBoolean:
        """Return the two texts; ``label`` makes JSON of a node."""
        return finished(self.formula, self.log, partial(edge_meaning, label, self._name))

    def _listed(self, numbers: Iterable[int]) -> str:
        return f"{{{', '.join(self._name(self.nodes[v]) for v in sorted(numbers))}}}"

    def listed_ports(self, ports: frozenset[int]) -> str:
        """Return ports as words."""
        if not self.directed:
            return self._listed(ports)
        words = []
        for v in sorted({p // 2 for p in ports}):
            name = self._name(self.nodes[v])
            if 2 * v + 1 not in ports:
                name = f"arcs out of {name}"
            elif 2 * v not in ports:
                name = f"arcs into {name}"
            words.append(name)
        return f"{{{', '.join(words)}}}"
