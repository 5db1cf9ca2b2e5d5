"""Counts and random tours; peers are Graphillion and a textbook search, in processes."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from cases import Case
from measure import Counter, clock
from report import Goal

import icosian

if TYPE_CHECKING:
    from measure import Contender

__all__ = ["COUNTING", "SIZES"]

GRAPHILLION, TEXTBOOK = "Graphillion", "textbook's search, gcc -O3"
PATIENCE = 20.0
LARGEST = 64
"""The nodes that the textbook's search can count."""


@cache
def compile_kernels() -> None:
    """Count once, so that no measured process compiles."""
    for code in ("knight_graph(6)", "knight_graph(6, 7)"):
        Counter("icosian", code)()


def count(code: str, number: int, nodes: int) -> dict[str, Contender]:
    """Count the closed tours of a graph; on grids Graphillion is quickest with edges by rows."""
    compile_kernels()
    order = ", by rows" if "grid" in code else ""
    contenders: dict[str, Contender] = {
        "icosian": Counter("icosian", code, number),
        GRAPHILLION: Counter(f"graphillion{order}", code, number),
    }
    if nodes <= LARGEST:
        contenders[TEXTBOOK] = Counter("textbook", code, number, limit=PATIENCE)
    return contenders


def draw(side: int, other: int) -> dict[str, Contender]:
    """Draw a closed knight's tour uniformly at random; no peer does this."""
    G = icosian.knight_graph(side, other)
    icosian.random_hamiltonian_cycle(icosian.knight_graph(6), seed=1)  # loads the kernels
    return {"icosian": lambda: clock(lambda: icosian.random_hamiltonian_cycle(G, seed=1))}


def count_alone(code: str, options: str = "", number: int | None = None) -> dict[str, Contender]:
    """Count with options, icosian alone."""
    compile_kernels()
    return {"icosian": Counter("icosian", code, number, options=options)}


CHESSBOARD = 13267364410532


COUNTING = [
    *(
        Case(f"{name}, counted", partial(count, code, number, nodes), (Goal(GRAPHILLION, 10),))
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
        partial(count_alone, "knight_graph(8)", number=CHESSBOARD),
        (Goal(seconds=60),),
    ),
    Case(
        "knight 8 x 8, counted by two threads",
        partial(count_alone, "knight_graph(8)", "executor=ThreadPoolExecutor(2)", CHESSBOARD),
    ),
    *(
        Case(f"knight {m} x {n}, drawn at random", partial(draw, m, n))
        for m, n in ((6, 6), (6, 8), (7, 8))
    ),
]

SIZES = [
    *(
        Case(f"{name}, counted alone", partial(count_alone, code))
        for name, code in (
            *((f"knight 8 x {n}", f"knight_graph(8, {n})") for n in (5, 6, 7)),
            *((f"knight {m} x 6", f"knight_graph({m}, 6)") for m in (6, 10, 12, 14)),
            *((f"king {n} x {n}", f"king_graph({n})") for n in (6, 7, 8, 9, 10)),
            *((f"grid {n} x {n}", f"nx.grid_2d_graph({n}, {n})") for n in (8, 10, 12, 14)),
        )
    ),
    *(
        Case(
            f"knight 8 x 7, tables of {megabytes} MB",
            partial(count_alone, "knight_graph(8, 7)", f"memory_limit={megabytes}*10**6"),
        )
        for megabytes in (40, 20)
    ),
]
