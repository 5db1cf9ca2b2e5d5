"""The normal form: its cycles are the tours, and they come back as tours."""

import numpy as np
import pytest

from icosian.tours.instance import cycles, ring


@pytest.mark.parametrize("n", [3, 4, 100])
def test_a_ring_is_walked_from_its_edges_in_any_order(n):
    rng = np.random.default_rng(n)
    around = rng.permutation(n)
    edges = np.column_stack((around, np.roll(around, 1)))[rng.permutation(n)]
    walk = ring(edges)
    pairs = {frozenset(pair) for pair in zip(walk.tolist(), np.roll(walk, 1).tolist(), strict=True)}
    assert pairs == {frozenset(pair) for pair in edges.tolist()}


@pytest.mark.parametrize("directed", [False, True])
def test_cycles_are_walked_from_their_least_vertices(directed):
    rng = np.random.default_rng(7)
    parts = [rng.permutation(range(begin, 40, 4)).tolist() for begin in range(4)]
    if directed:
        parts[3:] = [parts[3][:2], parts[3][2:]]  # there and back
    arcs = np.array([(part[k - 1], v) for part in parts for k, v in enumerate(part)])
    expected = set()
    for part in parts:
        k = part.index(min(part))
        around = part[k:] + part[:k]
        expected.add(tuple(around))
        if not directed:
            expected.add((around[0], *around[:0:-1]))
    found = list(cycles(rng.permutation(arcs), directed=directed))
    assert len(found) == len(parts)
    assert set(map(tuple, found)) <= expected
    assert found == sorted(found)
