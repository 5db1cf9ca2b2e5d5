"""The one driver of work in many parts, on an executor that may break.

Jobs wait in a :class:`Queue`, and :func:`finished` has them done by a :class:`Pool`: what is lost
with a worker is done again, and nothing twice.
"""

from __future__ import annotations

import concurrent.futures
import heapq
import math
import os
import platform
import tempfile
import time
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Never, TypeVar, cast

from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Executor, Future

    from icosian._run.clock import Clock, Progress

    Workers = Executor | Callable[[], Executor] | None

__all__ = ["Lost", "Pool", "Queue", "checked_executor", "finished", "opened", "threads", "workers"]

IN_FLIGHT = 64
"""How many tasks wait at an executor: enough for a dozen workers, few enough to stop soon."""
FEWER = 8
"""By what this number is divided when a new executor breaks before it has done anything."""
POLL_SECONDS = 0.1
LOSS_SECONDS = 10.0
"""How long a broken executor may take to say what is lost."""

Key = TypeVar("Key")


def checked_executor(executor: Any) -> None:
    """Refuse what is no executor.

    Parameters
    ----------
    executor : object
        None, an executor, or a callable that makes one.

    Raises
    ------
    InvalidArgument
        If it is something else.
    """
    if executor is not None and not hasattr(executor, "submit") and not callable(executor):
        raise InvalidArgument(
            "executor must be a concurrent.futures.Executor, or a callable that makes one,"
            f" got {executor!r}"
        )


class Pool:
    """Where work is done: an executor that is given, or those that a factory makes.

    Parameters
    ----------
    executor : concurrent.futures.Executor or callable
        An executor, which is not shut down; or what makes one, when there is something to do, and
        another when that is broken.

    Raises
    ------
    InvalidArgument
        If it is neither.
    """

    def __init__(self, executor: Executor | Callable[[], Executor]) -> None:
        checked_executor(executor)
        self._factory: Callable[[], Executor] | None = None
        self._executor: Executor | None = None
        if hasattr(executor, "submit") and not isinstance(executor, type):
            self._executor = cast("Executor", executor)
        else:
            self._factory = cast("Callable[[], Executor]", executor)

    @property
    def executor(self) -> Executor:
        """The executor at work."""
        if self._executor is None:
            assert self._factory is not None
            made = self._factory()
            if not hasattr(made, "submit"):
                raise InvalidArgument(
                    f"executor must make a concurrent.futures.Executor, and made {made!r}"
                )
            self._executor = made
        return self._executor

    @property
    def workers(self) -> int:
        """How many jobs it does at a time, if it says so; else one for each processor here."""
        for name in ("_max_workers", "num_workers"):  # of the standard library, and of MPI
            if isinstance(number := getattr(self.executor, name, None), int):
                return max(1, number)
        client: Any = getattr(self.executor, "_client", None)
        if hasattr(client, "nthreads"):  # of dask
            return max(1, sum(map(int, client.nthreads().values())))
        return os.cpu_count() or 1

    def renew(self) -> bool:
        """Leave a broken executor, and return whether there may be another one."""
        if self._factory is None:
            return False
        self.close(wait=False)
        return True

    def close(self, *, wait: bool = True) -> None:
        """Shut down what a factory made, at once or when all is done."""
        if self._factory is not None and self._executor is not None:
            self._executor.shutdown(wait=wait)
            self._executor = None


@contextmanager
def opened(executor: Workers) -> Iterator[Pool | None]:
    """Give a pool for the time of a call.

    Parameters
    ----------
    executor : concurrent.futures.Executor, callable or None
        As for :class:`Pool`.

    Yields
    ------
    Pool or None
        None for work that is done here.

    Raises
    ------
    InvalidArgument
        If it is no executor.
    """
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
    """Return how many jobs are done at a time.

    Parameters
    ----------
    pool : Pool or None
        Where; None for here.

    Returns
    -------
    int
        The number.
    """
    return 1 if pool is None else pool.workers


def threads(pool: Pool | None) -> int:
    """Return how many threads of this process can do a job together.

    Parameters
    ----------
    pool : Pool or None
        Where; None for here.

    Returns
    -------
    int
        The number; 1 for workers that do not share the memory of this process.
    """
    if pool is None or not isinstance(pool.executor, ThreadPoolExecutor):
        return 1
    apart: Any = getattr(concurrent.futures, "InterpreterPoolExecutor", ())
    return 1 if isinstance(pool.executor, apart) else pool.workers


class Queue(Generic[Key]):
    """Jobs that wait or run; those of the lowest numbers come first.

    Attributes
    ----------
    jobs : dict of key to tuple
        The arguments of each.
    """

    def __init__(self) -> None:
        self.jobs: dict[Key, tuple[Any, ...]] = {}
        self._waiting: list[Any] = []

    def add(self, key: Key, job: tuple[Any, ...]) -> None:
        """Let a job wait."""
        self.jobs[key] = job
        heapq.heappush(self._waiting, key)

    def take(self) -> Key | None:
        """Return the number of the first job that waits, or None; it waits no longer."""
        return heapq.heappop(self._waiting) if self._waiting else None

    def give_back(self, key: Key) -> None:
        """Let a job wait again."""
        heapq.heappush(self._waiting, key)

    def finish(self, key: Key) -> None:
        """Forget a job that is done."""
        del self.jobs[key]


