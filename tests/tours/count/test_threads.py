"""Counts by several threads: the same states, numbers and checkpoints as by one."""

import threading
from concurrent.futures import InvalidStateError, ThreadPoolExecutor
from itertools import count

import pytest
from hypothesis import given
from strategies import graphs
from together import examples

from icosian import (
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    knight_graph,
)
from icosian._kernels._jit import Run
from icosian._run import limits
from icosian._run.pool import _in_progress
from icosian.tours.count import degree_slices, exchange, exchange as checkpoint, functions as api
from tests.tours.problems import BOARD, COUNTED, CYCLES


@pytest.fixture(autouse=True, scope="module")
def shared():
    """Let threads share the smallest counts from the first state on, and no listing answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "FEW", 0)
        patch.setattr(degree_slices, "SMALL", 0)
        patch.setattr(exchange, "HERE", 0)
        yield


@examples(8)
@given(G=graphs())
def test_threads_change_no_count(executor, G):
    assert count_hamiltonian_cycles(G, executor=executor) == count_hamiltonian_cycles(G)
    assert count_hamiltonian_paths(G, executor=executor) == count_hamiltonian_paths(G)


@pytest.mark.parametrize(("G", "cycles"), COUNTED)
def test_threads_count_what_is_known(executor, G, cycles):
    assert count_hamiltonian_cycles(G, executor=executor) == cycles


def test_slices_are_counted_by_all_threads_where_memory_is_short(executor, memories, monkeypatch):
    monkeypatch.setattr(limits, "FIRST_STEPS", 200)  # short calls make tables of other sizes
    assert count_hamiltonian_cycles(BOARD) == CYCLES
    assert len(memories) == 1
    limit = memories[0].most // 2
    assert count_hamiltonian_cycles(BOARD, executor=executor, memory_limit=limit) == CYCLES
    assert len(memories) > 3
    assert max(memory.most for memory in memories[1:]) <= limit


class Stopped(Exception):
    """A thread fails."""


@pytest.mark.slow
@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
def test_what_goes_wrong_in_a_thread_ends_the_count_and_another_goes_on(
    tmp_path, executor, error, monkeypatch
):
    monkeypatch.setattr(checkpoint, "INTERVAL", 0)
    monkeypatch.setattr(checkpoint, "BURDEN", 0)
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
        assert not _in_progress
        others = None if after == 20 else executor
        assert count_hamiltonian_cycles(BOARD, executor=others, checkpoint=folder) == CYCLES


def test_an_interrupt_leaves_a_checkpoint_for_any_number_of_threads(tmp_path, executor):
    reports = count()

    def interrupting(_):
        if next(reports) == 1:
            raise KeyboardInterrupt

    for k in range(3):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("icosian._run.limits.REPORT_SECONDS", 0)
            patch.setattr(checkpoint, "INTERVAL", 0)
            reports = count(-10 * k)
            with pytest.raises(KeyboardInterrupt):
                count_hamiltonian_cycles(
                    BOARD, executor=executor, checkpoint=tmp_path / f"{k}", progress=interrupting
                )
        assert not _in_progress
        assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path / f"{k}") == CYCLES


def test_threads_stop_when_the_time_is_over(ticking, executor):
    with pytest.raises(SearchLimitReached):
        count_hamiltonian_cycles(knight_graph(8), executor=executor, timeout=1)
    assert not _in_progress


def broken():
    raise InvalidStateError


def test_a_count_goes_on_here_when_its_threads_break():
    with ThreadPoolExecutor(2, initializer=broken) as executor:
        assert count_hamiltonian_cycles(BOARD, executor=executor) == CYCLES
