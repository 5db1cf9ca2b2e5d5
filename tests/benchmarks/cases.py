"""The cases: what is measured, next to which peers, and the goals."""

from __future__ import annotations

import csv
import gc
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

import networkx as nx
from measure import Limited, Process, clock, race
from peers import excludes, finds
from report import IMPORT, Goal

import icosian
from icosian._kernels import _jit
from icosian.proofs import Proof

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

    from icosian import Tour

__all__ = ["BOARDS", "EXCLUSIONS", "Case"]

CORNER, QUICK_START = "recursion, Warnsdorff order, from a corner", "the same, from b1"
SAT, READY = "SAT, subtour cuts", "add_edges_from, ready edges"
CP_SAT, LKH, SAGE = "CP-SAT, circuit constraint", "LKH, by elkai", "Sage, backtracking"
LONGEST_CP_SAT = "CP-SAT, circuit with loops"
COVER_CP_SAT = "CP-SAT, multiple circuits"
SHORTEST_CP_SAT, HIGHS = "CP-SAT, linearization_level=2", "HiGHS, subtours cut"
SHORT_LKH, FAST_TSP, ROUTING = "elkai (LKH), one run", "fast-tsp", "OR-tools routing"
CHRISTOFIDES, NEAREST = "networkx, christofides", "networkx, greedy_tsp"
ANNEALING = "networkx, simulated_annealing_tsp"
MAP_CHRISTOFIDES = "networkx, traveling_salesman_problem"
MAP_GREEDY, MAP_ROUTING = "the same by greedy_tsp", "OR-tools routing, distances by scipy"
PEERS = {
    CORNER: ("peers", "textbook"),
    QUICK_START: ("peers", "textbook_from_b1"),
    SAT: ("peers", "sat"),
    CP_SAT: ("circuit", "circuit"),
    LKH: ("lkh", "lkh"),
    SAGE: ("passagemath", "sage"),
    LONGEST_CP_SAT: ("loops", "longest_by_loops"),
    COVER_CP_SAT: ("circuit", "cover_by_circuits"),
    SHORTEST_CP_SAT: ("circuit", "shortest_circuit"),
    HIGHS: ("subtours", "shortest_by_subtours"),
    SHORT_LKH: ("lkh", "short_by_lkh"),
    FAST_TSP: ("fasttsp", "short_by_fast_tsp"),
    ROUTING: ("routing", "short_by_routing"),
    CHRISTOFIDES: ("approximations", "short_by_christofides"),
    NEAREST: ("approximations", "short_by_nearest"),
    ANNEALING: ("approximations", "short_by_annealing"),
    MAP_CHRISTOFIDES: ("approximations", "walk_by_christofides"),
    MAP_GREEDY: ("approximations", "walk_by_greedy"),
    MAP_ROUTING: ("routing", "walk_by_routing"),
}
"""The modules and functions of peers; a module cannot be imported if a peer is not installed."""
NEVER_INTERPRETED = patch.object(_jit, "INTERPRETED_SIZE", -1)
"""No run is small enough to be interpreted, and kernels that are loaded stay."""


class Case(NamedTuple):
    """One question: ``prepare()`` returns the contenders, icosian first; ``race`` times them."""

    name: str
    prepare: Callable[[], dict[str, Any]]
    goals: tuple[Goal, ...] = ()
    race: Callable[..., tuple[dict[str, Any], dict[str, str]]] = race


def beside(
    G: nx.Graph[Any], limits: dict[str, float], *, has_tour: bool = True
) -> dict[str, Contender]:
    """Find a tour or prove that there is none, kernels being loaded; ``limits`` are of the peers.

    A tour is checked, and so is a proof. The peers return no proof.
    """

    def answer() -> Tour | Proof:
        try:
            return icosian.hamiltonian_cycle(G)
        except icosian.NoHamiltonianCycle as error:
            return error.proof

    with NEVER_INTERPRETED:
        assert has_tour != isinstance(answer(), Proof)
    verb = finds if has_tour else excludes
    return {
        "icosian": lambda: clock(answer),
        **{name: peer(name, verb, G, seconds) for name, seconds in limits.items()},
    }


def peer(
    name: str, verb: Callable[..., Any], subject: Any, limit: float, kind: type[Limited] = Limited
) -> Contender:
    """Return a peer; it raises ImportError if it is not installed."""
    module, function = PEERS[name]
    try:
        search = getattr(import_module(module), function)
    except ImportError as error:
        missing = error
    else:
        return kind(partial(verb, search), subject, limit)

    def skip() -> float:
        raise missing

    return skip


def closed_tour(side: int) -> dict[str, Contender]:
    """Find a closed knight's tour on a graph that is ready."""
    return beside(icosian.knight_graph(side), {CORNER: 5.0, QUICK_START: 5.0, SAT: 5.0})


