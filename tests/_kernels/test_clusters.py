"""Components, balls and clusters, against networkx."""

import naive
import networkx as nx
import numpy as np
from hypothesis import given, strategies as st
from tours.shortest.points import arrays, covers

from icosian._kernels.clusters import EPSILON
from icosian.tours.shortest.relaxation.separation import Support


def graph(n, values, low, high):
    G = nx.Graph()
    G.add_nodes_from(range(n))
    G.add_edges_from(edge for edge, x in values.items() if low <= x <= high)
    return G


@given(covers(), st.floats(0.01, 0.5), st.floats(0.5, 1.0))
def test_components_are_those_of_the_edges_in_each_range(point, low, high):
    n, values = point
    ranges = ((low, high), (low, 9.0))
    expected = [c for r in ranges for c in nx.connected_components(graph(n, values, *r))]
    found = Support(n, *arrays(values)).components(ranges).tuples()
    assert sorted(found) == sorted(tuple(sorted(nodes)) for nodes in expected)


@given(covers())
def test_balls_grow_along_fractional_edges(point):
    n, values = point
    G = graph(n, values, 0, 1 - EPSILON)
    sizes = range(3, max(3, n // 2) + 1)
    expected = {tuple(sorted(nx.ego_graph(G, v, radius))) for v in G for radius in (1, 2, 3)}
    found = Support(n, *arrays(values)).balls(3).tuples()
    assert set(found) == {nodes for nodes in expected if len(nodes) in sizes}


@given(covers())
def test_clusters_are_crossed_less_than_three_times(point):
    n, values = point
    support = Support(n, *arrays(values))
    clusters = support.clusters()
    for nodes, value in zip(clusters.tuples(), support.crossed(clusters).tolist(), strict=True):
        assert len(nodes) >= 3
        assert np.isclose(value, naive.crossed(values, nodes))
        assert value < 3


@given(covers(24))
def test_sets_to_split_on_have_up_to_so_many_nodes_and_are_crossed_less_than_six_times(point):
    n, values = point
    found = Support(n, *arrays(values)).clusters(n // 2, split=True).tuples()
    assert all(3 <= len(nodes) <= n // 2 and naive.crossed(values, nodes) < 6 for nodes in found)
