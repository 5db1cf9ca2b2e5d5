"""Puzzles as text: grids of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._io.text import shown

if TYPE_CHECKING:
    from icosian.puzzles.puzzle import Puzzle

__all__ = ["FREE", "WALL", "grid"]

FREE, WALL = ".", "#"


def grid(puzzle: Puzzle) -> str:
    """Return a puzzle as the text that is read, or as a list of its clues if it is on no board."""
    board = puzzle.board
    if board is None or board.dimensions != 2:
        clues = ", ".join(f"{k} on {shown(v)}" for v, k in puzzle.clues.items())
        return f"{len(puzzle)} nodes: {clues or 'no clues'}"
    width = len(str(len(puzzle)))
    rows, columns = board.shape

    def word(square: Any) -> str:
        if square not in puzzle.graph:
            return WALL
        return str(puzzle.clues.get(square, FREE))

    return "\n".join(
        " ".join(word((r, c)).rjust(width) for c in range(columns)) for r in range(rows)
    )
