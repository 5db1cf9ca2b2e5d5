"""All longest paths and all minimum path covers, next to lists of all paths and sets of edges."""

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import icosian
from icosian.tours import optima
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


def test_numbers_are_exact_and_paths_come_one_by_one():
    G = nx.disjoint_union_all([nx.star_graph(5)] * 20)
    covers = minimum_path_covers(G)
    assert covers.number == 10**20  # of each star, two of five
    first, second = zip(covers, range(2), strict=False)
    assert first[0] != second[0]
    assert len(first[0]) == 20 * 4


def test_a_wrong_bound_is_no_silent_answer():
    problem = optima.Problem.of(nx.star_graph(3), closed=False)
    with pytest.raises(icosian.InvalidProof, match="least cost 0"):
        optima.BestPaths(problem, 0, optima.Clock(), single=True)
    with pytest.raises(icosian.InvalidProof, match="least cost 2"):
        optima.BestPaths(problem, 2, optima.Clock(), single=True)


@pytest.mark.parametrize("find", [longest_paths, minimum_path_covers])
def test_no_time_is_no_answer(find):
    with pytest.raises(icosian.SearchLimitReached, match="the 0 s are over"):
        find(icosian.knight_graph(4), timeout=0)


@given(strategies.graphs(6))
def test_the_order_of_the_nodes_changes_no_number(G):
    H = G.__class__()
    H.add_nodes_from(reversed(list(G)))
    H.add_edges_from(G.edges)
    for find in (longest_paths, minimum_path_covers):
        assert find(H).number == find(G).number


def test_the_ends_that_a_board_marks_hold_for_the_length_and_the_number():
    board = icosian.Board.from_text("S..\n..E\n...")
    drawn = longest_paths(icosian.board_graph(board, "wazir"))
    given = longest_paths(icosian.grid_graph(3), (0, 0), (1, 2))
    assert drawn.number == given.number == len({path.nodes for path in drawn})
    assert {(path[0], path[-1], len(path)) for path in drawn} == {((0, 0), (1, 2), 8)}
    alone = icosian.board_graph(icosian.Board.from_text("S#.\n#..\n..."), "wazir")
    assert [path.nodes for path in longest_paths(alone)] == [((0, 0),)]
