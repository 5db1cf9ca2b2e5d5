"""Bounds of tours that keep to an order, attacked."""

import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import networkx as nx
import pytest
from mutations import HELD, MALFORMED, REACHED, UNREAD, exchanged, mutants, read
from true_certificates import refused

import icosian
from icosian import InvalidArgument, InvalidProof
from icosian.exceptions import NoPseudoBooleanForm
from tests.tours.shortest.orders import least_length, random_order


def end_of(places, proof):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return UNREAD
    try:
        proof.check(places)
    except (InvalidProof, InvalidArgument) as error:
        return REACHED if "room for a shorter" in str(error) else MALFORMED
    # The chains of a cycle begin where it begins, without an order anywhere.
    start = proof.chains[0][0] if proof.closed and proof.chains else proof.start
    asked = {"closed": proof.closed, "start": start, "end": proof.end, "order": proof.chains}
    least = least_length(places, **asked)
    assert least is None or proof.bound <= least, proof
    return HELD


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (40, 80))]
)
def test_whatever_is_changed_what_holds_is_true(first):
    ends, rng = Counter(), random.Random(first)
    for seed in range(first, first + 40):
        places, question = random_order(seed, most=5)
        try:
            proof = icosian.shortest_tour(places, **question).proof
        except InvalidArgument:
            continue
        if not proof.chains:
            continue
        payload = json.loads(proof.to_json())
        changes = [one for one in mutants(payload) if one != payload]
        some = [read(one) for one in rng.sample(changes, min(len(changes), 20))]
        some += [read(exchanged(payload, *rng.sample(range(6), 2))) for _ in range(3)]
        some += [replace(proof, bound=proof.bound + more) for more in (1, 2, 10)]
        some += [replace(proof, **change) for change in questions(rng, proof)]
        ends.update(end_of(places, one) for one in some)
    assert 2 * (ends[REACHED] + ends[HELD]) >= sum(ends.values()), ends
    assert ends[REACHED] > 100


def questions(rng, proof):
    """Yield other questions, and other sets, of which the certificate may speak."""
    yield {"chains": proof.chains[1:]}
    yield {"chains": tuple(chain[:-1] for chain in proof.chains if len(chain) > 1)}
    yield {"chains": tuple(chain[:1] + chain[:0:-1] for chain in proof.chains)}
    yield {"start": None, "end": None}
    ports = 2 * (len(proof.nodes) + (not proof.closed))
    for _ in range(4):
        if proof.families:
            other = (tuple(rng.sample(range(ports), rng.randint(1, ports - 1))),)
            yield {"families": (other, *proof.families[1:])}


SQUARE = [[0, 1, 5, 1], [1, 0, 1, 5], [5, 1, 0, 1], [1, 5, 1, 0]]


def test_what_is_wrong_is_named():
    places = icosian.Places.from_matrix(SQUARE)
    proof = icosian.shortest_tour(places, start=0, order=[(2, 1)]).proof
    proof.check(places)
    for change, why in (
        ({"chains": ((0, 9),)}, "a condition names 9, which is not a node"),
        ({"chains": (([], 0),)}, "which is not a node"),
        ({"chains": ((),)}, "a chain of an order is empty"),
        ({"chains": ((0, 1), (2, 1))}, "do not begin where a cycle begins"),
        ({"chains": ((0, 1, 0),)}, "the order contradicts itself"),
        ({"chains": ((0, 1, 2), (0, 2, 1))}, "the order contradicts itself"),
        ({"positions": ((1, 2),)}, "do not begin where a cycle begins"),
        ({"positions": ((0, 1), (1, 0))}, "positions are integers of at least 1"),
        ({"positions": ((0, 1), (1, 2), (3, 2))}, "two nodes have one number"),
        ({"positions": ((0, 1), (1, 2), (2, 3))}, "the order contradicts itself"),
    ):
        refused(replace(proof, **change), places, why)
    with pytest.raises(NoPseudoBooleanForm, match="tours in an order"):
        proof.to_pseudo_boolean(places)


def test_a_graph_has_both_directions_of_an_edge_where_an_order_counts():
    G = nx.Graph()
    G.add_weighted_edges_from([(u, v, SQUARE[u][v]) for u in range(4) for v in range(u)])
    places = icosian.Places.from_matrix(SQUARE)
    proof = icosian.shortest_tour(places, start=0, order=[(2, 1), (2, 3)]).proof
    assert proof.bound == 12
    replace(proof, unit=None).check(G)
    refused(replace(proof, chains=((0, 1, 2), (0, 3))), G, "room for a shorter")
    assert proof.statement.chains == ((0, 2, 1), (0, 2, 3))
    assert proof.statement.has_conditions


def test_a_proof_says_that_an_order_makes_tours_cross_borders():
    def reasons():
        for seed in range(40):
            places, question = random_order(seed)
            with suppress(InvalidArgument):
                yield icosian.shortest_tour(places, **question).proof.explain()

    assert any("as often as the order demands" in reason for reason in reasons())
