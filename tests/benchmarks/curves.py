"""How time and memory grow with the size of the question, icosian beside peers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cases import CP_SAT, REFUTERS, SAGE, SAT, beside
from counting import GRAPHILLION
from families import flower_snark
from instances import random_cubic
from measure import Counter, Timing, race
from placements import count_queens
from routes import Map, beside_networkx, cold, grid

from icosian import knight_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import networkx as nx
    from matplotlib.figure import Figure
    from measure import Contender
    from records import Records

__all__ = ["CURVES", "Followed", "draw", "follow"]

RUNS = 3


class Curve(NamedTuple):
    """A question that grows; ``file`` is the name of its picture."""

    name: str
    file: str
    of: str
    sizes: Sequence[int]
    prepare: Callable[[int], dict[str, Contender]]
    growth: Callable[[int], int] = int
    """What stands on the axis for a size."""


@dataclass(frozen=True)
class Followed:
    """A curve as measured."""

    curve: Curve
    points: dict[int, dict[str, Timing]] = field(default_factory=dict)
    """By what stands on the axis."""

    @property
    def names(self) -> list[str]:
        """Who has been measured, icosian first."""
        return list(dict.fromkeys(name for point in self.points.values() for name in point))


def follow(
    curve: Curve, sizes: Sequence[int], records: Records, patience: float | None
) -> Followed:
    """Measure a curve; who has no time once is not asked about larger sizes."""
    followed, out = Followed(curve), set[str]()

    def measure(size: int) -> dict[str, Timing | str]:
        contenders = {name: c for name, c in curve.prepare(size).items() if name not in out}
        return race(contenders, RUNS, patience)

    for size in sizes:
        times = records.times(f"{curve.name}: {size}", partial(measure, size))
        good = {name: t for name, t in times.items() if isinstance(t, Timing) and t.runs}
        out |= times.keys() - good.keys()
        if not good:
            break
        followed.points[curve.growth(size)] = good
    return followed


COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
LOOKS = ("o-", "s--", "^:", "D-.")


def draw(followed: Followed) -> Figure:
    """Draw time and memory against size; each line has a colour, a mark and a dash of its own."""
    from matplotlib.figure import Figure

    figure = Figure((9, 3.4), layout="constrained")
    seconds, memory = figure.subplots(1, 2)
    for k, name in enumerate(followed.names):
        timings = {size: point[name] for size, point in followed.points.items() if name in point}
        style = {"color": COLOURS[k], "label": name, "lw": 2.5 if name == "icosian" else 1.5}
        seconds.plot(list(timings), [t.seconds for t in timings.values()], LOOKS[k], **style)
        megabytes = [max(t.peak / 1e6, 1.0) for t in timings.values()]  # what is less is noise
        memory.plot(list(timings), megabytes, LOOKS[k], **style)
    for ax, what in ((seconds, "seconds"), (memory, "MB, or less than 1")):
        ax.set(xlabel=followed.curve.of, ylabel=what, xscale="log", yscale="log")
        if max(followed.points) < 10 * min(followed.points):  # powers of ten are too few
            ax.set_xticks(list(followed.points), map(str, followed.points))
            ax.set_xticks([], minor=True)
        ax.grid(visible=True, color="#dddddd")
        ax.spines[["top", "right"]].set_visible(False)
    handles, labels = seconds.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=len(labels), frameon=False)
    return figure


def cycle(make: Callable[[int], nx.Graph], limits: dict[str, float], size: int):
    """Look for a tour of a graph of a size."""
    return beside(make(size), limits)


def counted(side: int) -> dict[str, Contender]:
    """Count the cycles of a square grid, each counter in a process of its own."""
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
        "growth: closed knight's tours of square boards",
        "growth-knight",
        "squares",
        (8, 16, 32, 64, 128, 256, 512),
        partial(cycle, knight_graph, {SAT: 30.0, CP_SAT: 30.0, SAGE: 30.0}),
        square,
    ),
    Curve(
        "growth: tours of random cubic graphs",
        "growth-cubic",
        "nodes",
        (100, 316, 1_000, 3_162, 10_000, 31_622, 100_000),
        partial(cycle, random_cubic, {SAT: 30.0, CP_SAT: 30.0, SAGE: 30.0}),
    ),
    Curve(
        "growth: proofs that flower snarks have no cycle",
        "growth-snarks",
        "nodes",
        (5, 9, 15, 51, 151, 501, 1_501),
        lambda k: beside(flower_snark(k), REFUTERS, has_tour=False),
        lambda k: 4 * k,
    ),
    Curve(
        "growth: cycles of square grids, counted",
        "growth-count",
        "nodes",
        (6, 8, 10, 12, 14, 16),
        counted,
        square,
    ),
    Curve(
        "growth: queens counted",
        "growth-queens",
        "queens",
        (12, 14, 15, 16),
        count_queens,
    ),
    Curve(
        "growth: shortest paths on grids, dictionaries",
        "growth-routes",
        "nodes",
        (1_024, 10_000, 102_400, 1_000_000),
        lambda n: beside_networkx(cold, Map("grid", n, partial(grid, whole=True))),
    ),
]
