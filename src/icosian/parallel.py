"""The one driver of work in many parts, here or on an executor, with a journal to go on from."""

from __future__ import annotations

import json
from concurrent.futures import FIRST_COMPLETED, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidArgument
from icosian.files import write_atomically

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from icosian.tours.clock import Clock

__all__ = ["total"]

IN_FLIGHT = 64
"""How many tasks wait at an executor: enough for a dozen workers, few enough to stop soon."""
POLL_SECONDS = 0.1


def total(
    task: Callable[..., int],
    jobs: Sequence[tuple[Any, ...]],
    *,
    name: str,
    clock: Clock,
    executor: Executor | None = None,
    journal: str | os.PathLike[str] | None = None,
) -> int:
    """Return the sum of a task over its jobs.

    Parameters
    ----------
    task : callable
        A function of a module, so that other processes find it; its result depends on nothing but
        its arguments. Here, not elsewhere, it is given the clock as ``clock``.
    jobs : sequence of tuples
        The arguments of each call: small values that can be pickled.
    name : str
        Says what is summed up; a journal of another name is refused.
    clock : Clock
        Is told of each job that is done, and may end the work.
    executor : concurrent.futures.Executor, optional
        Where the jobs are done; by default here, one after the other. It is not shut down.
    journal : path, optional
        A file that takes every result as it comes. If it is there already, its results are not
        computed again.

    Returns
    -------
    int
        The sum.

    Raises
    ------
    InvalidArgument
        If the executor is none, or the journal is of other work or damaged.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise InvalidArgument(f"executor must be a concurrent.futures.Executor, got {executor!r}")
    results: dict[int, int] = {}
    if journal is not None:
        path = Path(journal)
        results = _opened(path, name, len(jobs))
    left = [k for k in range(len(jobs)) if k not in results]
    if executor is None:
        done: Iterator[_Finished] = ((k, task(*jobs[k], clock=clock)) for k in left)
    else:
        done = _there(executor, task, jobs, left)
    for finished in done:
        if finished is not None:
            k, value = finished
            results[k] = value
            if journal is not None:
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([k, value]) + "\n")
        clock.part = len(results) / len(jobs)
        clock.tick(name)
    return sum(results.values())


_Finished = tuple[int, int] | None  # None when nothing has finished for a while


def _there(
    executor: Executor, task: Callable[..., int], jobs: Sequence[tuple[Any, ...]], left: list[int]
) -> Iterator[_Finished]:
    waiting = iter(left)
    running: dict[Future[int], int] = {}
    try:
        while True:
            for k in waiting:
                running[executor.submit(task, *jobs[k])] = k
                if len(running) == IN_FLIGHT:
                    break
            if not running:
                return
            finished, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), int(future.result())
            if not finished:
                yield None
    finally:
        for future in running:
            future.cancel()


def _opened(path: Path, name: str, jobs: int) -> dict[int, int]:
    """Return the results in a journal; begin one if there is none."""
    header = {"journal": name, "jobs": jobs}
    results: dict[int, int] = {}
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines.pop()  # torn off in mid-line
        for number, line in enumerate(lines, start=1):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if number == 1:
                if entry != header:
                    raise InvalidArgument(
                        f"{path} is no journal of this work: its first line must be"
                        f" {json.dumps(header)}, got {line.strip()[:80]!r}"
                    )
                continue
            whole = isinstance(entry, list) and [type(x) for x in entry] == [int, int]
            if not whole or not 0 <= entry[0] < jobs:
                raise InvalidArgument(
                    f"{path}, line {number}: a journal holds [job, result], got"
                    f" {line.strip()[:80]!r}"
                )
            if results.setdefault(entry[0], entry[1]) != entry[1]:
                raise InvalidArgument(f"{path}, line {number}: job {entry[0]} has two results")
    known = "".join(json.dumps([k, value]) + "\n" for k, value in results.items())
    write_atomically(path, (json.dumps(header) + "\n" + known).encode())
    return results
