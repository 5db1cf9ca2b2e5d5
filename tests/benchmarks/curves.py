"""Curves: how time and memory grow with the size of a question, icosian and its peers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cases import CP_SAT, REFUTERS, SAGE, SAT, beside
from counting import GRAPHILLION
from families import flower_snark
from instances import random_cubic
from measure import Counter, race
from placements import count_queens
from results import CURVES as GROUP
from routes import Map, beside_networkx, cold, grid

from icosian import knight_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import networkx as nx
    from measure import Contender
    from report import Timing
    from results import Results

__all__ = ["CURVES", "follow"]

RUNS = 3
LIMITS = {SAT: 5.0, CP_SAT: 5.0, SAGE: 5.0}


class Curve(NamedTuple):
    """A question that grows; ``file`` is the name of its picture."""

    name: str
    file: str
    of: str
    sizes: Sequence[int]
    prepare: Callable[[int], dict[str, Contender]]
    growth: Callable[[int], int] = int
    """Return the value on the axis for a size."""


def follow(curve: Curve, results: Results) -> None:
    """Measure a curve; a contender that fails at one size is not measured at larger ones."""
    group, out = GROUP + curve.name, set[str]()
    results.data.setdefault("curves", {})[group] = {"file": curve.file, "of": curve.of}

    def measure(size: int) -> tuple[dict[str, Timing | str], dict[str, str]]:
        contenders = {name: c for name, c in curve.prepare(size).items() if name not in out}
        times, _ = race(contenders, RUNS)
        return times, {"size": str(curve.growth(size))}

    for size in curve.sizes:
        if results.is_late:
            break
        case = results.measure(f"{curve.name}: {size}", group, (), partial(measure, size))
        out |= {name for name, time in case.times.items() if isinstance(time, str) or not time.runs}
        if "icosian" in out:
            break


def cycle(make: Callable[[int], nx.Graph], limits: dict[str, float], size: int):
    """Look for a tour of a graph of a size."""
    return beside(make(size), limits)


def counted(side: int) -> dict[str, Contender]:
    """Count the cycles of a square grid, each counter in a separate process."""
    code = f"nx.grid_2d_graph({side}, {side})"
    return {
        "icosian": Counter("icosian", code),
        GRAPHILLION: Counter("graphillion, by rows", code),
    }


def square(side: int) -> int:
    """Return the number of squares."""
    return side * side


CURVES = [
    Curve(
        "closed knight's tours of square boards",
        "growth-knight",
        "squares",
        (8, 16, 32, 64, 128, 256),
        partial(cycle, knight_graph, LIMITS),
        square,
    ),
    Curve(
        "tours of random cubic graphs",
        "growth-cubic",
        "nodes",
        (100, 316, 1_000, 3_162, 10_000, 31_622),
        partial(cycle, random_cubic, LIMITS),
    ),
    Curve(
        "proofs that flower snarks have no cycle",
        "growth-snarks",
        "nodes",
        (5, 9, 15, 51, 151, 501),
        lambda k: beside(flower_snark(k), REFUTERS, has_tour=False),
        lambda k: 4 * k,
    ),
    Curve(
        "cycles of square grids, counted",
        "growth-count",
        "nodes",
        (6, 8, 10, 12, 14),
        counted,
        square,
    ),
    Curve(
        "queens counted",
        "growth-queens",
        "queens",
        (10, 12, 14, 16),
        count_queens,
    ),
    Curve(
        "shortest paths on grids, dictionaries",
        "growth-routes",
        "nodes",
        (1_024, 10_000, 102_400),
        lambda n: beside_networkx(cold, Map("grid", n, partial(grid, whole=True))),
    ),
]
