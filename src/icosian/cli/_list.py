"""``icosian list``: all tours, one after the other."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from icosian.cli._common import (
    AS_ASKED,
    UNDECIDED,
    GraphType,
    closed_asked,
    closed_option,
    complain,
    dask_option,
    end_option,
    ends_asked,
    fixed_edges,
    graph_asked,
    jobs_option,
    json_option,
    limit_option,
    piece_option,
    progress_line,
    start_option,
    timeout_option,
    workforce,
)
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board

__all__ = ["list_tours"]


@click.command("list")
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@closed_option
@start_option
@end_option
@piece_option
@click.option(
    "--distinct", is_flag=True, help="On a board: one of those that are images of each other."
)
@limit_option
@jobs_option
@dask_option
@json_option
@timeout_option
def list_tours(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    distinct: bool,
    limit: int | None,
    jobs: int | None,
    dask: str | None,
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
      icosian list 6x6 --closed --distinct --json
      icosian list graph.hcp --timeout 60 --jobs 2
      icosian list 4x4 --closed              prints why there is none, and exits with 1

    \b
    Exit codes: 0 listed, 1 proved that there is none, 2 bad use, 3 limit reached.
    """
    from icosian import tours

    closed = closed_asked(graph, closed=closed, start=start, end=end)
    G = graph_asked(graph, piece)
    first, last = ends_asked(graph, G, start, end)
    given = [] if closed else [first, last]
    everyone, one = (
        (tours.hamiltonian_cycles, tours.hamiltonian_cycle)
        if closed
        else (tours.hamiltonian_paths, tours.hamiltonian_path)
    )
    listed: list[Any] = []
    late = None
    with workforce(jobs, dask) as executor, progress_line() as progress:
        options: dict[str, Any] = {
            "require": fixed_edges(G),
            "executor": executor,
            "timeout": timeout,
            "progress": progress,
        }
        try:
            for found in islice(everyone(G, *given, distinct=distinct, **options), limit):
                tour = found.starting_at(first) if closed and first is not None else found
                if not as_json:
                    text = str(tour)
                    click.echo("\n" * (bool(listed) and "\n" in text) + text)
                listed.append(list(tour) if as_json else None)
        except SearchLimitReached as error:
            late = error
        if not listed and late is None:
            one(G, *given, **options)  # raises the reason why
    if as_json:
        answer = {
            "result": "found" if listed else "undecided",
            "closed": closed,
            "tours": listed,
            "complete": late is None and len(listed) != limit,
        }
        click.echo(json.dumps(answer))
    elif len(listed) == limit:
        click.echo(f"there may be more than {limit}: see --limit", err=True)
    return AS_ASKED if late is None else complain(str(late), UNDECIDED)
