"""The three drawing functions take every value that has a picture."""

import io
import xml.etree.ElementTree as ET

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_films import SUBJECTS
from drawing_tours import six
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from PIL import Image
from svg_reading import of_class
from together import together

import icosian
from icosian.boards.board import Board
from icosian.drawing import pictures, save, styles as colors, to_svg
from icosian.exceptions import InvalidArgument
from icosian.proofs import Toughness

STAR = nx.star_graph(3)
ROAD = icosian.route_map([("A", "B", 7)])
KNIGHT = icosian.knight_graph(6)
PATHS = icosian.dijkstra(KNIGHT, "a1")
TOUR = icosian.knights_tour(6)
PROOF = Toughness(closed=True, removed=frozenset({0}), parts=3)
COLORING = icosian.minimum_coloring(KNIGHT)
VALUES = {
    "board": (Board((3, 4)), {}),
    "graph": (STAR, {}),
    "board graph": (KNIGHT, {"names": False}),
    "map": (icosian.route_map([("A", "B", 7), ("B", "C", 2)]), {"weight": "weight"}),
    "tour": (TOUR, {"numbers": False}),
    "proof": (PROOF, {"G": STAR}),
    "paths": (PATHS, {"target": "f6"}),
    "placement": (icosian.queens(6), {}),
    "coloring": (COLORING, {}),
}


@together("value", [None, 5, "e4", [(0, 0), (1, 2)]], ids=repr)
def test_a_value_without_a_picture_is_refused(value, tmp_path):
    for function in (icosian.draw, icosian.to_svg):
        with pytest.raises(InvalidArgument, match=r"must be a Tour, .* or networkx graph"):
            function(value)
    with pytest.raises(InvalidArgument, match=r"must be a Tour, .* or networkx graph"):
        icosian.save(value, tmp_path / "picture.svg")
    assert not list(tmp_path.iterdir())


COLORED = {
    "tour": (TOUR, {}, colors.MOVE),
    "walk": (icosian.traveling_salesman(ROAD, [*"AB"]), {}, colors.MOVE),
    "queens": (icosian.queens(6), {}, colors.PIECE),
    "chosen nodes": (icosian.maximum_independent_set(nx.cycle_graph(5)), {}, colors.START),
    "path": (PATHS, {"target": "f6"}, colors.CLASH),
    "graph": (nx.cycle_graph(5), {}, colors.MOVE),
}


@pytest.mark.slow
@together("name", COLORED)
def test_a_color_is_that_of_the_subject_on_any_background(name):
    subject, options, usual = COLORED[name]
    assert usual in to_svg(subject, **options)
    changed = to_svg(subject, color="crimson", **options)
    assert "#dc143c" in changed
    assert usual not in changed
    figure, drawn = Figure(facecolor="black"), io.BytesIO()
    icosian.draw(subject, color="crimson", ax=figure.add_subplot(), **options)
    figure.savefig(drawn, format="svg")
    assert b"#dc143c" in drawn.getvalue()


@pytest.mark.parametrize("subject", [TOUR, list(icosian.all_queens(5)), nx.cycle_graph(5)])
def test_a_size_is_that_of_the_longer_side_in_pixels(subject, tmp_path):
    is_sheet = isinstance(subject, list)
    save(subject, tmp_path / "one.png", size=120, **({"columns": 1} if is_sheet else {}))
    with Image.open(tmp_path / "one.png") as image:
        assert max(image.size) == pytest.approx(240 * (len(subject) if is_sheet else 1), abs=2)


def test_a_floor_has_shelves_where_a_board_has_holes():
    floor = icosian.grid_graph(3, 4, holes=[(1, 1), (1, 2)])
    for subject in (floor, floor.hamiltonian_cycle(), floor.board):
        picture = to_svg(subject, style="floor")
        assert picture.count('<rect class="floor"') == 10
        assert picture.count('<rect class="shelf"') == 2
        assert 'class="dark"' not in picture
    assert r"class=\"shelf\"" in icosian.to_html(floor.hamiltonian_cycle(), style="floor")
    with pytest.raises(InvalidArgument, match='style "board" or "floor", got'):
        to_svg(floor, style="hall")


