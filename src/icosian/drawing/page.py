"""Tours and searches as an interactive page: one file, no network, no server."""

from __future__ import annotations

import hashlib
import html
import json
import math
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import Any, Self

import networkx as nx

from icosian._arrays import length_reader
from icosian._io.text import are_two, shown
from icosian._io.tracks import lightest
from icosian._show import Measured
from icosian.drawing import styles
from icosian.drawing.films import AGAIN, FOUND, HEAD, LEFT, MARKS, ON, OPEN, START, Film
from icosian.drawing.geometry import Squares, round_length
from icosian.drawing.proofs import case_tree
from icosian.drawing.svg import document, frame_of, moving_svg, style_sheet
from icosian.drawing.tours import length_claim
from icosian.exceptions import InvalidArgument
from icosian.proofs.certificate import Proof
from icosian.proofs.forcing import Cases
from icosian.puzzles.queens import QueensPuzzle
from icosian.routes.rounds import Walk

PAGE_NODES = 200_000
"""The largest graph of a page."""
PLAYED_NODES = 10_000
"""The largest graph with moves by hand; of more nodes a canvas shows the lines alone."""
_MOST_EDGES = 50_000  # with more, no moves by hand: the page would be slow to load
_FRAMES = 20_000
_STILL_FRAMES = 60  # of a search, where scripts are off
_RACE = 5_000  # steps of each search that the page makes itself
_LEGEND = {
    START: "the start",
    HEAD: "the newest",
    OPEN: "reached, not settled",
    LEFT: "just taken off",
    AGAIN: "taken off and put back",
    FOUND: "found",
}
_HEIGHT = "46rem"
_LEGS = 1000  # more are not listed


def page(
    subject: Any, films: Sequence[Film], picture: str, *, reasons: Mapping[Any, str] | None = None
) -> Page:
    """Return the page of films, the first of them that of a subject, with its still picture."""
    if not isinstance(reasons, Mapping | None):
        raise InvalidArgument(f"reasons map nodes to text, got {shown(reasons)}")
    proof = subject if isinstance(subject, Proof) else None
    tours = [film for film in films if film.is_tour]
    searches = [film for film in films if film.steps and not film.is_tour]
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
    is_large = len(nodes) > PLAYED_NODES
    lone = main.is_walk or main.piece or main.counted == "settled" or is_large
    own = {HEAD: "the position"} if main.is_walk else {}
    own |= {LEFT: "attacked, or just taken off"} if main.piece else {}
    data = {
        **_picture(main),
        "large": is_large,
        **_tours(tours, graph, place),
        "puzzle": _puzzle(subject, place) if isinstance(subject, QueensPuzzle) else None,
        **_moves(main, graph, place, tried=not lone),
        "films": [_film(film, place) for film in searches],
        "marks": MARKS,
        "legend": list((_LEGEND | own).items()),
        "closed": main.is_closed,
        "limit": _RACE,
        **_legs(subject, main),
        "why": "" if proof is None else proof.explain(),
        "reasons": {place[v]: str(text) for v, text in (reasons or {}).items() if v in place},
    }
    # The picture for readers without scripts; that of a search moves.
    still = picture or moving_svg(main, frames=_STILL_FRAMES, fps=8)
    cases = case_tree(proof, main.geometry.name) if isinstance(proof, Cases) else ""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    parts = {
        "title": html.escape(_title(films)),
        "style": _color_rules(main.styles) + _template("page.css"),
        "picture": still,
        "proof": "" if proof is None else still + cases,
        "data": re.sub("[<>&]", lambda match: f"\\u{ord(match[0]):04x}", text),  # safe in a script
        "script": _template("page.js"),
    }
    text = re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _template("page.html"))
    return Page(text, still)


