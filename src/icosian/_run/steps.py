"""Searches opened up: their steps, one after the other, and what is searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board

__all__ = ["Steps"]

Step = TypeVar("Step", covariant=True)  # noqa: PLC0105


class Steps(Iterator[Step]):
    """The steps of a search, an iterator that also knows what is searched.

    Parameters
    ----------
    steps : iterator
        The steps.
    graph : networkx graph or Board or None
        Where the search takes place.
    closed : bool
        Whether a search for tours looks for closed ones.

    See Also
    --------
    backtrack, placement_search, ShortestPaths : What makes them.
    animate_search, to_html : What shows them.

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
        """Whether a search for tours looks for closed ones."""

    def __iter__(self) -> Iterator[Step]:  # noqa: PYI034
        return self._steps  # a loop asks the search itself: there may be millions of steps

    def __next__(self) -> Step:
        return next(self._steps)
