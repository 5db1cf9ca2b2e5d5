"""Toughness: removing k nodes leaves more than k components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import HOME
from icosian.proofs.shared.codec import Number
from icosian.proofs.shared.evidence import Tick, paced, unlimited
from icosian.proofs.weighing import Weighing


@dataclass(frozen=True, kw_only=True)
class Toughness(Proof):
    """A set of nodes without which the graph falls into too many parts.

    Theorem: without k of its nodes a cycle is at most k pieces, and each part of the graph that
    is left holds at least one piece, so k nodes leave at most k parts. A path falls into at most
    k + 1 pieces, one less for each of its ends among the k nodes.

    Attributes
    ----------
    removed : frozenset
        The nodes to remove, at least one.
    parts : int
        How many parts are left.
    together : bool
        Whether both ends of the path were given and are in the same part.

    Notes
    -----
    A graph in which no set of nodes leaves more parts than it has nodes is called 1-tough. For
    digraphs, parts are those of the graph without its directions.

    References
    ----------
    .. [1] V. Chvatal, Tough graphs and Hamiltonian circuits, Discrete Mathematics 5 (1973),
       215-228.

    Examples
    --------
    >>> import icosian
    >>> print(icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(4)).explain())
    There is no Hamiltonian cycle: without the 2 squares c3, b2 the graph falls into 3 parts, and a
    cycle can reach at most 2 without them.
    """

    removed: frozenset[Any]
    parts: int
    together: bool = False

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if not self.removed or not self.removed <= set(G):
            raise InvalidProof("the removed nodes must be some nodes of the graph")
        components = self._components(G, tick)
        if len(components) != self.parts:
            raise InvalidProof(f"removing the nodes does not leave {self.parts} parts")
        if self.together and not any({self.start, self.end} <= part for part in components):
            raise InvalidProof("the ends are not in the same part")
        if self.parts <= self._most():
            raise InvalidProof(f"{self.parts} parts are not too many")

    def _components(self, G: nx.Graph[Any], tick: Tick = unlimited) -> list[frozenset[Any]]:
        left: nx.Graph[Any] = nx.Graph()
        left.add_nodes_from(v for v in G if v not in self.removed)
        left.add_edges_from(
            (u, v)
            for u, v in paced(G.edges(), tick)
            if u not in self.removed and v not in self.removed
        )
        return list(map(frozenset, nx.connected_components(left)))

    def _most(self) -> int:
        """Return into how many pieces a tour falls at most."""
        if self.closed:
            return len(self.removed)
        gone = sum(end is not None and end in self.removed for end in (self.start, self.end))
        return len(self.removed) + 1 - gone - self.together

    def _reason(self) -> str:
        k = len(self.removed)
        what = "node" if self.ranks is None else "square"
        nodes = f"{k} {what}{'' if k == 1 else 's'}"
        tour = "a cycle" if self.closed else "a path"
        gone = sum(end is not None and end in self.removed for end in (self.start, self.end))
        if gone:
            tour += f" with {'an end' if gone == 1 else 'both ends'} among them"
        if self.together:
            tour += " with both ends in the same part"
        return (
            f"without the {nodes} {self._listed(self._ordered(self.removed), most=24)} the graph"
            f" falls into {self.parts} parts, and {tour} can reach at most {self._most()} without"
            f" {'it' if k == 1 else 'them'}"
        )

    def _effort(self) -> int:
        return 3 + len(self.removed)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Return the same reason as a weighing: -1 for what is removed, 1 for each part.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof holds for.

        Returns
        -------
        Weighing
            The weighing.
        """
        weights: dict[Any, Number] = dict.fromkeys(self.removed, -1)
        components = self._components(G)
        if self.together:  # home belongs to that part, and its complement has the same border
            ends = {self.start, self.end}
            components = [frozenset(G) - part if ends <= part else part for part in components]
        elif not self.closed:
            weights[HOME] = -1
        sets: dict[frozenset[Any], Number] = dict.fromkeys(components, 1)
        return Weighing.of(self, weights, weights if G.is_directed() else {}, sets=sets)
