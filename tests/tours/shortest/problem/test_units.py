from decimal import Decimal
from fractions import Fraction

import pytest

from icosian.tours.shortest.problem.lengths import Unit, common_denominator, kind_of, power_of_ten


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
    assert kind_of([1, 2]) is int
    assert kind_of([1, Decimal(2)]) is Decimal
    assert kind_of([Fraction(1), Decimal(2)]) is Fraction
    assert kind_of([1.5, Decimal(2), Fraction(3)]) is float


def test_a_float_is_rounded_down_where_that_is_asked():
    third = Unit(size=Fraction(1, 3), kind=float)
    assert third.number(2) == 2 / 3
    assert Fraction(third.number(2, down=True)) <= Fraction(2, 3)
    assert third.number(3, down=True) == 1.0


def test_decimals_stay_exact_beyond_the_precision_of_the_context():
    unit = Unit(size=Fraction(1, 10**40), kind=Decimal)
    assert unit.number(10**40 + 1) == Decimal("1." + "0" * 39 + "1")


def test_a_common_denominator_of_many_primes_is_refused():
    with pytest.raises(ValueError):  # noqa: PT011 - callers say what is wrong
        common_denominator(Fraction(1, 2**k + 1) for k in range(2000))
