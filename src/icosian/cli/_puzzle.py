"""``icosian puzzle``: solve, check and make number puzzles and loop puzzles."""

from __future__ import annotations

import sys
from typing import Any

import click
import networkx as nx

from icosian._io.text import MOST_DRAWN, Text, plural
from icosian.boardgraphs import board_graph, hex_graph
from icosian.boards.piece import Piece
from icosian.cli.shared.answers import Answer, Run, answering, undecided
from icosian.cli.shared.document import remember, tour_in_json
from icosian.cli.shared.options import BoardType, PictureType, PieceType, options
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, paragraph
from icosian.exceptions import NoHamiltonianPath, NoLoop, SearchLimitReached
from icosian.puzzles import LoopPuzzle, LoopSolution, Puzzle, Solution, make_puzzle
from icosian.puzzles.kinds import KINDS, is_of_loops, piece_of_kind
from icosian.puzzles.reading import parsed, read_puzzle


@click.command()
@answering
@options("files")
@click.option("--unique", is_flag=True, help="Is there exactly one solution? Exit code 1 if not.")
@click.option("--count", is_flag=True, help="Count the solutions.")
@click.option("--hint", is_flag=True, help="Print one number, step or edge that is next, and why.")
@click.option(
    "--make",
    metavar="BOARD",
    help="Make a puzzle: a size or a text file; with --hexagonal one number is a hexagon's side.",
)
@click.option("--clues", type=int, metavar="N", help="How many clues a new puzzle gives.")
@options("seed")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="hidato",
    show_default=True,
    help="The kind of puzzle.",
)
@click.option(
    "--piece",
    type=PieceType(),
    help="How numbers are joined: by default king for Hidato, wazir for Numbrix and Zip.",
)
@click.option("--hexagonal", is_flag=True, help="The squares are hexagons.")
@click.option(
    "--save",
    type=PictureType(),
    help="Write a picture of what is printed: .svg, .png or .pdf. In a .pdf a new puzzle has its "
    "solution on a second page.",
)
@options("proof json timeout jobs dask")
def puzzle(
    run: Run,
    file: str | None,
    *,
    unique: bool,
    count: bool,
    hint: bool,
    make: str | None,
    clues: int | None,
    kind: str,
    piece: Any,
    hexagonal: bool,
) -> int:
    """Solve a Hidato, a Numbrix, a Zip, a Slitherlink or a similar puzzle; check or make one.

    FILE is a text file, or - for standard input. A line is a row, with spaces between its squares
    if numbers have several digits: a number is a clue, '.', '_' or '0' an empty square, '#' or 'X'
    a wall. The numbers 1, 2, ... follow a path that
    visits every square; with --kind zip, it passes them in their order. A '|' between two squares
    of a row, or a '-' on a line of its own below a square, is a wall between squares, for steps to
    the four sides.

    With --hexagonal, a row begins half a hexagon further left or right than the row above, as its
    indentation shows.

    In a loop puzzle a clue is a number of sides, from 0 (--kind slitherlink), w or b for a white or
    black pearl (masyu), or the same number, word or sign on both ends of a path (numberlink).

    \b
    Examples:
      icosian puzzle hidato.txt --save solution.svg
      icosian puzzle numbrix.txt --kind numbrix --unique
      icosian puzzle zip.txt --kind zip --hint
      icosian puzzle hidato.txt --hint
      icosian puzzle hidato.txt --count --timeout 60
      icosian puzzle --make 8x8 --clues 16 --seed 3 > new.txt
      icosian puzzle --make 4 --hexagonal --save sheet.pdf
      icosian puzzle --make 10x10 --kind slitherlink --save sheet.pdf > new.txt
      icosian puzzle new.txt --kind slitherlink --save solution.pdf
      icosian puzzle new.txt --kind slitherlink --unique --proof unique.json
      icosian puzzle --make 4 --hexagonal --kind slitherlink
      icosian puzzle *.txt --jobs 2 --save {}.pdf

    If there is no solution, clues are printed that contradict each other, and why. --proof writes
    the proof: that there is no solution, or with --unique, no second one. Several files give a
    table with one row each, and {} in --save and --proof stands for their names.

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
    if is_of_loops(kind) and piece is not None:
        raise click.UsageError(f"--piece is not for --kind {kind}")
    with run.search() as search:
        if make is not None:
            place = _place(make, kind, piece, hexagonal=hexagonal)
            is_pdf = run.save is not None and run.save.suffix.lower() == ".pdf"
            return run.respond(_made(place, solved=is_pdf, kind=kind, clues=clues, **search))
        del search["seed"]
        found = _read(str(file), kind, piece, hexagonal=hexagonal)
        remember(found.graph, file)
        try:
            if unique:
                return run.respond(_checked(found, prove=run.proof is not None, **search))
            ask = _counted if count else _hinted if hint else _solved
            return run.respond(ask(found, **search))
        except NoHamiltonianPath as error:
            return run.respond(_contradicted(found, error, **search))
        except NoLoop as error:
            return run.respond(_clashing(found, error, **search))


def _read(file: str, kind: Any, piece: Any, *, hexagonal: bool) -> Any:
    """Return the puzzle in a file, or on standard input."""
    if file == "-":
        text = Text("standard input").whole(MOST_DRAWN, sys.stdin.buffer)
        return parsed(text, kind, piece, hexagonal=hexagonal)
    return read_puzzle(file, kind=kind, piece=piece, hexagonal=hexagonal)


def _place(make: str, kind: str, piece: Any, *, hexagonal: bool) -> nx.Graph[Any]:
    """Return the graph of a new puzzle."""
    board = BoardType().convert(make, None, None)
    if board.dimensions != 2:
        raise click.UsageError(f"a puzzle has rows and columns, got a {board.size} board")
    if not hexagonal:
        G = board_graph(board, piece_of_kind(kind, piece))
    elif piece is None:
        G = hex_graph(*board.shape[: 1 if make.isdigit() else 2], holes=board.holes)
    else:
        raise click.UsageError("hexagons have steps to their six neighbors: leave out --piece")
    remember(G)
    return G


def _made(place: nx.Graph[Any], *, solved: bool, **options: Any) -> Answer:
    """Make a puzzle, with a page for its solution if asked; at a limit, return the best so far."""
    limit: SearchLimitReached | None = None
    best: Any
    try:
        best = make_puzzle(place, **options)
    except SearchLimitReached as error:
        limit, best = error, error.best
    parts: dict[str, Any] = {}
    if best is not None:
        parts = _sheet(best)
        if solved:
            parts |= {"picture": [best, best.solve()], "drawing": {"pages": True}}
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


def _checked(found: Puzzle | LoopPuzzle, *, prove: bool = False, **options: Any) -> Answer:
    """Return whether there is only one solution, with a proof if asked."""
    is_unique = found.is_unique(**options)
    words = "exactly one solution" if is_unique else "more than one solution"
    code = AS_ASKED if is_unique else OPPOSITE
    proof = found.prove_unique(**options) if prove and is_unique else None
    return Answer(code=code, text=words, answer={"unique": is_unique}, proof=proof)


def _counted(found: Puzzle | LoopPuzzle, **options: Any) -> Answer:
    """Return the number of solutions."""
    number = found.count(**options)
    return Answer(result="counted", text=plural(number, "solution"), answer={"count": number})


def _hinted(found: Puzzle | LoopPuzzle, **options: Any) -> Answer:
    """Return a hint; its picture has the number filled in."""
    if isinstance(found, LoopPuzzle):
        step = found.hint(**options)
        edge = {"edge": list(step.edge), "used": step.is_used}
        parts: dict[str, Any] = {"answer": edge, "picture": found.with_hint(step)}
        return Answer(text=paragraph(str(step)), reason=str(step), **parts)
    hint = found.hint(**options)
    parts = {"node": hint.node, "number": hint.number, "step": hint.step, "forced": hint.is_forced}
    return Answer(
        text=paragraph(str(hint)),
        reason=str(hint),
        answer={"hint": {name: part for name, part in parts.items() if part is not None}},
        picture=found.with_hint(hint),
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


def _clashing(found: LoopPuzzle, error: NoLoop, **options: Any) -> Answer:
    """Return clues of a loop puzzle that contradict each other, with the proof for all of them."""
    parts = _sheet(found.conflict(**options))
    reason = "no solution: these clues contradict each other"
    parts["text"] = f"{reason}\n{parts['text']}"
    return Answer(result="impossible", code=OPPOSITE, reason=reason, proof=error.proof, **parts)


def _clues(puzzle: Puzzle | Solution) -> dict[str, Any]:
    """Return the clues of a puzzle as a part of an answer."""
    return {"clues": [[node, number] for node, number in puzzle.clues.items()]}
