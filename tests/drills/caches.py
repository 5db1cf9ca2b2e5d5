"""Kernels without a cache, and processes that share a cold one: ``python tests/drills/caches.py``.

Each row is a new process, or several at once, that solve small questions with compiled kernels.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUESTIONS = """
import icosian, warnings
warnings.simplefilter("error")
assert icosian.knight_graph(20).hamiltonian_cycle(seed=1).is_closed
assert icosian.count_queens(11) == 2680
assert icosian.count_hamiltonian_cycles(icosian.knight_graph(6)) == 9862
"""


def drill(name, *, times=1, size=None, **changed):
    """Ask the questions in so many processes at once, and print a row.

    No file may become larger than ``size``, as on a disk that is full.
    """
    limit = None if size is None else f"import resource as r; r.setrlimit(1, ({size}, {size}))\n"
    began = time.perf_counter()
    children = [
        subprocess.Popen(
            [sys.executable, "-c", (limit or "") + QUESTIONS], env=os.environ | changed, stderr=-1
        )
        for _ in range(times)
    ]
    wrong = []
    for child in children:
        _, errors = child.communicate()
        if child.returncode:
            wrong.append(errors.decode().strip().splitlines()[-1])
    seconds = time.perf_counter() - began
    print(f"{name:44} {wrong or 'right'}  {seconds:5.1f} s", flush=True)


if __name__ == "__main__":
    nowhere = "/dev/null/cache"  # not even root can make this folder
    with tempfile.TemporaryDirectory() as folder:
        cold = {"NUMBA_CACHE_DIR": folder}
        drill("two processes on one cold cache", times=2, **cold)
        drill("the cache that they left", **cold)
        for path in Path(folder).rglob("*.nbi"):
            path.write_bytes(path.read_bytes()[:20])
        drill("its index cut off, as by a full disk", **cold)
        for path in Path(folder).rglob("*.nbc"):
            path.write_bytes(b"")
        drill("its code emptied", **cold)
    for size in (0, 3000):
        with tempfile.TemporaryDirectory() as folder:
            drill(f"a cold cache, disk full after {size} bytes", size=size, NUMBA_CACHE_DIR=folder)
            drill("the cache that this left", NUMBA_CACHE_DIR=folder)
    drill("a cache folder that cannot be made", NUMBA_CACHE_DIR=nowhere)
    drill("no cache folder, no home", HOME=nowhere, XDG_CACHE_HOME=nowhere, NUMBA_CACHE_DIR=nowhere)
    drill("no home", HOME=nowhere, XDG_CACHE_HOME=nowhere)
