"""All pictures as files."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from icosian._io.atomic import write_atomically
from icosian._io.text import checked_path
from icosian.drawing.backends.matplotlib import paint
from icosian.drawing.backends.svg import document
from icosian.drawing.subjects.placements import coloring_layout, placement_layout
from icosian.drawing.subjects.proofs import proof_layout
from icosian.drawing.subjects.routes import route_layout
from icosian.drawing.subjects.tours import board_layout, tour_layout
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from pathlib import Path

    import networkx as nx

    from icosian.boards.board import Board
    from icosian.drawing.scene.layout import Layout
    from icosian.drawing.scene.places import Positions
    from icosian.placements.coloring.api import Coloring
    from icosian.placements.placement import Placement
    from icosian.proofs.base import Proof
    from icosian.routes.shortest_paths import ShortestPaths
    from icosian.tours.tour import Tour

__all__ = [
    "PICTURES",
    "check_path",
    "check_picture_path",
    "save_board",
    "save_coloring",
    "save_placement",
    "save_proof",
    "save_route_map",
    "save_tour",
    "write_picture",
]

_PIXELS_PER_INCH = 100  # of the size on a screen; the file has twice as many
PICTURES = (".pdf", ".png", ".svg")
"""The suffixes of files that stand still."""


def save_board(
    G: Board | nx.Graph[Any],
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save a picture of a board, or of a graph on its board, as SVG, PNG or PDF.

    Parameters
    ----------
    G : Board or networkx graph
        The board or the graph.
    path : str or path-like
        The file; its suffix says the format. A file that is there is replaced.
    pos, names : optional
        As for :func:`draw_tour`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, `G` is neither a board nor a
        graph, or `pos` lacks a node.

    See Also
    --------
    draw_board : Draw on axes of your own; what the picture shows.
    board_svg : The SVG text.
    save_tour : The same for tours, and how files are written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian.boards.board import Board
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "board.svg")
    ...     save_board(Board((8, 8)), picture)
    ...     picture.read_text(encoding="utf-8").count('<rect class="dark"')
    32
    """
    path = check_picture_path(path)
    write_picture(board_layout(G, pos=pos, names=names), path)


def save_tour(
    tour: Tour,
    path: str | os.PathLike[str],
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save a picture of a tour as SVG, PNG or PDF.

    Parameters
    ----------
    tour : Tour
        The tour.
    path : str or path-like
        The file; its suffix says the format. A file that is there is replaced.
    numbers, arrows, pos, names : optional
        As for :func:`draw_tour`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, or `pos` lacks a node.

    See Also
    --------
    tour_svg : The SVG text.
    draw_tour : Draw on axes of your own.

    Notes
    -----
    The file appears complete or not at all: it is written under another name in the same folder,
    then renamed. The size of the picture grows with the board, up to 24 inches. PNG and PDF are
    dark if matplotlib's parameter ``figure.facecolor`` is, as in its style "dark_background"; SVG
    follows the reader.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian.tours.tour import Tour
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "tour.svg")
    ...     save_tour(Tour("abcd", is_closed=True), picture)
    ...     picture.read_text(encoding="utf-8").count("<circle")
    4
    """
    path = check_picture_path(path)
    layout = tour_layout(tour, numbers=numbers, arrows=arrows, pos=pos, names=names)
    write_picture(layout, path)


def save_proof(
    proof: Proof,
    G: nx.Graph[Any],
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save a picture of a proof as SVG, PNG or PDF.

    Parameters
    ----------
    proof : Proof
        The proof; it is not checked.
    G : networkx graph
        The graph that it speaks of.
    path : str or path-like
        The file; its suffix says the format. A file that is there is replaced.
    pos, names : optional
        As for :func:`draw_tour`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, `proof` is no proof, `G` is no
        graph, or lacks a node or an edge that the proof names.

    See Also
    --------
    draw_proof : Draw on axes of your own; what the picture shows.
    proof_svg : The SVG text.
    save_tour : The same for tours, and how files are written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import networkx as nx
    >>> from icosian.proofs import Toughness
    >>> proof = Toughness(closed=True, removed=frozenset({0}), parts=3)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "proof.svg")
    ...     save_proof(proof, nx.star_graph(3), picture)
    ...     picture.read_text(encoding="utf-8").count("<circle")
    4
    """
    path = check_picture_path(path)
    write_picture(proof_layout(proof, G, pos=pos, names=names), path)