# Files.


MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@together("name", ["tour.jpeg", "tour", "tour.svg.gz", ".svg"])
def test_another_suffix_is_refused_before_any_work(name, tmp_path):
    with pytest.raises(InvalidArgument, match=r"\.pdf, \.png, \.svg.*got '.*" + name):
        save(None, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_failing_picture_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "tour.svg"
    path.write_bytes(b"old")
    monkeypatch.setattr(pictures, "document", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(six(), path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


# Animations as files.


def images(data):
    with Image.open(io.BytesIO(data)) as image:
        assert image.info["loop"] == 0
        for k in range(image.n_frames):
            image.seek(k)
            yield np.asarray(image.convert("RGB")), image.info["duration"]


@pytest.mark.parametrize(
    ("suffix", "start"), [(".gif", b"GIF89a"), (".svg", b"<svg "), (".html", b"<!DOCTYPE html>")]
)
@pytest.mark.parametrize("name", ["closed", "queens"])
def test_the_suffix_of_an_animation_says_the_format(name, suffix, start, tmp_path):
    path = tmp_path / f"film{suffix}"
    save(SUBJECTS[name](), path)
    data = path.read_bytes()
    assert data.startswith(start)
    save(SUBJECTS[name](), path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@together("given", [{"fps": 0}, {"fps": 51}, {"fps": "fast"}, {"fps": True}, {"frames": 0}])
def test_frames_and_their_number_a_second_have_bounds(given):
    with pytest.raises(InvalidArgument, match=f"{next(iter(given))} must be"):
        to_svg(six(), animated=True, **given)


# Options that subjects share.


GRAPH = icosian.knight_graph(3, 4)
PICTURES = {
    "board": (GRAPH, {}),
    "tour": (six(), {}),
    "proof": (Toughness(closed=True, removed=frozenset({0}), parts=3), {"G": STAR}),
    "placement": (icosian.queens(6), {}),
    "coloring": (icosian.minimum_coloring(GRAPH), {}),
    "route": (icosian.dijkstra(GRAPH, "a1"), {}),
    "map": (icosian.route_map([("A", "B", 7), ("B", "C", 2)]), {"weight": "weight"}),
}
EVERY = pytest.mark.parametrize("name", PICTURES)
NODES = {"board": GRAPH, "tour": six(), "proof": STAR, "coloring": GRAPH, "route": GRAPH}
NODES["map"] = "ABC"
NODES["placement"] = [(r, c) for r in range(6) for c in range(6)]


def words(root):
    return [e.text for e in of_class(root, "name")]


@EVERY
def test_positions_on_request_replace_the_board(name):
    subject, options = PICTURES[name]
    pos = {v: (3.0 * k, float(k * k % 7)) for k, v in enumerate(NODES[name])}
    artists = icosian.draw(subject, **options, pos=pos, ax=axes())
    assert not of_kind(artists, AxesImage)
    assert not of_class(ET.fromstring(icosian.to_svg(subject, **options, pos=pos)), "dark")


@EVERY
def test_positions_lack_no_node(name):
    subject, options = PICTURES[name]
    with pytest.raises(icosian.InvalidArgument, match="pos must have two numbers for"):
        icosian.draw(subject, **options, pos={}, ax=axes())
    with pytest.raises(icosian.InvalidArgument, match="pos must map nodes to points, got 8"):
        icosian.draw(subject, **options, pos=8, ax=axes())


@EVERY
def test_names_are_left_out_on_request(name):
    subject, options = PICTURES[name]
    assert words(ET.fromstring(icosian.to_svg(subject, **options)))
    legend = words(ET.fromstring(icosian.to_svg(subject, **options, names=False)))
    assert all(" " in line for line in legend)  # a legend may stay


def test_a_bound_shows_itself_with_the_lengths_that_were_asked_for():
    def length(u, v, data):
        return 1 + abs(u - v)

    tour = icosian.shortest_hamiltonian_cycle(nx.complete_graph(5), weight=length)
    assert tour.proof._repr_html_().endswith(to_svg(tour.proof, G=tour.graph, weight=length))
