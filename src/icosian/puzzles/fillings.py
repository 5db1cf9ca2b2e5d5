"""All ways to number the nodes of a graph along a path, asked about by one SAT solver."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from icosian._io.text import shown
from icosian.boards.lookup import walls
from icosian.boards.text import BELOW, FREE, HOLE, SIDE, text_of
from icosian.proofs.claim import Claim
from icosian.tours.solve.sat import Solver, Timetable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import networkx as nx

    from icosian._run.clock import Clock
    from icosian.boards.board import Square
    from icosian.puzzles.puzzle import Puzzle


class Fillings:
    """Questions about fillings with some clues; what the solver learns serves the next ones."""

    def __init__(self, G: nx.Graph[Any], clock: Clock) -> None:
        table = Timetable(G, Claim(closed=False), lambda: clock.tick("sat"))
        nodes = table.nodes
        self._places = [(nodes[v], k + 1) for v, k in table.variables]
        self._literals = {place: x for x, place in enumerate(self._places, start=1)}
        self._solver = Solver(clock, math.inf)
        self._solver.require(table.facts())
        self._last = len(self._places)

    def has(
        self, clues: Mapping[Any, int], other: int | None = None, effort: float = math.inf
    ) -> bool | None:
        """Return whether a filling has some clues, None if that takes more than an effort."""
        supposed = [self._literals[place] for place in clues.items()]
        self._solver.limit = self._solver.steps + effort
        return self._solver.answer(supposed if other is None else [other, *supposed])

    def path(self) -> list[Any]:
        """Return the filling that was found, its nodes in the order of their numbers."""
        chosen = (self._places[x - 1] for x in self._solver.choice()[: len(self._places)] if x > 0)
        return [node for node, _ in sorted(chosen, key=lambda place: place[1])]

    def core(self) -> dict[Any, int]:
        """Return clues for which there is no filling, after a no."""
        used = self._solver.contradicting()
        return dict(self._places[x - 1] for x in sorted(used) if x <= len(self._places))

    def others(self, path: Sequence[Any]) -> int:
        """Return what leaves all fillings but one."""
        self._last += 1
        own = [-self._literals[place] for place in zip(path, range(1, len(path) + 1), strict=True)]
        self._solver.require([(1, [*own, -self._last])])
        return self._last

    def irreducible(
        self,
        clues: Mapping[Any, int],
        order: Sequence[Any],
        *,
        kept: Collection[Any] = (),
        other: int | None = None,
        effort: float = math.inf,
    ) -> dict[Any, int]:
        """Leave out clues of nodes in this order as long as there is no filling."""
        left = dict(clues)
        for node in order:
            if node not in left:
                continue
            fewer = {v: k for v, k in left.items() if v != node}
            if self.has(fewer, other, effort) is False:
                core = self.core()
                left = {v: k for v, k in fewer.items() if v in core or v in kept}
        return left

    def conflict(self, clues: Mapping[Any, int]) -> dict[Any, int] | None:
        """Return clues without a filling, none of which can be left out; None if there is one."""
        for place in clues.items():
            if place not in self._literals:
                return dict([place] if self.has({}) else ())
        if self.has(clues):
            return None
        core = self.core()
        return self.irreducible(core, list(core))


# -- Puzzles as text: grids of numbers


def grid(puzzle: Puzzle) -> str:
    """Return a puzzle as the text that is read, or as a list of its clues if it is on no board."""
    board = puzzle.board
    if board is None or board.dimensions != 2:
        clues = ", ".join(f"{k} on {shown(v)}" for v, k in puzzle.clues.items())
        return f"{len(puzzle)} nodes: {clues or 'no clues'}"

    def mark(square: Square) -> str:
        return str(puzzle.clues.get(square, FREE)) if square in puzzle.graph else HOLE

    width = len(str(puzzle._largest))  # noqa: SLF001 - our own
    lines = [list(line) for line in text_of(board, mark, width).splitlines()]
    below = [[" "] * len(line) for line in lines]
    for (row, column), (other, _) in walls(puzzle.graph):
        begin = column * (width + 1)
        if row == other:
            lines[row][begin + width] = SIDE
        else:
            below[row][begin : begin + width] = BELOW * width
    rows = ("".join(line).rstrip() for pair in zip(lines, below, strict=True) for line in pair)
    return "\n".join(filter(None, rows))
