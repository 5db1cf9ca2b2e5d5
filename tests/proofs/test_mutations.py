"""True certificates that someone tampered with are refused, or true by luck."""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import fields, replace
from itertools import combinations, permutations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from mutations import (
    ARITHMETIC,
    HELD,
    altered,
    assert_most_reached,
    end_of,
    exists,
    holds,
    is_true,
    read,
    strangers,
    tampered,
    with_tour,
)
from naive import fewest_paths
from together import rounds
from true_certificates import TRUE, every_true_certificate, kind, named, refused

from icosian import InvalidArgument, InvalidProof, Proof
from icosian.exceptions import NoClausalForm, NoPseudoBooleanForm
from tests.proofs import test_bounds as bounds, test_lower_bound as lower, test_walks as walks

KINDS_OF_GRAPHS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
KINDS = sorted({kind(proof) for _, proof in TRUE.values()})
every_kind = pytest.mark.parametrize("name", KINDS)


def certificates(name):
    """Return the graphs and true certificates of a kind."""
    return [(G, proof) for G, proof in TRUE.values() if kind(proof) == name]


@pytest.mark.slow
@every_kind
def test_whatever_is_changed_what_holds_is_true(name):
    ends = Counter()
    for G, proof in certificates(name):
        ends += tampered(G, proof, is_true, Random(8))
    assert_most_reached(ends)


@pytest.mark.slow
@every_kind
def test_no_change_makes_a_certificate_hold_where_there_is_the_tour(name):
    ends, random = Counter(), Random(9)
    for G, proof in certificates(name):
        for _ in range(3):
            H = with_tour(G, proof, random)
            if H is not None:
                refused(proof, H, ARITHMETIC[name])
                ends += tampered(H, proof, is_true, random, times=rounds(15))
    assert_most_reached(ends)


@pytest.mark.slow
@every_kind
def test_no_certificate_survives_one_more_edge_that_makes_a_tour(name):
    ends = Counter()
    for G, proof in certificates(name):
        for u, v in permutations(G, 2) if G.is_directed() else combinations(G, 2):
            if not G.has_edge(u, v):
                H = G.copy()
                H.add_edge(u, v)
                end = end_of(proof, H)
                assert not (end == HELD and exists(H, proof)), (proof, u, v)
                ends[end] += 1
    assert_most_reached(ends)


BOUNDS = {
    "shortest": (
        lambda seed: lower.random_case(seed, KINDS_OF_GRAPHS[seed % 4])[::2],
        lower.is_true,
    ),
    "longest": (bounds.random_case, bounds.is_true),
    "covers": (bounds.random_cover_case, lambda proof, G: proof.bound <= fewest_paths(G)),
    "walks": (walks.random_walk_case, walks.is_true_of_walks),
    "streets": (walks.random_street_case, walks.is_true_of_streets),
}
"""By what is bounded: a random graph and a proof about it, and a slow obvious check."""


@pytest.mark.parametrize("name", BOUNDS)
@given(st.integers(0, 2**32))
def test_whatever_is_changed_a_bound_that_holds_is_true(name, seed):
    make, is_true = BOUNDS[name]
    G, proof = make(seed)
    proof.check(G, **named(proof))
    for wrong in altered(proof, Random(seed), 25):
        with suppress(InvalidArgument):  # no edge has another attribute
            assert not holds(wrong, G, **named(wrong)) or is_true(wrong, G), wrong


@every_true_certificate
def test_a_certificate_of_one_kind_is_none_of_another(G, proof):
    payload = json.loads(proof.to_json())
    for other in sorted(Proof._kinds):
        if other != kind(proof):
            wrong = read({**payload, "kind": other})
            assert wrong is None or not holds(wrong, G)


@pytest.mark.slow
@every_true_certificate
def test_nothing_in_a_certificate_may_be_unknown(G, proof):
    for mutant in strangers(json.loads(proof.to_json())):
        wrong = read(mutant)
        assert wrong is None or not holds(wrong, G), mutant


@every_true_certificate
def test_every_node_of_a_certificate_is_compared_with_the_graph(G, proof):
    for missing in G:
        H = G.copy()
        H.remove_node(missing)
        assert not holds(proof, H) or f" {missing}" in proof.claim or not exists(H, proof)


@every_kind
def test_a_part_of_another_form_is_refused_or_of_no_use(name):
    G, proof = certificates(name)[0]
    strange = ["ab", 0, None, (0,), ((0,),), ((),), (("ab",),), ("ab",), ((0,) * 5,), (None,)]
    for field, value in product(fields(proof), strange):
        changed = replace(proof, **{field.name: value})
        for does in (changed.check, changed.to_lrat, changed.to_pseudo_boolean):
            with suppress(InvalidProof, NoClausalForm, NoPseudoBooleanForm):
                does(G)
