"""Scenes of maps: roads and shortest paths, distances on a board, walks with numbered stops."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, groupby, pairwise
from operator import mul
from typing import Any

import networkx as nx

from icosian._arrays import Weight, read_weights
from icosian._io.text import are_two, plural
from icosian.drawing.builder import LEAST_TYPE, SceneBuilder
from icosian.drawing.films import ALONE, HEAD, ON, PASSED, START, Change, Film, FilmStep
from icosian.drawing.geometry import (
    Geometry,
    Globe,
    NodePositions,
    Squares,
    is_crowded,
    locate_on_map,
    step_of,
    with_room,
)
from icosian.drawing.scene import (
    AHEAD,
    ALONG,
    ARROWED_NODES,
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Label,
    Layer,
    Line,
    Point,
    Room,
    Scene,
    Texts,
    arrowhead,
    fitting,
    labels_around,
    one_line,
    point_along,
    with_heading,
)
from icosian.drawing.styles import GAP, HEATS, LEGS
from icosian.drawing.tours import (
    IN_SQUARE,
    board_scene,
    draw_skipped,
    group_kinds,
    length_claim,
    list_names,
    spots_by_kind,
    title_of,
    trail_of,
)
from icosian.exceptions import InvalidArgument
from icosian.routes.rounds import Walk
from icosian.routes.shortest_paths import ShortestPaths

_NAMED_ROADS = 2 * NUMBERED_NODES  # with more, their weights would cover the map
MAP_ROADS = 20_000  # roads between given positions cross little, so more are legible
_DIGITS = 12  # longer numbers are shortened
_NARROW = 8  # narrower boards have no scale of colors
_NAMED_SOURCES = 3


def graph_scene(G: nx.Graph[Any], geometry: Geometry, *, weight: Weight = None) -> Scene:
    """Return the scene of a graph, as a map if it has weights."""
    if weight is None:
        return board_scene(G, geometry)
    return _route_scene(G, geometry, weight, None, [])


def paths_scene(
    paths: ShortestPaths, geometry: Geometry, *, G: nx.Graph[Any] | None = None, target: Any = None
) -> Scene:
    """Return the scene of shortest paths on their graph, with the weights that they count."""
    graph = paths.graph if G is None else G
    weight = paths._weight  # noqa: SLF001 - our own
    return _route_scene(graph, geometry, weight, paths, _path(graph, paths, target))


def _route_scene(
    G: nx.Graph[Any],
    geometry: Geometry,
    weight: Weight,
    paths: ShortestPaths | None,
    path: Sequence[Any],
) -> Scene:
    """Return the scene of a map with its shortest paths, or of distances on a board."""
    title = _route_title(G, geometry, paths, path)
    if isinstance(geometry, Squares):
        scene, mark = _on_board(geometry, G, paths, path)
        first, last = paths.sources if paths else (), path[-1:]
        ends = Layer.ends(map(geometry.position, first), map(geometry.position, last), mark)
        return scene.add(*ends, title=title)
    arcs = ((u, v) for u, row in G.adjacency() for v in row)
    weights = {  # of the roads that are not hidden, both ways of those of a graph
        arc: w
        for arc, w in zip(arcs, read_weights(G, weight).numbers, strict=True)
        if are_two(*arc) and w is not None and w != math.inf
    }
    one_way = {arc for arc, w in weights.items() if weights.get(arc[::-1]) != w}
    known = paths.distances if paths is not None and geometry.named else {}
    sketch = SceneBuilder(
        with_room(geometry),
        G,
        ends=(paths.sources if paths else (), path[-1:]),
        dot=0.16,
        names={v: f"{one_line(v)}: {_number(distance)}" for v, distance in known.items()},
        one_way=one_way,
    )
    count = (len(weights) + len(one_way)) // 2
    tagged = geometry.named and count <= _NAMED_ROADS and weight is not None
    if tagged and isinstance(weight, str):
        tagged = any(weight in data for *_, data in G.edges(data=True))
    seen = count <= (FAINT_EDGES if geometry.circle else MAP_ROADS)
    if seen:
        sketch.draw("road", weights, {a: _number(w) for a, w in weights.items()} if tagged else "")
    if paths is not None:
        sources, before_of = set(paths.sources), paths._first  # noqa: SLF001 - as it takes them
        if seen:
            before = paths.predecessors
            sketch.draw("tied", ((u, v) for v in paths.distances for u in before[v]))
        sketch.draw("tree", ((before_of(v), v) for v in paths.distances if v not in sources))
        sketch.draw("path", pairwise(path))
    return sketch.scene(title=title)


def _path(G: nx.Graph[Any], paths: ShortestPaths, target: Any) -> list[Any]:
    """Return the path to the target, or []; raise InvalidArgument if paths are not those of G."""
    path = [] if target is None else paths.path(target)
    for u, v in pairwise(path):
        if not G.has_edge(u, v):
            raise InvalidArgument(f"the paths use the edge {u!r}, {v!r}, which G lacks")
    for v in paths.distances:
        if v not in G:
            raise InvalidArgument(f"the paths reach {v!r}, which is not a node of G")
    return path


def _on_board(
    geometry: Squares, G: nx.Graph[Any], paths: ShortestPaths | None, path: Sequence[Any]
) -> tuple[Scene, float]:
    """Return the scene of a board colored by distance or terrain, and the radius of marks."""
    values = dict(paths.nearest()) if paths is not None else costs_of(G)
    if not values:
        return board_scene(G, geometry), 0.0
    unit, blank = geometry.unit, geometry.blank()
    numbered = len(geometry.board) <= NUMBERED_NODES
    mark = (0.36 if numbered else min(IN_SQUARE, max(0.36, 0.02 * max(blank.size)))) * unit
    lines = [line for part in trail_of(geometry, path) for line in part]
    scene = shade_by_value(blank.with_margin(mark), geometry, values)
    scene = scene.add(*Layer.strokes("rim", lines), *Layer.strokes("path", lines))
    if not numbered:
        what = "cost" if paths is None else "distance"
        return with_scale(scene, geometry, max(values.values()), what), mark
    texts = {v: _number(value) for v, value in values.items()}
    inner = path[1:-1]
    font = fitting(0.36 * unit, max(map(len, texts.values())))
    labels = [Label(geometry.position(v), text) for v, text in texts.items() if v not in set(inner)]
    spots = spots_by_kind(inner, {}, geometry, 0.31 * unit, texts, font)
    scene = scene.add(*spots, Layer.texts("number", labels, font))
    return scene, mark


def costs_of(G: nx.Graph[Any]) -> dict[Any, Any]:
    """Return the cost of every square that has one."""
    costs: Any = G.nodes(data="cost")
    numbers = ((v, c) for v, c in costs if isinstance(c, int | float | Fraction))
    return {v: cost for v, cost in numbers if 0 <= cost < math.inf}


def shade_by_value(scene: Scene, geometry: Squares, values: Mapping[Any, Any]) -> Scene:
    """Return a board with its squares colored by values, large ones darker."""
    most = max(values.values())
    return geometry.shaded(scene, ((v, _shade(value, most)) for v, value in values.items()))


def _shade(value: Any, most: Any) -> str:
    return HEATS[round((len(HEATS) - 1) * (value / most))] if most else HEATS[0]


def with_scale(scene: Scene, geometry: Squares, most: Any, what: str) -> Scene:
    """Add the scale of colors below a board whose squares are too small for numbers."""
    width = geometry.width
    if width <= _NARROW:
        return scene
    if scene.board.are_hexagons:
        return with_heading(scene, f"{what.capitalize()} from 0 (pale) to {_number(most)} (dark)")
    below = max(1, math.ceil(scene.box.bottom + 0.5 - geometry.height))
    scale = "".join(_shade(x, width - 1) for x in range(width))
    font = max(0.5, width / 45)
    down = geometry.height + below + 0.5 + 0.7 * font
    legend = [
        Label((-0.5, down), "0", "start"),
        Label((width / 2 - 0.5, down), what),
        Label((width - 0.5, down), _number(most), "end"),
    ]
    rows = [*scene.board.rows, *below * [GAP * width], scale]
    box = scene.box._replace(bottom=down + 0.7 * font)
    return scene.add(Layer.texts("name", legend, font)).with_rows(rows, box=box)


def _number(number: Any) -> str:
    if isinstance(number, float):
        number = f"{number:.4g}" if number < 10_000 else f"{number:.0f}"
    return one_line(number, _DIGITS)


def _route_title(
    G: nx.Graph[Any],
    geometry: NodePositions | Squares,
    paths: ShortestPaths | None,
    path: Sequence[Any],
) -> str:
    places = plural(len(G), "square" if isinstance(geometry, Squares) else "place")
    if paths is None:
        return f"map of {places}"
    sources = ", ".join(map(geometry.name, paths.sources[:_NAMED_SOURCES]))
    if len(paths.sources) > _NAMED_SOURCES:
        sources = f"{len(paths.sources)} sources"
    if not path:
        return f"shortest paths from {sources} to {len(paths.distances)} of {places}"
    start, end = map(geometry.name, (path[0], path[-1]))
    return f"shortest path from {start} to {end}, length {_number(paths.distances[path[-1]])}"


_MARK = 0.36  # the radius of a stop, in units
_ALMOST = 0.9  # of the least height of text is legible on a disc
_NUMBERED_PART = 0.09  # of a picture, in squares of marks, may be numbers
_MARK_OF_NAMES = 0.8  # and at least in heights of names
_LEAST_MARK = 1 / 80  # of the longer side
_TURN, _BEND = 6, 0.7  # pieces of a curve from one lane to another, and how far it swings out
_NUMBERED_STREETS = 60  # with more passes, numbers would cover the map
_PASS = 0.9  # the height of the number of a pass, in that of names
_LANE = 0.25  # between the middles of two lanes, in units
_HEAD_LENGTH = 0.95  # the length of an arrowhead, in marks
_APART = 7.0  # from one arrowhead of a leg to the next, in marks


def walk_scene(
    walk: Walk, geometry: Geometry, *, numbers: bool | None = None, arrows: bool | None = None
) -> Scene:
    """Return the scene of a walk on its map, by default with numbers and arrows where legible."""
    scene = still_walk(walk, geometry, numbers=numbers, arrows=arrows)
    title = scene.title
    if walk.extra is not None and len(walk) > 2:
        scene = _with_order(scene, walk, geometry)
    return with_heading(scene, length_claim(walk, "walk"), title=title)


def _with_order(scene: Scene, walk: Walk, geometry: Geometry) -> Scene:
    """Add the numbers of the passes, and the scale of colors from the start to the end."""
    # 1. The number of each pass beside its lane, on the side that is free.
    steps = [lines for leg in _legs(walk, geometry) for lines in leg]
    if len(steps) <= _NUMBERED_STREETS:
        font, mark = _PASS * geometry.font, _mark_of(geometry, walk)
        room = Room((geometry.position(v), mark) for v in walk.stops)
        for layer in scene.layers:
            if isinstance(layer.shapes, Texts):
                room.occupy(layer.parts, layer.shapes.height)
            elif layer.role == "stroke":
                room.avoid([layer])
        tags = [
            label
            for k, lines in enumerate(steps, 1)
            for label in room.free(_beside(max(lines, key=len), str(k), font), font)
        ]
        scene = scene.add(Layer.texts("tag", tags, font))
    # 2. The scale, as long as a third of the picture.
    left, top, right, bottom = scene.box
    font = max(scene.font, (right - left) / 50)
    low = bottom + math.copysign(1.4 * font, bottom - top)
    width, middle = (right - left) / 3, (left + right) / 2
    kind = "move" if isinstance(geometry, Squares) else "leg"
    xs = [middle + width * (k / LEGS - 0.5) for k in range(LEGS + 1)]
    parts = enumerate(pairwise(xs))
    scale = [Layer.strokes(f"{kind}{k}", [[(x, low), (y, low)]])[0] for k, (x, y) in parts]
    first, last = xs[0] - font / 2, xs[-1] + font / 2
    ends = [Label((first, low), "start", "end"), Label((last, low), "end", "start")]
    box = scene.box._replace(bottom=low + math.copysign(font, bottom - top))
    return scene.add(*scale, Layer.texts("name", ends, font), box=box)


def _beside(line: Line, text: str, font: float) -> list[Label]:
    """Return labels on both sides of a line, or around the node of a loop."""
    if len({*line}) < 2:
        return labels_around(line[0], text, font, font)
    labels = []
    for t in ALONG:
        (x, y), (x1, y1) = point_along(line, t), point_along(line, t + 0.01)
        far = math.dist((x, y), (x1, y1)) or 1.0
        dx, dy = 0.95 * font * (y1 - y) / far, 0.95 * font * (x - x1) / far
        labels += [Label((x + dx, y + dy), text), Label((x - dx, y - dy), text)]
    return labels


def still_walk(
    walk: Walk, geometry: Geometry, *, numbers: bool | None = None, arrows: bool | None = None
) -> Scene:
    """Return the scene of a walk without a heading."""
    legs, mark = _legs(walk, geometry), _mark_of(geometry, walk)
    dotted = not isinstance(geometry, Squares) and len(geometry.places) <= SINGLE_SQUARES
    if isinstance(geometry, Squares):
        ground, dot = _floor(walk, geometry, scaled=True), 0.5 * mark
    else:
        lines, heads = _other_roads(walk, geometry)
        visited, roads = set(walk), Layer.strokes("road", lines, heads)
        others = [p for v, p in geometry.places.items() if v not in visited] if dotted else []
        ground = geometry.ground(_named_radii(walk, geometry), [_trail(legs), *roads])
        ground = ground.add(Layer.discs("area site", others, 0.11 * geometry.unit), *roads)
        dot = (0.13 if dotted else 0.2) * geometry.unit
    texts = _stop_numbers(walk, geometry, mark) if numbers in (None, True) else {}
    first, *more = dict.fromkeys(walk.stops)
    last = [] if walk.is_closed or not more else [more.pop()]
    bare = [stop for stop in more if stop not in texts]
    shown = [stop for stop in more if stop in texts]
    if dotted:
        stops = set(walk.stops)  # small dots are nodes that are passed
        bare, shown = [v for v in dict.fromkeys(walk) if v not in stops], bare + shown
    kinds, font = group_kinds(walk), fitting(mark, len(str(len(walk.stops))))
    at = [Label(geometry.position(v), texts[v]) for v in (first, *last) if v in texts]
    return ground.add(
        *_strokes(walk, geometry, legs, mark, arrows),
        Layer.discs("node", map(geometry.position, bare), dot),
        *draw_skipped(walk.skipped, kinds, geometry, mark),
        *spots_by_kind(shown, kinds, geometry, mark, texts, font),
        *Layer.ends([geometry.position(first)], map(geometry.position, last), mark),
        Layer.texts("number", at, font),
        title=_walk_title(walk, geometry),
        description=list_names(walk, len(walk), geometry),
    )


class _VisitPositions(NodePositions):
    """The visits of a walk as nodes; the line to each is that of its step."""

    def __init__(self, walk: Walk, geometry: Geometry) -> None:
        places = Globe({k: geometry.position(v) for k, v in enumerate(walk)})
        super().__init__(places, geometry.unit)
        self._names = [geometry.name(v) for v in walk]
        self._lines: list[list[Line]] = [[]]
        for nodes, steps in zip(walk.legs, _legs(walk, geometry), strict=True):
            at = geometry.position(nodes[0])
            for k, step in enumerate(steps, 1):
                end = [geometry.position(nodes[-1])] if k == len(steps) else step[-1][-1:]
                self._lines.append(_joined([at], [step], end))
                at = end[0]

    def join(self, u: Any, v: Any, _key: Any = None) -> list[Line]:
        """Return the line of the step to a visit."""
        return self._lines[max(u, v)]

    def name(self, node: Any) -> str:
        """Return the label of the place that is visited."""
        return str(self._names[node])


def walk_film(walk: Walk) -> Film:
    """Return the film of a walk; its nodes are the visits, as a place may be visited again."""
    geometry = locate_on_map(walk)
    if isinstance(geometry, Squares):
        ground = _floor(walk, geometry, scaled=False)
    else:
        lines, _ = _other_roads(walk, geometry, every=True)
        trail, edges = _trail(_legs(walk, geometry)), Layer.lines("edge", lines)
        ground = geometry.ground(_named_radii(walk, geometry), [trail, edges]).add(edges)
    last, mark = len(walk) - 1, _mark_of(geometry, walk)
    numbers = _stop_numbers(walk, geometry, mark)
    firsts = accumulate((len(leg) - 1 for leg in walk.legs), initial=0)
    stops = dict(zip(firsts, walk.stops, strict=False))  # a closed walk returns in the end
    texts = [numbers.get(stops[k], "") if k in stops else "" for k in range(len(walk))]
    steps = []
    for k, text in enumerate(texts):
        before = Change(k - 1, ON if texts[k - 1] else PASSED, texts[k - 1], k - 2)
        newest = START if k == 0 else PASSED if walk.is_closed and k == last else HEAD
        changes = [Change(k, newest, text, k - 1 if k else ALONE)]
        steps.append(FilmStep(0 if k in stops else -1, changes if k < 2 else [before, *changes]))
    return Film(
        geometry=_VisitPositions(walk, geometry),
        nodes=list(range(len(walk))),
        graph=None,
        scene=ground.add(Layer.discs("node", map(geometry.position, walk.stops), 0.55 * mark)),
        steps=steps,
        kinds=("stops",),
        counted="visits",
        most=len(walk),
        is_closed=walk.is_closed,
        mark=mark / ground.unit,
        styles=["line", *chain.from_iterable(_styles(walk, geometry))],
        title=_walk_title(walk, geometry),
    )


def _mark_of(geometry: Geometry, walk: Walk) -> float:
    """Return the radius of a stop, on which its number is legible."""
    if isinstance(geometry, NodePositions):
        least = _least_type(geometry) / fitting(1.0, len(str(len(walk.stops))))
        return max(_MARK * geometry.unit, _MARK_OF_NAMES * geometry.font, least)
    return min(IN_SQUARE, max(_MARK, _LEAST_MARK * max(geometry.blank().size)))


def _floor(walk: Walk, geometry: Squares, *, scaled: bool) -> Scene:
    """Return the board below a walk, terrain colored by its costs, with their scale or not."""
    scene = geometry.blank().with_margin(_mark_of(geometry, walk))
    costs = {} if walk.graph is None else costs_of(walk.graph)
    if len(set(costs.values())) < 2:
        return scene
    scene = shade_by_value(scene, geometry, costs)
    return with_scale(scene, geometry, max(costs.values()), "cost") if scaled else scene


def _other_roads(
    walk: Walk, geometry: NodePositions, *, every: bool = False
) -> tuple[list[Line], list[Line]]:
    """Return the roads, or those that a walk does not use, and the arrowheads of one-way roads."""
    G = walk.graph
    if G is None or G.number_of_edges() > (FAINT_EDGES if geometry.circle else MAP_ROADS):
        return [], []
    used = set() if every else set(map(frozenset, walk.edges()))
    pairs = {frozenset(edge): edge for edge in G.edges() if are_two(*edge)}
    roads = {pair: edge for pair, edge in pairs.items() if pair not in used}
    if is_crowded(G) and len(roads) > SINGLE_SQUARES:
        return [], []
    lines = [line for u, v in roads.values() for line in geometry.join(u, v)]
    one_way = [(u, v) for u, v in roads.values() if G.is_directed() and not G.has_edge(v, u)]
    length = _HEAD_LENGTH * _MARK * geometry.unit
    return lines, [arrowhead(geometry.join(u, v)[0], length) for u, v in one_way]


def _trail(legs: Iterable[Iterable[Iterable[Line]]]) -> Layer:
    return Layer.lines("line", [line for leg in legs for step in leg for line in step])


def _named_radii(walk: Walk, geometry: NodePositions) -> dict[Any, float]:
    """Return the radii of all places that are named, of many those of the stops."""
    stops = dict.fromkeys(walk.stops)
    places = geometry.places if len(geometry.places) <= NUMBERED_NODES else stops
    return {v: (_MARK if v in stops else 0.13) * geometry.unit for v in places}


def _legs(walk: Walk, geometry: Geometry) -> list[list[list[Line]]]:
    """Return for each leg its steps, each as lines; a road used again has several lanes."""
    keyed = walk.graph is not None and walk.graph.is_multigraph()
    lines = [geometry.join(*edge) for edge in walk.edges(keys=keyed)]
    there: dict[Any, list[int]] = defaultdict(list)
    for k, line in enumerate(lines):
        there[_course(line)].append(k)
    steps: list[list[Line]] = []
    for k, line in enumerate(lines):
        same, back = there[_course(line)], there.get(_course(line, -1), [])
        # One keeps to the right: the passes there are right of those back, earlier ones inside.
        lane = len(back) + same.index(k) - (len(same) + len(back) - 1) / 2
        aside = lane * _LANE * geometry.unit * geometry.down
        steps.append([_moved(part, aside) for part in line])
    parts = iter(steps)
    return [[next(parts) for _ in leg[1:]] for leg in walk.legs]


def _course(lines: Sequence[Line], way: int = 1) -> tuple[tuple[Point, ...], ...]:
    """Return lines to compare, or with -1 the way back on them."""
    return tuple(tuple(line[::way]) for line in lines[::way])


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


def _joined(start: Line, steps: Sequence[Sequence[Line]], end: Line) -> list[Line]:
    """Return steps as lines to a point, broken at the border of a torus, curved between lanes."""
    lines: list[Line] = [list(start)]
    for first, *others in steps:
        lines[-1] += _turn(lines[-1], first) + first
        lines += map(list, others)
    lines[-1] += end
    del lines[0][: len(start) - 1]
    return [[line[0], *(q for p, q in pairwise(line) if p != q)] for line in lines]


def _turn(before: Line, after: Line) -> Line:
    """Return the points of a curve from the end of a line to the beginning of another."""
    if len(before) < 2 or len(after) < 2:
        return []
    (a, p), (q, b) = before[-2:], after[:2]
    way, first, last = math.dist(p, q), math.dist(a, p), math.dist(q, b)
    if not (way and first and last):
        return []
    # A cubic curve that leaves and arrives in the directions of the lines.
    s, t = _BEND * way / first, _BEND * way / last
    axes = zip(a, p, q, b, strict=True)
    curve = [(x, x + s * (x - start), y + t * (y - end), y) for start, x, y, end in axes]
    parts = [(1 - k / _TURN, k / _TURN) for k in range(1, _TURN)]
    weights = [(m**3, 3 * m * m * n, 3 * m * n * n, n**3) for m, n in parts]
    xs, ys = ([sum(map(mul, some, axis)) for some in weights] for axis in curve)
    return list(zip(xs, ys, strict=True))


def _styles(walk: Walk, geometry: Geometry) -> list[list[str]]:
    """Return the styles of all steps: legs, or parts of a walk along streets, go to orange."""
    kind = "stroke move" if isinstance(geometry, Squares) else "stroke leg"
    sizes = [len(leg) - 1 for leg in walk.legs]
    return [
        [
            f"{kind}{i * LEGS // n if walk.extra is not None and n > 1 else k * LEGS // len(sizes)}"
            for i in range(n)
        ]
        for k, n in enumerate(sizes)
    ]


def _strokes(
    walk: Walk,
    geometry: Geometry,
    legs: Sequence[Sequence[list[Line]]],
    mark: float,
    arrows: bool | None,
) -> Iterator[Layer]:
    """Yield the stretches of one color in their order, with their arrowheads."""
    lines: dict[str, list[Line]] = defaultdict(list)
    heads: dict[str, list[Line]] = defaultdict(list)
    arrowed = len(legs) <= ARROWED_NODES if arrows is None else arrows
    for nodes, steps, styles in zip(walk.legs, legs, _styles(walk, geometry), strict=True):
        first, last = ([geometry.position(v)] for v in (nodes[0], nodes[-1]))
        k = 0
        for style, same in groupby(styles):
            start = steps[k - 1][-1][-2:] if k else first
            stretch = steps[k : (k := k + len(list(same)))]
            lines[style] += _joined(start, stretch, last if k == len(steps) else [])
            if arrowed:
                heads[style] += _heads(stretch, mark)
    if isinstance(geometry, Squares):
        yield from Layer.strokes("verge", list(chain.from_iterable(lines.values())))
    for style, some in lines.items():
        yield from Layer.strokes(style.removeprefix("stroke "), some, heads[style])


def _heads(steps: Sequence[list[Line]], mark: float) -> list[Line]:
    """Return the arrowheads of a leg, each on a step, evenly spread."""
    lengths = [sum(math.dist(p, q) for line in step for p, q in pairwise(line)) for step in steps]
    total = sum(lengths)
    before, choices = 0.0, []
    for step, length in zip(steps, lengths, strict=True):
        at = before + AHEAD * length
        covered = at < (1 + _HEAD_LENGTH) * mark or at > total - mark
        choices.append((covered, at, step))
        before += length
    free = [choice for choice in choices if not choice[0]] or choices
    many = max(1, round(total / (_APART * mark)))
    places = [at for _, at, _ in free]
    chosen = set()
    for i in range(many):
        wish = (i + 0.5) * total / many
        k = bisect_left(places, wish)
        near = range(max(0, k - 1), min(k + 1, len(places)))
        chosen.add(min(near, key=lambda k: abs(places[k] - wish)))
    return [arrowhead(free[k][2][0], _HEAD_LENGTH * mark) for k in sorted(chosen)]


def _least_type(geometry: Geometry) -> float:
    """Return the least height of legible numbers, as a heading takes room as well."""
    return 1.06 * LEAST_TYPE * geometry.unit / geometry.blank().pixels


def _stop_numbers(walk: Walk, geometry: Geometry, mark: float) -> dict[Any, str]:
    """Return the numbers that have room; of very many each 5th or 10th, on tiny squares none."""
    if mark * fitting(1.0, len(str(len(walk.stops)))) < _ALMOST * _least_type(geometry):
        return {}
    room = math.prod(geometry.blank().size) * (geometry.unit / mark) ** 2
    step = step_of(len(walk.stops), max(1.0, _NUMBERED_PART * room))
    cells: dict[tuple[int, int], list[Point]] = defaultdict(list)
    texts = {}
    ends = (walk.stops[0], walk.stops[-1])
    order = {v: str(k) for k, v in enumerate(dict.fromkeys(walk.stops), 1)}
    for v in (*ends, *(v for v, k in order.items() if not int(k) % step)):
        x, y = geometry.position(v)
        column, row = math.floor(x / (2 * mark)), math.floor(y / (2 * mark))
        near = [p for a in (-1, 0, 1) for b in (-1, 0, 1) for p in cells[column + a, row + b]]
        if v not in texts and all(math.dist(p, (x, y)) > 1.9 * mark for p in near):
            texts[v] = order[v]
            cells[column, row].append((x, y))
    return texts


def _walk_title(walk: Walk, geometry: Geometry) -> str:
    what = f"of {walk.passed}" if walk.extra is None else "along streets"
    return title_of(walk, f"walk {what}", geometry)
