"""Hamiltonian paths and cycles: finding them, deciding, counting, checking."""

from icosian._run.clock import Progress, SearchStats
from icosian.tours.checking import check_tour, is_hamiltonian_cycle, is_hamiltonian_path
from icosian.tours.count.api import count_hamiltonian_cycles, count_hamiltonian_paths
from icosian.tours.cover.api import minimum_path_cover
from icosian.tours.cover.path_cover import PathCover
from icosian.tours.deciding import is_hamiltonian, is_traceable
from icosian.tours.disjoint.api import (
    edge_disjoint_hamiltonian_cycles,
    hamiltonian_decomposition,
)
from icosian.tours.disjoint.disjoint_cycles import DisjointCycles
from icosian.tours.enumeration.api import hamiltonian_cycles, hamiltonian_paths
from icosian.tours.length import tour_length
from icosian.tours.longest.api import longest_cycle, longest_path
from icosian.tours.longest.longest_tour import LongestTour
from icosian.tours.sample.api import random_hamiltonian_cycle, random_hamiltonian_path
from icosian.tours.sample.scramble import (
    scrambled_hamiltonian_cycle,
    scrambled_hamiltonian_path,
)
from icosian.tours.shortest.api import (
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_path,
    shortest_tour,
)
from icosian.tours.shortest.bottleneck import (
    BottleneckTour,
    bottleneck_hamiltonian_cycle,
    bottleneck_hamiltonian_path,
)
from icosian.tours.shortest.next_best import (
    shortest_hamiltonian_cycles,
    shortest_hamiltonian_paths,
    shortest_tours,
)
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour
from icosian.tours.solve.api import (
    hamiltonian_cycle,
    hamiltonian_path,
    has_unique_hamiltonian_cycle,
    has_unique_hamiltonian_path,
    prove_no_hamiltonian_cycle,
    prove_no_hamiltonian_path,
)
from icosian.tours.solve.backtracking import SearchStep, backtrack
from icosian.tours.solve.closing import close_path
from icosian.tours.solve.warnsdorff import warnsdorff_path
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
    "is_hamiltonian",
    "is_hamiltonian_cycle",
    "is_hamiltonian_path",
    "is_traceable",
    "longest_cycle",
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
