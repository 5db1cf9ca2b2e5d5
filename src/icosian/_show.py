"""Mixins for values that show themselves: they ask the top level for the drawing package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes


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
