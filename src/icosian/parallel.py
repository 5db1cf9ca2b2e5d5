"""The one driver of work in many parts, here or on an executor, with a journal to go on from."""

from __future__ import annotations

import json
import math
import os
import time
import zlib
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from icosian._text import parsed_json
from icosian.exceptions import InvalidArgument
from icosian.files import write_atomically
from icosian.tours.clock import Clock, TimeIsUp

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from concurrent.futures import Executor, Future

    from icosian.tours.clock import Progress

__all__ = ["checked_executor", "total", "workers"]

IN_FLIGHT = 64
"""How many tasks wait at an executor: enough for a dozen workers, few enough to stop soon."""
POLL_SECONDS = 0.1


def checked_executor(executor: Any) -> None:
    """Refuse what is no executor.

    Parameters
    ----------
    executor : object
        None, or an executor.

    Raises
    ------
    InvalidArgument
        If it is something else.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise InvalidArgument(f"executor must be a concurrent.futures.Executor, got {executor!r}")


def workers(executor: Executor | None) -> int:
    """Return how many jobs are done at a time.

    Parameters
    ----------
    executor : concurrent.futures.Executor or None
        Where; None for here.

    Returns
    -------
    int
        What the executor says; if it does not, one for each processor of this machine.
    """
    if executor is None:
        return 1
    number = getattr(executor, "_max_workers", None)
    return number if isinstance(number, int) else os.cpu_count() or 1


def total(
    task: Callable[..., int | None],
    jobs: Iterable[tuple[Any, ...]],
    *,
    name: str,
    clock: Clock,
    executor: Executor | None = None,
    journal: str | os.PathLike[str] | None = None,
    divided: Callable[..., Sequence[tuple[Any, ...]]] | None = None,
) -> int:
    """Return the sum of a task over its jobs.

    Parameters
    ----------
    task : callable
        A function of a module, so that other processes find it; its result depends on nothing but
        its arguments. It is given a clock as ``clock``. None says that the job is too large.
    jobs : iterable of tuples
        The arguments of each call: small values that can be pickled.
    name : str
        Says what is summed up; a journal of another name is refused.
    clock : Clock
        Is told of each job that is done, and may end the work.
    executor : concurrent.futures.Executor, optional
        Where the jobs are done; by default here, one after the other. It is not shut down. Jobs
        that run when the work ends early end soon in threads, and elsewhere with the time-out.
    journal : path, optional
        A file that takes every result as it comes. If it is there already, its results are not
        computed again.
    divided : callable, optional
        Takes the arguments of a job that is too large, and returns the jobs to do instead.

    Returns
    -------
    int
        The sum.

    Raises
    ------
    InvalidArgument
        If the executor is none, or the journal is of other work or damaged.
    """
    checked_executor(executor)
    work = _Work(list(jobs), divided)
    path = None if journal is None else Path(journal)
    if path is not None:
        _open(path, name, work)
    steps = _here(task, work, clock) if executor is None else _there(executor, task, work, clock)
    with closing(steps) as done:
        for finished in done:
            if finished is not None:
                work.finish(*finished)
                if path is not None:
                    with path.open("a", encoding="utf-8", newline="\n") as file:
                        file.write(_line(name, *finished))
            clock.done(work.part)
            clock.stage = f"{len(work.results)} of {len(work.jobs)} parts"
            clock.tick(name)
    return sum(filter(None, work.results.values()))


_Finished = tuple[int, int | None] | None  # None when nothing has finished for a while


class _Work:
    """Jobs, their results, and those that came of jobs too large.

    Attributes
    ----------
    jobs : list of tuples
        The arguments of each. Jobs are only appended, so their numbers stay.
    results : dict of int to (int or None)
        What is finished; None for a job that was divided.
    part : float
        The part of the work that is finished.
    """

    def __init__(
        self,
        jobs: list[tuple[Any, ...]],
        divided: Callable[..., Sequence[tuple[Any, ...]]] | None,
    ) -> None:
        self.jobs = jobs
        self.results: dict[int, int | None] = {}
        self.part = 0.0
        self.shares = [1 / len(jobs) for _ in jobs]
        self._divided = divided

    def finish(self, k: int, value: int | None) -> None:
        """Note a result."""
        self.results[k] = value
        if value is not None:
            self.part += self.shares[k]
        else:
            assert self._divided is not None
            jobs = self._divided(*self.jobs[k])
            self.shares += [self.shares[k] / len(jobs) for _ in jobs]
            self.jobs += jobs

    def next(self, k: int) -> int:
        """Return the number of the first job from k on that is not finished, or of none."""
        while k in self.results:
            k += 1
        return k


def _here(task: Callable[..., int | None], work: _Work, clock: Clock) -> Generator[_Finished]:
    k = -1
    while (k := work.next(k + 1)) < len(work.jobs):
        with clock.portion(work.part, work.part + work.shares[k]):
            value = task(*work.jobs[k], clock=clock)
        yield k, value


def _there(
    executor: Executor, task: Callable[..., int | None], work: _Work, clock: Clock
) -> Generator[_Finished]:
    leash = _Leash(number=next(_numbers), process=os.getpid(), until=time.time() + clock.left)
    _led.add(leash.number)
    running: dict[Future[int | None], int] = {}
    k = work.next(0)
    try:
        while True:
            while k < len(work.jobs) and len(running) < IN_FLIGHT:
                running[executor.submit(_leashed, leash, task, work.jobs[k])] = k
                k = work.next(k + 1)
            if not running:
                return
            finished, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()
            if not finished:
                yield None
    finally:
        _led.discard(leash.number)
        for future in running:
            future.cancel()


_numbers = count()
_led: set[int] = set()  # the numbers of the leashes of work that goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class _Leash:
    """What ends a job on an executor: the time-out, and in this process the end of the work."""

    number: int
    process: int
    until: float

    def clock(self) -> Clock:
        left = max(0.0, self.until - time.time())
        return Clock(None if math.isinf(left) else left, self._look)

    def _look(self, _: Progress) -> None:
        if os.getpid() == self.process and self.number not in _led:
            raise TimeIsUp


def _leashed(leash: _Leash, task: Callable[..., int | None], job: tuple[Any, ...]) -> int | None:
    """Do a job on an executor."""
    return task(*job, clock=leash.clock())


def _line(name: str, k: int, value: int | None) -> str:
    """Return the line of a journal for a result; the last number tells whether it is damaged."""
    return json.dumps([k, value, zlib.crc32(f"{name}: {k} {value}".encode())]) + "\n"


def _open(path: Path, name: str, work: _Work) -> None:
    """Note the results in a journal; begin one if there is none."""
    header = {"journal": name, "jobs": len(work.jobs)}
    known = []
    if path.exists():
        lines = path.read_bytes().decode(errors="replace").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines.pop()  # torn off in mid-line
        for number, line in enumerate(lines, start=1):
            try:
                entry = parsed_json(line)
            except ValueError:
                entry = None
            if number == 1:
                if entry != header:
                    raise InvalidArgument(
                        f"{path} is no journal of this work: its first line must be"
                        f" {json.dumps(header)}, got {line.strip()[:80]!r}"
                    )
                continue
            whole = isinstance(entry, list) and [type(x) for x in entry] in _ENTRIES
            if not whole or line != _line(name, *entry[:2]) or not 0 <= entry[0] < len(work.jobs):
                raise InvalidArgument(
                    f"{path}, line {number}: a journal holds [job, result, check], and the check"
                    f" tells that it is whole; got {line.strip()[:80]!r}"
                )
            if entry[0] not in work.results:
                work.finish(*entry[:2])
                known.append(line)
            elif entry[1] != work.results[entry[0]]:
                raise InvalidArgument(f"{path}, line {number}: job {entry[0]} has two results")
    write_atomically(path, (json.dumps(header) + "\n" + "".join(known)).encode())


_ENTRIES = [int, int, int], [int, type(None), int]
