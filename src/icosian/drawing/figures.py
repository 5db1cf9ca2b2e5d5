"""All pictures with matplotlib."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from icosian.drawing import _layout
from icosian.drawing._layout import DARK, LIGHT, SHADES, Fill, Label
from icosian.drawing._pieces import GRID, OUTLINES, RIM
from icosian.drawing._placements import coloring_layout, placement_layout
from icosian.drawing._proofs import proof_layout
from icosian.drawing._routes import route_layout
from icosian.drawing._tours import board_layout, tour_layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection

    from icosian.boards.board import Board
    from icosian.drawing._layout import Layout
    from icosian.placements.coloring import Coloring
    from icosian.placements.placement import Placement
    from icosian.proofs.base import Proof
    from icosian.shortest import ShortestPaths
    from icosian.tours.tour import Tour

__all__ = [
    "draw_board",
    "draw_coloring",
    "draw_placement",
    "draw_proof",
    "draw_route_map",
    "draw_tour",
    "paint",
]


def draw_board(G: Board | nx.Graph[Any], *, ax: Axes | None = None) -> list[Artist]:
    """Draw a board, or a graph on its board.

    Parameters
    ----------
    G : Board or networkx graph
        A board is drawn as its squares. A graph that knows its board adds its nodes as dots, its
        edges as pale lines. Any other graph stands at its node attribute ``pos``, or on a circle.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `G` is neither a board nor a graph.

    See Also
    --------
    draw_tour : Draw a tour on its board.

    Notes
    -----
    Edges and nodes are left out where there are more than 2000 of them. The layers of a board of
    more than two dimensions stand side by side. An edge across the border of a wrapped board is
    drawn as its two ends.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from icosian.boards.board import Board
    >>> squares, *others = draw_board(Board((3, 4)), ax=Figure().add_subplot())
    >>> squares.get_size(), others
    ((3, 4), [])
    """
    return paint(board_layout(G), ax)


def draw_tour(tour: Tour, *, numbers: bool | None = None, ax: Axes | None = None) -> list[Artist]:
    """Draw a tour, on its board if it has one.

    A circle marks the start and a square the end. A closed tour has no end, but an arrow where it
    comes back to the start.

    Parameters
    ----------
    tour : Tour
        The tour. Nodes that are no squares stand at their attribute ``pos`` in the tour's graph,
        or on a circle in the order of the tour, the other edges being pale chords.
    numbers : bool, optional
        Whether to write each node's place in the tour; by default up to 144 nodes.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn; the tour is one line.

    See Also
    --------
    tour_svg : The same picture as SVG text, without matplotlib.
    save_tour : The same picture as a file.
    draw_board : The board and its graph.

    Notes
    -----
    Sizes follow the room that the axes have when the tour is drawn. The layers of a board of more
    than two dimensions stand side by side. A move across the border of a wrapped board is drawn
    as its two ends.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from icosian.tours.tour import Tour
    >>> artists = draw_tour(Tour("abcde", is_closed=True), ax=Figure().add_subplot())
    >>> [artist.get_text() for artist in artists if hasattr(artist, "get_text")]
    ['1', '2', '3', '4', '5', 'a', 'b', 'c', 'd', 'e']
    """
    return paint(tour_layout(tour, numbers=numbers), ax)


def draw_proof(proof: Proof, G: nx.Graph[Any], *, ax: Axes | None = None) -> list[Artist]:
    """Draw why a graph has no Hamiltonian cycle or path, on its board if it has one.

    The proof is not checked; what it claims stands above the picture.

    Parameters
    ----------
    proof : Proof
        The proof. What it speaks of stands out from the pale edges of the graph: parts in colours
        and numbers, removed nodes as a cross, weights on the nodes, sets as dashed outlines with
        letters, edges that are used as strong lines and those that are not as dashed ones; one
        that leads nowhere says whether its node is an end. The start is marked round, the end
        square.
    G : networkx graph
        The graph that it speaks of. Nodes that are no squares stand at their attribute ``pos``, or
        on a circle.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `proof` is no proof, `G` is no graph, or lacks a node or an edge that the proof names.

    See Also
    --------
    proof_svg : The same picture as SVG text, without matplotlib.
    save_proof : The same picture as a file.
    Proof.explain : The same in sentences.

    Notes
    -----
    Up to 12 sets are outlined, and trees of up to 12 cases are drawn below the graph. Text on the
    nodes is left out where there are more than 144, pale edges where there are more than 2000.
    A kind of proof that the library does not know shows the graph and the claim.

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
    return paint(proof_layout(proof, G), ax)


