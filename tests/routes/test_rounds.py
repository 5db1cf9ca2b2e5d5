"""Shortest walks: as long as the best of all orders, with proofs that hold."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from mutations import holds, mutants, read
from naive import as_printed, shortest_walk
from together import rounds
from true_certificates import named, refused

import icosian
from icosian import (
    InvalidArgument,
    InvalidTour,
    NotANode,
    NoWalk,
    Proof,
    SearchLimitReached,
    traveling_salesman,
)
from icosian.proofs import LowerBound, Unreachable, WalkBound
from icosian.routes import search
from icosian.routes.search import Roads

# Shortest walks: as long as the best of all orders, with proofs that hold.


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
    monkeypatch.setattr(search, "SMALL", 0)
    walk = traveling_salesman(G, stops, cycle=cycle)
    assert walk.length == plain.length == shortest_walk(G, stops, cycle=cycle)
    check_walk(walk, G, stops, {"cycle": cycle})
    for leg in walk.legs:
        assert len(set(leg)) == len(leg)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_long_lengths_of_large_maps_are_exact(monkeypatch, kind):
    monkeypatch.setattr(search, "SMALL", 0)
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


DETOUR = ["abc", "cbd", "dba"]


# Walks that leave out stops, or visit them in an order.


LIMITED = ("order", "groups", "prizes", "both", "leave_out")
ROADS = icosian.route_map([("X", "A", 2), ("X", "B", 3), ("X", "C", 4), ("A", "B", 9)])


def random_question(seed):
    """Return a map, the stops that are named first, and what else is asked."""
    random = Random(seed)
    n, kind = random.randint(2, 7), random.choice(LIMITED)
    G = random.choice((nx.Graph, nx.DiGraph))()
    G.add_nodes_from(range(n))
    share = random.choice((0.3, 0.5, 0.9))
    for u, v in permutations(range(n), 2):
        if (u < v or G.is_directed()) and random.random() < share:
            G.add_edge(u, v, weight=random.choice((0, 1, 2, 7, 20, Fraction(1, 3))))
    stops = random.sample(range(n), random.randint(1, min(n, 4)))
    question = {"cycle": random.random() < 0.5}
    if random.random() < 0.4 or (kind == "order" and question["cycle"]):
        question["start"] = stops[0]
    if not question["cycle"] and len(stops) > 1 and random.random() < 0.3:
        question["end"] = stops[-1]
    if kind == "order":
        question["order"] = [random.sample(stops, random.randint(1, min(len(stops), 3)))]
    if kind in ("groups", "both"):
        question["groups"] = [random.sample(range(n), random.randint(1, min(n, 2)))]
    if kind in ("prizes", "both"):
        some = random.sample(range(n), random.randint(1, 2))
        question["prizes"] = {v: random.choice((0, 3, 9, Fraction(5, 4))) for v in some}
    if kind == "leave_out":
        question["leave_out"] = random.randint(1, 2)
    return G, stops, question


def least_cost(
    G, stops, *, cycle, start=None, end=None, groups=(), prizes=None, leave_out=0, order=()
):
    """Return if the stops can be in the order, and the least cost of a walk, None without any."""
    far, prizes = dict(nx.all_pairs_dijkstra_path_length(G)), prizes or {}
    every = {*stops, *prizes, *chain(*groups)} | {start, end} - {None}
    free, is_possible, costs = {*prizes}.union(*groups), False, []
    for visited in chain(*(combinations(sorted(every), k + 1) for k in range(len(every)))):
        missed = every - {*visited}
        if {start, end} & missed or not all({*group} - missed for group in groups):
            continue
        if len(missed - free) > leave_out:
            continue
        for way in permutations(visited):
            rank = {v: k for k, v in enumerate(way)}
            if start not in (None, way[0]) or end not in (None, way[-1]):
                continue
            if all(rank[u] < rank[v] for one in order for u, v in pairwise(one)):
                is_possible = True
                steps = list(pairwise((*way, way[0]) if cycle else way))
                if all(v in far[u] for u, v in steps):
                    lost = sum(prizes.get(v, 0) for v in missed)
                    costs.append(sum(far[u][v] for u, v in steps) + lost)
    return is_possible, min(costs, default=None)


def check_answer(seed):
    """Compare an answer with all walks; return what it is, and the map."""
    G, stops, question = random_question(seed)
    is_possible, least = least_cost(G, stops, **question)
    try:
        walk = traveling_salesman(G, stops, **question)
    except InvalidArgument as error:
        assert not is_possible, seed
        assert "the order contradicts itself" in str(error)
        return None, G
    except NoWalk as error:
        assert (is_possible, least) == (True, None), seed
        error.proof.check(G)
        assert Proof.from_json(error.proof.to_json()) == error.proof
        return error.proof, G
    assert walk.cost == walk.bound == least, seed
    assert walk.is_shortest
    steps = list(pairwise(walk.nodes))
    assert walk.length == sum(G.edges[step]["weight"] for step in steps)
    prizes = question.get("prizes", {})
    assert walk.lost == sum(prizes.get(v, 0) for v in walk.skipped)
    assert {*walk.skipped}.isdisjoint(walk.nodes)
    for one in question.get("order", ()):
        ranks = list(map(walk.stops.index, one))
        assert ranks == sorted(ranks)
    return walk, G


@pytest.mark.slow
def test_no_walk_costs_less_and_the_certificate_proves_it():
    kinds = set()
    for seed in range(rounds(60)):
        found, G = check_answer(seed)
        if found is None or isinstance(found, Proof):
            kinds.add(type(found))
            continue
        if (proof := found.proof) is not None:
            proof.check(G)
            assert Proof.from_json(proof.to_json()) == proof
            inner = replace(proof.inner, bound=proof.bound + Fraction(1, 12))  # less than a unit
            refused(
                replace(proof, inner=inner),
                G,
                "room for a shorter|cost less than the bound|has length 0|single node",
            )
    assert Unreachable in kinds


def is_true(proof, G):
    """Return True if no walk costs less than a bound says."""
    start = proof.chains[0][0] if proof.closed and proof.chains else proof.start
    asked = {"cycle": proof.closed, "start": start, "end": proof.end, "leave_out": proof.leave_out}
    asked |= {"groups": proof.groups, "prizes": dict(proof.prizes), "order": proof.chains}
    _, least = least_cost(G, proof.stops, **asked)
    return least is None or least >= proof.bound


@pytest.mark.slow
def test_whatever_is_changed_a_bound_that_holds_is_true():
    held = 0
    for seed in range(rounds(20)):
        found, G = check_answer(seed)
        proof = found if isinstance(found, WalkBound) else getattr(found, "proof", None)
        if proof is None:
            continue
        assert is_true(proof, G)
        payload = json.loads(proof.to_json())
        changed = [mutant for mutant in mutants(payload) if mutant != payload]
        for mutant in Random(seed).sample(changed, min(60, len(changed))):
            wrong = read(mutant)
            if isinstance(wrong, WalkBound) and holds(wrong, G, **named(wrong)):
                held += 1
                if wrong.weight == "weight":
                    assert is_true(wrong, G), mutant
    assert held


def test_a_chain_of_one_node_is_a_stop_and_says_nothing_of_an_order():
    road = nx.path_graph(6)
    walk = traveling_salesman(road, [0, 1], start=0, cycle=False, order=[[5]])
    assert set(walk.stops) == {0, 1, 5}
    walk.proof.check(road)
    assert traveling_salesman(road, order=[[5], [2]]).length == 6
    for seed in range(rounds(20)):
        G = nx.connected_watts_strogatz_graph(8, 4, 0.5, seed=seed)
        *stops, v = Random(seed).choices(range(8), k=4)
        question = {"start": stops[0], "cycle": seed % 2 == 0}
        walk = traveling_salesman(G, stops, order=[[v]], **question)
        assert walk == traveling_salesman(G, [*stops, v], **question)
    with pytest.raises(NotANode, match="stop 'Z'"):
        traveling_salesman(ROADS, order=[["Z"]])


def test_what_is_passed_before_its_turn_and_not_visited_later_is_left_out():
    G = nx.DiGraph()
    G.add_weighted_edges_from([("b", "c", 1), ("a", "c", 3), ("a", "b", 1), ("c", "b", 9)])
    walk = traveling_salesman(
        G, ["a", "c"], cycle=False, prizes={"b": 5}, order=[("a", "c"), ("c", "b")]
    )
    assert (walk.nodes, walk.stops, walk.skipped) == (("a", "b", "c"), ("a", "c"), ("b",))
    assert (walk.length, walk.lost, walk.cost, walk.bound) == (2, 5, 7, 7)
    assert walk.proof.bound == 7
    G["c"]["b"]["weight"] = 4
    walk = traveling_salesman(
        G, ["a", "c"], cycle=False, prizes={"b": 5}, order=[("a", "c"), ("c", "b")]
    )
    assert (walk.nodes, walk.skipped, walk.cost) == (("a", "b", "c", "b"), (), 6)


def test_a_stop_that_cannot_be_reached_is_left_out():
    G = nx.Graph([(0, 1), (2, 3)])
    assert traveling_salesman(G, [0], groups=[(1, 2)]).stops == (0, 1)
    with pytest.raises(NoWalk) as caught:
        traveling_salesman(G, groups=[(0, 1), (2, 3)])
    assert isinstance(caught.value.proof, WalkBound)
    caught.value.proof.check(G)
    with pytest.raises(NoWalk) as caught:
        traveling_salesman(G, [0, 3], groups=[(0, 1)])
    assert caught.value.proof.stops == (3,) or isinstance(caught.value.proof, WalkBound)


def test_a_proof_says_the_same_of_stops_and_of_their_numbers():
    proof = traveling_salesman(ROADS, ["C"], start="A", groups=[[*"AB"]], prizes={"X": 1}).proof
    proof.check(ROADS)
    for change in (
        {"groups": (("B",),)},
        {"groups": (("A", "Z"), ("A",))},
        {"prizes": (("X", 2),)},
        {"prizes": (("B", 1),)},
        {"leave_out": 1},
        {"chains": (("A", "B"),)},
    ):
        refused(replace(proof, **change), ROADS, "the inner proof makes another claim")
    ordered = traveling_salesman(ROADS, start="A", order=[[*"CB"]]).proof
    refused(replace(ordered, chains=(("A", "B", "C"),)), ROADS, "another claim")
    inner = replace(ordered.inner, chains=())
    assert isinstance(inner, LowerBound)
    assert not holds(replace(ordered, inner=inner, chains=()), ROADS) or ordered.bound <= 18


# The way of a question about walks: what is checked before an answer leaves.


@pytest.mark.parametrize(
    ("wrong", "words"),
    [(lambda leg: leg[:-1], "in its turn"), (lambda leg: leg[::-1], "in its turn")],
)
def test_a_wrong_leg_does_not_leave_the_library(monkeypatch, wrong, words):
    right = Roads.leg
    monkeypatch.setattr(Roads, "leg", lambda self, k, m: wrong(right(self, k, m)))
    with pytest.raises(InvalidTour, match=words):
        traveling_salesman(nx.cycle_graph(7), [0, 2, 5])


def test_a_walk_with_other_ends_does_not_leave_the_library(monkeypatch):
    decoded = "icosian.tours.instance.Instance.decoded"
    monkeypatch.setattr(decoded, lambda self, cycle: [2, 1, 0])
    with pytest.raises(InvalidTour, match="ends given"):
        traveling_salesman(nx.path_graph(3), start=0, cycle=False)


@pytest.mark.parametrize("infinity", [math.inf, Decimal("Infinity"), None])
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_an_infinite_length_of_any_type_is_no_road(kind, infinity):
    one = Decimal(1) if isinstance(infinity, Decimal) else 1
    G = kind()
    G.add_weighted_edges_from([(0, 1, infinity), (0, 2, one), (2, 0, one)])
    G.add_weighted_edges_from([(2, 1, one), (1, 2, one)])
    walk = traveling_salesman(G, [0, 1])
    assert (walk.length, walk.is_shortest) == (4, True)
    walk.proof.check(G)
    G.remove_edges_from([(2, 1), (1, 2)])
    with pytest.raises(NoWalk) as found:
        traveling_salesman(G, [0, 1], cycle=False, start=0)
    found.value.proof.check(G)


def test_lengths_too_long_for_the_search_are_proved_exactly():
    G = nx.cycle_graph(6)
    for k, (u, v) in enumerate(G.edges):
        G[u][v]["weight"] = 10**20 + 7**k
    walk = traveling_salesman(G)
    assert walk.bound == walk.length == sum(10**20 + 7**k for k in range(6))
    assert walk.is_shortest
    assert walk.proof.bound == walk.bound
    walk.proof.check(G)


def test_a_bound_that_is_left_open_is_exact(monkeypatch):
    G = nx.cycle_graph(6)
    for k, (u, v) in enumerate(G.edges):
        G[u][v]["weight"] = 10**20 + 7**k
    monkeypatch.setattr("icosian.tours.shortest.exact.MOST_EDGES", 0)
    walk = traveling_salesman(G)
    assert 0 <= walk.gap < 1e-6
    assert walk.is_shortest == (walk.gap == 0)
    assert walk.proof.bound == walk.bound <= walk.length
    walk.proof.check(G)


# several rounds


def least_of_rounds(G, depot, stops, count):
    """Return the least length of several rounds, by all orders and all ways to cut them."""
    far = dict(nx.all_pairs_dijkstra_path_length(G))
    return min(
        sum(far[u][v] for i, j in pairwise(cuts) for u, v in pairwise([depot, *order[i:j], depot]))
        for order in permutations(stops)
        for inner in combinations(range(1, len(stops)), count - 1)
        for cuts in [(0, *inner, len(stops))]
    )


def random_rounds(seed):
    """Return a map, a depot, other stops, and a number of rounds."""
    random = Random(seed)
    n, kind = random.randint(4, 8), random.choice([nx.Graph, nx.DiGraph])
    around = random.sample(range(n), n)
    G = kind(pairwise([*around, around[0]]))
    G.add_edges_from(random.sample(range(n), 2) for _ in range(random.randint(0, 2 * n)))
    for *_, data in G.edges(data=True):
        data["weight"] = random.choice((0, 1, 2, random.randint(1, 40)))
    depot, *stops = random.sample(range(n), random.randint(3, min(n, 6)))
    return G, depot, stops, random.randint(2, len(stops))


@given(st.integers(0, 2**32))
def test_several_rounds_are_together_as_short_as_can_be_and_so_it_is_proved(seed):
    G, depot, stops, count = random_rounds(seed)
    walk = traveling_salesman(G, stops, depot, rounds=count)
    assert walk.length == walk.proof.bound == least_of_rounds(G, depot, stops, count)
    assert len(walk.rounds) == count
    assert sorted(chain(*walk.rounds)) == sorted([*stops, *[depot] * count])
    assert all(here == depot and others for here, *others in walk.rounds)
    assert all(G.has_edge(u, v) for u, v in walk.edges())
    walk.proof.check(G)
    assert Proof.from_json(walk.proof.to_json()) == walk.proof
    fewer = {"rounds": count - 1, "depot": depot if count > 2 else None}
    why = "another claim|a stop of its own|has a reach|which is a stop"
    for change in (fewer, {"rounds": count + 1}, {"depot": stops[0]}, {"stops": tuple(stops)}):
        refused(replace(walk.proof, **change), G, why)


def test_what_is_changed_in_a_proof_of_rounds_is_refused_or_true():
    held = 0
    for seed in range(8):
        G, depot, stops, count = random_rounds(seed)
        proof = traveling_salesman(G, stops, depot, rounds=count).proof
        for mutant in Random(seed).sample(list(mutants(json.loads(proof.to_json()))), 60):
            wrong = read(mutant)
            if isinstance(wrong, WalkBound) and wrong != proof and holds(wrong, G, **named(wrong)):
                held += 1
                if wrong.weight == "weight" and wrong.rounds > 1:
                    others = [v for v in wrong.stops if v != wrong.depot]
                    least = least_of_rounds(G, wrong.depot, others, wrong.rounds)
                    assert wrong.bound <= least, mutant
    assert held
