"""``icosian queens``: the n-queens problem."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from icosian._io.text import MOST_DRAWN, Text, plural
from icosian._run.ledger import is_stored
from icosian.boards.board import Board
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.document import placement_in_json, remember, square_names
from icosian.cli.shared.options import ParamType, SavedType, Workers, options
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, counted_as_one, printed
from icosian.exceptions import IcosianError


class _SquaresType(ParamType):
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


@click.command()
@answering
@click.argument("n", type=int, metavar="N")
@click.option("--all", "listed", is_flag=True, help="List all placements, one per line.")
@click.option("--count", "counted", is_flag=True, help="Print the number of placements.")
@click.option("--unique", is_flag=True, help="Check that there is exactly one placement.")
@click.option(
    "--distinct", is_flag=True, help="List or count placements that are images of each other once."
)
@options("limit")
@click.option(
    "--fixed",
    type=_SquaresType(),
    multiple=True,
    help="Squares with a queen: names such as a8,b4 or row,column from the top left; repeatable.",
)
@click.option(
    "--forbid",
    type=_SquaresType(),
    multiple=True,
    help="Squares without a queen; written likewise.",
)
@options("torus")
@click.option(
    "--regions",
    type=Path,
    metavar="FILE",
    help="Newspaper rules: one queen in each row, column and region, no two adjacent. A text file"
    " of letters, one line per row, or of words with blanks between them.",
)
@options("threads dask")
@click.option(
    "--checkpoint",
    type=SavedType("a checkpoint"),
    metavar="FILE",
    help="Keep a count here, and continue from it.",
)
@options("save json timeout")
def queens(
    run: Run,
    n: int,
    *,
    listed: bool,
    counted: bool,
    unique: bool,
    distinct: bool,
    limit: int | None,
    fixed: Iterable[list[Any]],
    forbid: Iterable[list[Any]],
    torus: bool,
    regions: Path | None,
    checkpoint: Path | None,
) -> int:
    """Place N queens on an N x N board so that none attacks another.

    Prints one placement, or lists them all, or counts them.

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
      icosian queens 3                       prints why not, and exits with 1

    \b
    Exit codes: 0 as asked, 1 no placement (with --unique: none or several), 2 bad use,
    3 limit reached, 130 interrupted.
    """
    if listed + counted + unique > 1:
        raise click.UsageError("--all, --count and --unique exclude each other")
    workers = run.workers or Workers()
    for option, value, company, fits in [
        ("--distinct", distinct or None, "--all or --count", listed or counted),
        ("--limit", limit, "--all", listed),
        ("--jobs", workers.threads, "--count", counted),
        ("--dask", workers.dask, "--count", counted),
        ("--checkpoint", checkpoint, "--count", counted),
        ("--timeout", run.limits["timeout"], "a placement, --count or --unique", not listed),
        ("--save", run.save, "a placement or --all", not (counted or unique)),
    ]:
        if value is not None and not fits:
            raise click.UsageError(f"{option} goes with {company}")
    given: dict[str, Any] = {
        "fixed": list(chain.from_iterable(fixed)),
        "forbid": list(chain.from_iterable(forbid)),
        "periodic": torus,
        "regions": None if regions is None else Text(regions).whole(MOST_DRAWN),
    }
    if (workers or checkpoint is not None) and any(given.values()):
        raise click.UsageError(
            "--jobs, --dask and --checkpoint are for counts without --fixed, --forbid, --torus or"
            " --regions"
        )
    with suppress(IcosianError):  # the library refuses such boards in its own words
        remember(Board((n, n), periodic=torus), f"{n}x{n}")
    if counted:
        return run.respond(_count(run, n, checkpoint, distinct=distinct, **given))
    if listed:
        return run.respond(_list(run, n, limit, distinct=distinct, **given))
    if unique:
        return run.respond(_unique(run, n, **given))
    from icosian import placements

    with run.search() as search:
        found = placements.queens(n, timeout=search["timeout"], **given)
    return run.respond(
        Answer(
            text=printed(found, n * n, repr(found)),
            answer=placement_in_json(found) | {"columns": found.columns},
            picture=found,
        )
    )


def _list(run: Run, n: int, limit: int | None, **given: Any) -> Answer:
    """Print the placements of queens as they are found, and collect them for a sheet."""
    from icosian import placements

    distinct = given.pop("distinct")
    found = placements.all_queens(n, distinct=distinct, **given)
    listed: list[Any] = []
    pictures: list[Any] = []
    placement = None
    for placement in islice(found, limit):
        run.collect(pictures, placement)
        if run.as_json:
            listed.append(placement.columns)
        else:
            click.echo(" ".join(square_names(placement) or map("{0[0]},{0[1]}".format, placement)))
    if placement is None:
        placements.queens(n, **given)  # raises the reason why
    complete = next(found, None) is None
    return Answer(
        answer={"number": n, "placements": listed, "complete": complete},
        picture=pictures or None,
        remark=None if complete else f"there are more: the first {limit} are printed",
    )


def _unique(run: Run, n: int, **given: Any) -> Answer:
    """Return whether there is exactly one placement of queens."""
    from icosian import placements

    with run.search() as search:
        unique = placements.has_unique_queens(n, timeout=search["timeout"], **given)
    reason = f"there is {'exactly' if unique else 'more than'} one placement"
    code = AS_ASKED if unique else OPPOSITE
    return Answer(code=code, text=reason, reason=reason, answer={"unique": unique})


def _count(run: Run, n: int, checkpoint: Path | None, **given: Any) -> Answer:
    """Return how many placements of queens there are."""
    from icosian import placements

    with run.search(lambda: checkpoint if is_stored(checkpoint) else None) as search:
        number = placements.count_queens(n, checkpoint=checkpoint, **given, **search)
    as_one = counted_as_one("placement", "its images") if given["distinct"] and number else ""
    words = f"{plural(number, 'way')} to place {plural(n, 'queen')}{as_one}"
    return Answer(result="counted", text=words, answer={"number": n, "count": number})
