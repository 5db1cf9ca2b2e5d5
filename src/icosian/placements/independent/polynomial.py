"""Counting independent sets by size, by dynamic programming along a frontier."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, islice, repeat

from icosian._run.clock import Clock
from icosian.placements._bits import members
from icosian.placements.independent.component import clique_covers

_ROUNDS = 10  # attempts at a smaller clique cover
_BATCH = 1 << 14  # states between two looks at the clock
_STATES = 1 << 12  # of the first attempt; every turn allows four times as many


def polynomial(near: Sequence[int], clock: Clock) -> list[int]:
    """Return the numbers of independent sets with 0, 1, 2, ... nodes, the last one not 0."""
    field = _field(near)
    sizes = _follow(near, _narrow_order(near), repeat(-1), clock, math.inf)
    return [sizes >> k & (1 << field) - 1 for k in range(0, sizes.bit_length(), field)]


def coefficient(near: Sequence[int], size: int, clock: Clock) -> int:
    """Return the number of independent sets with ``size`` nodes.

    Where the size is near the largest possible, few states can reach it if the frontier moves
    clique by clique through a small cover. Both orders are tried in turns, with a growing limit on
    the states.
    """
    cover = min(clique_covers(near, range(len(near)), rounds=_ROUNDS), key=len)
    if size > len(cover):
        return 0
    orders = list(chain.from_iterable(cover)), _narrow_order(near)
    windows = [_windows(order, cover, size) for order in orders]
    limit = _STATES
    while True:
        for order, window in zip(orders, windows, strict=True):
            with suppress(_TooManyStates):
                return _follow(near, order, window, clock, limit) >> size * _field(near)
        limit *= 4


class _TooManyStates(Exception):
    """The limit on states is reached."""


def _field(near: Sequence[int]) -> int:
    """Return the bits for one number of sets, which is at most max(1, 2**n - 1)."""
    return max(len(near), 1)


def _follow(
    near: Sequence[int],
    order: Sequence[int],
    windows: Iterable[int],
    clock: Clock,
    limit: float,
) -> int:
    """Decide the nodes in order; return the polynomial.

    A state is the set of undecided nodes that the chosen nodes block. Its value is the polynomial
    of the sizes of the choices that lead to it, as one integer with a field of bits for each size:
    to add polynomials is to add integers, to choose a node is to shift by one field. Between two
    components there is a single state, so their polynomials multiply. Sizes outside the window of
    a step are dropped.
    """
    field = _field(near)
    ahead = (1 << len(near)) - 1
    states = {0: 1}
    for v, window in zip(order, windows, strict=False):
        bit = 1 << v
        ahead ^= bit
        blocks = near[v] & ahead
        after: dict[int, int] = {}
        pending = iter(states.items())
        while batch := list(islice(pending, _BATCH)):
            for blocked, sizes in batch:
                state = blocked & ~bit
                if kept := sizes & window:
                    after[state] = after.get(state, 0) + kept
                if state == blocked and (more := sizes << field & window):
                    state |= blocks
                    after[state] = after.get(state, 0) + more
            clock.tick("frontier", len(batch))
        states = after
        limit -= len(states)
        if limit < 0:
            raise _TooManyStates
    return states.get(0, 0)


def _windows(order: Sequence[int], cover: Sequence[Sequence[int]], size: int) -> list[int]:
    """Return for every step the fields of the sizes from which ``size`` can be reached.

    A clique with undecided nodes adds at most one node.
    """
    field = len(order)
    rank = {v: k for k, v in enumerate(order)}
    ends = {max(map(rank.__getitem__, clique)) for clique in cover}
    left = len(cover)
    windows = []
    for k in range(len(order)):
        left -= k in ends
        least = max(size - left, 0)
        windows.append((1 << (size + 1 - least) * field) - 1 << least * field)
    return windows


def _narrow_order(near: Sequence[int]) -> Sequence[int]:
    """Return the order with the least bound on states, of some greedy ones and the given one."""
    n = len(near)
    orders: list[Sequence[int]] = [range(n)]
    start = 0
    for _ in range(3):  # from ends of the graph
        orders.append(_greedy_order(near, start))
        start = orders[-1][-1] if orders[-1] else 0
    return min(orders, key=lambda order: _states(near, order))


def _greedy_order(near: Sequence[int], start: int) -> list[int]:
    """Return a greedy order: next is the oldest node that adds the fewest to the frontier."""
    ahead = (1 << len(near)) - 1
    order: list[int] = []
    reached = 0  # nodes ahead with a neighbor behind
    pending: dict[int, None] = {}
    while ahead:
        if not pending:
            v = start if not order else next(members(ahead))
            pending[v] = None
            reached |= 1 << v
        v = min(pending, key=lambda v: (near[v] & ahead & ~reached).bit_count())
        del pending[v]
        ahead ^= 1 << v
        order.append(v)
        pending.update(dict.fromkeys(members(near[v] & ahead & ~reached)))
        reached |= near[v]
    return order


def _states(near: Sequence[int], order: Sequence[int]) -> int:
    """Return a bound on the number of states.

    Undecided nodes with the same decided neighbors are blocked together, and decided nodes with the
    same undecided neighbors block the same: a state is a set of such classes, on either side.
    """
    ahead = (1 << len(near)) - 1
    total = 0
    behind: list[int] = []
    for v in order:
        ahead ^= 1 << v
        behind = [u for u in (*behind, v) if near[u] & ahead]
        reached = 0
        for u in behind:
            reached |= near[u]
        done = {near[w] & ~ahead for w in members(reached & ahead)}
        total += 1 << min(len({near[u] & ahead for u in behind}), len(done))
    return total
