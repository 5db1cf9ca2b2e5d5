"""Tours of boards and graphs, proofs that there is none, and the first use of the library."""

import csv
import gc
import time
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import networkx as nx
from instances import data
from peers import CP_SAT, LKH, SAGE, SAT
from race import NoAnswer, Program, Spent, asks, once, process

import icosian
from icosian import knight_graph
from icosian.proofs import Proof

CACHES = "empty", "warm"
IMPORT, READY = "import networkx", "add_edges_from, ready edges"
"""The first is a yardstick, not a competitor: icosian imports networkx too."""
SOLVERS, REFUTERS = {CP_SAT: 5.0, SAT: 5.0, SAGE: 5.0}, {CP_SAT: 10.0, SAT: 10.0}
WITH_LKH, DIRECTED = {**SOLVERS, LKH: 5.0}, {CP_SAT: 5.0, SAT: 5.0}


def answer(G, **options):
    """Find a tour or prove that there is none."""
    try:
        return icosian.hamiltonian_cycle(G, **options)
    except icosian.NoHamiltonianCycle as error:
        return error.proof


def is_cycle(run):
    """Check a cycle."""
    if run.answer is None:
        raise NoAnswer("found no tour")
    assert not isinstance(run.answer, Proof)
    tour = list(run.answer)
    assert len(tour) == len(run.subject) == len(set(tour))
    assert all(run.subject.has_edge(u, v) for u, v in pairwise([*tour, tour[0]]))


def is_none(run):
    """Check an answer that there is no cycle; peers give no proof."""
    if isinstance(run.answer, Proof):
        run.answer.check(run.subject)
    elif run.answer is not None:
        raise NoAnswer("found a tour")


found, refuted = asks(once(answer), is_cycle), asks(once(answer), is_none)
called = asks(lambda call: call)


def first(code, n=100, **how):
    """Return what makes a case of the first call of a process, numpy having been imported."""
    program = f"""import time, numpy
from icosian import knight_graph, knights_tour
G = knight_graph({n})
began = time.perf_counter()
{code}
print(time.perf_counter() - began)"""
    return process("-c", program, tells=True, **how)


def million():
    """Return the nodes and edges of a large board."""
    board = knight_graph(1000)
    return list(board.nodes), list(board.edges)


def add_edges(subject):
    """Let networkx make a graph of edges that are ready."""

    def add():
        gc.disable()
        G = nx.Graph()
        G.add_nodes_from(subject[0])
        G.add_edges_from(subject[1])
        gc.enable()
        return G

    return add


USED, FIND = "import icosian; icosian.knight_graph", "G.hamiltonian_cycle()"
BESIDE_IMPORT = {IMPORT: Program("-c", IMPORT)}
IMPORTS = {
    IMPORT: ("networkx", IMPORT),
    "import CP-SAT": ("ortools", "from ortools.sat.python import cp_model"),
    "import python-sat": ("pysat", "from pysat.solvers import Solver"),
}
"""What else a newcomer may import; none of it answers a question."""
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


BESIDE_IMPORTS = {
    who: Program("-c", line) for who, (what, line) in IMPORTS.items() if find_spec(what)
}


def first_use(*calls, cold):
    """Return what makes a case of questions to a new process."""
    return process("-c", "\n".join(("import icosian, networkx as nx", *calls)), cold=cold)


with (Path(__file__).parents[1] / "data/graphs/named.tsv").open(encoding="utf-8") as lines:
    NAMED = list(csv.DictReader(lines, delimiter="\t"))
EXCLUDED = {
    **dict.fromkeys(("Petersen", "Coxeter", "Tutte"), 5e-3),
    **dict.fromkeys(("Meredith", "Horton-96"), 50e-3),
}
"""The seconds for some of these graphs."""

LIMIT = 10.0
"""The CPU seconds for each graph of the challenge set."""


def attempt(G):
    """Look for a tour within a limit of CPU seconds, on which other processes have little say."""

    def search():
        began = time.process_time()

        def look(_):
            if time.process_time() - began > LIMIT:
                raise NoAnswer(f"none in {LIMIT:g} s of the processor")

        tour = icosian.hamiltonian_cycle(G, progress=look)
        return Spent(time.process_time() - began, 0, tour)

    return search


attempted = asks(attempt, is_cycle, most=1)
FHCP = sorted(
    (int(path.name.removeprefix("graph").partition(".")[0]), path)
    for path in data("fhcp/graph*.hcp.gz")
)
"""Graphs with hidden tours (M. Haythorpe, FHCP Challenge Set, Bulletin of the ICA, 2018)."""
