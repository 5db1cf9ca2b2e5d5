"""The methods of the coloring search."""

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import clique_number, has_coloring
from placement_graphs import board, colored, grotzsch, is_proper, sparse_or_dense
from pysat.solvers import Cadical153

import icosian
from icosian import (
    Coloring,
    minimum_coloring,
    queen_graph,
)
from icosian._run.clock import Clock
from icosian.placements import Clique, coloring
from icosian.placements.coloring import (
    ColorClauses,
    ColoringSearch,
    greedy_clique,
    symmetric_families,
)
from icosian.placements.placement import index_graph
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
    monkeypatch.setattr(coloring, "_STEPS", 1)
    assert [colored(G).number_of_colors for G in LONG] == expected


@given(sparse_or_dense(most=30))
def test_tabu_search_alone_gives_proper_colorings(G):
    search = ColoringSearch(index_graph(G), Clock())
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
    search = ColoringSearch(index_graph(G), Clock())
    search._limit = limit
    search.lower = Clique(nodes=tuple(G)[:1])  # what greedy search has found does not help
    assert all(step is None for step in search._cliques())
    search.lower.check(G)
    assert search.lower.value == clique_number(G)


@given(sparse_or_dense(most=20))
def test_independent_sets_alone_say_no_more_than_is_true(G):
    search = ColoringSearch(index_graph(G), Clock())
    search._greedy_cliques()
    before = search.lower.value
    assert all(step is None for step in search._shares())
    sets = icosian.maximum_independent_set(G)
    least = max(before, -(-len(G) // len(sets)))
    assert search.lower.value in (least, least + 1)
    search.lower.check(G)


def test_too_many_independent_sets_are_left_to_other_methods(monkeypatch):
    monkeypatch.setattr(coloring, "_LISTED", 3)
    assert colored(queen_graph(6)).proof.method == "SAT"


def test_families_are_whole_orbits_of_disjoint_sets():
    G = queen_graph(6)
    read = index_graph(G)
    number = {node: k for k, node in enumerate(G)}
    sets = [tuple(number[v] for v in s) for s in icosian.independent_sets(G, 5)]
    listed = list(symmetric_families(read, sets))
    assert len(listed) == 7  # symmetries of the square, the identity apart
    for families in listed:
        assert families
        for family in families:
            assert set(map(len, family)) == {5}
            assert len(set().union(*family)) == 5 * len(family)
        flat = [members for family in families for members in family]
        assert len(flat) == len(set(flat))
        assert set(flat) <= set(sets)


def test_a_graph_that_is_not_as_symmetric_as_its_board_has_no_families():
    G = queen_graph(4)
    sets = [(1, 7, 8, 14), (2, 4, 11, 13)]
    assert len(list(symmetric_families(index_graph(G), sets))) == 7
    G.remove_edge((0, 0), (0, 1))
    assert list(symmetric_families(index_graph(G), sets)) == []
    assert list(symmetric_families(index_graph(nx.path_graph(4)), [])) == []


@given(sparse_or_dense(most=12), st.integers(1, 6), st.booleans())
def test_clauses_have_a_model_just_where_there_is_a_coloring(G, k, greedy):
    near = index_graph(G).neighbors()
    clique = greedy_clique(near, len(G) - 1) if greedy else []
    if len(clique) > k:
        return
    clauses = ColorClauses(near, clique, k)
    with Cadical153(bootstrap_with=clauses.clauses()) as solver:
        assert solver.solve() == has_coloring(G, k)
        if solver.get_model() is not None:
            colors = dict(enumerate(clauses.colors(solver.get_model())))
            assert max(colors.values()) < k
            assert all(colors[u] != colors[v] for u, v in G.edges)


def test_a_clique_of_all_colors_refutes_eight_queens_at_once():
    near = index_graph(queen_graph(8)).neighbors()
    with Cadical153(bootstrap_with=ColorClauses(near, range(8), 8).clauses()) as solver:
        assert not solver.solve()
        assert solver.accum_stats()["conflicts"] < 10_000  # 400,000 without those clauses


def test_a_search_for_a_clique_that_takes_long_does_not_lose_the_answer(ticking, monkeypatch):
    def forever(search):
        while True:
            search._clock.tick("cliques", 1)
            yield

    monkeypatch.setattr(ColoringSearch, "_cliques", forever)
    assert colored(grotzsch(), timeout=20).number_of_colors == 4


@pytest.mark.slow
def test_neither_time_nor_machine_code_changes_an_answer():
    one = minimum_coloring(queen_graph(9))
    with executed(compiled=False):
        assert minimum_coloring(queen_graph(9), timeout=1000) == one
