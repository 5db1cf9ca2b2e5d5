"""An empty cache: short questions compile nothing, and a process may end or fork meanwhile."""

import os
import subprocess
import sys

import pytest

import icosian
from icosian._kernels import _jit

pytestmark = pytest.mark.skipif(_jit.is_forbidden(), reason="nothing is compiled")

SHORT = """
import logging, sys
import networkx as nx
import icosian
from icosian._kernels import _jit

logging.basicConfig(level=logging.INFO, format="%(message)s")
_jit.COMPILE_SECONDS *= 10  # a busy machine interprets more slowly, and no test is about its speed
towns = "Ayr Bow Cob Dee Ely Fay Guy Hay".split()
roads = {(a, b): 3 * i + 2 for i, (a, b) in enumerate(zip(towns, towns[1:] + towns[:1]))}
hidato = nx.grid_2d_graph(6, 6)
icosian.knight_graph(8).hamiltonian_cycle()
icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(5))
icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
icosian.hamiltonian_cycle(nx.dodecahedral_graph())
assert icosian.count_hamiltonian_cycles(icosian.knight_graph(6)) == 9862
icosian.random_hamiltonian_cycle(icosian.knight_graph(6), seed=1)
assert icosian.count_queens(8) == len(list(icosian.all_queens(8))) == 92
icosian.dijkstra(icosian.route_map(roads), "Ayr").table()
assert len(list(icosian.knight_graph(3, 10).hamiltonian_cycles())) == 16
icosian.hamiltonian_path(hidato, positions={(0, 0): 1, (5, 5): 21, (5, 0): 36})
icosian.minimum_coloring(icosian.queen_graph(5))
"""
LONG = """
assert icosian.count_hamiltonian_cycles(icosian.knight_graph(6, 7)) == 1_067_638
icosian.random_hamiltonian_cycle(icosian.knight_graph(6, 7), seed=1)
"""
PENDING = """
import os, threading
import icosian
from icosian._kernels import _jit, queens

def find():
    with _jit.at_once():
        next(icosian.all_queens(8))

begun, fetch = threading.Event(), _jit.Code._fetch

def slowly(code, arrays):
    with _jit._compiling:
        begun.set()
        fetch(code, arrays)

_jit.Code._fetch = slowly
finding = threading.Thread(target=find, daemon=True)
finding.start()
begun.wait()
"""
FORKS = """
if child := os.fork() if hasattr(os, "fork") else 1:
    assert not hasattr(os, "fork") or os.waitpid(child, 0)[1] == 0
    finding.join()
else:
    find()
    assert queens.list_placements in _jit.loaded()
    os._exit(0)
assert queens.list_placements in _jit.loaded()
"""


def first_use(program, folder, *options):
    """Run a program with an empty cache; return the notices of what it compiles."""
    done = subprocess.run(
        [sys.executable, *options, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stderr.splitlines()


@pytest.mark.slow
def test_eleven_typical_questions_compile_nothing(tmp_path):
    assert first_use(SHORT, tmp_path) == []
    assert not list(tmp_path.rglob("*.nbc"))


def test_random_tours_run_the_kernels_of_counts_and_each_for_one_type(monkeypatch):
    monkeypatch.setattr(_jit, "_codes", {})
    icosian.random_hamiltonian_cycle(icosian.knight_graph(5, 6), seed=1)
    assert sorted(function.__qualname__ for function, *_ in _jit._codes) == [
        "advance",
        "extend",
        "find_groups",
        "group",
        "join_groups",
        "rehash",
        "scatter",
        "sweep",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("program", [PENDING, PENDING + FORKS], ids=["ends", "forks"])
def test_a_process_ends_or_forks_while_kernels_are_compiled(program, tmp_path):
    false = "ignore:This process:DeprecationWarning"  # numba holds no lock that the child needs
    assert first_use(program, tmp_path, "-W", false) == []


@pytest.mark.exhaustive
def test_a_longer_count_compiles_few_kernels_and_says_so_once(tmp_path):
    notices = first_use(SHORT + LONG, tmp_path)
    assert len(notices) <= 4
    assert len(notices) == len(set(notices))
    assert all(notice.startswith("compiling ") for notice in notices)
