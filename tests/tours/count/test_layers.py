"""Layers of one half, their join, and slices: the same counts in any memory."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import frontier_counts, hamiltonian_cycles
from together import examples

from icosian import (
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._arrays import masks_of
from icosian._kernels import states
from icosian._kernels._jit import is_forbidden, lists_of
from icosian._run.limits import Clock
from icosian._run.pool import _in_progress
from icosian.tours.count import degree_slices, layers, plans
from icosian.tours.count.layers import Half, Memory, SplitChoice, state_mates
from icosian.tours.count.plans import PlanRun
from icosian.tours.problem import Problem
from tests._kernels.runs import compiled_only, executed
from tests.tours.problems import BOARD, CYCLES

# The layers of one half: against the slow twin, in parts, with counts of several words

BOUNDS = st.integers(4, 9), st.integers(0, 10**6)


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
    room = states.StateMates(*lists_of(state_mates(half.slots)))
    layer = half.layer.tolist()
    counts = {}
    for k in range(0, len(layer), half.row):
        ends, full = states.unpack(layer, k, room, half.slots)
        pairs = frozenset(frozenset((at[i], at[room.mates[i]])) for i in at if ends >> i & 1)
        limbs = layer[k + half.words : k + half.row]
        number = sum(x << states.LIMB * i for i, x in enumerate(limbs))
        counts[pairs, frozenset(at[i] for i in at if full >> i & 1)] = number
    return counts


@examples(20)
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


def prepared(G, gone, slots):
    """Return a half that is to make the layers of ``half`` together."""
    number = {v: i for i, v in enumerate(G)}
    result = half(G, [], slots)
    for v in gone:
        result.prepare(SplitChoice(number[v]))
    return result


@examples(30)
@given(
    st.one_of(
        st.builds(lambda n, seed: nx.gnm_random_graph(n, 2 * n, seed=seed), *BOUNDS),
        st.sampled_from([nx.grid_2d_graph(5, 4), knight_graph(4, 5), nx.complete_graph(10)]),
    ),
    st.integers(1, 20),
    st.sampled_from([states.NARROW, states.WIDE]),
    st.integers(1, 60),
    st.integers(1, 400),
    st.sampled_from([1, 2, 3, 8]),
)
def test_operations_together_make_the_layers_of_one_at_a_time(
    G, gone, slots, largest, limit, space
):
    gone, sizes = list(G)[:gone], []
    alone = half(G, [], slots)
    for v in map(list(G).index, gone):
        sizes.append(alone.size)
        alone.choose(v)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layers, "SPACE", space)  # less of it, and tables are full more often
        together = prepared(G, gone, slots)
        while together.ahead:
            done = together.choices
            read = together.advance(largest, limit)
            now = sizes[done : together.choices]
            assert sum(now) == read <= max(limit, now[0])
            assert max(now[1:], default=0) <= largest
    assert together.operations == alone.operations
    assert together.closed == alone.closed
    assert as_counts(G, together) == as_counts(G, alone)


@pytest.mark.parametrize(("gone", "bits"), [(1, 51), (3, 52)])
def test_cycles_that_close_before_counts_outgrow_their_words_are_kept(gone, bits):
    G = nx.complete_graph(8)
    G.remove_edges_from([(0, v) for v in range(1, 1 + gone)])
    known, found = half(G, []), prepared(G, list(G), states.NARROW)
    found.layer[found.words] <<= bits
    for v in G:
        known.choose(v)
    while found.ahead:
        found.advance()
    assert (known.limbs, found.limbs) == (1, 2)
    assert found.closed == known.closed << bits > 0


def test_what_is_made_together_needs_few_calls_and_can_be_interrupted(monkeypatch):
    G = nx.grid_2d_graph(40, 4)
    known, found = half(G, list(G)[:120]), prepared(G, list(G)[:120], states.NARROW)
    calls, run = [], Clock.run

    def counted(self, method, *given, **options):
        calls.append(method)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return run(self, method, *given, **options)

    monkeypatch.setattr(Clock, "run", counted)
    while found.ahead:
        with suppress(KeyboardInterrupt):
            found.advance()
    assert len(calls) < 20
    assert as_counts(G, found) == as_counts(G, known)


def test_what_is_prepared_comes_before_any_other_operation():
    found = prepared(king_graph(3), [(0, 0), (0, 1)], states.NARROW)
    found.replay(SplitChoice(0))
    assert found.operations == [SplitChoice(0)]
    with pytest.raises(RuntimeError, match="another operation"):
        found.replay(SplitChoice(2))


@pytest.mark.parametrize("few", [0, layers.FEW])
def test_a_layer_that_may_not_be_written_is_read(few, monkeypatch):
    monkeypatch.setattr(layers, "FEW", few)
    G = nx.grid_2d_graph(4, 4)
    known, found = half(G, list(G)[:8]), half(G, list(G)[:7])
    found.layer.flags.writeable = False
    found.choose(7)
    assert as_counts(G, found) == as_counts(G, known)


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


# The join of two halves: groups and digits


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_counts_of_several_words_are_joined_exactly(limbs, monkeypatch):
    # Tables grow by words as if each count were large.
    advance = Half.advance

    def advanced(self, *given):
        read = advance(self, *given)
        while self.limbs < limbs:
            self.layer, self.limbs = layers.widen_rows(self.layer, self.row), self.limbs + 1
        return read

    monkeypatch.setattr(Half, "advance", advanced)
    assert count_hamiltonian_cycles(nx.grid_2d_graph(6, 6)) == 1072
    assert count_hamiltonian_cycles(king_graph(4)) == 2830


def test_groups_that_fit_are_those_that_a_dictionary_finds():
    G = nx.grid_2d_graph(6, 6)
    number = {v: i for i, v in enumerate(G)}
    half = Half([{number[w] for w in G[v]} for v in G], states.NARROW, Clock(), Memory(1 << 30))
    for v in range(15):
        half.choose(v)
    groups = layers.Groups(half, Clock())
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


# Counts in slices: they sum up, fit in memory, and run on executors


SMALL = knight_graph(3, 10)  # 16 cycles

LIMIT = 8_000 if is_forbidden() else 30_000


def finished(graph, plan, degrees=None):
    return PlanRun(graph, plan, Clock(), Memory(1 << 30), degrees).finish()


@pytest.mark.slow
@examples(20)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 3), st.data())
def test_slices_of_random_graphs_sum_up(n, seed, cut, fixed, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in plans._cut(graph, masks_of(graph), order, min(cut, n - 1)):
        vertices = data.draw(st.permutations(plan.separator))[:fixed]
        parts = (
            finished(graph, plan, dict(zip(vertices, degrees, strict=True)))
            for degrees in product(range(3), repeat=len(vertices))
        )
        assert sum(parts) == count_hamiltonian_cycles(G)


def board_plans(G, *, closed):
    """Return the graph that a board is counted on, and one plan of each kind of symmetry."""
    problem = Problem.of(G, closed=closed, start=None, **({} if closed else {"end": None}))
    graph = problem.form.subdivided()
    found = plans.promising_plans(problem, graph, Clock())
    kinds = {(plan.mirror is None, plan.turn is None): plan for plan in found if plan.separator}
    return graph, list(kinds.values())


@pytest.mark.slow
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("G", [nx.grid_2d_graph(4, 4), king_graph(3, 4), knight_graph(3, 6)])
def test_slices_of_boards_sum_up_at_every_depth(G, closed):
    graph, found = board_plans(G, closed=closed)
    number = (count_hamiltonian_cycles if closed else count_hamiltonian_paths)(G)
    for plan in found:
        for depth in range(1, 3):
            parts = degree_slices.slices(graph, plan, depth)
            fixed = len(parts[0][0])
            assert sum(times for _, times in parts) == 3**fixed
            assert number == sum(
                times * finished(graph, plan, dict(degrees)) for degrees, times in parts
            )


def test_the_vertices_that_slices_fix_first_save_the_most_states(monkeypatch):
    graph, found = board_plans(knight_graph(3, 10), closed=True)
    work = []
    for unit in degree_slices.units_of(graph, found[0]):
        monkeypatch.setattr(degree_slices, "units_of", lambda *_, unit=unit: [unit])
        runs = [
            PlanRun(graph, found[0], Clock(), Memory(10**9), dict(degrees))
            for degrees, _ in degree_slices.slices(graph, found[0], 1)
        ]
        assert sum(run.finish() for run in runs) > 0
        work.append(sum(run._spent for run in runs))
    assert work == sorted(work)
    assert work[0] < work[-1]


def test_a_count_takes_no_more_memory_than_it_may(memories):
    assert count_hamiltonian_cycles(BOARD) == CYCLES
    whole = max(memory.most for memory in memories)
    memories.clear()
    limit = int((0.5 if is_forbidden() else 0.4) * whole)
    assert count_hamiltonian_cycles(BOARD, memory_limit=limit) == CYCLES
    assert len(memories) > 3  # a slice has its own
    assert 0 < max(memory.most for memory in memories) <= limit


@pytest.mark.slow
def test_a_slice_that_is_too_large_is_divided(memories, monkeypatch):
    divided, divide = [], degree_slices._divided
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(degree_slices, "depth_needed", lambda *_: 1)  # too little
    monkeypatch.setattr(
        degree_slices, "_divided", lambda *job: divided.append(job[3]) or divide(*job)
    )
    assert count_hamiltonian_cycles(BOARD, memory_limit=LIMIT // 2) == CYCLES
    assert len(divided) > 0
    assert max(memory.most for memory in memories) <= LIMIT // 2


def test_a_count_that_cannot_fit_is_refused_before_it_takes_memory(memories):
    with pytest.raises(SearchLimitReached, match=r"need about .* and memory_limit is 300 kB"):
        count_hamiltonian_cycles(knight_graph(8), memory_limit=300_000)
    assert len(memories) == 1
    assert memories[0].most <= 300_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_change_no_count(kind, monkeypatch):
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    with kind(2) as executor:
        assert count_hamiltonian_cycles(BOARD, executor=executor) == CYCLES
        assert count_hamiltonian_paths(knight_graph(5), "a1", executor=executor) == 304


def test_threads_stop_when_the_time_is_over(ticking, monkeypatch):
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    steps = []
    with ThreadPoolExecutor(2) as executor, pytest.raises(SearchLimitReached):
        count_hamiltonian_cycles(
            knight_graph(8), executor=executor, timeout=1, progress=steps.append
        )
    assert not _in_progress
