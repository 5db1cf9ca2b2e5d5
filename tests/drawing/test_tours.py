"""Pictures of tours, puzzles, placements and colorings."""

import math
import re
import xml.etree.ElementTree as ET

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_bounds import one_way_street, rectangle, scattered
from drawing_placements import COLORINGS, PLACEMENTS
from drawing_scenes import layers, parts, radius, scene_made
from hypothesis import given, strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import EllipseCollection, LineCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text
from svg_reading import NUMBER, lines, of_class, only, tag
from together import together

import icosian
from icosian import knight_graph, minimum_path_cover
from icosian.boards.board import Board
from icosian.drawing import draw, to_svg
from icosian.drawing.styles import FILLS, GRID, TINTS
from icosian.exceptions import InvalidArgument
from icosian.placements.placement import Placement
from icosian.placements.queens_search import queens
from icosian.tours import (
    DisjointCycles,
    edge_disjoint_hamiltonian_cycles,
    hamiltonian_decomposition,
)
from icosian.tours.longest.functions import LongestTour
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour

GRAPH = icosian.knight_graph(3, 4)


def names_in(root):
    return [e.text for e in of_class(root, "name")]


# Tours of known length


def caption(tour, **options):
    root = ET.fromstring(icosian.to_svg(tour, **options))
    return " ".join(e.text for e in of_class(root, "heading"))


def test_a_picture_of_a_shortest_tour_says_what_is_proved():
    tour, proof = rectangle()
    options = {"is_closed": True, "places": tour.places}
    assert caption(tour) == "Length 140, the shortest"
    assert caption(ShortestTour("acbd", length=180, **options)) == "Length 180"
    rough = ShortestTour("acbd", length=180, bound=140, proof=proof, **options)
    assert caption(rough) == "Length 180: no tour is shorter than 140"
    places = Places([(0, 0), (1, 1), (2, 0)])  # whose distances are rounded
    length, bound = 4.828427124746191, 4.82842712
    rounded = ShortestTour(
        range(3), is_closed=True, length=length, bound=bound, is_optimal=True, places=places
    )
    assert caption(rounded) == "Length 4.83, the shortest"  # a gap of rounding is not shown
    path, _ = one_way_street()
    assert caption(path) == "Length 6, the shortest"


def test_distances_on_the_globe_have_a_unit_and_large_ones_are_kilometers():
    def on_the_globe(distance, **lengths):
        places = Places([(0, 0), (1, 1), (2, 0)], distance)
        return caption(ShortestTour(range(3), is_closed=True, places=places, **lengths))

    assert on_the_globe("haversine", length=9876.5, bound=9000) == (
        "Length 9,880 m: no tour is shorter than 9,000 m"
    )
    assert on_the_globe("haversine", length=1702345.678, is_optimal=True) == (
        "Length 1,700 km, the shortest"
    )
    assert on_the_globe("GEOM", length=2500, is_optimal=True) == "Length 2,500 m, the shortest"
    assert on_the_globe("GEO", length=3323, is_optimal=True) == "Length 3,323 km, the shortest"


def test_groups_have_colors_and_what_is_left_out_is_hollow():
    places = {"a": (0, 0), "b": (4, 0), "c": (9, 9), "d": (0, 4), "e": (8, 8), "f": (2, 1)}
    tour = icosian.shortest_tour(places, start="a", groups=[[*"bc"], [*"de"]])
    scene = scene_made(tour)
    at = {kind: {*some} for kind, some in layers(scene, "spot").items()}
    assert at == {"part1": {(4, 0)}, "rim1": {(9, 9)}, "part2": {(0, 4)}, "rim2": {(8, 8)}}
    left, top, right, bottom = scene.box
    assert left < 0
    assert right > 9
    assert bottom < 0
    assert top > 9


def test_a_shortest_tour_of_places_has_no_numbers_but_a_start_and_arrowheads():
    root = ET.fromstring(rectangle()[0].to_svg())
    for kind in ("number", "end", "arrow", "edge"):
        assert not of_class(root, kind)
    assert len(of_class(root, "start")) == 1
    assert of_class(root, "head")
    assert len(of_class(root, "node")) == 3
    root = ET.fromstring(rectangle()[0].to_svg(numbers=True))
    assert [e.text for e in of_class(root, "number")] == ["1", "2", "3", "4"]
    root = ET.fromstring(one_way_street()[0].to_svg())
    assert of_class(root, "start")
    assert of_class(root, "end")
    assert of_class(root, "head")  # the way back is longer


@pytest.mark.parametrize("n", [10, 100, 1000])
def test_places_are_small_dots_and_only_few_have_names(n):
    tour = scattered(n)
    root = ET.fromstring(tour.to_svg())
    dots = of_class(root, "node")
    assert len(dots) == n - 1
    assert len(of_class(root, "start")) == 1
    _, _, width, height = map(float, root.get("viewBox").split())
    assert sum(math.pi * float(e.get("r")) ** 2 for e in dots) < 0.03 * width * height
    assert len(names_in(root)) == (n if n == 10 else 0)