def _title(films: Sequence[Film]) -> str:
    main = films[0]
    on_board = isinstance(main.geometry, Squares)
    if len(films) == 1 and (main.steps or main.piece) and not (main.is_tour and on_board):
        return _sentence(main.title.partition(",")[0])
    if isinstance(main.geometry, Squares):
        return f"Tours of the {main.geometry.board.size} board"
    return f"Tours of a graph of {len(main.nodes)} nodes"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _picture(film: Film) -> dict[str, Any]:
    """Return all positions, in SVG coordinates, and what is below them."""
    scene = film.scene
    place, scale, pen = frame_of(scene)
    unit = scale * scene.unit
    points = [film.geometry.position(node) for node in film.nodes]
    return {
        "view": [_round(unit * side) for side in scene.full_size],
        "most": round(_MAGNIFIED * scene.pixels * scene.full_size[0]),
        "unit": unit,
        "pen": _round(pen),
        "radius": film.radius * unit,
        "texts": film.has_texts,
        "discs": film.has_disc(ON),
        "nodes": [list(map(_round, place(point))) for point in points],
        "names": [film.geometry.name(node) for node in film.nodes],
        "noun": film.geometry.noun,
        "ground": document(scene),
        "piece": styles.OUTLINES[film.piece] if film.piece else "",
        "pieceName": film.piece,
        "heated": film.is_heated,
        "styles": film.styles,
    }


_MAGNIFIED = 3
"""How much larger than alone a picture may be on a page: two nodes fill no screen."""


def _round(x: float) -> float:
    return round(x, 2)


def _tours(
    films: Sequence[Film], graph: nx.Graph[Any] | None, place: Mapping[Any, int]
) -> dict[str, Any]:
    """Return the tours as lists of node numbers, and whether the first may start anywhere."""
    orders: dict[int, list[int]] = {}
    for film in films:
        order = [place[node] for node in film.nodes]
        orders.setdefault(order[0], order)
    two_way = graph is not None and not graph.is_directed()
    for order in list(orders.values()):
        if two_way and not films[0].is_closed:
            orders.setdefault(order[-1], order[::-1])
    first = films[0] if films else None
    ring = first is not None and first.is_closed
    if first is not None and graph is not None and len(first.nodes) > 2:
        ring = ring or graph.has_edge(first.nodes[-1], first.nodes[0])
    return {"tours": list(orders.values()), "ring": ring}


def _legs(subject: Any, film: Film) -> dict[str, Any]:
    """Return what is known of a length, and the legs: their ends, length and last step."""
    if not isinstance(subject, Measured):
        return {"claim": "", "legs": []}
    claim = length_claim(subject, subject.words.noun)
    if not subject.is_optimal and subject.bound is not None:
        claim += f" (gap {subject.gap:.2%})"
    steps = _step_lengths(subject)
    sizes = [1] * len(steps)
    if isinstance(subject, Walk) and subject.extra is None:  # legs between stops, not streets
        sizes = [len(leg) - 1 for leg in subject.legs]
    ends = list(accumulate(sizes, initial=0))
    if not steps or len(sizes) > _LEGS:
        return {"claim": claim, "legs": []}
    known = math.isclose(sum(steps), subject.length)  # else a function gave the lengths
    names = [film.geometry.name(film.nodes[k % len(film.nodes)]) for k in ends]
    legs = [
        (names[k], names[k + 1], round_length(sum(steps[i:j]), subject) if known else "", j + 1)
        for k, (i, j) in enumerate(pairwise(ends))
    ]
    return {"claim": claim, "legs": legs}


def _step_lengths(subject: Any) -> Any:
    """Return the length of each step, 1 where neither places nor edges have one."""
    places, G = getattr(subject, "places", None), subject.graph
    if places is not None:
        index = {v: k for k, v in enumerate(places.nodes)}
        return [places.true_length(index[u], index[v]) for u, v in subject.edges()]
    if G is None:
        return [1 for _ in subject.edges()]
    named = (getattr(one, "weight", None) for one in (subject, subject.proof))
    weight = next((name for name in named if isinstance(name, str)), None)
    if isinstance(subject, Walk) and G.is_multigraph():
        edges = subject.edges(keys=True)
    elif G.is_multigraph():
        edges = ((u, v, lightest(G[u][v], weight)) for u, v in subject.edges())
    else:
        edges = subject.edges()
    read = length_reader(G, weight)
    return [read(edge[0], edge[1], G.edges[edge]) for edge in edges]


