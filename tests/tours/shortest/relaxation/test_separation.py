"""Separation: every family is well formed and violated, and few are missed."""

import itertools

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from scipy.optimize import linprog
from tours.shortest.points import arrays, check, covers

from icosian.tours.shortest.relaxation.separation import AWAY, borders, separate

COMB_OF_BOTH_SEARCHES = dict.fromkeys([(2, 3), (5, 6), (0, 1)], 1.0) | dict.fromkeys(
    [(2, 4), (4, 5), (0, 6), (1, 3), (2, 5), (3, 6), (0, 4), (1, 4)], 0.5
)


@example((7, COMB_OF_BOTH_SEARCHES))
@given(covers(14))
def test_every_family_is_well_formed_and_violated_and_the_worst_is_first(point):
    size, values = point
    found = separate(size, *arrays(values), np.arange(size), [])
    assert len(set(found)) == len(found)
    violations = [round(check(size, values, family), 5) for family in found]
    assert [v for v, f in zip(violations, found, strict=True) if len(f) == 1] == sorted(
        (v for v, f in zip(violations, found, strict=True) if len(f) == 1), reverse=True
    )
    assert found == separate(size, *arrays(values), np.arange(size), [])


@given(covers(12, tours=True))
def test_means_of_tours_violate_nothing(point):
    size, values = point
    assert separate(size, *arrays(values), np.arange(size), []) == []


@pytest.mark.slow
@given(st.integers(6, 8), st.integers(0, 10**6))
@settings(max_examples=20)
def test_cutting_planes_end_where_no_set_and_no_comb_of_pairs_is_violated(size, seed):
    rng = np.random.default_rng(seed)
    pairs = np.array(list(itertools.combinations(range(size), 2)), np.int32)
    lengths = rng.integers(1, 30, len(pairs))
    degrees = np.array([(pairs == v).any(axis=1) for v in range(size)], float)
    rows, known = np.zeros((0, len(pairs))), []
    while True:
        demands = [2 if len(f) == 1 else 3 * len(f) - 2 for f in known]
        x = linprog(
            lengths,
            A_ub=-rows if known else None,
            b_ub=-np.array(demands) if known else None,
            A_eq=degrees,
            b_eq=np.full(size, 2),
            bounds=(0, 1),
        ).x
        used = np.flatnonzero(x > 1e-9)
        values = dict(zip(map(tuple, pairs[used].tolist()), x[used].tolist(), strict=True))
        found = separate(size, *arrays(values), np.arange(size), known)
        if not found:
            break
        for family in found:
            check(size, values, family)
            row = [sum((u in s) != (v in s) for s in map(set, family)) for u, v in pairs.tolist()]
            rows = np.vstack((rows, row))
        known += found
    assert naive.violated_sets(size, values, least=1e-3) == []
    assert naive.violated_combs_of_pairs(size, values, least=2e-3) == []


@pytest.mark.parametrize("subdivided", [False, True])
def test_triangles_joined_by_three_paths_violate_a_blossom(subdivided):
    triangles = map(itertools.combinations, ((0, 1, 2), (3, 4, 5)), (2, 2))
    values = dict.fromkeys(itertools.chain(*triangles), 0.5)
    for v in range(3):
        path = (v, 6 + v, 3 + v) if subdivided else (v, 3 + v)
        values |= dict.fromkeys(itertools.pairwise(path), 1.0)
    size = 9 if subdivided else 6
    found = separate(size, *arrays(values), np.arange(size), [])
    tooth = 6 if subdivided else 3
    assert ((0, 1, 2), (0, tooth), (1, tooth + 1), (2, tooth + 2)) in found
    assert all(check(size, values, family) == pytest.approx(1) for family in found)


@given(covers())
def test_sets_to_split_on_are_crossed_about_three_times(case):
    size, values = case
    edges, weights = arrays(values)
    found = borders(size, edges, weights, np.arange(size), [], 4)
    assert len(found) <= 4
    away = [abs(naive.crossed(values, set(nodes)) - 3) for (nodes,) in found]
    assert all(some <= AWAY for some in away)
    assert away == sorted(away, key=lambda some: round(some, 2))
    assert all(3 <= len(nodes) <= size / 2 for (nodes,) in found)
