"""Hamiltonian tours on any networkx graph and any chess board.

Every answer carries its evidence: a tour that was checked against the graph, or a proof that there
is none which a program can check. ``import icosian`` is light; a name is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian.boards.board import Board as Board
    from icosian.boards.graph import BoardGraph as BoardGraph, board_graph as board_graph
    from icosian.boards.piece import Piece as Piece
    from icosian.boards.plane import (
        bishop_graph as bishop_graph,
        king_graph as king_graph,
        knight_graph as knight_graph,
        leaper_graph as leaper_graph,
        queen_graph as queen_graph,
        rider_graph as rider_graph,
        rook_graph as rook_graph,
    )
    from icosian.drawing import (
        animate_search as animate_search,
        animate_tour as animate_tour,
        animation_svg as animation_svg,
        board_svg as board_svg,
        coloring_svg as coloring_svg,
        draw_board as draw_board,
        draw_coloring as draw_coloring,
        draw_placement as draw_placement,
        draw_proof as draw_proof,
        draw_route_map as draw_route_map,
        draw_tour as draw_tour,
        placement_svg as placement_svg,
        proof_svg as proof_svg,
        route_svg as route_svg,
        save_animation as save_animation,
        save_board as save_board,
        save_coloring as save_coloring,
        save_placement as save_placement,
        save_proof as save_proof,
        save_route_map as save_route_map,
        save_tour as save_tour,
        to_html as to_html,
        tour_svg as tour_svg,
    )
    from icosian.exceptions import (
        DeadEnd as DeadEnd,
        HamiltonianCycleExists as HamiltonianCycleExists,
        HamiltonianPathExists as HamiltonianPathExists,
        IcosianError as IcosianError,
        IncompleteRun as IncompleteRun,
        InvalidArgument as InvalidArgument,
        InvalidProof as InvalidProof,
        InvalidTour as InvalidTour,
        NoHamiltonianCycle as NoHamiltonianCycle,
        NoHamiltonianPath as NoHamiltonianPath,
        NoPlacement as NoPlacement,
        NotANode as NotANode,
        SearchLimitReached as SearchLimitReached,
    )
    from icosian.files import (
        read_graph as read_graph,
        read_graphs as read_graphs,
        read_hcp as read_hcp,
        write_hcp as write_hcp,
    )
    from icosian.paths import (
        PreparedGraph as PreparedGraph,
        dijkstra as dijkstra,
        prepare as prepare,
    )
    from icosian.placements import (
        Coloring as Coloring,
        Placement as Placement,
        PlacementStep as PlacementStep,
        all_queens as all_queens,
        count_independent_sets as count_independent_sets,
        count_queens as count_queens,
        has_unique_queens as has_unique_queens,
        independence_polynomial as independence_polynomial,
        independent_sets as independent_sets,
        maximum_independent_set as maximum_independent_set,
        minimum_coloring as minimum_coloring,
        minimum_dominating_set as minimum_dominating_set,
        minimum_dominating_sets as minimum_dominating_sets,
        place as place,
        placement_search as placement_search,
        queens as queens,
    )
    from icosian.proofs import Proof as Proof
    from icosian.routes import (
        read_route_map as read_route_map,
        route_map as route_map,
        route_map_from_matrix as route_map_from_matrix,
        terrain_map as terrain_map,
    )
    from icosian.shortest import DijkstraStep as DijkstraStep, ShortestPaths as ShortestPaths
    from icosian.steps import Steps as Steps
    from icosian.tourfiles import read_tour as read_tour, write_tour as write_tour
    from icosian.tours import (
        Progress as Progress,
        SearchStats as SearchStats,
        SearchStep as SearchStep,
        Tour as Tour,
        backtrack as backtrack,
        close_path as close_path,
        count_hamiltonian_cycles as count_hamiltonian_cycles,
        count_hamiltonian_paths as count_hamiltonian_paths,
        hamiltonian_cycle as hamiltonian_cycle,
        hamiltonian_cycles as hamiltonian_cycles,
        hamiltonian_path as hamiltonian_path,
        hamiltonian_paths as hamiltonian_paths,
        has_unique_hamiltonian_cycle as has_unique_hamiltonian_cycle,
        has_unique_hamiltonian_path as has_unique_hamiltonian_path,
        is_hamiltonian_cycle as is_hamiltonian_cycle,
        is_hamiltonian_path as is_hamiltonian_path,
        knights_tour as knights_tour,
        prove_no_hamiltonian_cycle as prove_no_hamiltonian_cycle,
        prove_no_hamiltonian_path as prove_no_hamiltonian_path,
        random_hamiltonian_cycle as random_hamiltonian_cycle,
        random_hamiltonian_path as random_hamiltonian_path,
        warnsdorff_path as warnsdorff_path,
    )
    from icosian.warming import warm as warm


_ROOMS = {
    "boards.board": ["Board"],
    "boards.graph": ["BoardGraph", "board_graph"],
    "boards.piece": ["Piece"],
    "boards.plane": [
        "bishop_graph",
        "king_graph",
        "knight_graph",
        "leaper_graph",
        "queen_graph",
        "rider_graph",
        "rook_graph",
    ],
    "drawing": [
        "animate_search",
        "animate_tour",
        "animation_svg",
        "board_svg",
        "coloring_svg",
        "draw_board",
        "draw_coloring",
        "draw_placement",
        "draw_proof",
        "draw_route_map",
        "draw_tour",
        "placement_svg",
        "proof_svg",
        "route_svg",
        "save_animation",
        "save_board",
        "save_coloring",
        "save_placement",
        "save_proof",
        "save_route_map",
        "save_tour",
        "to_html",
        "tour_svg",
    ],
    "exceptions": [
        "DeadEnd",
        "HamiltonianCycleExists",
        "HamiltonianPathExists",
        "IcosianError",
        "IncompleteRun",
        "InvalidArgument",
        "InvalidProof",
        "InvalidTour",
        "NoHamiltonianCycle",
        "NoHamiltonianPath",
        "NoPlacement",
        "NotANode",
        "SearchLimitReached",
    ],
    "files": ["read_graph", "read_graphs", "read_hcp", "write_hcp"],
    "paths": ["PreparedGraph", "dijkstra", "prepare"],
    "placements": [
        "Coloring",
        "Placement",
        "PlacementStep",
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
    ],
    "proofs": ["Proof"],
    "routes": ["read_route_map", "route_map", "route_map_from_matrix", "terrain_map"],
    "shortest": ["DijkstraStep", "ShortestPaths"],
    "steps": ["Steps"],
    "tourfiles": ["read_tour", "write_tour"],
    "tours": [
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
    ],
    "warming": ["warm"],
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__version__ = "0.1.0"
__all__ = [*sorted(_HOME), "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'icosian' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"icosian.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
