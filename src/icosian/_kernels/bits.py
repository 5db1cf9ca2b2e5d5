"""Operations on sets of small numbers, as words of 62 bits.

Words of 62 bits are never negative, so a kernel gives the same interpreted, with Python's unbounded
integers, as compiled, with 64 bits. In compiled kernels these functions are instructions. The disk
cache of the callers does not notice an edit here.
"""

from icosian._kernels._jit import instruction

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
