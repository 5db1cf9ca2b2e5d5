"""Longest paths in linear time: as long as brute force says, and proved by their potentials."""

import random

import networkx as nx
from hypothesis import given, strategies as st
from tours.longest.networks import best_value, network_of

from icosian.tours.longest.methods import acyclic_path, forest_path


def question_of(rng, n):
    start, end = rng.sample(range(n), 2) if n > 1 else (None, None)
    return {"closed": False, "start": rng.choice((None, start)), "end": rng.choice((None, end))}


def check(G, question, weight, method):
    """Compare a path and its potentials with brute force."""
    network = network_of(G, weight=weight, **question)
    best = best_value(G, weight=weight, **question)
    found = method(network)
    single = None if network.ends_are_given else 0  # one node may not be a cycle through home
    if found is None:
        assert best == single
        return
    tour, dual = found
    value = network.value(tour) if len(tour) >= network.least else 0
    assert best == max(value, value if single is None else single)
    edges = network.statement
    case = edges.case((), (), 1 - value)
    assert case is None or edges.bound(dual, case) == -value * dual.scale


@given(st.integers(0, 10**6))
def test_acyclic_digraphs(seed):
    rng = random.Random(seed)
    n = rng.randint(1, 6)
    G = nx.empty_graph(n, nx.DiGraph)
    order = rng.sample(range(n), n)
    for i in range(n):
        for j in range(i):
            if rng.random() < 0.5:
                G.add_edge(order[i], order[j], weight=rng.randint(-5, 9))
    check(G, question_of(rng, n), rng.choice((None, "weight")), acyclic_path)


@given(st.integers(0, 10**6))
def test_forests(seed):
    rng = random.Random(seed)
    n = rng.randint(1, 7)
    G = nx.empty_graph(n)
    for v in range(1, n):
        if rng.random() < 0.8:
            G.add_edge(v, rng.randrange(v), weight=rng.randint(0, 9))
    check(G, question_of(rng, n), rng.choice((None, "weight")), forest_path)


def test_other_graphs_are_left_to_others():
    assert acyclic_path(network_of(nx.cycle_graph(3, nx.DiGraph), closed=False)) is None
    assert acyclic_path(network_of(nx.path_graph(3, nx.DiGraph), closed=True)) is None
    assert acyclic_path(network_of(nx.path_graph(3), closed=False)) is None
    assert forest_path(network_of(nx.cycle_graph(3), closed=False)) is None
    assert forest_path(network_of(nx.path_graph(3), closed=True)) is None
    G = nx.Graph([(0, 1, {"weight": -1})])
    assert forest_path(network_of(G, closed=False, weight="weight")) is None
