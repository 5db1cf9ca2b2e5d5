"""``icosian list``: all tours, one after the other."""

from __future__ import annotations

from itertools import islice
from typing import Any

import click

from icosian import tours
from icosian._io.text import plural
from icosian.cli.shared.answers import Answer, Run, answering, undecided
from icosian.cli.shared.options import options
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.exceptions import SearchLimitReached


@click.command("list")
@answering
@tour_question
@click.option(
    "--distinct",
    is_flag=True,
    help="List one of the tours that are images of each other.",
)
@options("limit threads dask save json timeout")
def list_tours(run: Run, asked: TourQuestion, *, distinct: bool, limit: int | None) -> int:
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
      icosian list graph.hcp --distinct
      icosian list 4x4 --closed              prints why there are none, and exits with 1

    \b
    Exit codes: 0 listed, 1 proved that there are none, 2 bad use, 3 limit reached.
    """
    G, closed = asked.G, asked.closed
    first, last = asked.ends
    ends = [] if closed else [first, last]
    all_tours: Any = tours.hamiltonian_cycles if closed else tours.hamiltonian_paths
    one_tour: Any = tours.hamiltonian_cycle if closed else tours.hamiltonian_path
    listed: list[Any] = []
    pictures: list[Any] = []
    late = None
    with run.search() as search:
        try:
            listing = all_tours(G, *ends, distinct=distinct, **asked.conditions, **search)
            for found in islice(listing, limit):
                tour = found.starting_at(first) if closed and first is not None else found
                run.collect(pictures, tour)
                if run.prints:
                    text = str(tour)
                    click.echo("\n" * (bool(listed) and "\n" in text) + text)
                listed.append(list(tour) if run.as_json else None)
        except SearchLimitReached as error:
            late = error
        if not listed and late is None:
            one_tour(G, *ends, **asked.conditions, **search)  # raises the reason why
    complete = late is None and len(listed) != limit
    parts: dict[str, Any] = {
        "line": f"{'' if complete else 'at least '}{plural(len(listed), 'tour')}",
        "answer": {"closed": closed, "tours": listed, "complete": complete},
        "picture": pictures or None,
        "remark": f"there may be more than {limit}; see --limit" * (len(listed) == limit) or None,
    }
    return run.respond(Answer(**parts) if late is None else undecided(late, **parts))
