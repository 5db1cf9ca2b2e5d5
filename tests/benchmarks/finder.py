"""Tours of graphs of any kind, and proofs that there is none, beside the solvers of the field."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx
from cases import CP_SAT, LKH, REFUTERS, SAGE, SAT, Case, Goal, beside
from families import flower_snark, generalized_petersen
from instances import PUBLIC, holed_board, planted_digraph, random_cubic
from measure import clock
from report import CONVERSION

import icosian
from icosian import Board, board_graph, knight_graph, leaper_graph
from icosian.tours.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

    Make = Callable[[], nx.Graph[Any]]

__all__ = ["FINDER"]

SOLVERS = {CP_SAT: 8.0, SAT: 8.0, SAGE: 8.0}
WITH_LKH = {**SOLVERS, LKH: 20.0}
DIRECTED = {CP_SAT: 8.0, SAT: 8.0}


def made(make: Make, limits: dict[str, float], *, has_tour: bool = True) -> dict[str, Contender]:
    """Make the graph, and look for a tour."""
    return beside(make(), limits, has_tour=has_tour)


def converted(make: Make) -> dict[str, Contender]:
    """Make the graph, and look for a tour, beside the conversion that this begins with."""
    G = make()
    conversion = {CONVERSION: lambda: clock(lambda: Problem.of(G, closed=True))}
    return beside(G, {}) | conversion


def within(seconds: float) -> Goal:
    """Return the goal to take no more than that."""
    scale, unit = (1, "s") if seconds >= 1 else (1_000, "ms")
    return Goal(f"at most {seconds * scale:g} {unit}", lambda _: seconds)


def after_conversion(seconds: float) -> Goal:
    """Return the goal to take no more than that when the graph is in arrays."""
    goal = within(seconds)
    return Goal(f"{goal.text} after conversion", lambda peers: seconds + peers[CONVERSION])


QUICK_READER = Goal("at most 20 ms and CP-SAT / 100", lambda peers: min(0.02, peers[CP_SAT] / 100))

TSPLIB = [
    Case(
        path.stem,
        11,
        partial(made, partial(icosian.read_graph, path), WITH_LKH if size == 1 else SOLVERS),
        QUICK_READER,
    )
    for size in range(1, 6)
    for path in sorted(PUBLIC.glob(f"tsplib/alb{size}000*.hcp"))
]

CUBIC = [
    Case(f"random cubic, {n:,} nodes", runs, partial(made, partial(random_cubic, n), limits), goal)
    for n, runs, limits, goal in (
        (1_000, 21, WITH_LKH, within(0.005)),
        (10_000, 11, SOLVERS, within(0.06)),
        (100_000, 3, {}, within(3)),
        (1_000_000, 1, {}, within(60)),
    )
]

LARGE = [
    Case(
        "random digraph, 3 arcs a node, 10,000 nodes",
        5,
        partial(made, partial(planted_digraph, 10_000, 3), DIRECTED),
        within(1),
    ),
    Case("grid 30 x 30", 11, partial(made, partial(nx.grid_2d_graph, 30, 30), SOLVERS)),
    Case(
        "grid 1000 x 1000",
        3,
        partial(converted, partial(nx.grid_2d_graph, 1_000, 1_000)),
        after_conversion(2),
    ),
    Case("hypercube 2^10", 11, partial(made, partial(nx.hypercube_graph, 10), SOLVERS)),
    Case(
        "hypercube 2^16",
        5,
        partial(converted, partial(nx.hypercube_graph, 16)),
        after_conversion(0.1),
    ),
]

REFUTED = [
    Case(f"no cycle in {name}", 5, partial(made, make, limits, has_tour=False), goal)
    for name, make, limits, goal in (
        ("J15", partial(flower_snark, 15), REFUTERS, None),
        ("J251", partial(flower_snark, 251), {}, within(1)),
        ("J2501", partial(flower_snark, 2_501), {}, within(1)),
        ("GP(503,2)", partial(generalized_petersen, 503, 2), {}, within(1)),
        ("GP(5003,2)", partial(generalized_petersen, 5_003, 2), {}, within(1)),
    )
]
"""Smaller ones are among the named graphs."""

BOARDS = [
    *(
        Case(f"{name}, cycle", 11, partial(made, make, limits))
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
            5,
            partial(made, partial(holed_board, side, holes, seed), REFUTERS, has_tour=False),
        )
        for side, holes, seed in ((20, 120, 7), (40, 400, 2))
    ),
]

FINDER = TSPLIB + CUBIC + LARGE + REFUTED + BOARDS
