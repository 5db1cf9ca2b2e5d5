"""Counts in slices: they sum up, fit in memory, and run on executors."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

from icosian import (
    InvalidArgument,
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._kernels._jit import is_forbidden
from icosian._run.clock import Clock
from icosian._run.pool import _in_progress
from icosian.tours.count import degree_slices, plans, plans as orders
from icosian.tours.count.layers import Memory
from icosian.tours.count.plans import PlanRun
from icosian.tours.problem import Problem

SMALL = knight_graph(3, 10)  # 16 cycles


BOARD, CYCLES, LIMIT = (
    (knight_graph(5, 6), 8, 8_000) if is_forbidden() else (knight_graph(6), 9862, 30_000)
)


def finished(graph, plan, degrees=None):
    return PlanRun(graph, plan, Clock(), Memory(1 << 30), degrees).finish()


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 3), st.data())
def test_slices_of_random_graphs_sum_up(n, seed, cut, fixed, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in plans._cut(graph, orders.neighbor_masks(graph), order, min(cut, n - 1)):
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


@pytest.fixture
def memories(monkeypatch):
    """Note all memories that are used."""
    made = []

    class Noted(Memory):
        def __init__(self, limit):
            super().__init__(limit)
            made.append(self)

    monkeypatch.setattr(degree_slices, "Memory", Noted)
    return made


@pytest.mark.parametrize("part", [0.8, 0.6, 0.5] if is_forbidden() else [0.8, 0.6, 0.4])
def test_a_count_takes_no_more_memory_than_it_may(part, memories):
    assert count_hamiltonian_cycles(BOARD) == CYCLES
    whole = max(memory.most for memory in memories)
    memories.clear()
    limit = int(part * whole)
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


def test_what_is_no_executor_is_refused():
    with pytest.raises(InvalidArgument, match=r"must be a concurrent\.futures\.Exec.* got 2"):
        count_hamiltonian_cycles(nx.cycle_graph(5), executor=2)


def test_threads_stop_when_the_time_is_over(ticking, monkeypatch):
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    steps = []
    with ThreadPoolExecutor(2) as executor, pytest.raises(SearchLimitReached):
        count_hamiltonian_cycles(
            knight_graph(8), executor=executor, timeout=1, progress=steps.append
        )
    assert not _in_progress
