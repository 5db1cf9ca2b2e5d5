"""The first use of the library: whole processes, with an empty and with a warm cache."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from cases import Case
from measure import Process
from report import IMPORT

if TYPE_CHECKING:
    from measure import Contender

__all__ = ["FIRST_USE"]

IMPORTS = {
    IMPORT: ("networkx", IMPORT),
    "import CP-SAT": ("ortools", "from ortools.sat.python import cp_model"),
    "import python-sat": ("pysat", "from pysat.solvers import Solver"),
}
"""What else a newcomer may import; none of it answers a question."""
HEAD = "import icosian, networkx as nx"
CALLS = {
    "closed tour 8 x 8": "icosian.knight_graph(8).hamiltonian_cycle()",
    "no closed tour 5 x 5": "icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(5))",
    "Petersen's graph": "icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())",
    "dodecahedron": "icosian.hamiltonian_cycle(nx.dodecahedral_graph())",
    "count 6 x 6": "icosian.count_hamiltonian_cycles(icosian.knight_graph(6))",
    "count 6 x 7": "icosian.count_hamiltonian_cycles(icosian.knight_graph(6, 7))",
    "random 6 x 6": "icosian.random_hamiltonian_cycle(icosian.knight_graph(6), seed=1)",
    "8 queens": "list(icosian.all_queens(8))",
    "eight towns": "icosian.dijkstra(icosian.route_map("
    "{(k, (k + step) % 8): 3 * k + step for k in range(8) for step in (1, 3)}), 0).table()",
    "all tours 3 x 10": "list(icosian.knight_graph(3, 10).hamiltonian_cycles())",
    "Hidato 6 x 6": "icosian.hamiltonian_path(nx.grid_2d_graph(6, 6), "
    "positions={(0, 0): 1, (5, 5): 21, (5, 0): 36})",
    "coloring of 5 x 5 queens": "icosian.minimum_coloring(icosian.queen_graph(5))",
}
TOGETHER = "twelve questions in one process"


def process(*calls: str, cold: bool) -> dict[str, Contender]:
    """Ask questions in a new process; several next to processes that only import something."""
    contenders = {"icosian": Process(("-c", "\n".join((HEAD, *calls))), cold)}
    if len(calls) > 1:
        contenders |= {
            name: Process(("-c", line))
            for name, (package, line) in IMPORTS.items()
            if find_spec(package)
        }
    return contenders


FIRST_USE = [
    Case(f"{name}, {cache} cache", partial(process, *calls, cold=cache == "empty"))
    for name, calls in ((TOGETHER, CALLS.values()), *((name, (CALLS[name],)) for name in CALLS))
    for cache in ("empty", "warm")
]
