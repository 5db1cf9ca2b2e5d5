"""Degree conditions: nodes that no tour can pass through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import HOME
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.weighing import Weighing

Side = Literal["neighbours", "predecessors", "successors"]
"""The values are part of stored proofs, so they keep their spelling."""
_WORDS = {"neighbours": "neighbors", "predecessors": "predecessors", "successors": "successors"}


@dataclass(frozen=True, kw_only=True)
class DegreeDeficiency(Proof):
    """Nodes with so few neighbors that each must be an end, and more of them than ends.

    Theorem: a tour enters and leaves every node but its ends through different neighbors, so a
    node with fewer than two is an end; a cycle has none, a path has two, less those that were
    given to other nodes. In a digraph a node without predecessors is the start of the path, one
    without successors its end.

    Attributes
    ----------
    nodes : tuple
        The deficient nodes, distinct.
    side : {"neighbours", "predecessors", "successors"}
        What they lack: an undirected graph counts its nodes' neighbors.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = DegreeDeficiency(closed=True, nodes=(0,), side="neighbours")
    >>> proof.check(nx.path_graph(3))
    >>> print(proof.explain())
    There is no Hamiltonian cycle: node 0 has fewer than two neighbors, and a cycle needs two.
    """

    nodes: tuple[Any, ...]
    side: Side

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if len(set(self.nodes)) != len(self.nodes):
            raise InvalidProof("a deficient node is listed twice")
        directed = G.is_directed()
        if self.side not in (("predecessors", "successors") if directed else ("neighbours",)):
            raise InvalidProof(f"{self.side!r} is not counted in this kind of graph")
        adjacency: Any = G.pred if self.side == "predecessors" else G.adj  # type: ignore[attr-defined]
        enough = 1 if directed else 2
        for node in paced(self.nodes, tick):
            if node not in G:
                raise InvalidProof(f"{node!r} is not a node of the graph")
            if len(set(adjacency[node]) - {node}) >= enough:
                raise InvalidProof(f"node {node!r} has enough {_WORDS[self.side]}")
        if len(set(self.nodes) - set(self._given())) <= self._free():
            raise InvalidProof("the path has ends enough for the nodes that are listed")

    def _given(self) -> list[Any]:
        """Return the ends that may well be deficient: they were asked for."""
        ends = {"predecessors": [self.start], "successors": [self.end]}
        given = ends.get(self.side, [self.start, self.end])
        return [node for node in given if node is not None]

    def _free(self) -> int:
        """Return how many ends are left to other nodes."""
        if self.closed:
            return 0
        return (2 if self.side == "neighbours" else 1) - len(self._given())

    def _reason(self) -> str:
        few = "fewer than two neighbors" if self.side == "neighbours" else f"no {self.side}"
        count, names = len(self.nodes), self._listed(self.nodes)
        if self.ranks is not None and self.side == "neighbours":
            where = names if count == 1 else f"each of the {count} squares {names}"
            short = f"fewer than two moves lead to {where}"
        else:
            short = (
                f"node {names} has {few}" if count == 1 else f"the {count} nodes {names} have {few}"
            )
        if self.closed:
            need = "two" if self.side == "neighbours" else "one"
            return f"{short}, and a cycle needs {need}"
        role = {"predecessors": "the start", "successors": "the end"}.get(self.side, "an end")
        each = "it must be" if len(self.nodes) == 1 else "each must be"
        deficient = set(self.nodes)
        given = [node for node in self._given() if node not in deficient]
        most = (
            f"only {self._free() + len(self._given())} can be"
            if not given
            else (f"{self._listed(given)} {'was' if len(given) == 1 else 'were'} asked for")
        )
        return f"{short}, so {each} {role} of the path, and {most}"

    def _effort(self) -> int:
        return len(self.nodes)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:  # noqa: ARG002 - as for other kinds
        """Return the same reason as a weighing: every deficient node weighs 1.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof holds for.

        Returns
        -------
        Weighing
            The weighing.
        """
        heavy = dict.fromkeys(self.nodes, 1)
        home = {} if self.closed else {HOME: -1}
        if self.side == "neighbours":
            return Weighing.of(self, heavy | home)
        if self.side == "successors":
            return Weighing.of(self, heavy, home)
        return Weighing.of(self, home, heavy)
