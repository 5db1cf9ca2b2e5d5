"""``icosian puzzle``: solve, check and make number puzzles and loop puzzles."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from icosian._io.text import MOST_DRAWN, Text
from icosian.boardgraphs import board_graph, hex_graph
from icosian.boards.piece import Piece
from icosian.cli.shared.answers import Answer, Run, answering, undecided
from icosian.cli.shared.document import remember, tour_in_json
from icosian.cli.shared.options import BoardType, PictureType, PieceType, options
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, paragraph, several
from icosian.exceptions import NoHamiltonianPath, NoLoop, SearchLimitReached
from icosian.puzzles import LoopPuzzle, LoopSolution, Puzzle, make_puzzle
from icosian.puzzles.loop_rules import KINDS
from icosian.puzzles.loops import parsed_loop
from icosian.puzzles.reading import parsed, read_puzzle

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board
    from icosian.puzzles import Solution


@click.command()
@click.argument("file", required=False)
@click.option("--kind", type=click.Choice([*KINDS]), help="A loop puzzle of this kind.")
@click.option("--unique", is_flag=True, help="Is there exactly one solution? Exit code 1 if not.")
@click.option("--count", is_flag=True, help="Count the solutions.")
@click.option("--hint", is_flag=True, help="Print one number that can be filled in, and why.")
@click.option(
    "--make",
    metavar="BOARD",
    help="Make a puzzle: a size or a text file; with --hexagonal one number is a hexagon's side.",
)
@click.option("--clues", type=int, metavar="N", help="How many numbers a new puzzle gives.")
@options("seed")
@click.option(
    "--piece",
    type=PieceType(),
    help="How numbers are joined: king (Hidato, the default), wazir (Numbrix), knight or others.",
)
@click.option("--hexagonal", is_flag=True, help="The squares are hexagons.")
@click.option(
    "--save", type=PictureType(), help="Write a picture of what is printed: .svg, .png or .pdf."
)
@options("json timeout")
@answering
def puzzle(
    run: Run,
    file: str | None,
    *,
    kind: str | None,
    unique: bool,
    count: bool,
    hint: bool,
    make: str | None,
    clues: int | None,
    piece: Any,
    hexagonal: bool,
) -> int:
    """Solve a Hidato, a Numbrix, a Slitherlink or a similar puzzle; check one, or make one.

    FILE is a text file, or - for standard input. A line is a row, with spaces between its squares:
    a number is a clue, '.' an empty square, '#' a wall. The numbers 1, 2, ... follow a path that
    visits every square. With --hexagonal, a row begins half a hexagon further left or right than
    the row above, as its indentation shows.

    With --kind, a clue is a number of sides from 0 to 4 (slitherlink), w or b for a white or black
    pearl (masyu), or the same number or word on both ends of a path (numberlink).

    \b
    Examples:
      icosian puzzle hidato.txt --save solution.svg
      icosian puzzle numbrix.txt --piece wazir --unique
      icosian puzzle hidato.txt --hint
      icosian puzzle hidato.txt --count --timeout 60
      icosian puzzle --make 8x8 --clues 16 --seed 3 > new.txt
      icosian puzzle --make 4 --hexagonal --save sheet.pdf
      icosian puzzle --make 10x10 --kind slitherlink --save sheet.pdf > new.txt
      icosian puzzle new.txt --kind slitherlink --save solution.pdf

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
    if make is None and (clues is not None or run.limits["seed"] is not None):
        raise click.UsageError("--clues and --seed are for new puzzles: add --make")
    if run.save is not None and (unique or count):
        raise click.UsageError("a picture shows a puzzle or a solution, not an answer in words")
    if isinstance(piece, tuple):
        piece = Piece.leaper(*piece)
    if kind is not None and (piece is not None or hexagonal):
        raise click.UsageError("--piece and --hexagonal are for number puzzles, not for --kind")
    with run.search() as search:
        if make is not None and kind is not None:
            return run.respond(_made(*_board(make).shape, kind=kind, clues=clues, **search))
        if make is not None:
            G = _board_graph(make, piece, hexagonal=hexagonal)
            remember(G)
            return run.respond(_made(G, clues=clues, **search))
        del search["seed"]
        found = _read(str(file), kind, piece, hexagonal=hexagonal)
        remember(found.graph, file)
        try:
            ask = _checked if unique else _counted if count else _hinted if hint else _solved
            return run.respond(ask(found, **search))
        except NoHamiltonianPath as error:
            return run.respond(_contradicted(found, error, **search))
        except NoLoop:
            return run.respond(_clashing(found, **search))


