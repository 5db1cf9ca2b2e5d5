"""Lengths of points and least 1-trees of all pairs, compared with those of matrices."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import least_one_tree

from icosian import Places
from icosian._kernels import spaces as kernels
from icosian._run.clock import Clock
from icosian.tours.shortest.distances import KINDS
from icosian.tours.shortest.one_trees import Spaced, apart, least_of_all, nearest
from tests.tours.shortest.problems import both

NEARLY = {"euclidean", "haversine", "GEO", "GEOM"}
"""The distances of which kernels may compute one less."""
SPATIAL = [kind for kind in KINDS if "XRAY" not in kind]
ENDS = [{}, {"closed": False}, {"closed": False, "start": 0}, {"closed": False, "end": 2}]


def random_places(random, most):
    """Return places of some kind, some of them at the same spot."""
    kind, n = random.choice(SPATIAL), random.randint(4, most)
    side, axes = random.choice((3, 60)), KINDS[kind].axes or random.randint(1, 3)
    spots = [
        (random.randint(-side, side), *(random.randint(-8 * side, 8 * side) / 8 for _ in range(2)))
        for _ in range(n)
    ]
    return Places([spot[:axes] for spot in spots], kind), kind not in NEARLY


@given(st.integers(0, 2**32).map(Random), st.sampled_from(ENDS))
def test_lengths_are_those_of_the_matrix_or_a_unit_less(random, question):
    places, is_exact = random_places(random, 9)
    few, whole = both(places, **question)
    n, arrays = few.size, Spaced.of(few).arrays
    for u, v in combinations(range(n), 2):
        exact = int(whole.matrix[u, v])
        assert few.between(np.array([v]), np.array([u])) == [exact]
        if (u, v) not in few.required:
            found = kernels.length(*arrays, n, u, v)
            assert kernels.length(*Spaced.of(whole).arrays, n, u, v) == exact
            assert 0 <= exact - found <= (0 if is_exact else 1)
    assert whole.largest <= few.largest


@given(st.integers(0, 2**32).map(Random), st.sampled_from(ENDS), st.sampled_from((int, float)))
@settings(max_examples=20)
def test_least_one_trees_are_those_of_the_matrix(random, question, number):
    places, is_exact = random_places(random, 40)
    few, whole = both(places, **question)
    n, scale = few.size, random.choice((1, 3))
    high = scale * few.largest
    potentials = np.array([random.randint(-high, high) for _ in range(n)], number)
    found, expected = (least_of_all(some, potentials, scale, Clock()) for some in (few, whole))
    assert expected.bound - (0 if is_exact else scale * n) <= found.bound <= expected.bound
    assert len({tuple(sorted(e)) for e in found.pairs.tolist()}) == n
    assert np.bincount(found.pairs.reshape(-1), minlength=n).tolist() == found.degree.tolist()
    assert {tuple(sorted(e)) for e in found.pairs.tolist()} >= {*few.required}


@given(st.integers(0, 2**32).map(Random))
@settings(max_examples=20)
def test_least_one_trees_are_those_of_the_twin(random):
    spots = [(random.randint(0, 9), random.randint(0, 9)) for _ in range(6)]
    few, whole = both(Places(spots, "EUC_2D"))
    lengths = {e: int(whole.matrix[e]) for e in combinations(range(6), 2)}
    assert least_of_all(few, np.zeros(6, int), 1, Clock()).bound == least_one_tree(6, lengths)


@pytest.mark.parametrize("question", ENDS)
def test_candidates_of_points_are_as_near_as_those_of_the_matrix(question):
    for seed in range(20):
        few, whole = both(random_places(Random(seed), 30)[0], **question)
        nodes, near = np.arange(few.size)[:, None], nearest(few, 3)
        assert not (near == nodes).any()
        assert all(len({*row}) == len(row) for row in near.tolist())
        own, least = (np.sort(whole.between(nodes, some)) for some in (near, nearest(whole, 3)))
        assert (own <= least).all()
        among = apart(few, 3)
        assert not (among == nodes).any()
        assert set(among.reshape(-1).tolist()) <= set(range(-1, few.size))
