"""Questions about walks for peers, perhaps in a process: this module needs no case."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

__all__ = ["Round", "walks"]


class Round(NamedTuple):
    """A map, and the stops to visit."""

    G: nx.Graph[Any]
    stops: list[Any]
    optimum: int | None = None

    @property
    def without_optimum(self) -> Round:
        """What a peer gets."""
        return self._replace(optimum=None)

    def length(self, walk: list[Any]) -> int:
        """Return the length of a closed walk after a look at its stops and edges."""
        assert walk[0] == walk[-1]
        assert set(self.stops) <= set(walk)
        return sum(self.G.edges[step]["weight"] for step in pairwise(walk))


def walks(search: Callable[..., Callable[[], list[Any]]], question: Round) -> None:
    """Let a peer find a walk that takes as long as it takes."""
    question.length(search(question.without_optimum, math.inf)())
