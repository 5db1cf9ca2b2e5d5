"""Who works for a search, and the record of what is done."""

from __future__ import annotations

import concurrent.futures
import heapq
import json
import math
import os
import platform
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from icosian._io.text import check_file_path, shown, write_atomically
from icosian._run.limits import Clock, TimeIsUp, Workers, check_executor
from icosian.exceptions import IncompleteRun, InvalidArgument

IN_FLIGHT = 64
"""The most jobs submitted at a time: enough for a dozen workers, few enough to stop soon."""
FEWER = 8
"""The divisor of that number when a new executor breaks before it has finished anything."""
POLL_SECONDS = 0.1
LOSS_SECONDS = 10.0
"""How long a broken executor may take to report all lost jobs."""
TRIES = 3
"""How often an executor may raise an error of its own instead of the result of one job."""

Key = TypeVar("Key")


def _as_executor(given: Any) -> Any:
    """Return the executor of a client of dask, which merges no equal jobs; else what is given."""
    return given.get_executor(pure=False) if hasattr(given, "get_executor") else given


class Pool:
    """An executor that was given, or the executors that a factory makes when they are needed."""

    def __init__(self, executor: Workers) -> None:
        check_executor(executor)
        is_executor = hasattr(executor, "submit") and not isinstance(executor, type)
        self._factory: Any = None if is_executor else executor
        self._executor: Executor | None = _as_executor(executor) if is_executor else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self.close(wait=error is None)

    @property
    def executor(self) -> Executor:
        """The current executor."""
        if self._executor is None:
            made = _as_executor(self._factory())
            if not hasattr(made, "submit"):
                raise InvalidArgument(
                    f"executor must make a concurrent.futures.Executor, and made {made!r}"
                )
            self._executor = made
        return self._executor

    @property
    def is_made(self) -> bool:
        """True if a factory makes the executors."""
        return self._factory is not None

    @property
    def workers(self) -> int:
        """The number of workers of the executor, if known, else of processors here."""
        for name in ("_max_workers", "num_workers"):  # of the standard library, and of MPI
            if isinstance(number := getattr(self.executor, name, None), int):
                return max(1, number)
        client: Any = getattr(self.executor, "_client", None)
        if hasattr(client, "nthreads"):  # of dask
            return max(1, sum(map(int, client.nthreads().values())))
        return os.cpu_count() or 1

    def renew(self) -> bool:
        """Drop a broken executor, and return True if the factory can make another."""
        if self._factory is None:
            return False
        self.close(wait=False)
        return True

    def close(self, *, wait: bool = True) -> None:
        """Shut down the executor if a factory made it."""
        if self._factory is not None and self._executor is not None:
            self._executor.shutdown(wait=wait)
            self._executor = None


def open_pool(executor: Workers) -> AbstractContextManager[Pool | None]:
    """Return a pool that is closed at the end, or nothing for work on this thread."""
    return nullcontext() if executor is None else Pool(executor)


def workers(pool: Pool | None) -> int:
    """Return the number of jobs that run at a time."""
    return 1 if pool is None else pool.workers


def threads(pool: Pool | None) -> int:
    """Return the number of threads of this process that share a job; 1 for other workers."""
    if pool is None or not isinstance(pool.executor, ThreadPoolExecutor):
        return 1
    apart: Any = getattr(concurrent.futures, "InterpreterPoolExecutor", ())
    return 1 if isinstance(pool.executor, apart) else pool.workers


class Queue(Generic[Key]):
    """Waiting and running jobs; the lowest key comes first."""

    def __init__(self) -> None:
        self.jobs: dict[Key, tuple[Any, ...]] = {}
        self._waiting: list[Any] = []

    def add(self, key: Key, job: tuple[Any, ...]) -> None:
        """Add a waiting job."""
        self.jobs[key] = job
        heapq.heappush(self._waiting, key)

    def take(self) -> Key | None:
        """Remove and return the lowest key that waits, or None."""
        return heapq.heappop(self._waiting) if self._waiting else None

    def give_back(self, key: Key) -> None:
        """Let a running job wait again."""
        heapq.heappush(self._waiting, key)

    def finish(self, key: Key) -> None:
        """Remove a finished job."""
        del self.jobs[key]


class Lost(Exception):
    """The executor broke, and the running jobs are lost."""

    def __init__(self, reason: BaseException) -> None:
        super().__init__(" ".join(str(reason).split()) or type(reason).__name__)


