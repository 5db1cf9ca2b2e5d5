"""How many tours: beside Graphillion and the textbook's search, each in a process of its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cases import Case, Goal
from measure import Counter, clock

import icosian

if TYPE_CHECKING:
    from measure import Contender

__all__ = ["COUNTING"]

GRAPHILLION, TEXTBOOK = "Graphillion", "textbook's search, gcc -O3"
LARGEST = 64
"""The nodes that the textbook's search can count."""


def count(code: str, number: int, nodes: int) -> dict[str, Contender]:
    """Count the closed tours of a graph beside the peers; on grids Graphillion likes rows best."""
    order = ", by rows" if "grid" in code else ""
    contenders: dict[str, Contender] = {
        "icosian": Counter("icosian", code, number),
        GRAPHILLION: Counter(f"graphillion{order}", code, number),
    }
    if nodes <= LARGEST:
        contenders[TEXTBOOK] = Counter("textbook", code, number)
    return contenders


def tenfold(peers: dict[str, float]) -> float:
    """Return a tenth of Graphillion's seconds, where they are over one."""
    return peers[GRAPHILLION] / 10 if peers[GRAPHILLION] > 1 else float("inf")


def draw(side: int, other: int) -> dict[str, Contender]:
    """Draw a closed knight's tour, each with the same probability; nobody else does."""
    G = icosian.knight_graph(side, other)
    icosian.random_hamiltonian_cycle(icosian.knight_graph(6), seed=1)  # loads the kernels
    return {"icosian": lambda: clock(lambda: icosian.random_hamiltonian_cycle(G, seed=1))}


def count_chessboard() -> dict[str, Contender]:
    """Count the closed tours of the chessboard, which is beyond the peers."""
    return {"icosian": Counter("icosian", "knight_graph(8)", 13267364410532)}


COUNTING = [
    *(
        Case(
            f"{name}, counted",
            3,
            partial(count, code, number, nodes),
            Goal("10 x Graphillion", tenfold),
        )
        for name, code, number, nodes in (
            ("knight 6 x 6", "knight_graph(6)", 9862, 36),
            ("knight 6 x 7", "knight_graph(6, 7)", 1067638, 42),
            ("knight 6 x 8", "knight_graph(6, 8)", 55488142, 48),
            ("king 8 x 8", "king_graph(8)", 961742089476282321684, 64),
            ("hypercube Q5", "nx.hypercube_graph(5)", 906545760, 32),
            ("grid 14 x 14", "nx.grid_2d_graph(14, 14)", 56126499620491437281263608, 196),
        )
    ),
    Case(
        "knight 8 x 8, counted",
        1,
        count_chessboard,
        Goal("at most 60 s of one core", lambda _: 60.0),
    ),
    *(
        Case(f"knight {m} x {n}, drawn at random", runs, partial(draw, m, n))
        for m, n, runs in ((6, 6, 5), (6, 8, 5), (8, 8, 1))
    ),
]
