"""Statistics of a search."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SearchStats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStats:
    """How an answer was found.

    Attributes
    ----------
    method : str
        The method that answered.
    steps : int
        Steps of all methods together: rotations, visits and retreats.
    seconds : float
        Wall time.
    """

    method: str
    steps: int
    seconds: float
