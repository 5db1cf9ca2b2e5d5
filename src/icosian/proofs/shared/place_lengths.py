"""The lengths between places, read only where they can matter."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, overload

from icosian._io.memory import afford
from icosian.proofs.shared.evidence import paced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian.proofs.shared.evidence import Tick

__all__ = ["PAIR", "PlaceLengths"]

ROWS = 20
"""Places between two ticks."""
PAIR = 60
"""The least bytes that the length of a pair of places takes."""


class PlaceLengths(Sequence[dict[int, int]]):
    """The lengths of all pairs of places, and of some more edges: row u has those to v > u.

    The places offer ``near(k, most)``: all others whose length from place k is at most a number,
    with these lengths.
    """

    def __init__(self, places: Any, order: list[int], more: Sequence[dict[int, int]]) -> None:
        self._places, self._order, self._more = places, order, more
        self._place = {number: k for k, number in enumerate(order)}

    def __len__(self) -> int:
        return len(self._more)

    @overload
    def __getitem__(self, u: int) -> dict[int, int]: ...
    @overload
    def __getitem__(self, u: slice) -> list[dict[int, int]]: ...
    def __getitem__(self, u: Any) -> Any:
        if isinstance(u, slice):
            return [self[k] for k in range(*u.indices(len(self)))]
        return {v: c for v, c in self._near(u).items() if v > u} | self._more[u]

    def table(self, tick: Tick) -> list[dict[int, int]]:
        """Return all rows."""
        length, place = self._places.length, self._place
        size, rows = len(place), []
        afford(PAIR * size * (size - 1) // 2, f"a check of the lengths between {size:,} places")
        for u, more in enumerate(paced(self._more, tick, ROWS)):
            k = place.get(u)
            row = {} if k is None else {v: index(length(k, place[v])) for v in range(u + 1, size)}
            rows.append(row | more)
        return rows

    def within(
        self, ends: Sequence[int], scale: int, most: int, tick: Tick
    ) -> Iterator[tuple[int, dict[int, int]]]:
        """Yield rows with all edges uv whose scale * length - ends[u] - ends[v] is <= ``most``.

        They have others too. An edge stands in the row of one of its nodes, or of both.
        """
        # The node whose end counts more sees the edge: there 2 ends[u] is at least what both count.
        for u, more in enumerate(paced(self._more, tick, ROWS)):
            yield u, self._near(u, (most + 2 * ends[u]) // scale) | more

    def _near(self, u: int, most: int | None = None) -> dict[int, int]:
        """Return the lengths from a place to all others, or to those within a length."""
        k = self._place.get(u)
        if k is None:
            return {}
        return {self._order[m]: index(c) for m, c in self._places.near(k, most).items()}
