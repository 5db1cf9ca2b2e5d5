"""Walks that have the numbers of places: none is shorter, and no tour that has them is."""

from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from icosian.proofs.certificate import no_limit
from icosian.proofs.relaxations import PlaceOrder
from icosian.tours.instance import Order
from icosian.tours.shortest.relaxation.numbered_walks import Walks

FAR = 10**6


def length(steps, places, home):
    return sum(int(steps[a, b]) for a, b in pairwise([home, *places, home]))


def has_numbers(places, numbers):
    return all(k <= len(places) and places[k - 1] == v for k, v in numbers.items()) and all(
        v not in numbers.values() or numbers.get(k) == v for k, v in enumerate(places, 1)
    )


def walks(n, home, numbers, least):
    """Yield all walks with the numbers that never go to one place and straight back."""
    others = [v for v in range(n) if v != home]
    for size in range(max((least, 1, *numbers)), n):
        for places in product(others, repeat=size):
            steps = pairwise([home, *places, home])
            is_there_and_back = any(places[k] == places[k + 2] for k in range(size - 2))
            if not is_there_and_back and all(a != b for a, b in steps):
                yield from [places] * has_numbers(places, numbers)


@st.composite
def cases(draw):
    """Draw lengths, home, numbers, free places and how many places are visited at least."""
    n = draw(st.integers(3, 6))
    random = draw(st.randoms(use_true_random=False))
    home = random.randrange(n)
    others = random.sample([v for v in range(n) if v != home], n - 1)
    free = others[: random.randrange(n - 1)]
    least = n - 1 - len(free)
    stays = [v for v in others if v not in free]
    numbers = {k: stays[k - 1] for k in range(1, least + 1) if random.random() < 0.4}
    numbers = numbers or {1: stays[0]}
    steps = np.array([[random.randint(-9, 30) for _ in range(n)] for _ in range(n)])
    steps[np.eye(n, dtype=bool)] = FAR
    return steps, home, numbers, free, least


@pytest.mark.parametrize("kind", [np.int64, object])
@given(cases())
def test_the_least_walk_is_that_of_all_that_do_not_turn_back(kind, case):
    steps, home, numbers, free, least = case
    n = len(steps)
    stays = np.array([v not in free for v in range(n)])
    order = Order(np.zeros((n, n), bool), home, stays, numbers, least)
    found = Walks(order, steps.astype(kind))
    lengths = [length(steps, places, home) for places in walks(n, home, numbers, least)]
    assert bool(found) == bool(lengths)
    if kind is object:
        assert bool(Walks(order, steps.astype(object) * 10**400)) == bool(lengths)
    if lengths:
        assert found.least == min(lengths) == length(steps, found.least_walk(), home)


@given(cases())
def test_all_tours_with_the_numbers_are_longer_only_where_each_one_is(case):
    steps, home, numbers, free, least = case
    n = len(steps)
    others = [v for v in range(n) if v != home]
    tours = [
        places
        for size in range(least, n)
        for places in permutations(others, size)
        if {*others} - {*places} <= {*free} and has_numbers(places, numbers)
    ]
    shortest = min(length(steps, places, home) for places in tours)
    for unit in (1, 10**400):  # no float holds so much
        rests = [{n + v: unit * int(steps[u, v]) for v in range(n)} for u in range(n)]
        order = PlaceOrder(n, home, (), numbers, free)
        assert not order.excludes(rests, ())
        assert order.are_longer(rests, (), unit * shortest - 1, no_limit)
        assert not order.are_longer(rests, (), unit * shortest, no_limit)
