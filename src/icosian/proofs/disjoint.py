"""Refutations of several Hamiltonian cycles without a common edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import Claim
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import Facts, Why, literals_of


@dataclass(frozen=True, kw_only=True)
class DisjointRefutation(Proof):
    """No so many Hamiltonian cycles have no edge in common, by counting, or by clauses.

    Theorem: k such cycles have 2 k edges at every node, and at least 2 k across the border of every
    set (in a digraph k in each direction). A decomposition has all edges at every node. If these
    are enough: each cycle has two edges at every node and two across every border, and each edge is
    in one cycle at most; at a node without a spare edge it is in one. A clause says that of some
    edges one is in some cycle, or is not. It follows by unit propagation from such rules and
    earlier clauses, and in the end they contradict each other. The cycles can be numbered in the
    order in which they leave a node; so at one without a spare edge the cycle of an edge may be
    chosen, in a digraph that of each arc out of it, or into it.

    Attributes
    ----------
    disjoint : int
        The number of cycles.
    every_edge : bool
        The cycles have all edges. The degrees then say how many cycles they are.
    sets : tuple of frozenset
        The sets whose borders are counted.
    first : tuple of (node, node)
        Edges at a node without a spare one that are in the first, the second, ... cycle: one edge,
        or arcs out of the same node, or into it.
    members : tuple of (node, node, int)
        What the clauses speak of, numbered from 1: an edge, and the number of a cycle.
    clauses : tuple of tuple of int
        The clauses in order: ``k`` says that the edge of number k is in its cycle, ``-k`` that it
        is not.
    until : tuple of int
        The number of the last clause that needs each, after which a check forgets it; empty if none
        is forgotten.

    See Also
    --------
    Refutation : The same for one cycle.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = DisjointRefutation(closed=True, disjoint=2)
    >>> proof.check(nx.petersen_graph())
    >>> print(proof.explain())
    There are no 2 Hamiltonian cycles without a common edge: they have 4 edges at every node
    (in a digraph 2 in and 2 out), more than one has.
    """

    disjoint: int
    every_edge: bool = field(default=False, metadata=LEFT_OUT)
    sets: tuple[frozenset[Any], ...] = field(default=(), metadata=LEFT_OUT)
    first: tuple[tuple[Any, Any], ...] = field(default=(), metadata=LEFT_OUT)
    members: tuple[tuple[Any, Any, int], ...] = field(default=(), metadata=LEFT_OUT)
    clauses: tuple[tuple[int, ...], ...] = field(default=(), metadata=LEFT_OUT)
    until: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        if self.every_edge:
            return "The edges do not decompose into Hamiltonian cycles"
        if self.disjoint == 1:
            return "There is no Hamiltonian cycle"
        return f"There are no {self.disjoint} Hamiltonian cycles without a common edge"

    def _check_form(self) -> None:
        if not self.closed:
            raise InvalidProof("a refutation of disjoint cycles is about cycles")
        if type(self.disjoint) is not int or self.disjoint < 1:
            raise InvalidProof(f"the number of cycles is at least 1, not {self.disjoint!r}")
        if type(self.every_edge) is not bool:
            raise InvalidProof("whether the cycles have all edges is a boolean")
        if not all(type(c) is int and 1 <= c <= self.disjoint for *_, c in self.members):
            raise InvalidProof(f"the cycles have the numbers 1 to {self.disjoint}")
        for clause in self.clauses:
            literals_of(clause, range(len(self.members)), "an edge and a cycle")

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._refuted(G, tick)

    def _refuted(
        self, G: nx.Graph[Any], tick: Tick, make: Callable[[int, Tick], Facts] = Facts
    ) -> Facts | None:
        """Check the proof; return the facts that contradict each other, None if counts suffice."""
        if G.is_multigraph():
            raise InvalidProof("edges are counted, and parallel edges would be one")
        net = Network(G, Claim(closed=True), tick)
        borders = [some for part in paced(self.sets, tick, every=1) for some in _across(net, part)]
        clauses, first = self._literals(net), self._first(net)
        count, degrees = self.disjoint * net.need, {*map(len, net.ports)}
        if self.every_edge and degrees != {count}:
            if len(degrees) > 1 or min(degrees) % net.need:
                return None  # no number of cycles has all edges
            raise InvalidProof(f"a decomposition does not have so many cycles: {self.disjoint}")
        if min(degrees) < count:
            return None
        if self._is_bare:
            raise InvalidProof("every node has enough edges, and no other reason is given")
        if any(len(edges) < self.disjoint * least for least, edges in borders):
            return None
        facts = make(self.disjoint * len(net.edges), tick)
        for fact in paced(self._facts(net, borders, first), tick):
            facts.add(*fact)
        facts.refute(clauses, self.until)
        return facts

    def _facts(
        self, net: Network, borders: list[tuple[int, list[int]]], first: list[int]
    ) -> Iterator[tuple[int, list[int], Why]]:
        """Yield what holds for the cycles: edge e of cycle c is variable c m + e."""
        m = len(net.edges)
        for c in range(self.disjoint):
            few, many = (f"cycle {c + 1} has {bound}" for bound in net.bounds)
            for p, edges in enumerate(net.ports):
                yield net.need, [2 * (c * m + e) for e in edges], (few, p)
                yield len(edges) - net.need, [2 * (c * m + e) + 1 for e in edges], (many, p)
            for least, edges in borders:
                yield least, [2 * (c * m + e) for e in edges], f"cycle {c + 1} crosses a border"
        used = {e for edges in net.ports if self._has_no_spare(net, edges) for e in edges}
        for e in range(m):
            own = [c * m + e for c in range(self.disjoint)]
            yield self.disjoint - 1, [2 * x + 1 for x in own], "no edge is in two cycles"
            if e in used:
                yield 1, [2 * x for x in own], "an edge at a node without a spare one is in a cycle"
        for c, e in enumerate(first):
            yield 1, [2 * (c * m + e)], "the cycles are numbered so"

    def _first(self, net: Network) -> list[int]:
        """Return the edges in the first, the second, ... cycle: others can be numbered so."""
        first = [net.edge(pair) for pair in self.first]
        if len({*first}) < len(first) or (len(first) > 1 and not net.directed):
            raise InvalidProof("edges that are given to cycles are one edge, or different arcs")
        ports = [net.ports[p] for e in first[:1] for p in net.ports_of(e)]
        if first and not any(self._has_no_spare(net, p) and {*first} <= {*p} for p in ports):
            raise InvalidProof("edges that are given to cycles are at one node without a spare one")
        return first

    def _has_no_spare(self, net: Network, edges: list[int]) -> bool:
        """Return True if the cycles have all edges at a port."""
        return len(edges) == self.disjoint * net.need

    def _literals(self, net: Network) -> list[list[int]]:
        """Return the clauses as literals of :meth:`_facts`."""
        m = len(net.edges)
        known = [(c - 1) * m + net.edge((u, v)) for u, v, c in self.members]
        return [literals_of(clause, known, "an edge and a cycle") for clause in self.clauses]

    @property
    def _is_bare(self) -> bool:
        """True if only the edges at the nodes are counted."""
        return not (self.sets or self.first or self.members or self.clauses)

    def _reason(self) -> str:
        if self._is_bare and self.every_edge:
            return (
                "each of them has two edges at every node (in a digraph one in and one out), and"
                " not all nodes have the same even number of edges (in a digraph as many in as out)"
            )
        if self._is_bare:
            ways = f"in a digraph {self.disjoint} in and {self.disjoint} out"
            return f"they have {2 * self.disjoint} edges at every node ({ways}), more than one has"
        demand = "each cycle has two edges at every node (in a digraph one in and one out)"
        if self.sets:
            demand += f" and at least two across the border of {plural(len(self.sets), 'set')}"
        whole = (
            "in one cycle" if self.every_edge else "in one at most (in one if there is no spare)"
        )
        steps = f"; {plural(len(self.clauses), 'clause')} follow" if self.clauses else ""
        return f"{demand}, and each edge is {whole}{steps}, and no choice of edges is left"

    def _effort(self) -> int:
        return 60 * (1 + len(self.clauses)) + sum(map(len, self.sets))


def _across(net: Network, part: frozenset[Any]) -> list[tuple[int, list[int]]]:
    """Return the edges across a border, and how many of each list a cycle has at least."""
    leaving, entering = net.crossing(net.inside(part))
    return [(1, leaving), (1, entering)] if net.directed else [(2, leaving + entering)]
