"""Results of Dijkstra's algorithm: distances, paths, tables and steps."""

import gc
import itertools
import math
import pickle
import sys
import weakref
from collections.abc import Mapping

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import rounds, together

import icosian
from icosian.exceptions import NotANode
from icosian.routes import search as module
from tests.routes.searches import (
    INTEGERS,
    ROADS,
    ROMANIA,
    TOWNS,
    WAYS,
    any_way,
    as_sets,
    every_way,
    plain,
    roads,
    weighted,
)


def test_the_table_is_printed_row_by_row():
    result = icosian.dijkstra(icosian.route_map_from_matrix(ROADS, TOWNS), "A")
    assert result.table().splitlines() == [
        "step  settled  A  B     C     D     E     F     G     H",
        "0              0  -     -     -     -     -     -     -",
        "1     A 0         10 A  -     20 A  -     -     -     30 A",
        "2     B 10              20 B  20 A  -     -     -     30 A",
        "3     C 20                    20 A  40 C  -     -     30 A",
        "4     D 20                          40 C  40 D  -     30 A",
        "5     H 30                          40 C  40 D  40 H",
        "6     E 40                                40 D  40 H",
        "7     F 40                                      40 H",
        "8     G 40",
    ]


@given(search=any_way, drawn=weighted(INTEGERS))
def test_all_shortest_paths_are_those_of_networkx(search, drawn):
    G, source = drawn
    result = search(G, source)
    for target in result.distances:
        paths = list(map(tuple, result.paths(target)))
        assert len(set(paths)) == len(paths)
        expected = nx.all_shortest_paths(G, source, target, weight="weight")
        assert set(paths) == set(map(tuple, expected))
        assert tuple(result.path(target)) in paths


@every_way
def test_ties_across_a_road_of_length_0_are_found_in_both_directions(search):
    G = roads(
        (1, 2, 1), (2, 3, 1), (3, 5, 2), (5, 7, 1), (3, 4, 0), (4, 6, 2), (6, 7, 1), (7, 8, 1)
    )
    ways = [[1, 2, 3, 5, 7, 8], [1, 2, 3, 4, 6, 7, 8]]
    for source, target, expected in ((1, 8, ways), (8, 1, [way[::-1] for way in ways])):
        for result in (search(G, source), search(G, source, target=target, cutoff=6)):
            assert sorted(result.paths(target)) == sorted(expected)
            assert result.count(target) == 2


@every_way
def test_a_target_waits_for_ties_through_nodes_at_its_own_distance(search):
    G = roads((0, 2, 1), (0, 1, 1), (1, 2, 0), (0, 3, 1), (3, 1, 0), kind=nx.DiGraph)
    for question in ({"target": 2}, {"cutoff": 1}, {"target": 2, "cutoff": 1}):
        result = search(G, 0, **question)
        assert list(result.paths(2)) == [[0, 2], [0, 1, 2], [0, 3, 1, 2]]


