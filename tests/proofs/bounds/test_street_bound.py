"""Proofs about walks along streets: what holds is true, whatever is changed."""

import json
from dataclasses import replace
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from mutations import holds, mutants, read
from naive import shortest_street_walk
from together import together
from true_certificates import named, refused

from icosian import InvalidArgument, NoWalk, Proof
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import Computed, StreetBound, Unreachable, WalkBound
from icosian.routes import postman_walk

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTHS = [0, 1, 2, 3, 5, 0.5, Fraction(1, 3)]


def random_case(seed):
    """Return a small map with a street that is hidden, and a proof about it."""
    random = Random(seed)
    while True:
        G, n = random.choice(KINDS)(), random.randint(2, 5)
        ways = [*zip(range(n), [*range(1, n), 0], strict=True)]
        ways += [(random.randrange(n), random.randrange(n)) for _ in range(random.randint(0, 3))]
        for u, v in ways:
            G.add_edge(u, v, weight=random.choice(LENGTHS), **{"-weight": 1})
        if random.random() < 0.3:
            G.add_edge(0, 1, weight=None)
        question = {"cycle": random.random() < 0.4}
        if random.random() < 0.5:
            question["edges"] = random.sample(sorted(G.edges), random.randint(1, min(3, G.size())))
        start, end = random.sample(range(n), 2)
        if not question["cycle"]:
            question |= {"start": random.choice([None, start]), "end": random.choice([None, end])}
        elif random.random() < 0.3:
            question["start"] = start
        try:
            return G, postman_walk(G, **question).proof
        except NoWalk as error:
            return G, error.proof
        except (nx.NetworkXPointlessConcept, InvalidArgument):  # hidden streets
            continue


def is_true(proof, G):
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    edges = None if proof.streets == "all" else proof.streets
    found = shortest_street_walk(G, edges, stops=proof.stops, cycle=proof.closed, **question)
    return found is None or (not isinstance(proof, Unreachable) and found >= proof.bound)


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_whatever_is_changed_a_bound_that_holds_is_true(seed):
    G, proof = random_case(seed)
    proof.check(G)
    payload = json.loads(proof.to_json())
    changed = [mutant for mutant in mutants(payload) if mutant != payload]
    for mutant in Random(seed).sample(changed, min(60, len(changed))):
        wrong = read(mutant)
        kinds = (StreetBound, WalkBound, Unreachable)
        if not isinstance(wrong, kinds) or wrong.weight not in ("weight", "-weight", None):
            continue
        if holds(wrong, G, **named(wrong)):
            assert is_true(wrong, G), mutant


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_no_levels_prove_more_than_is_true(seed):
    G, proof = random_case(seed)
    while not isinstance(proof, StreetBound):
        G, proof = random_case(seed := seed + 1)
    random = Random(seed)
    more = replace(proof, bound=proof.bound + random.choice((1, Fraction(1, 7))))
    size = random.choice((1, 3, 12, 10**30))
    for _ in range(20):
        levels = tuple((v, random.randint(-size, size)) for v in G)
        homes = tuple(
            random.choice((level, level + random.randint(-size, size), 0)) for level in proof.homes
        )
        refused(replace(more, levels=levels, homes=homes), G, "prove only|rises along a road")


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_a_bound_holds_only_for_maps_and_ends_of_which_it_is_true(seed):
    G, proof = random_case(seed)
    random, nodes = Random(seed), list(G)
    for _ in range(8):
        H = G.copy()
        u, v = random.choice(nodes), random.choice(nodes)
        if H.has_edge(u, v) and random.random() < 0.5:
            H.remove_edge(u, v)
        else:
            H.add_edge(u, v, weight=random.choice(LENGTHS))
        assert not holds(proof, H) or is_true(proof, H)
        for change in ({"start": u}, {"end": u}, {"start": None}, {"closed": not proof.closed}):
            other = replace(proof, **change)
            assert not holds(other, G) or is_true(other, G)


# two squares with a common street: at its ends three streets meet

LADDER = nx.ladder_graph(3)
PROOF = StreetBound(closed=True, bound=8, levels=((1, 2),), weight=None)


