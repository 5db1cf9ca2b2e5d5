"""``icosian queens``, ``icosian place`` and ``icosian color``: placements and colourings."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
import re
import time
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from icosian._io.text import MOST_DRAWN, Text
from icosian.boards.board import Board
from icosian.cli._common import (
    AS_ASKED,
    INTERRUPTED,
    OPPOSITE,
    UNDECIDED,
    BoardType,
    PieceType,
    counted_as_one,
    dask_option,
    jobs_option,
    json_option,
    limit_option,
    moves_on,
    paragraph,
    progress_line,
    save_option,
    several,
    timeout_option,
    workforce,
)
from icosian.exceptions import NoPlacement, SearchLimitReached
from icosian.files.graphs import GRAPH_SUFFIXES, is_graph_file, named_otherwise, read_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import networkx as nx

    from icosian.placements import Coloring, Placement

    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # old versions of click cannot be subscripted

__all__ = ["color", "place", "queens"]


class _SquaresType(_ParamType):
    """Squares by name, ``a8,b4``, or by row and column, ``0,0 4,1``."""

    name = "squares"

    def convert(self, value: Any, param: Any, ctx: Any) -> list[Any]:  # noqa: ARG002
        squares: list[Any] = []
        for word in value.split():
            if match := re.fullmatch("([0-9]{1,9}),([0-9]{1,9})", word):
                squares.append((int(match[1]), int(match[2])))
            else:
                squares += filter(None, word.split(","))
        return squares


_on_argument = click.argument("on", nargs=-1, required=True, metavar="PIECE BOARD | GRAPH")
_torus_option = click.option("--torus", is_flag=True, help="The board wraps round at its edges.")


@click.command()
@click.argument("n", type=int, metavar="N")
@click.option("--all", "listed", is_flag=True, help="List all placements, one a line.")
@click.option("--count", "counted", is_flag=True, help="Print how many placements there are.")
@click.option("--unique", is_flag=True, help="Say whether there is exactly one placement.")
@click.option(
    "--distinct", is_flag=True, help="List or count one of those that are images of each other."
)
@limit_option
@click.option(
    "--fixed",
    type=_SquaresType(),
    multiple=True,
    help="Where queens stand: names such as a8,b4 or row,column from the top left; repeatable.",
)
@click.option(
    "--forbidden", type=_SquaresType(), multiple=True, help="Where none may stand, likewise."
)
@_torus_option
@click.option(
    "--regions",
    type=Path,
    metavar="FILE",
    help="Newspaper rules: a queen in each row, column and region, no two touch. A text of"
    " letters, one row a line.",
)
@jobs_option
@dask_option
@click.option("--journal", type=Path, metavar="FILE", help="Keep a count here, and go on from it.")
@save_option
@json_option
@timeout_option
def queens(
    n: int,
    *,
    listed: bool,
    counted: bool,
    unique: bool,
    distinct: bool,
    limit: int | None,
    fixed: Iterable[list[Any]],
    forbidden: Iterable[list[Any]],
    torus: bool,
    regions: Path | None,
    jobs: int | None,
    dask: str | None,
    journal: Path | None,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Place N queens on an N x N board so that none attacks another.

    Prints one placement, or lists them all, or counts them.

    \b
    Examples:
      icosian queens 8 --save queens.svg
      icosian queens 8 --fixed a8,b4         one that completes the board
      icosian queens 8 --all --distinct      the 12 that are not each other's images
      icosian queens 8 --fixed a8,e7 --unique
      icosian queens 18 --count --jobs 2 --journal queens18.jsonl
      icosian queens 7 --torus --count
      icosian queens 9 --regions puzzle.txt
      icosian queens 3                       prints why not, and exits with 1

    \b
    Exit codes: 0 as asked, 1 no placement (with --unique: none or several), 2 bad use,
    3 limit reached, 130 interrupted.
    """
    if listed + counted + unique > 1:
        raise click.UsageError("--all, --count and --unique exclude each other")
    for option, value, company, fits in [
        ("--distinct", distinct or None, "--all or --count", listed or counted),
        ("--limit", limit, "--all", listed),
        ("--jobs", jobs, "--count", counted),
        ("--dask", dask, "--count", counted),
        ("--journal", journal, "--count", counted),
        ("--timeout", timeout, "--count", counted),
        ("--save", save, "a single placement", not (listed or counted or unique)),
    ]:
        if value is not None and not fits:
            raise click.UsageError(f"{option} goes with {company}")
    given = {
        "fixed": list(chain.from_iterable(fixed)),
        "forbidden": list(chain.from_iterable(forbidden)),
        "periodic": torus,
        "regions": None if regions is None else _regions(regions),
    }
    if (jobs, dask, journal) != (None, None, None) and any(given.values()):
        raise click.UsageError(
            "--jobs, --dask and --journal are for counts without --fixed, --forbidden, --torus or"
            " --regions"
        )
    try:
        if counted:
            given |= {"distinct": distinct, "timeout": timeout}
            return _count_queens(n, (jobs, dask), journal, as_json=as_json, **given)
        if listed:
            return _list_queens(n, limit, as_json=as_json, distinct=distinct, **given)
        if unique:
            return _say_whether_unique(n, as_json=as_json, **given)
        return _place_queens(n, save, as_json=as_json, **given)
    except NoPlacement as error:
        return _impossible(error, as_json=as_json)


