"""A peer that may not be installed: fast-tsp, Or-opt in Rust."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import fast_tsp

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsplib import Instance

__all__ = ["short_by_fast_tsp"]


def short_by_fast_tsp(instance: Instance, seconds: float) -> Callable[[], list[int]]:
    """Return what finds a short tour in so many seconds."""
    return partial(fast_tsp.find_tour, instance.whole, duration_seconds=seconds)
