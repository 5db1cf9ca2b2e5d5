"""One look: positions and names on request, arrows, layers, dark paper, images to compare."""

import io
import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import numpy as np
import pytest
from drawing_tours import ring, six, snake
from matplotlib.collections import EllipseCollection, LineCollection, PolyCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.text import Text
from svg_reading import coordinates, lines, of_class, tag

import icosian
from icosian.boards.board import Board
from icosian.drawing.scene import colors as _colors
from icosian.proofs import Toughness

mpl.use("Agg")

IMAGES = Path(__file__).parents[1] / "data" / "pictures"
STAR = nx.star_graph(3)
GRAPH = icosian.knight_graph(3, 4)
PICTURES = {
    "board": ((icosian.draw_board, icosian.board_svg, icosian.save_board), (GRAPH,)),
    "tour": ((icosian.draw_tour, icosian.tour_svg, icosian.save_tour), (six(),)),
    "proof": (
        (icosian.draw_proof, icosian.proof_svg, icosian.save_proof),
        (Toughness(closed=True, removed=frozenset({0}), parts=3), STAR),
    ),
    "placement": (
        (icosian.draw_placement, icosian.placement_svg, icosian.save_placement),
        (icosian.queens(6),),
    ),
    "coloring": (
        (icosian.draw_coloring, icosian.coloring_svg, icosian.save_coloring),
        (icosian.minimum_coloring(GRAPH),),
    ),
    "route": (
        (icosian.draw_route_map, icosian.route_svg, icosian.save_route_map),
        (GRAPH, icosian.dijkstra(GRAPH, "a1")),
    ),
}
EVERY = pytest.mark.parametrize("name", PICTURES)
NODES = {"board": GRAPH, "tour": six(), "proof": STAR, "coloring": GRAPH, "route": GRAPH}
NODES["placement"] = [(r, c) for r in range(6) for c in range(6)]


def axes(**options):
    return Figure(**options).add_subplot()


def of_kind(artists, kind):
    return [artist for artist in artists if isinstance(artist, kind)]


def words(root):
    return [e.text for e in of_class(root, "name")]


@EVERY
def test_every_picture_draws_on_given_axes_and_returns_what_it_drew(name):
    (draw, *_), arguments = PICTURES[name]
    ax = axes()
    before = set(ax.get_children())
    assert set(draw(*arguments, ax=ax)) == set(ax.get_children()) - before


@EVERY
def test_every_picture_has_a_twin_that_says_what_it_is(name):
    (_, svg, _), arguments = PICTURES[name]
    root = ET.fromstring(svg(*arguments))
    assert root.get("role") == "img"
    assert tag(root[0]) == "title"
    assert root[0].text
    x0, y0, width, height = map(float, root.get("viewBox").split())
    assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in coordinates(root))


@EVERY
@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_every_picture_is_saved(name, suffix, tmp_path):
    (_, _, save), (first, *others) = PICTURES[name]
    path = tmp_path / f"picture{suffix}"
    if name == "proof":
        save(first, *others, path)
    else:
        save(first, path, *others)
    assert path.stat().st_size > 1000


@EVERY
def test_positions_on_request_replace_the_board(name):
    (draw, svg, _), arguments = PICTURES[name]
    pos = {v: (3.0 * k, float(k * k % 7)) for k, v in enumerate(NODES[name])}
    artists = draw(*arguments, pos=pos, ax=axes())
    assert not of_kind(artists, AxesImage)
    assert not of_class(ET.fromstring(svg(*arguments, pos=pos)), "dark")


@EVERY
def test_positions_lack_no_node(name):
    (draw, *_), arguments = PICTURES[name]
    with pytest.raises(icosian.InvalidArgument, match="pos must have two numbers for"):
        draw(*arguments, pos={}, ax=axes())
    with pytest.raises(icosian.InvalidArgument, match="pos must map nodes to points, got 8"):
        draw(*arguments, pos=8, ax=axes())


@EVERY
def test_names_are_left_out_on_request(name):
    (_, svg, _), arguments = PICTURES[name]
    assert words(ET.fromstring(svg(*arguments)))
    legend = words(ET.fromstring(svg(*arguments, names=False)))
    assert all(" " in line for line in legend)  # a legend may stay


