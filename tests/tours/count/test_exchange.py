"""Counts by exchange: the same numbers for any workers, and after any of them is lost."""

import os
import random
import tempfile
import uuid
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, cycle
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from strategies import graphs
from together import examples

from icosian import (
    IncompleteRun,
    InvalidArgument,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._run import limits
from icosian.tours.count import degree_slices, exchange, exchange as checkpoint, layers as join
from icosian.tours.count.layers import Fold, Half, SplitChoice
from tests.tours.problems import BOARD, COUNTED, CYCLES

WIDE = knight_graph(6)


class Workers:
    """An executor that runs each job when it is submitted, and breaks after some of them."""

    def __init__(self, number, left=10**9):
        self._max_workers, self.left = number, left

    def submit(self, task, *arguments):
        if (left := self.left) <= 0:
            raise BrokenExecutor("a worker was killed")
        self.left = left - 1
        future = Future()
        future.set_result(task(*arguments))
        return future

    def shutdown(self, **_):
        self.left = 0


class Cluster:
    """An executor as of dask, which loses all that it has after some jobs, and makes it again."""

    def __init__(self, left=10**9):
        self._client, self._kwargs, self.left = self, {}, left
        self.made, self.keys, self.places = [], [], []

    def nthreads(self):
        return {"one": 1, "other": 1}

    def scatter(self):
        raise AssertionError

    def submit(self, task, *arguments, key=None, pure=None, workers=(), **_):
        self.places += workers
        self.keys.append(key or f"{task.__name__}-{uuid.uuid4()}")
        if pure is False:
            self.made.append(Made(task, arguments))
            return self.made[-1]
        self.left -= 1
        if self.left == 0:
            for made in self.made:
                made.result = None
        future = Future()
        try:
            future.set_result(task(*map(found, arguments)))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future


class Made:
    """A result on a cluster, which is made when it is wanted."""

    def __init__(self, task, arguments):
        self.task, self.arguments, self.result = task, arguments, None


def found(argument):
    """Return an argument with the results in it."""
    if isinstance(argument, Made):
        if argument.result is None:
            argument.result = [argument.task(*map(found, argument.arguments))]
        return argument.result[0]
    return type(argument)(map(found, argument)) if type(argument) in (list, tuple) else argument


@pytest.fixture(autouse=True)
def shared(monkeypatch):
    """Share out the smallest counts, from the first state on; let no slices help."""
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(exchange, "HERE", 0)
    monkeypatch.setattr(exchange, "RANGES", 1)
    monkeypatch.setattr(degree_slices, "slices", None)


def let_slices_help(monkeypatch, here=exchange.HERE):
    monkeypatch.undo()
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(exchange, "HERE", here)
    monkeypatch.setattr("icosian.tours.count.functions.FEW", 0)


@examples(12)
@given(G=graphs())
def test_an_exchange_changes_no_count(G):
    workers = Workers(3)
    assert count_hamiltonian_cycles(G, executor=workers) == count_hamiltonian_cycles(G)
    assert count_hamiltonian_paths(G, executor=workers) == count_hamiltonian_paths(G)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize(("G", "cycles"), [*COUNTED, (BOARD, CYCLES)])
def test_any_number_of_workers_counts_what_is_known(number, G, cycles):
    assert count_hamiltonian_cycles(G, executor=Workers(number)) == cycles


@pytest.mark.slow
def test_a_count_that_others_would_finish_no_sooner_stays_here(monkeypatch):
    # About 43,000 states are expected: two threads save half of them, processes take too long.
    monkeypatch.setattr(degree_slices, "SMALL", 10_000)
    monkeypatch.setattr("icosian.tours.count.functions.FEW", 0)
    shared = []
    monkeypatch.setattr(exchange.Exchange, "count", lambda self: shared.append(self) or 0)
    board = knight_graph(7, 6)
    assert count_hamiltonian_cycles(board, executor=Workers(2)) == 1067638
    assert not shared
    with ThreadPoolExecutor(1) as executor:
        assert count_hamiltonian_cycles(board, executor=executor) == 1067638
    assert not shared
    with ThreadPoolExecutor(2) as executor:
        count_hamiltonian_cycles(board, executor=executor)
    monkeypatch.setattr(degree_slices, "APART", 1)
    count_hamiltonian_cycles(board, executor=Workers(2))
    assert len(shared) == 2


def test_workers_may_join_and_leave_between_runs():
    class Changing(Workers):
        @property
        def _max_workers(self):
            return next(numbers)

        @_max_workers.setter
        def _max_workers(self, _):
            pass

    for first in range(3):
        numbers = count(first, 2)
        next(numbers)
        changing = map([3, 2, 4].__getitem__, (k % 3 for k in numbers))
        numbers = changing
        assert count_hamiltonian_cycles(BOARD, executor=Changing(2)) == CYCLES


@pytest.mark.slow
@pytest.mark.parametrize(("longest", "alone"), [(1, 0), (1, 100), (9, 0), (9, 4)])
def test_any_length_of_runs_counts_what_is_known(longest, alone, monkeypatch):
    monkeypatch.setattr(exchange, "LONGEST", longest)
    monkeypatch.setattr(exchange, "ALONE", alone)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(3)) == CYCLES
    assert count_hamiltonian_cycles(king_graph(4), executor=Workers(3)) == 2830


