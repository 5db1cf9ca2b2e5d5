"""Work that threads of this process do side by side, on the same arrays."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from icosian._run import pool as parallel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool

__all__ = ["shares", "together"]


def shares(size: int, least: int, pool: Pool | None) -> int:
    """Return how many threads share a piece of work.

    Parameters
    ----------
    size, least : int
        How large the work is, and the share of a thread at least.
    pool : Pool or None
        Where; its executor is not asked for if the work is small.

    Returns
    -------
    int
        The number; 1 for work that is done here.
    """
    return 1 if size < 2 * least else min(parallel.threads(pool), size // least)


def together(
    method: str,
    task: Callable[..., Any],
    jobs: Sequence[tuple[Any, ...]],
    clock: Clock,
    pool: Pool | None,
) -> list[Any]:
    """Return the results of jobs.

    Parameters
    ----------
    method : str
        What reports call it.
    task : callable
        What to do. It is given a clock as ``clock``, and changes nothing that another job reads.
    jobs : sequence of tuples
        The arguments of each call.
    clock : Clock
        The clock.
    pool : Pool or None
        Threads; a single job is done here. If they break, what is left is done here, too.

    Returns
    -------
    list
        The results, in the order of the jobs.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    results: dict[int, Any] = {}
    if pool is not None and len(jobs) > 1:
        queue: parallel.Queue[int] = parallel.Queue()
        for k, job in enumerate(jobs):
            queue.add(k, (task, job))
        with (
            suppress(parallel.Lost),
            closing(parallel.finished(_counted, queue, clock, pool)) as steps,
        ):
            for step in steps:
                number = 0
                if step is not None:
                    k, result = step
                    if not isinstance(result, parallel.Lost):
                        results[k], number = result
                clock.tick(method, number)
    for k, job in enumerate(jobs):
        if k not in results:
            results[k] = task(*job, clock=clock)
    return [results[k] for k in range(len(jobs))]


def _counted(task: Callable[..., Any], job: tuple[Any, ...], *, clock: Clock) -> tuple[Any, int]:
    """Return the result of a job, and how many steps it took."""
    return task(*job, clock=clock), clock.steps
