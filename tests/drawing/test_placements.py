"""Pictures of placements and of colorings: what the scene decides, seen through both backends."""

import itertools
import math
import re
import xml.etree.ElementTree as ET

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_placements import COLORINGS, PLACEMENTS, colored, some
from hypothesis import given, strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text
from svg_reading import NUMBER, lines, of_class, only, tag
from together import together

from icosian.boardgraphs.chess import king_graph
from icosian.boardgraphs.graph import board_graph
from icosian.boards.board import Board
from icosian.drawing import draw, to_svg
from icosian.drawing.styles import (
    COAL,
    DARK_SQUARE,
    FILLS,
    GRID,
    LIGHT_SQUARE,
    NODE,
    OUTLINES,
    TINTS,
)
from icosian.drawing.tours import coloring_scene, placement_scene
from icosian.exceptions import InvalidArgument
from icosian.placements.placement import Placement
from icosian.placements.queens.api import queens

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


def luminance(color):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return float(np.dot((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_a_title_names_the_first_twelve_only():
    root = parse(queens(13))
    assert root[0].text.count(",") == 12
    assert root[0].text.endswith(", …")
    assert "…" not in parse(queens(12))[0].text


# Pieces on boards.


@together("name", ON_BOARDS)
def test_every_piece_stands_in_the_middle_of_its_square(name):
    placement = PLACEMENTS[name]
    plan = placement_scene(placement)
    drawn = [*plan.pieces, *itertools.chain.from_iterable(spots.at for spots in plan.spots)]
    assert len(drawn) == len(placement)
    root = parse(placement)
    squares = {
        (float(e.get("x")) + GRID / 2, float(e.get("y")) + GRID / 2)
        for e in (*elements(root, "light"), *elements(root, "dark"))
        if tag(e) == "rect"
    }
    if squares:
        assert {*outlines(root), *stands(root, "piece")} <= squares


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


@pytest.mark.parametrize("name", ["queens", "holes", "torus", "many"])
def test_pieces_of_figures_stand_on_their_squares_too(name):
    placement = PLACEMENTS[name]
    (pieces,) = of_kind(draw(placement, ax=axes()), PathCollection)
    for (row, column), path in zip(placement, pieces.get_paths(), strict=True):
        box = path.get_extents()
        assert column - 0.5 < box.x0 < column < box.x1 < column + 0.5
        assert row - 0.5 < box.y0 < row < box.y1 < row + 0.5


@together("name", OUTLINES)
@together("shape", [(4, 4), (3, 3, 3)])
def test_a_chess_piece_is_drawn_as_what_its_graph_says(name, shape):
    placement = some(board_graph(Board(shape), name))
    root = parse(placement)
    assert len(elements(root, f"piece {name}")) == len(placement)
    assert f"{len(placement)} {name}s on the" in root[0].text
    assert not stands(root, "piece")


def test_pieces_without_a_graph_are_queens():
    root = parse(Placement([(0, 1), (1, 0)], board=Board((2, 2))))
    assert len(elements(root, "piece queen")) == 2


@pytest.mark.parametrize("name", ["leapers", "no piece", "row"])
def test_pieces_that_are_none_of_chess_are_discs(name):
    root = parse(PLACEMENTS[name])
    assert len(stands(root, "piece")) == len(PLACEMENTS[name])
    assert not outlines(root)
    assert " pieces on the" in root[0].text


def pixels(placement):
    """The picture as an array; the board fills it, 100 pixels a square."""
    rows, columns = placement.board.shape
    figure = Figure(figsize=(columns, rows), dpi=100)
    draw(placement, ax=figure.add_axes((0, 0, 1, 1)))
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3] / 255


@pytest.mark.parametrize(
    ("name", "body", "gap"), [("knight", (1, 1), (-2.3, -4)), ("bishop", (-1, 1), (1.55, -2.15))]
)
def test_the_knight_has_an_eye_and_the_bishop_a_slit(name, body, gap):
    picture = pixels(Placement([(0, 0)], G=board_graph(Board((3, 3)), name)))
    for (x, y), color in ((body, COAL), (gap, NODE)):
        seen = picture[round(50 + 5 * y), round(50 + 5 * x)]
        assert seen == pytest.approx(to_rgb(color), abs=0.06)


def test_pieces_stand_upright_in_figures():
    """The crown of the queen is wider than its foot, and empty between the spikes."""
    picture = pixels(queens(1))
    dark = np.abs(picture - to_rgb(COAL)).max(axis=-1) < 0.1
    assert dark[85].sum() > 50 > dark[20].sum() > 0


def test_pieces_are_seen_on_both_kinds_of_squares():
    assert all(contrast(COAL, square) > 3 for square in (LIGHT_SQUARE, DARK_SQUARE))
    assert contrast(COAL, NODE) > 7


def test_pieces_on_small_squares_are_discs_that_can_be_seen():
    for n in (61, 200, 1000):
        placement = queens(n)
        plan = placement_scene(placement)
        assert not plan.pieces
        assert [len(spots.at) for spots in plan.spots] == [n]
        assert plan.spot * plan.pixels >= 2.5
    assert len(placement_scene(queens(60)).pieces) == 60


def test_a_board_of_more_than_a_million_squares_is_a_field_of_one_color():
    root = parse(PLACEMENTS["smaller than pixels"])
    assert not of_class(root, "light")
    assert len(only(root, "field").get("d").split()) >= 4
    assert len(stands(root, "piece")) == 1001
    assert of_class(parse(queens(1000)), "light")


def test_a_picture_of_200_queens_is_short():
    assert len(to_svg(queens(200))) < 40_000


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


def test_the_nodes_of_a_small_graph_are_named_and_those_of_a_large_one_are_not():
    names = [e.text for e in of_class(parse(PLACEMENTS["circle"]), "name")]
    assert names == [str(k) for k in range(10)]
    assert not of_class(parse(PLACEMENTS["crowd"]), "name")


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 10, 144, 300, 3000])
def test_neighbors_on_a_circle_do_not_touch(n):
    G = nx.cycle_graph(n)
    for plan in (placement_scene(Placement(G, G=G)), coloring_scene(colored(G, 2))):
        first, second = (
            plan.spots[0].at[:2] if len(plan.spots) == 1 else (s.at[0] for s in plan.spots)
        )
        assert 2 * plan.spot < math.dist(first, second)


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
    artists = draw(coloring, ax=axes())
    (image,) = of_kind(artists, AxesImage)
    colors = image.get_array()
    for (row, column), k in coloring.items():
        fill = FILLS[f"color{k % len(TINTS)}"].color
        assert to_hex(colors[row, column]) == fill
    numbers = {text.get_position(): text.get_text() for text in of_kind(artists, Text)}
    assert numbers == {(column, row): str(k) for (row, column), k in coloring.items()}


