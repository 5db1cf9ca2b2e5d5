"""The numbers of independent sets, along a frontier of the graph."""

from __future__ import annotations

import math
from itertools import chain, count, islice, repeat
from typing import TYPE_CHECKING

from icosian.placements.independent.clique_cover import clique_covers, members

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from icosian._run.clock import Clock

__all__ = ["coefficient", "polynomial"]

_ROUNDS = 10  # attempts at a smaller clique cover
_BATCH = 1 << 14  # states between two looks at the clock
_STATES = 1 << 12  # of the first attempt; every turn allows four times as many


def polynomial(near: Sequence[int], clock: Clock) -> list[int]:
    """Return the numbers of independent sets with 0, 1, 2, ... nodes.

    Parameters
    ----------
    near : sequence of int
        The neighbours of every node, as bits.
    clock : Clock
        The clock.

    Returns
    -------
    list of int
        The numbers, the last one not 0.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    field = _field(near)
    sizes = _follow(near, _narrow_order(near), repeat(-1), clock, math.inf)
    assert sizes is not None
    return [sizes >> k & (1 << field) - 1 for k in range(0, sizes.bit_length(), field)]


def coefficient(near: Sequence[int], size: int, clock: Clock) -> int:
    """Return the number of independent sets with ``size`` nodes; as `polynomial` otherwise.

    Where the size is near the largest possible, few states can reach it if the frontier moves
    clique by clique of a small cover. Which order is better shows when both are tried, with more
    and more states.
    """
    cover = min(clique_covers(near, range(len(near)), rounds=_ROUNDS), key=len)
    if size > len(cover):
        return 0
    orders = list(chain.from_iterable(cover)), _narrow_order(near)
    windows = [_windows(order, cover, size) for order in orders]
    for turn in count():
        for order, window in zip(orders, windows, strict=True):
            sizes = _follow(near, order, window, clock, _STATES << 2 * turn)
            if sizes is not None:
                return sizes >> size * _field(near)
    raise AssertionError


def _field(near: Sequence[int]) -> int:
    """Return the bits for one number of sets: it is 1 or less than 2**n."""
    return max(len(near), 1)


def _follow(
    near: Sequence[int],
    order: Sequence[int],
    windows: Iterable[int],
    clock: Clock,
    limit: float,
) -> int | None:
    """Decide the nodes in order; return the polynomial, or None if there are too many states.

    All that matters later of the nodes chosen is which later nodes they block, so choices that
    block the same are one state, with the polynomial of their sizes as one integer: a field of
    bits for each size. To add polynomials is to add integers, to choose a node is to shift by
    one field. Between two connected parts there is one state only, so these multiply by
    themselves. Sizes outside the window of a step are forgotten.
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
            return None
    return states.get(0, 0)


def _windows(order: Sequence[int], cover: Sequence[Sequence[int]], size: int) -> list[int]:
    """Return for every step the fields of the sizes from which ``size`` can be reached.

    Every clique that is not decided to its end is good for one node at most.
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
    """Return the order that promises the fewest states, of some greedy ones and the given one."""
    n = len(near)
    orders: list[Sequence[int]] = [range(n)]
    start = 0
    for _ in range(3):  # from ends of the graph
        orders.append(_greedy_order(near, start))
        start = orders[-1][-1] if orders[-1] else 0
    return min(orders, key=lambda order: _states(near, order))


def _greedy_order(near: Sequence[int], start: int) -> list[int]:
    """Return an order in which the next node blocks the fewest others first, the oldest of them."""
    ahead = (1 << len(near)) - 1
    order: list[int] = []
    reached = 0  # nodes ahead with a neighbour behind
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

    Nodes ahead that have the same neighbours behind are blocked together, and nodes behind that
    have the same neighbours ahead block the same: there are at most as many states as sets of
    such classes, on either side.
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
