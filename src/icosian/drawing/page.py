"""Tours and searches as an interactive page: one file, no network, no server."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from icosian.drawing.backends.svg import document, frame_of
from icosian.drawing.scene import colors as _colors
from icosian.drawing.scene.colors import LOOKS
from icosian.drawing.scene.film import AGAIN, FOUND, HEAD, LEFT, MARKS, ON, OPEN, START
from icosian.drawing.scene.pieces import OUTLINES
from icosian.drawing.scene.places import Squares
from icosian.drawing.subjects.films import film_of
from icosian.drawing.subjects.tours import tour_layout
from icosian.drawing.subjects.walks import walk_layout
from icosian.exceptions import InvalidArgument
from icosian.routes.walk import Walk
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import networkx as nx

    from icosian.drawing.scene.film import Film
    from icosian.drawing.scene.layout import Layout, Line

__all__ = ["PAGE_NODES", "to_html"]

PAGE_NODES = 10_000
"""The largest graph of a page."""
_MOST_EDGES = 50_000  # with more, no moves by hand: the page would be slow to load
_FRAMES = 20_000
_LEGEND = {
    START: "the start",
    HEAD: "the newest",
    OPEN: "reached, not settled",
    LEFT: "just taken off",
    AGAIN: "taken off and put back",
    FOUND: "found",
}


def to_html(
    subject: Tour | Walk | Iterable[Any],
    *others: Tour | Iterable[Any],
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
    reasons: Mapping[Any, str] | None = None,
) -> str:
    """Return a page that plays tours, walks and searches, and lets readers try moves by hand.

    Parameters
    ----------
    subject : Tour, Walk or iterable of steps
        The tour, the walk, or the steps of a search, as for :func:`animate_search`.
    *others : Tour or iterable of steps
        More of them, on the same nodes; a walk is shown alone. A click on a node shows the tour
        that starts there; of a closed one, and of one whose ends are neighbors, every node is a
        start.
    G : networkx graph or Board, optional
        As for :func:`animate_search`; for a tour without a graph, the legal moves by hand.
    solutions, limit : int
        As for :func:`animate_search`.
    reasons : mapping of nodes to str, optional
        Why no tour starts at these nodes.

    Returns
    -------
    str
        A complete HTML document. It needs no network, works by mouse, touch and keyboard, in light
        and dark mode, and shows a picture where scripts are off.

    Raises
    ------
    InvalidArgument
        If an argument breaks its rule, or there are more than 10,000 nodes.

    See Also
    --------
    save_animation : Write it to a file.
    Tour.to_html : The page of one tour.

    Notes
    -----
    A search of more than 20,000 steps takes several in one. Moves by hand are offered in graphs of
    up to 50,000 edges.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> page = to_html(G.hamiltonian_path("a1"), G.backtrack("a1"))
    >>> page.startswith("<!DOCTYPE html>"), "http:" in page.replace("http://www.w3.org", "")
    (True, False)
    """
    films = [film_of(one, G=G, solutions=solutions, limit=limit) for one in (subject, *others)]
    if max(len(film.nodes) for film in films) > PAGE_NODES:
        raise InvalidArgument(
            f"a page holds at most {PAGE_NODES:,} nodes, got {len(films[0].nodes):,}"
        )
    tours = [film for film in films if film.is_tour]
    searches = [film for film in films if not film.is_tour]
    if len(films) > 1 and any(film.is_walk for film in films):
        raise InvalidArgument(f"a page shows one walk alone, got {len(films)} tours and searches")
    if len({film.is_closed for film in tours}) > 1:
        raise InvalidArgument("the tours of a page are all closed or all open, got both")
    main = films[0]
    nodes = main.nodes
    place = {node: k for k, node in enumerate(nodes)}
    for film in films:
        if len(film.nodes) != len(nodes) or not all(node in place for node in film.nodes):
            raise InvalidArgument("the tours and searches of a page must be on the same nodes")
    graph = next((film.graph for film in films if film.graph is not None), None)
    if graph is None and tours:
        graph = _knights(main)
    data = {
        **_picture(main),
        **_tours(tours, graph, place),
        **_moves(main, graph, place, tried=bool(tours) or main.counted == "on the path"),
        "films": [_film(film, place) for film in searches],
        "marks": MARKS,
        "legend": list((_LEGEND | _words(main)).items()),
        "closed": main.is_closed,
        "reasons": {place[v]: str(text) for v, text in (reasons or {}).items() if v in place},
    }
    return _filled(
        title=html.escape(_title(films)),
        style=_color_rules(fine=main.layout.is_fine) + _template("page.css"),
        picture=document(_still(subject, main)),
        data=_script_safe(data),
        script=_template("page.js"),
    )


def _words(film: Film) -> dict[int, str]:
    """Return what marks mean in a film, where that differs."""
    if film.is_walk:
        return {HEAD: "the position"}
    return {LEFT: "attacked, or just taken off"} if film.piece else {}


def _still(subject: Any, film: Film) -> Layout:
    """Return the picture for readers without scripts."""
    if isinstance(subject, Tour):
        return tour_layout(subject)
    if isinstance(subject, Walk):
        return walk_layout(subject)
    return replace(film.layout, title=film.title)


def _title(films: Sequence[Film]) -> str:
    main = films[0]
    if len(films) == 1 and not main.is_tour:
        return _sentence(main.title.partition(",")[0])
    if isinstance(main.geometry, Squares):
        return f"Tours of the {main.geometry.board.size} board"
    return f"Tours of a graph of {len(main.nodes)} nodes"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _picture(film: Film) -> dict[str, Any]:
    """Return all positions, in SVG coordinates."""
    layout = film.layout
    place, scale, pen = frame_of(layout)
    unit = scale * layout.unit
    squares = isinstance(film.geometry, Squares)
    shaded = squares and not layout.are_hexagons
    points = [film.geometry.place(node) for node in film.nodes]
    return {
        "view": [_round(unit * side) for side in layout.full_size],
        "unit": unit,
        "pen": _round(pen),
        "radius": film.radius * unit,
        "font": _round(scale * layout.font),
        "texts": film.has_texts,
        "discs": film.has_disc(ON),
        "nodes": [list(map(_round, place(point))) for point in points],
        "names": [film.geometry.name(node) for node in film.nodes],
        "noun": "square" if squares else "node",
        "shades": "".join(layout.rows[round(y)][round(x)] for x, y in points) if shaded else "",
        **_ground(film),
        "piece": OUTLINES[film.piece] if film.piece else "",
        "pieceName": film.piece,
        "heated": film.is_heated,
    }


def _ground(film: Film) -> dict[str, Any]:
    """Return what is below the nodes: labels and edges, or a picture, as places are not nodes."""
    layout = film.layout
    if film.is_walk or layout.are_hexagons:
        return {"labels": [], "edges": [], "ground": document(layout)}
    place, *_ = frame_of(layout)
    labels = [*layout.labels, *layout.coordinates]
    return {
        "labels": [[*map(_round, place(at)), text, anchor] for at, text, anchor in labels],
        "edges": [_path(film, [line]) for line in layout.edges],
    }


def _round(x: float) -> float:
    return round(x, 2)


def _path(film: Film, lines: Iterable[Line]) -> str:
    place, *_ = frame_of(film.layout)
    return "".join(
        "M" + " ".join([f"{_round(x):g} {_round(y):g}" for x, y in map(place, line)])
        for line in lines
    )


def _tours(
    films: Sequence[Film], graph: nx.Graph[Any] | None, place: Mapping[Any, int]
) -> dict[str, Any]:
    """Return the tours as lists of node numbers, and whether the first may start anywhere."""
    orders: dict[int, list[int]] = {}
    for film in films:
        order = [place[node] for node in film.nodes]
        if order:
            orders.setdefault(order[0], order)
    two_way = graph is not None and not graph.is_directed()
    for order in list(orders.values()):
        if two_way and not films[0].is_closed:
            orders.setdefault(order[-1], order[::-1])
    first = films[0] if films else None
    ring = first is not None and (
        first.is_closed
        or (
            graph is not None
            and len(first.nodes) > 2
            and graph.has_edge(first.nodes[-1], first.nodes[0])
        )
    )
    return {"tours": list(orders.values()), "ring": ring}


def _moves(
    film: Film, graph: nx.Graph[Any] | None, place: Mapping[Any, int], *, tried: bool
) -> dict[str, Any]:
    """Return the neighbors of each node, and the edges that are not straight lines."""
    near: list[list[int]] | None = None
    pairs = {(c.origin, c.node) for step in film.steps for c in step.changes if c.origin >= 0}
    if tried and graph is not None and graph.number_of_edges() <= _MOST_EDGES:
        # A longest tour leaves nodes out, and its page has only those that it visits.
        near = [
            sorted({place[v] for v in graph[node] if v != node and v in place})
            for node in film.nodes
        ]
        pairs |= {(u, v) for u, some in enumerate(near) for v in some}
    bends: dict[str, str] = {}
    for u, v in sorted(pairs):
        lines = film.line(u, v)
        if (len(lines) > 1 or len(lines[0]) > 2) and f"{v}-{u}" not in bends:
            bends[f"{u}-{v}"] = _path(film, lines)
    return {"near": near, "bends": bends, "directed": graph is not None and graph.is_directed()}


def _film(film: Film, place: Mapping[Any, int]) -> dict[str, Any]:
    """Return the steps of a search, with the node numbers of the page."""
    number = [place[node] for node in film.nodes]
    steps = [
        [
            frame.counts,
            [
                [number[c.node], c.mark, c.text, number[c.origin] if c.origin >= 0 else -1]
                if c.mark
                else [number[c.node]]
                for c in frame.changes
            ],
        ]
        for frame in film.frames(_FRAMES)
    ]
    return {
        "label": "Walk" if film.is_walk else "Search",
        "title": _sentence(film.title),
        "counted": film.counted,
        "kinds": film.kinds,
        "most": film.most,
        "steps": steps,
    }


def _knights(film: Film) -> nx.Graph[Any] | None:
    """Return the knight's graph of the board if the tour follows its edges."""
    from icosian.boardgraphs.graph import board_graph

    geometry = film.geometry
    if not isinstance(geometry, Squares) or geometry.board.dimensions != 2:
        return None
    G = board_graph(geometry.board, "knight")
    steps = (c for step in film.steps for c in step.changes if c.origin >= 0)
    fits = all(G.has_edge(film.nodes[c.origin], film.nodes[c.node]) for c in steps)
    return G if fits else None


