"""Reading of puzzles: grids of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian._io.text import MOST_DRAWN, Text, quoted
from icosian.boardgraphs.graph import board_graph
from icosian.boards.board import Board
from icosian.exceptions import InvalidArgument
from icosian.puzzles.grid import FREE, WALL
from icosian.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    import os

    from icosian.boards.piece import Piece

__all__ = ["read_puzzle"]

LONGEST = 9
"""The most digits of a number."""


def read_puzzle(source: str | os.PathLike[str], *, piece: str | Piece = "king") -> Puzzle:
    r"""Read a Hidato, Numbrix or similar puzzle from a file or a text.

    Parameters
    ----------
    source : str or path-like
        The file, decompressed if its name ends in ``.gz``; or the text itself if it has more than
        one line. A line is a row of the board, with spaces between its squares: a number is a clue,
        ``.`` an empty square, ``#`` a wall.
    piece : str or Piece
        How consecutive numbers are joined: "king" for Hidato, "wazir" for Numbrix, "knight", or
        any other piece.

    Returns
    -------
    Puzzle
        Its graph is that of the piece on the board.

    Raises
    ------
    InvalidArgument
        If the text is not such a grid, with the line and the reason, or a number is given twice or
        is too large for the board.
    OSError
        If the file cannot be read.

    See Also
    --------
    Puzzle : A puzzle on any graph.
    make_puzzle : Make one.

    Examples
    --------
    >>> puzzle = read_puzzle('''
    ... 1  .  .
    ... .  #  .
    ... 5  .  .
    ... ''', piece="wazir")
    >>> puzzle.solve()
    Traceback (most recent call last):
    icosian.exceptions.NoHamiltonianPath: There is no Hamiltonian path ...
    """
    text = source if isinstance(source, str) and "\n" in source else Text(source).whole(MOST_DRAWN)
    return parsed(text, piece)


def parsed(text: str, piece: str | Piece) -> Puzzle:
    """Return the puzzle that a text draws."""
    rows = [(number, line.split()) for number, line in enumerate(text.splitlines(), start=1)]
    rows = [(number, words) for number, words in rows if words]
    if not rows:
        raise InvalidArgument("a puzzle as text needs at least one row of numbers, '.' and '#'")
    clues, walls = {}, []
    for r, (number, words) in enumerate(rows):
        if len(words) != len(rows[0][1]):
            raise InvalidArgument(
                f"line {number}: every row must have as many squares as the first,"
                f" got {len(words)} after {len(rows[0][1])}"
            )
        for c, word in enumerate(words):
            if word == WALL:
                walls.append((r, c))
            elif word.isascii() and word.isdigit() and len(word) <= LONGEST:
                clues[r, c] = int(word)
            elif word != FREE:
                raise InvalidArgument(
                    f"line {number}: a square is a number, '.' if it is empty, or '#' if it is a"
                    f" wall, with spaces between squares, got {quoted(word)}"
                )
    board = Board((len(rows), len(rows[0][1])), holes=walls)
    return Puzzle(board_graph(board, piece), clues)
