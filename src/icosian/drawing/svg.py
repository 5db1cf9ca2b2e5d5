"""All pictures as SVG text: standard library only, fast enough for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.drawing.backends.svg import document
from icosian.drawing.subjects.placements import coloring_layout, placement_layout
from icosian.drawing.subjects.proofs import proof_layout
from icosian.drawing.subjects.routes import route_layout
from icosian.drawing.subjects.tours import board_layout, tour_layout

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board
    from icosian.drawing.scene.places import Positions
    from icosian.placements.coloring.api import Coloring
    from icosian.placements.placement import Placement
    from icosian.proofs.base import Proof
    from icosian.routes.shortest_paths import ShortestPaths
    from icosian.tours.tour import Tour

__all__ = ["board_svg", "coloring_svg", "placement_svg", "proof_svg", "route_svg", "tour_svg"]


def board_svg(
    G: Board | nx.Graph[Any], *, pos: Positions | None = None, names: bool | None = None
) -> str:
    """Return a board, or a graph on its board, as an SVG picture.

    Parameters
    ----------
    G : Board or networkx graph
        The board or the graph.
    pos, names : optional
        As for :func:`draw_tour`.

    Returns
    -------
    str
        A complete SVG document, the picture of :func:`draw_board`. Squares have the class
        ``light``, ``dark`` or ``hole``, the nodes are a group of class ``node``, all edges one path
        of class ``edge``.

    Raises
    ------
    InvalidArgument
        If `G` is neither a board nor a graph, or `pos` lacks a node.

    See Also
    --------
    draw_board : The same picture with matplotlib, and what it shows.
    save_board : The same picture as a file.

    Examples
    --------
    >>> import icosian
    >>> picture = board_svg(icosian.knight_graph(3, 4))
    >>> picture.count("<circle"), "graph of 12 squares and 14 edges" in picture
    (12, True)
    """
    return document(board_layout(G, pos=pos, names=names))


def tour_svg(
    tour: Tour,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> str:
    """Return a tour as an SVG picture.

    Parameters
    ----------
    tour : Tour
        The tour.
    numbers, arrows, pos, names : optional
        As for :func:`draw_tour`.

    Returns
    -------
    str
        A complete SVG document, whose ``<title>`` says in words what it shows; up to 144 nodes,
        its ``<desc>`` lists them. Squares have the class ``light``, ``dark`` or ``hole``, the tour
        is one path of the classes ``move`` and ``closed`` or ``open``, its ends are of class
        ``start`` and ``end``, arrowheads of class ``head``; numbers
        stand in a group of class ``number``, and so do the nodes, of class ``node``.

    Raises
    ------
    InvalidArgument
        If `pos` lacks a node, or has something else than two numbers for it.

    See Also
    --------
    draw_tour : The same picture with matplotlib.
    save_tour : The same picture as a file.

    Notes
    -----
    Time and length are linear in the number of squares. Above 400 squares a row is a run in one
    path for each colour, and no longer an element a square. All rules of the embedded style sheet
    start at the class ``icosian``, so the picture can stand in any page; where the reader prefers
    dark pages, it is dark.

    Examples
    --------
    >>> from icosian.tours.tour import Tour
    >>> picture = tour_svg(Tour("abc", is_closed=True))
    >>> picture.startswith("<svg") and "closed tour of 3 nodes, from a" in picture
    True
    """
    return document(tour_layout(tour, numbers=numbers, arrows=arrows, pos=pos, names=names))


def proof_svg(
    proof: Proof,
    G: nx.Graph[Any],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> str:
    """Return why a graph has no Hamiltonian cycle or path as an SVG picture.

    Parameters
    ----------
    proof : Proof
        The proof; it is not checked.
    G : networkx graph
        The graph that it speaks of.
    pos, names : optional
        As for :func:`draw_tour`.

    Returns
    -------
    str
        A complete SVG document, the picture of :func:`draw_proof`. Its ``<title>`` is what stands
        above the picture. Nodes that stand out have the class ``spot``, edges and outlines the
        class ``stroke``, and both one for their kind: ``removed``, ``part1``, ``strong`` or
        ``set1``.

    Raises
    ------
    InvalidArgument
        If `proof` is no proof, `G` is no graph, or lacks a node or an edge that the proof names.

    See Also
    --------
    draw_proof : The same picture with matplotlib, and what it shows.
    save_proof : The same picture as a file.

    Examples
    --------
    >>> import networkx as nx
    >>> from icosian.proofs import Toughness
    >>> proof = Toughness(closed=True, removed=frozenset({0}), parts=3)
    >>> picture = proof_svg(proof, nx.star_graph(3))
    >>> picture.startswith("<svg"), picture.count('class="spot')
    (True, 4)
    """
    return document(proof_layout(proof, G, pos=pos, names=names))


def route_svg(
    G: nx.Graph[Any],
    paths: ShortestPaths | None = None,
    *,
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> str:
    """Return a route map with its shortest paths as an SVG picture.

    Parameters
    ----------
    G : networkx graph
        The map, or a graph on a board.
    paths : ShortestPaths, optional
        What :func:`dijkstra` found.
    target : node, optional
        The end of a path that stands out.
    pos, names : optional
        As for :func:`draw_tour`.

    Returns
    -------
    str
        A complete SVG document, the picture of :func:`draw_route_map`. Roads have the class
        ``stroke`` and one for their kind: ``road``, ``tree``, ``tied`` or ``path``, and their
        arrowheads ``head``; weights have the class ``tag``, names with distances ``name``. Squares
        have a class from ``heat0``, near, to ``heat16``, far.

    Raises
    ------
    InvalidArgument
        If `G` is no graph or lacks what the paths use, `paths` are none or missing though there is
        a target, or a weight is negative or not a number.
    NotANode
        If the target is no node.
    networkx.NetworkXNoPath
        If it was not reached.

    See Also
    --------
    draw_route_map : The same picture with matplotlib, and what it shows.
    save_route_map : The same picture as a file.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.knight_graph(8)
    >>> picture = route_svg(G, icosian.dijkstra(G, "a1"), target="h8")
    >>> "shortest path from a1 to h8, length 6" in picture, picture.count('class="heat16"')
    (True, 1)
    """
    return document(route_layout(G, paths, target=target, pos=pos, names=names))


def placement_svg(
    placement: Placement, *, pos: Positions | None = None, names: bool | None = None
) -> str:
    """Return a placement as an SVG picture.

    Parameters
    ----------
    placement : Placement
        The placement.
    pos, names : optional
        As for :func:`draw_tour`.

    Returns
    -------
    str
        A complete SVG document, the picture of :func:`draw_placement`. Its ``<title>`` counts the
        pieces and names the squares of the first. Pieces have the class ``piece`` and, where they
        are drawn as such, one for their kind: ``queen``, ``king``, ``rook``, ``bishop`` or
        ``knight``. Nodes that are no squares have the class ``chosen``, the others ``node``.

    Raises
    ------
    InvalidArgument
        If `placement` is none, or has a node that its board or graph has not.

    See Also
    --------
    draw_placement : The same picture with matplotlib, and what it shows.
    save_placement : The same picture as a file.

    Examples
    --------
    >>> import icosian
    >>> picture = placement_svg(icosian.queens(4))
    >>> picture.count('class="piece queen"'), picture.count('class="light"')
    (4, 8)
    >>> "4 queens on the 4 x 4 board: b4, d3, a2, c1" in picture
    True
    """
    return document(placement_layout(placement, pos=pos, names=names))


def coloring_svg(
    coloring: Coloring, *, pos: Positions | None = None, names: bool | None = None
) -> str:
    """Return a colouring as an SVG picture.

    Parameters
    ----------
    coloring : Coloring
        The colouring.
    pos, names : optional
        As for :func:`draw_tour`.

    Returns
    -------
    str
        A complete SVG document, the picture of :func:`draw_coloring`. Squares and nodes have a
        class for their colour, ``color0``, ``color1`` and so on, and from the eleventh colour on
        those of the first again; the numbers on them are in groups of class ``number``.

    Raises
    ------
    InvalidArgument
        If `coloring` is none, or has a node that its graph has not.

    See Also
    --------
    draw_coloring : The same picture with matplotlib, and what it shows.
    save_coloring : The same picture as a file.

    Examples
    --------
    >>> import icosian
    >>> picture = coloring_svg(icosian.minimum_coloring(icosian.knight_graph(4)))
    >>> "16 squares of the 4 x 4 board in 2 colours" in picture
    True
    >>> picture.count('<rect class="color0"'), picture.count('<g class="number')
    (8, 2)
    """
    return document(coloring_layout(coloring, pos=pos, names=names))