def run_jobs(
    task: Callable[..., Any],
    queue: Queue[Key],
    clock: Clock,
    pool: Pool,
    room: int = IN_FLIGHT,
    whole: Work | None = None,
) -> Generator[tuple[Key, Any] | None]:
    """Run all jobs of a queue, at most ``room`` at a time; yield each key and result as it comes.

    ``task`` must be found by its name in a module, so that processes can import it; it is called
    with a clock as ``clock``. Jobs may be added between two results. None is yielded if nothing has
    finished for a while, and a :class:`Lost` is the result of a job that breaks its executor. If
    the executor breaks and there is no factory, Lost is raised; the queue keeps the other jobs. A
    job whose result goes astray runs again: an executor of dask may raise a TypeError of its own
    where the worker dies that had the result. All jobs stop at the end, unless they are part of a
    whole that goes on.
    """
    running: dict[Future[Any], Key] = {}
    astray: Counter[Key] = Counter()
    free = room
    with nullcontext(whole) if whole is not None else working(clock) as work:
        try:
            while True:
                # 1. Submit jobs.
                broken: BaseException | None = None
                while broken is None and len(running) < free:
                    if (key := queue.take()) is None:
                        break
                    try:
                        running[pool.executor.submit(_Task(work, task), queue.jobs[key])] = key
                    except RuntimeError as error:  # the word is the only sign that libraries share
                        if not (isinstance(error, BrokenExecutor) or "shutdown" in str(error)):
                            raise  # such as that of a script that starts itself in each process
                        queue.give_back(key)
                        broken = error
                if not running and broken is None:
                    return
                # 2. Wait for results; if the executor broke, wait until it reports all losses.
                done, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                broken = broken or next(filter(None, map(_loss, done)), None)
                if broken is not None:
                    done, _ = wait(running, timeout=max(0.0, min(LOSS_SECONDS, clock.left)))
                # 3. Yield the results. A job that ran alone when the executor broke is to blame.
                culprit = None
                for future in done:
                    if _loss(future) is not None:
                        if free == 1:
                            culprit = running.pop(future)
                        continue
                    key = running.pop(future)
                    if (strange := future.exception()) is not None:
                        astray[key] += 1
                        if astray[key] == TRIES:
                            raise strange
                        queue.give_back(key)
                        continue
                    free = room
                    result = future.result()
                    if isinstance(result, _Raised):
                        raise result.error
                    queue.finish(key)
                    yield key, result
                # 4. Run all lost jobs again on a new executor, and fewer at a time until one
                #    finishes, so that a job that breaks every executor is found.
                if broken is not None:
                    for future, key in running.items():
                        future.cancel()
                        queue.give_back(key)
                    running.clear()
                    if culprit is not None:
                        queue.finish(culprit)
                        yield culprit, Lost(broken)
                    elif free == 1 or not pool.renew():
                        raise Lost(broken)
                    free = max(1, free // FEWER)
                elif not done:
                    work.keep_alive()
                    yield None
        finally:
            for future in running:
                future.cancel()


def _loss(future: Future[Any]) -> BaseException | None:
    """Return why a finished future has no result, if the executor is to blame."""
    try:
        error = future.exception()
    except CancelledError as cancelled:  # not by this module: the executor has given it up
        return cancelled
    # dask reports a job whose workers die repeatedly by this exception.
    lost = isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
    return error if lost else None


_in_progress: set[str] = set()  # the flags of all work of this process
_numbers = count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The work that a job belongs to: the job stops when the work ends early or its time is over.

    Slices of a count, layers and the methods of a race run for minutes, so jobs cannot simply be
    waited for. Threads look in ``_in_progress``, processes on this machine look for a flag file;
    jobs on other machines stop at the time limit.
    """

    flag: str
    process: int
    place: tuple[Any, ...] | None
    until: float

    def clock(self) -> Clock:
        """Return the clock of a job."""
        left = max(0.0, self.until - time.time())
        return Clock(None if math.isinf(left) else left, self._stop_if_over)

    def keep_alive(self) -> None:
        """Touch the flag file, since old temporary files may be removed."""
        with suppress(OSError):
            os.utime(self.flag)

    def _stop_if_over(self, _: object) -> None:
        """Raise TimeIsUp in a job whose work has ended; called about ten times a second."""
        if os.getpid() == self.process:
            over = self.flag not in _in_progress
        else:
            over = self.place == _place(self.flag) and not Path(self.flag).exists()
        if over:
            raise TimeIsUp


def _place(flag: str) -> tuple[Any, ...] | None:
    """Return what distinguishes the folder of a file from folders on other machines."""
    with suppress(OSError):
        folder = Path(flag).parent.stat()
        return platform.node(), folder.st_dev, folder.st_ino
    return None


@contextmanager
def working(clock: Clock) -> Iterator[Work]:
    """Yield the description of work that ends with this context."""
    try:
        handle, flag = tempfile.mkstemp(prefix="icosian-", suffix=".running")
        os.close(handle)
        place = _place(flag)
    except OSError:  # without a temporary folder, jobs in other processes stop at the time limit
        flag, place = f"no file {next(_numbers)}", ()
    work = Work(flag=flag, process=os.getpid(), place=place, until=time.time() + clock.left)
    _in_progress.add(flag)
    try:
        yield work
    finally:
        _in_progress.discard(flag)
        with suppress(OSError):
            Path(flag).unlink()


def task_name(run: Callable[..., Any]) -> str:
    """Return a name for jobs that says what they run, such as icosian-branching-grown."""
    module = run.__module__.rpartition(".")[2]
    return f"icosian_{module}_{run.__name__.strip('_')}".replace("_", "-")


@dataclass(frozen=True, slots=True)
class _Task:
    """What an executor runs for each job of some work."""

    work: Work
    run: Callable[..., Any]

    @property
    def __name__(self) -> str:
        """What the dashboard of dask shows."""
        return task_name(self.run)

    def __call__(self, job: tuple[Any, ...]) -> Any:
        """Run a job; return its error, so that an error of a future is not the job's."""
        try:
            return self.run(*job, clock=self.work.clock())
        except BaseException as error:  # noqa: BLE001
            if os.getpid() != self.work.process:
                error.add_note(traceback.format_exc())
            return _Raised(error)


@dataclass(frozen=True, slots=True)
class _Raised:
    """What a job raised."""

    error: BaseException


# -- Sums over many jobs that can be interrupted and resumed
# A :class:`Ledger` holds the results in memory, a :class:`Journal` holds them in a file, a line
# each: no result is computed twice, on another executor, in another process, or on another day.


def check_resume(resume: Any, executor: Any, store: Any = None, name: str = "store") -> None:
    """Raise InvalidArgument unless ``resume`` is an error that this call can resume from."""
    if store is not None:
        check_file_path(store, name)
    if resume is None:
        return
    if not isinstance(resume, IncompleteRun):
        raise InvalidArgument(f"resume is an IncompleteRun that was raised, got {shown(resume)}")
    if executor is None:
        raise InvalidArgument("resume needs an executor that does the remaining work")
    if store is not None:
        raise InvalidArgument(f"resume and {name} exclude each other: the {name} has all results")


@dataclass(slots=True, kw_only=True)
class Ledger:
    """A sum over jobs, some of which are divided into smaller ones. It is pickled in errors."""

    name: str  # what is summed up
    jobs: list[tuple[Any, ...]]  # arguments; jobs are only appended, so their numbers stay
    divided: Callable[..., Sequence[tuple[Any, ...]]] | None = None  # the jobs that replace one
    first: int = 0  # the number of jobs at first
    results: dict[int, int | None] = field(default_factory=dict)  # None for a divided job
    shares: list[float] = field(default_factory=list)  # of each job in the whole work
    part: float = 0.0  # of the work that is finished

    def __post_init__(self) -> None:
        self.first = len(self.jobs)
        self.shares = [1 / self.first for _ in self.jobs]

    def finish(self, k: int, value: int | None) -> range:
        """Record a result; return the numbers of the jobs that replace a divided one."""
        known = len(self.jobs)
        self.results[k] = value
        if value is not None:
            self.part += self.shares[k]
        elif self.divided is None:
            raise TypeError(f"job {k} of {self.name} has no result, and jobs cannot be divided")
        else:
            jobs = self.divided(*self.jobs[k])
            self.shares += [self.shares[k] / len(jobs) for _ in jobs]
            self.jobs += jobs
        return range(known, len(self.jobs))


class Journal:
    """A file of the results of a sum; a file that exists restores them in the ledger."""

    def __init__(self, path: str | os.PathLike[str], ledger: Ledger) -> None:
        self.path = check_file_path(path, "checkpoint")
        self._name = ledger.name
        header = json.dumps({"journal": ledger.name, "jobs": len(ledger.jobs)}) + "\n"
        known = self._taken_over(header, ledger) if self.path.exists() else []
        write_atomically(self.path, "".join([header, *known]).encode())

    def add(self, k: int, value: int | None) -> None:
        """Append the result of a job."""
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(self._line(k, value))

    def _line(self, k: int, value: int | None) -> str:
        """Return the line of a result; its last number is a checksum."""
        return json.dumps([k, value, zlib.crc32(f"{self._name}: {k} {value}".encode())]) + "\n"

    def _taken_over(self, header: str, ledger: Ledger) -> list[str]:
        """Restore the results of the file in the ledger; return their lines, each once."""
        path, known = self.path, []
        lines = path.read_bytes().decode(errors="replace").splitlines(keepends=True)
        if (
            lines
            and not lines[-1].endswith("\n")
            and (len(lines) > 1 or header.startswith(lines[0]))
        ):
            lines.pop()  # torn off in mid-line
        for number, line in enumerate(lines, start=1):
            if number == 1:
                if line != header:
                    raise InvalidArgument(
                        f"{path} is not a journal of this work: its first line must be"
                        f" {header.strip()}, got {line.strip()[:80]!r}"
                    )
                continue
            try:
                k, value, _ = json.loads(line)
                whole = line == self._line(k, value)
            except (ValueError, TypeError, RecursionError):
                whole = False
            if not whole:
                raise InvalidArgument(
                    f"{path}, line {number}: a journal holds [job, result, checksum], and the"
                    f" checksum must match; got {line.strip()[:80]!r}"
                )
            if k not in ledger.results:
                ledger.finish(k, value)
                known.append(line)
        return known


def is_stored(journal: str | os.PathLike[str] | None) -> bool:
    """Return True if a journal holds results, after its first line."""
    return (
        journal is not None
        and Path(journal).exists()
        and Path(journal).read_bytes().count(b"\n") > 1
    )


def total(
    task: Callable[..., int | None],
    ledger: Ledger,
    clock: Clock,
    pool: Pool | None = None,
    *,
    journal: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
) -> int:
    """Return the sum of a task over its jobs; a result of None asks to divide the job."""
    # ``task`` must be found by its name in a module, so that processes can import it; its result
    # must depend on its arguments only; it is called with a clock as ``clock``.
    if resume is not None:
        ledger = _resumed(resume, ledger)
    kept = None if journal is None else Journal(journal, ledger)
    steps = _here(task, ledger, clock) if pool is None else _there(task, ledger, clock, pool)
    try:
        with closing(steps) as done:
            for result in done:
                if result is not None and kept is not None:
                    kept.add(*result)
                clock.done(ledger.part)
                clock.stage = f"{len(ledger.results)} of {len(ledger.jobs)} parts"
                clock.tick(ledger.name)
    except Lost as error:
        store = "pass this error as resume=" if kept is None else f"{kept.path} has their results"
        raise IncompleteRun(
            f"{len(ledger.results)} of {len(ledger.jobs)} parts are done, but the executor broke:"
            f" {error}; to continue with a new executor, {store}",
            ledger=ledger,
        ) from None
    return sum(filter(None, ledger.results.values()))


_Finished = tuple[int, int | None] | None  # None when nothing has finished for a while


def _resumed(resume: IncompleteRun, ledger: Ledger) -> Ledger:
    """Return the ledger with the results of an interrupted sum."""
    known = resume.ledger
    if (
        not isinstance(known, Ledger)
        or known.name != ledger.name
        or known.jobs[: known.first] != ledger.jobs
    ):
        raise InvalidArgument(f"resume is from other work than {ledger.name}")
    for k, value in known.results.items():  # in their order, so that divided jobs come before
        ledger.finish(k, value)
    return ledger


def _here(task: Callable[..., int | None], ledger: Ledger, clock: Clock) -> Generator[_Finished]:
    """Run the jobs on this thread, one after the other."""
    k = 0
    while k < len(ledger.jobs):
        if k not in ledger.results:
            with clock.portion(ledger.part, ledger.part + ledger.shares[k]):
                value = task(*ledger.jobs[k], clock=clock)
            ledger.finish(k, value)
            yield k, value
        k += 1


def _there(
    task: Callable[..., int | None], ledger: Ledger, clock: Clock, pool: Pool
) -> Generator[_Finished]:
    """Run the jobs on a pool."""
    queue: Queue[int] = Queue()
    for k, job in enumerate(ledger.jobs):
        if k not in ledger.results:
            queue.add(k, job)
    with closing(run_jobs(task, queue, clock, pool)) as steps:
        for step in steps:
            if step is not None:
                k, value = step
                if isinstance(value, Lost):
                    raise value
                for new in ledger.finish(k, value):
                    queue.add(new, ledger.jobs[new])
            yield step
