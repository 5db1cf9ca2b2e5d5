"""Jobs on executors of all kinds whose workers die, and sums over them."""

import multiprocessing
import os
import pickle
import signal
import sys
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from pathlib import Path

import networkx as nx
import pytest

from icosian import (
    IncompleteRun,
    InvalidArgument,
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_queens,
    knight_graph,
)
from icosian._kernels._jit import is_forbidden
from icosian._run.limits import Clock, TimeIsUp
from icosian._run.pool import Ledger, _in_progress, open_pool, total
from icosian.placements import queens_count
from icosian.tours.count import degree_slices, functions as api

# Jobs on executors of all kinds, whose workers die.


QUEENS = 724  # on a board of side 10, OEIS A000170


unix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


def processes(method):
    """Return a factory of pools of two processes."""
    context = multiprocessing.get_context(method)
    return lambda: ProcessPoolExecutor(2, mp_context=context)


def loky():
    """Return a pool of two processes that is not shared."""
    return pytest.importorskip("loky", reason="loky is no requirement").ProcessPoolExecutor(2)


KINDS = {
    "spawn": processes("spawn"),
    "forkserver": processes("forkserver" if sys.platform != "win32" else "spawn"),
    "loky": loky,
}


def square(k, folder=None, fatal=(), *, clock):
    """Return k², and note it in a folder; a fatal job kills its process the first time."""
    if folder is not None:
        name = Path(folder) / str(k)
        times = len(list(Path(folder).glob(f"{k}.*")))
        Path(f"{name}.{times}").touch()
        if k in fatal and times < fatal[k]:
            os.kill(os.getpid(), signal.SIGKILL)
    return k * k


def summed(jobs, executor, **options):
    with open_pool(executor) as pool:
        return total(square, Ledger(name="squares", jobs=jobs), Clock(), pool, **options)


def test_threads_sum_up():
    jobs = [(k,) for k in range(100)]
    with ThreadPoolExecutor(2) as executor:
        assert summed(jobs, executor) == 328350
    assert summed(jobs, ThreadPoolExecutor) == 328350  # a class makes executors
    assert not _in_progress


@unix
@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=[pytest.mark.exhaustive] * (k != "loky")) for k in KINDS]
)
def test_a_killed_worker_costs_nothing_where_a_factory_makes_another_pool(kind, tmp_path):
    made = []

    def factory():
        made.append(KINDS[kind]())
        return made[-1]

    jobs = [(k, str(tmp_path), {50: 1}) for k in range(100)]
    assert summed(jobs, factory) == 328350
    assert len(made) == 2
    assert all((tmp_path / f"{k}.0").exists() for k in range(100))
    for pool in made:
        with pytest.raises(RuntimeError):  # it is shut down
            pool.submit(int)


@unix
@pytest.mark.slow
def test_a_killed_worker_of_a_given_pool_leaves_a_run_to_go_on_with(tmp_path):
    jobs = [(k, str(tmp_path), {50: 1}) for k in range(100)]
    with KINDS["spawn"]() as executor, pytest.raises(IncompleteRun, match="of 100 parts") as caught:
        summed(jobs, executor)
    error = pickle.loads(pickle.dumps(caught.value))
    done = set(error.ledger.results)
    assert 0 < len(done) < 100
    assert isinstance(error, SearchLimitReached)
    for _ in range(2):  # it may be handed back twice
        with ThreadPoolExecutor(2) as executor:
            assert summed(jobs, executor, resume=error) == 328350
    again = [k for k in range(100) if (tmp_path / f"{k}.1").exists()]
    assert not done & set(again)


class Breaking(Executor):
    """An executor that does some jobs, and breaks: a deterministic twin of those that die."""

    def __init__(self, jobs, how="future"):
        self.left, self.how = jobs, how

    def submit(self, fn, *args):
        future = Future()
        if self.left > 0:
            future.set_result(pickle.loads(pickle.dumps(fn(*args))))
        elif self.how in {"submit", "shutdown", "strange"}:
            raise (BrokenExecutor if self.how == "submit" else RuntimeError)(f"after {self.how}")
        elif self.how == "cancel":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.how == "future":
            future.set_exception(BrokenExecutor("no more"))
        self.left -= 1
        return future


@pytest.mark.parametrize("how", ["future", "submit", "shutdown", "cancel", "silent"])
@pytest.mark.parametrize("jobs", [1, 7, 70])
def test_whatever_way_executors_break_none_is_lost_and_none_is_done_twice(how, jobs, monkeypatch):
    monkeypatch.setattr("icosian._run.pool.LOSS_SECONDS", 0.01)
    monkeypatch.setattr("icosian._run.pool.POLL_SECONDS", 0.01)
    if how == "silent":  # futures that never end, beside one that tells
        monkeypatch.setattr(Breaking, "submit", silent)
    done = []

    def task(k, *, clock):
        done.append(k)
        return k

    with open_pool(lambda: Breaking(jobs, how)) as pool:
        number = total(task, Ledger(name="numbers", jobs=[(k,) for k in range(100)]), Clock(), pool)
    assert number == 4950
    assert sorted(done) == list(range(100))


def silent(self, fn, *args):
    future = Future()
    if self.left > 0:
        future.set_result(fn(*args))
    elif self.left == 0:
        future.set_exception(BrokenExecutor())
    self.left -= 1
    return future