@click.command()
@_on_argument
@click.option(
    "--independent",
    is_flag=True,
    help="Most pieces that attack no other (the default); with --dominate, fewest such pieces.",
)
@click.option("--dominate", is_flag=True, help="Fewest pieces that attack or hold every square.")
@click.option(
    "--total", is_flag=True, help="With --dominate: attack every square, their own included."
)
@click.option(
    "--pieces", type=click.IntRange(min=0), metavar="K", help="Place K that attack no other."
)
@click.option("--count", "counted", is_flag=True, help="Count the ways to place K, or the most.")
@_torus_option
@save_option
@json_option
@timeout_option
def place(
    on: tuple[str, ...],
    *,
    independent: bool,
    dominate: bool,
    total: bool,
    pieces: int | None,
    counted: bool,
    torus: bool,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Place pieces that attack no other, or that attack every square.

    PIECE is knight, king, queen, rook, bishop or a leaper's steps such as 2,3; BOARD a size or a
    text file, as for icosian tour. In a GRAPH file, as for icosian prove, neighbours attack each
    other. Prints the board, the number of pieces, and why no other number is better.

    \b
    Examples:
      icosian place knight 8x8
      icosian place queen 8x8 --dominate --save queens.svg
      icosian place queen 8x8 --dominate --independent
      icosian place bishop 6x7 --dominate --total
      icosian place king 6x6 --pieces 8 --count
      icosian place rook island.txt --torus
      icosian place graph.hcp --timeout 60

    \b
    Exit codes: 0 as asked, 1 no such placement, 2 bad use, 3 limit reached: the best so far.
    """
    if total and not dominate:
        raise click.UsageError("--total goes with --dominate")
    if dominate and (counted or pieces is not None):
        raise click.UsageError("--pieces and --count are for pieces that attack no other")
    if total and independent:
        raise click.UsageError(
            "--total and --independent exclude each other: a piece that no other attacks stands on"
            " a square that none attacks"
        )
    if counted and save is not None:
        raise click.UsageError("--save goes with a single placement")
    from icosian import placements

    G, noun = _graph(on, torus=torus)
    if counted:
        return _count_places(G, pieces, noun, as_json=as_json, timeout=timeout)

    def search(progress: Any) -> Placement:
        if dominate:
            return placements.minimum_dominating_set(
                G, total=total, independent=independent, timeout=timeout, progress=progress
            )
        if pieces is not None:
            return placements.place(G, pieces, timeout=timeout)
        return placements.maximum_independent_set(G, timeout=timeout, progress=progress)

    return _tell_best(G, noun, search, save, as_json=as_json)


@click.command()
@_on_argument
@_torus_option
@save_option
@json_option
@timeout_option
def color(
    on: tuple[str, ...],
    *,
    torus: bool,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Colour the squares: none attacks another of its colour.

    PIECE, BOARD and GRAPH are as for icosian place. Prints the colour of each square as a number,
    how many there are, and why fewer do not do.

    \b
    Examples:
      icosian color queen 8x8 --save colors.svg
      icosian color king island.txt
      icosian color knight 5x5 --torus
      icosian color graph.hcp --timeout 60

    \b
    Exit codes: 0 as asked, 2 bad use, 3 limit reached: the best so far.
    """
    from icosian import placements

    G, _ = _graph(on, torus=torus)

    def search(progress: Any) -> Coloring:
        return placements.minimum_coloring(G, timeout=timeout, progress=progress)

    return _tell_best(G, "colour", search, save, as_json=as_json)


def _graph(on: tuple[str, ...], *, torus: bool) -> tuple[nx.Graph[Any], str]:
    """Return the graph that the arguments name, and what is placed on it."""
    if len(on) == 2:
        piece = PieceType().convert(on[0], None, None)
        board = BoardType().convert(on[1], None, None)
        if torus:
            board = Board(board.shape, periodic=True, holes=board.holes)
        return moves_on(board, piece), piece if isinstance(piece, str) else "piece"
    if len(on) > 2 or not is_graph_file(on[0]):
        raise click.UsageError(
            (len(on) == 1 and named_otherwise(on[0]))
            or "give a piece and a board, such as knight 8x8, or a graph file"
            f" ({', '.join(GRAPH_SUFFIXES)}), got {' '.join(on)!r}"
        )
    if torus:
        raise click.UsageError("--torus wraps a board, a graph file has edges of its own")
    return read_graph(on[0]), "node"


def _regions(path: Path) -> list[str]:
    """Return the rows of letters in a file."""
    text = Text(path).whole(MOST_DRAWN)
    return ["".join(line.split()) for line in text.splitlines() if line.strip()]


def _place_queens(n: int, save: Path | None, *, as_json: bool, **given: Any) -> int:
    """Show a placement of queens."""
    from icosian import placements

    found = placements.queens(n, **given)
    answer = {"result": "found", "n": n, "columns": found.columns, "names": _names(found)}
    if not as_json:
        click.echo(_shown(found, n * n))
    _finish(found, answer, save, as_json=as_json)
    return AS_ASKED


def _list_queens(n: int, limit: int | None, *, as_json: bool, distinct: bool, **given: Any) -> int:
    """Print the placements of queens as they are found."""
    from icosian import placements

    found = placements.all_queens(n, distinct=distinct, **given)
    listed = []
    placement = None
    for placement in islice(found, limit):
        if as_json:
            listed.append(placement.columns)
        else:
            click.echo(" ".join(_names(placement) or map("{0[0]},{0[1]}".format, placement)))
    if placement is None:
        placements.queens(n, **given)  # raises the reason why
    complete = next(found, None) is None
    if as_json:
        answer = {"result": "found", "n": n, "placements": listed, "complete": complete}
        click.echo(json.dumps(answer))
    elif not complete:
        click.echo(f"there are more: the first {limit} are printed", err=True)
    return AS_ASKED


def _say_whether_unique(n: int, *, as_json: bool, **given: Any) -> int:
    """Print whether there is exactly one placement of queens."""
    from icosian import placements

    if placements.has_unique_queens(n, **given):
        result, reason, code = "unique", "there is exactly one placement", AS_ASKED
    else:
        placements.queens(n, **given)  # raises the reason why, if there is none
        result, reason, code = "not unique", "there is more than one placement", OPPOSITE
    click.echo(json.dumps({"result": result, "reason": reason}) if as_json else reason)
    return code


def _count_queens(
    n: int,
    means: tuple[int | None, str | None],
    journal: Path | None,
    *,
    as_json: bool,
    **given: Any,
) -> int:
    """Print how many placements of queens there are."""
    from icosian import placements

    with workforce(*means) as executor:
        try:
            with progress_line() as progress:
                number = placements.count_queens(
                    n, executor=executor, journal=journal, progress=progress, **given
                )
        except KeyboardInterrupt:  # is told here, before the threads have ended their parts
            go_on = "" if journal is None else f"; the same command goes on from {journal}"
            click.echo(f"\nicosian: interrupted{go_on}", err=True)
            return INTERRUPTED
    as_one = counted_as_one("placement", "its images") if given["distinct"] and number else ""
    words = f"{several(number, 'way')} to place {several(n, 'queen')}{as_one}"
    click.echo(json.dumps({"result": "counted", "n": n, "count": number}) if as_json else words)
    return AS_ASKED


def _count_places(
    G: nx.Graph[Any], pieces: int | None, noun: str, *, as_json: bool, timeout: float | None
) -> int:
    """Print in how many ways pieces can be placed that attack no other."""
    from icosian import placements

    began = time.monotonic()
    with progress_line() as progress:
        if pieces is None:
            best = placements.maximum_independent_set(G, timeout=timeout, progress=progress)
            pieces = len(best)
            if timeout is not None:
                timeout = max(0.0, timeout - (time.monotonic() - began))
        count = placements.count_independent_sets(G, pieces, timeout=timeout)
    answer = {"result": "counted", "number": pieces, "count": count}
    words = f"{several(count, 'way')} to place {several(pieces, noun)}"
    click.echo(json.dumps(answer) if as_json else words)
    return AS_ASKED


def _tell_best(
    G: nx.Graph[Any],
    noun: str,
    search: Callable[[Any], Placement | Coloring],
    save: Path | None,
    *,
    as_json: bool,
) -> int:
    """Show the best that a search finds, or the best so far, and what is proved of it."""
    best: Placement | Coloring | None
    limit: SearchLimitReached | None = None
    try:
        with progress_line() as progress:
            best = search(progress)
            bound = best.bound
    except NoPlacement as error:
        return _impossible(error, as_json=as_json)
    except SearchLimitReached as error:
        best, bound, limit = error.best, error.bound, error
    answer: dict[str, Any] = {"result": "found"}
    if limit is not None:
        answer = {"result": "undecided", "reason": str(limit)}
    if best is not None:
        answer |= _described(best)
    if bound is not None:
        answer["bound"] = {"value": bound.value, "reason": bound.explain()}
    if not as_json:
        if best is not None:
            click.echo(_shown(best, len(G)))
            so_far = ", the best so far" * (limit is not None)
            click.echo(several(answer["number"], noun) + so_far)
        if bound is not None:
            click.echo(paragraph(bound.explain()))
    _finish(best, answer, save, as_json=as_json)
    if limit is not None:
        click.echo(f"icosian: {limit}", err=True)
    return AS_ASKED if limit is None else UNDECIDED


def _impossible(error: NoPlacement, *, as_json: bool) -> int:
    """Print the reason why there is no placement."""
    answer = {"result": "impossible", "reason": str(error)}
    click.echo(json.dumps(answer) if as_json else paragraph(str(error)))
    return OPPOSITE


def _finish(
    found: Placement | Coloring | None, answer: dict[str, Any], save: Path | None, *, as_json: bool
) -> None:
    """Save the picture of an answer; its text is there already, lest a full disk swallows it."""
    saved = None
    if save is not None and found is not None:
        from icosian.drawing import save_coloring, save_placement
        from icosian.placements import Placement

        if isinstance(found, Placement):
            save_placement(found, save)
        else:
            save_coloring(found, save)
        saved = str(save)
    if as_json:
        click.echo(json.dumps(answer | {"saved": saved}))
    elif saved is not None:
        click.echo(f"saved {saved}", err=True)


def _described(found: Placement | Coloring) -> dict[str, Any]:
    from icosian.placements import Placement

    if isinstance(found, Placement):
        return {"number": len(found), "nodes": found.nodes, "names": _names(found)}
    return {"number": found.number_of_colors, "classes": found.classes}


def _names(placement: Placement) -> list[str] | None:
    """Return the names of the squares, where the board has names."""
    board = placement.board
    return None if board is None or not board.has_names else [board.name(s) for s in placement]


def _shown(found: Placement | Coloring, squares: int) -> str:
    from icosian.cli import PRINTED_SQUARES

    if squares <= PRINTED_SQUARES:
        return str(found)
    return f"{found!r} (too large to print; --save or --json)"
