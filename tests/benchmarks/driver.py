"""What the driver of parallel work costs: ``python tests/benchmarks/driver.py [executor ...]``.

Jobs of about 100 ms that sleep or run a compiled kernel are done on executors of all kinds. A row
for each tells the time of the jobs as they measure it themselves, the time of the whole, how much
longer that is than the jobs shared out evenly, and, where the jobs run in other processes, the
processor time of this one for each job. Pools are started, and kernels loaded, before. Needs loky
and dask[distributed] for their rows.
"""

import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

from icosian import count_queens
from icosian.ledger import total
from icosian.parallel import opened
from icosian.tours.clock import Clock

JOBS = 60
WORKERS = 1, 2
GOAL = 0.05


def sleep(*, clock):
    """Return the nanoseconds of a nap."""
    began = time.perf_counter_ns()
    time.sleep(0.1)
    return time.perf_counter_ns() - began


def kernel(*, clock):
    """Return the nanoseconds of a count."""
    began = time.perf_counter_ns()
    count_queens(16)
    return time.perf_counter_ns() - began


@contextmanager
def executor(kind, workers):
    """Give an executor of a kind, with so many workers."""
    if kind == "dask":
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor(pure=False)
        return
    if kind == "loky":
        from loky import ProcessPoolExecutor as Pool

        pool = Pool(workers)
    elif kind == "threads":
        pool = ThreadPoolExecutor(workers)
    else:
        pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(kind))
    with pool:
        yield pool


def measured(work, given, jobs):
    """Return the seconds of the jobs, of the whole, and of this process."""
    with opened(given) as pool:
        began, spent = time.perf_counter(), time.process_time()
        nanoseconds = total(work, [()] * jobs, name="driver", clock=Clock(), pool=pool)
        return nanoseconds / 1e9, time.perf_counter() - began, time.process_time() - spent


if __name__ == "__main__":
    kinds = sys.argv[1:] or ["threads", "spawn", "forkserver", "loky", "dask"]
    print(f"{JOBS} jobs; the goal is an overhead below {GOAL:.0%}")
    print("executor    work    workers   jobs s  whole s  overhead  ms here/job")
    for kind in kinds:
        for workers in WORKERS:
            with executor(kind, workers) as given:
                for work in (sleep, kernel):
                    measured(work, given, 4 * workers)  # everything is started and loaded
                    jobs, whole, here = measured(work, given, JOBS)
                    over = whole * workers / jobs - 1
                    here = "" if kind == "threads" else f"{1000 * here / JOBS:8.2f}"
                    print(
                        f"{kind:11} {work.__name__:7} {workers:7} {jobs:8.2f} {whole:8.2f}"
                        f" {over:9.2%} {here}",
                        flush=True,
                    )
