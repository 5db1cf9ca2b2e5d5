"""Common base of certificates about walks that visit some nodes of a map."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.evidence import unlimited, verify
from icosian.proofs.shared.meaning import USUAL, lengths_meant

if TYPE_CHECKING:
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.lengths import Weight


@dataclass(frozen=True, kw_only=True)
class WalkProof(Proof):
    """A statement about all walks that visit some nodes; they may pass any node, and again.

    Attributes
    ----------
    stops : tuple of nodes
        The nodes that a walk visits, at least two.
    """

    stops: tuple[Any, ...]

    def check(self, G: nx.Graph[Any], *, weight: Weight = USUAL) -> None:
        """Check the statement against a map, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The map.
        weight : str, callable or None
            The lengths that are meant: an edge attribute, a function of the two nodes and the data
            of an edge, or None for 1 on every edge. A proof about others is refused.

        Raises
        ------
        InvalidArgument
            If it is not a graph, or a length is not a number of at least 0.
        InvalidProof
            If the statement is about other lengths, or does not hold for this map; the message says
            why.
        """
        verify(self, G, unlimited, weight=weight)

    def _verify(self, G: nx.Graph[Any], tick: Tick, weight: Weight = USUAL) -> None:
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"a proof is checked against a networkx graph, got {G!r}")
        stops = self.stops
        if strange := [v for v in stops if v not in G]:
            raise InvalidProof(f"the stop {strange[0]!r} is not a node of the map")
        if len(set(stops)) < max(2, len(stops)):
            raise InvalidProof("there must be at least two stops, each listed once")
        self._check_question(G)
        if any(end is not None and end not in set(stops) for end in (self.start, self.end)):
            raise InvalidProof("the ends of a walk are among its stops")
        self._check_form()
        self._check_map(G, lengths_meant(self.statement, G, weight, tick), tick)

    @abstractmethod
    def _check_map(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the certificate proves the claim; stops are valid."""

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._verify(G, tick)

    @property
    def _walk(self) -> str:
        """What it is about."""
        ends = "".join(
            f" {word} {self._name(node)}"
            for word, node in (("from", self.start), ("to", self.end))
            if node is not None
        )
        return "closed walk" if self.closed else f"walk{ends}"

    @property
    def _named_stops(self) -> str:
        return f"the {len(self.stops)} stops {self._listed(self.stops)}"

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        return f"There is no {self._walk} through {self._named_stops}"
