"""Scenes of route maps: roads with weights and shortest paths, or a map of distances."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._arrays.weights import Weight, checked_weights
from icosian._io.text import plural
from icosian.drawing.scene.colors import GAP, HEATS, PENS
from icosian.drawing.scene.labels import ALONG, Room, along, beside, one_line, with_heading
from icosian.drawing.scene.layout import (
    FAINT_EDGES,
    NUMBERED_NODES,
    Label,
    Line,
    Scene,
    Spots,
    Strokes,
    arc_between,
    arrowhead,
    widened,
    with_names,
)
from icosian.drawing.scene.places import NodePositions, Positions, are_two, geometry_of
from icosian.drawing.scene.squares import Squares
from icosian.drawing.subjects.tours import IN_SQUARE, board_scene, overhang, trail_of
from icosian.exceptions import InvalidArgument
from icosian.routes.shortest_paths import ShortestPaths

Arc = tuple[Any, Any]

ROOMY = 0.6  # a map has text on its roads, so its nodes are farther apart than in tours
_NAMED_ROADS = 2 * NUMBERED_NODES  # with more, their weights would cover the map
MAP_ROADS = 20_000  # roads between given positions cross little, so more are legible
_TAG = 0.32  # the height of weights, in units
_DIGITS = 12  # longer numbers are shortened
_NARROW = 8  # narrower boards have no scale of colors
_NAMED_SOURCES = 3


def route_scene(
    G: nx.Graph[Any],
    paths: ShortestPaths | None = None,
    *,
    weight: Weight = "weight",
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Scene:
    """Return the scene of a map with its shortest paths, or of distances on a board.

    The weights are those that the paths count.
    """
    path = [] if paths is None else _path(G, paths, target)
    if paths is not None:
        weight = paths._weight  # noqa: SLF001 - our own
    geometry = geometry_of(G, pos, names)
    if isinstance(geometry, Squares):
        scene = _on_board(geometry, G, paths, path)
    else:
        scene = _on_map(geometry, G, weight, paths, path)
    sources = () if paths is None else paths.sources
    return replace(
        scene,
        starts=[geometry.place(v) for v in sources],
        end=geometry.place(path[-1]) if path else None,
        title=_title(G, geometry, paths, path),
    )


def _path(G: nx.Graph[Any], paths: ShortestPaths, target: Any) -> list[Any]:
    """Return the path to the target, or []; raise InvalidArgument if paths are not those of G."""
    path = [] if target is None else paths.path(target)
    for v in paths.distances:
        if v not in G:
            raise InvalidArgument(f"the paths reach {v!r}, which is not a node of G")
    for u, v in pairwise(path):
        if not G.has_edge(u, v):
            raise _foreign(u, v)
    return path


def _foreign(u: Any, v: Any) -> InvalidArgument:
    return InvalidArgument(f"the paths use the edge {u!r}, {v!r}, which G lacks")


class _RoadLines:
    """The roads of a map as lines of several kinds; two ways of the same weight are one."""

    def __init__(self, G: nx.Graph[Any], weight: Weight, geometry: NodePositions) -> None:
        arcs = ((u, v) for u, row in G.adjacency() for v in row)
        self._weights = {
            (u, v): w
            for (u, v), w in zip(arcs, checked_weights(G, weight).numbers, strict=True)
            if are_two(u, v) and w is not None and w != math.inf
        }
        self._geometry = geometry
        self._road: dict[Arc, Arc] = {}
        for (u, v), w in self._weights.items():
            seen = (v, u) in self._road and self._weights[v, u] == w
            self._road[u, v] = (v, u) if seen else (u, v)
        self._kinds = dict.fromkeys(self._road.values(), "road")

    def __len__(self) -> int:
        return len(self._kinds)

    def mark(self, kind: str, u: Any, v: Any) -> None:
        """Give the road from u to v a kind."""
        if (u, v) not in self._road:
            raise _foreign(u, v)
        self._kinds[self._road[u, v]] = kind

    def line(self, u: Any, v: Any) -> Line:
        """Return the line of a road; two ways of different weights are side by side."""
        (line,) = self._geometry.join(u, v)
        if self._weights.get((v, u), self._weights[u, v]) == self._weights[u, v]:
            return line
        return arc_between(line[0], line[1], 0.3 * self._geometry.unit)

    def lines(self) -> list[tuple[Line, float]]:
        """Return the lines of all roads with their widths."""
        return [(self.line(u, v), PENS[kind].width) for (u, v), kind in self._kinds.items()]

    def strokes(self, kinds: Iterable[str], radii: Mapping[Any, float]) -> list[Strokes]:
        """Return the roads of some kinds; one-way roads have arrowheads outside the nodes."""
        roads = defaultdict(list)
        for road, kind in self._kinds.items():
            roads[kind].append(road)
        return [
            Strokes(
                kind, [self.line(u, v) for u, v in roads[kind]], self._heads(roads[kind], radii)
            )
            for kind in kinds
            if roads[kind]
        ]

    def _heads(self, roads: Iterable[Arc], radii: Mapping[Any, float]) -> list[Line]:
        length = 0.42 * self._geometry.unit
        one_way = [(u, v) for u, v in roads if self._road.get((v, u)) != (u, v)]
        heads = [arrowhead(self.line(u, v), radii[v], length) for u, v in one_way]
        return [head for head in heads if head]  # places at the same point have none

    def weights(self) -> Iterable[tuple[Line, str]]:
        """Return the roads with their weights as text."""
        return [(self.line(u, v), _number(self._weights[u, v])) for u, v in self._kinds]


def _on_map(
    geometry: NodePositions,
    G: nx.Graph[Any],
    weight: Weight,
    paths: ShortestPaths | None,
    path: Sequence[Any],
) -> Scene:
    """Return the scene of places and roads."""
    geometry.unit *= ROOMY
    unit = geometry.unit
    roads = _RoadLines(G, weight, geometry)
    if paths is not None:
        _mark(roads, paths, path)
    blank = geometry.blank([])
    dot, mark = 0.16 * unit, max(0.27, 0.012 * max(blank.size)) * unit
    marked = {*(() if paths is None else paths.sources), *path[-1:]}
    plain_nodes = [p for v, p in geometry.places.items() if v not in marked]
    seen = len(roads) <= (FAINT_EDGES if geometry.circle else MAP_ROADS)
    radii = {v: mark if v in marked else dot for v in G}
    labels: list[Label] = []
    tags: list[Label] = []
    if geometry.named:
        room = Room(((p, 1.2 * radii[v]) for v, p in geometry.places.items()), roads.lines())
        labels = _names(geometry, paths, room, radii, blank.font)
        if len(roads) <= _NAMED_ROADS and _has_weights(G, weight):
            for line, text in roads.weights():
                choices = [Label(along(line, t), text) for t in ALONG]
                tags.append(room.put(choices, _TAG * unit))
    return replace(
        geometry.blank(labels),
        strokes=roads.strokes(
            ["road", "tied", "tree", "path"] if seen else ["tree", "path"], radii
        ),
        dots=plain_nodes if len(G) <= FAINT_EDGES else (),
        dot=dot,
        mark=mark,
        tags=tags,
        tag_font=_TAG * unit,
    )


def _mark(roads: _RoadLines, paths: ShortestPaths, path: Sequence[Any]) -> None:
    """Mark the edges of the paths that are taken, of tied ones, and of the path shown."""
    sources = set(paths.sources)
    for v in paths.distances:
        for u in paths.predecessors[v]:
            roads.mark("tied", u, v)
    for v in paths.distances:
        if v not in sources:
            roads.mark("tree", paths._first(v), v)  # noqa: SLF001 - as it takes them
    for u, v in pairwise(path):
        roads.mark("path", u, v)


def _has_weights(G: nx.Graph[Any], weight: Weight) -> bool:
    """Return True if there are weights, and not 1 on every edge by default."""
    if isinstance(weight, str):
        return any(weight in data for *_, data in G.edges(data=True))
    return weight is not None


def _names(
    geometry: NodePositions,
    paths: ShortestPaths | None,
    room: Room,
    radii: Mapping[Any, float],
    font: float,
) -> list[Label]:
    """Return the names of the places, with their distances, where they overlap little."""
    distances = {} if paths is None else paths.distances
    texts = [
        f"{one_line(v)}: {_number(distances[v])}" if v in distances else one_line(v)
        for v in geometry.places
    ]
    if geometry.circle:
        return [room.put([label], font) for label in geometry.labels(texts)]
    return [
        room.put(beside(at, text, 1.25 * radii[v], font), font, at)
        for (v, at), text in zip(geometry.places.items(), texts, strict=True)
    ]


def _on_board(
    geometry: Squares, G: nx.Graph[Any], paths: ShortestPaths | None, path: Sequence[Any]
) -> Scene:
    """Return the scene of a board colored by distance, or by the cost of terrain."""
    values = dict(paths.nearest()) if paths is not None else costs_of(G)
    if not values:
        return board_scene(G, names=geometry.names)
    unit, blank = geometry.unit, geometry.blank()
    numbered = len(geometry.board) <= NUMBERED_NODES
    mark = (0.36 if numbered else min(IN_SQUARE, max(0.36, 0.02 * max(blank.size)))) * unit
    lines = [line for part in trail_of(geometry, path) for line in part]
    scene = replace(
        heated(blank, geometry, values),
        box=widened(blank.box, overhang(mark / unit) * unit),
        strokes=[Strokes("rim", lines), Strokes("path", lines)] if lines else (),
        mark=mark,
        spot=0.31 * unit,
    )
    if not numbered:
        return with_scale(
            scene, geometry, max(values.values()), "cost" if paths is None else "distance"
        )
    texts = {v: _number(value) for v, value in values.items()}
    inner = path[1:-1]
    longest = max(map(len, texts.values()))
    return replace(
        scene,
        spots=[Spots("rest", [geometry.place(v) for v in inner], [texts[v] for v in inner])]
        if inner
        else (),
        numbers=[
            Label(geometry.place(v), text) for v, text in texts.items() if v not in set(inner)
        ],
        number_font=0.36 * unit * min(1.0, 2.4 / longest),
    )


def costs_of(G: nx.Graph[Any]) -> dict[Any, Any]:
    """Return the cost of every square that has one."""
    costs = G.nodes(data="cost")
    return {
        v: cost
        for v, cost in costs
        if isinstance(cost, int | float | Fraction) and 0 <= cost < math.inf
    }


def heated(scene: Scene, geometry: Squares, values: Mapping[Any, Any]) -> Scene:
    """Return a board with its squares colored by values, large ones darker."""
    most = max(values.values())
    shades = ((v, _shade(value, most)) for v, value in values.items())
    return replace(scene, rows=geometry.painted(scene.rows, shades))


def _shade(value: Any, most: Any) -> str:
    return HEATS[round((len(HEATS) - 1) * (value / most))] if most else HEATS[0]


def with_scale(scene: Scene, geometry: Squares, most: Any, what: str) -> Scene:
    """Add the scale of colors below a board whose squares are too small for numbers."""
    width = geometry.width
    if width <= _NARROW:
        return scene
    if scene.are_hexagons:
        return with_heading(scene, f"{what.capitalize()} from 0 (pale) to {_number(most)} (dark)")
    scene = with_names(scene)
    below = max(1, math.ceil(scene.box.bottom + 0.5 - geometry.height))
    scale = "".join(_shade(x, width - 1) for x in range(width))
    font = max(0.5, width / 45)
    down = geometry.height + below + 0.5 + 0.7 * font
    return replace(
        scene,
        rows=[*scene.rows, *below * [GAP * width], scale],
        box=scene.box._replace(bottom=down + 0.7 * font),
        legend=[
            Label((-0.5, down), "0", "start"),
            Label((width / 2 - 0.5, down), what),
            Label((width - 0.5, down), _number(most), "end"),
        ],
        legend_font=font,
    )


def _number(number: Any) -> str:
    """Return a number as short text."""
    if isinstance(number, float):
        number = f"{number:.4g}" if number < 10_000 else f"{number:.0f}"
    return one_line(number, _DIGITS)


def _title(
    G: nx.Graph[Any],
    geometry: NodePositions | Squares,
    paths: ShortestPaths | None,
    path: Sequence[Any],
) -> str:
    noun = "square" if isinstance(geometry, Squares) else "place"
    places = plural(len(G), noun)
    if paths is None:
        return f"map of {places}"
    sources = ", ".join(map(geometry.name, paths.sources[:_NAMED_SOURCES]))
    if len(paths.sources) > _NAMED_SOURCES:
        sources = f"{len(paths.sources)} sources"
    if not path:
        return f"shortest paths from {sources} to {len(paths.distances)} of {places}"
    start, end = map(geometry.name, (path[0], path[-1]))
    return f"shortest path from {start} to {end}, length {_number(paths.distances[path[-1]])}"
