"""DisjointCycles: Hamiltonian cycles without a common edge, and what is proved of their number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian._run.clock import SearchStats
from icosian.proofs import Proof
from icosian.tours.tour_list import TourList


class DisjointCycles(TourList):
    """Hamiltonian cycles of a graph that have no edge in common, and a bound of their number.

    Parameters
    ----------
    cycles : iterable of sequences of nodes
        The nodes of each cycle in the order of the visit.
    bound : int, optional
        No more such cycles exist; None if that was not asked.
    proof : Proof, optional
        The certificate that there is not one more.
    G : networkx graph, optional
        The graph they belong to, used for pictures.
    stats : SearchStats, optional
        How they were found.

    See Also
    --------
    edge_disjoint_hamiltonian_cycles, hamiltonian_decomposition : Find them.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cycles = icosian.tours.edge_disjoint_hamiltonian_cycles(nx.complete_graph(6))
    >>> len(cycles), cycles.is_optimal
    (2, True)
    """

    is_closed = True

    def __init__(
        self,
        cycles: Iterable[Sequence[Any]],
        *,
        bound: int | None = None,
        proof: Proof | None = None,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        super().__init__(cycles, G=G, stats=stats)
        self.bound = bound
        """No more cycles have no common edge; None if that was not asked."""
        self.proof = proof
        """The certificate that there is not one more, checked, or None."""

    @property
    def is_optimal(self) -> bool:
        """True if it is proved that there are no more."""
        return self.bound is not None and len(self) >= self.bound

    def explain(self) -> str:
        """Return the number of cycles and what is proved of it as a sentence.

        Returns
        -------
        str
            The sentence.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> print(icosian.tours.hamiltonian_decomposition(nx.complete_graph(7)).explain())
        3 Hamiltonian cycles with all edges.
        """
        count = plural(len(self), "Hamiltonian cycle")
        if self.graph is not None and self.uses_all_edges:
            return f"{count} with all edges."
        if self.bound is None:
            return f"{count} without a common edge."
        if self.is_optimal:
            return f"{count} without a common edge, proved to be the most."
        return f"{count} without a common edge; no more than {self.bound} exist."

    @property
    def uses_all_edges(self) -> bool:
        """True if they are a decomposition of the edges of the graph."""
        G = self.graph
        count = 0 if G is None else sum(u != v for u, v in G.edges())
        return G is not None and sum(map(len, self)) == count

    def __repr__(self) -> str:
        nodes = len(self[0]) if self else 0
        return f"<{len(self)} disjoint cycles of {nodes} nodes>"
