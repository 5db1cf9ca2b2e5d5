"""Lower bounds of walks: what holds is true, whatever is changed."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from mutations import holds, mutants, read
from naive import shortest_walk
from together import together
from true_certificates import named, refused

from icosian import InvalidArgument, InvalidProof, Proof, traveling_salesman
from icosian.proofs import (
    Computed,
    Conditional,
    Disconnection,
    DualWeights,
    LowerBound,
    WalkBound,
)
from icosian.proofs.claim import Claim

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTHS = [0, 1, 2, 3, 5, 8, 0.5, Fraction(1, 3)]
NONE = DualWeights(potentials=(0, 0, 0))


def random_map(random, kind):
    """Return a small map with a round way, some hidden edges and another attribute."""
    G, n = kind(), random.randint(3, 6)
    nx.add_cycle(G, range(n))
    if G.is_directed() and random.random() < 0.5:
        nx.add_cycle(G, reversed(range(n)))
    pairs = [tuple(random.sample(range(n), 2)) for _ in range(n)]
    G.add_edges_from(pairs)
    for *_, data in G.edges(data=True):
        data |= {"weight": random.choice(LENGTHS), "-weight": 1}
    for u, v in pairs[:1]:
        G.add_edge(u, v, weight=None)
    return G


def random_case(seed):
    """Return a map, and a proof about a walk through some of its nodes."""
    random = Random(seed)
    while True:
        G = random_map(random, random.choice(KINDS))
        stops = random.sample(list(G), random.randint(2, min(4, len(G))))
        question = {"cycle": random.random() < 0.5}
        if random.random() < 0.5:
            question["start"] = stops[0]
        if not question["cycle"] and random.random() < 0.5:
            question["end"] = stops[-1]
        if shortest_walk(G, stops, **question) is not None:
            return G, traveling_salesman(G, stops, **question).proof


def least(proof, G):
    """Return the length of a shortest walk that a proof is about."""
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    return shortest_walk(G, proof.stops, cycle=proof.closed, **question)


def is_true(proof, G):
    found = least(proof, G)
    return found is None or found >= proof.bound


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_whatever_is_changed_a_bound_that_holds_is_true(seed):
    G, proof = random_case(seed)
    proof.check(G)
    payload = json.loads(proof.to_json())
    changed = [mutant for mutant in mutants(payload) if mutant != payload]
    for mutant in Random(seed).sample(changed, min(40, len(changed))):
        wrong = read(mutant)
        if isinstance(wrong, WalkBound) and holds(wrong, G, **named(wrong)):
            assert is_true(wrong, G), mutant


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_no_reaches_prove_more_than_is_true(seed):
    G, proof = random_case(seed)
    random = Random(seed)
    more = replace(proof.inner, bound=proof.bound + random.choice((1, Fraction(1, 7))))
    for _ in range(6):
        reaches = tuple(random.choice((0, 1, 5, 100, 10**30)) for _ in proof.stops)
        refused(replace(proof, inner=more, reaches=reaches), G, "room for a shorter tour")
        other = replace(proof, reaches=reaches)
        assert not holds(other, G) or is_true(other, G)


def test_a_proof_is_about_its_own_map_stops_and_ends():
    random = Random(7)
    for seed in range(16):
        G, proof = random_case(seed)
        others = tuple(random.sample(list(G), len(proof.stops)))
        for change in ({"stops": others}, {"start": others[0]}, {"end": others[0]}):
            other = replace(proof, **change)
            assert not holds(other, G) or is_true(other, G)
        shorter = G.copy()
        u, v = random.sample(proof.stops, 2)
        shorter.add_edge(u, v, weight=0)
        assert not holds(proof, shorter) or is_true(proof, shorter)


# a map whose walk is known: three spokes of length 2, and a rim of length 5

WHEEL = nx.Graph()
WHEEL.add_weighted_edges_from([("x", v, 2) for v in "abc"])
WHEEL.add_weighted_edges_from([("a", "b", 5), ("b", "c", 5), ("c", "a", 5)])


def wheel(**changes):
    inner = LowerBound(
        closed=True,
        bound=12,
        nodes=(0, 1, 2),
        scale=1,
        weights=(DualWeights(potentials=(2, 2, 2)),),
        tree=(0,),
    )
    proof = WalkBound(closed=True, stops=("a", "b", "c"), reaches=(4, 4, 0), inner=inner)
    return replace(proof, **changes)


def inner(**changes):
    return replace(wheel().inner, **changes)


def changed(edge, **data):
    G = WHEEL.copy()
    G.add_edge(*edge, **data)
    return G


def test_a_proof_made_by_hand_holds_and_says_what_it_proves():
    proof = wheel()
    proof.check(WHEEL)
    assert Proof.from_json(proof.to_json()) == proof
    assert proof.explain().startswith(
        "There is no closed walk through the 3 stops 'a', 'b', 'c' shorter than 12: it is at least"
    )
    assert proof.statement == Claim(
        closed=True, stops=("a", "b", "c"), shorter_than=12, weight="weight"
    )
    assert proof.statement != wheel(stops=("a", "b", "x")).statement
    assert proof.effort > proof.inner.effort


def hidden_roads(G):
    return sum(data["weight"] in (None, math.inf) for *_, data in G.edges(data=True))


@together(
    ("G", "why"),
    [
        (changed("xa", weight=1), "room"),
        (changed("ab", weight=3), "room"),
        (changed("ay", weight=1), None),
        (changed("ay", weight=None), None),
        (changed("ab", weight=math.inf), None),
        (changed("xa", weight=None), None),
        (nx.relabel_nodes(WHEEL, {"a": "z"}), "not a node"),
        (nx.null_graph(), "not a node"),
    ],
)
def test_the_map_decides(G, why):
    if why is None:
        wheel(hidden=hidden_roads(G)).check(G)
        refused(wheel(hidden=2), G, f"without a length is {hidden_roads(G)}")
    else:
        refused(wheel(), G, why)


@together("length", [-1, math.nan, -math.inf, "1", [], 1j])
@together("edge", ["xa", "xx", "yz"])
def test_lengths_that_are_no_lengths_are_refused(edge, length):
    with pytest.raises(InvalidArgument, match=r"at least 0|finite numbers"):
        wheel().check(changed(edge, weight=length))


def test_of_parallel_roads_the_shortest_counts():
    G = nx.MultiGraph(WHEEL)
    wheel().check(G)
    G.add_edge("x", "a", weight=9)
    wheel().check(G)
    G.add_edge("x", "a", weight=1)
    refused(wheel(), G, "room")


def test_the_lengths_may_be_another_attribute_or_a_function():
    G = nx.Graph((*edge, {"cost": data["weight"]}) for *edge, data in WHEEL.edges(data=True))
    refused(wheel(), G, "'weight', but 1 for each edge is meant")
    refused(wheel(), G, "'weight', but the edge attribute 'cost' is meant", weight="cost")
    wheel(weight="cost").check(G, weight="cost")
    wheel(weight=Computed()).check(G, weight=lambda u, v, data: data["cost"])
    refused(wheel(weight=Computed()), G, "a function, but", weight="cost")
    refused(wheel(weight=None), G, "room")
    refused(wheel(weight=None), WHEEL, "1 for each edge, but the edge attribute 'weight'")
    assert "12 (lengths from the edge attribute 'cost'): " in wheel(weight="cost").explain()
    with pytest.raises(InvalidArgument):
        wheel().check(G, weight=5)
    with pytest.raises(InvalidArgument):
        wheel().check([1, 2])


@together(
    ("changes", "why"),
    [
        ({"reaches": (4, 4)}, "2 reaches for 3 stops"),
        ({"reaches": (4, 0, 0)}, "room"),
        ({"reaches": (4, -1, 0)}, "reaches are integers"),
        ({"reaches": (4, 4.0, 0)}, "reaches are integers"),
        ({"reaches": (4, True, 0)}, "reaches are integers"),
        ({"reaches": (4, None, 0)}, "reaches are integers"),
        ({"reaches": (4, 4, 10**1000)}, "reaches are integers"),
        ({"stops": ("a",)}, "two stops"),
        ({"stops": ("a", "a", "b")}, "two stops"),
        ({"stops": ("a", "b", [])}, "not a node"),
        ({"stops": ("a", "b", "x", "c")}, "3 reaches for 4 stops"),
        ({"start": "a"}, "a cycle has no ends"),
        ({"closed": False}, "another claim"),
        ({"closed": False, "start": "x"}, "among its stops"),
        ({"closed": False, "start": "a", "end": "a"}, "same node"),
        ({"inner": Disconnection(closed=True, part=frozenset({0}))}, "not a bound"),
        ({"inner": None}, "not a bound"),
        ({"inner": inner(bound=13)}, "room"),
        ({"inner": inner(bound=12.0)}, "exact"),
        ({"inner": inner(closed=False)}, "another claim"),
        ({"inner": inner(weight=None)}, "another claim"),
        ({"inner": inner(unit=1)}, "another claim"),
        ({"inner": inner(forbid=((0, 1),))}, "another claim"),
        ({"inner": inner(require=((0, 1),))}, "another claim"),
        ({"inner": inner(nodes=("a", "b", "c"))}, "not those"),
        ({"inner": inner(nodes=(0, 1))}, "not those"),
        ({"inner": inner(ranks=3)}, "names squares"),
        ({"ranks": 3}, "board of 3 rows"),
        ({"reaches": (9, 9, 9)}, None),
        ({"inner": inner(nodes=(2, 1, 0))}, None),
        ({"inner": inner(bound=Fraction(23, 2))}, None),
    ],
)
def test_a_change_of_a_field_is_refused_or_true(changes, why):
    if why is None:
        wheel(**changes).check(WHEEL)
    else:
        refused(wheel(**changes), WHEEL, why)


def test_two_stops_are_no_cycle_of_two_nodes_that_has_any_length():
    forged = LowerBound(
        closed=True,
        bound=10**6,
        nodes=(0, 1),
        scale=1,
        weights=(DualWeights(potentials=(0, 0)),),
        tree=(0,),
    )
    walk = WalkBound(closed=True, stops=("a", "b"), reaches=(9, 9), inner=forged)
    refused(walk, WHEEL, "2 potentials for")
    true = traveling_salesman(WHEEL, ["a", "b"]).proof
    assert true.bound == 8
    true.check(WHEEL)
    refused(replace(true, inner=replace(true.inner, bound=9)), WHEEL, "room")


def test_a_path_may_start_and_end_only_where_the_claim_says():
    G = nx.path_graph(4)
    proof = traveling_salesman(G, [0, 2, 3], start=2, cycle=False).proof
    assert (proof.bound, proof.inner.start) == (4, 1)
    refused(replace(proof, start=None), G, "another claim")
    refused(replace(proof, start=0), G, "another claim")
    free = replace(proof, start=None, inner=replace(proof.inner, start=None))
    refused(free, G, "room for a shorter tour")


def test_a_bound_of_walks_is_not_read_as_a_proof_that_there_is_no_tour():
    G = nx.complete_graph(4)
    proof = traveling_salesman(G).proof
    proof.check(G)
    wrong = Conditional(closed=True, require=(), forbid=((0, 1),), inner=proof)
    refused(wrong, G, "another claim")
    with pytest.raises(InvalidProof):
        Proof.from_json(wrong.to_json())


def test_a_proof_of_another_kind_is_no_inner_bound_in_json():
    text = json.loads(wheel().to_json())
    text["inner"] = json.loads(Disconnection(closed=True, part=frozenset({0})).to_json())
    with pytest.raises(InvalidProof, match="not a bound"):
        Proof.from_json(json.dumps(text))
    text["inner"] = json.loads(wheel().to_json())
    with pytest.raises(InvalidProof):
        Proof.from_json(json.dumps(text))
