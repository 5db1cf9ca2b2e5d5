"""Where nodes are: squares of a board, given or computed positions, or a circle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, Literal, NamedTuple

import networkx as nx
import numpy as np

from icosian._io.text import are_two, decimal_text, shown
from icosian._io.tracks import bends_of, cut_at_meridian, globe_cut, node_positions, point_of
from icosian._show import Measured
from icosian.boards.board import RISE, Board, board_of
from icosian.boards.text import FILES
from icosian.drawing.layouts import MOST_SPRINGS, lay_out, least_stress
from icosian.drawing.scene import (
    FAINT_EDGES,
    NAMED_SIDE,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Label,
    Layer,
    Line,
    Point,
    Room,
    Scene,
    Tiles,
    arc_between,
    area_of,
    cell_corners,
    hexagon_center,
    one_line,
    widen,
)
from icosian.drawing.styles import DARK, GAP, HOLE, LIGHT, MIDDLE
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour
from icosian.tours.tour import Tour, TourList

_NEAREST = 0.02  # of a mean distance: places of a matrix are apart by so much
_POOR = 0.2  # a layout whose distances differ by more misleads (Kruskal 1964)
_ON_GLOBE = {"haversine", "GEOM", "GEO"}


def read_positions(G: nx.Graph[Any]) -> dict[Any, Point]:
    """Return the positions that labels name: (row, column) in integers, else (x, y); or {}.

    Integers may as well number something else, as in Kneser graphs. Then an edge leads over another
    node, and the result is {}.
    """
    if not all(type(v) is tuple and len(v) == 2 and set(map(type, v)) <= {int, float} for v in G):
        return {}
    if not all(type(i) is int for v in G for i in v):
        places = {v: (float(v[0]), float(v[1])) for v in G}
        return places if all(math.isfinite(x + y) for x, y in places.values()) else {}
    for (a, b), (c, d) in G.edges():
        steps = math.gcd(c - a, d - b)
        if steps > len(G) or any(
            (a + k * (c - a) // steps, b + k * (d - b) // steps) in G for k in range(1, steps)
        ):
            return {}
    return {(row, column): (float(column), float(-row)) for row, column in G}


def _metric(places: Places) -> dict[Any, Point] | None:
    """Return positions whose distances are about those of a matrix; None if no plane has such."""
    n = len(places)
    if not 2 < n <= MOST_SPRINGS:
        return None
    table = np.array([[float(places.length(i, j)) for j in range(n)] for i in range(n)])
    far = table + table.T
    np.fill_diagonal(far, 0.0)
    if far.min() < 0 or not 0 < far.max() < math.inf:
        return None
    far = np.maximum(far / far.mean(), _NEAREST) * (1 - np.eye(n))
    found = least_stress(far)
    if ((abs(found[:, None] - found) - far) ** 2).sum() > _POOR**2 * (far**2).sum():
        return None
    return {v: (at.real, at.imag) for v, at in zip(places.nodes, found.tolist(), strict=True)}


_AWAY, _ROOM = 0.4, 0.1  # how far names are from the board, and their middles from the margin
_BESIDE = 0.85  # the distance of the name of a row of hexagons from its first one
_IN_A_ROW = 3  # layers side by side


class Squares:
    """The squares of a board.

    The last axis points right and the one before it down; further axes are laid out side by side,
    then one below the other, with a gap. The layers of three dimensions fill rows.
    """

    noun = "square"
    unit = 1.0
    font = 0.36
    down = 1.0
    are_hexagons = False
    around: Sequence[tuple[int, int]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
    """The steps to the cells across the sides, clockwise from the upper one."""

    def __init__(self, board: Board, names: bool | None = None) -> None:
        self.board, self.names = board, names
        self.is_straight = board.dimensions <= 2 and not any(board.periodic)
        shape = board.shape
        self._folds = 1  # layers of three dimensions that are side by side
        if board.dimensions == 3:
            layers, rows, columns = shape
            if layers <= _IN_A_ROW:
                self._folds = layers
            else:
                self._folds = math.ceil(math.sqrt(layers * (rows + 1) / (columns + 1)))
            shape = (-(-layers // self._folds), self._folds, rows, columns)
        extent = [1, 1]
        axes = []
        for k, side in enumerate(reversed(shape)):
            stride = extent[k % 2] + k // 2
            extent[k % 2] += stride * (side - 1)
            axes.append((0, stride) if k % 2 else (stride, 0))
        self._axes = axes[::-1]
        self.width, self.height = extent
        self.box = Box(-0.5, -0.5, self.width - 0.5, self.height - 0.5)

    def __contains__(self, node: object) -> bool:
        return node in self.board

    def position(self, square: Sequence[float]) -> Point:
        """Return the center of a square."""
        if len(square) == 2:
            return square[1], square[0]
        if len(square) == 3:
            square = (*divmod(square[0], self._folds), *square[1:])
        pairs = list(zip(square, self._axes[-len(square) :], strict=True))
        return sum(c * dx for c, (dx, _) in pairs), sum(c * dy for c, (_, dy) in pairs)

    def cell(self, square: Sequence[int]) -> tuple[int, int]:
        """Return where a square is in the rows of a scene: line and character."""
        x, y = self.position(square)
        return round(y), round(x)

    def center(self, cell: tuple[int, int]) -> Point:
        """Return the center of a cell, given as in the rows of a scene."""
        return float(cell[1]), float(cell[0])

    def shaded(self, scene: Scene, shades: Iterable[tuple[Any, str]]) -> Scene:
        """Return a scene of the board with some squares in other shades."""
        grid = list(map(list, scene.board.rows))
        for square, shade in shades:
            y, x = self.cell(square)
            grid[y][x] = shade
        return scene.with_rows(list(map("".join, grid)))

    def outline(self, squares: Iterable[Sequence[int]], inset: float) -> list[Line]:
        """Return the outline of a set of squares, inside it by an inset, a line a side."""
        cells = set(map(self.cell, squares))
        outline = []
        for row, column in sorted(cells):
            near = [(row + down, column + right) for down, right in self.around]
            corners = cell_corners(row, column, are_hexagons=self.are_hexagons)
            center = self.center((row, column))
            for k, out in enumerate(near):
                if out in cells:
                    continue
                line = []
                for corner, ahead in ((k, near[k - 1]), (k + 1, near[k + 1 - len(near)])):
                    # The outline turns around the cell inside the corner or the one outside it, or
                    # around both, which is straight on, where four squares meet and two are inside.
                    beside = (out[0] + ahead[0] - row, out[1] + ahead[1] - column)
                    x, y = corners[corner % len(near)]
                    ways = []
                    if ahead not in cells or (beside not in cells and not self.are_hexagons):
                        ways.append((center[0] - x, center[1] - y))
                    if ahead in cells:
                        ways.append((x - self.center(out)[0], y - self.center(out)[1]))
                    t = 2 * inset / len(ways)
                    line.append((x + t * sum(w[0] for w in ways), y + t * sum(w[1] for w in ways)))
                outline.append(line)
        return outline

    def sides(self, squares: Iterable[Sequence[int]]) -> list[tuple[Point, Point]]:
        """Return the pairs of squares of a set that have a side in common, as places."""
        cells = set(map(self.cell, squares))
        half = self.around[: len(self.around) // 2]
        pairs = (((y, x), (y + dy, x + dx)) for y, x in sorted(cells) for dy, dx in half)
        return [(self.center(u), self.center(v)) for u, v in pairs if v in cells]

    def changes_layer(self, u: Sequence[int], v: Sequence[int]) -> bool:
        """Return True if a move leads to another layer."""
        return u[:-2] != v[:-2]

    def join(self, u: Sequence[int], v: Sequence[int], *_: Any) -> list[Line]:
        """Return the line of a move, or its two ends at the border where it wraps around."""
        if self.changes_layer(u, v):
            # An arc, at most half way to the next row of squares: straight lines would overlap.
            return [arc_between(self.position(u), self.position(v), 0.45)]
        sides, periodic = self.board.shape, self.board.periodic
        if any(periodic):
            direct = [b - a for a, b in zip(u, v, strict=True)]
            short = [
                (d - side if d > 0 else d + side) if wraps and 2 * abs(d) > side else d
                for d, side, wraps in zip(direct, sides, periodic, strict=True)
            ]
            if short != direct:
                here, there = self._border(u, short), self._border(v, [-d for d in short])
                return [[self.position(u), here], [there, self.position(v)]]
        return [[self.position(u), self.position(v)]]

    def _border(self, square: Sequence[int], step: Sequence[int]) -> Point:
        """Return the point where a step from a square leaves its layer."""
        x, y = self.position(square)
        dy, dx = step[-2:] if len(step) > 1 else (0, step[0])
        ways = zip(square, step, self.board.shape, strict=True)
        t = min((side - 0.5 - c if d > 0 else c + 0.5) / abs(d) for c, d, side in ways if d)
        return x + t * dx, y + t * dy

    def name(self, square: Any) -> str:
        """Return the chess name of a square, or its coordinates."""
        return self.board.name(square) if self.board.has_names else one_line(square)

    def single_color(self) -> Scene:
        """Return a board of one color, for boards of very many squares."""
        left, top, right, bottom = self.box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return Scene(box=self.box, unit=self.unit, layers=Layer.strokes("field", [], [corners]))

    def ground(self, *_: Any) -> Scene:
        """Return the board without marks, as there are no names next to squares."""
        return self.blank()

    def blank(self) -> Scene:
        """Return the board without marks, with the names at its sides."""
        files, ranks = self._files_and_ranks()
        labels = self.labels(files, ranks)
        left, top, right, bottom = self.box
        for (x, y), *_ in labels:
            left, right = min(left, x - _ROOM), max(right, x + _ROOM)
            top, bottom = min(top, y - _ROOM), max(bottom, y + _ROOM)
        tiles = Tiles(self._rows(), self.are_hexagons, len(self.board) > SINGLE_SQUARES)
        names = Layer.texts("name", labels, self.font)
        return Scene(box=Box(left, top, right, bottom), unit=self.unit, board=tiles, layers=[names])

    def labels(self, files: Mapping[int, str], ranks: Mapping[int, str]) -> list[Label]:
        """Return the names of rows on the left, of columns below, and of layers above them."""
        left, bottom = self.box.left - _AWAY, self.box.bottom + _AWAY
        labels = [Label((x, bottom), name) for x, name in files.items()]
        labels += [Label((left, y), name) for y, name in ranks.items()]
        *outer, _, columns = (0, *self.board.shape)
        for layer in itertools.product(*map(range, outer[1:])) if self.names and outer[1:] else ():
            x, y = self.position((*layer, 0, 0))
            labels.append(Label((x + (columns - 1) / 2, y - 0.75), ", ".join(map(str, layer))))
        return labels

    def _files_and_ranks(self) -> tuple[dict[int, str], dict[int, str]]:
        """Return the names of columns and rows: files and ranks, or coordinates."""
        board = self.board
        fits = board.has_names and max(board.shape) <= NAMED_SIDE
        if not (fits if self.names is None else self.names):
            return {}, {}
        *_, rows, columns = (0, *board.shape)
        if board.has_names:
            ranks = {row: rows - row for row in range(rows)}
            files = dict(enumerate(FILES[:columns]))
        else:
            ranks = {row: row for row in range(rows)}
            files = {x: str(x) for x in range(0, columns, step_of(columns))}
        return files, {y: str(rank) for y, rank in ranks.items() if rank % step_of(rows) == 0}

    def _rows(self) -> list[str]:
        """Return the board as text, one character a unit square."""
        *outer, side = self.board.shape
        shades = (DARK + LIGHT) * (side // 2 + 1)
        bottom = outer[-1] - 1 if outer else 0  # the rank of a1, which is dark
        grid = [[GAP] * self.width for _ in range(self.height)]
        for line in itertools.product(*map(range, outer)):
            x, y = map(int, self.position((*line, 0)))
            shade = (bottom + sum(line)) % 2
            grid[y][x : x + side] = shades[shade : shade + side]
        for hole in self.board.holes:
            x, y = map(int, self.position(hole))
            grid[y][x] = HOLE
        return list(map("".join, grid))


class Hexagons(Squares):
    """The hexagons of a board, as wide as a unit; a row leads right, a column right and down."""

    are_hexagons = True
    around = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))

    def __init__(self, board: Board, names: bool | None = None) -> None:
        super().__init__(board, names)
        centers = list(map(self.position, board.squares)) or [(0.0, 0.0)]
        xs, ys = zip(*centers, strict=True)
        tip = 0.5 / RISE
        self.box = Box(min(xs) - 0.5, min(ys) - tip, max(xs) + 0.5, max(ys) + tip)

    def position(self, square: Sequence[float]) -> Point:
        """Return the center of a hexagon."""
        return hexagon_center(*square)

    def cell(self, square: Sequence[int]) -> tuple[int, int]:
        """Return where a hexagon is in the rows of a scene."""
        row, column = square
        return row, column

    def center(self, cell: tuple[int, int]) -> Point:
        """Return the center of a hexagon, given as in the rows of a scene."""
        return hexagon_center(*cell)

    def single_color(self) -> Scene:
        """Return the board: hexagons differ from their neighbors however many there are."""
        return self.blank()

    def labels(self, files: Mapping[int, str], ranks: Mapping[int, str]) -> list[Label]:
        """Return the names of rows on the left of the first hexagon, of columns below the last."""
        firsts = {row: column for row, column in reversed(self.board.squares)}  # noqa: C416
        lasts = {column: row for row, column in self.board.squares}
        known = ((row, name) for row, name in ranks.items() if row in firsts)
        rows = [Label(self.position((row, firsts[row] - _BESIDE)), name) for row, name in known]
        return rows + [
            Label(self.position((lasts[column] + _BESIDE, column)), name)
            for column, name in files.items()
            if column in lasts
        ]

    def _rows(self) -> list[str]:
        """Return the board as text; three shades, so that neighbors differ."""
        rows, columns = self.board.shape
        shades = (DARK + LIGHT + MIDDLE) * (columns // 3 + 2)
        grid = [list(shades[-row % 3 :][:columns]) for row in range(rows)]
        for row, column in self.board.holes:
            grid[row][column] = HOLE
        return list(map("".join, grid))


def squares_of(board: Board, names: bool | None = None) -> Squares:
    """Return the squares of a board, or its hexagons."""
    return (Hexagons if board.hexagonal else Squares)(board, names)


def step_of(count: int, most: float = NAMED_SIDE) -> int:
    """Return the smallest of 1, 2, 5, 10, … that leaves at most so many names, as on a side."""
    steps = (int(f"{digit}{'0' * k}") for k in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if count <= step * most)


Positions = Mapping[Any, Iterable[float]]

_LEAST_UNIT = 1e-300  # points less apart are drawn as one
_COMPARED = 1000  # of more points not all pairs are compared
_DENSE, _DENSEST = 0.6, 0.35  # the least share of the unit, for given and for computed positions
_FAR = 10_000  # meters are kilometers from here on
_FEW_EDGES = 4  # for each node
_NAMED_PLACES = 40  # on a map; there is no name in the way of a larger tour
_ROOMY = 0.6  # the unit of maps, in that of tours
_SIDE = 28.0  # units on the longer side of a map, at most: so its numbers stay legible
_LINES = 52  # names are at least as high as this part of the picture


def _length(line: Line) -> float:
    return sum(itertools.starmap(math.dist, itertools.pairwise(line)))


_POLAR = 45  # degrees of latitude beyond which places all around are drawn around the pole


class Globe(NamedTuple):
    """Positions of nodes on the globe or a map, and the bends of its streets."""

    places: dict[Any, Point]
    turn: float = 0.0  # how long 360 degrees are, where a way may cross the 180th meridian
    bends: Mapping[Any, list[Point]] = {}

    @classmethod
    def of(cls, places: dict[Any, Point], G: nx.Graph[Any] | None = None) -> Globe:
        """Return positions and bends as they are drawn.

        Degrees of longitude, as OSMnx marks them, are as much shorter as in the middle of the map.
        Around a pole, degrees of latitude count from it, and those of longitude are directions.
        """
        bends: dict[Any, list[Point]] = {}
        is_directed = G is not None and G.is_directed()
        options: dict[str, Any] = {"keys": True} if G is not None and G.is_multigraph() else {}
        key: list[Any]
        for u, v, *key, data in G.edges(data=True, **options) if G is not None else ():
            bend = bends_of(data, places[u])
            for name in {*key, None} if bend or key else ():
                # Of parallel streets the shortest line is that of two nodes without a key.
                old = bends.get((u, v, name), bend)
                line = min(old, bend, key=lambda some: _length([places[u], *some, places[v]]))
                bends[u, v, name] = line
                if not is_directed:
                    bends[v, u, name] = line[::-1]
        bends = {edge: bend for edge, bend in bends.items() if bend}
        if G is not None and "4326" not in str(G.graph.get("crs")):
            return cls(places, 0.0, bends)
        cut = globe_cut(x for x, _ in places.values())
        south, north = (end(y for _, y in places.values()) for end in (min, max))
        width = math.cos(math.radians((south + north) / 2))

        east = [x + 360 * (x < cut) for x, _ in places.values()]
        is_around = max(east) - min(east) > 180
        is_polar = is_around and max(south, -north) > _POLAR

        def drawn(point: Point) -> Point:
            if is_polar:
                far, angle = 90 - abs(point[1]), math.radians(point[0])
                return far * math.sin(angle), far * math.cos(angle) * math.copysign(1, -north)
            return width * (point[0] + 360 * (point[0] < cut)), point[1]

        places = {v: drawn(at) for v, at in places.items()}
        turn = 360 * width * (is_around and not is_polar)
        return cls(places, turn, {edge: list(map(drawn, bend)) for edge, bend in bends.items()})


@dataclass(frozen=True, eq=False)
class NodePositions:
    """Nodes at points of the plane: at positions, y upwards, or on a circle, y downwards."""

    globe: Globe
    unit: float
    circle: bool = False
    names: bool | None = None  # as asked for
    most: int = NUMBERED_NODES  # nodes that are named if that is not said

    noun = "node"

    @property
    def places(self) -> dict[Any, Point]:
        """The position of each node."""
        return self.globe.places

    @property
    def named(self) -> bool:
        """True if nodes are named."""
        return len(self.places) <= self.most if self.names is None else self.names

    @property
    def is_straight(self) -> bool:
        """True if lines between nodes have no bends, and none is cut."""
        return not (self.globe.turn or self.globe.bends)

    @property
    def down(self) -> float:
        """1 if y grows downwards, else -1."""
        return 1.0 if self.circle else -1.0

    def __contains__(self, node: object) -> bool:
        return node in self.places

    @property
    def font(self) -> float:
        """The height of names: legible where the picture is as large as a page is wide."""
        (left, top, right, bottom), named = self._extent, len(self.places) <= NUMBERED_NODES
        return max(0.36 * self.unit, named * max(right - left, 1.3 * abs(bottom - top)) / _LINES)

    @cached_property
    def _extent(self) -> Box:
        points = [*self.places.values(), *chain.from_iterable(self.globe.bends.values())]
        xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
        return Box(min(xs), min(ys), max(xs), max(ys))

    def position(self, node: Any) -> Point:
        """Return the position of a node."""
        return self.places[node]

    def join(self, u: Any, v: Any, key: Any = None) -> list[Line]:
        """Return the line between two nodes, with its bends; two across the 180th meridian."""
        places, turn, bends = self.globe
        line = [places[u], *(bends.get((u, v, key), ()) if bends else ()), places[v]]
        return cut_at_meridian(line, turn) if turn else [line]

    def name(self, node: Any) -> str:
        """Return the label of a node."""
        return one_line(node)

    def blank(self, labels: Sequence[Label] = ()) -> Scene:
        """Return a picture with labels only."""
        pad, font = 0.5 * self.unit, self.font
        left, low, right, high = widen(self._extent, pad)
        for label in labels:
            area = area_of(label, font)
            left, right = min(left, area.left), max(right, area.right)
            low, high = min(low, area.low), max(high, area.high)
        box = Box(left, low, right, high) if self.circle else Box(left, high, right, low)
        scene = Scene(box=box, unit=self.unit, layers=[Layer.texts("name", labels, font)])
        leaders = [list(label.leader) for label in labels if label.leader]
        return scene.add(Layer.lines("stroke leader", leaders)) if leaders else scene

    def ground(self, radii: Mapping[Any, float], layers: Iterable[Layer] = ()) -> Scene:
        """Return a picture with the names of nodes with radii, off the lines of layers."""
        if not self.named:
            return self.blank()
        room = Room(((self.places[v], 1.2 * r) for v, r in radii.items()), layers)
        return self.blank(self.labels_in(room, {v: one_line(v) for v in radii}, radii))

    def labels_in(
        self, room: Room, texts: Mapping[Any, str], radii: Mapping[Any, float], aside: float = 0.6
    ) -> list[Label]:
        """Return labels of the nodes, where they overlap least in a room, or outside the circle.

        They are outside by a distance in units, and of very many nodes in their middle. One that
        lies on others everywhere is left out.
        """
        font, places = self.font, self.places
        if len(texts) > NUMBERED_NODES and not self.circle:
            return [Label(places[v], text) for v, text in texts.items()]
        if not self.circle:
            named = (room.name(places[v], t, 1.25 * radii[v], font) for v, t in texts.items())
            return [label for label in named if label.text]
        labels, away = [], aside * self.unit
        for v, text in texts.items():
            x, y = places[v]
            r = math.hypot(x, y)
            at = (x + away * x / r, y + away * y / r) if r else (x, y - away)
            side: Literal["start", "middle", "end"] = "start" if x > 0 else "end"
            labels.append(Label(at, text, "middle" if abs(x) < 0.2 * r else side))
        room.occupy(labels, font)
        return labels


def node_points(
    G: nx.Graph[Any] | None,
    nodes: Sequence[Any],
    pos: Positions | Globe | None = None,
    names: bool | None = None,
    *,
    in_turn: bool = False,
) -> NodePositions:
    """Return positions of nodes: `pos`, ``pos`` of each, their labels, computed ones, or a circle.

    The circle starts at the top and goes clockwise. It is used without a graph, for a dense graph,
    for one that is named around it, and for a tour (`in_turn`) of a graph without a usual picture.
    """
    if isinstance(pos, Globe):
        globe = pos
    elif pos is not None:
        globe = Globe(_given(pos, nodes))
    elif G is not None and (places := node_positions(G)):
        globe = Globe.of(places, G)
    else:
        globe = Globe(read_positions(G) if G is not None else {})
    if globe.places and all(node in globe.places for node in nodes):
        return NodePositions(globe, _spacing(list(globe.places.values()), _DENSE), names=names)
    if found := lay_out(G, is_regular=in_turn) if G is not None and set(G) == set(nodes) else {}:
        unit = _spacing(list(found.values()), _DENSEST)
        found = {node: (x / unit, y / unit) for node, (x, y) in found.items()}
        return NodePositions(Globe(found), 1.0, names=names)
    n = len(nodes)
    radius = min(16.0, 0.7 / math.sin(math.pi / n)) if n > 1 else 0.0
    angles = {node: 2 * math.pi * k / n for k, node in enumerate(nodes)}
    circle = {v: (radius * math.sin(a), -radius * math.cos(a)) for v, a in angles.items()}
    return NodePositions(Globe(circle), 1.0, circle=True, names=names)


def _given(pos: Positions, nodes: Sequence[Any]) -> dict[Any, Point]:
    if not isinstance(pos, Mapping):
        raise InvalidArgument(f"pos must map nodes to points, got {shown(pos)}")
    places = {}
    for node in nodes:
        if (place := point_of(given := pos.get(node))) is None:
            rule = f"pos must have two numbers for {node!r}, up to 1e307"
            raise InvalidArgument(f"{rule}; got {given!r}")
        places[node] = place
    return places


def _spacing(points: list[Point], dense: float) -> float:
    """Return half the mean distance of points, less where some are close, by at most `dense`."""
    n = len(points)
    xs, ys = zip(*points, strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    unit: float = 0.5 * max(math.sqrt(width) * math.sqrt(height / n), width / n, height / n)
    if unit < _LEAST_UNIT:  # or margins vanish
        unit = max(1.0, 1e-9 * math.hypot(xs[0], ys[0]))
    if n > _COMPARED:
        return unit
    nearest = min(itertools.starmap(math.dist, itertools.combinations(points, 2)), default=unit)
    return min(unit, max(1.3 * nearest, dense * unit))


Geometry = Squares | NodePositions


def locate(
    value: Any, G: Any = None, *, pos: Positions | Globe | None = None, names: bool | None = None
) -> Geometry:
    """Return where a value is drawn, on the squares of its board or at points; with G, on that."""
    on = value if G is None or isinstance(value, Tour) else G
    graph = on if isinstance(on, nx.Graph) else getattr(on, "graph", None)
    if graph is None and isinstance(value, Tour):
        graph = G
    board = on if isinstance(on, Board) else None if on is graph else getattr(on, "board", None)
    if board is None and graph is not None:
        board = board_of(graph)
        board = board if board is not None and all(node in board for node in graph) else None
    if board is not None and pos is None:
        return squares_of(board, names)
    places = on if isinstance(on, Places) else getattr(on, "places", None)
    if pos is None and places is not None:
        pos = known = _metric(places) if places.positions is None else places.positions
        if pos is None and on is places is value:
            raise InvalidArgument(
                "distances of this matrix are not about those of points to draw; pos= gives points"
            )
        if known and places.distance in _ON_GLOBE:
            pos = Globe.of(known)
    if isinstance(on, Tour):
        nodes: Iterable[Any] = (*on, *left_out(on))
    elif graph is not None:
        nodes = graph
    elif places is not None:
        nodes = places.nodes
    else:
        nodes = dict.fromkeys(chain.from_iterable(on) if isinstance(on, TourList) else on)
    points = node_points(graph, list(nodes), pos, names, in_turn=isinstance(on, Tour))
    return replace(points, most=_NAMED_PLACES) if isinstance(on, ShortestTour) else points


def locate_on_map(
    value: Any, G: Any = None, *, pos: Positions | None = None, names: bool | None = None
) -> Geometry:
    """Return where a map is drawn; the unit of points is one in which text is legible."""
    geometry = locate(value, G, pos=pos, names=names)
    if isinstance(geometry, Squares):
        return geometry
    geometry = with_room(geometry)
    return replace(geometry, unit=geometry.unit * max(1.0, max(geometry.blank().size) / _SIDE))


def with_room(points: NodePositions) -> NodePositions:
    """Return the nodes of a map, which has text on its roads: in smaller units they are apart."""
    return replace(points, unit=_ROOMY * points.unit)


def left_out(tour: Tour) -> list[Any]:
    """Return the nodes that a tour does not visit, if it may leave some out."""
    places = getattr(tour, "places", None)
    known = tour.graph if places is None else places.nodes
    return [v for v in known or () if v not in tour.numbering] if isinstance(tour, Measured) else []


def background_edges(
    geometry: Geometry, G: nx.Graph[Any] | None, without: Collection[frozenset[Any]] = ()
) -> Layer:
    """Return all edges but some, pale; none if there are too many edges."""
    few = G is not None and G.number_of_edges() <= FAINT_EDGES
    lines = [
        line
        for u, v in (G.edges() if G is not None and few else ())
        if are_two(u, v) and frozenset((u, v)) not in without and u in geometry and v in geometry
        for line in geometry.join(u, v)
    ]
    return Layer.lines("edge", lines)


def is_crowded(G: nx.Graph[Any]) -> bool:
    """Return True if all edges together would hide what is drawn over them."""
    return G.number_of_edges() > _FEW_EDGES * len(G)


def round_length(length: Any, found: Any = None, *, up: bool | None = None) -> str:
    """Return a length as text: an integer, or 3 digits up, down or nearest; on the globe a unit."""
    distance = getattr(getattr(found, "places", None), "distance", "")
    unit = {"haversine": " m", "GEOM": " m", "GEO": " km"}.get(distance, "")
    if unit == " m" and abs(length) >= _FAR:
        length, unit = Fraction(length) / 1000, " km"
    return f"{Decimal(decimal_text(length, 3, up=up)):,f}{unit}"