@together("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_paths_are_all_shortest_ones_without_a_node_twice(kind):
    random = np.random.default_rng(1)
    searches = itertools.cycle(WAYS.values())
    for _ in range(rounds(150)):
        n = int(random.integers(1, 7))
        G = kind()
        G.add_nodes_from(random.permutation(n).tolist())
        edges = random.integers(n, size=(random.integers(2 * n + 4), 2)).tolist()
        weights = random.choice([0, 0, 1, 2], len(edges)).tolist()
        G.add_weighted_edges_from((u, v, w) for (u, v), w in zip(edges, weights, strict=True))
        sources = set(random.integers(n, size=random.choice([1, 1, 2])).tolist())
        cutoff, target = random.choice([None, 0, 1, 2]), random.choice([None, *G])
        expected = {v: naive.shortest_paths(G, sources, v) for v in G}
        far = {v: d for v, (d, _) in expected.items() if d is not None}
        far = {v: d for v, d in far.items() if cutoff is None or d <= cutoff}
        most = far.get(target, math.inf)
        result = next(searches)(G, sources, cutoff=cutoff, target=target)
        assert result.distances == {v: d for v, d in far.items() if d <= most}
        for v in result.distances:
            paths = list(map(tuple, result.paths(v)))
            assert len(set(paths)) == len(paths) == result.count(v)
            assert set(paths) == expected[v][1]
            assert paths[0] == tuple(result.path(v))


@every_way
def test_nodes_of_one_distance_are_left_only_where_a_path_leads_on(search):
    # All of a large clique lies at distance 1, and no path that goes round it comes back.
    G = nx.complete_graph(30)
    nx.set_edge_attributes(G, 0, "weight")
    G.add_edge("s", 0, weight=1)
    G.add_edge(0, "t", weight=1)
    result = search(G, "s")
    assert list(result.paths("t")) == [["s", 0, "t"]]
    assert result.count("t") == 1
    assert len(list(itertools.islice(result.paths(29), 100))) == 100


@every_way
def test_paths_are_counted_without_listing_them(search):
    G = nx.grid_2d_graph(30, 30)
    result = search(G, (0, 0))
    assert result.count((29, 29)) == math.comb(58, 29)
    assert result.count((0, 0)) == 1
    assert type(result.count((3, 3))) is int
    with pytest.raises(NotANode):
        result.count("a9")
    with pytest.raises(nx.NetworkXNoPath):
        search(nx.empty_graph(2), 0).count(1)


@every_way
def test_unreachable_nodes_are_absent_and_have_no_path(search):
    G = nx.Graph([(0, 1)])
    G.add_node(2)
    result = search(G, 0)
    for view in (result.distances, result.predecessors, *result.to_dicts()):
        assert 2 not in view
        assert len(view) == 2
    with pytest.raises(nx.NetworkXNoPath, match="2"):
        result.path(2)
    with pytest.raises(nx.NetworkXNoPath, match="2"):  # at once, not at the first path
        result.paths(2)


@every_way
def test_views_are_mappings(search):
    G = nx.path_graph(4)
    G.add_node("apart")
    result = search(G, 1)
    for view, expected in (
        (result.distances, {1: 0, 0: 1, 2: 1, 3: 2}),
        (result.predecessors, {1: [], 0: [1], 2: [1], 3: [2]}),
    ):
        assert isinstance(view, Mapping)
        assert len(view) == len(list(view)) == 4
        assert set(view) == set(view.keys()) == {0, 1, 2, 3}
        assert view == expected
        assert dict(view.items()) == expected
        assert view.get("apart", "none") == "none"
        assert 1 in view
        assert eval(repr(view)) == expected
        for absent in ("apart", "unknown", (0, 1)):
            assert absent not in view
            with pytest.raises(KeyError):
                view[absent]
    assert repr(result) == "<shortest paths from 1 to 4 nodes>"


@every_way
def test_dictionaries_and_lists_belong_to_the_caller(search):
    result = search(nx.cycle_graph(4), 0)
    predecessors, distances = result.to_dicts()
    predecessors[2].clear()
    distances.clear()
    assert as_sets(result.predecessors)[2] == {1, 3}
    assert len(result.distances) == 4


@given(search=any_way, drawn=weighted(INTEGERS), k=st.none() | st.integers(0, 8))
def test_the_nearest_come_first(search, drawn, k):
    G, source = drawn
    result = search(G, source)
    nearest = result.nearest(k)
    distances = sorted(result.distances.values())
    assert [distance for _, distance in nearest] == distances[:k]
    assert all(result.distances[node] == distance for node, distance in nearest)
    assert len(dict(nearest)) == len(nearest)
    assert nearest == result.nearest()[:k]
    assert k == 0 or nearest[0] == (source, 0)


@pytest.mark.slow
@every_way
def test_astronomically_many_paths_come_one_at_a_time(search):
    n = 60  # with binomial(118, 59), about 10^34, shortest paths
    G = nx.grid_2d_graph(n, n)
    result = search(G, (0, 0))
    paths = list(map(tuple, itertools.islice(result.paths((n - 1, n - 1)), 50)))
    assert len(set(paths)) == 50
    assert all(nx.is_path(G, path) and len(path) == 2 * n - 1 for path in paths)


@every_way
def test_a_path_takes_the_tied_predecessor_that_was_settled_first(search):
    G = roads((0, 3, 2), (0, 2, 2), (0, 1, 1), (3, 4, 1), (2, 4, 1), (1, 4, 2), (4, 5, 1))
    assert search(G, 0).path(5) == [0, 1, 4, 5]
    G.remove_node(1)
    assert search(G, 0).path(5) == [0, 3, 4, 5]  # the graph has 3 before 2


@every_way
def test_long_paths_need_no_recursion(search):
    n = 2 * sys.getrecursionlimit()
    result = search(nx.path_graph(n), 0)
    assert result.distances[n - 1] == n - 1
    assert result.path(n - 1) == next(result.paths(n - 1)) == list(range(n))


@given(weighted(st.integers(0, 9) | st.just(math.inf)), st.data())
def test_steps_are_those_of_the_definition(drawn, data):
    G, _ = drawn
    sources = data.draw(st.lists(st.sampled_from(list(G)), min_size=1, max_size=3, unique=True))
    result = icosian.dijkstra(G, sources)
    steps = list(result.steps)
    assert steps == list(naive.shortest_path_steps(G, sources))
    assert {step.node: step.distance for step in steps} == result.distances
    assert list(result.steps) == steps  # once more
    assert len(result.table().splitlines()) == len(steps) + 2


@every_way
def test_steps_do_not_depend_on_how_the_result_was_found(search):
    G = icosian.read_route_map(ROMANIA)
    assert list(search(G, "Arad", cutoff=300).steps) == list(plain(G, "Arad", cutoff=300).steps)
    assert all(step.distance <= 300 for step in search(G, "Arad", cutoff=300).steps)
    assert max(d for s in search(G, "Arad", cutoff=300).steps for d in s.tentative.values()) <= 300


@every_way
def test_a_result_that_is_let_go_is_freed_at_once(search):
    result = search(icosian.read_route_map(ROMANIA), "Arad")
    result.path("Bucharest"), result.to_dicts(), result.nearest(), list(result.distances)
    found = weakref.ref(result._found)
    gc.disable()  # a circle would wait for the collector
    try:
        del result
        assert found() is None
    finally:
        gc.enable()


@every_way
def test_distances_and_predecessors_are_found_by_the_names_of_squares(search):
    G = icosian.knight_graph(4, 5)
    G.add_node("apart")
    G.remove_node((0, 4))  # e4
    result = search(G, "a1", cutoff=3)
    assert result.distances["c2"] == result.distances[2, 2] == result.distances[[2, 2]] == 1
    assert result.predecessors["c2"] == [(3, 0)]
    assert result.distances.get("c2") == 1
    assert "c2" in result.distances
    assert "c2" not in list(result.distances)
    far = next(v for v in G if v not in result.distances)
    name = G.board.name(far) if far != "apart" else far
    for view in (result.distances, result.predecessors):
        for key in (name, far):
            with pytest.raises(KeyError, match=r"^no path leads to "):
                view[key]
            with pytest.raises(nx.NetworkXNoPath):
                view[key]
        for key in ("e4", "f1", "z", (9, 9), None, [1]):
            with pytest.raises(KeyError, match=r"^node"):
                view[key]
            with pytest.raises(NotANode):
                view[key]
            assert view.get(key, "none") == "none"
            assert key not in view


def test_an_unreached_node_is_an_error_of_icosian():
    result = icosian.dijkstra(nx.empty_graph(2), 0)
    with pytest.raises(icosian.IcosianError, match=r"^no path leads to 1$") as caught:
        result.path(1)
    assert isinstance(caught.value, nx.NetworkXNoPath)
    assert str(pickle.loads(pickle.dumps(caught.value))) == "no path leads to 1"


@pytest.mark.parametrize("least", [0, 1], ids=["heap", "positive"])
@given(drawn=weighted(st.integers(0, 3)))
def test_the_predecessors_of_one_node_are_those_found_for_all(least, drawn):
    G, source = drawn
    for *_, data in G.edges(data=True):
        data["weight"] = max(least, data.get("weight", 1))
    result = icosian.prepare(G).dijkstra(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SHARE", 0)
        alone = dict(result.predecessors)
    assert alone == result.to_dicts()[0]
