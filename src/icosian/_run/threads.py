"""Threads of this process that work on the same arrays."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from icosian._run.pool import Lost, Queue, finished, threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool


def thread_count(size: int, least: int, pool: Pool | None) -> int:
    """Return how many threads share work of a size; 1 if it is small or there is no pool."""
    return 1 if size < 2 * least else min(threads(pool), size // least)


def run_jobs(
    method: str,
    task: Callable[..., Any],
    jobs: Sequence[tuple[Any, ...]],
    clock: Clock,
    pool: Pool | None,
) -> list[Any]:
    """Return the results of jobs in order, run on threads if there are several."""
    # The task gets a clock as ``clock``, and must not change what another job reads. If the threads
    # break, the remaining jobs run on this one.
    results: dict[int, Any] = {}
    if pool is not None and len(jobs) > 1:
        queue: Queue[int] = Queue()
        for k, job in enumerate(jobs):
            queue.add(k, (task, job))
        with (
            suppress(Lost),
            closing(finished(_counted, queue, clock, pool)) as steps,
        ):
            for step in steps:
                number = 0
                if step is not None:
                    k, result = step
                    if not isinstance(result, Lost):
                        results[k], number = result
                clock.tick(method, number)
    for k, job in enumerate(jobs):
        if k not in results:
            results[k] = task(*job, clock=clock)
    return [results[k] for k in range(len(jobs))]


def _counted(task: Callable[..., Any], job: tuple[Any, ...], *, clock: Clock) -> tuple[Any, int]:
    """Return the result of a job and its number of steps."""
    return task(*job, clock=clock), clock.steps
