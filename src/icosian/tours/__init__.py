"""Hamiltonian paths and cycles: finding them, deciding, counting, checking."""

from icosian.tours.backtracking import SearchStep, backtrack
from icosian.tours.check import is_hamiltonian_cycle, is_hamiltonian_path
from icosian.tours.clock import Progress
from icosian.tours.close import close_path
from icosian.tours.count import count_hamiltonian_cycles, count_hamiltonian_paths
from icosian.tours.knights import knights_tour
from icosian.tours.listing import hamiltonian_cycles, hamiltonian_paths
from icosian.tours.questions import (
    hamiltonian_cycle,
    hamiltonian_path,
    has_unique_hamiltonian_cycle,
    has_unique_hamiltonian_path,
    prove_no_hamiltonian_cycle,
    prove_no_hamiltonian_path,
)
from icosian.tours.sample import random_hamiltonian_cycle, random_hamiltonian_path
from icosian.tours.tour import SearchStats, Tour
from icosian.tours.warnsdorff import warnsdorff_path

__all__ = [
    "Progress",
    "SearchStats",
    "SearchStep",
    "Tour",
    "backtrack",
    "close_path",
    "count_hamiltonian_cycles",
    "count_hamiltonian_paths",
    "hamiltonian_cycle",
    "hamiltonian_cycles",
    "hamiltonian_path",
    "hamiltonian_paths",
    "has_unique_hamiltonian_cycle",
    "has_unique_hamiltonian_path",
    "is_hamiltonian_cycle",
    "is_hamiltonian_path",
    "knights_tour",
    "prove_no_hamiltonian_cycle",
    "prove_no_hamiltonian_path",
    "random_hamiltonian_cycle",
    "random_hamiltonian_path",
    "warnsdorff_path",
]
