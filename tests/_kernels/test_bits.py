"""Bit operations are processor instructions when compiled."""

import os
import random
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from icosian._kernels import _jit, words as bits

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


WORDS = st.integers(1, (1 << bits.BITS) - 1)


@given(WORDS, WORDS)
def test_words_are_counted_as_digits(x, y):
    digits = f"{x:b}"
    assert bits.count_bits(x) == digits.count("1")
    assert bits.lowest_bit(x) == len(digits) - 1 - digits.rindex("1")
    assert bits.high_word(x, y) == x * y // 2**bits.BITS


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_instructions_do_what_they_say_in_python():
    count, lowest, high = (
        _jit.compiled(use(f)) for f in (bits.count_bits, bits.lowest_bit, bits.high_word)
    )
    rng = random.Random(2)
    words = [1, (1 << 62) - 1, *(rng.getrandbits(62) | 1 << rng.randrange(62) for _ in range(100))]
    for x, y in pairwise(words):
        assert count(x, y) == bits.count_bits(x)
        assert lowest(x, y) == bits.lowest_bit(x)
        assert high(x, y) == bits.high_word(x, y)


def use(instruction):
    """Return a kernel that calls an instruction."""
    if instruction is bits.high_word:
        return _jit.variant(two, "high", instruction=instruction)
    return _jit.variant(one, instruction.__name__, instruction=instruction)


@_jit.kernel
def one(x, y):
    return instruction(x)  # noqa: F821


@_jit.kernel
def two(x, y):
    return instruction(x, y)  # noqa: F821
