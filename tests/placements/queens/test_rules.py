"""Conditions on queens: arguments, theorems, symmetries."""

import itertools
import math

import pytest
from naive import attack, queens_by_permutation
from together import together

from icosian import (
    InvalidArgument,
    NoPlacement,
    all_queens,
    count_queens,
    has_unique_queens,
    queens,
)


@together("n", range(1, 8))
def test_tori_without_a_placement_are_those_whose_side_has_a_factor_2_or_3(n):
    assert bool(list(queens_by_permutation(n, periodic=True))) == (math.gcd(n, 6) == 1)
    if math.gcd(n, 6) == 1:
        placement = queens(n, periodic=True)
        assert not any(attack(a, b, side=n) for a, b in itertools.combinations(placement, 2))
    else:
        with pytest.raises(NoPlacement, match="torus"):
            queens(n, periodic=True)


@pytest.mark.parametrize("n", [1000, 10**6, 10**45])
def test_a_torus_is_hopeless_whatever_its_size(n):
    with pytest.raises(NoPlacement, match="factor 2 or 3"):
        queens(n, periodic=True)


@together(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be an integer of at least 1, got 0"),
        ({"n": -3}, "at least 1, got -3"),
        ({"n": 2.5}, "at least 1, got 2.5"),
        ({"n": True}, "at least 1, got True"),
        ({"n": "8"}, "at least 1, got '8'"),
        ({"n": 8, "fixed": ["a1", "b2"]}, "fixed queens on b2 and a1 attack each other"),
        ({"n": 8, "fixed": "a1"}, "fixed is a list of squares, got 'a1'"),
        ({"n": 8, "fixed": [(8, 0)]}, r"\(8, 0\) is not on the 8 x 8 board"),
        ({"n": 8, "forbid": 7}, "forbid is a list of squares, got 7"),
        ({"n": 8, "fixed": ["c3"], "forbid": ["c3"]}, "c3 is both fixed and forbidden"),
        ({"n": 8, "periodic": 1}, "periodic must be True or False, got 1"),
        ({"n": 2, "regions": {(0, 0): 1}}, "must cover the board: b2 is in none"),
        ({"n": 3, "regions": "aab\nbbc"}, "must cover the board: 3 rows of 3 labels"),
        ({"n": 3, "regions": "aab\nbb\nccc"}, "line 2: every row must have as many squares"),
        ({"n": 3, "regions": "aab\nbbb\naaa"}, "3 queens need 3 regions, got 2"),
        ({"n": 2, "regions": [[[], []], [[], []]]}, "label must be hashable"),
        ({"n": 2, "regions": 5}, "regions is a text or rows"),
        ({"n": 5, "regions": "abcde " * 5, "periodic": True}, "not for periodic"),
        ({"n": 5, "regions": "abcde " * 5, "fixed": ["a1", "a3"]}, "break the rules"),
    ],
)
def test_bad_arguments_are_refused_with_the_value_and_the_rule(arguments, message):
    for function in (queens, all_queens, count_queens, has_unique_queens):
        with pytest.raises(InvalidArgument, match=message):
            function(**arguments)


def test_too_large_boards_are_refused_before_any_work():
    with pytest.raises(InvalidArgument, match="searched up to n = 62, got 63"):
        all_queens(63)
    with pytest.raises(InvalidArgument, match="searched up to n = 62"):
        queens(100, fixed=[(0, 0)])
    with pytest.raises(InvalidArgument, match="counted up to n = 31, got 32"):
        count_queens(32)
