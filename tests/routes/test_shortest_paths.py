"""Results of Dijkstra's algorithm: distances, paths, tables and steps."""

import gc
import itertools
import math
import pickle
import weakref

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import rounds, together

import icosian
from icosian.routes import search as module
from tests.routes.searches import INTEGERS, ROMANIA, WAYS, any_way, every_way, weighted


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
