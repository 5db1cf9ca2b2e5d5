"""Random numbers of kernels: they are even, and the word they come from is that of all callers."""

from together import together

from icosian._kernels import (
    backbite,
    lin_kernighan,
    rotations,
    segments,
    tabucol,
    words as xorshift,
)
from icosian._run.arguments import random_state


def test_random_numbers_are_even_enough():
    # chi-square over 16 cells, 15 degrees of freedom: 37.7 is the 0.1 % point
    s = [0, random_state(1)]
    counts = [0] * 16
    for _ in range(16_000):
        counts[xorshift.below(s, 16)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 37.7


@together("caller", [backbite, lin_kernighan, rotations, segments, tabucol])
def test_callers_keep_the_state_in_the_same_word(caller):
    assert caller.RANDOM == xorshift.RANDOM
