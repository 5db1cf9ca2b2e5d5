"""Tours of boards and graphs, proofs that there is none, and the first use of the library."""

import csv
import gc
import time
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import networkx as nx
from families import cayley_digraph, flower_snark, generalized_petersen
from instances import data, holed_board, planted_digraph, random_cubic
from peers import CORNER, CP_SAT, LKH, QUICK_START, SAGE, SAT
from race import Case, NoAnswer, Program, Spent, once
from results import CHALLENGE, Goal

import icosian
from icosian import Board, board_graph, knight_graph, leaper_graph
from icosian.proofs import Proof

IMPORT, READY = "import networkx", "add_edges_from, ready edges"
"""The first is a yardstick, not a competitor: icosian imports networkx too."""
SOLVERS, REFUTERS = {CP_SAT: 5.0, SAT: 5.0, SAGE: 5.0}, {CP_SAT: 10.0, SAT: 10.0}
WITH_LKH, DIRECTED = {**SOLVERS, LKH: 5.0}, {CP_SAT: 5.0, SAT: 5.0}


def within(seconds):
    """Return the goals of a case that has a limit alone, if it has one."""
    return (Goal(seconds=seconds),) if seconds else ()


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


def found(name, make, peers=(), goals=()):
    """Return the case of a graph with a cycle."""
    return Case(name, make, once(answer), is_cycle, dict(peers), goals)


def refuted(name, make, peers=(), goals=()):
    """Return the case of a graph without a cycle."""
    return Case(name, make, once(answer), is_none, dict(peers), goals)


def nothing():
    """Make no subject."""


def process(name, *code, goals=(), cold=False):
    """Return the case of a process, next to one that only imports networkx."""
    peers = {IMPORT: Program("-c", IMPORT)}
    return Case(name, nothing, Program(*code, cold=cold), None, peers, goals)


def expression(name, call, goals=()):
    """Return the case of a call."""
    return Case(name, nothing, lambda _: call, goals=goals)


def first_call(name, code, *, cold=False, env=None):
    """Return the case of a call that is the first of its process, numpy having been imported."""
    program = f"""import time, numpy
from icosian import knight_graph, knights_tour
G = knight_graph({name.split()[2] if env else 100})
began = time.perf_counter()
{code}
print(time.perf_counter() - began)"""
    return Case(name, nothing, Program("-c", program, cold=cold, tells=True, env=env))


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


SIDES = (8, within(1e-3)), (30, (Goal(SAT, 100),)), (100, ())
LISTED, OBLONG = "list(knights_tour(1000))", "knights_tour(1000, 1001)"
USED, LIGHT = "import icosian; icosian.knight_graph", (Goal(IMPORT, 1 / 1.15),)
FIND = "G.hamiltonian_cycle()"
BOARDS = [
    *(
        found(
            f"closed tour {n} x {n}",
            partial(knight_graph, n),
            {CORNER: 5.0, QUICK_START: 5.0, SAT: 5.0},
            goals,
        )
        for n, goals in SIDES
    ),
    *(
        first_call(f"closed tour {n} x {n}, interpreted", FIND, env={"NUMBA_DISABLE_JIT": "1"})
        for n, _ in SIDES
    ),
    expression("knights_tour(1000)", partial(icosian.knights_tour, 1000), within(0.2)),
    expression(LISTED, lambda: list(icosian.knights_tour(1000))),
    expression(OBLONG, partial(icosian.knights_tour, 1000, 1001)),
    expression("knights_tour(2000)", partial(icosian.knights_tour, 2000)),
    Case(
        "knight_graph(1000)",
        million,
        lambda _: partial(knight_graph, 1000),
        None,
        {READY: add_edges},
        (Goal(READY, 1 / 1.5),),
    ),
    process("import icosian", "-c", "import icosian", goals=LIGHT),
    process(USED, "-c", USED, goals=LIGHT),
    process(
        "icosian tour 8x8",
        *("-m", "icosian", "tour", "8x8"),
        cold=True,
        goals=(Goal(IMPORT, 1 / 2.5),),
    ),
    *(
        process(
            f"icosian tour 250x250, {cache} cache",
            *("-m", "icosian", "tour", "250x250"),
            cold=cache == "empty",
        )
        for cache in ("empty", "warm")
    ),
    *(
        first_call(f"{name}, {cache} cache", code, cold=cache == "empty")
        for name, code in (
            ("first call of the rotations", FIND),
            ("first knights_tour(1000)", "knights_tour(1000)"),
        )
        for cache in ("empty", "warm")
    ),
]

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


def first_use(name, *calls, cold):
    """Return the case of questions to a new process; several next to processes that only import."""
    code = "\n".join(("import icosian, networkx as nx", *calls))
    peers = {who: Program("-c", line) for who, (what, line) in IMPORTS.items() if find_spec(what)}
    return Case(
        f"{name}, {'empty' if cold else 'warm'} cache",
        nothing,
        Program("-c", code, cold=cold),
        peers=peers if len(calls) > 1 else {},
    )


