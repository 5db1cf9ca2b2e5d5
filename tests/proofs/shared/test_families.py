"""Families of borders: every cycle crosses them as often as is claimed."""

from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import InvalidProof
from icosian.proofs.relaxations import borders


def cycles(size):
    """Return the edges of every cycle on nodes 0..size - 1."""
    orders = ((0, *order) for order in permutations(range(1, size)))
    return [list(zip(order, order[1:] + order[:1], strict=True)) for order in orders]


CYCLES = {size: cycles(size) for size in range(3, 8)}


def crossings(family, cycle):
    """Count how often a cycle crosses the borders of all sets of a family."""
    return sum((u in part) != (v in part) for part in map(set, family) for u, v in cycle)


def fewest(family, size):
    return min(crossings(family, cycle) for cycle in CYCLES[size])


@pytest.mark.parametrize("size", CYCLES)
@given(st.integers(0, 2**32).map(Random))
def test_no_cycle_crosses_a_family_less_often_than_is_claimed(size, random):
    if random.random() < 0.3:
        family = (tuple(random.sample(range(size), random.randint(0, size))),)
    else:
        nodes = random.sample(range(size), size)
        cuts = sorted(random.sample(range(size + 1), random.randint(2, min(6, size))))
        teeth = [tuple(nodes[a:b]) for a, b in pairwise(cuts)]
        if random.random() < 0.2:
            teeth.append(tuple(random.sample(range(size), 2)))
        family = (tuple(random.sample(range(size), random.randint(0, size))), *teeth)
    try:
        sides, least = borders(family, size)
    except InvalidProof:
        return
    assert fewest(family, size) >= least
    assert fewest([tuple(side) for side in sides], size) >= least
    for part, side in zip(family, sides, strict=True):
        assert side in (set(part), set(range(size)) - set(part))
        assert 2 * len(side) <= size


@together("size", CYCLES)
def test_every_set_of_some_nodes_is_crossed_twice(size):
    for count in range(1, size):
        part = tuple(range(count))
        assert borders((part,), size).crossings == 2 == fewest((part,), size)
    for part in ((), tuple(range(size))):
        with pytest.raises(InvalidProof, match="some nodes, but not all"):
            borders((part,), size)


@together("handle", [(0, 2, 4), (1, 2, 5), (0, 2, 4, 6), (1, 3, 5)])
@together("teeth", [((0, 1), (2, 3), (4, 5)), ((0, 1, 6), (2, 3), (4, 5))])
def test_a_comb_of_three_teeth_is_crossed_ten_times(handle, teeth):
    family = (handle, *teeth)
    assert borders(family, 7).crossings == 10 == fewest(family, 7)


def test_a_comb_of_five_teeth_is_crossed_sixteen_times():
    teeth = [(2 * k, 2 * k + 1) for k in range(5)]
    family = (tuple(range(0, 10, 2)), *teeth)
    assert borders(family, 10).crossings == 16
    around = [0, 1, 3, 2, 4, 5, 7, 6, 8, 9]
    assert crossings(family, list(zip(around, around[1:] + around[:1], strict=True))) == 16
    random = Random(1)
    for _ in range(500):
        around = random.sample(range(10), 10)
        assert crossings(family, list(zip(around, around[1:] + around[:1], strict=True))) >= 16


COMB = ((0, 2, 4), (0, 1), (2, 3), (4, 5))


@together(
    ("family", "why"),
    [
        ((), "odd number of teeth"),
        (COMB[:2], "odd number of teeth"),
        (COMB[:3], "odd number of teeth"),
        ((*COMB, (6, 7)), "odd number of teeth"),
        ((*COMB[:3], (3, 4)), "share a node"),
        ((*COMB[:3], (0, 1)), "share a node"),
        ((COMB[0], (0, 1), (2, 3), (4, 5), (6, 7), (1, 6)), "share a node"),
        ((), "odd"),
        (((), *COMB[1:]), "in part"),
        ((tuple(range(8)), *COMB[1:]), "in part"),
        ((*COMB[:3], ()), "in part"),
        ((*COMB[:3], (4,)), "in part"),
        ((*COMB[:3], (5,)), "in part"),
        ((*COMB[:3], (5, 6)), "in part"),
        ((*COMB[:3], tuple(range(8))), "share a node"),
        ((*COMB[:3], (4, 5, 4)), "listed twice"),
        (((0, 2, 4, 0), *COMB[1:]), "listed twice"),
        (((0, 2, 8), *COMB[1:]), "not the number"),
        (((0, 2, -4), *COMB[1:]), "not the number"),
        (((0, 2, 4.0), *COMB[1:]), "not the number"),
        (((0, 2, True), *COMB[1:]), "not the number"),
    ],
)
def test_what_is_neither_set_nor_comb_is_refused(family, why):
    with pytest.raises(InvalidProof, match=why):
        borders(family, 8)


def test_even_combs_and_combs_of_one_tooth_would_be_false():
    two = ((0, 2), (0, 1), (2, 3))
    assert fewest(two, 6) == 6 < 3 * 2 + 1
    one = ((0, 2), (0, 1))
    assert fewest(one, 6) == 4 == 3 * 1 + 1
