"""Words of bits, random numbers, and places on a walk: what several kernels use."""

from __future__ import annotations

from icosian._kernels._jit import instruction, kernel

BITS = 62


@instruction("count")
def count_bits(word):
    """Count the members of a word."""
    return word.bit_count()


@instruction("lowest")
def lowest_bit(word):
    """Return the least member of a word that is not empty."""
    return (word & -word).bit_length() - 1


@instruction("product")
def high_word(x, y):
    """Return the product of two words without its lowest 62 bits."""
    return x * y >> BITS


@instruction("prefetch")
def prefetch(array, i):
    """Prefetch a word of an array that will soon be read and written."""


# -- Random numbers of kernels, by xorshift of 32 bits
# The state is word 1 of ``s``, which every caller calls RANDOM. The disk cache of the callers does
# not notice an edit here.

RANDOM = 1


@kernel
def below(s, n):
    """Draw a random integer below n (n < 2^31)."""
    x = s[RANDOM]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    s[RANDOM] = x
    return (x * n) >> 32


# -- The cycle of a graph in which every vertex has two neighbors

STEPS, LAST, HERE, WORDS = range(4)
MORE, DONE, SHORT = 0, 1, 2  # statuses; SHORT: the first cycle does not hold all vertices


@kernel
def walk(one, other, order, s, budget):
    """Write the cycle to ``order``; ``one`` and ``other`` are the neighbors of every vertex."""
    n = len(order)
    first = order[0]
    last = s[LAST]
    here = s[HERE]
    end = min(n, s[STEPS] + budget)
    for k in range(s[STEPS], end):
        if k > 0 and here == first:
            return SHORT
        order[k] = here
        onward = one[here]
        if onward == last:
            onward = other[here]
        last = here
        here = onward
    s[LAST] = last
    s[HERE] = here
    s[STEPS] = end
    return DONE if end == n else MORE
