"""How many tours: against brute force, published numbers, and identities."""

import os
import random
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import frontier_counts, hamiltonian_cycles, tours
from strategies import graphs

import icosian
from icosian import (
    InvalidArgument,
    NotANode,
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._kernels import _jit, states
from icosian._run.clock import Clock
from icosian.tours.count import api as counting, layers as halves, plans as separators
from icosian.tours.count.layers import Half, Memory, constants
from icosian.tours.count.plan_race import PlanRun

# Without the JIT larger counts take minutes; the suite runs with it as well.
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"
compiled_only = pytest.mark.skipif(INTERPRETED_ONLY, reason="too long for interpreted kernels")


@pytest.fixture(autouse=True, scope="module")
def states_alone():
    """Let no count be answered by listing the tours first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "FEW", 0)
        yield


def number(G, *, closed, start=None, end=None, **conditions):
    """Count tours one by one."""
    edges = {
        frozenset(tour) if len(tour) == 1 else key(G, tour, closed=closed)
        for tour in tours(G, closed=closed, start=start, end=end, **conditions)
    }
    return len(edges)


def key(G, tour, *, closed):
    """Return the edges of a tour."""
    ring = tour + tour[:1] if closed else tour
    steps = pairwise(ring)
    return frozenset(steps if G.is_directed() else map(frozenset, steps))


@settings(deadline=None, max_examples=60)
@given(graphs())
def test_cycles_are_counted_as_brute_force_counts_them(G):
    assert count_hamiltonian_cycles(G) == number(G, closed=True)


@settings(deadline=None, max_examples=60)
@given(graphs(), st.data())
def test_paths_are_counted_with_every_choice_of_ends(G, data):
    nodes = list(G)
    start = data.draw(st.sampled_from([None, *nodes]))
    end = data.draw(st.sampled_from([None, *(v for v in nodes if v != start or len(nodes) == 1)]))
    assert count_hamiltonian_paths(G, start, end) == number(G, closed=False, start=start, end=end)


@settings(deadline=None, max_examples=10)
@given(st.integers(7, 8), st.integers(0, 10**6), st.floats(0.4, 1))
def test_larger_graphs_are_counted_as_brute_force_counts_them(n, seed, density):
    G = nx.gnp_random_graph(n, density, seed=seed)
    assert count_hamiltonian_cycles(G) == number(G, closed=True)
    assert count_hamiltonian_paths(G, 0) == number(G, closed=False, start=0)


@settings(deadline=None, max_examples=40)
@given(graphs(), st.data())
def test_conditions_on_edges_are_kept(G, data):
    edges = [tuple(pair[:2]) for pair in G.edges if pair[0] != pair[1]]
    if not edges:
        return
    marks = data.draw(st.lists(st.sampled_from(edges), max_size=3, unique_by=frozenset))
    split = data.draw(st.integers(0, len(marks)))
    conditions = {"require": marks[:split], "forbid": marks[split:]}
    for closed, count in ((True, count_hamiltonian_cycles), (False, count_hamiltonian_paths)):
        assert count(G, **conditions) == number(G, closed=closed, **conditions)


@settings(deadline=None, max_examples=20)
@given(st.integers(8, 10), st.integers(0, 10**6), st.booleans())
def test_names_and_order_of_the_nodes_do_not_matter(n, seed, closed):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    G = nx.gnp_random_graph(n, 0.5, seed=seed)
    nodes = list(G)
    random.Random(seed).shuffle(nodes)
    H = nx.Graph()
    H.add_nodes_from(f"node {v}" for v in nodes)
    H.add_edges_from((f"node {v}", f"node {u}") for u, v in G.edges)
    assert count(G) == count(H)


@settings(deadline=None, max_examples=20)
@given(st.integers(8, 10), st.integers(0, 10**6), st.booleans(), st.data())
def test_an_edge_is_used_or_not(n, seed, closed, data):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    G = nx.gnp_random_graph(n, 0.5, seed=seed)
    if not G.edges:
        return
    edge = data.draw(st.sampled_from(sorted(G.edges)))
    H = G.copy()
    H.remove_edge(*edge)
    assert count(G) == count(H) + count(G, require=[edge])
    assert count(H) == count(G, forbid=[edge])


def test_numbers_are_exact_beyond_every_machine_word():
    # The squares of a cycle in pairs: each ladder of n rungs and two ends has 2 ** n paths between.
    chain = nx.Graph()
    n = 200
    for k in range(n):
        chain.add_edges_from([(4 * k, 4 * k + 1), (4 * k, 4 * k + 2), (4 * k + 1, 4 * k + 2)])
        chain.add_edges_from([(4 * k + 1, 4 * k + 3), (4 * k + 2, 4 * k + 3)])
        chain.add_edge(4 * k + 3, 4 * k + 4)
    assert count_hamiltonian_paths(chain, 0, 4 * n) == 2**n


def test_a_single_node_is_one_path_and_no_cycle():
    for kind in (nx.Graph, nx.DiGraph):
        G = kind()
        G.add_node("a")
        assert count_hamiltonian_paths(G) == count_hamiltonian_paths(G, "a", "a") == 1
        assert count_hamiltonian_cycles(G) == 0


def test_the_number_is_a_python_int():
    assert type(count_hamiltonian_cycles(nx.cycle_graph(5))) is int


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "1 GB"])
def test_a_memory_limit_is_a_positive_integer(limit):
    with pytest.raises(InvalidArgument, match="memory_limit must be a positive integer"):
        count_hamiltonian_cycles(nx.cycle_graph(5), memory_limit=limit)


def test_arguments_are_checked_before_any_work():
    G = nx.cycle_graph(5)
    with pytest.raises(NotANode):
        count_hamiltonian_paths(G, 7)
    with pytest.raises(InvalidArgument, match="edges of the graph"):
        count_hamiltonian_cycles(G, require=[(0, 2)])
    with pytest.raises(nx.NetworkXPointlessConcept):
        count_hamiltonian_cycles(nx.Graph())


def test_too_little_memory_is_refused_with_an_estimate():
    with pytest.raises(SearchLimitReached, match=r"need about .* kB"):
        count_hamiltonian_cycles(knight_graph(6), memory_limit=1000)


def test_a_time_out_says_what_was_done():
    with pytest.raises(SearchLimitReached, match="not counted") as caught:
        count_hamiltonian_cycles(knight_graph(8), timeout=0.2)
    assert caught.value.stats.method == "states"
    assert caught.value.stats.steps > 0


def test_a_graph_that_is_too_wide_is_refused():
    with pytest.raises(SearchLimitReached, match="frontier"):
        count_hamiltonian_cycles(nx.complete_graph(34))


@pytest.mark.parametrize(
    ("G", "cycles"),
    [(knight_graph(5, 6), 8), (nx.petersen_graph(), 0), (nx.dodecahedral_graph(), 30)],
)
def test_few_tours_are_listed_without_plans_and_states(G, cycles, monkeypatch):
    monkeypatch.setattr(counting, "FEW", 100)
    monkeypatch.setattr(counting, "plans", None)
    assert count_hamiltonian_cycles(G) == cycles


def test_where_steps_are_too_few_for_a_list_the_states_answer(monkeypatch):
    monkeypatch.setattr(counting, "FEW", 1)
    assert count_hamiltonian_cycles(king_graph(4)) == 2830
    with pytest.raises(SearchLimitReached, match="the 0 s are over"):
        count_hamiltonian_cycles(king_graph(4), timeout=0)


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


@settings(deadline=None, max_examples=30)
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
def test_interpreted_and_compiled_kernels_agree_on_every_state(monkeypatch):
    G = nx.grid_2d_graph(4, 5)
    for slots in (states.NARROW, states.WIDE):
        layers = []
        for pays in (False, True):
            monkeypatch.setattr(_jit, "_pays", lambda _, pays=pays: pays)
            layers.append(half(G, list(G)[:10], slots).layer)
        assert np.array_equal(*layers)


@pytest.mark.parametrize(
    "G",
    [
        nx.grid_2d_graph(4, 6),
        nx.grid_2d_graph(5, 5),
        king_graph(3, 4),
        knight_graph(3, 8),
        nx.hypercube_graph(4),
    ],
)
@pytest.mark.parametrize("closed", [True, False])
def test_the_symmetries_of_a_board_do_not_change_the_number(G, closed, monkeypatch):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    with_them = count(G)
    monkeypatch.setattr(counting, "_symmetries", lambda *_: [])
    assert count(G) == with_them


@settings(deadline=None, max_examples=25)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_every_cut_of_every_order_gives_the_same_number(n, seed, cut, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in separators._cut(graph, order, min(cut, n - 1)):
        attempt = PlanRun(graph, plan, Clock(), Memory(1 << 30))
        assert attempt.finish() == count_hamiltonian_cycles(G)


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_counts_of_several_words_are_joined_exactly(limbs, monkeypatch):
    # Tables grow by words as if each count were large.
    apply = Half.apply

    def applied(self, operation):
        apply(self, operation)
        while self.limbs < limbs:
            self.layer, self.limbs = halves.widened(self.layer, self.row), self.limbs + 1

    monkeypatch.setattr(Half, "apply", applied)
    assert count_hamiltonian_cycles(nx.grid_2d_graph(6, 6)) == 1072
    assert count_hamiltonian_cycles(king_graph(4)) == 2830


def test_boards_have_the_counters_as_methods():
    assert icosian.knight_graph(5, 6).count_hamiltonian_cycles() == 8
