"""What the driver of parallel work costs: ``python tests/benchmarks/driver.py [executor ...]``.

Jobs of about 100 ms that sleep or run a compiled kernel are done on executors of all kinds, by the
driver and, for comparison, by the executor alone. The jobs measure their own time, and the overhead
is what the whole takes longer than the jobs shared out evenly. Where they run in other processes, a
row also tells the processor time of this one for each job. Pools are started, and kernels loaded,
before. Needs loky and dask[distributed] for their rows.

``python tests/benchmarks/driver.py queens`` prints how long counts take without threads, in one and
in two: medians of calls that take turns.
"""

import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median

from icosian import count_queens
from icosian._run.clock import Clock
from icosian._run.ledger import total
from icosian._run.pool import opened

JOBS = 40
WORKERS = 1, 2
QUEENS, CALLS = range(14, 19), 9
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
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0"
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


def driven(work, given):
    """Return the nanoseconds of all jobs, done by the driver."""
    with opened(given) as pool:
        return total(work, [()] * JOBS, name="driver", clock=Clock(), pool=pool)


def bare(work, given):
    """Return the nanoseconds of all jobs, done by the executor alone."""
    return sum(future.result() for future in [given.submit(work, clock=None) for _ in range(JOBS)])


def overhead(way, work, given, workers):
    """Return how much longer than the jobs the whole takes, and the milliseconds here for a job."""
    began, spent = time.perf_counter(), time.process_time()
    jobs = way(work, given) / 1e9
    whole, here = time.perf_counter() - began, time.process_time() - spent
    return whole * workers / jobs - 1, 1000 * here / JOBS


def compare(n):
    """Return the median seconds of a count without threads, in one and in two."""
    seconds = {workers: [] for workers in (0, 1, 2)}
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        ways = {0: None, 1: one, 2: two}
        for _ in range(CALLS + 1):
            for workers, given in ways.items():
                began = time.perf_counter()
                count_queens(n, executor=given)
                seconds[workers].append(time.perf_counter() - began)
    return [median(times[1:]) for times in seconds.values()]  # the first call makes the plans


def show_queens():
    """Print how long counts take."""
    print(" n   here ms   1 thread  2 threads  speed-up")
    for n in QUEENS:
        here, one, two = compare(n)
        print(f"{n:2} {1000 * here:9.1f} {1000 * one:10.1f} {1000 * two:10.1f} {here / two:9.2f}")


def show_overhead(kinds):
    """Print what the driver costs."""
    print(f"{JOBS} jobs; the goal is an overhead below {GOAL:.0%}")
    print("                            overhead          ms here for a job")
    print("executor    work   workers  driver    alone   driver    alone")
    for kind in kinds:
        for workers in WORKERS:
            with executor(kind, workers) as given:
                for work in (sleep, kernel):
                    driven(work, given)  # everything is started and loaded
                    rows = [overhead(way, work, given, workers) for way in (driven, bare)]
                    text = "".join(f"{over:9.2%}" for over, _ in rows)
                    if kind != "threads":
                        text += "".join(f"{here:9.2f}" for _, here in rows)
                    print(f"{kind:11} {work.__name__:7} {workers:6}{text}", flush=True)


if __name__ == "__main__":
    kinds = sys.argv[1:] or ["threads", "spawn", "forkserver", "loky", "dask", "queens"]
    if others := [kind for kind in kinds if kind != "queens"]:
        show_overhead(others)
    if "queens" in kinds:
        show_queens()
