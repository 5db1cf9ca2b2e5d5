"""Shortest walks: as long as the best of all orders, with proofs that hold."""

import math
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import as_printed, shortest_walk
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NotANode,
    NoWalk,
    Proof,
    SearchLimitReached,
    traveling_salesman,
)
from icosian.routes import roads

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
WEIGHTS = [
    range(3),
    range(100),
    [1],
    [0.5, 1.25, 3.0, 0.0],
    [0.1, 0.2, 0.3, 0.7],
    [Fraction(1, 3), Fraction(1, 7), 2],
    [Decimal("0.1"), Decimal("2.5")],
    [10**20, 10**19 + 1, 3],
    [None, 1, 2, math.inf, 3],
]


def random_case(seed, most):
    """Return a map and a question about it."""
    random = Random(seed)
    G, n = random.choice(KINDS)(), random.randint(1, 12)
    G.add_nodes_from(range(n))
    p, weights = random.choice((0, 0.15, 0.3, 0.6)), random.choice(WEIGHTS)
    pairs = [(u, v) for u in range(n) for v in range(n) if random.random() < p]
    if random.random() < 0.7:
        pairs += [pair for u, v in pairwise(range(n)) for pair in ((u, v), (v, u))]
        if random.random() < 0.3:
            pairs = [(u, v) for u, v in pairs if u < v or random.random() < 0.5]
    for u, v in pairs:
        G.add_edge(u, v, weight=random.choice(weights))
    stops = random.sample(range(n), min(n, random.randint(1, most)))
    question = {"cycle": random.random() < 0.5}
    if random.random() < 0.5:
        question["start"] = stops[0]
    if not question["cycle"] and len(stops) > 1 and random.random() < 0.5:
        question["end"] = stops[-1]
    return G, stops, question


def check(G, stops, question):
    """Compare the answer with that of all orders, and read its proof again."""
    least = shortest_walk(G, stops, **question)
    if least is None:
        with pytest.raises(NoWalk) as caught:
            traveling_salesman(G, stops, **question)
        caught.value.proof.check(G)
        assert Proof.from_json(caught.value.proof.to_json()) == caught.value.proof
        return
    walk = traveling_salesman(G, stops, **question)
    assert math.isclose(walk.length, least, rel_tol=1e-12)
    assert walk.is_shortest
    assert walk.gap == 0
    check_walk(walk, G, stops, question)
    if len(stops) > 1:
        assert walk.proof.bound == least
        walk.proof.check(G)
        assert Proof.from_json(walk.proof.to_json()) == walk.proof


def check_walk(walk, G, stops, question):
    """Check that a walk visits the stops by edges of the map."""
    assert sorted(walk.stops) == sorted(stops)
    assert all(G.has_edge(u, v) for u, v in walk.edges())
    assert walk.is_closed == question["cycle"]
    assert walk.stops[0] == question.get("start", walk.stops[0])
    assert walk[-1] == (walk[0] if walk.is_closed else question.get("end", walk[-1]))


@given(st.integers(0, 2**32))
def test_a_walk_is_as_short_as_the_best_order_and_its_proof_holds(seed):
    check(*random_case(seed, 5))


@pytest.mark.exhaustive
def test_thousands_of_walks_through_up_to_eight_stops_are_shortest():
    for seed in range(3_000):
        check(*random_case(seed, 8 if seed % 40 == 0 else 6))


@given(st.integers(0, 2**32))
def test_labels_and_the_order_of_nodes_change_no_length(seed):
    G, stops, question = random_case(seed, 5)
    if shortest_walk(G, stops, **question) is None:
        return
    order = Random(seed).sample(range(len(G)), len(G))
    H = G.__class__()
    H.add_nodes_from(f"n{v}" for v in order)
    H.add_edges_from((f"n{u}", f"n{v}", data) for u, v, data in G.edges(data=True))
    named = {k: f"n{v}" if k in {"start", "end"} else v for k, v in question.items()}
    one = traveling_salesman(G, stops, **question)
    other = traveling_salesman(H, [f"n{v}" for v in stops], **named)
    assert one.length == other.length


