"""The three drawing functions, dispatched on the value: on axes, as SVG text, as a file."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.boards.board import Board
from icosian.drawing.backends.matplotlib import paint
from icosian.drawing.backends.svg import document
from icosian.drawing.files import check_picture_path, write_picture
from icosian.drawing.scene.layout import SHOWN, SHOWN_TOUR
from icosian.drawing.subjects.covers import cover_layout
from icosian.drawing.subjects.placements import coloring_layout, placement_layout
from icosian.drawing.subjects.proofs import proof_layout
from icosian.drawing.subjects.puzzles import puzzle_layout, solution_layout
from icosian.drawing.subjects.routes import route_layout
from icosian.drawing.subjects.tours import board_layout, tour_layout
from icosian.drawing.subjects.walks import walk_layout
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring.api import Coloring
from icosian.placements.placement import Placement
from icosian.proofs.base import Proof
from icosian.puzzles.puzzle import Puzzle, Solution
from icosian.routes.shortest_paths import ShortestPaths
from icosian.routes.walk import Walk
from icosian.tours.cover.path_cover import PathCover
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    import os

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from icosian.drawing.scene.layout import Layout

__all__ = ["draw", "is_small", "save", "scene", "to_svg"]


@singledispatch
def scene(value: Any, **_options: Any) -> Layout:
    """Return the picture of a value as numbers and text."""
    raise InvalidArgument(
        "there are pictures of boards, graphs, tours, puzzles, path covers, walks, proofs, shortest"
        f" paths, placements and colorings, got {value!r}"
    )


scene.register(Board, board_layout)
scene.register(nx.Graph, board_layout)
scene.register(Tour, tour_layout)
scene.register(Puzzle, puzzle_layout)
scene.register(Solution, solution_layout)
scene.register(Walk, walk_layout)
scene.register(PathCover, cover_layout)
scene.register(Placement, placement_layout)
scene.register(Coloring, coloring_layout)


@scene.register(Proof)
def _(value: Proof, *, G: Any = None, **options: Any) -> Layout:
    if G is None:
        raise InvalidArgument("a proof is drawn on its graph: G is missing")
    return proof_layout(value, G, **options)


@scene.register(ShortestPaths)
def _(value: ShortestPaths, *, G: nx.Graph[Any] | None = None, **options: Any) -> Layout:
    return route_layout(value.graph if G is None else G, value, **options)


def draw(value: Any, *, ax: Axes | None = None, **options: Any) -> list[Artist]:
    """Draw a tour, a puzzle, a cover, a walk, a proof, paths, a placement, a board or a graph.

    Parameters
    ----------
    value : Tour, Puzzle, PathCover, Walk, Proof, ShortestPaths, Placement, Coloring, Board or graph
        What to draw.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.
    **options
        For every value: ``pos``, a mapping of nodes to positions, and ``names``, whether to name
        the nodes. For a tour or a walk also ``numbers`` and ``arrows``, for a proof ``G``, the
        graph that it is about (for a bound also its places or the tour), for shortest paths
        ``target``, the end of a path that stands out. See :func:`draw_tour`, :func:`draw_proof` and
        :func:`draw_route_map`.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If there is no picture of such a value, or an option does not fit it.

    See Also
    --------
    to_svg : The same picture as SVG text, without matplotlib.
    save : The same picture as a file.
    draw_route_map : A graph with its weights, which this function leaves out.
    animate_tour, animate_search : Animations.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> squares, queens = draw(icosian.queens(8), ax=Figure().add_subplot())
    >>> squares.get_size(), len(queens.get_paths())
    ((8, 8), 8)
    """
    return paint(scene(value, **options), ax)


def to_svg(value: Any, **options: Any) -> str:
    """Return the picture of a value as SVG text.

    Parameters
    ----------
    value : Tour, Puzzle, PathCover, Walk, Proof, ShortestPaths, Placement, Coloring, Board or graph
        What to draw.
    **options
        As for :func:`draw`.

    Returns
    -------
    str
        A complete SVG document; its ``<title>`` describes in words what it shows.

    Raises
    ------
    InvalidArgument
        If there is no picture of such a value, or an option does not fit it.

    See Also
    --------
    draw : The same picture with matplotlib.
    save : The same picture as a file.

    Notes
    -----
    Time and length are linear in the number of squares, or of nodes and edges. Elements have
    classes for style sheets. Squares are ``light``, ``dark`` or ``hole``, by distance ``heat0``,
    near, to ``heat16``, far, and in a coloring ``color0`` to ``color9``. Nodes are in a group
    ``node``, chosen ones are ``chosen``, pieces ``piece`` and the name of the piece. Pale edges are
    one path ``edge``, a tour one path ``move`` and ``closed`` or ``open``, its ends ``start`` and
    ``end``. In maps and proofs lines are ``stroke`` and nodes ``spot``, with a class for their
    kind such as ``road``, ``tree``, ``tied``, ``path``, ``removed`` or ``part1``; arrowheads are
    ``head``. Text is ``number`` on nodes, ``tag`` on edges, ``name`` next to nodes.

    Up to 144 nodes a tour is listed in ``<desc>``. Above 400 squares a board is drawn as one path
    for each color. All rules of the embedded style sheet start at the class ``icosian``, so the
    picture can be part of any page; where the reader prefers dark pages, it is dark.

    Examples
    --------
    >>> import icosian
    >>> picture = to_svg(icosian.queens(4))
    >>> "4 queens on the 4 x 4 board: b4, d3, a2, c1" in picture
    True
    """
    return document(scene(value, **options))


def save(value: Any, path: str | os.PathLike[str], **options: Any) -> None:
    """Save the picture of a value as SVG, PNG or PDF.

    Parameters
    ----------
    value : Tour, Puzzle, PathCover, Walk, Proof, ShortestPaths, Placement, Coloring, Board or graph
        What to draw.
    path : str or path-like
        The file; its suffix gives the format. An existing file is replaced.
    **options
        As for :func:`draw`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, there is no picture of such a
        value, or an option does not fit it.

    See Also
    --------
    draw : Draw on given axes.
    to_svg : The SVG text.
    save_animation : Animations and interactive pages.

    Notes
    -----
    The file appears complete or not at all: it is written under another name in the same folder,
    then renamed. The size of the picture grows with the board, up to 24 inches. PNG and PDF are
    dark if matplotlib's parameter ``figure.facecolor`` is, as in its style "dark_background"; SVG
    follows the reader.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "queens.svg")
    ...     save(icosian.queens(8), picture)
    ...     picture.read_text(encoding="utf-8").count('class="piece queen"')
    8
    """
    path = check_picture_path(path)
    write_picture(scene(value, **options), path)


def is_small(value: Any) -> bool:
    """Return True if the picture of a value is small enough to show itself in a notebook."""
    if isinstance(value, ShortestPaths):
        value = value.graph
    if isinstance(value, PathCover):
        return sum(map(len, value)) <= SHOWN
    return len(value) <= (SHOWN if isinstance(value, Board | nx.Graph) else SHOWN_TOUR)
