"""Executors: many jobs on a pool that may break.

Jobs wait in a :class:`Queue`, and :func:`finished` runs them on a :class:`Pool`. Jobs that are lost
with a worker run again, and no finished job runs twice.
"""

from __future__ import annotations

import concurrent.futures
import heapq
import math
import os
import platform
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from icosian._run.clock import Clock


class Client(Protocol):
    """A client of dask."""

    def get_executor(self, **kwargs: Any) -> Executor:
        """Return an executor for the workers of the cluster."""


Workers = Executor | Client | Callable[[], Executor | Client] | None
"""What ``executor=`` takes."""


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


def checked_executor(executor: Any) -> None:
    """Raise InvalidArgument unless this is None, an executor or a callable that makes one."""
    if executor is not None and not hasattr(executor, "submit") and not callable(executor):
        raise InvalidArgument(
            "executor must be a concurrent.futures.Executor, a client of dask, or a callable that"
            f" makes an executor, got {executor!r}"
        )


def _as_executor(given: Any) -> Any:
    """Return the executor of a client of dask, which merges no equal jobs; else what is given."""
    return given.get_executor(pure=False) if hasattr(given, "get_executor") else given


class Pool:
    """An executor that was given, or the executors that a factory makes when they are needed."""

    def __init__(self, executor: Workers) -> None:
        checked_executor(executor)
        self._factory: Callable[[], Executor] | None = None
        self._executor: Executor | None = None
        if hasattr(executor, "submit") and not isinstance(executor, type):
            self._executor = _as_executor(executor)
        else:
            self._factory = cast("Callable[[], Executor]", executor)

    @property
    def executor(self) -> Executor:
        """The current executor."""
        if self._executor is None:
            made = _as_executor(cast("Callable[[], Executor]", self._factory)())
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


@contextmanager
def opened(executor: Workers) -> Iterator[Pool | None]:
    """Yield a pool that is closed at the end, or None for work on this thread."""
    if executor is None:
        yield None
        return
    pool = Pool(executor)
    try:
        yield pool
    except BaseException:
        pool.close(wait=False)
        raise
    pool.close()


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


def finished(
    task: Callable[..., Any],
    queue: Queue[Key],
    clock: Clock,
    pool: Pool,
    room: int = IN_FLIGHT,
    whole: Work | None = None,
) -> Generator[tuple[Key, Any] | None]:
    """Run all jobs of a queue, at most ``room`` at a time; yield each key and result as it comes.

    ``task`` must be a function of a module, so that other processes can import it; it is called
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
                        future = pool.executor.submit(_Task(work, task), queue.jobs[key])
                    except BrokenExecutor as error:
                        queue.give_back(key)
                        broken = error
                    else:
                        running[future] = key
                if not running and broken is None:
                    return
                # 2. Wait for results; if the executor broke, wait until it reports all losses.
                done, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                broken = broken or next(filter(None, map(_loss, done)), None)
                if broken is not None:
                    done, _ = wait(running, timeout=LOSS_SECONDS)
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
        from icosian._run.clock import Clock  # a new process imports this module first

        left = max(0.0, self.until - time.time())
        return Clock(None if math.isinf(left) else left, self._stop_if_over)

    def keep_alive(self) -> None:
        """Touch the flag file, since old temporary files may be removed."""
        with suppress(OSError):
            os.utime(self.flag)

    def _stop_if_over(self, _: object) -> None:
        """Raise TimeIsUp in a job whose work has ended; called about ten times a second."""
        from icosian._run.clock import TimeIsUp

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
