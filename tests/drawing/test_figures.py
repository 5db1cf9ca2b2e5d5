"""The functions for one kind of value: the same options, the same pictures."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import numpy as np
import pytest
from drawing_tours import six
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from svg_reading import of_class

import icosian
from icosian.boards.board import Board
from icosian.proofs import Toughness

mpl.use("Agg")
IMAGES = Path(__file__).parents[1] / "data" / "pictures"
STAR = nx.star_graph(3)
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


def axes(**options):
    return Figure(**options).add_subplot()


def of_kind(artists, kind):
    return [artist for artist in artists if isinstance(artist, kind)]


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


def test_a_board_shows_itself_in_a_notebook_unless_it_is_large():
    G = icosian.knight_graph(4)
    assert G._repr_svg_() == G.to_svg() == icosian.to_svg(G)
    assert G.board._repr_svg_() == icosian.to_svg(G.board)
    assert icosian.knight_graph(45)._repr_svg_() is None


def test_a_tour_is_at_most_a_quarter_of_what_matplotlib_writes():
    tour = six()
    figure = Figure(figsize=(5, 5))
    icosian.draw(tour, ax=figure.add_subplot())
    written = io.StringIO()
    figure.savefig(written, format="svg")
    assert 4 * len(icosian.to_svg(tour)) < len(written.getvalue())


def drawn(picture, face="white"):
    figure = Figure(figsize=(2, 2), dpi=80, facecolor=face)
    picture(figure.add_axes((0, 0, 1, 1)))
    data = io.BytesIO()
    figure.savefig(data, format="rgba")
    return np.frombuffer(data.getvalue(), dtype=np.uint8).reshape(160, 160, 4)[..., :3]


def queens(ax):
    icosian.draw(icosian.Placement([(0, 1), (1, 3), (2, 0), (3, 2)], board=Board((4, 4))), ax=ax)


KEY = {
    "tour": lambda ax: icosian.draw(six(), numbers=False, names=False, ax=ax),
    "queens": queens,
    "icosian": lambda ax: icosian.draw(
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
