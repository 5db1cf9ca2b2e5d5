"""Portfolio: which methods are tried, in which order, and for how long."""

import math
from itertools import islice, pairwise
from types import SimpleNamespace

import networkx as nx
import pytest

import icosian
from icosian import knight_graph
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve import portfolio
from icosian.tours.solve.portfolio import Search


def search(G, **ends):
    return Search(Problem.of(G, closed=True, **ends), Clock(), 0)


def attempts(G, number, schedule="auto"):
    return list(islice(portfolio.METHODS[schedule](search(G)), number))


def names(steps):
    return [step.method for step in steps]


def test_a_small_dense_graph_is_asked_for_a_proof_first():
    assert names(attempts(nx.complete_graph(20), 15)) == [
        *("rotations", "structure", "forcing", "frontier", "contraction"),
        *("rotations", "forcing", "frontier", "weighing", "sat", "backtrack"),
        *("tree", "frontier", "pieces"),
        "contraction",
    ]


def test_a_large_sparse_graph_is_asked_for_a_tour_first_and_weighed_last():
    assert names(attempts(nx.random_regular_graph(3, 200, seed=1), 15)) == [
        *("rotations", "forcing", "frontier", "contraction"),
        *("rotations", "tree", "frontier", "pieces"),
        *("structure", "forcing", "frontier", "division", "sat", "weighing", "backtrack"),
    ]


def test_conflicts_come_first_in_large_cubic_graphs_without_far_nodes(monkeypatch):
    cubic, other = (nx.random_regular_graph(degree, 200, seed=1) for degree in (3, 4))
    ladder = nx.circular_ladder_graph(200)
    monkeypatch.setattr(portfolio, "LEAST", 200)
    first, then = attempts(cubic, 2)
    assert (first.method, first.limit, then.method) == ("cdcl", 12_000, "rotations")
    monkeypatch.setattr(portfolio, "LEAST", 201)
    for G in (cubic, other, ladder, nx.DiGraph(cubic)):
        assert attempts(G, 1)[0].method == "rotations"
        monkeypatch.setattr(portfolio, "LEAST", 0)


def test_rotations_wait_where_a_theorem_excludes_a_tour():
    assert names(attempts(knight_graph(4, 6), 1)) == ["structure"]


def test_a_later_turn_takes_twice_as_long():
    steps = attempts(nx.complete_graph(20), 200)
    for method in ("forcing", "sat", "backtrack"):
        limits = [step.limit for step in steps if step.method == method and step.cuts]
        assert len(limits) > 10
        assert all(2 * a == b for a, b in pairwise(limits))


def test_large_graphs_are_given_to_backtracking_in_the_first_turn_only():
    for n, tried in ((portfolio.LARGE, [0, 1, 2]), (portfolio.LARGE + 2, [0])):
        asked = search(nx.random_regular_graph(3, n, seed=1))
        steps = (step for turn in range(3) for step in portfolio.turn(asked, turn))
        assert [step.turn for step in steps if step.method == "backtrack"] == tried