def test_a_longest_tour_is_drawn_on_its_whole_graph():
    G = nx.cycle_graph(5)
    G.add_edges_from([(0, 5), (5, 6)])
    tour = LongestTour(range(5), is_closed=True, length=5, bound=5, is_optimal=True, G=G)
    scene = scene_made(tour)
    assert [*map(len, layers(scene, "spot").values())] == [2]
    assert len(parts(scene, "name")) == 7
    assert len(parts(scene, "edge")) == 2
    assert scene.title.endswith("A cycle of length 5, proved to be the longest.")
    board = LongestTour([(0, 0), (1, 2)], is_closed=False, length=2, G=GRAPH)
    assert not layers(scene_made(board), "spot")
    assert "nothing is proved" in scene_made(board).title
    assert tour.to_html().startswith("<!DOCTYPE html>")


# Path covers: every path in a color, every node once.


STAR, ARCS = nx.star_graph(4), nx.DiGraph([(0, 1), (0, 2), (1, 3)])


@together("G", [STAR, ARCS, knight_graph(4), nx.empty_graph(3)])
def test_every_edge_and_every_node_has_the_color_of_its_path(G):
    cover = minimum_path_cover(G)
    scene = scene_made(cover)
    for k, path in enumerate(cover, 1):
        lines, heads, spots = (
            parts(scene, f"{role} cover{k}") for role in ("stroke", "head", "spot")
        )
        assert sum(len(line) - 1 for line in lines) == len(path) - 1
        assert len(spots) == len(path)
        assert len(heads) == (len(path) - 1 if G.is_directed() else 0)
    assert [*layers(scene, "spot")] == [f"cover{k}" for k in range(1, len(cover) + 1)]
    assert scene.title == cover.explain()


def test_disjoint_cycles_of_digraphs_have_arrows_and_those_of_boards_their_squares():
    ways = scene_made(hamiltonian_decomposition(nx.complete_graph(5, nx.DiGraph)))
    assert [*map(len, layers(ways, "head").values())] == [5] * 4
    board = scene_made(edge_disjoint_hamiltonian_cycles(knight_graph(6)))
    assert len(board.board.rows) == 6
    wrapped = hamiltonian_decomposition(knight_graph(6, periodic=True))
    assert len(layers(scene_made(wrapped), "stroke")) == 4
    for cycles in (wrapped, DisjointCycles([]), DisjointCycles([(0, 1, 2)])):
        assert icosian.to_svg(cycles) == cycles._repr_svg_()
        icosian.draw(cycles)


# Puzzles: clues in bold, squares to fill in.


PUZZLE = icosian.read_puzzle("1 . 8\n. # .\n. 4 5\n")


def test_pictures_are_shown_drawn_and_written(tmp_path):

    for value in (PUZZLE, PUZZLE.solve()):
        svg = value._repr_svg_()
        assert svg.count('class="number clue"') == 1
        assert "font-weight:bold" in svg
        artists = value.draw(ax=Figure().add_subplot())
        weights = [text.get_weight() for text in artists if hasattr(text, "get_weight")]
        assert weights.count("bold") == 4
        icosian.save(value, tmp_path / "puzzle.png")
    assert "font-weight" not in icosian.knights_tour(6).to_svg()
    with pytest.raises(InvalidArgument, match="Puzzle"):
        icosian.draw(3)


ON_BOARDS = [name for name, placement in PLACEMENTS.items() if placement.board is not None]
ON_NODES = [name for name in PLACEMENTS if name not in ON_BOARDS]


def parse(thing):
    return ET.fromstring(to_svg(thing).encode())


def elements(root, name):
    """The elements of exactly these classes."""
    return [e for e in root.iter() if e.get("class") == name]


def outlines(root):
    """Where the drawn pieces stand."""
    found = [e for e in of_class(root, "piece") if tag(e) == "path"]
    return [tuple(map(float, NUMBER.findall(e.get("transform")))) for e in found]


def stands(root, name):
    """Where circles of a class stand."""
    found = [e for e in of_class(root, name) if tag(e) == "circle"]
    return [(float(e.get("cx")), float(e.get("cy"))) for e in found]


def numbered(root):
    """The numbers of the picture with the points in whose middle they stand."""
    texts = of_class(root, "number")
    return [(float(e.get("x")), float(e.get("y")), e.text) for e in texts]


# Pieces on boards.


@given(st.data())
def test_pieces_stand_on_exactly_the_squares_of_the_placement(data):
    rows, columns = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    board = Board((rows, columns))
    nodes = data.draw(st.lists(st.sampled_from(board.squares), unique=True))
    placement = Placement(nodes, board=board)
    root = parse(placement)
    assert len(outlines(root)) == len(nodes)
    corner = min(
        (float(e.get("x")), float(e.get("y")))
        for e in root.iter()
        if tag(e) == "rect" and e.get("x")
    )
    assert [
        (round((y - corner[1]) / GRID - 0.5), round((x - corner[0]) / GRID - 0.5))
        for x, y in outlines(root)
    ] == nodes


