import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given, strategies as st
from naive import as_printed

from icosian import InvalidArgument
from icosian._arrays.weights import FARTHEST, Unit, kind_of, power_of_ten


@pytest.mark.parametrize(
    ("longest", "unit"),
    [
        (Fraction(0), Fraction(1)),
        (Fraction(1), Fraction(1, 10**8)),
        (Fraction(999_999_999), Fraction(1)),
        (Fraction(10**12), Fraction(10**4)),
        (Fraction(1, 10**400), Fraction(1, 10**408)),
    ],
)
def test_the_longest_of_rounded_lengths_has_nine_digits(longest, unit):
    assert power_of_ten(longest) == unit


def test_sums_have_the_type_of_the_terms_and_mixed_ones_the_less_exact():
    assert kind_of([]) is int
    assert kind_of([int, Decimal]) is Decimal
    assert kind_of([Fraction, Decimal]) is Fraction
    assert kind_of([float, Decimal, Fraction]) is float


@given(st.fractions() | st.floats(-1e308, 1e308).map(Fraction))
def test_a_float_is_rounded_down_where_that_is_asked(exact):
    unit = Unit(size=Fraction(1), kind=float)
    nearest, down = unit.number(exact), unit.number(exact, down=True)
    assert nearest == float(exact)
    assert as_printed(down) <= exact
    assert down == nearest or as_printed(nearest) > exact


def test_numbers_beyond_floats_are_infinite_and_rounded_down_the_largest_float():
    unit = Unit(size=Fraction(10**400), kind=float)
    assert (unit.number(1), unit.number(-1)) == (math.inf, -math.inf)
    assert (unit.number(1, down=True), unit.number(-1, down=True)) == (FARTHEST, -math.inf)


def test_decimals_stay_exact_beyond_the_precision_of_the_context():
    unit = Unit(size=Fraction(1, 10**40), kind=Decimal)
    assert unit.number(10**40 + 1) == Decimal("1." + "0" * 39 + "1")

    huge = Unit(size=Fraction(1), kind=Decimal)
    assert huge.number(10**5000) == Decimal("1e5000")


def test_a_common_denominator_of_many_primes_is_refused():
    with pytest.raises(InvalidArgument, match="prizes have no bearable common denominator"):
        Unit.of([Fraction(1, 2**k + 1) for k in range(2000)], "prizes")


NUMBERS = (
    st.integers(-(10**20), 10**20)
    | st.integers(-(10**6), 10**6).map(lambda k: k / 1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(allow_nan=False, allow_infinity=False, min_value=-9, max_value=9)
    | st.fractions(max_denominator=99)
)


@given(st.lists(NUMBERS))
@example([0.1, 0.25, 5])
@example([5e-324, 1e308])
@example([1e22, 1e23, 2.0**53, 2.0**53 + 2])
@example([10**400, 0.5])
@example([123456789012.345, 999999999999999.9])
def test_numbers_are_the_least_multiples_of_a_common_unit(numbers):
    unit, multiples = Unit.of(numbers)
    exact = [as_printed(number) for number in numbers]
    assert [c * unit.size for c in multiples] == exact
    assert unit.size == Fraction(1, math.lcm(*(number.denominator for number in exact)))
    assert {*map(type, multiples)} <= {int}


def test_tenths_have_the_unit_of_a_tenth_and_are_added_as_by_hand():
    unit, (one, two, three) = Unit.of([0.1, 0.2, 0.3])
    assert unit.size == Fraction(1, 10)
    assert one + two == three
    assert unit.number(one + two) == 0.3
