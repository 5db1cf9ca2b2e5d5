"""The join of two halves: groups and digits."""

from collections import Counter

import networkx as nx
import pytest

from icosian import count_hamiltonian_cycles, king_graph
from icosian._kernels import states
from icosian._run.clock import Clock
from icosian.tours.count import layers, layers as join
from icosian.tours.count.layers import Half, Memory


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_counts_of_several_words_are_joined_exactly(limbs, monkeypatch):
    # Tables grow by words as if each count were large.
    apply = Half.apply

    def applied(self, operation):
        apply(self, operation)
        while self.limbs < limbs:
            self.layer, self.limbs = layers.widen_rows(self.layer, self.row), self.limbs + 1

    monkeypatch.setattr(Half, "apply", applied)
    assert count_hamiltonian_cycles(nx.grid_2d_graph(6, 6)) == 1072
    assert count_hamiltonian_cycles(king_graph(4)) == 2830


def test_groups_that_fit_are_those_that_a_dictionary_finds():
    G = nx.grid_2d_graph(6, 6)
    number = {v: i for i, v in enumerate(G)}
    half = Half([{number[w] for w in G[v]} for v in G], states.NARROW, Clock(), Memory(1 << 30))
    for v in range(15):
        half.choose(v)
    groups = join.Groups(half, Clock())
    sizes = Counter(int(word) >> states.MATCHING for word in half.layer[:: half.row])
    assert dict(zip(groups.degrees.tolist(), groups._sizes.tolist(), strict=True)) == sizes
    front = sum(1 << i for i in half.slot.values())
    place = {status: k for k, status in enumerate(groups.degrees.tolist())}
    fitting = {}
    for status, k in place.items():
        ends, full = status >> half.slots, status & (1 << half.slots) - 1
        if (partner := ends << half.slots | front & ~ends & ~full) in place:
            fitting[k] = place[partner]
    mine, its = groups.fitting(groups, [(i, i) for i in half.slot.values()])
    assert dict(zip(mine.tolist(), its.tolist(), strict=True)) == fitting
    assert fitting
