"""Bounds of integers: true, whatever the weights are."""

import random
from itertools import pairwise

import numpy as np
from hypothesis import given, strategies as st
from icosian.tours.longest.branching import Dual
from tours.longest.networks import best_value, network_of, random_graph

from icosian.tours.longest.network import SCALES, Case, Weights, bound, rounded, simple


@given(st.integers(0, 10**6))
def test_any_weights_give_a_bound(seed):
    rng = random.Random(seed)
    G = random_graph(rng, directed=rng.random() < 0.5, most=5)
    question = {"closed": rng.random() < 0.5}
    weight = rng.choice((None, "weight"))
    network = network_of(G, weight=weight, **question)
    best = best_value(G, weight=weight, **question)
    least = -99 if best is None else best - 1
    if best is None or (part := network.part(Case(), least)) is None:
        return
    ports = {p: rng.randint(-9, 3) for p in range(network.size * (1 + network.directed))}
    families = tuple(
        (tuple(rng.sample(range(network.size), 2)), rng.randint(1, 5))
        for _ in range(0 if network.directed else 3)
    )
    weights = Weights(rng.choice((1, 2, 12)), ports, families)
    single = 0 if not network.directed and network.home is not None else -99
    assert max(single, bound(network, part, weights)) >= best
    assert max(single, bound(network, part, simple(network))) >= best
    assert bound(network, part, weights.times(5)) <= bound(network, part, weights)


def test_duals_are_rounded_at_a_scale():
    dual = Dual(np.array([0.5, -0.26, 0.0]), ((0, 1), (1, 2)), np.array([0.25, 0.01]))
    assert rounded(dual, 2) == Weights(2, {0: 1, 1: -1}, ())
    assert rounded(dual, 12) == Weights(12, {0: 6, 1: -3}, (((0, 1), 3),))
    assert all(b % a == 0 for a, b in pairwise(SCALES))
