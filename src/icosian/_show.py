"""Values that show themselves, and the steps of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from icosian.boards.board import Board


_STEPS = 1000  # of a search that shows itself


def drawing() -> Any:
    """Return the drawing package. The top level replaces this: nothing here imports upward."""
    raise NotImplementedError


class Shown:
    """Methods of a value that has a picture: on axes, as SVG text, in a notebook."""

    __slots__ = ()

    def draw(self, *, ax: Axes | None = None, **options: Any) -> list[Artist]:
        """Draw the value with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; the current axes by default.
        **options
            As for :func:`icosian.draw`.

        Returns
        -------
        list of matplotlib.artist.Artist
            What was drawn.

        Examples
        --------
        >>> import icosian
        >>> from matplotlib.figure import Figure
        >>> squares, queens = icosian.queens(8).draw(ax=Figure().add_subplot())
        >>> squares.get_size(), len(queens.get_paths())
        ((8, 8), 8)
        """
        artists: list[Artist] = drawing().draw(self, ax=ax, **options)
        return artists

    def to_svg(self, **options: Any) -> str:
        """Return a picture of the value as SVG text.

        Parameters
        ----------
        **options
            As for :func:`icosian.draw`.

        Returns
        -------
        str
            A complete SVG document.

        Examples
        --------
        >>> import icosian
        >>> icosian.knights_tour(6).to_svg().startswith("<svg")
        True
        >>> icosian.king_graph(3).to_svg().count("<circle")
        9
        """
        picture: str = drawing().to_svg(self, **options)
        return picture

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook, or None if the value is too large to show."""
        return self.to_svg() if drawing().is_small(self) else None


class Watched:
    """The page of a search in a notebook: its first steps, made again."""

    __slots__ = ()

    def _again(self) -> Any:
        """Return the search from its first step."""
        raise NotImplementedError

    def _repr_html_(self: Any) -> str | None:
        """Return the page for a notebook, or None if the graph is too large to show."""
        if self.graph is None or not drawing().is_small(self.graph):
            return None
        page: str = drawing().to_html(self._again(), limit=_STEPS)._repr_html_()
        return page


def explained(value: Any, **options: Any) -> str | None:
    """Return what a value says and its picture for a notebook, or None if that is too large."""
    text: str | None = drawing().explained(value, **options)
    return text


class Playable(Shown):
    """Methods of a value that also has an interactive page."""

    __slots__ = ()

    def to_html(self: Any, **options: Any) -> str:
        """Return an interactive page: the tour move by move, and moves of the reader's own.

        Parameters
        ----------
        **options
            As for :func:`icosian.to_html`.

        Returns
        -------
        str
            A complete HTML document, which shows itself in a notebook.

        Examples
        --------
        >>> import icosian
        >>> icosian.knights_tour(6).to_html().startswith("<!DOCTYPE html>")
        True
        """
        page: str = drawing().to_html(self, **options)
        return page


# -- Iterators over the steps of a search, for teaching and animation

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
