"""All longest paths and all minimum path covers, next to lists of all paths and sets of edges."""

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import icosian
from icosian.tours.optima import longest_paths, minimum_path_covers
from tests import strategies
from tests.tours.test_properties import simple_paths


def as_edges(G, nodes):
    """Return a path as a set of edges, or of its only node."""
    steps = list(pairwise(nodes)) or [(nodes[0],)]
    return frozenset(steps if G.is_directed() else map(frozenset, steps))


@given(strategies.graphs(6), st.data())
def test_the_longest_paths_are_those_of_a_list_of_all_paths(G, data):
    ends = st.sampled_from([None, *G])
    start, end = data.draw(ends), data.draw(ends)
    if start == end is not None and len(G) > 1:
        end = None
    paths = [
        path for path in simple_paths(G) if start in (None, path[0]) and end in (None, path[-1])
    ]
    if not paths:
        with pytest.raises(icosian.NoPath):
            longest_paths(G, start, end)
        return
    most = max(map(len, paths))
    found = longest_paths(G, start, end)
    listed = list(found)
    assert {as_edges(G, path) for path in paths if len(path) == most} == {
        as_edges(G, tuple(path)) for path in listed
    }
    assert len(listed) == found.number
    for path in listed:
        assert (path.length, path.is_longest) == (most, True)
        icosian.check_tour(G.subgraph(path), path, closed=False)
        assert start in (None, path[0])
        assert end in (None, path[-1])


@given(strategies.graphs(4))
def test_the_minimum_covers_are_those_of_a_list_of_sets_of_edges(G):
    directed = G.is_directed()
    edges = {(u, v) if directed else frozenset((u, v)) for u, v, *_ in G.edges if u != v}
    found = minimum_path_covers(G)
    covers = list(found)
    sets = {
        frozenset().union(*(as_edges(G, tuple(p)) for p in one if len(p) > 1)) for one in covers
    }
    assert len(covers) == len(sets) == found.number

    def makes_paths(some):
        H = (nx.DiGraph if directed else nx.Graph)(map(tuple, some))
        if directed:
            degrees = [*dict(H.in_degree).values(), *dict(H.out_degree).values()]
            return max(degrees, default=0) < 2 and nx.is_directed_acyclic_graph(H)
        return max(dict(H.degree).values(), default=0) < 3 and (not H or nx.is_forest(H))

    most = len(G) - len(covers[0])
    assert sets == {frozenset(some) for some in combinations(edges, most) if makes_paths(some)}
    assert not any(makes_paths(some) for some in combinations(edges, most + 1))
    for one in covers:
        assert one.is_optimal
        assert sorted(map(repr, (v for path in one for v in path))) == sorted(map(repr, G))


@given(strategies.graphs(6))
def test_the_order_of_the_nodes_changes_no_number(G):
    H = G.__class__()
    H.add_nodes_from(reversed(list(G)))
    H.add_edges_from(G.edges)
    for find in (longest_paths, minimum_path_covers):
        assert find(H).number == find(G).number