def test_workers_whose_counts_have_several_words_hand_them_on_exactly(monkeypatch):
    rng, shelve = random.Random(1), exchange.shelve_states

    def widened(half, *rest):
        for _ in range(rng.randrange(3)):
            half._heighten()
        return shelve(half, *rest)

    monkeypatch.setattr(exchange, "shelve_states", widened)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(3)) == CYCLES
    assert count_hamiltonian_cycles(king_graph(4), executor=Cluster()) == 2830


@pytest.mark.slow
def test_counts_of_several_words_are_those_of_one_process(monkeypatch):
    board, limbs = king_graph(3, 28), []
    known, shelve = count_hamiltonian_cycles(board), exchange.shelve_states
    assert known > 1 << 62

    def noted(half, *rest):
        limbs.append(half.limbs)
        return shelve(half, *rest)

    monkeypatch.setattr(exchange, "shelve_states", noted)
    assert count_hamiltonian_cycles(board, executor=Workers(2)) == known
    assert {1, 2} <= set(limbs)


def made_by(monkeypatch, workers):
    """Return how many states all workers together have after each run."""
    sizes = []
    take = exchange.Exchange._shared

    def noted(self, task, known, parts, done=0):
        made = take(self, task, known, parts, done)
        if done:
            sizes.append((done, sum(int(shelves.ends[-1]) for shelves in made)))
        return made

    with monkeypatch.context() as patch:
        patch.setattr(exchange.Exchange, "_shared", noted)
        assert count_hamiltonian_cycles(BOARD, executor=workers) == CYCLES
    return sizes


def test_no_state_is_with_two_workers(monkeypatch):
    few = made_by(monkeypatch, Workers(2))
    assert few == made_by(monkeypatch, Workers(5))
    assert len(few) > 3


@pytest.mark.slow
@pytest.mark.parametrize("here", [0, 0.01, 0.1])
def test_workers_fold_states_wherever_one_process_does(here, monkeypatch):
    folded, advance = set(), Half.advance

    def noted(half, *limits):
        read, choices = advance(half, *limits), 0
        for operation in half.operations:
            choices += isinstance(operation, SplitChoice)
            if isinstance(operation, Fold):
                folded.add(choices)
        return read

    monkeypatch.setattr(Half, "advance", noted)
    monkeypatch.setattr(exchange, "HERE", here)
    assert count_hamiltonian_cycles(WIDE) == 9862
    known = folded.copy()
    assert len(known) > 2
    folded.clear()
    assert count_hamiltonian_cycles(WIDE, executor=Workers(2)) == 9862
    assert folded - {0} == known  # the first run may begin with a fold of the only state


@pytest.mark.slow
def test_a_worker_that_is_lost_in_any_phase_loses_nothing():
    every = Workers(2)
    assert count_hamiltonian_cycles(BOARD, executor=every) == CYCLES
    jobs = 10**9 - every.left
    assert jobs > 8
    for left in range(1, jobs):
        pools = iter([Workers(2, left), Workers(2)])
        assert count_hamiltonian_cycles(BOARD, executor=lambda pools=pools: next(pools)) == CYCLES


@pytest.mark.slow
def test_states_that_a_cluster_loses_are_made_again_by_jobs_of_earlier_runs(monkeypatch):
    monkeypatch.setattr(limits, "REPORT_SECONDS", 0)  # jobs see at once that their work is over
    every = Cluster()
    assert count_hamiltonian_cycles(BOARD, executor=every) == CYCLES
    jobs = 10**9 - every.left
    assert jobs > 8
    for left in range(2, jobs):
        assert count_hamiltonian_cycles(BOARD, executor=Cluster(left)) == CYCLES


def test_states_that_a_cluster_cannot_make_again_change_no_count(monkeypatch):
    let_slices_help(monkeypatch, here=0)
    cluster, take, known = Cluster(5), exchange._advanced, []

    def failing(number, run, *rest, clock):
        if cluster.left > 0:
            known.append(len(run.frame.operations))
        elif len(run.frame.operations) <= max(known):
            raise MemoryError
        return take(number, run, *rest, clock=clock)

    monkeypatch.setattr(exchange, "_advanced", failing)
    assert count_hamiltonian_cycles(BOARD, executor=cluster) == CYCLES
    assert any("count-slice" in key for key in cluster.keys)


