# The public names of this room, and their homes.

from icosian._run.limits import (
    Progress as Progress,
    SearchStats as SearchStats,
)

from .count.functions import (
    count_hamiltonian_cycles as count_hamiltonian_cycles,
    count_hamiltonian_paths as count_hamiltonian_paths,
)
from .cover.functions import (
    minimum_path_cover as minimum_path_cover,
)
from .cover.path_cover import (
    PathCover as PathCover,
)
from .disjoint import (
    DisjointCycles as DisjointCycles,
    edge_disjoint_hamiltonian_cycles as edge_disjoint_hamiltonian_cycles,
    hamiltonian_decomposition as hamiltonian_decomposition,
)
from .enumeration import (
    hamiltonian_cycles as hamiltonian_cycles,
    hamiltonian_paths as hamiltonian_paths,
)
from .induced import (
    induced_cycles as induced_cycles,
    induced_paths as induced_paths,
    longest_induced_cycle as longest_induced_cycle,
    longest_induced_path as longest_induced_path,
)
from .longest.functions import (
    LongestTour as LongestTour,
    longest_cycle as longest_cycle,
    longest_path as longest_path,
)
from .optima import (
    Optima as Optima,
    longest_paths as longest_paths,
    minimum_path_covers as minimum_path_covers,
)
from .properties import (
    Hamiltonicity as Hamiltonicity,
    Verdict as Verdict,
    hamiltonicity as hamiltonicity,
)
from .sample.functions import (
    random_hamiltonian_cycle as random_hamiltonian_cycle,
    random_hamiltonian_path as random_hamiltonian_path,
    scrambled_hamiltonian_cycle as scrambled_hamiltonian_cycle,
    scrambled_hamiltonian_path as scrambled_hamiltonian_path,
)
from .shortest.functions import (
    BottleneckTour as BottleneckTour,
    bottleneck_hamiltonian_cycle as bottleneck_hamiltonian_cycle,
    bottleneck_hamiltonian_path as bottleneck_hamiltonian_path,
    shortest_hamiltonian_cycle as shortest_hamiltonian_cycle,
    shortest_hamiltonian_cycles as shortest_hamiltonian_cycles,
    shortest_hamiltonian_path as shortest_hamiltonian_path,
    shortest_hamiltonian_paths as shortest_hamiltonian_paths,
    shortest_tour as shortest_tour,
    shortest_tours as shortest_tours,
    tour_length as tour_length,
)
from .shortest.places import (
    Places as Places,
)
from .shortest.question import (
    ShortestTour as ShortestTour,
)
from .solve.functions import (
    hamiltonian_cycle as hamiltonian_cycle,
    hamiltonian_path as hamiltonian_path,
    has_unique_hamiltonian_cycle as has_unique_hamiltonian_cycle,
    has_unique_hamiltonian_path as has_unique_hamiltonian_path,
    is_hamiltonian as is_hamiltonian,
    is_traceable as is_traceable,
    prove_no_hamiltonian_cycle as prove_no_hamiltonian_cycle,
    prove_no_hamiltonian_path as prove_no_hamiltonian_path,
)
from .solve.heuristics import (
    SearchStep as SearchStep,
    backtrack as backtrack,
    close_path as close_path,
    warnsdorff_path as warnsdorff_path,
)
from .tour import (
    Tour as Tour,
    check_tour as check_tour,
    is_hamiltonian_cycle as is_hamiltonian_cycle,
    is_hamiltonian_path as is_hamiltonian_path,
)
