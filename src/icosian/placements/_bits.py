"""Sets of numbers: as bits of an integer for Python, as words of 62 bits for kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from icosian._kernels.bits import BITS


def members(mask: int) -> Iterator[int]:
    """Yield the members of a set, the least first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def words(masks: Sequence[int], width: int) -> NDArray[np.int64]:
    """Return sets as rows of ``width`` words, shape (len(masks) * width,)."""
    low = (1 << BITS) - 1
    flat = [mask >> BITS * j & low for mask in masks for j in range(width)]
    return np.array(flat, np.int64)


def zeros(size: int) -> NDArray[np.int64]:
    """Return an array for the state of a kernel."""
    return np.zeros(size, np.int64)
