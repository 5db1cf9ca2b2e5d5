"""The three drawing functions take every value that has a picture."""

import matplotlib as mpl
import networkx as nx
import pytest

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


@pytest.mark.parametrize("value", [None, 5, "e4", [(0, 0), (1, 2)]], ids=repr)
def test_a_value_without_a_picture_is_refused(value, tmp_path):
    for function in (icosian.draw, icosian.to_svg):
        with pytest.raises(InvalidArgument, match=r"must be a Tour, .* or networkx graph"):
            function(value)
    with pytest.raises(InvalidArgument, match=r"must be a Tour, .* or networkx graph"):
        icosian.save(value, tmp_path / "picture.svg")
    assert not list(tmp_path.iterdir())


def test_a_proof_needs_its_graph():
    with pytest.raises(InvalidArgument, match="G is missing"):
        icosian.draw(PROOF)


def test_the_weights_of_a_graph_are_drawn_on_request():
    roads, _ = VALUES["map"]
    assert 'class="tag"' not in icosian.to_svg(roads)
    assert ">7<" in icosian.to_svg(roads, weight="weight")
    twice = icosian.to_svg(roads, weight=lambda u, v, data: 2 * data["weight"])
    assert ">14<" in twice


@pytest.mark.parametrize(
    ("ask", "known"),
    [
        (
            lambda: icosian.draw(STAR, numbers=True),
            r"draw\(\) of a Graph .* weight, pos, names",
        ),
        (lambda: icosian.to_svg(TOUR, target=1), r"to_svg\(\) of a Tour .* numbers, arrows, pos"),
        (lambda: icosian.to_svg(TOUR, fps=4), r"to_svg\(\) of a Tour .* animated; got fps=4"),
        (lambda: icosian.animate(TOUR, limit=9), r"animate\(\) of a Tour .* G, frames, fps, ax"),
        (lambda: icosian.to_html(TOUR, fps=4), r"to_html\(\) of a Tour .* G, reasons; got fps=4"),
        (lambda: icosian.save(TOUR, "tour.gif", names=True), r"save\(\) of a Tour .* frames, fps"),
        (lambda: icosian.save(TOUR, "tour.png", G=STAR), r"save\(\) of a Tour .* numbers, arrows"),
        (lambda: icosian.to_svg([TOUR], G=STAR), r"to_svg\(\) of a Tour .* columns"),
        (lambda: TOUR.draw(target=1), r"draw\(\) of a Tour .* numbers, arrows"),
    ],
)
def test_an_option_of_another_kind_is_refused_with_those_that_there_are(ask, known):
    with pytest.raises(InvalidArgument, match=known):
        ask()


def test_large_values_are_not_small():
    assert all(is_small(value) for name, (value, *_) in VALUES.items() if name != "proof")
    large = icosian.knight_graph(45)
    assert not is_small(large)
    assert not is_small(large.board)
    assert not is_small(icosian.dijkstra(large, (0, 0)))
    assert not is_small(icosian.Tour(range(100_001), is_closed=False))
