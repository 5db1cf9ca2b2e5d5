"""Reaches: as small as a proof allows, and no proof is lost by them."""

from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st

from icosian import traveling_salesman
from icosian.exceptions import InvalidProof
from icosian.routes import rounds
from icosian.routes.rounds import _cover


@given(st.integers(0, 2**32))
def test_of_each_pair_one_reach_is_large_enough(seed):
    random = Random(seed)
    n = random.randint(1, 9)
    least = np.array([[random.choice((0, 1, 5, 9)) for _ in range(n)] for _ in range(n)])
    least = np.triu(least, 1) + np.triu(least, 1).T
    found = _cover(least.copy())
    assert all(max(found[i], found[j]) >= least[i, j] for i in range(n) for j in range(n))
    assert max(found) == least.max()


def grid(seed):
    random = Random(seed)
    G = nx.grid_2d_graph(15, 15)
    for *_, data in G.edges(data=True):
        data["weight"] = random.randint(1, 20)
    return G, random.sample(list(G), 25)


@pytest.mark.slow
@pytest.mark.parametrize("question", [{}, {"cycle": False}])
def test_reaches_are_much_shorter_than_the_longest_distances(question):
    G, stops = grid(1)
    proof = traveling_salesman(G, stops, **question).proof
    far = dict(nx.all_pairs_dijkstra_path_length(G))
    longest = max(far[u][v] for u in stops for v in stops)
    assert 3 * sum(proof.reaches) < longest * len(stops)


def test_a_proof_that_does_not_hold_gets_all_distances(monkeypatch):
    monkeypatch.setattr(rounds, "reaches", lambda problem, _: [0] * problem.instance.places)
    G, stops = grid(2)
    walk = traveling_salesman(G, stops)
    assert walk.is_shortest
    assert min(walk.proof.reaches) > 0
    walk.proof.check(G)


@pytest.mark.slow
def test_a_proof_that_never_holds_is_not_returned(monkeypatch):
    def refuse(*_, **__):
        raise InvalidProof("never")

    monkeypatch.setattr(rounds, "check_proof", refuse)
    with pytest.raises(InvalidProof, match="never"):
        traveling_salesman(*grid(3))
