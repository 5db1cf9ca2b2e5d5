"""What bounds by potentials and families have in common: their form, and what is wrong with it."""

import json
from fractions import Fraction
import math
import pickle
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from test_longest_bound import BOW, LONGEST
from test_lower_bound import ONE as LOWER, SQUARE
from together import together
from true_certificates import refused

from icosian import InvalidProof, Proof

BOUNDS = [(LOWER, SQUARE), (LONGEST, BOW)]
"""Bounds of shortest and of longest tours with the graphs that they are about."""
every_bound = together(("proof", "G"), BOUNDS)


@every_bound
@together(
    ("change", "why"),
    [
        ({"nodes": (0, 1, 2)}, "not those of the graph"),
        ({"nodes": (0, 1, 2, 3, 4, 5)}, "not those of the graph"),
        ({"nodes": (0, 1, 2, 3, 3)}, "listed twice"),
        ({"nodes": (0, 1, 2, [])}, "cannot be a node"),
        ({"nodes": ()}, "not those of the graph"),
        *(({"scale": scale}, "scale must be positive") for scale in (0, -1)),
        *(({"scale": scale}, "integers") for scale in (1.0, True)),
        ({"scale": 10**1000}, "1,000 digits"),
        *(({"bound": bound}, "exact") for bound in (6.0, math.inf, None, True, np.int64(6))),
        ({"bound": 10**1000}, "1,000 digits"),
        ({"start": 0}, "names none"),
        *(({"tree": tree}, "left out") for tree in ((), ((0, 1), 0))),
        *(({"tree": tree}, "more cases") for tree in ((0, 0), ((0, 1), 0, 0, 0))),
        *(({"tree": (leaf,)}, "names no weights") for leaf in (2, -1, False, None)),
        *(({"tree": (split, 0, 0)}, "on an edge or on a set") for split in ((), (0, 1, 2))),
        *(
            ({"tree": (split, 0, 0)}, "not an edge")
            for split in ((0, 6), (-1, 0), (-1, -1), (-2, 3), (6, 7), (7, 7))
        ),
        ({"tree": ((0, True), 0, 0)}, "integers"),
        ({"tree": ((0, 1), (0, 1), 0, 0, 0)}, "split twice"),
        ({"tree": ((0, 1), (1, 0), 0, 0, 0)}, "split twice"),
        ({"families": (((),),)}, "some nodes"),
        ({"families": (((0, 1, 1),),)}, "listed twice"),
        *(({"families": (((0, v),),)}, "not the number of a node") for v in (7, -1, True)),
    ],
)
def test_what_is_wrong_is_named(proof, G, change, why):
    refused(replace(proof, **change), G, why)


@every_bound
@together(
    ("weights", "why"),
    [
        *(
            ({"potentials": (0,) * n}, f"{n} potentials for {m} nodes")
            for n, m in ((3, "[45]"), (6, "[45]"), (10, "[45]"))
        ),
        ({"families": ((0, 0),)}, "must be positive"),
        ({"families": ((0, -1),)}, "must be positive"),
        ({"families": ((0, 1.0),)}, "integers"),
        ({"families": ((0, True),)}, "integers"),
        ({"families": ((2, 1),)}, "no family"),
        ({"families": ((-1, 1),)}, "no family"),
        ({"families": ((0, 1), (0, 1))}, "weighed twice"),
    ],
)
def test_what_is_wrong_with_weights_is_named(proof, G, weights, why):
    refused(replace(proof, weights=(replace(proof.weights[0], **weights),)), G, why)


@every_bound
@together(
    ("number", "why"),
    [
        *((number, "integers") for number in (1.0, True, np.int64(1), Fraction(1))),
        (10**1000, "1,000 digits"),
    ],
)
def test_a_potential_is_an_integer(proof, G, number, why):
    weights = replace(proof.weights[0], potentials=(number,) * len(G))
    refused(replace(proof, weights=(weights,)), G, why)


@every_bound
def test_bounds_survive_text_and_pickling(proof, G):
    for one in (proof, replace(proof, tree=((0, 2), 1, 0))):
        for again in (Proof.from_json(one.to_json()), pickle.loads(pickle.dumps(one))):
            assert again == one
            assert hash(again) == hash(one)
            assert again.explain() == one.explain()
    H = nx.relabel_nodes(G, lambda v: frozenset({v}))
    named = replace(proof, nodes=tuple(map(frozenset, zip(proof.nodes))))
    named.check(H)
    assert Proof.from_json(named.to_json(H), H) == named
    with pytest.raises(InvalidProof, match="needs the graph"):
        named.to_json()


@every_bound
@together(
    "change",
    [
        *({"scale": junk} for junk in (True, 1.0, "1", None, 0, -1, [1], 10**1000)),
        *({"bound": junk} for junk in (True, 6.0, "six", None, "1/0", [6], {"place": 0})),
        *({"weight": junk} for junk in (5, True, ["weight"], "line\nbreak")),
        *({"nodes": junk} for junk in (None, 4, "0123", {"0": 1}, [{"middle": [0]}])),
        *({"families": junk} for junk in (None, [0], [[0]], [[[0, True]]], [[[0, 1.0]]], [["01"]])),
        *({"tree": junk} for junk in (None, 0, [None], [True], [[]], [[0, 1, 2]], [2], [-1])),
        *({"tree": junk} for junk in ([0.0], ["0"], [[0, True], 0, 0], [[0, None], 0, 0])),
        *({"weights": junk} for junk in (None, [], [None], [[]], {"potentials": []})),
        *({"weights": [{"potentials": junk}]} for junk in (None, [True], [1.5], ["1"], [None])),
        *(
            {"weights": [{"potentials": [0] * 4, "families": [junk]}]}
            for junk in ([0, 0], [0, -1], [2, 1], [0, 1, 1])
        ),
        {"weights": [{"potentials": [0] * 4, "more": 1}]},
        {"root": {"potentials": [10**1000] * 4}},
        {"root": 5},
        {"shorter_than": 6},
        {"longer_than": 6},
        {"positions": [["a", "1"]]},
        {"tour": [0, 1, 2, 3]},
    ],
)
def test_hostile_text_is_refused_as_it_is_read(proof, G, change):
    payload = json.loads(proof.to_json())
    Proof.from_json(json.dumps(payload)).check(G)
    with pytest.raises(InvalidProof):
        Proof.from_json(json.dumps(payload | change))


@every_bound
@together("field", ["nodes", "families", "weights", "tree", "root", "bound", "scale"])
@together("deep", ["[" * 10**5 + "]" * 10**5, "9" * 5000, "[" * 500 + "]" * 500])
def test_text_that_is_deep_or_of_huge_numbers_is_refused(proof, G, field, deep):
    payload = json.loads(proof.to_json()) | {field: "here"}
    with pytest.raises(InvalidProof):
        Proof.from_json(json.dumps(payload).replace('"here"', deep))