def draw_route_map(
    G: nx.Graph[Any],
    paths: ShortestPaths | None = None,
    *,
    target: Any = None,
    ax: Axes | None = None,
) -> list[Artist]:
    """Draw a route map with its shortest paths, or a board coloured by distance.

    Parameters
    ----------
    G : networkx graph
        The map. Places stand at their attribute ``pos``, or on a circle; weights stand on the
        roads, and one-way roads have arrowheads. A graph that knows its board is drawn as its
        squares, coloured by their distance.
    paths : ShortestPaths, optional
        What :func:`dijkstra` found. The paths that its method ``path`` takes are strong, others as
        short are dashed; each distance stands beside its place or on its square. Sources are
        marked round. Without paths the map itself is drawn, terrain coloured by its costs.
    target : node, optional
        The end of a path that stands out, marked square.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

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
    route_svg : The same picture as SVG text, without matplotlib.
    save_route_map : The same picture as a file.
    dijkstra : What finds the paths.

    Notes
    -----
    The weights shown are those that the paths count, or the attribute ``weight``; roads that they
    hide are left out. Two ways between the same places are drawn side by side if their weights
    differ. Near squares are pale and far ones darker; those that were not reached keep the colours
    of the board. Text is left out where there are more than 144 nodes, and a board has a scale of
    its colours then; roads that no path uses, where there are more than 20000, or 2000 on a circle.

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
    return paint(route_layout(G, paths, target=target), ax)


def draw_placement(placement: Placement, *, ax: Axes | None = None) -> list[Artist]:
    """Draw a placement, on its board if it has one.

    Parameters
    ----------
    placement : Placement
        The placement. On a board stand chess pieces, those of its graph or else queens, and discs
        where the graph is that of another piece or of none. Nodes that are no squares stand out
        from the others in colour and size; all stand at their attribute ``pos``, or on a circle.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn; all pieces are one collection.

    Raises
    ------
    InvalidArgument
        If `placement` is none, or has a node that its board or graph has not.

    See Also
    --------
    placement_svg : The same picture as SVG text, without matplotlib.
    save_placement : The same picture as a file.
    draw_coloring : Every node in its colour.

    Notes
    -----
    Time is linear in the number of squares. Pieces on squares of less than 12 pixels are discs.
    A board of more
    than a million squares is a field of one colour.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> squares, queens = draw_placement(icosian.queens(8), ax=Figure().add_subplot())
    >>> squares.get_size(), len(queens.get_paths())
    ((8, 8), 8)
    """
    return paint(placement_layout(placement), ax)


def draw_coloring(coloring: Coloring, *, ax: Axes | None = None) -> list[Artist]:
    """Draw a colouring, on its board if it has one.

    Parameters
    ----------
    coloring : Coloring
        The colouring. Squares, or nodes at their attribute ``pos`` or on a circle, have ten
        colours that colour-blind readers tell apart as well, then the same again; the numbers of
        the colours stand on them.
    ax : matplotlib.axes.Axes, optional
        Where to draw; the current axes by default.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn.

    Raises
    ------
    InvalidArgument
        If `coloring` is none, or has a node that its graph has not.

    See Also
    --------
    coloring_svg : The same picture as SVG text, without matplotlib.
    save_coloring : The same picture as a file.

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
    return paint(coloring_layout(coloring), ax)


def paint(layout: Layout, ax: Axes | None) -> list[Artist]:
    """Draw a layout on axes, the current ones by default."""
    from matplotlib.collections import EllipseCollection, LineCollection, PolyCollection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, Patch, Polygon, Rectangle
    from matplotlib.patheffects import withStroke

    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.gca()
    artists: list[Artist] = [ax.imshow(**_squares(layout))] if layout.rows else []
    points = _frame(layout, ax)
    line = layout.line_width(points)
    if layout.edges:
        edges = LineCollection(layout.edges, colors=_layout.MOVE, linewidths=0.5 * line, zorder=1)
        edges.set_alpha(_layout.EDGE_OPACITY)
        artists.append(ax.add_collection(edges, autolim=False))
    for kind, lines, heads in layout.strokes:
        color, width, dashes = _layout.PENS[kind]
        strokes = LineCollection(lines, colors=color, linewidths=width * line, zorder=2)
        strokes.set_linestyle((0, dashes) if dashes else "solid")
        artists.append(ax.add_collection(strokes, autolim=False))
        if heads:
            tips = PolyCollection(heads, facecolors=color, linewidths=0, zorder=2)
            artists.append(ax.add_collection(tips, autolim=False))
    if layout.trail:
        xs, ys = _with_breaks(layout.trail)
        trail = Line2D(xs, ys, color=_layout.MOVE, linewidth=line, zorder=2)
        trail.set(solid_joinstyle="round", solid_capstyle="butt")
        artists.append(ax.add_line(trail))
    discs = [(layout.dots, layout.dot, Fill(_layout.NODE), 3.0)] if layout.dots else []
    if layout.spot:
        discs += [(at, layout.spot, _layout.FILLS[kind], 4.5) for kind, at, _ in layout.spots]
    for at, radius, fill, level in discs:
        dots = EllipseCollection(2 * radius, 2 * radius, 0, units="xy", offsets=at)
        dots.set(offset_transform=ax.transData, facecolor=fill.color, edgecolor=fill.rim)
        dots.set(linewidth=0.6 * line, zorder=level, clip_on=False)
        artists.append(ax.add_collection(dots, autolim=False))
    marks: list[Patch] = []
    if layout.arrow:
        rim = withStroke(linewidth=0.8 * line, foreground=_layout.NODE)
        marks.append(Polygon(layout.arrow, color=_layout.MOVE, path_effects=[rim]))
    colors = {"fc": _layout.START, "ec": _layout.MOVE}
    marks += [Circle(start, layout.mark, **colors) for start in layout.starts]
    if layout.end:
        side = 0.9 * layout.mark
        corner = (layout.end[0] - side, layout.end[1] - side)
        marks.append(Rectangle(corner, 2 * side, 2 * side, fc=_layout.END, ec=_layout.MOVE))
    for mark in marks:
        mark.set(linewidth=0 if isinstance(mark, Polygon) else 0.6 * line, zorder=4, clip_on=False)
        artists.append(ax.add_patch(mark))
    if layout.pieces:
        artists.append(ax.add_collection(_pieces(layout, points), autolim=False))
    size = points / layout.unit
    on_spots = [
        (
            [Label(p, text) for p, text in zip(at, texts, strict=False) if text],
            layout.number_font,
            _layout.FILLS[kind].ink,
            False,
        )
        for kind, at, texts in layout.spots
    ]
    for labels, height, color, has_halo in (
        (layout.heading, layout.heading_font, _layout.INK, True),
        (layout.legend, layout.legend_font, _layout.NAME, True),
        (layout.numbers, layout.number_font, _layout.INK, False),
        *on_spots,
        (layout.tags, layout.tag_font, _layout.INK, True),
        (layout.labels, layout.font, _layout.NAME, True),
    ):
        halo = withStroke(linewidth=0.3 * size * height, foreground=_layout.PAPER)
        style = {"color": color, "fontsize": size * height}
        artists += _texts(ax, labels, style | ({"path_effects": [halo]} if has_halo else {}))
    return artists


