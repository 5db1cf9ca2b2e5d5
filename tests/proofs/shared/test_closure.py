"""Distances between stops, as a checker computes them: never more than they are."""

import math
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import InvalidArgument
from icosian.proofs.certificate import unlimited
from icosian.proofs.walks import Closure, roads_of


@given(st.integers(0, 2**32))
def test_lengths_are_distances_up_to_the_larger_reach(seed):
    random = Random(seed)
    G = nx.gnp_random_graph(8, 0.4, seed=seed, directed=random.random() < 0.5)
    for *_, data in G.edges(data=True):
        data["weight"] = random.randint(0, 9)
    roads = roads_of(G, "weight", unlimited)
    stops = random.sample(range(8), 4)
    reaches = [random.choice((0, 3, 9, 99)) for _ in stops]
    closure = Closure(roads, stops, reaches, unlimited, closed=True)
    far = dict(nx.all_pairs_dijkstra_path_length(G))
    for i, u in enumerate(stops):
        for j, v in enumerate(stops):
            if u != v:
                reach = reaches[i] if closure.directed else max(reaches[i], reaches[j])
                assert closure.length(i, j) == min(far[u].get(v, math.inf), reach)


def test_a_map_is_directed_if_its_lengths_are():
    G = nx.path_graph(3)
    stops, reaches = [0, 1, 2], [9, 9, 9]

    def closure(G, weight="weight", **question):
        roads = roads_of(G, weight, unlimited)
        return Closure(roads, stops, reaches, unlimited, **{"closed": True, **question})

    assert not closure(G).directed
    assert not closure(G.to_directed()).directed
    assert not closure(G, lambda u, v, _: u + v).directed
    assert closure(G, lambda u, v, _: u).directed
    assert closure(nx.DiGraph(G.edges)).directed
    stops, reaches = [0, 2], [9, 9]
    assert closure(G).directed  # two stops make a cycle only where it has directions
    assert not closure(G, closed=False).directed


def test_lengths_are_exact_in_a_common_unit():
    G = nx.Graph()
    G.add_weighted_edges_from([(0, 1, 0.5), (1, 2, Fraction(1, 3)), (2, 2, 7), (2, 3, math.inf)])
    roads = roads_of(G, "weight", unlimited)
    assert (roads.unit, roads.arcs) == (Fraction(1, 6), [{1: 3}, {0: 3, 2: 2}, {1: 2}, {}])


@together("length", [-1, Fraction(-1, 9), math.nan, "x"])
def test_a_length_that_is_none_names_its_edge(length):
    with pytest.raises(InvalidArgument, match=r"edge \(0, 1\)"):
        roads_of(nx.Graph([(0, 1, {"weight": length})]), "weight", unlimited)