FIRST_USE = [
    first_use(name, *calls, cold=cold)
    for name, calls in (
        ("twelve questions in one process", CALLS.values()),
        *((name, (code,)) for name, code in CALLS.items()),
    )
    for cold in (True, False)
]

NAMED = Path(__file__).parents[1] / "data/graphs/named.tsv"
EXCLUDED = {
    **dict.fromkeys(("Petersen", "Coxeter", "Tutte"), within(5e-3)),
    **dict.fromkeys(("Meredith", "Horton-96"), within(50e-3)),
}
with NAMED.open(encoding="utf-8") as lines:
    EXCLUSIONS = [
        refuted(
            f"no cycle in {row['name']}",
            partial(nx.from_graph6_bytes, row["graph6"].encode()),
            REFUTERS,
            EXCLUDED.get(row["name"], ()),
        )
        for row in csv.DictReader(lines, delimiter="\t")
    ]

FINDER = [
    *(
        found(
            path.stem,
            partial(icosian.read_graph, path),
            WITH_LKH if size == 1 else SOLVERS,
            (Goal(seconds=0.02), Goal(CP_SAT, 100)),
        )
        for size in range(1, 6)
        for path in data(f"tsplib/alb{size}000*.hcp")
    ),
    *(
        found(f"random cubic, {n:,} nodes", partial(random_cubic, n), peers, within(most))
        for n, peers, most in (
            (1_000, WITH_LKH, 0.005),
            (10_000, SOLVERS, 0.05),
            (100_000, {}, 3),
            (1_000_000, {}, 60),
        )
    ),
    *(
        found(name, partial(make, *sizes), peers, within(most))
        for name, peers, most, make, *sizes in (
            ("random digraph, 3 arcs a node, 10,000 nodes", DIRECTED, 1, planted_digraph, 10**4, 3),
            ("grid 30 x 30", SOLVERS, 0, nx.grid_2d_graph, 30, 30),
            ("grid 1000 x 1000", {}, 4, nx.grid_2d_graph, 1_000, 1_000),
            ("hypercube 2^10", SOLVERS, 0, nx.hypercube_graph, 10),
            ("hypercube 2^16", {}, 0.3, nx.hypercube_graph, 16),
        )
    ),
    *(
        refuted(f"no cycle in {name}", partial(make, *sizes), peers, goals)
        for name, peers, goals, make, *sizes in (  # smaller ones are among the named graphs
            ("J15", REFUTERS, (), flower_snark, 15),
            ("J251", {}, within(1), flower_snark, 251),
            ("J2501", {}, within(1), flower_snark, 2_501),
            ("GP(503,2)", {}, within(1), generalized_petersen, 503, 2),
            ("GP(5003,2)", {}, within(1), generalized_petersen, 5_003, 2),
            (
                "a Cayley digraph of A5",
                *(DIRECTED, (Goal(CP_SAT, 10),), cayley_digraph),
                *((1, 2, 3, 4, 0), (1, 2, 0, 3, 4)),
            ),
            (
                "the rotations and swaps of S6",
                *(DIRECTED, within(0.1), cayley_digraph),
                *((1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)),
            ),
        )
    ),
    *(
        found(f"{name}, cycle", make, peers)
        for name, peers, make in (
            ("knight 8 x 8", WITH_LKH, partial(knight_graph, 8)),
            ("knight 20 x 20", WITH_LKH, partial(knight_graph, 20)),
            ("knight 50 x 50", SOLVERS, partial(knight_graph, 50)),
            ("(1, 4)-leaper 20 x 20", SOLVERS, partial(leaper_graph, 1, 4, 20)),
            ("(2, 3)-leaper 20 x 20", SOLVERS, partial(leaper_graph, 2, 3, 20)),
            ("knight on a torus 20 x 20", SOLVERS, partial(knight_graph, 20, periodic=True)),
            ("knight 6 x 6 x 6", SOLVERS, partial(board_graph, Board((6, 6, 6)), "knight")),
            ("knight 40 x 40 with 400 holes", SOLVERS, partial(holed_board, 40, 400, 6)),
        )
    ),
    *(
        refuted(
            f"no cycle, knight {side} x {side} with {holes} holes",
            partial(holed_board, side, holes, seed),
            REFUTERS,
        )
        for side, holes, seed in ((20, 120, 7), (40, 400, 2))
    ),
]

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


FHCP = [
    Case(
        f"{CHALLENGE}, graph {number}", partial(icosian.read_graph, path), attempt, is_cycle, most=1
    )
    for number, path in sorted(
        (int(path.name.removeprefix("graph").partition(".")[0]), path)
        for path in data("fhcp/graph*.hcp.gz")
    )
]
"""Graphs with hidden tours (M. Haythorpe, FHCP Challenge Set, Bulletin of the ICA, 2018)."""

GROUPS = {
    "Boards, and the start of a process": BOARDS,
    "First use": FIRST_USE,
    "Tours of graphs": FINDER,
    "Named graphs without a cycle": EXCLUSIONS,
    CHALLENGE: FHCP,
}
