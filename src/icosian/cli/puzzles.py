"""``icosian puzzle``: solve, check and make number puzzles, loop puzzles and queens in regions."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import click
import networkx as nx

from icosian._io.text import MOST_DRAWN, Text, file_named, plural
from icosian.boardgraphs import board_graph, hex_graph
from icosian.boards.piece import Piece
from icosian.cli.answers import (
    Answer,
    answer_count,
    answer_to,
    answer_undecided,
    clues_in_json,
    command,
    paragraph,
    unique_answer,
)
from icosian.cli.commands import OPPOSITE
from icosian.cli.options import flag, option, read_piece, to_picture
from icosian.cli.subjects import Ask, read_board
from icosian.exceptions import NoHamiltonianPath, NoLoop, NoPlacement, SearchLimitReached
from icosian.puzzles import LoopPuzzle, Puzzle, QueensPuzzle, make_puzzle
from icosian.puzzles.loops import NUMBER_KINDS, PUZZLE_KINDS, QUEENS, check_kind, piece_of_kind
from icosian.puzzles.making import parse_puzzle, read_puzzle

MODES = ("unique", "count", "hint", "make")


@command(
    "[FILES]",
    flag("--unique", "Is there exactly one solution? Exit code 1 if not."),
    flag("--count", "Count the solutions."),
    flag("--hint", "Print one number, step or edge that is next, and why."),
    option(
        "--make BOARD",
        "Make a puzzle: a size or a text file; with --hexagonal one number is a hexagon's side.",
    ),
    option("--clues N", "How many clues a new puzzle gives.", int),
    "seed",
    option(
        "--kind KIND",
        f"{', '.join(PUZZLE_KINDS)}; hidato by default.",
        check_kind,
        default="hidato",
    ),
    option(
        "--piece PIECE",
        "How numbers are joined: by default king for Hidato, wazir for Numbrix and Zip.",
        read_piece,
    ),
    flag("--hexagonal", "The squares are hexagons."),
    option(
        "--save FILE",
        "Write a picture of what is printed: .svg, .png or .pdf. In a .pdf a new puzzle has its"
        " solution on a second page; as .html, queens in regions are a page to solve them on.",
        to_picture(".pdf", ".png", ".svg", ".html"),
    ),
    "csv proof json timeout jobs dask",
    exits="0 as asked, 1 there is no solution, or more than one with --unique",
)
def puzzle(ask: Ask, *, kind: str, piece: Any) -> Any:
    """Solve a Hidato, a Zip, a Slitherlink, queens in regions and others; check or make one.

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

    With --kind queens, one queen is in each row, column and region, none touching: a square is the
    letter of its region, with '*' after it if it has a queen and '-' if it has none.

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
      icosian puzzle --make 8x8 --kind queens --save sheet.pdf > new.txt
      icosian puzzle new.txt --kind queens --save page.html
      icosian puzzle *.txt --jobs 2 --save {}.pdf

    If there is no solution, clues are printed that contradict each other, and why. --proof writes
    the proof: that there is no solution, or with --unique, no second one. Several files give a
    table with one row each, and {} in --save and --proof stands for their names.
    """
    options = ask.options
    mode = _mode(ask)
    if isinstance(piece, tuple):
        options["piece"] = piece = Piece.leaper(*piece)
    ask.refuse(f"{{}} is not for --kind {kind}", "piece", when=kind not in NUMBER_KINDS)
    save = options["save"]
    is_page = save is not None and save.suffix.lower() == ".html"
    if is_page and (kind != QUEENS or options["hint"]):
        raise click.UsageError("a page is for --kind queens, without --hint")
    ask.refuse(f"{{}} is not for --kind {kind}", "hexagonal", "clues", when=kind == QUEENS)
    if mode == "make":
        return _made(ask, _board_to_fill(ask))
    found = _read(ask)
    ask.G = found.graph
    try:
        if mode == "unique":
            return _checked(ask, found)
        if mode == "count":
            number = ask.call(found.count)
            return answer_count(number, plural(number, "solution"))
        if mode == "hint":
            hint = ask.call(found.hint)
            return replace(answer_to(hint), picture=found.with_hint(hint))
        solution = ask.call(found.solve)
    except NoHamiltonianPath as error:
        return _contradicted(ask, found, error)
    except (NoLoop, NoPlacement) as error:
        said = answer_to(ask.call(found.conflict))
        reason = "no solution: these clues contradict each other"
        said = replace(said, text=f"{reason}\n{said.text}", reason=reason, proof=error.proof)
        return replace(said, result="impossible", code=OPPOSITE)
    return replace(answer_to(solution), picture=found) if is_page else solution


def _mode(ask: Ask) -> str | None:
    """Return what is asked, None for a solution; refuse options that do not go with it."""
    options = ask.options
    given = [name for name in MODES if options[name] not in (None, False)]
    makes = options["make"] is not None
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(f'--{name}' for name in given)} exclude each other")
    if (ask.name is None) != makes:
        both = ", not both" * (ask.name is not None)
        raise click.UsageError(f"give a FILE, or a board with --make{both}")
    rule = "--clues and --seed are for new puzzles: add --make"
    ask.refuse(rule, "clues", "seed", when=not makes)
    rule = "a picture shows a puzzle or a solution, not an answer in words"
    ask.refuse(rule, "save", when=options["unique"] or options["count"])
    return given[0] if given else None


def _read(ask: Ask) -> Any:
    """Return the puzzle in a file, or on standard input."""
    file = str(ask.name)
    how = {name: ask.options[name] for name in ("kind", "piece", "hexagonal")}
    if file != "-":
        return read_puzzle(file, **how)
    text = Text("standard input").whole(MOST_DRAWN, sys.stdin.buffer)
    with file_named("standard input"):
        return parse_puzzle(text, **how)


def _board_to_fill(ask: Ask) -> nx.Graph[Any]:
    """Return the graph of a new puzzle."""
    make, kind, piece = (ask.options[name] for name in ("make", "kind", "piece"))
    board = read_board(make)
    if board.dimensions != 2:
        raise click.UsageError(f"a puzzle has rows and columns, got a {board.size} board")
    if not ask.options["hexagonal"]:
        return board_graph(board, piece_of_kind(kind, piece))
    ask.refuse("hexagons have steps to their six neighbors: leave out {}", "piece")
    return hex_graph(*board.shape[: 1 if make.isdigit() else 2], holes=board.holes)


def _made(ask: Ask, G: nx.Graph[Any]) -> Answer:
    """Make a puzzle, with a page for its solution in a .pdf; at a limit, return the best so far."""
    ask.name, ask.G = ask.options["make"], G
    save = ask.options["save"]
    try:
        best, limit = ask.call(make_puzzle, G, kind=ask.options["kind"]), None
    except SearchLimitReached as error:
        best, limit = error.best, error
    said = Answer() if best is None else answer_to(best)
    if isinstance(best, QueensPuzzle):
        ways = Counter(hint.way for hint in best.hints())
        told = ", ".join(f"{number} x {way}" for way, number in ways.items())
        said = replace(said, reason=f"the hints that lead to the solution: {told}")
    if best is not None and save is not None and save.suffix.lower() == ".pdf":
        said = replace(said, picture=[best, best.solve()], drawing={"pages": "A4"})
    if limit is None:
        return said
    parts = {name: getattr(said, name) for name in ("text", "answer", "picture", "drawing")}
    return answer_undecided(limit, **parts)


def _checked(ask: Ask, found: Puzzle | LoopPuzzle | QueensPuzzle) -> Answer:
    """Return whether there is only one solution, with a proof if asked."""
    with ask.search() as call:
        is_unique = call(found.is_unique)
        proves = is_unique and ask.options["proof"] is not None
        proof = call(found.prove_unique) if proves else None
    words = "exactly one solution" if is_unique else "more than one solution"
    return unique_answer(is_unique=is_unique, text=words, proof=proof)


def _contradicted(ask: Ask, found: Puzzle, error: NoHamiltonianPath) -> Answer:
    """Return clues that contradict each other, and why."""
    conflict, proof = found, error.proof
    try:
        with ask.search() as call:
            conflict = call(found.conflict)
            call(conflict.solve)
    except NoHamiltonianPath as reason:
        proof = reason.proof
    except SearchLimitReached:
        pass  # the proof about all clues holds anyway
    return Answer(
        result="impossible",
        code=OPPOSITE,
        text=paragraph(f"no solution. {proof.explain()}") + f"\n{conflict}",
        reason=proof.explain(),
        answer=clues_in_json(conflict),
        proof=proof,
        picture=conflict,
    )
