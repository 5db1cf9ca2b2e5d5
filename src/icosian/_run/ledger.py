"""Sums of many parts, and what is known of one that was broken off.

A :class:`Ledger` knows the results, and so does a journal, its lines in a file: what was computed
once is not computed again, by another executor, in another process, or on another day.
"""

from __future__ import annotations

import json
import zlib
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from icosian._io.atomic import write_atomically
from icosian._io.text import parsed_json
from icosian._run.pool import Lost, Queue, finished
from icosian.exceptions import IncompleteRun, InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Iterable, Sequence

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool

__all__ = ["Journal", "Ledger", "checked_resume", "total"]


def checked_resume(resume: Any, executor: Any, store: Any = None, name: str = "store") -> None:
    """Refuse what cannot be gone on with.

    Parameters
    ----------
    resume : object
        None, or the error that ended the first run.
    executor : object
        Where the rest is to be done.
    store : object
        None, or where the results are kept.
    name : str
        What that is called.

    Raises
    ------
    InvalidArgument
        If it is no such error, or there is such a store: it knows the results itself.
    """
    if resume is None:
        return
    if not isinstance(resume, IncompleteRun):
        raise InvalidArgument(f"resume must be an IncompleteRun that was raised, got {resume!r}")
    if executor is None:
        raise InvalidArgument("resume goes with an executor that does the rest")
    if store is not None:
        raise InvalidArgument(f"resume and {name} exclude each other: the {name} has all results")


@dataclass(slots=True, kw_only=True)
class Ledger:
    """A sum: its jobs, their results, and those that came of jobs too large.

    Attributes
    ----------
    name : str
        What is summed up.
    jobs : list of tuples
        The arguments of each. Jobs are only appended, so their numbers stay.
    first : int
        How many of them there were at first.
    divided : callable or None
        Takes the arguments of a job that is too large, and returns the jobs to do instead.
    results : dict of int to (int or None)
        What is finished; None for a job that was divided.
    shares : list of float
        The part of the work that each job is.
    part : float
        The part of the work that is finished.
    """

    name: str
    jobs: list[tuple[Any, ...]]
    divided: Callable[..., Sequence[tuple[Any, ...]]] | None = None
    first: int = 0
    results: dict[int, int | None] = field(default_factory=dict)
    shares: list[float] = field(default_factory=list)
    part: float = 0.0

    def __post_init__(self) -> None:
        self.first = len(self.jobs)
        self.shares = [1 / self.first for _ in self.jobs]

    def finish(self, k: int, value: int | None) -> range:
        """Note a result, and return the numbers of the jobs to do instead."""
        known = len(self.jobs)
        self.results[k] = value
        if value is not None:
            self.part += self.shares[k]
        else:
            assert self.divided is not None
            jobs = self.divided(*self.jobs[k])
            self.shares += [self.shares[k] / len(jobs) for _ in jobs]
            self.jobs += jobs
        return range(known, len(self.jobs))


class Journal:
    """A file that takes every result of a sum as it comes.

    Parameters
    ----------
    path : path
        The file. If it is there already, the ledger takes over its results.
    ledger : Ledger
        The sum.

    Raises
    ------
    InvalidArgument
        If the file is of other work or damaged; it is left alone.
    """

    def __init__(self, path: str | os.PathLike[str], ledger: Ledger) -> None:
        self.path = Path(path)
        self._name = ledger.name
        header = json.dumps({"journal": ledger.name, "jobs": len(ledger.jobs)}) + "\n"
        known = self._taken_over(header, ledger) if self.path.exists() else []
        write_atomically(self.path, "".join([header, *known]).encode())

    def add(self, k: int, value: int | None) -> None:
        """Note the result of a job."""
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(self._line(k, value))

    def _line(self, k: int, value: int | None) -> str:
        """Return the line for a result; the last number tells whether it is damaged."""
        return json.dumps([k, value, zlib.crc32(f"{self._name}: {k} {value}".encode())]) + "\n"

    def _taken_over(self, header: str, ledger: Ledger) -> list[str]:
        """Tell the ledger what the file knows, and return the lines, each result once."""
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
                        f"{path} is no journal of this work: its first line must be"
                        f" {header.strip()}, got {line.strip()[:80]!r}"
                    )
                continue
            try:
                entry = parsed_json(line)
            except ValueError:
                entry = None
            whole = isinstance(entry, list) and [type(x) for x in entry] in _ENTRIES
            if not (
                whole
                and line == self._line(*entry[:2])
                and 0 <= entry[0] < len(ledger.jobs)
                and (ledger.divided is not None if entry[1] is None else entry[1] >= 0)
            ):
                raise InvalidArgument(
                    f"{path}, line {number}: a journal holds [job, result, check], and the check"
                    f" tells that it is whole; got {line.strip()[:80]!r}"
                )
            if entry[0] not in ledger.results:
                ledger.finish(*entry[:2])
                known.append(line)
            elif entry[1] != ledger.results[entry[0]]:
                raise InvalidArgument(f"{path}, line {number}: job {entry[0]} has two results")
        return known


_ENTRIES = [int, int, int], [int, type(None), int]


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
    pool : Pool, optional
        Where the jobs are done; by default here, one after the other.
    journal : path, optional
        A file that takes every result as it comes. If it is there already, its results are not
        computed again.
    divided : callable, optional
        Takes the arguments of a job that is too large, and returns the jobs to do instead.
    resume : IncompleteRun, optional
        What an earlier sum of the same ended with; its results are not computed again.

    Returns
    -------
    int
        The sum.

    Raises
    ------
    InvalidArgument
        If the journal is of other work or damaged, or ``resume`` of other work.
    IncompleteRun
        If the executor breaks and there is no other, or one job breaks every one.
    """
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
        store = (
            "hand this error back as resume=" if kept is None else f"{kept.path} has their results"
        )
        raise IncompleteRun(
            f"{len(ledger.results)} of {len(ledger.jobs)} parts are done, and the executor broke:"
            f" {error}; to go on with a new one, {store}",
            ledger=ledger,
        ) from None
    return sum(filter(None, ledger.results.values()))


_Finished = tuple[int, int | None] | None  # None when nothing has finished for a while


def _resumed(resume: IncompleteRun, ledger: Ledger) -> Ledger:
    """Return the ledger to go on with: a copy, for the error may be handed back again."""
    known = resume.ledger
    if (
        not isinstance(known, Ledger)
        or known.name != ledger.name
        or known.jobs[: known.first] != ledger.jobs
    ):
        raise InvalidArgument(f"resume is of other work than {ledger.name}")
    for k, value in known.results.items():  # in their order, so that divided jobs come before
        ledger.finish(k, value)
    return ledger


def _here(task: Callable[..., int | None], ledger: Ledger, clock: Clock) -> Generator[_Finished]:
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
