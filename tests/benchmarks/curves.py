"""Curves: how time and memory grow with the size of a question, icosian and its peers."""

from functools import partial
from typing import Any, NamedTuple

import networkx as nx
from counting import GRAPHILLION, counted, rivals
from dijkstra import cold, dictionaries, grid
from families import flower_snark
from instances import random_cubic
from peers import CP_SAT, SAGE, SAT
from placements import queens
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


def cycles(n):
    """Return the case of the cycles of a grid, counted."""
    peers = {GRAPHILLION: rivals(nx.grid_2d_graph, n, n)[GRAPHILLION]}
    return counted("", nx.grid_2d_graph, n, n, peers=peers)


CURVES = [
    Curve(
        *("closed knight's tours of square boards", "growth-knight", "squares"),
        (8, 16, 32, 64, 128, 256),
        lambda n: found("", partial(knight_graph, n), LIMITS),
        square,
    ),
    Curve(
        *("tours of random cubic graphs", "growth-cubic", "nodes"),
        (100, 316, 1_000, 3_162, 10_000, 31_622),
        lambda n: found("", partial(random_cubic, n), LIMITS),
    ),
    Curve(
        *("proofs that flower snarks have no cycle", "growth-snarks", "nodes"),
        (5, 9, 15, 51, 151, 501),
        lambda k: refuted("", partial(flower_snark, k), REFUTERS),
        lambda k: 4 * k,
    ),
    Curve(
        *("cycles of square grids, counted", "growth-count", "nodes"),
        *((6, 8, 10, 12, 14), cycles, square),
    ),
    Curve("queens counted", "growth-queens", "queens", (10, 12, 14, 16), queens),
    Curve(
        *("shortest paths on grids, dictionaries", "growth-routes", "nodes"),
        (1_024, 10_000, 102_400),
        lambda n: dictionaries("", grid, n, cold, 0),
    ),
]
