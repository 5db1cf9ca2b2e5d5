"""Bounds of tours that may leave out places, attacked."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from mutations import HELD, MALFORMED, REACHED, UNREAD, exchanged, mutants, read
from true_certificates import refused

import icosian
from icosian import InvalidArgument, InvalidProof
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs.lengths import SymmetricInstance
from icosian.proofs.relaxations import Omissions, PartialTours
from tests.tours.shortest.selections import least_cost, random_question

ARITHMETIC = r"room for a shorter|cost less than the bound|within a set that the root"


def certificate(seed):
    """Return places, a question about them, and a certificate that the search made, if any."""
    places, question = random_question(seed, most=5, unit=1)
    return places, icosian.shortest_tour(places, **question).proof


def least(places, proof):
    """Return the least cost of the tours that a certificate speaks of, None without any."""
    return least_cost(
        places,
        closed=proof.closed,
        start=proof.start,
        end=proof.end,
        groups=proof.groups,
        prizes=dict(proof.prizes),
        leave_out=proof.leave_out,
    )


def end_of(places, proof):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return UNREAD
    try:
        proof.check(places)
    except (InvalidProof, InvalidArgument) as error:
        return REACHED if re.search(ARITHMETIC, str(error)) else MALFORMED
    if not (proof.require or proof.forbid):
        cost = least(places, proof)
        assert cost is None or proof.bound <= cost, proof
    return HELD


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (40, 80))]
)
def test_whatever_is_changed_what_holds_is_true(first):
    ends, rng = Counter(), random.Random(first)
    for seed in range(first, first + 40):
        places, proof = certificate(seed)
        if proof is None:
            continue
        payload = json.loads(proof.to_json())
        changes = [one for one in mutants(payload) if one != payload]
        some = [read(one) for one in rng.sample(changes, min(len(changes), 12))]
        some += [read(exchanged(payload, *rng.sample(range(8), 2))) for _ in range(3)]
        some += [replace(proof, bound=proof.bound + more) for more in (1, 2, 10)]
        some += [replace(proof, **change) for change in questions(rng, proof)]
        ends.update(end_of(places, one) for one in some)
    assert 2 * (ends[REACHED] + ends[HELD]) >= sum(ends.values()), ends
    assert ends[REACHED] > 100


def questions(rng, proof):
    """Yield other questions of which the certificate may speak."""
    nodes = proof.nodes
    yield {"leave_out": proof.leave_out + 1}
    yield {"groups": proof.groups[1:]}
    yield {"groups": (tuple(rng.sample(nodes, 2)),)}
    yield {"prizes": proof.prizes[1:]}
    yield {"prizes": tuple((v, 0) for v, _ in proof.prizes)}
    yield {"prizes": tuple((v, 0) for v in rng.sample(nodes, 2))}
    if not proof.closed:
        yield {"start": None}


def test_what_is_wrong_is_named():
    places = icosian.Places.from_matrix([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    proof = icosian.shortest_tour(places, groups=[[0, 1]]).proof
    proof.check(places)
    for change, why in (
        ({"groups": ((),)}, "a group is empty, or names a node twice"),
        ({"groups": ((0, 0),)}, "a group is empty, or names a node twice"),
        ({"groups": ((7,),)}, "is not a node"),
        ({"groups": (([],),)}, "is not a node"),
        ({"prizes": ((0, -1),)}, "two prizes, or one below 0"),
        ({"prizes": ((0, 1), (0, 2))}, "two prizes, or one below 0"),
        ({"prizes": ((0, 0.5),)}, "exact"),
        ({"leave_out": -1}, "a number of at least 0"),
        ({"leave_out": True}, "a number of at least 0"),
    ):
        refused(replace(proof, **change), places, why)


COMB = ((0, 1, 2), (0, 3), (1, 4), (2, 5))
TWINS = [(v, v + 6) for v in range(6)]


def test_a_comb_holds_where_both_parts_of_its_teeth_are_visited():
    places = icosian.Places([(v % 3, v // 3) for v in range(12)], "manhattan")
    proof = icosian.shortest_tour(places, groups=TWINS).proof
    wide = tuple((*part, *(v + 6 for v in part)) for part in COMB)
    replace(proof, families=(*proof.families, wide)).check(places)
    why = "both parts of a tooth are visited"
    refused(replace(proof, families=(*proof.families, COMB)), places, why)
    refused(replace(proof, families=(*proof.families, wide), groups=TWINS[1:]), places, why)


@pytest.mark.parametrize("directed", [False, True])
def test_no_cycle_that_visits_its_parts_crosses_a_comb_less(directed):
    rng, count = random.Random(0), 0
    for _ in range(60):
        groups = [{v} for v in range(6)]
        for v in (6, 7):
            rng.choice(groups).add(v)
        sides = [[groups[v] for v in part] for part in COMB]
        size = 8 * (1 + directed)
        teeth = [set().union(*side) for side in sides]
        # Some places that need not be visited move in and out, one port of them alone as well.
        teeth = [tooth | {v + 8 for v in tooth if directed} for tooth in teeth]
        teeth[0] ^= {v for v in range(size) if v % 8 > 5 and rng.random() < 0.5}
        family = tuple(tuple(sorted(part)) for part in teeth)
        rows = [{v: 1 for v in range(size) if v != u} for u in range(size)]
        allowances = [(frozenset(group), len(group) - 1) for group in groups]
        problem = SymmetricInstance(
            lengths=rows,
            required=frozenset(),
            unit=Fraction(1),
            is_doubled=directed,
            omissions=Omissions(dict.fromkeys(range(8), 0), 2 if directed else 3, allowances),
        )
        try:
            tours = PartialTours(problem, (family,), 1, 0, lambda *_: None)
        except InvalidProof:
            continue
        count += 1
        ((parts, crossings),) = tours._families
        assert crossings == 10
        for _ in range(200):
            chosen = [rng.choice(sorted(group)) for group in groups]
            chosen += [v for v in (6, 7) if v not in chosen and rng.random() < 0.5]
            rng.shuffle(chosen)
            around = [*chosen, chosen[0]]
            steps = [(u, v + 8 * directed) for u, v in pairwise(around)]
            steps += [(v, v + 8) for v in chosen if directed]
            assert sum((u in some) != (v in some) for some in parts for u, v in steps) >= 10
    assert count > 10


def test_a_bound_is_not_read_as_one_of_tours_of_all_places():
    places = icosian.Places.from_matrix([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    proof = icosian.shortest_tour(places, leave_out=1).proof
    assert proof.statement.leave_out == 1
    assert proof.statement.has_conditions
    assert proof.claim == (
        "No cycle that leaves out at most 1 of the other places is shorter than 2"
    )
    with pytest.raises(NoPseudoBooleanForm, match="leave out places"):
        proof.to_pseudo_boolean(places)


@pytest.mark.slow
def test_a_sentence_about_places_left_out_names_no_comb_and_no_tree():
    split = 0
    for seed in range(60):
        places, proof = certificate(seed)
        if proof is None:
            continue
        text = proof.explain()
        assert "comb" not in text
        assert "1-tree" not in text
        assert "a place that is left out pays instead of its edges" in text
        loops = [e for e in proof.tree if isinstance(e, tuple) and e[0] >= e[1]]
        if proof.tree and proof.tree[0] in loops:
            split += 1
            assert "first whether" in text
            assert "is left out" in text.partition("first whether")[2]
        proof.check(places)
    assert split