def _puzzle(puzzle: QueensPuzzle, place: Mapping[Any, int]) -> dict[str, Any]:
    """Return the rules of a puzzle, what is known, and hints up to its solution."""

    def numbered(known: Mapping[Any, bool]) -> list[tuple[int, bool]]:
        return [(place[v], has_queen) for v, has_queen in known.items()]

    attacks = puzzle.graph
    return {
        "pieces": puzzle.problem.n,
        "near": [[place[w] for w in attacks[v]] for v in place],
        "known": numbered(puzzle.known),
        "hints": [(numbered(hint.squares), str(hint)) for hint in puzzle.hints()],
    }


def _moves(
    film: Film, graph: nx.Graph[Any] | None, place: Mapping[Any, int], *, tried: bool
) -> dict[str, Any]:
    """Return the neighbors of each node, and the edges that are not straight lines."""
    near: list[list[int]] | None = None
    pairs = {(c.origin, c.node) for step in film.steps for c in step.changes if c.origin >= 0}
    if tried and graph is not None and graph.number_of_edges() <= _MOST_EDGES:
        # A longest tour leaves nodes out, and its page has only those that it visits.
        near = [[place[v] for v in graph[u] if v in place and are_two(u, v)] for u in film.nodes]
        pairs |= {(u, v) for u, some in enumerate(near) for v in some}
    at, *_ = frame_of(film.scene)
    bends: dict[str, str] = {}
    for u, v in sorted(pairs):
        lines = film.line(u, v)
        if (len(lines) > 1 or len(lines[0]) > 2) and f"{v}-{u}" not in bends:
            parts = ([f"{_round(x):g} {_round(y):g}" for x, y in map(at, line)] for line in lines)
            bends[f"{u}-{v}"] = "".join("M" + " ".join(points) for points in parts)
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
    return G if all(G.has_edge(film.nodes[c.origin], film.nodes[c.node]) for c in steps) else None


def _color_rules(lines: Iterable[str]) -> str:
    """Return some colors as variables of the style sheet, and the rules of all that moves."""
    named = {"move": styles.MOVE, "node": styles.NODE, "start": styles.START}
    named |= {"clash": styles.CLASH, "paper": styles.PAPER}
    day = "".join(f"--{name}:{color};" for name, color in named.items())
    dark = styles.DARK_MODE
    night = "".join(f"--{name}:{dark.get(color, color)};" for name, color in named.items())
    marks = {f"m-{mark}" for mark in styles.LOOKS}.union(*map(str.split, {*lines}))
    return (
        f":root{{{day}}}@media (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
        f"{style_sheet({'line', 'piece', 'mark', 'text', *marks}, {})}\n"
    )


def _template(name: str) -> str:
    return files("icosian.drawing").joinpath("template", name).read_text(encoding="utf-8")


class Page(str):
    """A complete HTML document that shows itself in a notebook."""

    __slots__ = ("_still",)
    _still: str

    def __new__(cls, text: str, still: str) -> Self:
        """Return a page and its picture for readers without scripts, as SVG text."""
        page = super().__new__(cls, text)
        page._still = still
        return page

    def _repr_html_(self) -> str:
        """Return a frame with the page. Without trust notebooks drop it, and the rule as well."""
        name = f"icosian-{hashlib.sha256(self.encode()).hexdigest()[:12]}"
        image = b64encode(self._still.encode()).decode()
        title = self._still.partition("<title>")[2].partition("</title>")[0]
        title = title.replace('"', "&quot;")
        document = self.replace(f"<noscript>{self._still}</noscript>", "")  # once is enough
        document = document.replace("&", "&amp;").replace("'", "&#39;")
        return (
            f'<img id="{name}" alt="{title}"'
            f' src="data:image/svg+xml;base64,{image}">'
            f"<style>#{name}{{display:none}}</style>"
            f'<iframe title="Interactive page" sandbox="allow-scripts" srcdoc=\'{document}\''
            f' style="width:100%;height:{_HEIGHT};border:0"></iframe>'
        )
