"""The drawing functions for one kind of value, with its options spelled out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.drawing.backends.matplotlib import paint
from icosian.drawing.backends.svg import document
from icosian.drawing.files import check_picture_path, write_picture
from icosian.drawing.subjects.placements import coloring_layout, placement_layout
from icosian.drawing.subjects.proofs import proof_layout
from icosian.drawing.subjects.routes import route_layout
from icosian.drawing.subjects.tours import board_layout, tour_layout
from icosian.drawing.subjects.walks import walk_layout
from icosian.routes.walk import Walk

if TYPE_CHECKING:
    import os

    import networkx as nx
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from icosian.boards.board import Board
    from icosian.drawing.scene.layout import Layout
    from icosian.drawing.scene.places import Positions
    from icosian.placements.coloring.api import Coloring
    from icosian.placements.placement import Placement
    from icosian.proofs.base import Proof
    from icosian.proofs.shared.lengths import Weight
    from icosian.routes.shortest_paths import ShortestPaths
    from icosian.tours.shortest.problem.places import Places
    from icosian.tours.shortest.shortest_tour import ShortestTour
    from icosian.tours.tour import Tour

__all__ = [
    "board_svg",
    "coloring_svg",
    "draw_board",
    "draw_coloring",
    "draw_placement",
    "draw_proof",
    "draw_route_map",
    "draw_tour",
    "placement_svg",
    "proof_svg",
    "route_svg",
    "save_board",
    "save_coloring",
    "save_placement",
    "save_proof",
    "save_route_map",
    "save_tour",
    "tour_svg",
]


def draw_board(
    G: Board | nx.Graph[Any],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw a board, or a graph on its board.

    Parameters
    ----------
    G : Board or networkx graph
        A board is drawn as its squares. A graph that knows its board adds its nodes as dots and its
        edges as pale lines.
    pos, names, ax : optional
        As for :func:`draw_tour`.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `G` is neither a board nor a graph, or `pos` lacks a node.

    See Also
    --------
    draw : The same for any value.
    board_svg, save_board : The same picture as SVG text, without matplotlib, and as a file.

    Notes
    -----
    Edges and nodes are left out where there are more than 2000 of them. The layers of a board of
    more than two dimensions are placed side by side. An edge across the border of a wrapped board
    is drawn as its two ends.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from icosian.boards.board import Board
    >>> squares, *others = draw_board(Board((3, 4)), ax=Figure().add_subplot())
    >>> squares.get_size(), others
    ((3, 4), [])
    """
    return paint(board_layout(G, pos=pos, names=names), ax)


def board_svg(
    G: Board | nx.Graph[Any], *, pos: Positions | None = None, names: bool | None = None
) -> str:
    """Return the picture of :func:`draw_board` as SVG text; see :func:`to_svg`."""
    return document(board_layout(G, pos=pos, names=names))


