"""Hamiltonian tours on any networkx graph and any chess board.

Every answer carries its evidence: a tour that was checked against the graph, or a proof that there
is none which a program can check. ``import icosian`` is light; a name is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian.boards.board import Board
    from icosian.boards.graph import (
        BoardGraph,
        bishop_graph,
        board_graph,
        king_graph,
        knight_graph,
        leaper_graph,
        queen_graph,
        rider_graph,
        rook_graph,
    )
    from icosian.boards.piece import Piece
    from icosian.drawing import draw_board, draw_tour
    from icosian.exceptions import (
        DeadEnd,
        HamiltonianCycleExists,
        HamiltonianPathExists,
        IcosianError,
        InvalidArgument,
        InvalidProof,
        InvalidTour,
        NoHamiltonianCycle,
        NoHamiltonianPath,
        NotANode,
        SearchLimitReached,
    )
    from icosian.proofs import Proof
    from icosian.tours import (
        Progress,
        SearchStats,
        SearchStep,
        Tour,
        backtrack,
        close_path,
        hamiltonian_cycle,
        hamiltonian_path,
        is_hamiltonian_cycle,
        is_hamiltonian_path,
        knights_tour,
        prove_no_hamiltonian_cycle,
        prove_no_hamiltonian_path,
        warnsdorff_path,
    )

_ROOMS = {
    "boards.board": ["Board"],
    "boards.graph": [
        "BoardGraph",
        "bishop_graph",
        "board_graph",
        "king_graph",
        "knight_graph",
        "leaper_graph",
        "queen_graph",
        "rider_graph",
        "rook_graph",
    ],
    "boards.piece": ["Piece"],
    "drawing": ["draw_board", "draw_tour"],
    "exceptions": [
        "DeadEnd",
        "HamiltonianCycleExists",
        "HamiltonianPathExists",
        "IcosianError",
        "InvalidArgument",
        "InvalidProof",
        "InvalidTour",
        "NoHamiltonianCycle",
        "NoHamiltonianPath",
        "NotANode",
        "SearchLimitReached",
    ],
    "proofs": ["Proof"],
    "tours": [
        "Progress",
        "SearchStats",
        "SearchStep",
        "Tour",
        "backtrack",
        "close_path",
        "hamiltonian_cycle",
        "hamiltonian_path",
        "is_hamiltonian_cycle",
        "is_hamiltonian_path",
        "knights_tour",
        "prove_no_hamiltonian_cycle",
        "prove_no_hamiltonian_path",
        "warnsdorff_path",
    ],
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
