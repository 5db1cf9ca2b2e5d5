import copy
import pickle

import networkx as nx
import pytest

from icosian import InvalidArgument, Tour, shortest_hamiltonian_cycle, shortest_tour
from icosian.tours import ShortestTour

SQUARE = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}


def test_it_is_a_tour_and_compares_by_its_nodes():
    tour = shortest_tour(SQUARE, "manhattan", start="b")
    assert tour == Tour(tour.nodes, is_closed=True)
    assert tour.numbering["b"] == 1


def test_it_survives_copies_and_pickles():
    tour = shortest_hamiltonian_cycle(nx.complete_graph(5))
    for again in (copy.deepcopy(tour), pickle.loads(pickle.dumps(tour))):
        assert again == tour
        assert (again.length, again.proof, again.gap) == (tour.length, tour.proof, 0)


def test_started_elsewhere_it_keeps_what_is_known_of_it():
    tour = shortest_tour(SQUARE, "manhattan", start="b")
    turned = tour.starting_at("d")
    assert (turned[0], turned.numbering["d"], tour.numbering["b"]) == ("d", 1, 1)
    assert (turned.length, turned.proof, turned.places) == (4, tour.proof, tour.places)
    with pytest.raises(InvalidArgument):
        tour.starting_at("z")


@pytest.mark.parametrize(
    ("given", "gap", "words", "short"),
    [
        (
            {"length": 8, "bound": 8, "is_optimal": True},
            0,
            "Length 8, proved to be the shortest.",
            "<shortest closed tour of 3 nodes from 'x', length 8>",
        ),
        (
            {"length": 8.0, "bound": 7.0},
            0.125,
            "Length 8.0; no tour is shorter than 7.0 (gap 12.50%).",
            "<closed tour of 3 nodes from 'x', length 8.0, gap 12.50%>",
        ),
        ({"length": 8}, float("inf"), "Length 8; nothing is proved.", "gap inf%>"),
        ({"length": -8, "bound": -10}, 0.25, "Length -8; no tour", "gap 25.00%>"),
        ({"length": 0, "bound": -1}, float("inf"), "Length 0", "length 0, gap inf%>"),
        (
            {"length": 2.0, "bound": 1.999999998, "is_optimal": True},
            1e-9,
            "Length 2.0, proved to be the shortest up to 1e-09.",
            "<shortest",
        ),
    ],
)
def test_it_says_how_much_is_proved(given, gap, words, short):
    tour = ShortestTour("xyz", is_closed=True, **given)
    assert tour.gap == pytest.approx(gap, rel=1e-6)
    assert words in tour.explain()
    assert short in repr(tour)


def test_the_picture_in_a_notebook_says_how_much_is_proved():
    picture = shortest_hamiltonian_cycle(nx.complete_graph(5))._repr_svg_()
    assert picture.startswith("<svg")
    assert "Length 5" in picture
