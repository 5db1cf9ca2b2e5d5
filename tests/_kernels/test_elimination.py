"""Elimination orders, against a plain removal of nodes."""

import os

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import removed_in_turn

from icosian._kernels import elimination as kernel
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve import frontier
from tests._kernels.runs import finish

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


@given(st.integers(3, 25), st.integers(0, 40), st.integers(0, 10_000), st.integers(1, 9))
def test_the_next_vertex_has_the_fewest_neighbors(n, more, seed, most):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, more, seed=seed).edges)
    found = frontier._eliminated(Problem.of(G, closed=True).form, Clock(), most)
    if found is None:
        assert max(nx.core_number(G).values()) > 1
        return
    order, later, places = found
    assert places[order].tolist() == list(range(n))
    for v, near, degrees in removed_in_turn(G, order.tolist()):
        assert degrees[v] == min(degrees.values())
        row = later[most * v : most * (v + 1)].tolist()
        assert sorted(row) == sorted([*near, *[-1] * (most - len(near))])


@pytest.mark.parametrize(("most", "is_wide"), [(7, True), (8, False)])
def test_a_complete_graph_is_as_wide_as_its_degree(most, is_wide):
    form = Problem.of(nx.complete_graph(9), closed=True).form
    assert (frontier._eliminated(form, Clock(), most) is None) == is_wide


def test_a_pool_that_is_full_is_enlarged_and_nothing_is_lost(monkeypatch):
    # a hub that is adjacent to all of a long cycle: its list is long, the others move often
    form = Problem.of(nx.wheel_graph(300), closed=True).form
    whole = frontier._eliminated(form, Clock(), 5)
    monkeypatch.setattr(frontier, "SPARE", 0)
    again = frontier._eliminated(form, Clock(), 5)
    assert all(map(np.array_equal, whole, again))


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
@pytest.mark.exhaustive
def test_compiled_and_interpreted_are_the_same_wherever_they_stop(monkeypatch):
    monkeypatch.setattr(frontier, "SPARE", 50)
    form = Problem.of(nx.random_regular_graph(3, 60, seed=1), closed=True).form
    results = []
    for compiled, budget in ((False, 7), (True, 1000)):
        run = frontier._elimination(form, 12)
        status, arrays = finish(run, budget, compiled=compiled)
        assert status in (kernel.DONE, kernel.WIDE)
        results.append(arrays[:5])
    assert all(map(np.array_equal, *results))
