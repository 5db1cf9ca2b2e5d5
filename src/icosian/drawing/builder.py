"""Building a scene: what is marked on nodes, drawn along edges and outlined, and words about it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice, pairwise, starmap
from operator import itemgetter
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from icosian._io.text import are_two, plural
from icosian.drawing.geometry import Geometry, Globe, NodePositions, Squares, background_edges
from icosian.drawing.layouts import distances
from icosian.drawing.scene import (
    ALONG,
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Label,
    Layer,
    Line,
    Point,
    Room,
    Scene,
    arc_between,
    arrowhead,
    holding,
    one_line,
    point_along,
    text_width,
    widen,
    with_heading,
)
from icosian.drawing.styles import SETS
from icosian.exceptions import InvalidArgument
from icosian.proofs.claim import HOME

Arc = tuple[Any, Any]

_LETTERS = "ABCDEFGHIJKL"  # the names of sets; more outlines would be hard to read
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # the corners for letters of sets, y downwards
_MOST_CORNERS = 20  # where a letter may stand
_LONGEST = 240  # longer sentences are shortened
_WIDE, _WIDE_SPOT = 1.8, 0.4  # wider text, in its heights, has larger spots, in units
_TYPE = 1.16  # the height of text on nodes, in their radius
_STEPS = 12  # points on a half circle
_TAG = 0.83  # the height of text on edges, in that of names
_LEGIBLE = 3.2  # the unit of a tree, in heights of names
_LEAST_SPOT = 0.3  # the radius of marked nodes, in heights of names
LEAST_TYPE = 28 / 3  # pixels, which are 7 points: smaller text on nodes is left out
_MAGNIFIED = 5000  # nodes; of more no part is magnified
_LENS = 0.6  # its side, in the longer one of the picture
_WIDER = 1.1  # a picture that is so much wider than high has it below
_SURE = 1.3  # as much larger, as names and the heading take room
_HEAD = 0.3  # the length of an arrowhead
_BESIDE = 0.25  # how far an edge bends away from its opposite


class Branch(NamedTuple):
    """A node in a tree of cases: its parent, its position in leaves and levels, its edge."""

    parent: int | None
    at: Point
    used: bool
    kind: str
    text: str


class SceneBuilder:
    """A scene under construction: nodes, edges and sets are marked, then all is laid out.

    Radii of marked nodes and of the others are in units. A map has names of its own next to nodes,
    arrowheads on roads of one way, and no pale edges. With a tree of cases below it, a picture is
    about that.
    """

    def __init__(
        self,
        geometry: Geometry,
        G: nx.Graph[Any] | None,
        *,
        ends: tuple[Iterable[Any], Iterable[Any]] = ((), ()),
        radius: float = 0.31,
        dot: float = 0.13,
        names: Mapping[Any, str] | None = None,
        one_way: Collection[Arc] | None = None,
    ) -> None:
        if G is None:
            G = nx.empty_graph(geometry.places if isinstance(geometry, NodePositions) else 0)
        self.G, self.geometry, self.noun = G, geometry, geometry.noun
        self._radius, self._dot, self._names, self._one_way = radius, dot, names or {}, one_way
        self._ends = list(ends[0]), list(ends[1])
        self._tree: Sequence[Branch] = ()
        self._notes: list[str] = []
        self._unit, self._aside = geometry.unit, 0.6
        self._place = {v: geometry.position(v) for v in G}
        self._spots: dict[str, dict[Any, str]] = {}
        self._kinds: dict[str, None] = {}
        self._edges: dict[Arc, tuple[str, str]] = {}  # their kinds and texts
        self._outlines: list[Layer] = []
        self._letters: list[list[Label]] = []  # each at all places where it may stand

    def count(self, number: int, noun: str = "") -> str:
        """Return a number and a noun, by default squares or nodes."""
        return plural(number, noun or self.noun)

    def note(self, line: str) -> None:
        """Add a line to the legend."""
        self._notes.append(one_line(line[:1].upper() + line[1:], _LONGEST))

    def ordered(self, nodes: Collection[Any]) -> list[Any]:
        """Return nodes in the order of the graph, without home."""
        return [v for v in self.G if v in nodes]

    def mark(self, kind: str, nodes: Iterable[Any], texts: Iterable[object] | str = "") -> None:
        """Mark nodes as of a kind, each with its own text or all with the same."""
        spots = self._spots.setdefault(kind, {})
        if isinstance(texts, str):
            spots.update(dict.fromkeys(nodes, texts))
        else:
            spots.update(zip(nodes, map(str, texts), strict=False))

    def draw(self, kind: str, arcs: Iterable[Arc], tags: Mapping[Arc, str] | str = "") -> None:
        """Draw edges as of a kind, instead of another one; one from or to home is a stub."""
        self._kinds.setdefault(kind)
        for u, v in arcs:
            if u is HOME or v is HOME:
                self._aside = max(self._aside, 1.1)
            elif not self.G.has_edge(u, v):
                raise InvalidArgument(f"the picture would use the edge {u!r}, {v!r}, which G lacks")
            arc = (v, u) if (v, u) in self._edges and not self._is_one_way(u, v) else (u, v)
            tag = tags if isinstance(tags, str) else tags.get((u, v), "")
            self._edges[arc] = kind, tag or self._edges.get(arc, ("", ""))[1]

    def _is_one_way(self, u: Any, v: Any) -> bool:
        return self.G.is_directed() if self._one_way is None else (u, v) in self._one_way

    def grow(self, tree: Sequence[Branch]) -> None:
        """Put a tree of cases below the picture."""
        self._tree = tree

    def outline(self, sets: Sequence[Collection[Any]], *, lettered: bool = True) -> str:
        """Outline the first sets, and note how many are left out; return their letters."""
        on_board = isinstance(self.geometry, Squares)
        few = len(_LETTERS) if on_board or len(self.G) <= SINGLE_SQUARES else 0
        parts = [self.ordered(part) for part in sets[:few]]
        self._aside = max(self._aside, 0.85)
        depths = levels(parts)
        deepest = max([2, *depths])
        for k, (part, level) in enumerate(zip(parts, depths, strict=True)):
            joined = self._joined(part)
            places = [self._place[v] for v in part]
            if isinstance(self.geometry, Squares):
                lines = self.geometry.outline(part, 0.04 + 0.13 * level / deepest)
                corner = 0.37
            else:
                radius = (0.54 - 0.18 * level / deepest) * self._unit
                alone = set(places).difference(*joined)
                lines = round_outline([*joined, *((p, p) for p in places if p in alone)], radius)
                corner = radius * math.sqrt(0.5)
            self._outlines += Layer.strokes(f"set{k % SETS + 1}", lines)
            if lettered:
                aside, down = _CORNERS[level % len(_CORNERS)]
                dx, dy = corner * aside, corner * down * self.geometry.down
                H: nx.Graph[Point] = nx.Graph()
                H.add_nodes_from(places)
                H.add_edges_from(joined)
                for piece in nx.connected_components(H):
                    outward = sorted(piece, key=lambda p: (dx * p[0] + dy * p[1], p), reverse=True)
                    at = [(x + dx, y + dy) for x, y in outward[:_MOST_CORNERS]]
                    self._letters.append([Label(p, _LETTERS[k]) for p in at])
        if lettered and len(parts) < len(sets):
            self.note(f"{len(sets) - len(parts)} of {len(sets)} sets are not drawn")
        return _LETTERS[: len(parts)]

    def _joined(self, part: Sequence[Any]) -> list[tuple[Point, Point]]:
        """Return the segments that connect a set: common sides, or a minimum spanning tree."""
        place = self._place
        if isinstance(self.geometry, Squares):
            return self.geometry.sides(part)
        H: nx.Graph[Any] = nx.Graph()
        for u in part:
            for v in self.G.adj[u]:
                if v in part and are_two(u, v):
                    H.add_edge(u, v, weight=math.dist(place[u], place[v]))
        return [(place[u], place[v]) for u, v in nx.minimum_spanning_edges(H, data=False)]

    def scene(self, claim: str = "", title: str = "", *, is_enlarged: bool = False) -> Scene:
        """Return the finished scene: with a claim and the notes above it, or only with a title.

        Text on nodes that would be too small is left out, but not of a scene that is enlarged.
        """
        place, unit, geometry = self._place, self._unit, self.geometry
        # 1. Sizes: of nodes, of the marks of ends, of the text on them.
        texts = chain.from_iterable(some.values() for some in self._spots.values())
        widest_text = max([1.0, *map(text_width, texts)])
        radius = unit * (self._radius if widest_text <= _WIDE else max(self._radius, _WIDE_SPOT))
        if isinstance(geometry, NodePositions) and geometry.circle:  # neighbors do not touch
            near = starmap(math.dist, pairwise(islice(place.values(), 2)))
            radius = min(radius, 0.45 * next(near, math.inf))
        else:
            radius = max(radius, _LEAST_SPOT * geometry.font)
        blank = geometry.blank()
        most = math.inf if is_enlarged else 1.75 * radius / (LEAST_TYPE * unit / blank.pixels)
        spots = [
            (kind, v, text if (widest_text if claim else text_width(text)) <= most else "")
            for kind, nodes in self._spots.items()
            for v, text in nodes.items()
        ]
        font = radius * min(_TYPE, 1.75 / max([1.0, *(text_width(text) for *_, text in spots)]))
        marked, ends = {v for _, v, _ in spots}, {v for some in self._ends for v in some}
        mark = (0.44 if marked & ends else max(0.27, 0.012 * max(blank.size))) * unit
        radii = dict.fromkeys(place, self._dot * unit) | dict.fromkeys(marked, radius)
        radii |= dict.fromkeys(ends, mark)
        # 2. Lines, and the labels that avoid them.
        lines = {arc: self._lines(*arc) for arc in self._edges}
        pale = self.G if self._one_way is None else None
        edges = background_edges(geometry, pale, set(map(frozenset, lines)))
        drawings = [*self._outlines, *self._strokes(lines, radii)]
        avoided = [one for one in drawings if one.role == "stroke"]
        avoided += [edges] * isinstance(geometry, NodePositions)
        labels, tags = self._labels(avoided, lines, radii)
        if isinstance(geometry, NodePositions):
            blank = geometry.blank(labels)
            if len(place) <= SINGLE_SQUARES:
                outer = (p for one in avoided for line in one.parts for p in line)
                inner = holding(widen(blank.box, -0.1 * unit), outer)
                blank = blank.add(box=widen(inner, 0.1 * unit))
        # 3. The layers.
        begins, stops = ([place[v] for v in some] for some in self._ends)
        others = [p for v, p in place.items() if v not in marked and v not in ends]
        scene = blank.add(
            edges,
            *drawings,
            Layer.discs("node", others if len(others) <= FAINT_EDGES else (), self._dot * unit),
            *Layer.ends(begins, stops, mark),
            *Layer.spots(((kind, place[v], text) for kind, v, text in spots), radius, font),
            Layer.texts("tag", tags, _TAG * geometry.font),
            title=title,
        )
        if not claim:
            return scene
        has_tags = any(tag for _, tag in self._edges.values()) and len(place) > NUMBERED_NODES
        has_texts = any(text for some in self._spots.values() for text in some.values())
        if (has_tags or (has_texts and widest_text > most)) and len(place) <= _MAGNIFIED:
            scene = self._magnify(scene, radius * min(_TYPE, 1.75 / widest_text))
        scene = _with_tree(scene, self._tree, max(unit, _LEGIBLE * geometry.font))
        return with_heading(scene, one_line(claim, _LONGEST), self._notes, title=title)

    def _magnify(self, scene: Scene, height: float) -> Scene:
        """Add a part of the picture, beside or below it, where text of a height is legible.

        There is none if not even one node has room in it.
        """
        # 1. How much larger it is: it takes a share of the longer side.
        place, unit, (left, top, right, bottom) = self._place, self._unit, scene.box
        wide, high, down = right - left, abs(bottom - top), math.copysign(1.0, bottom - top)
        side, is_beside = _LENS * max(wide, high), wide < _WIDER * high
        room = side + 2 * unit
        longest = max(wide + room * is_beside, high + room * (not is_beside), wide, high)
        grown = widen(scene.box, (longest - max(wide, high)) / 2)
        pixels = replace(scene, box=grown).pixels / unit
        times = max(1.5, _SURE * LEAST_TYPE / (height * pixels))
        # 2. The square with the most nodes that have a text, and the rectangle of its nodes.
        written = [v for some in self._spots.values() for v, text in some.items() if text]
        written += [v for arc, (_, tag) in self._edges.items() if tag for v in arc if v in place]
        at, reach = np.array([place[v] for v in written]), side / times / 2 - unit
        if reach <= 0:
            return scene
        x, y = max(at.tolist(), key=lambda one: int((abs(at - one).max(axis=1) < reach).sum()))
        inside = {v: p for v, p in place.items() if max(abs(p[0] - x), abs(p[1] - y)) < reach}
        xs, ys = zip(*inside.values(), strict=True)
        upper, lower = (min(ys), max(ys)) if down > 0 else (max(ys), min(ys))
        box = widen(Box(min(xs), upper, max(xs), lower), unit if down < 0 else unit / 2)
        # 3. What it shows: these nodes, and the first parts of the edges that lead out.
        part = self._part(inside, down).scene(is_enlarged=True)
        leading: dict[str, list[Line]] = {"edge": []}
        for u, v in self.G.edges():
            if (u in inside) != (v in inside):
                p, q = (place[u], place[v]) if u in inside else (place[v], place[u])
                kind = self._edges.get((u, v), self._edges.get((v, u), ("", "")))[0]
                style = f"stroke {kind}" if kind else "edge"
                leading.setdefault(style, []).append([p, _border(box, p, q)])
        layers = [layer.moved(lambda p: (p[0], -down * p[1]), 1.0) for layer in part.layers]
        layers = [Layer.lines(*some) for some in leading.items()] + layers
        # 4. Move the part next to the picture, and frame it here and there.
        x0, y0, x1, y1 = part.box
        lens = holding(box, [(x0, -down * y0), (x1, -down * y1)])
        width, depth = times * (lens.right - lens.left), times * abs(lens.bottom - lens.top)
        x0, y0 = (left + right - width) / 2, bottom + down * unit
        if is_beside:
            x0, y0 = right + unit, (top + bottom - down * depth) / 2

        def put(point: Point) -> Point:
            return x0 + times * (point[0] - lens.left), y0 + times * (point[1] - lens.top)

        moved = [layer.moved(put, times) for layer in layers]
        frames = [_frame(box), list(map(put, _frame(lens)))]
        self.note(f"framed: a part, {times:.1f} times as large")
        around = map(put, _frame(widen(lens, 0.1 * unit / times)))  # with its line
        box = holding(scene.box, [*frames[0], *around])
        return scene.add(*moved, Layer.lines("stroke frame", frames), box=box)

    def _part(self, inside: Mapping[Any, Point], down: float) -> SceneBuilder:
        """Return the builder of a part of the picture, y upwards."""
        points = Globe({v: (x, -down * y) for v, (x, y) in inside.items()})
        first, last = ([v for v in some if v in inside] for some in self._ends)
        part = SceneBuilder(
            NodePositions(points, self._unit, names=self.geometry.names),
            self.G.subgraph(inside),
            ends=(first, last),
            radius=self._radius,
            dot=self._dot,
            names={v: self._names.get(v) or self.geometry.name(v) for v in inside},
            one_way=self._one_way,
        )
        for kind, some in self._spots.items():
            here = {v: text for v, text in some.items() if v in inside}
            part.mark(kind, here, here.values())
        for arc, (kind, tag) in self._edges.items():
            if inside.keys() >= {*arc} - {HOME}:
                part.draw(kind, [arc], tag)
        return part

    def _labels(
        self,
        layers: Iterable[Layer],
        ways: Mapping[Arc, Sequence[Line]],
        radii: Mapping[Any, float],
    ) -> tuple[list[Label], list[Label]]:
        """Return the names of nodes, and the letters and tags; they overlap little."""
        geometry, height = self.geometry, _TAG * self.geometry.font
        few = self._place if len(self._place) <= SINGLE_SQUARES else {}
        room = Room((p, 1.2 * radii[v]) for v, p in few.items())
        tags = [room.put(places, height) for places in self._letters]
        room.avoid(layers)
        names: list[Label] = []
        if isinstance(geometry, NodePositions) and geometry.named:
            texts = {v: self._names.get(v) or geometry.name(v) for v in self._place}
            names = geometry.labels_in(room, texts, radii, self._aside)
        for (u, v), (_, tag) in self._edges.items():
            if tag and len(self._place) <= NUMBERED_NODES:
                line = max(ways[u, v], key=lambda line: math.dist(line[0], line[-1]))
                parts = (0.0,) if u is HOME else (1.0,) if v is HOME else ALONG
                tags += room.free([Label(point_along(line, t), tag) for t in parts], height)
        return names, tags

    def _lines(self, u: Any, v: Any) -> list[Line]:
        """Return the lines of an edge; one that has an opposite is an arc beside it."""
        if u is HOME or v is HOME:
            x, y = self._place[v if u is HOME else u]
            # Out of a circle, or to the upper right; in a digraph incoming stubs are on the left.
            on_circle = isinstance(self.geometry, NodePositions) and self.geometry.circle
            angle = math.atan2(x, -y) if on_circle else 0.0
            if self.G.is_directed() or not on_circle:
                angle += math.copysign(math.pi / 4, -1 if u is HOME and self.G.is_directed() else 1)
            length = 0.6 * self._unit
            tip = x + length * math.sin(angle), y - length * math.cos(angle) * self.geometry.down
            return [[tip, (x, y)] if u is HOME else [(x, y), tip]]
        lines = self.geometry.join(u, v)
        if (v, u) in self._edges and are_two(u, v) and len(lines) == 1:
            return [arc_between(lines[0][0], lines[0][-1], _BESIDE * self._unit)]
        return lines

    def _strokes(
        self, lines: Mapping[Arc, Sequence[Line]], radii: Mapping[Any, float]
    ) -> Iterable[Layer]:
        arcs_of: dict[str, list[Arc]] = {kind: [] for kind in self._kinds}
        for arc, (kind, _) in self._edges.items():
            arcs_of[kind].append(arc)
        for kind, arcs in arcs_of.items():
            one_way = [arc for arc in arcs if self._is_one_way(*arc)]
            size = _HEAD * self._unit
            heads = [arrowhead(lines[u, v][-1], size, radii.get(v, 0.0)) for u, v in one_way]
            yield from Layer.strokes(kind, [line for arc in arcs for line in lines[arc]], heads)


def _frame(box: Box) -> Line:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]


def _border(box: Box, p: Point, q: Point) -> Point:
    """Return where a line from a point in a box leaves it, or its end."""
    t, sides = 1.0, ((box.left, box.right), (box.top, box.bottom))
    for a, b, borders in zip(p, q, sides, strict=True):
        t = min([t, *((side - a) / (b - a) for side in borders if (side - a) * (b - a) > 0)])
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def _with_tree(scene: Scene, tree: Sequence[Branch], unit: float) -> Scene:
    """Add a tree of cases below the graph, the root on top, in a unit of its own."""
    if not tree:
        return scene
    left, top, right, bottom = scene.box
    down = math.copysign(unit, bottom - top)
    last = max(branch.at[0] for branch in tree)
    wide = unit * max(0.8, min(1.6, (right - left) / unit / (last + 1)))
    middle = (left + right) / 2
    points = (branch.at for branch in tree)
    places = [(middle + wide * (x - last / 2), bottom + down * (0.5 + y)) for x, y in points]
    half = wide * last / 2 + 0.4 * unit
    low = max(branch.at[1] for branch in tree)
    layers = []
    for kind, used in (("strong", True), ("absent", False)):
        lines = [
            [places[branch.parent], place]
            for branch, place in zip(tree, places, strict=True)
            if branch.parent is not None and branch.used == used
        ]
        layers += Layer.strokes(kind, lines)
    by_kind: dict[str, list[tuple[str, Point, str]]] = {}
    for branch, at in zip(tree, places, strict=True):
        by_kind.setdefault(branch.kind, []).append((branch.kind, at, branch.text))
    for some in by_kind.values():
        height = min(0.31 * _TYPE, 0.38 * 1.75 / max(text_width(text) for *_, text in some))
        layers += Layer.spots(some, 0.38 * unit, height * unit)
    low_side = bottom + down * (0.9 + low)
    box = Box(min(left, middle - half), top, max(right, middle + half), low_side)
    return scene.add(*layers, box=box)


def levels(sets: Sequence[Collection[object]]) -> list[int]:
    """Return a depth for each outline: sets that share a node differ, large ones are outside."""
    result = [0] * len(sets)
    done: list[int] = []
    for k in sorted(range(len(sets)), key=lambda k: -len(sets[k])):
        members = set(sets[k])
        taken = {result[j] for j in done if not members.isdisjoint(sets[j])}
        result[k] = next(level for level in range(len(sets)) if level not in taken)
        done.append(k)
    return result


def round_outline(segments: Sequence[tuple[Point, Point]], radius: float) -> list[Line]:
    """Return the outline of all points within a radius of some segments."""
    ends: Any = np.array(segments, float).reshape(-1, 2, 2) @ (1, 1j)
    arc = radius * np.exp(1j * math.pi * (np.arange(_STEPS + 1) / _STEPS - 0.5))
    outline: list[Line] = []
    for k, (p, q) in enumerate(ends):
        # 1. All around one segment: half a circle, a side, and the same back.
        turned = arc * (q - p) / abs(q - p) if p != q else arc
        sides = max(1, round(_STEPS * abs(q - p) / (3 * radius)))
        side = (q - p) * np.arange(1, sides) / sides
        parts = (q + turned, q + turned[-1] - side, p - turned, p - turned[-1] + side)
        line = np.concatenate([*parts, (q + turned)[:1]])
        # 2. What is outside of all others. Two segments that meet share an arc there, which belongs
        #    to the earlier one.
        near = radius * np.where(np.arange(len(ends)) < k, 1.001, 0.999)
        near[k] = 0.0
        free: Any = (distances(line[:, None], *ends.T) > near).all(axis=1)
        for is_free, some in groupby(zip(free.tolist(), line.tolist(), strict=True), itemgetter(0)):
            outline += [[(z.real, z.imag) for _, z in some]] if is_free else []
    return [piece for piece in outline if len(piece) > 1]