def test_boards_without_chess_names_are_named_by_their_coordinates_on_request():
    board = Board((40, 30))
    assert not words(ET.fromstring(icosian.board_svg(board)))
    named = words(ET.fromstring(icosian.board_svg(board, names=True)))
    assert named == [*map(str, range(0, 30, 2)), *map(str, range(0, 40, 2))]


def test_layers_are_named_on_request():
    root = ET.fromstring(icosian.board_svg(Board((2, 3, 3)), names=True))
    assert words(root) == ["0", "1", "2", "0", "1", "2", "0", "1"]
    x0, y0, width, height = map(float, root.get("viewBox").split())
    assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in coordinates(root))


def test_many_nodes_are_named_on_request_only():
    G = nx.cycle_graph(150)
    assert not words(ET.fromstring(icosian.board_svg(G)))
    assert len(words(ET.fromstring(icosian.board_svg(G, names=True)))) == 150


@pytest.mark.parametrize(
    ("tour", "options", "heads", "numbers"),
    [
        (snake(12, 12), {}, 0, 144),
        (snake(12, 13), {}, 155, 0),
        (snake(20, 20), {}, 399, 0),
        (snake(20, 21), {}, 0, 0),
        (snake(4, 4), {"numbers": False}, 15, 0),
        (snake(4, 4), {"numbers": False, "arrows": False}, 0, 0),
        (snake(4, 4), {"arrows": True}, 15, 16),
        (snake(20, 21), {"arrows": True}, 419, 0),
    ],
)
def test_size_chooses_numbers_arrows_or_a_plain_line(tour, options, heads, numbers):
    artists = icosian.draw_tour(tour, **options, ax=axes())
    assert len(of_kind(artists, Text)) == numbers
    assert sum(len(a.get_paths()) for a in of_kind(artists, PolyCollection)) == heads
    root = ET.fromstring(icosian.tour_svg(tour, **options))
    assert sum(len(lines(e)) for e in of_class(root, "head")) == heads


def test_arrowheads_point_the_way_of_their_moves():
    tour = snake(13, 13)
    (heads,) = of_kind(icosian.draw_tour(tour, ax=axes()), PolyCollection)
    for (u, v), path in zip(itertools.pairwise(tour), heads.get_paths(), strict=True):
        tip, _, back, _ = path.vertices[:4]
        way = np.array([v[1] - u[1], v[0] - u[0]])
        assert np.dot(tip - back, way) > 0
        middle = np.array([(u[1] + v[1]) / 2, (u[0] + v[0]) / 2])
        assert np.hypot(*(tip - middle)) < 0.5


def test_many_layers_fill_rows():
    (image,) = icosian.draw_board(Board((4, 4, 4)), ax=axes())
    assert image.get_array().shape[:2] == (9, 9)
    (image,) = icosian.draw_board(Board((8, 8, 8)), ax=axes())
    assert image.get_array().shape[:2] == (26, 26)


@pytest.mark.parametrize("layers", range(1, 14))
def test_no_two_squares_of_layers_share_a_place(layers):
    (image,) = icosian.draw_board(Board((layers, 3, 2)), ax=axes())
    assert (image.get_array()[..., 3] > 0).sum() == 6 * layers


def test_moves_from_layer_to_layer_are_thin():
    artists = icosian.draw_tour(snake(2, 3, 4), ax=axes())
    (leaps,) = of_kind(artists, LineCollection)
    (trail,) = of_kind(artists, Line2D)
    assert len(leaps.get_segments()) == 1
    assert leaps.get_linewidth()[0] < trail.get_linewidth() / 2


def test_a_planar_tour_is_drawn_without_crossings_and_another_on_a_circle():
    tour = icosian.hamiltonian_cycle(nx.dodecahedral_graph())
    (trail,) = of_kind(icosian.draw_tour(tour, ax=axes()), Line2D)
    assert np.ptp(np.hypot(*(trail.get_xydata() - trail.get_xydata().mean(axis=0)).T)) > 1
    (trail,) = of_kind(icosian.draw_tour(ring(9), ax=axes()), Line2D)
    assert np.ptp(np.hypot(*trail.get_xydata().T)) < 1e-9


