"""Exhaustive searches that check bounds, against naive twins."""

import naive
import networkx as nx
import pytest
from hypothesis import given, settings
from placement_graphs import RULES, board, domination_number, has_isolated_node, sparse_or_dense
from together import together

from icosian.placements import bounds


def masks(G):
    return [sum(1 << w for w in G[v] if w != v) for v in G]


def nothing():
    pass


@given(sparse_or_dense(most=12))
def test_independent_sets_exist_up_to_the_independence_number(G):
    number = naive.independence_number(G)
    for size in range(len(G) + 2):
        found = bounds.has_independent_set(masks(G), size, nothing)
        assert found == (size <= number)


@RULES
@given(sparse_or_dense(most=9))
@settings(max_examples=10)
def test_dominating_sets_exist_from_the_domination_number_on(rule, G):
    rules = {"total": False, "independent": False, **rule}
    smallest = None if rule.get("total") and has_isolated_node(G) else naive.minimum_sets(G, **rule)
    for size in range(len(G) + 1):
        found = bounds.has_dominating_set(masks(G), size, nothing, **rules)
        assert found == (smallest is not None and size >= len(smallest[0]))


@given(sparse_or_dense(most=9))
def test_colorings_exist_from_the_chromatic_number_on(G):
    number = naive.chromatic_number(G)
    for colors in range(len(G) + 1):
        assert bounds.has_coloring(masks(G), colors, nothing) == (colors >= number)


def test_components_are_searched_one_by_one():
    G = nx.disjoint_union_all([nx.petersen_graph()] * 12)
    near, rules = masks(G), {"total": False, "independent": False}
    assert bounds.has_independent_set(near, 48, nothing)
    assert not bounds.has_independent_set(near, 49, nothing)
    assert bounds.has_dominating_set(near, 36, nothing, **rules)
    assert not bounds.has_dominating_set(near, 35, nothing, **rules)


@pytest.mark.parametrize(("piece", "n", "number"), [("king", 9, 20), ("knight", 11, 60)])
def test_sets_of_a_torus_are_bounded_in_few_steps(piece, n, number):
    G = board(piece, n, n, periodic=True)
    ticks = []
    near = masks(nx.convert_node_labels_to_integers(G))
    assert not bounds.has_independent_set(near, number + 1, lambda: ticks.append(1))
    assert len(ticks) < 1000  # a branching without clique covers takes a minute


def test_a_tick_ends_any_search():
    class Stop(Exception):
        pass

    def stop():
        raise Stop

    near = masks(nx.cycle_graph(5))
    for search in (
        lambda: bounds.has_independent_set(near, 3, stop),
        lambda: bounds.has_dominating_set(near, 2, stop, total=False, independent=False),
        lambda: bounds.has_coloring(near, 2, stop),
    ):
        with pytest.raises(Stop):
            search()


def test_the_null_graph_has_the_empty_set_and_no_colors():
    assert bounds.has_independent_set([], 0, nothing)
    assert not bounds.has_independent_set([], 1, nothing)
    for size in (0, 1):
        assert bounds.has_dominating_set([], size, nothing, total=False, independent=False)
        assert bounds.has_coloring([], size, nothing)


@together("density", [0.1, 0.2, 0.3, 0.5])
@together("seed", range(4))
def test_sets_are_found_after_branches_that_lead_nowhere(density, seed):
    G = nx.gnp_random_graph(24, density, seed=seed)
    near, number = masks(G), naive.independence_number(G)
    assert bounds.has_independent_set(near, number, nothing)
    assert not bounds.has_independent_set(near, number + 1, nothing)


@pytest.mark.slow
@RULES
@together("density", [0.1, 0.2, 0.3, 0.5])
@together("seed", range(4))
def test_dominating_sets_are_found_after_branches_that_lead_nowhere(rule, density, seed):
    G = nx.gnp_random_graph(24, density, seed=seed)
    G.add_edges_from((v, (v + 1) % 24) for v in nx.isolates(nx.Graph(G)))
    near, number = masks(G), domination_number(G, **rule)
    rules = {"total": False, "independent": False, **rule}
    assert bounds.has_dominating_set(near, number, nothing, **rules)
    assert not bounds.has_dominating_set(near, number - 1, nothing, **rules)


@together("seed", [121, 130, 169, 172, 205, 255])
def test_colors_are_taken_back_after_branches_that_lead_nowhere(seed):
    G = nx.gnp_random_graph(12, 0.5, seed=seed)
    number = naive.chromatic_number(G)
    assert bounds.has_coloring(masks(G), number, nothing)
    assert not bounds.has_coloring(masks(G), number - 1, nothing)
