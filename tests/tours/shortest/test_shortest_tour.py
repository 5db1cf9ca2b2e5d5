import copy
import pickle

import networkx as nx
import pytest

from icosian import InvalidArgument, Tour, shortest_hamiltonian_cycle, shortest_tour

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


def test_the_picture_in_a_notebook_says_how_much_is_proved():
    picture = shortest_hamiltonian_cycle(nx.complete_graph(5))._repr_svg_()
    assert picture.startswith("<svg")
    assert "Length 5" in picture
