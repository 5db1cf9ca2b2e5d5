"""Paths of used edges, and the edges that would close them to short cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Paths:
    """The paths that used edges form, each with the edge that would make a cycle of it."""

    def __init__(self, ports: Sequence[tuple[int, int]], nodes: int, *, directed: bool) -> None:
        self._nodes = nodes
        turn = int(directed)  # from a port to the other one of its node
        self._ports = ports
        self._between = {pair: e for e, pair in enumerate(ports)}
        self._between |= {(q, p): e for e, (p, q) in enumerate(ports)}
        self._other_end = [p ^ turn for p in range(nodes << turn)]
        self._length = [1] * len(self._other_end)  # in nodes, where the port is an end
        self._joined: list[tuple[int, int, int, int, int, int]] = []

    def __len__(self) -> int:
        """Return how many edges were joined."""
        return len(self._joined)

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        p, q = self._ports[e]
        a, b = self._other_end[p], self._other_end[q]
        length = self._length[p]
        if a == q:
            return e if length < self._nodes else None
        self._joined.append((p, q, a, b, length, self._length[q]))
        length += self._length[q]
        self._other_end[a], self._other_end[b] = b, a
        self._length[a] = self._length[b] = length
        closing = self._between.get((a, b)) if length < self._nodes else None
        return None if closing == e else closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ones."""
        while len(self._joined) > count:
            p, q, a, b, one, two = self._joined.pop()
            self._other_end[a], self._other_end[b] = p, q
            self._length[a], self._length[b] = one, two
