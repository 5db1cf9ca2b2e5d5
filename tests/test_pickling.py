"""Values and exceptions survive pickling, as they must to reach another process."""

import pickle
from fractions import Fraction

import networkx as nx
import pytest
from together import together

import icosian

G = nx.cycle_graph(6)


VALUES = {
    "tour of a board": lambda: icosian.knight_graph(6).hamiltonian_cycle(),
    "tour by construction": lambda: icosian.knights_tour(30),
    "tour of a graph": lambda: icosian.hamiltonian_cycle(nx.dodecahedral_graph()),
    "tour by hand": lambda: icosian.Tour("abc", is_closed=True),
    "search steps": lambda: tuple(icosian.knight_graph(4).backtrack("a1")),
    "placement": lambda: icosian.maximum_independent_set(nx.petersen_graph()),
    "coloring": lambda: icosian.minimum_coloring(nx.petersen_graph()),
    "placement steps": lambda: tuple(icosian.placement_search(4)),
}


@together("name", VALUES)
def test_a_value_survives_pickling(name):
    value = VALUES[name]()
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    assert again == value


@together("length", [2, 0.5, 0, Fraction(1, 3)], ids=repr)
def test_shortest_paths_survive_pickling(length):
    G = nx.cycle_graph(6)
    nx.set_edge_attributes(G, length, "weight")
    for paths in (icosian.dijkstra(G, 0), icosian.prepare(G).dijkstra(0)):
        again = pickle.loads(pickle.dumps(paths))
        assert again.to_dicts() == paths.to_dicts()
        assert again.path(3) == paths.path(3)
        assert list(again.steps) == list(paths.steps)


PLAIN = [
    "DeadEnd",
    "IcosianError",
    "InvalidArgument",
    "InvalidProof",
    "InvalidTour",
    "NotANode",
    "NoPlacement",
]


@together("name", PLAIN)
def test_an_exception_survives_pickling(name):
    error = getattr(icosian, name)("a message")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)


def test_an_impossibility_keeps_its_proof():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(nx.petersen_graph())
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.proof == caught.value.proof
    again.proof.check(nx.petersen_graph())


def test_a_search_that_stopped_keeps_what_it_held():
    with pytest.raises(icosian.SearchLimitReached) as caught:
        icosian.hamiltonian_cycle(icosian.knight_graph(20), timeout=0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.stats == caught.value.stats
    assert again.partial == caught.value.partial