@pytest.mark.parametrize("cycle", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_large_maps_are_searched_by_kernels_with_the_same_answers(monkeypatch, kind, cycle):
    random = Random(5)
    G = nx.relabel_nodes(nx.grid_2d_graph(5, 5), lambda v: 5 * v[0] + v[1])
    G = kind(G.to_directed() if issubclass(kind, nx.DiGraph) else G)
    for *_, data in G.edges(data=True):
        data["weight"] = random.choice((0, 1, 2, 7))
    stops = random.sample(range(25), 5)
    plain = traveling_salesman(G, stops, cycle=cycle)
    monkeypatch.setattr(roads, "SMALL", 0)
    walk = traveling_salesman(G, stops, cycle=cycle)
    assert walk.length == plain.length == shortest_walk(G, stops, cycle=cycle)
    check_walk(walk, G, stops, {"cycle": cycle})
    for leg in walk.legs:
        assert len(set(leg)) == len(leg)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_long_lengths_of_large_maps_are_exact(monkeypatch, kind):
    monkeypatch.setattr(roads, "SMALL", 0)
    random = Random(1)
    G = nx.grid_2d_graph(4, 4, create_using=kind)
    for *_, data in G.edges(data=True):
        data["weight"] = random.random()
    stops = random.sample(list(G), 4)
    walk = traveling_salesman(G, stops)
    assert (walk.gap, walk.is_shortest) == (0, True)
    exact = sum(as_printed(G.edges[edge]["weight"]) for edge in walk.edges())
    assert walk.proof.bound == exact


# stops, start, end


def test_all_nodes_are_visited_by_default_and_may_be_passed_twice():
    walk = traveling_salesman(nx.star_graph(4))
    assert sorted(walk.stops) == [0, 1, 2, 3, 4]
    assert (walk.length, walk.is_shortest) == (8, True)
    assert traveling_salesman(nx.star_graph(4), cycle=False).length == 6


def test_ends_are_added_to_the_stops_and_duplicates_count_once():
    G = nx.path_graph(6)
    walk = traveling_salesman(G, [3, 3, 2], start=1, end=5, cycle=False)
    assert walk.stops == (1, 2, 3, 5)
    assert traveling_salesman(G, [3, 3], start=1).nodes == (1, 2, 3, 2, 1)


@pytest.mark.parametrize("cycle", [False, True])
def test_one_stop_is_a_walk_that_stays(cycle):
    walk = traveling_salesman(nx.path_graph(3), [1], cycle=cycle)
    assert (walk.nodes, walk.length, walk.is_shortest, walk.proof) == ((1,), 0, True, None)


def test_two_stops_are_visited_there_and_back():
    G = nx.DiGraph()
    G.add_weighted_edges_from([("a", "b", 2), ("b", "c", 3), ("c", "a", 4)])
    walk = traveling_salesman(G, ["a", "b"], start="b")
    assert (walk.nodes, walk.length) == (("b", "c", "a", "b"), 9)
    walk.proof.check(G)
    assert traveling_salesman(nx.path_graph(3), [0, 2]).length == 4
    assert traveling_salesman(nx.path_graph(3), [0, 2], cycle=False).length == 2


def test_roads_of_length_zero_are_free():
    G = nx.cycle_graph(5)
    nx.set_edge_attributes(G, 0, "weight")
    walk = traveling_salesman(G, start=3)
    assert (walk.length, walk.bound, walk.gap, walk.is_shortest) == (0, 0, 0, True)
    assert walk[0] == walk[-1] == 3


def test_a_function_may_weigh_the_directions_of_an_edge_differently():
    G = nx.path_graph(4)

    def climb(u, v, data):
        return 5 if u < v else 1

    walk = traveling_salesman(G, [0, 3], cycle=False, weight=climb)
    assert (walk.nodes, walk.length) == ((3, 2, 1, 0), 3)
    walk.proof.check(G, weight=climb)
    assert traveling_salesman(G, weight=climb).length == 18
    assert traveling_salesman(G, weight=None).length == 6
    assert traveling_salesman(G, weight=lambda u, v, _: 2).length == 12


def test_squares_of_boards_are_named_and_the_function_is_a_method():
    walk = icosian.knight_graph(5).traveling_salesman(["a1", "e5"], start="e1", cycle=False)
    assert walk[0] == (4, 4)
    assert walk.length == len(list(walk.edges()))
    assert "from e1 through the 3 stops e5, a1, e1" in walk.proof.explain()


def test_a_call_of_networkx_keeps_its_keywords():
    G = nx.random_geometric_graph(30, 0.4, seed=1)
    for u, v in G.edges:
        G[u][v]["weight"] = 1 + (u * v) % 7
    question = {"weight": "weight", "nodes": [1, 5, 9, 20], "cycle": True}
    theirs = nx.approximation.traveling_salesman_problem(G, **question)
    ours = traveling_salesman(G, **question)
    assert ours.length <= nx.path_weight(G, theirs, "weight")
    assert ours.length == nx.path_weight(G, list(ours), "weight")
    assert ours[0] == ours[-1]


# errors


def test_stops_that_cannot_be_reached_are_named_with_a_proof():
    G = nx.Graph([("a", "b"), ("c", "d")])
    with pytest.raises(NoWalk, match="the stops 'c', 'd'") as caught:
        traveling_salesman(G, ["a", "c", "d"])
    caught.value.proof.check(G)
    G = nx.DiGraph([(0, 1), (1, 2)])
    assert traveling_salesman(G, [2, 0], cycle=False).nodes == (0, 1, 2)
    for question in ({}, {"cycle": False, "start": 2}, {"cycle": False, "end": 0}):
        with pytest.raises(NoWalk) as caught:
            traveling_salesman(G, [2, 0], **question)
        caught.value.proof.check(G)
    G = nx.DiGraph([(0, 1), (0, 2)])
    with pytest.raises(NoWalk, match="the node 1 to the stop 2, and none out of the node 2 back"):
        traveling_salesman(G, [1, 2], cycle=False)


@together(
    ("given", "error", "words"),
    [
        ({"nodes": "weight"}, InvalidArgument, "nodes must be a sequence"),
        ({"nodes": 3}, InvalidArgument, "nodes must be a sequence"),
        ({"nodes": "weight", "end": False}, InvalidArgument, "networkx has weight before nodes"),
        ({"nodes": [0, 9]}, NotANode, "stop 9"),
        ({"nodes": [0, []]}, NotANode, "unhashable"),
        ({"start": 9}, NotANode, "start 9"),
        ({"end": 2}, InvalidArgument, "a closed tour has no end, got end=2"),
        ({"start": 1, "end": 1, "cycle": False}, InvalidArgument, "must differ"),
        ({"nodes": []}, nx.NetworkXPointlessConcept, "without stops"),
        ({"cycle": 1}, InvalidArgument, "cycle"),
        ({"weight": 5}, InvalidArgument, "weight must be"),
        ({"weight": lambda u, v, _: -1}, InvalidArgument, "at least 0"),
        ({"weight": lambda u, v, _: math.nan}, InvalidArgument, "at least 0"),
        ({"gap": -1}, InvalidArgument, "gap"),
        ({"timeout": "soon"}, InvalidArgument, "timeout"),
        ({"seed": "x"}, InvalidArgument, "seed"),
    ],
)
def test_bad_arguments_are_refused(given, error, words):
    with pytest.raises(error, match=words):
        traveling_salesman(nx.path_graph(3), **given)


def test_no_graph_and_the_null_graph_are_refused():
    with pytest.raises(InvalidArgument, match="networkx graph"):
        traveling_salesman([1, 2])
    with pytest.raises(nx.NetworkXPointlessConcept):
        traveling_salesman(nx.Graph())


# limits


def test_a_time_limit_gives_a_walk_with_a_bound_or_says_what_is_missing():
    random = Random(2)
    G = nx.grid_2d_graph(5, 5)
    for *_, data in G.edges(data=True):
        data["weight"] = random.randint(1, 50)
    with pytest.raises(SearchLimitReached, match="distances"):
        traveling_salesman(G, timeout=0)
    stages = []
    walk = traveling_salesman(
        G, gap=0.5, seed=3, progress=lambda progress: stages.append(progress.stage)
    )
    walk.proof.check(G)
    assert walk.gap <= 0.5
    assert walk.bound <= walk.length
    assert walk == traveling_salesman(G, gap=0.5, seed=3)


def test_ends_by_position_and_an_executor_change_nothing():
    G = icosian.route_map([("X", "A", 2), ("X", "B", 3), ("X", "C", 4), ("A", "B", 9)])
    plain = icosian.traveling_salesman(G, ["A", "B"], end="C", cycle=False)
    with ThreadPoolExecutor(1) as executor:
        walk = icosian.traveling_salesman(
            G, ["A", "B"], None, "C", cycle=False, executor=executor, seed=0
        )
    assert (walk.length, walk.legs) == (plain.length, plain.legs)
