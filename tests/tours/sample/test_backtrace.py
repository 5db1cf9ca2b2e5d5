"""Layers kept for backtracing."""

from collections import Counter
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from icosian import random_hamiltonian_cycle
from icosian._run.clock import Clock
from icosian.tours.count import plans, plans as orders
from icosian.tours.count.layers import Memory
from icosian.tours.count.plans import race_plans
from icosian.tours.problem import Problem
from icosian.tours.sample import draws as backtrace
from icosian.tours.sample.draws import KeptLayers, Unranking


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


@pytest.mark.parametrize("limbs", [2, 3])
def test_numbers_of_several_words_are_exact(limbs, monkeypatch):
    # Tables grow by words as if each count were large.
    widen = backtrace.Half._advanced

    def advanced(self, *arguments):
        while self.limbs < limbs:
            self.layer, self.limbs = backtrace.widen_rows(self.layer, self.row), self.limbs + 1
        return widen(self, *arguments)

    monkeypatch.setattr(backtrace.Half, "_advanced", advanced)
    graph, plan = planned(nx.grid_2d_graph(4, 6))
    assert list(numbered(graph, plan).values()) == [1] * 37


def test_layers_on_disk_are_removed_even_after_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(backtrace.tempfile, "tempdir", str(tmp_path))
    with KeptLayers(Memory(800)) as kept:
        layers = [np.arange(k) for k in (3, 10, 4, 9)]
        keys = [kept.keep(layer) for layer in layers]
        assert [isinstance(key, Path) for key in keys] == [False, True, False, True]
        assert all(np.array_equal(kept.load(k), a) for k, a in zip(keys, layers, strict=True))
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())

    def fail(*_):
        assert list(tmp_path.iterdir())
        raise KeyboardInterrupt

    monkeypatch.setattr(backtrace, "KEPT", 0)
    monkeypatch.setattr(Unranking, "cycles", fail)
    with pytest.raises(KeyboardInterrupt):
        random_hamiltonian_cycle(nx.dodecahedral_graph())
    assert not list(tmp_path.iterdir())
