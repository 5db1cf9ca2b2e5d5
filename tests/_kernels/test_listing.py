"""The kernel of enumeration."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import listed_cycles

from icosian import hamiltonian_cycles, knight_graph
from icosian._kernels import listing
from icosian.tours import enumeration as search
from icosian.tours.problem import Problem
from tests._kernels.runs import finish


def search_of(G, *, closed, **conditions):
    """Return the search behind an iterator."""
    asked = Problem.of(G, closed=closed, **conditions)
    return search._Enumeration(asked, np.zeros((0, len(G)), np.int64))


@pytest.mark.parametrize(
    ("G", "question"),
    [
        (knight_graph(3, 10), {"closed": True}),
        (knight_graph(5), {"closed": False, "positions": {(0, 0): 3, (2, 2): 9}}),
        (nx.complete_graph(4, nx.DiGraph), {"closed": False}),
    ],
)
@pytest.mark.parametrize("budget", [1, 7, 1 << 30])
@pytest.mark.exhaustive
def test_compiled_and_interpreted_listings_are_the_same_to_the_bit(G, question, budget):
    runs = []
    for compiled in (False, True):
        run = search_of(G, **question)._run()
        run[-1][listing.ROOM] = 20
        runs.append(finish(run, budget, compiled=compiled))
    assert runs[0][0] == runs[1][0]
    assert all(map(np.array_equal, runs[0][1], runs[1][1]))
    assert runs[0][1][-1][listing.LISTED] > 0


@given(st.integers(3, 7), st.integers(0, 10**6), st.floats(0.4, 1))
def test_cycles_are_listed_in_the_order_of_the_slow_twin(n, seed, density):
    G = nx.gnp_random_graph(n, density, seed=seed)
    slow = [set(map(frozenset, cycle)) for cycle in listed_cycles(list(G), list(G.edges))]
    fast = [set(map(frozenset, tour.edges())) for tour in hamiltonian_cycles(G)]
    assert fast == slow
