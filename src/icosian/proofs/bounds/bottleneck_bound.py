"""Lower bounds of the longest edge of tours, by a proof about the shorter edges."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import networkx as nx

from icosian._io.text import decimal_text
from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.conditions import edges_text
from icosian.proofs.shared.claim import Claim, Named, Pairs
from icosian.proofs.shared.codec import LEFT_OUT, Number
from icosian.proofs.shared.evidence import Tick, paced, unlimited, verify
from icosian.proofs.shared.lengths import Weight, is_directed, ratio_of, reader
from icosian.proofs.shared.meaning import USUAL, check_subject, lengths_meant, lengths_text
from icosian.proofs.shared.minors import check_inner


@dataclass(frozen=True, kw_only=True)
class BottleneckBound(Proof):
    """No tour has only edges shorter than a bound.

    Theorem: such a tour is one of the graph of the edges that are shorter, which has none; or it
    would have to use an edge that is not shorter.

    Attributes
    ----------
    bound : int or Fraction
        Every tour has an edge of this length, or a longer one.
    inner : Proof or None
        Why the graph of the shorter edges without those to avoid has no tour that uses those to
        use; None if one of these has the length of the bound or is longer.
    require, forbid : tuple of (node, node)
        The edges that tours use, and those that they avoid.
    weight : str, Computed or None
        The lengths, as of a :class:`LowerBound`.
    hidden : int
        How many edges are left out because they have no length.

    See Also
    --------
    LowerBound : Bounds of the sum of all lengths.

    Examples
    --------
    >>> import icosian
    >>> roads = [(0, 1, 3), (1, 2, 1), (2, 3, 1), (3, 0, 1), (0, 2, 5)]
    >>> G = icosian.route_map(roads)
    >>> print(icosian.tours.bottleneck_hamiltonian_cycle(G).proof.explain())
    There is no Hamiltonian cycle with all edges shorter than 3: without the other edges,
    node 0 has fewer than two neighbors, and a cycle needs two.
    """

    bound: Number
    inner: Proof | None = None
    require: Pairs = field(default=(), metadata=LEFT_OUT)
    forbid: Pairs = field(default=(), metadata=LEFT_OUT)
    weight: Named = field(default=USUAL, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)
    bottleneck: ClassVar[bool] = True

    @property
    def shorter_than(self) -> Number:
        """The bound, as the claim has it."""
        return self.bound

    def check(self, G: Any, *, weight: Weight = USUAL) -> None:
        """Check the bound against a graph or places, as :meth:`LowerBound.check` does."""
        verify(self, G, unlimited, weight=weight)

    def _verify(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        check_subject(G)
        self._check_question(G)
        self._check_form()
        weight = lengths_meant(self.statement, G, weight, tick)
        H = self._shorter(G, weight, tick)
        if self.inner is not None:
            verify(self.inner, H, tick)
        elif all(H.has_edge(*pair) for pair in self.require):
            raise InvalidProof("no edge to use is as long as the bound")

    def _check_form(self) -> None:
        if type(self.bound) is not int and not isinstance(self.bound, Fraction):
            raise InvalidProof(f"a bound is exact, {self.bound!r} is not")
        if self.inner is not None:
            asked = {"start": self.start, "end": self.end, "require": self.require}
            check_inner(self, self.inner, Claim(closed=self.closed, **asked))

    def _within(self) -> tuple[Proof, ...]:
        return () if self.inner is None else (self.inner,)

    def _shorter(self, G: Any, weight: Weight, tick: Tick) -> nx.Graph[Any]:
        """Return the graph of the edges that are shorter than the bound, but for those to avoid."""
        directed = is_directed(G, closed=self.closed)
        H: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
        H.add_nodes_from(G.nodes)
        if isinstance(G, nx.Graph):
            H.graph.update(G.graph)  # its squares are called as before
            read = reader(G, weight)
            for u, row in paced(G.adjacency(), tick):
                for v, data in row.items():
                    ratios = [ratio_of(u, v, c) for c in read(u, v, data) if c is not None]
                    if any(Fraction(*ratio) < self.bound for ratio in ratios):
                        H.add_edge(u, v)
        else:
            nodes = list(G.nodes)
            for i, u in enumerate(paced(nodes, tick, 20)):
                for j, v in enumerate(nodes):
                    if i != j and G.length(i, j) * G.unit < self.bound:
                        H.add_edge(u, v)
        H.remove_edges_from(self.forbid)
        return H

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._verify(G, tick)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        bound = f"{decimal_text(self.bound)}{lengths_text(self.weight, self.hidden)}"
        edges = edges_text(self, self.require, self.forbid).replace(" that", ", that", 1)
        return f"{super().claim} with all edges shorter than {bound}{edges}"

    def _reason(self) -> str:
        if self.inner is None:
            return "an edge to use is not shorter"
        return f"without the other edges, {self.inner._reason()}"  # noqa: SLF001 - our own kinds

    def _effort(self) -> int:
        return 1 + (0 if self.inner is None else self.inner.effort)
