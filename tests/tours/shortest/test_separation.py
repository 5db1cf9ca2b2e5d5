"""Separation: sets and combs that points violate, and rounded duals."""

import itertools
from unittest import mock

import naive
import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from scipy.optimize import linprog
from together import examples

from icosian.tours.instance import Visits
from icosian.tours.shortest.relaxation.linear_program import FamilyLists
from icosian.tours.shortest.relaxation.separation import (
    AWAY,
    NodeSets,
    PartialTour,
    Support,
    borders,
    separate,
    separate_from_root,
)
from tests.tours.shortest.cases import arrays, check, covers

# Separation: every family is well formed and violated, and few are missed


COMB_OF_BOTH_SEARCHES = dict.fromkeys([(2, 3), (5, 6), (0, 1)], 1.0) | dict.fromkeys(
    [(2, 4), (4, 5), (0, 6), (1, 3), (2, 5), (3, 6), (0, 4), (1, 4)], 0.5
)


@example((7, COMB_OF_BOTH_SEARCHES))
@given(covers(14))
def test_every_family_is_well_formed_and_violated_and_the_worst_is_first(point):
    size, values = point
    found = separate(Support(size, *arrays(values)), np.arange(size), [])
    assert len(set(found)) == len(found)
    violations = [round(check(size, values, family), 5) for family in found]
    assert [v for v, f in zip(violations, found, strict=True) if len(f) == 1] == sorted(
        (v for v, f in zip(violations, found, strict=True) if len(f) == 1), reverse=True
    )
    assert found == separate(Support(size, *arrays(values)), np.arange(size), [])


@given(covers(12, tours=True))
def test_means_of_tours_violate_nothing(point):
    size, values = point
    assert separate(Support(size, *arrays(values)), np.arange(size), []) == []


@pytest.mark.slow
@example(7, 42)
@given(st.integers(6, 8), st.integers(0, 10**6))
@examples(20)
@mock.patch.dict(separate.__globals__, COMBED=0)
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
        found = separate(Support(size, *arrays(values)), np.arange(size), known)
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
@mock.patch.dict(separate.__globals__, COMBED=0)
def test_triangles_joined_by_three_paths_violate_a_blossom(subdivided):
    triangles = map(itertools.combinations, ((0, 1, 2), (3, 4, 5)), (2, 2))
    values = dict.fromkeys(itertools.chain(*triangles), 0.5)
    for v in range(3):
        path = (v, 6 + v, 3 + v) if subdivided else (v, 3 + v)
        values |= dict.fromkeys(itertools.pairwise(path), 1.0)
    size = 9 if subdivided else 6
    found = separate(Support(size, *arrays(values)), np.arange(size), [])
    tooth = 6 if subdivided else 3
    assert ((0, 1, 2), (0, tooth), (1, tooth + 1), (2, tooth + 2)) in found
    assert all(check(size, values, family) == pytest.approx(1) for family in found)


@given(covers())
def test_sets_to_split_on_are_crossed_about_three_times(case):
    size, values = case
    found = borders(Support(size, *arrays(values)), np.arange(size), [], 4)
    assert len(found) <= 4
    away = [abs(naive.crossed(values, set(nodes)) - 3) for (nodes,) in found]
    assert all(some <= AWAY for some in away)
    assert away == sorted(away, key=lambda some: round(some, 2))
    assert all(3 <= len(nodes) <= size / 2 for (nodes,) in found)


# Lists of sets of nodes, against lists of tuples


SIZE = 9
SETS = st.lists(st.sets(st.integers(0, SIZE - 1), min_size=1), max_size=8).map(
    lambda sets: [tuple(sorted(nodes)) for nodes in sets]
)


@given(SETS)
def test_sets_come_back_from_members_and_rows(sets):
    matrix = np.zeros((len(sets), SIZE), bool)
    for row, nodes in zip(matrix, sets, strict=True):
        row[list(nodes)] = True
    assert NodeSets.of(sets).tuples() == NodeSets.rows(matrix).tuples() == sets


@given(SETS, SETS, st.data())
def test_joining_and_taking_keep_the_order(first, second, data):
    joined = NodeSets.joined((NodeSets.of(first), NodeSets.of(second)))
    assert joined.tuples() == first + second
    if sets := first + second:
        chosen = data.draw(st.lists(st.integers(0, len(sets) - 1)))
        assert joined.take(np.array(chosen, np.int64)).tuples() == [sets[k] for k in chosen]


@given(SETS)
def test_a_set_and_its_complement_are_one(sets):
    keys = np.random.default_rng(1).integers(1, 1 << 62, SIZE)
    full = set(range(SIZE))
    sides = [frozenset((frozenset(s), frozenset(full - set(s)))) for s in sets]
    assert len(NodeSets.of(sets).distinct(keys).lengths) == len(set(sides))
    smaller = NodeSets.of(sets).smaller(SIZE).tuples()
    assert all(2 * len(nodes) <= SIZE for nodes in smaller)
    assert sorted(map(sorted, smaller)) == sorted(
        sorted(min(map(set, (s, full - set(s))), key=len)) for s in sets
    )


@given(SETS)
def test_each_node_lists_the_sets_that_have_it(sets):
    expected = [tuple(k for k, s in enumerate(sets) if v in s) for v in range(SIZE)]
    assert NodeSets.of(sets).at_nodes(SIZE).tuples() == expected


@given(st.lists(st.lists(st.integers(0, 4), min_size=5, max_size=5), min_size=1, max_size=3))
def test_classes_of_labels(rows):
    expected = [
        tuple(v for v in range(5) if row[v] == label) for row in rows for label in sorted({*row})
    ]
    assert NodeSets.classes(np.array(rows)).tuples() == expected


# Reduced costs, against sums over sets


EIGHT = 8
PAIRS = list(itertools.combinations(range(EIGHT), 2))
NODES = st.sets(st.integers(0, EIGHT - 1), min_size=1, max_size=5).map(lambda s: tuple(sorted(s)))
FAMILIES = st.lists(st.lists(NODES, min_size=1, max_size=4).map(tuple), max_size=6)


def common(family, u, v):
    return sum(u in nodes and v in nodes for nodes in family)


@given(FAMILIES, st.data(), st.sampled_from([float, int]))
def test_reduced_costs_are_lengths_less_potentials_and_borders_crossed(families, data, kind):
    numbers = st.integers(0, 9).map(kind)
    lengths, potentials = (
        data.draw(st.lists(numbers, min_size=k, max_size=k)) for k in (len(PAIRS), EIGHT)
    )
    multipliers = data.draw(st.lists(numbers, min_size=len(families), max_size=len(families)))
    matrix = np.zeros((EIGHT, EIGHT), np.int64)
    for (u, v), length in zip(PAIRS, lengths, strict=True):
        matrix[u, v] = matrix[v, u] = length
    lists, dtype = FamilyLists(EIGHT, families), np.array([kind(0)]).dtype
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


def test_two_cycles_are_cut_apart_where_each_alone_might_be_a_tour():
    ways = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    tails, heads = np.array(ways + [(v, v) for v in range(9)], np.int32).T
    values = np.repeat((1.0, 0.0, 1.0), (6, 6, 3))
    visits = Visits(allowances=((frozenset(range(9)), 6),))
    point = PartialTour(9, tails, heads, values, visits)
    for rank, root in (0, 0), (5, 5):
        family = separate_from_root(point, frozenset(), rank)[0]
        assert family[1:] == ((root,),)
        assert {*family[0]} == ({3, 4, 5} if root < 3 else {0, 1, 2})
