"""Parity: an independent set that is too large to be visited every other step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import HOME
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.squares import color_names
from icosian.proofs.weighing import Weighing

SIDES = ("nodes on one side", "on the other")


@dataclass(frozen=True, kw_only=True)
class BipartitionImbalance(Proof):
    """A side without inner edges that is too large to be visited every other step.

    Theorem: no two nodes of the crowded side follow each other. So a cycle has at least as many
    other nodes, and a path has at most one crowded node more than others, less one for each of
    its ends that is not in the crowd. On a chess board the sides are the colors, and this is the
    classical proof that no odd board has a closed knight's tour.

    Attributes
    ----------
    crowd : frozenset
        The crowded side, no two of its nodes adjacent.
    others : frozenset
        All other nodes.
    names : tuple of str
        What to call the nodes of the two sides: colors only if they are those of a board.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> print(icosian.prove_no_hamiltonian_cycle(G).explain())
    There is no Hamiltonian cycle: 13 dark squares, 12 light squares, and two dark squares never
    follow each other, so a cycle needs at least 13 light squares.
    """

    crowd: frozenset[Any]
    others: frozenset[Any]
    names: tuple[str, str] = SIDES

    def _room(self) -> int:
        """Return how many nodes the crowded side may have."""
        if self.closed:
            return len(self.others)
        foreign = sum(end is not None and end in self.others for end in (self.start, self.end))
        return len(self.others) + 1 - foreign

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if self.crowd & self.others or self.crowd | self.others != set(G):
            raise InvalidProof("the two sides are not a partition of the nodes")
        if any(self.crowd.intersection(G.adj[u]) - {u} for u in paced(self.crowd, tick)):
            raise InvalidProof("an edge joins two nodes of the crowded side")
        if len(self.crowd) <= self._room():
            raise InvalidProof(
                f"{len(self.crowd)} nodes are not too many beside {len(self.others)} others"
            )
        if self.names not in (SIDES, color_names(G, self.crowd, self.others)):
            raise InvalidProof(f"the sides are not {self.names[0]!r} and {self.names[1]!r}")

    def _reason(self) -> str:
        many, few = self.names
        counts = f"{len(self.crowd)} {many}, {len(self.others)} {few}"
        each = f"and two {many} never follow each other"
        if self.closed:
            return f"{counts}, {each}, so a cycle needs at least {len(self.crowd)} {few}"
        foreign = len(self.others) + 1 - self._room()
        ends = ["", " with one end among the others", " with both ends among the others"][foreign]
        least = len(self.crowd) - 1 + foreign
        return f"{counts}, {each}, so a path{ends} needs at least {least} {few}"

    def _effort(self) -> int:
        return 3

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Return the same reason as a weighing: 1 for the crowd, -1 for the others.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof holds for.

        Returns
        -------
        Weighing
            The weighing.
        """
        weights = dict.fromkeys(self.crowd, 1) | dict.fromkeys(self.others, -1)
        if not self.closed:
            weights[HOME] = -1
        return Weighing.of(self, weights, weights if G.is_directed() else {})
