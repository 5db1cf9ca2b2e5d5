"""TourList: several tours of a graph as one result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, overload

import networkx as nx

from icosian._run.clock import SearchStats
from icosian._show import Shown
from icosian.tours.tour import Tour


class TourList(Shown, Sequence[Tour]):
    """Several tours, open or closed; with others of its kind it is compared by their nodes."""

    is_closed: bool

    def __init__(
        self,
        tours: Iterable[Sequence[Any]],
        *,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        self._tours = tuple(Tour(tour, is_closed=self.is_closed, G=G) for tour in tours)
        self.graph = G
        """The graph they belong to, or None."""
        self.stats = stats
        """How they were found, or None."""

    @overload
    def __getitem__(self, index: int) -> Tour: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Tour, ...]: ...
    def __getitem__(self, index: int | slice) -> Tour | tuple[Tour, ...]:
        return self._tours[index]

    def __len__(self) -> int:
        return len(self._tours)

    def __eq__(self, other: object) -> bool:
        return self._tours == other._tours if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._tours)

    def __str__(self) -> str:
        return "\n".join(" - ".join(map(str, [*tour, *tour[: self.is_closed]])) for tour in self)

    def explain(self) -> str:
        """Return how many they are and what is proved of it as a sentence."""
        raise NotImplementedError
