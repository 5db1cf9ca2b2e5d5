"""Gadgets of cuts: what their paths can join, and what fits them."""

from itertools import combinations, permutations

import networkx as nx
import pytest

from icosian.proofs.derived import _realized
from icosian.tours.certify.division import fits, gadgets, states, trace_paths, ways

every_size = pytest.mark.parametrize("ports", [3, 4])


def test_the_states_of_a_cut_are_the_pairings_of_its_edges():
    assert len(states(3)) == 3
    assert len(states(4)) == 6 + 3


@every_size
def test_two_states_fit_if_they_make_one_cycle(ports):
    for one in states(ports):
        for other in states(ports):
            G = nx.Graph()
            for side, state in enumerate((one, other)):
                for pair in state:
                    nx.add_path(G, [min(pair), (side, pair), max(pair)])
            is_cycle = nx.is_connected(G) and all(degree == 2 for _, degree in G.degree())
            assert fits(one, [other]) == is_cycle


@every_size
def test_the_states_of_gadgets_are_those_that_the_checker_finds(ports):
    names = {port: port for port in range(ports)}
    found = gadgets(ports)
    assert len({gadget.edges for gadget in found}) == len(found)
    for gadget in found:
        assert gadget.states == _realized(gadget.edges, names)
        inner = {v for pair in gadget.edges for v in pair} - names.keys()
        assert gadget.size == len(inner)
        assert inner <= set(range(ports, 2 * ports))
    assert any(gadget.states == states(ports) for gadget in found)
    assert [gadget.size for gadget in found if not gadget.states] == [1]


@every_size
def test_the_ways_through_one_side_fit_a_way_through_the_other(ports):
    assert ways(ports, states(ports)) == states(ports)
    assert ways(ports, []) == frozenset()
    for one in states(ports):
        assert ways(ports, [one]) == {other for other in states(ports) if fits(one, [other])}
        assert one in ways(ports, ways(ports, [one]))


def test_paths_are_followed_in_any_order_of_their_edges():
    edges = [(0, 5), (5, 6), (6, 1), (2, 7), (7, 3)]
    both = {frozenset({0, 1}), frozenset({2, 3})}
    for order in permutations(edges):
        assert trace_paths(order, range(4)) == both
    assert trace_paths(edges[:3], [1, 0, 9]) == {frozenset({0, 1})}
    ring = [*edges[:3], (1, 0)]
    assert trace_paths(ring, range(4)) == frozenset()
    assert all(trace_paths(some, [0]) == frozenset() for some in combinations(edges, 2))
