"""All pictures as SVG text: standard library only, fast enough for notebooks."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from icosian.drawing import _layout
from icosian.drawing._layout import DARK, GAP, HEATS, HOLE, LIGHT, SHADES, TINTS, Label
from icosian.drawing._pieces import GRID, OUTLINES, RIM
from icosian.drawing._placements import coloring_layout, placement_layout
from icosian.drawing._proofs import proof_layout
from icosian.drawing._routes import route_layout
from icosian.drawing._tours import tour_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import networkx as nx

    from icosian.drawing._layout import Layout, Line, Point
    from icosian.placements.coloring import Coloring
    from icosian.placements.placement import Placement
    from icosian.proofs.base import Proof
    from icosian.shortest import ShortestPaths
    from icosian.tours.tour import Tour

    Place = Callable[[Point], Point]

__all__ = [
    "coloring_svg",
    "document",
    "frame_of",
    "placement_svg",
    "proof_svg",
    "route_svg",
    "tour_svg",
]

_UNIT = 20  # the side of a square in the picture's own units: centres are whole numbers
_CLASSES = {DARK: "dark", LIGHT: "light", HOLE: "hole"}
_CLASSES |= {square: f"heat{k}" for k, square in enumerate(HEATS)}
_CLASSES |= {square: f"color{k}" for k, square in enumerate(TINTS)}

# The page that embeds the picture shares its style sheet, so every rule starts at our own class.
_STYLE = re.sub(
    r"\n *",
    "",
    f"""
    .icosian{{font-family:sans-serif;text-anchor:middle}}
    .icosian .paper{{fill:{_layout.PAPER}}}
    .icosian .light{{fill:{_layout.LIGHT_SQUARE}}}
    .icosian .dark{{fill:{_layout.DARK_SQUARE}}}
    .icosian .hole{{fill:none}}
    .icosian path.light{{fill:none;stroke:{_layout.FINE_LIGHT_SQUARE}}}
    .icosian path.dark{{fill:none;stroke:{_layout.FINE_DARK_SQUARE}}}
    .icosian .edge{{fill:none;stroke:{_layout.MOVE};opacity:{_layout.EDGE_OPACITY}}}
    .icosian .move{{fill:none;stroke:{_layout.MOVE};stroke-linejoin:round}}
    .icosian .arrow{{fill:{_layout.MOVE};stroke:{_layout.NODE};paint-order:stroke}}
    .icosian .node{{fill:{_layout.NODE};stroke:{_layout.MOVE}}}
    .icosian .start{{fill:{_layout.START};stroke:{_layout.MOVE}}}
    .icosian .end{{fill:{_layout.END};stroke:{_layout.MOVE}}}
    .icosian .stroke{{fill:none;stroke-linejoin:round}}
    .icosian .piece{{fill:{_layout.COAL};stroke:{_layout.NODE};
    stroke-linejoin:round;paint-order:stroke}}
    .icosian .number,.icosian .heading{{fill:{_layout.INK}}}
    .icosian .name{{fill:{_layout.NAME};paint-order:stroke;stroke:{_layout.PAPER}}}
    .icosian .tag{{fill:{_layout.INK};paint-order:stroke;stroke:{_layout.PAPER}}}
    @media (prefers-color-scheme:dark){{
    .icosian .paper{{fill:{_layout.PAPER_AT_NIGHT}}}
    .icosian .name,.icosian .tag{{stroke:{_layout.PAPER_AT_NIGHT}}}
    }}
    """,
)


def tour_svg(tour: Tour, *, numbers: bool | None = None) -> str:
    """Return a tour as an SVG picture.

    Parameters
    ----------
    tour : Tour
        The tour; one without a board or positions is drawn on a circle.
    numbers : bool, optional
        Whether to write each node's place in the tour; by default up to 144 nodes.

    Returns
    -------
    str
        A complete SVG document, whose ``<title>`` says in words what it shows. Squares have the
        class ``light``, ``dark`` or ``hole``, the tour is one path of the classes ``move`` and
        ``closed`` or ``open``, its ends are of class ``start`` and ``end``, numbers of class
        ``number``.

    See Also
    --------
    draw_tour : The same picture with matplotlib.
    save_tour : The same picture as a file.

    Notes
    -----
    Time and length are linear in the number of squares. Above 400 squares a row is a run in one
    path for each colour, and no longer an element a square. All rules of the embedded style sheet
    start at the class ``icosian``, so the picture can stand in any page.

    Examples
    --------
    >>> from icosian.tours.tour import Tour
    >>> picture = tour_svg(Tour("abc", is_closed=True))
    >>> picture.startswith("<svg") and "closed tour of 3 nodes, from a" in picture
    True
    """
    return document(tour_layout(tour, numbers=numbers))


def proof_svg(proof: Proof, G: nx.Graph[Any]) -> str:
    """Return why a graph has no Hamiltonian cycle or path as an SVG picture.

    Parameters
    ----------
    proof : Proof
        The proof; it is not checked.
    G : networkx graph
        The graph that it speaks of.

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
    return document(proof_layout(proof, G))


