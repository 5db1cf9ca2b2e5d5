"""Curves: how time and memory grow with the size of a question, icosian and its peers."""

from functools import partial
from typing import Any, NamedTuple

import networkx as nx
from counting import ON_GRIDS, counted
from dijkstra import cold, dictionaries, grid, ready
from families import flower_snark
from instances import random_cubic
from peers import CP_SAT, SAGE, SAT, count_queens_in_c
from placements import C, queens
from tours import REFUTERS, found, refuted

from icosian import knight_graph

LIMITS = {SAT: 5.0, CP_SAT: 5.0, SAGE: 5.0}


class Curve(NamedTuple):
    """A question that grows; ``file`` is its picture's name, ``growth`` the value on the axis."""

    name: str
    file: str
    of: str
    sizes: Any
    case: Any
    growth: Any = int


def square(side):
    """Return the number of squares."""
    return side * side


CURVES = [
    Curve(
        *("closed knight's tours of square boards", "growth-knight", "squares"),
        (8, 16, 32, 64, 128, 256),
        lambda n: found(make=partial(knight_graph, n), peers=LIMITS),
        square,
    ),
    Curve(
        *("tours of random cubic graphs", "growth-cubic", "nodes"),
        (100, 316, 1_000, 3_162, 10_000, 31_622),
        lambda n: found(make=partial(random_cubic, n), peers=LIMITS),
    ),
    Curve(
        *("proofs that flower snarks have no cycle", "growth-snarks", "nodes"),
        (5, 9, 15, 51, 151, 501),
        lambda k: refuted(make=partial(flower_snark, k), peers=REFUTERS),
        lambda k: 4 * k,
    ),
    Curve(
        *("cycles of square grids, counted", "growth-count", "nodes"),
        (6, 8, 10, 12, 14),
        lambda n: counted()(make=partial(nx.grid_2d_graph, n, n), peers=ON_GRIDS),
        square,
    ),
    Curve(
        *("queens counted", "growth-queens", "queens", (10, 12, 14, 16)),
        lambda n: queens()(make=partial(int, n), peers={C: count_queens_in_c}),
    ),
    Curve(
        *("shortest paths on grids, dictionaries", "growth-routes", "nodes"),
        (1_024, 10_000, 102_400),
        lambda n: dictionaries(cold)(make=partial(ready, grid, n)),
    ),
]