def save_board(
    G: Board | nx.Graph[Any],
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save the picture of :func:`draw_board` as SVG, PNG or PDF; see :func:`save`."""
    path = check_picture_path(path)
    write_picture(board_layout(G, pos=pos, names=names), path)


def _tour_layout(tour: Tour | Walk, **options: Any) -> Layout:
    return walk_layout(tour, **options) if isinstance(tour, Walk) else tour_layout(tour, **options)


def draw_tour(
    tour: Tour | Walk,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw a tour or a walk, on its board if it has one.

    A circle marks the start and a square the end. A closed tour has no end, but an arrow where it
    returns to the start.

    Parameters
    ----------
    tour : Tour or Walk
        The tour.
    numbers : bool, optional
        Whether to write each node's place in the tour; by default up to 144 nodes, and on the
        stops of a walk. Where names of nodes are numbers, the picture has either these, by
        default, or the places, unless both are asked for.
    arrows : bool, optional
        Whether every move has an arrowhead; by default up to 400 nodes, where there are no numbers.
    pos : mapping of node to (float, float), optional
        Positions of the nodes, also of those on a board. By default those of the attribute
        ``pos``, of labels such as (row, column), or the usual picture: planar, rings, a circle.
    names : bool, optional
        Whether to name files and ranks, or else rows, columns and layers by their coordinates; on
        a graph, its nodes. By default the squares of a plane board of up to 26 files and ranks are
        named, and up to 144 nodes.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn; the tour is one line.

    Raises
    ------
    InvalidArgument
        If `pos` lacks a node, or has something other than two numbers for it.

    See Also
    --------
    draw : The same for any value.
    tour_svg, save_tour : The same picture as SVG text, without matplotlib, and as a file.

    Notes
    -----
    Sizes follow the size of the axes when the tour is drawn, and colors the background: on a dark
    figure lines are pale, squares dim, pieces white. The layers of a board of more than two
    dimensions are placed side by side, moves between them are thin. A move across the border of a
    wrapped board is drawn as its two ends.

    A :class:`ShortestTour` states its length and what is proved above the picture; off a board it
    has no numbers, and only an open one has a start.

    The stops of a :class:`Walk` are numbered in the order of the visit; a number that would cover
    another one is left out. The color of its legs goes from blue to orange on the way. Each pass of
    a road has a lane of its own, on the right-hand side. Roads and nodes off the walk are light, or
    left out where there are more than 20000 roads or 400 nodes. Of more than 144 nodes, ``names``
    names the stops only. Terrain is colored by its costs.

    Nodes that are not squares are placed at `pos`, at the coordinates of their places, or at their
    attribute ``pos``. Where they have none, a planar graph without cut vertices is drawn without
    crossings, its longest face outside [1]_; any other tour is drawn as a circle, the remaining
    edges as pale chords. In other pictures a graph that is not planar is drawn by springs [2]_,
    unless it is dense, or has over 400 nodes.

    References
    ----------
    .. [1] W. T. Tutte, How to draw a graph, Proc. London Math. Soc. 13 (1963) 743-767.
    .. [2] T. Kamada, S. Kawai, An algorithm for drawing general undirected graphs, Inf. Process.
       Lett. 31 (1989) 7-15.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from icosian.tours.tour import Tour
    >>> artists = draw_tour(Tour("abcde", is_closed=True), ax=Figure().add_subplot())
    >>> [artist.get_text() for artist in artists if hasattr(artist, "get_text")]
    ['1', '2', '3', '4', '5', 'a', 'b', 'c', 'd', 'e']
    """
    return paint(_tour_layout(tour, numbers=numbers, arrows=arrows, pos=pos, names=names), ax)


def tour_svg(
    tour: Tour | Walk,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> str:
    """Return the picture of :func:`draw_tour` as SVG text; see :func:`to_svg`."""
    return document(_tour_layout(tour, numbers=numbers, arrows=arrows, pos=pos, names=names))


def save_tour(
    tour: Tour | Walk,
    path: str | os.PathLike[str],
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save the picture of :func:`draw_tour` as SVG, PNG or PDF; see :func:`save`."""
    path = check_picture_path(path)
    write_picture(_tour_layout(tour, numbers=numbers, arrows=arrows, pos=pos, names=names), path)


def draw_proof(
    proof: Proof,
    G: nx.Graph[Any] | Places | ShortestTour | Walk,
    *,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw why a graph has no Hamiltonian cycle or path, or none that is shorter.

    The proof is not checked; its claim is written above the picture.

    Parameters
    ----------
    proof : Proof
        The proof. What it is about is highlighted over the pale edges of the graph: parts in colors
        and numbers, removed nodes as a cross, weights on the nodes, sets as dashed outlines with
        letters, edges that are used as strong lines and those that are not as dashed ones; an edge
        without a second end says whether its node is an end. The start is marked round, the end
        square.
    G : networkx graph, Places, ShortestTour or Walk
        The graph that it is about; it needs every node and edge that the proof names. For a
        :class:`LowerBound` also its places, or the tour, which is then drawn as well; for a
        :class:`WalkBound` the map or the walk.
    weight : str or function, optional
        For a bound, the lengths as for its ``check``.
    pos, names, ax : optional
        As for :func:`draw_tour`.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `proof` is not a proof, `G` is not a graph, or lacks a node or an edge that the
        proof names, or `weight` is given and the proof is not a bound.

    See Also
    --------
    draw : The same for any value.
    proof_svg, save_proof : The same picture as SVG text, without matplotlib, and as a file.

    Notes
    -----
    Up to 12 sets are outlined, and trees of up to 12 cases are drawn below the graph. Text on the
    nodes is left out where there are more than 144, pale edges where there are more than 2000.
    A kind of proof that the library does not know shows the graph and the claim.

    Where the lengths are distances in the picture, Euclidean or Manhattan, a :class:`LowerBound` is
    drawn by zones and moats [1]_: a disc around every place and bands around sets of places, none
    of which overlap. A tour crosses each of them twice, so it is at least twice as long as all are
    wide. Their widths are the solution of a linear program, rounded so that the number shown is a
    true bound; the cuts and cases of the proof may prove more. In all other pictures the edges are
    strong that are as long as the weights of their ends and of the borders that they cross: a tour
    of such edges is shortest if it crosses each border as rarely as possible. Above 1000 nodes only
    the tour and the claim are drawn.

    For closed walks of up to 300 stops on a map without one-way roads, zones and moats are parts of
    roads: within some distance of a stop, or beyond by the width of a moat, measured along roads.
    Those of a :class:`WalkBound` hold for any positions of the places. Other bounds of walks show
    the claim above the walk.

    References
    ----------
    .. [1] M. Juenger, W. R. Pulleyblank, Geometric duality and combinatorial optimization,
       Jahrbuch Ueberblicke Mathematik (1993), 1-24.

    Examples
    --------
    >>> import networkx as nx
    >>> from matplotlib.figure import Figure
    >>> from icosian.proofs import Toughness
    >>> proof = Toughness(closed=True, removed=frozenset({0}), parts=3)
    >>> artists = draw_proof(proof, nx.star_graph(3), ax=Figure().add_subplot())
    >>> [artist.get_text() for artist in artists if hasattr(artist, "get_text")][:4]
    ['There is no Hamiltonian cycle', 'Without the 1 crossed-out node: 3 parts', '1', '2']
    """
    return paint(proof_layout(proof, G, weight=weight, pos=pos, names=names), ax)


def proof_svg(
    proof: Proof,
    G: nx.Graph[Any] | Places | ShortestTour | Walk,
    *,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> str:
    """Return the picture of :func:`draw_proof` as SVG text; see :func:`to_svg`."""
    return document(proof_layout(proof, G, weight=weight, pos=pos, names=names))


def save_proof(
    proof: Proof,
    G: nx.Graph[Any] | Places | ShortestTour | Walk,
    path: str | os.PathLike[str],
    *,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save the picture of :func:`draw_proof` as SVG, PNG or PDF; see :func:`save`."""
    path = check_picture_path(path)
    write_picture(proof_layout(proof, G, weight=weight, pos=pos, names=names), path)


def draw_route_map(
    G: nx.Graph[Any],
    paths: ShortestPaths | None = None,
    *,
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw a route map with its shortest paths, or a board colored by distance.

    Parameters
    ----------
    G : networkx graph
        The map. Weights are written on the roads, and one-way roads have arrowheads. A graph that
        knows its board is drawn as its squares, colored by their distance.
    paths : ShortestPaths, optional
        What :func:`dijkstra` found. The paths that its method ``path`` takes are strong, others as
        short are dashed; each distance is written next to its place or on its square. Sources are
        marked round. Without paths the map itself is drawn, terrain colored by its costs.
    target : node, optional
        The end of a path to highlight, marked square.
    pos, names, ax : optional
        As for :func:`draw_tour`.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `G` is not a graph or lacks what the paths use, `paths` are missing though there is a
        target, or a weight is negative or not a number.
    NotANode
        If the target is not a node.
    networkx.NetworkXNoPath
        If it was not reached.

    See Also
    --------
    draw : The same for any value.
    route_svg, save_route_map : The same picture as SVG text, without matplotlib, and as a file.

    Notes
    -----
    The weights shown are those that the paths count, or the attribute ``weight``; roads that they
    hide are left out. Two ways between the same places are drawn side by side if their weights
    differ. Near squares are pale and far ones darker; those that were not reached keep the colors
    of the board. Text is left out where there are more than 144 nodes, and a board has a scale of
    its colors then; roads that no path uses, where there are more than 20000, or 2000 on a circle.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> G = icosian.route_map([("A", "B", 7), ("B", "C", 2), ("A", "C", 12)])
    >>> paths = icosian.dijkstra(G, "A")
    >>> artists = draw_route_map(G, paths, target="C", ax=Figure().add_subplot())
    >>> [artist.get_text() for artist in artists if hasattr(artist, "get_text")]
    ['7', '12', '2', 'A: 0', 'B: 7', 'C: 9']
    """
    return paint(route_layout(G, paths, target=target, pos=pos, names=names), ax)


def route_svg(
    G: nx.Graph[Any],
    paths: ShortestPaths | None = None,
    *,
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> str:
    """Return the picture of :func:`draw_route_map` as SVG text; see :func:`to_svg`."""
    return document(route_layout(G, paths, target=target, pos=pos, names=names))


def save_route_map(
    G: nx.Graph[Any],
    path: str | os.PathLike[str],
    paths: ShortestPaths | None = None,
    *,
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save the picture of :func:`draw_route_map` as SVG, PNG or PDF; see :func:`save`."""
    path = check_picture_path(path)
    write_picture(route_layout(G, paths, target=target, pos=pos, names=names), path)


def draw_placement(
    placement: Placement,
    *,
    pos: Positions | None = None,
    names: bool | None = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw a placement, on its board if it has one.

    Parameters
    ----------
    placement : Placement
        The placement. On a board chess pieces are drawn, those of its graph or else queens, and
        discs where the graph is that of another piece or of none. Chosen nodes that are not squares
        differ from the others in color and size.
    pos, names, ax : optional
        As for :func:`draw_tour`.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn; all pieces are one collection.

    Raises
    ------
    InvalidArgument
        If `placement` is not a placement, or has a node that its board or graph lacks.

    See Also
    --------
    draw : The same for any value.
    placement_svg, save_placement : The same picture as SVG text, without matplotlib, and as a file.

    Notes
    -----
    Time is linear in the number of squares. Pieces on squares of less than 12 pixels are discs. A
    board of more than a million squares is a field of one color.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> squares, queens = draw_placement(icosian.queens(8), ax=Figure().add_subplot())
    >>> squares.get_size(), len(queens.get_paths())
    ((8, 8), 8)
    """
    return paint(placement_layout(placement, pos=pos, names=names), ax)


def placement_svg(
    placement: Placement, *, pos: Positions | None = None, names: bool | None = None
) -> str:
    """Return the picture of :func:`draw_placement` as SVG text; see :func:`to_svg`."""
    return document(placement_layout(placement, pos=pos, names=names))


def save_placement(
    placement: Placement,
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save the picture of :func:`draw_placement` as SVG, PNG or PDF; see :func:`save`."""
    path = check_picture_path(path)
    write_picture(placement_layout(placement, pos=pos, names=names), path)


def draw_coloring(
    coloring: Coloring,
    *,
    pos: Positions | None = None,
    names: bool | None = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw a coloring, on its board if it has one.

    Parameters
    ----------
    coloring : Coloring
        The coloring. Squares or nodes have ten colors that color-blind readers can distinguish,
        then the same again; the numbers of the colors are written on them.
    pos, names, ax : optional
        As for :func:`draw_tour`.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `coloring` is not a coloring, or has a node that its graph lacks.

    See Also
    --------
    draw : The same for any value.
    coloring_svg, save_coloring : The same picture as SVG text, without matplotlib, and as a file.

    Notes
    -----
    Time is linear in the number of squares or nodes and edges. Numbers are left out where there
    are more than 900 squares or 144 other nodes, pale edges where there are more than 2000.

    Examples
    --------
    >>> import icosian, networkx as nx
    >>> from matplotlib.figure import Figure
    >>> coloring = icosian.minimum_coloring(nx.cycle_graph("abcd"))
    >>> artists = draw_coloring(coloring, ax=Figure().add_subplot())
    >>> [artist.get_text() for artist in artists if hasattr(artist, "get_text")]
    ['0', '0', '1', '1', 'a', 'b', 'c', 'd']
    """
    return paint(coloring_layout(coloring, pos=pos, names=names), ax)


def coloring_svg(
    coloring: Coloring, *, pos: Positions | None = None, names: bool | None = None
) -> str:
    """Return the picture of :func:`draw_coloring` as SVG text; see :func:`to_svg`."""
    return document(coloring_layout(coloring, pos=pos, names=names))


def save_coloring(
    coloring: Coloring,
    path: str | os.PathLike[str],
    *,
    pos: Positions | None = None,
    names: bool | None = None,
) -> None:
    """Save the picture of :func:`draw_coloring` as SVG, PNG or PDF; see :func:`save`."""
    path = check_picture_path(path)
    write_picture(coloring_layout(coloring, pos=pos, names=names), path)
