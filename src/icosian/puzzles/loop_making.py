"""Making of loop puzzles: a random loop whose clues are taken away while it stays the only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_int
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian.boards.board import board_of
from icosian.boards.piece import Piece, piece_of
from icosian.boards.text import FREE, HOLE
from icosian.exceptions import InvalidArgument, InvalidProof, SearchLimitReached
from icosian.puzzles.loop_rules import Cell, Edge, Slitherlink
from icosian.puzzles.loop_search import METHOD, Search
from icosian.puzzles.loops import LoopPuzzle
from icosian.tours.sample.scramble import scrambled_hamiltonian_path

LOOPS = 20
"""Loops that are tried for so few clues."""
EFFORT = 2_000
"""Steps of the SAT solver on one question; a clue that takes more stays."""
FEW = 0.05
"""How often a cell joins the region that touches more than one of its cells."""
LEAST = 3
"""The rows and columns of the smallest board with enough loops for every kind."""


def make_loop_puzzle(
    kind: str,
    G: nx.Graph[Any],
    random: Random,
    *,
    clues: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> LoopPuzzle:
    """Return a puzzle whose solution is unique, with so many clues or as few as are left."""
    blank = _blank(kind, G)
    wanted = None if clues is None else checked_int(clues, "clues")
    clock = Clock(timeout, progress)
    best: LoopPuzzle | None = None
    try:
        for _ in range(LOOPS):
            make = _linked if kind == "numberlink" else _looped
            puzzle = make(blank, G, wanted or 0, random, clock)
            if puzzle is not None and (best is None or len(puzzle.clues) < len(best.clues)):
                best = puzzle
            if best is not None and (wanted is None or len(best.clues) <= wanted):
                if not best.is_unique(timeout=max(0.0, clock.left), progress=progress):
                    raise InvalidProof("the puzzle has a second solution")
                return best
        reason = f"{wanted or 'so few'} clues were not reached with {LOOPS} loops"
    except (TimeIsUp, SearchLimitReached):
        reason = clock.over
    got = "" if best is None else f": the best puzzle so far has {len(best.clues)} clues"
    raise SearchLimitReached(reason + got, stats=clock.stats(METHOD), best=best)


def _blank(kind: str, G: nx.Graph[Any]) -> LoopPuzzle:
    """Return a puzzle without clues on the squares, or hexagons, of a graph."""
    board, piece = board_of(G), piece_of(G)
    if board is None or not (board.hexagonal or piece == Piece.named("wazir", dimensions=2)):
        raise InvalidArgument(
            "a new loop puzzle is on a board with steps to the sides of its cells"
        )
    if any(board.periodic) or min(board.shape) < LEAST:
        raise InvalidArgument(
            f"a new loop puzzle is on a flat board of at least {LEAST} rows and columns,"
            f" got {board!r}"
        )
    rows, columns = board.shape
    marks = [[FREE if (r, c) in G else HOLE for c in range(columns)] for r in range(rows)]
    return LoopPuzzle(kind, marks, hexagonal=board.hexagonal)


def _looped(
    blank: LoopPuzzle, G: nx.Graph[Any], wanted: int, random: Random, clock: Clock
) -> LoopPuzzle | None:
    """Return a puzzle of one loop, None if all clues together have a second solution."""
    del G
    # 1. A random loop.
    edges = _loop(_faces(blank), random)
    # 2. All clues that it allows. A second loop that meets them may allow more: then that one.
    before: dict[Cell, str] = {}
    while True:
        all_ = _all_clues(blank, edges)
        if all_ == before:
            return None
        search = Search(blank.with_marks(all_), clock, EFFORT)
        other = search.other(edges)
        answer = search.has([other, *search.given])
        if answer is not True:
            break
        before, edges = all_, set(search.used)
    if answer is None:
        return None
    # 3. Without one after the other, is it still the only loop?
    left = set(search.given)
    for x in random.sample(search.given, len(left)):
        if x in left and search.has([other, *sorted(left - {x})]) is False:
            left = set(search.core()) - {other}
    cells = search.named(left)[0]
    spare = random.sample(sorted(all_.keys() - cells), max(0, min(wanted, len(all_)) - len(cells)))
    return blank.with_marks({v: all_[v] for v in (*cells, *spare)})


def _all_clues(blank: LoopPuzzle, edges: set[Edge]) -> dict[Cell, str]:
    """Return the clues of all cells where there may be one."""
    cells, rules = blank.rules.cells, blank.rules
    if isinstance(rules, Slitherlink):
        return {v: str(sum(side in edges for side in rules.sides(v))) for v in cells}
    H = nx.Graph(edges)
    alike = [blank.with_marks(dict.fromkeys(cells, mark)).rules for mark in "wb"]
    return {v: rules.clues[v] for rules in alike for v in cells if rules.met(H, v)}


def _faces(blank: LoopPuzzle) -> list[set[Edge]]:
    """Return the smallest loops of a board, without one inside the other."""
    rules = blank.rules
    if isinstance(rules, Slitherlink):
        return [set(rules.sides(cell)) for cell in rules.cells]
    rings: list[tuple[Cell, ...]] = []
    for r, c in rules.cells:
        one, two, three, four = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        halves = [(one, two, three), (two, three, four)]
        rings += halves if blank.hexagonal else [(one, two, four, three)]
    sides = [[*pairwise(ring), (ring[0], ring[-1])] for ring in rings]
    return [
        {(min(side), max(side)) for side in ring}
        for ring in sides
        if all(side in rules.number for side in ring)
    ]


def _loop(faces: list[set[Edge]], random: Random) -> set[Edge]:
    """Return a loop around faces in one piece, most of which touch few others."""
    if not faces:
        raise InvalidArgument("the board has no loop")
    first = random.choice(range(len(faces)))
    edges, inside = set(faces[first]), {first}
    grown = True
    while grown:
        grown = False
        for k in random.sample(range(len(faces)), len(faces)):
            shared = len(faces[k] & edges)
            if k in inside or not shared:
                continue
            # What it touches must be one path, so that one loop is around it too.
            touched = {v for edge in faces[k] for v in edge} & {v for edge in edges for v in edge}
            if len(touched) == shared + 1 and (shared == 1 or random.random() < FEW):
                edges ^= faces[k]
                inside.add(k)
                grown = True
    return edges


def _linked(
    blank: LoopPuzzle, G: nx.Graph[Any], wanted: int, random: Random, clock: Clock
) -> LoopPuzzle | None:
    """Return a puzzle of paths: pieces of one path through all cells, joined one by one."""
    seed = random.getrandbits(30)
    path = list(scrambled_hamiltonian_path(G, seed=seed, timeout=clock.left))
    begins = list(range(0, len(path) - 1, 2))  # pieces of two cells: their ends leave no choice
    puzzle, edges = _pieces(blank, path, begins)
    search = Search(puzzle, clock, EFFORT)
    if search.has([search.other(edges), *search.given]) is not False:
        return None  # a cell between two ends may be elsewhere on hexagons
    for begin in random.sample(begins[1:], len(begins) - 1):
        if len(puzzle.clues) <= wanted:
            break
        fewer = [k for k in begins if k != begin]
        joined, edges = _pieces(blank, path, fewer)
        search = Search(joined, clock, EFFORT)
        if search.has([search.other(edges), *search.given]) is False:
            puzzle, begins = joined, fewer
    return puzzle


def _pieces(
    blank: LoopPuzzle, path: Sequence[Cell], begins: Sequence[int]
) -> tuple[LoopPuzzle, list[Edge]]:
    """Return a puzzle of the pieces of a path, and their edges."""
    pieces = [path[k:end] for k, end in pairwise([*begins, len(path)])]
    ends = {v: str(k) for k, piece in enumerate(pieces, 1) for v in (piece[0], piece[-1])}
    edges = [edge for piece in pieces for edge in pairwise(piece)]
    return blank.with_marks(ends), edges
