"""Random states of the kernels, made from a seed."""

from __future__ import annotations


def random_state(seed: int) -> int:
    """Return a number from 1 to 2^32 - 1 that mixes the lowest 128 bits of a seed (splitmix64)."""
    x = (seed + 1) * 0x9E3779B97F4A7C15
    x ^= x >> 64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return int((x ^ (x >> 31)) & 0xFFFFFFFF) or 1