def route_svg(G: nx.Graph[Any], paths: ShortestPaths | None = None, *, target: Any = None) -> str:
    """Return a route map with its shortest paths as an SVG picture.

    Parameters
    ----------
    G : networkx graph
        The map, or a graph on a board.
    paths : ShortestPaths, optional
        What :func:`dijkstra` found.
    target : node, optional
        The end of a path that stands out.

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
    return document(route_layout(G, paths, target=target))


def placement_svg(placement: Placement) -> str:
    """Return a placement as an SVG picture.

    Parameters
    ----------
    placement : Placement
        The placement.

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
    return document(placement_layout(placement))


def coloring_svg(coloring: Coloring) -> str:
    """Return a colouring as an SVG picture.

    Parameters
    ----------
    coloring : Coloring
        The colouring.

    Returns
    -------
    str
        A complete SVG document, the picture of :func:`draw_coloring`. Squares and nodes have a
        class for their colour, ``color0``, ``color1`` and so on, and from the eleventh colour on
        those of the first again; the numbers on them are of class ``number``.

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
    >>> picture.count('<rect class="color0"'), picture.count('class="number')
    (8, 16)
    """
    return document(coloring_layout(coloring))


def document(layout: Layout) -> str:
    """Return a layout as an SVG document."""
    margin, (width, height) = layout.margin, layout.size
    place, scale, line = frame_of(layout)
    full_width = width + margin.left + margin.right
    full_height = height + margin.top + margin.bottom
    box = f"{_UNIT * full_width:g} {_UNIT * full_height:g}"
    pixels = layout.pixels
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="icosian" role="img"',
            f' viewBox="0 0 {box}" width="{full_width * pixels:.0f}"',
            f' height="{full_height * pixels:.0f}">',
            f"<title>{html.escape(layout.title)}</title><style>{_STYLE}{_kinds(layout)}</style>",
            '<rect class="paper" width="100%" height="100%"/>',
            *_squares(layout, place),
            *_names(layout, place),
            _path("edge", layout.edges, place, 0.5 * line),
            *_strokes(layout, place, line),
            _moves(layout, place, line),
            *_marks(layout, place, scale, line),
            *_spots(layout, place, scale, line),
            *_pieces(layout, place),
            *_texts("number", layout.numbers, place, scale * layout.number_font),
            *_texts("tag", layout.tags, place, scale * layout.tag_font),
            *_texts("name", layout.labels, place, scale * layout.font),
            *_texts("heading", layout.heading, place, scale * layout.heading_font),
            *_texts("name", layout.legend, place, scale * layout.legend_font),
            "</svg>",
        ]
    )


def frame_of(layout: Layout) -> tuple[Place, float, float]:
    """Return where points stand in the picture's own units, their scale, and the width of lines."""
    left, top, _, bottom = layout.box
    scale = _UNIT / layout.unit
    down = scale if bottom > top else -scale
    x0, y0 = _UNIT * layout.margin.left - scale * left, _UNIT * layout.margin.top - down * top

    def place(point: Point) -> Point:
        return x0 + scale * point[0], y0 + down * point[1]

    pixels = layout.pixels
    return place, scale, _UNIT * layout.line_width(pixels) / pixels


def _kinds(layout: Layout) -> str:
    """Return the rules for the kinds of lines and nodes that the picture holds."""
    rules = []
    for square in sorted(set().union(*layout.rows).intersection(SHADES)):
        name, color = _CLASSES[square], SHADES[square]
        rules.append(f".icosian rect.{name}{{fill:{color}}}")
        rules.append(f".icosian path.{name}{{fill:none;stroke:{color}}}")
    for kind in dict.fromkeys(strokes.kind for strokes in layout.strokes):
        color = _layout.PENS[kind].color
        rules.append(
            f".icosian .stroke.{kind}{{stroke:{color}}}.icosian .head.{kind}{{fill:{color}}}"
        )
    for kind in dict.fromkeys(spots.kind for spots in layout.spots):
        color, ink, rim = _layout.FILLS[kind]
        rules.append(f".icosian .spot.{kind}{{fill:{color};stroke:{rim}}}")
        rules.append(f".icosian .number.{kind}{{fill:{ink}}}")
    return "".join(rules)


