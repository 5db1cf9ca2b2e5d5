"""``icosian puzzle``: solve, check and make number puzzles."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian._io.text import MOST_DRAWN, Text
from icosian.boards.piece import Piece
from icosian.cli.shared.document import remember, tour_in_json
from icosian.cli.shared.options import (
    BoardType,
    PictureType,
    PieceType,
    json_option,
    seed_option,
    timeout_option,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    OPPOSITE,
    UNDECIDED,
    fail,
    paragraph,
    progress_line,
    report,
    several,
)
from icosian.exceptions import NoHamiltonianPath, SearchLimitReached

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from icosian.puzzles import Hint, Puzzle


@click.command()
@click.argument("file", required=False)
@click.option("--unique", is_flag=True, help="Is there exactly one solution? Exit code 1 if not.")
@click.option("--count", is_flag=True, help="Count the solutions.")
@click.option("--hint", is_flag=True, help="Print one number that can be filled in, and why.")
@click.option(
    "--make",
    metavar="BOARD",
    help="Make a puzzle: a size or a text file; with --hexagonal one number is a hexagon's side.",
)
@click.option("--clues", type=int, metavar="N", help="How many numbers a new puzzle gives.")
@seed_option
@click.option(
    "--piece",
    type=PieceType(),
    help="How numbers are joined: king (Hidato, the default), wazir (Numbrix), knight or others.",
)
@click.option("--hexagonal", is_flag=True, help="The squares are hexagons.")
@click.option(
    "--save", type=PictureType(), help="Write a picture of what is printed: .svg, .png or .pdf."
)
@json_option
@timeout_option
def puzzle(
    file: str | None,
    *,
    unique: bool,
    count: bool,
    hint: bool,
    make: str | None,
    clues: int | None,
    seed: int | None,
    piece: Any,
    hexagonal: bool,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Solve a Hidato, a Numbrix or a similar puzzle; check one, or make one.

    FILE is a text file, or - for standard input. A line is a row, with spaces between its squares:
    a number is a clue, '.' an empty square, '#' a wall. The numbers 1, 2, ... follow a path that
    visits every square. With --hexagonal, a row begins half a hexagon further left or right than
    the row above, as its indentation shows.

    \b
    Examples:
      icosian puzzle hidato.txt --save solution.svg
      icosian puzzle numbrix.txt --piece wazir --unique
      icosian puzzle hidato.txt --hint
      icosian puzzle hidato.txt --count --timeout 60
      icosian puzzle --make 8x8 --clues 16 --seed 3 > new.txt
      icosian puzzle --make 4 --hexagonal --save sheet.pdf

    If there is no solution, clues are printed that contradict each other, and why.

    \b
    Exit codes: 0 as asked, 1 there is no solution, or more than one with --unique, 2 bad use,
    3 limit reached.
    """
    asked = {"--unique": unique, "--count": count, "--hint": hint, "--make": make is not None}
    given = [name for name, is_given in asked.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")
    if (file is None) == (make is None):
        raise click.UsageError("give a FILE, or a board with --make" + ", not both" * bool(file))
    if make is None and (clues is not None or seed is not None):
        raise click.UsageError("--clues and --seed are for new puzzles: add --make")
    if isinstance(piece, tuple):
        piece = Piece.leaper(*piece)
    options: dict[str, Any] = {"timeout": timeout}
    with progress_line() as options["progress"]:
        if make is not None:
            G = _board_graph(make, piece, hexagonal=hexagonal)
            remember(G)
            return _made(G, options | {"clues": clues, "seed": seed}, save, as_json=as_json)
        found = _read(str(file), piece, hexagonal=hexagonal)
        remember(found.graph, file)
        if save is not None and (unique or count):
            raise click.UsageError("a picture shows a puzzle or a solution, not an answer in words")
        try:
            if unique:
                return _checked(found, options, as_json=as_json)
            if count:
                return _counted(found, options, as_json=as_json)
            if hint:
                return _hinted(found, options, save, as_json=as_json)
            return _solved(found, options, save, as_json=as_json)
        except NoHamiltonianPath as error:
            return _contradicted(found, error, options, save, as_json=as_json)


def _read(file: str, piece: Any, *, hexagonal: bool) -> Puzzle:
    """Return the puzzle in a file, or on standard input."""
    from icosian.puzzles.reading import parsed, read_puzzle

    if file == "-":
        text = Text("standard input").whole(MOST_DRAWN, sys.stdin.buffer)
        return parsed(text, piece, hexagonal=hexagonal)
    return read_puzzle(file, piece=piece, hexagonal=hexagonal)


def _board_graph(make: str, piece: Any, *, hexagonal: bool) -> nx.Graph[Any]:
    """Return the graph of a new puzzle."""
    from icosian.boardgraphs import board_graph, hex_graph

    board = BoardType().convert(make, None, None)
    if board.dimensions != 2:
        raise click.UsageError(f"a puzzle has rows and columns, got a {board.size} board")
    if not hexagonal:
        return board_graph(board, piece or "king")
    if piece is not None:
        raise click.UsageError("hexagons have steps to their six neighbors: leave out --piece")
    return hex_graph(*board.shape[: 1 if make.isdigit() else 2], holes=board.holes)


def _made(G: nx.Graph[Any], options: dict[str, Any], save: Path | None, *, as_json: bool) -> int:
    """Make a puzzle and print it; if the limit is reached, the best so far."""
    from icosian.puzzles import make_puzzle

    limit: SearchLimitReached | None = None
    best: Puzzle | None
    try:
        best = make_puzzle(G, **options)
    except SearchLimitReached as error:
        limit, best = error, error.best
    report(
        "found" if limit is None else "undecided",
        None if best is None else str(best),
        as_json=as_json,
        reason=None if limit is None else str(limit),
        answer=None if best is None else _clues(best) | {"puzzle": str(best)},
        stats=None if limit is None else limit.stats,
        files=[] if best is None else [(save, partial(_save, best))],
    )
    return AS_ASKED if limit is None else fail(str(limit), UNDECIDED)


def _solved(found: Puzzle, options: dict[str, Any], save: Path | None, *, as_json: bool) -> int:
    """Print the solution."""
    solution = found.solve(**options)
    report(
        "found",
        str(solution),
        as_json=as_json,
        answer=tour_in_json(solution) | _clues(found),
        stats=solution.stats,
        files=[(save, partial(_save, solution))],
    )
    return AS_ASKED


def _checked(found: Puzzle, options: dict[str, Any], *, as_json: bool) -> int:
    """Print whether there is only one solution."""
    is_unique = found.is_unique(**options)
    words = "exactly one solution" if is_unique else "more than one solution"
    report("found", words, as_json=as_json, answer={"unique": is_unique})
    return AS_ASKED if is_unique else OPPOSITE


def _counted(found: Puzzle, options: dict[str, Any], *, as_json: bool) -> int:
    """Print the number of solutions."""
    number = found.count(**options)
    report("counted", several(number, "solution"), as_json=as_json, answer={"count": number})
    return AS_ASKED


def _hinted(found: Puzzle, options: dict[str, Any], save: Path | None, *, as_json: bool) -> int:
    """Print a hint; its picture has the number filled in."""
    hint: Hint = found.hint(**options)
    filled = found.with_clues({hint.node: hint.number})
    answer = {"node": hint.node, "number": hint.number, "forced": hint.is_forced}
    report(
        "found",
        paragraph(str(hint)),
        as_json=as_json,
        reason=str(hint),
        answer={"hint": answer},
        files=[(save, partial(_save, filled))],
    )
    return AS_ASKED


def _contradicted(
    found: Puzzle,
    error: NoHamiltonianPath,
    options: dict[str, Any],
    save: Path | None,
    *,
    as_json: bool,
) -> int:
    """Print clues that contradict each other, and why."""
    conflict, proof = found, error.proof
    try:
        conflict = found.conflict(**options)
        conflict.solve(**options)
    except NoHamiltonianPath as reason:
        proof = reason.proof
    except SearchLimitReached:
        pass  # the proof about all clues holds anyway
    report(
        "impossible",
        paragraph(f"no solution. {proof.explain()}") + f"\n{conflict}",
        as_json=as_json,
        reason=proof.explain(),
        answer=_clues(conflict),
        proof=proof,
        files=[(save, partial(_save, conflict))],
    )
    return OPPOSITE


def _clues(puzzle: Puzzle) -> dict[str, Any]:
    """Return the clues of a puzzle as a part of an answer."""
    return {"clues": [[node, number] for node, number in puzzle.clues.items()]}


def _save(value: Any, path: Path) -> None:
    """Write a picture."""
    from icosian.drawing import save

    save(value, path)
