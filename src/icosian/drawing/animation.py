"""Animated tours and searches: on matplotlib axes, as GIF, as SVG, as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._io.atomic import write_atomically
from icosian.drawing.backends.matplotlib_animation import moving_axes
from icosian.drawing.backends.svg_animation import moving_svg
from icosian.drawing.files import check_path
from icosian.drawing.subjects.films import film_of, whole_number
from icosian.exceptions import InvalidArgument
from icosian.routes.walk import Walk
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from pathlib import Path

    import networkx as nx
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes

__all__ = [
    "ANIMATED",
    "animate_search",
    "animate_tour",
    "animation_svg",
    "check_animation_path",
    "save_animation",
]

ANIMATED = (".gif", ".html", ".svg")
"""The suffixes of animations."""
_FASTEST = 50.0  # browsers slow down faster animations


def animate_tour(
    tour: Tour | Walk, *, frames: int = 600, fps: float = 10, ax: Axes | None = None
) -> FuncAnimation:
    """Animate a tour with matplotlib, move by move.

    Parameters
    ----------
    tour : Tour or Walk
        The tour, of at most 40,000 nodes.
    frames, fps, ax : optional
        As for :func:`animate_search`.

    Returns
    -------
    matplotlib.animation.FuncAnimation
        The animation. Keep a reference while it runs; in a notebook
        ``HTML(animation.to_jshtml())`` shows it.

    Raises
    ------
    InvalidArgument
        If an argument breaks its rule.

    See Also
    --------
    save_animation : A GIF, an SVG or a page in a fraction of the time.
    draw_tour : The tour as a still picture.
    animate_search : The search for it.

    Notes
    -----
    The first frame is the empty board. Numbers are shown on up to 144 nodes, and on the stops of a
    walk.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> tour = icosian.knights_tour(6)
    >>> animation = animate_tour(tour, frames=6, ax=Figure((3, 3)).add_subplot())
    >>> animation.to_jshtml().count("data:image/png")
    7
    """
    if not isinstance(tour, Tour | Walk):
        raise InvalidArgument(f"tour must be a Tour or a Walk, got {tour!r}")
    _check(frames, fps)
    film = film_of(tour, solutions=None, limit=1)
    return moving_axes(film, frames=frames, fps=fps, ax=ax)


def animate_search(
    steps: Iterable[Any],
    *,
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
    frames: int = 600,
    fps: float = 10,
    ax: Axes | None = None,
) -> FuncAnimation:
    """Animate a search with matplotlib: what it tries, and where it backtracks.

    Parameters
    ----------
    steps : iterable of steps
        What :func:`backtrack` or :func:`placement_search` returns, or the ``steps`` of the
        shortest paths that :func:`dijkstra` has found.
    G : networkx graph or Board, optional
        The graph or board of the search, if the steps are in a list; what those functions return
        knows it.
    solutions : int, optional
        Stop after this number of tours or placements; None continues.
    limit : int
        The largest number of steps that are read.
    frames : int
        The largest number of frames; longer searches have several steps a frame.
    fps : float
        Frames a second, at most 50.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    matplotlib.animation.FuncAnimation
        The animation. Keep a reference while it runs.

    Raises
    ------
    InvalidArgument
        If an argument breaks its rule, or `steps` are none of these.

    See Also
    --------
    save_animation : A GIF, an SVG or a page in a fraction of the time.
    backtrack, placement_search, dijkstra : Searches to watch.

    Notes
    -----
    What has just been removed is red. Where a frame has several steps, everything that was removed
    in it is red, and has a red rim if it was added again. A step that finds something ends a frame.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> steps = icosian.placement_search(6)
    >>> animation = animate_search(steps, frames=6, ax=Figure((3, 3)).add_subplot())
    >>> animation.to_jshtml().count("data:image/png")
    7
    """
    if isinstance(steps, Tour | Walk):
        raise InvalidArgument("steps must be those of a search, got a tour; see animate_tour")
    _check(frames, fps)
    film = film_of(steps, G=G, solutions=solutions, limit=limit)
    return moving_axes(film, frames=frames, fps=fps, ax=ax)


def animation_svg(
    subject: Tour | Walk | Iterable[Any],
    *,
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
    frames: int = 600,
    fps: float = 10,
) -> str:
    """Return a tour or a search as an animated SVG picture.

    Parameters
    ----------
    subject : Tour, Walk or iterable of steps
        The tour, the walk, or the steps of a search, as for :func:`animate_search`.
    G, solutions, limit, frames, fps : optional
        As for :func:`animate_search`.

    Returns
    -------
    str
        A complete SVG document without scripts, which browsers play in a loop. The elements of the
        last frame have the class ``last``; only they are shown where reduced motion is preferred.

    Raises
    ------
    InvalidArgument
        If an argument breaks its rule.

    See Also
    --------
    save_animation : The same as a file, and other formats.
    tour_svg : The tour as a still picture.

    Examples
    --------
    >>> import icosian
    >>> picture = animation_svg(icosian.knights_tour(6))
    >>> picture.startswith("<svg"), picture.count('<path class="line last"')
    (True, 36)
    """
    _check(frames, fps)
    film = film_of(subject, G=G, solutions=solutions, limit=limit)
    return moving_svg(film, frames=frames, fps=fps)


def save_animation(
    subject: Tour | Walk | Iterable[Any],
    path: str | os.PathLike[str],
    *,
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
    frames: int = 600,
    fps: float = 10,
) -> None:
    """Save an animated tour or search as GIF, SVG or HTML.

    Parameters
    ----------
    subject : Tour, Walk or iterable of steps
        The tour, the walk, or the steps of a search, as for :func:`animate_search`.
    path : str or path-like
        The file; its suffix gives the format: ``.gif``, ``.svg`` for the text of
        :func:`animation_svg`, ``.html`` for the page of :func:`to_html`. An existing file is
        replaced.
    G, solutions, limit, frames, fps : optional
        As for :func:`animate_search`; a page has a choice of speeds instead of ``fps``.

    Raises
    ------
    InvalidArgument
        If an argument breaks its rule, the suffix is another one, or the folder does not exist.

    See Also
    --------
    animate_tour, animate_search : Animations on axes of matplotlib.

    Notes
    -----
    A GIF is drawn and stored as the rectangles of what changes, with one palette, dozens of times
    faster than by matplotlib. The file appears complete or not at all.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     film = pathlib.Path(folder, "tour.gif")
    ...     save_animation(icosian.knights_tour(6), film)
    ...     film.read_bytes()[:6]
    b'GIF89a'
    """
    path = check_animation_path(path)
    _check(frames, fps)
    suffix = path.suffix.lower()
    given: dict[str, Any] = {"G": G, "solutions": solutions, "limit": limit}
    if suffix == ".html":
        from icosian.drawing.page import to_html

        data = to_html(subject, **given).encode()
    else:
        film = film_of(subject, **given)
        if suffix == ".gif":
            from icosian.drawing.backends.gif import gif

            data = gif(film, frames=frames, fps=fps)
        else:
            data = moving_svg(film, frames=frames, fps=fps).encode()
    write_atomically(path, data)


def check_animation_path(path: str | os.PathLike[str]) -> Path:
    """Return the path if an animation can be written there; raise InvalidArgument otherwise."""
    return check_path(path, ANIMATED, "an animation")


def _check(frames: int, fps: float) -> None:
    whole_number("frames", frames)
    if isinstance(fps, bool) or not isinstance(fps, (int, float)) or not 0 < fps <= _FASTEST:
        raise InvalidArgument(f"fps must be a number above 0 and at most {_FASTEST:g}, got {fps!r}")