def _read(file: str, kind: Any, piece: Any, *, hexagonal: bool) -> Any:
    """Return the puzzle in a file, or on standard input."""
    if file != "-":
        options = {"piece": piece, "hexagonal": hexagonal} if kind is None else {"kind": kind}
        return read_puzzle(file, **options)
    text = Text("standard input").whole(MOST_DRAWN, sys.stdin.buffer)
    return parsed(text, piece, hexagonal=hexagonal) if kind is None else parsed_loop(text, kind)


def _board(make: str) -> Board:
    """Return the board of a new puzzle."""
    board = BoardType().convert(make, None, None)
    if board.dimensions != 2:
        raise click.UsageError(f"a puzzle has rows and columns, got a {board.size} board")
    return board


def _board_graph(make: str, piece: Any, *, hexagonal: bool) -> nx.Graph[Any]:
    """Return the graph of a new puzzle."""
    board = _board(make)
    if not hexagonal:
        return board_graph(board, piece or "king")
    if piece is not None:
        raise click.UsageError("hexagons have steps to their six neighbors: leave out --piece")
    return hex_graph(*board.shape[: 1 if make.isdigit() else 2], holes=board.holes)


def _made(*board: Any, **options: Any) -> Answer:
    """Make a puzzle; if the limit is reached, return the best so far."""
    limit: SearchLimitReached | None = None
    best: Any
    try:
        best = make_puzzle(*board, **options)
    except SearchLimitReached as error:
        limit, best = error, error.best
    parts: dict[str, Any] = {}
    if best is not None:
        parts = _sheet(best)
    return Answer(**parts) if limit is None else undecided(limit, **parts)


def _sheet(puzzle: Puzzle | LoopPuzzle) -> dict[str, Any]:
    """Return a puzzle as the parts of an answer."""
    text = str(puzzle)
    answer = {"puzzle": text} | (_clues(puzzle) if isinstance(puzzle, Puzzle) else {})
    return {"text": text, "answer": answer, "picture": puzzle}


def _solved(found: Puzzle | LoopPuzzle, **options: Any) -> Answer:
    """Return the solution."""
    solution = found.solve(**options)
    if isinstance(solution, LoopSolution):
        return Answer(text=str(solution), answer={"lines": solution.lines}, picture=solution)
    answer = tour_in_json(solution) | _clues(solution)
    return Answer(text=str(solution), answer=answer, stats=solution.stats, picture=solution)


def _checked(found: Puzzle | LoopPuzzle, **options: Any) -> Answer:
    """Return whether there is only one solution."""
    is_unique = found.is_unique(**options)
    words = "exactly one solution" if is_unique else "more than one solution"
    code = AS_ASKED if is_unique else OPPOSITE
    return Answer(code=code, text=words, answer={"unique": is_unique})


def _counted(found: Puzzle | LoopPuzzle, **options: Any) -> Answer:
    """Return the number of solutions."""
    number = found.count(**options)
    return Answer(result="counted", text=several(number, "solution"), answer={"count": number})


def _hinted(found: Puzzle | LoopPuzzle, **options: Any) -> Answer:
    """Return a hint; its picture has the number filled in."""
    if isinstance(found, LoopPuzzle):
        step = found.hint(**options)
        edge = {"edge": list(step.edge), "used": step.is_used}
        return Answer(text=paragraph(str(step)), reason=str(step), answer=edge, picture=found)
    hint = found.hint(**options)
    return Answer(
        text=paragraph(str(hint)),
        reason=str(hint),
        answer={"hint": {"node": hint.node, "number": hint.number, "forced": hint.is_forced}},
        picture=found.with_clues({hint.node: hint.number}),
    )


def _contradicted(found: Puzzle, error: NoHamiltonianPath, **options: Any) -> Answer:
    """Return clues that contradict each other, and why."""
    conflict, proof = found, error.proof
    try:
        conflict = found.conflict(**options)
        conflict.solve(**options)
    except NoHamiltonianPath as reason:
        proof = reason.proof
    except SearchLimitReached:
        pass  # the proof about all clues holds anyway
    return Answer(
        result="impossible",
        code=OPPOSITE,
        text=paragraph(f"no solution. {proof.explain()}") + f"\n{conflict}",
        reason=proof.explain(),
        answer=_clues(conflict),
        proof=proof,
        picture=conflict,
    )


def _clashing(found: LoopPuzzle, **options: Any) -> Answer:
    """Return clues of a loop puzzle that contradict each other."""
    parts = _sheet(found.conflict(**options))
    reason = "no solution: these clues contradict each other"
    parts["text"] = f"{reason}\n{parts['text']}"
    return Answer(result="impossible", code=OPPOSITE, reason=reason, **parts)


def _clues(puzzle: Puzzle | Solution) -> dict[str, Any]:
    """Return the clues of a puzzle as a part of an answer."""
    return {"clues": [[node, number] for node, number in puzzle.clues.items()]}
