"""What a case leaves of a network: never less than what longer cycles use."""

import random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from tours.longest.networks import network_of, random_case, random_network

from icosian._run.clock import Clock


def pairs_of(edges, chosen):
    """Return some edges of a statement, given by a mask."""
    return {*map(tuple, edges.pairs[chosen].tolist())}


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_a_case_keeps_all_longer_cycles(directed, seed):
    rng, network = random.Random(seed), random_network(seed, directed=directed)
    edges = network.statement
    used, avoided, fitting = random_case(rng, network)
    for length in (rng.randint(-5, 3), 99):
        case = edges.case(used, avoided, length)
        for steps, own in fitting:
            if own < length:
                assert case is not None
                assert pairs_of(edges, case.required) <= steps <= pairs_of(edges, case.allowed)


def test_blocks_that_are_too_small_are_left_out():
    G = nx.Graph(nx.cycle_graph(5).edges | {(0, 10), (10, 11), (11, 0), (4, 20)})
    network = network_of(nx.convert_node_labels_to_integers(G), closed=True)
    edges = network.statement
    ways, five = ~edges.is_loop, edges.case((), (), -3)
    assert (five.allowed & ways).sum() == 5
    assert not (edges.case((), (), -2).required & ways).any()
    # All of the block are visited, the others left out.
    assert network.blocks(network.edges_of(edges.case((), (), -4).allowed)) == [{0, 1, 2, 3, 4}]
    assert (edges.case((), (), -4).required & edges.is_loop).sum() == 3
    assert not (edges.case((), (), -4).allowed & edges.is_loop)[:5].any()
    assert edges.case((), (), -5) is None


def test_the_first_place_to_split_on_leaves_small_blocks_without_it():
    G = nx.compose(nx.cycle_graph(4), nx.relabel_nodes(nx.cycle_graph(4), {0: 0, 1: 5, 2: 6, 3: 7}))
    G = nx.convert_node_labels_to_integers(G)
    G.add_edges_from([(1, 3), (4, 6)])
    G.add_edge(1, 4)  # one block, which falls apart without its node 0
    for H, loop in ((G, (0, 0)), (G.to_directed(), (7, 0))):
        edges = network_of(H, closed=True).statement
        assert edges.narrowing.root(edges, edges.whole, Clock()) == loop


def test_a_digraph_has_two_nodes_a_place_and_a_loop_where_it_may_be_left_out():
    G = nx.DiGraph([(0, 1, {"weight": 4}), (1, 0, {"weight": -1})])
    network = network_of(G, closed=False, start=0, weight="weight")
    indptr, indices, gains = network.rows
    assert (indptr.tolist(), indices.tolist()) == ([0, 1, 3, 4], [1, 0, 2, 0])
    assert gains.tolist() == [4, -1, 0, 0]
    assert network.given == [(2, 0)]
    assert not network.ends_are_given
    edges = network.statement
    lengths = dict(zip(map(tuple, edges.pairs.tolist()), edges.lengths.tolist(), strict=True))
    twins, loops = {(v, v + 3): 0 for v in range(3)}, {(4, 1): 0}
    assert lengths == {(0, 4): -4, (1, 3): 1, (1, 5): 0, (2, 3): 0} | twins | loops
    assert pairs_of(edges, edges.required) == {*twins, (2, 3)}


@pytest.mark.parametrize("directed", [False, True])
def test_a_tour_is_measured_in_either_direction_of_the_statement(directed):
    G = nx.cycle_graph(4, nx.DiGraph if directed else nx.Graph)
    network = network_of(G, closed=True)
    cycle = network.nodes_of([1, 2, 3, 0])
    for way in (cycle, cycle[::-1]):
        assert network.measured(way) == -4
        assert sorted(network.stops_of(way)) == [0, 1, 2, 3]
    assert network.measured(network.nodes_of([0, 1, 3])) is None
