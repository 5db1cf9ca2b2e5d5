"""Streets that no walk passes together: what holds is true."""

from collections import Counter
from dataclasses import replace
from random import Random

import networkx as nx
import pytest
from mutations import assert_most_reached, tampered
from naive import shortest_street_walk
from together import together
from true_certificates import refused

from icosian import NoWalk, Proof
from icosian.proofs import Stranded
from icosian.routes import postman_walk

ONE_WAY = nx.DiGraph([(0, 1), (1, 2), (2, 1)])
FORK = nx.DiGraph([(0, 1), (0, 2), (1, 0), (1, 2)])


def part(nodes, **question):
    return Stranded(**{"closed": False, "part": frozenset(nodes), **question})


def is_true(proof, G):
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    return shortest_street_walk(G, cycle=proof.closed, **question) is None


@pytest.mark.parametrize(
    ("G", "proof"),
    [
        (ONE_WAY, part([1, 2], closed=True)),
        (ONE_WAY, part([1, 2], start=2)),
        (ONE_WAY, part([1, 2], end=0)),
        (FORK, part([2])),
        (nx.Graph([(0, 1), (2, 3)]), part([0, 1])),
        (nx.Graph([(0, 1), (2, 2)]), part([2])),
        (nx.DiGraph([(0, 1), (2, 3)]), part([2, 3])),
    ],
)
def test_a_part_that_cannot_be_left_is_a_reason(G, proof):
    assert is_true(proof, G)
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert "along all streets: no street leads out of the" in proof.explain()
    assert proof.effort == 2


@together(
    ("proof", "why"),
    [
        (part([1, 2]), "may lead into the part"),
        (part([1, 2], start=0, end=2), "may lead into the part"),
        (part([0, 1], closed=True), "leads out"),
        (part([0, 1, 2], closed=True), "separate"),
        (part([], closed=True), "separate"),
        (part([1, 2, 9], closed=True), "not a node"),
        (part([1, 2], closed=True, start=0), "names none"),
        (part([1, 2], start=9), "not a node"),
    ],
)
def test_what_is_no_reason_is_refused(proof, why):
    refused(proof, ONE_WAY, why)


def test_streets_of_graphs_lead_out_in_both_directions():
    refused(part([1], closed=True), nx.path_graph(2), "leads out")


def test_hidden_streets_are_no_way_out():
    G = nx.MultiGraph([(0, 1), (2, 3), (1, 2, {"weight": None})])
    proof = part([0, 1], closed=True, weight="weight", hidden=1)
    proof.check(G)
    assert proof.claim.endswith("along all streets (1 edge without a length left out)")
    refused(replace(proof, weight=None, hidden=0), G, "leads out")


def test_whatever_is_changed_a_reason_that_holds_is_true():
    ends = Counter()
    for seed in range(40):
        random = Random(seed)
        G = nx.gnp_random_graph(4, 0.35, seed=seed, directed=random.random() < 0.8)
        question = {"cycle": G.size() > 0 and random.random() < 0.3}
        if not question["cycle"] and random.random() < 0.5:
            question["start"] = random.randrange(4)
        try:
            postman_walk(G, **question)
        except nx.NetworkXPointlessConcept:
            continue
        except NoWalk as error:
            assert is_true(error.proof, G)
            ends += tampered(G, error.proof, is_true, random)
    assert_most_reached(ends)
