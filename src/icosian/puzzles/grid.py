"""Puzzles as text: grids of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian._io.text import shown
from icosian.boards.text import text_of

if TYPE_CHECKING:
    from icosian.boards.board import Square
    from icosian.puzzles.puzzle import Puzzle


FREE, WALL = ".", "#"


def grid(puzzle: Puzzle) -> str:
    """Return a puzzle as the text that is read, or as a list of its clues if it is on no board."""
    board = puzzle.board
    if board is None or board.dimensions != 2:
        clues = ", ".join(f"{k} on {shown(v)}" for v, k in puzzle.clues.items())
        return f"{len(puzzle)} nodes: {clues or 'no clues'}"

    def mark(square: Square) -> str:
        return str(puzzle.clues.get(square, FREE)) if square in puzzle.graph else WALL

    return text_of(board, mark, len(str(len(puzzle))))
