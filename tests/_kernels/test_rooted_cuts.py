"""Cuts between a root and other nodes, against enumeration."""

import itertools
import random

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from icosian.tours.longest.branching import LinearProgram

from icosian.tours.longest.network import Case, Network


def solved(n, capacity, visited, *, directed):
    """Return a linear program that believes in some values of edges and places."""
    network = Network(
        size=n,
        gains=dict.fromkeys(capacity, 1),
        directed=directed,
        home=None,
        given=frozenset(),
        counts=False,
    )
    edges = [(u, v) for u, v in itertools.permutations(range(n), 2) if directed or u < v]
    everything = Network(**{**vars_of(network), "gains": dict.fromkeys(edges, 1)})
    program = LinearProgram(everything, everything.part(Case(), -99), 0)
    program.used = np.array([capacity.get(edge, 0.0) for edge in program.edges])
    program.visited = np.array(visited)
    return program


def vars_of(network):
    names = ("size", "gains", "directed", "home", "given", "counts")
    return {name: getattr(network, name) for name in names}


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**9))
def test_a_cut_is_found_for_every_node_that_has_one_or_it_lies_in_another(directed, seed):
    rng = random.Random(seed)
    n = rng.randint(3, 6)
    pairs = [(u, v) for u, v in itertools.permutations(range(n), 2) if directed or u < v]
    capacity = {pair: rng.choice((0.25, 0.5, 1.0)) for pair in pairs if rng.random() < 0.5}
    visited = [1.0, *(rng.choice((0.0, 0.25, 0.5, 1.0)) for _ in range(n - 1))]
    program = solved(n, capacity, visited, directed=directed)
    count = program._cut()
    label = program._label.tolist()
    assert label[0] == 0
    assert set(label) <= set(range(count + 1))
    for v in range(1, n):
        least = naive.separating_cut(n, capacity, 0, v, directed=directed)
        demand = visited[v] * (1 if directed else 2)
        if demand > 1e-3 and least < demand - 1e-3:
            assert label[v]  # separated, by its own cut or by that of another
        if not label[v]:
            assert least > demand - 1e-3 or demand < 1e-3


def test_the_cuts_of_a_solution_are_violated():
    G = nx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
    program = solved(6, dict.fromkeys(G.edges, 1.0), [1.0] * 6, directed=False)
    (family,) = program.violated()
    assert sorted(family) == [3, 4, 5]
