"""Statistics of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
        Wall time without compiling.
    compile_seconds : float
        Wall time of waiting for kernels to be loaded, and compiled once on a machine.
    """

    method: str
    steps: int
    seconds: float
    compile_seconds: float = 0.0

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state: Any) -> None:
        names = self.__slots__  # version 0.1 pickled a list without the seconds of compiling
        values = {"compile_seconds": 0.0}
        values |= state if isinstance(state, dict) else dict(zip(names, state, strict=False))
        for name in names:
            object.__setattr__(self, name, values[name])
