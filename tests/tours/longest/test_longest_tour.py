"""What a longest tour says of itself."""

import pickle

import networkx as nx
import pytest

import icosian
from icosian.tours import LongestTour


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "A path of length 3; nothing is proved."),
        ({"bound": 6}, "A path of length 3; none is longer than 6 (gap 100.00%)."),
        ({"bound": 3, "is_optimal": True}, "A path of length 3, proved to be the longest."),
    ],
)
def test_length_and_bound_in_a_sentence(options, text):
    tour = LongestTour("abc", is_closed=False, length=3, **options)
    assert tour.explain() == text
    assert tour.size == 3
    assert ("longest" in repr(tour)) == tour.is_longest


def test_gaps():
    def gap(length, bound):
        return LongestTour("ab", is_closed=False, length=length, bound=bound).gap

    assert gap(4, 5) == 0.25
    assert gap(-4, -3) == 0.25
    assert gap(0, 0) == 0
    assert gap(0, 1) == float("inf")
    assert gap(1, None) == float("inf")


def test_a_longest_tour_is_a_tour():
    G = nx.petersen_graph()
    cycle = icosian.longest_cycle(G)
    assert isinstance(cycle, icosian.Tour)
    turned = cycle.starting_at(cycle[3])
    assert isinstance(turned, LongestTour)
    assert turned.length == 9
    assert turned.proof is cycle.proof
    again = pickle.loads(pickle.dumps(cycle))
    assert again == cycle
    assert again.bound == 9
    assert "length 9" in repr(cycle)
    assert cycle.to_svg().startswith("<svg")