def test_the_largest_graphs_that_are_weighed_take_as_many_linear_programs_in_every_turn():
    asked = search(nx.complete_graph(20))
    for turn in (0, 2, 4):
        asked.form = SimpleNamespace(indices=range(2 * portfolio.WEIGHED << turn // 2), size=20)
        (step,) = (step for step in portfolio.turn(asked, turn) if step.method == "weighing")
        assert step.limit == portfolio.SETS


def test_long_rotations_and_cuts_wait_for_short_searches_and_take_the_rest():
    for n in (20, 200):
        steps = attempts(nx.random_regular_graph(3, n, seed=1), 12)
        first, last = (step for step in steps if step.method == "rotations")
        assert 0 < first.limit < last.limit
        assert first.turn == last.turn == 0
        probes = [step for step in steps[: steps.index(last)] if step.method == "forcing"]
        assert not probes[0].cuts


def test_every_turn_of_a_piece_has_a_frontier_and_conflicts_with_all_walks(monkeypatch):
    for turn in range(4):
        tree, frontier, *others = portfolio.piece(search(nx.cycle_graph(1000)), turn)
        assert tree.method == "tree"
        assert frontier.method == "frontier"
        assert frontier.width == (9, 15, 0, 0)[turn]
        assert [step.walk for step in others if step.method == "cdcl"] == list(portfolio.WALKS)
        assert ("rotations" in names(others)) == (turn > 0)
    monkeypatch.setattr(portfolio, "ALONE", 999)
    assert names(portfolio.piece(search(nx.cycle_graph(1000)), 0)) == ["tree", "frontier", "cdcl"]


@pytest.mark.parametrize("schedule", sorted(set(portfolio.METHODS) - {"auto", "rotations"}))
def test_a_method_that_is_named_has_no_limit(schedule):
    (step,) = attempts(nx.complete_graph(5), 2, schedule)
    assert step.limit == math.inf


def test_a_race_begins_with_the_portfolio_and_knows_all_methods_it_names():
    for workers in (1, 2, 8, 20):
        racing = portfolio.runners(workers)
        assert racing[0] == ("auto", 0)
        assert len(set(racing)) == len(racing) == max(2, workers)
        assert {method for method, _ in racing} <= set(portfolio.METHODS)


def test_a_part_is_asked_for_longer_in_every_turn():
    for turn in range(3):
        now, later = (list(portfolio.part(search(nx.cycle_graph(9)), k)) for k in (turn, turn + 1))
        assert names(now) == names(later) == ["conditions", "forcing", "frontier", "sat"]
        assert [2 * step.limit for step in now] == [step.limit for step in later]


def test_small_graphs_are_divided_after_the_first_turn():
    steps = attempts(nx.random_regular_graph(3, 50, seed=1), 30)
    assert "division" not in names(steps)[: names(steps).index("sat")]
    assert "division" in names(steps)


LARGEST = {
    "forcing": "PROBED",
    "contraction": "CONTRACTED",
    "tree": "JOINED",
    "division": "DIVIDED",
    "weighing": "WEIGHED",
    "sat": "SOLVED",
}


@pytest.mark.parametrize("method", LARGEST)
@pytest.mark.parametrize("directed", [False, True])
def test_the_size_of_a_graph_is_that_of_its_normal_form(monkeypatch, method, directed):
    G = nx.random_regular_graph(3, 200, seed=1)
    size = 800 if directed else 300  # an edge for each arc and each node, or the edges
    tried = []
    for largest in (size - 1, size):
        monkeypatch.setattr(portfolio, LARGEST[method], largest)
        turn = names(attempts(nx.DiGraph(G) if directed else G, 20))
        tried.append(turn[: turn.index("backtrack")].count(method))
    assert tried[1] == tried[0] + 1


def test_all_schedules_name_methods():
    G = nx.random_regular_graph(3, 200, seed=1)
    whole = search(G)
    steps = [*portfolio.EXPANSION, portfolio.EXPORTABLE, *portfolio.schedule(whole, "sat")]
    for one in (portfolio.evidence(whole), portfolio.schedule(whole, "auto")):
        steps += islice(one, 60)
    for turn in range(3):
        for schedule in (portfolio.piece, portfolio.part, portfolio.left):
            steps += schedule(whole, turn)
    for step in steps:
        whole.attempt(step._replace(limit=0))


def test_a_tiny_graph_is_settled_by_conditions_or_as_it_is():
    assert names(portfolio.schedule(search(nx.path_graph(2)), "cdcl")) == ["conditions", "trivial"]


def test_a_proof_is_made_shorter_by_methods_that_are_cheap_on_its_graph():
    problem = search(nx.cycle_graph(30)).problem
    steps = list(portfolio.readable(problem))
    assert names(steps) == ["contraction", "removals", "weighing", "forcing", "sat", "cases"]
    large = search(nx.cycle_graph(portfolio.READABLE + 1)).problem
    assert not list(portfolio.readable(large))


def test_the_documentation_names_the_methods_of_the_table():
    named = ", ".join(f'"{method}"' for method in portfolio.METHODS)
    assert f"method : {{{named}}}" in icosian.hamiltonian_path.__doc__
    cycle = named.replace('"warnsdorff", ', "")  # the rule finds open tours only
    assert f"method : {{{cycle}}}" in icosian.hamiltonian_cycle.__doc__
