"""Scenes of boards, tours, puzzles, path covers, disjoint cycles, placements and colorings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian._show import Measured
from icosian.boards.board import RISE, Board
from icosian.boards.piece import piece_of, walls
from icosian.drawing.geometry import (
    Geometry,
    NodePositions,
    Positions,
    Squares,
    background_edges,
    geometry_of,
    is_crowded,
    node_points,
    rounded,
    squares_of,
)
from icosian.drawing.scene import (
    ARROWED_NODES,
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Label,
    Line,
    Point,
    Scene,
    Spots,
    Strokes,
    arc_between,
    arrowhead,
    arrowheads,
    cells_by_shade,
    fitting,
    widened,
    with_heading,
    with_names,
)
from icosian.drawing.styles import GAP, HOLE, LIGHT, OUTLINES, PARTS, SETS, TINTS
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring import Coloring
from icosian.placements.placement import Placement
from icosian.puzzles.loops import Cell, LoopPuzzle, LoopSolution
from icosian.puzzles.numbers import Puzzle, Solution, Zip
from icosian.tours.shortest.question import ShortestTour
from icosian.tours.tour import Tour, TourList

_ARROW = 0.38  # the length of an arrowhead on a move, in units
IN_SQUARE = 0.43
"""The radius of the largest mark that fits a square with its rim."""
_NAMED_PLACES = 40  # on a map; there is no name in the way of a larger tour
_CLUE = 0.31  # the radius of discs, in units, as in pictures of tours
_CLUE_FONT = 0.36  # the height of numbers
_COVER_DOT = 0.15  # the radius of a node, in units
_BESIDE = 0.2  # how far an edge bends away from its opposite, in units
_COVER_HEAD = 0.34  # the length of an arrowhead, in units


def board_scene(
    G: Board | nx.Graph[Any], *, pos: Positions | None = None, names: bool | None = None
) -> Scene:
    """Return the scene of a board, or of a graph with its nodes and edges."""
    if isinstance(G, Board):
        what = "wrapped board" if any(G.periodic) else "board"
        return replace(squares_of(G, names).blank(), title=f"{what} of {G.size} squares")
    geometry = geometry_of(G, pos, names)
    counts = (plural(len(G), geometry.noun), plural(G.number_of_edges(), "edge"))
    return replace(
        geometry.blank(),
        edges=background_edges(geometry, G),
        dots=[geometry.position(node) for node in G] if len(G) <= FAINT_EDGES else (),
        dot=0.13 * geometry.unit,
        title=f"graph of {' and '.join(counts)}",
    )


def tour_scene(
    tour: Tour,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Scene:
    """Return the scene of a tour, by default with numbers or arrows where legible."""
    G, n = tour.graph, len(tour)
    geometry = geometry_of_tour(tour, G, pos, names, in_turn=True)
    on_board = isinstance(geometry, Squares)
    if isinstance(geometry, NodePositions) and names is not False and any(map(_is_number, tour)):
        # A number is either the name of a node or that of a visit.
        numbers, geometry.named = bool(numbers), geometry.named and bool(names or not numbers)
    on_map = isinstance(tour, ShortestTour) and not on_board  # where the order is not of interest
    points = [geometry.position(node) for node in tour]
    returns = tour.is_closed and n > 1
    visits = [*tour, tour[0]] if returns else tour
    trail, leaps = trail_of(geometry, visits)
    numbered = (n <= NUMBERED_NODES and not on_map) if numbers is None else numbers
    plain = numbered or (on_map and not _is_one_way(tour))
    arrowed = (n <= ARROWED_NODES and not plain) if arrows is None else arrows
    dotted = numbered or (not on_board and n <= (FAINT_EDGES if on_map else SINGLE_SQUARES))
    first = 0 if on_map and returns and not numbered else 1  # nodes that are marked as the start
    unit, blank = geometry.unit, geometry.blank()
    last = geometry.join(*visits[-2:])[-1] if returns and first else []
    mark = 0.36 if numbered else max(0.36, 0.02 * max(blank.size))
    mark = unit * (min(mark, IN_SQUARE) if on_board else mark)
    if isinstance(geometry, NodePositions) and geometry.named and first and n:
        geometry.radii = dict.fromkeys((tour[0], tour[0 if returns else -1]), 1.2 * mark)
        blank = geometry.blank()
    kinds = group_kinds(tour)
    scene = replace(
        blank,
        box=widened(blank.box, margin_of_marks(mark / unit) * unit),
        spots=_of_groups(tour, kinds, geometry),
        spot=(0.2 if kinds else 0.13) * unit,
        edges=_other_edges(tour, geometry, on_map=on_map),
        strokes=[*_chains(tour, geometry), *_ways(trail, leaps, unit, arrowed=arrowed)],
        trail=trail,
        is_closed=tour.is_closed,
        dots=points[first : n if returns else n - 1] if dotted else (),
        dot=(0.31 if numbered else 0.13) * unit,
        starts=points[:first],
        end=points[-1] if n > 1 and not returns else None,
        mark=mark,
        arrow=arrowhead(last, mark, (0.9 if numbered else 1.3) * mark) if last else (),
        numbers=[Label(p, str(k)) for k, p in enumerate(points, 1)] if numbered else (),
        number_font=fitting(0.36 * unit, len(str(n))),
        title=_title(tour, geometry),
        description=_steps(tour, geometry),
    )
    if not isinstance(tour, Measured):
        return scene
    noun = "tour" if tour.is_closed else "path"
    caption = length_claim(tour, noun) if isinstance(tour, ShortestTour) else tour.explain()
    return with_heading(with_names(scene), caption, title=scene.title)


def group_kinds(tour: Measured | Tour) -> dict[Any, str]:
    """Return the kind of spot of each node in a group of which some may be left out."""
    groups = [group for group in _asked(tour, "groups") if len(group) > 1]
    return {v: f"part{k % PARTS + 1}" for k, group in enumerate(groups) for v in group}


def _asked(tour: Measured | Tour, name: str) -> Sequence[Sequence[Any]]:
    """Return the groups or the chains of a question; the certificate has them."""
    return getattr(getattr(tour, "proof", None), name, ())


def skipped_nodes(
    nodes: Iterable[Any], kinds: Mapping[Any, str], geometry: Geometry
) -> list[Spots]:
    """Return nodes that are left out: those of a group have a rim of its color."""
    spots: dict[str, list[Any]] = {}
    for v in nodes:
        spots.setdefault(kinds.get(v, "rest").replace("part", "rim"), []).append(v)
    return [Spots(kind, list(map(geometry.position, some))) for kind, some in spots.items()]


def _of_groups(tour: Tour, kinds: Mapping[Any, str], geometry: Geometry) -> list[Spots]:
    """Return the nodes of groups in colors, hollow where they are left out."""
    if isinstance(geometry, Squares):
        return []
    chosen: dict[str, list[Any]] = {}
    for v in tour if kinds else ():
        if v in kinds:
            chosen.setdefault(kinds[v], []).append(geometry.position(v))
    return [
        *skipped_nodes(_left_out(tour), kinds, geometry),
        *(Spots(*some) for some in chosen.items()),
    ]


def _left_out(tour: Tour) -> list[Any]:
    """Return the nodes that a tour does not visit."""
    places = getattr(tour, "places", None)
    known = tour.graph if places is None else places.nodes
    return [v for v in known or () if v not in tour.numbering] if isinstance(tour, Measured) else []


def _chains(tour: Tour, geometry: Geometry) -> list[Strokes]:
    """Return arrows between the places of each chain, where an order was asked for."""
    strokes = []
    for k, chain in enumerate(_asked(tour, "chains")):
        nodes = chain[1:] if tour.is_closed else chain  # a closed tour begins at its start
        lines = [line for u, v in pairwise(nodes) for line in geometry.join(u, v)]
        bent = [arc_between(line[0], line[-1], 0.25 * geometry.unit) for line in lines]
        heads = arrowheads(((line, 0.16 * geometry.unit) for line in bent), _ARROW * geometry.unit)
        strokes.append(Strokes(f"set{k % (SETS - 1) + 2}", bent, heads))  # the tour has the first
    return strokes


def _is_number(node: Any) -> bool:
    """Return True if the name of a node looks like the number of a visit."""
    return str(node).isdecimal()


def _is_one_way(tour: Tour) -> bool:
    """Return True if the way back may have another length."""
    if tour.graph is not None:
        return tour.graph.is_directed()
    places = getattr(tour, "places", None)
    return places is not None and places.directed


def _other_edges(tour: Tour, geometry: Geometry, *, on_map: bool) -> list[Line]:
    """Return the edges off the tour, where they are legible: of a map only a few."""
    G = tour.graph
    if G is None or isinstance(geometry, Squares) or (on_map and is_crowded(G)):
        return []
    return background_edges(geometry, G, set(map(frozenset, tour.edges())))


def length_claim(tour: Measured, noun: str) -> str:
    """Return the length of a tour, and what is known of shorter ones."""
    lost = tour.lost
    most = None if tour.is_shortest else True
    length = f"{tour.words.value.capitalize()} {rounded(tour.length, tour, up=most)}"
    if lost:
        length += f" and {rounded(lost, tour, up=most)} for what is left out"
    if tour.is_shortest:
        return f"{length}, the {'least' if lost else 'shortest'}"
    if tour.bound is None:
        return length
    bound = rounded(tour.bound, tour, up=False)
    return f"{length}: no {noun} {'costs less' if lost else 'is shorter'} than {bound}"


def geometry_of_tour(
    tour: Tour,
    G: nx.Graph[Any] | None,
    pos: Positions | None = None,
    names: bool | None = None,
    *,
    in_turn: bool = False,
) -> Geometry:
    """Return the squares of a tour, or points: given ones, those of its places, or of its graph."""
    if tour.board is not None and pos is None:
        return squares_of(tour.board, names)
    if isinstance(tour, ShortestTour):
        names = len(tour) <= _NAMED_PLACES if names is None else names
        if pos is None and tour.places is not None:
            pos = tour.places.positions
    points = node_points(G, [*tour.nodes, *_left_out(tour)], pos, names, in_turn=in_turn)
    if isinstance(tour, ShortestTour) and (G is None or is_crowded(G)):
        points.lines = [points.join(u, v)[0] for u, v in tour.edges()]
    return points


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


def _ways(
    trail: Sequence[Line], leaps: Sequence[Line], unit: float, *, arrowed: bool
) -> list[Strokes]:
    """Return the strokes over the trail: moves between layers, and arrowheads on moves."""
    strokes = [Strokes("leap", leaps)] if leaps else []
    if arrowed:
        moves = [[p, q] for line in trail for p, q in pairwise(line)]
        middles = [[p, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)] for p, q in moves]
        heads = arrowheads(((line, -0.16 * unit) for line in middles), _ARROW * unit)
        strokes.append(Strokes("way", [], heads))
    return strokes


def margin_of_marks(mark: float) -> float:
    """Return how far the mark of a border square extends over it, in half squares."""
    return max(0, math.ceil(2.3 * mark - 1)) / 2


def _steps(tour: Tour, geometry: Geometry) -> str:
    """Return the names of the nodes of a short tour."""
    if not 0 < len(tour) <= NUMBERED_NODES:
        return ""
    nodes = [*tour, tour[0]] if tour.is_closed else tour
    return ", ".join(map(geometry.name, nodes))


def _title(tour: Tour, geometry: Geometry) -> str:
    if not len(tour):
        return "empty tour"
    kind = "closed" if tour.is_closed else "open"
    route = f"from {geometry.name(tour[0])}"
    if not tour.is_closed:
        route += f" to {geometry.name(tour[-1])}"
    return f"{kind} tour of {plural(len(tour), geometry.noun)}, {route}"


def puzzle_scene(
    puzzle: Puzzle, *, pos: Positions | None = None, names: bool | None = None
) -> Scene:
    """Return the scene of a puzzle: a sheet to fill in, or a graph with numbers on its nodes."""
    G = puzzle.graph
    geometry = geometry_of(G, pos, names)
    scene = puzzle_sheet(geometry.blank(), G)
    if isinstance(puzzle, Zip):
        drawn = [line for step in puzzle.steps for line in geometry.join(*step)]
        scene = replace(scene, strokes=[*scene.strokes, Strokes("way", drawn)])
    if not isinstance(geometry, Squares):
        free = [geometry.position(v) for v in G if v not in puzzle.clues]
        scene = replace(scene, edges=background_edges(geometry, G), dots=free)
    scene = replace(
        scene,
        dot=_CLUE * geometry.unit,
        number_font=fitting(_CLUE_FONT * geometry.unit, len(str(len(G)))),
        title=f"puzzle of {plural(len(G), geometry.noun)} with {plural(len(puzzle.clues), 'clue')}",
        description=_listed(geometry, puzzle.clues),
    )
    return _with_clues(scene, geometry, puzzle.clues)


def solution_scene(
    solution: Solution,
    *,
    numbers: bool | None = None,
    arrows: bool | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Scene:
    """Return the scene of a solution: that of a tour, with its clues in bold."""
    places = solution.numbering
    is_order = any(places[v] != k for v, k in solution.clues.items())  # the numbers of a Zip
    numbers = False if is_order and numbers is None else numbers
    scene = tour_scene(solution, numbers=numbers, arrows=arrows, pos=pos, names=names)
    if not (scene.numbers or is_order) or solution.graph is None:
        return scene
    geometry = geometry_of(solution.graph, pos, names)
    sheet = puzzle_sheet(scene, solution.graph)
    scene = replace(sheet, title=f"solution of a puzzle: {scene.title}")
    return _with_clues(scene, geometry, solution.clues)


def _with_clues(scene: Scene, geometry: Geometry, clues: Mapping[Any, int]) -> Scene:
    """Add the clues in bold on discs of their own; ends keep their marks."""
    at = {geometry.position(node): str(k) for node, k in clues.items()}
    marked = {*scene.starts, scene.end}
    return replace(
        scene,
        spots=[Spots("clue", [place for place in at if place not in marked])] if at else (),
        spot=_CLUE * geometry.unit,
        numbers=[label for label in scene.numbers if label.at not in at],
        bold=[Label(place, text) for place, text in at.items()],
    )


def puzzle_sheet(scene: Scene, G: nx.Graph[Any]) -> Scene:
    """Return a board with squares of one color, lines between them, and walls."""
    rows = [re.sub(f"[^{HOLE}{GAP}]", LIGHT, row) for row in scene.rows]
    scene = replace(scene, rows=rows)
    frames = [[*corners, corners[0]] for corners in cells_by_shade(scene).get(LIGHT, [])]
    half = 0.5
    sides = [
        [(c + half, r - half), (c + half, r + half)]
        if r == other
        else [(c - half, r + half), (c + half, r + half)]
        for (r, c), (other, _) in walls(G)
    ]
    strokes = [Strokes("grid", frames)] if frames else []
    strokes += [Strokes("wall", sides)] if sides else []
    return replace(scene, strokes=[*strokes, *scene.strokes])


def _listed(geometry: Geometry, clues: Mapping[Any, int]) -> str:
    """Return the clues in words."""
    return ", ".join(f"{k} on {geometry.name(node)}" for node, k in clues.items())


def cover_scene(
    cover: TourList, *, pos: Positions | None = None, names: bool | None = None
) -> Scene:
    """Return the scene of a path cover, or of disjoint cycles; colors repeat after the sixth."""
    G, nodes = cover.graph, list(dict.fromkeys(v for path in cover for v in path))
    geometry = node_points(None, nodes, pos, names) if G is None else geometry_of(G, pos, names)
    on_board = isinstance(geometry, Squares)
    ways = {edge for path in cover for edge in path.edges()}
    used = set(map(frozenset, ways))
    is_twice = len(used) < len(ways)  # some edges in both directions: beside each other
    shown = len(nodes) <= SINGLE_SQUARES
    is_one_way = G is not None and G.is_directed() and len(nodes) <= ARROWED_NODES
    unit = geometry.unit
    strokes, spots = [], []
    for k, path in enumerate(cover):
        kind = f"cover{k % SETS + 1}"
        trail, leaps = trail_of(geometry, [*path, *path[: path.is_closed]])
        lines = [*trail, *leaps]
        heads: list[Line] = []
        if is_one_way or is_twice:
            moves = [
                arc_between(line[0], line[-1], _BESIDE * unit) if (v, u) in ways else line
                for u, v in path.edges()
                for line in geometry.join(u, v)
            ]
            lines = moves if is_twice else lines
            if is_one_way:
                heads = arrowheads(
                    ((line, _COVER_DOT * unit) for line in moves), _COVER_HEAD * unit
                )
        strokes.append(Strokes(kind, lines, heads))
        if not cover.is_closed:
            marked = path.nodes if shown else {path[0]: None, path[-1]: None}
            spots.append(Spots(kind, list(map(geometry.position, marked))))
    if cover.is_closed and shown:  # every node is in every cycle
        spots.append(Spots("rest", list(map(geometry.position, nodes))))
    blank = geometry.blank()
    scene = replace(
        blank,
        box=widened(blank.box, margin_of_marks(_COVER_DOT) * unit),
        edges=() if G is None or on_board else background_edges(geometry, G, used),
        strokes=strokes,
        spots=spots,
        spot=_COVER_DOT * unit,
    )
    return with_heading(with_names(scene), cover.explain())


_CORNER_DOT = 0.06  # the radius of a corner, in cells
_PEARL = 0.34
_END_DISC = 0.31
_MARK_FONT = 0.42  # the height of numbers
_CROSS = 0.11  # half a side of the cross on an edge that is not used
_PEARLS = {"w": "rest", "b": "crowd"}


def loop_puzzle_scene(puzzle: LoopPuzzle, *, names: bool = False) -> Scene:
    """Return the scene of a loop puzzle: a sheet to fill in."""
    squares = squares_of(puzzle.board, names)
    places = {cell: squares.position(cell) for cell in puzzle.clues}
    title = f"{puzzle.kind} of {plural(len(puzzle), 'cell')} with "
    scene = replace(
        squares.blank(),
        title=title + plural(len(puzzle.clues), "clue"),
        description=", ".join(f"{mark} on {cell}" for cell, mark in puzzle.clues.items()),
        strokes=_known_edges(puzzle),
    )
    if puzzle.kind == "masyu":
        ats = {mark: [at for v, at in places.items() if puzzle.clues[v] == mark] for mark in "wb"}
        spots = [Spots(_PEARLS[mark], at) for mark, at in ats.items() if at]
        return replace(puzzle_sheet(scene, puzzle.graph), spots=spots, spot=_PEARL)
    longest = max(map(len, puzzle.clues.values()), default=1)
    scene = replace(
        scene,
        bold=[Label(at, puzzle.clues[v]) for v, at in places.items()],
        number_font=fitting(_MARK_FONT, longest),
    )
    if puzzle.kind == "numberlink":
        spots = [Spots("clue", list(places.values()))] if places else []
        return replace(puzzle_sheet(scene, puzzle.graph), spots=spots, spot=_END_DISC)
    dots = [_cell_place(puzzle, corner) for corner in puzzle.graph]
    return replace(scene, rows=(), dots=dots, dot=_CORNER_DOT, box=widened(scene.box, _CORNER_DOT))


def _cell_place(puzzle: LoopPuzzle, node: Cell) -> Point:
    """Return where a cell is, or a corner in a Slitherlink."""
    r, c = node
    if puzzle.kind != "slitherlink":
        return (c + r / 2, r * RISE) if puzzle.hexagonal else (float(c), float(r))
    if not puzzle.hexagonal:
        return c - 0.5, r - 0.5
    # Every second corner of a line is the top of a hexagon.
    return (c - 1) / 2, r * RISE - (2 if (c - r) % 2 else 1) / (4 * RISE)


def _known_edges(puzzle: LoopPuzzle) -> list[Strokes]:
    """Return known edges: lines, and crosses where one is not used."""
    used: list[Line] = []
    crosses: list[Line] = []
    for edge, is_used in puzzle.known.items():
        one, other = (_cell_place(puzzle, v) for v in edge)
        x, y, d = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, _CROSS
        if is_used:
            used.append([one, other])
        else:
            crosses += [[(x - d, y - d), (x + d, y + d)], [(x - d, y + d), (x + d, y - d)]]
    return [Strokes(*one) for one in (("way", used), ("leap", crosses)) if one[1]]


def loop_solution_scene(solution: LoopSolution, *, names: bool = False) -> Scene:
    """Return the scene of a solution: the loop or the paths on the sheet."""
    puzzle = solution.puzzle
    scene = loop_puzzle_scene(puzzle, names=names)
    return replace(
        scene,
        trail=[[_cell_place(puzzle, v) for v in line] for line in solution.lines],
        title=f"solution: {scene.title}",
    )


_LISTED = 12  # nodes that a title names
_SMALL = 12.0  # pixels of a square; below, a disc is drawn instead of an outline
_LEAST = 2.6  # pixels of the radius of a disc, however small the squares are
_MOST_SQUARES = 1_000_000  # squares of larger boards are smaller than pixels
_NUMBERED_SQUARES = 900  # with more, numbers are too small to read
_DISC = 0.34  # the radius of discs on squares, in units
_SPOT = 0.36  # and of highlighted nodes
_ASIDE = 0.72  # the distance of their labels


def placement_scene(
    placement: Placement, *, pos: Positions | None = None, names: bool | None = None
) -> Scene:
    """Return the scene of pieces on their board, or of the chosen nodes of a graph."""
    if placement.board is not None and pos is None:
        return _pieces_on_board(placement, squares_of(placement.board, names))
    G = placement.graph
    geometry = node_points(G, placement.nodes if G is None else list(G), pos, names)
    places = _known_places(geometry, placement, "a node of the graph")
    chosen = set(placement)
    others = [place for node, place in geometry.places.items() if node not in chosen]
    size = _spot_size(geometry)
    geometry.aside = _ASIDE
    what = f"{len(places)} of {plural(len(G), 'node')}" if G else plural(len(places), "node")
    return replace(
        geometry.blank(),
        edges=() if G is None else background_edges(geometry, G),
        dots=others if len(others) <= FAINT_EDGES else (),
        dot=0.4 * size,
        spots=[Spots("chosen", places)] if places else (),
        spot=size,
        title=what + _first_names(geometry, placement),
    )


def _pieces_on_board(placement: Placement, geometry: Squares) -> Scene:
    board = geometry.board
    places = _known_places(geometry, placement, f"on the {board.size} board")
    kind = _piece_name(placement)
    names = _first_names(geometry, placement)
    title = f"{plural(len(places), kind or 'piece')} on {_the(board)}{names}"
    blank = geometry.blank() if len(board) <= _MOST_SQUARES else geometry.single_color()
    scene = replace(blank, title=title)
    if kind is not None and scene.pixels >= _SMALL:
        return replace(scene, piece=kind, pieces=places)
    radius = max(_DISC, _LEAST / scene.pixels)
    return replace(
        scene,
        box=widened(scene.box, margin_of_marks(radius)),
        spots=[Spots("piece", places)] if places else (),
        spot=radius,
    )


def _piece_name(placement: Placement) -> str | None:
    """Return the name of the pieces if they have an outline."""
    if placement.graph is None:
        return "queen"
    piece = piece_of(placement.graph)
    return piece.name if piece is not None and piece.name in OUTLINES else None


def coloring_scene(
    coloring: Coloring, *, pos: Positions | None = None, names: bool | None = None
) -> Scene:
    """Return the scene of squares or nodes in their colors, each with its number."""
    G = coloring.graph
    geometry = (
        node_points(None, list(coloring), pos, names) if G is None else geometry_of(G, pos, names)
    )
    classes = [_known_places(geometry, nodes, "a node of the graph") for nodes in coloring.classes]
    colors = plural(len(classes), "color")
    if isinstance(geometry, Squares):
        size, most = _SPOT, _NUMBERED_SQUARES
        blank = geometry.blank()
        scene = replace(
            blank,
            rows=geometry.painted(
                blank.rows,
                (
                    (square, TINTS[k % len(TINTS)])
                    for k, squares in enumerate(coloring.classes)
                    for square in squares
                ),
            ),
            title=f"{plural(len(coloring), 'square')} of {_the(geometry.board)} in {colors}",
        )
    else:
        size, most = _spot_size(geometry), NUMBERED_NODES
        geometry.aside = _ASIDE
        scene = replace(
            geometry.blank(),
            edges=() if G is None else background_edges(geometry, G),
            spot=size,
            title=f"{plural(len(coloring), 'node')} in {colors}",
        )
    numbered = len(coloring) <= most
    return replace(
        scene,
        spots=[
            Spots(f"color{k % len(TINTS)}", places, [str(k)] * len(places) if numbered else ())
            for k, places in enumerate(classes)
        ],
        number_font=fitting(1.16 * size, len(str(len(classes)))),
    )


def _known_places(geometry: Geometry, nodes: Iterable[Any], what: str) -> list[Point]:
    """Return the positions of nodes; raise InvalidArgument if the geometry lacks one."""
    nodes = list(nodes)
    for node in nodes:
        if node not in geometry:
            raise InvalidArgument(f"{node!r} is not {what}")
    return list(map(geometry.position, nodes))


def _spot_size(geometry: NodePositions) -> float:
    """Return the radius of highlighted nodes: neighbors on a circle do not touch."""
    if not geometry.circle or len(geometry.places) < 2:
        return _SPOT * geometry.unit
    first, second, *_ = geometry.places.values()
    return min(_SPOT * geometry.unit, 0.45 * math.dist(first, second))


def _the(board: Board) -> str:
    return f"the {'wrapped ' * any(board.periodic)}{board.size} board"


def _first_names(geometry: Geometry, nodes: Sequence[Any]) -> str:
    """Return the names of the first nodes."""
    names = list(map(geometry.name, nodes[:_LISTED])) + ["…"] * (len(nodes) > _LISTED)
    return f": {', '.join(names)}" if names else ""
