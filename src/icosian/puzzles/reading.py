"""Reading of puzzles: grids of numbers."""

from __future__ import annotations

import os
import re
from itertools import pairwise, product
from typing import Any, overload

from icosian._io.text import MOST_DRAWN, Text, quoted
from icosian._run.arguments import checked_flag
from icosian.boardgraphs.graph import board_graph
from icosian.boardgraphs.hexagonal import hex_graph
from icosian.boards.board import Board
from icosian.boards.piece import Piece, piece_of
from icosian.exceptions import InvalidArgument
from icosian.puzzles.fillings import BELOW, FREE, SIDE, WALL
from icosian.puzzles.kinds import LoopKind, NumberKind, is_of_loops, piece_of_kind
from icosian.puzzles.loops import LoopPuzzle
from icosian.puzzles.puzzle import Puzzle
from icosian.puzzles.zip import Zip

Words = list[re.Match[str]]


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
        one line. A line is a row of the board, with spaces between its squares: a number is a clue,
        ``.`` an empty square, ``#`` a wall. Where steps are to the four sides, there may also be
        walls between squares: ``|`` between two of a row, ``-`` on a line of its own below one.
    kind : {"hidato", "numbrix", "zip", "slitherlink", "masyu", "numberlink"}
        The kind of puzzle. The numbers of a Zip are only an order. The last three are loop puzzles;
        :class:`LoopPuzzle` states their marks. Spaces may be left out there if all marks are single
        characters.
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
    lines = [(k, line) for k, line in enumerate(text.expandtabs().splitlines(), 1) if line.strip()]
    if not lines:
        raise InvalidArgument(f"a {quoted(kind)} as text needs at least one row of marks")
    is_spaced = hexagonal or any(len(line.split()) > 1 for _, line in lines)
    words = [(k, list(re.finditer(r"\S+" if is_spaced else r"\S", line))) for k, line in lines]
    begins = _indents(words) if hexagonal else [0] * len(words)
    rows = [
        [WALL] * begin + [mark[0] for mark in row]
        for begin, (_, row) in zip(begins, words, strict=True)
    ]
    if hexagonal:
        columns = max(map(len, rows))
        rows = [row + [WALL] * (columns - len(row)) for row in rows]
    return LoopPuzzle(kind, rows, hexagonal=hexagonal)


def _numbered(text: str, kind: str, piece: str | Piece | None, *, hexagonal: bool) -> Puzzle:
    """Return the puzzle that a grid of numbers draws."""
    joined = piece_of_kind(kind, piece)
    made = Zip if kind == "zip" else Puzzle
    rows: list[tuple[int, Words]] = []
    gaps = []
    for number, line in enumerate(text.expandtabs().splitlines(), start=1):
        if BELOW in line and not line.strip(f" {BELOW}"):
            gaps += _below(number, line, rows) if rows else []
        elif words := list(re.finditer(rf"[^\s{re.escape(SIDE)}]+", line)):
            r = len(rows)
            pairs = enumerate(pairwise(words))
            apart = [c for c, (u, v) in pairs if SIDE in line[u.end() : v.start()]]
            gaps += [((r, c), (r, c + 1)) for c in apart]
            rows.append((number, words))
    if not rows:
        raise InvalidArgument("a puzzle as text needs at least one row of numbers, '.' and '#'")
    begins = _indents(rows) if hexagonal else _flush(rows)
    clues, cells = {}, set()
    for r, ((number, words), begin) in enumerate(zip(rows, begins, strict=True)):
        for c, word in enumerate((match[0] for match in words), start=begin):
            if word == WALL:
                continue
            cells.add((r, c))
            if word.isascii() and word.isdigit() and len(word) <= LONGEST:
                clues[r, c] = int(word)
            elif word != FREE:
                raise InvalidArgument(
                    f"line {number}: a square is a number, '.' if it is empty, or '#' if it is a"
                    f" wall, with spaces between squares, got {quoted(word)}"
                )
    columns = max(begin + len(words) for begin, (_, words) in zip(begins, rows, strict=True))
    walls = (cell for cell in product(range(len(rows)), range(columns)) if cell not in cells)
    board = Board((len(rows), columns), holes=walls, hexagonal=hexagonal)
    if not hexagonal:
        G = board_graph(board, joined)
        if gaps and piece_of(G) != Piece.named("wazir", dimensions=2):
            raise InvalidArgument("walls between squares are for kind='zip' and piece='wazir'")
        G.remove_edges_from(gaps)
        return made(G, clues)
    if gaps:
        raise InvalidArgument("walls between squares are for boards of squares, not of hexagons")
    if piece is not None:
        raise InvalidArgument(f"hexagons have steps to their six neighbors, got piece {piece!r}")
    return made(hex_graph(*board.shape, holes=board.holes), clues)


def _below(number: int, line: str, rows: list[tuple[int, Words]]) -> list[Any]:
    """Return the walls that a line draws below squares of the last row."""
    r, gaps = len(rows) - 1, []
    for wall in re.finditer(f"{BELOW}+", line):
        above = [
            c
            for c, word in enumerate(rows[-1][1])
            if word.start() < wall.end() and wall.start() < word.end()
        ]
        if not above:
            raise InvalidArgument(f"line {number}: {quoted(wall[0])} does not stand below a square")
        gaps += [((r, c), (r + 1, c)) for c in above]
    return gaps


def _flush(rows: list[tuple[int, Words]]) -> list[int]:
    """Return the first column of each row of a board of squares: rows are equally long."""
    columns = len(rows[0][1])
    for number, words in rows:
        if len(words) != columns:
            raise InvalidArgument(
                f"line {number}: every row must have as many squares as the first,"
                f" got {len(words)} after {columns}"
            )
    return [0] * len(rows)


def _indents(rows: list[tuple[int, Words]]) -> list[int]:
    """Return the first column of each row of hexagons: it is further left or right than before."""
    begins = [0]
    for (_, before), (number, words) in pairwise(rows):
        if words[0].end() == before[0].end():
            raise InvalidArgument(
                f"line {number}: a row of hexagons begins half a hexagon further left or further"
                " right than the one above, as its indentation shows"
            )
        # Rows lean right by half a hexagon each, so the one that begins further left goes back.
        begins.append(begins[-1] - (words[0].end() < before[0].end()))
    least = min(begins)
    return [begin - least for begin in begins]
