"""Sums over many jobs that can be interrupted and resumed.

A :class:`Ledger` holds the results in memory, a :class:`Journal` holds them in a file, a line each:
no result is computed twice, on another executor, in another process, or on another day.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from icosian._io.atomic import write_atomically
from icosian._io.text import checked_path
from icosian._run.pool import Lost, Pool, Queue, finished
from icosian.exceptions import IncompleteRun, InvalidArgument

if TYPE_CHECKING:
    from icosian._run.clock import Clock


def checked_resume(resume: Any, executor: Any, store: Any = None, name: str = "store") -> None:
    """Raise InvalidArgument unless ``resume`` is an error that this call can resume from."""
    if store is not None:
        checked_path(store, name)
    if resume is None:
        return
    if not isinstance(resume, IncompleteRun):
        raise InvalidArgument(f"resume must be an IncompleteRun that was raised, got {resume!r}")
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
        self.path = checked_path(path, "checkpoint")
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
    jobs: Iterable[tuple[Any, ...]],
    *,
    name: str,
    clock: Clock,
    pool: Pool | None = None,
    journal: str | os.PathLike[str] | None = None,
    divided: Callable[..., Sequence[tuple[Any, ...]]] | None = None,
    resume: IncompleteRun | None = None,
) -> int:
    """Return the sum of a task over its jobs; a result of None asks to divide the job."""
    # ``task`` must be a function of a module, so that other processes can import it, and its result
    # must depend on its arguments only; it is called with a clock as ``clock``.
    ledger = Ledger(name=name, jobs=list(jobs), divided=divided)
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
                clock.tick(name)
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
    with closing(finished(task, queue, clock, pool)) as steps:
        for step in steps:
            if step is not None:
                k, value = step
                if isinstance(value, Lost):
                    raise value
                for new in ledger.finish(k, value):
                    queue.add(new, ledger.jobs[new])
            yield step