def test_a_job_that_breaks_every_executor_is_found_out():
    class Fatal(Executor):
        """Breaks at one job, and loses all jobs that are not done by then."""

        broken = False

        def submit(self, fn, *args):
            self.broken |= args[-1] == (50,)
            future = Future()
            future.set_exception(BrokenExecutor("of memory")) if self.broken else (
                future.set_result(fn(*args))
            )
            return future

    with pytest.raises(IncompleteRun, match=r"executor broke: of memory") as caught:
        summed([(k,) for k in range(100)], Fatal)
    assert set(caught.value.ledger.results) == set(range(50))


@pytest.mark.parametrize("how", ["future", "submit", "shutdown", "cancel"])
def test_executors_that_do_nothing_at_all_are_given_up(how):
    made = []
    with pytest.raises(IncompleteRun, match=r"^0 of 100 parts are done"):
        summed([(k,) for k in range(100)], lambda: made.append(1) or Breaking(0, how))
    assert len(made) < 5


def test_errors_of_a_job_are_no_breaks():
    with ThreadPoolExecutor(2) as executor, pytest.raises(TypeError):
        summed([(k,) for k in (1, 2, "three", 4)], executor)


class Astray(Executor):
    """Raises an error of its own instead of the result of some jobs, the first few times."""

    def __init__(self, jobs):
        self.jobs = dict(jobs)

    def submit(self, fn, *args):
        future = Future()
        result = fn(*args)
        (k,) = args[-1]
        if self.jobs.get(k, 0) > 0:
            self.jobs[k] -= 1
            future.set_exception(TypeError("cannot unpack non-iterable int object"))
        else:
            future.set_result(result)
        return future


class Client:
    """A client as of dask: what it submits itself are no futures of the standard library."""

    def __init__(self, executor):
        self.executor, self.pure = executor, None

    def submit(self, task, *arguments):
        raise AssertionError

    def get_executor(self, *, pure):
        self.pure = pure
        return self.executor


@pytest.mark.parametrize("made", [False, True])
def test_a_client_of_dask_gives_its_executor_and_merges_no_equal_jobs(made):
    with ThreadPoolExecutor(2) as executor:
        client = Client(executor)
        assert summed([(k,) for k in range(10)], (lambda: client) if made else client) == 285
        assert client.pure is False


def endless(begun, *, clock):
    """Work until nobody waits any more."""
    Path(begun).touch()
    while True:
        clock.tick("endless")


@pytest.mark.parametrize(
    "make", [ThreadPoolExecutor, pytest.param(KINDS["spawn"], marks=pytest.mark.slow)]
)
def test_jobs_end_when_the_work_ends_early(make, tmp_path):
    with make() as executor:  # which waits for its jobs
        for error in (TimeIsUp, KeyboardInterrupt):
            begun = tmp_path / error.__name__

            def progress(_, begun=begun, error=error):
                if begun.exists():
                    raise error

            clock = Clock(None, progress)
            with open_pool(executor) as pool, pytest.raises(error):
                total(endless, Ledger(name="endless", jobs=[(str(begun),)] * 9), clock, pool)


@pytest.fixture
def many_parts(monkeypatch):
    """Cut the counts of queens into many parts, and all counts of cycles into slices."""
    monkeypatch.setattr(queens_count, "BORDERS_FROM", 10)
    monkeypatch.setattr(queens_count, "PART_SECONDS", 1e-8)
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(api, "FEW", 0)


@unix
@pytest.mark.slow
def test_a_count_is_right_when_a_worker_is_killed_by_its_number(many_parts, monkeypatch):
    monkeypatch.setattr("icosian._run.limits.REPORT_SECONDS", 0)
    killed = []

    def progress(report):
        if not killed and report.part:
            killed.append(next(iter(executor._processes)))
            os.kill(killed[0], signal.SIGKILL)

    with KINDS["spawn"]() as executor, pytest.raises(IncompleteRun) as caught:
        count_queens(10, executor=executor, progress=progress)
    assert killed
    with ThreadPoolExecutor(2) as executor:
        assert count_queens(10, executor=executor, resume=caught.value) == QUEENS


# Sums over jobs: interrupted, resumed, and refused if they are not the same.


BOARD, CYCLES = (knight_graph(5, 6), 8) if is_forbidden() else (knight_graph(6), 9862)


def test_a_journal_goes_on_after_a_broken_executor(many_parts, tmp_path):
    journal, folder = tmp_path / "queens.jsonl", tmp_path / "cycles"
    with pytest.raises(IncompleteRun, match=r"queens\.jsonl has their results"):
        count_queens(10, executor=Breaking(3), checkpoint=journal)
    assert len(journal.read_text().splitlines()) == 4
    assert count_queens(10, checkpoint=journal) == QUEENS
    with pytest.raises(IncompleteRun, match=r"goes on from .*cycles"):
        count_hamiltonian_cycles(BOARD, executor=Breaking(1), checkpoint=folder)
    assert count_hamiltonian_cycles(BOARD, checkpoint=folder) == CYCLES


@pytest.mark.slow
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
            ({"executor": executor, "resume": "error"}, "is an IncompleteRun that was"),
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
