"""Sums over jobs: interrupted, resumed, and refused if they are not the same."""

from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import networkx as nx
import pytest

from icosian import (
    IncompleteRun,
    InvalidArgument,
    count_hamiltonian_cycles,
    count_queens,
    knight_graph,
)
from icosian._kernels._jit import is_forbidden
from icosian.placements.queens import count as queens_count
from icosian.tours.count import degree_slices, functions as api

QUEENS = 724  # on a board of side 10, OEIS A000170


BOARD, CYCLES = (knight_graph(5, 6), 8) if is_forbidden() else (knight_graph(6), 9862)


class Breaking(Executor):
    """An executor that does some jobs, and breaks: a deterministic twin of those that die."""

    def __init__(self, jobs, how="future"):
        self.left, self.how = jobs, how

    def submit(self, fn, *args):
        future = Future()
        if self.left > 0:
            future.set_result(fn(*args))
        elif self.how == "submit":
            raise BrokenExecutor("no more")
        elif self.how == "cancel":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.how == "future":
            future.set_exception(BrokenExecutor("no more"))
        self.left -= 1
        return future


@pytest.fixture
def many_parts(monkeypatch):
    """Cut the counts of queens into many parts, and all counts of cycles into slices."""
    monkeypatch.setattr(queens_count, "BORDERS_FROM", 10)
    monkeypatch.setattr(queens_count, "PART_SECONDS", 1e-8)
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(api, "FEW", 0)


def test_a_journal_goes_on_after_a_broken_executor(many_parts, tmp_path):
    journal, folder = tmp_path / "queens.jsonl", tmp_path / "cycles"
    with pytest.raises(IncompleteRun, match=r"queens\.jsonl has their results"):
        count_queens(10, executor=Breaking(3), checkpoint=journal)
    assert len(journal.read_text().splitlines()) == 4
    assert count_queens(10, checkpoint=journal) == QUEENS
    with pytest.raises(IncompleteRun, match=r"goes on from .*cycles"):
        count_hamiltonian_cycles(BOARD, executor=Breaking(1), checkpoint=folder)
    assert count_hamiltonian_cycles(BOARD, checkpoint=folder) == CYCLES


def test_resume_is_refused_where_it_does_not_belong(many_parts, tmp_path):
    with pytest.raises(IncompleteRun) as queens:
        count_queens(10, executor=Breaking(3))
    with pytest.raises(IncompleteRun) as cycles:
        count_hamiltonian_cycles(BOARD, executor=Breaking(1))
    queens, cycles = queens.value, cycles.value
    with ThreadPoolExecutor(2) as executor:
        for ask in (
            lambda: count_queens(11, executor=executor, resume=queens),
            lambda: count_queens(10, executor=executor, resume=cycles),
            lambda: count_hamiltonian_cycles(BOARD, executor=executor, resume=queens),
            lambda: count_hamiltonian_cycles(
                nx.dodecahedral_graph(), executor=executor, resume=cycles
            ),
        ):
            with pytest.raises(InvalidArgument, match="resume is from "):
                ask()
        assert count_queens(10, executor=executor, resume=queens) == QUEENS
        assert count_hamiltonian_cycles(BOARD, executor=executor, resume=cycles) == CYCLES
        for options, message in (
            ({"executor": executor, "resume": "error"}, "must be an IncompleteRun"),
            ({"resume": queens}, "needs an executor"),
            (
                {"executor": executor, "resume": queens, "checkpoint": tmp_path / "j"},
                "exclude each other",
            ),
        ):
            with pytest.raises(InvalidArgument, match=message):
                count_queens(10, **options)


@pytest.mark.parametrize("path", [5, b"journal", "a\0b"])
def test_what_is_not_a_path_is_refused_in_one_line(path):
    with pytest.raises(
        InvalidArgument, match=r"^checkpoint (must be a string or path-like|has a character)"
    ):
        count_queens(10, checkpoint=path)
    with pytest.raises(
        InvalidArgument, match=r"^checkpoint (must be a string or path-like|has a character)"
    ):
        count_hamiltonian_cycles(BOARD, checkpoint=path)
