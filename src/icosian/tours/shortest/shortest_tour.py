"""ShortestTour: a tour with its length and what is proved of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.tracks import Track, course_of
from icosian._run.clock import SearchStats
from icosian.proofs import Proof
from icosian.tours.measured import Measured
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from icosian.tours.shortest.problem.places import Places


class ShortestTour(Measured, Track, Tour):
    """A tour of known length, and a proved bound that no tour is below.

    It is a :class:`Tour` in every other respect.

    Parameters
    ----------
    nodes : sequence of nodes
        In the order of the visit.
    is_closed : bool
        True if the last node leads back to the first.
    length : number
        The sum of the lengths of its edges.
    lost : number
        The prizes of the places that it leaves out.
    cost : number, optional
        Length and lost prizes together.
    bound : number, optional
        No tour is shorter.
    is_optimal : bool
        True if that is proved.
    proof : Proof, optional
        The certificate of the bound.
    G : networkx graph, optional
        The graph it belongs to.
    places : Places, optional
        The places it visits, if there is no graph.
    stats : SearchStats, optional
        How it was found.
    note : str, optional
        What a file states about its places, in sentences.

    See Also
    --------
    shortest_hamiltonian_cycle, shortest_hamiltonian_path, shortest_tour : Find one.

    Examples
    --------
    >>> import icosian
    >>> tour = icosian.shortest_tour([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> tour.length, tour.bound, tour.gap, tour.is_shortest
    (14, 14, 0.0, True)
    """

    def __init__(
        self,
        nodes: Sequence[Any],
        *,
        is_closed: bool,
        length: Any,
        lost: Any = 0,
        cost: Any = None,
        bound: Any = None,
        is_optimal: bool = False,
        proof: Proof | None = None,
        G: nx.Graph[Any] | None = None,
        places: Places | None = None,
        stats: SearchStats | None = None,
        note: str = "",
    ) -> None:
        super().__init__(nodes, is_closed=is_closed, G=G, stats=stats)
        self.length = length
        """The sum of the lengths of its edges: exact, but of floats rounded to the nearest."""
        self.lost = lost
        """The prizes of the places that it leaves out."""
        self.cost = length if cost is None else cost
        """Length and lost prizes together, which the bound is about."""
        self.bound = bound
        """A length that is proved to be below that of no tour; None if nothing is proved."""
        self.is_optimal = is_optimal
        """True if no tour is shorter; where lengths were rounded, up to ``gap``."""
        self.proof = proof
        """The certificate of the bound, checked, or None."""
        self.places = places
        """The places it visits, or None if it is a tour of a graph."""
        self.note = note

    @property
    def skipped(self) -> tuple[Any, ...]:  # type: ignore[override]
        """The places that it leaves out."""
        visited = set(self.nodes)
        return tuple(v for v in (self.places.nodes if self.places else ()) if v not in visited)

    def _proved(self) -> str:
        sentence = super()._proved()
        if getattr(self.proof, "besides", ()):
            return f"{sentence[:-1]} but for those before it."
        return sentence

    def _course(self) -> Any:
        around = [*self.nodes, *(self.nodes[:1] if self.is_closed else ())]
        weight = getattr(self.proof, "weight", None)
        name = weight if isinstance(weight, str) else None
        return course_of(self.places or self.graph, around, self.nodes, name)

    def __repr__(self) -> str:
        plain = super().__repr__().strip("<>")
        if self.is_shortest:
            rest = f", up to {self.gap:.0e}" if self.gap else ""
            return f"<shortest {plain}, length {self.length}{rest}>"
        return f"<{plain}, length {self.length}, gap {self.gap:.2%}>"
