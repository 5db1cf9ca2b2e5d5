"""Hamiltonian paths and cycles: finding them, deciding, counting, checking."""

from icosian._run.clock import Progress, SearchStats
from icosian.tours.checking import check_tour, is_hamiltonian_cycle, is_hamiltonian_path
from icosian.tours.count.functions import count_hamiltonian_cycles, count_hamiltonian_paths
from icosian.tours.cover.functions import minimum_path_cover
from icosian.tours.cover.path_cover import PathCover
from icosian.tours.disjoint import (
    DisjointCycles,
    edge_disjoint_hamiltonian_cycles,
    hamiltonian_decomposition,
)
from icosian.tours.enumeration import hamiltonian_cycles, hamiltonian_paths
from icosian.tours.induced import (
    induced_cycles,
    induced_paths,
    longest_induced_cycle,
    longest_induced_path,
)
from icosian.tours.longest.functions import LongestTour, longest_cycle, longest_path
from icosian.tours.sample.functions import (
    random_hamiltonian_cycle,
    random_hamiltonian_path,
    scrambled_hamiltonian_cycle,
    scrambled_hamiltonian_path,
)
from icosian.tours.shortest.functions import (
    BottleneckTour,
    bottleneck_hamiltonian_cycle,
    bottleneck_hamiltonian_path,
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_cycles,
    shortest_hamiltonian_path,
    shortest_hamiltonian_paths,
    shortest_tour,
    shortest_tours,
    tour_length,
)
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour
from icosian.tours.solve.functions import (
    hamiltonian_cycle,
    hamiltonian_path,
    has_unique_hamiltonian_cycle,
    has_unique_hamiltonian_path,
    is_hamiltonian,
    is_traceable,
    prove_no_hamiltonian_cycle,
    prove_no_hamiltonian_path,
)
from icosian.tours.solve.heuristics import SearchStep, backtrack, close_path, warnsdorff_path
from icosian.tours.tour import Tour

__all__ = [
    "BottleneckTour",
    "DisjointCycles",
    "LongestTour",
    "PathCover",
    "Places",
    "Progress",
    "SearchStats",
    "SearchStep",
    "ShortestTour",
    "Tour",
    "backtrack",
    "bottleneck_hamiltonian_cycle",
    "bottleneck_hamiltonian_path",
    "check_tour",
    "close_path",
    "count_hamiltonian_cycles",
    "count_hamiltonian_paths",
    "edge_disjoint_hamiltonian_cycles",
    "hamiltonian_cycle",
    "hamiltonian_cycles",
    "hamiltonian_decomposition",
    "hamiltonian_path",
    "hamiltonian_paths",
    "has_unique_hamiltonian_cycle",
    "has_unique_hamiltonian_path",
    "induced_cycles",
    "induced_paths",
    "is_hamiltonian",
    "is_hamiltonian_cycle",
    "is_hamiltonian_path",
    "is_traceable",
    "longest_cycle",
    "longest_induced_cycle",
    "longest_induced_path",
    "longest_path",
    "minimum_path_cover",
    "prove_no_hamiltonian_cycle",
    "prove_no_hamiltonian_path",
    "random_hamiltonian_cycle",
    "random_hamiltonian_path",
    "scrambled_hamiltonian_cycle",
    "scrambled_hamiltonian_path",
    "shortest_hamiltonian_cycle",
    "shortest_hamiltonian_cycles",
    "shortest_hamiltonian_path",
    "shortest_hamiltonian_paths",
    "shortest_tour",
    "shortest_tours",
    "tour_length",
    "warnsdorff_path",
]
