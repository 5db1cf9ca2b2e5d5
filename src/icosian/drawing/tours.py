"""Scenes of boards, tours, puzzles, path covers, disjoint cycles, placements and colorings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian._show import Measured
from icosian.boardgraphs.graph import grid_graph
from icosian.boards.board import RISE, Board
from icosian.boards.piece import piece_of, walls
from icosian.drawing.builder import SceneBuilder
from icosian.drawing.geometry import (
    Geometry,
    NodePositions,
    Squares,
    background_edges,
    is_crowded,
    left_out,
    round_length,
)
from icosian.drawing.scene import (
    ARROWED_NODES,
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Glyphs,
    Label,
    Layer,
    Line,
    Point,
    Scene,
    arc_between,
    arrowhead,
    fitting,
    widen,
    with_heading,
)
from icosian.drawing.styles import GAP, HOLE, OUTLINES, PALES, PARTS, PLAIN, SETS, TINTS
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring import Coloring
from icosian.placements.placement import Placement
from icosian.puzzles.loops import Cell, LoopPuzzle, LoopSolution
from icosian.puzzles.numbers import Puzzle, Solution, Zip
from icosian.puzzles.queens import QueensPuzzle
from icosian.tours.shortest.question import ShortestTour
from icosian.tours.tour import Tour, TourList

_FEW_HEADS = 8  # arrowheads on a tour of a map
_ARROW = 0.38  # the length of an arrowhead on a move, in units
IN_SQUARE = 0.43
"""The radius of the largest mark that fits a square with its rim."""
_CLUE = 0.31  # the radius of discs, in units, as in pictures of tours
_CLUE_FONT = 0.36  # the height of numbers
_COVER_DOT = 0.15  # the radius of a node, in units
_BESIDE = 0.2  # how far an edge bends away from its opposite, in units
_COVER_HEAD = 0.34  # the length of an arrowhead, in units


def board_scene(G: Board | nx.Graph[Any], geometry: Geometry) -> Scene:
    """Return the scene of a board, or of a graph with its nodes and edges."""
    if isinstance(G, Board):
        what = "wrapped board" if any(G.periodic) else "board"
        return replace(geometry.blank(), title=f"{what} of {G.size} squares")
    counts = (plural(len(G), geometry.noun), plural(G.number_of_edges(), "edge"))
    return SceneBuilder(geometry, G).scene(title=f"graph of {' and '.join(counts)}")


def tour_scene(
    tour: Tour, geometry: Geometry, *, numbers: bool | None = None, arrows: bool | None = None
) -> Scene:
    """Return the scene of a tour, by default with numbers or arrows where legible."""
    n = len(tour)
    on_board = isinstance(geometry, Squares)
    if (
        isinstance(geometry, NodePositions)
        and geometry.names is not False
        and any(str(node).isdecimal() for node in tour)
    ):
        # A number is either the name of a node or that of a visit.
        numbers = bool(numbers)
        if numbers and geometry.names is None:
            geometry = replace(geometry, names=False)
    on_map = isinstance(tour, ShortestTour) and not on_board  # where the order is not of interest
    nodes = [*tour]
    returns = tour.is_closed and n > 1
    visits = [*nodes, nodes[0]] if returns else nodes
    trail, leaps = trail_of(geometry, visits)
    numbered = (n <= NUMBERED_NODES and not on_map) if numbers is None else numbers
    arrowed = (n <= ARROWED_NODES and not numbered) if arrows is None else arrows
    few = on_map and not _is_one_way(tour) and arrows is None  # as both ways are as long
    dotted = numbered or (not on_board and n <= (FAINT_EDGES if on_map else SINGLE_SQUARES))
    points = list(map(geometry.position, nodes if dotted else (*nodes[:1], *nodes[-1:])))
    unit, (title, claim) = geometry.unit, tour_words(tour, geometry)
    last = geometry.join(*visits[-2:])[-1] if returns and not on_map else []
    mark = 0.36 if numbered else max(0.36, 0.02 * max(geometry.blank().size))
    mark = unit * (min(mark, IN_SQUARE) if on_board else mark)
    dot = (0.31 if numbered else 0.13) * unit
    radii = dict.fromkeys(() if on_board else (*nodes, *left_out(tour)), dot)
    radii |= dict.fromkeys((tour[0], tour[0 if returns else -1]) if n else (), mark)
    edges = _other_edges(tour, geometry, on_map=on_map)
    moves, chains = Layer.moves(trail, closed=tour.is_closed), _chains(tour, geometry)
    kinds = group_kinds(tour)
    dots = points[1 : n if returns else n - 1] if dotted else ()
    arrow = [arrowhead(last, (0.9 if numbered else 1.3) * mark, mark)] if last else []
    numbers_of = [Label(p, str(k)) for k, p in enumerate(points, 1)] if numbered else ()
    scene = (
        geometry.ground(radii, [moves, edges, *chains])
        .with_margin(mark)
        .add(
            *_of_groups(tour, kinds, geometry),
            edges,
            *chains,
            *_ways(trail, leaps, unit, most=(_FEW_HEADS if few else n + 1) * arrowed),
            moves,
            Layer.discs("node", dots, dot),
            Layer.lines("arrow", arrow, are_closed=True),
            *Layer.ends(points[:1], points[-1:] if n > 1 and not returns else (), mark),
            Layer.texts("number", numbers_of, fitting(0.36 * unit, len(str(n)))),
            title=title,
            description=list_names(chain(tour, tour[: tour.is_closed]), len(tour), geometry),
        )
    )
    return with_heading(scene, claim, title=title) if claim else scene


def group_kinds(tour: Measured | Tour) -> dict[Any, str]:
    """Return the kind of spot of each node in a group of which some may be left out."""
    groups = [group for group in _asked(tour, "groups") if len(group) > 1]
    return {v: f"part{k % PARTS + 1}" for k, group in enumerate(groups) for v in group}


def _asked(tour: Measured | Tour, name: str) -> Sequence[Sequence[Any]]:
    """Return the groups or the chains of a question; the certificate has them."""
    return getattr(getattr(tour, "proof", None), name, ())


def draw_skipped(
    nodes: Iterable[Any], kinds: Mapping[Any, str], geometry: Geometry, radius: float
) -> list[Layer]:
    """Return nodes that are left out: those of a group have a rim of its color."""
    rims = {v: kind.replace("part", "rim") for v, kind in kinds.items()}
    return spots_by_kind(nodes, rims, geometry, radius)


def spots_by_kind(
    nodes: Iterable[Any],
    kinds: Mapping[Any, str],
    geometry: Geometry,
    radius: float,
    texts: Mapping[Any, str] | None = None,
    height: float = 0.0,
) -> list[Layer]:
    """Return nodes in the colors of their kinds, those of none pale, with their texts."""
    named = texts or {}
    spots = ((kinds.get(v, "rest"), geometry.position(v), named.get(v, "")) for v in nodes)
    return Layer.spots(spots, radius, height)


def _of_groups(tour: Tour, kinds: Mapping[Any, str], geometry: Geometry) -> list[Layer]:
    """Return the nodes of groups in colors, hollow where they are left out."""
    if isinstance(geometry, Squares):
        return []
    radius = (0.2 if kinds else 0.13) * geometry.unit
    return [
        *draw_skipped(left_out(tour), kinds, geometry, radius),
        *spots_by_kind([v for v in tour if v in kinds], kinds, geometry, radius),
    ]


def _chains(tour: Tour, geometry: Geometry) -> list[Layer]:
    """Return arrows between the places of each chain, where an order was asked for."""
    arrows = []
    for k, some in enumerate(_asked(tour, "chains")):
        nodes = some[1:] if tour.is_closed else some  # a closed tour begins at its start
        lines = [line for u, v in pairwise(nodes) for line in geometry.join(u, v)]
        bent = [arc_between(line[0], line[-1], 0.25 * geometry.unit) for line in lines]
        heads = [arrowhead(line, _ARROW * geometry.unit, 0.16 * geometry.unit) for line in bent]
        arrows += Layer.strokes(f"set{k % (SETS - 1) + 2}", bent, heads)  # the tour has the first
    return arrows


def _is_one_way(tour: Tour) -> bool:
    if tour.graph is not None:
        return tour.graph.is_directed()
    places = getattr(tour, "places", None)
    return places is not None and places.directed


def _other_edges(tour: Tour, geometry: Geometry, *, on_map: bool) -> Layer:
    """Return the edges off the tour, where they are legible: of a map only a few."""
    G = tour.graph
    if G is not None and (isinstance(geometry, Squares) or (on_map and is_crowded(G))):
        G = None
    return background_edges(geometry, G, set(map(frozenset, tour.edges() if G else ())))


def length_claim(tour: Measured, noun: str) -> str:
    """Return the length of a tour, and what is known of shorter ones."""
    lost = tour.lost
    most = None if tour.is_shortest else True
    length = f"{tour.words.value.capitalize()} {round_length(tour.length, tour, up=most)}"
    if lost:
        length += f" and {round_length(lost, tour, up=most)} for what is left out"
    if tour.is_shortest:
        return f"{length}, the {'least' if lost else 'shortest'}"
    if tour.bound is None:
        return length
    bound = round_length(tour.bound, tour, up=False)
    return f"{length}: no {noun} {'costs less' if lost else 'is shorter'} than {bound}"


def trail_of(geometry: Geometry, nodes: Sequence[Any]) -> tuple[list[Line], list[Line]]:
    """Return a path as lines, broken at the border of a torus, and its moves between layers."""
    if geometry.is_straight:
        return ([list(map(geometry.position, nodes))] if len(nodes) > 1 else []), []
    trail = [[geometry.position(node)] for node in nodes[:1]]
    leaps = []
    for u, v in pairwise(nodes):
        first, *others = geometry.join(u, v)
        if isinstance(geometry, Squares) and geometry.changes_layer(u, v):
            leaps.append(first)
            trail.append([geometry.position(v)])
        else:
            trail[-1] += first[1:]
            trail += others
    return [line for line in trail if len(line) > 1], leaps


def _ways(trail: Sequence[Line], leaps: Sequence[Line], unit: float, most: int) -> list[Layer]:
    """Return what is with the trail: moves between layers, and arrowheads on the longest moves."""
    steps = [(p, q) for line in trail if most for p, q in pairwise(line)]
    if len(steps) > most > 0:  # of each stretch the longest
        size = len(steps) / most
        parts = (steps[round(k * size) : round((k + 1) * size)] for k in range(most))
        steps = [max(some, key=lambda step: math.dist(*step)) for some in parts]
    heads = [arrowhead(list(step), _ARROW * unit) for step in steps]
    return [*Layer.strokes("leap", leaps), *Layer.strokes("way", [], heads)]


def list_names(nodes: Iterable[Any], count: int, geometry: Geometry) -> str:
    """Return the names of the nodes of a short tour or walk."""
    return ", ".join(map(geometry.name, nodes)) if count <= NUMBERED_NODES else ""


def tour_words(tour: Tour, geometry: Geometry) -> tuple[str, str]:
    """Return what a tour is, and what is known of its length."""
    title = "empty tour"
    if len(tour):
        title = title_of(tour, f"tour of {plural(len(tour), geometry.noun)}", geometry)
    if not isinstance(tour, Measured):
        return title + _chords(tour), ""
    noun = "tour" if tour.is_closed else "path"
    claim = length_claim(tour, noun) if isinstance(tour, ShortestTour) else tour.explain()
    return title, claim


def _chords(tour: Tour) -> str:
    """Return the chords of a Hamiltonian cycle of a cubic graph in LCF notation [Frucht 1977]."""
    G, place, n = tour.graph, tour.numbering, len(tour)
    if not tour.is_closed or G is None or G.is_directed() or not 0 < len(G) == n <= NUMBERED_NODES:
        return ""
    near = {v: set(G[v]) - {v} for v in tour}
    if any(len(some) != 3 for some in near.values()):
        return ""
    steps = ((place[u] - place[v] + n // 2 - 1) % n - n // 2 + 1 for v in tour for u in near[v])
    code = [step for step in steps if abs(step) != 1]
    size = next(k for k in range(1, n + 1) if n % k == 0 and code == code[:k] * (n // k))
    return f", LCF [{', '.join(map(str, code[:size]))}]^{n // size}".replace("-", "\u2212")


def title_of(route: Any, what: str, geometry: Geometry) -> str:
    """Return what a tour or a walk is, and its ends."""
    kind = "closed" if route.is_closed else "open"
    to = "" if route.is_closed or len(route) == 1 else f" to {geometry.name(route[-1])}"
    return f"{kind} {what}, from {geometry.name(route[0])}{to}"


def puzzle_scene(puzzle: Puzzle, geometry: Geometry) -> Scene:
    """Return the scene of a puzzle: a sheet to fill in, or a graph with numbers on its nodes."""
    G, radius = puzzle.graph, _CLUE * geometry.unit
    edges = background_edges(geometry, None if isinstance(geometry, Squares) else G)
    scene = puzzle_sheet(geometry.ground(dict.fromkeys(G, radius), [edges]), G)
    if isinstance(puzzle, Zip):
        drawn = [line for step in puzzle.steps for line in geometry.join(*step)]
        scene = scene.add(*Layer.strokes("way", drawn))
    if not isinstance(geometry, Squares):
        free = [geometry.position(v) for v in G if v not in puzzle.clues]
        scene = scene.add(edges, Layer.discs("node", free, radius))
    scene = replace(
        scene,
        title=f"puzzle of {plural(len(G), geometry.noun)} with {plural(len(puzzle.clues), 'clue')}",
        description=", ".join(f"{k} on {geometry.name(v)}" for v, k in puzzle.clues.items()),
    )
    return _with_clues(scene, geometry, puzzle.clues, len(G))


def solution_scene(
    solution: Solution,
    geometry: Geometry,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
) -> Scene:
    """Return the scene of a solution: that of a tour, with its clues in bold."""
    places = solution.numbering
    is_order = any(places[v] != k for v, k in solution.clues.items())  # the numbers of a Zip
    numbers = False if is_order and numbers is None else numbers
    scene = tour_scene(solution, geometry, numbers=numbers, arrows=arrows)
    is_numbered = any(layer.style == "number" for layer in scene.painted())
    if not (is_numbered or is_order) or solution.graph is None:
        return scene
    sheet = puzzle_sheet(scene, solution.graph)
    scene = replace(sheet, title=f"solution of a puzzle: {scene.title}")
    return _with_clues(scene, geometry, solution.clues, len(solution))


def _with_clues(scene: Scene, geometry: Geometry, clues: Mapping[Any, int], most: int) -> Scene:
    """Add the clues in bold on discs of their own; ends keep their marks."""
    at = {geometry.position(node): str(k) for node, k in clues.items()}
    unit = geometry.unit

    def shortened(layer: Any) -> Layer:
        labels = [label for label in layer.parts if label.at not in at]
        return Layer(layer.style, layer.shapes._replace(labels=labels))

    marked = {p for layer in scene.layers if layer.role in {"start", "end"} for p in layer.parts}
    layers = [shortened(one) if one.style == "number" else one for one in scene.layers]
    font = fitting(_CLUE_FONT * unit, len(str(most)))
    return replace(scene, layers=layers).add(
        *Layer.spots((("clue", place, "") for place in at if place not in marked), _CLUE * unit),
        Layer.texts("number clue", [Label(*one) for one in at.items()], font),
    )


def puzzle_sheet(scene: Scene, G: nx.Graph[Any]) -> Scene:
    """Return a board as a sheet of paper, with thin lines between its squares, and walls."""
    scene = scene.with_rows([re.sub(f"[^{HOLE}{GAP}]", PLAIN, row) for row in scene.board.rows])
    frames = [[*corners, corners[0]] for corners in scene.board.faces().get(PLAIN, [])]
    corners = ((c + 0.5, r + 0.5, r == other) for (r, c), (other, _) in walls(G))
    sides = [[(x, y - 1) if is_right else (x - 1, y), (x, y)] for x, y, is_right in corners]
    return scene.below(*Layer.strokes("grid", frames), *Layer.strokes("wall", sides))


def cover_scene(cover: TourList, geometry: Geometry) -> Scene:
    """Return the scene of a path cover, or of disjoint cycles; colors repeat after the sixth."""
    G, nodes = cover.graph, list(dict.fromkeys(v for path in cover for v in path))
    on_board = isinstance(geometry, Squares)
    ways = {edge for path in cover for edge in path.edges()}
    used = set(map(frozenset, ways))
    is_twice = len(used) < len(ways)  # some edges in both directions: beside each other
    shown = len(nodes) <= SINGLE_SQUARES
    is_one_way = G is not None and G.is_directed() and len(nodes) <= ARROWED_NODES
    unit = geometry.unit
    paths, marks = [], []
    radius = _COVER_DOT * unit
    for k, path in enumerate(cover):
        kind = f"cover{k % SETS + 1}"
        trail, leaps = trail_of(geometry, [*path, *path[: path.is_closed]])
        lines = [*trail, *leaps]
        heads: list[Line] = []
        if is_one_way or is_twice:
            steps = [
                arc_between(line[0], line[-1], _BESIDE * unit) if (v, u) in ways else line
                for u, v in path.edges()
                for line in geometry.join(u, v)
            ]
            lines = steps if is_twice else lines
            if is_one_way:
                heads = [arrowhead(line, _COVER_HEAD * unit, radius) for line in steps]
        paths += Layer.strokes(kind, lines, heads)
        if not cover.is_closed:
            marked = path.nodes if shown else {path[0]: None, path[-1]: None}
            marks += spots_by_kind(marked, dict.fromkeys(marked, kind), geometry, radius)
    if cover.is_closed and shown:  # every node is in every cycle
        marks += spots_by_kind(nodes, {}, geometry, radius)
    edges = background_edges(geometry, None if on_board else G, used)
    ground = geometry.ground(dict.fromkeys(nodes, radius), [edges, *paths]).with_margin(radius)
    return with_heading(ground.add(edges, *paths, *marks), cover.explain())


_CORNER_DOT = 0.06  # the radius of a corner, in cells
_PEARL = 0.34
_END_DISC = 0.31
_MARK_FONT = 0.42  # the height of numbers
_CROSS = 0.11  # half a side of the cross on an edge that is not used
_PEARLS = {"w": "rest", "b": "crowd"}


def loop_puzzle_scene(puzzle: LoopPuzzle, squares: Squares) -> Scene:
    """Return the scene of a loop puzzle: a sheet to fill in."""
    places = {cell: squares.position(cell) for cell in puzzle.clues}
    title = f"{puzzle.kind} of {plural(len(puzzle), 'cell')} with "
    scene = squares.blank().add(
        *_known_edges(puzzle),
        title=title + plural(len(puzzle.clues), "clue"),
        description=", ".join(f"{mark} on {cell}" for cell, mark in puzzle.clues.items()),
    )
    if puzzle.rules.clue == "pearl":
        pearls = ((_PEARLS[puzzle.clues[v]], at, "") for v, at in places.items())
        return puzzle_sheet(scene, puzzle.graph).add(*Layer.spots(pearls, _PEARL))
    font = fitting(_MARK_FONT, max(map(len, puzzle.clues.values()), default=1))
    labels = [Label(at, puzzle.clues[v]) for v, at in places.items()]
    scene = scene.add(Layer.texts("number clue", labels, font))
    if puzzle.rules.clue == "disc":
        scene = scene.add(*Layer.spots((("clue", at, "") for at in places.values()), _END_DISC))
    if not puzzle.rules.on_corners:
        return puzzle_sheet(scene, puzzle.graph)
    corners = (_cell_place(puzzle, corner) for corner in puzzle.graph)
    dots = Layer.discs("node", corners, _CORNER_DOT)
    return scene.add(dots).with_rows((), box=widen(scene.box, _CORNER_DOT))


def _cell_place(puzzle: LoopPuzzle, node: Cell) -> Point:
    """Return where a cell is, or a corner of one."""
    r, c = node
    if not puzzle.rules.on_corners:
        return (c + r / 2, r * RISE) if puzzle.hexagonal else (float(c), float(r))
    if not puzzle.hexagonal:
        return c - 0.5, r - 0.5
    # Every second corner of a line is the top of a hexagon.
    return (c - 1) / 2, r * RISE - (2 if (c - r) % 2 else 1) / (4 * RISE)


def _known_edges(puzzle: LoopPuzzle) -> list[Layer]:
    """Return known edges: lines, and crosses where one is not used."""
    used: list[Line] = []
    crosses: list[Line] = []
    for edge, is_used in puzzle.known.items():
        one, other = (_cell_place(puzzle, v) for v in edge)
        x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        if is_used:
            used.append([one, other])
        else:
            crosses += _cross(x, y)
    return [*Layer.strokes("way", used), *Layer.strokes("leap", crosses)]


def _cross(x: float, y: float) -> list[Line]:
    d = _CROSS
    return [[(x - d, y - d), (x + d, y + d)], [(x - d, y + d), (x + d, y - d)]]


def loop_solution_scene(solution: LoopSolution, squares: Squares) -> Scene:
    """Return the scene of a solution: the loop or the paths on the sheet."""
    puzzle = solution.puzzle
    scene = loop_puzzle_scene(puzzle, squares)
    trail = [[_cell_place(puzzle, v) for v in line] for line in solution.lines]
    return scene.add(Layer.moves(trail, closed=False), title=f"solution: {scene.title}")


def queens_puzzle_scene(puzzle: QueensPuzzle, squares: Squares) -> Scene:
    """Return the scene of a queens puzzle: its regions, and what is known."""
    regions = puzzle.regions
    # 1. Regions side by side have different shades, each as often, and thick lines between them.
    sheet = grid_graph(puzzle.problem.n)
    sides = [(u, v) for u, v in sheet.edges if regions[u] != regions[v]]
    sheet.remove_edges_from(sides)
    beside = nx.Graph([(regions[u], regions[v]) for u, v in sides])
    beside.add_nodes_from(regions.values())
    shade: dict[Any, str] = {}
    times = dict.fromkeys(PALES, 0)
    for region in beside:
        near = {shade.get(other) for other in beside[region]}
        shade[region] = min(PALES, key=lambda one: (one in near, times[one]))
        times[shade[region]] += 1
    shades = ((v, shade[label]) for v, label in regions.items())
    scene = squares.shaded(puzzle_sheet(squares.blank(), sheet), shades)
    # 2. Queens, and crosses where none stands.
    queens = [squares.position(v) for v, has_queen in puzzle.known.items() if has_queen]
    others = [squares.position(v) for v, has_queen in puzzle.known.items() if not has_queen]
    crosses = [line for x, y in others for line in _cross(x, y)]
    pieces = Layer("piece", Glyphs(queens, "queen", scene.unit))
    title = f"puzzle of {plural(len(beside), 'queen')} in regions"
    return scene.add(*Layer.strokes("leap", crosses), pieces, title=title)


def queens_solution_scene(solution: Placement, squares: Squares) -> Scene:
    """Return the scene of a solution: the queens on the regions."""
    puzzle = QueensPuzzle(solution.regions, known=dict.fromkeys(solution, True))
    scene = queens_puzzle_scene(puzzle, squares)
    return replace(scene, title=f"solution: {scene.title}")


_LISTED = 12  # nodes that a title names
_SMALL = 12.0  # pixels of a square; below, a disc is drawn instead of an outline
_LEAST = 2.6  # pixels of the radius of a disc, however small the squares are
_MOST_SQUARES = 1_000_000  # squares of larger boards are smaller than pixels
_NUMBERED_SQUARES = 900  # with more, numbers are too small to read
_DISC = 0.34  # the radius of discs on squares, in units
_SPOT = 0.36  # and of highlighted nodes


def placement_scene(placement: Placement, geometry: Geometry) -> Scene:
    """Return the scene of pieces on their board, or of the chosen nodes of a graph."""
    if isinstance(geometry, Squares):
        return _pieces_on_board(placement, geometry)
    G, count = placement.graph, len(_known_places(geometry, placement, "a node of the graph"))
    sketch = SceneBuilder(geometry, G, radius=_SPOT, dot=0.4 * _SPOT)
    sketch.mark("chosen", placement)
    what = f"{count} of {plural(len(G), 'node')}" if G else plural(count, "node")
    return sketch.scene(title=what + _first_names(geometry, placement))


def _pieces_on_board(placement: Placement, geometry: Squares) -> Scene:
    if placement.regions is not None:
        return queens_solution_scene(placement, geometry)
    board = geometry.board
    places = _known_places(geometry, placement, f"on the {board.size} board")
    kind = "queen" if placement.graph is None else getattr(piece_of(placement.graph), "name", None)
    kind = kind if kind in OUTLINES else None
    names = _first_names(geometry, placement)
    title = f"{plural(len(places), kind or 'piece')} on {_the(board)}{names}"
    blank = geometry.blank() if len(board) <= _MOST_SQUARES else geometry.single_color()
    scene = replace(blank, title=title)
    if kind is not None and scene.pixels >= _SMALL:
        return scene.add(Layer("piece", Glyphs(places, kind, scene.unit)))
    radius = max(_DISC, _LEAST / scene.pixels)
    return scene.with_margin(radius).add(*Layer.spots((("piece", at, "") for at in places), radius))


def coloring_scene(coloring: Coloring, geometry: Geometry) -> Scene:
    """Return the scene of squares or nodes in their colors, each with its number."""
    _known_places(geometry, coloring, "a node of the graph")
    count = len(coloring.classes)
    kinds = {v: f"color{k % len(TINTS)}" for v, k in coloring.items()}
    what, colors = plural(len(coloring), geometry.noun), plural(count, "color")
    if not isinstance(geometry, Squares):
        sketch = SceneBuilder(geometry, coloring.graph, radius=_SPOT)
        for v, k in coloring.items():
            sketch.mark(kinds[v], [v], str(k))
        return sketch.scene(title=f"{what} in {colors}")
    shades = ((v, TINTS[k % len(TINTS)]) for v, k in coloring.items())
    scene = geometry.shaded(geometry.blank(), shades)
    texts = {v: str(k) for v, k in coloring.items()} if len(coloring) <= _NUMBERED_SQUARES else {}
    font = fitting(1.16 * _SPOT, len(str(count)))
    spots = spots_by_kind(coloring, kinds, geometry, 0.0, texts, font)
    return scene.add(*spots, title=f"{what} of {_the(geometry.board)} in {colors}")


def _known_places(geometry: Geometry, nodes: Iterable[Any], what: str) -> list[Point]:
    """Return the positions of nodes; raise InvalidArgument if the geometry lacks one."""
    nodes = list(nodes)
    for node in nodes:
        if node not in geometry:
            raise InvalidArgument(f"{node!r} is not {what}")
    return list(map(geometry.position, nodes))


def _the(board: Board) -> str:
    return f"the {'wrapped ' * any(board.periodic)}{board.size} board"


def _first_names(geometry: Geometry, nodes: Sequence[Any]) -> str:
    names = list(map(geometry.name, nodes[:_LISTED])) + ["…"] * (len(nodes) > _LISTED)
    return f": {', '.join(names)}" if names else ""
