"""Minimum colorings."""

from icosian.placements.coloring.api import Coloring, minimum_coloring

__all__ = ["Coloring", "minimum_coloring"]
