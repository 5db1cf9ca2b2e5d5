"""Reduced costs, against sums over sets."""

import itertools

import numpy as np
from hypothesis import given, strategies as st

from icosian.tours.shortest.relaxation.linear_program import FamilyLists

SIZE = 8
PAIRS = list(itertools.combinations(range(SIZE), 2))
NODES = st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=5).map(lambda s: tuple(sorted(s)))
FAMILIES = st.lists(st.lists(NODES, min_size=1, max_size=4).map(tuple), max_size=6)


def common(family, u, v):
    return sum(u in nodes and v in nodes for nodes in family)


@given(FAMILIES, st.data(), st.sampled_from([float, int]))
def test_reduced_costs_are_lengths_less_potentials_and_borders_crossed(families, data, kind):
    numbers = st.integers(0, 9).map(kind)
    lengths, potentials = (
        data.draw(st.lists(numbers, min_size=k, max_size=k)) for k in (len(PAIRS), SIZE)
    )
    multipliers = data.draw(st.lists(numbers, min_size=len(families), max_size=len(families)))
    matrix = np.zeros((SIZE, SIZE), np.int64)
    for (u, v), length in zip(PAIRS, lengths, strict=True):
        matrix[u, v] = matrix[v, u] = length
    lists, dtype = FamilyLists(SIZE, families), np.array([kind(0)]).dtype
    potentials, multipliers = np.array(potentials, dtype), np.array(multipliers, dtype)
    nodes = [
        p + sum(z * sum(v in s for s in own) for z, own in zip(multipliers, families, strict=True))
        for v, p in enumerate(potentials)
    ]
    both = lists.pair_weights(multipliers, *np.array(PAIRS, np.int32).T)
    for (u, v), inside in zip(PAIRS, both.tolist(), strict=True):
        assert inside == sum(
            z * common(family, u, v) for z, family in zip(multipliers, families, strict=True)
        )
        cost = 3 * matrix[u, v] - nodes[u] - nodes[v] + 2 * inside
        crossings = [sum((u in s) != (v in s) for s in family) for family in families]
        weight = sum(z * k for z, k in zip(multipliers, crossings, strict=True))
        assert cost == 3 * matrix[u, v] - potentials[u] - potentials[v] - weight
