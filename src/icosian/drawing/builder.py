"""Builder of the scene of a proof: marked nodes, edges, outlined sets, a legend."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._io.text import plural
from icosian.drawing.geometry import Geometry, NodePositions, Squares, are_two, background_edges
from icosian.drawing.scene import (
    ALONG,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Label,
    Layer,
    Line,
    Point,
    Scene,
    arrowheads,
    holding,
    one_line,
    point_along,
    text_width,
    widened,
    with_heading,
    with_names,
)
from icosian.drawing.styles import SETS
from icosian.exceptions import InvalidArgument
from icosian.proofs.claim import HOME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from icosian.proofs.certificate import Proof

_LETTERS = "ABCDEFGHIJKL"  # the names of sets; more outlines would be hard to read

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # the corners for letters of sets, y downwards
_LONGEST = 240  # longer sentences are shortened
_STEPS = 12  # points on a half circle


class Branch(NamedTuple):
    """A node in a tree of cases: its parent, its position in leaves and levels, its edge."""

    parent: int | None
    at: Point
    used: bool
    kind: str
    text: str


class SceneBuilder:
    """A scene under construction: each kind of proof adds its nodes, edges and sets."""

    def __init__(self, proof: Proof, geometry: Geometry, G: nx.Graph[Any]) -> None:
        self.G = G
        self.geometry = geometry
        self.noun = self.geometry.noun
        self.tree: Sequence[Branch] = ()
        self.radius = 0.31  # of marked nodes, in units
        self._claim = one_line(proof.claim, _LONGEST)
        self._notes: list[str] = []
        self._ends = proof.start, proof.end
        self._unit = self.geometry.unit
        self._place = {v: self.geometry.position(v) for v in G}
        self._down = self.geometry.down
        self._spots: dict[str, dict[Any, str]] = {}
        self._edges: dict[str, dict[tuple[Any, Any], str]] = {}
        self._outlines: list[Layer] = []
        self._letters: list[Label] = []

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

    def draw(self, kind: str, pairs: Iterable[tuple[Any, Any]], tag: str = "") -> None:
        """Draw edges as of a kind; one from or to home is a stub."""
        edges = self._edges.setdefault(kind, {})
        for u, v in pairs:
            if u is not HOME and v is not HOME and not self.G.has_edge(u, v):
                raise InvalidArgument(f"the proof names the edge {u!r}, {v!r}, which G lacks")
            if self.G.is_directed() or (v, u) not in edges:
                edges[u, v] = tag
            if u is HOME or v is HOME:
                self._clear(1.1)

    def outline(self, sets: Sequence[Collection[Any]], *, lettered: bool = True) -> str:
        """Outline the first sets, with a letter on each component; return the letters.

        A note says how many sets with letters are left out.
        """
        on_board = isinstance(self.geometry, Squares)
        few = len(_LETTERS) if on_board or len(self.G) <= SINGLE_SQUARES else 0
        parts = [self.ordered(part) for part in sets[:few]]
        self._clear(0.85)
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
                dx, dy = _CORNERS[level % len(_CORNERS)]
                self._letter(_LETTERS[k], places, joined, (corner * dx, corner * dy * self._down))
        if lettered and len(parts) < len(sets):
            self.note(f"{len(sets) - len(parts)} of {len(sets)} sets are not drawn")
        return _LETTERS[: len(parts)]

    def _clear(self, away: float) -> None:
        """Move the labels of nodes away from them by a distance in units."""
        if isinstance(self.geometry, NodePositions):
            self.geometry.aside = max(self.geometry.aside, away)

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

    def _letter(
        self,
        letter: str,
        places: Sequence[Point],
        joined: Sequence[tuple[Point, Point]],
        corner: Point,
    ) -> None:
        """Write the letter of a set at a corner of each of its components, clear of others."""
        H: nx.Graph[Point] = nx.Graph()
        H.add_nodes_from(places)
        H.add_edges_from(joined)
        dx, dy = corner
        room = 0.25 * self._unit
        for piece in nx.connected_components(H):
            outward = sorted(piece, key=lambda p: (dx * p[0] + dy * p[1], p), reverse=True)
            points = [(x + dx, y + dy) for x, y in outward]
            clear = (p for p in points if all(math.dist(p, o.at) > room for o in self._letters))
            self._letters.append(Label(next(clear, points[0]), letter))

    def scene(self) -> Scene:
        """Return the finished scene."""
        place, unit = self._place, self._unit
        numbered = len(place) <= NUMBERED_NODES
        texts = [text for nodes in self._spots.values() if numbered for text in nodes.values()]
        longest = max(map(text_width, texts), default=1.0)
        radius = self.radius * unit
        font = radius * min(1.16, 1.75 / max(1.0, longest))
        marked = {v for nodes in self._spots.values() for v in nodes}
        drawn = {frozenset(pair) for pairs in self._edges.values() for pair in pairs}
        first, last = ([] if v is None else [place[v]] for v in self._ends)
        blank, on_board = self.geometry.blank(), isinstance(self.geometry, Squares)
        drawings = [*self._outlines, *self._strokes(marked)]
        mark = (0.44 if marked.intersection(self._ends) else 0.27) * unit
        outer = [one for layer in drawings if layer.role == "stroke" for one in layer.parts]
        box = holding(widened(blank.box, -0.1 * unit), (p for line in outer for p in line))
        box = widened(box, 0.1 * unit)
        tags = [*self._letters, *(self._numbers(marked) if numbered else ())]
        scene = blank.add(
            background_edges(self.geometry, self.G, drawn),
            *drawings,
            Layer.discs("node", (place[v] for v in place if v not in marked), 0.13 * unit),
            *Layer.ends(first, last, mark),
            *(
                layer
                for kind, nodes in self._spots.items()
                for layer in Layer.spots(
                    kind,
                    [place[v] for v in nodes],
                    radius,
                    nodes.values() if numbered else (),
                    font,
                )
            ),
            Layer.texts("tag", tags, 0.25 * unit),
            box=blank.box if on_board else box,
        )
        scene = _with_tree(with_names(scene), self.tree, radius, font)
        return with_heading(scene, self._claim, self._notes)

    def _lines(self, u: Any, v: Any) -> list[Line]:
        if u is HOME or v is HOME:
            x, y = self._place[v if u is HOME else u]
            # Out of a circle, or to the upper right; in a digraph incoming stubs are on the left.
            on_circle = isinstance(self.geometry, NodePositions) and self.geometry.circle
            angle = math.atan2(x, -y) if on_circle else 0.0
            if self.G.is_directed() or not on_circle:
                angle += math.copysign(math.pi / 4, -1 if u is HOME and self.G.is_directed() else 1)
            length = 0.6 * self._unit
            tip = x + length * math.sin(angle), y - length * math.cos(angle) * self._down
            return [[tip, (x, y)] if u is HOME else [(x, y), tip]]
        return self.geometry.join(u, v)

    def _strokes(self, marked: Collection[Any]) -> Iterable[Layer]:
        for kind, edges in self._edges.items():
            lines = [self._lines(*pair) for pair in edges]
            ends = []
            if self.G.is_directed():
                for (_, v), pieces in zip(edges, lines, strict=True):
                    free = 0.0 if v is HOME else self.radius if v in marked else 0.14
                    ends.append((pieces[-1], free * self._unit))
            heads = arrowheads(ends, 0.26 * self._unit)
            yield from Layer.strokes(kind, [line for pieces in lines for line in pieces], heads)

    def _numbers(self, marked: Collection[Any]) -> Iterable[Label]:
        """Yield the tag of every edge, away from nodes and other tags."""
        unit = self._unit
        tagged = [
            (pair, tag) for edges in self._edges.values() for pair, tag in edges.items() if tag
        ]
        taken = [(p, (self.radius if v in marked else 0.13) * unit) for v, p in self._place.items()]
        taken += [(label.at, 0.1 * unit) for label in self._letters]
        for (u, v), tag in tagged:
            line = max(self._lines(u, v), key=lambda line: math.dist(line[0], line[-1]))
            ways = (0.0,) if u is HOME else (1.0,) if v is HOME else ALONG
            half = 0.08 * (1 + len(tag)) * unit
            room = {
                point: min((math.dist(point, other) - far for other, far in taken), default=unit)
                for point in (point_along(line, t) for t in ways)
            }
            clear = (point for point in room if room[point] > half)
            at = next(clear, None) or max(room, key=lambda point: room[point])
            taken.append((at, half))
            yield Label(at, tag)


def _with_tree(scene: Scene, tree: Sequence[Branch], radius: float, font: float) -> Scene:
    """Add a tree of cases below the graph, the root on top."""
    if not tree:
        return scene
    unit = scene.unit
    left, top, right, bottom = scene.box
    down = math.copysign(unit, bottom - top)
    last = max(branch.at[0] for branch in tree)
    wide = unit * max(0.8, min(1.6, (right - left) / unit / (last + 1)))
    middle = (left + right) / 2
    places = [
        (middle + wide * (branch.at[0] - last / 2), bottom + down * (0.5 + branch.at[1]))
        for branch in tree
    ]
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
    nodes: dict[str, list[int]] = {}
    for k, branch in enumerate(tree):
        nodes.setdefault(branch.kind, []).append(k)
    for kind, some in nodes.items():
        texts = [tree[k].text for k in some]
        layers += Layer.spots(kind, [places[k] for k in some], radius, texts, font)
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
    boxes = [
        [(min(c, d) - radius, max(c, d) + radius) for c, d in zip(p, q, strict=True)]
        for p, q in segments
    ]
    outline = []
    for k, ((p, q), (across, upright)) in enumerate(zip(segments, boxes, strict=True)):
        # Two segments that meet share an arc there, which belongs to the earlier one.
        others = [
            (segments[j], radius * (1.001 if j < k else 0.999))
            for j, ((left, right), (low, high)) in enumerate(boxes)
            if j != k
            and left < across[1]
            and right > across[0]
            and low < upright[1]
            and high > upright[0]
        ]
        piece: Line = []
        for point in _stadium(p, q, radius):
            if all(_distance(point, other) > near for other, near in others):
                piece.append(point)
            elif piece:
                outline.append(piece)
                piece = []
        outline.append(piece)
    return [piece for piece in outline if len(piece) > 1]


def _stadium(p: Point, q: Point, radius: float) -> Line:
    """Return the closed outline of the points within a radius of one segment."""
    (x0, y0), (x1, y1) = p, q
    ahead = math.atan2(y1 - y0, x1 - x0)
    side = max(1, round(_STEPS * math.dist(p, q) / (3 * radius)))
    line: Line = []
    for (cx, cy), (ex, ey), turn in (
        ((x1, y1), (x0, y0), ahead),
        ((x0, y0), (x1, y1), ahead + math.pi),
    ):
        for k in range(_STEPS + 1):
            angle = turn - math.pi / 2 + math.pi * k / _STEPS
            line.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
        x, y = line[-1]
        line += [(x + (ex - cx) * k / side, y + (ey - cy) * k / side) for k in range(1, side)]
    return [*line, line[0]]


def _distance(point: Point, segment: tuple[Point, Point]) -> float:
    """Return the distance of a point from a segment."""
    (x, y), ((x0, y0), (x1, y1)) = point, segment
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / square)) if square else 0.0
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy)
