"""Queens, sets of nodes and colorings; peers are a classic search in C, HiGHS and CP-SAT."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cases import NEVER_INTERPRETED, Case
from measure import Limited, clock
from report import Goal
from solvers import color_by_cp_sat, dominate_by_cp_sat, dominate_by_highs

import icosian
from icosian._kernels import lanes

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx
    from measure import Contender

__all__ = ["PLACEMENTS"]

C, PYTHON, HIGHS, CP_SAT = "classic search, gcc -O3", "recursive generator", "HiGHS", "CP-SAT"
ALL_QUEENS = {10: 724, 12: 14200, 14: 365596, 15: 2279184, 16: 14772512}  # OEIS A000170
PATIENCE = 20.0


@cache
def classic() -> ctypes.CDLL:
    """Compile the search in C."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise ImportError("gcc is not installed")
    library = Path(tempfile.mkdtemp(), "queens.so")
    source = Path(__file__).with_name("queens.c")
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, "-o", library, source], check=True)
    search = ctypes.CDLL(str(library))
    search.count_queens.restype = ctypes.c_uint64
    return search


def count_in_c(n: int) -> Contender:
    """Return the classic search as a contender."""

    def contender() -> float:
        search = classic()

        def count() -> None:
            assert search.count_queens(n) == ALL_QUEENS[n]

        return clock(count)

    return contender


def count_queens(n: int, found: lanes.Lanes | bool | None = True) -> dict[str, Contender]:
    """Count n queens, with all that the processor has, or with other lanes, or none."""

    def count() -> None:
        assert icosian.count_queens(n) == ALL_QUEENS[n]

    def count_otherwise() -> None:
        chosen, lanes.lanes_for = lanes.lanes_for, lambda _bits: found
        try:
            count()
        finally:
            lanes.lanes_for = chosen

    ours = count if found is True else count_otherwise
    icosian.count_queens(12)
    return {"icosian": lambda: clock(ours), C: count_in_c(n)}


def generated(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the placements of n queens as the textbook does."""
    columns: list[int] = []
    used, falling, rising = set[int](), set[int](), set[int]()

    def place(row: int) -> Iterator[tuple[int, ...]]:
        if row == n:
            yield tuple(columns)
            return
        for column in range(n):
            if column in used or row + column in falling or row - column in rising:
                continue
            columns.append(column)
            used.add(column)
            falling.add(row + column)
            rising.add(row - column)
            yield from place(row + 1)
            columns.pop()
            used.discard(column)
            falling.discard(row + column)
            rising.discard(row - column)

    yield from place(0)


def all_queens(n: int) -> dict[str, Contender]:
    """List all placements of n queens."""
    with NEVER_INTERPRETED:
        assert [placement.columns for placement in icosian.all_queens(n)] == list(generated(n))
    return {
        "icosian": lambda: clock(lambda: list(icosian.all_queens(n))),
        PYTHON: lambda: clock(lambda: list(generated(n))),
    }


def dominate(G: nx.Graph[Any]) -> dict[str, Contender]:
    """Find a minimum dominating set and prove it."""
    icosian.minimum_dominating_set(G)
    return {
        "icosian": lambda: clock(lambda: icosian.minimum_dominating_set(G)),
        HIGHS: Limited(dominate_by_highs, G, PATIENCE),
        CP_SAT: Limited(dominate_by_cp_sat, G, PATIENCE),
    }


def color(G: nx.Graph[Any], least: int) -> dict[str, Contender]:
    """Find a minimum coloring and prove it."""
    assert len(icosian.minimum_coloring(G).classes) == least
    return {
        "icosian": lambda: clock(lambda: icosian.minimum_coloring(G)),
        CP_SAT: Limited(partial(color_by_cp_sat, least=least), G, PATIENCE),
    }


PLACEMENTS = [
    Case("16 queens counted", partial(count_queens, 16), (Goal(C, 15),)),
    *(
        Case(
            f"16 queens counted, {found.name if found else 'no lanes'}",
            partial(count_queens, 16, found),
            (Goal(C, 8 if found else 1.5),),
        )
        for found in (*lanes.LANES[1:], None)
    ),
    *(Case(f"{n} queens listed", partial(all_queens, n), (Goal(PYTHON, 10),)) for n in (8, 10, 12)),
    *(
        Case(
            f"{n} x {n} queens dominated",
            partial(dominate, icosian.queen_graph(n)),
            (Goal(HIGHS, 100), Goal(CP_SAT, 100)) if n == 12 else (),
        )
        for n in (8, 10, 12)
    ),
    *(
        Case(
            f"{n} x {n} queens colored",
            partial(color, icosian.queen_graph(n), least),
            (Goal(seconds=1),) if n == 10 else (),
        )
        for n, least in ((8, 9), (9, 10), (10, 11))
    ),
]
