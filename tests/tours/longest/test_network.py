"""What a case leaves of a network: never less than what longer cycles use."""

import random
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from tours.longest.networks import network_of, random_graph

from icosian.tours.longest.network import Case


def cycles(network):
    """Yield every cycle that a question allows, from its smallest place."""
    for size in range(network.least, network.size + 1):
        for order in permutations(range(network.size), size):
            one_way = network.directed or order[1] < order[-1]
            allowed = network.home is None or network.home in order
            if order[0] == min(order) and one_way and allowed and network.is_cycle([*order]):
                yield [*order]


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_a_part_keeps_all_longer_cycles_of_its_case(directed, seed):
    rng = random.Random(seed)
    G = random_graph(rng, directed=directed, most=5)
    question = {"closed": True}
    if rng.random() < 0.5:
        question = {"closed": False, "start": rng.choice((None, 0)), "end": rng.choice((None, 1))}
    network = network_of(G, weight=rng.choice((None, "weight")), **question)
    edges = sorted(network.edges)
    if not edges:
        return
    case = Case()
    for _ in range(rng.randrange(3)):
        name = rng.choice([(rng.randrange(network.size),), rng.choice(edges)])
        case = rng.choice(case.split(name))
    most = rng.randint(-2, 5)
    part = network.part(case, most)
    for tour in cycles(network):
        steps = {network.edge(u, v) for u, v in pairwise([*tour, tour[0]])}
        fits = case.visited <= {*tour} and not case.avoided & {*tour}
        fits = fits and case.used <= steps and not case.unused & steps
        if fits and network.value(tour) > most:
            assert part is not None
            assert steps <= part.edges
            assert part.visited <= {*tour}
            assert part.used <= steps


def test_blocks_that_are_too_small_are_left_out():
    G = nx.Graph(nx.cycle_graph(5).edges | {(0, 10), (10, 11), (11, 0), (4, 20)})
    G = nx.convert_node_labels_to_integers(G)
    network = network_of(G, closed=True)
    assert {frozenset(e) for e in network.part(Case(), 2).edges} <= {*map(frozenset, G.edges)}
    five = network.part(Case(), 3)
    assert len(five.edges) == 5
    assert network.part(Case(), 4).visited == {v for edge in five.edges for v in edge}
    assert network.part(Case(), 5) is None


def test_rows_and_gains():
    G = nx.DiGraph([(0, 1, {"weight": 4}), (1, 0, {"weight": -1})])
    network = network_of(G, closed=False, start=0, weight="weight")
    indptr, indices, gains = network.arrays
    assert (indptr.tolist(), indices.tolist()) == ([0, 1, 3, 4], [1, 0, 2, 0])
    assert gains.tolist() == [4, -1, 0, 0]
    assert network.given == {(2, 0)}
    assert network.value([2, 0, 1]) == 4
    assert network.ports((0, 1)) == (0, 4)
    assert not network.ends_are_given