def interpreted_tour(side: int) -> dict[str, Contender]:
    """Find a closed knight's tour in the first moments of a process, before compiling pays."""
    G = icosian.knight_graph(side)

    def interpreted() -> float:
        with patch.object(_jit, "_codes", {}), patch.object(_jit.Code, "pays", new=False):
            return clock(lambda: icosian.hamiltonian_cycle(G))

    return {"icosian": interpreted}


def expression(code: str) -> dict[str, Contender]:
    """Evaluate a call."""
    call = eval(f"lambda: {code}", {"knights_tour": icosian.knights_tour})
    return {"icosian": lambda: clock(call)}


def large_graph() -> dict[str, Contender]:
    """Make the graph of a million squares; networkx gets its edges ready-made."""
    board = icosian.knight_graph(1000)
    nodes, edges = list(board), list(board.edges)

    def add() -> nx.Graph[Any]:
        gc.disable()
        G: nx.Graph[Any] = nx.Graph()
        G.add_nodes_from(nodes)
        G.add_edges_from(edges)
        gc.enable()
        return G

    return {"icosian": lambda: clock(lambda: icosian.knight_graph(1000)), READY: lambda: clock(add)}


def whole_process(line: str, *, cold: bool = False) -> dict[str, Contender]:
    """Run a process, next to one that only imports networkx."""
    arguments = ("-c", line) if line.startswith("import") else ("-m", *line.split())
    return {"icosian": Process(arguments, cold), IMPORT: Process(("-c", IMPORT))}


def first_call(code: str, *, cold: bool) -> dict[str, Contender]:
    """Call what needs compiled kernels for the first time in a process, numba not imported."""
    program = f"""import time, numpy
from icosian import knight_graph, knights_tour
from icosian._kernels import _jit
G = knight_graph(8)
began = time.perf_counter()
{code}
print(time.perf_counter() - began)"""
    return {"icosian": Process(("-c", program), cold, tells=True)}


ROTATIONS = "_jit.INTERPRETED_SIZE = -1; G.hamiltonian_cycle(); assert _jit.loaded()"
SIDES = (
    (8, (Goal(seconds=1e-3),)),
    (30, (Goal(SAT, 100),)),
    (100, ()),
)
LISTED, OBLONG = "list(knights_tour(1000))", "knights_tour(1000, 1001)"
USED = "import icosian; icosian.knight_graph"
LIGHT = (Goal(IMPORT, 1 / 1.15),)
EXCLUDED = {
    **dict.fromkeys(("Petersen", "Coxeter", "Tutte"), (Goal(seconds=5e-3),)),
    **dict.fromkeys(("Meredith", "Horton-96"), (Goal(seconds=50e-3),)),
}
REFUTERS = {CP_SAT: 10.0, SAT: 10.0}
with Path(__file__).parents[1].joinpath("data/graphs/named.tsv").open(encoding="utf-8") as lines:
    NAMED = {
        row["name"]: nx.from_graph6_bytes(row["graph6"].encode())
        for row in csv.DictReader(lines, delimiter="\t")
    }

BOARDS = [
    *(Case(f"closed tour {n} x {n}", partial(closed_tour, n), goals) for n, goals in SIDES),
    *(Case(f"closed tour {n} x {n}, interpreted", partial(interpreted_tour, n)) for n, _ in SIDES),
    Case("knights_tour(1000)", partial(expression, "knights_tour(1000)"), (Goal(seconds=0.2),)),
    *(Case(code, partial(expression, code)) for code in (LISTED, OBLONG, "knights_tour(2000)")),
    Case("knight_graph(1000)", large_graph, (Goal(READY, 1 / 1.5),)),
    Case("import icosian", partial(whole_process, "import icosian"), LIGHT),
    Case(USED, partial(whole_process, USED), LIGHT),
    Case(
        "icosian tour 8x8",
        partial(whole_process, "icosian tour 8x8", cold=True),
        (Goal(IMPORT, 1 / 2.5),),
    ),
    *(
        Case(f"{name}, {cache} cache", partial(prepare, code, cold=cache == "empty"))
        for prepare, name, code in (
            (whole_process, "icosian tour 250x250", "icosian tour 250x250"),
            (first_call, "first call of the rotations", ROTATIONS),
            (first_call, "first knights_tour(1000)", "knights_tour(1000)"),
        )
        for cache in ("empty", "warm")
    ),
]
EXCLUSIONS = [
    Case(
        f"no cycle in {name}", partial(beside, G, REFUTERS, has_tour=False), EXCLUDED.get(name, ())
    )
    for name, G in NAMED.items()
]
