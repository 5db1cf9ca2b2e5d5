"""Exhaustive searches that check bounds; they share nothing with the solvers.

Sets of nodes are bits of an integer. Every node of a search tree is a tick, so that the caller can
end a search by raising an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

Masks = list[int]
Tick = Callable[[], object]


def has_independent_set(near: Masks, size: int, tick: Tick) -> bool:
    """Return whether some independent set has ``size`` nodes; every component by itself."""
    *parts, largest = _components(near)
    for part in parts:
        found = 0
        while found < size and _has_independent_set(near, part, found + 1, tick):
            found += 1
        size -= found
    return size <= 0 or _has_independent_set(near, largest, size, tick)


def _has_independent_set(near: Masks, part: int, size: int, tick: Tick) -> bool:
    """Branch on the nodes that ``size - 1`` greedy cliques leave uncovered: a set holds one."""

    def uncovered(free: int, cliques: int) -> int:
        for _ in range(cliques):
            common = free
            while common:
                low = common & -common
                free ^= low
                common &= near[low.bit_length() - 1]
        return free

    stack = [(part, uncovered(part, size - 1))]
    while stack:
        tick()
        free, branches = stack.pop()
        if not branches:
            continue
        low = branches & -branches
        stack.append((free ^ low, branches ^ low))
        if len(stack) == size:
            return True
        free &= ~(near[low.bit_length() - 1] | low)
        stack.append((free, uncovered(free, size - 1 - len(stack))))
    return False


def has_dominating_set(
    near: Masks, size: int, tick: Tick, *, total: bool, independent: bool
) -> bool:
    """Return whether some dominating set has at most ``size`` nodes; every component by itself."""
    reach = near if total else [row | 1 << v for v, row in enumerate(near)]
    blocked = near if independent else [0] * len(near)
    *parts, largest = _components(near)
    for part in parts:
        least = 0
        while not _has_dominating_set(reach, blocked, part, least, tick):
            if least == size:
                return False
            least += 1
        size -= least
    return not largest or _has_dominating_set(reach, blocked, largest, size, tick)


def _has_dominating_set(reach: Masks, blocked: Masks, part: int, size: int, tick: Tick) -> bool:
    """Branch on the dominators of the node that has the fewest, and exclude each after its turn."""

    def branches(missing: int, allowed: int, left: int) -> int:
        gains = sorted(((reach[v] & missing).bit_count() for v in _members(allowed)), reverse=True)
        if sum(gains[:left]) < missing.bit_count():
            return 0
        hardest = min(_members(missing), key=lambda v: (reach[v] & allowed).bit_count())
        return reach[hardest] & allowed

    stack = [(part, part, branches(part, part, size))]
    while stack:
        tick()
        missing, allowed, candidates = stack.pop()
        if not candidates:
            continue
        low = candidates & -candidates
        v = low.bit_length() - 1
        allowed ^= low
        stack.append((missing, allowed, candidates ^ low))
        missing &= ~reach[v]
        if not missing:
            return True
        allowed &= ~blocked[v]
        stack.append((missing, allowed, branches(missing, allowed, size - len(stack))))
    return False


def has_coloring(near: Masks, number: int, tick: Tick) -> bool:
    """Return whether ``number`` colors are enough, by DSATUR with backtracking."""
    colors = [0] * number  # the nodes of each color
    free = (1 << len(near)) - 1
    path: list[tuple[int, int, int]] = []  # colored nodes, their colors, how many were in use
    used = 0

    def saturation(v: int) -> tuple[int, int]:
        return sum(bool(near[v] & members) for members in colors[:used]), near[v].bit_count()

    while free:
        tick()
        v, color = max(_members(free), key=saturation), 0
        while True:
            most = min(used + 1, number)  # one unused color is as good as another
            while color < most and near[v] & colors[color]:
                color += 1
            if color < most:
                break
            if not path:
                return False
            v, color, used = path.pop()
            colors[color] ^= 1 << v
            free ^= 1 << v
            color += 1
        path.append((v, color, used))
        colors[color] ^= 1 << v
        free ^= 1 << v
        used = max(used, color + 1)
    return True


def _components(near: Masks) -> list[int]:
    """Return the connected components, the largest one last; of the null graph an empty one."""
    parts = []
    left = (1 << len(near)) - 1
    while left:
        part = fresh = left & -left
        while fresh:
            reached = 0
            for v in _members(fresh):
                reached |= near[v]
            fresh = reached & ~part
            part |= fresh
        left &= ~part
        parts.append(part)
    return sorted(parts, key=int.bit_count) or [0]


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
