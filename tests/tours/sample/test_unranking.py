"""Unranking: every cycle has the same number of ranks."""

import os
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from together import together

from icosian import count_hamiltonian_cycles, king_graph, knight_graph
from icosian._run.clock import Clock
from icosian.tours.count import plans, plans as orders
from icosian.tours.count.layers import Memory
from icosian.tours.count.plans import race_plans
from icosian.tours.problem import Problem
from icosian.tours.sample import draws as backtrace
from icosian.tours.sample.draws import KeptLayers, Unranking

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


compiled_only = pytest.mark.skipif(INTERPRETED_ONLY, reason="too long for interpreted kernels")


def planned(G, *, closed=True, symmetries=True, **ends):
    """Return the graph of a count, and the plan chosen for it."""
    problem = Problem.of(G, closed=closed, **ends)
    graph = problem.form.subdivided()
    clock, memory = Clock(), Memory(1 << 30)
    found = plans.plans(
        graph,
        orders.given_orders(problem, graph),
        plans._symmetries(problem, graph) if symmetries else [],
        clock,
    )
    attempt, _ = race_plans(graph, found, clock, memory)
    return graph, attempt.plan


def numbered(graph, plan):
    """Return how many numbers each cycle has, going through all numbers."""
    memory = Memory(1 << 30)
    with KeptLayers(memory) as kept:
        numbering = Unranking(graph, plan, Clock(), memory, kept)
        cycles = numbering.cycles(range(numbering.size))
    return Counter(frozenset(map(frozenset, cycle)) for cycle in cycles)


def is_cycle(graph, edges):
    H = nx.Graph(map(tuple, edges))
    return (
        len(H) == len(edges) == len(graph)
        and nx.is_connected(H)
        and all(degree == 2 for _, degree in H.degree)
        and all(w in graph[v] for v, w in H.edges)
    )


@together(
    ("G", "cycles"),
    [
        (nx.complete_graph(5), 12),
        (nx.dodecahedral_graph(), 30),
        (nx.grid_2d_graph(4, 6), 37),
        (nx.hypercube_graph(3), 6),
        (knight_graph(5, 6), 8),
        (knight_graph(3, 10), 16),
        (king_graph(3, 4), 120),
    ],
)
@together("symmetries", [True, False])
def test_all_cycles_have_as_many_numbers(G, cycles, symmetries):
    graph, plan = planned(G, symmetries=symmetries)
    numbers = numbered(graph, plan)
    assert len(numbers) == cycles
    assert set(numbers.values()) == {1 if plan.turn is None else 4}
    assert all(is_cycle(graph, cycle) for cycle in numbers)


@compiled_only
@pytest.mark.exhaustive
@pytest.mark.parametrize("symmetries", [True, False])
def test_the_9862_cycles_of_36_squares_have_as_many_numbers(symmetries, monkeypatch):
    monkeypatch.setattr(backtrace, "KEPT", 0)  # all layers on disk
    graph, plan = planned(knight_graph(6), symmetries=symmetries)
    assert (plan.turn is not None) == symmetries
    numbers = numbered(graph, plan)
    assert len(numbers) == 9862
    assert set(numbers.values()) == {4 if symmetries else 1}


@settings(deadline=None, max_examples=10)
@given(st.integers(4, 8), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_cycles_are_numbered_whatever_the_plan(n, seed, cut, data):
    G = nx.gnp_random_graph(n, 0.7, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    masks = orders.neighbor_masks(graph)
    whole = plans._planned(masks, order, n, set())  # cycles are closed within a half
    for plan in (whole, *plans._cut(graph, masks, order, min(cut, n - 1))):
        numbers = numbered(graph, plan)
        assert len(numbers) == count_hamiltonian_cycles(G)
        assert set(numbers.values()) <= {1}
        assert all(is_cycle(graph, cycle) for cycle in numbers)