def _color_rules(*, fine: bool) -> str:
    """Return the colors as variables of the style sheet, and the rules of the marks."""
    named = {
        "paper": _colors.PAPER,
        "light": _colors.FINE_LIGHT_SQUARE if fine else _colors.LIGHT_SQUARE,
        "dark": _colors.FINE_DARK_SQUARE if fine else _colors.DARK_SQUARE,
        "move": _colors.MOVE,
        "node": _colors.NODE,
        "start": _colors.START,
        "clash": _colors.CLASH,
        "name": _colors.NAME,
        "piece": _colors.PIECE,
        "piece-rim": _colors.PIECE_RIM,
    }
    for mark, look in LOOKS.items():
        named |= {f"{mark}-{what}": getattr(look, what) for what in ("color", "ink", "rim")}
    day = "".join(f"--{name}:{color};" for name, color in named.items())
    night = "".join(
        f"--{name}:{_colors.DARK_MODE[color]};"
        for name, color in named.items()
        if color in _colors.DARK_MODE
    )
    rules = [f":root{{{day}}}", f"@media (prefers-color-scheme:dark){{:root{{{night}}}}}"]
    for mark in LOOKS:
        rules.append(f".m-{mark} circle{{fill:var(--{mark}-color);stroke:var(--{mark}-rim)}}")
        rules.append(f".m-{mark} text{{fill:var(--{mark}-ink)}}")
    return "\n".join(rules) + "\n"


def _template(name: str) -> str:
    return files("icosian.drawing").joinpath("template", name).read_text(encoding="utf-8")


def _script_safe(data: Any) -> str:
    """Return data as JSON that cannot end the script element it is in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _filled(**parts: str) -> str:
    """Return the page with its parts filled in, in one pass."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _template("page.html"))
