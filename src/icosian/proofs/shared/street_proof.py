"""The streets of a map, exactly, and the common base of certificates about walks along them all."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import networkx as nx

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument
from icosian.proofs.base import Proof
from icosian.proofs.shared.evidence import paced, unlimited, verify
from icosian.proofs.shared.lengths import is_infinite, ratio_of, street_lengths
from icosian.proofs.shared.meaning import USUAL, lengths_meant

if TYPE_CHECKING:
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.lengths import Weight


Way = tuple[int, int, int]
"""The ends of a street, in a digraph as it points, and its length."""


class Streets(NamedTuple):
    """A map with numbered nodes, on which parallel edges are different streets."""

    number: dict[Any, int]
    """The number of every node."""
    ways: list[Way]
    """All streets, with lengths in units."""
    unit: Fraction
    """The unit of the lengths."""
    directed: bool
    """True if streets have a direction."""


def streets_of(G: nx.Graph[Any], weight: Weight, tick: Tick) -> Streets:
    """Return the streets of a map with their exact lengths, in a common unit."""
    number = {v: i for i, v in enumerate(G)}
    exact = []
    for u, v, length in paced(street_lengths(G, weight), tick):
        if length is None or is_infinite(length):
            continue
        above, below = ratio_of(u, v, length)
        if above < 0:
            raise InvalidArgument(
                f"lengths of streets are at least 0, but edge ({shown(u)}, {shown(v)}) has"
                f" {shown(length)}"
            )
        exact.append((number[u], number[v], above, below))
    common = lcm(*{below for *_, below in exact})
    ways = [(i, j, above * (common // below)) for i, j, above, below in paced(exact, tick)]
    return Streets(number, ways, Fraction(1, common), G.is_directed())


@dataclass(frozen=True, kw_only=True)
class StreetProof(Proof):
    """A statement about all walks along every street of a map, once or more often each."""

    streets: ClassVar[bool] = True

    def check(self, G: nx.Graph[Any], *, weight: Weight = USUAL) -> None:
        """Check the statement against a map, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The map.
        weight : str, callable or None
            The lengths that are meant: an edge attribute, a function of the two nodes and the data
            of an edge, also of each parallel one, or None for 1 on every edge. A proof about others
            is refused.

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
        self._check_question(G)
        self._check_form()
        meant = lengths_meant(self.statement, G, weight, tick)
        self._check_map(streets_of(G, meant, tick), tick)

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._verify(G, tick)

    @abstractmethod
    def _check_map(self, streets: Streets, tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the certificate proves the claim; the ends are valid."""

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        ends = "".join(
            f" {word} {self._name(node)}"
            for word, node in (("from", self.start), ("to", self.end))
            if node is not None
        )
        return f"There is no {'closed ' * self.closed}walk{ends} along all streets"
