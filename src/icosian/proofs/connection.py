"""Connectivity: a part of the graph that no tour can join to the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import HOME
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.weighing import Weighing


@dataclass(frozen=True, kw_only=True)
class Disconnection(Proof):
    """A part that cannot be left, though the tour has more to visit.

    Theorem: a tour of more than the part must leave or enter it by an edge. Without an edge
    between the part and the rest there is no tour at all. In a digraph with no arc out of the
    part there is no cycle, no path that starts in the part, and none that ends outside it.

    Attributes
    ----------
    part : frozenset
        Some nodes, but not all.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = Disconnection(closed=False, part=frozenset({0, 1}))
    >>> proof.check(nx.Graph([(0, 1), (2, 3)]))
    >>> print(proof.explain())
    There is no Hamiltonian path: no edge joins the 2 nodes 0, 1 and the rest.
    """

    part: frozenset[Any]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        nodes = set(G)
        if not self.part or not self.part < nodes:
            raise InvalidProof("the part must hold some nodes of the graph, but not all")
        if any(v not in self.part for u in paced(self.part, tick) for v in G.adj[u]):
            raise InvalidProof("an edge leads out of the part")
        rest = paced(nodes - self.part, tick)
        if self._is_square() and any(v in self.part for u in rest for v in G.adj[u]):
            raise InvalidProof("a move leads to the square")
        if self.closed or not G.is_directed() or self._is_trap():
            return
        if any(v in self.part for u in paced(nodes - self.part, tick) for v in G.adj[u]):
            raise InvalidProof("a path may lead into the part and end there")

    def _reason(self) -> str:
        if self._is_square():
            return f"no move leads to {self._listed(self.part)}"
        what = "node" if self.ranks is None else "square"
        count = what if len(self.part) == 1 else f"{len(self.part)} {what}s"
        part = f"the {count} {self._listed(self._ordered(self.part))}".rstrip()
        if self.closed or self._is_trap():
            return f"no edge leads from {part} to the rest"
        return f"no edge joins {part} and the rest"

    def _is_square(self) -> bool:
        """Return True if the part is a square that no move enters, as is then checked."""
        return self.ranks is not None and len(self.part) == 1 and not self._is_trap()

    def _is_trap(self) -> bool:
        """Return True if the path would have to leave the part: edges into it do not help."""
        return self.start in self.part or (self.end is not None and self.end not in self.part)

    def _effort(self) -> int:
        return min(len(self.part), 2)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Return the same reason as a weighing: the part, and maybe the rest, weighs 1.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof holds for.

        Returns
        -------
        Weighing
            The weighing.
        """
        rest = frozenset(G) - self.part
        if not G.is_directed():
            sets = {self.part: 1} if self.closed else {self.part: 1, rest: 1}
            return Weighing.of(self, {} if self.closed else {HOME: -1}, sets=sets)
        # That the cycle leaves a part as often as it enters it is a weighing, too.
        if self.closed or (self.end is not None and self.end not in self.part):
            plus, minus = dict.fromkeys(self.part, 1), dict.fromkeys(self.part, -1)
            return Weighing.of(self, plus, minus, sets={self.part: 1})
        if self.start in self.part:
            plus, minus = dict.fromkeys(rest, 1), dict.fromkeys(rest, -1)
            return Weighing.of(self, minus, plus, sets={rest: 1})
        return Weighing.of(self, {HOME: -1}, {HOME: -1}, sets={self.part: 1, rest: 1})