def test_holes_and_squares_that_are_no_nodes_keep_their_look():
    root = parse(COLORINGS["holes"])
    assert len(of_class(root, "hole")) == 3
    assert not of_class(root, "light") + of_class(root, "dark")
    root = parse(COLORINGS["part of a board"])
    assert len(of_class(root, "light") + of_class(root, "dark")) == 13
    assert [len(elements(root, f"color{k}")) for k in (0, 1)] == [2, 1]


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


@pytest.mark.slow
def test_numbers_are_written_where_legible():
    assert len(numbered(parse(colored(king_graph(30), 4)))) == 900
    assert not numbered(parse(COLORINGS["small squares"]))
    assert len(numbered(parse(colored(nx.cycle_graph(144), 2)))) == 144
    assert not numbered(parse(colored(nx.cycle_graph(145), 2)))


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


def test_colors_repeat_and_their_numbers_continue():
    root = parse(COLORINGS["many colors"])
    assert len(elements(root, "color0")) == len(elements(root, "color4")) == 3
    assert len(elements(root, "color5")) == 2
    assert sorted(int(text) for *_, text in numbered(root)) == list(range(25))


# Matrices for a complete lack of one kind of cones: G. M. Machado, M. M. Oliveira, L. A. F.
# Fernandes, A physiologically-based model for simulation of color vision deficiency, IEEE
# Transactions on Visualization and Computer Graphics 15 (2009), 1291-1298, table 1.
EYES = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)  # of linear sRGB: IEC 61966-2-1


def lab(color, eyes):
    """The color in CIE L*a*b*, where a distance of 2.3 is just noticeable."""
    rgb = np.array(to_rgb(color))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(np.array(eyes) @ linear, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@together("eyes", EYES)
def test_colors_are_distinct_for_color_blind_readers(eyes):
    seen = [lab(FILLS[f"color{k}"].color, EYES[eyes]) for k in range(len(TINTS))]
    assert all(math.dist(one, other) > 20 for one, other in itertools.combinations(seen, 2))


@together("k", range(len(TINTS)))
def test_numbers_are_legible_on_their_color(k):
    fill = FILLS[f"color{k}"]
    assert contrast(fill.color, fill.ink) >= 4.5  # WCAG 2, level AA


# Bad input.


def test_a_piece_beside_its_board_is_refused_by_name():
    with pytest.raises(InvalidArgument, match=r"\(2, 0\) is not on the 2 x 2 board"):
        to_svg(Placement([(0, 0), (2, 0)], board=Board((2, 2))))
    with pytest.raises(InvalidArgument, match=r"\(0, 0\) is not on the 2 x 2 board"):
        to_svg(Placement([(0, 0)], board=Board((2, 2), holes=[(0, 0)])))


def test_a_node_that_the_graph_has_not_is_refused_by_name():
    with pytest.raises(InvalidArgument, match="'x' is not a node of the graph"):
        to_svg(Placement([0, "x"], G=nx.path_graph(2)))
    G = nx.path_graph(3)
    coloring = colored(G, 2)
    G.remove_node(2)
    with pytest.raises(InvalidArgument, match="2 is not a node of the graph"):
        to_svg(coloring)
