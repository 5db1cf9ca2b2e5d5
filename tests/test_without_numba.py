"""Every kind of question is answered where there is neither numba nor a thread, as in a browser."""

import os
import subprocess
import sys

import pytest

QUESTIONS = """
import sys, threading

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def refused(*_):
    raise RuntimeError("can't start new thread")

sys.meta_path.insert(0, Missing())
threading.Thread.start = refused

import networkx as nx
import icosian
from icosian import knight_graph, queen_graph
from icosian._kernels import _jit

_jit.INTERPRETED_SECONDS = _jit.SHARE = 0.0  # whatever runs would be compiled,
_jit.INTERPRETED_SIZE = -1  # if it could
board = knight_graph(6)
petersen = nx.petersen_graph()
for method in ("rotations", "forcing", "frontier", "cdcl", "backtrack"):
    assert icosian.hamiltonian_cycle(board, method=method).is_closed
assert len(icosian.hamiltonian_path(petersen, 0, 2)) == 10
icosian.prove_no_hamiltonian_cycle(petersen).check(petersen)
assert len(icosian.knights_tour(60)) == 3600
assert len(list(icosian.hamiltonian_cycles(knight_graph(3, 10)))) == 16
assert icosian.count_hamiltonian_cycles(knight_graph(5, 6)) == 8
assert icosian.random_hamiltonian_cycle(board, seed=1).is_closed
assert len(icosian.scrambled_hamiltonian_path(board, seed=1)) == 36
spots = [(k * k * 7919 % 1009, k**3 * 104_729 % 997) for k in range(40)]
assert icosian.shortest_tour(spots).is_shortest
assert len(icosian.longest_cycle(petersen)) == 9
assert len(icosian.minimum_path_cover(nx.star_graph(4))) == 3
assert icosian.traveling_salesman(knight_graph(4), [(0, 0), (3, 3), (2, 1)]).length
assert icosian.prepare(board).dijkstra((0, 0)).distances[5, 5] == 4
assert icosian.count_queens(8) == len(list(icosian.all_queens(8))) == 92
assert icosian.count_queens(8, distinct=True) == 12
assert len(icosian.maximum_independent_set(board)) == 18
assert len(icosian.minimum_dominating_set(queen_graph(5))) == 3
assert icosian.minimum_coloring(queen_graph(5)).number_of_colors == 5
icosian.warm()
assert not _jit.loaded()
"""


@pytest.mark.slow
def test_every_kind_of_question_is_answered_without_numba_and_without_threads():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", QUESTIONS],
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
