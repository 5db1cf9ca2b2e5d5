"""``icosian list``: all tours, one after the other."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.options import (
    Workers,
    json_option,
    limit_option,
    save_option,
    timeout_option,
    workers_options,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    UNDECIDED,
    SheetFile,
    fail,
    progress_line,
    report,
)
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    from pathlib import Path


@click.command("list")
@tour_question
@click.option(
    "--distinct",
    is_flag=True,
    help="On a board: list one of the tours that are images of each other.",
)
@limit_option
@workers_options
@save_option
@json_option
@timeout_option
def list_tours(
    asked: TourQuestion,
    *,
    distinct: bool,
    limit: int | None,
    workers: Workers,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """List all tours of GRAPH, each once.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. A tour and its
    reverse are one, unless it is open and only one end is given, or the graph is directed.

    \b
    Examples:
      icosian list 3x10 --closed
      icosian list 5x5 --start a1 --limit 3
      icosian list 6x6 --closed --require a1-b3 --require b3-d4 --limit 1
      icosian list 6x6 --closed --distinct --json
      icosian list 3x10 --closed --save sheet.pdf
      icosian list graph.hcp --timeout 60 --jobs 2
      icosian list 4x4 --closed              prints why there are none, and exits with 1

    \b
    Exit codes: 0 listed, 1 proved that there are none, 2 bad use, 3 limit reached.
    """
    from icosian import tours

    G, closed = asked.G, asked.closed
    first, last = asked.ends
    given = [] if closed else [first, last]
    everyone, one = (
        (tours.hamiltonian_cycles, tours.hamiltonian_cycle)
        if closed
        else (tours.hamiltonian_paths, tours.hamiltonian_path)
    )
    listed: list[Any] = []
    late = None
    sheet = SheetFile(save)
    with workers.executor() as executor, progress_line() as progress:
        options: dict[str, Any] = {
            **asked.conditions,
            "executor": executor,
            "timeout": timeout,
            "progress": progress,
        }
        try:
            for found in islice(everyone(G, *given, distinct=distinct, **options), limit):
                tour = found.starting_at(first) if closed and first is not None else found
                sheet.add(tour)
                if not as_json:
                    text = str(tour)
                    click.echo("\n" * (bool(listed) and "\n" in text) + text)
                listed.append(list(tour) if as_json else None)
        except SearchLimitReached as error:
            late = error
        if not listed and late is None:
            one(G, *given, **options)  # raises the reason why
    complete = late is None and len(listed) != limit
    report(
        "found" if late is None else "undecided",
        None,
        as_json=as_json,
        reason=None if late is None else str(late),
        answer={"closed": closed, "tours": listed, "complete": complete},
        stats=None if late is None else late.stats,
        files=[sheet.file],
    )
    if len(listed) == limit and not as_json:
        click.echo(f"there may be more than {limit}; see --limit", err=True)
    return AS_ASKED if late is None else fail(str(late), UNDECIDED)
