"""Iterators over the steps of a search, for teaching and animation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from icosian._show import Watched

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board


Step = TypeVar("Step", covariant=True)  # noqa: PLC0105


class Steps(Watched, Iterator[Step]):
    """The steps of a search: an iterator that also knows where the search takes place.

    In a notebook it shows the page of its first 1000 steps, up to a tour, whatever has been taken
    from it.

    Parameters
    ----------
    search : callable
        Returns an iterator over all steps, from the first.
    graph : networkx graph or Board or None
        Where the search takes place.
    closed : bool
        True for a search for closed tours.

    See Also
    --------
    backtrack, placement_search, ShortestPaths : Searches.
    animate, to_html : Animations of them.

    Examples
    --------
    >>> import icosian
    >>> steps = icosian.knight_graph(5).backtrack("a1")
    >>> steps.graph.board.size, next(steps).node
    ('5 x 5', (4, 0))
    """

    def __init__(
        self,
        search: Callable[[], Iterator[Step]],
        graph: nx.Graph[Any] | Board | None,
        *,
        closed: bool = False,
    ) -> None:
        self._search = search
        self._steps = search()
        self.graph = graph
        """Where the search takes place."""
        self.closed = closed
        """True for a search for closed tours."""

    def __repr__(self) -> str:
        return f"<the steps of a search on {self.graph}>"

    def _again(self) -> Steps[Step]:
        return Steps(self._search, self.graph, closed=self.closed)

    def __iter__(self) -> Iterator[Step]:  # noqa: PYI034
        return self._steps  # a loop runs on the search itself: there may be millions of steps

    def __next__(self) -> Step:
        return next(self._steps)