def test_a_proof_made_by_hand_holds_and_says_what_it_proves():
    PROOF.check(LADDER)
    assert Proof.from_json(PROOF.to_json()) == PROOF
    assert PROOF.explain().startswith(
        "There is no closed walk along all streets shorter than 8 (each edge counts 1): a walk"
        " crosses the border of a set of nodes"
    )
    assert PROOF.effort == 2
    assert PROOF.statement.streets


@together(
    ("change", "why"),
    [
        ({"bound": 9}, "prove only 8"),
        ({"levels": ((1, 3),)}, "rises along a road"),
        ({"levels": ((1, 2), (1, 2))}, "two levels"),
        ({"levels": ((1, 2), (9, 2))}, "9 is not a node"),
        ({"levels": ((1, 2.0),)}, "levels are integers"),
        ({"levels": ((1, 10**1000),)}, "levels are integers"),
        ({"bound": 8.0}, "a bound is exact"),
        ({"directed": True}, "directed"),
        ({"homes": (0,)}, "each free end"),
        ({"closed": False}, "each free end"),
        ({"start": 0}, "names none"),
        ({"streets": ()}, "at least two stops"),
        ({"streets": (), "stops": (0, 1)}, "no streets to pass"),
        ({"streets": "some"}, "'s' is not an edge"),
        ({"streets": ((0, 2),)}, "is not an edge of the map"),
        ({"streets": ((0, 1, 0),)}, "is not an edge of the map"),
        ({"streets": ((0, 1), (1, 0))}, "listed twice"),
        ({"stops": (9,)}, "the stop 9 is not a node"),
        ({"hidden": 1}, "without a length is 0"),
        ({"weight": "weight"}, "is meant"),
        ({"levels": (([], 2),)}, "cannot be a node"),
    ],
)
def test_what_is_no_proof_is_refused(change, why):
    refused(replace(PROOF, **change), LADDER, why)


def test_a_part_with_an_odd_number_of_ends_is_refused():
    G = nx.Graph([(0, 1), (2, 3)])
    proof = StreetBound(closed=False, start=0, end=2, stops=(0, 2), bound=2, weight=None)
    refused(proof, G, "odd number of ends")


def test_parallel_streets_that_are_hidden_are_counted_one_by_one():
    G = nx.MultiGraph([(0, 1, {"weight": 1}), (0, 1, {"weight": 1}), (0, 0, {"weight": None})])
    G.add_edge(0, 1, weight=None)
    proof = postman_walk(G).proof
    assert (proof.hidden, proof.bound) == (2, 2)
    proof.check(G)
    refused(replace(proof, hidden=0), G, "without a length is 2")


def test_lengths_of_a_check_are_those_that_are_meant():
    G = nx.Graph([(0, 1, {"km": 3})])
    proof = postman_walk(G, weight="km").proof
    assert proof.bound == 6
    refused(proof, G, "is meant")
    proof.check(G, weight="km")
    with pytest.raises(InvalidArgument, match="in each direction"):
        replace(proof, weight=Computed()).check(G, weight=lambda u, v, data: 3 + u)
    G[0][1]["km"] = -1
    with pytest.raises(InvalidArgument, match="at least 0, but edge"):
        proof.check(G, weight="km")
    with pytest.raises(InvalidArgument, match="networkx graph"):
        proof.check([0])
    with pytest.raises(NoPseudoBooleanForm, match="StreetBound"):
        PROOF.to_pseudo_boolean(LADDER)


@pytest.mark.parametrize("directed", [False, True])
def test_a_tour_of_streets_has_to_use_each_of_them(directed):
    G = nx.grid_2d_graph(5, 5)
    G = G.to_directed() if directed else G
    proof = postman_walk(G, [((0, 0), (0, 1)), ((4, 4), (4, 3))]).proof
    assert type(proof) is WalkBound
    proof.check(G)
    refused(replace(proof, streets=proof.streets[:1]), G, "4 reaches for 0 stops and 1 streets")
    refused(replace(proof, streets=()), G, "at least two stops")
    inner = replace(proof.inner, require=())
    refused(replace(proof, inner=inner), G, "another claim")
    one = replace(proof, streets=proof.streets[:1], reaches=proof.reaches[:2])
    refused(one, G, "single street")


def test_a_street_without_a_length_cannot_be_passed():
    G = nx.Graph([(0, 1), (1, 2, {"weight": None})])
    proof = StreetBound(closed=True, bound=1, streets=((1, 2),), hidden=1)
    refused(proof, G, "has no length")