def save_route_map(
    G: nx.Graph[Any],
    path: str | os.PathLike[str],
    paths: ShortestPaths | None = None,
    *,
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save a picture of a route map with its shortest paths as SVG, PNG or PDF.

    Parameters
    ----------
    G : networkx graph
        The map, or a graph on a board.
    path : str or path-like
        The file; its suffix says the format. A file that is there is replaced.
    paths : ShortestPaths, optional
        What :func:`dijkstra` found.
    target : node, optional
        The end of a path that stands out.
    pos, names : optional
        As for :func:`draw_tour`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, `G` is no graph or lacks what the
        paths use, `paths` are none or missing though there is a target, or a weight is negative or
        not a number.
    NotANode
        If the target is no node.
    networkx.NetworkXNoPath
        If it was not reached.

    See Also
    --------
    draw_route_map : Draw on axes of your own; what the picture shows.
    route_svg : The SVG text.
    save_tour : The same for tours, and how files are written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian
    >>> G = icosian.route_map([("A", "B", 7), ("B", "C", 2), ("A", "C", 12)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "map.svg")
    ...     save_route_map(G, picture, icosian.dijkstra(G, "A"), target="C")
    ...     "shortest path from A to C, length 9" in picture.read_text(encoding="utf-8")
    True
    """
    path = check_picture_path(path)
    write_picture(route_layout(G, paths, target=target, pos=pos, names=names), path)


def save_placement(
    placement: Placement,
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save a picture of a placement as SVG, PNG or PDF.

    Parameters
    ----------
    placement : Placement
        The placement.
    path : str or path-like
        The file; its suffix says the format. A file that is there is replaced.
    pos, names : optional
        As for :func:`draw_tour`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, `placement` is none, or has a node
        that its board or graph has not.

    See Also
    --------
    draw_placement : Draw on axes of your own; what the picture shows.
    placement_svg : The SVG text.
    save_tour : The same for tours, and how files are written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "queens.svg")
    ...     save_placement(icosian.queens(8), picture)
    ...     picture.read_text(encoding="utf-8").count('class="piece queen"')
    8
    """
    path = check_picture_path(path)
    write_picture(placement_layout(placement, pos=pos, names=names), path)


def save_coloring(
    coloring: Coloring,
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save a picture of a colouring as SVG, PNG or PDF.

    Parameters
    ----------
    coloring : Coloring
        The colouring.
    path : str or path-like
        The file; its suffix says the format. A file that is there is replaced.
    pos, names : optional
        As for :func:`draw_tour`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, `coloring` is none, or has a node
        that its graph has not.

    See Also
    --------
    draw_coloring : Draw on axes of your own; what the picture shows.
    coloring_svg : The SVG text.
    save_tour : The same for tours, and how files are written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian, networkx as nx
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture = pathlib.Path(folder, "coloring.svg")
    ...     save_coloring(icosian.minimum_coloring(nx.petersen_graph()), picture)
    ...     "10 nodes in 3 colours" in picture.read_text(encoding="utf-8")
    True
    """
    path = check_picture_path(path)
    write_picture(coloring_layout(coloring, pos=pos, names=names), path)


def check_picture_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a picture if one can be written there.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    pathlib.Path
        The same path.

    Raises
    ------
    InvalidArgument
        If its suffix is no format of pictures, its folder does not exist, or it is a folder.
    """
    return check_path(path, PICTURES, "a picture")


def check_path(path: str | os.PathLike[str], suffixes: tuple[str, ...], what: str) -> Path:
    """Return the path of a file if one with such a suffix can be written there."""
    path = checked_path(path)
    if path.suffix.lower() not in suffixes:
        raise InvalidArgument(
            f"{what} is saved as {', '.join(suffixes)}, by the suffix of its path,"
            f" got {str(path)!r}"
        )
    if not path.parent.is_dir():
        raise InvalidArgument(f"the folder of {what} must exist, got {str(path)!r}")
    if path.is_dir():
        raise InvalidArgument(f"{what} is saved to a file, {str(path)!r} is a folder")
    return path


def write_picture(layout: Layout, path: Path) -> None:
    """Write a picture to a file, in the format of its suffix."""
    suffix = path.suffix.lower()
    write_atomically(
        path, document(layout).encode() if suffix == ".svg" else _figure(layout, suffix[1:])
    )


def _figure(layout: Layout, kind: str) -> bytes:
    from matplotlib.figure import Figure

    margin, (width, height) = layout.margin, layout.size
    full_width = width + margin.left + margin.right
    full_height = height + margin.top + margin.bottom
    inches = layout.pixels / _PIXELS_PER_INCH
    figure = Figure(figsize=(full_width * inches, full_height * inches), dpi=_PIXELS_PER_INCH)
    ax = figure.add_axes(
        (
            margin.left / full_width,
            margin.bottom / full_height,
            width / full_width,
            height / full_height,
        )
    )
    paint(layout, ax)
    data = BytesIO()
    dated = {"CreationDate": None} if kind == "pdf" else {}
    figure.savefig(data, format=kind, dpi=2 * _PIXELS_PER_INCH, metadata=dated)
    return data.getvalue()
