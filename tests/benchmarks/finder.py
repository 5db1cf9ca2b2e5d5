"""Tours of graphs of many kinds, and proofs that there is none, next to other solvers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx
from cases import CP_SAT, LKH, REFUTERS, SAGE, SAT, Case, beside
from families import cayley_digraph, flower_snark, generalized_petersen
from instances import data, holed_board, planted_digraph, random_cubic
from report import Goal

import icosian
from icosian import Board, board_graph, knight_graph, leaper_graph

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

    Make = Callable[[], nx.Graph[Any]]

__all__ = ["FINDER"]

SOLVERS = {CP_SAT: 5.0, SAT: 5.0, SAGE: 5.0}
WITH_LKH = {**SOLVERS, LKH: 5.0}
DIRECTED = {CP_SAT: 5.0, SAT: 5.0}


def made(make: Make, limits: dict[str, float], *, has_tour: bool = True) -> dict[str, Contender]:
    """Make the graph, and look for a tour."""
    return beside(make(), limits, has_tour=has_tour)


TSPLIB = [
    Case(
        path.stem,
        partial(made, partial(icosian.read_graph, path), WITH_LKH if size == 1 else SOLVERS),
        (Goal(seconds=0.02), Goal(CP_SAT, 100)),
    )
    for size in range(1, 6)
    for path in data(f"tsplib/alb{size}000*.hcp")
]

CUBIC = [
    Case(
        f"random cubic, {n:,} nodes",
        partial(made, partial(random_cubic, n), limits),
        (Goal(seconds=seconds),),
    )
    for n, limits, seconds in (
        (1_000, WITH_LKH, 0.005),
        (10_000, SOLVERS, 0.05),
        (100_000, {}, 3),
        (1_000_000, {}, 60),
    )
]

LARGE = [
    Case(
        "random digraph, 3 arcs a node, 10,000 nodes",
        partial(made, partial(planted_digraph, 10_000, 3), DIRECTED),
        (Goal(seconds=1),),
    ),
    Case("grid 30 x 30", partial(made, partial(nx.grid_2d_graph, 30, 30), SOLVERS)),
    Case(
        "grid 1000 x 1000",
        partial(made, partial(nx.grid_2d_graph, 1_000, 1_000), {}),
        (Goal(seconds=4),),
    ),
    Case("hypercube 2^10", partial(made, partial(nx.hypercube_graph, 10), SOLVERS)),
    Case(
        "hypercube 2^16",
        partial(made, partial(nx.hypercube_graph, 16), {}),
        (Goal(seconds=0.3),),
    ),
]

REFUTED = [
    Case(f"no cycle in {name}", partial(made, make, limits, has_tour=False), goals)
    for name, make, limits, goals in (
        ("J15", partial(flower_snark, 15), REFUTERS, ()),
        ("J251", partial(flower_snark, 251), {}, (Goal(seconds=1),)),
        ("J2501", partial(flower_snark, 2_501), {}, (Goal(seconds=1),)),
        ("GP(503,2)", partial(generalized_petersen, 503, 2), {}, (Goal(seconds=1),)),
        ("GP(5003,2)", partial(generalized_petersen, 5_003, 2), {}, (Goal(seconds=1),)),
        (
            "a Cayley digraph of A5",
            partial(cayley_digraph, (1, 2, 3, 4, 0), (1, 2, 0, 3, 4)),
            DIRECTED,
            (Goal(CP_SAT, 10),),
        ),
        (
            "the rotations and swaps of S6",
            partial(cayley_digraph, (1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)),
            DIRECTED,
            (Goal(seconds=0.1),),
        ),
    )
]
"""Smaller ones are among the named graphs."""

BOARDS = [
    *(
        Case(f"{name}, cycle", partial(made, make, limits))
        for name, limits, make in (
            ("knight 8 x 8", WITH_LKH, partial(knight_graph, 8)),
            ("knight 20 x 20", WITH_LKH, partial(knight_graph, 20)),
            ("knight 50 x 50", SOLVERS, partial(knight_graph, 50)),
            ("(1, 4)-leaper 20 x 20", SOLVERS, partial(leaper_graph, 1, 4, 20)),
            ("(2, 3)-leaper 20 x 20", SOLVERS, partial(leaper_graph, 2, 3, 20)),
            ("knight on a torus 20 x 20", SOLVERS, partial(knight_graph, 20, periodic=True)),
            ("knight 6 x 6 x 6", SOLVERS, partial(board_graph, Board((6, 6, 6)), "knight")),
            ("knight 40 x 40 with 400 holes", SOLVERS, partial(holed_board, 40, 400, 6)),
        )
    ),
    *(
        Case(
            f"no cycle, knight {side} x {side} with {holes} holes",
            partial(made, partial(holed_board, side, holes, seed), REFUTERS, has_tour=False),
        )
        for side, holes, seed in ((20, 120, 7), (40, 400, 2))
    ),
]

FINDER = TSPLIB + CUBIC + LARGE + REFUTED + BOARDS
