"""Checkpoints of counts: interrupted, killed, damaged, of another problem."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from itertools import count

import networkx as nx
import pytest

from icosian import InvalidArgument, count_hamiltonian_cycles, count_hamiltonian_paths, knight_graph
from icosian._kernels._jit import Run, is_forbidden
from icosian._run.limits import Clock
from icosian.tours.count import degree_slices, exchange as checkpoint
from tests.tours.problems import BOARD, CYCLES

SMALL = knight_graph(3, 10)  # 16 cycles

LIMIT = 8_000 if is_forbidden() else 30_000


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
        patch.setattr("icosian._run.limits.Clock", Noted)
        number = count_hamiltonian_cycles(BOARD, checkpoint=folder, **options)
    return number, clocks[0].steps


@contextmanager
def eagerly():
    """Write a checkpoint after each operation."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoint, "INTERVAL", 0)
        patch.setattr(checkpoint, "BURDEN", 0)
        yield


@pytest.fixture
def eager():
    with eagerly():
        yield


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


@pytest.mark.slow
@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
def test_an_interrupted_count_goes_on_from_its_checkpoint(tmp_path, ticking, monkeypatch, error):
    number, whole = steps_of(tmp_path / "whole", monkeypatch)
    assert number == CYCLES
    with eagerly():
        interrupted_count(tmp_path / "part", error)
    number, rest = steps_of(tmp_path / "part", monkeypatch)
    assert number == CYCLES
    assert rest < whole
    assert files(tmp_path / "part") == ["manifest.json"]


def test_a_draft_of_a_killed_process_is_removed(tmp_path, eager):
    interrupted_count(tmp_path)
    tmp_path.joinpath(".icosian-0123456789abcdef").write_bytes(b"half a manifest")
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES
    assert files(tmp_path) == ["manifest.json"]


def test_a_finished_count_is_not_repeated(tmp_path, monkeypatch):
    assert steps_of(tmp_path, monkeypatch)[0] == CYCLES
    assert files(tmp_path) == ["manifest.json"]
    monkeypatch.setattr(degree_slices.CycleCount, "_whole_or_sliced", None)
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES


@pytest.mark.parametrize("interval", [0, 30])
def test_every_interrupt_leaves_a_checkpoint_that_is_right(tmp_path, monkeypatch, interval):
    monkeypatch.setattr(checkpoint, "INTERVAL", interval)
    monkeypatch.setattr(checkpoint, "BURDEN", 0)
    folder = tmp_path / "folder"
    for after in count(1, 4):
        shutil.rmtree(folder, ignore_errors=True)
        try:
            with interrupts(after):
                number = count_hamiltonian_cycles(SMALL, checkpoint=folder)
        except Stopped:
            assert count_hamiltonian_cycles(SMALL, checkpoint=folder) == 16
        else:
            assert (number, after > 20) == (16, True)
            return


@pytest.mark.slow
@pytest.mark.parametrize("calls", [0, 30])
def test_interrupted_slices_go_on_without_repetition(tmp_path, ticking, monkeypatch, calls):
    done = []
    count_slice = degree_slices._count_slice

    def noted(*job, **options):
        value = count_slice(*job, **options)
        done.append(job[3])
        return value

    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(degree_slices, "depth_needed", lambda *_: 1)
    monkeypatch.setattr(degree_slices, "_count_slice", noted)
    options = {"memory_limit": LIMIT, "checkpoint": tmp_path}
    with eagerly(), pytest.raises(Stopped), interrupts(calls, when=lambda: bool(done)):
        count_hamiltonian_cycles(BOARD, **options)
    assert calls or len(done) == 1
    assert "slices.jsonl" in files(tmp_path)
    assert calls == 0 or list(tmp_path.glob("*.i64"))
    assert count_hamiltonian_cycles(BOARD, **options) == CYCLES
    assert len(set(done)) == len(done) > 1
    assert files(tmp_path) == ["manifest.json"]


