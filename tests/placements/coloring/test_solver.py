"""The methods of the coloring search."""

import math

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import clique_number
from placement_graphs import board, colored, finish, grotzsch, is_proper, sparse_or_dense

import icosian
from icosian import (
    Coloring,
    minimum_coloring,
    queen_graph,
)
from icosian._kernels import cliques, exactcover, tabucol
from icosian._kernels._jit import is_forbidden
from icosian._run.clock import Clock
from icosian.placements import Clique
from icosian.placements._graph import indexed
from icosian.placements.coloring import solver
from icosian.placements.coloring.exact_cover import ExactCover
from icosian.placements.coloring.solver import ColoringSearch
from tests._kernels.runs import executed

LONG = [nx.gnp_random_graph(n, p, seed=5) for n, p in [(30, 0.2), (30, 0.5), (25, 0.9)]] + [
    grotzsch(),
    queen_graph(6),
    queen_graph(7),
    nx.petersen_graph(),
    board("king", 5, 5, periodic=True),
]


@pytest.mark.parametrize("missing", ["_cliques", "_tabu_search", "_shares"])
def test_what_one_method_does_not_find_others_do(missing, monkeypatch):
    expected = [colored(G).number_of_colors for G in LONG]
    monkeypatch.setattr(ColoringSearch, missing, lambda _: iter(()))
    assert [colored(G).number_of_colors for G in LONG] == expected


def test_methods_that_take_turns_of_a_few_steps_find_the_same_numbers(monkeypatch):
    expected = [colored(G).number_of_colors for G in LONG]
    monkeypatch.setattr(solver, "_STEPS", 1)
    assert [colored(G).number_of_colors for G in LONG] == expected


@given(sparse_or_dense(most=30))
def test_tabu_search_alone_gives_proper_colorings(G):
    search = ColoringSearch(indexed(G), Clock())
    search._greedy_cliques()
    repairs = search._tabu_search()
    before = search.upper
    for _ in range(3):
        next(repairs, None)
        coloring = Coloring(search.coloring())
        assert is_proper(G, coloring)
        assert coloring.number_of_colors == search.upper <= before
        before = search.upper


@given(sparse_or_dense(most=40), st.integers(1, 40))
def test_cliques_alone_end_with_a_largest_one(G, limit):
    search = ColoringSearch(indexed(G), Clock())
    search._limit = limit
    search.lower = Clique(nodes=tuple(G)[:1])  # what greedy search has found does not help
    assert all(step is None for step in search._cliques())
    search.lower.check(G)
    assert search.lower.value == clique_number(G)


@given(sparse_or_dense(most=20))
def test_independent_sets_alone_say_no_more_than_is_true(G):
    search = ColoringSearch(indexed(G), Clock())
    search._greedy_cliques()
    before = search.lower.value
    assert all(step is None for step in search._shares())
    sets = icosian.maximum_independent_set(G)
    least = max(before, -(-len(G) // len(sets)))
    assert search.lower.value in (least, least + 1)
    search.lower.check(G)


def test_too_many_independent_sets_are_left_to_other_methods(monkeypatch):
    monkeypatch.setattr(solver, "_LISTED", 3)
    assert colored(queen_graph(6)).bound.method == "SAT"


def repairing(G, seed=0):
    search = ColoringSearch(indexed(G), Clock(), seed)
    return search._tabucol(search.upper - 1)


def growing(G):
    search = ColoringSearch(indexed(nx.complement(G)), Clock())
    search.upper = len(G)
    return search._clique_search(range(len(G)))


def covering(G):
    number = {node: k for k, node in enumerate(G)}
    sets = [tuple(number[v] for v in s) for s in icosian.independent_sets(G, math.isqrt(len(G)))]
    return ExactCover([[members] for members in sets], len(G), math.isqrt(len(G))).run


RUNS = {
    "repairs": (lambda: repairing(nx.gnp_random_graph(80, 0.5, seed=2)), tabucol.DONE),
    "cliques": (lambda: growing(nx.gnp_random_graph(80, 0.3, seed=1)), cliques.EXHAUSTED),
    "covers": (lambda: covering(queen_graph(9)), exactcover.EXHAUSTED),
}


def finished(name, budget, *, machine_code=False):
    make, last = RUNS[name]
    return finish(make(), budget, machine_code=machine_code, last=last)[1]


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("budget", [1, 7])
def test_slices_of_any_size_are_one_search(name, budget):
    whole = finished(name, 10**9)
    assert whole[-1][0] > 7
    assert finished(name, budget) == whole


@pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")
@pytest.mark.parametrize("name", RUNS)
@pytest.mark.exhaustive
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(name):
    assert finished(name, 1000, machine_code=True) == finished(name, 1000)


def test_a_search_for_a_clique_that_takes_long_does_not_lose_the_answer(ticking, monkeypatch):
    def forever(search):
        while True:
            search._clock.tick("cliques", 1)
            yield

    monkeypatch.setattr(ColoringSearch, "_cliques", forever)
    assert colored(grotzsch(), timeout=20).number_of_colors == 4


def test_neither_time_nor_machine_code_changes_an_answer():
    one = minimum_coloring(queen_graph(9))
    with executed(compiled=False):
        assert minimum_coloring(queen_graph(9), timeout=1000) == one