class Lost(Exception):
    """An executor broke, and what was running is lost.

    Parameters
    ----------
    reason : BaseException
        What it said.
    """

    def __init__(self, reason: BaseException) -> None:
        super().__init__(" ".join(str(reason).split()) or type(reason).__name__)


def finished(
    task: Callable[..., Any], queue: Queue[Key], clock: Clock, pool: Pool, room: int = IN_FLIGHT
) -> Generator[tuple[Key, Any] | None]:
    """Have all jobs of a queue done, and yield each result as it comes.

    Parameters
    ----------
    task : callable
        A function of a module, so that other processes find it. It is given a clock as ``clock``.
    queue : Queue
        The jobs. More may be added between two results.
    clock : Clock
        Its time-out is that of the jobs. Jobs that run when the work ends early end soon in
        threads and in processes of this machine, and elsewhere with the time-out.
    pool : Pool
        Where. If it breaks, all that was lost is done again by another executor. When no executor
        does anything any more, fewer and fewer jobs run at a time, and the one that runs alone
        when its executor breaks is the culprit.
    room : int
        How many jobs may be under way.

    Yields
    ------
    (key, result) or None
        What is finished; each job once. The result is a :class:`Lost` for a job that breaks its
        executor. None where nothing has finished for a while.

    Raises
    ------
    Lost
        If the executor broke and there is no factory; what is not finished is in the queue.
    """
    running: dict[Future[Any], Key] = {}
    free = room
    with _leash(clock) as leash:
        try:
            while True:
                broken: BaseException | None = None
                while broken is None and len(running) < free:
                    if (key := queue.take()) is None:
                        break
                    try:
                        future = pool.executor.submit(_leashed, leash, task, queue.jobs[key])
                    except BrokenExecutor as error:
                        queue.give_back(key)
                        broken = error
                    else:
                        running[future] = key
                if not running and broken is None:
                    return
                done, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                broken = broken or next(filter(None, map(_loss, done)), None)
                if broken is not None:
                    done, _ = wait(running, timeout=LOSS_SECONDS)
                culprit = None
                for future in done:
                    if _loss(future) is None:
                        free = room
                        key = running.pop(future)
                        result = future.result()
                        queue.finish(key)
                        yield key, result
                    elif free == 1:
                        culprit = running.pop(future)
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
                    leash.hold()
                    yield None
        finally:
            for future in running:
                future.cancel()


def _loss(future: Future[Any]) -> BaseException | None:
    """Return why a job that is over has no result, if the executor is to blame."""
    try:
        error = future.exception()
    except CancelledError as cancelled:  # by nobody here: the executor has given it up
        return cancelled
    # A cluster of dask says so of a job whose workers die again and again.
    lost = isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
    return error if lost else None


_numbers = count()
_led: set[int] = set()  # the numbers of the leashes of work that goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class _Leash:
    """What ends a job on an executor: the time-out, and on this machine the end of the work."""

    number: int
    process: int
    flag: Path | None
    """A file that is there as long as the work goes on."""
    place: tuple[Any, ...] | None
    """Which folder that is in: other machines have others of the same name."""
    until: float

    def clock(self) -> Clock:
        # A new process imports this module first, and the tours need it.
        from icosian._run.clock import Clock

        left = max(0.0, self.until - time.time())
        near = os.getpid() == self.process
        return Clock(
            None if math.isinf(left) else left,
            self._look if near or self.place != _place(self.flag) else self._look_at_flag,
        )

    def hold(self) -> None:
        """Keep the file young: old ones may be cleaned away."""
        if self.flag is not None:
            with suppress(OSError):
                os.utime(self.flag)

    def _look(self, _: Progress) -> None:
        if os.getpid() == self.process and self.number not in _led:
            self._end()

    def _look_at_flag(self, _: Progress) -> None:
        if self.flag is not None and not self.flag.exists():
            self._end()

    @staticmethod
    def _end() -> Never:
        from icosian._run.clock import TimeIsUp

        raise TimeIsUp


def _place(flag: Path | None) -> tuple[Any, ...] | None:
    """Return what tells the folder of a file from those of all machines."""
    if flag is None:
        return None
    with suppress(OSError):
        folder = flag.parent.stat()
        return platform.node(), folder.st_dev, folder.st_ino
    return None


@contextmanager
def _leash(clock: Clock) -> Iterator[_Leash]:
    """Give a leash that holds as long as the work goes on."""
    flag = None
    with suppress(OSError):  # on a full disk, jobs in other processes end with the time-out only
        handle, name = tempfile.mkstemp(prefix="icosian-", suffix=".running")
        os.close(handle)
        flag = Path(name)
    leash = _Leash(
        number=next(_numbers),
        process=os.getpid(),
        flag=flag,
        place=_place(flag),
        until=time.time() + clock.left,
    )
    _led.add(leash.number)
    try:
        yield leash
    finally:
        _led.discard(leash.number)
        if flag is not None:
            with suppress(OSError):
                flag.unlink()


def _leashed(leash: _Leash, task: Callable[..., Any], job: tuple[Any, ...]) -> Any:
    """Do a job on an executor."""
    return task(*job, clock=leash.clock())
