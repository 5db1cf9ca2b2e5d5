"""Long counts: slices that fit the memory, executors, and checkpoints."""

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, product

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
from icosian._kernels._jit import Run, is_forbidden
from icosian._run import pool as parallel
from icosian._run.clock import Clock
from icosian.tours.count import (
    api as counting,
    checkpoint as checkpoints,
    degree_slices as slices,
    plans as separators,
)
from icosian.tours.count.layers import Memory
from icosian.tours.count.plan_race import Attempt
from icosian.tours.problem import Problem

SMALL = knight_graph(3, 10)  # 16 cycles
BOARD, CYCLES, LIMIT = (
    (knight_graph(5, 6), 8, 8_000) if is_forbidden() else (knight_graph(6), 9862, 30_000)
)


@pytest.fixture(autouse=True)
def always_states(monkeypatch):
    """Let no listing answer first."""
    monkeypatch.setattr(counting, "FEW", 0)


def finished(graph, plan, degrees=None):
    return Attempt(graph, plan, Clock(), Memory(1 << 30), degrees).finish()


@settings(max_examples=40)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 3), st.data())
def test_slices_of_random_graphs_sum_up(n, seed, cut, fixed, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in separators._cut(graph, order, min(cut, n - 1)):
        vertices = data.draw(st.permutations(plan.separator))[:fixed]
        parts = (
            finished(graph, plan, dict(zip(vertices, degrees, strict=True)))
            for degrees in product(range(3), repeat=len(vertices))
        )
        assert sum(parts) == count_hamiltonian_cycles(G)


def plans(G, *, closed):
    """Return the graph that a board is counted on, and one plan of each kind of symmetry."""
    problem = Problem.of(G, closed=closed, start=None, **({} if closed else {"end": None}))
    graph = problem.form.subdivided()
    found = counting.promising_plans(problem, graph, Clock())
    kinds = {(plan.mirror is None, plan.turn is None): plan for plan in found if plan.separator}
    return graph, list(kinds.values())


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("G", [nx.grid_2d_graph(4, 4), king_graph(3, 4), knight_graph(3, 6)])
def test_slices_of_boards_sum_up_at_every_depth(G, closed):
    graph, found = plans(G, closed=closed)
    number = (count_hamiltonian_cycles if closed else count_hamiltonian_paths)(G)
    for plan in found:
        for depth in range(1, 3):
            parts = slices._slices(graph, plan, depth)
            fixed = len(parts[0][0])
            assert sum(times for _, times in parts) == 3**fixed
            assert number == sum(
                times * finished(graph, plan, dict(degrees)) for degrees, times in parts
            )


@pytest.fixture
def memories(monkeypatch):
    """Note all memories that are used."""
    made = []

    class Noted(Memory):
        def __init__(self, limit):
            super().__init__(limit)
            made.append(self)

    monkeypatch.setattr(slices, "Memory", Noted)
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


def test_a_slice_that_is_too_large_is_divided(memories, monkeypatch):
    divided, divide = [], slices._divided
    monkeypatch.setattr(slices, "SMALL", 0)
    monkeypatch.setattr(slices, "_depth", lambda *_: 1)  # too little
    monkeypatch.setattr(slices, "_divided", lambda *job: divided.append(job[3]) or divide(*job))
    assert count_hamiltonian_cycles(BOARD, memory_limit=LIMIT // 2) == CYCLES
    assert len(divided) > 0
    assert max(memory.most for memory in memories) <= LIMIT // 2


def test_a_count_that_cannot_fit_is_refused_before_it_takes_memory(memories):
    with pytest.raises(SearchLimitReached, match=r"need about .* and memory_limit is 300 kB"):
        count_hamiltonian_cycles(knight_graph(8), memory_limit=300_000)
    assert len(memories) == 1
    assert memories[0].most <= 300_000


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_change_no_count(kind, monkeypatch):
    monkeypatch.setattr(slices, "SMALL", 0)
    with kind(2) as executor:
        assert count_hamiltonian_cycles(BOARD, executor=executor) == CYCLES
        assert count_hamiltonian_paths(knight_graph(5), "a1", executor=executor) == 304


def test_what_is_no_executor_is_refused():
    with pytest.raises(InvalidArgument, match=r"must be a concurrent\.futures\.Exec.* got 2"):
        count_hamiltonian_cycles(nx.cycle_graph(5), executor=2)


def test_threads_stop_when_the_time_is_over(monkeypatch):
    monkeypatch.setattr(slices, "SMALL", 0)
    steps = []
    with ThreadPoolExecutor(2) as executor, pytest.raises(SearchLimitReached):
        count_hamiltonian_cycles(
            knight_graph(8), executor=executor, timeout=1, progress=steps.append
        )
    assert not parallel._led


class Stopped(Exception):
    """A count is interrupted."""


@contextmanager
def interrupts(after, error=Stopped, when=lambda: True):
    """Interrupt at the call of a kernel after so many; calls count when that is true."""
    advance, calls = Run.advance, count()

    def interrupted(self, budget):
        if when() and next(calls) >= after:
            raise error
        return advance(self, budget)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "advance", interrupted)
        yield


def steps_of(folder, monkeypatch, **options):
    """Return the number of cycles of the board, and how many steps were taken for it."""
    clocks = []

    class Noted(Clock):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            clocks.append(self)

    with monkeypatch.context() as patch:
        patch.setattr(counting, "Clock", Noted)
        number = count_hamiltonian_cycles(BOARD, checkpoint=folder, **options)
    return number, clocks[0].steps


@pytest.fixture
def eager(monkeypatch):
    """Write a checkpoint after each operation."""
    monkeypatch.setattr(checkpoints, "INTERVAL", 0)
    monkeypatch.setattr(checkpoints, "BURDEN", 0)


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def interrupted_count(folder, error=Stopped):
    """Leave a checkpoint with layers in a folder."""
    for after in count(10, 10):
        with pytest.raises(error), interrupts(after, error):
            count_hamiltonian_cycles(BOARD, checkpoint=folder)
        if layers := list(folder.glob("*.i64")):
            return layers
        shutil.rmtree(folder)
    raise AssertionError


@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
def test_an_interrupted_count_goes_on_from_its_checkpoint(tmp_path, eager, monkeypatch, error):
    number, whole = steps_of(tmp_path / "whole", monkeypatch)
    assert number == CYCLES
    interrupted_count(tmp_path / "part", error)
    number, rest = steps_of(tmp_path / "part", monkeypatch)
    assert number == CYCLES
    assert rest < whole
    assert files(tmp_path / "part") == ["manifest.json"]


def test_a_finished_count_is_not_repeated(tmp_path, monkeypatch):
    assert steps_of(tmp_path, monkeypatch)[0] == CYCLES
    assert files(tmp_path) == ["manifest.json"]
    monkeypatch.setattr(slices, "_whole_or_sliced", None)
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES


@pytest.mark.parametrize("interval", [0, 30])
def test_every_interrupt_leaves_a_checkpoint_that_is_right(tmp_path, monkeypatch, interval):
    monkeypatch.setattr(checkpoints, "INTERVAL", interval)
    monkeypatch.setattr(checkpoints, "BURDEN", 0)
    folder = tmp_path / "folder"
    for after in count(1, 13):
        shutil.rmtree(folder, ignore_errors=True)
        try:
            with interrupts(after):
                number = count_hamiltonian_cycles(SMALL, checkpoint=folder)
        except Stopped:
            assert count_hamiltonian_cycles(SMALL, checkpoint=folder) == 16
        else:
            assert (number, after > 50) == (16, True)
            return


@pytest.mark.parametrize("calls", [0, 30])
def test_interrupted_slices_go_on_without_repetition(tmp_path, eager, monkeypatch, calls):
    done = []
    count_slice = slices._count_slice

    def noted(*job, **options):
        value = count_slice(*job, **options)
        done.append(job[3])
        return value

    monkeypatch.setattr(slices, "SMALL", 0)
    monkeypatch.setattr(slices, "_depth", lambda *_: 1)
    monkeypatch.setattr(slices, "_count_slice", noted)
    options = {"memory_limit": LIMIT, "checkpoint": tmp_path}
    with pytest.raises(Stopped), interrupts(calls, when=lambda: bool(done)):
        count_hamiltonian_cycles(BOARD, **options)
    assert len(done) == 1
    assert "slices.jsonl" in files(tmp_path)
    assert calls == 0 or list(tmp_path.glob("*.i64"))
    assert count_hamiltonian_cycles(BOARD, **options) == CYCLES
    assert len(set(done)) == len(done) > 1
    assert files(tmp_path) == ["manifest.json"]


CHILD = """
import sys
from icosian import count_hamiltonian_cycles, knight_graph
from icosian.tours import checkpoint, count
count.FEW = 0
checkpoint.INTERVAL = checkpoint.BURDEN = 0
board = knight_graph(5 if sys.argv[2] == "1" else 6, 6)
print(count_hamiltonian_cycles(board, checkpoint=sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
def test_a_killed_count_goes_on_from_its_checkpoint(tmp_path, monkeypatch, name):
    _, whole = steps_of(tmp_path / "whole", monkeypatch)
    folder = tmp_path / "part"
    words = [sys.executable, "-c", CHILD, str(folder), str(int(is_forbidden()))]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as child:
        while child.poll() is None and not list(folder.glob("*.i64")):
            time.sleep(0.001)
        child.send_signal(getattr(signal, name))
    number, rest = steps_of(folder, monkeypatch)
    assert number == CYCLES
    assert rest < whole
    assert files(folder) == ["manifest.json"]


def test_another_question_is_refused(tmp_path, eager):
    interrupted_count(tmp_path)
    before = files(tmp_path)
    for G, options in (
        (SMALL, {}),
        (BOARD, {"forbid": [next(iter(BOARD.edges))]}),
        (nx.path_graph(5), {}),
    ):
        with pytest.raises(InvalidArgument, match="another count"):
            count_hamiltonian_cycles(G, checkpoint=tmp_path, **options)
    with pytest.raises(InvalidArgument, match="another count"):
        count_hamiltonian_paths(BOARD, checkpoint=tmp_path)
    assert files(tmp_path) == before


def test_a_damaged_layer_is_refused(tmp_path, eager):
    layer = interrupted_count(tmp_path)[0]
    data = layer.read_bytes()
    for bad, message in (
        (data[:-8], "must have"),
        (data[:-1] + bytes([data[-1] ^ 1]), "is damaged"),
        (None, "is missing"),
    ):
        layer.unlink() if bad is None else layer.write_bytes(bad)
        with pytest.raises(InvalidArgument, match=f"{layer.name}.* {message}"):
            count_hamiltonian_cycles(BOARD, checkpoint=tmp_path)
    layer.write_bytes(data)
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES


def test_a_damaged_manifest_is_refused(tmp_path, eager):
    interrupted_count(tmp_path)
    manifest = tmp_path / "manifest.json"
    data = manifest.read_bytes()
    for bad, message in (
        (b"", "damaged"),
        (b"[]", "damaged"),
        (data[: len(data) // 2], "damaged"),
        (data.replace(b'"limbs": 1', b'"limbs": 2'), "damaged"),
        (data.replace(b'"format": 1', b'"format": 2'), "format 2, and .* reads format 1"),
        (data.replace(b"icosian count", b"other"), "no manifest of a count"),
    ):
        manifest.write_bytes(bad)
        with pytest.raises(InvalidArgument, match=message):
            count_hamiltonian_cycles(BOARD, checkpoint=tmp_path)
    for at in range(0, len(data), max(1, len(data) // 50)):
        manifest.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(InvalidArgument, match=r"manifest\.json"):
            count_hamiltonian_cycles(BOARD, checkpoint=tmp_path)
    manifest.write_bytes(data)
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES


def test_a_checkpoint_is_a_folder(tmp_path):
    path = tmp_path / "file"
    path.write_text("")
    with pytest.raises(InvalidArgument, match="must be a folder"):
        count_hamiltonian_cycles(BOARD, checkpoint=path)
    (tmp_path / "notes.txt").write_text("mine")
    assert count_hamiltonian_cycles(BOARD, checkpoint=os.fspath(tmp_path)) == CYCLES
    assert files(tmp_path) == ["file", "manifest.json", "notes.txt"]


def test_progress_tells_the_part_that_is_done_and_the_states(monkeypatch):
    monkeypatch.setattr("icosian._run.clock.REPORT_SECONDS", 0)
    for limit in (None, LIMIT):
        told = []
        count_hamiltonian_cycles(BOARD, memory_limit=limit, progress=told.append)
        parts = [progress.part for progress in told if progress.part is not None]
        assert parts == sorted(parts)
        assert 0 < parts[0] < 1 >= parts[-1]
        assert any("states" in (progress.stage or "") for progress in told)
