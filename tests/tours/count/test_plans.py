"""Plans: their cuts, separators and symmetries."""

import random

import networkx as nx
import pytest

from icosian import (
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._run.clock import Clock
from icosian.exceptions import SearchLimitReached
from icosian.tours.count import plans, plans as orders
from icosian.tours.problem import Problem


@pytest.mark.parametrize(
    "G",
    [
        nx.grid_2d_graph(4, 6),
        nx.grid_2d_graph(5, 5),
        king_graph(3, 4),
        knight_graph(3, 8),
        nx.hypercube_graph(4),
    ],
)
@pytest.mark.parametrize("closed", [True, False])
def test_the_symmetries_of_a_board_do_not_change_the_number(G, closed, monkeypatch):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    with_them = count(G)
    monkeypatch.setattr(plans, "_symmetries", lambda *_: [])
    assert count(G) == with_them


def test_a_separator_leaves_a_slot_of_one_word_free():
    graph = [set(range(40)) - {v} for v in range(40)]
    for size in (17, 18):
        plan = plans._planned(orders.neighbor_masks(graph), range(40), 0, set(range(size)))
        assert plan.width >= size + 1


def test_a_vertex_cover_is_as_small_as_the_largest_matching():
    for seed in range(30):
        rng = random.Random(seed)
        edges = {(rng.randrange(6), 6 + rng.randrange(6)) for _ in range(12)}
        G = nx.Graph(edges)
        border = {v for v in G if v >= 6}
        matching = nx.bipartite.hopcroft_karp_matching(G, border)
        cover = plans._cover({v: list(G[v]) for v in border})
        assert all(v in cover or w in cover for v, w in edges)
        assert len(cover) == len(matching) // 2


def test_few_states_are_not_raced_and_wide_plans_are_left_out():
    def plan(width, states):
        return plans.Plan(halves=((), ()), separator=(), width=width, profiles=((states,), ()))

    cheap, dear, wide = plan(5, plans.SURE - 1.0), plan(5, 2.0 * plans.SURE), plan(40, 1.0)
    assert plans.plans_to_race([wide, cheap, dear]) == [cheap]
    assert plans.plans_to_race([dear, wide, cheap]) == [dear, cheap]
    with pytest.raises(SearchLimitReached, match="the best frontier found has 40 vertices"):
        plans.plans_to_race([wide])


@pytest.mark.parametrize("side", [6, 8, 10])
def test_a_cut_that_leaves_equal_halves_is_tried(side):
    problem = Problem.of(nx.grid_2d_graph(side, side), closed=True)
    graph = problem.form.subdivided()
    best, *others = plans.given_plans(problem, graph, Clock())
    assert best.mirror is not None
    assert len({plan.score for plan in (best, *others)}) == 1 + len(others)


def test_orders_are_searched_only_where_many_states_are_expected(monkeypatch):
    problem = Problem.of(knight_graph(5, 6), closed=True)
    graph = problem.form.subdivided()
    given = plans.given_plans(problem, graph, Clock())
    assert plans.promising_plans(problem, graph, Clock(), given) == given
    for limit in ("FEW", "SURE"):
        monkeypatch.setattr(plans, limit, 0)
    assert plans.promising_plans(problem, graph, Clock(), given)[0].score < given[0].score
