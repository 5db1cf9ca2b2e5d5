"""A count by several threads: the same states, numbers and checkpoints as by one."""

import threading
from collections import Counter, deque
from concurrent.futures import InvalidStateError, ThreadPoolExecutor
from itertools import count

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from strategies import graphs

from icosian import (
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._kernels import states
from icosian._kernels._jit import Run, is_forbidden
from icosian._run import pool as parallel
from icosian._run.clock import Clock, TimeIsUp
from icosian._run.pool import Pool
from icosian._run.threads import together
from icosian.tours.count import (
    api as counting,
    checkpoint as checkpoints,
    degree_slices as slices,
    join as meeting,
    layers as halves,
)
from icosian.tours.count.layers import Half, Memory, MemoryShort

BOARD, CYCLES = (knight_graph(5, 6), 8) if is_forbidden() else (knight_graph(6), 9862)


@pytest.fixture(autouse=True, scope="module")
def shared():
    """Let threads share the smallest layers and joins, and let no listing answer first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "FEW", 0)
        for room, name in ((halves, "SHARE"), (meeting, "SHARE"), (meeting, "PAIRS")):
            patch.setattr(room, name, 1)
        yield


@pytest.fixture
def larger(monkeypatch):
    """Let threads share no layers but larger ones, which takes less time."""
    monkeypatch.setattr(halves, "SHARE", 5 if is_forbidden() else 50)


@pytest.fixture(scope="module", params=[2, 3])
def executor(request):
    with ThreadPoolExecutor(request.param) as executor:
        yield executor


@settings(deadline=None, max_examples=25)
@given(G=graphs())
def test_threads_change_no_count(executor, G):
    assert count_hamiltonian_cycles(G, executor=executor) == count_hamiltonian_cycles(G)
    assert count_hamiltonian_paths(G, executor=executor) == count_hamiltonian_paths(G)


@pytest.mark.parametrize(
    ("G", "cycles"),
    [
        (nx.grid_2d_graph(6, 6), 1072),
        (king_graph(4), 2830),
        (nx.hypercube_graph(4), 1344),
        (nx.complete_graph(8), 2520),
        (knight_graph(3, 10), 16),
        (nx.complete_graph(5).to_directed(), 24),
    ],
)
def test_threads_count_what_is_known(executor, G, cycles):
    assert count_hamiltonian_cycles(G, executor=executor) == cycles


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
    assert any(isinstance(operation, halves.Fold) for operation in together.operations)


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
    made = parts(half, *half.prepare(halves.Choice(15)))
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


@pytest.mark.usefixtures("larger")
def test_joins_are_divided_into_parts_that_sum_up(executor, monkeypatch):
    sizes = []
    divided = meeting._ContractionTables.divided

    def noted(self, pairs, pool):
        found = divided(self, pairs, pool)
        sizes.append(len(found))
        assert np.array_equal(np.concatenate(found), pairs)
        return found

    monkeypatch.setattr(meeting._ContractionTables, "divided", noted)
    assert count_hamiltonian_cycles(king_graph(4), executor=executor) == 2830
    assert max(sizes) > 2


def test_groups_that_fit_are_those_that_a_dictionary_finds(executor):
    G = nx.grid_2d_graph(6, 6)
    number = {v: i for i, v in enumerate(G)}
    half = Half([{number[w] for w in G[v]} for v in G], states.NARROW, Clock(), Memory(1 << 30))
    for v in range(15):
        half.choose(v)
    groups = meeting.Groups(half, Clock(), Pool(executor))
    sizes = Counter(int(word) >> states.MATCHING for word in half.layer[:: half.row])
    assert dict(zip(groups.statuses.tolist(), groups._sizes.tolist(), strict=True)) == sizes
    front = sum(1 << i for i in half.slot.values())
    place = {status: k for k, status in enumerate(groups.statuses.tolist())}
    fitting = {}
    for status, k in place.items():
        ends, full = status >> half.slots, status & (1 << half.slots) - 1
        if (partner := ends << half.slots | front & ~ends & ~full) in place:
            fitting[k] = place[partner]
    mine, its = groups.fitting(groups, [(i, i) for i in half.slot.values()])
    assert dict(zip(mine.tolist(), its.tolist(), strict=True)) == fitting
    assert fitting


@pytest.mark.usefixtures("larger")
def test_slices_are_counted_by_all_threads_where_memory_is_short(executor, monkeypatch):
    made = []

    class Noted(Memory):
        def __init__(self, limit):
            super().__init__(limit)
            made.append(self)

    monkeypatch.setattr(slices, "Memory", Noted)
    assert count_hamiltonian_cycles(BOARD) == CYCLES
    assert len(made) == 1
    limit = made[0].most // 2
    assert count_hamiltonian_cycles(BOARD, executor=executor, memory_limit=limit) == CYCLES
    assert len(made) > 3
    assert max(memory.most for memory in made[1:]) <= limit


class Stopped(Exception):
    """A thread fails."""


@pytest.mark.usefixtures("larger")
@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
def test_what_goes_wrong_in_a_thread_ends_the_count_and_another_goes_on(
    tmp_path, executor, error, monkeypatch
):
    monkeypatch.setattr(checkpoints, "INTERVAL", 0)
    monkeypatch.setattr(checkpoints, "BURDEN", 0)
    advance = Run.advance
    for after in (5, 20, 40):
        calls = count()

        def failing(self, budget, calls=calls, after=after):
            apart = threading.current_thread() is not threading.main_thread()
            if apart and next(calls) == after:
                raise error
            return advance(self, budget)

        folder = tmp_path / f"{after}"
        monkeypatch.setattr(Run, "advance", failing)
        with pytest.raises(error):
            count_hamiltonian_cycles(BOARD, executor=executor, checkpoint=folder)
        monkeypatch.setattr(Run, "advance", advance)
        assert not parallel._led
        others = None if after == 20 else executor
        assert count_hamiltonian_cycles(BOARD, executor=others, checkpoint=folder) == CYCLES


@pytest.mark.usefixtures("larger")
def test_an_interrupt_leaves_a_checkpoint_for_any_number_of_threads(tmp_path, executor):
    reports = count()

    def interrupting(_):
        if next(reports) == 1:
            raise KeyboardInterrupt

    for k in range(3):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("icosian._run.clock.REPORT_SECONDS", 0)
            patch.setattr(checkpoints, "INTERVAL", 0)
            reports = count(-10 * k)
            with pytest.raises(KeyboardInterrupt):
                count_hamiltonian_cycles(
                    BOARD, executor=executor, checkpoint=tmp_path / f"{k}", progress=interrupting
                )
        assert not parallel._led
        assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path / f"{k}") == CYCLES


def test_threads_stop_when_the_time_is_over(executor):
    with pytest.raises(SearchLimitReached):
        count_hamiltonian_cycles(knight_graph(8), executor=executor, timeout=1)
    assert not parallel._led


def test_memory_is_not_exceeded_by_all_parts_together(executor):
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(12)).values()]
    memory = Memory(20_000)
    half = Half(graph, states.NARROW, Clock(), memory, pool=Pool(executor))
    plan = [halves.Choice(v) for v in range(12)]
    with pytest.raises(MemoryShort):
        deque(map(half.apply, plan))
    assert memory.most <= memory.limit


def broken():
    raise InvalidStateError


def test_a_count_goes_on_here_when_its_threads_break():
    with ThreadPoolExecutor(2, initializer=broken) as executor:
        assert count_hamiltonian_cycles(BOARD, executor=executor) == CYCLES


def square(x, *, clock):
    clock.tick("square", 1)
    return x * x


def test_jobs_give_their_results_in_order_and_count_their_steps(executor):
    clock = Clock()
    jobs = [(x,) for x in range(100)]
    assert together("square", square, jobs, clock, Pool(executor)) == [x * x for x in range(100)]
    assert clock.steps == 100
    assert together("square", square, jobs[:9], clock, None) == [x * x for x in range(9)]
    assert together("square", square, [], clock, Pool(executor)) == []


def test_no_job_outlives_its_time(executor):
    with pytest.raises(TimeIsUp):
        together("square", square, [(1,), (2,)], Clock(0), Pool(executor))
