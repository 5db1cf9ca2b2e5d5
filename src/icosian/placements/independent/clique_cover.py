"""Iterated greedy clique covers of a graph that is given as masks."""

from __future__ import annotations

import random
from itertools import chain
from typing import TYPE_CHECKING

from icosian.placements._bits import members
from icosian.placements._graph import unpaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from icosian.placements._graph import Spend


def clique_covers(
    near: Sequence[int], order: Sequence[int], *, rounds: int = 50, spend: Spend = unpaced
) -> Iterator[list[list[int]]]:
    """Yield partitions into cliques, the first greedy in ``order``, none larger than the last.

    A greedy cover that takes the nodes clique by clique is at most as large as the cover before,
    and often smaller (J. C. Culberson, Iterated greedy graph coloring and the difficulty landscape,
    University of Alberta, TR 92-07, 1992). In the order of a board the first cover is its rows.
    """
    rng = random.Random(0)  # noqa: S311 - no secrets here
    cliques = _greedy(near, order, spend)
    yield cliques
    for turn in range(rounds):
        again = cliques[::-1]
        if turn % 4 == 1:
            again.sort(key=len, reverse=True)
        elif turn % 4 == 3:
            rng.shuffle(again)
        cliques = _greedy(near, list(chain.from_iterable(again)), spend)
        yield cliques


def _greedy(near: Sequence[int], order: Sequence[int], spend: Spend) -> list[list[int]]:
    rank = [0] * len(order)
    for k, v in enumerate(order):
        rank[v] = k
    left = (1 << len(order)) - 1
    cliques = []
    for v in order:
        if not left >> v & 1:
            continue
        spend(1 + (near[v] & left).bit_count())
        left ^= 1 << v
        clique, common = [v], near[v] & left
        for w in sorted(members(common), key=rank.__getitem__):
            if common >> w & 1:
                common &= near[w]
                left ^= 1 << w
                clique.append(w)
        cliques.append(clique)
    return cliques
