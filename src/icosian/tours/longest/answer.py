"""Answer questions about longest paths and cycles: a checked tour with a checked bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

    from icosian._run.clock import Clock
    from icosian.tours.longest.longest_tour import LongestTour
    from icosian.tours.shortest.problem.lengths import Weight

__all__ = ["longest"]


def longest(
    G: nx.Graph[Any], question: dict[str, Any], weight: Weight, clock: Clock, seed: int
) -> LongestTour:
    """Answer a question."""
    raise NotImplementedError
