"""What a longest tour says of itself."""

import pickle

import networkx as nx

import icosian
from icosian.tours import LongestTour


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
