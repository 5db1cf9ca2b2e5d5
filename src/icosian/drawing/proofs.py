"""Scenes of proofs: what each kind marks on the graph, and its legend."""

from __future__ import annotations

import math
from collections import Counter
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._io.text import plural
from icosian.drawing.geometry import (
    Geometry,
    NodePositions,
    Squares,
    are_two,
    background_edges,
)
from icosian.drawing.scene import (
    ALONG,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Label,
    Layer,
    Line,
    Point,
    Room,
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
from icosian.drawing.styles import PARTS, SETS, STAGES
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.claim import HOME, Middle, Number
from icosian.proofs.derived import (
    Conditional,
    Contraction,
    CoverBound,
    Division,
    FrontierExhausted,
    tight_set,
)
from icosian.proofs.forcing import AlternatingParity, Cases, ForcedEdges, Step
from icosian.proofs.instance import UNUSED, USED, Contradiction, CycleInstance, Marks, derive_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from icosian.proofs.certificate import Proof
    from icosian.proofs.clauses import DisjointRefutation, Ordered, Positioned
    from icosian.proofs.counting import (
        BipartitionImbalance,
        CutVertex,
        DegreeDeficiency,
        Disconnection,
        Toughness,
        Weighing,
    )
    from icosian.proofs.walks import Unreachable

_LETTERS = "ABCDEFGHIJKL"  # the names of sets; more outlines would be hard to read

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # the corners for letters of sets, y downwards
_LONGEST = 240  # longer sentences are shortened
_STEPS = 12  # points on a half circle
_MOST_LEAVES = 12  # of a larger tree of cases only the size is shown
_TAG = 0.25  # the height of text on edges, in units
_CROSS = "\u00d7"
_MINUS = "\u2212"
_SHORT = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚"}


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
        spots = (
            (kind, place[v], text if numbered else "")
            for kind, nodes in self._spots.items()
            for v, text in nodes.items()
        )
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
            *Layer.spots_by_kind(spots, radius, font),
            Layer.texts("tag", tags, _TAG * unit),
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
        taken = [(p, (self.radius if v in marked else 0.13) * unit) for v, p in self._place.items()]
        room = Room([*taken, *((label.at, 0.1 * unit) for label in self._letters)], ())
        for (u, v), tag in chain(*(edges.items() for edges in self._edges.values())):
            if tag:
                line = max(self._lines(u, v), key=lambda line: math.dist(line[0], line[-1]))
                ways = (0.0,) if u is HOME else (1.0,) if v is HOME else ALONG
                yield room.put([Label(point_along(line, t), tag) for t in ways], _TAG * unit)


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
    spots = ((branch.kind, at, branch.text) for branch, at in zip(tree, places, strict=True))
    layers += Layer.spots_by_kind(spots, radius, font)
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


def proof_scene(proof: Proof, geometry: Geometry, *, G: Any = None) -> Scene:
    """Return the scene of a proof on its graph."""
    _require_nodes(proof, G)
    sketch = SceneBuilder(proof, geometry, G)
    kinds = [kind.__name__ for kind in type(proof).__mro__]
    build = next((_BUILDERS[kind] for kind in kinds if kind in _BUILDERS), None)
    if build is not None:
        try:
            build(sketch, proof)
        except InvalidProof as error:
            raise InvalidArgument(f"the proof is not one for G: {error}") from None
    return sketch.scene()


def _require_nodes(proof: Proof, G: nx.Graph[Any]) -> None:
    """Raise InvalidArgument if the graph lacks a node of the proof."""
    labels = proof._labels()  # noqa: SLF001 - our own kinds
    for node in labels:
        if isinstance(node, Middle):
            labels += [node.tail, node.head]
        elif node not in G and (node is not HOME or proof.closed):
            raise InvalidArgument(f"the proof names {node!r}, which is not a node of G")


def _degrees(sketch: SceneBuilder, proof: DegreeDeficiency) -> None:
    few = set(proof.nodes)
    sketch.mark("marked", sketch.ordered(few))
    sketch.draw("strong", [(u, v) for u, v in sketch.G.edges() if are_two(u, v) and few & {u, v}])
    what = "fewer than two neighbors" if proof.side == "neighbours" else f"no {proof.side}"
    sketch.note(f"{what}: {sketch.count(len(few))} in color")


def _disconnection(sketch: SceneBuilder, proof: Disconnection) -> None:
    part = sketch.ordered(proof.part)
    rest = [v for v in sketch.G if v not in proof.part]
    sketch.mark("part1", part)
    sketch.mark("rest", rest)
    crossing = [(u, v) for u, v in sketch.G.edges() if (u in proof.part) != (v in proof.part)]
    sketch.draw("strong", crossing)
    some = f"the {sketch.count(len(part))} in color"
    sketch.note(
        f"no edge leads out of {some}"
        if crossing
        else f"no edge joins {some} and the other {len(rest)}"
    )


def _cut_vertex(sketch: SceneBuilder, proof: CutVertex) -> None:
    _parts(sketch, [part for _, part in proof.parts])
    cuts = {cut for cut, _ in proof.parts}
    sketch.mark("removed", sketch.ordered(cuts), _CROSS)
    hang = "hangs" if len(proof.parts) == 1 else "hang"
    where = f"the crossed-out {sketch.noun}" if len(cuts) == 1 else "one crossed-out node each"
    sketch.note(f"{sketch.count(len(proof.parts), 'part')} {hang} on {where}")


def _contraction(sketch: SceneBuilder, proof: Contraction) -> None:
    H = derive_graph(sketch.G, proof.statement, home=not proof.closed)
    parts = [tight_set(H, independent) for _, independent in proof.sets]
    _parts(sketch, parts)
    for part in parts:
        sketch.draw("strong", [(u, v) for u, v in sketch.G.edges() if (u in part) != (v in part)])
    sets = "the set" if len(parts) == 1 else f"each of {len(parts)} sets"
    sketch.note(f"a cycle enters and leaves {sets} in color once, as if it were a node")


def _bipartition(sketch: SceneBuilder, proof: BipartitionImbalance) -> None:
    for kind, side in (("crowd", proof.crowd), ("rest", proof.others)):
        sketch.mark(kind, sketch.ordered(side), range(1, len(side) + 1))
    many, few = proof.names
    sketch.note(f"{len(proof.crowd)} {many}, {len(proof.others)} {few}")


def _alternating(sketch: SceneBuilder, proof: AlternatingParity) -> None:
    cycles = proof.alternating_cycles(sketch.G)
    _parts(sketch, [frozenset(cycle) for cycle in proof.factor])
    for k, cycle in enumerate(proof.factor):
        sketch.draw(f"cover{k % SETS + 1}", zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    sketch.draw("absent", cycles[0][1::2])
    sketch.note(f"one choice of arcs has {len(proof.factor)} cycles, and all have an even number")
    counts = (f"{count} of 2 x {half} arcs" for half, count in proof.halves)
    sketch.note(f"alternating cycles: {', '.join(counts)}")
    sketch.note("dashed: the other half of one, which may be exchanged for that in color")


def _toughness(sketch: SceneBuilder, proof: Toughness) -> None:
    left: nx.Graph[Any] = nx.Graph(list(sketch.G.edges()))
    left.add_nodes_from(sketch.G)
    left.remove_nodes_from(proof.removed)
    order = {v: k for k, v in enumerate(sketch.G)}
    parts = sorted(nx.connected_components(left), key=lambda part: min(order[v] for v in part))
    _parts(sketch, parts)
    sketch.mark("removed", sketch.ordered(proof.removed), _CROSS)
    removed = sketch.count(len(proof.removed), f"crossed-out {sketch.noun}")
    sketch.note(f"without the {removed}: {sketch.count(len(parts), 'part')}")


def _cover_bound(sketch: SceneBuilder, proof: CoverBound) -> None:
    left: nx.Graph[Any] = nx.Graph()
    left.add_nodes_from(v for v in sketch.G if v not in proof.removed)
    gone = []
    for u, v in sketch.G.edges():
        if u in proof.removed or v in proof.removed:
            continue
        if u in proof.leaving or v in proof.entering:
            gone.append((u, v))
        else:
            left.add_edge(u, v)
    parts = list(nx.connected_components(left))
    _parts(sketch, parts)
    sketch.mark("removed", sketch.ordered(proof.removed), _CROSS)
    sketch.draw("absent", gone)
    without = []
    if proof.removed:
        removed = sketch.count(len(proof.removed), f"crossed-out {sketch.noun}")
        without.append(f"the {removed}")
    if gone:
        without.append("the dashed edges")
    where = f"without {' and '.join(without)}: " if without else ""
    sketch.note(f"{where}{sketch.count(len(parts), 'part')}")
    if gone:
        most = len(proof.leaving) + len(proof.entering)
        sketch.note(f"a cover uses at most {most} of the dashed edges")
    for part in proof.parts:
        paths = sketch.count(math.ceil(part.bound) + 1, "path")
        sketch.note(f"the part of {sketch.count(len(part.nodes))} needs {paths}")


def _parts(sketch: SceneBuilder, parts: Sequence[Collection[Any]]) -> None:
    """Mark parts by colors and numbers."""
    for k, part in enumerate(parts):
        sketch.mark(f"part{k % PARTS + 1}", sketch.ordered(part), str(k + 1))


def _weighing(sketch: SceneBuilder, proof: Weighing) -> None:
    weights = proof.weights
    demand, supply = map(_number, proof.balance(sketch.G))
    sketch.note(f"a tour weighs at least {demand}, all edges together offer {supply}")
    leaving, entering = dict(weights.nodes), dict(weights.entering)
    directed = sketch.G.is_directed()
    for v in (*sketch.ordered(leaving.keys() | entering.keys()), HOME):
        out, into = leaving.get(v, 0), entering.get(v, 0)
        text = f"{_number(out)} / {_number(into)}" if directed else _number(out)
        if v is not HOME:
            kind = "marked" if out + into > 0 else "relief" if out + into < 0 else "rest"
            sketch.mark(kind, [v], text)
        elif out or into:
            sketch.note(f"home weighs {text}")
    if directed:
        sketch.radius = 0.4  # for two weights
        sketch.note("weights on leaving / on entering")
    letters = sketch.outline([part for part, _ in weights.sets])
    groups: dict[Number, list[str]] = {}
    for letter, (part, weight) in zip(letters, weights.sets, strict=False):
        groups.setdefault(weight, []).append(f"{letter} with home" if HOME in part else letter)
    borders = "; ".join(f"{', '.join(some)}: {_number(weight)}" for weight, some in groups.items())
    if borders:
        sketch.note(f"weights of borders: {borders}")


def _number(number: Number) -> str:
    """Return a number as text, with common fractions as one character."""
    text = str(abs(number))
    return (_MINUS if number < 0 else "") + _SHORT.get(text, text)


def _forced(sketch: SceneBuilder, proof: ForcedEdges) -> None:
    *steps, last = proof.steps or (Step(edges=()),)
    for k, step in enumerate(steps, start=1):
        sketch.draw("strong" if step.used else "absent", step.edges, str(k))
    k = len(steps) + 1
    sketch.draw("split", last.edges, str(k))
    what = "ends" if last.node is HOME else "used edges" if last.used else "edges left"
    clash = f"too {'many' if last.used else 'few'} {what}"
    if last.border is not None:
        sketch.outline([last.border], lettered=False)
        clash = "the outlined border cannot be crossed"
    elif last.edges:
        clash = "a cycle closes too early"
    elif last.node is not HOME:
        sketch.mark("clash", [last.node], str(k))
    sketch.note("step by step: strong edges are used, dashed ones are not")
    sketch.note(f"step {k}: {clash}")
    if any(HOME in pair for step in proof.steps for pair in step.edges):
        sketch.note(f"stubs say whether a {sketch.noun} is an end")


def _cases(sketch: SceneBuilder, proof: Cases) -> None:
    net = CycleInstance(sketch.G, proof.statement)
    marks = Marks(net, map(net.inside, proof.sets))
    with suppress(Contradiction):
        marks.settle()
    for kind, verdict in (("strong", USED), ("absent", UNUSED)):
        pairs = [
            (net.nodes[u], net.nodes[v])
            for (u, v), mark in zip(net.edges, marks.mark, strict=True)
            if mark == verdict
        ]
        sketch.draw(kind, [pair for pair in pairs if HOME not in pair])
    tree = _branches(proof.tree, directed=sketch.G.is_directed())
    leaves = [entry for entry in proof.tree if not isinstance(entry, tuple)]
    depth = round(max((branch.at[1] for branch in tree), default=0.0))
    deep = f", at most {sketch.count(depth, 'split')} deep" if depth else ""
    sketch.note(sketch.count(len(leaves), "case") + deep)
    if any(marks.mark):
        sketch.note("in all cases: strong edges are used, dashed ones are not")
    if len(leaves) > _MOST_LEAVES:
        tree = tree[:1]
        sketch.note("the first split is on edge 1")
    elif depth:
        sketch.tree = tree
        weighed = "; w: weighed" if any(leaves) else ""
        sketch.note(f"in the tree: strong if the edge is used, dashed if not{weighed}")
    for entry, branch in zip(proof.tree, tree, strict=False):
        if isinstance(entry, tuple):
            sketch.draw("split", [entry], branch.text)


def _branches(cases: Sequence[Any], *, directed: bool) -> list[Branch]:
    """Return the tree of cases, [] if it is not one; an edge has one number throughout."""
    ahead: list[tuple[int | None, int, bool]] = [(None, 0, True)]
    found = []
    for k, case in enumerate(cases):
        if not ahead:
            return []
        found.append(ahead.pop())
        if isinstance(case, tuple):
            depth = found[-1][1] + 1
            ahead += [(k, depth, False), (k, depth, True)]
    if ahead:
        return []
    leaves = [k for k, case in enumerate(cases) if not isinstance(case, tuple)]
    across = dict.fromkeys(range(len(cases)), 0.0) | {k: float(x) for x, k in enumerate(leaves)}
    for k in reversed(range(1, len(cases))):
        across[found[k][0] or 0] += across[k] / 2  # only the root has no parent
    numbers: dict[Any, int] = {}
    tree = []
    for k, (case, (parent, depth, used)) in enumerate(zip(cases, found, strict=True)):
        kind, text = ("removed", _CROSS) if case is None else ("relief", "w")
        if isinstance(case, tuple):
            edge = case if directed else frozenset(case)
            text = str(numbers.setdefault(edge, len(numbers) + 1))
            kind = "rest"
        tree.append(Branch(parent, (across[k], depth), used, kind, text))
    return tree


def _frontier(sketch: SceneBuilder, proof: FrontierExhausted) -> None:
    n = len(proof.order)
    for k, v in enumerate(proof.order):
        sketch.mark(f"stage{k * STAGES // n + 1}", [v], [k + 1])
    sketch.note(f"no choice of edges survives along this order of the {sketch.count(n)}")


def _refutation(sketch: SceneBuilder, proof: Any) -> None:
    counts = ((proof.sets, "set"), (proof.edges, "edge"), (proof.clauses, "clause"))
    sketch.note(", ".join(sketch.count(len(items), noun) for items, noun in counts))
    sketch.outline(proof.sets)


def _disjoint(sketch: SceneBuilder, proof: DisjointRefutation) -> None:
    if proof.sets or proof.clauses:
        counts = ((proof.sets, "set"), (proof.clauses, "clause"))
        sketch.note(", ".join(sketch.count(len(items), noun) for items, noun in counts))
        sketch.outline(proof.sets)
        return
    edges = Counter(v for edge in sketch.G.edges() if are_two(*edge) for v in edge)
    few = [v for v in sketch.G if edges[v] < 2 * proof.disjoint] or list(sketch.G)
    sketch.mark("marked", few, [edges[v] for v in few])
    sketch.note(
        f"numbers of edges; {proof.disjoint} cycles have {2 * proof.disjoint} at every node"
    )


def _conditional(sketch: SceneBuilder, proof: Conditional | Ordered | Positioned) -> None:
    highlighted = []
    for pairs, kind, what in (
        (proof.require, "strong", "strong edges are to be used"),
        (proof.forbid, "absent", "dashed edges are to be avoided"),
    ):
        sketch.draw(kind, pairs)
        highlighted += [what] if pairs else []
    if highlighted:
        sketch.note(", ".join(highlighted))


def _positioned(sketch: SceneBuilder, proof: Positioned) -> None:
    for node, k in proof.positions:
        sketch.mark("marked", [node], str(k))
    if proof.crowd:
        numbers = sketch.count(len(proof.crowd), "number")
        sketch.note(f"too few nodes for {numbers}, first number {min(proof.crowd)}")
    _conditional(sketch, proof)


def _ordered(sketch: SceneBuilder, proof: Ordered) -> None:
    for places in proof.chains:
        for k, node in enumerate(places, start=1):
            sketch.mark("marked", [node], str(k))
    _conditional(sketch, proof)


def _division(sketch: SceneBuilder, proof: Division) -> None:
    met: set[Any] = set()
    parts = []
    for step in proof.replacements:
        parts.append(step.part - met)  # a later part may hold names from an earlier one
        met |= step.part
    _parts(sketch, parts)
    home = {v: k for k, part in enumerate(parts) for v in part}
    rest = len(parts)
    cut = [(u, v) for u, v in sketch.G.edges() if home.get(u, rest) != home.get(v, rest)]
    sketch.draw("strong", cut)
    sketch.note(f"{sketch.count(len(parts), 'part')} at small cuts, replaced in this order")
    sketch.note("what takes their place leaves all ways of a cycle open, and then there is none")


def _unreachable(sketch: SceneBuilder, proof: Unreachable) -> None:
    _parts(sketch, proof.parts)
    inside = frozenset().union(*proof.parts)
    sketch.mark("rest", [v for v in sketch.ordered(proof.stops) if v not in inside])
    crossing = [(u, v) for u, v in sketch.G.edges() if (u in inside) != (v in inside)]
    sketch.draw("strong", crossing)
    sketch.note(
        f"no road leads out of {'the part' if len(proof.parts) == 1 else 'a part'} in color"
    )


_BUILDERS: dict[str, Callable[[SceneBuilder, Any], None]] = {
    "AlternatingParity": _alternating,
    "BipartitionImbalance": _bipartition,
    "Cases": _cases,
    "Conditional": _conditional,
    "Contraction": _contraction,
    "CoverBound": _cover_bound,
    "CutVertex": _cut_vertex,
    "DegreeDeficiency": _degrees,
    "Disconnection": _disconnection,
    "DisjointRefutation": _disjoint,
    "Division": _division,
    "ForcedEdges": _forced,
    "FrontierExhausted": _frontier,
    "Ordered": _ordered,
    "Positioned": _positioned,
    "Refutation": _refutation,
    "Toughness": _toughness,
    "Unreachable": _unreachable,
    "Weighing": _weighing,
}
"""By class name; a proof of another kind is drawn as its graph and its claim."""
