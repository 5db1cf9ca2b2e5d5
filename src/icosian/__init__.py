"""Hamiltonian tours on any networkx graph and any chess board.

Every answer carries its evidence: a tour that was checked against the graph, or a proof that there
is none which a program can check. ``import icosian`` is light; a name is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian.boards.board import Board as Board
    from icosian.boards.graph import (
        BoardGraph as BoardGraph,
    )
    from icosian.boards.graph import (
        bishop_graph as bishop_graph,
    )
    from icosian.boards.graph import (
        board_graph as board_graph,
    )
    from icosian.boards.graph import (
        king_graph as king_graph,
    )
    from icosian.boards.graph import (
        knight_graph as knight_graph,
    )
    from icosian.boards.graph import (
        leaper_graph as leaper_graph,
    )
    from icosian.boards.graph import (
        queen_graph as queen_graph,
    )
    from icosian.boards.graph import (
        rider_graph as rider_graph,
    )
    from icosian.boards.graph import (
        rook_graph as rook_graph,
    )
    from icosian.boards.piece import Piece as Piece
    from icosian.drawing import draw_board as draw_board
    from icosian.drawing import draw_tour as draw_tour
    from icosian.exceptions import (
        DeadEnd as DeadEnd,
    )
    from icosian.exceptions import (
        HamiltonianCycleExists as HamiltonianCycleExists,
    )
    from icosian.exceptions import (
        HamiltonianPathExists as HamiltonianPathExists,
    )
    from icosian.exceptions import (
        IcosianError as IcosianError,
    )
    from icosian.exceptions import (
        InvalidArgument as InvalidArgument,
    )
    from icosian.exceptions import (
        InvalidProof as InvalidProof,
    )
    from icosian.exceptions import (
        InvalidTour as InvalidTour,
    )
    from icosian.exceptions import (
        NoHamiltonianCycle as NoHamiltonianCycle,
    )
    from icosian.exceptions import (
        NoHamiltonianPath as NoHamiltonianPath,
    )
    from icosian.exceptions import (
        NotANode as NotANode,
    )
    from icosian.exceptions import (
        SearchLimitReached as SearchLimitReached,
    )
    from icosian.proofs import Proof as Proof
    from icosian.tours import (
        Progress as Progress,
    )
    from icosian.tours import (
        SearchStats as SearchStats,
    )
    from icosian.tours import (
        SearchStep as SearchStep,
    )
    from icosian.tours import (
        Tour as Tour,
    )
    from icosian.tours import (
        backtrack as backtrack,
    )
    from icosian.tours import (
        close_path as close_path,
    )
    from icosian.tours import (
        hamiltonian_cycle as hamiltonian_cycle,
    )
    from icosian.tours import (
        hamiltonian_path as hamiltonian_path,
    )
    from icosian.tours import (
        is_hamiltonian_cycle as is_hamiltonian_cycle,
    )
    from icosian.tours import (
        is_hamiltonian_path as is_hamiltonian_path,
    )
    from icosian.tours import (
        knights_tour as knights_tour,
    )
    from icosian.tours import (
        prove_no_hamiltonian_cycle as prove_no_hamiltonian_cycle,
    )
    from icosian.tours import (
        prove_no_hamiltonian_path as prove_no_hamiltonian_path,
    )
    from icosian.tours import (
        warnsdorff_path as warnsdorff_path,
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
