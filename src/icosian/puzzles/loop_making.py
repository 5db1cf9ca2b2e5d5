"""Making of loop puzzles: a random loop whose clues are taken away while it stays the only one."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._run.arguments import checked_int, checked_seed
from icosian._run.clock import Clock, TimeIsUp
from icosian.boardgraphs.chess import grid_graph
from icosian.exceptions import InvalidProof, SearchLimitReached
from icosian.puzzles.fillings import FREE
from icosian.puzzles.loop_rules import Masyu, sides
from icosian.puzzles.loops import METHOD, LoopPuzzle, Search
from icosian.tours.sample.scramble import scrambled_hamiltonian_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from icosian._run.clock import Progress
    from icosian.puzzles.loop_rules import Cell, Edge


LOOPS = 20
"""Loops that are tried for so few clues."""
EFFORT = 2_000
"""Steps of the SAT solver on one question; a clue that takes more stays."""
FEW = 0.05
"""How often a cell joins the region that touches more than one of its cells."""
RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The cells around another one, in turn."""
LEAST = 3
"""The sides of the smallest board with enough loops for every kind."""


def make_loop_puzzle(
    kind: str,
    rows: Any,
    columns: Any,
    *,
    clues: int | None = None,
    seed: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> LoopPuzzle:
    """Return a puzzle whose solution is unique, with so many clues or as few as are left."""
    rows = checked_int(rows, "rows", LEAST)
    columns = rows if columns is None else checked_int(columns, "columns", LEAST)
    wanted = None if clues is None else checked_int(clues, "clues")
    random = Random(checked_seed(seed))  # noqa: S311 - not a secret
    clock = Clock(timeout, progress)
    best: LoopPuzzle | None = None
    try:
        for _ in range(LOOPS):
            make = _linked if kind == "numberlink" else _looped
            puzzle = make(kind, rows, columns, wanted or 0, random, clock)
            if puzzle is not None and (best is None or len(puzzle.clues) < len(best.clues)):
                best = puzzle
            if best is not None and (wanted is None or len(best.clues) <= wanted):
                if not best.is_unique(timeout=max(0.0, clock.left), progress=progress):
                    raise InvalidProof("the puzzle has a second solution")
                return best
        reason = f"{wanted or 'so few'} clues were not reached with {LOOPS} loops"
    except (TimeIsUp, SearchLimitReached):
        reason = f"the {clock.allowed:g} s are over"
    got = "" if best is None else f": the best puzzle so far has {len(best.clues)} clues"
    raise SearchLimitReached(reason + got, stats=clock.stats(METHOD), best=best)


def _looped(
    kind: str, rows: int, columns: int, wanted: int, random: Random, clock: Clock
) -> LoopPuzzle | None:
    """Return a puzzle of one loop, None if all clues together have a second solution."""
    # 1. The border of a region in one piece and without holes is a loop.
    less = kind == "masyu"
    edges: set[Edge] = set()
    for cell in _region(rows - less, columns - less, random):
        edges ^= set(sides(cell))
    # 2. All clues that it allows. A second loop that meets them may allow more: then that one.
    before: dict[Cell, str] = {}
    while True:
        all_ = _all_clues(kind, rows, columns, edges)
        if all_ == before:
            return None
        search = Search(_puzzle(kind, rows, columns, all_), clock, EFFORT)
        other = search.others(edges)
        answer = search.has(all_, other)
        if answer is not True:
            break
        before, edges = all_, set(search.used)
    if answer is None:
        return None
    # 3. Without one after the other, is it still the only loop?
    left = set(all_)
    for cell in random.sample(sorted(all_), len(all_)):
        if cell in left and search.has(left - {cell}, other) is False:
            left = set(search.clues(search.core()))
    spare = random.sample(sorted(set(all_) - left), max(0, min(wanted, len(all_)) - len(left)))
    return _puzzle(kind, rows, columns, {v: all_[v] for v in sorted(left.union(spare))})


def _all_clues(kind: str, rows: int, columns: int, edges: set[Edge]) -> dict[Cell, str]:
    """Return the clues of all cells where there may be one."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    if kind == "slitherlink":
        return {v: str(sum(side in edges for side in sides(v))) for v in cells}
    H = nx.Graph(edges)
    alike = [Masyu([[mark] * columns] * rows) for mark in "wb"]
    return {v: rules.clues[v] for rules in alike for v in cells if rules.met(H, v)}


def _puzzle(kind: str, rows: int, columns: int, clues: Mapping[Cell, str]) -> LoopPuzzle:
    """Return a puzzle with some clues."""
    return LoopPuzzle(
        kind, [[clues.get((r, c), FREE) for c in range(columns)] for r in range(rows)]
    )


def _region(rows: int, columns: int, random: Random) -> set[Cell]:
    """Return cells in one piece, without holes or corners that meet; most touch few others."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    region = {random.choice(cells)}
    grown = True
    while grown:
        grown = False
        for r, c in random.sample(cells, len(cells)):
            around = [(r + dr, c + dc) in region for dr, dc in RING]
            # Those around it are one run, which shares a side with it.
            runs = sum(one != other for one, other in pairwise([*around, around[0]]))
            near = sum(around[::2])
            if (r, c) not in region and runs == 2 and near and (near == 1 or random.random() < FEW):
                region.add((r, c))
                grown = True
    return region


def _linked(
    kind: str, rows: int, columns: int, wanted: int, random: Random, clock: Clock
) -> LoopPuzzle | None:
    """Return a puzzle of paths: pieces of one path through all cells, joined one by one."""
    seed = random.getrandbits(30)
    path = list(
        scrambled_hamiltonian_path(grid_graph(rows, columns), seed=seed, timeout=clock.left)
    )
    begins = list(range(0, len(path) - 1, 2))  # pieces of two cells: their ends leave no choice
    puzzle, _ = _pieces(kind, rows, columns, path, begins)
    for begin in random.sample(begins[1:], len(begins) - 1):
        if len(puzzle.clues) <= wanted:
            break
        fewer = [k for k in begins if k != begin]
        joined, edges = _pieces(kind, rows, columns, path, fewer)
        search = Search(joined, clock, EFFORT)
        if search.has(joined.clues, search.others(edges)) is False:
            puzzle, begins = joined, fewer
    return puzzle


def _pieces(
    kind: str, rows: int, columns: int, path: Sequence[Cell], begins: Sequence[int]
) -> tuple[LoopPuzzle, list[Edge]]:
    """Return a puzzle of the pieces of a path, and their edges."""
    pieces = [path[k:end] for k, end in pairwise([*begins, len(path)])]
    ends = {v: str(k) for k, piece in enumerate(pieces, 1) for v in (piece[0], piece[-1])}
    edges = [edge for piece in pieces for edge in pairwise(piece)]
    return _puzzle(kind, rows, columns, ends), edges
