"""The layers of one half: against the slow twin, in parts, with counts of several words."""

import os
from collections import deque

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import frontier_counts, hamiltonian_cycles

from icosian import king_graph
from icosian._kernels import states
from icosian._run.clock import Clock
from icosian._run.pool import Pool
from icosian.tours.count import api, join, layers
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


@pytest.fixture(autouse=True, scope="module")
def shared():
    """Let threads share the smallest layers and joins, and let no listing answer first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "FEW", 0)
        for room, name in ((layers, "SHARE"), (join, "SHARE"), (join, "PAIRS")):
            patch.setattr(room, name, 1)
        yield


def rows(half):
    """Return the rows of a layer, in order."""
    return sorted(map(tuple, half.layer.reshape(-1, half.row).tolist()))


@pytest.mark.parametrize("slots", [states.NARROW, states.WIDE])
def test_threads_make_the_layers_of_one_thread_row_by_row(executor, slots):
    G = king_graph(5)
    number = {v: i for i, v in enumerate(G)}
    graph = [{number[w] for w in G[v]} for v in G]
    sizes = []
    mirror = [number[i, 4 - j] for i, j in G]
    alone = Half(graph, slots, Clock(), Memory(1 << 30))
    together = Half(graph, slots, Clock(), Memory(1 << 30), pool=Pool(executor))
    for v in range(15):
        for half in (alone, together):
            half.choose(v)
            half.fold(mirror)
        assert rows(together) == rows(alone)
        sizes.append(alone.size)
    assert max(sizes) > 50
    assert any(isinstance(operation, layers.Fold) for operation in together.operations)


def parts(half, kernel, given, s):
    s[states.SLOTS], s[states.LIMBS] = half.slots, half.limbs
    return [
        half._made(kernel, given, *part, {}, clock=Clock())[0]
        for part in half._parts(kernel, given, s)
    ]


def test_parts_of_a_layer_are_even_and_lead_to_no_common_state(executor):
    G = nx.grid_2d_graph(6, 6)
    number = {v: i for i, v in enumerate(G)}
    graph = [{number[w] for w in G[v]} for v in G]
    half = Half(graph, states.NARROW, Clock(), Memory(1 << 30), pool=Pool(executor))
    for v in range(15):
        half.choose(v)
    made = parts(half, *half.prepare(layers.Choice(15)))
    assert len(made) == executor._max_workers
    found = [set(part[:: half.row].tolist()) for part in made]
    assert not set.intersection(*found)
    assert max(map(len, found)) < 2 * min(map(len, found))


def test_counts_that_outgrow_their_words_are_right(executor):
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(9)).values()]
    alone = Half(graph, states.NARROW, Clock(), Memory(1 << 30))
    together = Half(graph, states.NARROW, Clock(), Memory(1 << 30), pool=Pool(executor))
    for v in range(6):
        for half in (alone, together):
            half.choose(v, (6, 7, 8))
            if v == 2:
                half.layer[half.words :: half.row] += 1 << 61
    assert (alone.limbs, together.limbs) == (2, 2)
    assert rows(together) == rows(alone)


def test_memory_is_not_exceeded_by_all_parts_together(executor):
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(12)).values()]
    memory = Memory(20_000)
    half = Half(graph, states.NARROW, Clock(), memory, pool=Pool(executor))
    choices = [layers.Choice(v) for v in range(12)]
    with pytest.raises(MemoryShort):
        deque(map(half.apply, choices))
    assert memory.most <= memory.limit
