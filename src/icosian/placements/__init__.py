"""Placements: queens, and independent, dominating and colored sets of any graph."""

from icosian.placements.bounds import (
    Bound,
    ClauseBound,
    Clique,
    CliqueCover,
    EqualShares,
    Exhausted,
    Packing,
    RowBound,
    RowCases,
)
from icosian.placements.coloring import Coloring, minimum_coloring
from icosian.placements.domination import minimum_dominating_set, minimum_dominating_sets
from icosian.placements.independent import (
    count_independent_sets,
    independence_polynomial,
    independent_sets,
    maximum_independent_set,
    place,
)
from icosian.placements.placement import Placement
from icosian.placements.queens_search import (
    PlacementStep,
    all_queens,
    count_queens,
    has_unique_queens,
    placement_search,
    queens,
)

__all__ = [
    "Bound",
    "ClauseBound",
    "Clique",
    "CliqueCover",
    "Coloring",
    "EqualShares",
    "Exhausted",
    "Packing",
    "Placement",
    "PlacementStep",
    "RowBound",
    "RowCases",
    "all_queens",
    "count_independent_sets",
    "count_queens",
    "has_unique_queens",
    "independence_polynomial",
    "independent_sets",
    "maximum_independent_set",
    "minimum_coloring",
    "minimum_dominating_set",
    "minimum_dominating_sets",
    "place",
    "placement_search",
    "queens",
]
