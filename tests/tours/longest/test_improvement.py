"""First cycles, and longer ones."""

import networkx as nx
import pytest
from tours.longest.networks import network_of

from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.longest.search import cycle_through, improve_by_detours


def test_the_shortest_cycle_through_an_edge_is_found():
    G = nx.grid_2d_graph(3, 3)
    network = network_of(nx.convert_node_labels_to_integers(G), closed=True)
    for edge in network.edges:
        tour = cycle_through(network, edge, network.edges)
        assert len(tour) == 4
        assert network.is_cycle(tour)
        assert {*edge} <= {*tour}


def test_arcs_are_followed_as_they_point():
    G = nx.cycle_graph(4, nx.DiGraph)
    G.add_edge(1, 0)
    network = network_of(G, closed=True)
    assert cycle_through(network, (3, 0), network.edges) == [0, 1, 2, 3]


@pytest.mark.parametrize(("start", "end"), [(None, None), (0, None), (None, 0), (0, 8)])
def test_a_search_finds_the_longest_path_of_a_small_grid_with_its_ends(start, end):
    G = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3))
    network = network_of(G, closed=False, start=start, end=end)
    first = max(network.edges, key=lambda edge: (edge in network.given, edge))
    tour = cycle_through(network, first, network.edges)
    found = improve_by_detours(network, tour, 6_000, 1, Clock())
    assert network.is_cycle(found)
    assert found.count(network.home) == 1
    assert network.value(found) == 8
    assert improve_by_detours(network, tour, 6_000, 1, Clock()) == found
    with pytest.raises(TimeIsUp):
        improve_by_detours(network, tour, 10**9, 1, Clock(0))
