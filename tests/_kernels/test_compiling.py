"""Compiled and interpreted runs: the same states to the bit, wherever they stop."""

import random
from functools import partial

import networkx as nx
import numpy as np
import pytest
from placement_graphs import RULES, board, searching

from icosian import knight_graph
from icosian._kernels import _jit, backtracking, lin_kernighan, listing, segments, states
from icosian._run.limits import Clock
from icosian.tours import enumeration
from icosian.tours.count.layers import (
    NEVER,
    Fold,
    Half,
    Memory,
    SplitChoice,
    schedule_of,
    state_mates,
    state_rows,
)
from icosian.tours.instance import start_forcing
from icosian.tours.problem import Problem
from icosian.tours.shortest.local_search import TourSearch
from icosian.tours.solve import frontier, heuristics
from tests._kernels.runs import compiled_only, executed, finish
from tests._kernels.test_cuts import comb_annealing
from tests._kernels.test_frontiers import tree_search
from tests._kernels.test_placements import dominating, subproblem, subproblems_run
from tests._kernels.test_tours import group_search, knights, segment_search
from tests.tours.problems import programme
from tests.tours.shortest.cases import plane


def form_of(G):
    return Problem.of(G, closed=True).form


def backtracks():
    form = form_of(knight_graph(6))
    return heuristics.backtracking(form, root=form.root, order=backtracking.DEGREE)


def forces(G):
    return start_forcing(form_of(G), form_of(G).edges(), room=2_000)


def eliminates():
    return frontier._elimination(form_of(nx.random_regular_graph(3, 60, seed=1)), 12)


def counts_queens():
    return subproblems_run([subproblem(random.Random(3), 12)[0]], 12)


def independent(density):
    return searching(nx.gnp_random_graph(70, density, seed=3), 1)[1]._run


def dominates(size, rule):
    return dominating(board("knight", 8), size, **rule)  # more than a word of nodes


def lists(G, **question):
    asked = Problem.of(G, **question)
    run = enumeration._Enumeration(asked, np.zeros((0, len(G)), np.int64)).begin()
    run[-1][listing.ROOM] = 20
    return run


def shortens():
    run = TourSearch(plane(50, 4), Clock(), seed=1)._run
    run[-1][lin_kernighan.ENOUGH] = run[-1][lin_kernighan.PATIENCE] = 2**62
    run[-1][lin_kernighan.LIMIT] = 60
    return run


def orders():
    run = segment_search(3, most=40)[1]._run
    run[-1][segments.LIMIT], run[-2][:] = 50, [20.0, 0.98]
    return run


def states_of_a_half(kernel, *operations):
    """Carry out operations after the choice of the edges of six nodes, in one half of a count."""
    board = nx.convert_node_labels_to_integers(knight_graph(5, 6))
    half = Half([set(board[v]) for v in board], states.NARROW, Clock(), Memory(1 << 30))
    for v in range(6):
        half.choose(v)
    parts = [*map(half.prepare, operations)]
    step, s = np.zeros(states.EXTENDING, np.int64), np.zeros(states.ADVANCING, np.int64)
    step[states.SLOTS], step[states.LIMBS] = half.slots, half.limbs
    s[states.SIZE], s[states.NUMBER] = half.size, len(parts)
    s[states.LARGEST] = s[states.LIMIT] = NEVER
    rows = state_rows(*np.zeros((2, 1 << 17), np.int64))
    rows.layer[: len(half.layer)] = half.layer
    given = schedule_of(parts), state_mates(half.slots)
    return _jit.Run(kernel, *given, rows, np.zeros(half.limbs, np.int64), step, s)


MIRROR = tuple(v - v % 6 + 5 - v % 6 for v in range(30))
LISTED = [
    (knight_graph(3, 10), {"closed": True}),
    (knight_graph(5), {"closed": False, "positions": {(0, 0): 3, (2, 2): 9}}),
    (nx.complete_graph(4, nx.DiGraph), {"closed": False}),
]
RUNS = {
    "combs of groups": (lambda: comb_annealing(5)[0], 7),
    "states": (partial(states_of_a_half, states.advance, *map(SplitChoice, range(6, 14))), 1 << 30),
    "folds": (partial(states_of_a_half, states.advance_folds, Fold(MIRROR)), 1 << 30),
    "backtracking": (backtracks, 1000),
    "forcing, Petersen": (partial(forces, nx.petersen_graph()), 77),
    "forcing, Tutte": (partial(forces, nx.tutte_graph()), 77),
    "forcing, grid": (partial(forces, nx.grid_2d_graph(4, 6)), 77),
    "elimination": (eliminates, 7),
    "Lin-Kernighan": (shortens, 7),
    "tours in an order": (orders, 40),
    "directed groups": (partial(group_search, 3), 7),
    **{f"independence, {p}": (partial(independent, p), 1000) for p in (0.1, 0.5)},
    **{f"queens, {budget}": (counts_queens, budget) for budget in (1, 300, 10**6)},
    **{
        f"listing {k}, {budget}": (partial(lists, G, **question), budget)
        for k, (G, question) in enumerate(LISTED)
        for budget in (1, 7, 1 << 30)
    },
    **{
        f"rotations {seed}, {closed}": (partial(knights, 10, seed, closed=closed), 1000)
        for seed in range(3)
        for closed in (True, False)
    },
    **{
        f"domination {size}, {rule}": (partial(dominates, size, rule), 500)
        for size in (9, 12, 14)
        for rule in RULES.args[1]
    },
}
"""What makes a run, and the steps of a slice when it is compiled; interpreted it has one slice.

Stops of states show in the queue of their table, so they have one slice, too.
"""
SHOWN = dict.fromkeys(["backtracking", "tours in an order"], pytest.mark.slow)
"""Of two kernels the promise is shown each time that slow tests run; of all others weekly."""


@compiled_only
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=SHOWN.get(name, pytest.mark.exhaustive)) for name in RUNS]
)
def test_compiled_and_interpreted_runs_are_the_same_to_the_bit(name, monkeypatch):
    monkeypatch.setattr(frontier, "SPARE", 50)
    make, budget = RUNS[name]
    (status, one), (again, two) = (
        finish(make(), steps, compiled=compiled)
        for steps, compiled in ((1 << 40, False), (budget, True))
    )
    assert status == again
    assert all(map(np.array_equal, one, two))


@compiled_only
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("search_of", [programme, tree_search])
@pytest.mark.exhaustive
def test_compiled_and_interpreted_frontiers_are_the_same_to_the_bit(search_of, closed, monkeypatch):
    monkeypatch.setattr(frontier, "ROOM", 16)
    results = []
    for compiled in (False, True):
        with executed(compiled=compiled):
            search = search_of(nx.grid_2d_graph(5, 11), closed=closed)
            results.append(
                (search.search(Clock()), search._order, *_jit.leaves(search._run.arrays()))
            )
    assert all(map(np.array_equal, *results))


@pytest.mark.slow
@compiled_only
def test_a_long_run_changes_from_interpreted_to_compiled_and_keeps_its_answer(monkeypatch):
    expected = finish(knights(8, 5), 500, compiled=False)
    monkeypatch.setattr(_jit, "_codes", {})
    run = knights(8, 5)
    assert run._lists is not None
    assert not run.advance(20)
    run._code.get(run.arrays(), print, np.inf)
    while not run.advance(20):
        pass
    assert run._lists is None
    assert all(map(np.array_equal, _jit.leaves(run.arrays()), expected[1]))