def _squares(layout: Layout, place: Place) -> Iterable[str]:
    x0, y0 = place((-0.5, -0.5))
    if not layout.is_fine:
        size = f'width="{_UNIT}" height="{_UNIT}"'
        for r, row in enumerate(layout.rows):
            y = y0 + _UNIT * r
            for c, square in enumerate(row):
                if square != GAP:
                    x = x0 + _UNIT * c
                    yield f'<rect class="{_CLASSES[square]}" x="{x:g}" y="{y:g}" {size}/>'
        return
    # A run of squares is a stroke: of its shade, or a light one under a dashed dark one, a dash
    # being a square.
    runs: dict[str, list[str]] = {}
    for r, row in enumerate(layout.rows):
        y = y0 + _UNIT * (r + 0.5)
        for run in re.finditer(rf"[{DARK}{LIGHT}]+|([{''.join(SHADES)}])\1*", row):
            first, end = run.span()
            starts = (
                {run[1]: first} if run[1] else {LIGHT: first, DARK: first + (run[0][0] == LIGHT)}
            )
            for square, start in starts.items():
                if start < end:
                    data = f"M{x0 + _UNIT * start:g} {y:g}h{_UNIT * (end - start)}"
                    runs.setdefault(square, []).append(data)
    for square, pieces in runs.items():
        dash = f' stroke-dasharray="{_UNIT}"' if square == DARK else ""
        stroke = f'stroke-width="{_UNIT}" shape-rendering="crispEdges"{dash}'
        yield f'<path class="{_CLASSES[square]}" {stroke} d="{"".join(pieces)}"/>'


def _names(layout: Layout, place: Place) -> Iterable[str]:
    left, _, _, bottom = layout.box
    files = [_layout.Label((x, bottom + 0.4), text) for x, text in layout.files]
    ranks = [_layout.Label((left - 0.4, y), text) for y, text in layout.ranks]
    return _texts("name", files + ranks, place, _UNIT * layout.font)


def _path(
    classes: str,
    lines: Sequence[Line],
    place: Place,
    width: float,
    end: str = "",
    dash: str = "",
) -> str:
    if not lines:
        return ""
    data = "".join(
        "M" + " ".join([f"{x:g} {y:g}" for x, y in map(place, line)]) + end for line in lines
    )
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{classes}" stroke-width="{width:.3g}"{dashed} d="{data}"/>'


def _strokes(layout: Layout, place: Place, line: float) -> Iterable[str]:
    for kind, lines, heads in layout.strokes:
        _, factor, dashes = _layout.PENS[kind]
        width = factor * line
        dash = " ".join(f"{width * part:.3g}" for part in dashes)
        yield _path(f"stroke {kind}", lines, place, width, dash=dash)
        yield _path(f"head {kind}", heads, place, 0, "z")


def _spots(layout: Layout, place: Place, scale: float, line: float) -> Iterable[str]:
    stroke = f'stroke-width="{0.6 * line:.3g}"'
    for kind, at, texts in layout.spots:
        for x, y in map(place, at if layout.spot else ()):
            yield (
                f'<circle class="spot {kind}" cx="{x:g}" cy="{y:g}"'
                f' r="{scale * layout.spot:g}" {stroke}/>'
            )
        labels = [Label(p, text) for p, text in zip(at, texts, strict=False) if text]
        yield from _texts(f"number {kind}", labels, place, scale * layout.number_font)


def _pieces(layout: Layout, place: Place) -> Iterable[str]:
    for x, y in map(place, layout.pieces):
        yield (
            f'<path class="piece {layout.piece}" stroke-width="{_UNIT / GRID * RIM:g}"'
            f' transform="translate({x:g} {y:g})" d="{OUTLINES[layout.piece]}"/>'
        )


def _moves(layout: Layout, place: Place, width: float) -> str:
    if layout.is_closed:
        whole = len(layout.trail) == 1
        lines = [layout.trail[0][:-1]] if whole else layout.trail
        return _path("move closed", lines, place, width, "z" if whole else "")
    return _path("move open", layout.trail, place, width)


def _marks(layout: Layout, place: Place, scale: float, line: float) -> Iterable[str]:
    stroke = f'stroke-width="{0.6 * line:.3g}"'
    radius = f'r="{scale * layout.dot:g}"'
    for x, y in map(place, layout.dots):
        yield f'<circle class="node" cx="{x:g}" cy="{y:g}" {radius} {stroke}/>'
    if layout.arrow:
        corners = " ".join(f"{x:.4g},{y:.4g}" for x, y in map(place, layout.arrow))
        yield f'<polygon class="arrow" points="{corners}" stroke-width="{0.8 * line:.3g}"/>'
    mark = scale * layout.mark
    for x, y in map(place, layout.starts):
        yield f'<circle class="start" cx="{x:g}" cy="{y:g}" r="{mark:g}" {stroke}/>'
    if layout.end:
        x, y = place(layout.end)
        side = 0.9 * mark
        yield (
            f'<rect class="end" x="{x - side:g}" y="{y - side:g}" width="{2 * side:g}"'
            f' height="{2 * side:g}" {stroke}/>'
        )


def _texts(name: str, labels: Sequence[Label], place: Place, size: float) -> Iterable[str]:
    if not labels:
        return
    yield f'<g font-size="{size:.4g}" stroke-width="{0.3 * size:.3g}">'
    for at, text, anchor in labels:
        x, y = place(at)
        aside = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        yield (
            f'<text class="{name}" x="{x:g}" y="{y + 0.36 * size:g}"{aside}>'
            f"{html.escape(text)}</text>"
        )
    yield "</g>"
