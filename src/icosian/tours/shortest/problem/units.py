"""Exact numbers of users, and units in which they are integers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._arrays.weights import plain_number
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Exact = int | float | Fraction | Decimal


LARGEST_EXPONENT = 400
"""Decimals are about as large and as small as floats; longer integers take too long."""
LONGEST_DENOMINATOR = 4096
"""The most bits of a common denominator; that of all floats has 1,074."""
LONGEST_WORD = 2**62
"""Integers in words of 64 bits stay below, and so do differences of two of them."""
DIGITS = 9
"""The digits of the longest of rounded lengths: linear programs in floats hold as many."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The unit of integers that stand for lengths, and the type of the user's numbers."""

    size: Fraction = Fraction(1)
    kind: type = int

    def number(self, value: int | Fraction, *, down: bool = False) -> Any:
        """Return a number of units as the user's kind of number, a float rounded (or down)."""
        exact = value * self.size
        if self.kind is float:
            nearest = float(exact)
            return math.nextafter(nearest, -math.inf) if down and nearest > exact else nearest
        if self.kind is Decimal:
            with localcontext() as context:  # the denominator is a product of twos and fives
                context.prec = len(str(exact.numerator)) + exact.denominator.bit_length() + 1
                return Decimal(exact.numerator) / Decimal(exact.denominator)
        return exact.numerator if exact.denominator == 1 else exact

    def check_sum(self, lengths: Iterable[int], count: int) -> None:
        """Refuse lengths in this unit if so many of them may be beyond the user's floats."""
        try:
            self.number(count * max(map(abs, lengths), default=0))
        except OverflowError:
            raise InvalidArgument(
                "lengths are too large: their sum is beyond floating point numbers"
            ) from None


def exact_number(value: Any) -> Exact:
    """Return a finite number in a type of Python, or raise ValueError."""
    if type(value) is int:
        return value
    number = plain_number(value)
    if isinstance(number, float | Decimal) and not math.isfinite(number):
        raise ValueError(value)
    if isinstance(number, Decimal) and abs(number.adjusted()) > LARGEST_EXPONENT:
        raise ValueError(value)
    return number


def common_denominator(numbers: Iterable[Exact]) -> int:
    """Return the least common denominator, or raise ValueError if it is far too long."""
    least = 1
    for number in numbers:
        if type(number) is not int:
            least = math.lcm(least, number.as_integer_ratio()[1])
            if least.bit_length() > LONGEST_DENOMINATOR:
                raise ValueError(number)
    return least


def scaled(number: Exact, denominator: int) -> int:
    """Return a number times a multiple of its denominator."""
    above, below = number.as_integer_ratio()
    return int(above * (denominator // below))


def integers(numbers: Sequence[int]) -> NDArray[Any]:
    """Return an array of 64-bit integers, or of Python's where these do not fit."""
    longest = max(map(abs, numbers), default=0)
    return np.array(numbers, np.int64 if longest < LONGEST_WORD else object)


def power_of_ten(longest: Fraction) -> Fraction:
    """Return the unit in which a length has about ``DIGITS`` digits."""
    if not longest:
        return Fraction(1)
    magnitude = math.log10(longest.numerator) - math.log10(longest.denominator)
    return Fraction(10) ** (math.floor(magnitude) + 1 - DIGITS)


def kind_of(numbers: Iterable[Any]) -> type:
    """Return the type of sums of some numbers: of mixed ones, the least exact of their types."""
    kinds = {*map(type, numbers)}
    if float in kinds or {Fraction, Decimal} <= kinds:
        return float if float in kinds else Fraction
    return next((kind for kind in (Fraction, Decimal) if kind in kinds), int)
