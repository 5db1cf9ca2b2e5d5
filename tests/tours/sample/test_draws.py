"""Draws from slices: every cycle has one rank, whatever the slices and their symmetries."""

from collections import Counter
from itertools import count

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import together
from tours.sample.test_unranking import is_cycle, planned

from icosian import (
    InvalidArgument,
    SearchLimitReached,
    count_hamiltonian_cycles,
    is_hamiltonian_cycle,
    king_graph,
    knight_graph,
    random_hamiltonian_cycle,
    random_hamiltonian_path,
)
from icosian._kernels._jit import is_forbidden
from icosian._run.clock import Clock
from icosian.tours.count import plans, plans as orders
from icosian.tours.count.layers import MemoryShort
from icosian.tours.sample import draws
from icosian.tours.sample.draws import Draws

BOARD, CYCLES, LIMIT = (
    (knight_graph(5, 6), 8, 8_000) if is_forbidden() else (knight_graph(6), 9862, 60_000)
)


def drawn(graph, plan, number, depth):
    """Return how often each cycle is drawn where every rank is drawn once."""
    ranks = count()
    asked = []

    def draw(size):
        asked.append(size)
        return next(ranks)

    found = Draws(graph, plan, Clock(), 1 << 30, draw)._from_slices(number, depth)
    assert set(asked) == {number}
    return Counter(frozenset(map(frozenset, cycle)) for cycle in found)


@pytest.mark.slow
@together(
    ("G", "number"),
    [
        (nx.complete_graph(5), 12),
        (nx.dodecahedral_graph(), 30),
        (nx.grid_2d_graph(4, 6), 37),
        (knight_graph(5, 6), 8),
        (knight_graph(3, 10), 16),
        (king_graph(3, 4), 120),
    ],
)
@together("symmetries", [True, False])
@together("depth", [1, 2])
def test_every_cycle_has_one_rank(G, number, symmetries, depth):
    graph, plan = planned(G, symmetries=symmetries)
    cycles = drawn(graph, plan, number, depth)
    assert len(cycles) == number
    assert set(cycles.values()) == {1}
    assert all(is_cycle(graph, cycle) for cycle in cycles)


@given(st.integers(5, 8), st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 2))
def test_every_cycle_of_a_random_graph_has_one_rank(n, seed, cut, depth):
    G = nx.gnp_random_graph(n, 0.7, seed=seed)
    graph = [set(G[v]) for v in G]
    number = count_hamiltonian_cycles(G)
    for plan in plans._cut(graph, orders.neighbor_masks(graph), range(n), min(cut, n - 1)):
        cycles = drawn(graph, plan, number, depth) if number and plan.separator else range(number)
        assert len(cycles) == number


def test_a_graph_without_cycles_has_no_rank():
    graph, plan = planned(nx.petersen_graph())
    found = Draws(graph, plan, Clock(), 1 << 30, lambda _: pytest.fail("nothing to draw from"))
    assert found._from_slices(3, 1) == found._from_all(3) == []


@pytest.mark.slow
def test_where_the_memory_is_short_slices_are_drawn_from(monkeypatch):
    depths = []
    from_slices = Draws._from_slices

    def noted(self, n, depth):
        depths.append(depth)
        return from_slices(self, n, depth)

    monkeypatch.setattr(Draws, "_from_slices", noted)
    monkeypatch.setattr(draws, "SLACK", 0)
    options = {"n": 10, "seed": 5, "memory_limit": LIMIT}
    tours = random_hamiltonian_cycle(BOARD, **options)
    assert depths
    assert depths == sorted(depths)
    assert all(is_hamiltonian_cycle(BOARD, tour) for tour in tours)
    assert [*map(list, tours)] == [*map(list, random_hamiltonian_cycle(BOARD, **options))]
    assert len(set(map(tuple, tours))) > 5 or CYCLES == 8


def test_slices_that_are_too_large_are_made_smaller(monkeypatch):
    short = []

    def counted(self, degrees):
        if len(short) < 2:
            short.append(len(degrees))
            raise MemoryShort("as if")
        return whole(self, degrees)

    whole = Draws._counted
    monkeypatch.setattr(Draws, "_counted", counted)
    graph, plan = planned(knight_graph(5, 6), symmetries=False)
    found = Draws(graph, plan, Clock(), 1 << 30, lambda size: size - 1)
    monkeypatch.setattr(draws, "depth_needed", lambda *_: 1)
    assert is_cycle(graph, found.cycles(1, float(1 << 40))[0])
    assert short == [1, 2]


def test_too_little_memory_for_any_slice_is_said():
    with pytest.raises(SearchLimitReached, match="memory_limit is"):
        random_hamiltonian_path(knight_graph(6), memory_limit=1000)
    with pytest.raises(InvalidArgument):
        random_hamiltonian_path(knight_graph(6), memory_limit=0)
