"""Random numbers of kernels, by xorshift of 32 bits.

The state is word 1 of ``s``, which every caller calls RANDOM. The disk cache of the callers does
not notice an edit here.
"""

from icosian._kernels._jit import kernel

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
