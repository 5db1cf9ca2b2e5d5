"""Roads with integer lengths: distances and ways, by kernels and by Python's integers."""

import math
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from naive import as_printed
from together import together

from icosian import InvalidArgument
from icosian.routes import roads
from icosian.routes.roads import Roads


@pytest.fixture(params=["plain", "kernels"])
def way(request, monkeypatch):
    """Search small maps in one way."""
    monkeypatch.setattr(roads, "SMALL", 300 if request.param == "plain" else 0)


def random_map(seed, lengths):
    random = Random(seed)
    G = nx.gnp_random_graph(12, 0.2, seed=seed, directed=seed % 2 == 0)
    for *_, data in G.edges(data=True):
        data["weight"] = random.choice(lengths)
    return G


@pytest.mark.usefixtures("way")
@together("lengths", [(0, 1, 5), (2, 3, 4), (0.5, 3), (Fraction(1, 3), 2)])
def test_distances_and_legs_are_shortest(lengths):
    for seed in range(8):
        G = random_map(seed, lengths)
        found = Roads(G, "weight", [3, 0, 7])
        far = dict(nx.all_pairs_dijkstra_path_length(G))
        for k, u in enumerate((3, 0, 7)):
            for m, (v, distance) in enumerate(zip((3, 0, 7), found.distances(k), strict=True)):
                if distance is None:
                    assert v not in far[u]
                    trap = found.trap(k, m)
                    assert u in trap
                    assert v not in trap
                    assert not any(y not in trap for x in trap for y in G[x])
                    continue
                assert distance * found.unit.size == far[u][v]
                leg = found.leg(k, m)
                assert (leg[0], leg[-1]) == (u, v)
                assert nx.path_weight(G, leg, "weight") == far[u][v] == found.length(leg)


@pytest.mark.usefixtures("way")
def test_a_map_is_directed_if_a_way_back_differs():
    G = nx.cycle_graph(4)
    assert not Roads(G, "weight", [0]).directed
    assert not Roads(G.to_directed(), "weight", [0]).directed
    assert Roads(G, lambda u, v, _: u, [0]).directed
    assert Roads(nx.cycle_graph(4, nx.DiGraph), "weight", [0]).directed


LONG = [
    (0.1, 0.7, 0.3),
    (10**30, 3 * 10**29 + 1, 10**30 - 1),
    (Fraction(1, 7**20), 7, 0),
    (1e-300, 1.0, 1e300),
    (1.0, math.nextafter(1.0, 2), 2.0),
    (2**53, 2**53 + 1, 1),
]


@pytest.mark.slow
@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("lengths", LONG)
def test_lengths_that_floats_cannot_add_give_exact_distances_and_legs(lengths):
    for seed in range(12):
        G = random_map(seed, lengths)
        for *_, data in G.edges(data=True):
            data["weight"] = as_printed(data["weight"])
        found = Roads(G, "weight", [3, 0, 7])
        far = dict(nx.all_pairs_dijkstra_path_length(G))
        for k, u in enumerate((3, 0, 7)):
            for m, (v, distance) in enumerate(zip((3, 0, 7), found.distances(k), strict=True)):
                assert (distance is None) == (v not in far[u])
                if distance is not None:
                    assert distance * found.unit.size == far[u][v]
                    leg = found.leg(k, m)
                    assert (leg[0], leg[-1]) == (u, v)
                    assert found.length(leg) == far[u][v]


@pytest.mark.usefixtures("way")
def test_ways_that_differ_in_bits_that_floats_do_not_hold_are_told_apart():
    # From 0 to 9: over 1 to 8, or directly by an edge that is longer by one part in 2**80.
    G = nx.path_graph(10)
    nx.set_edge_attributes(G, Fraction(1, 9), "weight")
    G.add_edge(0, 9, weight=1 + Fraction(1, 2**80))
    assert Roads(G, "weight", [0, 9]).leg(0, 1) == list(range(10))
    G[0][9]["weight"] = 1 - Fraction(1, 2**80)
    found = Roads(G, "weight", [0, 9])
    assert found.leg(0, 1) == [0, 9]
    assert found.distances(1)[0] * found.unit.size == G[0][9]["weight"]


def test_denominators_without_a_bearable_multiple_are_refused():
    G = nx.path_graph(3)
    G[0][1]["weight"] = Fraction(1, 2**5000 + 1)
    with pytest.raises(InvalidArgument, match="common denominator"):
        Roads(G, "weight", [0])
