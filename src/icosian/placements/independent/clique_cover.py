"""Sets of numbers as bits of an integer, and cliques that cover a graph given by such sets."""

from __future__ import annotations

import random
from itertools import chain
from typing import TYPE_CHECKING

from icosian._kernels.bits import BITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["clique_covers", "members", "words"]


def members(mask: int) -> Iterator[int]:
    """Yield the members of a set, the least first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def words(masks: Sequence[int], width: int) -> NDArray[np.int64]:
    """Return sets as rows of words of 62 bits, ``width`` words each, for kernels."""
    import numpy as np

    low = (1 << BITS) - 1
    flat = [mask >> BITS * j & low for mask in masks for j in range(width)]
    return np.array(flat, np.int64)


def clique_covers(
    near: Sequence[int], order: Sequence[int], *, rounds: int = 50
) -> Iterator[list[list[int]]]:
    """Yield partitions of a graph into cliques, each no worse than the one before.

    Parameters
    ----------
    near : sequence of int
        The neighbours of every node, as bits.
    order : sequence of int
        All nodes; the first cover is greedy in this order, which on a chess board gives its rows.
    rounds : int
        How many covers come after the first.

    Yields
    ------
    list of list of int
        The cliques.

    Notes
    -----
    A greedy cover that takes the nodes clique by clique needs no more cliques than there were,
    in whatever order these come, and often needs fewer [1]_.

    References
    ----------
    .. [1] J. C. Culberson, Iterated greedy graph coloring and the difficulty landscape,
       University of Alberta, TR 92-07, 1992.
    """
    rng = random.Random(0)  # noqa: S311 - no secrets here
    cliques = _greedy(near, order)
    yield cliques
    for turn in range(rounds):
        again = cliques[::-1]
        if turn % 4 == 1:
            again.sort(key=len, reverse=True)
        elif turn % 4 == 3:
            rng.shuffle(again)
        cliques = _greedy(near, list(chain.from_iterable(again)))
        yield cliques


def _greedy(near: Sequence[int], order: Sequence[int]) -> list[list[int]]:
    rank = [0] * len(order)
    for k, v in enumerate(order):
        rank[v] = k
    left = (1 << len(order)) - 1
    cliques = []
    for v in order:
        if not left >> v & 1:
            continue
        left ^= 1 << v
        clique, common = [v], near[v] & left
        for w in sorted(members(common), key=rank.__getitem__):
            if common >> w & 1:
                common &= near[w]
                left ^= 1 << w
                clique.append(w)
        cliques.append(clique)
    return cliques
