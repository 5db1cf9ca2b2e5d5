"""``icosian longest``: the longest path or cycle."""

from __future__ import annotations

from typing import Any

import click

from icosian import tours
from icosian.cli.shared.answers import Run, answering
from icosian.cli.shared.options import joined, marked, options
from icosian.cli.shared.question import TourQuestion
from icosian.routes.maps import fill_lengths


@click.command()
@answering
@options("graph format piece torus")
@click.option("--cycle", "closed", is_flag=True, help="A cycle, not a path.")
@options("start end")
@click.option("--weight", metavar="NAME", help="Add up this edge attribute, do not count nodes.")
@options("default timeout seed processes dask save proof json")
def longest(
    run: Run,
    graph: Any,
    *,
    piece: Any,
    torus: bool,
    closed: bool,
    start: str | None,
    end: str | None,
    weight: str | None,
    default: Any,
) -> int:
    """Find the path or cycle that visits as many squares, or nodes, as possible.

    GRAPH is a board or a graph file, as for icosian tour. Prints the path and what is proved of its
    length. A time limit gives the best one so far.

    \b
    Examples:
      icosian longest 4x4
      icosian longest 5x5 --cycle --save cycle.svg
      icosian longest map.graphml --weight minutes --start A --end B
      icosian longest graph.hcp --cycle --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp

    \b
    Exit codes: 0 found, 1 there is no such path or cycle, 2 bad use.
    """
    start, end = marked(graph, "start", start), marked(graph, "end", end)
    if closed and (start is not None or end is not None):
        raise click.UsageError(
            "--start and --end, or S and E in a text file, are ends of a path, not of a cycle"
        )
    asked = TourQuestion(joined(graph, torus=torus), closed, start, end, piece)
    if default is not None and weight is None:
        raise click.UsageError("--default is for --weight")
    G = asked.G if default is None else fill_lengths(asked.G, weight or "weight", default=default)
    with run.search() as search:
        if closed:
            found = tours.longest_cycle(G, weight=weight, **search)
        else:
            found = tours.longest_path(G, *asked.ends, weight=weight, **search)
    return run.respond(found)
