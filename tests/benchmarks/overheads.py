"""Measure where small questions spend their time: ``python tests/benchmarks/overheads.py``.

It prints a table of microseconds with all kernels compiled: the least of many calls, and the shares
of its stages, each without the stages inside it. What is left is in "rest": the order of methods,
clocks and what is between the stages.
"""

import functools
import time
from collections import Counter
from importlib import import_module

import networkx as nx

import icosian
from icosian._kernels._jit import at_once

STAGES = {
    "labels": (
        "tours.problem:Problem.of",
        "tours.shortest.functions:read_question",
        "_run.limits:Limits.of",
        "routes.search:_question",
        "_run.limits:check_graph",
    ),
    "arrays": (
        "tours.problem:csr",
        "tours.instance:ProblemForm.of",
        "tours.solve.portfolio:rotations",
        "tours.enumeration:_Enumeration.__init__",
        "tours.enumeration:_Enumeration.begin",
        "tours.shortest.places:Places.matrix",
        "tours.instance:Instance.problem",
        "tours.shortest.one_trees:nearest",
        "tours.shortest.one_trees:with_required",
        "tours.shortest.one_trees:_keys_of",
        "tours.shortest.one_trees:_keys",
        "tours.shortest.one_trees:EdgeList.__init__",
        "tours.shortest.one_trees:EdgeList._run",
        "routes.search:arcs_of",
    ),
    "kernel": ("_kernels._jit:Run.advance", "routes.search:search"),
    "check": (
        "tours.problem:check_tour",
        "tours.solve.outcome:check_proof",
        "tours.shortest.question:check_proof",
        "tours.enumeration:_Enumeration._check",
    ),
    "result": (
        "tours.tour:Tour.__init__",
        "tours.shortest.question:true_total",
        "routes.shortest_paths:ShortestPaths.__init__",
    ),
}
CALLS = 400


def watch(place, stage, spent):
    """Add the time of a function without that of watched ones inside it to a stage."""
    module, _, path = place.partition(":")
    *owners, name = path.split(".")
    owner = functools.reduce(getattr, owners, import_module(f"icosian.{module}"))
    found = vars(owner)[name]
    function = getattr(found, "__func__", found)

    @functools.wraps(function)
    def timed(*args, **options):
        began, inside = time.perf_counter(), spent.total()
        try:
            return function(*args, **options)
        finally:
            own = spent.total() - inside
            spent[stage] += time.perf_counter() - began - own

    setattr(owner, name, type(found)(timed) if isinstance(found, classmethod) else timed)


def refuted(G):
    """Ask for a cycle of a graph that has none."""
    try:
        icosian.hamiltonian_cycle(G)
    except icosian.NoHamiltonianCycle:
        return


def main():
    """Measure each question first as it is, and then with all stages watched."""
    roads = nx.complete_graph(10)
    nx.set_edge_attributes(roads, {(u, v): 1 + u * v % 7 for u, v in roads.edges}, "weight")
    places = [(k * k * 7919 % 1009, k**3 * 104_729 % 997) for k in range(10)]
    questions = {
        "cycle of the dodecahedron": lambda: icosian.hamiltonian_cycle(dodecahedron),
        "cycles of it, counted": lambda: icosian.count_hamiltonian_cycles(dodecahedron),
        "no cycle in Petersen's graph": lambda: refuted(petersen),
        "shortest tour of 10 places": lambda: icosian.shortest_tour(places),
        "`queens(8)`": lambda: icosian.queens(8),
        "`dijkstra` on K10": lambda: icosian.dijkstra(roads, 0),
    }
    dodecahedron, petersen = nx.dodecahedral_graph(), nx.petersen_graph()
    spent, plain = Counter(), {}
    for name, ask in questions.items():
        with at_once():
            ask()
        plain[name] = min(timed(ask, spent)[0] for _ in range(CALLS))
    for stage, places_of in STAGES.items():
        for place in places_of:
            watch(place, stage, spent)
    print(f"| question | us | {' | '.join(STAGES)} | rest |\n|---|{'---:|' * (len(STAGES) + 2)}")
    for name, ask in questions.items():
        total, shares = min((timed(ask, spent) for _ in range(CALLS)), key=lambda one: one[0])
        parts = [shares[stage] / total for stage in STAGES]
        cells = [f"{part:.0%}" for part in (*parts, 1 - sum(parts))]
        print(f"| {name} | {plain[name] * 1e6:.0f} | {' | '.join(cells)} |")


def timed(ask, spent):
    """Return the seconds of a call, and those of its stages."""
    spent.clear()
    began = time.perf_counter()
    ask()
    return time.perf_counter() - began, Counter(spent)


if __name__ == "__main__":
    main()
