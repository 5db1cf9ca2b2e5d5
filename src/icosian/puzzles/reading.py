"""Reading of puzzles: grids of numbers."""

from __future__ import annotations

import os
from typing import Any, overload

from icosian._io.text import MOST_DRAWN, Text
from icosian._run.arguments import checked_flag
from icosian._run.hints import hinted
from icosian.boardgraphs.graph import board_graph
from icosian.boardgraphs.hexagonal import hex_graph
from icosian.boards.board import Board
from icosian.boards.piece import Piece, piece_of
from icosian.boards.text import FREE, HOLE, Grid
from icosian.exceptions import InvalidArgument
from icosian.puzzles.kinds import LoopKind, NumberKind, is_of_loops, piece_of_kind
from icosian.puzzles.loops import LoopPuzzle, grid_of
from icosian.puzzles.numbers import Puzzle, Zip

LONGEST = 9
"""The most digits of a number."""


@overload
def read_puzzle(
    source: str | os.PathLike[str],
    *,
    kind: NumberKind = "hidato",
    piece: str | Piece | None = None,
    hexagonal: bool = False,
) -> Puzzle: ...
@overload
def read_puzzle(
    source: str | os.PathLike[str], *, kind: LoopKind, hexagonal: bool = False
) -> LoopPuzzle: ...
@hinted
def read_puzzle(
    source: str | os.PathLike[str],
    *,
    kind: str = "hidato",
    piece: str | Piece | None = None,
    hexagonal: bool = False,
) -> Puzzle | LoopPuzzle:
    r'''Read a Hidato, a Zip, a Slitherlink or a similar puzzle from a file or a text.

    Parameters
    ----------
    source : str or path-like
        The file, decompressed if its name ends in ``.gz``; or the text itself if it has more than
        one line. A line is a row of the board, with spaces between its squares, which may be left
        out if all marks are single characters: a number is a clue, ``.``, ``_`` or ``0`` an empty
        square, ``#`` or ``X`` a wall. Where steps are to the four sides, there may also be walls
        between squares: ``|`` between two of a row, ``-`` on a line of its own below one.
    kind : {"hidato", "numbrix", "zip", "slitherlink", "masyu", "numberlink"}
        The kind of puzzle. The numbers of a Zip are only an order. The last three are loop puzzles;
        :class:`LoopPuzzle` states their marks.
    piece : str or Piece, optional
        How consecutive numbers are joined: by default "king" for Hidato, "wazir" for Numbrix and
        Zip; "knight", or any other piece.
    hexagonal : bool
        Whether the squares are hexagons. Then each row begins half a hexagon further left or right
        than the row above, as its indentation shows, with spaces between marks, and steps are to
        the six neighbors.

    Returns
    -------
    Puzzle or LoopPuzzle
        The graph of a number puzzle is that of the piece on the board; of hexagons, as
        :func:`hex_graph` has it.

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
    >>> puzzle = read_puzzle("""
    ... 1 . .
    ... . # .
    ... . . 5
    ... """)
    >>> puzzle.is_unique()
    False
    >>> honeycomb = read_puzzle("""
    ...   1 .
    ...  . . .
    ...   4 .
    ... """, hexagonal=True)
    >>> len(honeycomb), honeycomb.solve()[3]
    (7, (2, 0))
    >>> walled = read_puzzle("""
    ... 1 . .
    ... -
    ... . 3|.
    ... . . 2
    ... """, kind="zip")
    >>> walled.is_unique(), walled.graph.has_edge((0, 0), (1, 0))
    (True, False)
    >>> print(read_puzzle("3.\n.1\n", kind="slitherlink").solve())
    ┌───┐   ·
    │ 3 │
    │   │   ·
    │   │ 1
    └───┘   ·
    '''
    text = source if isinstance(source, str) and "\n" in source else Text(source).whole(MOST_DRAWN)
    return parsed(text, kind, piece, hexagonal=checked_flag(hexagonal, "hexagonal"))


def parsed(
    text: str, kind: str, piece: str | Piece | None, *, hexagonal: bool
) -> Puzzle | LoopPuzzle:
    """Return the puzzle that a text draws."""
    if not is_of_loops(kind):
        return _numbered(text, kind, piece, hexagonal=hexagonal)
    if piece is not None:
        raise InvalidArgument(f"piece is for number puzzles, not for kind={kind!r}")
    return _looped(text, kind, hexagonal=hexagonal)


def _looped(text: str, kind: Any, *, hexagonal: bool) -> LoopPuzzle:
    """Return the loop puzzle that a text draws."""
    return LoopPuzzle(kind, grid_of(kind, text, hexagonal=hexagonal).rows, hexagonal=hexagonal)


def _numbered(text: str, kind: str, piece: str | Piece | None, *, hexagonal: bool) -> Puzzle:
    """Return the puzzle that a grid of numbers draws."""
    joined = piece_of_kind(kind, piece)
    made = Zip if kind == "zip" else Puzzle
    grid = Grid.of(text, "a puzzle", hexagonal=hexagonal, walls=True, words=True, columns=True)
    grid.check(
        f"a square is a number, '{FREE}' if it is empty, or '{HOLE}' if it is a wall", _is_number
    )
    shape, holes = (len(grid.rows), len(grid.rows[0])), grid.squares(HOLE)
    marks = {(r, c): mark for r, row in enumerate(grid.rows) for c, mark in enumerate(row)}
    clues = {square: int(mark) for square, mark in marks.items() if mark not in (FREE, HOLE)}
    if not hexagonal:
        G = board_graph(Board(shape, holes=holes), joined)
        if grid.walls and piece_of(G) != Piece.named("wazir", dimensions=2):
            raise InvalidArgument("walls between squares are for kind='zip' and piece='wazir'")
        G.remove_edges_from(grid.walls)
        return made(G, clues)
    if grid.walls:
        raise InvalidArgument("walls between squares are for boards of squares, not of hexagons")
    if piece is not None:
        raise InvalidArgument(f"hexagons have steps to their six neighbors, got piece {piece!r}")
    return made(hex_graph(*shape, holes=holes), clues)


def _is_number(mark: str) -> bool:
    return mark.isascii() and mark.isdigit() and len(mark) <= LONGEST
