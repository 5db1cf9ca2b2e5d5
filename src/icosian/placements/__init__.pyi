# The public names of this room, and their homes.

from .bounds import (
    Bound as Bound,
    ClauseBound as ClauseBound,
    Clique as Clique,
    CliqueCover as CliqueCover,
    EqualShares as EqualShares,
    Exhausted as Exhausted,
    Packing as Packing,
    RowBound as RowBound,
    RowCases as RowCases,
)
from .coloring import (
    Coloring as Coloring,
    minimum_coloring as minimum_coloring,
)
from .domination import (
    minimum_dominating_set as minimum_dominating_set,
    minimum_dominating_sets as minimum_dominating_sets,
)
from .independent import (
    count_independent_sets as count_independent_sets,
    independence_polynomial as independence_polynomial,
    independent_sets as independent_sets,
    maximum_independent_set as maximum_independent_set,
    place as place,
)
from .placement import (
    Placement as Placement,
)
from .queens_search import (
    PlacementStep as PlacementStep,
    all_queens as all_queens,
    count_queens as count_queens,
    has_unique_queens as has_unique_queens,
    placement_search as placement_search,
    queens as queens,
)
