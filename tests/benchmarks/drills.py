"""Drills: attacks on readers, damaged caches, and what parallel work costs.

They are not on the pages: their tables in the documentation are written by hand.
"""

import gzip
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from race import Spent, asks

import icosian
from icosian._run.limits import Clock
from icosian._run.pool import open_pool, total

LAUGHS = "".join(f'<!ENTITY a{k + 1} "{f"&a{k};" * 10}">' for k in range(9))
DENSE = b"~" + bytes(63 + (12_000 >> shift & 63) for shift in (12, 6, 0))
SAME_HASH = b",".join(b'{"id": %d}' % (k * (2**61 - 1)) for k in range(1, 5_000))
FILES = {
    "a claim of 10^12 nodes": ("a.hcp", [b"DIMENSION : 1000000000000\nEDGE_DATA_SECTION\n-1\n"]),
    "a claim of 9,999,999 nodes": ("b.col", [b"p edge 9999999 1\n"]),
    "a claim of 68 billion nodes": ("c.g6", [b"~~~~~~~~\n"]),
    "72 million edges in 12 kB": ("d.g6.gz", [DENSE, *[b"~" * 11_999] * 1000, b"\n"]),
    "100 MB of blank lines in 100 kB": ("e.hcp.gz", [b"\n" * 10**6] * 100),
    "300 MB of blanks in one line": ("f.col.gz", [b" " * 10**6] * 300),
    "5 million lists": ("g.json.gz", [b"[", *[b"[]," * 5000] * 1000, b"0]"]),
    "4 million elements": ("h.graphml.gz", [b"<a>", *[b"<b/>" * 4000] * 1000, b"</a>"]),
    "100,000 brackets in each other": ("i.json", [b"[" * 100_000]),
    "100,000 elements in each other": ("j.graphml", [b"<a>" * 100_000, b"</a>" * 100_000]),
    "a billion laughs": (
        "k.graphml",
        [f'<!DOCTYPE g [<!ENTITY a0 "lol">{LAUGHS}]><g>&a9;</g>'.encode()],
    ),
    "an entity from another file": (
        "l.graphml",
        [b'<!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]><g>&x;</g>'],
    ),
    "an integer of a million digits": ("m.json", [b"9" * 10**6]),
    "5,000 integers of one hash": ("n.json", [b'{"nodes": [', SAME_HASH, b'], "edges": []}']),
}
COMMANDS = {
    "a board of 1.6 billion squares": ["tour", "40000x40000"],
    "its graph": ["prove", "40000x40000"],
    "a board of 1,000 sides": ["tour", "x".join(["1"] * 1000)],
    "a number of 5,000 digits": ["tour", "9" * 5000],
    "a file that never ends": ["tour", "/dev/zero"],
    "a proof that never ends": ["check", "/dev/zero", "4"],
}


def attacked(arguments):
    """Run a command; return its seconds of work, its bytes and its error."""

    def run():
        line = [sys.executable, "-m", "icosian", *arguments]
        with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as child:
            error = child.stderr.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        return Spent(seconds, usage.ru_maxrss << 10, (child.returncode, error))

    return run


def is_refused(run):
    """Check that a command ended with one line."""
    code, error = run.answer
    print(f"  {error[:120].strip()}")
    assert (code, error.count("\n")) == (2, 1), error


def written(name, content):
    """Write a file, and return the command that reads it."""
    path = Path(tempfile.mkdtemp(), name)
    with (gzip.open if name.endswith(".gz") else open)(path, "wb") as file:
        file.writelines(content)
    return ["prove", str(path)]


attack = asks(attacked, is_refused, most=1)

QUESTIONS = """
import icosian, warnings
warnings.simplefilter("error")
assert icosian.knight_graph(20).hamiltonian_cycle(seed=1).is_closed
assert icosian.count_queens(11) == 2680
assert icosian.count_hamiltonian_cycles(icosian.knight_graph(6)) == 9862
"""
NOWHERE = "/dev/null/cache"  # not even root can make this folder


def are_right(run):
    """Check that no process failed."""
    assert not run.answer, run.answer


def shared(given):
    """Ask small questions in processes, on a cache that others left and that was damaged since.

    No file may become larger than ``size`` for those who fill the cache, as on a full disk.
    """
    return partial(_shared, **given)


def _shared(damage=(), *, times=1, size=None, **changed):
    folder = tempfile.mkdtemp()

    def ask(times, size):
        head = "" if size is None else f"import resource as r; r.setrlimit(1, ({size}, {size}))\n"
        env = os.environ | {"NUMBA_CACHE_DIR": folder} | changed
        line = [sys.executable, "-c", head + QUESTIONS]
        children = [subprocess.Popen(line, env=env, stderr=-1, text=True) for _ in range(times)]
        errors = [child.communicate()[1] for child in children]
        return [
            error.strip().splitlines()[-1]
            for child, error in zip(children, errors, strict=True)
            if child.returncode
        ]

    wrong = ask(times, size)
    for suffix, length in damage:
        for path in Path(folder).rglob(f"*.{suffix}"):
            path.write_bytes(path.read_bytes()[:length])
    return wrong + ask(1, None)


cold = asks(shared, are_right, most=1)
DAMAGES = {
    "of two processes at once, and then of a third": {"times": 2},
    "its index cut off, as by a full disk": {"damage": [("nbi", 20)]},
    "its code emptied": {"damage": [("nbc", 0)]},
    "the disk full at once": {"size": 0},
    "the disk full after 3,000 bytes": {"size": 3_000},
    "a folder that cannot be made": {"NUMBA_CACHE_DIR": NOWHERE},
    "no home": {"NUMBA_CACHE_DIR": "", "HOME": NOWHERE, "XDG_CACHE_HOME": NOWHERE},
    "no home, no folder": dict.fromkeys(("NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME"), NOWHERE),
}


@contextmanager
def executor(kind, workers):
    """Give an executor of a kind."""
    if kind == "dask":
        from distributed import Client, LocalCluster

        options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
        with LocalCluster(n_workers=workers, **options) as cluster, Client(cluster) as client:
            client.run(exec, f"import sys; sys.path += {sys.path!r}")  # to find this module
            yield client
        return
    if kind == "loky":
        import loky

        made = loky.ProcessPoolExecutor(workers)
    elif kind == "threads":
        made = ThreadPoolExecutor(workers)
    else:
        context = multiprocessing.get_context(kind)
        made = ProcessPoolExecutor(workers, mp_context=context)
    with made:
        yield made


JOBS, ALONE = 40, "the executor alone"


def sleep(*, clock):
    """Take a nap."""
    time.sleep(0.1)
    return 1


def kernel(*, clock):
    """Count for about as long."""
    icosian.count_queens(16)
    return 1


def driven(place, *, alone=False):
    """Do jobs by an executor that is started, with our driver or alone."""
    kind, work, workers = place
    means = executor(kind, workers)
    pool = means.__enter__()

    def call():
        if alone:
            return sum(f.result() for f in [pool.submit(work, clock=None) for _ in range(JOBS)])
        with open_pool(pool) as driver:
            return total(work, [()] * JOBS, name="driver", clock=Clock(), pool=driver)

    call()
    call.means = means  # open until the call is gone
    return call


def are_all(run):
    """Check that all jobs were done."""
    assert run.answer == JOBS


parallel = asks(driven, are_all, peers={ALONE: partial(driven, alone=True)})


def threaded(n, *, threads=0):
    """Count queens here, or by so many threads."""
    means = {"executor": ThreadPoolExecutor(threads)} if threads else {}
    return partial(icosian.count_queens, n, **means)
