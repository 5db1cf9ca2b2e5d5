"""Iterators over the steps of a search, for teaching and animation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board

__all__ = ["Steps"]

Step = TypeVar("Step", covariant=True)  # noqa: PLC0105


class Steps(Iterator[Step]):
    """The steps of a search: an iterator that also knows where the search takes place.

    Parameters
    ----------
    steps : iterator
        The steps.
    graph : networkx graph or Board or None
        Where the search takes place.
    closed : bool
        True for a search for closed tours.

    See Also
    --------
    backtrack, placement_search, ShortestPaths : Searches.
    animate_search, to_html : Animations of them.

    Examples
    --------
    >>> import icosian
    >>> steps = icosian.knight_graph(5).backtrack("a1")
    >>> steps.graph.board.size, next(steps).node
    ('5 x 5', (4, 0))
    """

    def __init__(
        self,
        steps: Iterator[Step],
        graph: nx.Graph[Any] | Board | None,
        *,
        closed: bool = False,
    ) -> None:
        self._steps = steps
        self.graph = graph
        """Where the search takes place."""
        self.closed = closed
        """True for a search for closed tours."""

    def __iter__(self) -> Iterator[Step]:  # noqa: PYI034
        return self._steps  # a loop runs on the search itself: there may be millions of steps

    def __next__(self) -> Step:
        return next(self._steps)
