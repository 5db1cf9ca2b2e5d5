"""The three drawing functions take every value that has a picture."""

import matplotlib as mpl
import networkx as nx
import pytest
from matplotlib.figure import Figure

import icosian
from icosian.boards.board import Board
from icosian.drawing import is_small
from icosian.exceptions import InvalidArgument
from icosian.proofs import Toughness

mpl.use("Agg")

STAR = nx.star_graph(3)
KNIGHT = icosian.knight_graph(6)
PATHS = icosian.dijkstra(KNIGHT, "a1")
TOUR = icosian.knights_tour(6)
PROOF = Toughness(closed=True, removed=frozenset({0}), parts=3)
COLORING = icosian.minimum_coloring(KNIGHT)
VALUES = {
    "board": (Board((3, 4)), {}, icosian.board_svg(Board((3, 4)))),
    "graph": (STAR, {}, icosian.board_svg(STAR)),
    "board graph": (KNIGHT, {"names": False}, icosian.board_svg(KNIGHT, names=False)),
    "tour": (TOUR, {"numbers": False}, icosian.tour_svg(TOUR, numbers=False)),
    "proof": (PROOF, {"G": STAR}, icosian.proof_svg(PROOF, STAR)),
    "paths": (PATHS, {"target": "f6"}, icosian.route_svg(KNIGHT, PATHS, target="f6")),
    "placement": (icosian.queens(6), {}, icosian.placement_svg(icosian.queens(6))),
    "coloring": (COLORING, {}, icosian.coloring_svg(COLORING)),
}


@pytest.mark.parametrize("name", VALUES)
def test_every_value_has_the_picture_of_the_function_for_its_kind(name, tmp_path):
    value, options, picture = VALUES[name]
    assert icosian.to_svg(value, **options) == picture
    icosian.save(value, tmp_path / "picture.svg", **options)
    assert (tmp_path / "picture.svg").read_text("utf-8") == picture
    ax = Figure().add_subplot()
    artists = icosian.draw(value, ax=ax, **options)
    assert artists
    assert set(artists) <= set(ax.get_children())


@pytest.mark.parametrize("value", [None, 5, "e4", [(0, 0), (1, 2)]], ids=repr)
def test_a_value_without_a_picture_is_refused(value, tmp_path):
    for function in (icosian.draw, icosian.to_svg):
        with pytest.raises(InvalidArgument, match="there are pictures of"):
            function(value)
    with pytest.raises(InvalidArgument, match="there are pictures of"):
        icosian.save(value, tmp_path / "picture.svg")
    assert not list(tmp_path.iterdir())


def test_a_proof_needs_its_graph():
    with pytest.raises(InvalidArgument, match="G is missing"):
        icosian.draw(PROOF)


def test_an_option_of_another_kind_is_a_type_error():
    with pytest.raises(TypeError, match="numbers"):
        icosian.to_svg(STAR, numbers=True)


def test_the_path_is_checked_before_anything_is_drawn(tmp_path):
    with pytest.raises(InvalidArgument, match=r"\.pdf, \.png, \.svg"):
        icosian.save(None, tmp_path / "picture.jpg")


def test_large_values_are_not_small():
    assert all(is_small(value) for name, (value, *_) in VALUES.items() if name != "proof")
    large = icosian.knight_graph(45)
    assert not is_small(large)
    assert not is_small(large.board)
    assert not is_small(icosian.dijkstra(large, (0, 0)))
    assert not is_small(icosian.Tour(range(100_001), is_closed=False))
