"""Commands about sets of pieces and nodes: placements, colorings, and queens."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from icosian._io.text import MOST_DRAWN, Text, file_named, plural
from icosian._run.pool import is_stored
from icosian.boards.board import Board
from icosian.cli.answers import (
    Answer,
    answer_count,
    answer_undecided,
    command,
    json_number,
    note_on_counting,
    paragraph,
    placement_in_json,
    read_limit,
    square_names,
    text_or_words,
    unique_answer,
)
from icosian.cli.options import flag, option, several, to_file
from icosian.cli.subjects import Ask
from icosian.exceptions import IcosianError, NoPlacement, SearchLimitReached

# -- Pieces on boards, and sets of nodes


@command(
    "PIECES reading",
    flag(
        "--independent",
        "Most pieces that attack no other (the default); with --dominate, fewest such pieces.",
    ),
    flag("--dominate", "Fewest pieces that attack or hold every square."),
    flag("--total", "With --dominate: attack every square, their own included."),
    flag("--connected", "With --dominate: chain them by attacks."),
    option("--weight node_weight NAME", "Most or least weight: this attribute of nodes."),
    option("--pieces K", "Place K that attack no other.", click.IntRange(min=0)),
    flag("--count counts", "Count the ways to place K, or the most."),
    "torus save proof output timeout jobs dask",
    exits="0 as asked, 1 no such placement, 2 bad use, 3 limit reached: the best so far",
)
def place(ask: Ask, *, dominate: bool, pieces: int | None, counts: bool) -> Answer:
    """Place pieces that attack no other, or that attack every square.

    PIECE is a name such as queen or camel, or a leaper's steps such as 2,5; BOARD a size or a
    text file, as for icosian tour. In a GRAPH file, as for icosian prove, neighbors attack each
    other. Prints the board, the number of pieces, and why no other number is better.

    \b
    Examples:
      icosian place knight 8x8
      icosian place queen 8x8 --dominate --save queens.svg --proof few.json
      icosian place queen 8x8 --dominate --independent
      icosian place bishop 6x7 --dominate --total
      icosian place king 6x6 --pieces 8 --count
      icosian place rook island.txt --torus
      icosian place graph.hcp --timeout 60
      icosian place towns.graphml --dominate --weight cost
    """
    from icosian import placements

    weight, some = ask.options["node_weight"], counts or pieces is not None
    ask.refuse("{} goes with --dominate", "total", "connected", when=not dominate)
    ask.refuse("{} is for a best set, not for --pieces and --count", "node_weight", when=some)
    ask.refuse("--pieces and --count are for pieces that attack no other", "dominate", when=some)
    ask.refuse(
        "--total and --independent exclude each other: a piece that no other attacks stands on a"
        " square that no piece attacks",
        "total",
        when=ask.options["independent"],
    )
    ask.refuse("{} goes with a single placement", "save", "proof", when=counts)
    if counts:
        return _count(ask, pieces)
    if pieces is not None:
        return _best(ask, _noun(ask), placements.place, k=pieces)
    find = placements.minimum_dominating_set if dominate else placements.maximum_independent_set
    return _best(ask, _noun(ask), find, **({} if weight is None else {"weight": weight}))


@command(
    "PIECES reading torus save proof output timeout jobs dask",
    exits="0 as asked, 2 bad use, 3 limit reached: the best so far",
)
def color(ask: Ask) -> Answer:
    """Color the squares so that no piece attacks another of its color.

    PIECE, BOARD and GRAPH are as for icosian place. Prints the color of each square as a number,
    the number of colors, and why fewer are not enough.

    \b
    Examples:
      icosian color queen 8x8 --save colors.svg
      icosian color king island.txt
      icosian color knight 5x5 --torus
      icosian color graph.hcp --timeout 60
    """
    from icosian import placements

    return _best(ask, "color", placements.minimum_coloring)


def _noun(ask: Ask) -> str:
    """Return what is placed: a piece by its name, or a node."""
    if not isinstance(ask.graph, Board):
        return "node"
    piece = ask.options["piece"]
    return piece if isinstance(piece, str) else "piece"


def _best(ask: Ask, noun: str, find: Callable[..., Any], **own: Any) -> Answer:
    """Return the best that a search finds, or the best so far, and the bound that is proved."""
    limit = None
    try:
        with ask.search() as call:
            found = call(find, ask.G, **own)
            bound = found.proof
    except SearchLimitReached as error:
        found, bound, limit = error.best, error.proof, error
    answer: dict[str, Any] = {}
    lines = []
    if found is not None:
        answer |= placement_in_json(found)
        so_far = ", the best so far" * (limit is not None)
        weight = f", weight {answer['weight']}" if "weight" in answer else ""
        lines.append(text_or_words(found, len(ask.G), repr(found)))
        lines.append(plural(answer["number"], noun) + weight + so_far)
    reason = None if bound is None else bound.explain()
    if bound is not None and reason is not None:
        is_optimal = found is not None and found.value == bound.value
        answer |= {"bound": json_number(bound.value), "optimal": is_optimal}
        lines.append(paragraph(reason))
    parts: dict[str, Any] = {"answer": answer or None, "picture": found, "proof": bound}
    parts |= {"text": "\n".join(lines) or None, "line": ". ".join(lines[1:]) or None}
    return Answer(reason=reason, **parts) if limit is None else answer_undecided(limit, **parts)


def _count(ask: Ask, pieces: int | None) -> Answer:
    from icosian import placements

    with ask.search() as call:
        if pieces is None:
            pieces = len(call(placements.maximum_independent_set, ask.G))
        number = call(placements.count_independent_sets, ask.G, pieces)
    words = f"{plural(number, 'way')} to place {plural(pieces, _noun(ask))}"
    return answer_count(number, words, number=pieces)


# -- Queens


def read_squares(text: str) -> list[Any]:
    """Read squares by name, ``a8,b4``, or by row and column, ``0,0 4,1``."""
    squares: list[Any] = []
    for word in text.split():
        if match := re.fullmatch("([0-9]{1,9}),([0-9]{1,9})", word):
            squares.append((int(match[1]), int(match[2])))
        else:
            squares += filter(None, word.split(","))
    return squares


@command(
    click.argument("n", type=int, metavar="N"),
    flag("--all listed", "List all placements, one per line."),
    flag("--count counts", "Print the number of placements."),
    flag("--unique", "Check that there is exactly one placement."),
    flag("--distinct", "List or count placements that are images of each other once."),
    "limit",
    several(
        "--fixed SQUARES",
        "Squares with a queen: names such as a8,b4 or row,column from the top left; repeatable.",
        read_squares,
    ),
    several("--forbid SQUARES", "Squares without a queen; written likewise.", read_squares),
    "torus",
    option(
        "--regions FILE",
        "Newspaper rules: one queen in each row, column and region, no two adjacent. A text file of"
        " letters, one line per row, or of words with blanks between them.",
        Path,
    ),
    "threads dask",
    option(
        "--checkpoint FILE", "Keep a count here, and continue from it.", to_file("a checkpoint")
    ),
    "save proof json timeout",
    exits="0 as asked, 1 no placement (with --unique: none or several), 2 bad use, 3 limit reached,"
    " 130 interrupted",
)
def queens(ask: Ask, *, n: int, listed: bool, counts: bool, unique: bool) -> Answer:
    """Place N queens on an N x N board so that none attacks another.

    Prints one placement, or lists them all, or counts them. If there is none, or with --unique no
    second one, --proof writes the proof, for icosian check with a board and --piece queen, or with
    the file of the regions.

    \b
    Examples:
      icosian queens 8 --save queens.svg
      icosian queens 8 --fixed a8,b4         one that completes the board
      icosian queens 8 --all --distinct      the 12 that are not each other's images
      icosian queens 5 --all --save sheet.svg
      icosian queens 8 --fixed a8,e7 --unique
      icosian queens 18 --count --jobs 2 --checkpoint queens18.jsonl
      icosian queens 7 --torus --count
      icosian queens 9 --regions puzzle.txt
      icosian queens 3 --proof none.json     prints why not, and exits with 1
    """
    from icosian.placements.queens_search import number_regions

    options = ask.options
    if listed + counts + unique > 1:
        raise click.UsageError("--all, --count and --unique exclude each other")
    ask.refuse("{} goes with --all or --count", "distinct", when=not (listed or counts))
    ask.refuse("{} goes with --all", "limit", when=not listed)
    ask.refuse("{} goes with --count", "threads", "dask", "checkpoint", when=not counts)
    ask.refuse("{} goes with a placement or --all", "save", when=counts or unique)
    ask.refuse("{} goes with a placement, --all or --unique", "proof", when=counts)
    regions = options["regions"]
    text = None if regions is None else Text(regions).whole(MOST_DRAWN)
    if text is not None and not options["torus"]:
        with file_named(regions):
            number_regions(n, text)
    given: dict[str, Any] = {
        "fixed": list(chain.from_iterable(options["fixed"])),
        "forbid": list(chain.from_iterable(options["forbid"])),
        "periodic": options["torus"],
        "regions": text,
    }
    others = "--fixed, --forbid, --torus or --regions"
    rule = f"--jobs, --dask and --checkpoint are for counts without {others}"
    ask.refuse(rule, "threads", "dask", "checkpoint", when=any(given.values()))
    with suppress(IcosianError):  # the library refuses such boards in its own words
        ask.name, ask.graph = f"{n}x{n}", Board((n, n), periodic=options["torus"])
    if counts:
        return _queens_counted(ask, n, given)
    return _queens_listed(ask, n, given) if listed else _queens_placed(ask, n, given, unique=unique)


def _queens_placed(ask: Ask, n: int, given: dict[str, Any], *, unique: bool) -> Answer:
    """Return a placement of queens, or whether there is exactly one."""
    from icosian import placements

    if unique:
        with ask.search() as call:
            proof, known = None, [call(placements.queens, n, **given)]
            try:
                call(placements.queens, n, **given, besides=known)
            except NoPlacement as error:
                proof = error.proof
        is_unique = proof is not None
        reason = f"there is {'exactly' if is_unique else 'more than'} one placement"
        return unique_answer(is_unique=is_unique, text=reason, reason=reason, proof=proof)
    with ask.search() as call:
        found = call(placements.queens, n, **given)
    answer = placement_in_json(found) | {"columns": found.columns}
    return Answer(text=text_or_words(found, n * n, repr(found)), answer=answer, picture=found)


def _queens_listed(ask: Ask, n: int, given: dict[str, Any]) -> Answer:
    """Print the placements of queens as they are found, and collect them for a sheet."""
    from icosian import placements

    limit, is_drawn = read_limit(ask), ask.options["save"] is not None
    listed, pictures = list[Any](), list[Any]()
    placement, complete, late = None, False, None
    with ask.search() as call:
        found = call(placements.all_queens, n, **given)
        try:
            for placement in islice(found, limit):
                pictures += [placement] * is_drawn
                if ask.prints:
                    names = square_names(placement) or map("{0[0]},{0[1]}".format, placement)
                    click.echo(" ".join(names))
                else:
                    listed.append(placement.columns)
            complete = next(found, None) is None
        except SearchLimitReached as error:
            late = error
        if placement is None and late is None:
            call(placements.queens, n, **given)  # raises the reason why
    more = f"there are more: the first {limit} are printed"
    parts: dict[str, Any] = {
        "answer": {"number": n, "placements": listed, "complete": complete},
        "picture": pictures or None,
        "remark": None if complete or late else more,
    }
    return Answer(**parts) if late is None else answer_undecided(late, **parts)


def _queens_counted(ask: Ask, n: int, given: dict[str, Any]) -> Answer:
    from icosian import placements

    with ask.search(is_stored) as call:
        number = call(placements.count_queens, n, **given)
    distinct = ask.options["distinct"]
    as_one = note_on_counting("placement", "its images") if distinct and number else ""
    words = f"{plural(number, 'way')} to place {plural(n, 'queen')}{as_one}"
    return answer_count(number, words, number=n)
