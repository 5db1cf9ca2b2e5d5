"""Exact searches of a component."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import independence_number, is_independent
from placement_graphs import searching, sparse_or_dense
from scipy.optimize import OptimizeResult

from icosian._run.clock import Clock
from icosian.placements.independence_search import integer_program


@pytest.mark.parametrize("order", [0, 1])
@given(sparse_or_dense(most=30))
def test_branch_and_bound_finds_a_largest_set_of_any_graph(order, G):
    part, search = searching(G, order)
    search.advance(Clock(), 10**9)
    expected = independence_number(G.subgraph(part.nodes))
    assert part.size == expected
    assert part.most >= expected
    assert is_independent(G, part.members)


@given(sparse_or_dense(most=20), st.integers(1, 9))
def test_branch_and_bound_looks_for_nothing_useless(G, useless):
    part, search = searching(G, 0, useless=min(useless, len(G) - 1))
    if useless < part.most:
        search.advance(Clock(), 10**9)
        expected = independence_number(G.subgraph(part.nodes))
        assert part.size == (expected if expected > useless else 0)
        assert part.most == max(expected, useless) or part.size == part.most


@pytest.mark.parametrize("n", [20, 30])
def test_an_integer_program_agrees_with_branch_and_bound(n):
    G = nx.random_regular_graph(3, n, seed=n)
    part, search = searching(G, 0)
    search.advance(Clock(), 10**9)
    number, part.best, part.most = part.size, 0, n
    integer_program(part, 10_000, Clock())
    assert part.size == part.most == number
    assert is_independent(G, part.members)
    assert part.method == "integer programming"


def test_an_integer_program_that_gives_up_proves_nothing():
    part, _ = searching(nx.random_regular_graph(3, 100, seed=1), 0)
    before = part.most
    integer_program(part, 10_000, Clock(0))
    assert part.most == before


def test_an_integer_program_that_went_astray_is_not_believed(monkeypatch):
    part, _ = searching(nx.cycle_graph(5), 0)
    before = part.best, part.size, part.most
    everything = OptimizeResult(x=np.ones(5), status=0, mip_node_count=1)
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: everything)
    integer_program(part, 1, Clock())
    assert (part.best, part.size, part.most) == before
