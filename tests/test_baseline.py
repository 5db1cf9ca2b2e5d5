"""No answer takes many more steps than it used to: counts of steps beside those that are stored.

A count does not depend on the machine, so it can be checked where seconds cannot. After a change
that is worth its steps, ``python tests/test_baseline.py`` stores the counts as they are now.
"""

import json
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import networkx as nx
import pytest
from families import flower_snark, generalized_petersen
from together import together

import icosian
from icosian import knight_graph, leaper_graph, queen_graph
from icosian._kernels import _jit
from icosian.tours.count import functions as count
from tests._kernels.runs import executed

STORED = Path(__file__).with_name("data") / "baseline.json"
MOST, LEAST = 1.25, 0.5
"""How many times the stored steps are a regression, and how few are worth to be stored anew."""


def refuted(G, **how):
    with pytest.raises(icosian.NoHamiltonianCycle):
        icosian.hamiltonian_cycle(G, **how)


def cubic(n):
    return nx.random_regular_graph(3, n, seed=1)


def weighted_grid(side):
    G = nx.grid_2d_graph(side, side)
    for k, (_, _, data) in enumerate(G.edges(data=True)):
        data["weight"] = 1 + k * k % 9
    return G


QUESTIONS = {
    "cycle, knight 20 x 20": lambda: icosian.hamiltonian_cycle(knight_graph(20)),
    "cycle, (1, 4)-leaper 12 x 12": lambda: icosian.hamiltonian_cycle(leaper_graph(1, 4, 12)),
    "cycle, 300 cubic nodes": lambda: icosian.hamiltonian_cycle(cubic(300)),
    "cycle, 100 cubic nodes, forcing": lambda: icosian.hamiltonian_cycle(
        cubic(100), method="forcing"
    ),
    "cycle, 100 cubic nodes, rotations": lambda: icosian.hamiltonian_cycle(
        cubic(100), method="rotations", seed=3
    ),
    "cycle, 100 cubic nodes, cdcl": lambda: icosian.hamiltonian_cycle(cubic(100), method="cdcl"),
    "cycle, digraph of 200 nodes": lambda: icosian.hamiltonian_cycle(
        nx.gnp_random_graph(200, 0.1, seed=1, directed=True)
    ),
    "path, knight 9 x 9, both ends": lambda: icosian.hamiltonian_path(
        knight_graph(9), start=(0, 0), end=(4, 4)
    ),
    "path, knight 6 x 6, numbers given": lambda: icosian.hamiltonian_path(
        knight_graph(6), positions={"a1": 1, "f1": 12, "a6": 24, "e4": 36}
    ),
    "no cycle, Petersen": lambda: refuted(nx.petersen_graph()),
    "no cycle, GP(23, 2)": lambda: refuted(generalized_petersen(23, 2)),
    "no cycle, J9": lambda: refuted(flower_snark(9)),
    "no cycle, J9, cdcl": lambda: refuted(flower_snark(9), method="cdcl"),
    "no cycle, J15, frontier": lambda: refuted(flower_snark(15), method="frontier"),
    "all cycles, knight 3 x 10": lambda: list(icosian.hamiltonian_cycles(knight_graph(3, 10))),
    "cycles counted, knight 5 x 6": lambda: icosian.count_hamiltonian_cycles(knight_graph(5, 6)),
    "cycles counted, grid 8 x 8": lambda: icosian.count_hamiltonian_cycles(nx.grid_2d_graph(8, 8)),
    "paths counted, Q4": lambda: icosian.count_hamiltonian_paths(nx.hypercube_graph(4)),
    "random cycle, grid 6 x 6": lambda: icosian.random_hamiltonian_cycle(
        nx.grid_2d_graph(6, 6), seed=1
    ),
    "dijkstra, prepared grid 40 x 40": lambda: (
        icosian.prepare(weighted_grid(40)).dijkstra((0, 0)).distances
    ),
    "8 queens listed": lambda: list(icosian.all_queens(8)),
    "9 queens counted": lambda: icosian.count_queens(9),
    "most independent of 80 nodes": lambda: icosian.maximum_independent_set(
        nx.gnp_random_graph(80, 0.2, seed=1)
    ),
    "queens dominating, 7 x 7": lambda: icosian.minimum_dominating_set(queen_graph(7)),
    "queens coloured, 6 x 6": lambda: icosian.minimum_coloring(queen_graph(6)),
}


@contextmanager
def counted():
    """Yield a list whose only number grows by the steps of all kernels, which run interpreted."""
    total = [0]
    advance = _jit.Run.advance

    def counting(run, budget):
        before = run.steps
        try:
            return advance(run, budget)
        finally:
            total[0] += run.steps - before

    with (
        patch.object(_jit.Run, "advance", counting),
        executed(compiled=False),
        patch.object(count, "FEW", 0),  # states, where a list would answer
    ):
        yield total


def steps(name):
    with counted() as total:
        QUESTIONS[name]()
    return total[0]


def stored():
    return json.loads(STORED.read_text("utf-8"))


@pytest.mark.slow
@together("name", QUESTIONS)
def test_an_answer_takes_about_as_many_steps_as_before(name):
    ratio = steps(name) / stored()[name]
    assert ratio <= MOST, f"{ratio:.2f} times the stored steps; is that worth it?"
    assert ratio >= LEAST, f"{ratio:.2f} times the stored steps: store the better ones"


def test_every_stored_count_has_its_question():
    assert list(stored()) == list(QUESTIONS)


def test_a_count_of_steps_repeats_itself():
    name = "no cycle, GP(23, 2)"
    assert steps(name) == steps(name) > 0


def main():
    """Store the steps as they are now, and say what has changed."""
    old = stored() if STORED.exists() else {}
    new = {name: steps(name) for name in QUESTIONS}
    STORED.write_text(json.dumps(new, indent=2) + "\n", "utf-8")
    for name, number in new.items():
        if number != old.get(name):
            print(f"{name}: {old.get(name, 'new')} -> {number}")


if __name__ == "__main__":
    main()