def _squares(layout: Layout) -> dict[str, Any]:
    """Return the board as the arguments of imshow; holes and gaps are transparent."""
    import numpy as np
    from matplotlib.colors import to_rgba_array

    colors = (
        (_layout.FINE_DARK_SQUARE, _layout.FINE_LIGHT_SQUARE)
        if layout.is_fine
        else (_layout.DARK_SQUARE, _layout.LIGHT_SQUARE)
    )
    palette = np.zeros((128, 4))
    shades = [ord(DARK), ord(LIGHT), *map(ord, SHADES)]
    palette[shades] = to_rgba_array([*colors, *SHADES.values()])
    text = np.array([list(row.encode()) for row in layout.rows])
    return {"X": palette[text], "interpolation": "nearest", "origin": "upper", "zorder": 0}


def _pieces(layout: Layout, points: float) -> PathCollection:
    """Return the pieces as paths, over a rim of their own."""
    import numpy as np
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path
    from matplotlib.patheffects import withStroke

    kinds = {"M": Path.MOVETO, "L": Path.LINETO, "C": Path.CURVE4, "Z": Path.CLOSEPOLY}
    corners: list[tuple[float, float]] = []
    codes: list[Any] = []
    for command, text in re.findall("([MLCZ])([^MLCZ]*)", OUTLINES[layout.piece]):
        numbers = list(map(float, text.split())) or [0.0, 0.0]
        corners += zip(numbers[::2], numbers[1::2], strict=True)
        codes += [kinds[command]] * (len(numbers) // 2)
    outline = layout.unit / GRID * np.array(corners)
    paths = [Path(outline + place, codes) for place in layout.pieces]
    pieces = PathCollection(paths, facecolor=_layout.COAL, linewidth=0, zorder=4.5, clip_on=False)
    rim = withStroke(linewidth=RIM / GRID * points, foreground=_layout.NODE, joinstyle="round")
    pieces.set_path_effects([rim])
    return pieces


def _frame(layout: Layout, ax: Axes) -> float:
    """Set limits, aspect and names; return the length of the unit in points."""
    left, top, right, bottom = layout.box
    ax.set(xlim=(left, right), ylim=(bottom, top), frame_on=False)
    ax.set_aspect("equal")
    room = ax.get_window_extent()
    width, height = layout.size
    inch = ax.figure.get_dpi() if ax.figure else 100
    points = 72 / inch * min(room.width / width, room.height / height)
    ax.set_xticks([x for x, _ in layout.files], [name for _, name in layout.files])
    ax.set_yticks([y for y, _ in layout.ranks], [name for _, name in layout.ranks])
    ax.tick_params(length=0, labelsize=layout.font * points / layout.unit, labelcolor=_layout.NAME)
    return points


def _with_breaks(lines: Iterable[Sequence[tuple[float, float]]]) -> tuple[list[float], list[float]]:
    """Join lines into one that is interrupted between them."""
    gap = float("nan")
    xs: list[float] = []
    ys: list[float] = []
    for line in lines:
        if xs:
            xs.append(gap)
            ys.append(gap)
        xs += [x for x, _ in line]
        ys += [y for _, y in line]
    return xs, ys


def _texts(ax: Axes, labels: Iterable[Label], style: dict[str, Any]) -> list[Artist]:
    sides = {"start": "left", "middle": "center", "end": "right"}
    style = {"va": "center_baseline", "parse_math": False, "zorder": 5, **style}
    return [ax.text(*at, text, ha=sides[anchor], **style) for at, text, anchor in labels]
