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

    lines = [[word((r, c)) for c in range(columns)] for r in range(rows)]
    if not board.hexagonal:
        return "\n".join(" ".join(text.rjust(width) for text in line) for line in lines)
    width += width % 2 == 0  # with the space between, half of it is a whole number
    half = (width + 1) // 2
    indented = [_hexagons(line, r, width, half) for r, line in enumerate(lines)]
    spare = min(len(line) - len(line.lstrip()) for line in indented if line.strip())
    return "\n".join(line[spare:] for line in indented)


def _hexagons(words: list[str], row: int, width: int, half: int) -> str:
    """Return a row of hexagons, half a hexagon further right for each row, without outer walls."""
    inner = [c for c, word in enumerate(words) if word != WALL]
    if not inner:
        return ""
    first, last = inner[0], inner[-1]
    text = " ".join(word.rjust(width) for word in words[first : last + 1])
    return " " * (half * row + 2 * half * first) + text
