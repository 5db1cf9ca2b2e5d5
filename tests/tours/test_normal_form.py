"""The normal form: its cycles are the tours, and they come back as tours."""

import numpy as np
import pytest

from icosian.tours.normal_form import ring


@pytest.mark.parametrize("n", [3, 4, 100])
def test_a_ring_is_walked_from_its_edges_in_any_order(n):
    rng = np.random.default_rng(n)
    around = rng.permutation(n)
    edges = np.column_stack((around, np.roll(around, 1)))[rng.permutation(n)]
    walk = ring(edges)
    pairs = {frozenset(pair) for pair in zip(walk.tolist(), np.roll(walk, 1).tolist(), strict=True)}
    assert pairs == {frozenset(pair) for pair in edges.tolist()}