def test_the_dashboard_names_what_is_exchanged():
    cluster = Cluster()
    assert count_hamiltonian_cycles(BOARD, executor=cluster) == CYCLES
    assert len(set(cluster.keys)) == len(cluster.keys)
    names = {key[:-37] for key in cluster.keys}  # without a dash and a UUID
    tasks = {"advanced", "between", "given", "joined", "report"}
    assert names == {f"icosian-exchange-{task}" for task in tasks}


def test_each_worker_takes_one_range_of_few_states_and_several_of_many(monkeypatch):
    jobs = {}
    monkeypatch.setattr(exchange, "RANGES", 6)
    advanced = exchange._advanced

    def noted(number, *rest, clock):
        jobs[small][-1].append(number)
        return advanced(number, *rest, clock=clock)

    take = exchange.Exchange._shared

    def began(self, *rest):
        jobs[small].append([])
        return take(self, *rest)

    monkeypatch.setattr(exchange, "_advanced", noted)
    monkeypatch.setattr(exchange.Exchange, "_shared", began)
    for small in (0, exchange.SMALL):
        jobs[small] = []
        monkeypatch.setattr(exchange, "SMALL", small)
        assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES
    assert max(map(len, jobs[0])) == 6
    assert max(map(len, jobs[exchange.SMALL])) == 2


@pytest.mark.parametrize(("limit", "own"), [(None, 8), (500_000, 32)])
def test_a_large_count_without_workers_takes_its_states_range_by_range(limit, own, monkeypatch):
    let_slices_help(monkeypatch)
    monkeypatch.setattr(exchange, "OWN", own)
    sizes, shared = [], exchange.Exchange._shared

    def noted(self, task, known, parts, done=0):
        found = shared(self, task, known, parts, done)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(exchange.Exchange, "_shared", noted)
    monkeypatch.setattr(exchange, "SMALL", 0)
    monkeypatch.setattr(exchange, "CACHED", 1 << 12)
    monkeypatch.setattr(degree_slices, "BY_RANGES", 0)
    assert count_hamiltonian_cycles(BOARD, memory_limit=limit) == CYCLES
    assert max(sizes) > 2


def test_the_workers_of_a_cluster_take_turns():
    cluster = Cluster()
    assert count_hamiltonian_cycles(BOARD, executor=cluster) == CYCLES
    assert cluster.places[0] == "one"
    assert cluster.places.count("other") > 3


def test_what_breaks_the_only_executor_leaves_slices_to_go_on_with(monkeypatch):
    let_slices_help(monkeypatch)
    with pytest.raises(IncompleteRun, match="a worker was killed") as caught:
        count_hamiltonian_cycles(BOARD, executor=Workers(2, 3))
    number = count_hamiltonian_cycles(BOARD, executor=Workers(2), resume=caught.value)
    assert number == CYCLES


@pytest.mark.parametrize("after", [0, 3])
def test_a_full_disk_changes_no_count(after, monkeypatch):
    let_slices_help(monkeypatch, here=0)
    writes, write = count(), Path.write_bytes

    def full(path, data):
        if path.suffix == ".i64" and next(writes) >= after:
            raise OSError(28, "No space left on device", str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES
    assert next(writes) > after


def begun(folder, left):
    """Break the only executor of a count with a checkpoint after some jobs."""
    with pytest.raises(IncompleteRun, match="a worker was killed"):
        count_hamiltonian_cycles(BOARD, executor=Workers(3, left), checkpoint=folder)


@pytest.mark.slow
def test_the_states_in_a_folder_are_a_checkpoint_for_any_workers(tmp_path):
    every = Workers(3)
    assert count_hamiltonian_cycles(BOARD, executor=every, checkpoint=tmp_path) == CYCLES
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
    jobs, done = 10**9 - every.left, []
    executors = [Workers(2), None, Workers(5), Cluster(), ThreadPoolExecutor(2)]
    for left, executor in zip(range(0, jobs, 3), cycle(executors)):
        begun(tmp_path / f"{left}", left)
        before = getattr(executor, "left", 0)
        count = count_hamiltonian_cycles(BOARD, executor=executor, checkpoint=tmp_path / f"{left}")
        assert count == CYCLES
        assert [path.name for path in (tmp_path / f"{left}").iterdir()] == ["manifest.json"]
        if isinstance(executor, Workers):
            done.append(before - executor.left)
    executors[-1].shutdown()
    assert done[-1] < done[0]


def test_workers_go_on_from_what_one_process_has_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "INTERVAL", 0)
    monkeypatch.setattr(checkpoint, "BURDEN", 0)
    advance, calls = Half.advance, count()

    def interrupted(half, *limits):
        if next(calls) == 12:
            raise KeyboardInterrupt
        return advance(half, *limits)

    with monkeypatch.context() as patch:
        patch.setattr(Half, "advance", interrupted)
        with pytest.raises(KeyboardInterrupt):
            count_hamiltonian_cycles(WIDE, checkpoint=tmp_path)
    assert list(tmp_path.glob("*.i64"))
    assert count_hamiltonian_cycles(WIDE, executor=Workers(2), checkpoint=tmp_path) == 9862