def test_labels_keep_clear_of_nodes():
    G = nx.dodecahedral_graph()
    root = ET.fromstring(icosian.tour_svg(icosian.hamiltonian_cycle(G)))
    nodes = [(float(e.get("cx")), float(e.get("cy"))) for e in of_class(root, "node")]
    for e in of_class(root, "name"):
        x, y = float(e.get("x")), float(e.get("y"))
        assert min(np.hypot(x - cx, y - cy) for cx, cy in nodes) > 6


# Light and dark.


def luminance(color):
    weights = (0.2126, 0.7152, 0.0722)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return sum(w * c for w, c in zip(weights, linear, strict=True))


def contrast(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def by_night(color):
    return _colors.DARK_MODE.get(color, color)


@pytest.mark.parametrize("shade", [str, by_night], ids=["day", "night"])
def test_lines_and_text_stand_out_in_grey(shade):
    move, paper = shade(_colors.MOVE), shade(_colors.PAPER)
    for square in ("DARK_SQUARE", "LIGHT_SQUARE", "FINE_DARK_SQUARE", "FINE_LIGHT_SQUARE"):
        assert contrast(move, shade(getattr(_colors, square))) > 2.5
    assert contrast(shade(_colors.DARK_SQUARE), shade(_colors.LIGHT_SQUARE)) > 1.7
    for text in (_colors.TEXT, _colors.NAME):
        assert contrast(shade(text), paper) > 7
    for pen in ("strong", "absent", "split", "path", "tree", *(f"set{k}" for k in range(1, 7))):
        assert contrast(shade(_colors.PENS[pen].color), paper) > 4.5
    for square in (_colors.DARK_SQUARE, _colors.LIGHT_SQUARE):
        piece, rim = shade(_colors.PIECE), shade(_colors.PIECE_RIM)
        assert max(contrast(piece, shade(square)), contrast(rim, shade(square))) > 3


def test_every_colour_of_the_night_replaces_one_that_is_used():
    used = {
        value for name, value in vars(_colors).items() if name.isupper() and str(value)[0] == "#"
    }
    used |= {pen.color for pen in _colors.PENS.values()}
    assert set(_colors.DARK_MODE) <= used


@pytest.mark.parametrize(
    ("face", "is_dark"),
    [("white", False), ("#eeeeee", False), ("black", True), ("#202030", True), ("none", False)],
)
def test_a_figure_on_dark_paper_has_the_colours_of_the_night(face, is_dark):
    shade = by_night if is_dark else str
    artists = icosian.draw_tour(six(), ax=axes(facecolor=face))
    (trail,) = of_kind(artists, Line2D)
    assert trail.get_color() == shade(_colors.MOVE)
    (image,) = of_kind(artists, AxesImage)
    corner = image.get_array()[-1, 0, :3]
    assert to_hex(corner) == shade(_colors.DARK_SQUARE)


def test_a_subfigure_asks_the_figure_behind_it():
    figure = Figure(facecolor="black")
    ax = figure.subfigures().add_subplot()
    (trail,) = of_kind(icosian.draw_tour(six(), ax=ax), Line2D)
    assert trail.get_color() == by_night(_colors.MOVE)


def test_a_saved_picture_follows_the_style_of_matplotlib(tmp_path):
    import matplotlib.image
    import matplotlib.style

    for style, is_dark in (("default", False), ("dark_background", True)):
        with matplotlib.style.context(style):
            icosian.save_tour(six(), tmp_path / "tour.png")
        corner = matplotlib.image.imread(tmp_path / "tour.png")[0, 0, :3]
        assert (corner.mean() < 0.5) == is_dark


def test_svg_follows_its_reader():
    root = ET.fromstring(icosian.tour_svg(six()))
    (style,) = [e for e in root.iter() if tag(e) == "style"]
    day, night = style.text.split("@media (prefers-color-scheme:dark)")
    assert f".icosian .move{{stroke:{_colors.MOVE}}}" in day
    assert f".icosian .move{{stroke:{by_night(_colors.MOVE)}}}" in night


@EVERY
def test_every_class_of_a_picture_has_its_colour(name):
    (_, svg, _), arguments = PICTURES[name]
    root = ET.fromstring(svg(*arguments))
    (style,) = [e for e in root.iter() if tag(e) == "style"]
    day, _ = style.text.split("@media")
    ruled = set(re.findall(r"\.([\w-]+)", day))
    groups = {c for e in root.iter() for c in e.get("class", "").split()}
    piece = {"queen", "open", "closed"}
    assert groups <= ruled | piece


# Accessible text, notebooks, sizes.


def test_a_short_tour_is_told_square_by_square():
    root = ET.fromstring(icosian.tour_svg(six()))
    assert tag(root[1]) == "desc"
    steps = root[1].text.split(", ")
    assert (steps[0], steps[-1], len(steps)) == ("c2", "c2", 37)
    assert tag(ET.fromstring(icosian.tour_svg(snake(13, 13)))[1]) != "desc"


@pytest.mark.parametrize(
    ("thing", "title"),
    [
        (Board((2, 3)), "board of 2 x 3 squares"),
        (Board((2, 3), periodic=True), "wrapped board of 2 x 3 squares"),
        (GRAPH, "graph of 12 squares and 14 edges"),
        (nx.path_graph(2), "graph of 2 nodes and 1 edge"),
    ],
)
def test_boards_say_what_they_are(thing, title):
    assert ET.fromstring(icosian.board_svg(thing))[0].text == title


def test_a_board_shows_itself_in_a_notebook_unless_it_is_large():
    G = icosian.knight_graph(4)
    assert G._repr_svg_() == G.to_svg() == icosian.board_svg(G)
    assert G.board._repr_svg_() == icosian.board_svg(G.board)
    assert icosian.knight_graph(45)._repr_svg_() is None


def test_only_boards_and_graphs_have_pictures():
    with pytest.raises(icosian.InvalidArgument, match="must be a Board or a networkx graph, got 8"):
        icosian.board_svg(8)


def test_a_tour_is_at_most_a_quarter_of_what_matplotlib_writes():
    tour = six()
    figure = Figure(figsize=(5, 5))
    icosian.draw_tour(tour, ax=figure.add_subplot())
    written = io.StringIO()
    figure.savefig(written, format="svg")
    assert 4 * len(icosian.tour_svg(tour)) < len(written.getvalue())


def test_nodes_of_a_board_are_one_artist():
    artists = icosian.draw_board(icosian.knight_graph(20), ax=axes())
    assert len(of_kind(artists, EllipseCollection)) == len(of_kind(artists, LineCollection)) == 1


# Images. Text is drawn by fonts that differ, so there is none.


def drawn(picture, face="white"):
    figure = Figure(figsize=(2, 2), dpi=80, facecolor=face)
    picture(figure.add_axes((0, 0, 1, 1)))
    data = io.BytesIO()
    figure.savefig(data, format="rgba")
    return np.frombuffer(data.getvalue(), dtype=np.uint8).reshape(160, 160, 4)[..., :3]


def queens(ax):
    icosian.draw_placement(
        icosian.Placement([(0, 1), (1, 3), (2, 0), (3, 2)], board=Board((4, 4))), ax=ax
    )


KEY = {
    "tour": lambda ax: icosian.draw_tour(six(), numbers=False, names=False, ax=ax),
    "queens": queens,
    "icosian": lambda ax: icosian.draw_tour(
        icosian.Tour(
            [0, 1, 2, 3, 7, 6, 5, 4], is_closed=False, G=nx.convert_node_labels_to_integers(CUBE)
        ),
        numbers=False,
        names=False,
        ax=ax,
    ),
}
CUBE = nx.circular_ladder_graph(4)


@pytest.mark.parametrize("face", ["white", "black"])
@pytest.mark.parametrize("name", KEY)
def test_key_pictures_look_as_they_did(name, face):
    import matplotlib.image

    here = drawn(KEY[name], face).astype(float) / 255
    path = IMAGES / f"{name}-{face}.png"
    there = matplotlib.image.imread(path)[..., :3]
    difference = np.abs(here - there)
    assert difference.mean() < 0.01
    assert (difference.max(axis=2) > 0.25).mean() < 0.02
