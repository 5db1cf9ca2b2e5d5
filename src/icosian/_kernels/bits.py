"""Sets of small numbers as words of 62 bits: what the kernels over sets share.

Words of 62 bits are never negative, so a kernel says the same interpreted, with Python's unbounded
integers, as compiled, with 64 bits. The disk cache of the callers does not notice an edit here.
"""

from icosian._kernels._jit import kernel

__all__ = ["BITS", "count_bits", "lowest_bit"]

BITS = 62


@kernel
def count_bits(word):
    """Count the members of a word."""
    word -= (word >> 1) & 0x1555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    word += word >> 32
    return word & 127


@kernel
def lowest_bit(word):
    """Return the least member of a word that is not empty."""
    return count_bits((word & -word) - 1)
