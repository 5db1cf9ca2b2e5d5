"""Dijkstra's algorithm: the results of networkx, from every implementation, with exact numbers."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction
from random import Random
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import examples, together

import icosian
from icosian import traveling_salesman
from icosian._kernels import _jit, dijkstra as kernels
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.routes import rounds, search as array_search
from icosian.routes.search import ArraySearch, FoundNumbers, prepare
from tests.routes.searches import (
    FLOATS,
    INTEGERS,
    WAYS,
    any_way,
    as_sets,
    every_way,
    length,
    module as dijkstra_module,
    roads,
    the_same,
    weighted,
)

# Dijkstra's algorithm: the results of networkx, from every implementation, with exact numbers.


# --- Equal to networkx


@given(
    search=any_way,
    drawn=st.one_of(weighted(INTEGERS), weighted(FLOATS), weighted(INTEGERS | FLOATS)),
)
def test_distances_and_all_predecessors_are_those_of_networkx(search, drawn):
    G, source = drawn
    result = search(G, source)
    assert the_same(result, nx.dijkstra_predecessor_and_distance(G, source))
    assert set(result.distances) == {source} | nx.descendants(G, source)
    for target in G:
        if target in result.distances:
            path = result.path(target)
            assert (path[0], path[-1]) == (source, target)
            assert length(G, path) == pytest.approx(result.distances[target])
        else:
            with pytest.raises(nx.NetworkXNoPath):
                result.path(target)


@given(search=any_way, drawn=weighted(INTEGERS | FLOATS), cutoff=INTEGERS | FLOATS | st.just(0))
def test_a_cutoff_leaves_out_what_networkx_leaves_out(search, drawn, cutoff):
    G, source = drawn
    expected = nx.dijkstra_predecessor_and_distance(G, source, cutoff=cutoff)
    assert the_same(search(G, source, cutoff=cutoff), expected)


@given(search=any_way, drawn=weighted(INTEGERS | FLOATS), data=st.data())
def test_with_a_target_the_result_has_the_nodes_at_most_as_far(search, drawn, data):
    G, source = drawn
    target = data.draw(st.sampled_from(list(G)))
    predecessors, distances = search(G, source).to_dicts()
    most = distances.get(target, math.inf)
    near = {v: d for v, d in distances.items() if d <= most}
    result = search(G, source, target=target)
    assert result.distances == near
    assert as_sets(result.predecessors) == as_sets({v: predecessors[v] for v in near})
    assert {step.node for step in result.steps} == set(near)


@given(search=any_way, drawn=weighted(INTEGERS), data=st.data())
def test_from_several_sources_every_node_is_reached_from_the_nearest(search, drawn, data):
    G, _ = drawn
    sources = data.draw(st.sets(st.sampled_from(list(G)), min_size=1))
    result = search(G, sources)
    assert result.sources == tuple(v for v in G if v in sources)
    assert result.distances == nx.multi_source_dijkstra_path_length(G, sources)
    for v, nodes in result.predecessors.items():
        arcs = {
            u for u in G if v in G[u] and result.distances.get(u, math.inf) < result.distances[v]
        }
        nearest = {
            u for u in arcs if result.distances[u] + length(G, [u, v]) == result.distances[v]
        }
        assert set(nodes) == (set() if v in sources else nearest)


@examples(10)
@given(st.integers(0, 2**32), st.booleans(), st.booleans())
def test_larger_graphs_have_the_results_of_networkx_to_the_bit(seed, directed, floats):
    random = np.random.default_rng(seed)
    G = nx.gnm_random_graph(60, 150, seed=seed, directed=directed)
    for *_, data in G.edges(data=True):
        weight = int(random.integers(1, 20))
        data["weight"] = math.sqrt(weight) if floats else weight
    expected = nx.dijkstra_predecessor_and_distance(G, 0)
    for name, search in WAYS.items():
        assert the_same(search(G, 0), expected), name


def kernels_used(monkeypatch, G, source):
    used = []

    def run(kernel, *arrays):
        used.append(kernel)
        return _jit.Run(kernel, *arrays)

    monkeypatch.setattr(array_search, "Run", run)
    icosian.prepare(G).dijkstra(source)
    return used


@pytest.mark.parametrize(
    ("weights", "kernel"),
    [
        ([3, 4, 5], kernels.buckets),
        ([], kernels.buckets),
        ([0, 1], kernels.heaped),
        ([1e-9] * 5000 + [1.0], kernels.heaped),
        ([1.0, 1e-300], kernels.heaped),
        ([5e-324], kernels.heaped),
    ],
    ids=["alike", "none", "zero", "skewed", "absorbed", "least float"],
)
def test_buckets_serve_weights_of_one_order_and_a_heap_the_rest(weights, kernel, monkeypatch):
    G = nx.path_graph(len(weights) + 1)
    for (u, v), weight in zip(G.edges, weights, strict=True):
        G[u][v]["weight"] = weight
    assert kernels_used(monkeypatch, G, 0) == [kernel]


def misleading(levels, fan):
    """Return a digraph in which the long way is looked at first, again and again.

    Each level has a direct arc and a way round that is shorter, all of it within a hair's breadth;
    the last node has a fan of arcs of weight 1.
    """
    G = nx.DiGraph()
    G.add_nodes_from(range(levels + 1))
    for k in range(levels):
        G.add_edge(k, (k, "round"), weight=1e-7)
        G.add_edge((k, "round"), k + 1, weight=1e-7)
        G.add_edge(k, k + 1, weight=1e-6 * 2 ** (levels - k))
        G.add_edge(k + 1, (k, "back"), weight=1)
    G.add_edges_from((levels, ("fan", k), {"weight": 1}) for k in range(fan))
    return G


@pytest.mark.parametrize("mirrored", [False, True])
@every_way
def test_weights_that_mislead_a_search_cost_little(search, mirrored):
    G = misleading(12, 60)
    if mirrored:  # the other arc of each pair comes first
        H = nx.DiGraph()
        H.add_nodes_from(G)
        H.add_edges_from(reversed(list(G.edges(data=True))))
        G = H
    budget = 20 * len(G)

    def stingily(run):
        status = run.advance(budget)
        assert status
        run.arrays()
        return status

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_jit.Run, "finish", stingily)
        assert the_same(search(G, 0), nx.dijkstra_predecessor_and_distance(G, 0))


# --- The differences that are documented


@given(search=any_way, drawn=weighted(st.integers(0, 2)), cutoff=st.none() | st.integers(0, 3))
def test_with_zero_weights_predecessors_are_those_of_networkx(search, drawn, cutoff):
    G, source = drawn
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    expected = nx.dijkstra_predecessor_and_distance(G, source, cutoff=cutoff)
    assert the_same(search(G, source, cutoff=cutoff), expected)


@given(weighted(st.integers(0, 2)))
def test_with_zero_weights_all_ways_agree_on_predecessors_and_the_order(drawn):
    G, source = drawn
    results = [search(G, source) for search in WAYS.values()]
    one, *others = ((as_sets(result.predecessors), result.nearest()) for result in results)
    assert all(other == one for other in others)
    for target in results[0].distances:
        paths = [list(itertools.islice(result.paths(target), 20)) for result in results]
        assert paths.count(paths[0]) == len(paths)


@every_way
@together("hidden", [None, math.inf, np.float64("inf")], ids=repr)
@together("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_none_and_infinity_hide_an_edge(search, hidden, kind):
    G = roads((0, 1, hidden), (0, 2, 2), (2, 3, hidden), kind=kind)
    for weight in ("weight", weight_of_edge):
        result = search(G, 0, weight=weight)
        assert result.to_dicts() == ({0: [], 2: [0]}, {0: 0, 2: 2})
        assert type(result.distances[2]) in {int, float}


def weight_of_edge(u, v, data):
    if "weight" in data:
        return data["weight"]
    return min(
        (edge["weight"] for edge in data.values() if edge["weight"] is not None), default=None
    )


@every_way
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_a_function_weighs_each_direction_by_itself(search, kind):
    G = kind(nx.gnm_random_graph(12, 30, seed=1))

    def uphill(u, v, data):
        return None if (u + v) % 5 == 0 else 3 if u < v else 1

    result = search(G, 4, weight=uphill)
    assert the_same(result, nx.dijkstra_predecessor_and_distance(G, 4, weight=uphill))
    back = search(G, 0, weight=uphill)
    assert back.distances != search(G, 0, weight=lambda u, v, data: uphill(v, u, data)).distances


BAD = [
    -1,
    -1e-9,
    -math.inf,
    math.nan,
    np.float64("nan"),
    np.float32(-1),
    np.int64(-2),
    Fraction(-1, 3),
    Decimal(-1),
    Decimal("NaN"),
    Decimal("sNaN"),
    "5",
    1j,
    [1],
    np.array([1, 2]),
    np.True_,
    object(),
]


@every_way
@together("bad", BAD, ids=lambda bad: f"{type(bad).__name__} {str(bad)[:9]}")
@together("kind", [nx.Graph, nx.MultiDiGraph])
def test_a_bad_weight_is_refused_before_any_work_with_its_edge(search, bad, kind):
    numbers = [type(bad)(2)] if isinstance(bad, float | np.float64 | Decimal) else [2]
    G = roads((0, 1, 1), (1, 2, numbers[0]), ("far", "away", bad), kind=kind)
    with pytest.raises(InvalidArgument, match=r"edge \('far', 'away'\)"):
        search(G, 0, target=1)
    with pytest.raises(InvalidArgument, match=r"edge \('far', 'away'\)"):
        search(G, 0, weight=lambda u, v, data: bad if "far" in (u, v) else 1)


# --- Exact numbers


@given(search=any_way, drawn=weighted(st.integers(2**50, 2**54) | st.integers(1, 3)))
def test_large_integers_are_those_of_networkx(search, drawn):
    G, source = drawn
    result = search(G, source)
    assert the_same(result, nx.dijkstra_predecessor_and_distance(G, source))
    assert all(type(distance) is int for distance in result.distances.values())


def test_graphs_become_arrays_sooner_once_the_kernels_are_loaded(monkeypatch):
    monkeypatch.setattr(dijkstra_module, "LOADED", 3)
    monkeypatch.setattr(dijkstra_module, "UNLOADED", 5)
    for codes, sizes in ((set(), [6]), ({kernels.buckets}, [4, 5, 6])):
        monkeypatch.setattr(dijkstra_module, "loaded", codes.copy)
        found = {n: icosian.dijkstra(nx.path_graph(n), 0)._found for n in range(2, 7)}
        assert [n for n, result in found.items() if isinstance(result, FoundNumbers)] == sizes


@pytest.mark.parametrize("weight", ["weight", None])
def test_a_graph_of_some_thousand_nodes_needs_no_kernel(monkeypatch, weight):
    monkeypatch.setattr(
        dijkstra_module, "ArraySearch", lambda _: pytest.fail("arrays are searched")
    )
    G = nx.path_graph(2_000)
    nx.set_edge_attributes(G, 1, "weight")
    G.add_edge(0, 1_999, weight=3)
    result = icosian.dijkstra(G, 0, weight=weight)
    assert result.distances[1_990] == (12 if weight == "weight" else 10)


# Reaches: as small as a proof allows, and no proof is lost by them.


@given(st.integers(0, 2**32))
def test_of_each_pair_one_reach_is_large_enough(seed):
    random = Random(seed)
    n = random.randint(1, 9)
    least = np.array([[random.choice((0, 1, 5, 9)) for _ in range(n)] for _ in range(n)])
    least = np.triu(least, 1) + np.triu(least, 1).T
    weights = SimpleNamespace(potentials=(0,), families=())
    solution = SimpleNamespace(root=None, weights=(weights,), scale=1)
    form = SimpleNamespace(places=n, directed=False, require=())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "_least", lambda *_: least)
        found = rounds.reaches(SimpleNamespace(instance=form, matrix=0 * least), solution)
    assert all(max(found[i], found[j]) >= least[i, j] for i in range(n) for j in range(n))
    assert max(found) == least.max()


def grid(seed):
    random = Random(seed)
    G = nx.grid_2d_graph(15, 15)
    for *_, data in G.edges(data=True):
        data["weight"] = random.randint(1, 20)
    return G, random.sample(list(G), 25)


def test_a_proof_that_does_not_hold_gets_all_distances(monkeypatch):
    monkeypatch.setattr(rounds, "reaches", lambda problem, _: [0] * problem.instance.places)
    G, stops = grid(2)
    walk = traveling_salesman(G, stops)
    assert walk.is_shortest
    assert min(walk.proof.reaches) > 0
    walk.proof.check(G)


@pytest.mark.slow
def test_a_proof_that_never_holds_is_not_returned(monkeypatch):
    def refuse(*_, **__):
        raise InvalidProof("never")

    monkeypatch.setattr(rounds, "check_proof", refuse)
    with pytest.raises(InvalidProof, match="never"):
        traveling_salesman(*grid(3))


# Searches on arrays, several on the same ones; test_dijkstra.py compares all ways to search.


@pytest.mark.parametrize("lengths", [(1, 2, 3), (0, 1, 5)], ids=["buckets", "heap"])
def test_searches_do_not_disturb_each_other(lengths):
    G = nx.grid_2d_graph(5, 5)
    for k, (u, v) in enumerate(G.edges):
        G[u][v]["weight"] = lengths[k % 3]
    search, nodes = ArraySearch(prepare(G).arrays), list(G)
    for source in (0, 12, 0):
        dist, _ = search.run(np.array([source], np.int32))
        far = nx.single_source_dijkstra_path_length(G, nodes[source])
        assert dist.tolist() == [far[v] for v in nodes]
    near, _ = search.run(np.array([0], np.int32), goal=6)
    assert near[6] == max(d for d in near if d < np.inf)
    few, _ = search.run(np.array([0], np.int32), farthest=2)
    assert few.max(where=few < np.inf, initial=0) <= 2