CHILD = """
import os, sys
from icosian import count_hamiltonian_cycles, knight_graph
from icosian.tours.count import exchange as checkpoint, functions as api
api.FEW = 0
checkpoint.INTERVAL = checkpoint.BURDEN = 0
write, written = checkpoint.write_states, []
def write_and_end(*arguments):
    written.append(write(*arguments))
    if len(written) == 10:  # after the manifest that names those before it
        os.kill(os.getpid(), int(sys.argv[3]))
    return written[-1]
checkpoint.write_states = write_and_end
board = knight_graph(5 if sys.argv[2] == "1" else 6, 6)
print(count_hamiltonian_cycles(board, checkpoint=sys.argv[1]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
def test_a_killed_count_goes_on_from_its_checkpoint(tmp_path, monkeypatch, name):
    _, whole = steps_of(tmp_path / "whole", monkeypatch)
    folder = tmp_path / "part"
    given = str(folder), str(int(is_forbidden())), str(int(getattr(signal, name)))
    done = subprocess.run([sys.executable, "-c", CHILD, *given], capture_output=True, check=False)
    assert done.returncode == -getattr(signal, name)
    number, rest = steps_of(folder, monkeypatch)
    assert number == CYCLES
    assert rest < whole
    assert files(folder) == ["manifest.json"]


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_another_question_is_refused_and_changes_nothing(tmp_path, eager):
    interrupted_count(tmp_path)
    before = contents(tmp_path)
    for G, options in (
        (SMALL, {}),
        (BOARD, {"forbid": [next(iter(BOARD.edges))]}),
        (nx.path_graph(5), {}),
    ):
        with pytest.raises(InvalidArgument, match="another count"):
            count_hamiltonian_cycles(G, checkpoint=tmp_path, **options)
    with pytest.raises(InvalidArgument, match="another count"):
        count_hamiltonian_paths(BOARD, checkpoint=tmp_path)
    assert contents(tmp_path) == before


def test_a_damaged_layer_is_refused_and_changes_nothing(tmp_path, eager):
    layer = interrupted_count(tmp_path)[0]
    data = layer.read_bytes()
    for bad in (data[:-8], data + b"x", data[:-1] + bytes([data[-1] ^ 1]), None):
        layer.unlink() if bad is None else layer.write_bytes(bad)
        before = contents(tmp_path)
        with pytest.raises(InvalidArgument, match=f"{layer.name} is missing or damaged"):
            count_hamiltonian_cycles(BOARD, checkpoint=tmp_path)
        assert contents(tmp_path) == before
    layer.write_bytes(data)
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES


def test_a_damaged_manifest_is_refused_and_changes_nothing(tmp_path, eager):
    interrupted_count(tmp_path)
    manifest = tmp_path / "manifest.json"
    data = manifest.read_bytes()
    damaged = [
        b"",
        b"[]",
        b"[" * 100_000,
        data[: len(data) // 2],
        data + b" ",
        data.replace(b'"limbs": 1', b'"limbs": 2'),
        data.replace(b'"format": 3', b'"format": 4'),
        data.replace(b"icosian count", b"other"),
    ]
    places = range(0, len(data), max(1, len(data) // 50))
    damaged += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in places]
    for bad in damaged:
        manifest.write_bytes(bad)
        before = contents(tmp_path)
        with pytest.raises(InvalidArgument, match=r"manifest\.json is damaged"):
            count_hamiltonian_cycles(BOARD, checkpoint=tmp_path)
        assert contents(tmp_path) == before
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


@pytest.mark.slow
def test_progress_tells_the_part_that_is_done_and_the_states(monkeypatch):
    monkeypatch.setattr("icosian._run.limits.REPORT_SECONDS", 0)
    for limit in (None, LIMIT):
        told = []
        count_hamiltonian_cycles(BOARD, memory_limit=limit, progress=told.append)
        parts = [progress.part for progress in told if progress.part is not None]
        assert parts == sorted(parts)
        assert 0 < parts[0] < 1 >= parts[-1]
        assert any("states" in (progress.stage or "") for progress in told)
