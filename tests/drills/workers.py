"""Workers of all kinds are killed in the middle of a count: ``python tests/drills/workers.py``.

Prints a row for each executor and each job: with a factory, and with an executor that is given and
is followed by another. Needs loky and dask[distributed] for their rows.
"""

import multiprocessing
import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

from icosian import (
    IncompleteRun,
    count_hamiltonian_cycles,
    count_queens,
    hamiltonian_cycles,
    knight_graph,
)
from icosian._run import clock
from icosian.placements.queens import count as queens_count
from icosian.tours.count import api, degree_slices
from icosian.tours.enumeration import search

queens_count.BORDERS_FROM, queens_count.PART_SECONDS = 10, 1e-6
degree_slices.SMALL = 0
api.FEW = 0
clock.REPORT_SECONDS = 0
search.ALONE_SECONDS, search.PART_SECONDS = 0, 0.02


WHOLE = list(hamiltonian_cycles(knight_graph(3, 12)))
tours = []


def listed(resume=None, **means):
    """Return the number of tours, if they come in their order."""
    if resume is None:
        tours.clear()
    tours.extend(hamiltonian_cycles(knight_graph(3, 12), resume=resume, **means))
    return len(tours) if tours == WHOLE else 0


JOBS = {
    "queens 12": (lambda **means: count_queens(12, **means), 14200),
    "cycles 6x6": (lambda **means: count_hamiltonian_cycles(knight_graph(6), **means), 9862),
    "list 3x12": (listed, 176),
}


@contextmanager
def pool(kind):
    """Give a factory, and a function that returns the processes of the latest executor."""
    made = []
    if kind == "dask":
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
            ) as cluster,
            Client(cluster) as client,
        ):
            yield (
                lambda: client.get_executor(pure=False),
                lambda: list(client.run(os.getpid).values()),
            )
        return
    if kind == "loky":
        from loky import ProcessPoolExecutor as Pool

        options = {}
    else:
        Pool, options = ProcessPoolExecutor, {"mp_context": multiprocessing.get_context(kind)}

    def factory():
        made.append(Pool(2, **options))
        return made[-1]

    yield factory, lambda: list(made[-1]._processes) if made else []


def drill(kind, job, *, given):
    """Run a job, kill a worker once something is done, and return what came of it."""
    ask, number = JOBS[job]
    killed = []
    with pool(kind) as (factory, processes):

        def progress(report):
            if not killed and (report.part or report.method == "listing"):
                killed.extend(processes()[:1])
                for number in killed:
                    os.kill(number, signal.SIGKILL)

        began = time.perf_counter()
        outcome = "went on"
        try:
            executor = factory() if given else factory
            answer = ask(executor=executor, progress=progress)
        except IncompleteRun as error:
            outcome = "resumed"
            with ThreadPoolExecutor(2) as threads:
                answer = ask(executor=threads, resume=error)
        seconds = time.perf_counter() - began
    right = "right" if answer == number else f"WRONG {answer}"
    return f"{right:6} {outcome:8} killed {len(killed)} {seconds:6.1f} s"


if __name__ == "__main__":
    kinds = sys.argv[1:] or ["spawn", "forkserver", "loky", "dask"]
    for kind in kinds:
        for job in JOBS:
            for given in (False, True):
                row = drill(kind, job, given=given)
                print(f"{kind:10} {job:11} {'given' if given else 'factory':8} {row}", flush=True)
