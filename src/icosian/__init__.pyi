# The public names and their homes: the one list of them, a name a line.

# The rooms.
# isort: off
from . import boardgraphs as boardgraphs, boards as boards, drawing as drawing, files as files
from . import exceptions as exceptions, knights as knights, placements as placements
from . import proofs as proofs, puzzles as puzzles, routes as routes, tours as tours
# isort: on

from ._show import (
    Steps as Steps,
)
from .boardgraphs import (
    BoardGraph as BoardGraph,
    bishop_graph as bishop_graph,
    board_graph as board_graph,
    grid_graph as grid_graph,
    hex_graph as hex_graph,
    king_graph as king_graph,
    knight_graph as knight_graph,
    leaper_graph as leaper_graph,
    queen_graph as queen_graph,
    rider_graph as rider_graph,
    rook_graph as rook_graph,
    triangular_graph as triangular_graph,
)
from .boards.board import (
    Board as Board,
)
from .boards.piece import (
    Piece as Piece,
)
from .drawing import (
    animate as animate,
    draw as draw,
    save as save,
    to_html as to_html,
    to_svg as to_svg,
)
from .exceptions import (
    DeadEnd as DeadEnd,
    IcosianError as IcosianError,
    IncompleteRun as IncompleteRun,
    InvalidArgument as InvalidArgument,
    InvalidProof as InvalidProof,
    InvalidTour as InvalidTour,
    NoCycle as NoCycle,
    NoHamiltonianCycle as NoHamiltonianCycle,
    NoHamiltonianPath as NoHamiltonianPath,
    NoPath as NoPath,
    NoPlacement as NoPlacement,
    NotANode as NotANode,
    NoWalk as NoWalk,
    SearchLimitReached as SearchLimitReached,
)
from .files.graphs import (
    read_graph as read_graph,
    read_graphs as read_graphs,
)
from .files.tours import (
    read_tour as read_tour,
    write_tour as write_tour,
)
from .files.tsplib import (
    read_tsplib as read_tsplib,
)
from .knights import (
    knights_tour as knights_tour,
)
from .placements import (
    Coloring as Coloring,
    Placement as Placement,
    all_queens as all_queens,
    count_independent_sets as count_independent_sets,
    count_queens as count_queens,
    has_unique_queens as has_unique_queens,
    independent_sets as independent_sets,
    maximum_independent_set as maximum_independent_set,
    minimum_coloring as minimum_coloring,
    minimum_dominating_set as minimum_dominating_set,
    minimum_dominating_sets as minimum_dominating_sets,
    place as place,
    placement_search as placement_search,
    queens as queens,
)
from .proofs import (
    Proof as Proof,
)
from .puzzles import (
    Puzzle as Puzzle,
    make_puzzle as make_puzzle,
    read_puzzle as read_puzzle,
)
from .routes import (
    dijkstra as dijkstra,
    prepare as prepare,
    read_route_map as read_route_map,
    route_map as route_map,
    route_map_from_matrix as route_map_from_matrix,
    terrain_map as terrain_map,
    traveling_salesman as traveling_salesman,
)
from .tours import (
    Places as Places,
    Progress as Progress,
    Tour as Tour,
    backtrack as backtrack,
    check_tour as check_tour,
    close_path as close_path,
    count_hamiltonian_cycles as count_hamiltonian_cycles,
    count_hamiltonian_paths as count_hamiltonian_paths,
    hamiltonian_cycle as hamiltonian_cycle,
    hamiltonian_cycles as hamiltonian_cycles,
    hamiltonian_path as hamiltonian_path,
    hamiltonian_paths as hamiltonian_paths,
    hamiltonicity as hamiltonicity,
    has_unique_hamiltonian_cycle as has_unique_hamiltonian_cycle,
    has_unique_hamiltonian_path as has_unique_hamiltonian_path,
    is_hamiltonian as is_hamiltonian,
    is_hamiltonian_cycle as is_hamiltonian_cycle,
    is_hamiltonian_path as is_hamiltonian_path,
    is_traceable as is_traceable,
    longest_cycle as longest_cycle,
    longest_induced_cycle as longest_induced_cycle,
    longest_induced_path as longest_induced_path,
    longest_path as longest_path,
    minimum_path_cover as minimum_path_cover,
    prove_no_hamiltonian_cycle as prove_no_hamiltonian_cycle,
    prove_no_hamiltonian_path as prove_no_hamiltonian_path,
    random_hamiltonian_cycle as random_hamiltonian_cycle,
    random_hamiltonian_path as random_hamiltonian_path,
    scrambled_hamiltonian_cycle as scrambled_hamiltonian_cycle,
    scrambled_hamiltonian_path as scrambled_hamiltonian_path,
    shortest_hamiltonian_cycle as shortest_hamiltonian_cycle,
    shortest_hamiltonian_path as shortest_hamiltonian_path,
    shortest_tour as shortest_tour,
    warnsdorff_path as warnsdorff_path,
)
from .warming import (
    warm as warm,
)

__version__: str