def test_a_full_disk_leaves_the_checkpoint_as_it_was(tmp_path, monkeypatch):
    begun(tmp_path, 4)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(before) > 2

    def full(path, data):
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space left"):
            count_hamiltonian_cycles(BOARD, executor=Workers(2), checkpoint=tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2), checkpoint=tmp_path) == CYCLES


def test_a_damaged_file_of_states_is_refused(tmp_path):
    begun(tmp_path, 4)
    path = max(tmp_path.glob("*.i64"), key=lambda path: path.stat().st_size)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(InvalidArgument, match="missing or damaged"):
        count_hamiltonian_cycles(BOARD, executor=Workers(2), checkpoint=tmp_path)
    assert path.read_bytes() == data


def test_states_that_do_not_fit_are_divided(monkeypatch):
    jobs = []
    take = exchange._advanced

    def small(number, *rest, clock):
        jobs.append(number)
        return None if len(jobs) % 3 == 1 else take(number, *rest, clock=clock)

    monkeypatch.setattr(exchange, "_advanced", small)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES
    assert max(jobs) > 1


def test_states_of_one_key_that_do_not_fit_leave_slices(monkeypatch):
    let_slices_help(monkeypatch)
    monkeypatch.setattr(exchange, "_advanced", refuse)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES


def refuse(*_, clock):
    """Find any states too many."""


def test_a_file_without_its_end_changes_no_count(monkeypatch):
    let_slices_help(monkeypatch, here=0)
    write, cut = Path.write_bytes, []

    def shorter(path, data):
        if path.suffix == ".i64" and len(data) > 32:
            cut.append(path)
            data = bytes(data)[:-16]
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", shorter)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES
    assert cut


def test_jobs_that_run_again_later_change_no_count(monkeypatch):
    class Late(Workers):
        def submit(self, *job):
            jobs.append(job)
            for task, *arguments in jobs[-2:] + jobs[-7:-6]:  # the one before, and an older one
                task(*arguments)
            return super().submit(*job)

    jobs = []
    assert count_hamiltonian_cycles(BOARD, executor=Late(2)) == CYCLES
    assert len(jobs) > 7


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Give the folder for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("after", [1, 4, 8])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_no_file_is_left_after_an_error(error, after, folder, monkeypatch):
    writes, write = count(), Path.write_bytes

    def broken(path, data):
        assert folder in path.parents
        if next(writes) == after:
            raise error
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", broken)
    with pytest.raises(error):
        count_hamiltonian_cycles(BOARD, executor=Workers(2))
    assert not list(folder.iterdir())
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES
    assert not list(folder.iterdir())


def test_a_folder_in_which_a_worker_still_writes_raises_nothing(folder, monkeypatch):
    remove = os.rmdir

    def occupied(path, **means):
        if not Path(path).name.startswith("icosian-"):
            remove(path, **means)
        kept.append(path)
        raise OSError(39, "Directory not empty", str(path))

    kept = []
    monkeypatch.setattr(os, "rmdir", occupied)
    assert count_hamiltonian_cycles(BOARD, executor=Workers(2)) == CYCLES
    assert kept
    assert folder.exists()


@pytest.mark.parametrize("G", [BOARD, king_graph(4)])
def test_pairs_of_groups_that_workers_share_are_joined_once(G, monkeypatch):
    known, divided = count_hamiltonian_cycles(G), []
    monkeypatch.setattr(join, "LARGE", 0)
    take = exchange._joined

    def noted(number, *rest, clock):
        divided.append(rest[-1])
        short = len(divided) % 5 == 4  # divided by shelves too
        return None if short else take(number, *rest, clock=clock)

    monkeypatch.setattr(exchange, "_joined", noted)
    for number in (2, 3):
        divided.clear()
        assert count_hamiltonian_cycles(G, executor=Workers(number)) == known
        assert set(divided) == {1, number}


@pytest.mark.slow
def test_processes_count_what_is_known():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert count_hamiltonian_cycles(BOARD, executor=executor) == CYCLES
