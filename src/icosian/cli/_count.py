"""``icosian count``: how many tours there are."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from icosian.cli._common import (
    AS_ASKED,
    INTERRUPTED,
    GraphType,
    dask_option,
    end_option,
    graph_asked,
    jobs_option,
    json_option,
    memory_option,
    named_node,
    piece_option,
    progress_line,
    start_option,
    timeout_option,
    workforce,
)

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board

__all__ = ["count"]


@click.command()
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@click.option(
    "--closed/--paths",
    "closed",
    default=None,
    help="Closed tours, or open ones: by default closed, but open wherever an end is given.",
)
@start_option
@end_option
@piece_option
@click.option("--distinct", is_flag=True, help="Images of a tour on the board count as one.")
@memory_option
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep what is done in this folder, and go on from it.",
)
@jobs_option
@dask_option
@json_option
@timeout_option
def count(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    distinct: bool,
    memory: int | None,
    checkpoint: Path | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Count the tours that visit every node of GRAPH once.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. Closed tours with
    the same edges are one. An open tour and its reverse are one, unless only one end is given: then
    those from there are counted.

    \b
    Examples:
      icosian count 6x6 --closed
      icosian count 5x5 --paths --start a1
      icosian count 8x8 --piece king
      icosian count 6x6 --closed --distinct
      icosian count graph.hcp --paths --start 1 --end 20
      icosian count 8x8 --memory 1G --jobs 2 --checkpoint knights8
      icosian count 8x8 --dask tcp://localhost:8786

    What does not fit into the memory as a whole is counted in slices, and so is what several
    threads or machines count. After Ctrl-C, a time-out or a crash, the same command goes on from a
    checkpoint.

    \b
    Exit codes: 0 counted, 2 bad use, 3 limit reached, 130 interrupted.
    """
    ends = start is not None or end is not None
    if closed and ends:
        raise click.UsageError("a closed tour has no ends: give --start and --end with --paths")
    closed = not ends if closed is None else closed
    G = graph_asked(graph, piece)
    from icosian import tours

    nodes = [] if closed else [named_node(graph, text) for text in (start, end)]
    counted = tours.count_hamiltonian_cycles if closed else tours.count_hamiltonian_paths
    with workforce(jobs, dask) as executor:
        try:
            with progress_line() as progress:
                number = counted(
                    G,
                    *nodes,
                    distinct=distinct,
                    memory_limit=memory,
                    executor=executor,
                    checkpoint=checkpoint,
                    timeout=timeout,
                    progress=progress,
                )
        except KeyboardInterrupt:
            go_on = "" if checkpoint is None else f"; the same command goes on from {checkpoint}"
            click.echo(f"\nicosian: interrupted{go_on}", err=True)
            return INTERRUPTED
    if as_json:
        click.echo(json.dumps({"result": "counted", "closed": closed, "number": number}))
    else:
        click.echo(number)
    return AS_ASKED
