"""Common base of certificates about walks that visit some nodes of a map."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import unlimited, verify

if TYPE_CHECKING:
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.lengths import Weight

__all__ = ["WalkProof"]


@dataclass(frozen=True, kw_only=True)
class WalkProof(Proof):
    """A statement about all walks that visit some nodes; they may pass any node, and again.

    Attributes
    ----------
    stops : tuple of nodes
        The nodes that a walk visits, at least two.
    weight : str or None
        The edge attribute with the lengths, at least 0; an edge without it has length 1, one with
        None or infinity is left out. None means that each edge has length 1.
    """

    stops: tuple[Any, ...]
    weight: str | None = field(default="weight", metadata=LEFT_OUT)

    def check(self, G: nx.Graph[Any], *, weight: Weight = None) -> None:
        """Check the statement against a map, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The map.
        weight : str or function, optional
            The lengths, if they are not those of the edge attribute that the proof names: another
            attribute, or a function of the two nodes and the data of an edge.

        Raises
        ------
        InvalidArgument
            If it is not a graph, or a length is not a number of at least 0.
        InvalidProof
            If the statement does not hold for this map; the message says why.
        """
        verify(self, G, unlimited, weight=weight)

    def _verify(self, G: nx.Graph[Any], tick: Tick, weight: Weight = None) -> None:
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
        self._check_map(G, self.weight if weight is None else weight, tick)

    @abstractmethod
    def _check_map(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the certificate proves the claim; stops are valid."""

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._check_map(G, self.weight, tick)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        ends = "".join(
            f" {word} {self._name(node)}"
            for word, node in (("from", self.start), ("to", self.end))
            if node is not None
        )
        kind = "closed walk" if self.closed else f"walk{ends}"
        return f"There is no {kind} through the {len(self.stops)} stops {self._listed(self.stops)}"
