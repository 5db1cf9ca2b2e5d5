"""The layers of one half: against the slow twin, in parts, with counts of several words."""

import os
from collections import deque

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import frontier_counts, hamiltonian_cycles

from icosian._kernels import states
from icosian._run.clock import Clock
from icosian.tours.count import layers
from icosian.tours.count.layers import Half, Memory, MemoryShort, constants
from tests._kernels.runs import executed

# Without the JIT larger counts take minutes; the suite runs with it as well.
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


compiled_only = pytest.mark.skipif(INTERPRETED_ONLY, reason="too long for interpreted kernels")


def half(G, gone, slots=states.NARROW):
    """Let some nodes of a graph leave one half of a count."""
    number = {v: i for i, v in enumerate(G)}
    graph = [{number[w] for w in G[v]} for v in G]
    result = Half(graph, slots, Clock(), Memory(1 << 30))
    for v in gone:
        result.choose(number[v])
    return result


def as_counts(G, half):
    """Return what a layer says as the slow twin says it."""
    nodes = list(G)
    at = {i: nodes[v] for v, i in half.slot.items()}
    shifts, mates, _ = (array.tolist() for array in constants(half.slots))
    layer = half.layer.tolist()
    counts = {}
    for k in range(0, len(layer), half.row):
        ends, full = states.unpack(layer, k, shifts, mates, half.slots)
        pairs = frozenset(frozenset((at[i], at[mates[i]])) for i in at if ends >> i & 1)
        limbs = layer[k + half.words : k + half.row]
        number = sum(x << states.LIMB * i for i, x in enumerate(limbs))
        counts[pairs, frozenset(at[i] for i in at if full >> i & 1)] = number
    return counts


@settings(deadline=None, max_examples=20)
@given(
    st.integers(4, 7),
    st.integers(0, 10**6),
    st.integers(1, 3),
    st.sampled_from([states.NARROW, states.WIDE]),
)
def test_states_have_the_counts_of_the_slow_twin(n, seed, gone, slots):
    G = nx.gnm_random_graph(n, 2 * n, seed=seed)
    gone = list(G)[: min(gone, n - 2)]
    slow = frontier_counts(G, set(gone))
    fast = as_counts(G, half(G, gone, slots))
    assert fast.keys() <= slow.keys()
    for (pairs, full), number in slow.items():  # a state that leads nowhere may be dropped
        rest = nx.Graph(G.subgraph(set(G) - set(gone) - full))
        rest.add_edges_from((pair, end) for pair in pairs for end in pair)
        if next(hamiltonian_cycles(rest), None):
            assert fast[pairs, full] == number


@compiled_only
def test_interpreted_and_compiled_kernels_agree_on_every_state():
    G = nx.grid_2d_graph(4, 5)
    for slots in (states.NARROW, states.WIDE):
        layers = []
        for compiled in (False, True):
            with executed(compiled=compiled):
                layers.append(half(G, list(G)[:10], slots).layer)
        assert np.array_equal(*layers)


def test_counts_that_outgrow_their_words_are_right():
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(9)).values()]
    small, large = (Half(graph, states.NARROW, Clock(), Memory(1 << 30)) for _ in range(2))
    for v in range(6):
        for half in (small, large):
            half.choose(v, (6, 7, 8))
        if v == 2:
            large.layer[large.words :: large.row] *= 1 << 60
    assert (small.limbs, large.limbs) == (1, 2)
    known = sorted(map(tuple, small.layer.reshape(-1, 2).tolist()))
    found = sorted(map(tuple, large.layer.reshape(-1, 3).tolist()))
    assert [(word, low + (high << 62)) for word, low, high in found] == [
        (word, count << 60) for word, count in known
    ]


def test_memory_is_not_exceeded():
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(12)).values()]
    memory = Memory(20_000)
    half = Half(graph, states.NARROW, Clock(), memory)
    choices = [layers.SplitChoice(v) for v in range(12)]
    with pytest.raises(MemoryShort):
        deque(map(half.apply, choices))
    assert memory.most <= memory.limit
