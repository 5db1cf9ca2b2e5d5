"""Boards as text: a mark a square, rows of hexagons half a mark further right."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian.boards.board import Board, Square


def text_of(board: Board, mark: Callable[[Square], str], width: int = 1) -> str:
    """Return a board as text, layer by layer, with a mark of at most the width for each square."""
    *outer, rows, columns = board.shape
    if board.hexagonal:
        width += 1 - width % 2  # so that half a mark, with its space, is whole
    lean = (width + 1) // 2 if board.hexagonal else 0

    def line(*row: int) -> str:
        marks = (mark((*row, column)).rjust(width) for column in range(columns))
        return (" " * (lean * row[-1]) + " ".join(marks)).rstrip()

    return "\n\n".join(
        "\n".join(line(*layer, row) for row in range(rows))
        for layer in itertools.product(*map(range, outer))
    )