def pixels(placement):
    """The picture as an array; the board fills it, 100 pixels a square."""
    rows, columns = placement.board.shape
    figure = Figure(figsize=(columns, rows), dpi=100)
    draw(placement, names=False, ax=figure.add_axes((0, 0, 1, 1)))
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3] / 255


def test_pieces_on_small_squares_are_discs_that_can_be_seen():
    for n in (61, 200, 1000):
        placement = queens(n)
        plan = scene_made(placement)
        assert not parts(plan, "piece")
        assert len(parts(plan, "spot piece")) == n
        assert radius(plan, "spot") * plan.pixels >= 2.5
    assert len(parts(scene_made(queens(60)), "piece")) == 60


# Chosen nodes of other graphs.


@together("name", ON_NODES)
def test_chosen_nodes_are_highlighted_and_the_others_are_plain(name):
    placement = PLACEMENTS[name]
    root = parse(placement)
    n = len(placement) if placement.graph is None else len(placement.graph)
    assert len(stands(root, "chosen")) == len(placement)
    assert len(stands(root, "node")) == n - len(placement)
    radii = [{float(e.get("r")) for e in of_class(root, kind)} for kind in ("node", "chosen")]
    if all(radii):
        assert max(radii[0]) < 0.5 * min(radii[1])


def test_chosen_nodes_stand_at_their_positions_among_the_edges():
    placement = PLACEMENTS["positions"]
    pos = nx.get_node_attributes(placement.graph, "pos")
    artists = draw(placement, ax=axes())
    chosen = [
        group
        for group in of_kind(artists, EllipseCollection)
        if to_hex(group.get_facecolor()[0]) == FILLS["chosen"].color
    ]
    assert chosen[0].get_offsets() == pytest.approx(np.array([pos[v] for v in placement]))
    (edges,) = of_kind(artists, LineCollection)
    assert len(edges.get_segments()) == 15
    assert len(lines(only(parse(placement), "edge"))) == 15


# Colorings.


@together("name", ["board", "many colors", "holes", "torus", "layers", "row"])
def test_every_square_has_its_color_and_its_number(name):
    coloring = COLORINGS[name]
    root = parse(coloring)
    written = {(x, round(y)): text for x, y, text in numbered(root)}
    assert len(written) == len(coloring)
    squares = [e for e in root.iter() if tag(e) == "rect" and "color" in e.get("class")]
    assert len(squares) == len(coloring)
    for e in squares:
        x, y = float(e.get("x")) + GRID / 2, float(e.get("y")) + GRID / 2
        (text,) = (text for (a, b), text in written.items() if a == x and 0 < b - y < GRID / 4)
        assert e.get("class") == f"color{int(text) % len(TINTS)}"
    shown = sorted(text for *_, text in numbered(root))
    assert shown == sorted(map(str, coloring.values()))
    assert not of_class(root, "spot")
    assert not of_class(root, "edge")


@pytest.mark.parametrize("name", ["board", "many colors", "holes", "texture"])
def test_figures_have_the_colors_of_the_squares(name):
    coloring = COLORINGS[name]
    artists = draw(coloring, names=False, ax=axes())
    (image,) = of_kind(artists, AxesImage)
    colors = image.get_array()
    for (row, column), k in coloring.items():
        fill = FILLS[f"color{k % len(TINTS)}"].color
        assert to_hex(colors[row, column]) == fill
    numbers = {text.get_position(): text.get_text() for text in of_kind(artists, Text)}
    assert numbers == {(column, row): str(k) for (row, column), k in coloring.items()}


@pytest.mark.parametrize("name", ["texture", "small squares"])
def test_squares_of_a_large_board_are_one_path_for_each_color(name):
    coloring = COLORINGS[name]
    root = parse(coloring)
    side = math.isqrt(len(coloring))
    left, high = (0.3 + 0.5 * (side <= 26)) * GRID, 0.3 * GRID
    drawn = {}
    for k in range(len(coloring.classes)):
        (path,) = (e for e in elements(root, f"color{k}") if tag(e) == "path")
        for x, y, length in re.findall(r"M(\S+) (\S+)h(\d+)", path.get("d")):
            row, column = (float(y) - high) / GRID - 0.5, (float(x) - left) / GRID
            for step in range(int(length) // GRID):
                drawn[round(row), round(column) + step] = k
    assert drawn == dict(coloring)


@pytest.mark.parametrize("name", ["circle", "positions", "one node"])
def test_every_node_has_its_color_and_its_number(name):
    coloring = COLORINGS[name]
    root = parse(coloring)
    for k, nodes in enumerate(coloring.classes):
        places = stands(root, f"color{k}")
        assert len(places) == len(nodes)
        texts = [e for e in of_class(root, f"color{k}") if tag(e) == "text"]
        assert [e.text for e in texts] == [str(k)] * len(nodes)
        for (x, y), e in zip(places, texts, strict=True):
            assert float(e.get("x")) == x
            assert 0 < float(e.get("y")) - y < GRID / 4
    edges = of_class(root, "edge")
    assert sum(len(lines(e)) for e in edges) == coloring.graph.number_of_edges()


# Bad input.
