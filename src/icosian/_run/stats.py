"""Statistics of a search."""

from __future__ import annotations

from dataclasses import dataclass


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
        Wall time without compiling.
    compile_seconds : float
        Wall time of waiting for kernels to be loaded, and compiled once on a machine.
    """

    method: str
    steps: int
    seconds: float
    compile_seconds: float = 0.0
