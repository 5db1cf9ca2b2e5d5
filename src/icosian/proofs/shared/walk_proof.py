"""Common base of certificates about walks that visit some nodes, or pass some edges, of a map."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import Streets
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import Tick, check_graph, unlimited, verify
from icosian.proofs.shared.lengths import Weight
from icosian.proofs.shared.meaning import USUAL, lengths_meant


@dataclass(frozen=True, kw_only=True)
class WalkProof(Proof):
    """A statement about all walks that visit some nodes, and pass some edges in any direction.

    They may pass any node and any edge, and again; in a digraph, only as an arc points.

    Attributes
    ----------
    stops : tuple of nodes
        The nodes that a walk visits, at least two if it has no streets to pass.
    streets : tuple of edges or "all"
        The edges that it passes, by their ends and in multigraphs their key. Parallel edges are
        different streets. Where there are any, a function of lengths sees each of parallel edges.
    """

    stops: tuple[Any, ...] = field(default=(), metadata=LEFT_OUT)
    streets: Streets = field(default=(), metadata=LEFT_OUT)

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
        check_graph(G)
        stops = self.stops
        if strange := [v for v in stops if v not in G]:
            raise InvalidProof(f"the stop {strange[0]!r} is not a node of the map")
        if len(set(stops)) < max(0 if self.streets else 2, len(stops)):
            raise InvalidProof("there must be at least two stops, each listed once")
        if self.streets != "all":
            self._check_streets(G)
        self._check_question(G)
        if any(end is not None and end not in set(stops) for end in (self.start, self.end)):
            raise InvalidProof("the ends of a walk are among its stops")
        self._check_form()
        self._check_map(G, lengths_meant(self.statement, G, weight, tick), tick)

    def _check_streets(self, G: nx.Graph[Any]) -> None:
        """Raise :exc:`InvalidProof` unless each street is an edge that is listed once."""
        many, known = G.is_multigraph(), set()
        for street in self.streets:
            if len(street) != 2 + many or not G.has_edge(*street):
                raise InvalidProof(f"{street!r} is not an edge of the map")
            ends = street[:2] if G.is_directed() else frozenset(street[:2])
            known.add((ends, *street[2:]))
        if len(known) < len(self.streets):
            raise InvalidProof("a street is listed twice")

    @abstractmethod
    def _check_map(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the certificate proves the claim; stops are valid."""

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._verify(G, tick)

    @property
    def _walk(self) -> str:
        """What it is about."""
        return "closed walk" if self.closed else f"walk{self._between}"

    @property
    def _named_stops(self) -> str:
        return f"the {len(self.stops)} stops {self._listed(self.stops)}"

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        where = []
        if others := [v for v in self.stops if not self.streets or v not in (self.start, self.end)]:
            name = f"the {len(others)} stops" if len(others) > 1 else "the stop"
            where.append(f"through {name} {self._listed(others)}")
        if self.streets:
            some = "all streets" if self.streets == "all" else plural(len(self.streets), "street")
            where.append(f"along {some}")
        return f"There is no {self._walk} {' and '.join(where)}"
