"""A count by exchange for any number of workers, from measured times of its jobs and bytes moved.

``python -m tests.benchmarks.exchange 8 8 --workers 8`` runs all jobs on this thread, so it needs
one processor, and takes as long as the count. It prints each phase, and the time that so many
workers would take: the longest sum of jobs of each phase, and the bytes that each worker receives.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import Future
from typing import Any

import icosian
from icosian._run.pool import workers
from icosian.tours.count import exchange

BYTES_PER_SECOND = 1e9


class Measured:
    """An executor that runs each job when it is submitted, and notes its CPU time."""

    def __init__(self, workers: int) -> None:
        self._max_workers = workers
        self.seconds: list[float] = []

    def submit(self, task: Any, *arguments: Any) -> Future[Any]:
        """Run a job."""
        future: Future[Any] = Future()
        began = time.process_time()
        future.set_result(task(*arguments))
        self.seconds.append(time.process_time() - began)
        return future

    def shutdown(self, **_: Any) -> None:
        """Do nothing."""

    def longest(self) -> float:
        """Return when the last worker ends, the longest jobs first, and forget them."""
        ends = [0.0] * self._max_workers
        for seconds in sorted(self.seconds, reverse=True):
            ends[ends.index(min(ends))] += seconds
        return max(ends)


def main() -> None:
    """Print the phases and the model of a count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    parser.add_argument("--workers", type=int, default=8)
    given = parser.parse_args()
    executor = Measured(given.workers)
    modeled = spent = 0.0
    shared = exchange.Exchange._shared

    def noted(self: Any, task: Any, known: Any, parts: Any, done: int = 0) -> list[Any]:
        nonlocal modeled, spent
        executor.seconds.clear()
        moved = sum(8 * int(part.ends[-1]) * part.row for half in parts for part in half)
        made: list[Any] = shared(self, task, known, parts, done)
        seconds = executor.longest() + moved / given.workers / BYTES_PER_SECOND
        modeled, spent = modeled + seconds, spent + sum(executor.seconds)
        print(f"{done or 'join':>5} {moved / 1e6:8.1f} MB {sum(executor.seconds):8.2f} s in jobs")
        return made

    exchange.Exchange._shared = noted  # type: ignore[method-assign]
    exchange.threads = workers  # type: ignore[assignment]  # states stay in memory, not in files
    board = icosian.knight_graph(given.rows, given.columns)
    began = time.process_time()
    number = icosian.count_hamiltonian_cycles(board, executor=executor)  # type: ignore[arg-type]
    whole = time.process_time() - began
    here = whole - spent
    print(f"{number} cycles, {whole:.2f} s of CPU time, {here:.2f} s of it before and between jobs")
    print(f"{given.workers} workers: {here + modeled:.2f} s, of the jobs {modeled:.2f} s")


if __name__ == "__main__":
    main()
