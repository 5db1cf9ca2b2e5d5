"""Components for domination: greedy bounds and the set-up of searches."""

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import is_dominating, minimum_sets
from placement_graphs import RULES, TOTAL, has_isolated_node, sparse_or_dense

from icosian.placements.domination import ONE, DominationComponent
from icosian.placements.independence_search import components
from icosian.placements.placement import index_graph


def component(G, *, total=False, independent=False):
    near = index_graph(G).neighbors()
    nodes = max(components(near, ()), key=len)
    part = DominationComponent(near, nodes, total=total, independent=independent)
    return part, G.subgraph(nodes)


@RULES
@given(sparse_or_dense(most=10))
def test_greedy_sets_and_packings_bound_the_number_from_both_sides(rule, G):
    if rule is TOTAL and has_isolated_node(G):
        return
    part, H = component(G, **rule)
    number = len(minimum_sets(H, **rule)[0])
    assert is_dominating(H, part.numbers(part.best), **rule)
    assert part.is_dominated_by(part.best)
    assert len(part.packing) == part.least <= number <= len(part.best)
    reach = [set(part.reach[k]) for k in part.packing]
    assert sum(map(len, reach)) == len(set().union(*reach))


@RULES
@given(sparse_or_dense(most=10), st.data())
def test_a_set_is_dominating_as_the_twin_says(rule, G, data):
    if rule is TOTAL and has_isolated_node(G):
        return
    part, H = component(G, **rule)
    chosen = data.draw(st.lists(st.sampled_from(range(len(H))), unique=True))
    expected = is_dominating(H, part.numbers(chosen), **rule)
    assert part.is_dominated_by(chosen) == expected


@given(sparse_or_dense(most=20))
def test_even_weights_let_no_member_cover_more_than_one(G):
    part, _ = component(G)
    assert all(sum(part.even[k] for k in row) <= ONE for row in part.reach)
    assert (part.even > 0).all()


@pytest.mark.parametrize("independent", [False, True])
def test_members_follow_their_prefix_in_order(independent):
    part, _ = component(nx.path_graph(6), independent=independent)
    assert part.allowed(()) == set(range(6))
    assert part.allowed((1,)) == ({3, 4, 5} if independent else {2, 3, 4, 5})
