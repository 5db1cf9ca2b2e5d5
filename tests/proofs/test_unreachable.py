"""Stops that no walk visits together: what holds is true."""

from collections import Counter
from dataclasses import replace
from random import Random

import networkx as nx
import pytest
from mutations import assert_most_reached, tampered
from naive import shortest_street_walk, shortest_walk
from together import together
from true_certificates import refused

from icosian import InvalidArgument, NoWalk, Proof, traveling_salesman
from icosian.proofs import (
    Computed,
    Unreachable,
)

ONE_WAY = nx.DiGraph([(0, 1), (1, 2), (2, 1)])
FORK = nx.DiGraph([(0, 1), (0, 2)])


def part(nodes, *others, **question):
    parts = tuple(frozenset(nodes) for nodes in (nodes, *others))
    return Unreachable(**{"closed": False, "stops": (0, 2), "parts": parts, **question})


def is_true(proof, G):
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    return shortest_walk(G, proof.stops, cycle=proof.closed, **question) is None


@together(
    ("G", "proof"),
    [
        (ONE_WAY, part([1, 2], closed=True)),
        (nx.DiGraph([(0, 1), (1, 2), (2, 1), (1, 1)]), part([1, 2], closed=True)),
        (ONE_WAY, part([1, 2], start=2)),
        (ONE_WAY, part([1, 2], end=0)),
        (FORK, part([1], [2], stops=(1, 2))),
        (nx.Graph([(0, 1), (2, 3)]), part([0, 1], [2, 3])),
        (nx.Graph([(0, 1), (2, 3)]), part([0, 1], start=0)),
    ],
)
def test_a_part_that_cannot_be_left_is_a_reason(G, proof):
    assert is_true(proof, G)
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert proof.explain().startswith("There is no ")


@together(
    ("proof", "why"),
    [
        (part([1, 2]), "may lead into the part"),
        (part([1, 2], start=0, end=2), "may lead into the part"),
        (part([0, 1], closed=True), "leads out"),
        (part([0, 1, 2], closed=True), "separate"),
        (part([], closed=True), "separate"),
        (part([1, 2], stops=(1, 2), closed=True), "separate"),
        (part([1, 2], [1, 2]), "separate"),
        (part([1, 2], [0, 1, 2]), "separate"),
        (part([1, 2], [1, 2], [1, 2]), "one or two parts"),
        (Unreachable(closed=True, stops=(0, 2), parts=()), "one or two parts"),
        (part([1, 2, 9], closed=True), "not a node"),
        (part([1, 2], closed=True, stops=(0, 9)), "not a node"),
        (part([1, 2], closed=True, stops=(2,)), "two stops"),
        (part([1, 2], start=1), "among its stops"),
    ],
)
def test_what_is_no_reason_is_refused(proof, why):
    refused(proof, ONE_WAY, why)


def test_a_road_beside_a_hidden_one_is_a_way_out():
    G = nx.MultiGraph([(0, 1), (2, 3), (1, 2, {"weight": None}), (1, 2, {"weight": 1})])
    refused(part([0, 1], closed=True, weight="weight"), G, "leads out")


def test_hidden_roads_are_no_way_out_and_others_are():
    G = nx.Graph([(0, 1), (2, 3)])
    G.add_edge(1, 2, weight=None)
    proof = part([0, 1], closed=True, weight="weight", hidden=1)
    proof.check(G)
    assert proof.claim.endswith("0, 2 (1 edge without a length left out)")
    refused(replace(proof, weight=None, hidden=0), G, "leads out")
    refused(replace(proof, weight=None), G, "without a length is 0")
    refused(replace(proof, hidden=0), G, "without a length is 1")
    refused(replace(proof, weight="cost"), G, "'cost', but the edge attribute 'weight' is meant")
    computed = replace(proof, weight=Computed())
    computed.check(G, weight=lambda u, v, data: data.get("weight", 1))
    refused(computed, G, "a function, but")
    G.add_edge(0, 3, weight=-1)
    with pytest.raises(InvalidArgument, match="at least 0"):
        proof.check(G)


def test_whatever_is_changed_a_reason_that_holds_is_true():
    ends = Counter()
    for seed in range(30):
        random = Random(seed)
        G = nx.gnp_random_graph(6, 0.2, seed=seed, directed=random.random() < 0.7)
        stops = random.sample(range(6), random.randint(2, 4))
        question = {"cycle": random.random() < 0.3}
        if random.random() < 0.5:
            question["start"] = stops[0]
        try:
            traveling_salesman(G, stops, **question)
        except NoWalk as error:
            assert is_true(error.proof, G)
            ends += tampered(G, error.proof, is_true, random)
    assert_most_reached(ends)


# walks along streets

CROSSED = nx.DiGraph([(0, 1), (1, 2), (0, 2), (1, 1)])


@together(
    ("G", "proof"),
    [
        (ONE_WAY, part([1, 2], stops=(), streets="all", closed=True)),
        (ONE_WAY, part([1, 2], stops=(2,), streets="all", start=2)),
        (FORK, part([1], [2], stops=(), streets="all")),
        (CROSSED, part([2], [2], stops=(), streets=((0, 2), (1, 2)))),
        (CROSSED, part([2], [1, 2], stops=(), streets=((0, 2), (1, 1)))),
        (nx.Graph([(0, 1), (2, 2)]), part([2], [0, 1], stops=(), streets="all")),
    ],
)
def test_a_part_that_cannot_be_left_is_a_reason_for_streets(G, proof):
    edges = None if proof.streets == "all" else proof.streets
    question = {"cycle": proof.closed, "start": proof.start, "weight": None}
    assert shortest_street_walk(G, edges, stops=proof.stops, **question) is None
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert "the walk has something to pass elsewhere" in proof.explain()


@together(
    ("proof", "why"),
    [
        (part([2], [2], stops=(), streets=((0, 2),)), "must separate"),
        (part([2], [1, 2], stops=(), streets=((0, 1), (1, 2))), "must separate"),
        (part([1, 2], stops=(), streets=((0, 1), (1, 2))), "may lead into the part"),
        (part([0, 1], stops=(), streets="all", closed=True), "leads out"),
    ],
)
def test_what_is_no_reason_for_streets_is_refused(proof, why):
    refused(proof, CROSSED, why)
