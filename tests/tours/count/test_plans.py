"""Plans: their orders, separators, symmetries and estimates."""

import random

import networkx as nx
import pytest

from icosian import (
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian.exceptions import SearchLimitReached
from icosian.tours.count import plans
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
        plan = plans._planned(plans._bits(graph), range(40), 0, set(range(size)))
        assert plan.width >= size + 1


def test_estimates_of_long_and_wide_graphs_are_numbers():
    long = nx.convert_node_labels_to_integers(nx.grid_2d_graph(1500, 3))
    states_of, width = plans.profile([set(long[v]) for v in long], range(len(long)))
    assert (width, max(states_of) < 3.0**4) == (4, True)
    wide = [set(range(1000)) - {v} for v in range(1000)]
    assert plans.profile(wide, range(1000))[1] == 1000
    assert plans._planned(plans._bits(wide), range(1000), 1, {*range(1, 1000)}).width == 1000


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


class Square(tuple):
    """A square that counts comparisons."""

    __slots__ = ()
    compared = 0
    __hash__ = tuple.__hash__

    def __eq__(self, other):
        Square.compared += 1
        return tuple.__eq__(self, other)


def test_orders_and_symmetries_of_a_board_take_linear_time(monkeypatch):
    looked_at = 0

    def counting(function):
        def counted(*values, **options):
            nonlocal looked_at
            values = [[*value] if isinstance(value, zip) else value for value in values]
            looked_at += len(values[0]) if len(values) == 1 else len(values)
            return function(*values, **options)

        return counted

    monkeypatch.setattr(plans, "min", counting(min), raising=False)
    monkeypatch.setattr(plans, "max", counting(max), raising=False)
    work = []
    for columns in (50, 100):
        G = nx.relabel_nodes(nx.grid_2d_graph(4, columns), Square)
        problem = Problem.of(G, closed=True)
        graph = problem.form.subdivided()
        Square.compared = looked_at = 0
        assert plans._symmetries(problem, graph)
        assert len(plans._hints(problem, graph)) == 5
        work.append(Square.compared + looked_at)
    assert work[1] < 3 * work[0]
    assert work[1] < 50 * len(graph)


def test_few_states_are_not_raced_and_wide_plans_are_left_out():
    def plan(width, states):
        return plans.Plan(halves=((), ()), separator=(), width=width, profiles=((states,), ()))

    cheap, dear, wide = plan(5, plans.SURE - 1.0), plan(5, 2.0 * plans.SURE), plan(40, 1.0)
    assert plans.plans_to_race([wide, cheap, dear]) == [cheap]
    assert plans.plans_to_race([dear, wide, cheap]) == [dear, cheap]
    with pytest.raises(SearchLimitReached, match="the best frontier found has 40 vertices"):
        plans.plans_to_race([wide])
