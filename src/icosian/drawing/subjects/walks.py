"""Scenes and films of walks: numbered stops, and each pass of a road in a lane of its own."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import networkx as nx

from icosian._io.text import plural
from icosian.drawing.scene.colors import LEGS
from icosian.drawing.scene.labels import Room, beside, one_line, with_heading
from icosian.drawing.scene.layout import (
    ARROWED_NODES,
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Areas,
    Label,
    Line,
    Point,
    Scene,
    Spots,
    Strokes,
    arrowhead,
    widened,
    with_names,
)
from icosian.drawing.scene.places import (
    Geometry,
    NodePositions,
    Positions,
    are_two,
    geometry_of,
    is_crowded,
    node_points,
)
from icosian.drawing.scene.squares import Squares
from icosian.drawing.subjects.routes import MAP_ROADS, ROOMY, costs_of, heated, with_scale
from icosian.drawing.subjects.tours import IN_SQUARE, group_kinds, hollow, overhang, proved
from icosian.routes.walk import Walk

_SIDE = 28.0  # units on the longer side of a map, at most: so its numbers stay legible
_MARK = 0.36  # the radius of a stop, in units
_LEAST_MARK = 1 / 80  # of the longer side
_LANE = 0.25  # between the middles of two lanes, in units
_HEAD = 0.95  # the length of an arrowhead, in marks
_APART = 7.0  # from one arrowhead of a leg to the next, in marks
_AHEAD = 0.6  # of a step is before its arrowhead: opposite ones are not side by side


def walk_scene(
    walk: Walk,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Scene:
    """Return the scene of a walk on its map, by default with numbers and arrows where legible."""
    scene = still_walk(walk, geometry_of_map(walk, pos, names), numbers=numbers, arrows=arrows)
    caption = proved(walk, "walk")
    return replace(
        with_heading(with_names(scene), caption),
        legend=scene.legend,  # of the scale of colors
        legend_font=scene.legend_font,
        title=f"{scene.title}. {caption}",
    )


def still_walk(
    walk: Walk, geometry: Geometry, *, numbers: bool | None = None, arrows: bool | None = None
) -> Scene:
    """Return the scene of a walk without a heading."""
    legs = _legs(walk, geometry)
    if isinstance(geometry, Squares):
        ground = _floor(walk, geometry, scaled=True)
    else:
        ground = _map(walk, geometry, [line for leg in legs for step in leg for line in step])
    mark = ground.mark
    texts = _numbers(walk, geometry, mark) if numbers in (None, True) else {}
    first, *others = walk.stops
    last = None if walk.is_closed or not others else others.pop()
    bare = [stop for stop in others if stop not in texts]
    shown = [stop for stop in others if stop in texts]
    if not isinstance(geometry, Squares) and len(geometry.places) <= SINGLE_SQUARES:
        bare, shown = [], bare + shown  # where small dots are nodes that are passed
    kinds = group_kinds(walk)
    return replace(
        ground,
        strokes=[*ground.strokes, *_strokes(walk, geometry, legs, mark, arrows)],
        starts=[geometry.place(first)],
        end=None if last is None else geometry.place(last),
        dots=[*ground.dots, *map(geometry.place, bare)],
        spots=[*hollow(walk.skipped, kinds, geometry), *_of_kinds(shown, kinds, texts, geometry)],
        spot=mark,
        numbers=[
            Label(geometry.place(v), texts[v])
            for v in (first, last)
            if v is not None and v in texts
        ],
        number_font=mark * min(1.0, 2.4 / len(str(len(walk.stops)))),
        title=_title(walk, geometry),
        description=_order(walk, geometry),
    )


def _of_kinds(
    stops: Iterable[Any], kinds: Mapping[Any, str], texts: Mapping[Any, str], geometry: Geometry
) -> list[Spots]:
    """Return stops with their numbers, those of groups in colors."""
    found: dict[str, list[Any]] = {}
    for v in stops:
        found.setdefault(kinds.get(v, "rest"), []).append(v)
    return [
        Spots(kind, list(map(geometry.place, some)), [texts.get(v, "") for v in some])
        for kind, some in found.items()
    ]


class WalkGround(NamedTuple):
    """What the film of a walk needs: the ground, and for each visit a place, a text and a line."""

    ground: Scene
    visits: NodePositions
    texts: list[str]  # the number of a stop, or nothing
    are_stops: list[bool]  # False for the return to the start
    title: str


class _VisitPositions(NodePositions):
    """The visits of a walk as nodes; the line to each is that of its step."""

    def __init__(self, walk: Walk, geometry: Geometry) -> None:
        super().__init__(
            {k: geometry.place(v) for k, v in enumerate(walk)}, geometry.unit, circle=False
        )
        self._names = [geometry.name(v) for v in walk]
        self._lines: list[list[Line]] = [[]]
        for nodes, steps in zip(walk.legs, _legs(walk, geometry), strict=True):
            at = geometry.place(nodes[0])
            for k, step in enumerate(steps, 1):
                end = [geometry.place(nodes[-1])] if k == len(steps) else step[-1][-1:]
                self._lines.append(_joined(at, [step], end[0]))
                at = end[0]

    def join(self, u: Any, v: Any) -> list[Line]:
        """Return the line of the step to a visit."""
        return self._lines[max(u, v)]

    def name(self, node: Any) -> str:
        """Return the label of the place that is visited."""
        name: str = self._names[node]
        return name


def walk_stage(walk: Walk) -> WalkGround:
    """Return the ground of the film of a walk, and its visits."""
    geometry = geometry_of_map(walk, None, None)
    if isinstance(geometry, Squares):
        ground = _floor(walk, geometry, scaled=False)
    else:
        lines, _ = _roads(walk, geometry, every=True)
        trail = [line for leg in _legs(walk, geometry) for step in leg for line in step]
        names = _labels(walk, geometry, trail) if geometry.named else []
        ground = replace(geometry.blank(names), edges=lines, mark=_MARK * geometry.unit)
    texts, are_stops = len(walk) * [""], len(walk) * [False]
    numbers = _numbers(walk, geometry, ground.mark)
    firsts = accumulate((len(leg) - 1 for leg in walk.legs), initial=0)
    for stop, k in zip(walk.stops, firsts, strict=False):  # a closed walk returns in the end
        texts[k], are_stops[k] = numbers.get(stop, ""), True
    return WalkGround(
        replace(ground, dots=[geometry.place(v) for v in walk.stops], dot=0.55 * ground.mark),
        _VisitPositions(walk, geometry),
        texts,
        are_stops,
        _title(walk, geometry),
    )


def geometry_of_map(
    given: Walk | nx.Graph[Any], pos: Positions | None, names: bool | None
) -> Geometry:
    """Return the squares or points of a map; the unit of points is one in which text is legible."""
    G = given.graph if isinstance(given, Walk) else given
    if G is None:
        geometry: Geometry = node_points(None, list(dict.fromkeys(given)), pos, names)
    else:
        geometry = geometry_of(G, pos, names)
    if isinstance(geometry, NodePositions):
        geometry.unit *= ROOMY
        geometry.unit *= max(1.0, max(geometry.blank([]).size) / _SIDE)
    return geometry


def _floor(walk: Walk, geometry: Squares, *, scaled: bool) -> Scene:
    """Return the board below a walk, terrain colored by its costs, with their scale or not."""
    blank = geometry.blank()
    mark = min(IN_SQUARE, max(_MARK, _LEAST_MARK * max(blank.size)))
    scene = replace(blank, box=widened(blank.box, overhang(mark)), dot=0.5 * mark, mark=mark)
    costs = {} if walk.graph is None else costs_of(walk.graph)
    if len(set(costs.values())) < 2:
        return scene
    scene = heated(scene, geometry, costs)
    return with_scale(scene, geometry, max(costs.values()), "cost") if scaled else scene


def _map(walk: Walk, geometry: NodePositions, trail: Sequence[Line]) -> Scene:
    """Return the map below a walk: its other roads and places, light."""
    visited, stops, unit = dict.fromkeys(walk), set(walk.stops), geometry.unit
    dotted = len(geometry.places) <= SINGLE_SQUARES
    lines, heads = _roads(walk, geometry)
    others = [p for v, p in geometry.places.items() if v not in visited] if dotted else []
    scene = geometry.blank(_labels(walk, geometry, trail) if geometry.named else [])
    return replace(
        scene,
        areas=[Areas("site", others, len(others) * [0.11 * unit])] if others else (),
        strokes=[Strokes("road", lines, heads)] if lines else (),
        dots=[geometry.place(v) for v in visited if v not in stops] if dotted else (),
        dot=(0.13 if dotted else 0.2) * unit,
        mark=_MARK * unit,
    )


def _roads(
    walk: Walk, geometry: NodePositions, *, every: bool = False
) -> tuple[list[Line], list[Line]]:
    """Return the roads, or those that a walk does not use, and the arrowheads of one-way roads."""
    G = walk.graph
    if G is None or G.number_of_edges() > (FAINT_EDGES if geometry.circle else MAP_ROADS):
        return [], []
    used = set() if every else set(map(frozenset, walk.edges()))
    roads = {
        frozenset((u, v)): (u, v)
        for u, v in G.edges()
        if are_two(u, v) and frozenset((u, v)) not in used
    }
    if is_crowded(G) and len(roads) > SINGLE_SQUARES:
        return [], []
    lines = [line for u, v in roads.values() for line in geometry.join(u, v)]
    one_way = [(u, v) for u, v in roads.values() if G.is_directed() and not G.has_edge(v, u)]
    heads = [_head(geometry.join(u, v)[0], _MARK * geometry.unit) for u, v in one_way]
    return lines, [head for head in heads if head]


def _labels(walk: Walk, geometry: NodePositions, trail: Sequence[Line]) -> list[Label]:
    """Return the names of all places, of many those of the stops, where they overlap little."""
    if geometry.circle:
        return geometry.labels(map(one_line, geometry.places))
    stops, unit = dict.fromkeys(walk.stops), geometry.unit
    few = len(geometry.places) <= NUMBERED_NODES
    places = geometry.places if few else {v: geometry.place(v) for v in stops}
    radii = {v: (_MARK if v in stops else 0.13) * unit for v in places}
    font = 0.36 * unit
    lines = [(line, 1.0) for line in trail] if few else []
    room = Room(((p, radii[v]) for v, p in places.items()), lines)
    return [
        room.put(beside(at, one_line(v), 1.15 * radii[v], font), 1.2 * font, at)  # and some air
        for v, at in places.items()
    ]


def _legs(walk: Walk, geometry: Geometry) -> list[list[list[Line]]]:
    """Return for each leg its steps, each as lines; a road used again has several lanes."""
    there: dict[Any, list[int]] = defaultdict(list)
    edges = list(walk.edges())
    for k, edge in enumerate(edges):
        there[edge].append(k)
    steps: list[list[Line]] = []
    for k, (u, v) in enumerate(edges):
        same, back = there[u, v], there.get((v, u), [])
        # One keeps to the right: the passes there are right of those back, earlier ones inside.
        lane = len(back) + same.index(k) - (len(same) + len(back) - 1) / 2
        aside = lane * _LANE * geometry.unit * geometry.down
        steps.append([_moved(line, aside) for line in geometry.join(u, v)])
    parts = iter(steps)
    return [[next(parts) for _ in leg[1:]] for leg in walk.legs]


def _moved(line: Line, aside: float) -> Line:
    """Return a line moved to one side, and shorter at both ends, where it leads to another lane."""
    if not aside or len(line) < 2:
        return line
    moved = []
    for k, (x, y) in enumerate(line):
        (x0, y0), (x1, y1) = line[max(0, k - 1)], line[min(len(line) - 1, k + 1)]
        far = math.dist((x0, y0), (x1, y1))
        if not far:
            return line
        moved.append((x - aside * (y1 - y0) / far, y + aside * (x1 - x0) / far))
    cut = 1.2 * abs(aside)
    return [_toward(moved[0], moved[1], cut), *moved[1:-1], _toward(moved[-1], moved[-2], cut)]


def _toward(p: Point, q: Point, way: float) -> Point:
    """Return a point on the way from p to q, at most a third of it away from p."""
    t = min(1 / 3, way / (math.dist(p, q) or 1.0))
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def _joined(start: Point, steps: Sequence[Sequence[Line]], end: Point) -> list[Line]:
    """Return steps as lines from one point to another, broken at the border of a torus."""
    lines: list[Line] = [[start]]
    for first, *others in steps:
        lines[-1] += first
        lines += map(list, others)
    lines[-1].append(end)
    return [[line[0], *(q for p, q in pairwise(line) if p != q)] for line in lines]


def _strokes(
    walk: Walk,
    geometry: Geometry,
    legs: Sequence[Sequence[list[Line]]],
    mark: float,
    arrows: bool | None,
) -> Iterator[Strokes]:
    """Yield the legs in their order: the colors go from blue to orange on the way."""
    lines: dict[int, list[Line]] = defaultdict(list)
    heads: dict[int, list[Line]] = defaultdict(list)
    arrowed = len(legs) <= ARROWED_NODES if arrows is None else arrows
    for k, (nodes, steps) in enumerate(zip(walk.legs, legs, strict=True)):
        shade = k * LEGS // len(legs)
        if steps:
            lines[shade] += _joined(geometry.place(nodes[0]), steps, geometry.place(nodes[-1]))
        if steps and arrowed:
            heads[shade] += _heads(steps, mark)
    kind = "leg"
    if isinstance(geometry, Squares):
        kind = "move"
        yield Strokes("verge", [line for some in lines.values() for line in some])
    for shade, some in lines.items():
        yield Strokes(f"{kind}{shade}", some, heads[shade])


def _heads(steps: Sequence[list[Line]], mark: float) -> list[Line]:
    """Return the arrowheads of a leg, each on a step, evenly spread."""
    lengths = [sum(math.dist(p, q) for line in step for p, q in pairwise(line)) for step in steps]
    total = sum(lengths)
    before, choices = 0.0, []
    for step, length in zip(steps, lengths, strict=True):
        at = before + _AHEAD * length
        covered = at < (1 + _HEAD) * mark or at > total - mark
        choices.append((covered, at, step))
        before += length
    free = [choice for choice in choices if not choice[0]] or choices
    many = max(1, round(total / (_APART * mark)))
    chosen = {
        min(range(len(free)), key=lambda k: abs(free[k][1] - (i + 0.5) * total / many))
        for i in range(many)
    }
    return [head for k in sorted(chosen) if (head := _head(free[k][2][0], mark))]


def _head(line: Line, mark: float) -> Line:
    """Return the arrowhead on a line."""
    k = (len(line) - 1) // 2
    p, q = line[k : k + 2] if len(line) > 1 else (line[0], line[0])
    at = p[0] + _AHEAD * (q[0] - p[0]), p[1] + _AHEAD * (q[1] - p[1])
    return arrowhead([p, at], -_HEAD / 2.4 * mark, _HEAD * mark)


def _numbers(walk: Walk, geometry: Geometry, mark: float) -> dict[Any, str]:
    """Return the numbers of the stops, but of those that others before them would cover."""
    cells: dict[tuple[int, int], list[Point]] = defaultdict(list)
    texts = {}
    ends = (walk.stops[0], walk.stops[-1])
    order = {v: str(k) for k, v in enumerate(walk.stops, 1)}
    for v in (*ends, *order):
        x, y = geometry.place(v)
        column, row = math.floor(x / (2 * mark)), math.floor(y / (2 * mark))
        near = [p for a in (-1, 0, 1) for b in (-1, 0, 1) for p in cells[column + a, row + b]]
        if v not in texts and all(math.dist(p, (x, y)) > 1.9 * mark for p in near):
            texts[v] = order[v]
            cells[column, row].append((x, y))
    return texts


def _order(walk: Walk, geometry: Geometry) -> str:
    """Return the names of the nodes of a short walk."""
    return ", ".join(map(geometry.name, walk)) if len(walk) <= NUMBERED_NODES else ""


def _title(walk: Walk, geometry: Geometry) -> str:
    kind = "closed" if walk.is_closed else "open"
    what = f"of {plural(len(walk.stops), 'stop')}" if walk.extra is None else "along streets"
    text = f"{kind} walk {what}, from {geometry.name(walk[0])}"
    return text if walk.is_closed else f"{text} to {geometry.name(walk[-1])}"
